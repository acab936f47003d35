"""Movement on land: groups, ranges, stacking, capture."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.events import Captured, CombatBegan, Moved
from meuse.games.battle_of_france.powers import FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import SETTING, at, can, choices, clause, do, holder, lay, refusal


def step(s: BattleState) -> str:
    assert s.decision is not None
    return s.decision.step


def place(units: str, more: str = "") -> BattleState:
    return lay(f"{more}\nunits = {{ {units} }}")


# range


@clause("movement.1", "land.4", "land.1")
@pytest.mark.parametrize("unit", ["infantry", "artillery"])
def test_infantry_and_artillery_go_two_spaces(unit: str) -> None:
    s = place(f'"38" = ["G.{unit}"]')
    do(s, "start 38", f"take G.{unit}")
    assert choices(s, "to") == {"37", "13", "12", "36", "Mayence", "15"}
    assert refusal(s, "to 33") == "land.4"
    assert refusal(s, "to 11") == "land.4"


@clause("movement.1", "land.5", "land.1")
@pytest.mark.parametrize("unit", ["tank", "mechanized"])
def test_tanks_and_mechanized_units_go_three_spaces(unit: str) -> None:
    s = place(f'"38" = ["G.{unit}"]')
    do(s, "start 38", f"take G.{unit}")
    two = {"37", "13", "12", "36", "Mayence", "15"}
    assert choices(s, "to") == two | {"11", "33", "35", "Luxembourg", "3", "10", "Reims"}
    assert refusal(s, "to Paris") == "land.5"
    assert refusal(s, "to 34") == "land.5"


@clause("land.4", "land.5", "movement.1")
def test_a_group_is_as_fast_as_its_slowest_unit() -> None:
    s = place('"38" = ["G.tank", "G.artillery"]')
    do(s, "start 38", "take G.tank")
    assert can(s, "to 33")
    do(s, "take G.artillery")
    assert refusal(s, "to 33") == "land.4"
    assert can(s, "to 36")


@clause("movement.1", "land.5")
def test_a_move_may_be_made_in_steps_within_the_range() -> None:
    s = place('"38" = ["G.tank"]')
    do(s, "start 38", "take G.tank", "to 37")
    assert step(s) == "group" and at(s, "37") == ["G.tank"]
    assert refusal(s, "to 34") == "land.5"
    do(s, "to 36")
    assert choices(s, "to") == {"11", "12", "33", "35", "37", "Luxembourg", "Mayence"}
    assert refusal(s, "to 34") == "land.5"
    events = do(s, "to 33")
    assert step(s) == "turn" and at(s, "33") == ["G.tank"] and at(s, "38") == []
    assert [tuple(s.label(a) for a in e.path) for e in events if isinstance(e, Moved)] == [("36", "33")]


@clause("movement.1")
def test_the_way_of_a_long_move_is_a_shortest_one() -> None:
    s = place('"30" = ["G.tank"]')
    events = do(s, "start 30", "take G.tank", "to 23")
    moved = next(e for e in events if isinstance(e, Moved))
    way = [s.label(a) for a in moved.path]
    assert way[0] == "30" and way[-1] == "23" and len(way) == 4
    assert at(s, "23") == ["G.tank"]


@clause("land.1")
def test_land_units_do_not_cross_the_sea() -> None:
    s = place('"19" = ["B.infantry"]', 'power = "britain"')
    do(s, "start 19", "take B.infantry")
    assert choices(s, "to") == {"20", "London"}
    assert refusal(s, "to 25") == "land.1"  # no coast of 19
    assert refusal(s, "to 17") == "sea.transport.3"  # a coast, but no ship
    assert not can(s, "to 5")


@clause("land.1")
def test_a_land_near_only_for_ships_is_refused_as_beyond_the_sea() -> None:
    s = place('"19" = ["B.infantry"]', 'power = "britain"')
    do(s, "start 19", "take B.infantry")
    assert refusal(s, "to 5") == "land.1"  # 17 lies between


@clause("special.ardennes.3", "movement.1")
def test_a_move_out_of_the_forest_cannot_be_drawn_out_by_steps() -> None:
    s = place('"A4" = ["G.tank"]')
    do(s, "start A4", "take G.tank")
    assert choices(s, "to") == {"8", "9", "23", "A2", "A5"}
    do(s, "to 8")
    assert step(s) == "turn"


# groups


@clause("movement.2", "movement.1")
def test_a_group_is_units_of_one_space_that_go_together() -> None:
    s = place('"31" = ["G.infantry x2", "G.tank", "G.fighter"], "34" = ["G.artillery"]')
    do(s, "start 31")
    assert choices(s, "take") == {"G.infantry", "G.tank", "G.fighter"}
    assert choices(s, "to") == set() and not can(s, "stop")
    assert refusal(s, "to 32") == "movement.2"
    assert refusal(s, "stop") == "movement.2"
    assert refusal(s, "take G.artillery") == "movement.2"  # stands elsewhere
    do(s, "take G.infantry")
    assert choices(s, "take") == {"G.infantry", "G.tank"}
    assert refusal(s, "take G.fighter") == "movement.2"  # flies
    do(s, "take G.infantry")
    assert refusal(s, "take G.infantry") == "movement.2"  # there is no third
    do(s, "to 32", "stop")
    assert at(s, "32") == ["G.infantry", "G.infantry"] and at(s, "31") == ["G.fighter", "G.tank"]


@clause("movement.2")
def test_nobody_joins_or_starts_while_a_group_is_on_its_way() -> None:
    s = place('"31" = ["G.tank x2"], "32" = ["G.infantry"]')
    do(s, "start 31", "take G.tank", "to 32")
    assert choices(s, "take") == set()
    assert refusal(s, "take G.infantry") == "movement.2"
    assert refusal(s, "start 31") == "turn.1"
    assert refusal(s, "done") == "turn.1"
    do(s, "stop")
    assert can(s, "start 31") and can(s, "start 32")


@clause("movement.2", "capture.2")
def test_a_combat_is_fought_out_before_the_next_group_moves() -> None:
    s = place('"31" = ["G.infantry"], "29" = ["G.infantry"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.infantry", "to 23", rolls=[6, 6])
    assert step(s) == "press"
    assert refusal(s, "start 29") == "turn.1"
    do(s, "withdraw")
    assert can(s, "start 29")


@clause("movement.3", "movement.2")
def test_attacks_from_two_places_are_two_combats() -> None:
    s = place('"27" = ["G.infantry"], "28" = ["G.infantry"], "24" = ["B.infantry"]')
    do(s, "start 28", "take G.infantry")
    assert refusal(s, "take G.infantry") == "movement.2"
    events = do(s, "to 24", "withdraw", rolls=[2, 3])
    events += do(s, "start 27", "take G.infantry", "to 24", rolls=[1, 3])
    began = [e for e in events if isinstance(e, CombatBegan)]
    assert len(began) == 2 and all(len(e.attackers) == len(e.defenders) == 1 for e in began)
    assert began[0].attackers != began[1].attackers and began[0].defenders == began[1].defenders
    assert at(s, "24") == at(s, "28") == ["G.infantry"] and at(s, "27") == []


@clause("movement.3")
def test_one_space_may_send_two_groups_to_the_same_target() -> None:
    s = place('"31" = ["G.infantry x2"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.infantry", "to 23", "withdraw", rolls=[2, 3])
    do(s, "start 31", "take G.infantry")
    assert refusal(s, "take G.infantry") == "movement.4"
    do(s, "to 23", rolls=[1, 3])
    assert at(s, "23") == ["G.infantry"] and at(s, "31") == ["G.infantry"]


# no second move


@clause("movement.4")
def test_a_unit_that_has_moved_does_not_move_again() -> None:
    s = place('"31" = ["G.tank"], "32" = ["G.tank"]')
    do(s, "start 31", "take G.tank", "to 32", "stop")
    do(s, "start 32", "take G.tank")
    assert refusal(s, "take G.tank") == "movement.4"
    do(s, "stop")
    assert refusal(s, "start 32") == "movement.4"
    assert choices(s, "start") == set()


@clause("movement.4")
def test_a_group_told_to_stop_has_used_its_move() -> None:
    s = place('"31" = ["G.tank x2"]')
    do(s, "start 31", "take G.tank", "stop")
    do(s, "start 31", "take G.tank")
    assert refusal(s, "take G.tank") == "movement.4"


@clause("movement.4")
def test_a_unit_that_has_fought_does_not_move_whether_it_won_or_broke_off() -> None:
    s = place('"27" = ["G.tank"], "31" = ["G.tank"], "24" = ["B.infantry"], "23" = ["B.infantry"]')
    do(s, "start 27", "take G.tank", "to 24", rolls=[3, 3])
    assert at(s, "24") == ["G.tank"] and step(s) == "turn"
    assert refusal(s, "start 24") == "movement.4"
    do(s, "start 31", "take G.tank", "to 23", "withdraw", rolls=[4, 3])
    assert at(s, "31") == ["G.tank"]
    assert refusal(s, "start 31") == "movement.4"


@clause("movement.4", "turn.1")
def test_defending_does_not_use_up_a_units_own_move() -> None:
    s = place('"23" = ["G.infantry"], "7" = ["F.infantry"]', 'to_come = ["france"]')
    do(s, "start 23", "take G.infantry", "to 7", "withdraw", rolls=[6, 6])
    do(s, "done")
    assert s.active == FRANCE and can(s, "start 7")
    do(s, "start 7", "take F.infantry", "to 4", "stop")
    assert at(s, "4") == ["F.infantry"]


@clause("movement.4")
def test_a_defender_that_retreated_still_has_its_move() -> None:
    s = place('"23" = ["G.infantry"], "7" = ["F.infantry"]', 'to_come = ["france"]')
    do(s, "start 23", "take G.infantry", "to 7", "press", "retreat 4", rolls=[6, 6])
    assert at(s, "4") == ["F.infantry"] and at(s, "7") == ["G.infantry"]
    do(s, "done")
    assert can(s, "start 4")


# stacking


@clause("stacking.1")
@pytest.mark.parametrize(("there", "moving", "legal"), [(4, 1, True), (3, 2, True), (4, 2, False), (5, 1, False)])
def test_five_land_units_of_a_side_in_a_space(there: int, moving: int, legal: bool) -> None:
    s = place(f'"32" = ["G.infantry x{there}"], "31" = ["G.infantry x5"]')
    do(s, "start 31", *["take G.infantry"] * moving)
    if legal:
        do(s, "to 32", "stop")
        assert len(at(s, "32")) == 5 or there + moving < 5
    else:
        assert refusal(s, "to 32") == "stacking.1"
        assert can(s, "to 29")


@clause("stacking.1")
def test_every_kind_of_marching_unit_counts() -> None:
    s = place('"32" = ["G.infantry", "G.artillery", "G.tank", "G.mechanized x2"], "31" = ["G.infantry"]')
    do(s, "start 31", "take G.infantry")
    assert refusal(s, "to 32") == "stacking.1"


@clause("stacking.1")
def test_a_full_space_may_be_passed_but_not_stopped_in() -> None:
    s = place('"31" = ["G.infantry x5"], "29" = ["G.infantry"]')
    do(s, "start 29", "take G.infantry")
    assert not can(s, "to 31")
    do(s, "to 34")  # by way of 31
    assert at(s, "34") == ["G.infantry"]


@clause("stacking.1")
def test_both_allies_count_together() -> None:
    s = place('"Brussels" = ["B.infantry", "B.artillery", "B.tank"], "23" = ["F.infantry x3"]', 'power = "france"')
    do(s, "start 23", "take F.infantry", "take F.infantry", "take F.infantry")
    assert refusal(s, "to Brussels") == "stacking.1"
    s = place('"Brussels" = ["B.infantry", "B.artillery", "B.tank"], "23" = ["F.infantry x3"]', 'power = "france"')
    do(s, "start 23", "take F.infantry", "take F.infantry", "to Brussels", "stop")
    assert len(at(s, "Brussels")) == 5 and holder(s, "Brussels") == "britain"


@clause("stacking.1")
def test_five_sea_units_of_a_side_in_a_zone() -> None:
    s = place('"25" = ["G.submarine x3", "G.transport+G.tank+G.tank"], "26" = ["G.cruiser", "G.destroyer"]')
    do(s, "start 26", "take G.cruiser", "take G.destroyer")
    assert refusal(s, "to 25") == "stacking.1"
    do(s, "stop")
    s = place('"25" = ["G.submarine x3", "G.transport+G.tank+G.tank"], "26" = ["G.cruiser", "G.destroyer"]')
    do(s, "start 26", "take G.cruiser", "to 25", "stop")
    assert len(at(s, "25")) == 5


@clause("stacking.1")
def test_enemies_in_a_zone_are_counted_apart() -> None:
    s = place('"25" = ["B.submarine x5", "G.submarine x4"], "26" = ["G.submarine x2"]')
    do(s, "start 26", "take G.submarine")
    assert can(s, "to 25")
    do(s, "take G.submarine")
    assert not can(s, "to 25")


@clause("stacking.1")
def test_a_vacant_enemy_space_has_room_for_five() -> None:
    s = place('"31" = ["G.infantry x5"], "32" = ["G.infantry"]')
    do(s, "start 31", *["take G.infantry"] * 5, "to 23", "stop")
    assert len(at(s, "23")) == 5 and holder(s, "23") == "germany"
    do(s, "start 32", "take G.infantry")
    assert refusal(s, "to 23") == "stacking.1"


@clause("stacking.2", "air.5")
def test_air_units_neither_count_nor_are_limited() -> None:
    s = place('"32" = ["G.infantry x5", "G.bomber x3", "G.fighter x3"], "31" = ["G.fighter", "G.infantry"]')
    do(s, "start 31", "take G.fighter", "to 32")
    assert at(s, "32").count("G.fighter") == 4 and at(s, "32").count("G.infantry") == 5
    s = place('"32" = ["G.infantry x4", "G.bomber x3", "G.fighter x3"], "31" = ["G.infantry"]')
    do(s, "start 31", "take G.infantry", "to 32", "stop")
    assert at(s, "32").count("G.infantry") == 5


@clause("stacking.3")
def test_anti_aircraft_guns_do_not_count() -> None:
    s = place('"Dusseldorf" = ["G.aa x3", "G.infantry x4"], "31" = ["G.infantry x2"]')
    do(s, "start 31", "take G.infantry", "to Dusseldorf", "stop")
    assert at(s, "Dusseldorf") == ["G.aa"] * 3 + ["G.infantry"] * 5
    do(s, "start 31", "take G.infantry")
    assert refusal(s, "to Dusseldorf") == "stacking.1"


# capture


@clause("capture.1", "capture.4")
def test_walking_into_vacant_enemy_territory_captures_it_without_combat() -> None:
    s = place('"31" = ["G.infantry"]')
    events = do(s, "start 31", "take G.infantry", "to 23", "stop")
    assert holder(s, "23") == "germany" and not any(isinstance(e, CombatBegan) for e in events)
    captured = [e for e in events if isinstance(e, Captured)]
    assert [(e.clauses, e.power, s.label(e.area)) for e in captured] == [(("capture.1", "capture.4"), GERMANY, "23")]


@clause("capture.1")
def test_every_vacant_space_on_the_way_is_captured_and_the_move_goes_on() -> None:
    s = place('"31" = ["G.infantry"], "27" = ["G.tank"]')
    do(s, "start 31", "take G.infantry", "to Brussels")
    assert holder(s, "23") == "germany" and holder(s, "Brussels") == "germany" and at(s, "23") == []
    assert holder(s, "22") == "britain"
    do(s, "start 27", "take G.tank", "to 24", "to 22", "to Dunkirk")
    assert [holder(s, a) for a in ("24", "22", "Dunkirk")] == ["germany"] * 3


@clause("capture.1")
def test_vacant_spaces_on_the_way_to_a_combat_stay_captured_after_a_withdrawal() -> None:
    s = place('"31" = ["G.infantry"], "Brussels" = ["B.infantry"]')
    do(s, "start 31", "take G.infantry", "to Brussels", "withdraw", rolls=[6, 6])
    assert at(s, "31") == ["G.infantry"]
    assert holder(s, "23") == "germany" and at(s, "23") == [] and holder(s, "Brussels") == "britain"


@clause("capture.1", "capture.4")
def test_entering_an_allys_territory_changes_nothing() -> None:
    s = place('"7" = ["F.infantry"]', 'power = "france"')
    events = do(s, "start 7", "take F.infantry", "to 23", "stop")
    assert at(s, "23") == ["F.infantry"] and holder(s, "23") == "britain"
    assert not any(isinstance(e, Captured) for e in events)


@clause("capture.2")
def test_a_space_with_enemies_means_combat_and_bars_the_way() -> None:
    s = place('"31" = ["G.infantry"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.infantry")
    assert can(s, "to 23")
    assert refusal(s, "to Brussels") == "capture.2"
    assert refusal(s, "to 7") == "capture.2"
    events = do(s, "to 23", rolls=[6, 6])
    began = next(e for e in events if isinstance(e, CombatBegan))
    assert s.label(began.area) == "23" and "capture.2" in began.clauses
    assert choices(s, "to") == set() and step(s) == "press"


@clause("capture.2")
def test_a_group_that_came_next_to_enemies_in_steps_fights_all_the_same() -> None:
    s = place('"29" = ["G.tank"], "23" = ["B.infantry"]')
    do(s, "start 29", "take G.tank", "to 31")
    do(s, "to 23", rolls=[3, 6])
    assert at(s, "23") == ["G.tank"] and step(s) == "turn"


@clause("capture.3", "capture.4")
def test_territory_falls_when_the_last_defender_is_destroyed() -> None:
    s = place('"31" = ["G.tank x2"], "23" = ["B.infantry x2"]')
    do(s, "start 31", "take G.tank", "take G.tank", "to 23", rolls=[3, 4, 6, 6])
    assert holder(s, "23") == "britain" and at(s, "23") == ["B.infantry"]  # one is left
    events = do(s, "press", "stand", rolls=[3, 6, 6])
    assert holder(s, "23") == "germany" and at(s, "23") == ["G.tank", "G.tank"] and at(s, "31") == []
    captured = next(e for e in events if isinstance(e, Captured))
    assert captured.clauses == ("capture.3", "capture.4") and captured.power == GERMANY


@clause("capture.3")
def test_territory_falls_when_the_defenders_retreat() -> None:
    s = place('"31" = ["G.tank"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "to 23", "press", "retreat Brussels", rolls=[6, 6])
    assert holder(s, "23") == "germany" and at(s, "23") == ["G.tank"]
    assert at(s, "Brussels") == ["B.infantry"] and holder(s, "Brussels") == "britain"


@clause("capture.3")
def test_territory_does_not_fall_to_attackers_that_break_off() -> None:
    s = place('"31" = ["G.tank"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "to 23", "withdraw", rolls=[6, 6])
    assert holder(s, "23") == "britain" and at(s, "23") == ["B.infantry"] and at(s, "31") == ["G.tank"]


@clause("capture.4")
def test_who_retakes_an_allys_territory_keeps_it() -> None:
    s = place('"7" = ["F.tank"]', 'power = "france"\ncontrol = { germany = ["23", "Brussels"] }')
    do(s, "start 7", "take F.tank", "to Brussels")
    assert holder(s, "23") == "france" and holder(s, "Brussels") == "france"


@clause("capture.4")
def test_control_has_one_owner_at_a_time() -> None:
    s = place('"31" = ["G.infantry"]', 'to_come = ["britain"]')
    do(s, "start 31", "take G.infantry", "to 23", "stop")
    assert [bool(mask >> SETTING.board.place("23") & 1) for mask in s.control] == [True, False, False]
    assert sum(mask.bit_count() for mask in s.control) == SETTING.land.bit_count()


# loading in place of a move


@clause("land.6", "movement.4")
def test_loading_is_a_units_whole_move() -> None:
    s = place('"27" = ["G.tank"], "26" = ["G.transport"]')
    do(s, "start 27", "take G.tank", "to 26")
    assert at(s, "26") == ["G.transport+G.tank"] and at(s, "27") == [] and step(s) == "turn"
    do(s, "start 26")
    assert choices(s, "take") == {"G.transport+G.tank"}
    assert refusal(s, "take G.tank") == "movement.4"


@clause("land.6", "land.1")
def test_a_unit_that_has_moved_does_not_load() -> None:
    s = place('"28" = ["G.tank"], "26" = ["G.transport"]')
    do(s, "start 28", "take G.tank")
    assert not can(s, "to 26")  # not from afar either
    do(s, "to 27")
    assert refusal(s, "to 26") == "land.1"
    assert can(s, "to 24")


@clause("land.6", "movement.4")
def test_unloading_is_a_units_whole_move() -> None:
    s = place('"26" = ["G.transport+G.tank"]')
    do(s, "start 26", "take G.tank", "to 27")
    assert step(s) == "turn" and at(s, "27") == ["G.tank"] and at(s, "26") == ["G.transport"]
    assert refusal(s, "start 27") == "movement.4"


# options


def blitz(units: str, more: str = "") -> BattleState:
    return place(units, 'options = { blitz = "same_group" }\n' + more)


@clause("movement.4")
def test_option_blitz_by_default_another_group_goes_on() -> None:
    s = place('"31" = ["G.tank x2"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    assert step(s) == "turn"
    assert refusal(s, "start 23") == "movement.4"
    do(s, "start 31", "take G.tank", "to Brussels", "stop")
    assert at(s, "Brussels") == ["G.tank"]


@clause("movement.4", "land.5")
def test_option_blitz_same_group_goes_on_with_the_range_left() -> None:
    s = blitz('"31" = ["G.tank"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    assert step(s) == "group" and can(s, "stop") and choices(s, "take") == set()
    assert {"22", "Brussels", "Dunkirk", "7", "Amiens"} <= choices(s, "to")  # up to two spaces more
    assert refusal(s, "to Paris") == "land.5"
    do(s, "to Amiens")
    assert at(s, "Amiens") == ["G.tank"] and holder(s, "7") == "germany" and step(s) == "turn"
    assert refusal(s, "start Amiens") == "movement.4"


@clause("movement.4", "land.4")
def test_option_blitz_same_group_stops_when_its_range_is_used_up() -> None:
    s = blitz('"31" = ["G.infantry"], "32" = ["G.infantry"], "24" = ["B.infantry"], "23" = ["B.infantry"]')
    do(s, "start 32", "take G.infantry", "to 23", rolls=[1, 3])
    assert step(s) == "turn" and refusal(s, "start 23") == "movement.4"
    do(s, "start 31", "take G.infantry", "to 24", rolls=[1, 3])
    assert step(s) == "group"
    assert can(s, "to 22") and refusal(s, "to Dunkirk") == "land.4"
    do(s, "stop")
    assert at(s, "24") == ["G.infantry"] and step(s) == "turn"


@clause("capture.2")
def test_option_blitz_same_group_may_fight_again() -> None:
    s = blitz('"31" = ["G.tank"], "23" = ["B.infantry"], "Brussels" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    do(s, "to Brussels", rolls=[3, 3])
    assert at(s, "Brussels") == ["G.tank"] and holder(s, "Brussels") == "germany"


@clause("land.5")
def test_option_blitz_same_group_goes_on_after_a_second_combat_too() -> None:
    """Three spaces: 23, 22 and Dunkirk, two of them fought for."""
    s = blitz('"31" = ["G.tank"], "23" = ["B.infantry"], "22" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    do(s, "to 22", rolls=[3, 3])
    assert step(s) == "group" and can(s, "to Dunkirk") and not can(s, "to 5")
    do(s, "to Dunkirk")
    assert at(s, "Dunkirk") == ["G.tank"] and step(s) == "turn"


@clause("land.5")
def test_option_blitz_does_not_lift_the_limit_of_the_forest() -> None:
    """One space in all for a move that begins in the forest or enters it (G56)."""
    s = blitz('"A5" = ["G.tank"], "9" = ["F.infantry"]')
    do(s, "start A5", "take G.tank", "to 9", rolls=[3, 3])
    assert step(s) == "turn"
    s = blitz('"31" = ["G.tank"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "to 23", rolls=[3, 3])
    assert not choices(s, "to") & {"A1", "A2", "A4"}


# what is refused, and what is shown beforehand


@clause("capture.2")
def test_odds_are_shown_for_attacks_and_for_nothing_else() -> None:
    s = place('"31" = ["G.tank"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.tank")
    for other in ("to 22", "to 24", "to 32", "stop"):
        assert s.preview(other) is None
    preview = s.preview("to 23")
    assert preview is not None and preview.title == "Battle in 23 Belgium"


@clause("land.6", "capture.2")
def test_boarding_in_a_zone_shared_with_enemies_is_no_attack() -> None:
    s = place('"27" = ["G.tank"], "26" = ["G.transport", "B.submarine"]')
    do(s, "start 27", "take G.tank")
    assert s.preview("to 26") is None


@clause("stacking.1", "capture.2")
def test_a_full_space_is_refused_as_full_and_one_behind_enemies_as_barred() -> None:
    s = place(
        '"30" = ["G.infantry"], "32" = ["G.infantry x5"], "31" = ["G.infantry x5"],'
        '"23" = ["B.infantry"], "24" = ["B.infantry"]'
    )
    do(s, "start 30", "take G.infantry")
    assert refusal(s, "to 32") == "stacking.1"
    assert refusal(s, "to 31") == "stacking.1"
    assert refusal(s, "to 22") == "land.4"
    do(s, "stop")
    do(s, "start 31", "take G.infantry")
    assert refusal(s, "to 22") == "capture.2"


@clause("turn.1", "movement.1")
def test_a_space_without_own_units_or_with_spent_ones_is_no_start() -> None:
    s = place('"31" = ["G.infantry"], "5" = ["G.tank"]')
    assert choices(s, "start") == {"31", "5"}
    assert refusal(s, "start 32") == "turn.1"
    do(s, "start 31", "take G.infantry", "stop")
    assert choices(s, "start") == {"5"} and refusal(s, "start 31") == "movement.4"


@clause("land.1", "movement.1")
def test_land_groups_pass_friendly_and_vacant_ground_alike() -> None:
    s = place('"7" = ["F.tank"]', 'power = "france"\ncontrol = { germany = ["22"] }')
    do(s, "start 7", "take F.tank", "to 24")  # by 23, which is British, or by 6 and German 22: two spaces
    assert holder(s, "24") == "britain" and holder(s, "22") == "germany"
    assert step(s) == "group"
    do(s, "to 22")
    assert holder(s, "22") == "france"


@clause("land.4")
def test_far_ground_that_the_enemy_took_is_refused_as_far() -> None:
    s = place('"4" = ["F.infantry"]', 'power = "france"\ncontrol = { germany = ["22"] }')
    do(s, "start 4", "take F.infantry")
    assert refusal(s, "to 22") == "land.4"
    assert refusal(s, "to 36") == "special.maginot.5"
