"""Manstein's War: armies and corps on 40 km hexes, set in motion by command markers drawn from two secret bins.

The files carry the names of the rulebook's chapters; ``sequence`` reads like the sequence of play.
"""

from __future__ import annotations

from pathlib import Path

from meuse.games.mansteins_war.game import MansteinsWar

FOLDER = Path(__file__).parent / "data"


def make(pack: Path | None = None) -> MansteinsWar:
    """The game with its own data, or with a pack laid over it."""
    return MansteinsWar(FOLDER, pack)
