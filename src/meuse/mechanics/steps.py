"""Steps that are about some units, whose owner decides, and a place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from meuse.engine import Bar, Pieces, Side, State, Step
from meuse.engine.steps import Subject

S = TypeVar("S", bound=State)


class UnitsStep(Step[S]):
    """A step names the argument that holds its units and the one that holds their place."""

    hand: ClassVar[str] = ""
    """The argument with the units."""
    spot: ClassVar[str] = ""
    """The argument with the place."""
    fought: ClassVar[bool] = False
    """Are they the units of a battle, which both sides know by name?"""

    def in_hand(self) -> Pieces:
        units = getattr(self, self.hand) if self.hand else ()
        return units if isinstance(units, tuple) else (units,)

    def side(self, s: S) -> int:
        units = getattr(self, self.hand)
        return s.setting.piece_side(units[0] if isinstance(units, tuple) else units)

    def about(self, s: S) -> Subject:
        return self.in_hand(), (getattr(self, self.spot),) if self.spot else ()

    def named(self) -> Pieces:
        """The units it shows both sides by name, wherever they lie."""
        return self.in_hand() if self.fought else ()

    def bars(self, s: S, verb: str) -> Iterable[Bar]:
        """Without bars everything that it has words for may be chosen."""
        return ()


@dataclass
class PhaseStep(UnitsStep[S]):
    """A step of one side's turn."""

    mover: Side

    def side(self, s: S) -> int:
        return self.mover
