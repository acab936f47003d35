"""The sheet: longitude and latitude to sheet units (x to the right, y up, the lower left corner at 0, 0).

The ground is projected and then enlarged towards the middle of the front, as under a weak lens, so that the many
small spaces between the Somme and the Rhine have room for their pieces and the wide waters do not waste it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from mapdraft import georef
from mapdraft.georef import Array, Georeference

CENTRE = (5.5, 50.1)  # longitude and latitude under the middle of the lens
LENS = 1.0  # how much larger the middle is drawn than its true size
REACH = 560.0  # how wide the lens is, in kilometres: here ground is back at its true distance from the middle
SQUASH = 0.9  # north to south is drawn a little shorter
LEFT, RIGHT = -612.0, 350.0  # the frame in kilometres under the lens, from the middle
BOTTOM, TOP = -358.0, 478.0
WIDTH = 40.0  # of the frame, in sheet units


@dataclass(frozen=True)
class Sheet:
    """The way from the ground to the sheet."""

    georeference: Georeference

    @classmethod
    def load(cls, folder: Path) -> Sheet:
        """The sheet over the geography of a folder."""
        return cls(Georeference.load(folder))

    @property
    def unit(self) -> float:
        """Kilometres under the lens per sheet unit."""
        return (RIGHT - LEFT) / WIDTH

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the frame in sheet units."""
        return WIDTH, round((TOP - BOTTOM) / self.unit, 2)

    def place(self, lonlat: Any) -> Array:
        """Sheet positions of longitudes and latitudes."""
        points = np.asarray(lonlat, dtype=float).reshape(-1, 2)
        middle = self.georeference.project(np.array([CENTRE]))
        offset = self.georeference.project(points) - middle
        far = np.hypot(offset[:, :1], offset[:, 1:])
        lens = (1 + LENS) / (1 + LENS * far / REACH)
        placed: Array = (offset * lens * [1.0, SQUASH] - [LEFT, BOTTOM]) / self.unit
        return placed

    def spot(self, lonlat: Any) -> tuple[float, float]:
        """The sheet position of one place."""
        x, y = self.place([lonlat])[0]
        return float(x), float(y)

    def rings(self, feature: dict[str, Any]) -> list[Array]:
        """The rings of a polygon feature on the sheet."""
        return [self.place(dense(ring)) for ring in georef.rings(feature)]

    def lines(self, feature: dict[str, Any]) -> list[Array]:
        """The lines of a line feature on the sheet."""
        return [self.place(dense(part)) for part in georef.line_parts(feature)]


def dense(points: list[list[float]], step: float = 0.1) -> Array:
    """A line with extra points, so that long straight pieces bend under the lens."""
    out = [np.asarray(points[:1], dtype=float)]
    for a, b in pairwise(points):
        count = max(1, math.ceil(math.dist(a, b) / step))
        parts = np.arange(1, count + 1)[:, None] / count
        out.append(np.asarray(a) + parts * (np.asarray(b) - np.asarray(a)))
    return np.concatenate(out)
