"""Heuristics for bots: which options of a decision are worth a closer look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from meuse.engine import Option
from meuse.games.fall_of_france import aftermath, air, politics, retreat, skirmish, ways
from meuse.games.fall_of_france.air import AirBattle, AirCombat, AirLosses, AirRetreat, Assignment, Mission
from meuse.games.fall_of_france.allotment import Allotment
from meuse.games.fall_of_france.assault import Assault, Storm
from meuse.games.fall_of_france.combat import Answer, Battle, Combat
from meuse.games.fall_of_france.declarations import Resolution, backers, fit
from meuse.games.fall_of_france.engagement import lenders
from meuse.games.fall_of_france.ground import FAR, clash, ground, prospect, threat
from meuse.games.fall_of_france.landings import Drop, FortressLanding, Landings
from meuse.games.fall_of_france.movement import March, Movement
from meuse.games.fall_of_france.objectives import maginot
from meuse.games.fall_of_france.recovery import Payment, Recover
from meuse.games.fall_of_france.refugees import Trek
from meuse.games.fall_of_france.reinforcements import Arrivals, Entry, Rebuild, Restore
from meuse.games.fall_of_france.sealion import CallAway
from meuse.games.fall_of_france.sequence import Halt
from meuse.games.fall_of_france.setting import ALLIED, BRITISH, GERMAN, HOLLAND
from meuse.games.fall_of_france.setup import Setup
from meuse.games.fall_of_france.shift import Shift
from meuse.games.fall_of_france.state import IDLE, FallState, listed, other, union
from meuse.games.fall_of_france.trading import Trade
from meuse.games.fall_of_france.zoc import enemy_zone, zone
from meuse.mechanics.aims import Aims
from meuse.mechanics.shortlists import Rule, first, ranked

if TYPE_CHECKING:
    from meuse.games.fall_of_france.advice import FallAdvice

MOST_GOALS = 4
"""How many hexes a march looks at."""
MOST_TARGETS = 2
"""How many hexes a side thinks of attacking."""
INFANTRY_REACH, MECHANIZED_REACH = 2, 4
"""From how many hexes off a unit may come for an attack, where air units must be sent before anybody moves."""
MOST_ATTACK = 21
"""More factors seldom come together against one hex."""
AMPLE = 3
"""With so many replacement points a side pays for small things too."""


# movement


def _movement(advice: FallAdvice, s: FallState) -> list[Option]:
    """Infantry opens the way, then the mechanised units follow, then headquarters; when none gains, it is over."""
    step: Movement = s.agenda[-1]
    aims = advice.aims(s, step.mover, step.mech_ops)
    moves = s.offered("move")
    setting = s.setting
    order = []
    for option in moves:
        piece = option.value
        way = aims.ways.get(piece)
        if way is None:
            continue
        away = way.away[s.where[piece]]
        if not away or (away == 1 and _at_goal(s, aims, piece)):
            continue
        rank = 2 if setting.is_hq[piece] else 1 if setting.is_mechanized[piece] else 0
        order.append((rank, away, option))
    order.sort(key=lambda entry: entry[:2])
    for _, away, option in order:
        piece = option.value
        if aims.ways[piece].nearest(_within_reach(s, piece, step.mech_ops), FAR) < away:
            return [option]
    return s.offered("done") or moves[:1]


def _at_goal(s: FallState, aims: Aims, piece: int) -> bool:
    """Does a unit stand beside an enemy it was sent for?"""
    return not aims.ways[piece].rings[0] & ~s.held[other(aims.side)]


def _within_reach(s: FallState, piece: int, mech_ops: bool) -> int:
    """Where a unit could go by itself with its next step or steps."""
    setting, here, group = s.setting, s.where[piece], (piece,)
    enter = ways.entry(s, group)
    points = s.left[piece] if s.begun >> piece & 1 else ways.allowance(s, piece, mech_ops)
    stop = enemy_zone(s, setting.side_of[piece])
    return setting.board.reach(here, points, ways.costs(s, group, mech_ops), enter, stop, -1).all()


def _march(advice: FallAdvice, s: FallState) -> list[Option]:
    """Those who are sent the same way go together; then towards where the first of them is sent, or no farther."""
    step: March = s.agenda[-1]
    piece = step.group[0]
    aims = advice.aims(s, s.setting.side_of[piece], step.mech_ops)
    joining = [o for o in s.offered("join") if _same_way(s, aims, piece, o.value)]
    room = s.setting.tables.stacking.limits["inland"] - sum(s.setting.points[p] for p in step.group)
    joining = [o for o in joining if s.setting.points[o.value] <= room]
    if joining:
        return ranked(joining, lambda p: s.setting.attack[p], 1)
    way, stop = aims.ways.get(piece), s.offered("stop")
    if way is None:
        return stop or s.options[:1]
    here = way.away[step.hex]
    goals = [o for o in s.offered("to") if way.away[o.value] < here]
    goals = ranked(goals, lambda hexa: (-way.away[hexa], -(enemy_zone(s, aims.side) >> hexa & 1)), MOST_GOALS)
    storms = [o for o in s.offered("assault") if way.away[o.value] < here]
    return [*goals, *storms[:1], *stop] or s.options[:1]


def _same_way(s: FallState, aims: Aims, leader: int, piece: int) -> bool:
    """Would a unit that stands with another one do well to go along?"""
    one, two = aims.ways.get(leader), aims.ways.get(piece)
    setting = s.setting
    if one is None or setting.is_mechanized[leader] != setting.is_mechanized[piece] or setting.is_hq[piece]:
        return False
    if setting.is_mechanized[piece]:
        return True
    if two is None:
        return False
    goal = one.rings[0]
    return two.nearest(goal, FAR) <= 2


# skirmishes


def _muster(advice: FallAdvice, s: FallState) -> list[Option]:
    """The stacks that lose least by it oppose the enemy, others join as long as that helps."""
    step: skirmish.Muster = s.agenda[-1]
    movers = step.movers(s)
    chosen = list(step.chosen)

    def gain(hexa: int) -> float:
        return -clash(s, step.hex, movers, [*chosen, hexa], step.landing, step.absent)

    best = ranked(s.offered("defend"), gain, 1)
    if not chosen:
        return best
    now = -clash(s, step.hex, movers, chosen, step.landing, step.absent)
    return best if best and gain(best[0].value) > now + 0.01 else s.offered("done")


def _consent(advice: FallAdvice, s: FallState) -> list[Option]:
    """A second skirmish is welcome if it should hurt the enemy."""
    step: skirmish.Consent = s.agenda[-1]
    there = [stack for stack in step.stacks if s.stacks.get(stack)]
    bad = there and clash(s, step.hex, step.movers(s), there) >= 0
    return s.offered("decline" if bad or not there else "accept")


def _yield(advice: FallAdvice, s: FallState) -> list[Option]:
    """Who may ignore a retreat does; the others weigh a disruption against their ground."""
    step: skirmish.Yield = s.agenda[-1]
    stacks = [stack for stack in step.stacks if stack in s.stacks]
    if all(skirmish.holds_ground(s, stack, step.hex) for stack in stacks):
        return s.offered("retreat")
    whole = [o for o in s.offered("disrupt") if not s.disrupted >> o.value & 1]
    disrupt, back = _cheapest(s, whole)[:1], s.offered("retreat")
    if not whole:
        return back
    units = step.present(s)
    safe = all(retreat.retreat_hexes(s, unit)[0] & ~enemy_zone(s, s.setting.side_of[unit]) for unit in units)
    dear = any(s.setting.urban >> stack & 1 for stack in stacks)
    return [*back, *disrupt] if safe and not dear and len(units) == 1 else [*disrupt, *back]


def _cheapest(s: FallState, options: Sequence[Option]) -> list[Option]:
    """Who bears a loss: the cheapest first, but nobody whom it would finish while others can bear it."""
    worth, hurt = ground(s.setting).worth, s.disrupted
    return sorted(options, key=lambda o: (hurt >> o.value & 1, worth[o.value] if o.value < len(worth) else 0.0))


def _loss(advice: FallAdvice, s: FallState) -> list[Option]:
    """The cheapest unit bears the loss."""
    return _cheapest(s, s.options)[:2]


def _dying(advice: FallAdvice, s: FallState) -> list[Option]:
    """Who is hurt already dies first, then the cheapest."""
    worth, hurt = ground(s.setting).worth, s.disrupted | s.cadred
    return sorted(s.options, key=lambda o: (not hurt >> o.value & 1, worth[o.value]))[:2]


# retreats and advances


def _fall_back(advice: FallAdvice, s: FallState) -> list[Option]:
    """To where fewest enemies are near, and on good ground."""
    piece = s.agenda[-1].piece
    side = s.setting.side_of[piece]
    board, foe, cover = s.setting.board, s.held[other(side)], ground(s.setting).cover
    zones = enemy_zone(s, side)

    def safe(hexa: int) -> tuple[bool, int]:
        return not zones >> hexa & 1, cover[hexa] - 2 * (board.around[hexa] & foe).bit_count()

    return ranked(s.options, safe, 2)


def _stand(advice: FallAdvice, s: FallState) -> list[Option]:
    """Ground that costs nothing is held; a city is held by a stack that nobody has shaken yet."""
    step: aftermath.Stand = s.agenda[-1]
    dying = any(s.disrupted >> piece & 1 for piece in s.at(step.target))
    hold, back = s.offered("hold"), s.offered("retreat")
    return hold if step.firm else [*back, *hold] if dying else [*hold, *back]


def _advance(advice: FallAdvice, s: FallState) -> list[Option]:
    """Units that come nearer to where they were sent go in, and at least one into a town or city; HQs stay."""
    step: aftermath.Advance = s.agenda[-1]
    side = step.side(s)
    aims = advice.aims(s, side, "fighting")
    mobile = [o for o in s.offered("advance") if not s.setting.is_hq[o.value]]

    def nearer(piece: int) -> int:
        return aims.nearer(piece, s.where[piece], step.target)

    going, stay = ranked(mobile, nearer, 3), s.offered("stay")
    if not going:
        return stay
    wanted = nearer(going[0].value) > 0 or (not step.entered and s.setting.urban >> step.target & 1)
    return [*going[:1], *stay] if wanted else [*stay, *going[:1]]


# combat


def _combat(advice: FallAdvice, s: FallState) -> list[Option]:
    """The attacks that gain most on the average, and the choice of making none."""
    step: Combat = s.agenda[-1]
    least = advice.heuristic["bold"] if step.mover == GERMAN else advice.heuristic["bold_allied"]
    chances = []
    for option in s.offered("attack"):
        gain = _gain(advice, s, step, option.value)
        if gain > least:
            chances.append((gain, option))
    chances.sort(key=lambda chance: -chance[0])
    return [*(option for _, option in chances[:MOST_TARGETS]), *s.offered("done")]


def _gain(advice: FallAdvice, s: FallState, step: Combat, target: int) -> float:
    battle = Battle(step.mover, step.mech_ops, target, (), ())
    units = _attackers(s, battle.everybody(s))
    if not units:
        return 0.0
    gain = _force(s, (), units, target)[0]
    setting, bit = s.setting, 1 << target
    if step.mover == GERMAN:
        gain *= advice.heuristic["lure_bef"] if s.nation_at(BRITISH) & bit else 1.0
        if bit & setting.brussels and not s.taken & bit:
            gain *= advice.heuristic["lure_brussels"]
        gain *= advice.heuristic["lure_city"] if setting.cities & bit and not s.taken & bit else 1.0
    return gain


def _force(s: FallState, chosen: Sequence[int], able: Sequence[int], target: int) -> tuple[float, list[int]]:
    """Who should attack a hex besides those chosen, and what that gains: nobody, all, all but the weakest, or one."""
    backed = s.setting.side_of[(*chosen, *able)[0]] == GERMAN and bool(lenders(s, s.setting.board.around[target]))
    worth, attack = ground(s.setting).worth, s.setting.attack
    strong = sorted(able, key=lambda p: (-attack[p], worth[p]))
    forces: list[list[int]] = [[], strong, strong[: (len(strong) + 1) // 2]]
    if able and not chosen:
        forces.append([min(able, key=lambda p: (worth[p], p))])
    best: tuple[float, list[int]] = (-1.0e9, [])
    for force in forces:
        if force or chosen:
            gain = prospect(s, (*chosen, *force), target, backed)
            if gain > best[0] + 1e-9:
                best = gain, force
    return best


def _attackers(s: FallState, units: Sequence[int]) -> list[int]:
    """Those of some units that are worth bringing: no headquarters, and nobody without an attack."""
    setting, useless = s.setting, s.disrupted | s.cadred
    return [p for p in units if not setting.is_hq[p] and setting.attack[p] and not useless >> p & 1]


def _battle(advice: FallAdvice, s: FallState) -> list[Option]:
    """Bring up all that helps, then support, then fight."""
    step: Battle = s.agenda[-1]
    able = _attackers(s, [o.value for o in s.offered("commit")])
    if able:
        force = _force(s, step.attackers, able, step.target)[1]
        if force:
            return [s.setting.say["commit"][force[0]]]
    if not step.attackers:
        return s.offered("commit")[:1]
    return s.offered("support")[:1] or s.offered("fight", "declare")


def _resolution(advice: FallAdvice, s: FallState) -> list[Option]:
    """The declared attack that promises most comes first: others may follow up."""
    step: Resolution = s.agenda[-1]
    known = step.among(s)

    def gain(target: int) -> float:
        return prospect(s, fit(s, known[target]), target, bool(backers(s, known[target])))

    return ranked(s.options, gain, 1)


# air


def _assignment(advice: FallAdvice, s: FallState) -> list[Option]:
    """Each air unit is sent where it helps most; when none would be sent anywhere else, they are done."""
    return s.offered("assign")[:1] or s.offered("done")


def _mission(advice: FallAdvice, s: FallState) -> list[Option]:
    """Over Holland when bombs can end the war there; else to the fights of this phase."""
    step: Mission = s.agenda[-1]
    side = s.setting.side_of[step.unit]
    coming = next(a for a in reversed(s.agenda) if isinstance(a, AirCombat))
    mover, mech_ops = coming.mover, coming.mech_ops
    terror = _over_holland(s, step.unit) if side == GERMAN and mover == ALLIED and politics.dutch_rolled(s) else None
    if terror is not None:
        return [terror]
    hexes = dict(_fights(s, mover, mech_ops, step.unit))
    offered = {o.value: o for o in s.offered("fly")}
    best = sorted(((gain, hexa) for hexa, gain in hexes.items() if hexa in offered and gain > 0), reverse=True)
    return [offered[hexa] for _, hexa in best[:1]] or s.offered("stay")


def _over_holland(s: FallState, unit: int) -> Option | None:
    """A mission over Holland, clear of enemy air units; none if it flies there already."""
    setting = s.setting
    holland = setting.country[HOLLAND] & setting.land
    place = s.missions[unit - setting.first_air]
    if place != IDLE and setting.covered[place] & holland:
        return s.offered("stay")[0]
    foes = union(setting.covered[mission] for mission in _enemy_missions(s, setting.side_of[unit]))
    return next((o for o in s.offered("fly") if (holland & ~foes) >> o.value & 1), None)


def _enemy_missions(s: FallState, side: int) -> list[int]:
    """Where enemy air units fly."""
    return [m for n, m in enumerate(s.missions) if m != IDLE and s.setting.air_side[n] != side]


def _fights(s: FallState, attacker: int, mech_ops: bool, unit: int) -> Iterator[tuple[int, float]]:
    """Hexes that the attacker of this phase could attack, with what one more air unit there is worth to its owner."""
    setting, board = s.setting, s.setting.board
    side = setting.side_of[unit]
    strength: dict[int, int] = {}
    points: dict[int, int] = {}
    useless = s.disrupted | s.cadred
    targets = s.held[other(attacker)] & ~s.neutral_ground()
    if attacker == GERMAN:
        targets &= ~maginot(s)
    for piece in listed(s.standing & setting.pieces_on[attacker] & ~useless & ~setting.hqs):
        if mech_ops and not setting.is_mechanized[piece]:
            continue
        fast = setting.is_mechanized[piece]
        reach = 1 if mech_ops else MECHANIZED_REACH if fast else INFANTRY_REACH
        for hexa in board.members(board.disc(s.where[piece], reach) & targets):
            strength[hexa] = strength.get(hexa, 0) + setting.attack[piece]
            points[hexa] = points.get(hexa, 0) + setting.points[piece]
    own = s.missions[unit - setting.first_air]
    foes = _enemy_missions(s, side)
    for hexa, strong in strength.items():
        strong = min(strong, MOST_ATTACK)
        if 2 * strong < sum(setting.defence[p] for p in s.stacks[hexa]):
            continue
        there = -1 if own == hexa else 0
        more = 1 if side == attacker else -1
        before = threat(s, attacker, hexa, strong, points[hexa], there * more)
        after = threat(s, attacker, hexa, strong, points[hexa], (there + 1) * more)
        gain = after - before if side == attacker else before - after
        if side == attacker and after <= 0:
            continue
        gain += 0.1 * max(after, 0.0) if side == attacker else 0.1 * max(before, 0.0)
        contested = sum(bool(setting.covered[m] >> hexa & 1) for m in foes)
        friends = air.supporting(s, side, hexa)
        yield hexa, gain * (1.0 if not contested else 0.7 if friends >= contested else 0.2)


def _give_way(advice: FallAdvice, s: FallState) -> list[Option]:
    return s.offered("interdict")[:2] or s.options[:1]


# landings


def _drop(advice: FallAdvice, s: FallState) -> list[Option]:
    """On Dutch or Belgian towns without enemies, where friends can follow; else it waits."""
    setting = s.setting
    low = (setting.country[HOLLAND] | s.setting.board.within(setting.brussels, 3)) & setting.urban & ~s.taken
    free = low & ~s.held[ALLIED] & ~s.neutral_ground()
    zones = enemy_zone(s, GERMAN)
    near = ground(setting).ways.to(s.held[GERMAN]).away

    def good(hexa: int) -> tuple[bool, bool, int]:
        return not zones >> hexa & 1, bool(setting.cities >> hexa & 1), -near[hexa]

    wanted = [o for o in s.offered("land") if free >> o.value & 1 and near[o.value] <= 6]
    return [*ranked(wanted, good, 3), *s.offered("stay")]


# recovery and reinforcements


def _recover(advice: FallAdvice, s: FallState) -> list[Option]:
    """The dearest first; with points only as long as some are left to pay for a bad roll."""
    step: Recover = s.agenda[-1]
    worth = ground(s.setting).worth
    units = ranked(s.offered("recover"), lambda p: worth[p])
    if step.emergency:
        units = [o for o in units if s.pools[s.setting.pool[o.value]] >= AMPLE or s.setting.is_armour[o.value]]
    return units[:1] or s.offered("done")


def _payment(advice: FallAdvice, s: FallState) -> list[Option]:
    """A unit about to be lost is paid for; small comforts only from ample points."""
    step: Payment = s.agenda[-1]
    worth = ground(s.setting).worth[step.piece]
    pay, other_way = s.offered("pay"), s.offered("lose", "stay")
    if s.offered("lose"):
        return pay if worth >= 4 else other_way
    return pay if s.pools[s.setting.pool[step.piece]] >= AMPLE or s.setting.is_armour[step.piece] else other_way


def _restore(advice: FallAdvice, s: FallState) -> list[Option]:
    worth = ground(s.setting).worth
    return ranked(s.offered("restore", "rebuild"), lambda p: worth[p], 1) or s.offered("done")


def _rebuild(advice: FallAdvice, s: FallState) -> list[Option]:
    """Corps are rebuilt from what recovery does not need, or when the end is near."""
    worth = ground(s.setting).worth
    late = s.turn + 4 >= s.setting.scenario.turns
    cost = s.setting.tables.replacements.costs.corps
    rich = [o for o in s.offered("rebuild") if late or s.pools[s.setting.pool[o.value]] >= cost + AMPLE]
    return ranked(rich, lambda p: worth[p], 1) or s.offered("done")


def _entry(advice: FallAdvice, s: FallState) -> list[Option]:
    """As near to the enemy as is safe."""
    side = s.setting.side_of[s.agenda[-1].piece]
    foe = s.held[other(side)]
    away = ground(s.setting).ways.to(foe).away if foe else bytes(s.setting.board.size)
    return ranked(s.options, lambda hexa: -abs(away[hexa] - 3), 3)


def _evacuation(advice: FallAdvice, s: FallState) -> list[Option]:
    """Divisions leave before corps, and who is shaken before who is sound: sound corps count in the end."""
    return ranked(s.options, lambda p: (-s.setting.is_corps[p], s.disrupted >> p & 1), 1)


def _storm(advice: FallAdvice, s: FallState) -> list[Option]:
    return _cheapest(s, s.options)[:1]


# optional rules


def _halt(advice: FallAdvice, s: FallState) -> list[Option]:
    """The formation with most armour beside the enemy is halted."""
    setting, front = s.setting, zone(s, ALLIED) | s.setting.board.within(s.held[ALLIED], 1)

    def armour(group: int) -> int:
        units = setting.pieces_in_formation[group] & s.standing & setting.mechanized & ~s.disrupted
        return sum(front >> s.where[piece] & 1 for piece in listed(units))

    best = ranked(s.offered("halt"), armour, 1)
    return best if best and armour(best[0].value) >= 2 else s.offered("decline")


RULES: dict[type[Any], Rule] = {
    Setup: first("ready", "place"),
    Shift: first("done"),
    Movement: _movement,
    March: _march,
    Storm: _storm,
    Assault: first("fight"),
    skirmish.AirSkirmish: first("fight"),
    skirmish.Consent: _consent,
    skirmish.Muster: _muster,
    skirmish.Clash: first("accept", "fight"),
    skirmish.Yield: _yield,
    skirmish.OneDisrupted: _loss,
    skirmish.MoverDisrupted: _loss,
    retreat.Retreat: first("withdraw"),
    retreat.Rout: first("withdraw"),
    retreat.FallBack: _fall_back,
    retreat.MakeRoom: first("push"),
    retreat.StepAside: _fall_back,
    Combat: _combat,
    Battle: _battle,
    Resolution: _resolution,
    Answer: first("support", "decline"),
    aftermath.Elimination: _dying,
    aftermath.CadreLoss: _dying,
    aftermath.Repulse: first("withdraw"),
    aftermath.Stand: _stand,
    aftermath.Advance: _advance,
    Assignment: _assignment,
    Mission: _mission,
    AirBattle: first("fight"),
    AirLosses: _loss,
    AirRetreat: _give_way,
    Landings: first("crack", "drop_in", "done"),
    Drop: _drop,
    FortressLanding: first("fight"),
    Recover: _recover,
    Payment: _payment,
    Restore: _restore,
    Rebuild: _rebuild,
    Arrivals: first("place"),
    Entry: _entry,
    Allotment: first("claim"),
    Trade: first("done"),
    Halt: _halt,
    Trek: first("flee", "leave"),
    CallAway: _storm,
    politics.Evacuation: _evacuation,
    politics.LeaveParis: first("withdraw"),
    politics.Leaving: _fall_back,
}
