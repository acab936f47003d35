"""What is in the box: the data files that all scenarios share, read and checked once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from meuse.board import AreaBoard, AreaMap, read_area_map
from meuse.engine.data import DataFolder
from meuse.games.battle_of_france.powers import POWERS
from meuse.games.battle_of_france.tables import CardFile, FaceFile, SetupFile, Tables, Unit, UnitFile
from meuse.games.battle_of_france.units import UNITS
from meuse.mechanics.faces import complete


class Components(NamedTuple):
    """The components of the game."""

    tables: Tables
    map: AreaMap
    units: list[Unit]
    """In the order of ``UNITS``."""
    faces: FaceFile
    cards: CardFile
    printed: SetupFile


def read(data: DataFolder) -> Components:
    """The components of a game's data; what does not fit together is an error that names its file."""
    sheet = read_area_map(data)
    board = sheet.board
    complete(data.fault("map.toml"), "area with the tag yard", sheet.valued("yard"), POWERS)
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
    ordered = [units[name] for name in UNITS]  # type: ignore[index]
    return Components(tables, sheet, ordered, faces, cards, data.load("setup.toml", SetupFile))


def _check_areas(data: DataFolder, board: AreaBoard, file: str, place: str, names: Iterable[str]) -> None:
    for name in names:
        if name not in board.numbers:
            raise data.fault(file)(place, f"there is no area {name}")
