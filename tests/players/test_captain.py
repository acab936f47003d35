"""The captain judges options by what follows from them."""

from __future__ import annotations

from typing import Any

import pytest

import meuse
from meuse.engine.advice import WON, Advice
from meuse.players import make
from meuse.players.captain import Judge
from tests.engine.coin import CoinState, coin_game


def coin(heads: int, actions: int = 0) -> CoinState:
    state: CoinState = coin_game().new("plain", 0)
    state.heads = heads
    state.actions = actions
    return state


def test_without_advice_of_its_own_a_game_is_won_where_it_can_be() -> None:
    """Two heads are there: the first side tosses, the second rather does anything else."""
    assert str(make("captain").choose(coin(2), "odd", 1)) == "toss"
    assert str(make("captain").choose(coin(2, actions=1), "even", 1)) != "toss"


def test_the_dice_are_counted_up_not_sampled() -> None:
    state = coin(2)
    judge = Judge(Advice(), state, 0)
    assert judge.option(state, state.setting.vocabulary.words["toss"]) == WON / 2


def test_equal_options_are_chosen_by_the_seed() -> None:
    found = {str(make("captain").choose(coin(0), "odd", seed)) for seed in range(20)}
    assert found == {"toss", "pause", "peek"}


def test_judging_changes_nothing() -> None:
    game = meuse.load("battle_of_france")
    state = game.imagine(game.new("two_players", 5), 0, 1)
    before = state.hash()
    make("captain").choose(state, state.to_act, 1)
    assert state.hash() == before


@pytest.mark.parametrize(
    ("name", "scenario", "lineup", "winner", "games"),
    [
        ("victory_or_defeat", "1939", {"allied": "captain", "german": "recruit"}, "allied", 3),
        ("battle_of_france", "two_players", {"germany": "captain"}, "germany", 3),
        ("fall_of_france", "historical", {"german": "captain", "allied": "recruit"}, "german", 2),
    ],
)
def test_a_captain_beats_recruits(name: str, scenario: str, lineup: dict[str, str], winner: str, games: int) -> None:
    """In the pairings where a win must be fought for: random play never wins them."""
    game: Any = meuse.load(name)
    won = 0
    for seed in range(games):
        state = game.new(scenario, seed)
        while state.outcome is None:
            side = state.to_act
            imagined = game.imagine(state, game.side(side), state.actions)
            state.apply(make(lineup.get(side, "recruit")).choose(imagined, side, state.actions))
        won += state.result.winner == winner
    assert won >= 0.8 * games
