"""Chapter 9: railroad movement."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Pieces
from meuse.games.mansteins_war import control, ground, logistics
from meuse.games.mansteins_war.setting import ALLIED, ARMY, LIGHT, SIDES, TRAIN
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.words import counted

# capacity (9.1)


def weight(s: MansteinState, piece: int) -> int:
    """What a unit takes of the capacity, in parts of an army equivalent (9.1b, 9.1c, R5)."""
    table, size = s.setting.tables.rail.weight, s.sizes.of[piece]
    if size == LIGHT:
        return 0
    if size == ARMY:
        return table["army"]
    if size == TRAIN:
        return table["none"]
    return table["brigade" if s.setting.pieces[piece].size == "brigade" else "corps"]


def weights(s: MansteinState, group: Pieces) -> int:
    return sum([weight(s, piece) for piece in group])


def capacity_left(s: MansteinState, side: int) -> int:
    """The capacity a side has left in this segment, in parts of an army equivalent (9.1a)."""
    table = s.setting.tables.rail
    return table.armies[SIDES[side]] * table.parts - s.railed  # type: ignore[index]


def equivalents(s: MansteinState, parts: int) -> str:
    """A capacity in words: "2 army equivalents", "1 1/3 army equivalents"."""
    whole, rest = divmod(parts, s.setting.tables.rail.parts)
    if not rest:
        return counted(whole, "army equivalent")
    share = f"{rest}/{s.setting.tables.rail.parts}"
    return f"{whole} {share} army equivalents" if whole else f"{share} of an army equivalent"


# where to (9.0)


def network(s: MansteinState, group: Pieces) -> int:
    """The hexes that a group could use by rail: in its own country, the British in France, without enemies (9.0b, R53).

    Allied units do not enter or leave hexes in German air zones (16.8c), nor open cities (25.4c).
    """
    setting, side = s.setting, s.setting.side_of[group[0]]
    hexes = home(s, group) & ~s.held[1 - side]
    if side == ALLIED:
        hexes &= ~(ground.slowed(s, side) | s.open_cities)
    if s.rulings["rail_control"] == "friendly":
        hexes &= control.owned(s, side)
    return hexes & setting.land


def home(s: MansteinState, group: Pieces) -> int:
    """The country in which all units of a group may use railroads (9.0b)."""
    setting, hexes = s.setting, ALL
    for piece in group:
        hexes &= setting.rail_home[setting.nation[piece]]
    return hexes


def goals(s: MansteinState, hexa: int, group: Pieces) -> int:
    """The cities and towns that a group can reach by rail now (9.0)."""
    setting, bit = s.setting, 1 << hexa
    if not setting.urban & bit or weights(s, group) > capacity_left(s, setting.side_of[group[0]]):
        return 0
    hexes = network(s, group)
    if not hexes & bit:
        return 0
    for piece in group:
        if not logistics.refit_supported(s, piece):
            return 0
    return reached(s, hexa, group, hexes) & ends(s, group)


def ends(s: MansteinState, group: Pieces) -> int:
    """Where a group may end: in cities and towns, armies not in rough terrain (9.0d, 9.0f)."""
    setting, armies = s.setting, s.sizes.armies
    for piece in group:
        if armies >> piece & 1:
            return setting.urban & ~setting.no_armies
    return setting.urban


def reached(s: MansteinState, hexa: int, group: Pieces, hexes: int) -> int:
    """The hexes of a network that a group can get to: only the last may be in an enemy zone (7.2c, 7.2d, 9.0g)."""
    board, ocean, bit = s.setting.board, s.setting.ocean, 1 << hexa
    zone = enemy_zone(s, s.setting.side_of[group[0]])
    if zone & bit:
        free = board.flood(bit, hexes & ~zone, ocean)
        leaving = free & ~bit
    else:
        free = leaving = joined(s, hexa, hexes & ~zone)
    return (free | board.zones(leaving, ocean) & hexes & zone) & ~bit


def joined(s: MansteinState, hexa: int, hexes: int) -> int:
    """All that is joined to a hex within a set of hexes; where one unit can go, so can others that start there.

    A hex outside the set may touch several parts of it: what is joined to it is not joined to each other.
    """
    if not hexes >> hexa & 1:
        return s.setting.board.flood(1 << hexa, hexes, s.setting.ocean)
    known = s.memo.get("joined")
    if known is None or known[1][0] != hexes or not known[1][1] >> hexa & 1:
        found = s.setting.board.flood(1 << hexa, hexes, s.setting.ocean, hexes)
        known = s.memo["joined"] = (0, (hexes, found))
    part: int = known[1][1]
    return part


def path(s: MansteinState, hexa: int, group: Pieces, goal: int) -> tuple[int, ...]:
    """The shortest way by rail, the start left out (9.0d, 9.0e)."""
    board, rails = s.setting.board, s.setting.rails
    zone = enemy_zone(s, s.setting.side_of[group[0]])
    first = ~zone if zone >> hexa & 1 else ALL
    hexes = network(s, group)
    steps, most = board.distance(hexa, goal), hexes.bit_count()
    while steps < most:  # no further than it takes
        found = board.reach(hexa, steps, rails, hexes, zone, first)
        cost = found.cost(goal)
        if cost is not None:
            return found.way(goal, cost)
        steps *= 2
    return board.reach(hexa, most, rails, hexes, zone, first).path(goal)


def bars(s: MansteinState, hexa: int, group: Pieces) -> Iterator[Bar]:
    """Why a group cannot go somewhere by rail."""
    setting, side, bit = s.setting, s.setting.side_of[group[0]], 1 << hexa
    country = home(s, group)
    yield Bar(bit, "9.0d", "the group is in {it} already")
    if not setting.urban & bit:
        yield Bar(ALL, "9.0c", "units start railroad movement in a city or town")
    if not country & bit:
        yield Bar(ALL, "9.0b", "units use railroads in their own country only, the British in France")
    yield Bar(~country, "9.0b", "{it} is outside the country in which these units may use railroads")
    yield Bar(~setting.urban, "9.0d", "{it} is neither a city nor a town: railroad movement cannot end there")
    yield Bar(~ends(s, group), "9.0f", "{it} is rough terrain, where armies cannot end")
    lost = [piece for piece in group if not logistics.supported(s, piece)]
    if lost:
        yield Bar(ALL, "15.5b", f"{setting.pieces_spoken(tuple(lost))}: unsupported units cannot use railroads")
    flown = [piece for piece in group if not logistics.refit_supported(s, piece)]
    if flown:
        yield Bar(ALL, "26.1b", f"{setting.pieces_spoken(tuple(flown))}: supply by air does not serve railroads")
    left, needs = capacity_left(s, side), weights(s, group)
    if needs > left:
        says = f"the group takes {equivalents(s, needs)} of rail capacity, with {equivalents(s, left)} left"
        yield Bar(ALL, "9.1a", says)
    yield Bar(s.held[other(side)], "8.0e", "{it} holds enemy units")
    slow = ground.slowed(s, side)
    yield Bar(ALL if slow & bit else slow, "16.8c", "German air zones close hexes to railroad movement")
    if side == ALLIED:
        yield Bar(s.open_cities, "25.4c", "{it} is an open city, which Allied units cannot enter")
    hexes = network(s, group)
    if not hexes & bit:
        yield Bar(ALL, "9.0b", "enemies control the railroads here")
    if s.rulings["rail_control"] == "friendly":
        yield Bar(control.owned(s, other(side)), "9.0b", "enemies control {it}")
    yield Bar(~reached(s, hexa, group, hexes), "9.0g", "enemies or their zones of control cut the railroad to {it}")
