"""The match as a table shows it to a side: counters, boxes, tracks, and what can be touched.

It tells no more than ``view`` does, and of units in an enemy's hand not even where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from meuse.engine import Event
from meuse.engine.scene import SPECTATOR, Box, Focus, Piece, Scene, Stack
from meuse.games.victory_or_defeat import tracks
from meuse.games.victory_or_defeat.choices import Speech, choices
from meuse.games.victory_or_defeat.components import DEAD, GONE, SIDES, UNPLACED, WAITING
from meuse.games.victory_or_defeat.movement import immobile
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import is_supplied
from meuse.games.victory_or_defeat.view import revealed, visible

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

NOTES = ("out of supply", "neutral", "halted", "has moved", "has attacked", "opened Sickle Cut")
UNSUPPLIED, DORMANT, HALTED, MOVED, ATTACKED, SICKLE = (1 << n for n in range(len(NOTES)))
DIM = 1 << len(NOTES)

HEADINGS = {
    "setup": "{side} set-up",
    "sickle": "German set-up",
    "order": "{side} turn: order of play",
    "coup": "Airborne coup",
    "displace": "Airborne coup",
    "movement": "{side} movement",
    "combat": "{side} combat",
    "overstack": "Stacking limits",
    "restore": "{side} replacements",
    "dynamo": "Operation Dynamo",
}
"""Frames that give the phase its name."""


class Shown:
    """What scenes are made of, put together once and shared by all matches of a game."""

    def __init__(self, game: VictoryOrDefeat, titles: list[str]) -> None:
        self.game = game
        self.speech = Speech(game, titles)
        self._counters: dict[tuple[int, int, int], Piece] = {}
        self.places = lru_cache(maxsize=128)(lambda hexes: tuple(game.board.names(hexes)))

    def counter(self, number: int, steps: int, condition: int) -> Piece:
        """A counter in a condition: bits of NOTES and DIM."""
        key = (number, steps, condition)
        made = self._counters.get(key)
        if made is None:
            made = self._counters[key] = self._make(number, steps, condition)
        return made

    def _make(self, number: int, steps: int, condition: int) -> Piece:
        unit = self.game.pieces[number]
        attack, defence = unit.strengths[steps - 1] if steps else (0, 0)
        text = "" if not steps else str(defence) if unit.fort else f"{attack}-{defence}"  # 2.12
        notes = tuple(note for bit, note in enumerate(NOTES) if condition >> bit & 1)
        return Piece(unit.id, unit.id, text, steps, unit.full, notes=notes, dim=bool(condition & DIM))


def scene(s: WarState, side: int) -> Scene:
    """What a side sees; spectators see what no side hides."""
    shown = s.game.shown
    decision = s.decision
    own = decision is not None and side != SPECTATOR and decision.side == SIDES[side]
    opened = revealed(s)
    return Scene(
        side="" if side == SPECTATOR else SIDES[side],
        phase=phase(s),
        turn=tracks.turn_words(s),
        to_act=decision.side if decision is not None else "",
        prompt=decision.prompt if decision is not None and own else "",
        stacks=stacks(s, side, opened),
        boxes=boxes(s, side),
        tracks=tracks.tracks(s),
        marks=tracks.marks(s, side),
        control={name: shown.places(hexes) for name, hexes in zip(SIDES, s.control, strict=True)},
        focus=focus(s, side, own, opened),
        choices=choices(s, shown.speech) if own else (),
    )


def phase(s: WarState) -> str:
    """The part of the sequence of play, from the topmost frame that has a name."""
    if s.outcome is not None:
        return "The match is over"
    for frame in reversed(s.stack):
        words = HEADINGS.get(frame[0])
        if words:
            return words.format(side=tracks.side_words(s, frame[1])) if "{" in words else words
    return ""


# counters


def stacks(s: WarState, side: int, opened: set[int]) -> dict[str, Stack]:
    """The stacks as they lie, each as far as the side may look into it (3.10a)."""
    labels, counter = s.game.board.labels, s.game.shown.counter
    steps, playing = s.steps, s.turn > 0
    conditions = known_conditions(s, side)
    special = 0
    for mask, _ in conditions:
        special |= mask
    found = {}
    for hexa in sorted(s.stacks):
        seen = visible(s, hexa, side, opened)
        pieces = []
        for piece in seen:
            condition = UNSUPPLIED if playing and not is_supplied(s, piece) else 0
            if special >> piece & 1:
                for mask, bits in conditions:
                    if mask >> piece & 1:
                        condition |= bits
            pieces.append(counter(piece, steps[piece], condition))
        found[labels[hexa]] = Stack(tuple(pieces), len(s.stacks[hexa]) - len(seen))
    return found


def known_conditions(s: WarState, side: int) -> list[tuple[int, int]]:
    """Pieces and what is the matter with them: the dormant and the halted for all to see, the rest for the owner."""
    game = s.game
    found = [(s.dormant(), DORMANT)]
    if s.halted == "full":
        found.append((game.mechanized_mask, HALTED))
    if side == SPECTATOR:
        return found
    own = game.pieces_on[side]
    if s.turn == 1:
        found.append((s.sickle & own, SICKLE))
    for frame in s.stack:
        if frame == ("movement", side):
            found += [(s.moved & own, MOVED), ((s.moved | immobile(s)) & own, DIM)]
        elif frame == ("combat", side):
            found.append((s.attacked & own, ATTACKED | DIM))
    return found


def boxes(s: WarState, side: int) -> tuple[Box, ...]:
    """The boxes both may see, and one's own units still to be placed."""
    if min(s.where) >= 0:
        return ()
    found: dict[tuple[int, int], list[Piece]] = {}
    counter, where, steps = s.game.shown.counter, s.where, s.steps
    for unit in s.game.in_scenario(s.scenario):
        box = where[unit.number]
        if box < 0 and box in BOXES and (box != UNPLACED or unit.side == side):
            found.setdefault((unit.side, box), []).append(counter(unit.number, steps[unit.number], 0))
    return tuple(make_box(s, *key, found[key]) for key in sorted(found))


BOXES = {
    DEAD: ("dead", "{side} dead", "2.10d"),
    GONE: ("gone", "{side} units off the map", ""),
    WAITING: ("waiting", "{side} reinforcements, turn {turn}", "9.4b"),
    UNPLACED: ("unplaced", "{side} units to be set up", "3.0a"),
}
"""What lies beside the map: name, title, clause."""


def make_box(s: WarState, side: int, box: int, pieces: list[Piece]) -> Box:
    name, title, clause = BOXES[box]
    turn = min((s.game.pieces[piece].turn for piece in s.game.reinforcements), default=0)
    said = title.format(side=tracks.side_words(s, side), turn=turn)
    return Box(f"{name}_{SIDES[side]}", said, tuple(pieces), clause=clause)


# what it is about

Grasp = tuple[Iterable[int], Iterable[int]]
"""Pieces and hexes."""

FOCUS: dict[str, Callable[[WarState, Any], Grasp]] = {
    "deploy": lambda s, f: ((f[1],), ()),
    "march": lambda s, f: (f[2], (f[1],)),
    "battle": lambda s, f: (f[3], (f[2],)),
    "loss": lambda s, f: (f[1], sorted({s.where[piece] for piece in f[1]})),
    "retreat": lambda s, f: (f[3], (f[1],)),
    "retreat_to": lambda s, f: ((f[3],), (f[1],)),
    "advance": lambda s, f: (f[2], (f[1],)),
    "overstack": lambda s, f: (s.at(f[1]), (f[1],)),
    "displace": lambda s, f: (s.mobile_at(f[1]), (f[1],)),
}
"""What each decision is about."""

OPEN = frozenset(("loss", "retreat", "retreat_to", "advance", "overstack", "displace"))
"""Decisions whose subject both sides see; a battle once it is declared."""


def focus(s: WarState, side: int, own: bool, opened: set[int]) -> Focus:
    """The counters and hexes of the decision, as far as the side may know them."""
    if s.outcome is not None:
        return Focus()
    frame = s.stack[-1]
    find = FOCUS.get(frame[0])
    if find is None or not (own or frame[0] in OPEN or (frame[0] == "battle" and frame[4])):
        return Focus()
    pieces, hexes = find(s, frame)
    names = tuple(s.name(piece) for piece in pieces if may_name(s, piece, side, opened))
    return Focus(names, tuple(s.label(hexa) for hexa in hexes if hexa >= 0))


def may_name(s: WarState, piece: int, side: int, opened: set[int]) -> bool:
    """Is the piece there for this side to see?"""
    hexa = s.where[piece]
    if hexa < 0:
        return hexa == UNPLACED and s.game.side_of[piece] == side
    return piece in visible(s, hexa, side, opened)


# where things happened


def places(game: VictoryOrDefeat, event: Event) -> tuple[str, ...]:
    """The way of a march, the two hexes of a retreat or advance, the hexes of anything else."""
    found = getattr(event, "path", ()) or getattr(event, "hexes", ())
    ends = [getattr(event, name, None) for name in ("start", "hex", "port")]
    labels = game.board.labels
    return tuple(labels[hexa] for hexa in (found or ends) if hexa is not None)
