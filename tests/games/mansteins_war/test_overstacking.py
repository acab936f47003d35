"""6.5: what happens to hexes that are over-stacked when a segment closes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from meuse.games.mansteins_war import overstacking, stacking
from meuse.games.mansteins_war.setting import ALLIED
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, controls, do, lay, refusal, steps, units, where

CLOSING = 'stack = [{ step = "extend" }, { step = "check_stacks", mover = "allied" }]\nturn = 2\noperator = "allied"\n'


@clause("6.0a", "6.0e", "6.5a", "6.5b")
def test_nations_that_share_a_hex_part() -> None:
    s = lay(CLOSING + 'units = { 1039 = ["F.21", "UK.2"], 1040 = ["F.1A"] }')
    assert s.to_act == "allied" and choices(s, "displace") == {"F.21", "UK.2"}
    do(s, "displace UK.2")
    assert steps(s, "UK.2") == 1
    assert s.to_act == "german" and refusal(s, "fall_back 1040") == "6.5b"
    goal = sorted(choices(s, "fall_back"))[0]
    do(s, f"fall_back {goal}")
    assert where(s, "UK.2") == goal and where(s, "F.21") == "1039"


@clause("6.5a")
def test_as_few_units_as_possible_go() -> None:
    s = lay(CLOSING + 'units = { 1039 = ["F.1A", "F.21", "F.23", "F.Log1"] }')
    assert choices(s, "displace") == {"F.21", "F.23", "F.1A"}
    assert refusal(s, "displace F.Log1") == "6.5a"


@clause("6.5a")
def test_a_unit_without_steps_to_lose_is_gone() -> None:
    s = lay(CLOSING + 'units = { 1039 = ["F.1A", "F.21:1", "F.23:1"] }')
    do(s, "displace F.21")
    assert where(s, "F.21") == "dead" and where(s, "F.23") == "1039"


@clause("6.5b", "7.2f", "11.1b")
def test_it_falls_back_toward_its_depots_and_suffers_from_enemy_zones() -> None:
    """All hexes beside Sedan but one hold enemies; the last lies in their zones."""
    enemies = '1438 = ["G.15"], 1540 = ["G.16"], 1539 = ["G.19"], 1340 = ["G.41"], 1339 = ["G.14"]'
    s = lay(CLOSING + f'units = {{ 1439 = ["F.1A", "F.1GC", "F.21"], {enemies} }}')
    do(s, "displace F.1GC")
    assert where(s, "F.1GC") == "dead"  # one step for over-stacking, one for the zone


@clause("6.0a")
def test_the_other_side_is_checked_as_well() -> None:
    s = lay(CLOSING + 'units = { 1837 = ["G.4A", "G.6A"] }')
    assert s.to_act == "german" and choices(s, "displace") == {"G.4A", "G.6A"}
    do(s, "displace G.6A")
    assert steps(s, "G.6A") == 3 and s.to_act == "allied"


@clause("6.5a", "6.0e")
def test_the_owner_chooses_which_nation_stays() -> None:
    """E23, R45: one French corps against two British ones; who begins with the British must go on with them."""
    s = lay(CLOSING + 'units = { 1039 = ["F.21", "UK.2", "UK.1Arm"] }')
    french = s.clone()
    assert choices(s, "displace") == {"F.21", "UK.2", "UK.1Arm"}
    do(s, "displace F.21")
    assert (steps(s, "F.21"), steps(s, "UK.2")) == (1, 2) and s.to_act == "german"
    do(french, "displace UK.2")  # and the other one is all that is left to choose
    assert (steps(french, "F.21"), steps(french, "UK.2"), steps(french, "UK.1Arm")) == (2, 1, 1)


@clause("6.5a", "28.2f")
def test_nations_of_the_alliance_stay_together() -> None:
    alliance = 'options = { belgian_alliance = "yes" }\n'
    s = lay(CLOSING + alliance + 'units = { 1039 = ["F.21", "B.1", "UK.2"] }')
    assert choices(s, "displace") == {"F.21", "UK.2"} and refusal(s, "displace B.1") == "6.5a"


@clause("6.5b", "3.3b")
def test_a_displaced_unit_takes_control_of_its_new_hex() -> None:
    s = lay(CLOSING + 'units = { 1341 = ["F.1A", "F.2A"] }\ncontrol = { german = ["1240"] }')
    do(s, "displace F.2A")
    assert s.to_act == "german"
    do(s, "fall_back 1240")
    assert where(s, "F.2A") == "1240" and controls(s, "allied", "1240")


@clause("6.5b", "11.1d")
def test_a_unit_without_a_hex_to_go_to_is_eliminated() -> None:
    """R45: there is room beside Caen in one hex only, and the enemy is in it."""
    s = lay(CLOSING + 'units = { 0439 = ["F.1A", "F.2A"], 0440 = ["F.7A"], 0540 = ["G.15"] }')
    do(s, "displace F.2A")
    assert where(s, "F.2A") == "dead" and where(s, "F.1A") == "0439"


@clause("6.5b", "7.2g")
def test_friends_in_the_hex_do_not_spare_it_the_loss_by_a_zone() -> None:
    s = lay(CLOSING + 'units = { 0439 = ["F.1A", "F.2A"], 0440 = ["F.21"], 0541 = ["G.15"], 0640 = ["G.16"] }')
    do(s, "displace F.2A")
    assert s.to_act == "german"
    do(s, "fall_back 0440")
    assert steps(s, "F.2A") == 1


@clause("6.1a", "6.5a")
def test_an_army_with_three_corps_goes_alone() -> None:
    """R45: as few as possible; without the army three German corps are legal."""
    s = lay(CLOSING + 'units = { 1837 = ["G.4A", "G.15", "G.16", "G.19"] }')
    assert s.to_act == "allied" and where(s, "G.4A") == "1837" and steps(s, "G.4A") == 3


@clause("6.3a", "6.3b")
def test_rough_terrain_is_checked_by_its_own_limit() -> None:
    s = lay(CLOSING + 'units = { 1437 = ["G.15", "G.16"] }')
    assert choices(s, "displace") == {"G.15", "G.16"}
    assert lay(CLOSING + 'manstein = 1\nunits = { 1437 = ["G.15", "G.16"] }').agenda[-1].name != "excess"


@clause("6.5a", "6.1a")
def test_many_units_too_many() -> None:
    """As few as possible go: of two armies, four corps and two logistics units three corps and one of those stay."""
    crowd = ["G.4A", "G.6A", "G.15", "G.16", "G.19", "G.41", "G.LogA", "G.LogB"]
    s = lay(CLOSING + f"units = {{ 1837 = {crowd} }}")
    assert choices(s, "displace") == set(crowd)
    do(s, "displace G.15", "displace G.4A", "displace G.6A")
    assert refusal(s, "displace G.16") == "6.5a" and choices(s, "displace") == {"G.LogA", "G.LogB"}
    do(s, "displace G.LogA")
    assert [steps(s, unit) for unit in ("G.15", "G.4A", "G.6A", "G.LogA")] == [1, 3, 3, 0]
    assert s.to_act == "allied"
    while s.agenda[-1].name == "displaced":
        do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    assert [where(s, unit) for unit in crowd if where(s, unit) == "1837"] == ["1837"] * 4


@clause("8.3a", "4.1k", "6.0a", "6.0e")
def test_a_unit_that_has_spent_all_its_factors_can_still_be_driven_back() -> None:
    """A retreat costs no movement factors: the British have used theirs to join the French."""
    march = '{ step = "march", hex = "1139", group = ["UK.2"], left = [1], gone = 2 }'
    steps_ = f'{{ step = "check_stacks", mover = "allied" }}, {{ step = "movement", mover = "allied" }}, {march}'
    units = 'units = { 1039 = ["F.21"], 1139 = ["UK.2"], 1040 = ["F.1A"] }'
    s = lay(f'stack = [{{ step = "extend" }}, {steps_}]\nturn = 2\noperator = "allied"\n{units}')
    do(s, "to 1039")
    assert refusal(s, "move UK.2") == "8.0d"
    do(s, "done", "displace UK.2")
    assert s.to_act == "german" and refusal(s, "fall_back 1040") == "6.5b"
    do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    assert where(s, "UK.2") != "1039" and where(s, "F.21") == "1039"


@clause("6.5b", "11.1c")
def test_where_every_nearer_hex_is_full_it_goes_farther() -> None:
    """Aachen is two hexes away; the rough hexes no farther from it hold a corps each, and Belgians hold Eben Emael."""
    others = '1437 = ["G.15"], 1637 = ["G.16"], 1638 = ["G.14"], 1537 = ["B.EE"], 1636 = ["G.Aachen"]'
    s = lay(CLOSING + f'units = {{ 1538 = ["G.19", "G.41"], {others} }}')
    do(s, "displace G.41")
    assert choices(s, "fall_back") == {"1438", "1539"}


def fewest(s: MansteinState, crowd: list[str]) -> list[set[str]]:
    """Every way to make a crowd legal: a group of nations stays that no other can join, and as many of it as fit."""
    nations = {unit.split(".")[0] for unit in crowd}

    def fits(units: Iterable[str]) -> bool:
        return stacking.fits(s, MAP.board.place("1039"), [MAP.piece(unit) for unit in units])

    one_of = {nation: next(unit for unit in crowd if unit.startswith(f"{nation}.")) for nation in nations}
    small = {"F": "F.21", "UK": "UK.2", "B": "B.1", "G": "G.15"}
    friends = [
        set(some)
        for number in range(1, len(one_of) + 1)
        for some in combinations(sorted(one_of), number)
        if all(fits([small[one], small[two]]) for one, two in combinations(some, 2))
    ]
    found = []
    for company in friends:
        if not any(company < larger for larger in friends):
            staying = [unit for unit in crowd if unit.split(".")[0] in company]
            for number in range(len(staying) + 1):
                ways = [set(going) for going in combinations(staying, number) if fits(set(staying) - set(going))]
                if ways:
                    found += [way | (set(crowd) - set(staying)) for way in ways]
                    break
    return found


@clause("6.5a", "6.0e", "6.1a", "6.2a", "28.2f")
@pytest.mark.parametrize("seed", range(14))
def test_the_units_that_can_go_are_those_of_some_smallest_crowd(seed: int) -> None:
    random = Random(seed)
    allied = ["F.1A", "F.2A", "F.21", "F.23", "F.1GC", "F.Log1", "F.Log2", "UK.2", "UK.BEF", "UK.1Arm", "B.1", "B.2"]
    german = ["G.4A", "G.6A", "G.15", "G.16", "G.19", "G.41", "G.LogA", "G.LogB", "G.GrD"]
    crowd = random.sample(german if seed % 3 == 0 else allied, random.randint(4, 7))
    alliance = 'options = { belgian_alliance = "yes" }\n' if seed % 2 else ""
    s = lay(f"{CLOSING}{alliance}units = {{ 1039 = {crowd} }}")
    ways = fewest(s, crowd)
    while isinstance(step := s.agenda[-1], overstacking.Excess):
        gone = units(s, step.going)
        assert choices(s, "displace") == set().union(*(way for way in ways if gone <= way)) - gone
        do(s, f"displace {random.choice(sorted(choices(s, 'displace')))}")
    assert {unit for unit in crowd if steps(s, unit) < MAP.full[MAP.piece(unit)]} in ways


@clause("6.5a")
def test_a_legal_crowd_loses_nobody() -> None:
    s = lay(CLOSING + 'units = { 1039 = ["F.1A", "F.21", "F.Log1"], 1837 = ["G.15", "G.16", "G.19", "G.LogA"] }')
    assert s.agenda[-1].name == "extend" and steps(s, "F.21") == 2
    assert overstacking.removals(s, ALLIED, MAP.board.place("1039"))[0].open(0) == 0


@clause("6.5a")
def test_why_a_unit_does_not_have_to_go() -> None:
    s = lay(CLOSING + 'units = { 1039 = ["F.1A", "F.2A", "F.21", "F.Log1"], 1040 = ["F.23"] }')
    reasons = [s.explain(f"displace {unit}") for unit in ("F.23", "F.Log1")]
    assert [reason.reason for reason in reasons if reason] == [
        "French 23rd Corps is not in the hex", "no more units have to go than it takes",
    ]  # fmt: skip


@clause("6.5b", "11.1d")
def test_why_a_displaced_unit_cannot_go_somewhere() -> None:
    s = lay(CLOSING + 'units = { 1641 = ["F.1A", "F.2A"], 1640 = ["F.3A"], 1542 = ["G.15"] }')
    do(s, "displace F.2A")
    assert s.to_act == "german"
    assert (refusal(s, "fall_back 1640"), refusal(s, "fall_back 1542")) == ("6.5b", "11.1d")
    assert refusal(s, "fall_back 0941") == "6.5b"


@clause("6.5b")
def test_nobody_is_displaced_to_a_hex_where_others_are_too_many() -> None:
    """Two armies in 1441 are too many with the corps as well as without it."""
    s = lay(CLOSING + 'units = { 1340 = ["F.21", "F.23", "F.1GC"], 1441 = ["F.1A", "F.2A"], 1440 = ["F.3A"] }')
    do(s, "displace F.21")
    assert s.to_act == "german" and can(s, "fall_back 1440")
    s = lay(CLOSING + 'units = { 1440 = ["F.21", "F.23", "F.1GC"], 1441 = ["F.1A", "F.2A"], 1341 = ["F.3A"] }')
    do(s, "displace F.21")
    assert can(s, "fall_back 1341") and refusal(s, "fall_back 1441") == "6.5b"


@clause("6.0a", "6.5a")
def test_the_operating_side_parts_first() -> None:
    s = lay(CLOSING + 'units = { 1039 = ["F.1A", "F.2A"], 1837 = ["G.4A", "G.6A"] }')
    assert s.to_act == "allied" and choices(s, "displace") == {"F.1A", "F.2A"}
    do(s, "displace F.2A")
    do(s, f"fall_back {sorted(choices(s, 'fall_back'))[0]}")
    assert s.to_act == "german" and choices(s, "displace") == {"G.4A", "G.6A"}


@clause("6.5a", "6.1b")
def test_of_many_logistics_units_one_stays() -> None:
    s = lay(CLOSING + 'units = { 1837 = ["G.LogA", "G.LogB", "G.LogC", "G.LogK"] }')
    do(s, "displace G.LogA", "displace G.LogC")
    assert choices(s, "displace") == {"G.LogB", "G.LogK"}
    do(s, "displace G.LogK")
    assert where(s, "G.LogB") == "1837" and {where(s, f"G.Log{name}") for name in "ACK"} == {"dead"}


@clause("6.5b", "11.1d")
def test_why_a_unit_that_was_too_many_cannot_be_moved_to_a_hex() -> None:
    stack = 'stack = [{ step = "extend" }, { step = "check_stacks", mover = "allied" }]\noperator = "allied"\n'
    s = lay(f'{stack}turn = 2\nunits = {{ 0937 = ["F.1A", "UK.2"], 0938 = ["G.6A"], 1037 = ["F.2A"] }}')
    do(s, "displace UK.2")
    assert choices(s, "fall_back") == {"0836", "0837", "0936", "1036"}
    reasons = {label: refusal(s, f"fall_back {label}") for label in ("0738", "0938", "1037")}
    assert reasons == {"0738": "6.5b", "0938": "11.1d", "1037": "6.5b"}
