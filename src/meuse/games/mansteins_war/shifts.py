"""10.3 to 10.5 and 25.1: what an attack amounts to: strengths, percentage, shifts, and the column of the tables."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from meuse.board.sets import members
from meuse.engine import Factor, Pieces
from meuse.games.mansteins_war import air, bridgeheads, commands, fortresses, logistics
from meuse.games.mansteins_war.setting import ALLIED
from meuse.games.mansteins_war.state import MansteinState, other

Shift = tuple[int, Factor]
"""Columns to the right, in favour of the attacker (a minus is to the left), and what a player calls the reason."""


class Odds(NamedTuple):
    """An attack added up: strengths, the column before and after shifts, and everything that counted."""

    attack: int
    defence: int
    start: int
    """The column of the plain percentage."""
    column: int
    """The column that counts."""
    text: str
    """Its name."""
    told: Callable[[], tuple[Factor, ...]]

    @property
    def factors(self) -> tuple[Factor, ...]:
        """What counts, as a player would name it; put into words when somebody asks."""
        return self.told()


# strengths


def attack_of(s: MansteinState, piece: int) -> int:
    """The attack factor of a unit with the steps it has left."""
    return s.setting.af[piece][s.steps[piece]]


def defence_of(s: MansteinState, piece: int) -> int:
    """The defence factor of a unit with the steps it has left."""
    return s.setting.df[piece][s.steps[piece]]


def counter_of(s: MansteinState, piece: int) -> int:
    """What a unit is worth in a counterattack: without an attack factor its defence factor (22.2d)."""
    return attack_of(s, piece) or defence_of(s, piece)


def defenders_at(s: MansteinState, side: int, hexa: int) -> Pieces:
    """All ground units of a side in a hex: they are attacked together (10.1g)."""
    side_of = s.setting.side_of
    return tuple([piece for piece in s.at(hexa) if side_of[piece] == side])


def defending(s: MansteinState, units: Iterable[int]) -> Pieces:
    """Those of some units that count in a defence: not the ones that have been attacked before (10.1c, R54)."""
    return tuple([piece for piece in units if not s.defended >> piece & 1])


# columns


def column_of(s: MansteinState, attack: int, defence: int) -> int:
    """The column of a percentage, its decimals dropped (10.4a); without any defence the last one (R62)."""
    lowest = s.setting.tables.columns.lowest
    return bisect_right(lowest, 100 * attack // defence) - 1 if defence else len(lowest) - 1


def shifted(s: MansteinState, start: int, columns: list[int]) -> int:
    """The column after all shifts: their difference is applied at once, and no further than the table goes (10.5b).

    By the other reading the attacker's are applied first, as far as the table goes, then the defender's (16.7f, R58).
    """
    last = len(s.setting.tables.columns.names) - 1
    if s.rulings["shift_order"] == "net":
        return max(0, min(last, start + sum(columns)))
    raised = min(last, start + sum(shift for shift in columns if shift > 0))
    return max(0, raised + sum(shift for shift in columns if shift < 0))


def said(columns: int) -> str:
    """A shift as players write it: "2R", "1L"."""
    return f"{columns}R" if columns > 0 else f"{-columns}L"


def _shift(columns: int, name: str, clause: str) -> Shift:
    return columns, Factor(name, said(columns), clause)


# shifts


def terrain_shifts(s: MansteinState, attackers: Pieces, target: int) -> Iterator[Shift]:
    """The ground of the hex, its fortifications, and a river that every attacker crosses (10.5d, 10.5e, R59, R60).

    Units that have landed among the defenders are in their hex already: no terrain helps against them (18.2e).
    """
    setting, rows = s.setting, s.setting.tables.terrain
    if s.where[attackers[0]] == target:
        return
    here = [rows[name] for name, hexes in setting.ground_of.items() if hexes >> target & 1]
    if (setting.cities & ~s.bombed) >> target & 1:
        here.append(rows["city"])
    best = min(here, key=lambda row: row.columns)
    if best.columns:
        yield _shift(best.columns, best.name, "10.5d")
    if fortresses.stands(s, target):
        row = rows["major_fort" if setting.major >> target & 1 else "minor_fort"]
        yield _shift(row.columns, row.name, row.clause)
    if all(crosses_river(s, s.where[piece], target) for piece in attackers):
        yield _shift(rows["river"].columns, rows["river"].name, "10.5e")


def crosses_river(s: MansteinState, base: int, target: int) -> bool:
    """Is an attack from one hex on another made across a river that no bridgehead spans (10.5e, 27.1b)?"""
    setting = s.setting
    return setting.board.crosses(base, target, setting.rivers) and not bridgeheads.is_bridged(s, base, target)


def support_shifts(s: MansteinState, attackers: Pieces, defenders: Pieces) -> Iterator[Shift]:
    """Each unit without support is worth a column to its enemy (10.5f, 10.5g)."""
    table = s.setting.tables.combat
    for piece in lacking(s, attackers):
        yield _shift(table.unsupported_attacker, f"{s.spoken(piece)} unsupported", "10.5f")
    for piece in lacking(s, defenders):
        yield _shift(table.unsupported_defender, f"{s.spoken(piece)} unsupported", "10.5g")


def lacking(s: MansteinState, units: Pieces) -> list[int]:
    """Those of some units of a side that are not supported; what only one may use is not noted yet (15.2d, R78)."""
    users = s.port_users
    without = [piece for piece in units if not logistics.use_support(s, piece)]
    s.port_users = users
    return without


def air_shifts(s: MansteinState, side: int, target: int) -> Iterator[Shift]:
    """One air unit of each side counts if the defenders are in its air zone (10.5h, 10.5i, 16.7)."""
    for flying, sign, clause in ((side, 1, "10.5h"), (other(side), -1, "10.5i")):
        strength = air.support(s, flying, target)
        if strength:
            yield _shift(sign * strength, f"{s.setting.side_name(flying)} air support", clause)


def mountain_shifts(s: MansteinState, attackers: Pieces, defenders: Pieces, target: int) -> Iterator[Shift]:
    """In a rough hex, a force of none but mountain units gains a column, either side (25.1, R108)."""
    setting, table = s.setting, s.setting.tables.combat
    if not s.on("mountain_units") or not setting.rough >> target & 1:
        return
    if not members(attackers) & ~setting.mountain:
        yield _shift(table.mountain, "mountain units attack", "25.1a")
    if defenders and not members(defenders) & ~setting.mountain:
        yield _shift(-table.mountain, "mountain units defend", "25.1b")


def shifts(s: MansteinState, attackers: Pieces, defenders: Pieces, target: int, naval: bool) -> Iterator[Shift]:
    """Every column shift of an attack, each with its clause (10.5)."""
    setting = s.setting
    side = setting.side_of[attackers[0]]
    yield from terrain_shifts(s, attackers, target)
    yield from support_shifts(s, attackers, defenders)
    yield from air_shifts(s, side, target)
    if naval:
        columns = setting.tables.combat.naval
        yield _shift(columns if side == ALLIED else -columns, "naval support", "10.5j")
    yield from commands.attack_shifts(s, attackers, target)
    yield from mountain_shifts(s, attackers, defenders, target)


# the sum


def odds(s: MansteinState, target: int, attackers: Pieces, naval: bool = False) -> Odds:
    """Add an attack up, with every factor that counts (10.3c, 10.4, 10.5)."""
    enemy = other(s.setting.side_of[attackers[0]])
    defenders = defending(s, defenders_at(s, enemy, target))
    ours = [(piece, attack_of(s, piece)) for piece in attackers]
    theirs = [(piece, defence_of(s, piece)) for piece in defenders]
    return _summed(s, ours, theirs, list(shifts(s, attackers, defenders, target, naval)))


def counter_odds(s: MansteinState, attackers: Pieces, defenders: Pieces) -> Odds:
    """Add a counterattack up: one column to the right, and no other shift (22.2b, R95)."""
    ours = [(piece, counter_of(s, piece)) for piece in attackers]
    theirs = [(piece, defence_of(s, piece)) for piece in defenders]
    return _summed(s, ours, theirs, [_shift(s.setting.tables.combat.counterattack, "counterattack", "22.2b")])


def _summed(s: MansteinState, ours: list[tuple[int, int]], theirs: list[tuple[int, int]], moved: list[Shift]) -> Odds:
    names = s.setting.tables.columns.names
    attack, defence = (sum([strength for _, strength in units]) for units in (ours, theirs))
    start = column_of(s, attack, defence)
    column = shifted(s, start, [columns for columns, _ in moved])

    def factors() -> tuple[Factor, ...]:
        percentage = f"{100 * attack // defence}%" if defence else names[-1]
        return (
            *(Factor(s.spoken(piece), str(strength), "10.3c") for piece, strength in ours),
            Factor("attack", str(attack), "10.3c"),
            *(Factor(s.spoken(piece), str(strength), "10.3c") for piece, strength in theirs),
            Factor("defence", str(defence), "10.3c"),
            Factor("percentage", percentage, "10.4a"),
            *(factor for _, factor in moved),
            Factor("column", names[column], "10.5b"),
        )

    return Odds(attack, defence, start, column, names[column], factors)
