"""Lessons: a guided first turn, written as data and played by the real rules in an ordinary match.

A lesson is a file of the folder ``lessons/`` of a game's data, or of a pack. It says how the match begins and, step by
step, what to do and why. An action is written as in records; actions of one step that follow each other are joined by
``"; "``, and a list holds ways of which each will do, the one the lesson recommends first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from meuse.engine.data import ASIDE_FOLDER, Note, Problems, Strict, Text
from meuse.engine.names import known
from meuse.engine.record import Record

if TYPE_CHECKING:
    from meuse.engine.game import Game
    from meuse.engine.setting import Setting
    from meuse.engine.state import State

LESSONS = ASIDE_FOLDER
"""The folder of a game's data with a file for each lesson."""
NEXT = "; "
"""Stands between actions that follow each other."""
YOU = "you"
"""Who plays the other sides, if no bot does."""


class LessonStep(Strict, kw_only=True):
    """One card of the guide. A step in which nothing is done is only read."""

    says: Text
    """What to do and why, to somebody who has not read the rules."""
    do: str | tuple[str, ...] = ()
    any: bool = False
    """Whatever else is done here is fine; without anything to ``do``, the first thing done ends the step."""
    meanwhile: bool = False
    """Others play now: what the learner is asked before the next step is left to him."""
    then: str = ""
    """What happened: shown to a learner who has followed the lesson, so it may speak of the dice."""
    clause: Annotated[str, known("clause")] = ""
    places: tuple[str, ...] = ()
    """What the guide points at; without any, at what is to be touched."""

    @property
    def ways(self) -> tuple[tuple[str, ...], ...]:
        """The ways to do it, each a row of actions."""
        ways = (self.do,) if isinstance(self.do, str) else self.do
        return tuple(tuple(way.split(NEXT)) for way in ways)


class Lesson(Strict, kw_only=True):
    """A lesson as its file has it."""

    title: Text
    about: Text
    scenario: str
    side: str
    """Whom the learner plays."""
    seed: str
    """So that the dice fall as the lesson says."""
    others: str = YOU
    """The level of the bot that plays the other sides."""
    options: dict[str, str] = {}
    position: str = ""
    """Where it begins, as ``Game.position`` reads it; otherwise at the scenario's start."""
    before: tuple[str, ...] = ()
    """What was done before the learner sits down, as in records: ``"german: ready"``."""
    steps: tuple[LessonStep, ...]

    def begin(self, game: Game) -> State:
        """The match when the learner sits down."""
        made = game.position(self.position, self.seed) if self.position else None
        state: State = made or game.new(self.scenario, self.seed, self.options)
        for line in self.before:
            side, _, action = line.partition(": ")
            if state.to_act != side:
                raise ValueError(f"{line}: it is for {state.to_act or 'nobody'} to decide")
            state.apply(action)
        return state

    def record(self, game: Game) -> Record:
        """The same as a record that a match goes on from."""
        return Record.of(self.begin(game))

    def seats(self, game: Game) -> dict[str, str]:
        """Who plays what."""
        others = "hotseat" if self.others == YOU else f"bot:{self.others}"
        return {side: "hotseat" if side == self.side else others for side in game.sides}


def read_lessons(game: Game) -> dict[str, Lesson]:
    """All lessons of a game by name, in the order of their scenarios; a ``DataError`` lists all that is wrong."""
    problems, lessons = Problems(game.data), {}
    for file in game.data.names(LESSONS):
        lesson = game.data.load(file, Lesson)
        problems.check(file, lesson, game.names)
        _check(game, lesson, problems.of(file))
        lessons[file.removeprefix(LESSONS).removesuffix(".toml")] = lesson
    problems.stop()
    return dict(sorted(lessons.items(), key=lambda entry: game.scenarios.index(entry[1].scenario)))


def _check(game: Game, lesson: Lesson, note: Note) -> None:
    """Note what the types do not say. Whether each action is legal is known only when the lesson is played."""
    if lesson.side not in game.sides:
        note("side", f"{game.NAME} has no side {lesson.side!r}; sides: {', '.join(game.sides)}")
    if lesson.scenario not in game.scenarios:
        note("scenario", f"{game.NAME} has no scenario {lesson.scenario!r}; scenarios: {', '.join(game.scenarios)}")
        return
    setting: Setting = game.setting(lesson.scenario)
    if not lesson.steps:
        note("steps", "there is none; a lesson has at least one")
    if lesson.position:
        if lesson.options:
            note("options", "a position has its own options; give them there")
        for problem in game.problems(f"{lesson.position}\n"):
            note("position", problem)
    try:
        game.ledger.settle(lesson.options)
    except ValueError as error:
        note("options", str(error))
    for line in lesson.before:
        side, _, action = line.partition(": ")
        if side not in game.sides:
            note("before", f"{line!r} does not begin with a side, as in 'german: ready'")
        _check_actions(game, setting, (action,), "before", note)
    for number, step in enumerate(lesson.steps, 1):
        for way in step.ways:
            _check_actions(game, setting, way, f"steps {number}, do", note)
        for place in step.places:
            if not setting.on_the_map(place):
                note(f"steps {number}, places", f"there is no {place} on the map")
        if step.then and not step.do and not step.any:
            note(f"steps {number}, then", "nothing is done in this step; leave it out, or say what to do")


def _check_actions(game: Game, setting: Setting, actions: tuple[str, ...], where: str, note: Note) -> None:
    for action in actions:
        try:
            game.option(action, setting)
        except ValueError as error:
            note(where, str(error))
