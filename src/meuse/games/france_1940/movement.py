"""Chapter 5: movement. What movers have left, where they can go by which way, and what follows when they enter a hex.

What spends movement points is a *mover*: a unit on foot, a gun with its crew, a vehicle with all it carries or tows,
horses with their rider. Points are counted in halves. See ``costs`` for prices, ``transport`` for mounting and
limbering, ``crossings`` for boats, fords and pontoons, ``march`` for the action itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import le
from typing import NamedTuple

from meuse.board.sets import falling, listed, members, union
from meuse.engine import Bar, Path, Pieces
from meuse.games.france_1940 import charges, costs, flight, nations, reaction, stacking, works
from meuse.games.france_1940.costs import Field, Net
from meuse.games.france_1940.events import Forded
from meuse.games.france_1940.setting import FOOT
from meuse.games.france_1940.state import FranceState, finish
from meuse.games.france_1940.transport import aboard, capacity, left, mover, start
from meuse.mechanics.words import counted

# prices and points, for all chapters


def price(s: FranceState, piece: int, here: int, there: int) -> int:
    """What a step to a neighbouring hex costs a piece, or what carries it, in half points; -1 if it cannot go there."""
    who = mover(s, piece)
    return costs.net(s, s.setting.gait[who]).price(here, s.second_bank >> who & 1, there)


def net_of(s: FranceState, who: int) -> Net:
    return costs.net(s, s.setting.gait[who])


def affords(s: FranceState, who: int, asked: int) -> bool:
    """Can a mover pay for a step now? Wheels and tracks at rest may spend all on one hex (5.2b, 5.2c, G66)."""
    return 0 <= asked <= left(s, who) or (asked >= 0 and at_rest(s, who) and s.setting.move[who] != FOOT)


def at_rest(s: FranceState, who: int) -> bool:
    """Has a mover spent nothing yet?"""
    return not s.spent[who]


def enter(s: FranceState, group: Pieces, hexa: int, bank: int | None = None, covered: bool = False) -> None:
    """Movers come into a hex, with all that follows: banks, wire under tracks, control, mines, reaction (12.2e, G21).

    ``bank``: where they land if they do not simply step in; ``covered``: from trench to trench (12.8c).
    """
    waters = s.setting.waters
    here, pieces = s.where[group[0]], 0
    for who in group:
        side = bank
        if side is None:
            side = waters.bank_after(here, s.second_bank >> who & 1, hexa) if here >= 0 else 0
        s.shift(who, hexa)
        if covered:
            s.shelter(who, True)
        load = aboard(s, who)
        pieces |= load
        if side:
            s.second_bank |= load
    if bank is None and waters.plain >> hexa & 1:
        s.fording |= pieces
    else:
        s.fording &= ~pieces
    flight.crush(s, group, hexa)
    if s.roadblocks >> hexa & 1:
        s.hindered |= pieces
    depth = len(s.agenda)
    if s.mines:
        works.spring(s, pieces, hexa)
    if pieces & s.alive:
        reaction.window(s, hexa, depth)  # once those have fled whom the mines have shaken


def uneventful(s: FranceState) -> int:
    """The hexes in which nothing can happen to those who merely pass: nobody watches them, and nothing is in the way.

    What ``enter`` does beyond moving pieces it does in other hexes. See ``FranceState.pass_through``.
    """
    enemy, setting = 1 - s.activator, s.setting
    markers = s.wire | s.roadblocks | (works.mined(s) if s.mines else 0) | members([fort.hex for fort in s.forts])
    return setting.board.everything & ~(reaction.watched(s, enemy) | s.masks[enemy] | setting.waters.wet | markers)


# where a group can go


class Way(NamedTuple):
    """What a way costs the slowest of a group, in half points, and the hexes entered."""

    cost: int
    path: Path


class Reach(NamedTuple):
    """What bounds a group: the hexes it may enter, those in which it may not stop, its points and prices."""

    enter: int
    full: int
    points: int
    net: Net
    prey: int | None = None
    """For cavalry at the gallop: the hexes that it may charge, as it must (5.6g)."""


class Goals(NamedTuple):
    """Where a group in hand can go now."""

    group: Pieces
    field: Field | None
    """What it reaches with its points; None for a stack that moves in different ways."""
    stops: int
    """Hexes in which it may end its move."""
    steps: int
    """Neighbouring hexes that it can enter; not all of them are stops."""
    ways: Mapping[int, Way]
    """Hexes with a way of their own: by the bonus of the road (5.4b), or for a stack that moves in different ways."""

    def all(self) -> int:
        found = self.stops | self.steps
        return found | members(self.ways) if self.ways else found


def goals(s: FranceState, group: Pieces) -> Goals:
    """Where a group can go, worked out once until something changes."""
    return s.kept("goals", (s.version, group), _goals, s, group)


def _goals(s: FranceState, group: Pieces, spurred: bool = False) -> Goals:
    """``spurred``: where it could go at the gallop, though it does not gallop yet."""
    setting, here = s.setting, s.where[group[0]]
    enter_, full = open_to(s, group), stacking.crowded(s, setting.side_of[group[0]], weight(s, group))
    kinds = {setting.gait[who] for who in group}
    if len(kinds) > 1:
        return _mixed(s, group, enter_, full)
    points = min([left(s, who) + (charges.spurt(s, who) if spurred else 0) for who in group])
    prey = charges.prey(s, setting.side_of[group[0]]) if spurred or s.galloping >> group[0] & 1 else None
    reach = Reach(enter_, full, points, costs.net(s, kinds.pop()), prey)
    seeds = _seeds(s, group[0], enter_)
    if not points and here >= 0 and s.spent[group[0]]:  # nothing is left, but for the bonus of the road
        found, stops, steps = Field([seeds[0]], reach.net, seeds), 0, 0
    else:
        found = Field(_levels(s, group[0], seeds, reach), reach.net, seeds)
        stops = _stops(found, reach) & ~(1 << here if here >= 0 else 0)
        steps = _steps(s, group, reach)
    ways = _bonus(s, group, reach, stops | steps) if prey is None and ways_of_road(s, group) else {}
    return Goals(group, found, stops, steps, ways)


def open_to(s: FranceState, group: Pieces) -> int:
    """The hexes that a group may enter: without enemies, and at Double Time not beside them (5.2g, 5.3b, 14.1b)."""
    setting = s.setting
    enemy = 1 - setting.side_of[group[0]]
    enter_ = setting.board.everything & ~(s.masks[enemy] | setting.closed | nations.untethered(s, group))
    if in_haste(s, group):
        enter_ &= ~near(s, enemy)
    return enter_


def in_haste(s: FranceState, group: Pieces) -> bool:
    """Does somebody in a group, or aboard, move at Double Time: by himself, or before he has mounted (5.3b)?"""
    return bool(s.hurried) and bool(s.hurried & aboard(s, *group))


def tied_bars(s: FranceState, group: Pieces, shut: int = -1) -> Iterator[Bar]:
    """Those of some hexes closed to a group in haste, or to armour that stays with its officer (5.3b, 14.1b)."""
    if in_haste(s, group):
        beside = near(s, 1 - s.setting.side_of[group[0]])
        yield Bar(beside & shut, "5.3b", "{it} is beside enemies: not at Double Time")
    bound = nations.untethered(s, group)
    yield Bar(bound & shut, "14.1b", "{it} is away from the officer of the infantry with whom the armour stays")


def near(s: FranceState, enemy: int) -> int:
    """The hexes of enemy units and all beside them (5.3b)."""
    manned = s.manned(enemy)
    return s.kept(("near", enemy), manned, s.setting.board.within, manned, 1)


def weight(s: FranceState, group: Pieces) -> int:
    """The steps with which a group counts where it stops (4a, 4e)."""
    total = 0
    for who in group:
        total += stacking.weight(s, who)
        if s.laden >> who & 1:
            total += sum([stacking.weight(s, passenger) for passenger in s.cargo(who)])
    return total


def _seeds(s: FranceState, who: int, enter_: int) -> dict[int, int]:
    """Where its ways begin: its own node, or the hexes of its edge, each at its price."""
    hexa = s.where[who]
    if hexa >= 0:
        return {0: 1 << s.setting.waters.node(hexa, s.second_bank >> who & 1)}
    edge = costs.edges(s, s.setting.gait[who], s.setting.side_of[who])
    return {asked: hexes & enter_ for asked, hexes in edge.items()}


def _levels(s: FranceState, who: int, seeds: dict[int, int], reach: Reach) -> list[int]:
    """What a group reaches; those who are still to enter mostly have the same before them as others like them."""
    net, points, enter_ = reach.net, reach.points, s.setting.waters.nodes(reach.enter)
    if s.where[who] >= 0:
        return net.levels(seeds[0].bit_length() - 1, points, enter_)
    name = "entering", s.setting.gait[who], points
    return s.kept(name, (net, enter_, seeds), costs.flow, seeds, points, net, enter_)


def _stops(found: Field, reach: Reach) -> int:
    """The hexes in which a group may end its move: not overfull, and a river must have been crossed (4a, 11.9.1b)."""
    waters, river = found.net.waters, found.net.river
    hexes = waters.hexes(found.nodes())
    if waters.plain & hexes:
        hexes &= ~waters.plain
        if river is not None and reach.points >= river:
            hexes |= waters.hexes(union(found.levels[: reach.points - river + 1])) & waters.plain
    hexes &= ~reach.full
    return hexes if reach.prey is None else _launching(found, hexes & found.net.board.within(reach.prey, 1), reach)


def _launching(found: Field, hexes: int, reach: Reach) -> int:
    """Those of some hexes beside its prey from which cavalry at the gallop can charge (5.6g)."""
    node, stands = found.net.waters.node, [(hexa, bank) for hexa in listed(hexes) for bank in (0, 1)]
    paid = {(hexa, bank): found.cost(node(hexa, bank)) for hexa, bank in stands}  # -1 for a bank of dry land
    return members(hexa for (hexa, bank), cost in paid.items() if cost >= 0 and _charges(hexa, bank, cost, reach))


def _charges(hexa: int, bank: int, paid: int, reach: Reach) -> bool:
    """Can cavalry that has paid so much to get to a hex pay for a charge from there?"""
    net = reach.net
    if net.waters.plain >> hexa & 1:
        paid += net.river or 0
    around = net.board.members(net.board.around[hexa] & (reach.prey or 0))
    return any(0 <= net.price(hexa, bank, there) <= reach.points - paid for there in around)


def _steps(s: FranceState, group: Pieces, reach: Reach) -> int:
    """The neighbouring hexes that a group can enter now, or the hexes of its edge.

    Where it may not stop, it must be able to go on from there to a hex where it may.
    """
    who, points = group[0], reach.points
    here, bank = s.where[who], s.second_bank >> who & 1
    if here < 0:
        edge, rest = _seeds(s, who, reach.enter & ~reach.full), _rests(s, group)
        return union(hexes for asked, hexes in edge.items() if rest or asked <= points)
    plain = reach.enter & ~reach.full & ~s.setting.waters.plain if reach.prey is None else 0
    steps, others = 0, list[tuple[int, int]]()
    for asked, hexes in reach.net.steps(here, bank):
        sure = hexes & plain if asked <= points else 0
        steps |= sure
        unsure = hexes & reach.enter & ~sure
        if unsure:
            others += [(there, asked) for there in falling(unsure)]
    if others:
        rest = _rests(s, group)
        steps |= members([there for there, asked in others if _steps_to(here, bank, there, asked, rest, reach)])
    return steps


def _rests(s: FranceState, group: Pieces) -> bool:
    """Is a group on wheels or tracks and at rest, so that it may spend all it has on one hex (5.2c)?"""
    return s.setting.move[group[0]] != FOOT and all(at_rest(s, who) for who in group)


def _steps_to(here: int, bank: int, there: int, asked: int, rest: bool, reach: Reach) -> bool:
    """Can a group enter a neighbouring hex that is full, in a river, or too dear for any but who is at rest?"""
    net, waters = reach.net, reach.net.waters
    dry, free = not waters.plain >> there & 1, not reach.full >> there & 1
    if asked > reach.points:
        return rest and free and (dry or waters.minor)
    ashore = dry or (net.river is not None and (rest or asked + net.river <= reach.points))
    landing = waters.bank_after(here, bank, there)
    ends = ashore and free and (reach.prey is None or _charges(there, landing, asked, reach))
    return ends or _goes_on(there, asked, landing, reach)


def _goes_on(hexa: int, asked: int, bank: int, reach: Reach) -> bool:
    """From a hex in which a group may not stop, is there a way to one in which it may (4f, 11.9.2b)?"""
    net = reach.net
    seeds = {asked: 1 << net.waters.node(hexa, bank)}
    onward = Field(costs.flow(seeds, reach.points, net, net.waters.nodes(reach.enter)), net, seeds)
    return bool(_stops(onward, reach) & ~(1 << hexa))


def within_reach(s: FranceState, side: int) -> int:
    """The hexes to which a side's units on the board can go that have not acted yet, each by itself."""
    setting = s.setting
    idle = setting.units & setting.pieces_on[side] & s.alive & ~(s.finished | s.prepared | s.routed)
    movers = {mover(s, unit) for unit in listed(idle & ~setting.horses)}
    return union(_goals(s, (who,)).all() for who in movers)


# a stack that moves in different ways (G30b)


def _mixed(s: FranceState, group: Pieces, enter_: int, full: int) -> Goals:
    """A stack with different ways of moving: each pays its own price, and all ways are kept that somebody may need.

    The cheapest way is that on which all together spend the least.
    """
    setting, here = s.setting, s.where[group[0]]
    kinds = sorted({setting.gait[who] for who in group})
    points = [min([left(s, who) for who in group if setting.gait[who] == kind]) for kind in kinds]
    nets = [costs.net(s, kind) for kind in kinds]
    begun: dict[costs.Stand, tuple[costs.Paid, Path]]
    if here < 0:
        prices = [_prices(s, kind, setting.side_of[group[0]]) for kind in kinds]
        common = set(prices[0]).intersection(*prices[1:])
        starts = [((hexa, 0), tuple([known[hexa] for known in prices])) for hexa in common if enter_ >> hexa & 1]
        begun = {at: (paid, (at[0],)) for at, paid in starts if all(map(le, paid, points))}
    else:
        begun = {(here, s.second_bank >> group[0] & 1): ((0,) * len(kinds), ())}
    ways = costs.joint_ways(begun, points, nets, enter_)
    waters = setting.waters
    found: dict[int, Way] = {}
    for (hexa, _), (paid, path) in ways:
        if hexa == here or full >> hexa & 1:
            continue
        rows = zip(nets, paid, points, strict=True)
        if waters.plain >> hexa & 1 and any(net.river is None or one + net.river > most for net, one, most in rows):
            continue
        found.setdefault(hexa, Way(max(paid), path))
    steps = _mixed_steps(s, group, enter_ & ~full) if here >= 0 else 0
    return Goals(group, None, 0, steps, found)


def _prices(s: FranceState, kind: int, side: int) -> dict[int, int]:
    """What each hex of a side's edge costs."""
    edge = costs.edges(s, kind, side)
    return {hexa: asked for asked, hexes in edge.items() for hexa in s.setting.board.members(hexes)}


def _mixed_steps(s: FranceState, group: Pieces, open_: int) -> int:
    """The neighbouring hexes in which such a stack may stop after one step."""
    here, board, waters = s.where[group[0]], s.setting.board, s.setting.waters
    near_ = board.around[here] & open_ & ~(waters.plain if waters.major else 0)
    return members(
        there
        for there in board.members(near_)
        if all(affords(s, who, _with_ford(s, who, here, there)) for who in group)
    )


def _with_ford(s: FranceState, who: int, here: int, there: int) -> int:
    """The price of a step after which a mover may stop: in a minor river it has to cross."""
    asked = price(s, who, here, there)
    if asked >= 0 and s.setting.waters.plain >> there & 1:
        asked += net_of(s, who).river or 0
    return asked


# the gallop (5.6g, G50)


def could_charge(s: FranceState, group: Pieces) -> bool:
    """Is there a hex within reach at the gallop from which cavalry could charge somebody?"""
    return s.kept(("gallop", group), s.version, _could_charge, s, group)


def _could_charge(s: FranceState, group: Pieces) -> bool:
    return may_charge(s, group, spurred=True) or bool(_goals(s, group, spurred=True).all())


def may_charge(s: FranceState, group: Pieces, spurred: bool = False) -> bool:
    """Can cavalry charge somebody from where it is; ``spurred``: at the gallop, which it would need for it?"""
    hexa, setting = s.where[group[0]], s.setting
    beside = setting.board.around[hexa] & charges.prey(s, setting.side_of[group[0]]) if hexa >= 0 else 0
    points = {who: left(s, who) for who in group}
    prices = [[price(s, who, hexa, there) for who in group] for there in listed(beside)]
    usual = any(all(0 <= p <= points[who] for p, who in zip(row, group, strict=True)) for row in prices)
    if not spurred:
        return usual
    more = {who: points[who] + charges.spurt(s, who) for who in group}
    return not usual and any(all(0 <= p <= more[who] for p, who in zip(row, group, strict=True)) for row in prices)


# the bonus of the road (5.4b)


def ways_of_road(s: FranceState, group: Pieces) -> bool:
    """Has a group on foot spent all points so far along a road, and is it on one now?"""
    roads = s.setting.ground.roads.touched
    hexa = s.where[group[0]]
    if hexa < 0 or not roads >> hexa & 1:
        return False
    return not members(group) & (~s.setting.on_foot | s.byways | s.galloping)


def _bonus(s: FranceState, group: Pieces, reach: Reach, otherwise: int) -> dict[int, Way]:
    """One hex more along the road for who spends its whole capacity along it (5.4b, G65).

    Half a point left over was saved in a town, where the road would have cost it (G64). ``otherwise``: hexes that the
    group reaches without the bonus.
    """
    setting, board, waters, points = s.setting, s.setting.board, s.setting.waters, reach.points
    net = reach.net.along(setting.ground.roads)
    node = waters.node(s.where[group[0]], s.second_bank >> group[0] & 1)
    found = Field(net.levels(node, points, waters.nodes(reach.enter)), net, {0: 1 << node})
    spare = [left(s, who) - points for who in group]
    open_ = reach.enter & ~reach.full & ~otherwise & ~waters.plain & ~(1 << s.where[group[0]])
    made: dict[int, Way] = {}
    scant = costs.road_price(s, FOOT) - 1
    for node in listed(union(found.levels[max(points - scant, 0) :])):
        at, side = (node - waters.layer, 1) if node >= waters.layer else (node, 0)
        for there in board.members(board.across(at, setting.ground.roads) & open_):
            asked = net.price(at, side, there)
            if asked >= 0 and all(not more or more >= asked for more in spare):
                made.setdefault(there, Way(points, (*found.route(node), there)))
    return made


def points_for(s: FranceState, found: Goals, goal: int) -> str:
    """What going to a hex costs, as it is written there; for a stack what the slowest pays."""
    group = found.group
    here = s.where[group[0]]
    if found.steps >> goal & 1 and here >= 0:
        asked = max([min(price(s, who, here, goal), left(s, who)) for who in group])
    elif goal in found.ways:
        asked = found.ways[goal].cost
    else:
        asked = found.field.cost(_node(found.field, goal)) if found.field is not None else -1
        asked = min([left(s, who) for who in group]) if asked < 0 else asked
    return f"{asked / 2:g}"


def _node(field: Field, hexa: int) -> int:
    """The node of a hex that is had for the fewest points."""
    waters = field.net.waters
    if not waters.wet >> hexa & 1:
        return hexa
    asked = [(field.cost(node), node) for node in (hexa, hexa + waters.layer)]
    return min(((cost, node) for cost, node in asked if cost >= 0), default=(-1, hexa))[1]


def path_to(found: Goals, goal: int) -> Path:
    """The way to a hex: one step to a neighbour or over the edge, else a way of its own, else the cheapest."""
    if found.steps >> goal & 1:
        return (goal,)
    if goal in found.ways:
        return found.ways[goal].path
    assert found.field is not None
    return tuple(found.field.route(_node(found.field, goal)))


def hex_before(found: Goals, goal: int) -> int:
    """The hex before a goal on the way to it; -1 if it is one step away."""
    if found.steps >> goal & 1:
        return -1
    if goal in found.ways:
        path = found.ways[goal].path
        return path[-2] if len(path) > 1 else -1
    assert found.field is not None
    return found.field.hex_before(_node(found.field, goal))


def counted_points(points: int) -> str:
    """Movement points as people say them."""
    return counted(points // 2, "movement point") if points % 2 == 0 else f"{points / 2} movement points"


# beginning and ending


def declare(s: FranceState, group: Pieces, *others: int) -> None:
    """A move is announced: the group counts as moving, and can be fired at before it leaves (3.4a, 6.1d, G21).

    So does what carries it or what it takes aboard, which may join a move that has begun.
    """
    under_way = s.moving >> group[0] & 1
    moved = s.moved | start(s, *group, *others)
    if moved != s.moved:
        s.moved = moved
        s.touch()
    if not under_way and s.where[group[0]] >= 0:
        reaction.window(s, s.where[group[0]])


def alarms(s: FranceState, group: Pieces) -> int:
    """How many enemies are Finished: one more after each that has fired in reaction."""
    return (s.finished & s.setting.pieces_on[1 - s.setting.side_of[group[0]]]).bit_count()


def unfit(s: FranceState, group: Pieces) -> tuple[str, str] | None:
    """Why a group that is under way may not stop where it is."""
    hexa, setting = s.where[group[0]], s.setting
    if hexa < 0:
        return None
    waters = setting.waters
    wading = [who for who in group if s.fording >> who & 1]
    if wading and waters.major:
        return "11.9.2b", "no move ends in a hex of a major river"
    if any(left(s, who) < (net_of(s, who).river or 0) and not _came_one_hex(s, who) for who in wading):
        return "11.9.1b", "who stops in a river hex has crossed, and there are not points enough for that"
    if stacking.load(s, setting.side_of[group[0]], hexa) > setting.charts.stacking.hex:
        return "4a", f"it would hold more than {setting.charts.stacking.hex} steps"
    if s.galloping >> group[0] & 1 and not may_charge(s, group):
        return "5.6g", "cavalry at the gallop must charge: it stops only beside enemies whom it can charge"
    return None


def _came_one_hex(s: FranceState, who: int) -> bool:
    """Has a mover on wheels or tracks come a single hex from rest, so that all it has will do for it (5.2c, G66)?"""
    begun, here = s.started.get(who, -1), s.where[who]
    if begun < 0 or s.setting.move[who] == FOOT or not s.setting.board.around[begun] >> here & 1:
        return False
    most, spent, net = capacity(s, who), s.spent[who], net_of(s, who)
    return any(min(asked, most) == spent for bank in (0, 1) if (asked := net.price(begun, bank, here)) >= 0)


def stop(s: FranceState, group: Pieces, over: bool = False) -> None:
    """A group ends its move: it is Finished, and across the river if it stands in one (3.3.2b, 11.9.1b).

    ``over``: its whole action is, so that it does not go on to assault (R14).
    """
    if not group:
        return
    pieces = aboard(s, *group)
    crossed = pieces & s.fording & s.alive
    s.fording &= ~pieces
    if crossed and s.setting.waters.minor:
        s.second_bank ^= crossed
        for who in group:
            s.spent[who] += min(left(s, who), net_of(s, who).river or 0)
        s.touch()
        s.events.append(Forded(("11.9.1b",), listed(crossed), s.where[group[0]]))
    s.moving &= ~pieces
    ready = 0 if over else poised(s, group)
    s.poised |= ready
    finish(s, pieces & ~ready & ~(s.setting.tank_officers & s.riders))


def poised(s: FranceState, group: Pieces) -> int:
    """Those of a group that stop beside enemies with points enough to go on and assault them (9.1b, 9d)."""
    setting, hexa = s.setting, s.where[group[0]]
    around = setting.board.around[hexa] & s.masks[1 - setting.side_of[group[0]]] if hexa >= 0 else 0
    if not around:
        return 0
    men = (setting.on_foot & setting.units & ~setting.carriers | setting.afvs) & ~(s.riders & ~s.mounted)
    able = 0
    for who in group:
        if any(0 <= price(s, who, hexa, there) <= left(s, who) for there in listed(around)):
            able |= aboard(s, who)
    return able & men | members(s.carriers[unit] for unit in listed(able & men & s.mounted))


def exit_price(s: FranceState, who: int) -> int:
    """To leave the board costs as much as to enter the hex that is left."""
    asked = costs.edge_price(s, s.setting.gait[who], s.where[who])
    return -1 if asked is None else asked
