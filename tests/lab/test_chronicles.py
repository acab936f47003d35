"""What games tell statisticians: losses, objectives and fights, and what history says of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import meuse
from meuse.engine import Event
from meuse.engine.chronicle import Chronicle
from meuse.lab.accumulators import Losses, Objectives, Points
from tests.engine.coin import coin_game
from tests.lab.kit import EVERY


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_history_speaks_of_camps_and_objectives_that_exist(name: str, scenario: str) -> None:
    game = meuse.load(name)
    chronicle = game.chronicle(scenario)
    objectives = {objective.id for objective in chronicle.objectives}
    assert {objective.camp for objective in chronicle.objectives} <= set(game.camps)
    if chronicle.history is not None:
        assert set(chronicle.history.objective) in (objectives, set()), "all or none: single houses have no history"
        assert chronicle.history.winner in (None, "", *game.camps)


@pytest.mark.parametrize(
    ("name", "scenario", "camp"),
    [
        ("victory_or_defeat", "1939", "allied"),
        ("victory_or_defeat", "1940", "german"),
        ("battle_of_france", "two_players", "germany"),
        ("battle_of_france", "three_players", "germany"),
    ],
)
def test_points_are_wanted_by_the_camp_that_attacks(name: str, scenario: str, camp: str) -> None:
    assert meuse.load(name).chronicle(scenario).striver == camp


def test_history_is_what_the_rulebook_says() -> None:
    history = meuse.load("victory_or_defeat").chronicle("1940").history
    assert history is not None
    assert (history.points, history.winner) == (5, "")
    scored = ("neutrals", "dyle_breda", "brittany", "mediterranean", "paris", "maginot")
    assert sum(history.objective[name].fell for name in scored) == history.points
    assert meuse.load("victory_or_defeat").chronicle("1939").history is None


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_only_known_sides_objectives_and_places_are_told(name: str, scenario: str) -> None:
    game = meuse.load(name)
    seen: Counter[str] = Counter()
    for seed in range(4):
        state, random = game.new(scenario, seed), Random(seed)
        chronicle = game.chronicle(scenario)
        chronicle.begin(state)
        objectives = {objective.id for objective in chronicle.objectives}
        while state.outcome is None:
            events = state.apply(random.choice(state.options))
            for side, amount in chronicle.losses(events, state):
                assert side in game.sides
                assert amount > 0
                seen["losses"] += amount
            assert set(chronicle.fallen(events, state)) <= objectives
            for place in chronicle.fights(events, state):
                assert place in state.setting.board.numbers
                seen["fights"] += 1
        assert chronicle.turn(state) >= 1
        assert set(game.camps) >= {state.result.winner} - {None}
    assert seen["losses"] > 5
    assert seen["fights"] > 5


def test_every_step_of_an_eliminated_corps_is_lost() -> None:
    game = meuse.load("victory_or_defeat")
    text = """
    scenario = "1940"
    phase = "german combat"
    turn = 5
    countries = { belgium = 1 }
    [units]
    2931 = ["G.19:4"]
    2930 = ["F.X:1"]
    """
    state = game.position(text)
    chronicle = game.chronicle("1940")
    chronicle.begin(state)
    lost: Counter[str] = Counter()
    state.dice.script([1])
    for action in ("attack 2930", "commit G.19", "fight"):
        if state.explain(action) is None:
            for side, amount in chronicle.losses(state.apply(action), state):
                lost[side] += amount
    assert lost == {"allied": 1}


def test_a_game_without_a_chronicle_of_its_own_has_no_points() -> None:
    game = coin_game()
    chronicle = game.chronicle("plain")
    assert type(chronicle) is Chronicle
    assert (chronicle.striver, chronicle.measure, chronicle.history) == ("odd", "", None)
    assert chronicle.points(game.new("plain", 1)) is None


def test_sides_win_by_camps() -> None:
    game = meuse.load("battle_of_france")
    assert game.camps == {"germany": ("germany",), "allies": ("france", "britain")}
    assert [game.camp_of(side) for side in game.sides] == ["germany", "allies", "allies"]
    assert coin_game().camps == {"odd": ("odd",), "even": ("even",)}


def test_what_an_action_brings_belongs_to_the_turn_it_was_taken_in() -> None:
    """The last action of a turn may begin the next one: what is lost at the end of a turn is not lost in the next."""

    class Counted(Chronicle):
        def turn(self, state: Any) -> int:
            return int(state.turn)

        def losses(self, events: Any, state: Any) -> Any:
            return [("german", 2)]

        def fallen(self, events: Any, state: Any) -> Any:
            return ["paris"]

        def points(self, state: Any) -> int:
            return 5

    game = meuse.load("victory_or_defeat")
    watching = [Losses(), Objectives(), Points()]
    for one in watching:
        one.start(game.new("1940", 1))
        one.chronicle = Counted(game, "1940")
        one.before(None, None, SimpleNamespace(turn=7))  # type: ignore[arg-type]
        one.step(None, None, [Event(())], SimpleNamespace(turn=8))  # type: ignore[arg-type]
    losses, objectives, points = watching
    assert losses.finish(None)["losses"]["german"] == [0] * 6 + [2]
    assert objectives.finish(None) == {"objectives": {"paris": 7}}
    assert points.finish(None) == {"points_by_turn": [5] * 7}
