"""What a position is worth: each term a thing a player would say, weighed by ``data/advice.toml``.

Terms are computed for the German side; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, cast

from meuse.board.sets import listed
from meuse.engine.advice import PlayerTurn
from meuse.games.mansteins_war import control, flying, heuristics, logistics, objectives, sequence, victory
from meuse.games.mansteins_war.air import Flights
from meuse.games.mansteins_war.bombing import Bombing
from meuse.games.mansteins_war.combat import Combat
from meuse.games.mansteins_war.commands import FirstMarker, Load
from meuse.games.mansteins_war.movement import Movement, movable
from meuse.games.mansteins_war.prospects import Campaign, Judgement, Survey, passages, prizes
from meuse.games.mansteins_war.reinforcements import OpenReinforcement
from meuse.games.mansteins_war.setting import (
    ALLIED,
    BELGIUM,
    DEAD,
    FRANCE,
    GERMAN,
    GERMANS,
    GERMANY,
    NETHERLANDS,
    PGK,
    MansteinSetting,
)
from meuse.games.mansteins_war.setup import ChoosePlan
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.thrusts import marching, thrusts
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.aims import AimedAdvice

if TYPE_CHECKING:
    from meuse.games.mansteins_war.game import MansteinsWar


class MansteinAdvice(AimedAdvice):
    """Advice on Manstein's War."""

    game: MansteinsWar
    rules = heuristics.RULES

    def __init__(self, game: MansteinsWar) -> None:
        terms = (
            self.points, self.netherlands, self.belgium, self.france, self.homeland, self.material, self.pressure,
            self.exposed, self.open_line, self.presence, self.markers, self.readiness, self.air_cover, self.bombs,
            self.approach,
        )  # fmt: skip
        super().__init__(game, {term.__name__: term for term in terms})

    def _weigh(self, term: Mapping[str, float], heuristic: Mapping[str, float]) -> None:
        super()._weigh(term, heuristic)
        self._judgements: dict[MansteinSetting, Judgement] = {}

    def judgement(self, state: MansteinState) -> Judgement:
        """What these numbers make of the setting of a match, worked out once."""
        known = self._judgements.get(state.setting)
        if known is None:
            known = self._judgements[state.setting] = Judgement(state.setting, self.heuristic)
        return known

    def plan(self, state: MansteinState, side: int) -> Campaign:
        """What a side is after, worked out once for a state."""
        key, memo = ("aims", side, id(self.heuristic)), state.memo
        known = memo.get(key)
        if known is None or known[0] != state.version:
            known = memo[key] = state.version, self._planned(state, side)
        plan: Campaign = known[1]
        return plan

    def _planned(self, state: MansteinState, side: int) -> Campaign:
        """Those who are to attack go where they attack from, the others where they are wanted."""
        j, aims = self.judgement(state), Campaign(state, side)
        if not any(isinstance(step, Combat) for step in state.agenda):
            for thrust in thrusts(j, state, side):
                for unit, post in thrust.posts.items():
                    paths = passages(state, side, bool(state.sizes.armies >> unit & 1))
                    aims.post(unit, state.where[unit], post, paths)
        for units, wants, ways in objectives.wants(j, state, side):
            free = {unit: place for unit, place in units.items() if unit not in aims.posts}
            aims.send(free, wants, self.heuristic, ways)
        _together(j, state, aims)
        return aims

    def aims(self, state: MansteinState, side: int, phase: Hashable = None) -> Campaign:
        if self.memory is None:
            return self.plan(state, side)
        return cast(Campaign, super().aims(state, side, phase))

    def survey(self, state: MansteinState, plan: Campaign) -> Survey:
        return Survey(self.judgement(state), state, plan)

    def player_turn(self, state: MansteinState) -> PlayerTurn:
        """An impulse is a player turn. What goes into a bin, and which plan is kept, is for a whole turn's impulses."""
        assert state.to_act is not None
        side, step = state.game.side(state.to_act), state.agenda[-1]
        if state.operator >= 0:
            return PlayerTurn((state.turn, state.played.bit_count()), state.operator, round=state.turn)
        if isinstance(step, FirstMarker):
            return PlayerTurn((state.turn, state.played.bit_count() + 1), side, round=state.turn)
        if isinstance(step, Load | ChoosePlan):
            return PlayerTurn((state.turn, "markers", side), side, round=max(state.turn, 1), ahead=True)
        return PlayerTurn((state.turn, type(step).__name__, side), side, main=False)

    # terms

    def points(self, v: Survey) -> float:
        """German points less Allied ones; what is taken in a raid counts for little until the end is near."""
        s, j = v.state, v.judgement
        german = victory.scoring(s, GERMAN) & self.raided(s)
        allied = victory.scoring(s, ALLIED) & s.setting.germany
        raids = counted(prizes(j, s, GERMAN), german) - counted(prizes(j, s, ALLIED), allied)
        fleeting = (1 - self.heuristic["raided"]) * v.plan.left * raids
        return score(j, s, GERMAN) - score(j, s, ALLIED) - fleeting

    def raided(self, s: MansteinState) -> int:
        """Where in France Germans would have no support: what they take there, they have taken in a raid."""
        served = logistics.served(s, GERMANS)[int(self.heuristic["walk"])]
        return s.setting.country[FRANCE] & ~served

    def netherlands(self, v: Survey) -> float:
        """From 0 to 1: how near the Netherlands are to capitulation."""
        return self.fallen(v.state, NETHERLANDS)

    def belgium(self, v: Survey) -> float:
        """From 0 to 1: how near Belgium is to capitulation."""
        return self.fallen(v.state, BELGIUM)

    def france(self, v: Survey) -> float:
        """From 0 to 1: how near France is to capitulation."""
        return self.fallen(v.state, FRANCE)

    def homeland(self, v: Survey) -> float:
        """German depots that the Allies have taken, and those they stand beside and nobody holds."""
        s = v.state
        depots = s.setting.depots_of[GERMANY]
        lost = depots & ~s.taken
        near = depots & s.taken & ~s.held[GERMAN] & enemy_zone(s, GERMAN)
        return -float(2 * lost.bit_count() + near.bit_count())

    def material(self, v: Survey) -> float:
        return v.plan.left * (v.material[GERMAN] - v.material[ALLIED])

    def pressure(self, v: Survey) -> float:
        """What attacks promise, on either side."""
        return v.pressure(GERMAN) - v.pressure(ALLIED)

    def exposed(self, v: Survey) -> float:
        """What panzers stand to lose to all who could come for them.

        While a command moves it looks after its own, and those who have yet to move can still get away.
        """
        s = v.state
        panzers = s.setting.mech & s.setting.pieces_on[GERMAN] & s.standing
        if s.operator == GERMAN and any(isinstance(step, Movement) for step in s.agenda):
            panzers &= s.active & ~(movable(s, GERMAN) & ~marching(s))
        dangers = [v.danger(GERMAN, hexa) for hexa in {s.where[piece] for piece in listed(panzers)}]
        return -self.still_to_come(s) * sum(dangers)

    def still_to_come(self, s: MansteinState) -> float:
        """The share of the Allied impulses that are left in the last turn; before that there are always more."""
        last = s.setting.scenario.extended if s.extended else s.setting.scenario.turns
        if s.turn < last or s.operator < 0:
            return 1.0
        own = s.setting.markers_on[ALLIED]
        return (s.bin & own).bit_count() / max(((s.bin | s.played) & own).bit_count(), 1)

    def open_line(self, v: Survey) -> float:
        """Points of the places to which an enemy could walk without meeting anybody."""
        return self.walked(v, GERMAN) - self.walked(v, ALLIED)

    def presence(self, v: Survey) -> float:
        """Points of the places that each side has troops in."""
        s = v.state
        total = 0
        for rows in (prizes(v.judgement, s, GERMAN), prizes(v.judgement, s, ALLIED)):
            for hexa, points in rows.items():
                total += points * ((s.held[GERMAN] >> hexa & 1) - (s.held[ALLIED] >> hexa & 1))
        return float(total)

    def markers(self, v: Survey) -> float:
        """What special markers in the bins are worth while they are loaded."""
        s, camp = v.state, self.camp(v.plan.side)
        rows, special = s.setting.markers, s.bin & s.setting.special
        if s.operator >= 0 or not any(isinstance(step, sequence.OperationsPhase | FirstMarker) for step in s.agenda):
            return 0.0
        own = special & s.setting.markers_on[v.plan.side]
        return camp * sum(heuristics.marker_worth(v.judgement, rows[marker]) for marker in listed(own))

    def readiness(self, v: Survey) -> float:
        """What an impulse promises while its owner decides who acts in it, and before anybody does."""
        s = v.state
        before = any(isinstance(step, OpenReinforcement | Flights) for step in s.agenda) and not s.flown
        if not before or s.operator != v.plan.side:
            return 0.0
        return heuristics.called(v.judgement, s) * self.camp(s.operator)

    def air_cover(self, v: Survey) -> float:
        """Columns that air units bring to likely combats, while their owner sends them out."""
        s = v.state
        if s.operator != v.plan.side or not any(isinstance(step, Flights) for step in s.agenda):
            return 0.0
        return flying.covered(v.judgement, s, s.operator) * self.camp(s.operator)

    def bombs(self, v: Survey) -> float:
        """What cities are worth that air units can bomb, until their owner has decided about it."""
        s = v.state
        if s.operator != v.plan.side or not any(isinstance(step, Flights | Bombing) for step in s.agenda):
            return 0.0
        return flying.over_cities(v.judgement, s, s.operator) * self.camp(s.operator)

    def fallen(self, s: MansteinState, country: int) -> float:
        """How near a country is to capitulation."""
        if s.surrendered >> country & 1:
            return self.heuristic["given_in"]
        wanted = s.setting.falls_with[country]
        got = wanted & control.controlled(s, GERMAN)
        return (got.bit_count() / wanted.bit_count()) ** 2

    def walked(self, v: Survey, side: int) -> float:
        """The points of places that a side does not have and could walk to without meeting anybody."""
        s, setting = v.state, v.state.setting
        enemy = other(side)
        free = setting.land & ~(s.held[enemy] | enemy_zone(s, side))
        reached = s.held[side]
        zones, ocean = setting.board.zones, setting.ocean
        for _ in range(int(self.heuristic["walk"])):
            reached |= zones(reached, ocean) & free
        reached &= ~control.owned(s, side)
        return float(sum([points for hexa, points in prizes(v.judgement, s, side).items() if reached >> hexa & 1]))


def counted(points: Mapping[int, int], hexes: int) -> int:
    """The points of some hexes together."""
    return sum([worth for hexa, worth in points.items() if hexes >> hexa & 1])


def _together(j: Judgement, s: MansteinState, aims: Campaign) -> None:
    """The panzer group goes where its strongest corps goes: together its corps can look after themselves."""
    group = [
        p
        for p in listed(s.setting.pieces_in[PGK] & s.setting.mech & s.active)
        if p in aims.ways and p not in aims.posts
    ]
    if aims.side != GERMAN or s.operator != GERMAN or len(group) < 2:
        return
    lead = max(group, key=lambda piece: j.worth[piece][s.steps[piece]])
    for piece in group:
        aims.ways[piece] = aims.ways[lead]
        aims.start[piece] = aims.ways[lead].away[s.where[piece]]


def score(j: Judgement, s: MansteinState, side: int) -> int:
    """The victory points of a side as things stand (3.4, 3.5), without those that nothing can change."""
    setting = s.setting
    held = victory.scoring(s, side)
    total = 0
    halved = s.open_cities if side == GERMAN else 0
    for hexa, points in prizes(j, s, side).items():
        if held >> hexa & 1:
            total += points // 2 if halved >> hexa & 1 else points
    tables = setting.tables.victory
    worth = (tables.german if side == GERMAN else tables.allied).units
    mech, dear = (setting.mech_corps, worth.mech_corps) if side == GERMAN else (setting.mech, worth.mech)
    armies, where, enemy = s.sizes.armies, s.where, other(side)
    for piece in listed((mech | armies) & setting.pieces_on[enemy] & ~s.standing):
        if where[piece] == DEAD:
            total += max(dear if mech >> piece & 1 else 0, worth.army if armies >> piece & 1 else 0)
    for unit in setting.air:
        if where[unit] == DEAD and setting.side_of[unit] == enemy and not setting.airlifts >> unit & 1:
            total += worth.air
    return total
