"""A setting: the boards of a scenario, its formations, units and officers, and what the rules ask of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from meuse.board import HexBoard, HexMap
from meuse.board.sets import members
from meuse.engine import Setting, Vocabulary
from meuse.engine.data import Problems
from meuse.games.france_1940.faces import catalogue
from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.rosters import (
    ARMOUR,
    CARRIERS,
    GUNS,
    KINDS,
    NATIONS,
    QUALITIES,
    TROOPS,
    OfficerKind,
    OfficerRow,
    Quality,
    SideName,
    UnitRow,
    Weapon,
)
from meuse.games.france_1940.scenarios import AirForce, Area, BatteryForce, EdgeName, Force, Scenario
from meuse.games.france_1940.sight import Sight
from meuse.games.france_1940.spotting import Spotting
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
NO_FORMATION = 255
MOVES = ("foot", "wheeled", "tracked", "crew")
"""How units move; those with a red T, which their crew pushes, last (5.1)."""
FOOT, WHEELED, TRACKED, CREW = range(4)
EDGES: dict[EdgeName, str] = {"north": "up", "south": "down", "west": "left", "east": "right"}

WORDS = ("ready", "done", "wait", "orders")
OF_HEXES = ("at", "dig", "wire", "block", "mine")
OF_UNITS = (
    "place", "mark", "shelter", "activate", "coordinate", "second", "prepare", "drop", "order", "replace",
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


class AirMission(NamedTuple):
    """An air mission that a side has (8.2)."""

    id: str
    side: int
    nation: int
    row: AirForce


class FranceSetting(CountersSetting):
    """The ground of a scenario and all counters that take part."""

    pieces: Sequence[Piece]
    scenario: Scenario

    def __init__(self, game: France1940, name: str, scenario: Scenario, text: str = "") -> None:
        Setting.__init__(self, game, name, scenario, text)
        self.charts, self.prices = game.charts, game.prices
        self.ground: Ground = game.ground_of(scenario.boards)
        self.sight: Sight = game.sight_of(scenario.boards)
        self.spotting: Spotting = game.spotting_of(scenario.boards)
        self.map: HexMap = self.ground.map
        self.board: HexBoard = self.ground.board
        self.spots = spots_of(self.map)
        self._read_ground()
        self._read_forces()
        self._read_units()
        self._read_officers()
        self.faces = tuple(catalogue(self.pieces, self.formations, game.looks))
        self.vocabulary = self._make_vocabulary()
        self.say = self.vocabulary.families
        """The options of each verb by hex or piece; a verb without an object has one."""

    # ground

    def _read_ground(self) -> None:
        board, scenario = self.board, self.scenario
        self.edge = [board.edge(EDGES[scenario.edge[side]]) for side in SIDES]
        """The hexes of each side's own edge (2.3b)."""
        xs = sorted({round(board.spot(h)[0], 3) for h in board.hexes})
        self.column = {h: xs.index(round(board.spot(h)[0], 3)) + 1 for h in board.hexes}
        """The column of each hex in the whole layout, from the west."""
        self.row: dict[int, int] = {}
        """The row of each hex in the whole layout, from the north."""
        for column in range(1, len(xs) + 1):
            hexes = [h for h in board.hexes if self.column[h] == column]
            for number, h in enumerate(sorted(hexes, key=lambda h: -board.spot(h)[1]), 1):
                self.row[h] = number
        works = scenario.works
        self.closed = board.set(works.closed)
        self.bridges = self.ground.bridges & ~board.set(works.blown)
        """The bridges that stand."""
        self.areas = {name: self._area(area) for name, area in scenario.area.items()}
        """The set-up areas by name, as sets of hexes."""

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
        self.formation = bytes(piece.formation for piece in pieces)
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
        self.weightless = ~self.units | self.carriers
        """What does not count for stacking: officers, transports and horses (4b, 4e, 5.6f)."""
        self.led = self.those(formation != NO_FORMATION for formation in self.formation)
        """Units of formations; transports have none (5.5a)."""
        self.move = bytes(_move(row) for row in rows)
        """How each piece moves: FOOT, WHEELED, TRACKED or CREW; officers on foot."""
        self.on_foot = self.those(move == FOOT for move in self.move)
        points = self.charts.officer.movement
        self.mp = bytes(2 * (row.mp if row is not None else points) for row in rows)
        """Movement points in halves."""
        self.size = bytes(("small", "medium", "large").index(row.size if row is not None else "small") for row in rows)
        self.ap, self.at, self.art = (
            [_factors(getattr(row, what) if row is not None else None) for row in rows] for what in ("ap", "at", "art")
        )
        """Fire factors of each piece by the steps it has left (8.4.4)."""
        self.ap_range, self.at_range, self.art_range = (
            bytes(_range(getattr(row, what) if row is not None else None) for row in rows)
            for what in ("ap", "at", "art")
        )
        self.armour_value = bytes(row.armour or 0 if row is not None else 0 for row in rows)
        self.armed = self.those(any(a) or any(b) or any(c) for a, b, c in zip(self.ap, self.at, self.art, strict=True))
        """Units with a fire factor."""
        self.shift = [self._shift(piece) for piece in pieces]
        """Columns to the right for veterans, to the left for green troops (2.3c, 2.3d)."""

    def _read_officers(self) -> None:
        rows = [piece.row if isinstance(piece.row, OfficerRow) else None for piece in self.pieces]
        self.officers = self.those(row is not None for row in rows)
        self.tank_officers = self.those(row is not None and row.kind == "tank" for row in rows)
        self.morale = bytes(row.morale if row is not None else 0 for row in rows)
        self.leadership = bytes(row.leadership if row is not None else 0 for row in rows)
        self.command_range = bytes(row.range if row is not None else 0 for row in rows)
        self.coordination = bytes(row.coordination if row is not None else 0 for row in rows)
        self.usual_leaders = self._usual_leaders()
        """The officer of each formation if they are taken in the order of their pools."""

    def _usual_leaders(self) -> list[int]:
        left = {key: list(pool) for key, pool in self.pools.items()}
        return [left[formation.nation, formation.officer].pop(0) for formation in self.formations]

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
        made.family("kind", [kind.replace(" ", "-") for kind in KINDS], KINDS)
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


def _unit(number: int, name: str, row: UnitRow, formation: int, prefix: str) -> Piece:
    title = f"{row.name} {name.partition('.')[2].rpartition('-')[2]}"
    spoken = f"{title} of {prefix}" if formation != NO_FORMATION else title
    return Piece(number, name, row.name, spoken, NATIONS.index(row.nation), row.kind, "platoon", row, formation)


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
