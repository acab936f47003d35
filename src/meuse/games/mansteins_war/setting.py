"""A setting of the game: the map and the counters as the rules speak of them, and the scenario around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from meuse.board import HexBoard, HexMap, Sides, StepCosts
from meuse.board.sets import falling, union
from meuse.engine import Option, Vocabulary
from meuse.engine.scene import Face
from meuse.games.mansteins_war.tables import Command, CommandMarker, Nation, Scenario, Tables, UnitFile
from meuse.games.mansteins_war.together import PairCosts
from meuse.mechanics.counters import Counter, CountersSetting
from meuse.mechanics.words import spots_of

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")

NATIONS: tuple[Nation, ...] = ("german", "french", "british", "belgian", "dutch")
GERMANS, FRENCH, BRITISH, BELGIANS, DUTCH = range(5)
NATIONS_OF = ((GERMANS,), (FRENCH, BRITISH, BELGIANS, DUTCH))
"""The nations of each side."""

COUNTRIES = ("germany", "france", "belgium", "netherlands", "luxembourg")
GERMANY, FRANCE, BELGIUM, NETHERLANDS, LUXEMBOURG = range(5)
ARMY_OF = {FRANCE: FRENCH, BELGIUM: BELGIANS, NETHERLANDS: DUTCH}
"""The nation of each country that can capitulate."""

COMMANDS: tuple[Command, ...] = get_args(Command)
HGA, HGB, HGC, PGK, OKW, AG1, AG2, AG3, GQG, BL, NL = range(11)
RESERVES = 1 << OKW | 1 << GQG
"""The reserves of both high commands, as a set of commands."""

ARMY, CORPS, TRAIN, STATIC, LIGHT = range(5)
"""What stacking tells apart: armies, corps (brigades count as corps, R5), mobile logistics units, static units; LIGHT
are those that do not count: air, naval and special forces (6.4a)."""

ALL_UNITS = 99
"""In tables.toml: all units of a nation may trace to Channel ports."""

# where a piece is when it is not in a hex
DEAD, GONE, WAITING, UNUSED, UNPLACED, AVAILABLE, UTILIZED, FLYING, EVACUATED, SPARE = range(-1, -11, -1)
"""DEAD: the Eliminated display. GONE: out of the game, and worth nothing. WAITING: on the turn track. UNUSED: takes no
part in the scenario. UNPLACED: still to be set up. AVAILABLE, UTILIZED: the displays of air, naval and special forces
units. FLYING: an air unit over the map. EVACUATED: in England. SPARE: counters of options that are not in force."""

MORALE_EVENTS = ("german_place", "german_bombing", "allied_city", "allied_bombing")
"""What wins a Morale Victory the first time it happens (24.3.1)."""

WORDS = (
    "ready", "done", "stop", "decline", "assault", "mobile", "support", "hold", "roll", "exit", "extend",
)  # fmt: skip
OF_HEXES = (
    "at", "to", "rail", "land", "carry", "attack", "counter", "fall_back", "advance_to", "over", "bomb", "declare",
)  # fmt: skip
OF_UNITS = (
    "place", "deploy", "move", "join", "drop", "call", "refit", "replace", "fly", "withdraw", "bombard", "commit",
    "reduce", "retreat", "pursue", "displace", "evacuate", "send", "engage",
)  # fmt: skip
OF_MARKERS = ("keep", "add", "select")
OF_COMMANDS = ("activate",)
OF_RIVERS = ("bridge", "unbridge")
"""Verbs by what they name."""


class Piece(Counter, frozen=True):
    """A counter: a ground unit, or an air, naval or special forces unit (of type "air", "naval", "special_forces")."""

    size: str = "none"
    bracketed: bool = False
    command: int = -1
    steps: tuple[tuple[int, int, int], ...] = ()
    """Attack, defence and movement factor of a ground unit, full strength first."""
    strength: tuple[int, ...] = ()
    """Of an air unit: full, then reduced."""
    group: str = ""
    """The entry of units.toml it belongs to."""
    hex: str = ""
    arrives: int = 0
    arrives_with: int = 0
    option: str = ""
    airlift: bool = False
    succeeds: int = 0
    """The highest die with which special forces succeed."""

    @property
    def side(self) -> int:
        return GERMAN if self.nation == GERMANS else ALLIED

    @property
    def full(self) -> int:
        return len(self.steps) or len(self.strength) or 1

    @property
    def ground(self) -> bool:
        return bool(self.steps)

    @property
    def air(self) -> bool:
        return bool(self.strength)


class Support(NamedTuple):
    """What supports the units of a nation (15.2, 15.3)."""

    country: int
    """The country of its depots; -1: it has none on the map."""
    depots: int
    ports: int
    """Channel ports to which all its units may trace (15.2c)."""
    port_units: int
    """How many of its units may trace to Channel ports by way of exception (15.2d)."""
    trains_to: int
    """The depots and ports to which its logistics units may trace."""
    trains: tuple[int, ...]
    """The logistics units it may use."""
    farthest: int
    """The longest line of any of its units, and of these."""


class Sizes(NamedTuple):
    """The sizes of units by the rulings on brackets and brigades."""

    of: bytes
    """ARMY, CORPS, TRAIN, STATIC or LIGHT for each piece."""
    armies: int
    corps: int
    """Those of a size, as sets of pieces; brigades count as corps (R5)."""


def _size(piece: Piece, bracketed: str, brigades: str) -> int:
    if not piece.ground or (piece.size == "brigade" and brigades == "free"):
        return LIGHT
    if piece.type == "logistics":
        return TRAIN
    if piece.type == "fortress":
        return STATIC
    return ARMY if piece.size == "army" and not (piece.bracketed and bracketed == "corps") else CORPS


def read_pieces(file: UnitFile) -> list[Piece]:
    """All counters as ``units.toml`` has them: ground units, then air, naval and special forces units."""
    pieces: list[Piece] = []
    for group in file.group:
        nation, command = NATIONS.index(group.nation), COMMANDS.index(group.command)
        for u in group.units:
            made = Piece(
                len(pieces), u.id, u.short, u.name, nation, group.type, group.size, group.bracketed, command,
                tuple(u.steps), group=group.name, hex=u.hex, arrives=u.arrives, arrives_with=u.arrives_with,
                option=u.option,
            )  # fmt: skip
            pieces.append(made)
    for air in file.air:
        made = Piece(
            len(pieces), air.id, air.short, air.name, NATIONS.index(air.nation), "air", strength=tuple(air.strength),
            group="air", arrives=air.arrives, option=air.option, airlift=air.airlift,
        )  # fmt: skip
        pieces.append(made)
    for ship in file.naval:
        pieces.append(Piece(len(pieces), ship.id, ship.short, ship.name, NATIONS.index(ship.nation), "naval"))
    for force in file.special_forces:
        made = Piece(
            len(pieces), force.id, force.short, force.name, NATIONS.index(force.nation), "special_forces",
            option=force.option, succeeds=force.succeeds,
        )  # fmt: skip
        pieces.append(made)
    return pieces


def river_steps(sheet: HexMap) -> list[tuple[int, int]]:
    """Every step across a river, both ways, in order."""
    board, rivers = sheet.board, sheet.sides("river")
    return [(one, two) for one in board.hexes for two in board.members(board.across(one, rivers))]


def make_vocabulary(
    sheet: HexMap, pieces: Sequence[Piece], faces: Sequence[Face], markers: Sequence[CommandMarker], titles: list[str]
) -> Vocabulary:
    """All actions of the game; they are the same in every scenario. ``titles``: what the commands are called."""
    words, spots, labels = Vocabulary(), spots_of(sheet), sheet.board.labels
    ids, names = [piece.id for piece in pieces], [face.title for face in faces[: len(pieces)]]
    for verb in WORDS:
        words.word(verb)
    for verb in OF_HEXES:
        words.family(verb, labels, spots, "place")
    for verb in OF_UNITS:
        words.family(verb, ids, names, "piece")
    for verb in OF_MARKERS:
        words.family(verb, [marker.id for marker in markers], [marker.name for marker in markers], "piece")
    for verb in OF_COMMANDS:
        words.family(verb, COMMANDS, titles)
    rivers = river_steps(sheet)
    for verb in OF_RIVERS:
        spoken = [f"the crossing from {spots[one]} to {spots[two]}" for one, two in rivers]
        words.family(verb, [f"{labels[one]}/{labels[two]}" for one, two in rivers], spoken, "place")
    return words


class MansteinSetting(CountersSetting):
    """Map, counters and tables with the sets of hexes the rules speak of, a scenario, and the words of all options."""

    map: HexMap
    board: HexBoard
    scenario: Scenario
    pieces: list[Piece]

    def __init__(self, game: MansteinsWar, name: str, scenario: Scenario, text: str = "") -> None:
        super().__init__(game, name, scenario, text)
        self.tables: Tables = game.tables
        self.map = game.map
        self.board = self.map.board
        self._read_terrain()
        self._read_places()
        self._read_units(game)
        self._read_logistics()
        self._read_markers(game.marker_file.marker)
        self.rail_home = [self.country[COUNTRIES.index(self.tables.rail.country[nation])] for nation in NATIONS]
        """The country in which units of each nation may use railroads (9.0b)."""
        self.spots = spots_of(self.map)
        self.faces = game.faces
        self.vocabulary = game.vocabulary
        self.say = self.vocabulary.families
        """The options of each verb by hex or piece; a verb without an object has one."""
        self.prices: dict[Any, StepCosts] = {}
        """Prices of steps, for each state of forts that has arisen."""
        self.pair_prices: dict[Any, PairCosts] = {}
        """The same for Mech and other units that go together, and for each state of interdiction."""
        self.objectives: dict[tuple[int, int], list[Any]] = {}
        """The hexes that score for each side, without some that are out of play."""
        self.too_far: dict[Any, int] = {}
        """In set-up, the hexes from which a command would find no room, for what has been placed so far."""
        self.fort_sets: dict[int, list[int]] = {}
        """The fortresses in reach of a command, for the best places of its logistics unit."""
        allied = [c for c in self.train_of if self.command_side[c] == ALLIED]
        garrisons = {c: (self.fortress_units & self.pieces_in[c]).bit_count() for c in allied}
        self.garrisons = {c: number for c, number in garrisons.items() if number}
        """How many fortress units each French army group has (21.1c)."""

    # map

    def _read_terrain(self) -> None:
        sheet, board, rows = self.map, self.board, self.tables.terrain
        self.land = board.everything & ~sheet.ground("barred")
        """Hexes that ground units can ever enter: neither sea, nor Switzerland, nor England (2.1b, 8.5b)."""
        self.sea = sheet.ground("sea")
        self.ground_of = {name: hexes & self.land for name, hexes in sheet.terrain.items() if name in rows}
        """The land of each terrain of the chart."""
        self.rough, self.forest = self.ground_of["rough"], self.ground_of["forest"]
        self.ocean, self.rivers = sheet.sides("ocean"), sheet.sides("river")
        self.rails = board.step_costs({1: self.land}, (), self.ocean)
        """Steps by rail, where terrain does not matter (9.0e)."""
        self.crossings = river_steps(sheet)
        """The steps across rivers, in the order of the options ``bridge`` and ``unbridge``."""
        self.coastal = (board.zones(self.sea, Sides()) | self.ocean.touched) & self.land
        self.country: list[int] = [sheet.country.get(name, 0) & self.land for name in COUNTRIES]
        self.germany = self.country[GERMANY]
        self.no_armies = sum(hexes for name, hexes in self.ground_of.items() if rows[name].no_armies)
        """Terrain that armies never enter (8.4.1a)."""
        east, south, west = board.edge("right"), board.edge("down"), board.edge("left")
        self.edges = {"north": board.edge("up"), "east": east, "south": south, "west": west}

    def _read_places(self) -> None:
        sheet, land = self.map, self.land
        self.cities, self.towns = sheet.sites("city") & land, sheet.sites("town") & land
        self.urban = self.cities | self.towns
        self.depots, self.ports = sheet.sites("depot") & land, sheet.sites("port") & land
        self.depots_of = [self.depots & hexes for hexes in self.country]
        self.channel_ports = sheet.sites("channel_port") & land
        self.major, self.minor = sheet.sites("major_fort") & land, sheet.sites("minor_fort") & land
        self.forts = self.major | self.minor
        self.forts_of = (self.forts & self.germany, self.forts & ~self.germany)
        """The fortified hexes that were each side's own at the start (17.0a)."""
        self.maginot, self.westwall = sheet.sites("maginot") & land, sheet.sites("westwall") & land
        self.eben_emael, self.paris, self.ruhr = map(self.place, ("Eben Emael", "Paris", "Ruhr"))
        self.falls_with = {
            COUNTRIES.index(name): self.places(row.places) or self.depots_of[COUNTRIES.index(name)]
            for name, row in self.tables.capitulation.items()
        }
        """For each country that can capitulate, the hexes that the German side must control (3.8)."""
        scoring = self.depots | self.channel_ports | self.maginot | self.westwall
        self.victory_hexes = scoring | union(self.falls_with.values())
        """Depots and all that counts for victory: hexes with points, those with which countries fall (7.2a, R11)."""
        self.harbours = (self.ports | self.coastal) & land
        """Port and coastal hexes (20.1a, 20.2a)."""

    def place(self, name: str) -> int:
        """The hex with a named place."""
        return self.map.places[name]

    def places(self, names: Iterable[str]) -> int:
        """The hexes of some named places."""
        return sum({1 << self.map.places[name] for name in names})

    # counters

    def _read_units(self, game: MansteinsWar) -> None:
        self._sizes: dict[tuple[str, str], Sizes] = {}
        self.read_counters(game.pieces, game.pieces)
        pieces, types = self.pieces, {str(name): row for name, row in self.tables.type.items()}
        ground = [piece for piece in pieces if piece.ground]
        # flat tables for the hot paths
        self.nation = bytes(piece.nation for piece in pieces)
        self.side_of = bytes(piece.side for piece in pieces)
        self.command = bytes(max(piece.command, 0) for piece in pieces)
        self.af, self.df = ([self._factors(piece, which) for piece in pieces] for which in (0, 1))
        """Attack and defence factor of each unit by the steps it has left."""
        self.mf = bytes(piece.steps[0][2] if piece.ground else 0 for piece in pieces)
        self.strength = [bytes((0, *reversed(piece.strength))) for piece in pieces]
        """The strength of each air unit by the steps it has left."""
        self.is_mech = bytes(piece.ground and types[piece.type].moves_as == "mech" for piece in pieces)
        self.ground = self.those(piece.ground for piece in pieces)
        self.mech = self.those(self.is_mech)
        self.trains = self.those(piece.type == "logistics" for piece in pieces)
        """Mobile logistics units."""
        self.fortress_units = self.those(piece.type == "fortress" for piece in pieces)
        self.mech_corps = self.mech & self.those(piece.size == "corps" for piece in pieces)
        """What leaders activate (R5, R35)."""
        self.fighting = self.those(piece.ground and types[piece.type].combat for piece in pieces)
        """Combat and fortress units, which establish control (3.3c, R13)."""
        self.armed = self.those(any(factors) for factors in self.af)
        """Units with an attack factor (10.0c)."""
        self.fickle = self.armed & self.those(0 in factors[1:] for factors in self.af)
        """Those of them that have none with some of their steps."""
        self.mobile = self.those(self.mf) & self.ground
        self.mountain = self.those(piece.ground and types[piece.type].mountain for piece in pieces)
        self.airborne = self.those(piece.ground and types[piece.type].landing for piece in pieces)
        self.pieces_on = [self.those(p.ground and p.side == side for p in pieces) for side in (GERMAN, ALLIED)]
        self.pieces_of = [self.those(p.ground and p.nation == n for p in pieces) for n in range(len(NATIONS))]
        self.pieces_in = [self.those(p.ground and p.command == c for p in pieces) for c in range(len(COMMANDS))]
        self.fixed = self.those(bool(p.hex) for p in pieces)
        """Units that are set up in a hex of their own (21.1d, 21.1e, 21.2e)."""
        self.reserves = self.pieces_in[OKW] | self.pieces_in[GQG]
        self.train_of = {p.command: p.number for p in ground if p.type == "logistics" and p.nation != BRITISH}
        """The mobile logistics unit of each command that its units are set up around (21.1b, 21.2d)."""
        self.air = tuple(piece.number for piece in pieces if piece.air)
        self.first_air = len(ground)
        """Air units are numbered behind all ground units; the index of one in ``skies`` is its number less this."""
        self.air_on = tuple(
            tuple((unit, unit - self.first_air) for unit in self.air if self.side_of[unit] == side)
            for side in (GERMAN, ALLIED)
        )
        """The air units of each side, with their index in ``skies``."""
        self.air_units = self.those(piece.air for piece in pieces)
        self.airlifts = self.those(piece.airlift for piece in pieces)
        self.air_of = [self.those(p.air and p.nation == n for p in pieces) for n in range(len(NATIONS))]
        self.ships = self.those(piece.type == "naval" for piece in pieces)
        self.forces_of = [
            self.those(p.type == "special_forces" and p.side == side for p in pieces) for side in (GERMAN, ALLIED)
        ]
        """The special forces of each side."""
        self.command_side = bytes(
            SIDES.index(row.side) for row in (game.unit_file.command[command] for command in COMMANDS)
        )
        self.army_groups = self.those(game.unit_file.command[command].army_group for command in COMMANDS)
        """The commands whose activation takes reserves along (5.8c), as a set of commands."""
        self.command_titles = [game.unit_file.command[command].title for command in COMMANDS]

    def _read_logistics(self) -> None:
        """Where the lines of communication of each nation lead (15.2, 15.3)."""
        table, board = self.tables.logistics, self.board
        self.support: list[Support] = []
        for number, nation in enumerate(NATIONS):
            country = COUNTRIES.index(table.country[nation][0]) if table.country[nation] else -1
            depots = self.depots_of[country] if country >= 0 else 0
            every = table.port_units[nation] == ALL_UNITS
            users = [NATIONS.index(user) for user in table.uses[nation]]
            trains = tuple(p.number for p in self.pieces if p.type == "logistics" and p.nation in users)
            made = Support(
                country, depots, self.channel_ports if every else 0, 0 if every else table.port_units[nation],
                depots | (self.channel_ports if nation in table.port_by_logistics else 0), trains,
                max(self.mf[p.number] for p in self.pieces if p.nation == number or p.number in trains),
            )  # fmt: skip
            self.support.append(made)
        entry = self.tables.entry
        self.entry_edges: list[int] = []
        for number, nation in enumerate(NATIONS):
            hexes = sum(1 << board.place(label) for label in entry.hexes[nation])
            self.entry_edges.append(hexes | self._edges_in(entry.edges[nation], self.support[number].country))
        """The hexes of map edges on which the reinforcements of each nation are deployed (13.3)."""
        self.french_west = self._edges_in(entry.french_west, FRANCE)
        """Those of the French by the other reading (R74)."""
        self.needs_no_line = self.trains | self.fortress_units
        """Ground units that are always supported wherever they are (15.0b)."""
        self.refittable = [
            tuple(p.number for p in self.pieces if (p.ground or p.air) and p.side == side) for side in (GERMAN, ALLIED)
        ]
        """The units of each side that may lose steps and regain them (14.3)."""
        self.refittable_sets = [sum(1 << piece for piece in units) for units in self.refittable]
        """The same as sets."""
        self.overland = [
            board.around[hexa] & ~board.across(hexa, self.ocean) & self.land if self.land >> hexa & 1 else 0
            for hexa in range(board.size)
        ]
        """The land around each hex that no ocean hexside cuts off."""

    def _edges_in(self, edges: Iterable[str], country: int) -> int:
        """The hexes of a country on some edges of the map."""
        hexes = 0
        for edge in edges:
            hexes |= self.edges[edge] & self.country[country]
        return hexes

    def sizes(self, rulings: dict[str, str]) -> Sizes:
        """What each unit counts as in stacking and on rails, as the rules in force have it (2.2.4, R4, R5)."""
        key = (rulings["bracketed"], rulings["brigades"])
        if key not in self._sizes:
            of = bytes(_size(piece, *key) for piece in self.pieces)
            self._sizes[key] = Sizes(of, *(self.those(size == what for size in of) for what in (ARMY, CORPS)))
        return self._sizes[key]

    @staticmethod
    def _factors(piece: Piece, which: int) -> bytes:
        return bytes((0, *(step[which] for step in reversed(piece.steps))))

    @staticmethod
    def those(flags: Iterable[int]) -> int:
        """The pieces for which something holds, as a set."""
        return sum(1 << number for number, flag in enumerate(flags) if flag)

    @staticmethod
    def without_dutch(rulings: dict[str, str]) -> bool:
        """Are the Netherlands out of play (28.1e)?"""
        return rulings["no_netherlands"] == "yes"

    def spares(self, rulings: dict[str, str]) -> int:
        """Counters that the options in force leave aside: those of other options, and the Dutch without a war (R7)."""
        spare = self.those(bool(p.option) and rulings[p.option] == "no" for p in self.pieces)
        if rulings["advanced_airlift"] == "yes":
            spare &= ~self.airlifts  # R100
        if self.without_dutch(rulings):
            spare |= self.pieces_of[DUTCH]
        if rulings["french_logistics"] == "three":
            spare |= self.trains & self.pieces_in[GQG]  # R9
        return spare

    # command markers

    def _read_markers(self, markers: Sequence[CommandMarker]) -> None:
        self.markers = markers
        self.marker_numbers = {marker.id: number for number, marker in enumerate(markers)}
        self.marker_side = bytes(SIDES.index(marker.side) for marker in markers)
        self.markers_on = [self.those(marker.side == side for marker in markers) for side in SIDES]
        self.special = self.those(marker.special for marker in markers)
        self.always = self.those(marker.always for marker in markers)
        """Markers that are in the bin every turn while in play (21.1m, 21.2i)."""
        self.plans = [self.those(m.plan and m.side == side for m in markers) for side in SIDES]
        """The plans of which each side keeps one (21.1l, 21.2h)."""
        self.commands_of = {m.id: self.those(command in m.of for command in COMMANDS) for m in markers}
        """The sub-commands that each marker may activate, as a set."""
        self.later_markers = [(number, marker) for number, marker in enumerate(markers) if marker.from_turn > 1]
        self.waiting_markers = [(number, marker) for number, marker in enumerate(markers) if marker.condition]
        """Markers that cannot be in the bin from the first turn on, and those that wait for something."""
        self.morale_markers = self.those(marker.condition == "morale" for marker in markers)
        self.evac = self.those(marker.condition == "evacuation" for marker in markers)
        self.lost_with = [self.those(marker.country == country for marker in markers) for country in COUNTRIES]
        """The markers that leave play with each country (3.7a, R19)."""

    def left_aside(self, rulings: dict[str, str]) -> int:
        """The markers of options that are not in force (21.0d), and that of a country that is out of play (R102)."""
        aside = self.those(bool(m.option) and rulings[m.option] == "no" for m in self.markers)
        return aside | self.lost_with[NETHERLANDS] if self.without_dutch(rulings) else aside

    # words

    def all_but(self, verb: str, shut: int) -> list[Option]:
        """The options of a verb for all hexes but some; quicker than ``vocabulary.open`` where few are shut."""
        options, every = self.vocabulary.verbs[verb].copy(), self.board.everything
        for hexa in falling(every & shut):
            del options[(every & (1 << hexa) - 1).bit_count()]
        return options

    def place_name(self, place: int) -> str:
        """A hex as people call it: by the place there, and its number."""
        return self.spots[place]

    def piece_side(self, piece: int) -> int:
        return self.side_of[piece]

    def side_name(self, side: int) -> str:
        return "Allied" if side == ALLIED else "German"
