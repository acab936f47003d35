"""Chapter 9: where units may go, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from meuse.board import Reach, Sides, StepCosts
from meuse.engine import ALL, Bar, Pieces
from meuse.games.fall_of_france import fortifications, stacking
from meuse.games.fall_of_france.setting import ALLIED, CLASSES, GERMAN, MECHANIZED, FallSetting
from meuse.games.fall_of_france.state import FallState, members
from meuse.games.fall_of_france.supply import halved, is_supplied, network, would_be_supplied
from meuse.games.fall_of_france.terrain import terrain
from meuse.games.fall_of_france.zoc import enemy_zone

# what a unit may spend


def allowance(s: FallState, piece: int, mech_ops: bool, supplied: bool | None = None) -> int:
    """The movement points a unit begins with: halved out of supply (7.4a), as a cadre (16.5a), in mech ops (15.2)."""
    if supplied is None:
        supplied = is_supplied(s, piece)
    halvings = mech_ops + (s.cadred >> piece & 1) + (not supplied)
    return halved(s.setting.mp[piece], halvings) if halvings else s.setting.mp[piece]


def points_of(s: FallState, group: Pieces) -> int:
    """The movement points of a group: those of its member with the fewest left."""
    return s.left[group[0]] if len(group) == 1 else min([s.left[piece] for piece in group])


# what it costs (TEC)


def costs(s: FallState, group: Pieces, mech_ops: bool) -> StepCosts:
    """The prices of steps for a group: for each hex that of its member who pays most."""
    setting, shut = s.setting, fortifications.shut(s)
    side = setting.side_of[group[0]]
    key = (classes_of(setting, group), mech_ops, s.rulings["urban_mp"], side, s.refugees)
    known = shut.costs.get(key)
    if known is None:
        prices = setting.prices.get(key)
        if prices is None:
            if len(setting.prices) > 400:
                setting.prices.clear()
            prices = setting.prices[key] = _prices(setting, *key)
        known = shut.costs[key] = setting.board.without_steps(prices, shut.steps[side])
    return known


def classes_of(setting: FallSetting, group: Pieces) -> int:
    """The classes of the chart that the units of a group belong to, as a set."""
    if len(group) == 1:
        return 1 << setting.move_class[group[0]]
    return members([setting.move_class[piece] for piece in group])


def _prices(
    setting: FallSetting, classes: int, mech_ops: bool, urban_mp: str, side: int, refugees: tuple[int, ...]
) -> StepCosts:
    """Prices by the hex entered and the river crossed, at least one point a hex (R31)."""
    board, tec, least = setting.board, setting.tables.tec, setting.tables.movement.least
    whole = whole_allowance(setting, classes, mech_ops)
    near = board.zones(members(refugees), Sides()) & (~members(refugees) if side == ALLIED else -1)
    enter: dict[int, int] = {}
    for hexa in board.members(setting.land & ~whole & ~closed_terrain(setting, classes, mech_ops)):
        price = max(_hex_price(setting, hexa, name, urban_mp) for c, name in enumerate(CLASSES) if classes >> c & 1)
        if near >> hexa & 1:
            price += setting.tables.options.refugees.extra  # 22.1d, 22.1e
        enter[price] = enter.get(price, 0) | 1 << hexa
    rivers = []
    for kind, sides in (("minor_river", setting.minor_rivers), ("major_river", setting.major_rivers)):
        extra = tec[kind].extra
        assert extra is not None
        rivers.append((sides, extra["infantry"]))
    priced = board.step_costs(enter, rivers, setting.sea_sides).prices
    floor: list[int] = [0] * 6
    for price, masks in priced:
        if price <= least:
            floor = [one | two for one, two in zip(floor, masks, strict=True)]
    lowest = (least, (floor[0], floor[1], floor[2], floor[3], floor[4], floor[5]))
    return StepCosts((lowest, *(entry for entry in priced if entry[0] > least)), board.layout)


def _hex_price(setting: FallSetting, hexa: int, move_class: str, urban_mp: str) -> int:
    """What a hex itself costs a class of units; towns and cities make it cheaper, or by ruling dearer (R31)."""
    tec = setting.tables.tec
    cost = tec[setting.terrain_at[hexa]].cost
    assert cost is not None
    price = cost[move_class]  # type: ignore[index]
    for kind, hexes in (("town", setting.towns), ("city", setting.cities)):
        extra = tec[kind].extra
        if extra is not None and hexes >> hexa & 1:
            price += extra[move_class] * (1 if urban_mp == "bonus" else -1)  # type: ignore[index]
    return price


def whole_allowance(setting: FallSetting, classes: int, mech_ops: bool) -> int:
    """The hexes that take the whole allowance of some class of units (TEC, R32)."""
    hexes = setting.dear.get((classes, mech_ops))
    if hexes is None:
        hexes = 0
        for name, ground in setting.ground_of.items():
            row = setting.tables.tec[name]
            spent = any(classes >> CLASSES.index(who) & 1 for who in row.all)
            if spent or (mech_ops and row.mech_ops == "all"):
                hexes |= ground
        hexes = setting.dear[classes, mech_ops] = hexes & ~closed_terrain(setting, classes, mech_ops)
    return hexes


def closed_terrain(setting: FallSetting, classes: int, mech_ops: bool) -> int:
    """Terrain that is closed to mechanised units in Mechanised Operations (TECr, R33)."""
    if not mech_ops or not classes >> MECHANIZED & 1:
        return 0
    rows = setting.tables.tec
    return sum(hexes for name, hexes in setting.ground_of.items() if rows[name].mech_ops == "closed")


def price_of(s: FallState, piece: int, path: tuple[int, ...], mech_ops: bool) -> int:
    """What a unit pays for a way from its first hex to its last, hex by hex."""
    board = s.setting.board
    prices = costs(s, (piece,), mech_ops).prices
    total = 0
    for here, there in pairwise(path):
        direction = board.direction(here, there)
        total += next((price for price, masks in prices if masks[direction] >> here & 1), s.left[piece])
    return total


# where a group may go


def ground_bars(s: FallState, side: int) -> Iterator[Bar]:
    """Ground a side's units can never enter as things stand."""
    yield Bar(~s.setting.land, "TECa", "{it} is no land hex")
    if side == ALLIED:
        yield Bar(s.neutral_ground(), "6.0c", "{it} lies in a country that is neutral")
        if s.open_city:
            yield Bar(s.setting.paris, "19.4b", "{it} is Paris, an Open City, which Allied units may not enter")


def barred(s: FallState, side: int) -> int:
    """All ground a side's units can never enter as things stand."""
    return terrain(s).barred[side]


def shy_of(s: FallState, group: Pieces) -> int:
    """The enemy zones a group may not enter: as cadres (16.5a) and out of supply, unless it would find some there
    (7.4b); armour not into swamp or mountain if that starts a skirmish (R33)."""
    setting, cadred, timid, closed = s.setting, s.cadred, s.timid, 0
    is_armour = setting.is_armour
    for piece in group:
        if cadred >> piece & 1:
            closed = ALL
            break
        if timid >> piece & 1:
            closed |= ~would_be_supplied(s, piece)
        if is_armour[piece]:
            closed |= setting.no_armour
    return closed & network(s).hostile[setting.side_of[group[0]]] if closed else 0


def entry(s: FallState, group: Pieces) -> int:
    """The hexes a group may enter at all now: none with enemies, either, in which nobody finds room."""
    everything, barred = s.setting.board.everything, network(s).land.barred[s.setting.side_of[group[0]]]
    return everything ^ everything & (barred | stacking.without_room(s, group) | shy_of(s, group))


def single_steps(s: FallState, hexa: int, group: Pieces, mech_ops: bool, enter: int) -> int:
    """Hexes a group may enter with its first step only: those that take its whole allowance (R32), and any other next
    to it in the regular phase (9.1d, R30)."""
    begun = s.begun
    for piece in group:
        if begun >> piece & 1:
            return 0
    setting = s.setting
    goals, steps = setting.board.around[hexa] & enter, fortifications.shut(s).steps[setting.side_of[group[0]]]
    if mech_ops:
        goals &= whole_allowance(setting, classes_of(setting, group), True)
    return goals & ~setting.board.across(hexa, steps) if steps.touched >> hexa & 1 else goals


def cannot_leave(s: FallState, paris: int, left: int, group: Pieces, mech_ops: bool) -> bool:
    """With the points left in a hex of open Paris, is there no way out of it (19.4c)?"""
    board, side = s.setting.board, s.setting.side_of[group[0]]
    onward = board.reach(paris, left, costs(s, group, mech_ops), entry(s, group), enemy_zone(s, side), ALL)
    return not onward.all() & ~s.setting.paris


def destinations(s: FallState, hexa: int, group: Pieces, mech_ops: bool) -> tuple[Reach, int]:
    """What a group can reach, stopping for each skirmish (10.2a), and where it may go: Germans enter open Paris only if
    they can go on (19.4c)."""
    board, side, net = s.setting.board, s.setting.side_of[group[0]], network(s)
    stop = net.hostile[side]
    if side == GERMAN:
        stop |= net.land.neutral  # entering it changes who is at war (6.0c)
    elif s.refugees:
        stop |= members(s.refugees)  # all that is left is spent there (22.1d)
    enter, points = entry(s, group), points_of(s, group)
    reach = board.reach(hexa, points, costs(s, group, mech_ops), enter, stop, ALL)
    goals = reach.all() | single_steps(s, hexa, group, mech_ops, enter)
    if s.open_city and side == GERMAN:
        for paris in board.members(goals & s.setting.paris):
            spent = reach.cost(paris)
            if spent is None or cannot_leave(s, paris, points - spent, group, mech_ops):
                goals &= ~(1 << paris)
    return reach, goals


def finish(s: FallState, pieces: Iterable[int]) -> None:
    """These units have moved; what they have left is lost (9.1e)."""
    for piece in pieces:
        s.moved |= 1 << piece
        s.left[piece] = 0
