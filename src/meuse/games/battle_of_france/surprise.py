"""The Ardennes surprise attack: one transfer before Germany's first turn."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place
from meuse.engine.scene import Sweep
from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.events import Moved
from meuse.games.battle_of_france.powers import ALLIES, CAMP, GERMANY
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import UNITS


def eligible(s: BattleState, area: int) -> list[int]:
    """German land units in an area, guns left out (surprise.2, G65)."""
    names = s.setting.tables.surprise.units
    return [p for p in s.at(area) if s.power[p] == GERMANY and UNITS[s.unit[p]] in names]


def targets(s: BattleState, units: int) -> int:
    """Forest areas without Allied units, with room (surprise.2, G65)."""
    allied = s.masks[ALLIES[0]] | s.masks[ALLIES[1]]
    return s.with_room(s.setting.forest & ~allied, units, CAMP[GERMANY])


class Surprise(BattleStep):
    """Choose a territory, units of it, and the forest they appear in, or forgo it for good (surprise.1)."""

    area: Place
    group: Pieces
    heading = "Ardennes surprise"
    at_rest = True
    help = Help("surprise.1", "Once, units of one territory may appear in the forest and still move in this turn.")
    words = {
        "start": "Take units from {it}",
        "take": "Take {it}",
        "to": "Appear in {it}",
        "decline": "Forgo the surprise for good",
    }
    takes_up = "start"
    sweeps = {"take": Sweep("take", "Take all along")}
    warned = ("decline",)

    def side(self, s: BattleState) -> int:
        return GERMANY

    def prompt(self, s: BattleState) -> str:
        if self.area < 0:
            return "Ardennes surprise: choose the territory whose units appear in the forest, or forgo it."
        return f"Ardennes surprise from {s.spoken(self.area)}: take units, then choose a forest space."

    def warning(self, s: BattleState, option: Option) -> str:
        return "The surprise is offered only once, before Germany's first turn."

    def options(self, s: BattleState) -> list[Option]:
        setting = s.setting
        if self.area < 0:
            sources = self.places(s, "start")
            return [*sources, *setting.say["decline"]] if sources else []
        rest = s.classes(p for p in eligible(s, self.area) if p not in self.group)
        more = self.units(s, "take", rest if targets(s, len(self.group) + 1) else {})
        return [*more, *self.places(s, "to")]

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        board = s.setting.board
        if verb == "start":
            held = s.control[GERMANY] & s.masks[GERMANY]
            sources = sum(1 << area for area in board.members(held) if eligible(s, area))
            yield Bar(~sources, "surprise.2", "{it} holds no land units of yours that could take part")
            yield Bar(ALL if self.area >= 0 else 0, "surprise.2", "the units of one territory take part")
            yield Bar(0 if targets(s, 1) else ALL, "surprise.2", "there is no free space in the forest")
        elif verb == "decline":
            yield Bar(ALL if self.area >= 0 else 0, "surprise.1", "the surprise has begun")
        elif verb == "take":
            closed = self.unmeant(s) if self.area >= 0 else ALL
            yield Bar(closed, "surprise.2", "{it} takes no part: land units of one territory do, as many as fit")
        elif verb == "to":
            yield Bar(0 if self.group else ALL, "surprise.2", "choose units first")
            free = targets(s, len(self.group))
            yield Bar(~free, "surprise.2", "{it} is no forest space free of enemies with room for them")

    def start(self, s: BattleState, area: int) -> None:
        s.turn_into(Surprise(area, ()))

    def take(self, s: BattleState, number: int) -> None:
        s.turn_into(Surprise(self.area, (*self.group, s.meant[number])))

    def to(self, s: BattleState, goal: int) -> None:
        """Not a move: the units may move and attack in the turn that follows (G65)."""
        s.pop()
        s.events.append(Moved(("surprise.2",), self.group, (self.area, goal), s.makeup(*self.group)))
        for piece in self.group:
            s.shift(piece, goal)
        movement.capture(s, GERMANY, goal, "capture.1")

    def decline(self, s: BattleState, value: int) -> None:
        s.pop()
