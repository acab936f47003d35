"""What bots go by: who stands where, who could come, and who would win."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.combat import ATTACK, DEFENCE, value
from meuse.games.battle_of_france.powers import CAMP, FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.units import AA, AIR, LAND

if TYPE_CHECKING:
    from meuse.games.battle_of_france.marches import Pulls


class Force(NamedTuple):
    """Some units added up: how many, and what they hit with."""

    units: int
    hits: int

    def plus(self, hits: int, units: int = 1) -> Force:
        return Force(self.units + units, self.hits + hits)

    @property
    def strength(self) -> int:
        """Strengths of waves that fight one after the other add up."""
        return self.units * self.hits


NOBODY = Force(0, 0)
FARTHEST = 3
"""How many spaces land units go at most; cards left out."""
WINNERS_LOSS = 0.65
"""Which share of itself a winner loses against an equal."""


def chance(attack: Force, defence: Force) -> float:
    """Who wins a fight to the end: numbers count as much as fire, and the more dice the surer is the stronger one."""
    if not attack.strength:
        return 0.0
    return float(1 / (1 + (defence.strength / attack.strength) ** sqrt(attack.units + defence.units)))


def losses(attack: Force, defence: Force) -> tuple[float, float]:
    """Which shares of both sides fall in a fight to the end."""
    odds = chance(attack, defence)
    if not attack.strength or not defence.strength:
        return 1 - odds, odds
    ratio = defence.strength / attack.strength
    return 1 - odds + odds * min(ratio, 1.0) * WINNERS_LOSS, odds + (1 - odds) * min(1 / ratio, 1.0) * WINNERS_LOSS


def prospect(ours: float, theirs: float) -> float:
    """A cautious guess who would win if so much strength came one day."""
    return float(1 / (1 + (theirs / ours) ** 1.5)) if ours else 0.0


def attackers(s: BattleState, pieces: Iterable[int], area: int) -> Force:
    values = [value(s, piece, ATTACK, area) for piece in pieces]
    return Force(len(values), sum(values))


def defenders(s: BattleState, area: int, camp: int) -> Force:
    """The units of a camp in an area as they would defend it; guns against aircraft count for nothing."""
    values = [value(s, piece, DEFENCE, area) for piece in s.of_camp(area, camp) if s.unit[piece] != AA]
    return Force(len(values), sum(values))


class Survey:
    """One look over the map: who defends each area, who could go how far, and what all units are worth."""

    __slots__ = ("_against", "defence", "german", "groups", "material", "plan", "planes", "rounds_left", "state")

    def __init__(self, s: BattleState, plan: Pulls) -> None:
        self.state = s
        self.plan = plan
        self.german = s.control[GERMANY]
        self.rounds_left = s.setting.rounds - s.round
        self.defence: tuple[dict[int, Force], dict[int, Force]] = ({}, {})
        self.groups: tuple[dict[int, list[Force]], ...] = ({}, {}, {})
        """Each power's land units that may move, by area: those who go one space or more, two or more, three."""
        self.planes: tuple[list[tuple[int, int, int]], ...] = ([], [], [])
        """Each power's aircraft: what they hit with, where they are, and how far away they fight."""
        self.material = [0.0, 0.0]
        self._against: dict[tuple[int, tuple[int, ...]], float] = {}
        setting, power, unit, hits = s.setting, s.power, s.unit, s.hits
        stuck = movement.frozen_line(s)
        for area, pieces in s.stacks.items():
            for piece in pieces:
                kind, owner = unit[piece], power[piece]
                camp = CAMP[owner]
                self.material[camp] += setting.cost[kind] * (1 - hits[piece] / setting.hits[kind])
                if kind == AA:
                    continue
                self.defence[camp][area] = self.defence[camp].get(area, NOBODY).plus(setting.defence[owner][kind])
                strong = setting.attack[owner][kind]
                if kind in AIR:
                    self.planes[owner].append((strong, area, setting.movement[kind] - 1))
                elif kind in LAND and not (owner == FRANCE and stuck >> area & 1):
                    forces = self.groups[owner].setdefault(area, [NOBODY] * FARTHEST)
                    for steps in range(min(setting.movement[kind], FARTHEST)):
                        forces[steps] = forces[steps].plus(strong)
        for riders in s.holds.values():
            for piece in riders:
                self.material[CAMP[power[piece]]] += setting.cost[unit[piece]]

    def against(self, area: int, powers: tuple[int, ...]) -> float:
        """The strength of all waves in which some powers of one camp could come to an area, each in its next turn."""
        known = self._against.get((area, powers))
        if known is None:
            known = self._against[area, powers] = sum(self._waves(area, power) for power in powers)
        return known

    def _waves(self, area: int, power: int) -> float:
        s = self.state
        board, groups = s.setting.board, self.groups[power]
        if not self.plan.near[area] & s.masks[power] or movement.ban(s, power) >> area & 1:
            return 0.0
        total, best = 0.0, NOBODY
        for steps, level in enumerate(_ways(s, area, s.occupied(enemy_of(CAMP[power])))):
            for place in board.members(level & s.masks[power]):
                wave = groups[place][steps] if place in groups else NOBODY
                strength = wave.units * wave.hits
                total += strength
                if strength > best.units * best.hits:
                    best = wave
        if best.units and self.planes[power] and not s.setting.forest >> area & 1:
            away = board.distances(area)
            fire = [strong for strong, place, reach in self.planes[power] if away[place] <= reach]
            total += best.plus(sum(fire), len(fire)).strength - best.strength
        return total


def _ways(s: BattleState, area: int, barred: int) -> list[int]:
    """From where land units come to an area in one space, two and three."""
    setting, board = s.setting, s.setting.board
    free = setting.land & ~barred
    if setting.forest >> area & 1:
        return [board.around[area] & free]
    levels: list[int] = board.reach(area, FARTHEST, free & ~setting.forest, 0)[1:]
    levels[0] |= board.around[area] & free & setting.forest
    return levels
