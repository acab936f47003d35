"""Sheets of one size laid edge to edge in rows and columns, each as printed or turned by half.

On a sheet of whole hexes every second line lies half a hex lower. So a sheet turned by half overlaps the one above or
below it in every second line, where both have the same hex; and of two sheets side by side that are turned alike, one
lies half a hex lower. Roads that leave the middle of each edge meet all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from meuse.board.grid import Laid
from meuse.board.hexmap import OPPOSITE, HexMap, LaidMap, join_maps


class Tile(NamedTuple):
    """A sheet, as printed or turned by half."""

    map: HexMap
    turned: bool = False


Rows = Sequence[Sequence[Tile]]


def tile_maps(rows: Rows, title: str = "") -> HexMap:
    """Sheets in rows from the top, each row from the left, as one map; a ``ValueError`` where they cannot lie so.

    Every path that leaves a sheet toward another must go on there.
    """
    first = rows[0][0].map.grid
    if (first.shape, first.lines_run, first.places_run) != ("flat", "right", "down"):
        raise ValueError("only sheets of flat hexes whose columns run right and rows down can be laid in rows")
    sizes = {_size(tile) for row in rows for tile in row}
    if len(sizes) > 1 or len({len(row) for row in rows}) > 1:
        raise ValueError("sheets laid in rows must have one size, and rows one length")
    if len(rows) == len(rows[0]) == 1 and not rows[0][0].turned:
        return rows[0][0].map
    loose = _outer_ends(rows)
    for tops in product(*[(0,), *([(0, -1)] * (len(rows[0]) - 1))]):
        made = join_maps(list(_laid(rows, tops)), title, overlap=True)
        if sum(bool(path.enters) + bool(path.leaves) for path in made.file.path) == loose:
            return made
    raise ValueError("the roads of these sheets do not meet; turn one of them")


def _size(tile: Tile) -> tuple[int, int, int]:
    grid = tile.map.grid
    return len(grid.lines()), len(grid.places(1)), len(grid.places(2))


def _outer_ends(rows: Rows) -> int:
    """How many paths leave the whole over its edges."""
    count = 0
    for i, row in enumerate(rows):
        for j, tile in enumerate(row):
            edges = {"up": i == 0, "down": i == len(rows) - 1, "left": j == 0, "right": j == len(row) - 1}
            ends = Counter(edge for path in tile.map.file.path for edge in (path.enters, path.leaves) if edge)
            count += sum(n for edge, n in ends.items() if edges[OPPOSITE[edge] if tile.turned else edge])
    return count


def _laid(rows: Rows, tops: Sequence[int]) -> Iterator[LaidMap]:
    """All sheets with their places on the table; each column of sheets begins at its top place."""
    width = len(rows[0][0].map.grid.lines())
    for j, top in enumerate(tops):
        place, ends = top, dict[int, int]()
        for row in rows:
            tile = row[j]
            spans = _spans(Laid(tile.map.grid, j * width, place, tile.turned))
            if ends and any(spans[line][0] > ends[line] + 1 for line in spans):
                place -= 1
                spans = _spans(Laid(tile.map.grid, j * width, place, tile.turned))
            ends = {line: last for line, (_, last) in spans.items()}
            yield LaidMap(tile.map, j * width, place, tile.turned)
            place += _size(tile)[1]


def _spans(laid: Laid) -> dict[int, tuple[int, int]]:
    """The first and the last place of a sheet in each line of the table."""
    shift = laid.shift()
    found: dict[int, tuple[int, int]] = {}
    for q, r in (shift.cell(cell) for cell in laid.grid.cells()):
        low, high = found.get(r, (q, q))
        found[r] = min(low, q), max(high, q)
    return found
