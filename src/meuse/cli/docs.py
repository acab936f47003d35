"""``meuse docs``: the page of a game, made from its data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meuse.cli.common import GameName, Pack, blaming, load_game, say, write_whole
from meuse.engine.gamedoc import page


def docs(
    game_name: GameName,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write; without it, print.")
    ] = None,
    pack: Pack = None,
) -> None:
    """Make a game's page from its data: components and where they come from, scenarios, options, rulings, clauses."""
    game = load_game(game_name, pack)
    with blaming(pack):
        text = page(game)
    if output is None:
        typer.echo(text, nl=False)
        return
    write_whole(output, text.encode())
    say(f"{output}: written")
