"""What the tests of this game share: a position from a few lines, actions one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import meuse
from meuse.board.sets import listed
from meuse.engine import Event
from meuse.engine.promises import check_bars
from meuse.games.mansteins_war.game import MansteinsWar
from meuse.games.mansteins_war.setting import (
    AVAILABLE,
    DEAD,
    EVACUATED,
    FLYING,
    GERMAN,
    GONE,
    SPARE,
    UNPLACED,
    UNUSED,
    UTILIZED,
    WAITING,
    MansteinSetting,
)
from meuse.games.mansteins_war.state import MansteinState
from tests.games import kit
from tests.games.kit import can, choices, clause, refusal

__all__ = [
    "GAME", "MAP", "active", "begin", "bins", "can", "choices", "clause", "controls", "do", "hexes", "lay", "pack",
    "refusal", "steps", "units", "where",
]  # fmt: skip

GAME = meuse.load("mansteins_war")
assert isinstance(GAME, MansteinsWar)
MAP: MansteinSetting = GAME.setting("campaign")
"""Map, counters and tables."""

BOXES = {
    DEAD: "dead", GONE: "gone", WAITING: "waiting", UNUSED: "unused", UNPLACED: "unplaced", AVAILABLE: "available",
    UTILIZED: "utilized", FLYING: "flying", EVACUATED: "evacuated", SPARE: "spare",
}  # fmt: skip


def lay(text: str, game: MansteinsWar | None = None) -> MansteinState:
    """A position; ``scenario = "campaign"`` is understood unless the text names one."""
    if "scenario" not in text:
        text = 'scenario = "campaign"\n' + text
    state = (game or GAME).position(text + "\n")
    assert isinstance(state, MansteinState)
    return state


def do(state: MansteinState, *actions: str, rolls: Sequence[int] = ()) -> list[Event]:
    """Carry actions out; what is offered before and after them is just what no bar closes."""
    agree(state)
    events = kit.do(state, *actions, rolls=rolls)
    agree(state)
    return events


def agree(state: MansteinState) -> None:
    if state.outcome is None:
        check_bars(state.game, state)


def begin(*actions: str, seed: int = 0, **options: str) -> MansteinState:
    """A new match after some actions."""
    state = GAME.new("campaign", seed, options)
    assert isinstance(state, MansteinState)
    do(state, *actions)
    return state


def where(state: MansteinState, unit: str) -> str:
    """The hex of a unit, or the name of its box."""
    place = state.where[MAP.piece(unit)]
    return state.label(place) if place >= 0 else BOXES[place]


def steps(state: MansteinState, unit: str) -> int:
    return state.steps[MAP.piece(unit)]


def units(state: MansteinState, pieces: int) -> set[str]:
    """The names of a set of pieces."""
    return {state.piece_name(piece) for piece in listed(pieces)}


def active(state: MansteinState) -> set[str]:
    """The activated ground units on the map."""
    return units(state, state.active & state.standing)


def bins(state: MansteinState, markers: int | None = None) -> set[str]:
    """The markers in both bins, or those of another set."""
    return {MAP.markers[number].id for number in listed(state.bin if markers is None else markers)}


def hexes(mask: int) -> set[str]:
    return set(MAP.board.names(mask))


def controls(state: MansteinState, side: str, label: str) -> bool:
    """Has a side entered a hex last? All land that Germany does not control counts as Allied here."""
    return bool(state.taken >> MAP.board.place(label) & 1) == (GAME.side(side) == GERMAN)


def pack(folder: Path, **files: str) -> MansteinsWar:
    """The game with changed data: ``pack(tmp_path, units=...)`` replaces units.toml."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    game = meuse.load("mansteins_war", pack=folder)
    assert isinstance(game, MansteinsWar)
    return game
