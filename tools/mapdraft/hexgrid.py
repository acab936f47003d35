"""The hex grid of the map: names, sheet positions, neighbours, corners and hexsides.

Sheet units: u to the right, v up, one unit is one hex across flats.  Hexes are pointy-topped, rows run
upwards, odd rows lie half a hex further right.  Corners are named by whole numbers (2u, 2*sqrt(3)*v), so
that the corners of neighbouring hexes compare equal.
"""

from __future__ import annotations

import math

Corner = tuple[int, int]
Side = tuple[str, str]

ROW_STEP = math.sqrt(3) / 2
FIRST_ROW, LAST_ROW = 10, 42
CORNER_STEPS = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))


def columns(row: int) -> range:
    """The column numbers of a row."""
    return range(19, 45) if row % 2 == 0 else range(18, 44)


def label(row: int, column: int) -> str:
    """The printed name of a hex."""
    return f"{row:02}{column:02}"


def parts(name: str) -> tuple[int, int]:
    """Row and column of a hex name."""
    return int(name[:2]), int(name[2:])


def centre(name: str) -> tuple[float, float]:
    """Sheet position of the middle of a hex."""
    row, column = parts(name)
    return column + (0.5 if row % 2 else 0.0), row * ROW_STEP


def neighbours(name: str) -> list[str]:
    """The hexes around a hex that are on the map."""
    row, column = parts(name)
    low = column if row % 2 else column - 1
    around = [(row, column - 1), (row, column + 1)]
    around += [(r, c) for r in (row - 1, row + 1) for c in (low, low + 1)]
    return [label(r, c) for r, c in around if FIRST_ROW <= r <= LAST_ROW and c in columns(r)]


def all_hexes() -> list[str]:
    """Every hex of the map, the bottom row first."""
    return [label(row, c) for row in range(FIRST_ROW, LAST_ROW + 1) for c in columns(row)]


def corners(name: str) -> list[Corner]:
    """The six corners of a hex, counter-clockwise."""
    row, column = parts(name)
    x, y = 2 * column + row % 2, 3 * row
    return [(x + dx, y + dy) for dx, dy in CORNER_STEPS]


def corner_point(corner: Corner) -> tuple[float, float]:
    """Sheet position of a corner."""
    return corner[0] / 2, corner[1] / (2 * math.sqrt(3))


def side(a: str, b: str) -> Side:
    """The hexside between two neighbours, in a fixed order of the two names."""
    return (a, b) if a < b else (b, a)


def side_name(edge: Side) -> str:
    """A hexside as written in the map file."""
    return f"{edge[0]}/{edge[1]}"


def parse_side(text: str) -> Side:
    """A hexside from its written form."""
    a, b = text.split("/")
    if b not in neighbours(a):
        raise ValueError(f"{text}: the two hexes are not neighbours")
    return side(a, b)


def side_corners(edge: Side) -> tuple[Corner, Corner]:
    """The two ends of a hexside."""
    ends = sorted(set(corners(edge[0])) & set(corners(edge[1])))
    return ends[0], ends[1]


def all_sides() -> list[Side]:
    """Every hexside between two hexes of the map."""
    return sorted({side(a, b) for a in all_hexes() for b in neighbours(a)})


def distance(a: str, b: str) -> int:
    """Distance between two hexes in hexes."""
    (ua, va), (ub, vb) = centre(a), centre(b)
    rows = abs(round((va - vb) / ROW_STEP))
    return rows + max(0, round(abs(ua - ub) - rows / 2))
