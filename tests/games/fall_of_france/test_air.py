"""Chapters 12 and 13: air missions, interdiction, and air-to-air combat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from meuse.games.fall_of_france import air, skirmish
from meuse.games.fall_of_france.events import AirFought, Skirmished
from meuse.games.fall_of_france.setting import ALLIED, GERMAN
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.zoc import enemy_zone
from tests.games.fall_of_france.kit import (
    GAME,
    MAP,
    can,
    choices,
    clause,
    do,
    lay,
    mission,
    moving,
    refusal,
    supplied,
    where,
)

GERMANS = ("G.air1", "G.air2", "G.air3", "G.air4", "G.air5")
TABLE = MAP.tables.air_combat.results


def assigning(more: str, mover: str = "german", mech_ops: str = "false", step: str = "open_air") -> FallState:
    """The assignment of air units at the start of a phase, with movement to come after it."""
    rest = f'mover = "{mover}", mech_ops = {mech_ops}'
    return lay(f'stack = [{{ step = "open_movement", {rest} }}, {{ step = "{step}", {rest} }}]\n{more}')


def combat(more: str, mech_ops: str = "false") -> FallState:
    """Air units have been assigned, and fight."""
    return assigning(more, mech_ops=mech_ops, step="air_combat")


def hexa(label: str) -> int:
    return MAP.board.place(label)


def air_boxes(s: FallState, *units: str) -> list[str]:
    return [mission(s, unit) or where(s, unit) for unit in units]


# 12.0: assignment


@clause("12.0b", "5.0c")
def test_the_side_whose_phase_it_is_not_assigns_first() -> None:
    s = assigning('ready = ["G.air1", "F.air1"]')
    assert (s.to_act, choices(s, "assign")) == ("allied", {"F.air1"})
    assert refusal(s, "assign G.air1") == "12.0b"
    do(s, "assign F.air1", "fly 1611")
    assert (s.to_act, choices(s, "assign")) == ("german", {"G.air1"})


@clause("12.0b", "5.0f")
def test_in_the_allied_phase_the_germans_assign_first() -> None:
    s = assigning('ready = ["G.air1", "F.air1"]', mover="allied")
    assert s.to_act == "german"
    do(s, "done")
    assert s.to_act == "allied"
    do(s, "done")
    assert s.decision is not None and (s.to_act, s.decision.step) == ("allied", "movement")


@clause("12.0a")
def test_each_unit_is_assigned_once_or_left_where_it_is() -> None:
    s = assigning('missions = { "G.air1" = "1808", "G.air2" = "1610" }\nready = ["G.air3"]')
    assert choices(s, "assign") == {"G.air1", "G.air2", "G.air3"}  # from the map, and from the ground
    do(s, "assign G.air1", "stay")
    assert mission(s, "G.air1") == "1808"
    assert refusal(s, "assign G.air1") == "12.0a"
    do(s, "assign G.air3", "interdict 1610+1611+1711", "done")
    assert air_boxes(s, *GERMANS[:3]) == ["1808", "1610", "1610+1611+1711"]


@clause("12.0c")
def test_a_mission_is_a_hex_or_the_corner_of_three() -> None:
    s = assigning('missions = { "G.air1" = "1808" }')
    do(s, "assign G.air1")
    assert refusal(s, "fly 0214") == "12.0c"  # sea
    assert refusal(s, "fly 1808") == "12.0a"  # it is there
    assert refusal(s, "interdict 0215+0216+0316") == "12.0c"  # nothing but sea
    assert can(s, "fly 2020") and can(s, "interdict 0312+0411+0412") and can(s, "interdict 0412+0413+0513")
    assert len(choices(s, "interdict")) == 1083 and len(choices(s, "fly")) == 560
    assert all(name.count("+") == 2 for name in choices(s, "interdict"))


@clause("6.0c", "12.0c")
def test_no_air_unit_flies_over_neutrals() -> None:
    s = assigning('scenario = "last_minute"\nready = ["G.air1", "DB.air"]')
    do(s, "assign G.air1")  # the composite unit is neutral as long as both its countries are (R15)
    assert refusal(s, "fly 0411") == "6.0c" and refusal(s, "fly 1013") == "6.0c"
    assert refusal(s, "interdict 1313+1412+1413") == "6.0c"  # 1412 is Belgian
    assert can(s, "fly 1808")


@clause("12.0c", "18.2a")
def test_the_composite_unit_flies_once_one_of_its_countries_is_at_war() -> None:
    s = assigning('scenario = "last_minute"\ncountries = { holland = "at war" }\nready = ["DB.air"]')
    assert (s.to_act, choices(s, "assign")) == ("allied", {"DB.air"})
    do(s, "assign DB.air")
    assert can(s, "fly 0411") and refusal(s, "fly 1013") == "6.0c"


@clause("19.2c", "12.0a")
def test_the_composite_unit_goes_on_flying_when_one_country_is_out_and_the_other_still_neutral() -> None:
    s = assigning('scenario = "last_minute"\ncountries = { holland = "surrendered" }\nmissions = { "DB.air" = "0411" }')
    assert (s.to_act, choices(s, "assign")) == ("allied", {"DB.air"})


@clause("12.0d", "5.0e")
def test_in_mechanised_operations_only_the_germans_assign_again() -> None:
    """Example A18: whatever they did before, aborted units included."""
    s = assigning('missions = { "G.air1" = "1808", "F.air1" = "2018" }\nready = ["G.air2"]', mech_ops="true")
    assert (s.to_act, choices(s, "assign")) == ("german", {"G.air1", "G.air2"})
    do(s, "assign G.air1", "fly 1610", "assign G.air2", "fly 1512")
    assert air_boxes(s, "G.air1", "G.air2", "F.air1") == ["1610", "1512", "2018"]
    assert s.decision is not None and (s.to_act, s.decision.step) == ("german", "movement")


def test_leaving_units_on_the_ground_is_worth_a_question() -> None:
    s = assigning('missions = { "G.air1" = "1808" }\nready = ["G.air2"]')
    step = s.agenda[-1]
    assert step.warning(s, s.option("done")) == "1 air unit would stay on the ground without a mission."
    do(s, "assign G.air2", "fly 1808")
    assert s.agenda[-1].warning(s, s.option("done")) == ""


@clause("19.2b")
def test_the_most_bombers_over_holland_in_one_assignment_count() -> None:
    """Example C20: four, then two, then one; a corner that touches Holland counts."""
    s = assigning("ready = [" + ", ".join(f'"{unit}"' for unit in GERMANS) + "]")
    do(s, "assign G.air1", "fly 0411", "assign G.air2", "fly 0411", "assign G.air3", "fly 0310")
    do(s, "assign G.air4", "interdict 0611+0711+0712", "assign G.air5", "fly 0812")
    assert s.bombers == 4  # 0611 is Dutch, 0812 is not
    again = 'missions = { "G.air1" = "0411", "G.air2" = "0411" }\nbombers = 4'
    s = assigning(again, mech_ops="true")
    do(s, "assign G.air1", "fly 1808", "done")
    assert s.bombers == 4
    s = assigning(again.replace("= 4", "= 1"), mover="allied")
    do(s, "done")
    assert s.bombers == 2


# 12.1: support

SKIRMISH = """
turn = 2
units = { 0810 = ["G.XI", "G.3Pz", "G.6HQ"], 0912 = ["B.V"], 1013 = ["B.GHQ"] }
control = { german = ["0908", "0909", "0810"] }
"""


@clause("12.1a")
def test_support_counts_in_its_own_hex_only_and_each_unit_counts() -> None:
    s = moving('missions = { "G.air1" = "1808", "G.air2" = "1808", "G.air3" = "1708+1709+1808" }')
    assert [air.supporting(s, GERMAN, hexa(h)) for h in ("1808", "1708", "1709")] == [2, 0, 0]
    assert air.supporting(s, ALLIED, hexa("1808")) == 0


@clause("12.1b", "11.3a")
@pytest.mark.parametrize(
    ("missions", "die"),
    [
        ("", 1),  # 7 to 5: the attacker is stronger
        ('"DB.air" = "0911"', 0),
        ('"DB.air" = "0911", "F.air1" = "0911"', 0),
        ('"DB.air" = "0912"', 1),  # not in the hex entered
        ('"DB.air" = "0911+0912+1011"', 1),  # interdiction is no support
        ('"G.air1" = "0911"', 1),
    ],
)
def test_support_in_a_skirmish_keeps_a_side_from_being_the_weaker(missions: str, die: int) -> None:
    s = moving(f"missions = {{ {missions} }}\n" + SKIRMISH)
    group = (MAP.piece("G.XI"), MAP.piece("G.6HQ"), MAP.piece("G.3Pz"))
    made = skirmish.modifiers(s, hexa("0911"), group, (hexa("0912"),), landing=False, commando=False)
    assert (made.attack, made.defence, made.die) == (8, 5, die)


@clause("22.1a", "12.1b")
def test_support_in_a_city_sends_refugees_off() -> None:
    text = 'turn = 2\nunits = { 1014 = ["G.XI"], 1113 = ["B.GHQ"] }\n'
    for missions, rule, counters in (
        ('"G.air1" = "1013"', "yes", 1),
        ('"DB.air" = "1013", "G.air1" = "1013"', "yes", 1),
        ('"G.air1" = "1113"', "yes", 0),
        ('"G.air1" = "1013"', "no", 0),
    ):
        s = moving(f'missions = {{ {missions} }}\noptions = {{ refugees = "{rule}" }}\n{text}')
        air.over_city(s, hexa("1013"))
        assert s.refugees == (hexa("1013"),) * counters


# 12.2: interdiction

LINE = """
turn = 2
units = { 1708 = ["G.5Pz", "G.7Pz"], 1607 = ["G.II"], 1507 = ["G.4HQ"], 1709 = ["F.MTY"], 2018 = ["F.I"] }
"""


@clause("12.2a")
def test_all_three_hexes_are_an_enemy_zone_occupied_or_not() -> None:
    s = moving('missions = { "F.air1" = "1607+1608+1708" }\n' + LINE)
    zone = enemy_zone(s, GERMAN)
    assert all(zone >> hexa(h) & 1 for h in ("1607", "1608", "1708"))
    assert not zone >> hexa("1707") & 1


@clause("12.2a", "10.3a")
def test_supply_does_not_pass_interdicted_hexes_but_leaves_one() -> None:
    one = moving('missions = { "F.air1" = "1607+1608+1708" }\n' + LINE)
    assert supplied(one, "G.5Pz")  # by 1707
    two = moving('missions = { "F.air1" = "1607+1608+1708", "F.air2" = "1607+1707+1708" }\n' + LINE)
    assert not supplied(two, "G.5Pz")


@clause("12.2b")
def test_placing_a_unit_over_enemies_starts_nothing() -> None:
    s = assigning('ready = ["F.air1"]\n' + LINE)
    do(s, "assign F.air1", "interdict 1607+1608+1708")
    assert s.decision is not None and s.decision.step == "movement"


@clause("12.2c", "11.1d", "11.0e")
def test_following_the_panzers_under_interdiction_means_one_air_skirmish() -> None:
    """Example C08: no ground skirmish in a friendly hex, but one with the air unit, on a plain die."""
    s = moving(LINE)
    events = do(s, "move G.II", "to 1708")
    assert not [event for event in events if isinstance(event, Skirmished)]
    s = moving('missions = { "F.air1" = "1708+1709+1808", "G.air1" = "1708" }\n' + LINE)
    do(s, "move G.II", "to 1708")
    preview = s.preview("fight")
    assert preview is not None and not preview.factors
    assert [outcome.name for outcome in preview.outcomes] == [
        *["attacker: stalled"] * 2,
        *["no effect"] * 2,
        *["defender: one unit disrupted or retreat"] * 2,
    ]
    do(s, "fight", rolls=[3])
    assert can(s, "stop")  # nothing else to fight
    assert mission(s, "F.air1") == "1708+1709+1808"


@clause("12.2c")
def test_each_interdicting_unit_is_fought_by_itself() -> None:
    s = moving('missions = { "F.air1" = "1708+1709+1808", "F.air2" = "1607+1608+1708" }\n' + LINE)
    events = do(s, "move G.II", "to 1708", "fight", "fight", rolls=[3, 4])
    assert [e.defenders for e in events if isinstance(e, Skirmished)] == [
        (MAP.piece("F.air1"),),
        (MAP.piece("F.air2"),),
    ]


def interdicted(more: str = "", units: str = "") -> FallState:
    """A corps enters 1607 under a French air unit at 1607+1608+1708 and wins the skirmish."""
    s = moving(f'turn = 2\nmissions = {{ "F.air1" = "1607+1608+1708"{more} }}\n'
            f'units = {{ 1507 = ["G.II", "G.4HQ"]{units} }}')  # fmt: skip
    do(s, "move G.II", "to 1607", "fight", rolls=[5])
    assert s.to_act == "allied"
    return s


@clause("12.2d")
def test_an_air_unit_retreats_away_from_the_hex_entered() -> None:
    s = interdicted()
    assert choices(s, "interdict") == {"1608+1708+1709"}
    assert refusal(s, "interdict 1508+1607+1608") == "12.2d"
    do(s, "interdict 1608+1708+1709")
    assert mission(s, "F.air1") == "1608+1708+1709" and s.to_act == "german"


@clause("12.2d")
def test_an_air_unit_avoids_new_enemies_if_it_can() -> None:
    s = interdicted(units=', 1709 = ["G.5Pz"]')
    assert choices(s, "interdict") == {"1508+1607+1608", "1607+1707+1708"}
    s = interdicted(units=', 1709 = ["G.5Pz"], 1707 = ["G.7Pz"]')
    assert choices(s, "interdict") == {"1508+1607+1608"}
    s = interdicted(units=', 1709 = ["G.5Pz"], 1707 = ["G.7Pz"], 1508 = ["G.V"]')
    assert choices(s, "interdict") == {"1508+1607+1608", "1607+1707+1708", "1608+1708+1709"}
    s = interdicted(units=', 1708 = ["G.5Pz"]')  # covered already: nothing new
    assert choices(s, "interdict") == {"1608+1708+1709"}


@clause("12.2e")
def test_a_disrupted_air_unit_is_aborted() -> None:
    s = interdicted()
    do(s, "abort F.air1")
    assert air_boxes(s, "F.air1") == ["ready"]
    assert not enemy_zone(s, GERMAN) >> hexa("1607") & 1


@clause("12.2e")
@pytest.mark.parametrize(("letters", "open_"), [("DR", False), ("D|R", True)])
def test_disruption_goes_before_retreat(letters: str, open_: bool) -> None:
    s = moving('missions = { "F.air1" = "1607+1608+1708" }\n' + LINE)
    air.yields(s, MAP.piece("F.air1"), hexa("1607"), letters)
    s.advance()
    assert bool(mission(s, "F.air1")) == open_ and (s.to_act == "allied") == open_


@clause("12.2d")
def test_a_plain_retreat_leaves_no_way_out_but_another_corner() -> None:
    s = moving('missions = { "F.air1" = "1607+1608+1708" }\nunits = { 1607 = ["G.II"] }')
    air.yields(s, MAP.piece("F.air1"), hexa("1607"), "R")
    s.advance()
    assert mission(s, "F.air1") == "1608+1708+1709"  # a lone choice is carried out


# 13: air combat


@clause("13.0a", "13.1a", "13.1b", "13.2a", "13.2b", "13.2d")
def test_air_combat_over_rotterdam() -> None:
    """Example A11."""
    s = assigning('turn = 1\nready = ["DB.air", "G.air1", "G.air2"]')
    do(s, "assign DB.air", "fly 0411", "assign G.air1", "fly 0411", "assign G.air2", "fly 1808")
    events = do(s, "fight", rolls=[3, 5])
    assert len([event for event in events if isinstance(event, AirFought)]) == 1
    assert air_boxes(s, "DB.air", "G.air1", "G.air2") == ["ready", "damaged", "1808"]
    assert s.back[MAP.piece("G.air1")] == 4
    assert s.decision is not None and s.decision.step == "movement"


@clause("13.2b")
@pytest.mark.parametrize(("turn", "back"), [(3, False), (4, True), (5, True)])
def test_a_damaged_unit_is_back_in_its_turn(turn: int, back: bool) -> None:
    s = assigning(f'turn = {turn}\ndamaged = ["G.air1"]\nback = {{ "G.air1" = 4 }}\nready = ["G.air2"]')
    assert can(s, "assign G.air1") == back
    if not back:
        assert refusal(s, "assign G.air1") == "12.0a"


@clause("13.2a")
def test_an_aborted_unit_can_be_assigned_next_time() -> None:
    s = assigning('turn = 1\nready = ["DB.air"]', mover="allied")
    do(s, "assign DB.air", "fly 0411")
    assert mission(s, "DB.air") == "0411"


@clause("13.2c")
def test_an_eliminated_unit_is_dead_and_never_assigned_again() -> None:
    s = combat('missions = { "G.air1" = "1808", "F.air1" = "1808" }')
    do(s, "fight", rolls=[6, 1])
    assert air_boxes(s, "F.air1", "G.air1") == ["dead", "1808"]
    s = assigning('dead = ["F.air1"]\nready = ["F.air2"]')
    assert choices(s, "assign") == {"F.air2"}


@clause("13.0a")
def test_units_in_different_hexes_do_not_fight() -> None:
    s = combat('missions = { "G.air1" = "1808", "F.air1" = "1708", "G.air2" = "1808" }')
    assert s.decision is not None and s.decision.step == "movement"


@clause("13.0b")
def test_an_interdicting_unit_fights_in_all_its_hexes_at_once() -> None:
    s = combat('missions = { "F.air1" = "1708+1709+1808", "G.air1" = "1708", "G.air2" = "1808", "G.air3" = "1707" }')
    events = do(s, "fight", rolls=[1, 1, 1])  # three dice: one battle of three units
    assert [e.pieces for e in events if isinstance(e, AirFought)] == [
        (MAP.piece("G.air1"), MAP.piece("G.air2"), MAP.piece("F.air1"))
    ]


@clause("13.0b")
def test_units_are_linked_through_others() -> None:
    s = combat(
        'missions = { "G.air1" = "1611", "F.air1" = "1610+1611+1711", "G.air2" = "1610+1710+1711", "F.air2" = "1710",'
        ' "G.air3" = "2018", "F.air3" = "2018" }'
    )
    battles = [{MAP.pieces[unit].id for unit in units} for units in air.battles(s, MAP.air)]
    assert battles == [{"G.air1", "F.air1", "G.air2", "F.air2"}, {"G.air3", "F.air3"}]
    do(s, "fight", rolls=[6, 6, 1, 1])  # the first battle: both Germans win
    assert air_boxes(s, "F.air1", "F.air2", "F.air3") == ["dead", "dead", "2018"]
    do(s, "fight", rolls=[1, 4])
    assert air_boxes(s, "G.air3", "F.air3") == ["ready", "2018"]


@clause("13.1a")
def test_units_that_share_no_hex_with_an_enemy_any_more_fight_no_further_round() -> None:
    """R57: the two that linked the others break off, and what is left is in different hexes."""
    s = combat(
        'missions = { "G.air1" = "1611", "F.air1" = "1610+1611+1711", "G.air2" = "1610+1710+1711", "F.air2" = "1710" }'
    )
    preview = s.preview("fight")
    assert preview is not None and "another round where enemies still share a hex" in {o.name for o in preview.sums}
    parted = s.clone()
    do(parted, "fight", "abort F.air1", "abort G.air2", rolls=[3, 1, 3, 1])
    assert parted.decision is not None and parted.decision.step == "movement"
    assert air_boxes(parted, "G.air1", "F.air2") == ["1611", "1710"]
    do(s, "fight", "abort F.air1", "abort G.air1", rolls=[3, 1, 3, 1])  # these two still meet over 1710
    assert [str(option) for option in s.options] == ["fight"]
    do(s, "fight", rolls=[6, 1])
    assert air_boxes(s, "G.air2", "F.air2") == ["1610+1710+1711", "dead"]


@clause("13.1a", "13.1c")
def test_rounds_go_on_until_one_side_is_left_and_nobody_withdraws() -> None:
    s = combat('missions = { "G.air1" = "1808", "F.air1" = "1808" }')
    for _ in range(3):
        assert [str(option) for option in s.options] == ["fight"]
        do(s, "fight", rolls=[2, 1])
    do(s, "fight", rolls=[1, 3])
    assert air_boxes(s, "G.air1", "F.air1") == ["ready", "1808"]


@clause("13.1a")
def test_results_take_effect_together() -> None:
    s = combat('missions = { "G.air1" = "1808", "F.air1" = "1808" }')
    do(s, "fight", rolls=[6, 6])
    assert air_boxes(s, "G.air1", "F.air1") == ["dead", "dead"]


@clause("13.1b")
def test_the_most_severe_results_count_and_the_owner_chooses_who_takes_them() -> None:
    s = combat('missions = { "G.air1" = "1808", "G.air2" = "1808", "F.air1" = "1808" }')
    do(s, "fight", rolls=[3, 5, 4])  # of two German results one is lost
    assert air_boxes(s, "F.air1") == ["damaged"]
    assert s.to_act == "german" and choices(s, "abort") == {"G.air1", "G.air2"}
    assert refusal(s, "damage G.air1") == "13.1b" and refusal(s, "abort G.air3") == "13.1b"
    do(s, "abort G.air2")
    assert air_boxes(s, "G.air1", "G.air2") == ["1808", "ready"]


@clause("13.1b")
def test_each_result_hits_another_unit() -> None:
    s = combat('missions = { "G.air1" = "1808", "G.air2" = "1808", "F.air1" = "1808", "F.air2" = "1808" }')
    do(s, "fight", rolls=[3, 5, 6, 6])
    assert s.to_act == "allied" and choices(s, "damage") == {"F.air1", "F.air2"}
    do(s, "damage F.air2")
    assert air_boxes(s, "F.air1", "F.air2") == ["ready", "damaged"]
    assert air_boxes(s, "G.air1", "G.air2") == ["dead", "dead"]  # nothing to choose


@clause("13.1b")
@pytest.mark.parametrize(
    ("dice", "units", "toll"),
    [
        ((1, 2), 2, ()),
        ((3, 4), 2, ("aborted", "aborted")),
        ((3, 6, 5), 2, ("eliminated", "damaged")),
        ((6, 6, 6), 1, ("eliminated",)),
    ],
)
def test_results_sorted_by_severity(dice: Sequence[int], units: int, toll: tuple[str, ...]) -> None:
    assert air.toll([TABLE[die - 1] for die in dice], units) == toll


@clause("13.2d")
def test_the_air_combat_table() -> None:
    assert TABLE == ("none", "none", "aborted", "aborted", "damaged", "eliminated")


@clause("13.1b")
def test_the_odds_of_a_round() -> None:
    s = combat('missions = { "G.air1" = "1808", "G.air2" = "1808", "F.air1" = "1808" }')
    preview = s.preview("fight")
    assert preview is not None
    assert sum(outcome.chance for outcome in preview.outcomes) == 1
    assert preview.chance("no effect") == Fraction(1, 27)
    assert preview.chance("German: damaged; Allied: eliminated") == Fraction(11, 216)
    sums = {outcome.name: outcome.chance for outcome in preview.sums}
    assert sums == {"only Germans left": Fraction(8, 9), "another round": Fraction(1, 9)}


@clause("13.0a", "12.0d")
@pytest.mark.parametrize(
    ("ruling", "missions", "actions", "battle"),
    [
        ("yes", '"G.air1" = "1808", "F.air1" = "1610"', ("assign G.air1", "fly 1610"), True),
        ("yes", '"G.air1" = "1610", "F.air1" = "1610"', ("done",), False),  # not newly placed (R13)
        ("yes", '"G.air1" = "1808", "F.air1" = "1610"', ("assign G.air1", "interdict 1511+1610+1611"), True),
        ("no", '"G.air1" = "1808", "F.air1" = "1610"', ("assign G.air1", "fly 1610"), False),
    ],
)
def test_air_combat_in_mechanised_operations(
    ruling: str, missions: str, actions: tuple[str, ...], battle: bool
) -> None:
    s = assigning(f'missions = {{ {missions} }}\noptions = {{ mech_air_combat = "{ruling}" }}', mech_ops="true")
    do(s, *actions)
    assert s.decision is not None and (s.decision.step == "air_battle") == battle


def test_an_interdiction_is_an_action_of_the_game() -> None:
    option = GAME.option("interdict 1511+1610+1611", MAP)
    assert option.touch == "place" and option.value == MAP.board.size + MAP.corners.corner("1511+1610+1611")
    assert option.spoken == "the corner of 1511, Sedan (1610) and 1611"


def test_an_air_battle_can_be_written_down_and_gone_on_with() -> None:
    s = combat('missions = { "G.air1" = "1808", "F.air1" = "1708+1709+1808" }')
    do(s, "fight", rolls=[1, 2])
    again = GAME.position(s.position())
    do(again, "fight", rolls=[3, 5])
    assert air_boxes(again, "G.air1", "F.air1") == ["damaged", "ready"]


@clause("12.2d", "12.2e")
@pytest.mark.parametrize(("free", "refused"), [(True, ""), (False, "12.2d")])
def test_an_air_unit_that_must_retreat_does_not_break_off_while_it_finds_a_corner(free: bool, refused: str) -> None:
    s = lay(
        'phase = "german movement"\nturn = 4\nmissions = { "F.air1" = "2420+2421+2521" }\n'
        'units = { "0506" = ["G.AHQ"] }'
    )
    s.push(air.AirRetreat(MAP.piece("F.air1"), MAP.board.place("2420"), free))
    s.ask_again()
    reason = s.explain("abort F.air1")
    assert ("" if reason is None else reason.clause) == refused and choices(s, "interdict")
