"""Counters as they are printed (2.2), and sets of hexes by their numbers."""

from __future__ import annotations

from functools import lru_cache

from meuse.board import HexBoard
from meuse.engine.scene import Piece, Stack
from meuse.games.mansteins_war.faces import MARKER
from meuse.games.mansteins_war.setting import MansteinSetting


@lru_cache(maxsize=20_000)
def drawn(setting: MansteinSetting, number: int, steps: int, notes: tuple[str, ...] = (), dim: bool = False) -> Piece:
    """A counter with some steps left: attack, defence and movement; an air unit's strength, in brackets if reduced."""
    unit = setting.pieces[number]
    steps = steps or 1
    if unit.air:
        text = str(setting.strength[number][steps])
        return Piece(
            unit.id, unit.id, text if steps == unit.full else f"({text})", steps, unit.full, notes=notes, dim=dim
        )
    if not unit.ground:
        return Piece(unit.id, unit.id, notes=notes, dim=dim)
    factors = setting.af[number][steps], setting.df[number][steps], setting.mf[number]
    text = "-".join(map(str, factors))
    return Piece(unit.id, unit.id, text, steps, unit.full, notes=notes, dim=dim, factors=factors)


@lru_cache(maxsize=1_000)
def marker_counter(setting: MansteinSetting, number: int, notes: tuple[str, ...] = (), dim: bool = False) -> Piece:
    """A command marker: options call it by the same name."""
    name = setting.markers[number].id
    return Piece(name, MARKER + name, notes=notes, dim=dim)


@lru_cache(maxsize=10_000)
def plain_stack(setting: MansteinSetting, pieces: tuple[tuple[int, int], ...]) -> Stack:
    """A stack with nothing to be said about its units: counters and their steps."""
    return Stack(tuple(drawn(setting, piece, steps) for piece, steps in pieces))


@lru_cache(maxsize=512)
def places(board: HexBoard, hexes: int) -> tuple[str, ...]:
    """Some hexes by their numbers."""
    return tuple(board.names(hexes))
