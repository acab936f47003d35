"""Conditions of counters, turns with dates, and shifts in words."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from meuse.mechanics.tabletop import Condition, shown
from meuse.mechanics.turns import TurnsFile, check_dates, turn_words, turns_chart
from meuse.mechanics.words import columns

FILE = TurnsFile(title="x", players=(), turns=3, dates=["May", "June", "July"], source="the book")


def test_a_counter_shows_all_that_holds_of_it() -> None:
    known = [
        Condition(0b011, "disrupted", look="tilted", badge="D"),
        Condition(0b001, "", done=True),
        Condition(0b100, "halted"),
    ]
    assert shown(0, known) == (("disrupted",), True, ("tilted",), ("D",))
    assert shown(1, known) == (("disrupted",), False, ("tilted",), ("D",))
    assert shown(3, known) == ((), False, (), ())


def test_a_turn_has_its_date() -> None:
    setting = SimpleNamespace(scenario=FILE)
    assert turn_words(SimpleNamespace(turn=2, setting=setting)) == "Turn 2 of 3 · June"
    assert turn_words(SimpleNamespace(turn=0, setting=setting)) == "Before the first turn"


def test_the_chart_of_turns_lists_what_is_due() -> None:
    chart = turns_chart(FILE, [(2, "rain"), (2, "mud"), (9, "never")], "1.0")
    assert chart.rows == (("1", "May", ""), ("2", "June", "rain; mud"), ("3", "July", ""))


def test_every_turn_needs_a_date() -> None:
    noted: list[tuple[str, str]] = []
    check_dates(FILE, lambda place, problem: noted.append((place, problem)))
    short = TurnsFile(title="x", players=(), turns=3, dates=["May"])
    check_dates(short, lambda place, problem: noted.append((place, problem)))
    assert noted == [("dates", "1 dates for 3 turns")]


@pytest.mark.parametrize(("shift", "says"), [(2, "2 columns right"), (-1, "1 column left"), (0, "")])
def test_a_shift_in_words(shift: int, says: str) -> None:
    assert columns(shift) == says
