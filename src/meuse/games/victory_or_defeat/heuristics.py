"""Heuristics for bots: which options of a decision are worth a closer look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine import Option
from meuse.games.victory_or_defeat import objectives, ways, west_wall
from meuse.games.victory_or_defeat.aftermath import Advance, Loss, RetreatTo
from meuse.games.victory_or_defeat.airborne import Coup
from meuse.games.victory_or_defeat.combat import Battle, Combat, beside, ready
from meuse.games.victory_or_defeat.dynamo import Dynamo
from meuse.games.victory_or_defeat.ground import FAR, assault, defence, panzers, prospect
from meuse.games.victory_or_defeat.movement import March, Movement
from meuse.games.victory_or_defeat.replacements import Restore
from meuse.games.victory_or_defeat.sequence import Order
from meuse.games.victory_or_defeat.setting import BELGIUM, BRITISH, GERMAN, GERMANS, LUXEMBOURG, NETHERLANDS, SIDES
from meuse.games.victory_or_defeat.setup import Deploy, Setup, Sickle
from meuse.games.victory_or_defeat.stacking import without_room
from meuse.games.victory_or_defeat.state import WarState, other
from meuse.games.victory_or_defeat.strength import defenders, odds
from meuse.mechanics.aims import Aims
from meuse.mechanics.shortlists import Rule, promising, ranked

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


def _setup(advice: WarAdvice, s: WarState) -> list[Option]:
    """The ready set-up; only the West Wall is manned by hand against an offensive, the strongest divisions first."""
    by_hand = s.to_act == SIDES[GERMAN] and not s.setting.by_points
    return ranked(s.offered("place"), s.defence_factor, 1) if by_hand else s.offered("ready")


def _deploy(advice: WarAdvice, s: WarState) -> list[Option]:
    """A division is posted where the wall lacks most."""
    posts = west_wall.posts(s, advice.heuristic)
    free = _with_room(s, GERMANS, [option for option in s.offered("at") if option.value in posts])
    return ranked(free, lambda hexa: posts[hexa] - defence(s, hexa), 1)


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
    side = s.agenda[-1].mover
    wars = [option for option in s.offered("declare") if side == GERMAN and option.value in INVADED]
    if wars:
        return wars[:1]
    aims, moves = advice.aims(s, side), s.offered("move")
    chosen = aims.most_to_gain(moves, lambda piece: _gain(s, aims, piece))
    return [chosen] if chosen is not None else s.offered("done") or moves[:1]


def _gain(s: WarState, plan: Aims, piece: int) -> int:
    """How many hexes nearer a unit could come to where it is sent; to leave the map is best of all."""
    if objectives.ways_out(s, piece) >> s.where[piece] & 1:
        return OUT
    way = plan.ways.get(piece)
    if way is None or (plan.start[piece] == 1 and way.rings[0] & s.occupied(other(plan.side))):
        return 0
    return plan.start[piece] - way.nearest(_within_reach(s, piece), FAR)


def _within_reach(s: WarState, piece: int) -> int:
    """Where a unit could end its move, with a middling roll where it must roll."""
    points = 3 if ways.rolls_for_movement(s, piece) else ways.base_factor(s, piece)
    points = s.left[piece] if s.diced >> piece & 1 else points
    reached = ways.group_reach(s, s.where[piece], (piece,), points).all()
    return reached & ~without_room(s, s.setting.nation[piece], reached)


def _march(advice: WarAdvice, s: WarState) -> list[Option]:
    """Off the map where that scores, else towards where the unit is sent."""
    at_once = _leaving(s) or s.offered("roll")
    if at_once:
        return at_once
    piece = s.agenda[-1].group[0]
    ways = _with_room(s, s.setting.nation[piece], s.offered("to"))
    return [*advice.aims(s, s.setting.side_of[piece]).closest(piece, ways, MOST_GOALS), *s.offered("stop")]


def _with_room(s: WarState, nation: int, options: list[Option]) -> list[Option]:
    """Those of some options in whose hexes one more unit may stay."""
    full = without_room(s, nation, sum(1 << option.value for option in options))
    return [option for option in options if not full >> option.value & 1]


def _leaving(s: WarState) -> list[Option]:
    """A panzer corps leaves where that earns a point, the British wherever they can get home."""
    if s.setting.nation[s.agenda[-1].group[0]] == BRITISH:
        return s.offered("evacuate", "exit", "ship")[:1]
    edges = ("brittany", "mediterranean")
    return [option for option in s.offered("exit") if edges[option.value] not in s.scored]


# combat


def _combat(advice: WarAdvice, s: WarState) -> list[Option]:
    """The attacks that promise most, and the choice of making none."""
    side = s.agenda[-1].mover
    return [*promising(s.offered("attack"), lambda hexa: _promise(s, side, hexa), MOST_TARGETS), *s.offered("done")]


def _promise(s: WarState, side: int, target: int) -> float:
    near = beside(s, target)
    able = [p for p in ready(s, side) if near >> s.where[p] & 1 and not objectives.is_worn(s, p)]
    firm = sum(s.defence_factor(piece) for piece in defenders(s, target))
    return prospect(s, assault(s, target, able), firm, target) * (firm + 2)


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

    cheap = {p: -s.attack_factor(p) - s.defence_factor(p) for p in (option.value for option in s.options)}
    return ranked(s.options, lambda piece: (not s.setting.is_mechanized[piece], cheap[piece]))


def _retreat_to(advice: WarAdvice, s: WarState) -> list[Option]:
    """A beaten unit falls back towards where it was sent."""
    piece = s.agenda[-1].piece
    return advice.aims(s, s.setting.side_of[piece], "fighting").closest(piece, s.options)


def _advance(advice: WarAdvice, s: WarState) -> list[Option]:
    """Units that come nearer to where they were sent go in, and at least one into a city; the others stay."""
    step: Advance = s.agenda[-1]
    aims = advice.aims(s, step.side(s), "fighting")

    def nearer(piece: int) -> int:
        return aims.nearer(piece, s.where[piece], step.target)

    going, stay = ranked(s.offered("advance"), nearer), s.offered("stay")
    wanted = nearer(going[0].value) > 0 or (not step.entered and s.setting.cities >> step.target & 1)
    return [*going, *stay] if wanted else [*stay, *going]


# the end of the turn


def _dynamo(advice: WarAdvice, s: WarState) -> list[Option]:
    """The British go home when they stand close to a port, or when time runs out."""
    british = [s.where[p] for p in s.setting.british if s.where[p] >= 0]

    def far(port: int) -> int:
        return sum(s.setting.board.distance(hexa, port) for hexa in british)

    [nearest] = ranked(s.offered("dynamo"), lambda port: -far(port), 1)
    close = far(nearest.value) <= advice.heuristic["dynamo_near"] * len(british)
    late = s.turn >= s.setting.tables.dynamo.from_turn + 2
    return [nearest] if close or late else s.offered("decline")


def _restore(advice: WarAdvice, s: WarState) -> list[Option]:
    """Rebuild the strongest first; refit the panzers once it is worth it."""
    worn = sum(s.setting.full[piece] - s.steps[piece] for piece in panzers(s))
    if worn >= 3 and s.offered("refit"):
        return s.offered("refit")
    strongest = ranked(s.offered("replace"), lambda piece: sum(s.setting.pieces[piece].strengths[-1]), 1)
    return strongest or _with_room(s, GERMANS, s.offered("enter")) or s.offered("done")


RULES: dict[type[Any], Rule] = {
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
