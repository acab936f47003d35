"""Heuristics for bots in combat: whom to attack, with what, and what to do about the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.engine import Option
from meuse.games.mansteins_war import logistics, shifts, stacking
from meuse.games.mansteins_war.combat import Attack, Combat, landing_hexes
from meuse.games.mansteins_war.prospects import ASSAULT, MOBILE, goals, prize, prospect, stack_of
from meuse.games.mansteins_war.pursuit import Pursuing, Pursuit
from meuse.games.mansteins_war.results import Counterattack, CounterTable
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.thrusts import thrusts, worth_forces
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.shortlists import ranked

if TYPE_CHECKING:
    from meuse.games.mansteins_war.advice import MansteinAdvice


def combat(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Who has landed on enemies must attack; then come the planned attacks, and one that promises much is made."""
    step: Combat = s.agenda[-1]
    offered, drops = {option.value: option for option in s.offered("attack")}, landing_hexes(s)
    landed = [option for hexa, option in offered.items() if drops >> hexa & 1]
    planned = [thrust for thrust in thrusts(advice.judgement(s), s, step.mover) if thrust.target in offered]
    sure = [thrust for thrust in planned if thrust.gain >= advice.heuristic["sure"]]
    wanted = [offered[thrust.target] for thrust in sure or planned][: int(advice.heuristic["looks"])]
    return [*landed[:1], *wanted, *([] if landed or sure else s.offered("done"))] or s.options[:1]


def attack(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Those who were to attack do, all who have support where nothing was planned; then they fight."""
    step: Attack = s.agenda[-1]
    at_hand = {option.value: option for option in s.offered("commit")}
    plans = {thrust.target: thrust.posts for thrust in thrusts(advice.judgement(s), s, step.mover)}
    force = plans.get(step.target) or [piece for piece in at_hand if logistics.supported(s, piece)]
    joining = [at_hand[piece] for piece in force if piece in at_hand]
    if joining:
        return joining[:1]
    if not step.attackers:
        return s.offered("commit")[:1]
    return s.offered("done") or table(advice, s)


def table(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The table on which the attack promises more."""
    step: Any = s.agenda[-1]
    both = s.offered("mobile")
    if both and prospect(advice.judgement(s), s, step.attackers, step.target)[1]:
        return both
    return s.offered("assault")


def special_forces(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """They are there to be used where it counts."""
    wanted = worth_forces(advice.judgement(s), s, s.agenda[-1].target)
    return s.offered("send")[:1] if wanted and s.offered("send") else s.offered("decline")


def naval(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("support") or s.offered("decline")


def counter(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Against the weakest of the hexes the attack came from."""
    step: Counterattack = s.agenda[-1]
    side = s.setting.side_of[step.units[0]]

    def weak(hexa: int) -> float:
        stack = stack_of(advice.judgement(s), s, shifts.defenders_at(s, other(side), hexa))
        return stack.worth / max(stack.defence, 1)

    return ranked(s.options, weak, 1)


def counter_table(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The table that promises more steps, a retreat counting for something."""
    step: CounterTable = s.agenda[-1]
    column = shifts.counter_odds(s, step.attackers, step.defenders).column
    means, beaten = advice.judgement(s).means, advice.heuristic["beaten"]
    promise = {
        verb: means[number][column].back * beaten + means[number][column].steps - means[number][column].own_steps
        for verb, number in (("assault", ASSAULT), ("mobile", MOBILE))
    }
    better = s.offered("mobile") if promise["mobile"] > promise["assault"] else []
    return better or s.offered("assault")


def losses(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The step that is worth least, points for a unit that would be gone included."""
    costs = advice.judgement(s).losses
    return ranked(s.options, lambda piece: -costs[piece][s.steps[piece]], 1)


def retreats(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("hold") or s.offered("retreat")[:1]


def retreat(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """To where fewest enemies are near, into a place that counts, and on good ground."""
    piece: int = s.agenda[-1].piece
    j, side = advice.judgement(s), s.setting.side_of[piece]
    board, foe = s.setting.board, s.held[other(side)]
    zones, own = enemy_zone(s, side), goals(j, s, other(side))

    def safe(hexa: int) -> tuple[bool, int]:
        crowd = (board.around[hexa] & foe).bit_count()
        return not zones >> hexa & 1, j.cover[hexa] + 2 * (own >> hexa & 1) - 2 * crowd

    return [*s.offered("stop"), *ranked(s.offered("fall_back"), safe, 2)]


def pursue(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Units that come nearer to where they are sent go in, and at least one into a place that counts."""
    step: Pursuit = s.agenda[-1]
    side = s.setting.side_of[step.attackers[0]]
    aims, target = advice.aims(s, side, "pursuit"), step.target
    going = [o for o in s.offered("pursue") if not stacking.full_hexes(s, o.value) >> target & 1]
    if not going:
        return s.offered("done")
    best = ranked(going, lambda p: (aims.nearer(p, s.where[p], target), s.setting.mf[p]), 1)
    piece = best[0].value
    empty = not s.held[side] >> target & 1
    wanted = aims.nearer(piece, s.where[piece], target) > 0
    wanted = wanted or (empty and prize(advice.judgement(s), s, side, target) > 0)
    return [*best, *s.offered("done")] if wanted else [*s.offered("done"), *best]


def pursue_on(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """On towards where the unit is sent."""
    step: Pursuing = s.agenda[-1]
    piece = step.piece
    aims = advice.aims(s, s.setting.side_of[piece], "pursuit")
    here, full = s.where[piece], stacking.full_hexes(s, piece)
    ways = [o for o in s.offered("advance_to") if not full >> o.value & 1 and aims.nearer(piece, here, o.value) > 0]
    return [*ranked(ways, lambda hexa: aims.nearer(piece, here, hexa), 2), *s.offered("stop")]
