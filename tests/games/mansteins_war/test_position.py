"""Positions of this game: what can be said, what is understood, and what is refused."""

from __future__ import annotations

import pytest

from .kit import GAME, active, controls, lay, where


def test_units_of_activated_commands_are_active_unless_the_text_says_otherwise() -> None:
    units = 'units = { 1837 = ["G.12A", "G.19"], 1934 = ["G.9A"] }\nturn = 2\nbin = ["1AG"]\noperator = "german"\n'
    stack = 'stack = [{ step = "extend" }]\n'
    assert active(lay(stack + units)) == {"G.12A", "G.19", "G.9A"}
    assert active(lay(stack + units + 'commands = ["HGA"]')) == {"G.12A"}
    assert active(lay(stack + units + 'marker = ["Rommel"]\nactive = ["G.19"]')) == {"G.19"}


def test_units_control_their_hexes_and_destroy_forts() -> None:
    s = lay('phase = "refit"\nunits = { 1740 = ["G.15"], 1336 = ["G.LogA"] }\ncontrol = { german = ["1639"] }')
    assert controls(s, "german", "1740") and controls(s, "german", "1639") and controls(s, "allied", "1336")
    assert s.destroyed == 1 << s.setting.board.place("1740")


@pytest.mark.parametrize(
    ("text", "where_"),
    [
        ('units = { 1432 = ["G.air1"] }', "units, 1432"),
        ('units = { 0735 = ["G.15"] }', "units, 0735"),
        ('units = { 1432 = ["G.15", "F.1A"] }', "units, 1432"),
        ('units = { 1437 = ["G.4A"] }', "units, 1437"),
        ('flying = { "G.15" = "1432" }', "flying"),
        ('bin = ["HGX"]', "bin"),
        ('available = ["G.15"]', "available"),
        ("points = { french = 99 }", "points.french"),
        ('marker = ["HGA", "HGB"]', "marker"),
    ],
)
def test_defects_are_named(text: str, where_: str) -> None:
    problems = GAME.problems(f'scenario = "campaign"\nphase = "refit"\n{text}\n')
    assert [problem.partition(": ")[0] for problem in problems] == [where_]


def test_a_command_segment_needs_its_marker() -> None:
    problems = GAME.problems('scenario = "campaign"\nphase = "german command"\nturn = 2\n')
    assert [problem.partition(": ")[0] for problem in problems] == ["marker"]
    s = lay('phase = "german movement"\nturn = 2\nunits = { 1934 = ["G.15"] }')  # without one everybody is active
    assert lay(s.position()).hash() == s.hash()


def test_air_units_fly_over_hexes() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 2\nflying = { "G.air1" = "1439" }\navailable = ["F.ZOAN"]')
    assert (where(s, "F.ZOAN"), where(s, "G.air1")) == ("available", "flying")
    assert s.skies[0] == s.setting.board.place("1439")
