"""Catalogues of counters: what a file of looks may say, and that no look is missing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Annotated

from msgspec import Meta

from meuse.engine.data import Strict

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Symbol = Annotated[str, Meta(pattern="^[A-Z-]{15}$")]
"""A whole code of MIL-STD-2525C."""


class Paint(Strict):
    """A counter's ground, and what is printed on it."""

    colour: Colour
    ink: Colour


def complete(fault: Callable[[str, str], Exception], table: str, given: Collection[str], needed: Iterable[str]) -> None:
    """Every kind of counter needs its look: the first that has none is an error."""
    names = list(needed)
    for name in names:
        if name not in given:
            raise fault(table, f"{name} is missing; give one for each of {', '.join(names)}")
