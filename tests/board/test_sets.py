"""Sets as integers."""

from __future__ import annotations

from itertools import permutations
from random import Random

from meuse.board.sets import listed, members, one_each, union


def test_sets_and_their_numbers() -> None:
    assert members([0, 3, 5]) == 0b101001
    assert listed(0b101001) == (0, 3, 5)
    assert union([0b1, 0b100, 0b101]) == 0b101


def test_one_each_agrees_with_trying_every_way() -> None:
    random = Random(1)
    answers = set()
    for _ in range(400):
        wanted = [random.getrandbits(4) for _ in range(random.randint(0, 4))]
        ways = permutations(range(4), len(wanted))
        tried = any(all(mask >> place & 1 for mask, place in zip(wanted, way, strict=True)) for way in ways)
        assert one_each(wanted) == tried
        answers.add(tried)
    assert answers == {True, False}
