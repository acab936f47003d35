"""Chapter 5: what goes into the bins, what is picked, who is activated, and what attacks gain by it."""

from __future__ import annotations

import pytest

from meuse.board.sets import listed
from meuse.engine import Event
from meuse.games.mansteins_war import commands
from meuse.games.mansteins_war.events import MarkerPicked, MarkerRemoved
from meuse.games.mansteins_war.setting import ALLIED, BELGIUM, COMMANDS, FRANCE, GERMAN, NETHERLANDS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, active, begin, bins, can, choices, clause, do, lay, refusal, units

READY = ("keep PlanD", "ready", "keep Manstein", "ready")
FIRST = {"HGA", "HGB", "HGC", "PGK"}
ALLIES = {"1AG", "2AG", "3AG", "Belgium", "Netherlands"}


@clause("21.2h", "21.2i", "21.1m", "4.1c")
def test_bin_of_turn_one() -> None:
    s = begin(*READY)
    assert bins(s) == FIRST | {"Manstein"} | ALLIES  # the Allied plan is still in hand


@clause("21.1l", "5.2a", "5.7a")
def test_the_allied_plan_may_go_into_the_bin_in_any_turn() -> None:
    s = begin(*READY)
    assert choices(s, "add") == {"PlanD"}
    do(s, "add PlanD")
    assert "PlanD" in bins(s)
    later = lay('phase = "command markers"\nturn = 4\nout = ["PlanE", "PlanR", "Manstein", "OKH", "OKHMod"]')
    do(later, "decline")
    assert choices(later, "add") == {"PlanD", "DeGaulle"}


@clause("5.2a", "21.2j", "21.2k", "21.1n")
def test_leaders_and_the_luftwaffe_come_from_turn_two_on() -> None:
    first = lay('phase = "command markers"\nturn = 1\noptions = { german_plan = "any" }')
    assert choices(first, "add") == {"OKH", "OKHMod", "Manstein"}
    assert refusal(first, "add Hoth") == "5.2a"
    second = lay('phase = "command markers"\nturn = 2\nout = ["OKH", "OKHMod", "Manstein"]')
    assert choices(second, "add") == {"Guderian", "Hoth", "Rommel", "Luftwaffe"}


@clause("5.2b", "5.7c")
def test_one_special_marker_a_turn() -> None:
    s = lay('phase = "command markers"\nturn = 3\nout = ["OKH", "OKHMod", "Manstein"]')
    do(s, "add Luftwaffe")
    assert s.to_act == "allied"
    assert bins(s) & {"Luftwaffe", "Guderian"} == {"Luftwaffe"}


@clause("5.2b")
def test_by_another_reading_the_luftwaffe_comes_besides_a_leader() -> None:
    s = lay(
        'phase = "command markers"\nturn = 3\nout = ["OKH", "OKHMod", "Manstein"]\n'
        'options = { special_markers = "luftwaffe" }'
    )
    do(s, "add Guderian")
    assert choices(s, "add") == {"Luftwaffe"}
    assert refusal(s, "add Hoth") == "5.2b"
    assert "the Luftwaffe besides" in s.agenda[-1].explained(s).says


@clause("5.2c", "5.7b", "5.7d", "5.1a", "5.1b")
def test_played_specials_leave_and_regular_markers_return() -> None:
    s = lay('phase = "return"\nturn = 2\nplayed = ["HGA", "Guderian", "1AG"]\nout = ["OKH", "OKHMod", "Manstein"]')
    assert s.turn == 3 and "Guderian" in bins(s, s.out)
    assert {"HGA", "1AG"} <= bins(s)
    assert refusal(s, "add Guderian") == "5.2c"


EVAC = 'phase = "command markers"\nturn = 3\nout = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'


@clause("20.2a", "21.1o")
@pytest.mark.parametrize(("hexa", "near"), [("0936", True), ("0835", True), ("1039", False)])
def test_evac_needs_germans_at_the_coast_of_france(hexa: str, near: bool) -> None:
    s = lay(EVAC + f'units = {{ {hexa} = ["G.19"] }}')
    do(s, "decline")
    assert can(s, "add Evac") == near


@clause("20.2f", "20.2g")
def test_evac_is_used_in_its_first_turn_or_never() -> None:
    s = lay(EVAC + 'units = { 0835 = ["G.19"] }')
    do(s, "decline", "add DeGaulle")
    assert "Evac" in bins(s, s.out)
    again = lay(EVAC + 'units = { 0835 = ["G.19"] }\noptions = { evac_window = "any" }')
    do(again, "decline", "add DeGaulle")
    assert "Evac" not in bins(again, again.out)


# picking

WHO = 'units = { 1837 = ["G.12A"], 1836 = ["G.15"], 1934 = ["G.9A"], 1036 = ["F.1A"], 1037 = ["UK.BEF"] }\n'


@clause("21.2b")
def test_the_first_marker_of_the_game_is_selected() -> None:
    s = begin(*READY, "decline")
    assert s.to_act == "german" and choices(s, "select") == FIRST | {"Manstein"}
    events = do(s, "select HGB")
    assert isinstance(events[0], MarkerPicked) and events[0].marker == "Army Group B"


@clause("4.1m", "5.4a", "5.4b", "5.4c", "5.4d")
def test_impulses_alternate_and_all_markers_are_played() -> None:
    s = begin(*READY, "add PlanD")
    picked = [event for event in walk(s) if isinstance(event, MarkerPicked)]
    sides = [event.side for event in picked]
    assert sides == [GERMAN, ALLIED] * 5 + [ALLIED]
    assert len({event.marker for event in picked}) == 11


def walk(s: MansteinState) -> list[Event]:
    """Do as little as possible until turn 2 begins."""
    events: list[Event] = []
    while s.turn == 1:
        events += s.apply((s.offered("done", "decline") or s.options)[0])
    return events


@clause("4.1e", "5.4a")
@pytest.mark.parametrize(("die", "picked"), [(1, "HGA"), (2, "HGC"), (3, "Rommel")])
def test_a_marker_is_drawn_at_random(die: int, picked: str) -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 2\nbin = ["HGA", "HGC", "Rommel", "1AG"]')
    s.dice.script([die])
    assert MAP.markers[commands.draw(s, GERMAN)].id == picked


# activating


def picked(marker: str, more: str = WHO) -> str:
    """An impulse begins with a marker; it stops before its segments."""
    side = "german" if MAP.marker_side[MAP.marker_numbers[marker]] == GERMAN else "allied"
    stack = f'[{{ step = "extend" }}, {{ step = "activation", mover = "{side}" }}]'
    return f'stack = {stack}\nturn = 2\noperator = "{side}"\nmarker = ["{marker}"]\nplayed = ["{marker}"]\n{more}'


DUE = 'waiting = ["G.2A"]\ndue = { "G.2A" = 2 }\n'


@clause("5.5a", "5.1d", "5.8a", "5.1s")
def test_a_sub_command_is_activated_with_all_its_units() -> None:
    s = lay(picked("HGA", WHO + DUE))
    assert active(s) == {"G.12A", "G.15"}
    assert choices(s, "call") == {"G.9A", "G.2A"}
    assert active(lay(picked("1AG"))) == {"F.1A", "UK.BEF"}


@clause("5.8d", "5.8e", "5.8f")
def test_a_reserve_unit_is_activated_once_a_turn() -> None:
    s = lay(picked("HGA", WHO + DUE + 'reserved = ["G.9A"]\n'))
    assert refusal(s, "call G.9A") == "5.8d"
    do(s, "call G.2A")
    assert units(s, s.reserved) == {"G.2A", "G.9A"}


@clause("4.1o")
def test_reserves_are_free_again_next_turn() -> None:
    s = lay('phase = "return"\nturn = 2\nreserved = ["G.9A"]\nout = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]')
    assert s.turn == 3 and not s.reserved


@clause("5.8c")
@pytest.mark.parametrize("marker", ["PGK", "Manstein", "Luftwaffe"])
def test_reserves_do_not_come_along_with_the_panzer_group(marker: str) -> None:
    s = lay(picked(marker))
    assert not choices(s, "call")


@clause("5.1h", "5.1i")
@pytest.mark.parametrize(("plan", "number"), [("OKH", 2), ("OKHMod", 1)])
def test_the_plans_of_the_high_command_leave_the_panzer_group_out(plan: str, number: int) -> None:
    s = lay(picked(plan))
    for left in range(number, 0, -1):
        assert choices(s, "activate") == {"HGA", "HGB", "HGC"} - set(("HGB", "HGC")[: number - left])
        assert refusal(s, "activate PGK") in ("5.1h", "5.1i")
        do(s, f"activate {('HGB', 'HGC')[number - left]}")
    assert not choices(s, "activate")


LEADERS = """
[units]
1837 = ["G.19", "G.GrD"]
1836 = ["G.15"]
1736 = ["G.12A"]
1934 = ["G.39"]
1036 = ["F.1GC"]
1037 = ["UK.1Arm"]
"""


@clause("5.1m", "5.1n", "5.1o")
@pytest.mark.parametrize(("leader", "corps"), [("Guderian", 2), ("Hoth", 2), ("Rommel", 1)])
def test_leaders_activate_mech_corps_of_any_command(leader: str, corps: int) -> None:
    s = lay(picked(leader, LEADERS))
    assert choices(s, "call") == {"G.19", "G.15", "G.39"}
    assert refusal(s, "call G.12A") == MAP.markers[MAP.marker_numbers[leader]].clause
    do(s, "call G.39")
    assert choices(s, "call") == ({"G.19", "G.15"} if corps == 2 else set())
    assert units(s, s.active) == units(s, s.reserved) == {"G.39"}


@clause("5.1ab")
def test_de_gaulle_activates_a_french_mech_corps() -> None:
    s = lay(picked("DeGaulle", LEADERS))
    assert choices(s, "call") == {"F.1GC"}


# what attacks gain


def shifts(text: str, *attackers: str, target: str = "1637") -> list[int]:
    s = lay(f'stack = [{{ step = "extend" }}]\nturn = 2\noperator = "german"\nplayed = []\n{text}')
    pieces = [MAP.piece(unit) for unit in attackers]
    return [columns for columns, _ in commands.attack_shifts(s, pieces, MAP.board.place(target))]


PAIR = 'units = { 1737 = ["G.19"], 1736 = ["G.15"] }\n'


@clause("5.1k", "5.6a", "23.0b")
@pytest.mark.parametrize(
    ("text", "unit", "columns"),
    [
        ('marker = ["Manstein"]\nmanstein = 2\n', "G.19", [2]),
        ('marker = ["PGK"]\nmanstein = 2\n', "G.19", [2]),
        ('marker = ["PGK"]\nmanstein = 1\n', "G.19", []),
        ('marker = ["PGK"]\n', "G.19", []),
        ('marker = ["HGA"]\nmanstein = 2\n', "G.15", []),
        ('marker = ["GMorale"]\nmanstein = 2\n', "G.19", [1, 2]),
        ('marker = ["PGK"]\nmanstein = 2\noptions = { manstein_shift = "impulse" }\n', "G.19", []),
        ('marker = ["Guderian"]\n', "G.15", [1]),
        ('marker = ["OKH"]\n', "G.15", []),
        ('marker = ["OKHMod"]\n', "G.15", [1]),
        ('marker = ["Luftwaffe"]\n', "G.15", []),
    ],
)
def test_shifts_of_markers(text: str, unit: str, columns: list[int]) -> None:
    assert shifts(text + PAIR, unit) == columns


LINE = 'units = { 1840 = ["F.3A"], 1841 = ["F.1GC"], 1941 = ["F.5A"] }\nmarker = ["PlanR"]\n'


@clause("5.1aa")
def test_plan_r_counts_from_the_maginot_line_into_germany() -> None:
    assert shifts(LINE, "F.3A", "F.5A", target="1940") == [2]
    assert shifts(LINE, "F.3A", "F.1GC", target="1940") == []
    assert shifts(LINE, "F.3A", target="1841") == []
    assert shifts(LINE + 'options = { plan_r = "any" }\n', "F.3A", "F.1GC", target="1940") == [2]


@clause("5.1q", "5.6c", "23.0d")
def test_only_the_luftwaffe_marker_counts_in_the_air() -> None:
    for marker, shift in (("Luftwaffe", 1), ("Guderian", 0)):
        s = lay(f'stack = [{{ step = "extend" }}]\nturn = 2\noperator = "german"\nmarker = ["{marker}"]')
        assert commands.air_shift(s) == shift


@clause("5.1e", "5.1f", "5.1g", "5.1j", "5.1p", "5.1t", "5.1u", "5.1v", "5.1w", "23.0a", "23.0c", "23.0g", "23.0h")
@pytest.mark.parametrize(
    ("marker", "number"),
    [
        ("HGA", 3), ("HGB", 3), ("HGC", 3), ("PGK", 3), ("OKH", 2), ("OKHMod", 3), ("Manstein", 4), ("Guderian", 2),
        ("Hoth", 1), ("Rommel", 1), ("Luftwaffe", 7), ("1AG", 2), ("2AG", 1), ("3AG", 1), ("Belgium", 0),
        ("Netherlands", 0), ("PlanD", 2), ("PlanE", 1), ("PlanR", 1), ("Evac", 2), ("DeGaulle", 1),
    ],
)  # fmt: skip
def test_air_units_of_each_marker(marker: str, number: int) -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 2')
    assert commands.air_units(s, MAP.markers[MAP.marker_numbers[marker]]) == number


@clause("5.0b")
def test_a_unit_is_activated_again_by_another_marker() -> None:
    for marker in ("HGA", "Guderian"):
        s = lay(picked(marker))
        assert "G.15" in active(s) | choices(s, "call")


@clause("5.7e", "5.7f", "3.7a")
def test_markers_of_fallen_countries_leave_at_once() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 3\nbin = ["1AG", "2AG", "3AG", "Belgium", "Netherlands", "PlanD"]')
    commands.remove(s, MAP.lost_with[FRANCE], "5.7e")
    assert bins(s) == {"1AG", "Belgium", "Netherlands"}
    commands.remove(s, MAP.lost_with[BELGIUM] | MAP.lost_with[NETHERLANDS], "5.7f")
    assert bins(s) == {"1AG"}
    assert all("Plan" not in event.tell(MAP) for event in s.events)  # which plan was kept stays a secret


@clause("5.7e")
def test_without_france_only_the_first_army_group_is_left() -> None:
    s = lay(picked("Evac", WHO + 'surrendered = ["france"]\n'))
    assert active(s) >= {"UK.BEF"} and not choices(s, "activate")


@clause("5.3d")
def test_the_side_with_the_initiative_acts_first() -> None:
    out = 'out = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]\n'
    s = lay('phase = "begin turn"\nturn = 3\n' + out + 'units = { 1839 = ["F.3A"] }')
    assert s.to_act == "allied"
    do(s, "decline")
    assert s.to_act == "german"


# what cannot be put into the bin, and by which rule


MARKERS = 'phase = "command markers"\n'


@clause("5.1b", "28.1e", "21.0d", "21.1l", "21.2h", "21.1m", "21.2i", "5.2a", "5.2c", "24.3a")
@pytest.mark.parametrize(
    ("marker", "clause_", "more"),
    [
        ("PlanD", "5.1b", "turn = 3\n"),
        ("HGA", "21.2i", "turn = 3\n"),
        ("GMorale", "21.0d", "turn = 3\n"),
        ("GMorale", "24.3a", 'turn = 3\noptions = { extra_markers = "yes" }\n'),
        ("OKH", "21.2h", 'turn = 3\nout = ["OKH", "OKHMod"]\n'),
        ("Manstein", "5.2c", 'turn = 3\nout = ["OKH", "OKHMod", "Manstein"]\n'),  # it has been played
        ("Hoth", "5.2c", 'turn = 3\nout = ["Hoth"]\n'),
        ("Rommel", "5.2a", 'turn = 1\noptions = { german_plan = "any" }\n'),
    ],
)
def test_the_rule_that_keeps_a_german_marker_out_of_the_bin(marker: str, clause_: str, more: str) -> None:
    s = lay(MARKERS + more)
    assert s.to_act == "german" and refusal(s, f"add {marker}") == clause_


@clause("5.1b", "28.1e", "21.1l", "21.1m", "5.2a", "5.2c", "20.2a")
@pytest.mark.parametrize(
    ("marker", "clause_", "more"),
    [
        ("OKH", "5.1b", "turn = 3\n"),
        ("1AG", "21.1m", "turn = 3\n"),
        ("Netherlands", "28.1e", 'turn = 3\noptions = { no_netherlands = "yes" }\n'),
        ("PlanE", "21.1l", 'turn = 3\nout = ["PlanE", "PlanR"]\n'),
        ("Evac", "20.2a", "turn = 3\n"),
        ("DeGaulle", "5.2c", 'turn = 3\nout = ["DeGaulle"]\n'),
    ],
)
def test_the_rule_that_keeps_an_allied_marker_out_of_the_bin(marker: str, clause_: str, more: str) -> None:
    s = lay(MARKERS + more)
    do(s, "decline")
    assert s.to_act == "allied" and refusal(s, f"add {marker}") == clause_


@clause("21.2h")
@pytest.mark.parametrize(("turn", "reading", "inside"), [(1, "first", True), (1, "any", False), (2, "first", False)])
def test_the_german_plan_has_to_be_in_the_first_bin(turn: int, reading: str, inside: bool) -> None:
    s = lay(
        f'{MARKERS}turn = {turn}\nout = ["OKH", "OKHMod", "PlanE", "PlanR"]\noptions = {{ german_plan = "{reading}" }}'
    )
    assert ("Manstein" in bins(s), can(s, "add Manstein")) == (inside, not inside)
    assert "PlanD" not in bins(s)


@clause("5.2b")
@pytest.mark.parametrize(
    ("first", "second"),
    [("Luftwaffe", {"Guderian", "Hoth", "Rommel"}), ("Rommel", {"Luftwaffe"})],
)
def test_the_luftwaffe_besides_one_leader_and_no_more(first: str, second: set[str]) -> None:
    out = 'out = ["OKH", "OKHMod", "Manstein"]\n'
    s = lay(f'{MARKERS}turn = 3\n{out}options = {{ special_markers = "luftwaffe" }}')
    do(s, f"add {first}")
    assert choices(s, "add") == second
    do(s, f"add {sorted(second)[0]}")
    assert s.to_act == "allied"
    assert "the Luftwaffe besides" not in s.agenda[-1].explained(s).says


@clause("5.2b")
def test_a_special_marker_that_was_played_counts_for_its_turn() -> None:
    s = lay(f'{MARKERS}turn = 3\nout = ["OKH", "OKHMod", "Manstein"]\nplayed = ["Rommel"]')
    assert s.to_act == "allied"  # the Germans have nothing to choose


@clause("20.2a", "20.2f")
def test_a_coast_is_near_in_its_hexes_and_beside_them_in_france_alone() -> None:
    """R39: every land hex once."""
    s = lay('stack = [{ step = "extend" }]\nturn = 2\nunits = { 1934 = ["G.19"] }')
    coast = MAP.harbours & MAP.country[FRANCE]
    for hexa in MAP.board.members(MAP.land):
        s.shift(MAP.piece("G.19"), hexa)
        assert commands.evacuation_near(s) == bool(MAP.board.disc(hexa, 1) & coast), s.label(hexa)
    assert not commands.evacuation_near(lay('stack = [{ step = "extend" }]\nunits = { 0835 = ["UK.BEF"] }'))


@clause("20.2f")
@pytest.mark.parametrize(
    ("window", "seen", "allowed"),
    [("first", 0, True), ("first", 3, True), ("first", 2, False), ("any", 2, True)],
)
def test_the_turn_of_evac(window: str, seen: int, allowed: bool) -> None:
    s = lay(EVAC + f'evac_turn = {seen}\nunits = {{ 0835 = ["G.19"] }}\noptions = {{ evac_window = "{window}" }}')
    do(s, "decline")
    assert can(s, "add Evac") == allowed
    assert s.evac_turn == (seen or 3)


@clause("20.2f")
def test_evac_stays_in_the_game_before_its_turn_and_in_the_bin() -> None:
    away = lay(EVAC + 'units = { 1934 = ["G.19"] }')
    do(away, "decline", "decline")
    assert "Evac" not in bins(away, away.out) and away.evac_turn == 0
    chosen = lay(EVAC + 'units = { 0835 = ["G.19"] }')
    do(chosen, "decline", "add Evac")
    assert "Evac" in bins(chosen, chosen.bin | chosen.played) and "Evac" not in bins(chosen, chosen.out)


@clause("5.7e", "5.7b")
def test_markers_that_have_been_played_lie_there_to_the_end_of_the_turn() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 3\nbin = ["2AG", "PlanD"]\nplayed = ["3AG", "DeGaulle"]')
    commands.remove(s, MAP.lost_with[FRANCE], "5.7e")
    assert bins(s, s.out) >= {"2AG", "PlanD"} and not bins(s, s.out) & {"3AG", "DeGaulle"}
    removed = [event.marker for event in s.events if isinstance(event, MarkerRemoved)]
    assert removed == ["Second Army Group", "Third Army Group", "De Gaulle"]
    s.surrendered = 1 << FRANCE
    s.evacuating = True
    commands.put_back(s)
    assert bins(s, s.out) >= {"3AG", "DeGaulle"} and (s.played, s.evacuating) == (0, False)


@clause("5.7e", "5.1ac")
@pytest.mark.parametrize(("fallen", "open_"), [("", {"1AG", "2AG", "3AG"}), ("belgium", {"1AG", "2AG", "3AG"})])
def test_sub_commands_while_france_stands(fallen: str, open_: set[str]) -> None:
    more = f'surrendered = ["{fallen}"]\n' if fallen else ""
    s = lay(picked("PlanD", WHO + more))
    assert choices(s, "activate") == open_
    do(s, "activate 3AG")
    assert not choices(s, "activate")


@clause("5.7e")
def test_without_france_no_second_or_third_army_group() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 3\nsurrendered = ["france"]')
    rows = {row.id: row for row in MAP.markers}
    named = {marker: commands.open_commands(s, rows[marker]) for marker in ("PlanD", "2AG", "3AG", "Belgium", "HGA")}
    assert {marker: {COMMANDS[c] for c in listed(mask)} for marker, mask in named.items()} == {
        "PlanD": {"1AG"}, "2AG": set(), "3AG": set(), "Belgium": {"BL"}, "HGA": {"HGA"},
    }  # fmt: skip


@clause("5.5a", "5.1h")
def test_why_a_sub_command_is_not_activated() -> None:
    s = lay(picked("OKH"))
    do(s, "activate HGA")
    assert (refusal(s, "activate 1AG"), refusal(s, "activate HGA"), refusal(s, "activate PGK")) == (
        "5.5a", "5.1h", "5.1h",
    )  # fmt: skip
    assert "already" in str(s.explain("activate HGA")) and "does not activate" in str(s.explain("activate PGK"))


@clause("5.5a", "5.8b", "5.8c", "5.8d", "5.9a")
@pytest.mark.parametrize(
    ("unit", "clause_"),
    [
        ("G.air1", "5.9a"), ("F.1A", "5.5a"), ("G.Aachen", "5.8b"), ("G.39", "5.5a"), ("G.9A", "5.8d"),
        ("G.12A", "5.5a"), ("G.4A", "5.5a"), ("G.18A", "5.8c"),
    ],
)  # fmt: skip
def test_why_a_unit_is_not_called_up(unit: str, clause_: str) -> None:
    more = 'waiting = ["G.2A", "G.39"]\ndue = { "G.2A" = 2, "G.39" = 3 }\nreserved = ["G.9A"]\n'
    s = lay(picked("HGA", WHO.replace("}", ', 1636 = ["G.Aachen"], 1835 = ["G.18A"] }') + more))
    assert choices(s, "call") == {"G.2A"} and refusal(s, f"call {unit}") == clause_


@clause("5.8c")
def test_reserves_need_an_army_group_that_was_activated() -> None:
    s = lay(picked("PlanD", WHO.replace("}", ', 0941 = ["F.21"] }')))
    assert not commands.takes_reserves(s)
    do(s, "activate 2AG")
    assert commands.takes_reserves(s) and choices(s, "call") == {"F.21"}
    none = lay('stack = [{ step = "extend" }]\nturn = 2\ncommands = ["HGA"]\noperator = "german"')
    assert not commands.takes_reserves(none)


@clause("5.8d")
def test_only_reserve_units_use_up_their_activation() -> None:
    s = lay(picked("Guderian", LEADERS))
    do(s, "call G.19", "call G.39")
    assert units(s, s.active) == {"G.19", "G.39"} and units(s, s.reserved) == {"G.39"}


@clause("5.4a", "6.3b", "20.2c")
@pytest.mark.parametrize(
    ("marker", "manstein", "evacuating"), [("Manstein", 3, False), ("Evac", 0, True), ("OKH", 0, False)]
)
def test_what_follows_when_a_marker_is_picked(marker: str, manstein: int, evacuating: bool) -> None:
    s = lay(f'stack = [{{ step = "extend" }}]\nturn = 3\nbin = ["{marker}", "HGA"]')
    commands.pick(s, MAP.marker_numbers[marker])
    assert (s.manstein, s.evacuating, s.sealed) == (manstein, evacuating, True)
    assert (bins(s), bins(s, s.played), bins(s, s.marker)) == ({"HGA"}, {marker}, {marker})
    assert s.operator == MAP.marker_side[MAP.marker_numbers[marker]]


@clause("5.4a")
def test_the_last_marker_needs_no_die() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 2\nbin = ["HGC", "1AG"]')
    assert MAP.markers[commands.draw(s, GERMAN)].id == "HGC"
    assert MAP.markers[commands.draw(s, ALLIED)].id == "1AG"
    assert not s.events  # a roll would be told


@clause("5.1ac", "20.2e")
@pytest.mark.parametrize(("reading", "others"), [("nobody", False), ("others", True)])
def test_who_attacks_in_the_impulse_of_evac(reading: str, others: bool) -> None:
    more = (
        f'stack = [{{ step = "extend" }}]\nturn = 2\noperator = "allied"\noptions = {{ evac_attacks = "{reading}" }}\n'
    )
    s = lay(more + 'marker = ["Evac"]\ncommands = ["1AG"]')
    assert [commands.may_attack(s, MAP.piece(unit)) for unit in ("F.1A", "F.21")] == [False, others]
    s = lay(more + 'marker = ["PlanD"]\ncommands = ["1AG"]')
    assert commands.may_attack(s, MAP.piece("F.1A"))


@clause("5.5a", "15.2d", "18.2d")
def test_nothing_of_an_impulse_is_left_when_it_ends() -> None:
    s = lay(
        'stack = [{ step = "extend" }]\nturn = 2\noperator = "german"\nmarker = ["HGA"]\ncommands = ["HGA"]\n'
        'air_left = 2\nunits = { 1838 = ["G.15"], 0941 = ["F.21"] }'
    )
    for name in ("active", "flown", "defended", "landed", "port_users", "dropped"):
        setattr(s, name, 1 << MAP.piece("G.15"))
    commands.EndImpulse(GERMAN).after(s)
    names = "marker commands active air_left flown defended landed port_users bridges_back dropped"
    assert [getattr(s, name) for name in names.split()] == [0] * 10 and s.operator == -1


@clause("28.2b", "16.1a")
def test_air_units_by_the_allied_doctrine() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 2\noptions = { allied_air_doctrine = "yes" }')
    doctrine = MAP.tables.options.allied_air_doctrine
    for row in MAP.markers:
        usual = 7 if row.all_air else row.air
        assert commands.air_units(s, row) == (doctrine.air if row.id in doctrine.markers else usual)


# what others may know


@clause("21.1l", "21.2h", "5.0a")
def test_plans_are_secret_until_the_one_that_was_kept_is_played() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 3\nout = ["OKH", "OKHMod", "FallRot"]\nbin = ["Manstein"]')
    assert bins(s, commands.secret_plans(s, GERMAN)) == {"OKH", "OKHMod", "Manstein"}
    assert bins(s, commands.secret_markers(s, GERMAN)) == {
        "OKH", "OKHMod", "Manstein", "Guderian", "Hoth", "Rommel", "Luftwaffe",
    }  # fmt: skip
    played = 'out = ["OKH", "OKHMod", "Hoth", "FallRot"]\nplayed = ["Manstein", "Rommel"]'
    s = lay('stack = [{ step = "extend" }]\nturn = 3\n' + played)
    assert bins(s, commands.secret_plans(s, GERMAN)) == set()
    assert bins(s, commands.secret_markers(s, GERMAN)) == {"Guderian", "Luftwaffe"}
    gone = lay('stack = [{ step = "extend" }]\nturn = 3\nout = ["OKH", "OKHMod", "Manstein"]')
    assert commands.secret_plans(gone, GERMAN) == 0


@clause("5.1aa")
@pytest.mark.parametrize(("target", "columns"), [("1940", [2]), ("1840", []), ("1639", [])])
def test_plan_r_counts_in_germany_alone(target: str, columns: list[int]) -> None:
    assert shifts(LINE, "F.5A", target=target) == columns


@clause("5.1k")
def test_the_shift_of_the_manstein_plan_is_for_the_panzer_group() -> None:
    own = 'marker = ["Manstein"]\nmanstein = 2\n' + PAIR
    assert shifts(own, "G.15") == [] and shifts(own, "G.15", "G.19") == [2]
    impulse = 'options = { manstein_shift = "impulse" }\n'
    assert shifts(own + impulse, "G.19") == [2]
    assert shifts('marker = ["HGA"]\n' + PAIR, "G.15") == []


@clause("20.2e")
def test_by_the_other_reading_units_of_other_army_groups_attack() -> None:
    s = lay(
        'stack = [{ step = "extend" }]\nturn = 2\noperator = "allied"\nmarker = ["Evac"]\ncommands = ["3AG"]\n'
        'options = { evac_attacks = "others" }'
    )
    assert [commands.may_attack(s, MAP.piece(unit)) for unit in ("F.1A", "F.3A", "F.8A")] == [True, True, False]


@clause("20.2f")
def test_evac_is_removed_once() -> None:
    s = lay('stack = [{ step = "extend" }]\nturn = 3\nevac_turn = 3')
    for out in (0, MAP.evac):
        s.out, s.events = out, []
        commands.Loaded(ALLIED).after(s)
        assert bins(s, s.out) == {"Evac"} and len(s.events) == (0 if out else 1)
    s.out = 0
    commands.Loaded(GERMAN).after(s)
    assert s.out == 0


@clause("20.2f")
def test_a_warning_before_evac_is_lost() -> None:
    """R39: with a German army at Calais it goes into the bin now, or never; what else goes in forfeits it as well."""
    text = MARKERS + 'turn = 3\nunits = { 0836 = ["G.6A"] }\n'
    s = lay(text)
    do(s, "decline")
    step, options = s.agenda[-1], {str(option): option for option in s.options}
    assert "Evac can be put into the bin in this turn only" in step.warning(s, options["decline"])
    assert step.warning(s, options["add DeGaulle"]) and not step.warning(s, options["add Evac"])
    for more in ('options = { evac_window = "any" }', "evac_turn = 2"):
        s = lay(text + more)
        do(s, "decline")
        assert not any(s.agenda[-1].warning(s, option) for option in s.options)
