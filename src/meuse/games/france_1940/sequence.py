"""Chapter 3: the sequence of play. A turn is a list of phases laid on the agenda, the first on top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meuse.board.sets import listed
from meuse.engine import Bar, Help
from meuse.games.france_1940 import command, officers, victory, works
from meuse.games.france_1940.activation import Choose
from meuse.games.france_1940.events import (
    CommandDetermined,
    InitiativeWon,
    MarkersRemoved,
    ReactionDropped,
    TurnBegan,
)
from meuse.games.france_1940.setting import ALLIED, GERMAN, SIDES
from meuse.games.france_1940.state import FranceState, FranceStep, SideStep


class BeginTurn(FranceStep):
    """The next turn: its phases are laid on the agenda (3b)."""

    def after(self, s: FranceState) -> None:
        s.turn += 1
        s.events.append(TurnBegan(("3b",), s.turn))
        s.push(*phases_from(PHASES[0]))
        officers.arrive(s)


class Phase(FranceStep):
    """A phase begins."""


class CommandPhase(Phase):
    """Both sides find out who is in command (3.1)."""

    coming = "command"

    def after(self, s: FranceState) -> None:
        command.determine(s)
        s.events.append(CommandDetermined(("3.1a",), listed(s.astray)))


class InitiativePhase(Phase):
    """Each side rolls a die; the higher result has the first activation, ties are rolled again (3.2)."""

    coming = "initiative"

    def after(self, s: FranceState) -> None:
        bonus = [initiative_bonus(s, side) for side in (GERMAN, ALLIED)]
        while True:
            german, allied = (
                s.roll(f"{s.setting.side_name(side)} initiative", ("3.2a",)) + bonus[side] for side in (GERMAN, ALLIED)
            )
            if german != allied:
                break
        s.initiative = GERMAN if german > allied else ALLIED
        s.events.append(InitiativeWon(("3.2a",), s.initiative, german, allied))


def initiative_bonus(s: FranceState, side: int) -> int:
    """What a side adds to its die: as attacker, as holder of the initiative, by the scenario (3.2b to 3.2d, G95)."""
    scenario = s.setting.scenario
    return (scenario.attacker == SIDES[side]) + (s.initiative == side) + s.setting.by_side("initiative")[side]


class ActivationPhase(Phase):
    """Activations by turns until both sides pass, the holder of the initiative first (3.3.1)."""

    coming = "activations"

    def after(self, s: FranceState) -> None:
        s.passes = 0
        s.push(Choose(s.initiative))


class RemovalPhase(Phase):
    """Markers come off; each owner may take off Reaction markers, too (3.5)."""

    coming = "marker removal"

    def after(self, s: FranceState) -> None:
        s.events.append(MarkersRemoved(("3.5b",), s.turn))
        s.finished, s.prepared, s.rallied, s.recovered = 0, 0, 0, 0
        s.moved, s.passes, s.ordered = 0, 0, 0
        s.tired, s.hurried = s.hurried, 0
        s.blown, s.charged = s.charged, 0
        s.boats = (0, 0)
        works.lapse(s)
        command.rejoin(s)
        s.touch()
        first = max(s.initiative, GERMAN)
        s.push(Removal(1 - first), Removal(first))


class Removal(SideStep):
    """A side takes off those of its Reaction markers that it does not want to keep (3.5c)."""

    heading = "{side} marker removal"
    asks = "Take off Reaction markers that you do not want to keep."
    help = Help("3.5c", "A unit that keeps its marker may react or be activated next turn.")
    words = {"drop": "Take the Reaction marker off {it}", "done": "Keep the others"}
    idle = "done"

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "drop":
            yield Bar(~s.setting.pieces_on[self.mover], "3.5c", "{it} is not yours")
            yield Bar(~s.reaction, "3.5c", "{it} has no Reaction marker")

    def drop(self, s: FranceState, unit: int) -> None:
        s.reaction &= ~(1 << unit)
        s.events.append(ReactionDropped(("3.5c",), unit))


class EndTurn(Phase):
    """The next turn, or the end of the game (2.3l, 3.3.1j)."""

    def after(self, s: FranceState) -> None:
        if s.turn >= s.setting.scenario.turns:
            victory.judge(s)
        else:
            s.push(BeginTurn())


PHASES = (CommandPhase, InitiativePhase, ActivationPhase, RemovalPhase, EndTurn)
"""The phases of a turn (3b)."""


def phases_from(first: type[Phase]) -> list[Any]:
    """The phases from one to the end of the turn, the first last."""
    return [phase() for phase in reversed(PHASES[PHASES.index(first) :])]
