"""Fortifications: fortresses and fortified lines, hexside by hexside (2.0, 9.3).

A fortified hexside belongs to the hex inside it: it bars the enemy's way in and nothing else. What stands is kept by
level, for each direction the hexes fortified on that side; a breach takes a hexside out of it for good.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from meuse.board import HexBoard, Sides, StepCosts
from meuse.board.kernels import NOWHERE, Six, shift
from meuse.board.sets import union

if TYPE_CHECKING:
    from meuse.games.fall_of_france.setting import FallSetting
    from meuse.games.fall_of_france.state import FallState

LEVELS: tuple[Literal["minor_line", "major_line", "fortress"], ...] = ("minor_line", "major_line", "fortress")
MINOR, MAJOR, FORTRESS = range(3)
Walls = tuple[Six, Six, Six]
"""The fortified hexsides of each level."""
FRESH: Walls = (NOWHERE, NOWHERE, NOWHERE)


class Shut:
    """What one state of the fortifications closes to each side; made once for all matches in which it arises."""

    def __init__(self, setting: FallSetting, walls: Walls) -> None:
        board, germany = setting.board, setting.germany
        self.walls = walls
        self.steps = [setting.sea_sides | sides_of(walls, inside, board) for inside in (~germany, germany)]
        """Steps a side cannot take: over intact enemy fortifications, and over all-sea hexsides."""
        self.back = [steps.reverse() for steps in self.steps]
        """The same steps, seen from the hex they would lead to."""
        self.hexsides = [steps | back for steps, back in zip(self.steps, self.back, strict=True)]
        """The same hexsides, in whichever direction they are crossed."""
        self._borders = setting.borders
        self.fortified = 0
        """The hexes with an intact fortified hexside: not wholly breached (R21)."""
        for six in walls:
            for mask in six:
                self.fortified |= mask
        self.fortresses = union(walls[FORTRESS])
        """The hexes with an intact side of a fortress."""
        self.costs: dict[Any, StepCosts] = {}

    @cached_property
    def bordered(self) -> list[Sides]:
        """What no zone crosses on the first turn (10.1e)."""
        return [steps | self._borders for steps in self.steps]


def sides_of(walls: Walls, inside: int, board: HexBoard) -> Sides:
    """The steps that lead over a fortified hexside into one of some hexes."""
    masks = [0] * 6
    for direction, hexes in enumerate(standing(walls)):
        masks[(direction + 3) % 6] = shift(hexes & inside, direction, board.stride) & board.everything
    return board.sides_in(masks)


def shut(s: FallState) -> Shut:
    """What the fortifications close as they stand."""
    known = s.shut
    if known is None or known.walls is not s.walls:
        known = s.setting.shut.get(s.walls)
        if known is None:
            if len(s.setting.shut) > MOST:
                s.setting.shut.clear()
            known = s.setting.shut[s.walls] = Shut(s.setting, s.walls)
        s.shut, s.walls = known, known.walls  # the same walls, which are then known at a glance
    return known


MOST = 300
"""How many states of the fortifications are remembered."""


def level_of(s: FallState, hexa: int, direction: int) -> int | None:
    """The level of an intact fortified hexside, or None."""
    for level, six in enumerate(s.walls):
        if six[direction] >> hexa & 1:
            return level
    return None


def is_fortress(s: FallState, hexa: int) -> bool:
    """Is any side of a fortress intact there?"""
    return bool(shut(s).fortresses >> hexa & 1)


# how they change


def with_side(walls: Walls, level: int, hexa: int, direction: int) -> Walls:
    """One more fortified hexside."""
    six = list(walls[level])
    six[direction] |= 1 << hexa
    return _with(walls, level, six)


def with_fortress(walls: Walls, hexa: int, board: HexBoard) -> Walls:
    """A fortress: all hexsides of a hex, whatever stood there before (R109)."""
    for beyond in board.members(board.around[hexa]):
        direction = board.direction(hexa, beyond)
        walls = with_side(without_side(walls, hexa, direction), FORTRESS, hexa, direction)
    return walls


def standing(walls: Walls) -> list[int]:
    """The intact fortified hexsides of any level: for each direction, the hexes fortified on that side."""
    return [walls[MINOR][d] | walls[MAJOR][d] | walls[FORTRESS][d] for d in range(6)]


def without_side(walls: Walls, hexa: int, direction: int) -> Walls:
    """A hexside breached, whatever its level."""
    for level, masks in enumerate(walls):
        six = list(masks)
        six[direction] &= ~(1 << hexa)
        walls = _with(walls, level, six)
    return walls


def without_hex(walls: Walls, hexa: int) -> Walls:
    """All hexsides of a hex breached."""
    for level, masks in enumerate(walls):
        walls = _with(walls, level, [mask & ~(1 << hexa) for mask in masks])
    return walls


def _with(walls: Walls, level: int, six: list[int]) -> Walls:
    levels = list(walls)
    levels[level] = (six[0], six[1], six[2], six[3], six[4], six[5])
    return levels[0], levels[1], levels[2]


def breach(s: FallState, hexa: int, direction: int) -> None:
    """A hexside is breached for good (9.3)."""
    s.walls = without_side(s.walls, hexa, direction)
    s.touch()


def raze(s: FallState, hexa: int) -> None:
    """All hexsides of a hex are breached: an enemy has entered (9.3, R41)."""
    if shut(s).fortified >> hexa & 1:
        s.walls = without_hex(s.walls, hexa)
        s.touch()
