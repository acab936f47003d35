"""What games are made of, as chapters of their pages: scenarios and maps with their sources, from the files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from meuse.board import AreaMap, HexMap
from meuse.engine import Game
from meuse.engine.game import SCENARIOS
from meuse.engine.gamedoc import plain, plural, sections, tabular, words

PROSE = ("summary", "about", "history")
"""Entries of a scenario that are whole paragraphs."""
PRINTED = (
    "id", "name", "kind", "owner", "region", "at", "adjacent", "source", "label", "label_at", "city_at", "outline",
)  # fmt: skip
"""What every area of a map has; all else about it is special."""
FEW = 16
"""How many places are still listed one by one."""

Table = Mapping[str, Any]


def chapters(game: Game, sheet: HexMap | AreaMap, *files: tuple[str, str, str]) -> list[tuple[str, str]]:
    """Titles and texts: scenarios, some files (title, name, what there is to say first), the map, the tables."""
    data = game.data
    own = [(title, f"{about}\n\n{sections(data.load(name, dict[str, Any]))}") for title, name, about in files]
    on_map = hex_map(game, sheet) if isinstance(sheet, HexMap) else area_map(game)
    tables = sections(data.load("tables.toml", dict[str, Any]), "die")
    return [("Scenarios", scenarios(game)), *own, ("Map", on_map), ("Tables", tables)]


def bullets(pairs: Iterable[tuple[str, object]]) -> str:
    return "\n".join(f"- {plain(what)}: {plain(value)}" for what, value in pairs)


def scenarios(game: Game) -> str:
    """Every scenario file: its texts, its plain facts, and where all of it comes from."""
    files = {name: game.data.load(f"{SCENARIOS}{name}.toml", dict[str, Any]) for name in game.scenarios}
    return "\n\n".join(_scenario(name, file) for name, file in files.items())


def _scenario(name: str, file: Table) -> str:
    seats = [" and ".join(sides) for sides in file["players"]]
    facts = [("name", name), ("players", f"{len(seats)} ({'; '.join(seats)})")] + [
        (key.replace("_", " "), words(value).replace("_", " "))
        for key, value in file.items()
        if key not in (*PROSE, "title", "players") and not key.endswith("source") and _is_short(value)
    ]
    texts = [plain(text) for text in (file.get("summary") or file["about"], file.get("history")) if text]
    parts = [f"### {plain(file['title'])}", *texts, bullets(facts)]
    return "\n\n".join([*parts, "Where it comes from:", bullets(_sources(file))])


def _is_short(value: object) -> bool:
    """Is it said in a line: a number, a text, a list or a small table of such?"""
    if isinstance(value, dict):
        return all(not isinstance(part, dict | list) for part in value.values())
    return not isinstance(value, list) or all(_is_short(part) for part in value)


def _sources(file: Table, under: str = "") -> Iterator[tuple[str, object]]:
    """Every statement of origin, wherever it stands."""
    for key, value in file.items():
        if isinstance(value, dict):
            yield from _sources(value, f"{under}{key}, ")
        elif key.endswith("source"):
            yield f"{under}{key.replace('_', ' ')}", value


# maps of hexes


def hex_map(game: Game, sheet: HexMap) -> str:
    """Terrain by country, places, hexsides and provenance."""
    file = game.data.load("map.toml", dict[str, Any])
    count = plural(sheet.board.everything.bit_count(), "hex", "hexes")
    sides = [(side["name"], side["kind"], len(side["sides"]), side["source"]) for side in file["hexside"]]
    origins = [(part["layer"], _few(part.get("hexes", [])), part["source"]) for part in file["provenance"]]
    return "\n\n".join(
        (
            f"{count}, numbered by {plain(file['grid']['source'])}. Hexes by terrain and country:",
            _terrain(sheet),
            "### Cities and towns",
            _places(sheet, file["place"]),
            "### Rivers, canals and waters",
            tabular(("name", "kind", "hexsides", "source"), sides),
            "### Where terrain and countries come from",
            tabular(("layer", "hexes", "source"), origins),
        )
    )


def _terrain(sheet: HexMap) -> str:
    countries = {name: hexes for name, hexes in sheet.country.items() if name}
    every = nobody = sheet.board.everything
    for hexes in countries.values():
        nobody &= ~hexes
    owners = [*countries.values(), nobody]
    rows = [
        (name, *((hexes & owner).bit_count() or "" for owner in owners), hexes.bit_count())
        for name, hexes in sheet.terrain.items()
    ]
    rows.append(("all", *(owner.bit_count() for owner in owners), every.bit_count()))
    return tabular(("terrain", *countries, "none", "all"), rows)


def _places(sheet: HexMap, places: Sequence[Table]) -> str:
    """Places country by country, and where they come from."""
    owners: dict[str, list[str]] = {}
    for place in sorted(places, key=lambda place: str(place["name"])):
        bit = 1 << sheet.places[place["name"]]
        owner = next((name for name, hexes in sheet.country.items() if name and hexes & bit), "no country")
        owners.setdefault(f"{owner}, {place['kind']}", []).append(f"{place['name']} {place['hex']}")
    sources = Counter(place["source"] for place in places).most_common()
    lines = [(key, ", ".join(names)) for key, names in sorted(owners.items())]
    origins = [(f"source of {plural(count, 'place')}", text) for text, count in sources]
    return f"{bullets(lines)}\n\n{bullets(origins)}"


def _few(names: Sequence[str]) -> str:
    """Places by name where they are few."""
    return ", ".join(names) if len(names) <= FEW else f"{len(names)} hexes"


# maps of areas


def area_map(game: Game) -> str:
    """Areas by owner, cities, special areas and neighbours."""
    file = game.data.load("map.toml", dict[str, Any])
    areas: list[Table] = file["area"]
    kinds = Counter(area["kind"] for area in areas)
    neighbours = [
        (area["id"], area["name"] if area["name"] != area["id"] else "", area["kind"], ", ".join(area["adjacent"]),
         area["source"])
        for area in areas
    ]  # fmt: skip
    return "\n\n".join(
        (
            f"{plural(len(areas), 'space')}: {' and '.join(f'{count} {kind}' for kind, count in kinds.items())}.",
            f"Source: {plain(file['board']['source'])}.",
            _owners(areas),
            "### Special spaces",
            bullets((what, ", ".join(names)) for what, names in _specials(areas).items()),
            "### Spaces and their neighbours",
            tabular(("space", "name", "kind", "neighbours", "source"), neighbours),
        )
    )


def _owners(areas: Sequence[Table]) -> str:
    """Spaces by kind and by whom they belong to at the start."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for area in areas:
        kinds.setdefault((area["kind"], area["owner"]), []).append(area["id"])
    rows = [(*key, len(names), ", ".join(names)) for key, names in sorted(kinds.items())]
    return tabular(("kind", "owner at the start", "spaces", "which"), rows)


def _specials(areas: Sequence[Table]) -> dict[str, list[str]]:
    """What is said of some areas only: cities, forests, fortified lines."""
    special: dict[str, list[str]] = {}
    for area in areas:
        said = [f"{key}: {value}" if value is not True else key for key, value in area.items() if key not in PRINTED]
        for what in [entry for entry in said if not entry.startswith("tags:")] + area.get("tags", []):
            special.setdefault(_spaced(what), []).append(area["id"])
    return dict(sorted(special.items()))


def _spaced(tag: str) -> str:
    """A tag in words.

    >>> _spaced("yard:france"), _spaced("city: major"), _spaced("maginot_extension")
    ('yard, france', 'city, major', 'maginot extension')
    """
    return ", ".join(part.strip() for part in tag.replace("_", " ").split(":"))
