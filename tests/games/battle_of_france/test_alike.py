"""Pieces of one class that differ in what they can still do: the player says which is meant."""

from __future__ import annotations

import pytest

from meuse.engine import Refused
from meuse.games.battle_of_france.events import Destroyed
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import at, can, choices, clause, do, lay, refusal


def place(units: str, more: str = "") -> BattleState:
    return lay(f"round = 5\n{more}\nunits = {{ {units} }}")


def labels(s: BattleState) -> list[str]:
    return [choice.label for choice in s.scene(s.to_act).choices]


@clause("bombard.2")
def test_like_ships_off_the_same_coast_fire_as_their_owner_chooses() -> None:
    s = place('"25" = ["G.cruiser"], "26" = ["G.cruiser", "G.battleship"], "24" = ["B.infantry"]')
    do(s, "bombard 24")
    assert choices(s, "take") == {"G.cruiser@25", "G.cruiser@26", "G.battleship"}
    assert "Take a cruiser from 26 German Bight" in labels(s)
    with pytest.raises(Refused, match=r"say which: G\.cruiser@25 or G\.cruiser@26"):
        do(s, "take G.cruiser")
    do(s, "take G.cruiser@26")
    assert choices(s, "take") == {"G.cruiser", "G.battleship"}  # one is left, and no doubt which
    do(s, "fire", rolls=[6])
    assert can(s, "start 25")


@clause("bombard.2", "movement.4")
def test_a_ship_that_has_moved_can_fire_so_that_the_other_may_move() -> None:
    s = place('"25" = ["G.cruiser"], "26" = ["G.cruiser"], "24" = ["B.infantry"]')
    do(s, "start 25", "take G.cruiser", "to 26", "stop", "bombard 24")
    assert choices(s, "take") == {"G.cruiser@26", "G.cruiser@26*"}
    assert "Take a cruiser from 26 German Bight that has moved" in labels(s)
    do(s, "take G.cruiser@26*", "fire", rolls=[6])
    assert can(s, "start 26")


@clause("combat.casualties.5", "air.4")
@pytest.mark.parametrize(("lost", "fields"), [("38", {"35", "36", "Luxembourg"}), ("35", set())])
def test_like_aircraft_from_several_bases_fall_as_their_owner_chooses(lost: str, fields: set[str]) -> None:
    s = place('"Luxembourg" = ["G.infantry"], "35" = ["G.fighter"], "38" = ["G.fighter"], "10" = ["F.infantry x2"]')
    do(s, "start Luxembourg", "take G.infantry", "to 10", "call fighter@35", "call fighter@38", rolls=[6, 6, 6, 1, 6])
    assert choices(s, "lose") == {"G.infantry", "G.fighter@35", "G.fighter@38"}
    assert "Lose a fighter from 35 South Eifel" in labels(s)
    do(s, f"lose G.fighter@{lost}", "withdraw")
    assert choices(s, "land") == fields  # the other one; with a single field it is down already


@clause("combat.casualties.2")
def test_what_attackers_lose_they_lose_where_they_fight() -> None:
    s = place('"31" = ["G.tank", "G.infantry"], "23" = ["B.infantry"]')
    do(s, "start 31", "take G.tank", "take G.infantry", "to 23", rolls=[3, 6, 2])
    [fallen] = [e for e in do(s, "lose G.infantry") if isinstance(e, Destroyed)]
    assert s.label(fallen.area) == "23" and fallen.tell(s.setting) == "Germany loses an infantry unit in 23 Belgium."


@clause("movement.2", "sea.transport.3")
def test_ships_with_like_cargo_sail_as_their_owner_chooses() -> None:
    s = place('"21" = ["B.transport", "B.transport+B.infantry"], "London" = ["B.infantry"]', 'power = "britain"')
    do(s, "start London", "take B.infantry", "to 21", "aboard B.transport", "start 21")
    ships = {"B.transport+B.infantry", "B.transport+B.infantry*"}
    assert choices(s, "take") == {"B.infantry", *ships}
    assert "Take a transport with a British infantry unit, just loaded" in labels(s)
    for sailing, landing in (("B.transport+B.infantry", True), ("B.transport+B.infantry*", False)):
        twin = s.clone()
        do(twin, f"take {sailing}", "to 17", "stop")
        assert can(twin, "start 17") == landing  # what was aboard before may still go ashore


@clause("sea.transport.3")
def test_the_ship_to_go_aboard_may_be_one_that_has_moved() -> None:
    s = place('"21" = ["B.transport"], "17" = ["B.transport"], "London" = ["B.infantry"]', 'power = "britain"')
    do(s, "start 17", "take B.transport", "to 21", "stop", "start London", "take B.infantry", "to 21")
    assert choices(s, "aboard") == {"B.transport", "B.transport*"}
    assert "Go aboard a transport that has moved" in labels(s)
    do(s, "aboard B.transport*", "start 21")
    assert choices(s, "take") == {"B.transport"}
    do(s, "take B.transport", "to 17")
    assert at(s, "17") == ["B.transport"]


@clause("movement.2", "sea.transport.11")
def test_like_cargo_leaves_the_ship_its_owner_chooses() -> None:
    s = place('"21" = ["B.transport+B.infantry", "F.transport+B.infantry"]', 'power = "britain"')
    do(s, "start 21")
    assert choices(s, "take") >= {"B.infantry@B.transport", "B.infantry@F.transport"}
    assert "Take an infantry unit from a French transport" in labels(s)
    assert refusal(s, "take B.infantry") == "movement.2"
    do(s, "take B.infantry@F.transport", "to Dunkirk")
    assert at(s, "21") == ["B.transport+B.infantry", "F.transport"]
