"""Chapter 7: officers who replace the fallen (7.2), and who can coordinate with whom (7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help
from meuse.games.france_1940.events import OfficerReplaced
from meuse.games.france_1940.setting import RESERVE
from meuse.games.france_1940.state import FranceState, FranceStep, serving

# replacement (7.2)


def replacement(s: FranceState, formation: int) -> int:
    """The officer who can take over a formation: one of its nation and kind in reserve; -1 if there is none (G34)."""
    row = s.setting.formations[formation]
    pool = s.setting.replacements.get((row.nation, row.officer), [])
    return next((officer for officer in pool if s.where[officer] == RESERVE), -1)


def mounts(s: FranceState, formation: int) -> int:
    """The units with which an officer of a formation can be: a tank officer rides in an AFV (7.1e, 7.2b)."""
    row = s.setting.formations[formation]
    return row.units & s.alive & (s.setting.afvs if row.officer == "tank" else s.setting.units)


def arrive(s: FranceState) -> None:
    """As a turn begins, each formation that has lost its officer gets another, if it has units (7.2a, G34)."""
    for number, officer in reversed(list(enumerate(s.leaders))):
        if officer < 0 and s.fallen[number] >= 0 and mounts(s, number):
            s.push(Replace(number))


class Replace(FranceStep):
    """The owner places a replacement officer with a unit of his formation (7.2b)."""

    formation: int

    heading = "{side} replacement officer"
    asks = "Choose the unit that your replacement officer joins."
    help = Help("7.2b", "He takes command of the formation at once: his morale and leadership count from now on.")
    words = {"replace": "He joins {it}"}
    forced = True

    def side(self, s: FranceState) -> int:
        return s.setting.formations[self.formation].side

    def about(self, s: FranceState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        units = listed(mounts(s, self.formation))
        return units, tuple(sorted({s.where[unit] for unit in units}))

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if replacement(s, self.formation) < 0:
            yield Bar(-1, "7.2a", "no replacement officer of this kind is left")
        yield Bar(~mounts(s, self.formation), "7.2b", "{it} is not a unit that he can join")

    def replace(self, s: FranceState, unit: int) -> None:
        officer = replacement(s, self.formation)
        s.pop()
        take_over(s, self.formation, officer, unit)


def take_over(s: FranceState, formation: int, officer: int, unit: int) -> None:
    """An officer takes command of a formation and stands with one of its units (7.2.1c)."""
    s.leaders[formation] = officer
    s.put(officer, s.where[unit])
    if s.setting.tank_officers >> officer & 1:
        s.ride(officer, unit)
    s.events.append(OfficerReplaced(("7.2a", "7.2b"), officer, s.where[unit]))


# coordination (7.3)


def partners(s: FranceState, first: int, able: int) -> int:
    """Those of some officers with whom an officer can try to coordinate: within twice his command range (7.3a, G29)."""
    willing = _willing(s, able | 1 << first)
    return _near(s, first, willing) if willing >> first & 1 else 0


def coordinators(s: FranceState, able: int) -> int:
    """Those of some pieces that could try to coordinate with another of them (7.3a)."""
    several = able & s.setting.officers
    willing = _willing(s, several) if several & (several - 1) else 0
    if not willing & (willing - 1):
        return 0
    return members([officer for officer in listed(willing) if _near(s, officer, willing)])


def _near(s: FranceState, first: int, others: int) -> int:
    """The others within twice an officer's command range (7.3a); that of those who coordinate is always the printed."""
    reach = s.setting.charts.officer.coordination * s.setting.command_range[first]
    where, near, found = s.where, s.setting.board.disc(s.where[first], reach), 0
    for other in listed(others & ~(1 << first)):
        if near >> where[other] & 1:
            found |= 1 << other
    return found


def _willing(s: FranceState, able: int) -> int:
    """Those of some pieces that coordinate at all: officers of formations, on the board and in good order."""
    return able & s.leading() & s.alive & ~s.routed & ~of_french_armour(s)


def of_french_armour(s: FranceState) -> int:
    """The officers of French armour, who do not coordinate (14.1a)."""
    armoured = s.setting.armoured
    if not armoured or not s.national("armour"):
        return 0
    return serving(tuple([s.leaders[number] for number in armoured]))


def needed(s: FranceState, first: int, second: int) -> int:
    """The highest die with which two officers coordinate (7.3b)."""
    return s.setting.coordination[first] + s.setting.coordination[second]
