"""Lines in sheet units: sides joined end to end, edges of groups, the tremble of the hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

Point = tuple[float, float]
Key = tuple[int, int]
Edge = tuple[Key, Key]
Segment = tuple[Point, Point]
Corner = TypeVar("Corner", bound=Point)


def corner_key(point: Point) -> Key:
    """A corner as whole numbers, so that corners of neighbours compare equal."""
    return round(point[0] * 1000), round(point[1] * 1000)


def corner_point(corner: Key) -> Point:
    """The sheet position of a corner."""
    return corner[0] / 1000, corner[1] / 1000


def noise(*parts: object) -> float:
    """A fixed number between -1 and 1 for the given parts."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**31 - 1


def middle(a: Point, b: Point) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def sides(ring: Sequence[Corner]) -> list[tuple[Corner, Corner]]:
    """The sides of a closed line, in its direction."""
    return [*pairwise(ring), (ring[-1], ring[0])]


def undirected(side: tuple[Corner, Corner]) -> tuple[Corner, Corner]:
    """A side with its ends in a fixed order."""
    return (side[0], side[1]) if side[0] < side[1] else (side[1], side[0])


def chains(edges: Iterable[Edge]) -> list[list[Point]]:
    """Edges joined end to end into lines as long as possible; closed lines repeat their first corner."""
    links: dict[Key, list[Key]] = {}
    for a, b in sorted({undirected(edge) for edge in edges}):
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    lines = []
    for start in sorted(links, key=lambda corner: (len(links[corner]) % 2 == 0, corner)):
        while links[start]:
            line = [start]
            while links[line[-1]]:
                there = links[line[-1]].pop(0)
                links[there].remove(line[-1])
                line.append(there)
            lines.append([corner_point(corner) for corner in line])
    return lines


def joined(parts: Iterable[Segment]) -> list[list[Point]]:
    """Segments joined as ``chains`` joins edges."""
    return chains((corner_key(a), corner_key(b)) for a, b in parts)


def boundary(cells: Iterable[list[Key]]) -> list[list[Point]]:
    """The edges that belong to one cell only, joined into closed lines."""
    edges = {edge for corners in cells for edge in sides(corners)}
    following = {a: b for a, b in sorted(edges) if (b, a) not in edges}
    rings = []
    while following:
        first, there = following.popitem()
        ring = [first]
        while there != first:
            ring.append(there)
            there = following.pop(there)
        rings.append([corner_point(corner) for corner in ring])
    return rings


def wavering(points: Sequence[Point], amount: float) -> list[Point]:
    """A line with extra points and a slight fixed tremble, as drawn by hand; its corners stay."""
    out = [points[0]]
    for a, b in pairwise(points):
        low, high = undirected((a, b))
        between = []
        for part in (1 / 3, 2 / 3):
            sway = amount * noise(corner_key(low), corner_key(high), part)
            du, dv = high[0] - low[0], high[1] - low[1]
            between.append((low[0] + part * du - sway * dv, low[1] + part * dv + sway * du))
        out += [*(between if a < b else reversed(between)), b]
    return out


def softened(ring: Sequence[Point], amount: float) -> list[Point]:
    """A closed line with a slight fixed tremble between its corners."""
    return wavering([*ring, ring[0]], amount)[:-1]


def bent(ring: Sequence[Point], steps: int = 4) -> list[Point]:
    """The points of a closed line whose corners are rounded as ``Drawing.rounded_ring`` rounds them."""
    middles = [middle(a, b) for a, b in sides(ring)]
    out = []
    for n, (corner, end) in enumerate(zip(ring, middles, strict=True)):
        start = middles[n - 1]
        for k in range(steps):
            t = k / steps
            parts = ((1 - t) ** 2, 2 * t * (1 - t), t**2)
            ends = (start, corner, end)
            out.append(
                (
                    sum(w * p[0] for w, p in zip(parts, ends, strict=True)),
                    sum(w * p[1] for w, p in zip(parts, ends, strict=True)),
                )
            )
    return out


def within(point: Point, rings: Iterable[Sequence[Point]]) -> bool:
    """Whether a point lies inside closed lines (even-odd)."""
    x, y = point
    crossings = 0
    for ring in rings:
        for (ax, ay), (bx, by) in sides(ring):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


def scattered(rings: Sequence[Sequence[Point]], step: float, clear: float) -> Iterator[Point]:
    """Spots spread over closed lines with fixed irregularity, clear of their edges."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    for i in range(int((max(ys) - min(ys)) / step) + 1):
        for j in range(int((max(xs) - min(xs)) / step) + 1):
            x = min(xs) + (j + 0.5 * (i % 2) + 0.3 * noise(i, j, "x")) * step
            y = min(ys) + (i + 0.3 * noise(i, j, "y")) * step
            around = ((x, y), (x - clear, y), (x + clear, y), (x, y - clear), (x, y + clear))
            if all(within(spot, rings) for spot in around):
                yield x, y
