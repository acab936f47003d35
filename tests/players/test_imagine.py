"""What a side imagines follows from what it can see, and from nothing else."""

from __future__ import annotations

import json
from random import Random

import pytest

import meuse
from meuse.engine import State
from meuse.engine.promises import encoded
from meuse.games import NAMES

EACH_SCENARIO = pytest.mark.parametrize(
    ("name", "scenario"), [(name, scenario) for name in NAMES for scenario in meuse.load(name).scenarios]
)

GUESSED = ("victory_or_defeat", "battle_of_france", "mansteins_war")
"""Games with secrets for which there is more than one guess; orders that France 1940 hides are imagined as none."""
MANY = 60
"""States of a long game that are looked at."""


def moments(name: str, scenario: str, seed: int, share: float) -> list[State]:
    """States met by the way in a random game."""
    random = Random(f"{name} {scenario} {seed}")
    state = meuse.load(name).new(scenario, seed)
    found = []
    while state.options:
        state.apply(random.choice(state.options))
        if random.random() < share:
            found.append(state.clone())
    return found


def dumped(state: State, without: tuple[str, ...] = ()) -> str:
    return json.dumps({name: value for name, value in state.dump().items() if name not in without})


@EACH_SCENARIO
def test_states_with_equal_scenes_are_imagined_alike(name: str, scenario: str) -> None:
    """An imagined state looks like the true one; imagining it again gives what the true one gives."""
    game = meuse.load(name)
    differing = 0
    for seed in range(3 if game.about().secrets else 1):
        met = moments(name, scenario, seed, 0.04)
        for state in met[:: len(met) // MANY + 1]:
            for side in range(len(game.sides)):
                seen = encoded(state, game.sides[side])
                one, other = game.imagine(state, side, 1), game.imagine(state, side, 2)
                assert encoded(one, game.sides[side]) == seen == encoded(other, game.sides[side])
                assert dumped(game.imagine(one, side, 2)) == dumped(other)
                assert game.faults(one) == []
                differing += dumped(one, without=("seed",)) != dumped(other, without=("seed",))
    assert differing >= 10 if name in GUESSED else not differing


@EACH_SCENARIO
def test_the_past_and_the_dice_are_forgotten(name: str, scenario: str) -> None:
    game = meuse.load(name)
    for state in moments(name, scenario, 5, 0.01):
        imagined = game.imagine(state, 0, 3)
        assert imagined.history is None and imagined.events == [] and imagined.origin == ""
        assert imagined.seed != state.seed
        assert imagined.seed == game.imagine(state, 0, 3).seed != game.imagine(state, 0, 4).seed


@EACH_SCENARIO
def test_an_imagined_state_can_be_played_to_the_end(name: str, scenario: str) -> None:
    game = meuse.load(name)
    random = Random(9)
    for state in moments(name, scenario, 7, 0.005)[:5]:
        if state.to_act is None:
            continue
        imagined = game.imagine(state, game.side(state.to_act), 11)
        assert imagined.options == state.options
        while imagined.options:
            imagined.apply(random.choice(imagined.options))
        assert imagined.result is not None and game.faults(imagined) == []
