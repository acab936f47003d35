"""Rivers snapped to connected chains of hexsides.

A river is sampled along its real course.  The chain of hexsides is the cheapest walk over the corners of
the grid that keeps pace with the samples: each sample costs the squared distance to the corner it is
matched with, each step along a hexside a little more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from . import hexgrid
from .georef import Array
from .hexgrid import Corner, HexGrid, Side

SAMPLE_STEP = 0.15
STEP_COST = 0.05
REACH = 0.75


@dataclass
class Network:
    """The hexsides that may carry water courses, and the courses drawn so far."""

    grid: HexGrid
    sides: set[Side]
    courses: dict[str, list[Side]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ends = {edge: self.grid.side_corners(edge) for edge in self.sides}
        self.corners = sorted({corner for pair in self.ends.values() for corner in pair})
        self.index = {corner: i for i, corner in enumerate(self.corners)}
        self.points = np.array([self.grid.corner_point(corner) for corner in self.corners])
        self.between = {frozenset(pair): edge for edge, pair in self.ends.items()}

    def links(self) -> NDArray[np.int64]:
        """For each corner the corners one free hexside away, filled up with the corner itself."""
        table = np.repeat(np.arange(len(self.corners))[:, None], 4, axis=1)
        taken = {edge for course in self.courses.values() for edge in course}
        count = [1] * len(self.corners)
        for edge in sorted(self.sides - taken):
            a, b = (self.index[corner] for corner in self.ends[edge])
            for here, there in ((a, b), (b, a)):
                table[here, count[here]] = there
                count[here] += 1
        return table

    def course_corners(self, name: str) -> set[Corner]:
        """The corners a course touches."""
        return {corner for edge in self.courses[name] for corner in self.ends[edge]}

    def mask(self, allowed: Iterable[Corner] | None) -> Array:
        """Zero for the allowed corners, infinite for all others."""
        if allowed is None:
            return np.zeros(len(self.corners))
        cost = np.full(len(self.corners), np.inf)
        cost[[self.index[corner] for corner in allowed if corner in self.index]] = 0.0
        return cost

    def snap(self, line: Array, start: set[Corner] | None, end: set[Corner] | None) -> list[Corner]:
        """The walk over corners that follows a line in sheet units best."""
        samples = self.inside(resample(line))
        emission = ((samples[:, None, :] - self.points[None, :, :]) ** 2).sum(axis=2)
        links = self.links()
        toll = np.full(links.shape, STEP_COST)
        toll[links == np.arange(len(self.corners))[:, None]] = 0.0
        cost = emission[0] + self.mask(start)
        back: list[NDArray[np.int64]] = []
        for row in emission[1:]:
            offers = cost[links] + toll
            choice = offers.argmin(axis=1)
            back.append(links[np.arange(len(links)), choice])
            cost = offers.min(axis=1) + row
        at = int((cost + self.mask(end)).argmin())
        walk = [at]
        for step in reversed(back):
            at = int(step[at])
            walk.append(at)
        return without_loops([self.corners[i] for i in reversed(walk)])

    def inside(self, samples: Array) -> Array:
        """The longest run of samples that lies near usable corners."""
        near = ((samples[:, None, :] - self.points[None, :, :]) ** 2).sum(axis=2).min(axis=1) < REACH**2
        edges = np.flatnonzero(np.diff(np.concatenate([[0], near.astype(int), [0]])))
        spans = edges.reshape(-1, 2)
        first, last = spans[(spans[:, 1] - spans[:, 0]).argmax()]
        return samples[first:last]

    def to_sides(self, walk: list[Corner]) -> list[Side]:
        """The hexsides along a walk."""
        return [self.between[frozenset(pair)] for pair in pairwise(walk)]


def resample(line: Array) -> Array:
    """Points at equal steps along a line."""
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    at = np.linspace(0, along[-1], max(2, int(along[-1] / SAMPLE_STEP) + 1))
    return np.stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])], axis=1)


def without_loops(walk: list[Corner]) -> list[Corner]:
    """A walk without standstill, back-tracks and loops."""
    out: list[Corner] = []
    for corner in walk:
        if corner in out:
            del out[out.index(corner) + 1 :]
        else:
            out.append(corner)
    return out


def trimmed(walk: list[Corner], start: set[Corner] | None, end: set[Corner] | None) -> list[Corner]:
    """A walk cut at the last corner of its start set and the first following corner of its end set."""
    if start:
        walk = walk[max((i for i, c in enumerate(walk) if c in start), default=0) :]
    if end:
        walk = walk[: min((i for i, c in enumerate(walk) if c in end), default=len(walk) - 1) + 1]
    return walk


def joined(pieces: list[Array], source: Array) -> Array:
    """Pieces of one river joined into a line that begins nearest to its source."""
    left = list(pieces)
    line = source[None, :]
    while left:
        gaps = [min(np.hypot(*(p[0] - line[-1])), np.hypot(*(p[-1] - line[-1]))) for p in left]
        piece = left.pop(int(np.argmin(gaps)))
        backward = np.hypot(*(piece[0] - line[-1])) > np.hypot(*(piece[-1] - line[-1]))
        line = np.concatenate([line, piece[::-1] if backward else piece])
    return line[1:]


def between(line: Array, first: Array | None, last: Array | None) -> Array:
    """The part of a line between the points nearest to two given ones."""
    low = 0 if first is None else int(((line - first) ** 2).sum(axis=1).argmin())
    high = len(line) - 1 if last is None else int(((line - last) ** 2).sum(axis=1).argmin())
    return line[low : high + 1]


def chain(grid: HexGrid, sides: list[Side], source: Array) -> list[Side]:
    """Hexsides put in order from the source; fails if they do not form one line."""
    left = set(sides)
    ends = {edge: set(grid.side_corners(edge)) for edge in left}
    count = Counter(corner for pair in ends.values() for corner in pair)
    tips = sorted(corner for corner, n in count.items() if n == 1)
    if len(tips) != 2 or max(count.values()) > 2:
        raise ValueError(f"not one line: {' '.join(hexgrid.side_name(edge) for edge in sides)}")
    at = min(tips, key=lambda tip: float(np.hypot(*(source - grid.corner_point(tip)))))
    ordered: list[Side] = []
    while left:
        edge = next((edge for edge in sorted(left) if at in ends[edge]), None)
        if edge is None:
            raise ValueError(f"broken after {hexgrid.side_name(ordered[-1])}")
        left.remove(edge)
        ordered.append(edge)
        (at,) = ends[edge] - {at}
    return ordered
