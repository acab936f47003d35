"""The ground of an area map: seas, land tinted by owner, forests, rivers, borders, other lines."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from meuse.board.maptables import Area
from meuse.board.picture.areasheet import AreaSheet, border_kinds, segments
from meuse.board.picture.lines import Point, joined, noise, scattered
from meuse.board.picture.svg import tag

WAVE = "M-17,0C-13,-7 -7,-7 -3,0C1,-7 7,-7 11,0"
WAVE_STEP = 1.7
TREE_STEP = 0.5
BORDERS = {  # colour, width, opacity and dashes of each kind of line, in sheet units
    "zone": ("water_ink", 0.07, 0.75, (0.001, 0.2)),
    "inner": ("ink", 0.055, 0.75, None),
    "coast": ("coast", 0.075, 1.0, None),
}


def land_path(c: AreaSheet) -> str:
    """All land, in play or not, as one path."""
    rings = [ring for name in c.areas if c.is_land(name) for ring in c.areas[name].outline]
    edges = Counter(segments([*rings, *c.ground("neutral")]))
    outer = [segment for segment, count in edges.items() if count == 1]
    return "".join(c.polygon(line) for line in joined(outer))


def draw_sea_areas(c: AreaSheet) -> None:
    """Sea zones as clickable paths, with a scatter of waves."""
    wet = [name for name in c.areas if not c.is_land(name)]
    c.add(*(tag("path", d=c.path(name), fill="#fff", fill_opacity=0.0, data_area=name) for name in wet))
    waves = []
    for name in wet:
        for spot in scattered(c.areas[name].outline, WAVE_STEP, 0.8):
            waves.append(tag("path", d=WAVE, transform=f"{c.moved(spot)} scale({c.scale / 62:.3f})"))
    look = {"fill": "none", "stroke": c.colour("coast"), "stroke_opacity": 0.22, "stroke_width": 1.8}
    c.add(tag("g", "".join(waves), stroke_linecap="round", pointer_events="none", **look))


def draw_land_areas(c: AreaSheet) -> None:
    """Land areas tinted by owner, each a shade of its own, deeper along its edge."""
    for name in c.areas:
        if not c.is_land(name):
            continue
        tint = c.owner(c.areas[name].owner).get("tint", c.colour("land"))
        path = c.path(name)
        paper = {"d": path, "fill_rule": "evenodd", "pointer_events": "none"}
        c.add(
            tag("path", d=path, fill=tint, fill_rule="evenodd", data_area=name),
            tag("path", **paper, fill=c.colour("halo"), fill_opacity=0.26 + 0.14 * noise(name, "shade")),
            tag("path", d=path, fill="none", stroke=tint, stroke_width=c.n(0.9), stroke_opacity=0.5,
                clip_path=f"url(#in-{name})", pointer_events="none"),
        )  # fmt: skip


def hatching(c: AreaSheet) -> str:
    """The hatching of what belongs to no area, for reuse."""
    strokes = tag("path", d="M0,0V12", stroke=c.colour("number"), stroke_width=1.2, stroke_opacity=0.35)
    size = {"width": 7, "height": 12, "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    return tag("pattern", strokes, id="closed", **size)


def draw_out_of_play(c: AreaSheet) -> None:
    """Land and water that belong to no area, hatched."""
    dry = "".join(c.polygon(ring) for ring in c.ground("neutral"))
    wet = "".join(c.polygon(ring) for ring in c.ground("water"))
    c.add(
        tag("path", d=dry, fill=c.colour("neutral"), fill_rule="evenodd"),
        tag("path", d=dry + wet, fill="url(#closed)"),
    )


def draw_washes(c: AreaSheet) -> None:
    """A wash and marks in areas with a tag that has a look: forests and such."""
    for name, look in c.style["tag"].items():
        for area in c.tagged(name) if "fill" in look else ():
            wash = {"fill_rule": "evenodd", "fill_opacity": 0.62, "pointer_events": "none"}
            c.add(tag("path", d=c.path(area.id), fill=look["fill"], **wash))
            if "mark" in look:
                c.add(marks_in(c, area, look))


def marks_in(c: AreaSheet, area: Area, look: Mapping[str, Any]) -> str:
    """Marks all over an area, clear of its name."""
    spots = (spot for spot in scattered(area.outline, TREE_STEP, 0.16) if not crowded(c, area, spot))
    marks = (tag("use", href=f"#mark-{look['mark']}", transform=f"{c.moved(spot)} scale(1.9)") for spot in spots)
    rim = {"stroke": look.get("ink", c.colour("ink")), "stroke_width": 2.4, "stroke_opacity": 0.8}
    return tag("g", "".join(marks), fill=look["fill"], pointer_events="none", **rim)


def crowded(c: AreaSheet, area: Area, spot: Point) -> bool:
    """Whether a spot is where the number and name of an area stand."""
    x, y = c.label_at(area)
    return abs(spot[0] - x) < 0.95 and abs(spot[1] - y + 0.1) < 0.5


def draw_rivers(c: AreaSheet) -> None:
    """Rivers and lakes, quiet, since they have no effect."""
    rivers = [line.points for line in c.map.file.line if line_pattern(c, line.kind) == "river"]
    path = "".join(c.rounded_line(points) for points in rivers if len(points) > 2)
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", "pointer_events": "none"}
    c.add(tag("path", d=path, stroke=c.colour("river"), stroke_width=c.n(0.1), stroke_opacity=0.6,
              clip_path="url(#land)", **look))  # fmt: skip
    lakes = "".join(c.rounded_ring(ring) for ring in c.ground("lake"))
    c.add(tag("path", d=lakes, fill=c.colour("shallow"), stroke=c.colour("coast"), stroke_width=c.n(0.05)))


def draw_borders(c: AreaSheet) -> None:
    """Zone borders, borders within a region, frontiers, and the coast on top."""
    kinds = border_kinds(c)
    paths = {kind: "".join(c.open_path(line) for line in joined(parts)) for kind, parts in kinds.items()}
    draw_city_rims(c)
    pale = {"stroke": c.colour("halo"), "stroke_opacity": 0.55, "stroke_width": c.n(0.2)}
    c.add(tag("path", d=paths["inner"], fill="none", pointer_events="none", **pale))
    for kind, (colour, width, shade, dashes) in BORDERS.items():
        dash = c.dashes(dashes) if dashes else None
        look = {"stroke": c.colour(colour), "stroke_width": c.n(width), "stroke_opacity": shade}
        c.add(tag("path", d=paths[kind], fill="none", stroke_dasharray=dash, stroke_linecap="round",
                  stroke_linejoin="round", pointer_events="none", **look))  # fmt: skip
    light = {"stroke": c.colour("halo"), "stroke_opacity": 0.8, "stroke_width": c.n(0.2)}
    dark = {"stroke": c.colour("ink"), "stroke_opacity": 0.85, "stroke_width": c.n(0.09)}
    lines = tag("path", d=paths["frontier"], **light) + tag("path", d=paths["frontier"], **dark)
    c.add(tag("g", lines, fill="none", stroke_linejoin="round", pointer_events="none"))


def draw_city_rims(c: AreaSheet) -> None:
    """A band in the colour of the city along the inside of city areas."""
    for name, area in c.areas.items():
        if area.city:
            look = {"stroke": c.style["cities"][area.city]["fill"], "stroke_width": c.n(0.42), "stroke_opacity": 0.55}
            c.add(tag("path", d=c.path(name), fill="none", clip_path=f"url(#in-{name})", pointer_events="none", **look))


def line_pattern(c: AreaSheet, kind: str) -> str:
    """How a kind of line is drawn."""
    return str(c.style["line"].get(kind, {}).get("line", "plain"))


def draw_lines(c: AreaSheet) -> None:
    """Lines of all kinds but rivers."""
    for line in c.map.file.line:
        if line_pattern(c, line.kind) != "river":
            c.add(line_of(c, line.points, line.kind))


def line_of(c: AreaSheet, points: Sequence[Point], kind: str) -> str:
    """One line with a light rim; fortified ones have teeth."""
    look = c.style["line"].get(kind, {})
    path, colour = c.rounded_line(points), c.colour(look.get("colour", "ink"))
    dash = " ".join(f"{c.n(length):.1f}" for length in look["dash"]) if "dash" in look else None
    rim = tag("path", d=path, stroke=c.colour("halo"), stroke_width=c.n(0.3), stroke_opacity=0.75)
    core = tag("path", d=path, stroke=colour, stroke_width=c.n(look.get("width", 0.17)), stroke_dasharray=dash)
    teeth = "".join(teeth_along(c, points, colour)) if look.get("line") == "fortified" else ""
    return tag("g", rim + core + teeth, fill="none", stroke_linejoin="round", pointer_events="none")


def teeth_along(c: AreaSheet, points: Sequence[Point], colour: str) -> Iterator[str]:
    """Small blocks along a line, as fortresses."""
    along, due = 0.0, 0.5
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.dist((ax, ay), (bx, by))
        while due <= along + length:
            part = (due - along) / length
            spot = (ax + part * (bx - ax), ay + part * (by - ay))
            turn = f"{c.moved(spot)} rotate({-math.degrees(math.atan2(by - ay, bx - ax)):.0f})"
            half = c.n(0.15)
            block = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}
            yield tag("rect", transform=turn, fill=colour, stroke=c.colour("halo"), stroke_width=0.8, **block)
            due += 1.0
        along += length
