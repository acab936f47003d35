"""The Terrain Effects Chart for movement (8.4, 17.0b), and where units may never go (8.0e, 8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import or_, xor

from meuse.board import StepCosts
from meuse.board.kernels import NOWHERE, Six
from meuse.engine import Bar, Pieces
from meuse.games.mansteins_war import air, fortresses, variants
from meuse.games.mansteins_war.setting import (
    ALLIED,
    BELGIANS,
    COUNTRIES,
    DUTCH,
    GERMAN,
    NATIONS,
    MansteinSetting,
)
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.tables import MoveClass
from meuse.games.mansteins_war.together import PairCosts, paired

MOST_PRICES = 400
"""So many tables of prices are kept; forts that fall make new ones, and for pairs air units that move."""
CLAUSE_OF_AREA = {BELGIANS: "8.5c", DUTCH: "8.5d"}

# where


def area(s: MansteinState, nation: int) -> int:
    """The hexes that units of a nation may enter (8.5, 28.2f); without the Netherlands nobody enters them (28.1e)."""
    known = s.areas.get(nation)
    if known is None:
        setting, table = s.setting, s.setting.tables.movement
        allied = nation == BELGIANS and s.on("belgian_alliance")
        countries = table.alliance if allied else table.enters[NATIONS[nation]]
        every = sum(setting.country[COUNTRIES.index(country)] for country in countries)
        known = s.areas[nation] = every & ~variants.out_of_play(s)
    return known


def closed_to(s: MansteinState, piece: int) -> int:
    """The hexes that a unit can never enter as things stand, by movement, retreat, pursuit or deployment (R51)."""
    return ~open_to(s, (piece,))


def open_to(s: MansteinState, group: Pieces) -> int:
    """The hexes that all units of a group may enter (6.0f, 8.4.1a, 8.5, 25.4c)."""
    setting, armies = s.setting, s.sizes.armies
    side = setting.side_of[group[0]]
    free = ~(s.held[1 - side] | s.open_cities) if side == ALLIED else ~s.held[1 - side]
    for piece in group:
        free &= area(s, setting.nation[piece])
        if armies >> piece & 1:
            free &= ~setting.no_armies
    return free


def ground_bars(s: MansteinState, pieces: Iterable[int]) -> Iterator[Bar]:
    """The same, rule by rule, for some units of one side."""
    setting, units = s.setting, tuple(pieces)
    side = setting.side_of[units[0]]
    yield Bar(~setting.land & setting.sea, "8.0e", "{it} is all sea")
    yield Bar(~setting.land, "8.5b", "{it} is neutral ground")
    yield Bar(variants.out_of_play(s), "28.1e", "{it} lies in the Netherlands, which are out of play")
    for nation in sorted({setting.nation[unit] for unit in units}):
        name = NATIONS[nation].title()
        clause = CLAUSE_OF_AREA.get(nation, "8.5e")
        yield Bar(~area(s, nation), clause, f"{name} units may not enter the country of {{it}}")
    if any(s.sizes.armies >> unit & 1 for unit in units):
        yield Bar(setting.no_armies, "8.4.1a", "{it} is rough terrain, which no army can enter")
    if side == ALLIED:
        yield Bar(s.open_cities, "25.4c", "{it} is an open city")
    yield Bar(s.held[other(side)], "6.0f", "{it} holds enemy units")


# how much


def move_class(setting: MansteinSetting, piece: int) -> MoveClass:
    return "mech" if setting.is_mech[piece] else "foot"


def slowed(s: MansteinState, side: int) -> int:
    """The hexes that a side's units leave at a higher price: the Allies those in German air zones (16.8a, 16.8b)."""
    return air.interdicted(s) if side == ALLIED else 0


def prices(s: MansteinState, side: int, mech: int) -> StepCosts:
    """The prices of steps for Mech or other units of a side as things stand."""
    return costs(s, side, "mech" if mech else "foot", slowed(s, side))


def pair_prices(s: MansteinState, side: int) -> PairCosts:
    """The same for Mech and other units that go together."""
    pairs, key = s.setting.pair_prices, (fortresses.intact(s, other(side)), slowed(s, side))
    known = pairs.get(key)
    if known is None:
        if len(pairs) > MOST_PRICES:
            pairs.clear()
        known = pairs[key] = paired(prices(s, side, 1), prices(s, side, 0))
    return known


def way_price(s: MansteinState, side: int, mech: int, way: tuple[int, ...]) -> int:
    """What Mech or other units of a side pay for a way, from its first hex to its last (8.4)."""
    priced, direction = prices(s, side, mech).prices, s.setting.board.direction
    total = 0
    for here, there in pairwise(way):
        toward = direction(here, there)
        for price, masks in priced:
            if masks[toward] >> here & 1:
                total += price
                break
    return total


def costs(s: MansteinState, side: int, mover: MoveClass, interdicted: int = 0) -> StepCosts:
    """Prices of steps: the dearest terrain of the hex entered (8.4b), enemy fortifications among it while they stand
    (17.0b, R50), rivers (8.4c), and leaving a hex under an enemy air zone (16.8b, R84)."""
    setting, key = s.setting, (mover, fortresses.intact(s, 1 - side))
    plain = setting.prices.get(key)
    if plain is None:
        if len(setting.prices) > MOST_PRICES:
            setting.prices.clear()
        plain = setting.prices[key] = _prices(setting, *key)
    if not interdicted or side == GERMAN:
        return plain
    known = s.memo.get(SLOWED[mover])
    if known is None or known[1][0] is not plain or known[1][1] != interdicted:
        slower = _slower(plain, interdicted, setting.tables.movement.interdiction)
        known = s.memo[SLOWED[mover]] = (0, (plain, interdicted, slower))
    made: StepCosts = known[1][2]
    return made


SLOWED: dict[MoveClass, str] = {"mech": "slower for Mech units", "foot": "slower for other units"}
"""What prices under air zones are remembered by."""


def _prices(setting: MansteinSetting, mover: MoveClass, forts: int) -> StepCosts:
    board, rows = setting.board, setting.tables.terrain
    standing = {"minor_fort": setting.minor & forts, "major_fort": setting.major & forts}
    laid = {"city": setting.cities, "town": setting.towns, **standing}
    dearest: dict[int, int] = {}
    for name, hexes in (*setting.ground_of.items(), *laid.items()):
        cost = rows[name].cost
        if cost is not None and hexes:
            price = cost[mover]
            dearest[price] = dearest.get(price, 0) | hexes
    enter, taken = dict[int, int](), 0
    for price in sorted(dearest, reverse=True):
        enter[price] = dearest[price] & ~taken
        taken |= dearest[price]
    river = rows["river"].cost
    assert river is not None
    return board.step_costs(enter, [(setting.rivers, river[mover])], setting.ocean)


def _slower(base: StepCosts, slow: int, extra: int) -> StepCosts:
    """The same prices, but steps out of some hexes cost more."""
    table: dict[int, Six] = {}
    for price, masks in base.prices:
        a, b, c, d, e, f = (mask & slow for mask in masks)
        dearer = a, b, c, d, e, f
        for cost, some in ((price, map(xor, masks, dearer)), (price + extra, dearer)):
            a, b, c, d, e, f = map(or_, table.get(cost, NOWHERE), some)
            table[cost] = a, b, c, d, e, f
    return StepCosts(tuple(sorted(table.items())), base.layout)
