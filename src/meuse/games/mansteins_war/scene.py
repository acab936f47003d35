"""The table as a side sees it. What is secret is not on it: bins and plans (5.0a), the turn track (6.0h)."""

from __future__ import annotations

from meuse.engine.scene import Box, Piece, Stack
from meuse.engine.staging import Tabletop
from meuse.games.mansteins_war.setting import (
    ALLIED,
    AVAILABLE,
    DEAD,
    EVACUATED,
    GERMAN,
    GONE,
    SIDES,
    SPARE,
    UNPLACED,
    UNUSED,
    UTILIZED,
    WAITING,
)
from meuse.games.mansteins_war.state import IDLE, MansteinState

BOXES = {
    AVAILABLE: ("available", "{side} air, naval and special forces units available", "16.0a"),
    UTILIZED: ("utilized", "{side} units utilized", "16.0a"),
    WAITING: ("waiting", "{side} reinforcements", "13.1b"),
    UNPLACED: ("unplaced", "{side} units to be set up", "21.0b"),
    DEAD: ("dead", "{side} units eliminated", "3.2b"),
    EVACUATED: ("evacuated", "{side} units evacuated", "20.2h"),
    GONE: ("gone", "{side} units out of the game", "19.1b"),
}
"""What lies beside the map, in this order: name, title, clause."""
ASIDE = (UNUSED, SPARE)
"""Counters that are not on the table."""


def table(s: MansteinState, side: int) -> Tabletop:
    """What a side sees of the table."""
    setting, board = s.setting, s.setting.board
    allied = setting.land & ~s.taken
    return Tabletop(
        turn=f"Turn {s.turn}: {setting.scenario.dates[s.turn - 1]}" if s.turn else "Set-up",
        stacks=stacks(s),
        boxes=boxes(s),
        tracks=(),
        marks=(),
        control={SIDES[GERMAN]: tuple(board.names(s.taken)), SIDES[ALLIED]: tuple(board.names(allied))},
        counters={piece: unit.id for piece, unit in enumerate(setting.pieces) if s.where[piece] not in ASIDE},
    )


def counter(s: MansteinState, number: int) -> Piece:
    """A counter as it lies there: with the factors of the steps it has left."""
    setting, steps = s.setting, s.steps[number]
    unit = setting.pieces[number]
    if not unit.ground:
        strength = setting.strength[number][steps] if unit.air else 0
        return Piece(unit.id, unit.id, str(strength) if unit.air else "", steps or 1, unit.full)
    factors = setting.af[number][steps], setting.df[number][steps], setting.mf[number]
    return Piece(unit.id, unit.id, "-".join(map(str, factors)), steps or 1, unit.full, factors=factors)


def stacks(s: MansteinState) -> dict[str, Stack]:
    """Ground units as they lie, and air units over their hexes."""
    labels = s.setting.board.labels
    shown = {labels[hexa]: Stack(tuple(counter(s, p) for p in pieces)) for hexa, pieces in sorted(s.stacks.items())}
    for unit, hexa in zip(s.setting.air, s.skies, strict=True):
        if hexa != IDLE:
            under = shown[labels[hexa]].pieces if labels[hexa] in shown else ()
            shown[labels[hexa]] = Stack((counter(s, unit), *under))
    return shown


def boxes(s: MansteinState) -> tuple[Box, ...]:
    """The displays of both sides."""
    made = []
    for place, (name, title, clause) in BOXES.items():
        for side in (GERMAN, ALLIED):
            lying = [n for n, where in enumerate(s.where) if where == place and s.setting.side_of[n] == side]
            if lying:
                words = title.format(side=s.setting.side_name(side))
                made.append(Box(f"{SIDES[side]}.{name}", words, tuple(counter(s, n) for n in lying), clause=clause))
    return tuple(made)
