"""What statistics count: units destroyed, cities taken, combats and bombardments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.chronicle import Chronicle, Objective
from meuse.games.battle_of_france.components import ALLIES, GERMANY, POWERS, SIDE
from meuse.games.battle_of_france.events import Bombarded, Captured, CombatBegan, Destroyed
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.victory import ALLIED, controls

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance


class BattleChronicle(Chronicle):
    """There are no victory points; what Germany must take is counted instead (victory.2, victory.3)."""

    def __init__(self, game: BattleOfFrance, scenario: str) -> None:
        super().__init__(game, scenario)
        german = POWERS[GERMANY]
        self.camps = {german: (german,), ALLIED: tuple(POWERS[power] for power in ALLIES)}
        self.measure = "Allied cities in German hands"
        self.striver = german
        victory = game.tables.victory
        self.cities = [*victory.capitals, *victory.allied_minors]
        self.objectives = (
            *(Objective(name, f"{name} taken", german) for name in self.cities),
            *(Objective(name, f"{name} taken", ALLIED) for name in victory.german_cities),
        )
        self._prizes = {name: camp for camp, names in ((0, self.cities), (1, victory.german_cities)) for name in names}

    def turn(self, state: BattleState) -> int:
        return state.round

    def points(self, state: BattleState) -> int:
        return controls(state, (GERMANY,), self.cities)

    def losses(self, events: Sequence[Event], state: BattleState) -> Iterable[tuple[str, int]]:
        return [(POWERS[event.power], 1) for event in events if isinstance(event, Destroyed)]

    def fallen(self, events: Sequence[Event], state: BattleState) -> Iterable[str]:
        """Cities taken from the enemy; one that is taken back by its own side is no prize."""
        for event in events:
            if isinstance(event, Captured):
                name = state.label(event.area)
                if self._prizes.get(name) == SIDE[event.power]:
                    yield name

    def fights(self, events: Sequence[Event], state: BattleState) -> Iterable[str]:
        return [state.label(event.area) for event in events if isinstance(event, CombatBegan | Bombarded)]
