"""Lines of sight from first principles: hexes as polygons, lines as segments, all in exact fractions.

Nothing here is shared with the game but the numbering of hexes. A hex of column c and row r has its middle at (3c, 2r),
or (3c, 2r + 1) where the column is odd, x to the right and y down; its corners lie at (2, 0), (1, 1) and so on from
there. That is the printed hexagon, stretched, which changes nothing about what meets what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

Hex = tuple[int, int]
Point = tuple[int, int]

RING: tuple[Point, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def centre(hexa: Hex) -> Point:
    column, row = hexa
    return 3 * column, 2 * row + column % 2


def hex_at(point: Point) -> Hex:
    """The hex whose middle lies at a point."""
    column, odd = point[0] // 3, point[0] // 3 % 2
    return column, (point[1] - odd) // 2


def stretch(end: Point, middle: Point) -> tuple[Fraction, Fraction, bool] | None:
    """From where to where the way from (0, 0) to a point lies in a hexagon, and whether only on its rim."""
    first, last = Fraction(0), Fraction(1)
    rim = False
    for (ax, ay), (bx, by) in zip(RING, RING[1:] + RING[:1], strict=True):
        ux, uy, vx, vy = middle[0] + ax, middle[1] + ay, bx - ax, by - ay
        start = vx * (0 - uy) - vy * (0 - ux)  # positive on the inner side
        change = vx * end[1] - vy * end[0]
        if change == 0:
            if start < 0:
                return None
            rim |= start == 0
        elif change > 0:
            first = max(first, Fraction(-start, change))
        else:
            last = min(last, Fraction(-start, change))
    return (first, last, rim) if first < last else None


@cache
def geometry(end: Point) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """The hexagons on the way from (0, 0) to a middle, in order; those it runs between together, and marked."""
    found: dict[Fraction, list[tuple[Point, bool]]] = {}
    low_x, high_x = sorted((0, end[0]))
    low_y, high_y = sorted((0, end[1]))
    for x in range(low_x - 3, high_x + 4, 3):
        for y in range(low_y - 2, high_y + 3):
            if (y - x) % 2 == 0 and (meets := stretch(end, (x, y))):
                found.setdefault(meets[0], []).append(((x, y), meets[2]))
    return tuple(
        (tuple(middle for middle, _ in entries), any(rim for _, rim in entries)) for _, entries in sorted(found.items())
    )


class Land:
    """Levels and terrain by hex; ``high`` hides, ``low`` counts toward three."""

    def __init__(self, level: Mapping[Hex, int], high: set[Hex], low: set[Hex]) -> None:
        self.level, self.high, self.low = level, high, low

    def sees(self, here: Hex, there: Hex) -> bool:
        if here == there:
            return True
        if self.level[here] < self.level[there]:
            here, there = there, here
        stations = list(self.stations(here, there))
        if self.level[here] == self.level[there]:
            return self.flat(stations[1:-1], self.level[here])
        return self.slope(stations)

    def stations(self, here: Hex, there: Hex) -> Iterator[list[Hex | None]]:
        """What the line meets: one hex or two on either side; None where the board has no hex."""
        (ax, ay), (bx, by) = centre(here), centre(there)
        for middles, rim in geometry((bx - ax, by - ay)):
            hexes = [hex_at((ax + x, ay + y)) for x, y in middles]
            assert len(hexes) == (2 if rim else 1)
            yield [hexa if hexa in self.level else None for hexa in hexes]

    def flat(self, between: list[list[Hex | None]], level: int) -> bool:
        weights = [min(self.weight(hexa, level) for hexa in station) for station in between]
        return 3 not in weights and weights.count(1) < 3

    def weight(self, hexa: Hex | None, level: int) -> int:
        """What stands in the way of a flat line: 3 blocks, three of 1 block."""
        if hexa is None or self.level[hexa] < level:
            return 0
        return 3 if self.level[hexa] > level or hexa in self.high else int(hexa in self.low)

    def slope(self, stations: list[list[Hex | None]]) -> bool:
        """From the higher end down: 6.2.2 word by word."""
        (top,), (target,) = stations[0], stations[-1]
        assert top is not None and target is not None
        height = self.level[top]
        if not any(self.falls(top, beside) for beside in stations[1]):
            return False
        (ax, ay), (bx, by) = centre(top), centre(target)
        across = abs(bx - ax) // 3
        distance = across + max(0, (abs(by - ay) - across) // 2)
        steep = height - self.level[target] >= distance
        for n in range(1, len(stations) - 1):
            station = stations[n]
            if any(hexa is None for hexa in station):
                continue
            inside = [hexa for hexa in station if hexa is not None]
            blocking = [self.blocks(hexa, height, steep, stations[n - 1], stations[n + 1]) for hexa in inside]
            hiding = [self.hides(hexa, steep, stations[n - 1], stations[n + 1]) for hexa in inside]
            if all(blocking):
                return False
            if n == len(stations) - 2 and all(a or b for a, b in zip(blocking, hiding, strict=True)):
                return False
        return True

    def falls(self, hexa: Hex, beside: Hex | None) -> bool:
        return beside is not None and self.level[beside] < self.level[hexa]

    def crest(self, hexa: Hex, *sides: list[Hex | None]) -> bool:
        return any(all(self.falls(hexa, beside) for beside in side) for side in sides)

    def blocks(self, hexa: Hex, height: int, steep: bool, *sides: list[Hex | None]) -> bool:
        wooded_crest = not steep and hexa in self.high and self.crest(hexa, *sides)
        return self.level[hexa] >= height or wooded_crest

    def hides(self, hexa: Hex, steep: bool, *sides: list[Hex | None]) -> bool:
        return not steep and (hexa in self.high or self.crest(hexa, *sides))
