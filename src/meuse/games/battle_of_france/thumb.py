"""Rules of thumb for bots: which options of a decision are worth a closer look."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from meuse.engine import Option
from meuse.games.battle_of_france import cards, combat, marches, movement, production
from meuse.games.battle_of_france.components import (
    AA,
    AIR,
    ARTILLERY,
    BOMBER,
    FIGHTER,
    GERMANY,
    INFANTRY,
    SIDE,
    TANK,
    WARSHIPS,
)
from meuse.games.battle_of_france.ground import NOBODY, Force, Survey, attackers, chance, defenders, prospect
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.surprise import eligible

if TYPE_CHECKING:
    from meuse.games.battle_of_france.advice import BattleAdvice

MOST_STARTS = 6
"""From how many areas a turn looks at the best march."""
MOST_FIELDS = 4
"""How many places to land at are looked at."""


# the turn


def _surprise(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """The strongest stack that no city needs appears where the forest is nearest to Paris."""
    _, base, taken = s.stack[-1]
    if base < 0:
        return [max(s.offered("start"), key=lambda o: (_fire(advice, s, o.value), -o.value))]
    if len(taken) < s.game.tables.stacking.land and s.offered("take"):
        return _strongest(s)
    plan = marches.Plan(advice, s, GERMANY)
    return [max(s.offered("to"), key=lambda o: (plan.level[o.value], -o.value))]


def _fire(advice: BattleAdvice, s: BattleState, area: int) -> float:
    if area in advice.german_places:
        return 0.0
    return sum(s.game.attack[GERMANY][s.unit[p]] for p in eligible(s, area))


def _strongest(s: BattleState) -> list[Option]:
    """Take the class that hits hardest."""
    return [max(s.offered("take"), key=lambda o: (_class_fire(s, o), -o.value))]


def _class_fire(s: BattleState, option: Option) -> int:
    area = s.stack[-1][1]
    piece = next(p for p in s.at(area) if s.class_of(p) == s.game.class_behind[option.value])
    return s.game.attack[s.power[piece]][s.unit[piece]]


def _turn(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Shell what can be shelled, then the best marches, ships where they would win."""
    shelling = s.offered("bombard")
    if shelling:
        return shelling[:1]
    plan = marches.Plan(advice, s, s.active)
    best = []
    for option in s.offered("start"):
        found = _best_from(advice, s, plan, option.value, ())
        if found is not None:
            best.append((-found.promise, option.number, option))
    best.sort()
    return [*(option for _, _, option in best[:MOST_STARTS]), s.game.say_done]


class Remembered(NamedTuple):
    """The best march from an area as it was found in some turn, with who could go, and who stood at its goal."""

    turn: tuple[int, int]
    able: frozenset[int]
    there: tuple[int, ...]
    march: marches.March | None

    def holds(self, s: BattleState, base: int, must: tuple[int, ...]) -> bool:
        """Has nothing changed at either end, and can the units in hand be part of it?"""
        if self.turn != (s.round, s.active) or self.able != _able(s, base, must):
            return False
        if self.march is None:
            return not must
        return self.there == s.at(self.march.goal) and marches.kinds(s, must) <= marches.kinds(s, self.march.group)


def _best_from(
    advice: BattleAdvice, s: BattleState, plan: marches.Plan, base: int, must: tuple[int, ...]
) -> marches.March | None:
    """The best march from an area, looked for or remembered."""
    memory = advice.memory
    if memory is None:
        return _look_for(advice, s, plan, base, must)
    known: Remembered | None = memory.get(base)
    if known is None or not known.holds(s, base, must):
        found = _look_for(advice, s, plan, base, must)
        there = s.at(found.goal) if found is not None else ()
        known = memory[base] = Remembered((s.round, s.active), _able(s, base, must), there, found)
    return known.march


def _able(s: BattleState, base: int, must: tuple[int, ...]) -> frozenset[int]:
    """Who can still go from an area, those in hand among them."""
    return frozenset(movement.available(s, base)) | frozenset(must)


def _look_for(
    advice: BattleAdvice, s: BattleState, plan: marches.Plan, base: int, must: tuple[int, ...]
) -> marches.March | None:
    """The best march from an area, over land or out to sea, or else a flight to where aircraft are needed."""
    if s.game.sea >> base & 1:
        return _sortie(advice, s, base, must)
    flying = any(s.unit[piece] in AIR for piece in must)
    found = [] if flying else marches.marches(advice, s, plan, base, must)
    return found[0] if found else _flight(advice, s, plan, base, must)


def _flight(
    advice: BattleAdvice, s: BattleState, plan: marches.Plan, base: int, must: tuple[int, ...]
) -> marches.March | None:
    """Allied aircraft of an area to the city most in danger."""
    group = tuple(sorted(p for p in movement.available(s, base) if s.unit[p] in AIR))
    if s.active == GERMANY or not group or not marches.kinds(s, must) <= marches.kinds(s, group):
        return None
    survey = Survey(s, plan)
    goals = movement.air_goals(s, base, group) & s.landing & ~s.occupied(0)
    need = {area: weight * advice.risk(survey, area, (GERMANY,)) for area, weight in advice.stakes(s).items()}
    gains = [(need[area] - need.get(base, 0.0), area) for area in need if goals >> area & 1]
    gain, goal = max(gains, default=(0.0, base))
    return marches.March(gain, base, goal, group) if gain > 0 else None


def _sortie(advice: BattleAdvice, s: BattleState, base: int, must: tuple[int, ...]) -> marches.March | None:
    """All warships of a zone against weaker enemies near by."""
    ships = tuple(sorted(p for p in movement.available(s, base) if s.unit[p] in WARSHIPS and s.carrier[p] < 0))
    if not ships or not marches.kinds(s, must) <= marches.kinds(s, ships):
        return None
    foe = enemy_of(SIDE[s.active])
    goals = movement.sea_reach(s, base, ships, movement.group_range(s, ships))[2] & s.occupied(foe)
    best = None
    for goal in s.game.board.members(goals):
        odds = chance(attackers(s, ships, goal), defenders(s, goal, foe))
        prize = sum(s.game.cost[s.unit[p]] for p in s.of_side(goal, foe))
        stake = sum(s.game.cost[s.unit[p]] for p in ships)
        promise = odds * prize - (1 - odds) * stake
        if odds >= advice.thumb["bold"] and promise > (best.promise if best else 0):
            best = marches.March(promise, base, goal, ships)
    return best


def _group(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Carry out the best march that the units in hand can be part of."""
    game = s.game
    _, base, group, moved, _, mode = s.stack[-1]
    if moved or mode == "cargo":
        return _go_on(advice, s)
    plan = marches.Plan(advice, s, s.active)
    best = _best_from(advice, s, plan, base, group)
    if best is None:
        return s.offered("stop") or s.options[:1]
    for number in sorted(marches.kinds(s, best.group) - marches.kinds(s, group)):
        return [option for option in s.offered("take") if game.class_behind[option.value] == number][:1]
    going = game.say_to[best.goal]
    if advice.memory is not None and going not in s.options:  # the way has been barred since
        advice.memory.clear()
        return _group(advice, s)
    return [going]


def _go_on(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """On the way: further towards the goal if nobody bars it, or stop."""
    if s.stack[-1][5] not in ("land", "cargo"):
        return s.offered("stop")
    group = s.stack[-1][2]
    plan = marches.Plan(advice, s, s.active)
    foe = enemy_of(SIDE[s.active])
    found = []
    for option in s.offered("to"):
        goal = option.value
        if s.game.sea >> goal & 1:
            continue
        if s.occupied(foe) >> goal & 1:
            if chance(attackers(s, group, goal), defenders(s, goal, foe)) < advice.thumb["bold"]:
                continue
        found.append((-plan.level[goal], option.number, option))
    found.sort()
    return [*(option for _, _, option in found[:3]), *s.offered("stop")]


# combat


def _odds(s: BattleState) -> float:
    """The attacker's chance in the battle under way."""
    assert s.battle
    force = attackers(s, combat.attackers(s), s.battle[0])
    others = NOBODY
    for piece in combat.defenders(s):
        if s.unit[piece] != AA:
            value = cards.combat_value(s, s.power[piece], s.unit[piece], "defence", s.battle[0])
            others = Force(others.units + s.game.hits[s.unit[piece]] - s.hits[piece], others.hits + value)
    return chance(force, others)


def _support(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Call aircraft in while the battle is not as good as won; what is no city has to do with fewer."""
    assert s.battle
    calls = s.offered("call")
    sure = advice.thumb["sure"] if s.battle[0] in s.game.cities else advice.thumb["likely"]
    return calls[:1] if calls and _odds(s) < sure else [s.game.say_fight]


def _dive(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Submarines go under when the battle goes against them."""
    odds = _odds(s)
    losing = odds < 0.4 if s.stack[-1][1] == combat.ATTACK else odds > 0.6
    return [s.game.say_submerge if losing else s.game.say_fire]


def _lose(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Give up what fights worst, and ships' armour before ships."""
    _, role, *_ = s.stack[-1]
    attacking = role == combat.ATTACK
    pieces = combat.Casualties.bearers(s, role)
    return [min(s.options, key=lambda o: (*_price_of_loss(s, pieces[o.value], attacking), o.number))]


def _shelled(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Give up what fights worst."""
    pieces = s.classes(s.at(s.stack[-1][1]))
    return [min(s.options, key=lambda o: (*_price_of_loss(s, pieces[o.value], attacking=False), o.number))]


def _price_of_loss(s: BattleState, piece: int, attacking: bool) -> tuple[bool, int, int]:
    """Is it gone, what would it hit with, what did it cost?"""
    unit, power = s.unit[piece], s.power[piece]
    gone = s.hits[piece] + 1 >= s.game.hits[unit]
    return gone, (s.game.attack if attacking else s.game.defence)[power][unit], s.game.cost[unit]


def _press(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Fight on while the odds are fair, or while others stand behind who will finish it."""
    assert s.battle
    if s.game.say_withdraw not in s.options or _odds(s) >= advice.thumb["stubborn"]:
        return [s.game.say_press]
    force = attackers(s, combat.attackers(s), s.battle[0])
    if s.battle[0] in advice.allied_places and marches.wave_goes_in(advice, s, s.battle[0], force):
        return [s.game.say_press]
    return [s.game.say_withdraw]


def _stand(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Leave a lost field, but not a city that decides the war, to wherever most friends are."""
    assert s.battle
    ways = s.offered("retreat")
    place = s.battle[0]
    dear = place in advice.allied_places or place in advice.german_places
    if not ways or dear or _odds(s) <= advice.thumb["flee"]:
        return [s.game.say_stand]
    side = enemy_of(SIDE[s.active])
    return [max(ways, key=lambda o: (defenders(s, o.value, side).hits, -o.number))]


def _bombardment(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """All ships fire."""
    return s.offered("take")[:1] or s.offered("fire")


def _landing(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Aircraft land in a city that needs them, or among their own as near the front as that allows."""
    side = SIDE[s.active]
    plan = marches.Plan(advice, s, s.active)
    cities = advice.german_places if s.active == GERMANY else advice.allied_places
    order = sorted(s.options, key=lambda o: (-min(defenders(s, o.value, side).hits, 8) - plan.level[o.value], o.number))
    return [*order[:1], *(option for option in order[1:] if option.value in cities)][:MOST_FIELDS]


# building


def _build(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Germany buys what attacks best, the Allies what the city most in danger needs."""
    power = s.stack[-1][1]
    wanted = _for_the_attack(advice, s) if power == GERMANY else _for_the_defence(advice, s, power)
    full = production.BuildStep.full(s, power)
    offered = {s.game.build_keys[option.value]: option for option in s.offered("build")}
    for unit, area in wanted:
        if (unit, area) in offered and (unit in AIR or unit == AA or area not in full):
            return [offered[unit, area]]
    return [s.game.say_done]


def _for_the_attack(advice: BattleAdvice, s: BattleState) -> list[tuple[int, int]]:
    """Tanks and some bombers, then guns and infantry, as near the goal as can be."""
    plan = marches.Plan(advice, s, GERMANY)
    planes = _owned(s, GERMANY, BOMBER) + _owned(s, GERMANY, FIGHTER)
    few = planes < advice.thumb["planes"] * _owned(s, GERMANY, TANK)
    wishes = (BOMBER, TANK, ARTILLERY, INFANTRY) if few else (TANK, ARTILLERY, INFANTRY, BOMBER)
    places = sorted(s.game.cities, key=lambda area: (_coming(s, GERMANY, area) - plan.level[area], area))
    return [(unit, area) for unit in wishes for area in places]


def _for_the_defence(advice: BattleAdvice, s: BattleState, power: int) -> list[tuple[int, int]]:
    """Infantry into the city most in danger, a fighter where there is no room for it, or a gun."""
    survey = Survey(s, marches.Plan(advice, s, power))
    stakes = advice.stakes(s)
    germans = s.game.board.members(s.masks[GERMANY] & s.game.land)
    need = {}
    for area in s.game.cities:
        there = defenders(s, area, 1)
        coming = _coming(s, power, area)
        there = Force(there.units + coming, there.hits + coming * s.game.defence[power][INFANTRY])
        weight = stakes.get(area, advice.thumb["spare"])
        near = min((advice.away[area][place] for place in germans), default=0)
        need[area] = weight * prospect(survey.against(area, (GERMANY,)), there.strength) - 0.01 * (near + there.units)
    places = sorted(need, key=lambda area: (-need[area], area))
    return [(unit, area) for area in places for unit in (INFANTRY, ARTILLERY, FIGHTER, AA)]


def _coming(s: BattleState, power: int, area: int) -> int:
    """How many units a power has ordered for an area."""
    return sum(1 for owner, _, place in s.orders if owner == power and place == area)


def _owned(s: BattleState, power: int, unit: int) -> int:
    """How many units of a type a power has or has ordered."""
    there = sum(1 for pieces in s.stacks.values() for p in pieces if s.unit[p] == unit and s.power[p] == power)
    return there + sum(1 for owner, kind, _ in s.orders if owner == power and kind == unit)


RULES: dict[str, Callable[[BattleAdvice, BattleState], list[Option]]] = {
    "surprise": _surprise,
    "turn": _turn,
    "group": _group,
    "support": _support,
    "dive": _dive,
    "casualties": _lose,
    "shelled": _shelled,
    "press": _press,
    "stand": _stand,
    "bombardment": _bombardment,
    "landing": _landing,
    "build": _build,
}
