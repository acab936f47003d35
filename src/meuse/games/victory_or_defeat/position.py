"""Any situation from a text: see ``docs/positions.md``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from meuse.engine import DataError
from meuse.engine.data import Strict, parse
from meuse.games.victory_or_defeat import sequence, setup
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    ARMY,
    BELGIANS,
    BELGIUM,
    COUNTRIES,
    DEAD,
    FRANCE,
    GERMAN,
    GERMANS,
    GERMANY,
    GONE,
    HOME,
    LUXEMBOURG,
    NEUTRALS,
    SIDES,
    UNPLACED,
    WAITING,
)
from meuse.games.victory_or_defeat.stacking import limit, nations_at
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, POINTS, WarState

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

PHASES = (
    "setup", "begin turn", "crisis check", "german turn", "coup", "german movement", "german combat",
    "allied turn", "allied movement", "allied combat", "victory check", "supply check", "dynamo", "replacements",
)  # fmt: skip


class Control(Strict):
    german: list[str] = []
    allied: list[str] = []


class Dynamo(Strict):
    turn: int
    port: str
    shipped: int = 0


class PositionTable(Strict):
    """The fields of a position; all but scenario and phase have defaults."""

    scenario: Literal["1939", "1940"]
    phase: str
    game: str = "victory_or_defeat"
    turn: int = 1
    order: Literal["move_first", "fight_first"] = "move_first"
    options: dict[str, str] = {}
    units: dict[str, list[str]] = {}
    forts: bool = False
    dead: list[str] = []
    gone: list[str] = []
    waiting: list[str] = []
    unplaced: list[str] = []
    countries: dict[str, int | Literal["capitulated"]] = {}
    control: Control = msgspec.field(default_factory=Control)
    ever_german: list[str] = []
    points: list[str] = []
    british_lost: int = 0
    mechanized_lost: int = 0
    sickle: list[str] = []
    halts: int = 0
    halted: Literal["", "half", "full"] = ""
    crisis: bool = False
    swiss: Literal["", "forward", "redoubt"] = ""
    roads_of_belgium: int = 0
    dyle_breda_denied: bool = False
    closed_edges: list[Literal["west", "south"]] = []
    dynamo: Dynamo | None = None
    german_replacements: int | None = None
    french_replacements: int | None = None
    refitted: bool = False


def read(game: VictoryOrDefeat, text: str, file: str, seed: bytes) -> tuple[WarState | None, list[str]]:
    """A state from a position's text, and everything that is wrong with it."""
    try:
        table = parse(text, PositionTable, file)
    except DataError as error:
        return None, [f"{error.place}: {error.problem}" if error.place else error.problem]
    reader = Reader(game, table, seed)
    return reader.state, reader.problems


class Reader:
    """Lays a position out and notes every defect."""

    def __init__(self, game: VictoryOrDefeat, table: PositionTable, seed: bytes) -> None:
        self.game = game
        self.table = table
        self.problems: list[str] = []
        rulings: dict[str, str] = {}
        try:
            rulings = game.ledger.settle(table.options)
        except ValueError as error:
            self.problems.append(f"options: {error}")
        self.state = s = WarState(game, table.scenario, seed, rulings)
        self._tracks()
        self._countries()
        self._boxes()
        self._units()
        self._control()
        if not self.problems:
            s.stack = self._stack()
            self._check_stacks()

    def _fault(self, where: str, what: str) -> None:
        self.problems.append(f"{where}: {what}")

    def _hex(self, label: str, where: str) -> int | None:
        if label not in self.game.board.numbers:
            self._fault(where, f"there is no hex {label} on the map")
            return None
        return self.game.board.numbers[label]

    def _hexes(self, labels: list[str], where: str) -> int:
        found = [self._hex(label, where) for label in labels]
        return sum({1 << hexa for hexa in found if hexa is not None})

    def _piece(self, name: str, where: str) -> int | None:
        number = self.game.piece_numbers.get(name)
        if number is None:
            self._fault(where, f"there is no unit {name!r}; see units.toml")
        elif self.table.scenario not in self.game.pieces[number].scenarios:
            self._fault(where, f"{name} takes no part in {self.table.scenario}")
            return None
        return number

    def _tracks(self) -> None:
        s, table = self.state, self.table
        scenario = self.game.scenario[table.scenario]
        if table.game != self.game.NAME:
            self._fault("game", f"this is a position of {table.game}")
        if not 1 <= table.turn <= scenario.turns:
            self._fault("turn", f"{table.turn} is outside 1 to {scenario.turns}")
        if table.phase not in PHASES:
            self._fault("phase", f"{table.phase!r} is no phase; phases: {', '.join(PHASES)}")
        for point in table.points:
            if point not in POINTS:
                self._fault("points", f"{point!r} cannot be scored; points: {', '.join(POINTS)}")
        s.turn = table.turn
        s.scored = tuple(table.points)
        s.british_lost, s.mechanized_lost = table.british_lost, table.mechanized_lost
        s.vp = len(table.points) + table.british_lost - table.mechanized_lost
        s.halts, s.halted, s.crisis, s.swiss = table.halts, table.halted, table.crisis, table.swiss
        s.dyle_roll, s.dyle_denied = table.roads_of_belgium, table.dyle_breda_denied
        s.closed_edges = tuple(table.closed_edges)
        s.refitted = table.refitted
        start = scenario.replacements
        s.german_replacements = _given(table.german_replacements, start.get("german", 0))
        s.french_replacements = _given(table.french_replacements, start.get("french", 0))
        if table.dynamo is not None:
            port = self._hex(table.dynamo.port, "dynamo.port")
            s.dynamo_turn, s.shipped = table.dynamo.turn, table.dynamo.shipped
            s.dynamo_port = -1 if port is None else port

    def _countries(self) -> None:
        s = self.state
        s.status[GERMANY] = s.status[FRANCE] = IN_PLAY
        for name, status in self.table.countries.items():
            if name not in COUNTRIES or COUNTRIES.index(name) not in NEUTRALS:
                self._fault("countries", f"{name!r} is no neutral: {', '.join(COUNTRIES[i] for i in NEUTRALS)}")
                continue
            if self.table.scenario == "1939":
                self._fault("countries", f"{name} is out of play in 1939")
                continue
            country = COUNTRIES.index(name)
            s.status[country] = CAPITULATED if status == "capitulated" else IN_PLAY
            s.violated[country] = 1 if isinstance(status, str) else status

    def _boxes(self) -> None:
        game, s, table = self.game, self.state, self.table
        game.shelve(s)
        for piece in game.in_scenario(table.scenario):
            if s.where[piece.number] in (UNPLACED, WAITING):
                s.where[piece.number] = GONE
        boxes = {DEAD: table.dead, GONE: table.gone, WAITING: table.waiting, UNPLACED: table.unplaced}
        for box, names in boxes.items():
            for name in names:
                number = self._piece(name, "boxes")
                if number is not None:
                    s.where[number] = box
                    s.steps[number] = 0 if box == DEAD else s.steps[number]

    def _units(self) -> None:
        game, s, table = self.game, self.state, self.table
        seen: set[int] = set()
        for label, names in table.units.items():
            where = f"units, {label}"
            hexa = self._hex(label, where)
            for entry in reversed(names):
                name, colon, steps = entry.partition(":")
                number = self._piece(name, where)
                if number is None or hexa is None:
                    continue
                if number in seen:
                    self._fault(where, f"{name} is on the map twice")
                    continue
                seen.add(number)
                self._place(number, hexa, steps if colon else "", where)
        if table.forts:
            for piece in game.in_scenario(table.scenario):
                fallen = piece.nation == BELGIANS and s.status[BELGIUM] == CAPITULATED
                if piece.fort and piece.number not in seen and s.where[piece.number] != DEAD and not fallen:
                    fort_hex = game.tables.setup.eben_emael if not piece.hex else piece.hex
                    s.put(piece.number, game.board.numbers[fort_hex])
        for name in table.sickle:
            number = self._piece(name, "sickle")
            if number is not None:
                s.sickle |= 1 << number

    def _place(self, number: int, hexa: int, steps: str, where: str) -> None:
        game, s = self.game, self.state
        unit = game.pieces[number]
        if s.where[number] in (DEAD, WAITING, UNPLACED):
            self._fault(where, f"{unit.id} is in a box and on the map")
            return
        if steps and (not steps.isdigit() or not 1 <= int(steps) <= unit.full):
            self._fault(where, f"{unit.id} cannot have {steps} steps; it has 1 to {unit.full}")
            return
        if not game.land >> hexa & 1:
            self._fault(where, f"no unit can stand there ({game.terrain_name(hexa)})")
            return
        s.put(number, hexa)
        s.steps[number] = int(steps) if steps else unit.full

    def _control(self) -> None:
        game, s, table = self.game, self.state, self.table
        german, allied = game.country[GERMANY], game.country[FRANCE]
        for country in NEUTRALS:
            if s.status[country] != NEUTRAL:
                allied |= game.country[country]
        for side, labels in ((GERMAN, table.control.german), (ALLIED, table.control.allied)):
            given = self._hexes(labels, f"control.{SIDES[side]}") | s.occupied(side)
            if side == GERMAN:
                german, allied = german | given, allied & ~given
            else:
                german, allied = german & ~given, allied | given
        s.control = (german & game.land, allied & game.land)
        s.ever_german = s.control[GERMAN] | self._hexes(table.ever_german, "ever_german")

    def _check_stacks(self) -> None:
        """Enemies apart, neutrals at home, stacking obeyed unless units are on the move."""
        game, s, table = self.game, self.state, self.table
        moving = "movement" in table.phase
        for hexa, pieces in sorted(s.stacks.items()):
            where = f"units, {s.label(hexa)}"
            if len({game.side_of[piece] for piece in pieces}) > 1:
                self._fault(where, "enemies share the hex (6.2c)")
                continue
            if not moving and len(s.mobile_at(hexa)) > limit(s):
                self._fault(where, f"more than {limit(s)} units (chapter 6)")
            if not moving and len(nations_at(s, hexa)) > 1:
                self._fault(where, "nationalities are mixed (6.2e)")
            for piece in pieces:
                self._check_ground(piece, hexa, where)

    def _check_ground(self, piece: int, hexa: int, where: str) -> None:
        game, s = self.game, self.state
        nation = game.nation[piece]
        country = game.country_of(hexa)
        home = HOME.get(nation)
        if nation in ARMY.values() and home is not None and s.status[home] == CAPITULATED:
            self._fault(where, f"{s.name(piece)}: its country has capitulated (4.3c)")
        elif nation in ARMY.values() and not game.area[nation] >> hexa & 1:
            self._fault(where, f"{s.name(piece)} is outside its country and the hexes next to it (3.6k)")
        elif country in NEUTRALS and s.status[country] == NEUTRAL and country != home:
            self._fault(where, f"{COUNTRIES[country]} is neutral: say in which turn it was violated under countries")
        elif s.status[LUXEMBOURG] == IN_PLAY and country == LUXEMBOURG and nation == GERMANS:
            self._fault(where, "luxembourg has capitulated once a German unit stands in it (4.3g)")
        if game.is_fort[piece] and game.pieces[piece].hex not in ("", s.label(hexa)):
            self._fault(where, f"{s.name(piece)} stands in {game.pieces[piece].hex} and nowhere else (2.12b)")

    def _stack(self) -> list[tuple[object, ...]]:
        """The phases from the position's own to the end of its turn."""
        phase = self.table.phase
        if phase == "begin turn":
            self.state.turn -= 1
            return [("begin_turn",)]
        if phase == "setup":
            self.state.turn = 0
            return setup.frames(self.table.scenario)
        phases = list(sequence.turn_phases(self.table.scenario))
        own = {"coup": "german_turn"}.get(phase, phase.replace(" ", "_"))
        side_name, _, kind = phase.partition(" ")
        if kind in ("movement", "combat"):
            own = f"{side_name}_turn"
        if own not in phases:
            self._fault("phase", f"there is no {phase} in {self.table.scenario}")
            return []
        rest: list[tuple[object, ...]] = [(name,) for name in phases[phases.index(own) + 1 :]]
        rest.reverse()
        if kind in ("movement", "combat"):
            side = SIDES.index(side_name)
            frames = sequence.player_turn(side, self.table.order)
            last = 2 if (kind == "movement") == (self.table.order == "fight_first") else 4
            return rest + frames[:last]
        if phase == "coup":
            return [*rest, *sequence.player_turn(GERMAN, self.table.order), ("halt_check",), ("coup",)]
        return [*rest, (own,)]


def _given(value: int | None, default: int) -> int:
    return default if value is None else value
