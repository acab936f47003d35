"""Heuristics for bots in the air: over which combats air units are worth most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.board.sets import members
from meuse.engine import Option
from meuse.games.mansteins_war import air, commands, shifts, variants
from meuse.games.mansteins_war.prospects import Judgement, grown, threat
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.thrusts import thrusts
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.aims import recalled

if TYPE_CHECKING:
    from meuse.games.mansteins_war.advice import MansteinAdvice

COLUMNS = 2
"""By how many columns air support is tried out."""


def hot(j: Judgement, s: MansteinState, side: int) -> dict[int, float]:
    """The hexes in which ground combat is likely, and what a column is worth to a side there.

    These are the attacks it plans for its impulse, and its own stacks that enemies stand beside.
    """
    enemy, board = other(side), s.setting.board
    found = {thrust.target: thrust.column_gain for thrust in thrusts(j, s, side)}
    for hexa in board.members(s.held[side] & enemy_zone(s, side)):
        bases = s.setting.overland[hexa] & s.held[enemy]
        against = sum([shifts.attack_of(s, piece) for base in board.members(bases) for piece in s.at(base)])
        if against:
            without, covered = (max(threat(j, s, enemy, hexa, against, False, shift), 0.0) for shift in (0, -COLUMNS))
            if without > covered:
                found[hexa] = j.numbers["air_defence"] * (without - covered) / COLUMNS
    return found


def _cover(
    j: Judgement, s: MansteinState, unit: int, hexa: int, wanted: dict[int, float], without: dict[int, int]
) -> float:
    """What an air unit is worth over a hex: columns where they are wanted, more than others bring there already."""
    table, board = s.setting.tables.air, s.setting.board
    full = s.steps[unit] == s.setting.full[unit]
    strength = air.strength(s, unit)
    zone = board.disc(hexa, table.zone_full if full else table.zone_reduced)
    total = sum(
        [worth * max(strength - without.get(place, 0), 0) for place, worth in wanted.items() if zone >> place & 1]
    )
    enemies = air.units_over(s, other(s.setting.side_of[unit]), hexa)
    if enemies:
        odds = strength + commands.air_shift(s) - air.strength(s, enemies[0])
        total += j.numbers["dogfight"] * odds - j.numbers["dogfight_risk"]
    return total


def covered(j: Judgement, s: MansteinState, side: int) -> float:
    """What the air units of a side are worth where they are."""
    wanted = hot(j, s, side)
    return sum([wanted[hexa] * number for hexa, number in _columns(s, side, wanted).items()])


def _columns(s: MansteinState, side: int, wanted: dict[int, float], without: int = -1) -> dict[int, int]:
    """The columns that air units of a side bring to hexes, without one of them."""
    found: dict[int, int] = {}
    setting = s.setting
    for friend in setting.air:
        if friend != without and setting.side_of[friend] == side:
            zone = air.zone_of(s, friend)
            for hexa in wanted:
                if zone >> hexa & 1:
                    found[hexa] = max(found.get(hexa, 0), air.strength(s, friend))
    return found


def flights(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Air units that wait are sent, the strongest first, as long as they bring something; then those over the map."""
    setting, flying = s.setting, []
    j, side = advice.judgement(s), s.agenda[-1].mover
    wanted = _wanted(advice, s, side)
    battles = members(wanted)
    for option in s.offered("fly"):
        unit = option.value
        idle = air.hex_of(s, unit) < 0
        if not setting.airlifts >> unit & 1 and (idle or not air.zone_of(s, unit) & battles):
            flying.append((idle, air.strength(s, unit), option))
    for _, _, option in sorted(flying, key=lambda entry: entry[:2], reverse=True):
        if _best(j, s, option.value, wanted)[0] >= j.numbers["worth_flying"]:
            return [option]
    return s.offered("done")


def _wanted(advice: MansteinAdvice, s: MansteinState, side: int) -> dict[int, float]:
    """The same; with memory, as it was when the first air unit of the impulse was sent."""
    key = (advice.player_turn(s).key, side, "hot") if advice.memory is not None else ()
    return recalled(advice.memory, key, lambda: hot(advice.judgement(s), s, side))


def _best(j: Judgement, s: MansteinState, unit: int, wanted: dict[int, float]) -> tuple[float, int]:
    """Over which hex an air unit is worth most, and how much."""
    side = s.setting.side_of[unit]
    without = _columns(s, side, wanted, unit)
    taken = air.covered(s, side, ~(1 << unit))
    near = grown(s, members(wanted), 1) & ~taken & ~variants.out_of_play(s)
    rows = [
        (_cover(j, s, unit, hexa, wanted, without), wanted.get(hexa, 0.0), hexa)
        for hexa in s.setting.board.members(near)
    ]
    worth, _, hexa = max(rows, default=(0.0, 0.0, -1))
    return worth, hexa


def flight(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Over the hex from which it helps most; an airlift, which nobody asked for, anywhere."""
    unit: int = s.agenda[-1].unit
    j, side = advice.judgement(s), s.setting.side_of[unit]
    hexa = _best(j, s, unit, _wanted(advice, s, side))[1]
    best = [option for option in s.offered("over") if option.value == hexa]
    return best or s.offered("withdraw") or s.offered("over")[:1]


def bomb(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Cities are left standing, unless the outcome looks better."""
    return [*s.offered("done"), *s.offered("bombard")[:1]]
