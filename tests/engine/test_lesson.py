"""Lessons as files: what they give, and how they complain."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.engine import DataError, Game
from meuse.engine.lesson import LESSONS

GAME = "battle_of_france"
HEAD = """
title = "Short"
about = "One step."
scenario = "two_players"
side = "germany"
seed = "7"
"""
STEP = """
[[steps]]
says = "Choose."
do = ["decline", "start 27; take G.tank; to A4"]
places = ["27", "A4"]
clause = "surprise.2"
then = "Done."
"""


def packed(tmp_path: Path, text: str) -> Game:
    """The game with a lesson of a pack."""
    (tmp_path / LESSONS).mkdir(exist_ok=True)
    (tmp_path / LESSONS / "short.toml").write_text(text, encoding="utf-8")
    game: Game = meuse.load(GAME, tmp_path)
    return game


def test_a_pack_may_add_a_lesson_without_changing_what_shapes_play(tmp_path: Path) -> None:
    game = packed(tmp_path, HEAD + STEP)
    lesson = game.lessons()["short"]
    assert lesson.steps[0].ways == (("decline",), ("start 27", "take G.tank", "to A4"))
    assert set(game.lessons()) == {*meuse.load(GAME).lessons(), "short"}
    assert game.data_hash == meuse.load(GAME).data_hash


def test_lessons_come_in_the_order_of_their_scenarios(tmp_path: Path) -> None:
    game = packed(tmp_path, HEAD + STEP)
    scenarios = [lesson.scenario for lesson in game.lessons().values()]
    assert scenarios == sorted(scenarios, key=game.scenarios.index)


def test_all_problems_of_a_lesson_are_listed_at_once(tmp_path: Path) -> None:
    text = (
        HEAD.replace('"germany"', '"prussia"') + 'before = ["germany: fly", "sideways"]\noptions = { no_such = "x" }\n'
    )
    text += STEP.replace("take G.tank", "take tea").replace('"A4"]', '"Z9"]').replace("surprise.2", "surprise.99")
    text += '[[steps]]\nsays = "Read."\nthen = "Nothing was done."\n'
    with pytest.raises(DataError) as caught:
        packed(tmp_path, text).lessons()
    said = str(caught.value)
    for problem in (
        "short.toml",
        "side: battle_of_france has no side 'prussia'; sides: germany, france, britain",
        "before: no such action 'fly'",
        "before: 'sideways' does not begin with a side",
        "options:",
        "steps 1, do: no such action 'take tea'",
        "steps 1, places: there is no Z9 on the map",
        "steps 1, clause: there is no clause surprise.99",
        "steps 2, then: nothing is done in this step",
    ):
        assert problem in said


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            HEAD.replace("two_players", "four_players") + STEP,
            "scenario: battle_of_france has no scenario 'four_players'",
        ),
        (HEAD + "steps = []\n", "steps: there is none"),
        (HEAD + 'position = "scenario = 3"\n' + STEP, "position: "),
        (HEAD + "sed = 3\n" + STEP, "unknown field `sed`"),
    ],
)
def test_a_problem_names_its_place(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(DataError, match=r"short\.toml") as caught:
        packed(tmp_path, text).lessons()
    assert problem in str(caught.value)


def test_a_lesson_begins_where_it_says(tmp_path: Path) -> None:
    game = packed(tmp_path, HEAD.replace('"7"', '"lesson 41"') + 'before = ["germany: decline"]\n' + STEP)
    lesson = game.lessons()["short"]
    state = lesson.begin(game)
    assert [str(action.option) for action in state.past()] == ["decline"]
    assert state.hash() == lesson.begin(game).hash()
    wrong = packed(tmp_path, HEAD.replace('"7"', '"lesson 41"') + 'before = ["france: done"]\n' + STEP)
    with pytest.raises(ValueError, match="it is for germany to decide"):
        wrong.lessons()["short"].begin(wrong)


def test_a_lesson_may_begin_with_a_position(tmp_path: Path) -> None:
    start = meuse.load(GAME).new("two_players", "lesson 41")
    start.apply("decline")
    game = packed(tmp_path, f"{HEAD}position = '''\n{start.position()}'''\n" + STEP)
    state = game.lessons()["short"].begin(game)
    assert state.position() == start.position()
    assert state.origin


def test_the_learner_sits_alone_or_plays_everybody(tmp_path: Path) -> None:
    game = packed(tmp_path, HEAD + STEP)
    assert set(game.lessons()["short"].seats(game).values()) == {"hotseat"}
    game = packed(tmp_path, HEAD + 'others = "captain"\n' + STEP)
    assert game.lessons()["short"].seats(game) == {
        "germany": "hotseat",
        "france": "bot:captain",
        "britain": "bot:captain",
    }
