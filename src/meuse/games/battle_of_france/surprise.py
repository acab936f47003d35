"""The Ardennes surprise attack: one transfer before Germany's first turn."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.components import GERMANY, SIDE, UNITS
from meuse.games.battle_of_france.events import Moved
from meuse.games.battle_of_france.state import BattleState, enemy_of

Frame = tuple[str, int, tuple[int, ...]]
"""("surprise", area or -1, units in hand)"""


def eligible(s: BattleState, area: int) -> list[int]:
    """German land units in an area, guns left out (surprise.2, G65)."""
    names = s.game.tables.surprise.units
    return [p for p in s.at(area) if s.power[p] == GERMANY and UNITS[s.unit[p]] in names]


def targets(s: BattleState, units: int) -> int:
    """Forest areas without Allied units, with room (surprise.2, G65)."""
    free = s.game.forest & ~s.occupied(enemy_of(SIDE[GERMANY]))
    return movement.with_room(s, free, units, SIDE[GERMANY])


class Surprise(Step[BattleState]):
    """Choose a territory, units of it, and the forest they appear in, or forgo it for good (surprise.1)."""

    name = "surprise"

    def side(self, s: BattleState, f: Frame) -> int:
        return GERMANY

    def prompt(self, s: BattleState, f: Frame) -> str:
        if f[1] < 0:
            return "Ardennes surprise: choose the territory whose units appear in the forest, or forgo it."
        return f"Ardennes surprise from {s.spoken(f[1])}: take units, then choose a forest space."

    def options(self, s: BattleState, f: Frame) -> list[Option]:
        game = s.game
        if f[1] < 0:
            held = s.control[GERMANY] & s.masks[GERMANY]
            sources = [game.say_from[area] for area in game.board.members(held) if eligible(s, area)]
            return [*sources, game.say_decline] if sources and targets(s, 1) else []
        rest = s.classes(p for p in eligible(s, f[1]) if p not in f[2])
        found = [game.say_take[c] for c in sorted(rest)] if targets(s, len(f[2]) + 1) else []
        if f[2]:
            found += game.board.pick(game.say_to, targets(s, len(f[2])))
        return found

    def start(self, s: BattleState, f: Frame, area: int) -> None:
        s.stack[-1] = ("surprise", area, ())

    def take(self, s: BattleState, f: Frame, number: int) -> None:
        piece = s.classes(p for p in eligible(s, f[1]) if p not in f[2])[number]
        s.stack[-1] = ("surprise", f[1], (*f[2], piece))

    def to(self, s: BattleState, f: Frame, goal: int) -> None:
        """Not a move: the units may move and attack in the turn that follows (G65)."""
        s.stack.pop()
        s.events.append(Moved(("surprise.2",), f[2], (f[1], goal)))
        for piece in f[2]:
            s.shift(piece, goal)
        movement.capture(s, GERMANY, goal, "capture.1")

    def decline(self, s: BattleState, f: Frame, value: int) -> None:
        s.stack.pop()

    def why(self, s: BattleState, f: Frame, option: Option) -> Refusal:
        if option.verb == "take":
            return Refusal(f"{option.object} takes no part: land units of one territory do", "surprise.2")
        return Refusal(f"{option.object} will not do for the transfer", "surprise.2")
