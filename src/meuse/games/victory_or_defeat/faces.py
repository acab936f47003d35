"""How the counters look: a catalogue made from units.toml and faces.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, get_args

from msgspec import Meta

from meuse.engine.data import DataFolder, Strict
from meuse.engine.scene import Face
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    COUNTRIES,
    GERMAN,
    GERMANS,
    MECHANIZED,
    NATIONS,
    SIDES,
    Components,
)
from meuse.games.victory_or_defeat.tables import Group, Marker, Unit, UnitType

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Letters = Annotated[str, Meta(pattern="^[A-Z-]{6}$")]


class Paint(Strict):
    """A counter's ground and print."""

    colour: Colour
    ink: Colour


class NationLook(Paint):
    """How a nation's counters look and what it is called."""

    title: str
    letter: str
    prefix: str = ""
    division: Paint | None = None
    mechanized: Paint | None = None


class MarkerLook(Strict):
    sign: str
    nation: str


class Looks(Strict):
    """The whole of ``faces.toml``."""

    source: str
    nation: dict[str, NationLook]
    symbol: dict[str, Letters]
    echelon: dict[str, Annotated[str, Meta(pattern="^[A-Z]$")]]
    marker: dict[str, MarkerLook]
    capital: dict[str, str]


def read_looks(data: DataFolder) -> Looks:
    """The looks of everything that can be on the table."""
    looks, fault = data.load("faces.toml", Looks), data.fault("faces.toml")
    for table, found, needed in (
        ("nation", looks.nation, NATIONS),
        ("symbol", looks.symbol, [kind for kind in get_args(UnitType) if kind != "fort"]),
        ("echelon", looks.echelon, ("corps", "division")),
    ):
        for name in needed:
            if name not in found:
                raise fault(table, f"{name} is missing; give one for each of {', '.join(needed)}")
    for name, look in looks.marker.items():
        if look.nation not in NATIONS:
            raise fault(f"marker, {name}", f"{look.nation!r} is no nation; nations: {', '.join(NATIONS)}")
    for country in looks.capital:
        if country not in COUNTRIES:
            raise fault("capital", f"{country!r} is no country of this game; known: {', '.join(COUNTRIES)}")
    return looks


def catalogue(game: Components, looks: Looks) -> Iterator[Face]:
    """Every unit in the order of the pieces, then the markers."""
    for group in game.unit_file.group:
        yield from (unit_face(looks, group, unit) for unit in group.units)
    for marker in game.unit_file.marker:
        if marker.id in looks.marker:
            yield marker_face(looks, marker)


def unit_face(looks: Looks, group: Group, unit: Unit) -> Face:
    """A unit's counter; forts have a sign, other units their symbol."""
    nation = looks.nation[group.nation]
    fort = group.type == "fort"
    paint = painted(nation, group)
    return Face(
        id=unit.id,
        title=unit.name if fort else nation.prefix + unit.name,
        short=unit.short,
        side=side_of(group.nation),
        nation=group.nation,
        letter=nation.letter,
        symbol="" if fort else f"SFGP{looks.symbol[group.type]}-{looks.echelon[group.size]}---",
        colour=paint.colour,
        ink=paint.ink,
        shape="fort" if fort else "unit",
        sign=unit.short if fort else "",
        note=f"led by {unit.commander}" if unit.commander else "",
    )


def painted(nation: NationLook, group: Group) -> Paint:
    """The colours of a group (2.4)."""
    if group.type in MECHANIZED and nation.mechanized:
        return nation.mechanized
    return nation.division if group.size == "division" and nation.division else nation


def marker_face(looks: Looks, marker: Marker) -> Face:
    """A marker's counter."""
    look = looks.marker[marker.id]
    nation = looks.nation[look.nation]
    return Face(
        f"marker.{marker.id}", marker.name, look.sign, side_of(look.nation), look.nation, nation.letter, "",
        nation.colour, nation.ink, "marker", look.sign,
    )  # fmt: skip


def side_of(nation: str) -> str:
    return SIDES[GERMAN] if nation == NATIONS[GERMANS] else SIDES[ALLIED]
