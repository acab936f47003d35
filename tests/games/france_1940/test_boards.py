"""Every statement of the rules and examples about the boards, proven on the data, and that boards fit together."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from meuse.board import Sides
from meuse.games.france_1940 import boards
from meuse.games.france_1940.ground import Ground

from .kit import CHARTS, DATA, LETTERS, clause, ground, sees, sheet, sight

A = ground("A")
BOARD = A.board
at = BOARD.place
TURNS = ("", " turned")


def names(hexes: int) -> set[str]:
    return set(BOARD.names(hexes))


def terrain(label: str) -> str:
    return A.terrain[at(label)]


def level(label: str) -> int:
    return A.level[at(label)]


def crests(label: str) -> set[str]:
    return names(BOARD.across(at(label), A.crests))


# the grid


@clause("2.1a", "2.1b", "2.1g")
@pytest.mark.parametrize("letter", LETTERS)
def test_a_board_has_15_columns_of_16_hexes(letter: str) -> None:
    labels = {f"{letter}{column}{row:02}" for column in range(1, 16) for row in range(1, 17)}
    assert set(sheet(letter).board.numbers) == labels


@clause("2.1g")
@pytest.mark.parametrize(
    ("label", "around"),
    [
        ("A311", "A310 A312 A211 A212 A411 A412"),
        ("A410", "A409 A411 A309 A310 A509 A510"),
        ("A714", "A713 A814 A815 A715 A615 A614"),
    ],
)
def test_neighbours(label: str, around: str) -> None:
    """N13: hexes in odd and in even columns."""
    assert names(BOARD.around[at(label)]) == set(around.split())


@clause("2.1e")
@pytest.mark.parametrize(
    ("a", "b", "far"),
    [("A413", "A413", 0), ("A413", "A412", 1), ("A311", "A710", 4), ("A812", "A1008", 5), ("A606", "A807", 2)],
)
def test_distances(a: str, b: str, far: int) -> None:
    """EX01: a hex and itself, neighbours; distances of other examples."""
    assert BOARD.distance(at(a), at(b)) == BOARD.distance(at(b), at(a)) == far


@clause("2.1h")
def test_north_is_toward_lower_rows() -> None:
    (x, y), (u, v) = BOARD.spot(at("A714")), BOARD.spot(at("A713"))
    assert u == x and v > y


# facts of map A


@clause("11d", "11a", "11b")
def test_a510_is_a_hill_with_a_crest_all_round() -> None:
    """EX31."""
    assert crests("A510") == {"A410", "A411", "A509", "A511", "A610", "A611"}
    assert level("A510") == level("A509") + 1
    assert terrain("A509") == terrain("A510") == "open"


@clause("11d")
def test_crests_of_the_western_hill() -> None:
    """EX31, G81."""
    assert level("A602") > 0 and names(BOARD.around[at("A602")]) - crests("A602") == {"A502"}
    assert level("A503") > 0 and crests("A503") == {"A603", "A604"}
    assert level("A306") > 0 and crests("A306") == set()


@clause("5.2f")
def test_a1311_is_light_woods_one_level_above_a1412() -> None:
    assert terrain("A1311") == "light woods" and level("A1311") == level("A1412") + 1
    assert BOARD.direction(at("A1412"), at("A1311")) >= 0


@clause("11.9b")
def test_a605_is_woods_with_a_river() -> None:
    assert terrain("A605") == "woods" and A.river >> at("A605") & 1


def test_roads_cross_the_river_at_a309_and_a902() -> None:
    assert names(A.bridges) == {"A309", "A902"}
    for label in ("A309", "A902"):
        banks = A.banks[at(label)]
        across = BOARD.across(at(label), A.roads)
        assert across & banks.first and across & banks.second


def test_a1308_and_a1108_lie_on_one_bank_of_a1208() -> None:
    banks = A.banks[at("A1208")]
    assert names(banks.first) == {"A1108", "A1209", "A1308"} and names(banks.second) == {"A1207"}
    assert names(banks.along) == {"A1107", "A1307"}


def test_a610_is_seen_from_two_levels_above() -> None:
    """Captain Girard may stand in A1110: five hexes away, with the hamlet in sight."""
    assert terrain("A610") == "dispersed buildings" and level("A1110") == level("A610") + 2
    assert BOARD.distance(at("A1110"), at("A610")) == 5 and sees(sight("A"), "A1110", "A610")
    assert sees(sight("A"), "A1110", "A1008") and not sees(sight("A"), "A812", "A1008")


def test_the_way_of_a_rout_can_be_walked() -> None:
    """From A310 north by A410, between which and A408 lies only A409, to A507 (4)."""
    way = [at(label) for label in ("A310", "A410", "A409", "A408", "A507")]
    for here, there in pairwise(way):
        assert BOARD.around[here] >> there & 1
        assert A.costs("foot").prices and A.terrain[there] != "marsh"
    between = BOARD.around[at("A410")] & BOARD.around[at("A408")]
    assert names(between) == {"A409"}


def test_hexes_of_the_examples_without_a_letter() -> None:
    """Chapters 7.3, 9.1 and 9.4: a hamlet in 410, open ground in 806, woods in 807; fire from 211, 311 and 606."""
    assert terrain("A410") == "dispersed buildings" and terrain("A806") == "open" and terrain("A807") == "woods"
    assert sees(sight("A"), "A211", "A410") and sees(sight("A"), "A311", "A410") and sees(sight("A"), "A606", "A807")
    assert BOARD.distance(at("A211"), at("A410")) == BOARD.distance(at("A311"), at("A410")) == 2
    way = ["A605", "A705", "A806", "A807"]
    assert all(BOARD.around[at(a)] >> at(b) & 1 for a, b in pairwise(way)) and terrain("A705") != "marsh"
    for label in ("510", "710", "812", "1008", "911", "1206", "1107", "1006", "413", "714", "815"):
        assert at(f"A{label}") in BOARD.hexes


# facts of other boards


@clause("5.4c")
def test_d409_is_light_woods_with_a_road_that_does_not_come_from_d309() -> None:
    d = ground("D")
    here, there = d.board.place("D309"), d.board.place("D409")
    assert d.terrain[there] == "light woods" and d.roads.touched >> there & 1
    assert d.board.around[here] >> there & 1 and not d.board.crosses(here, there, d.roads)
    assert d.board.place("D309") in d.board.hexes and {"H1314", "H1211"} <= set(sheet("H").board.numbers)


# edges


def edge_hexes(letter: str) -> int:
    board = sheet(letter).board
    return board.edge("up") | board.edge("down") | board.edge("left") | board.edge("right")


@pytest.mark.parametrize("letter", LETTERS)
def test_every_edge_is_the_same(letter: str) -> None:
    """Ground level all along, a road in the middle, trails at columns 3 and 13, and no river crosses it."""
    board, made = sheet(letter).board, ground(letter)
    for h in board.members(edge_hexes(letter)):
        assert made.level[h] == 0
    ends = {"up": [], "down": [], "left": [], "right": []}  # type: dict[str, list[tuple[str, str]]]
    for path in sheet(letter).file.path:
        for label, edge in ((path.hexes[0], path.enters), (path.hexes[-1], path.leaves)):
            if edge:
                ends[edge].append((path.kind, label.removeprefix(letter)))
    assert sorted(ends["up"]) == [("road", "801"), ("trail", "1301"), ("trail", "301")]
    assert sorted(ends["down"]) == [("road", "816"), ("trail", "1316"), ("trail", "316")]
    assert ends["left"] == [("road", "108")] and ends["right"] == [("road", "1508")]


@pytest.mark.parametrize("letter", LETTERS)
def test_ways_bridges_and_rivers_make_sense(letter: str) -> None:
    made = ground(letter)
    board = made.board
    assert made.bridges & ~made.river == 0
    for h in board.members(made.river):
        banks = made.banks[h]
        assert banks.first & banks.second == 0 and (banks.first | banks.second | banks.along) == board.around[h]
        road = board.across(h, made.roads)
        if road & banks.first and road & banks.second:
            assert made.bridges >> h & 1, f"{board.labels[h]}: the road crosses the river without a bridge"
    assert len(made.roads & made.trails) == 0
    for path, course in zip(sheet(letter).file.path, sheet(letter).paths, strict=True):
        for here, there in pairwise(course if path.kind == "river" else ()):  # a bank goes on as the same bank
            one, two = made.banks[here], made.banks[there]
            assert not one.first & two.second and not one.second & two.first
            assert one.first & two.first or one.second & two.second
    for path in sheet(letter).file.path:
        if path.kind == "river":  # it rises and ends in ponds
            for label in (path.hexes[0], path.hexes[-1]):
                assert made.terrain[board.place(label)] == "marsh"
    assert not made.of["marsh"] & made.trails.touched
    causeway = board.names(made.of["marsh"] & made.roads.touched)
    assert causeway == (["E812", "E813"] if letter == "E" else [])
    assert all(count > 0 for count in (made.of["woods"], made.of["fields"], made.of["dispersed buildings"]))


@pytest.mark.parametrize("letter", LETTERS)
def test_levels_rise_one_by_one_except_at_cliffs(letter: str) -> None:
    """No step climbs more than two levels, and every hill can be climbed step by step."""
    made = ground(letter)
    for h in made.board.hexes:
        around = [made.level[other] for other in made.board.neighbours(h)]
        assert all(abs(made.level[h] - other) <= 2 for other in around)


# boards together


def reached(made: Ground, ways: Sides, start: str) -> int:
    """The hexes to which roads or trails lead from a hex, and from nowhere else."""
    board = made.board
    every = board.sides_between(board.everything, board.everything)
    return board.flood(1 << board.place(start), board.everything, every - ways)


ROAD_ENDS = ("108", "1508", "801", "816")


@clause("2.1d")
@pytest.mark.parametrize("first", TURNS)
@pytest.mark.parametrize("second", TURNS)
def test_two_boards_meet_side_by_side_and_one_above_the_other(first: str, second: str) -> None:
    """In any order; roads and trails go on, and one step leads from any edge hex to the other board."""
    for one, two in (("A", "E"), ("H", "A"), ("G", "D")):
        for rows in ([[one + first, two + second]], [[one + first], [two + second]]):
            made = Ground(boards.laid_out(DATA, rows), CHARTS)
            board = made.board
            roads = reached(made, made.roads, f"{one}108")
            assert all(roads >> board.place(letter + end) & 1 for letter in (one, two) for end in ROAD_ENDS)
            below, above = ("301", "1301") if first else ("316", "1316"), ("316", "1316") if second else ("301", "1301")
            if len(rows) == 2:
                for here, there in zip(below, above if first == second else above[::-1], strict=True):
                    assert reached(made, made.trails, one + here) >> board.place(two + there) & 1
            sizes = {480} if len(rows) == 1 or first == second else {472, 473}
            assert len(board.hexes) in sizes


@clause("2.1d")
@pytest.mark.parametrize("turns", list(product(TURNS, repeat=4)))
def test_four_boards_lie_together(turns: tuple[str, ...]) -> None:
    a, b, c, d = (letter + turn for letter, turn in zip("BCFH", turns, strict=True))
    made = Ground(boards.laid_out(DATA, [[a, b], [c, d]], "Four"), CHARTS)
    roads = reached(made, made.roads, "B108")
    assert all(roads >> made.board.place(letter + end) & 1 for letter in "BCFH" for end in ROAD_ENDS)


@clause("2.1b", "2.1d")
def test_a_turned_board_keeps_its_numbers_and_its_ground() -> None:
    made = Ground(boards.laid_out(DATA, [["A turned"]]), CHARTS)
    board = made.board
    for label in ("A510", "A306", "A1208", "A1311", "A605"):
        here = board.place(label)
        assert (made.terrain[here], made.level[here]) == (terrain(label), level(label))
        assert set(board.names(board.around[here])) == names(BOARD.around[at(label)])
        assert set(board.names(board.across(here, made.crests))) == crests(label)
    banks = made.banks[board.place("A1208")]
    assert set(board.names(banks.first)) == {"A1108", "A1209", "A1308"}


def test_boards_that_are_not_there_or_twice_are_refused() -> None:
    with pytest.raises(ValueError, match=r"there is no board 'J'; boards: A, B"):
        boards.laid_out(DATA, [["J"]])
    with pytest.raises(ValueError, match="board A is there only once"):
        boards.laid_out(DATA, [["A", "A turned"]])


@pytest.mark.parametrize("letter", LETTERS)
def test_every_layer_and_entry_has_its_source(letter: str) -> None:
    file = sheet(letter).file
    assert {entry.layer for entry in file.provenance} == {"terrain", "height"}
    sources = [path.source for path in file.path] + [place.source for place in file.place]
    assert all(sources) and all(entry.source for entry in file.provenance)
    assert file.title.startswith(f"Board {letter}: ")
