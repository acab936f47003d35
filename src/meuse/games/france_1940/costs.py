"""What steps cost (5.1, 5.2, 5.4, 5.7): terrain, roads, slopes, the markers of chapter 12, rivers and banks (11.9).

Prices are in half movement points, between *nodes*: see ``rivers``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from operator import add, le

from meuse.board import HexBoard, Sides
from meuse.board.kernels import Six, shift
from meuse.board.sets import falling, members, union
from meuse.games.france_1940.ground import MANY, Markers
from meuse.games.france_1940.rivers import Waters
from meuse.games.france_1940.setting import CREW, FOOT, TRACKED, WHEELED, FranceSetting
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.tables import MoveClass, halves

CLASSES: tuple[MoveClass, ...] = ("foot", "wheeled", "tracked", "crew", "tracked")
"""The column of the Movement Chart for each way of moving (``setting.gait``)."""

FEW = 6
"""From so many nodes steps are looked up one by one; from more they are shifted all together."""


class Net:
    """The prices of all steps between nodes for one way of moving.

    ``like``: prices that last longer; only steps from and to the hexes ``apart`` may cost something else here.
    """

    def __init__(
        self,
        board: HexBoard,
        waters: Waters,
        prices: tuple[tuple[int, Six], ...],
        river: int | None,
        like: Net | None = None,
        apart: int = 0,
    ) -> None:
        self.board, self.waters = board, waters
        self._like, self._apart = like, apart
        self._strange = waters.nodes(apart)
        self.roads: Net | None = None
        """The same along roads alone, once somebody has asked for it."""
        self.river = river
        """What crossing the river costs on top; None: it cannot be crossed."""
        self.prices = prices
        self._known: dict[tuple[int, int, int], int] = {}
        self._from: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        self._into: dict[int, tuple[tuple[int, int], ...]] = {}
        self.leads: dict[int, tuple[tuple[int, int], ...]] = {}
        """What ``from_node`` has found."""
        self._free: dict[int, list[int]] = {}
        self.banked = 0
        """The nodes from which some steps begin or end on a second bank."""
        plain: dict[int, list[int]] = {}
        for price, masks in prices:
            for direction, mask in enumerate(masks):
                self._sort(plain, price, direction, mask)
        six = [(price, (m[0], m[1], m[2], m[3], m[4], m[5])) for price, m in sorted(plain.items())]
        rows = [(price, m[0] | m[1] | m[2] | m[3] | m[4] | m[5], m) for price, m in six]
        self.rows = tuple([(price, here, self._entered(masks)) for price, here, masks in rows if here])
        """The other steps by what they cost: from which hexes there are any, and the hexes entered, by direction."""

    def _sort(self, plain: dict[int, list[int]], price: int, direction: int, mask: int) -> None:
        """Steps that neither begin nor end on a second bank are one shift; the others are left to ``from_node``."""
        waters = self.waters
        second = mask & waters.landing[0][direction]
        self.banked |= second | (mask & waters.wet) << waters.layer
        across = mask & waters.crossing[0][direction]
        plain.setdefault(price, [0] * 6)[direction] |= mask & ~across & ~second
        if self.river is not None:
            plain.setdefault(price + self.river, [0] * 6)[direction] |= across & ~second

    def _entered(self, masks: Six) -> Six:
        a, b, c, d, e, f = [shift(mask, direction, self.board.stride) for direction, mask in enumerate(masks)]
        return a, b, c, d, e, f

    def price(self, here: int, bank: int, there: int) -> int:
        """What a step costs; -1 if it is not to be had."""
        if self._like is not None and not self._apart >> here & 1:
            return self._like.price(here, bank, there)
        key = here, bank, there
        known = self._known.get(key)
        if known is None:
            known = self.base(here, there)
            if known >= 0 and self.waters.crosses(here, bank, there):
                known = -1 if self.river is None else known + self.river
            self._known[key] = known
        return known

    def steps(self, here: int, bank: int) -> tuple[tuple[int, int], ...]:
        """The steps that are to be had from a hex: what they cost, the cheapest first, and to which hexes."""
        if self._like is not None and not self._apart >> here & 1:
            return self._like.steps(here, bank)
        known = self._from.get((here, bank))
        if known is None:
            found = dict[int, int]()
            for there in self.board.neighbours(here):
                asked = self.price(here, bank, there)
                if asked >= 0:
                    found[asked] = found.get(asked, 0) | 1 << there
            known = self._from[here, bank] = tuple(sorted(found.items()))
        return known

    def from_node(self, node: int) -> tuple[tuple[int, int], ...]:
        """The nodes to which steps lead from a node, together by what they cost, the cheapest first."""
        waters = self.waters
        here, bank = (node - waters.layer, 1) if node >= waters.layer else (node, 0)
        if self._like is not None and not self._apart >> here & 1:
            known = self.leads[node] = self._like.leads.get(node) or self._like.from_node(node)
            return known
        known = self.leads[node] = tuple(
            [
                (price, members([waters.node(there, waters.bank_after(here, bank, there)) for there in falling(hexes)]))
                for price, hexes in self.steps(here, bank)
            ]
        )
        return known

    def into(self, node: int) -> tuple[tuple[int, int], ...]:
        """The steps that lead to a node: from which node, and what each costs."""
        known = self._into.get(node)
        if known is None:
            waters = self.waters
            there, bank = (node - waters.layer, 1) if node >= waters.layer else (node, 0)
            if self._like is not None and not self._apart >> there & 1:
                known = self._like.into(node)
            else:
                known = tuple(
                    [
                        (waters.node(here, side), price)
                        for here in self.board.neighbours(there)
                        for side in ((0, 1) if waters.wet >> here & 1 else (0,))
                        if (price := self.price(here, side, there)) >= 0
                        and waters.bank_after(here, side, there) == bank
                    ]
                )
            self._into[node] = known
        return known

    def levels(self, node: int, points: int, enter: int) -> list[int]:
        """What is had from a node; see ``flow``.

        It is known where nothing is within reach that may not be entered, and no price that may soon be another.
        """
        levels = (self._like or self).free(node, points)[: points + 1]
        seen = union(levels)
        if seen & self._strange or (seen ^ 1 << node) & ~enter:
            return flow({0: 1 << node}, points, self, enter)
        return levels

    def free(self, node: int, points: int) -> list[int]:
        """What is had from a node, for at least so many half points, if all may be entered."""
        known = self._free.get(node)
        if known is None or len(known) <= points:
            enter = self.waters.nodes(self.board.everything)
            known = self._free[node] = flow({0: 1 << node}, points, self, enter)
        return known

    def base(self, here: int, there: int) -> int:
        """What a step costs apart from rivers; -1 if it is not to be had."""
        direction = self.board.direction(here, there)
        return next((price for price, masks in self.prices if masks[direction] >> here & 1), -1)

    def along(self, roads: Sides) -> Net:
        """The same prices along roads alone."""
        if self.roads is None:
            prices = tuple([(price, _both(masks, roads.masks)) for price, masks in self.prices])
            self.roads = Net(self.board, self.waters, prices, self.river)
        return self.roads


def _both(masks: Six, others: Six) -> Six:
    a, b, c, d, e, f = [mask & other for mask, other in zip(masks, others, strict=True)]
    return a, b, c, d, e, f


class Field:
    """What can be reached: for each number of half points spent, the nodes that cannot be had for fewer."""

    __slots__ = ("_costs", "levels", "net", "seeds")

    def __init__(self, levels: list[int], net: Net, seeds: Mapping[int, int]) -> None:
        self.levels, self.net, self.seeds = levels, net, seeds
        """``seeds``: the nodes where the ways begin, by what has been spent there: over an edge something has."""
        self._costs: dict[int, int] = {}

    def spell_out(self) -> None:
        """Note what each node costs, for somebody who will ask for most of them."""
        self._costs = {node: spent for spent, level in enumerate(self.levels) for node in falling(level)}

    def nodes(self) -> int:
        return union(self.levels)

    def cost(self, node: int) -> int:
        """The fewest half points that bring one to a node; -1 if nothing does."""
        if self._costs:
            return self._costs.get(node, -1)
        bit = 1 << node
        for spent, level in enumerate(self.levels):
            if level & bit:
                return spent
        return -1

    def before(self, node: int, spent: int) -> tuple[int, int]:
        """The node before a node on the cheapest way to it, and what was spent there."""
        levels = self.levels
        for earlier, price in self.net.into(node):
            if price <= spent and levels[spent - price] >> earlier & 1:
                return earlier, spent - price
        raise AssertionError("a node without a way to it")

    def hex_before(self, node: int) -> int:
        """The hex before the last of a cheapest way to a node; -1 if the way begins in that."""
        spent, layer = self.cost(node), self.net.waters.layer
        if not spent or self.seeds.get(spent, 0) >> node & 1:
            return -1
        return self.before(node, spent)[0] % layer

    def route(self, node: int) -> list[int]:
        """The hexes of a cheapest way to a node, in order; a hex where nothing has been spent is left out."""
        waters, way, spent = self.net.waters, [], self.cost(node)
        while spent:
            way.append(node - waters.layer if node >= waters.layer else node)
            if self.seeds.get(spent, 0) >> node & 1:
                break
            node, spent = self.before(node, spent)
        return way[::-1]


def flow(seeds: Mapping[int, int], points: int, net: Net, enter: int) -> list[int]:
    """For each number of half points spent, the nodes that cannot be had for fewer.

    ``seeds``: what was spent, and the nodes where one is then; ``enter``: the nodes that may be entered.
    """
    levels = [0] * (points + 1)
    unseen = enter
    for spent, nodes in seeds.items():
        if spent <= points:
            levels[spent] |= nodes
            unseen |= nodes
    stride = net.board.stride
    slant, rows, banked, leads = stride - 1, net.rows, net.banked, net.leads
    for spent in range(points):
        here = levels[spent] & unseen
        levels[spent] = here
        if not here:
            continue
        unseen ^= here
        if here.bit_count() > FEW:
            to0, to1, to2 = here << 1, here << stride, here << slant
            to3, to4, to5 = here >> 1, here >> stride, here >> slant
            for price, anywhere, (m0, m1, m2, m3, m4, m5) in rows:
                paid = spent + price
                if paid > points:
                    break
                if here & anywhere:
                    levels[paid] |= to0 & m0 | to1 & m1 | to2 & m2 | to3 & m3 | to4 & m4 | to5 & m5
            here &= banked
        while here:
            node = here.bit_length() - 1
            here ^= 1 << node
            for price, there in leads.get(node) or net.from_node(node):
                paid = spent + price
                if paid > points:
                    break
                levels[paid] |= there
    levels[points] &= unseen  # nothing is left to go on
    return levels


Stand = tuple[int, int]
"""A hex and a bank."""
Paid = tuple[int, ...]
"""What each way of moving has paid."""


def joint_ways(
    begun: Mapping[Stand, tuple[Paid, tuple[int, ...]]], points: Sequence[int], nets: Sequence[Net], enter: int
) -> Iterator[tuple[Stand, tuple[Paid, tuple[int, ...]]]]:
    """The ways of movers that go together and pay different prices, the cheapest for all together first (G30b).

    A way to a hex is left out if another costs nobody more.
    """
    board, waters = nets[0].board, nets[0].waters
    heap = [(sum(paid), paid, stand, path) for stand, (paid, path) in begun.items()]
    heapify(heap)
    known: dict[Stand, list[Paid]] = {}
    while heap:
        _, paid, stand, path = heappop(heap)
        better = known.setdefault(stand, [])
        if any(all(map(le, other, paid)) for other in better):
            continue
        better.append(paid)
        yield stand, (paid, path)
        here, bank = stand
        for there in board.members(board.around[here] & enter):
            asked = [net.price(here, bank, there) for net in nets]
            if min(asked) >= 0:
                after = tuple(map(add, paid, asked))
                if all(map(le, after, points)):
                    to = there, waters.bank_after(here, bank, there)
                    heappush(heap, (sum(after), after, to, (*path, there)))


# the prices of a match


def markers(s: FranceState, way: int) -> Markers:
    """What the markers in hexes do to one way of moving (12.2b, 12.2e, 12.3a, 12.5b, 12.5c, 12.6a, 12.11d)."""
    rules = s.setting.charts.markers
    added: tuple[tuple[int, int], ...]
    if way == FOOT:
        added = ((s.roadblocks, 2 * rules.roadblock), (s.ditches, 2 * rules.ditch), (s.teeth, 2 * rules.teeth))
        return Markers(s.wire, added, s.rubble, 2 * rules.rubble_move.foot)
    closed, added = s.roadblocks | s.ditches & ~s.crossings | s.teeth, ((s.crossings, 2 * rules.ditch_crossing),)
    if way in (WHEELED, CREW):
        return Markers(closed | s.wire | s.rubble, added)
    if way == TRACKED:
        added = (*added, (s.wire, 2 * rules.wire_tracked))
    else:
        closed |= s.wire
    return Markers(closed, added, s.rubble, 2 * rules.rubble_move.tracked)


def net(s: FranceState, way: int) -> Net:
    """The prices of all steps now, for one way of moving."""
    setting = s.setting
    key = (way, s.wire, s.roadblocks, s.ditches, s.crossings, s.teeth, s.rubble)
    made: Net | None = setting.nets.get(key)
    if made is None:
        if len(setting.nets) > MANY:
            setting.nets.clear()
        marked = s.wire | s.roadblocks | s.ditches | s.crossings | s.teeth | s.rubble
        made = _bare(setting, way)
        if marked:
            prices = setting.ground.costs(CLASSES[way], markers(s, way)).prices
            made = Net(setting.board, setting.waters, prices, made.river, made, setting.board.within(marked, 1))
        setting.nets[key] = made
    return made


def _bare(setting: FranceSetting, way: int) -> Net:
    """The prices where there are no markers."""
    made: Net | None = setting.bare_nets.get(way)
    if made is None:
        move = CLASSES[way]
        river = None if setting.waters.major else halves(setting.ground.charts.added.river, move)
        made = Net(setting.board, setting.waters, setting.ground.costs(move).prices, river)
        setting.bare_nets[way] = made
    return made


def river_price(s: FranceState, way: int) -> int:
    """What crossing a minor river costs on top, or a ford through a major one (5.2t12, 11.9.1a, 11.9.2d)."""
    return halves(s.setting.ground.charts.added.river, CLASSES[way]) or 0


def pontoon_price(s: FranceState, way: int) -> int:
    """What a pontoon bridge costs on top of the terrain (5.2t14, 12.4d, G69)."""
    return halves(s.setting.ground.charts.way.pontoon, CLASSES[way]) or 0


def road_price(s: FranceState, way: int) -> int:
    """What a hex of road costs (5.2t6)."""
    return halves(s.setting.ground.charts.way.road, CLASSES[way]) or 0


def off_road_price(s: FranceState, way: int, hexa: int) -> int | None:
    """What the ground of a hex costs by itself, markers included; None if it is closed (5.2b, 12)."""
    setting, shown = s.setting, markers(s, way)
    if shown.closed >> hexa & 1:
        return None
    if shown.rubble >> hexa & 1:
        price: int | None = shown.rubble_price
    else:
        price = halves(setting.ground.charts.terrain[setting.ground.terrain[hexa]], CLASSES[way])
    if price is None:
        return None
    return price + sum(more for hexes, more in shown.added if hexes >> hexa & 1)


def edge_price(s: FranceState, way: int, hexa: int) -> int | None:
    """What it costs to come over the edge into a hex, or to leave over it: on a road the road's price (5.4a)."""
    setting, shown = s.setting, markers(s, way)
    if shown.closed >> hexa & 1:
        return None
    ground = off_road_price(s, way, hexa)
    if not setting.ground.roads.touched >> hexa & 1 or shown.rubble >> hexa & 1:
        return ground
    road = road_price(s, way) + sum(more for hexes, more in shown.added if hexes >> hexa & 1)
    return road if ground is None else min(road, ground)


def edges(s: FranceState, way: int, side: int) -> dict[int, int]:
    """The hexes over which a side's movers can come in, by their prices; not through a river."""
    setting = s.setting
    key = ("edge", side, way, s.wire, s.roadblocks, s.ditches, s.crossings, s.teeth, s.rubble)
    made: dict[int, int] | None = setting.nets.get(key)
    if made is None:
        made = setting.nets[key] = {}
        for hexa in setting.board.members(setting.edge[side] & ~setting.waters.plain & ~setting.closed):
            asked = edge_price(s, way, hexa)
            if asked is not None:
                made[asked] = made.get(asked, 0) | 1 << hexa
    return made
