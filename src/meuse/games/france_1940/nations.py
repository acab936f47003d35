"""Chapter 14: fuel of the French armoured divisions (14.3), French artillery (14.4), armour among infantry (14.1b).

How French armour is commanded (14.2) is in ``command``, that it does not coordinate (14.1a) in ``officers``.
"""

from __future__ import annotations

from meuse.board.sets import listed, members
from meuse.engine import Pieces
from meuse.games.france_1940.events import FuelRolled
from meuse.games.france_1940.rosters import NATIONS
from meuse.games.france_1940.state import FranceState

FRENCH = NATIONS.index("french")


def roll_fuel(s: FranceState) -> None:
    """Up to 20 May each formation of a DCR rolls whether it has fuel, or how long it waits for it (14.3, G90, G91)."""
    scenario, rules = s.setting.scenario, s.setting.charts.fuel
    if not s.national("fuel") or scenario.day > rules.last_day:
        return
    for number, formation in enumerate(s.setting.formations):
        if not formation.dcr:
            continue
        rolled = sum(s.roll(f"fuel of {formation.id}", ("14.3a",)) for _ in range(2))
        turns = 0
        if rolled < rules.needs[str(formation.dcr)]:
            turns = s.roll(f"refuelling of {formation.id}", ("14.3e",))
            turns = min(turns, scenario.national.fuel_most or turns)
        s.fuel[number] = turns
        s.events.append(FuelRolled((f"14.3{'bbcd'[formation.dcr - 1]}",), formation.id, rolled, turns))


def accuracy(s: FranceState, battery: int) -> int:
    """What is added to the accuracy die of a battery beyond the board: French ones by the day (14.4, G92)."""
    row = s.setting.batteries[battery]
    return _by_the_day(s, row.row.calibre) if row.nation == FRENCH else 0


def gunnery(s: FranceState, guns: Pieces) -> int:
    """And to that of guns on the board, if all French artillery is meant (14.4b, G92)."""
    everybody = s.rulings["french_artillery"] == "all"
    return _by_the_day(s) if everybody and any(s.setting.pieces[gun].nation == FRENCH for gun in guns) else 0


def _by_the_day(s: FranceState, calibre: int = 0) -> int:
    """``calibre``: of a battery; that of guns on the board spares them nothing (14.4c)."""
    rules, day = s.setting.charts.french_artillery, s.setting.scenario.day
    if not s.national("artillery"):
        return 0
    if day < rules.early_before:
        return rules.early
    late = day > rules.late_after and calibre != rules.late_spared
    return rules.late if late else 0


def escorts(s: FranceState, units: int) -> int:
    """The officers who must go along when armour among infantry assaults: those who are in its hex and able (14.1b)."""
    if not s.national("armour"):
        return 0
    found = [(unit, s.officer_of(unit)) for unit in listed(units & s.setting.attached)]
    able = ~(s.routed | s.riders)
    return members([o for unit, o in found if o >= 0 and able >> o & 1 and s.where[o] == s.where[unit]])


def untethered(s: FranceState, group: Pieces) -> int:
    """Where a group may not go: armour among infantry stays with its officer or comes nearer to him (14.1b).

    Who moves together with his officer is free to go.
    """
    bound, shut = s.setting.attached, 0
    if not bound & members(group) or not s.national("armour"):
        return 0
    board = s.setting.board
    for unit in group:
        officer = s.officer_of(unit) if bound >> unit & 1 else -1
        if officer < 0 or officer in group or s.where[officer] < 0 or s.where[unit] < 0:
            continue
        away = board.distance(s.where[unit], s.where[officer])
        shut |= board.everything & ~board.disc(s.where[officer], max(away - 1, 0))
    return shut
