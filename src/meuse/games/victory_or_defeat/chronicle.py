"""What statistics count: steps lost, points scored, countries and cities fallen, battles fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.chronicle import Chronicle, Objective
from meuse.games.victory_or_defeat import events as happened
from meuse.games.victory_or_defeat.setting import ALLIED, COUNTRIES, GERMAN, GERMANY, NEUTRALS, SIDES
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.victory import german_cities_held

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat


class WarChronicle(Chronicle):
    """German points are counted (4.2) or, where only the overthrow counts, the cities that the French hold (4.1b)."""

    LOSSES = "steps"

    def __init__(self, game: VictoryOrDefeat, scenario: str) -> None:
        super().__init__(game, scenario)
        setting, self.by_points = self.setting, self.setting.by_points
        self.measure = "German victory points" if self.by_points else "German cities in French hands"
        self.striver = SIDES[GERMAN if self.by_points else ALLIED]
        self.cities = setting.board.members(setting.cities & setting.country[GERMANY])
        self.objectives = tuple(self._to_be_had() if self.by_points else self._to_be_taken())
        self._steps = b""

    def _to_be_had(self) -> Iterator[Objective]:
        german = SIDES[GERMAN]
        for country in NEUTRALS:
            yield Objective(COUNTRIES[country], f"{COUNTRIES[country].title()} capitulates", german)
        for name, words in happened.POINT_WORDS.items():
            yield Objective(name, f"Point: {words}", german)
        yield Objective("british casualties", "Point: a British corps cut off", german)
        yield Objective("mechanized losses", "Point lost: a mechanized corps", SIDES[ALLIED])

    def _to_be_taken(self) -> Iterator[Objective]:
        for hexa in self.cities:
            label = self.setting.board.labels[hexa]
            yield Objective(label, self.setting.place_at.get(hexa, label), SIDES[ALLIED])

    def points(self, state: WarState) -> int:
        return state.vp if self.by_points else german_cities_held(state)

    def begin(self, state: WarState) -> None:
        self._steps = bytes(state.steps)

    def losses(self, events: Sequence[Event], state: WarState) -> Iterable[tuple[str, int]]:
        """Steps of units reduced, eliminated, or gone with their country; those shipped home are not lost."""
        before, self._steps = self._steps, bytes(state.steps)
        reduced = {event.piece for event in events if isinstance(event, happened.StepLost)}
        removed = {event.piece for event in events if isinstance(event, happened.Eliminated)}
        removed.update(piece for event in events if isinstance(event, happened.Capitulated) for piece in event.pieces)
        for piece in sorted(reduced | removed):
            lost = before[piece] - (0 if piece in removed else state.steps[piece])
            yield SIDES[self.setting.side_of[piece]], lost

    def fallen(self, events: Sequence[Event], state: WarState) -> Iterable[str]:
        for event in events:
            if not self.by_points:
                if isinstance(event, happened.Took) and event.side == ALLIED:
                    yield from (state.label(hexa) for hexa in event.hexes if hexa in self.cities)
            elif isinstance(event, happened.Capitulated):
                yield event.country
            elif isinstance(event, happened.Scored):
                yield event.what

    def fights(self, events: Sequence[Event], state: WarState) -> Iterable[str]:
        return [state.label(event.hex) for event in events if isinstance(event, happened.Fought)]
