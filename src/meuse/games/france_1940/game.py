"""The game as the engine drives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from meuse.engine import Event, Game
from meuse.engine.data import Problems
from meuse.engine.names import Names
from meuse.engine.scene import Goal
from meuse.engine.staging import Tabletop
from meuse.games.france_1940 import (
    activation,
    boards,
    goals,
    officers,
    position,
    reaction,
    scene,
    secrecy,
    sequence,
    setup,
)
from meuse.games.france_1940.charts import Charts
from meuse.games.france_1940.faces import Looks
from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.rosters import OfficerFile, OfficerKind, PriceFile, UnitFile
from meuse.games.france_1940.scenarios import Force, Scenario
from meuse.games.france_1940.setting import SIDES, FranceSetting
from meuse.games.france_1940.sight import Sight
from meuse.games.france_1940.spotting import Spotting
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.tables import TerrainCharts

CHAPTERS = (setup, sequence, activation, reaction, officers)
"""The modules with the steps of the game."""

Layout = Sequence[Sequence[str]]


class France1940(Game):
    """France 1940, platoons and their officers."""

    NAME = "france_1940"
    TITLE = "France 1940"
    VERSION = "1"
    SEQUENCE_CLAUSE = "3b"
    SIDES = SIDES
    SCENARIO = Scenario
    SETTING = FranceSetting
    STATE = FranceState
    READER = position.FranceReader

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.terrain = self.load("terrain.toml", TerrainCharts)
        self.charts = self.load("charts.toml", Charts)
        self.units = self.load("units.toml", UnitFile)
        self.officers = self.load("officers.toml", OfficerFile).officer
        self.prices = self.load("prices.toml", PriceFile)
        self.looks = self.load("faces.toml", Looks)
        self.unit_types = {row.id: row for row in self.units.unit}
        self.lines = {row.id: row for row in self.prices.formation}
        self.names["unit type"] = Names(self.unit_types, "units.toml")
        self.names["gun"] = Names(self.charts.penetration.gun, "charts.toml")
        self.names["aircraft"] = Names({row.id for row in self.charts.aircraft}, "charts.toml")
        self.names["price line"] = Names(self.lines, "prices.toml")
        self.check_files().stop()
        self._views: dict[tuple[tuple[str, ...], ...], tuple[Sight, Spotting]] = {}
        for name in self.scenarios:
            self.setting(name)

    # boards and forces

    def _view(self, layout: Layout) -> tuple[Sight, Spotting]:
        """Sight on boards laid together; made once for each layout."""
        key = tuple(map(tuple, layout))
        if key not in self._views:
            ground = Ground(boards.laid_out(self.data, layout), self.terrain)
            self._views[key] = Sight(ground), Spotting(ground)
        return self._views[key]

    def sight_of(self, layout: Layout) -> Sight:
        return self._view(layout)[0]

    def spotting_of(self, layout: Layout) -> Spotting:
        return self._view(layout)[1]

    def ground_of(self, layout: Layout) -> Ground:
        return self._view(layout)[0].ground

    def composition(self, force: Force) -> tuple[dict[str, int], OfficerKind | None]:
        """The units of a force and the kind of its officer: those of its line of the price list, or its own (2.3e)."""
        if force.line:
            row = self.lines[force.line]
            return dict(row.units), row.officer
        return dict(force.units), force.officer

    def check_setting(self, setting: FranceSetting, problems: Problems, file: str) -> None:
        super().check_setting(setting, problems, file)
        setting.check(problems, file)

    # matches

    def begin(self, state: FranceState) -> None:
        setup.begin(state)

    def table(self, state: FranceState, side: int) -> Tabletop:
        return scene.table(state, side)

    def goals(self, state: FranceState, side: int) -> Iterator[Goal]:
        return goals.goals(state)

    def redact(self, event: Event, state: FranceState, side: int) -> Event | None:
        return secrecy.redact(event, state, side)

    def overlays(self, state: FranceState, side: int) -> dict[str, list[str]]:
        names = state.setting.board.names
        own, enemy = state.allied_ground, state.german_ground
        own, enemy = (own, enemy) if side else (enemy, own)
        return {"control": names(own), "enemy control": names(enemy)}

    def faults(self, state: FranceState) -> list[str]:
        return faults(state)

    def imagine(self, state: FranceState, side: int, seed: int) -> FranceState:
        return secrecy.imagine(state, side, seed)
