"""Chapter 27: bridgeheads."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.state import MansteinState, SideStep


def disputed(s: MansteinState) -> int:
    """Cities before an enemy bridgehead, which nobody controls (27.1c)."""
    hexes = 0
    for bridge in s.bridgeheads:
        hexes |= 1 << bridge.beyond
    return hexes & s.setting.cities


@dataclass
class OpenRemoval(SideStep):
    """The operating side may take its bridgeheads off at the end of its impulse (27.1e)."""

    automatic = True
