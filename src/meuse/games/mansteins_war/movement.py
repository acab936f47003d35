"""Chapter 8: ground movement."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.state import SideStep


@dataclass
class OpenMovement(SideStep):
    """The Ground Movement Segment begins (4.1k)."""

    automatic = True
