"""Who can assault what, and with whom (9c, 9d, 9.1.6, 9.2a, 9.2b, 9.3a, 9.4b, 14.1b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.board.sets import listed, members
from meuse.engine import Bar, Pieces
from meuse.games.france_1940 import fire, nations
from meuse.games.france_1940.charges import NO_CHARGE, soft
from meuse.games.france_1940.defence import ANTI_ARMOUR, HAND, OVERRUN
from meuse.games.france_1940.movement import affords, price
from meuse.games.france_1940.state import FranceState, carried, idle
from meuse.games.france_1940.transport import left, mover

# who can assault what


def stormers(s: FranceState) -> int:
    """The activated units that could assault: foot units and AFVs that are not carried (9.1a, 9.2a)."""
    setting = s.setting
    men = setting.on_foot & setting.units & ~setting.carriers | setting.afvs
    return (idle(s) | s.active & s.poised & ~s.finished) & s.alive & men & ~(s.riders & ~s.mounted) & ~fire.locked(s)


def vehicles(s: FranceState, hexa: int, side: int) -> int:
    """The AFVs and transports of a side in a hex."""
    return s.mates(hexa, side) & (s.setting.armour | s.setting.transports)


def sort_of(s: FranceState, hexa: int, group: int, side: int) -> str:
    """Which kind of assault it is, by who assaults whom; half-tracks defend as AFVs (9a, 9f, 9.4a, G53, G59)."""
    setting, enemy = s.setting, 1 - side
    tanks, men = group & setting.afvs, group & ~setting.afvs
    if tanks and not men:
        return HAND if s.mates(hexa, enemy) & setting.armour else OVERRUN
    if men and not tanks and not soft(s, hexa, enemy) and vehicles(s, hexa, enemy):
        return ANTI_ARMOUR
    return HAND


def gallops(s: FranceState, unit: int, hexa: int) -> bool:
    """Does cavalry need a point more than its horses' ordinary ones to get into a hex, past no roadblock (9.1.6d)?"""
    if not s.galloping >> unit & 1 or s.hindered >> unit & 1 or s.roadblocks >> hexa & 1:
        return False
    who, asked = mover(s, unit), price(s, unit, s.where[unit], hexa)
    return asked >= 0 and s.spent[who] + asked >= s.setting.mp[who] + 2


def pays(s: FranceState, unit: int, hexa: int) -> bool:
    """Has a unit points enough to enter the hex (9d)?"""
    return affords(s, mover(s, unit), price(s, unit, s.where[unit], hexa))


def chargers(s: FranceState) -> int:
    """Cavalry that has galloped and stands beside enemies: it must charge (5.6g, G50)."""
    spurred = s.galloping & s.mounted
    return members(unit for unit in listed(spurred & stormers(s)) if targets(s, unit)) if spurred else 0


def gets_out(s: FranceState, unit: int, hexa: int, side: int) -> bool:
    """Has an AFV points enough to enter a hex and leave it again (9.2b)?"""
    asked, points = price(s, unit, s.where[unit], hexa), left(s, unit)
    free = s.setting.board.around[hexa] & ~s.masks[1 - side]
    onward = [price(s, unit, hexa, there) for there in listed(free)]
    return asked >= 0 and any(more >= 0 and asked + more <= points for more in onward)


def reasons(s: FranceState, unit: int, hexa: int, supported: bool = False) -> Iterator[tuple[str, str]]:
    """Why a unit beside a hex with enemies cannot assault it; ``supported``: it goes along with others (9.4)."""
    setting, side = s.setting, s.setting.side_of[unit]
    enemy, tank = 1 - side, bool(s.setting.afvs >> unit & 1)
    if any(row.hex == hexa for row in s.melees):
        yield "9.1.4a", "in {it} an assault is going on"
        return
    men = soft(s, hexa, enemy)
    lonely = s.deserted(hexa, enemy)
    if tank and not supported and not men and not lonely:
        yield "9.2a", "AFVs by themselves do not assault AFVs or transports in {it}"
    if price(s, unit, s.where[unit], hexa) < 0:
        yield "5.7a", f"{s.spoken(unit)} cannot enter {{it}}: its ground or a marker there is closed to it"
    elif not pays(s, unit, hexa):
        yield "9d", f"{s.spoken(unit)} has not enough movement points to enter {{it}}"
    elif tank and not supported and not s.mates(hexa, enemy) & setting.armour and not gets_out(s, unit, hexa, side):
        yield "9.2b", f"{s.spoken(unit)} has not enough movement points to enter {{it}} and leave it again"
    if tank and nations.untethered(s, (unit,)) >> hexa & 1 and not nations.escorts(s, 1 << unit):
        yield "14.1b", f"{s.spoken(unit)} stays with its officer, who is not there to go with it"
    if s.mounted >> unit & 1:
        if setting.ground.terrain[hexa] in NO_CHARGE:
            yield "9.1.6a", "cavalry does not charge into {it}: it is built up, wooded or marsh"
        if s.blown >> unit & 1:
            yield "5.6k", "it charged last turn"
    if not supported and not tank and not men and not lonely:
        if s.mounted >> unit & 1:
            yield "9.3a", "only units on foot assault armour"
        elif not setting.ap[unit][s.steps[unit]]:
            yield "9.3e", f"{s.spoken(unit)} has no fire factor to assault armour with"


def targets(s: FranceState, unit: int) -> int:
    """The hexes that a unit could assault now (9c)."""
    here = s.where[unit]
    around = s.setting.board.around[here] & s.masks[1 - s.setting.side_of[unit]] if here >= 0 else 0
    if not around:
        return 0
    return members(hexa for hexa in listed(around) if not any(True for _ in reasons(s, unit, hexa)))


def assault_bars(s: FranceState) -> Iterator[Bar]:
    """Activated pieces that cannot assault anybody (9c, 9d)."""
    setting = s.setting
    yield Bar(setting.officers, "9.1.1d", "{it} is an officer: he may join an assault of his units")
    if s.melees:
        yield Bar(fire.locked(s), "9.1.4a", "{it} is in an assault that goes on")
    yield Bar(~s.alive, "9c", "{it} is not on the board yet")
    yield Bar(carried(s), "5.5h", "{it} is carried or towed")
    able = stormers(s)
    yield Bar(~able, "9.1a", "{it} cannot assault: only foot units and AFVs do")
    where, around, enemies = s.where, setting.board.around, s.masks[1 - s.activator]
    beside = members([unit for unit in listed(able) if around[where[unit]] & enemies])
    yield Bar(~beside, "9c", "no enemy is next to {it}")
    for unit in listed(beside):
        if not targets(s, unit):
            yield Bar(1 << unit, *_why_not(s, unit))


def _why_not(s: FranceState, unit: int) -> tuple[str, str]:
    """The first reason why a unit can assault no hex next to it."""
    around = s.setting.board.around[s.where[unit]] & s.masks[1 - s.setting.side_of[unit]]
    hexa = listed(around)[0]
    clause, says = next(reasons(s, unit, hexa))
    return clause, says.replace("{it}", s.label(hexa))


def join_bars(s: FranceState, hexa: int, group: Pieces) -> Iterator[Bar]:
    """The activated units that cannot join an assault; men and armour do only if they began together (9c, 9.4b)."""
    setting, others = s.setting, stormers(s) & ~members(group)
    beside = members(unit for unit in listed(others) if setting.board.around[hexa] >> s.where[unit] & 1)
    yield Bar(others & ~beside, "9c", "{it} is not next to the assaulted hex")
    mixed = {bool(setting.afvs >> unit & 1) for unit in group}
    for unit in listed(beside):
        tank = bool(setting.afvs >> unit & 1)
        if tank not in mixed and not any(together(s, unit, mate) for mate in group):
            yield Bar(1 << unit, "9.4b", "{it} did not begin its move with those whom it would support")
        for clause, says in reasons(s, unit, hexa, tank not in mixed or len(mixed) == 2):
            yield Bar(1 << unit, clause, says.replace("{it}", s.label(hexa)))


def together(s: FranceState, unit: int, mate: int) -> bool:
    """Did two units begin their move in one hex (9.4b)? They may come from different hexes now (9.1b)."""
    return s.started.get(unit, s.where[unit]) == s.started.get(mate, s.where[mate])


def with_mounts(s: FranceState, pieces: int) -> int:
    """Pieces with their horses, and tanks with the officers in them."""
    for piece in listed(pieces):
        if s.carriers[piece] >= 0:
            pieces |= 1 << s.carriers[piece]
        pieces |= members(s.cargo(piece))
    return pieces


def exempt(s: FranceState, unit: int, target: int, group: Iterable[int]) -> bool:
    """Needs a unit no pre-assault check: an AFV, infantry that came with one, cavalry at the gallop?

    (9.2c, 9.4d, 9.1.6c, 5.6i)
    """
    tanks = s.setting.afvs
    if tanks >> unit & 1 or gallops(s, unit, target):
        return True
    return any(tanks >> mate & 1 and together(s, unit, mate) for mate in group)
