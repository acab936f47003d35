"""Chapter 16: airpower."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.setting import AVAILABLE, FLYING, UTILIZED
from meuse.games.mansteins_war.state import IDLE, MansteinState, SideStep
from meuse.mechanics.sets import listed


@dataclass
class OpenAir(SideStep):
    """The Air Operations Segment begins (4.1h)."""

    automatic = True


def come_back(s: MansteinState) -> None:
    """The Return Phase: air and naval units are available again (4.1n)."""
    setting = s.setting
    for piece in listed(setting.air_units | setting.ships):
        if s.where[piece] in (FLYING, UTILIZED):
            s.where[piece] = AVAILABLE
    s.skies = (IDLE,) * len(setting.air)
    s.touch()
