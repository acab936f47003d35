"""What a captain says for what it would do."""

from __future__ import annotations

import pytest

import meuse
from meuse.players import reasons


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        ("victory_or_defeat", "1940"),
        ("battle_of_france", "two_players"),
        ("fall_of_france", "historical"),
        ("mansteins_war", "campaign"),
    ],
)
def test_hardly_anything_is_advised_without_a_word(name: str, scenario: str) -> None:
    """Also parts of something larger: the next unit that goes along, the only order thought of."""
    game = meuse.load(name)
    state = game.new(scenario, seed="said")
    said: list[bool] = []
    while len(said) < 40:
        game.set_up(state)
        first, *_ = reasons.advise(game, state.dump(), state.to_act or "", 3)
        said.append(bool(first.reasons))
        state.apply(first.action)
    assert sum(said) >= 34
