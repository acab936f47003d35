"""Counters as they are printed (1.4)."""

from __future__ import annotations

from functools import lru_cache

from meuse.engine import Pieces
from meuse.engine.scene import Piece, Stack
from meuse.games.fall_of_france.setting import FallSetting

SUPPORTS = "*"
"""Beside the rating of a headquarters: it can lend its support (1.4b)."""


@lru_cache(maxsize=10_000)
def drawn(
    setting: FallSetting, number: int, notes: tuple[str, ...] = (), looks: tuple[str, ...] = (), dim: bool = False
) -> Piece:
    """A counter: attack, defence and movement points, or one rating and points where there are two numbers (R115)."""
    unit = setting.pieces[number]
    if unit.air:
        return Piece(unit.id, unit.id, notes=notes, dim=dim, looks=looks)
    text = f"{unit.attack}-{unit.defence}-{unit.mp}"
    if setting.is_hq[number]:
        text = f"{unit.attack}{SUPPORTS}-{unit.mp}"
    factors = unit.attack, unit.defence, unit.mp
    return Piece(unit.id, unit.id, text, notes=notes, dim=dim, factors=factors, looks=looks)


@lru_cache(maxsize=10_000)
def plain_stack(setting: FallSetting, pieces: Pieces) -> Stack:
    """A stack with nothing to be said about its units."""
    return Stack(tuple(drawn(setting, piece) for piece in pieces))
