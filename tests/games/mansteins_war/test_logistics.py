"""Chapter 15: lines of communications, and who is cut off."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import logistics
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, clause, lay, units

BARE = 'stack = [{ step = "extend" }]\nturn = 2\n'


def laid(text: str, more: str = "") -> MansteinState:
    return lay(BARE + more + f"units = {{ {text} }}\n")


def supported(text: str, unit: str, more: str = "") -> bool:
    return logistics.supported(laid(text, more), MAP.piece(unit))


@clause("15.0a", "15.1b", "15.1c", "15.1e", "15.2a")
@pytest.mark.parametrize(("hexa", "yes"), [("1238", True), ("1138", True), ("1037", False)])
def test_a_line_is_as_long_as_the_movement_factor(hexa: str, yes: bool) -> None:
    """F.21 has 3; the nearest depot but Lille, which is bombed, is Reims, 1340."""
    assert MAP.mf[MAP.piece("F.21")] == 3
    near = {"1238": 2, "1138": 3, "1037": 4}[hexa]
    assert MAP.board.distance(MAP.board.place(hexa), MAP.board.place("1340")) == near
    bombed = ["1036", *MAP.board.names(MAP.channel_ports)]
    assert supported(f'{hexa} = ["F.21"]', "F.21", f"bombed = {bombed}\n") == yes


@clause("15.2b", "15.3a", "15.3c")
def test_germans_use_any_german_logistics_unit() -> None:
    assert not supported('1339 = ["G.4A"]', "G.4A")
    assert supported('1339 = ["G.4A"], 1338 = ["G.LogB"]', "G.4A")
    ruhr = f"bombed = {MAP.board.names(MAP.depots & MAP.germany & ~MAP.places(['Stuttgart']))}\n"
    assert not supported('1339 = ["G.4A"], 1338 = ["G.LogB"]', "G.4A", ruhr)  # who supplies must be supplied


@clause("15.2e", "15.3b")
def test_allies_use_their_own_only() -> None:
    assert not supported('1639 = ["B.1"], 1540 = ["F.Log1"]', "B.1")
    assert supported('1337 = ["B.1"]', "B.1")


@clause("15.2c")
def test_the_british_trace_to_channel_ports() -> None:
    assert supported('0936 = ["UK.2"]', "UK.2")
    assert not supported('1336 = ["UK.2"]', "UK.2", 'bombed = ["1034", "0935"]\n')  # Antwerp is no Channel port (R22)
    far = '1242 = ["UK.2"]'
    assert not supported(far, "UK.2")
    assert supported(far + ', 1039 = ["UK.GHQ"]', "UK.2")


@clause("15.2d")
@pytest.mark.parametrize(("reading", "left"), [("one", {"F.23"}), ("each", set())])
def test_one_french_unit_by_a_port(reading: str, left: set[str]) -> None:
    more = f'bombed = ["1036", "0941", "1340"]\noptions = {{ french_port = "{reading}" }}\n'
    s = laid('0936 = ["F.21", "F.23"]', more)
    pair = [MAP.piece("F.21"), MAP.piece("F.23")]
    assert units(s, logistics.unsupported(s, pair)) == left
    logistics.claim(s, pair[1:])
    assert logistics.supported(s, pair[1])
    assert logistics.supported(s, pair[0]) == (reading == "each")


@clause("15.1f", "15.1g", "7.2j", "7.2l")
def test_lines_do_not_enter_enemy_zones() -> None:
    line = '1138 = ["F.21"]'
    more = 'bombed = ["1036"]\n'
    assert supported(line, "F.21", more)
    assert not supported(line + ', 1239 = ["G.15"]', "F.21", more)
    assert not supported(line + ', 1239 = ["G.15"], 1139 = ["F.23"], 1240 = ["F.1A"]', "F.21", more)
    assert supported('1339 = ["F.21"], 1438 = ["G.15"]', "F.21", more)  # out of a zone a line may lead


@clause("7.2k", "15.0b", "7.2a")
def test_a_source_in_an_enemy_zone_serves_its_own_hex() -> None:
    more = 'bombed = ["1036", "0941"]\n'
    text = '1241 = ["F.21"], 1341 = ["G.15"]'
    assert not supported(text, "F.21", more)
    assert supported(text + ', 1340 = ["F.23"]', "F.23", more)
    assert not supported(text + ', 1340 = ["F.23"]', "F.21", more)


@clause("15.0b", "15.1d")
def test_static_and_logistics_units_need_no_line() -> None:
    assert supported('1537 = ["B.EE"], 1438 = ["G.15"]', "B.EE", 'surrendered = ["belgium"]\n')
    assert supported('1138 = ["G.LogA"]', "G.LogA")


@clause("22.4d", "3.7e")
def test_a_bombed_depot_supports_nobody() -> None:
    more = 'bombed = ["0941", "0843"]\n'
    assert not supported('0941 = ["F.21"]', "F.21", more)
    assert supported('0941 = ["F.21"]', "F.21")
    assert not supported('0941 = ["F.21"]', "F.21", 'surrendered = ["france"]\nbombed = ["0736", "0738", "0539"]\n')


@clause("18.3a", "26.1a", "26.1b")
def test_support_from_the_air() -> None:
    far = '0941 = ["G.LLK"]'
    assert not supported(far, "G.LLK")
    assert supported(far, "G.LLK", 'landed = ["G.LLK"]\n')
    lifted = laid(far, 'flying = { "G.Lift" = "0940" }\noptions = { airlift = "yes" }\n')
    assert logistics.supported(lifted, MAP.piece("G.LLK"))
    assert not logistics.can_refit(lifted, MAP.piece("G.LLK"))


RING = '1438 = ["G.15"], 1440 = ["G.16"], 1340 = ["G.19"], 1540 = ["G.41"]'


@clause("15.4c", "15.4b")
def test_a_unit_with_enemies_all_round_is_cut_off() -> None:
    s = laid('1439 = ["F.21"], ' + RING)
    assert logistics.cut_off(s, MAP.piece("F.21")) and not logistics.supported(s, MAP.piece("F.21"))
    assert not logistics.cut_off(laid('1439 = ["F.21"], 1438 = ["G.15"]'), MAP.piece("F.21"))


@clause("15.4d")
def test_who_is_never_cut_off() -> None:
    reims = '1339 = ["G.15"], 1341 = ["G.16"], 1240 = ["G.19"], 1439 = ["G.41"]'
    assert not logistics.cut_off(laid('1340 = ["F.21"], ' + reims), MAP.piece("F.21"))
    assert logistics.cut_off(laid('1340 = ["F.21"], ' + reims, 'bombed = ["1340"]\n'), MAP.piece("F.21"))
    calais = '0936 = ["G.15"], 0836 = ["G.16"]'
    for unit, cut in (("UK.2", False), ("F.21", True)):
        assert logistics.cut_off(laid(f'0835 = ["{unit}"], {calais}, 0935 = ["G.19"]'), MAP.piece(unit)) == cut
