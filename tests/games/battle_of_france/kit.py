"""What the tests of this game share: a position from a few lines, actions one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import meuse
from meuse.engine import Event, Refused
from meuse.games.battle_of_france.game import BattleOfFrance
from meuse.games.battle_of_france.state import BattleState

clause = pytest.mark.clause
"""Marks a test with the clauses it would fail without: ``@clause("land.4", "land.5")``."""

GAME = meuse.load("battle_of_france")
assert isinstance(GAME, BattleOfFrance)


def lay(text: str, game: BattleOfFrance | None = None) -> BattleState:
    """A position; three players and Germany's turn are understood unless the text says otherwise."""
    if "scenario" not in text:
        text = 'scenario = "three_players"\n' + text
    if "phase" not in text:
        text = 'phase = "turn"\n' + text
    state = (game or GAME).position(text + "\n")
    assert isinstance(state, BattleState)
    return state


def do(state: BattleState, *actions: str, rolls: Sequence[int] = ()) -> list[Event]:
    """Carry actions out; ``rolls`` are the dice in the order they fall. All of them must be used."""
    state.dice.script(rolls)
    events: list[Event] = []
    for action in actions:
        events += state.apply(action)
    assert not state.script, f"dice left over: {state.script}"
    return events


def refusal(state: BattleState, action: str) -> str:
    """The clause with which an action is refused; the test fails if it is allowed."""
    reason = state.explain(action)
    assert reason is not None, f"{action} is allowed"
    before = state.hash()
    with pytest.raises(Refused) as caught:
        state.apply(action)
    assert caught.value.clause == reason.clause
    assert state.hash() == before
    return reason.clause


def can(state: BattleState, action: str) -> bool:
    """Is the action among the options now?"""
    return state.explain(action) is None


def choices(state: BattleState, verb: str) -> set[str]:
    """The objects of a verb's options now."""
    return {option.object for option in state.options if option.verb == verb}


def at(state: BattleState, area: str) -> list[str]:
    """The classes of the units in an area, sorted; cargo shows in its ship's name."""
    return sorted(state.name(piece) for piece in state.at(GAME.board.place(area)))


def holder(state: BattleState, area: str) -> str:
    """The power that controls an area."""
    return GAME.sides[state.controller(GAME.board.place(area))]
