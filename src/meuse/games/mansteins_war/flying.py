"""Heuristics for bots in the air: over which combats air units are worth most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.board.sets import listed, members, union
from meuse.engine import Option
from meuse.games.mansteins_war import air, bombing, capitulation, commands, shifts, variants
from meuse.games.mansteins_war.prospects import Judgement, brought_up, grown, threat
from meuse.games.mansteins_war.setting import FRANCE
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.thrusts import thrusts
from meuse.mechanics.aims import recalled

if TYPE_CHECKING:
    from meuse.games.mansteins_war.advice import MansteinAdvice


def hot(j: Judgement, s: MansteinState, side: int) -> dict[int, float]:
    """The hexes in which ground combat is likely, and what a column is worth to a side there.

    These are the attacks it plans for its impulse, and its own stacks that enemies are close to: those who are to
    attack count where they attack from.
    """
    enemy, board, columns = other(side), s.setting.board, int(j.numbers["air_columns"])
    planned = thrusts(j, s, side)
    found = {thrust.target: thrust.column_gain for thrust in planned}
    posts = {piece: post for thrust in planned for piece, post in thrust.posts.items()}
    stacks: dict[int, list[int]] = {}
    for piece in j.units[side]:
        if s.where[piece] >= 0:
            stacks.setdefault(posts.get(piece, s.where[piece]), []).append(piece)
    foes = {base: sum([shifts.attack_of(s, p) for p in s.at(base)]) for base in board.members(s.held[enemy])}
    near = grown(s, s.held[enemy], int(j.numbers["air_watch"]))
    for hexa, stack in stacks.items():
        against = brought_up(j, s, side, hexa, foes) if near >> hexa & 1 else 0
        if against >= 1:
            without, covered = (
                threat(j, s, enemy, hexa, against, False, shift, stack, free=True) for shift in (0, -columns)
            )
            if without > covered:
                found[hexa] = found.get(hexa, 0.0) + j.numbers["air_defence"] * (without - covered) / columns
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
    """The air unit is sent that gains most by it, as long as one gains enough."""
    j, side = advice.judgement(s), s.agenda[-1].mover
    wanted = _wanted(advice, s, side)
    found = [
        (_best(j, s, option.value, wanted)[0] - _now(j, s, option.value, wanted), air.strength(s, option.value), option)
        for option in s.offered("fly")
        if not s.setting.airlifts >> option.value & 1
    ]
    gain, _, best = max(found, key=lambda entry: entry[:2], default=(0.0, 0, None))
    return [best] if best is not None and gain >= j.numbers["worth_flying"] else s.offered("done")


def _now(j: Judgement, s: MansteinState, unit: int, wanted: dict[int, float]) -> float:
    """What an air unit is worth where it is: nothing, if it waits."""
    here = air.hex_of(s, unit)
    return _cover(j, s, unit, here, wanted, _columns(s, s.setting.side_of[unit], wanted, unit)) if here >= 0 else 0.0


def _wanted(advice: MansteinAdvice, s: MansteinState, side: int) -> dict[int, float]:
    """The same; with memory, as it was when the first air unit of the impulse was sent."""
    key = (advice.player_turn(s).key, side, "hot") if advice.memory is not None else ()
    return recalled(advice.memory, key, lambda: hot(advice.judgement(s), s, side))


def _best(j: Judgement, s: MansteinState, unit: int, wanted: dict[int, float]) -> tuple[float, int]:
    """Over which hex an air unit is worth most, to help in combat or to bomb a city, and how much."""
    side = s.setting.side_of[unit]
    without = _columns(s, side, wanted, unit)
    free = ~air.covered(s, side, ~(1 << unit)) & ~variants.out_of_play(s)
    rows = [
        (_cover(j, s, unit, hexa, wanted, without), wanted.get(hexa, 0.0), hexa)
        for hexa in s.setting.board.members(grown(s, members(wanted), 1) & free)
    ]
    rows += [(_bombs(j, s, unit, hexa), 0.0, hexa) for hexa in s.setting.board.members(_cities(s, side) & free)]
    worth, _, hexa = max(rows, default=(0.0, 0.0, -1))
    return worth, hexa


def flight(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Over the hex from which it helps most; an airlift, which nobody asked for, anywhere."""
    unit: int = s.agenda[-1].unit
    j, side = advice.judgement(s), s.setting.side_of[unit]
    hexa = _best(j, s, unit, _wanted(advice, s, side))[1]
    best = [option for option in s.offered("over") if option.value == hexa]
    return best or s.offered("withdraw") or s.offered("over")[:1]


# bombs on cities


def _cities(s: MansteinState, side: int) -> int:
    """The cities that small countries have yet to fall with, as long as enemies hold them and nobody flies there.

    A destroyed city covers nobody and is neither port nor depot: who stands there is without ships and support.
    """
    falls = s.setting.falls_with.items()
    falling = union([hexes for country, hexes in falls if country != FRANCE and capitulation.at_war(s, country)])
    free = ~s.bombed & ~s.open_cities & ~air.covered(s, other(side), -1)
    return bombing.targets(s, side) & falling & s.held[other(side)] & free


def _bombs(j: Judgement, s: MansteinState, unit: int, hexa: int) -> float:
    """What it is worth to bomb a city with an air unit: its cover, and the support of all who move there."""
    results = bombing.bomb_results(s, unit)
    there = [piece for piece in s.at(hexa) if s.setting.mobile >> piece & 1]
    return j.numbers["bombing"] * (1 + len(there)) * results.count("DL1") / len(results)


def over_cities(j: Judgement, s: MansteinState, side: int) -> float:
    """What the air units of a side are worth that can bomb a city below them."""
    cities = _cities(s, side)
    above = [(unit, air.hex_of(s, unit)) for unit in listed(bombing.bombers(s, side))]
    return sum([_bombs(j, s, unit, hexa) for unit, hexa in above if cities >> hexa & 1])


def bomb(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Cities are bombed where that is worth more than air support; others are left standing, unless it looks better."""
    j, side = advice.judgement(s), s.agenda[-1].mover
    wanted, cities = hot(j, s, side), _cities(s, side)
    for option in s.offered("bombard"):
        hexa = air.hex_of(s, option.value)
        if cities >> hexa & 1 and _bombs(j, s, option.value, hexa) > _now(j, s, option.value, wanted):
            return [option]
    return [*s.offered("done"), *s.offered("bombard")[:1]]
