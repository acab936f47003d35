"""The picture of a hex map as SVG, drawn from the parsed map file alone.

Everything the drawing has to know stands in the file: the grid, the layers, hexsides, places, lettering,
outlines, and a ``[style]`` table with colours, marks and the places of legend, title, compass and scale.
Sheet units (u to the right, v up, one unit = one hex across flats) become pixels by ``scale``.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

from meuse.board.hexboard import Grid

Point = tuple[float, float]
Key = tuple[int, int]
Edge = tuple[Key, Key]
Box = tuple[float, float, float, float]

SERIF = "'Libre Caslon Text', 'Palatino Linotype', Palatino, Georgia, 'DejaVu Serif', serif"
SANS = "'Gill Sans', 'Source Sans 3', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
RADIUS = 1 / math.sqrt(3)
MARGIN = 0.8  # from the outermost hex centres to the inner frame
FRAME = 0.55  # paper outside the inner frame
WATER_KINDS = ("sea", "lake")

DEFAULT_STYLE: dict[str, Any] = {
    "paper": "#ece3cc",
    "land": "#f4edd9",
    "ink": "#3b332b",
    "halo": "#f7f1e1",
    "grid": "#8d8069",
    "number": "#6d604c",
    "water": "#bcd3da",
    "deep_water": "#a9c4cf",
    "shallow": "#c4d9de",
    "water_ink": "#2f6485",
    "coast": "#4f7389",
    "river": "#5b95b8",
    "river_edge": "#37698c",
    "border": "#9c3b2e",
    "city": "#4a3a34",
    "age": "#7a5c2e",
    "up_bearing": 0.0,
    "hex_km": 0.0,
    "terrain": {
        "clear": {"label": "Clear"},
        "rough": {"fill": "#dcc9a0", "mark": "hills", "ink": "#9a7b4c", "label": "Rough"},
        "hills": {"fill": "#dcc9a0", "mark": "hills", "ink": "#9a7b4c", "label": "Hills"},
        "mountain": {"fill": "#cbb491", "mark": "peaks", "ink": "#7d6442", "label": "Mountain"},
        "forest": {"fill": "#c6cfa6", "mark": "trees", "ink": "#5f7a4d", "label": "Forest"},
        "woods": {"fill": "#c6cfa6", "mark": "trees", "ink": "#5f7a4d", "label": "Woods"},
        "marsh": {"fill": "#d5dccb", "mark": "reeds", "ink": "#6d8f8f", "label": "Marsh"},
        "city": {"label": "City"},
        "sea": {"water": True, "label": "Sea"},
        "lake": {"water": True, "label": "Lake"},
    },
    "country": {},
    "river_width": {},
    "lettering": {},
    "overlay": {},
}
LETTERING: dict[str, dict[str, Any]] = {
    "country": {"size": 0.85, "spacing": 0.45, "opacity": 0.32, "weight": "bold", "caps": True},
    "sea": {"size": 0.62, "spacing": 0.3, "italic": True, "ink": "water_ink", "opacity": 0.75},
    "river": {"size": 0.185, "spacing": 0.03, "italic": True, "ink": "water_ink", "halo": True},
    "lake": {"size": 0.2, "spacing": 0.02, "italic": True, "ink": "water_ink"},
    "mountains": {"size": 0.36, "spacing": 0.2, "italic": True, "opacity": 0.85, "halo": True},
    "hills": {"size": 0.3, "spacing": 0.12, "italic": True, "opacity": 0.85, "halo": True},
    "province": {"size": 0.28, "spacing": 0.12, "opacity": 0.42, "caps": True},
    "forest": {"size": 0.38, "spacing": 0.22, "italic": True, "opacity": 0.85, "halo": True},
}
MARKS: dict[str, tuple[int, tuple[str, ...]]] = {
    # how many of the paths are filled; paths in hundredths of a hex, y down
    "hills": (1, ("M-13,6C-9,-3 -4,-7 0,-7C5,-7 9,-2 14,6", "M2,-4L5,4", "M6,-2L9,4", "M9,1L11,5")),
    "peaks": (1, ("M-14,8L-2,-12L4,-3L8,-8L16,8", "M-2,-12L2,5", "M8,-8L11,5", "M-2,-5L0,6")),
    "trees": (1, ("M0,-13L-6,-3H-3L-8,5H8L3,-3H6Z", "M0,5V10")),
    "reeds": (0, ("M-10,4H10", "M-5,4V-4", "M0,4V-7", "M5,4V-4")),
    "blocks": (3, ("M-9,-7H-1V1H-9Z", "M1,-4H9V6H1Z", "M-6,3H-1V8H-6Z")),
    "hatch": (0, ("M-24,24L24,-24", "M-10,28L28,-10", "M-28,10L10,-28", "M6,30L30,6", "M-30,-6L-6,-30")),
}
MARK_SPOTS: tuple[Point, ...] = (
    (-0.27, 0.13), (0.25, 0.12), (-0.03, -0.03), (-0.24, -0.2), (0.22, -0.19), (0.0, -0.36),
)  # fmt: skip
LABEL_SPOTS: tuple[tuple[float, float, str], ...] = (
    (0.0, -0.27, "middle"), (0.0, 0.25, "middle"), (0.19, -0.02, "start"), (-0.19, -0.02, "end"),
    (0.16, 0.15, "start"), (-0.16, 0.15, "end"), (0.16, -0.18, "start"), (-0.16, -0.18, "end"),
)  # fmt: skip
CITY_BLOCKS = ((-11, -10, 9, 8), (0, -11, 11, 10), (-12, 0, 11, 9), (1, 1, 9, 9))
ANCHOR = "M0,-7V9M-4,-3H4M-8,2C-7,8 -3,9 0,9C3,9 7,8 8,2"
BORDER_DASH = (0.2, 0.085, 0.001, 0.085)
OVERLAY_COLOURS = ("#c0392b", "#2a6f97", "#5b8c3a", "#8e5ea2", "#c98a1b")


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An SVG element; underscores in attribute names become hyphens, ``None`` leaves one out."""
    inside = ""
    for key, value in attributes.items():
        if value is not None:
            shown = f"{value:.2f}" if isinstance(value, float) else value
            inside += f' {key.strip("_").replace("_", "-")}="{shown}"'
    return f"<{name}{inside}>{content}</{name}>" if content else f"<{name}{inside}/>"


def corner_key(point: Point) -> Key:
    """A corner as whole numbers, so that corners of neighbouring hexes compare equal."""
    return round(point[0] * 1000), round(point[1] * 1000)


def corner_point(corner: Key) -> Point:
    """The sheet position of a corner."""
    return corner[0] / 1000, corner[1] / 1000


def noise(*parts: object) -> float:
    """A fixed number between -1 and 1 for the given parts."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 2**31 - 1


def middle(a: Point, b: Point) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def merged(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Two nested tables as one; the second wins."""
    out = dict(base)
    for name, value in extra.items():
        old = out.get(name)
        out[name] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return out


def undirected(edge: Edge) -> Edge:
    """An edge with its ends in a fixed order."""
    return (edge[0], edge[1]) if edge[0] < edge[1] else (edge[1], edge[0])


def chains(edges: Iterable[Edge]) -> list[list[Key]]:
    """Edges joined end to end into lines as long as possible; closed lines repeat their first corner."""
    links: dict[Key, list[Key]] = {}
    for a, b in sorted({undirected(edge) for edge in edges}):
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    lines = []
    for start in sorted(links, key=lambda corner: (len(links[corner]) % 2 == 0, corner)):
        while links[start]:
            line = [start]
            while links[line[-1]]:
                there = links[line[-1]].pop(0)
                links[there].remove(line[-1])
                line.append(there)
            lines.append(line)
    return lines


def round_edges(corners: list[Key]) -> list[Edge]:
    """The edges of a closed line of corners."""
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def boundary(cells: Iterable[list[Key]]) -> list[list[Point]]:
    """The edges that belong to one cell only, joined into closed lines."""
    edges = {edge for corners in cells for edge in round_edges(corners)}
    following = {a: b for a, b in sorted(edges) if (b, a) not in edges}
    rings = []
    while following:
        first, there = following.popitem()
        ring = [first]
        while there != first:
            ring.append(there)
            there = following.pop(there)
        rings.append([corner_point(corner) for corner in ring])
    return rings


def wavering(points: Sequence[Point], amount: float) -> list[Point]:
    """A line with extra points and a slight fixed tremble, as drawn by hand; its corners stay."""
    out = [points[0]]
    for a, b in pairwise(points):
        low, high = (a, b) if a < b else (b, a)
        between = []
        for part in (1 / 3, 2 / 3):
            sway = amount * noise(corner_key(low), corner_key(high), part)
            du, dv = high[0] - low[0], high[1] - low[1]
            between.append((low[0] + part * du - sway * dv, low[1] + part * dv + sway * du))
        out += [*(between if a < b else reversed(between)), b]
    return out


@dataclass
class Chart:
    """A map on its way to a picture: geometry, style and the pieces of SVG drawn so far."""

    data: Mapping[str, Any]
    scale: float
    style: dict[str, Any]
    body: list[str] = field(default_factory=list)

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
        self.low = (min(us) - MARGIN, min(vs) - MARGIN)
        self.high = (max(us) + MARGIN, max(vs) + MARGIN)
        self.width, self.height = ((self.high[k] - self.low[k] + 2 * FRAME) * self.scale for k in (0, 1))

    def layer(self, name: str, legend: Mapping[str, str]) -> dict[str, str]:
        """A text layer as a table from hex to word."""
        found: dict[str, str] = {}
        for row in filter(None, (line.split() for line in self.data["layers"].get(name, "").splitlines())):
            line = int(row[0])
            for place, letter in zip(self.grid.places(line), row[1:], strict=True):
                found[self.grid.name(line, place)] = legend[letter]
        return found

    # -- geometry ---------------------------------------------------------------------------------

    def corners(self, name: str) -> list[Key]:
        """The corners of a hex, counter-clockwise."""
        return self.corners_at(self.centres[name])

    def corners_at(self, spot: Point) -> list[Key]:
        """The corners of the hex around a spot, counter-clockwise."""
        return [corner_key((spot[0] + du, spot[1] + dv)) for du, dv in self.ring]

    def hex_edges(self, name: str) -> list[Edge]:
        """The sides of a hex, counter-clockwise."""
        return round_edges(self.corners(name))

    def side(self, text: str) -> Edge:
        """The edge of a hexside written as two hexes."""
        first, second = text.split("/")
        a, b = sorted(set(self.corners(first)) & set(self.corners(second)))
        return a, b

    def neighbours(self, name: str) -> list[str]:
        """The hexes around a hex."""
        pairs = (self.beside[undirected(edge)] for edge in self.hex_edges(name))
        return [other for pair in pairs for other in pair if other != name]

    def rings_around(self, names: Iterable[str]) -> list[list[Point]]:
        """The outer and inner edges of a group of hexes as closed lines."""
        return boundary(self.corners(name) for name in sorted(names))

    def surroundings(self) -> dict[Key, tuple[list[Key], bool]]:
        """The hexes just off the map: their corners, and whether most of the map beside them is water."""
        wet: dict[Key, list[bool]] = {}
        spots: dict[Key, Point] = {}
        for name, (u, v) in self.centres.items():
            for (au, av), (bu, bv) in zip(self.ring, self.ring[1:] + self.ring[:1], strict=True):
                spot = (u + au + bu, v + av + bv)
                spots[corner_key(spot)] = spot
                wet.setdefault(corner_key(spot), []).append(self.is_water(name))
        inside = {corner_key(spot) for spot in self.centres.values()}
        return {
            key: (self.corners_at(spots[key]), 2 * sum(votes) > len(votes))
            for key, votes in wet.items()
            if key not in inside
        }

    def px(self, point: Point) -> Point:
        """Sheet units to pixels."""
        return (point[0] - self.low[0] + FRAME) * self.scale, (self.high[1] - point[1] + FRAME) * self.scale

    def xy(self, point: Point) -> str:
        """A sheet position as SVG coordinates."""
        x, y = self.px(point)
        return f"{x:.1f},{y:.1f}"

    def n(self, units: float) -> float:
        """A length in sheet units as pixels."""
        return float(units * self.scale)

    # -- paths ------------------------------------------------------------------------------------

    def polygon(self, points: Sequence[Point]) -> str:
        """A closed straight path."""
        return "M" + "L".join(self.xy(point) for point in points) + "Z"

    def rounded_ring(self, points: Sequence[Point]) -> str:
        """A closed path through the middles of its sides, corners rounded."""
        middles = [middle(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
        bends = "".join(f"Q{self.xy(p)} {self.xy(m)}" for p, m in zip(points, middles, strict=True))
        return f"M{self.xy(middles[-1])}{bends}Z"

    def rounded_line(self, points: Sequence[Point]) -> str:
        """An open path along points, corners rounded; closed when it returns to its start."""
        if points[0] == points[-1]:
            return self.rounded_ring(points[:-1])
        bends = "".join(f"Q{self.xy(p)} {self.xy(middle(p, q))}" for p, q in pairwise(points[1:]))
        return f"M{self.xy(points[0])}L{self.xy(middle(points[0], points[1]))}{bends}L{self.xy(points[-1])}"

    def lines(self, edges: Iterable[Edge], amount: float = 0.0) -> str:
        """Edges as rounded lines, trembling by an amount."""
        runs = ([corner_point(corner) for corner in line] for line in chains(edges))
        return "".join(self.rounded_line(wavering(run, amount) if amount else run) for run in runs)

    def rectangle(self, covers: Box, inset: float = 0.0, /, **attributes: object) -> str:
        """A rectangle given by its left, bottom, right and top in sheet units."""
        x, y = self.px((covers[0] + inset, covers[3] - inset))
        width, height = (self.n(covers[k + 2] - covers[k] - 2 * inset) for k in (0, 1))
        return tag("rect", x=x, y=y, width=width, height=height, **attributes)

    # -- style ------------------------------------------------------------------------------------

    def colour(self, name: str) -> str:
        """A colour of the style by name, or the colour itself."""
        return str(self.style.get(name, name))

    def terrain_style(self, name: str) -> dict[str, Any]:
        """How a terrain looks."""
        found: dict[str, Any] = self.style["terrain"].get(name, {})
        return found

    def terrain_order(self) -> list[str]:
        """The terrains of the map, in the order of the map file's style."""
        known = [*self.data.get("style", {}).get("terrain", {}), *self.style["terrain"]]
        return [name for name in dict.fromkeys(known) if name in set(self.terrain.values())]

    def is_water(self, name: str) -> bool:
        """Whether the terrain of a hex is water."""
        return bool(self.terrain_style(self.terrain[name]).get("water"))

    def outlines(self, kind: str) -> list[list[Point]]:
        """The line work of one kind."""
        found = (outline["points"] for outline in self.data.get("outline", []) if outline["kind"] == kind)
        return [[(u, v) for u, v in points] for points in found]

    def entries(self, name: str) -> list[Mapping[str, Any]]:
        """The entries of a list of the map file; an absent list is empty."""
        found: list[Mapping[str, Any]] = self.data.get(name, [])
        return found

    def add(self, *pieces: str) -> None:
        """Append SVG."""
        self.body.extend(pieces)

    def text(self, point: Point, words: str, size: float, **attributes: object) -> str:
        """A text element at a sheet position."""
        x, y = self.px(point)
        return tag("text", escape(words), x=x, y=y, font_size=self.n(size), **attributes)

    def rim(self, width: float) -> dict[str, object]:
        """Attributes for a light rim around letters."""
        return {
            "paint_order": "stroke",
            "stroke": self.colour("halo"),
            "stroke_width": self.n(width),
            "stroke_linejoin": "round",
            "stroke_opacity": 0.85,
        }


def read_grid(table: Mapping[str, Any]) -> Grid:
    """The grid of a map file."""
    lines, places = table["lines"], table["places"]
    even, odd = ((int(places[key][0]), int(places[key][1])) for key in ("even", "odd"))
    return Grid(
        table["shape"], table["label"], lines["first"], lines["last"], lines["runs"],
        even, odd, places["runs"], table["shifted"], table.get("board", ""),
    )  # fmt: skip


# -- ground ---------------------------------------------------------------------------------------


def land_path(c: Chart) -> str:
    """All land as one path: the coast outlines, or the edge of the land hexes when there are none."""
    coast = c.outlines("coast")
    if not coast:
        dry = [c.corners(name) for name in c.centres if not c.is_water(name)]
        coast = boundary(dry + [corners for corners, wet in c.surroundings().values() if not wet])
    return "".join(c.rounded_ring(ring) for ring in coast)


def definitions(c: Chart, land: str) -> str:
    """Clip paths, gradients, the hex and the terrain marks."""
    hexagon = "M" + "L".join(f"{c.n(u):.2f},{c.n(-v):.2f}" for u, v in c.ring) + "Z"
    depths = (("0", "deep_water"), ("0.55", "water"), ("1", "shallow"))
    sea = "".join(tag("stop", offset=offset, stop_color=c.colour(name)) for offset, name in depths)
    fading = (("0.6", 0.0), ("1", 0.16))
    age = "".join(tag("stop", offset=o, stop_color=c.colour("age"), stop_opacity=s) for o, s in fading)
    return tag(
        "defs",
        tag("clipPath", c.rectangle((*c.low, *c.high)), id="neat")
        + tag("clipPath", tag("path", d=land, clip_rule="evenodd"), id="land")
        + tag("radialGradient", sea, id="deep", cx="0.35", cy="0.1", r="1")
        + tag("radialGradient", age, id="aged", cx="0.5", cy="0.5", r="0.75")
        + tag("path", id="hex", d=hexagon)
        + "".join(mark_symbol(c, name) for name in MARKS),
    )


def mark_symbol(c: Chart, name: str) -> str:
    """A terrain mark for reuse; it takes fill and stroke from the place of use."""
    filled, shapes = MARKS[name]
    paths = "".join(tag("path", d=d, fill=None if i < filled else "none") for i, d in enumerate(shapes))
    turn = f"scale({c.scale / 100:.4f})"
    return tag("g", paths, id=f"mark-{name}", stroke_linecap="round", stroke_linejoin="round", transform=turn)


def draw_water(c: Chart, land: str) -> None:
    """The sea with soft lines along the coast."""
    c.add(c.rectangle((*c.low, *c.high), fill="url(#deep)"))
    shore = {"d": land, "fill": "none", "stroke_linejoin": "round"}
    for width, shade in ((1.1, 0.2), (0.78, 0.22), (0.5, 0.24), (0.26, 0.28)):
        c.add(tag("path", **shore, stroke=c.colour("halo"), stroke_opacity=shade, stroke_width=c.n(width)))
    for width in (0.84, 0.54, 0.29):
        c.add(
            tag("path", **shore, stroke=c.colour("coast"), stroke_opacity=0.28, stroke_width=c.n(width)),
            tag("path", **shore, stroke=c.colour("shallow"), stroke_width=c.n(width - 0.03)),
        )


def draw_land(c: Chart, land: str) -> None:
    """Land, tints of countries, terrain, lakes and the coast line."""
    c.add(tag("path", d=land, fill=c.colour("land"), fill_rule="evenodd"), '<g clip-path="url(#land)">')
    draw_country_tints(c)
    draw_terrain(c)
    c.add("</g>")
    shore = {"stroke": c.colour("coast"), "stroke_linejoin": "round"}
    lakes = "".join(c.rounded_ring(ring) for ring in c.outlines("lake"))
    if lakes:
        c.add(tag("path", d=lakes, fill=c.colour("shallow"), stroke_width=c.n(0.03), **shore))
    c.add(tag("path", d=land, fill="none", stroke_width=c.n(0.045), **shore))


def draw_country_tints(c: Chart) -> None:
    """A light wash of each country, stronger along its frontiers."""
    for country, tint in c.style["country"].items():
        names = {name for name, owner in c.country.items() if owner == country}
        area = "".join(c.polygon(ring) for ring in c.rings_around(names))
        frontier = c.lines(frontier_edges(c, names))
        c.add(
            tag("clipPath", tag("path", d=area, clip_rule="evenodd"), id=f"of-{country}"),
            tag(
                "g",
                tag("path", d=area, fill=tint, fill_opacity=0.11)
                + tag("path", d=frontier, stroke_opacity=0.3, stroke_width=c.n(0.75))
                + tag("path", d=frontier, stroke_opacity=0.45, stroke_width=c.n(0.34)),
                clip_path=f"url(#of-{country})", fill="none", stroke=tint, stroke_linejoin="round",
            ),
        )  # fmt: skip


def frontier_edges(c: Chart, names: set[str]) -> list[Edge]:
    """Sides between a group of hexes and other land of another country."""
    return [
        edge
        for edge, pair in sorted(c.beside.items())
        if len(pair) == 2 and len(names & set(pair)) == 1 and all(c.country.get(name) for name in pair)
    ]


def draw_terrain(c: Chart) -> None:
    """Patches of one terrain with soft edges, and the marks in their hexes."""
    for terrain in c.terrain_order():
        look = c.terrain_style(terrain)
        if "fill" not in look:
            continue
        names = {name for name, found in c.terrain.items() if found == terrain}
        rings = (wavering([*ring, ring[0]], 0.16)[:-1] for ring in c.rings_around(names))
        path = "".join(c.rounded_ring(ring) for ring in rings)
        c.add(tag("path", d=path, fill=look["fill"], fill_rule="evenodd", fill_opacity=0.85))
        if "mark" in look:
            uses = "".join(use for name in sorted(names) for use in marks_in(c, name, look["mark"]))
            c.add(tag("g", uses, fill=look["fill"], stroke=look["ink"], stroke_width=1.9))


def marks_in(c: Chart, name: str, mark: str) -> Iterator[str]:
    """The marks of one hex, spread with fixed irregularity and clear of its place."""
    u, v = c.centres[name]
    occupied = any(place["hex"] == name for place in c.entries("place"))
    for i, (du, dv) in enumerate(MARK_SPOTS if mark != "hatch" else ((0.0, 0.0),)):
        if occupied and abs(du) < 0.1 and mark != "hatch":
            continue
        x, y = c.px((u + du + 0.05 * noise(name, i, "u"), v + dv + 0.04 * noise(name, i, "v")))
        yield tag("use", href=f"#mark-{mark}", x=x, y=y)


# -- lines ----------------------------------------------------------------------------------------


def draw_grid(c: Chart) -> None:
    """Hex outlines, one element per hex."""
    for water, colour, shade in ((True, "coast", 0.3), (False, "grid", 0.6)):
        spots = ((name, c.px(spot)) for name, spot in c.centres.items() if c.is_water(name) == water)
        uses = "".join(tag("use", href="#hex", x=x, y=y, data_hex=name) for name, (x, y) in spots)
        look = {"stroke": c.colour(colour), "stroke_opacity": shade, "stroke_width": c.n(0.018)}
        c.add(tag("g", uses, class_="hexes", fill="none", **look))


def draw_numbers(c: Chart) -> None:
    """Hex numbers near the top of each hex."""
    top = 0.36 if c.grid.shape == "pointy" else 0.31
    for water, colour in ((True, "coast"), (False, "number")):
        spots = ((name, u, v) for name, (u, v) in c.centres.items() if c.is_water(name) == water)
        texts = "".join(c.text((u, v + top), name, 0.14) for name, u, v in spots)
        look = {"font_family": SANS, "fill": c.colour(colour), "fill_opacity": 0.85}
        c.add(tag("g", texts, text_anchor="middle", **look))


def draw_courses(c: Chart) -> None:
    """Rivers and canals along their hexsides, and all-water hexsides that no outline shows."""
    drawn = [(entry, course_path(c, entry)) for entry in c.entries("hexside")]
    pieces = []
    for entry, path in drawn:
        if entry["kind"] in WATER_KINDS and not c.outlines("lake"):
            pieces.append(tag("path", d=path, stroke=c.colour("shallow"), stroke_width=c.n(0.3)))
    for colour, extra in (("river_edge", 0.0), ("river", -0.035)):
        for entry, path in drawn:
            if entry["kind"] == "river":
                width = c.style["river_width"].get(entry["name"], 0.1) + extra
                pieces.append(tag("path", d=path, stroke=c.colour(colour), stroke_width=c.n(width)))
    pieces += [canal(c, path) for entry, path in drawn if entry["kind"] == "canal"]
    clip = "url(#land)" if c.outlines("coast") else None
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    c.add(tag("g", "".join(pieces), clip_path=clip, **look))


def course_path(c: Chart, entry: Mapping[str, Any]) -> str:
    """The path along the hexsides of a course."""
    return c.lines((c.side(text) for text in entry["sides"]), 0.0 if entry["kind"] == "canal" else 0.14)


def canal(c: Chart, path: str) -> str:
    """A canal: a dark line with light dashes, clearly man-made."""
    dashes = f"{c.n(0.13):.1f} {c.n(0.07):.1f}"
    inner = {"stroke": c.colour("halo"), "stroke_linecap": "butt", "stroke_dasharray": dashes}
    return tag("path", d=path, stroke=c.colour("river_edge"), stroke_width=c.n(0.09)) + tag(
        "path", d=path, stroke_width=c.n(0.045), **inner
    )


def draw_borders(c: Chart) -> None:
    """Frontiers between countries as a dash-dot line."""
    edges: set[Edge] = set()
    for country in sorted({owner for owner in c.country.values() if owner}):
        edges |= set(frontier_edges(c, {name for name, owner in c.country.items() if owner == country}))
    path = c.lines(edges)
    under = tag("path", d=path, stroke=c.colour("halo"), stroke_opacity=0.55, stroke_width=c.n(0.09))
    c.add(tag("g", under + border(c, path), fill="none", stroke_linejoin="round"))


def border(c: Chart, path: str) -> str:
    """A dash-dot line."""
    dashes = " ".join(f"{c.n(length):.2f}" for length in BORDER_DASH)
    look = {"stroke": c.colour("border"), "stroke_linecap": "round", "stroke_dasharray": dashes}
    return tag("path", d=path, fill="none", stroke_width=c.n(0.055), **look)


# -- places and lettering -------------------------------------------------------------------------


def draw_places(c: Chart) -> None:
    """Symbols of cities and towns, then their names where they disturb least."""
    places = sorted(c.entries("place"), key=lambda place: (place["kind"] != "city", place["hex"]))
    ports = [port_spot(c, place["hex"]) for place in places if is_port(c, place)]
    c.add(*(place_symbol(c, c.centres[place["hex"]], place["kind"]) for place in places))
    c.add(*(anchor(c, spot) for spot in ports))
    taken = [box(c.centres[place["hex"]], 0.28, 0.24, "middle") for place in places]
    taken += [box(spot, 0.2, 0.24, "middle") for spot in ports]
    soft = obstacles(c)
    names = "".join(place_name(c, place, taken, soft) for place in places)
    c.add(tag("g", names, font_family=SERIF, fill=c.colour("ink")))


def is_port(c: Chart, place: Mapping[str, Any]) -> bool:
    """A city on the open sea."""
    return place["kind"] == "city" and any(c.terrain[name] == "sea" for name in c.neighbours(place["hex"]))


def port_spot(c: Chart, name: str) -> Point:
    """A spot for the anchor, off the city on the side of the sea."""
    seas = [c.centres[other] for other in c.neighbours(name) if c.terrain[other] == "sea"]
    u, v = c.centres[name]
    du, dv = sum(p[0] - u for p in seas), sum(p[1] - v for p in seas)
    reach = 0.64 / (math.hypot(du, dv) or 1.0)
    return u + reach * du, v + reach * dv


def anchor(c: Chart, spot: Point) -> str:
    """A small anchor."""
    x, y = c.px(spot)
    turn = f"translate({x:.1f},{y:.1f}) scale({c.scale / 75:.3f})"
    shape = tag("circle", cy=-9, r=2) + tag("path", d=ANCHOR)
    look = {"stroke": c.colour("water_ink"), "stroke_width": 2, "stroke_linecap": "round"}
    return tag("g", shape, transform=turn, fill="none", **look)


def place_symbol(c: Chart, spot: Point, kind: str) -> str:
    """A block of houses for a city, a ring for a town."""
    x, y = c.px(spot)
    s = c.scale / 100
    dark, light = c.colour("city"), c.colour("halo")
    if kind != "city":
        return tag("circle", cx=x, cy=y, r=4.2 * s, fill=light, stroke=dark, stroke_width=2.2 * s)
    blocks = "".join(tag("rect", x=x + dx * s, y=y + dy * s, width=w * s, height=h * s) for dx, dy, w, h in CITY_BLOCKS)
    return tag("g", blocks, fill=dark, stroke=light, stroke_width=1.6 * s)


def obstacles(c: Chart) -> list[Point]:
    """Points a name should rather not cover: courses, frontiers, hex numbers."""
    edges = [c.side(text) for entry in c.entries("hexside") for text in entry["sides"]]
    edges += [e for e, pair in c.beside.items() if len({c.country.get(name) for name in pair}) == 2]
    points = [middle(corner_point(a), corner_point(b)) for a, b in edges]
    return points + [(u + du, v + 0.4) for u, v in c.centres.values() for du in (-0.1, 0.1)]


def box(spot: Point, width: float, height: float, anchored: str) -> Box:
    """The rectangle a text covers, its middle line at the spot."""
    left = spot[0] - {"start": 0.0, "middle": width / 2, "end": width}[anchored]
    return left, spot[1] - height / 2, left + width, spot[1] + height / 2


def place_name(c: Chart, place: Mapping[str, Any], taken: list[Box], soft: Sequence[Point]) -> str:
    """The name of a place in the best spot around it; its rectangle is marked as taken."""
    city = place["kind"] == "city"
    size, spread = (0.235, 0.64) if city else (0.185, 0.56)
    width, height = len(place["name"]) * size * spread, size * 1.05
    u, v = c.centres[place["hex"]]
    offers = []
    for rank, (du, dv, anchored) in enumerate(LABEL_SPOTS):
        covers = box((u + du, v + dv), width, height, anchored)
        offers.append((0.12 * rank + label_cost(c, covers, taken, soft), rank, covers))
    _, rank, covers = min(offers)
    taken.append(covers)
    du, dv, anchored = LABEL_SPOTS[rank]
    spot = (u + du, v + dv - 0.07)
    weight = "bold" if city else None
    return c.text(spot, place["name"], size, text_anchor=anchored, font_weight=weight, **c.rim(0.07))


def label_cost(c: Chart, covers: Box, taken: Sequence[Box], soft: Sequence[Point]) -> float:
    """How much a name in a rectangle would disturb."""
    left, bottom, right, top = covers
    cost = 6.0 * sum(overlap(covers, other) for other in taken)
    cost += sum(1.0 for u, v in soft if left < u < right and bottom < v < top)
    return cost + (20.0 if left < c.low[0] or right > c.high[0] else 0.0)


def overlap(a: Box, b: Box) -> float:
    """How much two rectangles cover each other: 0 for apart, growing with the shared part."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return 0.0 if width <= 0 or height <= 0 else 0.3 + width * height * 8


def draw_regions(c: Chart, *, countries: bool) -> None:
    """Names of countries, or all the other lettering."""
    chosen = [region for region in c.entries("region") if (region["kind"] == "country") == countries]
    names = "".join(region_text(c, region) for region in chosen)
    c.add(tag("g", names, font_family=SERIF, text_anchor="middle"))


def region_text(c: Chart, region: Mapping[str, Any]) -> str:
    """One piece of lettering."""
    look = LETTERING.get(region["kind"], LETTERING["hills"]) | c.style["lettering"].get(region["name"], {})
    spot = (region["at"][0], region["at"][1])
    x, y = c.px(spot)
    return c.text(
        spot,
        region["name"].upper() if look.get("caps") else region["name"],
        look["size"],
        dy=c.n(0.34 * look["size"]),
        fill=c.colour(look.get("ink", "ink")),
        fill_opacity=look.get("opacity"),
        letter_spacing=c.n(look.get("spacing", 0.0)),
        transform=f"rotate({-region['angle']} {x:.1f} {y:.1f})" if region.get("angle") else None,
        font_style="italic" if look.get("italic") else None,
        font_weight=look.get("weight"),
        **(c.rim(0.06) if look.get("halo") else {}),
    )


# -- furniture ------------------------------------------------------------------------------------


def draw_frame(c: Chart) -> None:
    """The paper around the map and its double frame."""
    inner = (*c.low, *c.high)
    hole = c.polygon([c.low, (c.high[0], c.low[1]), c.high, (c.low[0], c.high[1])])
    sheet = f"M0,0H{c.width:.1f}V{c.height:.1f}H0Z{hole}"
    ink = {"fill": "none", "stroke": c.colour("ink")}
    c.add(
        tag("path", d=sheet, fill=c.colour("paper"), fill_rule="evenodd"),
        c.rectangle(inner, stroke_width=c.n(0.05), **ink),
        c.rectangle(inner, -0.14, stroke_width=c.n(0.11), **ink),
        tag("rect", width=c.width, height=c.height, fill="url(#aged)", pointer_events="none"),
    )


def panel(c: Chart, covers: Box) -> str:
    """A cartouche: paper with a double rim."""
    ink = {"stroke": c.colour("ink"), "rx": c.n(0.06)}
    outer = c.rectangle(covers, fill=c.colour("halo"), stroke_width=c.n(0.05), **ink)
    return outer + c.rectangle(covers, 0.1, fill="none", stroke_width=c.n(0.018), **ink)


def furniture_box(c: Chart, name: str) -> Box | None:
    """A rectangle of the style: left, bottom, right, top in sheet units."""
    found = c.style.get(name)
    return None if found is None else (found[0], found[1], found[2], found[3])


def draw_title(c: Chart, title: str) -> None:
    """The title in its cartouche; a colon parts title and subtitle."""
    covers = furniture_box(c, "title_box")
    if not title or covers is None:
        return
    head, _, tail = title.partition(": ")
    left, bottom, right, top = covers
    size = min(0.62, (right - left - 0.5) / (0.78 * len(head)))
    u, height = (left + right) / 2, top - bottom
    lines = c.text((u, top - 0.46 * height - 0.1), head, size, font_weight="bold", letter_spacing=c.n(0.06))
    lines += c.text((u, top - 0.8 * height), tail, size * 0.48, font_style="italic", letter_spacing=c.n(0.03))
    c.add(panel(c, covers), tag("g", lines, font_family=SERIF, text_anchor="middle", fill=c.colour("ink")))


def legend_entries(c: Chart) -> list[tuple[str, str]]:
    """What the legend explains: the name of the sample and its label."""
    looks = [(name, c.terrain_style(name)) for name in c.terrain_order()]
    dry = [(name, look) for name, look in looks if not look.get("water")]
    entries = [(name, str(look.get("label", name.capitalize()))) for name, look in dry]
    kinds = {entry["kind"] for entry in c.entries("hexside")}
    lines = (("river", "River"), ("canal", "Canal"), ("lake", "Lake hexside"), ("sea", "Sea hexside"))
    entries += [(f"line {kind}", label) for kind, label in lines if kind in kinds]
    if len({owner for owner in c.country.values() if owner}) > 1:
        entries.append(("line border", "Frontier"))
    if any(place["kind"] == "town" for place in c.entries("place")):
        entries.append(("place town", "Town"))
    if any(is_port(c, place) for place in c.entries("place")):
        entries.append(("place port", "Port"))
    return entries


def draw_legend(c: Chart) -> None:
    """The key to terrain, lines and places in columns."""
    covers = furniture_box(c, "legend_box")
    if covers is None:
        return
    left, bottom, right, top = covers
    entries = legend_entries(c)
    columns = max(1, round((right - left) / 1.8))
    rows = math.ceil(len(entries) / columns)
    pieces = []
    for i, (name, label) in enumerate(entries):
        u = left + 0.5 + (i // rows) * (right - left - 0.2) / columns
        v = top - 0.15 - (i % rows + 0.5) * (top - bottom - 0.3) / rows
        pieces += [legend_sample(c, name, (u, v)), c.text((u + 0.4, v - 0.07), label, 0.2)]
    c.add(panel(c, covers), tag("g", "".join(pieces), font_family=SERIF, fill=c.colour("ink")))


def legend_sample(c: Chart, name: str, spot: Point) -> str:
    """A sample of what an entry of the legend explains."""
    kind, _, which = name.partition(" ")
    if kind == "place":
        port = anchor(c, (spot[0] + 0.24, spot[1])) if which == "port" else ""
        return place_symbol(c, spot, "town" if which == "town" else "city") + port
    if kind == "line":
        return line_sample(c, which, spot)
    return terrain_sample(c, name, spot)


def line_sample(c: Chart, kind: str, spot: Point) -> str:
    """A short piece of a river, canal, frontier or water hexside."""
    u, v = spot
    bends = ((-0.26, -0.05), (-0.1, 0.1), (0.1, -0.1), (0.26, 0.05))
    path = c.rounded_line([(u + du, v + dv) for du, dv in bends])
    if kind == "border":
        return border(c, path)
    if kind == "canal":
        return tag("g", canal(c, path), fill="none")
    width, colour = (0.11, "river") if kind == "river" else (0.17, "shallow")
    edge = tag("path", d=path, stroke=c.colour("river_edge"), stroke_width=c.n(width))
    inner = tag("path", d=path, stroke=c.colour(colour), stroke_width=c.n(width - 0.035))
    return tag("g", edge + inner, fill="none", stroke_linecap="round")


def terrain_sample(c: Chart, name: str, spot: Point) -> str:
    """A small hex of a terrain."""
    look = c.terrain_style(name)
    fill = look.get("fill", c.colour("land"))
    x, y = c.px(spot)
    here = f"translate({x:.1f},{y:.1f})"
    rim = {"stroke": c.colour("grid"), "stroke_width": c.n(0.03)}
    piece = tag("use", href="#hex", transform=f"{here} scale(0.36)", fill=fill, **rim)
    if name == "city":
        return piece + place_symbol(c, spot, "city")
    if "mark" in look:
        single = look["mark"] == "hatch"
        spots = ((0.0, 0.0),) if single else ((-0.11, -0.04), (0.1, 0.08))
        uses = "".join(tag("use", href=f"#mark-{look['mark']}", x=c.n(dx), y=c.n(dy)) for dx, dy in spots)
        turn = f"{here} scale({0.45 if single else 0.7})"
        piece += tag("g", uses, transform=turn, fill=fill, stroke=look["ink"], stroke_width=2.4)
    return piece


def draw_compass(c: Chart) -> None:
    """A compass rose turned to true north."""
    if "compass_at" not in c.style:
        return
    u, v = c.style["compass_at"]
    x, y = c.px((u, v))
    ink, pale = c.colour("ink"), c.colour("halo")
    points = []
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        tip = 46 if k % 2 else 82
        halves = [tag("path", d=f"M0,-{tip}L{w},-12L0,0Z", fill=fill) for w, fill in ((10, ink), (-10, pale))]
        points.append(tag("g", "".join(halves), transform=f"rotate({45 * k})"))
    circles = ((58, 0.7), (52, 0.4))
    rings = "".join(tag("circle", r=r, fill="none", stroke_opacity=shade) for r, shade in circles)
    look = {"font_family": SERIF, "font_size": 34, "font_weight": "bold", "fill": ink, "stroke": "none"}
    letter = tag("text", "N", y=-90, text_anchor="middle", **look)
    north = -float(c.style["up_bearing"])
    turn = f"translate({x:.1f},{y:.1f}) rotate({north:.1f}) scale({c.scale / 100:.3f})"
    pieces = rings + "".join(points) + letter
    c.add(tag("g", pieces, transform=turn, stroke=ink, stroke_width=1.6, stroke_linejoin="round"))


def draw_scale_bar(c: Chart) -> None:
    """A bar of a hundred kilometres."""
    if "scale_at" not in c.style or not c.style["hex_km"]:
        return
    u, v = c.style["scale_at"]
    unit = 25 / c.style["hex_km"]
    pieces = []
    for k in range(4):
        covers = (u + k * unit, v - 0.11, u + (k + 1) * unit, v)
        fill = c.colour("halo" if k % 2 else "ink")
        pieces.append(c.rectangle(covers, fill=fill, stroke=c.colour("ink"), stroke_width=c.n(0.02)))
    marks = ((0, "0"), (2, "50"), (4, "100 km"))
    pieces += [c.text((u + k * unit, v + 0.08), words, 0.2) for k, words in marks]
    c.add(tag("g", "".join(pieces), font_family=SERIF, text_anchor="middle", fill=c.colour("ink")))


# -- play -----------------------------------------------------------------------------------------


def draw_overlays(c: Chart, overlays: Mapping[str, Sequence[str]]) -> None:
    """Hexes marked in a colour, one group per overlay."""
    for i, (name, hexes) in enumerate(overlays.items()):
        colour = c.style["overlay"].get(name, OVERLAY_COLOURS[i % len(OVERLAY_COLOURS)])
        path = "".join(c.polygon(ring) for ring in c.rings_around(set(hexes)))
        look = {"fill": colour, "fill_opacity": 0.22, "fill_rule": "evenodd", "stroke": colour}
        label = tag("title", escape(name))
        c.add(tag("path", label, class_="overlay", d=path, stroke_width=c.n(0.05), **look))


def draw_counters(c: Chart, counters: Sequence[Mapping[str, Any]]) -> None:
    """Counters: ``hex``, ``colour``, optional ``ink`` and the texts ``top``, ``middle``, ``bottom``."""
    height: dict[str, int] = {}
    pieces = []
    for counter in counters:
        depth = height.get(counter["hex"], 0)
        height[counter["hex"]] = depth + 1
        u, v = c.centres[counter["hex"]]
        pieces.append(counter_piece(c, (u + 0.05 * depth, v + 0.05 * depth), counter))
    c.add(tag("g", "".join(pieces), font_family=SANS, text_anchor="middle", font_weight="bold"))


def counter_piece(c: Chart, spot: Point, counter: Mapping[str, Any]) -> str:
    """One counter with its shadow."""
    u, v = spot
    ink = str(counter.get("ink", "#1d1a17"))
    piece, shadow = (box(at, 0.66, 0.66, "middle") for at in (spot, (u + 0.03, v - 0.04)))
    rim = {"stroke": ink, "stroke_width": c.n(0.02)}
    pieces = [
        c.rectangle(shadow, rx=c.n(0.05), fill="#000", fill_opacity=0.28),
        c.rectangle(piece, rx=c.n(0.05), fill=counter["colour"], **rim),
    ]
    for name, dv, size in (("top", 0.17, 0.16), ("middle", -0.05, 0.2), ("bottom", -0.26, 0.2)):
        if counter.get(name):
            pieces.append(c.text((u, v + dv), str(counter[name]), size, fill=ink))
    return "".join(pieces)


def chart(
    map_data: dict[str, Any],
    *,
    scale: float = 40.0,
    style: dict[str, Any] | None = None,
    counters: list[dict[str, Any]] | None = None,
    overlays: dict[str, list[str]] | None = None,
    title: str | None = None,
) -> str:
    """The map as an SVG document."""
    look = merged(merged(DEFAULT_STYLE, map_data.get("style", {})), style or {})
    c = Chart(map_data, scale, look)
    land = land_path(c)
    c.add(definitions(c, land), '<g clip-path="url(#neat)">')
    draw_water(c, land)
    draw_land(c, land)
    draw_regions(c, countries=True)
    draw_grid(c)
    draw_courses(c)
    draw_borders(c)
    draw_numbers(c)
    draw_overlays(c, overlays or {})
    draw_regions(c, countries=False)
    draw_places(c)
    draw_title(c, map_data.get("title", "") if title is None else title)
    draw_legend(c)
    draw_compass(c)
    draw_scale_bar(c)
    draw_counters(c, counters or [])
    c.add("</g>")
    draw_frame(c)
    view = f"0 0 {c.width:.1f} {c.height:.1f}"
    size = {"viewBox": view, "width": round(c.width), "height": round(c.height)}
    return tag("svg", "\n".join(c.body), xmlns="http://www.w3.org/2000/svg", **size)
