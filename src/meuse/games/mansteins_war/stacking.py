"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from meuse.games.mansteins_war.setting import (
    ARMY,
    BELGIANS,
    BRITISH,
    CORPS,
    FRENCH,
    GERMAN,
    NATIONS_OF,
    SIDES,
    STATIC,
    TRAIN,
)
from meuse.games.mansteins_war.state import MansteinState

ALLIANCE = (FRENCH, BRITISH)
"""Whom the Belgians may stack with in the variant of 28.2f."""


def rough_limit(s: MansteinState, side: int) -> int:
    """How many corps a rough hex holds: one, and more for the Germans once the Manstein Plan was picked (6.3)."""
    table = s.setting.tables.stacking
    return table.rough_manstein if side == GERMAN and s.manstein else table.rough


def strangers(s: MansteinState, nation: int) -> tuple[int, ...]:
    """The friendly nations whose units may not end in a hex with those of a nation (6.0e, 28.2f)."""
    return _strangers(nation, s.on("belgian_alliance"))


@lru_cache(maxsize=16)
def _strangers(nation: int, alliance: bool) -> tuple[int, ...]:
    friends = [n for n in NATIONS_OF[nation != 0] if n != nation]
    if alliance:
        if nation == BELGIANS:
            friends = [n for n in friends if n not in ALLIANCE]
        elif nation in ALLIANCE:
            friends = [n for n in friends if n != BELGIANS]
    return tuple(friends)


def foreign(s: MansteinState, nation: int) -> int:
    """The hexes with friendly units that a nation's units may not end stacked with (6.0e, R43)."""
    hexes = 0
    for stranger in strangers(s, nation):
        hexes |= s.masks[stranger]
    return hexes


def crowded(s: MansteinState, piece: int) -> int:
    """The hexes in which a unit would be one too many by size, if it came there from elsewhere (6.1 to 6.3, R44)."""
    setting, size = s.setting, s.sizes.of[piece]
    side, table = setting.side_of[piece], setting.tables.stacking
    if size == TRAIN:
        return s.trains
    if size == STATIC:
        return s.statics
    if size not in (ARMY, CORPS):
        return 0
    limit, rough = table.limit[SIDES[side]], setting.rough  # type: ignore[index]
    if size == ARMY:
        return s.armies | s.corps[limit.beside_army + 1] | setting.no_armies
    open_ground = s.armies & s.corps[limit.beside_army] | s.corps[limit.corps]
    return open_ground & ~rough | s.corps[rough_limit(s, side)] & rough


def full_hexes(s: MansteinState, piece: int) -> int:
    """The hexes in which a unit that comes from elsewhere may not end (6.0e, 6.1 to 6.3)."""
    return crowded(s, piece) | foreign(s, s.setting.nation[piece])


def no_place(s: MansteinState, piece: int) -> int:
    """The hexes in which a unit that must leave another cannot stay (11.1g, 6.5b).

    Besides full ones those in which others are too many already: with it there they would still be.
    """
    return full_hexes(s, piece) | overstacked(s)


def room(s: MansteinState, side: int, hexa: int, armies: int, corps: int) -> bool:
    """Is there room for so many armies and corps of a side in a hex (6.1a, 6.2a, 6.3)?"""
    limit = s.setting.tables.stacking.limit[SIDES[side]]  # type: ignore[index]
    if s.setting.rough >> hexa & 1:
        return not armies and corps <= rough_limit(s, side)
    return armies == 1 and corps <= limit.beside_army if armies else corps <= limit.corps


def fits(s: MansteinState, hexa: int, pieces: Iterable[int]) -> bool:
    """May just these units of one side end in a hex together?"""
    units, setting, of = list(pieces), s.setting, s.sizes.of
    if not units:
        return True
    counts = [sum(of[unit] == size for unit in units) for size in range(4)]
    table = setting.tables.stacking
    if counts[TRAIN] > table.logistics or counts[STATIC] > table.static:
        return False
    nations = {setting.nation[unit] for unit in units}
    enough = room(s, setting.side_of[units[0]], hexa, counts[ARMY], counts[CORPS])
    return enough and not any(two in strangers(s, one) for one in nations for two in nations)


def overstacked(s: MansteinState) -> int:
    """The hexes with more units than they hold (6.0a); where an airborne landing is opposed each side counts alone."""
    known = s.memo.get("overstacked")
    if known is None or known[0] != s.version:
        known = s.memo["overstacked"] = (s.version, _overstacked(s))
    hexes: int = known[1]
    return hexes


def _overstacked(s: MansteinState) -> int:
    """By sets of hexes; only where enemies share a hex are units counted."""
    setting, side_of, armies, corps = s.setting, s.setting.side_of, s.armies, s.corps
    limits, rough = setting.tables.stacking.limit, setting.rough
    shared, hexes = s.held[0] & s.held[1], s.doubled
    for side, name in enumerate(SIDES):
        limit = limits[name]  # type: ignore[index]
        crowd = armies & corps[limit.beside_army + 1] | corps[limit.corps + 1]
        crowd = crowd & ~rough | (armies | corps[rough_limit(s, side) + 1]) & rough
        hexes |= crowd & s.held[side]
    seen = mixed = 0
    for nation in NATIONS_OF[1]:
        mixed |= seen & s.masks[nation]
        seen |= s.masks[nation]
    if mixed:
        for nation in NATIONS_OF[1]:
            hexes |= s.masks[nation] & foreign(s, nation)
    hexes &= ~shared
    for hexa in setting.board.members(shared):
        for side in range(len(SIDES)):
            if not fits(s, hexa, [unit for unit in s.stacks[hexa] if side_of[unit] == side]):
                hexes |= 1 << hexa
    return hexes
