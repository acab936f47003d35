"""The game as the engine drives it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meuse.engine import Event, Game
from meuse.engine.data import DataError, parse
from meuse.engine.staging import Tabletop
from meuse.games.battle_of_france import (
    aftermath,
    bombardment,
    box,
    cards,
    combat,
    movement,
    pages,
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
from meuse.games.battle_of_france.tables import Scenario
from meuse.games.battle_of_france.units import UNITS

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
    STATE = BattleState
    READER = position.BattleReader
    KINDS = KINDS

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        super().__init__(folder, CHAPTERS, pack)
        self.components = box.read(self.data)
        self._advice = BattleAdvice(self)

    # settings

    def make_setting(self, name: str, file: str, text: str | None = None) -> BattleSetting:
        if text is None:
            scenario, file = self.data.load(file, Scenario), str(self.data.path(file))
        else:
            scenario = parse(text, Scenario, file)
        setting = BattleSetting(self, name, scenario, text or "")
        problems = setup.problems(setting)
        if problems:
            raise DataError(file, "", *problems)
        return setting

    # matches

    def begin(self, state: BattleState) -> None:
        setup.lay_out(state)
        state.push(sequence.BeginRound())
        self.derive(state)

    def derive(self, state: BattleState) -> None:
        state.derive()
        state.law = cards.law(state)

    def write_position(self, state: BattleState) -> dict[str, Any]:
        return position.write(state)

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

    def chronicle(self, scenario: str) -> BattleChronicle:
        return BattleChronicle(self, scenario)

    def advice(self) -> BattleAdvice:
        return self._advice

    def pages(self) -> list[tuple[str, str]]:
        return pages.pages(self)
