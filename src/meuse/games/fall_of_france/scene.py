"""The table as everybody sees it: nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import SPECTATOR, Box, Piece, Stack
from meuse.engine.staging import Tabletop
from meuse.games.fall_of_france import declarations
from meuse.games.fall_of_france.air import Assignment
from meuse.games.fall_of_france.combat import Combat
from meuse.games.fall_of_france.counters import drawn, plain_stack
from meuse.games.fall_of_france.movement import Movement, members_of_neutrals
from meuse.games.fall_of_france.setting import (
    ALLIED,
    ALOFT,
    DAMAGED,
    DEAD,
    GERMAN,
    GONE,
    READY,
    SIDES,
    SPARE,
    UNPLACED,
    UNUSED,
    WAITING,
)
from meuse.games.fall_of_france.state import IDLE, FallState, members, union
from meuse.games.fall_of_france.supply import network
from meuse.games.fall_of_france.tracks import marks, tracks
from meuse.mechanics.tabletop import Condition, places, shown
from meuse.mechanics.turns import turn_words

BOXES = {
    READY: ("ready", "{side} air units without a mission", "12.0a"),
    DAMAGED: ("damaged", "{side} air units under repair", "13.2b"),
    ALOFT: ("aloft", "{side} airborne troops held for a landing", "9.2a"),
    WAITING: ("waiting", "{side} reinforcements", "18.3a"),
    UNPLACED: ("unplaced", "{side} units to be set up", "20.0a"),
    DEAD: ("dead", "{side} dead pile", "14.4e"),
    GONE: ("gone", "{side} units out of the game", "19.2c"),
}
"""What lies beside the map, in this order: name, title, clause."""
ASIDE = (UNUSED, SPARE)
"""Counters that are not on the table."""


def table(s: FallState, side: int) -> Tabletop:
    """What a side sees of the table."""
    setting, board = s.setting, s.setting.board
    allied = setting.land & ~s.taken & ~s.neutral_ground()
    return Tabletop(
        turn=turn_words(s),
        stacks=stacks(s, side),
        boxes=boxes(s),
        tracks=tuple(tracks(s)),
        marks=tuple(marks(s)),
        control={SIDES[GERMAN]: places(board, s.taken), SIDES[ALLIED]: places(board, allied)},
        counters={piece: unit.id for piece, unit in enumerate(setting.pieces) if s.where[piece] not in ASIDE},
    )


def stacks(s: FallState, side: int) -> dict[str, Stack]:
    """Ground units as they lie, and air units where they fly: over a hex, or at a corner (12.0c)."""
    setting, labels = s.setting, s.setting.board.labels
    known = list(conditions(s, side))
    special = union(condition.pieces for condition in known)
    lying: dict[str, Stack] = {}
    for hexa, pieces in sorted(s.stacks.items()):
        if special & members(pieces):
            lying[labels[hexa]] = Stack(tuple(counter(s, piece, known) for piece in pieces))
        else:
            lying[labels[hexa]] = plain_stack(setting, pieces)
    for unit, place in zip(setting.air, s.missions, strict=True):
        if place != IDLE:
            label = setting.place_label(place)
            under = lying[label].pieces if label in lying else ()
            lying[label] = Stack((counter(s, unit, known), *under))
    return lying


def counter(s: FallState, number: int, known: list[Condition]) -> Piece:
    """A counter as it lies there, with what is the matter with it."""
    seen = shown(number, known)
    return drawn(s.setting, number, seen.notes, seen.looks, seen.dim)


def conditions(s: FallState, side: int) -> Iterator[Condition]:
    """What can be the matter with units: for all to see, and for the side that acts who is done."""
    cut = network(s).cut
    yield Condition(s.disrupted, "disrupted", look="tilted")
    yield Condition(s.cadred, "cadre", look="banded")
    yield Condition((cut[GERMAN] | cut[ALLIED]) if s.turn else 0, "out of supply")
    yield Condition(members_of_neutrals(s), "neutral")
    if s.halted >= 0:
        yield Condition(s.setting.pieces_in_formation[s.halted], "halted this turn")
    waiting = declarations.waiting(s)
    for declared in waiting:
        yield Condition(members(declared.attackers), f"attacks {s.spot(declared.target)}")
    if side == SPECTATOR:
        return
    own = s.setting.pieces_on[side]
    for step in s.agenda:
        if isinstance(step, Movement) and step.mover == side:
            yield Condition(s.moved & own, "has moved", done=True)
            yield Condition(s.disrupted & own, "", done=True)
        elif isinstance(step, Combat) and step.mover == side:
            yield Condition(s.attacked & own, "" if waiting else "has attacked", done=True)
        elif isinstance(step, Assignment) and step.mover == side:
            flying = members(unit for unit in s.setting.air if s.setting.side_of[unit] == side)
            yield Condition(flying & ~members(step.waiting), "", done=True)


def boxes(s: FallState) -> tuple[Box, ...]:
    """What lies beside the map, box by box for each side."""
    held: dict[tuple[int, int], list[Piece]] = {}
    for piece, box in enumerate(s.where):
        if box in BOXES and not (box == READY and s.missions[piece - s.setting.first_air] != IDLE):
            held.setdefault((box, s.setting.side_of[piece]), []).append(drawn(s.setting, piece, due(s, piece, box)))
    return tuple(
        Box(
            f"{name}_{SIDES[side]}", title.format(side=s.setting.side_name(side)), tuple(held[box, side]), clause=clause
        )
        for box, (name, title, clause) in BOXES.items()
        for side in (GERMAN, ALLIED)
        if (box, side) in held
    )


def due(s: FallState, piece: int, box: int) -> tuple[str, ...]:
    """When a unit in a box comes back, or comes at all; what can never be rebuilt (13.2b, 18.2, 18.3, R37)."""
    unit = s.setting.pieces[piece]
    if box == DAMAGED:
        return (f"back on turn {s.back[piece]}",)
    if box == WAITING:
        if unit.emergency:
            return ("comes when a French city has fallen",)
        return (f"turn {unit.arrives}",) if unit.arrives else ("rolled for",) if unit.air else ()
    return ("lost for good",) if box == DEAD and s.lost_for_good >> piece & 1 else ()
