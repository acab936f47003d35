"""The bodies of responses, typed so that the description of the interface is complete.

What the engine has a type for (scenes, clauses, plans ...) is sent as it is.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from meuse.engine.ledger import Chapter, Clause, RuleOption, Ruling
from meuse.engine.preview import Factor
from meuse.engine.scene import Chart, Choice, Face, Focus, Lit, Outlook, Scene
from meuse.players import Score

Kind = Literal["act", "undo", "ask", "consent", "decline", "resign"]
"""What an entry of the log is."""


class Error(Struct):
    """Why a request was not carried out; all errors have this shape."""

    error: Annotated[
        str, Meta(description="A short code: unknown, wrong_seat, stale, illegal, invalid, malformed, ...")
    ]
    reason: str
    clause: Annotated[str | None, Meta(description="The clause of the rules behind it, if a rule is behind it.")]
    facts: dict[str, Any]
    revision: Annotated[int | None, Meta(description="The current revision of the match, where that matters.")]


# games


class GameInfo(Struct):
    """A game: its sides, scenarios and options, and which rules and data these are."""

    name: str
    title: str
    about: str
    summary: str
    sides: tuple[str, ...]
    scenarios: tuple[str, ...]
    options: list[RuleOption]
    rules: str
    data: str


class Charts(Struct):
    """The tables of the rules, as they lie beside the map."""

    charts: tuple[Chart, ...]


class Faces(Struct):
    """The catalogue of a game's counters."""

    faces: tuple[Face, ...]


class LessonInfo(Struct):
    """A lesson as it is offered."""

    id: str
    title: str
    about: str
    scenario: str
    side: str
    steps: Annotated[int, Meta(description="How many.")]


class LessonStepInfo(Struct):
    """One card of the guide; without ways, and if not anything will do, it is only read."""

    says: str
    ways: Annotated[
        tuple[tuple[str, ...], ...],
        Meta(description="Rows of actions of which each will do, the recommended one first."),
    ]
    any: Annotated[bool, Meta(description="Whatever else is done here is fine.")]
    meanwhile: Annotated[
        bool, Meta(description="Others play: what is asked before the next step is left to the learner.")
    ]
    then: Annotated[str, Meta(description="What happened, for a learner who has followed the lesson.")]
    clause: str
    places: tuple[str, ...]


class LessonText(Struct):
    """A lesson with all it says."""

    id: str
    title: str
    about: str
    scenario: str
    side: str
    begins: Annotated[int, Meta(description="The revision of its match when the learner sits down.")]
    steps: list[LessonStepInfo]


class GameData(Struct):
    """The game's data files (map, units, tables, scenarios ...) as they are written."""

    game: str
    data: str
    files: dict[str, dict[str, Any]]


class Rules(Struct):
    """The rules clause by clause, and how their ambiguities are ruled."""

    game: str
    chapters: list[Chapter]
    clauses: list[Clause]
    rulings: list[Ruling]


class BotInfo(Struct):
    """A bot that can take a seat, as ``bot:LEVEL``."""

    level: str
    title: str
    about: str
    scores: Annotated[list[Score], Meta(description="Its results against the next weaker bot, where measured.")]


# matches


class Created(Struct):
    """A new match, with the tokens for its seats: they are shown only this once."""

    match: str
    commitment: Annotated[str, Meta(description="The hash of the seed of all dice; the seed is shown at the end.")]
    seats: Annotated[dict[str, str], Meta(description="The token of each side that is not played by a bot.")]
    spectator: Annotated[str, Meta(description="The token for watching.")]


class Joined(Struct):
    """A seat that was taken over, with its new token; the old one is no longer valid."""

    match: str
    sides: tuple[str, ...]
    token: str


class Rematch(Struct):
    """The next match of the same players; the tokens of the last one are valid for it."""

    match: str


class SeatInfo(Struct):
    side: str
    kind: str
    yours: bool


class ResultInfo(Struct):
    """How it ended; ``winners`` also names who is left after a resignation."""

    winner: str | None
    winners: list[str]
    level: str
    reason: str
    clause: str | None


class UndoAsked(Struct):
    """A request to take actions back that waits for the others' consent."""

    side: str
    actions: int
    waiting_for: list[str]


class Changed(Struct):
    """Rules or data that are no longer those a match began with."""

    what: Literal["rules", "data"]
    began: str
    now: str


class Match(Struct):
    """What everybody at the table knows about a match, and which sides are yours."""

    id: str
    game: str
    title: str
    scenario: str
    options: dict[str, str]
    rules: str
    data: str
    commitment: str
    seed: Annotated[str | None, Meta(description="Shown when the match is over.")]
    created: float
    seats: list[SeatInfo]
    spectator: bool
    status: Literal["running", "over", "broken"]
    broken: Annotated[str | None, Meta(description="Why the match no longer replays.")]
    changed: Annotated[
        list[Changed],
        Meta(description="What has changed since the match began, though it replays to the same states."),
    ]
    revision: int
    to_act: str | None
    result: ResultInfo | None
    undo: UndoAsked | None
    rematch: str | None
    lesson: Annotated[str, Meta(description="The lesson it is played by, if any.")]
    chat: Annotated[bool, Meta(description="Can people talk here?")]
    notices: Annotated[list[str], Meta(description="How this server can notify people of their turn.")]


class Matches(Struct):
    matches: list[Match]


class SceneShown(Struct):
    """The match as a side sees it, ready to be drawn; no side is named for spectators."""

    match: str
    revision: int
    side: str
    scene: Scene


class Told(Struct):
    """One event: in words, with its clauses, as data, where it happened, and with which dice."""

    text: str
    clauses: tuple[str, ...]
    event: dict[str, Any]
    places: tuple[str, ...]
    dice: tuple[int, ...]
    hits: Annotated[tuple[int, ...], Meta(description="Which of the dice hit, by their place from 0.")]
    sort: Annotated[str, Meta(description="The kind of news: turn, phase, move, battle, dice, result, loss ...")]
    parties: Annotated[tuple[str, ...], Meta(description="The sides it names, or whose pieces it names.")]


class Entry(Struct):
    """One entry of the log; actions and rolls of others are shown only when the match is over."""

    revision: int
    kind: Kind
    side: str
    action: str | None
    rolls: list[int] | None
    told: list[Told]
    time: float


class Log(Struct):
    match: str
    revision: int
    entries: list[Entry]


class Done(Struct):
    """What was done; the same response again if the request is repeated."""

    match: str
    revision: Annotated[int, Meta(description="The revision after it.")]
    entries: Annotated[list[Entry], Meta(description="All that it wrote into the log.")]


class Explanation(Struct):
    """Why an action is not allowed now; allowed if it is."""

    action: str
    allowed: bool
    reason: str | None
    clause: str | None
    facts: dict[str, Any]


class Ahead(Struct):
    """What could be chosen after an option; empty where dice, hidden information or another side come first."""

    action: str
    prompt: str
    focus: Focus
    choices: tuple[Choice, ...]


class WhyNot(Struct):
    """One thing that touching a counter or a place could mean, and why it cannot be done now."""

    action: str
    reason: str
    clause: str


class Why(Struct):
    """Why a counter or a place cannot be chosen now; empty where it can, or where touching it means nothing."""

    answers: list[WhyNot]


class OutcomeInfo(Struct):
    name: str
    chance: Annotated[str, Meta(description="The exact chance, as a fraction.")]
    share: float
    rolls: tuple[int, ...]
    says: Annotated[str, Meta(description="What it means, where the name is only a symbol on a table.")] = ""


class PreviewInfo(Struct):
    title: str
    outcomes: list[OutcomeInfo]
    factors: tuple[Factor, ...]
    sums: Annotated[list[OutcomeInfo], Meta(description="The outcomes added up in groups, where there are many.")]
    lit: Annotated[Lit | None, Meta(description="The cells of a chart that count.")]


class Odds(Struct):
    """What the dice can do if an open option is chosen; no preview where no die is rolled at once."""

    action: str
    preview: PreviewInfo | None


class Advised(Struct):
    """An option that a bot would choose, and the sentences that speak for it, the weightiest first."""

    choice: Choice
    reasons: tuple[str, ...]


class Hint(Struct):
    """What a bot would do in the place of the side to act: the best option first, then the runner-up."""

    match: str
    revision: int
    side: str
    level: str
    advised: list[Advised]


class Overlays(Struct):
    """Named sets of places that can be shown over the map."""

    match: str
    revision: int
    side: str
    overlays: dict[str, list[str]]


class Sight(Struct):
    """What is seen from a place of the map, and what hides the rest."""

    match: str
    revision: int
    outlook: Outlook


class RecordText(Struct):
    """The record of a match, as ``meuse replay`` and ``meuse verify`` read it."""

    match: str
    record: str


class Notices(Struct):
    """Where the holder of a seat is notified of his turn; empty: nowhere."""

    webhook: str
    email: str


class ChatLine(Struct):
    """What somebody at the table said: plain text."""

    number: int
    side: str
    text: str
    time: float


class Chat(Struct):
    """What was said at a table."""

    match: str
    lines: list[ChatLine]


class Update(Struct):
    """A message of the live channel: new entries of the log and, with the last of them, the status and scene.

    What is said comes with it or alone.
    """

    match: str
    revision: int
    entries: list[Entry]
    state: Match | None
    scene: Scene | None
    chat: list[ChatLine] = []


class Health(Struct):
    status: Literal["ok"]
    version: str
    games: tuple[str, ...]
    matches: int
    checked: Annotated[int, Meta(description="How many stored matches have been replayed since the start.")]
    broken: list[str]
