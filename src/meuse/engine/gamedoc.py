"""The page of a game, made from its data: what it is made of, where that comes from, how it is ruled.

The page is never edited by hand: ``meuse docs`` makes it, and a test holds the two equal.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from meuse.board import HexMap, load_map
from meuse.board.mapfile import MapTable
from meuse.engine.game import Game
from meuse.engine.ledger import Chapter, Clause, Ledger, RuleOption, Ruling

PRINTED = (
    "The printed map and counters are not part of Meuse. What the rulebook states is taken from it, with the number of "
    "the rule; all else is rebuilt from geography and history and marked as reconstructed. A data pack "
    "(`--pack FOLDER`) can put the printed components in its place."
)


def page(game: Game) -> str:
    """The whole page as Markdown."""
    parts = [_head(game), _scenarios(game), _options(game), _counters(game), _map(game), _tables(game)]
    parts += [_rulings(game.ledger), _clauses(game.ledger)]
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def by_chapter(book: Ledger) -> list[tuple[Chapter, list[Clause]]]:
    """The chapters in order, each with its clauses."""
    found: dict[str, list[Clause]] = {chapter.number: [] for chapter in book.chapters}
    for clause in book.clauses.values():
        found.setdefault(_chapter_number(clause.id), []).append(clause)
    titles = {chapter.number: chapter for chapter in book.chapters}
    return [(titles.get(number, Chapter(number, "")), clauses) for number, clauses in found.items()]


def _chapter_number(clause: str) -> str:
    """The chapter of a clause: 11 for 11.3a, CRT for CRTb.

    >>> _chapter_number("11.3a"), _chapter_number("CRTb")
    ('11', 'CRT')
    """
    number, dot, _ = clause.partition(".")
    return number if dot else clause.rstrip("abcdefghijklmnopqrstuvwxyz")


# Markdown


def _plain(text: object) -> str:
    """Text that shows as it is, also in a table."""
    shown = " ".join(str(text).split())
    for sign in ("\\", "|", "*", "_", "<", "`"):
        shown = shown.replace(sign, f"\\{sign}")
    return shown


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(_plain(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" + ("" if count == 1 else "s")


# chapters of the page


def _head(game: Game) -> str:
    module = sys.modules.get(type(game).__module__.rpartition(".")[0])
    about = " ".join(((module.__doc__ if module else "") or "").strip().partition("\n\n")[0].split())
    book = game.ledger
    counts = ", ".join(
        (
            _plural(len(game.scenarios), "scenario"),
            _plural(len(book.clauses), "clause"),
            _plural(len(book.rulings), "ruling"),
            _plural(len(book.options), "option"),
        )
    )
    return "\n\n".join(
        (
            f"# {game.TITLE}",
            f"![The map of {game.TITLE}](../pictures/{game.NAME}.png)",
            f"*Made from the game's data by `meuse docs {game.NAME}`; change the data, not this page.*",
            _plain(about),
            f"{counts}. Sides: {', '.join(game.sides)}. Package: `{game.NAME}`; version {game.VERSION} of its rules.",
            PRINTED,
        )
    )


def _scenarios(game: Game) -> str:
    parts = ["## Scenarios"]
    for name in game.data.names("scenarios/"):
        table = game.data.load(name, dict[str, Any])
        parts.append(f"### {_plain(table['name'])}")
        parts += [_plain(table[key]) for key in ("summary", "history") if table.get(key)]
        facts = [
            ("turns", table.get("turns")),
            ("days per turn", table.get("days_per_turn")),
            ("first player", table.get("first_player")),
            ("order of set-up", ", then ".join(table.get("setup_order", []))),
            ("units per hex", table.get("stacking")),
            ("replacements", ", ".join(f"{side} {n}" for side, n in table.get("replacements", {}).items())),
            ("dates", ", ".join(table.get("dates", []))),
        ]
        parts.append("\n".join(f"- {what}: {_plain(value)}" for what, value in facts if value not in (None, "")))
        parts.append(_sources(table))
    return "\n\n".join(parts)


def _sources(table: dict[str, Any]) -> str:
    """Every statement of origin in a scenario, wherever it stands."""
    lines = [f"- {key.replace('_', ' ')}: {_plain(text)}" for key, text in table.items() if key.endswith("source")]
    for side, stacks in table.get("setup", {}).items():
        if "source" in stacks:
            lines.append(f"- set-up of the {side} side: {_plain(stacks['source'])}")
    return "\n".join(["Where it comes from:", "", *lines])


def _options(game: Game) -> str:
    parts = ["## Options", "Readings of the rules that players may choose, as `name=value`; the default comes first."]
    rows = [row for option in game.ledger.options.values() for row in _option_rows(option)]
    parts.append(_table(("option", "value", "what it means", "ruling", "scenario"), rows))
    return "\n\n".join(parts) if rows else ""


def _option_rows(option: RuleOption) -> list[Sequence[object]]:
    ordered = sorted(option.values, key=lambda value: value.value != option.default)
    return [
        (option.name if not i else "", value.value, value.says, option.ruling, option.scenario or "all")
        for i, value in enumerate(ordered)
    ]


def _counters(game: Game) -> str:
    if "units.toml" not in game.data.names("units"):
        return ""
    table = game.data.load("units.toml", dict[str, Any])
    groups: list[dict[str, Any]] = table["group"]
    cardboard = sum(group["counters"] * len(group["units"]) for group in groups)
    units = sum(len(group["units"]) for group in groups)
    markers = sum(marker["count"] for marker in table.get("marker", []))
    parts = [
        "## Counters",
        f"{units} units on {cardboard} counters, and {_plural(markers, 'marker')}. "
        "Strengths are attack-defence, full strength first.",
        _table(("group", "nation", "scenario", "type", "steps", "units", "counters"), map(_group_row, groups)),
    ]
    for group in groups:
        names = "; ".join(f"{unit['id']} {unit['name']}{_unit_notes(unit)}" for unit in group["units"])
        parts.append(f"**{_plain(group['name'])}**: {_plain(names)}.\n\nSource: {_plain(group['source'])}.")
    rows = [
        (m["name"], m["count"], _words(m.get("scenario", "")) or "all", m["source"]) for m in table.get("marker", [])
    ]
    parts += ["### Markers", _table(("marker", "count", "scenario", "source"), rows)] if rows else []
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
    if "map.toml" not in game.data.names("map"):
        return ""
    table = game.data.load("map.toml", MapTable)
    board = load_map(table, game.data.fault("map.toml"))
    return "\n\n".join(
        (
            "## Map",
            _plural(board.board.everything.bit_count(), "hex").replace("hexs", "hexes")
            + f", numbered by {_plain(table.grid.source)}. Hexes by terrain and country:",
            _terrain(board),
            "### Cities and towns",
            _places(board, table),
            "### Rivers, canals and waters",
            _table(("name", "kind", "hexsides", "source"), _hexsides(table)),
            "### Where terrain and countries come from",
            _table(("layer", "hexes", "source"), [(p.layer, _few(p.hexes), p.source) for p in table.provenance]),
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
    return _table(("terrain", *countries[:-1], "none", "all"), rows)


def _places(board: HexMap, table: MapTable) -> str:
    """Places country by country, and where they come from."""
    owners: dict[str, list[str]] = {}
    for place in sorted(table.place, key=lambda place: place.name):
        bit = 1 << board.places[place.name]
        owner = next((name for name, hexes in board.country.items() if name and hexes & bit), "no country")
        owners.setdefault(f"{owner}, {place.kind}", []).append(f"{place.name} {place.hex}")
    lines = [f"- {key}: {_plain(', '.join(names))}" for key, names in sorted(owners.items())]
    sources = Counter(place.source for place in table.place)
    lines += ["", *(f"- source of {_plural(count, 'place')}: {_plain(text)}" for text, count in sources.most_common())]
    return "\n".join(lines)


def _hexsides(table: MapTable) -> list[Sequence[object]]:
    return [(side.name, side.kind, len(side.sides), side.source) for side in table.hexside]


def _few(hexes: list[str]) -> str:
    """Hexes by number where they are few."""
    return ", ".join(hexes) if len(hexes) <= 16 else f"{len(hexes)} hexes"


def _tables(game: Game) -> str:
    """The numbers of the rules, section by section, with their source."""
    if "tables.toml" not in game.data.names("tables"):
        return ""
    parts = ["## Tables"]
    for name, section in game.data.load("tables.toml", dict[str, Any]).items():
        parts.append(f"### {_plain(name.replace('_', ' '))}")
        if "columns" in section and "rows" in section:
            parts.append(_table(("die", *section["columns"]), [(i, *row) for i, row in enumerate(section["rows"], 1)]))
        else:
            parts.append(_section(section))
        if isinstance(section.get("source"), str):
            parts.append(f"Source: {_plain(section['source'])}.")
    return "\n\n".join(parts)


def _section(section: dict[str, Any]) -> str:
    if all(isinstance(value, dict) for value in section.values()):
        keys = list(dict.fromkeys(key for value in section.values() for key in value))
        return _table(
            ("", *keys), [(name, *(_cell(row.get(key, "")) for key in keys)) for name, row in section.items()]
        )
    return "\n".join(
        f"- {_plain(name.replace('_', ' '))}: {_plain(_cell(value))}"
        for name, value in section.items()
        if name != "source"
    )


def _cell(value: Any) -> str:
    """A value of a table in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(part)}" for key, part in value.items() if part != "")
    if isinstance(value, list):
        return ("; " if value and isinstance(value[0], dict) else ", ").join(map(_cell, value))
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _rulings(book: Ledger) -> str:
    parts = ["## Rulings", "How unclear, contradictory or missing points of the rulebook are played, and why."]
    return "\n\n".join(parts + [_ruling(ruling) for ruling in book.rulings.values()])


def _ruling(ruling: Ruling) -> str:
    lines = [f"### {ruling.id} {_plain(ruling.title)}", ""]
    lines += [f"Importance: {ruling.importance}. Clauses: {', '.join(ruling.clauses)}.", ""]
    lines += [f"{number}. {_plain(reading)}" for number, reading in enumerate(ruling.readings, 1)]
    lines += ["", f"**Ruled:** {_plain(ruling.ruling)}", "", f"**Why:** {_plain(ruling.why)}"]
    lines += ["", f"Option: `{ruling.option}`"] if ruling.option else []
    return "\n".join(lines)


def _clauses(book: Ledger) -> str:
    parts = ["## Clauses", "Every rule as a numbered clause, in our own words."]
    for chapter, clauses in by_chapter(book):
        parts.append(f"### {chapter.number} {_plain(chapter.title)}")
        parts.append("\n".join(_clause(clause) for clause in clauses))
    return "\n\n".join(parts)


def _clause(clause: Clause) -> str:
    notes = ", ".join(filter(None, (clause.kind, clause.scenario, *clause.rulings)))
    return f"- **{clause.id}** {_plain(clause.title)} ({notes}): {_plain(clause.says)}"
