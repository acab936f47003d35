"""The table as a side sees it: counters as far as one may look, boxes, tracks, marks and control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.engine.scene import SPECTATOR, Box, Piece, Stack
from meuse.engine.staging import Tabletop
from meuse.games.victory_or_defeat.combat import Combat
from meuse.games.victory_or_defeat.counters import drawn, visible
from meuse.games.victory_or_defeat.movement import Movement
from meuse.games.victory_or_defeat.secrecy import covered, revealed
from meuse.games.victory_or_defeat.setting import DEAD, GONE, SIDES, UNPLACED, WAITING
from meuse.games.victory_or_defeat.state import WarState, union
from meuse.games.victory_or_defeat.supply import is_supplied
from meuse.games.victory_or_defeat.tracks import marks, tracks
from meuse.games.victory_or_defeat.ways import immobile
from meuse.mechanics.tabletop import Condition, places, shown
from meuse.mechanics.turns import turn_words

BOXES = {
    DEAD: ("dead", "{side} dead", "2.10d"),
    GONE: ("gone", "{side} units off the map", ""),
    WAITING: ("waiting", "{side} reinforcements, turn {turn}", "9.4b"),
    UNPLACED: ("unplaced", "{side} units to be set up", "3.0a"),
}
"""What lies beside the map: name, title, clause."""


def table(s: WarState, side: int) -> Tabletop:
    """What a side sees of the table; spectators see what no side hides."""
    s = covered(s, side)
    setting, opened = s.setting, revealed(s)
    seen = {hexa: visible(s, hexa, side, opened) for hexa in sorted(s.stacks)}
    counters = {piece: setting.pieces[piece].id for pieces in seen.values() for piece in pieces}
    if not s.turn:
        counters |= {unit.number: unit.id for unit in setting.army if unit.side == side and s.where[unit.number] < 0}
    return Tabletop(
        turn=turn_words(s),
        stacks=stacks(s, side, seen),
        boxes=boxes(s, side),
        tracks=tuple(tracks(s)),
        marks=tuple(marks(s, side)),
        control={name: places(setting.board, hexes) for name, hexes in zip(SIDES, s.control, strict=True)},
        counters=counters,
    )


def stacks(s: WarState, side: int, seen: dict[int, tuple[int, ...]]) -> dict[str, Stack]:
    """The stacks as they lie, each as far as the side may look into it (3.10a)."""
    labels, conditions = s.setting.board.labels, list(known_conditions(s, side))
    special = union(condition.pieces for condition in conditions)
    lying = {}
    for hexa, pieces in seen.items():
        counters = [counter(s, piece, conditions if special >> piece & 1 else ()) for piece in pieces]
        lying[labels[hexa]] = Stack(tuple(counters), len(s.stacks[hexa]) - len(pieces))
    return lying


def counter(s: WarState, number: int, conditions: Iterable[Condition]) -> Piece:
    """A counter as it lies there, with what is the matter with it."""
    supplied = not s.turn or s.where[number] < 0 or is_supplied(s, number)
    seen = shown(number, conditions)
    notes = seen.notes if supplied else ("out of supply", *seen.notes)
    return drawn(s.setting, number, s.steps[number], notes, seen.dim)


def known_conditions(s: WarState, side: int) -> Iterator[Condition]:
    """The dormant and the halted for all to see, the rest for the owner."""
    yield Condition(s.dormant(), "neutral")
    if s.halted == "full":
        yield Condition(s.setting.mechanized, "halted")
    if side == SPECTATOR:
        return
    own = s.setting.pieces_on[side]
    if Movement(side) in s.agenda:
        yield Condition(s.moved & own, "has moved")
        yield Condition((s.moved | immobile(s)) & own & ~s.setting.forts, "", done=True)
    if Combat(side) in s.agenda:
        yield Condition(s.attacked & own, "has attacked", done=True)
    if s.turn == 1:
        yield Condition(s.sickle & own, "opened Sickle Cut")


def boxes(s: WarState, side: int) -> tuple[Box, ...]:
    """The boxes both may see, and one's own units still to be placed."""
    if min(s.where) >= 0:
        return ()
    held: dict[tuple[int, int], list[Piece]] = {}
    for unit in s.setting.army:
        box = s.where[unit.number]
        if box in BOXES and (box != UNPLACED or unit.side == side):
            held.setdefault((unit.side, box), []).append(counter(s, unit.number, ()))
    turn, made = min((s.setting.pieces[piece].turn for piece in s.setting.reinforcements), default=0), []
    for side, box in sorted(held):
        name, title, clause = BOXES[box]
        said = title.format(side=s.setting.side_name(side), turn=turn)
        made.append(Box(f"{name}_{SIDES[side]}", said, tuple(held[side, box]), clause=clause))
    return tuple(made)
