"""Chapter 8: stacking."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import stacking
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import GAME, MAP, can, clause, do, lay, refusal, where


def place(units: str, more: str = "", phase: str = "german movement", turn: int = 4) -> FallState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{more}\nunits = {{ {units} }}')


def room(s: FallState, units: str, label: str) -> bool:
    pieces = tuple(MAP.piece(unit) for unit in units.split())
    return not stacking.without_room(s, pieces) >> MAP.board.place(label) & 1


def refused(units: str) -> bool:
    """Is a stack in a plain inland hex a defect of a position?"""
    return bool(GAME.problems(f'scenario = "historical"\nphase = "german movement"\nunits = {{ "2420" = [{units}] }}'))


@clause("8.1a", "8.2a")
@pytest.mark.parametrize(
    ("units", "points"),
    [("G.III", 3), ("G.1Pz", 2), ("G.GD", 1), ("G.12HQ", 0), ("UK.51", 2), ("G.III G.1Mtn G.12HQ G.AHQ", 5)],
)
def test_stacking_points(units: str, points: int) -> None:
    s = place('"0506" = ["G.BHQ"]')
    assert stacking.points_of(s, [MAP.piece(unit) for unit in units.split()]) == points


@clause("8.2a", "16.5d")
def test_markers_and_air_units_take_no_room_but_cadres_do() -> None:
    units = '"2420" = ["F.I", "F.1DLM"], "0506" = ["G.BHQ"]'
    s = place(units, 'missions = { "F.air1" = "2420", "G.air1" = "2420" }\ndisrupted = ["F.I"]\ncadred = ["F.1DLM"]')
    assert room(s, "F.9Mot", "2420") and not room(s, "F.9Mot F.25Mot", "2420")
    assert s.crowd[MAP.board.place("2420")] == 5


@clause("8.3a", "8.3b", "8.3c", "2.0i")
@pytest.mark.parametrize(
    ("label", "limit"),
    [("2420", 7), ("1610", 9), ("2018", 9), ("1120", 4), ("0715", 4), ("0818", 9), ("2503", 7), ("0208", 7)],
)
def test_limits(label: str, limit: int) -> None:
    """Seven inland, four on the coast, nine in towns and cities, on the coast too (R26); a lake is no coast."""
    assert place("").limits[MAP.board.place(label)] == limit


@clause("8.3c")
def test_a_coastal_town_may_hold_no_more_than_the_coast_by_ruling() -> None:
    s = place("", 'options = { coastal_urban = "coastal" }')
    assert s.limits[MAP.board.place("0818")] == 4 and s.limits[MAP.board.place("2018")] == 9


@clause("8.3a", "8.3b", "8.3c")
def test_what_finds_no_room() -> None:
    s = place('"2420" = ["F.I", "F.XVI"], "1120" = ["F.III"], "1610" = ["F.X", "F.XVIII", "F.2A1"]')
    assert not room(s, "F.1DLM", "2420") and room(s, "F.1DLM", "2421")
    assert not room(s, "F.2DLM", "1120") and room(s, "F.2DLM F.3DLM F.IV", "2421")
    assert not room(s, "F.2A2", "1610") and not room(s, "F.III F.IV", "1220")


@clause("8.3a", "8.3b", "8.3c", "8.4a", "8.4b")
@pytest.mark.parametrize(
    ("goal", "there", "row"),
    [
        ("2421", ["F.III", "F.IV"], "8.3a"),
        ("1120", ["F.III"], "8.3b"),
        ("2520", ["F.III", "F.IV", "F.V"], "8.3c"),
        ("2421", ["F.X"], "8.4b"),
        ("2421", ["B.I"], "8.4a"),
    ],
)
def test_a_refusal_cites_the_limit_that_the_hex_has(goal: str, there: list[str], row: str) -> None:
    beside = {"2421": "2420", "1120": "1219", "2520": "2420"}[goal]
    units = f'"{goal}" = {there}, "{beside}" = ["F.2DLM"], "2118" = ["F.VII"]'
    s = lay(f'phase = "allied movement"\nturn = 4\nunits = {{ {units} }}')
    do(s, "move F.2DLM")
    assert refusal(s, f"to {goal}") == row


@clause("8.2a", "8.3a", "8.4b", "8.4c")
def test_hqs_are_free_within_their_army() -> None:
    """C12."""
    units = '"2420" = ["G.III", "G.1Mtn", "G.FSJ"], "2419" = ["G.12HQ", "G.AHQ"], "2421" = ["G.16HQ", "G.22"]'
    s = place(units)
    assert s.crowd[MAP.board.place("2420")] == 7
    assert room(s, "G.12HQ", "2420") and room(s, "G.AHQ", "2420")
    assert not room(s, "G.22", "2420") and not room(s, "G.16HQ", "2420")
    do(s, "move G.12HQ", "join G.AHQ", "to 2420", "stop")
    do(s, "move G.16HQ")
    assert refusal(s, "to 2420") == "8.4b" and where(s, "G.AHQ") == "2420"


@clause("8.4a")
@pytest.mark.parametrize(
    ("units", "wrong"),
    [
        ('"F.I", "UK.51"', False),
        ('"B.I", "UK.51"', False),
        ('"N.I", "UK.51"', False),
        ('"F.I", "B.GHQ"', True),
        ('"F.I", "N.Lt"', True),
        ('"B.I", "N.Lt"', True),
        ('"F.2A1", "UK.51", "B.GHQ"', True),
        ('"B.I", "B.GHQ"', False),
        ('"N.I", "N.Lt", "N.MST"', False),
    ],
)
def test_only_the_bef_stacks_with_another_nation(units: str, wrong: bool) -> None:
    assert refused(units) == wrong


@clause("8.4b", "2.0c")
@pytest.mark.parametrize(
    ("units", "wrong"),
    [
        ('"F.I", "F.1DLM"', False),
        ('"F.I", "F.III"', True),
        ('"F.I", "F.1DCR", "F.MTY"', False),  # white ones fit any (R28)
        ('"F.1DLM", "F.2DLM", "F.1DCR"', True),
        ('"G.III", "G.VI"', False),
        ('"G.III", "G.VII"', True),
        ('"G.1Pz", "G.5Pz"', True),
    ],
)
def test_one_formation_a_stack(units: str, wrong: bool) -> None:
    assert refused(units) == wrong


@clause("8.4c")
@pytest.mark.parametrize(
    ("units", "wrong"),
    [
        ('"G.XL", "G.III"', False),
        ('"G.XL", "G.IV"', True),
        ('"G.IX", "G.IV"', False),
        ('"G.IX", "G.XL"', True),
        ('"G.13Mot", "G.III", "G.5Pz"', True),
        ('"G.I", "G.X"', False),
        ('"G.I", "G.XL"', False),
        ('"G.FSJ", "G.9Pz", "G.I"', False),
        ('"G.FSJ", "G.9Pz", "G.3Pz"', True),
    ],
)
def test_units_without_a_formation_keep_to_their_army_group(units: str, wrong: bool) -> None:
    assert refused(units) == wrong


def test_closer_cooperation_lets_all_allied_nations_stack() -> None:
    s = place('"2420" = ["F.I"], "2421" = ["B.I"]', 'options = { cooperation_stacking = "yes" }')
    assert room(s, "B.GHQ N.Lt", "2420") and not room(s, "F.2DLM", "2420")


@clause("8.5a")
def test_a_stack_that_finds_no_room_cannot_even_pass() -> None:
    """A17: in 1607 the pair must split; the corps goes on alone, and no zone counts where friends stand."""
    units = '"1708" = ["G.VI", "G.12HQ"], "1407" = ["G.XVIII", "G.1Mtn"], "1709" = ["F.MTY"], "1807" = ["F.CAC"]'
    s = place(units, 'disrupted = ["G.VI"]', turn=2)
    do(s, "move G.XVIII", "join G.1Mtn", "to 1508", "to 1607")
    assert [s.left[MAP.piece(unit)] for unit in ("G.XVIII", "G.1Mtn")] == [1, 2]
    assert refusal(s, "to 1708") == "8.3a"
    do(s, "drop G.1Mtn", "to 1708")
    assert (where(s, "G.XVIII"), where(s, "G.1Mtn")) == ("1708", "1607")
    assert s.left[MAP.piece("G.XVIII")] == 0 and s.decision is not None and s.decision.step == "movement"
    do(s, "move G.1Mtn")
    assert refusal(s, "to 1708") == "8.3a"


@clause("8.5a")
def test_a_full_hex_is_no_way_through() -> None:
    for units, spent in (('"2419" = ["G.VI"], ', 2), ('"2421" = ["G.VI", "G.XVIII"], ', 3)):
        s = place(f'{units}"2420" = ["G.III"], "0506" = ["G.AHQ"]')
        do(s, "move G.III", "to 2422")
        assert s.left[MAP.piece("G.III")] == 5 - spent


@clause("22.2a")
@pytest.mark.parametrize(("rules", "open_"), [("", False), ('options = { cooperation_stacking = "yes" }', True)])
def test_closer_cooperation_lets_allied_nations_stack_but_no_french_armies(rules: str, open_: bool) -> None:
    units = '"1217" = ["F.III"], "1116" = ["B.V"], "1216" = ["F.X"], "2018" = ["F.VII"]'
    s = lay(f'phase = "allied movement"\nturn = 3\n{rules}\nunits = {{ {units} }}')
    do(s, "move F.III")
    assert can(s, "to 1116") == open_
    assert not can(s, "to 1216")
    assert refusal(s, "to 1216") == "8.4b"
