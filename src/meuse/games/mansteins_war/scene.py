"""The table as a side sees it, without its secrets: bins and plans (5.0a), and by 28.3 when units come (R104)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine.scene import SPECTATOR, Box, Piece, Stack
from meuse.engine.staging import Tabletop
from meuse.games.mansteins_war import commands, logistics
from meuse.games.mansteins_war.air import Flights
from meuse.games.mansteins_war.combat import Attack, Combat
from meuse.games.mansteins_war.counters import drawn, marker_counter, places, plain_stack
from meuse.games.mansteins_war.movement import Movement
from meuse.games.mansteins_war.sequence import Impulse, OperationsPhase
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
from meuse.games.mansteins_war.tracks import marks, tracks, turn_words

BOXES = {
    AVAILABLE: ("available", "{side} air, naval and special forces available", "16.0a"),
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

Condition = tuple[int, str, bool]
"""Pieces, what is the matter with them, and whether they are done for now."""


def table(s: MansteinState, side: int) -> Tabletop:
    """What a side sees of the table."""
    setting, board = s.setting, s.setting.board
    allied = setting.land & ~s.taken
    return Tabletop(
        turn=turn_words(s),
        stacks=stacks(s, side),
        boxes=(*bins(s, side), *boxes(s, side)),
        tracks=tuple(tracks(s, side)),
        marks=tuple(marks(s)),
        control={SIDES[GERMAN]: places(board, s.taken), SIDES[ALLIED]: places(board, allied)},
        counters={piece: unit.id for piece, unit in enumerate(setting.pieces) if s.where[piece] not in ASIDE},
    )


# the map


def stacks(s: MansteinState, side: int) -> dict[str, Stack]:
    """Ground units as they lie, and air units over their hexes."""
    setting, labels, steps = s.setting, s.setting.board.labels, s.steps
    known = [condition for condition in conditions(s, side) if condition[0]]
    special = 0
    for mask, _, _ in known:
        special |= mask
    shown: dict[str, Stack] = {}
    for hexa, pieces in sorted(s.stacks.items()):
        if special & members(pieces):
            shown[labels[hexa]] = Stack(tuple([counter(s, piece, known) for piece in pieces]))
        else:
            shown[labels[hexa]] = plain_stack(setting, tuple([(piece, steps[piece]) for piece in pieces]))
    for unit, hexa in zip(setting.air, s.skies, strict=True):
        if hexa != IDLE:
            under = shown[labels[hexa]].pieces if labels[hexa] in shown else ()
            shown[labels[hexa]] = Stack((counter(s, unit, known), *under))
    return shown


def counter(s: MansteinState, number: int, known: list[Condition]) -> Piece:
    """A counter as it lies there, with what is the matter with it."""
    notes: tuple[str, ...] = ()
    dim = False
    for mask, note, done in known:
        if mask >> number & 1:
            notes = (*notes, note) if note else notes
            dim = dim or done
    return drawn(s.setting, number, s.steps[number], notes, dim)


def conditions(s: MansteinState, side: int) -> Iterator[Condition]:
    """What can be the matter with units: for all to see, and for the side that acts who is done."""
    setting = s.setting
    yield s.active & s.standing & setting.mobile, "activated", False
    if s.turn:
        lost = cut_off(s)
        yield lost, "cut off", False
        yield unsupported(s) & ~lost, "unsupported", False
    yield s.reserved & ~s.active, "reserve unit, activated earlier this turn", False
    yield s.dropped & s.standing, "landed among enemies", False
    if side == SPECTATOR or s.operator != side:
        return
    own = setting.pieces_on[side]
    for step in s.agenda:
        if isinstance(step, Movement) and step.mover == side:
            yield s.moved & own, "has moved", True
            yield own & ~s.active, "", True
        elif isinstance(step, Combat) and step.mover == side:
            yield s.attacked & own, "has attacked", isinstance(s.agenda[-1], Combat | Attack)
            yield own & ~s.active, "", True
        elif isinstance(step, Flights) and step.mover == side:
            yield s.flown & setting.air_units, "has been activated", True


def unsupported(s: MansteinState) -> int:
    """All units on the map that are unsupported (15.4a)."""
    key = ("unsupported", s.port_users, s.landed)
    return s.remembered(key, lambda: logistics.unsupported(s, GERMAN) | logistics.unsupported(s, ALLIED))


def cut_off(s: MansteinState) -> int:
    """All units on the map that are cut off (15.4c)."""
    units = listed(unsupported(s))
    return s.remembered(
        ("cut off", s.port_users, s.landed), lambda: members(p for p in units if logistics.cut_off(s, p))
    )


# displays


def boxes(s: MansteinState, side: int) -> tuple[Box, ...]:
    """The displays of both sides."""
    held: dict[tuple[int, int], list[Piece]] = {}
    side_of, steps = s.setting.side_of, s.steps
    for piece, box in enumerate(s.where):
        if box in BOXES:
            notes = due(s, piece, box, side)
            held.setdefault((box, side_of[piece]), []).append(drawn(s.setting, piece, steps[piece], notes))
    return tuple(
        Box(f"{name}_{SIDES[of]}", title.format(side=s.setting.side_name(of)), tuple(held[box, of]), clause=clause)
        for box, (name, title, clause) in BOXES.items()
        for of in (GERMAN, ALLIED)
        if (box, of) in held
    )


def due(s: MansteinState, piece: int, box: int, side: int) -> tuple[str, ...]:
    """When a unit arrives; by 28.3 that is for its owner to know (13.1a, R104)."""
    if box != WAITING:
        return ()
    if s.on("variable_reinforcements") and s.setting.side_of[piece] != side:
        return ("turn unknown",)
    return (f"turn {s.due[piece]}",)


# command markers


def bins(s: MansteinState, side: int) -> Iterator[Box]:
    """What lies in the bins, what has been played this turn, and what each side has in hand (5.0a, 5.4)."""
    for of in (GERMAN, ALLIED):
        own, name = s.setting.markers_on[of], s.setting.side_name(of)
        mine = side == of
        inside = own & (s.bin if mine else known_in_bin(s, of))
        hidden = 0 if mine else hidden_in_bin(s, of)
        if inside or hidden:
            words = {0: "", 1: ", with its plan", 2: ", perhaps with a special marker"}[hidden]
            yield Box(f"bin_{SIDES[of]}", f"{name} bin{words}", markers(s, inside), clause="5.0a")
        played = own & s.played
        if played:
            now = "being played"
            pieces = [
                marker_counter(s.setting, number, (now,) if s.marker >> number & 1 else (), not s.marker >> number & 1)
                for number in listed(played)
            ]
            yield Box(f"played_{SIDES[of]}", f"{name} markers played this turn", tuple(pieces), clause="5.4a")
        left = own & (in_hand(s, of) if mine else commands.secret_markers(s, of))
        if left:
            title = "special markers in hand" if mine else "special markers left, in hand or in the bin"
            yield Box(f"hand_{SIDES[of]}", f"{name} {title}", markers(s, left), clause="5.2b")


def markers(s: MansteinState, which: int) -> tuple[Piece, ...]:
    return tuple(marker_counter(s.setting, number) for number in listed(which))


def in_hand(s: MansteinState, side: int) -> int:
    """The markers of a side that are neither in its bin nor played nor out of the game."""
    return commands.in_play(s) & s.setting.markers_on[side] & ~s.bin & ~s.played & ~s.setting.always


def known_in_bin(s: MansteinState, side: int) -> int:
    """What everybody knows to be in a bin: the markers of the sub-commands, and a Morale marker (21.1m, 24.3a)."""
    return s.bin & s.setting.markers_on[side] & ~s.setting.special


def hidden_in_bin(s: MansteinState, side: int) -> int:
    """What others must expect in a bin besides: nothing (0), the plan for certain (1), perhaps a special marker (2)."""
    setting = s.setting
    playing = any(isinstance(step, OperationsPhase | Impulse) for step in s.agenda)
    if not playing or s.passed >> side & 1:
        return 0
    specials = setting.special & setting.markers_on[side]
    if s.played & specials and s.rulings["special_markers"] == "one":
        return 0
    if commands.must_be_binned(s, side) & specials & ~s.played:
        return 1
    open_now = members(number for number, row in enumerate(setting.markers) if row.from_turn <= s.turn)
    return 2 if commands.secret_markers(s, side) & open_now else 0
