"""Counters as a side sees them: how far one may look into a stack (3.10), and what is printed on them."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from meuse.engine import Pieces
from meuse.engine.scene import Piece
from meuse.games.victory_or_defeat.setting import WarSetting
from meuse.games.victory_or_defeat.state import WarState


def visible(s: WarState, hexa: int, side: int, opened: Container[int] = ()) -> Pieces:
    """The pieces of a stack that a side may see: its own, forts, and of the enemy's the top one (3.10a).

    How high the stack is can be seen on any table (A70).
    """
    pieces, is_fort = s.at(hexa), s.setting.is_fort
    if len(pieces) < 2 or hexa in opened or s.setting.side_of[pieces[0]] == side:
        return pieces
    return tuple(piece for piece in pieces if is_fort[piece] or piece == pieces[0])


@lru_cache(maxsize=10_000)
def drawn(setting: WarSetting, number: int, steps: int, notes: tuple[str, ...] = (), dim: bool = False) -> Piece:
    unit = setting.pieces[number]
    factors = unit.strengths[steps - 1] if steps else ()
    text = str(factors[1]) if factors and unit.fort else "-".join(map(str, factors))  # 2.12
    return Piece(unit.id, unit.id, text, steps, unit.full, notes=notes, dim=dim, factors=factors)
