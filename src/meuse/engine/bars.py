"""A rule said once: a bar closes some of what a verb could name, and says why.

What may be chosen is what no bar closes; why something may not is the first bar that closes it. Bars are
computed when options are listed or a question is asked; their sentences only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from meuse.engine.refusal import Refusal
from meuse.engine.vocabulary import Option

ALL = -1
"""The set of everything: what closes a verb altogether."""


class Bar(msgspec.Struct, frozen=True, gc=False):
    """The places, pieces or other things a rule closes (a set of option values), its clause and its sentence.

    In the sentence ``{it}`` is what was asked about. A sentence that needs numbers or names is a function.
    """

    closed: int
    clause: str
    says: str | Callable[[], str]

    def refusal(self, option: Option) -> Refusal:
        says = self.says if isinstance(self.says, str) else self.says()
        return Refusal(says.replace("{it}", option.spoken), self.clause)


def closed(bars: Iterable[Bar]) -> int:
    """Everything that some bars close together."""
    union = 0
    for bar in bars:
        union |= bar.closed
    return union


def first(bars: Iterable[Bar], value: int) -> Bar | None:
    """The first bar that closes something."""
    for bar in bars:
        if bar.closed >> value & 1:
            return bar
    return None
