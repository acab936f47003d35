"""Chapter 22: refugees, closer co-operation, a weaker Maginot Line, halts and preparations for Sealion."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import air, losses, reinforcements, sealion, supply, victory
from meuse.games.fall_of_france.events import Moved
from meuse.games.fall_of_france.setting import BRITISH, FRENCH, GERMAN
from meuse.games.fall_of_france.state import FallState

from .kit import MAP, can, choices, clause, do, lay, refusal, supplied, where

FIELD = '"1405" = ["G.III", "G.12HQ"], "2018" = ["F.VII"], "2118" = ["UK.I"]'


def option(name: str, value: str = "yes") -> str:
    return f'options = {{ {name} = "{value}" }}\n'


def before(turn: int, more: str, units: str = FIELD) -> FallState:
    """The last decision before the Administration phase of a turn."""
    return lay(f'phase = "recovery"\nturn = {turn}\ndisrupted = ["G.III"]\n{more}\nunits = {{ {units} }}')


def refugees(s: FallState) -> list[str]:
    return [s.label(hexa) for hexa in s.refugees]


# 22.1: refugees

ATTACK = '"1812" = ["G.III", "G.VI", "G.12HQ"], "1611" = ["G.AHQ"], "1813" = ["F.VII"], "2018" = ["F.XIII"]'


def bombing(rules: str, mission: str = "1813", more: str = "") -> FallState:
    """An attack on Reims, with an air unit somewhere."""
    flights = f'missions = {{ "G.air1" = "{mission}" }}'
    return lay(f'phase = "german combat"\nturn = 3\n{rules}{flights}\n{more}\nunits = {{ {ATTACK} }}')


@clause("22.1a")
@pytest.mark.parametrize(
    ("rules", "mission", "homeless"),
    [(option("refugees"), "1813", ["1813"]), ("", "1813", []), (option("refugees"), "1812", [])],
)
def test_air_support_in_a_fight_for_a_city_sends_refugees_off(rules: str, mission: str, homeless: list[str]) -> None:
    s = bombing(rules, mission)
    do(s, "attack 1813", "commit G.III", "commit G.VI")
    while not s.events or s.agenda[-1].name == "battle":
        do(s, "fight", rolls=[4])
    assert refugees(s) == homeless


@clause("22.1a")
def test_a_city_sends_one_counter_a_turn() -> None:
    s = bombing(option("refugees"), more='bombed = ["1813"]')
    do(s, "attack 1813", "commit G.III", "commit G.VI", "fight", rolls=[4])
    assert refugees(s) == []


@clause("22.1a")
def test_a_city_that_has_sent_some_off_sends_no_more_this_turn() -> None:
    s = bombing(option("refugees"))
    for _ in range(2):
        air.over_city(s, MAP.board.place("1813"))
    assert refugees(s) == ["1813"] and s.bombed == 1 << MAP.board.place("1813")


@clause("22.1a")
@pytest.mark.parametrize("place", ["2523", "2313", "0818"])
def test_only_cities_send_refugees_off(place: str) -> None:
    """Open country and towns do not."""
    s = bombing(option("refugees"), place)
    air.over_city(s, MAP.board.place(place))
    assert refugees(s) == [] and not s.bombed


@clause("22.5e")
@pytest.mark.parametrize("turn", [3, 5])
def test_a_corps_comes_back_the_turn_after_whatever_the_turn(turn: int) -> None:
    s = before(turn, MAGINOT, f'{FIELD}, "2412" = ["F.X"]')
    losses.eliminate(s, MAP.piece("F.X"), "test", ("14.4a",))
    assert s.back[MAP.piece("F.X")] == turn + 1


@clause("22.8b")
def test_an_air_unit_that_leaves_supports_nobody_any_more() -> None:
    s = bombing(option("sealion"))
    assert air.supporting(s, GERMAN, MAP.board.place("1813")) == 1
    sealion.call_away(s, MAP.piece("G.air1"), "22.8b")
    assert air.supporting(s, GERMAN, MAP.board.place("1813")) == 0 and where(s, "G.air1") == "gone"


@clause("22.1a")
def test_paris_is_one_city_though_it_has_three_hexes() -> None:
    units = '"2018" = ["F.X"], "1918" = ["G.III"], "1817" = ["G.12HQ"], "2520" = ["F.I"]'
    for bombed, homeless in (("2118", []), ("1813", ["2018"])):
        s = lay(
            f'phase = "german combat"\nturn = 4\n{option("refugees")}bombed = ["{bombed}"]\nunits = {{ {units} }}\n'
            'missions = { "G.air1" = "2018" }'
        )
        do(s, "attack 2018", "commit G.III", "fight", rolls=[4])
        assert refugees(s) == homeless


@clause("22.1b")
@pytest.mark.parametrize(("turn", "hexes"), [(3, 1), (4, 2)])
def test_the_german_moves_each_counter_toward_the_south_or_west_edge(turn: int, hexes: int) -> None:
    s = before(turn, option("refugees") + 'refugees = ["1813", "1013"]')
    do(s, "done")
    assert s.to_act == "german" and choices(s, "flee") == {"1714", "1814", "1913", "1914"}
    assert refusal(s, "flee 1812") == "22.1b" and refusal(s, "leave") == "22.1b"
    do(s, "flee 1913")
    if hexes == 2:
        assert choices(s, "flee") == {"1914", "2012", "2013"}
        do(s, "flee 2013")
    assert choices(s, "flee") == {"0914", "1014", "1113", "1114"}
    assert refugees(s) == [["1913", "1013"], ["2013", "1013"]][hexes - 1]


@clause("22.1b")
def test_refugees_leave_the_map_at_its_edge() -> None:
    s = before(3, option("refugees") + 'refugees = ["2915", "0210"]')
    do(s, "done")
    assert can(s, "leave") and can(s, "flee 2916") and not can(s, "flee 2914")
    do(s, "leave")
    assert refugees(s) == ["0210"] and choices(s, "flee") == {"0211", "0310", "0311"}


@clause("22.1b")
def test_nobody_is_asked_where_refugees_have_only_one_way() -> None:
    s = before(3, option("refugees") + 'refugees = ["1220", "1813", "2924"]')  # 1320 alone is nearer to an edge
    do(s, "done")
    assert refugees(s) == ["1320", "1813", "2924"] and choices(s, "flee") == {"1714", "1814", "1913", "1914"}
    do(s, "flee 1913")
    assert refugees(s) == ["1320", "1913"] and s.turn == 4  # from the corner of the map they can only leave it


@clause("22.1c")
def test_refugees_block_supply_through_their_hex() -> None:
    text = (
        f'phase = "allied movement"\nturn = 3\n{option("refugees")}units = {{ "0410" = ["N.I"], "1405" = ["G.III"] }}\n'
    )
    lost = 'control = { german = ["0210", "0310", "0312"] }\n'
    assert supplied(lay(lost + text), "N.I")
    assert not supplied(lay(lost + 'refugees = ["0411"]\n' + text), "N.I")


@clause("22.1d")
def test_allied_units_pay_a_point_more_near_refugees_and_all_they_have_among_them() -> None:
    units = 'units = { "2015" = ["F.VII"], "1405" = ["G.III"] }'
    s = lay(f'phase = "allied movement"\nturn = 3\n{option("refugees")}refugees = ["2017"]\n{units}')
    do(s, "move F.VII", "to 2016")
    assert s.left[MAP.piece("F.VII")] == 5 - 2
    do(s, "to 2017")
    assert s.left[MAP.piece("F.VII")] == 0 and where(s, "F.VII") == "2017"
    s = lay(f'phase = "allied movement"\nturn = 3\n{units}')
    do(s, "move F.VII", "to 2016")
    assert s.left[MAP.piece("F.VII")] == 5 - 1


@clause("22.1e")
def test_german_units_pay_a_point_more_near_and_among_refugees() -> None:
    units = 'units = { "1711" = ["G.III", "G.12HQ"], "2812" = ["F.VII"] }'
    s = lay(f'phase = "german movement"\nturn = 3\n{option("refugees")}refugees = ["1713"]\n{units}')
    moves = [event for event in do(s, "move G.III", "to 1712", "to 1713") if isinstance(event, Moved)]
    assert [move.cost for move in moves] == [2, 2] and where(s, "G.III") == "1713"


# 22.3: closer co-operation, supply


@clause("22.3a")
def test_brussels_and_antwerp_supply_all_allies() -> None:
    units = '"0813" = ["F.I"], "0710" = ["N.III"], "1214" = ["G.II", "G.4HQ"], "1405" = ["G.III"]'
    wall = ", ".join(f'"{label}" = ["{unit}"]' for label, unit in WALL.items())
    lost = 'control = { german = ["0210", "0310", "0312", "0411"] }\n'
    for rules, fed in (("", False), (option("cooperation_supply"), True)):
        s = lay(f'{lost}phase = "allied movement"\nturn = 3\n{rules}units = {{ {units}, {wall} }}')
        assert [supplied(s, unit) for unit in ("F.I", "N.III")] == [fed, fed]
    s = lay(
        f'{lost.replace("]", ", " + BOTH + "]", 1)}phase = "allied movement"\nturn = 3\n{option("cooperation_supply")}'
        f"units = {{ {units}, {wall} }}"
    )
    assert not supplied(s, "F.I")


BOTH = '"0812", "1013"'
WALL = {
    "1016": "G.1Pz", "1114": "G.2Pz", "0816": "G.6Pz", "0716": "G.8Pz", "1212": "G.10Pz", "1110": "G.KlugeHQ",
    "1118": "G.2Mot", "0918": "G.GD",
}  # fmt: skip


@clause("22.3b")
def test_any_coastal_town_can_be_the_extra_port_of_the_bef() -> None:
    s = lay('phase = "allied movement"\nturn = 3\nunits = { "1020" = ["UK.I"] }')
    ports = {"0818", "0920", "1020"}
    assert {MAP.board.labels[h] for h in MAP.board.members(supply.limited_sources(s, BRITISH))} == ports
    s = lay(
        f'phase = "allied movement"\nturn = 3\n{option("cooperation_supply")}control = {{ german = ["0717"] }}\n'
        'units = { "1020" = ["UK.I"] }'
    )
    found = {MAP.board.labels[h] for h in MAP.board.members(supply.limited_sources(s, BRITISH))}
    assert ports | {"0716", "1320", "1522"} <= found and "0717" not in found and "1117" not in found


@clause("22.3b")
def test_a_country_that_has_surrendered_has_no_extra_port() -> None:
    """R139; the three Channel ports of 7.3.23 stay."""
    text = f'phase = "allied movement"\nturn = 4\n{option("cooperation_supply")}units = {{ "0817" = ["UK.I"] }}\n'
    for status, open_ in (("at war", True), ("surrendered", False)):
        s = lay(f'{text}countries = {{ belgium = "{status}", france = "{status}" }}')
        found = {MAP.board.labels[h] for h in MAP.board.members(supply.limited_sources(s, BRITISH))}
        assert ({"0717", "1320"} <= found) == open_ and {"0818", "0920", "1020"} <= found
        assert found & {"0717", "1320"} in ({"0717", "1320"}, set())


# 22.5: a weaker Maginot Line

MAGINOT = option("weaker_maginot")


@clause("22.5c")
@pytest.mark.parametrize(("rules", "box"), [(MAGINOT, "ready"), ("", "waiting")])
def test_one_french_air_unit_is_there_on_turn_2(rules: str, box: str) -> None:
    s = before(1, rules + 'waiting = ["F.air1", "F.air2", "F.air3"]')
    do(s, "done")
    assert s.turn == 2 and where(s, "F.air1") == box and where(s, "F.air2") == "waiting"


@clause("22.5d")
def test_the_air_table_means_the_french_units_in_play() -> None:
    s = before(4, MAGINOT + 'dead = ["F.air1"]\nwaiting = ["F.air2", "F.air3"]')  # none in play: 5-6 from turn 5 on
    do(s, "done", rolls=[5])
    assert where(s, "F.air2") == "ready"
    s = before(8, MAGINOT + 'dead = ["F.air1"]\nready = ["F.air2", "F.air3"]')  # two in play: the third from turn 12 on
    do(s, "done")
    assert where(s, "F.air1") == "dead"
    s = before(11, MAGINOT + 'dead = ["F.air1"]\nready = ["F.air2", "F.air3"]')
    do(s, "done", rolls=[4])
    assert where(s, "F.air1") == "ready"
    s = before(11, 'dead = ["F.air1"]\nready = ["F.air2", "F.air3"]')
    do(s, "done")
    assert where(s, "F.air1") == "dead"


@clause("22.5e")
def test_the_first_two_french_corps_destroyed_come_back_the_turn_after() -> None:
    more = '"2412" = ["F.X"], "2411" = ["F.1DLM", "F.XIV"], "2413" = ["F.II"], "2414" = ["F.XI"]'
    s = before(3, MAGINOT, f"{FIELD}, {more}")
    for unit in ("F.1DLM", "F.XI", "F.X", "F.XIV", "F.II"):  # armour does not come back
        losses.eliminate(s, MAP.piece(unit), "test", ("14.4a",))
    do(s, "done")
    assert s.turn == 4 and choices(s, "place") == {"F.XI", "F.X"}
    do(s, "place F.X")
    assert can(s, "enter 2520") and can(s, "enter 2915") and refusal(s, "enter 2412") == "18.4b"
    do(s, "enter 2520", "enter 2119")
    assert [where(s, unit) for unit in ("F.X", "F.XI", "F.II")] == ["2520", "2119", "dead"] and not s.pools[2 * FRENCH]
    losses.eliminate(s, MAP.piece("F.X"), "test", ("14.4a",))  # once each
    s.turn += 1
    assert reinforcements.arriving(s) == ()


@clause("22.5e", "2.0f")
def test_a_mountain_corps_is_an_infantry_corps_and_comes_back_too() -> None:
    s = before(3, MAGINOT, f'{FIELD}, "2412" = ["F.X"], "2411" = ["F.XIV"], "2413" = ["F.II"]')
    for unit in ("F.XIV", "F.X", "F.II"):
        losses.eliminate(s, MAP.piece(unit), "test", ("14.4a",))
    do(s, "done")
    assert s.turn == 4 and choices(s, "place") == {"F.XIV", "F.X"}
    do(s, "place F.XIV", "enter 2520")
    assert where(s, "F.XIV") == "2520"


@clause("22.5e")
def test_without_the_option_nobody_comes_back_free_of_charge() -> None:
    s = before(3, "", f'{FIELD}, "2412" = ["F.X"]')
    losses.eliminate(s, MAP.piece("F.X"), "test", ("14.4a",))
    do(s, "done")
    assert s.turn == 4 and where(s, "F.X") == "dead" and s.agenda[-1].name != "arrivals"


# 22.7: halts

HALT = option("rundstedt")
ARMIES = '"1405" = ["G.III", "G.12HQ"], "1306" = ["G.II", "G.4HQ"], "1207" = ["G.1Pz", "G.KlugeHQ"], "1605" = ["G.AHQ"]'


def halting(turn: int = 4, more: str = "") -> FallState:
    return lay(f'phase = "german air"\nturn = {turn}\n{HALT}{more}\nunits = {{ {ARMIES}, "2018" = ["F.VII"] }}')


@clause("22.7a")
def test_the_allies_may_halt_a_german_army_at_the_start_of_german_movement() -> None:
    s = halting()
    assert (
        s.to_act == "allied" and choices(s, "halt") == {"german-12", "german-4", "german-Kluge"} and can(s, "decline")
    )
    assert refusal(s, "halt german-A") == refusal(s, "halt german-16") == "22.7a"
    do(s, "halt german-Kluge")
    assert refusal(s, "move G.1Pz") == refusal(s, "move G.KlugeHQ") == "22.7a" and can(s, "move G.III")
    assert s.halts == (4,)
    do(s, "done")
    assert refusal(s, "move G.1Pz") == "22.7a"  # no mechanised operations either


@clause("22.7a")
@pytest.mark.parametrize(
    ("halts", "open_"), [("[]", True), ("[2]", True), ("[3]", False), ("[1, 2]", False), ("[1]", True)]
)
def test_twice_in_the_game_and_not_on_consecutive_turns(halts: str, open_: bool) -> None:
    s = halting(more=f"halts = {halts}")
    assert (s.agenda[-1].name == "halt") is open_


@clause("22.7a")
def test_the_allies_may_keep_their_halts() -> None:
    s = halting()
    do(s, "decline")
    assert s.halts == () and can(s, "move G.1Pz")
    assert lay(f'phase = "german air"\nturn = 4\nunits = {{ {ARMIES} }}').agenda[-1].name == "movement"


# 22.8: Sealion

SEALION = option("sealion")
BASE = '"1405" = ["G.III", "G.12HQ"], "1406" = ["G.VI"], "1404" = ["G.2Mot", "G.2Pz"], "2018" = ["F.VII"]'


@clause("22.8a")
@pytest.mark.parametrize(("rules", "box"), [(SEALION, "gone"), ("", "aloft")])
def test_when_holland_surrenders_the_airborne_units_leave(rules: str, box: str) -> None:
    more = rules + 'dutch_hit = true\nbombers = 5\ncontrol = { german = ["0411"] }\naloft = ["G.FSJ"]'
    s = before(2, more, f'{BASE}, "0210" = ["N.I"], "0411" = ["G.22"], "2118" = ["UK.I"]')
    do(s, "done", rolls=[5])
    assert where(s, "G.FSJ") == box and where(s, "G.22") == ("gone" if rules else "0411")


@clause("22.8b")
def test_when_belgium_surrenders_an_air_unit_and_two_infantry_units_leave() -> None:
    more = (
        SEALION
        + 'control = { german = ["1013"] }\nmissions = { "G.air1" = "1013" }\nready = ["G.air2"]\ndead = ["G.air3"]'
    )
    s = before(4, more, f'{BASE}, "0812" = ["B.VI"], "2118" = ["UK.I"]')
    do(s, "done", rolls=[2])
    assert s.to_act == "german" and choices(s, "remove") == {"G.air1", "G.air2", "G.III", "G.2Mot", "G.VI"}
    assert refusal(s, "remove G.2Pz") == refusal(s, "remove G.12HQ") == "22.8b"
    do(s, "remove G.air1", "remove G.2Mot")
    assert choices(s, "remove") == {"G.III", "G.VI"}
    do(s, "remove G.VI")
    assert [where(s, unit) for unit in ("G.air1", "G.2Mot", "G.VI", "G.air2")] == ["gone", "gone", "gone", "ready"]
    assert s.turn == 5 and s.missions == (-1,) * len(s.missions)


@clause("22.8b")
def test_each_removal_is_made_once() -> None:
    more = SEALION + 'countries = { belgium = "surrendered" }\nsealion = ["belgium"]\nready = ["G.air1"]'
    s = before(4, more, f'{BASE}, "2118" = ["UK.I"]')
    do(s, "done")
    assert s.turn == 5 and where(s, "G.air1") == "ready"


@clause("22.8c")
@pytest.mark.parametrize("more", ["withdrawal = true", ""])
def test_an_order_to_withdraw_or_the_end_of_the_bef_takes_an_air_unit_and_an_infantry_unit(more: str) -> None:
    british = ', "2118" = ["UK.I"]' if more else ""
    s = before(6, f'{SEALION}{more}\nready = ["G.air1"]', f'{BASE}, "0812" = ["B.VI"]{british}')
    assert victory.bef_gone(s) is not bool(more)
    do(s, "done")
    assert choices(s, "remove") == {"G.air1", "G.III", "G.2Mot", "G.VI"}
    do(s, "remove G.III")
    assert (
        where(s, "G.III") == "gone" and where(s, "G.air1") == "gone" and s.turn == 7
    )  # the only air unit is not asked


@clause("22.8b", "22.8c")
def test_those_who_leave_for_england_are_counted_down_one_by_one() -> None:
    step = '{ step = "call_away", cause = 1, air = 2, infantry = 3 }'
    ready = 'ready = ["G.air1", "G.air2", "G.air3", "G.air4"]'
    s = lay(f'turn = 4\n{SEALION}{ready}\nstack = [{step}]\nunits = {{ {BASE}, "1407" = ["G.X", "G.XXVI"] }}')
    told = [s.agenda[-1].prompt(s)]
    for unit in ("G.air2", "G.III", "G.air1", "G.X"):
        do(s, f"remove {unit}")
        told.append(s.agenda[-1].prompt(s))
    left = ["2 air units and 3 infantry units", "1 air unit and 3 infantry units", "1 air unit and 2 infantry units",
            "2 infantry units", "1 infantry unit"]  # fmt: skip
    assert told == [f"Choose what leaves: {what}." for what in left]
    assert choices(s, "remove") == {"G.VI", "G.2Mot", "G.XXVI"} and refusal(s, "remove G.air3") == "22.8b"


@clause("22.8d")
@pytest.mark.parametrize(("rules", "points"), [(SEALION, 0), ("", 12)])
def test_the_german_points_of_turn_9_do_not_come(rules: str, points: int) -> None:
    s = before(8, rules, f'{BASE}, "2118" = ["UK.I"], "0812" = ["B.VI"]')
    do(s, "done")
    assert s.turn == 9 and s.pools[0] == points
