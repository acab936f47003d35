"""What both kinds of map have: water, frame, cartouches, legend, compass, scale bar, overlays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from meuse.board.mapstyle import MARKS, OVERLAY_COLOURS
from meuse.board.picture.lines import Point
from meuse.board.picture.svg import SERIF, Box, Drawing, tag


@dataclass(frozen=True)
class Legend:
    """The measures of a legend, in sheet units."""

    margin: float  # above the first row and below the last
    indent: float  # from the left of a column to its samples
    gap: float  # from a sample to its label
    drop: float  # from the middle of a sample down to the foot of its label
    size: float  # of the letters
    column: float = math.inf  # width of a column, about


# -- ground ---------------------------------------------------------------------------------------


def definitions(c: Drawing, land: str, *own: str) -> str:
    """Clip paths and gradients, and those of one kind of map."""
    depths = (("0", "deep_water"), ("0.55", "water"), ("1", "shallow"))
    sea = "".join(tag("stop", offset=offset, stop_color=c.colour(name)) for offset, name in depths)
    fading = (("0.6", 0.0), ("1", 0.16))
    age = "".join(tag("stop", offset=o, stop_color=c.colour("age"), stop_opacity=s) for o, s in fading)
    shared = (
        tag("clipPath", c.rectangle((*c.low, *c.high)), id="neat"),
        clip(land, "land"),
        tag("radialGradient", sea, id="deep", cx="0.35", cy="0.1", r="1"),
        tag("radialGradient", age, id="aged", cx="0.5", cy="0.5", r="0.75"),
    )
    return tag("defs", "".join(shared + own))


def clip(path: str, name: str) -> str:
    """A clip path that keeps to the inside of a path."""
    return tag("clipPath", tag("path", d=path, clip_rule="evenodd"), id=name)


def mark_symbol(c: Drawing, name: str) -> str:
    """A terrain mark for reuse; it takes fill and stroke from the place of use."""
    filled, shapes = MARKS[name]
    paths = "".join(tag("path", d=d, fill=None if i < filled else "none") for i, d in enumerate(shapes))
    turn = f"scale({c.scale / 100:.4f})"
    return tag("g", paths, id=f"mark-{name}", stroke_linecap="round", stroke_linejoin="round", transform=turn)


def draw_water(c: Drawing, land: str) -> None:
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


# -- furniture ------------------------------------------------------------------------------------


def draw_frame(c: Drawing) -> None:
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


def furniture_box(c: Drawing, name: str) -> Box | None:
    """A rectangle of the style: left, bottom, right, top in sheet units."""
    covers = c.style.get(name)
    return None if covers is None else (covers[0], covers[1], covers[2], covers[3])


def draw_cartouche(c: Drawing, covers: Box, words: str, text_anchor: str | None = None) -> None:
    """Paper with a double rim, and what is written on it."""
    rim = {"stroke": c.colour("ink"), "rx": c.n(0.06)}
    c.add(
        c.rectangle(covers, fill=c.colour("halo"), stroke_width=c.n(0.05), **rim)
        + c.rectangle(covers, 0.1, fill="none", stroke_width=c.n(0.018), **rim),
        tag("g", words, font_family=SERIF, text_anchor=text_anchor, fill=c.colour("ink")),
    )


def draw_legend(
    c: Drawing, entries: Sequence[tuple[str, str]], sample: Callable[[str, Point], str], look: Legend
) -> None:
    """The legend in columns: entries are the name of a sample and its label."""
    covers = furniture_box(c, "legend_box")
    if covers is None:
        return
    left, bottom, right, top = covers
    columns = max(1, round((right - left) / look.column))
    rows = math.ceil(len(entries) / columns)
    pieces = []
    for i, (name, label) in enumerate(entries):
        u = left + look.indent + (i // rows) * (right - left - 0.2) / columns
        v = top - look.margin - (i % rows + 0.5) * (top - bottom - 2 * look.margin) / rows
        pieces += [sample(name, (u, v)), c.text((u + look.gap, v - look.drop), label, look.size)]
    draw_cartouche(c, covers, "".join(pieces))


def draw_compass(
    c: Drawing,
    unit: float,
    rings: Iterable[tuple[int, float]],
    letter: Mapping[str, object],
    turn: str = "",
    **more: object,
) -> None:
    """A compass rose, so many of its units to one of the sheet, with circles of given radius and shade."""
    if "compass_at" not in c.style:
        return
    u, v = c.style["compass_at"]
    ink, pale = c.colour("ink"), c.colour("halo")
    pieces = [tag("circle", r=r, fill="none", stroke_opacity=shade) for r, shade in rings]
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        tip = 46 if k % 2 else 82
        halves = [tag("path", d=f"M0,-{tip}L{w},-12L0,0Z", fill=fill) for w, fill in ((10, ink), (-10, pale))]
        pieces.append(tag("g", "".join(halves), transform=f"rotate({45 * k})"))
    pieces.append(tag("text", "N", y=-90, text_anchor="middle", font_family=SERIF, **letter, fill=ink, stroke="none"))
    size = float(c.style.get("compass_size", 1.0))
    place = f"{c.moved((u, v))}{turn} scale({size * c.scale / unit:.3f})"
    c.add(tag("g", "".join(pieces), transform=place, stroke=ink, stroke_width=1.6, **more))


def draw_scale_bar(c: Drawing) -> None:
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


def draw_overlays(c: Drawing, paths: Mapping[str, str], shade: float, width: float, **more: object) -> None:
    """Places marked in a colour, one path per overlay."""
    for i, (name, path) in enumerate(paths.items()):
        colour = c.style["overlay"].get(name, OVERLAY_COLOURS[i % len(OVERLAY_COLOURS)])
        look = {"fill": colour, "fill_opacity": shade, "fill_rule": "evenodd", "stroke": colour}
        label = tag("title", escape(name))
        c.add(tag("path", label, class_="overlay", d=path, stroke_width=c.n(width), **more, **look))
