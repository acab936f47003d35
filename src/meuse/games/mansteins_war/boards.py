"""The battle boards: attacks, counterattacks, air superiority and the bombing of cities.

The steps of those chapters ask for them, so this module and theirs know each other; nothing is used before both are
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from meuse.engine import Pieces
from meuse.engine.preview import Factor, Preview
from meuse.engine.scene import Chance, Fight, Line, Lit, Weight
from meuse.games.mansteins_war import air as air_units
from meuse.games.mansteins_war import bombing, combat, commands, losses, results, shifts
from meuse.games.mansteins_war.aids import AIR, ASSAULT, MOBILE, column_name
from meuse.games.mansteins_war.counters import drawn
from meuse.games.mansteins_war.setting import SIDES
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.tables import Result
from meuse.mechanics.words import counted


def part_of_turn(s: MansteinState) -> str:
    """The turn and the impulse, which has the name of its marker: no hex is attacked twice in one (10.1b, R54)."""
    row = commands.under_way(s)
    return f"{s.turn}-{row.id if row is not None else ''}"


def line(s: MansteinState, side: int, pieces: Iterable[int], strength: str = "") -> Line:
    """One side's units; everybody knows all of them."""
    return Line(SIDES[side], tuple(drawn(s.setting, piece, s.steps[piece]) for piece in pieces), 0, strength)


# ground combat (10, 22)


def board(s: MansteinState, mover: int, target: int, attackers: Pieces, defenders: Pieces) -> Fight:
    """What is always known of a combat."""
    label = s.label(target)
    places = dict.fromkeys((label, *(s.label(s.where[piece]) for piece in attackers if s.on_map(piece))))
    title = f"Attack on {s.spot(target)}"
    lines = line(s, mover, attackers), line(s, other(mover), defenders)
    return Fight(f"{part_of_turn(s)}-{label}", title, tuple(places), *lines)


def attack(s: MansteinState, mover: int, target: int, attackers: Pieces) -> Fight:
    """An attack before its table is chosen; without attackers only its target is known."""
    if not attackers:
        return board(s, mover, target, (), shifts.defenders_at(s, other(mover), target))
    fight = combat.engagement(s, target, attackers, on_mobile=False)
    total = shifts.odds(s, target, attackers)
    mobile = combat.may_use_mobile(s, target, attackers)
    rule = Weight("all attackers are Mech units: the Mobile table is open too", "", SIDES[mover], "10.2b")
    return declared(s, mover, fight, total, (rule,) if mobile else ())


def on_table(s: MansteinState, mover: int, target: int, attackers: Pieces, on_mobile: bool) -> Fight:
    """An attack whose table is chosen."""
    fight = combat.engagement(s, target, attackers, on_mobile)
    return declared(s, mover, fight, shifts.odds(s, target, attackers), ())


def declared(
    s: MansteinState, mover: int, fight: results.Engagement, total: shifts.Odds, more: tuple[Weight, ...]
) -> Fight:
    """A combat before the die falls: both line-ups, all that counts, and the chances in words."""
    shown = board(s, mover, fight.target, fight.attackers, fight.defenders)
    return replace(
        shown,
        attacker=replace(shown.attacker, strength=str(total.attack)),
        defender=replace(shown.defender, strength=str(total.defence)),
        odds=f"{total.attack} to {total.defence}, {total.text}",
        weights=(*weights(s, mover, fight, total), *more),
        chances=tuple(chances(s, mover, fight, total)),
        lit=lit(fight.on_mobile, total),
    )


def lit(on_mobile: bool, total: shifts.Odds) -> Lit:
    """The column of a table that counts."""
    return Lit(MOBILE if on_mobile else ASSAULT, column=total.text)


def weights(s: MansteinState, mover: int, fight: results.Engagement, total: shifts.Odds) -> Iterator[Weight]:
    """The percentage, every shift of columns, and who is only caught in the combat (10.4, 10.5)."""
    names = s.setting.tables.columns.names
    yield Weight(f"{total.attack} to {total.defence}", names[total.start], "", "10.4a")
    for factor in total.factors:
        if factor.value[-1:] in "RL" and factor.value[:-1].isdigit():
            yield shift(factor, mover)
    for piece in fight.defenders:
        if piece not in fight.counting:
            says = f"{s.spoken(piece)} has been attacked before: it does not count, but suffers the result"
            yield Weight(says, "", SIDES[mover], "10.1c")


def shift(factor: Factor, mover: int) -> Weight:
    """A shift of columns, and whom it helps."""
    right = factor.value.endswith("R")
    way = f"{counted(int(factor.value[:-1]), 'column')} {'right' if right else 'left'}"
    return Weight(factor.name, way, SIDES[mover if right else other(mover)], factor.clause)


def chances(s: MansteinState, mover: int, fight: results.Engagement, total: shifts.Odds) -> Iterator[Chance]:
    """What the die can do, in words, and for whom it is good."""
    codes = [row[total.column] for row in results.rows_of(s, fight.on_mobile)]
    for code, count in Counter(codes).items():
        yield Chance(results.meaning(s, fight, code), count / len(codes), code, good(s, mover, fight, code))


def good(s: MansteinState, mover: int, fight: results.Engagement, code: Result) -> str:
    """The side that a result is good for; nobody if it hurts both or none."""
    applied = results.in_force(s, fight, code)
    if applied is None:
        return ""
    row = s.setting.tables.result[applied]
    ours = bool(row.attacker.steps or row.attacker.retreat or row.counterattack)
    theirs = bool(row.defender.steps or row.defender.retreat)
    return "" if ours == theirs else SIDES[mover if theirs else other(mover)]


def resolved(s: MansteinState, target: int, attackers: Pieces, defenders: Pieces) -> Fight:
    """A combat after the die has fallen: who is left of it, wherever they are now."""
    mover = s.setting.side_of[attackers[0]]
    return board(s, mover, target, losses.alive(s, attackers), losses.alive(s, defenders))


def countered(s: MansteinState, target: int, attackers: Pieces, defenders: Pieces) -> Fight | None:
    """A counterattack: part of the combat that brought it, with odds of its own (22.2)."""
    step = next((step for step in reversed(s.agenda) if isinstance(step, combat.Aftermath)), None)
    if step is None:
        return None
    side = s.setting.side_of[attackers[0]]
    fight = results.Engagement(target, attackers, defenders, defenders, on_mobile=False, countering=True)
    total = shifts.counter_odds(s, attackers, defenders)
    shown = declared(s, side, fight, total, ())
    whole = board(s, other(side), step.target, step.attackers, step.defenders)
    says = f"counterattack on {s.spot(target)}"
    return replace(
        shown, id=whole.id, title=whole.title, places=whole.places, odds=f"{says}: {shown.odds}",
        attacker=shown.defender, defender=shown.attacker,
    )  # fmt: skip


# in the air (16, 22.3, 22.4)


def dogfight(s: MansteinState, mover: int, units: Sequence[int]) -> Fight | None:
    """Air superiority over a hex, where one air unit is left to attack (16.6)."""
    if len(units) != 1:
        return None
    unit = units[0]
    enemy = air_units.rivals(s, mover)[unit]
    ours, theirs = (str(air_units.strength(s, piece)) for piece in (unit, enemy))
    rows = air_units.results(s, unit, air_units.strength(s, enemy))
    factors = air_units.factors(s, unit, s.spoken(enemy), air_units.strength(s, enemy), "16.6d")
    hexa = air_units.hex_of(s, unit)
    good_for = {"AL1": SIDES[other(mover)], "DL1": SIDES[mover]}
    return Fight(
        f"{part_of_turn(s)}-air-{s.label(hexa)}", f"Air superiority over {s.spot(hexa)}", (s.label(hexa),),
        line(s, mover, (unit,), ours), line(s, other(mover), (enemy,), theirs), f"{ours} against {theirs}",
        weights=tuple(air_weights(factors, mover)),
        chances=tuple(
            Chance(air_units.SAYS[code], count / len(rows), code, good_for.get(code, ""))
            for code, count in Counter(rows).items()
        ),
        lit=air_lit(s, unit, air_units.strength(s, enemy)),
    )  # fmt: skip


def air_lit(s: MansteinState, unit: int, defence: int) -> Lit:
    """The column of the Air Warfare Table that counts."""
    return Lit(AIR, column=column_name(s.setting.tables.air.differences, air_units.column(s, unit, defence)))


def air_weights(factors: Iterable[Factor], mover: int) -> Iterator[Weight]:
    """Strengths and shifts of an air combat."""
    for factor in factors:
        against = factor.value.startswith("-")
        yield Weight(factor.name, factor.value, SIDES[other(mover) if against else mover], factor.clause)


def raid(s: MansteinState, mover: int, units: Sequence[int]) -> Fight | None:
    """The bombing of a city, where one air unit is left to bomb (16.9)."""
    if len(units) != 1:
        return None
    unit = units[0]
    hexa, met = air_units.hex_of(s, unit), air_units.rivals(s, mover).get(unit)
    preview = bombing.raid_preview(s, unit)
    theirs = (met,) if met is not None else ()
    strength = str(s.setting.tables.air.city if met is None else air_units.strength(s, met))
    return Fight(
        f"{part_of_turn(s)}-raid-{s.label(hexa)}", f"Bombing of {s.spot(hexa)}", (s.label(hexa),),
        line(s, mover, (unit,), str(air_units.strength(s, unit))), line(s, other(mover), theirs, strength),
        weights=tuple(air_weights(preview.factors, mover)),
        chances=tuple(raid_chances(preview, mover)),
        lit=air_lit(s, unit, s.setting.tables.air.city),
    )  # fmt: skip


def raid_chances(preview: Preview, mover: int) -> Iterator[Chance]:
    good_for = {"DL1": SIDES[mover], "AL1": SIDES[other(mover)], "driven off": SIDES[other(mover)]}
    says = {outcome.says: outcome.name for outcome in preview.outcomes}
    for words, name in says.items():
        share = sum(outcome.chance for outcome in preview.outcomes if outcome.says == words)
        yield Chance(words, float(share), name, good_for.get(name, ""))
