"""Chapter 18: airborne landings."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import landings, logistics, zoc
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, can, choices, clause, controls, do, hexes, lay, refusal, where


def movement(units: str, more: str = "") -> MansteinState:
    """A German Ground Movement Segment, and then a question that ends the test."""
    stack = 'stack = [{ step = "extend" }, { step = "open_movement", mover = "german" }]\noperator = "german"\n'
    return lay(f"{stack}turn = 2\nunits = {{ {units} }}\n{more}")


def in_hand(units: str = '1934 = ["G.LLK"]', more: str = "") -> MansteinState:
    s = movement(units, more)
    do(s, "move G.LLK")
    return s


@clause("18.0a")
def test_the_airborne_corps_is_also_an_infantry_corps() -> None:
    s = in_hand()
    llk = MAP.piece("G.LLK")
    assert not MAP.mech >> llk & 1
    do(s, "to 1834")
    assert where(s, "G.LLK") == "1834" and not s.jumped


@clause("18.0e")
def test_ten_hexes_and_no_farther() -> None:
    """F58: terrain, enemies and zones below do not matter."""
    s = in_hand('1934 = ["G.LLK"], 1833 = ["F.1A"], 1834 = ["F.7A"], 1835 = ["F.2A"], 1733 = ["F.9A"]')
    goals, start = choices(s, "land"), MAP.ruhr
    far = {MAP.board.distance(start, MAP.board.place(label)) for label in goals}
    assert max(far) == 10 and min(far) == 1
    ten, eleven = (MAP.board.ring(start, distance) & MAP.land for distance in (10, 11))
    assert set(MAP.board.names(ten)) <= goals
    assert refusal(s, f"land {MAP.board.names(eleven)[0]}") == "18.0e"


@clause("18.0f")
def test_where_it_can_land() -> None:
    """On land, rough included, among enemies, and among friends who leave room (R87)."""
    s = in_hand('1934 = ["G.LLK"], 1434 = ["G.14", "G.15", "G.16"], 1534 = ["G.19"], 1333 = ["N.2"]')
    assert {"1333", "1534", "1538"} <= choices(s, "land")
    assert refusal(s, "land 1434") == "6.0a"
    assert refusal(s, "land 1431") == "18.0f"  # the IJsselmeer
    assert refusal(s, "land 1934") == "18.0f"


@clause("18.0b")
def test_one_landing_in_the_game() -> None:
    s = in_hand(more='jumped = ["G.LLK"]')
    assert not choices(s, "land") and refusal(s, "land 1333") == "18.0b"


@clause("18.0c")
def test_a_landing_is_all_its_movement() -> None:
    s = in_hand('1934 = ["G.LLK"], 2035 = ["G.15"]')
    do(s, "land 1534")
    assert not can(s, "move G.LLK") and can(s, "move G.15")
    marched = in_hand()
    do(marched, "to 1834")
    assert refusal(marched, "land 1534") == "18.0c"


@clause("18.0d")
def test_it_starts_supported_in_germany() -> None:
    """R90: as it was when the segment began."""
    assert choices(in_hand('1835 = ["G.LLK"]'), "land")
    for start in ('1537 = ["G.LLK"]', '1833 = ["G.LLK"], 1733 = ["F.1A"], 1934 = ["F.7A"], 2033 = ["F.2A"]'):
        s = in_hand(start)
        assert not choices(s, "land") and refusal(s, "land 1333") == "18.0d"


@clause("18.0d")
def test_a_logistics_unit_that_arrives_in_the_segment_is_too_late() -> None:
    s = movement('1831 = ["G.LLK"], 2034 = ["G.LogB"]')
    llk = MAP.piece("G.LLK")
    if logistics.supported(s, llk):
        pytest.skip("the map supports this hex")
    do(s, "move G.LogB", "to 1932")
    assert logistics.supported(s, llk)
    if s.agenda[-1].name == "march":
        do(s, "stop")
    do(s, "move G.LLK")
    assert not choices(s, "land") and refusal(s, "land 1534") == "18.0d"


@clause("18.0d")
def test_it_must_be_activated() -> None:
    s = movement('1934 = ["G.LLK"], 1835 = ["G.15"]', 'commands = ["HGA"]\nmarker = ["HGA"]')
    assert not can(s, "move G.LLK")


@clause("18.1a")
def test_an_unopposed_landing_takes_the_hex() -> None:
    s = in_hand()
    do(s, "land 1333")
    assert where(s, "G.LLK") == "1333" and controls(s, "german", "1333")
    assert zoc.zone(s, GERMAN) and not landings.opposed(s)


@clause("18.2a", "18.2d")
def test_among_enemies_it_has_no_zone_and_no_control() -> None:
    s = in_hand('1934 = ["G.LLK"], 1333 = ["N.2"]')
    do(s, "land 1333")
    assert landings.opposed(s) == (MAP.piece("G.LLK"),)
    assert hexes(zoc.zone(s, GERMAN)) == set() and controls(s, "allied", "1333")
    assert zoc.zone(s, ALLIED)


@clause("18.3a")
def test_a_landed_unit_is_supported_in_its_combat_segment() -> None:
    s = in_hand()
    do(s, "land 1333")
    llk = MAP.piece("G.LLK")
    assert logistics.supported(s, llk)
    s.landed = 0
    s.touch()
    assert not logistics.supported(s, llk)


@clause("17.1a", "18.1a")
def test_an_unopposed_landing_destroys_a_fort() -> None:
    s = in_hand()
    do(s, "land 1335")
    assert hexes(s.destroyed) == {"1335"}
