"""Small words that sentences of several games need."""

from __future__ import annotations

from meuse.board import HexMap


def sentence(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def counted(number: int, what: str) -> str:
    """So many of something: "1 step", "4 movement points"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def columns(shift: int) -> str:
    """A shift on a table of results: "2 columns right", or nothing."""
    return f"{counted(abs(shift), 'column')} {'right' if shift > 0 else 'left'}" if shift else ""


def one(what: str) -> str:
    """One of something, by its sound as far as the first letter tells: "a draw", "an Allied victory"."""
    return f"{'an' if what[:1].lower() in 'aeiou' else 'a'} {what}"


def spots_of(sheet: HexMap) -> list[str]:
    """Every hex as people call it: by the place there, and its number."""
    names = {hexa: name for name, hexa in sheet.places.items()}
    return [f"{names[hexa]} ({label})" if hexa in names else label for hexa, label in enumerate(sheet.board.labels)]
