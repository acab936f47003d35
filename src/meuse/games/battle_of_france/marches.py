"""Where groups should go, for the bots: what pulls units, and the marches and attacks worth thinking of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from meuse.games.battle_of_france import movement
from meuse.games.battle_of_france.ground import Survey, attackers, defenders
from meuse.games.battle_of_france.powers import ALLIES, BRITAIN, GERMANY
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.units import AIR, INFANTRY, LAND, MECHANIZED, TANK, WARSHIPS
from meuse.mechanics.aims import recalled
from meuse.mechanics.odds import Force, chance, losses, prospect

if TYPE_CHECKING:
    from meuse.games.battle_of_france.advice import BattleAdvice

Group = tuple[int, ...]


class Pulls:
    """What a power is after: how strongly each area draws its units."""

    def __init__(self, advice: BattleAdvice, s: BattleState, side: int) -> None:
        self.side = side
        self.near = advice.near
        pulls = _german_pulls(advice, s) if side == GERMANY else _allied_pulls(advice, s, side)
        self.level = advice.ways.felt(pulls)
        lying = [(piece, area) for area, pieces in s.stacks.items() for piece in pieces]
        own = [self.level[area] for piece, area in lying if s.power[piece] == side and s.unit[piece] in LAND]
        self.mean = sum(own) / len(own) if own else 0.0
        self.planes: dict[int, list[int]] = {}
        """The aircraft that could be called in, where that was asked already."""


def _german_pulls(advice: BattleAdvice, s: BattleState) -> dict[int, float]:
    """Paris above all, then the minor cities not yet taken, other cities, and what the enemy holds in Germany."""
    setting, pull, german = s.setting, advice.heuristic, s.control[GERMANY]
    capital = dict.fromkeys(advice.capital_places[:1], pull["paris"])
    minor = dict.fromkeys(advice.minor_places, pull["minor"])
    cities = dict.fromkeys(advice.other_cities, pull["rich"])
    wanted = {area: felt for area, felt in (capital | minor | cities).items() if not german >> area & 1}
    lost = s.held(1) & setting.original[GERMANY]
    return wanted | dict.fromkeys(setting.board.members(lost), pull["home"])


def _allied_pulls(advice: BattleAdvice, s: BattleState, side: int) -> dict[int, float]:
    """The cities the Germans want and could reach, those they have taken, and for the British those in Germany."""
    setting, pull = s.setting, advice.heuristic
    pulls = dict.fromkeys(advice.german_places, pull["rhine"]) if side == BRITAIN else {}
    for area, weight in advice.allied_places.items():
        if s.control[GERMANY] >> area & 1:
            pulls[area] = pull["home"]
        elif s.stacking(area, 1) < setting.limit[area]:
            pulls[area] = pull["guard"] * (0.8 + 0.2 * weight)
    for area in setting.board.members(s.masks[GERMANY] & setting.land & ~setting.original[GERMANY]):
        pulls[area] = max(pulls.get(area, 0.0), pull["front"])
    return pulls


def kinds(s: BattleState, group: Group) -> Counter[int]:
    """How many units of each class are in a group: pieces of one class are as good as each other."""
    return Counter(s.class_of(piece) for piece in group)


class March(NamedTuple):
    """A group, where it should go, and what that promises."""

    promise: float
    base: int
    goal: int
    group: Group


def best_from(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, must: Group) -> March | None:
    """The best march from an area with these units at least: one remembered, if nothing has changed at either end."""
    now = (base, s.round, s.active, frozenset((*movement.available(s, base), *must)))

    def look() -> tuple[March | None, Group]:
        march = _look_for(advice, s, plan, base, must)
        return march, s.at(march.goal) if march is not None else ()

    def holds(known: tuple[March | None, Group]) -> bool:
        march, there = known
        return not must if march is None else there == s.at(march.goal) and kinds(s, must) <= kinds(s, march.group)

    return recalled(advice.memory, now, look, holds)[0]


def _look_for(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, must: Group) -> March | None:
    """The best march from an area, over land or out to sea, or else a flight to where aircraft are needed."""
    if s.setting.sea >> base & 1:
        return _sortie(advice, s, base, must)
    flying = any(s.unit[piece] in AIR for piece in must)
    over_land = [] if flying else marches(advice, s, plan, base, must)
    return over_land[0] if over_land else _flight(advice, s, plan, base, must)


def _all_of(s: BattleState, types: frozenset[int], base: int, must: Group) -> Group:
    """All units of some types in an area that may go, if they can include those who must."""
    able = tuple(sorted(piece for piece in movement.available(s, base) if s.unit[piece] in types))
    return able if kinds(s, must) <= kinds(s, able) else ()


def _best(marches: Iterable[March]) -> March | None:
    return max((march for march in marches if march.promise > 0), key=lambda march: march.promise, default=None)


def _flight(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, must: Group) -> March | None:
    """Allied aircraft of an area to the city most in danger."""
    group = _all_of(s, AIR, base, must) if s.active != GERMANY else ()
    if not group:
        return None
    survey = Survey(s, plan)
    goals = movement.air_goals(s, base, group) & s.landing & ~s.occupied(0)
    need = {area: weight * survey.risk(area, (GERMANY,)) for area, weight in advice.stakes(s).items()}
    return _best(March(need[at] - need.get(base, 0.0), base, at, group) for at in need if goals >> at & 1)


def _sortie(advice: BattleAdvice, s: BattleState, base: int, must: Group) -> March | None:
    """All warships of a zone against weaker enemies near by."""
    ships, foe = _all_of(s, WARSHIPS, base, must), enemy_of(s.camp)
    if not ships:
        return None

    def promise(zone: int) -> float:
        odds = chance(attackers(s, ships, zone), defenders(s, zone, foe))
        gain = odds * worth(s, s.of_camp(zone, foe)) - (1 - odds) * worth(s, ships)
        return gain if odds >= advice.heuristic["bold"] else 0.0

    goals = movement.sea_reach(s, base, ships, movement.group_range(s, ships)).goals & s.hostile
    return _best(March(promise(zone), base, zone, ships) for zone in s.setting.board.members(goals))


def marches(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, must: Group = ()) -> list[March]:
    """The marches and attacks over land worth thinking of from one area, with these units at least."""
    found = []
    for group in _groups(advice, s, base, must):
        reach = movement.land_reach(s, base, group, 0, movement.group_range(s, group))
        for goal in s.setting.board.members(reach.goals):
            found.append(March(_promise(advice, s, plan, base, goal, group), base, goal, group))
    return sorted((march for march in found if march.promise > 0), reverse=True)


def _groups(advice: BattleAdvice, s: BattleState, base: int, must: Group) -> list[Group]:
    """All that can be spared, the fast ones alone, and all but the infantry."""
    able = [p for p in movement.available(s, base) if s.carrier[p] < 0 and s.unit[p] in LAND]
    if not able:
        return []
    able.sort(key=lambda p: (-s.setting.attack[s.power[p]][s.unit[p]], s.unit[p], p))
    spared = _spared(advice, s, base, able)
    fast = [p for p in spared if s.unit[p] in (TANK, MECHANIZED)]
    seats = sum(s.unit[p] == MECHANIZED for p in fast)
    riders = [p for p in spared if s.unit[p] == INFANTRY][:seats]
    choices = [spared, [*fast, *riders], fast, [p for p in spared if s.unit[p] == TANK], spared[:-1], spared[:1]]
    groups = dict.fromkeys(tuple(sorted(choice[: s.setting.limit[base]])) for choice in choices)
    fitting = [group for group in groups if group and kinds(s, must) <= kinds(s, group)]
    return fitting or ([tuple(sorted(must))] if must else [])


def _spared(advice: BattleAdvice, s: BattleState, base: int, able: list[int]) -> list[int]:
    """Who may leave an area: all, or all but a garrison where a city is in reach of the enemy."""
    own = advice.german_places if s.active == GERMANY else advice.allied_places
    enemies = ALLIES if s.active == GERMANY else (GERMANY,)
    near = any(s.masks[power] & advice.near[base] and not movement.ban(s, power) >> base & 1 for power in enemies)
    if base not in own or not near:
        return able
    garrison = int(advice.heuristic["garrison" if s.active == GERMANY else "watch"])
    staying = max(0, garrison - (s.stacking(base, s.camp) - len(able)))
    return able[: len(able) - staying]


def _planes_for(s: BattleState, plan: Pulls, area: int) -> list[int]:
    """The aircraft that could still be called in for an attack."""
    closed = (s.setting.forest | movement.ban(s, s.active)) >> area & 1
    bases = s.setting.board.members(0 if closed else s.masks[s.active] & s.setting.land)
    planes = (piece for base in bases for piece in s.at(base) if s.unit[piece] in AIR and movement.may_go(s, piece))
    return recalled(plan.planes, area, lambda: [piece for piece in planes if movement.strikes(s, piece) >> area & 1])


def _waves(advice: BattleAdvice, s: BattleState, area: int) -> int:
    """The strength of all who could still come to an area in this turn, wave after wave."""
    away, ranges, total = advice.ways.to(1 << area).away, s.law.ranges[s.active], 0
    for base in s.setting.board.members(s.masks[s.active] & s.setting.land & advice.near[area] & ~(1 << area)):
        able = [p for p in movement.available(s, base) if s.unit[p] in LAND and ranges[s.unit[p]] >= away[base]]
        total += attackers(s, able, area).strength
    return total


def _promise(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, goal: int, group: Group) -> float:
    """What a march brings: ground gained, and for an attack what falls on both sides."""
    fire, ascent = s.setting.attack[s.active], plan.level[goal] - plan.level[base]
    climb = sum(ascent * (1 + fire[s.unit[p]]) for p in group) * 0.2
    taken = 0.0 if s.held(s.camp) >> goal & 1 else advice.heuristic[advice.prizes.get(goal, "ground")]
    if not s.hostile >> goal & 1:
        return climb + taken
    foe = enemy_of(s.camp)
    force, others = attackers(s, (*group, *_planes_for(s, plan, goal)), goal), defenders(s, goal, foe)
    odds = chance(force, others)
    if odds < advice.heuristic["bold"] and not (goal in advice.allied_places and wave_goes_in(advice, s, goal, force)):
        return 0.0
    ours, theirs = losses(force, others)
    stake = sum(s.law.prices[s.active][s.unit[p]] for p in group)
    return odds * (taken + max(climb, 0.0)) + theirs * worth(s, s.of_camp(goal, foe)) - ours * stake


def worth(s: BattleState, pieces: Iterable[int]) -> int:
    """What some units cost."""
    return sum(s.setting.cost[s.unit[piece]] for piece in pieces)


def wave_goes_in(advice: BattleAdvice, s: BattleState, goal: int, force: Force) -> bool:
    """Does an attack that would fail alone wear the defenders of a city down for those behind it?"""
    others = defenders(s, goal, enemy_of(s.camp)).strength
    return prospect(max(_waves(advice, s, goal), force.strength), others) >= advice.heuristic["wave"]
