"""Chapter 14: refit points and what they buy."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war.events import NoPoints, PointsReceived, Refitted, Replaced
from meuse.games.mansteins_war.refit import receive
from meuse.games.mansteins_war.setting import BELGIANS, BRITISH, DUTCH, FRENCH, GERMANS, NATIONS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, do, lay, refusal, steps, where

OUT = 'out = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'


def refit(stacks: str, more: str = "", turn: int = 2) -> MansteinState:
    return lay(f'phase = "refit"\nturn = {turn}\n{OUT}units = {{ {stacks} }}\n{more}')


@clause("14.1b", "4.1d")
def test_each_nation_receives_the_points_of_the_turn() -> None:
    s = refit("", turn=2)
    assert list(s.points) == [3, 2, 1, 1, 1]
    assert [event.total for event in s.events if isinstance(event, PointsReceived)] == [3, 2, 1, 1, 1]
    assert list(refit("", turn=4).points) == [3, 2, 1, 0, 0]


@clause("14.0c")
def test_no_nation_has_more_points_than_its_track() -> None:
    assert refit("", "points = { german = 9 }").points[GERMANS] == 10


@clause("14.2a")
def test_without_the_ruhr_the_germans_receive_nothing() -> None:
    """F46: they keep what they have."""
    s = refit('1934 = ["F.1A"]', "points = { german = 4 }", turn=3)
    assert s.points[GERMANS] == 4
    assert [event.nation for event in s.events if isinstance(event, NoPoints)] == ["German"]


@clause("14.2b", "7.2a")
def test_without_paris_the_french_receive_nothing() -> None:
    """Contested is not controlled (R11); the British have their points."""
    s = refit('0940 = ["G.15"]')
    assert (s.points[FRENCH], s.points[BRITISH]) == (0, 1)
    assert refit('0940 = ["G.15"], 0941 = ["F.21"]').points[FRENCH] == 2


@clause("3.7d")
def test_a_fallen_country_receives_nothing() -> None:
    s = refit("", 'surrendered = ["belgium"]')
    assert (s.points[BELGIANS], s.points[DUTCH]) == (0, 1)


@clause("14.3b", "14.3d", "14.3a")
@pytest.mark.parametrize(("stacks", "price"), [("", 1), (', 1536 = ["B.1"]', 2)])
def test_a_step_costs_more_in_an_enemy_zone(stacks: str, price: int) -> None:
    """F45; a two-step unit is whole again."""
    s = refit('1636 = ["G.15:1"]' + stacks)
    do(s, "refit G.15")
    assert steps(s, "G.15") == 2 and s.points[GERMANS] == 3 - price
    assert not can(s, "refit G.15")


@clause("14.3b", "7.1c")
def test_a_fortress_unit_keeps_the_price_low() -> None:
    """R77."""
    s = refit('1636 = ["G.15:1", "G.Aachen"], 1536 = ["B.1"]')
    do(s, "refit G.15")
    assert s.points[GERMANS] == 2


@clause("14.3d", "14.3a")
def test_a_multi_step_unit_gains_a_step_for_each_refit() -> None:
    """E26: three points bring a four-step army back from one step (R76)."""
    s = refit('1636 = ["G.4A:1"]')
    do(s, "refit G.4A", "refit G.4A")
    assert steps(s, "G.4A") == 3
    do(s, "refit G.4A")
    assert steps(s, "G.4A") == 4 and s.points[GERMANS] == 0


@clause("14.3b", "14.3a")
def test_each_nation_pays_for_its_own_units() -> None:
    s = refit(
        '0941 = ["F.1A:1"], 0935 = ["UK.BEF:1"], 1336 = ["B.1:1"], 1635 = ["B.2:1"]', "points = { french = 1 }", turn=4
    )
    assert choices(s, "refit") == {"F.1A", "UK.BEF"} and refusal(s, "refit B.1") == "14.3b"
    do(s, "refit UK.BEF")
    assert refusal(s, "refit UK.BEF") == "14.3b" and s.points[BRITISH] == 0


@clause("14.3c", "15.5e")
def test_a_unit_without_a_line_cannot_refit() -> None:
    s = refit('0641 = ["G.4A:1"], 1636 = ["G.12A:1"], 1835 = ["G.1A"]')
    assert choices(s, "refit") == {"G.12A"}
    assert refusal(s, "refit G.4A") == "14.3c" and refusal(s, "refit G.1A") == "14.3d"


@clause("15.2d", "14.3c")
def test_one_french_unit_refits_by_a_port() -> None:
    """R78: in a Refit Phase too, and the next impulse begins afresh."""
    lost = 'control = { german = ["1036"] }\npoints = { french = 4, german = 0 }\n'
    s = refit('0936 = ["F.21:1"], 0836 = ["F.23:1"]', lost)
    assert choices(s, "refit") == {"F.21", "F.23"}
    do(s, "refit F.21")
    assert s.port_users == 1 << MAP.piece("F.21") or not choices(s, "refit")
    assert not can(s, "refit F.23")


@clause("26.1b")
def test_air_supply_is_of_no_use_for_refit() -> None:
    option = 'options = { airlift = "yes" }\nflying = { "G.Lift" = "0641" }'
    s = refit('0641 = ["G.4A:1"], 1636 = ["G.12A:1"]', option)
    assert refusal(s, "refit G.4A") == "14.3c"


@clause("14.3f")
def test_an_air_unit_is_restored_for_two_points() -> None:
    s = refit("", 'available = ["G.air1:1", "G.air2"]')
    assert choices(s, "refit") == {"G.air1"}
    do(s, "refit G.air1")
    assert steps(s, "G.air1") == 2 and s.points[GERMANS] == 1


@clause("14.3e", "13.3a")
def test_an_eliminated_logistics_unit_comes_back_as_a_reinforcement() -> None:
    s = refit("", 'dead = ["G.LogA"]')
    do(s, "replace G.LogA")
    piece = MAP.piece("G.LogA")
    assert s.points[GERMANS] == 2 and s.due[piece] == 2 and steps(s, "G.LogA") == 1
    assert where(s, "G.LogA") == "waiting"
    s = lay('phase = "german reinforcement"\nturn = 2\nmarker = ["HGA"]\ncommands = ["HGA"]\nwaiting = ["G.LogA"]')
    do(s, "deploy G.LogA", "at 1636")
    assert where(s, "G.LogA") == "1636"


@clause("14.3g")
def test_other_eliminated_units_are_gone() -> None:
    s = refit('1636 = ["G.12A:1"]', 'dead = ["G.4A", "G.air1"]')
    assert refusal(s, "refit G.4A") == "14.3g" and refusal(s, "refit G.air1") == "14.3g"
    assert refusal(s, "replace G.4A") == "14.3g"


@clause("14.3e", "3.7c")
def test_no_logistics_unit_of_a_fallen_country_comes_back() -> None:
    s = refit('0935 = ["UK.BEF:1"]', 'dead = ["F.Log1"]\nsurrendered = ["france"]')
    assert refusal(s, "replace F.Log1") == "3.7c"


@clause("14.0b")
def test_there_is_no_refit_in_an_impulse() -> None:
    s = lay(
        'phase = "german reinforcement"\nturn = 2\nwaiting = ["G.2A"]\nunits = { 1636 = ["G.4A:1"] }\n'
        "points = { german = 5 }"
    )
    assert choices(s, "refit") == set() and s.explain("refit G.4A") is not None


@clause("14.3a", "5.3d")
def test_the_side_with_the_initiative_refits_first_and_nobody_must() -> None:
    s = refit('1636 = ["G.4A:1"], 0941 = ["F.1A:1"]')
    assert s.to_act == "german"
    do(s, "done")
    assert s.to_act == "allied" and s.points[GERMANS] == 3
    do(s, "refit F.1A", "done")
    assert steps(s, "F.1A") == 2


@clause("14.0c", "3.7d")
def test_states_that_cannot_be_are_noticed() -> None:
    s = refit('1336 = ["B.1"]')
    assert not s.game.faults(s)
    s.points[GERMANS] = 11
    assert any("14.0c" in fault for fault in s.game.faults(s))
    s = refit('1336 = ["B.1"]')
    s.surrendered = 1 << 2
    assert any("belgium has capitulated" in fault for fault in s.game.faults(s))


@clause("14.3b", "14.3f")
def test_too_few_points_are_refused_by_the_rule_that_sets_the_price() -> None:
    s = refit(
        '1934 = ["F.1A"], 1838 = ["G.15:1"], 1739 = ["G.41:1"], 1740 = ["F.3A"]',
        'points = { german = 1 }\navailable = ["G.air1:1"]',
    )
    assert can(s, "refit G.15")
    assert (refusal(s, "refit G.41"), refusal(s, "refit G.air1")) == ("14.3b", "14.3f")


@clause("14.3b", "14.3d", "14.3e", "14.3f")
def test_what_refits_are_told_by_and_what_they_cost_and_bring() -> None:
    s = refit(
        '1636 = ["G.15:1"], 1838 = ["G.4A:2"]', 'available = ["G.air1:1"]\ndead = ["G.LogA"]\npoints = { german = 4 }'
    )
    rows = {choice.action: choice for choice in s.agenda[-1].choices(s, {})}
    assert (rows["refit G.15"].cost, rows["refit G.15"].place) == ("1", "1636")
    assert rows["refit G.15"].label == "Refit 15th Panzer Corps (1): 3-2 becomes 6-4"
    assert (rows["refit G.air1"].cost, rows["refit G.air1"].place) == ("2", "")
    assert rows["refit G.air1"].label == "Refit I Air Corps (2): strength 1 becomes 2"
    assert rows["replace G.LogA"].label == "Replace Logistics A (1): it can be deployed this turn"
    cited = []
    for action in ("refit G.15", "refit G.4A", "refit G.air1", "replace G.LogA"):
        cited += [event.clauses for event in do(s, action) if isinstance(event, Refitted | Replaced)]
    assert cited == [("14.3b", "14.3d"), ("14.3b", "14.3d"), ("14.3f",), ("14.3e",)]
    assert s.points[GERMANS] == 2


@clause("14.0c", "28.1e", "3.7d")
def test_the_purse_names_the_nations_at_war() -> None:
    stacks = '0941 = ["F.1A:1"], 0935 = ["UK.BEF:1"]'
    s = refit(stacks)
    purse = s.agenda[-1].purse(s)
    assert purse.title == "Refit points: French 2, British 1, Belgian 1, Dutch 1" and purse.left == 5
    s = refit(stacks, 'surrendered = ["belgium"]\noptions = { no_netherlands = "yes" }')
    purse = s.agenda[-1].purse(s)
    assert purse.title == "Refit points: French 2, British 1" and purse.left == 3
    assert [event.nation for event in s.events if isinstance(event, PointsReceived)] == ["German", "French", "British"]


@clause("14.2a", "14.2b")
def test_who_receives_no_points_is_told_by_its_own_clause() -> None:
    s = refit('1934 = ["F.1A"], 0941 = ["G.4A"]')
    told = {event.nation: event.clauses for event in s.events if isinstance(event, NoPoints)}
    assert told == {"German": ("14.2a",), "French": ("14.2b",)}


@clause("14.3a", "14.3b", "14.3d", "14.3e", "14.3g")
def test_why_a_unit_is_not_refitted_or_replaced() -> None:
    s = refit('1636 = ["G.15:1"], 1934 = ["G.4A"]', 'waiting = ["G.9A"]\ndue = { "G.9A" = 4 }\ndead = ["G.LogA"]')
    refused = {
        "refit F.1A": "14.3a", "refit G.9A": "14.3b", "refit G.4A": "14.3d", "refit G.LogA": "14.3g",
        "replace F.Log1": "14.3a", "replace G.15": "14.3g", "replace G.LogB": "14.3e",
    }  # fmt: skip
    assert {action: refusal(s, action) for action in refused} == refused


@clause("14.3e")
def test_a_logistics_unit_needs_a_point() -> None:
    s = refit('1934 = ["F.1A"], 0941 = ["F.2A:1"], 1838 = ["G.15:1"]', 'dead = ["G.LogA", "F.Log1"]')
    assert s.points[GERMANS] == 0 and s.to_act == "allied" and can(s, "replace F.Log1")
    do(s, "refit F.2A", "refit F.2A")
    assert s.agenda[-1].name != "refit"  # nothing is left to spend


@clause("14.1b")
@pytest.mark.parametrize("turn", range(1, 7))
def test_points_of_every_turn(turn: int) -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 1')
    s.turn = turn
    for nation, name in enumerate(NATIONS):
        receive(s, nation)
        assert s.points[nation] == MAP.tables.refit.points[name][turn - 1]
