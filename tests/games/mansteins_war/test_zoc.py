"""Chapter 7 and 3.3: zones of control, fortress units, and who controls a hex."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.playout import vary
from meuse.games.mansteins_war import control, zoc
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import GAME, MAP, clause, controls, hexes, lay


def zone(units: str, side: int, more: str = "") -> set[str]:
    return hexes(zoc.zone(lay(f'phase = "refit"\nturn = 2\nunits = {{ {units} }}\n{more}'), side))


AROUND_1338 = {"1337", "1339", "1238", "1237", "1438", "1437"}


@clause("7.0b", "7.0c")
@pytest.mark.parametrize("unit", ["G.4A", "G.15", "G.4A:1", "G.LogA"])
def test_every_ground_unit_has_a_zone_of_six_hexes(unit: str) -> None:
    assert zone(f'1338 = ["{unit}"]', GERMAN) == AROUND_1338


@clause("7.0b")
def test_by_another_reading_logistics_units_have_none() -> None:
    assert zone('1338 = ["G.LogA"]', GERMAN, 'options = { logistics_zones = "no" }') == set()
    assert zone('1338 = ["G.LogA", "G.15"]', GERMAN, 'options = { logistics_zones = "no" }') == AROUND_1338


@clause("7.1a", "2.1b")
def test_zones_do_not_cross_ocean_hexsides() -> None:
    assert not zone('0539 = ["G.15"]', GERMAN) & {"0540", "0439"}


@clause("7.1b")
def test_friends_do_not_cancel_zones() -> None:
    assert zone('1338 = ["G.15"], 1438 = ["F.1A"]', GERMAN) == AROUND_1338


@clause("7.1c", "7.1d")
def test_a_fortress_unit_keeps_its_fortress_free() -> None:
    units = '1538 = ["G.15"], 1537 = ["B.EE"]'
    assert "1537" not in zone(units, GERMAN)
    assert "1537" in zone(units, GERMAN, 'destroyed = ["1537"]')
    assert "1537" in zone('1538 = ["G.15"], 1537 = ["B.1"]', GERMAN)  # other units do not (R46)


@clause("25.4c")
def test_allied_zones_stay_out_of_open_cities() -> None:
    assert "0941" in zone('0940 = ["F.1A"]', ALLIED)
    assert "0941" not in zone('0940 = ["F.1A"]', ALLIED, 'open_cities = ["0941"]')


@clause("18.2d")
def test_a_lander_among_enemies_has_no_zone() -> None:
    step = 'stack = [{ step = "extend" }]\nturn = 2\noperator = "german"\n'
    s = lay(step + 'units = { 1338 = ["G.LLK", "B.1"] }\ndropped = ["G.LLK"]')
    assert hexes(zoc.zone(s, GERMAN)) == set()


# control


def enter(units: str, unit: str, hexa: str, more: str = "") -> MansteinState:
    s = lay(f'phase = "refit"\nturn = 2\nunits = {{ {units} }}\n{more}')
    piece, place = MAP.piece(unit), MAP.board.place(hexa)
    s.shift(piece, place)
    control.enter(s, [piece], [place])
    return s


@clause("3.3a", "3.3b")
def test_a_hex_belongs_to_the_side_that_entered_it_last() -> None:
    s = enter('1538 = ["G.15"]', "G.15", "1438")
    assert controls(s, "german", "1438") and controls(s, "allied", "1338")


@clause("3.3c", "17.1a")
def test_a_logistics_unit_takes_no_control_but_destroys_a_fort() -> None:
    s = enter('1538 = ["G.LogA"]', "G.LogA", "1537")
    assert controls(s, "allied", "1537")
    assert hexes(s.destroyed) == {"1537"}


@clause("17.1a", "17.0a")
def test_entering_destroys_enemy_forts_only() -> None:
    assert hexes(enter('1641 = ["F.3A"]', "F.3A", "1640").destroyed) == set()
    assert hexes(enter('1739 = ["G.15"]', "G.15", "1740").destroyed) == {"1740"}


@clause("7.2a", "3.3a")
@pytest.mark.parametrize(
    ("units", "reading", "allied"),
    [
        ('1339 = ["G.15"]', "unoccupied", False),
        ('1339 = ["G.15"], 1340 = ["F.1A"]', "unoccupied", True),
        ('1339 = ["G.15"]', "never", True),
        ('1339 = ["G.15"], 1340 = ["F.1A"]', "always", False),
        ('1337 = ["G.15"]', "unoccupied", True),
    ],
)
def test_an_enemy_zone_contests_an_empty_hex(units: str, reading: str, allied: bool) -> None:
    """Reims, 1340, has not been entered by the Germans."""
    s = lay(f'phase = "refit"\nturn = 2\nunits = {{ {units} }}\noptions = {{ contested_control = "{reading}" }}')
    assert ("1340" in hexes(control.controlled(s, ALLIED))) == allied
    assert "1340" not in hexes(control.controlled(s, GERMAN))


@clause("7.2a")
@pytest.mark.parametrize("reading", ["unoccupied", "always"])
@pytest.mark.parametrize(
    ("units", "hexa", "contested"),
    [
        ('1138 = ["G.15"]', "1038", False),  # open country
        ('1138 = ["G.15"]', "1037", False),  # a town
        ('1138 = ["G.15"]', "1237", False),  # Maubeuge, fortified, but not the Maginot Line
        ('1836 = ["F.1A"]', "1937", False),  # Koblenz: a city without a depot
        ('1836 = ["F.1A"]', "1835", True),  # Cologne: a depot
        ('0836 = ["G.15"]', "0835", True),  # Calais: a Channel port
        ('1636 = ["G.15"]', "1537", True),  # Eben Emael: Belgium falls with it
        ('1639 = ["G.15"]', "1740", True),  # the Maginot Line
        ('1740 = ["F.3A"]', "1739", True),  # the Westwall
    ],
)
def test_zones_contest_depots_and_victory_hexes_alone(units: str, hexa: str, contested: bool, reading: str) -> None:
    """R11."""
    s = lay(f'phase = "refit"\nturn = 2\nunits = {{ {units} }}\noptions = {{ contested_control = "{reading}" }}')
    side = GERMAN if "F." in units else ALLIED
    assert (hexa in hexes(control.controlled(s, side))) != contested


@clause("7.0b", "7.1c", "18.2d")
@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_of_zones_is_what_they_are(seed: int) -> None:
    random, s = Random(seed), GAME.new("campaign", seed, vary(GAME, seed))
    assert isinstance(s, MansteinState)
    while s.outcome is None and s.turn < 4:
        s.apply(random.choice(s.options))
        for side in (GERMAN, ALLIED):
            assert zoc.zone(s, side) == zoc._zone(s, side)
