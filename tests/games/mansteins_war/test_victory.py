"""Chapter 3: sudden death, victory points line by line, levels, the extension, and capitulations."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.games.mansteins_war import FOLDER, capitulation, control, reinforcements, victory
from meuse.games.mansteins_war.events import Capitulated, GameExtended, MarkerRemoved
from meuse.games.mansteins_war.setting import ALLIED, BELGIANS, DUTCH, FRENCH, GERMAN, NETHERLANDS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, bins, clause, do, hexes, lay, pack, units, where


def at(more: str = "", stacks: str = "") -> MansteinState:
    """A moment in which nothing happens."""
    return lay(f'stack = [{{ step = "extend" }}]\nturn = 6\nunits = {{ {stacks} }}\n{more}')


def german(*labels: str) -> str:
    """Hexes that Germany controls besides its own."""
    return f"control = {{ german = [{', '.join(repr(label) for label in labels)}] }}\n"


def allied(*labels: str) -> str:
    return german(*labels).replace("german", "allied")


def lines(s: MansteinState, side: int) -> dict[str, int]:
    """Points by clause."""
    made = dict[str, int]()
    for line in victory.score(s, side):
        made[line.clause] = made.get(line.clause, 0) + line.points
    return made


FRENCH_DEPOTS = ("0843", "0941", "1036", "1340", "1444", "1641")
FRENCH_PORTS = ("0539", "0736", "0738", "0835", "0935")


# hexes


@clause("3.4a", "3.4b", "3.4c", "3.4d", "3.2b")
def test_what_hexes_are_worth_to_the_german_side() -> None:
    """F1."""
    s = at(german("0941", "1333", "1335", "1036", "1340", "0935", "0835", "0736", "1640", "1740", "1840", "1941"))
    assert lines(s, GERMAN) == {"3.4a": 10, "3.4b": 8, "3.4c": 15, "3.4d": 4}
    assert victory.total(s, GERMAN) == 37 and victory.total(s, ALLIED) == 0
    assert "Paris" in [line.says for line in victory.score(s, GERMAN)]
    assert hexes(victory.score(s, GERMAN)[0].hexes) == {"0941"}


@clause("3.5a", "3.5b", "3.5c", "3.5g")
def test_what_hexes_are_worth_to_the_allies() -> None:
    s = at(allied("1934", "1835", "1633", "1738", "1636"))
    assert lines(s, ALLIED) == {"3.5a": 5, "3.5b": 6, "3.5c": 4}  # Aachen is a depot and a Westwall hex: 3, not 5


@clause("3.5g")
def test_a_depot_in_the_maginot_line_scores_once(tmp_path: Path) -> None:
    """F6."""
    sheet = (FOLDER / "map.toml").read_text(encoding="utf-8")
    nancy = 'name = "Nancy"\nkind = "city"\ntags = ["depot", "surrender", '
    fort = nancy + '"fort", "major_fort", "allied_fort", "maginot", '
    game = pack(tmp_path, map=sheet.replace(nancy, fort))
    s = lay('stack = [{ step = "extend" }]\nturn = 6\n' + german("1641"), game)
    assert s.setting.maginot >> s.setting.place("Nancy") & 1
    assert victory.total(s, GERMAN) == 3


@clause("3.4d", "3.5c")
def test_forts_score_as_printed() -> None:
    """F57: destroyed or not (R14); minor Allied forts do not."""
    s = at('destroyed = ["1640"]\n' + german("1640", "1537", "1237"))
    assert lines(s, GERMAN) == {"3.4d": 1}


@clause("7.2a", "3.3c", "3.4d", "3.5c")
@pytest.mark.parametrize(("beside", "german_points"), [("", 1), (', 1741 = ["F.4A"]', 0), (', 1741 = ["F.Log2"]', 0)])
def test_a_zone_contests_a_hex_in_which_a_logistics_unit_of_the_enemy_stands(beside: str, german_points: int) -> None:
    """Sarreguemines is German: a logistics unit does not retake it, and its zone is around its hex, not in it."""
    s = at('destroyed = ["1840"]\n' + german("1840"), '1840 = ["F.Log1"]' + beside)
    assert (victory.total(s, GERMAN), victory.total(s, ALLIED)) == (german_points, 0)
    s = at('destroyed = ["2041"]\n' + allied("2041"), '2041 = ["G.LogA"], 2042 = ["G.7A"]')
    assert victory.total(s, ALLIED) == 0
    always = 'options = { contested_control = "always" }\n'
    assert victory.total(at(always + german("1840"), '1840 = ["F.Log1"]'), GERMAN) == 1
    assert victory.total(at(always + german("1840"), '1840 = ["F.Log1"], 1741 = ["F.4A"]'), GERMAN) == 0


@clause("3.2b", "3.3a", "7.2a")
def test_hexes_score_by_control_or_by_the_other_reading_by_occupation() -> None:
    """R10; a hex that nobody's unit holds is contested by an enemy zone (R11)."""
    stacks = '1335 = ["G.4A"], 0941 = ["G.15"], 1036 = ["G.LogA"], 1037 = ["F.1A"]'
    s = at(german("1336", "1640", "1036"), stacks)
    assert lines(s, GERMAN) == {"3.4a": 10, "3.4b": 4, "3.4c": 6, "3.4d": 1}
    s = at(german("1336", "1640") + 'options = { victory_control = "occupy" }', stacks)
    assert lines(s, GERMAN) == {"3.4a": 10, "3.4b": 4, "3.4c": 3}
    s = at(german("1036"), '1037 = ["F.1A"]')
    assert lines(s, GERMAN) == {}


@clause("25.4d")
def test_open_cities_score_half() -> None:
    """F62: Paris 5, Antwerp 2, Brussels 1, all rounded down."""
    s = at(german("0941", "1335", "1336") + 'open_cities = ["0941", "1335", "1336"]\noptions = { open_cities = "yes" }')
    assert lines(s, GERMAN) == {"25.4d": 8}
    assert [line.points for line in victory.score(s, GERMAN)] == [5, 2, 1]


# units


@clause("3.4e", "3.4f", "3.4g", "3.4h")
def test_what_eliminated_allied_units_are_worth() -> None:
    """F2: two Mech corps, three armies, an air unit; infantry corps and fortress units score nothing."""
    lost = '["F.1GC", "UK.1Arm", "F.1A", "F.2A", "F.3A", "F.ZOAN", "F.21", "F.23", "B.1", "B.2", "B.EE", "F.PFB"]'
    s = at(f"dead = {lost}")
    assert lines(s, GERMAN) == {"3.4e": 4, "3.4f": 3, "3.4g": 1} and victory.total(s, GERMAN) == 8


@clause("3.5d", "3.5e", "3.5f", "3.4h")
def test_what_eliminated_german_units_are_worth() -> None:
    lost = '["G.19", "G.GrD", "G.4A", "G.air1", "G.Saar", "G.LogA", "G.LLK", "G.Lift"]'
    s = at(f'dead = {lost}\noptions = {{ airlift = "yes" }}')
    assert lines(s, ALLIED) == {"3.5d": 6, "3.5e": 1, "3.5f": 2}  # the airlift counts as no air unit (R15)


@clause("3.5h")
def test_an_army_scores_with_its_last_step_only() -> None:
    assert victory.total(at("", '1338 = ["G.4A:1"]'), ALLIED) == 0
    assert victory.total(at('dead = ["G.4A"]'), ALLIED) == 2


@clause("3.2b", "20.2h", "19.1b")
def test_evacuated_and_removed_units_do_not_score() -> None:
    assert victory.net(at('evacuated = ["UK.BEF", "UK.1Arm"]\ngone = ["G.BB", "F.1A"]')) == 0


@clause("3.4f")
def test_bracketed_armies_count_by_their_symbol_or_by_the_other_reading_as_corps() -> None:
    """R4."""
    assert victory.total(at('dead = ["F.6A"]'), GERMAN) == 1
    assert victory.total(at('dead = ["F.6A"]\noptions = { bracketed = "corps" }'), GERMAN) == 0


# the rest


@clause(
    "28.1a", "28.1b", "28.1c", "28.1d", "28.1e", "28.2a", "28.2b", "28.2c", "28.2d", "28.2e", "28.2f", "3.6a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("option", "side", "points", "cited"),
    [
        ("ss_corps", ALLIED, 1, "28.1a"),
        ("more_special_forces", ALLIED, 1, "28.1b"),
        ("mountain_corps", ALLIED, 1, "28.1c"),
        ("advanced_airlift", ALLIED, 1, "28.1d"),
        ("no_netherlands", GERMAN, 5, "28.1e"),
        ("allied_armour", GERMAN, 1, "28.2a"),
        ("allied_air_doctrine", GERMAN, 5, "28.2b"),
        ("allied_special_forces", GERMAN, 1, "28.2c"),
        ("colonial_corps", GERMAN, 1, "28.2d"),
        ("fighter_command", GERMAN, 3, "28.2e"),
        ("belgian_alliance", GERMAN, 5, "28.2f"),
    ],
)
def test_variants_give_points_to_the_other_side(option: str, side: int, points: int, cited: str) -> None:
    """F64, F65: added to that side's total before the subtraction (R18)."""
    s = at(f'options = {{ {option} = "yes" }}')
    assert lines(s, side) == {cited: points} and victory.total(s, 1 - side) == 0
    assert victory.net(s) == (points if side == GERMAN else -points)


@clause("28.1e")
def test_nothing_dutch_scores_when_the_netherlands_are_out_of_play() -> None:
    taken = german("1333", "1432", "1335")
    assert lines(at(taken + 'options = { no_netherlands = "yes" }'), GERMAN) == {"3.4b": 4, "28.1e": 5}
    assert lines(at(taken), GERMAN) == {"3.4b": 8, "3.4c": 3}


# levels and the end


@clause("3.6a", "3.6b", "3.6c", "3.6d", "3.6e", "3.6f", "3.6g", "3.6h")
@pytest.mark.parametrize(
    ("points", "name", "cited"),
    [
        (57 - 7, "German Strategic Victory", "3.6b"),
        (56 - 7, "German Operational Victory", "3.6c"),
        (47 - 7, "German Operational Victory", "3.6c"),
        (46 - 7, "German Marginal Victory", "3.6d"),
        (30, "German Marginal Victory", "3.6d"),
        (29, "Draw", "3.6e"),
        (20, "Draw", "3.6e"),
        (19, "Allied Marginal Victory", "3.6f"),
        (10, "Allied Marginal Victory", "3.6f"),
        (9, "Allied Operational Victory", "3.6g"),
        (0, "Allied Operational Victory", "3.6g"),
        (-1, "Allied Strategic Victory", "3.6h"),
    ],
)
def test_levels_of_victory(points: int, name: str, cited: str) -> None:
    """F3, F4."""
    level = victory.level_of(MAP, points)
    assert (level.name, level.clause) == (name, cited)


FIFTY_FIVE = german(
    *FRENCH_DEPOTS, "1333", "1335", "1336", "1432", "0539", "0738", "0835", "0935", "1034", "1640"
)  # fmt: skip


@clause("3.0a", "3.2a", "3.4i", "3.6b", "3.6c", "4.1p")
def test_points_are_counted_when_the_last_turn_ends() -> None:
    """F5: an extension costs ten points, and the game ends with turn 8."""
    s = lay('phase = "end of turn"\nturn = 6\n' + FIFTY_FIVE)
    assert victory.total(s, GERMAN) == 55 and s.result is None
    assert s.decision is not None and "German Strategic Victory" in s.decision.prompt
    do(s, "decline")
    assert s.result is not None
    assert (s.result.winner, s.result.level, s.result.clause) == ("german", "German Strategic Victory", "3.6b")
    s = lay('phase = "end of turn"\nturn = 8\nextended = true\n' + FIFTY_FIVE)
    assert s.result is not None and (s.result.level, s.result.clause) == ("German Operational Victory", "3.6c")
    assert lines(s, GERMAN)["3.4i"] == -10


@clause("3.4j")
def test_only_the_german_player_extends_the_game_and_only_once() -> None:
    s = lay('phase = "end of turn"\nturn = 6\nout = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]')
    assert s.to_act == "german"
    events = do(s, "extend")
    assert any(isinstance(event, GameExtended) and event.last == 8 for event in events)
    assert s.turn == 7 and s.extended
    s = lay('phase = "end of turn"\nturn = 7\nextended = true\nout = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]')
    assert s.turn == 8 and s.result is None  # there is no question after turn 7 (R16)
    assert lay('phase = "end of turn"\nturn = 5\nout = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]').turn == 6


@clause("3.6e")
def test_nobody_wins_a_draw() -> None:
    taken = german("0941", "1333", "1335", "1336")
    s = lay('phase = "end of turn"\nturn = 8\nextended = true\ndead = ["F.1GC", "UK.1Arm", "F.2GC", "F.DLM"]\n' + taken)
    assert victory.net(s) == 19
    s = lay(
        'phase = "end of turn"\nturn = 8\nextended = true\ndead = ["F.1GC", "UK.1Arm", "F.2GC", "F.DLM", "F.1A"]\n'
        + taken
    )
    assert s.result is not None and s.result.winner is None and s.result.level == "Draw"


# sudden death


@clause("3.1a", "3.1b", "3.0a")
def test_germany_wins_with_all_depots_and_ports_in_france() -> None:
    """Bombed or not (R21); Belgian and Dutch ports do not matter."""
    s = at(german(*FRENCH_DEPOTS, *FRENCH_PORTS) + 'bombed = ["0539", "0941"]')
    control.check(s)
    assert s.outcome is not None and s.outcome[1] == "German Epic Victory" and s.outcome[3] == "3.1b"
    assert not s.surrendered  # sudden death comes first
    s = at(german(*FRENCH_DEPOTS, *FRENCH_PORTS[1:]))
    control.check(s)
    assert s.outcome is None and hexes(victory.german_goal_left(s)) == {"0539"}


@clause("3.1a", "3.1c")
def test_the_allies_win_with_two_german_depots() -> None:
    """F7."""
    s = at(allied("1838"))
    control.check(s)
    assert s.outcome is None
    s = at(allied("1838", "2139"))
    control.check(s)
    assert s.outcome is not None and s.outcome[1] == "Allied Epic Victory" and s.outcome[3] == "3.1c"


@clause("3.1a", "7.2a")
def test_a_contested_depot_is_not_enough_for_sudden_death() -> None:
    s = at(allied("1838", "2139"), '1938 = ["G.4A"]')
    control.check(s)
    assert s.outcome is None
    s = at(allied("1838", "2139"), '1938 = ["G.4A"], 1838 = ["F.3A"]')
    control.check(s)
    assert s.outcome is not None


# capitulation


@clause("3.8a")
def test_germany_never_capitulates() -> None:
    s = at(allied("1636", "1835", "1838", "1934", "2139", "2241"))
    capitulation.check(s)
    assert s.surrendered == 0


@clause("3.8c", "3.7a", "3.7b", "3.7d", "3.7e", "3.7f", "5.7f")
def test_belgium_falls_with_three_places() -> None:
    """F8: two are not enough; then units, marker, points and depots go, and ports stay."""
    stacks = '1034 = ["B.1"], 1035 = ["F.1A"]'
    more = 'points = { belgian = 2 }\nbin = ["Belgium", "1AG"]\n'
    s = at(german("1336", "1335") + more, stacks)
    control.check(s)
    assert s.surrendered == 0
    s = at(german("1336", "1335", "1537") + more, stacks)
    control.check(s)
    assert MAP.country[2] and s.surrendered == 1 << 2
    assert where(s, "B.1") == "dead" and where(s, "F.1A") == "1035"
    assert bins(s) == {"1AG"} and "Belgium" in bins(s, s.out)
    assert s.points[BELGIANS] == 0
    assert not s.faults()


@clause("3.8d")
def test_the_netherlands_fall_with_two_places() -> None:
    s = at(german("1333"), '1530 = ["N.K"]')
    control.check(s)
    assert s.surrendered == 0
    s = at(german("1333", "1432"), '1530 = ["N.K"], 1633 = ["G.18A"]')
    control.check(s)
    assert s.surrendered == 1 << 3 and where(s, "N.K") == "dead" and where(s, "G.18A") == "1633"
    assert "Netherlands" in bins(s, s.out)


@clause("28.1e")
def test_a_country_out_of_play_does_not_capitulate() -> None:
    s = at(german("1333", "1432") + 'options = { no_netherlands = "yes" }')
    control.check(s)
    assert s.surrendered == 0 and s.points[DUTCH] == 0


@clause("3.8b", "3.7a", "3.7b", "3.7c", "3.7d", "3.7g", "5.7e")
def test_france_falls_with_all_its_depots() -> None:
    """F9, E19: 2AG and 3AG leave the bin at once, 1AG stays, and so do the British."""
    more = (
        'bin = ["1AG", "2AG", "Evac", "HGA"]\nplayed = ["3AG", "PlanD"]\npoints = { french = 3, british = 1 }\n'
        'out = ["PlanE", "PlanR"]\navailable = ["F.ZOAN", "UK.BAFF"]\nflying = { "F.ZOAE" = "0640" }\n'
        'waiting = ["F.6A"]\nevacuated = ["F.7A"]\n'
    )
    stacks = '0640 = ["F.1A", "F.1GC", "F.Log1"], 1740 = ["F.Thionville"], 0935 = ["UK.BEF"], 1641 = ["G.4A"]'
    s = at(german(*FRENCH_DEPOTS) + more, stacks)
    control.check(s)
    assert s.surrendered == 1 << 1 and s.outcome is None
    assert bins(s) == {"1AG", "Evac", "HGA"}
    gone = ("F.1A", "F.1GC", "F.Log1", "F.Thionville", "F.ZOAN", "F.ZOAE")
    assert [where(s, unit) for unit in gone] == ["dead"] * 6
    assert [where(s, unit) for unit in ("UK.BEF", "UK.BAFF", "G.4A")] == ["0935", "available", "1641"]
    assert (where(s, "F.6A"), where(s, "F.7A")) == ("gone", "evacuated")  # these do not score (R19)
    assert s.points[FRENCH] == 0 and s.points[2] == 1
    assert lines(s, GERMAN)["3.4e"] == 2 and lines(s, GERMAN)["3.4f"] == 1 and lines(s, GERMAN)["3.4g"] == 2
    assert not units(s, reinforcements.waiting(s, ALLIED))
    events = [event for event in s.events if isinstance(event, Capitulated | MarkerRemoved)]
    told = " ".join(event.tell(MAP) for event in events)
    assert "France capitulates" in told and "Plan D" not in told  # which plan was kept is nobody's business


@clause("3.7g", "3.4g")
def test_air_units_of_a_fallen_country_count_wherever_they_are() -> None:
    air = 'available = ["F.ZOAN", "UK.BAFF"]\nutilized = ["F.ZOAE"]\nflying = { "F.ZOAS" = "0941" }\n'
    s = at(german(*FRENCH_DEPOTS) + air)
    before = victory.total(s, GERMAN)
    control.check(s)
    assert victory.total(s, GERMAN) == before + 3 and where(s, "UK.BAFF") == "available"


@clause("3.7g", "3.4f")
def test_surrendered_units_score_as_eliminated() -> None:
    """F10: an army 1, an infantry corps and a fortress unit nothing. Only the French and British have armies here."""
    s = at(german(*FRENCH_DEPOTS), '0640 = ["F.1A"], 0740 = ["F.21"], 1740 = ["F.Thionville"]')
    before = victory.total(s, GERMAN)
    control.check(s)
    assert victory.total(s, GERMAN) == before + 1


@clause("3.7a", "5.7e")
def test_markers_of_a_fallen_country_are_out_in_later_turns() -> None:
    s = lay(
        'phase = "return"\nturn = 2\nplayed = ["2AG", "1AG", "HGA"]\nsurrendered = ["france"]\n'
        'out = ["OKH", "Manstein", "PlanE", "PlanR"]'
    )
    assert "2AG" in bins(s, s.out) and "1AG" not in bins(s, s.out)
    assert "2AG" not in bins(s) and "1AG" in bins(s, s.bin | s.played)


@clause("3.8b", "7.2a")
def test_one_fall_may_bring_the_next() -> None:
    """A Belgian corps contests Reims; when Belgium falls Reims is German, and France falls too (R11, R20)."""
    s = at(german(*FRENCH_DEPOTS, "1335", "1336", "1537"), '1239 = ["B.1"]')
    assert not control.controlled(s, GERMAN) >> MAP.place("Reims") & 1
    control.check(s)
    assert s.surrendered == 1 << 1 | 1 << 2


@clause("3.8b")
def test_a_country_that_has_fallen_stays_fallen() -> None:
    s = at('surrendered = ["france"]\n' + german("1036"))
    control.check(s)
    assert s.surrendered == 1 << 1 and not [event for event in s.events if isinstance(event, Capitulated)]


# in play


@clause("3.1a", "3.1b", "21.0f")
def test_the_match_ends_with_the_move_that_wins_it() -> None:
    s = lay(
        'phase = "german movement"\nturn = 3\nunits = { 0640 = ["G.15"] }\n'
        + german(*FRENCH_DEPOTS, *FRENCH_PORTS[1:])
        + 'surrendered = ["france"]'
    )
    do(s, "move G.15", "to 0539")
    if s.result is None:
        do(s, "stop")
    assert s.result is not None and s.result.winner == "german" and s.result.level == "German Epic Victory"


@clause("3.8c", "3.7b")
def test_a_country_falls_with_the_move_that_takes_its_last_place() -> None:
    s = lay(
        'phase = "german movement"\nturn = 3\nunits = { 1637 = ["G.15"], 1034 = ["B.1"], 1835 = ["G.6A"] }\n'
        + german("1335", "1336")
    )
    do(s, "move G.15", "to 1537")
    if not s.surrendered:
        do(s, "stop")
    assert s.surrendered == 1 << 2 and where(s, "B.1") == "dead"


@clause("3.1a")
def test_the_end_of_an_impulse_looks_at_sudden_death_once_more() -> None:
    """What nobody disputes any more counts, whatever the reason."""
    taken = german(*FRENCH_DEPOTS, *FRENCH_PORTS)
    s = lay(f'stack = [{{ step = "end_impulse", mover = "german" }}]\nturn = 3\noperator = "german"\n{taken}')
    assert s.result is not None and s.result.level == "German Epic Victory"


@clause("22.4d", "3.4a", "3.8c")
def test_bombed_places_count_for_points_and_capitulation() -> None:
    """E27."""
    s = at(german("0941", "1336", "1335", "1537") + 'bombed = ["0941", "1336"]')
    assert lines(s, GERMAN) == {"3.4a": 10, "3.4b": 4, "3.4c": 3}
    control.check(s)
    assert s.surrendered == 1 << 2


# what each line counts


@clause("3.4a", "3.4e", "3.4i")
def test_a_line_names_the_hexes_or_units_it_counts() -> None:
    s = at(german("0941") + 'extended = true\ndead = ["F.1GC"]')
    rows = {line.clause: (hexes(line.hexes), units(s, line.pieces), line.says) for line in victory.score(s, GERMAN)}
    assert rows == {
        "3.4a": ({"0941"}, set(), "Paris"),
        "3.4e": (set(), {"F.1GC"}, "Allied mechanized corps eliminated: 1"),
        "3.4i": (set(), set(), "the game was extended"),
    }
    assert [line.says for line in victory.score(at('dead = ["G.19", "G.41"]'), ALLIED)] == [
        "German mechanized units eliminated: 2"
    ]


@clause("3.4a", "3.5a", "3.5g", "28.1e")
@pytest.mark.parametrize("closed", [False, True])
def test_every_hex_scores_once_in_its_best_category(closed: bool) -> None:
    s = at('options = { no_netherlands = "yes" }' if closed else "")
    table, found = MAP.tables.victory, [victory.objectives(s, side) for side in (GERMAN, ALLIED)]
    for side, schedule, forts in ((GERMAN, table.german, MAP.maginot), (ALLIED, table.allied, MAP.westwall)):
        abroad = MAP.land & ~MAP.germany if side == GERMAN else MAP.germany
        worth = dict[str, int]()
        for label in hexes(abroad & ~(MAP.country[NETHERLANDS] if closed else 0)):
            hexa = MAP.board.place(label)
            values = [points for name, points in schedule.places.items() if MAP.place(name) == hexa]
            values += [schedule.depot] if MAP.depots >> hexa & 1 else []
            values += [schedule.channel_port] if side == GERMAN and MAP.channel_ports >> hexa & 1 else []
            values += [schedule.fort] if forts >> hexa & 1 else []
            if values:
                worth[label] = max(values)
        made = [(label, row.points) for row in found[side] for label in hexes(row.hexes)]
        assert dict(made) == worth and len(made) == len(worth)


@clause("3.1b", "3.1c")
@pytest.mark.parametrize(
    ("lost", "name"),
    [
        (["1934"], None),
        (["1934", "1835"], "the Allies control Cologne"),
        (["1934", "1835", "1838"], "the Allies control Cologne"),
    ],
)
def test_sudden_death_of_germany(lost: list[str], name: str | None) -> None:
    s = at(allied(*lost))
    victory.sudden_death(s)
    assert (s.outcome is None) == (name is None)
    assert name is None or (name in str(s.outcome) and "Ruhr" in str(s.outcome))


@clause("3.1b")
def test_sudden_death_of_france_needs_every_depot_and_port() -> None:
    goal = [*FRENCH_DEPOTS, *FRENCH_PORTS, "1034"]
    labels = sorted(hexes(victory.german_goal(MAP)))
    assert set(labels) <= set(goal)
    for missing in labels:
        s = at(german(*(label for label in labels if label != missing)))
        victory.sudden_death(s)
        assert s.outcome is None and hexes(victory.german_goal_left(s)) == {missing}
    contested = at(german(*labels), '0940 = ["F.1A"]')
    victory.sudden_death(contested)
    assert contested.outcome is None and hexes(victory.german_goal_left(contested)) == {"0941"}
    s = at(german(*labels))
    victory.sudden_death(s)
    assert "Germany controls every depot and port in France" in str(s.outcome)


@clause("3.4j", "3.4i")
def test_what_is_said_about_the_extension() -> None:
    s = at(german("0941"))
    step = s.agenda[-1]
    cost = -MAP.tables.victory.extension
    assert step.explained(s).says == f"It costs {cost} victory points, and the game then ends with turn 8."
    assert "10 points" in step.prompt(s)
