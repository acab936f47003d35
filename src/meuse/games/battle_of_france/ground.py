"""What the bots' advice reckons with: who stands where, who could come, and who would win."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from meuse.games.battle_of_france import cards
from meuse.games.battle_of_france.combat import forest_value
from meuse.games.battle_of_france.components import AA, AIR, LAND, SIDE
from meuse.games.battle_of_france.state import BattleState

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance
    from meuse.games.battle_of_france.marches import Plan


class Force(NamedTuple):
    """Some units added up: how many, and what they hit with."""

    units: int
    hits: int

    def plus(self, hits: int) -> Force:
        return Force(self.units + 1, self.hits + hits)


NOBODY = Force(0, 0)


def chance(attack: Force, defence: Force) -> float:
    """A quick guess who wins a fight to the end: numbers count as much as fire."""
    ours, theirs = attack.units * attack.hits, defence.units * defence.hits
    if not ours:
        return 0.0
    return float(1 / (1 + (theirs / ours) ** 1.5))


def attackers(s: BattleState, pieces: Iterable[int], area: int) -> Force:
    force = NOBODY
    for piece in pieces:
        value = cards.combat_value(s, s.power[piece], s.unit[piece], "attack", area)
        force = force.plus(forest_value(s, value, area))
    return force


def defenders(s: BattleState, area: int, side: int) -> Force:
    """The units of a side in an area as they would defend it; guns against aircraft count for nothing."""
    force = NOBODY
    for piece in s.of_side(area, side):
        if s.unit[piece] != AA:
            force = force.plus(cards.combat_value(s, s.power[piece], s.unit[piece], "defence", area))
    return force


def land_distances(game: BattleOfFrance) -> list[list[int]]:
    """How many spaces lie between areas on the way over land; far away where there is none."""
    board = game.board
    table = []
    for area in range(board.size):
        row = [board.size] * board.size
        if game.land >> area & 1:
            for steps, level in enumerate(board.reach(area, board.size, game.land, 0)):
                for place in board.members(level):
                    row[place] = steps
        table.append(row)
    return table


class Survey:
    """One look over the map: who defends each area, who could go how far, and what all units are worth."""

    __slots__ = ("defence", "material", "plan", "reach", "state")

    def __init__(self, s: BattleState, plan: Plan) -> None:
        self.state = s
        self.plan = plan
        self.defence: tuple[dict[int, Force], dict[int, Force]] = ({}, {})
        self.reach: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([], [])
        """Land and air units of each side: where, how far they go to fight, what they hit with."""
        self.material = [0.0, 0.0]
        game = s.game
        power, unit, hits = s.power, s.unit, s.hits
        for area, pieces in s.stacks.items():
            for piece in pieces:
                kind, side = unit[piece], SIDE[power[piece]]
                self.material[side] += game.cost[kind] * (1 - hits[piece] / game.hits[kind])
                if kind == AA:
                    continue
                fire = game.defence[power[piece]][kind]
                self.defence[side][area] = self.defence[side].get(area, NOBODY).plus(fire)
                if kind in LAND or kind in AIR:
                    strong = game.attack[power[piece]][kind]
                    steps = game.movement[kind] if kind in LAND else game.movement[kind] // 2
                    self.reach[side].append((area, steps, strong))
        for riders in s.holds.values():
            for piece in riders:
                self.material[SIDE[power[piece]]] += game.cost[unit[piece]]
