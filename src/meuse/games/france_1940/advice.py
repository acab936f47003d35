"""What a position is worth: each term a thing a platoon leader would say, weighed by ``data/advice.toml``.

Terms count for the German side; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from meuse.board.sets import listed
from meuse.engine.advice import PlayerTurn
from meuse.games.france_1940 import command, heuristics, morale, outlooks
from meuse.games.france_1940.activation import Choose
from meuse.games.france_1940.outlooks import AP, AT
from meuse.games.france_1940.rosters import UnitRow
from meuse.games.france_1940.setting import ALLIED, FULL, GERMAN, FranceSetting
from meuse.games.france_1940.stakes import Stakes
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.aims import AimedAdvice, Aims, Ways

if TYPE_CHECKING:
    from meuse.games.france_1940.game import France1940

SIGNS = ((GERMAN, 1), (ALLIED, -1))


class Seen(NamedTuple):
    """What all terms look at."""

    state: FranceState
    plan: Aims
    stakes: Stakes


class FranceAdvice(AimedAdvice):
    """Advice on France 1940."""

    rules = heuristics.RULES

    def __init__(self, game: France1940) -> None:
        terms = (
            self.won, self.grade, self.material, self.officers, self.nerve, self.command, self.exposed, self.targets,
            self.overwatch, self.dug_in, self.approach,
        )  # fmt: skip
        super().__init__(game, {term.__name__: term for term in terms})

    def _weigh(self, term: Mapping[str, float], heuristic: Mapping[str, float]) -> None:
        super()._weigh(term, heuristic)
        self._stakes: dict[FranceSetting, Stakes] = {}

    def stakes(self, setting: FranceSetting) -> Stakes:
        """What a scenario is about; worked out once."""
        known = self._stakes.get(setting)
        if known is None:
            known = self._stakes[setting] = Stakes(setting, self.heuristic)
        return known

    # plans

    def ways(self, state: FranceState) -> Ways:
        return self.stakes(state.setting).ways

    def plan(self, state: FranceState, side: int) -> Aims:
        """Formations are sent where the scenario is won, each as a whole; officers and transports go with them."""
        setting, aims = state.setting, Aims(side)
        led: dict[int, list[int]] = {}
        for unit in listed(setting.pieces_on[side] & setting.led & state.alive & ~state.routed):
            led.setdefault(setting.formation[unit], []).append(unit)
        leads = {units[0]: state.where[units[0]] for units in led.values()}
        aims.send(leads, self.stakes(setting).wants(state, side), self.heuristic, self.ways(state))
        for units in led.values():
            if units[0] in aims.ways:
                way = aims.ways[units[0]]
                for unit in units:
                    aims.ways[unit], aims.start[unit] = way, way.away[state.where[unit]]
        return aims

    def survey(self, state: FranceState, plan: Aims) -> Seen:
        return Seen(state, plan, self.stakes(state.setting))

    def player_turn(self, state: FranceState) -> PlayerTurn:
        """An activation with the choice of who is activated; outside of one, whatever a side decides in the turn.

        It is known by those who have acted before it; now and then somebody else is Finished in it, who rallies or is
        bombarded, and it counts as two.
        """
        side = state.activator if state.activator >= 0 else state.game.side(state.to_act or state.game.sides[0])
        before = (state.finished | state.prepared) & state.setting.pieces_on[side] & ~state.active
        main = state.activator >= 0 or isinstance(state.agenda[-1], Choose)
        return PlayerTurn((state.turn, before, side), side, main, state.turn)

    # terms

    def won(self, v: Seen) -> float:
        """What the scenario counts, as parts of what is needed."""
        return v.stakes.won(v.state)

    def grade(self, v: Seen) -> float:
        """Who would win if it ended now: it counts the more the nearer the end is."""
        s = v.state
        return float(v.stakes.grade(s) * (s.turn / s.setting.scenario.turns) ** self.heuristic["late"])

    def material(self, v: Seen) -> float:
        """The steps in play by their price; routed ones count for less."""
        s, total = v.state, 0.0
        for side, sign in SIGNS:
            here = s.setting.pieces_on[side] & s.setting.units & (s.alive | s.off)
            for unit in listed(here):
                total += (
                    sign
                    * price(s.setting, unit)
                    * s.steps[unit]
                    * (1 - self.heuristic["routed"] * (s.routed >> unit & 1))
                )
        return total

    def officers(self, v: Seen) -> float:
        """Formations that have their officer."""
        s = v.state
        led = [formation.side for formation, leader in zip(s.setting.formations, s.leaders, strict=True) if leader >= 0]
        return float(led.count(GERMAN) - led.count(ALLIED))

    def nerve(self, v: Seen) -> float:
        """The morale that formations with units still have."""
        s, total, firm = v.state, 0.0, self.heuristic["firm"]
        for number, formation in enumerate(s.setting.formations):
            if s.present(number):
                total += min(morale.of_formation(s, number), firm) * (1 if formation.side == GERMAN else -1)
        return total

    def command(self, v: Seen) -> float:
        """Units within the command range of their officer."""
        s, total = v.state, 0
        for unit in listed(s.setting.led & s.alive & ~s.routed):
            if command.in_range(s, unit):
                total += 1 if s.setting.side_of[unit] == GERMAN else -1
        return float(total)

    def exposed(self, v: Seen) -> float:
        """What the enemy's fire could cost the side that thinks, by price."""
        return -self._cost(v.state, v.plan.side) * self.camp(v.plan.side)

    def targets(self, v: Seen) -> float:
        """What one's own fire could cost the enemy."""
        return self._cost(v.state, 1 - v.plan.side) * self.camp(v.plan.side)

    def _cost(self, s: FranceState, side: int) -> float:
        setting, total = s.setting, 0.0
        on_board = setting.pieces_on[side] & setting.units & s.alive & ~setting.horses
        for kind, pieces in ((AP, on_board & ~setting.armour), (AT, on_board & setting.armour)):
            hexes = 0
            for unit in listed(pieces):
                hexes |= 1 << s.where[unit]
            if not hexes:
                continue
            for hexa, steps in outlooks.danger(s, side, kind, hexes).items():
                there = [unit for unit in s.stacks[hexa] if pieces >> unit & 1]
                mean = sum(price(setting, unit) for unit in there) / len(there)
                total += min(steps, sum(s.steps[unit] for unit in there)) * mean
        return total

    def overwatch(self, v: Seen) -> float:
        """Units with a Reaction marker that see ground the enemy may cross."""
        s, total = v.state, 0
        for side, sign in SIGNS:
            total += sign * (s.reaction & s.setting.pieces_on[side] & s.setting.armed).bit_count()
        return float(total)

    def dug_in(self, v: Seen) -> float:
        """Improved positions with somebody in them."""
        s = v.state
        return float(
            (s.german_positions & s.held[GERMAN]).bit_count() - (s.allied_positions & s.held[ALLIED]).bit_count()
        )


def price(setting: FranceSetting, unit: int) -> float:
    """What a step of a unit costs (13); horses and the like nothing to speak of."""
    row = setting.pieces[unit].row
    return max(row.points, 1) / FULL if isinstance(row, UnitRow) else 0.0
