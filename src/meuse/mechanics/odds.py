"""Who wins a battle of buckets of dice: exact odds for previews, quick guesses for bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import NamedTuple

from meuse.engine import Outcome, Preview
from meuse.engine.gamedoc import plural

Soldier = tuple[int, int, int]
"""Who a unit belongs to, its type, and the hits it has taken."""
Army = tuple[Soldier, ...]
Fate = tuple[Army, Army]
"""What is left of attackers and defenders."""
Chances = dict[Fate, Fraction]

ZERO, ONE = Fraction(0), Fraction(1)
WINNERS_LOSS = 0.65
"""Which share of itself a winner loses against an equal."""


# exact odds


def hit_counts(values: Iterable[int], die: int) -> list[int]:
    """In how many of all throws there are just so many hits; a die hits on its value or less."""
    counts = [1]
    for value in values:
        hit = min(value, die)
        missed = [count * (die - hit) for count in counts]
        counts = [a + b * hit for a, b in zip([*missed, 0], [0, *counts], strict=True)]
    return counts


def volley_preview(title: str, needed: list[int], die: int) -> Preview:
    """How many of some dice hit."""
    counts, throws = hit_counts(needed, die), die ** len(needed)
    return Preview(title, tuple(Outcome(Fraction(c, throws), (), plural(n, "hit")) for n, c in enumerate(counts) if c))


def endings(chances: Chances, name: Callable[[Fate], str]) -> tuple[Outcome, ...]:
    """Every way a battle can end, the likeliest first."""
    ends = sorted(((chance, name(fate)) for fate, chance in chances.items()), reverse=True)
    return tuple(Outcome(chance, (), end) for chance, end in ends)


class Rounds:
    """Rounds of fire between two armies; a game says who hits with what, and who falls."""

    def __init__(self, die: int, most: int | None, hits: Sequence[int], cost: Sequence[int]) -> None:
        self.die = die
        self.most = most
        """How many rounds are fought at most."""
        self.hits = hits
        """How many hits each type of unit can take."""
        self.cost = cost
        self._borne: dict[tuple[Army, int, frozenset[int]], Army] = {}

    def values(self, attackers: Army, defenders: Army) -> tuple[list[int], list[int]]:
        """What the dice of both sides hit with."""
        raise NotImplementedError

    def after(self, attackers: Army, defenders: Army, on_attack: int, on_defence: int) -> Fate:
        """What is left of both sides after so many hits."""
        raise NotImplementedError

    def stamina(self, *armies: Army) -> int:
        """How many hits some armies can still take."""
        return sum(self.hits[unit] - taken for army in armies for _, unit, taken in army)

    def bear(self, army: Army, hits: int, spared: frozenset[int]) -> Army:
        """Take hits where they hurt least: on who can take more, then on the cheapest, some types last of all."""
        key = (army, hits, spared)
        if key not in self._borne:
            left = list(army)
            for _ in range(min(hits, self.stamina(army))):
                able = [man for man in left if man[1] not in spared] or left
                tough = [man for man in able if man[2] + 1 < self.hits[man[1]]]
                man = min(tough or able, key=lambda m: (self.cost[m[1]], m[1], m[0], -m[2]))
                left.remove(man)
                if tough:
                    left.append((man[0], man[1], man[2] + 1))
            self._borne[key] = tuple(sorted(left))
        return self._borne[key]

    def play_out(self, start: Chances, fought: int) -> Chances:
        """Push the chances down from round to round; rounds without effect are summed up at once.

        Every effect takes hits away for good, so states are worked through in the order of the hits both sides can
        still bear; where the number of rounds is limited, round by round.
        """
        ended: Chances = {}
        waiting: dict[int, Chances] = {}

        def put(fate: Fate, chance: Fraction, rounds: int) -> None:
            over = not fate[0] or not fate[1] or (self.most is not None and rounds >= self.most)
            layer = ended if over else waiting.setdefault(rounds if self.most else -self.stamina(*fate), {})
            layer[fate] = layer.get(fate, ZERO) + chance

        for fate, chance in start.items():
            put(fate, chance, fought)
        while waiting:
            key = min(waiting)
            for fate, chance in waiting.pop(key).items():
                weights, throws = self.one_round(fate, fate[0])
                idle = 0 if self.most else weights.pop(fate, 0)
                if idle == throws:  # nobody can hit anybody
                    ended[fate] = ended.get(fate, ZERO) + chance
                    continue
                share = chance / (throws - idle)
                for after, weight in weights.items():
                    put(after, share * weight, key + 1 if self.most else fought)
        return ended

    def one_round(self, fate: Fate, left: Army) -> tuple[dict[Fate, int], int]:
        """What a round of fire can lead to, each with the number of throws that do it, and the number of all throws.

        ``left``: the attackers without those who have fallen before, but still fire.
        """
        ours, theirs = self.values(*fate)
        ways: dict[Fate, int] = {}
        for (a, wa), (d, wd) in product(*(enumerate(hit_counts(values, self.die)) for values in (ours, theirs))):
            if wa * wd:
                after = self.after(left, fate[1], d, a)
                ways[after] = ways.get(after, 0) + wa * wd
        return ways, self.die ** (len(ours) + len(theirs))


# guesses


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


def force(values: list[int]) -> Force:
    """Units that hit with these values."""
    return Force(len(values), sum(values))


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
