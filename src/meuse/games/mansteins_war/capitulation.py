"""Capitulations (3.7, 3.8)."""

from __future__ import annotations

from meuse.games.mansteins_war import commands, control, losses, variants
from meuse.games.mansteins_war.events import Capitulated
from meuse.games.mansteins_war.setting import (
    ARMY_OF,
    AVAILABLE,
    COUNTRIES,
    DEAD,
    FLYING,
    FRANCE,
    GERMAN,
    GONE,
    UTILIZED,
    WAITING,
)
from meuse.games.mansteins_war.state import IDLE, MansteinState

CLAUSES = {"france": "3.8b", "belgium": "3.8c", "netherlands": "3.8d"}
"""The clause that says when a country gives in. Germany and England never do (3.8a)."""


def at_war(s: MansteinState, country: int) -> bool:
    """Can a country still capitulate? The Netherlands cannot while they are out of play (R102)."""
    return not s.surrendered >> country & 1 and not s.setting.country[country] & variants.out_of_play(s)


def fights(s: MansteinState, nation: int) -> bool:
    """Is a nation in the war: has its country neither capitulated nor stayed out of play (3.7, R102)?"""
    return all(at_war(s, country) for country, army in ARMY_OF.items() if army == nation)


def missing(s: MansteinState, country: int) -> int:
    """The hexes that the German side must still control for a country to capitulate (3.8)."""
    return s.setting.falls_with[country] & ~control.controlled(s, GERMAN)


def check(s: MansteinState) -> None:
    """Which countries give in now (3.8, R20)?

    Where the units of one go their zones go too, and what they contested may be enough for more; and a unit that has
    landed among them has the hex for itself.
    """
    for country, hexes in s.setting.falls_with.items():
        # most often a hex has never been entered, and nobody need ask about zones
        if not hexes & ~s.taken and at_war(s, country) and not missing(s, country):
            surrender(s, country)
            losses.claim(s)
            control.check(s)
            return


def surrender(s: MansteinState, country: int) -> None:
    """A country capitulates, for good (3.7, R19, R20): markers, units, reinforcements, refit points and depots go.

    What it has on the map and in the displays counts as eliminated (3.7g). Units that have not arrived, or that have
    left, do not, nor do special forces. Control of hexes does not change (R13).
    """
    setting, nation = s.setting, ARMY_OF[country]
    s.surrendered |= 1 << country
    commands.remove(s, setting.lost_with[country], "5.7e" if country == FRANCE else "5.7f")
    fallen = []
    for piece, unit in enumerate(setting.pieces):
        if unit.nation != nation:
            continue
        place = s.where[piece]
        if place >= 0 or (unit.air and place in (AVAILABLE, UTILIZED, FLYING)):
            fallen.append(piece)
            s.lift(piece, DEAD)
            s.steps[piece] = 0
        elif place in (WAITING, AVAILABLE, UTILIZED):
            s.lift(piece, GONE)
            s.due[piece] = 0
    air = zip(setting.air, s.skies, strict=True)
    s.skies = tuple(hexa if s.where[unit] == FLYING else IDLE for unit, hexa in air)
    s.points[nation] = 0
    s.port_users &= ~setting.pieces_of[nation]
    s.touch()
    s.events.append(Capitulated((CLAUSES[COUNTRIES[country]], "3.7b"), COUNTRIES[country].title(), tuple(fallen)))
