"""Chapter 26 and 28.1d: the German airlift."""

from __future__ import annotations

from meuse.games.mansteins_war import air, airlift, logistics
from meuse.games.mansteins_war.setting import GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, controls, do, lay, refusal, where

ON = 'options = { airlift = "yes" }\n'


def at(step: str, more: str, side: str = "german", options: str = ON) -> MansteinState:
    """A step of a side's impulse, and then a question that ends the test."""
    stack = f'stack = [{{ step = "extend" }}, {{ step = "{step}", mover = "{side}" }}]\noperator = "{side}"\n'
    return lay(f"{stack}turn = 2\n{options}{more}")


# 26.0: an air unit of its own kind


@clause("26.0a", "26.0c")
def test_it_flies_as_air_units_do_and_takes_an_activation() -> None:
    s = at("open_air", 'air_left = 1\navailable = ["G.Lift", "G.air1"]')
    do(s, "fly G.Lift")
    assert s.agenda[-1].explained(s).clause == "26.1a"
    do(s, "over 1336")
    assert where(s, "G.Lift") == "flying" and s.air_left == 0
    assert not can(s, "bombard G.Lift")  # over Brussels


@clause("26.0a")
def test_it_neither_supports_nor_interdicts() -> None:
    s = at("open_air", 'flying = { "G.Lift" = "1338" }')
    assert air.zone_of(s, MAP.piece("G.Lift")) == 0 and air.interdicted(s) == 0
    assert air.support(s, GERMAN, MAP.board.place("1338")) == 0


@clause("26.0b")
def test_where_it_may_be_placed() -> None:
    flights = 'flying = { "F.ZOAN" = "1338", "G.air1" = "1339" }\n'
    s = at("open_air", 'air_left = 2\navailable = ["G.Lift", "G.air2"]\n' + flights)
    do(s, "fly G.Lift")
    assert refusal(s, "over 1338") == "26.0b"
    do(s, "over 1339", "fly G.air2")
    assert refusal(s, "over 1339") == "16.3a"
    assert can(s, "over 1338")


@clause("26.0b")
def test_an_air_unit_may_join_it() -> None:
    s = at("open_air", 'air_left = 1\navailable = ["G.air1"]\nflying = { "G.Lift" = "1338" }')
    do(s, "fly G.air1")
    assert can(s, "over 1338")


@clause("26.0b", "2.3b")
def test_an_enemy_air_unit_that_is_placed_on_it_attacks_it_at_strength_zero() -> None:
    """R8: one step, so any loss eliminates it."""
    s = at("open_air", 'flying = { "G.Lift" = "1338", "F.ZOAN" = "1338" }', "allied")
    preview = s.preview("engage F.ZOAN")
    assert preview is not None and preview.factors[1].value == "-0"
    do(s, "engage F.ZOAN", rolls=[6])
    assert where(s, "G.Lift") == "dead" and where(s, "F.ZOAN") == "flying"


@clause("26.0a")
def test_it_attacks_nobody_itself() -> None:
    s = at("open_air", 'flying = { "G.Lift" = "1338", "F.ZOAN" = "1338" }')
    assert not choices(s, "engage")


# 26.1: air supply


@clause("26.1a", "26.1b")
def test_air_supply() -> None:
    """F63: a corps beside it that is cut off is supported for movement and combat, and cannot refit."""
    units = 'units = { 0941 = ["G.15"], 0940 = ["F.1A"], 0942 = ["F.2A"], 1042 = ["F.7A"] }\n'
    corps = MAP.piece("G.15")
    without = at("open_air", units)
    assert not logistics.supported(without, corps)
    s = at("open_air", units + 'flying = { "G.Lift" = "1041" }')
    assert logistics.supported(s, corps)
    assert not logistics.refit_supported(s, corps)
    far = at("open_air", units + 'flying = { "G.Lift" = "1141" }')
    assert not logistics.supported(far, corps)


# 26.2: landings


def movement(units: str, more: str, options: str = ON) -> MansteinState:
    return at("open_movement", f"units = {{ {units} }}\n{more}", options=options)


@clause("26.2a")
def test_a_landing_takes_the_airlift() -> None:
    s = movement('1934 = ["G.LLK"]', 'flying = { "G.Lift" = "1934" }\nflown = ["G.Lift"]')
    do(s, "move G.LLK", "land 1333")
    assert where(s, "G.LLK") == "1333" and where(s, "G.Lift") == "utilized"


@clause("26.2a")
def test_without_the_airlift_there_is_no_landing() -> None:
    for more in ("", 'flying = { "G.Lift" = "1934" }', 'flying = { "G.Lift" = "1935" }\nflown = ["G.Lift"]'):
        s = movement('1934 = ["G.LLK"]', more)
        do(s, "move G.LLK")
        assert refusal(s, "land 1333") == "26.2a"


@clause("26.1b", "15.5b")
def test_air_supply_does_not_serve_railroads() -> None:
    """26.1 is for movement (8.0) and combat (10.0): an army on foot has all its factors, but no train."""
    s = at("open_movement", 'units = { 2130 = ["G.18A"] }\nflying = { "G.Lift" = "2130" }')
    do(s, "move G.18A")
    assert s.agenda[-1].left == (3,)
    assert not choices(s, "rail") and refusal(s, "rail 2032") == "26.1b"
    with_line = at("open_movement", 'units = { 2130 = ["G.18A"], 2032 = ["G.LogB"] }\nflying = { "G.Lift" = "2130" }')
    do(with_line, "move G.18A")
    assert can(with_line, "rail 2032")


@clause("26.1b", "18.0d")
def test_air_supply_does_not_start_a_landing() -> None:
    units = '1833 = ["G.LLK"], 1733 = ["F.1A"], 1934 = ["F.7A"], 2033 = ["F.2A"]'
    s = movement(units, 'flying = { "G.Lift" = "1833" }\nflown = ["G.Lift"]')
    do(s, "move G.LLK")
    assert refusal(s, "land 1333") == "18.0d"


# 26.3: transfers

OVER_RUHR = 'flying = { "G.Lift" = "1934" }\nflown = ["G.Lift"]\n'


@clause("26.3a", "26.3c")
def test_a_transfer_between_german_cities() -> None:
    s = movement('1934 = ["G.LLK"]', OVER_RUHR + 'control = { german = ["1336"] }')
    do(s, "move G.LLK")
    assert {"1835", "1336", "2130"} <= choices(s, "carry")
    assert refusal(s, "carry 1735") == "26.3a"  # a town
    assert refusal(s, "carry 0941") == "26.3a"  # not German
    do(s, "carry 1336")
    assert (where(s, "G.LLK"), where(s, "G.Lift")) == ("1336", "utilized")
    assert not can(s, "move G.LLK") and logistics.supported(s, MAP.piece("G.LLK"))
    assert not s.jumped  # a transfer is no landing


@clause("26.3a")
def test_a_corps_may_march_to_the_airlift_and_fly_on() -> None:
    """It can move no further once it was carried; nothing keeps it from moving before (R100)."""
    s = movement('1834 = ["G.LLK", "G.14"]', OVER_RUHR)
    do(s, "move G.LLK")
    assert refusal(s, "carry 2130") == "26.3a"  # the airlift waits in the Ruhr
    do(s, "to 1934", "carry 2130")
    assert (where(s, "G.LLK"), where(s, "G.Lift")) == ("2130", "utilized") and not can(s, "move G.LLK")
    together = movement('1834 = ["G.LLK", "G.14"]', OVER_RUHR)
    do(together, "move G.LLK", "join G.14", "to 1934")
    assert refusal(together, "carry 2130") == "26.3a"  # one by one
    do(together, "drop G.14")
    assert can(together, "carry 2130") and refusal(together, "land 1333") == "18.0c"


@clause("26.3a", "7.2c", "8.0d")
def test_a_corps_whose_move_is_over_is_not_carried() -> None:
    """An enemy zone has stopped it, or it has spent all its movement factors."""
    s = movement('1935 = ["G.LLK"], 1833 = ["F.1A"]', OVER_RUHR)
    do(s, "move G.LLK", "to 1934")
    assert where(s, "G.LLK") == "1934" and refusal(s, "move G.LLK") == "8.0d"
    s = movement('2233 = ["G.LLK"]', OVER_RUHR)
    do(s, "move G.LLK", "to 1934")
    assert where(s, "G.LLK") == "1934" and refusal(s, "move G.LLK") == "8.0d"


@clause("26.3a", "6.0a", "6.5a")
def test_a_transfer_into_a_full_city_must_leave_room_when_the_segment_ends() -> None:
    s = movement('1934 = ["G.LLK"], 1835 = ["G.14", "G.15", "G.16"]', OVER_RUHR)
    do(s, "move G.LLK", "carry 1835", "move G.16", "to 1836", "stop")
    assert s.agenda[-1].name == "movement" and where(s, "G.LLK") == "1835"
    do(s, "done")
    assert s.agenda[-1].name == "extend"


@clause("26.3b")
def test_transfers_begin_and_end_in_enemy_zones() -> None:
    units = '1934 = ["G.LLK"], 1933 = ["F.1A"], 1835 = ["G.4A"], 1735 = ["F.7A"]'
    s = movement(units, OVER_RUHR)
    do(s, "move G.LLK", "carry 1835")
    assert where(s, "G.LLK") == "1835" and controls(s, "german", "1835")


@clause("26.3b")
def test_a_transfer_leads_to_an_empty_city_in_an_enemy_zone() -> None:
    """Lille has been taken and left again; the zone contests it as a depot, not as a landing ground."""
    s = movement('1934 = ["G.LLK"], 1137 = ["F.1A"]', OVER_RUHR + 'control = { german = ["1036"] }')
    do(s, "move G.LLK")
    assert can(s, "carry 1036") and not can(s, "carry 0941")


@clause("26.3a", "6.0f", "3.3c")
def test_no_transfer_into_a_city_with_an_enemy_logistics_unit() -> None:
    """It does not take the city from the Germans, but nobody enters a hex with enemy ground units."""
    s = movement('1934 = ["G.LLK"], 1336 = ["F.Log1"]', OVER_RUHR + 'control = { german = ["1336"] }')
    do(s, "move G.LLK")
    assert refusal(s, "carry 1336") == "6.0f" and can(s, "carry 1835")


@clause("26.3a")
def test_who_is_carried_and_with_what() -> None:
    other_corps = movement('1934 = ["G.15"]', OVER_RUHR)
    do(other_corps, "move G.15")
    assert not choices(other_corps, "carry") and refusal(other_corps, "carry 1835") == "26.3a"
    for more in ('flying = { "G.Lift" = "1934" }', 'flying = { "G.Lift" = "1835" }\nflown = ["G.Lift"]'):
        s = movement('1934 = ["G.LLK"]', more)
        do(s, "move G.LLK")
        assert refusal(s, "carry 1835") == "26.3a"


@clause("26.3a")
def test_the_transfer_starts_in_a_city() -> None:
    s = movement('1833 = ["G.LLK"]', 'flying = { "G.Lift" = "1833" }\nflown = ["G.Lift"]')
    do(s, "move G.LLK")
    assert refusal(s, "carry 1835") == "26.3a"


# 28.1d: other corps

DOCTRINE = 'options = { advanced_airlift = "yes", mountain_corps = "yes" }\n'


@clause("28.1d")
def test_with_the_doctrine_a_mountain_corps_is_carried_once_a_turn() -> None:
    s = movement('1934 = ["G.GbK"]', OVER_RUHR, DOCTRINE)
    do(s, "move G.GbK", "carry 1835")
    assert where(s, "G.GbK") == "1835" and s.lifted == 1
    again = movement('1934 = ["G.GbK"]', OVER_RUHR + "lifted = 1\n", DOCTRINE)
    do(again, "move G.GbK")
    assert refusal(again, "carry 1835") == "28.1d"


@clause("28.1d")
def test_the_doctrine_brings_the_airlift_and_its_rules_along() -> None:
    """R112; without it only the airborne corps is carried."""
    s = movement('1934 = ["G.LLK"]', OVER_RUHR, DOCTRINE)
    do(s, "move G.LLK")
    assert can(s, "carry 1835") and airlift.in_force(s)
    plain = movement('1934 = ["G.GbK"]', OVER_RUHR, 'options = { airlift = "yes", mountain_corps = "yes" }\n')
    do(plain, "move G.GbK")
    assert refusal(plain, "carry 1835") == "26.3a"


@clause("28.1d")
def test_armies_and_mech_corps_are_too_heavy() -> None:
    for unit in ("G.4A", "G.SS", "G.GrD"):
        s = movement(f'1934 = ["{unit}"]', OVER_RUHR, 'options = { advanced_airlift = "yes", ss_corps = "yes" }\n')
        assert airlift.carriable(s, MAP.piece(unit)) == ""
