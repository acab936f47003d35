"""How the counters look: a catalogue made from the pieces of a setting and faces.toml."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from meuse.engine.data import Strict
from meuse.engine.names import every
from meuse.engine.scene import Face
from meuse.games.france_1940.rosters import NATIONS, Nation, OfficerRow, UnitKind
from meuse.mechanics.faces import Letters, NationLook, face, land_symbol

if TYPE_CHECKING:
    from meuse.games.france_1940.setting import Formation, Piece


class Looks(Strict):
    """The whole of faces.toml."""

    nation: Annotated[dict[Nation, NationLook], every()]
    symbol: Annotated[dict[UnitKind, Letters], every()]


PLATOON = "D"
"""The echelon of a platoon in symbol codes."""


def catalogue(pieces: Sequence[Piece], formations: Sequence[Formation], looks: Looks) -> Iterator[Face]:
    """Every counter in the order of the pieces."""
    for piece in pieces:
        nation = NATIONS[piece.nation]
        side = ("german", "allied")[piece.side]
        row = piece.row
        if isinstance(row, OfficerRow):
            sign = f"{row.morale}-{row.leadership}-{row.range}-{row.coordination}"
            note = f"{row.kind} officer: morale {row.morale}, leadership {row.leadership}, command range {row.range}, "
            note += f"coordination {row.coordination}{', replacement' if row.replacement else ''}"
            yield face(side, nation, looks.nation[nation], piece.id, piece.name, piece.short, sign=sign, note=note)
            continue
        symbol = land_symbol(looks.symbol[row.kind], PLATOON)
        note = formations[piece.formation].name if piece.formation < len(formations) else "of no formation"
        look = looks.nation[nation]
        yield face(side, nation, look, piece.id, piece.name, piece.short, symbol=symbol, note=note)
