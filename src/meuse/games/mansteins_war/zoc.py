"""Chapter 7: zones of control."""

from __future__ import annotations

from meuse.board.sets import listed
from meuse.games.mansteins_war import fortresses, variants
from meuse.games.mansteins_war.setting import ALLIED
from meuse.games.mansteins_war.state import MansteinState, other


def sources(s: MansteinState, side: int) -> int:
    """The hexes from which a side's ground units exert zones: all of them do, at any strength (7.0b, R6).

    A unit that has landed on enemies has no zone until their combat is over (18.2d).
    """
    hexes, setting = s.held[side], s.setting
    silent = s.dropped & s.standing
    if s.rulings["logistics_zones"] == "no":
        silent |= setting.trains & s.standing
    for piece in listed(silent & setting.pieces_on[side]):
        hexa = s.where[piece]
        if all(silent >> unit & 1 for unit in s.stacks[hexa] if setting.side_of[unit] == side):
            hexes &= ~(1 << hexa)
    return hexes


def enemy_zone(s: MansteinState, side: int) -> int:
    """The hexes in the zones of a side's enemy; friends in a hex do not matter (7.1b)."""
    known = s.memo.get(ZONES[side])
    if known is not None and known[0] == s.version:
        kept: int = known[1][1]
        return kept
    enemy = 1 - side
    special = s.dropped or s.rulings["logistics_zones"] == "no"
    made_from = s.held[enemy], s.statics & s.held[side], s.destroyed, s.open_cities, s.version if special else -1
    if known is not None and known[1][0] == made_from:  # its units have not moved
        around: int = known[1][1]
    else:
        around = _zone(s, enemy)
    s.memo[ZONES[side]] = s.version, (made_from, around)
    return around


ZONES = ("zone against the Germans", "zone against the Allies")
"""What the zones are remembered by."""


def zone(s: MansteinState, side: int) -> int:
    """The hexes in a side's zone of control (7.0a, 7.1), as ``_zone`` has them."""
    return enemy_zone(s, 1 - side)


def _zone(s: MansteinState, side: int) -> int:
    """The hexes in a side's zone of control: those beside its units, but not across ocean hexsides (7.0a, 7.1).

    A fortress unit keeps its intact fortress free of enemy zones for every purpose (7.1c), and Allied zones do not
    extend into open cities (25.4c). The hexes of its own units, where no enemy can come, are left out.
    """
    setting = s.setting
    around = setting.board.zones(sources(s, side), setting.ocean) & setting.land & ~s.held[side]
    around &= ~fortresses.garrisoned(s, other(side))
    if side == ALLIED:
        around &= ~s.open_cities
    return around & ~variants.out_of_play(s)


def joined(s: MansteinState, side: int, hexes: int) -> int:
    """Those of some hexes with units of a side that lie in the zone of its units in other hexes (7.0a).

    ``_zone`` leaves them out; they matter where such units have not taken the hex (3.3c).
    """
    setting, from_ = s.setting, sources(s, side)
    spared = fortresses.garrisoned(s, other(side)) | (s.open_cities if side == ALLIED else 0)
    beside = [1 << h for h in listed(hexes & ~spared) if setting.board.zones(1 << h, setting.ocean) & ~(1 << h) & from_]
    return sum(beside)
