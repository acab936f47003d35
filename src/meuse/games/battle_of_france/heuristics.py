"""Which options of a decision are worth a closer look, for the bots."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from meuse.engine import Option, Step
from meuse.games.battle_of_france import combat
from meuse.games.battle_of_france.aftermath import Landing
from meuse.games.battle_of_france.bombardment import Bombardment, Shelled
from meuse.games.battle_of_france.combat import ATTACK, Casualties, Support
from meuse.games.battle_of_france.ground import Survey, attackers, defenders
from meuse.games.battle_of_france.marches import best_from, kinds, wave_goes_in
from meuse.games.battle_of_france.movement import Group, Turn
from meuse.games.battle_of_france.powers import GERMANY
from meuse.games.battle_of_france.production import Build
from meuse.games.battle_of_france.retreat import Press, Stand
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.surprise import Surprise, eligible
from meuse.games.battle_of_france.units import AA, AIR, ARTILLERY, BOMBER, FIGHTER, INFANTRY, TANK
from meuse.mechanics.odds import chance
from meuse.mechanics.shortlists import Rule, first, promising, ranked

if TYPE_CHECKING:
    from meuse.games.battle_of_france.advice import BattleAdvice

MOST_STARTS = 6
"""From how many areas a turn looks at the best march."""
MOST_GOALS = 3
"""How many ways on a group on the march looks at."""
MOST_FIELDS = 4
"""How many places to land at are looked at."""


# the turn


def _surprise(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """The strongest stack that no city needs appears where the forest is nearest to Paris."""
    step: Surprise = s.agenda[-1]
    fire = s.setting.attack[GERMANY]

    def strength(area: int) -> int:
        return 0 if area in advice.german_places else sum(fire[s.unit[piece]] for piece in eligible(s, area))

    if step.area < 0:
        return ranked(s.offered("start"), strength, 1)
    if len(step.group) < s.setting.limit[step.area] and s.offered("take"):
        return ranked(s.offered("take"), lambda number: fire[s.unit[s.meant[number]]], 1)
    return ranked(s.offered("to"), advice.plan(s, GERMANY).level.__getitem__, 1)


def _turn(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Shell what can be shelled, then the best marches, ships where they would win."""
    plan = advice.plan(s, s.active)

    def promise(base: int) -> float:
        march = best_from(advice, s, plan, base, ())
        return march.promise if march is not None else 0.0

    shelling = s.offered("bombard")[:1]
    return shelling or [*promising(s.offered("start"), promise, MOST_STARTS), *s.setting.say["done"]]


def _group(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Carry out the best march that the units in hand can be part of."""
    step: Group = s.agenda[-1]
    if step.moved or step.mode == "cargo":
        return _go_on(advice, s, step)
    best = best_from(advice, s, advice.plan(s, s.active), step.area, step.group)
    if best is None:
        return s.offered("stop") or s.options[:1]
    for number in sorted(kinds(s, best.group) - kinds(s, step.group)):
        return [option for option in s.offered("take") if s.setting.class_behind[option.value] == number][:1]
    going = s.setting.say["to"][best.goal]
    if advice.memory is not None and going not in s.options:  # the way has been barred since
        advice.memory.clear()
        return _group(advice, s)
    return [going]


def _go_on(advice: BattleAdvice, s: BattleState, step: Group) -> list[Option]:
    """On the way: further towards the goal if nobody bars it, or stop."""
    if step.mode not in ("land", "cargo"):
        return s.offered("stop")

    def odds(goal: int) -> float:
        fights = s.hostile >> goal & 1
        return chance(attackers(s, step.group, goal), defenders(s, goal, enemy_of(s.camp))) if fights else inf

    ways = [o for o in s.offered("to") if s.setting.land >> o.value & 1 and odds(o.value) >= advice.heuristic["bold"]]
    return [*ranked(ways, advice.plan(s, s.active).level.__getitem__, MOST_GOALS), *s.offered("stop")]


# combat


def _odds(s: BattleState) -> float:
    """The attacker's chance in the battle under way."""
    area = s.combat.area
    return chance(attackers(s, combat.attackers(s), area), defenders(s, area, enemy_of(s.camp)))


def _support(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Call aircraft in while the battle is not as good as won; what is no city has to do with fewer."""
    calls = s.offered("call")
    enough = advice.heuristic["sure" if s.combat.area in s.setting.cities else "likely"]
    return calls[:1] if calls and _odds(s) < enough else s.setting.say["fight"]


def _lose(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Give up what fights worst, then what cost least, and ships' armour before ships."""
    fire = s.setting.attack if s.agenda[-1] == Casualties(ATTACK) else s.setting.defence

    def dear(number: int) -> tuple[bool, int, int]:
        piece = s.meant[number]
        unit = s.unit[piece]
        sinks = s.hits[piece] + 1 >= s.setting.hits[unit]
        return sinks, fire[s.power[piece]][unit], s.setting.cost[unit]

    return [min(s.options, key=lambda option: (dear(option.value), option.number))]


def _press(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Fight on while the odds are fair, or while others stand behind who will finish it."""
    area, withdraw = s.combat.area, s.offered("withdraw")
    if not withdraw or _odds(s) >= advice.heuristic["stubborn"]:
        return s.setting.say["press"]
    force = attackers(s, combat.attackers(s), area)
    finished = area in advice.allied_places and wave_goes_in(advice, s, area, force)
    return s.setting.say["press"] if finished else withdraw


def _stand(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Leave a lost field, but not a city that decides the war, to wherever most friends are."""
    ways, area = s.offered("retreat"), s.combat.area
    dear = area in advice.allied_places or area in advice.german_places
    if not ways or dear or _odds(s) <= advice.heuristic["flee"]:
        return s.setting.say["stand"]
    return ranked(ways, lambda goal: defenders(s, goal, enemy_of(s.camp)).hits, 1)


def _landing(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Aircraft land in a city that needs them, or among their own as near the front as that allows."""
    level = advice.plan(s, s.active).level
    cities = advice.german_places if s.active == GERMANY else advice.allied_places
    best, *others = ranked(s.options, lambda field: min(defenders(s, field, s.camp).hits, 8) + level[field])
    return [best, *(option for option in others if option.value in cities)][:MOST_FIELDS]


# building


def _build(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Germany buys what attacks best, the Allies what the city most in danger needs."""
    power = s.agenda[-1].side(s)
    wanted = _for_the_attack(advice, s) if power == GERMANY else _for_the_defence(advice, s, power)
    full = Build.full(s, power)
    offered = {s.setting.build_keys[option.value]: option for option in s.offered("build")}
    for unit, area in wanted:
        if (unit, area) in offered and (unit in AIR or unit == AA or area not in full):
            return [offered[unit, area]]
    return s.setting.say["done"]


def _for_the_attack(advice: BattleAdvice, s: BattleState) -> list[tuple[int, int]]:
    """Tanks and some bombers, then guns and infantry, as near the goal as can be."""
    level = advice.plan(s, GERMANY).level
    planes = _owned(s, GERMANY, BOMBER) + _owned(s, GERMANY, FIGHTER)
    few = planes < advice.heuristic["planes"] * _owned(s, GERMANY, TANK)
    wishes = (BOMBER, TANK, ARTILLERY, INFANTRY) if few else (TANK, ARTILLERY, INFANTRY, BOMBER)
    places = sorted(s.setting.cities, key=lambda area: (_coming(s, GERMANY, area) - level[area], area))
    return [(unit, area) for unit in wishes for area in places]


def _for_the_defence(advice: BattleAdvice, s: BattleState, power: int) -> list[tuple[int, int]]:
    """Infantry into the city most in danger, a fighter where there is no room for it, or a gun."""
    setting, stakes = s.setting, advice.stakes(s)
    survey, germans = Survey(s, advice.plan(s, power)), s.masks[GERMANY] & setting.land

    def need(area: int) -> float:
        coming = _coming(s, power, area)
        there = defenders(s, area, 1).plus(coming * setting.defence[power][INFANTRY], coming)
        near = advice.ways.to(1 << area).nearest(germans, advice.ways.far)
        risk = stakes.get(area, advice.heuristic["spare"]) * survey.risk(area, (GERMANY,), there)
        return risk - 0.01 * (near + there.units)

    places = sorted(setting.cities, key=lambda area: (-need(area), area))
    return [(unit, area) for area in places for unit in (INFANTRY, ARTILLERY, FIGHTER, AA)]


def _coming(s: BattleState, power: int, area: int) -> int:
    """How many units a power has ordered for an area."""
    return sum(order.power == power and order.area == area for order in s.orders)


def _owned(s: BattleState, power: int, unit: int) -> int:
    """How many units of a type a power has or has ordered."""
    there = sum(s.unit[p] == unit and s.power[p] == power for pieces in s.stacks.values() for p in pieces)
    return there + sum(order.power == power and order.unit == unit for order in s.orders)


RULES: dict[type[Step[Any]], Rule] = {
    Surprise: _surprise,
    Turn: _turn,
    Group: _group,
    Support: _support,
    Casualties: _lose,
    Shelled: _lose,
    Press: _press,
    Stand: _stand,
    Bombardment: first("take", "fire"),
    Landing: _landing,
    Build: _build,
}
