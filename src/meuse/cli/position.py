"""``meuse position``: check a position and sum it up."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from meuse import games
from meuse.cli.common import AsJson, Pack, Trouble, blaming, err, has_areas, load_game, out, read_text, say, say_json
from meuse.engine import Game
from meuse.engine.advice import WeightedAdvice
from meuse.engine.data import parse
from meuse.engine.game import Counter
from meuse.players.captain import ranked

DEFAULT_GAME = "victory_or_defeat"


def position(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The position, a TOML file.")],
    pack: Pack = None,
    side: Annotated[
        str | None, typer.Option("--side", help="Whose view --json prints; by default the side that decides.")
    ] = None,
    judge: Annotated[
        bool, typer.Option("--advice", help="What bots think of it, term by term, and what a captain would do.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a position: all its problems at once, or what it is and who must decide what."""
    with blaming(pack):
        game, state = load_position(file, pack)
        if judge:
            opinion = opinion_on(game, state)
            say_json(opinion) if as_json else show_opinion(opinion)
        elif as_json:
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
    """The game named in a position's text, or else the first that has its scenario."""
    table = parse(text, dict[str, Any], str(file))
    name = table.get("game")
    if name is None:
        scenario = table.get("scenario")
        return next((name for name in games.NAMES if scenario in games.load(name).scenarios), DEFAULT_GAME)
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


def opinion_on(game: Game, state: Any) -> dict[str, Any]:
    """What the game's advice makes of a position for the side that decides, and what a captain likes best."""
    advice = game.advice()
    if state.outcome is not None or not isinstance(advice, WeightedAdvice):
        raise Trouble("--advice: nobody has anything to decide here, or bots have no opinion on this game")
    side = game.side(state.to_act)
    terms = advice.breakdown(state, side)
    judged = ranked(advice, game.imagine(state, side, 0), side, 0)
    return {
        "side": state.to_act,
        "worth": round(sum(terms.values()), 2),
        "terms": [
            {"term": name, "says": advice.file.term[name].says, "worth": round(value, 2)}
            for name, value in sorted(terms.items(), key=lambda term: -abs(term[1]))
        ],
        "options": [{"action": str(option), "worth": round(value, 2)} for value, option in judged],
    }


# for people


def show_opinion(opinion: dict[str, Any]) -> None:
    """Terms and options, the weightiest first."""
    say(f"To the {opinion['side']} side the position is worth {opinion['worth']:+.1f}")
    terms = Table("term", "worth", "what a player would say")
    for entry in filter(lambda entry: entry["worth"], opinion["terms"]):
        terms.add_row(entry["term"], f"{entry['worth']:+.1f}", entry["says"])
    options = Table("a captain would", "for")
    for entry in opinion["options"]:
        options.add_row(entry["action"], f"{entry['worth']:+.1f}" if len(opinion["options"]) > 1 else "")
    for table in (terms, options):
        table.columns[1].justify = "right"
        out.print(table)


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
    pieces = game.roster(state)
    shown = columns(game, pieces)
    for side in game.sides:
        show_side(side, [piece for piece in pieces if piece.side == side], shown)
    show_tracks(seen | {"control": seen["control"] if has_areas(game) else {}})


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


def columns(game: Game, pieces: list[Counter]) -> list[str]:
    """What the tables of units say: supply only on hexes, or where a unit lacks it."""
    areas = has_areas(game)
    found = ["area" if areas else "hex", "unit", "steps", "strength"]
    return found if areas and all(piece.supplied for piece in pieces) else [*found, "supply"]


def show_side(side: str, pieces: list[Counter], shown: list[str]) -> None:
    """The stacks of one side, top unit first; units that nobody could tell apart stand in one line."""
    title = f"{side}: {len(pieces)} unit{'' if len(pieces) == 1 else 's'}"
    table = Table(*shown, title=title, title_justify="left")
    last = ""
    top_first = sorted(enumerate(pieces), key=lambda entry: (place_order(entry[1].hex), -entry[0]))
    alike: dict[Counter, int] = {}
    for _, piece in top_first:
        alike[piece] = alike.get(piece, 0) + 1
    for piece, count in alike.items():
        cells: dict[str, str | Text] = {
            shown[0]: piece.hex if piece.hex != last else "",
            "unit": piece.id if count == 1 else f"{piece.id} x{count}",
            "steps": f"{piece.steps} of {piece.full}",
            "strength": piece.strength,
            "supply": Text("yes") if piece.supplied else Text("no", "bold red"),
        }
        table.add_row(*(cells[name] for name in shown))
        last = piece.hex
    out.print(table)


def place_order(name: str) -> tuple[int, str]:
    """Places by number, those without one after them by name."""
    return (int(name), "") if name.isdecimal() else (sys.maxsize, name)


def show_tracks(seen: dict[str, Any]) -> None:
    """Tracks, countries, control and boxes, one line each."""
    for title in ("tracks", "countries", "control", "boxes"):
        entries = {name: value for name, value in seen.get(title, {}).items() if value not in ([], {}, "", None)}
        if entries:
            say(Text(title, "bold"))
        for name, value in entries.items():
            say(f"  {name.replace('_', ' ')}: {in_words(value)}")


def in_words(value: Any) -> str:
    """A value of a track."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
