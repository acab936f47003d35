"""Morale markers and Morale Victories (24.3)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Bar, Help
from meuse.games.mansteins_war.events import MoraleAdded, MoraleWon
from meuse.games.mansteins_war.setting import COUNTRIES, GERMAN, MORALE_EVENTS
from meuse.games.mansteins_war.state import MansteinState, SideStep


def entered(s: MansteinState, side: int, hexes: int) -> None:
    """Units of a side have entered hexes: the first of some places wins a Morale Victory (24.3.1a, 24.3.1c)."""
    if hexes & prizes(s, side):
        won(s, side, *ENTERED[side])


ENTERED = (("german_place", "24.3.1a"), ("allied_city", "24.3.1c"))
"""What each side wins a Morale Victory by when it enters a place, and the clause."""


def prizes(s: MansteinState, side: int) -> int:
    """The hexes with which a side would win a Morale Victory now (24.3.1a, 24.3.1c)."""
    if not s.on("extra_markers") or s.morale >> MORALE_EVENTS.index(ENTERED[side][0]) & 1:
        return 0
    table, setting = s.setting.tables.options.morale, s.setting
    if side == GERMAN:
        return setting.places(table.german_places)
    return setting.cities & setting.country[COUNTRIES.index(table.allied_cities_in)]


def won(s: MansteinState, side: int, event: str, clause: str) -> None:
    """Something wins a Morale Victory the first time it happens (24.3.1e); the marker may be added at once (24.3a)."""
    bit = 1 << MORALE_EVENTS.index(event)
    if not s.on("extra_markers") or s.morale & bit:
        return
    s.morale |= bit
    s.events.append(MoraleWon((clause,), side))
    if marker_of(s, side) & ~(s.bin | s.played | s.out):
        s.push(AddMorale(side))


def marker_of(s: MansteinState, side: int) -> int:
    return s.setting.morale_markers & s.setting.markers_on[side]


class AddMorale(SideStep):
    """Put the Morale marker into the bin now (24.3a, 24.3c, R97)?"""

    heading = "Morale Victory"
    asks = "Put your Morale marker into the bin?"
    help = Help("24.3a", "It activates one sub-command and one air unit when it is picked, in this turn.")
    words = {"add": "Put {it} into the bin", "decline": "Do without"}
    public = True

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "add":
            yield Bar(~marker_of(s, self.mover), "24.3a", "{it} is not your Morale marker")
            yield Bar(s.bin | s.played | s.out, "24.3c", "{it} can be added once in a turn")

    def add(self, s: MansteinState, marker: int) -> None:
        s.pop()
        s.bin |= 1 << marker
        s.passed &= ~(1 << self.mover)
        s.events.append(MoraleAdded(("24.3a",), self.mover))

    def decline(self, s: MansteinState, value: int) -> None:
        s.pop()
