"""The draft of a map: terrain and country of every hex, water courses, walls, places, each with its source."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import coast, georef, lettering, rivers
from .georef import Array, Georeference
from .hexgrid import Corner, HexGrid, Side

WATER = ("sea", "lake")
MOUTH = 0.07  # half width of a river mouth in the picture
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
class Wall:
    """Hexsides that bar the way from the first hex into the second, which they guard."""

    name: str
    kind: str
    sides: list[Side]
    tags: list[str]
    source: str


@dataclass
class Place:
    """A named spot in a hex."""

    hex: str
    name: str
    kind: str
    source: str
    tags: list[str]
    lettered: bool = True
    name_at: str = ""


@dataclass
class Draft:
    """Everything the map file says, before it is written."""

    grid: HexGrid
    terrain: dict[str, str] = field(default_factory=dict)
    country: dict[str, str] = field(default_factory=dict)
    terrain_source: dict[str, str] = field(default_factory=dict)
    country_source: dict[str, str] = field(default_factory=dict)
    courses: list[Course] = field(default_factory=list)
    walls: list[Wall] = field(default_factory=list)
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
    draft = Draft(HexGrid(corrections["grid"]))
    name, quarters = corrections["georeference"]["map"], corrections["georeference"]["quarters"]
    sheet = Georeference.load(folder, name, quarters)
    table = georef.hex_table(folder, name)
    add_terrain(draft, table, corrections)
    add_countries(draft, table, corrections)
    add_places(draft, georef.place_table(folder, name), corrections)
    add_courses(draft, folder, sheet, corrections)
    add_walls(draft, corrections)
    raster, narrows = coast.Raster.over_map(draft.grid), channels(draft, corrections)
    wet = draft.water_sides()
    draft.outlines = coast.outlines(folder, sheet, raster, corrections["coast"], draft.terrain, wet, narrows)
    add_lettering(draft, corrections)
    return draft


def shares(text: str) -> dict[str, float]:
    """Region shares of a hex from their written form."""
    pairs = (part.rsplit(":", 1) for part in text.split())
    return {name.replace("_", " "): float(share) for name, share in pairs}


def natural_terrain(row: dict[str, str], corrections: dict[str, Any]) -> str:
    """Terrain of a hex by the geography alone: water, then the first kind of relief that fits, then clear."""
    for water in WATER:
        if float(row[f"{water}_share"]) > corrections["coast"]["water"]:
            return water
    regions = shares(row["regions"])
    for rule in corrections["relief"]:
        inside = sum(regions.get(name, 0.0) for name in rule["regions"])
        if inside >= rule["share"] or float(row["elev_range_m"]) >= rule.get("range", np.inf):
            return str(rule["terrain"])
    return "clear"


def add_terrain(draft: Draft, table: Rows, corrections: dict[str, Any]) -> None:
    """Terrain by geography, then by correction, then by city where cities are a terrain."""
    for name in draft.grid.all_hexes():
        draft.terrain[name] = natural_terrain(table[name], corrections)
        draft.terrain_source[name] = BY_REGION
    for entry in corrections["terrain"]:
        for name in entry["hexes"]:
            draft.terrain[name] = entry["terrain"]
            draft.terrain_source[name] = entry["reason"]
    for group in corrections.get("city_terrain", []):
        for name in corrections["cities"][group].values():
            draft.terrain[name] = "city"
            draft.terrain_source[name] = "reconstructed: city hex (see the places)"


def add_countries(draft: Draft, table: Rows, corrections: dict[str, Any]) -> None:
    """Country of each land hex by geography, then by correction."""
    owners = corrections["owners"]
    for name in draft.grid.all_hexes():
        draft.country[name] = owners[table[name]["owner_1940"]] if draft.is_land(name) else "-"
        draft.country_source[name] = BY_SHARE if draft.is_land(name) else "reconstructed: water"
    for entry in corrections["country"]:
        for name in entry["hexes"]:
            draft.country[name] = entry["country"]
            draft.country_source[name] = entry["reason"]


def add_places(draft: Draft, table: dict[str, str], corrections: dict[str, Any]) -> None:
    """Cities, towns and what else has a name; a group of cities that is a kind of its own has its own sign."""
    sources, tags = corrections["city_sources"], corrections.get("place_tags", {})
    default = "reconstructed: real position, same or next hex of the fit"
    for group, cities in corrections["cities"].items():
        kind = group if group in corrections["kinds"]["place"] else "city"
        for city, name in cities.items():
            lettered = city not in corrections.get("unlettered", [])
            draft.places.append(Place(name, city, kind, sources.get(city, default), tags.get(city, []), lettered))
    towns = corrections["towns"]
    for town in towns["names"]:
        name = towns["moved"].get(town, table.get(town, ""))
        shown = towns["spelling"].get(town, town)
        draft.places.append(Place(name, shown, "town", sources.get(town, towns["source"]), tags.get(town, [])))
    for site in corrections.get("site", []):
        draft.places.append(Place(site["hex"], site["name"], site["kind"], site["reason"], site.get("tags", [])))
    for place in draft.places:
        place.name_at = corrections.get("name_at", {}).get(place.name, "")


def add_walls(draft: Draft, corrections: dict[str, Any]) -> None:
    """Fortified lines: hexside by hexside, all round a hex, or all along the frontier of their owner."""
    grid = draft.grid
    for entry in corrections.get("wall", []):
        owner = entry["owner"]
        sides = [(a, b) for a, b in (text.split("/") for text in entry.get("sides", []))]
        if "around" in entry:
            sides = [(other, entry["around"]) for other in sorted(grid.neighbours(entry["around"]))]
        if "against" in entry:
            owned = [name for name, country in draft.country.items() if country == owner]
            around = ((other, name) for name in owned for other in sorted(grid.neighbours(name)))
            sides = [(other, name) for other, name in around if draft.country[other] in entry["against"]]
        for other, name in sides:
            grid.parse_side(f"{other}/{name}")
            if draft.country[name] != owner:
                raise ValueError(f"{entry['name']}: {name} does not belong to {owner}")
        tags = [*entry.get("tags", []), f"owner:{owner}"]
        draft.walls.append(Wall(entry["name"], entry["kind"], sides, tags, entry["reason"]))


def add_courses(draft: Draft, folder: Path, sheet: Georeference, corrections: dict[str, Any]) -> None:
    """Water hexsides by hand, rivers and canals by hand or by snapping and correction."""
    grid = draft.grid
    for entry in corrections["water_side"]:
        sides = [grid.parse_side(text) for text in entry["sides"]]
        draft.courses.append(Course(entry["name"], entry["kind"], sides, entry["reason"]))
    water = water_corners(draft)
    usable = {e for e in grid.all_sides() if draft.is_land(e[0]) and draft.is_land(e[1])}
    network = rivers.Network(grid, usable - draft.water_sides())
    lines: dict[str, list[Array]] = defaultdict(list)
    for feature in georef.features(folder, "rivers"):
        for part in georef.line_parts(feature):
            lines[feature["properties"]["name"]].append(sheet.to_sheet(part))
    for river in corrections["river"]:
        if "sides" in river:
            course, source = [grid.parse_side(text) for text in river["sides"]], river["reason"]
        else:
            course = snapped(river, lines, sheet, network, water)
            course, source = corrected(grid, river, course, corrections.get("river_fix", []), sheet)
        network.courses[river["name"]] = course
        draft.courses.append(Course(river["name"], river.get("kind", "river"), course, source))


def channels(draft: Draft, corrections: dict[str, Any]) -> list[coast.Channel]:
    """Narrow waters of the picture: river mouths from the last corner out to sea, and those drawn by hand."""
    grid = draft.grid
    seas = {name for name, terrain in draft.terrain.items() if terrain == "sea"}
    found = [coast.Channel(entry["points"], entry["width"]) for entry in corrections["estuary"]]
    for course in draft.courses:
        for corner in grid.side_corners(course.sides[-1]):
            for name in sorted(seas) if course.kind not in WATER else ():
                if corner in grid.corners(name):
                    found.append(coast.Channel([grid.corner_point(corner), grid.centre(name)], MOUTH))
    return found


def add_lettering(draft: Draft, corrections: dict[str, Any]) -> None:
    """Names of regions by hand, names of rivers where there is room."""
    for entry in corrections["region"]:
        at = (float(entry["at"][0]), float(entry["at"][1]))
        draft.lettering.append(lettering.Lettering(entry["name"], at, entry["kind"], entry.get("angle", 0)))
    busy = [(u, v + dv) for u, v in (draft.grid.centre(p.hex) for p in draft.places) for dv in (0.0, -0.27)]
    shown = {river["name"]: river.get("lettered", river["name"]) for river in corrections["river"]}
    courses = {course.name: course.sides for course in draft.courses if course.kind not in WATER}
    names = lettering.river_names(draft.grid, courses, shown, busy + [entry.at for entry in draft.lettering])
    draft.lettering += names


def water_corners(draft: Draft) -> set[Corner]:
    """Corners of water hexes and all-water hexsides."""
    found = {c for name in draft.terrain if not draft.is_land(name) for c in draft.grid.corners(name)}
    return found | {c for edge in draft.water_sides() for c in draft.grid.side_corners(edge)}


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
    grid: HexGrid, river: dict[str, Any], course: list[Side], fixes: list[dict[str, Any]], sheet: Georeference
) -> tuple[list[Side], str]:
    """A course with its hand corrections, in order from source to mouth."""
    mine = [fix for fix in fixes if fix["name"] == river["name"]]
    sides = set(course)
    for fix in mine:
        removed = {grid.parse_side(text) for text in fix.get("remove", [])}
        if not removed <= sides:
            raise ValueError(f"{river['name']}: {sorted(removed - sides)} not in the course {course}")
        sides = (sides - removed) | {grid.parse_side(text) for text in fix.get("add", [])}
    source = "; ".join(["reconstructed: real course, snapped to hexsides", *(fix["reason"] for fix in mine)])
    return rivers.chain(grid, sorted(sides), sheet.to_sheet([river["source"]])[0]), source
