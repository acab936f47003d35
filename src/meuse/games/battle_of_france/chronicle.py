"""What statistics count: units destroyed, cities taken, combats and bombardments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from meuse.engine import Event
from meuse.engine.chronicle import Chronicle, Objective
from meuse.games.battle_of_france.events import Bombarded, Captured, CombatBegan, Destroyed
from meuse.games.battle_of_france.powers import CAMP, GERMANY, POWERS
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.victory import controls

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance


class BattleChronicle(Chronicle):
    """There are no victory points; what Germany must take is counted instead (victory.2, victory.3)."""

    def __init__(self, game: BattleOfFrance, scenario: str) -> None:
        super().__init__(game, scenario)
        self.measure = "Allied cities in German hands"
        victory = game.tables.victory
        self.cities = [*victory.capitals, *victory.allied_minors]
        self._prizes = dict.fromkeys(self.cities, 0) | dict.fromkeys(victory.german_cities, 1)
        """The camp that each city is a prize for."""
        camps = list(game.camps)
        self.objectives = tuple(Objective(name, f"{name} taken", camps[camp]) for name, camp in self._prizes.items())

    def turn(self, state: BattleState) -> int:
        return state.round

    def points(self, state: BattleState) -> int:
        return controls(state, (GERMANY,), self.cities)

    def losses(self, events: Sequence[Event], state: BattleState) -> Iterable[tuple[str, int]]:
        return [(POWERS[event.power], 1) for event in events if isinstance(event, Destroyed)]

    def fallen(self, events: Sequence[Event], state: BattleState) -> Iterable[str]:
        """Cities taken from the enemy; one that is taken back by its own camp is no prize."""
        taken = [(state.label(event.area), CAMP[event.power]) for event in events if isinstance(event, Captured)]
        return [name for name, camp in taken if self._prizes.get(name) == camp]

    def fights(self, events: Sequence[Event], state: BattleState) -> Iterable[str]:
        return [state.label(event.area) for event in events if isinstance(event, CombatBegan | Bombarded)]
