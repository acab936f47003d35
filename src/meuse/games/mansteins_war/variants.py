"""Chapter 28: variants. Each is an option; what it changes is said in the chapter that it changes.

Units that variants bring in are set up or wait on the turn track (``setup``); ``setting.spares`` leaves the others
aside. The Allied airpower doctrine is in ``commands`` and ``bombing``, the alliance in ``stacking`` and ``ground``, and
what variants are worth in ``victory``.
"""

from __future__ import annotations

from meuse.games.mansteins_war.setting import NETHERLANDS
from meuse.games.mansteins_war.state import MansteinState


def out_of_play(s: MansteinState) -> int:
    """The hexes that nobody may enter, attack or trace through: the Netherlands without a Dutch war (28.1e, R102)."""
    return s.setting.country[NETHERLANDS] if s.setting.without_dutch(s.rulings) else 0
