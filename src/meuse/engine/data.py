"""Reading data files: TOML checked against a type, with errors that name file, entry and remedy.

A game's files lie in its ``data`` folder; a data pack is a folder whose files of the same names
take their place.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

T = TypeVar("T")

ASIDE = ("about.toml", "faces.toml", "advice.toml", "history.toml")
"""Files that say how a game is shown, what bots think of it or what history made of it; no rule depends on them."""


class DataError(ValueError):
    """A data file, position or record that cannot be used, and where it is wrong."""

    def __init__(self, file: str, place: str, problem: str) -> None:
        super().__init__(f"{file}: {place}: {problem}" if place else f"{file}: {problem}")
        self.file, self.place, self.problem = file, place, problem

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, str]]:
        """Told from one process to another."""
        return type(self), (self.file, self.place, self.problem)


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """The base of data tables: a misspelt field is an error."""


class DataFolder:
    """The data of a game, with a pack laid over it."""

    def __init__(self, folder: Path, pack: Path | None = None) -> None:
        self.folder = folder
        self.pack = pack
        if pack is not None:
            self._check_pack(pack)
        self._texts = {name: self._read(name) for name in self._names(folder)}

    @staticmethod
    def _names(folder: Path) -> list[str]:
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.toml"))

    def _check_pack(self, pack: Path) -> None:
        if not pack.is_dir():
            raise DataError(str(pack), "", "no such folder; a data pack is a folder of TOML files")
        known = self._names(self.folder)
        found = self._names(pack)
        for name in found:
            if name not in known:
                raise DataError(str(pack / name), "", f"the game has no data file {name}; it has {', '.join(known)}")
        if not found:
            raise DataError(str(pack), "", f"the pack holds no TOML file; the game has {', '.join(known)}")

    def path(self, name: str) -> Path:
        """The file that counts: the pack's if it has one."""
        if self.pack is not None and (self.pack / name).exists():
            return self.pack / name
        return self.folder / name

    def _read(self, name: str) -> str:
        path = self.path(name)
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(str(path), "", f"cannot be read: {error}") from None

    def fault(self, name: str) -> Any:
        """Makes errors about one file: ``fault(place, problem)``."""
        return lambda place, problem: DataError(str(self.path(name)), place, problem)

    def load(self, name: str, kind: type[T]) -> T:
        """A data file as the given type."""
        return parse(self._texts[name], kind, str(self.path(name)))

    def names(self, prefix: str) -> list[str]:
        return [name for name in self._texts if name.startswith(prefix)]

    def hash(self) -> str:
        """A fingerprint of everything that shapes play."""
        digest = blake2b(digest_size=8)
        for name, text in sorted(self._texts.items()):
            if name in ASIDE:
                continue
            parsed = parse(text, dict[str, Any], str(self.path(name)))
            digest.update(name.encode() + b"\0" + msgspec.json.encode(parsed, order="sorted") + b"\0")
        return digest.hexdigest()


class Problems:
    """What is wrong with data files, noted one by one and reported together."""

    def __init__(self, data: DataFolder) -> None:
        self._data = data
        self._noted: list[tuple[str, str, str]] = []

    def of(self, name: str) -> Callable[[str, str], None]:
        """Notes defects of one file, of the game's data or another: ``note(place, problem)``."""
        file = str(self._data.path(name)) if name in self._data.names(name) else name
        return lambda place, problem: self._noted.append((file, place, problem))

    def stop(self) -> None:
        """Nothing can be built on what is wrong: one ``DataError`` with all that was noted."""
        if not self._noted:
            return
        (file, place, problem), *others = dict.fromkeys(self._noted)
        more = [": ".join(part for part in (other if other[0] != file else other[1:]) if part) for other in others]
        raise DataError(file, place, "; ".join([problem, *more]))


def parse(text: str, kind: type[T], file: str) -> T:
    """TOML text as the given type; the error names the entry."""
    try:
        raw = tomllib.loads(text)
        _check_numbers(raw, file, ())
    except RecursionError:
        raise DataError(file, "", "is not valid TOML: it is nested too deeply") from None
    except DataError:
        raise
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise DataError(file, "", f"is not valid TOML: {error}") from None
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        message = str(error)
        problem, _, place = message.partition(" - at `")
        entry = _entry(raw, place.rstrip("`"), lambda: _same_error(raw, kind, message))
        raise DataError(file, entry, problem) from None


def _check_numbers(value: Any, file: str, place: tuple[str, ...]) -> None:
    """No number of a data file is infinite, none at all or beyond 64 bits."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_numbers(inner, file, (*place, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            _check_numbers(inner, file, (*place[:-1], f"{place[-1]} {number}"))
    elif isinstance(value, float) and not math.isfinite(value):
        raise DataError(file, ", ".join(place), f"{value} is no number one can use; give a finite one")
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise DataError(file, ", ".join(place), "the number is too large; numbers have at most 64 bits")


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
