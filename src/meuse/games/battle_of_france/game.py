"""The game as the engine drives it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from meuse.board import read_area_map
from meuse.engine import Event, Game, Pieces
from meuse.engine.data import Problems
from meuse.engine.names import Names
from meuse.engine.scene import Alarm, Card, Chart, Fight, Goal
from meuse.engine.staging import Tabletop
from meuse.games.battle_of_france import (
    aftermath,
    aids,
    bombardment,
    cards,
    combat,
    goals,
    lineup,
    movement,
    position,
    production,
    retreat,
    scene,
    secrecy,
    sequence,
    setup,
    surprise,
    victory,
)
from meuse.games.battle_of_france.advice import BattleAdvice
from meuse.games.battle_of_france.chronicle import BattleChronicle
from meuse.games.battle_of_france.events import KINDS
from meuse.games.battle_of_france.invariants import faults
from meuse.games.battle_of_france.powers import POWERS
from meuse.games.battle_of_france.setting import STAR, BattleSetting
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.tables import CardFile, FaceFile, Scenario, SetupFile, Tables, UnitFile
from meuse.games.battle_of_france.units import UNITS
from meuse.mechanics.pages import chapters

CHAPTERS = (sequence, surprise, movement, bombardment, combat, retreat, aftermath, victory, production)
"""The modules with the steps, in the order of the rulebook."""


class BattleOfFrance(Game):
    """Battle of France 1940. The three powers are the sides; with two players one of them leads two."""

    NAME = "battle_of_france"
    TITLE = "Battle of France 1940"
    VERSION = "3"
    SEQUENCE_CLAUSE = "turn.1"
    SIDES = POWERS
    CAMPS = {"germany": ("germany",), "allies": ("france", "britain")}
    SCENARIO = Scenario
    SETTING = BattleSetting
    STATE = BattleState
    READER = position.BattleReader
    CHRONICLE = BattleChronicle
    KINDS = KINDS

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.map = read_area_map(self.data)
        self.tables = self.load("tables.toml", Tables)
        self.looks = self.load("faces.toml", FaceFile)
        self.deck = self.load("cards.toml", CardFile)
        self.printed = self.load("setup.toml", SetupFile)
        unit_file = self.load("units.toml", UnitFile)
        self.names["area"] = Names(self.map.board.numbers, "map.toml")
        problems = self.check_files()
        for power in POWERS:
            if power not in self.map.valued("yard"):
                problems.of("map.toml")(
                    "area", f"the shipyard of {power} is missing; give an area the tag yard:{power}"
                )
        problems.stop()
        self.units = sorted(unit_file.unit, key=lambda unit: UNITS.index(unit.id))
        self._advice = BattleAdvice(self)

    def check_setting(self, setting: BattleSetting, problems: Problems, file: str) -> None:
        super().check_setting(setting, problems, file)
        setup.check(setting, problems, file)

    # matches

    def begin(self, state: BattleState) -> None:
        setup.lay_out(state)
        state.push(sequence.BeginRound())
        self.derive(state)

    def derive(self, state: BattleState) -> None:
        state.derive()
        state.law = cards.law(state)

    def imagine(self, state: BattleState, side: int, seed: int) -> BattleState:
        return secrecy.imagine(state, side, seed)

    def faults(self, state: BattleState) -> list[str]:
        return faults(state)

    # what is shown

    def table(self, state: BattleState, side: int) -> Tabletop:
        return scene.table(state, side)

    def redact(self, event: Event, state: BattleState, side: int) -> Event | None:
        return secrecy.redact(event, state, side)

    def overlays(self, state: BattleState, side: int) -> dict[str, list[str]]:
        return secrecy.overlays(state, side)

    def player_aids(self, setting: BattleSetting) -> tuple[Chart, ...]:
        return tuple(aids.charts(setting))

    def goals(self, state: BattleState, side: int) -> Iterable[Goal]:
        return goals.goals(state, side)

    def alarms(self, state: BattleState, side: int) -> Iterable[Alarm]:
        return goals.alarms(state, side)

    def cards(self, state: BattleState) -> Iterable[Card]:
        return cards.in_force(state)

    def turn_missed(self, state: BattleState) -> str:
        """Why the turn should not end yet."""
        return goals.turn_missed(state)

    def city_left(self, state: BattleState, area: int, group: Pieces) -> str:
        """Why a group should not leave an area."""
        return goals.city_left(state, area, group)

    def fight(self, state: BattleState) -> Fight:
        """The combat under way; no side is kept from seeing any of it."""
        return lineup.fight(state)

    def objects(self, piece: str, place: str) -> tuple[str, ...]:
        """What a counter or a space may be called in an action: its class, cargo or space, or a type for a space."""
        names = []
        if piece:
            area, _, rest = piece.partition("/")
            name = rest.partition("/")[0]
            ship, *cargo = name.split("+")
            unit = ship.partition(".")[2].partition("-")[0]
            names += [name, *cargo, area, f"{unit}@{area}", f"{name}@{area}", f"{name}{STAR}"]
        if place:
            names += [place, *(f"{unit}@{place}" for unit in UNITS)]
        return tuple(dict.fromkeys(names))

    def advice(self) -> BattleAdvice:
        return self._advice

    def pages(self) -> list[tuple[str, str]]:
        return chapters(
            self,
            self.map,
            ("Set-up charts", "setup.toml", "The transport in 14 is option `territory_14`."),
            ("Units", "units.toml", "A die of the attack or defence value or less is a hit; costs are in NPU."),
            ("Cards", "cards.toml", f"From round {self.tables.game.first_card_round} on one card is drawn each round."),
        )
