"""The game as the engine drives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from meuse.engine import Event, Game
from meuse.engine.data import Problems
from meuse.engine.names import Names
from meuse.engine.scene import Alarm, Chart, Goal, Outlook
from meuse.engine.staging import Tabletop
from meuse.games.france_1940 import (
    activation,
    aftermath,
    aids,
    air,
    armour,
    artillery,
    assault,
    boards,
    building,
    continuing,
    defence,
    fire,
    goals,
    hits,
    march,
    obstacles,
    officers,
    overlays,
    pages,
    position,
    rally,
    reaction,
    retreat,
    rout,
    scene,
    secrecy,
    sequence,
    setup,
    transport,
    works,
)
from meuse.games.france_1940.advice import FranceAdvice
from meuse.games.france_1940.charts import Charts
from meuse.games.france_1940.chronicle import FranceChronicle
from meuse.games.france_1940.design import BattleDesigner
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

CHAPTERS = (
    setup, sequence, activation, reaction, officers, hits, fire,
    march, transport,
    artillery, air,
    rout, rally,
    assault, armour, aftermath, continuing, defence, retreat,
    works, building, obstacles,
)  # fmt: skip
"""The modules with the steps of the game."""

Layout = Sequence[Sequence[str]]
MOST_VIEWS = 64
"""Layouts of boards that are kept; people design any number of them."""


class France1940(Game):
    """France 1940, platoons and their officers."""

    NAME = "france_1940"
    TITLE = "France 1940"
    VERSION = "6"
    SEQUENCE_CLAUSE = "3b"
    SIGHT = True
    SIDES = SIDES
    SCENARIO = Scenario
    SETTING = FranceSetting
    STATE = FranceState
    READER = position.FranceReader
    CHRONICLE = FranceChronicle

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
        self._designer: BattleDesigner | None = None
        self._views: dict[tuple[tuple[str, ...], ...], tuple[Sight, Spotting]] = {}
        for name in self.scenarios:
            self.setting(name)
        self._advice = FranceAdvice(self)

    # boards and forces

    def _view(self, layout: Layout) -> tuple[Sight, Spotting]:
        """Sight on boards laid together; made once for each layout."""
        key = tuple(map(tuple, layout))
        if key not in self._views:
            if len(self._views) >= MOST_VIEWS:
                self._views.pop(next(iter(self._views)))
            ground = Ground(boards.laid_out(self.data, layout), self.terrain)
            self._views[key] = Sight(ground), Spotting(ground)
        return self._views[key]

    def sight_of(self, layout: Layout) -> Sight:
        return self._view(layout)[0]

    def spotting_of(self, layout: Layout, weather: int = 0, by_one: bool = False) -> Spotting:
        known = self._view(layout)[1]
        return Spotting(known.ground, weather, by_one) if weather or by_one else known

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

    def designer(self) -> BattleDesigner:
        if self._designer is None:
            self._designer = BattleDesigner(self)
        return self._designer

    # matches

    def begin(self, state: FranceState) -> None:
        setup.begin(state)

    def table(self, state: FranceState, side: int) -> Tabletop:
        return scene.table(state, side)

    def goals(self, state: FranceState, side: int) -> Iterator[Goal]:
        return goals.goals(state)

    def alarms(self, state: FranceState, side: int) -> Iterator[Alarm]:
        return goals.alarms(state)

    def pages(self) -> list[tuple[str, str]]:
        return pages.chapters(self)

    def advice(self) -> FranceAdvice:
        return self._advice

    def redact(self, event: Event, state: FranceState, side: int) -> Event | None:
        return secrecy.redact(event, state, side)

    def overlays(self, state: FranceState, side: int) -> dict[str, list[str]]:
        return overlays.overlays(state, side)

    def player_aids(self, setting: FranceSetting) -> Iterator[Chart]:
        return aids.charts(setting)

    def outlook(self, state: FranceState, side: int, place: int) -> Outlook:
        return overlays.outlook(state, side, place)

    def faults(self, state: FranceState) -> list[str]:
        return faults(state)

    def imagine(self, state: FranceState, side: int, seed: int) -> FranceState:
        return secrecy.imagine(state, side, seed)
