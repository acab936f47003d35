"""Sets of hexes worth showing over the map."""

from __future__ import annotations

from meuse.engine import closed
from meuse.games.fall_of_france import fortifications, ways
from meuse.games.fall_of_france.movement import idle_bars
from meuse.games.fall_of_france.setting import ALLIED, BELGIANS, BRITISH, DUTCH, FRENCH, GERMAN, NEUTRAL, FallSetting
from meuse.games.fall_of_france.state import FallState, listed, members, other, union
from meuse.games.fall_of_france.supply import cities_of, german_sources, joined, limited_sources, network, open_ground
from meuse.games.fall_of_france.zoc import interdicted, zone


def overlays(s: FallState, side: int) -> dict[str, list[str]]:
    """Each overlay by name, for a side."""
    setting, board, enemy = s.setting, s.setting.board, other(side)
    allied = setting.land & ~s.taken & ~s.neutral_ground()
    control = {GERMAN: s.taken, ALLIED: allied}
    sets = {
        "supply": in_supply(s, side),
        "enemy supply": in_supply(s, enemy),
        "cut off": cut_off(s),
        "zone": zone(s, side) | interdicted(s, side),
        "enemy zone": zone(s, enemy) | interdicted(s, enemy),
        "interdicted": interdicted(s, GERMAN) | interdicted(s, ALLIED),
        "HQ support": hq_support(s),
        "control": control[side],
        "enemy control": control[enemy],
        "enemy reach": likely_reach(s, enemy),
        "neutral": s.neutral_ground(),
        "forts": fortifications.shut(s).fortified,
        "objectives": objectives(setting),
    }
    return {name: board.names(mask & board.everything) for name, mask in sets.items()}


def in_supply(s: FallState, side: int) -> int:
    """Where units of a side would be in supply: of the Allies any nation's, limited sources included (7.2, 7.3)."""
    ground = open_ground(s, side, network(s).zones[other(side)])
    if side == GERMAN:
        standing = [hq for hq in s.setting.commands if s.where[hq] >= 0]
        sources = union(1 << s.where[hq] | german_sources(s, hq) for hq in standing)
        return joined(s, GERMAN, sources, ground)
    hexes = 0
    for nation in (FRENCH, BRITISH, BELGIANS, DUTCH):
        if s.status[s.setting.home[nation]] != NEUTRAL:
            more = limited_sources(s, nation) if nation in (FRENCH, BRITISH) else 0
            hexes |= joined(s, ALLIED, cities_of(s, nation) | more, ground)
    return hexes


def cut_off(s: FallState) -> int:
    """The hexes with units of either side that are out of supply (7.4)."""
    cut = network(s).cut
    return members(s.where[piece] for piece in listed(cut[GERMAN] | cut[ALLIED]))


def hq_support(s: FallState) -> int:
    """Next to German headquarters that could lend their support: supplied and undisrupted (14.3c, R73)."""
    able = s.setting.hqs & s.standing & ~s.disrupted & ~network(s).cut[GERMAN]
    return union(s.setting.board.around[s.where[hq]] for hq in listed(able)) & s.setting.land


def objectives(setting: FallSetting) -> int:
    """Hexes that politics and victory ask for: towns and cities, with the ports and Paris among them (19, 21)."""
    home = setting.land & ~setting.germany
    return (setting.urban & home) | setting.paris | setting.ports | setting.brussels


def likely_reach(s: FallState, mover: int) -> int:
    """Where a side's units could get if its movement began now and every skirmish let them pass (9.1)."""
    still = closed(bar for bar in idle_bars(s, mover, False) if bar.clause != "9.1c")  # who has moved will move again
    setting, reached = s.setting, 0
    alike: dict[tuple[int, int], tuple[int, int]] = {}
    for piece in listed(s.standing & setting.pieces_on[mover] & ~still):
        key = setting.move_class[piece], ways.allowance(s, piece, False)
        starts, _ = alike.get(key, (0, piece))
        alike[key] = starts | 1 << s.where[piece], piece
    for (_, points), (starts, piece) in alike.items():
        enter = ~(ways.barred(s, mover) | s.held[other(mover)])
        costs = ways.costs(s, (piece,), False)
        reached |= starts | setting.board.reach_of(starts, points, costs, enter, 0, -1).all()
    return reached
