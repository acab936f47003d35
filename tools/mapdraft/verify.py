"""What the rulebook, and the reconstruction built on it, demand of the map file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from . import hexgrid, rivers
from .hexgrid import HexGrid, Side


def hexes(text: str) -> list[str]:
    """Hex names parted by blanks."""
    return text.split()


MAGINOT = hexes("2731 2632 2532 2533 2434 2334 2135 2035 1934 1834 1733 1732 1632 1531 1431")
GAP = "2235"
WEST_WALL = hexes(
    "3538 3438 3337 3237 3136 3135 3036 2935 2835 2734 2635 2534 2435 2335 2236 2136 2036 1935 1835 1734 "
    "1634 1633 1532 1432"
)
BEYOND_WALL = {"3539", "3540"}  # German frontier hexes north-east of its end, with all rows above 35
LUXEMBOURG = {"2633", "2634", "2733", "2834"}
WEST_EDGE = {"3118", "3219", "3318", "3419", "3518", "3619"}
DYLE_BREDA = hexes("3633 3634 3534 3435 3436 3335")
RUHR = {"3339", "3240", "3241"}
PARIS = {"3022", "3023", "3122"}
ARDENNES = set(hexes("2832 2833 2931 2932 2933 2934 3031 3032 3033 3034 3035 2834 3030"))
COUNTRY = {
    "belgium": hexes("3633 3235 2732"),
    "france": hexes("2731 1431 2235 2334 1825 1221"),
    "germany": hexes("2534 3538 1432 1043 2036 1935"),
    "netherlands": hexes("3236 3336 4238 4239"),
}
RHINE_BANK = hexes("1431 1531 1632 1732 1733 1834 1934 1331 1332")
WATER = ("sea", "lake")
FEWEST_CITIES = {"netherlands": 2, "belgium": 4, "switzerland": 1, "germany": 3, "france": 5}
BELGIAN_UNITS = 9
NEUTRAL = ("belgium", "netherlands", "luxembourg", "switzerland")


@dataclass
class Sheet:
    """The map file, read for checking."""

    data: dict[str, Any]
    corrections: dict[str, Any]

    def __post_init__(self) -> None:
        self.grid = HexGrid(self.data["grid"])
        self.terrain = self.layer("terrain", self.data["terrain"])
        self.country = self.layer("country", {**self.data["countries"], "-": ""})
        self.courses: dict[str, list[Side]] = {}
        self.kinds: dict[str, str] = {}
        for entry in (entry for entry in self.data["hexside"] if not entry.get("one_way")):
            self.courses[entry["name"]] = [self.grid.parse_side(text) for text in entry["sides"]]
            self.kinds[entry["name"]] = entry["kind"]
        self.blocked = {e for n, sides in self.courses.items() if self.kinds[n] in WATER for e in sides}

    def layer(self, name: str, letters: dict[str, str]) -> dict[str, str]:
        """A layer as a table from hex to meaning."""
        found = {}
        for line in self.data["layers"][name].strip().splitlines():
            row, *cells = line.split()
            for column, cell in zip(self.grid.columns(int(row)), cells, strict=True):
                found[self.grid.label(int(row), column)] = letters[cell]
        return found

    def land(self) -> set[str]:
        """All land hexes."""
        return {name for name, terrain in self.terrain.items() if terrain not in WATER}

    def of(self, country: str) -> set[str]:
        """The hexes of a country."""
        return {name for name, owner in self.country.items() if owner == country}

    def touching(self, country: str, others: tuple[str, ...]) -> set[str]:
        """Hexes of a country next to a hex of certain other countries."""
        return {
            name
            for name in self.of(country)
            if any(self.country[other] in others for other in self.grid.neighbours(name))
        }

    def connected(self, start: str, within: set[str]) -> set[str]:
        """Hexes reached by land from a hex without leaving a set."""
        seen, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for there in self.grid.neighbours(here):
                if there in within and there not in seen and hexgrid.side(here, there) not in self.blocked:
                    seen.add(there)
                    todo.append(there)
        return seen


def failures(game: str, data: dict[str, Any], corrections: dict[str, Any]) -> list[str]:
    """Every broken constraint in words: what holds on any map, then what the rules of the game ask for."""
    sheet = Sheet(data, corrections)
    return [text for test in (*TESTS, *OWN_TESTS.get(game, ())) for text in test(sheet)]


def differs(what: str, found: set[str], wanted: set[str]) -> Iterator[str]:
    """A failure when two sets of hexes are not the same."""
    if found != wanted:
        yield f"{what}: too many {sorted(found - wanted)}, missing {sorted(wanted - found)}"


def layers(sheet: Sheet) -> Iterator[str]:
    """Water without country, land with one; every hex accounted for."""
    yield from differs("terrain layer", set(sheet.terrain), set(sheet.grid.all_hexes()))
    yield from differs("country layer", set(sheet.country), set(sheet.grid.all_hexes()))
    yield from differs("land with a country", {n for n, c in sheet.country.items() if c}, sheet.land())
    for layer in ("terrain", "country"):
        listed = [n for p in sheet.data["provenance"] if p["layer"] == layer for n in p["hexes"]]
        if sorted(listed) != sheet.grid.all_hexes():
            yield f"provenance of the {layer} layer does not list every hex once"


def size(sheet: Sheet) -> Iterator[str]:
    """858 hexes."""
    if len(sheet.terrain) != 858:
        yield f"{len(sheet.terrain)} hexes instead of 858"


def countries(sheet: Sheet) -> Iterator[str]:
    """Countries of named hexes, Luxembourg, map edges."""
    for country, names in COUNTRY.items():
        for name in names:
            if sheet.country[name] != country:
                yield f"{name} is {sheet.country[name]}, not {country}"
    yield from differs("Luxembourg", sheet.of("luxembourg"), LUXEMBOURG)
    edge = {sheet.grid.label(row, sheet.grid.columns(row)[0]) for row in range(31, 43)}
    yield from differs("west edge land from row 31 up", edge & sheet.land(), WEST_EDGE)
    yield from differs("west edge France", WEST_EDGE & sheet.of("france"), WEST_EDGE)
    south = {sheet.country[sheet.grid.label(10, column)] for column in sheet.grid.columns(10)}
    if not {"france", "switzerland"} <= south:
        yield "the south edge lacks France or Switzerland"
    east = {sheet.country[sheet.grid.label(row, sheet.grid.columns(row)[-1])] for row in range(10, 43)}
    if "germany" not in east:
        yield "the east edge lacks Germany"


def frontiers(sheet: Sheet) -> Iterator[str]:
    """The Maginot Line and the West Wall are exactly the frontier hexes."""
    foreign = sheet.touching("france", ("belgium", "luxembourg", "germany"))
    line = sheet.connected("2731", foreign - (foreign_west(sheet) - {"2731"}))
    yield from differs("French frontier hexes 2731-1431", line, {*MAGINOT, GAP})
    walled = sheet.touching("germany", ("netherlands", "belgium", "luxembourg", "france"))
    north = {name for name in walled if sheet.grid.parts(name)[0] > 35} | BEYOND_WALL
    yield from differs("German frontier hexes 3538-1432", walled - north, set(WEST_WALL))
    for chain in ([*MAGINOT[:6], GAP, *MAGINOT[6:]], WEST_WALL, DYLE_BREDA):
        for a, b in pairwise(chain):
            if sheet.grid.distance(a, b) > 1:
                yield f"{a} and {b} are not neighbours"


def foreign_west(sheet: Sheet) -> set[str]:
    """French hexes on the Belgian frontier west of the Maginot Line, 2731 included."""
    return {name for name in sheet.touching("france", ("belgium",)) if sheet.grid.parts(name)[1] <= 31}


def terrain(sheet: Sheet) -> Iterator[str]:
    """Special terrain, the Ruhr's distance from the neutrals."""

    def named(kind: str) -> set[str]:
        return {name for name, found in sheet.terrain.items() if found == kind}

    yield from differs("Paris", named("paris"), PARIS)
    yield from differs("Ruhr", named("ruhr"), RUHR)
    yield from differs("gap", named("gap"), {GAP})
    yield from differs("Ardennes", named("ardennes"), ARDENNES)
    for name in sorted(RUHR):
        for other in sorted(sheet.land()):
            if sheet.country[other] in NEUTRAL and sheet.grid.distance(name, other) <= 2:
                yield f"neutral {other} within two hexes of the Ruhr hex {name}"
    room = sheet.of("belgium") - ARDENNES - {"2732"}
    if len(room) < BELGIAN_UNITS:
        yield f"only {len(room)} hexes for the Belgian set-up"


def cities(sheet: Sheet) -> Iterator[str]:
    """City hexes, their countries, ports."""
    places = {p["name"]: p["hex"] for p in sheet.data["place"] if p["kind"] == "city"}
    for group, wanted in sheet.corrections["cities"].items():
        country = {"ruhr": "germany", "paris": "france"}.get(group, group)
        for name, hex_name in wanted.items():
            if places.get(name) != hex_name or sheet.country[hex_name] != country:
                yield f"{name}: in {places.get(name)}, {sheet.country[hex_name]}"
    urban = {name for name, found in sheet.terrain.items() if found in ("city", "paris", "ruhr")}
    yield from differs("city terrain", urban, set(places.values()) | PARIS)
    for country, least in FEWEST_CITIES.items():
        if len(urban & sheet.of(country)) < least:
            yield f"{country} has fewer than {least} cities"
    ports = {
        name for name, at in places.items() if any(sheet.terrain[other] == "sea" for other in sheet.grid.neighbours(at))
    }
    yield from differs("ports", ports, set(sheet.corrections["ports"]["names"]))
    in_row = [places[name] for name in ("Liège", "Aachen", "Cologne")]
    if in_row != sorted(in_row) or {name[:2] for name in in_row} != {"31"}:
        yield f"Liège, Aachen, Cologne are not in row 31 from the west: {in_row}"


def towns(sheet: Sheet) -> Iterator[str]:
    """Places lie on land, one in a hex."""
    seen: dict[str, str] = {}
    for place in sheet.data["place"]:
        if place["hex"] not in sheet.land():
            yield f"{place['name']} ({place['hex']}) is not on land"
        if place["hex"] in seen:
            yield f"{place['name']} and {seen[place['hex']]} share {place['hex']}"
        seen[place["hex"]] = place["name"]


def reach(sheet: Sheet) -> Iterator[str]:
    """Each country is one piece of land, and all the land in the game is one piece."""
    for country in sheet.data["countries"].values():
        own = sheet.of(country)
        cut = own - sheet.connected(min(own), own)
        if cut:
            yield f"{country}: cut off {sorted(cut)}"
    inside = {name for name in sheet.land() if sheet.terrain[name] != "outside"}
    cut = inside - sheet.connected(min(inside), inside)
    if cut:
        yield f"cut off {sorted(cut)}"


def gap(sheet: Sheet) -> Iterator[str]:
    """The land is one piece without the gap, which nobody enters."""
    open_land = sheet.land() - {GAP}
    cut = open_land - sheet.connected(min(open_land), open_land)
    if cut:
        yield f"cut off {sorted(cut)}"


def waters(sheet: Sheet) -> Iterator[str]:
    """Courses are continuous lines on land."""
    for name, sides in sheet.courses.items():
        if any(sheet.terrain[hex_name] in WATER for edge in sides for hex_name in edge):
            yield f"{name} borders a water hex"
        ends = [set(sheet.grid.side_corners(edge)) for edge in sides]
        if any(not a & b for a, b in pairwise(ends)):
            yield f"{name} is not continuous"
        if len(set(sides)) != len(sides):
            yield f"{name} uses a hexside twice"
    for text in twice([e for n, s in sheet.courses.items() if sheet.kinds[n] not in WATER for e in s]):
        yield f"two courses share {text}"


def named_waters(sheet: Sheet) -> Iterator[str]:
    """The named waters lie where the rules need them."""
    if ("2532", "2533") not in sheet.courses["Moselle"]:
        yield "the Moselle is not on 2532/2533"
    if sheet.courses["Zuiderzee"] != [("4238", "4239")] or sheet.kinds["Zuiderzee"] != "lake":
        yield "4238/4239 is not the all-water hexside of the Zuiderzee"
    if {sheet.terrain[name] for name in ("4038", "4039", "4138")} != {"lake"}:
        yield "the Zuiderzee is not a lake"


def rhine(sheet: Sheet) -> Iterator[str]:
    """The Rhine is the frontier in Alsace and near Basel."""
    course = set(sheet.courses["Rhine"])
    for name in RHINE_BANK:
        for other in sheet.grid.neighbours(name):
            if sheet.country[other] == "germany" and hexgrid.side(name, other) not in course:
                yield f"the Rhine is not on {name}/{other}"


def canal(sheet: Sheet) -> Iterator[str]:
    """The hexes of rule 4.4 lie along the Albert Canal, which joins Antwerp and Liège."""
    along = {name for edge in sheet.courses["Albert Canal"] for name in edge}
    for name in ("3633", "3134", *DYLE_BREDA):
        if not along & {name, *sheet.grid.neighbours(name)}:
            yield f"{name} does not lie along the Albert Canal"


def twice(edges: list[Side]) -> list[str]:
    """Hexsides listed more than once."""
    return sorted({hexgrid.side_name(edge) for edge in edges if edges.count(edge) > 1})


def confluences(sheet: Sheet) -> Iterator[str]:
    """Every river of the corrections ends and begins where it should."""
    network = rivers.Network(sheet.grid, {edge for sides in sheet.courses.values() for edge in sides})
    network.courses = sheet.courses
    for river in sheet.corrections["river"]:
        for key, edge in (("start", 0), ("into", -1)):
            other = river.get(key)
            if other and other != "water":
                tip = set(sheet.grid.side_corners(sheet.courses[river["name"]][edge]))
                if not tip & network.course_corners(other):
                    yield f"{river['name']} does not meet the {other}"


Test = Callable[[Sheet], Iterator[str]]
TESTS: tuple[Test, ...] = (layers, towns, reach, waters, confluences)
OWN_TESTS: dict[str, tuple[Test, ...]] = {
    "victory_or_defeat": (size, countries, frontiers, terrain, cities, gap, named_waters, rhine, canal),
}
