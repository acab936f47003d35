"""The hex grid of a map: names, sheet positions, neighbours, corners and hexsides.

Sheet units: u to the right, v up, one unit is one hex across flats.  The lines of the grid are rows of hexes that
stand on a point, or columns of hexes that lie flat, as the ``[grid]`` table of the map file says.  Corners are named by
whole numbers, twice the way along a line and 2 * sqrt(3) times the way across, so that the corners of neighbours
compare equal.
"""

from __future__ import annotations

import math
from typing import Any

Corner = tuple[int, int]
Side = tuple[str, str]
Point = tuple[float, float]

LINE_STEP = math.sqrt(3) / 2
CORNER_STEPS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
BACKWARD = ("left", "down")


class HexGrid:
    """The hexes of one sheet."""

    def __init__(self, table: dict[str, Any]) -> None:
        lines, places = table["lines"], table["places"]
        self.first, self.last = lines["first"], lines["last"]
        self.ranges = (places["even"], places["odd"])
        self.shifted = ("even", "odd").index(table["shifted"])
        self.across = -1 if lines["runs"] in BACKWARD else 1
        self.along = -1 if places["runs"] in BACKWARD else 1
        self.flat = table["shape"] == "flat"

    def columns(self, line: int) -> range:
        """The place numbers of a line."""
        first, last = self.ranges[line % 2]
        return range(first, last + 1)

    def label(self, line: int, place: int) -> str:
        """The printed name of a hex."""
        return f"{line:02}{place:02}"

    def parts(self, name: str) -> tuple[int, int]:
        """Line and place of a hex name."""
        return int(name[:2]), int(name[2:])

    def halves(self, name: str) -> Corner:
        """Where the middle of a hex lies, in the whole numbers of corners."""
        line, place = self.parts(name)
        return self.along * (2 * place + (line % 2 == self.shifted)), self.across * 3 * line

    def centre(self, name: str) -> Point:
        """Sheet position of the middle of a hex."""
        x, y = self.halves(name)
        return self.placed(x / 2, y / 3 * LINE_STEP)

    def placed(self, along: float, across: float) -> Point:
        """A sheet position, given along and across the lines."""
        return (across, along) if self.flat else (along, across)

    def neighbours(self, name: str) -> list[str]:
        """The hexes around a hex that are on the map."""
        line, place = self.parts(name)
        low = place if line % 2 == self.shifted else place - 1
        around = [(line, place - 1), (line, place + 1)]
        around += [(r, c) for r in (line - 1, line + 1) for c in (low, low + 1)]
        return [self.label(r, c) for r, c in around if self.first <= r <= self.last and c in self.columns(r)]

    def all_hexes(self) -> list[str]:
        """Every hex of the map, by its number."""
        return [self.label(line, c) for line in range(self.first, self.last + 1) for c in self.columns(line)]

    def rows(self) -> list[int]:
        """The lines as they lie on the table: the top one first."""
        lines = list(range(self.first, self.last + 1))
        return lines[::-1] if self.across > 0 and not self.flat else lines

    def corners(self, name: str) -> list[Corner]:
        """The six corners of a hex, going round it."""
        x, y = self.halves(name)
        return [(x + dx, y + dy) for dx, dy in CORNER_STEPS]

    def corner_point(self, corner: Corner) -> Point:
        """Sheet position of a corner."""
        return self.placed(corner[0] / 2, corner[1] / (2 * math.sqrt(3)))

    def parse_side(self, text: str) -> Side:
        """A hexside from its written form."""
        a, b = text.split("/")
        if b not in self.neighbours(a):
            raise ValueError(f"{text}: the two hexes are not neighbours")
        return side(a, b)

    def side_corners(self, edge: Side) -> tuple[Corner, Corner]:
        """The two ends of a hexside."""
        ends = sorted(set(self.corners(edge[0])) & set(self.corners(edge[1])))
        return ends[0], ends[1]

    def all_sides(self) -> list[Side]:
        """Every hexside between two hexes of the map."""
        return sorted({side(a, b) for a in self.all_hexes() for b in self.neighbours(a)})

    def distance(self, a: str, b: str) -> int:
        """Distance between two hexes in hexes."""
        (xa, ya), (xb, yb) = self.halves(a), self.halves(b)
        rows = abs(ya - yb) // 3
        return rows + max(0, (abs(xa - xb) - rows) // 2)


def side(a: str, b: str) -> Side:
    """The hexside between two neighbours, in a fixed order of the two names."""
    return (a, b) if a < b else (b, a)


def side_name(edge: Side) -> str:
    """A hexside as written in the map file."""
    return f"{edge[0]}/{edge[1]}"
