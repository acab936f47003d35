"""The ledger of a game: its clauses, its rulings and the options they leave open."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from meuse.engine.data import DataFolder, Id, Note, Problems
from meuse.engine.names import Names, known, once

CLAUSES, RULINGS = "clauses.toml", "rulings.toml"

TESTED_KINDS = ("rule", "setup", "victory", "table", "option")
"""Clauses of these kinds must have a test; definitions and advice need none."""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str
    title: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One independently testable statement of the rules, in our own words."""

    id: Id
    title: str
    kind: Literal["rule", "setup", "victory", "table", "option", "definition", "advice"]
    says: str
    scenario: str = ""
    rulings: tuple[Annotated[str, known("ruling")], ...] = ()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: str
    says: str


class RuleOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice the players have between readings of the rules."""

    name: Id
    default: str
    values: Annotated[tuple[Value, ...], once("value"), msgspec.Meta(min_length=1)]
    ruling: Annotated[str, known("ruling")] = ""
    scenario: str = ""
    title: str = ""

    def allowed(self) -> list[str]:
        return [value.value for value in self.values]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ambiguity: its readings, what is ruled, and why."""

    id: Id
    title: str
    importance: Literal["high", "medium", "low"]
    clauses: tuple[Annotated[str, known("clause")], ...]
    readings: tuple[str, ...]
    ruling: str
    why: str
    option: Annotated[str, known("option")] = ""


class ClauseFile(msgspec.Struct, forbid_unknown_fields=True):
    chapter: list[Chapter]
    clause: Annotated[list[Clause], once("id")]


class RulingFile(msgspec.Struct, forbid_unknown_fields=True):
    ruling: Annotated[list[Ruling], once("id")]
    option: Annotated[list[RuleOption], once("name")] = []


class Ledger:
    """Clauses and rulings of one game, by id."""

    def __init__(self, data: DataFolder) -> None:
        clauses, rulings = data.load(CLAUSES, ClauseFile), data.load(RULINGS, RulingFile)
        self.chapters = clauses.chapter
        self.clauses = {clause.id: clause for clause in clauses.clause}
        self.rulings = {ruling.id: ruling for ruling in rulings.ruling}
        self.options = {option.name: option for option in rulings.option}
        self.names = {
            "clause": Names(self.clauses, CLAUSES),
            "ruling": Names(self.rulings, RULINGS),
            "option": Names(self.options, RULINGS),
        }
        """What data files may refer to."""
        problems = Problems(data)
        problems.check(CLAUSES, clauses, self.names)
        problems.check(RULINGS, rulings, self.names)
        self._compare(data, problems.of(CLAUSES), problems.of(RULINGS))
        problems.stop()

    def _compare(self, data: DataFolder, clauses: Note, rulings: Note) -> None:
        """A default is one of its values; and in a pack, what the game's code speaks of stands as in its own files."""
        for clause in data.original(CLAUSES, ClauseFile).clause:
            if clause.id not in self.clauses:
                clauses(f"clause {clause.id}", "it is missing, and the game needs it; add it")
        needed = {option.name: option.allowed() for option in data.original(RULINGS, RulingFile).option}
        for name, values in needed.items():
            if name not in self.options:
                rulings(f"option {name}", f"it is missing, and the game needs it; add it with {', '.join(values)}")
        for name, option in self.options.items():
            if name not in needed:
                rulings(f"option {name}", f"the game knows no such option; it knows {', '.join(sorted(needed))}")
            for value in option.allowed():
                if value not in needed.get(name, (value,)):
                    rulings(f"option {name}", f"the game knows no value {value!r}; it knows {', '.join(needed[name])}")
            if option.default not in option.allowed():
                problem = f"the default {option.default!r} is not among its values {', '.join(option.allowed())}"
                rulings(f"option {name}", problem)

    def settle(self, chosen: dict[str, str]) -> dict[str, str]:
        """All options of the game with the chosen values; a ``ValueError`` names what is unknown."""
        wrong = []
        for name, value in chosen.items():
            if name not in self.options:
                wrong.append(f"there is no option {name!r}; options: {', '.join(sorted(self.options))}")
            elif value not in self.options[name].allowed():
                wrong.append(f"option {name} cannot be {value!r}; it can be {', '.join(self.options[name].allowed())}")
        if wrong:
            raise ValueError("; ".join(wrong))
        return {name: chosen.get(name, option.default) for name, option in self.options.items()}

    def deviations(self, chosen: dict[str, str]) -> list[tuple[str, str]]:
        """Those of the chosen values that are not what is played unasked, sorted by name."""
        return sorted((name, value) for name, value in chosen.items() if value != self.options[name].default)

    def must_be_tested(self) -> list[str]:
        return [clause.id for clause in self.clauses.values() if clause.kind in TESTED_KINDS]
