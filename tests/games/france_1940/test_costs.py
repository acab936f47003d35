"""Prices between nodes: what floods over the board in one go is what one finds step by step."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

from meuse.board.sets import listed
from meuse.games.france_1940 import costs
from meuse.games.france_1940.costs import Field, Net

from .kit import clause, lay, own
from .marching import FORCES, GERMAN

WAYS = range(len(costs.CLASSES))


def nets(river: str, board: str, way: int) -> Net:
    s = lay(GERMAN + '[units]\nA101 = ["G1.rifle-1"]', own(FORCES, f'river = "{river}"\nboards = [["A", "{board}"]]'))
    return costs.net(s, way)


def by_hand(net: Net, start: tuple[int, int], points: int) -> dict[int, int]:
    """The cheapest price of each node, one step after the other."""
    waters, found, heap = net.waters, dict[int, int](), [(0, start)]
    while heap:
        spent, (here, bank) = heappop(heap)
        if found.setdefault(waters.node(here, bank), spent) < spent:
            continue
        for there in net.board.members(net.board.around[here]):
            asked = net.price(here, bank, there)
            if 0 <= asked <= points - spent:
                heappush(heap, (spent + asked, (there, waters.bank_after(here, bank, there))))
    return found


@clause("11.9.1a", "11.9.2a", "11.9c")
@pytest.mark.parametrize("river", ["minor", "major", "dry"])
@pytest.mark.parametrize("board", ["E", "H"])
@pytest.mark.parametrize("way", WAYS)
def test_a_flood_finds_what_steps_find(river: str, board: str, way: int) -> None:
    net = nets(river, board, way)
    waters, hexes = net.waters, net.board.hexes
    for hexa in hexes[way :: len(hexes) // 12]:
        for bank in (0, 1) if waters.wet >> hexa & 1 else (0,):
            seeds = {0: 1 << waters.node(hexa, bank)}
            levels = costs.flow(seeds, 12, net, waters.nodes(net.board.everything))
            flooded = {node: spent for spent, level in enumerate(levels) for node in listed(level)}
            assert flooded == by_hand(net, (hexa, bank), 12)
            field = Field(levels, net, seeds)
            for node, spent in flooded.items():
                assert _walked(net, hexa, bank, field.route(node)) == spent


def _walked(net: Net, here: int, bank: int, path: list[int]) -> int:
    total = 0
    for there in path:
        total += net.price(here, bank, there)
        here, bank = there, net.waters.bank_after(here, bank, there)
    return total


def test_a_stack_of_one_kind_goes_as_far_as_one_of_it() -> None:
    net = nets("minor", "H", 0)
    start = net.board.place("H708")
    ways = dict(costs.joint_ways({(start, 0): ((0, 0), ())}, (8, 8), (net, net), net.board.everything))
    assert {net.waters.node(*stand): paid[0] for stand, (paid, _) in ways.items()} == by_hand(net, (start, 0), 8)


MARKED = """
wire = ["A806", "A1010"]
roadblocks = ["A907", "A609"]
ditches = ["A810", "A811"]
crossings = ["A811"]
teeth = ["A705", "A508"]
rubble = ["A904", "A706"]
"""


@clause("12.2b", "12.2e", "12.3a", "12.5b", "12.5c", "12.6a", "12.11d")
@pytest.mark.parametrize("way", WAYS)
def test_a_flood_finds_what_steps_find_past_markers(way: int) -> None:
    """The prices beside markers are their own, those elsewhere are shared; the net without markers is another."""
    s = lay(GERMAN + MARKED + '[units]\nA101 = ["G1.rifle-1"]', own(FORCES, 'river = "minor"'))
    net, waters = costs.net(s, way), s.setting.waters
    for label in ("A905", "A808", "A607", "A1209"):
        start = net.board.place(label), 0
        seeds = {0: 1 << waters.node(*start)}
        levels = costs.flow(seeds, 14, net, waters.nodes(net.board.everything))
        flooded = {node: spent for spent, level in enumerate(levels) for node in listed(level)}
        assert flooded == by_hand(net, start, 14)
        field = Field(levels, net, seeds)
        for node, spent in flooded.items():
            assert _walked(net, *start, field.route(node)) == spent
            before = field.hex_before(node)
            assert before == ([start[0], *field.route(node)][-2] if spent else -1)


@clause("12.2b", "12.3a", "12.5b", "12.6a", "12.11d")
@pytest.mark.parametrize("way", WAYS)
def test_prices_that_are_shared_are_those_worked_out_for_one_match_alone(way: int) -> None:
    s = lay(GERMAN + MARKED + '[units]\nA101 = ["G1.rifle-1"]', own(FORCES, 'river = "minor"'))
    board, waters, shared = s.setting.board, s.setting.waters, costs.net(s, way)
    prices = s.setting.ground.costs(costs.CLASSES[way], costs.markers(s, way)).prices
    alone = Net(board, waters, prices, shared.river)
    for here in board.hexes:
        for bank in (0, 1) if waters.wet >> here & 1 else (0,):
            assert shared.steps(here, bank) == alone.steps(here, bank)
            assert shared.from_node(waters.node(here, bank)) == alone.from_node(waters.node(here, bank))
            assert shared.into(waters.node(here, bank)) == alone.into(waters.node(here, bank))
