"""6.5: what happens to hexes that are over-stacked when a segment closes."""

from __future__ import annotations

from .kit import choices, clause, do, lay, refusal, steps, where

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
