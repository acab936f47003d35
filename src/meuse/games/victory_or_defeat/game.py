"""The game as the engine drives it."""

from __future__ import annotations

from pathlib import Path

from meuse.board import HexMap, read_hex_map
from meuse.engine import Game
from meuse.engine.data import Problems
from meuse.games.victory_or_defeat import (
    aftermath,
    aids,
    airborne,
    checks,
    combat,
    dynamo,
    faces,
    goals,
    invariants,
    movement,
    overlays,
    position,
    replacements,
    scene,
    secrecy,
    sequence,
    setup,
    stacking,
    victory,
)
from meuse.games.victory_or_defeat.advice import WarAdvice
from meuse.games.victory_or_defeat.chronicle import WarChronicle
from meuse.games.victory_or_defeat.setting import SIDES, WarSetting, make_vocabulary, read_pieces
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.tables import Scenario, Tables, UnitFile
from meuse.mechanics.pages import chapters

CHAPTERS = (setup, sequence, airborne, movement, combat, aftermath, stacking, victory, dynamo, replacements)
"""The modules with the steps of the game."""


class VictoryOrDefeat(Game):
    """France '40: Victory or Defeat."""

    NAME = "victory_or_defeat"
    TITLE = "France '40: Victory or Defeat"
    VERSION = "2"
    SEQUENCE_CLAUSE = "5.0a"
    SIDES = SIDES
    SCENARIO = Scenario
    SETTING = WarSetting
    STATE = WarState
    READER = position.WarReader
    CHRONICLE = WarChronicle
    ADVICE = WarAdvice

    begin = staticmethod(setup.begin)
    table = staticmethod(scene.table)
    player_aids = staticmethod(aids.charts)
    alarms = staticmethod(goals.alarms)
    goals = staticmethod(goals.goals)
    overlays = staticmethod(overlays.overlays)
    redact = staticmethod(secrecy.redact)
    imagine = staticmethod(secrecy.imagine)
    faults = staticmethod(invariants.faults)

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.tables = self.load("tables.toml", Tables)
        self.map: HexMap = read_hex_map(self.data)
        self.unit_file = self.load("units.toml", UnitFile)
        self.looks = self.load("faces.toml", faces.Looks)
        self.pieces = read_pieces(self.unit_file)
        checks.check_components(self)
        self.faces = tuple(faces.catalogue(self.unit_file, self.looks))
        self.vocabulary = make_vocabulary(self.map, self.pieces, self.faces)
        self.read_scenarios()

    def check_setting(self, setting: WarSetting, problems: Problems, file: str) -> None:
        super().check_setting(setting, problems, file)
        checks.check_scenario(setting, problems, file)

    def pages(self) -> list[tuple[str, str]]:
        about = "Strengths are attack-defence, full strength first."
        return chapters(self, self.map, ("Counters", "units.toml", about))
