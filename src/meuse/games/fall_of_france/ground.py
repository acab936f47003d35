"""What the bots' advice computes with: what units are worth, how far it is, what attacks and skirmishes promise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from meuse.board.kernels import spread
from meuse.games.fall_of_france import air, odds, skirmish
from meuse.games.fall_of_france.engagement import holds_firm, odds_of
from meuse.games.fall_of_france.fortifications import shut
from meuse.games.fall_of_france.setting import ALLIED, GERMAN, FallSetting
from meuse.games.fall_of_france.state import FallState, other
from meuse.games.fall_of_france.supply import network
from meuse.mechanics.aims import Aims, Ways

FAR = 99
"""Farther than any way on the map."""
ARMOUR, MOTORISED, HEADQUARTERS = 1.5, 1.25, 3.0
"""How much dearer than its factors a unit is."""
CADRED, SHAKEN, CUT_OFF = 0.75, 0.3, 0.3
"""Which share of its worth a unit loses as a cadre, while it is disrupted, and out of supply."""
BEATEN = 0.12
"""Which share of its worth a stack loses by a retreat."""
DICE = range(-4, 5)
"""The die modifiers that bots tell apart."""


class Means(NamedTuple):
    """What one column of the table does on the average: units lost, cadres, disruptions and retreats of each side."""

    lost: float
    cadres: float
    disrupted: float
    retreats: float
    own_lost: float
    own_disrupted: float
    own_retreats: float


class Brush(NamedTuple):
    """What a skirmish does on the average: chances that movers are stalled, disrupted, thrown back; and defenders."""

    stalled: float
    disrupted: float
    retreats: float
    either: float
    """One unit of the defenders disrupted, or all retreat."""
    routed: float
    """One unit disrupted, and all retreat."""


class Ground:
    """What bots work out once about a setting."""

    def __init__(self, setting: FallSetting) -> None:
        board, stride = setting.board, setting.board.stride
        self.ways = Ways(board, lambda hexes: spread(hexes, stride), setting.land, FAR)
        """The ways over land, whatever stands there."""
        dearer = [
            ARMOUR if setting.is_armour[p] else MOTORISED if setting.is_mechanized[p] else 1.0
            for p in range(setting.first_air)
        ]
        factors = [setting.attack[p] + setting.defence[p] for p in range(setting.first_air)]
        self.worth = [f * times for f, times in zip(factors, dearer, strict=True)]
        """What each ground unit is worth."""
        for hq in setting.commands:
            self.worth[hq] *= HEADQUARTERS
        self.panzers = setting.those(setting.is_armour) & setting.pieces_on[GERMAN]
        """The German armour."""
        tec, kinds = setting.tables.tec, setting.terrain_at
        self.cover = bytearray(board.size)
        """How well a hex itself protects who stands there: columns and points on the die, doublings counting more."""
        for hexa in board.members(setting.land):
            rows = [kinds[hexa]]
            rows += [row for row, hexes in (("town", setting.towns), ("city", setting.cities)) if hexes >> hexa & 1]
            combats = [tec[row].combat for row in rows]
            self.cover[hexa] = sum(-2 * c.columns - c.die + 3 * (c.defence > 1) for c in combats)
        self.major = [board.across(hexa, setting.major_rivers) for hexa in range(board.size)]
        self.minor = [board.across(hexa, setting.minor_rivers) for hexa in range(board.size)]
        """The neighbours of each hex that lie across a river."""
        crt, last = setting.tables.crt, len(setting.tables.crt.columns)
        self.last = last - 1
        self._columns: dict[tuple[int, int], int] = {}
        self._crt = crt.columns
        self._means = {
            (column, die, smaller): self._mean(crt.rows, column, die, smaller)
            for column in range(last)
            for die in DICE
            for smaller in (odds.ATTACKER, odds.DEFENDER, odds.NOBODY)
        }
        self._brushes = {die: self._brush(setting, die) for die in range(-5, 8)}

    def _mean(self, rows: Sequence[Sequence[str]], column: int, die: int, smaller: int) -> Means:
        results = [odds.result_at(rows, column, roll + die, smaller) for roll in range(1, 7)]
        theirs, ours = [r.defender for r in results], [r.attacker for r in results]
        sums = (
            sum(h.lost for h in theirs), sum(h.cadre for h in theirs), sum(h.disrupt for h in theirs),
            sum(h.retreat for h in theirs), sum(h.lost for h in ours), sum(h.disrupt for h in ours),
            sum(h.retreat for h in ours),
        )  # fmt: skip
        return Means(*(total / 6 for total in sums))

    def _brush(self, setting: FallSetting, die: int) -> Brush:
        rows = setting.tables.skirmish.results
        made = [rows[max(0, min(roll + die - rows[0].die, len(rows) - 1))] for roll in range(1, 7)]
        ours, theirs = [row.attacker for row in made], [row.defender for row in made]
        counts = (
            sum("S" in a or "R" in a for a in ours), sum("D" in a for a in ours), sum("R" in a for a in ours),
            sum(d == "D|R" for d in theirs), sum(d == "DR" for d in theirs),
        )  # fmt: skip
        return Brush(*(count / 6 for count in counts))

    def column(self, attack: int, defence: int) -> int:
        """Where a ratio stands on the endless scale of columns."""
        known = self._columns.get((attack, defence))
        if known is None:
            known = self._columns[attack, defence] = odds.column_of(self._crt, max(attack, 1), defence)
        return known

    def means(self, column: int, die: int, smaller: int) -> Means:
        """What a column does with a die modifier, if a star hits the smaller force."""
        return self._means[column, max(DICE[0], min(die, DICE[-1])), smaller]

    def brush(self, die: int) -> Brush:
        return self._brushes[max(-5, min(die, 7))]


@lru_cache(maxsize=64)
def ground(setting: FallSetting) -> Ground:
    return Ground(setting)


# what attacks promise


class Stack(NamedTuple):
    """Units in one hex, or all that attack, added up."""

    units: int
    worth: float
    points: int
    frail: float
    """What a disruption of all of them costs: those disrupted already would be lost."""


def stack_of(s: FallState, pieces: Iterable[int]) -> Stack:
    worth, size, disrupted = ground(s.setting).worth, s.setting.points, s.disrupted
    units, total, points, frail = 0, 0.0, 0, 0.0
    for piece in pieces:
        value = worth[piece]
        units += 1
        total += value
        points += size[piece]
        frail += value * (1 if disrupted >> piece & 1 else SHAKEN)
    return Stack(units, total, points, frail)


def trapped(s: FallState, hexa: int) -> bool:
    """Is every hex next to a stack closed to it, or in an enemy zone?"""
    side = GERMAN if s.held[GERMAN] >> hexa & 1 else ALLIED
    net = network(s)
    return not s.setting.board.around[hexa] & s.setting.land & ~net.hostile[side] & ~s.held[other(side)]


def balance(means: Means, theirs: Stack, ours: Stack, firm: bool, stuck: bool) -> float:
    """What results gain on the average: their losses less our own.

    ``firm``: the defenders may ignore retreats; ``stuck``: a retreat would disrupt them.
    """
    each = theirs.worth / max(theirs.units, 1)
    lost = min(means.lost + 0.7 * means.cadres, theirs.units)
    left = 1 - lost / max(theirs.units, 1)
    away = 0.0 if firm else (theirs.frail if stuck else BEATEN * theirs.worth)
    gain = lost * each + left * (means.disrupted * theirs.frail + means.retreats * away)
    cost = means.own_lost * ours.worth / max(ours.units, 1) + means.own_disrupted * ours.frail
    return gain - cost - 0.3 * BEATEN * means.own_retreats * ours.worth


def prospect(s: FallState, attackers: Sequence[int], target: int, backed: bool) -> float:
    """What an attack gains on the average, with all that counts by the rules."""
    if not attackers:
        return 0.0
    total = odds_of(s, tuple(attackers), target)
    known = ground(s.setting)
    die = total.die + (s.setting.tables.combat.headquarters if backed else 0)
    means = known.means(total.column, die, total.smaller)
    firm, stuck = holds_firm(s, total.rows), trapped(s, target)
    return balance(means, stack_of(s, s.stacks[target]), stack_of(s, attackers), firm, stuck)


def threat(s: FallState, attacker: int, hexa: int, strong: float, points: int, shift: int = 0) -> float:
    """A quick guess at the same with so many factors and stacking points around the hex, air support counted."""
    setting, known = s.setting, ground(s.setting)
    stack = s.stacks.get(hexa, ())
    if strong <= 0 or not stack:
        return 0.0
    theirs = stack_of(s, stack)
    firm = sum([setting.defence[p] if not s.cadred >> p & 1 else 0 for p in stack]) or 1
    place = known.column(int(strong), firm) + shift - known.cover[hexa] // 2
    place += air.supporting(s, attacker, hexa) - air.supporting(s, other(attacker), hexa)
    if shut(s).fortified >> hexa & 1:
        place -= 1
    smaller = odds.ATTACKER if points <= theirs.points else odds.DEFENDER
    means = known.means(max(0, min(place, known.last)), 0, smaller)
    ours = Stack(2, strong * 2, points, strong * 2 * SHAKEN)
    return balance(means, theirs, ours, bool(known.cover[hexa] > 2), False)


# what skirmishes promise


def clash(
    s: FallState,
    hexa: int,
    group: Sequence[int],
    stacks: Sequence[int],
    landing: bool = False,
    absent: Sequence[int] = (),
) -> float:
    """What a skirmish with some stacks gains those who enter a hex, on the average."""
    known = ground(s.setting)
    made = skirmish.modifiers(s, hexa, tuple(group), tuple(stacks), landing, False, tuple(absent))
    brush = known.brush(made.die)
    worth = known.worth
    cheapest = min(worth[piece] for piece in group)
    cost = brush.disrupted * SHAKEN * cheapest + brush.retreats * BEATEN * cheapest + 0.4 * brush.stalled
    standing = {stack: [p for p in s.at(stack) if p not in absent] for stack in stacks}
    fighting = [p for units in standing.values() for p in units]
    if not fighting:
        return -cost
    theirs = [worth[p] for p in fighting]
    hurt = [s.disrupted >> p & 1 for p in fighting]
    shaken = min(value * (1 if bad else SHAKEN) for value, bad in zip(theirs, hurt, strict=True))
    loose = [stack for stack in standing if not skirmish.holds_ground(s, stack, hexa)]
    moved = BEATEN * sum(worth[p] for stack in loose for p in standing[stack])
    return brush.either * min(shaken, moved) + brush.routed * (shaken + moved) - cost


def answer(s: FallState, step: skirmish.SkirmishStep) -> float:
    """What a skirmish that has just begun gains those who moved, if all stacks that can take part do."""
    movers = step.movers(s)
    if not movers:
        return 0.0
    if isinstance(step, skirmish.AirSkirmish):
        brush = ground(s.setting).brush(0)
        return -brush.disrupted - 0.4 * brush.stalled
    stacks: Iterable[int] = getattr(step, "chosen", ()) or getattr(step, "stacks", ())
    foe = other(step.mover(s))
    there = [hexa for hexa in stacks if s.held[foe] >> hexa & 1]
    if not there:
        return 0.0
    absent: Sequence[int] = getattr(step, "absent", ())
    best = min(clash(s, step.hex, movers, [stack], absent=absent) for stack in there)
    return min(best, clash(s, step.hex, movers, there, absent=absent)) if len(there) > 1 else best


# one look over the map


class Survey:
    """Attack factors and stacking points by hex for each side, and what all units are worth."""

    __slots__ = ("attack", "ground", "material", "net", "plan", "points", "state")

    def __init__(self, s: FallState, plan: Aims) -> None:
        self.state = s
        self.plan = plan
        self.ground = ground(s.setting)
        self.net = network(s)
        self.attack: tuple[dict[int, int], dict[int, int]] = {}, {}
        """The attack factors in each hex."""
        self.points: tuple[dict[int, int], dict[int, int]] = {}, {}
        self.material = [0.0, 0.0]
        where, worth, factors, size = s.where, self.ground.worth, s.setting.attack, s.setting.points
        useless, cadred, disrupted = s.disrupted | s.cadred, s.cadred, s.disrupted
        for side in (0, 1):
            attack, points, total, cut = self.attack[side], self.points[side], 0.0, self.net.cut[side]
            troubled = useless | cut
            for piece in s.setting.units_of[side]:
                hexa = where[piece]
                if hexa < 0:
                    continue
                value = worth[piece]
                if troubled >> piece & 1:
                    if cadred >> piece & 1:
                        value *= 1 - CADRED
                    if disrupted >> piece & 1:
                        value *= 1 - SHAKEN
                    if cut >> piece & 1:
                        value *= 1 - CUT_OFF
                if not useless >> piece & 1:
                    attack[hexa] = attack.get(hexa, 0) + factors[piece]
                    points[hexa] = points.get(hexa, 0) + size[piece]
                total += value
            self.material[side] = total

    def promise(self, side: int, hexa: int) -> float:
        """What an attack on a hex promises a side with all it has beside it; nothing if it would not pay."""
        s, own, size = self.state, self.attack[side], self.points[side]
        near = s.setting.board.around[hexa] & s.held[side]
        if not near:
            return 0.0
        across = self.ground.major[hexa]
        strong, points, wet = 0, 0, True
        while near:
            low = near & -near
            base = low.bit_length() - 1
            near ^= low
            if base in own:
                strong += own[base]
                points += size[base]
                wet = wet and bool(across & low)
        return max(0.0, threat(s, side, hexa, strong / 2 if wet else strong, points)) if strong else 0.0

    def pressure(self, side: int) -> float:
        """What all attacks of a side together promise."""
        s = self.state
        near = s.setting.board.zones(s.held[side], s.setting.sea_sides) & s.held[other(side)]
        return sum([self.promise(side, hexa) for hexa in s.setting.board.members(near)])
