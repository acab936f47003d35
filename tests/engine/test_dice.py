"""Dice: fair, repeatable, checkable, and forced when a test or a referee says so."""

from __future__ import annotations

from collections import Counter

import pytest

from meuse.engine import dice
from tests.engine.coin import CoinGame, coin_game


def test_the_stream_is_the_same_on_every_machine() -> None:
    assert [dice.roll(dice.seed_bytes(7), n, 6) for n in range(8)] == [5, 5, 3, 5, 1, 6, 6, 6]
    assert dice.commitment(dice.seed_bytes(7)) == "89a5e6781a085c33f04e41b972052442"


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_every_face_comes_up_as_often(sides: int) -> None:
    counts = Counter(dice.roll(b"fair", n, sides) for n in range(6000))
    assert set(counts) == set(range(1, sides + 1))
    expected = 6000 / sides
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_squared < sides + 4 * (2 * sides) ** 0.5


def test_the_commitment_binds_without_telling() -> None:
    assert dice.commitment(b"a") != dice.commitment(b"b")
    assert b"a".hex() not in dice.commitment(b"a")
    assert len(dice.seed_bytes("x" * 1000)) == 64


def test_a_seed_may_begin_with_rolls_that_were_made_before() -> None:
    seed = dice.seed_after([6, 2, 10], b"key")
    assert dice.seed_after([], b"key") == b"key"
    assert [dice.roll(seed, number, sides) for number, sides in enumerate((6, 6, 10))] == [6, 2, 10]
    assert [dice.roll(seed, number, 6) for number in range(3, 40)] == [dice.roll(b"key", n, 6) for n in range(3, 40)]
    long = dice.seed_after([1] * 90, b"k" * 16)
    assert dice.seed_bytes(long) == long and dice.roll(long, 90, 6) == dice.roll(b"k" * 16, 90, 6)
    with pytest.raises(dice.DiceError, match=r"begins with a roll of 10: the die shows 1 to 6"):
        dice.roll(seed, 2, 6)
    for broken in (dice.BEGUN, dice.BEGUN + b"\3\1\2", dice.BEGUN + b"\1\1"):
        with pytest.raises(dice.DiceError, match=r"should begin with \d rolls and end with a key"):
            dice.seed_bytes(broken)


@pytest.fixture
def game() -> CoinGame:
    return coin_game()


def test_scripted_rolls_come_in_order_and_count_like_others(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    state.dice.script([2, 1])
    assert [state.apply("toss")[0].value, state.apply("toss")[0].value] == [2, 1]
    free, unscripted = state.clone(), game.new("plain", seed=1)
    unscripted.apply("toss")
    unscripted.apply("toss")
    assert free.apply("toss")[0].value == unscripted.apply("toss")[0].value
    assert free.dice.made == 3


def test_an_impossible_roll_changes_nothing(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    before = state.dump()
    with pytest.raises(dice.DiceError, match=r"a roll of 3 for toss: the die shows 1 to 2"):
        state.apply("toss", [3])
    assert state.dump() == before
    with pytest.raises(dice.DiceError, match=r"2 rolls given for 'toss', which makes 1"):
        state.apply("toss", [1, 2])
    assert state.dump() == before
    assert state.history is None and state.script == ()
