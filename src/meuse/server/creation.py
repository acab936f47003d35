"""How matches begin: from a scenario, a record or a position, or as a rematch."""

from __future__ import annotations

from secrets import token_bytes, token_urlsafe
from time import time

import msgspec

from meuse import games
from meuse.engine import Game, Record, Refused, Setting, State
from meuse.engine.data import DataError, parse
from meuse.engine.design import Wish
from meuse.engine.dice import commitment, seed_after
from meuse.engine.game import OWN
from meuse.engine.lesson import Lesson
from meuse.server import requests, responses
from meuse.server.errors import Problem, invalid
from meuse.server.seats import hand_out, pass_on
from meuse.server.storage import LogRow, MatchRow, SeatRow, Store, Taken, hashed
from meuse.server.table import Table, begin

SEED_BYTES = 16
UNREADABLE = (ValueError, LookupError, TypeError, ArithmeticError, AttributeError, RecursionError, Refused)
"""What reading a text from outside may raise."""


def load(name: str) -> Game:
    """A game by its name."""
    if name not in games.NAMES:
        raise Problem(404, "unknown", f"there is no game {name!r}; games: {', '.join(games.NAMES)}")
    return games.load(name)


def warm_up() -> None:
    """Read every game with its scenarios and lessons, and its form of positions, before there are threads.

    msgspec prepares a type when it first reads one, and crashes the process if two threads do that at once.
    """
    for game in map(games.load, games.NAMES):
        game.about()
        game.lessons()
        game.problems("game = ''\n")
        designer = game.designer()
        if designer is not None:
            designer.design(msgspec.convert(msgspec.to_builtins(designer.catalogue().start), Wish))


def create(store: Store, wish: requests.NewMatch) -> responses.Created:
    """A new match from a scenario's start, or as a lesson has it."""
    game = load(wish.game)
    if wish.lesson:
        return _from_lesson(store, game, wish)
    seed = token_bytes(SEED_BYTES)
    if bool(wish.scenario) == bool(wish.scenario_text):
        raise invalid("give the name of a scenario, or the text of one of your own")
    try:
        scenario = game.own_setting(f"{wish.scenario_text}\n").name if wish.scenario_text else wish.scenario
        state = game.new(scenario, seed, wish.options)
    except UNREADABLE as error:
        raise _unreadable(error) from None
    return _add(store, state, wish.seats, [])


def lesson_of(game: Game, name: str) -> Lesson:
    """A lesson of a game by its name."""
    lessons = game.lessons()
    if name not in lessons:
        raise Problem(404, "unknown", f"{game.NAME} has no lesson {name!r}; lessons: {', '.join(lessons) or 'none'}")
    return lessons[name]


def _from_lesson(store: Store, game: Game, wish: requests.NewMatch) -> responses.Created:
    """Its seed is no secret: nobody but the learner and bots sits there."""
    if wish.scenario or wish.scenario_text or wish.options or wish.seats:
        raise invalid("a lesson has its own scenario, options and seats; name nothing else")
    lesson = lesson_of(game, wish.lesson)
    return _continued(store, lesson.record(game), game, lesson.seats(game), wish.lesson)


def setting_of(store: Store, game: str, scenario: str) -> Setting:
    """The setting of a scenario of a game, or of one that a match here is played in."""
    known = load(game)
    text = store.scenario_text(game, scenario) if scenario.startswith(OWN) else ""
    try:
        found: Setting = known.own_setting(text) if text else known.setting(scenario)
    except ValueError as error:
        raise Problem(404, "unknown", str(error)) from None
    return found


def take_over(store: Store, wish: requests.Import) -> responses.Created:
    """A new match from a record or a position."""
    if (wish.record is None) == (wish.position is None):
        raise invalid("give either a record or a position")
    try:
        if wish.record is not None:
            return _from_record(store, wish.record, wish.seats)
        return _from_position(store, f"{wish.position}\n", wish.seats)
    except UNREADABLE as error:
        raise _unreadable(error, "it cannot be read: ") from None


def _unreadable(error: Exception, before: str = "") -> Problem:
    """Why a text cannot be used; its facts list every problem with it."""
    problems = list(error.problems) if isinstance(error, DataError) else [str(error)]
    return Problem(422, "invalid", f"{before}{error}", facts={"problems": problems})


def _from_position(store: Store, text: str, seats: dict[str, str]) -> responses.Created:
    """A position names its game, or else its scenario does."""
    table = parse(text, dict[str, object], "position")
    by_scenario = (name for name in games.NAMES if table.get("scenario") in games.load(name).scenarios)
    game = load(str(table.get("game") or next(by_scenario, None)))
    return _add(store, game.position(text, token_bytes(SEED_BYTES)), seats, [])


def _from_record(store: Store, text: str, seats: dict[str, str]) -> responses.Created:
    """Replayed with every check. Its seed is known to anybody who has the record, so an open match gets another one.

    The rolls of the record stay. At the hot seat, where nobody gains by knowing it, the seed stays too.
    """
    record = Record.read(text)
    game = load(record.headers["Game"])
    state: State = record.replay(game)
    hot = all(seats.get(side, "hotseat") == "hotseat" for side in game.sides)
    if state.outcome is None and not hot:
        record = _with_other_dice(record, game)
    return _continued(store, record, game, seats)


def branch(store: Store, then: State, seats: dict[str, str]) -> responses.Created:
    """A new match that goes on from a moment of another one, with new dice."""
    return _continued(store, _with_other_dice(then.record, then.game), then.game, seats)


def _continued(store: Store, record: Record, game: Game, seats: dict[str, str], lesson: str = "") -> responses.Created:
    start = record.start(game)
    again: State = record.start(game)
    rows = []
    for number, line in enumerate(record.lines, 1):
        again.apply(line.action, line.rolls)
        rows.append(
            LogRow(
                revision=number,
                kind="act",
                side=line.side,
                action=line.action,
                rolls=list(again.rolled),
                sealed=again.sealed,
                hash=again.hash(),
                time=time(),
            )
        )
    return _add(store, start, seats, rows, lesson)


def _with_other_dice(record: Record, game: Game) -> Record:
    """The same record with a seed that nobody knows; the dice that were rolled before the first action stay."""
    seed = seed_after(record.start(game).rolled, token_bytes(SEED_BYTES))
    return record._replace(
        headers=record.headers | {"Seed": seed.hex()}, lines=[line._replace(hash="") for line in record.lines]
    )


def _add(store: Store, start: State, kinds: dict[str, str], log: list[LogRow], lesson: str = "") -> responses.Created:
    match, watching = token_urlsafe(12), token_urlsafe(24)
    seats, tokens = hand_out(start.game, match, kinds)
    for row in log:
        row.match = match
    store.add(_row(match, start, hashed(watching), lesson=lesson), seats, log)
    return responses.Created(match, commitment(start.seed), tokens, watching)


def _row(match: str, start: State, spectator: str, rematch_of: str | None = None, lesson: str = "") -> MatchRow:
    return MatchRow(
        id=match,
        game=start.game.NAME,
        scenario=start.scenario,
        scenario_text=start.setting.text,
        options=dict(start.rulings),
        origin=start.origin,
        seed=start.seed,
        rules=start.game.VERSION,
        data_hash=start.game.data_hash,
        spectator=spectator,
        rematch_of=rematch_of,
        lesson=lesson,
        created=time(),
    )


def rematch(store: Store, table: Table, seats: list[SeatRow], swap: bool) -> str:
    """The next match of the same people: created for the first who asks, and the same one for the others."""
    made = store.rematch(table.id)
    if made is not None:
        return made
    game, row = table.game, table.row
    seed = token_bytes(SEED_BYTES)
    start = begin(game, row, seed)
    match = token_urlsafe(12)
    try:
        store.add(_row(match, start, row.spectator, table.id), pass_on(game, match, seats, swap))
    except Taken:
        match = store.rematch(table.id) or match
    return match
