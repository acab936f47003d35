"""Sheets laid in rows: every second one turned or not, roads that must meet, and what cannot lie together."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from meuse.board import HexMap, Tile, tile_maps
from meuse.board.hexmap import hex_map
from meuse.board.maptables import HexFile

GRID = {
    "shape": "flat", "label": "{board}{line}{place}", "shifted": "odd", "source": "test",
    "lines": {"first": 1, "last": 5, "runs": "right"},
    "places": {"even": [1, 4], "odd": [1, 4], "runs": "down"},
}  # fmt: skip


def sheet(board: str, *edges: str, last: int = 5) -> HexMap:
    """A bare sheet with roads from its middle over some edges."""
    ways = {"left": ["32", "22", "12"], "right": ["32", "42", "52"], "up": ["32", "31"], "down": ["32", "33", "34"]}
    grid: dict[str, Any] = GRID | {"board": board, "lines": {"first": 1, "last": last, "runs": "right"}}
    paths = [
        {"name": edge, "kind": "road", "hexes": [board + h for h in ways[edge]], "leaves": edge, "source": "test"}
        for edge in edges
    ]
    rows = "\n".join(f"{line} . . . ." for line in range(1, last + 1))
    file = {"grid": grid, "terrain": {".": "clear"}, "layers": {"terrain": rows}, "path": paths, "provenance": []}
    made = msgspec.convert(file | {"kinds": {"path": {"road": []}}}, HexFile)
    return hex_map(made, lambda place, problem: ValueError(f"{place}: {problem}"))


def test_a_single_sheet_is_itself() -> None:
    one = sheet("A")
    assert tile_maps([[Tile(one)]]) is one


@pytest.mark.parametrize("turns", [(False, False), (False, True), (True, False), (True, True)])
def test_two_sheets_side_by_side(turns: tuple[bool, bool]) -> None:
    """Nothing overlaps, and the road goes on."""
    edges = [("left",) if turned else ("right",) for turned in turns], [("right",) if t else ("left",) for t in turns]
    one, two = sheet("A", *edges[0][0]), sheet("B", *edges[1][1])
    made = tile_maps([[Tile(one, turns[0]), Tile(two, turns[1])]])
    assert len(made.board.hexes) == 40 and len(made.roads("road")) == 5
    assert not any(path.enters or path.leaves for path in made.file.path)


@pytest.mark.parametrize(("turned", "size"), [(False, 40), (True, 37)])
def test_two_sheets_one_above_the_other(turned: bool, size: int) -> None:
    """Turned against each other they share every second hex of the common edge."""
    made = tile_maps([[Tile(sheet("A", "down"))], [Tile(sheet("B", "down" if turned else "up"), turned)]])
    board = made.board
    assert len(board.hexes) == size
    shared = [label for label, h in board.numbers.items() if board.labels[h] != label]
    assert shared == (["B14", "B34", "B54"] if turned else [])
    assert board.place("A34") == board.place("B34") or board.around[board.place("A34")] >> board.place("B31") & 1


@pytest.mark.parametrize("turned", [False, True])
def test_a_road_that_ends_at_another_sheet_is_refused(turned: bool) -> None:
    with pytest.raises(ValueError, match="the roads of these sheets do not meet"):
        tile_maps([[Tile(sheet("A", "right")), Tile(sheet("B", "left" if turned else "right"), turned)]])
    outward = tile_maps([[Tile(sheet("A")), Tile(sheet("B", "left" if turned else "right"), turned)]])
    assert [path.leaves for path in outward.file.path] == ["right"]


def test_sheets_of_two_sizes_and_rows_of_two_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="must have one size"):
        tile_maps([[Tile(sheet("A")), Tile(sheet("B", last=4))]])
    with pytest.raises(ValueError, match="rows one length"):
        tile_maps([[Tile(sheet("A")), Tile(sheet("B"))], [Tile(sheet("C"))]])
