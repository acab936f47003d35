"""The hot loops over hex sets, behind one small interface.

``flood``, ``reach`` and ``zones`` are the definition; a native version may stand in for them
as long as it gives the same answers. They know only shifts and masks.
A step from a to b is judged by a's side toward b in all of them: ``zones`` and ``reach`` look at the hex left behind,
``flood`` at the same side from beyond, by the hex entered.
Taking a subset out by ``^`` costs a third of ``& ~``, which makes and reads a negative number.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

import msgspec

Six = tuple[int, int, int, int, int, int]
"""One mask per direction: the hexes for which something holds in that direction."""

NOWHERE: Six = (0, 0, 0, 0, 0, 0)


Near = tuple[tuple[int, int], ...]
"""Prices, and the hexes to which a step leads for each."""


class Layout(msgspec.Struct, frozen=True):
    """How hexes lie in the integer: every direction is one shift."""

    stride: int
    everything: int
    around: list[int]
    """The neighbours of each hex."""


class StepCosts:
    """For each price, the hexes from which a step in each direction costs just that.

    ``like``: prices that last longer and differ from these in steps from the hexes ``apart`` alone.
    """

    __slots__ = ("_apart", "_like", "_near", "layout", "prices", "rows")

    def __init__(
        self, prices: tuple[tuple[int, Six], ...], layout: Layout, like: StepCosts | None = None, apart: int = 0
    ) -> None:
        self.prices = prices
        self.layout = layout
        stride, slant = layout.stride, layout.stride - 1
        self.rows = tuple(
            [
                (
                    price,
                    m0 | m1 | m2 | m3 | m4 | m5,
                    (m0 << 1, m1 << stride, m2 << slant, m3 >> 1, m4 >> stride, m5 >> slant),
                )
                for price, (m0, m1, m2, m3, m4, m5) in prices
            ]
        )
        """For each price, the hexes from which any step costs that; in each direction, those that such steps enter."""
        self._like, self._apart = like, apart
        self._near: dict[int, Near] = {}

    def near(self, hexa: int) -> Near | None:
        """What each price leads to from a hex, the lowest first, where prices that last longer are alike."""
        like = self._like
        if like is None or self._apart >> hexa & 1:
            return None
        known = like._near.get(hexa)
        if known is None:
            here, stride = 1 << hexa, self.layout.stride
            known = like._near[hexa] = tuple(
                [(price, goals) for price, masks in like.prices if (goals := step(here, masks, stride))]
            )
        return known


def shift(mask: int, direction: int, stride: int) -> int:
    """All hexes one step away in a direction; what leaves the board is not cut off here."""
    if direction == 0:
        return mask << 1
    if direction == 1:
        return mask << stride
    if direction == 2:
        return mask << (stride - 1)
    if direction == 3:
        return mask >> 1
    if direction == 4:
        return mask >> stride
    return mask >> (stride - 1)


def step(here: int, masks: Six, stride: int) -> int:
    """All hexes one step away from some hexes, in each direction from those alone that a mask has."""
    m0, m1, m2, m3, m4, m5 = masks
    slant = stride - 1
    return (
        (here & m0) << 1
        | (here & m1) << stride
        | (here & m2) << slant
        | (here & m3) >> 1
        | (here & m4) >> stride
        | (here & m5) >> slant
    )


def spread(mask: int, stride: int) -> int:
    """The hexes of a set and all around them, with no regard for walls or the board's edge."""
    right = mask | mask << 1
    left = mask | mask >> 1
    return right | left | right << (stride - 1) | left >> (stride - 1)


def zones(mask: int, layout: Layout, passable: Six, walled: int) -> int:
    """Own and adjacent hexes of a set, as far as no wall cuts them off.

    ``passable``: for each direction, the hexes that no wall hinders in leaving; ``walled``: those that one does.
    """
    if not mask & walled:
        return spread(mask, layout.stride) & layout.everything
    stride, slant = layout.stride, layout.stride - 1
    m0, m1, m2, m3, m4, m5 = passable
    return (
        mask
        | (mask & m0) << 1
        | (mask & m1) << stride
        | (mask & m2) << slant
        | (mask & m3) >> 1
        | (mask & m4) >> stride
        | (mask & m5) >> slant
    ) & layout.everything


def flood(seeds: int, through: int, layout: Layout, enterable: Six, wanted: int = -1) -> int:
    """Seeds and every hex joined to them by a chain of hexes of ``through``.

    ``enterable``: for each direction, the hexes that a step in that direction may enter (walls seen from beyond).
    ``wanted``: once all of these are found, the rest need not be.
    Each pass works on what the last one found, so it gets further than one hex.
    """
    stride, slant = layout.stride, layout.stride - 1
    ground = through & layout.everything
    m0, m1, m2, m3, m4, m5 = enterable
    to_0, to_1, to_2, to_3, to_4, to_5 = ground & m0, ground & m1, ground & m2, ground & m3, ground & m4, ground & m5
    wanted &= layout.everything
    seen = seeds
    before = 0
    while seen != before and seen | wanted != seen:
        before = seen
        seen |= seen << 1 & to_0 | seen >> 1 & to_3
        seen |= seen << stride & to_1 | seen << slant & to_2
        seen |= seen >> stride & to_4 | seen >> slant & to_5
    return seen


def reach(
    start: int,
    points: int,
    costs: StepCosts,
    enter: int,
    stop: int,
    first: int,
    layout: Layout,
    near: Near | None = None,
) -> list[int]:
    """For each number of points spent, the hexes that cannot be had for fewer.

    ``enter`` may be entered at all, ``first`` with the first step; from ``stop`` no step goes on.
    ``near``: the first steps, if they are known. Level 0 is the start itself.
    """
    stride, slant, rows = layout.stride, layout.stride - 1, costs.rows
    levels = [0] * (points + 1)
    levels[0] = start
    unseen = enter & layout.everything
    unseen ^= unseen & start
    going = layout.everything ^ layout.everything & stop
    if near is not None:
        for price, goals in near:
            if price <= points:
                levels[price] = goals if first == -1 else goals & first
    for spent in range(0 if near is None else 1, points):
        here = levels[spent]
        if spent and here:
            here &= unseen
            levels[spent] = here
            unseen ^= here
            here &= going
        if not here:
            continue
        to_0, to_1, to_2 = here << 1, here << stride, here << slant
        to_3, to_4, to_5 = here >> 1, here >> stride, here >> slant
        for price, anywhere, (e0, e1, e2, e3, e4, e5) in rows:
            paid = spent + price
            if paid > points:
                break
            if here & anywhere:
                levels[paid] |= to_0 & e0 | to_1 & e1 | to_2 & e2 | to_3 & e3 | to_4 & e4 | to_5 & e5
        if not spent and first != -1:
            levels[1:] = [level & first for level in levels[1:]]
    if points:
        levels[points] &= unseen
    return levels


class Reach(msgspec.Struct, frozen=True, gc=False):
    """What a unit can reach: the levels of ``reach`` and what they were made from."""

    levels: list[int]
    costs: StepCosts
    stop: int
    first: int
    layout: Layout

    def all(self) -> int:
        """Every hex that can be reached, without the start."""
        return reduce(or_, self.levels[1:], 0)

    def cost(self, hexa: int) -> int | None:
        """The fewest points that bring one to a hex, or None."""
        bit = 1 << hexa
        for spent, level in enumerate(self.levels):
            if level & bit:
                return spent
        return None

    def path(self, hexa: int) -> tuple[int, ...]:
        """A cheapest way to a hex, the start left out and the hex itself last."""
        return self.route(hexa)[0]

    def route(self, hexa: int) -> tuple[tuple[int, ...], int]:
        """A cheapest way to a hex, and what it costs."""
        cost = self.cost(hexa)
        if cost is None:
            raise ValueError("that hex is out of reach")
        return self.way(hexa, cost), cost

    def way(self, hexa: int, cost: int) -> tuple[int, ...]:
        """A cheapest way to a hex that can be had for so many points and no fewer."""
        levels, rows, stop, first = self.levels, self.costs.rows, self.stop, self.first
        stride, around = self.layout.stride, self.layout.around
        slant = stride - 1
        way: list[int] = []
        here, spent = hexa, cost
        while spent:
            way.append(here)
            bit, near = 1 << here, around[here]
            for price, _, (e0, e1, e2, e3, e4, e5) in rows:
                left = spent - price
                earlier = levels[left] & near if left >= 0 else 0
                if not earlier or not (left or bit & first):
                    continue
                if left:
                    earlier ^= earlier & stop
                back = (
                    -1 if bit & e0 and earlier >> here - 1 & 1
                    else -stride if bit & e1 and earlier >> here - stride & 1
                    else -slant if bit & e2 and earlier >> here - slant & 1
                    else 1 if bit & e3 and earlier >> here + 1 & 1
                    else stride if bit & e4 and earlier >> here + stride & 1
                    else slant if bit & e5 and earlier >> here + slant & 1
                    else 0
                )  # fmt: skip
                if back:
                    here, spent = here + back, left
                    break
            else:
                raise AssertionError("a level without a way to it")
        return tuple(way[::-1])

    def ways(self) -> dict[int, tuple[int, int]]:
        """Each hex within reach: the hex before it on the way that ``path`` takes, and what it costs in all."""
        stride = self.layout.stride
        before: dict[int, tuple[int, int]] = {}
        back = (-1, -stride, 1 - stride, 1, stride, stride - 1)
        for spent, level in enumerate(self.levels[1:], 1):
            left = level
            for price, masks in self.costs.prices:
                if price > spent or not left:
                    break
                begun = spent > price
                earlier = self.levels[spent - price] & (~self.stop if begun else -1)
                if not earlier:
                    continue
                for direction, mask in enumerate(masks):
                    met = shift(earlier & mask, direction, stride) & left & (-1 if begun else self.first)
                    left ^= met
                    while met:
                        hexa = (met & -met).bit_length() - 1
                        before[hexa] = (hexa + back[direction], spent)
                        met &= met - 1
        return before
