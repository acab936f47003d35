"""Chapter 16: airpower."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.setting import AVAILABLE, FLYING, GERMANS, UTILIZED
from meuse.games.mansteins_war.state import IDLE, MansteinState, SideStep
from meuse.mechanics.sets import listed


@dataclass
class OpenAir(SideStep):
    """The Air Operations Segment begins (4.1h)."""

    automatic = True


def zone_of(s: MansteinState, piece: int) -> int:
    """The air zone of a unit: its hex, and at full strength those around it, sea and enemies or not (16.4)."""
    setting, table = s.setting, s.setting.tables.air
    hexa = s.skies[piece - setting.first_air]
    if hexa == IDLE or setting.airlifts >> piece & 1:
        return 0
    return setting.board.disc(hexa, table.zone_full if s.steps[piece] == setting.full[piece] else table.zone_reduced)


def interdicted(s: MansteinState) -> int:
    """The hexes under German air zones, which Allied units leave with more effort, and never by rail (16.8)."""
    return s.remembered("interdicted", lambda: _interdicted(s))


def _interdicted(s: MansteinState) -> int:
    hexes = 0
    for piece in listed(s.setting.air_of[GERMANS]):
        hexes |= zone_of(s, piece)
    return hexes


def come_back(s: MansteinState) -> None:
    """The Return Phase: air and naval units are available again (4.1n)."""
    setting = s.setting
    for piece in listed(setting.air_units | setting.ships):
        if s.where[piece] in (FLYING, UTILIZED):
            s.where[piece] = AVAILABLE
    s.skies = (IDLE,) * len(setting.air)
    s.touch()
