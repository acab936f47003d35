"""Chapter 14: refit."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.mansteins_war.state import SideStep


@dataclass
class OpenRefit(SideStep):
    """A side receives its refit points and may spend them (4.1d)."""

    automatic = True
