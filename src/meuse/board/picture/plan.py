"""Where everything lies on the picture of a map: what is needed to lay counters, glows and targets over it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from meuse.board.picture.areachart import AREA_SCALE, area_chart, area_look
from meuse.board.picture.areasheet import AreaSheet
from meuse.board.picture.hexchart import HEX_SCALE, chart, hex_look
from meuse.board.picture.hexplaces import is_port
from meuse.board.picture.hexsheet import HexSheet
from meuse.board.picture.lines import Point, sides
from meuse.board.picture.svg import Sheet

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
COURSES = {"river": "River {}", "canal": "{}", "lake": "{} (lake)", "sea": "{} (sea)"}
FORTIFIED = {"solid": "Fortified line", "dashed": "Extension of the fortified line"}


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


class Plan(msgspec.Struct, frozen=True):
    """All spaces of a map, in the pixels of its picture at the same scale."""

    kind: Literal["hex", "area"]
    width: float
    height: float
    outline: str
    """The outline of a hex about its middle; empty for areas."""
    spaces: tuple[Space, ...]


def has_areas(table: Mapping[str, Any]) -> bool:
    """Is this map file one of areas, not of hexes?"""
    board = table.get("board", {})
    return isinstance(board, dict) and board.get("kind") == "areas"


def draw(table: Mapping[str, Any], scale: float | None = None) -> str:
    """The bare map of either kind as an SVG document."""
    if has_areas(table):
        return area_chart(table, scale=scale or AREA_SCALE)
    return chart(table, scale=scale or HEX_SCALE)


def plan(table: Mapping[str, Any], scale: float | None = None) -> Plan:
    """The plan of a map file that has been read; without a scale, that of the picture without one."""
    if has_areas(table):
        areas = AreaSheet(table, scale or AREA_SCALE, area_look(table))
        return laid_out(areas, "area", "", (area_space(areas, name) for name in areas.areas))
    hexes = HexSheet(table, scale or HEX_SCALE, hex_look(table))
    return laid_out(hexes, "hex", hexes.outline(), hex_spaces(hexes))


def laid_out(c: Sheet, kind: Literal["hex", "area"], outline: str, spaces: Iterable[Space]) -> Plan:
    """The plan of a sheet."""
    return Plan(kind, round(c.width, 1), round(c.height, 1), outline, tuple(spaces))


def spot_of(c: Sheet, point: Point) -> Point:
    """A sheet position in pixels, as the picture writes them."""
    x, y = c.px(point)
    return round(x, 1), round(y, 1)


# hexes


def hex_spaces(c: HexSheet) -> Iterable[Space]:
    """All hexes, with what is printed in them and along their sides."""
    places = {place["hex"]: place for place in c.entries("place")}
    courses = courses_by_side(c)
    room = round(c.n(0.5), 1)
    for name, centre in c.centres.items():
        place = places.get(name)
        info = (*ground_words(c, name, place), *side_words(c, name, courses))
        title = place["name"] if place else ""
        yield Space(name, *spot_of(c, centre), title, c.terrain[name], info, room=room)


def ground_words(c: HexSheet, name: str, place: Mapping[str, Any] | None) -> list[str]:
    """Terrain, what stands there, and whose land it is."""
    kind = c.terrain[name]
    words = [str(c.terrain_style(kind).get("label", kind.capitalize()))]
    if place is not None and place["kind"] != kind:
        words.append(place["kind"].capitalize())
    if place is not None and is_port(c, place):
        words.append("Port")
    country = c.country.get(name, "")
    return [*words, country.capitalize()] if country else words


def courses_by_side(c: HexSheet) -> dict[frozenset[str], list[str]]:
    """The names of what runs between two hexes."""
    found: dict[frozenset[str], list[str]] = {}
    for entry in c.entries("hexside"):
        words = COURSES[entry["kind"]].format(entry["name"])
        for side in entry["sides"]:
            found.setdefault(frozenset(side.split("/")), []).append(words)
    return found


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
    area, spot = c.areas[name], c.at(name)
    room = min(distance(spot, a, b) for ring in c.rings[name] for a, b in sides(ring))
    return Space(
        name, *spot_of(c, spot), area["name"], area["kind"], tuple(area_words(c, area)), c.path(name),
        round(c.n(room), 1),
    )  # fmt: skip


def area_words(c: AreaSheet, area: Mapping[str, Any]) -> Iterable[str]:
    """What is printed in an area."""
    yield area["kind"].capitalize()
    owner = c.owner(area["owner"]).get("label")
    if owner:
        yield f"{owner} at the start"
    if area.get("city"):
        yield f"{area['city'].capitalize()} city" + (", capital" if area.get("capital") else "")
    if area.get("forest"):
        yield "Forest"
    if area.get("maginot"):
        yield FORTIFIED[area["maginot"]]
    if area.get("sea_build"):
        yield f"Building zone: {area['sea_build'].capitalize()}"


def distance(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from a segment."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1.0)
    part = min(1.0, max(0.0, along))
    return math.hypot(x - ax - part * dx, y - ay - part * dy)
