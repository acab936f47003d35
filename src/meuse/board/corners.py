"""Hexcorners: the points where up to three hexes meet."""

from __future__ import annotations

from meuse.board.grid import Spot
from meuse.board.hexboard import HexBoard
from meuse.board.line import CORNERS

JOINT = "+"


class Corners:
    """The corners of a board's hexes, numbered line by line.

    A corner inside the board is named by its three hexes in the order of the board (``1510+1610+1611``), one on the
    edge by a hex and which of its corners it is (``0101.4``).
    """

    def __init__(self, board: HexBoard) -> None:
        self._board = board
        points = {(3 * q + x, 3 * r + y) for q, r in board.cells.values() for x, y in CORNERS}
        self.points = sorted(points, key=lambda point: (point[1], point[0]))
        """Where each corner lies, in thirds of a cell."""
        number = {point: n for n, point in enumerate(self.points)}
        self.of: dict[int, tuple[int, ...]] = {
            h: tuple(number[3 * q + x, 3 * r + y] for x, y in CORNERS) for h, (q, r) in board.cells.items()
        }
        """The six corners of each hex; each lies between the direction of its number and the next."""
        self.hexes: list[int] = [0] * len(points)
        """The hexes around each corner, as a set."""
        self.around: list[set[int]] = [set() for _ in points]
        """The corners one hexside away from each corner."""
        for h, ring in self.of.items():
            for k, corner in enumerate(ring):
                self.hexes[corner] |= 1 << h
                self.around[corner].update((ring[k - 1], ring[(k + 1) % 6]))
        self.names = [self._name(corner) for corner in range(len(points))]
        self.numbers = {name: corner for corner, name in enumerate(self.names)}

    def _name(self, corner: int) -> str:
        hexes = self._board.members(self.hexes[corner])
        if len(hexes) == 3:
            return JOINT.join(self._board.labels[h] for h in hexes)
        return f"{self._board.labels[hexes[0]]}.{self.of[hexes[0]].index(corner)}"

    def corner(self, name: str) -> int:
        """The corner of that name, its hexes in any order; a ``KeyError`` with the remedy if there is none."""
        known = self.numbers.get(name)
        if known is None and JOINT in name and all(label in self._board.numbers for label in name.split(JOINT)):
            hexes = self._board.members(self._board.set(name.split(JOINT)))
            known = self.numbers.get(JOINT.join(self._board.labels[h] for h in hexes))
        if known is None:
            example = next((name for name in self.names if JOINT in name), self.names[0])
            raise KeyError(f"no corner {name!r} on this board; name the hexes that meet there, such as {example}")
        return known

    def anchor(self, name: str) -> Spot:
        """Where a hex, a hexside (``1708/1808``) or a corner lies on the sheet; a ``KeyError`` if there is none."""
        if JOINT in name or "." in name:
            return self.spot(self.corner(name))
        board = self._board
        ends = [board.place(label) for label in name.split("/")]
        if len(ends) > 2 or (len(ends) == 2 and not board.around[ends[0]] >> ends[1] & 1):
            raise KeyError(f"{name!r} is no hexside: write two neighbouring hexes, such as 2532/2533")
        (x, y), (u, v) = board.spot(ends[0]), board.spot(ends[-1])
        return (x + u) / 2, (y + v) / 2

    def spot(self, corner: int) -> Spot:
        """Where a corner lies on the sheet."""
        x, y = self.points[corner]
        return self._board.frame.spot(x / 3, y / 3)
