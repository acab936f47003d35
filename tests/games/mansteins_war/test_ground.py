"""8.4, 8.5 and 17.0: what it costs to go somewhere, and where nobody goes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from meuse.games.mansteins_war import ground
from meuse.games.mansteins_war.setting import ALLIED, GERMAN

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
