"""What bots of several games go by: how far it is to what they are after, and what they have worked out already."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from meuse.board import Board

T = TypeVar("T")

MOST_KEPT = 5_000
"""How much is remembered before all of it is forgotten."""


def recalled(
    memory: dict[Any, Any] | None, key: Hashable, make: Callable[[], T], holds: Callable[[T], bool] | None = None
) -> T:
    """What is remembered under a key, if it still holds; else it is worked out, and remembered from now on."""
    if memory is None:
        return make()
    known: T | None = memory.get(key)
    if known is None or (holds is not None and not holds(known)):
        if len(memory) >= MOST_KEPT:
            memory.clear()
        known = memory[key] = make()
    return known


class Way(NamedTuple):
    """How far every place is from some others: the places at each distance, and the distance of each place."""

    rings: tuple[int, ...]
    away: bytes

    def nearest(self, among: int, far: int) -> int:
        """How far the nearest of some places is; ``far`` if none can be reached."""
        return next((distance for distance, ring in enumerate(self.rings) if ring & among), far)


class Ways:
    """The ways to all places anybody asked for, each worked out once."""

    def __init__(self, board: Board, spread: Callable[[int], int], far: int) -> None:
        self._board = board
        self._spread = spread
        """A set of places with all that lie next to one of them."""
        self.far = far
        """The distance of places that cannot be reached, at most 255."""
        self._known: dict[tuple[int, int], Way] = {}

    def to(self, places: int, ground: int) -> Way:
        """The way to the nearest of some places over some ground."""
        return recalled(self._known, (places, ground), lambda: self._measured(places, ground))

    def _measured(self, places: int, ground: int) -> Way:
        away = bytearray([self.far]) * self._board.size
        rings: list[int] = []
        front = seen = places
        while front:
            for place in self._board.members(front):
                away[place] = len(rings)
            rings.append(front)
            front = self._spread(front) & ground & ~seen
            seen |= front
        return Way(tuple(rings), bytes(away))
