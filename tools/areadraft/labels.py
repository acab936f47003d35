"""Which space every spot of a fine raster belongs to.

Land and sea are told apart by the real coast, countries by the real frontiers.  Within a country a spot belongs to the
space with the nearest seed; a slow fixed tremble of the distances makes the borders bend as real ones do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mapdraft import coast
from mapdraft.georef import Array, features

from .sheet import Sheet, dense

Labels = NDArray[np.int16]
Mask = NDArray[np.bool_]

CELL = 0.05
TREMBLE = ((2.6, 0.55), (1.1, 0.24), (0.5, 0.1))  # size of the bends and how far they swing, coarse to fine
ISLAND = 0.1  # smallest island, and smallest pond left open, in square units
COUNTRY = {
    "england": "GB",
    "netherlands": "NL",
    "belgium": "BE",
    "france": "FR",
    "ardennes": "BE",
    "luxembourg": "LU",
    "germany": "DE",
}
NEUTRAL = "Switzerland"  # the only land on the sheet that is out of play


@dataclass
class Raster:
    """A grid of spots over the sheet, and the names of what they may belong to."""

    sheet: Sheet
    xs: Array
    ys: Array
    names: list[str]

    @classmethod
    def over(cls, sheet: Sheet, names: Sequence[str]) -> Raster:
        """The raster that covers the frame exactly."""
        width, height = sheet.size
        xs, ys = (np.arange(CELL / 2, size, CELL) for size in (width, height))
        return cls(sheet, xs, ys, list(names))

    def inside(self, rings: Sequence[Array]) -> Mask:
        """Which spots lie inside the rings (even-odd)."""
        return coast.Raster(self.xs, self.ys).inside(list(rings)).astype(bool)

    def index(self, name: str) -> int:
        """The number of a name."""
        return self.names.index(name)


def noise_field(raster: Raster, size: float, seed: int) -> Array:
    """A smooth fixed field between about -1 and 1 whose bends have a size."""
    source = np.random.default_rng(seed)
    shape = (int(raster.ys[-1] / size) + 3, int(raster.xs[-1] / size) + 3)
    knots = source.uniform(-1, 1, shape)
    y, x = raster.ys / size, raster.xs / size
    i, j = y.astype(int), x.astype(int)
    fy, fx = (smooth_step(part) for part in (y - i, x - j))
    low = knots[i][:, j] * (1 - fx) + knots[i][:, j + 1] * fx
    high = knots[i + 1][:, j] * (1 - fx) + knots[i + 1][:, j + 1] * fx
    field: Array = low * (1 - fy[:, None]) + high * fy[:, None]
    return field


def smooth_step(part: Array) -> Array:
    """Zero to one with soft ends."""
    return part * part * (3 - 2 * part)


def trembling(raster: Raster) -> tuple[Array, Array]:
    """The coordinates of all spots, shifted by the tremble."""
    x = np.broadcast_to(raster.xs, (len(raster.ys), len(raster.xs))).copy()
    y = np.broadcast_to(raster.ys[:, None], x.shape).copy()
    for k, (size, swing) in enumerate(TREMBLE):
        x += swing * noise_field(raster, size, 2 * k + 1)
        y += swing * noise_field(raster, size, 2 * k + 2)
    return x, y


def nearest(raster: Raster, areas: Sequence[dict[str, Any]], spots: tuple[Array, Array]) -> Labels:
    """The area with the nearest seed, for every spot."""
    best = np.full(spots[0].shape, np.inf)
    label = np.full(spots[0].shape, -1, dtype=np.int16)
    for area in areas:
        for x, y in raster.sheet.place([seed[:2] for seed in area["seeds"]]):
            far = np.hypot(spots[0] - x, spots[1] - y) - area.get("reach", 0.0)
            closer = far < best
            best[closer] = far[closer]
            label[closer] = raster.index(area["id"])
    return label


def still(raster: Raster) -> tuple[Array, Array]:
    """The coordinates of all spots as they are."""
    x, y = np.meshgrid(raster.xs, raster.ys)
    return x, y


def label_map(raster: Raster, areas: Sequence[dict[str, Any]], geo: Path, extra: Sequence[dict[str, Any]]) -> Labels:
    """The number of the area, or of the ground out of play, at every spot."""
    sea = [area for area in areas if area["kind"] == "sea"]
    label = nearest(raster, sea, still(raster))
    spots = trembling(raster)
    for feature in features(geo, "countries"):
        iso = feature["properties"]["iso"]
        mask = raster.inside(raster.sheet.rings(feature))
        mine = [area for area in areas if iso in lands(area)]
        if mine:
            label[mask] = nearest(raster, mine, spots)[mask]
        elif mask.any():
            label[mask] = raster.index(NEUTRAL)
    for patch in extra:
        ring = raster.sheet.place(dense([*patch["ring"], patch["ring"][0]]))
        mask = raster.inside([ring])
        if patch.get("under"):
            mask &= np.isin(label, [raster.index(name) for name in patch["under"]])
        label[mask] = raster.index(patch["area"])
    return tidy(label, wet_numbers(raster, areas))


def wet_numbers(raster: Raster, areas: Sequence[dict[str, Any]]) -> set[int]:
    """The numbers of all waters, in play or not."""
    dry = {area["id"] for area in areas if area["kind"] == "land"} | {NEUTRAL}
    return {raster.index(name) for name in raster.names if name not in dry}


def lands(area: dict[str, Any]) -> list[str]:
    """The countries an area may cover."""
    found: list[str] = area.get("lands", [])
    return found or [COUNTRY[area["region"]]] if area["kind"] == "land" else []


# -- tidying --------------------------------------------------------------------------------------


def tidy(label: Labels, sea: set[int]) -> Labels:
    """Without specks: small islands, ponds and scattered bits go to what surrounds them."""
    wet = np.isin(label, list(sea))
    smallest = ISLAND / CELL**2
    for _ in range(3):
        pieces, sizes, owner = components(label)
        largest = {number: max(sizes[owner == number]) for number in set(owner.tolist())}
        for k in np.argsort(sizes):
            number = int(owner[k])
            if sizes[k] == largest[number]:
                continue
            where = pieces == k
            ring = grown(where) & ~where
            around = label[ring]
            island = not wet[where].any() and bool(wet[ring].all())
            if island and sizes[k] >= smallest:
                continue
            label[where] = commonest(around, number)
        wet = np.isin(label, list(sea))
    return without_corners(label)


def commonest(around: Labels, own: int) -> int:
    """The number that occurs most often, except one's own."""
    values, counts = np.unique(around[around != own], return_counts=True)
    return int(values[counts.argmax()])


def grown(mask: Mask) -> Mask:
    """A mask and its neighbours."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    out[:, 1:] |= mask[:, :-1]
    out[:, :-1] |= mask[:, 1:]
    return out


def components(label: Labels) -> tuple[NDArray[np.int64], NDArray[np.int64], Labels]:
    """Connected pieces of one label: the piece at each spot, and the size and label of each piece."""
    rows, cols = label.shape
    ids = np.arange(rows * cols).reshape(rows, cols)
    across, down = label[:, 1:] == label[:, :-1], label[1:] == label[:-1]
    while True:
        before = ids.copy()
        ids[:, 1:] = np.where(across, np.minimum(ids[:, 1:], ids[:, :-1]), ids[:, 1:])
        ids[:, :-1] = np.where(across, np.minimum(ids[:, 1:], ids[:, :-1]), ids[:, :-1])
        ids[1:] = np.where(down, np.minimum(ids[1:], ids[:-1]), ids[1:])
        ids[:-1] = np.where(down, np.minimum(ids[1:], ids[:-1]), ids[:-1])
        ids = ids.ravel()[ids.ravel()][ids]
        if (ids == before).all():
            break
    first, pieces, sizes = np.unique(ids, return_inverse=True, return_counts=True)
    return pieces.reshape(rows, cols), sizes, label.ravel()[first]


def without_corners(label: Labels) -> Labels:
    """No two pieces of a label touch only at a corner, so that every border can be walked without doubt."""
    while True:
        a, b, c, d = label[:-1, :-1], label[:-1, 1:], label[1:, :-1], label[1:, 1:]
        crossed = ((a == d) & (a != b) & (a != c)) | ((b == c) & (b != a) & (b != d))
        if not crossed.any():
            return label
        i, j = (int(k[0]) for k in np.nonzero(crossed))
        if label[i, j] == label[i + 1, j + 1]:
            label[i, j + 1] = label[i, j]
        else:
            label[i, j] = label[i, j + 1]
