"""Reading a map file, of hexes or of areas: from what it gives the board, the picture and the plan are made."""

from __future__ import annotations

from typing import Protocol, TypeVar

from meuse.board.areamap import AreaMap
from meuse.board.hexmap import Fault, HexMap, hex_map
from meuse.board.maptables import AreaFile, FamilySheet, HexFamily, HexFile

T = TypeVar("T")
GameMap = HexMap | AreaMap


class Source(Protocol):
    """Where data files come from: parsed to a type, with errors that name file and entry."""

    def load(self, name: str, kind: type[T]) -> T: ...

    def fault(self, name: str) -> Fault: ...


def read_hex_map(source: Source, name: str = "map.toml") -> HexMap:
    return hex_map(source.load(name, HexFile), source.fault(name))


def read_hex_sheet(source: Source, name: str, family: str) -> HexMap:
    """A sheet whose numbering, letters, kinds and looks stand in the file of its family."""
    return hex_map(source.load(name, FamilySheet).whole(source.load(family, HexFamily)), source.fault(name))


def read_area_map(source: Source, name: str = "map.toml") -> AreaMap:
    return AreaMap(source.load(name, AreaFile), source.fault(name))
