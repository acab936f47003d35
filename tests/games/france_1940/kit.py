"""Boards, charts and small grounds for the tests of this game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec.structs import replace

import meuse.games
from meuse.board import HexMap
from meuse.board.hexmap import hex_map
from meuse.board.maptables import FamilySheet, HexFamily, Provenance
from meuse.board.sets import listed, members
from meuse.engine import Event
from meuse.engine.data import DataFolder
from meuse.engine.events import Rolled
from meuse.games.france_1940 import boards, make
from meuse.games.france_1940.game import France1940
from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.setting import DEAD, EXITED, GONE, OFF, RESERVE, UNPLACED
from meuse.games.france_1940.sight import Sight
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.tables import TerrainCharts
from tests.games.kit import can, choices, clause, do, refusal

__all__ = ["can", "choices", "clause", "do", "refusal"]

BOXES = {DEAD: "dead", GONE: "gone", OFF: "off", RESERVE: "reserve", UNPLACED: "unplaced", EXITED: "exited"}

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


# matches


GAME = make()


def lay(text: str, scenario: str = "stonne", game: France1940 = GAME) -> FranceState:
    """A position of a scenario; pieces that are not named take no part."""
    if scenario in OWNED and game is GAME:
        game.own_setting(OWNED[scenario])  # a game keeps only the last ones
    head = "" if "scenario =" in text else f'scenario = "{scenario}"\n'
    state = game.position(head + text + "\n")
    assert isinstance(state, FranceState)
    return state


def begin(scenario: str, *actions: str, seed: int = 0) -> FranceState:
    """A new match after some actions."""
    state = GAME.new(scenario, seed)
    assert isinstance(state, FranceState)
    do(state, *actions)
    return state


OWNED: dict[str, str] = {}
"""The scenarios that tests have made, by name."""
OWN = """
title = "Own"
players = [["german"], ["allied"]]
day = "1940-05-12"
turns = 3
first = "german"
edge = { german = "north", allied = "south" }
"""
ENDING = """
[victory.count.hill]
kind = "control"
side = "german"
hexes = ["A510"]
says = "the hill"
[[victory.grade]]
winner = "german"
level = "win"
needs = { hill = 1 }
says = "the hill is German"
[[victory.grade]]
winner = "allied"
level = "win"
says = "the hill is not German"
"""


def own(text: str, head: str = 'boards = [["A"]]') -> str:
    """The name of a scenario made of some lines on board A; ``head`` stands before all tables."""
    boards_given = "" if "boards" in head else 'boards = [["A"]]\n'
    return owned(f"{OWN}{boards_given}{head}\n{text}\n{ENDING}")


def owned(text: str) -> str:
    """The name of a scenario of one's own; ``lay`` makes it again if the game has forgotten it."""
    name: str = GAME.own_setting(text).name
    OWNED[name] = text
    return name


def force(nation: str, units: str, officer: str = "infantry", quality: str = "") -> str:
    """A formation that enters in turn 1: ``force("german", "G.rifle 4, G.mg34")``; loose units have no officer."""
    counted = ((name, many or "1") for name, _, many in (entry.strip().partition(" ") for entry in units.split(",")))
    listing = ", ".join(f'"{name}" = {many}' for name, many in counted)
    lines = [f'nation = "{nation}"', f"units = {{ {listing} }}"]
    lines += [f'{key} = "{value}"' for key, value in (("officer", officer), ("quality", quality)) if value]
    return "\n".join(("[[force]]", *lines, "enters = 1", ""))


def stand(units: str, scenario: str, side: str, more: str = "") -> FranceState:
    """Units in hexes, ``"A810 F1.rifle-1 F.Moreau; A807 G1.rifle-1:2"``; a side is about to activate somebody."""
    rows = [row.split() for row in units.split(";")]
    placed = "\n".join(f'"{hexa}" = {list(pieces)}'.replace("'", '"') for hexa, *pieces in rows)
    return lay(f'phase = "{side} activation"\ninitiative = "{side}"\n{more}\n[units]\n{placed}\n', scenario)


def where(state: FranceState, unit: str) -> str:
    """The hex of a unit, or the name of its box."""
    place = state.where[state.setting.piece(unit)]
    return state.label(place) if place >= 0 else BOXES[place]


def names(state: FranceState, pieces: int) -> set[str]:
    """The names of a set of pieces."""
    return {state.piece_name(piece) for piece in listed(pieces)}


def mask_of(state: FranceState, *units: str) -> int:
    return members(state.setting.piece(unit) for unit in units)


def rolls_of(events: list[Event], word: str = "") -> list[int]:
    """What was rolled for purposes with a word in them."""
    return [event.value for event in events if isinstance(event, Rolled) and word in event.purpose]
