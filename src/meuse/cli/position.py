"""``meuse position``: check a position and sum it up, or cut one out of a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from meuse import games
from meuse.board import AreaMap
from meuse.cli.common import AsJson, Pack, Trouble, blaming, err, load_game, load_record, out, read_text, say, say_json
from meuse.cli.counters import LaidCounter, laid_out
from meuse.engine import Game
from meuse.engine.advice import WeightedAdvice
from meuse.engine.data import parse
from meuse.engine.scene import Piece, Scene
from meuse.players.captain import ranked

DEFAULT_GAME = "victory_or_defeat"


def position(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="The position, a TOML file.")] = None,
    pack: Pack = None,
    side: Annotated[
        str | None, typer.Option("--side", help="Whose scene --json prints; by default the side that decides.")
    ] = None,
    judge: Annotated[
        bool, typer.Option("--advice", help="What bots think of it, term by term, and what a captain would do.")
    ] = False,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Cut the position out of the record of a match.")
    ] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", min=0, metavar="N", help="After which action of the record; by default the last."),
    ] = None,
    scenario: Annotated[
        Path | None,
        typer.Option("--scenario", metavar="FILE.toml", help="The player's own scenario that the position is of."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a position: all its problems at once, or what it is and who must decide what.

    With --record, print the position of a recorded match after an action instead.
    """
    if (file is None) == (record is None):
        raise Trouble("give the FILE of a position, or --record FILE to cut one out of a record")
    if at is not None and record is None:
        raise Trouble("--at goes with --record: after which action of the record?")
    if scenario is not None and record is not None:
        raise Trouble("--scenario goes with a FILE: a record has its scenario in it")
    with blaming(pack):
        game, state = cut_out(record, at, pack) if record is not None else load_position(file, pack, own=scenario)
        if judge:
            opinion = opinion_on(game, state)
            say_json(opinion) if as_json else show_opinion(opinion)
        elif as_json:
            say_json(seen_by(game, state, side))
        elif record is not None:
            typer.echo(position_text(state), nl=False)
        else:
            summarize(game, state)


def load_position(
    file: Path | None, pack: Path | None, expected: Game | None = None, own: Path | None = None
) -> tuple[Game, Any]:
    """The game a position is of, and its state; troubles list everything that is wrong with it."""
    assert file is not None
    text = read_text(file, "position")
    game = expected or load_game(game_of(text, file), pack)
    text = text if "\n" in text else f"{text}\n"
    if own is not None:
        game.own_setting(own)
    problems = game.problems(text)
    if problems:
        for problem in problems:
            err.print(f"{file}: {problem}", soft_wrap=True)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        raise Trouble(f"{file}: {count}; mend the position and try again")
    return game, game.position(text)


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


def cut_out(file: Path, at: int | None, pack: Path | None) -> tuple[Game, Any]:
    """The state of a recorded match after an action."""
    record, game = load_record(file, pack)
    if at is not None and at > len(record.lines):
        raise Trouble(f"--at {at}: the record has only {len(record.lines)} actions")
    return game, record.replay(game, str(file), at)


def position_text(state: Any) -> str:
    """The position, if there is something left to decide."""
    if state.outcome is not None:
        raise Trouble(f"the match is over after action {state.actions}; give --at a smaller number")
    text: str = state.position()
    return text


def seen_by(game: Game, state: Any, side: str | None) -> dict[str, Any]:
    """What a side may know."""
    try:
        scene: Scene = state.scene(side or state.to_act or game.sides[0])
    except ValueError as error:
        raise Trouble(f"--side: {error}") from None
    shown: dict[str, Any] = msgspec.to_builtins(scene)
    return {"game": game.NAME, "scenario": state.scenario, "result": msgspec.to_builtins(state.result), **shown}


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
    """Scenario, turn, decision, units and tracks: all that any side may know."""
    sides = [state.to_act, *game.sides] if state.to_act else game.sides
    scenes: list[Scene] = [state.scene(side) for side in dict.fromkeys(sides)]
    turn = scenes[0].turn
    say(Text(f"{game.TITLE}, {state.setting.info.title}", "bold"))
    for line in (turn, scenes[0].phase, *situation(state), *deviations(game, state)):
        say(line)
    counters = laid_out(state)
    for side in game.sides:
        show_side(side, [laid for laid in counters if laid.face.side == side], game.READER.PLACE)
    tracks = {track.title: track.value for scene in scenes for track in scene.tracks if track.value != turn}
    control = scenes[0].control if isinstance(state.setting.map, AreaMap) else {}
    boxes = {box.title: named(box.pieces) for scene in scenes for box in scene.boxes}
    show_lines("tracks", tracks)
    show_lines("control", {side: ", ".join(places) for side, places in control.items()})
    show_lines("boxes", boxes)


def show_lines(title: str, lines: Mapping[str, str]) -> None:
    """A heading with its lines; what has nothing to say is left out."""
    shown = {name: value for name, value in lines.items() if value}
    if shown:
        say(Text(title, "bold"))
    for name, value in shown.items():
        say(f"  {name}: {value}")


def situation(state: Any) -> list[str]:
    """The result, or who must decide what, in words."""
    result = state.result
    if result is not None:
        return [f"Over: {result.winner or 'draw'}, {result.level}: {result.reason} ({result.clause})"]
    decision = state.decision
    return [f"To decide: {decision.side}: {decision.prompt}", f"Options: {len(decision.options)}"]


def deviations(game: Game, state: Any) -> list[str]:
    """Rules options that differ from the default."""
    chosen = game.ledger.deviations(state.rulings)
    return [f"Rules options: {', '.join(f'{name}={value}' for name, value in chosen)}"] if chosen else []


def show_side(side: str, counters: list[LaidCounter], place_word: str) -> None:
    """The stacks of one side, top unit first."""
    units = sum(laid.piece.count for laid in counters)
    notes = any(laid.piece.notes for laid in counters)
    columns = [place_word, "unit", "steps", "strength", *(["notes"] if notes else [])]
    table = Table(*columns, title=f"{side}: {units} unit{'' if units == 1 else 's'}", title_justify="left")
    last = ""
    for place, piece, _ in counters:
        cells = [place if place != last else "", numbered(piece), f"{piece.steps} of {piece.full}", piece.text]
        table.add_row(*cells, *([", ".join(piece.notes)] if notes else []))
        last = place
    out.print(table)


def named(pieces: Iterable[Piece]) -> str:
    return ", ".join(map(numbered, pieces))


def numbered(piece: Piece) -> str:
    """A counter by its catalogue name, and how many lie there."""
    return piece.face if piece.count == 1 else f"{piece.face} x{piece.count}"
