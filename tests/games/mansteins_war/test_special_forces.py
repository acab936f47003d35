"""Chapter 19: special forces."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine import closed
from meuse.games.mansteins_war import fortresses, special_forces
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, begin, clause, lay, units, where

LIEGE = MAP.eben_emael


def before(more: str = "", forces: str = '"G.Koch", "G.BB"') -> MansteinState:
    text = 'stack = [{ step = "extend" }]\nturn = 2\noperator = "german"\n'
    return lay(f"{text}available = [{forces}]\nunits = {{ 1537 = [{UNITS}], 1636 = ['G.15'] }}\n{more}")


UNITS = '"B.EE"'


@clause("19.0a")
def test_special_forces_are_available_from_the_start() -> None:
    """F60."""
    s = begin("keep PlanD", "ready", "keep Manstein", "ready")
    assert units(s, special_forces.available(s, GERMAN)) == {"G.Koch", "G.BB"}
    assert not special_forces.available(s, ALLIED)


@clause("19.0b", "19.1c")
def test_they_need_an_enemy_force_in_an_intact_enemy_fortification() -> None:
    assert units(before(), special_forces.usable(before(), GERMAN, LIEGE)) == {"G.Koch", "G.BB"}
    assert not special_forces.usable(before('destroyed = ["1537"]'), GERMAN, LIEGE)
    assert not special_forces.usable(before(), GERMAN, MAP.board.place("1436"))  # Namur is empty
    assert not special_forces.usable(before(), ALLIED, MAP.board.place("1636"))


@clause("19.0b")
def test_bars_and_uses_agree() -> None:
    for more in ("", 'destroyed = ["1537"]'):
        for target in (LIEGE, MAP.board.place("1436")):
            s = before(more)
            shut = closed(special_forces.bars(s, GERMAN, target))
            open_forces = (MAP.forces_of[GERMAN] | MAP.forces_of[ALLIED]) & ~shut
            assert open_forces == special_forces.usable(s, GERMAN, target)


@pytest.mark.parametrize(("unit", "die", "success"), [("G.BB", 3, True), ("G.BB", 4, False), ("G.Koch", 4, True)])
@clause("19.0c", "19.1a", "19.1b", "19.1d")
def test_strike(unit: str, die: int, success: bool) -> None:
    """F59: the fortress unit stays, and the special forces are gone both times."""
    s = before()
    s.dice.script([die])
    assert special_forces.strike(s, MAP.piece(unit), LIEGE) == success
    assert fortresses.stands(s, LIEGE) != success
    assert where(s, "B.EE") == "1537" and where(s, unit) == "gone"


@clause("19.0d")
def test_each_is_used_once() -> None:
    s = before()
    s.dice.script([6])
    special_forces.strike(s, MAP.piece("G.BB"), LIEGE)
    assert units(s, special_forces.usable(s, GERMAN, LIEGE)) == {"G.Koch"}


@clause("19.0c")
def test_odds() -> None:
    assert special_forces.preview(before(), MAP.piece("G.Koch")).chance("success") == Fraction(2, 3)
