"""Steps: the small decisions and automatic moments a game is made of.

A step says who decides, what can be chosen and in which words, why something cannot, and has one
method per verb that carries a choice out. Steps hold no data: what they need is in their frame on
the state's stack of phases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from meuse.engine.options import Option
    from meuse.engine.preview import Preview
    from meuse.engine.refusal import Refusal
    from meuse.engine.state import State

S = TypeVar("S", bound="State")


class Step(Generic[S]):
    """One kind of moment in a game.

    A step without options is over as soon as it comes to the top of the stack: its frame is taken
    off and ``after`` is called. That is how automatic phases work, and how a decision ends.
    """

    name: ClassVar[str]
    automatic: ClassVar[bool] = False
    """True: nothing is ever asked here."""
    forced: ClassVar[bool] = False
    """True: a lone option is carried out without asking."""
    secret: ClassVar[bool] = False
    """True: what a side does here the others see only when it has come to another kind of step."""

    def side(self, s: S, f: Any) -> int:
        """The number of the side that decides."""
        raise NotImplementedError(self.name)

    def prompt(self, s: S, f: Any) -> str:
        """What the side is asked, in one sentence."""
        raise NotImplementedError(self.name)

    def options(self, s: S, f: Any) -> list[Option]:
        """All that may be chosen now."""
        return []

    def after(self, s: S, f: Any) -> None:
        """What happens when the step is over; its frame is off the stack already."""

    def why(self, s: S, f: Any, option: Option) -> Refusal | None:
        """Why an option of this step's verbs is not among its options now."""
        return None

    def preview(self, s: S, f: Any, option: Option) -> Preview | None:
        """What the dice can do if this option is chosen, where dice decide."""
        return None
