"""The shape of scenario files: boards, forces, where they start, what wins (2.3)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from meuse.engine.data import Count, Id, Positive, Strict, Text
from meuse.engine.names import every, known
from meuse.engine.offer import ScenarioFile
from meuse.games.france_1940.charts import Day, Density, MissionKind
from meuse.games.france_1940.rosters import (
    Calibre,
    Nation,
    OfficerKind,
    Quality,
    SideName,
    Strength,
    UnitKind,
    UnitType,
)

Hex = Annotated[str, Meta(pattern=r"^[A-Z]\d{3,4}$")]
EdgeName = Literal["north", "south", "west", "east"]
River = Literal["major", "minor", "dry"]
Vertex = Literal["e", "nne", "nnw", "w", "ssw", "sse"]
"""The corners of a hex, as the arrow of a fortification points (R15)."""
MineKind = Literal["ap", "at", "mixed"]
MINES = {"ap": "anti-personnel", "at": "anti-tank", "mixed": "mixed"}
"""What the kinds of mines are called (12.7.1b)."""
Span = tuple[Positive, Positive]
"""From the first to the last."""
Marker = Literal["improved position", "roadblock", "wire", "minefield"]
CountKind = Literal["control", "groups", "units", "lost", "exited", "works", "sum"]
Level = Literal["decisive", "tactical", "marginal", "win", "draw"]
Turn = Annotated[int, Meta(ge=0, le=99)]


class Area(Strict):
    """Hexes that meet all conditions given: rows and columns are those of the whole layout, from the north-west."""

    rows: Span | None = None
    columns: Span | None = None
    hexes: list[Hex] = []
    """These alone."""
    near: list[Hex] = []
    within: Count = 0
    """At most so many hexes from one of ``near``."""
    bank: EdgeName | None = None
    """On the side of the river toward this edge."""
    level: Count = 0
    """At least so high."""
    also: list[Hex] = []
    """These, too, whatever they are."""


class Force(Strict, kw_only=True):
    """Formations alike, or transports: a line of the price list, or units of one's own choice (2.3e)."""

    nation: Nation
    line: Annotated[str, known("price line")] = ""
    units: dict[UnitType, Positive] = {}
    officer: OfficerKind | None = None
    times: Positive = 1
    quality: Quality = "regular"
    area: str = ""
    """Where it is set up; empty: it enters."""
    areas: dict[UnitType, str] = {}
    """Where some of its units are set up instead."""
    enters: Turn = 0
    """The turn from which on it may enter over its side's own edge."""
    dcr: Annotated[int, Meta(ge=0, le=4)] = 0
    """The DCR it belongs to, for fuel (14.3)."""


class BatteryForce(Strict, kw_only=True):
    """Batteries beyond the board (8.1.3); without missions given, dice decide (13.OB7)."""

    nation: Nation
    calibre: Calibre
    strength: Strength = "full"
    times: Positive = 1
    missions: Count = 0
    smoke: Count = 0


class AirForce(Strict, kw_only=True):
    """Air missions (8.2); without attacks given, dice decide (13.AS2); aircraft by name, or drawn (13.AS3)."""

    nation: Nation
    times: Positive = 1
    attacks: Count = 0
    aircraft: Annotated[str, known("aircraft")] = ""
    mission: MissionKind | None = None
    """Aircraft are drawn from those for missions of this kind alone (8.2.1a)."""
    turn: Turn = 1
    """The turn from which on it is there."""
    free: bool = False
    """Not among what was paid for."""


class WorkForce(Strict, kw_only=True):
    """Markers that a side sets up (2.3j, 12)."""

    side: SideName
    marker: Marker
    times: Positive = 1
    area: str
    mines: MineKind | None = None
    density: Density | None = None
    free: bool = False


class Fort(Strict):
    """A fortification (12.9a)."""

    hex: Hex
    value: Annotated[int, Meta(ge=1, le=9)]
    arrow: Vertex
    side: SideName


class Works(Strict):
    """What is on the boards before anybody sets up."""

    ditches: list[Hex] = []
    crossings: list[Hex] = []
    teeth: list[Hex] = []
    trenches: list[Hex] = []
    wire: list[Hex] = []
    roadblocks: list[Hex] = []
    pontoons: list[Hex] = []
    fords: list[Hex] = []
    """River hexes where all may ford a major river (11.9.2d)."""
    foot_fords: list[Hex] = []
    """Where only foot units may."""
    blown: list[Hex] = []
    """Bridges that are destroyed."""
    closed: list[Hex] = []
    """Hexes that nobody may enter."""
    forts: list[Fort] = []


class Counted(Strict, kw_only=True):
    """Something that is counted at the end (2.3k)."""

    kind: CountKind
    says: Text
    side: SideName | None = None
    hexes: list[Hex] = []
    groups: list[list[Hex]] = []
    area: str = ""
    units: list[UnitKind] = []
    """Only units of these kinds; none named: all."""
    points: Positive = 1
    each: Positive = 1
    """Points for so many of them."""
    of: list[str] = []
    less: list[str] = []


class Grade(Strict, kw_only=True):
    """Who wins if all of some counts are high enough; the first grade that holds decides."""

    winner: SideName | None = None
    level: Level
    needs: dict[str, Annotated[int, Meta(ge=-999, le=999)]] = {}
    says: Text


class Victory(Strict):
    count: dict[str, Counted]
    grade: list[Grade]


class NationalRules(Strict):
    """Which rules of chapter 14 are in force (G94)."""

    armour: bool = True
    artillery: bool = True
    fuel: bool = True
    fuel_most: Count = 0
    """A formation without fuel waits at most so many turns; 0: as the die says."""


class Scenario(ScenarioFile, kw_only=True):
    """A scenario card (2.3a)."""

    day: Day
    boards: list[list[Text]]
    turns: Positive
    river: River = "minor"
    attacker: SideName | None = None
    """None: a meeting engagement."""
    first: SideName
    """Who sets up first."""
    initiative: dict[SideName, Annotated[int, Meta(ge=-9, le=9)]] = {}
    edge: Annotated[dict[SideName, EdgeName], every()]
    spotting: Annotated[int, Meta(ge=-9, le=9)] = 0
    """What the weather adds to all spotting distances (6.1f)."""
    anti_air: dict[SideName, Count] = {}
    smoke: dict[SideName, Count] = {}
    """Smoke missions for guns and mortars on the board (8.1.5c)."""
    reaction: dict[SideName, Count] = {}
    """Reaction markers at the start (3.4f)."""
    boats: dict[SideName, Count] = {}
    """Crossings by boat that may be tried each turn (11.9.2f)."""
    pontoons: dict[SideName, Count] = {}
    """Pontoon bridges that engineers may build (12.4b)."""
    rubble: bool = False
    national: NationalRules = field(default_factory=NationalRules)
    area: dict[Id, Area] = {}
    force: list[Force]
    battery: list[BatteryForce] = []
    air: list[AirForce] = []
    work: list[WorkForce] = []
    works: Works = field(default_factory=Works)
    victory: Victory
    ready: dict[SideName, dict[Hex, list[str]]] = {}
    """A ready set-up: units by hex."""
    summary: str = ""
    history: str = ""
    changed: str = ""
    """Where it departs from the suggestion it follows, and why."""
