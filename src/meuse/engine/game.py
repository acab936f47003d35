"""A game: rules and data, immutable and shared by all its matches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from secrets import token_bytes
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from meuse.engine import position
from meuse.engine.advice import Advice
from meuse.engine.chronicle import Chronicle
from meuse.engine.data import DataError, DataFolder, Problems, parse
from meuse.engine.design import Designer
from meuse.engine.dice import seed_bytes
from meuse.engine.kinds import Kind
from meuse.engine.ledger import Ledger
from meuse.engine.lesson import LESSONS, Lesson, read_lessons
from meuse.engine.names import Names
from meuse.engine.offer import ScenarioFile, read_about
from meuse.engine.position import Reader
from meuse.engine.scene import About, Alarm, CampInfo, Card, Chart, Goal, Outlook
from meuse.engine.setting import Setting
from meuse.engine.staging import Tabletop
from meuse.engine.steps import Step
from meuse.engine.vocabulary import Option

if TYPE_CHECKING:
    from meuse.engine.events import Event
    from meuse.engine.state import State

T = TypeVar("T", bound=msgspec.Struct)

SCENARIOS = "scenarios/"
"""The folder of a game's data with a file for each scenario."""
OWN = "own-"
"""What the names of players' own scenarios begin with."""
MOST_OWN = 64
"""How many scenarios of players' own a game keeps ready."""


class UnknownAction(ValueError):
    """A text that is no action of the game at all."""


class Game(ABC):
    """What all games share; each game adds its data, its steps and its state."""

    NAME: ClassVar[str]
    TITLE: ClassVar[str]
    VERSION: ClassVar[str]
    """The version of the rules: it changes whenever an old record might play differently."""
    SEQUENCE_CLAUSE: ClassVar[str]
    """The clause that says nobody acts out of turn."""
    SCENARIO: ClassVar[type[ScenarioFile]] = ScenarioFile
    """The form of its scenario files."""
    SETTING: ClassVar[type[Setting]]
    STATE: ClassVar[type[State]]
    READER: ClassVar[type[Reader]]
    """What reads and writes its positions."""
    CHRONICLE: ClassVar[type[Chronicle]] = Chronicle
    """What statistics of a match count."""
    ADVICE: ClassVar[type[Advice]] = Advice
    """What bots know about positions; this one knows only who has won."""
    KINDS: ClassVar[dict[str, Kind]] = {}
    """Kinds of arguments, by type, that only this game's steps and events have."""
    OPEN_FOLDERS: ClassVar[tuple[str, ...]] = (SCENARIOS, LESSONS)
    """Folders of the data to which a pack may add files, such as ``scenarios/``; the game reads all that lies there."""

    SIGHT: ClassVar[bool] = False
    """Do lines of sight matter, so that one can ask what is seen from a place?"""
    READY: ClassVar[tuple[str, ...]] = ("ready",)
    """The actions that lead to the ready set-up, each where it is offered."""

    SIDES: ClassVar[tuple[str, ...]]
    CAMPS: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Who wins together, under the names that results give them; empty where every side is for itself."""

    def __init__(self, folder: Path, chapters: Iterable[ModuleType], pack: Path | None = None) -> None:
        self.sides = self.SIDES
        self.camps = self.CAMPS or {side: (side,) for side in self.SIDES}
        self.data = DataFolder(folder, pack, self.OPEN_FOLDERS)
        self.data_hash = self.data.hash()
        self.ledger = Ledger(self.data)
        self.names: dict[str, Names] = dict(self.ledger.names)
        """What data files may refer to; a game adds its places, units and whatever else its files name."""
        self.front = read_about(self.data, self.sides)
        self.scenarios = self._scenario_names()
        self.steps = steps_of(chapters)
        self._files: dict[str, msgspec.Struct] = {}
        self._settings: dict[str, Setting] = {}
        self._own: dict[str, Setting] = {}
        self._lessons: dict[str, Lesson] | None = None
        self._adviser = Advice()

    # data

    def load(self, file: str, kind: type[T]) -> T:
        """A data file; ``check_files`` checks it with the others, once it is known what they may refer to."""
        self._files[file] = table = self.data.load(file, kind)
        return table

    def check_files(self) -> Problems:
        """What the data files do not keep of what their types say; a game adds what it knows, and stops."""
        problems = Problems(self.data)
        for file, table in self._files.items():
            problems.check(file, table, self.names)
        return problems

    def read_scenarios(self) -> None:
        """Read all scenarios, and what bots go by, so that whatever is wrong with them is told at once."""
        for name in self.scenarios:
            self.setting(name)
        self._adviser = self.ADVICE(self)

    # settings

    def _scenario_names(self) -> tuple[str, ...]:
        """The scenarios of its data: first those that ``about.toml`` lists, in its order, then all others."""
        names = [name.removeprefix(SCENARIOS).removesuffix(".toml") for name in self.data.names(SCENARIOS)]
        listed = self.front.scenarios
        return tuple(sorted(names, key=lambda name: listed.index(name) if name in listed else len(listed)))

    def setting(self, scenario: str) -> Any:
        """The setting of a scenario: one of the game's data, or one that ``own_setting`` has read."""
        known = self._settings.get(scenario) or self._own.get(scenario)
        if known is None:
            if scenario not in self.scenarios:
                names = ", ".join(self.scenarios)
                raise ValueError(f"{self.NAME} has no scenario {scenario!r}; scenarios: {names}")
            known = self._settings[scenario] = self._make_setting(scenario, f"{SCENARIOS}{scenario}.toml")
        return known

    def own_setting(self, source: str | Path) -> Any:
        """The setting of a player's own scenario, from its text or file; its name tells it from all others.

        Blanks at the ends of lines do not count: records leave them out.
        """
        text, file = source_text(source, "scenario")
        text = "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"
        name = f"{OWN}{blake2b(text.encode(), digest_size=8).hexdigest()}"
        if name not in self._own:
            if len(self._own) >= MOST_OWN:
                self._own.pop(next(iter(self._own)))
            self._own[name] = self._make_setting(name, file, text)
        return self._own[name]

    def _make_setting(self, name: str, file: str, text: str | None = None) -> Setting:
        """The setting of a scenario file: of the game's data, or of a player's own text."""
        scenario = self.data.load(file, self.SCENARIO) if text is None else parse(text, self.SCENARIO, file)
        setting, problems = self.SETTING(self, name, scenario, text or ""), Problems(self.data)
        self.check_setting(setting, problems, file)
        problems.stop()
        return setting

    # matches

    def new(self, scenario: str, seed: int | str | bytes | None = None, options: dict[str, str] | None = None) -> Any:
        """A new match, before its first decision."""
        key = token_bytes(16) if seed is None else seed_bytes(seed)
        state = self.STATE(self.setting(scenario), key, self.ledger.settle(options or {}))
        self.begin(state)
        state.advance()
        return state

    def position(self, source: str | Path, seed: int | str | bytes = 0) -> Any:
        """Any situation from a TOML text or file; a ``DataError`` lists all that is wrong with it."""
        text, file = source_text(source, "position")
        state, problems = position.read(self, text, file, seed_bytes(seed))
        if problems or state is None:
            raise DataError(file, "", *problems)
        state.origin = text
        self.derive(state)
        state.advance()
        return state

    def problems(self, source: str | Path) -> list[str]:
        """Every defect of a position, at once."""
        text, file = source_text(source, "position")
        return position.read(self, text, file, b"")[1]

    def restore(self, dump: dict[str, Any]) -> Any:
        """A state from its JSON form; it goes on just as the original would."""
        state = self.STATE(self.setting(dump["scenario"]), b"", {})
        for name, field in state.FIELDS.items():
            if field.kind is None:
                continue
            if field.written not in dump:
                raise DataError("state", field.written, "this field is missing")
            setattr(state, name, field.kind.load(dump[field.written]))
        state.agenda = [self.steps[step].load(arguments) for step, *arguments in dump["stack"]]
        self.derive(state)
        state.advance()
        return state

    # words

    def option(self, text: str, setting: Setting) -> Option:
        """The option of that name, as it stands in records."""
        vocabulary = setting.vocabulary
        try:
            return vocabulary.words[text]
        except KeyError:
            verb = text.split(" ")[0]
            if verb not in vocabulary.verbs:
                verbs = ", ".join(vocabulary.verbs)
                raise UnknownAction(f"no such action {text!r}; verbs: {verbs}") from None
            objects = [option.object for option in vocabulary.verbs[verb]]
            some = ", ".join(objects[:5]) + (" ..." if len(objects) > 5 else "")
            raise UnknownAction(f"no such action {text!r}: {verb!r} takes one of {some}") from None

    def side(self, name: str) -> int:
        if name not in self.sides:
            raise ValueError(f"{self.NAME} has no side {name!r}; sides: {', '.join(self.sides)}")
        return self.sides.index(name)

    def camp_of(self, side: str) -> str:
        """The camp a side wins with."""
        return next(camp for camp, sides in self.camps.items() if side in sides)

    def about(self) -> About:
        """The game as it is offered to people."""
        front, titles = self.front, {side.id: side.title for side in self.front.sides} | self.front.camps
        camps = tuple(CampInfo(camp, titles.get(camp, camp.title()), sides) for camp, sides in self.camps.items())
        scenarios = tuple(self.setting(name).info for name in self.scenarios)
        can = self.SIGHT, self.designer() is not None
        return About(front.title, front.about, front.sides, scenarios, front.secrets, camps, front.overlays, *can)

    def lessons(self) -> dict[str, Lesson]:
        """The lessons of its data by name, checked when they are first wanted."""
        if self._lessons is None:
            self._lessons = read_lessons(self)
        return self._lessons

    def set_up(self, state: State) -> None:
        """Let all sides of a new match take the ready set-up."""
        while ready := [action for action in map(str, state.options) if action in self.READY]:
            state.apply(ready[0])

    # what each game provides

    @abstractmethod
    def begin(self, state: Any, /) -> None:
        """Lay out a new match: fields at their start and the first steps on the agenda."""

    @abstractmethod
    def table(self, state: Any, side: int, /) -> Tabletop:
        """What a side (or ``SPECTATOR``) sees of the table: the only door to the outside."""

    @abstractmethod
    def redact(self, event: Event, state: Any, side: int, /) -> Event | None:
        """An event as a side may know it just after it happened; None if it may not."""

    @abstractmethod
    def overlays(self, state: Any, side: int, /) -> dict[str, list[str]]:
        """Named sets of places for a side."""

    @abstractmethod
    def faults(self, state: Any, /) -> list[str]:
        """Every invariant of the game that the state breaks; empty if all is well. See ``State.faults``."""

    @abstractmethod
    def imagine(self, state: Any, side: int, seed: int, /) -> Any:
        """A state that a side could be in for all it can see; see ``State.imagined``.

        What is hidden from the side is guessed by the seed and follows from nothing else: states that the
        side cannot tell apart give the same guess.
        """

    # what a game may provide

    def check_setting(self, setting: Any, problems: Problems, file: str) -> None:
        """Note what is wrong with a scenario's file, or with others on account of it; a game adds what it knows."""
        if sorted(side for part in setting.scenario.players for side in part) != sorted(self.sides):
            problems.of(file)("players", f"name each of {', '.join(self.sides)} once")
        if setting.scenario.starts not in ("", *self.sides):
            problems.of(file)("starts", f"name one of {', '.join(self.sides)}")
        problems.check(file, setting.scenario, self.names)

    def derive(self, state: Any) -> None:
        """Compute what follows from the fields of a state just read."""
        state.derive()

    def objects(self, piece: str, place: str) -> tuple[str, ...]:
        """The objects of actions that a counter or a place of the scene stands for."""
        return (piece, place)

    def goals(self, state: Any, side: int, /) -> Iterable[Goal]:
        """Every way to win, to lose or to score in this scenario, and how it stands for all a side may know."""
        return ()

    def alarms(self, state: Any, side: int, /) -> Iterable[Alarm]:
        """What the next end of a turn will decide or cost as things stand, by the code that judges it."""
        return ()

    def outlook(self, state: Any, side: int, place: int, /) -> Outlook:
        """What a side would see from a place; only for games with ``SIGHT``."""
        raise NotImplementedError(self.NAME)

    def player_aids(self, setting: Any, /) -> Iterable[Chart]:
        """The tables of the rules as they lie beside the map."""
        return ()

    def cards(self, state: Any, /) -> Iterable[Card]:
        """The cards in force."""
        return ()

    def advice(self) -> Advice:
        """What bots know about positions."""
        return self._adviser

    def chronicle(self, scenario: str) -> Chronicle:
        """What statistics of a match of that scenario count; a new one for each match."""
        return self.CHRONICLE(self, scenario)

    def designer(self) -> Designer | None:
        """Who makes scenarios of people's wishes; None where the game has no rules for that."""
        return None

    def pages(self) -> list[tuple[str, str]]:
        """Chapters on the game's own components for its page: titles, and texts in Markdown."""
        return []


def steps_of(chapters: Iterable[ModuleType]) -> dict[str, type[Step[Any]]]:
    """The steps that some modules define, by name."""
    steps: dict[str, type[Step[Any]]] = {}
    for chapter in chapters:
        for value in vars(chapter).values():
            if isinstance(value, type) and issubclass(value, Step) and value.__module__ == chapter.__name__:
                if steps.setdefault(value.name, value) is not value:
                    raise ValueError(f"two steps are called {value.name!r}; records could not tell them apart")
    return steps


def source_text(source: str | Path, what: str) -> tuple[str, str]:
    """The text of a source that is a text itself or a file, and what errors call it."""
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return source, what
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8"), str(path)
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from None
