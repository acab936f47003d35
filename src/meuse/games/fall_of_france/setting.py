"""A setting of the game: the map and the counters as the rules speak of them, and the scenario around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from meuse.board import HexMap, Sides, StepCosts
from meuse.board.corners import JOINT, Corners
from meuse.board.sets import union
from meuse.engine import Option, Vocabulary
from meuse.engine.scene import Face
from meuse.games.fall_of_france.fortifications import FORTRESS, FRESH, MAJOR, MINOR, Shut, Walls
from meuse.games.fall_of_france.tables import MoveClass, Scenario, Tables, TypeRow, UnitFile
from meuse.mechanics.counters import Counter, CountersSetting, counters_vocabulary
from meuse.mechanics.words import spots_of

if TYPE_CHECKING:
    from meuse.games.fall_of_france.game import FallOfFrance
    from meuse.games.fall_of_france.terrain import Terrain

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")

NATIONS = ("german", "french", "british", "belgian", "dutch")
GERMANS, FRENCH, BRITISH, BELGIANS, DUTCH = range(5)
DUTCH_BELGIAN = 5
"""The nation of the composite air unit."""
AIR_NATIONS = ("german", "french", "british", "", "", "dutch_belgian")

NATIONS_OF = ((GERMANS,), (FRENCH, BRITISH, BELGIANS, DUTCH))
"""The nations of each side."""

COUNTRIES = ("germany", "france", "belgium", "holland", "luxembourg")
GERMANY, FRANCE, BELGIUM, HOLLAND, LUXEMBOURG = range(5)
ARMY = {BELGIUM: BELGIANS, HOLLAND: DUTCH, FRANCE: FRENCH}
"""The nation of each country that can surrender."""

NEUTRAL, AT_WAR, SURRENDERED = 0, 1, 2

# where a piece is when it is not in a hex
DEAD, GONE, WAITING, UNUSED, UNPLACED, READY, DAMAGED, ALOFT, SPARE = -1, -2, -3, -4, -5, -6, -7, -8, -9
"""DEAD: the dead pile. GONE: out of the game for good (evacuated, traded, surrendered). WAITING: not yet arrived.
UNUSED: takes no part in the scenario. SPARE: counters of optional rules not in force, and ordinary ones that optional
counters stand for. UNPLACED: still to be set up. READY: air units on the ground or on a mission. DAMAGED: air units
under repair. ALOFT: airborne troops held for a landing."""

CLASSES: tuple[MoveClass, ...] = ("infantry", "mountain", "mechanized", "hq")
INFANTRY, MOUNTAIN, MECHANIZED, HQ = range(4)
"""What the Terrain Effects Chart tells apart in movement."""

LINES = {"minor_line": MINOR, "west_wall": MINOR, "major_line": MAJOR, "fortress_wall": FORTRESS}
"""The fortified hexsides of the map; the German border line is a minor one (R06)."""

POINTS = ("infantry", "armour")
POOLS = len(NATIONS) * len(POINTS)

EDGES = ("west", "south")

WORDS = "ready done roll stop fight stay retreat decline accept hold pay lose draw declare crack leave"
OF_HEXES = "at to land attack assault defend fly advance_to fall_back enter claim fortify flee wall facing resolve"
OF_UNITS = (
    "place move join drop drop_in commit disrupt cadre eliminate withdraw advance support recover rebuild restore "
    "assign evacuate remove trade push back_off abort damage"
)
"""Verbs by what they name."""


class Piece(Counter, frozen=True):
    """A ground or air unit as its counter shows it."""

    formation: str
    army_group: str = ""
    attack: int = 0
    defence: int = 0
    mp: int = 0
    group: str = ""
    """The entry of units.toml it belongs to."""
    hex: str = ""
    arrives: int = 0
    emergency: bool = False
    special: str = ""
    optional: str = ""
    replaces: str = ""
    rolled: int = 0
    """An air unit's place in the reinforcement table."""

    @property
    def side(self) -> int:
        return GERMAN if self.nation == GERMANS else ALLIED

    @property
    def air(self) -> bool:
        return self.type == "air"


def read_pieces(file: UnitFile) -> list[Piece]:
    """All units as ``units.toml`` has them, air units last."""
    pieces: list[Piece] = []
    groups = {formation: name for name, formations in file.army_group.items() for formation in formations}
    for group in file.group:
        nation = NATIONS.index(group.nation)
        army_group = (group.group or groups.get(group.formation, "")) if nation == GERMANS else ""
        for u in group.units:
            made = Piece(
                len(pieces), u.id, u.short, u.name, nation, group.type, group.size, group.formation, army_group,
                u.attack, u.defence, u.mp, group.name, u.hex, u.arrives, u.emergency, u.special, u.optional, u.replaces,
            )  # fmt: skip
            pieces.append(made)
    for air in file.air:
        nation = AIR_NATIONS.index(air.nation)
        pieces.append(
            Piece(len(pieces), air.id, air.short, air.name, nation, "air", "", "", group="air", rolled=air.rolled)
        )
    return pieces


def make_vocabulary(sheet: HexMap, corners: Corners, pieces: Sequence[Piece], faces: Sequence[Face]) -> Vocabulary:
    """All actions of the game; they are the same in every scenario."""
    words = counters_vocabulary(sheet, pieces, faces, WORDS, OF_HEXES, OF_UNITS)
    hexes, names = [""] * sheet.board.size, [name if JOINT in name else "" for name in corners.names]
    words.family("interdict", [*hexes, *names], [*hexes, *corner_names(sheet, corners, spots_of(sheet))], "place")
    names, keys = formation_names(pieces)
    words.family("halt", names, [formation_spoken(pieces, key) for key in keys])
    return words


def corner_names(sheet: HexMap, corners: Corners, spots: Sequence[str]) -> list[str]:
    """Each corner as people call it: by the hexes that meet there."""
    meeting = [list(sheet.board.pick(spots, hexes)) for hexes in corners.hexes]
    return [f"the corner of {', '.join(hexes[:-1]) or 'the map'} and {hexes[-1]}" for hexes in meeting]


def formation_names(pieces: Iterable[Piece]) -> tuple[list[str], list[tuple[int, str]]]:
    """The formations of all ground units, German ones first: their names for actions, and nation with formation."""
    known: dict[tuple[int, str], None] = {}
    for piece in pieces:
        if not piece.air:
            known[piece.nation, piece.formation] = None
    keys = sorted(known, key=lambda key: key[0])
    return [f"{NATIONS[nation]}-{formation}" if formation else NATIONS[nation] for nation, formation in keys], keys


def formation_spoken(pieces: Iterable[Piece], key: tuple[int, str]) -> str:
    """What a formation is called: the 6th Army, from the heading over its counters."""
    group = next(piece.group for piece in pieces if not piece.air and (piece.nation, piece.formation) == key)
    return group.partition(" of ")[2] or group


class FallSetting(CountersSetting):
    """Map, counters and tables with the sets of hexes the rules speak of, a scenario, and the words of all options."""

    corners: Corners
    scenario: Scenario
    tables: Tables
    pieces: list[Piece]

    def __init__(self, game: FallOfFrance, name: str, scenario: Scenario, text: str = "") -> None:
        super().__init__(game, name, scenario, text)
        self.corners = game.corners
        self._read_terrain()
        self._read_hexsides()
        self._read_named_hexes()
        self._read_corners()
        self._read_units(game)
        self._read_formations(game)
        self.corner_spots = corner_names(self.map, self.corners, self.spots)
        self.shut: dict[Walls, Shut] = {}
        """What the fortifications close, for each state of them that has arisen."""
        self._toward: dict[int, tuple[tuple[int, int], ...]] = {}
        self.plans: dict[Any, Any] = {}
        """The armies as they are set up, for each choice of optional rules."""
        self.roads: dict[int, tuple[int, bool]] = {}
        """Where refugees may go from each hex, and whether off the map (22.1b)."""
        self.terrains: dict[Any, Terrain] = {}
        """The map as it lies for each side, for each state of it that has arisen."""
        self.prices: dict[Any, StepCosts] = {}
        """Prices of steps as if there were no fortifications."""
        self.dear: dict[tuple[int, bool], int] = {}
        """The hexes that take the whole allowance of some classes of units, in mechanised operations or not."""

    # map

    def _read_terrain(self) -> None:
        tec, terrain = self.tables.tec, self.map.terrain
        charted = {name: hexes for name, hexes in terrain.items() if name in tec}
        self.land = sum(hexes for name, hexes in charted.items() if tec[name].cost is not None)
        self.sea = self.board.everything & ~self.land
        self.ground_of = charted
        """The hexes of each terrain of the chart."""
        self.country: list[int] = [self.map.country.get(name, 0) for name in COUNTRIES]
        self.germany = self.country[GERMANY]
        self.fatherland = self.germany & self.land
        self.cities, self.towns = self.map.sites("city"), self.map.sites("town")
        self.urban = self.cities | self.towns
        self.coastal = self.board.zones(terrain["sea"], Sides()) & self.land | self.map.sides("sea").touched & self.land
        self.terrain_at: dict[int, str] = {
            hexa: name for name, hexes in charted.items() for hexa in self.board.members(hexes)
        }
        self.limits = {ruling: self._limits(ruling) for ruling in ("urban", "coastal")}
        """The stacking limits by the ruling on coastal urban hexes (8.3, R26)."""
        most = max(self.tables.stacking.limits.values())
        full = ~(self.urban | self.coastal)
        self.limited = {
            "urban": {"8.3c": self.urban, "8.3b": self.coastal & ~self.urban, "8.3a": full},
            "coastal": {"8.3c": self.urban & ~self.coastal, "8.3b": self.coastal, "8.3a": full},
        }
        """The hexes that each clause limits, by the same ruling."""
        self.roomy = {
            ruling: [sum(1 << h for h in self.board.hexes if limits[h] == points) for points in range(most + 1)]
            for ruling, limits in self.limits.items()
        }
        """For each number of stacking points, the hexes that hold just so many."""
        self.no_armour = sum(hexes for name, hexes in charted.items() if tec[name].skirmish.no_armour)
        """Terrain that armour may not enter if that starts a skirmish (R33)."""
        self.steep = sum(hexes for name, hexes in charted.items() if tec[name].combat.mechanized_half)
        """Terrain in which mechanised units are halved (TECr)."""
        self.neutral_ground: dict[bytes, int] = {}

    def _limits(self, coastal_urban: str) -> bytes:
        table, limits = self.tables.stacking.limits, bytearray(self.board.size)
        for hexa in self.board.members(self.land):
            coastal = self.coastal >> hexa & 1
            if self.urban >> hexa & 1 and not (coastal and coastal_urban == "coastal"):
                limits[hexa] = table["urban"]
            else:
                limits[hexa] = table["coastal" if coastal else "inland"]
        return bytes(limits)

    def _read_hexsides(self) -> None:
        board = self.board
        self.minor_rivers, self.major_rivers = self.map.sides("minor_river"), self.map.sides("major_river")
        self.sea_sides = self.map.sides("sea")
        self.borders = Sides()
        for one, two in combinations(self.country, 2):
            self.borders |= board.sides_between(one & self.land, two & self.land)

    def _read_named_hexes(self) -> None:
        board, tables, land = self.board, self.tables, self.land
        self.paris = self.map.sites("paris")
        self.ports = self._places(tables.supply.ports)
        self.coastal_urban = self.coastal & self.urban
        self.shared_cities = self._places(tables.options.cooperation_supply.cities)
        self.brussels = self._places([tables.politics.brussels])
        self.west_edge, self.south_edge = board.edge("left") & land, board.edge("down") & land
        self.edges = {"west": self.west_edge, "south": self.south_edge}
        self.supply_edges = union(self.edges[edge] for edge in tables.supply.french_edges) & self.country[FRANCE]
        """Where limited supply comes from for the French (7.3.23)."""
        self.suppliers = (self.fatherland, self.cities | self.coastal_urban | self.ports | self.supply_edges)
        """All hexes that may supply units of a side, whatever stands there."""
        self.crackers = board.set([tables.options.fortress_crackers.hex])

    def _places(self, names: Iterable[str]) -> int:
        return sum({1 << self.map.places[name] for name in names})

    def _read_corners(self) -> None:
        """Where air units fly: corner *n* is place ``board.size`` + *n*."""
        size, around = self.board.size, self.corners.hexes
        self.covered: list[int] = [*(1 << hexa for hexa in range(size)), *around]
        """The hexes that an air unit covers in each place: the hex itself, or those around a corner."""
        self.skies: dict[int, tuple[list[Option], dict[Option, int]]] = {}
        """The missions of air units, by the neutral ground over which nobody flies."""
        self._touching: dict[int, int] = {}
        meeting = sum(1 << size + corner for corner, hexes in enumerate(around) if hexes.bit_count() == 3)
        self.crossings = self.corners_of(self.land) & meeting
        """The corners where three hexes meet, at least one of them land."""

    def corners_of(self, hexes: int) -> int:
        """All corners of some hexes, as a set of places."""
        known = self._touching.get(hexes)
        if known is None:
            size, all_corners = self.board.size, enumerate(self.corners.hexes)
            known = sum(1 << size + corner for corner, around in all_corners if around & hexes)
            self._touching[hexes] = known
        return known

    # fortifications

    def fortifications(self, rulings: dict[str, str]) -> Walls:
        """All fortified hexsides at the start, as the rules in force have them."""
        board, walls = self.board, [list(six) for six in FRESH]

        def build(level: int, inside: int, outside: int) -> None:
            walls[level][board.direction(inside, outside)] |= 1 << inside

        weaker = rulings["weaker_maginot"] == "yes"
        for entry, pairs in zip(self.map.file.hexside, self.map.hexsides, strict=True):
            level = LINES.get(entry.kind)
            if level is None or (entry.kind == "west_wall" and rulings["west_wall"] == "no"):
                continue
            if weaker and "maginot" in entry.tags:
                level -= 1  # 22.5
            if level >= MINOR:
                for outside, inside in pairs:
                    build(level, inside, outside)
        if rulings["fortress_paris"] == "yes":
            table = self.tables.options.fortress_paris
            for hexa in board.members(self.paris):
                for outside in board.members(board.around[hexa] & self.land):
                    inner = self.paris >> outside & 1
                    build(MAJOR if (table.inner if inner else table.outer) == "major_line" else MINOR, hexa, outside)
        six = [(w[0], w[1], w[2], w[3], w[4], w[5]) for w in walls]
        return six[0], six[1], six[2]

    # counters

    def _read_units(self, game: FallOfFrance) -> None:
        self.read_counters(game.pieces, game.pieces)
        types: dict[str, TypeRow] = dict(self.tables.type.items())
        sizes: dict[str, int] = dict(self.tables.stacking.points.items())
        ground = [piece for piece in self.pieces if not piece.air]
        self.air = tuple(piece.number for piece in self.pieces if piece.air)
        self.first_air = len(ground)
        """Air units are numbered behind all ground units; the index of one in ``missions`` is its number less this."""
        self.air_side = bytes(self.pieces[number].side for number in self.air)
        # flat tables for the hot paths
        self.nation = bytes(piece.nation for piece in self.pieces)
        self.types = tuple(piece.type for piece in self.pieces)
        self.attack = bytes(piece.attack for piece in self.pieces)
        self.defence = bytes(piece.defence for piece in self.pieces)
        self.mp = bytes(piece.mp for piece in self.pieces)
        self.points = bytes(0 if piece.air else sizes[piece.size] for piece in self.pieces)
        self.is_hq = bytes(piece.type == "hq" for piece in self.pieces)
        self.is_mechanized = bytes(not piece.air and types[piece.type].mechanized for piece in self.pieces)
        self.is_armour = bytes(piece.type == "armour" for piece in self.pieces)
        self.is_infantry = bytes(not piece.air and types[piece.type].infantry for piece in self.pieces)
        self.is_corps = bytes(piece.size == "corps" for piece in self.pieces)
        self.move_class = bytes(
            INFANTRY if piece.air else CLASSES.index(types[piece.type].moves_as) for piece in self.pieces
        )
        self.pool = bytes(
            0 if piece.air else piece.nation * len(POINTS) + POINTS.index(types[piece.type].points)
            for piece in self.pieces
        )
        """The pool of replacement points that pays for each unit (18.1d)."""
        self.units_of_pool = [
            self.those(not p.air and self.pool[p.number] == pool for p in self.pieces) for pool in range(POOLS)
        ]
        self.ground = self.those(not piece.air for piece in self.pieces)
        self.pieces_on = [self.those(not p.air and p.side == side for p in self.pieces) for side in (GERMAN, ALLIED)]
        self.pieces_of = [self.those(not p.air and p.nation == n for p in self.pieces) for n in range(len(NATIONS))]
        self.armed = self.those(not piece.air and piece.attack > 0 for piece in self.pieces)
        """Units with an attack rating: without one of them there is no attack (R76)."""
        self.leg_corps = self.those(
            not p.air and types[p.type].leg and p.size == "corps" and not p.optional for p in self.pieces
        )
        """The corps that come back from the dead pile (18.3d, 18.4a)."""
        self.comers = tuple(p.number for p in self.pieces if p.arrives or p.emergency)
        """The Allied units that arrive during the game (18.3)."""
        self.corps, self.infantry = self.those(self.is_corps), self.those(self.is_infantry)
        self.garrisons = self.those(piece.type == "fortress" for piece in self.pieces)
        """Fortress units."""
        self.fixed = self.those(bool(piece.hex) for piece in self.pieces)
        """Units whose hex is given: nobody chooses where they are set up."""
        self.mechanized, self.hqs = self.those(self.is_mechanized), self.those(self.is_hq)
        self.anchors = self.hqs | self.garrisons
        """Units whose supply depends on no other's alone, or on which others' supply depends (7.2, 7.3.22)."""
        self.bef_armour = self.those(p.special in ("bef_arm", "bef_mot", "bef_corps") for p in self.pieces)
        self.ss = self.piece(self.tables.options.ss_recklessness.unit)
        self.successors = self._successors()
        """The counters that take the place of optional ones for good when these suffer a cadre result (22.9)."""
        self.limited_nations = self.pieces_of[FRENCH] | self.pieces_of[BRITISH]
        self.units_of = tuple(tuple(p.number for p in ground if p.side == side) for side in (GERMAN, ALLIED))
        self.home = [COUNTRIES.index("germany")] + [
            COUNTRIES.index(self.tables.supply.home[nation]) for nation in ("french", "british", "belgian", "dutch")
        ]
        """The country whose cities supply each nation (7.3)."""

    def _successors(self) -> dict[int, tuple[int, ...]]:
        table = self.tables.options.bef_armour
        made: dict[int, tuple[int, ...]] = {
            p.number: (self.piece(p.replaces),) for p in self.pieces if p.optional == "22.9.1"
        }
        made[self.piece(table.corps)] = tuple(self.piece(unit) for unit in table.originals)
        return made

    def _read_formations(self, game: FallOfFrance) -> None:
        """Who may stack with whom (8.4), and who supplies whom (7.2)."""
        self.formation_names, keys = formation_names(self.pieces)
        self.formations = keys
        """Nation and formation of each group of units, German ones first."""
        number = {key: index for index, key in enumerate(keys)}
        self.formation = bytes(0 if p.air else number[p.nation, p.formation] for p in self.pieces)
        self.pieces_in_formation = [
            self.those(not p.air and self.formation[p.number] == g for p in self.pieces) for g in range(len(keys))
        ]
        self.followers = [units & ~self.hqs for units in self.pieces_in_formation]
        """The units of each formation without its HQ."""
        self.german_groups = sum(nation == GERMANS for nation, _ in keys)
        self.groups_of = [[g for g, (nation, _) in enumerate(keys) if nation == n] for n in range(len(NATIONS))]
        self.army_group: dict[str, str] = {
            formation: name for name, formations in game.unit_file.army_group.items() for formation in formations
        }
        self.supplied_together = [
            [],
            self.groups_of[FRENCH] + self.groups_of[BRITISH],
            self.groups_of[BELGIANS],
            self.groups_of[DUTCH],
        ]
        """The groups of the Allied armies whose supply is traced together."""
        together = [0, 1, 1, 2, 3]
        self.army = bytes(0 if p.air else together[p.nation] for p in self.pieces)
        """For each unit, those its supply is traced with: Germans, French with British, Belgians, Dutch."""
        self.pieces_together = [
            sum(self.pieces_in_formation[group] for group in groups) for groups in self.supplied_together
        ]
        self._leaderless: dict[int, int] = {}
        self.hq_of = {p.formation: p.number for p in self.pieces if p.type == "hq"}
        """The HQ of each German army and army group that has one."""
        self.commands = tuple(self.hq_of.values())
        self.superiors = [self._superiors(formation) for _, formation in keys[: self.german_groups]]
        """For each German formation, the HQs its units may trace to."""
        self.strangers = [
            [
                tuple(two for two in range(len(keys)) if not self._together(keys[one], keys[two], close))
                for one in range(len(keys))
            ]
            for close in (False, True)
        ]
        """For each formation, those it may not share a hex with: by 8.4, and by 22.2."""
        self.strange_friends = [
            [
                tuple(two for two in strange if (two < self.german_groups) == (one < self.german_groups))
                for one, strange in enumerate(table)
            ]
            for table in self.strangers
        ]
        """Those of them that are on its own side."""

    def _superiors(self, formation: str) -> tuple[int, ...]:
        """The HQ of the formation and that of its army group (7.2); white units have all of it, OKW any (R09)."""
        groups = self.game.unit_file.army_group
        if formation in ("OKW", "LW"):
            names = list(self.hq_of)
        elif formation in groups:
            names = [formation, *groups[formation]]
        else:
            names = [formation, self.army_group.get(formation, "")]
        return tuple(self.hq_of[name] for name in names if name in self.hq_of)

    def without_leaders(self, alive: int) -> int:
        """The German units that have no superior HQ among the living ones; HQs trace to Germany, too."""
        units = self._leaderless.get(alive)
        if units is None:
            lost = [not any(alive >> hq & 1 for hq in superiors) for superiors in self.superiors]
            units = self._leaderless[alive] = union(self.followers[group] for group, out in enumerate(lost) if out)
        return units

    def superiors_of(self, unit: int) -> tuple[int, ...]:
        """The HQs a unit may trace to: an army's HQ to that of its group, one of a group to none (7.2)."""
        if not self.is_hq[unit]:
            return self.superiors[self.formation[unit]]
        group = self.army_group.get(self.pieces[unit].formation, "")
        return (self.hq_of[group],) if group in self.hq_of else ()

    def _together(self, one: tuple[int, str], two: tuple[int, str], close: bool) -> bool:
        """May two formations stand in one hex (8.4, R27, R28; ``close``: 22.2)?"""
        if one[0] != two[0]:
            if GERMANS in (one[0], two[0]):
                return False
            return close or BRITISH in (one[0], two[0])
        if one[1] == two[1] or one[0] not in (GERMANS, FRENCH):
            return True
        if one[0] == FRENCH:
            return "white" in (one[1], two[1])
        if {one[1], two[1]} & {"OKW", "LW"}:
            return True
        groups = self.game.unit_file.army_group
        return any(a in groups and b in groups[a] for a, b in ((one[1], two[1]), (two[1], one[1])))

    def spares(self, rulings: dict[str, str]) -> int:
        """Counters that the optional rules in force leave aside: the optional ones, or those they stand for."""
        names = {"22.9.1": "optional_panzers", "22.9.2": "bef_armour"}
        spare = 0
        for piece in self.pieces:
            if not piece.optional:
                continue
            if rulings[names[piece.optional]] == "no":
                spare |= 1 << piece.number
            elif piece.optional == "22.9.2":
                originals = self.tables.options.bef_armour.originals
                spare |= sum(1 << self.piece_numbers[name] for name in originals)
            else:
                spare |= 1 << self.piece_numbers[piece.replaces]
        return spare

    def commandos(self) -> bytearray:
        """The Brandenburgers for each country (22.11)."""
        counters = self.tables.options.brandenburgers.counters
        return bytearray(counters.get(name, 0) for name in COUNTRIES)  # type: ignore[call-overload]

    # directions

    def toward(self, hexa: int) -> tuple[tuple[int, int], ...]:
        """The neighbours of a hex, each with all the hexes that are nearer from there."""
        known = self._toward.get(hexa)
        if known is None:
            made = [(beside, self.board.toward(hexa, beside)) for beside in self.board.neighbours(hexa)]
            known = self._toward[hexa] = tuple(made)
        return known

    # words

    def place_name(self, place: int) -> str:
        """A hex as people call it: by the place there, and its number; or a corner by its hexes."""
        size = self.board.size
        return self.spots[place] if place < size else self.corner_spots[place - size]

    def side_name(self, side: int) -> str:
        return "Allied" if side == ALLIED else "German"
