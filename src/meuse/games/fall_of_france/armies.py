"""Chapter 20.1: where each army may be set up, and whether all others still find their places.

An army with a listed hex has few hexes and must have most of its stacking points in some of them, so a careless unit
could leave no legal place for another. Free set-up never comes to that: a hex is open to a unit only if hexes can be
given to the armies not yet complete, each hex to one of them, so that each army fits into its own. Placing any further
unit where that plan has it keeps the plan, so there is always a next choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from meuse.engine import ALL
from meuse.games.fall_of_france import stacking
from meuse.games.fall_of_france.setting import (
    BELGIANS,
    BELGIUM,
    BRITISH,
    DUTCH,
    FRANCE,
    FRENCH,
    GERMANS,
    GERMANY,
    GONE,
    HOLLAND,
    LUXEMBOURG,
    NATIONS,
    SIDES,
    SPARE,
    UNPLACED,
    FallSetting,
)
from meuse.games.fall_of_france.state import FallState, listed, members, union
from meuse.games.fall_of_france.tables import Army

HOME = {GERMANS: GERMANY, FRENCH: FRANCE, BRITISH: FRANCE, BELGIANS: BELGIUM, DUTCH: HOLLAND}
"""The country in which a nation is set up (R96)."""
FACING = {
    GERMANS: (FRANCE, BELGIUM, HOLLAND, LUXEMBOURG),
    FRENCH: (BELGIUM, LUXEMBOURG, GERMANY),
    BRITISH: (BELGIUM, LUXEMBOURG, GERMANY),
    BELGIANS: (LUXEMBOURG, GERMANY),
    DUTCH: (GERMANY,),
}
"""The countries beyond the frontier that faces the enemy (R96); Luxembourg is German from the start (6.0)."""
STAGES = range(3)
"""When armies are set up: 0 those with a place, 1 those beside their army group, 2 those beside any of their nation."""
CLAUSES = {GERMANS: "20.1g", FRENCH: "20.1c", BRITISH: "20.1b", BELGIANS: "20.1e", DUTCH: "20.1d"}

Sizes = tuple[int, ...]
"""Stacking points, most first: of units, or of the room in hexes."""


class Plan(NamedTuple):
    """An army as it is set up under the optional rules in force."""

    name: str
    units: tuple[int, ...]
    hexes: int
    """Where its units may stand; of one set up beside others, its country."""
    front: int
    """Where most of its stacking points must stand."""
    listed: int
    """The listed hex; -1: it has none, and no majority is asked."""
    clause: str
    beside: tuple[int, ...] = ()
    """The formations with or next to whose units it is set up (20.1h)."""
    off_map: bool = False
    stage: int = 0
    """When it is set up, of ``STAGES``."""

    @property
    def tight(self) -> bool:
        return self.listed >= 0


class Plans(NamedTuple):
    """All armies of a scenario, and who is in which."""

    all: tuple[Plan, ...]
    of: dict[int, int]
    """The army of each unit."""
    owners: tuple[tuple[int, int], ...]
    """Each hex that several armies could use, with the one for which it is kept at first."""
    kept: tuple[int, ...]
    """For each army, the hexes kept for it."""
    claims: dict[int, list[int]]
    """For each hex, the armies with a listed hex that could use it."""
    tight: int
    """All these hexes."""
    cluster: tuple[tuple[int, ...], ...]
    """For each army with a listed hex, all that share hexes with it, directly or through others."""
    groups: tuple[tuple[int, ...], ...]
    """All these groups of armies."""
    stages: tuple[tuple[tuple[int, ...], ...], ...]
    """The units of each side, those of the armies that are set up first in front."""


def plans(s: FallState) -> Plans:
    """The armies under the optional rules in force; made once for all matches."""
    rules = s.rulings
    key = rules["belgian_alliance"], rules["weaker_maginot"], rules["optional_panzers"], rules["bef_armour"]
    known: Plans | None = s.setting.plans.get(key)
    if known is None:
        known = s.setting.plans[key] = _plans(s.setting, s.rulings)
    return known


def _plans(setting: FallSetting, rulings: dict[str, str]) -> Plans:
    made = [_plan(setting, rulings, army) for army in setting.scenario.army]
    if rulings["weaker_maginot"] == "yes":
        units = tuple(p.number for p in setting.pieces if p.special == "gcq")
        around = setting.board.within(setting.paris, 1) & ~setting.paris & setting.country[FRANCE] & setting.land
        made.append(Plan("GCQ", units, around, around, -1, "22.5b"))
    of = {unit: number for number, plan in enumerate(made) for unit in plan.units}
    claims: dict[int, list[int]] = {}
    for number, plan in enumerate(made):
        for hexa in setting.board.members(plan.hexes) if plan.tight else ():
            claims.setdefault(hexa, []).append(number)
    owner = {hexa: _owner(setting, made, hexa, who) for hexa, who in claims.items() if len(who) > 1}
    stages = tuple(
        tuple(tuple(u for u in units if u in of and made[of[u]].stage == stage) for stage in STAGES)
        for units in setting.units_of
    )
    clusters = _clusters(made, claims.values())
    kept = tuple(members(hexa for hexa, who in owner.items() if who == number) for number in range(len(made)))
    groups = tuple(dict.fromkeys(group for group in clusters if group))
    return Plans(tuple(made), of, tuple(owner.items()), kept, claims, members(claims), clusters, groups, stages)


def _plan(setting: FallSetting, rulings: dict[str, str], army: Army) -> Plan:
    nation, board = NATIONS.index(army.nation), setting.board
    units = units_of(setting, rulings, army)
    home = setting.country[HOME[nation]] & setting.land
    if nation == GERMANS:
        home |= into_luxembourg(setting)
    allied = rulings["belgian_alliance"] == "yes"
    if allied and nation == BELGIANS:
        return Plan(army.name, units, home, home, -1, "22.4a")
    if army.beside:
        every = army.beside == "nation"
        formations = tuple(
            group
            for group, (n, formation) in enumerate(setting.formations)
            if n == nation and (every or army.formation in (formation, setting.army_group.get(formation)))
        )
        clause = "20.1i" if army.off_map else "20.1h"
        return Plan(army.name, units, home, home, -1, clause, formations, army.off_map, 2 if every else 1)
    if army.between:
        lines = [setting.map.numbers[board.place(label)][0] for label in army.between]
        home &= setting.map.lines(min(lines), max(lines))
        return Plan(army.name, units, home, home, -1, CLAUSES[nation])
    listed = board.place(army.hex)
    hexes = (board.around[listed] | 1 << listed) & home
    free = setting.tables.options.belgian_alliance.formations
    if allied and (nation == BRITISH or (nation == FRENCH and army.formation in free)):
        hexes |= setting.country[BELGIUM] & setting.land
        return Plan(army.name, units, hexes, hexes, -1, "22.4b")
    near = frontier_distance(setting, nation, listed)
    front = members(h for h in board.members(hexes) if h == listed or frontier_distance(setting, nation, h) < near)
    return Plan(army.name, units, hexes, front, listed, CLAUSES[nation])


def units_of(setting: FallSetting, rulings: dict[str, str], army: Army) -> tuple[int, ...]:
    """The units of an army that are there from the start; optional counters stand for ordinary ones (22.9)."""
    nation, spare = NATIONS.index(army.nation), setting.spares(rulings)
    formation = (nation, army.formation) if army.formation else None
    return tuple(
        p.number
        for p in setting.pieces
        if not (p.air or p.hex or p.arrives or p.emergency or spare >> p.number & 1)
        and ((p.nation, p.formation) == formation or p.id in army.units or p.replaces in army.units)
    )


def into_luxembourg(setting: FallSetting) -> int:
    """The hexes of Luxembourg in which Germans may be set up (20.1j)."""
    ground = setting.country[LUXEMBOURG] & setting.land
    reached = setting.germany
    for _ in range(setting.scenario.luxembourg_depth):
        reached |= setting.board.within(reached, 1) & ground
    return reached & ground


def frontier_distance(setting: FallSetting, nation: int, hexa: int) -> int:
    """How far a hex lies from the frontier that faces a nation's enemy (R96)."""
    beyond = sum(setting.country[country] for country in FACING[nation])
    return next(far for far in range(setting.board.size) if setting.board.disc(hexa, far) & beyond)


def _owner(setting: FallSetting, made: Sequence[Plan], hexa: int, claims: list[int]) -> int:
    """The army for which a hex is kept: the one listed there, or standing there in the ready set-up."""
    label = setting.board.labels[hexa]
    ready = {n for side in SIDES for n in setting.scenario.setup[side].units.get(label, ())}  # type: ignore[index]
    return min(
        claims,
        key=lambda n: (
            made[n].listed != hexa,
            not any(setting.pieces[unit].id in ready for unit in made[n].units),
            not made[n].front >> hexa & 1,
            n,
        ),
    )


def _clusters(made: Sequence[Plan], claims: Iterable[list[int]]) -> tuple[tuple[int, ...], ...]:
    joined = [{number} if plan.tight else set[int]() for number, plan in enumerate(made)]
    for who in claims:
        together = set[int]().union(*(joined[number] for number in who))
        for number in together:
            joined[number] = together
    return tuple(tuple(sorted(group)) for group in joined)


# who is where


def unplaced(s: FallState, side: int) -> list[int]:
    """The ground units that a side has still to set up."""
    where = s.where
    return [unit for unit in s.setting.units_of[side] if where[unit] == UNPLACED]


def next_unplaced(s: FallState, side: int) -> list[int]:
    """Those of them whose turn it is: units that stand beside others come after them (20.1h)."""
    where = s.where
    for units in plans(s).stages[side]:
        now = [unit for unit in units if where[unit] == UNPLACED]
        if now:
            return now
    return []


def takes_part(s: FallState, plan: Plan) -> list[int]:
    """The units of an army that have not been given up for fortifications (22.10)."""
    return [unit for unit in plan.units if s.where[unit] not in (GONE, SPARE)]


def wanted_in_front(s: FallState, plan: Plan) -> int:
    """The stacking points an army still has to set up in its listed hex or nearer the frontier, so that more than half
    of them stand there (20.1a)."""
    if not plan.tight:
        return 0
    where, points, front, every, ahead = s.where, s.setting.points, plan.front, 0, 0
    for unit in takes_part(s, plan):
        size, place = points[unit], where[unit]
        every += size
        if place >= 0 and front >> place & 1:
            ahead += size
    return every // 2 + 1 - ahead


def area(s: FallState, unit: int) -> int:
    """The hexes in which a unit may be set up, as far as its army's place goes (20.1)."""
    made = plans(s)
    plan = made.all[made.of[unit]]
    if not plan.beside:
        return plan.hexes
    near = s.setting.board.within(union(s.masks[group] for group in plan.beside), 1) & plan.hexes
    return near if near & ~stacking.without_room(s, (unit,)) else plan.hexes


# whether everybody finds a place


class Book(msgspec.Struct, frozen=True):
    """What an army has still to set up, and the room it has."""

    number: int
    sizes: Sizes
    """The stacking points of its units, largest first; HQs have none and are not listed."""
    left: int
    """How many units these are, HQs too."""
    need: int
    """Stacking points still wanted in front."""
    room: tuple[tuple[int, int, bool], ...]
    """Hexes it may use: the hex, its room, whether it lies in front."""


class Share(NamedTuple):
    """Some hexes of an army, and their room in front and elsewhere, largest first."""

    hexes: int
    front: Sizes
    back: Sizes


class Books(NamedTuple):
    """The books of armies that share hexes, directly or through others, and a way to part the hexes among them."""

    all: tuple[Book, ...]
    shares: list[Share]
    """For each, hexes into which it fits; empty if they cannot be parted so."""


def blocked(s: FallState, unit: int, hexes: int) -> int:
    """Those of some hexes in which a unit would leave an army without a legal place (20.1a)."""
    shut, made = 0, plans(s)
    plan = made.all[made.of[unit]]
    if plan.stage:
        return 0  # the armies that must have a majority somewhere are complete
    for hexa in s.setting.board.members(hexes if plan.tight else hexes & made.tight):
        if not _keeps(s, made, unit, hexa):
            shut |= 1 << hexa
    return shut


def solvable(s: FallState) -> bool:
    """Can every army that has not been set up still be?"""
    made = plans(s)
    return all(_parted(_books(s, made, group).all, made.owners) is not None for group in made.groups)


def _keeps(s: FallState, made: Plans, unit: int, hexa: int) -> bool:
    """Can the armies that share a hex, directly or through others, still be set up when a unit stands there?"""
    books = _books(s, made, made.cluster[made.claims[hexa][0]])
    if books.shares and _fit_then(s, made, books, unit, hexa):
        return True
    touched, then = (made.of[unit], *made.claims[hexa]), list(books.all)
    for place, book in enumerate(then):
        if book.number in touched:
            book = then[place] = _with(s, made, book, unit, hexa)
            if not _fits_alone(book):
                return False  # nearly always it is an army by itself that no longer fits
    return _parted(tuple(then), made.owners) is not None


def _fit_then(s: FallState, made: Plans, books: Books, unit: int, hexa: int) -> bool:
    """Does each army fit into its share of the hexes when a unit stands in one? Nearly always that settles it."""
    own, size, room = made.of[unit], s.setting.points[unit], max(s.limits[hexa] - s.crowd[hexa], 0)
    for book, (hexes, front, back) in zip(books.all, books.shares, strict=True):
        mine, its_hex = book.number == own, hexes >> hexa & 1
        if not (mine or its_hex):
            continue  # it fits as before
        sizes, left, need, plan = book.sizes, book.left, book.need, made.all[book.number]
        ahead = plan.front >> hexa & 1
        if mine:
            sizes, left, need = _less(sizes, size), left - 1, need - size * ahead
        if its_hex:
            rest = room - size if mine or stacking.together(s, (unit, plan.units[0])) else -1
            if ahead:
                front = _exchanged(front, room, rest)
            else:
                back = _exchanged(back, room, rest)
        if not _fits(sizes, left, need, front, back):
            return False
    return True


def _exchanged(caps: Sizes, room: int, rest: int) -> Sizes:
    """The room of some hexes when one of them has another; a negative one cannot be used at all."""
    place = caps.index(room)
    others = caps[:place] + caps[place + 1 :]
    return tuple(sorted((*others, rest), reverse=True)) if rest >= 0 else others


def _less(sizes: Sizes, size: int) -> Sizes:
    """The sizes of an army's units without one of them; HQs have none."""
    if not size:
        return sizes
    place = sizes.index(size)
    return sizes[:place] + sizes[place + 1 :]


def _books(s: FallState, made: Plans, group: tuple[int, ...]) -> Books:
    """The armies of a group that are not complete."""
    known = s.memo.get("books")
    if known is None or known[0] != s.version:
        known = s.memo["books"] = (s.version, {})
    opened: dict[tuple[int, ...], Books] = known[1]
    if group not in opened:
        opened[group] = _opened(made, _made(s, made, group))
    return opened[group]


def _made(s: FallState, made: Plans, group: tuple[int, ...]) -> tuple[Book, ...]:
    """The books of a group's armies that are not complete, made again."""
    return tuple([book for book in [_book(s, number, made.all[number]) for number in group] if book.left])


def _opened(made: Plans, books: tuple[Book, ...]) -> Books:
    """Some books, with a way to part the hexes: each is kept for one army if that will do."""
    kept = union([made.kept[book.number] for book in books])
    shares = [_share(book, ~(kept ^ made.kept[book.number])) for book in books]
    for book, (_, front, back) in zip(books, shares, strict=True):
        if not _fits(book.sizes, book.left, book.need, front, back):
            shares = [_share(given) for given in _parted(books, made.owners) or ()]
            break
    return Books(books, shares)


def set_up(s: FallState, unit: int, hexa: int) -> None:
    """Lay a unit down where it is set up, and carry the books on: its own army's, and those that have the hex."""
    made, before, known = plans(s), s.version, s.memo.get("books")
    s.put(unit, hexa)
    if known is None or known[0] != before:
        return
    touched = {made.of[unit], *made.claims.get(hexa, ())}
    opened: dict[tuple[int, ...], Books] = dict(known[1])
    for group, books in opened.items():
        if not touched.isdisjoint(group):
            then = [_with(s, made, book, unit, hexa) if book.number in touched else book for book in books.all]
            opened[group] = _opened(made, tuple([book for book in then if book.left]))
    s.memo["books"] = s.version, opened


def faults(s: FallState) -> Iterator[str]:
    """Books that were carried on and are not those that would be made now."""
    made, known = plans(s), s.memo.get("books")
    for group, books in known[1].items() if known is not None and known[0] == s.version else ():
        if books.all != _made(s, made, group):
            yield f"set-up: the books of {', '.join(made.all[number].name for number in group)} are not those of now"


def _book(s: FallState, number: int, plan: Plan) -> Book:
    points, where = s.setting.points, s.where
    left = tuple([unit for unit in plan.units if where[unit] == UNPLACED])
    if not left:
        return Book(number, (), 0, 0, ())
    sizes = tuple(sorted([points[unit] for unit in left if points[unit]], reverse=True))
    limits, crowd, front = s.limits, s.crowd, plan.front
    free = listed(plan.hexes & ~stacking.strangers(s, left))
    room = tuple([(hexa, max(limits[hexa] - crowd[hexa], 0), bool(front >> hexa & 1)) for hexa in free])
    return Book(number, sizes, len(left), wanted_in_front(s, plan), room)


def _with(s: FallState, made: Plans, book: Book, unit: int, hexa: int) -> Book:
    """A book after a unit has been set up in a hex."""
    number, sizes, left, need, room = book.number, book.sizes, book.left, book.need, book.room
    size, own = s.setting.points[unit], made.all[made.of[unit]]
    if number == made.of[unit]:
        left -= 1
        need -= size * (own.front >> hexa & 1)
        sizes = _less(sizes, size)
    elif not stacking.together(s, (unit, made.all[number].units[0])):
        return _without(book, hexa)
    room = tuple([(h, cap - size, front) if h == hexa else (h, cap, front) for h, cap, front in room])
    return Book(number, sizes, left, need, room)


def _share(book: Book, hexes: int = ALL) -> Share:
    """Those of some hexes that an army may use."""
    front: list[int] = []
    back: list[int] = []
    shared = 0
    for hexa, cap, ahead in book.room:
        if hexes >> hexa & 1:
            shared |= 1 << hexa
            (front if ahead else back).append(cap)
    front.sort(reverse=True)
    back.sort(reverse=True)
    return Share(shared, tuple(front), tuple(back))


def _fits(sizes: Sizes, left: int, need: int, front: Sizes, back: Sizes) -> bool:
    """Does an army with so many units left fit into hexes with this room?"""
    if not left:
        return need <= 0
    return bool(front or back) and fits(sizes, front, back, need if need > 0 else 0)


def _fits_alone(book: Book) -> bool:
    """Would an army fit if it shared its hexes with no other?"""
    _, front, back = _share(book)
    return _fits(book.sizes, book.left, book.need, front, back)


@lru_cache(maxsize=1 << 14)
def fits(sizes: Sizes, front: Sizes, back: Sizes, need: int) -> bool:
    """Do units of these sizes fit into hexes with this room, with so many points among the hexes in front?"""
    if not sizes:
        return need <= 0
    if need > sum(sizes):
        return False
    size, rest = sizes[0], sizes[1:]
    for caps, ahead in ((front, True), (back, False)):
        for place, cap in enumerate(caps):
            if cap < size or cap in caps[:place]:
                continue
            left = tuple(sorted((*caps[:place], cap - size, *caps[place + 1 :]), reverse=True))
            if fits(rest, left if ahead else front, back if ahead else left, max(need - size, 0) if ahead else need):
                return True
    return False


@lru_cache(maxsize=1 << 14)
def _parted(books: tuple[Book, ...], owners: tuple[tuple[int, int], ...]) -> tuple[Book, ...] | None:
    """Give each hex that several armies could use to one of them so that every army fits; None if that cannot be."""
    if not all(map(_fits_alone, books)):
        return None
    users: dict[int, list[int]] = {}
    for book in books:
        for hexa, _, _ in book.room if book.left else ():
            users.setdefault(hexa, []).append(book.number)
    contested = next((hexa for hexa, who in users.items() if len(who) > 1), None)
    if contested is None:
        return books
    first = dict(owners).get(contested, -1)
    for number in sorted(users[contested], key=lambda n: n != first):
        given = tuple(book if book.number == number else _without(book, contested) for book in books)
        parted = _parted(given, owners)
        if parted is not None:
            return parted
    return None


def _without(book: Book, hexa: int) -> Book:
    """A book of an army that cannot use a hex."""
    return msgspec.structs.replace(book, room=tuple([entry for entry in book.room if entry[0] != hexa]))
