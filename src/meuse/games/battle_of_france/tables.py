"""The shapes of this game's data files."""

from __future__ import annotations

from typing import Any, Literal

from meuse.engine.data import Strict
from meuse.mechanics.faces import Symbol

Power = Literal["germany", "france", "britain"]
UnitId = Literal[
    "infantry", "artillery", "tank", "mechanized", "fighter", "bomber",
    "battleship", "cruiser", "destroyer", "submarine", "transport", "aa",
]  # fmt: skip
Charts = dict[Power, dict[str, dict[UnitId, int]]]
"""Set-up charts: how many units of each type a power has in which space."""


class Sourced(Strict):
    """A table that says where its numbers come from."""

    source: str


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
    unit: list[Unit]


class Look(Strict):
    symbol: Symbol
    called: str


class FaceFile(Sourced):
    unit: dict[UnitId, Look]


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
    in_areas: list[str] = []
    areas: list[str] = []
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
    card: list[Card]


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
    capitals: list[str]
    allied_minors: list[str]
    german_cities: list[str]
    german_majors: list[str]


class Tables(Strict):
    game: GameTable
    power: dict[Power, PowerTable]
    stacking: Stacking
    income: Income
    build: BuildTable
    bombardment: BombardmentTable
    forest: Forest
    maginot: Maginot
    surprise: SurpriseTable
    victory: Victory
    miniatures: dict[Power, dict[str, Any]]


# about.toml, setup.toml, scenarios/*.toml


class SetupFile(Sourced):
    """The printed set-up."""

    name: str
    summary: str
    setup: Charts


class Scenario(Strict):
    """A scenario, of the game or a player's own: without charts it begins with the printed set-up."""

    title: str
    players: tuple[tuple[Power, ...], ...]
    rounds: int
    about: str = ""
    length: str = ""
    allies_share: bool = False
    """Do the Allies see each other's purchases?"""
    clause: str = ""
    """The clause that says who plays what."""
    setup: Charts = {}
    source: str = ""
