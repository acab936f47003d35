"""6.5: what happens to hexes that are over-stacked when a segment closes."""

from __future__ import annotations

from .kit import choices, clause, controls, do, lay, refusal, steps, where

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
