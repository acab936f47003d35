"""``meuse rules``: look up clauses and rulings."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

import msgspec
import typer
from rich.padding import Padding
from rich.text import Text

from meuse.cli.common import AsJson, GameName, Pack, Trouble, blaming, load_game, out, say, say_json
from meuse.engine import Clause, Game, Ledger, Ruling
from meuse.engine.gamedoc import by_chapter


def rules(
    game_name: GameName,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="[CLAUSE]", help="A clause (7.3a), a section (7.3, 7) or a ruling (A05)."),
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORD", help="Only clauses that speak of this.")
    ] = None,
    pack: Pack = None,
    as_json: AsJson = False,
) -> None:
    """The rules in our own words: the contents, a clause with its rulings, or a search."""
    game = load_game(game_name, pack)
    with blaming(pack):
        look_up(game, clause, search, as_json)


def look_up(game: Game, clause: str | None, search: str | None, as_json: bool) -> None:
    """Find what is asked for and show it."""
    book = game.ledger
    if clause is None and search is None:
        say_json(contents(game)) if as_json else show_contents(game)
        return
    if clause is not None and search is None and clause.upper() in book.rulings and not find(book, clause):
        ruling = book.rulings[clause.upper()]
        say_json(ruling_data(book, ruling)) if as_json else show_ruling(book, ruling)
        return
    found = find(book, clause) if clause is not None else list(book.clauses.values())
    if clause is not None and not found:
        raise Trouble(unknown(book, game.NAME, clause))
    if search is not None:
        found = [entry for entry in found if speaks_of(book, entry, search)]
        if not found:
            raise Trouble(f"no clause of {game.NAME} speaks of {search!r}; try a shorter word")
    if as_json:
        say_json([clause_data(book, entry) for entry in found])
        return
    for entry in found:
        show_clause(book, entry)


def find(book: Ledger, wanted: str) -> list[Clause]:
    """The clause of that id, or all clauses of that section or chapter."""
    wanted = wanted.rstrip(".").lower()
    exact = [entry for entry in book.clauses.values() if entry.id.lower() == wanted]
    return exact or [entry for entry in book.clauses.values() if within(entry.id.lower(), wanted)]


def within(clause: str, section: str) -> bool:
    """Is a clause part of a section? 7.3a is in 7.3 and in 7; 7.30a is not in 7.3. CRTb is in CRT, combat.1 not in com.

    >>> within("7.3a", "7.3"), within("7.30a", "7.3"), within("11.3a", "1")
    (True, False, False)
    >>> within("crtb", "crt"), within("combat.1", "com"), within("combat.end.1", "combat")
    (True, False, True)
    """
    rest = clause.removeprefix(section)
    if not section or rest == clause:
        return False
    if section[-1].isdigit():
        return not rest[0].isdigit()
    return len(rest) == 1 or not rest[0].isalpha()


def unknown(book: Ledger, name: str, wanted: str) -> str:
    """That a clause does not exist, and which ids are near."""
    known = [*book.clauses, *book.rulings]
    near = sorted(get_close_matches(wanted, known, 5, 0.5), key=known.index)
    hint = f"did you mean {', '.join(near)}" if near else f"chapters: {', '.join(c.number for c in book.chapters)}"
    return f"{name} has no clause {wanted!r}; {hint}?" if near else f"{name} has no clause {wanted!r}; {hint}"


def speaks_of(book: Ledger, entry: Clause, word: str) -> bool:
    """Do the clause or its rulings contain the word?"""
    texts = [entry.id, entry.title, entry.says]
    for ruling in (book.rulings[name] for name in entry.rulings):
        texts += [ruling.title, ruling.ruling, ruling.why]
    return any(word.lower() in text.lower() for text in texts)


# plain data


def contents(game: Game) -> dict[str, Any]:
    """Chapters with their clauses."""
    chapters = [
        {
            "number": chapter.number,
            "title": chapter.title,
            "clauses": [{"id": entry.id, "title": entry.title, "kind": entry.kind} for entry in clauses],
        }
        for chapter, clauses in by_chapter(game.ledger)
    ]
    return {"game": game.NAME, "title": game.TITLE, "chapters": chapters}


def clause_data(book: Ledger, entry: Clause) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(entry)
    return data | {"rulings": [ruling_data(book, book.rulings[name]) for name in entry.rulings]}


def ruling_data(book: Ledger, ruling: Ruling) -> dict[str, Any]:
    """A ruling with the option that leaves the choice to the players."""
    data: dict[str, Any] = msgspec.to_builtins(ruling)
    return data | {"option": msgspec.to_builtins(book.options[ruling.option]) if ruling.option else None}


# for people


def show_contents(game: Game) -> None:
    say(Text(game.TITLE, "bold"))
    width = max((len(name) for name in game.ledger.clauses), default=0) + 2
    for chapter, clauses in by_chapter(game.ledger):
        say(Text(f"\n{chapter.number}  {chapter.title}", "bold"))
        for entry in clauses:
            say(f"  {entry.id:{width}}{entry.title}")


def show_clause(book: Ledger, entry: Clause) -> None:
    scenario = f", {entry.scenario} only" if entry.scenario else ""
    say(Text.assemble((f"{entry.id}  {entry.title}", "bold"), (f"  ({entry.kind}{scenario})", "dim")))
    show_indented(entry.says, 2)
    for name in entry.rulings:
        show_ruling(book, book.rulings[name], 2)
    say("")


def show_ruling(book: Ledger, ruling: Ruling, indent: int = 0) -> None:
    head = f"Ruling {ruling.id}: {ruling.title} ({ruling.importance}; on {', '.join(ruling.clauses)})"
    show_indented(Text(head, "italic"), indent)
    for number, reading in enumerate(ruling.readings, 1):
        show_indented(f"Reading {number}: {reading}", indent + 2)
    show_indented(f"Ruled: {ruling.ruling}", indent + 2)
    show_indented(f"Why: {ruling.why}", indent + 2)
    if ruling.option:
        option = book.options[ruling.option]
        for value in option.values:
            usual = " (default)" if value.value == option.default else ""
            show_indented(f"Option {option.name}={value.value}{usual}: {value.says}", indent + 2)


def show_indented(text: str | Text, indent: int) -> None:
    """A paragraph, indented; left whole where the output is piped on."""
    if out.is_terminal:
        out.print(Padding(text, (0, 0, 0, indent)))
    else:
        say(" " * indent + str(text))
