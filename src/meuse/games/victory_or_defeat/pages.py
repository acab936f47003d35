"""The components of the game as chapters of its page: scenarios, counters, map and tables, with their sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from meuse.board import HexMap, read_hex_map
from meuse.engine import Game
from meuse.engine.gamedoc import plain, plural, sections, tabular


def pages(game: Game) -> list[tuple[str, str]]:
    """Titles and texts, in the order of the page."""
    tables = sections(game.data.load("tables.toml", dict[str, Any]), "die")
    return [("Scenarios", _scenarios(game)), ("Counters", _counters(game)), ("Map", _map(game)), ("Tables", tables)]


def _scenarios(game: Game) -> str:
    parts = []
    for name in game.data.names("scenarios/"):
        table = game.data.load(name, dict[str, Any])
        parts.append(f"### {plain(table['name'])}")
        parts += [plain(table[key]) for key in ("summary", "history") if table.get(key)]
        facts = [
            ("turns", table.get("turns")),
            ("days per turn", table.get("days_per_turn")),
            ("first player", table.get("first_player")),
            ("order of set-up", ", then ".join(table.get("setup_order", []))),
            ("units per hex", table.get("stacking")),
            ("replacements", ", ".join(f"{side} {n}" for side, n in table.get("replacements", {}).items())),
            ("dates", ", ".join(table.get("dates", []))),
        ]
        parts.append("\n".join(f"- {what}: {plain(value)}" for what, value in facts if value not in (None, "")))
        parts.append(_sources(table))
    return "\n\n".join(parts)


def _sources(table: dict[str, Any]) -> str:
    """Every statement of origin in a scenario, wherever it stands."""
    lines = [f"- {key.replace('_', ' ')}: {plain(text)}" for key, text in table.items() if key.endswith("source")]
    for side, stacks in table.get("setup", {}).items():
        if "source" in stacks:
            lines.append(f"- set-up of the {side} side: {plain(stacks['source'])}")
    return "\n".join(["Where it comes from:", "", *lines])


def _counters(game: Game) -> str:
    table = game.data.load("units.toml", dict[str, Any])
    groups: list[dict[str, Any]] = table["group"]
    cardboard = sum(group["counters"] * len(group["units"]) for group in groups)
    units = sum(len(group["units"]) for group in groups)
    markers = sum(marker["count"] for marker in table.get("marker", []))
    parts = [
        f"{units} units on {cardboard} counters, and {plural(markers, 'marker')}. "
        "Strengths are attack-defence, full strength first.",
        tabular(("group", "nation", "scenario", "type", "steps", "units", "counters"), map(_group_row, groups)),
    ]
    for group in groups:
        names = "; ".join(f"{unit['id']} {unit['name']}{_unit_notes(unit)}" for unit in group["units"])
        parts.append(f"**{plain(group['name'])}**: {plain(names)}.\n\nSource: {plain(group['source'])}.")
    rows = [
        (m["name"], m["count"], _words(m.get("scenario", "")) or "all", m["source"]) for m in table.get("marker", [])
    ]
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
    notes = [f"hex {unit['hex']}"] if unit.get("hex") else []
    notes += [f"turn {unit['turn']}"] if unit.get("turn") else []
    notes += [unit["commander"]] if unit.get("commander") else []
    return f" ({', '.join(notes)})" if notes else ""


def _map(game: Game) -> str:
    board = read_hex_map(game.data)
    file = board.file
    return "\n\n".join(
        (
            plural(board.board.everything.bit_count(), "hex", "hexes")
            + f", numbered by {plain(file.grid.source)}. Hexes by terrain and country:",
            _terrain(board),
            "### Cities and towns",
            _places(board),
            "### Rivers, canals and waters",
            tabular(("name", "kind", "hexsides", "source"), _hexsides(board)),
            "### Where terrain and countries come from",
            tabular(("layer", "hexes", "source"), [(p.layer, _few(p.hexes), p.source) for p in file.provenance]),
        )
    )


def _terrain(board: HexMap) -> str:
    countries = [name for name in board.country if name] + [""]
    every = board.board.everything
    owned = 0
    for name in countries[:-1]:
        owned |= board.country[name]
    masks = [*(board.country[name] for name in countries[:-1]), every & ~owned]
    rows = [
        [name, *((hexes & mask).bit_count() or "" for mask in masks), hexes.bit_count()]
        for name, hexes in board.terrain.items()
    ]
    rows.append(["all", *(mask.bit_count() for mask in masks), every.bit_count()])
    return tabular(("terrain", *countries[:-1], "none", "all"), rows)


def _places(board: HexMap) -> str:
    """Places country by country, and where they come from."""
    owners: dict[str, list[str]] = {}
    for place in sorted(board.landmarks, key=lambda place: place.name):
        bit = 1 << board.places[place.name]
        owner = next((name for name, hexes in board.country.items() if name and hexes & bit), "no country")
        owners.setdefault(f"{owner}, {place.kind}", []).append(f"{place.name} {place.hex}")
    lines = [f"- {key}: {plain(', '.join(names))}" for key, names in sorted(owners.items())]
    sources = Counter(place.source for place in board.landmarks)
    lines += ["", *(f"- source of {plural(count, 'place')}: {plain(text)}" for text, count in sources.most_common())]
    return "\n".join(lines)


def _hexsides(board: HexMap) -> list[Sequence[object]]:
    return [(side.name, side.kind, len(side.sides), side.source) for side in board.file.hexside]


def _few(hexes: list[str]) -> str:
    """Hexes by number where they are few."""
    return ", ".join(hexes) if len(hexes) <= 16 else f"{len(hexes)} hexes"
