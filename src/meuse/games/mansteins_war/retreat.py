"""Chapter 11: retreat after combat."""

from __future__ import annotations

from meuse.games.mansteins_war import control, ground, logistics, losses, zoc
from meuse.games.mansteins_war.events import FellBack
from meuse.games.mansteins_war.state import MansteinState
from meuse.mechanics.sets import listed, members


def distance(s: MansteinState, hexa: int, sources: int) -> int:
    """How far the nearest of some sources is, as the crow flies (R64)."""
    board = s.setting.board
    return min(board.distance(hexa, source) for source in listed(sources))


def ways_back(s: MansteinState, piece: int, hexa: int, avoid: int = 0) -> int:
    """Where a unit may retreat to from a hex in one step: no farther from its supply source if it can (11.1b to 11.1d).

    ``avoid``: hexes that it may not enter besides, such as those it came through (11.1h).
    """
    setting = s.setting
    board = setting.board
    beside = board.around[hexa] & ~board.across(hexa, setting.ocean) & ~ground.closed_to(s, piece) & ~avoid
    sources = logistics.sources(s, setting.nation[piece])
    if not beside or not sources:
        return beside
    here = distance(s, hexa, sources)
    nearer = members(goal for goal in listed(beside) if distance(s, goal, sources) <= here)
    return nearer or beside


def step_back(s: MansteinState, piece: int, goal: int, clause: str) -> None:
    """A unit retreats by one hex; an enemy zone there costs it a step, friends or not (7.2f, 7.2g)."""
    start = s.where[piece]
    s.shift(piece, goal)
    s.events.append(FellBack((clause,), piece, (start, goal)))
    control.enter(s, (piece,), (goal,))
    if zoc.enemy_zone(s, s.setting.side_of[piece]) >> goal & 1:
        losses.lose_step(s, piece, ("7.2f",))
