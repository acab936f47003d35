"""Mech and other units on one way: compared with a plain search over what both have spent."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from meuse.board import StepCosts
from meuse.games.mansteins_war import ground
from meuse.games.mansteins_war.setting import GERMAN
from meuse.games.mansteins_war.together import reach

from .kit import MAP, clause, lay

BOARD = MAP.board


def price(costs: StepCosts, here: int, there: int) -> int | None:
    direction = BOARD.direction(here, there)
    return next((price for price, masks in costs.prices if masks[direction] >> here & 1), None)


def searched(
    start: int, points: tuple[int, int], costs: tuple[StepCosts, StepCosts], enter: int, stop: int, first: int
) -> dict[int, set[tuple[int, int]]]:
    """All that can be spent on ways to each hex."""
    found: dict[int, set[tuple[int, int]]] = {start: {(0, 0)}}
    todo = [(start, 0, 0)]
    while todo:
        here, mech, foot = todo.pop()
        if here != start and stop >> here & 1:
            continue
        for there in BOARD.members(BOARD.around[here] & enter & (first if here == start else -1) & ~(1 << start)):
            one, two = (price(table, here, there) for table in costs)
            if one is None or two is None:
                continue
            spent = mech + one, foot + two
            if spent[0] <= points[0] and spent[1] <= points[1] and spent not in found.setdefault(there, set()):
                found[there].add(spent)
                todo.append((there, *spent))
    return {hexa: spent for hexa, spent in found.items() if spent and hexa != start}


@clause("8.0g", "8.4a")
@pytest.mark.parametrize("seed", range(12))
def test_a_mixed_group_reaches_what_all_can_pay_for(seed: int) -> None:
    random = Random(seed)
    s = lay('stack = [{ step = "extend" }]\nturn = 2')
    mech, foot = (ground.prices(s, GERMAN, kind) for kind in (1, 0))
    hexes = BOARD.members(MAP.land)
    start, points = random.choice(hexes), (random.randint(1, 6), random.randint(1, 6))
    enter = sum(1 << hexa for hexa in hexes if random.random() < 0.9)
    stop = sum(1 << hexa for hexa in hexes if random.random() < 0.2)
    first = ~stop if random.random() < 0.5 else -1
    found = reach(start, points, ground.pair_prices(s, GERMAN), enter, stop, first, BOARD.layout)
    plain = searched(start, points, (mech, foot), enter, stop, first)
    assert set(BOARD.members(found.all())) == set(plain)
    for hexa, spent in plain.items():
        way = (start, *found.path(hexa))
        costs = tuple(sum(price(table, *step) or 99 for step in pairwise(way)) for table in (mech, foot))
        assert costs in spent and sum(costs) == min(map(sum, spent))


@clause("8.0g", "8.4a")
@pytest.mark.parametrize("seed", range(6))
def test_a_level_has_the_hexes_that_cannot_be_had_for_less(seed: int) -> None:
    random, s = Random(seed), lay('stack = [{ step = "extend" }]\nturn = 2')
    start, points = random.choice(BOARD.members(MAP.land)), (random.randint(2, 7), random.randint(2, 5))
    mech, foot = (ground.prices(s, GERMAN, kind) for kind in (1, 0))
    found = reach(start, points, ground.pair_prices(s, GERMAN), MAP.land, 0, -1, BOARD.layout)
    cheapest = {((0, 0), start)}
    for hexa, spent in searched(start, points, (mech, foot), MAP.land, 0, -1).items():
        for one in spent:
            if not any(other != one and other[0] <= one[0] and other[1] <= one[1] for other in spent):
                cheapest.add((one, hexa))
    assert {(spent, hexa) for spent, level in found.levels.items() for hexa in BOARD.members(level)} == cheapest
