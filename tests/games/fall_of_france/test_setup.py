"""Chapter 20: set-up, the last minute shift; the optional rules that change them (22.4 to 22.6, 22.9, 22.10)."""

from __future__ import annotations

from random import Random

import pytest

from meuse.games.fall_of_france import armies, setup
from meuse.games.fall_of_france.events import BuiltFortress, BuiltLine, HeldBack, Moved, Placed, Shifted, Traded
from meuse.games.fall_of_france.fortifications import FORTRESS, MAJOR, MINOR, level_of
from meuse.games.fall_of_france.invariants import faults
from meuse.games.fall_of_france.setting import ALLIED, FRANCE, GERMAN, LUXEMBOURG, SPARE
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import GAME, MAP, begin, can, choices, clause, controls, do, lay, refusal, where

BOARD = MAP.board
SETTING_UP = {"setup", "deploy"}


def put(s: FallState, **places: str) -> None:
    """Set units up: ``put(s, G_III="1507")``."""
    for unit, label in places.items():
        do(s, f"place {unit.replace('_', '.')}", f"at {label}")


def hexes(s: FallState, unit: str) -> set[str]:
    """Where a unit may be set up now."""
    twin = s.clone()
    do(twin, f"place {unit}")
    return choices(twin, "at")


def german_turn(**options: str) -> FallState:
    """The Allies have taken the ready set-up."""
    s = begin("historical", 0, **options)
    do(s, "ready")
    return s


def shifting() -> FallState:
    """The last minute shift after the ready set-ups."""
    s = begin("last_minute")
    do(s, "ready", "ready")
    assert s.decision is not None and s.decision.step == "shift"
    return s


def level(s: FallState, outside: str, inside: str) -> int | None:
    """The level of a fortified hexside."""
    one, two = BOARD.place(inside), BOARD.place(outside)
    return level_of(s, one, BOARD.direction(one, two))


def random_setup(scenario: str, seed: int, **options: str) -> FallState:
    """Both sides set up by hand, at random."""
    random, s = Random(seed), begin(scenario, seed, **options)
    while s.decision is not None and s.decision.step in SETTING_UP:
        s.apply(random.choice([option for option in s.options if option.verb != "ready"]))
    return s


# the order


@clause("20.0a")
def test_the_allies_set_up_first() -> None:
    s = begin()
    assert s.to_act == "allied" and refusal(s, "place G.III") == "20.0a"
    do(s, "ready")
    assert s.to_act == "german" and can(s, "place G.III") and refusal(s, "place F.X") == "20.0a"


def test_the_ready_set_up_is_taken_whole_or_not_at_all() -> None:
    s = begin()
    put(s, F_X="1712")
    assert not can(s, "ready") and refusal(s, "ready") == "20.1a"
    assert refusal(s, "place F.X") == "20.1a"
    assert refusal(s, "place UK.1Arm") == "18.3a" and refusal(s, "place G.1PzO") == "22.9.1a"


def test_the_rest_can_be_set_up_as_the_ready_set_up_has_it() -> None:
    s = begin()
    put(s, F_X="1711", F_XVIII="1712")
    assert s.decision is not None
    do(s, *s.agenda[-1].ready_actions(s))
    assert (where(s, "F.X"), where(s, "F.XVIII"), where(s, "F.2A1"), s.to_act) == ("1711", "1712", "1611", "german")
    do(s, "place G.XIII")
    assert not s.agenda[-1].ready_actions(s)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_ready_set_ups_are_legal(scenario: str) -> None:
    s = begin(scenario)
    do(s, "ready", "ready")
    assert [*setup.faults(s, ALLIED), *setup.faults(s, GERMAN), *faults(s)] == []


# armies


@clause("20.1a")
def test_an_army_stands_in_its_hex_or_next_to_it() -> None:
    s = german_turn()
    assert hexes(s, "G.12HQ") == {"1406", "1306", "1405", "1407", "1506", "1507"}
    do(s, "place G.III")
    assert refusal(s, "at 1508") == refusal(s, "at 1205") == "20.1g"


@clause("20.1a")
def test_most_points_stand_in_the_listed_hex_or_nearer_the_frontier() -> None:
    """The 16th Army, listed at 1506, has nine points; 1507 and 1606 are nearer to Luxembourg, 1505 is not."""
    s = german_turn()
    put(s, G_VII="1505")
    assert "1605" not in hexes(s, "G.XIII") and {"1506", "1606"} <= hexes(s, "G.XIII")
    do(s, "place G.XIII")
    assert refusal(s, "at 1605") == "20.1a"
    do(s, "at 1606", "place G.XXIII", "at 1506")
    assert where(s, "G.XXIII") == "1506"


@clause("20.1a")
def test_no_army_may_take_what_another_needs() -> None:
    """Seven points of Group Kluge must fit into 1207, which therefore stays closed to the 4th Army (R96)."""
    s = german_turn()
    assert not hexes(s, "G.II") & {"1207"}
    put(s, G_GD="1207", G_1Pz="1207", G_2Pz="1207", G_6Pz="1207")
    assert hexes(s, "G.8Pz") == {"1107", "1108", "1206"}
    do(s, "place G.II")
    assert refusal(s, "at 1207") == "8.3a"


@clause("20.1a")
def test_stacking_holds_in_set_up() -> None:
    s = begin()
    put(s, F_IV="1216", F_III="1216")
    do(s, "place F.V")
    assert refusal(s, "at 1216") == "8.3a"
    do(s, "at 1116", "place UK.50")
    assert can(s, "at 1116")  # the BEF may stack with another nation
    s = german_turn()
    put(s, G_III="1405")
    do(s, "place G.VII")
    assert refusal(s, "at 1405") == "8.4b"


@clause("20.1b")
def test_the_bef_and_its_51st_division() -> None:
    s = begin()
    assert hexes(s, "UK.I") == {"1016", "1017", "1116", "1117", "1118", "1216", "1217"}
    assert hexes(s, "UK.51") == {"1806", "1807", "1906", "1907", "1908", "2006", "2007"}
    put(s, UK_51="1907")
    third = next(plan for plan in armies.plans(s).all if plan.name == "French 3rd Army")
    assert armies.wanted_in_front(s, third) == 9 - 2  # most of 16 points, its own among them (R131)


@clause("20.1c", "20.1d", "20.1e", "20.1g")
@pytest.mark.parametrize(
    ("units", "label"),
    [
        ("F.III F.IV F.V F.2DLM F.3DLM", "1216"), ("F.X F.XVIII F.2A1 F.2A2", "1712"), ("F.CAC F.VI F.3A", "1907"),
        ("F.IX F.XX", "2004"), ("F.VIII F.XII", "2103"), ("F.I F.XVI F.1DLM", "1018"), ("F.VII F.XLV", "2506"),
        ("F.II F.XI F.9A1", "1514"),
        ("N.I", "0312"), ("N.II", "0310"), ("N.III", "0509"), ("N.IV", "0310"), ("N.Holl", "0510"), ("N.Lt", "0709"),
        ("N.Ijsel", "0308"),
        ("B.GHQ", "1013"), ("B.I", "1110"), ("B.II", "1012"), ("B.III", "1010"), ("B.IV", "0913"), ("B.V", "0912"),
        ("B.VI", "0812"), ("B.VII", "1111"), ("B.Cav", "1309"),
        ("G.XII G.1HQ", "1603"), ("G.II G.5Pz", "1307"), ("G.XI G.3Pz", "0908"), ("G.VI G.1Mtn", "1406"),
        ("G.VII", "1506"), ("G.X G.SS", "0607"), ("G.1Pz G.GD", "1207"),
    ],
)  # fmt: skip
def test_where_the_armies_are_listed(units: str, label: str) -> None:
    s = german_turn() if units.startswith("G.") else begin()
    for unit in units.split():
        assert label in hexes(s, unit)
        outside = BOARD.everything & ~BOARD.disc(BOARD.place(label), 1)
        assert not hexes(s, unit) & set(BOARD.names(outside))


@clause("20.1d", "20.1e")
def test_a_unit_that_is_an_army_stands_in_its_hex_or_nearer_the_frontier() -> None:
    s = begin()
    assert hexes(s, "B.I") == {"1109", "1110"} and hexes(s, "N.Ijsel") == {"0308", "0407"}
    put(s, N_II="0310", N_IV="0310")  # two Dutch corps share it (R98)
    assert where(s, "N.IV") == "0310"


@clause("20.1f")
def test_fortress_units_stand_where_they_are_listed() -> None:
    s = begin()
    listed = {
        "F.101": "1313", "F.ESC": "1215", "F.MTY": "1709", "F.BOU": "1806", "F.THIO": "1807", "F.SAR": "1905",
        "F.FAU": "1906", "F.ROH": "1904", "F.FLA": "1016", "F.ALT": "2404", "F.MON": "2604", "F.BEL": "2807",
        "F.HAG": "2002", "N.MST": "1009", "N.MAA": "0510",
    }  # fmt: skip
    found = {s.piece_name(unit): s.label(s.where[unit]) for unit in range(MAP.first_air) if s.where[unit] >= 0}
    assert found == listed and refusal(s, "place F.MTY") == "20.1a"


@clause("20.1g")
def test_the_7th_army_stands_between_its_hexes() -> None:
    """German hexes of the lines 19 to 25 (R130)."""
    s = german_turn()
    lines = {int(label[:2]) for label in hexes(s, "G.XXV")}
    assert lines == set(range(19, 26)) and {"1901", "2503"} <= hexes(s, "G.XXV")
    assert all(MAP.germany >> BOARD.place(label) & 1 for label in hexes(s, "G.XXXIII"))


@clause("20.1h")
def test_units_of_army_groups_stand_beside_their_group() -> None:
    s = german_turn()
    assert refusal(s, "place G.XL") == refusal(s, "place G.I") == "20.1h"
    actions = s.agenda[-1].ready_actions(s)
    do(s, *actions[: actions.index("place G.BHQ")])
    assert can(s, "place G.XL") and refusal(s, "place G.I") == "20.1h"
    near_a = hexes(s, "G.XL")
    assert {"1305", "1107"} <= near_a and not near_a & {"0606", "1803", "0806"}
    do(s, "place G.XL")
    assert refusal(s, "at 0606") == "20.1h" and refusal(s, "at 0908") == "20.1h"
    do(s, "at 1305", "place G.CHQ")
    assert can(s, "at 1603") and refusal(s, "at 1305") == "20.1h"


@clause("20.1h")
def test_units_of_the_high_command_stand_beside_any_german() -> None:
    s = german_turn()
    actions = s.agenda[-1].ready_actions(s)
    do(s, *actions[: actions.index("place G.I")])
    open_to_it = hexes(s, "G.I")
    assert {"0606", "1205", "1803"} <= open_to_it and not open_to_it & {"0101", "0804", "1301"}


@clause("20.1i")
def test_airborne_troops_may_be_held_off_the_map() -> None:
    s = german_turn()
    actions = s.agenda[-1].ready_actions(s)
    do(s, *actions[: actions.index("place G.FSJ")])
    do(s, "place G.FSJ")
    assert can(s, "hold") and can(s, "at 0606") and refusal(s, "at 0312") == "20.1i"
    events = do(s, "hold")
    assert where(s, "G.FSJ") == "aloft" and events[0] == HeldBack(("20.1i",), MAP.piece("G.FSJ"))
    put(s, G_22="0606")
    assert where(s, "G.22") == "0606" and s.decision is not None and s.decision.step != "setup"


@clause("20.1i")
def test_only_airborne_troops_may_be_held() -> None:
    s = german_turn()
    do(s, "place G.III")
    assert refusal(s, "hold") == "20.1i"


@clause("20.1j")
def test_germans_may_be_set_up_one_hex_into_luxembourg() -> None:
    s = german_turn()
    put(s, G_XIII="1606", G_16HQ="1507")
    actions = s.agenda[-1].ready_actions(s)
    do(s, *actions[: actions.index("place G.XL")])
    inside = {label for label in hexes(s, "G.XL") if MAP.country[LUXEMBOURG] >> BOARD.place(label) & 1}
    border = BOARD.names(armies.into_luxembourg(MAP))
    assert inside and inside <= set(border)
    assert all(BOARD.around[BOARD.place(label)] & MAP.germany for label in border)
    label = min(inside)
    event = do(s, "place G.XL", f"at {label}")[-1]
    assert event == Placed(("20.1h", "20.1j"), MAP.piece("G.XL"), BOARD.place(label))


@clause("20.1a", "20.1g")
def test_the_set_up_of_the_example_is_legal() -> None:
    """A07: 1908 is no nearer to the frontier than 1907, so the rest of the 3rd Army must be the majority."""
    s = begin()
    put(s, F_CAC="1807", F_VI="1908", F_XLII="1908", F_2A1="1611", F_2A2="1611", F_XVIII="1711", F_X="1712")
    assert "1908" not in hexes(s, "F.XXIV") and hexes(s, "F.XXIV") == {"1806", "1906", "1907"}
    put(s, F_XXIV="1907", F_3A="1907", UK_51="1907")
    do(s, *s.agenda[-1].ready_actions(s))
    put(s, G_III="1507", G_VI="1507", G_12HQ="1507", G_XVIII="1407", G_1Mtn="1407")
    do(s, *s.agenda[-1].ready_actions(s))
    assert [*setup.faults(s, ALLIED), *setup.faults(s, GERMAN), *faults(s)] == []
    assert [s.crowd[BOARD.place(label)] for label in ("1507", "1407", "1807", "1908")] == [6, 5, 5, 6]


# free set-up never comes to a dead end

OPTIONS: list[dict[str, str]] = [
    {},
    {"belgian_alliance": "yes"},
    {"weaker_maginot": "yes", "optional_panzers": "yes"},
    {"bef_armour": "yes", "coastal_urban": "coastal"},
    {"cooperation_stacking": "yes"},
]


@pytest.mark.parametrize("seed", range(50))
def test_a_random_set_up_ends_and_is_legal(seed: int) -> None:
    s = random_setup(GAME.scenarios[seed % 2], seed, **OPTIONS[seed // 2 % len(OPTIONS)])
    assert [*setup.faults(s, ALLIED), *setup.faults(s, GERMAN), *faults(s)] == []


def test_room_is_counted_exactly() -> None:
    assert armies.fits((3, 2, 2), (7,), (), 7) and not armies.fits((3, 3, 2), (7,), (), 7)
    assert armies.fits((3, 3, 2, 2), (7,), (7,), 6) and not armies.fits((3, 3, 2, 2), (7,), (2,), 6)
    assert armies.fits((2, 2, 2, 2, 2, 2, 1), (7,), (7,), 7) and not armies.fits((2, 2, 2, 2, 2, 2), (7,), (7,), 7)


# the last minute shift


@clause("20.2a")
def test_one_army_shifts_after_both_sides_have_set_up() -> None:
    s = shifting()
    assert s.to_act == "allied"
    assert refusal(s, "move B.I") == refusal(s, "move F.MTY") == refusal(s, "move G.III") == "20.2a"
    events = do(s, "move F.X", "to 1611")
    assert Shifted(("20.2a",), "French 2nd Army") in events
    assert where(s, "F.X") == "1611" and refusal(s, "move F.XI") == "20.2a" and refusal(s, "move F.X") == "9.1c"
    assert {str(s.explain(f"move {unit}")).rpartition("belongs to ")[2] for unit in ("B.I", "F.MTY")} == {
        "no French army and not to the BEF (20.2a)"
    }
    do(s, "move F.XVIII", "stay")
    assert where(s, "F.XVIII") == "1711"
    moved = next(event for event in events if isinstance(event, Moved))
    assert moved.clauses == ("20.2a",) and [s.label(hexa) for hexa in moved.path][-1] == "1611"


@clause("20.2a")
def test_the_shift_is_a_normal_move_on_own_ground() -> None:
    """Neither neutral nor enemy ground is entered, nor more paid than a unit has (R99, R137)."""
    s = shifting()
    do(s, "move F.II")
    france = set(BOARD.names(MAP.country[FRANCE]))
    assert choices(s, "to") <= france
    assert refusal(s, "to 1412") == "20.2a" and refusal(s, "to 2414") == "9.1c"
    assert refusal(s, f"to {where(s, 'F.II')}") == "20.2a"  # a move leads to another hex
    s.apply("to 1514")
    do(s, "move F.9A1")
    assert refusal(s, "to 1514") == "8.3a"


@clause("20.2a")
def test_the_whole_bef_may_shift_and_nobody_has_to() -> None:
    s = shifting()
    do(s, "move UK.51", "to 2007", "move UK.I", "stay", "move UK.50", "to 1317", "done")
    assert where(s, "UK.50") == "1317" and s.decision is not None and s.decision.step not in ("shifting", "follow")
    s = shifting()
    do(s, "done")
    assert s.decision is not None and s.decision.step not in ("shift", "shifting") and s.moved == 0


SHIFT = """
scenario = "last_minute"
stack = [{ step = "begin_turn" }, { step = "shift" }]
[units]
1712 = ["F.X", "F.XVIII"]
1713 = ["F.XI", "F.II"]
1812 = ["UK.I"]
1811 = ["F.IX", "F.XX"]
1714 = ["F.XLI"]
1910 = ["F.MTY"]
1213 = ["B.I"]
"""


@clause("20.2b")
def test_neighbours_close_up_by_one_hex_into_what_was_left() -> None:
    s = lay(SHIFT)
    do(s, "move F.X", "to 1611", "move F.XVIII", "to 1611", "done")
    assert s.decision is not None and s.decision.step == "follow"
    assert choices(s, "move") == {"F.XI", "F.II", "UK.I", "F.IX", "F.XX"}
    assert {refusal(s, f"move {unit}") for unit in ("F.X", "F.XLI", "F.MTY", "B.I")} == {"20.2b"}
    do(s, "move F.XI")
    assert choices(s, "to") == {"1712"} and refusal(s, "to 1812") == "20.2b"
    do(s, "to 1712")
    assert where(s, "F.XI") == "1712" and refusal(s, "move F.XI") == "20.2b"
    assert choices(s, "move") == {"F.II", "UK.I"}  # the 4th Army may not stack with the 9th
    do(s, "move UK.I", "to 1712")
    assert not s.moved and s.decision.step != "follow"  # there is no room for another corps


@clause("20.2b")
def test_only_what_was_left_empty_by_the_army_is_vacated() -> None:
    s = lay(SHIFT)
    do(s, "move F.X", "to 1611", "done")
    assert s.decision is not None and s.decision.step != "follow"
    s = shifting()
    do(s, "move F.III", "to 1317", "move F.IV", "to 1317", "done")
    assert choices(s, "move") == {"UK.I", "UK.II", "UK.III", "UK.50"}  # the BEF stands next to 1216


@clause("20.2b")
def test_nobody_follows_the_bef() -> None:
    s = shifting()
    do(s, "move UK.50", "to 1217", "done")
    assert s.decision is not None and s.decision.step != "follow"


def test_the_historical_scenario_has_no_shift() -> None:
    s = begin()
    do(s, "ready", "ready")
    assert s.decision is not None and s.decision.step != "shift"


def test_countries_at_the_start() -> None:
    assert [begin("historical").at_war(country) for country in range(5)] == [True] * 5
    s = begin("last_minute")
    assert [s.at_war(country) for country in range(5)] == [True, True, False, False, True]
    assert controls(s, "german", "1607") and controls(s, "german", "1506") and controls(s, "allied", "1507") is False


# optional rules


@clause("22.4a")
def test_allied_belgians_stand_anywhere_in_belgium() -> None:
    s = begin("last_minute", belgian_alliance="yes")
    assert {"1214", "1409", "0716"} <= hexes(s, "B.I") and "1313" not in hexes(s, "B.I")
    assert s.at_war(2) and not s.at_war(3)  # an ally is not neutral (R140)
    assert "0716" not in hexes(begin(), "B.I")


@clause("22.4b")
def test_some_allies_may_stand_in_belgium() -> None:
    s = begin(belgian_alliance="yes")
    for unit in ("UK.I", "F.III", "F.1DLM"):
        assert "1013" in hexes(s, unit)
    put(s, F_III="1316", F_IV="1317", F_V="1217", F_2DLM="1316", F_3DLM="1316")  # no majority is asked (R140)
    assert "1013" not in hexes(s, "F.X") and "1013" not in hexes(s, "UK.51")
    put(s, B_I="1212")
    do(s, "place F.I")
    assert refusal(s, "at 1212") == "8.4a"


@clause("22.5a")
def test_a_weaker_maginot_line_is_a_level_lower() -> None:
    usual, weaker = begin(), begin(weaker_maginot="yes")
    assert (level(usual, "1708", "1709"), level(weaker, "1708", "1709")) == (MAJOR, MINOR)
    assert (level(usual, "2102", "2103"), level(weaker, "2102", "2103")) == (MINOR, None)
    assert level(weaker, "0609", "0510") == MINOR and level(weaker, "1011", "1010") == FORTRESS


@clause("22.5b")
def test_the_reserve_begins_next_to_paris() -> None:
    s = begin(weaker_maginot="yes")
    around = BOARD.names(BOARD.within(MAP.paris, 1) & ~MAP.paris)
    assert hexes(s, "F.1DCR") == hexes(s, "F.XXIII") == set(around)
    assert where(begin(), "F.1DCR") == "waiting"
    do(s, "ready")
    assert where(s, "F.4DCR") in around and list(setup.faults(s, ALLIED)) == []


@clause("22.5e")
def test_three_fortress_units_are_out_of_play() -> None:
    s = begin(weaker_maginot="yes")
    assert [where(s, unit) for unit in ("F.101", "F.ESC", "F.FLA", "F.MTY")] == ["gone", "gone", "gone", "1709"]
    assert refusal(s, "place F.ESC") == "22.5e"


@clause("22.6a")
def test_fortress_paris() -> None:
    s = begin(fortress_paris="yes")
    paris = MAP.paris
    for inside in BOARD.members(paris):
        for outside in BOARD.members(BOARD.around[inside]):
            inner = paris >> outside & 1
            assert level_of(s, inside, BOARD.direction(inside, outside)) == (MINOR if inner else MAJOR)
    assert level(begin(), "2018", "2118") is None


@clause("22.9.1a")
def test_optional_panzers_take_the_places_of_the_ordinary_ones() -> None:
    s = german_turn(optional_panzers="yes")
    assert where(s, "G.1Pz") == "spare" and where(s, "G.1PzO") == "unplaced"
    assert refusal(s, "place G.1Pz") == "22.9.1a" and hexes(s, "G.5PzO") >= {"1307"}
    do(s, "ready")
    assert where(s, "G.1PzO") == "1108" and where(s, "G.7PzO") == "1307" and list(setup.faults(s, GERMAN)) == []
    assert where(begin(), "G.1PzO") == "spare"


@pytest.mark.parametrize(
    "options",
    [{}, {"optional_panzers": "yes"}, {"bef_armour": "yes"}, {"optional_panzers": "yes", "bef_armour": "german_rules"}],
)
@clause("20.1a", "22.9.1a", "22.9.2a")
def test_every_unit_to_be_set_up_is_in_one_army_and_no_counter_left_aside_in_any(options: dict[str, str]) -> None:
    s = begin("historical", 0, **options)
    listed = [unit for plan in armies.plans(s).all for unit in plan.units]
    assert sorted(listed) == sorted(armies.unplaced(s, GERMAN) + armies.unplaced(s, ALLIED))
    assert not [unit for unit in listed if s.where[unit] == SPARE]


@clause("22.9.2a")
def test_the_armoured_corps_takes_the_place_of_two_divisions() -> None:
    s = begin(bef_armour="yes")
    assert where(s, "UK.50") == where(s, "UK.1Arm") == "spare" and "1117" in hexes(s, "UK.ArmCorps")
    assert refusal(s, "place UK.50") == "22.9.2a"
    do(s, "ready")
    assert where(s, "UK.ArmCorps") == "1116"
    assert where(begin(), "UK.ArmCorps") == "spare" and where(begin(), "UK.1Arm") == "waiting"


@clause("22.10a")
def test_the_german_line_stands_with_or_without_counters() -> None:
    for s in (begin(), begin(fortifications="yes")):
        assert level(s, "1607", "1606") == MINOR and level(s, "0508", "0607") == MINOR
    assert level(begin(west_wall="no"), "1607", "1606") is None


@clause("22.10b")
def test_a_unit_buys_a_fortress_or_two_lines() -> None:
    s = begin(fortifications="yes")
    events = do(s, "trade F.1DLM", "fortify 1610")
    assert events == [
        Traded(("22.10b",), MAP.piece("F.1DLM")),
        BuiltFortress(("22.10b",), BOARD.place("1610")),
    ]
    assert where(s, "F.1DLM") == "gone" and level(s, "1710", "1610") == level(s, "1510", "1610") == FORTRESS
    do(s, "trade F.2DLM", "wall 1711", "facing 1611")
    assert level(s, "1611", "1711") == MINOR and not can(s, "fortify 1711")
    do(s, "wall 1711")
    assert refusal(s, "facing 1611") == "22.10b"
    events = do(s, "facing 1710")
    assert events == [BuiltLine(("22.10b",), BOARD.place("1711"), BOARD.place("1710"))]
    assert s.decision is not None and s.decision.step == "trade"
    do(s, "done")
    assert s.decision.step == "setup" and not choices(s, "place") & {"F.1DLM", "F.2DLM"}


@clause("22.10b")
def test_fortifications_stand_in_the_own_country() -> None:
    s = begin(fortifications="yes")
    do(s, "trade N.Lt")
    assert can(s, "fortify 0411") and refusal(s, "fortify 1610") == refusal(s, "wall 1012") == "22.10b"
    do(s, "fortify 0411")
    assert refusal(s, "trade UK.50") == refusal(s, "trade N.I") == refusal(s, "trade G.1Pz") == "22.10b"
    do(s, "done", "ready")
    assert s.to_act == "german"
    do(s, "trade G.1Pz")
    assert refusal(s, "fortify 1610") == "22.10b" and can(s, "fortify 1506")


@clause("22.10b")
def test_each_side_has_so_many_counters() -> None:
    table = MAP.tables.options.fortifications
    s = begin(fortifications="yes")
    for number in range(table.fortresses):
        do(s, f"trade {min(choices(s, 'trade'))}", f"fortify {2210 + number}")
    do(s, f"trade {min(choices(s, 'trade'))}")
    assert refusal(s, "fortify 2310") == "22.10b"
    for label in ("2301", "2302"):
        assert refusal(s, f"wall {label}") == "22.10b"
    do(s, "wall 2310", "facing 2311", "wall 2310", f"facing {min(around('2310') - {'2311'})}")
    for _ in range(table.lines // table.lines_for_unit - 1):
        do(s, f"trade {min(choices(s, 'trade'))}")
        for _ in range(table.lines_for_unit):
            do(s, f"wall {min(choices(s, 'wall'))}")
            if choices(s, "facing"):
                do(s, f"facing {min(choices(s, 'facing'))}")
    assert not choices(s, "trade")
    assert refusal(s, "trade F.9Mot") == "22.10b"


def around(label: str) -> set[str]:
    return set(BOARD.names(BOARD.around[BOARD.place(label)]))


@clause("22.10c")
def test_armour_is_given_up_before_motorised_units() -> None:
    s = begin(fortifications="yes")
    assert refusal(s, "trade F.9Mot") == "22.10c" and can(s, "trade N.Lt") and can(s, "trade F.1DCR")
    do(s, "done", "ready")
    assert refusal(s, "trade G.GD") == "22.10c"
    assert choices(s, "trade") == {f"G.{number}Pz" for number in range(1, 11)}


@clause("22.10b")
def test_an_army_without_what_it_gave_up_is_still_set_up() -> None:
    """The 4th Army without the 5th Panzer Division needs six points in 1307: two corps, where the ready one has one."""
    s = begin(fortifications="yes")
    do(s, "done", "ready", "trade G.5Pz", "fortify 1506", "done", "ready")
    assert list(setup.faults(s, GERMAN)) == [] and faults(s) == []
    assert where(s, "G.5Pz") == "gone"


@pytest.mark.parametrize("seed", range(6))
def test_trading_and_shifting_come_to_an_end(seed: int) -> None:
    random, s = Random(seed), begin("last_minute", seed, fortifications="yes")
    while not s.turn and s.decision is not None:
        if s.decision.step in SETTING_UP and can(s, "ready"):
            s.apply("ready")
        else:
            s.apply(random.choice(s.options))
            assert faults(s) == []
        if s.decision is not None and s.decision.step == "movement":
            break


# what is said


@clause("20.1a", "20.1d", "20.1g", "20.1h", "20.1i")
@pytest.mark.parametrize(("unit", "named", "says"), [
    ("G.III", "20.1g",
     "The unit is set up in 1406 or next to it; 6 stacking points of the army must still come there or nearer to the "
     "frontier."),
    ("G.XXV", "20.1g", "The unit is set up in any hex of its area that has room for it."),
    ("G.XL", "20.1h", "The unit is set up with or next to units that it belongs with."),
    ("G.FSJ", "20.1i", "The unit is set up with or next to units that it belongs with."),
])  # fmt: skip
def test_what_is_said_of_a_unit_that_is_set_up(unit: str, named: str, says: str) -> None:
    s = german_turn()
    explained = setup.Deploy(MAP.piece(unit)).explained(s)
    assert (explained.clause, explained.says) == (named, says)


@clause("20.1a")
def test_what_an_army_still_owes_the_frontier_is_counted_down() -> None:
    """11 points: 6 of them in 1406 or nearer; a corps behind it counts for nothing."""
    s = german_turn()
    put(s, G_III="1507")
    assert "; 3 stacking points" in setup.Deploy(MAP.piece("G.VI")).explained(s).says
    put(s, G_VI="1405")
    assert "; 3 stacking points" in setup.Deploy(MAP.piece("G.XVIII")).explained(s).says
    put(s, G_XVIII="1407")
    assert setup.Deploy(MAP.piece("G.1Mtn")).explained(s).says == "The unit is set up in 1406 or next to it."


@clause("20.1a", "20.1g", "20.1h")
def test_what_is_wrong_with_a_set_up_is_said_unit_by_unit() -> None:
    s = german_turn()
    do(s, "ready")
    assert list(setup.faults(s, GERMAN)) == [] and list(setup.faults(s, ALLIED)) == []
    s.shift(MAP.piece("G.III"), BOARD.place("1303"))
    s.shift(MAP.piece("G.XL"), BOARD.place("0201"))
    told = list(setup.faults(s, GERMAN))
    assert told == [
        "G.III in 1303 is not where 12th Army is set up (20.1g)",
        "G.XL in 0201 is not beside a unit of Army Group A (20.1h)",
    ]
    assert list(setup.faults(s, ALLIED)) == []
    s = german_turn()
    told = list(setup.faults(s, GERMAN))
    assert "G.III is not set up" in told
    assert "12th Army: too few stacking points in 1406 or nearer the frontier (20.1a)" in told
