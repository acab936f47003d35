"""The bodies of requests: typed, and checked before anything is done."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from meuse.engine.data import LARGEST
from meuse.engine.design import MOST

REVISION_MAX = 2**31 - 1
MOST_ACTIONS = 400
"""In one request."""

Revision = Annotated[int, Field(ge=0, le=REVISION_MAX, description="How many entries the match's log has.")]
Key = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        description="Chosen by the client; a request with the same key is carried out once.",
    ),
]
SeatKind = Annotated[
    str,
    Field(
        max_length=64,
        pattern=r"^(person|hotseat|bot:.+)$",
        description="person: a link of its own; hotseat: all such sides share one link; bot:LEVEL: played here.",
    ),
]
Seats = Annotated[dict[str, SeatKind], Field(description="Who plays each side.", max_length=16)]


class Body(BaseModel):
    """A request: a misspelt field is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewMatch(Body):
    """A match to be created, in a scenario by its name, in one of your own by its text, or as a lesson has it.

    Sides not named share the hot seat.
    """

    game: str = Field(max_length=64)
    scenario: str = Field(default="", max_length=64)
    scenario_text: str = Field(default="", max_length=LARGEST, description="The file of a scenario of one's own.")
    lesson: str = Field(default="", max_length=64, description="It says all that else is said here.")
    options: dict[str, str] = Field(default={}, max_length=100)
    seats: Seats = {}


Word = Annotated[str, Field(max_length=64)]
Small = Annotated[int, Field(ge=0, le=MOST)]


class DesignSheet(Body):
    """A sheet of the map as it lies."""

    id: Word
    turned: bool = False


class DesignLine(Body):
    """Something bought: what, in which variety, how many, and the turn in which it comes (0: with the others)."""

    ware: Word
    price: Word = ""
    count: Small = 1
    enters: Small = 0


class DesignCamp(Body):
    """A side of a battle: its points, its edge, how deep it sets up (0: it enters), and what it buys."""

    points: int = Field(ge=0, le=9999)
    edge: Word
    depth: Small = 0
    lines: list[DesignLine] = Field(default=[], max_length=MOST)


class DesignWish(Body):
    """A battle as somebody wants it."""

    title: str = Field(max_length=80)
    kind: Word
    attacker: Word = Field(description="A side; empty where nobody attacks.")
    sheets: list[Annotated[list[DesignSheet], Field(max_length=MOST)]] = Field(
        max_length=MOST, description="Rows from the north, each from the west."
    )
    day: Word
    river: Word
    turns: Small
    sides: dict[Word, DesignCamp] = Field(max_length=16)
    aim: Word
    hexes: list[Word] = Field(default=[], max_length=MOST)
    number: Small = 0


class Import(Body):
    """A record to continue or a position to start from: one of the two, as text."""

    record: str | None = None
    position: str | None = None
    seats: Seats = {}


class Branch(Body):
    """A match to be created from a moment of another one."""

    at: Revision
    seats: Seats = {}


class Tokens(Body):
    tokens: list[Annotated[str, Field(max_length=200)]] = Field(max_length=64)


class Join(Body):
    """A seat to be taken over, with a token chosen by the client so that a lost response does no harm."""

    token: str | None = Field(default=None, min_length=24, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")


class Act(Body):
    """Actions of the side to act, in the notation of records: all are carried out, or none."""

    revision: Revision
    key: Key
    actions: list[Annotated[str, Field(max_length=200)]] = Field(default=[], max_length=MOST_ACTIONS)
    without: list[Revision] = Field(
        default=[],
        max_length=MOST_ACTIONS,
        description="Revisions of actions that are taken back first: what was done after them is done again.",
    )
    sweep: str = Field(
        default="",
        max_length=64,
        description="A verb: after the actions, all its options are chosen one after the other.",
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not (self.actions or self.without or self.sweep):
            raise ValueError("name an action, something to take back, or a sweep")
        return self


class Undo(Body):
    """Take back the last actions: at once where that is free, otherwise if the others agree."""

    revision: Revision
    actions: int = Field(default=1, ge=1, le=100_000)
    key: Key


class UndoAnswer(Body):
    revision: Revision
    consent: bool
    key: Key


class Resign(Body):
    revision: Revision
    key: Key


class Say(Body):
    """A line for the chat."""

    text: str = Field(min_length=1, max_length=500)
    key: Key


class NoticesWish(Body):
    """Where the holder of a seat wants to be notified of his turn; empty: nowhere."""

    webhook: str = Field(default="", max_length=500)
    email: str = Field(default="", max_length=254)


class RematchWish(Body):
    swap: bool = Field(default=False, description="Change sides (games of two sides only).")
