"""Chapter 21: plans, set-up by hand, and the ready set-ups."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import stacking
from meuse.games.mansteins_war.setting import NATIONS

from .kit import MAP, begin, bins, can, choices, clause, do, lay, refusal, steps, where

PLANS = [("PlanD", "Manstein"), ("PlanE", "OKH"), ("PlanR", "OKHMod")]


@clause("21.1l", "21.2h")
def test_each_side_keeps_one_plan() -> None:
    s = begin("keep PlanE", "ready")
    assert choices(s, "keep") == {"OKH", "OKHMod", "Manstein"}
    do(s, "keep OKHMod")
    assert bins(s, s.out) >= {"PlanD", "PlanR", "OKH", "Manstein"}
    assert not bins(s, s.out) & {"PlanE", "OKHMod"}


@clause("21.0b", "21.0c")
@pytest.mark.parametrize(("allied", "german"), PLANS)
def test_ready_set_ups_are_what_the_rules_allow(allied: str, german: str) -> None:
    """Unit by unit, as the sweep places them: every step is among the options."""
    s = begin(f"keep {allied}")
    for plan in ("", german):
        if plan:
            do(s, f"keep {plan}")
        for action in s.agenda[-1].ready_actions(s):
            do(s, action)
    assert s.turn == 1
    assert not stacking.overstacked(s)


@clause("21.0c")
@pytest.mark.parametrize(("allied", "german"), PLANS)
def test_the_ready_set_up_in_one_action(allied: str, german: str) -> None:
    s = begin(f"keep {allied}", "ready", f"keep {german}", "ready", ss_corps="yes", allied_armour="yes")
    assert s.turn == 1
    assert where(s, "G.SS").isdigit() and where(s, "F.2GC").isdigit() and steps(s, "F.2GC") == 2


@clause("21.1a", "21.2c", "21.1b", "21.2d")
def test_logistics_units_come_first_and_their_commands_gather_around_them() -> None:
    s = begin("keep PlanD")
    assert choices(s, "place") == {"F.Log1", "F.Log2", "F.Log3"}
    assert refusal(s, "place F.1A") == "21.1b"
    do(s, "place F.Log1", "at 1138", "place F.Log2", "at 1741", "place F.Log3", "at 1843", "place F.1A")
    assert can(s, "at 1138") and can(s, "at 1036")
    assert refusal(s, "at 0941") == "21.1b"
    assert refusal(s, "at 1337") == "21.1b"  # in Belgium


@clause("21.1c", "21.1f")
def test_no_logistics_unit_stands_too_far_from_fortresses() -> None:
    s = begin("keep PlanD", "place F.Log2")
    assert refusal(s, "at 0941") == "21.0c"
    assert can(s, "at 1741")


@clause("21.1d", "21.1e", "21.2e")
def test_fortress_units_without_a_choice_are_there() -> None:
    s = begin()
    named = {"B.EE": "1537", "G.Saar": "1839", "G.Aachen": "1636", "G.Rhine": "1633", "G.Eifel": "1738"}
    assert {unit: where(s, unit) for unit in named} == named
    assert where(s, "N.VH").isdigit() and where(s, "N.K").isdigit()


@clause("21.1j", "21.2f", "21.1k", "21.2g")
def test_displays_and_refit_points_at_the_start() -> None:
    s = begin()
    air = [MAP.piece(unit) for unit in ("F.ZOAN", "F.ZOAE", "F.ZOAS", "UK.BAFF", "UK.RN", "G.Koch", "G.BB", "G.air8")]
    assert {where(s, s.piece_name(piece)) for piece in air} == {"available"}
    assert where(s, "G.BB2") == where(s, "UK.FC") == where(s, "G.Lift") == "spare"
    assert dict(zip(NATIONS, s.points, strict=True)) == {
        "german": 5, "french": 2, "british": 1, "belgian": 0, "dutch": 0,
    }  # fmt: skip


@clause("21.1p", "21.1q", "21.2m", "13.1b")
def test_reinforcements_wait_for_their_turn() -> None:
    s = begin()
    due = {"F.2GC": 2, "F.DLM": 2, "UK.1Arm": 2, "F.6A": 3, "F.10A": 4, "UK.2": 5, "G.2A": 2, "G.39": 3, "G.9A": 4}
    assert {unit: s.due[MAP.piece(unit)] for unit in due} == due
    assert steps(s, "F.2GC") == steps(s, "UK.1Arm") == 1 and steps(s, "F.DLM") == 2


@clause("28.1e")
def test_without_the_netherlands_nothing_dutch_is_set_up() -> None:
    s = begin("keep PlanD", "ready", "keep OKH", "ready", no_netherlands="yes")
    assert where(s, "N.VH") == where(s, "N.2") == "spare"
    assert "Netherlands" not in bins(s)


@clause("28.3a")
def test_dice_decide_when_reinforcements_arrive() -> None:
    s = begin("keep PlanD", variable_reinforcements="yes")
    do(s, "ready", rolls=[1, 2, 3, 4, 5, 6])
    waiting = [p.number for p in MAP.pieces if where(s, p.id) == "waiting" and p.nation]
    assert [s.due[piece] for piece in waiting] == [1, 2, 3, 4, 5, 6]


@clause("6.0e", "21.1g")
def test_the_bef_stands_alone() -> None:
    units = 'units = { 1138 = ["F.Log1"], 1037 = ["F.1A"] }\nunplaced = ["UK.BEF"]'
    s = lay('stack = [{ step = "setup", mover = "allied" }]\n' + units)
    do(s, "place UK.BEF")
    assert refusal(s, "at 1037") == "6.0e"
    assert can(s, "at 1038")


@clause("28.1a", "28.1b", "28.1c", "28.2a", "28.2c", "28.2d", "28.2e", "21.0d", "13.1a")
@pytest.mark.parametrize(
    ("option", "unit", "box", "due"),
    [
        ("ss_corps", "G.SS", "unplaced", 0),
        ("more_special_forces", "G.BB2", "available", 0),
        ("mountain_corps", "G.GbK", "waiting", 3),
        ("airlift", "G.Lift", "available", 0),
        ("advanced_airlift", "G.Lift", "available", 0),
        ("allied_armour", "UK.1Arm", "unplaced", 0),
        ("allied_special_forces", "F.CF", "available", 0),
        ("colonial_corps", "F.Col", "waiting", 3),
        ("fighter_command", "UK.FC", "waiting", 3),
    ],
)
def test_options_bring_their_counters(option: str, unit: str, box: str, due: int) -> None:
    assert where(begin(), unit) in ("spare", "waiting")
    s = begin(**{option: "yes"})
    assert (where(s, unit), s.due[MAP.piece(unit)]) == (box, due)


@clause("21.1a")
def test_by_another_reading_there_are_three_french_logistics_units() -> None:
    assert where(begin(), "F.LogR") == "unplaced"
    assert where(begin(french_logistics="three"), "F.LogR") == "spare"
