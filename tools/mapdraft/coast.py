"""Coast and lake shores for the picture: the real shores, bent so that they agree with the hexes.

Land and water are drawn on a fine raster.  The middle of every land hex is made land and the middle of
every water hex water, neighbours of one kind are joined, and the shore is the line between the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import georef
from .georef import Array, Georeference
from .hexgrid import HexGrid, Side

CELL = 0.05
MARGIN = 0.9
CORE = 0.4  # radius of the land or water in the middle of a hex
LINK = 0.14  # half width of the link between two water hexes
COAST = (0.4, 0.3)  # the same two measures for land hexes at the sea
SHORE = (0.25, 0.1)  # and for land hexes at a lake
CHANNEL = 0.17  # half width of the water on an all-water hexside
SOFT = 0.12  # distance over which the forced parts fade
TOLERANCE = 0.02  # thinning of the lines
SMALLEST = 0.06  # smallest area drawn

Point = tuple[float, float]
Knot = tuple[int, int, int]


@dataclass
class Outline:
    """A closed line in sheet units."""

    kind: str
    name: str
    points: list[Point]


@dataclass
class Channel:
    """A narrow water the coast line has to leave open."""

    points: list[Point]
    width: float


@dataclass
class Raster:
    """A grid of points over the sheet."""

    grid: HexGrid
    us: Array
    vs: Array

    @classmethod
    def over_map(cls, grid: HexGrid) -> Raster:
        """The raster that covers the whole sheet with a margin."""
        points = np.array([grid.centre(name) for name in grid.all_hexes()])
        low, high = points.min(axis=0) - MARGIN, points.max(axis=0) + MARGIN
        return cls(grid, np.arange(low[0], high[0], CELL), np.arange(low[1], high[1], CELL))

    def inside(self, polygons: list[Array]) -> Array:
        """One inside the polygons (even-odd), zero outside."""
        mask = np.zeros((len(self.vs), len(self.us)), dtype=bool)
        for ring in polygons:
            a, b = ring, np.roll(ring, -1, axis=0)
            for i, v in enumerate(self.vs):
                hit = (a[:, 1] > v) != (b[:, 1] > v)
                if hit.any():
                    p, q = a[hit], b[hit]
                    crossing = np.sort(p[:, 0] + (v - p[:, 1]) / (q[:, 1] - p[:, 1]) * (q[:, 0] - p[:, 0]))
                    mask[i] ^= np.searchsorted(crossing, self.us) % 2 == 1
        return mask.astype(float)

    def near(self, a: Point, b: Point, radius: float) -> tuple[tuple[slice, slice], Array]:
        """Where a thick line lies on the raster: the window and 1 inside it, fading to -1 outside."""
        reach = radius + SOFT
        rows, cols = (
            slice(*np.searchsorted(axis, [min(a[k], b[k]) - reach, max(a[k], b[k]) + reach]))
            for axis, k in ((self.vs, 1), (self.us, 0))
        )
        du, dv = b[0] - a[0], b[1] - a[1]
        u, v = np.meshgrid(self.us[cols] - a[0], self.vs[rows] - a[1])
        along = np.clip((u * du + v * dv) / max(du * du + dv * dv, 1e-9), 0, 1)
        far = np.hypot(u - along * du, v - along * dv)
        return (rows, cols), np.clip((radius - far) / SOFT, -1, 1)


def outlines(
    folder: Path,
    sheet: Georeference,
    raster: Raster,
    rule: dict[str, Any],
    terrain: dict[str, str],
    water_sides: set[Side],
    channels: list[Channel],
) -> list[Outline]:
    """The coast and the lake shores; the rule says what is outside the game, and below what there is no sea."""
    countries = [f for f in georef.features(folder, "countries") if f["properties"]["iso"] not in rule["outside"]]
    mask = raster.inside(sheet_rings(countries, sheet))
    mask[raster.vs < rule["inland"]] = 1.0
    land = soft(mask)
    sea, lake = ({name for name, found in terrain.items() if found == kind} for kind in ("sea", "lake"))
    bend(raster, land, wet=sea, water_sides=set(), land=COAST, sign=-1.0)
    land = blurred(land, 5)
    for channel in channels:
        for a, b in pairwise(channel.points):
            force(raster, land, (a, b), channel.width, -1.0)
    lakes = soft(raster.inside(sheet_rings(georef.features(folder, "lakes"), sheet)))
    bend(raster, lakes, wet=lake, water_sides=water_sides, land=SHORE, sign=1.0)
    coast = [Outline("coast", "", ring) for ring in contours(raster, land) if area(ring) > 0]
    return coast + [Outline("lake", "", ring) for ring in contours(raster, lakes)]


def sheet_rings(found: Iterable[dict[str, Any]], sheet: Georeference) -> list[Array]:
    """The rings of polygon features in sheet units."""
    return [sheet.to_sheet(ring) for feature in found for ring in georef.rings(feature)]


def soft(mask: Array) -> Array:
    """A mask of zeros and ones as a smooth field from -1 to 1."""
    return blurred(2 * mask - 1, 2)


def blurred(field: Array, times: int) -> Array:
    """A field smoothed over neighbouring points."""
    for _ in range(times):
        padded = np.pad(field, 1, mode="edge")
        rows, cols = field.shape
        field = np.mean([padded[i : i + rows, j : j + cols] for i in range(3) for j in range(3)], axis=0)
    return field


def bend(
    raster: Raster,
    field: Array,
    *,
    wet: set[str],
    water_sides: set[Side],
    land: tuple[float, float],
    sign: float,
) -> None:
    """Make the field agree with the hexes; `sign` is the sign of the wet hexes in it."""
    grid = raster.grid
    dry = set(grid.all_hexes()) - wet
    for group, (core, link), value in ((dry, land, -sign), (wet, (CORE, LINK), sign)):
        for name in sorted(group):
            middle = grid.centre(name)
            force(raster, field, (middle, middle), core, value)
            for other in grid.neighbours(name):
                if other in group and name < other and (name, other) not in water_sides:
                    force(raster, field, (middle, grid.centre(other)), link, value)
    for edge in sorted(water_sides):
        a, b = (grid.corner_point(corner) for corner in grid.side_corners(edge))
        force(raster, field, (a, b), CHANNEL, sign)


def force(raster: Raster, field: Array, line: tuple[Point, Point], radius: float, value: float) -> None:
    """Lift (value 1) or lower (value -1) the field around a line."""
    window, bump = raster.near(*line, radius)
    field[window] = np.maximum(field[window], bump) if value > 0 else np.minimum(field[window], -bump)


def contours(raster: Raster, field: Array) -> list[list[Point]]:
    """The closed lines around the positive parts of a field, thinned."""
    framed = np.pad(field, 1, constant_values=-1.0)
    us = np.concatenate([[raster.us[0] - CELL], raster.us, [raster.us[-1] + CELL]])
    vs = np.concatenate([[raster.vs[0] - CELL], raster.vs, [raster.vs[-1] + CELL]])
    found = []
    for ring in follow(crossings(framed)):
        points = [knot_point(knot, framed, us, vs) for knot in ring]
        if abs(area(points)) >= SMALLEST:
            found.append([(round(u, 2), round(v, 2)) for u, v in thinned(points)])
    return sorted(found, key=lambda ring: -abs(area(ring)))


def crossings(field: Array) -> dict[Knot, Knot]:
    """Steps of the contour from cell edge to cell edge, the positive side on the left.

    A knot (i, j, 0) lies between the points (i, j) and (i, j + 1), a knot (i, j, 1) between (i, j) and
    (i + 1, j).
    """
    up = field > 0
    cells = up[:-1, :-1].astype(int) + up[:-1, 1:] + up[1:, 1:] + up[1:, :-1]
    steps: dict[Knot, Knot] = {}
    for i, j in zip(*np.nonzero((cells > 0) & (cells < 4)), strict=True):
        row, col = int(i), int(j)
        around = [up[row, col], up[row, col + 1], up[row + 1, col + 1], up[row + 1, col]]
        edges: list[Knot] = [(row, col, 0), (row, col + 1, 1), (row + 1, col, 0), (row, col, 1)]
        leaves = [k for k in range(4) if around[k] and not around[(k + 1) % 4]]
        enters = [k for k in range(4) if not around[k] and around[(k + 1) % 4]]
        for k in leaves:
            back = next((k - n) % 4 for n in range(1, 4) if (k - n) % 4 in enters)
            steps[edges[k]] = edges[back]
    return steps


def follow(steps: dict[Knot, Knot]) -> list[list[Knot]]:
    """Rings of knots."""
    rings = []
    while steps:
        first, at = steps.popitem()
        ring = [first]
        while at != first:
            ring.append(at)
            at = steps.pop(at)
        rings.append(ring)
    return rings


def knot_point(knot: Knot, field: Array, us: Array, vs: Array) -> Point:
    """Where the field is zero on a cell edge."""
    i, j, upright = knot
    a, b = field[i, j], field[i + upright, j + 1 - upright]
    part = float(a / (a - b))
    if upright:
        return float(us[j]), float(vs[i]) + part * CELL
    return float(us[j]) + part * CELL, float(vs[i])


def area(ring: list[Point]) -> float:
    """Signed area of a closed line."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def thinned(ring: list[Point]) -> list[Point]:
    """A closed line with fewer points: split at its two far points, then thinned by distance."""
    points = np.array(ring)
    start = int(points[:, 0].argmin())
    points = np.roll(points, -start, axis=0)
    far = int(np.hypot(*(points - points[0]).T).argmax())
    closed = np.concatenate([points, points[:1]])
    keep = thin_mask(closed, 0, far) | thin_mask(closed, far, len(points))
    keep[[0, far]] = True
    return [(float(u), float(v)) for u, v in closed[:-1][keep[:-1]]]


def thin_mask(points: Array, first: int, last: int) -> NDArray[np.bool_]:
    """Which points between two a thinned line keeps (Douglas and Peucker)."""
    keep = np.zeros(len(points), dtype=bool)
    todo = [(first, last)]
    while todo:
        a, b = todo.pop()
        if b - a < 2:
            continue
        run = points[b] - points[a]
        offset = points[a + 1 : b] - points[a]
        length = max(math.hypot(*run), 1e-9)
        far = np.abs(run[0] * offset[:, 1] - run[1] * offset[:, 0]) / length
        if far.max() > TOLERANCE:
            middle = a + 1 + int(far.argmax())
            keep[middle] = True
            todo += [(a, middle), (middle, b)]
    return keep
