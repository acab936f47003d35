"""The Ardennes surprise attack."""

from __future__ import annotations

import pytest

from meuse.games.battle_of_france.events import Captured, Moved, TurnBegan
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import GAME, SETTING, at, can, choices, clause, do, holder, lay, refusal

FOREST = {"A1", "A2", "A3", "A4", "A5"}


def surprise(units: str, more: str = "") -> BattleState:
    return lay(f'phase = "surprise"\n{more}\nunits = {{ {units} }}')


def asked(s: BattleState) -> tuple[str, str]:
    assert s.decision is not None
    return s.decision.side, s.decision.step


@clause("surprise.1", "surprise.2")
def test_units_of_one_territory_appear_in_the_forest_before_the_turn_and_may_attack_in_it() -> None:
    s = surprise('"27" = ["G.infantry", "G.artillery x2", "G.tank"], "9" = ["F.infantry"]')
    assert asked(s) == ("germany", "surprise") and choices(s, "start") == {"27"} and can(s, "decline")
    do(s, "start 27", "take G.tank", "take G.artillery", "take G.artillery", "take G.infantry")
    assert choices(s, "to") == FOREST and choices(s, "take") == set()
    events = do(s, "to A5")
    assert [e.clauses for e in events if isinstance(e, Moved)] == [("surprise.2",)]
    assert [(e.power, e.area) for e in events if isinstance(e, Captured)] == [(0, SETTING.board.place("A5"))]
    assert at(s, "A5") == ["G.artillery", "G.artillery", "G.infantry", "G.tank"] and holder(s, "A5") == "germany"
    assert at(s, "27") == [] and holder(s, "27") == "germany" and asked(s) == ("germany", "turn")
    do(s, "start A5", "take G.tank")
    assert choices(s, "to") == {"9", "10", "A2", "A3", "A4", "Luxembourg"}  # one space, as always in the forest
    do(s, "to 9", rolls=[3, 6])
    assert at(s, "9") == ["G.tank"]


@clause("surprise.1")
def test_it_is_optional_and_forgone_for_good() -> None:
    s = surprise('"27" = ["G.tank"]', 'to_come = ["france"]')
    do(s, "decline")
    assert asked(s) == ("germany", "turn") and s.surprise_over and at(s, "27") == ["G.tank"]
    assert refusal(s, "decline") == "turn.1"
    do(s, "done")
    while s.round == 1 or s.active != 0:
        assert asked(s)[1] != "surprise"
        do(s, "done")
    assert asked(s) == ("germany", "turn")  # not again in round 2


@clause("surprise.1")
def test_it_happens_only_once() -> None:
    s = surprise('"27" = ["G.tank"], "28" = ["G.tank"]')
    do(s, "start 27", "take G.tank", "to A1")
    assert asked(s) == ("germany", "turn") and s.surprise_over


@clause("surprise.1")
def test_no_offer_at_the_start_of_a_later_turn() -> None:
    s = lay('round = 2\nunits = { "27" = ["G.tank"] }')
    assert asked(s) == ("germany", "turn")


@clause("surprise.1")
def test_the_offer_comes_with_the_first_german_chit_whenever_it_is_drawn() -> None:
    for seed in range(8):
        s = GAME.new("three_players", seed=seed)
        assert isinstance(s, BattleState)
        while s.active != 0:
            assert asked(s)[1] == "turn"
            do(s, "done")
        assert s.round == 1 and asked(s) == ("germany", "surprise")
        assert sum(isinstance(event, TurnBegan) and event.power == 0 for event in s.events) <= 1
        sources = {"27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "Mayence"}
        assert choices(s, "start") == sources  # no sea zone, nor a city without troops
        do(s, "decline")
        assert asked(s) == ("germany", "turn")


@clause("surprise.1")
def test_only_germany_is_asked() -> None:
    s = lay('phase = "surprise"\npower = "france"\nunits = { "8" = ["F.tank"], "27" = ["G.tank"] }')
    assert asked(s) == ("france", "turn")


@clause("surprise.2")
def test_some_or_all_of_the_units() -> None:
    s = surprise('"27" = ["G.infantry x2", "G.tank"]')
    do(s, "start 27")
    assert choices(s, "take") == {"G.infantry", "G.tank"} and choices(s, "to") == set()  # a unit first
    assert refusal(s, "to A1") == "surprise.2"
    do(s, "take G.infantry")
    assert choices(s, "take") == {"G.infantry", "G.tank"}
    do(s, "take G.infantry")
    assert choices(s, "take") == {"G.tank"} and refusal(s, "take G.infantry") == "surprise.2"
    do(s, "to A4")
    assert at(s, "27") == ["G.tank"] and at(s, "A4") == ["G.infantry", "G.infantry"]


@clause("surprise.2")
def test_one_territory_only() -> None:
    s = surprise('"27" = ["G.tank"], "35" = ["G.infantry"]')
    do(s, "start 27", "take G.tank")
    assert refusal(s, "take G.infantry") == "surprise.2" and choices(s, "start") == set()


@clause("surprise.2")
def test_neither_aircraft_nor_guns_nor_ships_nor_cargo() -> None:
    s = surprise(
        '"Dusseldorf" = ["G.bomber", "G.fighter", "G.aa", "G.infantry"], "26" = ["G.cruiser", "G.transport+G.tank"]'
    )
    assert choices(s, "start") == {"Dusseldorf"}
    do(s, "start Dusseldorf")
    assert choices(s, "take") == {"G.infantry"}
    assert [refusal(s, f"take G.{unit}") for unit in ("bomber", "fighter", "aa")] == ["surprise.2"] * 3
    s = surprise('"Dusseldorf" = ["G.bomber", "G.aa"], "26" = ["G.cruiser"]')
    assert asked(s) == ("germany", "turn")  # nobody can go: no question


@clause("surprise.2")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "tank", "mechanized"])
def test_any_land_unit_from_any_distance(unit: str) -> None:
    for goal in sorted(FOREST):
        s = surprise(f'"27" = ["G.{unit}"]')
        do(s, "start 27", f"take G.{unit}", f"to {goal}")
        assert at(s, goal) == [f"G.{unit}"] and holder(s, goal) == "germany"


@clause("surprise.2")
def test_from_ground_that_germany_controls_not_only_its_own() -> None:
    s = surprise('"24" = ["G.tank"], "28" = ["B.infantry"]')
    assert choices(s, "start") == {"24"} and refusal(s, "start 28") == "surprise.2"


@clause("surprise.2")
def test_only_into_forest_without_allied_units_and_with_room() -> None:
    s = surprise(
        '"27" = ["G.infantry", "G.tank"], "A1" = ["F.infantry"], "A2" = ["B.infantry"], "A3" = ["G.infantry x4"]'
    )
    do(s, "start 27", "take G.tank")
    assert choices(s, "to") == {"A3", "A4", "A5"}
    assert [refusal(s, f"to {goal}") for goal in ("A1", "A2", "35", "8")] == ["surprise.2"] * 4
    do(s, "take G.infantry")
    assert choices(s, "to") == {"A4", "A5"}  # six in A3


@clause("surprise.2")
def test_no_more_than_five_are_taken_where_no_room_is_left_for_more() -> None:
    full = ", ".join(f'"{area}" = ["F.infantry"]' for area in ("A1", "A2", "A3", "A4"))
    s = surprise(f'"27" = ["G.infantry", "G.tank"], {full}, "A5" = ["G.infantry x4"]')
    do(s, "start 27", "take G.tank")
    assert choices(s, "take") == set() and choices(s, "to") == {"A5"}
    s = surprise(f'"27" = ["G.tank"], {full}, "A5" = ["F.infantry"]')
    assert asked(s) == ("germany", "turn")  # no forest is free
