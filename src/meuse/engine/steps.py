"""Steps: the small decisions and automatic moments a game is made of.

A step is one page: who decides, the heading, the question, what can be chosen and in which words,
why something cannot, what the dice can do, and one method per verb that carries a choice out. A step with its
arguments is what lies on a match's agenda: ``March(hex, group)``. It is never changed, only replaced by another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar, dataclass_transform

from meuse.engine import kinds
from meuse.engine.bars import Bar, closed, first
from meuse.engine.kinds import Kind
from meuse.engine.scene import Choice, Fight, Purse, Sweep

if TYPE_CHECKING:
    from meuse.engine.preview import Preview
    from meuse.engine.refusal import Refusal
    from meuse.engine.state import State
    from meuse.engine.vocabulary import Option

S = TypeVar("S", bound="State")

Subject = tuple[Iterable[int], Iterable[int]]
"""What a decision is about: pieces and places."""
NOTHING: Subject = ((), ())


class Help(NamedTuple):
    """One sentence that explains a choice to somebody who has not read the rules, and the clause to look up."""

    clause: str
    says: str


@dataclass_transform()
class Step(Generic[S]):
    """One kind of moment in a game. Every class of steps is a dataclass: what it declares are its arguments.

    A step without options is over as soon as it comes to the top of the agenda: it is taken off and ``after`` is
    called. That is how automatic phases work, and how a decision ends.
    """

    name: ClassVar[str]
    """How it is written in records and positions; by default the class's name in small letters."""
    automatic: ClassVar[bool]
    """True: nothing is ever asked here, because there are no words for it."""
    forced: ClassVar[bool] = False
    """True: a lone option is carried out without asking."""
    heading: ClassVar[str] = ""
    """The part of the sequence of play it opens, ``{side}`` for the side concerned: "{side} movement"."""
    coming: ClassVar[str] = ""
    """What is announced while it waits on the agenda; empty if it is not worth announcing."""
    asks: ClassVar[str] = ""
    """What the side is asked, ``{name}`` for an argument as people say it."""
    help: ClassVar[Help] = Help("", "")
    words: ClassVar[Mapping[str, str]] = {}
    """What each option is called, by ``verb object`` or verb, ``{it}`` for its object as people call it."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The verbs of its words."""
    rolls: ClassVar[tuple[str, ...]] = ()
    """Verbs that roll dice one can ask the odds of."""
    public: ClassVar[bool] = False
    """True: everybody sees what the decision is about."""
    warned: ClassVar[tuple[str, ...]] = ()
    """Verbs that are rarely meant and cannot be taken back."""
    takes_up: ClassVar[str] = ""
    """The verb by which something is taken into the hand: what a plain click means where several things can be done."""
    puts_down: ClassVar[str] = ""
    """The verb that puts down what is in hand, if something is."""
    sweeps: ClassVar[Mapping[str, Sweep]] = {}
    """By verb: options that a player often wants all at once."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
        cls.verbs = tuple(dict.fromkeys(key.partition(" ")[0] for key in cls.words))
        cls.automatic = not cls.words
        dataclass(cls)

    # what it asks

    def side(self, s: S) -> int:
        """The number of the side that decides."""
        raise NotImplementedError(self.name)

    def whose(self, s: S) -> int:
        """The side that headings name."""
        return self.side(s)

    def prompt(self, s: S) -> str:
        """What the side is asked, in one sentence."""
        kinds = argument_kinds(type(self), s.game.KINDS)
        return self.asks.format(**{name: kind.say(getattr(self, name), s.setting) for name, kind in kinds.items()})

    def explained(self, s: S) -> Help:
        """The help for this moment; a step whose sentence needs numbers makes it here."""
        return self.help

    def about(self, s: S) -> Subject:
        """The pieces and places the decision is about."""
        return NOTHING

    def shows(self, s: S) -> bool:
        """May everybody see what the decision is about?"""
        return self.public

    # what can be chosen

    def knows(self, verb: str) -> bool:
        """Is it one of the verbs by which something is chosen here?"""
        return hasattr(self, verb)

    def options(self, s: S) -> list[Option]:
        """All that may be chosen now: what no bar closes, verb by verb."""
        options: list[Option] = []
        for verb in self.verbs:
            bars = self.bars(s, verb)
            if bars is not None:
                options += s.setting.vocabulary.open(verb, closed(bars))
        return options

    def bars(self, s: S, verb: str) -> Iterable[Bar] | None:
        """The rules that close objects of a verb: what none of them closes is offered. None: see ``why``."""
        return None

    def why(self, s: S, option: Option) -> Refusal | None:
        """Why an option of this step's verbs is not among its options now: the first bar that closes it."""
        bar = first(self.bars(s, option.verb) or (), option.value)
        return bar.refusal(option) if bar is not None else None

    def preview(self, s: S, option: Option) -> Preview | None:
        """What the dice can do if this option is chosen, where dice decide."""
        return None

    def several(self, s: S, verb: str) -> bool:
        """Is there more than one thing to wish for with a verb of ``sweeps``? One option may stand for several."""
        return len(s.offered(verb)) > 1

    def warning(self, s: S, option: Option) -> str:
        """Why an option of the ``warned`` verbs is worth a second question now; empty if it is not."""
        return ""

    def purse(self, s: S) -> Purse | None:
        """What can be spent at this step, if anything is bought here."""
        return None

    def ready_actions(self, s: S) -> list[str]:
        """In a set-up: the actions that place what is left as the ready set-up has it; empty if there is none."""
        return []

    def battle_board(self, s: S, side: int) -> Fight | None:
        """The battle this step belongs to, as far as a side (or ``SPECTATOR``) may know it."""
        return None

    def choices(self, s: S, counters: Mapping[int, str]) -> Iterable[Choice]:
        """The options in words, with what is touched to choose them; ``counters``: the names of pieces in the scene."""
        return [self.choice(s, option) for option in s.options]

    def choice(self, s: S, option: Option) -> Choice:
        """An option as it is always put at this step; made once for all matches of a setting."""
        known = s.setting.choices.get((self.name, option.number))
        if known is None:
            known = s.setting.choices[self.name, option.number] = self.put(option)
        return known

    def put(self, option: Option) -> Choice:
        """Put an option into words."""
        said = self.words.get(str(option)) or self.words[option.verb]
        piece, place = ((option.object if option.touch == what else "") for what in ("piece", "place"))
        label = said.replace("{it}", option.spoken)
        return Choice(str(option), label, option.verb, piece, place, odds=option.verb in self.rolls)

    # what happens

    def after(self, s: S) -> None:
        """What happens when the step is over; it is off the agenda already."""

    # as data

    def arguments(self) -> list[Any]:
        """Its arguments in order."""
        return [getattr(self, name) for name in argument_types(type(self))]

    def dump(self) -> list[Any]:
        """As JSON: the name, then the arguments."""
        return [self.name, *map(kinds.plain, self.arguments())]

    @classmethod
    def load(cls, raw: list[Any]) -> Step[S]:
        """From the arguments in JSON."""
        pairs = zip(map(kinds.tuples, raw), argument_types(cls).values(), strict=True)
        return cls(*(bool(value) if type_ == "bool" else value for value, type_ in pairs))

    def but(self, **arguments: Any) -> Self:
        """The same step with some other arguments."""
        return type(self)(**(vars(self) | arguments))

    def renamed(self, names: dict[int, int], more: dict[str, Kind]) -> Step[S]:
        """The same step with pieces exchanged for others."""
        pairs = zip(self.arguments(), argument_kinds(type(self), more).values(), strict=True)
        return type(self)(*(kind.renamed(value, names) for value, kind in pairs))


_arguments: dict[type, dict[str, str]] = {}


def argument_types(step: type) -> dict[str, str]:
    """The type of each argument of a step by its name, in order."""
    known = _arguments.get(step)
    if known is None:
        known = _arguments[step] = {field.name: str(field.type) for field in fields(step)}
    return known


def argument_kinds(step: type, more: dict[str, Kind]) -> dict[str, Kind]:
    """The kind of each argument of a step; ``more``: kinds that only its game has."""
    return {name: kinds.of(type_, more) for name, type_ in argument_types(step).items()}
