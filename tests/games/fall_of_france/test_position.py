"""Positions of this game: read, written, and what is wrong with them."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france.fortifications import FORTRESS, MINOR, level_of
from meuse.games.fall_of_france.position import MOMENTS
from meuse.games.fall_of_france.setting import HOLLAND, SURRENDERED
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import (
    GAME,
    MAP,
    begin,
    can,
    choices,
    controls,
    disrupted,
    do,
    lay,
    mission,
    supplied,
    where,
)

MARCH = """
phase = "german movement"
disrupted = ["F.X"]
missions = { "G.air1" = "1808", "F.air1" = "1611+1610+1511" }
units = { 1708 = ["G.VI", "G.12HQ"], 1712 = ["F.X"] }
"""
FULL = """
turn = 4
pools = { german = { infantry = 9, armour = 1 } }
countries = { holland = "surrendered" }
control = { german = ["0310"], allied = ["1805"] }
breached = ["1808", "1708/1709"]
built = ["2412", "2313/2312"]
refugees = ["1813", "1813"]
halted = "german-Kluge"
halts = [4]
commandos = { france = 1 }
sealion = ["holland"]
damaged = ["G.air2"]
back = { "G.air2" = 4 }
dead = ["G.III"]
aloft = ["G.FSJ"]
options = { refugees = "yes", fortifications = "yes" }
"""


def level(s: FallState, outside: str, inside: str) -> int | None:
    board = MAP.board
    return level_of(s, board.place(inside), board.direction(board.place(inside), board.place(outside)))


def same(s: FallState) -> FallState:
    """What is read back from what a state writes, if it is the same moment."""
    again = GAME.position(s.position())
    assert isinstance(again, FallState)
    left_out = {"actions": 0, "rolls_made": 0, "seed": ""}
    assert again.dump() | left_out == s.dump() | left_out
    assert list(map(str, again.options)) == list(map(str, s.options))
    return again


def test_a_position_is_laid_out() -> None:
    s = lay(MARCH)
    assert (where(s, "G.VI"), where(s, "F.X"), where(s, "F.XVIII"), s.turn) == ("1708", "1712", "gone", 1)
    assert (mission(s, "G.air1"), mission(s, "F.air1"), mission(s, "G.air2")) == ("1808", "1511+1610+1611", "")
    assert disrupted(s) == {"F.X"}
    assert controls(s, "german", "1708") and controls(s, "allied", "1709") and supplied(s, "F.X")
    assert can(s, "move G.VI") and not can(s, "move F.X")


def test_everything_a_position_can_say() -> None:
    s = lay(FULL + MARCH)
    assert list(s.pools)[:2] == [9, 1] and s.status[HOLLAND] == SURRENDERED
    assert controls(s, "german", "0310") and controls(s, "allied", "1805") and controls(s, "german", "1804")
    assert level(s, "1708", "1808") is None and level(s, "1708", "1709") is None and level(s, "1608", "1709") == MINOR
    assert level(s, "2411", "2412") == FORTRESS and level(s, "2313", "2312") == MINOR
    assert [s.label(hexa) for hexa in s.refugees] == ["1813", "1813"]
    assert MAP.formation_names[s.halted] == "german-Kluge" and list(s.commandos) == [0, 1, 0, 0, 0]
    assert (where(s, "G.air2"), where(s, "G.III"), where(s, "G.FSJ")) == ("damaged", "dead", "aloft")
    assert (where(s, "G.air1"), where(s, "G.1PzO")) == ("ready", "spare")


def test_what_is_written_is_read_back() -> None:
    s = lay(FULL + MARCH)
    same(s)
    do(s, "move G.VI")
    assert choices(same(s), "to") == choices(s, "to")


def test_an_enemy_has_opened_the_fortifications_of_his_hex() -> None:
    s = lay('phase = "german movement"\nunits = { 1709 = ["G.VI"] }')
    assert level(s, "1608", "1709") is None and level(s, "1708", "1807") is not None
    assert "breached" not in s.position()


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_position_begins_at_any_phase(phase: str) -> None:
    s = lay(f'phase = "{phase}"\nturn = 2\nunits = {{ 1407 = ["G.III", "G.12HQ"], 1712 = ["F.X"] }}')
    assert s.turn in (2, 3) and s.decision is not None
    same(s)


def test_a_turn_begins() -> None:
    s = lay('phase = "begin turn"\nturn = 3\nunits = { 1407 = ["G.III", "G.12HQ"], 1712 = ["F.X"] }')
    assert s.turn == 3 and s.pools[0] == 6


def test_set_ups_can_be_written_too() -> None:
    s = begin("last_minute", fortifications="yes", optional_panzers="yes")
    assert 'phase = "setup"' in s.position()
    same(s)
    do(s, "trade F.1DLM", "wall 1711")
    same(s)
    do(s, "facing 1611", "wall 1711", "facing 1710", "done", "place F.X")
    assert where(same(s), "F.1DLM") == "gone"
    do(s, "at 1712")
    same(s)


def test_a_stack_without_an_end_is_followed_by_the_end_of_the_turn() -> None:
    stack = 'stack = [{ step = "open_movement", mover = "allied", mech_ops = false }]'
    s = lay(f'{stack}\nturn = 13\nunits = {{ 1407 = ["G.III", "G.12HQ"], 1712 = ["F.X"] }}')
    do(s, "done")
    assert s.result is not None


WRONG: dict[str, tuple[str, str]] = {
    # name: what is laid out, what is said of it
    "no phase": ("", "phase: '' is no phase"),
    "no such hex": ("units = { 9999 = ['F.X'] }", "there is no hex 9999"),
    "no such unit": ("units = { 1712 = ['F.Y'] }", "there is no unit 'F.Y'"),
    "at sea": ("units = { 0212 = ['F.X'] }", "no ground unit can stand there (sea)"),
    "twice": ("dead = ['F.X']\nunits = { 1712 = ['F.X'] }", "F.X is given twice"),
    "crowded": ("units = { 1712 = ['F.X', 'F.XVIII', 'F.2A1'] }", "8 stacking points; it holds 7 (8.3a)"),
    "mixed": ("units = { 1712 = ['F.X', 'F.XI'] }", "nations or formations are mixed (8.4a)"),
    "enemies": ("units = { 1712 = ['F.X', 'G.III'] }", "enemies share the hex (9.1f)"),
    "air unit on the ground": ("units = { 1712 = ['F.air1'] }", "F.air1 is an air unit"),
    "corps in the air": ("missions = { 'F.X' = '1712' }", "F.X is no air unit"),
    "ready corps": ("ready = ['F.X']", "F.X is no air unit"),
    "no such corner": ("missions = { 'F.air1' = '1510+1610+1611' }", "no corner '1510+1610+1611'"),
    "damaged and flying": ("damaged = ['F.air1']\nmissions = { 'F.air1' = '1712' }", "lies in another box"),
    "disrupted nowhere": ("disrupted = ['F.X']", "disrupted: F.X is not on the map"),
    "German cadre": ("cadred = ['G.III']\nunits = { 1407 = ['G.III'] }", "never cadred (14.4d)"),
    "no line there": ("breached = ['1812/1813']", "1812/1813: there is no fortified hexside"),
    "far apart": ("breached = ['1712/1910']", "these hexes are not adjacent"),
    "Germany surrenders": ("countries = { germany = 'surrendered' }", "germany is neither neutral nor surrenders"),
    "no such formation": ("halted = 'german-99'", "'german-99' is no German formation"),
    "many commandos": ("commandos = { belgium = 3 }", "commandos.belgium: 3 is outside 0 to 1"),
    "surrendered army": (
        "countries = { belgium = 'surrendered' }\nunits = { 1012 = ['B.I'] }",
        "belgian units: their country has surrendered",
    ),
    "no side": ("stack = [{ step = 'open_movement', mover = '', mech_ops = false }]", "a side or hex is empty"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_a_position(case: str) -> None:
    text, says = WRONG[case]
    phase = "" if case == "no phase" or "stack" in text else 'phase = "german movement"\n'
    problems = GAME.problems(f'scenario = "historical"\n{phase}{text}\n')
    assert any(says in problem for problem in problems), problems


def test_all_that_is_wrong_is_said_at_once() -> None:
    problems = GAME.problems('scenario = "historical"\nphase = "x"\nunits = { 1712 = ["F.Y"] }\nhalted = "me"\n')
    assert len(problems) == 3


@pytest.mark.parametrize(("gone", "there"), [("", "spare"), ('gone = ["UK.50"]', "gone")])
def test_a_division_of_the_armoured_corps_lies_aside_or_has_gone_home(gone: str, there: str) -> None:
    """With the corps in play its divisions take no part, unless it was broken up and they have left since (22.9.2)."""
    s = lay(f'phase = "german movement"\noptions = {{ bef_armour = "yes" }}\nunits = {{ 1712 = ["F.X"] }}\n{gone}')
    assert where(s, "UK.50") == where(GAME.position(s.position()), "UK.50") == there
