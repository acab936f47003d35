"""Any moment of a match as a text, and back: see ``docs/positions.md``."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from meuse.engine.data import Strict
from meuse.games.victory_or_defeat.airborne import Coup
from meuse.games.victory_or_defeat.combat import Battle, Combat
from meuse.games.victory_or_defeat.dynamo import Dynamo
from meuse.games.victory_or_defeat.invariants import misplaced
from meuse.games.victory_or_defeat.movement import March, Movement
from meuse.games.victory_or_defeat.replacements import Restore
from meuse.games.victory_or_defeat.sequence import BeginTurn, HaltCheck, Order, player_turn, turn_steps
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    BELGIANS,
    BELGIUM,
    COUNTRIES,
    DEAD,
    FRANCE,
    GERMAN,
    GERMANY,
    GONE,
    NEUTRALS,
    ORDERS,
    SIDES,
    UNPLACED,
    WAITING,
    WarSetting,
)
from meuse.games.victory_or_defeat.setup import Setup, setup_steps
from meuse.games.victory_or_defeat.state import CAPITULATED, IN_PLAY, NEUTRAL, WarState, WarStep, other
from meuse.games.victory_or_defeat.tables import SideName
from meuse.mechanics.counters import CountersReader, CountersTable

STACKING_OPEN = {"movement", "march", "overstack"}
"""Steps during which a hex may hold too many units."""


class DynamoTable(Strict):
    turn: int
    port: str
    shipped: int = 0


class WarTable(CountersTable):
    """The entries that are no plain fields of the state; all have defaults."""

    order: Literal["move_first", "fight_first"] = "move_first"
    forts: bool = False
    dead: list[str] = []
    gone: list[str] = []
    waiting: list[str] = []
    unplaced: list[str] = []
    countries: dict[str, int | Literal["capitulated"]] = {}
    violated: dict[str, int] = {}
    control: dict[SideName, list[str]] = {}
    ever_german: list[str] = []
    dynamo: DynamoTable | None = None


class WarReader(CountersReader):
    """Lays a position out and notes every defect."""

    TABLE = WarTable
    PLACE = "hex"
    SETTING_UP = frozenset({"setup", "deploy", "sickle"})
    PHASES = (
        "setup", "begin turn", "crisis check", "german turn", "coup", "german movement", "german combat",
        "allied turn", "allied movement", "allied combat", "victory check", "supply check", "dynamo", "replacements",
    )  # fmt: skip
    BOXES = {"dead": DEAD, "gone": GONE, "waiting": WAITING, "unplaced": UNPLACED}
    DEAD = DEAD
    REST = GONE

    setting: WarSetting
    state: WarState

    def lay_out(self) -> None:
        self.plain()
        self._tracks()
        self._countries()
        self.counters()
        self._forts()
        self._control()
        moving = "movement" in self.table.phase or bool(self.steps & STACKING_OPEN)
        for hexa, why in sorted(misplaced(self.state, moving).items()):
            self.fault(f"units, {self.state.label(hexa)}", why)

    # tracks

    def _tracks(self) -> None:
        s, table, setting = self.state, self.table, self.setting
        if table.phase == "setup" or self.steps & self.SETTING_UP:
            s.turn = 0
        elif table.turn is msgspec.UNSET:
            s.turn = 1
        elif not s.turn:
            self.within("turn", 0, 1, setting.scenario.turns)
        if s.turn < s.halts <= setting.scenario.turns:
            self.within("halts", s.halts, 0, s.turn)
        for piece in setting.pieces:
            if s.sickle >> piece.number & 1 and not piece.mechanized:
                self.fault("sickle", f"{piece.id} is not mechanized (3.8f)")
        s.vp = len(s.scored) + s.british_lost - s.mechanized_lost
        if table.dynamo is not None:
            self._dynamo(table.dynamo)

    def _dynamo(self, dynamo: DynamoTable) -> None:
        setting, s = self.setting, self.state
        if "dynamo" not in setting.scenario.sequence:
            self.fault("dynamo", f"there is no such thing in {setting.name}; leave it out")
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

    def misplaced(self, piece: int, place: int) -> str:
        if place == WAITING and not self.setting.pieces[piece].turn:
            return f"{self.state.piece_name(piece)} does not come on the turn track; see units.toml"
        if place >= 0 and not self.setting.land >> place & 1:
            return f"no unit can stand there ({self.setting.terrain_name(place)})"
        return ""

    def _forts(self) -> None:
        """Forts that no list names, where they always stand."""
        s, setting = self.state, self.setting
        for piece in setting.army if self.table.forts else ():
            fallen = piece.nation == BELGIANS and s.status[BELGIUM] == CAPITULATED
            if piece.fort and DEAD != s.where[piece.number] < 0 and not fallen:
                s.put(piece.number, setting.fort_hex(piece))

    def _control(self) -> None:
        s, land = self.state, self.setting.land
        german, allied = self.shares(self.table.control, usual_control(s), land)
        german, allied = german & ~s.occupied(ALLIED), allied & ~s.occupied(GERMAN)
        s.control = ((german | s.occupied(GERMAN)) & land, (allied | s.occupied(ALLIED)) & land)
        s.ever_german = s.control[GERMAN] | self.places(self.table.ever_german, "ever_german")

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

    @classmethod
    def written(cls, s: WarState) -> dict[str, Any]:
        """The entries that are no plain fields, and the phase if one says where the match is."""
        german, allied = usual_control(s)
        german, allied = german & ~s.occupied(ALLIED) | s.occupied(GERMAN), allied & ~s.occupied(GERMAN)
        taken = [country for country in NEUTRALS if s.status[country] == CAPITULATED]
        entries: dict[str, Any] = {
            **cls.laid_out(s),
            "countries": {
                COUNTRIES[country]: "capitulated" if country in taken else s.violated[country]
                for country in NEUTRALS
                if s.status[country] != NEUTRAL
            },
            "violated": {COUNTRIES[country]: s.violated[country] for country in taken if s.violated[country] > 1},
            "control": cls.changed(s, s.control, (german, allied)),
            "ever_german": s.setting.board.names(s.ever_german & ~s.control[GERMAN]),
        }
        if s.dynamo_turn:
            entries["dynamo"] = {"turn": s.dynamo_turn, "port": s.label(s.dynamo_port), "shipped": s.shipped}
        return {name: entry for name, entry in entries.items() if entry} | cls.phase_of(s)

    @classmethod
    def phase_of(cls, s: WarState) -> dict[str, str]:
        """The phase that leads to this very moment, if there is one."""
        step = s.agenda[-1]
        phase = PHASE_OF.get(type(step), "").replace("{side}", SIDES[getattr(step, "mover", GERMAN)])
        for order in ORDERS if phase else ():
            steps = steps_from(s, phase, order)
            if steps and cls.leads_to(s, steps):
                return {"phase": phase} | ({"order": order} if order != ORDERS[0] else {})
        return {}

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


PHASE_OF: dict[type[Any], str] = {
    Setup: "setup", Order: "{side} turn", Coup: "coup", Movement: "{side} movement", Combat: "{side} combat",
    Dynamo: "dynamo", Restore: "replacements",
}  # fmt: skip
"""The phases that a decision may be the first of."""
