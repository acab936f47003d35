"""The ledger of a game: its clauses, its rulings and the options they leave open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from meuse.engine.data import DataFolder

TESTED_KINDS = ("rule", "setup", "victory", "table", "option")
"""Clauses of these kinds must have a test; definitions and advice need none."""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str
    title: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One independently testable statement of the rules, in our own words."""

    id: str
    title: str
    kind: Literal["rule", "setup", "victory", "table", "option", "definition", "advice"]
    says: str
    scenario: str = ""
    rulings: tuple[str, ...] = ()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: str
    says: str


class RuleOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice the players have between readings of the rules."""

    name: str
    default: str
    values: tuple[Value, ...]
    ruling: str = ""
    scenario: str = ""
    title: str = ""

    def allowed(self) -> list[str]:
        return [value.value for value in self.values]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ambiguity: its readings, what is ruled, and why."""

    id: str
    title: str
    importance: Literal["high", "medium", "low"]
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    ruling: str
    why: str
    option: str = ""


class ClauseFile(msgspec.Struct, forbid_unknown_fields=True):
    chapter: list[Chapter]
    clause: list[Clause]


class RulingFile(msgspec.Struct, forbid_unknown_fields=True):
    ruling: list[Ruling]
    option: list[RuleOption] = []


class Ledger:
    """Clauses and rulings of one game, by id."""

    def __init__(self, data: DataFolder) -> None:
        clauses = data.load("clauses.toml", ClauseFile)
        rulings = data.load("rulings.toml", RulingFile)
        self.chapters = clauses.chapter
        self.clauses = {clause.id: clause for clause in clauses.clause}
        self.rulings = {ruling.id: ruling for ruling in rulings.ruling}
        self.options = {option.name: option for option in rulings.option}
        self._fault = {name: data.fault(name) for name in ("clauses.toml", "rulings.toml")}
        self._once("clauses.toml", "clause", [clause.id for clause in clauses.clause])
        self._once("rulings.toml", "ruling", [ruling.id for ruling in rulings.ruling])
        self._once("rulings.toml", "option", [option.name for option in rulings.option])
        self._check_references()
        self._check_values()

    def _once(self, file: str, what: str, ids: Sequence[str]) -> None:
        for name in ids:
            if not name.strip():
                raise self._fault[file](what, "an id is empty; give every entry one")
            if ids.count(name) > 1:
                raise self._fault[file](f"{what} {name}", "this id is given twice")

    def _check_references(self) -> None:
        """Clauses, rulings and options name one another; each must exist."""
        clauses, rulings = self._fault["clauses.toml"], self._fault["rulings.toml"]
        for clause in self.clauses.values():
            for name in clause.rulings:
                if name not in self.rulings:
                    problem = f"there is no ruling {name}; add it to rulings.toml or take it out here"
                    raise clauses(f"clause {clause.id}", problem)
        for ruling in self.rulings.values():
            for name in ruling.clauses:
                if name not in self.clauses:
                    problem = f"there is no clause {name}; add it to clauses.toml or take it out here"
                    raise rulings(f"ruling {ruling.id}, clauses", problem)
            if ruling.option and ruling.option not in self.options:
                problem = f"there is no option {ruling.option!r}; add it or take it out here"
                raise rulings(f"ruling {ruling.id}, option", problem)
        for option in self.options.values():
            if option.ruling and option.ruling not in self.rulings:
                problem = f"there is no ruling {option.ruling}; add it or take it out here"
                raise rulings(f"option {option.name}, ruling", problem)

    def _check_values(self) -> None:
        for option in self.options.values():
            fault, allowed = self._fault["rulings.toml"], option.allowed()
            if not allowed:
                raise fault(f"option {option.name}", "it has no values; give at least its default")
            if option.default not in allowed:
                problem = f"the default {option.default!r} is not among its values {', '.join(allowed)}"
                raise fault(f"option {option.name}", problem)
            for value in allowed:
                if allowed.count(value) > 1:
                    raise fault(f"option {option.name}", f"the value {value!r} is given twice")

    def require(self, clauses: Iterable[str], options: Mapping[str, Sequence[str]]) -> None:
        """The clauses, and the options with their readings, that a game's code speaks of must be there."""
        for name in clauses:
            if name not in self.clauses:
                raise self._fault["clauses.toml"](f"clause {name}", "it is missing, and the game needs it; add it")
        fault = self._fault["rulings.toml"]
        for name, readings in options.items():
            if name not in self.options:
                problem = f"it is missing, and the game needs it; add it with the values {', '.join(readings)}"
                raise fault(f"option {name}", problem)
            for value in self.options[name].allowed():
                if value not in readings:
                    raise fault(f"option {name}", f"the game knows no value {value!r}; it knows {', '.join(readings)}")
        for name in self.options:
            if name not in options:
                raise fault(f"option {name}", f"the game knows no such option; it knows {', '.join(sorted(options))}")

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
