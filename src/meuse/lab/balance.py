"""What a changed number in the data does to the result: the same seeds with and without the change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from meuse.engine import DataError, Game
from meuse.engine.data import parse
from meuse.lab.accumulators import Outcome, Row
from meuse.lab.match import Source
from meuse.lab.statistics import difference, share_difference

NAMES = ("id", "name", "hex", "scenario")
"""By which of its fields an entry of a list may be called."""


class ChangeError(ValueError):
    """A change that cannot be made, and why."""


class Change(msgspec.Struct, frozen=True):
    """One value of a data file, such as ``units.toml: unit.tank.cost = 6``."""

    file: str
    path: tuple[str, ...]
    value: Any

    @classmethod
    def read(cls, text: str) -> list[Change]:
        """What a text asks for: a file, a colon, and an assignment as TOML has it."""
        file, colon, assignment = text.partition(":")
        if not colon:
            raise ChangeError(f"{text!r}: write FILE: path = value, such as units.toml: unit.tank.cost = 6")
        try:
            table = parse(assignment.strip(), dict[str, Any], "")
        except DataError as error:
            raise ChangeError(f"{text!r}: {assignment.strip()!r} is no assignment: it {error.problem}") from None
        return [cls(file.strip(), path, value) for path, value in _leaves(table)]


def _leaves(table: dict[str, Any], above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    leaves = []
    for name, value in table.items():
        path = (*above, name)
        leaves += _leaves(value, path) if isinstance(value, dict) else [(path, value)]
    return leaves


class Changed(msgspec.Struct, frozen=True):
    """A game with changes in its data, and what stood there before."""

    source: Source
    before: list[Any]


def change(source: Source, changes: Sequence[Change]) -> Changed:
    """The game with a data pack that carries the changes, made on the fly."""
    game = source.load()
    tables: dict[str, dict[str, Any]] = {}
    before = []
    for one in changes:
        known = game.data.names("")
        if one.file not in known:
            raise ChangeError(f"{one.file}: the game has no such data file; it has {', '.join(known)}")
        table = tables.setdefault(one.file, game.data.load(one.file, dict[str, Any]))
        before.append(_put(table, one))
    files = dict(source.pack) | {name: to_toml(table) for name, table in tables.items()}
    return Changed(msgspec.structs.replace(source, pack=tuple(sorted(files.items()))), before)


def _put(table: dict[str, Any], one: Change) -> Any:
    """Set the value at the end of a path; gives back what stood there."""
    here: Any = table
    for depth, name in enumerate(one.path):
        where = _entry(here, name)
        if where is None:
            path = ".".join(one.path[:depth]) or "the file"
            raise ChangeError(f"{one.file}: {path} has no {name!r}; it has {_choice(here)}")
        if depth < len(one.path) - 1:
            here = here[where]
    before = here[where]
    if _kind(before) != _kind(one.value):
        was, new = _shown(before), _shown(one.value)
        raise ChangeError(f"{one.file}: {'.'.join(one.path)} is {was}; it cannot become {new}")
    here[where] = one.value
    return before


def _entry(here: Any, name: str) -> str | int | None:
    """Where an entry is: a key of a table, or in a list the entry of that id, name or number (from 1)."""
    if isinstance(here, dict):
        return name if name in here else None
    if not isinstance(here, list):
        return None
    for number, entry in enumerate(here):
        if isinstance(entry, dict) and any(str(entry.get(field)) == name for field in NAMES):
            return number
    return int(name) - 1 if name.isdecimal() and 1 <= int(name) <= len(here) else None


def _choice(here: Any) -> str:
    """What could have been named."""
    if isinstance(here, dict):
        names = list(here)
    elif isinstance(here, list):
        called = [next((str(entry[f]) for f in NAMES if f in entry), "") for entry in here if isinstance(entry, dict)]
        names = [name for name in called if name] or [f"entries 1 to {len(here)}"]
    else:
        names = ["nothing below it"]
    return ", ".join(names[:8]) + (" ..." if len(names) > 8 else "")


def _kind(value: Any) -> type:
    return float if isinstance(value, int | float) and not isinstance(value, bool) else type(value)


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def to_toml(table: dict[str, Any]) -> str:
    """A table as TOML, a line for each of its entries."""
    return "".join(f"{to_key(name)} = {_inline(value)}\n" for name, value in table.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{to_key(name)} = {_inline(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return _quoted(value) if isinstance(value, str) else repr(value)


def to_key(name: str) -> str:
    """A key of TOML, in quotes where it needs them."""
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(text: str) -> str:
    """A TOML string; JSON's escapes are among TOML's."""
    return _shown(text).replace("\x7f", "\\u007f")


def compare(game: Game, scenario: str, before: Sequence[Row], after: Sequence[Row]) -> dict[str, Any]:
    """What the change did, over games of the same seeds that ended well in both arms."""
    old = {row["seed"]: row for row in before if not row["error"]}
    new = {row["seed"]: row for row in after if not row["error"]}
    seeds = sorted(old.keys() & new.keys())
    pairs = [(old[seed], new[seed]) for seed in seeds]
    camps = game.camps
    return {
        "games": len(seeds),
        "before": Outcome.merge([row for row, _ in pairs], game, scenario),
        "after": Outcome.merge([row for _, row in pairs], game, scenario),
        "wins": {
            camp: share_difference([a["winner"] == camp for a, _ in pairs], [b["winner"] == camp for _, b in pairs])
            for camp in camps
        },
        "points": _numbers(pairs, "points"),
        "turns": _numbers(pairs, "turns"),
        "losses": {side: _numbers(pairs, f"losses_{side}") for side in game.sides},
        "errors": [
            {"arm": arm, "seed": row["seed"], "error": row["error"]}
            for arm, rows in (("before", before), ("after", after))
            for row in rows
            if row["error"]
        ],
    }


def _numbers(pairs: Sequence[tuple[Row, Row]], column: str) -> dict[str, Any]:
    """The difference of a column, where both games have it."""
    both = [(a[column], b[column]) for a, b in pairs if a[column] is not None and b[column] is not None]
    return difference([a for a, _ in both], [b for _, b in both])
