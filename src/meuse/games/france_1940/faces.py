"""How the counters look: a catalogue made from the pieces of a setting and faces.toml."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from meuse.engine.data import Strict
from meuse.engine.names import every
from meuse.engine.scene import Face, Print
from meuse.games.france_1940.rosters import NATIONS, Nation, OfficerRow, UnitKind, UnitRow
from meuse.games.france_1940.tables import Column, Wheels
from meuse.mechanics.faces import Letters, NationLook, Paint, face, land_symbol

if TYPE_CHECKING:
    from meuse.games.france_1940.setting import Formation, Piece


class Looks(Strict):
    """The whole of faces.toml."""

    nation: Annotated[dict[Nation, NationLook], every()]
    symbol: Annotated[dict[UnitKind, Letters], every()]
    box: Annotated[dict[Column, Paint], every()]
    """The boxes of fire factors by the kind of munition (2.2.1i, 8c)."""
    move: Annotated[dict[Wheels, Paint], every()]
    """Movement points by the kind of movement (5.1a)."""


STAR = "★"
"""The sign of officers."""
PLATOON = "D"
"""The echelon of a platoon in symbol codes."""


def catalogue(pieces: Sequence[Piece], formations: Sequence[Formation], looks: Looks) -> Iterator[Face]:
    """Every counter in the order of the pieces."""
    for piece in pieces:
        nation = NATIONS[piece.nation]
        side = ("german", "allied")[piece.side]
        row = piece.row
        if isinstance(row, OfficerRow):
            note = f"{row.kind} officer: morale {row.morale}, leadership {row.leadership}, command range {row.range}, "
            note += f"coordination {row.coordination}{', replacement' if row.replacement else ''}"
            yield face(side, nation, looks.nation[nation], piece.id, piece.name, piece.short, sign=STAR, note=note)
            continue
        symbol = land_symbol(looks.symbol[row.kind], PLATOON)
        note = formations[piece.formation].name if piece.formation < len(formations) else "of no formation"
        look = looks.nation[nation]
        yield face(side, nation, look, piece.id, piece.name, piece.short, symbol=symbol, note=note)


SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
COLUMNS: tuple[Column, ...] = ("ap", "at", "art")


def printed(row: UnitRow | OfficerRow, looks: Looks) -> tuple[tuple[Print, ...], ...]:
    """The foot of a counter by losses, none first: fire factors with their ranges, movement points (2.2.1i, 5.1a)."""
    if isinstance(row, OfficerRow):
        return ((),)
    weapons = [(looks.box[column], weapon) for column in COLUMNS if (weapon := getattr(row, column)) is not None]
    paint = looks.move[row.move]
    return tuple(
        (
            *(Print(f"{gun.ff[lost]}{_raised(gun.range)}", box.colour, box.ink) for box, gun in weapons),
            Print(f"{row.mp}", paint.colour, paint.ink),
        )
        for lost in range(3)
    )


def _raised(number: int) -> str:
    return str(number).translate(SUPERSCRIPTS)
