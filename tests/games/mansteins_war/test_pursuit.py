"""Chapter 12: pursuit."""

from __future__ import annotations

import pytest

from .battles import ended, segment, strike
from .kit import can, choices, clause, controls, do, refusal, where

WEAK = '0937 = ["B.Cav"], 0936 = ["G.39", "G.6A"]'


@clause("12.0a", "12.2a", "12.2c")
def test_pursuit_is_optional_and_begins_in_the_vacated_hex() -> None:
    s = strike(segment(WEAK), "0937", "G.39", "G.6A", code="DA")
    assert choices(s, "pursue") == {"G.39", "G.6A"} and can(s, "done")
    do(s, "done")
    assert (where(s, "G.39"), where(s, "G.6A")) == ("0936", "0936")
    s = strike(segment(WEAK), "0937", "G.39", "G.6A", code="DA")
    do(s, "pursue G.6A")
    assert where(s, "G.6A") == "0937" and controls(s, "german", "0937")


@clause("12.1a")
def test_only_surviving_attackers_pursue() -> None:
    s = segment('0937 = ["B.Cav"], 0936 = ["G.39", "G.6A"], 1037 = ["G.GrD"]')
    strike(s, "0937", "G.39", "G.GrD", code="ST")
    do(s, "reduce G.GrD")
    assert choices(s, "pursue") == {"G.39"}
    assert refusal(s, "pursue G.GrD") == refusal(s, "pursue G.6A") == "12.1a"
    do(s, "pursue G.39", "stop")
    assert ended(s)


@clause("12.1b", "12.2b")
def test_german_mech_units_pursue_two_hexes_and_others_one() -> None:
    """F42."""
    s = strike(segment(WEAK), "0937", "G.39", "G.6A", code="DA")
    do(s, "pursue G.6A", "pursue G.39")
    assert s.agenda[-1].left == 1 and can(s, "stop")
    do(s, "advance_to 0938")
    assert (where(s, "G.39"), where(s, "G.6A")) == ("0938", "0937") and ended(s)


@clause("12.1b")
def test_allied_mech_units_pursue_one_hex() -> None:
    s = segment('0937 = ["G.GrD"], 0936 = ["F.DLM"]', side="allied")
    strike(s, "0937", "F.DLM", code="DA")
    do(s, "pursue F.DLM")
    assert where(s, "F.DLM") == "0937" and ended(s)


@clause("12.1c", "22.1n")
@pytest.mark.parametrize(("reading", "german", "allied"), [("more", 3, 2), ("one", 2, 2)])
def test_after_an_overrun_mech_units_go_farther(reading: str, german: int, allied: int) -> None:
    """W7, R67: both readings."""
    options = f'options = {{ overrun_pursuit = "{reading}" }}'
    s = strike(segment(WEAK, options), "0937", "G.39", code="OR", mobile=True)
    do(s, "pursue G.39")
    assert s.agenda[-1].left == german - 1
    s = segment('0937 = ["G.GrD"], 0936 = ["F.DLM"]', options, side="allied")
    strike(s, "0937", "F.DLM", code="OR", mobile=True)
    do(s, "pursue F.DLM")
    assert s.agenda[-1].left == allied - 1


@clause("12.1c")
def test_other_units_gain_nothing_by_an_overrun() -> None:
    s = strike(segment(WEAK), "0937", "G.6A", code="OR")
    do(s, "pursue G.6A")
    assert where(s, "G.6A") == "0937" and ended(s)


@clause("12.2b", "12.2e", "7.2i")
def test_a_pursuit_goes_anywhere_and_zones_do_not_matter() -> None:
    s = segment('0937 = ["B.Cav"], 0936 = ["G.39"], 1037 = ["F.1A"]')
    strike(s, "0937", "G.39", code="OR", mobile=True)
    do(s, "pursue G.39")  # 0937 and 0938 are in the zone of 1037
    assert choices(s, "advance_to") == {"0836", "0837", "0936", "0938", "1036"}
    do(s, "advance_to 0938", "advance_to 0939")
    assert where(s, "G.39") == "0939"
    assert all(controls(s, "german", hexa) for hexa in ("0937", "0938", "0939"))


@clause("12.2d", "8.4.1a", "2.1b")
def test_a_pursuit_enters_only_what_the_unit_could_move_into() -> None:
    s = segment('1842 = ["B.Cav"], 1841 = ["G.6A", "G.39"]')
    strike(s, "1842", "G.6A", "G.39", code="DA")
    assert choices(s, "pursue") == {"G.39"} and refusal(s, "pursue G.6A") == "12.2d"
    s = segment('0439 = ["B.Cav"], 0440 = ["G.39"]')
    strike(s, "0439", "G.39", code="DA")
    do(s, "pursue G.39")
    assert refusal(s, "advance_to 0539") == "2.1b"


@clause("12.2f")
def test_no_pursuit_while_the_hex_is_held() -> None:
    s = strike(segment('1840 = ["F.1A"], 1841 = ["G.39"]'), "1840", "G.39", code="DD")
    do(s, "hold")
    assert ended(s) and where(s, "G.39") == "1841"


@clause("12.2g", "22.2d")
def test_units_that_cannot_move_do_not_pursue() -> None:
    s = segment('1537 = ["B.EE", "B.1"], 1538 = ["G.GrD"]', 'destroyed = ["1537"]')
    s.dice.script([6])
    strike(s, "1537", "G.GrD", code="CA")  # 6 to 2 and one column: 400-499%, DD
    assert where(s, "G.GrD") == "dead" and choices(s, "pursue") == {"B.1"}
    assert refusal(s, "pursue B.EE") == "12.2g"


@clause("15.5d")
def test_unsupported_units_pursue_one_hex() -> None:
    """E28: also after an overrun, R68."""
    s = strike(segment(WEAK, supported=False), "0937", "G.39", code="OR", mobile=True)
    do(s, "pursue G.39")
    assert where(s, "G.39") == "0937" and ended(s)


@clause("15.6a")
def test_cut_off_units_do_not_pursue() -> None:
    units = (
        '0937 = ["B.Cav"], 0936 = ["G.39", "G.6A"], 0835 = ["F.1A"], 1035 = ["F.2A"], 0837 = ["F.21"], 1036 = ["F.23"]'
    )
    s = strike(segment(units, supported=False), "0937", "G.39", code="DA")
    assert ended(s) and where(s, "G.39") == "0936"


@clause("12.2d", "17.1a")
def test_a_pursuing_unit_destroys_a_fort_and_takes_the_hex() -> None:
    s = strike(segment('1840 = ["B.Cav"], 1841 = ["G.39"]'), "1840", "G.39", code="DA")
    do(s, "pursue G.39")
    assert s.destroyed >> s.setting.board.place("1840") & 1 and controls(s, "german", "1840")
