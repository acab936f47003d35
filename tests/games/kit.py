"""What the tests of all games share: actions one after the other, refusals, choices."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from meuse.engine import Event, Refused, State
from meuse.players import make

clause = pytest.mark.clause
"""Marks a test with the clauses it would fail without: ``@clause("7.3a", "7.3b")``."""


def do(state: State, *actions: str, rolls: Sequence[int] = ()) -> list[Event]:
    """Carry actions out; ``rolls`` are the dice in the order they fall. All of them must be used."""
    state.dice.script(rolls)
    events: list[Event] = []
    for action in actions:
        events += state.apply(action)
    assert not state.script, f"dice left over: {state.script}"
    return events


def refusal(state: State, action: str) -> str:
    """The clause with which an action is refused; the test fails if it is allowed."""
    reason = state.explain(action)
    assert reason is not None, f"{action} is allowed"
    before = state.hash()
    with pytest.raises(Refused) as caught:
        state.apply(action)
    assert caught.value.clause == reason.clause
    assert state.hash() == before
    return reason.clause


def can(state: State, action: str) -> bool:
    """Is the action among the options now?"""
    return state.explain(action) is None


def choices(state: State, verb: str) -> set[str]:
    """The objects of a verb's options now: ``choices(s, "to")`` are the places one can go to."""
    return {option.object for option in state.options if option.verb == verb}


# bots


def term(state: State, name: str, side: int = 0) -> float:
    """What a term of the game's advice is worth in a state to a side."""
    worth: float = state.game.advice().breakdown(state, side)[name]
    return worth


def choice(state: State) -> str:
    """What a captain does."""
    assert state.to_act is not None
    known = state.game.imagine(state, state.game.side(state.to_act), 1)
    return str(make("captain").choose(known, state.to_act, 1))


def listed(state: State) -> list[str]:
    """The options on the captain's shortlist."""
    return [str(option) for option in state.game.advice().shortlist(state)]
