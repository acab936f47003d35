"""Lines of sight: for each hex the set of hexes it sees, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meuse.board.hexboard import HexBoard
from meuse.board.line import Line
from meuse.board.sets import falling, members, union

Blocks = Callable[[Line], bool]
"""Says whether something on a line hides its ends from each other."""


class Sight:
    """What can be seen from each hex under one rule; every hex sees itself."""

    def __init__(self, board: HexBoard, blocks: Blocks, within: int | None = None) -> None:
        self._board = board
        self._blocks = blocks
        self._within = within
        self._seen: dict[int, int] = {}

    def seen_from(self, hexa: int) -> int:
        """All hexes seen from a hex, within the greatest distance if there is one."""
        known = self._seen.get(hexa)
        if known is None:
            board = self._board
            known = 1 << hexa
            there = board.everything if self._within is None else board.disc(hexa, self._within)
            for other in board.members(there & ~known):
                if not self._blocks(board.line(hexa, other)):
                    known |= 1 << other
            self._seen[hexa] = known
        return known


class Shadows:
    """What lies behind other hexes: for screens that come and go, such as smoke or units in the line of fire."""

    def __init__(self, board: HexBoard) -> None:
        self._board = board
        self._cast: dict[int, tuple[dict[int, int], dict[int, list[tuple[int, int]]]]] = {}
        self._lines: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}

    def behind(self, hexa: int, screens: int) -> int:
        """All hexes whose straight line from a hex passes a hex of ``screens``; along a hexside both must be."""
        single, double = self._cast.get(hexa) or self._made(hexa)
        mask = 0
        for screen in self._board.members(screens):
            mask |= single.get(screen, 0)
            for other, hidden in double.get(screen, ()):
                if screens >> other & 1:
                    mask |= hidden
        return mask

    def hidden(self, hexa: int, targets: int, screens: int) -> int:
        """Those of a few targets whose straight line from a hex passes a hex of ``screens``; see ``behind``."""
        mask = 0
        for target in falling(targets):
            passed, parts = self._lines.get((hexa, target)) or self._line(hexa, target)
            if passed & screens:
                for part in parts:
                    if not part & ~screens:
                        mask |= 1 << target
                        break
        return mask

    def _line(self, hexa: int, other: int) -> tuple[int, tuple[int, ...]]:
        """All hexes on a line, and the sets of those that must be screens together."""
        parts = tuple([members(part) for part in self._board.passed(hexa, other) if part])
        made = self._lines[hexa, other] = union(parts), parts
        return made

    def _made(self, hexa: int) -> tuple[dict[int, int], dict[int, list[tuple[int, int]]]]:
        board = self._board
        single: dict[int, int] = {}
        pairs: dict[tuple[int, int], int] = {}
        for other in board.hexes:
            bit = 1 << other
            for part in board.passed(hexa, other) if other != hexa else ():
                if len(part) == 1:
                    single[part[0]] = single.get(part[0], 0) | bit
                elif part:
                    pair = min(part), max(part)
                    pairs[pair] = pairs.get(pair, 0) | bit
        double: dict[int, list[tuple[int, int]]] = {}
        for (a, b), hidden in pairs.items():
            double.setdefault(a, []).append((b, hidden))
        made = self._cast[hexa] = single, double
        return made


def over_heights(board: HexBoard, ground: Sequence[int], cover: Sequence[int]) -> Blocks:
    """The plain rule of heights: ground with its cover (woods, houses) hides what lies behind it.

    Both tables have a number for each bit of the board. A line goes straight from ground to ground; a hex between whose
    top rises above it there blocks it. Along a hexside both hexes must.
    """

    def blocks(line: Line) -> bool:
        a, b = line.parts[0][0], line.parts[-1][0]
        for part in line.between():
            if part and all(_rises(board, hexa, a, b, ground, ground[hexa] + cover[hexa]) for hexa in part):
                return True
        return False

    return blocks


def _rises(board: HexBoard, hexa: int, a: int, b: int, ground: Sequence[int], top: int) -> bool:
    """Is a height at a hex above the straight line between the ground of two others?"""
    before, after = board.distance(a, hexa), board.distance(hexa, b)
    return top * (before + after) > ground[a] * after + ground[b] * before
