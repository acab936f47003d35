"""22.1, 22.2 and 10.6: what results of combat do, who loses steps, and counterattacks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.mansteins_war import combat, results
from meuse.games.mansteins_war.tables import Result

from .battles import ended, pieces, segment, strike
from .kit import MAP, can, choices, clause, do, refusal, steps, where

TWO = '0937 = ["F.1A"], 0936 = ["G.39"], 1037 = ["G.19"]'
"""Two Mech corps of two steps against an army of four."""


# 22.1: losses and retreats of each result


@clause("22.1c", "22.1d", "22.1e", "22.1f", "10.6a")
@pytest.mark.parametrize(("code", "lost", "hexes"), [("AA", 1, 0), ("AD", 2, 1), ("AP", 1, 2), ("AZ", 3, 1)])
def test_results_against_the_attacker(code: Result, lost: int, hexes: int) -> None:
    """F39."""
    s = strike(segment(TWO), "0937", "G.39", "G.19", code=code)
    while choices(s, "reduce"):
        do(s, "reduce G.19")
    assert steps(s, "G.39") + steps(s, "G.19") == 4 - lost
    assert steps(s, "F.1A") == 4
    assert ended(s) == (not hexes)
    if hexes:
        assert s.agenda[-1].required == hexes
    assert not choices(s, "pursue")


@clause("22.1h", "22.1i", "22.1j", "22.1l", "22.1n")
@pytest.mark.parametrize(
    ("code", "left", "hexes"), [("DA", 3, 0), ("DD", 2, 1), ("DP", 2, 2), ("DZ", 1, 2), ("OR", 1, 3)]
)
def test_results_against_the_defender(code: Result, left: int, hexes: int) -> None:
    """F40."""
    s = strike(segment(TWO), "0937", "G.39", "G.19", code=code)
    assert steps(s, "F.1A") == left
    if not hexes:
        assert ended(s) and where(s, "F.1A") == "0937"
        return
    assert s.agenda[-1].required == hexes
    while choices(s, "fall_back"):
        do(s, f"fall_back {min(choices(s, 'fall_back'))}")
    assert choices(s, "pursue") == {"G.39", "G.19"}


@clause("22.1h", "12.1a")
def test_attrition_that_clears_the_hex_allows_pursuit() -> None:
    """F41."""
    s = strike(segment('0937 = ["F.6A:1"], 0936 = ["G.39"]'), "0937", "G.39", code="DA")
    assert where(s, "F.6A") == "dead" and choices(s, "pursue") == {"G.39"}


@clause("22.1i", "12.1a")
def test_a_unit_that_loses_its_last_step_does_not_retreat() -> None:
    """E17."""
    s = strike(segment('0937 = ["F.6A"], 0936 = ["G.39"]'), "0937", "G.39", code="DD")
    assert where(s, "F.6A") == "dead" and choices(s, "pursue") == {"G.39"}


@clause("22.1f")
def test_steps_beyond_those_there_are_ignored() -> None:
    """E30, R69."""
    s = strike(segment('0937 = ["F.1A"], 0936 = ["G.39"]'), "0937", "G.39", code="AZ")
    assert where(s, "G.39") == "dead" and ended(s)


@clause("22.1k")
def test_a_withdrawal_costs_the_defender_ground_only() -> None:
    s = strike(segment(TWO), "0937", "G.39", "G.19", code="DW")
    assert steps(s, "F.1A") == 4 and s.agenda[-1].required == 1
    do(s, f"fall_back {min(choices(s, 'fall_back'))}")
    assert choices(s, "pursue") == {"G.39", "G.19"}


@clause("22.1k", "22.1o")
def test_against_an_intact_fort_a_withdrawal_is_a_stalemate() -> None:
    """E10, R71: one step each, no retreat."""
    s = strike(segment('1840 = ["F.1A"], 1841 = ["G.39"]'), "1840", "G.39", code="DW")
    assert (steps(s, "F.1A"), steps(s, "G.39")) == (3, 1)
    assert where(s, "F.1A") == "1840" and ended(s)


@clause("22.1m", "10.6a")
def test_a_mobile_action_costs_a_step_and_gains_the_hex() -> None:
    """R70: the step is lost before the retreat; only survivors pursue."""
    s = strike(segment(TWO), "0937", "G.39", "G.19", code="MA", mobile=True)
    do(s, "reduce G.39")
    do(s, f"fall_back {min(choices(s, 'fall_back'))}")
    assert (steps(s, "F.1A"), steps(s, "G.39")) == (4, 1)
    assert choices(s, "pursue") == {"G.39", "G.19"}
    s = strike(segment('0937 = ["F.1A"], 0936 = ["G.GrD"]'), "0937", "G.GrD", code="MA", mobile=True)
    do(s, f"fall_back {min(choices(s, 'fall_back'))}")
    assert where(s, "G.GrD") == "dead" and ended(s)


@clause("22.1o")
def test_a_stalemate_costs_both_and_clears_a_weak_hex() -> None:
    s = strike(segment('0937 = ["B.Cav"], 0936 = ["G.39"]'), "0937", "G.39", code="ST")
    assert (where(s, "B.Cav"), steps(s, "G.39")) == ("dead", 1)
    assert choices(s, "pursue") == {"G.39"}


@clause("10.6c")
def test_without_a_word_nobody_retreats_or_pursues() -> None:
    s = strike(segment('0937 = ["F.1A"], 0936 = ["G.39"]'), "0937", "G.39", code="ST")
    assert (where(s, "F.1A"), where(s, "G.39")) == ("0937", "0936") and ended(s)


# 10.6, 22.1b: who loses steps


@clause("10.6b", "22.1a")
def test_the_owner_chooses_and_may_take_all_from_one_unit() -> None:
    s = strike(segment('0937 = ["UK.BEF", "UK.2"], 0936 = ["G.6A"]'), "0937", "G.6A", code="DD")
    assert s.decision is not None and s.decision.side == "allied"
    assert choices(s, "reduce") == {"UK.BEF", "UK.2"} and refusal(s, "reduce G.6A") == "10.6b"
    do(s, "reduce UK.2", "reduce UK.2")
    assert (where(s, "UK.2"), steps(s, "UK.BEF")) == ("dead", 4)


@clause("22.1b")
def test_on_the_mobile_table_a_mech_unit_loses_the_first_step() -> None:
    """R69: on each side that loses any, logistics units being no Mech units."""
    s = segment('0937 = ["F.1A", "F.1GC", "F.Log1"], 0936 = ["G.39", "G.19"]')
    strike(s, "0937", "G.39", "G.19", code="DP", mobile=True)
    assert steps(s, "F.1GC") == 1  # the only Mech unit: nobody is asked
    assert choices(s, "reduce") == {"F.1A", "F.1GC", "F.Log1"}
    s = segment('0937 = ["F.1A", "F.1GC"], 0936 = ["G.39", "G.19"]')
    strike(s, "0937", "G.39", "G.19", code="DP")
    assert choices(s, "reduce") == {"F.1A", "F.1GC"}  # not on the Assault table
    s = segment('0937 = ["F.1A", "F.21"], 0936 = ["G.39", "G.19"]')
    strike(s, "0937", "G.39", "G.19", code="DP", mobile=True)
    assert choices(s, "reduce") == {"F.1A", "F.21"}  # none there


@clause("22.1b")
def test_others_wait_until_a_mech_unit_has_lost_a_step() -> None:
    s = segment('0937 = ["F.1A", "F.1GC", "F.DLM"], 0936 = ["G.39"]')
    strike(s, "0937", "G.39", code="DP", mobile=True)
    assert choices(s, "reduce") == {"F.1GC", "F.DLM"} and refusal(s, "reduce F.1A") == "22.1b"
    do(s, "reduce F.DLM")
    assert can(s, "reduce F.1A")


# 22.1g and 22.2: counterattacks


@clause("22.1g", "17.0g")
@pytest.mark.parametrize(
    ("hexa", "base", "reading", "fights"),
    [
        ("1840", "1841", "all", False),  # major
        ("1537", "1636", "all", False),  # minor: E11
        ("1840", "1841", "major", False),
        ("1537", "1636", "major", True),
        ("0937", "0936", "all", True),
    ],
)
def test_a_counterattack_result_against_a_fort_ends_the_combat(
    hexa: str, base: str, reading: str, fights: bool
) -> None:
    """E11, R72: both readings."""
    s = segment(f'{hexa} = ["F.DLM"], {base} = ["G.6A"]', f'options = {{ fort_counterattack = "{reading}" }}')
    s.dice.script([4] if fights else [])
    strike(s, hexa, "G.6A", code="CA")
    assert (steps(s, "F.DLM"), steps(s, "G.6A")) == (2, 4)
    assert (s.agenda[-1].name == "counter_table") == fights


@clause("22.2a", "22.2b", "22.2d")
def test_a_fortress_unit_counterattacks_with_its_defence() -> None:
    """E12: 4 to 4 and one column; nothing else shifts, and it does not pursue."""
    more = 'destroyed = ["1537"]\nflying = { "G.air8" = "1537", "UK.BAFF" = "1538" }'
    s = segment('1537 = ["B.EE"], 1538 = ["G.41"]', more)
    s.dice.script([6])
    strike(s, "1537", "G.41", code="CA")
    fought = [event for event in s.events if type(event).__name__ == "Fought"][-1]
    assert (fought.attack, fought.defence, fought.column) == (4, 4, "150-199%")  # type: ignore[attr-defined]
    assert fought.result == "DW" and s.agenda[-1].name == "retreat"  # type: ignore[attr-defined]
    do(s, f"fall_back {min(choices(s, 'fall_back'))}")
    assert where(s, "B.EE") == "1537" and not choices(s, "pursue")


@clause("22.2a")
def test_all_defenders_counterattack_one_hex_of_their_choice() -> None:
    s = segment('0937 = ["F.1A", "F.21"], 0936 = ["G.39"], 1037 = ["G.19"], 0938 = ["G.16"]')
    strike(s, "0937", "G.39", "G.19", code="CA")
    assert s.decision is not None and s.decision.side == "allied"
    assert choices(s, "counter") == {"0936", "1037"} and refusal(s, "counter 0938") == "22.2a"
    do(s, "counter 0936", rolls=[4])  # 10 to 4 and one column: 300-399%, DW
    assert s.agenda[-1].name == "retreat" and s.agenda[-1].piece == s.setting.piece("G.39")


@clause("22.2a")
@pytest.mark.parametrize(("reading", "defence"), [("stack", 9), ("participants", 4)])
def test_who_defends_against_a_counterattack(reading: str, defence: int) -> None:
    """R55: the whole stack, or by the other reading those who took part."""
    more = f'options = {{ counterattack = "{reading}" }}'
    s = segment('0937 = ["F.DLM"], 0936 = ["G.39", "G.19"]', more)
    strike(s, "0937", "G.39", code="CA")
    preview = s.preview("assault")
    assert preview is not None
    assert ("defence", str(defence)) in {(factor.name, factor.value) for factor in preview.factors}


@clause("22.2b", "22.2g")
def test_no_counterattack_is_below_the_second_column() -> None:
    """R95: 1 to 10 and one column, whatever the marker, terrain and support."""
    s = segment('0937 = ["F.DLM:1"], 0936 = ["G.6A"]', 'marker = ["OKHMod"]\ncommands = ["HGB"]', supported=False)
    strike(s, "0937", "G.6A", code="CA")
    preview = s.preview("assault")
    assert preview is not None
    assert ("column", "50-99%") in {(factor.name, factor.value) for factor in preview.factors}
    assert preview.chance("AD") == Fraction(1, 3)


@clause("22.2c")
def test_counterattackers_pursue() -> None:
    s = segment('0937 = ["F.1A", "F.Log1"], 0936 = ["G.GrD"]')
    s.dice.script([6])
    strike(s, "0937", "G.GrD", code="CA")  # 9 to 2 and one column: 500-599%, DZ
    assert where(s, "G.GrD") == "dead"
    assert choices(s, "pursue") == {"F.1A"} and refusal(s, "pursue F.Log1") == "22.2d"
    do(s, "pursue F.1A")
    assert where(s, "F.1A") == "0936"


@clause("22.2e")
def test_a_second_counterattack_is_no_effect() -> None:
    s = segment('0937 = ["F.1A"], 0936 = ["G.6A"]')
    s.dice.script([3])
    strike(s, "0937", "G.6A", code="CA")  # 70% and one column: 100-149%, CA
    assert (steps(s, "F.1A"), steps(s, "G.6A")) == (4, 4) and ended(s)


@clause("22.2f")
def test_mech_units_may_counterattack_on_the_mobile_table() -> None:
    """R56: not even a fort forbids it there."""
    s = segment('1840 = ["F.DLM"], 1839 = ["G.39"]', 'destroyed = ["1840"]')
    strike(s, "1840", "G.39", code="CA")
    assert can(s, "mobile") and can(s, "assault")
    s = segment('0937 = ["F.DLM", "F.21"], 0936 = ["G.39"]')
    s.dice.script([4])
    strike(s, "0937", "G.39", code="CA")  # not all are Mech units: the Assault table is used without asking
    assert s.agenda[-1].name != "counter_table"


@clause("10.1c", "22.2a")
@pytest.mark.parametrize(("reading", "units"), [("aside", ["F.DLM"]), ("join", ["F.DLM", "F.1GC"])])
def test_whether_a_unit_caught_again_counterattacks(reading: str, units: list[str]) -> None:
    """R54: it adds nothing; by the other reading this result concerns it as any other does."""
    options = f'options = {{ caught_units = "{reading}" }}'
    s = segment('0937 = ["F.DLM", "F.1GC"], 0936 = ["G.39"]', f'defended = ["F.1GC"]\n{options}')
    strike(s, "0937", "G.39", code="CA")
    assert set(s.agenda[-1].attackers) == {s.setting.piece(unit) for unit in units}


@clause("17.0e", "22.2a")
def test_attackers_in_their_fortress_may_ignore_a_retreat() -> None:
    s = segment('1840 = ["F.1A"], 1839 = ["G.1A"], 1841 = ["G.39"]')
    strike(s, "1840", "G.1A", "G.39", code="AP")
    do(s, "reduce G.1A")
    assert choices(s, "retreat") == {"G.1A", "G.39"} and can(s, "hold")
    do(s, "hold")
    assert where(s, "G.1A") == "1839" and s.agenda[-1].name == "retreat"  # G.39 has no fortress


# results in words


@clause("22.1c", "22.1d", "22.1g", "22.1h", "22.1k", "22.1n", "22.2e")
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("AA", "attacker loses 1 step"),
        ("AD", "attacker loses 2 steps, retreats 1 hex"),
        ("AP", "attacker loses 1 step, retreats 2 hexes"),
        ("CA", "the defender counterattacks"),
        ("DA", "defender loses 1 step; pursuit if the hex is cleared"),
        ("DW", "defender retreats 1 hex; pursuit"),
        ("OR", "defender loses 3 steps, retreats 3 hexes; pursuit"),
        ("ST", "attacker loses 1 step; defender loses 1 step; pursuit if the hex is cleared"),
    ],
)
def test_results_are_said_in_words(code: Result, words: str) -> None:
    s = segment(TWO)
    fight = combat.engagement(s, MAP.board.place("0937"), pieces("G.39", "G.19"), False)
    assert results.meaning(s, fight, code) == words
    assert results.meaning(s, fight._replace(countering=True), "CA") == "no effect"


@clause("22.1g", "22.1k", "17.0g")
@pytest.mark.parametrize(
    ("hexa", "base", "reading", "destroyed", "immune"),
    [
        ("1840", "1841", "all", "", True), ("1840", "1841", "major", "", True), ("1537", "1637", "all", "", True),
        ("1537", "1637", "major", "", False), ("1840", "1841", "all", '"1840"', False),
    ],
)  # fmt: skip
def test_fortifications_against_counterattacks(
    hexa: str, base: str, reading: str, destroyed: str, immune: bool
) -> None:
    defender = "F.1A" if hexa == "1840" else "B.1"
    more = f'destroyed = [{destroyed}]\noptions = {{ fort_counterattack = "{reading}" }}'
    s = segment(f'{hexa} = ["{defender}"], {base} = ["G.39"]', more)
    assert results.immune(s, MAP.board.place(hexa)) == immune
    fight = combat.engagement(s, MAP.board.place(hexa), pieces("G.39"), False)
    assert (results.in_force(s, fight, "CA") is None) == immune
    assert results.in_force(s, fight, "DW") == ("DW" if destroyed else "ST")
    assert results.in_force(s, fight, "DD") == "DD"
