"""What statistics count: steps lost, points scored, countries and cities fallen, battles fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.chronicle import Chronicle, Objective
from meuse.games.victory_or_defeat.components import ALLIED, COUNTRIES, GERMAN, GERMANY, NEUTRALS, SIDES
from meuse.games.victory_or_defeat.events import Capitulated, Eliminated, Fought, Scored, StepLost, Took
from meuse.games.victory_or_defeat.state import POINTS, WarState
from meuse.games.victory_or_defeat.telling import POINTS as POINT_NAMES
from meuse.games.victory_or_defeat.victory import german_cities_held

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat


class WarChronicle(Chronicle):
    """In 1940 the German points are counted (4.2), in 1939 the German cities the French hold (4.1b)."""

    LOSSES = "steps"

    def __init__(self, game: VictoryOrDefeat, scenario: str) -> None:
        super().__init__(game, scenario)
        self.measure = "German cities in French hands" if scenario == "1939" else "German victory points"
        self.striver = SIDES[ALLIED if scenario == "1939" else GERMAN]
        self.city_names = self._cities(game)
        self.objectives = tuple(self._to_be_had() if scenario == "1940" else self._to_be_taken())
        self._steps = b""

    @staticmethod
    def _cities(game: VictoryOrDefeat) -> dict[int, str]:
        """The cities of Germany by hex."""
        cities = game.board.members(game.cities & game.country[GERMANY])
        return {hexa: game.place_at.get(hexa, game.board.labels[hexa]) for hexa in cities}

    def _to_be_had(self) -> Iterator[Objective]:
        german = SIDES[GERMAN]
        for country in NEUTRALS:
            yield Objective(COUNTRIES[country], f"{COUNTRIES[country].title()} capitulates", german)
        for name in POINTS:
            yield Objective(name, f"Point: {POINT_NAMES[name]}", german)
        yield Objective("british casualties", "Point: a British corps cut off", german)
        yield Objective("mechanized losses", "Point lost: a mechanized corps", SIDES[ALLIED])

    def _to_be_taken(self) -> Iterator[Objective]:
        for hexa, name in self.city_names.items():
            yield Objective(self.game.board.labels[hexa], name, SIDES[ALLIED])

    def turn(self, state: WarState) -> int:
        return state.turn

    def points(self, state: WarState) -> int:
        return german_cities_held(state) if self.scenario == "1939" else state.vp

    def begin(self, state: WarState) -> None:
        self._steps = bytes(state.steps)

    def losses(self, events: Sequence[Event], state: WarState) -> Iterable[tuple[str, int]]:
        """Steps of units reduced, eliminated, or gone with their country; those shipped home are not lost."""
        before, self._steps = self._steps, bytes(state.steps)
        reduced = {event.piece for event in events if isinstance(event, StepLost)}
        removed = {event.piece for event in events if isinstance(event, Eliminated)}
        removed.update(piece for event in events if isinstance(event, Capitulated) for piece in event.pieces)
        for piece in sorted(reduced | removed):
            lost = before[piece] - (0 if piece in removed else state.steps[piece])
            yield SIDES[self.game.side_of[piece]], lost

    def fallen(self, events: Sequence[Event], state: WarState) -> Iterable[str]:
        for event in events:
            if self.scenario == "1939":
                if isinstance(event, Took) and event.side == ALLIED:
                    yield from (state.label(hexa) for hexa in event.hexes if hexa in self.city_names)
            elif isinstance(event, Capitulated):
                yield event.country
            elif isinstance(event, Scored):
                yield event.what

    def fights(self, events: Sequence[Event], state: WarState) -> Iterable[str]:
        return [state.label(event.hex) for event in events if isinstance(event, Fought)]
