"""The text form of a hex map: a grid one can read and edit, hexsides, places and their provenance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NoReturn

import msgspec
from msgspec import UNSET, Meta, UnsetType

from meuse.board.hexboard import Grid, HexBoard, Sides
from meuse.board.picture.style import DEFAULT_STYLE, MARKS

MOST_LINES = 200
"""Sheets have fewer lines, and fewer places along a line."""

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
    points: Annotated[list[tuple[float, float]], Meta(min_length=3)]
    name: str = ""


class Provenance(msgspec.Struct, forbid_unknown_fields=True):
    layer: str
    source: str
    hexes: list[str] = []


Colour = Annotated[str, Meta(pattern="^[#A-Za-z0-9(),.% -]+$")]
"""A colour as SVG has it, or the name of one of the style."""
Size = Annotated[float, Meta(ge=0)]


class TerrainStyle(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    label: str | UnsetType = UNSET
    fill: Colour | UnsetType = UNSET
    mark: str | UnsetType = UNSET
    ink: Colour | UnsetType = UNSET
    water: bool | UnsetType = UNSET


class Lettering(msgspec.Struct, forbid_unknown_fields=True):
    size: Size | UnsetType = UNSET
    spacing: float | UnsetType = UNSET
    opacity: Size | UnsetType = UNSET
    weight: Colour | UnsetType = UNSET
    caps: bool | UnsetType = UNSET
    italic: bool | UnsetType = UNSET
    halo: bool | UnsetType = UNSET
    ink: Colour | UnsetType = UNSET


class Style(msgspec.Struct, forbid_unknown_fields=True):
    """How the map is drawn; see ``picture``."""

    paper: Colour | UnsetType = UNSET
    land: Colour | UnsetType = UNSET
    ink: Colour | UnsetType = UNSET
    halo: Colour | UnsetType = UNSET
    grid: Colour | UnsetType = UNSET
    number: Colour | UnsetType = UNSET
    water: Colour | UnsetType = UNSET
    deep_water: Colour | UnsetType = UNSET
    shallow: Colour | UnsetType = UNSET
    water_ink: Colour | UnsetType = UNSET
    coast: Colour | UnsetType = UNSET
    river: Colour | UnsetType = UNSET
    river_edge: Colour | UnsetType = UNSET
    border: Colour | UnsetType = UNSET
    city: Colour | UnsetType = UNSET
    age: Colour | UnsetType = UNSET
    up_bearing: float | UnsetType = UNSET
    hex_km: Size | UnsetType = UNSET
    title_box: tuple[float, float, float, float] | UnsetType = UNSET
    legend_box: tuple[float, float, float, float] | UnsetType = UNSET
    compass_at: tuple[float, float] | UnsetType = UNSET
    scale_at: tuple[float, float] | UnsetType = UNSET
    terrain: dict[str, TerrainStyle] = {}
    country: dict[Colour, Colour] = {}
    river_width: dict[str, Size] = {}
    lettering: dict[str, Lettering] = {}
    overlay: dict[str, Colour] = {}


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
    style: Style = msgspec.field(default_factory=Style)
    title: str = ""


class HexMap:
    """A board with what is printed on it: terrain, countries, hexsides by kind and name, places."""

    def __init__(self, table: MapTable, fault: Fault) -> None:
        self.table = table
        self._fault = fault
        self.board = self._lay_out(table.grid)
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
            if place.name in self.places:
                self._stop(f"place {place.name!r}", "this name is given twice; give each place one of its own")
            self.places[place.name] = self._hex(place.hex, f"place {place.name!r}")
        for number, entry in enumerate(table.provenance, 1):
            for label in entry.hexes:
                self._hex(label, f"provenance {number} ({entry.layer})")
        self._check_style(table)

    def _lay_out(self, table: GridTable) -> HexBoard:
        """The board of a grid, or what is wrong with the grid."""
        lines, places = table.lines, table.places
        if not 0 <= lines.first <= lines.last < lines.first + MOST_LINES:
            problem = f"{lines.first} to {lines.last} cannot be: first to last, from 0, at most {MOST_LINES} lines"
            self._stop("grid, lines", problem)
        for name, (first, last) in (("even", places.even), ("odd", places.odd)):
            if not 0 <= first <= last < first + MOST_LINES:
                problem = f"{first} to {last} cannot be: first to last, from 0, at most {MOST_LINES} places"
                self._stop(f"grid, places, {name}", problem)
        if abs(places.even[0] - places.odd[0]) > 1 or abs(places.even[1] - places.odd[1]) > 1:
            self._stop("grid, places", "even and odd lines must begin and end within one place of each other")
        upright = ("up", "down")
        if (lines.runs in upright) != (table.shape == "pointy") or (places.runs in upright) == (lines.runs in upright):
            problem = f"{table.shape} hexes: lines run {lines.runs}, places {places.runs}; " + (
                "pointy hexes have lines that run up or down and places that run left or right; flat ones the reverse"
            )
            self._stop("grid", problem)
        try:
            board = HexBoard(table.grid())
        except (LookupError, ValueError, AttributeError, TypeError) as error:
            self._stop(
                "grid, label", f"{table.label!r} makes no names ({error}); write such as '{{line:02}}{{place:02}}'"
            )
        if len(board.numbers) != len(board.hexes):
            self._stop("grid, label", f"{table.label!r} gives two hexes one name; use {{line}} and {{place}}")
        for label in board.numbers:
            if not label.isalnum():
                self._stop("grid, label", f"{table.label!r} makes the name {label!r}; only letters and digits will do")
        return board

    def _check_style(self, table: MapTable) -> None:
        """A title with a head, marks that exist and have an ink."""
        if table.title.startswith(":"):
            self._stop("title", f"{table.title!r} has nothing before the colon; write 'title: subtitle'")
        for name, look in table.style.terrain.items():
            where, usual = f"style.terrain.{name}", DEFAULT_STYLE["terrain"].get(name, {})
            if look.mark is not UNSET and look.mark not in MARKS:
                self._stop(where, f"there is no mark {look.mark!r}; marks: {', '.join(MARKS)}")
            if look.mark is not UNSET and look.ink is UNSET and "ink" not in usual:
                self._stop(where, "a mark needs an ink; give one, such as ink = '#56734a'")

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
            if not row[0].isdecimal() or len(row[0]) > 4 or int(row[0]) not in grid.lines():
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
