"""Positions: any moment of a match as a TOML text, and back.

Plain fields are read and written as their states declare them. What a game writes in a form of its own (units by
place, boxes, control) is its table: a struct whose fields stand in the text beside the plain ones. A reader lays a
position out as far as it can and notes every defect, so that all of them are reported at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.engine import steps
from meuse.engine.data import DataError, Strict, parse, written
from meuse.engine.fields import Field
from meuse.engine.ledger import Ledger

if TYPE_CHECKING:
    from meuse.engine.game import Game
    from meuse.engine.state import State


class PositionTable(Strict, omit_defaults=True):
    """What every position may say; a game adds its own entries, and its plain fields are added by themselves."""

    scenario: str
    game: str = ""
    options: dict[str, str] = {}
    phase: str = ""
    stack: list[dict[str, Any]] = []
    """The steps on the agenda, where no phase says it shorter."""


class Reader:
    """Lays a position out and notes every defect; a game derives its own."""

    TABLE: type[PositionTable] = PositionTable
    PLACE = "place"
    """What a place is called."""
    PHASES: tuple[str, ...] = ()
    """The words for moments between steps."""

    def __init__(self, game: Game, table: Any, seed: bytes) -> None:
        self.game: Any = game
        self.table = table
        self.problems: list[str] = []
        if table.game not in ("", game.NAME):
            self.fault("game", f"this is a position of {table.game}")
        self.setting: Any = game.setting(table.scenario)
        self.state: Any = game.STATE(self.setting, seed, self._rulings(game.ledger))
        self.lay_out()
        self.state.agenda = self._agenda()

    def _rulings(self, ledger: Ledger) -> dict[str, str]:
        try:
            return ledger.settle(self.table.options)
        except ValueError as error:
            self.problems.append(f"options: {error}")
            return ledger.settle({})

    # what games do

    def lay_out(self) -> None:
        """Lay everything out: the game's own entries, and ``plain`` for the declared ones."""
        raise NotImplementedError

    def agenda(self, phase: str) -> list[Any]:
        """The steps from a phase on, the first last."""
        raise NotImplementedError

    @classmethod
    def written(cls, s: Any) -> dict[str, Any]:
        """The other way round: the game's own entries, with ``phase`` if one says where the match is."""
        raise NotImplementedError

    # what games use

    def fault(self, where: str, what: str) -> None:
        """Note a defect."""
        self.problems.append(f"{where}: {what}")

    def place(self, label: str, where: str) -> int | None:
        """The place of that name; noted if there is none."""
        number: int | None = self.setting.place_number(label)
        if number is None:
            self.fault(where, f"there is no {self.PLACE} {label} on the map")
        return number

    def places(self, labels: Iterable[str], where: str) -> int:
        """The set of the named places, as far as they exist."""
        numbers = [self.place(label, where) for label in labels]
        return sum({1 << place for place in numbers if place is not None})

    def piece(self, name: str, where: str) -> int | None:
        """The piece of that name; noted if there is none."""
        number: int | None = self.state.piece_named(name)
        if number is None:
            self.fault(where, f"there is no unit {name!r}")
        return number

    def once(self, names: Sequence[str], where: str) -> None:
        """Each name may be given once."""
        for name in dict.fromkeys(names):
            if names.count(name) > 1:
                self.fault(where, f"{name!r} is given twice; give it once")

    def within(self, where: str, value: int, least: int, most: int) -> None:
        if not least <= value <= most:
            self.fault(where, f"{value} is outside {least} to {most}")

    def shares(self, given: Mapping[str, Sequence[str]], usual: Sequence[int], ground: int) -> list[int]:
        """What each side controls: what is usually its own, and of the ground what the text gives it."""
        sides, taken, masks, board = self.game.sides, 0, [mask & ground for mask in usual], self.setting.board
        for name, labels in given.items():
            places = self.places(labels, f"control.{name}")
            for label in board.names(places & ~ground):
                self.fault(f"control.{name}", f"{label} can be nobody's; leave it out")
            for label in board.names(places & taken):
                self.fault(f"control.{name}", f"{label} is given to two sides; give it to one")
            taken |= places
            masks = [mask & ~places for mask in masks]
            masks[sides.index(name)] |= places & ground
        return masks

    @staticmethod
    def changed(s: State, shares: Sequence[int], usual: Sequence[int]) -> dict[str, list[str]]:
        """The other way round: what each side controls beyond what is usually its own."""
        gained = zip(s.game.sides, shares, usual, strict=True)
        return {side: s.setting.board.names(mask & ~own) for side, mask, own in gained if mask & ~own}

    @staticmethod
    def leads_to(s: Any, agenda: list[Any]) -> bool:
        """Does an agenda lead to this very moment, without a die?"""
        twin = s.supposed()
        twin.agenda = agenda
        twin.advance()
        return bool(twin.dump() == s.supposed().dump())

    def plain(self) -> None:
        """Read the declared fields that the text gives."""
        for name, declared in plain_fields(self.game).items():
            given = getattr(self.table, declared.position)
            if given is msgspec.UNSET:
                continue
            assert declared.kind is not None
            if given and declared.only is not None and not declared.only(self.setting):
                self.fault(declared.position, f"there is no such thing in {self.setting.name}; leave it out")
            value = declared.kind.read(given, self, declared.position)
            bounds = declared.bounds(self.setting)
            if bounds is not None:
                self.within(declared.position, value, *bounds)
            setattr(self.state, name, value)

    def _agenda(self) -> list[Any]:
        if self.table.stack and self.table.phase:
            self.fault("stack", "give a phase or a stack of steps, not both")
        elif not self.table.stack and self.table.phase not in self.PHASES:
            self.fault("phase", f"{self.table.phase!r} is no phase; phases: {', '.join(self.PHASES)}")
        if self.problems:
            return []
        if self.table.stack:
            return [self._step(entry, f"stack {number}") for number, entry in enumerate(self.table.stack, 1)]
        return self.agenda(self.table.phase)

    def _step(self, entry: dict[str, Any], where: str) -> Any:
        """A step by its name, with its arguments by theirs."""
        name = entry.get("step")
        if name not in self.game.steps:
            self.fault(where, f"there is no step {name!r}; steps: {', '.join(self.game.steps)}")
            return None
        step = self.game.steps[name]
        kinds = steps.argument_kinds(step, self.game.KINDS)
        unknown = sorted(set(entry) - set(kinds) - {"step"})
        missing = sorted(set(kinds) - set(entry))
        if unknown or missing:
            self.fault(where, f"{name} takes {', '.join(kinds) or 'nothing'}; not {', '.join(unknown + missing)}")
            return None
        values = []
        for argument, kind in kinds.items():
            try:
                given = msgspec.convert(entry[argument], kind.text)
            except msgspec.ValidationError as error:
                self.fault(f"{where}, {argument}", str(error))
                return None
            values.append(kind.read(given, self, f"{where}, {argument}"))
        return step(*values)


def plain_fields(game: Game) -> dict[str, Field]:
    """The fields of a game's states that positions hold as plain entries."""
    return {name: declared for name, declared in game.STATE.FIELDS.items() if declared.position}


_forms: dict[type, type[PositionTable]] = {}


def form_of(game: Game) -> type[PositionTable]:
    """The whole form of a game's positions: its own entries and its plain fields."""
    form = _forms.get(game.READER)
    if form is None:
        kinds = [(f.position, f.kind) for f in plain_fields(game).values() if f.kind is not None]
        extra = [(name, kind.text | msgspec.UnsetType, msgspec.UNSET) for name, kind in kinds]
        made: Any = msgspec.defstruct("Position", extra, bases=(game.READER.TABLE,), forbid_unknown_fields=True)
        form = _forms[game.READER] = made
    return form


def read(game: Game, text: str, file: str, seed: bytes) -> tuple[Any, list[str]]:
    """A state from a position's text, and everything that is wrong with it."""
    try:
        table = parse(text, form_of(game), file)
        game.setting(table.scenario)
    except DataError as error:
        return None, list(error.problems)
    except ValueError as error:
        return None, [f"scenario: {error}"]
    reader = game.READER(game, table, seed)
    return reader.state, reader.problems


def write(s: State) -> str:
    """A moment of a match as text; there is none of a match that is over, because nobody has to decide anything."""
    if s.outcome is not None:
        raise ValueError(f"the match is over after action {s.actions}: only a moment before its end is a position")
    game: Any = s.game
    chosen = dict(game.ledger.deviations(s.rulings))
    head = {"game": game.NAME, "scenario": s.scenario}
    entries: dict[str, Any] = head | ({"options": chosen} if chosen else {}) | game.READER.written(s)
    for name, declared in plain_fields(game).items():
        value, start, kind = getattr(s, name), declared.begin(s.setting), declared.kind
        if kind is not None and value != start:
            given = kind.write(value, s)
            if start is None or given != kind.write(start, s):
                entries[declared.position] = given
    if "phase" not in entries:
        entries["stack"] = [_step_entry(step, s) for step in s.agenda]
    return written(entries, "stack")


def _step_entry(step: Any, s: State) -> dict[str, Any]:
    kinds = steps.argument_kinds(type(step), s.game.KINDS)
    return {"step": step.name, **{name: kind.write(getattr(step, name), s) for name, kind in kinds.items()}}
