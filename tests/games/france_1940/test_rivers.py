"""Rivers (11.9): banks, fords, bridges, boats and pontoons; risky crossings (R14).

The Mill Stream of board A runs A1107, A1208, A1307: A1108, A1209 and A1308 lie south of it, A1207 north. The Ennel runs
A902 (bridge), A803, A804.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.france_1940 import crossings
from meuse.games.france_1940.events import CrossingTried, Forded
from meuse.games.france_1940.state import FranceState

from .kit import can, choices, clause, do, names, own, refusal, where
from .marching import ALLIED, FORCES, cost, march, points, way

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


# crossings in doubt

TWO = 'A1207 = ["G1.rifle-1:1", "G.Apfelbaum"]\nA1206 = ["G1.mortar-1"]\n'


@clause("11.9.2f", "3.4a")
def test_who_is_shot_on_the_bank_does_not_cross_but_his_officer_may() -> None:
    """Fire kills the last step; the officer who went along is alone, and rolls against the morale of what is left."""
    enemy = 'A1210 = ["F1.rifle-1", "F1.rifle-2", "F1.rifle-3"]\n[orders]\n"F1.rifle-1" = "ask"\n'
    s = march(
        TWO + enemy, *HAND, "join G.Apfelbaum", "boat A1209",
        head='reaction = ["F1.rifle-1"]', scenario=own(FORCES, 'river = "major"\nboats = { german = 1 }'),
    )  # fmt: skip
    assert s.to_act == "allied"
    do(s, "react F1.rifle-1", "shoot", rolls=[1, 2, 6, 6, 1, 1])
    events = do(s, "hold", rolls=[4, 4])
    (tried,) = [event for event in events if isinstance(event, CrossingTried)]
    assert where(s, "G1.rifle-1") == "dead" and s.piece_name(tried.piece) == "G.Apfelbaum"
    assert where(s, "G.Apfelbaum") == "A1209" and s.boats == (1, 0)


@clause("11.9.2d")
@pytest.mark.parametrize(
    ("unit", "needed"), [("G1.rifle-1", 9), ("G1.rifle-1:2", 8), ("G1.rifle-1:1", 6), ("G.blitz-1", 7)]
)
def test_what_a_crossing_needs(unit: str, needed: int) -> None:
    """Morale 8 and 1, less its own losses and those beyond the one unit there is; 7 for a transport."""
    piece = unit.split(":", maxsplit=1)[0]
    begin = ("activate G.blitz-1",) if piece == "G.blitz-1" else (LEADER,)
    s = march(f'A1207 = ["{unit}", "G.Apfelbaum"]', *begin, f"move {piece}", river="major", more=FORD)
    preview = s.preview("cross A1208")
    ways = sum(a + b <= needed for a in range(1, 7) for b in range(1, 7))
    assert preview is not None and preview.factors[0].value == str(needed)
    assert {o.name: o.chance for o in preview.outcomes} == {
        "gets across the river": Fraction(ways, 36), "stays where it is": 1 - Fraction(ways, 36),
    }  # fmt: skip


@clause("11.9.2d", "12.4d")
@pytest.mark.parametrize(
    ("unit", "works", "spent", "goals"),
    [
        ("G1.rifle-1", FORD, 0, {"A1208", "A1209", "A1308"}), ("G1.rifle-1", FORD, 2, {"A1208"}),
        ("G1.rifle-1", FORD, 3, set()), ("G1.rifle-1", BRIDGE, 0, {"A1208", "A1209", "A1308"}),
        ("G1.rifle-1", BRIDGE, 1, {"A1208"}),
        ("G.blitz-1", FORD, 0, {"A1108", "A1208", "A1209", "A1308"}), ("G.blitz-1", FORD, 16, {"A1208"}),
        ("G.blitz-1", BRIDGE, 17, {"A1108", "A1208", "A1209", "A1308"}), ("G.blitz-1", BRIDGE, 18, {"A1108", "A1208"}),
    ],
)  # fmt: skip
def test_how_far_a_ford_or_pontoon_leads(unit: str, works: str, spent: int, goals: set[str]) -> None:
    s = march(f'A1207 = ["{unit}", "G.Apfelbaum"]', river="major", more=works)
    piece, here = s.setting.piece(unit), s.setting.board
    s.spent[piece] = spent
    assert set(here.names(crossings.fords(s, (piece,)))) == goals


@clause("11.9.2d")
def test_out_of_the_river_on_either_bank() -> None:
    """On the second bank of A1208 the ford leads south, on the first north; from a hex away it leads nowhere."""
    for bank, goals in (('second_bank = ["G1.rifle-1"]', {"A1108", "A1209", "A1308"}), ("", {"A1207"})):
        s = march('A1208 = ["G1.rifle-1"]', river="major", more=FORD, head=bank)
        assert set(s.setting.board.names(crossings.fords(s, (s.setting.piece("G1.rifle-1"),)))) == goals
    for away in ("A1206", "A1107", "A1307"):  # the latter two lie along the river
        s = march(f'{away} = ["G1.rifle-1"]', river="major", more=FORD)
        assert not crossings.fords(s, (s.setting.piece("G1.rifle-1"),))


@clause("11.9.2d")
def test_the_bank_after_a_crossing_is_the_far_one() -> None:
    s = march('A1207 = ["G1.rifle-1"]\nA1209 = ["G1.rifle-2"]', river="major", more=FORD)
    north, south = (s.setting.piece(name) for name in ("G1.rifle-1", "G1.rifle-2"))
    place = s.setting.board.place
    assert (crossings.bank(s, (north,), place("A1208")), crossings.bank(s, (south,), place("A1208"))) == (0, 1)
    assert crossings.bank(s, (north,), place("A1209")) == 0


@clause("11.9.2f", "11.9.2g", "5.7a")
def test_where_boats_land() -> None:
    """On the far bank of a river hex beside them, on ground that is open to them, where there is room."""
    s = boats(*HAND)
    assert choices(s, "boat") == {"A1008", "A1108", "A1209", "A1308", "A1408"}
    full = boats(*HAND, units='A1209 = ["G1.rifle-3", "G1.rifle-4", "G2.engineers-1"]')
    assert choices(full, "boat") == {"A1008", "A1108", "A1308", "A1408"}
    wired = boats(*HAND, head='wire = ["A1108"]')
    assert choices(wired, "boat") == {"A1008", "A1209", "A1308", "A1408"}


@clause("11.9.2d")
def test_an_officer_alone_rolls_against_the_morale_of_his_formation() -> None:
    """8 and 1, whatever his men have lost, as long as that is not more than their number."""
    s = march('A1207 = ["G1.rifle-1:1", "G1.rifle-2", "G.Apfelbaum"]', river="major", more=FORD)
    officer, unit = (s.setting.piece(name) for name in ("G.Apfelbaum", "G1.rifle-1"))
    assert crossings.needed(s, (officer,)) == 9 and crossings.needed(s, (officer, unit)) == 7


@clause("11.9.2d", "12.4e")
def test_every_transport_crosses_by_the_same_number() -> None:
    s = march('A1207 = ["G.blitz-1", "G.blitz-2", "G.sdkfz251-1"]\nA1209 = ["F.adk-1"]', river="major", more=FORD)
    trucks = ("G.blitz-1", "G.blitz-2", "G.sdkfz251-1", "F.adk-1")
    assert {crossings.needed(s, (s.setting.piece(truck),)) for truck in trucks} == {7}


@clause("5.2c", "11.9.1b")
@pytest.mark.parametrize(("unit", "head", "crosses"), [
    ("G2.pak36-1", "", True), ("G2.lefh18-1", "", True), ("G2.pak36-1", 'spent = { "G2.pak36-1" = 1 }', False),
])  # fmt: skip
def test_a_gun_at_rest_spends_all_it_has_on_getting_across(unit: str, head: str, crosses: bool) -> None:
    """2 for the ground and 4 for the water are more than a gun of 4 points has, or than one of 1."""
    s = march(f'A1207 = ["{unit}", "G.Brandt"]', "activate G.Brandt", f"move {unit}", head=head)
    assert can(s, "to A1208") == crosses
    if crosses:
        events = do(s, "to A1208")
        events += do(s, "stop") if can(s, "stop") else []
        assert any(isinstance(event, Forded) for event in events) and where(s, unit) == "A1208"


@clause("5.2c", "11.9.1b")
def test_a_gun_may_stop_in_the_river_beside_infantry() -> None:
    s = march('A1207 = ["G2.pak36-1", "G2.engineers-1", "G.Brandt"]', "activate G.Brandt", "move G2.pak36-1")
    do(s, "join G2.engineers-1", "to A1208", "stop")
    assert names(s, s.finished) == {"G2.pak36-1", "G2.engineers-1"} and not names(s, s.fording)


@clause("5.3b", "11.9.2d")
def test_no_ford_leads_beside_enemies_at_double_time() -> None:
    s = march(
        'A1207 = ["G1.rifle-1", "G.Apfelbaum"]\nA1210 = ["F1.rifle-1"]', *HAND, river="major",
        more='[works]\nfords = ["A1208"]',
    )  # fmt: skip
    assert choices(s, "cross") == {"A1208", "A1209", "A1308"}
    do(s, "hurry")
    assert choices(s, "cross") == {"A1108", "A1208", "A1308"} and refusal(s, "cross A1209") == "5.3b"


@clause("14.1b", "11.9.2d")
def test_armour_does_not_ford_away_from_its_officer() -> None:
    ford = '[works]\nfords = ["A1208"]'
    tank = "activate F.Girard", "move F3.ft17-1"
    s = march('A1207 = ["F3.ft17-1", "F.Girard"]', *tank, river="major", more=ford, turn=ALLIED)
    assert refusal(s, "cross A1208") == "14.1b"
    do(s, "join F.Girard")
    assert can(s, "cross A1208")


@clause("3.3.2t", "9.1b")
@pytest.mark.parametrize(("dice", "enemies"), [([6, 6], "A1106"), ([1, 1], "A1210")])
def test_who_has_tried_a_crossing_assaults_nobody_afterwards(dice: list[int], enemies: str) -> None:
    """It was his whole action, whether he has stayed beside enemies or has landed beside them (R14)."""
    s = march(
        f'A1207 = ["G1.rifle-1", "G.Apfelbaum"]\n{enemies} = ["F1.rifle-1"]', *HAND, river="major",
        more='[works]\nfords = ["A1208"]',
    )  # fmt: skip
    do(s, "cross A1209")
    do(s, "hold", rolls=dice)
    if s.to_act == "allied":
        do(s, "hold")
    assert where(s, "G1.rifle-1") == ("A1209" if dice == [1, 1] else "A1207")
    assert not can(s, "assault G1.rifle-1") and "G1.rifle-1" in names(s, s.finished)


@clause("3.3.2d", "3.3.2t")
def test_a_crossing_ends_the_move_of_those_who_were_about_to_assault() -> None:
    s = march(
        'A1207 = ["G1.rifle-1", "G.Apfelbaum"]\nA1305 = ["G1.rifle-2"]\nA1303 = ["F1.rifle-1"]', LEADER,
        river="major", more='[works]\nfords = ["A1208"]', head='finished = ["F1.rifle-1"]',
    )  # fmt: skip
    do(s, "move G1.rifle-2", "to A1304", "stop")
    assert can(s, "assault G1.rifle-2")
    do(s, "move G1.rifle-1", "cross A1209", rolls=[6, 6])
    assert not can(s, "assault G1.rifle-2") and "G1.rifle-2" in names(s, s.finished)


@clause("4a", "11.9.2d")
def test_no_ford_leads_into_a_full_hex() -> None:
    s = march(
        'A1207 = ["G1.rifle-1", "G.Apfelbaum"]\nA1209 = ["G1.rifle-2", "G1.rifle-3", "G1.rifle-4"]', *HAND,
        river="major", more='[works]\nfords = ["A1208"]',
    )  # fmt: skip
    assert choices(s, "cross") == {"A1208", "A1308"} and refusal(s, "cross A1209") == "4a"


@clause("11.9.2g", "4a", "11.9.2f")
def test_why_the_allies_do_not_land_somewhere() -> None:
    """Among Germans because they are there, beside one's own because of the steps."""
    units = (
        'A1207 = ["F1.rifle-1", "F.Moreau"]\nA1209 = ["G1.rifle-1"]\nA1108 = ["F1.rifle-2", "F1.rifle-3", "F1.rifle-4"]'
    )
    s = march(
        units, "activate F.Moreau", "move F1.rifle-1", turn=ALLIED, head='finished = ["G1.rifle-1"]',
        scenario=own(FORCES, 'river = "major"\nboats = { allied = 1 }'),
    )  # fmt: skip
    assert refusal(s, "boat A1209") == "11.9.2g" and refusal(s, "boat A1108") == "4a"
    assert refusal(s, "boat A1206") == "11.9.2f" and can(s, "boat A1308")
