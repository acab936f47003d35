"""Hits (8.4): how they are shared among the units of a hex, which of them cost steps, and officers hit with them (7.1).

An attack on a hex comes here with its hits, an assault or mines with plain losses. Everything that needs no decision
follows at once: losses, the fate of officers, checks of morale.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Piece, Place
from meuse.games.france_1940 import losses, rout
from meuse.games.france_1940.events import FortHit, OfficerChecked, OfficerMoved, Withstood
from meuse.games.france_1940.setting import FULL
from meuse.games.france_1940.state import FranceState, FranceStep

Munition = Literal["ap", "at", "art", "air", "plain"]
"""With what units are hit; plain: each hit costs a step, whatever it meets (mines, assaults)."""
SURE, NEVER = 1, 7
"""The die that a hit needs in order to cost a step: any, none."""


class Weapon(NamedTuple):
    """What decides whether hits cost armour steps (8.4.2)."""

    kind: Munition = "plain"
    calibre: int = 0
    """Of artillery, in millimetres."""
    air: int = 0
    """The printed factor of an air unit (G18)."""
    through: int = -1
    """The armour that an AT gun goes through at its distance."""
    mg: bool = False
    """Machine guns that fire at armour (8d)?"""
    men_first: bool = False
    """Do men lose steps before armour, as they do from the air (9.4f)?"""


PLAIN = Weapon()
BY_HAND = Weapon(men_first=True)


class Losses(NamedTuple):
    """What an attack or assault has cost: the steps lost, the units that died of it, and what a fortification lost."""

    steps: int
    dead: int
    fort: int = 0


def needed(s: FranceState, unit: int, weapon: Weapon) -> int:
    """The die with which a hit costs a unit a step: SURE without rolling, NEVER not at all (8.4.2)."""
    if weapon.kind == "plain":
        return SURE
    setting = s.setting
    if not setting.armour >> unit & 1:
        return NEVER if weapon.kind == "at" else SURE
    if weapon.kind == "ap":
        return NEVER
    armour = setting.armour_value[unit]
    if weapon.kind == "at":
        if weapon.mg:
            return NEVER if armour else setting.charts.penetration.machine_gun
        return SURE if weapon.through >= armour else NEVER
    value = weapon.air if weapon.kind == "air" else weapon.calibre
    for row in setting.charts.calibre:
        if value <= (row.air if weapon.kind == "air" else row.up_to):
            return row.needs.get(setting.armour_class[unit], NEVER)
    return NEVER


def clause_of(s: FranceState, weapon: Weapon) -> str:
    """The clause by which hits of a weapon on armour are judged (8.4.2c to 8.4.2h)."""
    if weapon.kind == "at":
        return "8.4.2h" if weapon.mg else "8.4.2f"
    value = weapon.air if weapon.kind == "air" else weapon.calibre
    rows = [row for row in s.setting.charts.calibre if value <= (row.air if weapon.kind == "air" else row.up_to)]
    return rows[0].clause if rows else "8.4.2b"


# sharing


def take_losses(
    s: FranceState, hexa: int, victims: int, steps: int, clauses: tuple[str, ...], assault: bool = False,
    cause: int = -1,
) -> Losses:  # fmt: skip
    """Plain step losses in a hex, shared out as hits are; in an assault men lose them before armour (8.4.1, 9.4f)."""
    return inflict(s, hexa, victims, steps, BY_HAND if assault else PLAIN, clauses, assault=assault, cause=cause)


def inflict(
    s: FranceState, hexa: int, victims: int, hits: int, weapon: Weapon, clauses: tuple[str, ...] = ("8.4.2a",),
    fort: bool = False, assault: bool = False, cause: int = -1,
) -> Losses:  # fmt: skip
    """Share hits among some units of a hex and carry out what they cost (8.4.1, 8.4.2).

    ``fort``: the fortification there takes hits, too (12.9b). A lone officer among the victims falls (7.1b).
    ``cause``: the hex from which they come, -1 if from beyond the board (10.3.2a).
    """
    before, company, depth = rout.tally(s), _company(s, hexa), len(s.agenda)
    strength = {unit: s.steps[unit] for unit in listed(s.setting.units & s.alive) if s.where[unit] == hexa}
    walls = _share(s, hexa, victims & s.setting.units, hits, weapon, clauses, fort)
    lost = {unit: steps - s.steps[unit] for unit, steps in strength.items() if steps > s.steps[unit]}
    lonely, due = victims & s.setting.officers if hits else 0, rout.checks_due(s, before)
    _officers(s, hexa, company, lost, lonely, assault, cause)
    checks = Checks(hexa, tuple([number for number, _ in due]), tuple([times for _, times in due]), cause)
    if any(isinstance(step, ChangeVehicle) and not step.settled(s) for step in s.agenda[depth:]):
        s.agenda.insert(depth, checks)  # first he is in his new tank
    else:
        checks.after(s)
    return Losses(sum(lost.values()), members(unit for unit in lost if not s.steps[unit]), walls)


def _share(
    s: FranceState, hexa: int, victims: int, hits: int, weapon: Weapon, clauses: tuple[str, ...], fort: bool
) -> int:  # fmt: skip
    """Give out hits one after the other; gives what the fortification took.

    A fortification counts as one more unit, which comes after all others (12.9c, G78).
    """
    units, wasted, given, walls = listed(victims), dict.fromkeys(listed(victims), 0), 0, 0
    while hits:
        left = [unit for unit in units if s.alive >> unit & 1]
        if fort and given >= (walls + 1) * len(left):
            walls += 1
            hits -= 1
            fort = _batter(s, hexa)
            continue
        if not left:
            break
        rows = [_standing(s, unit, wasted[unit], weapon) for unit in left]
        first = eligible(rows)
        drawn = [unit for unit, row in zip(left, rows, strict=True) if row in first]
        if len(drawn) > hits:
            drawn = [_one_of(s, drawn)]
        for unit in drawn:
            wasted[unit] += not _strike(s, unit, weapon, clauses)
        given += len(drawn)
        hits -= len(drawn)
    return walls


class Standing(NamedTuple):
    """A unit as those who share out hits see it."""

    armoured: bool
    quality: int
    """-1 green, 0 regular, 1 veteran."""
    losses: int
    """Steps lost, and hits of this attack that cost none (G02)."""
    steps: int
    needs: int


def _standing(s: FranceState, unit: int, wasted: int, weapon: Weapon) -> Standing:
    setting = s.setting
    armoured = (weapon.kind == "air" or weapon.men_first) and bool(setting.armour >> unit & 1)
    steps = s.steps[unit]
    return Standing(armoured, setting.shift[unit], FULL - steps + wasted, steps, needed(s, unit, weapon))


def eligible(rows: list[Standing]) -> list[Standing]:
    """Those who can be next to be hit: men before armour from the air or by hand, green before veteran, fewest losses.

    (8.4.1e, 8.4.1f, 8.4.1h, 9.4f, F2; between equals chance decides, 8.4.1g)
    """
    soft = [row for row in rows if not row.armoured]
    rows = soft or rows
    if any(row.quality > 0 for row in rows):
        rows = [row for row in rows if row.quality < 0] or rows
    least = min(row.losses for row in rows)
    return [row for row in rows if row.losses == least]


def _one_of(s: FranceState, units: list[int]) -> int:
    """Who is hit, between equals (8.4.1g, G01): a die is shared out, or has as many sides as there are units."""
    sides = 6 if 6 % len(units) == 0 else len(units)
    die = s.roll("who is hit", ("8.4.1g",), sides)
    return units[(die - 1) * len(units) // sides]


def _strike(s: FranceState, unit: int, weapon: Weapon, clauses: tuple[str, ...]) -> bool:
    """One hit on a unit, and on what it carries or tows (8.4.2, 5.5m); does it cost a step?"""
    need = needed(s, unit, weapon)
    if need == SURE:
        losses.lose(s, unit, 1, clauses)
        return True
    clause = clause_of(s, weapon)
    if need != NEVER and s.roll(f"damage to {s.spoken(unit)}", (clause,)) >= need:
        losses.lose(s, unit, 1, (clause,))
        return True
    s.events.append(Withstood((clause,), unit))
    return False


def _batter(s: FranceState, hexa: int) -> bool:
    """A fortification loses a point; without any it is gone, and who was inside stands in the open (12.9b, 12.9e)."""
    fort = s.fort_at(hexa)
    if fort is None:
        return False
    value = fort.value - 1
    others = tuple([other for other in s.forts if other != fort])
    s.forts = (*others, fort._replace(value=value)) if value else others
    s.events.append(FortHit(("12.9b",) if value else ("12.9b", "12.9e"), hexa, value))
    if not value:
        for piece in s.stacks.get(hexa, ()):
            s.shelter(piece, False)
    s.touch()
    return bool(value)


# officers (7.1)


class Company(NamedTuple):
    """An officer in a hex, and the units whose hits endanger him."""

    officer: int
    units: int


def _company(s: FranceState, hexa: int) -> list[Company]:
    """The officers of a hex: each is with the units of his formation, or with others if there are none (7.1d, G31)."""
    setting, found = s.setting, []
    for officer in s.stacks.get(hexa, ()):
        if setting.officers >> officer & 1:
            friends = s.mates(hexa, setting.side_of[officer]) & setting.units
            formation = s.led_by(officer)
            own = friends & setting.formations[formation].units if formation >= 0 else 0
            found.append(Company(officer, own or friends))
    return found


def _officers(
    s: FranceState, hexa: int, company: list[Company], lost: dict[int, int], lonely: int, assault: bool, cause: int
) -> None:  # fmt: skip
    """What becomes of the officers of a hex in which units were hit (7.1)."""
    setting = s.setting
    for officer, units in company:
        hits = sum(steps for unit, steps in lost.items() if units >> unit & 1)
        if lonely >> officer & 1:
            fall(s, officer, hexa, ("7.1b",), cause)
        elif assault and hits and not s.mates(hexa, setting.side_of[officer]) & setting.units:
            fall(s, officer, hexa, ("7.1c",), cause)
        elif hits and not _survives(s, officer, hits):
            fall(s, officer, hexa, ("7.1d",), cause)
        elif setting.tank_officers >> officer & 1 and s.carriers[officer] < 0:
            near = vehicles(s, officer, hexa)
            if near and not near & (near - 1):  # nothing to choose: he is there before anybody checks morale
                board(s, officer, listed(near)[0])


def _survives(s: FranceState, officer: int, hits: int) -> bool:
    """Two dice less the steps that his units have lost (7.1d, G32)."""
    rolled = sum(s.roll(f"fate of {s.spoken(officer)}", ("7.1d",)) for _ in range(2))
    survives = rolled - hits > s.setting.charts.officer.hit
    s.events.append(OfficerChecked(("7.1d",), officer, rolled, hits, survives))
    return survives


def fall(s: FranceState, officer: int, hexa: int, clauses: tuple[str, ...], cause: int = -1) -> None:
    """An officer is eliminated; his formation checks its morale at once (7.1g)."""
    formation = s.led_by(officer)
    losses.eliminate(s, 1 << officer, clauses)
    if formation >= 0:
        rout.officer_lost(s, formation, hexa, cause)


def vehicles(s: FranceState, officer: int, hexa: int) -> int:
    """The AFVs of his formation nearest to where a tank officer has lost his own (7.1f)."""
    formation = s.led_by(officer)
    if formation < 0:
        return 0
    board, own = s.setting.board, listed(s.setting.formations[formation].units & s.setting.afvs & s.alive)
    away = {unit: board.distance(hexa, s.where[unit]) for unit in own}
    return members(unit for unit in own if away[unit] == min(away.values()))


class Checks(FranceStep):
    """The formations that were hit in a hex check their morale, once their officers ride again (8.3m, 8.3n, 7.1f)."""

    hex: Place
    formations: tuple[int, ...]
    times: tuple[int, ...]
    """How often each of them checks."""
    cause: Place
    """The hex from which they were hit; -1: none."""

    def after(self, s: FranceState) -> None:
        rout.after_losses(s, self.hex, list(zip(self.formations, self.times, strict=True)), self.cause)
        rout.lose_left_behind(s, self.hex)


class ChangeVehicle(FranceStep):
    """A tank officer whose AFV is lost goes to the nearest of his formation; if there is none he is out (7.1f)."""

    officer: Piece
    hex: Place

    hand = "officer"
    spot = "hex"
    forced = True
    heading = "{side} officer without a tank"
    asks = "{officer} has lost his tank: choose the one he rides in now."
    help = Help("7.1f", "He goes to the nearest tank of his formation.")
    words = {"board": "Ride in {it}"}

    def settled(self, s: FranceState) -> bool:
        """Is there nothing to choose: he rides already, has fallen, or finds no tank?"""
        return s.carriers[self.officer] >= 0 or not vehicles(s, self.officer, self.hex)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if s.carriers[self.officer] >= 0:
            yield Bar(ALL, "7.1f", "he has found another")
        yield Bar(~vehicles(s, self.officer, self.hex), "7.1f", "{it} is not one of the nearest tanks of his formation")

    def board(self, s: FranceState, unit: int) -> None:
        s.pop()
        board(s, self.officer, unit)

    def after(self, s: FranceState) -> None:
        if s.alive >> self.officer & 1 and s.carriers[self.officer] < 0:
            fall(s, self.officer, self.hex, ("7.1f",))


def board(s: FranceState, officer: int, unit: int) -> None:
    """A tank officer rides in another AFV from now on (7.1f)."""
    s.shift(officer, s.where[unit])
    s.ride(officer, unit)
    s.events.append(OfficerMoved(("7.1f",), officer, unit))


def strand(s: FranceState, officer: int, hexa: int) -> None:
    """A tank officer's AFV is lost, in whatever way: he looks for another, if he survives (7.1f)."""
    s.push(ChangeVehicle(officer, hexa))


losses.STRANDED.append(strand)


# odds


def odds(s: FranceState, victims: int, hits: int, weapon: Weapon) -> dict[int, Fraction]:
    """How likely so many hits cost the victims so many steps, what they carry not counted."""
    return _odds(_standings(s, victims, weapon), hits)


def mean_losses(s: FranceState, victims: int, most: int, weapon: Weapon) -> list[Fraction]:
    """The steps that no hit, one hit and so on cost the victims on the average."""
    rows = _standings(s, victims, weapon)
    return [_mean(rows, hits) for hits in range(most + 1)]


def _standings(s: FranceState, victims: int, weapon: Weapon) -> tuple[Standing, ...]:
    return tuple(sorted([_standing(s, unit, 0, weapon) for unit in listed(victims & s.setting.units)]))


@lru_cache(maxsize=4096)
def _mean(rows: tuple[Standing, ...], hits: int) -> Fraction:
    return sum([steps * chance for steps, chance in _odds(rows, hits).items()], Fraction(0))


@lru_cache(maxsize=4096)
def _odds(rows: tuple[Standing, ...], hits: int) -> dict[int, Fraction]:
    if not hits or not rows:
        return {0: Fraction(1)}
    made: dict[int, Fraction] = {}
    first = eligible(list(rows))
    for row in set(first):
        share = Fraction(first.count(row), len(first))
        costs = Fraction(NEVER - row.needs, 6)
        rest = list(rows)
        rest.remove(row)
        worse = row._replace(losses=row.losses + 1)
        weaker = [worse._replace(steps=row.steps - 1)] if row.steps > 1 else []
        for chance, cost, left in ((costs, 1, weaker), (1 - costs, 0, [worse])):
            if chance:
                for steps, more in _odds(tuple(sorted([*rest, *left])), hits - 1).items():
                    made[steps + cost] = made.get(steps + cost, Fraction(0)) + share * chance * more
    return made
