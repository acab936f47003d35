"""A hex map on its way to a picture: where its hexes lie and what stands in them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from meuse.board.corners import Corners
from meuse.board.hexmap import HexMap
from meuse.board.maptables import HexPath
from meuse.board.picture.lines import (
    Edge,
    Key,
    Point,
    boundary,
    chains,
    corner_key,
    sides,
    softened,
    undirected,
    wavering,
)
from meuse.board.picture.svg import Drawing

RADIUS = 1 / math.sqrt(3)
OUTWARD: dict[str, Point] = {"": (0, 0), "up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
TREMBLE = 0.16  # of the edges of woods and the like
MARGIN = 0.8  # from the outermost hex centres to the inner frame


class HexSheet(Drawing):
    """The sheet of a hex map; one unit is one hex across flats."""

    def __init__(self, made: HexMap, scale: float) -> None:
        self.map = made
        board = made.board
        self.shape = board.frame.shape
        self._corners: Corners | None = None
        self.centres = {board.labels[h]: board.spot(h) for h in board.hexes}
        turn = 30 if self.shape == "pointy" else 0
        angles = [math.radians(turn + 60 * k) for k in range(6)]
        self.ring = [(RADIUS * math.cos(angle), RADIUS * math.sin(angle)) for angle in angles]
        self.terrain = self.words(made.terrain)
        self.country = self.words(made.country)
        relief = made.style.get("relief")
        height = self.words(made.layers[relief["layer"]]) if relief else {}
        self._levels = {name: int(word) for name, word in height.items()}
        self.beside: dict[Edge, list[str]] = {}
        for name in self.centres:
            for edge in self.hex_edges(name):
                self.beside.setdefault(undirected(edge), []).append(name)
        us, vs = zip(*self.centres.values(), strict=True)
        low, high = (min(us) - MARGIN, min(vs) - MARGIN), (max(us) + MARGIN, max(vs) + MARGIN)
        super().__init__(scale, made.style, low, high)

    def centre(self, name: str) -> Point:
        """Where a hex, a hexside or a corner lies; a ``KeyError`` if there is none of that name."""
        known = self.centres.get(name)
        if known is None:
            self._corners = self._corners or Corners(self.map.board)
            known = self._corners.anchor(name)
        return known

    # -- what is printed --------------------------------------------------------------------------

    def words(self, layer: dict[str, int]) -> dict[str, str]:
        """A layer as a table from hex to word."""
        return {name: word for word, hexes in layer.items() for name in self.map.board.names(hexes)}

    def outlines(self, kind: str) -> list[list[Point]]:
        """The line work of one kind."""
        return [outline.points for outline in self.map.file.outline if outline.kind == kind]

    def look(self, of: str, kind: str) -> dict[str, Any]:
        """How a kind of terrain, hexside, path or place looks."""
        known: dict[str, Any] = self.style[of].get(kind, {})
        return known

    def level(self, name: str) -> int:
        """How high a hex lies on a map with relief; 0 on others."""
        return self._levels.get(name, 0)

    def raised(self) -> Iterator[tuple[int, set[str]]]:
        """The levels of the ground from 1 on, each with its hexes and those that lie higher."""
        for level in range(1, max(self._levels.values(), default=0) + 1):
            yield level, {name for name, high in self._levels.items() if high >= level}

    def terrain_order(self) -> list[str]:
        """The terrains of the map, in the order of the map file's style."""
        known = [*self.map.file.style.terrain, *self.style["terrain"]]
        return [name for name in dict.fromkeys(known) if name in self.terrain.values()]

    def is_water(self, name: str) -> bool:
        """Whether the terrain of a hex is water."""
        return bool(self.look("terrain", self.terrain[name]).get("water"))

    def countries(self) -> list[str]:
        """The countries that own hexes."""
        return sorted({owner for owner in self.country.values() if owner})

    def land_of(self, country: str) -> set[str]:
        """The hexes of a country."""
        return {name for name, owner in self.country.items() if owner == country}

    def open_water(self, name: str) -> list[str]:
        """The hexes of open water around a hex."""
        return [other for other in self.neighbours(name) if self.look("terrain", self.terrain[other]).get("open")]

    # -- geometry ---------------------------------------------------------------------------------

    def centre_of(self, hexa: int) -> Point:
        """The middle of a hex of the board."""
        return self.centres[self.map.board.labels[hexa]]

    def way(self, path: HexPath, hexes: Iterable[int]) -> list[Point]:
        """The middles of the hexes of a path, and where it leaves the sheet."""
        line = [self.centre_of(hexa) for hexa in hexes]
        (u, v), (x, y) = OUTWARD[path.enters], OUTWARD[path.leaves]
        before = [(line[0][0] + RADIUS * u, line[0][1] + RADIUS * v)] if path.enters else []
        after = [(line[-1][0] + RADIUS * x, line[-1][1] + RADIUS * y)] if path.leaves else []
        return before + line + after

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

    def side(self, pair: tuple[int, int]) -> Edge:
        """The edge between two neighbours."""
        first, second = (self.map.board.labels[h] for h in pair)
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

    def patch(self, names: Iterable[str]) -> list[list[Point]]:
        """The edges of a group of hexes as nature draws them: closed lines with a slight tremble."""
        return [softened(ring, TREMBLE) for ring in self.rings_around(names)]

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
