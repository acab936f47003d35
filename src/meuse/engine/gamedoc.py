"""The page of a game, made from its data: what it is made of, where that comes from, how it is ruled.

Every game writes the chapters on its own components (``Game.pages``); what all games share is written here.
The page is never edited by hand: ``meuse docs`` makes it, and a test holds the two equal.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from meuse.engine.game import Game
from meuse.engine.ledger import Chapter, Clause, Ledger, RuleOption, Ruling

PRINTED = (
    "The printed components are not part of Meuse. What the rulebook states is taken from it, with the rule or heading "
    "where it stands; all else is rebuilt from geography and history and marked as reconstructed. A data pack "
    "(`--pack FOLDER`) can put the printed components in its place."
)


def page(game: Game) -> str:
    """The whole page as Markdown."""
    parts = [_head(game), *(f"## {title}\n\n{text}" for title, text in game.pages())]
    parts += [_options(game), _rulings(game.ledger), _clauses(game.ledger)]
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def by_chapter(book: Ledger) -> list[tuple[Chapter, list[Clause]]]:
    """The chapters in order, each with its clauses."""
    found: dict[str, list[Clause]] = {chapter.number: [] for chapter in book.chapters}
    for clause in book.clauses.values():
        found.setdefault(_chapter_number(clause.id, found), []).append(clause)
    titles = {chapter.number: chapter for chapter in book.chapters}
    return [(titles.get(number, Chapter(number, "")), clauses) for number, clauses in found.items()]


def _chapter_number(clause: str, chapters: Collection[str]) -> str:
    """The chapter of a clause: 11 for 11.3a, CRT for CRTb and for the row CRT0.

    >>> [_chapter_number(clause, ("11", "CRT", "MF39")) for clause in ("11.3a", "CRTb", "CRT0", "MF39a")]
    ['11', 'CRT', 'CRT', 'MF39']
    """
    number, dot, _ = clause.partition(".")
    if not dot:
        number = clause.rstrip("abcdefghijklmnopqrstuvwxyz")
        number = number if number in chapters else number.rstrip("0123456789")
    return number


# Markdown


def plain(text: object) -> str:
    """Text that shows as it is, also in a table."""
    shown = " ".join(str(text).split())
    for sign in ("\\", "|", "*", "_", "<", "`"):
        shown = shown.replace(sign, f"\\{sign}")
    return shown


def tabular(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(plain(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines)


def plural(count: int, word: str, many: str = "") -> str:
    """A number of things.

    >>> plural(1, "unit"), plural(2, "unit"), plural(2, "hex", "hexes")
    ('1 unit', '2 units', '2 hexes')
    """
    return f"{count} {word if count == 1 else many or word + 's'}"


def sections(data: Mapping[str, Any], row: str = "", under: str = "") -> str:
    """A data file, section by section, with sources; rows under columns are numbered and headed ``row``."""
    facts = {name: value for name, value in data.items() if not _is_section(value)}
    parts = [_section(facts), _source(facts)]
    for name, section in data.items():
        title = f"{under}{name.replace('_', ' ')}"
        if not _is_section(section):
            continue
        if isinstance(section, dict) and all(_is_table(part) for part in section.values()):
            parts.append(sections(section, row, f"{title}, "))
            continue
        parts.append(f"### {plain(title)}")
        if isinstance(section, list):
            parts.append(_entries(section))
        elif "columns" in section and "rows" in section:
            numbered = [(number, *cells) for number, cells in enumerate(section["rows"], 1)]
            parts.append(tabular((row, *map(str, section["columns"])), numbered))
        else:
            parts.append(_section(section))
        parts.append(_source(section))
    return "\n\n".join(filter(None, parts))


def _source(section: Any) -> str:
    """Where a section as a whole comes from, if it says so."""
    source = section.get("source") if isinstance(section, dict) else None
    return f"Source: {plain(source)}." if isinstance(source, str) else ""


def _is_section(value: Any) -> bool:
    return isinstance(value, dict) or _is_list_of_tables(value)


def _is_table(value: Any) -> bool:
    """Does it have rows?"""
    return isinstance(value, dict) and all(isinstance(part, dict) for part in value.values())


def _is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _section(section: Mapping[str, Any]) -> str:
    if section and _is_table(section):
        keys = list(dict.fromkeys(key for value in section.values() for key in value))
        rows = [(name, *(words(row.get(key, "")) for key in keys)) for name, row in section.items()]
        if all(type(number) is int for row in section.values() for number in row.values()):
            rows.append(("all", *(str(sum(row.get(key, 0) for row in section.values())) for key in keys)))
        return tabular(("", *keys), rows)
    return "\n".join(
        f"- {plain(name.replace('_', ' '))}: {plain(words(value))}"
        for name, value in section.items()
        if name != "source"
    )


def _entries(entries: Sequence[Mapping[str, Any]]) -> str:
    """Entries of a kind under one another; what each of them holds follows, entry by entry."""
    keys = list(dict.fromkeys(key for entry in entries for key in entry))
    holding = [key for key in keys if any(_is_list_of_tables(entry.get(key)) for entry in entries)]
    columns = [key for key in keys if key not in holding]
    rows = [[words(entry.get(key, "")) for key in columns] for entry in entries]
    parts = [tabular([key.replace("_", " ") for key in columns], rows)]
    for entry in entries if holding else ():
        held = "; ".join(_held(part) for key in holding for part in entry.get(key, ()))
        parts.append(f"**{plain(entry.get('name') or entry.get('id', ''))}**: {plain(held)}.")
    return "\n\n".join(parts)


def _held(entry: Mapping[str, Any]) -> str:
    """An entry in a line: by its id and name, where it has them, and all else about it.

    >>> _held({"id": "G.1", "short": "1", "name": "I Corps", "turn": 3}), _held({"kind": "cost", "to": 2})
    ('G.1 I Corps (short: 1, turn: 3)', 'kind: cost, to: 2')
    """
    named = " ".join(str(entry[key]) for key in ("id", "name") if key in entry)
    more = words({key: value for key, value in entry.items() if key not in ("id", "name")})
    return f"{named} ({more})" if named and more else named or more


def words(value: Any) -> str:
    """A value of a file in words.

    >>> words([[12, 8], [6, 4]]), words({"a": True, "b_c": 2}), words(["x, y", "z"]), words({"c": ""})
    ('12-8, 6-4', 'a: yes, b c: 2', 'x, y; z', '')
    """
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('_', ' ')}: {words(part)}" for key, part in value.items() if part != "")
    if isinstance(value, list):
        parts = ["-".join(map(str, part)) if isinstance(part, list) else words(part) for part in value]
        return ("; " if any("," in part for part in parts) else ", ").join(parts)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# chapters of the page


def _head(game: Game) -> str:
    module = sys.modules.get(type(game).__module__.rpartition(".")[0])
    about = " ".join(((module.__doc__ if module else "") or "").strip().partition("\n\n")[0].split())
    book = game.ledger
    counts = ", ".join(
        (
            plural(len(game.scenarios), "scenario"),
            plural(len(book.clauses), "clause"),
            plural(len(book.rulings), "ruling"),
            plural(len(book.options), "option"),
        )
    )
    return "\n\n".join(
        (
            f"# {game.TITLE}",
            f"![The map of {game.TITLE}](../pictures/{game.NAME}.png)",
            f"*Made from the game's data by `meuse docs {game.NAME}`; change the data, not this page.*",
            plain(about),
            f"{counts}. Sides: {', '.join(game.sides)}. Package: `{game.NAME}`; version {game.VERSION} of its rules.",
            PRINTED,
        )
    )


def _options(game: Game) -> str:
    parts = ["## Options", "Readings of the rules that players may choose, as `name=value`; the default comes first."]
    rows = [row for option in game.ledger.options.values() for row in _option_rows(option)]
    parts.append(tabular(("option", "value", "what it means", "ruling", "scenario"), rows))
    return "\n\n".join(parts) if rows else ""


def _option_rows(option: RuleOption) -> list[Sequence[object]]:
    ordered = sorted(option.values, key=lambda value: value.value != option.default)
    return [
        (option.name if not i else "", value.value, value.says, option.ruling, option.scenario or "all")
        for i, value in enumerate(ordered)
    ]


def _rulings(book: Ledger) -> str:
    parts = ["## Rulings", "How unclear, contradictory or missing points of the rulebook are played, and why."]
    return "\n\n".join(parts + [_ruling(ruling) for ruling in book.rulings.values()])


def _ruling(ruling: Ruling) -> str:
    lines = [f"### {ruling.id} {plain(ruling.title)}", ""]
    lines += [f"Importance: {ruling.importance}. Clauses: {', '.join(ruling.clauses)}.", ""]
    lines += [f"{number}. {plain(reading)}" for number, reading in enumerate(ruling.readings, 1)]
    lines += ["", f"**Ruled:** {plain(ruling.ruling)}", "", f"**Why:** {plain(ruling.why)}"]
    lines += ["", f"Option: `{ruling.option}`"] if ruling.option else []
    return "\n".join(lines)


def _clauses(book: Ledger) -> str:
    parts = ["## Clauses", "Every rule as a numbered clause, in our own words."]
    for chapter, clauses in by_chapter(book):
        parts.append(f"### {chapter.number} {plain(chapter.title)}")
        parts.append("\n".join(_clause(clause) for clause in clauses))
    return "\n\n".join(parts)


def _clause(clause: Clause) -> str:
    notes = ", ".join(filter(None, (clause.kind, clause.scenario, *clause.rulings)))
    return f"- **{clause.id}** {plain(clause.title)} ({notes}): {plain(clause.says)}"
