"""Chapter 9.3: assaults on fortifications that nobody holds."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import assault, fortifications
from meuse.games.fall_of_france.events import Assaulted
from meuse.games.fall_of_france.fortifications import FORTRESS, MAJOR, MINOR
from meuse.games.fall_of_france.setting import ALLIED, BELGIUM, GERMAN, HOLLAND
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import MAP, can, choices, clause, controls, disrupted, do, moving, refusal, where

EXAMPLE = """
turn = 1
missions = { "G.air1" = "1808" }
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
    s = moving(EXAMPLE)
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
    s = moving('built = ["1809/1808"]' + EXAMPLE)
    do(s, "move G.III", "join G.VI", "join G.12HQ", "to 1708", "assault 1808", "commit G.VI", "fight", rolls=[4])
    assert walls(s, "1808") == {"1809"} and where(s, "G.VI") == "1708" and not controls(s, "german", "1808")
    do(s, "drop G.12HQ")
    do(s, "to 1808")
    assert walls(s, "1808") == set() and controls(s, "german", "1808") and left(s, "G.III") == 0
    assert s.to_act == "allied"  # who defends: three stacks reach the hex
    assert choices(s, "defend") == {"1709", "1807", "1908"}


@clause("9.3b")
def test_a_unit_tries_once_but_others_may_try_after_it() -> None:
    s = moving(EXAMPLE)
    do(s, "move G.III", "join G.VI", "to 1708", "assault 1808", "commit G.III", "fight", rolls=[2])
    assert disrupted(s) == set() and walls(s, "1808") == {"1708"}  # 2 + 1 - 1: no breach
    assert left(s, "G.III") == 0 and refusal(s, "join G.III") != ""
    events = do(s, "assault 1808", "fight", rolls=[6])  # only VI is left to do it
    assert [event.piece for event in events if isinstance(event, Assaulted)] == [MAP.piece("G.VI")]
    assert walls(s, "1808") == set()


# who and what


def march(units: str, unit: str, more: str = "", mover: str = "german", mech_ops: bool = False) -> FallState:
    """A unit in hand."""
    s = moving(f'turn = 2\n{more}\nunits = {{ 2018 = ["F.I"], {units} }}', mover, mech_ops)
    do(s, f"move {unit}")
    return s


@clause("9.3b")
@pytest.mark.parametrize(
    ("unit", "able"),
    [("G.III", True), ("G.1Mtn", True), ("G.FSJ", True), ("G.2Mot", True), ("G.XXV", True), ("G.2Pz", False),
     ("G.1Cav", False), ("G.12HQ", False)],
)  # fmt: skip
def test_only_infantry_assaults(unit: str, able: bool) -> None:
    s = march(f'1708 = ["{unit}"]', unit)
    assert can(s, "assault 1808") == able
    if not able:
        assert refusal(s, "assault 1808") == "9.3b"


@clause("9.3b", "9.3a")
def test_what_can_be_assaulted() -> None:
    s = march('1708 = ["G.III"], 1709 = ["F.MTY"]', "G.III")
    assert choices(s, "assault") == {"1807", "1808"}
    assert refusal(s, "assault 1709") == "9.3b"  # it has a garrison
    assert refusal(s, "assault 1607") == "9.3a"  # nothing to breach
    assert refusal(s, "assault 1908") == "9.3b"  # not next to it


@clause("9.3b")
def test_a_unit_without_points_assaults_no_more() -> None:
    s = march('1407 = ["G.XVIII"], 1406 = ["G.12HQ"]', "G.XVIII")
    do(s, "to 1708")  # its last point
    assert where(s, "G.XVIII") == "1708"
    assert s.decision is not None and s.decision.step == "movement"  # nothing is left to do for it


@clause("9.3b", "16.5c")
def test_cadres_do_not_assault_and_the_allies_have_no_headquarters() -> None:
    """The German border line is a minor one (R06)."""
    units = '1905 = ["F.XX"], 1704 = ["G.1HQ"]'
    s = march(units, "F.XX", mover="allied")
    assert "1805" in choices(s, "assault")
    do(s, "assault 1805")
    preview = s.preview("fight")
    assert preview is not None and [(f.name, f.value) for f in preview.factors] == [("minor fortified line", "+0")]
    do(s, "fight", rolls=[5])
    assert "1905" not in walls(s, "1805")
    assert not choices(march(units, "F.XX", 'cadred = ["F.XX"]', "allied"), "assault")


@clause("9.3c")
@pytest.mark.parametrize(("die", "breach"), [(1, False), (3, False), (5, False), (6, True)])
def test_an_assault_takes_all_points_whatever_comes_of_it(die: int, breach: bool) -> None:
    s = march('1708 = ["G.III"]', "G.III")
    do(s, "assault 1808", "fight", rolls=[die])  # -1; a 5 is a breach that disrupts
    assert left(s, "G.III") == 0 and s.moved >> MAP.piece("G.III") & 1
    assert walls(s, "1808") == (set() if breach or die == 5 else {"1708"})
    assert refusal(s, "move G.III") == ("16.1a" if die in (1, 5) else "9.1c")


@clause("9.3d", "9.3e")
def test_a_breach_is_one_hexside_until_all_are_breached() -> None:
    s = moving('turn = 2\nunits = { 1510 = ["G.III"], 1609 = ["G.VI"], 2018 = ["F.I"] }')
    assert walls(s, "1610") == {"1510", "1609"}
    do(s, "move G.III", "assault 1610", "fight", rolls=[5])
    assert walls(s, "1610") == {"1609"} and 'breached = ["1510/1610"]' in s.position()
    shut = fortifications.shut(s).steps[GERMAN]
    assert [MAP.board.crosses(hexa(h), hexa("1610"), shut) for h in ("1510", "1609")] == [False, True]
    do(s, "move G.VI", "assault 1610", "fight", rolls=[6])
    assert walls(s, "1610") == set() and 'breached = ["1610"]' in s.position()


@clause("9.3f")
def test_the_unit_that_made_the_breach_does_not_enter() -> None:
    s = march('1510 = ["G.III"]', "G.III")
    do(s, "assault 1610", "fight", rolls=[6])
    assert where(s, "G.III") == "1510" and refusal(s, "move G.III") == "9.1c"


@clause("9.3g")
def test_a_line_taken_from_behind_is_open() -> None:
    s = march('1710 = ["G.III"]', "G.III")
    do(s, "to 1610")
    assert where(s, "G.III") == "1610" and walls(s, "1610") == set()


@clause("9.3j")
@pytest.mark.parametrize(
    ("level", "missions", "units", "more", "die"),
    [
        (MINOR, "", "", "", 0),
        (MAJOR, "", "", "", -1),
        (FORTRESS, "", "", "", -2),
        (MAJOR, '"G.air1" = "1808", "G.air2" = "1808"', "", "", 0),
        (MAJOR, '"G.air1" = "1708"', "", "", -1),  # over the wrong hex
        (MAJOR, '"G.air1" = "1708+1709+1808"', "", "", -1),  # interdiction
        (MAJOR, '"F.air1" = "1808"', "", "", -1),
        (MAJOR, "", ', 1708 = ["G.12HQ"]', "", 0),
        (MAJOR, "", ', 1708 = ["G.12HQ", "G.AHQ"]', "", 0),  # no more than one counts
        (MAJOR, "", ', 1607 = ["G.12HQ"]', "", -1),  # not next to the target
        (MAJOR, "", ', 1708 = ["G.12HQ"]', 'disrupted = ["G.12HQ"]', -1),
        (MAJOR, "", ', 1909 = ["G.12HQ"], 1908 = ["F.VI"], 2009 = ["F.XLII"], 1810 = ["F.X"]', "", -1),  # out of supply
    ],
)
def test_what_changes_the_die_of_an_assault(level: int, missions: str, units: str, more: str, die: int) -> None:
    s = moving(f'turn = 2\nmissions = {{ {missions} }}\n{more}\n'
            f'units = {{ 2018 = ["F.I"]{units} }}')  # fmt: skip
    assert assault.modifiers(s, GERMAN, hexa("1808"), level).die == die
    assert assault.modifiers(s, ALLIED, hexa("1808"), level).die <= die or "F.air1" in missions


@clause("9.3k")
def test_the_table_of_assaults() -> None:
    s = moving("")
    rows = {die: assault.result_of(s, die) for die in range(-2, 10)}
    assert [die for die, row in rows.items() if row.breach] == [4, 5, 6, 7, 8, 9]
    assert [die for die, row in rows.items() if row.disrupted] == [-2, -1, 0, 1, 4]


@clause("6.0c", "9.3b")
def test_an_assault_on_a_neutral_is_an_attack() -> None:
    s = moving("""
scenario = "last_minute"
countries = { holland = "at war" }
units = { 1009 = ["G.IV"], 0908 = ["G.6HQ"] }
""")
    do(s, "move G.IV", "assault 1010")
    assert s.at_war(HOLLAND) and not s.at_war(BELGIUM)
    do(s, "fight", rolls=[4])
    assert s.at_war(BELGIUM) and "1009" in walls(s, "1010")


# Mechanised Operations


@clause("15.2c")
def test_motorised_infantry_opens_the_way_for_the_panzers() -> None:
    """The example of play: 2 Motor breaches the line of Sedan, and both panzer divisions go in."""
    units = '1510 = ["G.2Mot", "G.6Pz", "G.10Pz"], 1407 = ["G.KlugeHQ"], 1611 = ["F.2A1", "F.2A2"], 1711 = ["F.XVIII"]'
    s = march(units, "G.6Pz", mech_ops=True)
    assert refusal(s, "assault 1610") == "15.2c"  # armour cannot
    s.rewind(1)
    do(s, "move G.2Mot", "assault 1610", "fight", rolls=[5])
    assert left(s, "G.2Mot") == 0
    do(s, "move G.6Pz", "join G.10Pz", "to 1610")
    assert where(s, "G.6Pz") == "1610" and choices(s, "defend") == {"1611", "1711"}
    do(s, "defend 1611", "done")
    preview = s.preview("fight")
    assert preview is not None and preview.factors[0].value == "4 to 4"


@clause("15.2c")
def test_motorised_infantry_assaults_in_place_of_its_half_move() -> None:
    s = march('1509 = ["G.2Mot"], 1407 = ["G.KlugeHQ"]', "G.2Mot", mech_ops=True)
    do(s, "to 1510")
    assert refusal(s, "assault 1610") == "15.2c"
    s = march('1509 = ["G.2Mot"], 1407 = ["G.KlugeHQ"]', "G.2Mot")
    do(s, "to 1510")
    assert can(s, "assault 1610")  # in the regular phase it may move first
