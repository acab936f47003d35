"""Chapter 13 and 25.2: who arrives when and where."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import control, reinforcements
from meuse.games.mansteins_war.events import Available, Deployed
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, begin, can, choices, clause, do, lay, refusal, steps, where


def arriving(side: str, marker: str, commands: str, more: str, turn: int = 2) -> MansteinState:
    """A Reinforcement Segment: the marker under way and what it has activated."""
    return lay(
        f'phase = "{side} reinforcement"\nturn = {turn}\nmarker = ["{marker}"]\nplayed = ["{marker}"]\n'
        f"commands = [{commands}]\n{more}"
    )


def german(more: str, marker: str = "HGA", turn: int = 2) -> MansteinState:
    return arriving(
        "german", marker, f'"{marker}"', 'bin = ["HGB"]\nwaiting = ["G.2A"]\ndue = { "G.2A" = 2 }\n' + more, turn
    )


def allied(units: str, more: str = "", marker: str = "1AG", turn: int = 2) -> MansteinState:
    return arriving("allied", marker, '"1AG"', f"waiting = [{units}]\n{more}", turn)


DEPOTS = {"1636", "1835", "1838", "1934", "2139", "2241"}
EAST = {f"22{row}" for row in range(28, 45)}


@clause("13.3a", "13.3e", "4.1g")
def test_german_units_come_in_depots_or_by_the_east_edge() -> None:
    """F43."""
    s = german("")
    do(s, "deploy G.2A")
    assert choices(s, "at") == DEPOTS | EAST
    assert refusal(s, "at 2130") == "13.3a"
    events = do(s, "at 2244")
    assert where(s, "G.2A") == "2244" and any(isinstance(event, Deployed) for event in events)


@clause("13.3e")
def test_deploying_is_no_movement() -> None:
    """A unit of an activated sub-command is active where it arrives and has not moved."""
    s = allied('"F.DLM"', 'bin = ["2AG"]')
    do(s, "deploy F.DLM", "at 1036")
    piece = MAP.piece("F.DLM")
    assert s.active >> piece & 1 and not s.moved >> piece & 1


@clause("13.1a", "13.1b")
def test_units_wait_for_their_turn() -> None:
    s = arriving("german", "HGA", '"HGA"', 'waiting = ["G.2A", "G.39"]\ndue = { "G.2A" = 2, "G.39" = 3 }')
    assert choices(s, "deploy") == {"G.2A"}
    assert refusal(s, "deploy G.39") == "13.1a" and refusal(s, "deploy G.4A") == "13.1b"
    assert where(s, "G.39") == "waiting"


@clause("13.1a", "28.1c", "28.2d")
def test_optional_units_come_with_their_option_only() -> None:
    assert where(begin(), "G.GbK") == "spare" and where(begin(), "F.Col") == "spare"
    s = begin(mountain_corps="yes", colonial_corps="yes")
    assert (where(s, "G.GbK"), s.due[MAP.piece("G.GbK")]) == ("waiting", 3)
    assert (where(s, "F.Col"), s.due[MAP.piece("F.Col")]) == ("waiting", 3)


@clause("13.2a", "4.1g")
def test_a_unit_comes_with_its_sub_command() -> None:
    s = arriving("allied", "3AG", '"3AG"', 'waiting = ["F.DLM", "F.6A"]\nbin = ["1AG"]', turn=3)
    assert choices(s, "deploy") == {"F.6A"}
    assert refusal(s, "deploy F.DLM") == "13.2a"


@clause("13.2a", "13.2b")
def test_a_unit_may_wait_for_a_later_impulse_but_not_longer() -> None:
    """R73: in the last impulse that can bring it, it must be placed."""
    s = allied('"F.DLM"', 'bin = ["1AG", "2AG"]', marker="PlanD")
    assert can(s, "done")
    do(s, "done")
    assert where(s, "F.DLM") == "waiting"
    assert can(allied('"F.DLM"', 'bin = ["2AG", "PlanD"]'), "done")  # Plan D can activate its army group
    last = allied('"F.DLM"', 'bin = ["2AG", "3AG"]')
    assert not can(last, "done") and refusal(last, "done") == "13.2b"
    reason = last.explain("done")
    assert reason is not None and "no marker left in the bin is there for" in reason.reason
    do(last, "deploy F.DLM", "at 0941")
    assert where(last, "F.DLM") == "0941"


@clause("13.2b", "13.2c")
@pytest.mark.parametrize(("marker", "sure"), [("FallRot", True), ("GMorale", False), ("PGK", False), ("HGC", True)])
def test_what_is_sure_to_bring_reserves_where_they_need_an_army_group(marker: str, sure: bool) -> None:
    """Of two sub-commands one at least is an army group; Morale may go to the panzer group alone."""
    options = 'options = { reserve_entry = "army_group", extra_markers = "yes" }\n'
    text = f'bin = ["{marker}"]\nwaiting = ["G.2A"]\ndue = {{ "G.2A" = 2 }}\n'
    s = arriving("german", "HGA", '"HGA"', text + options)
    assert can(s, "done") == sure


@clause("13.2b", "13.4a")
def test_a_unit_without_a_hex_waits_for_the_next_turn() -> None:
    """R73, R75: it is not lost."""
    lost = 'control = { german = ["0439", "0440", "0441", "0442", "0443", "0444"] }\n'
    s = allied('"UK.1Arm:1"', lost + 'bin = ["HGA"]')
    assert where(s, "UK.1Arm") == "waiting" and not choices(s, "deploy")
    later = allied('"UK.1Arm:1"', 'due = { "UK.1Arm" = 2 }', turn=3)
    assert choices(later, "deploy") == {"UK.1Arm"}


@clause("13.2c")
def test_reserves_come_in_any_impulse_or_by_the_other_reading_with_an_army_group() -> None:
    """R37: to move they must still be activated."""
    s = german("", marker="PGK")
    do(s, "deploy G.2A", "at 1934")
    assert where(s, "G.2A") == "1934" and not s.active >> MAP.piece("G.2A") & 1
    reading = 'options = { reserve_entry = "army_group" }'
    assert not choices(german(reading, marker="PGK"), "deploy")
    assert choices(german(reading, marker="HGA"), "deploy") == {"G.2A"}


@clause("13.2b", "13.2c")
def test_reserves_must_come_with_the_last_marker() -> None:
    assert can(german(""), "done")
    empty = arriving("german", "PGK", '"PGK"', 'waiting = ["G.2A"]')
    assert refusal(empty, "done") == "13.2b"


@clause("13.2d")
def test_a_special_marker_brings_units_as_well() -> None:
    """The French 2GC, reduced, with Plan D and 1AG."""
    s = allied('"F.2GC:1"', 'bin = ["1AG"]', marker="PlanD")
    do(s, "deploy F.2GC", "at 1340")
    assert where(s, "F.2GC") == "1340" and steps(s, "F.2GC") == 1


@clause("13.3b", "13.3c")
def test_the_french_come_in_depots_and_by_the_south_edge() -> None:
    """R74: by another reading of the text by the west edge too."""
    s = allied('"F.DLM"')
    do(s, "deploy F.DLM")
    found = choices(s, "at")
    assert {"0843", "0941", "1036", "1340", "1444", "1641"} <= found
    south = {label for label in found if label[2:] == "44"}
    assert {"0444", "1044", "1844"} <= south and found - south == {"0843", "0941", "1036", "1340", "1641"}
    west = allied('"F.DLM"', 'options = { french_edges = "west" }')
    do(west, "deploy F.DLM")
    assert {"0439", "0440", "0443", "1044"} <= choices(west, "at")


@clause("13.3b")
def test_belgians_and_dutch_come_in_their_own_depots() -> None:
    s = arriving("allied", "Belgium", '"BL"', 'waiting = ["B.1"]')
    do(s, "deploy B.1")
    assert choices(s, "at") == {"1335", "1336"}
    s = arriving("allied", "Netherlands", '"NL"', 'waiting = ["N.2"]')
    do(s, "deploy N.2")
    assert choices(s, "at") == {"1333", "1432"}


@clause("13.3d")
def test_the_british_come_by_the_west_edge() -> None:
    s = allied('"UK.2"')
    do(s, "deploy UK.2")
    assert choices(s, "at") == {"0439", "0440", "0441", "0442", "0443", "0444"}
    assert refusal(s, "at 0941") == "13.3d"


@clause("13.4a", "13.4b", "7.2b")
def test_the_hex_must_be_friendly_and_free_of_enemy_zones() -> None:
    """F25."""
    s = german('units = { 1737 = ["F.21"], 2139 = ["F.Log1"] }\ncontrol = { allied = ["1838"] }')
    do(s, "deploy G.2A")
    assert refusal(s, "at 1838") == "13.4a"  # taken
    assert refusal(s, "at 1636") == "13.4b"  # in the zone of 1737
    assert refusal(s, "at 2139") == "6.0f"  # a logistics unit stands in it, though it is still German
    assert control.owned(s, GERMAN) >> MAP.place("Mannheim") & 1


@clause("22.4d", "13.3b")
def test_a_bombed_depot_receives_nobody() -> None:
    s = allied('"F.DLM"', 'bombed = ["0941"]')
    do(s, "deploy F.DLM")
    assert refusal(s, "at 0941") == "22.4d" and can(s, "at 1340")


@clause("25.4c")
def test_no_allied_unit_arrives_in_an_open_city() -> None:
    s = allied('"F.DLM"', 'open_cities = ["0941"]\noptions = { open_cities = "yes" }')
    do(s, "deploy F.DLM")
    assert refusal(s, "at 0941") == "25.4c"


@clause("13.4c")
def test_units_may_arrive_one_too_many() -> None:
    s = german('units = { 1934 = ["G.4A", "G.15"] }')
    do(s, "deploy G.2A", "at 1934")
    assert where(s, "G.2A") == "1934"
    assert len(s.stacks[MAP.place("Ruhr")]) == 3


@clause("13.5a", "28.2e")
def test_air_units_arrive_in_the_refit_phase() -> None:
    option = 'options = { fighter_command = "yes" }\nout = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'
    text = f'phase = "refit"\n{option}waiting = ["UK.FC"]\ndue = {{ "UK.FC" = 3 }}\n'
    assert where(lay(text + "turn = 2"), "UK.FC") == "waiting"
    s = lay(text + "turn = 3")
    assert where(s, "UK.FC") == "available" and s.due[MAP.piece("UK.FC")] == 0
    assert any(isinstance(event, Available) for event in s.events)
    assert (
        refusal(lay(f'phase = "allied reinforcement"\nturn = 2\n{option}waiting = ["UK.FC", "UK.2"]'), "deploy UK.FC")
        == "13.5a"
    )


# 25.2

PORTS = 'options = { british_ports = "yes" }\navailable = ["UK.RN"]\n'


@clause("25.2a", "25.2b")
def test_the_british_may_come_through_ports_instead_of_naval_support() -> None:
    s = allied('"UK.2"', PORTS)
    do(s, "deploy UK.2")
    assert {"1034", "1335", "1333", "0539", "0440"} <= choices(s, "at")
    edge = s.clone()
    do(s, "at 1335")
    assert where(s, "UK.2") == "1335" and s.naval_barred
    do(edge, "at 0440")
    assert not edge.naval_barred


@clause("25.2a", "25.2b")
def test_naval_support_earlier_in_the_turn_bars_the_ports() -> None:
    """R91."""
    s = allied('"UK.2"', 'options = { british_ports = "yes" }\nutilized = ["UK.RN"]')
    do(s, "deploy UK.2")
    assert refusal(s, "at 1335") == "25.2b" and can(s, "at 0440")


@clause("25.2a", "22.4d")
def test_a_bombed_or_lost_port_is_closed() -> None:
    s = allied('"UK.2"', PORTS + 'bombed = ["1335"]\ncontrol = { german = ["1034"] }')
    do(s, "deploy UK.2")
    assert refusal(s, "at 1335") == "22.4d" and refusal(s, "at 1034") == "13.4a"


@clause("28.3a")
def test_a_unit_that_the_dice_bring_in_turn_1_comes_with_its_sub_command() -> None:
    s = allied('"F.DLM"', 'due = { "F.DLM" = 1 }\noptions = { variable_reinforcements = "yes" }', turn=1)
    assert choices(s, "deploy") == {"F.DLM"}


@clause("13.4a", "27.1c")
def test_nobody_arrives_in_a_city_before_an_enemy_bridgehead() -> None:
    """The fortress unit keeps Aachen free of zones, but nobody controls the city."""
    bridge = (
        'options = { bridgeheads = "yes" }\nbridgeheads = [{ origin = "1536", beyond = "1636", owner = "allied" }]\n'
    )
    units = 'units = { 1636 = ["G.Aachen"], 1536 = ["F.1A"] }\n'
    s = german(bridge + units)
    do(s, "deploy G.2A")
    assert refusal(s, "at 1636") == "13.4a"
    without = german(units)
    do(without, "deploy G.2A")
    assert can(without, "at 1636")


@clause("13.3a", "13.3b", "13.3c", "13.3d", "25.2a")
@pytest.mark.parametrize(
    ("unit", "option", "clause_", "says"),
    [
        ("G.2A", "", "13.3a", "German units come in German depots"),
        ("F.DLM", "", "13.3c", "French units come in French depots"),
        ("UK.2", "", "13.3d", "British units come by the west edge of the map in France."),
        ("UK.2", "british_ports", "13.3d", "in France or in any port that the Allies control."),
        ("B.1", "", "13.3b", "They come in the depots of their own country."),
        ("N.2", "", "13.3b", "They come in the depots of their own country."),
    ],
)
def test_what_is_said_about_where_units_come(unit: str, option: str, clause_: str, says: str) -> None:
    s = begin(**({option: "yes"} if option else {}))
    told = reinforcements.Arrive(MAP.piece(unit)).explained(s)
    assert told.clause == clause_ and says in told.says


@clause("13.3c", "13.3d", "25.2a", "13.3a")
@pytest.mark.parametrize(
    ("unit", "hexa", "clause_", "barred"),
    [("UK.2", "1335", "25.2a", True), ("UK.2", "0440", "13.3d", False), ("F.DLM", "0941", "13.3c", False)],
)
def test_an_arrival_is_told_with_its_clause(unit: str, hexa: str, clause_: str, barred: bool) -> None:
    s = allied(f'"{unit}"', PORTS + f'due = {{ "{unit}" = 2 }}\n')
    events = do(s, f"deploy {unit}", f"at {hexa}")
    assert [event.clauses for event in events if isinstance(event, Deployed)] == [("13.2a", clause_)]
    assert s.naval_barred == barred and s.due[MAP.piece(unit)] == 0


@clause("13.2a", "13.2c")
@pytest.mark.parametrize(("reading", "free"), [("any", True), ("army_group", False)])
def test_who_can_be_deployed_with_the_panzer_group(reading: str, free: bool) -> None:
    s = lay(
        'stack = [{ step = "extend" }]\nturn = 2\noperator = "german"\nmarker = ["PGK"]\ncommands = ["PGK"]\n'
        f'options = {{ reserve_entry = "{reading}" }}'
    )
    assert reinforcements.called(s) == s.active | (MAP.reserves if free else 0)


@clause("13.2a", "13.1a", "13.1b", "13.4a", "13.5a")
def test_why_a_unit_is_not_deployed() -> None:
    waiting = 'waiting = ["F.DLM", "F.6A", "UK.2", "F.10A", "UK.FC"]\n'
    due = 'due = { "F.DLM" = 2, "F.6A" = 2, "UK.2" = 2, "F.10A" = 4, "UK.FC" = 3 }\n'
    lost = 'control = { german = ["0439", "0440", "0441", "0442", "0443", "0444"] }\n'
    options = 'options = { fighter_command = "yes" }\n'
    s = arriving("allied", "1AG", '"1AG"', waiting + due + lost + options)
    assert choices(s, "deploy") == {"F.DLM"}
    refused = {"UK.FC": "13.5a", "G.2A": "13.2a", "F.1A": "13.1b", "F.10A": "13.1a", "F.6A": "13.2a", "UK.2": "13.4a"}
    assert {unit: refusal(s, f"deploy {unit}") for unit in refused} == refused


@clause("13.2b", "13.2a")
@pytest.mark.parametrize(
    ("marker", "enough"), [("1AG", True), ("PlanD", True), ("PlanE", True), ("2AG", False), ("DeGaulle", False)]
)
def test_for_what_a_unit_of_an_army_group_may_wait(marker: str, enough: bool) -> None:
    """R73: its sub-command must be one that the marker can activate."""
    s = allied('"F.DLM"', f'bin = ["{marker}", "HGA"]', marker="PlanR")
    assert can(s, "done") == enough


BOTH = 'waiting = ["F.DLM", "F.6A"]\ndue = { "F.DLM" = 3, "F.6A" = 3 }\n'


@clause("13.2b")
@pytest.mark.parametrize(
    ("marker", "left", "may_wait"),
    [
        ("1AG", ["3AG", "PlanD"], True),  # the sixth army has its own marker
        ("3AG", ["PlanD"], False),  # Plan D is for the DLM, which has waited for it
        ("3AG", ["PlanE"], True),  # Plan E can bring both
        ("3AG", ["2AG"], False),
    ],
)
def test_one_choice_of_a_marker_brings_one_sub_command(marker: str, left: list[str], may_wait: bool) -> None:
    s = arriving("allied", marker, f'"{marker}"', f"bin = {left}\n{BOTH}", 3)
    assert can(s, "done") == may_wait


@clause("13.2b", "13.2a")
def test_a_unit_for_which_there_is_no_hope_does_not_hurry_others() -> None:
    s = arriving("allied", "PlanR", '"3AG"', f'bin = ["3AG"]\n{BOTH}', 3)
    assert can(s, "done")


def choosing(marker: str, more: str, turn: int = 3) -> MansteinState:
    """The Command Segment of an Allied marker that leaves a choice."""
    stack = 'stack = [{ step = "extend" }, { step = "activation", mover = "allied" }]\noperator = "allied"\n'
    return lay(f'{stack}turn = {turn}\nmarker = ["{marker}"]\nplayed = ["{marker}"]\n{BOTH}{more}')


@clause("13.2b")
def test_a_marker_that_leaves_a_choice_is_used_for_those_who_waited() -> None:
    """R73: with its own marker to come a sub-command is free; with two choices the second may be needed."""
    s = choosing("PlanD", 'bin = ["3AG"]')
    assert choices(s, "activate") == {"1AG"}
    assert refusal(s, "activate 2AG") == refusal(s, "activate 3AG") == "13.2b"
    assert choices(choosing("PlanD", 'bin = ["1AG", "3AG"]'), "activate") == {"1AG", "2AG", "3AG"}
    assert choices(choosing("PlanD", 'bin = ["3AG"]', turn=2), "activate") == {"1AG", "2AG", "3AG"}  # not due
    two = choosing("PlanE", 'bin = ["3AG"]')
    assert choices(two, "activate") == {"1AG", "2AG", "3AG"}
    do(two, "activate 2AG")
    assert choices(two, "activate") == {"1AG"}


@clause("13.2b")
def test_where_not_all_can_arrive_the_choice_is_among_those_who_wait() -> None:
    assert choices(choosing("PlanD", 'bin = ["2AG"]'), "activate") == {"1AG", "3AG"}


@clause("13.5a")
def test_air_units_arrive_in_their_turn_and_with_their_own_side() -> None:
    waiting = 'waiting = ["UK.FC"]\ndue = { "UK.FC" = 3 }\noptions = { fighter_command = "yes" }\n'
    for turn, side, box in (
        (2, ALLIED, "waiting"),
        (3, GERMAN, "waiting"),
        (3, ALLIED, "available"),
        (4, ALLIED, "available"),
    ):
        s = lay(f'stack = [{{ step = "extend" }}]\nturn = {turn}\n{waiting}')
        reinforcements.air_arrivals(s, side)
        assert where(s, "UK.FC") == box and s.due[MAP.piece("UK.FC")] == (3 if box == "waiting" else 0)


@clause("13.3b", "13.3c", "13.3d")
def test_the_edges_of_each_nation() -> None:
    for reading in ("south", "west"):
        s = begin(**({"french_edges": "west"} if reading == "west" else {}))
        french = MAP.french_west if reading == "west" else MAP.entry_edges[1]
        assert [reinforcements.edges(s, nation) for nation in range(5)] == [
            MAP.entry_edges[0], french, *MAP.entry_edges[2:5],
        ]  # fmt: skip
