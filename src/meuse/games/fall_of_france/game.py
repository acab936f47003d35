"""The game as the engine drives it."""

from __future__ import annotations

from pathlib import Path

from meuse.board import HexMap, read_hex_map
from meuse.board.corners import Corners
from meuse.engine import Event, Game
from meuse.engine.data import Problems
from meuse.games.fall_of_france import (
    aftermath,
    aids,
    air,
    allotment,
    assault,
    checks,
    combat,
    declarations,
    goals,
    invariants,
    landings,
    losses,
    movement,
    overlays,
    politics,
    position,
    recovery,
    refugees,
    reinforcements,
    retreat,
    scene,
    sealion,
    sequence,
    setup,
    shift,
    skirmish,
    trading,
)
from meuse.games.fall_of_france.advice import FallAdvice
from meuse.games.fall_of_france.chronicle import FallChronicle
from meuse.games.fall_of_france.faces import catalogue
from meuse.games.fall_of_france.setting import SIDES, FallSetting, make_vocabulary, read_pieces
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.tables import Looks, Scenario, Tables, UnitFile
from meuse.mechanics.pages import chapters

CHAPTERS = (
    setup, trading, shift, sequence, reinforcements, allotment, recovery, air, landings, movement, assault, skirmish,
    combat, declarations, aftermath, retreat, losses, politics, sealion, refugees,
)  # fmt: skip
"""The modules with the steps of the game."""


class FallOfFrance(Game):
    """The Fall of France, May 1940."""

    NAME = "fall_of_france"
    TITLE = "The Fall of France"
    VERSION = "5"
    SEQUENCE_CLAUSE = "5.0a"
    SIDES = SIDES
    SCENARIO = Scenario
    SETTING = FallSetting
    STATE = FallState
    READER = position.FallReader
    CHRONICLE = FallChronicle

    begin = staticmethod(setup.begin)
    table = staticmethod(scene.table)
    player_aids = staticmethod(aids.charts)
    alarms = staticmethod(goals.alarms)
    goals = staticmethod(goals.goals)
    overlays = staticmethod(overlays.overlays)
    faults = staticmethod(invariants.faults)

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.tables = self.load("tables.toml", Tables)
        self.map: HexMap = read_hex_map(self.data)
        self.corners = Corners(self.map.board)
        self.unit_file = self.load("units.toml", UnitFile)
        self.pieces = read_pieces(self.unit_file)
        self.looks = self.load("faces.toml", Looks)
        checks.check_components(self)
        self.faces = tuple(catalogue(self.unit_file, self.looks, self.tables))
        self.vocabulary = make_vocabulary(self.map, self.corners, self.pieces, self.faces)
        for name in self.scenarios:
            self.setting(name)
        self._advice = FallAdvice(self)

    def check_setting(self, setting: FallSetting, problems: Problems, file: str) -> None:
        super().check_setting(setting, problems, file)
        checks.check_scenario(setting, problems, file)

    def redact(self, event: Event, state: FallState, side: int) -> Event | None:
        """Nothing is hidden in this game."""
        return event

    def imagine(self, state: FallState, side: int, seed: int) -> FallState:
        return state.imagined(seed)

    def advice(self) -> FallAdvice:
        return self._advice

    def pages(self) -> list[tuple[str, str]]:
        about = "Ratings are attack, defence and movement points."
        return chapters(self, self.map, ("Counters", "units.toml", about))
