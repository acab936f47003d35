"""The bots as they are offered: names, parameters, and choices that are legal, repeatable and blind to secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import meuse
from meuse.engine import Game
from meuse.engine.advice import WeightedAdvice
from meuse.games import NAMES
from meuse.games.battle_of_france import FOLDER
from meuse.players import LEVELS, OFFERS, UnknownLevel, choose, make
from meuse.players.captain import Captain

GENERAL = "general:1000"
"""It takes half a second or so for a decision; a few of them are enough."""
EACH_LEVEL = pytest.mark.parametrize("level", ["recruit", "captain", GENERAL])
EACH_SCENARIO = pytest.mark.parametrize(
    ("name", "scenario"), [(name, scenario) for name in NAMES for scenario in meuse.load(name).scenarios]
)


def chosen(game: Game, state: Any, level: str, seed: int) -> str:
    """A bot's choice as a server asks for it: from the JSON form of what its side imagines."""
    side = game.side(state.to_act)
    dump = json.loads(json.dumps(game.imagine(state, side, seed).dump()))
    return choose(game, dump, state.to_act, level, seed)[0]


def played(game: Game, scenario: str, seed: int, levels: tuple[str, ...], most: int) -> Any:
    """A match between bots, one decision after another by the next of the levels, up to so many actions."""
    state = game.new(scenario, seed)
    while state.outcome is None and state.actions < most:
        level = levels[state.actions % len(levels)]
        state.apply(chosen(game, state, level, seed * 1000 + state.actions))
    return state


def test_every_level_is_offered_and_says_what_it_is() -> None:
    assert list(LEVELS) == ["recruit", "captain", "general"]
    assert {offer.level.partition(":")[0] for offer in OFFERS} == set(LEVELS)
    for offer in OFFERS:
        assert offer.title and offer.about.endswith(".")
        assert make(offer.level) is not None


@pytest.mark.parametrize(
    "text", ["marshal", "", "recruit:5s", "captain:fast", "general:0s", "general:5m", "general:121s"]
)
def test_a_name_nobody_has_or_parameters_nobody_takes(text: str) -> None:
    with pytest.raises(UnknownLevel):
        make(text)


def test_a_captain_goes_by_a_file_of_advice(tmp_path: Path) -> None:
    game = meuse.load("battle_of_france")
    path = tmp_path / "advice.toml"
    text = (FOLDER / "advice.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("bold = 0.6", "bold = 0.9").replace("weight = 150.0", "weight = 0"), encoding="utf-8")
    captain = make(f"captain:{path}", files=True)
    assert isinstance(captain, Captain)
    advice, own = captain.advice(game), game.advice()
    assert isinstance(advice, WeightedAdvice) and isinstance(own, WeightedAdvice)
    assert (advice.heuristic["bold"], own.heuristic["bold"]) == (0.9, 0.6)
    assert {name for name, _, _ in own.terms} - {name for name, _, _ in advice.terms} == {"homeland"}
    assert make("captain").advice(game) is own  # type: ignore[attr-defined]


def test_only_the_command_line_names_files(tmp_path: Path) -> None:
    """A guest of a server who asks for such a bot learns nothing about its files."""
    (tmp_path / "advice.toml").write_text("source = 1")
    for path in (tmp_path / "advice.toml", tmp_path / "nothing.toml"):
        with pytest.raises(UnknownLevel, match="captain takes no parameters here"):
            make(f"captain:{path}")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("weight = 150.0", "weight = 'much'"), "term, homeland, weight: Expected `float`, got `str`"),
        (("[term.income]", "[term.weather]"), "income is missing"),
        (("bold = 0.6", "bald = 0.6"), "heuristic: bold is missing"),
        (("[heuristic]", "[heuristic]\nluck = 1"), "heuristic, luck: there is no such heuristic"),
        (("[heuristic]", "[heuristic"), "is not valid TOML"),
    ],
)
def test_a_file_that_is_no_advice_for_the_game_is_refused(
    change: tuple[str, str], problem: str, tmp_path: Path
) -> None:
    path = tmp_path / "advice.toml"
    text = (FOLDER / "advice.toml").read_text(encoding="utf-8")
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(problem)):
        make(f"captain:{path}", files=True).advice(meuse.load("battle_of_france"))  # type: ignore[attr-defined]


@EACH_LEVEL
@EACH_SCENARIO
def test_the_same_seed_gives_the_same_choices(name: str, scenario: str, level: str) -> None:
    game = meuse.load(name)
    once, again = (played(game, scenario, 3, (level,), most=5 if level == GENERAL else 40) for _ in range(2))
    assert once.record.text() == again.record.text()


def test_another_seed_gives_other_choices() -> None:
    game = meuse.load("victory_or_defeat")
    state = game.new("1940", 1)
    assert len({chosen(game, state, "recruit", seed) for seed in range(20)}) > 5


@EACH_LEVEL
@EACH_SCENARIO
def test_what_is_hidden_changes_no_choice(name: str, scenario: str, level: str) -> None:
    """Two states that a side cannot tell apart get the same choice for the same seed."""
    game = meuse.load(name)
    state = game.new(scenario, 4)
    compared, every, random = 0, 150 if level == GENERAL else 30, Random(1)
    while state.outcome is None and state.actions < 480:
        side = game.side(state.to_act)
        if state.actions % every == every - 1:
            twin = game.imagine(state, side, state.actions)
            assert chosen(game, twin, level, 8) == chosen(game, state, level, 8)
            compared += 1
        state.apply(random.choice(state.options))
    assert compared >= 360 // every


@EACH_SCENARIO
def test_bots_choose_what_is_offered_and_come_to_an_end(name: str, scenario: str) -> None:
    """``apply`` refuses what is not among the options. Recruits decide, too: so bots come to odd places."""
    game = meuse.load(name)
    state = played(game, scenario, 2, ("captain", *["recruit"] * 4), most=10_000)
    assert state.result is not None and game.faults(state) == []


def test_a_bot_is_asked_only_when_it_decides() -> None:
    game = meuse.load("victory_or_defeat")
    state = game.new("1940", 1)
    with pytest.raises(ValueError, match="german has nothing to choose now: allied has"):
        choose(game, state.dump(), "german", "recruit", 1)
