"""Catalogues of counters: what a file of looks may say."""

from __future__ import annotations

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
