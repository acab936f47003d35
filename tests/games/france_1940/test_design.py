"""Chapter 13: battles bought by points."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from meuse.engine.design import Bought, Camp, Design, Flaw, LaidSheet, Wish, sheets_named, sheets_read
from meuse.engine.playout import RandomGame, play
from meuse.games.france_1940 import make, victory
from meuse.games.france_1940.design import GUNNERS, START, dear
from meuse.games.france_1940.state import FranceState

from .kit import clause, names

GAME = make()
"""A game of its own: many scenarios are made here, and a game keeps only the last ones."""
DESIGNER = GAME.designer()
CATALOGUE = DESIGNER.catalogue()
WARES = {ware.id: ware for ware in CATALOGUE.wares}
MEETING = replace(
    START, kind="meeting", attacker="", turns=10,
    sides={
        "german": Camp(150, "south", 0, (Bought("GE1", "regular", 3),)),
        "allied": Camp(150, "north", 0, (Bought("FR2", "regular", 3),)),
    },
)  # fmt: skip


def wish(start: Wish = START, side: str = "", **more: Any) -> Wish:
    """The small battle to begin with, changed; a side's entries go to that side."""
    if not side:
        return replace(start, **more)
    return replace(start, sides=start.sides | {side: replace(start.sides[side], **more)})


def flaws(asked: Wish, stops: bool = True) -> set[tuple[str, str]]:
    """The clauses of what stops a wish, or of what is only advised, with the sides concerned."""
    return {(flaw.clause, flaw.side) for flaw in DESIGNER.design(asked).flaws if flaw.stops == stops}


def started(asked: Wish) -> FranceState:
    made: FranceState = GAME.new(GAME.own_setting(DESIGNER.design(asked).text).name, 1)
    return made


# prices


def test_every_line_of_the_price_list_is_sold_at_its_price() -> None:
    """N11: all 70 formations and transports, batteries, air missions and works."""
    assert len([line for line in GAME.prices.formation if WARES[line.id].prices[0].points == line.points]) == 70
    batteries = {
        f"{nation}-{row.calibre}-{row.strength}": row.points[GAME.units.nation[nation].side]
        for nation in GUNNERS
        for row in GAME.prices.battery
    }
    assert {name: WARES[name].prices[0].points for name in batteries} == batteries and len(batteries) == 18
    assert [WARES[f"{nation}-air"].prices[0].points for nation in GUNNERS] == [10, 15, 15]
    works = [f"{side}-{work.replace(' ', '-')}" for side in ("german", "allied") for work in GAME.prices.work]
    assert [WARES[work].prices[0].points for work in works] == 2 * [3, 3, 3, 3, 5, 9]
    assert len(WARES) == 70 + len(batteries) + 3 + len(works)
    assert all(ware.clause in GAME.ledger.clauses for ware in WARES.values())


@clause("13n", "13o")
@pytest.mark.parametrize(("line", "points"), [("BR2", (22, 26, 19)), ("FR2", (19, 22, 17))])
def test_veterans_and_green_troops(line: str, points: tuple[int, ...]) -> None:
    """RC43: a fifth more, a tenth less, fractions dropped (G87)."""
    assert tuple(price.points for price in WARES[line].prices) == points
    assert [price.id for price in WARES[line].prices] == ["regular", "veteran", "green"]
    assert dear(points[0], 120) == points[1] and dear(points[0], 90) == points[2]


def test_transports_are_sold_as_they_are() -> None:
    assert [price.points for price in WARES["GE28"].prices] == [1]


def test_what_is_bought_is_added_up() -> None:
    lines = (
        Bought("GE1", "veteran", 2),
        Bought("german-105-full", "", 1),
        Bought("german-air", "", 1),
        Bought("GE28", "regular", 3),
    )
    assert DESIGNER.design(wish(side="german", lines=lines)).spent == {"german": 2 * 25 + 9 + 10 + 3, "allied": 38}


# what the rules say


def test_the_battle_to_begin_with_is_by_the_book() -> None:
    assert flaws(START) == set() == flaws(START, stops=False) == flaws(MEETING) == flaws(MEETING, stops=False)


@clause("13a")
def test_somebody_attacks_or_nobody_does() -> None:
    assert [kind.id for kind in CATALOGUE.kinds] == ["meeting", "attack"]
    assert ("13a", "") in flaws(wish(attacker="")) and ("13a", "") in flaws(wish(MEETING, attacker="german"))
    assert started(START).setting.scenario.attacker == "german" and started(MEETING).setting.scenario.attacker is None
    turned = wish(attacker="allied", sides={"german": Camp(150, "south", 4, START.sides["german"].lines),
                                            "allied": Camp(300, "north", 0, START.sides["allied"].lines)})  # fmt: skip
    assert started(turned).setting.scenario.attacker == "allied" and flaws(turned) == set()


@clause("13b", "13f")
def test_points_of_both_sides() -> None:
    assert flaws(wish(MEETING, "german", points=200), stops=False) == {("13b", "")}
    assert flaws(wish(side="german", points=250), stops=False) == {("13f", "german")}
    assert flaws(wish(side="german", points=69), stops=True) == {("13f", "german")}
    assert flaws(wish(MEETING, "allied", points=56)) == {("13b", "allied")}
    assert not flaws(wish(MEETING, "allied", points=57))


@clause("13c")
def test_in_a_meeting_engagement_all_enter() -> None:
    assert flaws(wish(MEETING, "german", depth=3)) == {("13c", "german")}
    s = started(MEETING)
    assert s.off.bit_count() == 2 * 3 * 5 and not s.alive and s.turn == 1


@clause("13h")
def test_a_formation_defends_from_the_start() -> None:
    """Not one that comes later, nor trucks, nor a line of which nothing was bought."""
    later = Bought("FR1", "regular", 1, 3)
    for line in (Bought("FR24", "regular"), Bought("FR2", "regular", 0)):
        assert flaws(wish(side="allied", lines=(line, later))) == {("13h", "allied")}
    assert not flaws(wish(side="allied", lines=(Bought("FR2", "regular"), later)))


@clause("13i")
def test_who_enters_should_not_come_in_among_the_defenders() -> None:
    """On a board of 16 rows nine leave six hexes and more to the attacker's edge, eleven do not."""
    assert flaws(wish(side="allied", depth=11), stops=False) == {("13i", "german")} and not flaws(
        wish(side="allied", depth=11)
    )
    assert not flaws(wish(side="allied", depth=9), stops=False)


@clause("12.1.2a", "12.3a", "13g")
def test_markers_for_which_there_is_no_place() -> None:
    """Eight units are in at most eight positions; roadblocks need road hexes where he sets up."""
    positions = (*START.sides["allied"].lines, Bought("allied-improved-position", "", 9))
    assert flaws(wish(side="allied", lines=positions), stops=False) == {("12.1.2a", "allied")}
    assert not flaws(wish(side="allied", lines=(*positions[:-1], replace(positions[-1], count=8))), stops=False)
    roads = started(START).setting
    count = (roads.areas["allied"] & roads.ground.roads.touched).bit_count()
    blocks = Bought("allied-roadblock", "", count + 1)
    found = DESIGNER.design(wish(side="allied", lines=(*START.sides["allied"].lines, blocks)))
    assert f"only {count} of {count + 1} could be set up: roadblock" in [flaw.says for flaw in found.flaws]


def test_a_battle_has_a_day_of_the_calendar() -> None:
    for day, good in (("1940-05-31", True), ("1940-05-99", False), ("1940-06-00", False), ("1940-06-26", False)):
        assert bool(DESIGNER.design(wish(day=day)).text) == good


@clause("13d")
@pytest.mark.parametrize(("holder", "winner"), [("german_ground", "german"), ("allied_ground", "allied"), ("", None)])
def test_who_controls_the_objectives_wins(holder: str, winner: str | None) -> None:
    s = started(wish(MEETING, hexes=("A609", "A610")))
    if holder:
        setattr(s, holder, s.setting.board.set(["A609"]))
    assert s.setting.scenario.victory.grade[victory.standing(s)].winner == winner


@clause("13d")
def test_objectives_are_named_and_on_the_board() -> None:
    assert flaws(wish(hexes=())) == {("13d", "")} == flaws(wish(hexes=("B609",)))


@clause("13e", "13j")
def test_the_usual_length() -> None:
    assert flaws(wish(turns=14), stops=False) == {("13j", "")} and flaws(wish(MEETING, turns=11), stops=False) == {
        ("13e", "")
    }
    assert [kind.turns for kind in CATALOGUE.kinds] == [10, 15] and started(START).setting.scenario.turns == 15


@clause("13g")
def test_only_a_defender_buys_works() -> None:
    """G88: neither the attacker nor anybody in a meeting engagement."""
    wire = (Bought("german-wire", "", 1),)
    assert flaws(wish(side="german", lines=START.sides["german"].lines + wire)) == {("13g", "german")}
    assert flaws(wish(MEETING, "german", lines=MEETING.sides["german"].lines + wire)) == {("13g", "german")}
    bought = (Bought("allied-wire", "", 2), Bought("allied-concentrated-minefield", "at", 1))
    s = started(wish(side="allied", lines=START.sides["allied"].lines + bought))
    assert [(work.marker, work.times, work.mines, work.density) for work in s.setting.scenario.work] == [
        ("wire", 2, None, None), ("minefield", 1, "at", "concentrated"),
    ]  # fmt: skip


@clause("13h", "13q")
def test_the_defender_sets_up_first_near_the_objectives() -> None:
    assert flaws(wish(side="allied", depth=0)) == {("13h", "allied")}
    late = (Bought("FR2", "regular", 2, 3),)
    assert flaws(wish(side="allied", lines=late)) == {("13h", "allied")}
    s = started(START)
    assert s.setting.scenario.first == "allied" and s.agenda[-1].side(s) == 1
    assert set(s.setting.board.names(s.setting.areas["allied"])) == {
        h for h in s.setting.board.labels if h and int(h[-2:]) <= 9
    }
    assert flaws(wish(hexes=("A101",)), stops=False) == {("13h", "")}
    two = wish(sheets=((LaidSheet("A"),), (LaidSheet("B", True),)))
    assert ("13h", "") not in flaws(two, stops=False) and ("13h", "") in flaws(
        replace(two, hexes=("B708",)), stops=False
    )


@clause("2.3k")
def test_nobody_breaks_through_with_more_units_than_he_has() -> None:
    asked = wish(aim="breakthrough", number=1)
    has = victory.counting(started(asked).setting, 0).bit_count()
    assert has > 1 and flaws(replace(asked, number=has)) == set()
    assert flaws(replace(asked, number=has + 1)) == {("2.3k", "german")}


@clause("13i")
@pytest.mark.parametrize(("depth", "near"), [(2, False), (3, True)])
def test_the_attacker_sets_up_six_hexes_away(depth: int, near: bool) -> None:
    """The defender holds rows 1 to 9 of 16: rows 15 and 16 are far enough."""
    assert flaws(wish(side="german", depth=depth)) == ({("13i", "german")} if near else set())


@clause("13l")
def test_boards_lie_as_one_wants_and_edges_differ() -> None:
    sheets = ((LaidSheet("C"), LaidSheet("A", True)), (LaidSheet("B"), LaidSheet("D", True)))
    s = started(wish(sheets=sheets))
    assert s.setting.scenario.boards == [["C", "A turned"], ["B", "D turned"]]
    assert sheets_named(sheets) == "C-A~.B-D~" and sheets_read("C-A~.B-D~") == [list(row) for row in sheets]
    assert flaws(wish(side="german", edge="north")) == {("13l", "")}
    assert flaws(wish(sheets=((LaidSheet("A"), LaidSheet("A")),))) == {("2.1d", "")}
    assert flaws(wish(sheets=((LaidSheet("Z"),),))) == {("2.1d", "")}
    assert flaws(wish(sheets=((LaidSheet("A"), LaidSheet("B")), (LaidSheet("C"),)))) == {("2.1d", "")}


def test_advice_on_size_and_veterans() -> None:
    """13k, 13p: one board for 150 points; veterans for a tenth of them at most on the Allied side."""
    assert flaws(wish(sheets=((LaidSheet("A"), LaidSheet("B")),)), stops=False) == {("13k", "")}
    veterans = (Bought("FR2", "regular"), Bought("FR2", "veteran"))
    assert flaws(wish(side="allied", lines=veterans), stops=False) == {("13p", "allied")}
    assert flaws(wish(side="german", lines=(Bought("GE1", "veteran", 2),)), stops=False) == set()


def test_what_is_missing_or_unknown() -> None:
    assert flaws(wish(side="allied", lines=(Bought("FR24", "regular"),))) == {("2.3e", "allied")}
    crowd = tuple(Bought("FR3", "regular", 9) for _ in range(2))
    assert ("4a", "allied") in flaws(wish(wish(side="allied", points=999, lines=crowd), "allied", depth=1))
    for strange in (wish(kind="siege"), wish(river="wide"), wish(aim="glory"), wish(day="1941-05-10"), wish(turns=0)):
        assert DESIGNER.design(strange).text == ""
    assert flaws(wish(side="german", lines=(Bought("FR2"),))) == {("", "german")}
    assert flaws(wish(side="german", lines=(Bought("GE1", "heroic"),))) == {("13.GE1", "german")}


def made(asked: Wish) -> Design:
    return DESIGNER.design(asked)


def test_what_stops_a_wish_leaves_no_file() -> None:
    assert made(START).text and not made(wish(hexes=())).text
    assert len(made(START).areas["allied"]) == 9 * 15 and "german" not in made(START).areas
    assert made(wish(hexes=())).flaws == (Flaw("choose at least one objective", "13d"),)


@pytest.mark.parametrize("aim", [aim.id for aim in CATALOGUE.aims])
def test_every_aim_makes_a_scenario(aim: str) -> None:
    s = started(wish(aim=aim, number=3))
    grades = s.setting.scenario.victory.grade
    assert grades and not grades[-1].needs


TWO = ((LaidSheet("H"),), (LaidSheet("F", True),))
GERMANS = (
    Bought("GE3", "regular"), Bought("GE1", "veteran", 2), Bought("GE18", "regular", 1, 2),
    Bought("GE28", "regular", 2),
    Bought("german-105-depleted"), Bought("german-air", "", 1, 2),
)  # fmt: skip
ALLIES = (
    Bought("FR2", "green", 2), Bought("FR14", "regular"), Bought("BE2", "regular"), Bought("BR11", "regular", 1, 3),
    Bought("french-75-full", "", 2), Bought("allied-improved-position", "", 2), Bought("allied-wire", "", 2),
    Bought("allied-dispersed-minefield", "ap", 2), Bought("allied-roadblock"),
)  # fmt: skip
FULL = wish(
    title='Rush "hour"', sheets=TWO, river="major", hexes=("H805", "F708"),
    sides={"german": Camp(500, "south", 3, GERMANS), "allied": Camp(250, "north", 12, ALLIES)},
)  # fmt: skip


def test_everything_that_was_bought_is_there() -> None:
    s = started(FULL)
    setting = s.setting
    assert [formation.quality for formation in setting.formations].count("veteran") == 2
    assert {formation.enters for formation in setting.formations} == {0, 2, 3}
    assert [battery.id for battery in setting.batteries] == ["G.105mm-1", "F.75mm-1", "F.75mm-2"]
    assert len(setting.air_missions) == 1 and setting.air_missions[0].row.turn == 2
    assert "G.blitz-2" in names(s, setting.units) and setting.scenario.title == 'Rush "hour"'
    mortars = started(wish(side="german", lines=(Bought("GE6", "regular"),)))
    assert s.smoke_left == (0, 0) and mortars.smoke_left == (2, 0)


@clause("13m", "2.2.1.1g")
def test_a_battle_may_have_hundreds_of_formations() -> None:
    """As many as points buy; transports belong to none of them."""
    many = (*(Bought(line, "regular", 99) for line in ("GE1", "GE2", "GE5")), Bought("GE28", "regular"))
    setting = GAME.own_setting(DESIGNER.design(wish(MEETING, "german", points=9999, lines=many)).text)
    assert len(setting.formations) == 300 and setting.formation[setting.piece("F3.rifle-1")] == 299
    assert not setting.led >> setting.piece("G.blitz-1") & 1


@pytest.mark.parametrize("asked", [START, MEETING, FULL], ids=["attack", "meeting", "full"])
def test_a_bought_battle_plays_to_its_end(asked: Wish) -> None:
    name = GAME.own_setting(DESIGNER.design(asked).text).name
    played = play(GAME, RandomGame(name, 3), share=0.05)
    assert played.error == "" and played.result != "unfinished"


def haphazard(seed: int) -> Wish:
    """A battle bought at random: boards, river, points, aim and whatever the points and the rules allow."""
    random = Random(seed)
    attacker = random.choice(["", "german", "allied"])
    laid = random.sample(CATALOGUE.sheets, random.choice([1, 2]))
    aim = random.choice([aim for aim in CATALOGUE.aims if attacker or not aim.attack])
    goals = [f"{sheet.id}{goal}" for sheet in laid for goal in ("705", "909")]
    sides = {}
    for side, edge, first in (("german", "south", "GE1"), ("allied", "north", "FR2")):
        points = random.choice([60, 120, 200]) * (2 if side == attacker else 1)
        depth = 9 if attacker and side != attacker else 0
        sides[side] = Camp(points, edge, depth, (Bought(first, "regular"),))
    asked = replace(
        START, kind="attack" if attacker else "meeting", attacker=attacker, aim=aim.id, sides=sides,
        sheets=(tuple(LaidSheet(sheet.id, random.random() < 0.5) for sheet in laid),),
        river=random.choice(CATALOGUE.rivers).id, turns=random.choice([6, 10]), number=random.randint(1, 4),
        hexes=tuple(goals) if aim.hexes else (),
    )  # fmt: skip
    for side in sides:
        wares = [ware for ware in CATALOGUE.wares if ware.side == side]
        for _ in range(12):
            ware = random.choice(wares)
            enters = random.choice([0, 2]) if ware.enters else 0
            line = Bought(ware.id, random.choice(ware.prices).id, random.randint(1, 2), enters)
            tried = wish(asked, side, lines=(*asked.sides[side].lines, line))
            if not flaws(tried):
                asked = tried
    return asked


@pytest.mark.parametrize("seed", range(5))
def test_battles_bought_at_random_keep_every_promise(seed: int) -> None:
    asked = haphazard(seed)
    assert not flaws(asked) and min(len(camp.lines) for camp in asked.sides.values()) > 1
    played = play(GAME, RandomGame(GAME.own_setting(DESIGNER.design(asked).text).name, seed), share=0.05)
    assert played.error == "" and played.result != "unfinished"


# where advice begins


@clause("13h")
def test_neither_guns_nor_aircraft_nor_works_defend() -> None:
    """The only formation comes later: a battery, an air mission or a mine from the start is no garrison."""
    late = Bought("FR2", "regular", 1, 3)
    for ware, price in (
        ("french-75-full", ""),
        ("french-air", ""),
        ("allied-normal-minefield", "ap"),
        ("FR24", "regular"),
    ):
        assert flaws(wish(side="allied", lines=(late, Bought(ware, price)))) == {("13h", "allied")}
    assert not flaws(wish(side="allied", lines=(Bought("french-75-full", ""), Bought("FR2", "regular"), late)))


@clause("13k", "13m")
@pytest.mark.parametrize(
    ("points", "good"),
    [(150, {1}), (151, {2}), (250, {2}), (251, {4, 5, 6}), (60, {1}), (9999, {4, 5, 6})],
)  # fmt: skip
def test_how_many_boards_are_advised(points: int, good: set[int]) -> None:
    """The smaller army decides: one board up to 150 points, two up to 250, four or more beyond."""
    for count in range(1, 7):
        sheets = (tuple(LaidSheet(letter) for letter in "ABCDEF"[:count]),)
        camps = {
            "german": replace(START.sides["german"], points=2 * points),
            "allied": replace(START.sides["allied"], points=points),
        }
        assert (("13k", "") not in flaws(wish(sheets=sheets, sides=camps), stops=False)) == (count in good)


@clause("13p")
@pytest.mark.parametrize(
    ("side", "points", "fine"),
    [("german", 125, True), ("german", 124, False), ("allied", 220, True), ("allied", 219, False)],
)
def test_the_share_of_veterans_that_is_advised(side: str, points: int, fine: bool) -> None:
    """25 points for veterans are a fifth of 125; 22 are a tenth of 220."""
    line = Bought("GE1", "veteran") if side == "german" else Bought("FR2", "veteran")
    assert (("13p", side) not in flaws(wish(side=side, points=points, lines=(line,)), stops=False)) == fine


@clause("13f", "13b")
def test_who_spends_just_what_he_has() -> None:
    for points, fine in ((70, True), (69, False)):
        assert (("13f", "german") not in flaws(wish(side="german", points=points))) == fine
    assert (
        flaws(wish(side="german", points=299), stops=False)
        == flaws(wish(side="german", points=301), stops=False)
        != set()
    )


@clause("13h", "13i")
@pytest.mark.parametrize(
    ("edge", "columns", "rows"),
    [("north", (1, 15), (1, 4)), ("south", (1, 15), (13, 16)), ("west", (1, 4), (1, 16)), ("east", (12, 15), (1, 16))],
)  # fmt: skip
def test_a_side_sets_up_along_its_edge(edge: str, columns: tuple[int, int], rows: tuple[int, int]) -> None:
    away = {"north": "south", "south": "north", "west": "east", "east": "west"}[edge]
    sides = {
        "german": replace(START.sides["german"], edge=away),
        "allied": replace(START.sides["allied"], edge=edge, depth=4),
    }
    made_ = DESIGNER.design(wish(sides=sides))
    hexes = {f"A{c}{r:02}" for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)}
    assert set(made_.areas["allied"]) == hexes
    deep = replace(sides["allied"], depth=99)
    assert len(DESIGNER.design(wish(sides=sides | {"allied": deep})).areas["allied"]) == 15 * 16


@clause("13h")
@pytest.mark.parametrize(
    ("hexa", "fine"),
    [
        ("A604", False),
        ("A605", True),
        ("A612", True),
        ("A613", False),
        ("A309", False),
        ("A409", True),
        ("A1209", True),
        ("A1309", False),
    ],
)
def test_objectives_in_the_middle_of_a_single_board(hexa: str, fine: bool) -> None:
    assert (("13h", "") not in flaws(wish(hexes=(hexa,)), stops=False)) == fine


@clause("13h")
@pytest.mark.parametrize(("edge", "near"), [("north", "AB"), ("south", "CD"), ("west", "AC"), ("east", "BD")])
def test_objectives_on_a_board_at_the_defenders_edge(edge: str, near: str) -> None:
    away = {"north": "south", "south": "north", "west": "east", "east": "west"}[edge]
    sides = {"german": replace(START.sides["german"], edge=away), "allied": replace(START.sides["allied"], edge=edge)}
    sheets = ((LaidSheet("A"), LaidSheet("B")), (LaidSheet("C"), LaidSheet("D")))
    fine = {
        x for x in "ABCD" if ("13h", "") not in flaws(wish(sheets=sheets, sides=sides, hexes=(f"{x}609",)), stops=False)
    }
    assert fine == set(near)


@clause("4a")
def test_there_is_room_for_nine_steps_in_a_hex() -> None:
    """A row of 15 hexes takes 135 steps: 45 platoons, and lorries besides."""
    full = (Bought("FR3", "regular", 11), Bought("FR24", "regular", 9))
    for lines, fine in ((full, True), ((*full, Bought("FR1", "regular")), False)):
        found = flaws(wish(wish(side="allied", points=999, lines=lines), "allied", depth=1))
        assert (("4a", "allied") not in found) == fine


@clause("12.2a", "12.7.1f")
def test_markers_need_hexes_for_them() -> None:
    """Wire goes into any hex of a row, mines into soft ground only."""
    setting = started(wish(side="allied", depth=1)).setting
    soft = (setting.areas["allied"] & setting.fit_for("minefield")).bit_count()
    for ware, price, room, tag in (
        ("allied-wire", "", 15, "12.2a"),
        ("allied-dispersed-minefield", "at", soft, "12.7.1f"),
    ):
        for count in (room, room + 1):
            lines = (*START.sides["allied"].lines, Bought(ware, price, count))
            found = flaws(wish(wish(side="allied", depth=1, points=999), "allied", lines=lines), stops=False)
            assert ((tag, "allied") in found) == (count > room)
