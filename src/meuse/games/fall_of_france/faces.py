"""How the counters look: a catalogue made from units.toml and faces.toml."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Face
from meuse.games.fall_of_france.tables import Air, Group, Looks, Tables, Unit, UnitFile
from meuse.mechanics.faces import face, land_symbol, marker_faces

EMERGENCY = "E"
"""Printed on the units that come when a French city has fallen (18.3c)."""


def catalogue(units: UnitFile, looks: Looks, tables: Tables) -> Iterator[Face]:
    """Every unit in the order of the pieces: ground units, then air units; then the markers (1.4)."""
    groups = {formation: name for name, formations in units.army_group.items() for formation in formations}
    for group in units.group:
        army_group = group.group or groups.get(group.formation, "")
        yield from (ground_face(looks, tables, group, unit, army_group) for unit in group.units)
    yield from (air_face(looks, unit) for unit in units.air)
    yield from marker_faces(units.marker, looks, side_of)


def side_of(nation: str) -> str:
    return "german" if nation == "german" else "allied"


def ground_face(looks: Looks, tables: Tables, group: Group, unit: Unit, army_group: str) -> Face:
    """A ground unit: symbol with its size, stripe of its formation, a disc under the last number if it drives (1.4)."""
    nation, row = looks.nation[group.nation], tables.type[group.type]
    belongs = list(formations(looks, group, army_group))
    notes = [title for title, _ in belongs] + [row.name] + ([f"led by {unit.commander}"] if unit.commander else [])
    return face(
        side_of(group.nation), group.nation, nation, unit.id, nation.prefix + unit.name, unit.short,
        symbol=land_symbol(looks.symbol[group.type], looks.echelon[group.size]),
        note=", ".join(notes),
        stripes=tuple(colour for _, colour in belongs),
        wheels=row.mechanized,
        due=EMERGENCY if unit.emergency else str(unit.arrives or ""),
    )  # fmt: skip


def formations(looks: Looks, group: Group, army_group: str) -> Iterator[tuple[str, str]]:
    """What a unit belongs to, with the colour of each: its army, and a German army's group (2.0d, R08)."""
    if group.nation != "german" and group.nation != "french":
        return
    stripes = looks.formation[group.nation]
    names = (group.formation, army_group) if group.nation == "german" else (group.formation,)
    for name in dict.fromkeys(names):
        if name in stripes:
            yield stripes[name].title, stripes[name].colour


def air_face(looks: Looks, unit: Air) -> Face:
    nation, side = looks.air[unit.nation], side_of(unit.nation)
    title, symbol = nation.prefix + unit.name, looks.air_symbol
    return face(side, unit.nation, nation, unit.id, title, unit.short, symbol=symbol, shape="air")
