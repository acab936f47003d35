"""Chapter 10: zones of control, and neutrals, who have none (6.0)."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import ways, zoc
from meuse.games.fall_of_france.setting import ALLIED, GERMAN
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import MAP, can, choices, clause, do, lay, refusal, supplied, where


def place(units: str, more: str = "", phase: str = "german movement", turn: int = 4) -> FallState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{more}\nunits = {{ {units} }}')


def zone(s: FallState, side: int) -> set[str]:
    """The hexes of a side's ground zone, without those it stands in."""
    return set(MAP.board.names(zoc.zone(s, side) & ~s.held[side]))


def around(label: str) -> set[str]:
    return set(MAP.board.names(MAP.board.around[MAP.board.place(label)]))


def step(s: FallState) -> str:
    assert s.decision is not None
    return s.decision.step


HQ = '"0506" = ["G.12HQ"]'


# 10.1


@clause("10.1a")
def test_supplied_units_have_a_zone_of_six_hexes() -> None:
    assert zone(place('"2412" = ["F.X"]'), ALLIED) == around("2412")
    assert zone(place('"2412" = ["F.X"]', 'disrupted = ["F.X"]'), ALLIED) == around("2412")
    assert zone(place('"2412" = ["G.12HQ"]'), GERMAN) == around("2412")  # an HQ too
    assert zone(place('"2412" = ["G.III"]'), GERMAN) == set()  # out of supply


@clause("10.1a", "16.5c")
def test_cadres_have_no_zone_but_a_sound_unit_among_them_has() -> None:
    """C11."""
    cadres = 'cadred = ["F.1DLM", "F.9Mot", "F.25Mot"]'
    assert zone(place('"2412" = ["F.1DLM", "F.9Mot", "F.25Mot"]', cadres), ALLIED) == set()
    s = place('"2410" = ["F.1DLM", "F.9Mot", "F.25Mot", "F.1DCR"]', cadres)
    assert zone(s, ALLIED) == around("2410")


@clause("10.1b")
def test_there_is_no_zone_in_a_hex_that_an_enemy_holds() -> None:
    s = place(f'"2412" = ["F.X"], "2411" = ["G.III"], {HQ}')
    assert zone(s, ALLIED) == around("2412") - {"2411"}
    assert zone(s, GERMAN) >= around("2411") - {"2412"} and "2412" not in zone(s, GERMAN)


@clause("10.1c", "TECf", "TECh", "TECi")
def test_zones_do_not_cross_intact_enemy_fortifications_but_those_of_their_owner_do() -> None:
    s = place(f'"1708" = ["G.III"], "1709" = ["F.MTY"], {HQ}')
    assert not zone(s, GERMAN) & {"1709", "1807", "1808"} and zone(s, GERMAN) >= {"1608", "1607", "1707"}
    s = place(f'"1709" = ["F.MTY"], {HQ}')
    assert "1708" in zone(s, ALLIED)
    s = place(f'"1708" = ["G.III"], {HQ}', 'breached = ["1708/1808"]')
    assert "1808" in zone(s, GERMAN) and "1807" not in zone(s, GERMAN)
    assert "1610" not in zone(place(f'"1510" = ["G.III"], {HQ}'), GERMAN)  # a minor line
    fortress = place('"1010" = ["B.III"], "1009" = ["G.III"], "0908" = ["G.12HQ"]')
    assert {"1110", "1111", "0910"} <= zone(fortress, ALLIED)
    assert "1010" not in zone(place('"1009" = ["G.III"], "0908" = ["G.12HQ"]'), GERMAN)


@clause("2.0e")
def test_the_german_border_line_keeps_allied_zones_and_units_out_of_germany() -> None:
    units = '"1607" = ["F.X"], "2018" = ["F.I"]'
    s = place(units, phase="allied movement")
    assert not zone(s, ALLIED) & {"1506", "1507", "1606"}
    do(s, "move F.X")
    assert refusal(s, "to 1507") == "9.3a"
    s = place(units, 'options = { west_wall = "no" }', phase="allied movement")
    assert {"1507", "1606"} <= zone(s, ALLIED)
    do(s, "move F.X")
    assert can(s, "to 1507")


@clause("10.1c")
def test_armour_has_a_zone_in_swamp_and_mountain_and_nobody_across_sea() -> None:
    s = place('"2202" = ["G.1Pz"], "0506" = ["G.AHQ"]')
    assert "2201" in zone(s, GERMAN)  # mountain
    s = place('"0613" = ["F.X"], "1013" = ["B.I"]')
    sea = MAP.board.names(MAP.board.across(MAP.board.place("0613"), MAP.sea_sides) & MAP.land)
    assert not zone(s, ALLIED) & (set(sea) | set(MAP.board.names(MAP.sea)))


@clause("10.1d")
def test_zones_of_both_sides_may_lie_in_one_hex() -> None:
    s = place(f'"2412" = ["F.X"], "2410" = ["G.III"], {HQ}')
    assert "2411" in zone(s, ALLIED) & zone(s, GERMAN)


@clause("10.1e", "TECs")
def test_borders_stop_zones_on_the_first_turn() -> None:
    german = place(f'"1708" = ["G.III"], {HQ}', turn=1)
    assert "1707" in zone(german, GERMAN) and not zone(german, GERMAN) & {"1608", "1609"}  # Luxembourg has borders too
    s = place('"1709" = ["F.MTY"]', turn=1)
    assert "1708" not in zone(s, ALLIED) and "1710" in zone(s, ALLIED)
    s = place('"1709" = ["F.MTY"]', turn=2)
    assert "1708" in zone(s, ALLIED)


@clause("10.1e")
def test_interdiction_crosses_borders_on_the_first_turn() -> None:
    s = place('"2018" = ["F.X"]', 'missions = { "F.air1" = "1708+1808+1807" }', turn=1)
    assert zoc.enemy_zone(s, GERMAN) >> MAP.board.place("1708") & 1


# 10.2


@clause("10.2a", "10.2b", "11.0d")
def test_units_stop_in_each_hex_of_a_zone_and_go_on_after_the_skirmish() -> None:
    s = place(f'"2419" = ["G.III"], "2422" = ["F.X"], {HQ}')
    do(s, "move G.III")
    assert "2421" in choices(s, "to") and "2423" not in choices(s, "to")
    do(s, "to 2421")
    assert step(s) == "clash"
    do(s, "fight", rolls=[4])  # 4 to 4: no effect
    assert step(s) == "march" and s.left[MAP.piece("G.III")] == 3
    do(s, "to 2522")  # in the same corps's zone
    assert step(s) == "clash"
    do(s, "fight", rolls=[4])
    do(s, "to 2622")  # leaving costs nothing extra
    assert step(s) == "march" and s.left[MAP.piece("G.III")] == 1


# 10.3


@clause("10.3a")
def test_supply_is_not_traced_through_an_enemy_zone_but_through_friends_in_it() -> None:
    ring = '"1917" = ["F.I"], "1815" = ["F.III"], "2015" = ["F.II"]'
    s = place(f'"1916" = ["G.III"], "1414" = ["G.12HQ"], {ring}')
    assert not supplied(s, "G.III")
    s = place(f'"1916" = ["G.III"], "1414" = ["G.12HQ"], "1816" = ["G.VI"], "1716" = ["G.XVIII"], {ring}')
    assert supplied(s, "G.III")


@clause("10.3a", "12.2a")
def test_interdiction_stops_supply_even_through_friends() -> None:
    ring = '"1917" = ["F.I"], "1815" = ["F.III"], "2015" = ["F.II"]'
    units = f'"1916" = ["G.III"], "1414" = ["G.12HQ"], "1816" = ["G.VI"], "1716" = ["G.XVIII"], {ring}'
    s = place(units, 'missions = { "F.air1" = "1816+1817+1717" }')
    assert not supplied(s, "G.III") and supplied(s, "G.XVIII")
    assert supplied(s, "G.VI")  # a unit in the zone can still trace out of it (R53)


# 6.0


@clause("6.0c")
def test_a_neutral_takes_no_part() -> None:
    neutral = 'countries = { belgium = "neutral" }'
    s = place('"1309" = ["B.Cav"], "1514" = ["F.X"]', neutral, "allied movement")
    assert choices(s, "move") == {"F.X"} and refusal(s, "move B.Cav") == "6.0c"
    assert not zone(s, ALLIED) & {"1308", "1310", "1208"}
    do(s, "move F.X")
    assert refusal(s, "to 1412") == "6.0c"
    assert ways.barred(s, ALLIED) >> MAP.board.place("1412") & 1


@clause("6.0c")
def test_neutral_ground_carries_no_supply() -> None:
    """The way from Givet through Belgium, with the direct one barred."""
    units = '"1411" = ["F.X"], "1512" = ["G.III"], "1612" = ["G.12HQ"]'
    assert supplied(place(units), "F.X")
    assert not supplied(place(units, 'countries = { belgium = "neutral" }'), "F.X")


@clause("6.0a", "6.0c")
def test_entering_a_neutral_ends_its_neutrality_alone_and_at_once() -> None:
    neutral = 'countries = { belgium = "neutral", holland = "neutral" }'
    s = place(f'"1307" = ["G.III"], "1309" = ["B.Cav"], "0310" = ["N.II"], {HQ}', neutral)
    assert can(s, "done")  # nobody has to
    do(s, "move G.III")
    assert not {"1309", "1310"} & choices(s, "to")
    do(s, "to 1308")
    assert (s.at_war(2), s.at_war(3)) == (True, False)
    assert step(s) == "march" and "1308" in {s.label(h) for h in MAP.board.members(s.taken)}
    assert zone(s, ALLIED) >= {"1310", "1208"}


@clause("6.0b")
def test_in_the_historical_scenario_both_are_at_war_from_the_start() -> None:
    s = place('"1309" = ["B.Cav"]')
    assert all(s.at_war(country) for country in (2, 3))


@clause("6.0d")
def test_luxembourg_is_german_and_entering_it_changes_nothing() -> None:
    s = place(f'"1507" = ["G.III"], {HQ}', turn=1)
    assert s.taken & MAP.country[4] == MAP.country[4] & MAP.land
    before = s.status[:]
    do(s, "move G.III", "to 1607")
    assert where(s, "G.III") == "1607" and s.status == before


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_exerting_names_the_stacks_whose_zone_it_is(side: int) -> None:
    units = (f'"2412" = ["G.III"], "2410" = ["G.VI"], {HQ}', '"2412" = ["F.I"], "2410" = ["F.III"]')[side]
    s = place(units)
    assert MAP.board.names(zoc.exerting(s, side, MAP.board.place("2411"))) == ["2410", "2412"]
