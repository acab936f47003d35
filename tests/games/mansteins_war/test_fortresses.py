"""Chapter 17: what fortifications give their first owner, and how they are lost."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import control, fortresses, victory
from meuse.games.mansteins_war.events import Counterattacked
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, controls, do, hexes, lay, refusal, steps, where


def combat(units: str, more: str = "", side: str = "german") -> MansteinState:
    stack = f'stack = [{{ step = "extend" }}, {{ step = "open_combat", mover = "{side}" }}]\noperator = "{side}"\n'
    return lay(f"{stack}turn = 2\nunits = {{ {units} }}\n{more}")


def movement(units: str, side: str = "german") -> MansteinState:
    stack = f'stack = [{{ step = "extend" }}, {{ step = "open_movement", mover = "{side}" }}]\noperator = "{side}"\n'
    return lay(f"{stack}turn = 2\nunits = {{ {units} }}")


def shifts_of(state: MansteinState, action: str = "assault") -> dict[str, str]:
    """The shifts of the combat, by what they are called."""
    preview = state.preview(action)
    assert preview is not None
    return {factor.name: factor.value for factor in preview.factors if factor.value[-1] in "LR"}


def attack(units: str, target: str, *attackers: str, more: str = "", side: str = "german") -> MansteinState:
    """An attack by some of those who could take part, ready for the choice of a table."""
    s = combat(units, more, side)
    do(s, f"attack {target}", *(f"commit {unit}" for unit in attackers))
    return s


@clause("17.0a")
def test_forts_belong_to_the_side_that_had_them_at_the_start() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 2\ncontrol = { german = ["1640"], allied = ["1636"] }')
    assert {"1636", "1839"} <= hexes(fortresses.intact(s, GERMAN))
    assert {"1640", "1537", "1530"} <= hexes(fortresses.intact(s, ALLIED))


# in defence


@clause("17.0c")
def test_one_more_column_than_the_terrain() -> None:
    """F56."""
    units = '1636 = ["F.1A"], 1537 = ["G.15"], 1635 = ["G.16"], 1535 = ["G.14"]'
    there = attack('1537 = ["B.1"], 1636 = ["G.15"], 1536 = ["G.16"]', "1537", "G.15")
    gone = attack('1537 = ["B.1"], 1636 = ["G.15"], 1536 = ["G.16"]', "1537", "G.15", more='destroyed = ["1537"]')
    assert set(shifts_of(there)) - set(shifts_of(gone)) == {MAP.tables.terrain["minor_fort"].name}
    assert shifts_of(there)[MAP.tables.terrain["minor_fort"].name] == "1L"
    foreign = attack(units, "1636", "G.15")
    assert MAP.tables.terrain["minor_fort"].name not in shifts_of(foreign)  # a German fort that Allies have entered


@clause("17.0d")
def test_fortresses_must_be_assaulted() -> None:
    """F38."""
    units = '1537 = ["B.1"], 1636 = ["G.15"], 1536 = ["G.16"]'
    assert refusal(attack(units, "1537", "G.15"), "mobile") == "10.2c"
    assert can(attack(units, "1537", "G.15", more='destroyed = ["1537"]'), "mobile")


@clause("17.0e")
def test_defenders_may_hold_their_fortress() -> None:
    """DD: they lose two steps and stay."""
    units = '1537 = ["F.1A"], 1636 = ["G.15", "G.16"], 1538 = ["G.19", "G.41"], 1536 = ["G.14"]'
    s = attack(units, "1537", "G.15", "G.16", "G.19", "G.41", more='flying = { "G.air8" = "1537" }')
    preview = s.preview("assault")
    assert preview is not None and preview.chance("DD")
    die = next(outcome.rolls[0] for outcome in preview.outcomes if outcome.name == "DD")
    do(s, "assault", rolls=[die])
    assert s.to_act == "allied" and can(s, "hold") and can(s, "retreat F.1A")
    do(s, "hold")
    assert where(s, "F.1A") == "1537" and steps(s, "F.1A") == 2


@clause("17.0e")
def test_attackers_in_a_fortress_may_hold_it_those_outside_may_not() -> None:
    """AD: two steps, and a retreat that only the unit in the fortress may ignore."""
    units = '1537 = ["B.1"], 1437 = ["B.2"], 1538 = ["G.15"], 1438 = ["B.3"]'
    s = attack(units, "1538", "B.1", "B.2", side="allied")
    do(s, "assault", "reduce B.1", "reduce B.2", "hold", rolls=[3])
    assert choices(s, "fall_back") and not can(s, "hold")
    do(s, "fall_back 1436")
    assert (where(s, "B.1"), where(s, "B.2")) == ("1537", "1436")


@clause("17.0f")
def test_a_long_retreat_may_end_in_a_fortress() -> None:
    """DZ: a retreat of two hexes; Namur is one away."""
    stack = 'stack = [{ step = "extend" }, { step = "retreat", piece = "B.1", required = 2, path = ["1437"] }]\n'
    s = lay(f'{stack}operator = "german"\nturn = 2\nunits = {{ 1437 = ["B.1"], 1538 = ["G.15"] }}')
    do(s, "fall_back 1436")
    assert can(s, "stop") and choices(s, "fall_back")
    do(s, "stop")
    assert where(s, "B.1") == "1436"


@pytest.mark.parametrize(
    ("reading", "fort", "ends"),
    [("all", "minor", True), ("all", "major", True), ("major", "minor", False), ("major", "major", True)],
)
@clause("17.0g", "22.1g")
def test_counterattacks_from_fortresses(reading: str, fort: str, ends: bool) -> None:
    """E11: by the usual reading the combat ends in any intact fort, by the other in a major one only (R72)."""
    target, units = {
        "minor": ("1537", '1537 = ["B.1"], 1636 = ["G.15"], 1538 = ["G.14"]'),
        "major": ("1840", '1840 = ["F.21"], 1839 = ["G.15"], 1940 = ["G.14"]'),
    }[fort]
    s = attack(units, target, "G.15", more=f'options = {{ fort_counterattack = "{reading}" }}')
    preview = s.preview("assault")
    assert preview is not None
    die = next(outcome.rolls[0] for outcome in preview.outcomes if outcome.name == "CA")
    do(s, "assault", rolls=[die, 3] if not ends else [die])
    assert (not any(isinstance(event, Counterattacked) for event in s.events)) == ends


# 17.1: destruction


@clause("17.1a")
def test_an_enemy_who_enters_destroys_a_fortress_for_good() -> None:
    """F57: and the hex still scores."""
    s = movement('1839 = ["G.15"]')
    do(s, "move G.15", "to 1840", "stop")
    assert hexes(s.destroyed) == {"1840"} and controls(s, "german", "1840")
    assert victory.total(s, GERMAN) == 1
    control.enter(s, (MAP.piece("F.1A"),), (MAP.board.place("1840"),))
    assert not fortresses.stands(s, MAP.board.place("1840"))


@clause("17.1a")
def test_logistics_units_destroy_fortresses_too() -> None:
    """E8: but they do not take control."""
    s = movement('1636 = ["G.LogB"]')
    do(s, "move G.LogB", "to 1537")
    assert hexes(s.destroyed) == {"1537"} and controls(s, "allied", "1537")


@clause("17.1a")
def test_friends_and_passers_by() -> None:
    s = movement('1437 = ["B.1"]', "allied")
    do(s, "move B.1", "to 1537")
    assert not s.destroyed


@clause("17.1b")
def test_the_city_of_a_destroyed_fortress_still_helps() -> None:
    units = '1537 = ["B.1"], 1636 = ["G.15"], 1536 = ["G.16"]'
    city = MAP.tables.terrain["city"].name
    destroyed = 'destroyed = ["1537"]\n'
    assert shifts_of(attack(units, "1537", "G.15", more=destroyed))[city] == "1L"
    assert city not in shifts_of(attack(units, "1537", "G.15", more=destroyed + 'bombed = ["1537"]'))


@clause("22.4c", "22.4e")
def test_a_bombed_city_keeps_its_rivers_but_not_its_own_column() -> None:
    units = '0941 = ["F.1A"], 0940 = ["G.15"], 0942 = ["G.16"]'
    plain, bombed = (attack(units, "0941", "G.15", more=more) for more in ("", 'bombed = ["0941"]'))
    assert set(shifts_of(plain)) - set(shifts_of(bombed)) == {MAP.tables.terrain["city"].name}
    assert MAP.tables.terrain["river"].name in shifts_of(bombed)


@clause("19.1d", "10.2c")
def test_special_forces_open_the_mobile_table() -> None:
    """E9: no fort shift, and the fortress unit must give way and is lost."""
    more = 'available = ["G.Koch"]\nflying = { "G.air1" = "1537" }'
    s = combat('1537 = ["B.EE"], 1636 = ["G.15"], 1536 = ["G.16"]', more)
    do(s, "attack 1537", "commit G.15", "done", "send G.Koch", rolls=[4])
    assert can(s, "mobile") and MAP.tables.terrain["minor_fort"].name not in shifts_of(s)
    do(s, "mobile", rolls=[5])  # DW, which would be a stalemate against an intact fort
    assert where(s, "B.EE") == "dead" and steps(s, "G.15") == 2
