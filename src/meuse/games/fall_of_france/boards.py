"""The battle boards: skirmishes, combats and air battles, from the first choice to the end.

The steps of those chapters ask for them, so this module and theirs know each other; nothing is used before both are
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec.structs import replace

from meuse.engine import Pieces
from meuse.engine.preview import Factor
from meuse.engine.scene import Chance, Fight, Line, Weight
from meuse.games.fall_of_france import aftermath, declarations, engagement, odds
from meuse.games.fall_of_france import air as air_units
from meuse.games.fall_of_france import combat as combats
from meuse.games.fall_of_france import skirmish as skirmishes
from meuse.games.fall_of_france.counters import drawn
from meuse.games.fall_of_france.setting import ALLIED, GERMAN, SIDES
from meuse.games.fall_of_france.state import FallState, other
from meuse.games.fall_of_france.tables import AirResult, SkirmishRow
from meuse.mechanics.tabletop import attack_board
from meuse.mechanics.words import columns, counted

PHASES = {
    "movement": "movement", "combat": "combat", "resolution": "combat", "open_movement": "open_movement",
    "open_combat": "open_combat",
}  # fmt: skip
"""The steps that say in which part of a turn a battle is fought: a combat is declared and resolved in the same one."""


def part_of_turn(s: FallState) -> str:
    """The turn and the part of it: what makes a battle another than those of the same units elsewhere in the match."""
    step = next((step for step in reversed(s.agenda) if step.name in PHASES), None)
    return f"{s.turn}-{SIDES[step.mover]}-{PHASES[step.name]}-{step.mech_ops:d}" if step is not None else f"{s.turn}-"


def line(s: FallState, side: int, pieces: Iterable[int], strength: str = "") -> Line:
    """One side's units; everybody knows all of them."""
    return Line(SIDES[side], tuple(drawn(s.setting, piece, notes_of(s, piece)) for piece in pieces), 0, strength)


def notes_of(s: FallState, piece: int) -> tuple[str, ...]:
    bits = (s.disrupted, "disrupted"), (s.cadred, "cadre")
    return tuple(note for mask, note in bits if mask >> piece & 1)


def weight(factor: Factor, mover: int) -> Weight:
    """What counts, and whom it helps: what is added helps the attacker."""
    sign = factor.value[:1]
    side = {"+": SIDES[mover], "-": SIDES[other(mover)]}.get(sign, "")
    return Weight(factor.name, factor.value, "" if factor.value == "+0" else side, factor.clause)


# skirmishes (11)


def skirmish(s: FallState, step: Any, side: int) -> Fight | None:
    """The board of the skirmish a step belongs to, from the moment the stack has entered the hex."""
    if isinstance(step, skirmishes.AirSkirmish):
        return against_air(s, step)
    if isinstance(step, skirmishes.Muster):
        return ground_skirmish(s, step, step.chosen, step.landing, False, step.absent)
    if isinstance(step, skirmishes.Consent):
        return ground_skirmish(s, step, (), False, False, ())
    if isinstance(step, skirmishes.Clash):
        return ground_skirmish(s, step, step.stacks, step.landing, step.commando, step.absent)
    if isinstance(step, skirmishes.Aftermath):
        return ended_skirmish(s, step)
    return None


def skirmish_id(s: FallState, step: Any, over: bool) -> str:
    """A stack may come back to a hex and fight there again: its skirmishes there are counted (11.0c)."""
    group = set(step.group)
    times = sum(meeting.hex == step.hex and bool(group & set(meeting.movers)) for meeting in s.met)
    return f"{part_of_turn(s)}-skirmish-{s.label(step.hex)}-{s.piece_name(step.group[0])}-{times - over}"


def ground_skirmish(
    s: FallState, step: Any, stacks: Sequence[int], landing: bool, commando: bool, absent: Pieces
) -> Fight:
    """A skirmish with the stacks that defend; before any is named, all that could (11.1c)."""
    mover, movers = step.mover(s), step.movers(s)
    met = tuple(stack for stack in (stacks or step.stacks) if stack in s.stacks)
    victims = skirmishes.taking_part(s, met, absent)
    title = f"Skirmish at {s.spot(step.hex)}"
    rolled = isinstance(step, skirmishes.Clash)
    name = skirmish_id(s, step, rolled)
    if not movers or not met:
        return Fight(name, title, (s.label(step.hex),), line(s, mover, movers), line(s, other(mover), victims))
    made = skirmishes.modifiers(s, step.hex, movers, met, landing, commando, absent)
    lines = line(s, mover, movers, str(made.attack)), line(s, other(mover), victims, str(made.defence))
    weights = tuple(weight(factor, mover) for factor in made.factors)
    firm = [stack for stack in met if skirmishes.holds_ground(s, stack, step.hex)]
    weights += tuple(
        Weight(f"the stack in {s.spot(stack)} may ignore a retreat", "", SIDES[other(mover)], "11.3g") for stack in firm
    )
    rows = [skirmishes.result_of(s, die + made.die) for die in range(1, 7)]
    fight = Fight(name, title, (s.label(step.hex), *map(s.label, met)), *lines, f"{made.attack} to {made.defence}")
    can = tuple(skirmish_chances(rows, mover)) if stacks or len(met) == 1 else ()
    return replace(fight, weights=weights, chances=can)


def skirmish_chances(rows: Sequence[SkirmishRow], mover: int) -> Iterator[Chance]:
    """What the die can do, in words, and for whom it is good."""
    words = {skirmishes.result_words(row): row for row in rows}
    for says, count in Counter(map(skirmishes.result_words, rows)).items():
        row = words[says]
        good = mover if row.defender else other(mover) if row.attacker else None
        yield Chance(says, count / len(rows), row.attacker or row.defender, SIDES[good] if good is not None else "")


def against_air(s: FallState, step: Any) -> Fight:
    """A skirmish with an interdicting air unit: a plain die (12.2c, R52)."""
    mover, movers = step.mover(s), step.movers(s)
    name = f"{part_of_turn(s)}-skirmish-{s.label(step.hex)}-{s.piece_name(step.group[0])}-{s.piece_name(step.unit)}"
    rows = [skirmishes.result_of(s, die) for die in range(1, 7)]
    plain = Weight("an air unit: the die is not modified", "", "", "12.2c")
    title = f"Skirmish at {s.spot(step.hex)} with {s.spoken(step.unit)}"
    return Fight(
        name, title, (s.label(step.hex),), line(s, mover, movers),
        line(s, other(mover), (step.unit,)), weights=(plain,), chances=tuple(skirmish_chances(rows, mover)),
    )  # fmt: skip


def ended_skirmish(s: FallState, step: Any) -> Fight:
    """After the die: who is left where they fought."""
    mover = step.mover(s)
    victims = [p for p in skirmishes.taking_part(s, step.stacks, step.absent) if s.setting.side_of[p] != mover]
    places = (s.label(step.hex), *(s.label(stack) for stack in step.stacks if stack != step.hex))
    lines = line(s, mover, step.movers(s)), line(s, other(mover), victims)
    return Fight(skirmish_id(s, step, True), f"Skirmish at {s.spot(step.hex)}", places, *lines)


# combat (14)


def combat(s: FallState, step: Any, side: int) -> Fight | None:
    """The board of the combat a step belongs to, from the choice of its target to the last advance."""
    if isinstance(step, combats.Battle):
        return declared(s, step.mover, step.target, step.attackers, step.backing)
    if isinstance(step, combats.Answer):
        return declared(s, step.mover, step.target, step.attackers, ())
    if isinstance(step, declarations.Resolution):
        known = declarations.waiting(s)
        if len(known) != 1:
            return None
        units, backing = declarations.fit(s, known[0]), declarations.backers(s, known[0])
        return declared(s, step.mover, known[0].target, units, backing)
    if isinstance(step, aftermath.Advance):
        return resolved(s, step.target, step.attackers)
    return None


def combat_board(s: FallState, mover: int, target: int, attackers: Iterable[int], lines: tuple[Line, Line]) -> Fight:
    """What is always known of a combat: no hex is attacked twice in a phase (R61)."""
    return attack_board(s, f"{part_of_turn(s)}-{SIDES[mover]}", target, attackers, lines)


def declared(s: FallState, mover: int, target: int, attackers: Pieces, backing: Pieces) -> Fight:
    """A combat before the die falls: both line-ups, all that counts, and the chances in words."""
    victims = s.at(target)
    if not attackers:
        return combat_board(s, mover, target, (), (line(s, mover, ()), line(s, other(mover), victims)))
    total = engagement.odds_of(s, attackers, target, backing)
    lines = line(s, mover, attackers, str(total.attack)), line(s, other(mover), victims, str(total.defence))
    fight = combat_board(s, mover, target, attackers, lines)
    return replace(
        fight,
        odds=total.text,
        weights=tuple(combat_weights(s, mover, target, attackers, total)),
        chances=tuple(combat_chances(s, attackers, total)),
        lit=total.lit,
    )


def combat_weights(
    s: FallState, mover: int, target: int, attackers: Pieces, total: engagement.Odds
) -> Iterator[Weight]:
    """What cuts or multiplies units, the ratio, the shifts of columns and the modifiers of the die."""
    units = {s.spoken(piece) for piece in (*attackers, *s.at(target))} | {"attack", "defence", "ratio", "column"}
    named = {id(factor) for factor in (*total.shifts, *total.drms)}
    for factor in engagement.factors_of(s, attackers, target, total):
        if factor.name not in units and id(factor) not in named:
            yield Weight(factor.name, factor.value, "", factor.clause)
    name = odds.column_name(s.setting.tables.crt.columns, total.start)
    yield Weight(f"{total.attack} to {total.defence}", name, "", "14.2a")
    for factor in total.shifts:
        yield replace(weight(factor, mover), value=columns(int(factor.value)) or "none")
    for factor in total.drms:
        yield replace(weight(factor, mover), value=f"{int(factor.value):+d} on the die")


def combat_chances(s: FallState, attackers: Pieces, total: engagement.Odds) -> Iterator[Chance]:
    """What the die can do, in words, and for whom it is good."""
    results, mover = engagement.results(s, total), s.setting.side_of[attackers[0]]
    reckless = engagement.is_reckless(s, attackers)
    for result, count in Counter(results).items():
        good = result.hurts_defender - (result.hurts_attacker or reckless)
        side = {1: SIDES[mover], -1: SIDES[other(mover)], 0: ""}[good]
        yield Chance(engagement.meaning(s, attackers, result), count / len(results), result.name, side)


def resolved(s: FallState, target: int, attackers: Pieces) -> Fight:
    """A combat after the die has fallen: who is left of it."""
    mover = s.setting.side_of[attackers[0]]
    alive = aftermath.alive(s, attackers)
    victims = [piece for piece in s.at(target) if s.setting.side_of[piece] != mover]
    return combat_board(s, mover, target, alive, (line(s, mover, alive), line(s, other(mover), victims)))


# air combat (13)


def air(s: FallState, step: Any, side: int) -> Fight:
    """An air battle, round by round (13.1). Those still to be fought lie below it, which gives each its number."""
    left = step.left(s)
    sides = {which: tuple(unit for unit in left if s.setting.side_of[unit] == which) for which in (GERMAN, ALLIED)}
    attacker, defender = (
        line(s, side, sides[side], dice(len(sides[side]))) for side in (step.mover, other(step.mover))
    )
    waiting = sum(one.name == step.name for one in s.agenda)
    places = tuple(dict.fromkeys(s.label(air_units.place_of(s, unit)) for unit in left))
    fight = Fight(f"{part_of_turn(s)}-air-{waiting}", "Air combat", places, attacker, defender, round=step.round)
    if not all(sides.values()):
        return fight
    table = s.setting.tables.air_combat.results
    whole = air_units.all_meet(s, left)  # else it may part, and how it ends is not a matter of numbers alone
    can = tuple(air_chances(table, len(sides[GERMAN]), len(sides[ALLIED]))) if whole else ()
    rule = Weight("one die for each unit, round by round while enemies share a hex", "", "", "13.1a")
    against = f"{len(attacker.pieces)} against {len(defender.pieces)}"
    return replace(fight, odds=against, weights=(rule,), chances=can)


def dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}" if number else ""


def air_chances(table: tuple[AirResult, ...], germans: int, allies: int) -> Iterator[Chance]:
    """How the whole battle ends: who has air units left, and how many."""
    for (german, allied), share in sorted(air_ends(table, germans, allies).items(), reverse=True):
        if german:
            yield Chance(f"{counted(german, 'German unit')} left", float(share), "", SIDES[GERMAN])
        elif allied:
            yield Chance(f"{counted(allied, 'Allied unit')} left", float(share), "", SIDES[ALLIED])
        else:
            yield Chance("nobody left", float(share))


@cache
def air_ends(table: tuple[AirResult, ...], germans: int, allies: int) -> dict[tuple[int, int], Fraction]:
    """The exact chances of all ends of an air battle; rounds in which nothing happens are fought again."""
    if not germans or not allies:
        return {(germans, allies): Fraction(1)}
    throws = len(table) ** (germans + allies)
    ends: dict[tuple[int, int], Fraction] = {}
    still = Fraction(0)
    for hits, ways in air_units.tolls(table, allies, germans).items():
        for blows, more in air_units.tolls(table, germans, allies).items():
            share = Fraction(ways * more, throws)
            if not hits and not blows:
                still += share
                continue
            for end, chance in air_ends(table, germans - len(hits), allies - len(blows)).items():
                ends[end] = ends.get(end, Fraction(0)) + share * chance
    return {end: share / (1 - still) for end, share in ends.items()}
