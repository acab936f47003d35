"""Air units and anti-aircraft guns."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.events import AntiAircraft, Captured, Destroyed, Landed
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import at, can, choices, clause, do, holder, lay, refusal


def place(units: str, more: str = "") -> BattleState:
    return lay(f"{more}\nunits = {{ {units} }}")


def step(s: BattleState) -> str:
    assert s.decision is not None
    return s.decision.step


# no capture


@clause("air.1")
def test_air_units_clear_a_territory_and_do_not_take_it() -> None:
    s = place('"Luxembourg" = ["G.bomber", "G.fighter", "G.infantry"], "10" = ["F.infantry"]')
    events = do(s, "start Luxembourg", "take G.bomber", "take G.fighter", "to 10", rolls=[4, 4, 6])
    assert at(s, "10") == [] and holder(s, "10") == "france"
    assert not any(isinstance(e, Captured) for e in events)
    do(s, "land Luxembourg", "land Luxembourg")
    do(s, "start Luxembourg", "take G.infantry", "to 10", "stop")
    assert holder(s, "10") == "germany"


@clause("air.1")
def test_a_mixed_attack_of_which_only_air_units_live_takes_nothing() -> None:
    s = place('"Luxembourg" = ["G.bomber", "G.infantry"], "10" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.infantry", "to 10", "call bomber@Luxembourg", rolls=[6, 4, 2])
    do(s, "lose G.infantry")
    assert at(s, "10") == [] and holder(s, "10") == "france"
    do(s, "land Luxembourg")
    assert at(s, "Luxembourg") == ["G.bomber"]


@clause("air.1", "air.2")
def test_air_units_cannot_fly_into_vacant_enemy_territory() -> None:
    s = place('"Luxembourg" = ["G.fighter"]')
    do(s, "start Luxembourg", "take G.fighter")
    assert refusal(s, "to 10") == "air.2"
    assert refusal(s, "to 24") == "air.2"


# landing and range


@clause("air.2", "air.6")
def test_a_fighter_moves_four_spaces_to_ground_its_side_holds() -> None:
    s = place('"Dusseldorf" = ["G.fighter"]')
    do(s, "start Dusseldorf", "take G.fighter")
    near = {str(n) for n in range(27, 38)} | {"Mayence", "Luxembourg"}
    assert choices(s, "to") == near
    assert refusal(s, "to 38") == "air.4"  # five
    do(s, "to 37")
    assert at(s, "37") == ["G.fighter"] and step(s) == "turn"
    assert refusal(s, "start 37") == "movement.4"


@clause("air.2", "air.7")
def test_a_bomber_moves_six_spaces() -> None:
    s = place('"27" = ["G.bomber"]', 'control = { germany = ["14"] }')
    do(s, "start 27", "take G.bomber")
    assert {"37", "38", "Luxembourg", "14"} <= choices(s, "to")  # 27 to 38 and to 14 is six
    do(s, "to 38")
    assert at(s, "38") == ["G.bomber"]
    s = place('"Mayence" = ["G.bomber"]', 'control = { germany = ["1", "19"] }')
    do(s, "start Mayence", "take G.bomber")
    assert can(s, "to 1")
    assert refusal(s, "to 19") == "air.4"  # seven


@clause("air.6", "air.7")
def test_air_units_that_fly_together_go_as_far_as_the_shorter_range() -> None:
    s = place('"Dusseldorf" = ["G.fighter", "G.bomber"]')
    do(s, "start Dusseldorf", "take G.bomber")
    assert can(s, "to 38")
    do(s, "take G.fighter")
    assert refusal(s, "to 38") == "air.4"


@clause("air.2")
def test_a_conquest_of_the_turn_is_no_landing_place() -> None:
    s = place('"31" = ["G.infantry", "G.fighter"]')
    do(s, "start 31", "take G.infantry", "to 23", "stop")
    assert holder(s, "23") == "germany"
    do(s, "start 31", "take G.fighter")
    assert refusal(s, "to 23") == "air.2"
    s = place('"31" = ["G.fighter"]', 'control = { germany = ["23"] }')
    do(s, "start 31", "take G.fighter", "to 23")
    assert at(s, "23") == ["G.fighter"]


@clause("air.2")
def test_air_units_land_on_allied_ground_too() -> None:
    s = place('"London" = ["B.fighter"]', 'power = "britain"')
    do(s, "start London", "take B.fighter", "to Amiens")
    assert at(s, "Amiens") == ["B.fighter"] and holder(s, "Amiens") == "france"


@clause("air.2")
def test_no_landing_at_sea_or_in_the_forest() -> None:
    s = place('"35" = ["G.fighter", "G.bomber"]', 'control = { germany = ["A1"] }')
    do(s, "start 35", "take G.bomber")
    assert refusal(s, "to A1") == "special.ardennes.5"
    assert refusal(s, "to 18") == "air.2"


@clause("air.2", "air.6")
def test_survivors_land_within_the_range_they_have_left() -> None:
    s = place('"Luxembourg" = ["G.fighter"], "10" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.fighter", "to 10", rolls=[3, 3])
    assert step(s) == "landing"
    assert choices(s, "land") == {"Luxembourg", "33", "34", "35", "36", "37", "38", "Mayence"}  # three spaces
    assert refusal(s, "land A5") == "special.ardennes.5"
    assert refusal(s, "land 10") == "air.2"
    assert refusal(s, "land 31") == "air.4"
    events = do(s, "land 38")
    assert at(s, "38") == ["G.fighter"]
    assert [e.clauses for e in events if isinstance(e, Landed)] == [("air.2",)]
    assert refusal(s, "start 38") == "movement.4"


@clause("air.2", "air.6")
def test_a_fighter_that_broke_off_has_only_the_rest_of_its_range() -> None:
    s = place('"Luxembourg" = ["G.fighter"], "9" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.fighter", "to 9", "withdraw", rolls=[4, 3])
    assert at(s, "Luxembourg") == ["G.fighter"]  # the one field within two spaces: nothing to choose


@clause("air.2", "air.7")
def test_every_air_unit_lands_with_what_is_left_of_its_own_range() -> None:
    s = place('"Dusseldorf" = ["G.bomber"], "Luxembourg" = ["G.bomber"], "10" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.bomber", "to 10", "call bomber@Dusseldorf", rolls=[4, 6, 6])
    assert choices(s, "land") == {str(n) for n in range(27, 39)} | {"Dusseldorf", "Mayence", "Luxembourg"}  # five left
    do(s, "land 28")
    assert at(s, "Luxembourg") == ["G.bomber"] and at(s, "28") == ["G.bomber"]  # the other had one left
    assert step(s) == "turn"


# no sacrifice


@clause("air.4", "air.6")
def test_the_way_out_and_the_way_to_a_landing_place_must_be_in_range() -> None:
    """Fighters: four spaces in all."""
    enemies = '"15" = ["F.infantry"], "10" = ["F.infantry"], "Reims" = ["F.infantry"], "Amiens" = ["F.infantry"]'
    s = place(f'"Luxembourg" = ["G.fighter"], {enemies}')
    do(s, "start Luxembourg", "take G.fighter")
    assert can(s, "to 15") and can(s, "to Reims") and can(s, "to 10")  # 2 + 2, 2 + 2, 1 + 1
    assert refusal(s, "to Amiens") == "air.4"  # 4 out
    s = place(f'"35" = ["G.fighter"], {enemies}')
    do(s, "start 35", "take G.fighter")
    assert can(s, "to 10")  # 2 + 1
    assert refusal(s, "to 15") == "air.4"  # 3 + 2
    assert refusal(s, "to Reims") == "air.4"  # 3 + 2


@clause("air.4", "air.7")
def test_the_same_for_bombers_with_six_spaces() -> None:
    s = place('"Luxembourg" = ["G.bomber"], "Paris" = ["F.infantry"], "Amiens" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.bomber")
    assert can(s, "to Paris")  # 3 + 3
    assert refusal(s, "to Amiens") == "air.4"  # 4 + 3
    s = place('"Dusseldorf" = ["G.bomber"], "Brussels" = ["B.infantry"], "London" = ["B.infantry"]')
    do(s, "start Dusseldorf", "take G.bomber")
    assert can(s, "to Brussels")  # 3 + 2
    assert refusal(s, "to London") == "air.4"  # 5 out, and the nearest German field is 3 away


@clause("air.4", "air.2")
def test_a_conquest_of_the_turn_does_not_make_a_flight_possible() -> None:
    units = '"Dusseldorf" = ["G.bomber"], "31" = ["G.infantry"], "Amiens" = ["F.infantry"]'
    s = place(units)
    do(s, "start 31", "take G.infantry", "to 23", "stop")
    do(s, "start Dusseldorf", "take G.bomber")
    assert refusal(s, "to Amiens") == "air.4"  # 4 + 3 to 31
    s = place(units, 'control = { germany = ["23"] }')
    do(s, "start Dusseldorf", "take G.bomber")
    assert can(s, "to Amiens")  # 4 + 2 to 23


@clause("air.4")
def test_support_is_called_only_from_where_it_can_come_and_go() -> None:
    units = '"9" = ["G.infantry"], "Reims" = ["F.infantry"], "Luxembourg" = ["G.fighter"], "36" = ["G.fighter"]'
    s = place(units, 'control = { germany = ["9"] }')
    do(s, "start 9", "take G.infantry", "to Reims")
    assert choices(s, "call") == {"fighter@Luxembourg", "fighter@36"}  # 2 + 1 and 3 + 1 with a field in 9
    s = place('"A5" = ["G.infantry"], "9" = ["F.infantry"], "Luxembourg" = ["G.fighter"], "36" = ["G.fighter"]')
    do(s, "start A5", "take G.infantry", "to 9")
    assert choices(s, "call") == {"fighter@Luxembourg"}  # 2 + 2, but 3 + 2 from 36
    assert refusal(s, "call fighter@36") == "air.4"


@clause("air.4")
def test_an_air_unit_may_attack_ships() -> None:
    s = place('"27" = ["G.fighter"], "25" = ["B.destroyer"], "17" = ["B.destroyer"]')
    do(s, "start 27", "take G.fighter")
    assert can(s, "to 25")  # 2 + 2
    assert refusal(s, "to 17") == "air.4"
    do(s, "to 25", rolls=[3, 4])
    assert at(s, "25") == [] and choices(s, "land") == {"27", "28", "29", "31"}  # two left


@clause("air.3")
def test_a_defending_air_unit_without_a_field_is_lost() -> None:
    """The infantry retreats into the forest, where the fighter cannot go; all else around 9 is German (G35)."""
    s = place('"Reims" = ["G.infantry"], "9" = ["F.infantry", "F.fighter"]', 'control = { germany = ["8", "10"] }')
    do(s, "start Reims", "take G.infantry", "to 9", "press", rolls=[6, 6, 6])
    assert choices(s, "retreat") == {"A4", "A5"}
    events = do(s, "retreat A5")
    assert at(s, "A5") == ["F.infantry"] and at(s, "9") == ["G.infantry"]
    assert [e.clauses for e in events if isinstance(e, Destroyed)] == [("air.3",)]


@clause("air.3")
def test_an_air_unit_with_a_field_is_not_lost() -> None:
    s = place('"Reims" = ["G.infantry"], "9" = ["F.infantry", "F.fighter"]', 'control = { germany = ["10"] }')
    events = do(s, "start Reims", "take G.infantry", "to 9", "press", "retreat A5", rolls=[6, 6, 6])
    assert at(s, "8") == ["F.fighter"] and not any(isinstance(e, Destroyed) for e in events)


@clause("air.3", "air.2")
def test_an_attacking_air_unit_whose_fields_are_gone_is_lost() -> None:
    s = place('"Luxembourg" = ["G.fighter"], "9" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.fighter", "to 9", rolls=[6, 6])
    s.landing = 0
    events = do(s, "withdraw")
    assert [e.clauses for e in events if isinstance(e, Destroyed)] == [("air.3",)]
    assert at(s, "Luxembourg") == []


@clause("air.5", "stacking.2")
def test_air_units_land_where_five_land_units_stand() -> None:
    s = place('"Luxembourg" = ["G.fighter"], "35" = ["G.infantry x5", "G.bomber"]')
    do(s, "start Luxembourg", "take G.fighter", "to 35")
    assert len(at(s, "35")) == 7


# anti-aircraft guns


@clause("aa.2")
def test_a_gun_never_leaves_its_city() -> None:
    s = place('"Mayence" = ["G.aa", "G.infantry"], "Dusseldorf" = ["G.aa"]')
    assert refusal(s, "start Dusseldorf") == "aa.2"
    do(s, "start Mayence")
    assert choices(s, "take") == {"G.infantry"}
    assert refusal(s, "take G.aa") == "aa.2"


@clause("aa.2")
def test_a_gun_does_not_retreat() -> None:
    s = place('"9" = ["G.tank"], "Reims" = ["F.infantry", "F.aa"]')
    do(s, "start 9", "take G.tank", "to Reims", "press", "retreat Paris", rolls=[6, 6])
    assert at(s, "Paris") == ["F.infantry"] and at(s, "Reims") == ["G.tank"]


DUNKIRK = '"22" = ["G.infantry", "G.fighter", "G.bomber"], "Dunkirk" = ["B.infantry", "B.aa x2"]'


def raid(rolls: list[int]) -> tuple[BattleState, list[AntiAircraft]]:
    """Infantry, fighter and bomber against an infantry with two guns."""
    s = place(DUNKIRK)
    events = do(s, "start 22", "take G.infantry", "to Dunkirk", "call fighter@22", "call bomber@22", rolls=rolls)
    return s, [e for e in events if isinstance(e, AntiAircraft)]


@clause("aa.3", "unit.aa", "unit.aa.1")
def test_each_gun_rolls_one_die_against_each_air_unit_and_hits_on_1() -> None:
    s, fire = raid([6, 6, 6, 6, 2, 2, 2, 2])
    assert [e.hit for e in fire] == [()] and len(at(s, "22")) == 3
    s, fire = raid([6, 6, 6, 6, 2, 2, 2, 1])
    assert at(s, "22") == ["G.fighter", "G.infantry"]  # the second gun hit the bomber
    s, fire = raid([6, 6, 6, 6, 1, 2, 2, 1])
    assert at(s, "22") == ["G.infantry"]
    s, fire = raid([6, 6, 6, 6, 1, 2, 1, 2])
    assert at(s, "22") == ["G.bomber", "G.infantry"]  # a second hit on the same air unit is wasted


@clause("aa.3")
def test_an_air_unit_shot_down_has_fired_first() -> None:
    s, _ = raid([6, 3, 6, 6, 1, 2, 2, 2])
    assert at(s, "Dunkirk") == ["G.infantry"] and holder(s, "Dunkirk") == "germany"
    assert step(s) == "landing" and at(s, "22") == ["G.bomber"]


@clause("aa.3")
def test_guns_fire_in_the_first_combat_round_only() -> None:
    s, _ = raid([6, 6, 6, 6, 2, 2, 2, 2])
    do(s, "press", "stand", rolls=[6, 6, 6, 6])
    assert step(s) == "press"


@clause("aa.3")
def test_guns_fire_again_in_the_next_combat() -> None:
    s = place('"22" = ["G.fighter x2"], "Dunkirk" = ["B.infantry", "B.aa"]')
    do(s, "start 22", "take G.fighter", "to Dunkirk", "fight", "withdraw", "land 22", rolls=[6, 6, 2])
    do(s, "start 22", "take G.fighter", "to Dunkirk", rolls=[6, 6, 1])
    assert at(s, "22") == ["G.fighter"]


@clause("aa.4")
def test_no_fire_at_air_units_on_their_way_elsewhere() -> None:
    """From Luxembourg to Paris the way leads over Reims."""
    s = place('"Luxembourg" = ["G.bomber"], "Reims" = ["F.aa x5"], "Paris" = ["F.infantry"]')
    events = do(s, "start Luxembourg", "take G.bomber", "to Paris", "withdraw", rolls=[5, 6])
    assert not any(isinstance(e, AntiAircraft) for e in events) and at(s, "Luxembourg") == ["G.bomber"]


@clause("aa.4")
def test_no_fire_at_a_flight_to_a_landing_place() -> None:
    s = place('"Dusseldorf" = ["G.bomber"], "Brussels" = ["B.aa x3"]', 'control = { germany = ["22"] }')
    events = do(s, "start Dusseldorf", "take G.bomber", "to 22")
    assert at(s, "22") == ["G.bomber"] and not any(isinstance(e, AntiAircraft) for e in events)


@clause("unit.aa.1", "aa.3")
def test_guns_do_not_fire_at_land_units() -> None:
    s = place('"9" = ["G.infantry"], "Reims" = ["F.infantry", "F.aa x3"]')
    do(s, "start 9", "take G.infantry", "to Reims", rolls=[6, 6])
    assert step(s) == "press"


@clause("unit.aa.1", "capture.3")
def test_guns_alone_fall_to_land_units_without_a_die() -> None:
    s = place('"9" = ["G.mechanized"], "Reims" = ["F.aa x3"]')
    do(s, "start 9", "take G.mechanized", "to Reims")
    assert at(s, "Reims") == ["G.mechanized"] and holder(s, "Reims") == "germany"


@clause("unit.aa.1", "unit.aa")
@pytest.mark.parametrize(("die", "left"), [(1, []), (2, ["G.fighter"])])
def test_guns_alone_against_air_units_alone_fire_and_must_be_hit(die: int, left: list[str]) -> None:
    s = place('"22" = ["G.fighter"], "Dunkirk" = ["B.aa"]')
    do(s, "start 22", "take G.fighter", "to Dunkirk", rolls=[4, die])
    assert at(s, "Dunkirk") == ["B.aa"] and at(s, "22") == left
    assert step(s) == ("press" if left else "turn")
