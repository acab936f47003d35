"""Chapter 8: stacking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from meuse.engine import Bar, Pieces
from meuse.games.fall_of_france.state import FallState, union


def points_of(s: FallState, pieces: Iterable[int]) -> int:
    """The stacking points of some units: one for each X of their size, none for HQs (8.1, 8.2)."""
    points, every = s.setting.points, 0
    for piece in pieces:
        every += points[piece]
    return every


def strangers(s: FallState, pieces: Pieces) -> int:
    """The hexes with enemies, or friends that some units may not share a hex with (8.4)."""
    setting, masks = s.setting, s.masks.__getitem__
    table, formation = setting.strange_friends[s.rulings["cooperation_stacking"] == "yes"], setting.formation
    hexes = s.held[1 - setting.side_of[pieces[0]]]
    if len(pieces) == 1:
        return reduce(or_, map(masks, table[formation[pieces[0]]]), hexes)
    for group in {formation[piece] for piece in pieces}:
        hexes = reduce(or_, map(masks, table[group]), hexes)
    return hexes


def crowded(s: FallState, points: int, hexes: int = 0) -> int:
    """The hexes without room for so many stacking points (8.3), and some others."""
    return reduce(or_, s.roomy[:points], hexes)


def without_room(s: FallState, pieces: Pieces) -> int:
    """The hexes in which some units together find no room, not even in passing (8.3, 8.4, 8.5)."""
    points = s.setting.points[pieces[0]] if len(pieces) == 1 else points_of(s, pieces)
    return crowded(s, points, strangers(s, pieces))


def foreigners(s: FallState, pieces: Pieces) -> int:
    """Those of these hexes with friends of another nation (8.4a)."""
    setting = s.setting
    table, nation = setting.strange_friends[s.rulings["cooperation_stacking"] == "yes"], setting.nation[pieces[0]]
    strange = {group for piece in pieces for group in table[setting.formation[piece]]}
    return union([s.masks[group] for group in strange if setting.formations[group][0] != nation])


def room_bars(s: FallState, pieces: Pieces) -> Iterator[Bar]:
    """What stacking closes to some units: the limit that each hex has (8.3), and who stands there (8.4)."""
    points = points_of(s, pieces)
    full, says = crowded(s, points), f"{{it}} has no room for another {points} stacking points"
    for clause, hexes in s.setting.limited[s.rulings["coastal_urban"]].items():
        yield Bar(full & hexes, clause, says)
    yield Bar(foreigners(s, pieces), "8.4a", "{it} holds units of a nation that these may not stack with")
    yield Bar(strangers(s, pieces), "8.4b", "{it} holds units of a formation that these may not stack with")


def together(s: FallState, pieces: Pieces) -> bool:
    """May all these units share a hex, whatever its room (8.4)?"""
    table = s.setting.strangers[s.rulings["cooperation_stacking"] == "yes"]
    groups = {s.setting.formation[piece] for piece in pieces}
    return not any(two in table[one] for one in groups for two in groups)
