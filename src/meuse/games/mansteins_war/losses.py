"""Step losses (2.2.7, 10.6, 22.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Option, Pieces, Side
from meuse.engine.steps import Subject
from meuse.games.mansteins_war import control
from meuse.games.mansteins_war.events import Eliminated, Reduced
from meuse.games.mansteins_war.setting import DEAD
from meuse.games.mansteins_war.state import MansteinState, MansteinStep
from meuse.mechanics.words import counted


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
    claim(s)


def claim(s: MansteinState) -> None:
    """A unit that has landed among enemies holds the hex as soon as they are gone; its fort is destroyed (R13, R86)."""
    for piece in listed(s.dropped & s.standing):
        hexa, side = s.where[piece], s.setting.side_of[piece]
        if not s.held[1 - side] >> hexa & 1:
            control.enter(s, (piece,), (hexa,))


def alive(s: MansteinState, units: Iterable[int]) -> Pieces:
    """Those of some units that are on the map."""
    return tuple([piece for piece in units if s.where[piece] >= 0])


class Losses(MansteinStep):
    """A side loses steps in a combat; its owner chooses unit by unit (10.6b, 22.1a).

    In a combat on the Mobile table the first comes from a Mech unit, if there is one (22.1b, R69).
    """

    owner: Side
    units: Pieces
    left: int
    mech_first: bool

    forced = public = fought = True
    hand = "units"
    heading = "Result of combat"
    words = {"reduce": "{it} loses a step"}

    def side(self, s: MansteinState) -> int:
        return self.owner

    def prompt(self, s: MansteinState) -> str:
        what = "it" if self.left == 1 else "the next one"
        return f"You lose {counted(self.left, 'step')}: choose the unit that loses {what}."

    def explained(self, s: MansteinState) -> Help:
        if self.first_in_line(s) != members(alive(s, self.units)):
            return Help("22.1b", "On the Mobile table a Mech unit loses the first step.")
        return Help("22.1a", "You choose; one unit may lose several steps, and the last one eliminates it.")

    def about(self, s: MansteinState) -> Subject:
        units = alive(s, self.units)
        return units, sorted({s.where[piece] for piece in units})

    def first_in_line(self, s: MansteinState) -> int:
        """The units that may lose the next step."""
        units = members(alive(s, self.units))
        mech = units & s.setting.mech
        return mech if self.mech_first and mech else units

    def options(self, s: MansteinState) -> list[Option]:
        """Nobody is asked where all are lost: steps beyond those there are ignored (R69)."""
        if not self.left or sum(s.steps[piece] for piece in alive(s, self.units)) <= self.left:
            return []
        return s.setting.vocabulary.named("reduce", self.first_in_line(s))

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        yield Bar(~members(alive(s, self.units)), "10.6b", "{it} takes no part in this combat")
        yield Bar(~self.first_in_line(s), "22.1b", "{it} is no Mech unit: on the Mobile table one of those comes first")

    def reduce(self, s: MansteinState, piece: int) -> None:
        s.turn_into(replace(self, left=self.left - 1, mech_first=False))
        lose_step(s, piece, ("22.1a", self.cited(s, piece)))

    def after(self, s: MansteinState) -> None:
        if self.left:
            for piece in alive(s, self.units):
                eliminate(s, piece, ("22.1a", "2.2.7a"))

    @staticmethod
    def cited(s: MansteinState, piece: int) -> str:
        """The clause by which a counter shows its loss (2.2.7)."""
        full, left = s.setting.full[piece], s.steps[piece]
        if left == 1:
            return "2.2.7a" if full == 1 else "2.2.7b" if full == 2 else "2.2.7e" if full == 3 else "2.2.7f"
        return "2.2.7b" if full == 2 else ("2.2.7c", "2.2.7d", "2.2.7e")[full - left]
