"""How the counters look: a catalogue made from units.toml and the colours of the sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.engine.offer import AboutFile
from meuse.engine.scene import Face
from meuse.games.mansteins_war.setting import NATIONS, Piece


def catalogue(pieces: Sequence[Piece], front: AboutFile) -> Iterator[Face]:
    """Every counter in the order of the pieces."""
    for piece in pieces:
        side = front.sides[piece.side]
        nation = NATIONS[piece.nation]
        shape = "air" if piece.air else "unit"
        look = (side.letter, "", side.colour, side.ink, shape, piece.short)
        yield Face(piece.id, piece.name, piece.short, side.id, nation, *look)
