"""Mech and other units on one way: each pays its own price for every step, and all must be able to."""

from __future__ import annotations

from operator import and_
from typing import NamedTuple

from meuse.board import StepCosts
from meuse.board.kernels import Layout, Six, shift

Pair = tuple[int, int]
"""What a step costs, or has cost, a Mech unit and another."""


class PairCosts(NamedTuple):
    """For each pair of prices, the hexes from which a step in each direction costs just that."""

    prices: tuple[tuple[Pair, Six], ...]


def paired(mech: StepCosts, foot: StepCosts) -> PairCosts:
    """The prices of two kinds of units side by side."""
    pairs: list[tuple[Pair, Six]] = []
    for one, here in mech.prices:
        for two, there in foot.prices:
            a, b, c, d, e, f = map(and_, here, there)
            if any((a, b, c, d, e, f)):
                pairs.append(((one, two), (a, b, c, d, e, f)))
    return PairCosts(tuple(pairs))


class Together(NamedTuple):
    """What Mech and other units can reach by one way, as ``board.reach`` says it of units of one kind.

    ``levels``: for each pair of points spent, the hexes that cannot be had for fewer of both.
    """

    levels: dict[Pair, int]
    costs: PairCosts
    stop: int
    first: int
    layout: Layout

    def all(self) -> int:
        """Every hex that can be reached, without the start."""
        reached = 0
        for spent, level in self.levels.items():
            if spent != (0, 0):
                reached |= level
        return reached

    def path(self, hexa: int) -> tuple[int, ...]:
        """The way to a hex that costs least in all, the start left out and the hex itself last."""
        way: list[int] = []
        bit = 1 << hexa
        spent = min((spent for spent, level in self.levels.items() if level & bit), key=lambda pair: (sum(pair), pair))
        while spent != (0, 0):
            way.append(bit.bit_length() - 1)
            bit, spent = self._before(bit, spent)
        return tuple(reversed(way))

    def _before(self, bit: int, spent: Pair) -> tuple[int, Pair]:
        """The hex before a hex on the way to it, and what was spent there."""
        for (one, two), masks in self.costs.prices:
            left = spent[0] - one, spent[1] - two
            earlier = self.levels.get(left, 0)
            if left != (0, 0):
                earlier &= ~self.stop
            elif not bit & self.first:
                continue
            for direction, mask in enumerate(masks):
                before = shift(bit, (direction + 3) % 6, self.layout.stride) & earlier & mask
                if before:
                    return before, left
        raise AssertionError("a level without a way to it")


def reach(start: int, points: Pair, costs: PairCosts, enter: int, stop: int, first: int, layout: Layout) -> Together:
    """All that units with so many points of each kind can reach together from a hex.

    ``enter`` may be entered at all, ``first`` with the first step; from ``stop`` no step goes on.
    """
    begin = 1 << start
    levels: dict[Pair, int] = {(0, 0): begin}
    known: dict[Pair, int] = {}
    """All hexes that can be had for so much or less of both."""
    for mech in range(points[0] + 1):
        for foot in range(points[1] + 1):
            spent = mech, foot
            cheaper = known.get((mech - 1, foot), 0) | known.get((mech, foot - 1), 0)
            here = levels.get(spent, 0) & ~cheaper
            known[spent] = cheaper | here
            if not here:
                levels.pop(spent, None)
                continue
            levels[spent] = here
            goes_on = here if spent == (0, 0) else here & ~stop
            open_ = enter & ~begin & (first if spent == (0, 0) else -1)
            for (one, two), masks in costs.prices:
                paid = mech + one, foot + two
                if paid[0] > points[0] or paid[1] > points[1]:
                    continue
                entered = 0
                for direction, mask in enumerate(masks):
                    entered |= shift(goes_on & mask, direction, layout.stride)
                if entered & open_:
                    levels[paid] = levels.get(paid, 0) | entered & open_
    return Together(levels, costs, stop, first, layout)
