"""What a position is worth: each term a thing a player would say, weighed by ``data/advice.toml``.

Terms are reckoned for Germany; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine.advice import PlayerTurn, WeightedAdvice
from meuse.games.battle_of_france import marches, thumb
from meuse.games.battle_of_france.components import ALLIES, GERMANY, SIDE
from meuse.games.battle_of_france.ground import FARTHEST, NOBODY, Survey, land_distances, prospect
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.victory import ALLIED

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance

MINORS = (0.0, 0.15, 0.4, 1.6)
"""What so many of the three minor cities are worth."""
LAST_MINORS = (0.0, 1.0, 0.5, 0.35)
"""What each of the minor cities counts when so many are left to take."""
FADING = 4
"""In how many last rounds units count for less."""
MOST_LEVELS = 2_000
"""For so many sets of places it is kept how they draw."""
FORESEEN = 4
"""For how many rounds income is foreseen."""


class BattleAdvice(WeightedAdvice):
    """Advice on Battle of France 1940."""

    game: BattleOfFrance
    rules = thumb.RULES

    def __init__(self, game: BattleOfFrance) -> None:
        terms = (
            self.material, self.capitals, self.minors, self.homeland, self.income, self.threat, self.approach,
            self.danger,
        )  # fmt: skip
        super().__init__(game, {term.__name__: term for term in terms})
        self._levels: dict[frozenset[tuple[int, float]], list[float]] = {}
        board, victory = game.board, game.tables.victory
        self.away = land_distances(game)
        self.near = [sum(1 << place for place, steps in enumerate(row) if steps <= FARTHEST) for row in self.away]
        """Where land units could come from to each area."""
        self.capital_places = [board.numbers[name] for name in victory.capitals]
        self.minor_places = [board.numbers[name] for name in victory.allied_minors]
        self.allied_places = dict.fromkeys(self.capital_places, 1.0) | dict.fromkeys(self.minor_places, 0.4)
        self.other_cities = [a for a in game.cities if a not in self.allied_places and not game.original[0] >> a & 1]
        self.german_places = [board.numbers[name] for name in victory.german_cities]

    def plan(self, state: BattleState, side: int) -> marches.Plan:
        return marches.Plan(self, state, side)

    def levels(self, pulls: dict[int, float]) -> list[float]:
        """How strongly each area is drawn by some places: the pull of a place wanes with each space."""
        key = frozenset(pulls.items())
        if key not in self._levels:
            if len(self._levels) >= MOST_LEVELS:
                self._levels.clear()
            self._levels[key] = [max((pull - far[at] for at, pull in pulls.items()), default=0.0) for far in self.away]
        return self._levels[key]

    def survey(self, state: BattleState, plan: marches.Plan) -> Survey:
        return Survey(state, plan)

    def player_turn(self, state: BattleState) -> PlayerTurn:
        """A power's turn in a round; outside of them, whoever decides has it."""
        assert state.to_act is not None
        side = state.active if state.active >= 0 else state.game.side(state.to_act)
        return PlayerTurn((state.round, state.active, side), side, state.active >= 0)

    def has_won(self, state: Any, side: int) -> bool:
        return bool(state.result.winner == (ALLIED if SIDE[side] else state.game.sides[GERMANY]))

    # terms

    def material(self, v: Survey) -> float:
        """In the last rounds units count for less and less."""
        return (v.material[0] - v.material[1]) * min(1.0, (self._rounds_left(v) + 1) / FADING)

    def _rounds_left(self, v: Survey) -> int:
        return self.game.tables.game.rounds - v.state.round

    def capitals(self, v: Survey) -> float:
        return sum(self._kept(v, area) for area in self.capital_places if v.state.control[GERMANY] >> area & 1)

    def minors(self, v: Survey) -> float:
        """Cities that may be lost again in this round count for less."""
        kept = sum(self._kept(v, area) for area in self.minor_places if v.state.control[GERMANY] >> area & 1)
        whole = int(kept)
        return MINORS[whole] + (kept - whole) * (MINORS[min(whole + 1, len(MINORS) - 1)] - MINORS[whole])

    def homeland(self, v: Survey) -> float:
        lost = [area for area in self.german_places if not v.state.control[GERMANY] >> area & 1]
        return -sum(self._kept(v, area) for area in lost)

    def _kept(self, v: Survey, area: int) -> float:
        """The chance that who holds a city still does when the round ends."""
        holder = 1 - (v.state.control[GERMANY] >> area & 1)
        coming = tuple(power for power in v.state.bag if SIDE[power] != holder)
        return 1 - self.risk(v, area, coming)

    def risk(self, v: Survey, area: int, enemies: tuple[int, ...]) -> float:
        strength = v.against(area, enemies)
        holder = 1 - (v.state.control[GERMANY] >> area & 1)
        return prospect(strength, v.defence[holder].get(area, NOBODY).strength)

    def income(self, v: Survey) -> float:
        """What the cities will pay in the rounds one can foresee."""
        table, german = self.game.tables.income, v.state.control[GERMANY]
        paid = sum(
            (table.major if kind == "major" else table.minor) * (1 if german >> area & 1 else -1)
            for area, kind in self.game.cities.items()
        )
        return paid * min(self._rounds_left(v), FORESEEN)

    def threat(self, v: Survey) -> float:
        """What each side's cities stand to lose to those who can come."""
        german = v.state.control[GERMANY]
        ours = sum(weight * self.risk(v, area, (GERMANY,)) for area, weight in self.stakes(v.state).items())
        return ours - sum(self.risk(v, area, ALLIES) for area in self.german_places if german >> area & 1)

    def stakes(self, state: BattleState) -> dict[int, float]:
        """The cities Germany has still to take, and what each means for the war: the last minor city all."""
        german = state.control[GERMANY]
        missing = [area for area in self.minor_places if not german >> area & 1]
        found = {area: 1.0 for area in self.capital_places if not german >> area & 1}
        return found | dict.fromkeys(missing, LAST_MINORS[len(missing)])

    def approach(self, v: Survey) -> float:
        plan = v.plan
        total = 0.0
        for area, units in v.groups[plan.side].items():
            total += (plan.level[area] - plan.mean) * (units[0].units + units[0].hits)
        return total if plan.side == GERMANY else -total

    def danger(self, v: Survey) -> float:
        """What stands where the enemy can crush it."""
        return self._crushable(v, 1, (GERMANY,)) - self._crushable(v, 0, ALLIES)

    def _crushable(self, v: Survey, side: int, enemies: tuple[int, ...]) -> float:
        total = 0.0
        for area, force in v.defence[side].items():
            if self.game.land >> area & 1:
                total += force.units * prospect(v.against(area, enemies), force.strength)
        return total
