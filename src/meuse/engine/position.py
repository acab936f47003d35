"""Reading positions: what every game's reader shares.

A reader lays a position out as far as it can and notes every defect, so that all of them are told at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from meuse.board import Board
from meuse.engine.data import DataError, parse
from meuse.engine.game import Game

T = TypeVar("T")


class Table(Protocol):
    """What every position says."""

    game: str
    scenario: Any
    options: dict[str, str]


class PositionReader:
    """Notes defects, settles options and finds places by name."""

    PLACE = "place"
    """What a place is called."""

    def __init__(self, game: Game, board: Board, table: Table) -> None:
        self._board = board
        self.problems: list[str] = []
        self.rulings: dict[str, str] = {}
        if table.game != game.NAME:
            self.fault("game", f"this is a position of {table.game}")
        try:
            self.rulings = game.ledger.settle(table.options)
        except ValueError as error:
            self.problems.append(f"options: {error}")

    def fault(self, where: str, what: str) -> None:
        """Note a defect."""
        self.problems.append(f"{where}: {what}")

    def place(self, label: str, where: str) -> int | None:
        """The place of that name; noted if there is none."""
        if label not in self._board.numbers:
            self.fault(where, f"there is no {self.PLACE} {label} on the map")
            return None
        return self._board.numbers[label]

    def places(self, labels: Iterable[str], where: str) -> int:
        """The set of the named places, as far as they exist."""
        found = [self.place(label, where) for label in labels]
        return sum({1 << place for place in found if place is not None})


def read(text: str, file: str, kind: type[T], lay: Callable[[T], tuple[Any, list[str]]]) -> tuple[Any, list[str]]:
    """A state from a position's text, and everything that is wrong with it."""
    try:
        table = parse(text, kind, file)
    except DataError as error:
        return None, [f"{error.place}: {error.problem}" if error.place else error.problem]
    return lay(table)
