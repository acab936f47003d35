"""Chapter 9: railroad movement."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Pieces
from meuse.games.mansteins_war import air, control, ground, logistics, zoc
from meuse.games.mansteins_war.setting import ALLIED, ARMY, CORPS, COUNTRIES, NATIONS, SIDES, TRAIN
from meuse.games.mansteins_war.state import MansteinState, other


def weight(s: MansteinState, piece: int) -> int:
    """What a unit takes of the rail capacity, in parts of an army equivalent (9.1b, 9.1c, R5)."""
    table, size = s.setting.tables.rail.weight, s.sizes.of[piece]
    if size == CORPS:
        return table["brigade"] if s.setting.pieces[piece].size == "brigade" else table["corps"]
    return {ARMY: table["army"], TRAIN: table["none"]}.get(size, 0)


def capacity(s: MansteinState, side: int) -> int:
    """What is left of a side's rail capacity in this segment (9.1a)."""
    table = s.setting.tables.rail
    return table.armies[SIDES[side]] * table.parts - s.railed  # type: ignore[index]


def network(s: MansteinState, nation: int) -> int:
    """The hexes that a nation's trains may run through: its country, without enemies and interdiction (9.0b, R53)."""
    setting, side = s.setting, logistics.side_of(nation)
    country = setting.country[COUNTRIES.index(setting.tables.rail.country[NATIONS[nation]])]
    hexes = country & ~s.held[other(side)] & ground.area(s, nation)
    if side == ALLIED:
        hexes &= ~air.interdicted(s) & ~s.open_cities
    if s.rulings["rail_control"] == "friendly":
        hexes &= control.owned(s, side)
    return hexes


def goals(s: MansteinState, hexa: int, group: Pieces) -> int:
    """Where some units can go by rail from a hex: cities and towns of their country (9.0c, 9.0d)."""
    setting = s.setting
    side, nation = setting.side_of[group[0]], setting.nation[group[0]]
    if not setting.urban >> hexa & 1 or sum([weight(s, piece) for piece in group]) > capacity(s, side):
        return 0
    tracks, enemy = network(s, nation), zoc.enemy_zone(s, side)
    if not tracks >> hexa & 1 or logistics.unsupported(s, group):
        return 0
    free, board = tracks & ~enemy, setting.board
    start = 1 << hexa
    inside = board.flood(start, free, setting.ocean) if not enemy & start else _from_zone(s, hexa, free)
    ends = inside | board.zones(inside & (free | start & ~enemy), setting.ocean) & tracks
    ends &= setting.urban & ~start
    for piece in group:
        ends &= ~ground.closed_to(s, piece)
    return ends


def _from_zone(s: MansteinState, hexa: int, free: int) -> int:
    """Out of an enemy zone the first hex must be free of zones (7.2d, 9.0g)."""
    board, ocean = s.setting.board, s.setting.ocean
    first = board.around[hexa] & ~board.across(hexa, ocean) & free
    return board.flood(first, free, ocean) if first else 0


def rail_bars(s: MansteinState, hexa: int, group: Pieces) -> Iterator[Bar]:
    """Why units cannot go somewhere by rail."""
    setting = s.setting
    side, nation = setting.side_of[group[0]], setting.nation[group[0]]
    if not setting.urban >> hexa & 1:
        yield Bar(ALL, "9.0c", "a railroad move begins in a city or town")
    if logistics.unsupported(s, group):
        yield Bar(ALL, "15.5b", "an unsupported unit cannot use railroads")
    if sum([weight(s, piece) for piece in group]) > capacity(s, side):
        yield Bar(ALL, "9.1a", "the rail capacity of this segment is used up")
    if side == ALLIED:
        under = air.interdicted(s)
        yield Bar(
            ALL if under >> hexa & 1 else under, "16.8c", "no train enters or leaves a hex under a German air zone"
        )
    yield Bar(~network(s, nation), "9.0b", "{it} is not on the railroads that these units can use")
    yield Bar(~setting.urban, "9.0d", "{it} is neither a city nor a town")
    yield from ground.ground_bars(s, group)
    yield Bar(~goals(s, hexa, group), "9.0g", "{it} cannot be reached by rail: enemy zones or units bar the way")
