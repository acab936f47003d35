"""Rivers (11.9): banks, fords, bridges, boats and pontoons; risky crossings (R14).

The Mill Stream of board A runs A1107, A1208, A1307: A1108, A1209 and A1308 lie south of it, A1207 north. The Ennel runs
A902 (bridge), A803, A804.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.france_1940.events import CrossingTried, Forded
from meuse.games.france_1940.state import FranceState

from .kit import can, choices, clause, do, names, own, refusal, where
from .marching import FORCES, cost, march, points, way

LEADER = "activate G.Apfelbaum"
HAND = LEADER, "move G1.rifle-1"


def rifle(hexa: str, river: str, more: str = "", units: str = "") -> FranceState:
    return march(f'{hexa} = ["G1.rifle-1", "G.Apfelbaum"{units}]', *HAND, river=river, more=more)


# minor rivers


@clause("11.9a", "11.9.1a", "5.2t12")
def test_crossing_a_minor_river_costs_its_price_on_top() -> None:
    """From A1207 through A1208 to A1209: 1 and 2 and 1 on foot; 2 and 2 and 2 on tracks."""
    assert cost(rifle("A1207", "minor"), "A1209") == 4
    tank = march('A1207 = ["G3.pz3-1", "G.Hartung"]\n[carriers]\n"G.Hartung" = "G3.pz3-1"', "activate G.Hartung")
    do(tank, "move G3.pz3-1", "to A1208", "to A1209")
    assert points(tank, "G3.pz3-1") == 11 - 6


@clause("11.9.1b")
def test_who_stops_in_the_river_has_crossed_it() -> None:
    s = rifle("A1207", "minor")
    do(s, "to A1208")
    assert points(s, "G1.rifle-1") == 3
    events = do(s, "stop")
    assert any(isinstance(event, Forded) for event in events)
    there = rifle("A1209", "minor")
    do(there, "to A1208", "stop")
    unit = 1 << s.setting.piece("G1.rifle-1")
    assert bool(s.second_bank & unit) != bool(there.second_bank & unit)
    for state, dry, wet in ((s, "A1209", "A1207"), (there, "A1207", "A1209")):
        again = march(
            'A1208 = ["G1.rifle-1", "G.Apfelbaum"]', *HAND,
            head='second_bank = ["G1.rifle-1"]' if state.second_bank & unit else "",
        )  # fmt: skip
        assert cost(again, dry) == 1 and cost(again, wet) == 3


@clause("11.9.1b")
def test_nobody_enters_the_river_without_points_to_cross_or_go_on() -> None:
    beside = march('A1207 = ["G1.rifle-1", "G.Apfelbaum"]', *HAND, head='spent = { "G1.rifle-1" = 6 }')
    assert points(beside, "G1.rifle-1") == 1 and refusal(beside, "to A1208") == "5.2b"


@clause("11.9.1c")
def test_passing_along_the_bank_costs_only_the_ground() -> None:
    s = rifle("A1108", "minor")
    do(s, "to A1208", "to A1308")
    assert points(s, "G1.rifle-1") == 2 and where(s, "G1.rifle-1") == "A1308"


@clause("11.9c")
def test_a_dry_river_is_nothing() -> None:
    s = rifle("A1207", "dry")
    assert cost(s, "A1209") == 2
    do(s, "to A1208", "stop")
    assert not s.second_bank


# major rivers


@clause("11.9.2a", "5.2t11")
def test_a_major_river_is_not_crossed() -> None:
    s = rifle("A1207", "major")
    assert refusal(s, "to A1209") == "5.2b"
    do(s, "to A1208")
    assert refusal(s, "stop") == "11.9.2b" and not can(s, "to A1209") and can(s, "to A1207")


@clause("11.9.2b")
def test_a_hex_of_a_major_river_may_be_passed_on_one_bank() -> None:
    """A1308 to A1208 to A1108, and no stop on the way."""
    s = rifle("A1308", "major")
    assert can(s, "to A1208") and cost(s, "A1108") <= 2
    do(s, "to A1208")
    assert refusal(s, "stop") == "11.9.2b" and not can(s, "to A1207")
    do(s, "to A1108", "stop")
    assert where(s, "G1.rifle-1") == "A1108"


@clause("11.9.2c")
def test_bridges_are_crossed_at_the_price_of_the_road() -> None:
    s = rifle("A901", "major")
    assert way(s, "A903") == ["A902", "A903"] and cost(s, "A903") == 2
    do(s, "to A902", "stop")
    assert where(s, "G1.rifle-1") == "A902"
    blown = rifle("A901", "major", more='[works]\nblown = ["A902"]')
    do(blown, "to A902")
    assert refusal(blown, "stop") == "11.9.2b" and not can(blown, "to A903")


FORD = '[works]\nfords = ["A1208"]'


@clause("11.9.2d", "3.3.2t")
@pytest.mark.parametrize(("dice", "goal"), [([4, 5], "A1209"), ([5, 5], "A1207")])
def test_a_ford_is_a_risky_action(dice: list[int], goal: str) -> None:
    """R14: Apfelbaum's 8 and his leadership of 1 make 9."""
    s = rifle("A1207", "major", FORD)
    assert choices(s, "cross") == {"A1208", "A1209", "A1308"}
    (tried,) = [event for event in do(s, "cross A1209", rolls=dice) if isinstance(event, CrossingTried)]
    assert (tried.needed, tried.rolled) == (9, sum(dice)) and where(s, "G1.rifle-1") == goal
    assert "G1.rifle-1" in names(s, s.finished)


@clause("11.9.2d")
def test_a_ford_ends_in_the_river_as_if_it_were_minor() -> None:
    s = rifle("A1207", "major", FORD)
    do(s, "cross A1208", rolls=[1, 1])
    south = march(
        'A1208 = ["G1.rifle-1", "G.Apfelbaum"]', *HAND, river="major", more=FORD,
        head='second_bank = ["G1.rifle-1"]' if s.second_bank >> s.setting.piece("G1.rifle-1") & 1 else "",
    )  # fmt: skip
    assert can(south, "to A1209") and not can(south, "to A1207") and can(south, "cross A1207")


@clause("11.9.2d")
def test_the_dice_are_foretold() -> None:
    s = rifle("A1207", "major", FORD)
    preview = s.preview("cross A1209")
    assert preview is not None and preview.chance("gets across the river") == Fraction(30, 36)


def test_a_ford_for_men_only() -> None:
    more = '[works]\nfoot_fords = ["A1208"]'
    assert can(rifle("A1207", "major", more), "cross A1208")
    truck = march('A1207 = ["G.blitz-1"]', "activate G.blitz-1", "move G.blitz-1", river="major", more=more)
    assert refusal(truck, "cross A1208") == "11.9.2d"


BRIDGE = '[works]\npontoons = ["A1208"]'


@clause("11.9.2e", "12.4d", "12.4e", "5.2t14")
def test_a_pontoon_of_the_scenario_is_for_all() -> None:
    """On foot 1 and 2 for the river hex and 1 beyond: all 4 points; a transport rolls against 7."""
    s = rifle("A1207", "major", BRIDGE)
    assert can(s, "cross A1209")
    truck = march('A1207 = ["G.blitz-1"]', "activate G.blitz-1", "move G.blitz-1", river="major", more=BRIDGE)
    (tried,) = [event for event in do(truck, "cross A1209", rolls=[4, 4]) if isinstance(event, CrossingTried)]
    assert tried.needed == 7 and where(truck, "G.blitz-1") == "A1207"


@clause("12.4d")
def test_the_price_of_a_pontoon_must_be_paid() -> None:
    """A mortar has 3 points: enough for the river hex, not for the hex beyond."""
    s = march('A1207 = ["G1.mortar-1", "G.Apfelbaum"]', LEADER, "move G1.mortar-1", river="major", more=BRIDGE)
    assert can(s, "cross A1208") and refusal(s, "cross A1209") == "11.9.2d"


@clause("11.9.2h", "12.4b")
def test_engineers_build_for_men_and_guns_that_are_pushed() -> None:
    head = 'foot_pontoons = ["A1208"]'
    gun = march('A1207 = ["G2.pak36-1", "G.Brandt"]', "activate G.Brandt", "move G2.pak36-1", river="major", head=head)
    assert can(gun, "cross A1208")
    truck = march('A1207 = ["G.blitz-1"]', "activate G.blitz-1", "move G.blitz-1", river="major", head=head)
    assert refusal(truck, "cross A1208") == "11.9.2d"


def boats(*actions: str, head: str = "", units: str = "") -> FranceState:
    """One crossing by boat may be tried each turn."""
    stack = 'A1207 = ["G1.rifle-1", "G1.rifle-2", "G.Apfelbaum"]'
    return march(
        f"{stack}\n{units}", *actions, head=head, scenario=own(FORCES, 'river = "major"\nboats = { german = 1 }')
    )


@clause("11.9.2f")
def test_boats_lead_straight_across_and_are_counted() -> None:
    s = boats(*HAND)
    assert "A1209" in choices(s, "boat") and "A1208" not in choices(s, "boat")
    do(s, "boat A1209", rolls=[6, 6])
    assert where(s, "G1.rifle-1") == "A1207" and s.boats == (1, 0)
    do(s, "move G1.rifle-2")
    assert refusal(s, "boat A1209") == "11.9.2f"


@clause("11.9.2f")
def test_an_officer_goes_along() -> None:
    s = boats(*HAND, "join G.Apfelbaum")
    do(s, "boat A1209", rolls=[1, 1])
    assert where(s, "G.Apfelbaum") == "A1209" == where(s, "G1.rifle-1")
    both = boats(*HAND, "join G1.rifle-2")
    assert refusal(both, "boat A1209") == "3.3.2t"


@clause("11.9.2g")
def test_boats_do_not_land_among_enemies() -> None:
    s = boats(*HAND, units='A1209 = ["F1.rifle-1"]', head='finished = ["F1.rifle-1"]')
    assert refusal(s, "boat A1209") == "11.9.2g" and can(s, "boat A1108")


@clause("11.9.2f")
def test_without_boats_nobody_rows() -> None:
    assert refusal(rifle("A1207", "major"), "boat A1209") == "11.9.2f"
    gone = boats(LEADER, "move G.Apfelbaum", "to A1206", "to A1207")
    assert refusal(gone, "boat A1209") == "3.3.2a"


@clause("11.9b")
def test_a_river_hex_is_the_ground_it_flows_through() -> None:
    """EX35: A605 is woods: 2 points along the bank."""
    s = march('A604 = ["G1.rifle-1"]')
    assert s.setting.ground.terrain[s.setting.board.place("A605")] == "woods"
