"""Exact odds of a battle: who is left, if both sides fight to the end and give up their cheapest units first.

Big ships absorb hits before anything is lost, warships go before transports and anti-aircraft guns last, submarines
fire rather than dive. Everything else is computed, not sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import comb

from meuse.engine import Factor, Outcome, Preview
from meuse.games.battle_of_france import cards, combat
from meuse.games.battle_of_france.state import NO_TOLL, BattleState, Toll, enemy_of
from meuse.games.battle_of_france.units import AA, AIR, LAND, TRANSPORT, UNITS, WARSHIPS
from meuse.mechanics.odds import ONE, ZERO, Army, Chances, Fate, Rounds, Soldier, endings

MOST_REMEMBERED = 2_000
"""How many battles a setting remembers the odds of."""

TAKEN, CLEARED, HELD, BOTH, NOBODY = (
    "only attackers are left",
    "only aircraft are left",
    "only defenders are left",
    "both are left",
    "nobody is left",
)
SAYS = {
    TAKEN: "{attacker} takes {area}",
    CLEARED: "{attacker} has only aircraft left and takes nothing",
    HELD: "{defender} holds {area}",
    BOTH: "Nobody gives way: {attacker} goes back",
    NOBODY: "Nobody is left: {defender} keeps {area}",
}
AT_SEA = SAYS | {
    TAKEN: "{attacker} wins {area}",
    CLEARED: "{attacker} wins {area} with its aircraft",
    NOBODY: "Nobody is left in {area}",
}
"""What battles come to, in words."""


def of_attack(s: BattleState, group: Iterable[int], area: int) -> Preview:
    """The odds of an attack by a group, before it is joined."""
    return _preview(s, area, group, s.of_camp(area, enemy_of(s.camp)), fought=0)


def of_battle(s: BattleState) -> Preview:
    """The odds of the battle under way, from its next combat round on; hits still to be borne are counted in."""
    return _preview(s, s.combat.area, combat.attackers(s), combat.defenders(s), s.combat.rounds)


def _preview(s: BattleState, area: int, group: Iterable[int], others: Iterable[int], fought: int) -> Preview:
    """What a battle can come to, worked out once for all battles alike."""
    down = s.flak if fought else ()
    attackers, defenders = (
        tuple(sorted((s.power[p], s.unit[p], s.hits[p]) for p in g if p not in down)) for g in (group, others)
    )
    toll = s.toll if fought else NO_TOLL
    holder = s.battle.decider if s.battle else combat.decider(s, area)
    rules = s.lasting, s.card, s.rulings["aa_casualties"], s.rulings["forest_penalty"]
    known, key = s.setting.odds, (rules, s.active, holder, area, attackers, defenders, fought, toll)
    preview = known.get(key)
    if preview is None:
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        preview = known[key] = _worked_out(s, area, holder, attackers, defenders, fought, toll)
    return preview


def _worked_out(
    s: BattleState, area: int, holder: int, attackers: Army, defenders: Army, fought: int, toll: Toll
) -> Preview:
    fight = Fight(s, area, attackers, defenders)
    if any(toll):
        attackers, defenders = fight.after(attackers, defenders, toll.on_attack, toll.on_defence)
    chances = fight.fates(attackers, defenders, fought)
    factors = tuple(
        Factor(s.setting.catalogue.kind(power, unit), f"{role} {value}", "combat.hit.1")
        for role, table in (("attacks with", fight.attack), ("defends with", fight.defence))
        for (power, unit), value in sorted(table.items())
    )
    sums = _comes_to(s, area, holder, chances)
    return Preview(f"Battle in {s.spoken(area)}", endings(chances, _name_of), factors, sums)


def _comes_to(s: BattleState, area: int, holder: int, chances: Chances) -> tuple[Outcome, ...]:
    """What all the ways come to: how likely the area falls, and how likely it does not."""
    at_sea = s.setting.sea >> area & 1
    sums: dict[str, Fraction] = {}
    for (attackers, defenders), chance in chances.items():
        landed = at_sea or any(unit in LAND for _, unit, _ in attackers)
        alone = (TAKEN if landed else CLEARED) if attackers else NOBODY
        name = alone if not defenders else BOTH if attackers else HELD
        sums[name] = sums.get(name, ZERO) + chance
    who = {
        "attacker": s.setting.catalogue.titles[s.active],
        "defender": s.setting.catalogue.titles[holder],
        "area": s.spoken(area),
    }
    says = AT_SEA if at_sea else SAYS
    return tuple(Outcome(sums[name], (), name, says[name].format_map(who)) for name in SAYS if name in sums)


def _name_of(fate: Fate) -> str:
    return f"attacker: {_names(fate[0])}; defender: {_names(fate[1])}"


def _names(army: Army) -> str:
    counts = Counter(UNITS[unit] + (f"-{hits}" if hits else "") for _, unit, hits in army)
    return ", ".join(f"{count} {label}" for label, count in sorted(counts.items())) or "none"


class Fight(Rounds):
    """A battle between some units in an area: values with cards and forest, and what they do to each other."""

    def __init__(self, s: BattleState, area: int, attackers: Army, defenders: Army) -> None:
        super().__init__(s.setting.tables.game.die, s.law.most_rounds[s.active], s.setting.hits, s.setting.cost)
        self.at_sea = bool(s.setting.sea >> area & 1)
        self.free_guns = s.rulings["aa_casualties"] == "free"
        values = {(p, u): cards.combat_value(s, p, u, "attack", area) for p, u, _ in attackers}
        self.attack = {kind: combat.forest_value(s, value, area) for kind, value in values.items()}
        self.defence = {(p, u): cards.combat_value(s, p, u, "defence", area) for p, u, _ in defenders}

    def fates(self, attackers: Army, defenders: Army, fought: int = 0) -> Chances:
        """The chances of every way the battle can end, after so many combat rounds."""
        start: Chances = {(attackers, defenders): ONE}
        planes = [man for man in attackers if man[1] in AIR]
        guns = [man for man in defenders if man[1] == AA]
        if not fought and not planes:  # guns alone against land units alone fall without a die (G27)
            start = {_overrun(attackers, defenders): ONE}
        elif not fought and guns and self.most != 0:
            start, fought = self._first_round(attackers, defenders, planes, guns), 1
        return self.play_out(start, fought)

    def _first_round(self, attackers: Army, defenders: Army, planes: list[Soldier], guns: list[Soldier]) -> Chances:
        """The round in which anti-aircraft guns fire: each air unit falls or flies (aa.3, G26)."""
        total: Chances = {}
        miss = ONE
        for power, unit, _ in guns:
            miss *= 1 - Fraction(min(self.defence[power, unit], self.die), self.die)
        kinds = Counter(planes)
        for fallen in product(*(range(flying + 1) for flying in kinds.values())):
            shot, left = ONE, Counter(attackers)
            for (kind, flying), down in zip(kinds.items(), fallen, strict=True):
                shot *= comb(flying, down) * (1 - miss) ** down * miss ** (flying - down)
                left[kind] -= down
            weights, throws = self.one_round((attackers, defenders), tuple(sorted(left.elements())))
            for after, weight in weights.items() if shot else ():
                total[after] = total.get(after, ZERO) + shot * weight / throws
        return total

    def values(self, attackers: Army, defenders: Army) -> tuple[list[int], list[int]]:
        """Who cannot hit rolls no die, guns fire only at aircraft (G31, unit.aa.1)."""
        ours = [self.attack[power, unit] for power, unit, _ in attackers]
        theirs = [self.defence[power, unit] for power, unit, _ in defenders if unit != AA]
        return [value for value in ours if value > 0], [value for value in theirs if value > 0]

    def after(self, attackers: Army, defenders: Army, on_attack: int, on_defence: int) -> Fate:
        """At sea unprotected transports sink (combat.casualties.4)."""
        fate = self._lose(attackers, on_attack, False), self._lose(defenders, on_defence, self.free_guns)
        return (_protected(fate[0]), _protected(fate[1])) if self.at_sea else _overrun(*fate)

    def _lose(self, army: Army, hits: int, free_guns: bool) -> Army:
        """Transports are spared, and guns too, unless they may be lost like any other unit."""
        return self.bear(army, hits, frozenset({TRANSPORT} if free_guns else {TRANSPORT, AA}))


def _overrun(attackers: Army, defenders: Army) -> Fate:
    """Guns alone are overrun by land units (G27)."""
    fallen = all(man[1] == AA for man in defenders) and any(man[1] in LAND for man in attackers)
    return attackers, () if fallen else defenders


def _protected(army: Army) -> Army:
    fights = any(man[1] in WARSHIPS for man in army)
    return army if fights else tuple(man for man in army if man[1] != TRANSPORT)
