"""Sight against exact geometry on polygons (``reference.py``): all pairs of every board, and 200 random grounds."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from meuse.games.france_1940 import boards
from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.sight import Sight

from .kit import CHARTS, DATA, LETTERS, clause, ground, sight, small
from .reference import Hex, Land


def hex_of(label: str) -> Hex:
    digits = label.lstrip(LETTERS)
    return int(digits[:-2]), int(digits[-2:])


def land(made: Ground) -> tuple[Land, dict[int, Hex]]:
    names = {h: hex_of(made.board.labels[h]) for h in made.board.hexes}
    high = {"woods", "light woods", "dispersed buildings", "built-up area"}
    return Land(
        {hexa: made.level[h] for h, hexa in names.items()},
        {hexa for h, hexa in names.items() if made.terrain[h] in high},
        {hexa for h, hexa in names.items() if made.terrain[h] in {"rough", "fields"}},
    ), names


def compare(view: Sight) -> int:
    """How many pairs see each other; all must do so by the reference too."""
    truth, names = land(view.ground)
    count = 0
    for a, b in combinations(view.ground.board.hexes, 2):
        seen = view.seen_from(a) >> b & 1
        assert seen == truth.sees(names[a], names[b]), (view.ground.board.labels[a], view.ground.board.labels[b])
        count += seen
    return count


@clause("6.2a", "6.2.1a", "6.2.1b", "6.2.1c", "6.2.2a", "6.2.2b", "6.2.2c", "6.2.2d", "6.2.2e")
@pytest.mark.parametrize("letter", LETTERS)
def test_every_pair_of_hexes_of_a_board(letter: str) -> None:
    view = sight(letter)
    seen = compare(view)
    pairs = len(view.ground.board.hexes) * (len(view.ground.board.hexes) - 1) // 2
    assert pairs // 20 < seen < pairs // 2
    for a in view.ground.board.hexes[::7]:  # a reason for just what is not seen, and sight both ways
        reasons = sum(1 << b for b in view.ground.board.hexes if view.why(a, b) is not None)
        assert reasons == view.ground.board.everything & ~view.seen_from(a)


@clause("6.2a", "6.2.1a", "6.2.1b", "6.2.1c", "6.2.2a", "6.2.2b", "6.2.2c", "6.2.2d", "6.2.2e")
@pytest.mark.parametrize("seed", range(10))
def test_random_grounds(seed: int) -> None:
    """Twenty grounds each, from bare to overgrown, from flat to broken."""
    dice = Random(seed)
    for _ in range(20):
        columns, rows = dice.randint(3, 7), dice.randint(3, 7)
        labels = [f"{column}{row:02}" for column in range(1, columns + 1) for row in range(1, rows + 1)]
        letters = dice.choice((".....wf", "..wlfr", "wldBfro.m", "ffr.."))
        top = dice.choice((0, 1, 2, 4))
        heights = {label: max(0, dice.randint(-top, top)) for label in labels}
        view = Sight(small(columns, rows, {label: dice.choice(letters) for label in labels}, heights))
        compare(view)
        for a in view.ground.board.hexes:  # and both ways, each worked out by itself
            reasons = sum(1 << b for b in view.ground.board.hexes if view.why(a, b) is not None)
            assert reasons == view.ground.board.everything & ~view.seen_from(a)


def test_a_turned_board_sees_what_it_saw() -> None:
    turned = Sight(Ground(boards.laid_out(DATA, [["A turned"]]), CHARTS))
    board, own = turned.ground.board, ground("A").board
    for h in own.hexes[::11]:
        label = own.labels[h]
        assert set(board.names(turned.seen_from(board.place(label)))) == set(own.names(sight("A").seen_from(h)))


@clause("8.1.5e")
def test_smoke_hides_just_what_it_gives_a_reason_for() -> None:
    view, dice = sight("G"), Random(40)
    board = view.ground.board
    for _ in range(12):
        black = sum(1 << h for h in dice.sample(board.hexes, dice.randint(1, 9)))
        for a in dice.sample(board.hexes, 3):
            reasons = sum(1 << b for b in board.hexes if view.why(a, b, black) is not None)
            assert view.seen_through(a, black) == board.everything & ~reasons
