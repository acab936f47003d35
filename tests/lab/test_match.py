"""One game between bots: it ends, it repeats, and a bot sees an imagined state only."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import meuse
from meuse import games, players
from meuse.engine import Option
from meuse.lab import BUILT_IN, Accumulator, Source, play, seats
from meuse.players import Level
from tests.lab.kit import EVERY, plans, timeless

LONGEST = {"stonne": 14, "sedan": 15}
"""Scenarios of more than thirteen turns."""


@pytest.mark.parametrize(("game", "scenario"), EVERY)
def test_a_game_between_recruits_ends_in_a_row(game: str, scenario: str) -> None:
    [plan] = plans(1, game, scenario, first=3)
    row = play(plan, BUILT_IN)
    assert row["error"] == ""
    assert row["winner"] in (*meuse.load(game).camps, "")
    assert row["decisions"] > 50
    assert 1 <= row["turns"] <= LONGEST.get(scenario, 13)
    assert row["clauses"][row["clause"]] >= 1


def test_a_seed_repeats_a_game() -> None:
    [plan] = plans(1)
    assert timeless([play(plan, BUILT_IN)]) == timeless([play(plan, BUILT_IN)])


class Spy:
    """A recruit who notes what he was shown."""

    shown: list[Any] = []

    def goes_by(self, game: Any) -> str:
        return ""

    def choose(self, state: Any, side: str, seed: int, notes: Any = None) -> Option:
        self.shown.append(state)
        return players.make("recruit").choose(state, side, seed)


def test_bots_see_no_dice_and_no_past(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Spy, "shown", [])
    monkeypatch.setitem(players.LEVELS, "spy", Level("spy", lambda parameters: Spy()))
    [plan] = plans(1, players="spy,spy")
    row = play(plan, BUILT_IN)
    assert len(Spy.shown) == row["decisions"]
    true = plan.source.load().new(plan.scenario, plan.seed).seed
    assert all(state.seed != true and state.history is None for state in Spy.shown)


@pytest.mark.parametrize(("game", "scenario"), [EVERY[0], EVERY[-1]])
def test_a_recruit_plays_as_if_it_were_shown_something(
    game: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(players.LEVELS, "spy", Level("spy", lambda parameters: Spy()))
    [plan] = plans(1, game, scenario, first=5)
    [shown] = plans(1, game, scenario, first=5, players=",".join("spy" for _ in plan.players))
    assert timeless([play(plan, BUILT_IN)]) == timeless([play(shown, BUILT_IN) | {"players": ",".join(plan.players)}])


def test_a_recruit_is_given_nothing_but_the_options() -> None:
    options = meuse.load("battle_of_france").new("two_players", 1).options
    assert players.decide(players.make("recruit"), SimpleNamespace(options=options), 7, players.Notes()) in options


class Witness(Accumulator):
    """Compares what a bot was shown with how things are."""

    name = "witness"

    def start(self, state: Any) -> None:
        self.guessed = 0

    def before(self, decision: Any, option: Option, state: Any) -> None:
        shown = Spy.shown[-1]
        assert shown.scene(decision.side) == state.scene(decision.side)
        enemy = next(side for side in state.game.sides if side != decision.side)
        self.guessed += shown.scene(enemy).stacks != state.scene(enemy).stacks

    def finish(self, state: Any) -> dict[str, Any]:
        return {"guessed": self.guessed}


def test_bots_see_guesses_where_their_side_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Spy, "shown", [])
    monkeypatch.setitem(players.LEVELS, "spy", Level("spy", lambda parameters: Spy()))
    [plan] = plans(1, players="spy,spy")
    row = play(plan, (*BUILT_IN, Witness))
    assert (row["error"], row["guessed"] > row["decisions"] // 10) == ("", True)


def test_a_fault_of_a_bot_is_told_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(self: Spy, state: Any, side: str, seed: int, notes: Any = None) -> Option:
        raise LookupError("lost the map")

    monkeypatch.setattr(Spy, "choose", stumble)
    monkeypatch.setitem(players.LEVELS, "spy", Level("spy", lambda parameters: Spy()))
    [plan] = plans(1, players="recruit,spy")
    assert play(plan, BUILT_IN)["error"] == "LookupError: lost the map"


def test_bots_share_the_sides_as_people_do_or_by_camp() -> None:
    game = meuse.load("battle_of_france")
    assert seats(game, "two_players", 2) == (("germany",), ("france", "britain"))
    assert seats(game, "two_players", 3) == (("germany",), ("france",), ("britain",))
    assert seats(game, "three_players", 2) == (("germany",), ("france", "britain"))
    with pytest.raises(ValueError, match="4 players for two_players: give 2"):
        seats(game, "two_players", 4)


def test_a_source_gives_the_game_that_everybody_in_the_process_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when all games were read again, as after a change of packs: nothing keeps an older one."""
    name = "battle_of_france"
    Source(name).load()
    monkeypatch.setattr(games, "_loaded", {})
    assert Source(name).load() is games.load(name)
