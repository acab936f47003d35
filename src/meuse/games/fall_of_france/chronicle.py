"""What statistics count: units eliminated, countries and cities fallen, skirmishes and combats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.chronicle import Chronicle, Objective
from meuse.games.fall_of_france import events as happened
from meuse.games.fall_of_france.setting import BELGIUM, COUNTRIES, FRANCE, GERMAN, HOLLAND, SIDES
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.victory import bef_gone, surrendered

if TYPE_CHECKING:
    from meuse.games.fall_of_france.game import FallOfFrance

OBJECTIVES = {
    "holland": "Holland surrenders",
    "belgium": "Belgium surrenders",
    "withdrawal": "The BEF is ordered home",
    "bef": "The BEF is gone",
    "brussels": "Brussels taken",
    "paris": "Paris entered",
    "france": "France surrenders",
}


class FallChronicle(Chronicle):
    """There are no points: what counts is how many of four opponents are out of the war (21.0)."""

    def __init__(self, game: FallOfFrance, scenario: str) -> None:
        super().__init__(game, scenario)
        self.setting = game.setting(scenario)
        self.measure = "Opponents out of the war"
        self.objectives = tuple(Objective(name, title, SIDES[GERMAN]) for name, title in OBJECTIVES.items())
        self._gone = False

    def turn(self, state: FallState) -> int:
        return state.turn

    def points(self, state: FallState) -> int:
        return sum(surrendered(state, country) for country in (HOLLAND, BELGIUM, FRANCE)) + bef_gone(state)

    def begin(self, state: FallState) -> None:
        self._gone = bef_gone(state)

    def losses(self, events: Sequence[Event], state: FallState) -> Iterator[tuple[str, int]]:
        """Units eliminated, air units among them; what is evacuated or surrenders is not."""
        for event in events:
            if isinstance(event, happened.Eliminated):
                yield SIDES[self.setting.side_of[event.piece]], 1

    def fallen(self, events: Sequence[Event], state: FallState) -> Iterator[str]:
        for event in events:
            if isinstance(event, happened.Surrendered):
                yield next(name for name in COUNTRIES if name.title() == event.country)
            elif isinstance(event, happened.WithdrawalOrdered):
                yield "withdrawal"
            elif isinstance(event, happened.Took) and event.side == GERMAN:
                for name, hexes in (("brussels", self.setting.brussels), ("paris", self.setting.paris)):
                    if any(hexes >> hexa & 1 for hexa in event.hexes):
                        yield name
        if not self._gone and bef_gone(state):
            self._gone = True
            yield "bef"

    def fights(self, events: Sequence[Event], state: FallState) -> Iterable[str]:
        return [state.label(event.hex) for event in events if isinstance(event, happened.Skirmished | happened.Fought)]
