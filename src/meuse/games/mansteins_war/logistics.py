"""Chapter 15: logistics.

A line of communication has one leg to a depot or port, or two by way of a mobile logistics unit. All legs are followed
backwards, from the sources, as sets of hexes: ``served`` has for each length of line the hexes whose units are reached.
"""

from __future__ import annotations

from typing import NamedTuple

from meuse.board.kernels import zones
from meuse.board.sets import listed, members, one_each
from meuse.engine import ALL
from meuse.games.mansteins_war import control, variants, zoc
from meuse.games.mansteins_war.setting import BRITISH, GERMANS, NATIONS
from meuse.games.mansteins_war.state import IDLE, MansteinState


class Lines(NamedTuple):
    """The lines of a nation, and what they depend on: as long as that is the same they need not be followed again."""

    sources: int
    ground: int
    trains: tuple[int, ...]
    served: list[int]
    """For each length, the hexes from which a line of that length leads to a source."""


# where lines lead


def sources(s: MansteinState, nation: int) -> int:
    """The depots, and for the British the Channel ports, that support a nation now (15.2a, 15.2c).

    They must be controlled by its side and not bombed (22.4d); the depots of a country that has capitulated support
    nobody (3.7e), its ports still do (3.7f).
    """
    support = s.setting.support[nation]
    hexes = support.ports
    if support.country >= 0 and not s.surrendered >> support.country & 1:
        hexes |= support.depots
    return hexes and working(s, int(nation != GERMANS), hexes)


def working(s: MansteinState, side: int, hexes: int) -> int:
    """Those of some depots and ports that serve a side: it controls them, and they are not bombed (R11, R96)."""
    return control.controlled_of(s, side, hexes & ~s.bombed)


def open_ground(s: MansteinState, side: int) -> int:
    """The hexes that a line may enter: land free of enemy units and enemy zones (15.1d to 15.1g, 7.2j, 7.2l).

    With the Netherlands out of play none leads through them (28.1e).
    """
    return s.setting.land & ~(s.held[1 - side] | zoc.enemy_zone(s, side) | variants.out_of_play(s))


def followed(s: MansteinState, ends: int, ground: int, farthest: int, wanted: int = ALL) -> list[int]:
    """For each length up to the farthest, the hexes from which a line leads to one of some ends (15.1b, 15.1e).

    An end in an enemy zone serves its own hex alone (7.2k, R48); the hex where a line begins may be in one (15.1g).
    ``wanted``: once all of these are served, longer lines need not be followed.
    """
    layout, passable, walled = s.setting.board.layout, s.setting.ocean.passable, s.setting.ocean.touched
    served, reached = [ends], ends & ground
    for _ in range(farthest):
        around = zones(reached, layout, passable, walled)
        served.append(ends | around)
        grown = around & ground
        if grown == reached or not wanted & ~served[-1]:  # nothing further is open, or asked for
            served += served[-1:] * (farthest + 1 - len(served))
            break
        reached = grown
    return served


def served(s: MansteinState, nation: int) -> list[int]:
    """For each printed movement factor, the hexes whose units of a nation have a line to a source (15.1c, 15.2)."""
    known = s.memo.get(LINES[nation])
    if known is not None and known[0] == s.version:
        hexes: list[int] = known[1].served
        return hexes
    setting, where = s.setting, s.where
    support = setting.support[nation]
    ends, ground = sources(s, nation), open_ground(s, int(nation != GERMANS))
    trains = tuple([where[train] for train in support.trains])
    lines: Lines | None = known[1] if known is not None else None
    if lines is None or lines.ground != ground or lines.sources != ends or lines.trains != trains:
        lines = Lines(ends, ground, trains, _followed_twice(s, nation, ends, ground, trains))
    s.memo[LINES[nation]] = (s.version, lines)
    return lines.served


LINES = [f"{nation} lines" for nation in NATIONS]
"""What the lines of each nation are remembered by."""


def _followed_twice(s: MansteinState, nation: int, ends: int, ground: int, trains: tuple[int, ...]) -> list[int]:
    """The second leg first: logistics units that reach a source, each by its own factor (15.1c), are ends as well.

    They do not reach each other (R48), and are not used up (15.3c).
    """
    support, mf = s.setting.support[nation], s.setting.mf
    at = members([hexa for hexa in trains if hexa >= 0])
    direct = followed(s, ends & support.trains_to, ground, support.farthest, at or ALL)
    linked = 0
    for train, hexa in zip(support.trains, trains, strict=True):
        if hexa >= 0 and direct[mf[train]] >> hexa & 1:
            linked |= 1 << hexa
    if not linked and not ends & ~support.trains_to:
        return direct
    return followed(s, ends | linked, ground, support.farthest)


# one French unit by port (15.2d)


def by_port(s: MansteinState, piece: int) -> bool:
    """May a unit trace to a Channel port by way of exception (15.2d)?

    One French unit may in an impulse or Refit Phase, the first that needs it; by the other reading one for each port
    (R78). The line is direct, and a unit that is cut off has none although it stands in a port (15.4d).
    """
    setting, hexa = s.setting, s.where[piece]
    nation = setting.nation[piece]
    support = setting.support[nation]
    if not support.port_units or surrounded(s, hexa, int(nation != GERMANS)):
        return False
    ports = working(s, int(nation != GERMANS), setting.channel_ports)
    users = s.port_users & setting.pieces_of[nation]
    if not _port_lines(s, nation, ports)[setting.mf[piece]] >> hexa & 1:
        return False
    if users >> piece & 1:
        return True
    if s.rulings["french_port"] == "one":
        return users.bit_count() < support.port_units
    wanted = [_ports_of(s, unit, ports) for unit in (*listed(users & s.standing), piece)]
    return one_each(filter(None, wanted))  # a user that has lost its line leaves the ports to others


def _port_lines(s: MansteinState, nation: int, ports: int) -> list[int]:
    def make() -> list[int]:
        return followed(s, ports, open_ground(s, int(nation != GERMANS)), s.setting.support[nation].farthest)

    return s.remembered(("port lines", nation), make)


def _ports_of(s: MansteinState, piece: int, ports: int) -> int:
    """Those of some ports to which a unit has a line."""
    nation, hexa, reach = s.setting.nation[piece], s.where[piece], s.setting.mf[piece]
    ground = open_ground(s, int(nation != GERMANS))
    return members(port for port in listed(ports) if followed(s, 1 << port, ground, reach)[reach] >> hexa & 1)


def use_support(s: MansteinState, piece: int) -> bool:
    """Is a unit supported, now that it matters (15.1a)? A French unit that is so by a port alone is noted (15.2d)."""
    if _always(s, piece) or _in_line(s, piece) or by_air(s, piece):
        return True
    if not by_port(s, piece):
        return False
    s.port_users |= 1 << piece
    return True


# status


def _always(s: MansteinState, piece: int) -> bool:
    """Always supported: static and logistics units, and all that is not on the map (15.0b).

    A unit in a depot of its own is, too, by a line of no length; one that has come by air is until its combat (18.3a).
    """
    return s.where[piece] < 0 or bool((s.setting.needs_no_line | s.landed) >> piece & 1)


def _in_line(s: MansteinState, piece: int) -> bool:
    setting = s.setting
    return bool(served(s, setting.nation[piece])[setting.mf[piece]] >> s.where[piece] & 1)


def supported(s: MansteinState, piece: int) -> bool:
    """Is a unit supported for movement and combat (15.4)? Judged at the instant it matters (15.1a)."""
    return _always(s, piece) or _in_line(s, piece) or by_air(s, piece) or by_port(s, piece)


def refit_supported(s: MansteinState, piece: int) -> bool:
    """Has a unit a line of communication, as for refit, railroads and the start of a landing (14.3c, 15.5b, 18.0d)?

    Air supply does not count (26.1b).
    """
    return _always(s, piece) or _in_line(s, piece) or by_port(s, piece)


def by_air(s: MansteinState, piece: int) -> bool:
    """Is a German unit in the hex of an airlift or beside it, whatever lies between (26.1a)?"""
    setting = s.setting
    if setting.nation[piece] != GERMANS:
        return False
    radius = setting.tables.options.airlift.supply_radius
    for lift in listed(setting.airlifts):
        hexa = s.skies[lift - setting.first_air]
        if hexa != IDLE and setting.board.disc(hexa, radius) >> s.where[piece] & 1:
            return True
    return False


def surrounded(s: MansteinState, hexa: int, side: int) -> bool:
    """Are all six hexes around a hex enemy-occupied, in enemy zones, sea or off the map (15.4c, R79)?"""
    return not s.setting.overland[hexa] & open_ground(s, side)


def cut_off(s: MansteinState, piece: int) -> bool:
    """Is a unit cut off (15.4c)? Not one with automatic support, nor a British unit in a port (15.4d, R79)."""
    setting, hexa = s.setting, s.where[piece]
    nation = setting.nation[piece]
    if _always(s, piece) or not surrounded(s, hexa, int(nation != GERMANS)):
        return False
    if nation == BRITISH and (setting.ports & ~s.bombed) >> hexa & 1:
        return False
    return not sources(s, nation) >> hexa & 1 and not by_air(s, piece)


def unsupported(s: MansteinState, side: int) -> int:
    """All units of a side on the map that are not supported, each judged as if it alone needed a port."""
    units = s.standing & s.setting.pieces_on[side] & ~s.setting.needs_no_line
    return members([piece for piece in listed(units) if not supported(s, piece)])
