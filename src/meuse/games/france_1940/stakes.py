"""What a scenario is about, for the bots: who wants which of its counts, and where that is won (2.3k)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meuse.board.kernels import spread
from meuse.games.france_1940 import victory
from meuse.games.france_1940.scenarios import Counted
from meuse.games.france_1940.setting import ALLIED, GERMAN, SIDES, FranceSetting
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.aims import Want, Ways

FAR = 60
"""The distance of hexes that cannot be reached."""


class Stake(NamedTuple):
    """A count of the scenario: who wants it high, and what one more of it is worth."""

    name: str
    row: Counted
    side: int
    worth: float
    """As a part of all that the winner needs."""
    needed: int
    """So much of it is enough; 0: there is never too much."""


class Stakes:
    """All of them, and the ways to where they are won; made once for each setting and the numbers of the advice."""

    def __init__(self, setting: FranceSetting, numbers: Mapping[str, float]) -> None:
        self.setting, self.numbers = setting, numbers
        self.grades = [self._grade(row.winner, row.level) for row in setting.scenario.victory.grade]
        """What each grade is worth to the German side."""
        self.stakes = list(self._read())
        board = setting.board
        ground = board.everything & ~setting.closed
        self.ways = Ways(board, lambda hexes: spread(hexes, board.stride), ground, FAR)

    def _grade(self, winner: str | None, level: str) -> float:
        return 0.0 if winner is None else self.numbers[level] * (1 if winner == SIDES[GERMAN] else -1)

    def _read(self) -> Iterator[Stake]:
        rules = self.setting.scenario.victory
        most: dict[tuple[str, int], int] = {}
        for grade, worth in zip(rules.grade, self.grades, strict=True):
            side = GERMAN if worth > self.grades[-1] else ALLIED  # against what it would be without
            for name, need in grade.needs.items():
                most[name, side] = max(most.get((name, side), 1), need)
        seen = set()
        for (name, side), need in most.items():
            for part, sign in self._parts(name):
                if part not in seen:
                    seen.add(part)
                    row = rules.count[part]
                    wants = side if sign > 0 else 1 - side
                    enough = need * row.each // row.points if part == name else 0
                    yield Stake(part, row, wants, row.points / row.each / need, enough)

    def _parts(self, name: str, sign: int = 1) -> Iterator[tuple[str, int]]:
        row = self.setting.scenario.victory.count[name]
        if row.kind != "sum":
            yield name, sign
        for part in row.of:
            yield from self._parts(part, sign)
        for part in row.less:
            yield from self._parts(part, -sign)

    def won(self, s: FranceState) -> float:
        """What all counts come to for the German side, as parts of what is needed."""
        total = 0.0
        for stake in self.stakes:
            number = victory.number(s, stake.row)
            number = min(number, stake.needed + 1) if stake.needed else number
            total += stake.worth * number * (1 if stake.side == GERMAN else -1)
        return total

    def grade(self, s: FranceState) -> float:
        """What the grade that would decide now is worth to the German side."""
        return self.grades[victory.standing(s)]

    # where units are wanted

    def wants(self, s: FranceState, side: int) -> Iterator[Want]:
        """Where formations of a side are wanted: at what it must have, hold or deny, at the edge, near the enemy."""
        board, setting = self.setting.board, self.setting
        for stake in self.stakes:
            row, mine = stake.row, stake.side == side
            if row.kind in ("control", "groups"):
                hexes = board.set([*row.hexes, *(label for group in row.groups for label in group)])
                held = hexes & victory.controlled(s, side)
                if hexes & ~held:
                    yield Want("take" if mine else "retake", hexes & ~held, 1)
                if held:
                    yield Want("hold", held, 1)
            elif row.kind == "units":
                area = setting.areas[row.area]
                if mine:
                    yield Want("reach", area, int(self.numbers["reach_with"]), each=False)
                else:
                    yield Want("deny", area, int(self.numbers["deny_with"]), each=False)
            elif row.kind == "exited" and mine:
                yield Want("leave", setting.edge[1 - side], int(self.numbers["leave_with"]), each=False)
            elif row.kind == "works" and mine:
                forts = sum({1 << fort.hex for fort in s.forts if fort.owner != side})
                if forts:
                    yield Want("storm", forts, 1)
        if s.held[1 - side] and (setting.scenario.attacker in (None, SIDES[side])):
            yield Want("enemy", s.held[1 - side], 1)
