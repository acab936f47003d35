"""How heuristics choose among options."""

from __future__ import annotations

from meuse.engine import Vocabulary
from meuse.mechanics.shortlists import first, promising, ranked
from tests.engine.coin import coin_game

OPTIONS = Vocabulary().family("to", "abcd")
WORTH = [2, 0, 3, 2]


def test_the_best_come_first_and_equals_stay_in_their_order() -> None:
    assert [option.object for option in ranked(OPTIONS, WORTH.__getitem__)] == ["c", "a", "d", "b"]
    assert ranked(OPTIONS, WORTH.__getitem__, 1) == [OPTIONS[2]]


def test_what_promises_nothing_is_left_out() -> None:
    assert [option.object for option in promising(OPTIONS, WORTH.__getitem__, 9)] == ["c", "a", "d"]
    assert len(promising(OPTIONS, WORTH.__getitem__, 2)) == 2


def test_the_first_verb_on_offer_is_taken() -> None:
    state = coin_game().new("plain", 0)
    assert [str(option) for option in first("sleep", "toss", "pause")(None, state)] == ["toss"]
    assert first("sleep")(None, state) == []
