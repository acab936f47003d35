"""Forces on board A for close combat, morale and rout; the German edge is north, the Allied south."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from meuse.board.sets import listed, members
from meuse.engine import Event
from meuse.games.france_1940.state import FranceState

from .kit import ENDING, OWN, force, owned, stand

FORCES = "".join([
    force("german", "G.rifle 4, G.mg34, G.mortar"),
    force("german", "G.rifle 2, G.stug, G.pak36"),
    force("german", "G.pz3 3", "tank"),
    force("german", "G.blitz, G.sdkfz251", ""),
    force("french", "F.rifle 4"),
    force("french", "F.rifle 2, F.hotchkiss, F.mortar, F.sa34"),
    force("french", "F.cavalry 2, F.horses 2"),
    force("french", "F.h39 3", "tank"),
    force("french", "F.adk", ""),
])  # fmt: skip
"""G1 led by Apfelbaum, G2 by Brandt, G3 by Hartung; F1 by Moreau, F2 by Landry, F3 by Girard, F4 by Aubry."""


@cache
def scenario(head: str = "", forces: str = "") -> str:
    ending = ENDING.replace("A510", "B708") if '"B"' in head else ENDING
    boards = head or 'boards = [["A"]]'
    return owned(f"{OWN}{boards}\n{FORCES}{forces}\n{ending}")


def field(units: str, more: str = "", side: str = "allied", head: str = "", forces: str = "") -> FranceState:
    """Units in hexes as in ``stand``; a side is about to activate somebody."""
    return stand(units, scenario(head, forces), side, more)


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
