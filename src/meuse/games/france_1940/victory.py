"""Who has won (2.3k, 2.3l): the counts of the scenario, and the first of its grades that holds."""

from __future__ import annotations

from meuse.board.sets import listed, members
from meuse.games.france_1940.events import Judged
from meuse.games.france_1940.scenarios import Counted
from meuse.games.france_1940.setting import DEAD, EXITED, SIDES, FranceSetting
from meuse.games.france_1940.state import FranceState


def controlled(s: FranceState, side: int) -> int:
    """The hexes that a side controls: it was last to have a unit there that is neither routed nor a transport (G99)."""
    return s.allied_ground if side else s.german_ground


def count(s: FranceState, name: str) -> int:
    """What one of the scenario's counts comes to now."""
    row = s.setting.scenario.victory.count[name]
    if row.kind == "sum":
        return sum(count(s, part) for part in row.of) - sum(count(s, part) for part in row.less)
    return number(s, row) // row.each * row.points


def counting(setting: FranceSetting, side: int) -> int:
    """The units of a side that counts are about: not riderless horses, nor officers."""
    return setting.pieces_on[side] & setting.units & ~setting.horses


def number(s: FranceState, row: Counted) -> int:
    """How many hexes, units or works a count finds, before points (2.3k)."""
    setting, side = s.setting, SIDES.index(row.side or SIDES[0])
    own = counting(setting, side)
    if row.units:
        own &= setting.those(piece.type in row.units for piece in setting.pieces)
    if row.kind == "control":
        return (controlled(s, side) & setting.board.set(row.hexes)).bit_count()
    if row.kind == "groups":
        return sum(_holds(s, side, setting.board.set(group)) for group in row.groups)
    if row.kind == "units":
        area = setting.areas[row.area]
        return sum(area >> s.where[unit] & 1 for unit in listed(own & s.alive & ~s.routed))
    if row.kind == "works":
        standing = members(fort.hex for fort in s.forts)
        return sum(not standing >> fort[0] & 1 for fort in setting.start_forts() if fort[3] == side)
    box = DEAD if row.kind == "lost" else EXITED
    return sum(s.where[unit] == box for unit in listed(own))


def _holds(s: FranceState, side: int, group: int) -> bool:
    """A side holds a group of hexes if it controls more of them than the other side."""
    return (controlled(s, side) & group).bit_count() > (controlled(s, 1 - side) & group).bit_count()


def standing(s: FranceState) -> int:
    """The grade that would decide if the game ended now: the first whose needs are met (2.3k)."""
    grades = s.setting.scenario.victory.grade
    return next(n for n, g in enumerate(grades) if all(count(s, name) >= least for name, least in g.needs.items()))


def judge(s: FranceState) -> None:
    """The last turn is over, and the match is decided (2.3l)."""
    victory = s.setting.scenario.victory
    counts = {row.says: count(s, name) for name, row in victory.count.items()}
    s.events.extend(Judged(("2.3k",), says, number) for says, number in counts.items())
    grade = victory.grade[standing(s)]
    reason = f"{grade.says} ({'; '.join(f'{says}: {number}' for says, number in counts.items())})"
    s.finish(None if grade.winner is None else SIDES.index(grade.winner), grade.level, reason, "2.3l")
