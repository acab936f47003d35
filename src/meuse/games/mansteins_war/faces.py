"""How the counters look: a catalogue made from units.toml, markers.toml and faces.toml."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.engine.scene import Face
from meuse.games.mansteins_war.setting import COMMANDS, NATIONS, SIDES, Piece
from meuse.games.mansteins_war.tables import CommandMarker, Looks, Nation, Tables, UnitFile

MARKER = "marker."
"""Before the name of a command marker in the catalogue."""
NOTES = {"air": "air unit", "naval": "naval unit", "special_forces": "special forces"}


def catalogue(
    pieces: Sequence[Piece], units: UnitFile, markers: Sequence[CommandMarker], looks: Looks, tables: Tables
) -> Iterator[Face]:
    """Every counter in the order of the pieces, then the command markers (2.2)."""
    commanders = {unit.id: unit.commander for group in units.group for unit in group.units}
    for piece in pieces:
        if piece.ground:
            yield ground_face(piece, units, looks, tables, commanders[piece.id])
        else:
            yield light_face(piece, looks)
    yield from (marker_face(marker, units, looks) for marker in markers)


def ground_face(piece: Piece, units: UnitFile, looks: Looks, tables: Tables, commander: str) -> Face:
    """A ground unit: symbol and size, the stripe of its command, a disc under the last number of a Mech unit (2.2)."""
    nation, command = NATIONS[piece.nation], COMMANDS[piece.command]
    type_ = next(name for name in tables.type if name == piece.type)
    row, look = tables.type[type_], looks.nation[nation]
    size = next(name for name in looks.echelon if name == piece.size)
    notes = [units.command[command].title, row.name] + ([f"led by {commander}"] if commander else [])
    return Face(
        piece.id, piece.name, piece.short, SIDES[piece.side], nation, look.letter,
        f"SFGP{looks.symbol[type_]}-{looks.echelon[size]}---", look.colour, look.ink,
        note=", ".join(notes),
        stripes=(looks.command[command].colour,),
        wheels=row.moves_as == "mech",
        due=str(piece.arrives or ""),
    )  # fmt: skip


def light_face(piece: Piece, looks: Looks) -> Face:
    """An air, naval or special forces unit: in the light shade of its nation."""
    nation = NATIONS[piece.nation]
    look = looks.light[nation]
    symbol = {"air": looks.air_symbol, "naval": looks.naval_symbol}.get(piece.type, looks.forces_symbol)
    return Face(
        piece.id, piece.name, piece.short, SIDES[piece.side], nation, look.letter, symbol, look.colour, look.ink,
        shape="air" if piece.air else "unit",
        note="airlift" if piece.airlift else NOTES[piece.type],
        due=str(piece.arrives or ""),
    )  # fmt: skip


def marker_face(marker: CommandMarker, units: UnitFile, looks: Looks) -> Face:
    """A command marker: in the colour of its command, or of its side's plans and leaders (5.1)."""
    paint = looks.command[marker.of[0]] if marker.always else looks.marker[marker.side]
    sign = f"{marker.short}*" if marker.special else marker.short
    nation: Nation = "german" if marker.side == "german" else "french"
    return Face(
        MARKER + marker.id, marker.name, marker.short, marker.side, nation, looks.nation[nation].letter, "",
        paint.colour, paint.ink,
        shape="marker", sign=sign, note=activates(marker, units),
        due=str(marker.from_turn) if marker.from_turn > 1 else "",
    )  # fmt: skip


def activates(marker: CommandMarker, units: UnitFile) -> str:
    """What a marker does, in a line (5.1)."""
    parts = []
    titles = [units.command[command].title for command in marker.of]
    if titles and len(titles) <= marker.commands:
        parts.append(f"activates {' and '.join(titles)}")
    elif titles:
        parts.append(f"activates {marker.commands} of {', '.join(titles)}")
    if marker.corps:
        parts.append(f"activates up to {marker.corps} Mech corps")
    if marker.all_air:
        parts.append("activates all air units")
    elif marker.air:
        parts.append(f"air units: {marker.air}")
    if marker.shift:
        where = {"": "", "maginot": " from the Maginot Line into Germany", "air": " in air combat and city bombing"}
        lasts = " to the end of the turn" if marker.shift_lasts == "turn" else ""
        parts.append(f"attacks{where[marker.shift_when]} gain {marker.shift}R{lasts}")
    if marker.rough_stacking:
        parts.append("more corps in rough hexes from now on")
    if marker.no_attacks:
        parts.append("no attacks")
    if marker.evacuates:
        parts.append("evacuation by sea")
    return "; ".join(parts)
