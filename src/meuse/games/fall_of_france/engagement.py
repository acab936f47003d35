"""Chapter 14.3: what an attack amounts to: strengths, column shifts, die modifiers, and the column of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meuse.engine import Pieces
from meuse.engine.preview import Factor, added
from meuse.engine.scene import Lit
from meuse.games.fall_of_france import air, fortifications, odds, strength
from meuse.games.fall_of_france.odds import Result
from meuse.games.fall_of_france.setting import GERMAN
from meuse.games.fall_of_france.skirmish import behind, mechanized_majority
from meuse.games.fall_of_france.stacking import points_of
from meuse.games.fall_of_france.state import FallState, other, union
from meuse.games.fall_of_france.supply import is_supplied, network
from meuse.games.fall_of_france.tables import Terrain

CRT = "crt"
"""The chart of the Combat Results Table."""


class Odds(NamedTuple):
    """An attack added up: strengths, the column before and after shifts, the die modifier, and what counted."""

    attack: int
    defence: int
    start: int
    """Where the plain ratio stands on the endless scale."""
    column: int
    """The column of the table."""
    text: str
    """Its name."""
    die: int
    """What is added to the die."""
    smaller: int
    """Whom a star hits."""
    farther: int
    """How many columns farther the defender's half is read (22.13a)."""
    rows: tuple[str, ...]
    """The rows of the Terrain Effects Chart that count."""
    shifts: tuple[Factor, ...]
    drms: tuple[Factor, ...]

    @property
    def lit(self) -> Lit:
        return Lit(CRT, column=self.text)


# terrain


def rows_facing(s: FallState, attackers: Pieces, target: int) -> tuple[str, ...]:
    """The rows of the chart that count for the defenders of a hex: those of the hex itself (TECu), and of hexsides that
    every attacker has to cross, the lesser where they differ (TECv, R70)."""
    setting = s.setting
    rows = [setting.terrain_at[target]]
    rows += [row for row, hexes in (("town", setting.towns), ("city", setting.cities)) if hexes >> target & 1]
    if fortifications.is_fortress(s, target):
        rows.append("fortress")
    bases = {s.where[piece] for piece in attackers}
    rivers = {behind(s, target, base) for base in bases}
    if rivers and "" not in rivers:
        rows.append("minor_river" if "minor_river" in rivers else "major_river")
    lines = {line_between(s, target, base) for base in bases}
    if lines and "" not in lines:
        rows.append("minor_line" if "minor_line" in lines else "major_line")
    return tuple(rows)


def line_between(s: FallState, target: int, base: int) -> str:
    """The intact fortified line that protects a hex against another: the row of the chart, empty if there is none."""
    direction = s.setting.board.direction(target, base)
    for level in (fortifications.MAJOR, fortifications.MINOR):
        if s.walls[level][direction] >> target & 1:
            return fortifications.LEVELS[level]
    return ""


def ground(s: FallState, rows: tuple[str, ...]) -> list[Terrain]:
    return [s.setting.tables.tec[row] for row in rows]


def holds_firm(s: FallState, rows: tuple[str, ...]) -> bool:
    """May the defenders ignore a retreat (TECg to TECm)?"""
    return any(row.combat.ignore_retreat for row in ground(s, rows))


def may_exchange(s: FallState, rows: tuple[str, ...]) -> bool:
    """May the defenders take a disruption in place of a retreat (TECe, R68)?"""
    return any(row.combat.stays_for_disruption for row in ground(s, rows))


def spares_cadres(s: FallState, rows: tuple[str, ...]) -> bool:
    """Do the defenders take a cadre result as a disruption (TECg)?"""
    return any(row.combat.cadre_is_disruption for row in ground(s, rows))


# modifiers


def shifts(s: FallState, attackers: Pieces, target: int, rows: tuple[str, ...]) -> Iterator[Factor]:
    """Every column shift, right positive, each with its clause; those of both sides are summed (14.3a, R74)."""
    table, mover = s.setting.tables.combat, s.setting.side_of[attackers[0]]
    for side, sign in ((mover, 1), (other(mover), -1)):
        flying = air.supporting(s, side, target)
        if flying:
            yield Factor(f"{s.setting.side_name(side)} air support", f"{sign * flying * table.air:+d}", "12.1a")
    if _assault_is_german(s, attackers):
        yield mechanised_assault(s, rows, table.mechanized_columns)
    for row in ground(s, rows):
        if row.combat.columns:
            yield Factor(row.name, f"{row.combat.columns:+d}", row.clauses.combat)


def drms(s: FallState, attackers: Pieces, rows: tuple[str, ...], backing: Pieces) -> Iterator[Factor]:
    """Every die modifier, good for the attacker positive, each with its clause."""
    table, mover = s.setting.tables.combat, s.setting.side_of[attackers[0]]
    if backing:
        sign = 1 if mover == GERMAN else -1
        yield Factor(f"support of {s.spoken(backing[0])}", f"{sign * table.headquarters:+d}", "14.3c")
    if mover != GERMAN and mechanized_majority(s, attackers) and not _assault_is_german(s, attackers):
        yield mechanised_assault(s, rows, table.mechanized_die)
    for row in ground(s, rows):
        if row.combat.die:
            yield Factor(row.name, f"{row.combat.die:+d}", row.clauses.combat)


def _assault_is_german(s: FallState, attackers: Pieces) -> bool:
    """Is it a mechanised assault as Germans make it, by columns: theirs, or the BEF armour's by 22.9.2c?"""
    if s.setting.side_of[attackers[0]] == GERMAN:
        return mechanized_majority(s, attackers)
    if s.rulings["bef_armour"] != "german_rules":
        return False
    armour = [piece for piece in attackers if s.setting.bef_armour >> piece & 1]
    return 2 * points_of(s, armour) > points_of(s, attackers)


def mechanised_assault(s: FallState, rows: tuple[str, ...], bonus: int) -> Factor:
    """The bonus of a mechanised assault, unless terrain takes it away (14.3e, R71)."""
    for row in ground(s, rows):
        if row.combat.no_mech_assault:
            return Factor("mechanised assault, denied by terrain", "+0", row.clauses.combat)
    return Factor("mechanised assault", f"{bonus:+d}", "14.3e")


def is_reckless(s: FallState, attackers: Pieces) -> bool:
    """Does the SS division attack, with 22.13 in force? It cannot come back once it is lost."""
    return s.on("ss_recklessness") and s.setting.ss in attackers


# the sum


def odds_of(s: FallState, attackers: Pieces, target: int, backing: Pieces = ()) -> Odds:
    """Add an attack up (14.2, 14.3)."""
    columns = s.setting.tables.crt.columns
    rows = rows_facing(s, attackers, target)
    attack = strength.attack_total(s, attackers, target)
    plain = strength.stack_defence(s, target)
    times = strength.multipliers(s, target, "major_river" in rows)
    defence = max(strength.multiplied(s, plain, times), 1)  # R76
    start = odds.column_of(columns, attack, defence)
    moved, rolled = tuple(shifts(s, attackers, target, rows)), tuple(drms(s, attackers, rows, backing))
    column = odds.on_table(columns, start + added(moved))
    tie = odds.NOBODY if s.rulings["star_tie"] == "none" else odds.ATTACKER
    smaller = odds.smaller_force(points_of(s, attackers), points_of(s, s.at(target)), tie)
    farther = s.setting.tables.options.ss_recklessness.columns if is_reckless(s, attackers) else 0
    name, die = columns[column], added(rolled)
    return Odds(attack, defence, start, column, name, die, smaller, farther, rows, moved, rolled)


def factors_of(s: FallState, attackers: Pieces, target: int, total: Odds) -> Iterator[Factor]:
    """All that counts in an attack that was added up, from the first unit to the column (14.2, 14.3)."""
    yield from attack_factors(s, attackers, target)
    yield Factor("attack", str(total.attack), "14.1b")
    yield from defence_factors(s, target, strength.multipliers(s, target, "major_river" in total.rows))
    yield Factor("defence", str(total.defence), "14.1c")
    yield Factor("ratio", odds.column_name(s.setting.tables.crt.columns, total.start), "14.2a")
    yield from total.shifts
    yield Factor("column", total.text, "CRTb")
    yield from total.drms
    if is_reckless(s, attackers):
        yield Factor("defender's result", f"{total.farther:+d}", "22.13a")


def attack_factors(s: FallState, attackers: Pieces, target: int) -> Iterator[Factor]:
    """What each attacker brings, and what cuts or multiplies it."""
    setting = s.setting
    row = setting.tables.tec[setting.terrain_at[target]]
    for piece in attackers:
        yield Factor(s.spoken(piece), str(strength.attack_of(s, piece, row.combat)), "14.1b")
        yield from _changes(s, piece, row, row.combat.mountain_attack)


def defence_factors(s: FallState, target: int, times: list[tuple[str, int]]) -> Iterator[Factor]:
    """What each defender is worth, all cadres together, and what multiplies the sum."""
    setting = s.setting
    row = setting.tables.tec[setting.terrain_at[target]]
    stack = s.at(target)
    cadres = [piece for piece in stack if s.cadred >> piece & 1]
    for piece in stack:
        if piece not in cadres:
            yield Factor(s.spoken(piece), str(strength.defence_of(s, piece, row.combat)), "14.1c")
            yield from _changes(s, piece, row, row.combat.mountain_defence)
    if cadres:
        yield Factor("all cadres together", str(setting.tables.combat.cadres), "16.5b")
    for name, factor in times:
        yield Factor(setting.tables.tec[name].name, f"x{factor}", setting.tables.tec[name].clauses.combat)


def _changes(s: FallState, piece: int, row: Terrain, mountain: int) -> Iterator[Factor]:
    """What changes the printed factor of a unit."""
    setting = s.setting
    if not is_supplied(s, piece):
        yield Factor(f"{s.spoken(piece)} out of supply", "halved", "7.4a")
    if row.combat.mechanized_half and setting.is_mechanized[piece]:
        yield Factor(f"{s.spoken(piece)} in the mountains", "halved", row.clauses.combat)
    if mountain > 1 and setting.types[piece] == "mountain":
        yield Factor(f"{s.spoken(piece)} in the mountains", f"x{mountain}", row.clauses.combat)


# results


def result_of(s: FallState, total: Odds, die: int) -> Result:
    """What a die brings, its modifiers added (R62)."""
    return odds.result_at(s.setting.tables.crt.rows, total.column, die + total.die, total.smaller, total.farther)


def results(s: FallState, total: Odds) -> list[Result]:
    """What each roll of the die brings."""
    return [result_of(s, total, die) for die in range(1, 7)]


def meaning(s: FallState, attackers: Pieces, result: Result) -> str:
    """A result in words; only Allied units become cadres (14.4d), and by 22.9.1 some panzer divisions.

    The reckless SS division suffers by itself, whatever the others do (22.13b).
    """
    mover, optional = s.setting.side_of[attackers[0]], s.on("optional_panzers")
    fates = mover != GERMAN or optional, mover == GERMAN or optional
    if not is_reckless(s, attackers):
        return odds.means(result, *fates)
    lost = result.attacker.lost
    rest = result.attacker._replace(lost=max(lost - 1, 0)) if len(attackers) > 1 else odds.NOTHING
    hit = (
        ("SS division", "eliminated" if lost else "disrupted"),
        ("other attackers", odds.told(rest, fates[0])),
        ("defender", odds.told(result.defender, fates[1])),
    )
    return "; ".join(f"{who}: {what}" for who, what in hit if what)


# headquarters


def lenders(s: FallState, near: int) -> int:
    """German HQs next to an enemy stack that may lend it their support: supplied, undisrupted, not yet used (R73)."""
    setting = s.setting
    hqs = s.pieces_in(near & s.held[GERMAN]) & setting.hqs & ~(s.disrupted | s.lent)
    return hqs & ~network(s).cut[GERMAN] if hqs else 0


def round_about(s: FallState, attackers: Pieces) -> int:
    """The hexes next to a stack that attacks."""
    return union(s.setting.board.around[base] for base in {s.where[piece] for piece in attackers})


def answering(s: FallState, attackers: Pieces) -> int:
    """German HQs that may support the defence: next to a stack that attacks (14.3c, R73)."""
    return lenders(s, round_about(s, attackers))
