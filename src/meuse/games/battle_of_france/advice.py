"""What a position is worth: each term a thing a player would say, weighed by ``data/advice.toml``.

Terms count for Germany; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.engine.advice import PlayerTurn, WeightedAdvice
from meuse.games.battle_of_france import heuristics
from meuse.games.battle_of_france.ground import FARTHEST, Survey
from meuse.games.battle_of_france.marches import Pulls
from meuse.games.battle_of_france.powers import ALLIES, CAMP, GERMANY
from meuse.games.battle_of_france.state import BattleState
from meuse.mechanics.aims import Ways

if TYPE_CHECKING:
    from meuse.games.battle_of_france.game import BattleOfFrance

MINORS = (0.0, 0.15, 0.4, 1.6)
"""What so many of the three minor cities are worth."""
LAST_MINORS = (0.0, 1.0, 0.5, 0.35)
"""What each of the minor cities counts when so many are left to take."""
FADING = 4
"""In how many last rounds units count for less."""
FORESEEN = 4
"""For how many rounds income is foreseen."""


class BattleAdvice(WeightedAdvice):
    """Advice on Battle of France 1940."""

    rules = heuristics.RULES

    def __init__(self, game: BattleOfFrance) -> None:
        terms = (
            self.material, self.capitals, self.minors, self.homeland, self.income, self.threat, self.approach,
            self.danger,
        )  # fmt: skip
        super().__init__(game, {term.__name__: term for term in terms})
        setting = game.setting(game.scenarios[0])  # the map is the same in all of them
        board, victory, land = setting.board, setting.tables.victory, setting.land
        self.ways = Ways(board, board.zones, land, board.size)
        """The ways over land."""
        self.near = [
            self.ways.to(1 << area, 0 if land >> area & 1 else land).within(FARTHEST) for area in range(board.size)
        ]
        """Where land units could come from to each area."""
        self.capital_places = [board.numbers[name] for name in victory.capitals]
        self.minor_places = [board.numbers[name] for name in victory.allied_minors]
        self.allied_places = dict.fromkeys(self.capital_places, 1.0) | dict.fromkeys(self.minor_places, 0.4)
        self.german_places = [board.numbers[name] for name in victory.german_cities]
        decisive = dict.fromkeys([*self.capital_places, *self.german_places], "war")
        self.prizes = dict.fromkeys(setting.cities, "city") | dict.fromkeys(self.minor_places, "step") | decisive
        """By which heuristic an area is worth taking."""
        others = [area for area in setting.cities if area not in self.allied_places]
        self.other_cities = [area for area in others if not setting.original[GERMANY] >> area & 1]

    def plan(self, state: BattleState, side: int) -> Pulls:
        return Pulls(self, state, side)

    def survey(self, state: BattleState, plan: Pulls) -> Survey:
        return Survey(state, plan)

    def player_turn(self, state: BattleState) -> PlayerTurn:
        """A power's turn in a round; outside of them, the turn of the power that decides."""
        assert state.to_act is not None
        side = state.active if state.active >= 0 else state.game.side(state.to_act)
        return PlayerTurn((state.round, state.active, side), side, state.active >= 0)

    # terms

    def material(self, v: Survey) -> float:
        """In the last rounds units count for less and less."""
        return (v.material[0] - v.material[1]) * min(1.0, (v.rounds_left + 1) / FADING)

    def capitals(self, v: Survey) -> float:
        return sum(self._kept(v, area) for area in self.capital_places if v.german >> area & 1)

    def minors(self, v: Survey) -> float:
        """Cities that may be lost again in this round count for less."""
        kept = sum(self._kept(v, area) for area in self.minor_places if v.german >> area & 1)
        whole = int(kept)
        return MINORS[whole] + (kept - whole) * (MINORS[min(whole + 1, len(MINORS) - 1)] - MINORS[whole])

    def homeland(self, v: Survey) -> float:
        return -sum(self._kept(v, area) for area in self.german_places if not v.german >> area & 1)

    def _kept(self, v: Survey, area: int) -> float:
        """The chance that who holds a city still does when the round ends."""
        holder = 1 - (v.german >> area & 1)
        return 1 - v.risk(area, tuple(power for power in v.state.bag if CAMP[power] != holder))

    def income(self, v: Survey) -> float:
        """What the cities will pay in the rounds one can foresee."""
        total = sum(paid if v.german >> area & 1 else -paid for area, paid in v.state.setting.pays.items())
        return total * min(v.rounds_left, FORESEEN)

    def threat(self, v: Survey) -> float:
        """What each side's cities stand to lose to those who can come."""
        ours = sum(weight * v.risk(area, (GERMANY,)) for area, weight in self.stakes(v.state).items())
        return ours - sum(v.risk(area, ALLIES) for area in self.german_places if v.german >> area & 1)

    def stakes(self, state: BattleState) -> dict[int, float]:
        """The cities Germany has still to take, and what each means for the war: the last minor city all."""
        german = state.control[GERMANY]
        missing = [area for area in self.minor_places if not german >> area & 1]
        capitals = {area: 1.0 for area in self.capital_places if not german >> area & 1}
        return capitals | dict.fromkeys(missing, LAST_MINORS[len(missing)])

    def approach(self, v: Survey) -> float:
        plan, groups = v.plan, v.groups[v.plan.side].items()
        climbed = sum((plan.level[area] - plan.mean) * sum(forces[0]) for area, forces in groups)
        return climbed if plan.side == GERMANY else -climbed

    def danger(self, v: Survey) -> float:
        """What stands where the enemy can crush it."""
        return self._crushable(v, 1, (GERMANY,)) - self._crushable(v, 0, ALLIES)

    def _crushable(self, v: Survey, camp: int, enemies: tuple[int, ...]) -> float:
        on_land = ((area, force) for area, force in v.defence[camp].items() if v.state.setting.land >> area & 1)
        return sum(force.units * v.risk(area, enemies, force) for area, force in on_land)
