"""The game as the engine drives it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from meuse.board import HexMap, read_hex_map
from meuse.engine import Event, Game
from meuse.engine.scene import Alarm, Chart, Goal
from meuse.engine.staging import Tabletop
from meuse.games.mansteins_war import (
    aids,
    air,
    bombing,
    bridgeheads,
    checks,
    combat,
    commands,
    evacuation,
    goals,
    landings,
    losses,
    morale,
    movement,
    open_cities,
    overlays,
    overstacking,
    position,
    pursuit,
    refit,
    reinforcements,
    results,
    retreat,
    scene,
    secrecy,
    sequence,
    setup,
    victory,
)
from meuse.games.mansteins_war.advice import MansteinAdvice
from meuse.games.mansteins_war.chronicle import MansteinChronicle
from meuse.games.mansteins_war.faces import catalogue
from meuse.games.mansteins_war.invariants import faults
from meuse.games.mansteins_war.setting import COMMANDS, SIDES, MansteinSetting, make_vocabulary, read_pieces
from meuse.games.mansteins_war.state import MansteinState
from meuse.games.mansteins_war.tables import Looks, MarkerFile, Scenario, Tables, UnitFile
from meuse.mechanics.pages import chapters

CHAPTERS = (
    setup, sequence, commands, morale, reinforcements, refit, air, bombing, movement, overstacking, evacuation, combat,
    landings, results, losses, retreat, pursuit, open_cities, bridgeheads, victory,
)  # fmt: skip
"""The modules with the steps of the game."""


class MansteinsWar(Game):
    """Manstein's War, May and June 1940."""

    NAME = "mansteins_war"
    TITLE = "Manstein's War"
    VERSION = "5"
    SEQUENCE_CLAUSE = "4.1a"
    READY = ("ready", "keep PlanD", "keep Manstein")
    SIDES = SIDES
    SCENARIO = Scenario
    SETTING = MansteinSetting
    STATE = MansteinState
    READER = position.MansteinReader
    CHRONICLE = MansteinChronicle

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.tables = self.load("tables.toml", Tables)
        self.map: HexMap = read_hex_map(self.data)
        self.unit_file = self.load("units.toml", UnitFile)
        self.marker_file = self.load("markers.toml", MarkerFile)
        self.pieces = read_pieces(self.unit_file)
        self.looks = self.load("faces.toml", Looks)
        checks.check_components(self)
        self.faces = tuple(catalogue(self.pieces, self.unit_file, self.marker_file.marker, self.looks, self.tables))
        titles = [self.unit_file.command[command].title for command in COMMANDS]
        self.vocabulary = make_vocabulary(self.map, self.pieces, self.faces, self.marker_file.marker, titles)
        for name in self.scenarios:
            self.setting(name)
        self._advice = MansteinAdvice(self)

    def begin(self, state: MansteinState) -> None:
        setup.begin(state)

    # what people see

    def table(self, state: MansteinState, side: int) -> Tabletop:
        return scene.table(state, side)

    def player_aids(self, setting: MansteinSetting) -> tuple[Chart, ...]:
        return aids.charts(setting)

    def goals(self, state: MansteinState, side: int) -> Iterator[Goal]:
        return goals.goals(state, side)

    def alarms(self, state: MansteinState, side: int) -> Iterator[Alarm]:
        return goals.alarms(state, side)

    def redact(self, event: Event, state: MansteinState, side: int) -> Event | None:
        return secrecy.redact(event, state, side)

    def overlays(self, state: MansteinState, side: int) -> dict[str, list[str]]:
        return overlays.overlays(state, side)

    def faults(self, state: MansteinState) -> list[str]:
        return faults(state)

    def imagine(self, state: MansteinState, side: int, seed: int) -> MansteinState:
        return secrecy.imagine(state, side, seed)

    def pages(self) -> list[tuple[str, str]]:
        about = "Steps are attack, defence and movement factors, full strength first."
        markers = "What each marker activates, and what attacks gain by it."
        counters = ("Counters", "units.toml", about), ("Command markers", "markers.toml", markers)
        return chapters(self, self.map, *counters)

    def advice(self) -> MansteinAdvice:
        return self._advice
