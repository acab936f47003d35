"""``meuse ledger``: which clauses have tests."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

import meuse
from meuse import games
from meuse.cli.common import AsJson, Trouble, load_game, out, say, say_json
from meuse.engine import Game, Ledger


class Coverage(msgspec.Struct, frozen=True):
    """How many clauses must be tested, how many are, and which are not."""

    clauses: int
    covered: int
    missing: list[str]


def ledger(
    game_name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One game; without it, all of them.")
    ] = None,
    tests: Annotated[
        Path | None,
        typer.Option("--tests", metavar="FOLDER", help="The folder of tests; by default that of the checkout."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Exit with 1 if a clause has no test.")] = False,
    as_json: AsJson = False,
) -> None:
    """How many clauses of each rulebook must be tested, how many are, and which are not."""
    folder = tests_folder(tests)
    names = games.NAMES if game_name is None else (game_name,)
    found = {name: coverage(load_game(name), folder) for name in names}
    if as_json:
        say_json({name: msgspec.to_builtins(part) for name, part in found.items()})
    else:
        show(found)
    if check and any(part.missing for part in found.values()):
        raise typer.Exit(1)


def tests_folder(given: Path | None) -> Path:
    """The folder given, or the tests beside the current folder, or those of the checkout."""
    if given is not None:
        if not given.is_dir():
            raise Trouble(f"{given}: there is no such folder; --tests takes the folder that holds games/<game>")
        return given
    places = [Path.cwd() / "tests", Path(meuse.__file__).parents[2] / "tests"]
    for place in places:
        if (place / "games").is_dir():
            return place
    raise Trouble(f"no tests found in {' or '.join(map(str, places))}; name their folder with --tests")


def coverage(game: Game, tests: Path) -> Coverage:
    """The coverage of one game by the tests in its folder."""
    own = tests / "games" / game.NAME
    folder = own if own.is_dir() or (tests / "games").is_dir() else tests
    try:
        return covered(game.ledger, folder)
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        raise Trouble(f"{folder}: a test file cannot be read: {error}") from None


def covered(ledger: Ledger, tests: Path) -> Coverage:
    """Which clauses the tests in a folder are marked with."""
    marked = marks(tests)
    wanted = ledger.must_be_tested()
    missing = [clause for clause in wanted if clause not in marked]
    return Coverage(len(wanted), len(wanted) - len(missing), missing)


def marks(tests: Path) -> dict[str, list[str]]:
    """Clause ids named by ``clause("7.3a", ...)`` marks in a folder's tests, with the places."""
    places: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name == "clause":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        places.setdefault(argument.value, []).append(f"{path.name}:{node.lineno}")
    return places


def show(found: dict[str, Coverage]) -> None:
    """A table, and below it the clauses without a test."""
    table = Table("game", "clauses", "covered", "missing")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, part in found.items():
        table.add_row(name, str(part.clauses), str(part.covered), str(len(part.missing)))
    out.print(table)
    for name, part in found.items():
        if part.missing:
            say(f"{name} lacks tests for {', '.join(part.missing)}")
