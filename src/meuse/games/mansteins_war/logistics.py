"""Chapter 15: logistics."""

from __future__ import annotations

from meuse.games.mansteins_war import control
from meuse.games.mansteins_war.setting import COUNTRIES, GERMAN, NATIONS
from meuse.games.mansteins_war.state import MansteinState


def depots(s: MansteinState, nation: int) -> int:
    """The depots that work for a nation: in its own country, controlled by its side, neither bombed nor of a country
    that has capitulated (15.2a, 3.7e, 22.4d)."""
    setting = s.setting
    side = GERMAN if nation == 0 else 1
    hexes = 0
    for name in setting.tables.logistics.country[NATIONS[nation]]:
        country = COUNTRIES.index(name)
        if not s.surrendered >> country & 1:
            hexes |= setting.depots_of[country]
    return hexes & control.controlled(s, side) & ~s.bombed


def channel_ports(s: MansteinState) -> int:
    """The Channel ports that work for the Allies (15.2c, 15.2d, R22)."""
    return s.setting.channel_ports & control.controlled(s, 1) & ~s.bombed


def sources(s: MansteinState, nation: int) -> int:
    """What a nation's units fall back upon: its depots, the British on Channel ports (11.1b, R64)."""
    own = s.setting.tables.logistics.country[NATIONS[nation]]
    return depots(s, nation) if own else channel_ports(s)
