"""What statistics count: points, units eliminated, countries and cities fallen, combats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.chronicle import Chronicle, Objective
from meuse.games.mansteins_war import events as happened
from meuse.games.mansteins_war import victory
from meuse.games.mansteins_war.setting import COUNTRIES, GERMAN, SIDES
from meuse.games.mansteins_war.state import MansteinState

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar

OBJECTIVES = {
    "netherlands": "The Netherlands capitulate",
    "belgium": "Belgium capitulates",
    "france": "France capitulates",
    "rotterdam": "Rotterdam taken",
    "brussels": "Brussels taken",
    "antwerp": "Antwerp taken",
    "sedan": "Sedan taken",
    "channel": "A Channel port taken",
    "evacuation": "The first unit evacuated",
    "paris": "Paris taken",
}
PLACES = ("Rotterdam", "Brussels", "Antwerp", "Sedan", "Paris")
"""Objectives that are a single hex."""


class MansteinChronicle(Chronicle):
    """Points are those of the final count: German less Allied (3.6a)."""

    def __init__(self, game: MansteinsWar, scenario: str) -> None:
        super().__init__(game, scenario)
        self.setting = game.setting(scenario)
        self.measure = "Victory points, German less Allied"
        self.objectives = tuple(Objective(name, title, SIDES[GERMAN]) for name, title in OBJECTIVES.items())
        self.hexes = {place.lower(): 1 << self.setting.place(place) for place in PLACES}
        self.hexes["channel"] = self.setting.channel_ports
        self._seen: set[str] = set()

    def turn(self, state: MansteinState) -> int:
        return state.turn

    def points(self, state: MansteinState) -> int:
        return victory.net(state)

    def begin(self, state: MansteinState) -> None:
        self._seen = set()

    def losses(self, events: Sequence[Event], state: MansteinState) -> Iterator[tuple[str, int]]:
        """Units eliminated, air units among them; what is evacuated or capitulates is not."""
        for event in events:
            if isinstance(event, happened.Eliminated):
                yield SIDES[self.setting.side_of[event.piece]], 1

    def fallen(self, events: Sequence[Event], state: MansteinState) -> Iterator[str]:
        """Each objective once, the first time."""
        for name in self._brought(events):
            if name not in self._seen:
                self._seen.add(name)
                yield name

    def _brought(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            if isinstance(event, happened.Capitulated):
                yield next(name for name in COUNTRIES if name.title() == event.country)
            elif isinstance(event, happened.Evacuated):
                yield "evacuation"
            elif isinstance(event, happened.Took) and event.side == GERMAN:
                for name, hexes in self.hexes.items():
                    if any(hexes >> hexa & 1 for hexa in event.hexes):
                        yield name

    def fights(self, events: Sequence[Event], state: MansteinState) -> Iterable[str]:
        return [state.label(event.hex) for event in events if isinstance(event, happened.Fought)]
