"""The game as the engine drives it."""

from __future__ import annotations

from pathlib import Path

from meuse.board import read_area_map
from meuse.engine import Game
from meuse.engine.data import Problems
from meuse.engine.names import Names
from meuse.games.battle_of_france import (
    aftermath,
    aids,
    bombardment,
    cards,
    combat,
    goals,
    invariants,
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
    ADVICE = BattleAdvice
    KINDS = KINDS

    table = staticmethod(scene.table)
    player_aids = staticmethod(aids.charts)
    cards = staticmethod(cards.in_force)
    fight = staticmethod(lineup.fight)
    alarms = staticmethod(goals.alarms)
    turn_missed = staticmethod(goals.turn_missed)
    city_left = staticmethod(goals.city_left)
    goals = staticmethod(goals.goals)
    overlays = staticmethod(secrecy.overlays)
    redact = staticmethod(secrecy.redact)
    imagine = staticmethod(secrecy.imagine)
    faults = staticmethod(invariants.faults)

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
        for power in [power for power in POWERS if power not in self.map.valued("yard")]:
            says = f"the shipyard of {power} is missing; give an area the tag yard:{power}"
            problems.of("map.toml")("area", says)
        problems.stop()
        self.units = sorted(unit_file.unit, key=lambda unit: UNITS.index(unit.id))
        self.read_scenarios()

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

    def pages(self) -> list[tuple[str, str]]:
        round_ = self.tables.game.first_card_round
        charts = "Set-up charts", "setup.toml", "The transport in 14 is option `territory_14`."
        units = "Units", "units.toml", "A die of the attack or defence value or less is a hit; costs are in NPU."
        deck = "Cards", "cards.toml", f"From round {round_} on one card is drawn each round."
        return chapters(self, self.map, charts, units, deck)
