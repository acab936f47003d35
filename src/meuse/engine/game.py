"""A game: rules and data, immutable and shared by all its matches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from meuse.board.picture import Plan, draw, plan
from meuse.engine.advice import Advice
from meuse.engine.chronicle import Chronicle
from meuse.engine.data import DataError, DataFolder
from meuse.engine.dice import seed_bytes
from meuse.engine.ledger import Ledger
from meuse.engine.options import Option, Vocabulary
from meuse.engine.scene import About, Face, Scene

if TYPE_CHECKING:
    from meuse.engine.events import Event
    from meuse.engine.state import State
    from meuse.engine.steps import Step


class UnknownAction(ValueError):
    """A text that is no action of the game at all."""


class Counter(msgspec.Struct, frozen=True):
    """A piece on the map as a person sees it: what it is, where, how strong, in supply or not."""

    id: str
    name: str
    short: str
    side: str
    nation: str
    size: str
    hex: str
    steps: int
    full: int
    strength: str
    supplied: bool
    colour: str
    ink: str


class Game(ABC):
    """What all games share; each game adds its data, its steps and its state."""

    NAME: ClassVar[str]
    TITLE: ClassVar[str]
    VERSION: ClassVar[str]
    """The version of the rules: it changes whenever an old record might play differently."""
    SEQUENCE_CLAUSE: ClassVar[str]
    """The clause that says nobody acts out of turn."""
    STATE: ClassVar[type[State]]
    OPEN_FOLDERS: ClassVar[tuple[str, ...]] = ()
    """Folders of the data to which a pack may add files, such as ``scenarios/``; the game reads all that lies there."""

    sides: tuple[str, ...]
    steps: dict[str, Step[Any]]
    scenarios: tuple[str, ...]

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        self.data = DataFolder(folder, pack, self.OPEN_FOLDERS)
        self.data_hash = self.data.hash()
        self.ledger = Ledger(self.data)
        self.vocabulary = Vocabulary()

    # matches

    def new(self, scenario: str, seed: int | str | bytes | None = None, options: dict[str, str] | None = None) -> Any:
        """A new match, before its first decision."""
        self.check_scenario(scenario)
        key = token_bytes(16) if seed is None else seed_bytes(seed)
        state = self.STATE(self, scenario, key, self.ledger.settle(options or {}))
        self.begin(state)
        state.advance()
        return state

    def check_scenario(self, scenario: str) -> None:
        if scenario not in self.scenarios:
            known = ", ".join(self.scenarios)
            raise ValueError(f"{self.NAME} has no scenario {scenario!r}; scenarios: {known}")

    def position(self, source: str | Path, seed: int | str | bytes = 0) -> Any:
        """Any situation from a TOML text or file; a ``DataError`` lists all that is wrong with it."""
        text, file = self._position_text(source)
        state, problems = self.read_position(text, file, seed_bytes(seed))
        if problems or state is None:
            raise DataError(file, "", "; ".join(problems))
        state.origin = text
        state.advance()
        return state

    def problems(self, source: str | Path) -> list[str]:
        """Every defect of a position, at once."""
        text, file = self._position_text(source)
        return self.read_position(text, file, b"")[1]

    @staticmethod
    def _position_text(source: str | Path) -> tuple[str, str]:
        if isinstance(source, str) and ("\n" in source or "=" in source):
            return source, "position"
        path = Path(source)
        try:
            return path.read_text(encoding="utf-8"), str(path)
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(str(path), "", f"cannot be read: {error}") from None

    def restore(self, dump: dict[str, Any]) -> Any:
        """A state from its JSON form; it goes on just as the original would."""
        self.check_scenario(dump["scenario"])
        state = self.STATE(self, dump["scenario"], b"", {})
        missing = [name for name in state.FIELDS if name not in dump]
        if missing:
            raise DataError("state", missing[0], "this field is missing")
        for name, field in state.FIELDS.items():
            setattr(state, name, field.load(dump[name]))
        self.derive(state)
        state.advance()
        return state

    # words

    def option(self, text: str) -> Option:
        """The option of that name, as it stands in records."""
        try:
            return self.vocabulary.words[text]
        except KeyError:
            verb = text.split(" ")[0]
            objects = [option.object for option in self.vocabulary.options if option.verb == verb]
            if not objects:
                verbs = ", ".join(self.vocabulary.verbs)
                raise UnknownAction(f"no such action {text!r}; verbs: {verbs}") from None
            some = ", ".join(objects[:5]) + (" ..." if len(objects) > 5 else "")
            raise UnknownAction(f"no such action {text!r}: {verb!r} takes one of {some}") from None

    def side(self, name: str) -> int:
        if name not in self.sides:
            raise ValueError(f"{self.NAME} has no side {name!r}; sides: {', '.join(self.sides)}")
        return self.sides.index(name)

    def heading(self, state: State, side: int) -> dict[str, Any]:
        """What every view begins with: the match, who must act, and the decision if it is this side's."""
        decision = state.decision
        own = decision is not None and decision.side == self.sides[side]
        return {
            "game": self.NAME,
            "scenario": state.scenario,
            "side": self.sides[side],
            "options": dict(sorted(state.rulings.items())),
            "to_act": state.to_act,
            "step": decision.step if decision is not None else None,
            "decision": {
                "prompt": decision.prompt,
                "step": decision.step,
                "options": [str(option) for option in decision.options],
            }
            if own and decision is not None
            else None,
            "result": msgspec.to_builtins(state.result),
        }

    # the map

    def map_file(self) -> dict[str, Any]:
        """The map as its file has it."""
        return self.data.load("map.toml", dict[str, Any])

    def picture(self, scale: float | None = None) -> str:
        """The bare map as SVG."""
        return draw(self.map_file(), scale)

    def plan(self, scale: float | None = None) -> Plan:
        """Where everything lies on the picture of the same scale."""
        return plan(self.map_file(), scale)

    # what each game provides

    @abstractmethod
    def begin(self, state: Any) -> None:
        """Lay out a new match: fields at their start and the first frames on the stack."""

    @abstractmethod
    def derive(self, state: Any) -> None:
        """Compute what follows from the fields of a state just read."""

    @abstractmethod
    def read_position(self, text: str, file: str, seed: bytes) -> tuple[Any, list[str]]:
        """A state from a position's text, and all that is wrong with it."""

    @abstractmethod
    def view(self, state: Any, side: int) -> dict[str, Any]:
        """What a side may know."""

    @abstractmethod
    def redact(self, event: Event, state: Any, side: int) -> Event | None:
        """An event as a side may know it just after it happened; None if it may not."""

    @abstractmethod
    def overlays(self, state: Any, side: int) -> dict[str, list[str]]:
        """Named sets of hexes for a side."""

    @abstractmethod
    def faults(self, state: Any) -> list[str]:
        """Every invariant of the game that the state breaks; empty if all is well."""

    @abstractmethod
    def imagine(self, state: Any, side: int, seed: int) -> Any:
        """A state that a side could be in for all it can see; see ``State.imagined``.

        What is hidden from the side is guessed by the seed and follows from nothing else: states that the
        side cannot tell apart give the same guess.
        """

    @abstractmethod
    def tell(self, event: Event) -> str:
        """What happened, as one sentence for a person; clauses are added by whoever shows it."""

    @abstractmethod
    def roster(self, state: Any) -> list[Counter]:
        """The pieces on the map as they lie, each stack from the bottom up."""

    @abstractmethod
    def about(self) -> About:
        """The game as it is offered to people, from its data."""

    @abstractmethod
    def faces(self) -> tuple[Face, ...]:
        """The catalogue of its counters."""

    @abstractmethod
    def scene(self, state: Any, side: int) -> Scene:
        """What a side (or ``SPECTATOR``) sees of a match, ready to be drawn; no more than its view tells."""

    @abstractmethod
    def places(self, event: Event) -> tuple[str, ...]:
        """Where an event happened: one place, or the way that was gone, in order; empty if nowhere."""

    # what a game may provide

    def objects(self, piece: str, place: str) -> tuple[str, ...]:
        """The objects of actions that a counter or a place of the scene stands for."""
        return (piece, place)

    def advice(self) -> Advice:
        """What bots are told about positions; without it they know only who has won."""
        return Advice()

    def chronicle(self, scenario: str) -> Chronicle:
        """What statistics of a match of that scenario count; made anew for each match."""
        return Chronicle(self, scenario)

    def pages(self) -> list[tuple[str, str]]:
        """Chapters on the game's own components for its page: titles, and texts in Markdown."""
        return []
