"""Sets of hexes worth showing over the map."""

from __future__ import annotations

from meuse.board.sets import listed, members, union
from meuse.games.mansteins_war import air, control, fortresses, ground, logistics, rail, victory, zoc
from meuse.games.mansteins_war.scene import unsupported
from meuse.games.mansteins_war.setting import ALLIED, GERMAN, NATIONS_OF
from meuse.games.mansteins_war.state import MansteinState, other


def overlays(s: MansteinState, side: int) -> dict[str, list[str]]:
    """Each overlay by name, for a side."""
    setting, board, enemy = s.setting, s.setting.board, other(side)
    sets = {
        "supply": supply(s, side),
        "enemy supply": supply(s, enemy),
        "cut off": without_support(s),
        "zone": zoc.zone(s, side),
        "enemy zone": zoc.zone(s, enemy),
        "enemy reach": likely_reach(s, enemy),
        "activated": members(s.where[piece] for piece in listed(s.active & s.standing & setting.mobile)),
        "control": control.controlled(s, side),
        "enemy control": control.controlled(s, enemy),
        "rail": railways(s, side),
        "air": air_zones(s, side),
        "enemy air": air_zones(s, enemy),
        "forts": fortresses.intact(s, GERMAN) | fortresses.intact(s, ALLIED),
        "objectives": objectives(s),
    }
    return {name: board.names(mask & board.everything) for name, mask in sets.items()}


def supply(s: MansteinState, side: int) -> int:
    """Where infantry of a side would be supported, of the Allies that of any nation (15.1, 15.2).

    Faster units may be farther away: a line is as long as the movement factor of its unit.
    """
    setting, hexes = s.setting, 0
    for nation in NATIONS_OF[side]:
        units = [setting.mf[piece] for piece in listed(setting.pieces_of[nation] & setting.fighting & setting.mobile)]
        if units:
            hexes |= logistics.served(s, nation)[min(units)]
    return hexes & setting.land


def without_support(s: MansteinState) -> int:
    """The hexes with units of either side that are unsupported or cut off (15.4)."""
    return members(s.where[piece] for piece in listed(unsupported(s)))


def railways(s: MansteinState, side: int) -> int:
    """The hexes through which units of a side can go by rail in their own country (9.0b)."""
    pieces = s.setting.pieces_of
    return union(rail.network(s, listed(pieces[nation])[:1]) for nation in NATIONS_OF[side] if pieces[nation])


def air_zones(s: MansteinState, side: int) -> int:
    """The air zones of a side (16.4)."""
    return union(patrol.zone for patrol in air.patrols(s, side))


def objectives(s: MansteinState) -> int:
    """The hexes that score, and those that sudden death and capitulation ask for (3)."""
    scored = union(group.hexes for side in (GERMAN, ALLIED) for group in victory.objectives(s, side))
    return scored | victory.german_goal(s.setting) | union(s.setting.falls_with.values())


def likely_reach(s: MansteinState, mover: int) -> int:
    """Where units of a side could get on foot if all of them were activated now (8.0)."""
    setting, board, reached = s.setting, s.setting.board, 0
    zone = zoc.enemy_zone(s, mover)
    alike: dict[tuple[int, int, int, bool], list[int]] = {}
    lacking = unsupported(s)
    for piece in listed(s.standing & setting.pieces_on[mover] & setting.mobile):
        points = setting.mf[piece]
        if lacking >> piece & 1:
            points = -(-points // setting.tables.movement.unsupported)
        key = setting.nation[piece], setting.is_mech[piece], points, bool(s.sizes.armies >> piece & 1)
        alike.setdefault(key, []).append(piece)
    for (_, mech, points, _), pieces in alike.items():
        starts = members(s.where[piece] for piece in pieces)
        enter = ~ground.closed_to(s, pieces[0])
        costs = ground.prices(s, mover, mech)
        free, held = starts & ~zone, starts & zone
        for begin, first in ((free, -1), (held, ~zone)):
            if begin:
                reached |= begin | board.reach_of(begin, points, costs, enter, zone, first).all()
    return reached
