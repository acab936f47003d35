"""What the commands share: reading, writing, loading games, and one-line errors."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from meuse import games
from meuse.engine import DataError, Game, Record

out = Console(highlight=False, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, markup=False, emoji=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {', '.join(games.NAMES)}.")]
Pack = Annotated[
    Path | None,
    typer.Option(
        "--pack",
        metavar="FOLDER",
        help="A data pack: its TOML files replace the game's own, and it may add scenarios.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class Trouble(Exception):
    """Something the user can fix: one line, and the exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def say(*parts: Any, **style: Any) -> None:
    """Print a line that is never broken where it is piped on."""
    out.print(*parts, soft_wrap=not out.is_terminal, **style)


def say_json(value: Any) -> None:
    """Print plain data as JSON."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def load_game(name: str, pack: Path | None = None) -> Game:
    """A game by name; troubles name the game, or the file and entry of the pack."""
    if name not in games.NAMES:
        raise Trouble(f"there is no game {name!r}; games: {', '.join(games.NAMES)}")
    with blaming(pack):
        return games.load(name, pack)


@contextmanager
def blaming(pack: Path | None) -> Iterator[None]:
    """Errors that only a pack's data can have caused become a trouble that names the pack."""
    try:
        yield
    except (Trouble, DataError):
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StopIteration) as error:
        if pack is None:
            raise
        problem = f"{type(error).__name__}: {error}"
        raise Trouble(f"{pack}: the game cannot use this pack ({problem}); compare it with its own data") from None


def parse_options(game: Game, pairs: Iterable[str]) -> dict[str, str]:
    """Options of the game given as ``name=value``."""
    chosen = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Trouble(f"--option {pair}: write name=value, such as {_example(game)}")
        chosen[name.strip()] = value.strip()
    try:
        game.ledger.settle(chosen)
    except ValueError as error:
        raise Trouble(f"--option: {error}") from None
    return chosen


def _example(game: Game) -> str:
    option = next(iter(game.ledger.options.values()), None)
    return f"{option.name}={option.default}" if option else "name=value"


def choose_scenario(game: Game, scenario: str) -> str:
    """A scenario by its name or its file: the name under which the game knows it."""
    try:
        own = scenario.endswith(".toml")
        name: str = (game.own_setting(Path(scenario)) if own else game.setting(scenario)).name
    except DataError:
        raise
    except ValueError as error:
        raise Trouble(f"{error}; or give a file.toml of your own") from None
    return name


def load_record(file: Path, pack: Path | None) -> tuple[Record, Game]:
    """The record in a file, and the game it is of."""
    record = Record.read(read_text(file, "record"), str(file))
    try:
        return record, load_game(record.headers["Game"], pack)
    except Trouble as trouble:
        raise Trouble(f"{file}: {trouble}" if pack is None else str(trouble)) from None


def read_text(path: Path, what: str) -> str:
    """The text of a file the user named."""
    if path.is_dir():
        raise Trouble(f"{path}: this is a folder; give the file of the {what}")
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Trouble(f"{path}: there is no such file; give the file of a {what}") from None
    except UnicodeDecodeError:
        raise Trouble(f"{path}: this is not a text file (UTF-8); give the file of a {what}") from None
    except OSError as error:
        raise Trouble(f"{path}: cannot be read: {error.strerror}") from None
    if "\0" in text:
        raise Trouble(f"{path}: this is not a text file; give the file of a {what}")
    return text


def write_whole(path: Path, content: bytes) -> None:
    """Write a file at once or not at all."""
    if path.exists() and not path.is_file():
        what = "a folder" if path.is_dir() else "no ordinary file"
        raise Trouble(f"{path}: cannot be written: it is {what}; name a file")
    half = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        half.write_bytes(content)
        half.replace(path)
    except OSError as error:
        reason = "there is no such folder" if isinstance(error, FileNotFoundError) else error.strerror
        raise Trouble(f"{path}: cannot be written: {reason}; name a file in a folder you can write to") from None
    finally:
        _remove(half)


def check_folder(folder: Path, path: Path) -> None:
    """Refuse a file at once that could not be written in the end."""
    if not os.access(folder, os.W_OK | os.X_OK):
        reason = "there is no such folder" if not folder.exists() else "no writing there"
        raise Trouble(f"{path}: cannot be written: {reason}; name a file in a folder you can write to")


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return


def one_line(error: object) -> str:
    """An error's words on a single line."""
    return " ".join(str(error).split())
