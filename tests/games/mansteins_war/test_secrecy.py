"""What the other side cannot know: the plan kept, what is in the bin, rolled arrivals."""

from __future__ import annotations

from random import Random

import pytest

from meuse.board.sets import listed
from meuse.engine import Event
from meuse.engine.promises import check_secrecy
from meuse.games.mansteins_war.events import Binned, PlanKept
from meuse.games.mansteins_war.state import MansteinState

from .kit import GAME, MAP, begin, bins, clause, do, lay

OUT = 'out = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'


def guesses(s: MansteinState, side: int, tries: int = 60) -> list[set[str]]:
    """The enemy's bins that a side imagines."""
    return [
        bins(state, state.bin & MAP.markers_on[1 - side]) for state in (GAME.imagine(s, side, n) for n in range(tries))
    ]


def seen(events: list[Event], s: MansteinState, side: int) -> list[Event]:
    return [event for event in (GAME.redact(event, s, side) for event in events) if event is not None]


@clause("5.0a", "21.1l")
def test_nobody_else_knows_the_plan() -> None:
    s = begin()
    events = do(s, "keep PlanR")
    assert [type(event) for event in seen(events, s, 1)] == [PlanKept]
    assert seen(events, s, 0) == []
    kept = {next(iter(bins(g, MAP.plans[1] & ~g.out))) for g in (GAME.imagine(s, 0, n) for n in range(40))}
    assert kept == {"PlanD", "PlanE", "PlanR"}
    own = {next(iter(bins(g, MAP.plans[1] & ~g.out))) for g in (GAME.imagine(s, 1, n) for n in range(10))}
    assert own == {"PlanR"}


@clause("5.0a", "4.1c")
def test_nobody_else_knows_what_went_into_the_bin() -> None:
    s = lay('phase = "command markers"\nturn = 3\n' + OUT)
    events = do(s, "add Rommel")
    assert any(isinstance(event, Binned) for event in seen(events, s, 0))
    assert not any(isinstance(event, Binned) for event in seen(events, s, 1))
    specials = {frozenset(guess & bins(s, MAP.special)) for guess in guesses(s, 1)}
    assert specials == {frozenset()} | {frozenset({name}) for name in ("Guderian", "Hoth", "Rommel", "Luftwaffe")}
    assert {frozenset(guess) for guess in guesses(s, 0)} == {frozenset({"1AG", "2AG", "3AG", "Belgium", "Netherlands"})}


@clause("5.4b", "5.0a")
def test_a_bin_that_was_found_empty_is_known_to_be_empty() -> None:
    moment = 'stack = [{ step = "impulse", mover = "german" }, { step = "extend" }]\nturn = 3\nbin = ["2AG"]\n' + OUT
    assert any(guesses(lay(moment), 1))
    assert not any(guesses(lay(moment + 'passed = ["german"]'), 1))


@clause("20.2f")
def test_evac_that_was_not_discarded_is_in_the_bin() -> None:
    moment = 'stack = [{ step = "impulse", mover = "allied" }, { step = "extend" }]\nturn = 3\nbin = ["2AG", "Evac"]\n'
    s = lay(moment + OUT + 'evac_turn = 3\nunits = { 0835 = ["G.19"] }')
    assert all("Evac" in guess for guess in guesses(s, 0))


@clause("5.0a")
def test_the_roll_for_a_marker_is_seen_by_its_owner_alone() -> None:
    s = begin("keep PlanD", "ready", "keep OKH", "ready")
    do(s, "decline")
    events: list[Event] = []
    while s.turn == 1:
        events += s.apply((s.offered("done") or s.options)[0])
    rolls = [[event.purpose for event in seen(events, s, side) if event.sort == "dice"] for side in (0, 1)]
    assert set(rolls[0]) == {"German command marker"} and set(rolls[1]) == {"Allied command marker"}


@clause("28.3a")
def test_rolled_arrivals_are_secret() -> None:
    s = begin("keep PlanD", "ready", "keep OKH", "ready", variable_reinforcements="yes")
    waiting = [piece for piece in listed(MAP.pieces_on[1]) if s.due[piece]]
    imagined = {tuple(GAME.imagine(s, 0, n).due[piece] for piece in waiting) for n in range(20)}
    assert len(imagined) > 10
    assert {tuple(GAME.imagine(s, 1, n).due[piece] for piece in waiting) for n in range(5)} == {
        tuple(s.due[piece] for piece in waiting)
    }


@pytest.mark.parametrize("seed", range(3))
def test_what_is_imagined_looks_the_same(seed: int) -> None:
    random = Random(seed)
    s = GAME.new("campaign", seed, {"extra_markers": "yes", "variable_reinforcements": "yes"})
    while s.outcome is None:
        s.apply(random.choice(s.options))
        if random.random() < 0.2:
            check_secrecy(GAME, s, random)
