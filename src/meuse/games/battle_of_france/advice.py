"""What a position is worth: each term a thing a player would say, weighed by ``data/advice.toml``.

Terms are reckoned for Germany; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from meuse.engine import Option
from meuse.engine.advice import PlayerTurn, WeightedAdvice
from meuse.games.battle_of_france import marches, thumb
from meuse.games.battle_of_france.components import ALLIES, GERMANY, SIDE
from meuse.games.battle_of_france.ground import NOBODY, Force, Survey, chance, land_distances
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.victory import ALLIED, controls

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance

MINORS = (0.0, 0.15, 0.4, 1.6)
"""What so many of the three minor cities are worth."""
MOST_ATTACKERS = 6
"""With more units nobody comes at once: five in a space, and a plane."""


class BattleAdvice(WeightedAdvice):
    """Advice on Battle of France 1940."""

    def __init__(self, game: BattleOfFrance) -> None:
        self.game = game
        terms = (
            self.material, self.capitals, self.minors, self.homeland, self.income, self.threat, self.approach,
            self.danger,
        )  # fmt: skip
        super().__init__(game.data, {term.__name__: term for term in terms})
        board, victory = game.board, game.tables.victory
        self.away = land_distances(game)
        self.allied_places = {board.numbers[name]: 1.0 for name in victory.capitals}
        self.allied_places |= {board.numbers[name]: 0.4 for name in victory.allied_minors}
        self.german_places = {board.numbers[name]: 1.0 for name in victory.german_cities}

    def plan(self, state: BattleState, side: int) -> marches.Plan:
        return marches.Plan(self, state, side)

    def survey(self, state: BattleState, plan: marches.Plan) -> Survey:
        return Survey(state, plan)

    def shortlist(self, state: BattleState) -> Sequence[Option]:
        return thumb.shortlist(self, state)

    def player_turn(self, state: BattleState) -> PlayerTurn:
        """A power's turn in a round; outside of them, whoever decides has it."""
        assert state.to_act is not None
        side = state.active if state.active >= 0 else state.game.side(state.to_act)
        return PlayerTurn((state.round, state.active, side), side)

    def has_won(self, state: Any, side: int) -> bool:
        return bool(state.result.winner == (ALLIED if SIDE[side] else state.game.sides[GERMANY]))

    # terms

    def material(self, v: Survey) -> float:
        return v.material[0] - v.material[1]

    def capitals(self, v: Survey) -> float:
        return float(bool(controls(v.state, (GERMANY,), self.game.tables.victory.capitals)))

    def minors(self, v: Survey) -> float:
        return MINORS[controls(v.state, (GERMANY,), self.game.tables.victory.allied_minors)]

    def homeland(self, v: Survey) -> float:
        return -float(controls(v.state, ALLIES, self.game.tables.victory.german_cities))

    def income(self, v: Survey) -> float:
        table, german = self.game.tables.income, v.state.control[GERMANY]
        return sum(
            (table.major if kind == "major" else table.minor) * (1 if german >> area & 1 else -1)
            for area, kind in self.game.cities.items()
        )

    def threat(self, v: Survey) -> float:
        """What each side's cities stand to lose to those who can come."""
        german = v.state.control[GERMANY]
        ours = sum(w * self._risk(v, area, 0) for area, w in self.allied_places.items() if not german >> area & 1)
        theirs = sum(w * self._risk(v, area, 1) for area, w in self.german_places.items() if german >> area & 1)
        return ours - theirs

    def _risk(self, v: Survey, area: int, enemy: int) -> float:
        return chance(self.could_come(v, area, enemy), v.defence[1 - enemy].get(area, NOBODY))

    def could_come(self, v: Survey, area: int, side: int) -> Force:
        """The strongest units of a side that could come to an area in one turn."""
        away = self.away[area]
        fire = sorted((strong for place, steps, strong in v.reach[side] if 0 < away[place] <= steps), reverse=True)
        best = fire[:MOST_ATTACKERS]
        return Force(len(best), sum(best))

    def approach(self, v: Survey) -> float:
        plan = v.plan
        total = sum((plan.level[area] - plan.mean) * (1 + strong) for area, _, strong in v.reach[SIDE[plan.side]])
        return total if plan.side == GERMANY else -total

    def danger(self, v: Survey) -> float:
        """What stands where the enemy can crush it."""
        return self._crushable(v, 1, 0) - self._crushable(v, 0, 1)

    def _crushable(self, v: Survey, side: int, enemy: int) -> float:
        total = 0.0
        for area, force in v.defence[side].items():
            if self.game.land >> area & 1:
                total += force.units * chance(self.could_come(v, area, enemy), force)
        return total
