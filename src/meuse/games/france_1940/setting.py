"""A setting: the boards of a scenario, its formations, units and officers, and what the rules ask of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, cos, pi, sin
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from meuse.board import HexBoard, HexMap
from meuse.board.sets import listed, members
from meuse.engine import Setting, Vocabulary
from meuse.engine.data import Problems
from meuse.games.france_1940.charts import Density, Direction
from meuse.games.france_1940.faces import catalogue, printed
from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.rivers import Waters
from meuse.games.france_1940.rosters import (
    ARMOUR,
    CARRIERS,
    GUNS,
    KINDS,
    NATIONS,
    QUALITIES,
    SPOKEN_KINDS,
    TROOPS,
    OfficerKind,
    OfficerRow,
    Quality,
    SideName,
    UnitRow,
    Weapon,
)
from meuse.games.france_1940.scenarios import AirForce, Area, BatteryForce, EdgeName, Force, Marker, Scenario, Vertex
from meuse.games.france_1940.sight import Sight
from meuse.games.france_1940.spotting import Spotting
from meuse.games.france_1940.tables import SIZES, Terrain
from meuse.mechanics.counters import Counter, CountersSetting
from meuse.mechanics.words import spots_of

if TYPE_CHECKING:
    from meuse.games.france_1940.game import France1940

GERMAN, ALLIED = 0, 1
SIDES: tuple[SideName, ...] = ("german", "allied")

# where a piece is when it is not in a hex
DEAD, GONE, OFF, RESERVE, UNPLACED, EXITED, UNUSED = range(-1, -8, -1)
"""DEAD: eliminated. GONE: takes no part, such as officers who were not drawn. OFF: still to enter over its edge.
RESERVE: replacement officers. UNPLACED: still to be set up. EXITED: has left over an edge. UNUSED: of no scenario."""

FULL = 3
"""The steps of every unit but officers (2.2.1d)."""
NO_FORMATION = 1 << 16
"""The number of no formation: there are never so many."""
MOVES = ("foot", "wheeled", "tracked", "crew")
"""How units move; those with a red T, which their crew pushes, last (5.1)."""
FOOT, WHEELED, TRACKED, CREW, HALFTRACK = range(5)
SOFT_TARGET = "soft"
Sort = tuple[str, bool]
"""What a target is: soft, or its class of armour; and whether it has no armour to speak of (8d)."""
VERTICES: tuple[str, ...] = get_args(Vertex)
"""The corners of a hex, counterclockwise from the east."""
NEARLY = 0.000001
EDGES: dict[EdgeName, str] = {"north": "up", "south": "down", "west": "left", "east": "right"}

Way = Literal["ap", "at", "mg", "art"]
"""How a unit fires: with AP, AT or ART factors; ``mg``: a machine gun at armour, which counts as AT (8d)."""
DENSITIES: tuple[Density, ...] = ("dispersed", "normal", "concentrated")
SOFT: tuple[Terrain, ...] = ("open", "woods", "light woods", "fields")
LAID_IN: dict[Marker, tuple[Terrain, ...]] = {"improved position": SOFT, "minefield": SOFT}
"""The terrain for markers that do not go into every hex (12.1.1a, 12.7.1f)."""

WORDS = (
    "ready", "done", "wait", "orders",
    "shoot", "together", "hold",  # 8.3, 3.4
    "stop", "hurry", "gallop", "exit",  # 5
    "resolve", "keep",  # 8.1
    "launch", "stay",  # 9
)  # fmt: skip
OF_HEXES = (
    "at", "dig", "wire", "block", "mine",
    "engage", "ap_fire", "at_fire", "art_fire",  # 8.3
    "shell", "spread", "screen", "strike",  # 8.1, 8.2
    "rout",  # 10.3
    "into", "retreat", "press",  # 9
    "to", "along", "boat", "cross",  # 5, 11.9, 12.8
)  # fmt: skip
OF_UNITS = (
    "place", "mark", "shelter", "activate", "coordinate", "second", "prepare", "drop", "order", "replace",
    "fire", "join", "board", "react",  # 8.3, 7.1f, 3.4
    "direct", "barrage", "fly", "raid", "gun", "flak",  # 8.1, 8.2
    "entrench", "barricade", "span", "breach", "bridge", "resume", "clear", "scramble", "sweep", "emerge",  # 12
    "rally", "rouse",  # 10.4
    "assault", "take", "test", "lead", "repel", "alone", "rush", "renew", "withdraw",  # 9
    "move", "mount", "carry", "unload", "limber", "tow", "unlimber",  # 5
)  # fmt: skip
"""The verbs of options: alone, with a hex, with a unit. A chapter adds its own here."""
MODES = ("ask", "hold", "fire")
"""What a standing order says: ask me, hold fire, fire."""
TARGETS = ("any", "armour", "full", "armour-full")
"""At whom: anybody, armour only, at full strength only, or both."""
FARTHEST = 15
"""The widest distance that a standing order may name."""


class Piece(Counter, frozen=True):
    """A counter: a unit of a formation, a transport, horses, or an officer (2.2.1)."""

    row: UnitRow | OfficerRow
    formation: int = NO_FORMATION

    @property
    def officer(self) -> bool:
        return isinstance(self.row, OfficerRow)

    @property
    def full(self) -> int:
        return 1 if self.officer else FULL

    @property
    def side(self) -> int:
        return SIDE_OF_NATION[self.nation]


SIDE_OF_NATION = (GERMAN, ALLIED, ALLIED, ALLIED, GERMAN)
"""By nation; units.toml says the same (2.2.1b, 2.2.1c, G96)."""


class Formation(NamedTuple):
    """Units under one officer (2.2.1.1g)."""

    id: str
    name: str
    nation: int
    side: int
    officer: OfficerKind
    units: int
    """Its units, as a set of pieces; horses are none (5.6f)."""
    quality: Quality
    enters: int
    dcr: int
    armour: bool
    """A formation of French armour (14.1, 14.2)?"""


class Battery(NamedTuple):
    """A battery beyond the board (8.1.3)."""

    id: str
    side: int
    nation: int
    row: BatteryForce

    @property
    def name(self) -> str:
        return f"the {self.short}"

    @property
    def short(self) -> str:
        return f"{self.row.calibre} mm battery {self.id.rsplit('-', 1)[1]}"


class AirMission(NamedTuple):
    """An air mission that a side has (8.2)."""

    id: str
    side: int
    nation: int
    row: AirForce

    @property
    def name(self) -> str:
        return f"air mission {self.id.rsplit('-', 1)[1]}"


class FranceSetting(CountersSetting):
    """The ground of a scenario and all counters that take part."""

    pieces: Sequence[Piece]
    scenario: Scenario

    def __init__(self, game: France1940, name: str, scenario: Scenario, text: str = "") -> None:
        Setting.__init__(self, game, name, scenario, text)
        self.charts, self.prices = game.charts, game.prices
        self.ground: Ground = game.ground_of(scenario.boards)
        self.sight: Sight = game.sight_of(scenario.boards)
        self.spotting: Spotting = game.spotting_of(scenario.boards, scenario.spotting)
        self.spotting_by_one: Spotting = game.spotting_of(scenario.boards, scenario.spotting, by_one=True)
        """The same by the other reading of levels (G60)."""
        self.map: HexMap = self.ground.map
        self.board: HexBoard = self.ground.board
        self.spots = spots_of(self.map)
        self._read_ground()
        self._read_forces()
        self._read_units()
        self._read_officers()
        self.faces = tuple(catalogue(self.pieces, self.formations, game.looks))
        rows = {id(piece.row): printed(piece.row, game.looks) for piece in self.pieces}
        self.prints = [rows[id(piece.row)] for piece in self.pieces]
        """What is printed at the foot of each counter, by the steps it has lost."""
        self.vocabulary = self._make_vocabulary()
        self.say = self.vocabulary.families
        """The options of each verb by hex or piece; a verb without an object has one."""

    # ground

    def _read_ground(self) -> None:
        board, scenario = self.board, self.scenario
        self.edge = [board.edge(EDGES[scenario.edge[side]]) for side in SIDES]
        """The hexes of each side's own edge (2.3b)."""
        xs = sorted({round(board.spot(h)[0], 3) for h in board.hexes})
        self.exits = [self._exits(side) for side in (GERMAN, ALLIED)]
        """The hexes from which each side's units may leave the board."""
        self.column = {h: xs.index(round(board.spot(h)[0], 3)) + 1 for h in board.hexes}
        """The column of each hex in the whole layout, from the west."""
        self.row: dict[int, int] = {}
        """The row of each hex in the whole layout, from the north."""
        for column in range(1, len(xs) + 1):
            hexes = [h for h in board.hexes if self.column[h] == column]
            for number, h in enumerate(sorted(hexes, key=lambda h: -board.spot(h)[1]), 1):
                self.row[h] = number
        self._homeward: list[dict[int, int]] = [self._lead_home(SIDES[side]) for side in (GERMAN, ALLIED)]
        works = scenario.works
        self.closed = board.set(works.closed)
        self.bridges = self.ground.bridges & ~board.set(works.blown)
        """The bridges that stand."""
        self.waters = Waters(self.ground, scenario.river, self.bridges)
        self.nets: dict[Any, Any] = {}
        """The prices of steps by way of moving and markers, made by ``costs``."""
        self.bare_nets: dict[int, Any] = {}
        """The same without markers; they last as long as the setting."""
        self.diggable = self.fit_for("improved position")
        woods = self.ground.of["woods"] | self.ground.of["light woods"]
        beside = members(h for h in board.hexes if board.around[h] & woods)
        self.wooded_roads = self.ground.roads.touched & (woods | beside)
        """Where engineers may build roadblocks: on roads in woods or beside them (12.3c)."""
        self._fronts: dict[tuple[int, str], int] = {}
        self.directions = self._directions()
        """The directions of the board by their names: north is up (8.1.4a, R12)."""
        self.areas = {name: self._area(area) for name, area in scenario.area.items()}
        """The set-up areas by name, as sets of hexes."""

    def _exits(self, side: int) -> int:
        """The enemy's edge, where the scenario counts units that leave (2.3k)."""
        counts = self.scenario.victory.count.values()
        counted = any(row.kind == "exited" and row.side == SIDES[side] for row in counts)
        return self.edge[1 - side] if counted else 0

    def fit_for(self, marker: Marker) -> int:
        """The hexes whose terrain takes a marker; positions are dug on all crest lines, too (12.1.1a, 12.7.1f)."""
        if marker not in LAID_IN:
            return self.board.everything
        fit = self.ground.crests.touched if marker == "improved position" else 0
        for terrain in LAID_IN[marker]:
            fit |= self.ground.of[terrain]
        return fit

    def _area(self, area: Area) -> int:
        board, hexes = self.board, self.board.everything & ~self.closed
        if area.rows is not None:
            hexes &= members(h for h in board.hexes if area.rows[0] <= self.row[h] <= area.rows[1])
        if area.columns is not None:
            hexes &= members(h for h in board.hexes if area.columns[0] <= self.column[h] <= area.columns[1])
        if area.hexes:
            hexes &= board.set(area.hexes)
        if area.near:
            near = 0
            for label in area.near:
                near |= board.disc(board.place(label), area.within)
            hexes &= near
        if area.bank is not None:
            hexes &= self.bank(area.bank)
        if area.level:
            heights = self.ground.heights
            hexes &= heights[area.level] if area.level < len(heights) else 0
        return hexes | board.set(area.also)

    def _lead_home(self, side: SideName) -> dict[int, int]:
        """For each hex the neighbours toward a side's own edge: across the two or three nearest hexsides (10.3.2c)."""
        board, edge = self.board, self.scenario.edge[side]
        axis = 0 if edge in ("west", "east") else 1
        sign = 1 if edge in ("north", "east") else -1
        found: dict[int, int] = {}
        for hexa in board.hexes:
            at = sign * board.spot(hexa)[axis]
            found[hexa] = members(h for h in listed(board.around[hexa]) if sign * board.spot(h)[axis] > at + 0.01)
        return found

    def homeward(self, side: int, hexa: int) -> int:
        """The neighbours of a hex toward a side's own lines (10.3.2c)."""
        return self._homeward[side][hexa]

    def bank(self, edge: EdgeName) -> int:
        """The hexes on the side of the river toward an edge: those one reaches from there without a river hex."""
        board = self.board
        dry = board.everything & ~self.ground.river & ~self.closed
        reached, new = 0, board.edge(EDGES[edge]) & dry
        while new:
            reached |= new
            around = 0
            for h in board.members(new):
                around |= board.around[h]
            new = around & dry & ~reached
        return reached

    def _directions(self) -> dict[str, int]:
        """Found by where the neighbours of a hex in the middle lie."""
        board, clockwise = self.board, get_args(Direction)
        middle = next(h for h in board.hexes if board.around[h].bit_count() == len(clockwise))
        x, y = board.spot(middle)
        found = {}
        for beside in board.members(board.around[middle]):
            u, v = board.spot(beside)
            turn = round(atan2(u - x, v - y) * 3 / pi) % len(clockwise)
            found[clockwise[turn]] = board.direction(middle, beside)
        return found

    def front(self, hexa: int, arrow: str) -> int:
        """The hexes before a fortification: within a right angle of its arrow on either side (12.9a, R15)."""
        known = self._fronts.get((hexa, arrow))
        if known is None:
            (x, y), turn = self.board.spot(hexa), VERTICES.index(arrow) * pi / 3
            spots = {h: self.board.spot(h) for h in self.board.hexes}
            ahead = {h: (u - x) * cos(turn) + (v - y) * sin(turn) for h, (u, v) in spots.items()}
            known = self._fronts[hexa, arrow] = members(h for h, far in ahead.items() if far > -NEARLY)
        return known

    # forces

    def _read_forces(self) -> None:
        """The counters of the scenario: units by formations, transports, then officers (2.3e to 2.3h)."""
        game, types = self.game, self.game.unit_types
        made: list[Piece] = []
        self.formations: list[Formation] = []
        numbers = dict.fromkeys(NATIONS, 0)
        singles: dict[str, int] = {}
        self.area_of: dict[int, str] = {}
        self.entry: dict[int, int] = {}
        self._due: dict[int, int] = {}
        for force in self.scenario.force:
            units, officer = game.composition(force)
            for _ in range(force.times):
                formation, prefix = NO_FORMATION, game.units.nation[force.nation].letter
                if officer is not None:
                    numbers[force.nation] += 1
                    formation, prefix = len(self.formations), f"{prefix}{numbers[force.nation]}"
                begun = len(made)
                for kind, count in units.items():
                    for number in range(1, count + 1):
                        if officer is None:
                            singles[kind] = number = singles.get(kind, 0) + 1
                        made.append(_unit(len(made), f"{prefix}.{kind[2:]}-{number}", types[kind], formation, prefix))
                        self._note(made[-1].number, force, kind)
                if officer is not None:
                    self.formations.append(self._formation(prefix, force, officer, made[begun:]))
        officers = self._officers(len(made))
        self.read_counters([*made, *officers], [*made, *officers])
        self.batteries = self._batteries()
        self.air_missions = self._air_missions()

    def _note(self, piece: int, force: Force, kind: str) -> None:
        self.area_of[piece] = force.areas.get(kind, force.area)
        self.entry[piece] = force.enters

    def _formation(self, name: str, force: Force, officer: OfficerKind, units: list[Piece]) -> Formation:
        nation = NATIONS.index(force.nation)
        counted = members(piece.number for piece in units if piece.type != "horses")
        parts = dict.fromkeys(piece.row.name for piece in units if piece.type != "horses")
        words = ", ".join(f"{sum(piece.row.name == part for piece in units)} {part}" for part in parts)
        title = f"{self.game.units.nation[force.nation].title} formation {name} ({words})"
        armour = force.nation == "french" and officer == "tank"
        side = SIDE_OF_NATION[nation]
        return Formation(name, title, nation, side, officer, counted, force.quality, force.enters, force.dcr, armour)

    def _officers(self, first: int) -> list[Piece]:
        """All officers who can be drawn; where a pool is too small it is there more than once (G97)."""
        wanted: dict[tuple[int, str], int] = {}
        for formation in self.formations:
            key = formation.nation, formation.officer
            wanted[key] = wanted.get(key, 0) + 1
        made: list[Piece] = []
        self.pools: dict[tuple[int, str], list[int]] = {}
        """The officers who can be drawn for formations of a nation and kind; copies stand behind the whole pool."""
        self.replacements: dict[tuple[int, str], list[int]] = {}
        for (nation, kind), count in wanted.items():
            rows = [row for row in self.game.officers if (row.nation, row.kind) == (NATIONS[nation], kind)]
            pool = [row for row in rows if not row.replacement]
            for copy in range(-(-count // len(pool)) if pool else 0):
                for row in pool:
                    made.append(_officer(first + len(made), row, copy))
                    self.pools.setdefault((nation, kind), []).append(made[-1].number)
            for row in rows:
                if row.replacement:
                    made.append(_officer(first + len(made), row, 0))
                    self.replacements.setdefault((nation, kind), []).append(made[-1].number)
        return made

    def _batteries(self) -> list[Battery]:
        made: list[Battery] = []
        for row in self.scenario.battery:
            nation = NATIONS.index(row.nation)
            for _ in range(row.times):
                letter = self.game.units.nation[row.nation].letter
                name = f"{letter}.{row.calibre}mm-{sum(b.nation == nation for b in made) + 1}"
                made.append(Battery(name, SIDE_OF_NATION[nation], nation, row))
        return made

    def _air_missions(self) -> list[AirMission]:
        made: list[AirMission] = []
        for row in self.scenario.air:
            nation = NATIONS.index(row.nation)
            for _ in range(row.times):
                letter = self.game.units.nation[row.nation].letter
                name = f"{letter}.air-{sum(a.nation == nation for a in made) + 1}"
                made.append(AirMission(name, SIDE_OF_NATION[nation], nation, row))
        return made

    # flat tables for the hot paths

    def _read_units(self) -> None:
        pieces = self.pieces
        rows = [piece.row if isinstance(piece.row, UnitRow) else None for piece in pieces]
        self.formation = tuple([piece.formation for piece in pieces])
        self.formation_numbers = {formation.id: number for number, formation in enumerate(self.formations)}
        self.pieces_on = [self.those(piece.side == side for piece in pieces) for side in (GERMAN, ALLIED)]
        self.units = self.those(row is not None for row in rows)
        """All but officers."""
        self.of_kind = {kind: self.those(row is not None and row.kind == kind for row in rows) for kind in KINDS}
        self.troops = self._of(TROOPS)
        self.guns = self._of(GUNS)
        """Lost when they lose an assault or fail their morale (9.1.7a, 10.2h)."""
        self.armour = self._of(ARMOUR)
        """AFVs and halftracks."""
        self.afvs, self.mgs, self.horses = self.of_kind["afv"], self.of_kind["mg"], self.of_kind["horses"]
        self.transports = self.of_kind["transport"] | self.of_kind["halftrack"]
        self.carriers = self._of(CARRIERS)
        self.engineers = self.those(row is not None and row.engineer for row in rows)
        self.sweepers = self.those(row is not None and row.sweeper for row in rows)
        self.armoured = [number for number, formation in enumerate(self.formations) if formation.armour]
        """The formations of French armour."""
        self.attached = self._attached()
        """French armour that belongs to infantry formations and must stay with their officers (14.1b)."""
        self.weightless = ~self.units | self.carriers
        """What does not count for stacking: officers, transports and horses (4b, 4e, 5.6f)."""
        self.led = self.those(formation != NO_FORMATION for formation in self.formation)
        """Units of formations; transports have none (5.5a)."""
        self.move = bytes(_move(row) for row in rows)
        """How each piece moves: FOOT, WHEELED, TRACKED or CREW; officers on foot."""
        halftracks = self.of_kind["halftrack"]
        self.gait = bytes(HALFTRACK if m == TRACKED and halftracks >> n & 1 else m for n, m in enumerate(self.move))
        """The same with half-tracks apart: they are tracked, but not fully, and wire stops them (12.2b)."""
        self.on_foot = self.those(move == FOOT for move in self.move)
        self.crewed = self.those(move == CREW for move in self.move)
        """Guns with a red T: their crew pushes them, or a transport tows them (5.1d, 5.5c)."""
        points = self.charts.officer.movement
        self.mp = bytes(2 * (row.mp if row is not None else points) for row in rows)
        """Movement points in halves."""
        self.size = bytes(SIZES.index(row.size if row is not None else "small") for row in rows)
        self.ap, self.at, self.art = (
            [_factors(getattr(row, what) if row is not None else None) for row in rows] for what in ("ap", "at", "art")
        )
        """Fire factors of each piece by the steps it has left (8.4.4)."""
        self.ap_range, self.at_range, self.art_range = (
            bytes(_range(getattr(row, what) if row is not None else None) for row in rows)
            for what in ("ap", "at", "art")
        )
        self.armour_value = bytes(row.armour or 0 if row is not None else 0 for row in rows)
        self.armour_class = [row.class_ or "light" if row is not None else "light" for row in rows]
        """Of AFVs and halftracks (8.4.2)."""
        self.sort = [
            (self.armour_class[n], not self.armour_value[n]) if self.armour >> n & 1 else (SOFT_TARGET, False)
            for n in range(len(pieces))
        ]
        """What each piece is as a target."""
        self.farthest = bytes(max(three) for three in zip(self.ap_range, self.at_range, self.art_range, strict=True))
        """The longest range of each piece."""
        self.shelled = [self._shelled(row) for row in rows]
        """The classes of armour that each piece's ART fire can hurt (8.4.1b)."""
        self.armed_with = [self._ways(number) for number in range(len(pieces))]
        """The ways in which each piece can fire: AP, AT, with machine guns at armour, ART (8c, 8d)."""
        self.calibre = [row.calibre if row is not None else 0 for row in rows]
        """In millimetres, for ART fire (8.4.2)."""
        self.artillery = self.those(any(factors) for factors in self.art)
        """Guns and mortars with an ART factor (8.1)."""
        self.armed = self.those(any(a) or any(b) or any(c) for a, b, c in zip(self.ap, self.at, self.art, strict=True))
        """Units with a fire factor."""
        self.shift = [self._shift(piece) for piece in pieces]
        """Columns to the right for veterans, to the left for green troops (2.3c, 2.3d)."""

    def _shelled(self, row: UnitRow | None) -> frozenset[str]:
        calibre = row.calibre if row is not None else 0
        fits = [row.needs for row in self.charts.calibre if calibre <= row.up_to]
        return frozenset(fits[0]) if fits and calibre else frozenset()

    def _ways(self, piece: int) -> tuple[Way, ...]:
        ap, at, art = any(self.ap[piece]), any(self.at[piece]), any(self.art[piece])
        has: dict[Way, bool] = {"ap": ap, "at": at, "mg": bool(self.mgs >> piece & 1), "art": art}
        return tuple(way for way, given in has.items() if given)

    def _read_officers(self) -> None:
        rows = [piece.row if isinstance(piece.row, OfficerRow) else None for piece in self.pieces]
        self.officers = self.those(row is not None for row in rows)
        self.tank_officers = self.those(row is not None and row.kind == "tank" for row in rows)
        self.seniors = self.those(row is not None and row.kind == "senior" for row in rows)
        """Higher-ranking officers, who rally others' units, too (10.4.1b)."""
        self.morale = bytes(row.morale if row is not None else 0 for row in rows)
        self.leadership = bytes(row.leadership if row is not None else 0 for row in rows)
        self.command_range = bytes(row.range if row is not None else 0 for row in rows)
        self.coordination = bytes(row.coordination if row is not None else 0 for row in rows)
        self.usual_leaders = self._usual_leaders()
        """The officer of each formation if they are taken in the order of their pools."""
        self.doers = self._doers()

    def _doers(self) -> dict[str, int]:
        """For each action of an activated piece, those that could ever perform it; chapters say what else counts."""
        hands = self.units & ~self.carriers
        groups = (
            (self.armed, "fire prepare"),
            (~self.horses, "move"),
            (self.crewed, "limber unlimber"),
            (self.officers, "direct barrage fly raid rally"),
            (self.on_foot & hands | self.afvs, "assault"),
            (hands, "renew withdraw entrench resume"),
            (self.engineers, "barricade span breach bridge clear"),
            (self.engineers | self.sweepers, "sweep"),
            (self.troops, "scramble"),
            (hands & ~self.armour | self.officers, "shelter emerge"),
        )
        return {verb: pieces for pieces, verbs in groups for verb in verbs.split()}

    def _usual_leaders(self) -> list[int]:
        left = {key: list(pool) for key, pool in self.pools.items()}
        return [left[formation.nation, formation.officer].pop(0) for formation in self.formations]

    def _attached(self) -> int:
        mixed = [f for f in self.formations if NATIONS[f.nation] == "french" and f.officer != "tank"]
        return self.afvs & sum(formation.units for formation in mixed)

    def _of(self, kinds: Iterable[str]) -> int:
        return self.those(piece.type in kinds for piece in self.pieces)

    def _shift(self, piece: Piece) -> int:
        if piece.formation == NO_FORMATION:
            return 0
        return QUALITIES.index(self.formations[piece.formation].quality) - QUALITIES.index("regular")

    # words

    def _make_vocabulary(self) -> Vocabulary:
        made, ids = Vocabulary(), [piece.id for piece in self.pieces]
        titles = [piece.name for piece in self.pieces]
        for verb in WORDS:
            made.word(verb)
        for verb in OF_HEXES:
            made.family(verb, self.board.labels, self.spots, "place")
        for verb in OF_UNITS:
            made.family(verb, ids, titles, "piece")
        for verb, support in (("battery", self.batteries), ("mission", self.air_missions)):
            made.family(verb, [row.id for row in support], [row.name for row in support])
        made.family("kind", [kind.replace(" ", "-") for kind in KINDS], SPOKEN_KINDS)
        made.family("mode", MODES)
        made.family("within", [str(distance) for distance in range(FARTHEST + 1)])
        made.family("only", TARGETS)
        return made

    def due(self, turn: int) -> int:
        """The units that may enter in a turn."""
        known = self._due.get(turn)
        if known is None:
            known = self._due[turn] = members(piece for piece, entry in self.entry.items() if entry <= turn)
        return known

    # what a match begins with

    def by_side(self, what: str) -> tuple[int, ...]:
        """A number that the scenario gives each side; 0 if it gives none."""
        given: dict[SideName, int] = getattr(self.scenario, what)
        return tuple(given.get(side, 0) for side in SIDES)

    def works(self, what: str) -> int:
        """Markers that are on the boards before set-up, as a set of hexes."""
        return self.board.set(getattr(self.scenario.works, what))

    def start_forts(self) -> tuple[tuple[int, int, str, int], ...]:
        """The fortifications of the scenario: hex, value, arrow, side (12.9a)."""
        rows = self.scenario.works.forts
        return tuple((self.board.place(row.hex), row.value, row.arrow, SIDES.index(row.side)) for row in rows)

    def side_name(self, side: int) -> str:
        return "Allied" if side == ALLIED else "German"

    def check(self, problems: Problems, file: str) -> None:
        """Note what is wrong with the scenario beyond the types of its file."""
        note, areas = problems.of(file), self.scenario.area
        named = [force.area for force in self.scenario.force] + [work.area for work in self.scenario.work]
        named += [name for force in self.scenario.force for name in force.areas.values()]
        named += [count.area for count in self.scenario.victory.count.values()]
        for name in dict.fromkeys(named):
            if name and name not in areas:
                note("area", f"there is no area {name!r}; there are: {', '.join(areas)}")
            elif name and not self.areas[name]:
                note(f"area, {name}", "no hex meets its conditions")
        for name, clause, wrong in self._misplaced_works():
            note(f"works, {name}", f"not in {', '.join(self.board.names(wrong))} ({clause})")
        counts = self.scenario.victory.count
        for grade in self.scenario.victory.grade:
            for name in grade.needs:
                if name not in counts:
                    note("victory, grade", f"there is no count {name!r}; there are: {', '.join(counts)}")
        if not self.scenario.victory.grade or self.scenario.victory.grade[-1].needs:
            note("victory, grade", "the last grade must hold in any case: give it no needs")
        for side, hexes in self.scenario.ready.items():
            for label, units in hexes.items():
                for unit in units:
                    if unit not in self.piece_numbers:
                        note(f"ready, {side}, {label}", f"there is no unit {unit}")

    def _misplaced_works(self) -> Iterator[tuple[str, str, int]]:
        """Markers of the scenario in hexes where they cannot be: the kind, the clause, the hexes."""
        ground, everything = self.ground, self.board.everything
        soft = 0
        for terrain in SOFT:
            soft |= ground.of[terrain]
        wet = ground.river | ground.of["marsh"]
        fit = {
            "ditches": ("12.5a", everything & ~wet & ~ground.of["built-up area"]),
            "crossings": ("12.5c", self.works("ditches")),
            "teeth": ("12.6c", everything & ~wet),
            "trenches": ("12.8a", soft),
            "roadblocks": ("12.3a", ground.roads.touched),
            "pontoons": ("12.4a", ground.river),
        }
        for name, (clause, hexes) in fit.items():
            if self.works(name) & ~hexes:
                yield name, clause, self.works(name) & ~hexes


def _unit(number: int, name: str, row: UnitRow, formation: int, prefix: str) -> Piece:
    title = f"{row.name} {name.partition('.')[2].rpartition('-')[2]}"
    spoken = f"{title} of {prefix}" if formation != NO_FORMATION else title
    return Piece(
        number, name, row.short or row.name, spoken, NATIONS.index(row.nation), row.kind, "platoon", row, formation
    )


def _officer(number: int, row: OfficerRow, copy: int) -> Piece:
    name = f"{row.id}-{copy + 1}" if copy else row.id
    return Piece(number, name, row.name.rpartition(" ")[2], row.name, NATIONS.index(row.nation), "officer", "", row)


def _move(row: UnitRow | None) -> int:
    if row is None:
        return FOOT
    return CREW if row.crew else MOVES.index(row.move)


def _factors(weapon: Weapon | None) -> bytes:
    """By steps left: none, reduced, after one loss, full."""
    return bytes((0, *reversed(weapon.ff))) if weapon is not None else bytes(FULL + 1)


def _range(weapon: Weapon | None) -> int:
    return weapon.range if weapon is not None else 0


def others(side: int) -> int:
    """The other side."""
    return 1 - side
