"""The hex board against plain definitions: neighbours by distance, floods and reach by ordinary search."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from meuse.board import HexBoard, Sides
from meuse.board.hexboard import Grid

RRCC = Grid("pointy", "{line:02}{place:02}", 10, 42, "up", (19, 44), (18, 43), "right", "odd")
AABB = Grid("flat", "{line:02}{place:02}", 1, 29, "right", (1, 24), (1, 24), "down", "even")
CCRR = Grid("flat", "{line:02}{place:02}", 1, 30, "right", (20, 45), (20, 45), "down", "even")
LETTERED = Grid("flat", "{board}{line}{place:02}", 1, 15, "right", (1, 16), (1, 16), "down", "even", "A")
FIRST_SHIFTED = Grid("pointy", "{line:02}{place:02}", 1, 9, "down", (1, 7), (0, 7), "left", "odd")
GRIDS = {"RRCC": RRCC, "AABB": AABB, "CCRR": CCRR, "lettered": LETTERED, "first shifted": FIRST_SHIFTED}
BOARDS = {name: HexBoard(grid) for name, grid in GRIDS.items()}
BOARD = BOARDS["RRCC"]


def apart(board: HexBoard, a: int, b: int) -> float:
    (ua, va), (ub, vb) = (board.grid.sheet(*board.cells[h]) for h in (a, b))
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


@pytest.mark.parametrize("name", BOARDS)
def test_distance_is_the_length_of_the_shortest_way(name: str) -> None:
    board = BOARDS[name]
    start = board.hexes[len(board.hexes) // 3]
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in board.neighbours(here):
            if other not in found:
                found[other] = found[here] + 1
                queue.append(other)
    assert all(board.distance(start, h) == d for h, d in found.items())
    assert all(board.disc(start, 3) >> h & 1 == (d <= 3) for h, d in found.items())
    assert set(board.members(board.ring(start, 2))) == {h for h, d in found.items() if d == 2}


@given(st.integers(0, 857), st.integers(0, 857))
@example(181, 857)  # along the ragged east edge
@settings(max_examples=100, deadline=None)
def test_a_line_is_a_chain_of_neighbours_of_the_right_length(i: int, j: int) -> None:
    a, b = BOARD.hexes[i], BOARD.hexes[j]
    line = BOARD.line(a, b)
    assert line[0] == a and line[-1] == b
    assert len(line) == BOARD.distance(a, b) + 1
    assert all(y in BOARD.neighbours(x) for x, y in itertools.pairwise(line))


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


def random_sides(random: Random, share: float) -> Sides:
    pairs = [(h, o) for h in BOARD.hexes for o in BOARD.neighbours(h) if h < o and random.random() < share]
    return BOARD.sides(pairs)


def test_hexsides_are_crossed_both_ways() -> None:
    sides = random_sides(Random(1), 0.1)
    for h in BOARD.hexes:
        for other in BOARD.neighbours(h):
            assert BOARD.crosses(h, other, sides) == BOARD.crosses(other, h, sides)
            assert bool(BOARD.across(h, sides) >> other & 1) == BOARD.crosses(h, other, sides)


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
    walls = random_sides(random, 0.15 if seed % 2 else 0.0)
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
    walls = random_sides(random, 0.2)
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
    rivers, walls = random_sides(random, 0.25), random_sides(random, 0.05)
    enter = sum(1 << h for h in BOARD.hexes if random.random() < 0.85)
    stop = sum(1 << h for h in BOARD.hexes if random.random() < 0.15)
    start = random.choice(BOARD.hexes)
    first = -1 if seed % 2 else ~stop
    costs = BOARD.step_costs({1: BOARD.everything & ~dear, 2: dear}, [(rivers, 1)], walls)
    reach = BOARD.reach(start, 12, costs, enter, stop, first)

    def price(a: int, b: int) -> int:
        return (2 if dear >> b & 1 else 1) + (1 if BOARD.crosses(a, b, rivers) else 0)

    def may_step(a: int, b: int) -> bool:
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


def test_out_of_reach_has_no_path() -> None:
    costs = BOARD.step_costs({1: BOARD.everything}, [], Sides())
    reach = BOARD.reach(BOARD.place("2630"), 2, costs, BOARD.everything, 0, -1)
    assert reach.cost(BOARD.place("2634")) is None
    with pytest.raises(ValueError, match="out of reach"):
        reach.path(BOARD.place("2634"))
