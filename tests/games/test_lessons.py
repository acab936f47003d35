"""Every lesson of every game is played to its end by the real rules: each step's action is offered when it is due."""

from __future__ import annotations

from typing import Any

import pytest

import meuse
from meuse import players
from meuse.engine.lesson import YOU, Lesson
from meuse.games import NAMES

LESSONS = [(game, name) for game in NAMES for name in meuse.load(game).lessons()]
EACH_LESSON = pytest.mark.parametrize(("game", "name"), LESSONS)
PATIENCE = 400
"""So many actions of others come at most between two steps."""


def let_others_play(state: Any, lesson: Lesson, luck: int, until: str = "") -> None:
    """The bots play until the learner decides; what they do may differ from one match to the next.

    With ``until`` a bot also decides for the learner as long as that is not offered: he may do as he likes meanwhile.
    """
    if lesson.others == YOU:
        return
    bot, notes = players.make(lesson.others), players.Notes()
    for count in range(PATIENCE):
        mine = state.to_act == lesson.side
        if state.to_act is None or (mine and (not until or until in map(str, state.options))):
            return
        state.apply(players.decide(bot, state, luck + count, notes))
    raise AssertionError("the others play for too long")


@EACH_LESSON
@pytest.mark.parametrize("luck", [0, 1_000, 2_000])
def test_a_lesson_can_be_played_to_its_end_whatever_the_others_do(game: str, name: str, luck: int) -> None:
    rules = meuse.load(game)
    lesson = rules.lessons()[name]
    state = lesson.begin(rules)
    meanwhile = False
    for number, step in enumerate(lesson.steps, 1):
        for action in step.ways[0] if step.ways else ():
            let_others_play(state, lesson, luck + state.actions, action if meanwhile else "")
            meanwhile = False
            offered = [str(option) for option in state.options]
            assert action in offered, f"step {number}: {action} is not among {offered}"
            state.apply(action)
        meanwhile |= step.meanwhile
    assert state.result is None, f"a lesson ends while the match still goes on: {state.result}"


@EACH_LESSON
def test_other_ways_to_take_a_step_are_legal_too(game: str, name: str) -> None:
    rules = meuse.load(game)
    lesson = rules.lessons()[name]
    state = lesson.begin(rules)
    for number, step in enumerate(lesson.steps, 1):
        let_others_play(state, lesson, number, step.ways[0][0] if step.ways else "")
        for way in step.ways[1:]:
            twin = state.clone()
            for action in way:
                assert action in map(str, twin.options), f"step {number}: {action}"
                twin.apply(action)
        for action in step.ways[0] if step.ways else ():
            let_others_play(state, lesson, number)
            state.apply(action)


@EACH_LESSON
def test_a_lesson_says_enough_and_not_too_much(game: str, name: str) -> None:
    lesson = meuse.load(game).lessons()[name]
    assert 12 <= len(lesson.steps) <= 20
    assert not lesson.steps[0].do, "first it says what wins"
    assert not lesson.steps[-1].do, "at the end it says what comes next"
    for step in lesson.steps:
        assert len(step.says) < 600
        assert bool(step.then) == bool(step.do), step.says


ONE_IS_ENOUGH = ("france_1940",)
"""Games whose scenarios are battles by the same rules."""


def test_every_scenario_has_a_lesson() -> None:
    taught = {(game, meuse.load(game).lessons()[name].scenario) for game, name in LESSONS}
    scenarios = {game: list(meuse.load(game).scenarios)[: 1 if game in ONE_IS_ENOUGH else None] for game in NAMES}
    assert taught == {(game, scenario) for game in NAMES for scenario in scenarios[game]}


@EACH_LESSON
def test_a_bot_plays_the_others(game: str, name: str) -> None:
    lesson = meuse.load(game).lessons()[name]
    assert lesson.others == YOU or lesson.others in {offer.level for offer in players.OFFERS}
