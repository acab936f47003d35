"""Steps that are about some units, whose owner decides, and a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeVar

from meuse.board.sets import members
from meuse.engine import Bar, Option, Pieces, Side, Step
from meuse.engine.steps import Subject
from meuse.mechanics.counters import CountersState

S = TypeVar("S", bound=CountersState)


class UnitsStep(Step[S]):
    """A step names the argument that holds its units and the one that holds their place."""

    hand: ClassVar[str] = ""
    """The argument with the units."""
    spot: ClassVar[str] = ""
    """The argument with the place."""
    standing: ClassVar[bool] = False
    """Is it about the places in which its units stand?"""
    decides: ClassVar[int] = -1
    """The side that decides, where it is always the same; else the owner of the units does."""
    fought: ClassVar[bool] = False
    """Are they the units of a battle, which both sides know by name?"""
    idle: ClassVar[str] = ""
    """A verb that nobody is asked for alone: where nothing else can be chosen, the step is over."""

    def in_hand(self) -> Pieces:
        units = getattr(self, self.hand) if self.hand else ()
        return units if isinstance(units, tuple) else (units,)

    def present(self, s: S) -> Pieces:
        """Those of its units that the decision is about now."""
        return self.in_hand()

    def side(self, s: S) -> int:
        if self.decides >= 0:
            return self.decides
        units = getattr(self, self.hand) if self.hand else ()  # asked at every step, so with few calls
        first = (units or self.present(s))[0] if isinstance(units, tuple) else units
        return s.setting.side_of[first]

    def about(self, s: S) -> Subject:
        units = self.present(s)
        if self.standing:
            return units, sorted({s.where[unit] for unit in units})
        return units, (getattr(self, self.spot),) if self.spot else ()

    def named(self) -> Pieces:
        """The units it shows both sides by name, wherever they lie."""
        return self.in_hand() if self.fought else ()

    def knows(self, verb: str) -> bool:
        return verb in self.verbs

    def options(self, s: S) -> list[Option]:
        options = super().options(s)
        return [] if self.idle and options == s.setting.vocabulary.families[self.idle] else options

    def bars(self, s: S, verb: str) -> Iterable[Bar]:
        """Without bars everything that it has words for may be chosen."""
        return ()

    # the verbs that only end a step

    def done(self, s: S, value: int) -> None:
        s.pop()

    def stay(self, s: S, value: int) -> None:
        s.pop()

    def decline(self, s: S, value: int) -> None:
        s.pop()


class OneOfUnits(UnitsStep[S]):
    """One of the units present is chosen, by the only verb of the step."""

    others: ClassVar[tuple[str, str]]
    """The clause and the sentence against all other units."""

    def options(self, s: S) -> list[Option]:
        (verb,) = self.words
        say = s.setting.vocabulary.families[verb]
        return [say[unit] for unit in self.present(s)]

    def bars(self, s: S, verb: str) -> Iterator[Bar]:
        yield Bar(~members(self.present(s)), *self.others)


class PhaseStep(UnitsStep[S]):
    """A step of one side's turn."""

    mover: Side

    def side(self, s: S) -> int:
        return self.mover
