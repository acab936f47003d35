"""The game as the engine drives it: data, vocabulary, steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from meuse.engine import Event, Game, State, Step
from meuse.engine.game import Counter
from meuse.engine.scene import About, Face, Scene
from meuse.games.victory_or_defeat import checks, faces, pages, position, scene, setup, telling, tracks, view
from meuse.games.victory_or_defeat.advice import WarAdvice
from meuse.games.victory_or_defeat.aftermath import AdvanceStep, LossStep, RetreatStep, RetreatToStep
from meuse.games.victory_or_defeat.airborne import CoupStep, Displace
from meuse.games.victory_or_defeat.chronicle import WarChronicle
from meuse.games.victory_or_defeat.combat import BattleStep, Combat, OpenCombat
from meuse.games.victory_or_defeat.components import COUNTRIES, SIDES, UNPLACED, UNUSED, WAITING, Components
from meuse.games.victory_or_defeat.dynamo import EDGES, DynamoStep
from meuse.games.victory_or_defeat.invariants import faults
from meuse.games.victory_or_defeat.movement import MarchStep, Movement, OpenMovement
from meuse.games.victory_or_defeat.replacements import Replacements, Restore
from meuse.games.victory_or_defeat.sequence import (
    ORDERS,
    AlliedTurn,
    BeginTurn,
    CrisisCheck,
    EndPhase,
    EndTurn,
    GermanTurn,
    HaltCheck,
    MaginotCheck,
    Order,
    SupplyCheck,
)
from meuse.games.victory_or_defeat.setup import Deploy, Setup, Sickle
from meuse.games.victory_or_defeat.stacking import Overstack, StackingCheck
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.victory import VictoryCheck

STEPS: tuple[Step[WarState], ...] = (
    Setup(), Deploy(), Sickle(),
    BeginTurn(), CrisisCheck(), GermanTurn(), AlliedTurn(), Order(), CoupStep(), Displace(), HaltCheck(),
    OpenMovement(), Movement(), MarchStep(), OpenCombat(), Combat(), BattleStep(),
    LossStep(), RetreatStep(), RetreatToStep(), AdvanceStep(),
    EndPhase(), StackingCheck(), Overstack(), MaginotCheck(),
    VictoryCheck(), SupplyCheck(), DynamoStep(), Replacements(), Restore(), EndTurn(),
)  # fmt: skip


class VictoryOrDefeat(Components, Game):
    """France '40: Victory or Defeat."""

    NAME: ClassVar[str] = "victory_or_defeat"
    TITLE: ClassVar[str] = "France '40: Victory or Defeat"
    VERSION: ClassVar[str] = "1"
    SEQUENCE_CLAUSE: ClassVar[str] = "5.0a"
    STATE: ClassVar[type[State]] = WarState

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        Game.__init__(self, folder, pack)
        Components.__init__(self, self.data)
        checks.check(self, self.ledger, self.SEQUENCE_CLAUSE)
        self.sides = SIDES
        self.scenarios = ("1939", "1940")
        self.steps = {step.name: step for step in STEPS}
        self.reinforcements = tuple(piece.number for piece in self.pieces if piece.turn)
        self._make_vocabulary()
        self._lay_out()
        self._advice = WarAdvice(self)

    def _lay_out(self) -> None:
        """What is shown, from its own data."""
        looks = faces.read_looks(self.data)
        self._about = self.data.load("about.toml", About)
        self._faces = tuple(faces.catalogue(self, looks))
        self.shown = scene.Shown(self, [face.title for face in self._faces])
        self.point_steps = tracks.point_steps(self)
        self.capitals = {
            COUNTRIES.index(country): self.map.places[name]
            for country, name in looks.capital.items()
            if name in self.map.places
        }

    def _make_vocabulary(self) -> None:
        words, hexes, units = self.vocabulary, self.board.labels, [piece.id for piece in self.pieces]
        # set-up
        self.say_ready = words.word("ready")
        self.say_sickle = words.family("sickle", ["no", "yes"])
        self.say_place = words.family("place", units)
        self.say_at = words.family("at", hexes)
        # sequence
        self.say_order = words.family("order", list(ORDERS))
        self.say_done = words.word("done")
        self.say_decline = words.word("decline")
        self.say_declare = words.family("declare", list(COUNTRIES))
        self.say_coup = words.family("coup", hexes)
        # movement
        self.say_move = words.family("move", units)
        self.say_top = words.family("top", units)
        self.say_join = words.family("join", units)
        self.say_drop = words.family("drop", units)
        self.say_roll = words.word("roll")
        self.say_to = words.family("to", hexes)
        self.say_cross = words.family("cross", hexes)
        self.say_exit = words.family("exit", list(EDGES))
        self.say_evacuate = words.family("evacuate", units)
        self.say_ship = words.family("ship", units)
        self.say_stop = words.word("stop")
        # combat
        self.say_attack = words.family("attack", hexes)
        self.say_commit = words.family("commit", units)
        self.say_reveal = words.word("reveal")
        self.say_support = words.word("support")
        self.say_fight = words.word("fight")
        self.say_lose = words.family("lose", units)
        self.say_retreat = words.family("retreat", units)
        self.say_advance = words.family("advance", units)
        self.say_stay = words.word("stay")
        self.say_remove = words.family("remove", units)
        # end of turn
        self.say_dynamo = words.family("dynamo", hexes)
        self.say_replace = words.family("replace", units)
        self.say_refit = words.word("refit")
        self.say_enter = words.family("enter", hexes)

    # what the engine asks for

    def begin(self, state: WarState) -> None:
        setup.begin(state)

    def shelve(self, state: WarState) -> None:
        """Every piece in its box before set-up, at full strength if the scenario uses it."""
        for piece in self.pieces:
            used = state.scenario in piece.scenarios
            state.where[piece.number] = UNUSED if not used else WAITING if piece.turn else UNPLACED
            state.steps[piece.number] = piece.full if used else 0

    def derive(self, state: WarState) -> None:
        state.derive_masks()

    def read_position(self, text: str, file: str, seed: bytes) -> tuple[WarState | None, list[str]]:
        return position.read(self, text, file, seed)

    def view(self, state: WarState, side: int) -> dict[str, Any]:
        return view.view(state, side)

    def redact(self, event: Event, state: WarState, side: int) -> Event | None:
        return view.redact(event, state, side)

    def overlays(self, state: WarState, side: int) -> dict[str, list[str]]:
        return view.overlays(state, side)

    def faults(self, state: WarState) -> list[str]:
        return faults(state)

    def imagine(self, state: WarState, side: int, seed: int) -> WarState:
        return view.imagine(state, side, seed)

    def tell(self, event: Event) -> str:
        return telling.tell(self, event)

    def roster(self, state: WarState) -> list[Counter]:
        return telling.roster(state)

    def about(self) -> About:
        return self._about

    def faces(self) -> tuple[Face, ...]:
        return self._faces

    def scene(self, state: WarState, side: int) -> Scene:
        return scene.scene(state, side)

    def places(self, event: Event) -> tuple[str, ...]:
        return scene.places(self, event)

    def advice(self) -> WarAdvice:
        return self._advice

    def chronicle(self, scenario: str) -> WarChronicle:
        return WarChronicle(self, scenario)

    def pages(self) -> list[tuple[str, str]]:
        return pages.pages(self)
