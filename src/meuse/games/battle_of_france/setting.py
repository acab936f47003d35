"""A setting: map, units, cards, vocabulary and scenario, as all matches of that scenario share them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from meuse.board import AreaBoard, AreaMap
from meuse.engine import Option, Preview, Setting
from meuse.engine.vocabulary import Touch
from meuse.games.battle_of_france.faces import Catalogue
from meuse.games.battle_of_france.powers import CAMP, LETTERS, POWERS
from meuse.games.battle_of_france.tables import Scenario, Unit
from meuse.games.battle_of_france.units import AIR, GUNS, MARCHING, SEA, TRANSPORT, UNITS

if TYPE_CHECKING:
    from meuse.games.battle_of_france.cards import Law
    from meuse.games.battle_of_france.game import BattleOfFrance
    from meuse.games.battle_of_france.victory import Way

STAR = "*"
"""Marks a ship that is not as fresh as others of its class."""

MOST_REMEMBERED = 10_000
"""How many sets of areas a setting remembers the surroundings of."""


class BattleSetting(Setting):
    """Everything that is the same in all matches of a scenario."""

    map: AreaMap
    board: AreaBoard
    scenario: Scenario

    def __init__(self, game: BattleOfFrance, name: str, scenario: Scenario, text: str = "") -> None:
        super().__init__(game, name, scenario, text)
        self.rounds = scenario.rounds
        self.allies_share = scenario.allies_share
        self.charts = scenario.setup or game.printed.setup
        self.tables = game.tables
        self.cards = game.deck.card
        self.laws: dict[tuple[tuple[int, ...], int], Law] = {}
        """What sets of cards amount to, as far as that was worked out."""
        self.ways: tuple[Way, ...] = ()
        """The ways to win, once somebody asked for them."""
        self.odds: dict[tuple[object, ...], Preview] = {}
        """The odds of battles, as far as somebody asked for them."""
        self._read_map(game.map)
        self._read_units(game.units)
        self._name_classes()
        self.catalogue = Catalogue(self)
        self.faces = self.catalogue.faces
        self._name_variants()
        self._make_vocabulary()

    # the map and the units

    def _read_map(self, sheet: AreaMap) -> None:
        self.map = sheet
        self.board = board = sheet.board
        self.areas = areas = sheet.areas
        self.sea = sheet.tagged("sea")
        self.land = board.everything & ~self.sea
        self.forest = sheet.tagged("forest")
        self.maginot = sheet.tagged("maginot")
        self.cities = {board.numbers[area.id]: area.city for area in areas if area.city}
        paid = {"major": self.tables.income.major, "minor": self.tables.income.minor}
        self.pays: dict[int, int] = {area: paid[kind] for area, kind in self.cities.items()}
        """How many NPU each city pays (build.3)."""
        self.original = [board.set(area.id for area in areas if area.owner == power) for power in POWERS]
        yards = sheet.valued("yard")
        self.shipyard = {power: yards[name].bit_length() - 1 for power, name in enumerate(POWERS)}
        stacking = self.tables.stacking
        self.limit = [stacking.sea if area.kind == "sea" else stacking.land for area in areas]
        """How many units of a camp each area holds (stacking.1)."""
        self._near: dict[int, list[int]] = {}

    def near(self, areas: int, steps: int) -> int:
        """All that is at most so many spaces away from some areas, over land and sea alike."""
        known = self._near.get(areas)
        if known is None:
            if len(self._near) >= MOST_REMEMBERED:
                self._near.clear()
            known = self._near[areas] = [areas]
            while areas and known[-1] != self.board.everything:
                known.append(self.board.zones(known[-1]))
        return known[min(steps, len(known) - 1)] if steps >= 0 else 0

    def _read_units(self, units: list[Unit]) -> None:
        self.units = units
        self.hits = [unit.hits for unit in units]
        self.cost = [unit.cost for unit in units]
        self.movement = [unit.movement for unit in units]
        self.attack = [[unit.attack for unit in units] for _ in POWERS]
        special = [{str(power): value for power, value in unit.defence_of.items()} for unit in units]
        self.defence = [[special[n].get(power, unit.defence) for n, unit in enumerate(units)] for power in POWERS]

        build = {"major": self.tables.build.major, "minor": self.tables.build.minor}
        self.mobilizing = [sum(1 << a for a, kind in self.cities.items() if unit.id in build[kind]) for unit in units]
        """The cities in which each type of unit can be mobilized (build.10, build.11)."""

    # classes of units: pieces that nobody could tell apart

    def _name_classes(self) -> None:
        """Every class of pieces: power, type, hits taken, and for transports what is aboard."""
        self.class_names: list[str] = []
        self.class_number: dict[tuple[int, ...], int] = {}
        for power, letter in enumerate(LETTERS):
            for unit, name in enumerate(UNITS):
                for hits in range(self.hits[unit]):
                    self._add_class((power, unit, hits), f"{letter}.{name}" + (f"-{hits}" if hits else ""))
            riders = [(p, u) for p in range(len(POWERS)) if CAMP[p] == CAMP[power] for u in MARCHING]
            for count in range(1, self.units[TRANSPORT].carries + 1):
                for cargo in combinations_with_replacement(riders, count):
                    label = f"{letter}.transport+" + "+".join(f"{LETTERS[p]}.{UNITS[u]}" for p, u in cargo)
                    self._add_class((power, TRANSPORT, 0, *(p * len(UNITS) + u for p, u in cargo)), label)

    def _add_class(self, key: tuple[int, ...], label: str) -> None:
        self.class_number[key] = len(self.class_names)
        self.class_names.append(label)

    def _name_variants(self) -> None:
        """Pieces of one class may differ in what they can still do; then they have names of their own.

        ``G.cruiser@26`` and ``G.fighter@35`` say where it comes from, ``B.infantry@F.transport`` which ship it is on; a
        star marks a ship that has moved, or whose cargo came aboard in this turn.
        """
        self.names = list(self.class_names)
        self.class_behind = list(range(len(self.names)))
        """The class of every name."""
        self.told_apart = [""] * len(self.names)
        """What every name says more than its class."""
        self.variants: dict[tuple[int, str], int] = {}
        for (power, unit, *_), number in self.class_number.items():
            for mark, said in self._marks(power, unit):
                self.variants[number, mark] = len(self.names)
                self.names.append(self.class_names[number] + mark)
                self.class_behind.append(number)
                self.told_apart.append(said)
        self.alike = [0] * len(self.class_names)
        """All names of each class, as a set."""
        for number, behind in enumerate(self.class_behind):
            self.alike[behind] |= 1 << number

    def _marks(self, power: int, unit: int) -> Iterator[tuple[str, str]]:
        if unit == TRANSPORT:
            yield STAR, ""
        if unit in MARCHING:
            for other in range(len(POWERS)):
                if CAMP[other] == CAMP[power]:
                    yield f"@{LETTERS[other]}.transport", f" from a {self.catalogue.kind(other, TRANSPORT)}"
        places = self.board.members(self.sea if unit in GUNS else self.land if unit in AIR else 0)
        for star in ("", STAR) if unit in GUNS else ("",):
            yield from ((f"@{self.board.labels[area]}{star}", f" from {self.place_name(area)}") for area in places)

    # words

    def place_name(self, place: int) -> str:
        """An area as one says it aloud: ``31 Aachen``."""
        return self.catalogue.places[place]

    def side_name(self, side: int) -> str:
        return self.catalogue.adjectives[side]

    def _make_vocabulary(self) -> None:
        """All actions, as the order of play brings them up."""
        self.say, land = self.vocabulary.families, self.board.members(self.land)
        """The options of each verb; a verb without an object has one."""
        self._places("start")
        self._units("take", *GUNS, *MARCHING, TRANSPORT)
        self._places("to")
        self._units("aboard", TRANSPORT)
        self._words("stop", "done", "decline")
        self.call_keys = [(unit, area) for unit in sorted(AIR) for area in land]
        self.call_number = {key: number for number, key in enumerate(self.call_keys)}
        self._types("call", self.call_keys, "from", "piece")
        self._words("fight", "submerge", "fire")
        self._units("lose", *AIR)
        self._words("press", "withdraw", "stand")
        self._places("retreat", "land")
        self._units("shed")
        self._places("bombard")
        yards = self.board.members(self.sea)
        self.build_keys = [(u, area) for u in range(len(UNITS)) for area in (yards if u in SEA else self.cities)]
        self._types("build", self.build_keys, "in", "place")
        self.building: list[list[tuple[int, Option]]] = [[] for _ in UNITS]
        """The options that name each type of unit, with their areas."""
        for (unit, area), option in zip(self.build_keys, self.say["build"], strict=True):
            self.building[unit].append((area, option))

    def _words(self, *verbs: str) -> None:
        for verb in verbs:
            self.vocabulary.word(verb)

    def _places(self, *verbs: str) -> None:
        for verb in verbs:
            self.vocabulary.family(verb, self.board.labels, self.catalogue.places, "place")

    def _units(self, verb: str, *units: int) -> None:
        """A verb with all classes, and with the variants of some types of unit; the others are left empty."""
        wanted = {number for (_, unit, *_), number in self.class_number.items() if unit in units}
        plain, behind = len(self.class_names), self.class_behind
        names = [name if n < plain or behind[n] in wanted else "" for n, name in enumerate(self.names)]
        spoken = [self.catalogue.kinds[behind[n]].foreign + self.told_apart[n] for n in range(len(names))]
        self.vocabulary.family(verb, names, spoken, "piece")

    def _types(self, verb: str, keys: list[tuple[int, int]], where: str, touch: Touch) -> None:
        """A verb with types of unit, each for some areas."""
        names = [f"{UNITS[unit]}@{self.board.labels[area]}" for unit, area in keys]
        spoken = [f"{self.catalogue.one(unit)} {where} {self.place_name(area)}" for unit, area in keys]
        self.vocabulary.family(verb, names, spoken, touch)
