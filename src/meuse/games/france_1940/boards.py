"""The boards A to H, and how a scenario lays them together (2.1b, 2.1d, R16)."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.board import HexMap, Tile, read_hex_sheet, tile_maps
from meuse.engine.data import DataFolder

FAMILY = "boards.toml"
FOLDER = "boards/"
TURNED = " turned"
"""What follows the letter of a board that lies turned by half."""


def letters(data: DataFolder) -> list[str]:
    """The boards there are."""
    return [name.removeprefix(FOLDER).removesuffix(".toml") for name in data.names(FOLDER)]


def board(data: DataFolder, letter: str) -> HexMap:
    """One board as it is printed."""
    return read_hex_sheet(data, f"{FOLDER}{letter}.toml", FAMILY)


def laid_out(data: DataFolder, rows: Sequence[Sequence[str]], title: str = "") -> HexMap:
    """Boards laid together: rows from the north, each from the west, such as ``[["A", "C turned"]]`` (2.1d).

    A ``ValueError`` says why boards cannot lie so: there is none of that letter, or one is named twice.
    """
    known = letters(data)
    named = [text.removesuffix(TURNED) for row in rows for text in row]
    for letter in named:
        if letter not in known:
            raise ValueError(f"there is no board {letter!r}; boards: {', '.join(known)}")
        if named.count(letter) > 1:
            raise ValueError(f"board {letter} is there only once; take another")
    tiles = [[Tile(board(data, text.removesuffix(TURNED)), text.endswith(TURNED)) for text in row] for row in rows]
    return tile_maps(tiles, title)
