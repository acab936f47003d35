"""The picture of a hex map: hexes and their numbers, title, legend, compass, and the order of drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from meuse.board.hexmap import HexMap
from meuse.board.mapstyle import MARKS
from meuse.board.picture.hexcover import cover_in, draw_cover, trees
from meuse.board.picture.hexground import (
    border,
    canal,
    draw_borders,
    draw_courses,
    draw_land,
    draw_paths,
    draw_slopes,
    fortified,
    land_path,
    plain_line,
    rim,
)
from meuse.board.picture.hexplaces import (
    anchor,
    badges,
    disc,
    draw_places,
    draw_regions,
    is_disc,
    is_port,
    place_symbol,
    shown,
)
from meuse.board.picture.hexsheet import HexSheet
from meuse.board.picture.lines import Point
from meuse.board.picture.paper import (
    Legend,
    definitions,
    draw_cartouche,
    draw_compass,
    draw_frame,
    draw_legend,
    draw_overlays,
    draw_scale_bar,
    draw_water,
    furniture_box,
    mark_symbol,
)
from meuse.board.picture.pieces import draw_counters
from meuse.board.picture.svg import SANS, tag

HEX_SCALE = 40.0
LEGEND = Legend(margin=0.15, indent=0.5, gap=0.4, drop=0.07, size=0.2, column=1.8)
LETTER = {"font_size": 34, "font_weight": "bold"}


def hexagon(c: HexSheet) -> str:
    """The outline of a hex for reuse."""
    return tag("path", id="hex", d=c.outline())


def draw_grid(c: HexSheet) -> None:
    """Hex outlines, one element per hex."""
    for water, colour, shade in ((True, "coast", 0.3), (False, "grid", 0.6)):
        spots = ((name, c.px(spot)) for name, spot in c.centres.items() if c.is_water(name) == water)
        uses = "".join(tag("use", href="#hex", x=x, y=y, data_hex=name) for name, (x, y) in spots)
        look = {"stroke": c.colour(colour), "stroke_opacity": shade, "stroke_width": c.n(0.018)}
        c.add(tag("g", uses, class_="hexes", fill="none", **look))


def draw_numbers(c: HexSheet) -> None:
    """Hex numbers near the top of each hex."""
    rim = float(c.style.get("number_rim", 0.0))
    top = 0.36 if c.shape == "pointy" else 0.31
    for water, colour in ((True, "coast"), (False, "number")):
        spots = ((name, u, v) for name, (u, v) in c.centres.items() if c.is_water(name) == water)
        texts = "".join(c.text((u, v + top), name, 0.14) for name, u, v in spots)
        look = {"font_family": SANS, "fill": c.colour(colour), "fill_opacity": 0.85}
        if rim and not water:
            look |= c.rim(rim)
        c.add(tag("g", texts, text_anchor="middle", **look))


def draw_dots(c: HexSheet) -> None:
    """Dots in the middle of hexes, between which lines of sight are drawn."""
    if "dots" in c.style:
        spots = (c.px(spot) for spot in c.centres.values())
        dots = "".join(tag("circle", cx=x, cy=y, r=c.n(0.024)) for x, y in spots)
        c.add(tag("g", dots, fill=c.colour("dots"), stroke=c.colour("halo"), stroke_width=c.n(0.012)))


def draw_title(c: HexSheet, title: str) -> None:
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
    draw_cartouche(c, covers, lines, "middle")


def legend_entries(c: HexSheet) -> list[tuple[str, str]]:
    """What the legend explains: the name of the sample and its label."""
    looks = [(name, c.look("terrain", name)) for name in c.terrain_order()]
    dry = [(name, look) for name, look in looks if not look.get("water")]
    entries = [(name, str(look.get("label", name.capitalize()))) for name, look in dry]
    entries += [(f"relief {level}", c.style["relief"]["label"].format(level)) for level, _ in c.raised()]
    for of, used in (("hexside", c.map.file.hexside), ("path", c.map.file.path)):
        kinds = {entry.kind for entry in used}
        explained = ((kind, look) for kind, look in c.style[of].items() if kind in kinds and "label" in look)
        entries += [(f"{of} {kind}", str(look["label"])) for kind, look in explained]
    if len(c.countries()) > 1:
        entries.append(("border", "Frontier"))
    places = {place.kind for place in shown(c)} - set(c.map.terrain)
    named = ((kind, look) for kind, look in c.style["place"].items() if kind in places and "label" in look)
    entries += [(f"place {kind}", str(look["label"])) for kind, look in named]
    if any(is_port(c, place) for place in shown(c)):
        entries.append(("port", "Port"))
    worn = {name for place in shown(c) for name, _, _ in badges(c, place)}
    explained = ((name, look) for name, look in c.style["badge"].items() if name in worn and "label" in look)
    entries += [(f"badge {name}", str(look["label"])) for name, look in explained]
    return entries


def legend_sample(c: HexSheet, name: str, spot: Point) -> str:
    """A sample of what an entry of the legend explains."""
    of, _, kind = name.partition(" ")
    if name == "port":
        port = next(place.kind for place in shown(c) if is_port(c, place))
        return place_symbol(c, spot, port) + anchor(c, (spot[0] + 0.24, spot[1]))
    if of == "place":
        return place_symbol(c, spot, kind)
    if of == "relief":
        tints = c.style["relief"]["tints"]
        return tag(
            "use", href="#hex", transform=f"{c.moved(spot)} scale(0.36)", fill=tints[min(int(kind), len(tints)) - 1]
        )
    if of == "badge":
        return badge_sample(c, kind, spot)
    if of in ("hexside", "path", "border"):
        return line_sample(c, of, kind, spot)
    return terrain_sample(c, name, spot)


def badge_sample(c: HexSheet, name: str, spot: Point) -> str:
    """A badge by itself; of works a short piece."""
    look = c.look("badge", name)
    if is_disc(look):
        most = max((value for place in shown(c) for found, _, value in badges(c, place) if found == name), key=len)
        return disc(c, spot, look, most)
    return wall_sample(c, spot, look)


def wall_sample(c: HexSheet, spot: Point, look: Mapping[str, Any]) -> str:
    """A short piece of a fortified line."""
    u, v = spot
    return fortified(c, ((u - 0.26, v + 0.03), (u + 0.26, v + 0.03)), (u, v - 1), look)


def line_sample(c: HexSheet, of: str, kind: str, spot: Point) -> str:
    """A short piece of a frontier, or of a line along hexsides or through hexes."""
    u, v = spot
    bends = ((-0.26, -0.05), (-0.1, 0.1), (0.1, -0.1), (0.26, 0.05))
    path = c.rounded_line([(u + du, v + dv) for du, dv in bends])
    if of == "border":
        return border(c, path)
    look = c.look(of, kind)
    line = look.get("line", "plain")
    if line == "plain":
        return tag("g", rim(c, path, look) + plain_line(c, path, look), fill="none")
    if line == "canal":
        return tag("g", canal(c, path), fill="none")
    if line == "fortified":
        return wall_sample(c, spot, look)
    width, colour = (look.get("width", 0.11), "river") if line == "river" else (0.17, "shallow")
    edge = tag("path", d=path, stroke=c.colour("river_edge"), stroke_width=c.n(width))
    inner = tag("path", d=path, stroke=c.colour(colour), stroke_width=c.n(width - 0.035))
    return tag("g", edge + inner, fill="none", stroke_linecap="round")


def terrain_sample(c: HexSheet, name: str, spot: Point) -> str:
    """A small hex of a terrain."""
    look = c.look("terrain", name)
    fill = look.get("fill", c.colour("land"))
    here = c.moved(spot)
    rim = {"stroke": c.colour("grid"), "stroke_width": c.n(0.03)}
    piece = tag("use", href="#hex", transform=f"{here} scale(0.36)", fill=fill, **rim)
    if name in c.style["place"]:
        return piece + place_symbol(c, spot, name)
    if "cover" in look:
        return piece + tag("g", "".join(cover_in(c, spot, look["cover"], name)), transform=shrunk(c, spot, 0.36))
    if "mark" in look:
        single = look["mark"] == "hatch"
        spots = ((0.0, 0.0),) if single else ((-0.11, -0.04), (0.1, 0.08))
        uses = "".join(tag("use", href=f"#mark-{look['mark']}", x=c.n(dx), y=c.n(dy)) for dx, dy in spots)
        turn = f"{here} scale({0.45 if single else 0.7})"
        piece += tag("g", uses, transform=turn, fill=fill, stroke=look["ink"], stroke_width=2.4)
    return piece


def shrunk(c: HexSheet, spot: Point, scale: float) -> str:
    """The transform that makes a drawing smaller about a spot."""
    x, y = c.px(spot)
    return f"translate({x * (1 - scale):.1f} {y * (1 - scale):.1f}) scale({scale:g})"


def hex_chart(
    made: HexMap,
    *,
    scale: float = HEX_SCALE,
    counters: list[dict[str, Any]] | None = None,
    overlays: dict[str, list[str]] | None = None,
    title: str | None = None,
) -> str:
    """The map as an SVG document."""
    c = HexSheet(made, scale)
    land = land_path(c)
    c.add(
        definitions(c, land, hexagon(c), *trees(c), *(mark_symbol(c, name) for name in MARKS)),
        '<g clip-path="url(#neat)">',
    )
    draw_water(c, land)
    draw_land(c, land)
    draw_regions(c, countries=True)
    draw_grid(c)
    draw_courses(c)
    draw_paths(c)
    draw_cover(c, flat=False)
    draw_slopes(c)
    draw_borders(c)
    draw_dots(c)
    draw_numbers(c)
    marked = {name: c.path_around(set(hexes)) for name, hexes in (overlays or {}).items()}
    draw_overlays(c, marked, 0.22, 0.05)
    draw_regions(c, countries=False)
    draw_places(c)
    draw_title(c, made.file.title if title is None else title)
    look = replace(LEGEND, column=float(c.style.get("legend_column", LEGEND.column)))
    draw_legend(c, legend_entries(c), partial(legend_sample, c), look)
    north = f" rotate({-float(c.style['up_bearing']):.1f})"
    draw_compass(c, 100, ((58, 0.7), (52, 0.4)), LETTER, north, stroke_linejoin="round")
    draw_scale_bar(c)
    draw_counters(c, counters or [])
    c.add("</g>")
    draw_frame(c)
    return c.document()
