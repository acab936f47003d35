"""What bots go by: who stands where, who could come, and who would win."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.combat import ATTACK, DEFENCE, value
from meuse.games.battle_of_france.powers import CAMP, FRANCE, GERMANY, POWERS
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.units import AA, AIR, LAND
from meuse.mechanics.aims import recalled
from meuse.mechanics.odds import NOBODY, Force, force, prospect

if TYPE_CHECKING:
    from meuse.games.battle_of_france.marches import Pulls

FARTHEST = 3
"""How many spaces land units go at most; cards left out."""


def attackers(s: BattleState, pieces: Iterable[int], area: int) -> Force:
    return force([value(s, piece, ATTACK, area) for piece in pieces])


def defenders(s: BattleState, area: int, camp: int) -> Force:
    """The units of a camp in an area as they would defend it; guns against aircraft count for nothing."""
    return force([value(s, piece, DEFENCE, area) for piece in s.of_camp(area, camp) if s.unit[piece] != AA])


class Survey:
    """One look over the map: who defends each area, who could go how far, and what all units are worth."""

    __slots__ = ("_against", "defence", "german", "groups", "material", "plan", "planes", "rounds_left", "state")

    def __init__(self, s: BattleState, plan: Pulls) -> None:
        self.state = s
        self.plan = plan
        self.german = s.control[GERMANY]
        self.rounds_left = s.setting.rounds - s.round
        self.defence = tuple(defaultdict[int, Force](lambda: NOBODY) for _ in set(CAMP))
        self.groups = tuple(defaultdict[int, list[Force]](lambda: [NOBODY] * FARTHEST) for _ in POWERS)
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
                self.defence[camp][area] = self.defence[camp][area].plus(setting.defence[owner][kind])
                strong = setting.attack[owner][kind]
                if kind in AIR:
                    self.planes[owner].append((strong, area, setting.movement[kind] - 1))
                elif kind in LAND and not (owner == FRANCE and stuck >> area & 1):
                    forces = self.groups[owner][area]
                    for steps in range(min(setting.movement[kind], FARTHEST)):
                        forces[steps] = forces[steps].plus(strong)
        for piece in (rider for riders in s.holds.values() for rider in riders):
            self.material[CAMP[power[piece]]] += setting.cost[unit[piece]]

    def risk(self, area: int, enemies: tuple[int, ...], there: Force | None = None) -> float:
        """The chance that some enemies of one camp take an area from those who hold it, or from some others.

        They come in waves, each power in its next turn.
        """
        holders = there or self.defence[1 - (self.german >> area & 1)].get(area, NOBODY)
        coming = recalled(self._against, (area, enemies), lambda: sum(self._waves(area, power) for power in enemies))
        return prospect(coming, holders.strength)

    def _waves(self, area: int, power: int) -> float:
        s = self.state
        board, groups = s.setting.board, self.groups[power]
        if not self.plan.near[area] & s.masks[power] or movement.ban(s, power) >> area & 1:
            return 0.0
        levels = enumerate(_ways(s, area, s.occupied(enemy_of(CAMP[power]))))
        waves = [
            groups[at][steps] for steps, level in levels for at in board.members(level & s.masks[power]) if at in groups
        ]
        total = float(sum(wave.strength for wave in waves))
        best = max(waves, key=lambda wave: wave.strength, default=NOBODY)
        if best.strength and self.planes[power] and not s.setting.forest >> area & 1:
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
