"""Places and lettering of a hex map: signs of cities and towns, names where they disturb least, regions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meuse.board.mapstyle import HEX_LETTERING
from meuse.board.maptables import Landmark, Region
from meuse.board.picture.hexground import fortified
from meuse.board.picture.hexsheet import HexSheet
from meuse.board.picture.lines import Point, corner_point, middle, sides
from meuse.board.picture.svg import SANS, SERIF, Box, box, tag

LABEL_SPOTS: tuple[tuple[float, float, str], ...] = (
    (0.0, -0.27, "middle"), (0.0, 0.25, "middle"), (0.19, -0.02, "start"), (-0.19, -0.02, "end"),
    (0.16, 0.15, "start"), (-0.16, 0.15, "end"), (0.16, -0.18, "start"), (-0.16, -0.18, "end"),
)  # fmt: skip
LABEL_SIDES = ("below", "above", "right", "left")  # the first of them
CITY_BLOCKS = ((-11, -10, 9, 8), (0, -11, 11, 10), (-12, 0, 11, 9), (1, 1, 9, 9))
FORT = "M-11,-11L-5,-9H5L11,-11L9,-5V5L11,11L5,9H-5L-11,11L-9,5V-5ZM-3,-3H3V3H-3Z"
STAR = "M0,-8L1.9,-2.6L7.6,-2.5L3.1,1L4.7,6.5L0,3.2L-4.7,6.5L-3.1,1L-7.6,-2.5L-1.9,-2.6Z"
BRIDGE = "M-19,-13L-13,-8H13L19,-13M-19,13L-13,8H13L19,13"
DISC = 0.105  # radius of a badge
RAMPARTS = 0.86  # where works all round a hex lie, of the way from its middle to its corners
HARBOUR = (0.36, -0.12)  # the anchor of a port that lies on no open water
ANCHOR = "M0,-7V9M-4,-3H4M-8,2C-7,8 -3,9 0,9C3,9 7,8 8,2"


def draw_places(c: HexSheet) -> None:
    """Symbols of cities and towns, then their names where they disturb least."""
    places = sorted(shown(c), key=lambda place: (not is_large(c, place), place.hex))
    ports = [port_spot(c, place.hex) for place in places if is_port(c, place)]
    worn = [(c.centres[place.hex], look, value) for place in places for _, look, value in badges(c, place)]
    c.add(*(badge(c, spot, look, value) for spot, look, value in worn))
    c.add(*(place_symbol(c, c.centres[place.hex], place.kind, bearing(c, place)) for place in places))
    c.add(*(anchor(c, spot) for spot in ports))
    taken = [box(c.centres[place.hex], 0.28, 0.24) for place in places]
    taken += [box(spot, 0.2, 0.24) for spot in ports]
    discs = [box(badge_spot(spot, look), 2 * DISC, 2 * DISC) for spot, look, _ in worn if is_disc(look)]
    taken += 3 * discs  # a name over a line can be read, a value under a name cannot
    soft = obstacles(c)
    names = "".join(place_name(c, place, taken, soft) for place in places if place.lettered)
    c.add(tag("g", names, font_family=SERIF, fill=c.colour("ink")))


def shown(c: HexSheet) -> list[Landmark]:
    """The places of the map, but those that lie under another sheet."""
    return [place for place in c.map.landmarks if place.hex in c.centres]


def is_large(c: HexSheet, place: Landmark) -> bool:
    """A place with large letters."""
    return bool(c.look("place", place.kind).get("large"))


def is_port(c: HexSheet, place: Landmark) -> bool:
    """A place of a kind that has ports on the open sea, or one that is tagged so, also where ships come up a river."""
    return "port" in place.tags or bool(c.look("place", place.kind).get("port") and c.open_water(place.hex))


def port_spot(c: HexSheet, name: str) -> Point:
    """A spot for the anchor, off the city on the side of the sea; beside it where there is none."""
    seas = [c.centres[other] for other in c.open_water(name)]
    u, v = c.centres[name]
    if not seas:
        return u + HARBOUR[0], v + HARBOUR[1]
    du, dv = sum(p[0] - u for p in seas), sum(p[1] - v for p in seas)
    reach = 0.64 / (math.hypot(du, dv) or 1.0)
    return u + reach * du, v + reach * dv


def anchor(c: HexSheet, spot: Point) -> str:
    """A small anchor."""
    turn = f"{c.moved(spot)} scale({c.scale / 75:.3f})"
    shape = tag("circle", cy=-9, r=2) + tag("path", d=ANCHOR)
    look = {"stroke": c.colour("water_ink"), "stroke_width": 2, "stroke_linecap": "round"}
    return tag("g", shape, transform=turn, fill="none", **look)


def badges(c: HexSheet, place: Landmark) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What a place has besides its sign: the tag, how it looks, the value of the tag."""
    tags = dict(tag.partition(":")[::2] for tag in place.tags)
    for name, look in c.style["badge"].items():
        if name in tags:
            yield name, look, tags[name]


def is_disc(look: Mapping[str, Any]) -> bool:
    """A badge that takes room beside the sign."""
    return look.get("sign") in ("star", "value")


def badge_spot(spot: Point, look: Mapping[str, Any]) -> Point:
    """Where the disc of a badge lies in the hex around a spot."""
    du, dv = look.get("at", (0.0, 0.0))
    return spot[0] + du, spot[1] + dv


def badge(c: HexSheet, spot: Point, look: Mapping[str, Any], value: str) -> str:
    """A badge in the hex around a spot."""
    if is_disc(look):
        return disc(c, badge_spot(spot, look), look, value)
    if look.get("sign") == "ramparts":
        u, v = spot
        ring = [(u + RAMPARTS * du, v + RAMPARTS * dv) for du, dv in c.ring]
        return "".join(fortified(c, side, spot, look) for side in sides(ring))
    return ""


def disc(c: HexSheet, spot: Point, look: Mapping[str, Any], value: str) -> str:
    """A disc with a star or the value of a tag."""
    x, y = c.px(spot)
    colour, light = c.colour(look.get("colour", "ink")), c.colour("halo")
    if look["sign"] == "star":
        turn = f"translate({x:.1f} {y:.1f}) scale({c.scale / 100:.4f})"
        plate = tag("circle", cx=x, cy=y, r=c.n(DISC), fill=colour)
        return plate + tag("path", d=STAR, transform=turn, fill=light)
    plate = tag("circle", cx=x, cy=y, r=c.n(DISC), fill=light, stroke=colour, stroke_width=c.n(0.022))
    look = {"text_anchor": "middle", "font_family": SANS, "font_weight": "bold", "fill": colour}
    return plate + c.text((spot[0], spot[1] - 0.05), value, 0.14, **look)


def bearing(c: HexSheet, place: Landmark) -> float:
    """How many degrees a bridge is turned from east: along the path that is drawn last through its hex."""
    if c.look("place", place.kind).get("sign") != "bridge":
        return 0.0
    here, turn, widest = c.map.board.numbers[place.hex], 0.0, -1.0
    for entry, hexes in zip(c.map.file.path, c.map.paths, strict=True):
        look = c.look("path", entry.kind)
        width = -0.5 if look.get("line") == "river" else look.get("width", 0.08)
        if here in hexes and width > widest:
            at = hexes.index(here)
            (a, b), (x, y) = (c.centre_of(hexes[k]) for k in (max(at - 1, 0), min(at + 1, len(hexes) - 1)))
            turn, widest = math.degrees(math.atan2(y - b, x - a)), width
    return turn


def place_symbol(c: HexSheet, spot: Point, kind: str, turn: float = 0.0) -> str:
    """The sign of a kind of place: a block of houses, a square, a fort with bastions, a bridge, or else a ring."""
    x, y = c.px(spot)
    s = c.scale / 100
    dark, light = c.colour("city"), c.colour("halo")
    sign = c.look("place", kind).get("sign", "ring")
    if sign == "none":
        return ""
    if sign == "bridge":
        here = f"translate({x:.1f} {y:.1f}) rotate({-turn:.1f}) scale({s:.4f})"
        return tag("path", d=BRIDGE, transform=here, fill="none", stroke=dark, stroke_width=3.4, stroke_linecap="round")
    if sign == "square":
        half = {"x": x - 5 * s, "y": y - 5 * s, "width": 10 * s, "height": 10 * s}
        return tag("rect", **half, fill=light, stroke=dark, stroke_width=2.2 * s)
    if sign == "fort":
        return tag(
            "path",
            d=FORT,
            transform=f"translate({x:.1f} {y:.1f}) scale({s:.4f})",
            fill=light,
            stroke=dark,
            stroke_width=2.6,
        )
    if sign == "ring":
        return tag("circle", cx=x, cy=y, r=4.2 * s, fill=light, stroke=dark, stroke_width=2.2 * s)
    blocks = "".join(tag("rect", x=x + dx * s, y=y + dy * s, width=w * s, height=h * s) for dx, dy, w, h in CITY_BLOCKS)
    return tag("g", blocks, fill=dark, stroke=light, stroke_width=1.6 * s)


def obstacles(c: HexSheet) -> list[Point]:
    """Points a name should rather not cover: courses, frontiers, hex numbers."""
    edges = [c.side(pair) for pairs in c.map.hexsides for pair in pairs]
    edges += [e for e, pair in c.beside.items() if len({c.country.get(name) for name in pair}) == 2]
    points = [middle(corner_point(a), corner_point(b)) for a, b in edges]
    return points + [(u + du, v + 0.4) for u, v in c.centres.values() for du in (-0.1, 0.1)]


def place_name(c: HexSheet, place: Landmark, taken: list[Box], soft: Sequence[Point]) -> str:
    """The name of a place in the best spot around it; its rectangle is marked as taken."""
    large = is_large(c, place)
    size, spread = (0.235, 0.64) if large else (0.185, 0.56)
    width, height = len(place.name) * size * spread, size * 1.05
    u, v = c.centres[place.hex]
    offers = []
    spots = [LABEL_SIDES.index(place.name_at)] if place.name_at else range(len(LABEL_SPOTS))
    for rank in spots:
        du, dv, anchored = LABEL_SPOTS[rank]
        covers = box((u + du, v + dv), width, height, anchored)
        offers.append((0.12 * rank + label_cost(c, covers, taken, soft), rank, covers))
    _, rank, covers = min(offers)
    taken.append(covers)
    du, dv, anchored = LABEL_SPOTS[rank]
    spot = (u + du, v + dv - 0.07)
    weight = "bold" if large else None
    return c.text(spot, place.name, size, text_anchor=anchored, font_weight=weight, **c.rim(0.07))


def label_cost(c: HexSheet, covers: Box, taken: Sequence[Box], soft: Sequence[Point]) -> float:
    """How much a name in a rectangle would disturb."""
    left, bottom, right, top = covers
    cost = 6.0 * sum(overlap(covers, other) for other in taken)
    cost += sum(1.0 for u, v in soft if left < u < right and bottom < v < top)
    return cost + (20.0 if left < c.low[0] or right > c.high[0] else 0.0)


def overlap(a: Box, b: Box) -> float:
    """How much two rectangles cover each other: 0 for apart, growing with the shared part."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return 0.0 if width <= 0 or height <= 0 else 0.3 + width * height * 8


def draw_regions(c: HexSheet, *, countries: bool) -> None:
    """Names of countries, or all the other lettering."""
    chosen = [region for region in c.map.file.region if (region.kind == "country") == countries]
    names = "".join(region_text(c, region) for region in chosen)
    c.add(tag("g", names, font_family=SERIF, text_anchor="middle"))


def region_text(c: HexSheet, region: Region) -> str:
    """One piece of lettering."""
    look = HEX_LETTERING.get(region.kind, HEX_LETTERING["hills"]) | c.style["lettering"].get(region.name, {})
    return c.text(
        region.at,
        region.name.upper() if look.get("caps") else region.name,
        look["size"],
        dy=c.n(0.34 * look["size"]),
        fill=c.colour(look.get("ink", "ink")),
        fill_opacity=look.get("opacity"),
        letter_spacing=c.n(look.get("spacing", 0.0)),
        transform=c.turned(region.at, region.angle),
        font_style="italic" if look.get("italic") else None,
        font_weight=look.get("weight"),
        **(c.rim(0.06) if look.get("halo") else {}),
    )
