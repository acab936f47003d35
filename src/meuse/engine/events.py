"""What happened, in typed form, with the clauses that made it so."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """The base of all events; each game adds its own kinds.

    ``clauses`` comes first in every kind: the rules that brought the event about.
    """

    clauses: tuple[str, ...]


class Rolled(Event, frozen=True, tag="rolled"):
    """A die was rolled: for what, and what it showed."""

    purpose: str
    sides: int
    value: int


class Volley(Event, frozen=True, tag="volley"):
    """Several dice were rolled at once: for what, and what they showed."""

    purpose: str
    sides: int
    values: tuple[int, ...]
