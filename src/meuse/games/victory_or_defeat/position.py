"""Any moment of a match as a text, and back: see ``docs/positions.md``."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from meuse.engine.data import Strict
from meuse.engine.position import PositionTable, Reader
from meuse.games.victory_or_defeat.airborne import Coup
from meuse.games.victory_or_defeat.combat import Battle, Combat
from meuse.games.victory_or_defeat.dynamo import Dynamo
from meuse.games.victory_or_defeat.movement import March, Movement
from meuse.games.victory_or_defeat.replacements import Restore
from meuse.games.victory_or_defeat.sequence import BeginTurn, HaltCheck, Order, player_turn, turn_steps
from meuse.games.victory_or_defeat.setting import (
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
    ORDERS,
    SIDES,
    UNPLACED,
    UNUSED,
    WAITING,
    WarSetting,
)
from meuse.games.victory_or_defeat.setup import Setup, setup_steps
from meuse.games.victory_or_defeat.stacking import limit, mixed
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState, WarStep, other

BOXES = {"dead": DEAD, "gone": GONE, "waiting": WAITING, "unplaced": UNPLACED}
SETTING_UP = {"setup", "deploy", "sickle"}
"""Steps before the first turn."""
STACKING_OPEN = {"movement", "march", "overstack"}
"""Steps during which a hex may hold too many units."""


class Control(Strict):
    german: list[str] = []
    allied: list[str] = []


class DynamoTable(Strict):
    turn: int
    port: str
    shipped: int = 0


class WarTable(PositionTable):
    """The entries that are no plain fields of the state; all have defaults."""

    order: Literal["move_first", "fight_first"] = "move_first"
    units: dict[str, list[str]] = {}
    forts: bool = False
    dead: list[str] = []
    gone: list[str] = []
    waiting: list[str] = []
    unplaced: list[str] = []
    countries: dict[str, int | Literal["capitulated"]] = {}
    violated: dict[str, int] = {}
    control: Control = msgspec.field(default_factory=Control)
    ever_german: list[str] = []
    dynamo: DynamoTable | None = None
    left: dict[str, int] = {}


class WarReader(Reader):
    """Lays a position out and notes every defect."""

    TABLE = WarTable
    PLACE = "hex"
    PHASES = (
        "setup", "begin turn", "crisis check", "german turn", "coup", "german movement", "german combat",
        "allied turn", "allied movement", "allied combat", "victory check", "supply check", "dynamo", "replacements",
    )  # fmt: skip

    setting: WarSetting
    state: WarState

    def lay_out(self) -> None:
        self.boxed: dict[int, str] = {}
        self.steps = {entry.get("step") for entry in self.table.stack}
        self._tracks()
        self._countries()
        self._boxes()
        self._units()
        self._marks()
        self._control()
        self._check_stacks()

    def piece(self, name: str, where: str) -> int | None:
        number = self.setting.piece_numbers.get(name)
        if number is None:
            self.fault(where, f"there is no unit {name!r}; see units.toml")
        elif not self.setting.army_mask >> number & 1:
            self.fault(where, f"{name} takes no part in {self.setting.name}")
            return None
        return number

    # tracks

    def _tracks(self) -> None:
        s, table, setting = self.state, self.table, self.setting
        self.plain()
        if table.phase == "setup" or self.steps & SETTING_UP:
            s.turn = 0
        elif table.turn is msgspec.UNSET:
            s.turn = 1
        elif not s.turn:
            self.within("turn", 0, 1, setting.scenario.turns)
        if s.turn < s.halts <= setting.scenario.turns:
            self.within("halts", s.halts, 0, s.turn)
        for names, known in entries_of(setting).items():
            for name in names.split() if not known else ():
                if getattr(table, name):
                    self.fault(name, f"there is no such thing in {setting.name}; leave it out")
        s.vp = len(s.scored) + s.british_lost - s.mechanized_lost
        if table.dynamo is not None:
            self._dynamo(table.dynamo)

    def _dynamo(self, dynamo: DynamoTable) -> None:
        setting, s = self.setting, self.state
        port = self.place(dynamo.port, "dynamo.port")
        any_city = s.rulings.get("dynamo_port") == "any_city"
        ports = setting.cities & ~setting.paris if any_city else setting.ports
        if port is not None and not ports >> port & 1:
            self.fault("dynamo.port", f"{dynamo.port} is no {'city' if any_city else 'city on the coast'} (5.13c)")
        first = setting.tables.dynamo.from_turn
        if s.turn < first:
            self.fault("dynamo.turn", f"there is no Dynamo before turn {first} (5.13a); leave it out")
        else:
            self.within("dynamo.turn", dynamo.turn, first, s.turn)
        self.within("dynamo.shipped", dynamo.shipped, 0, setting.tables.dynamo.steps_per_turn)
        s.dynamo_turn, s.dynamo_port, s.shipped = dynamo.turn, -1 if port is None else port, dynamo.shipped

    def _countries(self) -> None:
        s, turn = self.state, max(self.state.turn, 1)
        for name, status in (self.table.countries | self.table.violated).items():
            if name not in COUNTRIES or COUNTRIES.index(name) not in NEUTRALS:
                self.fault("countries", f"{name!r} is no neutral: {', '.join(COUNTRIES[i] for i in NEUTRALS)}")
                continue
            if not self.setting.rules.neutrals:
                self.fault("countries", f"{name} is out of play in {self.setting.name}")
                continue
            country = COUNTRIES.index(name)
            s.status[country] = CAPITULATED if self.table.countries.get(name) == "capitulated" else IN_PLAY
            if isinstance(status, int) and not 1 <= status <= turn:
                self.fault("countries", f"{name} cannot have been violated in turn {status}; it is turn {turn}")
                continue
            s.violated[country] = 1 if isinstance(status, str) else status

    # units

    def _unit(self, entry: str, where: str) -> tuple[int, int] | None:
        """The unit of an entry such as "G.41:3", and its steps: all of them if it names none."""
        name, colon, steps = entry.partition(":")
        number = self.piece(name, where)
        if number is None:
            return None
        full = self.setting.full[number]
        if colon and steps not in map(str, range(1, full + 1)):
            self.fault(where, f"{name} cannot have {steps or 'no'} steps; it has 1 to {full}")
            return None
        return number, int(steps) if colon else full

    def _boxes(self) -> None:
        s, pieces = self.state, self.setting.pieces
        for piece in pieces:
            used = bool(self.setting.army_mask >> piece.number & 1)
            s.where[piece.number], s.steps[piece.number] = (GONE, piece.full) if used else (UNUSED, 0)
        for where, box in BOXES.items():
            for number, steps in filter(None, (self._unit(entry, where) for entry in getattr(self.table, where))):
                name = pieces[number].id
                if number in self.boxed:
                    self.fault(where, f"{name} is in a box already ({self.boxed[number]}); name it once")
                elif box == WAITING and not pieces[number].turn:
                    self.fault(where, f"{name} does not come on the turn track; see units.toml")
                self.boxed[number] = where
                s.where[number], s.steps[number] = box, 0 if box == DEAD else steps

    def _units(self) -> None:
        s, setting = self.state, self.setting
        for label, names in self.table.units.items():
            where = f"units, {label}"
            hexa = self.place(label, where)
            for number, steps in filter(None, (self._unit(entry, where) for entry in reversed(names))):
                name = s.piece_name(number)
                if number in self.boxed:
                    self.fault(where, f"{name} is in a box ({self.boxed[number]}) and on the map")
                elif s.where[number] >= 0:
                    self.fault(where, f"{name} is on the map twice")
                elif hexa is not None and not setting.land >> hexa & 1:
                    self.fault(where, f"no unit can stand there ({setting.terrain_name(hexa)})")
                elif hexa is not None:
                    s.put(number, hexa)
                    s.steps[number] = steps
        for piece in setting.army if self.table.forts else ():
            fallen = piece.nation == BELGIANS and s.status[BELGIUM] == CAPITULATED
            if piece.fort and DEAD != s.where[piece.number] < 0 and not fallen:
                s.put(piece.number, setting.fort_hex(piece))

    def _marks(self) -> None:
        """What is noted of single units."""
        s, given = self.state, self.table.sickle or []
        self.once(given, "sickle")
        for name in given:
            number = self.setting.piece_numbers.get(name)
            if number is not None and not self.setting.is_mechanized[number]:
                self.fault("sickle", f"{name} is not mechanized (3.8f)")
        for name, points in self.table.left.items():
            number = self.piece(name, "left")
            if number is not None:
                self.within(f"left, {name}", points, 0, 255)
                s.left[number] = points & 255

    def _control(self) -> None:
        setting, s, table = self.setting, self.state, self.table.control
        for label in dict.fromkeys(table.german):
            if label in table.allied:
                self.fault("control", f"{label} is given to both sides; give it to one")
        german, allied = usual_control(s)
        for side, labels in ((GERMAN, table.german), (ALLIED, table.allied)):
            given = self.places(labels, f"control.{SIDES[side]}")
            for hexa in setting.board.members(given & ~setting.land):
                self.fault(f"control.{SIDES[side]}", f"{s.label(hexa)} is nobody's ({setting.terrain_name(hexa)})")
            given |= s.occupied(side)
            german, allied = (german | given, allied & ~given) if side == GERMAN else (german & ~given, allied | given)
        s.control = (german & setting.land, allied & setting.land)
        s.ever_german = s.control[GERMAN] | self.places(self.table.ever_german, "ever_german")

    def _check_stacks(self) -> None:
        """Enemies apart, neutrals at home, stacking obeyed unless units are on the move."""
        s, side_of = self.state, self.setting.side_of
        strict = "movement" not in self.table.phase and not self.steps & STACKING_OPEN
        for hexa, pieces in sorted(s.stacks.items()):
            where = f"units, {s.label(hexa)}"
            if len({side_of[piece] for piece in pieces}) > 1:
                self.fault(where, "enemies share the hex (6.2c)")
                continue
            if strict and len(s.mobile_at(hexa)) > limit(s):
                self.fault(where, f"more than {limit(s)} units (chapter 6)")
            if strict and mixed(s, hexa):
                self.fault(where, "nationalities are mixed (6.2e)")
            for piece in pieces:
                self._check_ground(piece, hexa, where)

    def _check_ground(self, piece: int, hexa: int, where: str) -> None:
        setting, s = self.setting, self.state
        unit, country = setting.pieces[piece], setting.country_of(hexa)
        nation, home = unit.nation, HOME[unit.nation]
        former = nation in ARMY.values()
        if former and s.status[home] == CAPITULATED:
            self.fault(where, f"{unit.id}: its country has capitulated (4.3c)")
        elif former and not setting.area[nation] >> hexa & 1:
            self.fault(where, f"{unit.id} is outside its country and the hexes next to it (3.6k)")
        elif former and s.status[home] == NEUTRAL and country != home:
            self.fault(where, f"{unit.id} is neutral and stays in its country (3.6d)")
        elif setting.rules.germans_stay_in_germany and nation == GERMANS and country != GERMANY:
            self.fault(where, f"{unit.id} may not leave Germany in {setting.name} (3.5e)")
        elif country in NEUTRALS and s.status[country] == NEUTRAL and country != home:
            self.fault(where, f"{COUNTRIES[country]} is neutral: say in which turn it was violated under countries")
        elif s.status[LUXEMBOURG] == IN_PLAY and country == LUXEMBOURG and nation == GERMANS:
            self.fault(where, "luxembourg has capitulated once a German unit stands in it (4.3g)")
        if unit.fort and setting.fort_hex(unit) != hexa:
            self.fault(where, f"{unit.id} stands in {s.label(setting.fort_hex(unit))} and nowhere else (2.12b)")

    # phases

    def agenda(self, phase: str) -> list[Any]:
        """The steps from a phase to the end of its turn."""
        steps = steps_from(self.state, phase, self.table.order)
        if not steps:
            self.fault("phase", f"there is no {phase} in {self.setting.name}")
        turn = self.setting.tables.coup.turn
        if phase == "coup" and steps and self.state.turn != turn:
            self.fault("phase", f"the coup is made in turn {turn} only (5.9a)")
        if phase == "begin turn":
            self.state.turn -= 1
        return steps

    def _agenda(self) -> list[Any]:
        steps = super()._agenda()
        if self.table.stack and not self.problems:
            self._check_steps(steps)
        return steps

    def _check_steps(self, steps: list[WarStep]) -> None:
        """A turn that ends, sides and hexes that are given, groups that stand together."""
        s, side_of = self.state, self.setting.side_of
        if steps[0].name not in ("end_turn", "begin_turn"):
            self.fault("stack 1", "the last step to come is end_turn or begin_turn")
        for number, step in enumerate(steps, 1):
            where, units = f"stack {number}, {step.name}", step.in_hand()
            if getattr(step, "mover", 0) < 0 or (step.spot and getattr(step, step.spot) < 0):
                self.fault(where, "a side or hex is empty; name it")
            if len({side_of[piece] for piece in units}) > 1:
                self.fault(where, "units of both sides are in one group")
            if isinstance(step, March) and any(s.where[piece] != step.hex for piece in units):
                self.fault(where, f"the group does not stand in {s.label(step.hex)}")
            if isinstance(step, Battle) and not s.occupied(other(step.mover)) >> step.target & 1:
                self.fault(where, f"no enemy stands in {s.label(step.target)}")
            if step is steps[-1] and step.hand and not units and not isinstance(step, Battle):
                self.fault(where, "no units are named")


def entries_of(setting: WarSetting) -> dict[str, bool]:
    """Entries that only some scenarios have, and whether this one does."""
    scenario, rules = setting.scenario, setting.rules
    return {
        "points british_lost mechanized_lost dyle_breda_denied": rules.victory == "points",
        "sickle": "sickle cut" in scenario.setup_order,
        "halts halted": rules.panzer_halt,
        "swiss roads_of_belgium": rules.neutrals,
        "closed_edges": rules.leaving_the_map,
        "armored_used": rules.armored_division,
        "dynamo": "dynamo" in scenario.sequence,
        "refitted": "replacements" in scenario.sequence,
        "crisis": scenario.crisis is not None,
    }


def usual_control(s: WarState) -> tuple[int, int]:
    """Who controls what unless a position says otherwise: each side its own countries (3.1b)."""
    country = s.setting.country
    allied = country[FRANCE]
    for neutral in NEUTRALS:
        allied |= country[neutral] if s.status[neutral] != NEUTRAL else 0
    return country[GERMANY], allied


def steps_from(s: WarState, phase: str, order: str) -> list[Any]:
    """The steps from a phase to the end of its turn, the first last; none if the scenario has no such phase."""
    if phase == "begin turn":
        return [BeginTurn()]
    if phase == "setup":
        return setup_steps(s.setting)
    side_name, _, kind = phase.partition(" ")
    own = {"coup": "german_turn"}.get(phase, phase.replace(" ", "_"))
    if kind in ("movement", "combat"):
        own = f"{side_name}_turn"
    steps = turn_steps(s)
    names = [step.name for step in steps]
    if own not in names or (phase == "coup" and not s.setting.rules.airborne_coup):
        return []
    rest = steps[: names.index(own)]
    if phase == "coup":
        return [*rest, *player_turn(GERMAN, order), HaltCheck(), Coup()]
    if kind in ("movement", "combat"):
        last = 2 if (kind == "movement") == (order == "fight_first") else 4
        return rest + player_turn(SIDES.index(side_name), order)[:last]
    return steps[: names.index(own) + 1]


# writing


def write(s: WarState) -> dict[str, Any]:
    """The entries that are no plain fields, and the phase if one says where the match is."""
    setting = s.setting
    german, allied = usual_control(s)
    german, allied = german & ~s.occupied(ALLIED) | s.occupied(GERMAN), allied & ~s.occupied(GERMAN)
    names = setting.board.names
    control = {"german": names(s.control[GERMAN] & ~german), "allied": names(s.control[ALLIED] & ~allied)}
    entries: dict[str, Any] = {
        "units": {s.label(hexa): [_entry(s, piece) for piece in s.stacks[hexa]] for hexa in sorted(s.stacks)},
        **{name: _boxed(s, box) for name, box in BOXES.items()},
        "countries": {
            COUNTRIES[country]: "capitulated" if s.status[country] == CAPITULATED else s.violated[country]
            for country in NEUTRALS
            if s.status[country] != NEUTRAL
        },
        "violated": {
            COUNTRIES[country]: s.violated[country]
            for country in NEUTRALS
            if s.status[country] == CAPITULATED and s.violated[country] > 1
        },
        "control": {side: labels for side, labels in control.items() if labels},
        "ever_german": names(s.ever_german & ~s.control[GERMAN]),
        "left": {s.piece_name(piece): points for piece, points in enumerate(s.left) if points},
    }
    if s.dynamo_turn:
        entries["dynamo"] = {"turn": s.dynamo_turn, "port": s.label(s.dynamo_port), "shipped": s.shipped}
    return {name: entry for name, entry in entries.items() if entry} | phase_of(s)


def _entry(s: WarState, piece: int) -> str:
    """A unit, with its steps if it has lost some."""
    name, steps = s.piece_name(piece), s.steps[piece]
    return name if steps in (0, s.setting.full[piece]) else f"{name}:{steps}"


def _boxed(s: WarState, box: int) -> list[str]:
    """The units in a box; whole ones that are gone need not be named."""
    entries = [_entry(s, piece.number) for piece in s.setting.army if s.where[piece.number] == box]
    return [entry for entry in entries if box != GONE or ":" in entry]


PHASE_OF: dict[type[Any], str] = {
    Setup: "setup", Order: "{side} turn", Coup: "coup", Movement: "{side} movement", Combat: "{side} combat",
    Dynamo: "dynamo", Restore: "replacements",
}  # fmt: skip
"""The phases that a decision may be the first of."""


def phase_of(s: WarState) -> dict[str, str]:
    """The phase that leads to this very moment without a die, if there is one."""
    step = s.agenda[-1]
    phase = PHASE_OF.get(type(step), "").replace("{side}", SIDES[getattr(step, "mover", GERMAN)])
    now = s.supposed().dump()
    for order in ORDERS if phase else ():
        twin = s.supposed()
        twin.agenda = steps_from(s, phase, order)
        if twin.agenda:
            twin.advance()
            if twin.dump() == now:
                return {"phase": phase} | ({"order": order} if order != ORDERS[0] else {})
    return {}
