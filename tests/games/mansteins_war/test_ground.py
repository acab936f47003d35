"""8.4, 8.5 and 17.0: what it costs to go somewhere, and where nobody goes."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from meuse.board.sets import union
from meuse.games.mansteins_war import ground
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.tables import MoveClass

from .kit import MAP, clause, hexes, lay

BARE = 'stack = [{ step = "extend" }]\nturn = 2\n'


def price(side: int, mover: str, path: list[str], more: str = "", raided: tuple[str, ...] = ()) -> int:
    """What the steps of a way cost."""
    table = ground.costs(lay(BARE + more), side, mover, MAP.board.set(raided))  # type: ignore[arg-type]
    total = 0
    for one, two in pairwise(map(MAP.board.place, path)):
        direction = MAP.board.direction(one, two)
        total += next(cost for cost, masks in table.prices if masks[direction] >> one & 1)
    return total


def river_into(terrain: str) -> list[str]:
    """Two hexes with a river between them, the second of some terrain without a fort."""
    plain = MAP.ground_of[terrain] & ~MAP.forts
    one, two = next((one, two) for one, two in MAP.crossings if plain >> two & 1 and MAP.land >> one & 1)
    return MAP.board.names(1 << one) + MAP.board.names(1 << two)


@clause("8.4a", "8.4c", "8.0g")
@pytest.mark.parametrize(
    ("terrain", "mover", "cost"),
    [("forest", "mech", 3), ("forest", "foot", 2), ("clear", "mech", 2), ("clear", "foot", 2)],
)
def test_a_river_is_added_to_the_terrain(terrain: str, mover: str, cost: int) -> None:
    assert price(GERMAN, mover, river_into(terrain)) == cost


@clause("8.4b", "17.0b")
def test_the_dearest_terrain_counts_and_enemy_forts_are_terrain() -> None:
    into_metz = ["1641", "1640"]
    assert price(ALLIED, "mech", into_metz) == price(GERMAN, "mech", into_metz, 'destroyed = ["1640"]')
    assert price(GERMAN, "mech", into_metz) - price(ALLIED, "mech", into_metz) == 2


@clause("16.8b", "16.8a")
def test_leaving_a_hex_under_german_air_costs_one_more() -> None:
    way = ["0941", "0940"]
    assert price(ALLIED, "foot", way, raided=("0941",)) == price(ALLIED, "foot", way) + 1
    assert price(ALLIED, "foot", way, raided=("0940",)) == price(ALLIED, "foot", way)
    assert price(GERMAN, "foot", way, raided=("0941",)) == price(GERMAN, "foot", way)


@clause("2.1b", "8.0e")
def test_nobody_crosses_the_ocean() -> None:
    with pytest.raises(StopIteration):
        price(GERMAN, "mech", ["0539", "0540"])


def open_to(unit: str, more: str = "") -> set[str]:
    return hexes(MAP.board.everything & ~ground.closed_to(lay(BARE + more), MAP.piece(unit)))


@clause("8.5b", "8.5c", "8.5d", "8.5e", "28.2f", "28.1e")
def test_where_nations_may_go() -> None:
    paris, brussels, amsterdam, luxembourg, basel, ruhr = "0941", "1336", "1432", "1639", "2044", "1934"
    everywhere = {paris, brussels, amsterdam, luxembourg, ruhr}
    for unit, allowed in {
        "G.15": everywhere, "F.21": everywhere, "UK.2": everywhere, "B.1": {paris, brussels}, "N.2": {amsterdam},
    }.items():  # fmt: skip
        assert open_to(unit) & (everywhere | {basel}) == allowed
    assert luxembourg in open_to("B.1", 'options = { belgian_alliance = "yes" }')
    assert amsterdam not in open_to("G.15", 'options = { no_netherlands = "yes" }')


@clause("8.4.1a", "6.0f", "25.4c")
def test_armies_and_rough_enemies_and_open_cities() -> None:
    assert "1437" in open_to("G.15") and "1437" not in open_to("G.4A")
    assert "1336" not in open_to("G.15", 'units = { 1336 = ["B.1"] }')
    assert "0941" not in open_to("F.21", 'open_cities = ["0941"]')
    assert "0941" in open_to("G.15", 'open_cities = ["0941"]')


def counted(side: int, mover: MoveClass, one: int, two: int, destroyed: int, raided: int) -> int | None:
    """What a step costs as a player counts it on the map."""
    rows, bit = MAP.tables.terrain, 1 << two
    standing = ~destroyed & (MAP.germany if side == ALLIED else ~MAP.germany)
    forts = {"minor_fort": MAP.minor & standing, "major_fort": MAP.major & standing}
    laid = {**MAP.ground_of, "city": MAP.cities, "town": MAP.towns, **forts}
    entry = [row.cost[mover] for name, row in rows.items() if row.cost is not None and laid.get(name, 0) & bit]
    if not entry or MAP.board.across(one, MAP.ocean) & bit:
        return None
    river = rows["river"].cost
    assert river is not None
    crossing = river[mover] if MAP.board.across(one, MAP.rivers) & bit else 0
    return max(entry) + crossing + (MAP.tables.movement.interdiction if side == ALLIED and raided >> one & 1 else 0)


@clause("8.4a", "8.4b", "8.4c", "16.8b", "17.0b", "2.1b")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("mover", ["mech", "foot"])
def test_every_step_on_the_map_costs_what_a_player_would_count(side: int, mover: MoveClass) -> None:
    random, s = Random(side), lay(BARE)
    s.destroyed = sum(1 << hexa for hexa in MAP.board.members(MAP.forts) if random.random() < 0.5)
    s.touch()
    raided = sum(1 << hexa for hexa in MAP.board.members(MAP.land) if random.random() < 0.5)
    table = ground.costs(s, side, mover, raided)
    for one in MAP.board.members(MAP.land):
        for two in MAP.board.neighbours(one):
            toward = MAP.board.direction(one, two)
            prices = [cost for cost, masks in table.prices if masks[toward] >> one & 1]
            price = counted(side, mover, one, two, s.destroyed, raided)
            assert prices == ([] if price is None else [price]), MAP.board.names(1 << one | 1 << two)


@clause("16.8b")
def test_prices_under_air_zones_are_made_again_when_zones_or_forts_change() -> None:
    s, way = lay(BARE), ("1941", "1940")

    def price(*raided: str, mover: MoveClass = "foot") -> int:
        table = ground.costs(s, ALLIED, mover, MAP.board.set(raided))
        one, two = map(MAP.board.place, way)
        return next(cost for cost, masks in table.prices if masks[MAP.board.direction(one, two)] >> one & 1)

    fort, near = MAP.board.place("1940"), price()
    assert MAP.westwall >> fort & 1
    assert [price("1941"), price("1941"), price("0941"), price("1941", mover="mech")] == [
        near + 1, near + 1, near, price(mover="mech") + 1,
    ]  # fmt: skip
    s.destroyed = 1 << fort
    assert price("1941") < near + 1


@clause("8.4a", "8.4c")
def test_a_way_costs_the_sum_of_its_steps() -> None:
    s, way = lay(BARE), ("1836", "1737", "1637", "1537", "1436")
    places = tuple(map(MAP.board.place, way))
    for mech, mover in ((1, "mech"), (0, "foot")):
        assert ground.way_price(s, GERMAN, mech, places) == price(GERMAN, mover, list(way))


@clause("8.0e", "8.5b", "8.5c", "8.5d", "8.5e", "28.1e", "8.4.1a", "25.4c", "6.0f")
@pytest.mark.parametrize(
    ("unit", "hexa", "clause_", "more"),
    [
        ("G.15", "2044", "8.5b", ""),
        ("B.1", "1432", "8.5c", ""),
        ("B.1", "1639", "8.5c", ""),
        ("N.2", "1336", "8.5d", ""),
        ("G.15", "1432", "28.1e", 'options = { no_netherlands = "yes" }'),
        ("G.4A", "1437", "8.4.1a", ""),
        ("F.21", "0941", "25.4c", 'open_cities = ["0941"]'),
        ("F.21", "1636", "6.0f", 'units = { 1636 = ["G.4A"] }'),
        ("G.15", "0941", "6.0f", 'units = { 0941 = ["F.1A"] }'),
    ],
)
def test_the_rule_that_closes_a_hex(unit: str, hexa: str, clause_: str, more: str) -> None:
    s, piece, place = lay(BARE + more), MAP.piece(unit), MAP.board.place(hexa)
    shut = [bar.clause for bar in ground.ground_bars(s, [piece]) if bar.closed >> place & 1]
    assert shut[0] == clause_ and ground.closed_to(s, piece) >> place & 1


@clause("8.0e", "8.5e", "8.4.1a", "25.4c", "6.0f")
@pytest.mark.parametrize("unit", ["G.4A", "G.15", "F.1A", "F.21", "UK.BEF", "B.1", "N.2"])
@pytest.mark.parametrize("option", ["", "belgian_alliance", "no_netherlands"])
def test_what_is_closed_is_closed_by_a_rule(unit: str, option: str) -> None:
    options = f'options = {{ {option} = "yes" }}\n' if option else ""
    s = lay(BARE + options + 'open_cities = ["0941"]\nunits = { 1636 = ["G.6A"], 1336 = ["F.23"] }')
    piece = MAP.piece(unit)
    closed_ = union(bar.closed for bar in ground.ground_bars(s, [piece]))
    assert hexes(closed_ & MAP.board.everything) == hexes(ground.closed_to(s, piece) & MAP.board.everything)


@clause("8.4.1a", "8.5c")
def test_a_group_goes_where_all_its_units_may() -> None:
    s = lay(BARE)
    corps, army, belgian = (MAP.piece(unit) for unit in ("F.21", "F.1A", "B.1"))
    both = ground.closed_to(s, corps) | ground.closed_to(s, army) | ground.closed_to(s, belgian)
    assert ground.open_to(s, (corps, army, belgian)) == ~both
