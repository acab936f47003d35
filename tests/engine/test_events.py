"""Events: what happened, in sentences made of their fields."""

from __future__ import annotations

from typing import Any

import pytest

from meuse.engine import Path, Pieces, Setting
from meuse.engine.events import Move, Result
from tests.engine.coin import coin_game


class Marched(Move, frozen=True):
    pieces: Pieces
    path: Path
    cost: int
    says = "{pieces:marches/march} from {path:from} to {path:to} for {cost:point}."


class Checked(Result, frozen=True):
    pieces: Pieces
    passed: bool
    path: Path
    says = "{pieces} {passed:pass/fail} ({passed}) on {path}."


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(Setting, "place_name", lambda self, place: f"hex {place}")
    return coin_game().setting("plain")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Marched((), (1,), (3, 4, 5), 1), "1 unit marches from hex 3 to hex 5 for 1 point."),
        (Marched((), (1, 2), (3, 4), 2), "2 units march from hex 3 to hex 4 for 2 points."),
        (Marched((), (), (3, 4), 0), "Hidden units march from hex 3 to hex 4 for 0 points."),
        (Checked((), (1,), True, (3, 4)), "1 unit pass (True) on hex 3, hex 4."),
        (Checked((), (1,), False, (3,)), "1 unit fail (False) on hex 3."),
    ],
)
def test_fields_stand_in_sentences_in_the_form_they_are_given(setting: Any, event: Any, told: str) -> None:
    assert event.tell(setting) == told
