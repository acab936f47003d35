"""Chapter 14.2 and the Combat Results Table as functions of totals: columns, shifts, cells."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.fall_of_france import odds
from meuse.games.fall_of_france.odds import ATTACKER, DEFENDER, NOBODY, Half
from tests.games.fall_of_france.kit import MAP, clause

CRT = MAP.tables.crt
ROWS = CRT.rows


def column(attack: int, defence: int, shift: int = 0) -> str:
    """The column of the table for a ratio and shifts."""
    return CRT.columns[odds.on_table(CRT.columns, odds.column_of(CRT.columns, attack, defence) + shift)]


def ratio(attack: int, defence: int) -> str:
    """The ratio before any shift, on the table or beyond it."""
    return odds.column_name(CRT.columns, odds.column_of(CRT.columns, attack, defence))


@clause("CRTb")
def test_the_columns_of_the_table() -> None:
    assert CRT.columns == ["1-4", "1-3", "1-2", "1-1.5", "1-1", "1.5-1", "2-1", "2.5-1", "3-1", "4-1"]
    assert len(ROWS) == 8


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (1, 4, "1-4"), (3, 10, "1-4"), (1, 3, "1-3"), (4, 9, "1-3"), (1, 2, "1-2"), (5, 8, "1-2"), (2, 3, "1-1.5"),
        (10, 14, "1-1.5"), (5, 7, "1-1.5"), (4, 4, "1-1"), (149, 100, "1-1"), (3, 2, "1.5-1"), (19, 10, "1.5-1"),
        (4, 2, "2-1"), (12, 5, "2-1"), (5, 2, "2.5-1"), (29, 10, "2.5-1"), (6, 2, "3-1"), (39, 10, "3-1"),
        (8, 2, "4-1"),
    ],
)  # fmt: skip
@clause("CRTb", "4.0c")
def test_a_ratio_is_rounded_down_in_the_defenders_favour(attack: int, defence: int, expected: str) -> None:
    assert ratio(attack, defence) == expected == column(attack, defence)


@clause("14.2a", "14.2b")
def test_extreme_ratios_are_whole_numbers_until_the_shifts_are_made() -> None:
    """A05, C01, C02: 16 to 3 is 5-1, 17 to 3 as well; 2 to 11 is 1-6."""
    assert (ratio(16, 3), ratio(17, 3), ratio(2, 11)) == ("5-1", "5-1", "1-6")
    assert [column(16, 3, -shift) for shift in range(4)] == ["4-1", "4-1", "3-1", "2.5-1"]
    assert column(17, 3, -1) == "4-1"
    assert [column(2, 11, shift) for shift in range(4)] == ["1-4", "1-4", "1-4", "1-3"]
    assert (ratio(19, 4), ratio(40, 4), ratio(1, 5), ratio(4, 17)) == ("4-1", "10-1", "1-5", "1-5")


@pytest.mark.parametrize(
    "columns", [CRT.columns, ["1-2", "1-1.5", "1-1", "2-1", "3-1", "5-1"], ["1-6", "1-1", "1.5-1", "2-1"]]
)
@clause("14.2b", "4.0c")
def test_columns_are_those_of_a_plain_recount(columns: list[str]) -> None:
    """Whatever the ends of the table: the best column that the true ratio reaches, beyond them whole ratios."""
    ratios = [Fraction(column.split("-")[0]) / Fraction(column.split("-")[1]) for column in columns]
    for attack in range(1, 40):
        for defence in range(1, 40):
            true = Fraction(attack, defence)
            if true < ratios[0]:
                name = f"1-{-(-defence // attack)}"
            elif true >= ratios[-1] + 1:
                name = f"{attack // defence}-1"
            else:
                name = columns[sum(ratio <= true for ratio in ratios) - 1]
            assert odds.column_name(columns, odds.column_of(columns, attack, defence)) == name, (attack, defence)


def test_a_defence_of_nothing_counts_as_one() -> None:
    assert ratio(4, 0) == "4-1"


TABLE = [
    pytest.param(0, "1D/CD 1/DR CR/DR CR/D D/CR *DR *DR D/R CD/1DR CD/2R", marks=clause("CRT0")),
    pytest.param(1, "1/CDR CR/DR DR/D DR/D CR/D *R R/D D/DR D/1CD D/2D", marks=clause("CRT1")),
    pytest.param(2, "CR/DR DR/D *DR *DR *DR R/D -/R D/CDR D/2D D/2C", marks=clause("CRT2")),
    pytest.param(3, "DR/D *DR *R *DR *R D/CD D/DR D/1CD -/2D -/2C", marks=clause("CRT3")),
    pytest.param(4, "*R *R -/R *R *R D/DR D/CDR -/1CDR -/2DR D/3R", marks=clause("CRT4")),
    pytest.param(5, "R/- R/D R/D R/D -/R D/CDR -/CDR -/2DR D/2CD -/3", marks=clause("CRT5")),
    pytest.param(6, "R/D D/DR D/CR D/DR -/DR -/CD D/1CR D/2CR -/2CDR D/3D", marks=clause("CRT6")),
    pytest.param(7, "-/DR C/DR R/CD CD/DR -/CDR D/1CR D/1CDR -/2CDR D/3R -/4D", marks=clause("CRT7")),
]


@pytest.mark.parametrize(("die", "cells"), TABLE)
def test_each_row_of_the_table(die: int, cells: str) -> None:
    assert [odds.result_at(ROWS, place, die, ATTACKER).name for place in range(10)] == cells.split()
    assert [odds.cell_at(ROWS, place, die) for place in range(10)] == cells.split()


def test_dice_beyond_the_table_read_its_last_rows() -> None:
    """B4: 8 or more reads row 7, less than 0 row 0."""
    assert odds.cell_at(ROWS, 9, 9) == odds.cell_at(ROWS, 9, 7) == "-/4D"
    assert odds.cell_at(ROWS, 0, -2) == odds.cell_at(ROWS, 0, 0) == "1D/CD"


@clause("CRTa")
def test_what_the_letters_of_a_cell_mean() -> None:
    assert odds.read_cell("1D/CD") == (Half(1, False, True), Half(0, True, True), None)
    assert odds.read_cell("-/2CDR") == (Half(), Half(2, True, True, True), None)
    assert odds.read_cell("R/-") == (Half(retreat=True), Half(), None)
    assert odds.read_cell("*DR").smaller == Half(0, False, True, True)
    assert {str(half) for cell in map(odds.read_cell, ROWS[0]) for half in cell[:2]} >= {"1D", "CD", "CR", "2R", "-"}


@clause("CRTa")
def test_a_star_hits_the_smaller_force_alone() -> None:
    def hit(smaller: int) -> tuple[str, str]:
        result = odds.result_at(ROWS, CRT.columns.index("1-1"), 3, smaller)
        assert result.name == "*R"
        return str(result.attacker), str(result.defender)

    assert (hit(ATTACKER), hit(DEFENDER), hit(NOBODY)) == (("R", "-"), ("-", "R"), ("-", "-"))
    assert odds.smaller_force(3, 5) == ATTACKER and odds.smaller_force(5, 3) == DEFENDER
    assert odds.smaller_force(3, 3) == ATTACKER and odds.smaller_force(3, 3, NOBODY) == NOBODY


@clause("22.13a")
def test_the_defenders_half_is_read_farther_to_the_right() -> None:
    """A06, and at the end of the table; a star counts for the side that it hits in its own column."""

    def read(name: str, die: int, smaller: int = ATTACKER) -> str:
        return odds.result_at(ROWS, CRT.columns.index(name), die, smaller, 1).name

    assert read("2.5-1", 5) == "-/2CD"
    assert read("4-1", 5) == "-/3"
    assert (read("1-1", 1, ATTACKER), read("1-1", 1, DEFENDER)) == ("CR/-", "CR/R")
    assert (read("1.5-1", 1, ATTACKER), read("1.5-1", 1, DEFENDER)) == ("R/D", "-/D")


def test_results_in_words() -> None:
    result = odds.result_at(ROWS, CRT.columns.index("3-1"), 0, ATTACKER)
    assert (
        odds.means(result, False, True)
        == "attacker: all disrupted; defender: 1 unit eliminated, the rest disrupted, retreat"
    )
    assert odds.means(odds.result_at(ROWS, 0, 4, NOBODY), True, True) == "no effect"
    assert odds.means(odds.result_at(ROWS, 1, 7, NOBODY), True, True).startswith("attacker: one cadred; defender")
