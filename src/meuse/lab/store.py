"""Rows on disk: every finished game is safe at once, and a run that was killed goes on where it stopped.

While games are played, each row is appended to a journal beside the file (JSON, a line a game). At the end the
file itself, Parquet or CSV, is written whole and the journal is dropped. Columns that are lists or tables are JSON
texts in both formats.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from meuse.lab.accumulators import Row
from meuse.lab.match import Key, key

csv.field_size_limit(2**31 - 1)  # a column of one's own may be long
ENDINGS = (".parquet", ".csv")
TEXTS = (
    "game", "rules", "data", "scenario", "options", "players", "advice", "watched",
    "winner", "level", "reason", "clause", "error",
)  # fmt: skip
"""Columns that CSV holds as they are; all others are JSON."""
JSON_COLUMNS = b"meuse.json"
"""Where a Parquet file names its columns of JSON texts."""


class StoreError(Exception):
    """A file of results that cannot be used, and why."""


class Missing(Exception):
    """Something that is not part of the plain installation, and how to get it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs more than the plain installation; run: pip install 'meuse[{extra}]'")


def pyarrow() -> Any:
    """The Parquet library, if it is there."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise Missing("Parquet (CSV does not)", "lab") from None
    return pyarrow


class Store:
    """The rows of one file and its journal; used with ``with``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = path.with_name(path.name + ".journal")
        if path.suffix.lower() not in ENDINGS:
            raise StoreError(f"{path}: results end in .parquet or .csv; give such a name")
        if path.suffix.lower() == ".parquet":
            pyarrow()
        self.rows: dict[Key, Row] = {}
        self._file: BinaryIO | None = None

    def __enter__(self) -> Self:
        try:
            self._file = self.journal.open("ab")
            _lock(self._file)
            self._read()
        except BlockingIOError:
            raise StoreError(f"{self.path}: another run is writing to it; wait for it or name another file") from None
        except OSError as error:
            raise self._unusable(error) from None
        except StoreError:
            self._leave()
            raise
        return self

    def _unusable(self, error: OSError) -> StoreError:
        return StoreError(f"{self.path}: cannot be used: {error.strerror}; name a file you can write to")

    def _leave(self) -> None:
        """Close, and leave no empty journal behind."""
        assert self._file is not None
        self._file.close()
        if not self.journal.stat().st_size:
            self.journal.unlink()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Write the file if all went well; else the journal keeps what there is."""
        assert self._file is not None
        if kind is not None:
            self._leave()
            return
        try:
            self._write()
        except OSError as problem:
            self._file.close()
            raise self._unusable(problem) from None
        self.journal.unlink(missing_ok=True)
        self._file.close()

    def add(self, row: Row) -> None:
        """Keep a row: it is on the disk when this returns."""
        assert self._file is not None
        try:
            self._file.write(msgspec.json.encode(row) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unusable(error) from None
        self.rows[key(row)] = row

    def _read(self) -> None:
        rows = read(self.path) if self.path.exists() else []
        lines = self.journal.read_bytes().split(b"\n")
        if lines.pop():  # a row that was being written when the power went
            with self.journal.open("r+b") as file:
                file.truncate(sum(len(line) + 1 for line in lines))
        try:
            rows += [msgspec.json.decode(line) for line in lines]
            self.rows = {_key(row): row for row in rows}
        except (msgspec.DecodeError, KeyError, TypeError):
            raise StoreError(f"{self.path}: it holds something else than games of Meuse; name another file") from None

    def _write(self) -> None:
        rows = sorted(self.rows.values(), key=lambda row: (row["players"], row["data"], row["seed"]))
        half = self.path.with_name(f".{self.path.name}.part")
        with half.open("wb") as file:
            file.write(to_parquet(rows) if self.path.suffix.lower() == ".parquet" else to_csv(rows))
            file.flush()
            os.fsync(file.fileno())
        half.replace(self.path)


def _key(row: Row) -> Key:
    """The key of a row that was read; a ``KeyError`` if it is no row of ours."""
    if not {"watched", "error"} <= row.keys():
        raise KeyError("watched, error")
    return key(row)


def _lock(file: BinaryIO) -> None:
    """Let no two runs write to one file, where the system can see to that."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def read(path: Path) -> list[Row]:
    """All rows of a finished file."""
    try:
        return from_parquet(path) if path.suffix.lower() == ".parquet" else from_csv(path.read_text(encoding="utf-8"))
    except (ValueError, OSError, csv.Error) as error:
        problem = " ".join(str(error).split())
        raise StoreError(f"{path}: it cannot be read as results of Meuse: {problem}") from None


def columns(rows: Iterable[Row]) -> list[str]:
    """The columns of all rows, in the order they first appear."""
    return list(dict.fromkeys(name for row in rows for name in row))


def to_csv(rows: Sequence[Row]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = columns(rows)
    writer.writerow(names)
    writer.writerows([_cell(name, row.get(name)) for name in names] for row in rows)
    return out.getvalue().encode()


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    return str(value) if name in TEXTS else msgspec.json.encode(value).decode()


def from_csv(text: str) -> list[Row]:
    table = csv.reader(io.StringIO(text))
    names = next(table, [])
    return [{name: _value(name, cell) for name, cell in zip(names, cells, strict=True)} for cells in table]


def _value(name: str, cell: str) -> Any:
    if name in TEXTS:
        return cell
    return msgspec.json.decode(cell) if cell else None


def to_parquet(rows: Sequence[Row]) -> bytes:
    arrow = pyarrow()
    names = columns(rows)
    nested = [name for name in names if _mixed(row.get(name) for row in rows)]
    plain = [{name: _plain(row.get(name), name in nested) for name in names} for row in rows]
    table = arrow.Table.from_pylist(plain).replace_schema_metadata({JSON_COLUMNS: msgspec.json.encode(nested)})
    sink = arrow.BufferOutputStream()
    arrow.parquet.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue().to_pybytes())


def _mixed(values: Iterable[Any]) -> bool:
    """Must a column be kept as JSON, because its values are not plain or not of one kind?"""
    kinds = {type(value) for value in values if value is not None}
    return bool(kinds & {dict, list}) or (len(kinds) > 1 and kinds != {int, float})


def _plain(value: Any, nested: bool) -> Any:
    return msgspec.json.encode(value).decode() if nested and value is not None else value


def from_parquet(path: Path) -> list[Row]:
    table = pyarrow().parquet.read_table(path)
    nested = msgspec.json.decode((table.schema.metadata or {}).get(JSON_COLUMNS, b"[]"))
    rows: list[Row] = table.to_pylist()
    for row in rows:
        row.update({name: msgspec.json.decode(row[name]) for name in nested if row.get(name) is not None})
    return rows
