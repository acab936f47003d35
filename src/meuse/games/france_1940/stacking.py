"""Chapter 4: how many steps may be in a hex."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import Bar
from meuse.games.france_1940.setting import FULL
from meuse.games.france_1940.state import FranceState


def weight(s: FranceState, unit: int) -> int:
    """The steps with which a unit counts: none for officers, transports and horses (4b, 4e, 5.6f)."""
    return 0 if s.setting.weightless >> unit & 1 else s.steps[unit]


def crowded(s: FranceState, side: int, steps: int) -> int:
    """The hexes in which so many more steps of a side may not stop (4a, 4d)."""
    if not steps:
        return 0
    if steps <= FULL:
        return s.crowded[side * (FULL + 1) + steps]
    most, load, hexes = s.setting.charts.stacking.hex, s.load[side], 0
    if steps > most:
        return s.setting.board.everything
    for hexa in s.setting.board.members(s.held[side]):
        if load[hexa] + steps > most:
            hexes |= 1 << hexa
    return hexes


def load(s: FranceState, side: int, hexa: int) -> int:
    """The steps of a side that count in a hex, those inside a trench or fortification left out (12.8b, 12.9d)."""
    return s.load[side][hexa]


def inside(s: FranceState, side: int, hexa: int) -> int:
    """The steps of a side inside the trench or fortification of a hex."""
    own = s.setting.pieces_on[side] & s.inside
    return sum(weight(s, unit) for unit in s.stacks.get(hexa, ()) if own >> unit & 1)


def room_inside(s: FranceState, unit: int) -> bool:
    """Is there room for a unit inside the trench or fortification of its hex (12.8b, 12.9d)?"""
    setting = s.setting
    within = inside(s, setting.side_of[unit], s.where[unit]) + weight(s, unit)
    return not setting.armour >> unit & 1 and within <= setting.charts.stacking.inside


def full_outside(s: FranceState, units: int) -> Bar:
    """Those of some units inside a trench or fortification who cannot come out into their hex (4a)."""
    inside = [unit for unit in listed(units) if s.where[unit] >= 0]
    rows = [(unit, crowded(s, s.setting.side_of[unit], weight(s, unit))) for unit in inside]
    return Bar(members(unit for unit, full in rows if full >> s.where[unit] & 1), "4a", "the hex outside is full")


def bars(s: FranceState, side: int, steps: int) -> Iterator[Bar]:
    """Hexes in which units of a side with so many steps may not end a move (4a, 4f)."""
    most = s.setting.charts.stacking.hex
    yield Bar(crowded(s, side, steps), "4a", f"{{it}} would hold more than {most} steps")


def overstacked(s: FranceState) -> int:
    """The hexes that hold more than they may."""
    most, hexes = s.setting.charts.stacking.hex, 0
    for side in (0, 1):
        for hexa in s.setting.board.members(s.held[side]):
            if s.load[side][hexa] > most:
                hexes |= 1 << hexa
    return hexes
