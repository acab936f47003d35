"""What the tests of this game share: a position from a few lines, actions one after the other."""

from __future__ import annotations

from pathlib import Path

import meuse
from meuse.games.fall_of_france.game import FallOfFrance
from meuse.games.fall_of_france.position import FallReader
from meuse.games.fall_of_france.setting import (
    ALOFT,
    DAMAGED,
    DEAD,
    GERMAN,
    GONE,
    READY,
    SPARE,
    UNPLACED,
    UNUSED,
    WAITING,
    FallSetting,
)
from meuse.games.fall_of_france.state import IDLE, FallState, listed
from meuse.games.fall_of_france.supply import is_supplied
from tests.games.kit import can, choices, clause, do, refusal

__all__ = [
    "GAME", "MAP", "begin", "cadred", "can", "choices", "clause", "controls", "disrupted", "do", "lay", "mission",
    "moving", "pack", "refusal", "supplied", "where",
]  # fmt: skip

GAME = meuse.load("fall_of_france")
assert isinstance(GAME, FallOfFrance)
MAP: FallSetting = GAME.setting("historical")
"""Map, counters and tables; both scenarios have the same."""

BOXES = {
    DEAD: "dead", GONE: "gone", WAITING: "waiting", UNUSED: "unused", UNPLACED: "unplaced", READY: "ready",
    DAMAGED: "damaged", ALOFT: "aloft", SPARE: "spare",
}  # fmt: skip


def lay(text: str, game: FallOfFrance | None = None) -> FallState:
    """A position; ``scenario = "historical"`` is understood unless the text names one."""
    if "scenario" not in text:
        text = 'scenario = "historical"\n' + text
    state = (game or GAME).position(text + "\n")
    assert isinstance(state, FallState)
    return state


def moving(text: str, mover: str = "german", mech_ops: bool = False) -> FallState:
    """A position in which a side is about to move: air units have their missions and landings are over."""
    step = f'{{ step = "open_movement", mover = "{mover}", mech_ops = {str(mech_ops).lower()} }}'
    return lay(f"stack = [{step}]\n{text}")


def begin(scenario: str = "historical", seed: int = 0, **options: str) -> FallState:
    """A new match."""
    state = GAME.new(scenario, seed, options)
    assert isinstance(state, FallState)
    return state


def where(state: FallState, unit: str) -> str:
    """The hex of a unit, or the name of its box."""
    place = state.where[MAP.piece(unit)]
    return state.label(place) if place >= 0 else BOXES[place]


def disrupted(state: FallState) -> set[str]:
    """The disrupted units."""
    return {state.piece_name(piece) for piece in listed(state.disrupted)}


def cadred(state: FallState) -> set[str]:
    """The units that are cadres."""
    return {state.piece_name(piece) for piece in listed(state.cadred)}


def supplied(state: FallState, unit: str) -> bool:
    return is_supplied(state, MAP.piece(unit))


def controls(state: FallState, side: str, label: str) -> bool:
    """Does a side control a hex? All land that Germany does not control counts as Allied here."""
    return bool(state.taken >> MAP.board.place(label) & 1) == (GAME.side(side) == GERMAN)


def mission(state: FallState, unit: str) -> str:
    """The hex or corner where an air unit flies; empty if it flies no mission."""
    place = state.missions[MAP.piece(unit) - MAP.first_air]
    return "" if place == IDLE else FallReader.sky_label(MAP, place)


def pack(folder: Path, **files: str) -> FallOfFrance:
    """The game with changed data: ``pack(tmp_path, units=...)`` replaces units.toml."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    game = meuse.load("fall_of_france", pack=folder)
    assert isinstance(game, FallOfFrance)
    return game
