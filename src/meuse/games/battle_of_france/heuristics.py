"""Which options of a decision are worth a closer look, for the bots."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from meuse.engine import Option, Pieces, Step
from meuse.games.battle_of_france import combat, movement
from meuse.games.battle_of_france.aftermath import Landing
from meuse.games.battle_of_france.bombardment import Bombardment, Shelled
from meuse.games.battle_of_france.combat import ATTACK, DEFENCE, Casualties, Dive, Support
from meuse.games.battle_of_france.ground import Force, Survey, attackers, chance, defenders, prospect
from meuse.games.battle_of_france.marches import March, Pulls, kinds, marches, wave_goes_in, worth
from meuse.games.battle_of_france.movement import Group, Turn
from meuse.games.battle_of_france.powers import GERMANY
from meuse.games.battle_of_france.production import Build
from meuse.games.battle_of_france.retreat import Press, Stand
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.surprise import Surprise, eligible
from meuse.games.battle_of_france.units import AA, AIR, ARTILLERY, BOMBER, FIGHTER, INFANTRY, TANK, WARSHIPS
from meuse.mechanics.aims import recalled

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
    step, fire = s.agenda[-1], s.setting.attack[GERMANY]
    assert isinstance(step, Surprise)

    def strength(area: int) -> int:
        return 0 if area in advice.german_places else sum(fire[s.unit[piece]] for piece in eligible(s, area))

    if step.area < 0:
        return [max(s.offered("start"), key=lambda o: (strength(o.value), -o.value))]
    if len(step.group) < s.setting.limit[step.area] and s.offered("take"):
        return [max(s.offered("take"), key=lambda o: (fire[s.unit[s.meant[o.value]]], -o.value))]
    level = Pulls(advice, s, GERMANY).level
    return [max(s.offered("to"), key=lambda o: (level[o.value], -o.value))]


def _turn(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Shell what can be shelled, then the best marches, ships where they would win."""
    shelling = s.offered("bombard")
    if shelling:
        return shelling[:1]
    plan = Pulls(advice, s, s.active)
    starts = [(_best_from(advice, s, plan, option.value, ()), option) for option in s.offered("start")]
    best = sorted((-march.promise, option.number, option) for march, option in starts if march is not None)
    return [*(option for _, _, option in best[:MOST_STARTS]), s.setting.say_done]


class Remembered(NamedTuple):
    """The best march from an area as it was found in some turn, with who could go, and who stood at its goal."""

    when: tuple[int, int, frozenset[int]]
    there: Pieces
    march: March | None


def _best_from(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, must: Pieces) -> March | None:
    """The best march from an area with these units at least, looked for or remembered."""
    now = (s.round, s.active, frozenset(movement.available(s, base)) | frozenset(must))

    def look() -> Remembered:
        march = _look_for(advice, s, plan, base, must)
        return Remembered(now, s.at(march.goal) if march is not None else (), march)

    def holds(known: Remembered) -> bool:
        """Has nothing changed at either end, and can the units in hand be part of it?"""
        march = known.march
        if known.when != now or march is None:
            return known.when == now and not must
        return known.there == s.at(march.goal) and kinds(s, must) <= kinds(s, march.group)

    return recalled(advice.memory, base, look, holds).march


def _look_for(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, must: Pieces) -> March | None:
    """The best march from an area, over land or out to sea, or else a flight to where aircraft are needed."""
    if s.setting.sea >> base & 1:
        return _sortie(advice, s, base, must)
    flying = any(s.unit[piece] in AIR for piece in must)
    over_land = [] if flying else marches(advice, s, plan, base, must)
    return over_land[0] if over_land else _flight(advice, s, plan, base, must)


def _flight(advice: BattleAdvice, s: BattleState, plan: Pulls, base: int, must: Pieces) -> March | None:
    """Allied aircraft of an area to the city most in danger."""
    group = tuple(sorted(p for p in movement.available(s, base) if s.unit[p] in AIR))
    if s.active == GERMANY or not group or not kinds(s, must) <= kinds(s, group):
        return None
    survey = Survey(s, plan)
    goals = movement.air_goals(s, base, group) & s.landing & ~s.occupied(0)
    need = {area: weight * advice.risk(survey, area, (GERMANY,)) for area, weight in advice.stakes(s).items()}
    gains = [(need[area] - need.get(base, 0.0), area) for area in need if goals >> area & 1]
    gain, goal = max(gains, default=(0.0, base))
    return March(gain, base, goal, group) if gain > 0 else None


def _sortie(advice: BattleAdvice, s: BattleState, base: int, must: Pieces) -> March | None:
    """All warships of a zone against weaker enemies near by."""
    ships = tuple(sorted(p for p in movement.available(s, base) if s.unit[p] in WARSHIPS))
    if not ships or not kinds(s, must) <= kinds(s, ships):
        return None
    foe = enemy_of(s.camp)
    goals = movement.sea_reach(s, base, ships, movement.group_range(s, ships)).goals & s.hostile
    best = None
    for goal in s.setting.board.members(goals):
        odds = chance(attackers(s, ships, goal), defenders(s, goal, foe))
        promise = odds * worth(s, s.of_camp(goal, foe)) - (1 - odds) * worth(s, ships)
        if odds >= advice.heuristic["bold"] and promise > (best.promise if best else 0):
            best = March(promise, base, goal, ships)
    return best


def _group(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Carry out the best march that the units in hand can be part of."""
    step = s.agenda[-1]
    assert isinstance(step, Group)
    if step.moved or step.mode == "cargo":
        return _go_on(advice, s, step)
    best = _best_from(advice, s, Pulls(advice, s, s.active), step.area, step.group)
    if best is None:
        return s.offered("stop") or s.options[:1]
    for number in sorted(kinds(s, best.group) - kinds(s, step.group)):
        return [option for option in s.offered("take") if s.setting.class_behind[option.value] == number][:1]
    going = s.setting.say_to[best.goal]
    if advice.memory is not None and going not in s.options:  # the way has been barred since
        advice.memory.clear()
        return _group(advice, s)
    return [going]


def _go_on(advice: BattleAdvice, s: BattleState, step: Group) -> list[Option]:
    """On the way: further towards the goal if nobody bars it, or stop."""
    if step.mode not in ("land", "cargo"):
        return s.offered("stop")
    level, foe = Pulls(advice, s, s.active).level, enemy_of(s.camp)
    ways = []
    for option in s.offered("to"):
        goal = option.value
        odds = chance(attackers(s, step.group, goal), defenders(s, goal, foe)) if s.hostile >> goal & 1 else inf
        if not s.setting.sea >> goal & 1 and odds >= advice.heuristic["bold"]:
            ways.append((-level[goal], option.number, option))
    return [*(option for _, _, option in sorted(ways)[:MOST_GOALS]), *s.offered("stop")]


# combat


def _odds(s: BattleState) -> float:
    """The attacker's chance in the battle under way."""
    area = s.combat.area
    others = [piece for piece in combat.defenders(s) if s.unit[piece] != AA]
    hits = sum(combat.value(s, piece, DEFENCE, area) for piece in others)
    left = sum(s.setting.hits[s.unit[piece]] - s.hits[piece] for piece in others)
    return chance(attackers(s, combat.attackers(s), area), Force(left, hits))


def _support(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Call aircraft in while the battle is not as good as won; what is no city has to do with fewer."""
    calls = s.offered("call")
    enough = advice.heuristic["sure" if s.combat.area in s.setting.cities else "likely"]
    return calls[:1] if calls and _odds(s) < enough else [s.setting.say_fight]


def _dive(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Submarines go under when the battle goes against them."""
    odds, attacking = _odds(s), s.agenda[-1] == Dive(ATTACK, s.active)
    losing = odds < 0.4 if attacking else odds > 0.6
    return [s.setting.say_submerge if losing else s.setting.say_fire]


def _lose(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Give up what fights worst, then what cost least, and ships' armour before ships."""
    fire = s.setting.attack if s.agenda[-1] == Casualties(ATTACK) else s.setting.defence

    def price(option: Option) -> tuple[bool, int, int, int]:
        piece = s.meant[option.value]
        unit = s.unit[piece]
        sinks = s.hits[piece] + 1 >= s.setting.hits[unit]
        return sinks, fire[s.power[piece]][unit], s.setting.cost[unit], option.number

    return [min(s.options, key=price)]


def _press(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Fight on while the odds are fair, or while others stand behind who will finish it."""
    area = s.combat.area
    if s.setting.say_withdraw not in s.options or _odds(s) >= advice.heuristic["stubborn"]:
        return [s.setting.say_press]
    force = attackers(s, combat.attackers(s), area)
    finished = area in advice.allied_places and wave_goes_in(advice, s, area, force)
    return [s.setting.say_press if finished else s.setting.say_withdraw]


def _stand(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Leave a lost field, but not a city that decides the war, to wherever most friends are."""
    ways, area = s.offered("retreat"), s.combat.area
    dear = area in advice.allied_places or area in advice.german_places
    if not ways or dear or _odds(s) <= advice.heuristic["flee"]:
        return [s.setting.say_stand]
    return [max(ways, key=lambda o: (defenders(s, o.value, enemy_of(s.camp)).hits, -o.number))]


def _bombardment(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """All ships fire."""
    return s.offered("take")[:1] or s.offered("fire")


def _landing(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Aircraft land in a city that needs them, or among their own as near the front as that allows."""
    level = Pulls(advice, s, s.active).level
    cities = advice.german_places if s.active == GERMANY else advice.allied_places
    order = sorted(s.options, key=lambda o: (-min(defenders(s, o.value, s.camp).hits, 8) - level[o.value], o.number))
    return [*order[:1], *(option for option in order[1:] if option.value in cities)][:MOST_FIELDS]


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
    return [s.setting.say_done]


def _for_the_attack(advice: BattleAdvice, s: BattleState) -> list[tuple[int, int]]:
    """Tanks and some bombers, then guns and infantry, as near the goal as can be."""
    level = Pulls(advice, s, GERMANY).level
    planes = _owned(s, GERMANY, BOMBER) + _owned(s, GERMANY, FIGHTER)
    few = planes < advice.heuristic["planes"] * _owned(s, GERMANY, TANK)
    wishes = (BOMBER, TANK, ARTILLERY, INFANTRY) if few else (TANK, ARTILLERY, INFANTRY, BOMBER)
    places = sorted(s.setting.cities, key=lambda area: (_coming(s, GERMANY, area) - level[area], area))
    return [(unit, area) for unit in wishes for area in places]


def _for_the_defence(advice: BattleAdvice, s: BattleState, power: int) -> list[tuple[int, int]]:
    """Infantry into the city most in danger, a fighter where there is no room for it, or a gun."""
    setting, stakes = s.setting, advice.stakes(s)
    survey = Survey(s, Pulls(advice, s, power))
    germans = setting.board.members(s.masks[GERMANY] & setting.land)
    need = {}
    for area in setting.cities:
        coming = _coming(s, power, area)
        there = defenders(s, area, 1).plus(coming * setting.defence[power][INFANTRY], coming)
        weight = stakes.get(area, advice.heuristic["spare"])
        near = min((advice.away[area][place] for place in germans), default=0)
        need[area] = weight * prospect(survey.against(area, (GERMANY,)), there.strength) - 0.01 * (near + there.units)
    places = sorted(need, key=lambda area: (-need[area], area))
    return [(unit, area) for area in places for unit in (INFANTRY, ARTILLERY, FIGHTER, AA)]


def _coming(s: BattleState, power: int, area: int) -> int:
    """How many units a power has ordered for an area."""
    return sum(order.power == power and order.area == area for order in s.orders)


def _owned(s: BattleState, power: int, unit: int) -> int:
    """How many units of a type a power has or has ordered."""
    there = sum(s.unit[p] == unit and s.power[p] == power for pieces in s.stacks.values() for p in pieces)
    return there + sum(order.power == power and order.unit == unit for order in s.orders)


RULES: dict[type[Step[Any]], Callable[[BattleAdvice, BattleState], list[Option]]] = {
    Surprise: _surprise,
    Turn: _turn,
    Group: _group,
    Support: _support,
    Dive: _dive,
    Casualties: _lose,
    Shelled: _lose,
    Press: _press,
    Stand: _stand,
    Bombardment: _bombardment,
    Landing: _landing,
    Build: _build,
}
