"""France '40: Victory or Defeat: corps on 26 km hexes; the enemy may choose your order of phases.

The files carry the names of the rulebook's chapters; ``sequence`` reads like the sequence of play.
"""

from __future__ import annotations

from pathlib import Path

from meuse.games.victory_or_defeat.game import VictoryOrDefeat

FOLDER = Path(__file__).parent / "data"


def make(pack: Path | None = None) -> VictoryOrDefeat:
    """The game with its own data, or with a pack laid over it."""
    return VictoryOrDefeat(FOLDER, pack)
