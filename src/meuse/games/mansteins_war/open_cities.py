"""Open cities (25.4)."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.state import SideStep


@dataclass
class OpenDeclaration(SideStep):
    """At the end of an Allied impulse cities may be declared open (25.4a)."""

    automatic = True
