"""What the bots' advice reckons with: strengths by hex, and how far it is to somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from meuse.board.kernels import spread
from meuse.games.victory_or_defeat.components import ALLIED, FRANCE, GERMAN, GERMANY
from meuse.games.victory_or_defeat.state import WarState

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat
    from meuse.games.victory_or_defeat.objectives import Plan

FAR = 99
"""Farther than any way on the map."""


class Way(NamedTuple):
    """How far every hex is from some place: the hexes at each distance, and the distance of each hex."""

    rings: tuple[int, ...]
    away: bytes

    def nearest(self, among: int) -> int:
        """How far the nearest of some hexes is."""
        for distance, ring in enumerate(self.rings):
            if ring & among:
                return distance
        return FAR


class Ways:
    """The ways to all places anybody asked for, worked out once: over land, whoever stands there, or round some."""

    def __init__(self, game: VictoryOrDefeat) -> None:
        self._game = game
        self._known: dict[tuple[str, int, int], Way] = {}

    def to(self, scenario: str, hexes: int, barred: int = 0) -> Way:
        known = self._known.get((scenario, hexes, barred))
        if known is None:
            if len(self._known) > 5000:
                self._known.clear()
            known = self._known[scenario, hexes, barred] = self._measure(scenario, hexes, barred)
        return known

    def _measure(self, scenario: str, hexes: int, barred: int) -> Way:
        board, ground = self._game.board, self._game.land & ~barred
        if scenario == "1939":
            ground &= self._game.country[GERMANY] | self._game.country[FRANCE]
        away = bytearray([FAR]) * board.size
        rings: list[int] = []
        front = seen = hexes
        while front:
            for hexa in board.members(front):
                away[hexa] = len(rings)
            rings.append(front)
            front = spread(front, board.stride) & ground & ~seen
            seen |= front
        return Way(tuple(rings), bytes(away))


class Survey:
    """One look over the map: attack and defence factors by hex for each side, and what all units are worth."""

    __slots__ = ("attack", "defence", "material", "plan", "state")

    def __init__(self, s: WarState, plan: Plan) -> None:
        self.state = s
        self.plan = plan
        self.attack: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.defence: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.material = [0, 0]
        game, where, steps, dormant = s.game, s.where, s.steps, s.dormant()
        for side in (GERMAN, ALLIED):
            attack, defence, total = self.attack[side], self.defence[side], 0
            for piece in game.mobile_of[s.scenario][side]:
                hexa = where[piece]
                if hexa < 0 or dormant >> piece & 1:
                    continue
                strong, firm = game.pieces[piece].strengths[steps[piece] - 1]
                attack[hexa] = attack.get(hexa, 0) + strong
                defence[hexa] = defence.get(hexa, 0) + firm
                total += strong + firm
            self.material[side] = total
            for hexa in game.board.members(s.forts(side)):
                fort = s.fort_at(hexa)
                assert fort is not None
                defence[hexa] = defence.get(hexa, 0) + s.defence_factor(fort)
