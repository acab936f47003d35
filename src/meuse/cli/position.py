"""``meuse position``: check a position and sum it up."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from meuse.cli.common import AsJson, Pack, Trouble, err, load_game, out, read_text, say, say_json
from meuse.engine import Game
from meuse.engine.game import Counter

DEFAULT_GAME = "victory_or_defeat"


def position(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The position, a TOML file.")],
    pack: Pack = None,
    side: Annotated[
        str | None, typer.Option("--side", help="Whose view --json prints; by default the side that decides.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a position: all its problems at once, or what it is and who must decide what."""
    game, state = load_position(file, pack)
    if as_json:
        say_json(view(game, state, side))
    else:
        summarize(game, state)


def load_position(file: Path, pack: Path | None, expected: Game | None = None) -> tuple[Game, Any]:
    """The game a position is of, and its state; troubles list everything that is wrong with it."""
    text = read_text(file, "position")
    game = expected or load_game(game_of(text, file), pack)
    problems = game.read_position(text, str(file), b"")[1]
    if problems:
        for problem in problems:
            err.print(f"{file}: {problem}", soft_wrap=True)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise Trouble(f"{file}: {count}; mend the position and try again")
    return game, game.position(text if "\n" in text else f"{text}\n")


def game_of(text: str, file: Path) -> str:
    """The game named in a position's text."""
    try:
        name = tomllib.loads(text).get("game", DEFAULT_GAME)
    except tomllib.TOMLDecodeError as error:
        raise Trouble(f"{file}: is not valid TOML: {error}") from None
    if not isinstance(name, str):
        raise Trouble(f"{file}: game: the name of a game is expected, such as {DEFAULT_GAME!r}")
    return name


def view(game: Game, state: Any, side: str | None) -> dict[str, Any]:
    """What a side may know."""
    chosen = side or state.to_act or game.sides[0]
    try:
        shown: dict[str, Any] = state.view(chosen)
    except ValueError as error:
        raise Trouble(f"--side: {error}") from None
    return shown


# for people


def summarize(game: Game, state: Any) -> None:
    """Scenario, turn, decision, units and tracks."""
    seen = game.view(state, 0)
    date = f" ({seen['date']})" if seen.get("date") else ""
    say(Text(f"{game.TITLE}, {state.scenario}", "bold"))
    say(f"Turn {seen['turn']} of {seen['turns']}{date}" if "turn" in seen else "")
    say(f"Phase: {(seen.get('step') or 'over').replace('_', ' ')}")
    for line in situation(state):
        say(line)
    show_options(game, state)
    for side in game.sides:
        show_side(side, [piece for piece in game.roster(state) if piece.side == side])
    show_tracks(seen)


def situation(state: Any) -> list[str]:
    """The result, or who must decide what, in words."""
    result = state.result
    if result is not None:
        return [f"Over: {result.winner or 'draw'}, {result.level}: {result.reason} ({result.clause})"]
    decision = state.decision
    count = len(decision.options)
    return [f"To decide: {decision.side}: {decision.prompt}", f"Options: {count}"]


def show_options(game: Game, state: Any) -> None:
    """Rules options that differ from the usual."""
    chosen = {k: v for k, v in sorted(state.rulings.items()) if v != game.ledger.options[k].default}
    if chosen:
        say(f"Rules options: {', '.join(f'{name}={value}' for name, value in chosen.items())}")


def show_side(side: str, pieces: list[Counter]) -> None:
    """The stacks of one side, top unit first, with strength and supply of each unit."""
    table = Table(
        "hex", "unit", "steps", "strength", "supply", title=f"{side}: {len(pieces)} units", title_justify="left"
    )
    last = ""
    top_first = sorted(enumerate(pieces), key=lambda entry: (entry[1].hex, -entry[0]))
    for _, piece in top_first:
        supply = Text("yes") if piece.supplied else Text("no", "bold red")
        steps = f"{piece.steps} of {piece.full}"
        table.add_row(piece.hex if piece.hex != last else "", piece.id, steps, piece.strength, supply)
        last = piece.hex
    out.print(table)


def show_tracks(seen: dict[str, Any]) -> None:
    """Tracks, countries and boxes, one line each."""
    for title in ("tracks", "countries", "boxes"):
        entries = {name: value for name, value in seen.get(title, {}).items() if value not in ([], "", None)}
        if entries:
            say(Text(title, "bold"))
        for name, value in entries.items():
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value).lower()
            say(f"  {name.replace('_', ' ')}: {shown}")
