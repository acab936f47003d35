"""Capitulations (3.7, 3.8), and what is checked whenever a move, retreat, pursuit or combat is complete (R20)."""

from __future__ import annotations

from meuse.games.mansteins_war import commands, control, victory
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
    NETHERLANDS,
    UTILIZED,
    WAITING,
)
from meuse.games.mansteins_war.state import IDLE, MansteinState


def check(s: MansteinState) -> None:
    """Sudden death, then capitulations (3.1a, 3.8, R20, R21)."""
    victory.sudden_death(s)
    if s.outcome is None:
        for country in ARMY_OF:
            if gives_in(s, country):
                capitulate(s, country)


def wanted(s: MansteinState, country: int) -> int:
    """What the German side must control for a country to give in (3.8)."""
    row = s.setting.tables.capitulation[COUNTRIES[country]]  # type: ignore[index]
    return s.setting.places(row.places) or s.setting.depots_of[country]


def gives_in(s: MansteinState, country: int) -> bool:
    """Does a country capitulate now, once and for all (3.8b to 3.8d, R20)? One that is out of play does not (R102)."""
    if s.surrendered >> country & 1 or (country == NETHERLANDS and s.rulings["no_netherlands"] == "yes"):
        return False
    return not wanted(s, country) & ~control.controlled(s, GERMAN)


def capitulate(s: MansteinState, country: int) -> None:
    """Markers, units, reinforcements and refit points of a country are lost, and its depots work no more (3.7, R19).

    Its ground and air units count as eliminated (3.7g); reinforcements that never came, and special forces, do not.
    """
    setting, nation = s.setting, ARMY_OF[country]
    clause = {FRANCE: "3.8b", NETHERLANDS: "3.8d"}.get(country, "3.8c")
    s.surrendered |= 1 << country
    s.points[nation] = 0
    s.events.append(Capitulated((clause, "3.7b"), COUNTRIES[country].title()))
    commands.remove(s, setting.lost_with[country], "5.7e" if country == FRANCE else "5.7f")
    skies = list(s.skies)
    for piece in setting.pieces:
        number = piece.number
        if piece.nation != nation:
            continue
        place = s.where[number]
        if place >= 0:
            s.lift(number, DEAD)
            s.steps[number] = 0
        elif piece.air and place in (AVAILABLE, UTILIZED, FLYING):
            s.where[number], s.steps[number] = DEAD, 0
            skies[number - setting.first_air] = IDLE
        elif place == WAITING or (place == AVAILABLE and not piece.air):
            s.where[number] = GONE
    s.skies = tuple(skies)
    s.touch()
