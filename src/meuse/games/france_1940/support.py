"""What artillery (8.1) and air missions (8.2) have in common: who directs them, what he sees, odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from meuse.board.sets import listed
from meuse.engine import Bar
from meuse.engine.preview import Factor, Outcome, Preview, added
from meuse.games.france_1940 import attack, charts, fire, smoke
from meuse.games.france_1940.attack import TWO_DICE, Attack
from meuse.games.france_1940.state import FranceState, carried, finish
from meuse.mechanics.words import counted

# who directs


def officer_bars(s: FranceState) -> Iterator[Bar]:
    """Only an officer on the board directs missions (3.3.2e, 3.3.2h)."""
    yield Bar(~s.setting.officers, "3.3.2e", "{it} is no officer")
    yield Bar(~s.alive, "3.3.2e", "{it} is not on the board yet")
    yield Bar(carried(s), "5.5h", "{it} is carried, and must first get off")
    if s.melees:
        yield Bar(fire.locked(s), "9.1.4a", "{it} is in a continuing assault")


def pair_bars(s: FranceState) -> Iterator[Bar]:
    """Who directs two missions does so before any unit of his formation acts, for they are Finished (3.3.2g)."""
    yield Bar(s.setting.seniors, "7a", "{it} leads no formation, and directs one mission only")
    begun = 0
    for officer in listed(s.active & s.setting.officers):
        formation = s.led_by(officer)
        if formation >= 0 and s.setting.formations[formation].units & s.active & (s.finished | s.prepared | s.poised):
            begun |= 1 << officer
    yield Bar(begun, "3.3.2g", "units of the formation of {it} have acted: he may direct one mission only")


def stand_down(s: FranceState, officer: int, but: int = 0) -> None:
    """The formation of an officer who directs two missions is Finished, out of command or not (3.3.2g, 8.2.1c)."""
    finish(s, s.present(s.led_by(officer)) & ~but)


# what he sees


def targets(s: FranceState, side: int) -> int:
    """The hexes with something of the enemy's that shells and bombs can hurt: his pieces, and his fortifications."""
    found = s.masks[1 - side]
    for fort in s.forts:
        if fort.owner != side and not s.masks[side] >> fort.hex & 1:
            found |= 1 << fort.hex
    return found


def view(s: FranceState, officer: int) -> int:
    """The hexes in the line of sight of an officer; from inside a fortification only those before it.

    (8.1.1h, 8.2.1e, 12.9a)
    """
    here = s.where[officer]
    seen = s.setting.sight.seen_through(here, smoke.black(s) if s.smoke else 0)
    shelter = s.fort_at(here) if s.inside >> officer & 1 else None
    return seen if shelter is None else seen & (s.setting.front(here, shelter.arrow) | 1 << here)


def hidden(s: FranceState, here: int, side: int, hexa: int) -> bool:
    """Does a hex hold targets for a side, all of them hidden from who watches from another (6b, 6.1b, 8.3d, G12)?

    A piece that is no target of its own betrays nobody: an officer among troops, a unit that is carried (5.5l, 7.1b).
    """
    bit = 1 << hexa
    wanted = fire.marks(s, 1 - side).hurt("any")
    if not wanted.hexes & bit:
        return False
    seen = s.setting.sight.seen_through(here, smoke.black(s) if s.smoke else 0)
    return not (seen & bit and fire.spotted(s, here, wanted, bit))


# odds


def hit_chances(s: FranceState, made: Attack) -> dict[int, Fraction]:
    """How likely an attack scores so many hits."""
    chart, at, more = s.setting.charts.combat, attack.column(s, made), added(made.modifiers)
    found: dict[int, Fraction] = {}
    for dice in TWO_DICE:
        count = charts.hits(chart.effect(at, sum(dice) + more), made.divisor)
        found[count] = found.get(count, Fraction(0)) + Fraction(1, len(TWO_DICE))
    return found


def together(s: FranceState, attacks: Sequence[Attack]) -> Preview:
    """The hits of several attacks on hexes with enemies; what they do to one's own troops stands among the factors."""
    total: dict[int, Fraction] = {0: Fraction(1)}
    factors = []
    for made in attacks:
        chances = hit_chances(s, made)
        where, strength = s.label(made.hexa), f"{counted(made.factors, 'factor')}, divided by {made.divisor}"
        if s.mates(made.hexa, 1 - made.side):
            summed: dict[int, Fraction] = {}
            for count, chance in total.items():
                for more, share in chances.items():
                    summed[count + more] = summed.get(count + more, Fraction(0)) + chance * share
            total = summed
            factors.append(Factor(where, strength, "8.1.2b"))
        if s.mates(made.hexa, made.side):
            danger = 1 - chances.get(0, Fraction(0))
            factors.append(Factor(f"your own troops in {where}", f"hit with {float(danger):.0%}", "8.1.2b"))
    outcomes = [Outcome(chance, (), counted(count, "hit")) for count, chance in sorted(total.items())]
    return Preview("Hits on the enemy in all hexes", tuple(outcomes), tuple(factors))


def with_chance(chance: Fraction, outcomes: Iterable[Outcome], otherwise: str) -> tuple[Outcome, ...]:
    """Outcomes that come about only with a chance."""
    made = [Outcome(chance * outcome.chance, (), outcome.name) for outcome in outcomes]
    rest = 1 - chance
    return tuple([*made, Outcome(rest, (), otherwise)] if rest else made)
