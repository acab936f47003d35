"""The ground of a hex map: land, tints of countries, terrain, lines along hexsides, paths, frontiers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meuse.board.maptables import Hexside
from meuse.board.picture.hexcover import draw_cover
from meuse.board.picture.hexsheet import HexSheet
from meuse.board.picture.lines import Point, boundary, corner_key, corner_point, noise, sides, wavering
from meuse.board.picture.paper import clip
from meuse.board.picture.svg import tag

MARK_SPOTS: tuple[Point, ...] = (
    (-0.27, 0.13), (0.25, 0.12), (-0.03, -0.03), (-0.24, -0.2), (0.22, -0.19), (0.0, -0.36),
)  # fmt: skip
BORDER_DASH = (0.2, 0.085, 0.001, 0.085)
RIVER = 0.1  # width of a river
TEETH = 5  # of a fortified hexside
STROKES = (0.15, 0.32, 0.5, 0.68, 0.85)  # where on a hexside the strokes of a slope stand
FACING = 0.12  # how far a hexside that faces one way lies from its edge, of the way to the middle of the hex
SHADOW = ((0.28, 0.07), (0.19, 0.09), (0.1, 0.11))  # of raised ground: how far it falls, how dark it is
MOTTLED = -0.2  # where patches of another tint lie: on two hexes of five
ROUND = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def land_path(c: HexSheet) -> str:
    """All land as one path: the coast outlines, or the edge of the land hexes when there are none."""
    coast = c.outlines("coast")
    if not coast:
        dry = [c.corners(name) for name in c.centres if not c.is_water(name)]
        coast = boundary(dry + [corners for corners, wet in c.surroundings().values() if not wet])
    return "".join(c.rounded_ring(ring) for ring in coast)


def draw_land(c: HexSheet, land: str) -> None:
    """Land, tints of countries, terrain, lakes and the coast line."""
    c.add(tag("path", d=land, fill=c.colour("land"), fill_rule="evenodd"), '<g clip-path="url(#land)">')
    draw_country_tints(c)
    draw_mottle(c)
    draw_relief(c)
    draw_terrain(c)
    draw_place_grounds(c)
    draw_cover(c, flat=True)
    c.add("</g>")
    shore = {"stroke": c.colour("coast"), "stroke_linejoin": "round"}
    lakes = "".join(c.rounded_ring(ring) for ring in c.outlines("lake"))
    if lakes:
        c.add(tag("path", d=lakes, fill=c.colour("shallow"), stroke_width=c.n(0.03), **shore))
    c.add(tag("path", d=land, fill="none", stroke_width=c.n(0.045), **shore))


def draw_country_tints(c: HexSheet) -> None:
    """A light wash of each country, stronger along its frontiers."""
    for country, tint in c.style["country"].items():
        names = c.land_of(country)
        area, frontier = c.path_around(names), c.lines(c.frontier(names))
        c.add(
            clip(area, f"of-{country}"),
            tag(
                "g",
                tag("path", d=area, fill=tint, fill_opacity=0.11)
                + tag("path", d=frontier, stroke_opacity=0.3, stroke_width=c.n(0.75))
                + tag("path", d=frontier, stroke_opacity=0.45, stroke_width=c.n(0.34)),
                clip_path=f"url(#of-{country})", fill="none", stroke=tint, stroke_linejoin="round",
            ),
        )  # fmt: skip


def draw_relief(c: HexSheet) -> None:
    """Raised ground, each level in its tint: lit from the north-west, with a soft shadow to the south-east."""
    relief = c.style.get("relief", {})
    for level, names in c.raised():
        tints, ink, light = relief["tints"], relief["ink"], c.colour("halo")
        path = "".join(c.rounded_ring(ring) for ring in c.rings_around(names))
        for far, shade in SHADOW:
            c.add(tag("path", d=path, fill=ink, fill_opacity=shade, transform=shift(c, far), fill_rule="evenodd"))
        c.add(
            tag("path", d=path, fill=tints[min(level, len(tints)) - 1], fill_opacity=0.9, fill_rule="evenodd"),
            clip(path, f"level-{level}"),
        )
        look = {"d": path, "stroke_linejoin": "round"}
        slopes = ((light, 0.07, 0.3), (ink, -0.06, 0.1))
        bands = [
            tag(
                "path",
                **look,
                stroke=stroke,
                stroke_opacity=shade,
                stroke_width=c.n(4.2 * abs(far)),
                transform=shift(c, far),
            )
            for stroke, far, shade in slopes
        ]
        c.add(tag("g", "".join(bands), clip_path=f"url(#level-{level})", fill="none"))


def shift(c: HexSheet, far: float) -> str:
    """The transform that moves a shape to the south-east."""
    return f"translate({c.n(far):.1f} {c.n(far):.1f})"


def draw_mottle(c: HexSheet) -> None:
    """Soft lighter and darker patches, if the style names their colours: grass is never of one green."""
    tints = c.style.get("mottle", ())
    ends = (("0", 0.34), ("1", 0.0))
    for n, tint in enumerate(tints):
        stops = "".join(tag("stop", offset=offset, stop_color=tint, stop_opacity=shade) for offset, shade in ends)
        c.add(tag("defs", tag("radialGradient", stops, id=f"mottle-{n}")))
    patches = []
    for name, spot in c.centres.items() if tints else ():
        if noise(name, "bare") > MOTTLED:
            continue
        u, v = (at + 0.5 * noise(name, at, "mottle") for at in spot)
        x, y = c.px((u, v))
        rx, ry = (c.n(0.9 + 0.4 * noise(name, axis)) for axis in ("rx", "ry"))
        tint = int((noise(name, "tint") + 1) * 0.499 * len(tints))
        patches.append(tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=f"url(#mottle-{tint})"))
    if patches:
        c.add(tag("g", "".join(patches)))


def draw_slopes(c: HexSheet) -> None:
    """The edges of raised ground, with short strokes down the slope."""
    for _, names in c.raised():
        rings = c.rings_around(names)
        strokes = []
        for a, b in (side for ring in rings for side in sides(ring)):  # the hexes lie to the left of their rings
            du, dv = b[0] - a[0], b[1] - a[1]
            for part in STROKES:
                foot = (a[0] + part * du, a[1] + part * dv)
                reach = 0.17 + 0.05 * noise(corner_key(foot))
                strokes.append(c.open_path([foot, (foot[0] + reach * dv, foot[1] - reach * du)]))
        edge = "".join(c.rounded_ring(ring) for ring in rings)
        look = {"fill": "none", "stroke": c.style["relief"]["ink"], "stroke_linecap": "round"}
        light = look | {"stroke": c.colour("halo"), "stroke_opacity": 0.4}
        c.add(tag("path", d=edge, stroke_width=c.n(0.085), **light))
        c.add(tag("path", d=edge, stroke_width=c.n(0.035), stroke_opacity=0.9, **look))
        c.add(tag("path", d="".join(strokes), stroke_width=c.n(0.022), stroke_opacity=0.6, **look))


def draw_terrain(c: HexSheet) -> None:
    """Patches of one terrain with soft edges, and the marks in their hexes."""
    for terrain in c.terrain_order():
        look = c.look("terrain", terrain)
        if "fill" not in look:
            continue
        names = {name for name, word in c.terrain.items() if word == terrain}
        path = "".join(c.rounded_ring(ring) for ring in c.patch(names))
        opacity = look.get("opacity", 0.85)
        c.add(tag("path", d=path, fill=look["fill"], fill_rule="evenodd", fill_opacity=opacity))
        if "mark" in look and "cover" not in look:
            uses = "".join(use for name in sorted(names) for use in marks_in(c, name, look["mark"]))
            c.add(tag("g", uses, fill=look["fill"], stroke=look["ink"], stroke_width=1.9))


def draw_place_grounds(c: HexSheet) -> None:
    """The ground of places that have one, such as a city of several hexes."""
    for kind, look in c.style["place"].items():
        names = {place.hex for place in c.map.landmarks if place.kind == kind and place.hex in c.centres}
        if "fill" in look and names:
            path = "".join(c.rounded_ring(ring) for ring in c.rings_around(names))
            c.add(tag("path", d=path, fill=look["fill"], fill_rule="evenodd", fill_opacity=0.85))


def marks_in(c: HexSheet, name: str, mark: str) -> Iterator[str]:
    """The marks of one hex, spread with fixed irregularity and clear of its place."""
    u, v = c.centres[name]
    occupied = any(place.hex == name for place in c.map.landmarks)
    for i, (du, dv) in enumerate(MARK_SPOTS if mark != "hatch" else ((0.0, 0.0),)):
        if occupied and abs(du) < 0.1 and mark != "hatch":
            continue
        x, y = c.px((u + du + 0.05 * noise(name, i, "u"), v + dv + 0.04 * noise(name, i, "v")))
        yield tag("use", href=f"#mark-{mark}", x=x, y=y)


def draw_courses(c: HexSheet) -> None:
    """What runs along hexsides: water that no outline shows, rivers, canals and other lines, in this order."""
    courses = [Course(c, entry, pairs) for entry, pairs in zip(c.map.file.hexside, c.map.hexsides, strict=True)]
    pieces = []
    if not c.outlines("lake"):
        look = {"stroke": c.colour("shallow"), "stroke_width": c.n(0.3)}
        pieces += [tag("path", d=course.path, **look) for course in courses if course.line == "water"]
    for colour, extra in (("river_edge", 0.0), ("river", -0.035)):
        for course in courses:
            if course.line == "river":
                width = c.style["river_width"].get(course.name, course.look.get("width", RIVER)) + extra
                pieces.append(tag("path", d=course.path, stroke=c.colour(colour), stroke_width=c.n(width)))
    pieces += [canal(c, course.path) for course in courses if course.line == "canal"]
    inside = "url(#land)" if c.outlines("coast") else None
    c.add(tag("g", "".join(pieces), clip_path=inside, **ROUND))
    plain = "".join(plain_line(c, course.path, course.look) for course in courses if course.line == "plain")
    if plain:
        c.add(tag("g", plain, **ROUND))
    walls = "".join(course.wall(c) for course in courses if course.line == "fortified")
    if walls:
        c.add(tag("g", walls))


class Course:
    """A ``[[hexside]]`` on its way to the picture."""

    def __init__(self, c: HexSheet, entry: Hexside, pairs: Sequence[tuple[int, int]]) -> None:
        self.name = entry.name
        self.pairs = pairs
        self.look = c.look("hexside", entry.kind)
        self.line = self.look.get("line", "plain")
        if entry.one_way:
            self.path = "".join(c.open_path(shore(c, pair)) for pair in pairs)
        else:
            self.path = c.lines((c.side(pair) for pair in pairs), 0.14 if self.line in ("river", "water") else 0.0)

    def wall(self, c: HexSheet) -> str:
        """Fortified hexsides, each with its teeth toward the hex it guards."""
        return "".join(fortified(c, shore(c, pair), c.centre_of(pair[1]), self.look) for pair in self.pairs)


def fortified(c: HexSheet, ends: Sequence[Point], behind: Point, look: Mapping[str, Any]) -> str:
    """A fortified line between two ends, its teeth toward what lies behind."""
    a, b = ends
    colour, width, teeth = c.colour(look.get("colour", "ink")), look.get("width", 0.06), look.get("teeth", 0.08)
    du, dv = (b[0] - a[0]) / TEETH, (b[1] - a[1]) / TEETH
    inward = 1 if (behind[0] - a[0]) * -dv + (behind[1] - a[1]) * du > 0 else -1
    reach = inward * (teeth + width / 2) / math.hypot(du, dv)
    rows = []
    for k in range(TEETH):
        u, v = a[0] + (k + 0.5) * du, a[1] + (k + 0.5) * dv
        foot, tip = 0.34, (u - reach * dv, v + reach * du)
        rows.append(c.polygon([(u - foot * du, v - foot * dv), (u + foot * du, v + foot * dv), tip]))
    line = tag("path", d=c.open_path(ends), stroke=colour, stroke_width=c.n(width), stroke_linecap="round")
    return line + tag("path", d="".join(rows), fill=colour)


def shore(c: HexSheet, pair: tuple[int, int]) -> list[Point]:
    """A hexside that faces one way: drawn within the hex it guards, the second."""
    u, v = c.centre_of(pair[1])
    ends = map(corner_point, c.side(pair))
    return [(x + FACING * (u - x), y + FACING * (v - y)) for x, y in ends]


def plain_line(c: HexSheet, path: str, look: Mapping[str, Any]) -> str:
    """A line as its look says."""
    dash = c.dashes(look["dash"]) if "dash" in look else None
    colour, width = c.colour(look.get("colour", "ink")), c.n(look.get("width", 0.08))
    return tag("path", d=path, stroke=colour, stroke_width=width, stroke_dasharray=dash)


def draw_paths(c: HexSheet) -> None:
    """Streams, roads and railways from middle to middle; streams first, and all edges of a kind below all its lines."""
    kinds: dict[str, list[str]] = {}
    for entry, hexes in zip(c.map.file.path, c.map.paths, strict=True):
        line = c.way(entry, hexes)
        stream = c.look("path", entry.kind).get("line") == "river"
        kinds.setdefault(entry.kind, []).append(c.rounded_line(wavering(line, 0.22) if stream else line))
    looks = [(kind, c.look("path", kind)) for kind in kinds]
    streams = [(kind, look) for kind, look in looks if look.get("line") == "river"]
    pieces = []
    for colour, extra in (("river_edge", 0.0), ("river", -0.035)):
        for kind, look in streams:
            width = c.n(look.get("width", RIVER) + extra)
            pieces.append(tag("path", d="".join(kinds[kind]), stroke=c.colour(colour), stroke_width=width))
    for kind, look in sorted(looks, key=lambda entry: entry[1].get("width", 0.08)):
        if look.get("line") != "river":
            path = "".join(kinds[kind])
            pieces += [rim(c, path, look), plain_line(c, path, look)]
    if pieces:
        c.add(tag("g", "".join(pieces), **ROUND))


def rim(c: HexSheet, path: str, look: Mapping[str, Any]) -> str:
    """Both edges of a path, if it has some."""
    if "rim" not in look:
        return ""
    return tag("path", d=path, stroke=c.colour(look["rim"]), stroke_width=c.n(look.get("width", 0.08) + 0.05))


def canal(c: HexSheet, path: str) -> str:
    """A canal: a dark line with light dashes, clearly man-made."""
    dashes = f"{c.n(0.13):.1f} {c.n(0.07):.1f}"
    inner = {"stroke": c.colour("halo"), "stroke_linecap": "butt", "stroke_dasharray": dashes}
    return tag("path", d=path, stroke=c.colour("river_edge"), stroke_width=c.n(0.09)) + tag(
        "path", d=path, stroke_width=c.n(0.045), **inner
    )


def draw_borders(c: HexSheet) -> None:
    """Frontiers between countries as a dash-dot line."""
    path = c.lines(edge for country in c.countries() for edge in c.frontier(c.land_of(country)))
    under = tag("path", d=path, stroke=c.colour("halo"), stroke_opacity=0.55, stroke_width=c.n(0.09))
    c.add(tag("g", under + border(c, path), fill="none", stroke_linejoin="round"))


def border(c: HexSheet, path: str) -> str:
    """A dash-dot line."""
    look = {"stroke": c.colour("border"), "stroke_linecap": "round", "stroke_dasharray": c.dashes(BORDER_DASH)}
    return tag("path", d=path, fill="none", stroke_width=c.n(0.055), **look)
