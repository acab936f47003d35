"""Off-shore bombardment."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.battle_of_france.events import Bombarded, Destroyed
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import SETTING, at, can, choices, clause, do, holder, lay, refusal


def war(units: str, more: str = "") -> BattleState:
    return lay(f"{more}\nunits = {{ {units} }}")


def asked(s: BattleState) -> tuple[str, str]:
    assert s.decision is not None
    return s.decision.side, s.decision.step


@clause("bombard.2", "bombard.3", "bombard.4", "bombard.5")
def test_each_ship_rolls_once_and_what_is_hit_goes_without_a_shot() -> None:
    s = war('"25" = ["G.battleship", "G.cruiser"], "24" = ["B.infantry"]')
    events = do(s, "bombard 24", "take G.battleship", "take G.cruiser", "fire", rolls=[3, 3])
    told = next(event for event in events if isinstance(event, Bombarded))
    assert told.hits == (0,) and told.clauses == ("bombard.2", "bombard.3", "bombard.4") and len(told.pieces) == 2
    assert [event.clauses for event in events if isinstance(event, Destroyed)] == [("bombard.5",)]
    assert at(s, "24") == [] and holder(s, "24") == "britain" and s.dice.made == 2 and s.battle is None
    assert at(s, "25") == ["G.battleship", "G.cruiser"] and asked(s) == ("germany", "turn")
    assert refusal(s, "start 25") == "movement.4"  # they go nowhere afterwards


@clause("bombard.3", "bombard.4")
@pytest.mark.parametrize(("ship", "needed"), [("battleship", 3), ("cruiser", 2)])
def test_battleships_hit_on_three_cruisers_on_two(ship: str, needed: int) -> None:
    for name in (f"G.{ship}", f"G.{ship}-1"):  # damage changes nothing
        for die in range(1, 7):
            s = war(f'"25" = ["{name}"], "24" = ["B.infantry x2"]')
            events = do(s, "bombard 24", f"take {name}", "fire", rolls=[die])
            assert next(len(e.hits) for e in events if isinstance(e, Bombarded)) == int(die <= needed)
            assert len(at(s, "24")) == (1 if die <= needed else 2)


@clause("bombard.3", "bombard.4")
def test_the_preview_of_a_bombardment() -> None:
    s = war('"25" = ["G.battleship", "G.cruiser"], "24" = ["B.infantry"]')
    do(s, "bombard 24", "take G.battleship")
    preview = s.preview("fire")
    assert preview is not None and preview.chance("1 hit") == Fraction(1, 2) == preview.chance("0 hits")
    do(s, "take G.cruiser")
    preview = s.preview("fire")
    assert preview is not None
    hits = [preview.chance(name) for name in ("0 hits", "1 hit", "2 hits")]
    assert hits == [Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)]


@clause("bombard.2")
def test_only_battleships_and_cruisers_next_to_the_target_bombard() -> None:
    s = war('"25" = ["G.destroyer", "G.submarine", "G.transport"], "24" = ["B.infantry"], "2" = ["G.cruiser"]')
    assert choices(s, "bombard") == set() and refusal(s, "bombard 24") == "bombard.2"
    s = war('"25" = ["G.destroyer", "G.cruiser"], "24" = ["B.infantry"], "23" = ["B.infantry"], "20" = ["F.tank"]')
    assert choices(s, "bombard") == {"24", "20"} and refusal(s, "bombard 23") == "bombard.2"
    do(s, "bombard 24")
    assert choices(s, "take") == {"G.cruiser"} and refusal(s, "take G.destroyer") == "bombard.2"
    assert refusal(s, "fire") == "bombard.2"  # a ship first


@clause("bombard.2")
def test_ships_of_all_adjacent_zones_may_fire_at_one_target() -> None:
    s = war('"25" = ["G.cruiser"], "26" = ["G.battleship"], "18" = ["G.battleship-1"], "24" = ["B.infantry x3"]')
    do(s, "bombard 24")
    assert choices(s, "take") == {"G.cruiser", "G.battleship", "G.battleship-1"}
    do(s, "take G.cruiser", "take G.battleship", "take G.battleship-1", "fire", rolls=[2, 3, 3])
    assert at(s, "24") == []


@clause("bombard.2")
def test_one_roll_for_each_ship_in_a_round() -> None:
    s = war('"25" = ["G.cruiser x2"], "24" = ["B.infantry"], "20" = ["B.infantry"]')
    do(s, "bombard 24", "take G.cruiser", "fire", rolls=[6])
    do(s, "bombard 24", "take G.cruiser", "fire", rolls=[6])  # the other one
    assert choices(s, "bombard") == set()
    assert refusal(s, "bombard 20") == "bombard.2" and refusal(s, "bombard 24") == "bombard.2"


@clause("bombard.2")
def test_a_ship_may_move_first_but_not_afterwards() -> None:
    s = war('"26" = ["G.cruiser x2"], "20" = ["B.infantry"]')
    do(s, "start 26", "take G.cruiser", "to 25", "stop")
    do(s, "bombard 20", "take G.cruiser", "fire", rolls=[2])
    assert at(s, "20") == [] and refusal(s, "start 25") == "movement.4"


@clause("bombard.2")
def test_only_the_active_power_bombards_and_only_enemy_land_units() -> None:
    s = war('"17" = ["F.cruiser", "B.battleship"], "5" = ["G.infantry"], "1" = ["F.infantry"]', 'power = "france"')
    assert choices(s, "bombard") == {"5"} and refusal(s, "bombard 1") == "bombard.1"
    do(s, "bombard 5")
    assert choices(s, "take") == {"F.cruiser"} and refusal(s, "take B.battleship") == "bombard.2"
    s = war('"25" = ["G.cruiser"], "24" = ["B.fighter"]')
    assert refusal(s, "bombard 24") == "bombard.1"
    s = war('"25" = ["G.cruiser"]')
    assert refusal(s, "bombard 24") == "bombard.1"  # vacant


@clause("bombard.2", "bombard.5")
def test_the_owner_chooses_among_his_land_units_guns_last_and_aircraft_never() -> None:
    units = '"21" = ["G.battleship x2"], "London" = ["B.infantry", "B.tank", "B.aa", "B.fighter"]'
    s = war(units)
    do(s, "bombard London", "take G.battleship", "take G.battleship", "fire", rolls=[3, 4])
    assert asked(s) == ("britain", "shelled") and choices(s, "lose") == {"B.infantry", "B.tank"}
    assert refusal(s, "lose B.fighter") == "bombard.2" and refusal(s, "lose B.aa") == "bombard.2"
    do(s, "lose B.tank")
    assert at(s, "London") == ["B.aa", "B.fighter", "B.infantry"]
    s = war(units)
    do(s, "bombard London", "take G.battleship", "take G.battleship", "fire", rolls=[3, 3])
    do(s, "lose B.infantry")
    assert at(s, "London") == ["B.aa", "B.fighter"]  # the tank had to follow
    s = war('"21" = ["G.battleship x2"], "London" = ["B.aa", "B.fighter"]')
    do(s, "bombard London", "take G.battleship", "take G.battleship", "fire", rolls=[3, 3])
    assert at(s, "London") == ["B.fighter"] and holder(s, "London") == "britain"  # the second hit is lost


@clause("bombard.5")
def test_guns_may_be_given_up_first_if_the_players_rule_so() -> None:
    s = war('"21" = ["G.battleship"], "London" = ["B.infantry", "B.aa"]', 'options = { aa_casualties = "free" }')
    do(s, "bombard London", "take G.battleship", "fire", rolls=[3])
    assert choices(s, "lose") == {"B.infantry", "B.aa"}
    do(s, "lose B.aa")
    assert at(s, "London") == ["B.infantry"]


@clause("bombard.5")
def test_the_controller_chooses_for_both_allies() -> None:
    for control, chooser in (("", "france"), ('control = { britain = ["5"] }', "britain")):
        s = war('"17" = ["G.cruiser"], "5" = ["F.infantry", "B.infantry"]', control)
        do(s, "bombard 5", "take G.cruiser", "fire", rolls=[1])
        assert asked(s) == (chooser, "shelled") and choices(s, "lose") == {"F.infantry", "B.infantry"}


@clause("bombard.2")
def test_a_second_bombardment_is_refused_as_one_whatever_an_ally_did() -> None:
    """An ally's ship that fought off the same coast is not the reason (bombard.6)."""
    s = war('"18" = ["F.cruiser", "B.battleship"], "24" = ["G.infantry x2"]', 'power = "france"\nround = 4')
    do(s, "bombard 24", "take F.cruiser", "fire", rolls=[6])
    s.fought = sum(1 << piece for piece in s.at(SETTING.board.place("18")) if s.name(piece) == "B.battleship")
    assert s.fought and refusal(s, "bombard 24") == "bombard.2"


@clause("bombard.6")
def test_no_bombardment_after_a_sea_combat_of_the_round() -> None:
    s = war('"18" = ["G.cruiser", "G.battleship"], "21" = ["B.destroyer"], "London" = ["B.infantry"]')
    do(s, "start 18", "take G.cruiser", "to 21", rolls=[3, 6])
    assert at(s, "21") == ["G.cruiser"]
    assert choices(s, "bombard") == set() and refusal(s, "bombard London") == "bombard.6"
    do(s, "start 18", "take G.battleship", "to 21", "stop")  # this one has not fought
    do(s, "bombard London")
    assert choices(s, "take") == {"G.battleship"} and refusal(s, "take G.cruiser") == "bombard.2"


@clause("bombard.2", "bombard.6")
def test_a_ship_elsewhere_that_fought_is_not_the_reason() -> None:
    s = war('"17" = ["G.cruiser"], "16" = ["B.destroyer"], "25" = ["G.destroyer"], "24" = ["B.infantry"]')
    do(s, "start 17", "take G.cruiser", "to 16", rolls=[3, 6])
    assert refusal(s, "bombard 24") == "bombard.2"


@clause("bombard.6")
def test_ships_that_broke_off_do_not_bombard_either() -> None:
    s = war('"25" = ["G.cruiser"], "18" = ["B.destroyer"], "24" = ["B.infantry"]')
    assert can(s, "bombard 24")
    do(s, "start 25", "take G.cruiser", "to 18", rolls=[6, 6])
    do(s, "withdraw")
    assert at(s, "25") == ["G.cruiser"] and refusal(s, "bombard 24") == "bombard.6"


@clause("bombard.6")
def test_ships_that_defended_earlier_in_the_round_do_not_bombard() -> None:
    s = war('"18" = ["G.submarine"], "21" = ["B.cruiser"], "Dunkirk" = ["G.infantry"]', 'to_come = ["britain"]')
    do(s, "start 18", "take G.submarine", "to 21", "fire", rolls=[6, 6])
    do(s, "withdraw", "done")
    assert s.active == 2 and refusal(s, "bombard Dunkirk") == "bombard.6"
    s = war('"18" = ["G.submarine"], "21" = ["B.cruiser"], "Dunkirk" = ["G.infantry"]', 'to_come = ["britain"]')
    do(s, "done")
    assert can(s, "bombard Dunkirk")


@clause("bombard.6")
def test_an_air_attack_at_sea_is_a_sea_combat_and_a_land_combat_is_not() -> None:
    s = war('"27" = ["G.fighter"], "18" = ["B.cruiser"], "24" = ["B.infantry"], "20" = ["G.infantry"]',
            'to_come = ["britain"]')  # fmt: skip
    do(s, "start 27", "take G.fighter", "to 18", rolls=[6, 6])
    do(s, "withdraw", "land 27", "done")
    assert s.active == 2 and refusal(s, "bombard 20") == "bombard.6"
    s = war('"25" = ["G.cruiser", "G.transport+G.infantry"], "24" = ["B.infantry"]')
    do(s, "start 25", "take G.infantry", "to 24", rolls=[6, 6])
    do(s, "withdraw")
    assert can(s, "bombard 24")


@clause("bombard.6", "bombard.2")
def test_the_next_round_lifts_both_bars() -> None:
    s = war('"25" = ["G.cruiser"], "18" = ["B.destroyer"], "24" = ["B.infantry"]')
    do(s, "start 25", "take G.cruiser", "to 18", rolls=[6, 6])
    do(s, "withdraw")
    do(s, "done")
    while s.round == 1:
        do(s, "done")
    assert s.fought == 0 and s.bombarded == 0


def test_the_numbers_stand_in_the_tables() -> None:
    assert (SETTING.tables.bombardment.battleship, SETTING.tables.bombardment.cruiser) == (3, 2)


@clause("bombard.2")
def test_each_ship_bombards_once_and_leaves_the_others_their_turn() -> None:
    s = lay('units = { "25" = ["G.battleship", "G.cruiser"], "24" = ["B.infantry x3"] }')
    do(s, "bombard 24", "take G.cruiser", "fire", rolls=[6])
    do(s, "bombard 24")
    assert choices(s, "take") == {"G.battleship"}
    do(s, "take G.battleship", "fire", rolls=[3])
    assert at(s, "24") == ["B.infantry"] * 2 and refusal(s, "bombard 24") == "bombard.2"
