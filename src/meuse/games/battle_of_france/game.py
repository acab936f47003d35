"""The game as the engine drives it: data, vocabulary, steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from meuse.engine import Event, Game, State, Step
from meuse.engine.game import Counter
from meuse.engine.scene import About, Face, Scene
from meuse.games.battle_of_france import choices, pages, position, scene, telling, view
from meuse.games.battle_of_france.advice import BattleAdvice
from meuse.games.battle_of_france.aftermath import Dash, Landing, ShedTo, Surplus
from meuse.games.battle_of_france.bombardment import Bombardment, Shelled
from meuse.games.battle_of_france.chronicle import BattleChronicle
from meuse.games.battle_of_france.combat import (
    AttackersFire,
    Casualties,
    Close,
    CombatRound,
    DefendersFire,
    Dive,
    Support,
)
from meuse.games.battle_of_france.components import (
    AIR,
    FRANCE,
    GUNS,
    INFANTRY,
    MARCHING,
    POWERS,
    SEA,
    TRANSPORT,
    UNITS,
    Components,
)
from meuse.games.battle_of_france.faces import Catalogue
from meuse.games.battle_of_france.invariants import faults
from meuse.games.battle_of_france.movement import Boarding, GroupStep, Turn
from meuse.games.battle_of_france.production import BuildStep, Collect, Mobilize
from meuse.games.battle_of_france.retreat import AfterRetreat, Press, SailOff, Scatter, Stand
from meuse.games.battle_of_france.sequence import BeginRound, BeginTurn, DrawCard, DueCombats, Initiative
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.surprise import Surprise
from meuse.games.battle_of_france.victory import VictoryCheck

STEPS: tuple[Step[BattleState], ...] = (
    BeginRound(), DrawCard(), Initiative(), BeginTurn(), Surprise(), DueCombats(), Turn(), GroupStep(), Boarding(),
    Support(), CombatRound(), Dive(), AttackersFire(), DefendersFire(), Casualties(), Close(), Press(), Stand(),
    AfterRetreat(), Scatter(), SailOff(), Landing(), Surplus(), ShedTo(), Dash(), Bombardment(), Shelled(),
    VictoryCheck(), Collect(), BuildStep(), Mobilize(),
)  # fmt: skip


class BattleOfFrance(Components, Game):
    """Battle of France 1940. The three powers are the seats; with two players one of them holds two seats."""

    NAME: ClassVar[str] = "battle_of_france"
    TITLE: ClassVar[str] = "Battle of France 1940"
    VERSION: ClassVar[str] = "2"
    SEQUENCE_CLAUSE: ClassVar[str] = "turn.1"
    STATE: ClassVar[type[State]] = BattleState

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        Game.__init__(self, folder, pack)
        Components.__init__(self, self.data)
        self.sides = POWERS
        self.scenarios = ("two_players", "three_players")
        self.steps = {step.name: step for step in STEPS}
        self.catalogue = Catalogue(self)
        self._make_vocabulary()
        self._advice = BattleAdvice(self)

    def _make_vocabulary(self) -> None:
        words, areas, classes = self.vocabulary, self.board.labels, self.class_names
        # movement
        self.say_from = words.family("start", areas)
        self.say_take = words.family("take", self.named(*GUNS, *MARCHING, TRANSPORT))
        self.say_to = words.family("to", areas)
        self.say_aboard = words.family("aboard", self.named(TRANSPORT))
        self.say_stop = words.word("stop")
        self.say_done = words.word("done")
        self.say_decline = words.word("decline")
        # combat
        self.call_keys = [(unit, area) for unit in sorted(AIR) for area in self.board.members(self.land)]
        calls = words.family("call", [f"{UNITS[unit]}@{areas[area]}" for unit, area in self.call_keys])
        self.say_call = dict(zip(self.call_keys, calls, strict=True))
        self.say_fight = words.word("fight")
        self.say_submerge = words.word("submerge")
        self.say_fire = words.word("fire")
        self.say_lose = words.family("lose", self.named(*AIR))
        self.say_press = words.word("press")
        self.say_withdraw = words.word("withdraw")
        self.say_stand = words.word("stand")
        self.say_retreat = words.family("retreat", areas)
        self.say_land = words.family("land", areas)
        self.say_shed = words.family("shed", classes)
        self.say_bombard = words.family("bombard", areas)
        # building
        yards = self.board.members(self.sea)
        self.build_keys = [
            (unit, area) for unit in range(len(UNITS)) for area in (yards if unit in SEA else self.cities)
        ]
        self.build_places: dict[int, list[tuple[int, int]]] = {}
        for number, (unit, area) in enumerate(self.build_keys):
            self.build_places.setdefault(unit, []).append((number, area))
        self.say_build = words.family("build", [f"{UNITS[unit]}@{areas[area]}" for unit, area in self.build_keys])

    # what the engine asks for

    def begin(self, state: BattleState) -> None:
        """Set-up: pieces by the charts, cards shuffled, chits ready (setup.1 to setup.6)."""
        germany, france, britain = self.original
        state.control = (germany, france, britain)
        for name, rows in self.scenario.setup.items():
            for label, units in rows.items():
                for unit, count in units.items():
                    self._place(state, POWERS.index(name), UNITS.index(unit), label, count)
        state.deck = tuple(range(len(self.cards)))
        state.stack = [("begin_round",)]

    def _place(self, state: BattleState, power: int, unit: int, label: str, count: int) -> None:
        area = self.board.numbers[label]
        if unit in SEA and self.land >> area & 1:  # the transport printed in territory 14 (G66)
            choice = state.rulings["territory_14"]
            if choice == "none":
                return
            if choice == "ship":
                area = self.shipyard[FRANCE]
            else:
                unit, count = INFANTRY, 2 * count
        for _ in range(count):
            state.add(power, unit, area)

    def derive(self, state: BattleState) -> None:
        state.holds = {}
        for piece, ship in enumerate(state.carrier):
            if ship >= 0:
                state.holds[ship] = (*state.holds.get(ship, ()), piece)
        state.derive_masks()

    def read_position(self, text: str, file: str, seed: bytes) -> tuple[BattleState | None, list[str]]:
        return position.read(self, text, file, seed)

    def view(self, state: BattleState, side: int) -> dict[str, Any]:
        return view.view(state, side)

    def redact(self, event: Event, state: BattleState, side: int) -> Event | None:
        return view.redact(event, state, side)

    def overlays(self, state: BattleState, side: int) -> dict[str, list[str]]:
        return view.overlays(state, side)

    def faults(self, state: BattleState) -> list[str]:
        return faults(state)

    def imagine(self, state: BattleState, side: int, seed: int) -> BattleState:
        return view.imagine(state, side, seed)

    def tell(self, event: Event) -> str:
        return telling.tell(self, event)

    def roster(self, state: BattleState) -> list[Counter]:
        return telling.roster(state)

    def about(self) -> About:
        return self.catalogue.about

    def faces(self) -> tuple[Face, ...]:
        return self.catalogue.faces

    def scene(self, state: BattleState, side: int) -> Scene:
        return scene.scene(state, side)

    def places(self, event: Event) -> tuple[str, ...]:
        return telling.places(self, event)

    def objects(self, piece: str, place: str) -> tuple[str, ...]:
        return choices.objects(piece, place)

    def chronicle(self, scenario: str) -> BattleChronicle:
        return BattleChronicle(self, scenario)

    def advice(self) -> BattleAdvice:
        return self._advice

    def pages(self) -> list[tuple[str, str]]:
        return pages.pages(self)
