"""``meuse map``: the board as a picture."""

from __future__ import annotations

import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from meuse.board.chart import chart
from meuse.cli.common import GameName, Pack, Trouble, check_scenario, load_game, say, write_whole
from meuse.cli.position import load_position
from meuse.engine import Game

ENDINGS = (".svg", ".png")


def picture(
    game_name: GameName,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write: FILE.svg or FILE.png.")
    ] = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", help="The scenario whose ready set-up is drawn (implies --setup).")
    ] = None,
    setup: Annotated[
        bool,
        typer.Option("--setup", help="Draw the counters of the ready set-up (of the last scenario, if none is named)."),
    ] = False,
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="Draw the counters of this position.")
    ] = None,
    pack: Pack = None,
    scale: Annotated[float, typer.Option("--scale", min=4, max=200, help="Pixels per hex.")] = 40.0,
    show: Annotated[
        bool, typer.Option("--open", help="Open the picture; without -o it goes to a temporary folder.")
    ] = False,
) -> None:
    """Draw the map, empty or with counters, as SVG or PNG."""
    if output is None and not show:
        raise Trouble("say where the picture goes with -o FILE.svg or -o FILE.png, or --open it")
    if output is not None and output.suffix.lower() not in ENDINGS:
        raise Trouble(f"{output}: pictures end in .svg or .png; give such a name")
    if position is not None and (setup or scenario):
        raise Trouble("--position and --setup exclude each other; choose what to draw")
    game = load_game(game_name, pack)
    state = None
    if position is not None:
        state = load_position(position, pack, expected=game)[1]
    elif setup or scenario:
        state = ready(game, check_scenario(game, scenario or game.scenarios[-1]))
    svg = draw(game, state, scale)
    target = output or Path(tempfile.mkdtemp(prefix="meuse-")) / f"{game.NAME}.svg"
    write_whole(target, to_png(svg, target) if target.suffix.lower() == ".png" else svg.encode())
    say(f"{target}: written")
    if show and not webbrowser.open(target.resolve().as_uri()):
        raise Trouble(f"{target}: no program to open it was found; open it yourself", 1)


def draw(game: Game, state: Any, scale: float) -> str:
    """The map as SVG, with the counters of a state if there is one."""
    table = game.data.load("map.toml", dict[str, Any])
    counters = [
        {
            "hex": piece.hex, "colour": piece.colour, "ink": piece.ink,
            "top": piece.size, "middle": piece.short, "bottom": piece.strength,
        }
        for piece in (game.roster(state) if state is not None else [])
    ]  # fmt: skip
    return chart(table, scale=scale, counters=counters)


def ready(game: Game, scenario: str) -> Any:
    """A match whose sides have all taken the ready set-up."""
    state = game.new(scenario, 0)
    word = game.vocabulary.words.get("ready")
    while word in state.options:
        state.apply(word)
    return state


def to_png(svg: str, target: Path) -> bytes:
    """The picture in pixels."""
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg))
    except ValueError as error:
        raise Trouble(f"{target}: the picture could not be turned into PNG: {error}; try .svg") from None
