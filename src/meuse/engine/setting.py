"""A setting: what all matches of one scenario share. Made once, never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.board import AreaMap, Board, Corners, HexBoard, HexMap
from meuse.board.picture import MapPlan, draw, plan
from meuse.engine.scene import ScenarioInfo
from meuse.engine.vocabulary import Vocabulary

if TYPE_CHECKING:
    from meuse.engine.game import Game
    from meuse.engine.offer import ScenarioFile
    from meuse.engine.scene import Chart, Choice, Face


class Setting:
    """A board with its map, its pieces and their faces, the vocabulary of actions, and what things are called.

    A game derives its own: it fills in what is declared here and adds what its rules ask for.
    """

    map: HexMap | AreaMap
    board: Board
    faces: tuple[Face, ...]
    """The catalogue of counters."""
    corners: Corners | None = None
    """The hexcorners, where pieces may lie on them: corner *n* is place ``board.size + n``."""

    def __init__(self, game: Game, name: str, scenario: ScenarioFile, text: str = "") -> None:
        self.game: Any = game
        self.name = name
        """The scenario's name."""
        self.scenario: Any = scenario
        starts = scenario.starts or next((side for part in scenario.players for side in part), "")
        self.info = ScenarioInfo(name, scenario.title, scenario.about, scenario.players, scenario.length, starts)
        """The scenario as it is offered to people."""
        self.text = text
        """The scenario's file, if it is a player's own and not in the game's data."""
        self.vocabulary = Vocabulary()
        self.choices: dict[tuple[str, int], Choice] = {}
        """Options in words, as steps have put them so far."""
        self._corners: Corners | None = None

    # places

    def place_label(self, place: int) -> str:
        """A place as records, positions and scenes write it: ``1510``, or ``1510+1610+1611`` for a corner."""
        size = self.board.size
        return self.board.labels[place] if place < size or self.corners is None else self.corners.names[place - size]

    def place_number(self, label: str) -> int | None:
        """The place that is written so; None if there is none."""
        known = self.board.numbers.get(label)
        if known is None and self.corners is not None:
            try:
                return self.board.size + self.corners.corner(label)
            except KeyError:
                return None
        return known

    def on_the_map(self, anchor: str) -> bool:
        """Is there such a place, hexside (``1708/1808``) or corner on the map, for a counter or a sign to lie on?"""
        if anchor in self.board.numbers:
            return True
        if isinstance(self.board, HexBoard) and self._corners is None:
            self._corners = self.corners or Corners(self.board)
        try:
            return self._corners is not None and bool(self._corners.anchor(anchor))
        except KeyError:
            return False

    # words

    def place_name(self, place: int) -> str:
        """A place as people call it."""
        return self.place_label(place)

    def pieces_spoken(self, pieces: tuple[int, ...]) -> str:
        """Some pieces as people call them."""
        return "1 unit" if len(pieces) == 1 else f"{len(pieces)} units"

    def side_name(self, side: int) -> str:
        """A side as an adjective: "German"."""
        return str(self.game.sides[side]).title()

    def piece_side(self, piece: int) -> int:
        """The side a piece belongs to, where it is always the same; -1 where it is not."""
        return -1

    # beside the map

    def player_aids(self) -> tuple[Chart, ...]:
        """The tables of the rules as they lie beside the map, made from the game's data."""
        return tuple(self.game.player_aids(self))

    # the map

    def picture(self, scale: float | None = None) -> str:
        """The bare map as SVG."""
        return draw(self.map, scale)

    def plan(self, scale: float | None = None) -> MapPlan:
        """Where everything lies on the picture of the same scale."""
        return plan(self.map, scale)
