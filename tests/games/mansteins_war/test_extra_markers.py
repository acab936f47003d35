"""Chapter 24: Fall Rot, Plan W, and Morale markers."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import control, morale
from meuse.games.mansteins_war.setting import ALLIED, BELGIUM, FRANCE, GERMAN, MORALE_EVENTS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, bins, can, choices, clause, do, lay, refusal

ON = 'options = { extra_markers = "yes" }\n'
OUT = 'out = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'
PHASE = 'phase = "command markers"\nturn = 4\n' + OUT


def labels(mask: int) -> str:
    return str(MAP.board.names(mask))


@clause("5.1c", "5.1r", "5.1ad", "21.0d", "24.0a")
def test_without_the_option_they_are_out() -> None:
    s = lay('phase = "begin turn"\nturn = 2')
    assert bins(s, s.out) >= {"FallRot", "GMorale", "PlanW", "AMorale"}
    assert refusal(s, "add FallRot") == "21.0d"


@clause("24.1a", "21.2l")
@pytest.mark.parametrize(
    ("reading", "kept", "met"),
    [
        ("towns", 0, True),
        ("towns", MAP.towns, False),
        ("forts", MAP.towns & ~MAP.forts, True),
        ("forts", MAP.forts, False),
    ],
)
def test_fall_rot_waits_for_belgium(reading: str, kept: int, met: bool) -> None:
    held = MAP.country[BELGIUM] & ~kept
    options = f'options = {{ extra_markers = "yes", fall_rot = "{reading}" }}\n'
    s = lay(PHASE + options + f"control = {{ german = {labels(held)} }}")
    assert can(s, "add FallRot") == met


@clause("24.1a", "24.2a", "7.2a")
def test_zones_do_not_contest_towns() -> None:
    """A town is neither a depot nor a victory hex: who entered it last controls it (3.3b)."""
    belgium = labels(MAP.country[BELGIUM])
    s = lay(PHASE + ON + f'control = {{ german = {belgium} }}\nunits = {{ 0936 = ["F.1A"] }}')  # beside Ypres
    assert can(s, "add FallRot")
    w = lay(PHASE + ON + 'control = { german = ["1037", "1138"] }\nunits = { 1038 = ["F.1A"] }')
    do(w, "decline")
    assert can(w, "add PlanW")


@clause("20.2a", "24.1a", "24.2a")
def test_a_marker_whose_condition_is_not_met_is_refused_by_its_own_clause() -> None:
    s = lay(PHASE + ON)
    assert refusal(s, "add FallRot") == "24.1a"
    do(s, "decline")
    assert (refusal(s, "add PlanW"), refusal(s, "add Evac")) == ("24.2a", "20.2a")


@clause("24.1b")
def test_fall_rot_activates_any_two() -> None:
    s = lay(picked("FallRot"))
    assert choices(s, "activate") == {"HGA", "HGB", "HGC", "PGK"}
    do(s, "activate PGK", "activate HGA")
    assert s.air_left == 4 and not choices(s, "activate")


@clause("24.2a")
@pytest.mark.parametrize("lost", [1, 2])
def test_plan_w_waits_for_two_french_towns(lost: int) -> None:
    towns = MAP.board.names(MAP.urban & MAP.country[FRANCE])[:lost]
    s = lay(PHASE + ON + f"control = {{ german = {towns} }}")
    do(s, "decline")
    assert can(s, "add PlanW") == (lost == 2)


def picked(marker: str, options: str = ON) -> str:
    side = "german" if MAP.marker_side[MAP.marker_numbers[marker]] == GERMAN else "allied"
    stack = f'[{{ step = "extend" }}, {{ step = "activation", mover = "{side}" }}]'
    return f'stack = {stack}\nturn = 2\noperator = "{side}"\nmarker = ["{marker}"]\nplayed = ["{marker}"]\n{options}'


@clause("24.2b", "24.3.2a", "5.1x")
@pytest.mark.parametrize("marker", ["PlanW", "AMorale"])
def test_belgians_and_dutch_only_by_another_reading(marker: str) -> None:
    s = lay(picked(marker))
    assert choices(s, "activate") == {"1AG", "2AG", "3AG"}
    assert (refusal(s, "activate BL"), refusal(s, "activate GQG")) == ("5.1x", "5.8c")
    every = 'options = { extra_markers = "yes", minor_allies = "any" }\n'
    assert choices(lay(picked(marker, every)), "activate") == {"1AG", "2AG", "3AG", "BL", "NL"}
    fallen = lay(picked(marker, every) + 'surrendered = ["belgium"]\n')
    assert choices(fallen, "activate") == {"1AG", "2AG", "3AG", "NL"} and refusal(fallen, "activate BL") == "5.7f"
    assert refusal(lay(picked(marker, every) + 'surrendered = ["france"]\n'), "activate 2AG") == "5.7e"
    without = every.replace(" }", ', no_netherlands = "yes" }')
    assert choices(lay(picked(marker, without)), "activate") == {"1AG", "2AG", "3AG", "BL"}


# morale

MOMENT = 'stack = [{ step = "impulse", mover = "german" }, { step = "extend" }]\nturn = 3\nbin = ["HGB"]\n' + OUT


@clause("24.3.2a", "5.8c")
@pytest.mark.parametrize(("command", "called"), [("PGK", set()), ("HGA", {"G.2A"})])
def test_reserves_come_along_with_an_army_group_alone(command: str, called: set[str]) -> None:
    """R37: the panzer group is none."""
    s = lay(picked("GMorale") + 'units = { 1838 = ["G.2A"], 1538 = ["G.19"], 1835 = ["G.4A"] }\n')
    do(s, f"activate {command}")
    assert choices(s, "call") == called


def conquered(label: str, unit: str, more: str = ON) -> MansteinState:
    """A unit enters a hex."""
    s = lay(MOMENT + more + f'units = {{ 1538 = ["{unit}"] }}')
    piece, hexa = MAP.piece(unit), MAP.board.place(label)
    s.shift(piece, hexa)
    control.enter(s, [piece], [hexa])
    s.advance()
    return s


@clause("24.3a", "24.3.1a", "24.3.1e")
@pytest.mark.parametrize("label", ["1537", "1335", "1333", "1036", "1439", "0941"])
def test_the_first_of_some_places_wins_a_morale_victory(label: str) -> None:
    s = conquered(label, "G.15")
    assert s.to_act == "german" and choices(s, "add") == {"GMorale"}
    do(s, "add GMorale")
    assert "GMorale" in bins(s)
    control.enter(s, [MAP.piece("G.15")], [MAP.board.place("1336")])
    assert s.agenda[-1].name == "extend"


@clause("24.3.1c")
def test_the_first_german_city_wins_one_for_the_allies() -> None:
    assert choices(conquered("1838", "F.1GC"), "add") == {"AMorale"}
    assert not choices(conquered("1739", "F.1GC"), "add")  # no city
    assert not choices(conquered("1838", "F.1GC", ""), "add")


@clause("24.3.1b", "24.3.1d")
def test_bombing_wins_one_each() -> None:
    s = lay(MOMENT + ON)
    morale.won(s, GERMAN, "german_bombing", "24.3.1b")
    morale.won(s, ALLIED, "allied_bombing", "24.3.1d")
    assert [step.name for step in s.agenda[-2:]] == ["add_morale", "add_morale"]
    before = len(s.agenda)
    morale.won(s, GERMAN, "german_bombing", "24.3.1b")
    assert len(s.agenda) == before


@clause("24.3b", "24.3c")
def test_the_marker_comes_once_a_turn_and_can_come_again() -> None:
    s = lay(MOMENT + ON + 'played = ["GMorale"]')
    morale.won(s, GERMAN, "german_bombing", "24.3.1b")
    assert s.agenda[-1].name == "extend"  # it was in this turn's bin already
    later = lay('phase = "return"\nturn = 3\nplayed = ["GMorale"]\n' + OUT + ON)
    assert later.turn == 4 and not bins(later, later.out | later.bin | later.played) & {"GMorale"}


@clause("24.3.1a", "24.3.1c", "24.3.1e")
@pytest.mark.parametrize("event", MORALE_EVENTS)
def test_each_side_has_its_own_first_place(event: str) -> None:
    s = lay(MOMENT + ON + f'morale = ["{event}"]')
    assert bool(morale.prizes(s, GERMAN)) == (event != "german_place")
    assert bool(morale.prizes(s, ALLIED)) == (event != "allied_city")
    assert not morale.prizes(lay(MOMENT), GERMAN)


@clause("24.3a")
def test_a_marker_that_is_added_calls_its_side_back_to_the_bins() -> None:
    s = lay(MOMENT + ON + 'passed = ["german", "allied"]')
    morale.won(s, GERMAN, "german_bombing", "24.3.1b")
    s.advance()
    assert refusal(s, "add AMorale") == "24.3a"
    do(s, "add GMorale")
    assert s.passed == 1 << ALLIED
