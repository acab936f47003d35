"""Chapter 12 in play: works built over two turns, obstacles cleared and crossed, mines, trenches, fortifications."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine import Event, closed
from meuse.engine.data import DataError
from meuse.games.france_1940 import works
from meuse.games.france_1940.events import Cleared, FortHit, MinesSprung, MinesSwept, WorkLost
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState

from .kit import GAME, can, choices, clause, do, lay, mask_of, names, own, refusal, rolls_of, where

FORCES = """
[[force]]
nation = "german"
line = "GE3"
enters = 1
[[force]]
nation = "german"
line = "GE6"
enters = 1
[[force]]
nation = "german"
units = { "G.blitz" = 1 }
enters = 1
[[force]]
nation = "german"
units = { "G.minesweeper" = 1 }
officer = "tank"
enters = 1
[[force]]
nation = "french"
line = "FR14"
enters = 1
[area.mined]
rows = [1, 16]
[[work]]
side = "allied"
marker = "minefield"
mines = "ap"
density = "normal"
area = "mined"
[[work]]
side = "allied"
marker = "minefield"
mines = "at"
density = "concentrated"
area = "mined"
"""
PLAIN = own(FORCES)
MAJOR = own(FORCES, head='river = "major"\npontoons = { german = 1 }')
TURN = 'phase = "german activation"\ninitiative = "german"\nturn = 1\n'
LEADERS = '[leaders]\nG1 = "G.Apfelbaum"\nG2 = "G.Brandt"\nG3 = "G.Hartung"\nF1 = "F.Moreau"\n'
ENGINEERS, RIFLES, FRENCH = "G.Apfelbaum", "G.Brandt", "F.Moreau"


def stand(units: dict[str, list[str]], more: str = "", scenario: str = PLAIN) -> FranceState:
    """Some units in hexes of board A; their officers far off in the north lead them by a long arm."""
    rows = "".join(f"{hexa} = {pieces}\n".replace("'", '"') for hexa, pieces in units.items())
    return lay(f"{TURN}{more}\n[units]\n{rows}{LEADERS}", scenario)


def engineers(hexa: str, more: str = "", scenario: str = PLAIN, **others: list[str]) -> FranceState:
    """A unit of engineers with its officer, who has been activated; enemies stand far away."""
    units = {hexa: ["G1.engineers-1", ENGINEERS], "A1516": ["F1.rifle-1", FRENCH], **others}
    s = stand(units, more, scenario)
    do(s, f"activate {ENGINEERS}")
    return s


def next_turn(s: FranceState) -> None:
    """Everybody passes; the Germans win the initiative and activate the engineers again."""
    pass_on(s)
    do(s, f"activate {ENGINEERS}")


def pass_on(s: FranceState) -> list[Event]:
    """Nobody does anything until the next turn, in which the Germans have the initiative."""
    events, turn = [], s.turn
    s.dice.script((6, 1))
    while s.turn == turn:
        events += s.apply("done" if can(s, "done") else "wait")
    assert not s.script
    return events


def label(s: FranceState, hexes: int) -> set[str]:
    return set(s.setting.board.names(hexes))


# improved positions (12.1)


@clause("12.1.1a")
@pytest.mark.parametrize(
    ("hexa", "digs"),
    [
        ("A509", True), ("A412", True), ("A1411", True), ("A113", True), ("A1010", True), ("A1009", False),
        ("A410", False), ("A1506", False),
    ],
)  # fmt: skip
def test_where_positions_are_dug(hexa: str, digs: bool) -> None:
    """Open ground with a road, woods, light woods, fields, rough on a crest; not rough below, nor houses, nor marsh."""
    s = engineers(hexa)
    assert can(s, "entrench G1.engineers-1") if digs else refusal(s, "entrench G1.engineers-1") == "12.1.1a"


@clause("12.1.1c", "3.3.2s")
def test_a_position_takes_one_unit_two_turns() -> None:
    s = engineers("A509", A508=["G1.engineers-2"])
    do(s, "entrench G1.engineers-1")
    assert names(s, s.finished) == {"G1.engineers-1"} and not s.german_positions
    assert refusal(s, "resume G1.engineers-2") == "12.1.1c"
    next_turn(s)
    assert choices(s, "resume") == {"G1.engineers-1"}
    assert refusal(s, "entrench G1.engineers-1") == "12.1.1c"
    do(s, "resume G1.engineers-1")
    assert label(s, s.german_positions) == {"A509"} and not s.projects
    assert "G1.engineers-1" in names(s, s.finished)


@clause("12.1.1c")
def test_work_that_is_not_finished_in_the_next_turn_is_lost() -> None:
    s = engineers("A509", 'projects = [{ unit = "G1.engineers-1", work = "position", hex = "A509", turn = 0 }]')
    events = pass_on(s)
    assert not s.projects and [event.clauses for event in events if isinstance(event, WorkLost)] == [("12.1.1c",)]


@clause("12.1.1c")
def test_one_position_is_enough_for_a_hex() -> None:
    s = engineers("A509", 'german_positions = ["A508"]', A508=["G1.engineers-2"])
    assert refusal(s, "entrench G1.engineers-2") == "12.1.1c"
    s = stand({"A509": ["G1.engineers-1", "G1.engineers-2", ENGINEERS], "A1516": ["F1.rifle-1", FRENCH]})
    do(s, f"activate {ENGINEERS}", "entrench G1.engineers-1")
    assert refusal(s, "entrench G1.engineers-2") == "12.1.1c"


@clause("12.1.1d")
def test_work_is_lost_when_the_unit_leaves_or_is_assaulted() -> None:
    """RC39: what is begun is lost in an assault; what is finished stays as long as a unit of the side does."""
    more = 'projects = [{ unit = "G1.engineers-1", work = "position", hex = "A509", turn = 1 }]'
    s = engineers("A509", more, A511=["G1.engineers-2"])
    s.german_positions |= 1 << s.setting.board.place("A511")
    for hexa in ("A511", "A508", "A509"):
        assert bool(s.projects)
        works.disturb(s, s.setting.board.place(hexa))
    assert not s.projects and label(s, s.german_positions) == {"A511"}
    s = engineers("A509", more)
    s.shift(s.setting.piece("G1.engineers-1"), s.setting.board.place("A508"))
    assert not s.projects
    s = engineers("A509", more.replace("position", "roadblock"))
    works.disturb(s, s.setting.board.place("A509"))
    assert s.projects and not faults(s)


def test_who_does_no_work() -> None:
    """Officers, transports, and what they carry."""
    s = engineers("A509", A508=["G.blitz-1", "G1.engineers-2"])
    assert refusal(s, f"entrench {ENGINEERS}") == "3.3.2s"
    s.ride(s.setting.piece("G1.engineers-2"), s.setting.piece("G.blitz-1"))
    s.ask_again()
    assert refusal(s, "entrench G1.engineers-2") == "5.5h"
    assert closed(works.hands(s)) >> s.setting.piece("G.blitz-1") & 1


# engineers at work (12.3 to 12.6)


@clause("12.3c", "12.3d")
def test_engineers_block_a_road_by_the_woods() -> None:
    s = engineers("A609", A709=["G2.rifle-1", RIFLES])
    assert refusal(s, "barricade G2.rifle-1") == "3.3.1c"
    do(s, "barricade G1.engineers-1")
    assert not s.roadblocks
    next_turn(s)
    do(s, "resume G1.engineers-1")
    assert label(s, s.roadblocks) == {"A609"}


@clause("12.3c")
@pytest.mark.parametrize("hexa", ["A812", "A412"])
def test_no_roadblock_in_the_open_nor_off_the_road(hexa: str) -> None:
    assert refusal(engineers(hexa), "barricade G1.engineers-1") == "12.3c"
    s = stand({"A609": ["G2.rifle-1", RIFLES], "A1516": ["F1.rifle-1", FRENCH]})
    do(s, f"activate {RIFLES}")
    assert refusal(s, "barricade G2.rifle-1") == "12.3c"


@clause("12.3e")
def test_engineers_who_leave_lose_their_work() -> None:
    s = engineers("A609")
    do(s, "barricade G1.engineers-1")
    unit = s.setting.piece("G1.engineers-1")
    s.shift(unit, s.setting.board.place("A610"))
    s.shift(unit, s.setting.board.place("A609"))
    next_turn(s)
    assert refusal(s, "resume G1.engineers-1") == "12.1.1c"


@clause("12.4b", "12.4c")
def test_engineers_bridge_a_river_beside_them() -> None:
    s = engineers("A410", scenario=MAJOR)
    do(s, "bridge G1.engineers-1")
    assert choices(s, "at") == {"A409"} and refusal(s, "at A309") == "12.4b" and refusal(s, "at A408") == "12.4c"
    do(s, "at A409")
    assert not s.foot_pontoons and {"G1.engineers-1"} <= names(s, s.finished)
    next_turn(s)
    do(s, "resume G1.engineers-1")
    assert label(s, s.foot_pontoons) == {"A409"} and s.bridged == (1, 0) and not s.pontoons
    s = engineers("A410", "bridged = { german = 1 }", scenario=MAJOR)
    assert refusal(s, "bridge G1.engineers-1") == "12.4b"


@clause("12.4b")
def test_no_bridge_where_there_is_one_or_no_river() -> None:
    assert refusal(engineers("A708", scenario=MAJOR), "bridge G1.engineers-1") == "12.4c"
    s = engineers("A410", 'pontoons = ["A409"]', scenario=MAJOR)
    assert refusal(s, "bridge G1.engineers-1") == "12.4c"


@clause("12.4a")
def test_pontoons_of_the_scenario_lie_there() -> None:
    name = own(FORCES + '[works]\npontoons = ["A409"]', head='river = "major"')
    assert label(GAME.new(name, 0), GAME.new(name, 0).pontoons) == {"A409"}


@clause("12.5c")
def test_engineers_span_a_ditch() -> None:
    s = engineers("A509", 'ditches = ["A509", "A508"]\ncrossings = ["A508"]', A508=["G1.engineers-2"])
    assert choices(s, "span") == {"G1.engineers-1"} and refusal(s, "span G1.engineers-2") == "12.5c"
    do(s, "span G1.engineers-1")
    next_turn(s)
    do(s, "resume G1.engineers-1")
    assert label(s, s.crossings) == {"A508", "A509"} == label(s, s.ditches)


@clause("12.6b")
def test_engineers_destroy_dragons_teeth() -> None:
    s = engineers("A509", 'teeth = ["A509"]', A508=["G1.engineers-2"])
    assert refusal(s, "breach G1.engineers-2") == "12.6b"
    do(s, "breach G1.engineers-1")
    assert label(s, s.teeth) == {"A509"}
    next_turn(s)
    do(s, "resume G1.engineers-1")
    assert not s.teeth


@clause("12.6c", "12.8a", "12.5a")
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('teeth = ["A409"]', "12.6c"), ('teeth = ["A1506"]', "12.6c"), ('trenches = ["A410"]', "12.8a"),
        ('trenches = ["A1009"]', "12.8a"), ('ditches = ["A409"]', "12.5a"), ('crossings = ["A509"]', "12.5c"),
    ],
)  # fmt: skip
def test_markers_of_a_scenario_are_where_they_can_be(line: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        own(f"{FORCES}[works]\n{line}")
    own(f'{FORCES}[works]\nteeth = ["A410", "A509"]\ntrenches = ["A412", "A509", "A113"]')


# wire and roadblocks cleared (12.2, 12.3f)


@clause("12.2g")
@pytest.mark.parametrize(("dice", "passed"), [((1, 1), True), ((6, 6), False)])
def test_engineers_remove_wire_and_stand_in_its_place(dice: tuple[int, int], passed: bool) -> None:
    s = engineers("A509", 'wire = ["A508", "A812"]')
    do(s, "clear G1.engineers-1")
    assert choices(s, "at") == {"A508"} and refusal(s, "at A812") == "12.2g"
    do(s, "at A508", rolls=dice)
    assert where(s, "G1.engineers-1") == ("A508" if passed else "A509")
    assert label(s, s.wire) == ({"A812"} if passed else {"A508", "A812"})
    assert "G1.engineers-1" in names(s, s.finished)


@clause("12.3f")
def test_engineers_remove_a_roadblock_likewise() -> None:
    s = engineers("A509", 'roadblocks = ["A609"]')
    do(s, "clear G1.engineers-1", "at A609", rolls=(1, 1))
    assert where(s, "G1.engineers-1") == "A609" and not s.roadblocks


@clause("12.2g")
def test_only_engineers_with_room_remove_wire() -> None:
    s = stand({"A509": ["G2.rifle-1", RIFLES], "A1516": ["F1.rifle-1", FRENCH]}, 'wire = ["A508"]')
    do(s, f"activate {RIFLES}")
    assert refusal(s, "clear G2.rifle-1") == "12.2g"
    assert refusal(engineers("A509"), "clear G1.engineers-1") == "12.2g"
    s = engineers("A509", 'wire = ["A508"]', A508=["F1.rifle-2"])
    assert refusal(s, "clear G1.engineers-1") == "12.2g"


@clause("12.2c")
@pytest.mark.parametrize(("dice", "goal"), [((1, 2), "A811"), ((6, 6), "A813")])
def test_infantry_gets_across_wire_or_stays(dice: tuple[int, int], goal: str) -> None:
    """To the far side: the three hexes behind the wire that are not beside the unit."""
    s = stand({"A813": ["G2.rifle-1", "G2.mortar-1", RIFLES], "A1516": ["F1.rifle-1", FRENCH]}, 'wire = ["A812"]')
    do(s, f"activate {RIFLES}")
    assert refusal(s, "scramble G2.mortar-1") == "12.2c"
    do(s, "scramble G2.rifle-1")
    assert choices(s, "at") == {"A711", "A811", "A911"} and refusal(s, "at A712") == "12.2c"
    do(s, "at A811", rolls=dice)
    assert where(s, "G2.rifle-1") == goal and label(s, s.wire) == {"A812"}
    assert "G2.rifle-1" in names(s, s.finished)


@clause("12.2g", "11.9.1b")
def test_who_clears_a_river_hex_is_across_the_river() -> None:
    """A410 lies on the second bank of A409."""
    s = engineers("A410", 'wire = ["A409"]')
    do(s, "clear G1.engineers-1", "at A409", rolls=(1, 1))
    assert s.setting.ground.banks[s.setting.board.place("A409")].second >> s.setting.board.place("A410") & 1
    assert not s.second_bank and where(s, "G1.engineers-1") == "A409"


@clause("12.2c")
def test_nobody_crosses_wire_to_enemies_or_more_wire() -> None:
    s = engineers("A509", 'wire = ["A508", "A408", "A507"]', A608=["F1.rifle-2"])
    assert refusal(s, "scramble G1.engineers-1") == "12.2c"
    assert refusal(engineers("A509"), "scramble G1.engineers-1") == "12.2c"


def test_the_chance_to_pass_is_that_of_the_morale() -> None:
    s = engineers("A509", 'wire = ["A508"]')
    do(s, "clear G1.engineers-1")
    preview = s.preview("at A508")
    assert preview is not None
    needed = int(preview.factors[0].value)
    ways = sum(a + b <= needed for a in range(1, 7) for b in range(1, 7))
    assert preview.chance("it is removed") == Fraction(ways, 36)


@clause("12.2g", "12.3f")
@pytest.mark.parametrize(
    ("more", "marker", "left"),
    [
        ('wire = ["A1010"]\nroadblocks = ["A609", "A812"]', "roadblock", ({"A1010"}, {"A812"})),
        ('wire = ["A101"]\nroadblocks = ["A609"]', "roadblock", ({"A101"}, set())),
        ('wire = ["A609"]\nroadblocks = ["A812"]', "wire", (set(), {"A812"})),
        ('wire = ["A609"]\nroadblocks = ["A609"]', "wire", (set(), {"A609"})),
    ],
)  # fmt: skip
def test_what_was_removed_is_named(more: str, marker: str, left: tuple[set[str], set[str]]) -> None:
    """Only the marker of that hex, and the wire before the roadblock."""
    s = engineers("A509", more)
    events = do(s, "clear G1.engineers-1", "at A609", rolls=(1, 1))
    (cleared,) = [event for event in events if isinstance(event, Cleared)]
    assert cleared.marker == marker and cleared.clauses == (("12.2g",) if marker == "wire" else ("12.3f", "12.2g"))
    assert (label(s, s.wire), label(s, s.roadblocks)) == left and not s.moving


@clause("12.7.2b", "12.7.1g")
@pytest.mark.parametrize(
    ("kind", "shown", "chance"), [("ap", True, True), ("at", True, False), ("at", False, True), ("mixed", True, True)]
)
def test_the_odds_of_sweeping_tell_only_what_is_known(kind: str, shown: bool, chance: bool) -> None:
    s = engineers("A509", field(kind, 1, shown=shown))
    do(s, "sweep G1.engineers-1")
    preview = s.preview("at A508")
    danger = s.setting.charts.minefield_sweep.engineers if chance else 0
    assert preview is not None and preview.chance("the mines are swept") == 1 - Fraction(danger, 6)
    assert preview.factors[0].value == str(danger)
    assert [o.name for o in preview.outcomes][:-1] == [
        "the mines go off" + ("" if shown else ", unless they are anti-tank mines")
    ] * chance  # fmt: skip


@clause("12.7.1c", "12.7.1d", "12.7.1e", "5.6f")
def test_whom_mines_endanger() -> None:
    """AT mines vehicles, AP mines men and guns, mixed ones all; what is carried or towed touches no ground."""
    units = ["G2.rifle-1:2", "G2.rifle-2:2", "G.blitz-1", "G3.minesweeper-1", "G2.mortar-1:2", RIFLES]
    s = stand({"A509": units, "A1516": ["F1.rifle-1", FRENCH]})
    s.ride(s.setting.piece("G2.rifle-2"), s.setting.piece("G.blitz-1"))
    there = s.all_in(s.setting.board.place("A509"))
    men, vehicles = {"G2.rifle-1", "G2.mortar-1", RIFLES}, {"G.blitz-1", "G3.minesweeper-1"}
    assert names(s, works.endangered(s, "ap", there)) == men
    assert names(s, works.endangered(s, "at", there)) == vehicles
    assert names(s, works.endangered(s, "mixed", there)) == men | vehicles


# mines (12.7)


def field(kind: str, density: int, hexa: str = "A508", shown: bool = False) -> str:
    return (
        f'mines = [{{ hex = "{hexa}", owner = "allied", kind = "{kind}", density = {density}, '
        f"shown = {str(shown).lower()} }}]"
    )


def entered(s: FranceState, dice: tuple[int, ...], *units: str) -> list[MinesSprung]:
    """Some units enter the minefield in A508."""
    place, before = s.setting.board.place("A508"), len(s.events)
    for unit in units:
        s.shift(s.setting.piece(unit), place)
    s.dice.script(dice)
    works.spring(s, mask_of(s, *units), place)
    assert not s.script
    return [event for event in s.events[before:] if isinstance(event, MinesSprung)]


@clause("12.7.1a", "12.7.1h")
@pytest.mark.parametrize(("density", "factors"), [(0, 3), (1, 6), (2, 10)])
def test_mines_attack_by_their_density_with_divisor_2(density: int, factors: int) -> None:
    """N10: factors 3, 6 and 10; EX32: a normal field has factor 6."""
    s = engineers("A509", field("ap", density))
    (event,) = entered(s, (1, 3), "G1.engineers-1")
    combat = s.setting.charts.combat
    assert event.factors == factors and event.rolled == 4
    assert event.hits == combat.effect(combat.column(factors), 4) // 2 == {3: 1, 6: 2, 10: 3}[factors]
    assert s.steps[s.setting.piece("G1.engineers-1")] == 3 - event.hits and s.mines[0].shown


@clause("12.7.1c", "12.7.1d", "12.7.1e", "12.7.1g")
@pytest.mark.parametrize(
    ("kind", "unit", "harmed"),
    [
        ("ap", "G1.engineers-1", True), ("ap", "G.blitz-1", False), ("ap", "G4.minesweeper-1", False),
        ("at", "G1.engineers-1", False), ("at", "G.blitz-1", True), ("at", "G3.minesweeper-1", True),
        ("mixed", "G1.engineers-1", True), ("mixed", "G.blitz-1", True), ("mixed", "G3.minesweeper-1", True),
    ],
)  # fmt: skip
def test_whom_mines_attack(kind: str, unit: str, harmed: bool) -> None:
    """EX33: infantry on AT mines is not attacked, and the marker is not turned over."""
    unit = unit.replace("G4", "G3")
    s = engineers("A509", field(kind, 1), A609=["G.blitz-1", "G3.minesweeper-1"])
    assert bool(entered(s, (1, 1) if harmed else (), unit)) == harmed == s.mines[0].shown
    assert (s.steps[s.setting.piece(unit)] < 3) == harmed


@clause("12.7.1c")
def test_guns_pushed_by_their_crew_are_on_foot() -> None:
    name = own(FORCES.replace("GE6", "GE5"))
    s = stand({"A509": ["G2.pak36-1", "G2.rifle-1", RIFLES], "A1516": ["F1.rifle-1", FRENCH]}, field("ap", 0), name)
    do(s, f"activate {RIFLES}")
    assert entered(s, (1, 1), "G2.pak36-1")


@clause("12.7.1i")
def test_armour_does_not_help_against_mines() -> None:
    s = engineers("A509", field("at", 2), A609=["G3.minesweeper-1", "G1.engineers-2"])
    (event,) = entered(s, (2, 2), "G3.minesweeper-1", "G1.engineers-2")
    assert event.hits == 3 and where(s, "G3.minesweeper-1") == "dead"
    assert s.steps[s.setting.piece("G1.engineers-2")] == 3


def test_an_officer_alone_falls_to_mines() -> None:
    s = engineers("A509", field("ap", 0))
    (event,) = entered(s, (1, 1), ENGINEERS)
    assert event.hits and where(s, ENGINEERS) == "dead"


@clause("12.7.2a", "12.7.2c")
@pytest.mark.parametrize(("density", "left"), [(2, [1]), (1, [0]), (0, [])])
def test_engineers_thin_mines_out(density: int, left: list[int]) -> None:
    s = engineers("A509", field("ap", density), A511=["G1.engineers-2"])
    assert choices(s, "sweep") == {"G1.engineers-1"}
    assert refusal(s, "sweep G1.engineers-2") == "12.7.2a"
    do(s, "sweep G1.engineers-1", "at A508", rolls=(2,))
    assert [mine.density for mine in s.mines] == left and not any(mine.shown for mine in s.mines)
    assert where(s, "G1.engineers-1") == "A508" and "G1.engineers-1" in names(s, s.finished)


@clause("12.7.2b", "12.7.2d")
@pytest.mark.parametrize(("kind", "die", "sprung"), [("ap", 1, True), ("mixed", 1, True), ("at", 1, False)])
def test_mines_go_off_under_engineers(kind: str, die: int, sprung: bool) -> None:
    """Other engineers in the hex do not help."""
    s = engineers("A509", field(kind, 2), A508=["G1.engineers-2"])
    events = do(s, "sweep G1.engineers-1", "at A508", rolls=(die, 6, 5) if sprung else (die,))
    assert [event.swept for event in events if isinstance(event, MinesSwept)] == [not sprung]
    assert s.mines[0].density == (2 if sprung else 1) and s.mines[0].shown == sprung
    assert "G1.engineers-1" in names(s, s.finished)


@clause("12.7.2b")
@pytest.mark.parametrize(
    ("kind", "die", "sprung"), [("at", 2, True), ("mixed", 1, True), ("at", 3, False), ("ap", 1, False)]
)
def test_mines_go_off_under_vehicles(kind: str, die: int, sprung: bool) -> None:
    s = stand({"A509": ["G3.minesweeper-1", "G.Hartung"], "A1516": ["F1.rifle-1", FRENCH]}, field(kind, 2))
    s.ride(s.setting.piece("G.Hartung"), s.setting.piece("G3.minesweeper-1"))
    do(s, "activate G.Hartung", "sweep G3.minesweeper-1", "at A508", rolls=(die, 6, 5) if sprung else (die,))
    assert s.mines[0].shown == sprung and s.mines[0].density == (2 if sprung else 1)


def test_odds_of_sweeping_tell_no_more_than_the_side_knows() -> None:
    said = {}
    for shown in (False, True):
        for kind in ("ap", "at"):
            s = engineers("A509", field(kind, 1, shown=shown))
            do(s, "sweep G1.engineers-1")
            preview = s.preview("at A508")
            assert preview is not None
            said[shown, kind] = preview
    assert said[False, "ap"] == said[False, "at"] != said[True, "ap"]
    assert said[True, "at"].chance("the mines are swept") == 1
    assert said[True, "ap"].chance("the mines go off") == Fraction(1, 6)


@clause("12.7.1g")
def test_only_their_owner_knows_hidden_mines() -> None:
    """The enemy guesses among what is left; what he has seen is no longer among it."""
    two = 'mines = [{ hex = "A508", owner = "allied", kind = "ap", density = 1, shown = %s }, '
    two += '{ hex = "A812", owner = "allied", kind = "at", density = 2, shown = false }]'
    s = engineers("A509", two % "false")
    guesses = {tuple((mine.kind, mine.density) for mine in GAME.imagine(s, 0, seed).mines) for seed in range(20)}
    assert guesses == {(("ap", 1), ("at", 2)), (("at", 2), ("ap", 1))}
    assert all(GAME.imagine(s, 1, seed).mines == s.mines for seed in range(4))
    s = engineers("A509", two % "true")
    assert all(GAME.imagine(s, 0, seed).mines == s.mines for seed in range(8))
    s = engineers("A509", field("mixed", 0))
    assert len({GAME.imagine(s, 0, seed).mines for seed in range(8)}) == 2
    scenes = [engineers("A509", field(kind, 1)).scene("german") for kind in ("ap", "at")]
    assert scenes[0] == scenes[1]


# trenches and fortifications (12.8, 12.9)


@clause("12.8b", "12.8d")
def test_units_go_into_a_trench_and_come_out() -> None:
    units = ["G1.engineers-1", "G1.engineers-2", "G1.engineers-3", ENGINEERS]
    s = stand({"A509": units, "A1516": ["F1.rifle-1", FRENCH]}, 'trenches = ["A509"]')
    do(s, f"activate {ENGINEERS}", "shelter G1.engineers-1", "shelter G1.engineers-2")
    assert names(s, s.inside) == {"G1.engineers-1", "G1.engineers-2"} <= names(s, s.finished)
    assert refusal(s, "shelter G1.engineers-3") == "12.8b"
    assert s.load[0][s.setting.board.place("A509")] == 3 and not faults(s)
    s.finished = 0
    s.ask_again()
    assert refusal(s, "emerge G1.engineers-3") == "12.8b" and can(s, "emerge G1.engineers-1")
    do(s, "emerge G1.engineers-1")
    assert names(s, s.inside) == {"G1.engineers-2"} and s.load[0][s.setting.board.place("A509")] == 6


def test_vehicles_stay_outside() -> None:
    s = stand({"A509": ["G3.minesweeper-1", "G.Hartung"], "A1516": ["F1.rifle-1", FRENCH]}, 'trenches = ["A509"]')
    do(s, "activate G.Hartung")
    assert refusal(s, "shelter G3.minesweeper-1") == "12.9d"


FORT = 'forts = [{ hex = "A509", value = 4, arrow = "e", owner = "%s" }]'


@clause("12.9d")
def test_only_its_owner_goes_into_a_fortification() -> None:
    assert can(engineers("A509", FORT % "german"), "shelter G1.engineers-1")
    assert refusal(engineers("A508", FORT % "german"), "shelter G1.engineers-1") == "12.8d"


@clause("12.9e")
def test_a_fortification_falls_when_enemies_are_alone_in_its_hex() -> None:
    s = engineers("A508", FORT % "allied", A509=["F1.rifle-2"])
    unit, hexa = s.setting.piece("G1.engineers-1"), s.setting.board.place("A509")
    s.shift(unit, hexa)
    assert s.forts
    s.shift(s.setting.piece("F1.rifle-2"), s.setting.board.place("A609"))
    assert not s.forts and isinstance(s.events[-1], FortHit)


def test_works_can_be_fired_at() -> None:
    """Building is not among the actions that are immune (3.4b, G22): who is driven off begins nothing."""
    s = engineers("A509")
    works.declare(s, s.setting.piece("G1.engineers-1"), works.Shelter(s.setting.piece("G1.engineers-1"), True))
    assert names(s, s.moving) == {"G1.engineers-1"}
    s.routed |= mask_of(s, "G1.engineers-1")
    works.Shelter(s.setting.piece("G1.engineers-1"), True).after(s)
    assert not s.inside and not rolls_of(s.events)


@clause("12.1.1c", "12.3d", "12.4c")
@pytest.mark.parametrize(("work", "tag"), [("position", "12.1.1c"), ("roadblock", "12.3d"), ("pontoon", "12.4c")])
def test_why_work_lapses(work: str, tag: str) -> None:
    """What was begun last turn lapses at the end of this one; what was begun this turn does not."""
    row = '{{ unit = "G1.engineers-{}", work = "{}", hex = "{}", turn = {} }}'
    projects = f"projects = [{row.format(1, work, 'A609', 0)}, {row.format(2, work, 'A509', 1)}]"
    s = stand(
        {"A609": ["G1.engineers-1", ENGINEERS], "A509": ["G1.engineers-2"], "A1516": ["F1.rifle-1", FRENCH]}, projects
    )
    s.events = []
    works.lapse(s)
    assert [event.clauses for event in s.events if isinstance(event, WorkLost)] == [(tag,)]
    assert [s.piece_name(project.unit) for project in s.projects] == ["G1.engineers-2"]
    assert label(s, works.sites(s, 0, (work,))) == {"A509"} and not works.sites(s, 1, (work,))
    assert not works.sites(s, 0, ("trench",))


@clause("10.2b")
@pytest.mark.parametrize(("steps", "chance"), [(3, 30), (2, 26), (1, 21)])
def test_the_odds_of_a_check_before_work(steps: int, chance: int) -> None:
    """Apfelbaum's 8 and 1, less the steps that the unit has lost."""
    of = f":{steps}" if steps < 3 else ""
    units = {
        "A509": [f"G1.engineers-1{of}", "G1.engineers-2", "G1.engineers-3", ENGINEERS],
        "A1516": ["F1.rifle-1", FRENCH],
    }
    s = stand(units)
    odds = works.odds_of_gate(s, s.setting.piece("G1.engineers-1"), "Work", "done", "not done")
    assert odds.chance("done") == Fraction(chance, 36) and odds.chance("not done") == 1 - Fraction(chance, 36)


@clause("12.8b", "12.9d", "12.8d")
def test_shelters_are_trenches_and_ones_own_fortifications() -> None:
    s = engineers("A508", 'trenches = ["A412"]\n' + FORT % "allied", A509=["F1.rifle-2"])
    assert label(s, works.shelters(s, 0)) == {"A412"} and label(s, works.shelters(s, 1)) == {"A412", "A509"}


@clause("12.7.1g")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_minefield_goes_off_and_the_others_stay(number: int) -> None:
    rows = [
        f'{{ hex = "{hexa}", owner = "allied", kind = "ap", density = 0, shown = false }}'
        for hexa in ("A508", "A510", "A609")
    ]
    s = engineers("A509", f"mines = [{', '.join(rows)}]")
    before = s.mines
    s.dice.script([6, 6])
    works.spring(s, mask_of(s, "G1.engineers-1"), before[number].hex)
    assert [mine.hex for mine in s.mines] == [mine.hex for mine in before]
    assert [mine.shown for mine in s.mines] == [n == number for n in range(3)]


@clause("12.9e")
def test_a_fortification_falls_to_a_lorry_that_occupies_its_hex() -> None:
    """Transports are units: who is alone in the hex has occupied it."""
    s = engineers("A508", FORT % "allied", A509=["F1.rifle-2"], A510=["G.blitz-1"])
    s.shift(s.setting.piece("F1.rifle-2"), s.setting.board.place("A609"))
    assert s.forts
    s.shift(s.setting.piece("G.blitz-1"), s.setting.board.place("A509"))
    assert not s.forts and not s.german_ground >> s.setting.board.place("A509") & 1
