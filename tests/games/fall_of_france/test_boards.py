"""The battle boards: line-ups, what counts, and chances in words, from the first choice to the end."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine.promises import check_story
from meuse.engine.scene import Fight, Line, Lit
from meuse.games.fall_of_france.boards import air_ends
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import GAME, MAP, clause, do, lay

ATTACK = """
turn = 2
phase = "german combat"
disrupted = ["F.II"]
units = { "1510" = ["G.1Pz", "G.2Pz", "G.KlugeHQ"], "1610" = ["F.II", "F.XI"], "1207" = ["G.AHQ"], "1117" = ["UK.I"] }
missions = { "G.air1" = "1610" }
"""
MARCH = """
turn = 2
phase = "german movement"
units = { "1510" = ["G.1Pz", "G.KlugeHQ"], "1612" = ["F.II", "F.XI"], "1513" = ["F.X"], "1207" = ["G.AHQ"] }
"""
SKY = """
turn = 2
missions = { "G.air1" = "1610", "G.air2" = "1510+1511+1610", "F.air1" = "1511+1610+1611" }
stack = [
  { step = "open_movement", mover = "german", mech_ops = false },
  { step = "air_combat", mover = "german", mech_ops = false },
]
"""
TABLE = MAP.tables.air_combat.results


def board(s: FallState, side: str = "german") -> Fight:
    fight = s.scene(side).fight
    assert fight is not None
    check_story(GAME, s)
    return fight


def names(line: Line) -> list[str]:
    return [piece.id for piece in line.pieces]


def counted(fight: Fight) -> dict[str, tuple[str, str, str]]:
    return {weight.says: (weight.value, weight.side, weight.clause) for weight in fight.weights}


def shares(fight: Fight) -> dict[str, Fraction]:
    return {chance.name: Fraction(chance.share).limit_denominator(36) for chance in fight.chances}


# combat


@clause("14.2a", "14.3b", "14.3e", "TECc", "TECh")
def test_an_attack_with_all_that_counts() -> None:
    s = lay(ATTACK)
    do(s, "attack 1610")
    assert names(board(s).defender) == ["F.II", "F.XI"] and not board(s).chances
    do(s, "commit G.1Pz", "commit G.2Pz", "commit G.KlugeHQ")
    fight = board(s)
    assert (fight.attacker.strength, fight.defender.strength, fight.odds) == ("5", "8", "1-1")
    assert fight.lit == Lit("crt", column="1-1")
    assert counted(fight) == {
        "5 to 8": ("1-2", "", "14.2a"),
        "German air support": ("1 column right", "german", "12.1a"),
        "mechanised assault": ("1 column right", "german", "14.3e"),
        "town": ("-1 on the die", "allied", "TECc"),
        "minor fortified line": ("-1 on the die", "allied", "TECh"),
    }
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    assert shares(fight) == {"D/CR": third, "CR/D": sixth, "*DR": sixth, "*R": third}
    good = {chance.name: chance.good for chance in fight.chances}
    assert good == {"D/CR": "", "CR/D": "", "*DR": "allied", "*R": "allied"}  # the attacker is the smaller force


@clause("14.3c")
def test_a_headquarters_that_lends_its_support_is_on_the_board() -> None:
    s = lay(ATTACK)
    do(s, "attack 1610", "commit G.1Pz", "support G.KlugeHQ")
    name = f"support of {MAP.pieces[MAP.piece('G.KlugeHQ')].name}"
    assert counted(board(s))[name] == ("+1 on the die", "german", "14.3c")


@clause("7.4a")
def test_a_unit_out_of_supply_is_on_the_board() -> None:
    s = lay(ATTACK.replace(', "G.KlugeHQ"', "").replace('"1207" = ["G.AHQ"], ', ""))
    do(s, "attack 1610", "commit G.1Pz")
    assert ("halved", "", "7.4a") in counted(board(s)).values()


def test_a_combat_keeps_its_board_to_the_end() -> None:
    s = lay(ATTACK)
    do(s, "attack 1610", "commit G.1Pz", "commit G.2Pz", "commit G.KlugeHQ")
    name = board(s).id
    do(s, "fight", rolls=[4])  # 1-1 with a modified 2: the smaller force is disrupted and retreats
    assert board(s).id == name and board(s, "allied").id == name
    assert not board(s).chances
    while s.scene("").fight is not None:
        assert board(s).id == name
        do(s, str(s.options[0]))


# skirmishes


@clause("11.1c")
def test_a_skirmish_from_the_choice_of_defenders_to_the_die() -> None:
    s = lay(MARCH)
    do(s, "move G.1Pz", "to 1511", "to 1512")
    fight = board(s, "allied")
    assert names(fight.defender) == ["F.X", "F.II", "F.XI"] and not fight.chances
    do(s, "defend 1612", "done")
    after = board(s)
    assert after.id == fight.id and names(after.defender) == ["F.II", "F.XI"]
    assert (after.attacker.strength, after.defender.strength) == ("2", "8")
    assert counted(after) == {
        "strength": ("2 to 8", "", "11.3b"),
        "defender at least double": ("-1", "allied", "11.3d"),
        "mostly mechanised": ("+1", "german", "11.3e"),
    }
    assert shares(after) == {"S": Fraction(1, 3), "": Fraction(1, 3), "D|R": Fraction(1, 3)}
    assert [(chance.says, chance.good) for chance in after.chances] == [
        ("attacker: stalled", "allied"), ("no effect", ""), ("defender: one unit disrupted or retreat", "german"),
    ]  # fmt: skip


@clause("11.3g")
def test_a_stack_that_may_ignore_a_retreat_says_so() -> None:
    s = lay(MARCH)
    do(s, "move G.1Pz", "to 1511", "to 1512", "defend 1513", "done")
    assert any("may ignore a retreat" in says for says in counted(board(s)))


def test_a_skirmish_keeps_its_board_until_its_results_are_carried_out() -> None:
    s = lay(MARCH)
    do(s, "move G.1Pz", "to 1511", "to 1512", "defend 1612", "done")
    name = board(s).id
    do(s, "fight", rolls=[5])
    assert board(s).id == name and not board(s).chances  # the defender chooses
    do(s, "disrupt F.II")
    assert s.scene("").fight is None


def test_two_skirmishes_of_one_march_have_boards_of_their_own() -> None:
    s = lay(MARCH.replace('"1612" = ["F.II", "F.XI"], ', ""))
    do(s, "move G.1Pz", "to 1512")
    first = board(s).id
    do(s, "fight", rolls=[3])
    do(s, "to 1613")
    assert board(s).id != first


@clause("12.2c")
def test_a_skirmish_with_an_air_unit_is_a_plain_die() -> None:
    s = lay(MARCH.replace("units", 'missions = { "F.air1" = "1511+1512+1611" }\nunits'))
    do(s, "move G.1Pz", "to 1511")
    fight = board(s)
    assert names(fight.defender) == ["F.air1"]
    assert sum(chance.share for chance in fight.chances if chance.good == "german") == pytest.approx(1 / 3)


# air combat


@clause("13.1a", "13.1b")
def test_an_air_battle_and_how_it_can_end() -> None:
    s = lay(SKY)
    fight = board(s)
    assert (fight.odds, fight.attacker.strength, fight.defender.strength) == ("2 against 1", "2 dice", "1 die")
    assert fight.places == ("1610", "1510+1511+1610", "1511+1610+1611")
    assert [chance.says for chance in fight.chances] == [
        "2 German units left", "1 German unit left", "1 Allied unit left", "nobody left",
    ]  # fmt: skip
    chain = lay(SKY.replace('"1511+1610+1611"', '"1511"'))
    assert board(chain).chances == () and board(chain).weights  # it may part: no numbers tell how it ends
    name = fight.id
    do(s, "fight", rolls=[1, 1, 1])
    assert board(s).id == name and board(s).round == 2
    do(s, "fight", rolls=[3, 1, 5])
    assert board(s).id == name and names(board(s).defender) == []


def test_the_ends_of_an_air_battle_of_one_against_one() -> None:
    """Each hits with four faces of six; rounds without a hit are fought again."""
    hit, miss = Fraction(2, 3), Fraction(1, 3)
    again = 1 - miss * miss
    assert air_ends(TABLE, 1, 1) == {(1, 0): hit * miss / again, (0, 1): hit * miss / again, (0, 0): hit * hit / again}


@pytest.mark.parametrize("sides", [(2, 1), (3, 2), (5, 4)])
def test_the_ends_of_an_air_battle_add_up(sides: tuple[int, int]) -> None:
    ends = air_ends(TABLE, *sides)
    assert sum(ends.values()) == 1
    assert all(not german or not allied for german, allied in ends)
