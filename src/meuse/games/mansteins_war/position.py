"""Any moment of a match as a text, and back: see ``docs/positions.md``."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.board.sets import listed
from meuse.games.mansteins_war import control
from meuse.games.mansteins_war.air import OpenAir
from meuse.games.mansteins_war.combat import OpenCombat
from meuse.games.mansteins_war.commands import Activation, EndImpulse
from meuse.games.mansteins_war.invariants import misplaced
from meuse.games.mansteins_war.movement import March, OpenMovement
from meuse.games.mansteins_war.reinforcements import OpenReinforcement
from meuse.games.mansteins_war.sequence import (
    BeginTurn,
    CommandMarkerPhase,
    EndTurn,
    InitiativePhase,
    InterPhase,
    OperationsPhase,
    RefitPhase,
    ReturnPhase,
    phases_from,
    segments,
)
from meuse.games.mansteins_war.setting import (
    ALLIED,
    AVAILABLE,
    DEAD,
    EVACUATED,
    FLYING,
    GERMAN,
    GONE,
    NATIONS,
    SIDES,
    SPARE,
    UNPLACED,
    UTILIZED,
    WAITING,
    MansteinSetting,
)
from meuse.games.mansteins_war.setup import setup_steps
from meuse.games.mansteins_war.state import IDLE, MansteinState
from meuse.games.mansteins_war.tables import Nation, SideName
from meuse.mechanics.counters import CountersReader, CountersTable
from meuse.mechanics.steps import PhaseStep

PHASES = {
    "initiative": InitiativePhase,
    "command markers": CommandMarkerPhase,
    "refit": RefitPhase,
    "operations": OperationsPhase,
    "return": ReturnPhase,
    "end of turn": InterPhase,
}
"""The phases of a turn by their names in positions."""
SEGMENTS = {
    "command": Activation,
    "reinforcement": OpenReinforcement,
    "air": OpenAir,
    "movement": OpenMovement,
    "combat": OpenCombat,
}
"""The segments of an impulse by their names; "german movement" is one of the German side's."""
MOMENTS = {f"{side} {name}": (number, step) for number, side in enumerate(SIDES) for name, step in SEGMENTS.items()}

COMMAND_SEGMENTS = [name for name, (_, step) in MOMENTS.items() if step is Activation]
"""The moments in which a marker must be under way."""


class MansteinTable(CountersTable):
    """The entries that are no plain fields of the state; all have defaults."""

    dead: list[str] = []
    gone: list[str] = []
    waiting: list[str] = []
    unplaced: list[str] = []
    available: list[str] = []
    utilized: list[str] = []
    evacuated: list[str] = []
    spare: list[str] = []
    flying: dict[str, str] = {}
    """Air unit to the hex it is over; ``"G.air1:1"`` is a reduced one."""
    control: dict[SideName, list[str]] = {}
    points: dict[Nation, int] = {}
    """Refit points."""
    active: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Activated ground units, where they are not just those of the activated commands."""


class MansteinReader(CountersReader):
    """Lays a position out and notes every defect."""

    TABLE = MansteinTable
    PLACE = "hex"
    SETTING_UP = frozenset({"choose_plan", "setup", "deploy"})
    PHASES = ("setup", "begin turn", *PHASES, *MOMENTS)
    BOXES = {
        "dead": DEAD, "gone": GONE, "waiting": WAITING, "unplaced": UNPLACED, "available": AVAILABLE,
        "utilized": UTILIZED, "evacuated": EVACUATED, "spare": SPARE,
    }  # fmt: skip
    DEAD = DEAD
    REST = GONE

    setting: MansteinSetting
    state: MansteinState

    def lay_out(self) -> None:
        s, table = self.state, self.table
        self.plain()
        self.first_turn()
        if table.out is msgspec.UNSET:
            s.out = usual_out(s)
        self.counters()
        for piece in listed(self.setting.spares(s.rulings)):
            if s.where[piece] == GONE:
                s.where[piece] = SPARE
        for nation, points in table.points.items():
            self.within(f"points.{nation}", points, 0, self.setting.tables.refit.maximum)
            s.points[NATIONS.index(nation)] = points & 255
        self._air()
        german, _ = self.shares(table.control, usual_control(s), self.setting.land)
        s.taken = german & ~fought_for(s, ALLIED) | fought_for(s, GERMAN)
        s.destroyed |= overrun(s)
        for hexa, why in sorted(misplaced(s).items()):
            self.fault(f"units, {s.label(hexa)}", why)
        self._impulse()

    def misplaced(self, piece: int, place: int) -> str:
        name, ground = self.state.piece_name(piece), self.setting.pieces[piece].ground
        if not ground and (place >= 0 or place in (UNPLACED, EVACUATED)):
            return f"{name} is no ground unit: it is available, utilized, waiting, dead or gone, or flying"
        if ground and place in (AVAILABLE, UTILIZED):
            return f"{name} is a ground unit"
        if place >= 0 and not self.setting.land >> place & 1:
            return "no ground unit can stand there"
        return ""

    def _air(self) -> None:
        s, skies = self.state, list(self.state.skies)
        for entry, label in self.table.flying.items():
            name, colon, steps = entry.partition(":")
            unit, hexa = self.piece(name, "flying"), self.place(label, "flying")
            if unit is None or hexa is None:
                continue
            full = self.setting.full[unit]
            if colon and steps not in map(str, range(1, full + 1)):
                self.fault("flying", f"{name} cannot have {steps or 'no'} steps; it has 1 to {full}")
            elif not self.setting.pieces[unit].air:
                self.fault("flying", f"{name} is no air unit")
            elif s.where[unit] not in (GONE, SPARE):
                self.fault("flying", f"{name} lies in a display; give it once")
            else:
                s.where[unit], s.steps[unit] = FLYING, int(steps or full)
                skies[unit - self.setting.first_air] = hexa
        s.skies = tuple(skies)

    def _impulse(self) -> None:
        """Who operates, and who is active: the units of the activated commands unless the text says otherwise."""
        s, given = self.state, self.table.active
        if self.table.phase in MOMENTS:
            s.operator = MOMENTS[self.table.phase][0]
        if s.marker.bit_count() > 1:
            self.fault("marker", "one marker is under way at a time")
        elif self.table.phase in COMMAND_SEGMENTS and not s.marker:
            self.fault("marker", "name the marker whose Command Segment it is")
        if given is msgspec.UNSET:
            s.active = usually_active(s)
            return
        pieces = [self.piece(name, "active") for name in given]
        s.active = sum({1 << piece for piece in pieces if piece is not None})

    # phases

    def agenda(self, phase: str) -> list[Any]:
        if phase == "begin turn":
            self.state.turn -= 1
        return steps_from(self.state, phase)

    def _agenda(self) -> list[Any]:
        """After the last step of a stack that does not say so the impulse is over, and the turn with it."""
        steps = super()._agenda()
        if not self.table.stack or self.problems:
            return steps
        for number, step in enumerate(steps, 1):
            if isinstance(step, PhaseStep) and step.mover < 0:
                self.fault(f"stack {number}, {step.name}", "a side is empty; name it")
            elif isinstance(step, March):
                self._march(step, f"stack {number}, march")
        if isinstance(steps[0], BeginTurn | EndTurn | InterPhase):
            return steps
        ending = [EndImpulse(self.state.operator)] if self.state.operator >= 0 else []
        return [*phases_from(ReturnPhase), *ending, *steps]

    def _march(self, march: March, where: str) -> None:
        """The units in hand are of one side and in one hex, and it is said what each has left."""
        setting, group = self.setting, march.group
        if not group or any(self.state.where[piece] != march.hex for piece in group):
            self.fault(where, "units in hand are in the hex of their march")
        elif len({setting.side_of[piece] for piece in group}) > 1:
            self.fault(where, "units in hand are of one side")
        elif len(march.left) != len(group):
            self.fault(where, "give for each unit of the group the movement factors it has left")

    @classmethod
    def written(cls, s: MansteinState) -> dict[str, Any]:
        """The entries that are no plain fields, and the phase if one says where the match is."""
        setting, usual = s.setting, usual_control(s)[GERMAN]
        german = usual & ~fought_for(s, ALLIED) | fought_for(s, GERMAN)
        entries: dict[str, Any] = {
            **cls.laid_out(s),
            "flying": {
                s.entry(unit): s.label(hexa) for unit, hexa in zip(setting.air, s.skies, strict=True) if hexa != IDLE
            },
            "control": cls.changed(s, (s.taken, setting.land & ~s.taken), (german, setting.land & ~german)),
            "points": {nation: points for nation, points in zip(NATIONS, s.points, strict=True) if points},
        }
        spare = {s.piece_name(piece) for piece in listed(setting.spares(s.rulings))}
        entries["spare"] = [unit for unit in entries["spare"] if unit not in spare]
        made = {name: entry for name, entry in entries.items() if entry}
        if s.active != usually_active(s):
            made["active"] = [s.piece_name(piece) for piece in listed(s.active)]
        return made | cls.phase_of(s)

    @classmethod
    def phase_of(cls, s: MansteinState) -> dict[str, str]:
        """The phase that leads to this very moment, if there is one."""
        if not isinstance(s.agenda[0], InterPhase):
            names = ["setup"] if not s.turn else []
        elif s.operator >= 0:
            names = [name for name, (side, _) in MOMENTS.items() if side == s.operator]
            names = names if s.marker else [name for name in names if name not in COMMAND_SEGMENTS]
        else:
            names = ["command markers", "refit"]
        return next(({"phase": name} for name in names if cls.leads_to(s, steps_from(s, name))), {})


def usual_out(s: MansteinState) -> int:
    """The markers that are out of the game unless a text says otherwise: those of options that are not in force."""
    return s.setting.left_aside(s.rulings)


def usual_control(s: MansteinState) -> tuple[int, int]:
    """Who controls what at the start."""
    german = control.at_start(s)
    return german, s.setting.land & ~german


def fought_for(s: MansteinState, side: int) -> int:
    """The hexes in which combat or fortress units of a side stand alone: they control them (3.3a)."""
    units = s.standing & s.setting.fighting & s.setting.pieces_on[side]
    hexes = 0
    for piece in listed(units):
        hexes |= 1 << s.where[piece]
    return hexes & ~s.held[1 - side]


def overrun(s: MansteinState) -> int:
    """Fortified hexes in which enemies of their first owner stand alone: they are destroyed (17.1a)."""
    forts = s.setting.forts_of
    return forts[GERMAN] & s.held[ALLIED] & ~s.held[GERMAN] | forts[ALLIED] & s.held[GERMAN] & ~s.held[ALLIED]


def usually_active(s: MansteinState) -> int:
    """The units of the activated commands; all of the operating side where neither command nor marker is given."""
    if s.operator < 0:
        return 0
    if not s.commands and not s.marker:
        return s.setting.pieces_on[s.operator]
    active = 0
    for command in listed(s.commands):
        active |= s.setting.pieces_in[command]
    return active


def steps_from(s: MansteinState, phase: str) -> list[Any]:
    """The steps from a moment to the end of its turn, the first last."""
    if phase == "setup":
        return setup_steps(s)
    if phase == "begin turn":
        return [BeginTurn()]
    if phase in PHASES:
        return phases_from(PHASES[phase])
    side, first = MOMENTS[phase]
    steps = segments(side)
    start = next(place for place, step in enumerate(steps) if isinstance(step, first))
    return [*phases_from(ReturnPhase), *reversed(steps[start:])]
