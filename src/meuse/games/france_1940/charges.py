"""Cavalry charges (5.6, 9.1.6, G50): whom riders may charge, and from where they can pay for it at the gallop."""

from __future__ import annotations

from meuse.board.sets import listed, members
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.tables import Terrain

NO_CHARGE: tuple[Terrain, ...] = ("built-up area", "woods", "marsh")
"""Where cavalry may not charge (5.6j, 9.1.6a, G50)."""


def soft(s: FranceState, hexa: int, side: int) -> int:
    """The units of a side in a hex that are neither vehicles nor in them (9.2a, 9.3a, G46)."""
    setting = s.setting
    here = s.mates(hexa, side) & setting.units & ~setting.horses
    return here & ~setting.armour & ~setting.transports & ~(s.riders & ~s.mounted)


def prey(s: FranceState, side: int) -> int:
    """The hexes with enemies of a side that its cavalry may charge (5.6j, 9.1.4a, 9.1.6a, 9.3a)."""
    return s.kept(("prey", side), s.version, _prey, s, side)


def _prey(s: FranceState, side: int) -> int:
    enemy, ground = 1 - side, s.setting.ground
    open_ = s.masks[enemy] & ~s.setting.closed & ~members(melee.hex for melee in s.melees)
    for terrain in NO_CHARGE:
        open_ &= ~ground.of[terrain]
    return members(hexa for hexa in listed(open_) if s.deserted(hexa, enemy) or soft(s, hexa, enemy))


def spurt(s: FranceState, who: int) -> int:
    """The half points that horses have more at the gallop: half as many again, the fraction dropped (5.6g, G50)."""
    return s.setting.mp[who] // 4 * 2
