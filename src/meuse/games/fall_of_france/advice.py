"""What a position is worth: each term a thing a player would say, weighed by ``data/advice.toml``.

Terms are computed for the German side; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from meuse.engine.advice import PlayerTurn
from meuse.games.fall_of_france import heuristics, objectives, politics, sequence, victory
from meuse.games.fall_of_france.ground import Survey, answer, ground
from meuse.games.fall_of_france.setting import (
    ALLIED,
    AT_WAR,
    BELGIANS,
    BELGIUM,
    BRITISH,
    DEAD,
    DUTCH,
    FRANCE,
    GERMAN,
    GONE,
    HOLLAND,
)
from meuse.games.fall_of_france.skirmish import SkirmishStep
from meuse.games.fall_of_france.state import IDLE, FallState, listed, members
from meuse.mechanics.aims import AimedAdvice, Aims, Want, Ways

if TYPE_CHECKING:
    from meuse.games.fall_of_france.game import FallOfFrance

OF_GERMANS = (sequence.GermanMovement, sequence.GermanCombat, sequence.MechanizedOperations)
OF_ALLIES = (sequence.AlliedMovement, sequence.AlliedCombat)
GERMANS_FIGHT = (sequence.GermanCombat, sequence.MechanizedOperations)
ALLIES_FIGHT = (sequence.AlliedCombat, sequence.Recovery, sequence.Administration)
LEVELS = {
    "decisive_german": 3.0,
    "substantial_german": 2.0,
    "minor_german": 1.0,
    "draw": 0.0,
    "minor_allied": -0.5,
    "major_allied": -1.0,
}
"""How good it would be for Germany if the match ended now."""


class FallAdvice(AimedAdvice):
    """Advice on The Fall of France."""

    game: FallOfFrance
    rules = heuristics.RULES

    def __init__(self, game: FallOfFrance) -> None:
        terms = (
            self.level, self.holland, self.belgium, self.british, self.france, self.paris, self.material,
            self.pressure, self.exposed, self.skirmishes, self.open_line, self.air, self.approach,
        )  # fmt: skip
        super().__init__(game, {term.__name__: term for term in terms})

    def ways(self, state: FallState) -> Ways:
        return ground(state.setting).ways

    def wants(self, state: FallState, side: int) -> Iterator[tuple[dict[int, int], Iterator[Want]]]:
        return objectives.wants(state, side)

    def plan(self, state: FallState, side: int) -> Aims:
        """What a side is after, worked out once for a state."""
        key, memo = ("aims", side, id(self.heuristic)), state.memo
        known = memo.get(key)
        if known is None or known[0] != state.version:
            known = memo[key] = state.version, super().plan(state, side)
        plan: Aims = known[1]
        return plan

    def aims(self, state: FallState, side: int, phase: Hashable = None) -> Aims:
        if self.memory is None:
            return self.plan(state, side)
        return super().aims(state, side, phase)

    def survey(self, state: FallState, plan: Aims) -> Survey:
        return Survey(state, plan)

    def player_turn(self, state: FallState) -> PlayerTurn:
        """Known by the phase that comes next; outside movement and combat the deciding side's."""
        assert state.to_act is not None
        phase = under_way(state)
        side = GERMAN if phase in OF_GERMANS else ALLIED if phase in OF_ALLIES else state.game.side(state.to_act)
        main = phase in OF_GERMANS or phase in OF_ALLIES
        name = state.game.sides[side] if main else phase.__name__
        return PlayerTurn((state.turn, name, side), side, main)

    # terms

    def level(self, v: Survey) -> float:
        return LEVELS[victory.final_level(v.state).id]

    def holland(self, v: Survey) -> float:
        """From 0 to 1: how near Holland is to surrender."""
        s, setting = v.state, v.state.setting
        if s.status[HOLLAND] != AT_WAR:
            return float(victory.surrendered(s, HOLLAND))
        taken = bool(s.taken & setting.urban & setting.country[HOLLAND])
        lost = 1 - politics.sound(s, DUTCH) / setting.pieces_of[DUTCH].bit_count()
        chance = min(6, s.bombers) / 6 if politics.dutch_rolled(s) else 0.0
        return 0.2 * s.dutch_hit + 0.15 * taken + 0.15 * lost + 0.4 * chance

    def belgium(self, v: Survey) -> float:
        """From 0 to 1: how near Belgium is to surrender."""
        s, setting = v.state, v.state.setting
        if s.status[BELGIUM] != AT_WAR:
            return float(victory.surrendered(s, BELGIUM))
        sound = politics.sound(s, BELGIANS)
        held = bool(s.taken & setting.brussels)
        cities = s.taken & setting.cities & setting.country[BELGIUM]
        lost = 1 - sound / setting.pieces_of[BELGIANS].bit_count()
        return 0.15 * held + 0.02 * cities.bit_count() + 0.35 * lost + (0.4 * max(0, 6 - sound) / 6 if held else 0.0)

    def british(self, v: Survey) -> float:
        """From 0 to 1: how much of the BEF is gone, or on the point of going."""
        s, setting = v.state, v.state.setting
        total = left = 0.0
        cut, hurt = v.net.cut[ALLIED], s.disrupted
        for piece in listed(setting.pieces_of[BRITISH]):
            size, place = setting.points[piece], s.where[piece]
            if place in (DEAD, GONE):
                total += size
            elif place >= 0:
                total += size
                share = 1.0 - 0.15 * (hurt >> piece & 1) - 0.2 * (cut >> piece & 1) - 0.5 * (s.cadred >> piece & 1)
                left += size * max(share, 0.2)
        gone = 1 - left / total if total else 0.0
        ports = (setting.ports & s.taken).bit_count() / 3
        return gone + (0.1 * ports + 0.1 * s.withdrawal if left else 0.2)

    def france(self, v: Survey) -> float:
        """Cities of France taken, Paris as one of them."""
        s, setting = v.state, v.state.setting
        if victory.surrendered(s, FRANCE):
            return 20.0
        cities = setting.cities & setting.country[FRANCE] & ~setting.paris
        return float((cities & s.taken).bit_count() + s.open_city)

    def paris(self, v: Survey) -> float:
        return float(min(v.state.paris_fights, v.state.setting.tables.victory.paris_combats))

    def material(self, v: Survey) -> float:
        return v.material[GERMAN] - v.material[ALLIED]

    def pressure(self, v: Survey) -> float:
        """What attacks promise; not to a side that is making them now, or has just made them."""
        phase = under_way(v.state)
        ours = v.pressure(GERMAN) if phase not in GERMANS_FIGHT else 0.0
        return ours - (v.pressure(ALLIED) if phase not in ALLIES_FIGHT else 0.0)

    def exposed(self, v: Survey) -> float:
        """How gladly the enemies beside them would attack the German armour."""
        s = v.state
        armour = members(s.where[piece] for piece in listed(s.standing & v.ground.panzers))
        near = armour & s.setting.board.zones(s.held[ALLIED], s.setting.sea_sides)
        return -sum([v.promise(ALLIED, hexa) for hexa in s.setting.board.members(near)])

    def skirmishes(self, v: Survey) -> float:
        """What a skirmish that is about to be fought will bring."""
        step = v.state.agenda[-1] if v.state.agenda else None
        if not isinstance(step, SkirmishStep):
            return 0.0
        return answer(v.state, step) * (1 if step.mover(v.state) == GERMAN else -1)

    def open_line(self, v: Survey) -> float:
        """Cities and ports of France and Belgium to which a German could walk without meeting anybody."""
        s, setting = v.state, v.state.setting
        free = setting.land & ~(s.held[ALLIED] | v.net.zones[ALLIED])
        goals = (setting.cities | setting.ports) & ~setting.germany & ~s.taken
        seeds = s.held[GERMAN] & ~v.net.zones[ALLIED] | setting.germany & free
        return float((setting.board.flood(seeds, free, setting.sea_sides) & goals).bit_count())

    def air(self, v: Survey) -> float:
        """Air units on missions over troops of either side."""
        s, over, total = v.state, v.state.held[GERMAN] | v.state.held[ALLIED], 0
        for unit, place in enumerate(s.missions):
            if place != IDLE and s.setting.covered[place] & over:
                total += 1 if s.setting.air_side[unit] == GERMAN else -1
        return float(total)


def under_way(state: FallState) -> type[sequence.Phase]:
    """The phase that is being played: the one before the next on the agenda; before the first turn the first."""
    for step in reversed(state.agenda):
        if isinstance(step, sequence.Phase):
            return sequence.PHASES[max(0, sequence.PHASES.index(type(step)) - 1)]
        if isinstance(step, sequence.EndTurn):
            return sequence.PHASES[-1]
    return sequence.PHASES[0]
