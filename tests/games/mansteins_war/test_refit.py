"""Chapter 14: refit points, what they buy, and air units that arrive."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import refit
from meuse.games.mansteins_war.setting import ALLIED, FRENCH, GERMAN, GERMANS

from .kit import MAP, can, choices, clause, do, lay, refusal, steps, where


def phase(text: str, side: str = "german") -> str:
    """The decisions of a side in the Refit Phase."""
    return f'stack = [{{ step = "extend" }}, {{ step = "refit", mover = "{side}" }}]\nturn = 3\n{text}'


@clause("14.1b", "14.0c")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (5, 8), (9, 10)])
def test_points_are_received_up_to_the_end_of_the_track(before: int, after: int) -> None:
    s = lay(f'stack = [{{ step = "extend" }}]\nturn = 3\npoints = {{ german = {before} }}')
    refit.receive(s, GERMAN)
    assert s.points[GERMANS] == after


@clause("14.2a", "14.2b", "3.7d")
@pytest.mark.parametrize(
    ("more", "german", "french"),
    [
        ("", 3, 2),
        ('control = { allied = ["1934"], german = ["0941"] }', 0, 0),
        ('units = { 1833 = ["F.21"] }', 0, 2),  # the Ruhr is contested
        ('surrendered = ["france"]', 3, 0),
    ],
)
def test_ruhr_and_paris(more: str, german: int, french: int) -> None:
    s = lay(f'stack = [{{ step = "extend" }}]\nturn = 3\n{more}')
    assert (refit.income(s, GERMANS), refit.income(s, FRENCH)) == (german, french)


@clause("14.3a", "14.3b", "14.3d")
@pytest.mark.parametrize(("enemy", "cost"), [("", 1), (', 1738 = ["F.21"]', 2)])
def test_a_step_costs_one_point_or_two(enemy: str, cost: int) -> None:
    s = lay(phase(f'points = {{ german = 3 }}\nunits = {{ 1737 = ["G.19:1"]{enemy} }}'))
    do(s, "refit G.19")
    assert steps(s, "G.19") == 2 and s.points[GERMANS] == 3 - cost


@clause("14.3d")
def test_an_army_is_built_up_step_by_step() -> None:
    s = lay(phase('points = { german = 3 }\nunits = { 1837 = ["G.4A:1"] }'))
    do(s, "refit G.4A", "refit G.4A", "refit G.4A")
    assert steps(s, "G.4A") == 4


@clause("14.3b", "7.1c")
def test_a_garrisoned_fortress_is_in_no_zone() -> None:
    s = lay(phase('points = { german = 1 }\nunits = { 1839 = ["G.Saar", "G.1A:1"], 1840 = ["F.3A"] }'))
    assert can(s, "refit G.1A")


@clause("14.3c", "15.5e")
def test_an_unsupported_unit_cannot_refit() -> None:
    s = lay(phase('points = { german = 9 }\nunits = { 0941 = ["G.19:1"], 1737 = ["G.41:1"] }'))
    assert refusal(s, "refit G.19") == "14.3c"


@clause("14.3b", "2.6d")
def test_each_nation_has_its_own_points() -> None:
    s = lay(phase('points = { french = 1 }\nunits = { 1038 = ["F.21:1"], 0936 = ["UK.2:1"] }', "allied"))
    assert choices(s, "refit") == {"F.21"} and refusal(s, "refit UK.2") == "14.3b"


@clause("14.3e", "14.3g")
def test_only_logistics_units_are_rebuilt() -> None:
    s = lay(phase('points = { german = 5 }\ndead = ["G.LogA", "G.19"]'))
    assert choices(s, "replace") == {"G.LogA"} and refusal(s, "refit G.19") == "14.3g"
    do(s, "replace G.LogA")
    assert where(s, "G.LogA") == "waiting" and s.due[MAP.piece("G.LogA")] == 3 and s.points[GERMANS] == 4


@clause("14.3f")
def test_air_units_cost_two() -> None:
    s = lay(phase('points = { german = 3 }\navailable = ["G.air1:1", "G.air2:1"]'))
    do(s, "refit G.air1")
    assert s.points[GERMANS] == 1 and steps(s, "G.air1") == 2
    assert s.agenda[-1].name == "extend"  # one point buys nothing more


@clause("13.5a", "28.2e")
def test_fighter_command_arrives_in_the_refit_phase() -> None:
    option = 'options = { fighter_command = "yes" }\nwaiting = ["UK.FC"]\ndue = { "UK.FC" = 3 }'
    stack = 'stack = [{ step = "extend" }, { step = "open_refit", mover = "allied" }]\nturn = 3\n'
    assert where(lay(stack + option), "UK.FC") == "available"
    assert where(lay(stack.replace("turn = 3", "turn = 2") + option), "UK.FC") == "waiting"


@clause("14.0b", "4.1d", "5.3d")
def test_both_sides_refit_the_initiative_first() -> None:
    units = 'units = { 1737 = ["G.19:1"], 1038 = ["F.21:1"] }'
    s = lay('phase = "refit"\nturn = 3\npoints = { german = 1, french = 1 }\n' + units)
    assert s.to_act == "german"
    do(s, "done")
    assert s.to_act == "allied" and s.agenda[-1].mover == ALLIED
