"""The chronicle: what the events of a match mean to statistics.

A statistician knows turns, points, losses, objectives and fights; only the game can say which of its events is
which. What history, or the rulebook's notes on it, says about the outcome stands in ``history.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from meuse.engine.data import DataFolder, Strict
from meuse.engine.events import Event

if TYPE_CHECKING:
    from meuse.engine.game import Game

HISTORY = "history.toml"


class Objective(msgspec.Struct, frozen=True):
    """Something worth having: its name, what people call it, and the camp that wants it."""

    id: str
    title: str
    camp: str


class Fell(Strict):
    """What became of an objective: whether it fell, and on which turn where that is known."""

    fell: bool
    source: str
    turn: int = 0


class History(Strict):
    """The historical outcome of one or several scenarios, as far as somebody states it."""

    scenarios: list[str]
    says: str
    source: str
    winner: str | None = None
    """A camp; empty for a draw, None where nothing is said."""
    points: int | None = None
    objective: dict[str, Fell] = {}


class HistoryFile(Strict):
    """``history.toml``: an entry for the scenarios of which something is stated."""

    history: list[History] = []


class Chronicle:
    """Reads one match as it is played; this one knows only who has won."""

    LOSSES: ClassVar[str] = "units"
    """What losses are counted in."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game: Any = game
        self.scenario = scenario
        self.setting = game.setting(scenario)
        self.measure = ""
        """What the points are; empty where there are none."""
        self.striver = next(iter(game.camps))
        """The camp that wants the points."""
        self.objectives: tuple[Objective, ...] = ()
        self.history = stated(game.data, scenario)

    def turn(self, state: Any) -> int:
        """The turn a match has come to, from 1; 0 before the first."""
        return int(getattr(state, "turn", 0))

    def points(self, state: Any) -> int | None:
        """How far the camp that strives for them has come with what it must do."""
        return None

    def begin(self, state: Any) -> None:
        """Look at a match before its first action."""

    def losses(self, events: Sequence[Event], state: Any) -> Iterable[tuple[str, int]]:
        """What an action cost each side."""
        return ()

    def fallen(self, events: Sequence[Event], state: Any) -> Iterable[str]:
        """The objectives that an action brought."""
        return ()

    def fights(self, events: Sequence[Event], state: Any) -> Iterable[str]:
        """The places where an action led to fighting."""
        return ()


def stated(data: DataFolder, scenario: str) -> History | None:
    """The historical outcome of a scenario, if its game states one."""
    if not data.names(HISTORY):
        return None
    entries = data.load(HISTORY, HistoryFile).history
    return next((entry for entry in entries if scenario in entry.scenarios), None)
