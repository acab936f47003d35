"""Any moment of a match as a text, and back: see ``docs/positions.md``."""

from __future__ import annotations

from typing import Any, Literal

from meuse.engine import Step
from meuse.games.fall_of_france.combat import OpenCombat
from meuse.games.fall_of_france.declarations import Declared, note
from meuse.games.fall_of_france.fortifications import (
    FORTRESS,
    MINOR,
    Walls,
    standing,
    with_fortress,
    with_side,
    without_hex,
    without_side,
)
from meuse.games.fall_of_france.invariants import misplaced
from meuse.games.fall_of_france.movement import OpenMovement
from meuse.games.fall_of_france.sequence import (
    PHASES,
    Administration,
    AlliedCombat,
    AlliedMovement,
    BeginTurn,
    EndTurn,
    GermanCombat,
    GermanMovement,
    MechanizedOperations,
    Phase,
    Recovery,
    Reinforcement,
    phases_from,
)
from meuse.games.fall_of_france.setting import (
    ALLIED,
    ALOFT,
    AT_WAR,
    COUNTRIES,
    DAMAGED,
    DEAD,
    GERMAN,
    GONE,
    NATIONS,
    NEUTRAL,
    POINTS,
    READY,
    SPARE,
    SURRENDERED,
    UNPLACED,
    WAITING,
    FallSetting,
)
from meuse.games.fall_of_france.setup import begun_status, german_at_start, setup_steps
from meuse.games.fall_of_france.state import IDLE, FallState, listed, union
from meuse.games.fall_of_france.tables import Country, Nation, Points, SideName
from meuse.mechanics.counters import CountersReader, CountersTable
from meuse.mechanics.steps import PhaseStep

STATUS = {"neutral": NEUTRAL, "at war": AT_WAR, "surrendered": SURRENDERED}
SEALION = ("holland", "belgium", "bef")
"""The causes of 22.8, in the order of the field."""

MOMENTS: dict[str, tuple[type[Phase], type[Step[Any]] | None]] = {
    "reinforcement": (Reinforcement, None),
    "german air": (GermanMovement, None),
    "german movement": (GermanMovement, OpenMovement),
    "german combat": (GermanCombat, None),
    "mech air": (MechanizedOperations, None),
    "mech combat": (MechanizedOperations, OpenCombat),
    "mech ops": (MechanizedOperations, OpenMovement),
    "allied air": (AlliedMovement, None),
    "allied movement": (AlliedMovement, OpenMovement),
    "allied combat": (AlliedCombat, None),
    "recovery": (Recovery, None),
    "administration": (Administration, None),
}
"""The moments of a turn that positions name: a phase, and the step of it that comes first if that is not its first."""


class FallTable(CountersTable):
    """The entries that are no plain fields of the state; all have defaults."""

    dead: list[str] = []
    gone: list[str] = []
    waiting: list[str] = []
    unplaced: list[str] = []
    ready: list[str] = []
    damaged: list[str] = []
    aloft: list[str] = []
    spare: list[str] = []
    missions: dict[str, str] = {}
    """Air unit to the hex it supports or the corner it interdicts."""
    countries: dict[Country, Literal["neutral", "at war", "surrendered"]] = {}
    control: dict[SideName, list[str]] = {}
    breached: list[str] = []
    """Hexsides as outside/inside, or a hex: all of its hexsides."""
    built: list[str] = []
    """Fortifications that were bought: a hex is a fortress, outside/inside a line."""
    pools: dict[Nation, dict[Points, int]] = {}
    refugees: list[str] = []
    commandos: dict[Country, int] | None = None
    halted: str = ""
    sealion: list[Literal["holland", "belgium", "bef"]] = []


class FallReader(CountersReader):
    """Lays a position out and notes every defect."""

    TABLE = FallTable
    PLACE = "hex"
    SETTING_UP = frozenset(
        {"setup", "deploy", "trade", "build", "face", "shift", "shifting", "relocate", "follow", "close_up"}
    )
    PHASES = ("setup", "begin turn", *MOMENTS)
    BOXES = {
        "dead": DEAD, "gone": GONE, "waiting": WAITING, "unplaced": UNPLACED, "ready": READY, "damaged": DAMAGED,
        "aloft": ALOFT, "spare": SPARE,
    }  # fmt: skip
    DEAD = DEAD
    REST = GONE

    setting: FallSetting
    state: FallState

    def lay_out(self) -> None:
        self.plain()
        self._tracks()
        self.counters()
        for piece in listed(self.setting.spares(self.state.rulings)):
            if self.state.where[piece] == GONE and self.state.piece_name(piece) not in self.table.gone:
                self.state.where[piece] = SPARE
        self.state.steps[:] = self.setting.full  # a counter has no steps to lose in this game
        self._air()
        self._countries()
        self._control()
        self._walls()
        for hexa, why in sorted(misplaced(self.state).items()):
            self.fault(f"units, {self.state.label(hexa)}", why)
        self._marks()

    # tracks

    def _tracks(self) -> None:
        s, table, setting = self.state, self.table, self.setting
        s.status = begun_status(setting, s.rulings)
        self.first_turn()
        for nation, points in table.pools.items():
            for kind, number in points.items():
                self.within(f"pools.{nation}.{kind}", number, 0, 255)
                s.pools[NATIONS.index(nation) * len(POINTS) + POINTS.index(kind)] = number & 255
        if table.commandos is not None:
            most = setting.commandos()
            for country, number in enumerate(most):
                given = table.commandos.get(COUNTRIES[country], 0)
                self.within(f"commandos.{COUNTRIES[country]}", given, 0, number)
                s.commandos[country] = min(max(given, 0), number)
        if table.halted and table.halted not in setting.formation_names[: setting.german_groups]:
            self.fault("halted", f"{table.halted!r} is no German formation")
        elif table.halted:
            s.halted = setting.formation_names.index(table.halted)
        s.sealion = bytearray(cause in table.sealion for cause in SEALION)
        refugees = [self.place(label, "refugees") for label in table.refugees]
        s.refugees = tuple(hexa for hexa in refugees if hexa is not None)

    # units

    def misplaced(self, piece: int, place: int) -> str:
        name, air = self.state.piece_name(piece), self.setting.pieces[piece].air
        if air and (place >= 0 or place in (UNPLACED, ALOFT)):
            return f"{name} is an air unit: ready, damaged, waiting, dead or gone, or it flies one of the missions"
        if not air and place in (READY, DAMAGED):
            return f"{name} is no air unit"
        if place >= 0 and not self.setting.land >> place & 1:
            return f"no ground unit can stand there ({self.setting.terrain_at.get(place, 'outside')})"
        return ""

    def _air(self) -> None:
        """Missions; who flies one is ready."""
        s, missions = self.state, list(self.state.missions)
        for name, label in self.table.missions.items():
            unit = self.piece(name, "missions")
            if unit is None:
                continue
            if not self.setting.pieces[unit].air:
                self.fault("missions", f"{name} is no air unit")
            elif s.where[unit] not in (GONE, READY):
                self.fault("missions", f"{name} lies in another box; give it once")
            else:
                s.where[unit] = READY
                missions[unit - self.setting.first_air] = self._sky(label)
        s.missions = tuple(missions)

    def _sky(self, label: str) -> int:
        """A hex, or beyond the hexes a corner."""
        board, corners = self.setting.board, self.setting.corners
        if label in board.numbers:
            return board.numbers[label]
        try:
            return board.size + corners.corner(label)
        except KeyError as error:
            self.fault("missions", str(error.args[0]))
            return IDLE

    def _marks(self) -> None:
        """What lies on units lies on units of the map."""
        s = self.state
        for name, pieces in (("disrupted", s.disrupted), ("cadred", s.cadred)):
            for piece in range(len(self.setting.pieces)):
                if pieces >> piece & 1 and s.where[piece] < 0:
                    self.fault(name, f"{s.piece_name(piece)} is not on the map")
        for piece in self.setting.units_of[GERMAN]:
            if s.cadred >> piece & 1:
                self.fault("cadred", f"{s.piece_name(piece)} is German and never cadred (14.4d)")

    # countries and walls

    def _countries(self) -> None:
        for name, status in self.table.countries.items():
            if name in ("germany", "luxembourg"):
                self.fault("countries", f"{name} is neither neutral nor surrenders")
            else:
                self.state.status[COUNTRIES.index(name)] = STATUS[status]

    def _control(self) -> None:
        s = self.state
        german, _ = self.shares(self.table.control, usual_control(s), self.setting.land)
        s.taken = german & ~s.held[ALLIED] | s.held[GERMAN]

    def _walls(self) -> None:
        s = self.state
        walls = self.setting.fortifications(s.rulings)
        for entry in self.table.built:
            sides = self._hexsides(entry, "built")
            if "/" not in entry and sides:
                walls = with_fortress(walls, sides[0][0], self.setting.board)
            for inside, direction in sides if "/" in entry else ():
                walls = with_side(walls, MINOR, inside, direction)
        walls = entered(s, walls)  # before the breaches: what they name may be gone already
        for entry in self.table.breached:
            for inside, direction in self._hexsides(entry, "breached"):
                if "/" in entry and not standing(walls)[direction] >> inside & 1:
                    self.fault("breached", f"{entry}: there is no fortified hexside")
                walls = without_side(walls, inside, direction)
        s.walls = walls

    def _hexsides(self, entry: str, where: str) -> list[tuple[int, int]]:
        """The hexsides of an entry: the hex inside each, and the direction it faces."""
        outside, slash, inside = entry.rpartition("/")
        one, two = self.place(inside, where), self.place(outside, where) if slash else None
        board = self.setting.board
        if one is None or (slash and two is None):
            return []
        if two is None:
            return [(one, direction) for direction in range(6)]
        if not board.around[one] >> two & 1:
            self.fault(where, f"{entry}: these hexes are not adjacent")
            return []
        return [(one, board.direction(one, two))]

    # phases

    def agenda(self, phase: str) -> list[Any]:
        if phase == "begin turn":
            self.state.turn -= 1
        return steps_from(self.state, phase)

    def _agenda(self) -> list[Any]:
        """After the last step of a stack that does not say so the turn ends."""
        steps = super()._agenda()
        if not self.table.stack or self.problems:
            return steps
        for number, step in enumerate(steps, 1):
            self._check_step(f"stack {number}, {step.name}", step)
            if isinstance(step, Declared):
                note(self.state, step)
        ends = isinstance(steps[0], BeginTurn | EndTurn)
        return steps if ends else [EndTurn(), *steps]

    def _check_step(self, where: str, step: Any) -> None:
        """Its side and hex are given."""
        mover = step.mover if isinstance(step, PhaseStep) else GERMAN
        if mover < 0 or (step.spot and getattr(step, step.spot) < 0):
            self.fault(where, "a side or hex is empty; name it")

    @classmethod
    def written(cls, s: FallState) -> dict[str, Any]:
        """The entries that are no plain fields, and the phase if one says where the match is."""
        setting, usual = s.setting, usual_control(s)
        german = usual[GERMAN] & ~s.held[ALLIED] | s.held[GERMAN]
        start = begun_status(setting, s.rulings)
        entries: dict[str, Any] = {
            **cls.laid_out(s),
            "missions": {
                s.piece_name(unit): cls.sky_label(setting, place)
                for unit, place in zip(setting.air, s.missions, strict=True)
                if place != IDLE
            },
            "countries": {
                name: next(word for word, number in STATUS.items() if number == status)
                for name, status, first in zip(COUNTRIES, s.status, start, strict=True)
                if status != first
            },
            "control": cls.changed(s, (s.taken, setting.land & ~s.taken), (german, setting.land & ~german)),
            **cls._fortified(s),
            "pools": {
                nation: {kind: s.pools[n * len(POINTS) + k] for k, kind in enumerate(POINTS) if s.pools[n * 2 + k]}
                for n, nation in enumerate(NATIONS)
                if any(s.pools[n * len(POINTS) : (n + 1) * len(POINTS)])
            },
            "refugees": list(map(s.label, s.refugees)),
            "sealion": [cause for cause, done in zip(SEALION, s.sealion, strict=True) if done],
            "halted": setting.formation_names[s.halted] if s.halted >= 0 else "",
        }
        spares = listed(setting.spares(s.rulings))  # these lie aside unless a position says otherwise
        aside = {s.piece_name(piece) for piece in spares if s.where[piece] == SPARE}
        entries["spare"] = [unit for unit in entries["spare"] if unit not in aside]
        entries["gone"] += [s.piece_name(piece) for piece in spares if s.where[piece] == GONE]
        entries["ready"] = [unit for unit in entries["ready"] if unit not in entries["missions"]]
        made = {name: entry for name, entry in entries.items() if entry}
        if s.commandos != setting.commandos():
            made["commandos"] = {name: left for name, left in zip(COUNTRIES, s.commandos, strict=True) if left}
        return made | cls.phase_of(s)

    @staticmethod
    def sky_label(setting: FallSetting, place: int) -> str:
        """Where an air unit flies, as positions write it."""
        board = setting.board
        return board.labels[place] if place < board.size else setting.corners.names[place - board.size]

    @staticmethod
    def _fortified(s: FallState) -> dict[str, list[str]]:
        """What was built beyond the map's fortifications, and what of all that is breached."""
        board, labels, built = s.setting.board, s.setting.board.labels, list[str]()
        walls = s.setting.fortifications(s.rulings)

        def side(hexa: int, direction: int) -> str:
            beyond = board.beside(hexa, direction)
            assert beyond is not None
            return f"{labels[beyond]}/{labels[hexa]}"

        for direction, mask in enumerate(s.walls[FORTRESS]):
            for hexa in board.members(mask & ~walls[FORTRESS][direction]):
                built.append(labels[hexa])
                walls = with_fortress(walls, hexa, board)
        for direction, mask in enumerate(s.walls[MINOR]):
            for hexa in board.members(mask & ~standing(walls)[direction]):
                built.append(side(hexa, direction))
                walls = with_side(walls, MINOR, hexa, direction)
        before, now = standing(entered(s, walls)), standing(s.walls)
        left = union(now)
        breached = [labels[hexa] for hexa in board.members(union(before) & ~left)]
        for direction in range(6):
            gone = before[direction] & ~now[direction] & left
            breached += [side(hexa, direction) for hexa in board.members(gone)]
        return {"built": built, "breached": breached}

    @classmethod
    def phase_of(cls, s: FallState) -> dict[str, str]:
        """The phase that leads to this very moment, if there is one."""
        names = ["setup"]
        if isinstance(s.agenda[0], EndTurn):
            to_come = sum(isinstance(step, Phase) for step in s.agenda)
            under_way = PHASES[len(PHASES) - 1 - to_come]
            names = [name for name, (phase, _) in MOMENTS.items() if phase is under_way]
        return next(({"phase": name} for name in names if cls.leads_to(s, steps_from(s, name))), {})


def usual_control(s: FallState) -> tuple[int, int]:
    """Who controls what at the start."""
    german = german_at_start(s.setting)
    return german, s.setting.land & ~german


def entered(s: FallState, walls: Walls) -> Walls:
    """Fortifications without those of hexes in which enemies of their owner stand (9.3e)."""
    germany = s.setting.germany
    for hexa in s.setting.board.members(s.held[GERMAN] & ~germany | s.held[ALLIED] & germany):
        walls = without_hex(walls, hexa)
    return walls


def steps_from(s: FallState, phase: str) -> list[Any]:
    """The steps from a moment to the end of its turn, the first last."""
    if phase == "setup":
        return setup_steps(s)
    if phase == "begin turn":
        return [BeginTurn()]
    whole, first = MOMENTS[phase]
    if first is None:
        return phases_from(whole)
    steps = whole().steps(s)
    start = next(place for place, step in enumerate(steps) if isinstance(step, first))
    return [*phases_from(whole)[:-1], *reversed(steps[start:])]
