"""The hex board against plain definitions: neighbours by distance, floods and reach by ordinary search."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meuse.board import Grid, HexBoard, Laid, Sides, lay

RRCC = Grid("pointy", "{line:02}{place:02}", 10, 42, "up", (19, 44), (18, 43), "right", "odd")
AABB = Grid("flat", "{line:02}{place:02}", 1, 29, "right", (1, 24), (1, 24), "down", "even")
CCRR = Grid("flat", "{line:02}{place:02}", 1, 30, "right", (20, 45), (20, 45), "down", "even")
LETTERED = Grid("flat", "{board}{line}{place:02}", 1, 15, "right", (1, 16), (1, 16), "down", "even", "A")
FIRST_SHIFTED = Grid("pointy", "{line:02}{place:02}", 1, 9, "down", (1, 7), (0, 7), "left", "odd")
GRIDS = {"RRCC": RRCC, "AABB": AABB, "CCRR": CCRR, "lettered": LETTERED, "first shifted": FIRST_SHIFTED}
SECOND = LETTERED._replace(board="B")
JOINED = lay(Laid(LETTERED), Laid(SECOND, 15, 3, turned=True), Laid(LETTERED._replace(board="C"), -3, 17))
BOARDS = {name: HexBoard(grid) for name, grid in GRIDS.items()} | {"joined": HexBoard(JOINED)}
BOARD = BOARDS["RRCC"]


def apart(board: HexBoard, a: int, b: int) -> float:
    (ua, va), (ub, vb) = board.spot(a), board.spot(b)
    return ((ua - ub) ** 2 + (va - vb) ** 2) ** 0.5


@pytest.mark.parametrize("name", BOARDS)
def test_neighbours_are_the_hexes_one_unit_away_on_the_sheet(name: str) -> None:
    board = BOARDS[name]
    for h in board.hexes:
        near = {other for other in board.hexes if other != h and apart(board, h, other) < 1.01}
        assert set(board.neighbours(h)) == near


@pytest.mark.parametrize("name", BOARDS)
def test_directions_go_round_the_hex_and_opposites_lead_back(name: str) -> None:
    board = BOARDS[name]
    for h in board.hexes:
        for direction in range(6):
            other = board.beside(h, direction)
            if other is None:
                continue
            assert board.direction(h, other) == direction
            assert board.beside(other, (direction + 3) % 6) == h
            turned = board.beside(h, (direction + 1) % 6)
            assert turned is None or turned in board.neighbours(other)


def test_the_numbering_of_the_first_game() -> None:
    assert len(BOARD.hexes) == 858
    assert BOARD.names(BOARD.around[BOARD.place("3118")]) == ["3019", "3119", "3219"]
    chain = ["3633", "3634", "3534", "3435", "3436", "3335", "3235"]
    for a, b in itertools.pairwise(chain):
        near = {BOARD.label(h) for h in BOARD.neighbours(BOARD.place(a))}
        assert b in near or (a, b) == ("3436", "3335")


def test_lettered_boards_are_named_without_leading_zero() -> None:
    assert "A413" in BOARDS["lettered"].numbers and "A1516" in BOARDS["lettered"].numbers


def test_an_unknown_hex_is_named_in_the_error() -> None:
    with pytest.raises(KeyError, match=r"no hex '4545'.*1019 to 4244"):
        BOARD.place("4545")


def ways_from(board: HexBoard, start: int) -> dict[int, int]:
    """How many steps every hex is away, by ordinary search."""
    known = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in board.neighbours(here):
            if other not in known:
                known[other] = known[here] + 1
                queue.append(other)
    return known


@pytest.mark.parametrize("name", GRIDS)
def test_distance_is_the_length_of_the_shortest_way(name: str) -> None:
    board = BOARDS[name]
    start = board.hexes[len(board.hexes) // 3]
    known = ways_from(board, start)
    assert all(board.distance(start, h) == d for h, d in known.items())


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_within_some_steps_is_walked_to_on_the_board(name: str) -> None:
    board = BOARDS[name]
    reached = set(board.hexes[:2])
    for steps in range(12):
        assert set(board.members(board.within(1 << board.hexes[0] | 1 << board.hexes[1], steps))) == reached
        reached |= {beside for hexa in reached for beside in board.neighbours(hexa)}


@pytest.mark.parametrize("name", BOARDS)
def test_discs_and_rings_are_what_distances_say(name: str) -> None:
    board = BOARDS[name]
    for start in board.hexes[:: len(board.hexes) // 7]:
        for radius in (0, 1, 4, 20):
            far = {h: board.distance(start, h) for h in board.hexes}
            assert board.members(board.disc(start, radius)) == [h for h in board.hexes if far[h] <= radius]
            assert board.members(board.ring(start, radius)) == [h for h in board.hexes if far[h] == radius]


@pytest.mark.parametrize("name", BOARDS)
def test_what_lies_toward_a_neighbour_is_nearer_to_it(name: str) -> None:
    board = BOARDS[name]
    for start in board.hexes[:: len(board.hexes) // 7]:
        for beside in board.neighbours(start):
            nearer = [h for h in board.hexes if board.distance(h, beside) < board.distance(h, start)]
            assert board.members(board.toward(start, beside)) == nearer


def test_edges_of_the_sheet() -> None:
    assert BOARD.names(BOARD.edge("up"))[0] == "4219" and BOARD.edge("up").bit_count() == 26
    assert BOARD.edge("left") & BOARD.edge("down") == 1 << BOARD.place("1019")
    assert BOARD.edge("right") >> BOARD.place("2543") & 1 and BOARD.edge("right") >> BOARD.place("2644") & 1


@given(st.sets(st.integers(0, 857), max_size=300))
def test_members_and_names_of_a_set(numbers: set[int]) -> None:
    hexes = sorted(BOARD.hexes[i] for i in numbers)
    mask = sum(1 << h for h in hexes)
    assert BOARD.members(mask) == hexes
    assert list(BOARD.pick(BOARD.labels, mask)) == BOARD.names(mask)
    assert BOARD.set(BOARD.names(mask)) == mask


@pytest.mark.parametrize("name", GRIDS)
def test_the_edges_of_a_sheet_are_its_outer_lines_and_places(name: str) -> None:
    grid, board = GRIDS[name], BOARDS[name]
    ends = {"up": "down", "left": "right"}
    ends |= {there: here for here, there in ends.items()}
    outer = {
        grid.lines_run: {grid.name(grid.last_line, place) for place in grid.places(grid.last_line)},
        ends[grid.lines_run]: {grid.name(grid.first_line, place) for place in grid.places(grid.first_line)},
        grid.places_run: {grid.name(line, grid.places(line)[-1]) for line in grid.lines()},
        ends[grid.places_run]: {grid.name(line, grid.places(line)[0]) for line in grid.lines()},
    }
    for side, labels in outer.items():
        assert set(board.names(board.edge(side))) == labels


# sheets laid together


@pytest.mark.parametrize(
    ("turned", "beside"),
    [(False, {"B101", "B102"}), (True, {"B1516", "B1515"})],
)
def test_sheets_side_by_side_are_one_board(turned: bool, beside: set[str]) -> None:
    """The columns on either side of the joint have one parity, so the second sheet lies half a place further on."""
    board = HexBoard(lay(Laid(LETTERED), Laid(SECOND, 15, turned=turned)))
    assert len(board.hexes) == 480
    assert set(board.names(board.around[board.place("A1502")])) == {"A1401", "A1402", "A1501", "A1503"} | beside
    assert board.edge("up").bit_count() == 30 and board.edge("left").bit_count() == 16
    assert not board.edge("right") & board.set(f"A15{place:02}" for place in range(1, 17))


def test_a_sheet_turned_by_half_is_the_same_upside_down() -> None:
    one, other = HexBoard(LETTERED), HexBoard(lay(Laid(LETTERED, turned=True)))
    for h in one.hexes:
        there = other.place(one.label(h))
        assert set(other.names(other.around[there])) == set(one.names(one.around[h]))
    assert set(other.names(other.edge("up"))) == set(one.names(one.edge("down")))
    assert set(other.names(other.edge("left"))) == set(one.names(one.edge("right")))


def test_half_hexes_at_the_joint_of_a_turned_sheet_are_one_hex() -> None:
    stacked = Laid(LETTERED), Laid(SECOND, 0, 15, turned=True)
    with pytest.raises(ValueError, match="A1416 and B216 would lie on each other"):
        lay(*stacked)
    board = HexBoard(lay(*stacked, overlap=True))
    assert len(board.hexes) == 480 - 7
    assert board.place("B1416") == board.place("A216") and board.label(board.place("B1416")) == "A216"
    assert set(board.names(board.around[board.place("A216")])) == {"A116", "A215", "A316", "B1516", "B1415", "B1316"}


def test_sheets_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="two hexes have one name; give each sheet a letter"):
        lay(Laid(LETTERED), Laid(LETTERED, 15))
    with pytest.raises(ValueError, match="run different ways"):
        lay(Laid(LETTERED), Laid(RRCC, 15))


# hexsides


def random_sides(random: Random, share: float, one_way: bool = False) -> Sides:
    pairs = [(h, o) for h in BOARD.hexes for o in BOARD.neighbours(h) if random.random() < share]
    return BOARD.sides([pair for pair in pairs if one_way or pair[0] < pair[1]], one_way)


def test_hexsides_are_crossed_both_ways() -> None:
    sides = random_sides(Random(1), 0.1)
    for h in BOARD.hexes:
        for other in BOARD.neighbours(h):
            assert BOARD.crosses(h, other, sides) == BOARD.crosses(other, h, sides)
            assert bool(BOARD.across(h, sides) >> other & 1) == BOARD.crosses(h, other, sides)


def test_a_hexside_can_face_one_way() -> None:
    a, b = BOARD.place("2630"), BOARD.place("2631")
    wall = BOARD.sides([(a, b)], one_way=True)
    assert BOARD.crosses(a, b, wall) and not BOARD.crosses(b, a, wall)
    assert BOARD.across(a, wall) == 1 << b and not BOARD.across(b, wall)
    assert wall.reverse() == BOARD.sides([(b, a)], one_way=True)
    assert wall | wall.reverse() == BOARD.sides([(a, b)])
    assert len(wall) == len(wall | wall.reverse()) == 1
    assert BOARD.sides_between(1 << a, 1 << b, one_way=True) == wall


def test_sets_of_hexsides_can_be_joined_and_cut() -> None:
    a, b = random_sides(Random(2), 0.1), random_sides(Random(3), 0.1)
    assert (a | b) - b == a - b
    assert len(a | b) == len(a) + len(b) - len(a & b)
    half = sum(1 << h for h in BOARD.hexes[:400])
    between = BOARD.sides_between(half, BOARD.everything & ~half)
    for h in BOARD.hexes:
        for other in BOARD.neighbours(h):
            assert BOARD.crosses(h, other, between) == ((half >> h & 1) != (half >> other & 1))


@pytest.mark.parametrize("seed", range(8))
def test_a_flood_is_what_ordinary_search_finds(seed: int) -> None:
    random = Random(seed)
    walls = random_sides(random, 0.15 if seed % 2 else 0.0) | random_sides(random, 0.1 * (seed % 3), one_way=True)
    through = sum(1 << h for h in BOARD.hexes if random.random() < 0.7)
    seeds = sum(1 << h for h in random.sample(BOARD.hexes, 4))
    found = set(BOARD.members(seeds))
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for other in BOARD.neighbours(here):
            if other not in found and through >> other & 1 and not BOARD.crosses(here, other, walls):
                found.add(other)
                queue.append(other)
    assert set(BOARD.members(BOARD.flood(seeds, through, walls))) == found


@pytest.mark.parametrize("seed", range(4))
def test_zones_reach_one_hex_and_not_across_walls(seed: int) -> None:
    random = Random(seed)
    walls = random_sides(random, 0.2, one_way=bool(seed % 2))
    units = sum(1 << h for h in random.sample(BOARD.hexes, 40))
    found = units
    for h in BOARD.members(units):
        for other in BOARD.neighbours(h):
            if not BOARD.crosses(h, other, walls):
                found |= 1 << other
    assert BOARD.zones(units, walls) == found


@pytest.mark.parametrize("seed", range(10))
def test_reach_is_what_dijkstra_finds_and_its_paths_cost_what_it_says(seed: int) -> None:
    random = Random(seed)
    dear = sum(1 << h for h in BOARD.hexes if random.random() < 0.3)
    rivers, walls = random_sides(random, 0.25), random_sides(random, 0.05, one_way=bool(seed % 2))
    slopes = random_sides(random, 0.1, one_way=True)
    roads = random_sides(random, 0.2 if seed > 4 else 0.0)
    enter = sum(1 << h for h in BOARD.hexes if random.random() < 0.85)
    stop = sum(1 << h for h in BOARD.hexes if random.random() < 0.15)
    start = random.choice(BOARD.hexes)
    first = -1 if seed % 2 else ~stop
    shut = sum(1 << h for h in BOARD.hexes if random.random() < 0.1)
    costs = BOARD.step_costs(
        {2: BOARD.everything & ~dear & ~shut, 3: dear & ~shut}, [(rivers, 1), (slopes, 2)], walls, [(roads, 1)]
    )
    reach = BOARD.reach(start, 12, costs, enter, stop, first)

    def price(a: int, b: int) -> int:
        ground = 1 if BOARD.crosses(a, b, roads) else 3 if dear >> b & 1 else 2
        return ground + BOARD.crosses(a, b, rivers) + 2 * BOARD.crosses(a, b, slopes)

    def may_step(a: int, b: int) -> bool:
        if shut >> b & 1 and not BOARD.crosses(a, b, roads):
            return False
        if a == start and not first >> b & 1:
            return False
        if a != start and stop >> a & 1:
            return False
        return bool(enter >> b & 1) and not BOARD.crosses(a, b, walls)

    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if spent > best[here]:
            continue
        for other in BOARD.neighbours(here):
            if may_step(here, other) and spent + price(here, other) < best.get(other, 13):
                best[other] = spent + price(here, other)
                heapq.heappush(heap, (best[other], other))
    del best[start]
    assert {h: reach.cost(h) for h in BOARD.members(reach.all())} == best
    ways = reach.ways()
    assert {h: spent for h, (_, spent) in ways.items()} == best
    for goal, spent in best.items():
        way = (start, *reach.path(goal))
        assert way[-1] == goal
        assert ways[goal][0] == way[-2]
        assert all(may_step(a, b) for a, b in itertools.pairwise(way))
        assert sum(price(a, b) for a, b in itertools.pairwise(way)) == spent


def test_the_banks_of_a_stream_are_the_hexes_on_either_side() -> None:
    """A river that enters a hex from one neighbour and leaves it to another parts the four others."""
    board = BOARDS["lettered"]
    here, west, east = (board.place(label) for label in ("A508", "A407", "A607"))
    assert [board.names(bank) for bank in board.banks(west, here, east)] == [["A408", "A509", "A608"], ["A507"]]
    assert board.banks(east, here, west) == board.banks(west, here, east)[::-1]
    corner, south = board.place("A101"), board.place("A102")
    assert [board.names(bank) for bank in board.banks(south, corner, board.place("A201"))] == [[], []]


def test_of_several_roads_the_first_counts_and_its_price_replaces_that_of_the_ground() -> None:
    a, b = BOARD.place("2630"), BOARD.place("2631")
    muddy = BOARD.sides([(a, b)], one_way=True)
    costs = BOARD.step_costs({2: 1 << a | 1 << b}, [], Sides(), [(muddy, 3), (muddy | muddy.reverse(), 1)])
    assert BOARD.reach(a, 4, costs, -1, 0, -1).cost(b) == 3
    assert BOARD.reach(b, 4, costs, -1, 0, -1).cost(a) == 1


def test_out_of_reach_has_no_path() -> None:
    costs = BOARD.step_costs({1: BOARD.everything}, [], Sides())
    reach = BOARD.reach(BOARD.place("2630"), 2, costs, BOARD.everything, 0, -1)
    assert reach.cost(BOARD.place("2634")) is None
    with pytest.raises(ValueError, match="out of reach"):
        reach.path(BOARD.place("2634"))
