"""Borders as lines shared by two areas, and outlines put together from them.

A knot is a corner of the raster where three or more labels meet.  An arc is the border between two labels from knot to
knot.  Every arc is smoothed and thinned once, so neighbours keep exactly the same points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from mapdraft.coast import thin_mask
from mapdraft.georef import Array

from .labels import CELL, Labels

OUTSIDE = -1
Corner = tuple[int, int]
Point = tuple[float, float]
Pair = tuple[int, int]


@dataclass
class Arc:
    """A border: the label on its left, the label on its right, the corners along it, and its final points."""

    left: int
    right: int
    corners: list[Corner]
    points: list[Point]

    @property
    def pair(self) -> Pair:
        """The two labels in a fixed order."""
        return min(self.left, self.right), max(self.left, self.right)

    @property
    def closed(self) -> bool:
        """Whether the border is a ring without a knot."""
        return self.corners[0] == self.corners[-1]

    def length(self) -> float:
        """Length in sheet units."""
        return sum(math.dist(a, b) for a, b in pairwise(self.points))


def raster_edges(label: Labels) -> dict[Corner, dict[Corner, Pair]]:
    """From every corner to the next corners along borders, with the labels on the left and right of the way."""
    framed = np.pad(label, 1, constant_values=OUTSIDE)
    out: dict[Corner, dict[Corner, Pair]] = {}
    below, above = framed[:-1, 1:-1], framed[1:, 1:-1]
    for i, j in zip(*np.nonzero(below != above), strict=True):
        link(out, (int(i), int(j)), (int(i), int(j) + 1), int(above[i, j]), int(below[i, j]))
    west, east = framed[1:-1, :-1], framed[1:-1, 1:]
    for i, j in zip(*np.nonzero(west != east), strict=True):
        link(out, (int(i), int(j)), (int(i) + 1, int(j)), int(west[i, j]), int(east[i, j]))
    return out


def link(out: dict[Corner, dict[Corner, Pair]], a: Corner, b: Corner, left: int, right: int) -> None:
    """Note an edge in both directions."""
    out.setdefault(a, {})[b] = (left, right)
    out.setdefault(b, {})[a] = (right, left)


def find_arcs(label: Labels) -> list[Arc]:
    """All borders of a label map, each once."""
    edges = raster_edges(label)
    knots = {corner for corner, ways in edges.items() if len(ways) != 2}
    used: set[tuple[Corner, Corner]] = set()
    arcs = [walk(edges, knots, used, knot, way) for knot in sorted(knots) for way in sorted(edges[knot])]
    for corner in sorted(edges):
        arcs += [walk(edges, knots, used, corner, way) for way in sorted(edges[corner])[:1] if corner not in knots]
    return [arc for arc in arcs if arc.corners]


def walk(
    edges: dict[Corner, dict[Corner, Pair]],
    knots: set[Corner],
    used: set[tuple[Corner, Corner]],
    start: Corner,
    way: Corner,
) -> Arc:
    """The arc that leaves a corner one way; empty if it has been walked."""
    left, right = edges[start][way]
    if (start, way) in used:
        return Arc(left, right, [], [])
    corners = [start, way]
    while corners[-1] not in knots and corners[-1] != start:
        corners.append(next(there for there in edges[corners[-1]] if there != corners[-2]))
    for a, b in pairwise(corners):
        used.update({(a, b), (b, a)})
    return Arc(left, right, corners, [])


# -- smoothing ------------------------------------------------------------------------------------


def smoothed(corners: list[Corner], times: int) -> Array:
    """The stairs of a raster border as a soft line; the ends stay."""
    points = np.array([(j * CELL, i * CELL) for i, j in corners])
    closed = corners[0] == corners[-1]
    for _ in range(times):
        if closed:
            ring = points[:-1]
            ring = (np.roll(ring, 1, axis=0) + 2 * ring + np.roll(ring, -1, axis=0)) / 4
            points = np.concatenate([ring, ring[:1]])
        elif len(points) > 2:
            points[1:-1] = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
    return points


def thinned(points: Array, tolerance: float) -> list[Point]:
    """A line with only the points it needs."""
    far = int(np.hypot(*(points - points[0]).T).argmax())
    scale = 0.02 / tolerance  # the helper thins at a fixed tolerance
    keep = thin_mask(points * scale, 0, far) | thin_mask(points * scale, far, len(points) - 1)
    keep[[0, far, -1]] = True
    return [(round(float(x), 2), round(float(y), 2)) for x, y in points[keep]]


def shape(arcs: Iterable[Arc], wet: set[int]) -> None:
    """Give every arc its points: straight at the frame, fine at coasts, soft on land, nearly straight at sea."""
    for arc in arcs:
        if OUTSIDE in arc.pair:
            times, tolerance = 0, 0.001
        elif arc.left in wet and arc.right in wet:
            times, tolerance = 60, 0.05
        elif arc.left in wet or arc.right in wet:
            times, tolerance = 5, 0.02
        else:
            times, tolerance = 10, 0.025
        arc.points = thinned(smoothed(arc.corners, times), tolerance)


def contract(arcs: list[Arc], loose: set[Pair], longest: float) -> list[Arc]:
    """Shrink short borders between labels that are not neighbours to a point; returns those that stay too long."""
    moved: dict[Corner, Point] = {}
    left_over = []
    for arc in arcs:
        if arc.pair not in loose:
            continue
        if arc.closed or arc.length() > longest:
            left_over.append(arc)
            continue
        ends = [moved.get(corner) for corner in (arc.corners[0], arc.corners[-1])]
        meeting = next((end for end in ends if end), arc.points[len(arc.points) // 2])
        moved[arc.corners[0]] = moved[arc.corners[-1]] = meeting
        arc.points = [meeting]
    for arc in arcs:
        if len(arc.points) > 1:
            arc.points = pulled(arc.points, moved.get(arc.corners[0]), moved.get(arc.corners[-1]))
    return left_over


def pulled(points: list[Point], first: Point | None, last: Point | None) -> list[Point]:
    """A line whose ends have moved; points that would make it turn back are left out."""
    if first:
        near = math.dist(points[0], first)
        points = [first, *(p for p in points[1:-1] if math.dist(p, points[0]) > near), points[-1]]
    if last:
        near = math.dist(points[-1], last)
        points = [points[0], *(p for p in points[1:-1] if math.dist(p, points[-1]) > near), last]
    return points


def outlines(arcs: list[Arc], label: int) -> list[list[Point]]:
    """The closed lines around a label, the largest first."""
    ways: dict[Corner, tuple[Corner, list[Point]]] = {}
    rings = []
    for arc in arcs:
        if label not in arc.pair:
            continue
        forward = arc.left == label
        points = arc.points if forward else arc.points[::-1]
        corners = arc.corners if forward else arc.corners[::-1]
        if arc.closed:
            rings.append(points[:-1])
        else:
            ways[corners[0]] = (corners[-1], points)
    while ways:
        start, (at, ring) = ways.popitem()
        ring = list(ring)
        while at != start:
            at, points = ways.pop(at)
            ring += points[1:]
        rings.append([p for k, p in enumerate(ring) if p != ring[k - 1]])
    return sorted((ring for ring in rings if len(ring) > 2), key=lambda ring: -abs(ring_area(ring)))


def ring_area(ring: list[Point]) -> float:
    """Signed area of a closed line."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2
