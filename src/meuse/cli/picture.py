"""``meuse map``: the board as a picture."""

from __future__ import annotations

import tempfile
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from meuse.board import AreaMap
from meuse.board.picture import area_chart, hex_chart
from meuse.board.picture.areachart import AREA_SCALE
from meuse.board.picture.hexchart import HEX_SCALE
from meuse.cli.common import GameName, Pack, Trouble, blaming, choose_scenario, load_game, say, write_whole
from meuse.cli.counters import LaidCounter, laid_out
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
    scale: Annotated[
        float | None,
        typer.Option(
            "--scale",
            min=4,
            max=200,
            help=f"Pixels per hex (default {HEX_SCALE:g}), or per unit of the sheet of an area map ({AREA_SCALE:g}).",
        ),
    ] = None,
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
    with blaming(pack):
        svg = draw(game, shown_state(game, scenario, setup, position, pack), scale)
    target = output or Path(tempfile.mkdtemp(prefix="meuse-")) / f"{game.NAME}.svg"
    write_whole(target, to_png(svg, target) if target.suffix.lower() == ".png" else svg.encode())
    say(f"{target}: written")
    if show and not webbrowser.open(target.resolve().as_uri()):
        raise Trouble(f"{target}: no program to open it was found; open it yourself", 1)


def shown_state(game: Game, scenario: str | None, setup: bool, position: Path | None, pack: Path | None) -> Any:
    """The state whose counters are drawn; None for the bare map."""
    if position is not None:
        return load_position(position, pack, expected=game)[1]
    if setup or scenario:
        return ready(game, choose_scenario(game, scenario or game.scenarios[-1]))
    return None


def draw(game: Game, state: Any, scale: float | None) -> str:
    """The map as SVG, with the counters of a state if there is one."""
    setting = state.setting if state is not None else game.setting(game.scenarios[-1])
    counters = laid_out(state) if state is not None else []
    if isinstance(setting.map, AreaMap):
        chips = [
            {"area": laid.place, "power": laid.face.side, "text": chip_text(laid)}
            for laid in counters
            for _ in range(laid.piece.count)
        ]
        return area_chart(setting.map, scale=scale or AREA_SCALE, pieces=chips, title=game.TITLE)
    drawn = [
        {
            "hex": laid.place, "colour": laid.face.colour, "ink": laid.face.ink,
            "top": laid.size, "middle": laid.face.short, "bottom": laid.piece.text,
        }
        for laid in reversed(counters)
    ]  # fmt: skip
    return hex_chart(setting.map, scale=scale or HEX_SCALE, counters=drawn)


def chip_text(laid: LaidCounter) -> str:
    """The short name of a piece; where it has lost steps, how many of them it has left."""
    piece = laid.piece
    return laid.face.short if piece.steps == piece.full else f"{laid.face.short} {piece.steps}/{piece.full}"


def ready(game: Game, scenario: str) -> Any:
    """A match whose sides have all taken the ready set-up."""
    state = game.new(scenario, 0)
    game.set_up(state)
    return state


def to_png(svg: str, target: Path) -> bytes:
    """The picture in pixels."""
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg))
    except ValueError as error:
        raise Trouble(f"{target}: the picture could not be turned into PNG: {error}; try .svg") from None
