"""Battle of France 1940: areas on land and sea, buckets of dice, production and cards, three powers.

The files carry the names of the rulebook's headings; ``sequence`` reads like its order of play.
"""

from __future__ import annotations

from pathlib import Path

from meuse.games.battle_of_france.game import BattleOfFrance

FOLDER = Path(__file__).parent / "data"


def make(pack: Path | None = None) -> BattleOfFrance:
    """The game with its own data, or with a pack laid over it."""
    return BattleOfFrance(FOLDER, pack)
