"""The general tries things out in its mind, within what it may spend on a turn."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
import pytest

import meuse
from meuse.players import Notes, general, make
from meuse.players.general import General, Mind
from tests.engine.coin import CoinState, coin_game


def coin(heads: int, actions: int = 0) -> CoinState:
    state: CoinState = coin_game().new("plain", 0)
    state.heads = heads
    state.actions = actions
    return state


def test_a_game_is_won_where_it_can_be() -> None:
    assert str(make("general:2000").choose(coin(2), "odd", 1)) == "toss"
    assert str(make("general:2000").choose(coin(2, actions=1), "even", 1)) != "toss"


@pytest.mark.parametrize(
    ("name", "scenario", "budget"),
    [
        ("victory_or_defeat", "1940", 16_000),
        ("battle_of_france", "two_players", 4_000),
        ("fall_of_france", "historical", 8_000),
    ],
)
def test_a_turn_takes_no_more_than_is_allowed(name: str, scenario: str, budget: int) -> None:
    """The last thing begun is brought to its end."""
    game: Any = meuse.load(name)
    state = game.new(scenario, 3)
    bot, notes, most = General(budget, clock=False), [Notes() for _ in game.sides], 0.0
    longest = 0.0
    while state.outcome is None and state.actions < 150:
        side = game.side(state.to_act)
        state.apply(bot.choose(game.imagine(state, side, state.actions), state.to_act, state.actions, notes[side]))
        most = max(most, notes[side].spent)
        longest = max(longest, notes[side].cost)
    assert general.POSTURE_SHARE * budget / 2 < most < budget + general.FEWEST * general.WIDTH * longest


def test_the_clock_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a millisecond whenever the general looks at it, on every machine."""
    monkeypatch.setattr(general, "process_time", count(0, 0.001).__next__)
    game: Any = meuse.load("battle_of_france")
    state, notes, bot = game.new("two_players", 3), Notes(), make("general:0.12s")
    first = game.advice().player_turn(state)
    while game.advice().player_turn(state) == first:
        known = game.imagine(state, game.side(state.to_act), 1)
        state.apply(bot.choose(known, state.to_act, state.actions, notes))
    assert 0.08 < notes.spent < 0.22


def test_a_posture_is_kept_for_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is chosen once, and again for the next turn; here the last one tried is always liked best."""
    monkeypatch.setattr(Mind, "best", lambda mind, trials, *more: len(trials) - 1)
    game: Any = meuse.load("battle_of_france")
    state, advice, notes, seen = game.new("two_players", 5), game.advice(), Notes(), {}
    bot = make("general:100000")
    while state.round < 5 and state.outcome is None:
        turn, known = advice.player_turn(state), game.imagine(state, game.side(state.to_act), 1)
        if turn.main and turn.side == 0 and state.to_act == game.sides[0]:
            state.apply(bot.choose(known, state.to_act, state.actions, notes))
            assert notes.turn == repr(turn.key)
            seen.setdefault(turn.key, set()).add(notes.posture)
        else:
            state.apply(advice.shortlist(state)[0])
    assert len(seen) >= 2 and all(len(postures) == 1 for postures in seen.values())
    assert len(set.union(*seen.values())) >= 2 and "" not in set.union(*seen.values())


class Overheard:
    """Advice that keeps a list of who asked for its shortlist, and in which round."""

    def __init__(self, advice: Any, asked: set[tuple[str, str, int]]) -> None:
        self._advice, self._asked = advice, asked

    def __getattr__(self, name: str) -> Any:
        return getattr(self._advice, name)

    def remembering(self) -> Overheard:
        return Overheard(self._advice.remembering(), self._asked)

    def shortlist(self, state: Any) -> Any:
        self._asked.add((state.to_act, self._advice.name, state.round))
        return self._advice.shortlist(state)


def test_each_side_is_imagined_by_the_advice_it_follows() -> None:
    """A side keeps its posture until its next turn; the others go by the plain advice, in its turn as in theirs."""
    game: Any = meuse.load("battle_of_france")
    asked: set[tuple[str, str, int]] = set()
    mind: Any = Mind(game.imagine(game.new("two_players", 5), 0, 1), 0, 7, clock=False)
    own: Any = Overheard(next(advice for advice in mind.postures if advice.name == "storm"), asked)
    mind.advice, mind.judge = Overheard(mind.advice, asked), Overheard(mind.judge, asked)
    mind.play_on(own, None, 0)
    assert {name for side, name, _ in asked if side == "germany"} == {"storm"}
    assert {name for side, name, _ in asked if side != "germany"} == {""}
    asked.clear()
    mind.play_on(own, None, 0, to_the_end=True)
    assert {name for side, name, when in asked if side == "germany" and when > 2} == {mind.judge.name} != {"storm"}
    assert {name for side, name, _ in asked if side != "germany"} == {""}


def test_a_posture_is_kept_in_the_enemys_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = meuse.load("battle_of_france")
    state, advice = game.new("two_players", 3), game.advice()
    found: list[str] = []
    monkeypatch.setattr("meuse.players.captain.best", lambda own, now, *more: found.append(own.name) or now.options[0])
    while advice.player_turn(state).side == 0 or state.to_act != "germany":
        state.apply(advice.shortlist(state)[0])
    for notes in (Notes("a turn", "storm"), Notes("a turn", ""), Notes()):
        make("general:300").choose(game.imagine(state, 0, 1), "germany", 1, notes)
    assert found == ["storm", "", "factories"]


def test_the_last_decision_has_no_more_than_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    until: list[float] = []
    monkeypatch.setattr(Mind, "best", lambda mind, trials, end, *more: until.append(end) or 0)
    game: Any = meuse.load("battle_of_france")
    state, advice = game.new("two_players", 3), game.advice()
    while not advice.player_turn(state).main or len(advice.shortlist(state)) == 1:
        state.apply(advice.shortlist(state)[0])
    side, turn = game.side(state.to_act), advice.player_turn(state)
    for decisions in (1, 4):
        notes = Notes(repr(turn.key), "", 400.0, decisions, 1.0)
        make("general:1000").choose(game.imagine(state, side, 1), state.to_act, 1, notes)
    assert until == [600.0, 300.0]


def test_notes_travel() -> None:
    notes = Notes("turn", "paris", 1.5, 7, 0.25)
    assert msgspec.json.decode(msgspec.json.encode(notes), type=Notes) == notes


def test_playing_on_changes_nothing_and_is_repeatable() -> None:
    game: Any = meuse.load("battle_of_france")
    state = game.imagine(game.new("two_players", 5), 0, 1)
    before = state.hash()
    values = []
    for _ in range(2):
        mind = Mind(state, game.side(state.to_act), 7, clock=False)
        values.append([mind.play_on(mind.advice, None, number) for number in range(3)])
    assert state.hash() == before and values[0] == values[1] and len(set(values[0])) > 1


def test_a_posture_is_judged_by_how_the_match_ends() -> None:
    game: Any = meuse.load("battle_of_france")
    mind = Mind(game.imagine(game.new("two_players", 5), 0, 1), 0, 7, clock=False)
    ends = {mind.play_on(mind.judge, None, number, to_the_end=True) - mind._now for number in range(3)}
    assert ends <= {mind.judge.stake, -mind.judge.stake, 0.0}
    mind.play_on(mind.judge, None, 0)
    turn = mind.cost
    mind.play_on(mind.judge, None, 0, to_the_end=True)
    assert mind.cost > turn


def test_no_posture_is_left_for_want_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where matches cannot be played to their end often enough, the usual posture is kept and no other tried."""
    asked: list[int] = []
    monkeypatch.setattr(Mind, "best", lambda mind, trials, *more: asked.append(len(trials)) or 0)
    game: Any = meuse.load("battle_of_france")
    state = game.new("two_players", 3)
    while game.advice().player_turn(state).side != 0 or not game.advice().player_turn(state).main:
        state.apply(game.advice().shortlist(state)[0])
    notes = Notes()
    make("general:300").choose(game.imagine(state, 0, 1), state.to_act, 1, notes)
    assert asked[0] == 1 and notes.posture == "factories"


def trials(mind: Mind, *values: float, wobble: float = 0.3) -> tuple[list[Any], list[int]]:
    """Things that turn out to be worth about so much, and how often each was tried."""
    calls = [0 for _ in values]

    def trial(which: int) -> Any:
        def tried(number: int) -> float:
            calls[which] += 1
            mind._actions += 1
            return values[which] + wobble * ((number * 7 + which) % 3)

        return tried

    return [trial(which) for which in range(len(values))], calls


def test_what_is_clearly_worse_is_given_up() -> None:
    mind = Mind(coin(0), 0, 1, clock=False)
    tried, calls = trials(mind, 4.9, 1.0, 5.4)
    assert mind.best(tried, until=40, lead=[0.0] * 3, trust=0.0) == 2
    assert calls[1] == general.FEWEST < calls[2]


def test_nothing_is_given_up_before_it_was_tried_often_enough() -> None:
    mind = Mind(coin(0), 0, 1, clock=False)
    tried, calls = trials(mind, 4.9, 1.0, 5.4)
    mind.best(tried, 40, [0.0] * 3, 0.0, general.STEADY, general.SOUND)
    assert calls[1] == general.SOUND < calls[2]


def test_the_favourite_stays_where_chance_may_have_made_the_difference() -> None:
    mind = Mind(coin(0), 0, 1, clock=False)
    tried, _ = trials(mind, 5.0, 5.1, wobble=4.0)
    assert mind.best(tried, until=0, lead=[0.0, 0.0], trust=0.0) == 0
    tried, _ = trials(mind, 5.0, 25.0, wobble=4.0)
    assert mind.best(tried, until=0, lead=[0.0, 0.0], trust=0.0) == 1


@pytest.mark.parametrize(("lead", "chosen"), [(0.0, 1), (-1.0, 1), (-20.0, 0)])
def test_what_was_thought_before_counts_like_so_many_trials(lead: float, chosen: int) -> None:
    mind = Mind(coin(0), 0, 1, clock=False)
    tried, _ = trials(mind, 5.0, 9.0)
    assert mind.best(tried, until=0, lead=[0.0, lead], trust=6.0) == chosen


def test_a_match_is_worth_its_stake_but_a_roll_is_luck() -> None:
    """Who had luck with the last roll has only what it was rolled for; who stands beside the Ruhr has won."""
    game: Any = meuse.load("victory_or_defeat")
    text = 'scenario = "1939"\nphase = "{}"\nturn = 7\nunits = {}\ncontrol = {{ allied = ["1634"] }}\n'
    before = game.position(text.format("german combat", '{ "2437" = ["g.5"] }'))
    mind, values = Mind(before, 1, 1, clock=False), []
    for roll in (1, 2):
        after = before.clone()
        after.script = (roll,)
        after.apply("done")
        assert after.result.winner == game.sides[2 - roll]
        values.append(mind._value(after))
    assert values[0] == values[1] == pytest.approx(mind._now)
    before = game.position(text.format("allied movement", '{ "2437" = ["g.5"], "3038" = ["f.15"] }'))
    mind, after = Mind(before, 1, 1, clock=False), before.clone()
    after.script = (4,)
    for action in ("move f.15", "roll", "to 3139"):
        after.apply(action)
    assert mind._value(after) == mind._now + mind.judge.stake
    assert Mind(before, 0, 1, clock=False)._value(after) == Mind(before, 0, 1, clock=False)._now - mind.judge.stake


def test_if_all_are_alike_the_first_is_taken() -> None:
    mind = Mind(coin(0), 0, 1, clock=False)
    assert mind.best([lambda number: 1.0] * 2, until=0, lead=[0.0, 0.0], trust=0.0) == 0
