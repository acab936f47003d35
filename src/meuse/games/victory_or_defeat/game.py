"""The game as the engine drives it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from meuse.board import HexMap, read_hex_map
from meuse.engine import Event, Game, State
from meuse.engine.position import Reader
from meuse.engine.staging import Tabletop
from meuse.games.victory_or_defeat import (
    aftermath,
    airborne,
    checks,
    combat,
    dynamo,
    faces,
    movement,
    overlays,
    pages,
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
from meuse.games.victory_or_defeat.invariants import faults
from meuse.games.victory_or_defeat.setting import SIDES, WarSetting, make_vocabulary, read_pieces
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.tables import Tables, UnitFile

CHAPTERS = (setup, sequence, airborne, movement, combat, aftermath, stacking, victory, dynamo, replacements)
"""The modules with the steps of the game."""


class VictoryOrDefeat(Game):
    """France '40: Victory or Defeat."""

    NAME: ClassVar[str] = "victory_or_defeat"
    TITLE: ClassVar[str] = "France '40: Victory or Defeat"
    VERSION: ClassVar[str] = "2"
    SEQUENCE_CLAUSE: ClassVar[str] = "5.0a"
    SIDES: ClassVar[tuple[str, ...]] = SIDES
    STATE: ClassVar[type[State]] = WarState
    READER: ClassVar[type[Reader]] = position.WarReader

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.ledger.require([self.SEQUENCE_CLAUSE], checks.OPTIONS)
        self.tables = self.data.load("tables.toml", Tables)
        self.map: HexMap = read_hex_map(self.data)
        self.unit_file = self.data.load("units.toml", UnitFile)
        self.pieces = read_pieces(self.unit_file)
        checks.check_components(self)
        self.looks = faces.read_looks(self.data)
        self.faces = tuple(faces.catalogue(self.unit_file, self.looks))
        self.vocabulary = make_vocabulary(self.map, self.pieces, self.faces)
        for name in self.scenarios:
            self.setting(name)
        self._advice = WarAdvice(self)

    def make_setting(self, name: str, file: str, text: str | None = None) -> WarSetting:
        setting = WarSetting(self, name, file, text)
        checks.check_scenario(setting, file)
        return setting

    def begin(self, state: WarState) -> None:
        setup.begin(state)

    def derive(self, state: WarState) -> None:
        state.derive_masks()

    def write_position(self, state: WarState) -> dict[str, Any]:
        return position.write(state)

    def table(self, state: WarState, side: int) -> Tabletop:
        return scene.table(state, side)

    def redact(self, event: Event, state: WarState, side: int) -> Event | None:
        return secrecy.redact(event, state, side)

    def overlays(self, state: WarState, side: int) -> dict[str, list[str]]:
        return overlays.overlays(state, side)

    def faults(self, state: WarState) -> list[str]:
        return faults(state)

    def imagine(self, state: WarState, side: int, seed: int) -> WarState:
        return secrecy.imagine(state, side, seed)

    def advice(self) -> WarAdvice:
        return self._advice

    def chronicle(self, scenario: str) -> WarChronicle:
        return WarChronicle(self, scenario)

    def pages(self) -> list[tuple[str, str]]:
        return pages.pages(self)
