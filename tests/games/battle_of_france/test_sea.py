"""Sea units and their abilities."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.events import Captured, CombatBegan, Damaged, Destroyed, Loaded, Submerged
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import at, can, choices, clause, do, holder, lay, refusal


def place(units: str, more: str = "") -> BattleState:
    return lay(f"{more}\nunits = {{ {units} }}")


def step(s: BattleState) -> str:
    assert s.decision is not None
    return s.decision.step


def next_round(s: BattleState) -> None:
    """The turn ends, nobody builds, and Germany is drawn first under a card that changes nothing here."""
    do(s, "done", "done", "done")
    do(s, "done", rolls=[13, 1])
    assert s.round == 2 and s.active == 0


# movement


@clause("sea.1", "sea.4")
@pytest.mark.parametrize("ship", ["battleship", "cruiser", "destroyer", "submarine", "transport"])
def test_ships_go_two_sea_zones_and_never_ashore(ship: str) -> None:
    s = place(f'"25" = ["G.{ship}"]')
    do(s, "start 25", f"take G.{ship}")
    assert choices(s, "to") == {"18", "26", "21"}
    assert refusal(s, "to 24") == "sea.1"
    assert refusal(s, "to 17") == "sea.4"  # three
    do(s, "to 18")
    assert choices(s, "to") == {"25", "21"}
    assert refusal(s, "to 17") == "sea.4"
    do(s, "to 21")
    assert step(s) == "turn" and at(s, "21") == [f"G.{ship}"]
    assert refusal(s, "start 21") == "movement.4"


@clause("sea.2", "sea.1")
def test_ships_do_not_capture() -> None:
    s = place('"18" = ["G.cruiser", "G.battleship"], "22" = ["B.infantry"]')
    events = do(s, "bombard 22", "take G.cruiser", "take G.battleship", "fire", rolls=[2, 4])
    assert at(s, "22") == [] and holder(s, "22") == "britain"
    assert not any(isinstance(e, Captured) for e in events)
    s = place('"18" = ["G.cruiser"]')
    do(s, "start 18", "take G.cruiser", "to 21", "stop")
    assert holder(s, "London") == holder(s, "Dunkirk") == "britain"


@clause("sea.3")
def test_ships_that_enter_a_zone_with_enemies_stop_and_fight() -> None:
    s = place('"25" = ["G.cruiser"], "18" = ["B.submarine"]')
    do(s, "start 25", "take G.cruiser")
    assert choices(s, "to") == {"18", "26"}
    assert refusal(s, "to 21") == "capture.2"
    events = do(s, "to 18")
    assert any(isinstance(e, CombatBegan) for e in events) and step(s) == "dive"
    do(s, "fire", rolls=[3, 3])
    assert at(s, "18") == ["G.cruiser"] and step(s) == "turn"


@clause("sea.3")
def test_a_zone_with_enemy_transports_alone_is_hostile_too() -> None:
    s = place('"25" = ["G.cruiser"], "18" = ["B.transport"]')
    do(s, "start 25", "take G.cruiser")
    assert not can(s, "to 21")
    do(s, "to 18", rolls=[6])
    assert at(s, "18") == ["G.cruiser"]


@clause("sea.3", "sea.transport.1", "sea.transport.2")
def test_transports_do_not_engage() -> None:
    """Sharing a zone with a submarine that dived, the cruiser may attack and the transport may not."""
    s = place('"25" = ["G.transport", "G.cruiser", "B.submarine"]')
    do(s, "start 25", "take G.transport")
    assert not can(s, "to 25") and can(s, "to 26")
    do(s, "take G.cruiser")
    assert can(s, "to 25")


@clause("sea.3")
def test_ships_may_leave_a_zone_they_share_with_enemies() -> None:
    s = place('"25" = ["G.cruiser", "B.submarine"]')
    do(s, "start 25", "take G.cruiser")
    assert choices(s, "to") == {"18", "21", "25", "26"}
    do(s, "to 21")
    assert at(s, "21") == ["G.cruiser"] and at(s, "25") == ["B.submarine"]


@clause("sea.3")
def test_ships_that_attack_where_they_are_fight_there() -> None:
    s = place('"25" = ["G.cruiser", "B.submarine"]')
    do(s, "start 25", "take G.cruiser", "to 25", "fire", rolls=[3, 3])
    assert at(s, "25") == ["G.cruiser"]


@clause("sea.4")
def test_a_fleet_moves_together_with_its_cargo() -> None:
    s = place('"26" = ["G.cruiser", "G.transport+G.infantry+G.tank"]')
    do(s, "start 26", "take G.cruiser", "take G.transport+G.infantry+G.tank", "to 18")
    assert at(s, "18") == ["G.cruiser", "G.transport+G.infantry+G.tank"] and at(s, "26") == []


# damage


@clause("sea.battleship.1", "sea.5", "unit.battleship")
def test_a_battleship_is_sunk_by_its_third_hit() -> None:
    s = place('"25" = ["G.cruiser x2"], "18" = ["B.battleship"]')
    events = do(s, "start 25", "take G.cruiser", "take G.cruiser", "to 18", rolls=[3, 4, 5])
    assert at(s, "18") == ["B.battleship-1"]
    assert [e.clauses for e in events if isinstance(e, Damaged)] == [("sea.battleship.1", "sea.5")]
    do(s, "press", "stand", rolls=[4, 3, 5])
    assert at(s, "18") == ["B.battleship-2"]
    do(s, "press", "stand", rolls=[4, 3, 5])
    assert at(s, "18") == ["G.cruiser", "G.cruiser"]


@clause("sea.cruiser.1", "sea.5", "unit.cruiser")
def test_a_cruiser_is_sunk_by_its_second_hit() -> None:
    s = place('"25" = ["G.submarine"], "18" = ["F.cruiser"]')
    events = do(s, "start 25", "take G.submarine", "to 18", "fire", rolls=[2, 4])
    assert at(s, "18") == ["F.cruiser-1"]
    assert [e.clauses for e in events if isinstance(e, Damaged)] == [("sea.cruiser.1", "sea.5")]
    do(s, "press", "stand", "fire", rolls=[2, 4])
    assert at(s, "18") == ["G.submarine"]


@clause("sea.cruiser.1")
@pytest.mark.parametrize("ship", ["destroyer", "submarine"])
def test_other_ships_are_sunk_by_one_hit(ship: str) -> None:
    s = place(f'"25" = ["G.battleship"], "18" = ["B.{ship}"]')
    fire = ["fire"] if ship == "submarine" else []
    do(s, "start 25", "take G.battleship", "to 18", *fire, rolls=[4, 6])
    assert at(s, "18") == ["G.battleship"]


@clause("sea.5")
def test_damage_is_never_repaired() -> None:
    s = place('"26" = ["G.battleship-2", "G.cruiser-1"]')
    next_round(s)
    assert at(s, "26") == ["G.battleship-2", "G.cruiser-1"]


@clause("sea.5", "sea.battleship.1")
def test_hits_of_an_earlier_combat_count() -> None:
    s = place('"25" = ["G.cruiser"], "18" = ["B.battleship-2"]')
    do(s, "start 25", "take G.cruiser", "to 18", rolls=[3, 5])
    assert at(s, "18") == ["G.cruiser"]


@clause("sea.battleship.2", "sea.cruiser.2")
@pytest.mark.parametrize(
    ("ship", "may"),
    [("battleship", True), ("cruiser", True), ("destroyer", False), ("submarine", False), ("transport", False)],
)
def test_battleships_and_cruisers_bombard(ship: str, may: bool) -> None:
    s = place(f'"18" = ["G.{ship}"], "22" = ["B.infantry"]')
    if may:
        assert choices(s, "bombard") == {"22"}
        do(s, "bombard 22", f"take G.{ship}", "fire", rolls=[2])
        assert at(s, "22") == []
    else:
        assert refusal(s, "bombard 22") == "bombard.2"


# submarines and destroyers


@clause("sea.submarine.1")
@pytest.mark.parametrize("enemy", ["battleship", "cruiser", "submarine", "transport"])
def test_submarines_pass_a_hostile_zone(enemy: str) -> None:
    s = place(f'"25" = ["G.submarine x2"], "18" = ["B.{enemy}"]')
    do(s, "start 25", "take G.submarine", "take G.submarine")
    events = do(s, "to 21")
    assert at(s, "21") == ["G.submarine", "G.submarine"] and at(s, "18") == [f"B.{enemy}"]
    assert not any(isinstance(e, CombatBegan) for e in events)


@clause("sea.submarine.1", "sea.destroyer.1")
def test_an_enemy_destroyer_stops_submarines() -> None:
    s = place('"25" = ["G.submarine"], "18" = ["B.battleship", "B.destroyer"]')
    do(s, "start 25", "take G.submarine")
    assert choices(s, "to") == {"18", "26"}
    assert refusal(s, "to 21") == "capture.2"


@clause("sea.submarine.1")
def test_submarines_do_not_pass_in_company_of_other_ships() -> None:
    s = place('"25" = ["G.submarine", "G.destroyer"], "18" = ["B.battleship"]')
    do(s, "start 25", "take G.submarine")
    assert can(s, "to 21")
    do(s, "take G.destroyer")
    assert not can(s, "to 21")


@clause("sea.submarine.1", "sea.3")
def test_a_submarine_that_stays_in_a_hostile_zone_fights() -> None:
    s = place('"25" = ["G.submarine"], "18" = ["B.battleship"]')
    do(s, "start 25", "take G.submarine", "to 18")
    assert step(s) == "dive"
    do(s, "fire", rolls=[3, 5])
    assert step(s) == "press"


@clause("sea.destroyer.1")
def test_no_submerging_while_an_enemy_destroyer_takes_part() -> None:
    s = place('"25" = ["G.destroyer", "G.cruiser"], "18" = ["B.submarine x2"]')
    events = do(s, "start 25", "take G.destroyer", "take G.cruiser", "to 18", rolls=[3, 4, 2, 3])
    assert not any(isinstance(e, Submerged) for e in events) and step(s) == "casualties"
    do(s, "lose G.destroyer")
    do(s, "press", "stand")  # the destroyer is gone: now they may dive
    assert step(s) == "dive" and s.to_act == "britain"
    do(s, "submerge", "submerge")
    assert at(s, "18") == ["B.submarine", "B.submarine", "G.cruiser"] and step(s) == "turn"


@clause("sea.destroyer.1")
def test_a_destroyer_on_the_submarines_own_side_does_not_matter() -> None:
    s = place('"25" = ["G.cruiser"], "18" = ["B.submarine", "B.destroyer"]')
    do(s, "start 25", "take G.cruiser", "to 18")
    assert step(s) == "dive" and can(s, "submerge") and can(s, "fire")


@clause("sea.destroyer.1")
def test_a_defending_destroyer_keeps_attacking_submarines_up() -> None:
    s = place('"25" = ["G.submarine"], "18" = ["B.destroyer"]')
    do(s, "start 25", "take G.submarine", "to 18", rolls=[2, 4])
    assert at(s, "18") == ["G.submarine"]


# transports


@clause("sea.transport.1", "unit.transport")
def test_transports_roll_no_dice() -> None:
    s = place('"25" = ["G.transport x2", "G.cruiser"], "18" = ["B.destroyer", "B.transport x2"]')
    do(s, "start 25", "take G.cruiser", "take G.transport", "take G.transport", "to 18", rolls=[6, 6])
    assert step(s) == "press"


@clause("sea.transport.2")
def test_transports_do_not_enter_hostile_zones_without_a_warship() -> None:
    s = place('"25" = ["G.transport x2", "G.submarine"], "18" = ["B.destroyer"]')
    do(s, "start 25", "take G.transport")
    assert refusal(s, "to 18") == "sea.transport.2"
    do(s, "take G.transport")
    assert refusal(s, "to 18") == "sea.transport.2" and can(s, "to 26")
    do(s, "take G.submarine")
    assert can(s, "to 18")


@clause("sea.transport.3")
def test_a_transport_carries_two_land_units() -> None:
    s = place('"27" = ["G.infantry x3"], "26" = ["G.transport"]')
    do(s, "start 27", "take G.infantry", "take G.infantry")
    assert can(s, "to 26")
    do(s, "take G.infantry")
    assert refusal(s, "to 26") == "sea.transport.3"
    s = place('"27" = ["G.infantry x3"], "26" = ["G.transport"]')
    events = do(s, "start 27", "take G.infantry", "take G.infantry", "to 26")
    assert at(s, "26") == ["G.transport+G.infantry+G.infantry"]
    assert [e.clauses for e in events if isinstance(e, Loaded)] == [("land.6", "sea.transport.3")] * 2
    do(s, "start 27", "take G.infantry")
    assert refusal(s, "to 26") == "sea.transport.3"


@clause("sea.transport.3")
def test_the_room_of_all_ships_in_the_zone_counts() -> None:
    s = place('"27" = ["G.infantry x2", "G.tank"], "26" = ["G.transport+G.artillery", "G.transport"]')
    do(s, "start 27", "take G.tank", "take G.infantry", "take G.infantry", "to 26")
    assert choices(s, "aboard") == {"G.transport+G.artillery", "G.transport"}
    assert refusal(s, "aboard G.transport+G.tank") == "sea.transport.3"
    do(s, "aboard G.transport+G.artillery")  # the others have one ship left: nothing to choose
    assert at(s, "26") == ["G.transport+G.artillery+G.tank", "G.transport+G.infantry+G.infantry"]


@clause("sea.transport.3")
def test_only_transports_carry() -> None:
    s = place('"27" = ["G.infantry"], "26" = ["G.battleship", "G.cruiser", "G.destroyer"]')
    do(s, "start 27", "take G.infantry")
    assert refusal(s, "to 26") == "sea.transport.3"


@clause("sea.transport.3", "unit.mechanized.1")
def test_aboard_ship_each_unit_takes_its_own_place() -> None:
    s = place('"27" = ["G.mechanized", "G.infantry x2"], "26" = ["G.transport"]')
    do(s, "start 27", "take G.mechanized", "take G.infantry", "take G.infantry")
    assert refusal(s, "to 26") == "sea.transport.3"


@clause("sea.transport.5")
def test_cargo_does_not_fight() -> None:
    s = place('"25" = ["G.transport+G.tank+G.tank", "G.cruiser"], "18" = ["B.destroyer", "B.transport+B.tank"]')
    do(s, "start 25", "take G.cruiser", "take G.transport+G.tank+G.tank", "to 18", rolls=[6, 6])
    assert step(s) == "press"


@clause("sea.transport.6", "sea.transport.5")
def test_cargo_sinks_with_its_ship() -> None:
    s = place('"17" = ["G.submarine"], "16" = ["B.transport+F.tank+B.infantry"]')
    events = do(s, "start 17", "take G.submarine", "to 16", "fire", rolls=[6])
    lost = [e for e in events if isinstance(e, Destroyed)]
    assert len(lost) == 3 and [e.clauses for e in lost][:2] == [("sea.transport.6",)] * 2
    assert at(s, "16") == ["G.submarine"] and s.aboard(lost[0].area) == []


@clause("sea.transport.7")
def test_cargo_does_not_change_ships() -> None:
    s = place('"25" = ["G.transport+G.infantry+G.artillery", "G.transport"], "26" = ["G.transport"]')
    do(s, "start 25", "take G.artillery")
    assert choices(s, "to") == {"20", "24"}
    assert refusal(s, "to 25") == "sea.transport.8"
    assert refusal(s, "to 26") == "sea.transport.8"


@clause("sea.transport.7", "movement.4")
def test_nor_by_way_of_the_shore_in_one_turn() -> None:
    s = place('"26" = ["G.transport+G.infantry", "G.transport"]')
    do(s, "start 26", "take G.infantry", "to 27")
    assert refusal(s, "start 27") == "movement.4"


@clause("sea.transport.8")
def test_cargo_goes_ashore_next_to_the_zone() -> None:
    s = place('"21" = ["B.transport+B.infantry+B.tank"]', 'power = "britain"')
    do(s, "start 21", "take B.infantry")
    assert choices(s, "to") == {"19", "20", "London", "Dunkirk"}
    assert refusal(s, "to 5") == "sea.transport.8"
    assert refusal(s, "to 22") == "sea.transport.8"
    do(s, "take B.tank", "to Dunkirk")
    assert at(s, "Dunkirk") == ["B.infantry", "B.tank"] and at(s, "21") == ["B.transport"]


@clause("sea.transport.8", "stacking.1")
def test_cargo_does_not_go_ashore_where_there_is_no_room() -> None:
    units = '"21" = ["B.transport+B.infantry+B.infantry"], "Dunkirk" = ["B.infantry x3", "F.infantry"]'
    s = place(units, 'power = "britain"')
    do(s, "start 21", "take B.infantry")
    assert can(s, "to Dunkirk")
    do(s, "take B.infantry")
    assert refusal(s, "to Dunkirk") == "stacking.1"


@clause("sea.transport.8", "capture.1")
def test_cargo_captures_a_vacant_coast() -> None:
    s = place('"25" = ["G.transport+G.infantry"]')
    do(s, "start 25", "take G.infantry", "to 24")
    assert holder(s, "24") == "germany" and at(s, "24") == ["G.infantry"] and step(s) == "turn"


@clause("sea.transport.8", "land.6")
def test_cargo_may_go_ashore_after_its_ship_has_sailed() -> None:
    s = place('"26" = ["G.transport+G.infantry"]')
    do(s, "start 26", "take G.transport+G.infantry", "to 18")
    do(s, "start 18", "take G.infantry", "to 22")
    assert at(s, "22") == ["G.infantry"] and at(s, "18") == ["G.transport"]


@clause("sea.transport.9")
def test_an_assault_waits_until_the_zone_is_cleared() -> None:
    s = place('"18" = ["G.cruiser", "G.transport+G.tank+G.tank"], "21" = ["B.destroyer"], "London" = ["B.infantry"]')
    do(s, "start 18", "take G.cruiser", "take G.transport+G.tank+G.tank", "to 21", rolls=[3, 4])
    assert at(s, "21") == ["G.cruiser", "G.transport+G.tank+G.tank"]
    do(s, "start 21", "take G.tank", "take G.tank", "to London", rolls=[3, 4, 3])
    assert at(s, "London") == ["G.tank", "G.tank"] and holder(s, "London") == "germany"
    assert at(s, "21") == ["G.cruiser", "G.transport"]
    assert refusal(s, "start London") == "movement.4"


@clause("sea.transport.9")
def test_no_assault_from_a_zone_with_enemy_ships() -> None:
    s = place('"25" = ["G.transport+G.tank", "B.transport"], "24" = ["B.infantry"]')
    do(s, "start 25", "take G.tank")
    assert choices(s, "to") == set()
    assert refusal(s, "to 24") == "sea.transport.10"


@clause("sea.transport.9", "capture.2")
def test_all_that_land_from_one_zone_attack_together() -> None:
    s = place('"25" = ["G.transport+G.tank+G.tank", "G.transport+G.infantry"], "24" = ["B.infantry"]')
    do(s, "start 25", "take G.tank", "take G.infantry", "take G.tank", "to 24", rolls=[4, 2, 4, 3])
    do(s, "withdraw")
    assert at(s, "25") == ["G.transport+G.infantry", "G.transport+G.tank+G.tank"]
    assert at(s, "24") == ["B.infantry"]
    do(s, "start 25")
    assert refusal(s, "take G.tank") == "movement.4"


@clause("sea.transport.10")
def test_an_enemy_submarine_in_the_zone_bars_the_landing_even_on_friendly_ground() -> None:
    s = place('"26" = ["G.transport+G.tank", "B.submarine"]')
    do(s, "start 26", "take G.tank")
    assert refusal(s, "to 27") == "sea.transport.10"
    assert refusal(s, "to 24") == "sea.transport.10"


@clause("sea.transport.10")
def test_loading_has_no_such_condition() -> None:
    s = place('"27" = ["G.tank"], "26" = ["G.transport", "B.submarine"]')
    do(s, "start 27", "take G.tank", "to 26")
    assert at(s, "26") == ["B.submarine", "G.transport+G.tank"]


# allied cargo


@clause("sea.transport.11")
def test_allied_units_board_in_their_own_turn() -> None:
    units = '"Dunkirk" = ["F.infantry", "B.infantry"], "21" = ["B.transport"]'
    s = place(units, 'power = "france"')
    do(s, "start Dunkirk", "take F.infantry", "to 21")
    assert at(s, "21") == ["B.transport+F.infantry"]
    s = place(units, 'power = "britain"')
    do(s, "start Dunkirk")
    assert refusal(s, "take F.infantry") == "turn.1"


@clause("sea.transport.11")
def test_allied_units_unload_in_their_own_turn_and_sail_in_that_of_the_ship() -> None:
    units = '"21" = ["B.transport+F.infantry"]'
    s = place(units, 'power = "britain"\nto_come = ["france"]')
    do(s, "start 21")
    assert choices(s, "take") == {"B.transport+F.infantry"}
    assert refusal(s, "take F.infantry") == "turn.1"
    do(s, "take B.transport+F.infantry", "to 17", "stop", "done")
    assert choices(s, "start") == {"17"}
    do(s, "start 17")
    assert choices(s, "take") == {"F.infantry"}
    assert refusal(s, "take B.transport+F.infantry") == "turn.1"
    do(s, "take F.infantry", "to 1")
    assert at(s, "1") == ["F.infantry"] and at(s, "17") == ["B.transport"]


@clause("sea.transport.11")
def test_enemy_ships_carry_nobody() -> None:
    s = place('"27" = ["G.infantry"], "26" = ["B.transport"]')
    do(s, "start 27", "take G.infantry")
    assert refusal(s, "to 26") == "sea.transport.3"


# option load_and_unload


@clause("land.6", "sea.transport.8")
def test_option_load_and_unload_by_default_in_separate_rounds() -> None:
    s = place('"27" = ["G.infantry"], "26" = ["G.transport"]')
    do(s, "start 27", "take G.infantry", "to 26")
    do(s, "start 26", "take G.transport+G.infantry", "to 25", "stop")
    assert refusal(s, "start 25") == "movement.4"
    next_round(s)
    do(s, "start 25", "take G.infantry", "to 24")
    assert at(s, "24") == ["G.infantry"]


@clause("land.6", "sea.transport.8", "movement.4")
def test_option_load_and_unload_in_the_same_turn() -> None:
    s = place('"27" = ["G.infantry"], "26" = ["G.transport"]', 'options = { load_and_unload = "same_turn" }')
    do(s, "start 27", "take G.infantry", "to 26")
    do(s, "start 26", "take G.transport+G.infantry", "to 18")
    do(s, "start 18", "take G.infantry", "to 22")
    assert at(s, "22") == ["G.infantry"] and holder(s, "22") == "germany"
    assert refusal(s, "start 22") == "movement.4"


@clause("land.6")
def test_option_load_and_unload_does_not_let_a_unit_march_as_well() -> None:
    s = place('"28" = ["G.tank"], "26" = ["G.transport"]', 'options = { load_and_unload = "same_turn" }')
    do(s, "start 28", "take G.tank", "to 27")
    assert refusal(s, "to 26") == "land.1"


@clause("sea.transport.11", "land.6", "movement.4")
def test_units_that_boarded_an_allys_ship_stay_aboard_for_the_turn() -> None:
    s = place('"1" = ["B.infantry"], "17" = ["F.transport"]', 'power = "britain"')
    do(s, "start 1", "take B.infantry", "to 17")
    assert at(s, "17") == ["F.transport+B.infantry"] and choices(s, "start") == set()
    assert refusal(s, "start 17") == "movement.4"


@clause("combat.fire.2")
def test_a_lone_attacker_that_submerges_ends_the_combat_and_sinks_nobody() -> None:
    s = lay('units = { "25" = ["G.submarine"], "18" = ["B.transport+B.tank"] }')
    do(s, "start 25", "take G.submarine", "to 18", "submerge")
    assert at(s, "18") == ["B.transport+B.tank", "G.submarine"] and step(s) == "turn"


@clause("build.13")
def test_a_combat_that_was_due_is_due_no_more() -> None:
    s = lay('round = 2\ndue = ["26"]\nunits = { "26" = ["G.destroyer", "B.cruiser"] }')
    assert s.due == 0 and s.fought.bit_count() == 2


@clause("combat.end.3")
def test_surplus_finds_the_one_free_place_next_door() -> None:
    full = ["G.infantry x5"]
    s = lay(
        f"""units = {{ "25" = ["G.transport+G.infantry+G.infantry x3"], "24" = ["B.infantry"],
        "27" = {full}, "28" = {full}, "29" = {full}, "31" = ["G.infantry x4"] }}""".replace("\n", " ").replace("'", '"')
    )
    do(s, "start 25", *["take G.infantry"] * 6, "to 24", rolls=[1, 6, 6, 6, 6, 6, 6])
    do(s, "shed G.infantry")
    assert len(at(s, "24")) == len(at(s, "31")) == 5
