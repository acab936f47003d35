"""The battle boards: line-ups, what counts, and the chances in words, from the first choice to the end."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine.promises import check_story
from meuse.engine.scene import Fight, Line, Lit
from meuse.games.mansteins_war.state import MansteinState
from tests.games.mansteins_war.battles import segment
from tests.games.mansteins_war.kit import GAME, clause, do, lay

OPEN = '"0936" = ["G.19", "G.41"], "0937" = ["F.21"]'
"""Two panzer corps beside a French corps on open ground: 13 to 3."""
SKY = """
turn = 2
phase = "german air"
marker = ["HGA"]
commands = ["HGA"]
air_left = 3
units = { "1736" = ["G.4A"] }
flying = { "F.ZOAN" = "1538" }
available = ["G.air8", "G.air1"]
"""


def board(s: MansteinState, side: str = "german") -> Fight:
    fight = s.scene(side).fight
    assert fight is not None
    check_story(GAME, s)
    return fight


def names(line: Line) -> list[str]:
    return [piece.id for piece in line.pieces]


def counted(fight: Fight) -> dict[str, tuple[str, str, str]]:
    return {weight.says: (weight.value, weight.side, weight.clause) for weight in fight.weights}


def shares(fight: Fight) -> dict[str, Fraction]:
    return {chance.name: Fraction(chance.share).limit_denominator(60) for chance in fight.chances}


# attacks


@clause("10.3a", "10.4a")
def test_an_attack_from_the_choice_of_attackers_to_the_table() -> None:
    s = segment(OPEN)
    do(s, "attack 0937")
    fight = board(s)
    assert (fight.title, names(fight.attacker), names(fight.defender)) == ("Attack on 0937", [], ["F.21"])
    assert not fight.chances and fight.lit is None
    do(s, "commit G.41")
    one = board(s)
    assert (one.attacker.strength, one.defender.strength, one.odds) == ("6", "3", "6 to 3, 200-299%")
    do(s, "commit G.19")
    both = board(s, "allied")
    assert {fight.id, one.id, both.id} == {fight.id}
    assert counted(both)["13 to 3"] == ("400-499%", "", "10.4a")
    assert both.lit == Lit("assault", column="400-499%")
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert shares(both) == {"ST": third, "DW": sixth, "DA": sixth, "DD": third}
    assert {chance.name: chance.good for chance in both.chances} == {
        "ST": "", "DW": "german", "DA": "german", "DD": "german",
    }  # fmt: skip


@clause("10.2b", "10.2c")
def test_the_board_says_whether_the_mobile_table_is_open() -> None:
    says = "all attackers are Mech units: the Mobile table is open too"
    s = segment(OPEN)
    do(s, "attack 0937", "commit G.19")
    assert counted(board(s))[says] == ("", "german", "10.2b")
    mixed = segment('"0936" = ["G.19", "G.6A"], "0937" = ["F.21"]')
    do(mixed, "attack 0937", "commit G.19", "commit G.6A")
    assert says not in counted(board(mixed))


@clause("10.5d", "10.5e", "10.5f", "10.5h", "17.0c")
def test_every_shift_is_on_the_board_with_whom_it_helps() -> None:
    """Across the Meuse at Sedan, with an air corps overhead; then deep in France without support."""
    s = segment('"1438" = ["G.19"], "1439" = ["F.21"]', 'flying = { "G.air1" = "1439" }\n')
    do(s, "attack 1439")
    shown = counted(board(s))
    assert shown["forest"] == ("1 column left", "allied", "10.5d")
    assert shown["river"] == ("1 column left", "allied", "10.5e")
    assert shown["German air support"] == ("2 columns right", "german", "10.5h")
    alone = segment('"0936" = ["G.19"], "0937" = ["F.21"]', supported=False)
    do(alone, "attack 0937")
    assert counted(board(alone))["19th Panzer Corps unsupported"] == ("1 column left", "allied", "10.5f")


@clause("22.1k", "22.1g")
def test_what_a_result_means_against_a_fortress_is_said_as_it_applies() -> None:
    s = segment('"1636" = ["G.6A"], "1537" = ["B.EE"]', 'available = ["G.Koch"]\n')
    do(s, "attack 1537")
    says = {chance.name: chance.says for chance in board(s).chances}
    assert says["CA"] == "no effect"
    assert "minor fortification" in counted(board(s))


@clause("10.3b")
def test_special_forces_and_naval_support_are_part_of_the_same_battle() -> None:
    s = segment('"1636" = ["G.6A"], "1537" = ["B.EE"]', 'available = ["G.Koch"]\n')
    do(s, "attack 1537", "done")
    before = board(s)
    do(s, "send G.Koch", rolls=[1])
    after = board(s)
    assert before.id == after.id and "minor fortification" in counted(before)
    assert "minor fortification" not in counted(after)


@clause("20.1a")
def test_the_chosen_table_is_lit_while_the_allies_think_about_their_ships() -> None:
    s = segment('"0835" = ["G.19"], "0935" = ["F.21"]', 'available = ["UK.RN"]\n')
    do(s, "attack 0935", "mobile")
    assert s.to_act == "allied"
    assert board(s, "allied").lit == Lit("mobile", column=board(s).odds.split(", ")[1])


@clause("10.6a")
def test_a_combat_keeps_its_board_to_the_end() -> None:
    s = segment(OPEN)
    do(s, "attack 0937", "commit G.19", "commit G.41")
    name = board(s).id
    do(s, "mobile", rolls=[4])  # DP: two steps, retreat of two hexes
    assert board(s).id == board(s, "allied").id == name and not board(s).chances
    while s.scene("").fight is not None:
        assert board(s).id == name
        do(s, str(s.options[0]))
    assert s.agenda[-1].name in ("combat", "extend")


@clause("22.2b")
def test_a_counterattack_has_odds_of_its_own_on_the_board_of_its_combat() -> None:
    s = segment('"0936" = ["G.14"], "0937" = ["F.1GC"]')
    do(s, "attack 0937")
    name = board(s).id
    do(s, "assault", rolls=[3])  # 100-149%: CA
    while s.agenda[-1].name == "counterattack":
        do(s, str(s.options[0]))
    fight = board(s, "allied")
    assert (fight.id, fight.title) == (name, "Attack on 0937")
    assert fight.odds == "counterattack on 0936: 5 to 4, 150-199%"
    assert (names(fight.attacker), names(fight.defender)) == (["G.14"], ["F.1GC"])
    assert counted(fight)["counterattack"] == ("1 column right", "allied", "22.2b")


@clause("4.1l", "5.0c", "10.5i")
def test_only_attackers_must_be_activated_and_air_units_add_their_support() -> None:
    s = segment(OPEN, 'flying = { "F.ZOAN" = "0937" }\n')
    assert not s.active & s.setting.pieces_on[1]
    do(s, "attack 0937", "commit G.19", "commit G.41")
    assert board(s).defender.strength == "3"
    assert counted(board(s))["Allied air support"] == ("2 columns left", "allied", "10.5i")


@clause("10.1c")
def test_a_unit_that_has_been_attacked_before_is_only_caught_in_the_combat() -> None:
    s = segment('"0936" = ["G.19"], "0937" = ["F.21", "F.23"]', 'defended = ["F.23"]\n')
    do(s, "attack 0937")
    assert board(s).defender.strength == "3"
    assert any("has been attacked before" in says for says in counted(board(s)))


# in the air


@clause("16.6d")
def test_air_superiority_and_what_the_die_can_do() -> None:
    s = lay(SKY)
    do(s, "fly G.air8", "over 1538", "done")
    fight = board(s)
    assert fight.title == "Air superiority over Bastogne (1538)"
    assert (names(fight.attacker), names(fight.defender), fight.odds) == (["G.air8"], ["F.ZOAN"], "3 against 2")
    assert fight.lit == Lit("air_warfare", column="+1")
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert shares(fight) == {"AL1": sixth, "NE": sixth, "BL1": third, "DL1": third}
    assert {chance.name: chance.good for chance in fight.chances}["DL1"] == "german"


@clause("16.9d", "22.4b")
def test_the_bombing_of_a_city() -> None:
    s = lay(SKY.replace('flying = { "F.ZOAN" = "1538" }\n', ""))
    do(s, "fly G.air1", "over 1336")
    assert s.scene("german").fight is None  # others may still fly out
    do(s, "done")
    fight = board(s)
    assert (fight.title, fight.attacker.strength, fight.defender.strength) == ("Bombing of Brussels (1336)", "2", "1")
    assert shares(fight)["DL1"] == Fraction(1, 3)
    assert sum(chance.share for chance in fight.chances) == pytest.approx(1)


@clause("16.9b")
def test_a_raid_against_an_enemy_in_the_air_counts_both_dice() -> None:
    s = lay(SKY.replace('"1538"', '"1336"'))
    do(s, "fly G.air8", "over 1336", "done")
    fight = board(s)
    assert names(fight.defender) == ["F.ZOAN"]
    assert "driven off" in shares(fight) and sum(chance.share for chance in fight.chances) == pytest.approx(1)
