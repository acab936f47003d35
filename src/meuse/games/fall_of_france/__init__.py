"""The Fall of France: divisions and corps on 24 km hexes, skirmishes during movement, a mechanised phase, cadres.

The files carry the names of the rulebook's chapters; ``sequence`` reads like the sequence of play.
"""

from __future__ import annotations

from pathlib import Path

from meuse.games.fall_of_france.game import FallOfFrance

FOLDER = Path(__file__).parent / "data"


def make(pack: Path | None = None) -> FallOfFrance:
    """The game with its own data, or with a pack laid over it."""
    return FallOfFrance(FOLDER, pack)
