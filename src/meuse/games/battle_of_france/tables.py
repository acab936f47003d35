"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Any, Literal

from meuse.engine.data import Strict

Power = Literal["germany", "france", "britain"]
UnitId = Literal[
    "infantry", "artillery", "tank", "mechanized", "fighter", "bomber",
    "battleship", "cruiser", "destroyer", "submarine", "transport", "aa",
]  # fmt: skip


class Unit(Strict):
    id: UnitId
    name: str
    short: str
    element: Literal["land", "air", "sea"]
    cost: int
    movement: int
    attack: int
    defence: int
    hits: int
    source: str
    defence_of: dict[Power, int] = {}
    carries: int = 0
    carries_units: list[UnitId] = []
    flags: list[str] = []


class UnitFile(Strict):
    unit: list[Unit]


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
    in_areas: list[str] = []
    areas: list[str] = []
    what: list[str] = []
    spaces: int = 0
    times: int = 0
    most: int = 0


class Card(Strict):
    id: str
    name: str
    who: list[Power]
    tone: Literal["bonus", "penalty"]
    lasts: Literal["round", "game"]
    says: str
    effects: list[Effect]
    source: str


class Deck(Strict):
    size: int
    source: str


class CardFile(Strict):
    deck: Deck
    card: list[Card]


class GameTable(Strict):
    source: str
    rounds: int
    first_card_round: int
    die: int


class PowerTable(Strict):
    name: str
    adjective: str
    side: Literal["allies", "germany"]
    colour: str
    source: str


class Stacking(Strict):
    source: str
    land: int
    sea: int


class Income(Strict):
    source: str
    major: int
    minor: int


class Build(Strict):
    source: str
    major: list[UnitId]
    minor: list[UnitId]
    sea: list[UnitId]


class Bombardment(Strict):
    source: str
    battleship: int
    cruiser: int


class Forest(Strict):
    source: str
    movement: int
    attack: int


class Maginot(Strict):
    source: str
    power: Power
    free_from_round: int


class Surprise(Strict):
    source: str
    power: Power
    units: list[UnitId]


class Victory(Strict):
    source: str
    capitals: list[str]
    allied_minors: list[str]
    german_cities: list[str]
    german_majors: list[str]


class Tables(Strict):
    game: GameTable
    power: dict[Power, PowerTable]
    stacking: Stacking
    income: Income
    build: Build
    bombardment: Bombardment
    forest: Forest
    maginot: Maginot
    surprise: Surprise
    victory: Victory
    miniatures: dict[Power, dict[str, Any]]


class Scenario(Strict):
    name: str
    summary: str
    rounds: int
    source: str
    setup: dict[Power, dict[str, dict[UnitId, int]]]
