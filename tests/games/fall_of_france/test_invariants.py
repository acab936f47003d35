"""What must be true between two decisions: a state that breaks it is found out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meuse.games.fall_of_france.fortifications import MINOR, with_side
from meuse.games.fall_of_france.setting import BELGIUM, DAMAGED, DEAD, NEUTRAL, READY, SURRENDERED, UNPLACED
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.supply import network
from tests.games.fall_of_france.kit import GAME, MAP, lay

FRONT = """
phase = "german combat"
turn = 3
missions = { "G.air1" = "1808" }
ready = ["F.air1"]
dead = ["G.II"]
aloft = ["G.FSJ"]
units = { 1507 = ["G.III", "G.VI", "G.12HQ"], 1407 = ["G.VIII"], 1712 = ["F.X"], 1012 = ["B.II"], 1117 = ["UK.I"] }
"""
piece, place = MAP.piece, MAP.board.place


def note(field: str, unit: str, value: int) -> Callable[[FallState], object]:
    return lambda s: getattr(s, field).__setitem__(piece(unit), value)


def mark(field: str, unit: str) -> Callable[[FallState], object]:
    return lambda s: setattr(s, field, getattr(s, field) | 1 << piece(unit))


def move(unit: str, label: str) -> Callable[[FallState], object]:
    return lambda s: s.shift(piece(unit), place(label))


def wall(s: FallState, inside: str, outside: str) -> None:
    s.walls = with_side(s.walls, MINOR, place(inside), MAP.board.direction(place(inside), place(outside)))


def both(*changes: Callable[[FallState], object]) -> Callable[[FallState], object]:
    return lambda s: [change(s) for change in changes]


def status(country: int, value: int) -> Callable[[FallState], object]:
    return lambda s: s.set_status(country, value)


def lay_in(unit: str, label: str) -> Callable[[FallState], object]:
    return lambda s: s.put(piece(unit), place(label))


def take(label: str) -> Callable[[FallState], object]:
    return lambda s: setattr(s, "taken", s.taken | 1 << place(label))


def forget(s: FallState) -> None:
    """A change that nobody was told of."""
    network(s)
    s.cadred |= 1 << piece("F.X")


def claim(s: FallState) -> None:
    s.claims = ((piece("UK.I"),), (piece("UK.I"),))


BROKEN: dict[str, Callable[[FallState], object]] = {
    "F.X lies in 1712 but is noted elsewhere": note("where", "F.X", 77),
    "held: not those of the stacks": lambda s: s.held.__setitem__(0, 0),
    "crowd: not those of the stacks": lambda s: s.crowd.__setitem__(place("1712"), 0),
    "turn is 14, outside 0 to 13": lambda s: setattr(s, "turn", 14),
    "0920: enemies share the hex (9.1f)": both(move("F.X", "0920"), move("G.III", "0920")),
    "0212: no ground unit can stand there": move("F.X", "0212"),
    "1507: 9 stacking points; it holds 7 (8.3a)": lay_in("G.XVIII", "1507"),
    "1407: its units may not stack: nations or formations are mixed (8.4a)": move("G.III", "1407"),
    "1012: belgian units: their country has surrendered": status(BELGIUM, SURRENDERED),
    "1013: belgium is neutral; say under countries that it is at war": both(
        status(BELGIUM, NEUTRAL), move("F.X", "1013")
    ),
    "1313: belgian units are neutral and stay in their country (6.0c)": both(
        status(BELGIUM, NEUTRAL), move("B.II", "1313")
    ),
    "a counter has lost steps, and none has any to lose": note("steps", "G.II", 0),
    "G.II is in a box of air units": note("where", "G.II", READY),
    "G.II has not been set up": note("where", "G.II", UNPLACED),
    "G.V is held for a landing and is not airborne (20.1i)": note("where", "G.V", -8),
    "G.V was lost for good and is not dead (R37)": mark("lost_for_good", "G.V"),
    "G.air1 flies a mission and is not ready": note("where", "G.air1", DEAD),
    "F.air1: damaged units, and no others, have a turn in which they come back (13.2b)": note(
        "where", "F.air1", DAMAGED
    ),
    "F.air1 is an air unit in a place for ground units": note("where", "F.air1", UNPLACED),
    "G.5PzO and the counter it stands for are both on the map": both(lay_in("G.5PzO", "1305"), lay_in("G.5Pz", "1305")),
    "G.II is disrupted and not on the map": mark("disrupted", "G.II"),
    "G.III is a German cadre (14.4d)": mark("cadred", "G.III"),
    "german units stand in ['1407', '1507'] without control": lambda s: setattr(s, "taken", 0),
    "allied units stand in ['1712'] without control": take("1712"),
    "Germany controls ['0212'], which is no land": take("0212"),
    "fortifications that nobody built: ['1813']": lambda s: wall(s, "1813", "1812"),
    "hexsides have two levels: ['1709']": lambda s: wall(s, "1709", "1708"),
    "fortifications stand where an enemy does: ['1709']": both(move("G.III", "1709"), take("1709")),
    "supply, sources": forget,
    "2 british stacks have drawn limited supply (7.3.23c)": claim,
    "more Brandenburgers are left than there were (22.11a)": lambda s: s.commandos.__setitem__(BELGIUM, 5),
    "refugees are off the land": lambda s: setattr(s, "refugees", (place("0212"),)),
    "there are refugees without their rule (22.1a)": lambda s: setattr(s, "refugees", (place("1813"),)),
    "halts in turns (2, 3) (22.7a)": lambda s: setattr(s, "halts", (2, 3)),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_state_is_found_out(fault: str) -> None:
    s = lay(FRONT)
    assert GAME.faults(s) == []
    BROKEN[fault](s)
    assert any(found.startswith(fault) for found in GAME.faults(s)), GAME.faults(s)


def test_what_is_remembered_of_supply_is_what_follows() -> None:
    s = lay(FRONT)
    network(s)
    s.set_cadred(1 << piece("F.X"))
    network(s)
    assert GAME.faults(s) == []
