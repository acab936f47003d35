"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from meuse.engine.data import Count, Positive, Roll, Sourced, Strict, Text
from meuse.engine.names import every, known, once
from meuse.mechanics.faces import Colour, Letters, MarkerLook, NationLook, Symbol
from meuse.mechanics.turns import TurnsFile

Shift = Annotated[int, Meta(ge=-9, le=9)]
Factor = Annotated[int, Meta(ge=1, le=9)]
"""By how much a combat factor is multiplied; 1 changes nothing."""
Die = Annotated[int, Meta(ge=-9, le=9)]
"""A modified die."""
Face = Annotated[int, Meta(ge=1, le=6)]
LandHex = Annotated[str, known("land hex")]
UnitId = Annotated[str, known("unit")]
ClauseId = Annotated[str, known("clause")]
PlaceName = Annotated[str, known("place")]

SideName = Literal["german", "allied"]
Nation = Literal["german", "french", "british", "belgian", "dutch"]
AirNation = Literal["german", "french", "british", "dutch_belgian"]
Country = Literal["germany", "france", "belgium", "holland", "luxembourg"]
Edge = Literal["south", "west"]
UnitType = Literal[
    "infantry", "mountain", "motorized", "armour", "cavalry", "fortress", "airborne", "glider", "hq",
]  # fmt: skip
Size = Literal["corps", "division", "brigade", "hq"]
MoveClass = Literal["infantry", "mountain", "mechanized", "hq"]
"""The units that the Terrain Effects Chart tells apart."""
Formation = Literal[
    "", "1", "2", "3", "4", "5", "6", "7", "8", "9", "12", "16", "18", "Kluge", "A", "B", "C", "OKW", "LW", "white",
]  # fmt: skip
"""What a unit belongs to: an army, an army group ("A"), the high commands, "white": any army of its nation."""
GroupName = Literal["A", "B", "C"]
Special = Literal["", "ss", "bef_arm", "bef_mot", "bef_corps", "fsj", "glider", "gcq", "alpes", "panzer"]
"""What single rules ask for: 9.2, 18.3, 22.5, 22.8, 22.9.1, 22.9.2, 22.13."""
Points = Literal["infantry", "armour"]
"""The two pools of replacement points (18.1a): I and M."""

TERRAIN = ("clear", "forest", "hills", "hilly_forest", "mountain", "swamp", "sea", "lake", "outside")
"""Rows of the Terrain Effects Chart that every hex has one of; those it does not have are closed."""
LAID_ON = ("town", "city", "fortress")
"""Rows that are added to the terrain of a hex."""
HEXSIDES = ("minor_line", "major_line", "minor_river", "major_river")
"""Rows of hexsides."""

# units.toml


class Unit(Strict):
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9._-]+$")]
    short: str
    name: str
    attack: Count
    defence: Count
    mp: Positive
    hex: LandHex = ""
    """Where an Allied fortress unit is set up (20.1.23)."""
    arrives: Literal[0, 1, 2, 4] = 0
    """The turn of arrival; 0: from the start, or as an emergency."""
    emergency: bool = False
    """Marked with an E: enters when a French city has fallen (18.3)."""
    special: Special = ""
    optional: Literal["", "22.9.1", "22.9.2"] = ""
    """The optional rule that brings the counter into play."""
    replaces: UnitId = ""
    """The counter that an optional one stands for; of a corps of two counters, the one whose place it takes."""
    commander: str = ""


class Group(Sourced):
    name: str
    nation: Nation
    formation: Formation
    type: UnitType
    size: Size
    units: Annotated[list[Unit], Meta(min_length=1)]
    group: Literal["", "A", "B", "C"] = ""
    """The army group, whose colour stripe German units bear (R08)."""


class Air(Sourced):
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9._-]+$")]
    short: str
    name: str
    nation: AirNation
    rolled: Count = 0
    """Its place in the reinforcement table: 1 first, 2 second, 3 third; 0: there from the start."""


class Marker(Sourced):
    id: str
    name: str
    count: Count
    """How many there are; 0: as many as needed (4.0d)."""
    back: str = ""


class UnitFile(Strict):
    army_group: Annotated[dict[GroupName, Annotated[list[Formation], once()]], every()]
    group: list[Group]
    air: Annotated[list[Air], once("id")]
    marker: Annotated[list[Marker], once("id")]


# tables.toml: the Terrain Effects Chart


class SkirmishTerrain(Strict):
    """What a row does in a skirmish."""

    die: Shift = 0
    no_mech_bonus: bool = False
    ignore_retreat: bool = False
    """May the stack that did not move ignore a retreat?"""
    no_armour: bool = False
    """Is armour barred from entering if that starts a skirmish (R33)?"""


class CombatTerrain(Strict):
    """What a row does in a ground combat."""

    columns: Shift = 0
    die: Shift = 0
    defence: Factor = 1
    ignore_retreat: bool = False
    no_mech_assault: bool = False
    cadre_is_disruption: bool = False
    stays_for_disruption: bool = False
    """May the defender take a disruption in place of a retreat (R68)?"""
    mechanized_half: bool = False
    mountain_attack: Factor = 1
    mountain_defence: Factor = 1


class Cited(Strict):
    """The clauses of a row, by the column of the chart."""

    movement: ClauseId = ""
    skirmish: ClauseId = ""
    combat: ClauseId = ""


class Terrain(Sourced):
    """A row of the Terrain Effects Chart."""

    name: Text
    cost: Annotated[dict[MoveClass, Count], every()] | None = None
    """Movement points to enter, in the rows of TERRAIN; none: nobody enters."""
    all: Annotated[list[MoveClass], once()] = []
    """Who spends the whole allowance to enter (R32)."""
    mech_ops: Literal["", "all", "closed"] = ""
    """In Mechanised Operations: as ever, the whole allowance, or no entry."""
    extra: Annotated[dict[MoveClass, Shift], every()] | None = None
    """Points added to the cost of the hex by a row of LAID_ON or HEXSIDES."""
    prohibited: bool = False
    """Is it closed to all but its owner until breached (9.3)?"""
    skirmish: SkirmishTerrain = field(default_factory=SkirmishTerrain)
    combat: CombatTerrain = field(default_factory=CombatTerrain)
    clauses: Cited = field(default_factory=Cited)


class TypeRow(Sourced):
    """What a type of unit is, wherever a rule asks."""

    name: Text
    moves_as: MoveClass
    infantry: bool
    """Infantry in the sense of 2.0f: it may assault fortifications (9.3)."""
    mechanized: bool
    leg: bool
    """Leg infantry, whose corps can be rebuilt (18.4) or return on turn 5 (18.3)."""
    points: Points
    """The pool that pays for it (18.1d)."""


class Movement(Sourced):
    least: Positive
    """Points that a hex costs at least (R31)."""
    mech_ops: Positive
    unsupplied: Positive
    cadre: Positive
    """By what the allowance is divided."""
    borders_closed_to_zones: Count
    """The last turn on which no ground zone of control crosses a border (10.1e)."""


# tables.toml: skirmishes, breaches, combat


class SkirmishRow(Strict):
    die: Die
    attacker: Literal["", "S", "D", "R", "DS", "DR"] = ""
    """S: stalled; D: one unit disrupted; R: retreats."""
    defender: Literal["", "D", "R", "D|R", "DR"] = ""
    """D|R: one of the two, as the defender chooses."""


class Skirmish(Sourced):
    results: Annotated[list[SkirmishRow], once("die"), Meta(min_length=1)]
    """One row for each modified die, lowest first; dice beyond them count as the last row on their side."""
    stronger: Shift
    doubled: Shift
    doubled_from: Factor
    """The defence counts as double from this many times the attack on."""
    mechanized: Shift


class BreachRow(Strict):
    die: Die
    breach: bool
    disrupted: bool


class Breach(Sourced):
    results: Annotated[list[BreachRow], once("die"), Meta(min_length=1)]
    """As in the skirmish table."""
    air: Shift
    headquarters: Shift
    against: Annotated[dict[Literal["minor_line", "major_line", "fortress"], Shift], every()]


AirResult = Literal["none", "aborted", "damaged", "eliminated"]
"""From the mildest to the most severe."""


class AirCombat(Sourced):
    results: tuple[AirResult, AirResult, AirResult, AirResult, AirResult, AirResult]
    """By die, 1 first."""
    damaged_turns: Positive
    """How many turns later a damaged unit is back."""


Cell = Annotated[str, Meta(pattern=r"^(\*C?D?R|(-|(?=[0-9CDR])[1-9]?C?D?R?)/(-|(?=[0-9CDR])[1-9]?C?D?R?))$")]
"""As printed: attacker/defender, "-" nothing, or "*" and letters for the smaller force."""
Column = Annotated[str, Meta(pattern=r"^(1-[1-9](\.5)?|[1-9](\.5)?-1)$")]


class Crt(Sourced):
    columns: Annotated[list[Column], once(), Meta(min_length=2)]
    """Odds, worst for the attacker first."""
    rows: Annotated[list[list[Cell]], Meta(min_length=1)]
    """One row for each modified die from 0 on, one cell for each column."""


class Combat(Sourced):
    air: Shift
    """Columns for each air unit."""
    headquarters: Shift
    """On the die, for the German who attacks; against an Allied attack the other way."""
    mechanized_columns: Shift
    """Mechanised assault of the Germans."""
    mechanized_die: Shift
    """Mechanised assault of the Allies."""
    cadres: Count
    """The defence of all cadres of a hex together (16.5b)."""


# tables.toml: recovery and reinforcements


class RecoveryRow(Strict):
    die: Face
    result: Literal["eliminated", "disrupted", "recovered"]
    pay: Count = 0
    """Replacement points that recover the unit all the same (R78); 0: not needed."""


class Recovery(Sourced):
    results: Annotated[list[RecoveryRow], once("die"), Meta(min_length=6, max_length=6)]
    emergency_from: Positive
    """The first turn with emergency recovery (5.0i)."""
    yields: Annotated[dict[Size, Count], every()]
    """Points for a unit lost by a failed roll."""


class Grant(Strict):
    turn: Positive
    nation: Nation
    infantry: Count = 0
    armour: Count = 0


class Costs(Strict):
    corps: Positive
    cadre: Positive
    emergency: Positive


class Replacements(Sourced):
    schedule: list[Grant]
    alpes: Annotated[dict[Points, Count], every()]
    """What France gets when the Alpes army enters."""
    costs: Costs


class AirRow(Strict):
    turn: Positive
    """The first turn with a roll."""
    needs: Face
    """The lowest roll that brings the unit."""


class AirReinforcements(Sourced):
    french: Annotated[list[AirRow], Meta(min_length=1)]
    british: Annotated[list[AirRow], Meta(min_length=1)]


class Arrivals(Sourced):
    bef_edges: Annotated[list[Edge], once()]
    """Where the 1st Armoured Division enters, beside the Channel ports (18.3a)."""
    gcq_edges: Annotated[list[Edge], once()]
    alpes_edges: Annotated[list[Edge], once()]
    alpes_delay: Positive
    """How many turns after the fall of a French city."""
    german_turn: Positive
    german_corps: Positive


# tables.toml: stacking, supply, politics, victory


class Stacking(Sourced):
    points: Annotated[dict[Size, Count], every()]
    limits: Annotated[dict[Literal["inland", "coastal", "urban"], Positive], every()]


class Supply(Sourced):
    ports: Annotated[list[PlaceName], once(), Meta(min_length=1)]
    """The Channel ports."""
    home: Annotated[dict[Literal["french", "british", "belgian", "dutch"], Country], every()]
    """Whose cities supply a nation."""
    british_stacks: Count
    """Stacks with BEF units that the ports supply."""
    french_stacks: Count
    """Stacks with French units that the edges supply."""
    french_edges: Annotated[list[Edge], once()]


class Politics(Sourced):
    withdrawal_distance: Positive
    """How near to a port a supplied German unit must stand (19.1a)."""
    evacuated: Positive
    """BEF units that leave in each Administration phase."""
    brussels: PlaceName
    """The city whose loss makes Belgium roll (19.3a)."""
    open_distance: Positive
    open_corps: Positive
    """Dead French corps that Paris becomes open with."""
    french_ratio: tuple[Positive, Positive]
    """German attack to French defence at which France gives in, as a fraction: 3 to 2 is 1.5."""
    french_edges: Annotated[list[Edge], once()]
    """Edges that still keep France in the war as sources of supply."""


LevelId = Literal["decisive_german", "substantial_german", "minor_german", "major_allied", "minor_allied", "draw"]


class Level(Strict):
    id: LevelId
    winner: Literal["german", "allied", ""]
    name: Text
    says: Text
    clause: ClauseId
    after_paris: LevelId
    """What it becomes when there was too much fighting in Paris (21.0g)."""


class Victory(Sourced):
    bef_corps: Positive
    """Undisrupted BEF corps on the map for a major Allied victory."""
    paris_combats: Positive
    levels: Annotated[list[Level], once("id"), every(
        "decisive_german", "substantial_german", "minor_german", "major_allied", "minor_allied", "draw",
    )]  # fmt: skip
    """In the order in which they are tried; the first that applies is the result (R100)."""


# tables.toml: section 22


class Refugees(Sourced):
    odd_turns: Positive
    even_turns: Positive
    """Hexes that each counter moves."""
    edges: Annotated[list[Edge], once()]
    extra: Positive
    """Movement points for coming near them."""


class CooperationSupply(Sourced):
    cities: list[PlaceName]


class BelgianAlliance(Sourced):
    formations: list[Formation]
    """French armies that may be set up in Belgium, with the BEF."""


class WeakerMaginot(Sourced):
    air_turn: Positive
    removed: list[UnitId]
    returning: Positive
    """Destroyed French infantry corps that come back."""
    delay: Positive
    """How many turns later."""


class FortressParis(Sourced):
    outer: Literal["minor_line", "major_line"]
    inner: Literal["minor_line", "major_line"]


class Rundstedt(Sourced):
    uses: Positive
    apart: Positive
    """The turns of two uses differ by this much at least."""


class Removal(Strict):
    air: Count = 0
    infantry: Count = 0
    units: list[UnitId] = []


class Sealion(Sourced):
    holland: Removal
    belgium: Removal
    bef: Removal
    no_points_on: Positive
    """The turn whose German replacement points are left out."""


class BefArmour(Sourced):
    corps: UnitId
    originals: Annotated[list[UnitId], once(), Meta(min_length=2)]
    disrupted: Count
    """How many of the originals are disrupted when they take the corps' place."""


class Fortifications(Sourced):
    fortresses: Positive
    lines: Positive
    """Counters that each side has."""
    lines_for_unit: Positive
    fortresses_for_unit: Positive
    line: Literal["minor_line", "major_line"]
    armour_first: list[Nation]


class Brandenburgers(Sourced):
    counters: dict[Country, Positive]
    last_turn: Positive
    die: Shift


class FortressCrackers(Sourced):
    hex: LandHex
    turn: Positive
    needs: Roll
    garrisoned: Shift
    air: Shift


class SsRecklessness(Sourced):
    unit: UnitId
    columns: Shift


class Options(Strict):
    """Numbers of the optional rules."""

    refugees: Refugees
    cooperation_supply: CooperationSupply
    belgian_alliance: BelgianAlliance
    weaker_maginot: WeakerMaginot
    fortress_paris: FortressParis
    rundstedt: Rundstedt
    sealion: Sealion
    bef_armour: BefArmour
    fortifications: Fortifications
    brandenburgers: Brandenburgers
    fortress_crackers: FortressCrackers
    ss_recklessness: SsRecklessness


class Tables(Strict):
    tec: Annotated[dict[str, Terrain], every(*TERRAIN, *LAID_ON, *HEXSIDES)]
    type: Annotated[dict[UnitType, TypeRow], every()]
    movement: Movement
    skirmish: Skirmish
    breach: Breach
    air_combat: AirCombat
    crt: Crt
    combat: Combat
    recovery: Recovery
    replacements: Replacements
    air_reinforcements: AirReinforcements
    arrivals: Arrivals
    stacking: Stacking
    supply: Supply
    politics: Politics
    victory: Victory
    options: Options


# scenarios/*.toml


class Army(Sourced):
    """Who is set up where: the units of a formation, units by name, or both."""

    name: Text
    nation: Nation
    formation: Formation = ""
    units: Annotated[list[UnitId], once()] = []
    hex: LandHex = ""
    """The listed hex: there or next to it, most of the stacking points there or nearer to the border (R96)."""
    between: Annotated[list[LandHex], Meta(max_length=2)] = []
    """In place of a hex: the hexes from the line of the first to the line of the second, in the own country (R130)."""
    beside: Literal["", "group", "nation"] = ""
    """In place of a hex: with or next to any unit of the army group, or of the nation."""
    off_map: bool = False
    """May be held off the map instead."""


class Deployment(Sourced):
    """The ready set-up of a side: stacks by hex. Units with a hex of their own in units.toml are not listed."""

    units: dict[LandHex, Annotated[list[UnitId], Meta(min_length=1)]]
    off_map: Annotated[list[UnitId], once()] = []


class Scenario(TurnsFile):
    """A scenario file."""

    luxembourg_depth: Count
    """How many hexes into Luxembourg the Germans may be set up."""
    army: Annotated[list[Army], once("name")]
    setup: Annotated[dict[SideName, Deployment], every()]
    neutrals: Annotated[list[Literal["belgium", "holland"]], once()] = []
    """Countries that stay neutral until Germany enters or attacks them (R14)."""
    shift: bool = False
    """May one Allied army move before turn 1 (20.2)?"""


# faces.toml


class Stripe(Strict):
    """What a formation is called, and the colour of its stripe on the counters."""

    title: Text
    colour: Colour


class Looks(Sourced):
    """The whole of ``faces.toml``."""

    nation: Annotated[dict[Nation, NationLook], every()]
    air: Annotated[dict[AirNation, NationLook], every()]
    formation: Annotated[dict[Literal["german", "french"], dict[Formation, Stripe]], every()]
    symbol: Annotated[dict[UnitType, Letters], every()]
    air_symbol: Symbol
    echelon: Annotated[dict[Size, Annotated[str, Meta(pattern="^[A-Z-]$")]], every()]
    marker: dict[str, MarkerLook[Nation]]
    capital: Annotated[dict[Literal["france", "belgium", "holland"], PlaceName], every()]
    """Where the fate of a country is marked."""
