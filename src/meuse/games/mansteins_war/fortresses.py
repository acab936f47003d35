"""Chapter 17: fortified lines and fortified cities."""

from __future__ import annotations

from meuse.games.mansteins_war.events import FortDestroyed
from meuse.games.mansteins_war.state import MansteinState


def intact(s: MansteinState, side: int) -> int:
    """The fortified hexes that were a side's own at the start and still stand (17.0a, 17.1a)."""
    return s.setting.forts_of[side] & ~s.destroyed


def stands(s: MansteinState, hexa: int) -> bool:
    """Is there an intact fortification in a hex?"""
    return bool((s.setting.forts & ~s.destroyed) >> hexa & 1)


def garrisoned(s: MansteinState, side: int) -> int:
    """Intact fortified hexes with a fortress unit of their side, which no enemy zone reaches (7.1c, R46)."""
    return s.statics & s.held[side] & intact(s, side)


def destroy(s: MansteinState, hexa: int, clause: str = "17.1a") -> None:
    """The fortifications of a hex lose their effects for the rest of the game (17.1, 19.1a)."""
    s.destroyed |= 1 << hexa
    s.touch()
    s.events.append(FortDestroyed((clause,), hexa))
