"""What people see of games of fixed counters on hexes: conditions of counters, battle boards, sets of hexes by name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from meuse.board import HexBoard
from meuse.engine.scene import Fight, Line
from meuse.mechanics.counters import CountersState


@lru_cache(maxsize=1024)
def places(board: HexBoard, hexes: int) -> tuple[str, ...]:
    """Some hexes by their numbers."""
    return tuple(board.names(hexes))


class Condition(NamedTuple):
    """Something that is the matter with pieces."""

    pieces: int
    note: str
    done: bool = False
    """Are they done for now?"""
    look: str = ""
    """How a counter lies that shows it."""
    badge: str = ""
    """A letter on the counter that shows it."""


class Shown(NamedTuple):
    """What is the matter with one counter."""

    notes: tuple[str, ...] = ()
    dim: bool = False
    looks: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()


def shown(piece: int, conditions: Iterable[Condition]) -> Shown:
    """All that holds of a piece."""
    true = [condition for condition in conditions if condition.pieces >> piece & 1]
    texts = zip(*((c.note, c.look, c.badge) for c in true), strict=True) if true else ((), (), ())
    notes, looks, badges = (tuple(text for text in row if text) for row in texts)
    return Shown(notes, any(condition.done for condition in true), looks, badges)


def attack_board(s: CountersState, name: str, target: int, attackers: Iterable[int], lines: tuple[Line, Line]) -> Fight:
    """What is always known of an attack: ``name`` and the hex tell it from all others of the match."""
    label = s.label(target)
    where = dict.fromkeys((label, *(s.label(s.where[piece]) for piece in attackers if s.on_map(piece))))
    return Fight(f"{name}-{label}", f"Attack on {s.spot(target)}", tuple(where), *lines)
