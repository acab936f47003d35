"""Records: written, read, replayed, verified; and how they complain."""

from __future__ import annotations

import pytest

from meuse.engine import Record, RecordError
from tests.engine.coin import CoinGame, coin_game


@pytest.fixture
def game() -> CoinGame:
    return coin_game()


def played(game: CoinGame, **options: str) -> str:
    state = game.new("plain", seed=5, options=options)
    for action in ("pause", "toss", "toss", "pause"):
        if state.options:
            state.apply(action)
    return state.record.text()


def test_a_record_reads_as_it_is_written(game: CoinGame) -> None:
    text = played(game)
    assert '[Game "coin"]' in text and '[Result "*"]' in text
    assert "1. odd: pause #" in text
    assert Record.read(text).text() == text


def test_a_record_replays_to_the_same_state(game: CoinGame) -> None:
    text = played(game)
    record = Record.read(text)
    state = record.replay(game)
    assert state.record.text() == text
    assert record.replay(game, upto=2).actions == 2
    again, complaints = record.verify(game)
    assert complaints == [] and again.hash() == state.hash()


def test_options_and_positions_are_kept(game: CoinGame) -> None:
    assert '[Options "heads=one"]' in played(game, heads="one")
    state = game.position("scenario = 'plain'\nphase = 'toss'\nheads = 2\n", seed=9)
    state.apply("toss", [1])
    text = state.record.text()
    assert "| heads = 2" in text
    assert Record.read(text).replay(game).result is not None


def test_the_dice_of_a_match_from_a_position_are_proved_too(game: CoinGame) -> None:
    state = game.position("scenario = 'plain'\nphase = 'toss'\nheads = 2\n", seed=9)
    twin = state.clone()
    state.apply("toss")
    assert Record.read(state.record.text()).verify(game)[1] == []
    twin.apply("toss", [3 - state.rolled[0]])
    assert any(
        "the dice of the seed show" in complaint for complaint in Record.read(twin.record.text()).verify(game)[1]
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1. odd: pause", "1. even: pause", r"action 1 \(even: pause\): it is for odd to decide"),
        ("1. odd: pause", "1. odd: whisper", "action 1 .*not now: odd must decide"),
        ("1. odd: pause", "1. odd: jump", "action 1 .*no such action 'jump'"),
        ("1. odd: pause", "2. odd: pause", "line 11: action 2 where 1 is expected"),
        ("1. odd: pause", "odd pauses", r"line 11: 'odd pauses #\w+' is neither a header nor an action"),
        ('[Meuse "1"]', '[Meuse "9"]', "record format '9' is unknown; this program reads 1"),
        ('[Game "coin"]\n', "", r"the header \[Game ...\] is missing"),
        ('[Game "coin"]', '[Game "chess"]', "a record of chess, not of coin"),
        ('[Scenario "plain"]', '[Scenario "odd"]', "headers: coin has no scenario 'odd'"),
        ('[Options ""]', '[Options "x=y"]', "headers: there is no option 'x'"),
        ('[Seed "35"]', '[Seed "3"]', "headers: .*hexadecimal"),
    ],
)
def test_a_broken_record_is_named_with_its_place(game: CoinGame, old: str, new: str, message: str) -> None:
    text = played(game)
    assert old in text
    with pytest.raises(RecordError, match=message):
        Record.read(text.replace(old, new, 1)).replay(game)


def test_a_changed_roll_is_found(game: CoinGame) -> None:
    text = played(game)
    line = next(row for row in text.splitlines() if "{" in row)
    roll = line.split("{")[1][0]
    forged = line.replace("{" + roll, "{" + ("1" if roll == "2" else "2"))
    with pytest.raises(RecordError, match="the state differs from the recorded one"):
        Record.read(text.replace(line, forged)).replay(game)
    unhashed = "\n".join(row.split(" #")[0] for row in text.replace(line, forged).splitlines())
    _, complaints = Record.read(unhashed).verify(game)
    assert any("the dice of the seed show" in complaint for complaint in complaints)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('[Rules "1"]', '[Rules "0"]', "made with rules 0; these are 1"),
        ('[Data "', '[Data "0', "made with data 0"),
        ('[Dice "', '[Dice "0', "the seed does not match the hash published before play"),
        ('[Result "*"]', '[Result "odd: win"]', "the record says 'odd: win'; the match ends '*'"),
    ],
)
def test_verify_trusts_nothing(game: CoinGame, old: str, new: str, complaint: str) -> None:
    _, complaints = Record.read(played(game).replace(old, new, 1)).verify(game)
    assert any(complaint in found for found in complaints)


def test_a_position_may_hold_any_sign_that_toml_allows(game: CoinGame) -> None:
    state = game.position("scenario = 'plain'\nphase = 'toss'\nheads = 2  # a line\u2028 and another\x85\n", seed=9)
    state.apply("toss")
    text = state.record.text()
    assert Record.read(text).text() == text
    assert Record.read(text).verify(game)[1] == []
    assert Record.read(text.replace("\n", "\r\n")).verify(game)[1] == []
