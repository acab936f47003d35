"""The map file as text."""

from __future__ import annotations

from typing import Any

from . import hexgrid
from .draft import Draft
from .hexgrid import HexGrid

WIDTH = 110

HEAD = """\
# The map of {game}.
# The printed map is not available.  The grid and the named hexes follow the rulebook; everything marked
# "reconstructed" is our own work from real geography.  Made by tools/draft_map.py from the geography and
# tools/maps/{package}.toml: change it there.
"""


def quoted(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key(k)} = {quoted(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(quoted(v) for v in value) + "]"
    return str(value)


def key(name: str) -> str:
    """A key in TOML."""
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else quoted(name)


def listed(name: str, values: list[str]) -> str:
    """A long list over several lines."""
    one = f"{name} = [{', '.join(values)}]"
    if len(one) <= WIDTH:
        return one
    lines, line = [], " "
    for value in values:
        if len(line) + len(value) + 2 > WIDTH:
            lines.append(line)
            line = " "
        line += f" {value},"
    return "\n".join([f"{name} = [", *lines, line, "]"])


def layer(grid: HexGrid, values: dict[str, str], letters: dict[str, str]) -> str:
    """A layer with the top row first; the lines further along by half a letter."""
    rows = []
    for row in grid.rows():
        cells = " ".join(letters.get(values[grid.label(row, c)], "-") for c in grid.columns(row))
        rows.append(f"{row:02} {' ' if (row % 2 == grid.shifted) == (grid.ranges[0] == grid.ranges[1]) else ''}{cells}")
    return "\n".join(rows)


def table(title: str, entries: dict[str, Any], note: str = "") -> str:
    """A table with one line per entry."""
    return "\n".join([f"[{title}]{note}", *(f"{key(k)} = {quoted(v)}" for k, v in entries.items())]) + "\n"


def head_text(package: str, corrections: dict[str, Any]) -> str:
    """What the file is, the grid and the kinds."""
    kinds = corrections["kinds"]
    return "\n".join(
        [
            HEAD.format(game=corrections["game"], package=package),
            f"title = {quoted(corrections['title'])}\n",
            table("grid", corrections["grid"]),
            table("kinds.hexside", kinds["hexside"], "      # what each kind counts as, besides itself"),
            table("kinds.place", kinds["place"]),
            *([table("kinds.terrain", kinds["terrain"])] if "terrain" in kinds else []),
        ]
    )


def layers_text(draft: Draft, corrections: dict[str, Any]) -> str:
    """Legend and layers."""
    terrain, countries = corrections["letters"]["terrain"], corrections["letters"]["country"]
    return "\n".join(
        [
            table("terrain", {letter: name for name, letter in terrain.items()}),
            table("countries", {letter: name for name, letter in countries.items()}),
            f"[layers]             # {corrections['letters']['layout']}",
            f'terrain = """\n{layer(draft.grid, draft.terrain, terrain)}\n"""',
            f'country = """\n{layer(draft.grid, draft.country, countries)}\n"""\n',
        ]
    )


def hexsides_text(draft: Draft) -> str:
    """Rivers, canals and all-water hexsides, then what faces one way."""
    blocks = []
    for course in draft.courses:
        sides = listed("sides", [quoted(hexgrid.side_name(edge)) for edge in course.sides])
        blocks.append(
            f"[[hexside]]\nname = {quoted(course.name)}\nkind = {quoted(course.kind)}\n{sides}\n"
            f"source = {quoted(course.source)}\n"
        )
    for wall in draft.walls:
        sides = listed("sides", [quoted(hexgrid.side_name(edge)) for edge in wall.sides])
        blocks.append(
            f"[[hexside]]\nname = {quoted(wall.name)}\nkind = {quoted(wall.kind)}\none_way = true\n"
            f"tags = {quoted(wall.tags)}\n{sides}\nsource = {quoted(wall.source)}\n"
        )
    return "\n".join(blocks)


def places_text(draft: Draft) -> str:
    """Cities and towns."""
    return "\n".join(
        f"[[place]]\nhex = {quoted(p.hex)}\nname = {quoted(p.name)}\nkind = {quoted(p.kind)}\n"
        + (f"tags = {quoted(p.tags)}\n" if p.tags else "")
        + ("" if p.lettered else "lettered = false\n")
        + (f"name_at = {quoted(p.name_at)}\n" if p.name_at else "")
        + f"source = {quoted(p.source)}\n"
        for p in draft.places
    )


def regions_text(draft: Draft) -> str:
    """Lettering."""
    return "\n".join(
        f"[[region]]\nname = {quoted(r.name)}\nat = {quoted(r.at)}\nkind = {quoted(r.kind)}\nangle = {r.angle}\n"
        for r in draft.lettering
    )


def outlines_text(draft: Draft) -> str:
    """Line work for the picture."""
    return "\n".join(
        f"[[outline]]\nkind = {quoted(o.kind)}\nname = {quoted(o.name)}\n"
        + listed("points", [f"[{u:g}, {v:g}]" for u, v in o.points])
        + "\n"
        for o in draft.outlines
    )


def provenance_text(draft: Draft) -> str:
    """Where each hex of the two layers comes from."""
    blocks = []
    for name, sources in (("terrain", draft.terrain_source), ("country", draft.country_source)):
        groups: dict[str, list[str]] = {}
        for hex_name, source in sources.items():
            groups.setdefault(source, []).append(quoted(hex_name))
        blocks += [
            f"[[provenance]]\n{listed('hexes', hexes)}\nlayer = {quoted(name)}\nsource = {quoted(source)}\n"
            for source, hexes in groups.items()
        ]
    return "\n".join(blocks)


def style_text(corrections: dict[str, Any]) -> str:
    """Colours and other instructions for the picture."""
    style = corrections.get("style", {})
    plain = {k: v for k, v in style.items() if not isinstance(v, dict)}
    tables = [table(f"style.{k}", v) for k, v in style.items() if isinstance(v, dict)]
    return "\n".join([table("style", plain), *tables])


def map_text(package: str, draft: Draft, corrections: dict[str, Any]) -> str:
    """The whole file."""
    return "\n".join(
        [
            head_text(package, corrections),
            layers_text(draft, corrections),
            hexsides_text(draft),
            places_text(draft),
            regions_text(draft),
            style_text(corrections),
            outlines_text(draft),
            provenance_text(draft),
        ]
    )
