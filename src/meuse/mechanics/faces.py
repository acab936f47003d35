"""Catalogues of counters: what a file of looks may say, and counters made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta

from meuse.engine.data import Strict, Text
from meuse.engine.scene import Face

Nation = TypeVar("Nation", bound=str)

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Symbol = Annotated[str, Meta(pattern="^[A-Z-]{15}$")]
"""A whole code of MIL-STD-2525C."""
Letters = Annotated[str, Meta(pattern="^[A-Z-]{6}$")]
"""The part of such a code that says what kind of unit it is."""


class Paint(Strict):
    """A counter's ground, and what is printed on it."""

    colour: Colour
    ink: Colour


class NationLook(Paint):
    """How a nation's counters look and what it is called."""

    title: Text
    letter: Text
    prefix: str = ""
    """Said before a unit's name where the name alone could be another army's."""


class MarkerLook(Strict, Generic[Nation]):
    """A marker's sign, and the nation in whose colours it is."""

    sign: Text
    nation: Nation


def land_symbol(letters: str, echelon: str) -> str:
    """The code of a friendly unit on land."""
    return f"SFGP{letters}-{echelon}---"


def face(
    side: str, nation: str, look: NationLook, name: str, title: str, short: str, paint: Paint | None = None, **more: Any
) -> Face:
    """A counter of a nation, in its colours or others; ``more``: what else a face has."""
    paint, symbol = paint or look, more.pop("symbol", "")
    return Face(name, title, short, side, nation, look.letter, symbol, paint.colour, paint.ink, **more)


def marker_faces(markers: Iterable[Any], looks: Any, side_of: Callable[[str], str]) -> Iterator[Face]:
    """The markers of a file of counters that a file of looks describes; ``side_of``: the side of a nation."""
    for marker in markers:
        if marker.id in looks.marker:
            sign, nation = looks.marker[marker.id].sign, looks.marker[marker.id].nation
            name, look = f"marker.{marker.id}", looks.nation[nation]
            yield face(side_of(nation), nation, look, name, marker.name, sign, shape="marker", sign=sign)
