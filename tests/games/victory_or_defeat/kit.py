"""What the tests of this game share: a position from a few lines, actions one after the other."""

from __future__ import annotations

from pathlib import Path

import meuse
from meuse.games.victory_or_defeat.game import VictoryOrDefeat
from meuse.games.victory_or_defeat.setting import DEAD, GONE, UNPLACED, UNUSED, WAITING, WarSetting
from meuse.games.victory_or_defeat.state import WarState
from tests.games.kit import can, choices, clause, do, refusal

__all__ = [
    "GAME", "MAP", "called", "can", "choices", "clause", "controls", "do", "lay", "pack", "refusal", "steps", "where",
]  # fmt: skip

GAME = meuse.load("victory_or_defeat")
assert isinstance(GAME, VictoryOrDefeat)
MAP: WarSetting = GAME.setting("1940")
"""Map, counters and tables; both scenarios have the same."""

BOXES = {DEAD: "dead", GONE: "off the map", WAITING: "turn track", UNUSED: "unused", UNPLACED: "to be placed"}


def lay(text: str, game: VictoryOrDefeat | None = None) -> WarState:
    """A position; ``scenario = "1940"`` is understood unless the text names one."""
    if "scenario" not in text:
        text = 'scenario = "1940"\n' + text
    state = (game or GAME).position(text + "\n")
    assert isinstance(state, WarState)
    return state


def where(state: WarState, unit: str) -> str:
    """The hex of a unit, or the name of its box."""
    place = state.where[MAP.piece(unit)]
    return state.label(place) if place >= 0 else BOXES[place]


def steps(state: WarState, unit: str) -> int:
    return state.steps[MAP.piece(unit)]


def controls(state: WarState, side: str, label: str) -> bool:
    return bool(state.control[GAME.side(side)] >> MAP.board.place(label) & 1)


def pack(folder: Path, **files: str) -> VictoryOrDefeat:
    """The game with changed data: ``pack(tmp_path, units=...)`` replaces units.toml."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    game = meuse.load("victory_or_defeat", pack=folder)
    assert isinstance(game, VictoryOrDefeat)
    return game


def called(text: str) -> str:
    """A unit's code at the beginning of a text as the name that people read."""
    unit, *rest = text.split(" ")
    face = next((face for face in GAME.faces if face.id == unit), None)
    return " ".join([face.title if face else unit, *rest])
