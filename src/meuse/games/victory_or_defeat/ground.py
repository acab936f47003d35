"""What the bots' advice computes with: strengths by hex, how far it is to somewhere, what a battle promises."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from meuse.board.kernels import spread
from meuse.games.victory_or_defeat.setting import ALLIED, FRANCE, GERMAN, GERMANY, WarSetting
from meuse.games.victory_or_defeat.state import WarState
from meuse.mechanics.aims import Way, Ways

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.objectives import Aims

FAR = 99
"""Farther than any way on the map."""
WORTH = {"DE": 1.0, "DR": 0.5, "BB": 0.2, "AS": -0.1}
"""What each result is worth to the attacker; AE costs what the scenario's losses cost (11.6)."""
ATTACKER_LOST = {"unit": -0.2, "step": -1.0}


class Ground:
    """What bots work out once about a setting."""

    def __init__(self, setting: WarSetting) -> None:
        board, stride = setting.board, setting.board.stride
        self.by_points = setting.rules.victory == "points"
        """Is it the campaign of points, and not the offensive against Germany?"""
        self.rivers = [board.across(hexa, setting.rivers) for hexa in range(board.size)]
        """The neighbours of each hex that lie across a river."""
        defence = [setting.pieces[piece].strengths[-1][1] for piece in setting.mobile_of[GERMAN]]
        self.german_unit = round(sum(defence) / len(defence))
        """The defence factors of a German unit, on average."""
        self.rough = setting.ardennes | setting.map.terrain.get("rough", 0)
        home = setting.country[GERMANY] | setting.country[FRANCE]
        self._passable = setting.land if setting.rules.neutrals else setting.land & home
        self._ways = Ways(board, lambda hexes: spread(hexes, stride), FAR)
        crt = setting.tables.crt
        worth = WORTH | {"AE": ATTACKER_LOST[setting.rules.losses]}
        self._first = -crt.columns.index("1:1")
        self._columns = [sum(worth[row[column]] for row in crt.rows) / 6 for column in range(len(crt.columns))]

    def way(self, hexes: int, barred: int = 0) -> Way:
        """How far every hex is from some others: over land, whatever stands there, or round some hexes."""
        return self._ways.to(hexes, self._passable & ~barred)

    def column(self, column: int) -> float:
        """The mean of a column of the Combat Results Table, from -1 (the attackers are lost) to 1 (the defenders)."""
        place = column - self._first
        return -1.0 if place < 0 else 1.0 if place >= len(self._columns) else self._columns[place]


@lru_cache(maxsize=64)
def ground(setting: WarSetting) -> Ground:
    return Ground(setting)


def panzers(s: WarState) -> list[int]:
    """The mechanized corps on the map."""
    mechanized, where = s.setting.is_mechanized, s.where
    return [piece for piece in s.setting.mobile_of[GERMAN] if mechanized[piece] and where[piece] >= 0]


class Survey:
    """One look over the map: attack and defence factors by hex for each side, and what all units are worth."""

    __slots__ = ("attack", "defence", "ground", "material", "plan", "state")

    def __init__(self, s: WarState, plan: Aims) -> None:
        self.state = s
        self.plan = plan
        self.ground = ground(s.setting)
        self.attack: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.defence: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.material = [0, 0]
        setting, where, steps, dormant = s.setting, s.where, s.steps, s.dormant()
        for side in (GERMAN, ALLIED):
            attack, defence, total = self.attack[side], self.defence[side], 0
            for piece in setting.mobile_of[side]:
                hexa = where[piece]
                if hexa < 0 or dormant >> piece & 1:
                    continue
                strong, firm = setting.pieces[piece].strengths[steps[piece] - 1]
                attack[hexa] = attack.get(hexa, 0) + strong
                defence[hexa] = defence.get(hexa, 0) + firm
                total += strong + firm
            self.material[side] = total
            for hexa in setting.board.members(s.forts(side)):
                fort = s.fort_at(hexa)
                assert fort is not None
                defence[hexa] = defence.get(hexa, 0) + s.defence_factor(fort)
