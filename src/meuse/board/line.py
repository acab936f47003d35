"""The straight line between two centres: which hexes it passes and which hexsides it crosses, in whole numbers."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from meuse.board.grid import STEPS, Cell

CORNERS: tuple[Cell, ...] = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
"""The corners of the cell (0, 0) in thirds of a cell: each lies between the direction of its number and the next."""


Step = tuple[Cell, Cell]


class Line(NamedTuple):
    """What a straight line from centre to centre passes, in order; what is not on the board is left out."""

    parts: tuple[tuple[int, ...], ...]
    """Each is one hex that the line passes through, or the two hexes beside a hexside that it runs along.

    The ends come first and last. A hex that the line only touches at a corner is none of its hexes.
    """
    crossed: tuple[tuple[int, int], ...]
    """The hexsides that the line crosses, as (hex left, hex entered)."""

    def between(self) -> tuple[tuple[int, ...], ...]:
        """The parts without the two ends."""
        return self.parts[1:-1]

    def along(self) -> tuple[tuple[int, int], ...]:
        """The hexsides that the line runs along."""
        return tuple((part[0], part[1]) for part in self.parts if len(part) == 2)


@lru_cache(maxsize=20_000)
def cells_between(dq: int, dr: int) -> tuple[tuple[tuple[Cell, ...], ...], tuple[Step, ...]]:
    """The parts of the line from the cell (0, 0) to another, and the steps from cell to cell across a side."""
    if (dq, dr) < (0, 0):
        return _turned(*cells_between(-dq, -dr))
    here = (0, 0)
    parts: list[tuple[Cell, ...]] = [(here,)]
    crossed: list[Step] = []
    corners = [dq * y - dr * x for x, y in CORNERS]
    while here != (dq, dr):
        k, veer = _way_out(here, dq, dr, corners)
        right, left = ((here[0] + q, here[1] + r) for q, r in (STEPS[k], STEPS[(k + 1) % 6]))
        if veer:
            there = right if veer > 0 else left
            crossed.append((here, there))
        else:
            parts.append((right, left))
            there = (here[0] + CORNERS[k][0], here[1] + CORNERS[k][1])
        parts.append((there,))
        here = there
    return tuple(parts), tuple(crossed)


def _turned(
    parts: tuple[tuple[Cell, ...], ...], crossed: tuple[Step, ...]
) -> tuple[tuple[tuple[Cell, ...], ...], tuple[Step, ...]]:
    """The same line turned by half round the cell (0, 0)."""
    turned = tuple([tuple([(-q, -r) for q, r in part]) for part in parts])
    return turned, tuple([((-q, -r), (-u, -v)) for (q, r), (u, v) in crossed])


def _way_out(cell: Cell, dq: int, dr: int, corners: list[int]) -> tuple[int, int]:
    """Where a line from (0, 0) leaves a cell: k and where it goes on, to the right (1), left (-1) or straight (0).

    It leaves by side k into the cell behind it (1), or by corner k between the cells of sides k and k + 1.
    ``corners``: to which side of the line the corners of the cell (0, 0) lie, to the right those with negative numbers.
    """
    lies = 3 * (dr * cell[0] - dq * cell[1])  # a corner here lies to the right if its number is less than that
    before = corners[-1]
    for k, corner in enumerate(corners):
        if before < lies:
            if lies < corner:
                return k, 1
            if lies == corner and lies < corners[(k + 1) % 6]:
                return k, (corner > 0) - (corner < 0)
        before = corner
    raise AssertionError("a line that does not leave a cell")
