"""What the bots' advice computes with: strengths by hex, how far it is to somewhere, what a battle promises."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from meuse.board.kernels import spread
from meuse.games.victory_or_defeat.setting import ALLIED, FRANCE, GERMAN, GERMANY, WarSetting
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import halved
from meuse.mechanics.aims import Aims, Ways

FAR = 99
"""Farther than any way on the map."""
WORTH = {"DE": 1.0, "DR": 0.5, "BB": 0.2, "AS": -0.1}
"""What each result is worth to the attacker; AE costs what the scenario's losses cost (11.6)."""
ATTACKER_LOST = {"unit": -0.2, "step": -1.0}


class Ground:
    """What bots work out once about a setting."""

    def __init__(self, setting: WarSetting) -> None:
        board, stride = setting.board, setting.board.stride
        self.rivers = [board.across(hexa, setting.rivers) for hexa in range(board.size)]
        """The neighbours of each hex that lie across a river."""
        defence = [setting.pieces[piece].strengths[-1][1] for piece in setting.mobile_of[GERMAN]]
        self.german_unit = round(sum(defence) / len(defence))
        """The defence factors of a German unit, on average."""
        self.rough = setting.ardennes | setting.map.terrain.get("rough", 0)
        france, germany = setting.country[FRANCE] & setting.land, setting.country[GERMANY] & setting.land
        self.home = setting.cities & germany
        """The German cities."""
        self.border = board.zones(france, setting.water) & germany
        """The German hexes beside France: where the West Wall stands, or stood."""
        passable = setting.land if setting.rules.neutrals else france | germany
        self.ways = Ways(board, lambda hexes: spread(hexes, stride), passable, FAR)
        """The ways over land, whatever stands there."""
        crt = setting.tables.crt
        worth = WORTH | {"AE": ATTACKER_LOST[setting.rules.losses]}
        self._first = -crt.columns.index("1:1")
        self._columns = [sum(worth[row[column]] for row in crt.rows) / 6 for column in range(len(crt.columns))]

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


def defence(s: WarState, hexa: int) -> int:
    return sum(s.defence_factor(piece) for piece in s.at(hexa))


def assault(s: WarState, hexa: int, pieces: Iterable[int]) -> int:
    """The attack factors of some units against a hex, halved across a river."""
    river = ground(s.setting).rivers[hexa]
    factors = ((s.attack_factor(piece), river >> s.where[piece] & 1) for piece in pieces)
    return sum(halved(factor) if wet else factor for factor, wet in factors)


def prospect(s: WarState, strong: int, firm: int, hexa: int) -> float:
    """What an attack promises, up to 1 (the defender is lost): terrain and fort counted."""
    if not firm:
        return 0.0
    known, bit = ground(s.setting), 1 << hexa
    column = strong // firm - 1 if strong >= firm else 1 - -(-firm // max(strong, 1))
    if bit & known.rough:
        column -= 1
    fort = s.fort_at(hexa) if bit & s.all_forts() else None
    if fort is not None:
        column -= s.defence_factor(fort)
    return max(0.0, known.column(column))


class Survey:
    """One look over the map: attack and defence factors by hex for each side, and what all units are worth."""

    __slots__ = ("attack", "defence", "ground", "material", "plan", "state")

    def __init__(self, s: WarState, plan: Aims) -> None:
        self.state = s
        self.plan = plan
        self.ground = ground(s.setting)
        self.attack = defaultdict[int, int](int), defaultdict[int, int](int)
        self.defence = defaultdict[int, int](int), defaultdict[int, int](int)
        self.material = [0, 0]
        setting, where, steps, dormant = s.setting, s.where, s.steps, s.dormant()
        for side in (GERMAN, ALLIED):
            attack, defended = self.attack[side], self.defence[side]
            for piece in setting.mobile_of[side]:
                hexa = where[piece]
                if hexa >= 0 and not dormant >> piece & 1:
                    strong, firm = setting.pieces[piece].strengths[steps[piece] - 1]
                    attack[hexa] += strong
                    defended[hexa] += firm
            self.material[side] = sum(attack.values()) + sum(defended.values())
            for hexa in setting.board.members(s.forts(side)):
                defended[hexa] += sum(s.defence_factor(piece) for piece in s.at(hexa) if setting.is_fort[piece])

    def promise(self, side: int, hexa: int, firm: int) -> float:
        """What an attack on a hex promises a side with all it has beside it."""
        s, own, river = self.state, self.attack[side], self.ground.rivers[hexa]
        near = s.setting.board.around[hexa] & s.mobile(side)
        if not near:
            return 0.0
        strong = sum(halved(own[n]) if river >> n & 1 else own[n] for n in s.setting.board.members(near))
        return prospect(s, strong, firm, hexa)
