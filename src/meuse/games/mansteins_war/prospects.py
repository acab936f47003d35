"""What the bots' advice computes with: what units and places are worth, how far it is, what attacks promise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from meuse.board.kernels import spread
from meuse.board.sets import listed, members
from meuse.games.mansteins_war import air, fortresses, logistics, shifts, variants, victory
from meuse.games.mansteins_war.setting import ALLIED, GERMAN, MansteinSetting
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.tables import Result
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.aims import Aims, Way, Ways

FAR = 99
"""Farther than any way on the map."""
HORIZON = 14
"""So many hexes off the ways past the enemy end, which are measured again whenever he moves."""


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
    units: int
    costs: list[float]
    """What it costs their owner to lose so many steps, the cheapest first, points for units destroyed included."""

    def cost(self, steps: float) -> float:
        """The same for any number of steps, a mean of results among them."""
        whole = int(steps)
        if whole >= self.steps:
            return self.costs[-1]
        least = self.costs[whole]
        return least + (steps - whole) * (self.costs[whole + 1] - least)


class Judgement:
    """What bots work out once about a setting, by the numbers of some advice."""

    def __init__(self, setting: MansteinSetting, numbers: Mapping[str, float]) -> None:
        board = setting.board
        self.setting = setting
        self.numbers = numbers
        self.roads = Ways(board, lambda hexes: spread(hexes, board.stride), setting.land, FAR)
        """The ways over land, whatever stands there."""
        round_the_line = setting.land & ~setting.maginot
        self.around = Ways(board, lambda hexes: spread(hexes, board.stride), round_the_line, FAR)
        """The same round the Maginot Line."""
        self.prizes: dict[tuple[int, int], dict[int, int]] = {}
        """The points of hexes for each side, by what is out of play."""
        self.units = [listed(setting.pieces_on[side]) for side in (GERMAN, ALLIED)]
        """The ground units of each side."""
        self.worth = [self._worth(piece) for piece in range(setting.first_air)]
        """What each ground unit is worth by the steps it has left."""
        self.losses = [self._losses(piece) for piece in range(setting.first_air)]
        """What the last of the steps it has left costs each ground unit; with the very last one go points."""
        rows = setting.tables.terrain
        self.cover = bytearray(board.size)
        """How many columns the ground of a hex, or a city there, is worth to defenders."""
        for name, hexes in (*setting.ground_of.items(), ("city", setting.cities)):
            for hexa in board.members(hexes):
                self.cover[hexa] = max(self.cover[hexa], -rows[name].columns)
        self.wet = [board.across(hexa, setting.rivers) for hexa in range(board.size)]
        """The neighbours of each hex that lie across a river."""
        self.last = len(setting.tables.columns.names) - 1
        self.results = tuple(self._results(mobile, fort) for mobile, fort in TABLES)
        """For each of the tables, and the first against a fort, the outcomes by column."""
        self.means = tuple([self._mean(outcomes) for outcomes in table] for table in self.results)

    def _worth(self, piece: int) -> list[float]:
        setting, numbers = self.setting, self.numbers
        if setting.trains >> piece & 1:
            return [0.0, numbers["train_worth"]]
        dearer = numbers["mech_worth"] if setting.is_mech[piece] else 1.0
        dearer *= numbers["german_worth"] if setting.side_of[piece] == GERMAN else 1.0
        return [dearer * (a + d) for a, d in zip(setting.af[piece], setting.df[piece], strict=True)]

    def _losses(self, piece: int) -> list[float]:
        setting, worth = self.setting, self.worth[piece]
        costs = [0.0, *(more - less for less, more in pairwise(worth))]
        tables = setting.tables.victory
        if setting.side_of[piece] == GERMAN:  # points for the Allies
            units, mech = tables.allied.units, setting.mech
            dear = units.mech
        else:
            units, mech = tables.german.units, setting.mech_corps
            dear = units.mech_corps
        army = setting.pieces[piece].size == "army"
        costs[1] += self.numbers["point"] * max(dear if mech >> piece & 1 else 0, units.army if army else 0)
        return costs

    def _results(self, mobile: bool, fort: bool) -> list[list[Outcome]]:
        tables = self.setting.tables
        rows = tables.mobile.rows if mobile else tables.assault.rows

        def outcome(code: Result) -> Outcome:
            row = tables.result[code]
            if fort and row.counterattack:
                return Outcome(0, 0, 0, 0, False)
            if fort and row.fort == "ST":
                row = tables.result["ST"]
            ours, theirs = row.attacker, row.defender
            return Outcome(theirs.steps, 0 if fort else theirs.retreat, ours.steps, ours.retreat, row.counterattack)

        return [[outcome(row[column]) for row in rows] for column in range(len(rows[0]))]

    @staticmethod
    def _mean(outcomes: Sequence[Outcome]) -> Means:
        return Means(*(sum(row[part] for row in outcomes) / len(outcomes) for part in range(len(Means._fields))))

    def at(self, column: int) -> int:
        """The column that counts: no further than the tables go."""
        return max(0, min(column, self.last))


TABLES = ((False, False), (True, False), (False, True))
ASSAULT, MOBILE, SIEGE = range(3)
"""The Assault and the Mobile table, and the first of them against an intact fort."""


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
        return HORIZON + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distances) and self._rings == other._rings

    def __hash__(self) -> int:
        return hash(self._rings)


class Passages(Ways):
    """The ways past the enemy: not through him, and not straight from one of his zones to another (7.2d)."""

    def __init__(self, s: MansteinState, side: int, armies: bool) -> None:
        """The ways that an army, or another unit, of a side finds."""
        board, setting = s.setting.board, s.setting
        land = setting.land & ~setting.no_armies if armies else setting.land
        super().__init__(board, lambda hexes: spread(hexes, board.stride), land, HORIZON + 1)
        self._stride = board.stride
        self.zone, self.foe = enemy_zone(s, side), s.held[other(side)]

    def _measured(self, places: int, ground: int) -> Way:
        rings = [places]
        foe, zone, stride = self.foe, self.zone, self._stride
        ground &= ~(foe | places)
        free = ~zone
        # whom one goes for is attacked from anywhere beside him
        front = (spread(places & (free | foe), stride) | spread(places & zone & ~foe, stride) & free) & ground
        while front and len(rings) <= HORIZON:
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


def prizes(j: Judgement, s: MansteinState, side: int) -> dict[int, int]:
    """The hexes that score for a side, and how much each does; control is another matter."""
    key = (side, variants.out_of_play(s))
    known = j.prizes.get(key)
    if known is None:
        board, rows = s.setting.board, victory.objectives(s, side)
        known = j.prizes[key] = {hexa: row.points for row in rows for hexa in board.members(row.hexes)}
    return known


def goals(j: Judgement, s: MansteinState, side: int) -> int:
    """The same hexes as a set."""
    return members(prizes(j, s, side))


def prize(j: Judgement, s: MansteinState, side: int, hexa: int) -> int:
    """The points that a side gains, or its enemy loses, with a hex that it takes."""
    enemy = s.taken >> hexa & 1 == (side == ALLIED)
    return prizes(j, s, GERMAN).get(hexa, 0) + prizes(j, s, ALLIED).get(hexa, 0) if enemy else 0


# attacks


def stack_of(j: Judgement, s: MansteinState, pieces: Sequence[int]) -> Stack:
    setting, steps, worth, losses = s.setting, s.steps, j.worth, j.losses
    left, value, attack, defence = 0, 0.0, 0, 0
    for piece in pieces:
        has = steps[piece]
        left += has
        value += worth[piece][has]
        attack += setting.af[piece][has]
        defence += setting.df[piece][has]
    costs, total = [0.0], 0.0
    units = [(losses[piece], steps[piece]) for piece in pieces]
    while units:
        number = min(range(len(units)), key=lambda n: units[n][0][units[n][1]])
        row, has = units[number]
        total += row[has]
        costs.append(total)
        if has > 1:
            units[number] = row, has - 1
        else:
            del units[number]
    return Stack(left, value, attack, defence, len(pieces), costs)


def trapped(s: MansteinState, side: int, hexa: int) -> bool:
    """Has a stack no hex beside it that is free of enemies and of their zones?"""
    return not s.setting.overland[hexa] & ~(s.held[other(side)] | enemy_zone(s, side))


def gain_of(j: Judgement, outcome: Outcome | Means, theirs: Stack, ours: Stack, trap: bool, prize_of: float) -> float:
    """What a result gains: their losses and the hex, less our own losses.

    ``trap``: they can retreat only through our zones, where each unit loses a step in every hex (7.2f).
    """
    lost = outcome.steps + (outcome.back * theirs.units if trap else 0)
    gone = lost >= theirs.steps
    moved = 1.0 if gone else min(outcome.back, 1.0)
    share = 1.0 if gone else lost / theirs.steps
    gain = theirs.cost(lost) + prize_of * max(moved, j.numbers["half_taken"] * share)
    if not gone:
        gain += (1 - share) * moved * j.numbers["beaten"] * theirs.worth
    return gain - ours.cost(outcome.own_steps) - outcome.own_back * j.numbers["recoil"] * ours.worth


def counter_gain(j: Judgement, s: MansteinState, theirs: Stack, ours: Stack) -> float:
    """What a counterattack costs the attackers, about."""
    strength = theirs.attack or theirs.defence
    column = j.at(shifts.column_of(s, strength, ours.defence) + s.setting.tables.combat.counterattack)
    return -gain_of(j, j.means[ASSAULT][column], ours, theirs, False, 0.0)


def mean_gain(
    j: Judgement, table: int, column: int, theirs: Stack, ours: Stack, counter: float, trap: bool, prize_of: float
) -> float:
    """What a column of a table gains on the average."""
    outcomes = j.results[table][j.at(column)]
    return sum([counter if o.counter else gain_of(j, o, theirs, ours, trap, prize_of) for o in outcomes]) / len(
        outcomes
    )


def prospect(j: Judgement, s: MansteinState, attackers: Sequence[int], target: int) -> tuple[float, bool]:
    """What an attack gains on the average, with all that counts by the rules, on the better table; is it the Mobile?"""
    side = s.setting.side_of[attackers[0]]
    column = shifts.odds(s, target, tuple(attackers)).column
    theirs, ours = stack_of(j, s, shifts.defenders_at(s, other(side), target)), stack_of(j, s, attackers)
    trap, counter = trapped(s, other(side), target), counter_gain(j, s, theirs, ours)
    worth = j.numbers["followed"] * j.numbers["point"] * prize(j, s, side, target)

    def mean(table: int) -> float:
        return mean_gain(j, table, column, theirs, ours, counter, trap, worth)

    if fortresses.stands(s, target) and s.where[attackers[0]] != target:
        return mean(SIEGE), False
    assault = mean(ASSAULT)
    if all(s.setting.is_mech[piece] for piece in attackers):
        mobile = mean(MOBILE)
        return max(assault, mobile), mobile > assault
    return assault, False


def threat(
    j: Judgement,
    s: MansteinState,
    side: int,
    hexa: int,
    strong: float,
    wet: bool,
    shift: int = 0,
    stack: Sequence[int] | None = None,
    free: bool = False,
) -> float:
    """A quick guess at what an attack with so many factors would gain; ``wet``: it is made across a river.

    ``stack``: those who will be there, if not those who are. ``free``: what it costs the attackers does not count.
    """
    enemy = other(side)
    theirs = stack_of(j, s, shifts.defenders_at(s, enemy, hexa) if stack is None else stack)
    if not theirs.steps:
        return 0.0
    trap = trapped(s, enemy, hexa) or strong >= j.numbers["surrounding"] * theirs.defence
    fort = fortresses.stands(s, hexa)
    cover = j.cover[hexa] if not s.bombed >> hexa & 1 else 0
    column = shifts.column_of(s, int(strong), theirs.defence) - cover - wet - fort + shift
    column += air.support(s, side, hexa) - air.support(s, enemy, hexa)
    means = j.means[SIEGE if fort else ASSAULT][j.at(column)]
    worth = j.numbers["guess_worth"] * strong * (j.numbers["german_worth"] if side == GERMAN else 1.0)
    if free:
        worth = 0.0
    steps = int(j.numbers["guess_steps"])
    ours = Stack(steps, worth, int(strong), int(strong), 1, [worth * lost / steps for lost in range(steps + 1)])
    gain = gain_of(j, means, theirs, ours, trap, 0.0)
    gain += j.numbers["guess_prize"] * prize(j, s, side, hexa) * min(means.back, 1.0)
    return gain - means.counter * j.numbers["guess_counter"] * worth


def brought_up(j: Judgement, s: MansteinState, side: int, hexa: int, foes: Mapping[int, int]) -> float:
    """The attack factors that enemies of a side could bring up against a hex: all near, the farther the less."""
    board, rows, weight = s.setting.board, [], 1.0
    seen = 1 << hexa
    for radius in range(1, int(j.numbers["brought_up"]) + 1):
        disc = board.disc(hexa, radius)
        rows += [weight * foes.get(base, 0) for base in board.members(disc & ~seen & s.held[other(side)])]
        seen, weight = disc, weight * j.numbers["farther"]
    rows.sort(reverse=True)
    free = (s.setting.overland[hexa] & ~s.held[side]).bit_count()
    return float(j.numbers["together"] * sum(rows[:free]))


def danger(
    j: Judgement, s: MansteinState, side: int, hexa: int, stack: Sequence[int], foes: Mapping[int, int], alone: int
) -> float:
    """What a stack stands to lose to an attack with all that enemies could bring up, if that pays for them.

    Without an army, and without support or on its last steps, it stands to lose a good part of all it is worth.
    """
    strong = brought_up(j, s, side, hexa, foes)
    if strong < 1:
        return 0.0
    shift, enemy = int(j.numbers["air_columns"]) + alone, other(side)
    least = 0.0
    if not members(stack) & s.sizes.armies and (alone or all(s.steps[piece] == 1 for piece in stack)):
        least = j.numbers["stranded"] * stack_of(j, s, stack).costs[-1]
    if threat(j, s, enemy, hexa, strong, False, shift, stack) <= 0:
        return least
    return max(least, threat(j, s, enemy, hexa, strong, False, shift, stack, free=True))


# one look over the map


class Campaign(Aims):
    """What a side is after, and how much of the game was left when it was decided."""

    def __init__(self, s: MansteinState, side: int) -> None:
        super().__init__(side)
        self.posts: dict[int, int] = {}
        """The hexes from which units are to attack in this impulse."""
        last = s.setting.scenario.extended if s.extended else s.setting.scenario.turns
        self.left = max(last + 1 - s.turn, 1) / last
        """The share of the game that is left: units count for less and less."""

    def post(self, unit: int, here: int, there: int, ways: Ways) -> None:
        """A unit is sent to where it attacks from."""
        self.posts[unit] = there
        self.ways[unit] = ways.to(1 << there)
        self.start[unit] = self.ways[unit].away[here]


class Survey:
    """Strength by hex for each side, what all units are worth, and what attacks promise."""

    __slots__ = ("attack", "judgement", "material", "plan", "state")

    def __init__(self, j: Judgement, s: MansteinState, plan: Campaign) -> None:
        self.state = s
        self.plan = plan
        self.judgement = j
        setting = s.setting
        self.attack: tuple[dict[int, int], dict[int, int]] = {}, {}
        """The attack factors in each hex."""
        self.material = [0.0, 0.0]
        where, steps, worth, factors = s.where, s.steps, j.worth, setting.af
        for side in (GERMAN, ALLIED):
            attack, total = self.attack[side], 0.0
            alone = logistics.unsupported(s, side)
            for piece in j.units[side]:
                hexa = where[piece]
                if hexa < 0:
                    continue
                has = steps[piece]
                value = worth[piece][has]
                if alone >> piece & 1:
                    value *= 1 - j.numbers["cut_off" if logistics.cut_off(s, piece) else "unsupported"]
                power = factors[piece][has]
                if power:
                    attack[hexa] = attack.get(hexa, 0) + power
                total += value
            self.material[side] = total
        for unit in setting.air:
            self.material[setting.side_of[unit]] += j.numbers["air_worth"] * setting.strength[unit][s.steps[unit]]

    def promise(self, side: int, hexa: int) -> float:
        """What an attack on a hex promises a side with all it has beside it; nothing if it would not pay."""
        s, own = self.state, self.attack[side]
        near = s.setting.overland[hexa] & s.held[side]
        strong, wet, across = 0, True, self.judgement.wet[hexa]
        while near:
            low = near & -near
            near ^= low
            power = own.get(low.bit_length() - 1)
            if power:
                strong += power
                wet = wet and bool(across & low)
        return max(threat(self.judgement, s, side, hexa, strong, wet), 0.0) if strong else 0.0

    def danger(self, side: int, hexa: int) -> float:
        """What enemies promise themselves of an attack on a stack, with what they could bring up against it."""
        s = self.state
        stack = shifts.defenders_at(s, side, hexa)
        alone = (logistics.unsupported(s, side) & members(stack)).bit_count()
        return danger(self.judgement, s, side, hexa, stack, self.attack[other(side)], alone)

    def pressure(self, side: int) -> float:
        """What all attacks of a side together promise."""
        s = self.state
        near = s.setting.board.zones(s.held[side], s.setting.ocean) & s.held[other(side)]
        return sum([self.promise(side, hexa) for hexa in s.setting.board.members(near)])
