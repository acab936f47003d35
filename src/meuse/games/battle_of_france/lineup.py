"""The battle board: who faces whom, what each die must show, what counts, and what it will come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from meuse.engine.gamedoc import plural
from meuse.engine.preview import Preview
from meuse.engine.scene import Chance, Fight, Line, Piece, Weight
from meuse.games.battle_of_france import cards, combat, odds
from meuse.games.battle_of_france.powers import POWERS
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.units import AA, AIR
from meuse.mechanics.odds import volley_preview

MOST_BORNE = 16
"""Battles in which both sides together can bear more hits are shown without chances: those are asked for singly."""


TO_THE_END = Weight("The chances are those of a fight to the end, the cheapest units lost first", clause="combat.9")


def fight(s: BattleState) -> Fight:
    """The combat under way."""
    battle, titles = s.combat, s.setting.catalogue.titles
    ours, theirs = (
        line(s, power, {p: combat.value(s, p, role, battle.area) for p in combat.forces(s, role)[0]})
        for role, power in ((combat.ATTACK, s.active), (combat.DEFENCE, battle.decider))
    )
    fighting = (*combat.attackers(s), *combat.defenders(s))
    borne = sum(s.setting.hits[s.unit[p]] - s.hits[p] for p in fighting)
    ends = chances(s, odds.of_battle(s)) if borne <= MOST_BORNE else ()
    return Fight(
        id=_number(s),
        title=f"{titles[s.active]} attacks {s.spoken(battle.area)}",
        places=(s.label(battle.area),),
        attacker=ours,
        defender=theirs,
        odds=f"{ours.strength or 'no dice'} against {theirs.strength or 'no dice'}",
        round=battle.rounds,
        weights=((TO_THE_END,) if ends else ()) + tuple(_weights(s)),
        chances=ends,
    )


def line(s: BattleState, power: int, values: dict[int, int]) -> Line:
    """A side's units with what each hits on; those that cannot be told apart are one counter."""
    groups: Counter[tuple[int, int, bool]] = Counter()
    for piece, value in values.items():
        groups[s.class_of(piece), value, piece in s.flak] += 1
    pieces = [_counter(s, number, value, down, count) for (number, value, down), count in sorted(groups.items())]
    fire = [min(value, s.setting.tables.game.die) for p, value in values.items() if value > 0 and s.unit[p] != AA]
    hits = sum(fire) / s.setting.tables.game.die
    strength = f"{plural(len(fire), 'die', 'dice')} ({hits:.1f} hits)" if fire else ""
    return Line(POWERS[power], tuple(pieces), strength=strength)


def _counter(s: BattleState, number: int, value: int, down: bool, count: int) -> Piece:
    look = s.setting.catalogue.kinds[number]
    fire = f"hits on {value} or less" if value > 0 else "does not fire"
    fire += ", in the first round, at each aircraft" if look.counter.face.endswith(".aa") and value else ""
    notes = (fire, *look.counter.notes, *(["shot down"] if down else []))
    known = f"battle/{look.name}/{value}" + ("/down" if down else "")
    return replace(look.counter, id=known, text=str(value), count=count, notes=notes, dim=down, factors=(value,))


def chances(s: BattleState, preview: Preview) -> tuple[Chance, ...]:
    """What it comes to in words, and for whom that is good."""
    good = {odds.TAKEN: s.active, odds.CLEARED: s.active}
    return tuple(
        Chance(sum_.says, float(sum_.chance), sum_.name, POWERS[good.get(sum_.name, s.combat.decider)])
        for sum_ in preview.sums
    )


def _number(s: BattleState) -> str:
    """A name for this combat and no other: units of the power at its start, and how many of the others had moved.

    Units that attacked the same area before in this turn are lost since, or stand by as units that have moved.
    """
    battle = s.combat
    others = [p for pieces in s.stacks.values() for p in pieces if s.power[p] == s.active and p not in battle.attackers]
    moved = sum(s.spent >> p & 1 for p in others)
    return f"{s.round}/{POWERS[s.active]}/{s.label(battle.area)}/{len(others) + len(battle.attackers)}/{moved}"


# what counts


def _weights(s: BattleState) -> Iterator[Weight]:
    yield from _values_changed(s)
    battle, titles = s.combat, s.setting.catalogue.titles
    attackers, defenders, defender = combat.attackers(s), combat.defenders(s), POWERS[s.combat.decider]
    if s.setting.forest >> battle.area & 1:
        change = s.setting.tables.forest.attack
        yield Weight("Attackers in the forest", f"{change:+} to hit", defender, "special.ardennes.4")
    guns, planes = [p for p in defenders if s.unit[p] == AA], [p for p in attackers if s.unit[p] in AIR]
    if guns and planes and battle.rounds <= 1:
        says = f"{plural(len(guns), 'anti-aircraft gun')} against {plural(len(planes), 'aircraft', 'aircraft')}"
        yield Weight(says, plural(len(guns) * len(planes), "die", "dice") + " in round 1", defender, "aa.3")
    under = [p for pieces in s.stacks.values() for p in pieces if s.submerged >> p & 1]
    if under:
        yield Weight("Submerged: neither fires nor can be hit", str(len(under)), "", "combat.fire.2")
    most = s.law.most_rounds[s.active]
    if most is not None:
        yield Weight("By a card the attacker must retreat after", plural(most, "round"), defender, "cards.4")
    for power, hits in ((s.active, s.toll.on_attack), (battle.decider, s.toll.on_defence)):
        if hits:
            yield Weight(f"Hits that {titles[power]} still has to bear", str(hits), "", "combat.casualties.1")


def _values_changed(s: BattleState) -> Iterator[Weight]:
    """What cards make of the printed values."""
    area, sides = s.combat.area, (POWERS[s.active], POWERS[s.combat.decider])
    for role, printed, force, (side, other) in (
        ("attack", s.setting.attack, combat.attackers(s), sides),
        ("defence", s.setting.defence, combat.defenders(s), sides[::-1]),
    ):
        for (power, unit), count in sorted(Counter(s.makeup(*force)).items()):
            usual, value = printed[power][unit], cards.combat_value(s, power, unit, role, area)
            if value != usual:
                who = s.setting.catalogue.several([(power, unit)] * count)
                hit, card = "hits" if count == 1 else "hit", cards.changing(s, power, unit, role, area)
                says = f"{card}: {who} {hit} on {value}, not {usual}"
                yield Weight(says, f"{value - usual:+}", side if value > usual else other, "cards.4")


# bombardment


def bombardment(s: BattleState, area: int, ships: dict[int, int], exposed: list[int]) -> Fight:
    """Ships that fire at a coast; what is hit does not fire back."""
    owner = s.power[exposed[0]]
    ends = volley_preview("bombardment", list(ships.values()), s.setting.tables.game.die).outcomes if ships else ()
    return Fight(
        id=f"{s.round}/{POWERS[s.active]}/{s.label(area)}/bombardment/{s.bombarded.bit_count()}",
        title=f"{s.setting.catalogue.titles[s.active]} bombards {s.spoken(area)}",
        places=(s.label(area),),
        attacker=line(s, s.active, ships),
        defender=line(s, owner, dict.fromkeys(exposed, 0)),
        chances=tuple(
            Chance(f"{end.name} on {s.spoken(area)}", float(end.chance), end.name, POWERS[s.active if hits else owner])
            for hits, end in enumerate(ends)
        ),
    )
