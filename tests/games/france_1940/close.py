"""Forces on board A for close combat, morale and rout; the German edge is north, the Allied south."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from meuse.board.sets import listed, members
from meuse.engine import Event
from meuse.games.france_1940.state import FranceState

from .kit import ENDING, GAME, OWN, lay

FORCES = """
[[force]]
nation = "german"
units = { "G.rifle" = 4, "G.mg34" = 1, "G.mortar" = 1 }
officer = "infantry"
enters = 1
[[force]]
nation = "german"
units = { "G.rifle" = 2, "G.stug" = 1, "G.pak36" = 1 }
officer = "infantry"
enters = 1
[[force]]
nation = "german"
units = { "G.pz3" = 3 }
officer = "tank"
enters = 1
[[force]]
nation = "german"
units = { "G.blitz" = 1, "G.sdkfz251" = 1 }
enters = 1
[[force]]
nation = "french"
units = { "F.rifle" = 4 }
officer = "infantry"
enters = 1
[[force]]
nation = "french"
units = { "F.rifle" = 2, "F.hotchkiss" = 1, "F.mortar" = 1, "F.sa34" = 1 }
officer = "infantry"
enters = 1
[[force]]
nation = "french"
units = { "F.cavalry" = 2, "F.horses" = 2 }
officer = "infantry"
enters = 1
[[force]]
nation = "french"
units = { "F.h39" = 3 }
officer = "tank"
enters = 1
[[force]]
nation = "french"
units = { "F.adk" = 1 }
enters = 1
"""
"""G1 led by Apfelbaum, G2 by Brandt, G3 by Hartung; F1 by Moreau, F2 by Landry, F3 by Girard, F4 by Aubry."""


@cache
def scenario(head: str = "", forces: str = "") -> str:
    ending = ENDING.replace("A510", "B708") if '"B"' in head else ENDING
    boards = head or 'boards = [["A"]]'
    name: str = GAME.own_setting(f"{OWN}{boards}\n{FORCES}{forces}\n{ending}").name
    return name


def field(units: str, more: str = "", side: str = "allied", head: str = "", forces: str = "") -> FranceState:
    """Units in hexes, ``"A810 F1.rifle-1 F.Moreau; A807 G1.rifle-1"``; a side is about to activate somebody."""
    rows = [row.split() for row in units.split(";")]
    placed = "\n".join(f'"{hexa}" = {list(pieces)}'.replace("'", '"') for hexa, *pieces in rows)
    start = f'phase = "{side} activation"\ninitiative = "{side}"\n{more}\n[units]\n{placed}\n'
    return lay(start, scenario(head, forces))


def let(s: FranceState, what: Callable[[], object], rolls: Sequence[int] = ()) -> list[Event]:
    """Carry something out with these dice and go on until somebody must choose; all of them must be used."""
    s.dice.script(rolls)
    s.events = []
    what()
    s.advance()
    assert not s.script, f"dice left over: {s.script}"
    return s.events


def hexa(s: FranceState, label: str) -> int:
    return s.setting.board.place(label)


def strengths(s: FranceState) -> dict[str, int]:
    """The steps of all units on the board."""
    return {s.piece_name(piece): s.steps[piece] for piece in listed(s.alive & s.setting.units)}


def hexes(s: FranceState, *labels: str) -> int:
    return members(hexa(s, label) for label in labels)
