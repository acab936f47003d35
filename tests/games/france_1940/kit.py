"""Boards, charts and small grounds for the tests of this game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import meuse.games
from meuse.board import HexMap
from meuse.board.hexmap import hex_map
from meuse.board.maptables import FamilySheet, HexFamily, Provenance
from meuse.engine.data import DataFolder
from meuse.games.france_1940 import boards
from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.sight import Sight
from meuse.games.france_1940.tables import TerrainCharts

clause = pytest.mark.clause

DATA = DataFolder(Path(meuse.games.__file__).parent / "france_1940" / "data")
CHARTS = DATA.load("terrain.toml", TerrainCharts)
LETTERS = "ABCDEFGH"


@cache
def sheet(letter: str) -> HexMap:
    return boards.board(DATA, letter)


@cache
def ground(letter: str) -> Ground:
    return Ground(sheet(letter), CHARTS)


@cache
def sight(letter: str) -> Sight:
    return Sight(ground(letter))


def small(columns: int, rows: int, terrain: Mapping[str, str], heights: Mapping[str, int]) -> Ground:
    """Open, flat ground of some columns and rows, but for the hexes named; labels have no letter."""
    family = DATA.load("boards.toml", HexFamily)
    grid = family.grid
    lines, places = replace(grid.lines, last=columns), replace(grid.places, even=(1, rows), odd=(1, rows))
    labels = [[f"{column}{row:02}" for row in range(1, rows + 1)] for column in range(1, columns + 1)]
    layers = {
        "terrain": _layer(labels, terrain, "."),
        "height": _layer(labels, {label: str(level) for label, level in heights.items()}, "0"),
    }
    sized = replace(grid, lines=lines, places=places)
    legend = {"height": {str(level): str(level) for level in range(10)}}
    made = FamilySheet("", "Test", layers, [Provenance("terrain", "test")], grid=sized)
    return Ground(hex_map(made.whole(replace(family, legend=legend)), DATA.fault("test")), CHARTS)


def _layer(labels: list[list[str]], letters: Mapping[str, str], usual: str) -> str:
    rows = (" ".join(letters.get(label, usual) for label in line) for line in labels)
    return "\n".join(f"{number} {row}" for number, row in enumerate(rows, 1))


def sees(view: Sight, here: str, there: str, black: int = 0) -> bool:
    """Asked both ways, and of the reasons too."""
    place = view.ground.board.place
    a, b = place(here), place(there)
    seen = bool(view.seen_through(a, black) >> b & 1)
    assert seen == bool(view.seen_through(b, black) >> a & 1)
    assert seen == (view.why(a, b, black) is None) == (view.why(b, a, black) is None)
    return seen


def why(view: Sight, here: str, there: str, black: int = 0) -> tuple[str, set[str]]:
    """The clause that closes a line, and the hexes that do."""
    board = view.ground.board
    hidden = view.why(board.place(here), board.place(there), black)
    assert hidden is not None and hidden.says and "{" not in hidden.says
    return hidden.clause, {board.labels[h] for h in hidden.by}
