"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from meuse.engine.data import Count, Positive, Sourced, Strict, Text
from meuse.engine.names import every, known, once
from meuse.engine.offer import ScenarioFile
from meuse.mechanics.faces import Paint, Symbol

Shift = Annotated[int, Meta(ge=-9, le=9)]
"""Columns to the right, in favour of the attacker; negative: to the left."""
Face = Annotated[int, Meta(ge=1, le=6)]
Turn = Annotated[int, Meta(ge=1, le=8)]
Percentage = Annotated[int, Meta(ge=0, le=999)]
PieceId = Annotated[str, Meta(pattern="^[A-Za-z0-9._-]+$")]
LandHex = Annotated[str, known("land hex")]
UnitId = Annotated[str, known("unit")]
MarkerId = Annotated[str, known("marker")]
OptionName = Annotated[str, known("option")]
ClauseId = Annotated[str, known("clause")]
PlaceName = Annotated[str, known("place")]

SideName = Literal["german", "allied"]
Nation = Literal["german", "french", "british", "belgian", "dutch"]
Country = Literal["germany", "france", "belgium", "netherlands", "luxembourg"]
Command = Literal["HGA", "HGB", "HGC", "PGK", "OKW", "1AG", "2AG", "3AG", "GQG", "BL", "NL"]
"""Sub-commands, and the reserves of both high commands, whose counters say "Res"."""
UnitType = Literal[
    "infantry", "cavalry", "airborne", "mountain", "armour", "motorized", "mech_cavalry", "fortress", "logistics",
]  # fmt: skip
Size = Literal["army", "corps", "brigade", "none"]
MoveClass = Literal["mech", "foot"]
"""The two columns of the Terrain Effects Chart: mechanized and non-mechanized."""
Edge = Literal["north", "east", "south", "west"]

TERRAIN = ("clear", "forest", "rough", "sea", "lake", "outside")
"""Rows of the Terrain Effects Chart that every hex has one of; those without a cost are closed."""
LAID_ON = ("city", "town", "minor_fort", "major_fort")
"""Rows that a hex may have besides its terrain."""
HEXSIDES = ("river", "ocean")
"""Rows of hexsides."""

# units.toml


class CommandRow(Sourced):
    """A sub-command or a reserve: what its markers and counters have in common."""

    title: Text
    side: SideName
    code: Text
    """As printed on the counters."""
    colour: Text
    """Of the unit type symbol; of a nation with a single command, of its counters."""
    army_group: bool
    """Does its activation take reserve units along (5.8c, R37)?"""


class Unit(Strict):
    id: PieceId
    short: Text
    name: Text
    steps: Annotated[list[tuple[Count, Count, Count]], Meta(min_length=1, max_length=4)]
    """Attack, defence and movement factor, full strength first; the third and fourth step are on the second counter."""
    hex: LandHex = ""
    """Where a fortress unit that has no choice is set up."""
    arrives: Annotated[int, Meta(ge=0, le=8)] = 0
    """The turn of arrival; 0: there from the start."""
    arrives_with: Count = 0
    """With how many steps it arrives; 0: with all."""
    option: OptionName = ""
    """The option without which it takes no part."""
    commander: str = ""


class Group(Sourced):
    name: Text
    nation: Nation
    command: Command
    type: UnitType
    size: Size
    units: Annotated[list[Unit], Meta(min_length=1)]
    bracketed: bool = False
    """Is the size symbol in brackets (R4)?"""
    counters: Literal[1, 2] = 1
    """Cardboard counters of each unit."""


class Air(Sourced):
    id: PieceId
    short: Text
    name: Text
    nation: Nation
    strength: Annotated[list[Count], Meta(min_length=1, max_length=2)]
    """Full, then reduced (in parentheses on the counter)."""
    airlift: bool = False
    """Only air supply and air transport (26.0a)."""
    arrives: Annotated[int, Meta(ge=0, le=8)] = 0
    option: OptionName = ""


class Naval(Sourced):
    id: PieceId
    short: Text
    name: Text
    nation: Nation
    factor: Positive


class SpecialForces(Sourced):
    id: PieceId
    short: Text
    name: Text
    nation: Nation
    succeeds: Face
    """The highest die that succeeds."""
    option: OptionName = ""


class UnitFile(Strict):
    command: Annotated[dict[Command, CommandRow], every()]
    group: list[Group]
    air: Annotated[list[Air], once("id")]
    naval: Annotated[list[Naval], once("id")]
    special_forces: Annotated[list[SpecialForces], once("id")]


# markers.toml


class CommandMarker(Sourced):
    """A command marker: when it goes into the bin, what it activates and what attacks gain by it."""

    id: PieceId
    short: Text
    name: Text
    side: SideName
    special: bool
    """With an asterisk: one per side and turn, and out of the game after play (5.2b, 5.7b)."""
    clause: ClauseId
    of: Annotated[list[Command], once()] = []
    """The sub-commands it may activate."""
    commands: Count = 0
    """How many of them are activated; the player chooses if there are more."""
    corps: Count = 0
    """How many Mech corps it activates, of any sub-command (R35)."""
    corps_of: Annotated[list[Nation], once()] = []
    air: Count = 0
    """How many air units at most."""
    all_air: bool = False
    shift: Shift = 0
    """Columns for attacks of the activated forces."""
    shift_when: Literal["", "maginot", "air"] = ""
    """Only for attacks from the Maginot Line into Germany (R36), or only in air combat and bombing (5.1q)."""
    shift_lasts: Literal["impulse", "turn"] = "impulse"
    """"turn": for its sub-command to the end of the turn, in later impulses too (R33)."""
    rough_stacking: bool = False
    """Does it allow more corps in rough hexes from now on (6.3b)?"""
    no_attacks: bool = False
    evacuates: bool = False
    reserves: bool = False
    """May reserve units be activated along with it, if an army group is among those it activates (R37)?"""
    from_turn: Turn = 1
    always: bool = False
    """Must be in the bin every turn while it is in play (21.1m, 21.2i)."""
    plan: bool = False
    """One of the plans of which each side keeps one (21.1l, 21.2h)."""
    condition: Literal["", "evacuation", "belgium", "french_towns", "morale"] = ""
    """What must have come about first: 20.2a, 24.1a, 24.2a, 24.3a."""
    country: Literal["", "france", "belgium", "netherlands"] = ""
    """Leaves play when this country capitulates (3.7a, R19)."""
    option: OptionName = ""


class AdminMarker(Sourced):
    id: PieceId
    name: Text
    count: Positive
    limited: bool = False
    """Is the number of counters a limit in play?"""


class MarkerFile(Strict):
    marker: Annotated[list[CommandMarker], once("id")]
    admin: Annotated[list[AdminMarker], once("id")]


# tables.toml: terrain and movement


class Terrain(Sourced):
    """A row of the Terrain Effects Chart."""

    name: Text
    clause: ClauseId
    cost: Annotated[dict[MoveClass, Positive], every()] | None = None
    """Movement factors to enter, or to cross as well if it is a hexside; for fortifications, of the enemy's only."""
    columns: Shift = 0
    """For attacks on it or across it; for fortifications, if they are the defender's and intact."""
    closed: bool = False
    """Closed to all ground units."""
    no_armies: bool = False
    added: bool = False
    """Are the columns added to those of other terrain in the hex (17.0c)? Else the best row counts (R59)."""


class TypeRow(Sourced):
    """What a type of unit is, wherever a rule asks."""

    name: Text
    moves_as: MoveClass
    mobile: bool
    """Static units never move (8.0b)."""
    combat: bool
    """Combat units can attack and establish control (3.3c)."""
    mountain: bool = False
    """Has the shifts of 25.1."""
    landing: bool = False
    """May make an airborne landing (18.0a)."""
    airlifted: Literal["", "airlift", "advanced_airlift"] = ""
    """The option under which a corps of this type can be moved by airlift."""


class Stack(Strict):
    beside_army: Count
    """Corps that may stand with one army."""
    corps: Positive
    """Corps without an army."""


class Stacking(Sourced):
    limit: Annotated[dict[SideName, Stack], every()]
    rough: Positive
    rough_manstein: Positive
    logistics: Positive
    static: Positive


class Movement(Sourced):
    minimum: Positive
    """Hexes that a unit can always move."""
    unsupported: Positive
    """By what the movement factor is divided, rounded up."""
    interdiction: Positive
    """Movement factors more to leave a hex in a German air zone."""
    enters: Annotated[dict[Nation, list[Country]], every()]
    """Countries that units of a nation may enter."""
    alliance: list[Country]
    """Those of the Belgians in the Franco-Anglo-Belgian alliance (28.2f)."""


class Rail(Sourced):
    armies: Annotated[dict[SideName, Positive], every()]
    """Army equivalents in each Movement Segment."""
    weight: Annotated[dict[Size, Positive], every()]
    """In parts of an army equivalent."""
    parts: Positive
    """How many parts an army equivalent has."""
    country: Annotated[dict[Nation, Country], every()]


# tables.toml: combat

Result = Literal["AA", "AD", "AP", "AZ", "CA", "DA", "DD", "DP", "DW", "DZ", "MA", "OR", "ST"]
AirResult = Literal["AL1", "NE", "BL1", "DL1"]


class Losses(Strict):
    steps: Count = 0
    retreat: Count = 0


class ResultRow(Sourced):
    name: Text
    clause: ClauseId
    attacker: Losses = field(default_factory=Losses)
    defender: Losses = field(default_factory=Losses)
    pursuit: Literal["", "always", "cleared"] = ""
    """May the attacker pursue: never, once the hex is empty, or only if losses emptied it?"""
    overrun: bool = False
    """Pursuit as after an overrun (12.1c)."""
    counterattack: bool = False
    fort: Literal["", "ends", "ST"] = ""
    """Against an intact fortification: as ever, the combat ends, or it becomes that result."""


class Crt(Sourced):
    rows: Annotated[list[list[Result]], Meta(min_length=6, max_length=6)]
    """By die, 1 first; one result for each column."""


class Columns(Sourced):
    """The percentage columns of both tables."""

    names: Annotated[list[Text], once()]
    lowest: Annotated[list[Percentage], once()]
    """The lowest percentage of each."""


class Combat(Sourced):
    unsupported_attacker: Shift
    unsupported_defender: Shift
    """For each unit."""
    naval: Shift
    """For the Allies when they attack; against an attack on them the other way."""
    counterattack: Shift
    mountain: Shift
    """For mountain units that attack; for those that defend the other way (25.1)."""


class Pursuit(Sourced):
    german_mech: Positive
    others: Positive
    overrun: Positive
    """Hexes more for Mech units after an overrun."""
    unsupported: Count
    cut_off: Count
    overrun_mech: Positive
    overrun_others: Positive
    """Hexes in all after an overrun under the other reading (option ``overrun_pursuit``)."""


class AirWarfare(Sourced):
    differences: Annotated[list[int], once()]
    """Of the columns; the first stands for less too, the last for more."""
    rows: Annotated[list[list[AirResult]], Meta(min_length=6, max_length=6)]
    city: Positive
    """The air strength of a city."""
    zone_full: Count
    zone_reduced: Count
    """Radius of the air zone in hexes."""
    per_hex: Positive
    """Air units of a side in a hex."""
    support: Positive
    """Air units of a side that count in a combat."""


class SpecialRules(Sourced):
    per_attack: Positive


class NavalRules(Sourced):
    per_turn: Positive


class Airborne(Sourced):
    range: Positive
    landings: Positive


# tables.toml: reinforcements, refit, logistics


class Entry(Sourced):
    """Where reinforcements are deployed (13.3)."""

    depots: Annotated[dict[Nation, bool], every()]
    """In depots of their own country?"""
    hexes: Annotated[dict[Nation, Annotated[list[LandHex], once()]], every()]
    """Named hexes of a map edge."""
    edges: Annotated[dict[Nation, Annotated[list[Edge], once()]], every()]
    """Edges of the map, where they lie in the own country."""
    french_west: Annotated[list[Edge], once()]
    """The French edges under the other reading (option ``french_edges``)."""


class Refit(Sourced):
    ground: Positive
    ground_in_zone: Positive
    logistics: Positive
    air: Positive
    maximum: Positive
    """What a nation's marker can show at most."""
    points: Annotated[dict[Nation, Annotated[list[Count], Meta(min_length=8, max_length=8)]], every()]
    """Points received, by turn."""
    needs: dict[Nation, PlaceName]
    """A place without whose control a nation receives none."""


class Logistics(Sourced):
    country: Annotated[dict[Nation, Annotated[list[Country], Meta(max_length=1)]], every()]
    """Whose depots support a nation; the British have none."""
    channel_ports: Annotated[list[PlaceName], once(), Meta(min_length=1)]
    port_units: Annotated[dict[Nation, Count], every()]
    """How many units may trace to Channel ports at a time; 0: none, 99: all."""
    port_by_logistics: Annotated[list[Nation], once()]
    """Nations whose logistics units may trace to Channel ports too."""
    uses: Annotated[dict[Nation, Annotated[list[Nation], once()]], every()]
    """Whose logistics units a nation may use."""


# tables.toml: victory


class UnitPoints(Strict):
    mech_corps: Count = 0
    mech: Count = 0
    """Mech units of any size."""
    army: Count = 0
    air: Count = 0


class Points(Strict):
    """What a side scores at the end."""

    places: dict[PlaceName, Positive]
    depot: Positive
    channel_port: Count
    fort: Positive
    fort_kind: Literal["minor_fort", "major_fort"]
    units: UnitPoints
    """For eliminated enemy units."""


LevelId = Literal[
    "epic_german", "strategic_german", "operational_german", "marginal_german", "draw", "marginal_allied",
    "operational_allied", "strategic_allied", "epic_allied",
]  # fmt: skip


class Level(Strict):
    id: LevelId
    name: Text
    winner: Literal["german", "allied", ""]
    clause: ClauseId
    least: int | None = None
    """The lowest difference of points; none: the lowest of all, or sudden death."""
    sudden: bool = False


class Victory(Sourced):
    german: Points
    allied: Points
    extension: Annotated[int, Meta(le=0)]
    german_depots: Positive
    """German depots with which the Allies win at once (3.1c)."""
    levels: Annotated[list[Level], once("id"), every(
        "epic_german", "strategic_german", "operational_german", "marginal_german", "draw", "marginal_allied",
        "operational_allied", "strategic_allied", "epic_allied",
    )]  # fmt: skip
    """Best for the Germans first."""


class Capitulation(Sourced):
    places: Annotated[list[PlaceName], once()]
    """What the German must control; empty: every depot of the country."""
    nation: Nation


# tables.toml: sections 24 to 28


class Morale(Sourced):
    german_places: Annotated[list[PlaceName], once()]
    allied_cities_in: Country
    per_turn: Positive
    victories: Positive
    """Morale victories of a side in a game."""


class PlanW(Sourced):
    french_places: Positive
    """French cities or towns that the Germans must control."""


class EdgeEvacuation(Sourced):
    hexes: Annotated[list[LandHex], once()]
    cost: Positive


class OpenCities(Sourced):
    places: Annotated[list[PlaceName], once()]
    divisor: Positive


class Airlift(Sourced):
    supply_radius: Count
    corps: Positive
    advanced_per_turn: Positive


class Bridgeheads(Sourced):
    per_side: Positive
    per_hexside: Positive


class AirDoctrine(Sourced):
    air: Positive
    markers: Annotated[list[MarkerId], once()]


class VariableReinforcements(Sourced):
    die: Positive


class Variant(Sourced):
    to: SideName
    """Who gains the points."""
    points: Positive


class Options(Strict):
    """Numbers of the optional rules."""

    morale: Morale
    plan_w: PlanW
    edge_evacuation: EdgeEvacuation
    open_cities: OpenCities
    airlift: Airlift
    bridgeheads: Bridgeheads
    allied_air_doctrine: AirDoctrine
    variable_reinforcements: VariableReinforcements
    variant: dict[OptionName, Variant]
    """Victory points for the scenario variants, by option."""


class Tables(Strict):
    terrain: Annotated[dict[str, Terrain], every(*TERRAIN, *LAID_ON, *HEXSIDES)]
    type: Annotated[dict[UnitType, TypeRow], every()]
    stacking: Stacking
    movement: Movement
    rail: Rail
    columns: Columns
    assault: Crt
    mobile: Crt
    result: Annotated[dict[Result, ResultRow], every()]
    combat: Combat
    pursuit: Pursuit
    air: AirWarfare
    special_forces: SpecialRules
    naval: NavalRules
    airborne: Airborne
    entry: Entry
    refit: Refit
    logistics: Logistics
    victory: Victory
    capitulation: Annotated[dict[Literal["france", "belgium", "netherlands"], Capitulation], every()]
    options: Options


# faces.toml

Letters = Annotated[str, Meta(pattern="^[A-Z-]{6}$")]
Sign = Literal["bombed", "destroyed", "open_city", "bridgehead", "surrendered"]


class NationLook(Paint):
    """How a nation's counters look."""

    letter: Text


class Looks(Sourced):
    """The whole of ``faces.toml``."""

    nation: Annotated[dict[Nation, NationLook], every()]
    light: Annotated[dict[Nation, NationLook], every()]
    """Of air, naval and special forces units."""
    command: Annotated[dict[Command, Paint], every()]
    """The stripe on the counters of a command, and its marker."""
    marker: Annotated[dict[SideName, Paint], every()]
    """Markers that belong to no single command."""
    symbol: Annotated[dict[UnitType, Letters], every()]
    air_symbol: Symbol
    naval_symbol: Symbol
    forces_symbol: Symbol
    echelon: Annotated[dict[Size, Annotated[str, Meta(pattern="^[A-Z-]$")]], every()]
    sign: Annotated[dict[Sign, Text], every()]
    """On the map."""
    capital: Annotated[dict[Literal["france", "belgium", "netherlands"], PlaceName], every()]
    """Where the fate of a country is marked."""


# scenarios/*.toml


class Deployment(Sourced):
    """A ready set-up for a plan: stacks by hex. Units with a hex of their own in units.toml are not listed."""

    units: dict[LandHex, Annotated[list[UnitId], Meta(min_length=1)]]
    optional: dict[LandHex, Annotated[list[UnitId], Meta(min_length=1)]]
    """Units that options bring to the set-up."""


class Range(Sourced):
    """Where units of a command are set up."""

    within: Count
    """Hexes from the mobile logistics unit of the command; 0: anywhere in the country."""
    country: Country


class Scenario(ScenarioFile):
    """A scenario file."""

    turns: Turn
    extended: Turn
    """The last turn if the German player extends the game."""
    dates: Annotated[list[Text], Meta(min_length=8, max_length=8)]
    first: SideName
    """Who is set up first."""
    range: Annotated[dict[Command, Range], every()]
    refit: Annotated[dict[Nation, Count], every()]
    """Refit points at the start."""
    german: Annotated[dict[MarkerId, Deployment], every("OKH", "OKHMod", "Manstein")]
    allied: Annotated[dict[MarkerId, Deployment], every("PlanD", "PlanE", "PlanR")]
    """Ready set-ups, by the plan they suit."""
    chooses_first_marker: SideName
    """Who selects the first marker of the first turn (21.2b)."""
    summary: str = ""
    history: str = ""
