"""The map file as text."""

from __future__ import annotations

from typing import Any

from . import hexgrid
from .draft import Draft

TERRAIN = {
    "clear": ".",
    "rough": "r",
    "ardennes": "a",
    "city": "c",
    "paris": "P",
    "ruhr": "R",
    "gap": "x",
    "sea": "~",
    "lake": "o",
}
COUNTRIES = {
    "germany": "G",
    "france": "F",
    "belgium": "B",
    "netherlands": "N",
    "luxembourg": "L",
    "switzerland": "S",
}
WIDTH = 110

HEAD = """\
# The map of "Victory or Defeat: France '40".
# The printed map is not available.  The grid and the named hexes follow the rulebook; everything marked
# "reconstructed" is our own work from real geography.  Made by tools/draft_map.py from the geography and
# tools/map_corrections.toml: change it there.

title = "France '40: Victory or Defeat"

[grid]
shape = "pointy"
label = "{line:02}{place:02}"
lines = { first = 10, last = 42, runs = "up" }
places = { even = [19, 44], odd = [18, 43], runs = "right" }
shifted = "odd"
source = "rulebook 1.2, 4.5; see rulings A54"

[kinds.hexside]      # what each kind counts as, besides itself
river = []
canal = ["river"]
lake = ["water"]
sea = ["water"]

[kinds.place]
city = []
town = []
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


def layer(values: dict[str, str], letters: dict[str, str]) -> str:
    """A layer as it lies on the table, the top row first."""
    rows = []
    for row in range(hexgrid.LAST_ROW, hexgrid.FIRST_ROW - 1, -1):
        cells = " ".join(letters.get(values[hexgrid.label(row, c)], "-") for c in hexgrid.columns(row))
        rows.append(f"{row:02} {'' if row % 2 else ' '}{cells}")
    return "\n".join(rows)


def table(title: str, entries: dict[str, Any]) -> str:
    """A table with one line per entry."""
    return "\n".join([f"[{title}]", *(f"{key(k)} = {quoted(v)}" for k, v in entries.items())]) + "\n"


def layers_text(draft: Draft) -> str:
    """Legend and layers."""
    return "\n".join(
        [
            table("terrain", {letter: name for name, letter in TERRAIN.items()}),
            table("countries", {letter: name for name, letter in COUNTRIES.items()}),
            "[layers]             # as it lies on the table: the top row first, odd rows by half a letter",
            f'terrain = """\n{layer(draft.terrain, TERRAIN)}\n"""',
            f'country = """\n{layer(draft.country, COUNTRIES)}\n"""\n',
        ]
    )


def hexsides_text(draft: Draft) -> str:
    """Rivers, canals and all-water hexsides."""
    blocks = []
    for course in draft.courses:
        sides = listed("sides", [quoted(hexgrid.side_name(edge)) for edge in course.sides])
        blocks.append(
            f"[[hexside]]\nname = {quoted(course.name)}\nkind = {quoted(course.kind)}\n{sides}\n"
            f"source = {quoted(course.source)}\n"
        )
    return "\n".join(blocks)


def places_text(draft: Draft) -> str:
    """Cities and towns."""
    return "\n".join(
        f"[[place]]\nhex = {quoted(p.hex)}\nname = {quoted(p.name)}\nkind = {quoted(p.kind)}\n"
        f"source = {quoted(p.source)}\n"
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


def map_text(draft: Draft, corrections: dict[str, Any]) -> str:
    """The whole file."""
    return "\n".join(
        [
            HEAD,
            layers_text(draft),
            hexsides_text(draft),
            places_text(draft),
            regions_text(draft),
            style_text(corrections),
            outlines_text(draft),
            provenance_text(draft),
        ]
    )
