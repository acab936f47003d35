"""Chapter 10: zones of control."""

from __future__ import annotations

from meuse.board.sets import falling
from meuse.games.fall_of_france import supply
from meuse.games.fall_of_france.state import FallState, Spread, members
from meuse.games.fall_of_france.terrain import Terrain, terrain


def mute(s: FallState, silent: int) -> int:
    """The hexes that hold silent units alone: cadres, units out of supply (10.1, 16.5).

    That is as it was before for the same units, unless some unit has left or entered a hex in which they stand.
    """
    known = s.quiet.get(silent)
    if known is None or known[0] & s.astir:
        s.quiet = {units: kept for units, kept in s.quiet.items() if not kept[0] & s.astir}
        s.astir = 0
        if len(s.quiet) > MOST:
            s.quiet.clear()
        where, stacks, held, hexes = s.where, s.stacks, 0, 0
        for unit in falling(silent):
            hexa = where[unit]
            held |= 1 << hexa
            stack = stacks[hexa]
            if len(stack) == 1 or not members(stack) & ~silent:
                hexes |= 1 << hexa
        known = s.quiet[silent] = held, hexes
    return known[1]


def zone_of(s: FallState, land: Terrain, side: int, sources: int, later: bool = False) -> int:
    """The zone that units in some hexes have: the six adjacent hexes that no enemy occupies (10.1).

    What was last found in the first pass of supply, and in a later one, often serves again.
    """
    place = 2 * side + later
    spread = s.spreads[place]
    if spread is None or spread.sources != sources or spread.land is not land:
        hexes = s.setting.board.zones(sources & land.awake[side], land.walls[side]) & land.zoned[side]
        spread = s.spreads[place] = Spread(sources, land, hexes)
    return spread.hexes ^ spread.hexes & s.held[1 - side]


MOST = 20
"""How many sets of silent units are remembered."""


def interdicted(s: FallState, side: int) -> int:
    """The hexes that a side's air units interdict: zones for all purposes, occupied or not (12.2, R53)."""
    return terrain(s).raids[side]


def zone(s: FallState, side: int) -> int:
    """The hexes in the ground zone of a side's supplied units, as things stand (10.1, R17)."""
    return supply.network(s).zones[side]


def enemy_zone(s: FallState, side: int) -> int:
    """All hexes that are zones of a side's enemy: by ground units, where no friend stands, or from the air."""
    return supply.network(s).hostile[side]


def exerting(s: FallState, side: int, hexa: int) -> int:
    """The hexes from which stacks of a side exert a zone into a hex (10.1, R45)."""
    net, board = supply.network(s), s.setting.board
    if not net.zones[side] >> hexa & 1:
        return 0
    walls, near = net.land.walls[side], board.around[hexa] & net.sources[side] & net.land.awake[side]
    if near & walls.touched:
        return members([source for source in board.members(near) if not board.crosses(source, hexa, walls)])
    return near
