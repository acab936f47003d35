"""The components of the game as chapters of its page: scenarios, counters, map and tables, with their sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meuse.engine import Game
from meuse.engine.gamedoc import plain, plural, sections, tabular
from meuse.mechanics.pages import hex_map, scenarios


def pages(game: Game) -> list[tuple[str, str]]:
    """Titles and texts, in the order of the page."""
    sheet = hex_map(game, game.setting(game.scenarios[0]).map)
    tables = sections(game.data.load("tables.toml", dict[str, Any]), "die")
    return [("Scenarios", scenarios(game)), ("Counters", _counters(game)), ("Map", sheet), ("Tables", tables)]


def _counters(game: Game) -> str:
    table = game.data.load("units.toml", dict[str, Any])
    groups: list[dict[str, Any]] = table["group"]
    markers: list[dict[str, Any]] = table.get("marker", [])
    cardboard = sum(group["counters"] * len(group["units"]) for group in groups)
    count, extra = sum(len(group["units"]) for group in groups), sum(marker["count"] for marker in markers)
    parts = [
        f"{count} units on {cardboard} counters, and {plural(extra, 'marker')}. "
        "Strengths are attack-defence, full strength first.",
        tabular(("group", "nation", "scenario", "type", "steps", "units", "counters"), map(_group_row, groups)),
    ]
    for group in groups:
        names = "; ".join(f"{unit['id']} {unit['name']}{_unit_notes(unit)}" for unit in group["units"])
        parts.append(f"**{plain(group['name'])}**: {plain(names)}.\n\nSource: {plain(group['source'])}.")
    rows = [(m["name"], m["count"], _words(m.get("scenario", "")) or "all", m["source"]) for m in markers]
    parts += ["### Markers", tabular(("marker", "count", "scenario", "source"), rows)] if rows else []
    return "\n\n".join(parts)


def _words(value: str | list[str]) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _group_row(group: dict[str, Any]) -> Sequence[object]:
    steps = ", ".join(f"{attack}-{defence}" for attack, defence in group["steps"])
    count = len(group["units"])
    kind = f"{group['type']} {group['size']}" if group["type"] != group["size"] else group["type"]
    return group["name"], group["nation"], _words(group["scenario"]), kind, steps, count, count * group["counters"]


def _unit_notes(unit: dict[str, Any]) -> str:
    notes = [f"{what}{unit[key]}" for key, what in {"hex": "hex ", "turn": "turn ", "commander": ""}.items()
             if unit.get(key)]  # fmt: skip
    return f" ({', '.join(notes)})" if notes else ""
