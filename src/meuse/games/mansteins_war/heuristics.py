"""Heuristics for bots: which options of a decision are worth a closer look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from meuse.board.sets import listed, members
from meuse.engine import Option
from meuse.games.mansteins_war import air, commands, control, logistics, movement, rail, shifts, stacking, victory, zoc
from meuse.games.mansteins_war.bombing import Bombing
from meuse.games.mansteins_war.bridgeheads import Bridge, Unbridge
from meuse.games.mansteins_war.combat import Attack, ChooseTable, Combat, NavalSupport, SpecialForces, able, beside
from meuse.games.mansteins_war.evacuation import Evacuation
from meuse.games.mansteins_war.losses import Losses
from meuse.games.mansteins_war.morale import AddMorale
from meuse.games.mansteins_war.movement import March, Movement
from meuse.games.mansteins_war.objectives import dear, maginot, spears
from meuse.games.mansteins_war.open_cities import Declaration
from meuse.games.mansteins_war.overstacking import Displaced, Excess
from meuse.games.mansteins_war.prospects import BEATEN, FAR, goals, ground, grown, prize, prospect, stack_of
from meuse.games.mansteins_war.pursuit import Pursuing, Pursuit
from meuse.games.mansteins_war.refit import Refit
from meuse.games.mansteins_war.reinforcements import Arrive, Reinforce
from meuse.games.mansteins_war.results import Counterattack, CounterTable
from meuse.games.mansteins_war.retreat import Retreat, Retreats
from meuse.games.mansteins_war.setting import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.setup import ChoosePlan, Deploy, Setup, ready_units
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.tables import CommandMarker
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.aims import Aims
from meuse.mechanics.shortlists import Rule, first, ranked

if TYPE_CHECKING:
    from meuse.games.mansteins_war.advice import MansteinAdvice

MOST_GOALS = 4
"""How many hexes a march looks at."""
MOST_TARGETS = 3
"""How many hexes a side thinks of attacking."""
FOOT_REACH, MECH_REACH = 3, 5
"""From how many hexes off a unit may come for an attack; air units are sent before anybody moves."""


# set-up


def _setup(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("ready") or s.offered("place")[:1]


def _deploy(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Where the ready set-up has the unit, or as near to that as may be."""
    piece: int = s.agenda[-1].piece
    side = s.setting.side_of[piece]
    wanted = _ready_hex(s, side, piece)
    if wanted is None:
        return s.options[:1]
    board = s.setting.board
    return ranked(s.options, lambda hexa: -board.distance(hexa, wanted), 1)


def _ready_hex(s: MansteinState, side: int, piece: int) -> int | None:
    return next((hexa for unit, hexa in ready_units(s, side) if unit == piece), None)


# command markers


def marker_worth(row: CommandMarker) -> float:
    """What a player expects of a marker: units that act, air units, shifts."""
    acting = 3.0 * row.commands + 1.2 * row.corps
    return acting + 0.4 * row.air + 1.5 * row.shift * bool(acting) + 2.0 * row.all_air


def _load(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The best marker at hand, another one, or none; Evac only to save what else would be lost."""
    rows = s.setting.markers
    useful = [o for o in s.offered("add") if not rows[o.value].evacuates or _stranded(s)]
    return [*ranked(useful, lambda marker: marker_worth(rows[marker]), 3), *s.offered("decline")]


def _stranded(s: MansteinState) -> bool:
    """Is more than one army or Mech corps in the north cut off from its supplies?"""
    dear_units = (s.sizes.armies | s.setting.mech_corps) & s.setting.pieces_on[ALLIED]
    return (logistics.unsupported(s, ALLIED) & dear_units).bit_count() > 1


def _first_marker(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return ranked(s.offered("select"), lambda marker: opening_worth(s, marker), 4)


def opening_worth(s: MansteinState, marker: int) -> float:
    """What it is worth to open the game with a marker: plans first, then what is close to the enemy."""
    row = s.setting.markers[marker]
    return marker_worth(row) + 0.02 * max((readiness(s, command) for command in _commands(s, row)), default=0.0)


def _commands(s: MansteinState, row: CommandMarker) -> list[int]:
    return listed(commands.open_commands(s, row))  # type: ignore[return-value]


def readiness(s: MansteinState, command: int) -> float:
    """The attack factors of a command that are close to the enemy."""
    return sum(_force_near(s, piece) for piece in listed(s.setting.pieces_in[command] & s.standing))


def called(s: MansteinState) -> float:
    """The attack factors of the units that a marker has activated, those close to the enemy above all."""
    return sum(_force_near(s, piece) for piece in listed(s.active & s.standing))


def _force_near(s: MansteinState, piece: int) -> float:
    near = grown(s, _foe(s, s.setting.side_of[piece]), MECH_REACH if s.setting.is_mech[piece] else FOOT_REACH)
    power = shifts.attack_of(s, piece)
    return float(power) if near >> s.where[piece] & 1 else 0.3 * power


def _foe(s: MansteinState, side: int) -> int:
    """The enemies that a side goes for: not those in the forts of the Maginot Line."""
    return s.held[ALLIED] & ~maginot(s) if side == GERMAN else s.held[GERMAN]


def _choose_command(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return ranked(s.offered("activate"), lambda command: readiness(s, command), 3)


def _call(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Activate all that can be, first those who can do most."""
    worth = ground(s.setting).worth
    near = grown(s, s.held[other(s.agenda[-1].mover)], MECH_REACH)

    def promise(piece: int) -> float:
        there = s.where[piece] >= 0 and near >> s.where[piece] & 1
        return worth[piece][s.steps[piece]] * (2 if there else 1)

    return ranked(s.offered("call"), promise, 1) or s.offered("done")


# reinforcements and refit


def _arrive(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Close to the enemy, but not next to him: for the Allies to one outside Germany, and else to Paris."""
    piece: int = s.agenda[-1].piece
    setting = s.setting
    foe = _foe(s, setting.side_of[piece])
    if setting.side_of[piece] == ALLIED:
        foe = foe & ~setting.germany or 1 << setting.paris
    way = ground(setting).roads.to(foe) if foe else None
    full = stacking.full_hexes(s, piece)

    def place(hexa: int) -> tuple[bool, int]:
        away = way.away[hexa] if way is not None else 0
        return not full >> hexa & 1, -abs(away - 3)

    return ranked(s.options, place, 2)


def _refit(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Logistics units first, then the steps that bring most for the points, those close to the enemy before others."""
    setting, worth = s.setting, ground(s.setting).worth

    def promise(piece: int) -> float:
        if setting.air_units >> piece & 1:
            return 2.0
        has = s.steps[piece]
        near = grown(s, s.held[other(setting.side_of[piece])], MECH_REACH) >> s.where[piece] & 1
        return (worth[piece][has + 1] - worth[piece][has]) * (1.5 if near else 1.0) + 3 * (has == 1)

    return s.offered("replace")[:1] or ranked(s.offered("refit"), promise, 1) or s.offered("done")


# air


def hot(s: MansteinState, side: int) -> dict[int, float]:
    """The hexes in which ground combat is likely, and how much an air unit of a side matters there.

    For the operating side enemies that its active units can reach; otherwise its own stacks under threat.
    """
    setting, enemy = s.setting, other(side)
    found: dict[int, float] = {}
    acting = s.active & s.standing & setting.pieces_on[side] & setting.armed
    near = {FOOT_REACH: 0, MECH_REACH: 0}
    force: dict[int, float] = {}
    for piece in listed(acting):
        reach = MECH_REACH if setting.is_mech[piece] else FOOT_REACH
        near[reach] |= 1 << s.where[piece]
        force[s.where[piece]] = force.get(s.where[piece], 0.0) + shifts.attack_of(s, piece)
    targets = (grown(s, near[FOOT_REACH], FOOT_REACH) | grown(s, near[MECH_REACH], MECH_REACH)) & s.held[enemy]
    if side == GERMAN:
        targets &= ~maginot(s)
    board = setting.board
    for hexa in board.members(targets):
        close = sum(power / max(board.distance(hexa, base), 1) for base, power in force.items())
        defence = sum(shifts.defence_of(s, piece) for piece in s.at(hexa))
        found[hexa] = 0.3 * min(close / max(defence, 1), 3.0) * (1.0 + 0.3 * dear(s, hexa))
    for command in listed(s.commands):
        for number, spear in enumerate(spears(s, side, command)[:2]):
            found[spear.hexa] = found.get(spear.hexa, 0.0) + (3.0, 1.5)[number]
    front = s.held[side] & zoc.enemy_zone(s, side)
    for hexa in board.members(front):
        against = sum(
            shifts.attack_of(s, piece)
            for base in board.members(board.around[hexa] & s.held[enemy])
            for piece in s.at(base)
        )
        own = sum(shifts.defence_of(s, piece) for piece in s.at(hexa))
        found[hexa] = found.get(hexa, 0.0) + 0.5 * min(against / max(own, 1), 3.0) * (1.0 + 0.2 * dear(s, hexa))
    return found


def _cover(s: MansteinState, unit: int, hexa: int, wanted: dict[int, float], without: dict[int, int]) -> float:
    """What an air unit is worth over a hex: columns where they are wanted, more than others bring there already."""
    table = s.setting.tables.air
    full = s.steps[unit] == s.setting.full[unit]
    strength = air.strength(s, unit)
    total = 0.0
    for place in s.setting.board.members(s.setting.board.disc(hexa, table.zone_full if full else table.zone_reduced)):
        if place in wanted:
            total += wanted[place] * max(strength - without.get(place, 0), 0)
    side = s.setting.side_of[unit]
    enemies = air.units_over(s, other(side), hexa)
    if enemies:
        total += 1.5 * (strength + commands.air_shift(s) - air.strength(s, enemies[0])) - 0.5
    return total


def covered(s: MansteinState, side: int) -> float:
    """What the air units of a side are worth where they are."""
    wanted = hot(s, side)
    columns = _columns(s, side, wanted)
    return sum(wanted[hexa] * number for hexa, number in columns.items())


def _columns(s: MansteinState, side: int, wanted: dict[int, float], without: int = -1) -> dict[int, int]:
    """The columns that air units of a side bring to hexes, without one of them."""
    found: dict[int, int] = {}
    setting = s.setting
    for friend in setting.air:
        if friend != without and setting.side_of[friend] == side:
            zone = air.zone_of(s, friend)
            for hexa in wanted:
                if zone >> hexa & 1:
                    found[hexa] = max(found.get(hexa, 0), air.strength(s, friend))
    return found


def _flights(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Each air unit that waits is sent, the strongest first; one over the map if no combat is likely below it."""
    setting, flying = s.setting, []
    wanted = hot(s, s.agenda[-1].mover)
    battles = members(wanted)
    for option in s.offered("fly"):
        unit = option.value
        if setting.airlifts >> unit & 1:
            continue
        strong = 10 * air.strength(s, unit)
        if air.hex_of(s, unit) < 0:
            flying.append((strong + 100, option))
        elif not air.zone_of(s, unit) & battles:
            flying.append((strong, option))
    if not flying or not wanted:
        return s.offered("done")
    return [max(flying, key=lambda entry: entry[0])[1]]


def _flight(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Over the hex from which it helps most; an airlift, which nobody asked for, anywhere."""
    unit: int = s.agenda[-1].unit
    side = s.setting.side_of[unit]
    wanted = hot(s, side)
    near = grown(s, members(wanted), 1)
    without = _columns(s, side, wanted, unit)
    ways = [o for o in s.offered("over") if near >> o.value & 1]
    best = ranked(ways, lambda hexa: _cover(s, unit, hexa, wanted, without), 1)
    return best or s.offered("withdraw") or s.offered("over")[:1]


def _bombing(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return [*s.offered("done"), *s.offered("bombard")[:1]]


# movement


def _movement(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Infantry opens the way, then Mech units follow, then logistics units; when none gains, it is over."""
    step: Movement = s.agenda[-1]
    aims = advice.aims(s, step.mover)
    setting, moves = s.setting, s.offered("move")
    full = stacking.overstacked(s)
    order = []
    for option in moves:
        piece = option.value
        way, here = aims.ways.get(piece), s.where[piece]
        if way is None:
            continue
        away = way.away[here]
        crowd = full >> here & 1
        if not crowd and (not away or (away == 1 and not way.rings[0] & ~s.held[other(step.mover)])):
            continue
        rank = 2 if setting.trains >> piece & 1 else 1 if setting.is_mech[piece] else 0
        order.append((rank, away, option))
    order.sort(key=lambda entry: entry[:2])
    for _, away, option in order:
        piece = option.value
        if full >> s.where[piece] & 1:
            return [option]
        reach = within_reach(s, piece)
        if aims.ways[piece].nearest(reach & ~stacking.full_hexes(s, piece), FAR) < away:
            return [option]
    return s.offered("done") or moves[:1]


def within_reach(s: MansteinState, piece: int) -> int:
    """Where a unit could march by itself, or be carried by rail or by air."""
    points = movement.allowance(s, piece)
    here = s.where[piece]
    hexes = movement.destinations(s, here, (piece,), (points,), 0)[1]
    hexes |= rail.goals(s, here, (piece,))
    return hexes


def _march(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Towards where the unit is sent, or no farther; never to end where there is no room."""
    step: March = s.agenda[-1]
    piece = step.group[0]
    setting = s.setting
    side = setting.side_of[piece]
    aims = advice.aims(s, side)
    way, stop = aims.ways.get(piece), s.offered("stop")
    full = 0
    for unit in step.group:
        full |= stacking.full_hexes(s, unit)
    ways = [o for o in s.offered("to", "rail", "carry") if not full >> o.value & 1]
    crowd = bool(stacking.overstacked(s) >> step.hex & 1)
    if way is None:
        return ways[:1] if crowd and ways else stop or s.options[:1]
    here = way.away[step.hex]
    away = way.away
    zone = enemy_zone(s, side)
    cover = ground(setting).cover

    def rank(hexa: int) -> tuple[int, int, int]:
        return -away[hexa], -(zone >> hexa & 1), cover[hexa]

    nearer = [o for o in ways if away[o.value] < here or crowd]
    found = _spread_out(ranked(nearer, rank), s, side)
    found += _landings(s, piece)
    return [*found, *stop] or s.options[:1]


def _spread_out(options: list[Option], s: MansteinState, side: int) -> list[Option]:
    """The best few, each hex once: by road rather than by rail if both lead there."""
    seen, found = set[int](), []
    for option in options:
        if option.value not in seen:
            seen.add(option.value)
            found.append(option)
            if len(found) == MOST_GOALS:
                break
    return found


def _landings(s: MansteinState, piece: int) -> list[Option]:
    """Airborne troops land where they take a place that counts without a fight."""
    if not s.setting.airborne >> piece & 1:
        return []
    foe = s.held[other(s.setting.side_of[piece])]
    good = [o for o in s.offered("land") if not foe >> o.value & 1 and prize(s, GERMAN, o.value)]
    return ranked(good, lambda hexa: prize(s, GERMAN, hexa), 2)


# over-stacking


def _excess(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The cheapest have to go."""
    worth = ground(s.setting).worth
    return ranked(s.options, lambda piece: -worth[piece][s.steps[piece]], 1)


def _displaced(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """An enemy unit is moved to where it is worst off."""
    piece: int = s.agenda[-1].piece
    side = s.setting.side_of[piece]
    return ranked(s.options, lambda hexa: enemy_zone(s, side) >> hexa & 1, 2)


# combat


def _combat(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The attacks that gain most on the average, and the choice of making none."""
    step: Combat = s.agenda[-1]
    least = advice.heuristic["bold"] if step.mover == GERMAN else advice.heuristic["bold_allied"]
    chances = []
    for option in s.offered("attack"):
        gain = _gain(advice, s, step.mover, option.value)
        if gain > least:
            chances.append((gain, option))
    chances.sort(key=lambda chance: -chance[0])
    return [option for _, option in chances[:MOST_TARGETS]] + s.offered("done") or s.options[:1]


def _gain(advice: MansteinAdvice, s: MansteinState, mover: int, target: int) -> float:
    units = s.pieces_in(beside(s, target) & s.held[mover]) & able(s, mover)
    return _force(advice, s, (), listed(units), target)[0] if units else 0.0


def _force(
    advice: MansteinAdvice, s: MansteinState, chosen: Sequence[int], at_hand: Sequence[int], target: int
) -> tuple[float, list[int]]:
    """Who should attack a hex besides those chosen, and what that gains: nobody, all, those with support, Mech units,
    or the strongest half."""
    setting, point = s.setting, advice.heuristic["point"]
    strong = sorted(at_hand, key=lambda p: (-shifts.attack_of(s, p), p))
    fed = [p for p in strong if logistics.supported(s, p)]
    mech = [p for p in strong if setting.is_mech[p]]
    foot = [p for p in strong if not setting.is_mech[p]]
    forces: list[list[int]] = [strong, [], fed, mech, foot, strong[: (len(strong) + 1) // 2]]
    best: tuple[float, list[int]] = (-1.0e9, [])
    tried: list[list[int]] = []
    for force in forces:
        if (force or chosen) and force not in tried:
            tried.append(force)
            gain = prospect(s, (*chosen, *force), target, point)[0]
            if gain > best[0] + 1e-9:
                best = gain, force
    return best


def _attack(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Bring up all that helps, then fight."""
    step: Attack = s.agenda[-1]
    at_hand = [o.value for o in s.offered("commit")]
    if at_hand:
        force = _force(advice, s, step.attackers, at_hand, step.target)[1]
        if force:
            return [s.setting.say["commit"][force[0]]]
    if not step.attackers:
        return s.offered("commit")[:1]
    return s.offered("done") or _table(advice, s)


def _table(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The table on which the attack promises more."""
    step: Any = s.agenda[-1]
    both = s.offered("mobile")
    if both and prospect(s, step.attackers, step.target, advice.heuristic["point"])[1]:
        return both
    return s.offered("assault")


def _special_forces(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """They are there to be used, but not wasted on one fort of the Maginot Line."""
    wasted = s.setting.maginot >> s.agenda[-1].target & 1
    return s.offered("decline") if wasted else s.offered("send")[:1] or s.offered("decline")


def _naval(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("support") or s.offered("decline")


def _counter(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Against the weakest of the hexes the attack came from."""
    step: Counterattack = s.agenda[-1]
    side = s.setting.side_of[step.units[0]]

    def weak(hexa: int) -> float:
        stack = stack_of(s, shifts.defenders_at(s, other(side), hexa))
        return stack.worth / max(stack.defence, 1)

    return ranked(s.options, weak, 1)


def _counter_table(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    step: CounterTable = s.agenda[-1]
    known = ground(s.setting)
    column = shifts.counter_odds(s, step.attackers, step.defenders).column
    steps = [known.means[table][column] for table in (0, 1)]
    better = steps[1].back * BEATEN + steps[1].steps - steps[1].own_steps > steps[0].steps - steps[0].own_steps
    return (s.offered("mobile") if better else []) or s.offered("assault")


def _losses(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The step that is worth least, points for a unit that would be gone included."""
    setting, worth = s.setting, ground(s.setting).worth
    point = advice.heuristic["point"]

    def cost(piece: int) -> float:
        has = s.steps[piece]
        lost = worth[piece][has] - worth[piece][has - 1]
        if has == 1:
            scores = (s.sizes.armies | setting.mech) >> piece & 1
            lost += point * 2 * scores
        return -lost

    return ranked(s.options, cost, 1)


def _retreats(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("hold") or s.offered("retreat")[:1]


def _retreat(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """To where fewest enemies are near, into a place that counts, and on good ground."""
    piece: int = s.agenda[-1].piece
    side = s.setting.side_of[piece]
    board, foe, cover = s.setting.board, s.held[other(side)], ground(s.setting).cover
    zones = enemy_zone(s, side)
    own = goals(s, other(side))

    def safe(hexa: int) -> tuple[bool, int]:
        crowd = (board.around[hexa] & foe).bit_count()
        return not zones >> hexa & 1, cover[hexa] + 2 * (own >> hexa & 1) - 2 * crowd

    return [*s.offered("stop"), *ranked(s.offered("fall_back"), safe, 2)]


def _pursuit(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Units that come nearer to where they are sent go in, and at least one into a place that counts."""
    step: Pursuit = s.agenda[-1]
    side = s.setting.side_of[step.attackers[0]]
    aims: Aims = advice.aims(s, side)
    target = step.target
    going = [o for o in s.offered("pursue") if not stacking.full_hexes(s, o.value) >> target & 1]
    if not going:
        return s.offered("done")
    best = ranked(going, lambda p: (aims.nearer(p, s.where[p], target), s.setting.mf[p]), 1)
    piece = best[0].value
    empty = not s.held[side] >> target & 1
    wanted = aims.nearer(piece, s.where[piece], target) > 0 or (empty and prize(s, side, target) > 0)
    return [*best, *s.offered("done")] if wanted else [*s.offered("done"), *best]


def _pursuing(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    step: Pursuing = s.agenda[-1]
    piece = step.piece
    aims: Aims = advice.aims(s, s.setting.side_of[piece])
    here, full = s.where[piece], stacking.full_hexes(s, piece)
    ways = [o for o in s.offered("advance_to") if not full >> o.value & 1 and aims.nearer(piece, here, o.value) > 0]
    return [*ranked(ways, lambda hexa: aims.nearer(piece, here, hexa), 2), *s.offered("stop")]


# other things


def _bridge(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("bridge")[:1] or s.offered("decline")


def _evacuation(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Who has no supplies leaves; logistics units only after the others."""
    lost = logistics.unsupported(s, ALLIED)
    leaving = [o for o in s.offered("evacuate") if lost >> o.value & 1]
    return [*leaving[:1], *s.offered("done")]


def _declaration(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """A city the enemy stands before and nobody is there to defend: half its points are saved."""
    near = grown(s, s.held[GERMAN], 1) & ~grown(s, s.held[ALLIED], 1)
    lost = [o for o in s.offered("declare") if near >> o.value & 1 and control.owned(s, ALLIED) >> o.value & 1]
    return [*s.offered("done"), *lost[:1]]


def _extend(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """A game that is won is not extended."""
    won = victory.level_of(s.setting, victory.net(s)).winner == SIDES[GERMAN]
    return s.offered("decline") + s.offered("extend") if won else s.offered("extend") + s.offered("decline")


def _plan(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Which plan is kept is nobody's business, so any may be; the one with most in it comes first."""
    rows = s.setting.markers
    return ranked(s.offered("keep"), lambda marker: marker_worth(rows[marker]))


RULES: dict[type[Any], Rule] = {
    ChoosePlan: _plan,
    Setup: _setup,
    Deploy: _deploy,
    commands.Load: _load,
    commands.FirstMarker: _first_marker,
    commands.ChooseCommand: _choose_command,
    commands.ChooseCorps: _call,
    commands.CallReserves: _call,
    AddMorale: first("add", "decline"),
    Reinforce: first("deploy", "done"),
    Arrive: _arrive,
    Refit: _refit,
    air.Flights: _flights,
    air.Flight: _flight,
    Bombing: _bombing,
    Movement: _movement,
    March: _march,
    Excess: _excess,
    Displaced: _displaced,
    Evacuation: _evacuation,
    Combat: _combat,
    Attack: _attack,
    SpecialForces: _special_forces,
    ChooseTable: _table,
    NavalSupport: _naval,
    Counterattack: _counter,
    CounterTable: _counter_table,
    Losses: _losses,
    Retreats: _retreats,
    Retreat: _retreat,
    Pursuit: _pursuit,
    Pursuing: _pursuing,
    Bridge: _bridge,
    Unbridge: first("done"),
    Declaration: _declaration,
    victory.Extend: _extend,
}
"""Heuristics by the step that asks."""
