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
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.units import AA, AIR, LAND, TRANSPORT, UNITS, WARSHIPS

Man = tuple[int, int, int]
"""Power, type and hits taken."""
Force = tuple[Man, ...]
Fate = tuple[Force, Force]
"""What is left of attackers and defenders."""
Chances = dict[Fate, Fraction]

ZERO, ONE = Fraction(0), Fraction(1)
LEFT = {
    (True, False): "only attackers are left",
    (False, True): "only defenders are left",
    (True, True): "both are left",
    (False, False): "nobody is left",
}


def of_attack(s: BattleState, group: Iterable[int], area: int) -> Preview:
    """The odds of an attack by a group, before it is joined."""
    return _preview(s, area, group, s.of_camp(area, enemy_of(s.camp)), fought=0)


def of_battle(s: BattleState) -> Preview:
    """The odds of the battle under way, from its next combat round on."""
    return _preview(s, s.combat.area, combat.attackers(s), combat.defenders(s), s.combat.rounds)


def of_volley(s: BattleState, title: str, needed: list[int]) -> Preview:
    """How many of some dice hit."""
    die = s.setting.tables.game.die
    counts = hit_counts(needed, die)
    chances = [Outcome(Fraction(count, die ** len(needed)), (), f"{n} hits") for n, count in enumerate(counts) if count]
    return Preview(title, tuple(chances))


def _preview(s: BattleState, area: int, group: Iterable[int], others: Iterable[int], fought: int) -> Preview:
    attackers, defenders = (tuple(sorted((s.power[p], s.unit[p], s.hits[p]) for p in g)) for g in (group, others))
    fight = Fight(s, area, attackers, defenders)
    chances = fight.fates(attackers, defenders, fought)
    ends = sorted(((chance, name_of(fate)) for fate, chance in chances.items()), reverse=True)
    factors = tuple(
        Factor(s.setting.catalogue.kind(power, unit), f"{role} {value}", "combat.hit.1")
        for role, table in (("attacks with", fight.attack), ("defends with", fight.defence))
        for (power, unit), value in sorted(table.items())
    )
    outcomes = tuple(Outcome(chance, (), name) for chance, name in ends)
    return Preview(f"Battle in {s.spoken(area)}", outcomes, factors, _who_is_left(chances))


def _who_is_left(chances: Chances) -> tuple[Outcome, ...]:
    """What all the ways come to: how likely each side is to be left on the field."""
    sums: dict[str, Fraction] = {}
    for (attackers, defenders), chance in chances.items():
        name = LEFT[bool(attackers), bool(defenders)]
        sums[name] = sums.get(name, ZERO) + chance
    return tuple(Outcome(sums[name], (), name) for name in LEFT.values() if name in sums)


def name_of(fate: Fate) -> str:
    return f"attacker: {_names(fate[0])}; defender: {_names(fate[1])}"


def _names(force: Force) -> str:
    counts = Counter(UNITS[unit] + (f"-{hits}" if hits else "") for _, unit, hits in force)
    return ", ".join(f"{count} {label}" for label, count in sorted(counts.items())) or "none"


def hit_counts(values: Iterable[int], die: int) -> list[int]:
    """In how many of all throws there are just so many hits; a die hits on its value or less."""
    counts = [1]
    for value in values:
        hit = min(value, die)
        missed = [count * (die - hit) for count in counts]
        counts = [a + b * hit for a, b in zip([*missed, 0], [0, *counts], strict=True)]
    return counts


class Fight:
    """A battle between some units in an area: values with cards and forest, and what they do to each other."""

    def __init__(self, s: BattleState, area: int, attackers: Force, defenders: Force) -> None:
        self.setting = s.setting
        self.die = s.setting.tables.game.die
        self.at_sea = bool(s.setting.sea >> area & 1)
        self.most = s.law.most_rounds[s.active]
        self.free_guns = s.rulings["aa_casualties"] == "free"
        values = {(p, u): cards.combat_value(s, p, u, "attack", area) for p, u, _ in attackers}
        self.attack = {kind: combat.forest_value(s, value, area) for kind, value in values.items()}
        self.defence = {(p, u): cards.combat_value(s, p, u, "defence", area) for p, u, _ in defenders}
        self._memo: dict[tuple[Force, int, bool], Force] = {}

    def fates(self, attackers: Force, defenders: Force, fought: int = 0) -> Chances:
        """The chances of every way the battle can end, after so many combat rounds."""
        start: Chances = {(attackers, defenders): ONE}
        planes = [man for man in attackers if man[1] in AIR]
        guns = [man for man in defenders if man[1] == AA]
        if not fought and not planes:  # guns alone against land units alone fall without a die (G27)
            start = {self._overrun(attackers, defenders): ONE}
        elif not fought and guns and self.most != 0:
            start, fought = self._first_round(attackers, defenders, planes, guns), 1
        return self._play_out(start, fought)

    def _first_round(self, attackers: Force, defenders: Force, planes: list[Man], guns: list[Man]) -> Chances:
        """The round in which anti-aircraft guns fire: each air unit falls or flies (aa.3, G26)."""
        total: Chances = {}
        miss = ONE
        for power, unit, _ in guns:
            miss *= 1 - Fraction(min(self.defence[power, unit], self.die), self.die)
        kinds = sorted(set(planes))
        for fallen in product(*(range(planes.count(kind) + 1) for kind in kinds)):
            shot, left = ONE, list(attackers)
            for kind, down in zip(kinds, fallen, strict=True):
                flying = planes.count(kind)
                shot *= comb(flying, down) * (1 - miss) ** down * miss ** (flying - down)
                for _ in range(down):
                    left.remove(kind)
            weights, throws = self._one_round((attackers, defenders), tuple(left))
            for after, weight in weights.items() if shot else ():
                total[after] = total.get(after, ZERO) + shot * weight / throws
        return total

    def _play_out(self, start: Chances, fought: int) -> Chances:
        """Push the chances down from round to round; rounds without effect are summed up at once.

        Every effect takes hits away for good, so states are worked through in the order of the hits both sides can
        still bear; where the number of rounds is limited, round by round.
        """
        ended: Chances = {}
        waiting: dict[int, Chances] = {}

        def put(fate: Fate, chance: Fraction, rounds: int) -> None:
            over = not fate[0] or not fate[1] or (self.most is not None and rounds >= self.most)
            layer = ended if over else waiting.setdefault(rounds if self.most else -self._stamina(fate), {})
            layer[fate] = layer.get(fate, ZERO) + chance

        for fate, chance in start.items():
            put(fate, chance, fought)
        while waiting:
            key = min(waiting)
            for fate, chance in waiting.pop(key).items():
                weights, throws = self._one_round(fate, fate[0])
                idle = 0 if self.most else weights.pop(fate, 0)
                if idle == throws:  # nobody can hit anybody
                    ended[fate] = ended.get(fate, ZERO) + chance
                    continue
                share = chance / (throws - idle)
                for after, weight in weights.items():
                    put(after, share * weight, key + 1 if self.most else fought)
        return ended

    def _stamina(self, fate: Fate) -> int:
        return sum(self.setting.hits[unit] - taken for force in fate for _, unit, taken in force)

    def _one_round(self, fate: Fate, left: Force) -> tuple[dict[Fate, int], int]:
        """What a round of fire can lead to, each with the number of throws that do it, and the number of all throws.

        ``left``: the attackers without those that anti-aircraft guns have shot down, who still fire.
        """
        attackers, defenders = fate
        ours, theirs = self._values(attackers, defenders)
        ways: dict[Fate, int] = {}
        for (a, wa), (d, wd) in product(*(enumerate(hit_counts(values, self.die)) for values in (ours, theirs))):
            if wa * wd:
                after = self._after(left, defenders, a, d)
                ways[after] = ways.get(after, 0) + wa * wd
        return ways, self.die ** (len(ours) + len(theirs))

    def _values(self, attackers: Force, defenders: Force) -> tuple[list[int], list[int]]:
        """What both sides' dice hit with; who cannot hit rolls none, guns fire only at aircraft (G31, unit.aa.1)."""
        ours = [self.attack[power, unit] for power, unit, _ in attackers]
        theirs = [self.defence[power, unit] for power, unit, _ in defenders if unit != AA]
        return [value for value in ours if value > 0], [value for value in theirs if value > 0]

    def _after(self, attackers: Force, defenders: Force, on_defence: int, on_attack: int) -> Fate:
        """What is left of both sides after these hits; at sea unprotected transports sink (combat.casualties.4)."""
        fate = self._lose(attackers, on_attack, False), self._lose(defenders, on_defence, self.free_guns)
        return (_protected(fate[0]), _protected(fate[1])) if self.at_sea else self._overrun(*fate)

    @staticmethod
    def _overrun(attackers: Force, defenders: Force) -> Fate:
        """Guns alone are overrun by land units (G27)."""
        fallen = all(man[1] == AA for man in defenders) and any(man[1] in LAND for man in attackers)
        return attackers, () if fallen else defenders

    def _lose(self, force: Force, hits: int, free_guns: bool) -> Force:
        """Take hits where they hurt least."""
        key = (force, hits, free_guns)
        if key not in self._memo:
            left = list(force)
            for _ in range(min(hits, self._stamina((force, ())))):
                able = [man for man in left if man[1] != TRANSPORT and (free_guns or man[1] != AA)] or left
                tough = [man for man in able if man[2] + 1 < self.setting.hits[man[1]]]
                man = min(tough or able, key=lambda m: (self.setting.cost[m[1]], m[1], m[0], -m[2]))
                left.remove(man)
                if tough:
                    left.append((man[0], man[1], man[2] + 1))
            self._memo[key] = tuple(sorted(left))
        return self._memo[key]


def _protected(force: Force) -> Force:
    if any(man[1] in WARSHIPS for man in force):
        return force
    return tuple(man for man in force if man[1] != TRANSPORT)
