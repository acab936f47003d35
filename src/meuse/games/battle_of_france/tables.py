"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from meuse.engine.data import Sourced, Strict
from meuse.engine.names import every, known, once
from meuse.engine.offer import ScenarioFile
from meuse.games.battle_of_france.units import UNITS
from meuse.mechanics.faces import Symbol

MOST_AT_START = 150
"""How many units a set-up may have."""

Power = Literal["germany", "france", "britain"]
UnitId = Literal[
    "infantry", "artillery", "tank", "mechanized", "fighter", "bomber",
    "battleship", "cruiser", "destroyer", "submarine", "transport", "aa",
]  # fmt: skip
Area = Annotated[str, known("area")]
Chart = dict[Area, dict[UnitId, Annotated[int, Meta(ge=1, le=MOST_AT_START)]]]
"""A set-up chart: how many units of each type a power has in which space."""


# units.toml, faces.toml


class Unit(Sourced):
    id: UnitId
    name: str
    short: str
    element: Literal["land", "air", "sea"]
    cost: int
    movement: int
    attack: int
    defence: int
    hits: int
    defence_of: dict[Power, int] = {}
    carries: int = 0
    carries_units: list[UnitId] = []
    flags: list[str] = []


class UnitFile(Strict):
    unit: Annotated[list[Unit], once("id"), every(*UNITS)]


class Look(Strict):
    symbol: Symbol
    called: str


class FaceFile(Sourced):
    unit: Annotated[dict[UnitId, Look], every()]


# cards.toml


class Effect(Strict):
    """One small thing a card does; see the head of cards.toml."""

    kind: Literal[
        "value", "range", "last_turn", "extra_move", "load_and_unload", "forbid", "income", "cost",
        "no_mobilize", "combat_rounds",
    ]  # fmt: skip
    powers: list[Power]
    units: list[UnitId] = []
    role: Literal["", "attack", "defence"] = ""
    to: int | None = None
    add: int = 0
    in_kind: Literal["", "land", "sea"] = ""
    in_owner: str = ""
    in_areas: list[Area] = []
    areas: list[Area] = []
    what: list[str] = []
    spaces: int = 0
    times: int = 0
    most: int = 0


class Card(Sourced):
    id: str
    name: str
    who: list[Power]
    tone: Literal["bonus", "penalty"]
    lasts: Literal["round", "game"]
    says: str
    effects: list[Effect]


class Deck(Sourced):
    size: int


class CardFile(Strict):
    deck: Deck
    card: Annotated[list[Card], once("id")]


# tables.toml


class GameTable(Sourced):
    first_card_round: int
    die: int


class PowerTable(Sourced):
    name: str
    adjective: str
    side: Literal["allies", "germany"]
    colour: str


class Stacking(Sourced):
    land: int
    sea: int


class Income(Sourced):
    major: int
    minor: int


class BuildTable(Sourced):
    major: list[UnitId]
    minor: list[UnitId]
    sea: list[UnitId]


class BombardmentTable(Sourced):
    battleship: int
    cruiser: int


class Forest(Sourced):
    movement: int
    attack: int


class Maginot(Sourced):
    power: Power
    free_from_round: int


class SurpriseTable(Sourced):
    power: Power
    units: list[UnitId]


class Victory(Sourced):
    capitals: list[Area]
    allied_minors: list[Area]
    german_cities: list[Area]
    german_majors: list[Area]


class Tables(Strict):
    game: GameTable
    power: Annotated[dict[Power, PowerTable], every()]
    stacking: Stacking
    income: Income
    build: BuildTable
    bombardment: BombardmentTable
    forest: Forest
    maginot: Maginot
    surprise: SurpriseTable
    victory: Victory
    miniatures: dict[Power, dict[str, Any]]


# setup.toml, scenarios/*.toml


class SetupFile(Sourced):
    """The printed set-up."""

    name: str
    summary: str
    setup: dict[Power, Chart]


class Scenario(ScenarioFile):
    """A scenario, of the game or a player's own: without charts it begins with the printed set-up."""

    rounds: int
    allies_share: bool = False
    """Do the Allies see each other's purchases?"""
    clause: Annotated[str, known("clause")] = ""
    """The clause that says who plays what."""
    setup: dict[Power, Chart] = {}
