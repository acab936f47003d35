"""Chapter 9.3: assaults on fortifications that nobody holds."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import assault, fortifications
from meuse.games.fall_of_france.events import Assaulted, Skirmished
from meuse.games.fall_of_france.fortifications import FORTRESS, MAJOR, MINOR
from meuse.games.fall_of_france.setting import ALLIED, GERMAN
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import MAP, can, choices, clause, controls, disrupted, do, lay, refusal, where

EXAMPLE = """
turn = 1
missions = { "G.air1" = "1808" }
phase = "german movement"
[units]
1507 = ["G.III", "G.VI", "G.12HQ"]
1709 = ["F.MTY"]
1807 = ["F.CAC", "F.THIO"]
1908 = ["F.VI", "F.XLII"]
2018 = ["F.I"]
"""


def hexa(label: str) -> int:
    return MAP.board.place(label)


def walls(s: FallState, label: str) -> set[str]:
    """The neighbours toward which a hex is fortified."""
    board, inside = MAP.board, hexa(label)
    return {
        board.labels[beyond]
        for direction in range(6)
        if fortifications.level_of(s, inside, direction) is not None
        and (beyond := board.beside(inside, direction)) is not None
    }


def left(s: FallState, unit: str) -> int:
    return s.left[MAP.piece(unit)]


def at_the_line() -> FallState:
    """The example of play: a stack in front of the Maginot Line."""
    s = lay(EXAMPLE)
    do(s, "move G.III", "join G.VI", "join G.12HQ", "to 1708")
    return s


@clause("9.3j", "9.3k", "9.3d", "9.3c")
def test_the_breach_of_the_major_line() -> None:
    """Example A14: 3, +1 air, +1 HQ, -1 major line is 4: a breach, and the corps is disrupted."""
    s = at_the_line()
    assert choices(s, "assault") == {"1808"}
    do(s, "assault 1808")
    assert choices(s, "commit") == {"G.III", "G.VI"}  # which unit is a choice; an HQ cannot
    do(s, "commit G.VI")
    preview = s.preview("fight")
    assert preview is not None
    assert [(f.name, f.value) for f in preview.factors] == [
        ("major fortified line", "-1"),
        ("air support", "+1"),
        ("HQ support", "+1"),
    ]
    assert [o.name for o in preview.outcomes] == [
        *["no breach"] * 2,
        "breach, the unit is disrupted",
        *["breach"] * 3,
    ]
    before = walls(s, "1808"), walls(s, "1807"), walls(s, "1709")
    do(s, "fight", rolls=[3])
    assert disrupted(s) == {"G.VI"}
    assert (walls(s, "1808"), walls(s, "1807"), walls(s, "1709")) == (before[0] - {"1708"}, *before[1:])
    assert [left(s, unit) for unit in ("G.III", "G.VI", "G.12HQ")] == [2, 0, 1]
    do(s, "stop")
    assert refusal(s, "move G.VI") == "16.1a"


@clause("9.3a", "9.1c")
def test_the_headquarters_stops_for_want_of_points() -> None:
    """Example A15."""
    s = at_the_line()
    assert refusal(s, "to 1808") == "9.3a"
    do(s, "assault 1808", "commit G.VI", "fight", rolls=[3])
    do(s, "drop G.III")
    assert refusal(s, "to 1808") == "9.1c"


@clause("9.3i", "9.3f")
def test_entering_through_the_breach_opens_the_whole_hex() -> None:
    """Example A16."""
    s = lay('built = ["1809/1808"]' + EXAMPLE)
    do(s, "move G.III", "join G.VI", "join G.12HQ", "to 1708", "assault 1808", "commit G.VI", "fight", rolls=[4])
    assert walls(s, "1808") == {"1809"} and where(s, "G.VI") == "1708" and not controls(s, "german", "1808")
    do(s, "drop G.12HQ")
    do(s, "to 1808")
    assert walls(s, "1808") == set() and controls(s, "german", "1808") and left(s, "G.III") == 0
    assert s.to_act == "allied"  # who defends: three stacks reach the hex
    assert choices(s, "defend") == {"1709", "1807", "1908"}


@clause("9.3b")
def test_a_unit_tries_once_but_others_may_try_after_it() -> None:
    s = lay(EXAMPLE)
    do(s, "move G.III", "join G.VI", "to 1708", "assault 1808", "commit G.III", "fight", rolls=[2])
    assert disrupted(s) == set() and walls(s, "1808") == {"1708"}  # 2 + 1 - 1: no breach
    assert left(s, "G.III") == 0 and refusal(s, "join G.III") != ""
    events = do(s, "assault 1808", "fight", rolls=[6])  # only VI is left to do it
    assert [event.piece for event in events if isinstance(event, Assaulted)] == [MAP.piece("G.VI")]
    assert walls(s, "1808") == set()
