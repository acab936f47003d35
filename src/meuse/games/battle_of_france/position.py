"""Any situation from a text: see ``docs/positions.md``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from meuse.engine import position
from meuse.engine.data import Strict
from meuse.engine.position import PositionReader
from meuse.games.battle_of_france.components import AA, AIR, LETTERS, MARCHING, POWERS, SEA, SIDE, TRANSPORT, UNITS
from meuse.games.battle_of_france.state import BattleState

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance

PHASES = ("turn", "surprise", "build", "victory check", "round")


class PositionTable(Strict):
    """The fields of a position; all but scenario and phase have defaults."""

    scenario: Literal["two_players", "three_players"]
    phase: str
    game: str = "battle_of_france"
    round: int = 1
    power: Literal["germany", "france", "britain"] = "germany"
    to_come: list[Literal["germany", "france", "britain"]] = []
    options: dict[str, str] = {}
    units: dict[str, list[str]] = {}
    setup: bool = False
    control: dict[Literal["germany", "france", "britain"], list[str]] = {}
    card: str = ""
    lasting: list[str] = []
    freed: list[str] = []
    due: list[str] = []
    npu: dict[Literal["germany", "france", "britain"], int] = {}


def read(game: BattleOfFrance, text: str, file: str, seed: bytes) -> tuple[BattleState | None, list[str]]:
    """A state from a position's text, and everything that is wrong with it."""

    def lay(table: PositionTable) -> tuple[BattleState, list[str]]:
        reader = Reader(game, table, seed)
        return reader.state, reader.problems

    return position.read(text, file, PositionTable, lay)


class Reader(PositionReader):
    """Lays a position out and notes every defect."""

    PLACE = "area"

    def __init__(self, game: BattleOfFrance, table: PositionTable, seed: bytes) -> None:
        super().__init__(game, game.board, table)
        self.game = game
        self.table = table
        self.state = s = BattleState(game, table.scenario, seed, self.rulings)
        if table.setup and not self.problems:
            game.begin(s)
        else:
            g, f, b = game.original
            s.control = (g, f, b)
        self._tracks()
        self._units()
        self._control()
        self._check()
        if not self.problems:
            s.stack = self._stack()

    def _card(self, name: str, where: str) -> int:
        ids = [card.id for card in self.game.cards]
        if name not in ids:
            self.fault(where, f"there is no card {name!r}; cards: {', '.join(ids)}")
            return -1
        return ids.index(name)

    def _tracks(self) -> None:
        s, table = self.state, self.table
        if not 1 <= table.round <= self.game.tables.game.rounds:
            self.fault("round", f"{table.round} is outside 1 to {self.game.tables.game.rounds}")
        if table.phase not in PHASES:
            self.fault("phase", f"{table.phase!r} is no phase; phases: {', '.join(PHASES)}")
        s.round = table.round
        s.active = POWERS.index(table.power)
        s.bag = tuple(POWERS.index(power) for power in table.to_come)
        s.card = self._card(table.card, "card") if table.card else -1
        s.lasting = tuple(self._card(name, "lasting") for name in table.lasting)
        out = {s.card, *s.lasting}
        s.deck = tuple(card for card in range(len(self.game.cards)) if card not in out)
        s.freed = self.places(table.freed, "freed")
        s.due = self.places(table.due, "due")
        s.surprise_over = table.phase != "surprise"
        g, f, b = (table.npu.get(power, 0) for power in POWERS)  # type: ignore[call-overload]
        s.npu = (g, f, b)
        for power, npu in table.npu.items():
            if npu < 0:
                self.fault("npu", f"{power}: below 0")

    def _units(self) -> None:
        """Stacks such as ``["G.infantry x2", "B.transport+B.tank", "B.battleship-1"]``."""
        s, table = self.state, self.table
        for label, entries in table.units.items():
            area = self.place(label, f"units, {label}")
            if area is None:
                continue
            for piece in list(s.at(area)):
                s.lift(piece)
            for entry in entries:
                self._entry(entry, area, f"units, {label}")

    def _entry(self, entry: str, area: int, where: str) -> None:
        name, _, count = entry.partition(" x")
        ship, *riders = name.split("+")
        name = "+".join([ship, *sorted(riders, key=_rider_order)])
        if name not in self.game.class_names or (count and not count.isdigit()):
            self.fault(where, f"{entry!r} is no unit; write G.infantry x2, B.battleship-1 or F.transport+F.tank")
            return
        body, *cargo = name.split("+")
        letter, unit = body.split(".")
        unit, _, hits = unit.partition("-")
        kind = UNITS.index(unit)
        if (kind in SEA) != bool(self.game.sea >> area & 1):
            self.fault(where, f"{name} cannot be there")
            return
        for _ in range(int(count) if count else 1):
            piece = self.state.add(LETTERS.index(letter), kind, area)
            self.state.hits[piece] = int(hits) if hits else 0
            for rider in cargo:
                self._load(rider, piece, area)

    def _load(self, name: str, ship: int, area: int) -> None:
        letter, unit = name.split(".")
        s = self.state
        rider = s.add(LETTERS.index(letter), UNITS.index(unit), area)
        assert s.unit[ship] == TRANSPORT and s.unit[rider] in MARCHING
        s.board(rider, ship)

    def _control(self) -> None:
        """Given areas change hands; land units control the areas they stand in."""
        s = self.state
        for name, labels in self.table.control.items():
            self._give(self.places(labels, f"control.{name}"), POWERS.index(name))
        for area, pieces in s.stacks.items():
            if self.game.land >> area & 1:
                power = s.power[pieces[0]]
                if not s.held(SIDE[power]) >> area & 1:
                    self._give(1 << area, power)

    def _give(self, areas: int, power: int) -> None:
        masks = [mask & ~areas for mask in self.state.control]
        masks[power] |= areas & self.game.land
        self.state.control = (masks[0], masks[1], masks[2])

    def _check(self) -> None:
        s = self.state
        for area in sorted(s.stacks):
            where = f"units, {s.label(area)}"
            if self.game.land >> area & 1 and s.of_side(area, 0) and s.of_side(area, 1):
                self.fault(where, "enemies share the area")
            limit = self.game.tables.stacking.sea if self.game.sea >> area & 1 else self.game.tables.stacking.land
            if any(s.stacking(area, side) > limit for side in (0, 1)):
                self.fault(where, f"more than {limit} units (stacking.1)")
            if any(s.unit[piece] == AA for piece in s.at(area)) and area not in self.game.cities:
                self.fault(where, "anti-aircraft guns stand only in cities (aa.2)")
            if any(s.unit[piece] in AIR for piece in s.at(area)) and self.game.forest >> area & 1:
                self.fault(where, "air units do not stand in the forest (special.ardennes.5)")

    def _stack(self) -> list[tuple[object, ...]]:
        s, phase = self.state, self.table.phase
        rest: list[tuple[object, ...]] = [("begin_round",), ("collect",), ("victory_check",), ("initiative",)]
        if phase == "round":
            s.round -= 1
            return [("begin_round",)]
        if phase == "victory check":
            return rest[:3]
        if phase == "build":
            if any(self.table.npu.values()):
                return [("begin_round",), ("mobilize",), *(("build", power) for power in reversed(range(len(POWERS))))]
            return rest[:2]
        return [*rest, ("begin_turn", s.active)]


def _rider_order(name: str) -> int:
    """The order in which cargo is named in a class."""
    letter, _, unit = name.partition(".")
    return LETTERS.find(letter) * len(UNITS) + (UNITS.index(unit) if unit in UNITS else 0)
