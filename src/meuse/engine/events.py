"""What happened, in typed form, with the clauses that made it so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import msgspec

from meuse.engine import kinds
from meuse.engine.kinds import Kind

if TYPE_CHECKING:
    from meuse.engine.setting import Setting


Sort = Literal[
    "", "turn", "phase", "setup", "move", "battle", "dice", "result", "loss", "retreat", "control", "score", "card",
    "build",
]  # fmt: skip
"""The kinds of news a table tells apart: what begins (a turn, a phase, a battle), what is drawn as an arrow (a move, a
retreat), what one stops at (a battle, its result, a loss, a place that changes hands, points, a card)."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    """The base of all events; each game adds its own kinds.

    ``clauses`` comes first in every kind: the rules that brought the event about.
    """

    clauses: tuple[str, ...]

    says: ClassVar[str] = ""
    """The sentence for a person; ``{name}`` is a field as people say it, ``{name:form}`` in a form its kind knows."""
    sort: ClassVar[Sort] = ""
    """What kind of news it is."""

    def tell(self, setting: Setting) -> str:
        """What happened, as one sentence for a person."""
        kinds = field_kinds(type(self), setting.game.KINDS)
        return self.says.format_map({name: _Said(kinds[name], getattr(self, name), setting) for name in kinds})

    def places(self, setting: Setting) -> tuple[str, ...]:
        """Where it happened: places in the order of the fields, a path whole."""
        kinds = field_kinds(type(self), setting.game.KINDS)
        named = [kind.places(getattr(self, name)) for name, kind in kinds.items()]
        return tuple(setting.place_label(place) for places in named for place in places)

    def parties(self, setting: Setting) -> tuple[str, ...]:
        """The sides it names, or whose pieces it names."""
        kinds = field_kinds(type(self), setting.game.KINDS)
        named = [side for name, kind in kinds.items() for side in kind.parties(getattr(self, name), setting)]
        return tuple(dict.fromkeys(setting.game.sides[side] for side in named if side >= 0))


class _Said(NamedTuple):
    """A field in a sentence."""

    kind: Kind
    value: Any
    setting: Setting

    def __format__(self, form: str) -> str:
        return self.kind.told(self.value, self.setting, form)


def field_kinds(event: type, more: dict[str, Kind]) -> dict[str, Kind]:
    """The kind of each field of an event, by its type; clauses left out."""
    types = {name: str(type_) for base in reversed(event.__mro__) for name, type_ in _annotations(base)}
    return {name: kinds.of(type_, more) for name, type_ in types.items()}


def _annotations(base: type) -> list[tuple[str, Any]]:
    """The fields a class of events declares itself."""
    own = vars(base).get("__annotations__", {})
    return [(name, type_) for name, type_ in own.items() if name not in ("clauses", "says", "sort")]


# the kinds of news


class Turn(Event, frozen=True):
    """A turn or round begins."""

    sort = "turn"


class Phase(Event, frozen=True):
    """A part of a turn begins."""

    sort = "phase"


class Setup(Event, frozen=True):
    """Something is set up."""

    sort = "setup"


class Move(Event, frozen=True):
    """Pieces go somewhere: drawn as an arrow."""

    sort = "move"


class Battle(Event, frozen=True):
    """A battle begins."""

    sort = "battle"


class Result(Event, frozen=True):
    """What a roll or a battle comes to."""

    sort = "result"


class Loss(Event, frozen=True):
    """Somebody is hurt or lost."""

    sort = "loss"


class Retreat(Event, frozen=True):
    """Pieces give way: drawn as an arrow."""

    sort = "retreat"


class Control(Event, frozen=True):
    """A place or a country changes hands."""

    sort = "control"


class Score(Event, frozen=True):
    """Points, or what decides the match."""

    sort = "score"


class Card(Event, frozen=True):
    """A card is drawn or played."""

    sort = "card"


class Build(Event, frozen=True):
    """Something new comes in."""

    sort = "build"


class Rolled(Event, frozen=True, tag="rolled"):
    """A die was rolled: for what, and what it showed."""

    purpose: str
    sides: int
    value: int

    sort = "dice"
    says = "Die roll for {purpose}: {value}."


class Volley(Event, frozen=True, tag="volley"):
    """Several dice were rolled at once: for what, and what they showed."""

    purpose: str
    sides: int
    values: tuple[int, ...]
    hits: tuple[int, ...] = ()
    """Which of the dice hit, by their place from 0."""

    sort: ClassVar[Sort] = "dice"
    says = "Dice for {purpose}: {values}."
