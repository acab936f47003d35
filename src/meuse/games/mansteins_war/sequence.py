"""Chapter 4: the sequence of play.

A turn is a list of phases laid on the agenda, the first on top; the Operations Phase is a chain of impulses, and an
impulse a list of segments in the same way. What a step does is in the chapter it is named after.
"""

from __future__ import annotations

from typing import Any

from meuse.games.mansteins_war import (
    air,
    bridgeheads,
    combat,
    commands,
    control,
    evacuation,
    movement,
    open_cities,
    overstacking,
    refit,
    reinforcements,
    victory,
)
from meuse.games.mansteins_war.events import BinEmpty, JointPhaseBegan, TookInitiative, TurnBegan
from meuse.games.mansteins_war.setting import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep, other

# turns


class BeginTurn(MansteinStep):
    """The next turn: its phases are laid on the agenda (4.1a)."""

    def after(self, s: MansteinState) -> None:
        s.turn += 1
        s.events.append(TurnBegan(("4.1a",), s.turn))
        s.push(*phases_from(PHASES[0]))


# phases


class Phase(MansteinStep):
    """A phase begins."""


class InitiativePhase(Phase):
    """Who picks first: the Germans, unless a German city is in Allied hands now (4.1b, 5.3, R42)."""

    def after(self, s: MansteinState) -> None:
        setting = s.setting
        lost = setting.cities & setting.germany & control.controlled(s, ALLIED)
        s.initiative = ALLIED if lost and s.turn > 1 else GERMAN  # 21.2a
        s.events.append(TookInitiative(("5.3a",), s.initiative))


class CommandMarkerPhase(Phase):
    """Both players load their bins, unseen by each other (4.1c)."""

    coming = "command markers"

    def after(self, s: MansteinState) -> None:
        s.events.append(JointPhaseBegan(("4.1c",), "Command markers"))
        commands.begin_phase(s)
        s.push(commands.Load(other(s.initiative)), commands.Load(s.initiative))


class RefitPhase(Phase):
    """Refit points are received and spent (4.1d, 5.3d)."""

    coming = "refit"

    def after(self, s: MansteinState) -> None:
        s.events.append(JointPhaseBegan(("4.1d",), "Refit"))
        s.port_users = 0
        s.push(refit.OpenRefit(other(s.initiative)), refit.OpenRefit(s.initiative))


class OperationsPhase(Phase):
    """Impulses by turns until all markers have been played (4.1e, 4.1m)."""

    coming = "operations"

    def after(self, s: MansteinState) -> None:
        s.events.append(JointPhaseBegan(("4.1e",), "Operations"))
        s.port_users = 0
        s.push(Impulse(s.initiative))


class ReturnPhase(Phase):
    """Air and naval units come back, reserves can be activated again, markers return or leave (4.1n, 4.1o, 5.7)."""

    coming = "return of air units"

    def after(self, s: MansteinState) -> None:
        air.come_back(s)
        s.reserved = 0
        s.naval_barred, s.lifted = False, 0
        commands.put_back(s)


class InterPhase(Phase):
    """The last turn ends the game; before that the German player may extend it, and the turn markers advance (4.1p)."""

    def after(self, s: MansteinState) -> None:
        s.push(EndTurn())
        if s.turn == s.setting.scenario.turns and not s.extended:
            s.push(victory.Extend())


class EndTurn(MansteinStep):
    """The next turn, or the count of victory points (4.1p, 3.2a)."""

    def after(self, s: MansteinState) -> None:
        if s.turn >= (s.setting.scenario.extended if s.extended else s.setting.scenario.turns):
            victory.judge(s)
        else:
            s.push(BeginTurn())


PHASES = (InitiativePhase, CommandMarkerPhase, RefitPhase, OperationsPhase, ReturnPhase, InterPhase)
"""The phases of a turn (4.1a)."""


def phases_from(first: type[Phase]) -> list[Any]:
    """The phases from one to the end of the turn, the first last."""
    return [phase() for phase in reversed(PHASES[PHASES.index(first) :])]


# impulses


class Impulse(SideStep):
    """A side picks a marker and plays it; with an empty bin the other side goes on alone (4.1m, 5.4)."""

    def after(self, s: MansteinState) -> None:
        own = s.bin & s.setting.markers_on[self.mover]
        if not own:
            if s.bin:
                if not s.passed >> self.mover & 1:
                    s.passed |= 1 << self.mover
                    s.events.append(BinEmpty(("5.4b",), self.mover))
                s.push(Impulse(other(self.mover)))
            return
        s.push(*SEGMENTS[self.mover])
        if s.turn == 1 and not s.played and self.mover == SIDES.index(s.setting.scenario.chooses_first_marker):
            s.push(commands.FirstMarker(self.mover))
        else:
            commands.pick(s, commands.draw(s, self.mover))


def segments(mover: int) -> list[Any]:
    """The segments of an impulse in their order, and the impulse that follows (4.1f to 4.1m)."""
    return [
        commands.Activation(mover),
        reinforcements.OpenReinforcement(mover),
        air.OpenAir(mover),
        movement.OpenMovement(mover),
        overstacking.CheckStacks(mover),
        evacuation.OpenEvacuation(mover),
        combat.OpenCombat(mover),
        overstacking.CheckStacks(mover),
        open_cities.OpenDeclaration(mover),
        bridgeheads.OpenRemoval(mover),
        commands.EndImpulse(mover),
        Impulse(other(mover)),
    ]


SEGMENTS = tuple(tuple(reversed(segments(mover))) for mover in (GERMAN, ALLIED))
"""The same for each side, the first last, as they are laid on the agenda."""
