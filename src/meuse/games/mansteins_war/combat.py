"""Chapter 10: combat."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.state import SideStep


@dataclass
class OpenCombat(SideStep):
    """The Combat Segment begins (4.1l)."""

    automatic = True
