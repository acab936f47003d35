"""Rules of thumb for bots: which options of a decision are worth a closer look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

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
from meuse.games.battle_of_france.ground import NOBODY, Force, attackers, chance, defenders
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.surprise import eligible

if TYPE_CHECKING:
    from meuse.games.battle_of_france.advice import BattleAdvice

MOST_STARTS = 3
"""From how many areas a turn looks at the best march."""


def shortlist(advice: BattleAdvice, s: BattleState) -> Sequence[Option]:
    """The options worth judging, the most promising first."""
    rule = RULES.get(s.stack[-1][0])
    return (rule(advice, s) if rule is not None else None) or s.options


def _by_verb(s: BattleState, *verbs: str) -> list[Option]:
    return [option for option in s.options if option.verb in verbs]


# the turn


def _surprise(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """The strongest stack that no city needs appears where the forest is nearest to Paris."""
    _, base, taken = s.stack[-1]
    if base < 0:
        return [max(_by_verb(s, "start"), key=lambda o: (_fire(advice, s, o.value), -o.value))]
    if len(taken) < s.game.tables.stacking.land and _by_verb(s, "take"):
        return _strongest(s)
    plan = marches.Plan(advice, s, GERMANY)
    return [max(_by_verb(s, "to"), key=lambda o: (plan.level[o.value], -o.value))]


def _fire(advice: BattleAdvice, s: BattleState, area: int) -> float:
    if area in advice.german_places:
        return 0.0
    return sum(s.game.attack[GERMANY][s.unit[p]] for p in eligible(s, area))


def _strongest(s: BattleState) -> list[Option]:
    """Take the class that hits hardest."""
    return [max(_by_verb(s, "take"), key=lambda o: (_class_fire(s, o), -o.value))]


def _class_fire(s: BattleState, option: Option) -> int:
    area = s.stack[-1][1]
    piece = next(p for p in s.at(area) if s.class_of(p) == option.value)
    return s.game.attack[s.power[piece]][s.unit[piece]]


def _turn(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Shell what can be shelled, then the best marches, ships where they would win."""
    shelling = _by_verb(s, "bombard")
    if shelling:
        return shelling[:1]
    plan = marches.Plan(advice, s, s.active)
    best = []
    for option in _by_verb(s, "start"):
        found = _best_from(advice, s, plan, option.value, ())
        if found is not None:
            best.append((-found.promise, option.number, option))
    best.sort()
    return [*(option for _, _, option in best[:MOST_STARTS]), s.game.say_done]


def _best_from(
    advice: BattleAdvice, s: BattleState, plan: marches.Plan, base: int, must: tuple[int, ...]
) -> marches.March | None:
    """The best march from an area: over land, or out to sea."""
    if s.game.sea >> base & 1:
        return _sortie(advice, s, base, must)
    found = marches.marches(advice, s, plan, base, must)
    return found[0] if found else None


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
    if moved or mode in ("air", "cargo"):
        return _go_on(advice, s)
    plan = marches.Plan(advice, s, s.active)
    best = _best_from(advice, s, plan, base, group)
    if best is None:
        return _by_verb(s, "stop") or s.options[:1]
    for number in sorted(marches.kinds(s, best.group) - marches.kinds(s, group)):
        return [game.say_take[number]]
    return [game.say_to[best.goal]]


def _go_on(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """On the way: further towards the goal if nobody bars it, or stop."""
    if s.stack[-1][5] not in ("land", "cargo"):
        return _by_verb(s, "stop")
    group = s.stack[-1][2]
    plan = marches.Plan(advice, s, s.active)
    foe = enemy_of(SIDE[s.active])
    found = []
    for option in _by_verb(s, "to"):
        goal = option.value
        if s.game.sea >> goal & 1:
            continue
        if s.occupied(foe) >> goal & 1:
            if chance(attackers(s, group, goal), defenders(s, goal, foe)) < advice.thumb["bold"]:
                continue
        found.append((-plan.level[goal], option.number, option))
    found.sort()
    return [*(option for _, _, option in found[:3]), *_by_verb(s, "stop")]


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
    """Call aircraft in while the battle is not as good as won."""
    calls = _by_verb(s, "call")
    return calls[:1] if calls and _odds(s) < 0.9 else [s.game.say_fight]


def _dive(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Submarines go under when the battle goes against them."""
    odds = _odds(s)
    losing = odds < 0.4 if s.stack[-1][1] == combat.ATTACK else odds > 0.6
    return [s.game.say_submerge if losing else s.game.say_fire]


def _lose(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Give up what fights worst, and ships' armour before ships."""
    _, role, *_ = s.stack[-1]
    attacking = role == combat.ATTACK
    pieces = s.classes(combat.attackers(s) if attacking else combat.defenders(s))
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
    """Fight on while the odds are fair."""
    if s.game.say_withdraw in s.options and _odds(s) < advice.thumb["stubborn"]:
        return [s.game.say_withdraw]
    return [s.game.say_press]


def _stand(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Leave a lost field, but not a city that decides the war, to wherever most friends are."""
    assert s.battle
    ways = _by_verb(s, "retreat")
    place = s.battle[0]
    dear = place in advice.allied_places or place in advice.german_places
    if not ways or dear or _odds(s) <= advice.thumb["flee"]:
        return [s.game.say_stand]
    side = enemy_of(SIDE[s.active])
    return [max(ways, key=lambda o: (defenders(s, o.value, side).hits, -o.number))]


def _bombardment(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """All ships fire."""
    return _by_verb(s, "take")[:1] or _by_verb(s, "fire")


def _landing(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Aircraft land among their own, as near the front as that allows."""
    side = SIDE[s.active]
    plan = marches.Plan(advice, s, s.active)
    return [max(s.options, key=lambda o: (min(defenders(s, o.value, side).hits, 8) + plan.level[o.value], -o.number))]


# building


def _build(advice: BattleAdvice, s: BattleState) -> list[Option]:
    """Tanks and guns for the attack, infantry for the defence, and aircraft where there is no room for more."""
    power = s.stack[-1][1]
    wishes = (TANK, ARTILLERY, INFANTRY, BOMBER) if power == GERMANY else (INFANTRY, ARTILLERY, FIGHTER)
    full = production.BuildStep.full(s, power)
    plan = marches.Plan(advice, s, power)
    for unit in wishes:
        found = []
        for option in _by_verb(s, "build"):
            kind, area = s.game.build_keys[option.value]
            if kind == unit and (unit in AIR or area not in full):
                found.append((-_need(advice, s, power, area, plan), option.number, option))
        if found:
            return [min(found)[2]]
    return [s.game.say_done]


def _need(advice: BattleAdvice, s: BattleState, power: int, area: int, plan: marches.Plan) -> float:
    """Where new units are wanted most: near the goal for the Germans, in the barest city for the Allies."""
    coming = sum(1 for owner, _, place in s.orders if owner == power and place == area)
    if power == GERMANY:
        return plan.level[area] - coming
    bare = defenders(s, area, 1).units + coming
    near = min(advice.away[area][place] for place in s.game.board.members(s.masks[GERMANY] & s.game.land))
    return 10.0 - bare - near


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
