"""Reading data files: TOML checked against a type, with errors that name file, entry and remedy.

A game's files lie in its ``data`` folder. A data pack is a folder whose files take the place of those of the same
names; in the folders that the game leaves open it may also add files. Whatever is parsed, from packs, positions,
records or requests, goes through one guard first: ``parse`` is the only place that reads TOML.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import msgspec
import tomli
import tomli_w

from meuse.engine.names import Names, defects

T = TypeVar("T")

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=99)]
Roll = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""The highest or lowest die that counts; 0 for none."""
Text = Annotated[str, msgspec.Meta(min_length=1)]
Id = Annotated[str, msgspec.Meta(pattern=r"\S")]
"""A name that other entries use."""
Note = Callable[[str, str], None]
"""Takes down a place in a file and what is wrong there."""

ASIDE = ("about.toml", "faces.toml", "advice.toml", "history.toml")
"""Files that say how a game is shown, what bots think of it or what history made of it; no rule depends on them."""
ASIDE_FOLDER = "lessons/"
"""Nor on any file of this folder."""


LARGEST = 256 * 1024
"""Characters of a file; the largest map has less than half of it."""
KEY_PARTS = 8
"""Parts of a dotted key; the parser's memory grows with their square."""
LINE = 100
"""How long a list may be to stand on one line of what is written."""
NESTING = 16
"""Arrays and tables within one another."""

_QUOTED = re.compile(
    r""""{3}[^"\\]*(?:(?:\\.|"(?!""(?!")))[^"\\]*)*(?:"{3}|\Z)|'{3}[^']*(?:'(?!\'\'(?!'))[^']*)*(?:'{3}|\Z)"""
    r"""|"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"?|'[^'\n]*'?|\#[^\n]*""",
    re.DOTALL,
)
"""Strings and comments, also those that are never closed: what looks like keys or brackets there is none."""
_LONG_KEY = re.compile(rf"(?:\.[^.\n=,\[\]{{}}]*){{{KEY_PARTS}}}")
_NOT_BRACKETS = re.compile(r"[^][{}]+")


class DataError(ValueError):
    """A data file, position or record that cannot be used, and where it is wrong; ``more``: all else that is wrong."""

    def __init__(self, file: str, place: str, problem: str, *more: str) -> None:
        self.file, self.place, self.problem = file, place, problem
        self.problems = (f"{place}: {problem}" if place else problem, *more)
        super().__init__(f"{file}: {'; '.join(self.problems)}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, ...]]:
        """So that it can pass from one process to another."""
        return type(self), (self.file, self.place, self.problem, *self.problems[1:])


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """The base of data tables: a misspelt field is an error."""


class Sourced(Strict):
    """A table that says where it comes from."""

    source: str


class DataFolder:
    """The data of a game, with a pack laid over it; each file is parsed once."""

    def __init__(self, folder: Path, pack: Path | None = None, open_folders: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.pack = pack
        added = self._added(pack, open_folders) if pack is not None else []
        self._texts = {name: read(self.path(name)) for name in sorted([*_names(folder), *added])}
        self._tables: dict[str, dict[str, Any]] = {}

    def _added(self, pack: Path, open_folders: tuple[str, ...]) -> list[str]:
        """The files that a pack adds to those of the game."""
        if not pack.is_dir():
            raise DataError(str(pack), "", "no such folder; a data pack is a folder of TOML files")
        known, names = _names(self.folder), _names(pack)
        has = ", ".join(known)
        if open_folders:
            has += f"; a pack may add files to {', '.join(open_folders)}"
        if not names:
            raise DataError(str(pack), "", f"the pack holds no TOML file; the game has {has}")
        added = [name for name in names if name not in known]
        for name in added:
            if not name.startswith(open_folders):
                raise DataError(str(pack / name), "", f"the game has no data file {name}; it has {has}")
        return added

    def path(self, name: str) -> Path:
        """The file that counts: the pack's if it has one."""
        if self.pack is not None and (self.pack / name).exists():
            return self.pack / name
        return self.folder / name

    def _table(self, name: str) -> dict[str, Any]:
        """A file as it is written."""
        if name not in self._tables:
            self._tables[name] = _parse(self._texts[name], str(self.path(name)))
        return self._tables[name]

    def fault(self, name: str) -> Any:
        """Makes errors about one file: ``fault(place, problem)``."""
        return lambda place, problem: DataError(str(self.path(name)), place, problem)

    def load(self, name: str, kind: type[T]) -> T:
        """A data file as the given type."""
        table = self._table(name)
        typed = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        return _convert(table if typed else deepcopy(table), kind, str(self.path(name)))

    def original(self, name: str, kind: type[T]) -> T:
        """A data file as the game itself has it, without any pack."""
        path = self.folder / name
        return self.load(name, kind) if path == self.path(name) else parse(read(path), kind, str(path))

    def text(self, name: str) -> str:
        """A data file as it is written."""
        return self._texts[name]

    def names(self, prefix: str) -> list[str]:
        return [name for name in self._texts if name.startswith(prefix)]

    def hash(self) -> str:
        """A fingerprint of everything that shapes play."""
        digest = blake2b(digest_size=8)
        for name in self._texts:
            if name not in ASIDE and not name.startswith(ASIDE_FOLDER):
                digest.update(name.encode() + b"\0" + msgspec.json.encode(self._table(name), order="sorted") + b"\0")
        return digest.hexdigest()


class Problems:
    """What is wrong with data files, noted one by one and reported together."""

    def __init__(self, data: DataFolder) -> None:
        self._data = data
        self._noted: list[tuple[str, str, str]] = []

    def __bool__(self) -> bool:
        return bool(self._noted)

    def of(self, name: str) -> Note:
        """Notes defects of one file, of the game's data or another: ``note(place, problem)``."""
        file = str(self._data.path(name)) if name in self._data.names(name) else name
        return lambda place, problem: self._noted.append((file, place, problem))

    def check(self, name: str, table: msgspec.Struct, names: Mapping[str, Names]) -> None:
        """Note what a file does not keep of what its types say of names, whole tables and repetition."""
        note = self.of(name)
        for place, problem in defects(table, names):
            note(place, problem)

    def stop(self) -> None:
        """Nothing can be built on what is wrong: one ``DataError`` with all that was noted, a pack's files first."""
        if not self._noted:
            return
        pack = str(self._data.pack)
        noted = sorted(dict.fromkeys(self._noted), key=lambda defect: not defect[0].startswith(pack))
        (file, place, problem), *others = noted
        more = [": ".join(part for part in (other if other[0] != file else other[1:]) if part) for other in others]
        raise DataError(file, place, problem, *more)


def _names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*.toml")]


def read(path: Path) -> str:
    """The text of a file, if it is not too large to be one of ours."""
    try:
        with path.open("rb") as file:
            content = file.read(4 * LARGEST + 1)  # a character has at most four bytes
        return content.decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from None


def parse(text: str, kind: type[T], file: str) -> T:
    """TOML text as the given type; the error names the entry."""
    return _convert(_parse(text, file), kind, file)


def _parse(text: str, file: str) -> dict[str, Any]:
    _guard(text, file)
    try:
        raw = tomli.loads(text)
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise DataError(file, "", f"is not valid TOML: {error}") from None
    _check_numbers(raw, file)
    return raw


def _guard(text: str, file: str) -> None:
    """Refuse what would cost the parser more memory or time than any real file."""
    if len(text) > LARGEST:
        raise DataError(file, "", f"is too large: a file has at most {LARGEST // 1024} KB; split it or shorten it")
    bare = _QUOTED.sub("", text)
    if _LONG_KEY.search(bare):
        raise DataError(file, "", f"has a key of too many parts; at most {KEY_PARTS} may be joined with dots")
    depth = 0
    for bracket in _NOT_BRACKETS.sub("", bare):
        depth += 1 if bracket in "[{" else -1
        if depth > NESTING:
            raise DataError(file, "", f"is nested too deeply; at most {NESTING} brackets may be open at once")


def _convert(raw: dict[str, Any], kind: type[T], file: str) -> T:
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        message = str(error)
        problem, _, place = message.partition(" - at `")
        entry = _entry(raw, place.rstrip("`"), lambda: _same_error(raw, kind, message))
        raise DataError(file, entry, problem) from None


def _check_numbers(raw: dict[str, Any], file: str) -> None:
    """Numbers of a data file are finite and have at most 64 bits."""
    waiting: list[tuple[tuple[str, ...], dict[str, Any] | list[Any]]] = [((), raw)]
    while waiting:
        place, here = waiting.pop()
        parts = here.items() if isinstance(here, dict) else enumerate(here, 1)
        for key, value in parts:
            if isinstance(value, str):
                continue
            if isinstance(value, (dict, list)):
                waiting.append((_within(place, key), value))
            elif isinstance(value, float) and not math.isfinite(value):
                problem = f"{value} is no number one can use; give a finite one"
                raise DataError(file, ", ".join(_within(place, key)), problem)
            elif isinstance(value, int) and not -(2**63) <= value < 2**63:
                problem = "the number is too large; numbers have at most 64 bits"
                raise DataError(file, ", ".join(_within(place, key)), problem)


def _within(place: tuple[str, ...], key: str | int) -> tuple[str, ...]:
    return (*place, key) if isinstance(key, str) else (*place[:-1], f"{place[-1]} {key}")


def _same_error(raw: dict[str, Any], kind: type[T], message: str) -> bool:
    try:
        msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


def _entry(raw: dict[str, Any], place: str, still_wrong: Callable[[], bool]) -> str:
    """Turn ``$.unit[3].steps`` into words that find the entry: ``unit 4 (G.19), steps``."""
    words: list[str] = []
    here: Any = raw
    for index, key in re.findall(r"\[([^\]]*)\]|([^.\[\]$]+)", place.removeprefix("key` in `")):
        if key:
            here = here.get(key) if isinstance(here, dict) else None
            words.append(key)
        elif index.isdecimal():
            here = here[int(index)] if isinstance(here, list) and int(index) < len(here) else None
            entry = here if isinstance(here, dict) else {}
            name = next((entry[key] for key in ("id", "name", "hex") if key in entry), "")
            words[-1] = f"{words[-1]} {int(index) + 1}" + (f" ({name})" if name else "")
        elif isinstance(here, dict):  # msgspec does not say which key of a table it is
            guilty = next((key for key in list(here) if _alone(here, key, still_wrong)), None)
            here = here.get(guilty)
            words += [guilty] if guilty is not None else []
    return ", ".join(words)


def _alone(table: dict[str, Any], key: str, still_wrong: Callable[[], bool]) -> bool:
    """Does the error stay when a table has only this key?"""
    whole = dict(table)
    table.clear()
    table[key] = whole[key]
    found = still_wrong()
    table.clear()
    table.update(whole)
    return found


def written(entries: dict[str, Any], *last: str) -> str:
    """Entries as TOML: plain ones first, then tables and what is named last; short arrays on one line."""
    tables = {key: value for key, value in entries.items() if isinstance(value, dict) or key in last}
    plain = {key: value for key, value in entries.items() if key not in tables}
    text = tomli_w.dumps(plain | tables)
    for _ in range(2):  # lists within lists
        text = re.sub(r"\[\n((?: +[^\] ].*,\n)+) *\]", _on_one_line, text)
    return text


def _on_one_line(array: re.Match[str]) -> str:
    """An array as people write it, if it is short enough."""
    line = f"[{', '.join(item.strip().removesuffix(',') for item in array[1].splitlines())}]"
    return line if len(line) <= LINE else array[0]
