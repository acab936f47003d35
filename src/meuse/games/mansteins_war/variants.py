"""Chapter 28: variants. Each is an option; what it changes is said in the chapter that it changes.

Units that variants bring in are set up or wait on the turn track (``setup``); ``setting.spares`` leaves the others
aside. The Allied airpower doctrine is in ``commands`` and ``bombing``, the alliance in ``stacking`` and ``ground``.
"""

from __future__ import annotations

from collections.abc import Iterator

from meuse.games.mansteins_war.setting import NETHERLANDS, SIDES
from meuse.games.mansteins_war.state import MansteinState

CLAUSES = {
    "ss_corps": "28.1a",
    "more_special_forces": "28.1b",
    "mountain_corps": "28.1c",
    "advanced_airlift": "28.1d",
    "no_netherlands": "28.1e",
    "allied_armour": "28.2a",
    "allied_air_doctrine": "28.2b",
    "allied_special_forces": "28.2c",
    "colonial_corps": "28.2d",
    "fighter_command": "28.2e",
    "belgian_alliance": "28.2f",
}
"""The clause of each variant that is worth points to the other side."""


def out_of_play(s: MansteinState) -> int:
    """The hexes that nobody may enter, attack or trace through: the Netherlands without a Dutch war (28.1e, R102)."""
    return s.setting.country[NETHERLANDS] if s.rulings["no_netherlands"] == "yes" else 0


def points(s: MansteinState, side: int) -> Iterator[tuple[str, str, int]]:
    """The victory points that a side gets for the variants in force: clause, variant, points (R18)."""
    for option, row in s.setting.tables.options.variant.items():
        if row.to == SIDES[side] and s.on(option):
            yield CLAUSES[option], option, row.points
