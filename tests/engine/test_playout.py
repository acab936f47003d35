"""Random play: it ends, it repeats, and every promise that is broken on purpose is noticed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import meuse
from meuse.engine import Event, Game, Record, Refusal, Refused, playout, promises
from meuse.engine.playout import Played, RandomGame, play, vary
from meuse.engine.scene import Alarm, Chance, Fight, Goal, Line, Lit
from meuse.lab.pool import play_many
from tests.engine.coin import MOST, coin_game


@pytest.fixture(scope="module")
def game() -> Game:
    return meuse.load("victory_or_defeat")


@pytest.mark.parametrize("scenario", ["1939", "1940"])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_without_a_fault(game: Game, scenario: str, seed: int) -> None:
    played = play(game, RandomGame(scenario, seed, vary(game, seed)), share=0.05)
    assert played.error == ""
    assert played.decisions > 50
    assert played.turns >= 1
    assert ": " in played.result


def test_a_seed_repeats_a_game_with_and_without_checks(game: Game) -> None:
    plan = RandomGame("1940", 11)
    assert play(game, plan, check=False) == play(game, plan, share=0.02) == play(game, plan, check=False)


def test_options_are_drawn_by_the_seed(game: Game) -> None:
    assert vary(game, 3) == vary(game, 3)
    drawn = {tuple(sorted(vary(game, seed).items())) for seed in range(20)}
    assert len(drawn) == 20
    for seed in range(20):
        game.ledger.settle(vary(game, seed))


def test_the_record_of_a_game_is_kept_and_verifies(game: Game, tmp_path: Path) -> None:
    played = play(game, RandomGame("1939", 5), check=False, keep=tmp_path)
    text = (tmp_path / "victory_or_defeat-1939-5.meuse").read_text(encoding="utf-8")
    state, complaints = Record.read(text).verify(game)
    assert complaints == []
    assert state.actions == played.decisions


def test_many_games_in_one_process(game: Game) -> None:
    plans = [RandomGame("1939", seed) for seed in range(3)]
    assert list(play_many(lambda: game, iter(plans), 1)) == [play(game, plan) for plan in plans]


def test_many_games_in_several_processes(game: Game) -> None:
    plans = [RandomGame("1939", seed) for seed in range(4)]
    load: Callable[[], Game] = partial(meuse.load, "victory_or_defeat")
    found = sorted(play_many(load, iter(plans), 2, check=False), key=lambda one: one.seed)
    assert found == [play(game, plan, check=False) for plan in plans]


# what goes wrong is named, with the action after which it did


class Broken:
    """A game with one part replaced."""

    def __init__(self, game: Game, **parts: Any) -> None:
        self._game = game
        self.__dict__.update(parts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def broken(game: Game, **parts: Any) -> Played:
    return play(Broken(game, **parts), RandomGame("1939", 1), share=1.0)  # type: ignore[arg-type]


def test_a_broken_invariant_is_reported_with_its_action(game: Game) -> None:
    played = broken(game, faults=lambda state: ["two and two are five"] if state.actions == 7 else [])
    assert played.decisions == 7
    assert "two and two are five" in played.error
    assert played.result == "unfinished"


def test_a_leaking_scene_is_reported(game: Game) -> None:
    other = game.new("1940", 3)
    played = broken(game, imagine=lambda state, side, seed: other)
    assert "shows what is hidden" in played.error


def test_a_bad_round_trip_is_reported(game: Game) -> None:
    other = game.new("1940", 3)
    assert "read back from JSON" in broken(game, restore=lambda dump: other).error


def test_a_position_that_is_another_moment_is_reported(game: Game) -> None:
    other = game.new("1940", 3)
    assert "the position read back is another one" in broken(game, position=lambda text: other).error


def test_an_exception_is_reported_with_its_name(game: Game) -> None:
    def explode(state: Any) -> list[str]:
        raise ZeroDivisionError("by zero")

    assert broken(game, faults=explode).error == "ZeroDivisionError: by zero"


def test_an_event_citing_an_unknown_clause_is_reported(game: Game) -> None:
    clauses = {name: clause for name, clause in game.ledger.clauses.items() if not name.startswith("3.")}
    ledger = Broken(game.ledger, clauses=clauses)  # type: ignore[arg-type]
    assert "cites the unknown clause '3." in broken(game, ledger=ledger).error


def test_words_that_fail_are_reported(game: Game) -> None:
    silent = Event(("3.0a",))
    assert "there is no sentence for" in broken(game, redact=lambda event, state, side: silent).error


class Fake:
    """A state with as much as a check looks at."""

    def __init__(self, game: Game, scenario: str = "1939", **parts: Any) -> None:
        self._state = game.new(scenario, 1)
        self.__dict__.update(parts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def clone(self) -> Fake:
        return self


def raising(error: Exception) -> Callable[..., Any]:
    def apply(option: Any) -> Any:
        raise error

    return apply


def test_an_option_that_cannot_be_carried_out_is_a_fault(game: Game) -> None:
    state = Fake(game, apply=raising(KeyError("x")))
    with pytest.raises(promises.Fault, match="is offered but fails: KeyError"):
        promises.check_options(state, Random(1))


def test_an_option_that_is_explained_away_is_a_fault(game: Game) -> None:
    state = Fake(game, explain=lambda option: Refusal("no", "3.0a"))
    with pytest.raises(promises.Fault, match="explained away"):
        promises.check_options(state, Random(1))


def test_an_option_offered_twice_is_a_fault(game: Game) -> None:
    options = game.new("1939", 1).options
    with pytest.raises(promises.Fault, match="offered twice"):
        promises.check_options(Fake(game, options=options * 2), Random(1))


def test_a_refusal_without_a_known_clause_is_a_fault(game: Game) -> None:
    state = Fake(game, apply=raising(Refused(Refusal("no", "99.9z"))))
    with pytest.raises(promises.Fault, match=r"unknown clause '99\.9z'"):
        promises.check_refusals(game, state, Random(1))


def test_an_unlisted_action_that_is_carried_out_is_a_fault(game: Game) -> None:
    with pytest.raises(promises.Fault, match="not offered but was carried out"):
        promises.check_refusals(game, Fake(game, apply=lambda option: []), Random(1))


def test_an_option_that_no_bar_closes_must_be_offered(game: Game) -> None:
    with pytest.raises(promises.Fault, match=r"no bar closes \['"):
        promises.check_bars(game, Fake(game, options=[]))


def test_an_option_that_a_bar_closes_must_not_be_offered() -> None:
    coin = coin_game()
    state = Fake(coin, "plain", actions=MOST)
    with pytest.raises(promises.Fault, match=r"one \['toss'\]"):
        promises.check_bars(coin, state)
    promises.check_bars(coin, coin.new("plain", 1))


def test_a_bar_must_cite_a_clause_of_the_ledger() -> None:
    coin = coin_game()
    state = Fake(coin, "plain", actions=MOST, options=[coin.setting("plain").vocabulary.words["pause"]])
    promises.check_bars(coin, state)
    ledger = Broken(coin.ledger, clauses={})  # type: ignore[arg-type]
    with pytest.raises(promises.Fault, match="bars cite the unknown clauses"):
        promises.check_bars(Broken(coin, ledger=ledger), state)  # type: ignore[arg-type]


LINE = Line("german")
STORIES: list[tuple[dict[str, Any], str]] = [
    ({"goals": (Goal("a", "A", "so", "4.1a", "german"),) * 2}, "the same name"),
    ({"goals": (Goal("a", "A", "so", "99.9z", "german"),)}, "by no clause"),
    ({"goals": (Goal("a", "A", "so", "4.1a", "martian"),)}, "'martian', who is no side"),
    ({"alarms": (Alarm("so", "4.1a", "german", places=("0000",)),)}, "are no places"),
    ({"fight": Fight("a", "A", (), LINE, LINE, chances=(Chance("so", 0.5),))}, "do not add up"),
    ({"fight": Fight("a", "A", (), LINE, LINE, lit=Lit("crt", column="9:1"))}, "on no chart"),
]


@pytest.mark.parametrize(("parts", "fault"), STORIES, ids=[fault for _, fault in STORIES])
def test_a_story_of_what_does_not_exist_is_a_fault(game: Game, parts: dict[str, Any], fault: str) -> None:
    told = replace(game.new("1939", 1).scene(""), **parts)
    with pytest.raises(promises.Fault, match=fault):
        promises.check_story(game, Fake(game, scene=lambda side: told))


def test_an_undo_that_leaves_traces_is_a_fault(game: Game) -> None:
    state = game.new("1939", 1)
    state.apply(state.options[0])
    assert not state.history.sealed
    with pytest.raises(promises.Fault, match="does not give back"):
        promises.check_undo(state, "another hash")


def test_a_game_without_end_is_a_fault(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout, "LONGEST", 20)
    played = play(game, RandomGame("1940", 1), check=False)
    assert played.error == "the game is not over after 20 actions"
    assert played.decisions == 21
