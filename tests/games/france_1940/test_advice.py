"""What bots think of France 1940."""

from __future__ import annotations

import pytest

from meuse.games.france_1940.activation import Choose
from meuse.players import make

from .kit import GAME

ADVICE = GAME.advice()


@pytest.mark.parametrize("scenario", ["arras", "hannut"])
def test_an_activation_is_a_player_turn(scenario: str) -> None:
    """It begins with the choice of who is activated, and hardly ever counts as two; no other one has its key."""
    state, bot = GAME.new(scenario, 3), make("recruit")
    turn, parted, seen = ADVICE.player_turn(state), 0, list[object]()
    while state.outcome is None and state.turn < 6:
        now, before = ADVICE.player_turn(state), state.activator
        if isinstance(state.agenda[-1], Choose):
            turn = now
            assert turn.main and turn.round == state.turn and turn.side == GAME.side(state.to_act or "")
        elif before >= 0:
            assert now.main and now.side == before
            parted += now.key != turn.key
            turn = now
        state.apply(bot.choose(state, state.to_act or "", state.actions))
        if before < 0 <= state.activator:
            seen.append(turn.key)
    assert len(set(seen)) == len(seen) > 20 * parted
