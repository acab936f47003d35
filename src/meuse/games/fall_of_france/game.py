"""The game as the engine drives it."""

from __future__ import annotations

from pathlib import Path

from meuse.board import HexMap, read_hex_map
from meuse.board.corners import Corners
from meuse.engine import Event, Game
from meuse.engine.data import Problems
from meuse.engine.scene import Face
from meuse.engine.staging import Tabletop
from meuse.games.fall_of_france import (
    aftermath,
    air,
    allotment,
    assault,
    checks,
    combat,
    landings,
    losses,
    movement,
    politics,
    position,
    recovery,
    refugees,
    reinforcements,
    retreat,
    sealion,
    sequence,
    setup,
    shift,
    skirmish,
    trading,
)
from meuse.games.fall_of_france.invariants import faults
from meuse.games.fall_of_france.setting import SIDES, FallSetting, make_vocabulary, read_pieces
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.tables import Scenario, Tables, UnitFile

CHAPTERS = (
    setup, trading, shift, sequence, reinforcements, allotment, recovery, air, landings, movement, assault, skirmish,
    combat, aftermath, retreat, losses, politics, sealion, refugees,
)  # fmt: skip
"""The modules with the steps of the game."""


class FallOfFrance(Game):
    """The Fall of France, May 1940."""

    NAME = "fall_of_france"
    TITLE = "The Fall of France"
    VERSION = "1"
    SEQUENCE_CLAUSE = "5.0a"
    SIDES = SIDES
    SCENARIO = Scenario
    SETTING = FallSetting
    STATE = FallState
    READER = position.FallReader

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.tables = self.load("tables.toml", Tables)
        self.map: HexMap = read_hex_map(self.data)
        self.corners = Corners(self.map.board)
        self.unit_file = self.load("units.toml", UnitFile)
        self.pieces = read_pieces(self.unit_file)
        checks.check_components(self)
        self.faces = tuple(
            Face(piece.id, piece.name, piece.short, SIDES[piece.side], "", "", "", "#ffffff", "#000000")
            for piece in self.pieces
        )
        self.vocabulary = make_vocabulary(self.map, self.corners, self.pieces, self.faces)
        for name in self.scenarios:
            self.setting(name)

    def check_setting(self, setting: FallSetting, problems: Problems, file: str) -> None:
        super().check_setting(setting, problems, file)
        checks.check_scenario(setting, problems, file)

    def begin(self, state: FallState) -> None:
        setup.begin(state)

    def table(self, state: FallState, side: int) -> Tabletop:
        raise NotImplementedError

    def redact(self, event: Event, state: FallState, side: int) -> Event | None:
        """Nothing is hidden in this game."""
        return event

    def overlays(self, state: FallState, side: int) -> dict[str, list[str]]:
        return {}

    def faults(self, state: FallState) -> list[str]:
        return faults(state)

    def imagine(self, state: FallState, side: int, seed: int) -> FallState:
        return state.imagined(seed)
