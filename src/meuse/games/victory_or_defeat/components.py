"""Chapter 2: the map and the counters, read from data once and shared by all matches."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from meuse.board import HexBoard, HexMap, Sides, StepCosts, read_hex_map
from meuse.engine.data import DataFolder, Strict
from meuse.games.victory_or_defeat.tables import Count, Group, Positive, Roll, Tables, Unit, UnitFile

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")

NATIONS = ("german", "french", "british", "belgian", "dutch", "swiss")
GERMANS, FRENCH, BRITISH, BELGIANS, DUTCH, SWISS = range(6)
FORTS = len(NATIONS)
"""Where the forts of the nations begin in a list that first has their mobile units."""

COUNTRIES = ("germany", "france", "belgium", "netherlands", "luxembourg", "switzerland")
GERMANY, FRANCE, BELGIUM, NETHERLANDS, LUXEMBOURG, SWITZERLAND = range(6)
NEUTRALS = (BELGIUM, NETHERLANDS, LUXEMBOURG, SWITZERLAND)
HOME = {GERMANS: GERMANY, FRENCH: FRANCE, BELGIANS: BELGIUM, DUTCH: NETHERLANDS, SWISS: SWITZERLAND}
"""The country of each nation; the British have none on the map."""
ARMY = {BELGIUM: BELGIANS, NETHERLANDS: DUTCH, SWITZERLAND: SWISS}
"""The nation of each neutral that has an army."""

TERRAIN = ("clear", "rough", "ardennes", "city", "paris", "ruhr", "gap", "sea", "lake")
"""The terrain of the Terrain Effects Chart."""
CLOSED = ("gap", "sea", "lake")
"""What no unit enters."""
PRINTED = ("clear", "ardennes", "city", "paris", "ruhr", "gap", "sea")
"""The terrain the map must have a letter for."""
EBEN_EMAEL = "B.EE"

# where a piece is when it is not in a hex
DEAD, GONE, WAITING, UNUSED, UNPLACED = -1, -2, -3, -4, -5
BOXES = {DEAD: "dead", GONE: "off the map", WAITING: "turn track", UNUSED: "unused", UNPLACED: "to be placed"}

MECHANIZED = ("panzer", "panzergrenadier")


class Piece(msgspec.Struct, frozen=True):
    """A unit as its counter shows it."""

    number: int
    id: str
    short: str
    name: str
    nation: int
    side: int
    type: str
    size: str
    strengths: tuple[tuple[int, int], ...]
    """Attack and defence factor for each number of steps left, one step first."""
    scenarios: tuple[str, ...]
    group: str
    hex: str
    turn: int

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


class Gsc(Strict):
    steady: list[Roll]
    steep: list[Roll]


class Scenario(Strict):
    """A scenario file."""

    name: str
    summary: str
    first_player: Literal["german", "allied"]
    setup_order: list[Literal["german", "allied"]]
    turns: Positive
    days_per_turn: Annotated[float, msgspec.Meta(gt=0)]
    dates: list[str]
    stacking: Positive
    source: str
    setup: dict[str, dict[str, Any]]
    history: str = ""
    replacements: dict[Literal["german", "french"], Count] = {}
    gsc: Gsc | None = None
    gsc_source: str = ""


class Components:
    """Map, counters and tables of the game, with the sets of hexes the rules speak of."""

    def __init__(self, data: DataFolder) -> None:
        self.source = data
        self.tables = data.load("tables.toml", Tables)
        self.map: HexMap = read_hex_map(data)
        self.board: HexBoard = self.map.board
        self.place_at = {hexa: name for name, hexa in self.map.places.items()}
        self.spots = [
            f"{self.place_at[hexa]} ({label})" if hexa in self.place_at else label
            for hexa, label in enumerate(self.board.labels)
        ]
        self._read_terrain()
        self._read_hexsides()
        self._read_named_hexes()
        self._read_units()
        self._read_frontiers()
        self.scenario = {name: self._read_scenario(name) for name in ("1939", "1940")}
        self._costs: dict[tuple[int, bool, int, bool], StepCosts] = {}

    # map

    def _read_terrain(self) -> None:
        terrain, fault = self.map.terrain, self.source.fault("map.toml")
        self._check_chart()
        for name in terrain:
            if name not in self.tables.terrain:
                raise fault("terrain", f"{name!r} is not in tables.toml; known: {', '.join(self.tables.terrain)}")
        for name in self.map.country:
            if name and name not in COUNTRIES:
                raise fault("countries", f"{name!r} is no country of this game; known: {', '.join(COUNTRIES)}")
        for name in PRINTED:
            if name not in terrain:
                raise fault("terrain", f"no letter stands for {name}; the rules need {', '.join(PRINTED)}")
        for name in ("ardennes", "paris", "ruhr"):
            if not terrain[name]:
                raise fault("layers.terrain", f"there is no {name} hex, and the rules need one; mark at least one")
        self.land = 0
        self.cities = 0
        for name, hexes in terrain.items():
            row = self.tables.terrain[name]
            self.land |= hexes if row.cost else 0
            self.cities |= hexes if row.urban else 0
        self.clear = terrain["clear"]
        self.ardennes = terrain["ardennes"]
        self.paris = terrain["paris"]
        self.ruhr = terrain["ruhr"]
        self.gap = terrain["gap"]
        self.sea = terrain["sea"]
        self.country: list[int] = [self.map.country.get(name, 0) for name in COUNTRIES]
        lost = (self.land | self.gap) & ~self._any_country()
        if lost:
            problem = f"{self.board.names(lost)[0]} is land but belongs to no country; give it a country's letter"
            raise fault("layers.country", problem)
        for name, hexes in zip(COUNTRIES, self.country, strict=True):
            if not hexes & self.land:
                raise fault("layers.country", f"{name} has no land hex, and the rules need one; mark at least one")

    def _check_chart(self) -> None:
        """Every terrain of the rules has its row, with a price only where units may go."""
        fault = self.source.fault("tables.toml")
        for name in TERRAIN:
            row = self.tables.terrain.get(name)
            if row is None:
                raise fault("terrain", f"{name} is missing; the rules need {', '.join(TERRAIN)}")
            if name in CLOSED and row.cost:
                raise fault(f"terrain, {name}, cost", f"no unit may enter: it must be 0, not {row.cost}")
            if name not in CLOSED and not row.cost:
                raise fault(f"terrain, {name}, cost", "units may enter: it must be 1 or more, not 0")

    def _any_country(self) -> int:
        every = 0
        for hexes in self.country:
            every |= hexes
        return every

    def terrain_name(self, hexa: int) -> str:
        return next(name for name, hexes in self.map.terrain.items() if hexes >> hexa & 1)

    def country_of(self, hexa: int) -> int | None:
        """The number of the hex's country; None at sea."""
        return next((i for i, hexes in enumerate(self.country) if hexes >> hexa & 1), None)

    def _read_hexsides(self) -> None:
        self.rivers = self.map.sides("river")
        self.water = self.map.sides("water")
        """Hexsides nobody crosses: all sea or all lake (TECf)."""
        beside_city = self.board.sides_between(self.cities, self.board.everything)
        self.toll_rivers = self.rivers - beside_city
        """Rivers that cost extra: not into or out of a city (TECd)."""

    def _read_named_hexes(self) -> None:
        board, tables = self.board, self.tables
        self.west = board.edge("left")
        self.south = board.edge("down")
        self.east = board.edge("right")
        self.north = board.edge("up")
        france = self.country[FRANCE] & self.land
        self.edge_sources = (self.west | self.south) & france
        low, high = tables.victory.brittany_lines
        self.brittany = self.west & self.map.lines(low, high) & france
        self.south_of_france = self.south & france
        self.german_sources = (self.ruhr | self.east) & self.country[GERMANY] & self.land
        self.coastal_area = self.map.lines(tables.supply.coastal_from_line, self.map.grid.last_line)
        beside_sea = board.zones(self.sea, self.water) & ~self.sea
        sea_sides = self.map.sides("sea").touched
        self.ports = self.cities & (beside_sea | sea_sides)
        self.beside_ruhr = board.zones(self.ruhr, Sides()) & ~self.ruhr
        self.dyle_breda = self._set(tables.dyle_breda.hexes, "dyle_breda.hexes")
        self.mediterranean = 0
        for name in tables.victory.mediterranean:
            if name not in self.map.places:
                raise self.source.fault("map.toml")("place", f"{name} is missing: rule 4.6 needs it")
            self.mediterranean |= 1 << self.map.places[name]
        self.zuiderzee = self._set(tables.setup.zuiderzee, "setup.zuiderzee")
        self.eben_emael = self._set([tables.setup.eben_emael], "setup.eben_emael")
        self.belgian_ban = self._set(tables.setup.belgian_ban, "setup.belgian_ban")
        self.area: list[int] = [self.land] * len(NATIONS)
        for nation in (BELGIANS, DUTCH, SWISS):
            own = self.country[HOME[nation]]
            self.area[nation] = board.zones(own, Sides()) & self.land

    def _set(self, labels: Any, where: str) -> int:
        fault = self.source.fault("tables.toml")
        for label in labels:
            if label not in self.board.numbers:
                raise fault(where, f"there is no hex {label} on the map; see map.toml")
            if not self.land >> self.board.numbers[label] & 1:
                raise fault(where, f"{label} is no land hex ({self.terrain_name(self.board.numbers[label])})")
        return self.board.set(labels)

    # counters

    def _read_units(self) -> None:
        file = self.source.load("units.toml", UnitFile)
        fault = self.source.fault("units.toml")
        self.unit_file = file
        self.pieces: list[Piece] = []
        for group in file.group:
            nation = NATIONS.index(group.nation)
            self._check_group(group, nation, fault)
            scenarios = (group.scenario,) if isinstance(group.scenario, str) else tuple(group.scenario)
            for unit in group.units:
                self._check_unit(unit, group, nation, fault)
                self.pieces.append(
                    Piece(
                        len(self.pieces),
                        unit.id,
                        unit.short,
                        unit.name,
                        nation,
                        GERMAN if nation == GERMANS else ALLIED,
                        group.type,
                        group.size,
                        tuple(reversed(group.steps)),
                        scenarios,
                        group.name,
                        unit.hex,
                        unit.turn,
                    )
                )
        self._in_scenario = {
            scenario: [piece for piece in self.pieces if scenario in piece.scenarios] for scenario in ("1939", "1940")
        }
        self.piece_numbers = {piece.id: piece.number for piece in self.pieces}
        if len(self.piece_numbers) != len(self.pieces):
            ids = [piece.id for piece in self.pieces]
            twice = next(i for i in ids if ids.count(i) > 1)
            raise fault(f"unit {twice}", "this id is given twice")
        self._check_army(fault)
        # flat tables for the hot paths
        self.nation = bytes(piece.nation for piece in self.pieces)
        self.side_of = bytes(piece.side for piece in self.pieces)
        self.is_fort = bytes(piece.fort for piece in self.pieces)
        self.full = bytes(piece.full for piece in self.pieces)
        self.unused = {
            name: tuple(p.number for p in self.pieces if name not in p.scenarios) for name in ("1939", "1940")
        }
        self.is_mechanized = bytes(piece.mechanized for piece in self.pieces)
        self.kind = bytes(piece.nation + (FORTS if piece.fort else 0) for piece in self.pieces)
        self.mobile_of: dict[str, tuple[tuple[int, ...], ...]] = {
            scenario: tuple(
                tuple(p.number for p in self.in_scenario(scenario) if p.side == side and not p.fort)
                for side in (GERMAN, ALLIED)
            )
            for scenario in ("1939", "1940")
        }
        self.pieces_of = [sum(1 << p.number for p in self.pieces if p.nation == n) for n in range(len(NATIONS))]
        self.pieces_on = [sum(1 << p.number for p in self.pieces if p.side == side) for side in (GERMAN, ALLIED)]
        self.mechanized = tuple(p.number for p in self.pieces if p.mechanized)
        self.british = tuple(p.number for p in self.pieces if p.nation == BRITISH)
        self.mechanized_mask = sum(1 << p for p in self.mechanized)
        self.dormant: dict[bytes, int] = {}

    @staticmethod
    def _check_group(group: Group, nation: int, fault: Any) -> None:
        """Which nation has which units, and when."""
        where = f"group {group.name!r}"
        if (group.type == "fort") != (group.size == "fort"):
            raise fault(f"{where}, size", f"{group.size!r} does not go with type {group.type!r}; forts have size fort")
        if group.type == "fort" and nation not in (GERMANS, FRENCH, BELGIANS):
            raise fault(
                f"{where}, nation", f"{group.nation} forts are unknown; only german, french and belgian ones are"
            )
        if group.type in MECHANIZED and nation != GERMANS:
            raise fault(f"{where}, type", f"only German units are {group.type} (2.5b), not {group.nation} ones")
        if "1939" in group.scenario and nation not in (GERMANS, FRENCH):
            raise fault(f"{where}, scenario", f"{group.nation} units take no part in 1939; only german and french ones")
        if not isinstance(group.scenario, str) and len(set(group.scenario)) != len(group.scenario):
            raise fault(f"{where}, scenario", "a scenario is given twice; name each once")

    def _check_unit(self, unit: Unit, group: Group, nation: int, fault: Any) -> None:
        """Forts stand in a land hex of their country; only German corps of 1940 wait on the turn track."""
        where = f"unit {unit.id}"
        if unit.turn and (nation != GERMANS or group.type == "fort" or "1939" in group.scenario):
            raise fault(f"{where}, turn", "only German corps of 1940 come as reinforcements (9.4); take the turn out")
        if group.type != "fort":
            if unit.hex:
                raise fault(f"{where}, hex", "only forts have a hex; other units are set up by the scenario")
            return
        if nation == BELGIANS:
            if unit.id != EBEN_EMAEL:
                raise fault(where, f"the only Belgian fort is {EBEN_EMAEL} (3.6e); take this one out")
            if unit.hex not in ("", self.tables.setup.eben_emael):
                problem = f"{unit.hex} is not the hex in tables.toml, setup.eben_emael; make them agree"
                raise fault(f"{where}, hex", problem)
            return
        if not unit.hex:
            raise fault(f"{where}, hex", "a fort needs the hex it stands in; give one, such as hex = '2731'")
        if unit.hex not in self.board.numbers:
            raise fault(f"{where}, hex", f"there is no hex {unit.hex} on the map; see map.toml")
        hexa, home = self.board.numbers[unit.hex], HOME[nation]
        if not self.land >> hexa & 1:
            raise fault(f"{where}, hex", f"{unit.hex} is no land hex ({self.terrain_name(hexa)}); forts stand on land")
        if not self.country[home] >> hexa & 1:
            raise fault(f"{where}, hex", f"{unit.hex} is not in {COUNTRIES[home]}, where its nation's forts stand")

    def _check_army(self, fault: Any) -> None:
        """The units that the rules name are there, and no hex has two forts."""
        fort = next((piece for piece in self.pieces if piece.id == EBEN_EMAEL), None)
        if fort is None or not fort.fort or fort.nation != BELGIANS:
            raise fault(f"unit {EBEN_EMAEL}", "the rules need Fort Eben Emael (3.6e): a belgian fort of that id")
        if not any(piece.turn for piece in self.pieces):
            raise fault("group", "the rules need a reinforcement of 1940 (9.4): give a German corps a turn, such as 8")
        for scenario in ("1939", "1940"):
            taken: dict[str, str] = {}
            for piece in self.in_scenario(scenario):
                if piece.fort and taken.setdefault(piece.hex, piece.id) != piece.id:
                    raise fault(
                        f"unit {piece.id}, hex", f"{taken[piece.hex]} stands in {piece.hex} too; one fort per hex"
                    )
            for side in (GERMAN, ALLIED):
                if not any(piece.side == side and not piece.fort for piece in self.in_scenario(scenario)):
                    raise fault("group", f"the {SIDES[side]} side has no mobile unit in {scenario}; give it some")

    def piece(self, name: str) -> int:
        """The number of the unit with that id."""
        return self.piece_numbers[name]

    def _read_frontiers(self) -> None:
        """The Maginot Line is a fixed feature of the map, forts or not (A29)."""
        self.maginot_forts = tuple(p.number for p in self.pieces if p.fort and p.nation == FRENCH)
        self.maginot = sum({1 << self.board.numbers[self.pieces[fort].hex] for fort in self.maginot_forts})
        moselle = self.map.course("Moselle")
        self.moselle_in_line = moselle & self.board.sides_between(self.maginot, self.maginot)

    def in_scenario(self, scenario: str) -> list[Piece]:
        return self._in_scenario[scenario]

    # scenarios

    def _read_scenario(self, name: str) -> Scenario:
        file = f"scenarios/{name}.toml"
        scenario = self.source.load(file, Scenario)
        fault = self.source.fault(file)
        if len(scenario.dates) != scenario.turns:
            raise fault("dates", f"{len(scenario.dates)} dates for {scenario.turns} turns")
        return scenario

    @staticmethod
    def setup_stacks(stacks: dict[str, Any]) -> dict[str, list[str]]:
        return {label: ids for label, ids in stacks.items() if isinstance(ids, list)}

    # prices of steps, for each set of living forts

    def step_costs(self, forts: int, french: bool, belgian_roads: int, belgium_closed: bool) -> StepCosts:
        """What a step costs (TEC), with the exceptions of 10.8 for the French and of 5.16 in Belgium.

        ``belgian_roads``: 0 none, 1 rivers with one bank in Belgium are free, 2 with both.
        ``belgium_closed``: no step leads into Belgium from outside.
        """
        key = (forts, french, belgian_roads, belgium_closed)
        costs = self._costs.get(key)
        if costs is None:
            if len(self._costs) > 500:
                self._costs.clear()
            costs = self._make_costs(forts, french, belgian_roads)
            if belgium_closed:
                costs = self.board.without_entry(costs, self.country[BELGIUM])
            self._costs[key] = costs
        return costs

    def _make_costs(self, forts: int, french: bool, belgian_roads: int) -> StepCosts:
        enter: dict[int, int] = {}
        for name, hexes in self.map.terrain.items():
            price = self.tables.terrain[name].cost
            if price:
                enter[price] = enter.get(price, 0) | (hexes & ~forts)
        enter[self.tables.movement.fort] = enter.get(self.tables.movement.fort, 0) | forts
        toll = self.toll_rivers
        if french:
            toll = toll - self.moselle_in_line
        if belgian_roads:
            belgium = self.country[BELGIUM]
            other = self.board.everything if belgian_roads == 1 else belgium
            toll = toll - self.board.sides_between(belgium, other)
        return self.board.step_costs(enter, [(toll, self.tables.movement.river)], self.water)
