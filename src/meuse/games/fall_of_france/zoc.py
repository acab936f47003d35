"""Chapter 10: zones of control."""

from __future__ import annotations

from meuse.games.fall_of_france import fortifications, supply
from meuse.games.fall_of_france.setting import ALLIED
from meuse.games.fall_of_france.state import FallState, other


def heard_of(s: FallState, hexes: int, silent: int) -> int:
    """Those of some hexes that hold a unit besides these; cadres and units out of supply have no zone (10.1, 16.5)."""
    where, stacks, left = s.where, s.stacks, silent
    while left:
        low = left & -left
        left ^= low
        hexa = where[low.bit_length() - 1]
        for piece in stacks[hexa]:
            if not silent >> piece & 1:
                break
        else:
            hexes &= ~(1 << hexa)
    return hexes


def zone_of(s: FallState, side: int, sources: int) -> int:
    """The zone that units in some hexes have: the six adjacent hexes that no enemy occupies (10.1)."""
    setting = s.setting
    if side == ALLIED:
        sources &= ~s.neutral_ground()
    shut = fortifications.shut(s)
    walls = (shut.bordered if s.turn <= setting.tables.movement.borders_closed_to_zones else shut.steps)[side]
    around = setting.board.zones(sources, walls) & setting.land & ~s.held[other(side)]
    if side == ALLIED and s.open_city:
        around &= ~setting.paris  # prohibited to them (19.4, R128)
    return around


def interdicted(s: FallState, side: int) -> int:
    """The hexes that a side's air units interdict: zones for all purposes, occupied or not (12.2, R53)."""
    known = s.setting.interdicted.get(s.missions)
    if known is None:
        setting, first, hexes = s.setting, s.setting.board.size, [0, 0]
        for air, place in enumerate(s.missions):
            if place >= first:
                hexes[setting.air_side[air]] |= setting.corners.hexes[place - first]
        if len(setting.interdicted) > 2000:
            setting.interdicted.clear()
        known = setting.interdicted[s.missions] = (hexes[0], hexes[1])
    return known[side]


def zone(s: FallState, side: int) -> int:
    """The hexes in the ground zone of a side's supplied units, as things stand (10.1, R17)."""
    return supply.network(s).zones[side]


def enemy_zone(s: FallState, side: int) -> int:
    """All hexes that are zones of a side's enemy: by ground units, where no friend stands, or from the air."""
    return supply.network(s).hostile[side]


def exerting(s: FallState, side: int, hexa: int) -> int:
    """The hexes from which stacks of a side exert a zone into a hex (10.1, R45)."""
    if not zone(s, side) >> hexa & 1:
        return 0
    found = 0
    for source in s.setting.board.members(s.setting.board.around[hexa] & supply.network(s).sources[side]):
        if zone_of(s, side, 1 << source) >> hexa & 1:
            found |= 1 << source
    return found
