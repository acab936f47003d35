"""How the counters look: a catalogue made from units.toml and faces.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from msgspec import Meta

from meuse.engine.data import Sourced
from meuse.engine.names import every
from meuse.engine.scene import Face
from meuse.games.victory_or_defeat.tables import Group, Nation, Unit, UnitFile, UnitType
from meuse.mechanics.faces import Letters, MarkerLook, NationLook, Paint, face, land_symbol, marker_faces

Neutral = Literal["belgium", "netherlands", "luxembourg", "switzerland"]
SYMBOLS = tuple(kind for kind in get_args(UnitType) if kind != "fort")
"""The types of unit that have one."""


class ArmyLook(NationLook):
    """A nation's counters, of which divisions and mechanized corps may have colours of their own."""

    division: Paint | None = None
    mechanized: Paint | None = None


class Looks(Sourced):
    """The whole of ``faces.toml``: the looks of everything that can be on the table."""

    nation: Annotated[dict[Nation, ArmyLook], every()]
    symbol: Annotated[dict[str, Letters], every(*SYMBOLS)]
    echelon: Annotated[dict[str, Annotated[str, Meta(pattern="^[A-Z]$")]], every("corps", "division")]
    marker: dict[str, MarkerLook[Nation]]
    capital: dict[Neutral, str]


def catalogue(units: UnitFile, looks: Looks) -> Iterator[Face]:
    """Every unit in the order of the pieces, then the markers."""
    for group in units.group:
        yield from (unit_face(looks, group, unit) for unit in group.units)
    yield from marker_faces(units.marker, looks, side_of)


def side_of(nation: str) -> str:
    return "german" if nation == "german" else "allied"


def unit_face(looks: Looks, group: Group, unit: Unit) -> Face:
    """A unit's counter; forts have a sign, other units their symbol."""
    nation, side = looks.nation[group.nation], side_of(group.nation)
    note = f"led by {unit.commander}" if unit.commander else ""
    paint, title, sign = painted(nation, group), nation.prefix + unit.name, {"shape": "fort", "sign": unit.short}
    if group.type == "fort":
        return face(side, group.nation, nation, unit.id, unit.name, unit.short, paint, note=note, **sign)
    symbol = land_symbol(looks.symbol[group.type], looks.echelon[group.size])
    return face(side, group.nation, nation, unit.id, title, unit.short, paint, symbol=symbol, note=note)


def painted(nation: ArmyLook, group: Group) -> Paint:
    """The colours of a group (2.4)."""
    if group.type in ("panzer", "panzergrenadier") and nation.mechanized:
        return nation.mechanized
    return nation.division if group.size == "division" and nation.division else nation
