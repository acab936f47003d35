"""What can be chosen, in words, and the counter or space that is touched to choose it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from meuse.engine import Frame, Option
from meuse.engine.scene import Choice
from meuse.games.battle_of_france import bombardment, cards, combat, movement, surprise
from meuse.games.battle_of_france.components import SIDE, STAR, SUBMARINE, TRANSPORT, UNITS
from meuse.games.battle_of_france.state import BattleState, enemy_of

BUTTONS = {
    ("turn", "done"): "End the turn",
    ("build", "done"): "Buy no more",
    ("surprise", "decline"): "Forgo the surprise for good",
    ("group", "stop"): "Stay here: the move is over",
    ("dash", "stop"): "Stay here",
    ("support", "fight"): "Fight",
    ("bombardment", "fire"): "Open fire",
    ("dive", "fire"): "Fire with all submarines that are left",
    ("press", "press"): "Press the attack",
    ("press", "withdraw"): "Break off the attack",
    ("stand", "stand"): "Stand and fight on",
}
"""Words that touch nothing, by step."""
ROLLS = {("support", "fight"), ("press", "press"), ("bombardment", "fire")}
"""Buttons whose dice can be foretold."""
SPACES = {
    ("turn", "start"): "Start from",
    ("surprise", "start"): "Take units from",
    ("turn", "bombard"): "Bombard",
    ("stand", "retreat"): "Retreat to",
    ("landing", "land"): "Land in",
    ("scatter", "land"): "Land in",
    ("surprise", "to"): "Appear in",
    ("sail_off", "to"): "Withdraw to",
    ("shed_to", "to"): "Move to",
}
"""What is said before the name of a space, by step."""
UNITS_SAID = {"take": "Take", "lose": "Lose", "shed": "Move off", "aboard": "Go aboard"}
"""What is said before a kind of unit."""
STARRED = {"group": ", just loaded", "boarding": " that has moved", "bombardment": " that has moved"}
"""What is said of a ship that is not as fresh as others like it, by step."""


class Asked(NamedTuple):
    """The decision, and what its choices are made from."""

    s: BattleState
    frame: Frame
    power: int
    """Who decides."""
    ids: dict[int, str]
    touched: dict[int, int]
    """The piece meant by each option that names a unit, by the option's value."""
    ways: Ways


class Ways(NamedTuple):
    """How far it is to each space a group can go to, and the space before it."""

    cost: dict[int, int]
    before: dict[int, int]


NO_WAYS = Ways({}, {})


def choices(s: BattleState, ids: dict[int, str]) -> tuple[Choice, ...]:
    """Every option of the decision, in its order."""
    frame = s.stack[-1]
    power = s.game.steps[frame[0]].side(s, frame)
    asked = Asked(s, frame, power, ids, _touched(s, frame), _ways(s, frame))
    return tuple([_choice(asked, option) for option in s.options])


def _choice(asked: Asked, option: Option) -> Choice:
    step, verb = asked.frame[0], option.verb
    words = BUTTONS.get((step, verb))
    if words is not None:
        return Choice(verb, words, verb, odds=(step, verb) in ROLLS)
    words = SPACES.get((step, verb))
    if words is not None:
        return Choice(str(option), f"{words} {asked.s.spoken(option.value)}", verb, place=option.object)
    return SPOKEN[verb](asked, option)


# counters


def _touched(s: BattleState, f: Frame) -> dict[int, int]:
    if f[0] == "support":
        return {s.game.say_call[key].value: piece for key, piece in combat.Support.callable(s).items()}
    match f[0]:
        case "group":
            return movement.GroupStep.companions(s, f)
        case "surprise" if f[1] >= 0:
            return s.classes(p for p in surprise.eligible(s, f[1]) if p not in f[2])
        case "bombardment":
            return bombardment.Bombardment.ships(s, f)
        case "boarding":
            return movement.Boarding.ships(s, f[1])
        case "casualties":
            return combat.Casualties.bearers(s, f[1])
        case "shelled":
            return s.classes(bombardment.Shelled.targets(s, f[1]))
        case "surplus":
            return s.classes(p for p in s.at(f[1]) if s.power[p] == s.active)
    return {}


def _told_apart(asked: Asked, option: Option) -> str:
    """How a piece differs from others of its class that could be meant."""
    s, piece = asked.s, asked.touched[option.value]
    if option.value < len(s.game.class_names):
        return ""
    starred = STARRED[asked.frame[0]] if option.object.endswith(STAR) else ""
    if s.unit[piece] == TRANSPORT:
        return starred
    if s.carrier[piece] >= 0:
        return f" from a {s.game.catalogue.kind(s.power[s.carrier[piece]], TRANSPORT)}"
    return f" from {s.spoken(s.where[piece])}{starred}"


def _unit(asked: Asked, option: Option) -> Choice:
    kind = asked.s.game.catalogue.kinds[asked.s.game.class_behind[option.value]]
    what = kind.called if kind.power == asked.power else kind.foreign
    words = "Let the hit damage" if option.verb == "lose" and kind.steps > 1 else UNITS_SAID[option.verb]
    counter = asked.ids[asked.touched[option.value]]
    return Choice(str(option), f"{words} {what}{_told_apart(asked, option)}", option.verb, piece=counter)


def _call(asked: Asked, option: Option) -> Choice:
    s = asked.s
    unit, base = s.game.call_keys[option.value]
    label = f"Call in {s.game.catalogue.one(unit)} from {s.spoken(base)}"
    counter = asked.ids[asked.touched[option.value]]
    return Choice(str(option), label, option.verb, piece=counter, place=s.label(base))


def _submerge(asked: Asked, option: Option) -> Choice:
    s = asked.s
    own = combat.attackers(s) if asked.frame[1] == combat.ATTACK else combat.defenders(s)
    diver = next(p for p in own if s.unit[p] == SUBMARINE)
    return Choice("submerge", "Submerge a submarine", "submerge", piece=asked.ids[diver])


# spaces


def _ways(s: BattleState, f: Frame) -> Ways:
    """The way to every space in reach of the group in hand; aircraft fly straight there."""
    if f[0] == "dash":
        return _marched(s, f[1], *movement.land_reach(s, f[1], f[2], 1, f[3]))
    if f[0] != "group" or not f[2]:
        return NO_WAYS
    _, area, group, moved, _, mode = f
    match mode:
        case "land":
            reach = movement.land_reach(s, area, group, moved, movement.group_range(s, group) - moved)
        case "sea":
            reach = movement.sea_reach(s, area, group, movement.group_range(s, group) - moved)
        case "air":
            away = s.game.board.distances(area)
            return Ways(dict(enumerate(away)), {})
        case _:
            return NO_WAYS
    return _marched(s, area, *reach)


def _marched(s: BattleState, start: int, levels: list[int], stop: int, goals: int) -> Ways:
    board = s.game.board
    ways = Ways({}, {})
    for goal in board.members(goals):
        path = (start, *board.path(levels, stop, goal))
        ways.cost[goal], ways.before[goal] = len(path) - 1, path[-2]
    return ways


def _to(asked: Asked, option: Option) -> Choice:
    s, goal = asked.s, option.value
    start: int = asked.frame[1]
    cost, before = asked.ways.cost.get(goal), asked.ways.before.get(goal, start)
    words, fights = _going(asked, goal)
    return Choice(
        action=str(option),
        label=f"{words} {s.spoken(goal)}",
        verb="to",
        place=option.object,
        cost=str(cost) if cost is not None else "",
        via=s.label(before) if before != goal else "",
        odds=fights and asked.frame[0] == "group",
    )


def _going(asked: Asked, goal: int) -> tuple[str, bool]:
    """What going there is called, and whether it is a fight."""
    s, mode = asked.s, asked.frame[5] if asked.frame[0] == "group" else "land"
    at_sea = s.game.sea >> goal & 1
    if mode == "land" and at_sea:
        return "Go aboard in", False
    if s.occupied(enemy_of(SIDE[s.active])) >> goal & 1:
        return "Attack", True
    if mode == "air":
        return "Fly to", False
    if not at_sea and not s.held(SIDE[s.active]) >> goal & 1:
        return "Capture", False
    return "Go ashore in" if mode == "cargo" else "Go to", False


def _build(asked: Asked, option: Option) -> Choice:
    s = asked.s
    unit, area = s.game.build_keys[option.value]
    price = cards.price(s, asked.power, unit)
    label = f"Build {s.game.catalogue.one(unit)} in {s.spoken(area)} ({price})"
    return Choice(str(option), label, "build", place=s.label(area), cost=str(price))


SPOKEN: dict[str, Callable[[Asked, Option], Choice]] = {
    **dict.fromkeys(UNITS_SAID, _unit),
    "call": _call,
    "submerge": _submerge,
    "to": _to,
    "build": _build,
}


# touching


def objects(piece: str, place: str) -> tuple[str, ...]:
    """What a counter or a space may be called in an action: its class, its cargo, its space, or a type for a space."""
    names = []
    if piece:
        area, _, rest = piece.partition("/")
        name = rest.partition("/")[0]
        ship, *cargo = name.split("+")
        unit = ship.partition(".")[2].partition("-")[0]
        names += [name, *cargo, area, f"{unit}@{area}", f"{name}@{area}", f"{name}{STAR}"]
    if place:
        names += [place, *(f"{unit}@{place}" for unit in UNITS)]
    return tuple(dict.fromkeys(names))
