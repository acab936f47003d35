"""Chapter 9: railroad movement."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meuse.board.sets import listed
from meuse.engine import closed
from meuse.games.mansteins_war import air, rail
from meuse.games.mansteins_war.events import Railed
from meuse.games.mansteins_war.setting import ALLIED, COUNTRIES, NATIONS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, controls, do, hexes, lay, refusal, where
from .test_logistics import LAND, Oracle, neighbours, scattered


def moving(units: str, more: str = "", mover: str = "german") -> MansteinState:
    return lay(f'phase = "{mover} movement"\nturn = 2\nunits = {{ {units} }}\n{more}')


def path(events: list[Any]) -> list[str]:
    railed = next(event for event in events if isinstance(event, Railed))
    return [MAP.board.labels[hexa] for hexa in railed.path]


@clause("9.0c", "9.0d", "9.0i")
def test_from_a_city_or_town_to_any_other() -> None:
    """F31."""
    s = moving('1934 = ["G.4A"], 1935 = ["G.15"]')
    do(s, "move G.4A")
    assert can(s, "rail 2241") and can(s, "rail 1836")
    assert refusal(s, "rail 1936") == "9.0d"
    do(s, "rail 2241", "move G.15")
    assert where(s, "G.4A") == "2241"
    assert refusal(s, "rail 1934") == "9.0c"


@clause("9.0a", "9.0h")
def test_rail_is_for_mobile_units_and_is_all_they_do() -> None:
    s = moving('1636 = ["G.15", "G.Aachen"]')
    assert refusal(s, "move G.Aachen") == "8.0b"
    do(s, "move G.15")
    marched = s.clone()
    do(s, "rail 1835")
    assert refusal(s, "move G.15") == "8.0d"
    do(marched, "to 1736", "to 1836")
    assert refusal(marched, "rail 1835") == "9.0h"


@clause("9.0b")
@pytest.mark.parametrize(
    ("unit", "start", "goal", "clause_"),
    [
        ("G.15", "1636", "1537", "9.0b"),
        ("G.15", "1537", "1636", "9.0b"),
        ("UK.BEF", "1036", "0941", ""),
        ("UK.BEF", "1336", "1335", "9.0b"),
        ("F.21", "1336", "0941", "9.0b"),
        ("B.1", "1336", "1335", ""),
        ("B.1", "1036", "1037", "9.0b"),
    ],
)
def test_in_ones_own_country_and_the_british_in_france(unit: str, start: str, goal: str, clause_: str) -> None:
    s = moving(f'{start} = ["{unit}"]', mover="german" if unit[0] == "G" else "allied")
    do(s, f"move {unit}")
    assert can(s, f"rail {goal}") if not clause_ else refusal(s, f"rail {goal}") == clause_


@clause("9.0e", "9.0f", "8.4.1a")
def test_terrain_has_no_effect_but_no_army_ends_in_the_rough() -> None:
    """F31: the way from Aachen to Trier leads through the Eifel, and Siegen is a town in rough terrain."""
    s = moving('1636 = ["G.4A", "G.15"]')
    do(s, "move G.4A")
    assert refusal(s, "rail 2035") == "9.0f"
    way = path(do(s, "rail 1838"))
    assert len(way) == 4 and way[1] in ("1737", "1738")
    do(s, "move G.15", "rail 2035")
    assert where(s, "G.15") == "2035"


@clause("9.1a", "9.1b", "9.1c", "9.1d")
def test_capacity() -> None:
    """F30: two armies and three corps are the three army equivalents of the Germans."""
    s = moving('1934 = ["G.4A", "G.15"], 1835 = ["G.6A", "G.16"], 1836 = ["G.19", "G.GrD"]')
    for number, (unit, goal) in enumerate({"G.4A": "1933", "G.6A": "1932", "G.15": "2032"}.items()):
        do(s, f"move {unit}", f"rail {goal}")
        assert s.railed == (3, 6, 7)[number]
    assert "2/3 of an army equivalent" in s.agenda[-1].prompt(s)
    do(s, "move G.16", "rail 2130", "move G.19", "rail 1937", "move G.GrD")
    assert s.railed == 9 and not choices(s, "rail")
    assert refusal(s, "rail 1937") == "9.1a"
    do(s, "stop", "done")
    assert s.railed == 0


@clause("9.1a", "9.1b")
def test_allied_capacity_is_shared_and_logistics_units_count_as_armies() -> None:
    s = moving('1036 = ["UK.BEF"], 1641 = ["F.Log1"], 1335 = ["B.1"]', mover="allied")
    do(s, "move UK.BEF", "rail 0941", "move F.Log1", "rail 1444", "move B.1")
    assert s.railed == 6 and refusal(s, "rail 1336") == "9.1a"


@clause("9.1c", "2.2.4b")
@pytest.mark.parametrize(
    ("unit", "options", "parts"),
    [
        ("G.GrD", "", 1),
        ("G.GrD", 'brigades = "free"', 0),
        ("F.6A", "", 3),
        ("F.6A", 'bracketed = "corps"', 1),
        ("G.LogA", "", 3),
    ],
)
def test_weights(unit: str, options: str, parts: int) -> None:
    s = lay(f'stack = [{{ step = "extend" }}]\nturn = 2\noptions = {{ {options} }}')
    assert rail.weight(s, MAP.piece(unit)) == parts


@clause("9.1a", "8.0a")
def test_a_group_goes_by_rail_together() -> None:
    s = moving('1934 = ["G.4A", "G.15", "G.LogA"], 1835 = ["G.LogB"]')
    do(s, "move G.4A", "join G.15", "join G.LogA", "rail 1937")
    assert {where(s, unit) for unit in ("G.4A", "G.15", "G.LogA")} == {"1937"} and s.railed == 7
    do(s, "move G.LogB")
    assert refusal(s, "rail 1934") == "9.1a"


@clause("9.0g", "7.2c", "7.2d")
def test_zones_stop_trains() -> None:
    """Only the last hex may be in a zone, and no step leads from zone to zone (R53)."""
    shut_in = moving('0439 = ["F.Log1"], 0540 = ["G.15"]', mover="allied")
    do(shut_in, "move F.Log1")
    assert not choices(shut_in, "rail") and refusal(shut_in, "rail 0941") == "9.0g"
    ends = moving('1641 = ["F.Log2"], 1240 = ["G.15"]', mover="allied")
    do(ends, "move F.Log2")
    way = path(do(ends, "rail 1341"))
    assert way[-1] == "1341" and not set(way[:-1]) & {"1140", "1141", "1239", "1241", "1340"}
    leaves = moving('1340 = ["F.Log2"], 1240 = ["G.15"]', mover="allied")
    do(leaves, "move F.Log2")
    assert path(do(leaves, "rail 1341"))[1] == "1440"


@clause("9.0g", "8.0e")
def test_enemies_bar_the_way() -> None:
    s = moving('1636 = ["G.4A"], 1838 = ["F.21"]')
    do(s, "move G.4A")
    assert refusal(s, "rail 1838") == "8.0e"


@clause("16.8c")
def test_allied_trains_avoid_german_air_zones() -> None:
    """E25."""
    over_start = moving('1340 = ["F.21"]', 'flying = { "G.air1" = "1340" }', mover="allied")
    do(over_start, "move F.21")
    assert refusal(over_start, "rail 0941") == "16.8c"
    over_goal = moving('1641 = ["F.Log2"]', 'flying = { "G.air1" = "1340" }', mover="allied")
    do(over_goal, "move F.Log2")
    assert refusal(over_goal, "rail 1341") == "16.8c"
    zone = set(MAP.board.names(MAP.board.disc(MAP.board.place("1340"), 1)))
    assert not zone & set(path(do(over_goal, "rail 0941")))
    german = moving('1934 = ["G.15"]', 'flying = { "F.ZOAN" = "1934" }')
    do(german, "move G.15", "rail 1835")
    assert where(german, "G.15") == "1835"


@clause("15.5b")
def test_unsupported_units_do_not_go_by_rail() -> None:
    s = moving('0644 = ["F.21"], 0743 = ["G.15"]', mover="allied")
    do(s, "move F.21")
    assert refusal(s, "rail 0543") == "15.5b"
    supported = moving('0644 = ["F.21"]', mover="allied")
    do(supported, "move F.21")
    assert can(supported, "rail 0543")


@clause("9.0b", "3.3b")
def test_enemy_control_does_not_matter_unless_one_reads_it_so() -> None:
    """R53: who goes by rail takes what it passes."""
    german = 'control = { german = ["1239"] }\n'
    s = moving('1340 = ["F.1A"]', german, mover="allied")
    do(s, "move F.1A", "rail 1239")
    assert controls(s, "allied", "1239")
    farther = moving('1340 = ["F.1A"]', 'control = { german = ["1239", "1240", "1140"] }', mover="allied")
    way = path(do(farther, "move F.1A", "rail 1140"))
    assert [controls(farther, "allied", label) for label in ("1239", "1240")] == [
        label in way for label in ("1239", "1240")
    ]
    assert len(way) == 3 and controls(farther, "allied", "1140")
    strict = moving('1340 = ["F.1A"]', german + 'options = { rail_control = "friendly" }', mover="allied")
    do(strict, "move F.1A")
    assert refusal(strict, "rail 1239") == "9.0b"


@clause("25.4c")
def test_no_allied_train_goes_to_an_open_city() -> None:
    s = moving('1340 = ["F.1A"]', 'open_cities = ["0941"]', mover="allied")
    do(s, "move F.1A")
    assert refusal(s, "rail 0941") == "25.4c"


@clause("7.2d", "9.0g")
def test_no_train_leads_straight_from_one_enemy_zone_to_another() -> None:
    """An army in the depot of Lille is supported, but every hex around it is German or in a German zone."""
    s = moving('1036 = ["F.1A"], 0937 = ["G.15"], 1035 = ["G.41"], 1137 = ["G.19"]', mover="allied")
    do(s, "move F.1A")
    assert refusal(s, "rail 1037") == "9.0g" and not choices(s, "rail")


@clause("9.0d", "9.0e")
def test_who_stands_between_two_networks_does_not_join_them() -> None:
    """One hex outside a network was asked about first; what it touches is still apart for those inside."""
    s = moving('1934 = ["G.15"]')
    north, between, south = (MAP.board.place(label) for label in ("1934", "1935", "1936"))
    hexes = 1 << north | 1 << south
    assert rail.joined(s, between, hexes) & hexes == hexes
    assert rail.joined(s, north, hexes) == 1 << north and rail.joined(s, south, hexes) == 1 << south


# the oracle: hex by hex


def by_rail(s: MansteinState, unit: str, raided: set[str]) -> dict[str, int]:
    """The cities and towns that a unit reaches by rail, and in how many steps, as a player would count."""
    piece, oracle = MAP.piece(unit), Oracle(s)
    side, start = MAP.side_of[piece], oracle.spots[piece]
    homes = {"german": "germany", "belgian": "belgium", "dutch": "netherlands"}
    country = homes.get(NATIONS[MAP.nation[piece]], "france")
    open_ = hexes(MAP.country[COUNTRIES.index(country)]) & LAND - oracle.stands(1 - side)
    if side == ALLIED:
        open_ -= raided
    zone, towns = oracle.zone[1 - side], hexes(MAP.cities | MAP.towns)
    if start not in towns or start not in open_ or not oracle.supported(piece):
        return {}
    found, edge = {start: 0}, [start]
    for here in edge:
        if here == start or here not in zone:
            for near in sorted(neighbours(here) & open_ - found.keys()):
                if not (here == start and here in zone and near in zone):
                    found[near] = found[here] + 1
                    edge.append(near)
    army = MAP.pieces[piece].size == "army"
    closed = {start} | (hexes(MAP.rough) if army else set())
    return {label: steps for label, steps in found.items() if label in towns - closed}


@clause("9.0b", "9.0c", "9.0d", "9.0e", "9.0f", "9.0g", "7.2c", "7.2d", "16.8c", "15.5b")
@pytest.mark.parametrize("seed", range(24))
def test_trains_go_where_a_player_would_find_a_way(seed: int) -> None:
    s = scattered(Random(100 + seed))
    sky = MAP.board.place(("1340", "1241", "1138", "0941")[seed % 4])
    if seed % 2:
        air.send(s, MAP.piece("G.air1"), sky)
    raided = hexes(MAP.board.disc(sky, 1)) if seed % 2 else set()
    for piece in listed(s.standing & MAP.mobile):
        unit, hexa = s.piece_name(piece), s.where[piece]
        if stacked_with_enemies(s, hexa):
            continue
        ways = by_rail(s, unit, raided)
        assert (unit, hexes(rail.goals(s, hexa, (piece,)))) == (unit, ways.keys())
        for label, length in ways.items():
            way = rail.path(s, hexa, (piece,), MAP.board.place(label))
            assert len(way) == length and s.label(way[-1]) == label
        shut = closed(rail.bars(s, hexa, (piece,)))
        assert hexes(~shut & MAP.board.everything) == ways.keys()


def stacked_with_enemies(s: MansteinState, hexa: int) -> bool:
    return bool(s.held[0] & s.held[1] & 1 << hexa)


@clause("9.1a", "9.1b")
@pytest.mark.parametrize(("railed", "goes"), [(5, True), (6, True), (7, False), (8, False)])
def test_the_last_army_that_the_railroads_carry(railed: int, goes: bool) -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 2\nunits = { 1934 = ["G.4A", "G.15"] }')
    s.railed = railed
    army, corps = MAP.piece("G.4A"), MAP.piece("G.15")
    assert bool(rail.goals(s, MAP.board.place("1934"), (army,))) == goes
    assert bool(rail.goals(s, MAP.board.place("1934"), (army, corps))) == (railed < 6)
    assert rail.goals(s, MAP.board.place("1934"), (corps,))


@clause("9.1a")
@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (0, "0 army equivalents"), (1, "1/3 of an army equivalent"), (3, "1 army equivalent"),
        (4, "1 1/3 army equivalents"), (6, "2 army equivalents"), (8, "2 2/3 army equivalents"),
    ],
)  # fmt: skip
def test_capacity_in_words(parts: int, words: str) -> None:
    assert rail.equivalents(lay('stack = [{ step = "extend" }]'), parts) == words


@clause("9.0b", "9.0f")
def test_a_group_goes_by_rail_where_all_may() -> None:
    s = moving('1636 = ["G.4A", "G.15"]')
    do(s, "move G.15", "join G.4A")
    assert refusal(s, "rail 2035") == "9.0f" and not can(s, "rail 2035")
    assert rail.home(s, (MAP.piece("F.21"), MAP.piece("B.1"))) == 0


@clause("9.0d", "9.0c", "9.0b", "8.0e", "16.8c", "25.4c")
def test_why_a_train_does_not_go() -> None:
    s = moving('1340 = ["F.21"], 1241 = ["G.15"]', 'open_cities = ["0941"]', mover="allied")
    do(s, "move F.21")
    refused = {"1340": "9.0d", "1336": "9.0b", "0941": "25.4c", "0940": "9.0d"}
    assert {hexa: refusal(s, f"rail {hexa}") for hexa in refused} == refused


@clause("9.0b")
def test_by_another_reading_trains_need_control_where_they_start_and_pass() -> None:
    ring = sorted(neighbours("1340"))
    options = 'options = { rail_control = "friendly" }\n'
    s = moving('1340 = ["F.21"]', options + f"control = {{ german = {ring} }}", mover="allied")
    do(s, "move F.21")
    assert refusal(s, "rail 0941") == "9.0g" and not choices(s, "rail")
    s = moving('1340 = ["F.21"]', f"control = {{ german = {ring} }}", mover="allied")
    do(s, "move F.21")
    assert can(s, "rail 0941")
    start = moving('1636 = ["G.LogA"]', options + 'control = { allied = ["1636"] }')
    do(start, "move G.LogA")
    assert refusal(start, "rail 1934") == "9.0b"
