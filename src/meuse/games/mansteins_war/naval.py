"""Naval support (20.1)."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.board.sets import listed
from meuse.games.mansteins_war.events import NavalSupport
from meuse.games.mansteins_war.setting import ALLIED, AVAILABLE, UTILIZED
from meuse.games.mansteins_war.state import MansteinState


def ships(s: MansteinState) -> tuple[int, ...]:
    """The naval units that can be used now; none once British units have come through a port (20.1c, 25.2b, R91)."""
    return () if s.naval_barred else listed(s.in_box(AVAILABLE, s.setting.ships))


def waters(s: MansteinState) -> int:
    """Coastal and port hexes; a bombed port counts only if it lies on the coast (20.1a, 22.4d)."""
    return s.setting.coastal | s.setting.ports & ~s.bombed


def can_support(s: MansteinState, target: int, attackers: Iterable[int]) -> bool:
    """May the Allied player commit the naval unit to a combat (20.1a, R61)?

    An attacking unit of his must be in a coastal or port hex, or the defenders' hex must be one.
    """
    if not ships(s):
        return False
    units, side_of = tuple(attackers), s.setting.side_of
    if units and side_of[units[0]] == ALLIED:
        return any(waters(s) >> s.where[unit] & 1 for unit in units)
    return bool((waters(s) & s.held[ALLIED]) >> target & 1)


def use(s: MansteinState, target: int) -> None:
    """The naval unit supports a combat and is used for the turn; no result touches it (20.1c, 20.1d)."""
    ship = ships(s)[0]
    s.where[ship] = UTILIZED
    s.events.append(NavalSupport(("20.1b",), ship, target))
