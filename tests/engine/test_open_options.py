"""What is offered without being listed by hand, the options that no bar closes; and problems told together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from meuse.engine import ALL, Bar, DataError, Step, Vocabulary
from meuse.engine.data import DataFolder, Problems
from tests.engine.coin import CoinState, coin_game


def test_a_vocabulary_opens_what_is_not_shut() -> None:
    words = Vocabulary()
    words.family("go", ["", "a", "", "b", "c"])
    words.word("stop")
    assert [str(option) for option in words.open("go", 0)] == ["go a", "go b", "go c"]
    assert [str(option) for option in words.open("go", 1 << 1)] == ["go b", "go c"]
    assert [str(option) for option in words.open("go", ~(1 << 2 | 1 << 3))] == ["go b"]
    assert words.open("go", ALL) == [] and words.open("stop", 0b10) == words.families["stop"]


@pytest.mark.parametrize("seed", range(20))
def test_options_are_named_by_their_values_in_order(seed: int) -> None:
    random, words = Random(seed), Vocabulary()
    family = words.family("go", [f"p{n}" if random.random() < 0.8 else "" for n in range(random.randrange(1, 100))])
    meant = [n for n, option in enumerate(family) if option.value == n and option.object == f"p{n}"]
    for _ in range(40):
        values = random.getrandbits(random.randrange(1, 110)) << random.randrange(90)
        assert words.named("go", values) == [family[n] for n in meant if values >> n & 1]
    assert words.named("go", ALL) == [family[n] for n in meant]


@dataclass
class Ask(Step[CoinState]):
    """Toss or pass, but nobody peeks."""

    times: int

    asks = "Toss up to {times} times?"
    words = {"toss": "Toss", "pause": "Pass", "peek": "Peek"}

    def bars(self, s: CoinState, verb: str) -> Iterator[Bar]:
        if verb == "peek":
            yield Bar(ALL, "1.0b", "nobody peeks")


def test_a_step_offers_what_no_bar_closes_and_asks_in_words() -> None:
    state, step = coin_game().new("plain", seed=1), Ask(3)
    assert [str(option) for option in step.options(state)] == ["toss", "pause"]
    reason = step.why(state, state.option("peek"))
    assert reason is not None and reason.clause == "1.0b"
    assert step.prompt(state) == "Toss up to 3 times?"


def test_problems_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_text("", encoding="utf-8")
    problems = Problems(DataFolder(tmp_path))
    problems.stop()
    problems.of("units.toml")("unit 1", "it is missing")
    problems.of("units.toml")("", "there are too few")
    problems.of("scenario")("turns", "give some")
    with pytest.raises(DataError) as caught:
        problems.stop()
    assert str(caught.value) == (
        f"{tmp_path / 'units.toml'}: unit 1: it is missing; there are too few; scenario: turns: give some"
    )
