"""Any situation from a text: see ``docs/positions.md``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from meuse.engine import position
from meuse.engine.data import Strict
from meuse.engine.position import PositionReader
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
from meuse.games.victory_or_defeat.stacking import limit, mixed
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, POINTS, WarState

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

ONLY_1940 = (
    "points", "british_lost", "mechanized_lost", "sickle", "halts", "halted", "swiss", "roads_of_belgium",
    "dyle_breda_denied", "closed_edges", "dynamo", "refitted",
)  # fmt: skip
"""Fields that say nothing in 1939."""

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

    def lay(table: PositionTable) -> tuple[WarState, list[str]]:
        reader = Reader(game, table, seed)
        return reader.state, reader.problems

    return position.read(text, file, PositionTable, lay)


class Reader(PositionReader):
    """Lays a position out and notes every defect."""

    PLACE = "hex"

    def __init__(self, game: VictoryOrDefeat, table: PositionTable, seed: bytes) -> None:
        super().__init__(game, game.board, table)
        self.game = game
        self.table = table
        self.boxed: dict[int, str] = {}
        self.state = s = WarState(game, table.scenario, seed, self.rulings)
        self._tracks()
        self._countries()
        self._boxes()
        self._units()
        self._control()
        self._check_stacks()
        if table.phase in PHASES:
            s.stack = self._stack()

    def _piece(self, name: str, where: str) -> int | None:
        number = self.game.piece_numbers.get(name)
        if number is None:
            self.fault(where, f"there is no unit {name!r}; see units.toml")
        elif self.table.scenario not in self.game.pieces[number].scenarios:
            self.fault(where, f"{name} takes no part in {self.table.scenario}")
            return None
        return number

    def _tracks(self) -> None:
        s, table = self.state, self.table
        scenario = self.game.scenario[table.scenario]
        if not 1 <= table.turn <= scenario.turns:
            self.fault("turn", f"{table.turn} is outside 1 to {scenario.turns}")
        if table.phase not in PHASES:
            self.fault("phase", f"{table.phase!r} is no phase; phases: {', '.join(PHASES)}")
        for point in table.points:
            if point not in POINTS:
                self.fault("points", f"{point!r} cannot be scored; points: {', '.join(POINTS)}")
        self._check_tracks()
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
            self._dynamo(table.dynamo)

    def _check_tracks(self) -> None:
        """No track is where it cannot be."""
        game, table = self.game, self.table
        victory, start = game.tables.victory, game.scenario[table.scenario].replacements
        self._once(table.points, "points")
        self._once(table.closed_edges, "closed_edges")
        self._once(table.sickle, "sickle")
        self._range("british_lost", table.british_lost, victory.british_most)
        self._range("mechanized_lost", table.mechanized_lost, victory.mechanized_most)
        self._range("halts", table.halts, table.turn)
        self._range("roads_of_belgium", table.roads_of_belgium, 6)
        self._range("german_replacements", table.german_replacements or 0, start.get("german", 0))
        self._range("french_replacements", table.french_replacements or 0, start.get("french", 0))
        if table.scenario == "1939":
            for name in ONLY_1940:
                if getattr(table, name):
                    self.fault(name, "there is no such thing in 1939; leave it out")
        elif table.crisis:
            self.fault("crisis", "the German supply crisis belongs to 1939; leave it out")

    def _range(self, where: str, value: int, most: int, least: int = 0) -> None:
        if not least <= value <= most:
            self.fault(where, f"{value} is outside {least} to {most}")

    def _once(self, names: Sequence[str], where: str) -> None:
        for name in dict.fromkeys(names):
            if names.count(name) > 1:
                self.fault(where, f"{name!r} is given twice; give it once")

    def _dynamo(self, dynamo: Dynamo) -> None:
        game, s = self.game, self.state
        port = self.place(dynamo.port, "dynamo.port")
        any_city = s.rulings.get("dynamo_port") == "any_city"
        ports = game.cities & ~game.paris if any_city else game.ports
        if port is not None and not ports >> port & 1:
            self.fault("dynamo.port", f"{dynamo.port} is no {'city' if any_city else 'city on the coast'} (5.13c)")
        first = game.tables.dynamo.from_turn
        if self.table.turn < first:
            self.fault("dynamo.turn", f"there is no Dynamo before turn {first} (5.13a); leave it out")
        else:
            self._range("dynamo.turn", dynamo.turn, self.table.turn, first)
        self._range("dynamo.shipped", dynamo.shipped, game.tables.dynamo.steps_per_turn)
        s.dynamo_turn, s.shipped = dynamo.turn, dynamo.shipped
        s.dynamo_port = -1 if port is None else port

    def _countries(self) -> None:
        s = self.state
        s.status[GERMANY] = s.status[FRANCE] = IN_PLAY
        for name, status in self.table.countries.items():
            if name not in COUNTRIES or COUNTRIES.index(name) not in NEUTRALS:
                self.fault("countries", f"{name!r} is no neutral: {', '.join(COUNTRIES[i] for i in NEUTRALS)}")
                continue
            if self.table.scenario == "1939":
                self.fault("countries", f"{name} is out of play in 1939")
                continue
            country, turn = COUNTRIES.index(name), self.table.turn
            s.status[country] = CAPITULATED if status == "capitulated" else IN_PLAY
            if isinstance(status, int) and not 1 <= status <= turn:
                self.fault("countries", f"{name} cannot have been violated in turn {status}; it is turn {turn}")
                continue
            s.violated[country] = 1 if isinstance(status, str) else min(status, 255)

    def _boxes(self) -> None:
        game, s, table = self.game, self.state, self.table
        game.shelve(s)
        for piece in game.in_scenario(table.scenario):
            if s.where[piece.number] in (UNPLACED, WAITING):
                s.where[piece.number] = GONE
        boxes = {
            "dead": (DEAD, table.dead), "gone": (GONE, table.gone),
            "waiting": (WAITING, table.waiting), "unplaced": (UNPLACED, table.unplaced),
        }  # fmt: skip
        for where, (box, names) in boxes.items():
            for name in names:
                number = self._piece(name, where)
                if number is None:
                    continue
                if number in self.boxed:
                    self.fault(where, f"{name} is in a box already ({self.boxed[number]}); name it once")
                elif box == WAITING and not game.pieces[number].turn:
                    self.fault(where, f"{name} does not come on the turn track; see units.toml")
                self.boxed[number] = where
                s.where[number] = box
                s.steps[number] = 0 if box == DEAD else s.steps[number]

    def _units(self) -> None:
        game, s, table = self.game, self.state, self.table
        seen: set[int] = set()
        for label, names in table.units.items():
            where = f"units, {label}"
            hexa = self.place(label, where)
            for entry in reversed(names):
                name, colon, steps = entry.partition(":")
                number = self._piece(name, where)
                if number is None or hexa is None:
                    continue
                if number in seen:
                    self.fault(where, f"{name} is on the map twice")
                    continue
                seen.add(number)
                self._place(number, hexa, steps if colon else None, where)
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
                if not game.is_mechanized[number]:
                    self.fault("sickle", f"{name} is not mechanized (3.8f)")

    def _place(self, number: int, hexa: int, steps: str | None, where: str) -> None:
        game, s = self.game, self.state
        unit = game.pieces[number]
        if number in self.boxed:
            self.fault(where, f"{unit.id} is in a box ({self.boxed[number]}) and on the map")
            return
        if steps is not None and steps not in map(str, range(1, unit.full + 1)):
            self.fault(where, f"{unit.id} cannot have {steps or 'no'} steps; it has 1 to {unit.full}")
            return
        if not game.land >> hexa & 1:
            self.fault(where, f"no unit can stand there ({game.terrain_name(hexa)})")
            return
        s.put(number, hexa)
        s.steps[number] = int(steps) if steps else unit.full

    def _control(self) -> None:
        game, s, table = self.game, self.state, self.table
        german, allied = game.country[GERMANY], game.country[FRANCE]
        for country in NEUTRALS:
            if s.status[country] != NEUTRAL:
                allied |= game.country[country]
        for label in dict.fromkeys(table.control.german):
            if label in table.control.allied:
                self.fault("control", f"{label} is given to both sides; give it to one")
        for side, labels in ((GERMAN, table.control.german), (ALLIED, table.control.allied)):
            given = self.places(labels, f"control.{SIDES[side]}")
            for hexa in game.board.members(given & ~game.land):
                self.fault(f"control.{SIDES[side]}", f"{s.label(hexa)} is nobody's ({game.terrain_name(hexa)})")
            given |= s.occupied(side)
            if side == GERMAN:
                german, allied = german | given, allied & ~given
            else:
                german, allied = german & ~given, allied | given
        s.control = (german & game.land, allied & game.land)
        s.ever_german = s.control[GERMAN] | self.places(table.ever_german, "ever_german")

    def _check_stacks(self) -> None:
        """Enemies apart, neutrals at home, stacking obeyed unless units are on the move."""
        game, s, table = self.game, self.state, self.table
        moving = "movement" in table.phase
        for hexa, pieces in sorted(s.stacks.items()):
            where = f"units, {s.label(hexa)}"
            if len({game.side_of[piece] for piece in pieces}) > 1:
                self.fault(where, "enemies share the hex (6.2c)")
                continue
            if not moving and len(s.mobile_at(hexa)) > limit(s):
                self.fault(where, f"more than {limit(s)} units (chapter 6)")
            if not moving and mixed(s, hexa):
                self.fault(where, "nationalities are mixed (6.2e)")
            for piece in pieces:
                self._check_ground(piece, hexa, where)

    def _check_ground(self, piece: int, hexa: int, where: str) -> None:
        game, s = self.game, self.state
        nation = game.nation[piece]
        country = game.country_of(hexa)
        home = HOME.get(nation)
        if nation in ARMY.values() and home is not None and s.status[home] == CAPITULATED:
            self.fault(where, f"{s.name(piece)}: its country has capitulated (4.3c)")
        elif nation in ARMY.values() and not game.area[nation] >> hexa & 1:
            self.fault(where, f"{s.name(piece)} is outside its country and the hexes next to it (3.6k)")
        elif nation in ARMY.values() and home is not None and s.status[home] == NEUTRAL and country != home:
            self.fault(where, f"{s.name(piece)} is neutral and stays in its country (3.6d)")
        elif s.scenario == "1939" and nation == GERMANS and country != GERMANY:
            self.fault(where, f"{s.name(piece)} may not leave Germany in 1939 (3.5e)")
        elif country in NEUTRALS and s.status[country] == NEUTRAL and country != home:
            self.fault(where, f"{COUNTRIES[country]} is neutral: say in which turn it was violated under countries")
        elif s.status[LUXEMBOURG] == IN_PLAY and country == LUXEMBOURG and nation == GERMANS:
            self.fault(where, "luxembourg has capitulated once a German unit stands in it (4.3g)")
        own = game.pieces[piece].hex or game.tables.setup.eben_emael
        if game.is_fort[piece] and own != s.label(hexa):
            self.fault(where, f"{s.name(piece)} stands in {own} and nowhere else (2.12b)")

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
        if own not in phases or (phase == "coup" and self.table.scenario == "1939"):
            self.fault("phase", f"there is no {phase} in {self.table.scenario}")
            return []
        rest: list[tuple[object, ...]] = [(name,) for name in phases[phases.index(own) + 1 :]]
        rest.reverse()
        if kind in ("movement", "combat"):
            side = SIDES.index(side_name)
            frames = sequence.player_turn(side, self.table.order)
            last = 2 if (kind == "movement") == (self.table.order == "fight_first") else 4
            return rest + frames[:last]
        if phase == "coup":
            if self.table.turn != self.game.tables.coup.turn:
                self.fault("phase", f"the coup is made in turn {self.game.tables.coup.turn} only (5.9a)")
            return [*rest, *sequence.player_turn(GERMAN, self.table.order), ("halt_check",), ("coup",)]
        return [*rest, (own,)]


def _given(value: int | None, default: int) -> int:
    return default if value is None else value
