"""A setting: what all matches of one scenario share. Made once, never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.board import AreaMap, Board, HexMap
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

    # words

    def place_name(self, place: int) -> str:
        """A place as people call it."""
        return self.board.labels[place]

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
        charts: tuple[Chart, ...] = self.game.player_aids(self)
        return charts

    # the map

    def picture(self, scale: float | None = None) -> str:
        """The bare map as SVG."""
        return draw(self.map, scale)

    def plan(self, scale: float | None = None) -> MapPlan:
        """Where everything lies on the picture of the same scale."""
        return plan(self.map, scale)
