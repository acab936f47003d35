"""The interface every game is driven through, on the smallest game there is."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction

import pytest

from meuse.engine import RecordError, Refusal, Refused, Result
from meuse.engine.game import UnknownAction
from tests.engine.coin import CoinGame, coin_game


@pytest.fixture
def game() -> CoinGame:
    return coin_game()


def test_a_decision_says_who_must_choose_what(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    assert state.decision is not None
    assert state.decision.side == state.to_act == "odd"
    assert state.decision.prompt == "Toss, pass or peek."
    assert state.decision.step == "toss"
    assert [str(option) for option in state.decision.options] == ["toss", "pause", "peek"]
    state.apply("pause")
    assert state.to_act == "even"


def test_the_match_ends_with_a_result_and_no_options(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    for _ in range(3):
        state.apply("toss", [1])
    assert state.result == Result("odd", "win", "enough heads", "1.0a")
    assert state.decision is None and state.to_act is None and state.options == []
    with pytest.raises(Refused, match="the game is over: enough heads"):
        state.apply("pause")


def test_a_refusal_carries_reason_and_clause(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    refusal = state.explain("whisper")
    assert refusal is not None
    assert refusal.clause == "1.0a" and "odd must decide first (toss)" in refusal.reason
    assert state.explain("toss") is None
    with pytest.raises(Refused) as caught:
        state.apply("whisper")
    assert caught.value.reason == refusal.reason
    for _ in range(300):
        state.apply("pause")
    worn = state.explain("toss")
    assert worn is not None and worn.reason == "the coin is worn out"


def test_a_text_that_is_no_action_is_named(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    with pytest.raises(UnknownAction, match=r"no such action 'jump'; verbs: toss, pause, peek, whisper"):
        state.apply("jump")


def test_options_of_the_game_are_settled_and_checked(game: CoinGame) -> None:
    state = game.new("plain", seed=1, options={"heads": "one"})
    state.apply("toss", [1])
    assert state.result is not None
    with pytest.raises(ValueError, match="there is no option 'tails'; options: heads"):
        game.new("plain", options={"tails": "one"})
    with pytest.raises(ValueError, match="option heads cannot be 'two'; it can be three, one"):
        game.new("plain", options={"heads": "two"})
    with pytest.raises(ValueError, match="coin has no scenario 'fancy'; scenarios: plain"):
        game.new("fancy")
    with pytest.raises(ValueError, match="coin has no side 'red'; sides: odd, even"):
        game.new("plain").scene("red")


def test_a_supposed_state_has_other_dice_and_no_past(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    state.apply("pause")
    state.dice.script([2])
    twin, other = state.supposed(), game.new("plain", seed=2).supposed()
    assert twin.seed == other.seed != state.seed
    assert (twin.script, twin.history, twin.options) == ((), None, state.options)
    twin.apply("toss")
    assert (state.script, state.rolls_made, state.actions) == ((2,), 0, 1)


def test_a_clone_goes_its_own_way(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    twin = state.clone()
    twin.apply("toss", [1])
    assert (state.heads, twin.heads) == (0, 1)
    assert state.history is None and twin.history is not None
    assert state.agenda is not twin.agenda


def test_json_goes_round(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    state.apply("toss")
    again = game.restore(json.loads(json.dumps(state.dump())))
    assert again.dump() == state.dump() and again.hash() == state.hash()
    assert [str(o) for o in again.options] == [str(o) for o in state.options]
    assert again.apply("toss")[0] == state.apply("toss")[0]


def test_undo_is_free_until_something_was_rolled_or_revealed(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    start = state.hash()
    with pytest.raises(Refused, match="nothing has been done yet"):
        state.undo()
    state.apply("pause")
    state.undo()
    assert state.hash() == start and state.history is None
    for action in ("toss", "peek"):
        state.apply(action)
        before = state.hash()
        with pytest.raises(Refused, match=f"{action} cannot be taken back"):
            state.undo()
        assert state.hash() == before


def test_what_is_taken_back_leaves_no_dice_behind(game: CoinGame) -> None:
    state = game.new("plain", seed=5)
    state.apply("toss", [2])
    state.rewind(1)
    assert state.script == ()
    state.apply("pause")


def test_rewind_goes_back_over_checkpoints(game: CoinGame) -> None:
    state = game.new("plain", seed=3, options={"heads": "three"})
    hashes = [state.hash()]
    for turn in range(150):
        state.apply("toss" if turn in (20, 70) else "pause", [2] if turn in (20, 70) else None)
        hashes.append(state.hash())
    for back in (1, 5, 60, 84):
        state.rewind(back)
        assert state.hash() == hashes[state.actions]
    assert state.actions == 0
    with pytest.raises(ValueError, match="only 0 actions"):
        state.rewind(1)


def test_preview_is_exact_and_only_for_what_is_allowed(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    preview = state.preview("toss")
    assert preview is not None
    assert preview.chance("heads") == Fraction(1, 2)
    assert sum(outcome.chance for outcome in preview.outcomes) == 1
    assert state.preview("pause") is None
    with pytest.raises(Refused):
        state.preview("whisper")


START = "scenario = 'plain'\nphase = 'toss'\n"


def test_a_position_lists_all_its_problems(game: CoinGame) -> None:
    assert game.position(f"{START}heads = 2\n").heads == 2
    assert game.problems(f"{START}tails = 1\n") == ["Object contains unknown field `tails`"]
    wrong = f"{START}game = 'dice'\nheads = 7\noptions = {{ heads = 'nine' }}\n"
    assert game.problems(wrong) == [
        "game: this is a position of dice",
        "options: option heads cannot be 'nine'; it can be three, one",
        "heads: 7 is outside 0 to 3",
    ]
    with pytest.raises(ValueError, match="heads: 7 is outside 0 to 3"):
        game.position(f"{START}heads = 7\n")
    with pytest.raises(ValueError, match=r"no_such_file: cannot be read"):
        game.position("no_such_file")


def test_a_moment_is_written_as_the_text_that_is_read(game: CoinGame) -> None:
    state = game.new("plain", seed=1, options={"heads": "one"})
    state.apply("toss", [2])
    state.apply("pause")
    assert (
        state.position()
        == """game = "coin"
scenario = "plain"
phase = "toss"
secret = 1

[options]
heads = "one"
"""
    )
    again = game.position(state.position())
    assert again.position() == state.position()
    assert (again.secret, again.rulings) == (1, {"heads": "one"})


def test_a_position_may_name_its_steps(game: CoinGame) -> None:
    start = "scenario = 'plain'\n"
    assert game.position(f"{start}[[stack]]\nstep = 'toss'\n").decision is not None
    assert game.problems(f"{start}[[stack]]\nstep = 'jump'\n") == ["stack 1: there is no step 'jump'; steps: toss"]
    assert game.problems(f"{start}[[stack]]\nstep = 'toss'\nheight = 1\n") == [
        "stack 1: toss takes nothing; not height"
    ]
    assert game.problems(start) == ["phase: '' is no phase; phases: toss"]


@pytest.mark.parametrize("error", [Refused(Refusal("no", "1.1", {"hex": "2831"})), RecordError("a", "b", "c")])
def test_errors_travel_between_processes(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and vars(again) == vars(error) and str(again) == str(error)


def test_what_was_done_before_a_state_was_read_cannot_be_taken_back(game: CoinGame) -> None:
    state = game.new("plain", seed=1)
    state.apply("pause")
    again = game.restore(json.loads(json.dumps(state.dump())))
    again.apply("pause")
    with pytest.raises(ValueError, match="what was done before this state was read"):
        again.undo()
