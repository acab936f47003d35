"""The laboratory: many games at once, and what they amount to.

Bots play each other on all cores or on a cluster, accumulators look on, and rows, ratings, comparisons and reports
come of it. What is peculiar to a game is asked of its chronicle; no rule of any game, and no game's name, lives here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meuse.lab.accumulators import BUILT_IN, Accumulator, AccumulatorError, Row
from meuse.lab.match import Plan, Source, play, read_pack, seats
from meuse.lab.run import Lab, on_cores
from meuse.lab.store import Missing, Store, StoreError
from meuse.lab.summary import summarize

__all__ = [
    "BUILT_IN", "Accumulator", "AccumulatorError", "Lab", "Missing", "Plan", "Row", "Source", "Store", "StoreError",
    "env", "on_cores", "play", "read_pack", "seats", "summarize",
]  # fmt: skip


def env(game: str, scenario: str | Path | None = None, seed: int | None = None, **more: Any) -> Any:
    """A PettingZoo environment of a game; see ``meuse.lab.learning.GameEnv``."""
    from meuse.lab.learning import make

    return make(game, scenario, seed, **more)
