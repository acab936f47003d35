"""Where everything lies on the picture of a map: what is needed to lay counters, glows and targets over it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Literal

import msgspec

from meuse.board.areamap import AreaMap
from meuse.board.hexmap import HexMap
from meuse.board.line import CORNERS
from meuse.board.maptables import Area, Landmark
from meuse.board.picture.areachart import AREA_SCALE, area_chart
from meuse.board.picture.areasheet import AreaSheet
from meuse.board.picture.hexchart import HEX_SCALE, hex_chart
from meuse.board.picture.hexplaces import badges, is_port, shown
from meuse.board.picture.hexsheet import HexSheet
from meuse.board.picture.lines import Point, sides
from meuse.board.picture.paper import furniture_box
from meuse.board.picture.svg import Box, Drawing

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex or an area on the picture."""

    id: str
    x: float
    y: float
    """Where counters lie."""
    name: str = ""
    kind: str = ""
    """The terrain, or land and sea."""
    info: tuple[str, ...] = ()
    """What else is printed there, in short words."""
    path: str = ""
    """The outline of an area; empty for a hex, which has the plan's."""
    room: float = 0.0
    """How far counters may spread from the middle."""


class MapPlan(msgspec.Struct, frozen=True):
    """All spaces of a map, in the pixels of its picture at the same scale."""

    kind: Literal["hex", "area"]
    width: float
    height: float
    outline: str
    """The outline of a hex about its middle; empty for areas."""
    spaces: tuple[Space, ...]
    furniture: tuple[tuple[float, float, float, float], ...] = ()
    """What is printed over the map, title and legend: left, top, width, height."""
    corners: tuple[tuple[float, float], ...] = ()
    """The six corners of a hex about its middle, in the order of their numbers; none for areas.

    With the middles of the hexes they say where anything lies: ``1708/1808`` half way between two hexes,
    ``1510+1610+1611`` in the middle of three, ``0101.4`` at a corner on the edge of the board.
    """


def draw(made: HexMap | AreaMap, scale: float | None = None) -> str:
    """The bare map of either kind as an SVG document."""
    if isinstance(made, AreaMap):
        return area_chart(made, scale=scale or AREA_SCALE)
    return hex_chart(made, scale=scale or HEX_SCALE)


def plan(made: HexMap | AreaMap, scale: float | None = None) -> MapPlan:
    """The plan of a map; without a scale, that of the picture without one."""
    if isinstance(made, AreaMap):
        areas = AreaSheet(made, scale or AREA_SCALE)
        return laid_out(areas, "area", "", (area_space(areas, name) for name in areas.areas))
    hexes = HexSheet(made, scale or HEX_SCALE)
    return laid_out(hexes, "hex", hexes.outline(), hex_spaces(hexes), tuple(hex_corners(hexes)))


def laid_out(
    c: Drawing, kind: Literal["hex", "area"], outline: str, spaces: Iterable[Space], corners: tuple[Point, ...] = ()
) -> MapPlan:
    """The plan of a sheet."""
    boxes = (furniture_box(c, name) for name in ("title_box", "legend_box"))
    furniture = tuple(rectangle(c, box) for box in boxes if box is not None)
    return MapPlan(kind, round(c.width, 1), round(c.height, 1), outline, tuple(spaces), furniture, corners)


def rectangle(c: Drawing, box: Box) -> tuple[float, float, float, float]:
    """A box in pixels: left, top, width, height."""
    (x, y), (right, bottom) = spot_of(c, (box[0], box[3])), spot_of(c, (box[2], box[1]))
    return x, y, round(right - x, 1), round(bottom - y, 1)


def spot_of(c: Drawing, point: Point) -> Point:
    """A sheet position in pixels, as the picture writes them."""
    x, y = c.px(point)
    return round(x, 1), round(y, 1)


# hexes


class Anchors:
    """Where hexes, hexsides (``2831/2832``) and corners (``2831+2832+2932``) lie on the picture of a hex map."""

    def __init__(self, made: HexMap, scale: float | None = None) -> None:
        self._sheet = HexSheet(made, scale or HEX_SCALE)

    def spot(self, name: str) -> Point:
        """The pixels of a hex, hexside or corner; a ``KeyError`` if there is none of that name."""
        return spot_of(self._sheet, self._sheet.centre(name))


def hex_corners(c: HexSheet) -> Iterable[Point]:
    """The corners of any hex about its middle, in pixels, by their numbers."""
    frame = c.map.board.frame
    u, v = frame.spot(0, 0)
    for q, r in CORNERS:
        x, y = frame.spot(q / 3, r / 3)
        yield round(c.n(x - u), 2), round(c.n(v - y), 2)


def hex_spaces(c: HexSheet) -> Iterable[Space]:
    """All hexes, with what is printed in them and along their sides."""
    places = {place.hex: place for place in shown(c)}
    courses = courses_by_side(c)
    ways = ways_by_hex(c)
    room = round(c.n(0.5), 1)
    for name, centre in c.centres.items():
        place = places.get(name)
        info = (*ground_words(c, name, place), *ways.get(name, ()), *side_words(c, name, courses))
        title = place.name if place else ""
        yield Space(name, *spot_of(c, centre), title, c.terrain[name], info, room=room)


def ground_words(c: HexSheet, name: str, place: Landmark | None) -> list[str]:
    """Terrain, what stands there, and whose land it is."""
    kind = c.terrain[name]
    words = [str(c.look("terrain", kind).get("label", kind.capitalize()))]
    if c.level(name):
        words.append(c.style["relief"]["label"].format(c.level(name)))
    if place is not None and place.kind != kind:
        words.append(str(c.look("place", place.kind).get("label", place.kind.capitalize())))
    if place is not None and is_port(c, place):
        words.append("Port")
    if place is not None:
        worn = ((look.get("words", look.get("label")), value) for _, look, value in badges(c, place))
        words += [str(said).format(value) for said, value in worn if said]
    country = c.country.get(name, "")
    return [*words, country.capitalize()] if country else words


def ways_by_hex(c: HexSheet) -> dict[str, list[str]]:
    """What runs through each hex, where its look has words for it."""
    ways: dict[str, list[str]] = {}
    for entry, hexes in zip(c.map.file.path, c.map.paths, strict=True):
        look = c.look("path", entry.kind)
        for name in (c.map.board.labels[h] for h in hexes if "words" in look):
            said = ways.setdefault(name, [])
            said += [words for words in (look["words"].format(entry.name),) if words not in said]
    return ways


def courses_by_side(c: HexSheet) -> dict[frozenset[str], list[str]]:
    """The names of what runs between two hexes."""
    courses: dict[frozenset[str], list[str]] = {}
    for entry, pairs in zip(c.map.file.hexside, c.map.hexsides, strict=True):
        words = c.look("hexside", entry.kind).get("words", "{}").format(entry.name)
        for pair in pairs:
            courses.setdefault(frozenset(c.map.board.labels[h] for h in pair), []).append(words)
    return courses


def side_words(c: HexSheet, name: str, courses: Mapping[frozenset[str], list[str]]) -> list[str]:
    """What runs along the sides of a hex, and in which directions."""
    where: dict[str, list[str]] = {}
    for other in sorted(c.neighbours(name), key=partial(bearing, c, name)):
        for words in courses.get(frozenset((name, other)), ()):
            where.setdefault(words, []).append(wind(c, name, other))
        here, there = c.country.get(name, ""), c.country.get(other, "")
        if here and there and here != there:
            where.setdefault(f"Frontier of {there.capitalize()}", []).append(wind(c, name, other))
    return [f"{words} to the {listed(winds)}" for words, winds in where.items()]


def bearing(c: HexSheet, name: str, other: str) -> float:
    """The true direction of a neighbour in degrees: up on the sheet need not be north."""
    (u, v), (s, t) = c.centres[name], c.centres[other]
    return (math.degrees(math.atan2(s - u, t - v)) + float(c.style["up_bearing"])) % 360


def wind(c: HexSheet, name: str, other: str) -> str:
    """The direction of a neighbour as a word."""
    return WINDS[round(bearing(c, name, other) / 45) % 8]


def listed(words: list[str]) -> str:
    """Words as one would say them: a, b and c."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


# areas


def area_space(c: AreaSheet, name: str) -> Space:
    """An area: its outline, and the room around where its pieces stand."""
    area = c.areas[name]
    room = min(distance(area.at, a, b) for ring in area.outline for a, b in sides(ring))
    return Space(
        name, *spot_of(c, area.at), area.name, area.kind, tuple(area_words(c, area)), c.path(name), round(c.n(room), 1)
    )


def area_words(c: AreaSheet, area: Area) -> Iterable[str]:
    """What is printed in an area."""
    yield area.kind.capitalize()
    owner = c.owner(area.owner).get("label")
    if owner:
        yield f"{owner} at the start"
    if area.city:
        yield ", ".join((c.style["cities"][area.city]["label"], *tag_words(c, area, star=True)))
    yield from tag_words(c, area, star=False)


def tag_words(c: AreaSheet, area: Area, *, star: bool) -> Iterable[str]:
    """What the tags of an area say, in the order of the style."""
    tags = dict(tag.partition(":")[::2] for tag in area.tags)
    for name, look in c.style["tag"].items():
        if name in tags and "words" in look and bool(look.get("star")) == star:
            yield look["words"].format(tags[name].capitalize())


def distance(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from a segment."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1.0)
    part = min(1.0, max(0.0, along))
    return math.hypot(x - ax - part * dx, y - ay - part * dy)
