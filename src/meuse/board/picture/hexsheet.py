"""A hex map on its way to a picture: where its hexes lie and what the layers of its file say of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from meuse.board.hexboard import Grid
from meuse.board.picture.lines import (
    Edge,
    Key,
    Point,
    as_points,
    boundary,
    chains,
    corner_key,
    sides,
    undirected,
    wavering,
)
from meuse.board.picture.svg import Sheet

RADIUS = 1 / math.sqrt(3)
MARGIN = 0.8  # from the outermost hex centres to the inner frame


def read_grid(table: Mapping[str, Any]) -> Grid:
    """The grid of a map file."""
    lines, places = table["lines"], table["places"]
    even, odd = ((int(places[key][0]), int(places[key][1])) for key in ("even", "odd"))
    return Grid(
        table["shape"], table["label"], lines["first"], lines["last"], lines["runs"],
        even, odd, places["runs"], table["shifted"], table.get("board", ""),
    )  # fmt: skip


@dataclass
class HexSheet(Sheet):
    """The sheet of a hex map; one unit is one hex across flats."""

    def __post_init__(self) -> None:
        self.grid = read_grid(self.data["grid"])
        cells = [(line, place) for line in self.grid.lines() for place in self.grid.places(line)]
        self.centres = {self.grid.name(*cell): self.grid.sheet(*cell) for cell in cells}
        turn = 30 if self.grid.shape == "pointy" else 0
        angles = [math.radians(turn + 60 * k) for k in range(6)]
        self.ring = [(RADIUS * math.cos(angle), RADIUS * math.sin(angle)) for angle in angles]
        self.terrain = self.layer("terrain", self.data["terrain"])
        self.country = self.layer("country", {**self.data.get("countries", {}), "-": ""})
        self.beside: dict[Edge, list[str]] = {}
        for name in self.centres:
            for edge in self.hex_edges(name):
                self.beside.setdefault(undirected(edge), []).append(name)
        us, vs = zip(*self.centres.values(), strict=True)
        self.span((min(us) - MARGIN, min(vs) - MARGIN), (max(us) + MARGIN, max(vs) + MARGIN))

    # -- the file ---------------------------------------------------------------------------------

    def layer(self, name: str, legend: Mapping[str, str]) -> dict[str, str]:
        """A text layer as a table from hex to word."""
        found: dict[str, str] = {}
        for row in filter(None, (line.split() for line in self.data["layers"].get(name, "").splitlines())):
            line = int(row[0])
            for place, letter in zip(self.grid.places(line), row[1:], strict=True):
                found[self.grid.name(line, place)] = legend[letter]
        return found

    def outlines(self, kind: str) -> list[list[Point]]:
        """The line work of one kind."""
        return [as_points(outline["points"]) for outline in self.entries("outline") if outline["kind"] == kind]

    def terrain_style(self, name: str) -> dict[str, Any]:
        """How a terrain looks."""
        found: dict[str, Any] = self.style["terrain"].get(name, {})
        return found

    def terrain_order(self) -> list[str]:
        """The terrains of the map, in the order of the map file's style."""
        known = [*self.data.get("style", {}).get("terrain", {}), *self.style["terrain"]]
        return [name for name in dict.fromkeys(known) if name in self.terrain.values()]

    def is_water(self, name: str) -> bool:
        """Whether the terrain of a hex is water."""
        return bool(self.terrain_style(self.terrain[name]).get("water"))

    def countries(self) -> list[str]:
        """The countries that own hexes."""
        return sorted({owner for owner in self.country.values() if owner})

    def land_of(self, country: str) -> set[str]:
        """The hexes of a country."""
        return {name for name, owner in self.country.items() if owner == country}

    # -- geometry ---------------------------------------------------------------------------------

    def corners(self, name: str) -> list[Key]:
        """The corners of a hex, counter-clockwise."""
        return self.corners_at(self.centres[name])

    def outline(self) -> str:
        """The path of a hex about its middle."""
        return "M" + "L".join(f"{self.n(u):.2f},{self.n(-v):.2f}" for u, v in self.ring) + "Z"

    def corners_at(self, spot: Point) -> list[Key]:
        """The corners of the hex around a spot, counter-clockwise."""
        return [corner_key((spot[0] + du, spot[1] + dv)) for du, dv in self.ring]

    def hex_edges(self, name: str) -> list[Edge]:
        """The sides of a hex, counter-clockwise."""
        return sides(self.corners(name))

    def side(self, text: str) -> Edge:
        """The edge of a hexside written as two hexes."""
        first, second = text.split("/")
        a, b = sorted(set(self.corners(first)) & set(self.corners(second)))
        return a, b

    def neighbours(self, name: str) -> list[str]:
        """The hexes around a hex."""
        pairs = (self.beside[undirected(edge)] for edge in self.hex_edges(name))
        return [other for pair in pairs for other in pair if other != name]

    def frontier(self, names: set[str]) -> list[Edge]:
        """Sides between a group of hexes and other land of another country."""
        return [
            edge
            for edge, pair in sorted(self.beside.items())
            if len(pair) == 2 and len(names & set(pair)) == 1 and all(self.country.get(name) for name in pair)
        ]

    def rings_around(self, names: Iterable[str]) -> list[list[Point]]:
        """The outer and inner edges of a group of hexes as closed lines."""
        return boundary(self.corners(name) for name in sorted(names))

    def path_around(self, names: Iterable[str]) -> str:
        """The edges of a group of hexes as a path."""
        return "".join(self.polygon(ring) for ring in self.rings_around(names))

    def surroundings(self) -> dict[Key, tuple[list[Key], bool]]:
        """The hexes just off the map: their corners, and whether most of the map beside them is water."""
        wet: dict[Key, list[bool]] = {}
        spots: dict[Key, Point] = {}
        for name, (u, v) in self.centres.items():
            for (au, av), (bu, bv) in sides(self.ring):
                spot = (u + au + bu, v + av + bv)
                spots[corner_key(spot)] = spot
                wet.setdefault(corner_key(spot), []).append(self.is_water(name))
        inside = {corner_key(spot) for spot in self.centres.values()}
        return {
            key: (self.corners_at(spots[key]), 2 * sum(votes) > len(votes))
            for key, votes in wet.items()
            if key not in inside
        }

    def lines(self, edges: Iterable[Edge], amount: float = 0.0) -> str:
        """Edges as rounded lines, trembling by an amount."""
        return "".join(self.rounded_line(wavering(run, amount) if amount else run) for run in chains(edges))
