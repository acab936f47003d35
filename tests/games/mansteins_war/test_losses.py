"""2.2.7: step losses."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import losses

from .kit import MAP, clause, lay, steps, where

BARE = 'stack = [{ step = "extend" }]\nturn = 2\n'


@clause("2.2.7a", "2.2.7b", "2.2.7c", "2.2.7d", "2.2.7e", "2.2.7f", "2.2.6c", "21.0e")
@pytest.mark.parametrize(
    ("unit", "factors"),
    [
        ("G.6A", [(10, 10), (8, 8), (5, 5), (3, 3)]),
        ("G.18A", [(7, 7), (5, 5), (2, 3)]),
        ("G.19", [(7, 5), (4, 3)]),
        ("G.GrD", [(2, 2)]),
    ],
)
def test_a_unit_loses_its_steps_one_by_one(unit: str, factors: list[tuple[int, int]]) -> None:
    s, piece = lay(BARE + f'units = {{ 1837 = ["{unit}"] }}'), MAP.piece(unit)
    for number, printed in enumerate(factors):
        left = steps(s, unit)
        assert left == len(factors) - number
        assert (MAP.af[piece][left], MAP.df[piece][left]) == printed
        assert s.stacks[MAP.board.place("1837")] == (piece,)  # never two counters of it
        losses.lose_step(s, piece)
    assert where(s, unit) == "dead"
