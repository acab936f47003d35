"""What the bots' advice computes with: what units and places are worth, how far it is, what attacks promise."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from meuse.board.kernels import spread
from meuse.board.sets import listed
from meuse.games.mansteins_war import air, fortresses, logistics, shifts, victory
from meuse.games.mansteins_war.setting import ALLIED, GERMAN, MansteinSetting
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.tables import Result
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.aims import Aims, Way, Ways

FAR, FARTHEST = 99, 14
"""Farther than any way on the map; and how far bots look for a way."""
MECH, TRAIN, AIR = 1.4, 8.0, 3.0
"""How much dearer than its factors a Mech unit is; what a logistics unit and a point of air strength are worth."""
SPARED = 0.4
"""What a German factor is worth next to an Allied one: the Germans are the ones who must get on, and are refitted."""
UNSUPPORTED, CUT_OFF = 0.25, 0.4
"""Which share of its worth a unit loses without support, and while it is cut off."""
BEATEN, TRAPPED = 0.08, 0.5
"""Which share of its worth a stack loses by a retreat, and by one that leads through enemy zones."""
FOLLOWED = 0.8
"""How often the attacker can keep a hex that the defender has lost."""


class Outcome(NamedTuple):
    """A result of combat in numbers: steps lost and hexes of retreat of each side."""

    steps: int
    back: int
    own_steps: int
    own_back: int
    counter: bool


class Means(NamedTuple):
    """What a column of a table does on the average: the same numbers, and the chance of a counterattack."""

    steps: float
    back: float
    own_steps: float
    own_back: float
    counter: float


class Stack(NamedTuple):
    """Units that attack or defend together, added up."""

    steps: int
    worth: float
    attack: int
    defence: int


class Ground:
    """What bots work out once about a setting."""

    def __init__(self, setting: MansteinSetting) -> None:
        board = setting.board
        self.roads = Ways(board, lambda hexes: spread(hexes, board.stride), setting.land, FAR)
        """The ways over land, whatever stands there."""
        self.prizes: dict[tuple[int, str], dict[int, int]] = {}
        """The points of hexes for each side, with the Netherlands in play or not."""
        self.units = [listed(setting.pieces_on[side]) for side in (GERMAN, ALLIED)]
        """The ground units of each side."""
        self.worth = [self._worth(setting, piece) for piece in range(setting.first_air)]
        """What each ground unit is worth by the steps it has left."""
        rows = setting.tables.terrain
        self.cover = bytearray(board.size)
        """How many columns the ground of a hex, or a city there, is worth to defenders."""
        for name, hexes in (*setting.ground_of.items(), ("city", setting.cities)):
            for hexa in board.members(hexes):
                self.cover[hexa] = max(self.cover[hexa], -rows[name].columns)
        self.wet = [board.across(hexa, setting.rivers) for hexa in range(board.size)]
        """The neighbours of each hex that lie across a river."""
        self.last = len(setting.tables.columns.names) - 1
        self.results = tuple(self._results(setting, mobile, fort) for mobile, fort in TABLES)
        """For each of the tables, and the first against a fort, the outcomes by column."""
        self.means = tuple([self._mean(outcomes) for outcomes in table] for table in self.results)

    @staticmethod
    def _worth(setting: MansteinSetting, piece: int) -> list[float]:
        if setting.trains >> piece & 1:
            return [0.0, TRAIN]
        dearer = (MECH if setting.is_mech[piece] else 1.0) * (SPARED if setting.side_of[piece] == GERMAN else 1.0)
        return [dearer * (a + d) for a, d in zip(setting.af[piece], setting.df[piece], strict=True)]

    @staticmethod
    def _results(setting: MansteinSetting, mobile: bool, fort: bool) -> list[list[Outcome]]:
        rows = setting.tables.mobile.rows if mobile else setting.tables.assault.rows

        def outcome(code: Result) -> Outcome:
            row = setting.tables.result[code]
            if fort and row.counterattack:
                return Outcome(0, 0, 0, 0, False)
            if fort and row.fort == "ST":
                row = setting.tables.result["ST"]
            ours, theirs = row.attacker, row.defender
            return Outcome(theirs.steps, 0 if fort else theirs.retreat, ours.steps, ours.retreat, row.counterattack)

        return [[outcome(row[column]) for row in rows] for column in range(len(rows[0]))]

    @staticmethod
    def _mean(outcomes: Sequence[Outcome]) -> Means:
        return Means(*(sum(row[part] for row in outcomes) / len(outcomes) for part in range(len(Means._fields))))


TABLES = ((False, False), (True, False), (False, True))
ASSAULT, MOBILE, SIEGE = range(3)
"""The Assault and the Mobile table, and the first of them against an intact fort."""


@lru_cache(maxsize=16)
def ground(setting: MansteinSetting) -> Ground:
    return Ground(setting)


def grown(s: MansteinState, hexes: int, steps: int) -> int:
    """Some hexes with all that lie at most so many steps away."""
    for _ in range(steps):
        hexes = spread(hexes, s.setting.board.stride)
    return hexes & s.setting.board.everything


# ways


class Distances(Sequence[int]):
    """The distance of each place, looked up in rings: few are ever asked for."""

    __slots__ = ("_rings", "_size")

    def __init__(self, rings: tuple[int, ...], size: int) -> None:
        self._rings = rings
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: Any) -> Any:
        bit = 1 << place
        for distance, ring in enumerate(self._rings):
            if ring & bit:
                return distance
        return FAR

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distances) and self._rings == other._rings

    def __hash__(self) -> int:
        return hash(self._rings)


class Passages(Ways):
    """The ways past the enemy: not through him, and not straight from one of his zones to another (7.2d)."""

    def __init__(self, s: MansteinState, side: int, armies: bool) -> None:
        board, setting = s.setting.board, s.setting
        land = setting.land & ~setting.no_armies if armies else setting.land
        super().__init__(board, lambda hexes: spread(hexes, board.stride), land, FAR)
        self._stride = board.stride
        self.zone, self.foe = enemy_zone(s, side), s.held[other(side)]

    def _measured(self, places: int, ground: int) -> Way:
        rings = [places]
        foe, zone, stride = self.foe, self.zone, self._stride
        ground &= ~(foe | places)
        free = ~zone
        # whom one goes for is attacked from anywhere beside him
        front = (spread(places & (free | foe), stride) | spread(places & zone & ~foe, stride) & free) & ground
        while front and len(rings) <= FARTHEST:
            rings.append(front)
            ground &= ~front
            front = (spread(front & free, stride) | spread(front & zone, stride) & free) & ground
        return Way(tuple(rings), Distances(tuple(rings), self._board.size))


def passages(s: MansteinState, side: int, armies: bool) -> Passages:
    """The ways of armies, or of other units, as long as the enemy stands where he does."""
    key = ("passages", side, armies)
    known = s.memo.get(key)
    if known is None or (known[1].zone, known[1].foe) != (enemy_zone(s, side), s.held[other(side)]):
        known = s.memo[key] = (0, Passages(s, side, armies))
    made: Passages = known[1]
    return made


# places


def prizes(s: MansteinState, side: int) -> dict[int, int]:
    """The hexes that score for a side, and how much each does; control is another matter."""
    found, key = ground(s.setting).prizes, (side, s.rulings["no_netherlands"])
    known = found.get(key)
    if known is None:
        board, rows = s.setting.board, victory.objectives(s, side)
        known = found[key] = {hexa: row.points for row in rows for hexa in board.members(row.hexes)}
    return known


def goals(s: MansteinState, side: int) -> int:
    """The same hexes as a set."""
    return sum([1 << hexa for hexa in prizes(s, side)])


def prize(s: MansteinState, side: int, hexa: int) -> int:
    """The points that a side gains, or its enemy loses, with a hex that it takes."""
    enemy = s.taken >> hexa & 1 == (side == ALLIED)
    return prizes(s, GERMAN).get(hexa, 0) + prizes(s, ALLIED).get(hexa, 0) if enemy else 0


# attacks


def stack_of(s: MansteinState, pieces: Sequence[int]) -> Stack:
    setting, steps, worth = s.setting, s.steps, ground(s.setting).worth
    left, value, attack, defence = 0, 0.0, 0, 0
    for piece in pieces:
        has = steps[piece]
        left += has
        value += worth[piece][has]
        attack += setting.af[piece][has]
        defence += setting.df[piece][has]
    return Stack(left, value, attack, defence)


def trapped(s: MansteinState, side: int, hexa: int) -> bool:
    """Has a stack no hex beside it that is free of enemies and of their zones?"""
    return not s.setting.overland[hexa] & ~(s.held[other(side)] | enemy_zone(s, side))


def gain_of(outcome: Outcome | Means, theirs: Stack, ours: Stack, back: float, prize_of: float) -> float:
    """What a result gains: their losses and the hex, less our own losses."""
    share, own = (
        min(lost / max(of.steps, 1), 1.0) for lost, of in ((outcome.steps, theirs), (outcome.own_steps, ours))
    )
    moved = min(outcome.back, 1.0)
    gain = share * theirs.worth + (1 - share) * moved * back * theirs.worth
    gain += prize_of * max(moved, 1.0 if share >= 1 else 0.0)
    return gain - own * ours.worth - outcome.own_back * 0.04 * ours.worth


def counter_gain(s: MansteinState, theirs: Stack, ours: Stack) -> float:
    """What a counterattack costs the attackers, about."""
    known = ground(s.setting)
    strength = theirs.attack or theirs.defence
    column = min(shifts.column_of(s, strength, ours.defence) + s.setting.tables.combat.counterattack, known.last)
    return -gain_of(known.means[ASSAULT][column], ours, theirs, BEATEN, 0.0)


def prospect(s: MansteinState, attackers: Sequence[int], target: int, point: float) -> tuple[float, bool]:
    """What an attack gains on the average, with all that counts by the rules, on the better table; is it the Mobile?

    ``point``: what a victory point is worth.
    """
    setting, known = s.setting, ground(s.setting)
    side = setting.side_of[attackers[0]]
    defenders = shifts.defenders_at(s, other(side), target)
    column = shifts.odds(s, target, tuple(attackers)).column
    theirs, ours = stack_of(s, defenders), stack_of(s, attackers)
    back = TRAPPED if trapped(s, other(side), target) else BEATEN
    hex_worth = FOLLOWED * point * prize(s, side, target)
    counter = counter_gain(s, theirs, ours)

    def mean(table: int) -> float:
        outcomes = known.results[table][column]
        return sum([counter if o.counter else gain_of(o, theirs, ours, back, hex_worth) for o in outcomes]) / len(
            outcomes
        )

    if fortresses.stands(s, target) and s.where[attackers[0]] != target:
        return mean(SIEGE), False
    assault = mean(ASSAULT)
    if all(setting.is_mech[piece] for piece in attackers):
        mobile = mean(MOBILE)
        return max(assault, mobile), mobile > assault
    return assault, False


def threat(s: MansteinState, side: int, hexa: int, strong: float, wet: bool, shift: int = 0) -> float:
    """A quick guess at what an attack with so many factors would gain; ``wet``: it is made across a river."""
    known, enemy = ground(s.setting), other(side)
    theirs = stack_of(s, shifts.defenders_at(s, enemy, hexa))
    if not theirs.steps:
        return 0.0
    fort = fortresses.stands(s, hexa)
    cover = known.cover[hexa] if not s.bombed >> hexa & 1 else 0
    column = shifts.column_of(s, int(strong), theirs.defence) - cover - wet - fort + shift
    column += air.support(s, side, hexa) - air.support(s, enemy, hexa)
    means = known.means[SIEGE if fort else ASSAULT][max(0, min(column, known.last))]
    ours = Stack(6, (2.0 * SPARED if side == GERMAN else 2.0) * strong, int(strong), int(strong))
    gain = gain_of(means, theirs, ours, TRAPPED if trapped(s, enemy, hexa) else BEATEN, 0.0)
    return gain - means.counter * 0.1 * ours.worth + 2.0 * prize(s, side, hexa) * min(means.back, 1.0)


# one look over the map


class Campaign(Aims):
    """What a side is after, and how much of the game was left when it was decided."""

    def __init__(self, s: MansteinState, side: int) -> None:
        super().__init__(side)
        last = s.setting.scenario.extended if s.extended else s.setting.scenario.turns
        self.left = max(last + 1 - s.turn, 1) / last
        """The share of the game that is left: units count for less and less."""


class Survey:
    """Strength by hex for each side, what all units are worth, and what attacks promise."""

    __slots__ = ("attack", "ground", "material", "plan", "state")

    def __init__(self, s: MansteinState, plan: Campaign) -> None:
        self.state = s
        self.plan = plan
        self.ground = ground(s.setting)
        setting = s.setting
        self.attack: tuple[dict[int, int], dict[int, int]] = {}, {}
        """The attack factors in each hex."""
        self.material = [0.0, 0.0]
        where, steps, worth, factors = s.where, s.steps, self.ground.worth, setting.af
        for side in (GERMAN, ALLIED):
            attack, total = self.attack[side], 0.0
            alone = logistics.unsupported(s, side)
            for piece in self.ground.units[side]:
                hexa = where[piece]
                if hexa < 0:
                    continue
                has = steps[piece]
                value = worth[piece][has]
                if alone >> piece & 1:
                    value *= 1 - (CUT_OFF if logistics.cut_off(s, piece) else UNSUPPORTED)
                power = factors[piece][has]
                if power:
                    attack[hexa] = attack.get(hexa, 0) + power
                total += value
            self.material[side] = total
        for unit in setting.air:
            self.material[setting.side_of[unit]] += AIR * setting.strength[unit][s.steps[unit]]

    def promise(self, side: int, hexa: int) -> float:
        """What an attack on a hex promises a side with all it has beside it; nothing if it would not pay."""
        s, own = self.state, self.attack[side]
        near = s.setting.overland[hexa] & s.held[side]
        strong, wet, across = 0, True, self.ground.wet[hexa]
        while near:
            low = near & -near
            near ^= low
            power = own.get(low.bit_length() - 1)
            if power:
                strong += power
                wet = wet and bool(across & low)
        return max(threat(s, side, hexa, strong, wet), 0.0) if strong else 0.0

    def pressure(self, side: int) -> float:
        """What all attacks of a side together promise."""
        s = self.state
        near = s.setting.board.zones(s.held[side], s.setting.ocean) & s.held[other(side)]
        return sum([self.promise(side, hexa) for hexa in s.setting.board.members(near)])
