"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from meuse.engine.data import Count, Positive, Roll, Sourced, Strict, Text
from meuse.engine.names import every, known, once
from meuse.mechanics.turns import TurnsFile

Shift = Annotated[int, Meta(ge=-9, le=9)]
Hex = Annotated[str, known("hex")]
LandHex = Annotated[str, known("land hex")]
ClauseId = Annotated[str, known("clause")]

TERRAIN = ("clear", "rough", "ardennes", "city", "paris", "ruhr", "gap", "sea", "lake")
"""The terrain of the Terrain Effects Chart."""
Nation = Literal["german", "french", "british", "belgian", "dutch", "swiss"]
Result = Literal["AS", "AE", "DR", "DE", "BB"]
Army = Literal["1939", "1940"]
"""The units of units.toml that take part in a scenario."""
UnitType = Literal[
    "panzer", "panzergrenadier", "infantry", "motorized", "cavalry", "light_mechanized", "light_cavalry",
    "colonial", "north_african", "fortress", "fort",
]  # fmt: skip
Row = tuple[Result, Result, Result, Result, Result, Result, Result, Result, Result, Result]
Columns = tuple[
    Literal["1:5"], Literal["1:4"], Literal["1:3"], Literal["1:2"], Literal["1:1"],
    Literal["2:1"], Literal["3:1"], Literal["4:1"], Literal["5:1"], Literal["6:1"],
]  # fmt: skip


class Unit(Strict):
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9._-]+$")]
    short: str
    name: str
    hex: LandHex = ""
    turn: Count = 0
    commander: str = ""


class Group(Sourced):
    name: str
    nation: Nation
    scenario: Army | Annotated[list[Army], once(), Meta(min_length=1)]
    type: UnitType
    size: Literal["corps", "division", "fort"]
    steps: Annotated[list[tuple[Count, Positive]], Meta(min_length=1, max_length=9)]
    counters: Positive
    units: Annotated[list[Unit], Meta(min_length=1)]


class Marker(Sourced):
    id: str
    name: str
    count: Positive
    scenario: str | list[str] = ""
    back: str = ""


class UnitFile(Strict):
    group: list[Group]
    marker: list[Marker]


class Crt(Sourced):
    columns: Columns
    rows: tuple[Row, Row, Row, Row, Row, Row]


class Terrain(Sourced):
    cost: Count
    shift: Shift
    urban: bool = False


class Movement(Sourced):
    river: Count
    fort: Positive
    leave_map: Count


class Shifts(Sourced):
    crisis: Shift
    sickle_cut: Shift
    dynamo: Shift
    armored: Shift
    concentric: Shift
    concentric_mechanized: Shift


class Coup(Sourced):
    turn: Positive
    best_failing: Positive
    maginot: Count
    mobile: Count


class Halt(Sourced):
    from_turn: Positive
    first: Roll
    later: Roll


class CrisisStart(Sourced):
    from_turn: Positive


class Dynamo(Sourced):
    from_turn: Positive
    turns: Positive
    steps_per_turn: Positive


class DyleBreda(Sourced):
    hesitate: Roll
    free_rivers: Positive
    hexes: list[LandHex]


class Supply(Sourced):
    coastal_from_line: int
    automatic_turns: Count


class Capitulation(Sourced):
    netherlands_cities: Positive
    belgium_cities: Positive
    swiss_forward: Roll
    countries_for_point: Positive


class Level(Strict):
    # "from" is a word of Python
    start: int = msgspec.field(name="from")
    winner: Literal["german", "allied", ""]
    name: Text


class Victory(Sourced):
    brittany_lines: tuple[int, int]
    mediterranean: list[Annotated[str, known("place on land")]]
    maginot_destroyed: Positive
    british_most: Count
    mechanized_most: Count
    levels: Annotated[list[Level], Meta(min_length=1)]


class Setup(Sourced):
    eben_emael: Annotated[str, known("land hex of Belgium")]
    belgian_ban: list[LandHex]
    maginot_ends: tuple[LandHex, LandHex]
    sickle_corps: Positive
    zuiderzee: Annotated[tuple[LandHex, LandHex], once()]


class Tables(Strict):
    crt: Crt
    terrain: Annotated[dict[str, Terrain], every(*TERRAIN)]
    movement: Movement
    shifts: Shifts
    coup: Coup
    halt: Halt
    crisis: CrisisStart
    dynamo: Dynamo
    dyle_breda: DyleBreda
    supply: Supply
    capitulation: Capitulation
    victory: Victory
    setup: Setup


# scenarios/*.toml

SideName = Literal["german", "allied"]


class Rules(Strict):
    """What is in force in a scenario."""

    zones_of_control: bool
    neutrals: bool
    """Can neutral countries be violated, fight and capitulate?"""
    germans_stay_in_germany: bool
    paris_is_open: bool
    """May no Allied unit stay in Paris?"""
    leaving_the_map: bool
    airborne_coup: bool
    panzer_halt: bool
    armored_division: bool
    """Does the French 4th Armored support attacks?"""
    german_supply: bool
    """Must German units trace supply?"""
    allied_supply: Literal["france", "edges"]
    """Where Allied supply comes from: any hex of France, or its west and south edge and the ports."""
    losses: Literal["unit", "step"]
    """What AE and DE cost: whole units, or a step of each."""
    victory: Literal["points", "overthrow"]
    """Does the German need points, or only hold out?"""
    allies_fight_first: bool
    """Have the Allies no choice of their order until the supply crisis?"""
    german_orders_allies_from: Count
    """From which turn the German chooses the order of the Allied phases; 0: never."""
    first_turn_option: bool
    """May the players rule that the French roll for movement on turn 1?"""


class Factors(Strict):
    """Movement factors; those that a scenario's army does not need may be left out."""

    german: Positive
    most_rolled: Positive
    first_turn: Positive
    british: Count = 0
    mechanized: Count = 0


class Crisis(Sourced):
    """The highest roll that starts the German supply crisis, turn by turn, in two readings."""

    steady: list[Roll]
    steep: list[Roll]


class Clauses(Strict):
    """The clauses to cite where each scenario has its own."""

    not_in_play: ClauseId
    order_of_setup: ClauseId
    german_setup: ClauseId
    allied_setup: ClauseId
    german_room: ClauseId
    allied_room: ClauseId
    player_turn: ClauseId
    german_order: ClauseId
    allied_order: ClauseId
    overthrow: ClauseId
    victory_check: ClauseId
    ruhr: ClauseId
    supply_check: ClauseId
    stacking: ClauseId
    rolled_movement: ClauseId


class Deployment(Sourced):
    """The ready set-up of a side: stacks by hex, the top unit first."""

    units: dict[Hex, Annotated[list[Annotated[str, known("unit")]], Meta(min_length=1)]]
    sickle_cut: bool = False


class Scenario(TurnsFile):
    """A scenario file."""

    army: Army
    side_names: Annotated[dict[SideName, Text], every()]
    days_per_turn: Annotated[float, Meta(gt=0)]
    stacking: Positive
    replacements: dict[Literal["german", "french"], Count]
    west_wall_ends: tuple[Hex, Hex]
    setup_order: Annotated[list[Literal["german army", "allied army", "neutrals", "sickle cut"]], once()]
    sequence: Annotated[
        list[
            Literal[
                "crisis_check", "german_turn", "allied_turn", "victory_check", "supply_check", "dynamo", "replacements"
            ]
        ],
        once(),
    ]  # fmt: skip
    rules: Rules
    movement: Factors
    clauses: Clauses
    setup: Annotated[dict[SideName, Deployment], every()]
    crisis: Crisis | None = None
