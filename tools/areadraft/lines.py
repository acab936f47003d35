"""Lines of the picture: fortifications along a border, rivers, lake shores."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mapdraft.georef import Array, features

from .arcs import Arc, Corner, Point, ring_area, thinned
from .sheet import Sheet

STEP = 0.1  # spacing of points while a line is bent
INSET = 0.24  # distance of a fortified line from its border
SMALLEST_LAKE = 0.3
SHORTEST_RIVER = 0.8


def border_chains(arcs: Sequence[Arc], own: Collection[int], other: Collection[int]) -> list[list[Point]]:
    """The borders between two groups of labels, joined end to end, the first group on the left."""
    ways: dict[Corner, tuple[Corner, list[Point]]] = {}
    for arc in arcs:
        if arc.left in own and arc.right in other:
            ways[arc.corners[0]] = (arc.corners[-1], arc.points)
        elif arc.right in own and arc.left in other:
            ways[arc.corners[-1]] = (arc.corners[0], arc.points[::-1])
    starts = set(ways) - {end for end, _ in ways.values()}
    chains = []
    for start in sorted(starts):
        at, chain = start, []
        while at in ways:
            at, points = ways.pop(at)
            chain += points
        chains.append(chain)
    return chains


def fortified(chain: list[Point]) -> list[Point]:
    """A soft line a little inside a border, to its left."""
    points = blurred(resampled(np.array(chain)), 40)
    ahead = np.gradient(points, axis=0)
    ahead /= np.maximum(np.hypot(ahead[:, :1], ahead[:, 1:]), 1e-9)
    inner = blurred(points + INSET * np.stack([-ahead[:, 1], ahead[:, 0]], axis=1), 20)
    return thinned(inner, 0.02)


def resampled(points: Array) -> Array:
    """A line with points at even distances."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    spots = np.linspace(0, along[-1], max(3, int(along[-1] / STEP)))
    return np.stack([np.interp(spots, along, points[:, k]) for k in (0, 1)], axis=1)


def blurred(points: Array, times: int) -> Array:
    """A line with softer bends; the ends stay."""
    points = points.copy()
    for _ in range(times):
        points[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
    return points


def inside_parts(line: Array, size: tuple[float, float]) -> list[Array]:
    """The parts of a line within the frame."""
    inside = ((line > -0.2) & (line < np.array(size) + 0.2)).all(axis=1)
    cuts = np.nonzero(np.diff(inside.astype(int)))[0] + 1
    return [part for part in np.split(line, cuts) if len(part) > 1 and inside_frame(part[0], size)]


def inside_frame(point: Array, size: tuple[float, float]) -> bool:
    """Whether a point is on the sheet, give or take the rim."""
    return bool((point > -0.2).all() and (point < np.array(size) + 0.2).all())


def rivers(sheet: Sheet, folder: Path, wanted: Sequence[str]) -> list[tuple[str, list[Point]]]:
    """The rivers of the picture, each as one or more lines."""
    found = []
    for feature in features(folder, "rivers"):
        name = feature["properties"]["name"]
        if name in wanted:
            parts = [part for line in sheet.lines(feature) for part in inside_parts(line, sheet.size)]
            found += [(name, thinned(part, 0.03)) for part in parts if length(part) > SHORTEST_RIVER]
    return sorted(found, key=lambda entry: wanted.index(entry[0]))


def length(line: Array) -> float:
    """Length of a line."""
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


def lakes(sheet: Sheet, folder: Path) -> list[tuple[str, list[Point]]]:
    """The lakes on the sheet that are large enough to draw."""
    found = []
    for feature in features(folder, "lakes"):
        ring = sheet.rings(feature)[0]
        if all(inside_frame(point, sheet.size) for point in ring):
            points = thinned(ring, 0.03)[:-1]
            if abs(ring_area(points)) > SMALLEST_LAKE:
                found.append((plain(feature), points))
    return found


def plain(feature: dict[str, Any]) -> str:
    """The name of a feature without its remark."""
    return str(feature["properties"]["name"]).split(" (")[0]
