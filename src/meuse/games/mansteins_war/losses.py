"""Step losses (2.2.7, 10.6, 22.1)."""

from __future__ import annotations

from meuse.games.mansteins_war.events import Eliminated, Reduced
from meuse.games.mansteins_war.setting import DEAD
from meuse.games.mansteins_war.state import MansteinState


def lose_step(s: MansteinState, piece: int, clauses: tuple[str, ...] = ("2.2.7a",)) -> None:
    """A ground unit loses a step; the last one eliminates it (2.2.7). Its counter follows from its steps."""
    if s.steps[piece] <= 1:
        eliminate(s, piece, clauses)
        return
    s.steps[piece] -= 1
    s.touch()
    s.events.append(Reduced(clauses, piece, s.steps[piece]))


def eliminate(s: MansteinState, piece: int, clauses: tuple[str, ...] = ("2.2.7a",)) -> None:
    """A ground unit goes to the Eliminated display."""
    s.lift(piece, DEAD)
    s.steps[piece] = 0
    s.events.append(Eliminated(clauses, piece))
