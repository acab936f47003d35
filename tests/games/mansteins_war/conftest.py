"""No test of this game lives on what another has worked out."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import setup, stacking, victory

from .kit import MAP


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """What is worked out once for all matches is worked out again, so that every test stands for all it rests on."""
    for table in (MAP.prices, MAP.pair_prices, MAP.objectives, MAP.too_far, MAP.fort_sets):
        table.clear()
    for function in (
        setup.stages, setup.gathered, setup._camps, setup._forts_enough, stacking._strangers, victory.german_goal,
    ):  # fmt: skip
        function.cache_clear()
