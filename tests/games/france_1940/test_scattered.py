"""Who can do what in random moments of close combat, worked out a second time from names and plain sets."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from meuse.board.sets import listed
from meuse.engine import closed
from meuse.games.france_1940 import (
    aftermath,
    air,
    armour,
    artillery,
    attack,
    charges,
    defence,
    flight,
    losses,
    melee,
    morale,
    movement,
    rally,
    retreat,
    rout,
    storming,
    support,
    transport,
    works,
)
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.setting import FULL, GERMAN
from meuse.games.france_1940.state import Fortification, FranceState, Target
from meuse.games.france_1940.storming import sort_of

from .kit import choices, clause, names
from .scatter import MOMENTS, moment

SIDES = (0, 1)
SOFT_GROUND = ("open", "woods", "light woods", "fields")


class Look:
    """A moment as somebody sees it who reads counters: every piece by its name, every hex by its label."""

    def __init__(self, s: FranceState) -> None:
        self.s, setting = s, s.setting
        self.kind = {p.id: "officer" if p.officer else p.type for p in setting.pieces}
        self.number = {p.id: p.number for p in setting.pieces}
        self.side = {p.id: p.side for p in setting.pieces}
        self.at = {p.id: s.where[p.number] for p in setting.pieces if s.where[p.number] >= 0}
        self.by = {p.id: setting.pieces[s.carriers[p.number]].id for p in setting.pieces if s.carriers[p.number] >= 0}
        self.routed, self.finished = names(s, s.routed), names(s, s.finished)
        self.reaction, self.inside = names(s, s.reaction), names(s, s.inside)
        self.steps = {p.id: s.steps[p.number] for p in setting.pieces}
        self.formation = {unit: formation.id for formation in setting.formations for unit in names(s, formation.units)}
        self.leader = {
            formation.id: setting.pieces[leader].id
            for formation, leader in zip(setting.formations, s.leaders, strict=True)
            if leader >= 0
        }

    def units(self, side: int, hexa: int) -> set[str]:
        """The units of a side in a hex, horses left out."""
        here = {n for n, place in self.at.items() if place == hexa and self.side[n] == side}
        return {n for n in here if self.kind[n] not in ("officer", "horses")}

    def anybody(self, side: int) -> set[int]:
        return {place for n, place in self.at.items() if self.side[n] == side}

    def armoured(self, name: str) -> bool:
        return self.kind[name] in ("afv", "halftrack")

    def mounted(self, name: str) -> bool:
        return self.kind.get(self.by.get(name, ""), "") == "horses"

    def riding(self, name: str) -> bool:
        """Carried or towed, but not on horseback."""
        return name in self.by and not self.mounted(name)

    def vehicle(self, name: str) -> bool:
        return self.kind[name] in ("afv", "halftrack", "transport")

    def walks(self, name: str) -> bool:
        return bool(self.s.setting.on_foot >> self.number[name] & 1)

    def terrain(self, hexa: int) -> str:
        return self.s.setting.ground.terrain[hexa]

    def beside(self, hexa: int) -> set[int]:
        return set(self.s.setting.board.neighbours(hexa))

    def apart(self, one: int, other: int) -> int:
        return self.s.setting.board.distance(one, other)

    def fort(self, hexa: int) -> Fortification | None:
        return next((fort for fort in self.s.forts if fort.hex == hexa), None)


def price(look: Look, name: str, there: int) -> int:
    return movement.price(look.s, look.number[name], look.at[name], there)


def hexes(mask: int) -> set[int]:
    return set(listed(mask))


@cache
def activated(seed: int) -> FranceState:
    """One of the side's officers who is in order has been activated in the moment; often he who leads engineers."""
    s = moment(seed)
    able = [name for name in sorted(choices(s, "activate")) if s.setting.officers >> s.setting.piece(name) & 1]
    good = [name for name in able if name not in names(s, s.routed)]
    if good:
        s.apply(f"activate {'G.Brandt' if 'G.Brandt' in good and seed % 3 else good[seed % len(good)]}")
    return s


# assaults (9)


def soft(look: Look, hexa: int, side: int) -> set[str]:
    """Whom men can assault hand to hand: neither vehicles nor those in them."""
    return {n for n in look.units(side, hexa) if not look.vehicle(n) and not look.riding(n)}


def assaults(look: Look, name: str, hexa: int) -> bool:
    """Can a unit beside a hex with enemies assault it?"""
    s, n, enemy = look.s, look.number[name], 1 - look.side[name]
    men, there, kind = soft(look, hexa, enemy), look.units(enemy, hexa), look.kind[name]
    paid, mover = price(look, name, hexa), transport.mover(s, n)
    left = transport.left(s, mover)
    if paid < 0 or not (paid <= left or (not s.spent[mover] and not look.walks(s.setting.pieces[mover].id))):
        return False
    if kind == "afv":
        if there and not men:
            return False
        if any(look.armoured(one) for one in there):
            return True
        onward = [movement.price(s, n, hexa, h) for h in look.beside(hexa) if h not in look.anybody(enemy)]
        return any(more >= 0 and paid + more <= left for more in onward)
    if look.mounted(name):
        if look.terrain(hexa) in ("built-up area", "woods", "marsh") or name in names(s, s.blown):
            return False
        return bool(men) or not there
    return bool(men) or not there or bool(s.setting.ap[n][s.steps[n]])


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9c", "9d", "9.1a", "9.2a", "9.2b", "9.1.6a", "5.6k", "9.3a")
def test_who_can_assault_what(seed: int) -> None:
    s = activated(seed)
    look = Look(s)
    for n in listed(s.active & s.alive & s.setting.units):
        name = s.piece_name(n)
        able = look.kind[name] == "afv" or (look.walks(name) and look.kind[name] != "horses")
        able &= name not in look.finished | look.routed | names(s, s.prepared) and not look.riding(name)
        enemies = look.anybody(1 - look.side[name]) & look.beside(look.at[name])
        wanted = {h for h in enemies if able and assaults(look, name, h)}
        assert (name in choices(s, "assault")) == bool(wanted), name
        if able:
            assert hexes(storming.targets(s, n)) == wanted, name


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9a", "9f", "9.4a", "9.1.7b")
def test_which_kind_of_assault_it_is(seed: int) -> None:
    s = activated(seed)
    look = Look(s)
    for n in listed(s.alive & s.setting.units):
        name = s.piece_name(n)
        enemy = 1 - look.side[name]
        for h in look.anybody(enemy) & look.beside(look.at[name]):
            there, men = look.units(enemy, h), soft(look, h, enemy)
            if look.kind[name] == "afv":
                kind = defence.HAND if any(look.armoured(one) for one in there) else defence.OVERRUN
            else:
                vehicles = any(look.vehicle(one) for one in there)
                kind = defence.ANTI_ARMOUR if not men and vehicles else defence.HAND
            assert sort_of(s, h, 1 << n, look.side[name]) == kind, (name, s.label(h))
            fort = look.fort(h)
            fit = {one for one in there if one not in look.routed and not look.riding(one)}
            out = fit - look.inside if fort is not None and fort.owner == enemy else fit
            assert names(s, aftermath.fighters(s, h, enemy)) == (out or fit)
            walled = {one for one in look.at if look.at[one] == h and look.side[one] == enemy and one in look.inside}
            left = walled - (out or fit)
            units = {one for one in left if look.kind[one] != "officer"}
            assert names(s, aftermath.walled_in(s, h, enemy)) == (left if units else set())
            assert names(s, charges.soft(s, h, enemy)) == men


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9.4b", "9.1b", "9c")
def test_who_can_join_an_assault(seed: int) -> None:
    s = activated(seed)
    look = Look(s)
    for name in sorted(choices(s, "assault"))[:3]:
        for h in sorted(hexes(storming.targets(s, s.setting.piece(name))))[:2]:
            t = s.clone()
            t.apply(f"assault {name}")
            if any(option.verb == "into" for option in t.options):
                t.apply(f"into {t.label(h)}")
            step = t.agenda[-1]
            target = getattr(step, "target", None)
            tank, joiners = look.kind[name] == "afv", set()
            for other in names(s, s.active & s.alive & s.setting.units) - {name}:
                kind = look.kind[other]
                fit = kind == "afv" or (look.walks(other) and kind != "horses")
                fit &= other not in look.finished | look.routed | names(s, s.prepared) and not look.riding(other)
                if not fit or target not in look.beside(look.at[other]):
                    continue
                if (kind == "afv") == tank:
                    joins = assaults(look, other, target)
                else:
                    joins = look.at[other] == look.at[name] and pays(look, other, target)
                    if look.mounted(other):
                        joins &= look.terrain(target) not in ("built-up area", "woods", "marsh")
                        joins &= other not in names(s, s.blown)
                if joins:
                    joiners.add(other)
            assert choices(t, "take") == joiners, (name, t.label(h))


def pays(look: Look, name: str, hexa: int) -> bool:
    s, mover = look.s, transport.mover(look.s, look.number[name])
    paid = price(look, name, hexa)
    wheels = not look.walks(s.setting.pieces[mover].id)
    return paid >= 0 and (paid <= transport.left(s, mover) or (wheels and not s.spent[mover]))


VALUES = {"mg": (3, 2, 1), "halftrack": (2, 1, 1), "transport": (0, 0, 0)}
CLASSES = {"light": (6, 4, 2), "medium": (8, 6, 4), "heavy": (10, 7, 4)}
OVERRUNS = {"light": (6, 5, 3), "medium": (9, 7, 5), "heavy": (12, 9, 6)}


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9.1.3a", "9.2i", "9.4c")
def test_what_units_are_worth_in_an_assault(seed: int) -> None:
    s = moment(seed)
    look = Look(s)
    for name in look.at:
        kind, lost = look.kind[name], FULL - look.steps[name]
        if kind in ("officer", "horses"):
            continue
        if kind == "afv":
            of = s.setting.armour_class[look.number[name]]
            worth = CLASSES[of][lost]
            assert armour.factors(s, (look.number[name],)) == OVERRUNS[of][lost]
        elif kind in ("infantry", "cavalry"):
            worth = (5 if "engineers" in name else 4) - lost
        else:
            worth = VALUES.get(kind, (2, 1, 1))[lost]
        assert melee.value(s, look.number[name]) == worth, name
    everybody = s.alive & s.setting.pieces_on[GERMAN]
    assert melee.strength(s, everybody) == sum(melee.value(s, n) for n in listed(everybody & s.setting.units))


# defensive fire (9.1.2)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9.1.2c", "9.1.2e", "9.1.2f", "12.9a", "8a", "8b", "8d")
def test_with_what_units_can_answer(seed: int) -> None:
    """Who is neither routed nor carried may fire, at what it sees, with what hurts somebody there."""
    s = moment(seed)
    look, sight = Look(s), s.setting.sight
    black = sum(1 << h for h, number in s.smoke.items() if number >= 5)
    for h in look.anybody(0) | look.anybody(1):
        for side in SIDES:
            armed = {n for n in look.units(side, h) if s.setting.armed >> look.number[n] & 1}
            crew = {n for n in armed if n not in look.routed and not look.riding(n)}
            assert names(s, defence.crews(s, h, side)) == crew
            for there in look.beside(h) & look.anybody(1 - side):
                victims = look.units(1 - side, there)
                mask = sum(1 << look.number[n] for n in victims)
                for name in crew:
                    n, fort = look.number[name], look.fort(h)
                    seen = not black >> h & 1 and not black >> there & 1 and sight.seen_from(h) >> there & 1
                    if name in look.inside and fort is not None:
                        seen = seen and s.setting.front(h, fort.arrow) >> there & 1
                    men = any(not look.armoured(v) and not look.riding(v) for v in victims)
                    tanks = {v for v in victims if look.armoured(v)}
                    open_ = any(not s.setting.armour_value[look.number[v]] for v in tanks)
                    light = any(s.setting.armour_class[look.number[v]] == "light" for v in tanks)
                    medium = any(s.setting.armour_class[look.number[v]] == "medium" for v in tanks)
                    steps, calibre = s.steps[n], s.setting.calibre[n]
                    shells = men or light or (medium and calibre >= 100)
                    ways = {
                        "ap": s.setting.ap[n][steps] and men, "at": s.setting.at[n][steps] and tanks,
                        "mg": look.kind[name] == "mg" and open_, "art": s.setting.art[n][steps] and shells,
                    }  # fmt: skip
                    assert set(defence.ways(s, n, there, mask)) == {w for w, can in ways.items() if can and seen}


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9.2f", "9.2h")
def test_all_who_are_marked_or_one_who_is_not(seed: int) -> None:
    s = moment(seed)
    look = Look(s)
    for h in look.anybody(0):
        units = {n for n in look.units(0, h) if s.setting.armed >> look.number[n] & 1}
        mask = sum(1 << look.number[n] for n in units)
        for fired in (set(), set(sorted(units)[:1])):
            gone = sum(1 << look.number[n] for n in fired)
            marked = (units & look.reaction) - fired
            rest = set() if fired else units
            assert names(s, defence.one_of(s, mask, gone)) == (marked or rest)


# retreat and rout (9.1.5, 10.3.2)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9.1.5e", "9.1.5f", "10.3.2d", "10.3.2e", "4h", "12.2d")
def test_where_units_may_flee(seed: int) -> None:
    s = moment(seed)
    look, board, setting = Look(s), s.setting.board, s.setting
    for place in sorted(look.anybody(0) | look.anybody(1)):
        for side in SIDES:
            group = {n for n, at in look.at.items() if at == place and look.side[n] == side}
            if not group:
                continue
            enemies = {h for h in look.anybody(1 - side) if look.units(1 - side, h)}
            friends = {h for h in look.anybody(side) if look.units(side, h)}
            near = enemies | {b for h in enemies for b in look.beside(h)}
            closed = set()
            for name in group - set(look.by):
                n = look.number[name]
                if look.walks(name):
                    closed |= hexes(s.wire)
                    continue
                closed |= hexes(s.roadblocks | s.ditches & ~s.crossings | s.teeth | setting.ground.of["marsh"])
                if setting.gait[n] != 2:  # not fully tracked
                    closed |= hexes(s.wire)
                if setting.gait[n] in (1, 3):
                    closed |= hexes(s.rubble)
            heavy = {n for n in look.at if look.kind[n] not in ("officer", "transport", "halftrack", "horses")}
            coming = sum(look.steps[n] for n in group & heavy)
            full = set()
            for h in listed(board.everything):
                there = {n for n in heavy - look.inside if look.at[n] == h and look.side[n] == side}
                load = sum(look.steps[n] for n in there - (group if h == place else set()))
                indoors = sum(look.steps[n] for n in group & heavy & look.inside) if h == place else 0
                if coming and load + coming - indoors > 9:
                    full.add(h)
            terms = flight.terms(s, side, sum(1 << look.number[n] for n in group))
            assert hexes(terms.forbidden) == closed
            assert hexes(terms.hostile) == look.anybody(1 - side)
            assert hexes(terms.exposed) == near - friends
            assert hexes(terms.crowded) == full, (s.label(place), group)
            parts = [names(s, part) for part in retreat.parted(s, sum(1 << look.number[n] for n in group))]
            wheels = {n for n in group if look.vehicle(look.by.get(n, n))}
            wheels |= {look.by[n] for n in wheels if n in look.by}
            foot = group - wheels
            if wheels and not any(look.kind[n] != "officer" for n in foot):
                wheels, foot = group, set()
            assert parts == [part for part in (foot, wheels) if part]


@pytest.mark.parametrize("seed", MOMENTS)
@clause("10.3.2b", "10.3.2c", "10.2g")
def test_who_routs_with_whom(seed: int) -> None:
    """Men and vehicles of a hex go apart; an officer goes with the men if there are any; horses with their riders."""
    s = moment(seed)
    look = Look(s)
    for place in sorted(look.anybody(0)):
        units = {n for n in look.units(0, place) if n in look.formation}
        officers = {n for n in look.at if look.at[n] == place and look.kind[n] == "officer" and look.side[n] == 0}
        if not units:
            continue
        fleeing = units | {n for n in officers if n not in look.by}
        found = {}
        for n in fleeing:
            if look.kind[n] != "officer":
                by = look.by.get(n, n)
                found.setdefault(look.vehicle(by), set()).update({n, by})
        loose = {n for n in fleeing if look.kind[n] == "officer"}
        if loose:
            found.setdefault(False not in found, set()).update(loose)
        groups = rout.groups(s, sum(1 << look.number[n] for n in fleeing))
        assert {wheels: names(s, group) for _, wheels, group in groups} == found


# morale and rally (10)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("10a", "10b", "10c", "10d", "10.4.2a", "10.4.2c", "10.2g", "14.2a")
def test_morale_of_all(seed: int) -> None:
    s = moment(seed)
    look, setting = Look(s), s.setting
    for number, formation in enumerate(setting.formations):
        units = {n for n, of in look.formation.items() if of == formation.id and n in look.at}
        if not units:
            continue
        chief = look.leader[formation.id]
        row = setting.pieces[look.number[chief]].row
        strain = max(sum(FULL - look.steps[n] for n in units) - len(units), 0)
        assert morale.of_formation(s, number) == row.morale + row.leadership - strain
        reach = 0 if formation.armour else row.range
        near = {n for n in units if look.apart(look.at[n], look.at[chief]) <= reach}
        for n in units:
            own = row.morale + (row.leadership if n in near else 0) - strain - (FULL - look.steps[n])
            assert morale.of_unit(s, look.number[n]) == own
            assert rally.needed(s, look.number[chief], look.number[n]) == own
        assert names(s, rally.rousable(s, look.number[chief])) == near & look.routed
        assert rally.needed(s, look.number[chief], look.number[chief]) == row.morale
        with_him = {n for n in units if look.at[n] == look.at[chief]}
        for routed in (with_him, set(sorted(with_him)[:1]), set()):
            mask = sum(1 << look.number[n] for n in routed)
            goes = routed and not with_him - routed - look.routed
            assert names(s, rout._shaken(s, number, mask)) == ({chief} if goes else set())


# works (12)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("12.1.1a", "12.3c", "12.4b", "12.5c", "12.6b", "12.2c", "12.2g", "12.7.2a", "12.8b", "12.8d", "12.9d")
def test_who_can_work_where(seed: int) -> None:
    s = activated(seed)
    look, setting, ground = Look(s), s.setting, s.setting.ground
    free = names(s, s.active & s.alive) - look.finished - names(s, s.prepared) - look.routed
    hands = {
        n for n in free if look.kind[n] not in ("officer", "transport", "halftrack", "horses") and n not in look.by
    }
    side, sappers = s.activator, {n for n in hands if "engineers" in n}
    at_work = {(p.work, p.hex) for p in s.projects if setting.side_of[p.unit] == side}
    own = s.allied_positions if side else s.german_positions
    woods = hexes(ground.of["woods"] | ground.of["light woods"])
    diggable = {h for kind in SOFT_GROUND for h in hexes(ground.of[kind])} | hexes(ground.crests.touched)  # type: ignore[index]

    def here(units: set[str], spots: set[int], work: str = "") -> set[str]:
        return {n for n in units if look.at[n] in spots and (work, look.at[n]) not in at_work}

    roads = {h for h in hexes(ground.roads.touched) if h in woods or look.beside(h) & woods}
    assert choices(s, "entrench") == here(hands, diggable - hexes(own), "position")
    assert choices(s, "barricade") == here(sappers, roads - hexes(s.roadblocks), "roadblock")
    assert choices(s, "span") == here(sappers, hexes(s.ditches & ~s.crossings), "crossing")
    assert choices(s, "breach") == here(sappers, hexes(s.teeth), "teeth")
    begun = {s.piece_name(p.unit) for p in s.projects if p.turn == s.turn - 1}
    assert choices(s, "resume") == hands & begun
    wet = hexes(ground.river & ~setting.bridges) - {h for h in look.anybody(1 - side) if s.held[1 - side] >> h & 1}
    spans = {n for n in sappers if look.beside(look.at[n]) & wet}
    assert choices(s, "bridge") == (spans if side == GERMAN else sappers & spans)

    def open_to(name: str, h: int, clears: bool = False) -> bool:
        """Can a unit be placed in a hex?"""
        heavy = {n for n in look.at if look.at[n] == h and look.side[n] == side and n not in look.inside}
        heavy = {n for n in heavy if look.kind[n] not in ("officer", "transport", "halftrack", "horses")}
        if sum(look.steps[n] for n in heavy) + look.steps[name] > 9 or h in look.anybody(1 - side):
            return False
        return clears or not s.wire >> h & 1

    removable = hexes(s.wire | s.roadblocks)
    clearing = {n for n in sappers if any(open_to(n, h, True) for h in look.beside(look.at[n]) & removable)}
    assert choices(s, "clear") == clearing
    mined = {mine.hex for mine in s.mines}
    assert choices(s, "sweep") == {n for n in sappers if any(open_to(n, h) for h in look.beside(look.at[n]) & mined)}
    troops = {n for n in hands if look.kind[n] in ("infantry", "cavalry")}
    over = set()
    for n in troops:
        for h in look.beside(look.at[n]) & hexes(s.wire):
            far = look.beside(h) - look.beside(look.at[n]) - {look.at[n]}
            if any(open_to(n, there) and there not in hexes(ground.river & ~setting.bridges) for there in far):
                over.add(n)
    assert choices(s, "scramble") == over
    under = hexes(s.trenches) | {fort.hex for fort in s.forts if fort.owner == side}
    fit = {n for n in free if look.kind[n] not in ("afv", "transport", "halftrack", "horses") and n not in look.by}
    going = set()
    for n in fit - look.inside:
        indoors = {m for m in look.inside if look.at[m] == look.at[n] and look.side[m] == side}
        steps = sum(look.steps[m] for m in indoors if look.kind[m] != "officer")
        more = look.steps[n] if look.kind[n] != "officer" else 0
        if look.at[n] in under and steps + more <= 6:
            going.add(n)
    assert choices(s, "shelter") == going
    coming = set()
    for n in fit & look.inside:
        outdoors = {m for m in look.at if look.at[m] == look.at[n] and look.side[m] == side and m not in look.inside}
        outdoors = {m for m in outdoors if look.kind[m] not in ("officer", "transport", "halftrack", "horses")}
        more = look.steps[n] if look.kind[n] != "officer" else 0
        if not more or sum(look.steps[m] for m in outdoors) + more <= 9:
            coming.add(n)
    assert choices(s, "emerge") == coming


@pytest.mark.parametrize("seed", MOMENTS)
@clause("12.7.1c", "12.7.1d", "12.7.1e", "5.6f")
def test_whom_mines_attack_among_all(seed: int) -> None:
    s = moment(seed)
    look = Look(s)
    treading = {n for n in look.at if look.kind[n] != "horses" and not look.riding(n)}
    vehicles = {n for n in treading if look.kind[n] in ("afv", "halftrack", "transport")}
    assert names(s, works.endangered(s, "mixed", s.alive)) == treading
    assert names(s, works.endangered(s, "at", s.alive)) == vehicles
    assert names(s, works.endangered(s, "ap", s.alive)) == treading - vehicles


# missions (8.1, 8.2)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("3.3.2e", "3.3.2g", "3.3.2h", "8.1.1e", "8.1.1h", "8.1.1i", "8.2.1c", "12.9a")
def test_who_can_direct_what(seed: int) -> None:
    s = activated(seed)
    look, setting, side = Look(s), s.setting, s.activator
    black = sum(1 << h for h, number in s.smoke.items() if number >= 5)
    free = names(s, s.active & s.alive) - look.finished - look.routed
    bunkers = {f.hex for f in s.forts if f.owner != side and f.hex not in look.anybody(side)}
    enemies = look.anybody(1 - side) | bunkers
    assert hexes(support.targets(s, side)) == enemies
    around = enemies | {b for h in enemies for b in look.beside(h)}
    missions = sum(s.missions[n] for n, row in enumerate(setting.batteries) if row.side == side)
    attacks = sum(s.attacks[n] for n, row in enumerate(setting.air_missions) if row.side == side)
    smoke = s.smoke_left[side] > 0
    want: dict[str, set[str]] = {"direct": set(), "barrage": set(), "fly": set(), "raid": set()}
    for officer in {n for n in free if look.kind[n] == "officer"}:
        if officer in look.by and look.kind[look.by[officer]] != "afv":
            continue
        here = look.at[officer]
        seen = hexes(setting.sight.seen_through(here, black))
        fort = look.fort(here)
        if fort is not None and officer in look.inside:
            seen &= hexes(setting.front(here, fort.arrow)) | {here}
        assert hexes(support.view(s, setting.piece(officer))) == seen
        mates = {n for n, of in look.formation.items() if look.leader.get(of) == officer}
        guns = {n for n in mates & free if setting.artillery >> look.number[n] & 1 and n not in look.by}
        guns -= names(s, s.prepared)
        assert names(s, artillery.gunners(s, setting.piece(officer))) == guns
        firing = 0
        for gun in guns:
            at = look.at[gun]
            own = hexes(setting.sight.seen_through(at, black))
            reach = {
                h
                for h in listed(setting.board.everything)
                if 0 < look.apart(at, h) <= 2 * setting.art_range[look.number[gun]]
            }
            bunker = look.fort(at)
            if gun in look.inside and bunker is not None:
                reach &= hexes(setting.front(at, bunker.arrow))
            if look.apart(at, here) > 1:
                reach &= own
            woods = setting.ground.of["woods"] | setting.ground.of["light woods"]
            if woods >> at & 1:
                behind = setting.sight.shadows.behind(at, woods & setting.board.around[at])
                reach -= hexes(behind) - own
            assert hexes(artillery.field_of(s, setting.piece(officer), setting.piece(gun))) == reach
            firing += bool(reach & seen & (set(listed(setting.board.everything)) if smoke else around))
        shells = missions if seen & (around | hexes(s.wire)) else 0
        if shells + firing:
            want["direct"].add(officer)
        acted = mates & names(s, s.active & (s.finished | s.prepared))
        if shells + firing > 1 and not acted:
            want["barrage"].add(officer)
        if attacks and seen & enemies:
            want["fly"].add(officer)
            if attacks > 1 and not acted:
                want["raid"].add(officer)
    assert {verb: choices(s, verb) for verb in want} == want


# attacks on hexes (8.3, 12.8, 12.9)

WEAPONS = (
    Weapon("ap"), Weapon("at", through=3), Weapon("at", mg=True), Weapon("art", calibre=81), Weapon("art", calibre=105),
    Weapon("art", calibre=155), Weapon("air", air=8), Weapon("air", air=9), Weapon("air", air=20),
)  # fmt: skip
DEFENCE = {
    "open": (2, 2, 2), "fields": (2, 2, 2), "rough": (3, 3, 3), "marsh": (3, 3, 3), "light woods": (3, 3, 3),
    "woods": (4, 4, 3), "dispersed buildings": (4, 3, 4), "built-up area": (5, 4, 5),
}  # fmt: skip


def hurt(look: Look, name: str, weapon: Weapon) -> bool:
    """Can a weapon hurt a unit at all?"""
    if look.riding(name) or look.kind[name] in ("horses", "officer"):
        return False
    if not look.armoured(name):
        return weapon.kind != "at"
    if weapon.kind in ("at", "ap"):
        return weapon.kind == "at"
    of, size = look.s.setting.armour_class[look.number[name]], weapon.air or weapon.calibre
    light, medium = (9, 17) if weapon.kind == "air" else (100, 121)
    return of == "light" or (of == "medium" and size >= light) or size >= medium


@pytest.mark.parametrize("seed", MOMENTS)
@clause("8.3i", "8.3k", "8.3l", "8.4.1b", "12.1.1b", "12.8e", "12.9b", "12.9f", "12.9g")
def test_whom_attacks_reach_and_what_counts(seed: int) -> None:
    s = moment(seed)
    look, setting = Look(s), s.setting
    for h in sorted(look.anybody(0) | look.anybody(1)):
        side = next(look.side[n] for n in look.at if look.at[n] == h)
        for index, weapon in enumerate(WEAPONS):
            origin = sorted(look.beside(h))[(seed + index) % len(look.beside(h))]
            indirect = weapon.kind in ("art", "air")
            made = attack.against(s, h, 1 - side, 6, weapon, origins=(h if indirect else origin,), indirect=indirect)
            there, fort = look.units(side, h), look.fort(h)
            struck = {n for n in there if hurt(look, n, weapon)}
            if not there and weapon.kind != "at":
                struck = {n for n in look.at if look.at[n] == h and look.kind[n] == "officer"}
            heavy = fort is not None and (weapon.calibre >= 105 or weapon.air >= 9)
            indoors, sheltered = struck & look.inside, False
            if fort is not None:
                outside = {n for n in there if n not in look.inside and not look.riding(n)}
                if outside or indoors != struck:
                    struck -= look.inside
                elif indoors:
                    front = weapon.kind == "ap" and setting.front(h, fort.arrow) >> origin & 1
                    if heavy or not (front or indirect):
                        struck = set()
                    sheltered = True
                elif heavy and not struck:
                    sheltered = True
            elif indoors:
                struck, sheltered = (struck - indoors, False) if struck != indoors else (struck, True)
            assert names(s, attack.struck(s, made)) == struck, (s.label(h), weapon)
            assert made.fort == heavy
            ap, at, art = DEFENCE[look.terrain(h)]
            value = {"ap": ap, "at": at}.get(weapon.kind, art)
            if not indirect and setting.ground.level[origin] < setting.ground.level[h]:
                value += 1
            if sheltered and fort is not None:
                value = max(fort.value, 3)
            elif sheltered:
                value = max(value, 5)
            assert made.divisor == value, (s.label(h), weapon)
            told: list[int] = []
            aboard = {n for n in look.at if look.by.get(n) in struck and look.kind[look.by[n]] == "transport"}
            troops = {n for n in struck | aboard if look.kind[n] in ("infantry", "cavalry")}
            if sum(look.steps[n] for n in troops) >= 6 and weapon.kind != "at":
                told.append(-1)
            moved = names(s, s.moved)
            if weapon.kind in ("ap", "art") and any(look.walks(n) and n in moved for n in struck):
                told.append(-1)
            if weapon.kind != "at" and any(look.mounted(n) for n in struck):
                told.append(-1)
            if (
                weapon.kind == "ap"
                and any(look.kind[n] == "afv" for n in there)
                and struck - {n for n in struck if look.kind[n] == "afv"}
            ):
                told.append(1)
            dug = s.allied_positions if side else s.german_positions
            if weapon.kind != "at" and struck and dug >> h & 1:
                told.append(1)
            if weapon.kind == "at" and any(look.armoured(n) and n in moved for n in struck):
                told.append(1)
            assert sorted(int(f.value) for f in made.modifiers) == sorted(told), (s.label(h), weapon)
            grey = {label for label, number in s.smoke.items() if number < 5}
            ends = (h in grey) if indirect else (h in grey) + (origin in grey)
            assert made.shift == -ends


def test_every_moment_is_another() -> None:
    """Something is assaulted, sheltered, worked at and directed among them, or they would prove nothing."""
    verbs = {option.verb for seed in MOMENTS for option in activated(seed).options}
    wanted = {"assault", "shelter", "emerge", "entrench", "barricade", "span", "breach", "bridge", "resume", "clear"}
    wanted |= {"scramble", "sweep", "direct", "barrage", "fly", "raid", "rally"}
    assert wanted <= verbs


# answers to an assault (9.1.2, 9.2e to 9.2h, 9.4e)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9.1.2a", "9.1.2b", "9.1.2c", "9.1.2d", "9.2d", "9.2e", "9.2f", "9.2g", "9.2h", "9.4e")
def test_who_can_answer_an_assault(seed: int) -> None:
    s = activated(seed)
    look = Look(s)
    for name in sorted(choices(s, "assault")):
        for h in sorted(hexes(storming.targets(s, s.setting.piece(name)))):
            side, unit = 1 - look.side[name], s.setting.piece(name)
            kind = sort_of(s, h, 1 << unit, look.side[name])
            t = s.clone()
            t.agenda.append(defence.Repel(h, (unit,), kind, False, 0))
            t.moving = 1 << unit
            repel = t.agenda[-1]
            assert isinstance(repel, defence.Repel)
            origin = look.at[name]
            there = sum(1 << n for n in listed(s.mates(origin, 1 - side)))
            crew = names(s, defence.crews(s, h, side))
            if kind == defence.OVERRUN:
                crew = {
                    n
                    for n in crew
                    if s.setting.at[look.number[n]][look.steps[n]] or s.setting.art[look.number[n]][look.steps[n]]
                }
                crew = crew & look.reaction or crew
            shooters = {n for n in crew if defence.ways(s, look.number[n], origin, there)}
            assert names(s, repel.shooters(t)) == shooters, (name, s.label(h), kind)
            foot = {n for n in look.units(side, h) if look.kind[n] in ("infantry", "cavalry") and n not in look.by}
            foot -= look.routed
            rush = (foot & look.reaction or foot) if look.kind[name] == "afv" else set()
            assert names(s, repel.rushers(t)) == rush
            t.ask_again()
            assert choices(t, "alone") == shooters and choices(t, "rush") == rush
            astray = names(s, s.astray)
            led = {n for n in shooters if n in look.formation and n not in astray and kind != defence.OVERRUN}
            several = {n for n in led if any(look.formation[m] == look.formation[n] for m in led - {n})}
            assert choices(t, "repel") == several == names(s, repel.grouped(t))
            for verb in ("alone", "repel", "rush"):
                assert names(s, s.alive & ~closed(repel.bars(t, verb))) == choices(t, verb)


# aim (8.1.2, 8.1.3, 8.2.1)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("8.1.1h", "8.1.2a", "8.1.2b", "8.1.3a", "8.1.5c", "8.2.1e", "8.2.1f", "12.2f")
def test_at_what_missions_are_aimed(seed: int) -> None:
    s = activated(seed)
    look, side = Look(s), s.activator
    for officer in sorted(choices(s, "direct")):
        seen = hexes(support.view(s, s.setting.piece(officer)))
        enemies = hexes(support.targets(s, side))
        around = enemies | {b for h in enemies for b in look.beside(h)}
        wire, smoke = hexes(s.wire), s.smoke_left[side] > 0
        batteries = {row.id for n, row in enumerate(s.setting.batteries) if row.side == side and s.missions[n]}
        guns = names(s, artillery.gunners(s, s.setting.piece(officer)))
        fields = {gun: hexes(artillery.field_of(s, s.setting.piece(officer), s.setting.piece(gun))) for gun in guns}
        aims = {name: seen for name in batteries if seen & (around | wire)}
        aims |= {gun: field & seen for gun, field in fields.items() if field & (seen if smoke else seen & around)}
        for name, field in aims.items():
            t = s.clone()
            t.apply(f"direct {officer}")
            verb = "battery" if name in batteries else "gun"
            if len(aims) > 1:
                assert choices(t, "battery") | choices(t, "gun") == set(aims)
                t.apply(f"{verb} {name}")
            labels = {s.label(h) for h in field & (enemies | (wire if verb == "battery" else set()))}
            assert choices(t, "shell") == labels
            assert choices(t, "spread") == {s.label(h) for h in field & around}
            screened = {s.label(h) for h in field} if verb == "gun" and smoke else set()
            assert choices(t, "screen") == screened
            mates = {g for g in guns - {name} if verb == "gun" and look.at[g] == look.at[name]}
            both = {g for g in mates if fields[g] & field & (seen if smoke else around)}
            assert choices(t, "join") == both
    for officer in sorted(choices(s, "fly")):
        t = s.clone()
        t.dice.script([1])
        t.apply(f"fly {officer}")
        seen = hexes(support.view(s, s.setting.piece(officer)))
        assert choices(t, "strike") == {s.label(h) for h in seen & hexes(support.targets(s, side))}


LOCATION = {
    "open": (11, 8), "fields": (10, 7), "rough": (10, 7), "marsh": (10, 7), "light woods": (9, 6),
    "dispersed buildings": (9, 6), "built-up area": (9, 6), "woods": (8, 5),
}  # fmt: skip


@pytest.mark.parametrize("seed", MOMENTS)
@clause("8.2.1i", "8.2.1j", "8.2.1l", "6.1b", "8.1.4b", "8.3d")
def test_what_is_hidden_and_how_it_is_found(seed: int) -> None:
    s = moment(seed)
    look, setting = Look(s), s.setting
    black = sum(1 << h for h, number in s.smoke.items() if number >= 5)
    for officer in sorted(n for n in look.at if look.kind[n] == "officer"):
        here, side = look.at[officer], look.side[officer]
        seen = hexes(setting.sight.seen_through(here, black))
        for h in look.anybody(1 - side):
            there = {n for n in look.at if look.at[n] == h and look.side[n] != side}
            spotted = False
            for n in there:
                size = s.size(look.number[n])
                far = s.spotting.limit(here, h, size, bool(s.moved >> look.number[n] & 1))
                spotted |= h in seen and look.apart(here, h) <= far
            assert support.hidden(s, here, side, h) != spotted
            assert air.findable(s, side, here, h) == LOCATION[look.terrain(h)][not spotted]
        for h in look.anybody(side) - look.anybody(1 - side):
            assert not support.hidden(s, here, side, h)
            around = look.beside(h)
            enemies = {b for b in around if look.units(1 - side, b)}
            friends = {b for b in around if look.units(side, b)}
            assert hexes(air.beside(s, side, h)) == (enemies or friends)


def halved(number: int, times: int) -> int:
    return -(-number // 2**times)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("8.1.2a", "8.1.2b", "8.1.2c", "8.1.3.1b", "8.3d", "8.1.5f", "2.4b")
def test_what_missions_come_to(seed: int) -> None:
    """A concentrated and a dispersed mission together, of the battery and of a gun, somewhere among the pieces."""
    s = moment(seed)
    look, setting, board = Look(s), s.setting, s.setting.board
    for side, battery, full, calibre in ((0, "G.155mm-1", 16, 155), (1, "F.75mm-1", 8, 75)):
        officers = sorted(n for n in look.at if look.kind[n] == "officer" and look.side[n] == side)
        guns = sorted(n for n in look.at if setting.artillery >> look.number[n] & 1 and look.side[n] == side)
        if not officers or not guns:
            continue
        officer, gun = officers[seed % len(officers)], guns[seed % len(guns)]
        spots = sorted(look.anybody(0) | look.anybody(1))
        one, other = spots[seed % len(spots)], spots[(3 * seed + 1) % len(spots)]
        fired = [
            Target(one, one, "concentrated" if seed % 2 else "dispersed", battery, ()),
            Target(other, other, "dispersed" if seed % 2 else "concentrated", "", (look.number[gun],)),
        ]
        n, far = look.number[gun], look.apart(look.at[gun], other) > setting.art_range[look.number[gun]]
        falls = [
            {one} | (look.beside(one) if not seed % 2 else set()),
            {other} | (look.beside(other) if seed % 2 else set()),
        ]
        expected = {}
        for h in falls[0] | falls[1]:
            wire = s.wire >> h & 1 and h in falls[0] and bool(seed % 2)
            if not any(place == h for place in look.at.values()) and look.fort(h) is None and not wire:
                continue
            unseen = support.hidden(s, look.at[officer], side, h)
            total, sizes = 0, []
            if h in falls[0]:
                total += halved(full, (not seed % 2) + unseen)
                sizes.append(calibre)
            if h in falls[1]:
                total += halved(setting.art[n][s.steps[n]], (seed % 2) + unseen + far)
                sizes.append(setting.calibre[n])
            grey = {place for place, number in s.smoke.items() if number < 5}
            shift = -(h in grey) - (h in falls[1] and look.at[gun] in grey)
            quality = {"G": 0, "F1": 1, "F2": -1}.get(look.formation[gun] if side else "G", 0) if h in falls[1] else 0
            shift += min(quality, 0) if h in falls[0] else quality
            expected[h] = (total, max(sizes), shift, bool(wire))
        made = artillery.shots(s, look.number[officer], fired)
        found = {
            shot.attack.hexa: (shot.attack.factors, shot.attack.by.calibre, shot.attack.shift, shot.breaks_wire)
            for shot in made
        }
        assert found == expected and board.size


# odds of missions


@pytest.mark.parametrize("seed", MOMENTS[::2])
@clause("8.1.2b", "8.1.4a", "8.2.1i", "8.2.1k", "8.2.1n", "8.2.2a")
def test_the_odds_of_missions_by_counting_all_throws(seed: int) -> None:
    """The hits of several attacks together, and what becomes of an aircraft, from all throws of the dice."""
    s = moment(seed)
    look, setting = Look(s), s.setting
    pairs = [a + b for a in range(1, 7) for b in range(1, 7)]
    spots = [h for h in sorted(look.anybody(0)) if look.units(0, h)][:2]
    attacks = [attack.against(s, h, 1, 10, Weapon("art", calibre=105), origins=(h,), indirect=True) for h in spots]
    counts: dict[int, int] = {0: 1}
    for made in attacks:
        each, summed = [], dict[int, int]()
        for total in pairs:
            modified = total + sum(int(f.value) for f in made.modifiers)
            each.append(setting.charts.combat.effect(attack.column(s, made), modified) // made.divisor)
        chances = support.hit_chances(s, made)
        assert chances == {count: Fraction(each.count(count), 36) for count in set(each)}
        for have, ways in counts.items():
            for count in each:
                summed[have + count] = summed.get(have + count, 0) + ways
        counts = summed
    if attacks:
        odds = support.together(s, attacks)
        told = {outcome.name: outcome.chance for outcome in odds.outcomes}
        names_ = {n: "1 hit" if n == 1 else f"{n} hits" for n in counts}
        assert told == {names_[n]: Fraction(ways, 36 ** len(attacks)) for n, ways in counts.items()}
        own = support.together(s, [made._replace(side=0) for made in attacks])
        assert [o.name for o in own.outcomes] == ["0 hits"]
        none = [1 - support.hit_chances(s, made).get(0, Fraction(0)) for made in attacks]
        assert [f.value for f in own.factors] == [f"hit with {float(share):.0%}" for share in none]
    for officer, flight_, points in (("G.Apfelbaum", "G.air-1", 7), ("F.Moreau", "F.air-1", 6)):
        if officer not in look.at:
            continue
        number = air.mission_of(s, flight_)
        s.aircraft[number] = air.pool(s, number)[seed % len(air.pool(s, number))]
        row, side = air.aircraft(s, flight_), look.side[officer]
        top, wide = (10, 11) if row.mission == "close support" else (8, 10)
        for h in sorted(look.anybody(1 - side))[:3]:
            most = LOCATION[look.terrain(h)][support.hidden(s, look.at[officer], side, h)]
            beside = bool(air.beside(s, side, h))
            fates: dict[str, int] = {}
            for flak in pairs:
                for found in pairs:
                    for aim in pairs:
                        fate = "attacks the target" if aim <= top else "lost"
                        if top < aim <= wide and beside:
                            fate = "attacks a hex beside it"
                        fate = "target not found" if found > most else fate
                        fate = "aborted by anti-air fire" if flak < points else fate
                        fates[fate] = fates.get(fate, 0) + 1
            preview = air.foreseen(s, look.number[officer], flight_, h)
            assert {o.name: o.chance for o in preview.outcomes} == {f: Fraction(n, 36**3) for f, n in fates.items()}
            assert sum(outcome.chance for outcome in preview.sums) == 1
            hit = Fraction(fates["attacks the target"], 36**3)
            assert preview.chance("attacks the target") == hit
            missed = [o.chance for o in preview.sums if o.name == "target not attacked"]
            assert missed == [1 - hit]


# flights in search of room, and where lines lead


@pytest.mark.parametrize("seed", MOMENTS)
@clause("4h", "10.3.2f", "10.3.2a")
def test_whether_a_way_leads_on(seed: int) -> None:
    """A way of so many hexes, none of them twice, that ends where there is room; it is sought a little farther too."""
    s, random = moment(seed), Random(seed)
    board = s.setting.board
    hexes_ = [board.place(f"A{c}{r:02}") for c in range(5, 9) for r in range(5, 9)]
    legal = {h for h in hexes_ if random.random() < 0.6}
    full = {h for h in hexes_ if random.random() < 0.5}

    def leads(here: int, left: int, been: frozenset[int]) -> bool:
        if left <= 0 and here not in full:
            return True
        onward = (legal - been) & set(board.neighbours(here))
        return left > -2 and any(leads(there, left - 1, been | {there}) for there in onward)

    for start in hexes_[::3]:
        for far in (-1, 0, 1, 2, 3):
            got = flight.leads_on(s, start, far, _mask(legal), _mask(full), more=2)
            assert got == leads(start, far, frozenset({start})), (s.label(start), far)
    for start, cause in zip(hexes_, hexes_[5:], strict=False):
        step = rout.Rout((0,), cause, (start,), 3)
        apart = board.distance(start, cause)
        assert hexes(step.nearer(s)) == {h for h in listed(board.everything) if board.distance(h, cause) < apart}
        assert not rout.Rout((0,), -1, (start,), 3).nearer(s)


def _mask(hexes_: set[int]) -> int:
    return sum(1 << h for h in hexes_)


@pytest.mark.parametrize("seed", MOMENTS)
@clause("9.2n")
def test_the_nearest_cover_homeward(seed: int) -> None:
    s = moment(seed)
    look = Look(s)
    open_ = {h for h in listed(s.setting.board.everything) if look.terrain(h) == "open"}
    for h in sorted(look.anybody(0)):
        for side in SIDES:
            ring = hexes(s.setting.homeward(side, h))
            while ring and ring <= open_:
                ring = {there for one in ring for there in hexes(s.setting.homeward(side, one))}
            assert hexes(retreat._cover(s, side, h)) == ring - open_


@pytest.mark.parametrize("seed", MOMENTS)
@clause("8.3m", "8.3n", "8.4.3b")
def test_how_often_formations_check_after_losses(seed: int) -> None:
    """Once if a unit is gone; for each step beyond as many as there were units; the larger of both."""
    s, random = moment(seed), Random(seed)
    look, before = Look(s), rout.tally(s)
    was = {f.id: sum(FULL - look.steps[n] for n, of in look.formation.items() if of == f.id and n in look.at)
           for f in s.setting.formations}  # fmt: skip
    hit = [n for n in sorted(look.at) if look.kind[n] not in ("officer", "horses") and random.random() < 0.4]
    gone: dict[str, int] = {}
    for n in hit:
        if n not in look.by and not s.cargo(look.number[n]):
            losses.lose(s, look.number[n], random.choice([1, 2, 3]), ("8.4.2a",))
    expected = []
    for number, formation in enumerate(s.setting.formations):
        units = {n for n, of in look.formation.items() if of == formation.id and n in look.at}
        now = sum(FULL - s.steps[look.number[n]] for n in units)
        dead = sum(s.where[look.number[n]] < 0 for n in units)
        gone[formation.id] = dead
        if now > was[formation.id]:
            times = max(bool(dead), now - max(was[formation.id], len(units)))
            expected.append((number, times))
    assert rout.checks_due(s, before) == expected
