"""Chapters 7.2 and 8: ground movement, zones on the march, groups, and what a march sets off."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meuse.engine.playout import vary
from meuse.games.mansteins_war import ground
from meuse.games.mansteins_war.events import Moved
from meuse.games.mansteins_war.movement import March, exit_price
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import GAME, MAP, can, choices, clause, controls, do, hexes, lay, refusal, where


def moving(units: str, more: str = "", mover: str = "german") -> MansteinState:
    """A side's Ground Movement Segment; all its units are active unless the text says otherwise."""
    return lay(f'phase = "{mover} movement"\nturn = 2\nunits = {{ {units} }}\n{more}')


def in_hand(
    units: str, hexa: str, group: dict[str, int], gone: int = 0, mover: str = "german", more: str = ""
) -> MansteinState:
    """Units in hand, each with the movement factors it has left."""
    march = f'{{ step = "march", hex = "{hexa}", group = {list(group)}, left = {list(group.values())}, gone = {gone} }}'
    stack = f'stack = [{{ step = "movement", mover = "{mover}" }}, {march}]'
    return lay(f'{stack}\noperator = "{mover}"\nturn = 2\nunits = {{ {units} }}\n{more}')


def left(s: MansteinState) -> tuple[int, ...]:
    """What the units in hand have left."""
    march = s.agenda[-1]
    assert isinstance(march, March)
    return march.left


def path(events: list[Any]) -> list[str]:
    """The hexes of a march, from the first to the last."""
    moved = next(event for event in events if isinstance(event, Moved))
    return [MAP.board.labels[hexa] for hexa in moved.path]


# who moves


@clause("8.0a", "8.0b", "5.8b")
def test_activated_mobile_units_move_and_none_has_to() -> None:
    s = moving('1636 = ["G.15", "G.Aachen"], 1837 = ["G.19"], 1537 = ["B.1"]', 'commands = ["HGA", "HGB"]')
    assert choices(s, "move") == {"G.15"}
    assert refusal(s, "move G.19") == "8.0a"
    assert refusal(s, "move B.1") == "8.0a"
    assert refusal(s, "move G.Aachen") == "8.0b"
    do(s, "done")
    assert s.agenda[-1].name != "movement" and where(s, "G.15") == "1636"


@clause("8.0a", "8.0d", "8.0f")
def test_a_unit_that_has_stopped_is_done_and_its_factors_are_lost() -> None:
    s = moving('1837 = ["G.15"], 1934 = ["G.16"]')
    do(s, "move G.15", "to 1836", "stop")
    assert refusal(s, "move G.15") == "8.0d" and can(s, "move G.16")
    again = moving('1836 = ["G.15"]')
    do(again, "move G.15")
    assert left(again) == (6,)


# what it costs


@clause("8.0c", "8.0g", "8.4a", "8.4c")
def test_a_mech_unit_pays_three_to_cross_a_river_into_forest() -> None:
    """W4."""
    s = in_hand('1837 = ["G.15"]', "1837", {"G.15": 6})
    do(s, "to 1938")
    assert left(s) == (3,)
    foot = in_hand('1837 = ["G.4A"]', "1837", {"G.4A": 3})
    do(foot, "to 1938")
    assert left(foot) == (1,)


@clause("8.4b")
def test_the_dearest_terrain_of_a_hex_counts() -> None:
    """F27: Sedan is a town in a forest, Dinant a town in rough terrain, Reims a city in the clear."""
    s = in_hand('1339 = ["G.15"]', "1339", {"G.15": 6})
    do(s, "to 1439")
    assert left(s) == (4,)
    south = in_hand('1240 = ["G.15"]', "1240", {"G.15": 6})
    do(south, "to 1340")
    assert left(south) == (5,)


@clause("8.0d", "8.4a")
def test_a_march_goes_as_far_as_its_factors_and_no_farther() -> None:
    s = in_hand('1935 = ["G.4A"]', "1935", {"G.4A": 2})
    assert refusal(s, "to 1932") == "8.0d"
    assert path(do(s, "to 1933")) == ["1935", "1934", "1933"]
    assert refusal(s, "move G.4A") == "8.0d"


@clause("17.0b", "17.1a", "17.1b")
def test_an_enemy_fort_costs_more_until_it_is_destroyed() -> None:
    s = in_hand('1739 = ["G.15"]', "1739", {"G.15": 6})
    do(s, "to 1740")
    assert left(s) == (3,) and hexes(s.destroyed) == {"1740"}
    again = in_hand('1739 = ["G.15"]', "1739", {"G.15": 6}, more='destroyed = ["1740"]')
    do(again, "to 1740")
    assert left(again) == (5,)
    own = in_hand('1641 = ["F.21"]', "1641", {"F.21": 3}, mover="allied")
    do(own, "to 1640")
    assert left(own) == (2,) and not own.destroyed


@clause("8.1a", "8.0d")
def test_one_hex_is_always_possible_at_the_beginning_of_a_move() -> None:
    """F28: rough terrain costs a Mech unit three."""
    s = in_hand('1837 = ["G.15"]', "1837", {"G.15": 1})
    do(s, "to 1737")
    assert where(s, "G.15") == "1737" and refusal(s, "move G.15") == "8.0d"
    begun = in_hand('1837 = ["G.15"]', "1837", {"G.15": 1}, gone=1)
    assert refusal(begun, "to 1737") == "8.0d"


@clause("8.1a", "8.4.1a")
def test_but_not_into_closed_terrain() -> None:
    assert refusal(in_hand('1837 = ["G.4A"]', "1837", {"G.4A": 3}), "to 1737") == "8.4.1a"


@clause("8.2a", "15.5a")
@pytest.mark.parametrize(
    ("unit", "side", "factors"),
    [
        ("G.15", "german", 3),
        ("G.4A", "german", 2),
        ("N.2", "allied", 1),
        ("F.1GC", "allied", 3),
        ("F.Log1", "allied", 5),
    ],
)
def test_an_unsupported_unit_has_half_its_factors_rounded_up(unit: str, side: str, factors: int) -> None:
    """F26: Caen is far from every depot; logistics units need none."""
    s = moving(f'0439 = ["{unit}"], 0541 = ["{"B.1" if side == "german" else "G.41"}"]', mover=side)
    do(s, f"move {unit}")
    assert left(s) == (factors,)


@clause("8.2a", "15.5a")
def test_support_is_judged_once_when_the_move_begins() -> None:
    s = in_hand('0440 = ["G.15"]', "0440", {"G.15": 6}, gone=1)
    do(s, "to 0441")
    assert left(s) == (5,)


# interdiction


@clause("16.8a", "16.8b")
def test_allied_units_pay_one_more_to_leave_a_hex_under_german_air_units() -> None:
    """E24: two air zones cost no more than one."""
    zones = 'flying = { "G.air1" = "1341", "G.air2" = "1340" }'
    s = in_hand('1341 = ["F.1GC"]', "1341", {"F.1GC": 5}, mover="allied", more=zones)
    do(s, "to 1240")
    assert left(s) == (3,)
    german = in_hand('1341 = ["G.4A"]', "1341", {"G.4A": 3}, more='flying = { "F.ZOAN" = "1341" }')
    do(german, "to 1240")
    assert left(german) == (2,)


@clause("8.1a", "16.8b")
def test_interdiction_never_keeps_a_unit_from_moving_one_hex() -> None:
    zones = 'flying = { "G.air1" = "1341" }'
    s = in_hand('1341 = ["F.21"]', "1341", {"F.21": 1}, mover="allied", more=zones)
    do(s, "to 1240")
    assert where(s, "F.21") == "1240"
    begun = in_hand('1341 = ["F.21"]', "1341", {"F.21": 1}, gone=1, mover="allied", more=zones)
    assert not choices(begun, "to")


# where one can go


@clause("2.1b", "8.0e", "6.0f", "8.5a", "8.5b")
def test_barred_hexes() -> None:
    """W1."""
    for start, goal in (("0539", "0540"), ("0539", "0439"), ("0540", "0539"), ("0439", "0539")):
        assert refusal(in_hand(f'{start} = ["F.21"]', start, {"F.21": 1}, mover="allied"), f"to {goal}") == "2.1b"
    assert refusal(in_hand('0539 = ["G.15"]', "0539", {"G.15": 6}), "to 0538") == "8.0e"
    assert refusal(in_hand('1944 = ["G.15"]', "1944", {"G.15": 6}), "to 2044") == "8.5b"
    assert refusal(in_hand('1636 = ["G.15"], 1537 = ["B.1"]', "1636", {"G.15": 6}), "to 1537") == "6.0f"


@clause("8.5c", "8.5d", "8.5e", "28.2f")
def test_areas_of_operation() -> None:
    """F29."""
    belgian = in_hand('1539 = ["B.1"]', "1539", {"B.1": 3}, mover="allied")
    assert can(belgian, "to 1540") and refusal(belgian, "to 1639") == "8.5c"
    friends = in_hand(
        '1539 = ["B.1"]', "1539", {"B.1": 3}, mover="allied", more='options = { belgian_alliance = "yes" }'
    )
    assert can(friends, "to 1639")
    dutch = in_hand('1534 = ["N.2"]', "1534", {"N.2": 2}, mover="allied")
    assert can(dutch, "to 1533") and refusal(dutch, "to 1536") == "8.5d"
    french = in_hand('1539 = ["F.21"]', "1539", {"F.21": 3}, mover="allied")
    assert can(french, "to 1639")


@clause("28.1e", "25.4c")
def test_closed_countries_and_cities() -> None:
    closed = in_hand('1633 = ["G.15"]', "1633", {"G.15": 6}, more='options = { no_netherlands = "yes" }')
    assert refusal(closed, "to 1533") == "28.1e"
    paris = in_hand('1040 = ["F.21"]', "1040", {"F.21": 3}, mover="allied", more='open_cities = ["0941"]')
    assert refusal(paris, "to 0941") == "25.4c"
    assert can(in_hand('1040 = ["G.15"]', "1040", {"G.15": 6}, more='open_cities = ["0941"]'), "to 0941")


@clause("8.4.1a", "2.2.4b")
def test_army_detachments_in_rough_terrain() -> None:
    army = in_hand('1438 = ["F.6A"]', "1438", {"F.6A": 3}, mover="allied")
    assert refusal(army, "to 1437") == "8.4.1a"
    corps = in_hand('1438 = ["F.6A"]', "1438", {"F.6A": 3}, mover="allied", more='options = { bracketed = "corps" }')
    assert can(corps, "to 1437")


# zones of control


@clause("7.2c", "8.0d", "7.0c")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    """F22, F24: the zones of one and of two enemies are the same."""
    for enemies in ('1240 = ["F.1A"]', '1240 = ["F.1A"], 1140 = ["F.21"]'):
        s = in_hand(f'1338 = ["G.15"], {enemies}', "1338", {"G.15": 6})
        do(s, "to 1239")
        assert where(s, "G.15") == "1239" and refusal(s, "move G.15") == "8.0d"


@clause("7.2c")
def test_no_march_leads_through_an_enemy_zone() -> None:
    s = in_hand('0439 = ["G.15"], 0541 = ["F.21"]', "0439", {"G.15": 6})
    assert choices(s, "to") == {"0440", "0540"}
    assert refusal(s, "to 0441") == "7.2c"


@clause("7.2d")
def test_a_unit_leaves_a_zone_for_a_free_hex_and_may_enter_another() -> None:
    """F23: 1339 and 1238 are in the zone of the enemy in Laon, 1338 is not."""
    s = in_hand('1339 = ["G.15"], 1239 = ["F.1A"]', "1339", {"G.15": 6})
    assert path(do(s, "to 1238")) == ["1339", "1338", "1238"]
    assert refusal(s, "move G.15") == "8.0d"
    slow = in_hand('1339 = ["G.15"], 1239 = ["F.1A"]', "1339", {"G.15": 2})
    assert refusal(slow, "to 1238") == "7.2d"


@clause("8.1b", "7.2d")
def test_not_even_the_first_hex_leads_from_zone_to_zone() -> None:
    """E6: the Eifel would cost more than the corps has, the coast of Normandy would not."""
    s = in_hand('1837 = ["G.15"], 1738 = ["F.21"]', "1837", {"G.15": 1})
    assert refusal(s, "to 1737") == "8.1b"
    shut_in = in_hand('0439 = ["G.15"], 0540 = ["F.21"]', "0439", {"G.15": 1})
    assert refusal(shut_in, "to 0440") == "7.2d" and not choices(shut_in, "to")
    do(shut_in, "stop")
    assert where(shut_in, "G.15") == "0439"


@clause("7.1c", "7.2d")
def test_a_unit_beside_its_fortress_unit_is_in_no_zone() -> None:
    """R47: a ring of zones around Eben Emael lets the corps out by one hex."""
    enemies = '1636 = ["G.15"], 1437 = ["G.16"]'
    alone = in_hand(f'1537 = ["B.1"], {enemies}', "1537", {"B.1": 3}, mover="allied")
    assert refusal(alone, "to 1536") == "7.2d"
    covered = in_hand(f'1537 = ["B.1", "B.EE"], {enemies}', "1537", {"B.1": 3}, mover="allied")
    do(covered, "to 1536")
    assert where(covered, "B.1") == "1536" and refusal(covered, "move B.1") == "8.0d"


@clause("7.1b", "7.2c")
def test_friends_in_a_hex_do_not_cancel_the_zone() -> None:
    s = in_hand('1338 = ["G.15"], 1239 = ["G.16"], 1240 = ["F.1A"]', "1338", {"G.15": 6})
    do(s, "to 1239")
    assert refusal(s, "move G.15") == "8.0d"


# stacks and groups


@clause("6.0b", "6.0a")
def test_units_pass_through_full_hexes_and_may_stop_there_for_a_while() -> None:
    s = moving('1837 = ["G.4A"], 1836 = ["G.6A", "G.15"]')
    do(s, "move G.4A", "to 1836")
    assert left(s) == (2,)
    do(s, "stop", "move G.6A", "to 1835", "stop", "done")
    assert {where(s, unit) for unit in ("G.4A", "G.15")} == {"1836"} and s.steps[s.setting.piece("G.4A")] == 4


@clause("6.0c")
def test_reinforcements_may_overstack_until_the_segment_is_over() -> None:
    s = moving('1835 = ["G.2A", "G.6A"]')
    assert s.agenda[-1].name == "movement"
    left_alone = s.clone()
    do(s, "move G.2A", "to 1834", "stop", "done")
    assert s.steps[s.setting.piece("G.2A")] == s.steps[s.setting.piece("G.6A")] == 4
    do(left_alone, "done")
    assert left_alone.agenda[-1].name == "excess"


@clause("6.0g")
def test_the_order_of_a_stack_does_not_matter() -> None:
    one, two = (moving(f'1837 = {units}, 1738 = ["F.21"]') for units in (["G.15", "G.4A"], ["G.4A", "G.15"]))
    for s in (one, two):
        do(s, "move G.15", "join G.4A")
    assert choices(one, "to") == choices(two, "to") and left(one) == left(two)


@clause("6.0h")
def test_everybody_sees_all_units_of_a_stack() -> None:
    s = moving('1837 = ["G.15", "G.4A"], 1239 = ["F.1A", "F.21"]')
    german, allied = s.scene("german"), s.scene("allied")
    assert german.stacks == allied.stacks
    assert [piece.id for piece in allied.stacks["1837"].pieces] == ["G.15", "G.4A"]


@clause("8.0a", "8.0g", "6.0d")
def test_a_group_marches_together_and_each_pays_its_own_price() -> None:
    """1838 is across a river from 1837; the forest beyond it costs Mech units two."""
    s = in_hand('1837 = ["G.15", "G.LogA"]', "1837", {"G.15": 6, "G.LogA": 6})
    do(s, "to 1939")
    assert left(s) == (2, 3)
    assert {where(s, unit) for unit in ("G.15", "G.LogA")} == {"1939"}


@clause("8.0d", "8.0a")
def test_who_has_nothing_left_stays_and_the_others_go_on() -> None:
    s = in_hand('1935 = ["G.15", "G.4A"]', "1935", {"G.15": 6, "G.4A": 2})
    do(s, "to 1933")
    assert left(s) == (4,) and refusal(s, "join G.4A") == refusal(s, "drop G.4A") == "8.0d"
    do(s, "to 1932", "stop")
    assert (where(s, "G.15"), where(s, "G.4A")) == ("1932", "1933") and not can(s, "move G.4A")


@clause("8.0a")
def test_a_group_is_made_before_the_first_hex_and_leaves_units_on_the_way() -> None:
    s = moving('1935 = ["G.15", "G.16", "G.LogA"], 1936 = ["G.19"]', 'commands = ["HGA", "HGB"]')
    do(s, "move G.15")
    assert choices(s, "join") == {"G.16", "G.LogA"}
    assert refusal(s, "join G.19") == "8.0a"
    do(s, "join G.LogA", "to 1934")
    assert refusal(s, "join G.16") == "8.0a" and choices(s, "drop") == {"G.15", "G.LogA"}
    do(s, "drop G.LogA", "to 1933", "stop")
    assert (where(s, "G.LogA"), where(s, "G.15"), where(s, "G.16")) == ("1934", "1933", "1935")


@clause("8.1a")
def test_a_group_makes_its_first_step_whatever_it_costs_some() -> None:
    s = in_hand('1837 = ["G.15", "G.LogA"]', "1837", {"G.15": 1, "G.LogA": 6})
    do(s, "to 1737")
    assert left(s) == (4,) and where(s, "G.15") == "1737" and not can(s, "drop G.15")


@clause("8.5c")
def test_a_group_that_cannot_go_on_together_parts() -> None:
    more = 'options = { belgian_alliance = "yes" }'
    s = in_hand('1638 = ["F.21", "B.1"]', "1638", {"F.21": 1, "B.1": 1}, gone=1, mover="allied", more=more)
    assert can(s, "to 1639") and refusal(s, "to 1739") == "8.5c"


# what a march sets off


@clause("3.3b", "17.1a")
def test_a_march_takes_all_hexes_it_passes_and_destroys_their_forts() -> None:
    s = in_hand('1636 = ["G.15"]', "1636", {"G.15": 6})
    do(s, "to 1537", "to 1436")
    assert all(controls(s, "german", label) for label in ("1537", "1436")) and controls(s, "allied", "1435")
    assert hexes(s.destroyed) == {"1537", "1436"}


@clause("3.3c")
def test_logistics_units_take_nothing_on_their_way() -> None:
    """E8."""
    s = in_hand('1636 = ["G.LogA"]', "1636", {"G.LogA": 6})
    do(s, "to 1537")
    assert controls(s, "allied", "1537") and hexes(s.destroyed) == {"1537"}


@clause("24.3a", "24.3.1a")
def test_a_march_pauses_where_a_morale_victory_is_won() -> None:
    s = in_hand('1339 = ["G.15"]', "1339", {"G.15": 6}, more='options = { extra_markers = "yes" }')
    do(s, "to 1440")
    assert s.agenda[-1].name == "add_morale" and where(s, "G.15") == "1439"
    do(s, "decline")
    assert left(s) == (4,)
    do(s, "to 1440")
    assert left(s) == (2,)


@clause("3.8c", "3.7b")
def test_a_country_may_surrender_when_a_unit_stops() -> None:
    """R20: nobody contests Antwerp any more, and the rest of the group is gone before it can go on."""
    german = 'control = { german = ["1335", "1336", "1537"] }'
    s = moving('1235 = ["B.1", "B.2"], 1336 = ["G.15"], 1036 = ["F.21"]', german, mover="allied")
    do(s, "move B.1", "join B.2", "to 1136")
    assert where(s, "B.2") == "1136"
    do(s, "drop B.1")
    assert where(s, "B.1") == where(s, "B.2") == "dead"
    assert choices(s, "move") == {"F.21"}


# off the map


EVAC = 'options = { edge_evacuation = "turn" }\nevacuating = true'


@clause("25.3a")
def test_allied_units_leave_by_the_west_edge_once_evac_was_picked() -> None:
    s = in_hand('0440 = ["F.21", "F.1A"]', "0440", {"F.21": 1, "F.1A": 1}, gone=1, mover="allied", more=EVAC)
    do(s, "exit")
    assert where(s, "F.21") == where(s, "F.1A") == "evacuated"
    inland = in_hand('0540 = ["F.21"]', "0540", {"F.21": 3}, mover="allied", more=EVAC)
    assert refusal(inland, "exit") == "25.3a"
    early = in_hand('0440 = ["F.21"]', "0440", {"F.21": 3}, mover="allied", more=EVAC.partition("\n")[0])
    assert refusal(early, "exit") == "25.3a"


@clause("25.3a", "16.8b", "8.1a")
def test_interdiction_counts_for_leaving_the_map() -> None:
    air = EVAC + '\nflying = { "G.air1" = "0440" }'
    begun = in_hand('0440 = ["F.21"]', "0440", {"F.21": 1}, gone=1, mover="allied", more=air)
    assert where(begun, "F.21") == "0440" and refusal(begun, "move F.21") == "8.0d"  # it can do nothing more
    do(in_hand('0440 = ["F.21"]', "0440", {"F.21": 1}, mover="allied", more=air), "exit")


@clause("25.3a")
def test_by_another_reading_only_in_the_impulse_of_evac() -> None:
    one = 'options = { edge_evacuation = "impulse" }\nevacuating = true\ncommands = ["1AG"]\n'
    later = in_hand('0440 = ["F.1A"]', "0440", {"F.1A": 3}, mover="allied", more=one + 'marker = ["1AG"]')
    assert refusal(later, "exit") == "25.3a"
    now = in_hand('0440 = ["F.1A"]', "0440", {"F.1A": 3}, mover="allied", more=one + 'marker = ["Evac"]')
    assert can(now, "exit")


@clause("25.3a", "7.2c", "7.2d")
def test_a_unit_leaves_the_map_from_a_zone_but_not_after_entering_one() -> None:
    begins = in_hand('0440 = ["F.21"], 0541 = ["G.15"]', "0440", {"F.21": 3}, mover="allied", more=EVAC)
    assert can(begins, "exit")
    enters = in_hand('0439 = ["F.21"], 0541 = ["G.15"]', "0439", {"F.21": 3}, mover="allied", more=EVAC)
    do(enters, "to 0440")
    assert not can(enters, "exit")


@clause("18.0c")
def test_a_landing_is_all_movement_of_the_segment() -> None:
    s = moving('1934 = ["G.LLK"]')
    do(s, "move G.LLK")
    assert can(s, "land 1333")
    walked = s.clone()
    do(s, "land 1333")
    assert where(s, "G.LLK") == "1333" and refusal(s, "move G.LLK") == "8.0d"
    do(walked, "to 1933")
    assert refusal(walked, "land 1333") == "18.0c"


# far and near


def told(s: MansteinState) -> list[Any]:
    """What has come of a march."""
    return [s.where, s.taken, s.destroyed, s.moved, s.railed, s.morale, s.outcome, [step.dump() for step in s.agenda]]


@clause("8.0c", "8.0d", "3.3b")
@pytest.mark.parametrize("seed", range(6))
def test_a_far_march_is_the_same_as_going_hex_by_hex(seed: int) -> None:
    """In random games from a ready set-up, in which stacks like to march together."""
    random, s, tried, mixed = Random(seed), GAME.new("campaign", seed, vary(GAME, seed)), 0, 0
    assert isinstance(s, MansteinState)
    do(s, "keep PlanD", "ready", "keep Manstein", "ready")
    while s.outcome is None and s.turn < 4:
        march = s.agenda[-1]
        if isinstance(march, March) and s.offered("to"):
            goal = random.choice(s.offered("to"))
            far, near = s.clone(), s.clone()
            way = march._way(s, goal.value)[0]
            far.apply(goal)
            for hexa in way:
                if isinstance(near.agenda[-1], March):  # a Morale Victory asks a question
                    near.apply(f"to {s.label(hexa)}")
            assert told(far) == told(near)
            tried += len(way) > 1
            mixed += len(way) > 1 and len({MAP.is_mech[piece] for piece in march.group}) > 1
        joining = s.offered("join")
        s.apply(random.choice(joining if joining and random.random() < 0.7 else s.options))
    assert tried > 20 and mixed


@pytest.mark.parametrize(
    ("group", "left", "says"),
    [
        (["G.15", "G.16"], [3], "movement factors"),
        (["G.15", "G.19"], [3, 3], "in the hex"),
        ([], [], "in the hex"),
    ],
)
def test_defects_of_a_march_in_a_position_are_named(group: list[str], left: list[int], says: str) -> None:
    march = f'{{ step = "march", hex = "1837", group = {group}, left = {left}, gone = 0 }}'
    stack = f'stack = [{{ step = "movement", mover = "german" }}, {march}]'
    units = 'units = { 1837 = ["G.15", "G.16"], 1936 = ["G.19"] }'
    problems = GAME.problems(f'scenario = "campaign"\n{stack}\noperator = "german"\nturn = 2\n{units}\n')
    assert len(problems) == 1 and says in problems[0]


@clause("3.8c", "3.1a")
def test_what_a_march_decides_is_seen_when_it_is_over() -> None:
    """R20: Antwerp is the last of the three Belgian places."""
    more = 'control = { german = ["1336", "1537"] }'
    s = in_hand('1434 = ["G.15"]', "1434", {"G.15": 6}, more=more)
    do(s, "to 1335")
    assert not s.surrendered
    do(s, "stop")
    assert s.surrendered


# what is said about hexes and units


@clause("8.0a", "8.0b", "8.0c", "8.0d")
def test_why_units_do_not_move_join_or_stay() -> None:
    units = '1636 = ["G.15", "G.16", "G.Aachen"], 1837 = ["G.19"], 1537 = ["B.1"]'
    s = moving(units, 'commands = ["HGA", "HGB"]')
    do(s, "move G.16", "stop")
    refused = {"G.air1": "8.0a", "G.4A": "8.0a", "B.1": "8.0a", "G.Aachen": "8.0b", "G.19": "8.0a", "G.16": "8.0d"}
    assert {unit: refusal(s, f"move {unit}") for unit in refused} == refused
    do(s, "move G.15")
    assert refusal(s, "to 1636") == "8.0c"
    assert {unit: refusal(s, f"join {unit}") for unit in ("G.19", "G.Aachen", "G.16", "G.15")} == {
        "G.19": "8.0a", "G.Aachen": "8.0b", "G.16": "8.0d", "G.15": "8.0a",
    }  # fmt: skip


@clause("8.0d")
def test_units_of_the_group_alone_are_left_on_the_way() -> None:
    s = in_hand('1837 = ["G.15", "G.4A"], 1836 = ["G.16"]', "1837", {"G.15": 6, "G.4A": 3})
    assert refusal(s, "drop G.15") == "8.0d"
    do(s, "to 1836")
    assert choices(s, "drop") == {"G.15", "G.4A"} and refusal(s, "drop G.16") == "8.0d"
    do(s, "drop G.4A")
    assert refusal(s, "drop G.15") == "8.0d" and not choices(s, "drop")
    assert s.agenda[-1].group == (MAP.piece("G.15"),) and s.moved == 1 << MAP.piece("G.4A")


@clause("8.0d", "8.4a")
def test_every_hex_in_reach_has_its_price_and_the_hex_before_it() -> None:
    s = in_hand('1837 = ["G.15"]', "1837", {"G.15": 6})
    march = s.agenda[-1]
    rows = {row.action.removeprefix("to "): row for row in march.choices(s, {}) if row.verb == "to"}
    assert rows.keys() == choices(s, "to") and max(int(row.cost) for row in rows.values()) == 6
    for label, row in rows.items():
        twin = s.clone()
        way = path(do(twin, f"to {label}"))
        assert (way[-2], int(row.cost)) == (row.via, spent(s, 1, way))


def spent(s: MansteinState, mech: int, way: list[str]) -> int:
    return ground.way_price(s, GERMAN, mech, tuple(map(MAP.board.place, way)))


@clause("8.0g", "8.4a")
def test_the_prices_of_a_mixed_group_and_what_each_unit_has_left() -> None:
    """Both prices are shown, the higher first, where they differ."""
    s = in_hand('1539 = ["G.15", "G.4A"]', "1539", {"G.15": 6, "G.4A": 3})
    rows = {row.action: row.cost for row in s.agenda[-1].choices(s, {}) if row.verb == "to"}
    assert {len(cost.split("/")) for cost in rows.values()} == {1, 2}
    for action, cost in rows.items():
        way = path(do(s.clone(), action))
        costs = {spent(s, 1, way), min(spent(s, 0, way), 3)}
        assert cost == "/".join(map(str, sorted(costs, reverse=True)))


@clause("7.2c", "7.2d", "8.1b", "8.0d", "6.0f")
@pytest.mark.parametrize(
    ("factors", "gone", "refused"),
    [
        (1, 0, {"1538": "8.1b", "1639": "7.2d", "1438": "8.0d", "1540": "8.0d", "1539": "6.0f"}),
        (2, 1, {"1538": "8.1b", "1639": "7.2d", "1637": "8.0d", "1438": "8.0d", "1540": "8.0d"}),
        (3, 0, {"1538": "7.2d", "1639": "7.2d", "1438": "8.0d", "1540": "7.2c"}),
        (5, 0, {"1538": "7.2d", "1438": "7.2c", "1540": "7.2c", "0941": "8.0d"}),
    ],
)
def test_why_a_march_does_not_lead_to_a_hex(factors: int, gone: int, refused: dict[str, str]) -> None:
    """Belgians hold Bastogne; the corps is in their zone."""
    s = in_hand('1539 = ["B.1"], 1638 = ["G.15"], 1838 = ["G.4A"]', "1638", {"G.15": factors}, gone=gone)
    assert {label: refusal(s, f"to {label}") for label in refused} == refused


@clause("8.0d", "2.1b")
def test_why_a_march_outside_zones_does_not_lead_to_a_hex_beside() -> None:
    s = in_hand('1539 = ["B.1"], 1637 = ["G.15"], 1838 = ["G.4A"]', "1637", {"G.15": 2}, gone=1)
    assert refusal(s, "to 1638") == refusal(s, "to 1538") == "8.0d"
    coast = in_hand('0439 = ["F.21"]', "0439", {"F.21": 3}, mover="allied")
    assert refusal(coast, "to 0539") == "2.1b"


@clause("8.0a")
def test_ending_a_segment_without_a_move_is_questioned() -> None:
    s = moving('1837 = ["G.15"]')
    done = next(option for option in s.options if option.verb == "done")
    assert "No unit has moved" in s.agenda[-1].warning(s, done)
    s = moving('1837 = ["G.15", "G.16"]')
    do(s, "move G.15", "to 1836", "stop")
    assert s.agenda[-1].warning(s, done) == ""
    full = moving('1837 = ["G.15", "G.4A", "G.16"]')
    assert full.agenda[-1].warning(full, done).startswith("Over-stacked: ")


@clause("25.3a", "16.8b")
def test_what_it_costs_to_leave_the_map() -> None:
    for sky, price in (("0941", 1), ("0440", 2)):
        s = moving('0440 = ["UK.2"]', f'flying = {{ "G.air1" = "{sky}" }}', mover="allied")
        assert exit_price(s, ALLIED, MAP.board.place("0440")) == price
