"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from meuse.engine.data import Strict

Count = Annotated[int, Meta(ge=0, le=99)]
Positive = Annotated[int, Meta(ge=1, le=99)]
Roll = Annotated[int, Meta(ge=0, le=6)]
"""The highest or lowest die that counts; 0 for none."""
Shift = Annotated[int, Meta(ge=-9, le=9)]
Text = Annotated[str, Meta(min_length=1)]

Nation = Literal["german", "french", "british", "belgian", "dutch", "swiss"]
Result = Literal["AS", "AE", "DR", "DE", "BB"]
ScenarioName = Literal["1939", "1940"]
UnitType = Literal[
    "panzer", "panzergrenadier", "infantry", "motorized", "cavalry", "light_mechanized", "light_cavalry",
    "colonial", "north_african", "fortress", "fort",
]  # fmt: skip
Column = Literal["1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]


class Unit(Strict):
    id: Annotated[str, Meta(pattern="^[A-Za-z0-9._-]+$")]
    short: str
    name: str
    hex: str = ""
    turn: Count = 0
    commander: str = ""


class Group(Strict):
    name: str
    nation: Nation
    scenario: ScenarioName | Annotated[list[ScenarioName], Meta(min_length=1)]
    type: UnitType
    size: Literal["corps", "division", "fort"]
    steps: Annotated[list[tuple[Count, Positive]], Meta(min_length=1, max_length=9)]
    counters: Positive
    source: str
    units: Annotated[list[Unit], Meta(min_length=1)]


class Marker(Strict):
    id: str
    name: str
    count: Positive
    source: str
    scenario: str | list[str] = ""
    back: str = ""


class UnitFile(Strict):
    group: list[Group]
    marker: list[Marker]


class Crt(Strict):
    source: str
    columns: list[Column]
    rows: list[list[Result]]


class Terrain(Strict):
    cost: Count
    shift: Shift
    source: str
    urban: bool = False


class Movement(Strict):
    source: str
    river: Count
    fort: Positive
    leave_map: Count
    german_1939: Positive
    french_1939_most: Positive
    french_1939_first: Positive
    german: Positive
    british: Positive
    mechanized: Positive
    french_1940_most: Positive
    first_turn: Positive


class Shifts(Strict):
    source: str
    crisis: Shift
    sickle_cut: Shift
    dynamo: Shift
    armored: Shift
    concentric: Shift
    concentric_mechanized: Shift


class Coup(Strict):
    source: str
    turn: Positive
    best_failing: Positive
    maginot: Count
    mobile: Count


class Halt(Strict):
    source: str
    from_turn: Positive
    first: Roll
    later: Roll


class Crisis(Strict):
    source: str
    from_turn: Positive


class Dynamo(Strict):
    source: str
    from_turn: Positive
    turns: Positive
    steps_per_turn: Positive


class DyleBreda(Strict):
    source: str
    hesitate: Roll
    free_rivers: Positive
    hexes: list[str]


class Supply(Strict):
    source: str
    coastal_from_line: int
    automatic_turns: Count


class Capitulation(Strict):
    source: str
    netherlands_cities: Positive
    belgium_cities: Positive
    swiss_forward: Roll
    countries_for_point: Positive


class Level(Strict):
    # "from" is a word of Python
    start: int = msgspec.field(name="from")
    winner: Literal["german", "allied", ""]
    name: Text


class Victory(Strict):
    source: str
    brittany_lines: tuple[int, int]
    mediterranean: list[str]
    maginot_destroyed: Positive
    british_most: Count
    mechanized_most: Count
    levels: Annotated[list[Level], Meta(min_length=1)]


class Setup(Strict):
    source: str
    eben_emael: str
    belgian_ban: list[str]
    maginot_ends: tuple[str, str]
    west_wall_ends_1939: tuple[str, str]
    west_wall_ends_1940: tuple[str, str]
    sickle_corps: Positive
    zuiderzee: tuple[str, str]


class Tables(Strict):
    crt: Crt
    terrain: dict[str, Terrain]
    movement: Movement
    shifts: Shifts
    coup: Coup
    halt: Halt
    crisis: Crisis
    dynamo: Dynamo
    dyle_breda: DyleBreda
    supply: Supply
    capitulation: Capitulation
    victory: Victory
    setup: Setup
