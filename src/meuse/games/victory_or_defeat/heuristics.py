"""Heuristics for bots: which options of a decision are worth a closer look."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meuse.engine import Option
from meuse.games.victory_or_defeat import movement, objectives, west_wall
from meuse.games.victory_or_defeat.aftermath import Advance, Loss, RetreatTo
from meuse.games.victory_or_defeat.airborne import Coup
from meuse.games.victory_or_defeat.combat import Battle, Combat, beside, defenders, odds, ready
from meuse.games.victory_or_defeat.dynamo import Dynamo
from meuse.games.victory_or_defeat.ground import FAR, ground, panzers
from meuse.games.victory_or_defeat.movement import March, Movement
from meuse.games.victory_or_defeat.replacements import Restore
from meuse.games.victory_or_defeat.sequence import Order
from meuse.games.victory_or_defeat.setting import BELGIUM, BRITISH, GERMAN, LUXEMBOURG, NETHERLANDS, SIDES
from meuse.games.victory_or_defeat.setup import Deploy, Setup, Sickle
from meuse.games.victory_or_defeat.stacking import without_room
from meuse.games.victory_or_defeat.state import WarState, other

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.advice import WarAdvice

MOST_GOALS = 5
"""How many hexes a march looks at."""
MOST_TARGETS = 4
"""How many hexes a side thinks of attacking."""
OUT = 100
"""More than any unit can gain on the map."""
INVADED = (BELGIUM, LUXEMBOURG, NETHERLANDS)
"""The neutrals the German side overruns; it leaves the Swiss in peace."""


# set-up and sequence


def _mans_the_wall(s: WarState) -> bool:
    return s.to_act == SIDES[GERMAN] and not ground(s.setting).by_points


def _setup(advice: WarAdvice, s: WarState) -> list[Option]:
    """The ready set-up; only the West Wall is manned by hand against an offensive, the strongest divisions first."""
    if _mans_the_wall(s):
        return [max(s.offered("place"), key=lambda o: (s.defence_factor(o.value), -o.value))]
    return s.offered("ready")


def _deploy(advice: WarAdvice, s: WarState) -> list[Option]:
    """A division is posted where the wall lacks most."""
    if not _mans_the_wall(s):
        return []
    return [s.setting.say["at"][west_wall.post(s, advice.heuristic)]]


def _order(advice: WarAdvice, s: WarState) -> list[Option]:
    """Move up and then attack; and let the enemy attack before he can move up."""
    step: Order = s.agenda[-1]
    return [s.setting.say["order"][0 if step.mover == step.chooser else 1]]


def _coup(advice: WarAdvice, s: WarState) -> list[Option]:
    """Paratroops fall on lone forts and on lone garrisons of cities."""
    cities = s.setting.cities
    lone = [o for o in s.offered("coup") if len(s.at(o.value)) == 1]
    return [o for o in lone if s.fort_at(o.value) is not None or cities >> o.value & 1]


# movement


def _movement(advice: WarAdvice, s: WarState) -> list[Option]:
    """The unit that has most to gain goes first; when none gains, the phase is over."""
    setting, side = s.setting, s.agenda[-1].mover
    for country in INVADED:
        option = setting.say["declare"][country]
        if side == GERMAN and option in s.options:
            return [option]
    chosen = _most_to_gain(s, advice.aims(s, side), s.offered("move"))
    if chosen is not None:
        return [chosen]
    return s.offered("done") or s.offered("move")[:1]


def _most_to_gain(s: WarState, plan: objectives.Aims, moves: list[Option]) -> Option | None:
    """The move that brings most, if any does: what was computed earlier in the phase is computed again for the best."""
    fresh: set[int] = set()
    while True:
        best, chosen = 0, None
        for option in moves:
            if option.value not in plan.gains:
                plan.gains[option.value] = _gain(s, plan, option.value)
                fresh.add(option.value)
            if plan.gains[option.value] > best:
                best, chosen = plan.gains[option.value], option
        if chosen is None or chosen.value in fresh:
            return chosen
        del plan.gains[chosen.value]


def _gain(s: WarState, plan: objectives.Aims, piece: int) -> int:
    """How many hexes nearer a unit could come to where it is sent; to leave the map is best of all."""
    kind = objectives.kind_of(s, piece)
    if kind is not None and objectives.ways_out(s, kind) >> s.where[piece] & 1:
        return OUT
    way = plan.ways.get(piece)
    if way is None or (plan.start[piece] == 1 and way.rings[0] & s.occupied(other(plan.side))):
        return 0
    return plan.start[piece] - way.nearest(_within_reach(s, plan.side, piece), FAR)


def _within_reach(s: WarState, side: int, piece: int) -> int:
    """Where a unit could end its move, with a middling roll where it must roll."""
    setting, here = s.setting, s.where[piece]
    points = 3 if movement.rolls_for_movement(s, piece) else movement.base_factor(s, piece)
    if s.diced >> piece & 1:
        points = s.left[piece]
    nation = setting.nation[piece]
    stop, first = movement.stopping(s, side, (piece,), here)
    enter = ~movement.closed_to(s, nation)
    reached = setting.board.reach(here, points, movement.costs(s, nation), enter, stop, first).all()
    return reached & ~without_room(s, nation, reached)


def _march(advice: WarAdvice, s: WarState) -> list[Option]:
    """Off the map where that scores, else towards where the unit is sent."""
    setting = s.setting
    at_once = _leaving(s) or s.offered("roll")
    if at_once:
        return at_once
    piece, stop = s.agenda[-1].group[0], s.offered("stop")
    way = advice.aims(s, setting.side_of[piece]).ways.get(piece)
    if way is None:
        return stop
    goals = sum(1 << option.value for option in s.offered("to"))
    goals &= ~without_room(s, setting.nation[piece], goals)
    nearest: list[Option] = []
    for ring in way.rings:
        nearest += [setting.say["to"][hexa] for hexa in setting.board.members(ring & goals)]
        if len(nearest) >= MOST_GOALS:
            break
    return [*nearest[:MOST_GOALS], *stop]


def _leaving(s: WarState) -> list[Option]:
    """A panzer corps leaves where that earns a point, the British wherever they can get home."""
    if s.setting.nation[s.agenda[-1].group[0]] == BRITISH:
        return s.offered("evacuate", "exit", "ship")[:1]
    edges = ("brittany", "mediterranean")
    return [option for option in s.offered("exit") if edges[option.value] not in s.scored]


# combat


def _combat(advice: WarAdvice, s: WarState) -> list[Option]:
    """The attacks that promise most, and the choice of making none."""
    promising = []
    for option in s.offered("attack"):
        promise = _promise(advice, s, s.agenda[-1].mover, option.value)
        if promise > 0:
            promising.append((-promise, option.number, option))
    promising.sort()
    return [*(option for _, _, option in promising[:MOST_TARGETS]), *s.offered("done")]


def _promise(advice: WarAdvice, s: WarState, side: int, target: int) -> float:
    near = beside(s, target)
    strong = 0
    river = ground(s.setting).rivers[target]
    for piece in ready(s, side):
        here = s.where[piece]
        if near >> here & 1 and not objectives.is_worn(s, piece):
            factor = s.attack_factor(piece)
            strong += factor if not river >> here & 1 else (factor + 1) // 2
    firm = sum(s.defence_factor(piece) for piece in defenders(s, target))
    return advice.prospect(s, strong, firm, target) * (firm + 2)


def _battle(advice: WarAdvice, s: WarState) -> list[Option]:
    """Bring up all that helps, infantry before panzers, then fight."""
    step: Battle = s.agenda[-1]
    chosen, mechanized = step.attackers, s.setting.is_mechanized
    if not chosen or odds(s, chosen, step.target, step.armored).automatic != "DE":
        able = [piece for piece in step.candidates(s) if not chosen or not objectives.is_worn(s, piece)]
        if able:
            best = max(able, key=lambda p: (not objectives.is_worn(s, p), not mechanized[p], s.attack_factor(p), -p))
            return [s.setting.say["commit"][best]]
    return s.offered("support", "reveal") or s.offered("fight")


# after combat


def _loss(advice: WarAdvice, s: WarState) -> list[Option]:
    """The weakest bears the loss, and a panzer corps last."""

    def dear(option: Option) -> tuple[int, int, int]:
        piece = option.value
        return s.setting.is_mechanized[piece], s.attack_factor(piece) + s.defence_factor(piece), option.number

    return sorted(s.options, key=dear)


def _retreat_to(advice: WarAdvice, s: WarState) -> list[Option]:
    """A beaten unit falls back towards where it was sent."""
    piece = s.agenda[-1].piece
    way = advice.aims(s, s.setting.side_of[piece], fighting=True).ways.get(piece)
    return sorted(s.options, key=lambda o: (way.away[o.value], o.number)) if way is not None else []


def _advance(advice: WarAdvice, s: WarState) -> list[Option]:
    """Units that come nearer to where they were sent go in, and at least one into a city; the others stay."""
    step: Advance = s.agenda[-1]
    target = step.target
    ways = advice.aims(s, step.side(s), fighting=True).ways

    def nearer(option: Option) -> int:
        way = ways.get(option.value)
        return way.away[s.where[option.value]] - way.away[target] if way is not None else 0

    going = sorted(s.offered("advance"), key=lambda o: (-nearer(o), o.number))
    stay = s.offered("stay")
    wanted = nearer(going[0]) > 0 or (not step.entered and s.setting.cities >> target & 1)
    return [*going, *stay] if wanted else [*stay, *going]


# the end of the turn


def _dynamo(advice: WarAdvice, s: WarState) -> list[Option]:
    """The British go home when they stand close to a port, or when time runs out."""
    distance = s.setting.board.distance
    british = [s.where[p] for p in s.setting.british if s.where[p] >= 0]
    ports = [(sum(distance(hexa, o.value) for hexa in british), o.number, o) for o in s.offered("dynamo")]
    far, _, port = min(ports)
    close = far <= advice.heuristic["dynamo_near"] * len(british) or s.turn >= s.setting.tables.dynamo.from_turn + 2
    return [port] if close else s.offered("decline")


def _restore(advice: WarAdvice, s: WarState) -> list[Option]:
    """Rebuild the strongest first; refit the panzers once it is worth it."""
    worn = sum(s.setting.full[piece] - s.steps[piece] for piece in panzers(s))
    if worn >= 3 and s.offered("refit"):
        return s.offered("refit")
    rebuilt = s.offered("replace")
    if rebuilt:
        return [max(rebuilt, key=lambda o: (sum(s.setting.pieces[o.value].strengths[-1]), -o.value))]
    return s.offered("enter") or s.offered("done")


RULES: dict[type[Any], Callable[[WarAdvice, WarState], list[Option]]] = {
    Setup: _setup,
    Deploy: _deploy,
    Sickle: _setup,
    Order: _order,
    Coup: _coup,
    Movement: _movement,
    March: _march,
    Combat: _combat,
    Battle: _battle,
    Loss: _loss,
    RetreatTo: _retreat_to,
    Advance: _advance,
    Dynamo: _dynamo,
    Restore: _restore,
}
