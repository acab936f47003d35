"""Where groups should go, for the bots: what pulls units, and the marches and attacks worth thinking of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from meuse.games.battle_of_france import cards, movement
from meuse.games.battle_of_france.components import (
    AA,
    AIR,
    ALLIES,
    BRITAIN,
    GERMANY,
    INFANTRY,
    LAND,
    MECHANIZED,
    SIDE,
    TANK,
)
from meuse.games.battle_of_france.ground import FARTHEST, Force, attackers, chance, defenders, losses, prospect
from meuse.games.battle_of_france.state import BattleState, enemy_of

if TYPE_CHECKING:
    from meuse.games.battle_of_france.advice import BattleAdvice

Group = tuple[int, ...]


class Plan:
    """What a power is after: how strongly each area draws its units."""

    def __init__(self, advice: BattleAdvice, s: BattleState, side: int) -> None:
        self.side = side
        self.near = advice.near
        pulls = _german_pulls(advice, s) if side == GERMANY else _allied_pulls(advice, s, side)
        self.level = advice.levels(pulls)
        own = [
            self.level[area]
            for area, pieces in s.stacks.items()
            for piece in pieces
            if s.power[piece] == side and s.unit[piece] in LAND
        ]
        self.planes: dict[int, list[int]] = {}
        """The aircraft that could be called in, where that was asked already."""
        self.mean = sum(own) / len(own) if own else 0.0


def _german_pulls(advice: BattleAdvice, s: BattleState) -> dict[int, float]:
    """Paris above all, then the minor cities not yet taken, Brussels, and whoever stands in Germany."""
    game, thumb = s.game, advice.thumb
    victory = game.tables.victory
    capital = {game.board.numbers[name]: thumb["paris"] for name in victory.capitals[:1]}
    minor = {game.board.numbers[name]: thumb["minor"] for name in victory.allied_minors}
    cities = dict.fromkeys(advice.other_cities, thumb["rich"])
    wanted = {area: pull for area, pull in (capital | minor | cities).items() if not s.control[GERMANY] >> area & 1}
    lost = s.held(1) & game.original[GERMANY]
    return wanted | dict.fromkeys(game.board.members(lost), thumb["home"])


def _allied_pulls(advice: BattleAdvice, s: BattleState, side: int) -> dict[int, float]:
    """The cities the Germans want and could reach, those they have taken, and for the British those in Germany."""
    game, thumb = s.game, advice.thumb
    found = dict.fromkeys(advice.german_places, thumb["rhine"]) if side == BRITAIN else {}
    for area, weight in advice.allied_places.items():
        if s.control[GERMANY] >> area & 1:
            found[area] = thumb["home"]
        elif s.stacking(area, 1) < game.tables.stacking.land:
            found[area] = thumb["guard"] * (0.8 + 0.2 * weight)
    for area in game.board.members(s.masks[GERMANY] & game.land & ~game.original[GERMANY]):
        found[area] = max(found.get(area, 0.0), thumb["front"])
    return found


def kinds(s: BattleState, group: Group) -> Counter[int]:
    """How many units of each class are in a group: pieces of one class are as good as each other."""
    return Counter(s.class_of(piece) for piece in group)


class March(NamedTuple):
    """A group, where it should go, and what that promises."""

    promise: float
    base: int
    goal: int
    group: Group


def marches(advice: BattleAdvice, s: BattleState, plan: Plan, base: int, must: Group = ()) -> list[March]:
    """The marches and attacks over land worth thinking of from one area, with these units at least."""
    found = []
    for group in _groups(advice, s, base, must):
        steps = movement.group_range(s, group)
        goals = movement.land_reach(s, base, group, 0, steps)[2]
        for goal in s.game.board.members(goals):
            promise = _promise(advice, s, plan, base, goal, group)
            if promise > 0:
                found.append(March(promise, base, goal, group))
    return sorted(found, reverse=True)


def _groups(advice: BattleAdvice, s: BattleState, base: int, must: Group) -> list[Group]:
    """All that can be spared, the fast ones alone, and all but the infantry."""
    able = [p for p in movement.available(s, base) if s.carrier[p] < 0 and s.unit[p] in LAND]
    if not able:
        return []
    able.sort(key=lambda p: (-s.game.attack[s.power[p]][s.unit[p]], s.unit[p], p))
    limit = s.game.tables.stacking.land
    spared = _spared(advice, s, base, able)
    fast = [p for p in spared if s.unit[p] in (TANK, MECHANIZED)]
    seats = sum(s.unit[p] == MECHANIZED for p in fast)
    riders = [p for p in spared if s.unit[p] == INFANTRY][:seats]
    choices = [spared, [*fast, *riders], fast, [p for p in spared if s.unit[p] == TANK], spared[:-1], spared[:1]]
    found: dict[Group, None] = {}
    for choice in choices:
        group = tuple(sorted(choice[:limit]))
        if group and kinds(s, must) <= kinds(s, group):
            found[group] = None
    if must and not found:
        found[tuple(sorted(must))] = None
    return list(found)


def _spared(advice: BattleAdvice, s: BattleState, base: int, able: list[int]) -> list[int]:
    """Who may leave an area: all, or all but a garrison where a city is in reach of the enemy."""
    own = advice.german_places if s.active == GERMANY else advice.allied_places
    if base not in own:
        return able
    here = [p for p in s.of_side(base, SIDE[s.active]) if s.unit[p] in LAND and s.unit[p] != AA]
    away = advice.away[base]
    enemies = ALLIES if s.active == GERMANY else (GERMANY,)
    feared = [power for power in enemies if not movement.ban(s, power) >> base & 1]
    near = any(away[area] <= FARTHEST for power in feared for area in s.game.board.members(s.masks[power]))
    stay = int(advice.thumb["garrison" if s.active == GERMANY else "watch"]) if near else 0
    staying = max(0, stay - (len(here) - len(able)))
    return able[: len(able) - staying] if staying else able


def _planes_for(s: BattleState, plan: Plan, area: int) -> list[int]:
    """The aircraft that could still be called in for an attack."""
    if area not in plan.planes:
        plan.planes[area] = _planes_in_reach(s, area)
    return plan.planes[area]


def _planes_in_reach(s: BattleState, area: int) -> list[int]:
    if (s.game.forest | movement.ban(s, s.active)) >> area & 1:
        return []
    return [
        piece
        for base in s.game.board.members(s.masks[s.active] & s.game.land)
        for piece in s.at(base)
        if s.unit[piece] in AIR and movement.may_go(s, piece) and movement.can_strike(s, piece, area)
    ]


def _waves(advice: BattleAdvice, s: BattleState, area: int) -> float:
    """The strength of all who could still come to an area in this turn, wave after wave."""
    total = 0.0
    for base in s.game.board.members(s.masks[s.active] & s.game.land & ~(1 << area)):
        steps = advice.away[area][base]
        if steps > FARTHEST:
            continue
        able = [p for p in movement.available(s, base) if s.unit[p] in LAND]
        able = [p for p in able if cards.movement_range(s, s.active, s.unit[p]) >= steps]
        total += attackers(s, able, area).strength
    return total


def _promise(advice: BattleAdvice, s: BattleState, plan: Plan, base: int, goal: int, group: Group) -> float:
    """What a march brings: ground gained, and for an attack what falls on both sides."""
    side = SIDE[s.active]
    climb = sum((plan.level[goal] - plan.level[base]) * (1 + s.game.attack[s.active][s.unit[p]]) for p in group) * 0.2
    taken = 0.0 if s.held(side) >> goal & 1 else _prize(advice, s, goal)
    if not s.occupied(enemy_of(side)) >> goal & 1:
        return climb + taken
    force, others = attackers(s, (*group, *_planes_for(s, plan, goal)), goal), defenders(s, goal, enemy_of(side))
    odds = chance(force, others)
    if odds < advice.thumb["bold"] and (goal not in advice.allied_places or not wave_goes_in(advice, s, goal, force)):
        return 0.0
    ours, theirs = losses(force, others)
    stake = sum(cards.price(s, s.active, s.unit[p]) for p in group)
    foes = sum(s.game.cost[s.unit[p]] for p in s.of_side(goal, enemy_of(side)))
    return odds * (taken + max(climb, 0.0)) + theirs * foes - ours * stake


def wave_goes_in(advice: BattleAdvice, s: BattleState, goal: int, force: Force) -> bool:
    """Does an attack that would fail alone wear the defenders of a city down for those behind it?"""
    others = defenders(s, goal, enemy_of(SIDE[s.active])).strength
    return prospect(max(_waves(advice, s, goal), force.strength), others) >= advice.thumb["wave"]


def _prize(advice: BattleAdvice, s: BattleState, area: int) -> float:
    """What it is worth to take an area."""
    if area in advice.capital_places or area in advice.german_places:
        return advice.thumb["war"]
    if area in advice.minor_places:
        return advice.thumb["step"]
    return advice.thumb["city"] if area in s.game.cities else advice.thumb["ground"]
