"""Components: the map, the units, the cards and the set-up charts, read once and shared by all matches."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from meuse.board import AreaBoard, AreaMap, read_area_map
from meuse.engine.data import DataFolder
from meuse.games.battle_of_france.tables import CardFile, Scenario, Tables, Unit, UnitFile

POWERS = ("germany", "france", "britain")
GERMANY, FRANCE, BRITAIN = range(3)
LETTERS = "GFB"
SIDE = (0, 1, 1)
"""The side of each power: Germany, or the Allies."""
ALLIES = (FRANCE, BRITAIN)

UNITS = (
    "infantry", "artillery", "tank", "mechanized", "aa", "fighter", "bomber",
    "battleship", "cruiser", "destroyer", "submarine", "transport",
)  # fmt: skip
INFANTRY, ARTILLERY, TANK, MECHANIZED, AA, FIGHTER, BOMBER = range(7)
BATTLESHIP, CRUISER, DESTROYER, SUBMARINE, TRANSPORT = range(7, 12)
LAND = frozenset((INFANTRY, ARTILLERY, TANK, MECHANIZED, AA))
MARCHING = (INFANTRY, ARTILLERY, TANK, MECHANIZED)
AIR = frozenset((FIGHTER, BOMBER))
SEA = frozenset((BATTLESHIP, CRUISER, DESTROYER, SUBMARINE, TRANSPORT))
WARSHIPS = frozenset((BATTLESHIP, CRUISER, DESTROYER, SUBMARINE))
GUNS = frozenset((BATTLESHIP, CRUISER))
"""Ships that bombard."""

STAR = "*"
"""Marks a ship that is not as fresh as others of its class."""
MOST_PIECES = 600
"""More than income can ever keep on the map."""


class Components:
    """Map, units, cards and tables of the game."""

    def __init__(self, data: DataFolder) -> None:
        self.source = data
        self.tables = data.load("tables.toml", Tables)
        self._read_map(data)
        self._read_units(data)
        self.cards = data.load("cards.toml", CardFile).card
        self.scenario = data.load("scenarios/1940.toml", Scenario)
        self.laws: dict[tuple[tuple[int, ...], int], Any] = {}
        self._check_names(data)
        self._name_classes()
        self._name_variants()

    def _read_map(self, data: DataFolder) -> None:
        self.map: AreaMap = read_area_map(data)
        self.board: AreaBoard = self.map.board
        self.areas = self.map.areas
        place = self.board.numbers
        self.sea = self.map.tagged("sea")
        self.land = self.board.everything & ~self.sea
        self.forest = self.map.tagged("forest")
        self.maginot = self.map.tagged("maginot")
        self.cities = {place[area.id]: area.city for area in self.areas if area.city}
        self.original = [self.board.set(a.id for a in self.areas if a.owner == power) for power in POWERS]
        yards = self.map.valued("yard")
        for name in POWERS:
            if name not in yards:
                raise data.fault("map.toml")("area", f"no sea zone with the tag yard:{name}; new ships need one")
        self.shipyard = {power: yards[name].bit_length() - 1 for power, name in enumerate(POWERS)}

    def _read_units(self, data: DataFolder) -> None:
        units = {unit.id: unit for unit in data.load("units.toml", UnitFile).unit}
        for name in UNITS:
            if name not in units:
                raise data.fault("units.toml")("unit", f"{name} is missing")
        self.units: list[Unit] = [units[name] for name in UNITS]  # type: ignore[index]
        self.hits = [unit.hits for unit in self.units]
        self.cost = [unit.cost for unit in self.units]
        self.movement = [unit.movement for unit in self.units]
        self.attack = [[unit.attack for unit in self.units] for _ in POWERS]
        special = [{str(power): value for power, value in unit.defence_of.items()} for unit in self.units]
        self.defence = [
            [own.get(power, unit.defence) for own, unit in zip(special, self.units, strict=True)] for power in POWERS
        ]

    def _check_names(self, data: DataFolder) -> None:
        fault = data.fault("scenarios/1940.toml")
        for power, rows in self.scenario.setup.items():
            for name in rows:
                if name not in self.board.numbers:
                    raise fault(f"setup.{power}", f"there is no area {name}")
        for card in self.cards:
            for effect in card.effects:
                for name in (*effect.areas, *effect.in_areas):
                    if name not in self.board.numbers:
                        raise data.fault("cards.toml")(f"card {card.id}", f"there is no area {name}")
        victory = self.tables.victory
        for name in (*victory.capitals, *victory.allied_minors, *victory.german_cities):
            if name not in self.board.numbers:
                raise data.fault("tables.toml")("victory", f"there is no area {name}")

    # classes of units: pieces that nobody could tell apart

    def _name_classes(self) -> None:
        """Every class of pieces: power, type, hits taken, and for transports what is aboard."""
        self.class_names: list[str] = []
        self.class_number: dict[tuple[int, ...], int] = {}
        for power, letter in enumerate(LETTERS):
            for unit, name in enumerate(UNITS):
                for hits in range(self.hits[unit]):
                    label = f"{letter}.{name}" + (f"-{hits}" if hits else "")
                    self._add_class((power, unit, hits), label)
            riders = [(p, u) for p in range(len(POWERS)) if SIDE[p] == SIDE[power] for u in MARCHING]
            for count in range(1, self.units[TRANSPORT].carries + 1):
                for cargo in combinations_with_replacement(riders, count):
                    label = f"{letter}.transport+" + "+".join(f"{LETTERS[p]}.{UNITS[u]}" for p, u in cargo)
                    self._add_class((power, TRANSPORT, 0, *(p * len(UNITS) + u for p, u in cargo)), label)

    def _name_variants(self) -> None:
        """Pieces of one class may differ in what they can still do; then they have names of their own.

        ``G.cruiser@26`` and ``G.fighter@35`` say where it comes from, ``B.infantry@F.transport`` which ship it is on; a
        star marks a ship that has moved, or whose cargo came aboard in this turn.
        """
        self.names = list(self.class_names)
        self.class_behind = list(range(len(self.names)))
        """The class of every name."""
        self.variants: dict[tuple[int, str], int] = {}
        for (power, unit, *_), number in self.class_number.items():
            for mark in self._marks(power, unit):
                self.variants[number, mark] = len(self.names)
                self.names.append(self.class_names[number] + mark)
                self.class_behind.append(number)

    def _marks(self, power: int, unit: int) -> list[str]:
        if unit == TRANSPORT:
            return [STAR]
        if unit in MARCHING:
            return [f"@{LETTERS[other]}.transport" for other in range(len(POWERS)) if SIDE[other] == SIDE[power]]
        places = self.sea if unit in GUNS else self.land if unit in AIR else 0
        marks = [f"@{self.board.labels[area]}" for area in self.board.members(places)]
        return [*marks, *(mark + STAR for mark in marks)] if unit in GUNS else marks

    def named(self, *units: int) -> list[str]:
        """All classes, and the variants of some types of unit; the others are left empty."""
        wanted = {number for (_, unit, *_), number in self.class_number.items() if unit in units}
        plain = len(self.class_names)
        return [
            name if number < plain or self.class_behind[number] in wanted else ""
            for number, name in enumerate(self.names)
        ]

    def _add_class(self, key: tuple[int, ...], label: str) -> None:
        self.class_number[key] = len(self.class_names)
        self.class_names.append(label)
