"""A setting of the game: chapter 2's map and counters as the rules speak of them, and the scenario around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from meuse.board import HexMap, Sides, StepCosts
from meuse.engine import Vocabulary
from meuse.engine.scene import Face
from meuse.games.victory_or_defeat.faces import Looks
from meuse.games.victory_or_defeat.tables import Scenario, SideName, Tables, UnitFile
from meuse.mechanics.aims import recalled
from meuse.mechanics.counters import Counter, CountersSetting, counters_vocabulary

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

GERMAN, ALLIED = 0, 1
SIDES: tuple[SideName, SideName] = ("german", "allied")

NATIONS = ("german", "french", "british", "belgian", "dutch", "swiss")
GERMANS, FRENCH, BRITISH, BELGIANS, DUTCH, SWISS = range(6)
FORTS = len(NATIONS)
"""Where the forts of the nations begin in a list that first has their mobile units."""

COUNTRIES = ("germany", "france", "belgium", "netherlands", "luxembourg", "switzerland")
GERMANY, FRANCE, BELGIUM, NETHERLANDS, LUXEMBOURG, SWITZERLAND = range(6)
NEUTRALS = (BELGIUM, NETHERLANDS, LUXEMBOURG, SWITZERLAND)
HOME = {GERMANS: GERMANY, FRENCH: FRANCE, BRITISH: FRANCE, BELGIANS: BELGIUM, DUTCH: NETHERLANDS, SWISS: SWITZERLAND}
"""The country in which each nation is set up; the British have none of their own on the map."""
ARMY = {BELGIUM: BELGIANS, NETHERLANDS: DUTCH, SWITZERLAND: SWISS}
"""The nation of each neutral that has an army."""

EBEN_EMAEL = "B.EE"

# where a piece is when it is not in a hex
DEAD, GONE, WAITING, UNUSED, UNPLACED = -1, -2, -3, -4, -5

MECHANIZED = ("panzer", "panzergrenadier")
ORDERS = ("move_first", "fight_first")
EDGES = ("west", "south")
"""The edges by which units leave the map."""

WORDS = "ready done decline roll stop reveal support fight stay refit"
OF_HEXES = "at coup to cross attack dynamo enter"
OF_UNITS = "place move top join drop evacuate ship commit lose retreat advance remove replace"
"""Verbs by what they name."""


def country_name(name: str) -> str:
    """A country as it is spoken of."""
    return "the Netherlands" if name == "netherlands" else name.title()


class Piece(Counter, frozen=True):
    """A unit as its counter shows it."""

    strengths: tuple[tuple[int, int], ...]
    """Attack and defence factor for each number of steps left, one step first."""
    armies: tuple[str, ...]
    """The scenarios it was made for."""
    group: str
    hex: str
    turn: int

    @property
    def side(self) -> int:
        return GERMAN if self.nation == GERMANS else ALLIED

    @property
    def fort(self) -> bool:
        return self.type == "fort"

    @property
    def mechanized(self) -> bool:
        """Only German panzer and panzergrenadier corps are mechanized class (2.5b)."""
        return self.type in MECHANIZED and self.nation == GERMANS

    @property
    def full(self) -> int:
        return len(self.strengths)


def read_pieces(file: UnitFile) -> list[Piece]:
    """All units of all scenarios, as ``units.toml`` has them."""
    pieces: list[Piece] = []
    for group in file.group:
        armies = (group.scenario,) if isinstance(group.scenario, str) else tuple(group.scenario)
        strengths = tuple(reversed(group.steps))
        for unit in group.units:
            made = (strengths, armies, group.name, unit.hex, unit.turn)
            nation = NATIONS.index(group.nation)
            pieces.append(Piece(len(pieces), unit.id, unit.short, unit.name, nation, group.type, group.size, *made))
    return pieces


def make_vocabulary(sheet: HexMap, pieces: Sequence[Piece], faces: Sequence[Face]) -> Vocabulary:
    """All actions of the game; they are the same in every scenario."""
    words = counters_vocabulary(sheet, pieces, faces, WORDS, OF_HEXES, OF_UNITS)
    words.family("sickle", ["no", "yes"])
    words.family("order", ORDERS)
    words.family("declare", COUNTRIES, [country_name(name) for name in COUNTRIES])
    words.family("exit", EDGES)
    return words


class WarSetting(CountersSetting):
    """Map, counters and tables with the sets of hexes the rules speak of, a scenario, and the words of all options."""

    scenario: Scenario
    tables: Tables
    pieces: list[Piece]

    def __init__(self, game: VictoryOrDefeat, name: str, scenario: Scenario, text: str = "") -> None:
        super().__init__(game, name, scenario, text)
        self.rules, self.clauses = scenario.rules, scenario.clauses
        self.by_points = scenario.rules.victory == "points"
        """Does the German win by points (4.2c)?"""
        self.known: dict[tuple[Any, ...], int] = {}
        """Sets worked out before, by name and what they depend on."""
        self._costs: dict[tuple[int, bool, int, bool], StepCosts] = {}
        self._read_terrain()
        self._read_named_hexes()
        self._read_units(game.pieces)
        self._name_things(game.looks)

    # map

    def _read_terrain(self) -> None:
        terrain = self.map.terrain
        self.land = self.cities = 0
        for name, hexes in terrain.items():
            row = self.tables.terrain[name]
            self.land |= hexes if row.cost else 0
            self.cities |= hexes if row.urban else 0
        self.clear, self.ardennes, self.gap, self.sea = (terrain[n] for n in ("clear", "ardennes", "gap", "sea"))
        self.paris, self.ruhr = terrain["paris"], terrain["ruhr"]
        self.country: list[int] = [self.map.country.get(name, 0) for name in COUNTRIES]
        self.rivers, self.water = self.map.sides("river"), self.map.sides("water")
        """Rivers, and hexsides nobody crosses: all sea or all lake (TECf)."""
        self.toll_rivers = self.rivers - self.board.sides_between(self.cities, self.board.everything)
        """Rivers that cost extra: not into or out of a city (TECd)."""

    def terrain_name(self, hexa: int) -> str:
        return next(name for name, hexes in self.map.terrain.items() if hexes >> hexa & 1)

    def country_of(self, hexa: int) -> int | None:
        """The number of the hex's country; None at sea."""
        return next((i for i, hexes in enumerate(self.country) if hexes >> hexa & 1), None)

    def _read_named_hexes(self) -> None:
        board, tables = self.board, self.tables
        self.west, self.south = board.edge("left"), board.edge("down")
        self.east, self.north = board.edge("right"), board.edge("up")
        france = self.country[FRANCE] & self.land
        self.edges = self.west | self.south
        self.edge_sources = self.edges & france
        self.brittany = self.west & self.map.lines(*tables.victory.brittany_lines) & france
        self.south_of_france = self.south & france
        self.german_sources = (self.ruhr | self.east) & self.country[GERMANY] & self.land
        self.coastal_area = self.map.lines(tables.supply.coastal_from_line, self.map.grid.last_line)
        beside_sea = board.zones(self.sea, self.water) & ~self.sea
        self.ports = self.cities & (beside_sea | self.map.sides("sea").touched)
        self.beside_ruhr = board.zones(self.ruhr, Sides()) & ~self.ruhr
        self.dyle_breda = board.set(tables.dyle_breda.hexes)
        self.landmarks = self.beside_ruhr | self.dyle_breda
        """Hexes in which an arrival matters, no matter who controls them."""
        self.zuiderzee = board.set(tables.setup.zuiderzee)
        self.eben_emael = board.set([tables.setup.eben_emael])
        self.belgian_ban = board.set(tables.setup.belgian_ban)
        self.sickle_forest = self.ardennes & (self.country[BELGIUM] | self.country[LUXEMBOURG])
        """Where Sickle Cut opens (3.8f)."""
        self.mediterranean = sum({1 << self.map.places[name] for name in tables.victory.mediterranean})
        self.area: list[int] = [self.land] * len(NATIONS)
        """The hexes in which each nation may stand; former neutrals stay in or next to their country (3.6k)."""
        for nation in ARMY.values():
            self.area[nation] = board.zones(self.country[HOME[nation]], Sides()) & self.land

    # counters

    def _read_units(self, pieces: list[Piece]) -> None:
        self.army = [piece for piece in pieces if self.scenario.army in piece.armies]
        """The units that take part."""
        self.read_counters(pieces, self.army)
        self.reinforcements = tuple(piece.number for piece in self.army if piece.turn)
        self.mobile_of = tuple(
            tuple(p.number for p in self.army if p.side == side and not p.fort) for side in (GERMAN, ALLIED)
        )
        # flat tables for the hot paths
        self.nation = bytes(piece.nation for piece in self.pieces)
        self.is_fort = bytes(piece.fort for piece in self.pieces)
        self.is_mechanized = bytes(piece.mechanized for piece in self.pieces)
        self.kind = bytes(piece.nation + (FORTS if piece.fort else 0) for piece in self.pieces)
        self.pieces_of = [self.those(p.nation == n for p in self.pieces) for n in range(len(NATIONS))]
        self.pieces_on = [self.those(p.side == side for p in self.pieces) for side in (GERMAN, ALLIED)]
        self.forts, self.mechanized = self.those(self.is_fort), self.those(self.is_mechanized)
        self.british = tuple(p.number for p in self.pieces if p.nation == BRITISH)
        # the Maginot Line is a fixed feature of the map, forts or not (A29)
        self.maginot_forts = tuple(p.number for p in self.pieces if p.fort and p.nation == FRENCH)
        self.maginot = sum({1 << self.fort_hex(self.pieces[fort]) for fort in self.maginot_forts})
        self.moselle_in_line = self.map.course("Moselle") & self.board.sides_between(self.maginot, self.maginot)

    def fort_hex(self, fort: Piece) -> int:
        """The hex in which a fort stands."""
        return self.board.numbers[fort.hex or self.tables.setup.eben_emael]

    def replacements(self, nation: Literal["german", "french"]) -> int:
        """The replacement points a nation begins with (3.9)."""
        return self.scenario.replacements.get(nation, 0)

    # words

    def _name_things(self, looks: Looks) -> None:
        places = self.map.places
        self.place_at = {hexa: name for name, hexa in places.items()}
        self.prizes = [self.cities & hexes or self.land & hexes for hexes in self.country]
        """What counts of each country: its cities, or all its land if it has none."""
        known = [(COUNTRIES.index(country), name) for country, name in looks.capital.items() if name in places]
        self.capitals = {country: places[name] for country, name in known}

    def side_name(self, side: int) -> str:
        """A side as an adjective; in 1939 the Allies are the French."""
        return self.scenario.side_names[SIDES[side]]

    # prices of steps, for each set of living forts

    def step_costs(self, forts: int, french: bool, belgian_roads: int, belgium_closed: bool) -> StepCosts:
        """What a step costs (TEC), with the exceptions of 10.8 for the French and of 5.16 in Belgium.

        ``belgian_roads``: 0 none, 1 rivers with one bank in Belgium are free, 2 with both.
        ``belgium_closed``: no step leads into Belgium from outside.
        """
        key = (forts, french, belgian_roads, belgium_closed)
        return recalled(self._costs, key, lambda: self._make_costs(*key))

    def _make_costs(self, forts: int, french: bool, belgian_roads: int, belgium_closed: bool) -> StepCosts:
        enter: dict[int, int] = {}
        for name, hexes in self.map.terrain.items():
            if price := self.tables.terrain[name].cost:
                enter[price] = enter.get(price, 0) | (hexes & ~forts)
        enter[self.tables.movement.fort] = enter.get(self.tables.movement.fort, 0) | forts
        toll = self.toll_rivers
        if french:
            toll = toll - self.moselle_in_line
        if belgian_roads:
            belgium = self.country[BELGIUM]
            other = self.board.everything if belgian_roads == 1 else belgium
            toll = toll - self.board.sides_between(belgium, other)
        costs = self.board.step_costs(enter, [(toll, self.tables.movement.river)], self.water)
        return self.board.without_entry(costs, self.country[BELGIUM]) if belgium_closed else costs
