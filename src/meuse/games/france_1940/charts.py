"""The shape of charts.toml, and how its charts are read (R1 to R16)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from meuse.engine.data import Count, Id, Positive, Sourced, Strict, Text
from meuse.engine.names import every, once
from meuse.games.france_1940.rosters import ArmourClass, Nation
from meuse.games.france_1940.tables import ClauseId, Terrain

Modifier = Annotated[int, Meta(ge=-9, le=9)]
Steps3 = tuple[Count, Count, Count]
"""At full strength, after one loss, reduced."""
MissionKind = Literal["close support", "bombardment"]
Direction = Literal["n", "ne", "se", "s", "sw", "nw"]
Density = Literal["dispersed", "normal", "concentrated"]
AttackName = Literal["crowd", "moving", "mounted", "armour", "screen", "dug_in", "vehicle", "flak"]
AssaultName = Literal["combined", "morale", "gallop", "cover", "fortification", "uphill"]
ContinuingName = Literal["morale", "fortification", "lost_more", "lost_fewer"]
Day = Annotated[str, Meta(pattern=r"^1940-\d\d-\d\d$")]


class Combat(Sourced):
    """The Combat Chart (8.3, R1)."""

    first_roll: int
    columns: list[Positive]
    rows: list[list[Count]]

    def column(self, factors: int, shift: int = 0) -> int:
        """The column of some fire factors, shifted; -1: left of the first, without effect (8.3h, G13)."""
        found = bisect_right(self.columns, factors) - 1
        return found if found < 0 else max(min(found + shift, len(self.columns) - 1), -1)

    def effect(self, column: int, roll: int) -> int:
        """The effect of a modified roll in a column (8.3j)."""
        if column < 0:
            return 0
        return self.rows[min(max(roll - self.first_roll, 0), len(self.rows) - 1)][column]


def halved(factors: int, times: int = 1) -> int:
    """Fire factors halved so many times; a fraction is rounded up, once (2.4b, G04)."""
    return -(-factors // (1 << times))


def hits(effect: int, divisor: int) -> int:
    """An effect divided by a defence value; fractions are dropped (2.4a, 8.3k)."""
    return effect // divisor


class AttackModifier(Sourced, kw_only=True):
    """What is added to the dice of an attack, by its kind (8.3i, R3)."""

    name: Text
    clause: ClauseId
    ap: Modifier = 0
    at: Modifier = 0
    art: Modifier = 0
    air: Modifier = 0
    steps: Count = 0


class Shelter(Strict):
    ap: Positive
    art: Positive


class Defence(Sourced):
    crest: Count
    trench: Shelter
    fortification_least: Positive
    fortification_calibre: Annotated[int, Meta(ge=1, le=999)]
    fortification_air: Positive
    mines: Positive
    anti_armour: Positive


class LossRow(Sourced):
    up_to: Positive
    less: Positive
    clause: ClauseId


class CalibreRow(Sourced):
    up_to: Annotated[int, Meta(ge=1, le=999)]
    air: Positive
    needs: dict[ArmourClass, Positive]
    clause: ClauseId


class Gun(Strict):
    name: Text
    through: list[Count]


class Penetration(Sourced):
    """The Penetration Chart (8.4.2f, R8)."""

    bands: list[Positive]
    machine_gun: Positive
    gun: dict[str, Gun]

    def through(self, gun: str, distance: int) -> int:
        """The armour that a gun goes through at a distance; -1 beyond the chart."""
        for band, armour in zip(self.bands, self.gun[gun].through, strict=True):
            if distance <= band:
                return armour
        return -1


class Ratio(Strict):
    name: Text
    attack: Positive
    defence: Positive


class Odds(Sourced):
    """The Odds Chart (9.1.3b, R4): ratios from the worst."""

    ratios: list[Ratio]

    def column(self, attackers: int, defenders: int) -> int:
        """The best ratio that is reached, the first at least."""
        reached = [n for n, r in enumerate(self.ratios) if attackers * r.defence >= defenders * r.attack]
        return reached[-1] if reached else 0


Result = Annotated[str, Meta(pattern=r"^\d(R[12])?/\d(R[12])?$")]


class Outcome(NamedTuple):
    """What an assault costs a side: steps, and hexes to retreat."""

    losses: int
    retreat: int


class AssaultModifier(Sourced, kw_only=True):
    name: Text
    value: Modifier
    clause: ClauseId
    least: Count = 0


class HandToHand(Sourced):
    """The Hand-to-Hand Combat Chart (9.1.3, R5)."""

    first_roll: int
    rows: list[list[Result]]
    modifier: Annotated[dict[AssaultName, AssaultModifier], every()]
    continuing: Annotated[dict[ContinuingName, AssaultModifier], every()]

    def result(self, column: int, roll: int) -> tuple[Outcome, Outcome]:
        """What happens to attacker and defender (9.1.3d)."""
        row = self.rows[min(max(roll - self.first_roll, 0), len(self.rows) - 1)]
        attacker, defender = row[column].split("/")
        return _outcome(attacker), _outcome(defender)


def _outcome(text: str) -> Outcome:
    losses, _, retreat = text.partition("R")
    return Outcome(int(losses), int(retreat or 0))


class AssaultValues(Sourced):
    """Combat values in an assault (9.1.3a, R6)."""

    troops: Steps3
    engineers: Steps3
    blackshirts: Steps3
    mg: Steps3
    gun: Steps3
    light: Steps3
    medium: Steps3
    heavy: Steps3
    halftrack: Steps3
    others: Steps3


class Overrun(Sourced):
    """Armoured assault (9.2, R7)."""

    light: Steps3
    medium: Steps3
    heavy: Steps3
    guns: Modifier
    buildings: Modifier


class AntiArmour(Sourced):
    transport_armoured: Count
    transport: Count
    morale: Count
    rubble: Modifier


class OffBoard(Sourced):
    full: Positive
    depleted: Positive


class Accuracy(Sourced):
    most: Positive
    hidden: Modifier
    drift: list[Direction]


class SmokeStart(Strict):
    full: Positive
    reduced: Positive


class SmokeChart(Sourced):
    off_board: SmokeStart
    on_board: SmokeStart
    mortar: SmokeStart
    black: Positive
    into: Positive
    across: Positive


class Aircraft(Sourced):
    id: Id
    nation: Nation
    name: Text
    mission: MissionKind
    ff: Positive


class LocationRow(Sourced):
    """The Air Location Table (8.2.1, R11): the highest roll that finds a target seen by the officer, or hidden."""

    visible: Positive
    hidden: Positive


class Aim(Sourced):
    target: Positive
    beside: Positive


class Flak(Sourced):
    range: Positive
    marked: Positive
    unmarked: Positive


class OfficerRules(Sourced):
    hit: int
    movement: Positive
    coordination: Positive


class MoraleRules(Sourced):
    disintegrates: Positive
    routed_disintegrates: Positive
    out_of_command: Count
    rout: Positive
    rout_vehicles: Positive
    risky_transport: Positive


class StackingRules(Sourced):
    hex: Positive
    inside: Positive


class MovementRules(Sourced):
    double_time: Positive
    mount: Positive
    mount_transport: Positive


class Minefields(Sourced):
    dispersed: Positive
    normal: Positive
    concentrated: Positive


class Sweeping(Sourced):
    engineers: Positive
    vehicles: Positive


class RubbleMove(Strict):
    foot: Positive
    tracked: Positive


class MarkerRules(Sourced):
    wire_tracked: Count
    wire_destroyed: Positive
    roadblock: Count
    ditch: Count
    ditch_crossing: Count
    teeth: Count
    trench: Count
    rubble_factors: Positive
    rubble: dict[Terrain, Positive]
    rubble_move: RubbleMove


class Fuel(Sourced):
    last_day: Day
    needs: dict[str, Positive]


class FrenchArtillery(Sourced):
    early_before: Day
    early: Modifier
    late_after: Day
    late: Modifier
    late_spared: Positive


class Charts(Strict):
    """The whole of charts.toml."""

    combat: Combat
    modifier: Annotated[dict[AttackName, AttackModifier], every()]
    defence: Defence
    loss: list[LossRow]
    calibre: list[CalibreRow]
    penetration: Penetration
    odds: Odds
    hand_to_hand: HandToHand
    assault: AssaultValues
    overrun: Overrun
    anti_armour: AntiArmour
    off_board: dict[str, OffBoard]
    accuracy: Accuracy
    smoke: SmokeChart
    aircraft: Annotated[list[Aircraft], once("id")]
    location: Annotated[dict[Terrain, LocationRow], every()]
    aim: Annotated[dict[MissionKind, Aim], every()]
    flak: Flak
    officer: OfficerRules
    morale: MoraleRules
    stacking: StackingRules
    movement: MovementRules
    minefield: Minefields
    minefield_sweep: Sweeping
    markers: MarkerRules
    fuel: Fuel
    french_artillery: FrenchArtillery
