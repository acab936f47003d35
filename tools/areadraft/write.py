"""The map file as text."""

from __future__ import annotations

from typing import Any

from mapdraft.write import listed, quoted, table

from .arcs import Point
from .draft import Draft

HEAD = """\
# The map of "Battle of France 1940".
# The printed map is not available.  Numbers, cities, owners, the forest and the Maginot Line follow the rulebook;
# places, neighbours and outlines are our own work from real geography.  Made by tools/draft_areas.py from the
# geography and the plan in tools/areadraft: change it there.
#
# Sheet units: x to the right, y up, the lower left corner at 0, 0.  at: where pieces stand; label_at: where number and
# name stand; city_at: where the sign of the city stands.  outline: closed lines, the largest first; a line within
# another is a hole.  Neighbours have exactly the same points along their border.  Land and sea are adjacent at a coast.
# tags: what the rules see in a space: capital, forest, maginot (fortified line), maginot_extension (its dashed part)
# and yard (where the new ships of a power appear).  [[ground]]: what belongs to no space.  [[line]]: the fortified line
# and rivers, which have no effect.
"""
SOURCE = (
    "numbers, owners, cities, forest and Maginot Line: rulebook, Components, Special Territories and Setup Charts; "
    "places, neighbours and outlines: reconstructed from geography (Natural Earth, public domain)"
)


def pairs(points: list[Point]) -> list[str]:
    """Points as TOML."""
    return [f"[{x:g}, {y:g}]" for x, y in points]


def outline_text(rings: list[list[Point]]) -> str:
    """The outline of an area over several lines."""
    inner = "\n".join(listed("", pairs(ring)).removeprefix(" = ") + "," for ring in rings)
    return f"outline = [\n{inner}\n]"


def entry_text(kind: str, entry: dict[str, Any]) -> str:
    """An entry of a list."""
    parts = [f"[[{kind}]]"]
    for key, value in entry.items():
        if key == "outline":
            parts.append(outline_text(value))
        elif key == "points":
            parts.append(listed("points", pairs(value)))
        else:
            parts.append(f"{key} = {quoted(value)}")
    return "\n".join(parts) + "\n"


def style_text(look: dict[str, Any]) -> str:
    """Colours and places of the furniture."""
    style = dict(look["style"])
    tables = {key: style.pop(key) for key in ("cities", "tag", "line", "owner")}
    looks = [table(f"style.{key}.{name}", look) for key, found in tables.items() for name, look in found.items()]
    return "\n".join([table("style", style), *looks])


def map_text(draft: Draft, look: dict[str, Any]) -> str:
    """The whole file."""
    board = {"kind": "areas", "title": "Battle of France 1940", "size": list(draft.size), "source": SOURCE}
    blocks = [HEAD, table("board", board), table("kinds.area", look["kinds"]["area"]), style_text(look)]
    for kind, entries in (
        ("area", draft.areas), ("ground", draft.ground), ("line", draft.lines), ("lettering", draft.lettering),
    ):  # fmt: skip
        blocks += [entry_text(kind, entry) for entry in entries]
    return "\n".join(blocks)
