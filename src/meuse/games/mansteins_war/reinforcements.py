"""Chapter 13: reinforcements."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.state import SideStep


@dataclass
class OpenReinforcement(SideStep):
    """The Reinforcement Segment begins (4.1g)."""

    automatic = True
