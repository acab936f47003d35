"""Chapter 15: logistics. A line of communications leads from a unit to a depot, directly or by a logistics unit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from meuse.games.mansteins_war import control, zoc
from meuse.games.mansteins_war.setting import ALLIED, BRITISH, COUNTRIES, GERMAN, GERMANS, NATIONS, NETHERLANDS
from meuse.games.mansteins_war.state import IDLE, MansteinState, other
from meuse.mechanics.sets import listed, members, one_each

FARTHEST = 9
"""No unit traces a line of more hexes."""

Levels = tuple[int, ...]
"""For each number of hexes, the hexes from which a line of that length or less leads to a source."""


# sources


def depots(s: MansteinState, nation: int) -> int:
    """The depots that work for a nation: in its own country, controlled by its side, neither bombed nor of a country
    that has capitulated (15.2a, 3.7e, 22.4d)."""
    setting, hexes = s.setting, 0
    for name in setting.tables.logistics.country[NATIONS[nation]]:
        country = COUNTRIES.index(name)
        if not s.surrendered >> country & 1:
            hexes |= setting.depots_of[country]
    return hexes & control.controlled(s, side_of(nation)) & ~s.bombed


def channel_ports(s: MansteinState) -> int:
    """The Channel ports that work for the Allies (15.2c, 15.2d, R22)."""
    return s.setting.channel_ports & control.controlled(s, ALLIED) & ~s.bombed


def sources(s: MansteinState, nation: int) -> int:
    """What a nation's units fall back upon: its depots, the British on Channel ports (11.1b, R64)."""
    own = s.setting.tables.logistics.country[NATIONS[nation]]
    return depots(s, nation) if own else channel_ports(s)


def side_of(nation: int) -> int:
    return GERMAN if nation == GERMANS else ALLIED


# lines


def passable(s: MansteinState, side: int) -> int:
    """The hexes that a line may enter: land without enemy units and their zones, friends or not (15.1f, 15.1g)."""
    free = s.setting.land & ~s.held[other(side)] & ~zoc.enemy_zone(s, side)
    return free & ~s.setting.country[NETHERLANDS] if s.rulings["no_netherlands"] == "yes" else free


def levels(s: MansteinState, side: int, ends: int) -> Levels:
    """Where lines to some sources can begin, by their length; a source in an enemy zone serves its own hex only.

    A line is counted in hexes from the unit, which may stand in an enemy zone, to the source (15.1b to 15.1g, R48).
    """
    board, ocean, free = s.setting.board, s.setting.ocean, passable(s, side)
    reached, made = ends, [ends]
    for _ in range(FARTHEST):
        reached |= board.zones(reached & free, ocean)
        made.append(reached)
    return tuple(made)


class Net(NamedTuple):
    """What a nation's lines come to."""

    supported: int
    """The units that are supported without any limit on how many."""
    by_port: int
    """Units that could trace to a Channel port alone, of which only some may (15.2d)."""


def net(s: MansteinState, nation: int) -> Net:
    """Who of a nation's units on the map is supported (15.0, 15.2)."""
    return s.remembered(("net", nation), lambda: _net(s, nation))


def _net(s: MansteinState, nation: int) -> Net:
    setting, side, table = s.setting, side_of(nation), s.setting.tables.logistics
    name, mf, where = NATIONS[nation], setting.mf, s.where
    own = levels(s, side, depots(s, nation))
    ports = levels(s, side, channel_ports(s)) if table.port_units[name] else ()
    unlimited = table.port_units[name] > 1
    trains = 0
    for train in listed(setting.trains & s.standing & setting.pieces_on[side]):
        if NATIONS[setting.nation[train]] in table.uses[name]:
            length, hexa = mf[train], where[train]
            to_port = name in table.port_by_logistics and ports[length] >> hexa & 1
            if own[length] >> hexa & 1 or to_port:
                trains |= 1 << hexa
    by_train = levels(s, side, trains)
    supported = by_port = 0
    for piece in listed(setting.pieces_of[nation] & s.standing):
        length, hexa = mf[piece], where[piece]
        always = (setting.trains | setting.fortress_units) >> piece & 1
        port = ports and ports[length] >> hexa & 1
        if always or (own[length] | by_train[length]) >> hexa & 1 or (unlimited and port):
            supported |= 1 << piece
        elif port:
            by_port |= 1 << piece
    return Net(supported, by_port)


# who is supported


def can_use_port(s: MansteinState, piece: int, users: int) -> bool:
    """May a unit trace to a Channel port besides those that have in this impulse or Refit Phase (15.2d, R78)?"""
    setting = s.setting
    if not net(s, setting.nation[piece]).by_port >> piece & 1:
        return False
    everybody = users | 1 << piece
    if s.rulings["french_port"] == "one":
        return everybody.bit_count() <= setting.tables.logistics.port_units[NATIONS[setting.nation[piece]]]
    return one_each(_ports_of(s, user) for user in listed(everybody & s.standing))


def _ports_of(s: MansteinState, piece: int) -> int:
    """The Channel ports that a unit can trace to."""
    length, hexa = s.setting.mf[piece], s.where[piece]
    return members(port for port in listed(channel_ports(s)) if levels(s, ALLIED, 1 << port)[length] >> hexa & 1)


def airlifted(s: MansteinState) -> int:
    """The hexes in and around that of an airlift, whose units are supported to move and fight (26.1a, R100)."""
    setting, hexes = s.setting, 0
    for piece in listed(setting.airlifts):
        hexa = s.skies[piece - setting.first_air]
        if hexa != IDLE:
            hexes |= setting.board.disc(hexa, setting.tables.options.airlift.supply_radius)
    return hexes


def unsupported(s: MansteinState, pieces: Iterable[int]) -> int:
    """Those of some units on the map that are not supported to move, attack, defend or pursue now (15.1a, 15.4b).

    Of French units that could use a Channel port the first does, unless others have before (15.2d). Units that have
    come by air are supported until the impulse is over (18.3a, 26.3c).
    """
    setting, cut, users = s.setting, 0, s.port_users
    lifted = airlifted(s) if setting.airlifts else 0
    for piece in pieces:
        nation = setting.nation[piece]
        if net(s, nation).supported >> piece & 1 or s.landed >> piece & 1:
            continue
        if nation == GERMANS and lifted >> s.where[piece] & 1:
            continue
        if can_use_port(s, piece, users):
            users |= 1 << piece
        else:
            cut |= 1 << piece
    return cut


def supported(s: MansteinState, piece: int) -> bool:
    """Is a unit supported to move, attack, defend or pursue now?"""
    return not unsupported(s, (piece,))


def claim(s: MansteinState, pieces: Iterable[int]) -> None:
    """Support has been asked for: note the units that have used a Channel port for it (15.2d, R78)."""
    for piece in pieces:
        if can_use_port(s, piece, s.port_users):
            s.port_users |= 1 << piece


def can_refit(s: MansteinState, piece: int) -> bool:
    """Can a unit trace a line for a refit? Air supply does not count (14.3c, 15.5e, 26.1b)."""
    known = net(s, s.setting.nation[piece])
    return bool(known.supported >> piece & 1) or can_use_port(s, piece, s.port_users)


def cut_off(s: MansteinState, piece: int) -> bool:
    """Is no hex beside a unit open to it: enemies, their zones, sea, map edge, Switzerland all round (15.4c, R79)?

    Units that need no line are never cut off, nor are British units in a port (15.4d).
    """
    setting, hexa = s.setting, s.where[piece]
    nation = setting.nation[piece]
    if (setting.trains | setting.fortress_units) >> piece & 1 or depots(s, nation) >> hexa & 1:
        return False
    if nation == BRITISH and setting.ports & ~s.bombed & 1 << hexa:
        return False
    board = setting.board
    beside = board.around[hexa] & ~board.across(hexa, setting.ocean)
    return not beside & passable(s, side_of(nation))
