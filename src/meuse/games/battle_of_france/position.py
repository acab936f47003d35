"""Any moment as a text, and back: see ``docs/positions.md``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from meuse.engine import Step
from meuse.engine.game import steps_of
from meuse.engine.kinds import PIECE_MASK
from meuse.engine.position import PositionTable, Reader
from meuse.games.battle_of_france import combat, retreat, setup
from meuse.games.battle_of_france.aftermath import Surplus
from meuse.games.battle_of_france.events import CARD
from meuse.games.battle_of_france.movement import Turn
from meuse.games.battle_of_france.powers import CAMP, GERMANY, LETTERS, POWERS
from meuse.games.battle_of_france.production import Build, Collect, Mobilize
from meuse.games.battle_of_france.sequence import BeginRound, BeginTurn, DueCombats, Initiative
from meuse.games.battle_of_france.state import DEAD, LOST, MOST_PIECES, BattleState
from meuse.games.battle_of_france.surprise import Surprise
from meuse.games.battle_of_france.tables import Power
from meuse.games.battle_of_france.units import SEA, UNITS
from meuse.games.battle_of_france.victory import VictoryCheck

Agenda = list[Step[BattleState]]
REST: Agenda = [BeginRound(), Collect(), VictoryCheck(), Initiative()]
"""What follows a turn, the last of it first."""
BUILDING: Agenda = [BeginRound(), Mobilize(), *(Build(power) for power in reversed(range(len(POWERS))))]
COMBAT = set(steps_of((combat, retreat)).values()) - {retreat.SailOff}
"""Steps of a combat under way."""
TURNS = ("turn", "surprise")
"""Phases at the beginning of a turn."""


class Entries(PositionTable):
    """What positions of this game may say beside the plain fields."""

    units: dict[str, list[str]] = {}
    setup: bool = False
    lost: list[str] = []
    """Units that are gone, but that the combat or a step is still about."""
    control: dict[Power, list[str]] = {}
    played: list[str] = []
    """Cards that have been in force and are no more."""
    spent: list[str] = []
    landing: list[str] | None = None
    surprise_over: bool | None = None


class BattleReader(Reader):
    """Lays a position out and notes every defect."""

    TABLE = Entries
    PLACE = "area"
    PHASES = (*TURNS, "build", "victory check", "round")

    state: BattleState

    def lay_out(self) -> None:
        s, phase = self.state, self.table.phase
        if self.table.setup:
            setup.lay_out(s)
        s.round, s.active = 1, GERMANY if phase in TURNS else -1
        self._units()
        self.plain()
        s.active = -1 if phase and phase not in TURNS else s.active
        self._control()
        self._tracks()
        self._check()

    def _units(self) -> None:
        """Stacks such as ``["G.infantry x2", "B.transport+B.tank", "B.battleship-1"]``, in order."""
        s = self.state
        self._classes = dict(zip(self.setting.class_names, self.setting.class_number, strict=True))
        for label, entries in self.table.units.items():
            area = self.place(label, f"units, {label}")
            if area is not None:
                for piece in s.at(area):
                    s.lift(piece)
                for entry in entries:
                    self._lay(entry, area, f"units, {label}")
        self._names = {s.piece_name(piece): piece for area in s.stacks for piece in s.all_in(area)}
        lost = [piece for entry in self.table.lost for piece in self._lay(entry, None, LOST)]
        for number, piece in enumerate(lost):
            alike = [other for other in lost[: number + 1] if s.name(other) == s.name(piece)]
            self._names[f"{LOST}/{s.name(piece)}/{len(alike)}"] = piece
        for piece in lost:
            s.lift(piece)

    def _lay(self, entry: str, area: int | None, where: str) -> list[int]:
        """The pieces of an entry, laid in an area, or anywhere if none is given."""
        s, setting, classes = self.state, self.setting, self._classes
        name, _, count = entry.partition(" x")
        ship, *riders = name.split("+")
        known = classes.get("+".join([ship, *sorted(riders, key=lambda rider: classes.get(rider, ()))]))
        if known is None or (count and not (count.isdecimal() and len(count) < 4)):
            self.fault(where, f"{entry!r} is no unit; write G.infantry x2, B.battleship-1 or F.transport+F.tank")
            return []
        power, unit, hits, *_ = known
        fitting = setting.sea if unit in SEA else setting.land
        place = setting.board.members(fitting)[0] if area is None else area
        if not fitting >> place & 1:
            self.fault(where, f"{name} cannot be there")
        elif int(count or 1) * (1 + len(riders)) > s.where.count(DEAD):
            self.fault(where, f"{entry}: no more than {MOST_PIECES} units find room in the game")
        else:
            return [self._add((power, unit, hits), riders, place) for _ in range(int(count or 1))]
        return []

    def _add(self, kind: tuple[int, int, int], riders: list[str], area: int) -> int:
        """A new piece with its cargo."""
        s, (power, unit, hits) = self.state, kind
        piece = s.add(power, unit, area)
        s.hits[piece] = hits
        for rider in riders:
            s.board(self._add(self._classes[rider], [], area), piece)
        return piece

    def piece(self, name: str, where: str) -> int | None:
        if name not in self._names:
            self.fault(where, f"there is no unit {name!r}; write 31/G.tank/2 for the second German tank in 31")
        return self._names.get(name)

    def _control(self) -> None:
        """Given areas change hands; land units control the areas they stand in."""
        s, sea = self.state, self.setting.sea
        s.control = tuple(self.shares(self.table.control, s.setting.original, s.setting.land))
        for area, pieces in s.stacks.items():
            power = s.power[pieces[0]]
            if not (s.held(CAMP[power]) | sea) >> area & 1:
                s.give(1 << area, power)

    def _tracks(self) -> None:
        s, table = self.state, self.table
        drawn = (s.card, *s.lasting, *(CARD.read(name, self, "played") for name in table.played))
        s.deck = tuple(card for card in range(len(self.setting.cards)) if card not in drawn)
        s.spent = PIECE_MASK.read(table.spent, self, "spent")
        s.landing = _usual_landing(s) if table.landing is None else self.places(table.landing, "landing")
        s.surprise_over = table.phase != "surprise" if table.surprise_over is None else table.surprise_over

    def _check(self) -> None:
        s, stack = self.state, self.table.stack
        crowded = [entry.get("area") for entry in stack if entry.get("step") == Surplus.name]
        for area, problem in setup.misplaced(s):
            if s.label(area) not in crowded:
                self.fault(f"units, {s.label(area)}", problem)
        steps = [self.game.steps[entry["step"]] for entry in stack if entry.get("step") in self.game.steps]
        if steps and steps[0] is not BeginRound:
            self.fault("stack", f"the first step is {BeginRound.name}, which comes when all else is done")
        if s.active < 0 and set(steps) - set(map(type, (*REST, *BUILDING))):
            self.fault("power", "say whose turn it is")
        fighting = [step.name for step in steps if step in COMBAT]
        if bool(fighting) != (s.battle is not None):
            self.fault("battle", f"{fighting[0]} needs one" if fighting else "no step is about it")

    def agenda(self, phase: str) -> Agenda:
        if phase == "round":
            self.state.round -= 1
            return [BeginRound()]
        if phase == "victory check":
            return REST[:3]
        if phase == "build":
            return list(BUILDING) if any(self.state.npu) else REST[:2]
        return [*REST, BeginTurn(self.state.active)]

    @classmethod
    def written(cls, s: BattleState) -> dict[str, Any]:
        """The entries of a moment that say something."""
        names, in_turn = s.setting.board.names, s.active >= 0
        drawn = {*range(len(s.setting.cards))} - {s.card, *s.lasting, *s.deck}
        spent = PIECE_MASK.write(s.spent, s) if in_turn else []
        elsewhere = in_turn and s.landing != _usual_landing(s)
        phase = _phase(s, bool(spent or elsewhere))
        entries = {
            "phase": phase,
            "units": {s.label(area): _counted(_entry(s, piece) for piece in s.at(area)) for area in sorted(s.stacks)},
            "lost": _counted(_entry(s, piece) for piece in s.lost()),
            "control": cls.changed(s, s.control, s.setting.original),
            "played": [CARD.write(card, s) for card in sorted(drawn)],
            "spent": spent,
        }
        given = {name: value for name, value in entries.items() if value}
        given |= {"landing": names(s.landing)} if elsewhere else {}
        return given | ({"surprise_over": False} if not s.surprise_over and phase != "surprise" else {})


def _usual_landing(s: BattleState) -> int:
    """Where air units may land if no area has changed hands in the turn."""
    return s.held(s.camp) & ~s.setting.forest if s.active >= 0 else 0


def _phase(s: BattleState, begun: bool) -> str:
    """The phase that says where the match is, if one does."""
    if s.agenda == BUILDING and not s.orders:
        return "build"
    if s.agenda == [*REST, Turn(), DueCombats(), Surprise(-1, ())]:
        return "surprise"
    if s.agenda != [*REST, Turn()] or begun or s.due:
        return ""
    return "turn" if s.surprise_over else "surprise"


def _entry(s: BattleState, piece: int) -> str:
    """A piece as it is written in a stack, cargo in the order it came aboard."""
    cargo = [f"{LETTERS[s.power[rider]]}.{UNITS[s.unit[rider]]}" for rider in s.cargo(piece)]
    return "+".join((s.name(piece).partition("+")[0], *cargo))


def _counted(names: Iterable[str]) -> list[str]:
    """Like entries in a row are written once, with their number."""
    runs = [(name, len(list(run))) for name, run in groupby(names)]
    return [f"{name} x{count}" if count > 1 else name for name, count in runs]
