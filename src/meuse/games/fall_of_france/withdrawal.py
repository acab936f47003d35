"""Chapter 19.1: after the order to withdraw BEF units move toward the Channel ports (R91).

A unit must end its move no farther from the nearest port than it began, and nearer if it can. Each leg of a march keeps
to that by itself: it leads nearer, or if nothing does, no farther.
"""

from __future__ import annotations

from meuse.engine import ALL, Pieces
from meuse.games.fall_of_france import fortifications, stacking, ways
from meuse.games.fall_of_france.setting import ALLIED, BRITISH, GERMAN
from meuse.games.fall_of_france.state import FallState, listed, members
from meuse.games.fall_of_france.supply import is_supplied, would_be_supplied
from meuse.games.fall_of_france.zoc import enemy_zone


def binds(s: FallState, group: Pieces) -> bool:
    """Must these units move toward a Channel port (19.1d)?"""
    return s.withdrawal and bool(s.setting.pieces_of[BRITISH] & members(group))


def rings(s: FallState) -> list[int]:
    """The hexes from which a path leads to a port, by its length in hexes: the ports themselves first."""
    board, shut = s.setting.board, fortifications.shut(s)
    ground = s.setting.land & ~ways.barred(s, ALLIED) & ~s.held[GERMAN]
    known = s.memo.get("rings")
    if known is not None and known[0] == ground and known[1][0] is shut:
        made: list[int] = known[1][1]
        return made
    reached = s.setting.ports & ground
    made = [reached]
    while made[-1]:
        made.append(board.zones(reached, shut.back[ALLIED]) & ground & ~reached)
        reached |= made[-1]
    s.memo["rings"] = ground, (shut, made)
    return made


def nearer_and_level(s: FallState, hexa: int) -> tuple[int, int]:
    """The hexes nearer to a port than a hex, and those no farther; all of them if no path leads from it to one."""
    near = 0
    for ring in rings(s):
        if ring >> hexa & 1:
            return near, near | ring
        near |= ring
    return near, ALL


def narrowed(s: FallState, hexa: int, group: Pieces, goals: int) -> int:
    """Those of some hexes that a group may go to: the nearer ones, or if there is none those no farther (19.1d)."""
    if not s.withdrawal or not binds(s, group):
        return goals
    nearer, level = nearer_and_level(s, hexa)
    return goals & nearer or goals & level


def must_go_on(s: FallState, hexa: int, group: Pieces, goals: int) -> bool:
    """May a group not stop here, because it has not moved yet and could get nearer?"""
    if not binds(s, group) or s.begun & members(group):
        return False
    return bool(goals & nearer_and_level(s, hexa)[0])


def owed(s: FallState, mover: int, mech_ops: bool) -> bool:
    """Is there a BEF unit that has not moved and could get nearer to a port?"""
    if not s.withdrawal or mover != ALLIED or mech_ops:
        return False
    idle = s.standing & s.setting.pieces_of[BRITISH] & ~(s.disrupted | s.moved | s.begun)
    return any(within_reach(s, piece) & nearer_and_level(s, s.where[piece])[0] for piece in listed(idle))


def within_reach(s: FallState, piece: int) -> int:
    """Where a unit that has not been taken up yet could go by itself in the regular phase."""
    hexa, group, zone = s.where[piece], (piece,), enemy_zone(s, ALLIED)
    shy = ways.shy_of(s, group)
    if not is_supplied(s, piece):
        shy |= zone & ~would_be_supplied(s, piece)  # 7.4b
    entry = ~(ways.barred(s, ALLIED) | s.held[GERMAN] | stacking.without_room(s, group) | shy)
    steps = s.setting.board.across(hexa, fortifications.shut(s).steps[ALLIED])
    points = ways.allowance(s, piece, False)
    reach = s.setting.board.reach(hexa, points, ways.costs(s, group, False), entry, zone | members(s.refugees), ALL)
    return reach.all() | s.setting.board.around[hexa] & entry & ~steps
