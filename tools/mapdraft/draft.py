"""The draft of a map: terrain and country of every hex, water courses, places, each with its source."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import coast, georef, hexgrid, lettering, rivers
from .georef import Array, Georeference
from .hexgrid import Corner, Side

OWNERS = {
    "DE": "germany",
    "FR": "france",
    "BE": "belgium",
    "NL": "netherlands",
    "LU": "luxembourg",
    "CH": "switzerland",
}
WATER = ("sea", "lake")
MOUTH = 0.07  # half width of a river mouth in the picture
URBAN = ("paris", "ruhr")
BY_SHARE = "reconstructed: larger share of the real land in the hex"
BY_REGION = "reconstructed: real relief, hill regions and water shares"

Rows = dict[str, dict[str, str]]


@dataclass
class Course:
    """A named chain of hexsides."""

    name: str
    kind: str
    sides: list[Side]
    source: str


@dataclass
class Place:
    """A named spot in a hex."""

    hex: str
    name: str
    kind: str
    source: str


@dataclass
class Draft:
    """Everything the map file says, before it is written."""

    terrain: dict[str, str] = field(default_factory=dict)
    country: dict[str, str] = field(default_factory=dict)
    terrain_source: dict[str, str] = field(default_factory=dict)
    country_source: dict[str, str] = field(default_factory=dict)
    courses: list[Course] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    outlines: list[coast.Outline] = field(default_factory=list)
    lettering: list[lettering.Lettering] = field(default_factory=list)

    def is_land(self, name: str) -> bool:
        """Whether units could stand in the hex."""
        return self.terrain[name] not in WATER

    def water_sides(self) -> set[Side]:
        """All-water hexsides between land hexes."""
        return {edge for course in self.courses if course.kind in WATER for edge in course.sides}


def make_draft(folder: Path, corrections: dict[str, Any]) -> Draft:
    """The whole draft from the geography folder and the corrections."""
    draft = Draft()
    table = georef.hex_table(folder)
    add_terrain(draft, table, corrections)
    add_countries(draft, table, corrections)
    add_places(draft, georef.place_table(folder), corrections)
    add_courses(draft, folder, corrections)
    draft.outlines = coast.outlines(folder, draft.terrain, draft.water_sides(), channels(draft, corrections))
    add_lettering(draft, corrections)
    return draft


def shares(text: str) -> dict[str, float]:
    """Region shares of a hex from their written form."""
    pairs = (part.rsplit(":", 1) for part in text.split())
    return {name.replace("_", " "): float(share) for name, share in pairs}


def natural_terrain(row: dict[str, str], rule: dict[str, Any]) -> str:
    """Terrain of a hex by the geography alone."""
    if float(row["sea_share"]) > rule["water"]:
        return "sea"
    if float(row["lake_share"]) > rule["water"]:
        return "lake"
    regions = shares(row["regions"])
    if regions.get(rule["forest"], 0.0) > rule["forest_share"]:
        return "ardennes"
    hills = sum(regions.get(name, 0.0) for name in rule["regions"])
    return "rough" if hills >= rule["share"] or float(row["elev_range_m"]) >= rule["range"] else "clear"


def add_terrain(draft: Draft, table: Rows, corrections: dict[str, Any]) -> None:
    """Terrain by geography, then by correction, then by city."""
    for name in hexgrid.all_hexes():
        draft.terrain[name] = natural_terrain(table[name], corrections["relief"])
        draft.terrain_source[name] = BY_REGION
    for entry in corrections["terrain"]:
        for name in entry["hexes"]:
            draft.terrain[name] = entry["terrain"]
            draft.terrain_source[name] = entry["reason"]
    for group, cities in corrections["cities"].items():
        for name in () if group in URBAN else cities.values():
            draft.terrain[name] = "city"
            draft.terrain_source[name] = "reconstructed: city hex (see the places)"


def add_countries(draft: Draft, table: Rows, corrections: dict[str, Any]) -> None:
    """Country of each land hex by geography, then by correction."""
    for name in hexgrid.all_hexes():
        draft.country[name] = OWNERS[table[name]["owner_1940"]] if draft.is_land(name) else "-"
        draft.country_source[name] = BY_SHARE if draft.is_land(name) else "reconstructed: water"
    for entry in corrections["country"]:
        for name in entry["hexes"]:
            draft.country[name] = entry["country"]
            draft.country_source[name] = entry["reason"]


def add_places(draft: Draft, table: dict[str, str], corrections: dict[str, Any]) -> None:
    """Cities and towns."""
    sources = corrections["city_sources"]
    default = "reconstructed: real position, same or next hex of the fit"
    for cities in corrections["cities"].values():
        for city, name in cities.items():
            draft.places.append(Place(name, city, "city", sources.get(city, default)))
    towns = corrections["towns"]
    for town in towns["names"]:
        name = towns["moved"].get(town, table.get(town, ""))
        shown = towns["spelling"].get(town, town)
        draft.places.append(Place(name, shown, "town", "reconstructed: real position; display only"))


def add_courses(draft: Draft, folder: Path, corrections: dict[str, Any]) -> None:
    """Water hexsides by hand, rivers and canals by snapping and correction."""
    for entry in corrections["water_side"]:
        sides = [hexgrid.parse_side(text) for text in entry["sides"]]
        draft.courses.append(Course(entry["name"], entry["kind"], sides, entry["reason"]))
    water = water_corners(draft)
    usable = {e for e in hexgrid.all_sides() if draft.is_land(e[0]) and draft.is_land(e[1])}
    network = rivers.Network(usable - draft.water_sides())
    sheet = Georeference.load(folder)
    lines: dict[str, list[Array]] = defaultdict(list)
    for feature in georef.features(folder, "rivers"):
        for part in georef.line_parts(feature):
            lines[feature["properties"]["name"]].append(sheet.to_sheet(part))
    for river in corrections["river"]:
        course = snapped(river, lines, sheet, network, water)
        course, source = corrected(river, course, corrections.get("river_fix", []), sheet)
        network.courses[river["name"]] = course
        draft.courses.append(Course(river["name"], river.get("kind", "river"), course, source))


def channels(draft: Draft, corrections: dict[str, Any]) -> list[coast.Channel]:
    """Narrow waters of the picture: river mouths from the last corner out to sea, and those drawn by hand."""
    seas = {name for name, terrain in draft.terrain.items() if terrain == "sea"}
    found = [coast.Channel(entry["points"], entry["width"]) for entry in corrections["estuary"]]
    for course in draft.courses:
        for corner in hexgrid.side_corners(course.sides[-1]):
            for name in sorted(seas) if course.kind not in WATER else ():
                if corner in hexgrid.corners(name):
                    found.append(coast.Channel([hexgrid.corner_point(corner), hexgrid.centre(name)], MOUTH))
    return found


def add_lettering(draft: Draft, corrections: dict[str, Any]) -> None:
    """Names of regions by hand, names of rivers where there is room."""
    for entry in corrections["region"]:
        at = (float(entry["at"][0]), float(entry["at"][1]))
        draft.lettering.append(lettering.Lettering(entry["name"], at, entry["kind"], entry.get("angle", 0)))
    busy = [(u, v + dv) for u, v in (hexgrid.centre(p.hex) for p in draft.places) for dv in (0.0, -0.27)]
    courses = {course.name: course.sides for course in draft.courses if course.kind not in WATER}
    draft.lettering += lettering.river_names(courses, busy + [entry.at for entry in draft.lettering])


def water_corners(draft: Draft) -> set[Corner]:
    """Corners of water hexes and all-water hexsides."""
    found = {c for name in draft.terrain if not draft.is_land(name) for c in hexgrid.corners(name)}
    return found | {c for edge in draft.water_sides() for c in hexgrid.side_corners(edge)}


def snapped(
    river: dict[str, Any],
    lines: dict[str, list[Array]],
    sheet: Georeference,
    network: rivers.Network,
    water: set[Corner],
) -> list[Side]:
    """The course of one river as the snapping finds it."""

    def corner_set(key: str) -> set[Corner] | None:
        name = river.get(key)
        return None if name is None else water if name == "water" else network.course_corners(name)

    def point(key: str) -> Array | None:
        return sheet.to_sheet([river[key]])[0] if key in river else None

    source = sheet.to_sheet([river["source"]])[0]
    line = rivers.joined([piece for name in river["features"] for piece in lines[name]], source)
    line = rivers.between(line, point("first"), point("last"))
    if "extend" in river:
        line = np.concatenate([line, sheet.to_sheet(river["extend"])])
    start, end = corner_set("start"), corner_set("into")
    walk = network.snap(line, start, end)
    return network.to_sides(rivers.trimmed(walk, start, end))


def corrected(
    river: dict[str, Any], course: list[Side], fixes: list[dict[str, Any]], sheet: Georeference
) -> tuple[list[Side], str]:
    """A course with its hand corrections, in order from source to mouth."""
    mine = [fix for fix in fixes if fix["name"] == river["name"]]
    sides = set(course)
    for fix in mine:
        removed = {hexgrid.parse_side(text) for text in fix.get("remove", [])}
        if not removed <= sides:
            raise ValueError(f"{river['name']}: {sorted(removed - sides)} not in the course {course}")
        sides = (sides - removed) | {hexgrid.parse_side(text) for text in fix.get("add", [])}
    source = "; ".join(["reconstructed: real course, snapped to hexsides", *(fix["reason"] for fix in mine)])
    return rivers.chain(sorted(sides), sheet.to_sheet([river["source"]])[0]), source
