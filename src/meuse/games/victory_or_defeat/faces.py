"""How the counters look: a catalogue made from units.toml and faces.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from msgspec import Meta

from meuse.engine.data import Sourced, Strict
from meuse.engine.names import every
from meuse.engine.scene import Face
from meuse.games.victory_or_defeat.tables import Group, Nation, Unit, UnitFile, UnitType
from meuse.mechanics.faces import Paint

Letters = Annotated[str, Meta(pattern="^[A-Z-]{6}$")]
Neutral = Literal["belgium", "netherlands", "luxembourg", "switzerland"]
SYMBOLS = tuple(kind for kind in get_args(UnitType) if kind != "fort")
"""The types of unit that have one."""


class NationLook(Paint):
    """How a nation's counters look and what it is called."""

    title: str
    letter: str
    prefix: str = ""
    division: Paint | None = None
    mechanized: Paint | None = None


class MarkerLook(Strict):
    sign: str
    nation: Nation


class Looks(Sourced):
    """The whole of ``faces.toml``: the looks of everything that can be on the table."""

    nation: Annotated[dict[Nation, NationLook], every()]
    symbol: Annotated[dict[str, Letters], every(*SYMBOLS)]
    echelon: Annotated[dict[str, Annotated[str, Meta(pattern="^[A-Z]$")]], every("corps", "division")]
    marker: dict[str, MarkerLook]
    capital: dict[Neutral, str]


def catalogue(units: UnitFile, looks: Looks) -> Iterator[Face]:
    """Every unit in the order of the pieces, then the markers."""
    for group in units.group:
        yield from (unit_face(looks, group, unit) for unit in group.units)
    for marker in units.marker:
        if marker.id in looks.marker:
            sign, nation = looks.marker[marker.id].sign, looks.marker[marker.id].nation
            yield face(looks, nation, looks.nation[nation], f"marker.{marker.id}", marker.name, sign, "marker", sign)


def unit_face(looks: Looks, group: Group, unit: Unit) -> Face:
    """A unit's counter; forts have a sign, other units their symbol."""
    nation, note = looks.nation[group.nation], f"led by {unit.commander}" if unit.commander else ""
    if group.type == "fort":
        return face(looks, group.nation, nation, unit.id, unit.name, unit.short, "fort", unit.short, note=note)
    symbol = f"SFGP{looks.symbol[group.type]}-{looks.echelon[group.size]}---"
    title = nation.prefix + unit.name
    return face(looks, group.nation, painted(nation, group), unit.id, title, unit.short, symbol=symbol, note=note)


def painted(nation: NationLook, group: Group) -> Paint:
    """The colours of a group (2.4)."""
    if group.type in ("panzer", "panzergrenadier") and nation.mechanized:
        return nation.mechanized
    return nation.division if group.size == "division" and nation.division else nation


def face(
    looks: Looks, nation: Nation, paint: Paint, name: str, title: str, short: str, shape: str = "unit", sign: str = "",
    symbol: str = "", note: str = "",
) -> Face:  # fmt: skip
    """A counter of a nation."""
    side, letter = "german" if nation == "german" else "allied", looks.nation[nation].letter
    return Face(name, title, short, side, nation, letter, symbol, paint.colour, paint.ink, shape, sign, note)
