"""The text form of a hex map: a grid one can read and edit, hexsides, places and their provenance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NoReturn

import msgspec

from meuse.board.hexboard import Grid, HexBoard, Sides

Fault = Callable[[str, str], Exception]
"""Makes the error for (place in the file, what is wrong there)."""


class Lines(msgspec.Struct, forbid_unknown_fields=True):
    first: int
    last: int
    runs: Literal["up", "down", "left", "right"]


class Places(msgspec.Struct, forbid_unknown_fields=True):
    even: tuple[int, int]
    odd: tuple[int, int]
    runs: Literal["up", "down", "left", "right"]


class GridTable(msgspec.Struct, forbid_unknown_fields=True):
    shape: Literal["pointy", "flat"]
    label: str
    lines: Lines
    places: Places
    shifted: Literal["odd", "even"]
    source: str
    board: str = ""

    def grid(self) -> Grid:
        return Grid(
            self.shape, self.label, self.lines.first, self.lines.last, self.lines.runs,
            self.places.even, self.places.odd, self.places.runs, self.shifted, self.board,
        )  # fmt: skip


class Layers(msgspec.Struct, forbid_unknown_fields=True):
    terrain: str
    country: str


class Hexside(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: Literal["river", "canal", "sea", "lake"]
    sides: list[str]
    source: str


class Place(msgspec.Struct, forbid_unknown_fields=True):
    hex: str
    name: str
    kind: Literal["city", "town"]
    source: str


class Region(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    at: tuple[float, float]
    kind: str
    angle: float = 0.0


class Outline(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    points: list[tuple[float, float]]
    name: str = ""


class Provenance(msgspec.Struct, forbid_unknown_fields=True):
    layer: str
    source: str
    hexes: list[str] = []


class MapTable(msgspec.Struct, forbid_unknown_fields=True):
    """The whole of a ``map.toml``."""

    grid: GridTable
    terrain: dict[str, str]
    countries: dict[str, str]
    layers: Layers
    hexside: list[Hexside]
    place: list[Place]
    provenance: list[Provenance]
    region: list[Region] = []
    outline: list[Outline] = []
    style: dict[str, Any] = {}
    title: str = ""


class HexMap:
    """A board with what is printed on it: terrain, countries, hexsides by kind and name, places."""

    def __init__(self, table: MapTable, fault: Fault) -> None:
        self.table = table
        self._fault = fault
        try:
            self.board = HexBoard(table.grid.grid())
        except (KeyError, IndexError, ValueError) as error:
            raise fault("grid", f"cannot be laid out: {error}") from None
        self.terrain = self._layer("terrain", table.layers.terrain, table.terrain)
        self.country = self._layer("country", table.layers.country, table.countries | {"-": ""})
        self.places: dict[str, int] = {}
        self.kinds: dict[str, Sides] = {}
        self.rivers: dict[str, Sides] = {}
        for number, side in enumerate(table.hexside, 1):
            sides = self.board.sides(self._pair(text, f"hexside {number} ({side.name})") for text in side.sides)
            self.kinds[side.kind] = self.kinds.get(side.kind, Sides()) | sides
            self.rivers[side.name] = self.rivers.get(side.name, Sides()) | sides
        for place in table.place:
            self.places[place.name] = self._hex(place.hex, f"place {place.name!r}")

    def _stop(self, where: str, what: str) -> NoReturn:
        raise self._fault(where, what)

    def _hex(self, label: str, where: str) -> int:
        try:
            return self.board.hex(label)
        except KeyError as error:
            self._stop(where, str(error.args[0]))

    def _pair(self, text: str, where: str) -> tuple[int, int]:
        first, slash, second = text.partition("/")
        if not slash:
            self._stop(where, f"{text!r} is no hexside: write two neighbouring hexes, such as 2532/2533")
        a, b = self._hex(first, where), self._hex(second, where)
        if not self.board.around[a] >> b & 1:
            self._stop(where, f"{first} and {second} are not neighbours, so {text!r} is no hexside")
        return a, b

    def _layer(self, name: str, text: str, legend: dict[str, str]) -> dict[str, int]:
        """Read a text grid: each line its number, then one letter per place."""
        board, grid = self.board, self.board.grid
        found: dict[str, int] = dict.fromkeys(legend.values(), 0)
        seen: set[int] = set()
        for row in filter(None, (row.split() for row in text.splitlines())):
            where = f"layers.{name}, line {row[0]}"
            if not row[0].isdigit() or int(row[0]) not in grid.lines():
                self._stop(where, f"no such line: lines run from {grid.first_line} to {grid.last_line}")
            line, letters = int(row[0]), row[1:]
            if line in seen:
                self._stop(where, "this line is given twice")
            seen.add(line)
            places = grid.places(line)
            if len(letters) != len(places):
                self._stop(where, f"{len(letters)} letters, but the line has {len(places)} hexes")
            for place, letter in zip(places, letters, strict=True):
                if letter not in legend:
                    known = " ".join(sorted(legend))
                    self._stop(f"{where}, hex {grid.name(line, place)}", f"unknown letter {letter!r}; known: {known}")
                found[legend[letter]] |= 1 << board.numbers[grid.name(line, place)]
        missing = sorted(set(grid.lines()) - seen)
        if missing:
            self._stop(f"layers.{name}", f"line {missing[0]} is missing")
        return found


def load_map(table: MapTable, fault: Fault) -> HexMap:
    """The map of a table; ``fault`` makes the error that names the file."""
    return HexMap(table, fault)
