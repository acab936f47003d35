"""Chapter 5: the sequence of play.

A turn is a list of phases laid on the agenda, the first on top, and a phase is a list of steps in the same way. What a
step does is in the chapter it is named after.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meuse.engine import ALL, Bar, Help, Option
from meuse.games.fall_of_france import politics, sealion, victory
from meuse.games.fall_of_france.air import OpenAir
from meuse.games.fall_of_france.allotment import Allotment
from meuse.games.fall_of_france.combat import OpenCombat
from meuse.games.fall_of_france.events import Halted, JointPhaseBegan, TurnBegan
from meuse.games.fall_of_france.landings import OpenLandings
from meuse.games.fall_of_france.movement import OpenMovement
from meuse.games.fall_of_france.recovery import Recover
from meuse.games.fall_of_france.refugees import Trek, steps_of_turn
from meuse.games.fall_of_france.reinforcements import AlliedAir, NewUnits, Rebuild, ReplacementPoints, Restore
from meuse.games.fall_of_france.setting import ALLIED, GERMAN
from meuse.games.fall_of_france.state import FallState, FallStep, members
from meuse.games.fall_of_france.supply import claim_what_is_left

# turns


class BeginTurn(FallStep):
    """The next turn: its phases are laid on the agenda (5.0a)."""

    def after(self, s: FallState) -> None:
        s.turn += 1
        s.bombers = s.bombed = 0
        s.halted = -1
        s.touch()  # on turn 1 no zone crosses a border (10.1e)
        s.events.append(TurnBegan(("5.0a",), s.turn))
        s.push(*phases_from(PHASES[0]))


class EndTurn(FallStep):
    """The turn marker advances, or the match ends (5.0h, 3.0b, R16)."""

    def after(self, s: FallState) -> None:
        if victory.is_over(s):
            victory.judge(s)
        else:
            s.push(BeginTurn())


# phases


class Phase(FallStep):
    """A phase begins: nobody has acted in it yet, and its steps are laid on the agenda."""

    def steps(self, s: FallState) -> list[Any]:
        """The steps of the phase in their order."""
        raise NotImplementedError

    def after(self, s: FallState) -> None:
        s.attacked = s.fought = s.lent = s.tried = 0
        if s.claims:
            s.claims = ()
            s.touch()
        s.push(*reversed(self.steps(s)))


class Reinforcement(Phase):
    """Points, Allied air units, cadres, new units and corps rebuilt (5.0b, R11)."""

    coming = "reinforcements"

    def steps(self, s: FallState) -> list[Any]:
        s.events.append(JointPhaseBegan(("5.0b",), "Reinforcement"))
        claim_what_is_left(s)
        return [
            ReplacementPoints(),
            AlliedAir(),
            Restore(ALLIED),
            NewUnits(),
            Rebuild(GERMAN),
            Rebuild(ALLIED),
        ]


class GermanMovement(Phase):
    """Air units and air combat, emergency recovery, landings, movement and skirmishes (5.0c)."""

    coming = "German movement"

    def steps(self, s: FallState) -> list[Any]:
        return [
            Halt(),
            OpenAir(GERMAN, False),
            Allotment(),
            *emergency(s, GERMAN),
            OpenLandings(),
            OpenMovement(GERMAN, False),
        ]


class GermanCombat(Phase):
    """Ground combats (5.0d)."""

    coming = "German combat"

    def steps(self, s: FallState) -> list[Any]:
        return [Allotment(), OpenCombat(GERMAN, False)]


class MechanizedOperations(Phase):
    """German air units again, combats and then half moves of mechanised units (5.0e).

    By 22.9.2 the BEF's armour may use the German rules and then acts after the Germans.
    """

    coming = "mechanised operations"

    def steps(self, s: FallState) -> list[Any]:
        sides = (GERMAN, ALLIED) if s.rulings["bef_armour"] == "german_rules" else (GERMAN,)
        steps: list[Any] = [OpenAir(GERMAN, True), Allotment()]
        for side in sides:
            steps += [OpenCombat(side, True), OpenMovement(side, True)]
        return steps


class AlliedMovement(Phase):
    """Air units and air combat, emergency recovery, movement and skirmishes (5.0f)."""

    coming = "Allied movement"

    def steps(self, s: FallState) -> list[Any]:
        return [OpenAir(ALLIED, False), Allotment(), *emergency(s, ALLIED), OpenMovement(ALLIED, False)]


class AlliedCombat(Phase):
    """Ground combats (5.0g)."""

    coming = "Allied combat"

    def steps(self, s: FallState) -> list[Any]:
        return [Allotment(), OpenCombat(ALLIED, False)]


class Recovery(Phase):
    """Disrupted units of both sides may recover, the Germans first (5.0g, R12)."""

    coming = "recovery"

    def steps(self, s: FallState) -> list[Any]:
        s.events.append(JointPhaseBegan(("5.0g",), "Recovery"))
        return [Recover(GERMAN, False), Recover(ALLIED, False)]


class Administration(Phase):
    """Politics in the order of chapter 19, then refugees (5.0h, R89)."""

    coming = "politics"

    def steps(self, s: FallState) -> list[Any]:
        s.events.append(JointPhaseBegan(("5.0h",), "Administration"))
        return [
            Allotment(),
            politics.WithdrawalRoll(),
            politics.DutchRoll(),
            politics.BelgianRoll(),
            politics.Collapse(),
            politics.ParisCheck(),
            politics.FrenchCheck(),
            SealionCheck(),
            Refugees(),
        ]


PHASES = (
    Reinforcement, GermanMovement, GermanCombat, MechanizedOperations, AlliedMovement, AlliedCombat, Recovery,
    Administration,
)  # fmt: skip
"""The phases of a turn (5.0a, R118)."""


def phases_from(first: type[Phase]) -> list[Any]:
    """The phases from one to the end of the turn, the first last."""
    return [EndTurn(), *(phase() for phase in reversed(PHASES[PHASES.index(first) :]))]


def emergency(s: FallState, side: int) -> list[Any]:
    """Emergency recovery, but not on turn 1 (5.0i, 16.4b)."""
    return [Recover(side, True)] if s.turn >= s.setting.tables.recovery.emergency_from else []


# small steps


class SealionCheck(FallStep):
    """Is the BEF gone without an order (22.8c)?"""

    def after(self, s: FallState) -> None:
        sealion.check(s)


class Refugees(FallStep):
    """The refugees move (22.1b)."""

    def after(self, s: FallState) -> None:
        if s.refugees:
            s.push(Trek(0, steps_of_turn(s)))


# halts (22.7)


def can_halt(s: FallState) -> bool:
    """May the Allied player halt a formation this turn: twice in the game, not on consecutive turns (22.7a)?"""
    table = s.setting.tables.options.rundstedt
    if not s.on("rundstedt") or len(s.halts) >= table.uses:
        return False
    return not s.halts or s.turn - s.halts[-1] >= table.apart


def armies(s: FallState) -> int:
    """The German formations that can be halted: numbered armies and Kluge with units on the map (R106)."""
    setting = s.setting
    groups = [g for g in range(setting.german_groups) if setting.formations[g][1] in setting.army_group]
    return members(group for group in groups if s.masks[group])


class Halt(FallStep):
    """The Allied player may forbid a German formation to move this turn (22.7, R106)."""

    decides = ALLIED
    heading = "Rundstedt's nerves"
    asks = "Halt a German formation this turn?"
    help = Help("22.7a", "Twice in the game, not on consecutive turns, a German formation can be kept from moving.")
    words = {"halt": "Halt {it}", "decline": "Halt nobody"}

    def options(self, s: FallState) -> list[Option]:
        if not can_halt(s):
            return []
        return s.setting.vocabulary.named("halt", armies(s)) + s.setting.say["decline"]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "halt":
            if not can_halt(s):
                yield Bar(ALL, "22.7a", "nobody can be halted this turn")
            yield Bar(~armies(s), "22.7a", "{it} is no German army on the map")

    def halt(self, s: FallState, group: int) -> None:
        s.pop()
        s.halts, s.halted = (*s.halts, s.turn), group
        s.events.append(Halted(("22.7a",), s.setting.say["halt"][group].spoken))
