"""Forces on board A for fire, hits and reaction; the German edge is north, the Allied south.

Open lanes: A809 to A813, and A709 to A711 before three rows of fields; A510 is a bare hill of one level.
"""

from __future__ import annotations

from functools import cache

from meuse.engine.preview import added
from meuse.games.france_1940 import attack, fire
from meuse.games.france_1940.attack import Attack
from meuse.games.france_1940.setting import Way
from meuse.games.france_1940.state import FranceState

from .close import hexa
from .kit import force, own, stand

FORCES = "".join([
    force("german", "G.rifle 4, G.mg34, G.mg34-heavy, G.mortar, G.pak36 2, G.lefh18"),
    force("german", "G.pz1, G.pz2 2, G.pz3 2, G.sdkfz221", "tank"),
    force("german", "G.rifle 2", quality="green"),
    force("german", "G.rifle 2", quality="veteran"),
    force("german", "G.blitz, G.sdkfz251", ""),
    force("french", "F.rifle 4, F.hotchkiss, F.sa34, F.m1897"),
    force("french", "F.rifle 2", quality="green"),
    force("french", "F.cavalry, F.horses"),
    force("french", "F.ft17 2, F.s35, F.charb1", "tank"),
    force("french", "F.rifle 2", quality="veteran"),
    force("french", "F.adk", ""),
])  # fmt: skip
"""G1 Apfelbaum, G2 (tanks) Hartung, G3 green, G4 veteran; F1 Moreau, F2 green, F3 cavalry, F4 (tanks) Aubry, F5."""


@cache
def scenario() -> str:
    return own(FORCES)


def ground(units: str, more: str = "", side: str = "german") -> FranceState:
    """Units in hexes as in ``stand``; a side is about to activate somebody."""
    return stand(units, scenario(), side, more)


def shot(s: FranceState, way: Way, target: str, *units: str, reacting: bool = False) -> Attack:
    """The attack of some units on a hex."""
    return fire.made(s, way, hexa(s, target), tuple(s.setting.piece(unit) for unit in units), reacting)


def counts(s: FranceState, made: Attack) -> tuple[int, str, int, int]:
    """Factors, column, modifiers together, defence value."""
    return made.factors, attack.column_name(s, made), added(made.modifiers), made.divisor


def aims(s: FranceState, unit: str, way: Way) -> set[str]:
    """The hexes at which a unit can fire in a way."""
    return set(s.setting.board.names(fire.targets(s, s.setting.piece(unit), way)))


def refused(s: FranceState, unit: str, way: Way, target: str) -> str:
    """The clause by which a unit cannot fire at a hex in a way; empty if it can."""
    place = hexa(s, target)
    return next((bar.clause for bar in fire.bars(s, s.setting.piece(unit), way) if bar.closed >> place & 1), "")
