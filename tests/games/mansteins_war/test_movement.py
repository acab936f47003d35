"""Chapters 7.2, 8 and 9: movement, enemy zones, railroads."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war.events import Moved

from .kit import MAP, can, choices, clause, controls, do, lay, refusal, where


def moving(units: str, more: str = "", side: str = "german") -> str:
    """A Movement Segment in which all units of a side are active."""
    stack = f'[{{ step = "extend" }}, {{ step = "open_movement", mover = "{side}" }}]'
    return f'stack = {stack}\nturn = 2\noperator = "{side}"\n{more}units = {{ {units} }}\n'


def reach(unit: str, units: str, more: str = "", side: str = "german") -> set[str]:
    s = lay(moving(units, more, side))
    do(s, f"move {unit}")
    return choices(s, "to")


@clause("8.0a", "4.1k", "8.0b")
def test_activated_mobile_units_move() -> None:
    s = lay(moving('1837 = ["G.12A", "G.19"], 1839 = ["G.Saar"]', 'commands = ["PGK"]\n'))
    assert choices(s, "move") == {"G.19"}
    assert refusal(s, "move G.12A") == "8.0a" and refusal(s, "move G.Saar") == "8.0b"


@clause("8.0c", "8.0d", "8.0f")
def test_a_unit_moves_once_in_a_segment() -> None:
    s = lay(moving('1937 = ["G.19"]'))
    do(s, "move G.19", "to 1936", "stop")
    assert where(s, "G.19") == "1936" and s.agenda[-1].name == "extend"


@clause("8.0d")
def test_movement_factors_are_spent_step_by_step() -> None:
    s = lay(moving('1934 = ["G.4A"]'))
    do(s, "move G.4A")
    assert MAP.mf[MAP.piece("G.4A")] == 3 and s.agenda[-1].left == 3
    do(s, "to 1935")
    assert s.agenda[-1].left < 3
    while s.agenda[-1].name == "march":
        do(s, f"to {sorted(choices(s, 'to'))[0]}" if choices(s, "to") else "stop")
    assert s.moved >> MAP.piece("G.4A") & 1


@clause("8.2a", "15.5a")
@pytest.mark.parametrize(("unit", "left"), [("G.19", 3), ("G.4A", 2), ("G.LogA", 6)])
def test_unsupported_units_have_half(unit: str, left: int) -> None:
    s = lay(moving(f'0942 = ["{unit}"]'))
    do(s, f"move {unit}")
    assert s.agenda[-1].left == left


@clause("7.2c", "8.0d")
def test_a_move_ends_in_an_enemy_zone() -> None:
    s = lay(moving('1240 = ["G.19"], 1238 = ["F.1A"]'))
    do(s, "move G.19")
    assert "1239" in choices(s, "to") and "1237" not in choices(s, "to")
    do(s, "to 1239")
    assert s.moved >> MAP.piece("G.19") & 1


@clause("7.2d")
def test_not_directly_from_zone_to_zone() -> None:
    """1339 and 1238 are beside the French in 1338; 1239 between them is not."""
    s = lay(moving('1339 = ["G.19"], 1338 = ["F.1A"]'))
    events = do(s, "move G.19", "to 1238")
    path = next(event.path for event in events if isinstance(event, Moved))
    assert [MAP.board.labels[hexa] for hexa in path] == ["1339", "1239", "1238"]


RING = '1439 = ["F.21"], 1438 = ["G.15"], 1440 = ["G.16"], 1340 = ["G.19"], 1540 = ["G.41"]'


@clause("8.1b", "7.2d")
def test_in_a_ring_of_zones_nobody_moves() -> None:
    s = lay(moving(RING, "", "allied"))
    do(s, "move F.21")
    assert choices(s, "to") == set() and refusal(s, "to 1339") == "7.2d"


@clause("8.1a", "16.8b")
def test_one_hex_can_always_be_moved() -> None:
    """Rough costs a Mech unit 3 and the German air unit one more; without support it has 3."""
    s = lay(moving('1438 = ["UK.1Arm"]', 'flying = { "G.air1" = "1438" }\n', "allied"))
    do(s, "move UK.1Arm")
    assert s.agenda[-1].left == 3 and can(s, "to 1437")
    do(s, "to 1437")
    assert s.agenda[-1].name == "extend"


@clause("8.0e", "6.0f", "8.4.1a", "8.5a", "8.5c")
def test_closed_hexes() -> None:
    s = lay(moving('1336 = ["B.1"], 1436 = ["G.15"]', "", "allied"))
    do(s, "move B.1")
    assert refusal(s, "to 1436") == "6.0f" and refusal(s, "to 1434") == "8.5c"
    army = lay(moving('1836 = ["G.4A"]'))
    do(army, "move G.4A")
    assert refusal(army, "to 1737") == "8.4.1a"


@clause("6.0b")
def test_units_pass_through_friends() -> None:
    assert "1935" in reach("G.19", '1937 = ["G.19"], 1936 = ["G.4A", "G.15"]')


@clause("3.3b", "17.1a")
def test_what_is_passed_through_is_taken() -> None:
    s = lay(moving('1638 = ["G.19"]'))
    do(s, "move G.19", "to 1538", "to 1438")
    assert controls(s, "german", "1538") and controls(s, "german", "1438")


@clause("8.0c")
def test_a_stack_moves_together_and_leaves_units_behind() -> None:
    s = lay(moving('1937 = ["G.19", "G.4A"]'))
    do(s, "move G.19", "join G.4A")
    assert s.agenda[-1].left == 3
    do(s, "to 1936", "drop G.4A")
    assert s.agenda[-1].group == (MAP.piece("G.19"),) and s.moved == 1 << MAP.piece("G.4A")


@clause("3.8c", "3.1a")
def test_a_country_falls_when_the_move_is_over() -> None:
    more = 'control = { german = ["1336", "1537"] }\n'
    s = lay(moving('1436 = ["G.15"]', more))
    do(s, "move G.15", "to 1335")
    if s.agenda[-1].name == "march":
        assert not s.surrendered
        do(s, "stop")
    assert s.surrendered


# railroads


def trains(unit: str, units: str, more: str = "", side: str = "german") -> set[str]:
    s = lay(moving(units, more, side))
    do(s, f"move {unit}")
    return choices(s, "rail")


@clause("9.0a", "9.0b", "9.0d", "9.0e", "9.0f")
def test_railroads_join_all_cities_and_towns_of_a_country() -> None:
    own = MAP.board.names(MAP.urban & MAP.germany & ~MAP.rough)
    assert trains("G.4A", '1934 = ["G.4A"]') == set(own) - {"1934"}


@clause("9.0b")
def test_the_british_use_french_railroads() -> None:
    goals = trains("UK.2", '0835 = ["UK.2"]', "", "allied")
    assert "0539" in goals and "1336" not in goals


@clause("9.0c")
def test_a_railroad_move_begins_in_a_city_or_town() -> None:
    s = lay(moving('1936 = ["G.4A"]'))
    do(s, "move G.4A")
    assert refusal(s, "rail 1934") == "9.0c"


@clause("9.0h")
def test_railroads_are_not_combined_with_marching() -> None:
    s = lay(moving('1934 = ["G.4A"]'))
    do(s, "move G.4A", "to 1933")
    assert refusal(s, "rail 1835") == "9.0h"


@clause("9.1a", "9.1b", "9.1c", "9.1d")
def test_rail_capacity() -> None:
    s = lay(moving('1934 = ["G.4A", "G.15", "G.LogA"], 1835 = ["G.6A", "G.16"], 1933 = ["G.19"], 1932 = ["G.41"]'))
    for unit in ("G.4A", "G.6A", "G.15", "G.16", "G.19"):
        do(s, f"move {unit}", "rail 2130")
    assert s.railed == 9
    do(s, "move G.41")
    assert refusal(s, "rail 2130") == "9.1a"


@clause("15.5b")
def test_unsupported_units_do_not_use_railroads() -> None:
    depots = f"bombed = {MAP.board.names(MAP.depots & MAP.germany)}\n"
    s = lay(moving('1934 = ["G.4A"]', depots))
    do(s, "move G.4A")
    assert refusal(s, "rail 2130") == "15.5b"


@clause("16.8c")
def test_no_train_runs_under_german_aircraft() -> None:
    more = 'flying = { "G.air1" = "0938" }\n'
    assert "0938" not in trains("F.21", '0941 = ["F.21"]', more, "allied")
    assert trains("F.21", '0938 = ["F.21"]', more, "allied") == set()


@clause("9.0g")
def test_trains_end_in_enemy_zones_and_do_not_pass() -> None:
    """The Germans in 1641 watch Metz and all around it."""
    goals = trains("F.21", '0941 = ["F.21"], 1642 = ["G.15"]', "", "allied")
    assert "1641" in goals and "1340" in goals


@clause("9.0b")
def test_by_another_reading_railroads_need_control() -> None:
    more = 'control = { german = ["1340"] }\n'
    assert "1340" in trains("F.21", '0941 = ["F.21"]', more, "allied")
    option = more + 'options = { rail_control = "friendly" }\n'
    assert "1340" not in trains("F.21", '0941 = ["F.21"]', option, "allied")
