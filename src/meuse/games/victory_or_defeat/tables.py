"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.engine.data import Strict

Nation = Literal["german", "french", "british", "belgian", "dutch", "swiss"]
Result = Literal["AS", "AE", "DR", "DE", "BB"]
Column = Literal["1:5", "1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]


class Unit(Strict):
    id: str
    short: str
    name: str
    hex: str = ""
    turn: int = 0
    commander: str = ""


class Group(Strict):
    name: str
    nation: Nation
    scenario: str | list[str]
    type: str
    size: Literal["corps", "division", "fort"]
    steps: list[tuple[int, int]]
    counters: int
    source: str
    units: list[Unit]


class Marker(Strict):
    id: str
    name: str
    count: int
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
    cost: int
    shift: int
    source: str
    urban: bool = False


class Movement(Strict):
    source: str
    river: int
    fort: int
    leave_map: int
    german_1939: int
    french_1939_most: int
    french_1939_first: int
    german: int
    british: int
    mechanized: int
    french_1940_most: int
    first_turn: int


class Shifts(Strict):
    source: str
    crisis: int
    sickle_cut: int
    dynamo: int
    armored: int
    concentric: int
    concentric_mechanized: int


class Coup(Strict):
    source: str
    turn: int
    best_failing: int
    maginot: int
    mobile: int


class Halt(Strict):
    source: str
    from_turn: int
    first: int
    later: int


class Crisis(Strict):
    source: str
    from_turn: int


class Dynamo(Strict):
    source: str
    from_turn: int
    turns: int
    steps_per_turn: int


class DyleBreda(Strict):
    source: str
    hesitate: int
    free_rivers: int
    hexes: list[str]


class Supply(Strict):
    source: str
    coastal_from_line: int
    automatic_turns: int


class Capitulation(Strict):
    source: str
    netherlands_cities: int
    belgium_cities: int
    swiss_forward: int
    countries_for_point: int


class Level(Strict):
    # "from" is a word of Python
    start: int = msgspec.field(name="from")
    winner: Literal["german", "allied", ""]
    name: str


class Victory(Strict):
    source: str
    brittany_lines: tuple[int, int]
    mediterranean: list[str]
    maginot_destroyed: int
    british_most: int
    mechanized_most: int
    levels: list[Level]


class Setup(Strict):
    source: str
    eben_emael: str
    belgian_ban: list[str]
    maginot_ends: tuple[str, str]
    west_wall_ends_1939: tuple[str, str]
    west_wall_ends_1940: tuple[str, str]
    sickle_corps: int
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
