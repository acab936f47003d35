"""The Command Phase (3.1): which units are in command, with the rules of French armour (14.2)."""

from __future__ import annotations

from meuse.board.sets import listed, members
from meuse.games.france_1940.setting import OFF
from meuse.games.france_1940.state import FranceState


def reach(s: FranceState, officer: int) -> int:
    """An officer's command range; that of French armour officers is 0 (3.1b, 14.2a, G93)."""
    armoured = s.setting.armoured
    if armoured and s.national("armour") and s.led_by(officer) in armoured:
        return 0
    return s.setting.command_range[officer]


def in_range(s: FranceState, unit: int) -> bool:
    """Is a unit within the command range of its officer where both are now (3.1b, 10c, G25)?"""
    officer, place = s.officer_of(unit), s.where[unit]
    if officer < 0:
        return False
    if place < 0:
        return place == OFF == s.where[officer]
    return bool(area(s, officer) >> place & 1)


def area(s: FranceState, officer: int) -> int:
    """The hexes within an officer's command range."""
    there = s.where[officer]
    return s.setting.board.disc(there, reach(s, officer)) if there >= 0 else 0


def within(s: FranceState, officer: int, units: int) -> int:
    """Those of some units that are within an officer's command range (3.1b, 10c, G25).

    Units still to enter are with an officer who is still to enter, too.
    """
    if s.where[officer] < 0:
        return units & s.off if s.where[officer] == OFF else 0
    near, where = area(s, officer), s.where
    return members([unit for unit in listed(units & s.alive) if near >> where[unit] & 1])


def determine(s: FranceState) -> None:
    """Both sides find out which of their units are out of command (3.1a, 3.1c); transports never are (G27)."""
    s.astray = 0
    for number, officer in enumerate(s.leaders):
        units = s.present(number)
        linked = _column(s, number, units) if s.turn == 1 else 0
        s.astray |= units & ~linked & ~(within(s, officer, units) if officer >= 0 else 0)


def rejoin(s: FranceState) -> None:
    """Units out of command that are back with their officers are in command again."""
    for number, officer in enumerate(s.leaders):
        astray = s.astray & s.setting.formations[number].units
        if astray and officer >= 0:
            s.astray &= ~within(s, officer, astray)


def _column(s: FranceState, number: int, units: int) -> int:
    """In turn 1 the units of French armour that hang together, one of them with the officer, are in command (14.2b)."""
    formation, officer = s.setting.formations[number], s.leaders[number]
    if not formation.armour or not s.national("armour") or officer < 0 or s.where[officer] < 0:
        return 0
    board, standing = s.setting.board, units & s.alive
    near, linked = 1 << s.where[officer], 0
    while True:
        new = members([unit for unit in listed(standing & ~linked) if near >> s.where[unit] & 1])
        if not new:
            return linked
        linked |= new
        for unit in listed(new):
            near |= 1 << s.where[unit] | board.around[s.where[unit]]
