"""The picture of an area map as SVG, drawn from the parsed map file alone.

Areas carry their outlines, so that a border is the line two outlines share: a coast between land and sea, a frontier
between regions, a thin line within one, a dotted line at sea.  Colours of owners, and the places of title, legend and
compass, stand in the file's ``[style]`` table.  Sheet units (x to the right, y up) become pixels by ``scale``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

from meuse.board import chart as hexchart
from meuse.board.chart import (
    DEFAULT_STYLE,
    OVERLAY_COLOURS,
    SANS,
    SERIF,
    Box,
    Chart,
    Point,
    chains,
    corner_key,
    corner_point,
    draw_frame,
    draw_water,
    furniture_box,
    mark_symbol,
    merged,
    noise,
    panel,
    tag,
)

Segment = tuple[Point, Point]

AREA_STYLE: dict[str, Any] = {
    "major": "#b3352a",
    "minor": "#4d7f3a",
    "fortified": "#b3352a",
    "forest": "#8fa472",
    "forest_ink": "#4c683c",
    "neutral": "#e3dac2",
    "owner": {},
}
LETTERS: dict[str, dict[str, Any]] = {
    "sea": {"size": 0.95, "spacing": 0.35, "opacity": 0.55, "ink": "water_ink"},
    "country": {"size": 1.0, "spacing": 0.38, "opacity": 0.3, "caps": True},
    "neutral": {"size": 0.6, "spacing": 0.25, "opacity": 0.6},
    "lake": {"size": 0.36, "spacing": 0.04, "opacity": 0.8, "ink": "water_ink"},
}
STAR = [
    (r * math.sin(math.pi * k / 5), r * math.cos(math.pi * k / 5))
    for k in range(10)
    for r in (1.0 if k % 2 == 0 else 0.42,)
]
WAVE = "M-17,0C-13,-7 -7,-7 -3,0C1,-7 7,-7 11,0"
WAVE_STEP = 1.7
TREE_STEP = 0.5
CHIP = 0.66  # height of a piece
BORDERS = {  # colour, width, opacity and dashes of each kind of line, in sheet units
    "zone": ("water_ink", 0.07, 0.75, (0.001, 0.2)),
    "inner": ("ink", 0.055, 0.75, None),
    "coast": ("coast", 0.075, 1.0, None),
}


@dataclass
class AreaChart(Chart):
    """An area map on its way to a picture."""

    def __post_init__(self) -> None:
        width, height = self.data["board"]["size"]
        self.low, self.high = (0.0, 0.0), (width, height)
        self.width, self.height = ((size + 2 * hexchart.FRAME) * self.scale for size in (width, height))
        self.areas = {area["id"]: area for area in self.entries("area")}
        self.rings = {name: [as_points(ring) for ring in area["outline"]] for name, area in self.areas.items()}

    def is_land(self, name: str) -> bool:
        """Whether an area is land."""
        return bool(self.areas[name]["kind"] == "land")

    def path(self, name: str) -> str:
        """The outline of an area."""
        return "".join(self.polygon(ring) for ring in self.rings[name])

    def ground(self, kind: str) -> list[list[Point]]:
        """The rings of ground of one kind that belongs to no area."""
        found = (entry["outline"] for entry in self.entries("ground") if entry["kind"] == kind)
        return [as_points(ring) for outline in found for ring in outline]

    def owner(self, name: str) -> Mapping[str, str]:
        """How an owner looks."""
        found: Mapping[str, str] = self.style["owner"].get(name, {})
        return found

    def at(self, name: str, key: str = "at") -> Point:
        """A position of an area."""
        x, y = self.areas[name][key]
        return x, y


def as_points(ring: Sequence[Sequence[float]]) -> list[Point]:
    """A ring of the file as points."""
    return [(x, y) for x, y in ring]


# -- geometry -------------------------------------------------------------------------------------


def segments(rings: Iterable[Sequence[Point]]) -> Iterator[Segment]:
    """The sides of closed lines, each with its ends in a fixed order."""
    for ring in rings:
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            yield (a, b) if a < b else (b, a)


def border_kinds(c: AreaChart) -> dict[str, list[Segment]]:
    """All borders by kind: coast, zone (sea from sea), frontier (between regions), inner (within one)."""
    beside: dict[Segment, list[str]] = {}
    for name, rings in c.rings.items():
        for segment in segments(rings):
            beside.setdefault(segment, []).append(name)
    kinds: dict[str, list[Segment]] = {"coast": [], "zone": [], "frontier": [], "inner": []}
    abroad = set(segments(c.ground("neutral")))
    wet = set(segments(c.ground("water")))
    for segment, names in beside.items():
        kind = border_kind(c, names, segment in abroad, segment in wet)
        if kind:
            kinds[kind].append(segment)
    return kinds


def border_kind(c: AreaChart, names: Sequence[str], abroad: bool, wet: bool) -> str:
    """The kind of one border; empty for the edge of the sheet."""
    land = [c.is_land(name) for name in names] + [True] * abroad + [False] * wet
    if len(land) < 2:
        return ""
    if land[0] != land[1]:
        return "coast"
    if not land[0]:
        return "zone"
    if abroad or len({c.areas[name]["region"] for name in names}) > 1:
        return "frontier"
    return "inner"


def joined(parts: Iterable[Segment]) -> list[list[Point]]:
    """Segments joined end to end into lines as long as possible; closed lines repeat their first point."""
    lines = chains((corner_key(a), corner_key(b)) for a, b in parts)
    return [[corner_point(corner) for corner in line] for line in lines]


def within(point: Point, rings: Iterable[Sequence[Point]]) -> bool:
    """Whether a point lies inside closed lines (even-odd)."""
    x, y = point
    crossings = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


def scattered(rings: Sequence[Sequence[Point]], step: float, clear: float) -> Iterator[Point]:
    """Spots spread over closed lines with fixed irregularity, clear of their edges."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    for i in range(int((max(ys) - min(ys)) / step) + 1):
        for j in range(int((max(xs) - min(xs)) / step) + 1):
            x = min(xs) + (j + 0.5 * (i % 2) + 0.3 * noise(i, j, "x")) * step
            y = min(ys) + (i + 0.3 * noise(i, j, "y")) * step
            around = ((x, y), (x - clear, y), (x + clear, y), (x, y - clear), (x, y + clear))
            if all(within(spot, rings) for spot in around):
                yield x, y


# -- ground ---------------------------------------------------------------------------------------


def land_path(c: AreaChart) -> str:
    """All land, in play or not, as one path."""
    names = [name for name in c.areas if c.is_land(name)]
    edges: dict[Segment, int] = {}
    for segment in segments([*(ring for name in names for ring in c.rings[name]), *c.ground("neutral")]):
        edges[segment] = edges.get(segment, 0) + 1
    outer = [segment for segment, count in edges.items() if count == 1]
    return "".join(c.polygon(line) for line in joined(outer))


def definitions(c: AreaChart, land: str) -> str:
    """Clip paths, gradients and marks."""
    depths = (("0", "deep_water"), ("0.55", "water"), ("1", "shallow"))
    sea = "".join(tag("stop", offset=offset, stop_color=c.colour(name)) for offset, name in depths)
    fading = (("0.6", 0.0), ("1", 0.16))
    age = "".join(tag("stop", offset=o, stop_color=c.colour("age"), stop_opacity=s) for o, s in fading)
    strokes = tag("path", d="M0,0V12", stroke=c.colour("number"), stroke_width=1.2, stroke_opacity=0.35)
    return tag(
        "defs",
        tag("clipPath", c.rectangle((*c.low, *c.high)), id="neat")
        + tag("clipPath", tag("path", d=land, clip_rule="evenodd"), id="land")
        + tag("radialGradient", sea, id="deep", cx="0.35", cy="0.1", r="1")
        + tag("radialGradient", age, id="aged", cx="0.5", cy="0.5", r="0.75")
        + tag("pattern", strokes, id="closed", width=7, height=12, patternUnits="userSpaceOnUse",
              patternTransform="rotate(45)")
        + "".join(inner_clip(c, name) for name in c.areas)
        + mark_symbol(c, "trees"),
    )  # fmt: skip


def inner_clip(c: AreaChart, name: str) -> str:
    """A clip path that keeps to the inside of an area."""
    return tag("clipPath", tag("path", d=c.path(name), clip_rule="evenodd"), id=f"in-{name}")


def draw_sea_areas(c: AreaChart) -> None:
    """Sea zones as clickable paths, with a scatter of waves."""
    wet = [name for name in c.areas if not c.is_land(name)]
    c.add(*(tag("path", d=c.path(name), fill="#fff", fill_opacity=0.0, data_area=name) for name in wet))
    waves = []
    for name in wet:
        for spot in scattered(c.rings[name], WAVE_STEP, 0.8):
            x, y = c.px(spot)
            waves.append(tag("path", d=WAVE, transform=f"translate({x:.1f},{y:.1f}) scale({c.scale / 62:.3f})"))
    look = {"fill": "none", "stroke": c.colour("coast"), "stroke_opacity": 0.22, "stroke_width": 1.8}
    c.add(tag("g", "".join(waves), stroke_linecap="round", pointer_events="none", **look))


def draw_land_areas(c: AreaChart) -> None:
    """Land areas tinted by owner, each a shade of its own, deeper along its edge."""
    for name in c.areas:
        if not c.is_land(name):
            continue
        tint = c.owner(c.areas[name]["owner"]).get("tint", c.colour("land"))
        path = c.path(name)
        paper = {"d": path, "fill_rule": "evenodd", "pointer_events": "none"}
        c.add(
            tag("path", d=path, fill=tint, fill_rule="evenodd", data_area=name),
            tag("path", **paper, fill=c.colour("halo"), fill_opacity=0.26 + 0.14 * noise(name, "shade")),
            tag("path", d=path, fill="none", stroke=tint, stroke_width=c.n(0.9), stroke_opacity=0.5,
                clip_path=f"url(#in-{name})", pointer_events="none"),
        )  # fmt: skip


def draw_out_of_play(c: AreaChart) -> None:
    """Land and water that belong to no area, hatched."""
    dry = "".join(c.polygon(ring) for ring in c.ground("neutral"))
    wet = "".join(c.polygon(ring) for ring in c.ground("water"))
    c.add(
        tag("path", d=dry, fill=c.colour("neutral"), fill_rule="evenodd"),
        tag("path", d=dry + wet, fill="url(#closed)"),
    )


def draw_forests(c: AreaChart) -> None:
    """A green wash and trees in forest areas."""
    for name, area in c.areas.items():
        if not area.get("forest"):
            continue
        look = {"fill_rule": "evenodd", "fill_opacity": 0.62, "pointer_events": "none"}
        c.add(tag("path", d=c.path(name), fill=c.colour("forest"), **look))
        trees = []
        for spot in scattered(c.rings[name], TREE_STEP, 0.16):
            if not crowded(c, name, spot):
                x, y = c.px(spot)
                trees.append(tag("use", href="#mark-trees", transform=f"translate({x:.1f},{y:.1f}) scale(1.9)"))
        rim = {"stroke": c.colour("forest_ink"), "stroke_width": 2.4, "stroke_opacity": 0.8}
        c.add(tag("g", "".join(trees), fill=c.colour("forest"), pointer_events="none", **rim))


def crowded(c: AreaChart, name: str, spot: Point) -> bool:
    """Whether a spot is where the number and name of an area stand."""
    x, y = c.at(name, "label_at")
    return abs(spot[0] - x) < 0.95 and abs(spot[1] - y + 0.1) < 0.5


def draw_rivers(c: AreaChart) -> None:
    """Rivers and lakes, quiet, since they have no effect."""
    rivers = [as_points(line["points"]) for line in c.entries("line") if line["kind"] == "river"]
    path = "".join(c.rounded_line(points) for points in rivers if len(points) > 2)
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", "pointer_events": "none"}
    c.add(tag("path", d=path, stroke=c.colour("river"), stroke_width=c.n(0.1), stroke_opacity=0.6,
              clip_path="url(#land)", **look))  # fmt: skip
    lakes = "".join(c.rounded_ring(ring) for ring in c.ground("lake"))
    c.add(tag("path", d=lakes, fill=c.colour("shallow"), stroke=c.colour("coast"), stroke_width=c.n(0.05)))


# -- lines ----------------------------------------------------------------------------------------


def draw_borders(c: AreaChart) -> None:
    """Zone borders, borders within a region, frontiers, and the coast on top."""
    kinds = border_kinds(c)
    paths = {kind: "".join(open_path(c, line) for line in joined(parts)) for kind, parts in kinds.items()}
    draw_city_rims(c)
    pale = {"stroke": c.colour("halo"), "stroke_opacity": 0.55, "stroke_width": c.n(0.2)}
    c.add(tag("path", d=paths["inner"], fill="none", pointer_events="none", **pale))
    for kind, (colour, width, shade, dashes) in BORDERS.items():
        dash = " ".join(f"{c.n(length):.2f}" for length in dashes) if dashes else None
        look = {"stroke": c.colour(colour), "stroke_width": c.n(width), "stroke_opacity": shade}
        c.add(tag("path", d=paths[kind], fill="none", stroke_dasharray=dash, stroke_linecap="round",
                  stroke_linejoin="round", pointer_events="none", **look))  # fmt: skip
    light = {"stroke": c.colour("halo"), "stroke_opacity": 0.8, "stroke_width": c.n(0.2)}
    dark = {"stroke": c.colour("ink"), "stroke_opacity": 0.85, "stroke_width": c.n(0.09)}
    lines = tag("path", d=paths["frontier"], **light) + tag("path", d=paths["frontier"], **dark)
    c.add(tag("g", lines, fill="none", stroke_linejoin="round", pointer_events="none"))


def open_path(c: AreaChart, line: Sequence[Point]) -> str:
    """An open straight path."""
    return "M" + "L".join(c.xy(point) for point in line)


def draw_city_rims(c: AreaChart) -> None:
    """A band in the colour of the city along the inside of city areas."""
    for name, area in c.areas.items():
        if "city" in area:
            look = {"stroke": c.colour(area["city"]), "stroke_width": c.n(0.42), "stroke_opacity": 0.55}
            c.add(tag("path", d=c.path(name), fill="none", clip_path=f"url(#in-{name})", pointer_events="none", **look))


def draw_fortifications(c: AreaChart) -> None:
    """The fortified line: solid with teeth, or dashed."""
    for line in c.entries("line"):
        if line["kind"] not in ("solid", "dashed"):
            continue
        points = as_points(line["points"])
        c.add(fortified_line(c, points, line["kind"]))


def fortified_line(c: AreaChart, points: Sequence[Point], kind: str) -> str:
    """One fortified line with a light rim."""
    path = c.rounded_line(points)
    dash = f"{c.n(0.42):.1f} {c.n(0.3):.1f}" if kind == "dashed" else None
    rim = tag("path", d=path, stroke=c.colour("halo"), stroke_width=c.n(0.3), stroke_opacity=0.75)
    core = tag("path", d=path, stroke=c.colour("fortified"), stroke_width=c.n(0.17), stroke_dasharray=dash)
    teeth = "".join(teeth_along(c, points)) if kind == "solid" else ""
    return tag("g", rim + core + teeth, fill="none", stroke_linejoin="round", pointer_events="none")


def teeth_along(c: AreaChart, points: Sequence[Point]) -> Iterator[str]:
    """Small blocks along a line, as fortresses."""
    along, due = 0.0, 0.5
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.dist((ax, ay), (bx, by))
        while due <= along + length:
            part = (due - along) / length
            x, y = c.px((ax + part * (bx - ax), ay + part * (by - ay)))
            turn = f"translate({x:.1f},{y:.1f}) rotate({-math.degrees(math.atan2(by - ay, bx - ax)):.0f})"
            half = c.n(0.15)
            block = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}
            yield tag(
                "rect", transform=turn, fill=c.colour("fortified"), stroke=c.colour("halo"), stroke_width=0.8, **block
            )
            due += 1.0
        along += length


# -- lettering ------------------------------------------------------------------------------------


def draw_lettering(c: AreaChart) -> None:
    """The large lettering of the map."""
    words = "".join(lettering(c, entry) for entry in c.entries("lettering"))
    c.add(tag("g", words, font_family=SERIF, font_style="italic", text_anchor="middle", pointer_events="none"))


def lettering(c: AreaChart, entry: Mapping[str, Any]) -> str:
    """One piece of lettering."""
    look = LETTERS[entry["kind"]]
    spot = (entry["at"][0], entry["at"][1])
    x, y = c.px(spot)
    return c.text(
        spot,
        entry["text"].upper() if look.get("caps") else entry["text"],
        look["size"],
        letter_spacing=c.n(look["spacing"]),
        transform=f"rotate({-entry['angle']} {x:.1f} {y:.1f})" if entry["angle"] else None,
        fill=c.colour(look.get("ink", "ink")),
        fill_opacity=look["opacity"],
    )


def draw_names(c: AreaChart) -> None:
    """Signs of cities, numbers and names of areas."""
    c.add(*(city_sign(c, c.at(name, "city_at"), area) for name, area in c.areas.items() if "city" in area))
    texts = "".join(area_name(c, name) for name in c.areas)
    c.add(tag("g", texts, font_family=SERIF, text_anchor="middle", pointer_events="none"))


def area_name(c: AreaChart, name: str) -> str:
    """The number of an area over its name, or the name of a city."""
    area = c.areas[name]
    x, y = c.at(name, "label_at")
    colour = c.colour("ink" if c.is_land(name) else "water_ink")
    words = str(area.get("label", area["name"]))
    if words == name:
        fill = c.colour(area["city"]) if "city" in area else colour
        return c.text((x, y - 0.1), words, 0.6, fill=fill, font_weight="bold", **c.rim(0.16))
    number = c.text((x, y), name, 0.74, fill=colour, font_weight="bold", **c.rim(0.16))
    return number + c.text((x, y - 0.44), words, 0.36, fill=colour, font_style="italic", **c.rim(0.12))


def city_sign(c: AreaChart, spot: Point, area: Mapping[str, Any]) -> str:
    """A disc in the colour of the city, larger for a major one, with a star for a capital."""
    x, y = c.px(spot)
    radius = c.n(0.34 if area["city"] == "major" else 0.27)
    rim = {"stroke": c.colour("halo"), "stroke_width": c.n(0.08)}
    sign = tag("circle", cx=x, cy=y, r=radius + c.n(0.07), fill=c.colour("ink"))
    sign += tag("circle", cx=x, cy=y, r=radius, fill=c.colour(area["city"]), **rim)
    if area.get("capital"):
        points = " ".join(f"{x + 0.72 * radius * dx:.1f},{y - 0.72 * radius * dy:.1f}" for dx, dy in STAR)
        return sign + tag("polygon", points=points, fill=c.colour("halo"))
    return sign + tag("circle", cx=x, cy=y, r=radius * 0.36, fill=c.colour("halo"))


# -- furniture ------------------------------------------------------------------------------------


def draw_title(c: AreaChart, title: str) -> None:
    """The title in its cartouche; the last word, if a number, on a line of its own."""
    covers = furniture_box(c, "title_box")
    if not title or covers is None:
        return
    left, bottom, right, top = covers
    head, _, tail = title.rpartition(" ") if title[-1].isdigit() else (title, "", "")
    size = min(1.05, (right - left - 0.8) / (0.62 * len(head)))
    middle, height = (left + right) / 2, top - bottom
    lines = c.text((middle, top - 0.45 * height), head, size, font_weight="bold", letter_spacing=c.n(0.04))
    lines += c.text((middle, top - 0.82 * height), tail, size * 1.25, letter_spacing=c.n(0.5))
    c.add(panel(c, covers), tag("g", lines, font_family=SERIF, text_anchor="middle", fill=c.colour("ink")))


def legend_entries(c: AreaChart) -> list[tuple[str, str]]:
    """What the legend explains: the name of the sample and its label."""
    entries = [(f"owner {name}", str(look.get("label", name))) for name, look in c.style["owner"].items()]
    kinds = {area.get("city") for area in c.areas.values()} - {None}
    if any(area.get("capital") for area in c.areas.values()):
        entries.append(("city capital", "Capital"))
    entries += [(f"city {kind}", f"{kind.capitalize()} city") for kind in ("major", "minor") if kind in kinds]
    if any(area.get("forest") for area in c.areas.values()):
        entries.append(("forest", "Forest"))
    lines = {line["kind"]: line["name"] for line in c.entries("line")}
    forts = (("solid", ""), ("dashed", ", extension"))
    entries += [(kind, f"{lines[kind]}{note}") for kind, note in forts if kind in lines]
    return [*entries, ("zone", "Sea zone border"), ("neutral", "Out of play")]


def draw_legend(c: AreaChart) -> None:
    """The key in one column."""
    covers = furniture_box(c, "legend_box")
    if covers is None:
        return
    left, bottom, _, top = covers
    entries = legend_entries(c)
    step = (top - bottom - 0.5) / len(entries)
    pieces = []
    for i, (name, label) in enumerate(entries):
        spot = (left + 0.85, top - 0.25 - (i + 0.5) * step)
        pieces += [legend_sample(c, name, spot), c.text((left + 1.6, spot[1] - 0.14), label, 0.42)]
    c.add(panel(c, covers), tag("g", "".join(pieces), font_family=SERIF, fill=c.colour("ink")))


def legend_sample(c: AreaChart, name: str, spot: Point) -> str:
    """A sample of what an entry of the legend explains."""
    x, y = spot
    kind, _, which = name.partition(" ")
    patch: Box = (x - 0.45, y - 0.22, x + 0.45, y + 0.22)
    rim = {"stroke": c.colour("ink"), "stroke_width": c.n(0.04), "rx": c.n(0.06)}
    if kind == "owner":
        return c.rectangle(patch, fill=c.owner(which)["tint"], **rim)
    if kind == "city":
        return city_sign(c, spot, {"city": "major", "capital": True} if which == "capital" else {"city": which})
    if kind == "zone":
        dots = {"stroke": c.colour("water_ink"), "stroke_width": c.n(0.09), "stroke_linecap": "round"}
        line = open_path(c, [(x - 0.45, y), (x + 0.45, y)])
        return tag("path", d=line, stroke_dasharray=f"0.1 {c.n(0.2):.1f}", fill="none", **dots)
    if kind == "neutral":
        ground = c.rectangle(patch, fill=c.colour("neutral"), **rim)
        return ground + c.rectangle(patch, fill="url(#closed)")
    if kind == "forest":
        px, py = c.px(spot)
        tree = tag("use", href="#mark-trees", transform=f"translate({px:.1f},{py:.1f}) scale(1.7)")
        return c.rectangle(patch, fill=c.colour("forest"), **rim) + tag(
            "g", tree, fill=c.colour("forest"), stroke=c.colour("forest_ink"), stroke_width=2.4
        )
    return fortified_line(c, [(x - 0.5, y), (x, y), (x + 0.5, y)], kind)


def draw_compass(c: AreaChart) -> None:
    """A compass rose, the letter above it."""
    if "compass_at" not in c.style:
        return
    px, py = c.px((c.style["compass_at"][0], c.style["compass_at"][1]))
    ink, pale = c.colour("ink"), c.colour("halo")
    points = []
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        tip = 46 if k % 2 else 82
        halves = [tag("path", d=f"M0,-{tip}L{w},-12L0,0Z", fill=fill) for w, fill in ((10, ink), (-10, pale))]
        points.append(tag("g", "".join(halves), transform=f"rotate({45 * k})"))
    ring = tag("circle", r=56, fill="none", stroke_opacity=0.5)
    letter = tag("text", "N", y=-90, text_anchor="middle", font_family=SERIF, font_size=36, fill=ink, stroke="none")
    turn = f"translate({px:.1f},{py:.1f}) scale({c.scale / 58:.3f})"
    c.add(tag("g", ring + "".join(points) + letter, transform=turn, stroke=ink, stroke_width=1.6))


# -- play -----------------------------------------------------------------------------------------


def draw_overlays(c: AreaChart, overlays: Mapping[str, Sequence[str]]) -> None:
    """Areas marked in a colour, one group per overlay."""
    for i, (name, areas) in enumerate(overlays.items()):
        colour = c.style["overlay"].get(name, OVERLAY_COLOURS[i % len(OVERLAY_COLOURS)])
        path = "".join(c.path(area) for area in areas)
        look = {"fill": colour, "fill_opacity": 0.25, "fill_rule": "evenodd", "stroke": colour}
        label = tag("title", escape(name))
        c.add(tag("path", label, class_="overlay", d=path, stroke_width=c.n(0.12), pointer_events="none", **look))


def draw_pieces(c: AreaChart, pieces: Sequence[Mapping[str, Any]]) -> None:
    """Pieces as chips in rows of two from the place of each area down: ``area``, ``power`` and ``text``.

    Pieces alike make one chip with their number, so that a full stack covers little of the map.
    """
    stacks: dict[str, list[Mapping[str, Any]]] = {}
    alike = Counter((piece["area"], piece["power"], str(piece["text"])) for piece in pieces)
    for (name, power, text), count in alike.items():
        stacks.setdefault(name, []).append({"power": power, "text": f"{count} {text}" if count > 1 else text})
    chips: list[str] = []
    for name, stack in stacks.items():
        rows = [stack[i : i + 2] for i in range(0, len(stack), 2)]
        x, y = c.at(name)
        for i, row in enumerate(rows):
            chips += chip_row(c, (x, y - i * (CHIP + 0.1)), row)
    c.add(tag("g", "".join(chips), font_family=SANS, font_weight="bold", text_anchor="middle"))


def chip_row(c: AreaChart, spot: Point, row: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Chips side by side, centred on a spot."""
    widths = [0.36 + 0.25 * len(str(piece["text"])) for piece in row]
    left = spot[0] - (sum(widths) + 0.1 * (len(row) - 1)) / 2
    for piece, width in zip(row, widths, strict=True):
        covers = (left, spot[1] - CHIP / 2, left + width, spot[1] + CHIP / 2)
        yield chip(c, covers, piece)
        left += width + 0.1


def chip(c: AreaChart, covers: Box, piece: Mapping[str, Any]) -> str:
    """One piece with its shadow."""
    left, bottom, right, top = covers
    look = c.owner(piece["power"])
    ink = look.get("ink", c.colour("halo"))
    shadow = (left + 0.05, bottom - 0.07, right + 0.05, top - 0.07)
    rim = {"stroke": ink, "stroke_width": c.n(0.05), "rx": c.n(0.14)}
    body = c.rectangle(shadow, fill="#000", fill_opacity=0.3, rx=c.n(0.14))
    body += c.rectangle(covers, fill=look.get("piece", c.colour("ink")), **rim)
    return body + c.text(((left + right) / 2, (bottom + top) / 2 - 0.14), str(piece["text"]), 0.4, fill=ink)


def area_chart(
    map_data: dict[str, Any],
    *,
    scale: float = 26.0,
    pieces: list[dict[str, Any]] | None = None,
    overlays: dict[str, list[str]] | None = None,
    title: str | None = None,
) -> str:
    """The map as an SVG document."""
    look = merged(merged(DEFAULT_STYLE, AREA_STYLE), map_data.get("style", {}))
    c = AreaChart(map_data, scale, look)
    land = land_path(c)
    c.add(definitions(c, land), '<g clip-path="url(#neat)">')
    draw_water(c, land)
    draw_sea_areas(c)
    draw_land_areas(c)
    draw_out_of_play(c)
    draw_forests(c)
    draw_rivers(c)
    draw_borders(c)
    draw_fortifications(c)
    draw_overlays(c, overlays or {})
    draw_lettering(c)
    draw_names(c)
    draw_title(c, map_data["board"]["title"] if title is None else title)
    draw_legend(c)
    draw_compass(c)
    draw_pieces(c, pieces or [])
    c.add("</g>")
    draw_frame(c)
    view = f"0 0 {c.width:.1f} {c.height:.1f}"
    size = {"viewBox": view, "width": round(c.width), "height": round(c.height)}
    return tag("svg", "\n".join(c.body), xmlns="http://www.w3.org/2000/svg", **size)
