"""What is in the box: the data files that all scenarios share, read and checked once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from meuse.board import AreaBoard
from meuse.board.areafile import AreaTable
from meuse.engine.data import DataFolder
from meuse.games.battle_of_france.powers import POWERS
from meuse.games.battle_of_france.tables import AboutFile, CardFile, FaceFile, SetupFile, Tables, Unit, UnitFile
from meuse.games.battle_of_france.units import UNITS
from meuse.mechanics.faces import complete


class Components(NamedTuple):
    """The components of the game."""

    about: AboutFile
    tables: Tables
    map: AreaTable
    board: AreaBoard
    units: list[Unit]
    """In the order of ``UNITS``."""
    faces: FaceFile
    cards: CardFile
    printed: SetupFile


def read(data: DataFolder) -> Components:
    """The components of a game's data; what does not fit together is an error that names its file."""
    table = data.load("map.toml", AreaTable)
    _check_map(data, table)
    board = AreaBoard({area.id: area.adjacent for area in table.area})
    units = {unit.id: unit for unit in data.load("units.toml", UnitFile).unit}
    faces = data.load("faces.toml", FaceFile)
    complete(data.fault("units.toml"), "unit", units, UNITS)
    complete(data.fault("faces.toml"), "unit", faces.unit, UNITS)
    cards, tables = data.load("cards.toml", CardFile), data.load("tables.toml", Tables)
    for card in cards.card:
        named = [name for effect in card.effects for name in (*effect.areas, *effect.in_areas)]
        _check_areas(data, board, "cards.toml", f"card {card.id}", named)
    victory = tables.victory
    named = [*victory.capitals, *victory.allied_minors, *victory.german_cities, *victory.german_majors]
    _check_areas(data, board, "tables.toml", "victory", named)
    about = data.load("about.toml", AboutFile)
    if tuple(side.id for side in about.sides) != POWERS:
        raise data.fault("about.toml")("sides", f"the sides are {', '.join(POWERS)}, in this order")
    ordered = [units[name] for name in UNITS]  # type: ignore[index]
    return Components(about, tables, table, board, ordered, faces, cards, data.load("setup.toml", SetupFile))


def _check_map(data: DataFolder, table: AreaTable) -> None:
    """Neighbours name each other, and each power has a zone in which its ships are built."""
    fault = data.fault("map.toml")
    neighbours = {area.id: area.adjacent for area in table.area}
    for area in table.area:
        for name in area.adjacent:
            if name not in neighbours:
                raise fault(f"area {area.id}, adjacent", f"there is no area {name}")
            if area.id not in neighbours[name]:
                raise fault(f"area {area.id}, adjacent", f"{name} does not name {area.id} in turn")
    for power in POWERS:
        if not any(area.sea_build == power for area in table.area):
            raise fault("area", f"no sea zone with sea_build = {power!r}")


def _check_areas(data: DataFolder, board: AreaBoard, file: str, place: str, names: Iterable[str]) -> None:
    for name in names:
        if name not in board.numbers:
            raise data.fault(file)(place, f"there is no area {name}")
