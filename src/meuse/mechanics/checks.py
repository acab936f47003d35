"""What data of several games must be like; each defect with its entry and remedy."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.board import HexMap
from meuse.engine.data import Note


def check_countries(
    sheet: HexMap, countries: Sequence[str], land: int, fault: Note, besides: Sequence[str] = (), idle: int = 0
) -> None:
    """All land belongs to the countries of a game, and each of them has some.

    ``besides``: countries the map may have that no rule speaks of; ``idle``: hexes that need a country although no unit
    enters them.
    """
    lost = land | idle
    for name in sheet.country:
        if name and name not in (*countries, *besides):
            fault("countries", f"{name!r} is no country of this game; known: {', '.join(countries)}")
    for name in countries:
        hexes = sheet.country.get(name, 0)
        lost &= ~hexes
        if not hexes & land:
            fault("layers.country", f"{name} has no land hex, and the rules need one; mark at least one")
    if lost:
        label = sheet.board.names(lost)[0]
        fault("layers.country", f"{label} is land but belongs to no country; give it a country's letter")
