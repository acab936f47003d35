"""What must be true between two decisions: a state that breaks it is found out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meuse.games.victory_or_defeat.setting import BELGIUM, DEAD, GERMAN
from meuse.games.victory_or_defeat.state import CAPITULATED, WarState
from tests.games.victory_or_defeat.kit import GAME, lay

FRONT = """
phase = "german combat"
turn = 4
countries = { belgium = 1 }
units = { 2831 = ["F.I", "F.II"], 2931 = ["G.19"], 2935 = ["G.I", "G.II", "G.III"], 3134 = ["B.I"], 3628 = ["UK.I"] }
"""
SETTING = GAME.setting("1940")


def piece(name: str) -> int:
    return int(SETTING.piece(name))


def place(label: str) -> int:
    return SETTING.board.place(label)


def lost_control(s: WarState) -> None:
    s.set_control(s.control[GERMAN] & ~(1 << place("2931")), s.control[1] | 1 << place("2931"))


BROKEN: dict[str, Callable[[WarState], object]] = {
    "F.I lies in 2831 but is noted elsewhere": lambda s: s.where.__setitem__(piece("F.I"), place("2731")),
    "F.I has 0 steps": lambda s: s.steps.__setitem__(piece("F.I"), 0),
    "masks: not those of the stacks": lambda s: s.masks.__setitem__(GERMAN, 0),
    "7 pieces are noted on the map, 8 lie there": lambda s: s.where.__setitem__(piece("F.I"), DEAD),
    "a piece is in a box of another scenario": lambda s: s.where.__setitem__(piece("g.5"), DEAD),
    "4219: no unit can stand there": lambda s: s.shift(piece("G.19"), place("4219")),
    "2931: enemies share the hex (6.2c)": lambda s: s.shift(piece("F.I"), place("2931")),
    "2626: belgian units stay in or next to their country (3.6k)": lambda s: s.shift(piece("B.I"), place("2626")),
    "3134: belgian units: their country has capitulated (4.3c)": lambda s: s.set_status(BELGIUM, CAPITULATED),
    "2935: more than 3 units (chapter 6)": lambda s: s.shift(piece("G.19"), place("2935")),
    "german units stand in ['2931'] without control": lost_control,
    "both sides control ['2931']": lambda s: s.set_control(s.control[0], s.control[1] | 1 << place("2931")),
    "a German hex that was never German": lambda s: setattr(s, "ever_german", 0),
    "3 victory points for (), 0 British, 0 mechanized": lambda s: setattr(s, "vp", 3),
    "a point scored twice: ('paris', 'paris')": lambda s: setattr(s, "scored", ("paris", "paris")),
    "turn is 14, outside 0 to 13": lambda s: setattr(s, "turn", 14),
    "german_replacements is -1, outside 0 to 8": lambda s: setattr(s, "german_replacements", -1),
    "shipped is 5, outside 0 to 4": lambda s: setattr(s, "shipped", 5),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_state_is_found_out(fault: str) -> None:
    s = lay(FRONT)
    assert GAME.faults(s) == []
    BROKEN[fault](s)
    assert fault in GAME.faults(s)


def test_during_movement_a_hex_may_hold_too_many() -> None:
    s = lay(FRONT.replace("combat", "movement"))
    s.shift(piece("G.19"), place("2935"))
    assert GAME.faults(s) == []


def test_germans_abroad_are_found_out_where_they_must_stay() -> None:
    s = lay('scenario = "1939"\nphase = "german movement"\nunits = { 2534 = ["g.5"], 2434 = ["f.5"] }')
    s.shift(piece("g.5"), place("2533"))
    s.set_control(s.control[0] | 1 << place("2533"), s.control[1] & ~(1 << place("2533")))
    s.ever_german |= 1 << place("2533")
    assert GAME.faults(s) == ["2533: German units may not leave Germany in 1939 (3.5e)"]
