"""Chapter 12: pursuit."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import pursuit, results
from meuse.games.mansteins_war.setting import DEAD
from meuse.games.mansteins_war.tables import Result

from .battles import ended, pieces, segment, strike
from .kit import MAP, can, choices, clause, controls, do, refusal, where

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


@clause("12.1b", "12.1c", "12.2b")
def test_a_pursuit_ends_with_its_last_hex() -> None:
    """Three hexes after an overrun, and not one more."""
    s = strike(segment(WEAK), "0937", "G.39", code="OR", mobile=True)
    do(s, "pursue G.39")
    assert "2 more hexes" in s.agenda[-1].prompt(s)
    do(s, "advance_to 0938")
    assert s.agenda[-1].left == 1 and "1 more hex." in s.agenda[-1].prompt(s)
    do(s, "advance_to 0939")
    assert ended(s) and where(s, "G.39") == "0939"


@clause("12.1b", "12.1c", "15.5d", "15.6a")
@pytest.mark.parametrize(
    ("unit", "overrun", "reading", "supported", "far"),
    [
        ("G.39", False, "more", True, 2), ("G.39", True, "more", True, 3), ("G.39", True, "one", True, 2),
        ("G.39", False, "one", True, 2), ("G.39", False, "more", False, 1), ("G.39", True, "one", False, 1),
        ("G.6A", False, "more", True, 1), ("G.6A", True, "more", True, 1), ("G.6A", True, "one", True, 1),
        ("F.DLM", False, "more", True, 1), ("F.DLM", True, "more", True, 2), ("F.DLM", True, "one", True, 2),
        ("F.DLM", True, "more", False, 1), ("F.21", True, "more", True, 1), ("B.1", False, "more", False, 1),
    ],
)  # fmt: skip
def test_how_far_units_pursue(unit: str, overrun: bool, reading: str, supported: bool, far: int) -> None:
    lost = 'control = { german = ["0843", "0941", "1036", "1340", "1444", "1641", "0539", "0736", "0738", "0835"] }\n'
    options = f'options = {{ overrun_pursuit = "{reading}" }}\n' + lost
    s = segment(f'0642 = ["{unit}"]', options, supported=supported)
    assert pursuit.limit(s, MAP.piece(unit), overrun) == far


@clause("12.1b", "12.1c")
@pytest.mark.parametrize(
    ("code", "units", "clause_", "says"),
    [
        ("DA", ["G.6A"], "12.1b", "leads 1 hex, the one"),
        ("DA", ["G.39", "G.6A"], "12.1b", "leads up to 2 hexes"),
        ("OR", ["G.39"], "12.1c", "leads up to 3 hexes"),
    ],
)
def test_what_is_said_about_a_pursuit(code: Result, units: list[str], clause_: str, says: str) -> None:
    s = strike(segment(WEAK), "0937", *units, code=code, mobile=code == "OR")
    told = s.agenda[-1].explained(s)
    assert told.clause == clause_ and says in told.says


@clause("12.2b", "12.2d", "25.4c")
def test_why_a_pursuit_does_not_go_on_to_a_hex() -> None:
    s = segment('0937 = ["B.Cav"], 0936 = ["G.39"], 1037 = ["F.1A"]')
    strike(s, "0937", "G.39", code="DA")
    do(s, "pursue G.39")
    assert (refusal(s, "advance_to 0939"), refusal(s, "advance_to 1037")) == ("12.2b", "12.2d")
    assert "enemy ground units are in" in str(s.explain("advance_to 1037"))
    s = segment('0937 = ["G.GrD"], 0936 = ["F.DLM"]', 'open_cities = ["0938"]', side="allied")
    strike(s, "0937", "F.DLM", code="OR", mobile=True)
    do(s, "pursue F.DLM")
    assert refusal(s, "advance_to 0938") == "12.2d" and can(s, "advance_to 0837")


@clause("22.2d")
def test_after_a_counterattack_units_without_an_attack_factor_stay() -> None:
    s = segment('0937 = ["F.21", "F.Log1"], 0936 = ["G.GrD"]')
    s.pop()
    for countering, able in ((True, {"F.21"}), (False, {"F.21", "F.Log1"})):
        twin = s.clone()
        twin.lift(MAP.piece("G.GrD"), DEAD)
        twin.push(pursuit.Pursuit(MAP.board.place("0936"), pieces("F.21", "F.Log1"), False, countering))
        twin.advance()
        assert choices(twin, "pursue") == able
        assert not countering or refusal(twin, "pursue F.Log1") == "22.2d"


@clause("15.5d", "15.2d")
def test_after_a_counterattack_one_french_unit_by_port_pursues_farther() -> None:
    """R78: support does not count in the counterattack itself, so the pursuit is the first to need it."""
    units = '0836 = ["F.1GC", "F.DLM"], 0936 = ["G.GrD"], 1036 = ["G.6A"], 0937 = ["G.4A"]'
    s = segment(units, supported=False)
    french, german = pieces("F.1GC", "F.DLM"), pieces("G.GrD")
    results.apply(s, results.Engagement(MAP.board.place("0936"), french, german, german, True, countering=True), "OR")
    s.advance()
    do(s, "pursue F.1GC")
    assert can(s, "advance_to 1035")
    do(s, "stop", "pursue F.DLM")
    assert where(s, "F.DLM") == "0936" and ended(s)
