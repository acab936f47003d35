"""Allied evacuation (20.2, 25.3)."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.state import SideStep


@dataclass
class OpenEvacuation(SideStep):
    """The Ground Movement Segment is over: units may leave from ports (20.2d)."""

    automatic = True
