"""What the tests of this game share: a position from a few lines, actions one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import meuse
from meuse.engine import Event, Refused
from meuse.games.victory_or_defeat.game import VictoryOrDefeat
from meuse.games.victory_or_defeat.state import WarState

clause = pytest.mark.clause
"""Marks a test with the clauses it would fail without: ``@clause("7.3a", "7.3b")``."""

GAME = meuse.load("victory_or_defeat")
assert isinstance(GAME, VictoryOrDefeat)


def lay(text: str, game: VictoryOrDefeat | None = None) -> WarState:
    """A position; ``scenario = "1940"`` is understood unless the text names one."""
    if "scenario" not in text:
        text = 'scenario = "1940"\n' + text
    state = (game or GAME).position(text + "\n")
    assert isinstance(state, WarState)
    return state


def do(state: WarState, *actions: str, rolls: Sequence[int] = ()) -> list[Event]:
    """Carry actions out; ``rolls`` are the dice in the order they fall. All of them must be used."""
    state.dice.script(rolls)
    events: list[Event] = []
    for action in actions:
        events += state.apply(action)
    assert not state.script, f"dice left over: {state.script}"
    return events


def refusal(state: WarState, action: str) -> str:
    """The clause with which an action is refused; the test fails if it is allowed."""
    reason = state.explain(action)
    assert reason is not None, f"{action} is allowed"
    before = state.hash()
    with pytest.raises(Refused) as caught:
        state.apply(action)
    assert caught.value.clause == reason.clause
    assert state.hash() == before
    return reason.clause


def can(state: WarState, action: str) -> bool:
    """Is the action among the options now?"""
    return state.explain(action) is None


def choices(state: WarState, verb: str) -> set[str]:
    """The objects of a verb's options now: ``choices(s, "to")`` are the hexes one can go to."""
    return {option.object for option in state.options if option.verb == verb}


def where(state: WarState, unit: str) -> str:
    """The hex of a unit, or the name of its box."""
    from meuse.games.victory_or_defeat.components import BOXES

    place = state.where[GAME.piece(unit)]
    return state.label(place) if place >= 0 else BOXES[place]


def steps(state: WarState, unit: str) -> int:
    return state.steps[GAME.piece(unit)]


def controls(state: WarState, side: str, label: str) -> bool:
    return bool(state.control[GAME.side(side)] >> GAME.board.hex(label) & 1)


def pack(folder: Path, **files: str) -> VictoryOrDefeat:
    """The game with changed data: ``pack(tmp_path, units=...)`` replaces units.toml."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    game = meuse.load("victory_or_defeat", pack=folder)
    assert isinstance(game, VictoryOrDefeat)
    return game
