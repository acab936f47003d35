"""Special territories: the Ardennes Forest and the Maginot Line."""

from __future__ import annotations

import pytest

from meuse.engine import Event
from meuse.games.battle_of_france import combat
from meuse.games.battle_of_france.events import Fired, Freed
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import SETTING, at, can, choices, clause, do, holder, lay, refusal

LINE = ("10", "11", "12", "13")


def war(units: str, more: str = "") -> BattleState:
    return lay(f"{more}\nunits = {{ {units} }}")


def french(units: str, more: str = "round = 1") -> BattleState:
    return war(units, f'power = "france"\n{more}')


def attack(s: BattleState, start: str, units: list[str], goal: str, rolls: list[int] | None = None) -> list[Event]:
    return do(s, f"start {start}", *(f"take {unit}" for unit in units), f"to {goal}", rolls=rolls or [])


def fired(events: list[Event]) -> list[tuple[tuple[int, ...], int]]:
    return [(event.needed, len(event.hits)) for event in events if isinstance(event, Fired)]


def step(s: BattleState) -> str:
    assert s.decision is not None
    return s.decision.step


def place(name: str) -> int:
    return SETTING.board.place(name)


# the forest: one space


@clause("special.ardennes.3")
def test_one_space_into_the_forest_and_no_further() -> None:
    s = war('"34" = ["G.infantry"], "33" = ["G.tank"], "35" = ["G.tank"]')
    do(s, "start 34", "take G.infantry")
    assert can(s, "to 35") and refusal(s, "to A1") == "special.ardennes.3"
    do(s, "stop", "start 33", "take G.tank")
    assert refusal(s, "to A3") == "special.ardennes.3" and refusal(s, "to A1") == "special.ardennes.3"
    do(s, "stop", "start 35", "take G.tank")
    assert can(s, "to A1") and refusal(s, "to A2") == "special.ardennes.3"  # through the forest
    twin = s.clone()
    do(twin, "to 23", "stop")
    assert holder(twin, "23") == "germany" and holder(twin, "A1") == "france"  # the way round, by 34
    do(s, "to A1")
    assert step(s) == "turn" and refusal(s, "start A1") == "movement.4"
    assert at(s, "A1") == ["G.tank"] and holder(s, "A1") == "germany"


@clause("special.ardennes.3")
def test_after_a_first_step_the_forest_is_closed() -> None:
    s = war('"33" = ["G.tank"]')
    do(s, "start 33", "take G.tank", "to 35")
    assert choices(s, "to") & {"A1", "A3"} == set() and refusal(s, "to A1") == "special.ardennes.3"
    assert can(s, "to Luxembourg")


@clause("special.ardennes.3")
def test_one_space_out_of_the_forest_and_no_further() -> None:
    s = war('"A4" = ["G.tank", "G.mechanized"]')
    do(s, "start A4", "take G.tank")
    assert choices(s, "to") == {"8", "9", "23", "A2", "A5"} and refusal(s, "to 7") == "special.ardennes.3"
    do(s, "to 8")
    assert holder(s, "8") == "germany"
    assert step(s) == "turn"  # no space of the three is left
    assert refusal(s, "start 8") == "movement.4"


@clause("special.ardennes.3")
def test_one_space_within_the_forest() -> None:
    s = war('"A1" = ["G.tank"]')
    do(s, "start A1", "take G.tank")
    assert choices(s, "to") == {"23", "35", "A2", "A3"} and refusal(s, "to A4") == "special.ardennes.3"
    do(s, "to A3")
    assert step(s) == "turn" and at(s, "A3") == ["G.tank"]


@clause("special.ardennes.3")
def test_carried_infantry_and_cards_do_not_lift_the_limit() -> None:
    s = war('"35" = ["G.mechanized", "G.infantry"]', 'round = 2\ncard = "R02"')
    do(s, "start 35", "take G.mechanized", "take G.infantry")
    assert can(s, "to A1") and refusal(s, "to A2") == "special.ardennes.3"


@clause("special.ardennes.3")
def test_the_limit_does_not_slow_those_who_pass_beside_the_forest() -> None:
    s = war('"33" = ["G.tank"]')
    do(s, "start 33", "take G.tank")
    assert can(s, "to Luxembourg") and can(s, "to 23")  # by 35 or 36, and by 34


@clause("special.ardennes.3", "special.ardennes.5")
def test_retreats_and_flights_are_not_bound_by_the_limit() -> None:
    s = war('"Luxembourg" = ["G.fighter"], "9" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.fighter", "to 9", rolls=[3, 6])  # over A5, 2 out and 2 back
    assert at(s, "9") == [] and at(s, "Luxembourg") == ["G.fighter"]
    s = war('"31" = ["G.tank"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.tank"], "23", [6, 6])
    do(s, "press", "retreat A1")
    assert at(s, "A1") == ["B.infantry"]


# the forest: the penalty


@clause("special.ardennes.4")
def test_attackers_in_the_forest_have_one_less_and_defenders_do_not() -> None:
    s = war('"35" = ["G.infantry", "G.artillery", "G.tank", "G.mechanized"], "A3" = ["F.infantry"]')
    events = attack(s, "35", ["G.infantry", "G.artillery", "G.tank", "G.mechanized"], "A3", [2, 2, 2])
    assert fired(events) == [((1, 2), 1), ((2,), 1)]  # infantry and mechanized units have 0 and roll no die
    do(s, "lose G.tank")
    assert at(s, "A3") == ["G.artillery", "G.infantry", "G.mechanized"]


@clause("special.ardennes.4")
@pytest.mark.parametrize(
    ("unit", "clear", "forest", "bonus"),
    [("infantry", 1, 0, 2), ("artillery", 2, 1, 3), ("tank", 3, 2, 4), ("mechanized", 0, 0, 0)],
)
def test_attack_values_in_the_forest(unit: str, clear: int, forest: int, bonus: int) -> None:
    units = f'"35" = ["G.{unit}"], "A3" = ["F.infantry"]'
    for option, expected in (("value", forest), ("bonus", bonus)):
        s = war(units, f'options = {{ forest_penalty = "{option}" }}')
        (piece,) = s.at(place("35"))
        assert combat.value(s, piece, combat.ATTACK, place("A3")) == expected
        assert combat.value(s, piece, combat.ATTACK, place("23")) == clear
        (defender,) = s.at(place("A3"))
        assert combat.value(s, defender, combat.DEFENCE, place("A3")) == 2


@clause("special.ardennes.4")
def test_units_that_attack_out_of_the_forest_have_no_penalty() -> None:
    s = war('"A5" = ["G.infantry", "G.tank"], "9" = ["F.mechanized x2", "F.artillery"]')
    events = attack(s, "A5", ["G.infantry", "G.tank"], "9", [1, 3, 2, 1, 2])
    assert fired(events) == [((1, 3), 2), ((1, 1, 2), 2)]
    do(s, "lose F.mechanized", "lose F.artillery", "lose G.infantry")
    assert at(s, "9") == ["F.mechanized"] and at(s, "A5") == [] and holder(s, "9") == "france"


@clause("special.ardennes.4")
def test_units_that_attack_from_forest_into_forest_have_it_and_so_have_the_allies() -> None:
    s = french('"A2" = ["F.tank"], "A3" = ["G.tank"]')
    events = attack(s, "A2", ["F.tank"], "A3", [3, 4])
    assert fired(events) == [((2,), 0), ((3,), 0)]


@clause("special.ardennes.4")
def test_a_card_counts_before_the_penalty() -> None:
    s = french('"9" = ["F.tank"], "A5" = ["G.infantry"]', 'round = 2\ncard = "R08"')
    assert fired(attack(s, "9", ["F.tank"], "A5", [4, 6]))[0] == ((3,), 0)


@clause("special.ardennes.4")
def test_one_off_the_die_helps_the_attacker_if_the_players_rule_so() -> None:
    s = war('"35" = ["G.infantry", "G.mechanized"], "A3" = ["F.infantry"]', 'options = { forest_penalty = "bonus" }')
    events = attack(s, "35", ["G.infantry", "G.mechanized"], "A3", [2, 3])
    assert fired(events) == [((2,), 1), ((2,), 0)] and holder(s, "A3") == "germany"


# the forest and the air


@clause("special.ardennes.5")
def test_aircraft_do_not_land_in_the_forest() -> None:
    s = war('"A3" = ["G.infantry"], "Luxembourg" = ["G.fighter"]')
    do(s, "start Luxembourg", "take G.fighter")
    assert refusal(s, "to A3") == "special.ardennes.5" and refusal(s, "to A5") == "special.ardennes.5"
    assert can(s, "to 35") and not choices(s, "to") & {"A1", "A2", "A3", "A4", "A5"}


@clause("special.ardennes.5")
def test_aircraft_do_not_land_in_the_forest_after_a_combat_either() -> None:
    s = war('"Luxembourg" = ["G.fighter"], "A5" = ["G.infantry"], "A4" = ["G.infantry"], "9" = ["F.infantry"]')
    do(s, "start Luxembourg", "take G.fighter", "to 9", rolls=[3, 6])
    assert at(s, "Luxembourg") == ["G.fighter"]  # A5 and A4 are next to 9, but only Luxembourg will do
    s = war('"35" = ["G.fighter"], "A1" = ["G.infantry"], "23" = ["B.infantry"]')
    do(s, "start 35", "take G.fighter", "to 23", rolls=[3, 6])
    assert "34" in choices(s, "land") and refusal(s, "land A1") == "special.ardennes.5"


@clause("special.ardennes.6")
def test_aircraft_do_not_attack_in_the_forest() -> None:
    s = war('"A5" = ["F.infantry"], "Luxembourg" = ["G.fighter", "G.tank"], "Dusseldorf" = ["G.bomber"]')
    do(s, "start Luxembourg", "take G.fighter")
    assert refusal(s, "to A5") == "special.ardennes.6"
    do(s, "stop")
    s = war('"A5" = ["F.infantry"], "Luxembourg" = ["G.fighter", "G.tank"], "Dusseldorf" = ["G.bomber"]')
    attack(s, "Luxembourg", ["G.tank"], "A5", [6, 6])  # nobody can be called in: the dice fall at once
    assert step(s) == "press"
    s = war('"10" = ["F.infantry"], "Luxembourg" = ["G.fighter", "G.tank"], "Dusseldorf" = ["G.bomber"]')
    attack(s, "Luxembourg", ["G.tank"], "10")  # next to it, but clear
    assert choices(s, "call") == {"fighter@Luxembourg", "bomber@Dusseldorf"}


# the Maginot Line: the garrisons


@clause("special.maginot.2")
@pytest.mark.parametrize("area", LINE)
def test_french_units_in_the_line_do_not_move_before_round_four(area: str) -> None:
    for number in (1, 2, 3):
        s = french(f'"{area}" = ["F.infantry", "F.fighter"]', f"round = {number}")
        assert refusal(s, f"start {area}") == "special.maginot.2"
    s = french(f'"{area}" = ["F.infantry", "F.fighter"]', "round = 4")
    do(s, f"start {area}")
    assert choices(s, "take") == {"F.infantry", "F.fighter"}


@clause("special.maginot.2")
def test_not_even_along_the_line_and_only_the_solid_line_binds() -> None:
    units = ", ".join(f'"{area}" = ["F.infantry"]' for area in (*LINE, "6", "7", "8", "9"))
    s = french(units, "round = 3")
    assert choices(s, "start") == {"6", "7", "8", "9"}
    s = french('"11" = ["F.infantry"]', "round = 4")
    do(s, "start 11", "take F.infantry", "to 10")
    assert at(s, "10") == ["F.infantry"]


@clause("special.maginot.2")
def test_french_units_pass_through_the_line_and_late_arrivals_are_frozen() -> None:
    s = french('"9" = ["F.tank"], "15" = ["F.infantry"]', 'round = 1\nto_come = ["germany"]')
    do(s, "start 9", "take F.tank", "to 10", "to 11", "to 15")
    assert at(s, "15") == ["F.infantry", "F.tank"]
    do(s, "start 15", "take F.infantry", "to 12", "stop")
    s = french('"12" = ["F.infantry"]', "round = 2")
    assert refusal(s, "start 12") == "special.maginot.2"


@clause("special.maginot.2", "special.maginot.5")
def test_the_british_are_bound_neither_by_the_line_nor_by_the_ban() -> None:
    s = war('"11" = ["B.tank", "F.infantry"], "36" = ["G.infantry"]', 'power = "britain"\nround = 2')
    attack(s, "11", ["B.tank"], "36", [3, 6])
    assert at(s, "36") == ["B.tank"] and holder(s, "36") == "britain"
    s = war('"11" = ["B.infantry"]', 'power = "britain"')
    do(s, "start 11", "take B.infantry", "to Luxembourg", "stop")
    assert holder(s, "Luxembourg") == "britain"


@clause("special.maginot.2")
def test_frozen_aircraft_cannot_be_called_in() -> None:
    units = '"7" = ["F.infantry"], "23" = ["G.infantry"], "10" = ["F.fighter"]'
    s = french(units, "round = 3")
    attack(s, "7", ["F.infantry"], "23", [6, 6])
    assert step(s) == "press"
    s = french(units, "round = 4")
    attack(s, "7", ["F.infantry"], "23")
    assert choices(s, "call") == {"fighter@10"}


@clause("special.maginot.3")
def test_a_garrison_that_germans_attacked_is_free_at_once_and_no_other() -> None:
    s = war('"36" = ["G.infantry"], "11" = ["F.infantry x2"], "12" = ["F.infantry"]', 'round = 1\nto_come = ["france"]')
    events = attack(s, "36", ["G.infantry"], "11", [6, 6, 6])
    assert [(e.clauses, e.area) for e in events if isinstance(e, Freed)] == [(("special.maginot.3",), place("11"))]
    do(s, "withdraw", "done")
    assert s.active == 1 and refusal(s, "start 12") == "special.maginot.2"
    do(s, "start 11", "take F.infantry", "to 15", "stop")
    assert at(s, "15") == ["F.infantry"] and at(s, "11") == ["F.infantry"]


@clause("special.maginot.3")
def test_an_air_attack_frees_a_garrison_too_and_it_is_told_once() -> None:
    s = war('"36" = ["G.fighter", "G.infantry"], "11" = ["F.infantry x2"]', 'to_come = ["france"]')
    do(s, "start 36", "take G.fighter", "to 11", rolls=[6, 6, 6])
    do(s, "withdraw", "land 36")
    events = attack(s, "36", ["G.infantry"], "11", [6, 6, 6])
    assert not any(isinstance(event, Freed) for event in events)
    do(s, "withdraw", "done")
    assert can(s, "start 11")


@clause("special.maginot.3")
def test_the_freedom_stays_with_the_territory() -> None:
    s = french('"11" = ["F.infantry"], "12" = ["F.infantry"]', 'round = 3\nfreed = ["11"]')
    assert choices(s, "start") == {"11"}


@clause("special.maginot.3")
def test_only_attacks_on_the_line_free_anybody_and_a_garrison_may_retreat() -> None:
    s = war('"A5" = ["G.infantry"], "9" = ["F.infantry"], "10" = ["F.infantry"]')
    events = attack(s, "A5", ["G.infantry"], "9", [6, 6])
    assert not any(isinstance(event, Freed) for event in events) and s.freed == 0
    s = war('"36" = ["G.infantry"], "11" = ["F.infantry"]', "round = 1")
    attack(s, "36", ["G.infantry"], "11", [6, 6])
    do(s, "press", "retreat 10")
    assert at(s, "10") == ["F.infantry"]


# the Maginot Line: the ban


@clause("special.maginot.5")
@pytest.mark.parametrize("number", [1, 3, 4, 10])
def test_french_units_never_attack_original_german_territory(number: int) -> None:
    units = (
        '"11" = ["F.tank"], "23" = ["F.tank"], "A3" = ["F.tank"], "9" = ["F.fighter"],'
        '"36" = ["G.infantry"], "34" = ["G.infantry"], "35" = ["G.infantry"]'
    )
    for start, goal in (("11", "36"), ("23", "34"), ("A3", "35")):
        s = french(units, f'round = {number}\nfreed = ["11"]')
        do(s, f"start {start}", "take F.tank")
        assert refusal(s, f"to {goal}") == "special.maginot.5"


@clause("special.maginot.5")
def test_french_aircraft_do_not_attack_german_territory() -> None:
    s = french('"10" = ["F.fighter"], "36" = ["G.infantry"]', "round = 6")
    do(s, "start 10", "take F.fighter")
    assert not can(s, "to 36")
    assert refusal(s, "to 36") == "special.maginot.5"


@clause("special.maginot.5")
def test_french_troops_do_not_land_in_german_territory() -> None:
    for garrison in (', "27" = ["G.infantry"]', ""):
        s = french('"26" = ["F.transport+F.infantry"]' + garrison, "round = 6")
        do(s, "start 26", "take F.infantry")
        assert choices(s, "to") == {"24"} and refusal(s, "to 27") == "special.maginot.5"


@clause("special.maginot.5")
def test_french_ships_do_not_bombard_german_territory_but_fight_at_sea() -> None:
    s = french('"26" = ["F.cruiser"], "27" = ["G.infantry"]', "round = 6")
    assert choices(s, "bombard") == set() and refusal(s, "bombard 27") == "special.maginot.5"
    s = french('"25" = ["F.cruiser"], "26" = ["G.destroyer"]', "round = 1")
    do(s, "start 25", "take F.cruiser", "to 26", rolls=[3, 6])
    assert at(s, "26") == ["F.cruiser"]


@clause("special.maginot.5")
def test_the_french_attack_germans_on_any_other_ground_and_enter_what_britain_holds_in_germany() -> None:
    s = french('"10" = ["F.tank"], "11" = ["G.infantry"]', "round = 4")
    attack(s, "10", ["F.tank"], "11", [3, 6])
    assert holder(s, "11") == "france"
    s = french('"11" = ["F.tank"]', 'round = 4\ncontrol = { britain = ["36"] }')
    do(s, "start 11", "take F.tank", "to 36")
    assert holder(s, "36") == "britain" and at(s, "36") == ["F.tank"]
    assert refusal(s, "to 37") == "special.maginot.5" and not choices(s, "to") & {"33", "35", "37", "Luxembourg"}


@clause("special.maginot.5")
def test_vacant_german_ground_is_barred_to_the_french_as_well() -> None:
    for option in ("", 'options = { french_vacant = "barred" }'):
        s = french('"11" = ["F.infantry"]', f"round = 6\n{option}")
        do(s, "start 11", "take F.infantry")
        assert refusal(s, "to Luxembourg") == "special.maginot.5" and not choices(s, "to") & {"36", "35", "37"}


@clause("special.maginot.5")
def test_vacant_german_ground_is_open_to_the_french_if_the_players_rule_so_but_not_attacks() -> None:
    s = french('"11" = ["F.tank"], "37" = ["G.infantry"]', 'round = 6\noptions = { french_vacant = "allowed" }')
    do(s, "start 11", "take F.tank")
    assert refusal(s, "to 37") == "special.maginot.5"
    do(s, "to Luxembourg")
    assert holder(s, "Luxembourg") == "france"
    s = french('"9" = ["F.tank"]', 'round = 1\noptions = { french_vacant = "allowed" }')
    do(s, "start 9", "take F.tank")
    assert can(s, "to Luxembourg")  # at any time


@clause("special.maginot.5")
def test_the_ban_ends_with_round_four_if_the_players_rule_so() -> None:
    for number, free in ((3, False), (4, True)):
        more = f'round = {number}\nfreed = ["11"]\noptions = {{ maginot_ban = "until_round_4" }}'
        units = (
            '"11" = ["F.tank"], "36" = ["G.infantry"], "9" = ["F.fighter"], "26" = ["F.cruiser"], "27" = ["G.infantry"]'
        )
        s = french(units, more)
        assert can(s, "bombard 27") is free
        do(s, "start 11", "take F.tank")
        assert can(s, "to 36") is free and can(s, "to Luxembourg") is free
        if free:
            do(s, "to 36")
            assert choices(s, "call") == {"fighter@9"}
            do(s, "fight", rolls=[3, 6])
            assert holder(s, "36") == "france"
        else:
            assert refusal(s, "to 36") == "special.maginot.5" and refusal(s, "to Luxembourg") == "special.maginot.5"
    s = french('"11" = ["F.tank"], "36" = ["G.infantry"]', 'round = 4\noptions = { maginot_ban = "game" }')
    do(s, "start 11", "take F.tank")
    assert refusal(s, "to 36") == "special.maginot.5"


@clause("special.maginot.6")
def test_the_french_move_into_belgium_and_attack_there_from_the_first_round() -> None:
    s = french('"6" = ["F.infantry x2"], "7" = ["F.tank"], "23" = ["G.infantry"]')
    do(s, "start 6", "take F.infantry", "to 22", "stop")
    assert holder(s, "22") == "britain" and at(s, "22") == ["F.infantry"]
    attack(s, "7", ["F.tank"], "23", [3, 6])
    assert holder(s, "23") == "france" and at(s, "23") == ["F.tank"]
    do(s, "start 6", "take F.infantry")
    assert {"22", "23", "24", "Brussels"} <= choices(s, "to") and not choices(s, "to") & {"31", "34"}
    s = french('"8" = ["F.tank"]')
    do(s, "start 8", "take F.tank", "to 23", "to Brussels", "stop")
    assert at(s, "Brussels") == ["F.tank"] and holder(s, "Brussels") == "britain"
