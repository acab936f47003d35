"""How to win, and what the end of the round will decide: in sentences, by the code that judges it."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Pieces
from meuse.engine.scene import Alarm, Goal
from meuse.games.battle_of_france.ground import attackers, defenders
from meuse.games.battle_of_france.movement import available, ban, bases, open_land
from meuse.games.battle_of_france.powers import CAMP, POWERS, POWERS_OF
from meuse.games.battle_of_france.reach import reach_of
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.units import LAND, MARCHING
from meuse.games.battle_of_france.victory import Way, holding, judge, must_keep, names, ways
from meuse.mechanics.odds import chance

GOOD = 0.9
"""The chance of an attack that should not be forgotten, as bots guess it."""
WINS = ("Germany wins if it holds {} when a round ends", "The Allies win if one of them holds {} when a round ends")
LOSES = ("Germany loses", "the Allies lose")
"""By camp."""


def side_of(camp: int, side: int) -> str:
    """A side of a camp: the one that looks, if it is of that camp."""
    return POWERS[side if side >= 0 and CAMP[side] == camp else POWERS_OF[camp][0]]


# how to win


def goals(s: BattleState, side: int) -> Iterator[Goal]:
    """Every way to win: city by city where one is enough, else all cities together; and lasting to the end."""
    *taking, lasting = ways(s)
    judged, own = judge(s, s.control), must_keep(s)
    for way in taking:
        camp, held = CAMP[way.powers[0]], way.held(s.control)
        besides = f" and still holds {names(s, own)}" if own and not camp else ""
        for cities in [(city,) for city in way.cities] if way.needed == 1 else [way.cities]:
            holders, title = {s.controller(city) for city in cities}, names(s, cities)
            by_one = s.setting.catalogue.titles[s.controller(cities[0])]
            yield Goal(
                id=f"{way.id} {s.label(cities[0])}",
                title=title,
                says=f"{WINS[camp].format(title)}{besides}.",
                clause=way.clause,
                side=side_of(camp, side),
                worth="the match",
                stands=f"held by {by_one}" if len(cities) == 1 else f"{len(held)} of {way.needed} taken",
                holder=POWERS[holders.pop()] if len(holders) == 1 else "",
                reached=way == judged and (way.needed > 1 or cities[0] in held),
                places=tuple(map(s.label, cities)),
            )
    rounds = s.setting.rounds
    yield Goal(
        id=lasting.id,
        title=f"Hold out for {rounds} rounds",
        says=f"The Allies win if Germany has not won by the end of round {rounds}.",
        clause=lasting.clause,
        side=side_of(CAMP[lasting.powers[0]], side),
        worth="the match",
        stands=f"round {s.round} of {rounds}",
        reached=lasting == judged,
    )


# what the end of the round will decide


def alarms(s: BattleState, side: int) -> Iterator[Alarm]:
    """The way in which the match would be won now, cities of which one is missing, and those that nobody guards."""
    judged = judge(s, s.control)
    if judged is not None:
        yield _decided(s, judged, side)
    for way in ways(s):
        missing = [city for city in way.cities if city not in way.held(s.control)]
        if way.needed > 1 and len(missing) == 1 and _would_win(s, way.powers[0], missing[0]) == way:
            camp = enemy_of(CAMP[way.powers[0]])
            says = f"{holding(s, way)}: {LOSES[camp]} if a round ends with {names(s, missing)} in the same hands."
            yield Alarm(says, way.clause, side_of(camp, side), places=(s.label(missing[0]),))
    for power in s.bag if s.active >= 0 else range(len(POWERS)):
        yield from _unguarded(s, power, side, judged)


def when(s: BattleState) -> str:
    return "this round" if s.active >= 0 else "the next round"


def _decided(s: BattleState, way: Way, side: int) -> Alarm:
    """``Britain holds Mayence: Germany loses at the end of this round unless it is retaken.``"""
    camp, held = enemy_of(CAMP[way.powers[0]]), way.held(s.control)
    if s.active >= 0 and not any(CAMP[power] == camp for power in (s.active, *s.bag)):
        hope = ": it has no turn left in it" if not camp else ": they have no turn left in it"
    elif not way.cities:
        capitals, minors, *_ = ways(s)
        hope = f" unless it takes {names(s, capitals.cities, 'or')}, or {names(s, minors.cities)}"
    else:
        one = "one of them is" if way.needed > 1 else "it is" if len(held) == 1 else "they are"
        own = must_keep(s) if camp else []
        hope = f" unless {one} retaken" + (f" or Germany loses {names(s, own, 'or')}" if own else "")
    why = holding(s, way) if way.cities else f"Round {s.round} is the last"
    says = f"{why}: {LOSES[camp]} at the end of {when(s)}{hope}."
    return Alarm(says, way.clause, side_of(camp, side), grave=True, places=tuple(map(s.label, held)))


def _unguarded(s: BattleState, power: int, side: int, now: Way | None) -> Iterator[Alarm]:
    """Cities without land units that a power still to move can reach, and that would win the match for its side."""
    foe, steps = enemy_of(CAMP[power]), max(s.law.ranges[power][unit] for unit in MARCHING)
    if now is not None and power in now.powers and now.cities:
        return
    for way in ways(s):
        for city in way.cities if power in way.powers else ():
            near = s.setting.near(1 << city, steps)
            if s.held(foe) >> city & 1 and s.masks[power] & near and not _guards(s, city, foe):
                if _would_win(s, power, city) == way and reach_of(s, power, near)[0] >> city & 1:
                    what = f"No land unit guards {s.spoken(city)}, and {s.setting.catalogue.titles[power]} can reach it"
                    says = f"{what} in {when(s)}: {LOSES[foe]} at the end of the round if it falls."
                    yield Alarm(says, way.clause, side_of(foe, side), places=(s.label(city),))


def _guards(s: BattleState, city: int, camp: int) -> list[int]:
    return [piece for piece in s.of_camp(city, camp) if s.unit[piece] in MARCHING]


def _would_win(s: BattleState, power: int, city: int) -> Way | None:
    """How a power's side would win if it also held a city."""
    way = judge(s, tuple(held & ~(1 << city) | (p == power) << city for p, held in enumerate(s.control)))
    return way if way is not None and power in way.powers and way.cities else None


# what is rarely meant


def turn_missed(s: BattleState) -> str:
    """Ending a turn that would lose the match, or without an attack that nearly always succeeds."""
    judged = judge(s, s.control)
    if judged is not None and s.active not in judged.powers and not any(CAMP[p] == s.camp for p in s.bag):
        return _decided(s, judged, s.active).says
    for base in bases(s):
        able = [piece for piece in available(s, base) if s.unit[piece] in LAND and s.carrier[piece] < 0]
        for goal in s.setting.board.members(s.setting.board.around[base] & open_land(s, tuple(able))[2]):
            if chance(attackers(s, able, goal), defenders(s, goal, enemy_of(s.camp))) >= GOOD:
                return f"Units in {s.spoken(base)} could still attack {s.spoken(goal)} and would most likely win."
    return ""


def city_left(s: BattleState, area: int, group: Pieces) -> str:
    """Leaving a city that decides the match to enemies next to it."""
    foes, beside = POWERS_OF[enemy_of(s.camp)], s.setting.board.around[area]
    if not any(area in way.cities for way in ways(s)) or set(_guards(s, area, s.camp)) - set(group):
        return ""
    for power in foes:
        if s.masks[power] & beside & ~s.setting.sea and not ban(s, power) >> area & 1 and _would_win(s, power, area):
            says = f"No land unit would be left in {s.spoken(area)} next to {s.setting.side_name(power)} units"
            return f"{says}: {LOSES[s.camp]} at the end of the round if it falls."
    return ""
