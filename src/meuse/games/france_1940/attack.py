"""Attacks (8, 8.3): whom they reach, columns, modifiers, defence values, the roll and what it comes to.

Every chapter that attacks a hex makes an ``Attack``, by ``against`` where the ordinary modifiers and defence values
count, and hands it to ``resolve``; ``preview`` gives its exact odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from meuse.board.sets import listed, members
from meuse.engine.preview import Factor, Preview, added
from meuse.engine.preview import Outcome as Chance
from meuse.engine.scene import Lit
from meuse.games.france_1940 import charts, hits, rout, rubble, smoke
from meuse.games.france_1940.aids import COMBAT
from meuse.games.france_1940.charts import AttackName
from meuse.games.france_1940.events import Attacked, AttackResult
from meuse.games.france_1940.hits import NEVER, Losses, Weapon
from meuse.games.france_1940.state import Fortification, FranceState
from meuse.games.france_1940.tables import Column
from meuse.mechanics import words
from meuse.mechanics.words import counted

AttackKind = Literal["ap", "at", "art", "air"]
NAMES: dict[AttackKind, str] = {"ap": "AP fire", "at": "AT fire", "art": "Artillery fire", "air": "Air attack"}
COLUMNS: dict[AttackKind, Column] = {"ap": "ap", "at": "at", "art": "art", "air": "art"}
"""The column of the Defence Value Chart that counts: an air attack is an ART attack (8.2.1)."""
TWO_DICE = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
TOTALS = tuple(Counter(a + b for a, b in TWO_DICE).items())
"""Each total of two dice, and in how many ways it is rolled."""


class Attack(NamedTuple):
    """An attack on a hex, ready to be rolled for."""

    kind: AttackKind
    hexa: int
    side: int
    """Who attacks."""
    factors: int
    """The sum of the fire factors, each halved as it must be (8.3g)."""
    shift: int = 0
    """Columns to the right, or to the left if negative."""
    modifiers: tuple[Factor, ...] = ()
    """What is added to the dice, with the clauses."""
    divisor: int = 2
    weapon: Weapon | None = None
    """What hits armour, where that matters; None: nothing but its kind."""
    victims: int | None = None
    """Those who share the hits; None: all in the hex whom it reaches."""
    fort: bool = False
    """Does a fortification in the hex take hits (12.9b)?"""
    shooters: tuple[int, ...] = ()
    """Who fires, if they are on the board."""
    reasons: tuple[Factor, ...] = ()
    """What the factors, the shift and the divisor come from."""
    name: str = ""
    """What it is called if it is no fire: the assault of armour, or on armour (9.2, 9.3)."""

    @property
    def by(self) -> Weapon:
        return self.weapon or Weapon(self.kind)


class Outcome(NamedTuple):
    """What an attack did: the modified roll, the effect on the chart, the hits and the losses."""

    roll: int
    effect: int
    hits: int
    losses: Losses


# whom an attack reaches


def vulnerable(s: FranceState, pieces: int, weapon: Weapon) -> int:
    """Those of some pieces that a munition can hurt, whatever they stand in (8a, 8b, 8.4.1b).

    What is carried or towed is no target of its own, nor are horses (5.5l, 5.5o, 5.6f). AFVs are left out where the
    calibre is too small for their class; an AT gun may hit armour that it does not go through (G02).
    """
    setting = s.setting
    armoured, found = pieces & setting.armour, 0
    if weapon.kind != "at":
        found = pieces & setting.units & ~setting.armour & ~setting.horses & ~(s.riders & ~s.mounted)
    if weapon.kind in ("at", "plain"):
        found |= armoured
    elif armoured and weapon.kind != "ap":
        for unit in listed(armoured):
            if hits.needed(s, unit, weapon) != NEVER:
                found |= 1 << unit
    return found


class Reach(NamedTuple):
    """Whom an attack on a hex reaches, and whether a fortification there takes hits."""

    victims: int
    fort: bool
    inside: bool
    """Are all of them inside a trench or fortification, or is it the fortification that is attacked?"""


def reach(
    s: FranceState, hexa: int, weapon: Weapon, origins: Iterable[int] = (), indirect: bool = False, without: int = 0
) -> Reach:  # fmt: skip
    """Whom an attack on a hex reaches (8.3l, 12.8, 12.9, G18b, G78, F4).

    Both sides of a continuing assault share the hits, in a trench or out of it (9.1.4e). Else units in a trench are
    reached only if nobody is outside whom it can hurt. Those in a fortification are reached by AP fire on its front and
    by light artillery that fires indirectly, and only if no unit at all is outside.
    An officer is a target where he is alone (7.1b). ``without``: as if these were not there.
    """
    setting = s.setting
    here = s.all_in(hexa) & ~without
    found, fort = vulnerable(s, here, weapon), s.fort_at(hexa)
    heavy = fort is not None and _batters(s, weapon)
    if not here & setting.units & ~setting.horses and weapon.kind != "at":
        found = here & setting.officers
    inside = found & s.inside
    if inside and found != inside:
        shared = fort is None and any(melee.hex == hexa for melee in s.melees)
        return Reach(found if shared else found & ~inside, heavy, False)
    if fort is not None and outside(s, fort) & ~without:
        return Reach(found & ~inside, heavy, False)
    if inside and fort is not None:
        frontal = weapon.kind == "ap" and not any(~setting.front(hexa, fort.arrow) >> h & 1 for h in origins)
        if heavy or not (frontal or (weapon.kind in ("art", "air") and indirect)):
            return Reach(0, heavy, True)
    return Reach(found, heavy, bool(inside) or (heavy and not found))


def outside(s: FranceState, fort: Fortification) -> int:
    """The units that keep a fortification from being attacked: its own side's in the hex outside it (12.9g)."""
    there = s.mates(fort.hex, fort.owner) & s.setting.units & ~s.setting.horses
    return there & ~s.inside & ~(s.riders & ~s.mounted)


def _batters(s: FranceState, weapon: Weapon) -> bool:
    """Is it heavy enough to take from the value of a fortification (12.9b)?"""
    rules = s.setting.charts.defence
    return (weapon.kind == "art" and weapon.calibre >= rules.fortification_calibre) or (
        weapon.kind == "air" and weapon.air >= rules.fortification_air
    )


# what counts


def modifiers(s: FranceState, kind: AttackKind, hexa: int, victims: int, veiled: bool = False) -> tuple[Factor, ...]:
    """What is added to the dice of an attack because of its target and the way there (8.3i, 11.2c, 12.1.1b, R3).

    ``veiled``: does the line cross rough or field hexes?
    """
    return tuple(_modifiers(s, kind, hexa, victims, veiled))


def _modifiers(s: FranceState, kind: AttackKind, hexa: int, victims: int, veiled: bool) -> Iterator[Factor]:
    setting = s.setting
    rules = setting.charts.modifier
    aboard = victims
    for carrier in listed(victims & s.laden & setting.transports & ~setting.armour):
        for passenger in s.cargo(carrier):
            aboard |= 1 << passenger
    counted_ = setting.troops if s.rulings["crowd"] == "troops" else ~setting.weightless
    steps = sum(s.steps[unit] for unit in listed(aboard & counted_))
    riders = s.mounted if s.rulings["riders"] == "once" else 0
    positions = (s.german_positions, s.allied_positions)
    dug_in = any(victims & own and dug >> hexa & 1 for own, dug in zip(setting.pieces_on, positions, strict=True))
    tanks = s.all_in(hexa) & setting.afvs
    shield = bool(tanks) and any(bool(victims & own) and bool(tanks & own) for own in setting.pieces_on)
    true: dict[AttackName, bool] = {
        "crowd": steps >= rules["crowd"].steps,
        "moving": bool(victims & s.moved & setting.on_foot & ~riders),
        "mounted": bool(victims & s.mounted),
        "armour": shield and bool(victims & ~setting.afvs),
        "screen": veiled,
        "dug_in": dug_in,
        "vehicle": bool(victims & s.moved & setting.armour),
    }
    for name, holds in true.items():
        row = rules[name]
        value = getattr(row, kind)
        if holds and value:
            yield Factor(row.name, f"{value:+d}", row.clause)


def defence(
    s: FranceState, hexa: int, kind: AttackKind, origins: Iterable[int] = (), indirect: bool = False,
    inside: bool = False,
) -> tuple[Factor, ...]:  # fmt: skip
    """The defence value of a hex, piece by piece: what the effect is divided by (8.3k, R2).

    ``inside``: are those attacked in its trench or fortification? A crest helps against direct fire from below (11f).
    """
    setting = s.setting
    rules, row = setting.charts.defence, setting.ground.charts.terrain[setting.ground.terrain[hexa]]
    fort = s.fort_at(hexa) if inside else None
    if fort is not None:
        return (Factor("fortification", str(max(fort.value, rules.fortification_least)), "12.9f"),)
    column = COLUMNS[kind]
    parts = [Factor(f"defence value of {row.name}", str(row.defence.get(column, row.defence["ap"])), "8.3k")]
    if not indirect and kind != "air" and any(over_crest(s, origin, hexa) for origin in origins):
        parts.append(Factor("defence value across a crest", f"+{rules.crest}", "11f"))
    if inside:
        trench = rules.trench.ap if column == "ap" else rules.trench.art
        if trench > added(parts):
            return (Factor("trench", str(trench), "12.8e"),)
    return tuple(parts)


def over_crest(s: FranceState, origin: int, hexa: int) -> bool:
    """Does a line from lower ground enter a hex across a crest of it (11f)? At a corner one of two is enough (S3)."""
    level = s.setting.ground.level
    if level[origin] >= level[hexa]:
        return False
    return any(level[beside] < level[hexa] for beside in s.setting.board.line(origin, hexa).parts[-2])


def smoke_shift(s: FranceState, origins: Iterable[int], hexa: int) -> int:
    """Columns that grey smoke costs fire from some hexes: those of the worst line, as a negative number (G13, G14)."""
    grey = smoke.grey(s) if s.smoke else 0
    if not grey:
        return 0
    rules, lines = s.setting.charts.smoke, [s.setting.sight.smoky(origin, hexa, grey) for origin in origins]
    return -max([ends * rules.into + crossed * rules.across for ends, crossed in lines], default=0)


def quality_shift(s: FranceState, shooters: Iterable[int]) -> int:
    """Columns for veterans and green troops; a group fires like the worst of it (2.3c, 2.3d, G13)."""
    return min((s.setting.shift[unit] for unit in shooters), default=0)


def quality_told(columns: int) -> tuple[Factor, ...]:
    """Why veterans and green troops have another column, for people."""
    if not columns:
        return ()
    name, clause = ("veterans", "2.3c") if columns > 0 else ("green troops", "2.3d")
    return (Factor(name, words.columns(columns), clause),)


def against(
    s: FranceState, hexa: int, side: int, factors: int, weapon: Weapon, *, shooters: tuple[int, ...] = (),
    origins: tuple[int, ...] = (), indirect: bool = False, reasons: tuple[Factor, ...] = (),
    more: tuple[Factor, ...] = (), victims: int | None = None, regulars: bool = False, bound_for: int = -1,
) -> Attack:  # fmt: skip
    """An attack on a hex with everything that ordinarily counts.

    ``origins``: the hexes from which direct fire comes; ``reasons``: what the factors come from; ``more``: further
    modifiers of the dice; ``victims``: only those of whom it reaches; ``regulars``: do others fire along who are no
    veterans (G13)? ``bound_for``: the hex into which the victims are going, if its ground counts for them (9.1.2f).
    """
    assert weapon.kind != "plain"
    kind: AttackKind = weapon.kind
    spot = hexa
    if bound_for >= 0:
        spot, reached = bound_for, Reach(vulnerable(s, victims or 0, weapon), False, False)
    else:
        reached = reach(s, hexa, weapon, origins, indirect)
    struck = reached.victims if victims is None else reached.victims & victims
    veiled = not indirect and any(s.setting.sight.veiled_from(origin) >> spot & 1 for origin in origins)
    value = defence(s, spot, kind, origins, indirect, reached.inside)
    quality, smoky = quality_shift(s, shooters), smoke_shift(s, origins, spot)
    quality = min(quality, 0) if regulars else quality
    told = (*quality_told(quality), *([Factor("smoke", words.columns(smoky), "8.1.5f")] if smoky else ()))
    return Attack(
        kind, hexa, side, factors, quality + smoky,
        (*modifiers(s, kind, spot, struck, veiled), *more), added(value), weapon, struck, reached.fort, shooters,
        (*reasons, *told, *value),
    )  # fmt: skip


# the roll


def column(s: FranceState, attack: Attack) -> int:
    return s.setting.charts.combat.column(attack.factors, attack.shift)


def column_name(s: FranceState, attack: Attack) -> str:
    """The column of the Combat Chart by its head; none left of the first (G13)."""
    at = column(s, attack)
    return str(s.setting.charts.combat.columns[at]) if at >= 0 else "none"


def struck(s: FranceState, attack: Attack) -> int:
    """Those who share the hits of an attack now."""
    if attack.victims is not None:
        return attack.victims & s.alive
    return reach(s, attack.hexa, attack.by).victims


def resolve(s: FranceState, attack: Attack) -> Outcome:
    """Roll for an attack and carry out all that follows (8.3)."""
    chart = s.setting.charts.combat
    called = attack.name or attack.kind
    made = attack.side, attack.shooters, attack.hexa, called, attack.factors, column_name(s, attack)
    s.events.append(Attacked(("8.3a", "8.3h"), *made))
    victims = struck(s, attack)
    rolled = sum(s.roll("attack", ("8.3i",)) for _ in range(2))
    modified = rolled + added(attack.modifiers)
    effect = chart.effect(column(s, attack), modified)
    count = charts.hits(effect, attack.divisor)
    s.events.append(
        AttackResult(("8.3i", "8.3j", "8.3k"), attack.hexa, rolled, modified, effect, attack.divisor, count)
    )
    fired_on = victims | members(piece for carrier in listed(victims & s.laden) for piece in s.cargo(carrier))
    routed = fired_on & s.routed if effect else 0
    lost, cause = Losses(0, 0), origin(s, attack)
    if count and (victims or attack.fort):
        lost = hits.inflict(
            s, attack.hexa, victims, count, attack.by, fort=attack.fort, assault=bool(attack.name), cause=cause
        )
    routed &= s.alive & s.routed
    if routed:
        rout.under_fire(s, attack.hexa, routed, cause)
    if attack.kind in ("art", "air"):
        rubble.shake(s, attack.hexa, attack.factors, count - lost.fort if victims else 0)
    return Outcome(modified, effect, count, lost)


def origin(s: FranceState, attack: Attack) -> int:
    """The hex from which an attack comes, the nearest of several; -1 if from beyond the board (10.3.2a)."""
    board, places = s.setting.board, [s.where[unit] for unit in attack.shooters if s.where[unit] >= 0]
    return min(places, key=lambda place: board.distance(place, attack.hexa), default=-1)


def preview(s: FranceState, attack: Attack) -> Preview:
    """The exact odds of an attack: its hits, and the steps that they cost where armour may withstand them."""
    chart, at, more = s.setting.charts.combat, column(s, attack), added(attack.modifiers)
    victims, shares = struck(s, attack), dict[str, Fraction]()
    known: dict[int, dict[str, Fraction]] = {}
    for dice in TWO_DICE:
        count = charts.hits(chart.effect(at, sum(dice) + more), attack.divisor)
        if not count:
            ends = {"no effect": Fraction(1)}
        else:
            ends = known.setdefault(count, {}) or known[count]
            if not ends:
                ends.update(_ends(s, attack, victims, count))
        for name, chance in ends.items():
            shares[name] = shares.get(name, Fraction(0)) + chance / len(TWO_DICE)
    parts = (
        *attack.reasons,
        Factor("column", column_name(s, attack), "8.3h"),
        *attack.modifiers,
        Factor("the effect is divided by", str(attack.divisor), "8.3k"),
    )
    outcomes = tuple(Chance(chance, (), name) for name, chance in shares.items())
    return Preview(NAMES[attack.kind], outcomes, parts, lit=lit(s, attack))


def lit(s: FranceState, attack: Attack) -> Lit | None:
    """The column of the Combat Chart that counts."""
    return Lit(COMBAT, column=column_name(s, attack)) if column(s, attack) >= 0 else None


def _ends(s: FranceState, attack: Attack, victims: int, count: int) -> dict[str, Fraction]:
    """What so many hits can cost, in words."""
    said = counted(count, "hit")
    if attack.fort or victims & s.setting.officers:
        return {said: Fraction(1)}
    chances = hits.odds(s, victims, count, attack.by)
    lost = {steps: counted(steps, "step") if steps else "no step" for steps in chances}
    return {said if steps == count else f"{said}, {lost[steps]} lost": c for steps, c in chances.items()}


def expected(s: FranceState, attack: Attack) -> float:
    """The steps that an attack costs on the average."""
    chart, at, more, victims = s.setting.charts.combat, column(s, attack), added(attack.modifiers), struck(s, attack)
    ways: dict[int, int] = {}
    for total, count in TOTALS:
        scored = charts.hits(chart.effect(at, total + more), attack.divisor)
        ways[scored] = ways.get(scored, 0) + count
    if attack.fort or victims & s.setting.officers:
        return sum([scored * count for scored, count in ways.items()]) / len(TWO_DICE)
    worth = hits.mean_losses(s, victims, max(ways), attack.by)
    return float(sum([worth[scored] * count for scored, count in ways.items()], Fraction(0)) / len(TWO_DICE))
