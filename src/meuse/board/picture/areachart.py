"""The picture of an area map: lettering, signs of cities, title, legend, compass, and the order of drawing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

from meuse.board.areamap import AreaMap
from meuse.board.mapstyle import AREA_LETTERING, MARKS
from meuse.board.maptables import Area, AreaLettering
from meuse.board.picture.areaground import (
    draw_borders,
    draw_land_areas,
    draw_lines,
    draw_out_of_play,
    draw_rivers,
    draw_sea_areas,
    draw_washes,
    hatching,
    land_path,
    line_of,
)
from meuse.board.picture.areasheet import AreaSheet
from meuse.board.picture.lines import Point
from meuse.board.picture.paper import (
    Legend,
    clip,
    definitions,
    draw_cartouche,
    draw_compass,
    draw_frame,
    draw_legend,
    draw_overlays,
    draw_water,
    furniture_box,
    mark_symbol,
)
from meuse.board.picture.pieces import draw_chips
from meuse.board.picture.svg import SERIF, box, tag

AREA_SCALE = 27.0
LEGEND = Legend(margin=0.25, indent=0.85, gap=0.75, drop=0.14, size=0.42)
LETTER = {"font_size": 36}
STAR = [
    (r * math.sin(math.pi * k / 5), r * math.cos(math.pi * k / 5))
    for k in range(10)
    for r in (1.0 if k % 2 == 0 else 0.42,)
]


def draw_lettering(c: AreaSheet) -> None:
    """The large lettering of the map."""
    words = "".join(lettering(c, entry) for entry in c.map.file.lettering)
    c.add(tag("g", words, font_family=SERIF, font_style="italic", text_anchor="middle", pointer_events="none"))


def lettering(c: AreaSheet, entry: AreaLettering) -> str:
    """One piece of lettering."""
    look = AREA_LETTERING.get(entry.kind, AREA_LETTERING["neutral"])
    return c.text(
        entry.at,
        entry.text.upper() if look.get("caps") else entry.text,
        look["size"],
        letter_spacing=c.n(look["spacing"]),
        transform=c.turned(entry.at, entry.angle),
        fill=c.colour(look.get("ink", "ink")),
        fill_opacity=look["opacity"],
    )


def draw_names(c: AreaSheet) -> None:
    """Signs of cities, numbers and names of areas."""
    starred = {area.id for name, look in c.style["tag"].items() if look.get("star") for area in c.tagged(name)}
    cities = [area for area in c.areas.values() if area.city]
    c.add(*(city_sign(c, area.city_at or area.at, area.city, area.id in starred) for area in cities))
    texts = "".join(area_name(c, area) for area in c.areas.values())
    c.add(tag("g", texts, font_family=SERIF, text_anchor="middle", pointer_events="none"))


def area_name(c: AreaSheet, area: Area) -> str:
    """The number of an area over its name, or the name of a city."""
    x, y = c.label_at(area)
    colour = c.colour("ink" if c.is_land(area.id) else "water_ink")
    words = area.label or area.name
    if area.city or words == area.id:
        fill = c.style["cities"][area.city]["fill"] if area.city else colour
        return c.text((x, y - 0.1), words, 0.6, fill=fill, font_weight="bold", **c.rim(0.16))
    number = c.text((x, y), area.id, 0.74, fill=colour, font_weight="bold", **c.rim(0.16))
    return number + c.text((x, y - 0.44), words, 0.36, fill=colour, font_style="italic", **c.rim(0.12))


def city_sign(c: AreaSheet, spot: Point, kind: str, starred: bool) -> str:
    """A disc in the colour of the city, with a star for a capital."""
    x, y = c.px(spot)
    look = c.style["cities"][kind]
    radius = c.n(look.get("radius", 0.3))
    rim = {"stroke": c.colour("halo"), "stroke_width": c.n(0.08)}
    sign = tag("circle", cx=x, cy=y, r=radius + c.n(0.07), fill=c.colour("ink"))
    sign += tag("circle", cx=x, cy=y, r=radius, fill=look["fill"], **rim)
    if starred:
        points = " ".join(f"{x + 0.72 * radius * dx:.1f},{y - 0.72 * radius * dy:.1f}" for dx, dy in STAR)
        return sign + tag("polygon", points=points, fill=c.colour("halo"))
    return sign + tag("circle", cx=x, cy=y, r=radius * 0.36, fill=c.colour("halo"))


def draw_title(c: AreaSheet, title: str) -> None:
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
    draw_cartouche(c, covers, lines, "middle")


def legend_entries(c: AreaSheet) -> list[tuple[str, str]]:
    """What the legend explains: the name of the sample and its label."""
    entries = [(f"owner {name}", str(look.get("label", name))) for name, look in c.style["owner"].items()]
    tags = [(name, look) for name, look in c.style["tag"].items() if "label" in look and c.tagged(name)]
    entries += [("star", str(look["label"])) for _, look in tags if look.get("star")]
    cities = {area.city for area in c.areas.values()}
    entries += [(f"city {kind}", look["label"]) for kind, look in c.style["cities"].items() if kind in cities]
    entries += [(f"tag {name}", str(look["label"])) for name, look in tags if "fill" in look]
    lines = {line.kind for line in c.map.file.line}
    explained = ((kind, look) for kind, look in c.style["line"].items() if kind in lines and "label" in look)
    entries += [(f"line {kind}", str(look["label"])) for kind, look in explained]
    return [*entries, ("zone", "Sea zone border"), ("neutral", "Out of play")]


def legend_sample(c: AreaSheet, name: str, spot: Point) -> str:
    """A sample of what an entry of the legend explains."""
    x, y = spot
    kind, _, which = name.partition(" ")
    patch = box(spot, 0.9, 0.44)
    rim = {"stroke": c.colour("ink"), "stroke_width": c.n(0.04), "rx": c.n(0.06)}
    if kind == "owner":
        return c.rectangle(patch, fill=c.owner(which)["tint"], **rim)
    if kind == "city":
        return city_sign(c, spot, which, False)
    if kind == "star":
        return city_sign(c, spot, next(iter(c.style["cities"])), True)
    if kind == "zone":
        dots = {"stroke": c.colour("water_ink"), "stroke_width": c.n(0.09), "stroke_linecap": "round"}
        line = c.open_path([(x - 0.45, y), (x + 0.45, y)])
        return tag("path", d=line, stroke_dasharray=f"0.1 {c.n(0.2):.1f}", fill="none", **dots)
    if kind == "neutral":
        ground = c.rectangle(patch, fill=c.colour("neutral"), **rim)
        return ground + c.rectangle(patch, fill="url(#closed)")
    if kind == "tag":
        return tag_sample(c, c.style["tag"][which], spot, c.rectangle(patch, fill=c.style["tag"][which]["fill"], **rim))
    return line_of(c, [(x - 0.5, y), (x, y), (x + 0.5, y)], which)


def tag_sample(c: AreaSheet, look: Mapping[str, Any], spot: Point, patch: str) -> str:
    """A patch of the wash of a tag, with its mark."""
    if "mark" not in look:
        return patch
    mark = tag("use", href=f"#mark-{look['mark']}", transform=f"{c.moved(spot)} scale(1.7)")
    return patch + tag("g", mark, fill=look["fill"], stroke=look.get("ink", c.colour("ink")), stroke_width=2.4)


def area_chart(
    made: AreaMap,
    *,
    scale: float = AREA_SCALE,
    pieces: list[dict[str, Any]] | None = None,
    overlays: dict[str, list[str]] | None = None,
    title: str | None = None,
) -> str:
    """The map as an SVG document."""
    c = AreaSheet(made, scale)
    land = land_path(c)
    clips = (clip(c.path(name), f"in-{name}") for name in c.areas)
    used = {look["mark"] for look in c.style["tag"].values() if "mark" in look}
    marks = (mark_symbol(c, name) for name in MARKS if name in used)
    c.add(definitions(c, land, hatching(c), *clips, *marks), '<g clip-path="url(#neat)">')
    draw_water(c, land)
    draw_sea_areas(c)
    draw_land_areas(c)
    draw_out_of_play(c)
    draw_washes(c)
    draw_rivers(c)
    draw_borders(c)
    draw_lines(c)
    marked = {name: "".join(c.path(area) for area in areas) for name, areas in (overlays or {}).items()}
    draw_overlays(c, marked, 0.25, 0.12, pointer_events="none")
    draw_lettering(c)
    draw_names(c)
    draw_title(c, made.file.board.title if title is None else title)
    draw_legend(c, legend_entries(c), partial(legend_sample, c), LEGEND)
    draw_compass(c, 58, ((56, 0.5),), LETTER)
    draw_chips(c, pieces or [])
    c.add("</g>")
    draw_frame(c)
    return c.document()
