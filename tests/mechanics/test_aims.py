"""What bots of several games go by: ways over a board, and what is remembered."""

from __future__ import annotations

from meuse.board import AreaBoard
from meuse.mechanics import aims
from meuse.mechanics.aims import Ways, recalled

LINE = AreaBoard({"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c"], "island": []})
FAR = 99


def test_a_way_knows_how_far_every_place_is_over_some_ground() -> None:
    ways = Ways(LINE, LINE.zones, FAR)
    way = ways.to(LINE.set("a"), LINE.everything)
    assert list(way.away) == [0, 1, 2, 3, FAR]
    assert way.nearest(LINE.set("cd"), FAR) == 2 and way.nearest(LINE.set(["island"]), FAR) == FAR
    assert list(ways.to(LINE.set("a"), LINE.set("abd")).away) == [0, 1, FAR, FAR, FAR]
    assert list(ways.to(LINE.set("ad"), LINE.everything).away) == [0, 1, 1, 0, FAR]
    assert ways.to(LINE.set("a"), LINE.everything) is way


def test_what_is_remembered_is_worked_out_once_while_it_holds() -> None:
    memory: dict[str, int] = {}
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    assert [recalled(memory, "key", make) for _ in range(3)] == [0, 0, 0]
    assert recalled(memory, "key", make, lambda known: known > 0) == 1 and memory == {"key": 1}
    assert recalled(None, "key", make) == 2 and memory == {"key": 1}


def test_too_much_is_forgotten_altogether() -> None:
    memory = {number: number for number in range(aims.MOST_KEPT)}
    assert recalled(memory, -1, lambda: 7) == 7 and memory == {-1: 7}
