"""Battles that people design themselves: what a game offers for them, what somebody wants, and what becomes of it.

A game whose battles can be designed has a ``Designer`` (``Game.designer``). It says what there is to choose and to buy,
with all prices, and makes a scenario file of a wish, with every objection of the rules and its clause: a client needs
no rule.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from meuse.board import AreaMap, HexMap

MOST = 99
"""Of anything in a wish."""
Small = Annotated[int, Meta(ge=0, le=MOST)]
Points = Annotated[int, Meta(ge=0, le=9999)]
Word = Annotated[str, Meta(max_length=64)]


class Pick(msgspec.Struct, frozen=True):
    """One of several things to choose from."""

    id: str
    title: str
    says: str = ""
    clause: str = ""


class BattleKind(msgspec.Struct, frozen=True):
    """A kind of battle: how long, for how many points, and whether somebody attacks."""

    id: str
    title: str
    says: str
    clause: str
    turns: int
    sizes: tuple[int, ...]
    """Points that are advised: for one sheet of the map, for two."""
    share: int
    """How many times the points of the defender the attacker has; 0: nobody attacks."""


class Price(msgspec.Struct, frozen=True):
    """A variety in which something is sold, and what it costs."""

    id: str
    title: str
    points: int


class Ware(msgspec.Struct, frozen=True):
    """Something that a side can buy."""

    id: str
    side: str
    group: str
    title: str
    clause: str
    prices: tuple[Price, ...]
    """The usual variety first."""
    enters: bool = False
    """Can it come later than the others?"""


class Aim(msgspec.Struct, frozen=True):
    """What decides the battle."""

    id: str
    title: str
    says: str
    clause: str
    hexes: bool
    """Are objectives to be chosen?"""
    number: bool
    """Is a number to be chosen?"""
    attack: bool
    """Only where somebody attacks?"""


class LaidSheet(msgspec.Struct, frozen=True):
    """A sheet of the map as it lies."""

    id: Word
    turned: bool = False


class Bought(msgspec.Struct, frozen=True):
    """Something bought: what, in which variety, how many, and the turn in which it comes (0: with the others)."""

    ware: Word
    price: Word = ""
    count: Small = 1
    enters: Small = 0


class Camp(msgspec.Struct, frozen=True):
    """A side of the battle: its points, its edge of the map, how deep it sets up from there, and what it buys."""

    points: Points
    edge: Word
    depth: Small = 0
    """0: it sets nothing up and enters over its edge."""
    lines: Annotated[tuple[Bought, ...], Meta(max_length=MOST)] = ()


class Wish(msgspec.Struct, frozen=True):
    """A battle as somebody wants it."""

    title: Annotated[str, Meta(max_length=80)]
    kind: Word
    attacker: Word
    """A side; empty where nobody attacks."""
    sheets: Annotated[tuple[Annotated[tuple[LaidSheet, ...], Meta(max_length=MOST)], ...], Meta(max_length=MOST)]
    """Rows from the north, each from the west."""
    day: Word
    river: Word
    turns: Small
    sides: Annotated[dict[Word, Camp], Meta(max_length=MOST)]
    aim: Word
    hexes: Annotated[tuple[Word, ...], Meta(max_length=MOST)] = ()
    number: Small = 0


class Catalogue(msgspec.Struct, frozen=True):
    """All that can be chosen and bought."""

    kinds: tuple[BattleKind, ...]
    sheets: tuple[Pick, ...]
    most_sheets: int
    rivers: tuple[Pick, ...]
    edges: tuple[Pick, ...]
    days: tuple[str, str]
    """The first and the last."""
    wares: tuple[Ware, ...]
    aims: tuple[Aim, ...]
    start: Wish
    """A battle to begin with."""


class Flaw(msgspec.Struct, frozen=True):
    """An objection to a wish: a rule that forbids it, or advice that it does not follow."""

    says: str
    clause: str = ""
    side: str = ""
    stops: bool = True
    """False: it is advice."""


class Design(msgspec.Struct, frozen=True):
    """What becomes of a wish: the file of a scenario, unless something stops it, and every objection."""

    text: str
    flaws: tuple[Flaw, ...]
    spent: dict[str, int]
    areas: dict[str, tuple[str, ...]]
    """Where each side sets up, by the names of the places."""


class Designer(ABC):
    """Makes scenarios of wishes."""

    @abstractmethod
    def catalogue(self) -> Catalogue:
        """All that can be chosen and bought."""

    @abstractmethod
    def design(self, wish: Wish) -> Design:
        """The scenario that a wish asks for, and what there is to object."""

    @abstractmethod
    def map(self, sheets: Sequence[Sequence[LaidSheet]]) -> HexMap | AreaMap:
        """The sheets laid together; a ``ValueError`` says why they cannot lie so."""


TURNED, BESIDE, BELOW = "~", "-", "."


def sheets_named(sheets: Sequence[Sequence[LaidSheet]]) -> str:
    """A layout in one word that can stand in an address: ``A-B~.C-D``."""
    return BELOW.join(BESIDE.join(laid.id + TURNED * laid.turned for laid in row) for row in sheets)


def sheets_read(name: str) -> list[list[LaidSheet]]:
    """The other way round."""
    return [
        [LaidSheet(word.removesuffix(TURNED), word.endswith(TURNED)) for word in row.split(BESIDE)]
        for row in name.split(BELOW)
    ]
