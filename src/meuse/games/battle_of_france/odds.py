"""Exact odds of a battle: who is left, if both sides fight to the end and give up their cheapest units first.

Big ships absorb hits before anything is lost, warships go before transports and anti-aircraft guns last, submarines
fire rather than dive. Everything else is computed, not sampled.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import comb
from typing import NamedTuple

from meuse.engine import Factor, Outcome, Preview
from meuse.games.battle_of_france import cards
from meuse.games.battle_of_france.components import AA, AIR, LAND, SIDE, TRANSPORT, UNITS, WARSHIPS
from meuse.games.battle_of_france.state import BattleState, enemy_of

Man = tuple[int, int, int]
"""Power, type and hits taken."""
Force = tuple[Man, ...]
Fate = tuple[Force, Force]
Chances = dict[Fate, Fraction]

ZERO, ONE = Fraction(0), Fraction(1)
LEFT = {
    (True, False): "only attackers are left",
    (False, True): "only defenders are left",
    (True, True): "both are left",
    (False, False): "nobody is left",
}
SIX = 6
"""Sides of the dice."""


class Field(NamedTuple):
    """Where the battle is, and what is needed to compute it."""

    state: BattleState
    area: int
    attack: dict[tuple[int, int], int]
    defence: dict[tuple[int, int], int]
    most: int | None
    memo: dict[tuple[Force, int, bool], Force]


def of_attack(s: BattleState, group: Iterable[int], area: int) -> Preview:
    """The odds of an attack by a group, before it is joined."""
    return _preview(s, area, list(group), s.of_side(area, enemy_of(SIDE[s.active])), first=True)


def of_battle(s: BattleState) -> Preview:
    """The odds of the battle under way, from its next combat round on."""
    assert s.battle
    force = [p for p in s.battle[1] if s.where[p] >= 0 and not s.submerged >> p & 1]
    others = [p for p in s.of_side(s.battle[0], enemy_of(SIDE[s.active])) if not s.submerged >> p & 1]
    return _preview(s, s.battle[0], force, others, first=s.battle[3] == 0, fought=s.battle[3])


def of_volley(title: str, needed: list[int]) -> Preview:
    """How many of some dice hit."""
    chances = hit_chances(needed)
    return Preview(title, tuple(Outcome(p, (), f"{n} hits") for n, p in enumerate(chances) if p))


def _preview(s: BattleState, area: int, force: list[int], others: list[int], first: bool, fought: int = 0) -> Preview:
    attackers, defenders = (_force(s, pieces) for pieces in (force, others))
    field = make_field(s, area, attackers, defenders)
    chances = fates(field, attackers, defenders, first, fought)
    outcomes = sorted(((p, name_of(fate)) for fate, p in chances.items()), reverse=True)
    factors = tuple(
        Factor(s.game.catalogue.kind(power, unit), f"{role} {value}", "combat.hit.1")
        for role, table in (("attacks with", field.attack), ("defends with", field.defence))
        for (power, unit), value in sorted(table.items())
    )
    ends = tuple(Outcome(p, (), name) for p, name in outcomes)
    return Preview(f"Battle in {s.spoken(area)}", ends, factors, _who_is_left(chances))


def _who_is_left(chances: Chances) -> tuple[Outcome, ...]:
    """What all the ways come to: how likely each side is to be left on the field."""
    sums: dict[str, Fraction] = {}
    for (attackers, defenders), chance in chances.items():
        name = LEFT[bool(attackers), bool(defenders)]
        sums[name] = sums.get(name, ZERO) + chance
    return tuple(Outcome(sums[name], (), name) for name in LEFT.values() if name in sums)


def _force(s: BattleState, pieces: Iterable[int]) -> Force:
    return tuple(sorted((s.power[p], s.unit[p], s.hits[p]) for p in pieces))


def make_field(s: BattleState, area: int, attackers: Force, defenders: Force) -> Field:
    """Values of all units concerned, cards and forest included."""
    from meuse.games.battle_of_france.combat import forest_value

    attack = {(p, u): forest_value(s, cards.combat_value(s, p, u, "attack", area), area) for p, u, _ in attackers}
    defence = {(p, u): cards.combat_value(s, p, u, "defence", area) for p, u, _ in defenders}
    return Field(s, area, attack, defence, cards.most_combat_rounds(s, s.active), {})


def name_of(fate: Fate) -> str:
    return f"attacker: {_names(fate[0])}; defender: {_names(fate[1])}"


def _names(force: Force) -> str:
    counts: dict[str, int] = {}
    for _, unit, hits in force:
        label = UNITS[unit] + (f"-{hits}" if hits else "")
        counts[label] = counts.get(label, 0) + 1
    return ", ".join(f"{count} {label}" for label, count in sorted(counts.items())) or "none"


def hit_counts(values: Iterable[int]) -> list[int]:
    """In how many of all falls of the dice there are just so many hits; a die hits on its value or less."""
    found = [1]
    for value in values:
        hit = min(value, SIX)
        found = [
            (found[n] if n < len(found) else 0) * (SIX - hit) + (found[n - 1] if n else 0) * hit
            for n in range(len(found) + 1)
        ]
    return found


def hit_chances(values: list[int]) -> list[Fraction]:
    """The chance of each number of hits."""
    return [Fraction(count, SIX ** len(values)) for count in hit_counts(values)]


def fates(field: Field, attackers: Force, defenders: Force, first: bool, fought: int = 0) -> Chances:
    """The chances of every way the battle can end."""
    start: Chances = {(attackers, defenders): ONE}
    if first:
        attackers, defenders = _before(field, attackers, defenders)
        start = {(attackers, defenders): ONE}
        planes = [man for man in attackers if man[1] in AIR]
        guns = [man for man in defenders if man[1] == AA]
        if planes and guns and not _is_over(field, attackers, defenders, fought):
            start = _first_round(field, attackers, defenders, planes, guns)
            fought = 1
    return _play_out(field, start, fought)


def _before(field: Field, attackers: Force, defenders: Force) -> Fate:
    """Guns alone against land units alone fall without a die (G27)."""
    if not any(man[1] in AIR for man in attackers):
        return _settle(field, attackers, defenders, sea=False)
    return attackers, defenders


def _first_round(field: Field, attackers: Force, defenders: Force, planes: list[Man], guns: list[Man]) -> Chances:
    """The round in which anti-aircraft guns fire: each air unit falls or flies (aa.3, G26)."""
    total: Chances = {}
    miss = ONE
    for power, unit, _ in guns:
        miss *= 1 - Fraction(min(field.defence[power, unit], SIX), SIX)
    dice_a, dice_d = (hit_chances(values) for values in _values(field, attackers, defenders))
    kinds = sorted(set(planes))
    for fallen in product(*(range(planes.count(kind) + 1) for kind in kinds)):
        shot = ONE
        left = list(attackers)
        for kind, down in zip(kinds, fallen, strict=True):
            flying = planes.count(kind)
            shot *= comb(flying, down) * (1 - miss) ** down * miss ** (flying - down)
            for _ in range(down):
                left.remove(kind)
        for (a, pa), (d, pd) in product(enumerate(dice_a), enumerate(dice_d)):
            if shot * pa * pd:
                after = _after(field, tuple(left), defenders, a, d)
                total[after] = total.get(after, ZERO) + shot * pa * pd
    return total


def _play_out(field: Field, start: Chances, fought: int) -> Chances:
    """Push the chances down from round to round; rounds without effect are summed up at once.

    Every effect takes hits away for good, so states are worked through in the order of the hits both sides can
    still bear; where the number of rounds is limited, round by round.
    """
    limited = field.most is not None
    ended: Chances = {}
    waiting: dict[int, Chances] = {}
    stamina: dict[Fate, int] = {}

    def put(fate: Fate, chance: Fraction, rounds: int) -> None:
        if _is_over(field, *fate, rounds):
            ended[fate] = ended.get(fate, ZERO) + chance
            return
        if fate not in stamina:
            stamina[fate] = _stamina(field, fate)
        layer = waiting.setdefault(rounds if limited else -stamina[fate], {})
        layer[fate] = layer.get(fate, ZERO) + chance

    for fate, chance in start.items():
        put(fate, chance, fought)
    while waiting:
        key = min(waiting)
        for fate, chance in waiting.pop(key).items():
            weights, falls = _one_round(field, fate)
            idle = 0 if limited else weights.pop(fate, 0)
            if idle == falls:  # nobody can hit anybody
                ended[fate] = ended.get(fate, ZERO) + chance
                continue
            share = chance / (falls - idle)
            for after, weight in weights.items():
                put(after, share * weight, key + 1 if limited else fought)
    return ended


def _stamina(field: Field, fate: Fate) -> int:
    hits = field.state.game.hits
    return sum(hits[unit] - taken for force in fate for _, unit, taken in force)


def _one_round(field: Field, fate: Fate) -> tuple[dict[Fate, int], int]:
    """What a round of fire can lead to, weighted by falls of the dice, and the number of all falls."""
    attackers, defenders = fate
    ours, theirs = _values(field, attackers, defenders)
    found: dict[Fate, int] = {}
    for (a, wa), (d, wd) in product(enumerate(hit_counts(ours)), enumerate(hit_counts(theirs))):
        if wa * wd:
            after = _after(field, attackers, defenders, a, d)
            found[after] = found.get(after, 0) + wa * wd
    return found, SIX ** (len(ours) + len(theirs))


def _values(field: Field, attackers: Force, defenders: Force) -> tuple[list[int], list[int]]:
    """What each side's dice hit with; units that cannot hit roll none, guns fire only at aircraft (G31, unit.aa.1)."""
    ours = [field.attack[power, unit] for power, unit, _ in attackers]
    theirs = [field.defence[power, unit] for power, unit, _ in defenders if unit != AA]
    return [value for value in ours if value > 0], [value for value in theirs if value > 0]


def _is_over(field: Field, attackers: Force, defenders: Force, fought: int) -> bool:
    return not attackers or not defenders or (field.most is not None and fought >= field.most)


def _after(field: Field, attackers: Force, defenders: Force, on_defence: int, on_attack: int) -> Fate:
    """What is left of both sides after these hits."""
    sea = bool(field.state.game.sea >> field.area & 1)
    free_guns = field.state.rulings["aa_casualties"] == "free"
    attackers = _remembered(field, attackers, on_attack, False)
    defenders = _remembered(field, defenders, on_defence, free_guns)
    return _settle(field, attackers, defenders, sea)


def _settle(field: Field, attackers: Force, defenders: Force, sea: bool) -> Fate:
    """Unprotected transports sink (combat.casualties.4), guns alone are overrun by land units (G27)."""
    if sea:
        return _protected(attackers), _protected(defenders)
    if attackers and all(man[1] == AA for man in defenders) and any(man[1] in LAND for man in attackers):
        return attackers, ()
    return attackers, defenders


def _protected(force: Force) -> Force:
    if any(man[1] in WARSHIPS for man in force):
        return force
    return tuple(man for man in force if man[1] != TRANSPORT)


def _remembered(field: Field, force: Force, hits: int, free_guns: bool) -> Force:
    key = (force, hits, free_guns)
    known = field.memo.get(key)
    if known is None:
        known = field.memo[key] = _lose(field, force, hits, free_guns)
    return known


def _lose(field: Field, force: Force, hits: int, free_guns: bool) -> Force:
    """Take hits where they hurt least."""
    left = list(force)
    game = field.state.game
    for _ in range(hits):
        if not left:
            break
        able = [man for man in left if man[1] != TRANSPORT and (free_guns or man[1] != AA)] or left
        tough = [man for man in able if man[2] + 1 < game.hits[man[1]]]
        man = min(tough or able, key=lambda m: (game.cost[m[1]], m[1], m[0], -m[2]))
        left.remove(man)
        if tough:
            left.append((man[0], man[1], man[2] + 1))
    return tuple(sorted(left))
