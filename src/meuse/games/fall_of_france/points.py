"""Replacement points: a pool of each kind for each nation (18.1)."""

from __future__ import annotations

from meuse.games.fall_of_france.events import PointsGained, PointsPaid
from meuse.games.fall_of_france.setting import NATIONS, POINTS
from meuse.games.fall_of_france.state import FallState, union
from meuse.mechanics.words import counted


def in_pool(s: FallState, piece: int) -> int:
    """The points that could be spent on a unit: armour has its own, everything else infantry points (18.1d, R79)."""
    return s.pools[s.setting.pool[piece]]


def beyond_means(s: FallState, cost: int) -> int:
    """The units whose pool holds fewer points than something costs."""
    return union([s.setting.units_of_pool[pool] for pool, points in enumerate(s.pools) if points < cost])


def gain(s: FallState, nation: int, infantry: int, armour: int, clauses: tuple[str, ...]) -> None:
    """Points come into the pools of a nation (18.1a)."""
    for kind, points in enumerate((infantry, armour)):
        s.pools[nation * len(POINTS) + kind] += points
    if infantry or armour:
        s.events.append(PointsGained(clauses, NATIONS[nation], infantry, armour))


def pay(s: FallState, piece: int, points: int, clauses: tuple[str, ...]) -> None:
    """Points of the right kind are spent on a unit (18.1c)."""
    s.pools[s.setting.pool[piece]] -= points
    s.events.append(PointsPaid(clauses, piece, points))


def pools_spoken(s: FallState, nations: tuple[int, ...]) -> str:
    """What some nations have, in words."""
    told = []
    for nation in nations:
        infantry, armour = s.pools[nation * len(POINTS) : (nation + 1) * len(POINTS)]
        kinds = [counted(infantry, "infantry point")] if infantry else []
        kinds += [counted(armour, "armour point")] if armour else []
        if kinds:
            told.append(f"{NATIONS[nation].title()} {' and '.join(kinds)}")
    return ", ".join(told) or "no replacement points"
