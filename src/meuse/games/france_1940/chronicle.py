"""What statistics count: steps lost, hexes that count for victory, attacks and assaults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.chronicle import Chronicle, Objective
from meuse.games.france_1940 import victory
from meuse.games.france_1940.events import Attacked, LostSteps
from meuse.games.france_1940.setting import SIDES
from meuse.games.france_1940.state import FranceState

if TYPE_CHECKING:
    from meuse.games.france_1940.game import France1940


class FranceChronicle(Chronicle):
    """There are no points common to all scenarios: what the first grade of victory needs most is counted instead."""

    LOSSES = "steps"

    def __init__(self, game: France1940, scenario: str) -> None:
        super().__init__(game, scenario)
        self.setting = game.setting(scenario)
        rules = self.setting.scenario.victory
        first = next(grade for grade in rules.grade if grade.winner is not None and grade.needs)
        self.count = next(iter(first.needs))
        """The count that the best grade asks for."""
        self.measure, self.striver = rules.count[self.count].says, first.winner or SIDES[0]
        wanted = [(row.side, label) for row in rules.count.values() if row.kind == "control" for label in row.hexes]
        self.objectives = tuple(
            Objective(f"{side}-{label}", f"{self.setting.spots[self.setting.board.place(label)]} held", side)
            for side, label in dict.fromkeys(wanted)
            if side is not None
        )
        self._held: set[str] = set()

    def turn(self, state: FranceState) -> int:
        return state.turn

    def points(self, state: FranceState) -> int:
        return victory.count(state, self.count)

    def begin(self, state: FranceState) -> None:
        self._held = set(self._holds(state))

    def _holds(self, state: FranceState) -> Iterator[str]:
        for objective in self.objectives:
            side, _, label = objective.id.partition("-")
            if victory.controlled(state, state.game.side(side)) >> state.setting.board.place(label) & 1:
                yield objective.id

    def losses(self, events: Sequence[Event], state: FranceState) -> Iterator[tuple[str, int]]:
        for event in events:
            if isinstance(event, LostSteps):
                yield SIDES[self.setting.side_of[event.piece]], event.lost

    def fallen(self, events: Sequence[Event], state: FranceState) -> Iterable[str]:
        """Hexes that a side came to hold for the first time."""
        new = [name for name in self._holds(state) if name not in self._held]
        self._held.update(new)
        return new

    def fights(self, events: Sequence[Event], state: FranceState) -> Iterable[str]:
        return [state.label(event.hex) for event in events if isinstance(event, Attacked)]
