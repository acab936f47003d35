"""Open fire (8, 8.3): who can fire at what with which munition, factors and their halvings, fire groups.

A unit that fires is chosen first and then its target, or the target first: then the group that promises most is
offered. Others may join before the dice fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, cast

from meuse.board.sets import listed, members, union
from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Place
from meuse.engine.preview import Factor, Preview
from meuse.engine.scene import Fight
from meuse.engine.steps import Subject
from meuse.games.france_1940 import attack, charts, fights, smoke
from meuse.games.france_1940.attack import Attack
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.setting import SOFT_TARGET, Sort, Way
from meuse.games.france_1940.state import FranceState, FranceStep, carried, finish, idle, rolling
from meuse.games.france_1940.tables import Size

Fire = Way | Literal["any"] | frozenset[str]
"""What fire can hurt targets: one of the ways to fire, for ART fire the classes of armour that it gets through."""
WAYS: tuple[Way, ...] = ("ap", "at", "mg", "art")
VERBS: dict[Way, str] = {"ap": "ap_fire", "at": "at_fire", "mg": "at_fire", "art": "art_fire"}
RIFLES, MACHINE_GUN = Weapon("ap"), Weapon("at", mg=True)


class Prey(NamedTuple):
    """Targets of a side: the hexes with any, and those with some of a size that have moved, or have not."""

    hexes: int
    seen_as: tuple[tuple[Size, bool, int], ...]


NOBODY = Prey(0, ())


class Marks(NamedTuple):
    """All targets of a side."""

    found: dict[tuple[Sort, Size, bool], int]
    """The hexes with targets, by what they are, their size, and whether they have moved."""
    known: dict[Fire, Prey]
    """Those that a kind of fire can hurt, once somebody has asked for it."""

    def hurt(self, fire: Fire) -> Prey:
        """The targets that a kind of fire can hurt."""
        known = self.known.get(fire)
        if known is None:
            seen_as: dict[tuple[Size, bool], int] = {}
            for (sort, size, moved), there in self.found.items():
                if _affects(fire, sort):
                    seen_as[size, moved] = seen_as.get((size, moved), 0) | there
            hexes = union(seen_as.values())
            known = self.known[fire] = Prey(hexes, tuple([(*key, there) for key, there in seen_as.items()]))
        return known


# what a unit fires with


def printed(s: FranceState, unit: int, way: Way) -> int:
    """A unit's fire factor after its losses (8.4.4)."""
    setting = s.setting
    if way == "mg":
        return setting.ap[unit][s.steps[unit]] if setting.mgs >> unit & 1 else 0
    table = setting.ap if way == "ap" else setting.at if way == "at" else setting.art
    return table[unit][s.steps[unit]]


def reach(s: FranceState, unit: int, way: Way) -> int:
    """A unit's normal range (8f)."""
    setting = s.setting
    return (setting.at_range if way == "at" else setting.art_range if way == "art" else setting.ap_range)[unit]


def farthest(s: FranceState, unit: int, way: Way) -> int:
    """How far a unit fires at half its factor: up to twice its range, with or without that distance (8h, G03)."""
    return 2 * reach(s, unit, way) - (s.rulings["long_range"] == "less")


def weapon(s: FranceState, unit: int, way: Way, hexa: int) -> Weapon:
    """With what a unit would hit a hex (8.4.2)."""
    if way == "ap":
        return RIFLES
    if way == "mg":
        return MACHINE_GUN
    row = s.setting.pieces[unit].row
    if way == "art":
        return Weapon("art", calibre=row.calibre)  # type: ignore[union-attr]
    distance = s.setting.board.distance(s.where[unit], hexa)
    return Weapon("at", through=s.setting.charts.penetration.through(row.gun, distance))  # type: ignore[union-attr]


class Share(NamedTuple):
    """What a unit adds to an attack: its factor, halved as often as it must be, and why (G04)."""

    factor: int
    halvings: tuple[tuple[str, str], ...]
    """Each with its clause."""


def share(s: FranceState, unit: int, way: Way, hexa: int, reacting: bool, unmarked: str = "3.4i") -> Share:
    """A unit's part in an attack on a hex (8g, 5.6d, 3.4i, 8.3d); fractions are rounded up once (2.4b).

    ``unmarked``: the clause by which a unit without a Reaction marker fires at half its factor.
    """
    here = s.where[unit]
    halvings = []
    if s.setting.board.distance(here, hexa) > reach(s, unit, way):
        halvings.append(("beyond its range", "8g"))
    if s.mounted >> unit & 1:
        halvings.append(("mounted", "5.6d"))
    if reacting and not s.reaction >> unit & 1:
        halvings.append(("without a Reaction marker", unmarked))
    if way == "art" and not spotted(s, here, prey(s, unit, "any"), 1 << hexa):
        halvings.append(("target not spotted", "8.3d"))
    return Share(charts.halved(printed(s, unit, way), len(halvings)), tuple(halvings))


# what can be seen of the enemy


def marks(s: FranceState, side: int) -> Marks:
    """The hexes with targets of a side, by what they are, their size, and whether they have moved (6.1d, G07)."""
    given = s.stamps[side], s.moved & s.setting.pieces_on[side]
    return s.kept(("marks", side), given, _marked, s, side)


def _marked(s: FranceState, side: int) -> Marks:
    setting, where, size, sort, made = s.setting, s.where, s.size, s.setting.sort, Marks({}, {})
    found = made.found
    own = setting.pieces_on[side] & s.alive
    targets = own & setting.units & ~setting.horses & ~(s.riders & ~s.mounted)
    for officer in listed(own & setting.officers & ~s.riders):
        if s.deserted(where[officer], side):  # else no target of his own (7.1b)
            targets |= 1 << officer
    for pieces, moved in ((targets & ~s.moved, False), (targets & s.moved, True)):
        for piece in listed(pieces):
            key = sort[piece], size(piece), moved
            found[key] = found.get(key, 0) | 1 << where[piece]
    return made


def _affects(fire: Fire, sort: Sort) -> bool:
    """Can fire hurt targets of a sort (8a, 8b, 8d, 8.4.1b)?"""
    name, bare = sort
    if fire == "ap":
        return name == SOFT_TARGET
    if fire == "at":
        return name != SOFT_TARGET
    if fire == "mg":
        return bare
    return fire == "any" or name == SOFT_TARGET or name in fire


def prey(s: FranceState, unit: int, fire: Fire) -> Prey:
    """The enemies of a unit that a kind of fire can hurt."""
    return marks(s, 1 - s.setting.side_of[unit]).hurt(fire)


def spotted(s: FranceState, here: int, wanted: Prey, hexes: int) -> int:
    """Those of some hexes with some enemies, at least one of them near enough to be spotted from a hex (6b, G12)."""
    near, found = s.spotting.near, 0
    for size, moved, there in wanted.seen_as:
        if there & hexes:
            found |= there & near(here, size, moved)
    return found & hexes


def sees(s: FranceState, unit: int, way: Way, hexa: int, pieces: int) -> bool:
    """Could a unit's fire at a hex be meant for some of the pieces there: can it hurt one that is spotted (G12)?"""
    setting, here = s.setting, s.where[unit]
    if not printed(s, unit, way):
        return False
    hurt = attack.vulnerable(s, pieces, weapon(s, unit, way, hexa))
    if way == "mg":
        hurt = members(piece for piece in listed(hurt) if not setting.armour_value[piece])
    if way in ("ap", "art") and not s.all_in(hexa) & setting.units & ~setting.horses:
        hurt |= pieces & setting.officers
    if way == "art":
        return bool(hurt)
    near = s.spotting.near
    return any(near(here, s.size(p), bool(s.moved >> p & 1)) >> hexa & 1 for p in listed(hurt))


def friends(s: FranceState, side: int) -> int:
    """The hexes with a side's combat units, transports among them, past which it cannot fire (8.3e, 2.2.1.1f, G10)."""
    return s.kept(("friends", side), s.stamps[side], _combatants, s, side)


def _combatants(s: FranceState, side: int) -> int:
    setting = s.setting
    fighters = setting.pieces_on[side] & setting.units & s.alive & ~setting.horses
    where = s.where
    return members([where[unit] for unit in listed(fighters)])


def bars(s: FranceState, unit: int, way: Way) -> Iterator[Bar]:
    """The hexes at which a unit cannot fire in a way (8, 8.3)."""
    setting, side, here = s.setting, s.setting.side_of[unit], s.where[unit]
    if not printed(s, unit, way):
        yield Bar(ALL, "8c", f"{s.spoken(unit)} has no such factor")
        return
    enemies = s.masks[1 - side] & ~(1 << here)
    yield Bar(~enemies, "8.3a", "there is no enemy to fire at in {it}")
    near = setting.board.disc(here, farthest(s, unit, way))
    yield Bar(~near, "8h", "{it} is farther away than twice the range")
    open_to = setting.sight.seen_through(here, smoke.black(s) if s.smoke else 0)
    yield Bar(~open_to, "8.3b", "{it} is not in the line of sight")
    left = enemies & near & open_to
    wanted = prey(s, unit, setting.shelled[unit] if way == "art" else way) if left else NOBODY
    hurt = wanted.hexes
    yield Bar(~hurt, "8b" if way in ("ap", "mg") else "8a", "nobody in {it} can be hurt by such fire")
    left &= hurt
    if way != "art" and left:
        seen = spotted(s, here, wanted, left)
        yield Bar(left & ~seen, "8.3c", "nobody in {it} who could be hurt is spotted")
        left &= seen
    if s.forts and left:
        closed = _walled(s, unit, way, left)
        shielded = members(fort.hex for fort in s.forts if attack.outside(s, fort))
        yield Bar(closed & shielded, "12.9g", "a unit outside the fortification in {it} shields those inside")
        yield Bar(closed, "12.9f", "those in {it} are safe in their fortification from such fire")
        shelter = s.fort_at(here) if s.inside >> unit & 1 else None
        blind = left & ~setting.front(here, shelter.arrow) if shelter is not None else 0
        yield Bar(blind, "12.9a", "{it} does not lie before the fortification")
        left &= ~(closed | blind)
    if left:
        hidden = setting.sight.shadows.hidden(here, left, friends(s, side))
        yield Bar(hidden, "8.3e", "a friendly unit stands in the line of fire to {it}")
        left &= ~hidden
    if left & (left - 1):
        same = left & setting.ground.at_level(setting.ground.level[here])
        farther = setting.sight.shadows.hidden(here, same, left & s.manned(1 - side))  # V4
        yield Bar(farther, "8.3f", "a nearer enemy stands in the line to {it}")


def _walled(s: FranceState, unit: int, way: Way, hexes: int) -> int:
    """Hexes in which all whom fire could hurt are inside a fortification that it does not get through (12.9, G78)."""
    here, closed = (s.where[unit],), 0
    for fort in s.forts:
        if hexes >> fort.hex & 1:
            reached = attack.reach(s, fort.hex, weapon(s, unit, way, fort.hex), here)
            if not reached.victims and not reached.fort:
                closed |= 1 << fort.hex
    return closed


def targets(s: FranceState, unit: int, way: Way) -> int:
    """The hexes at which a unit can fire in a way."""
    return s.kept(("targets", unit, way), (s.version, s.moved), _targets, s, unit, way)


def _targets(s: FranceState, unit: int, way: Way) -> int:
    left = s.setting.board.everything
    for bar in bars(s, unit, way):
        left &= ~bar.closed
        if not left:
            break
    return left


def everywhere(s: FranceState, unit: int) -> int:
    """All hexes at which a unit can fire."""
    setting, here, found = s.setting, s.where[unit], 0
    if not s.masks[1 - setting.side_of[unit]] & setting.sight.within(here, 2 * setting.farthest[unit]):
        return 0
    for way in setting.armed_with[unit]:
        found |= targets(s, unit, way)
    return found


def locked(s: FranceState) -> int:
    """The pieces in hexes of continuing assaults, who can do nothing but fight on (9.1.4a, G58)."""
    if not s.melees:
        return 0
    fights = members([melee.hex for melee in s.melees])
    return s.kept("locked", (s.version, fights), s.pieces_in, fights)


# attacks


def made(s: FranceState, way: Way, hexa: int, shooters: Pieces, reacting: bool = False) -> Attack:
    """The attack of some units on a hex (8.3g), with what it comes from for people."""
    shares = {unit: share(s, unit, way, hexa, reacting) for unit in shooters}
    return _joint(s, way, hexa, shares, tuple([told(s, unit, part) for unit, part in shares.items()]))


def _joint(
    s: FranceState, way: Way, hexa: int, shares: Mapping[int, Share], reasons: tuple[Factor, ...] = ()
) -> Attack:
    """The attack of units that add their shares. Of guns that differ, those that do least count for all (F1)."""
    shooters, weapons = tuple(shares), [weapon(s, unit, way, hexa) for unit in shares]
    worst = min(weapons, key=lambda one: (one.through, one.calibre)) if len(weapons) > 1 else weapons[0]
    return attack.against(
        s, hexa, s.setting.side_of[shooters[0]], sum([part.factor for part in shares.values()]), worst,
        shooters=shooters, origins=tuple(dict.fromkeys([s.where[unit] for unit in shooters])), reasons=reasons,
    )  # fmt: skip


def told(s: FranceState, unit: int, part: Share) -> Factor:
    """What a unit adds, and why no more."""
    why = " and ".join(name for name, _ in part.halvings)
    clause = part.halvings[0][1] if part.halvings else "8f"
    return Factor(f"{s.spoken(unit)}, {why}" if why else s.spoken(unit), str(part.factor), clause)


def shoot(s: FranceState, way: Way, hexa: int, shooters: Pieces, reacting: bool = False) -> None:
    """Some units fire at a hex: they are Finished, and the attack is carried out (3.3.2b, 3.4g)."""
    ready = _joint(s, way, hexa, {unit: share(s, unit, way, hexa, reacting) for unit in shooters})
    finish(s, members(shooters))
    attack.resolve(s, ready)


# groups


def pool(s: FranceState) -> int:
    """The activated units that may fire together: those in command of one formation, or of two that coordinate.

    (8e, 7.3c, G29)
    """
    return shooters(s) & s.setting.led & ~s.astray


def shooters(s: FranceState) -> int:
    """The activated units that may fire (3.3.2m)."""
    return idle(s) & s.alive & s.setting.armed & ~(s.riders & ~s.mounted) & ~locked(s)


def able(s: FranceState, way: Way, hexa: int, units: int) -> int:
    """Those of some units that can fire at a hex in a way."""
    armed = s.setting.armed_with
    return members([unit for unit in listed(units) if way in armed[unit] and targets(s, unit, way) >> hexa & 1])


def best(s: FranceState, way: Way, hexa: int, units: Iterable[int], reacting: bool = False) -> tuple[float, Pieces]:
    """The group of some units that promises most against a hex, and the steps it costs on the average.

    The best shots come first, so that a group of those who make it no worse is a beginning of the list.
    """
    setting, shares = s.setting, {unit: share(s, unit, way, hexa, reacting) for unit in units}
    order = sorted(
        shares, key=lambda unit: (-setting.shift[unit], -weapon(s, unit, way, hexa).through, -shares[unit].factor, unit)
    )
    joint, worth = dict[int, Share](), list[tuple[float, int]]()
    for unit in order:
        joint[unit] = shares[unit]
        worth.append((attack.expected(s, _joint(s, way, hexa, joint)), len(joint)))
    most, count = max(worth)
    return most, tuple(order[:count])


def proposal(s: FranceState, hexa: int) -> tuple[Way, Pieces]:
    """The attack on a hex that promises most for those who may fire now."""
    together, single = pool(s), shooters(s)
    groups: list[tuple[Way, Pieces]] = []
    for way in WAYS:
        can = able(s, way, hexa, single)
        if can & together:
            groups.append((way, listed(can & together)))
        groups += [(way, (unit,)) for unit in listed(can & ~together)]
    if len(groups) == 1 and len(groups[0][1]) == 1:
        return groups[0]
    found = [(way, *best(s, way, hexa, group)) for way, group in groups]
    way, _, units = max(found, key=lambda row: row[1])
    return way, units


# choosing


def fire_bars(s: FranceState) -> Iterator[Bar]:
    """Who may not fire (3.3.2m)."""
    yield Bar(s.setting.officers, "3.3.2m", "{it} is an officer: only units fire")
    yield Bar(~s.setting.armed, "8c", "{it} has nothing to fire with")
    yield Bar(~s.alive, "3.3.2m", "{it} is not on the board yet")
    yield Bar(carried(s), "5.5h", "{it} is carried or towed")
    yield Bar(rolling(s), "3.3.2a", "{it} has spent movement points, and can only move")
    if s.melees:
        yield Bar(locked(s), "9.1.4a", "{it} is in a continuing assault")
    ready = members([unit for unit in listed(shooters(s)) if everywhere(s, unit)])
    yield Bar(~ready, "8.3b", "{it} sees, reaches and can hurt nobody past friends and nearer enemies")


def engage_bars(s: FranceState) -> Iterator[Bar]:
    """The hexes at which no activated unit can fire (8.3)."""
    found = 0
    for unit in listed(shooters(s)):
        found |= everywhere(s, unit)
    yield Bar(~found, "8.3b", "none of your activated units can fire at {it}")


def engage(s: FranceState, hexa: int) -> None:
    """The best attack on a hex is offered."""
    way, units = proposal(s, hexa)
    s.push(Group(way, hexa, units))


class Aim(FranceStep):
    """A unit that fires: at which hex, and with which munition (8.3a)."""

    unit: Piece

    hand = "unit"
    standing = True
    heading = "{side} fire"
    asks = "At what does {unit} fire?"
    help = Help("8.3b", "Click a marked hex; a unit fires at half its factor beyond its range, up to twice as far.")
    words = {
        "ap_fire": "AP fire at {it}", "at_fire": "AT fire at {it}", "art_fire": "Artillery fire at {it}",
    }  # fmt: skip
    rolls = ("ap_fire", "at_fire", "art_fire")

    def way(self, s: FranceState, verb: str) -> Way:
        """How the unit fires by a verb: a machine gun that fires at armour does so as a machine gun (8d)."""
        if verb == "at_fire":
            return "mg" if s.setting.mgs >> self.unit & 1 else "at"
        return "ap" if verb == "ap_fire" else "art"

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        return bars(s, self.unit, self.way(s, verb))

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return attack.preview(s, made(s, self.way(s, option.verb), option.value, (self.unit,)))

    def ap_fire(self, s: FranceState, hexa: int) -> None:
        s.turn_into(Group("ap", hexa, (self.unit,)))

    def at_fire(self, s: FranceState, hexa: int) -> None:
        s.turn_into(Group(self.way(s, "at_fire"), hexa, (self.unit,)))

    def art_fire(self, s: FranceState, hexa: int) -> None:
        s.turn_into(Group("art", hexa, (self.unit,)))


class Group(FranceStep):
    """Units about to fire at a hex: others may join before the dice fall (8e)."""

    way: str
    hex: Place
    units: Pieces

    hand = "units"
    heading = "{side} fire"
    help = Help("8e", "Units of one formation that are in command add their factors if all fire the same munition.")
    words = {"join": "{it} joins", "together": "Fire with everybody who can join", "shoot": "Fire"}
    rolls = ("together", "shoot")
    reacting = False

    def kind(self) -> Way:
        return cast(Way, self.way)

    def prompt(self, s: FranceState) -> str:
        others = ", or let others join" if self.joiners(s) else ""
        return f"Fire at {s.spot(self.hex)} with {s.setting.pieces_spoken(self.units)}{others}."

    def about(self, s: FranceState) -> Subject:
        return self.units, dict.fromkeys((self.hex, *(s.where[unit] for unit in self.units)))

    def company(self, s: FranceState) -> int:
        """Those who may fire together with the first of the group."""
        together = pool(s)
        return together if together >> self.units[0] & 1 else 0

    def joiners(self, s: FranceState) -> int:
        return able(s, self.kind(), self.hex, self.company(s) & ~members(self.units))

    def options(self, s: FranceState) -> list[Option]:
        say, join = s.setting.say, self.joiners(s)
        if not join:
            return list(say["shoot"])
        return s.setting.vocabulary.open("join", ~join) + say["together"] + say["shoot"]

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "together" and not self.joiners(s):
            yield Bar(ALL, "8e", "nobody else can join")
        if verb == "join":
            yield Bar(~self.company(s), "8e", "{it} is not of the same formation, not in command or cannot fire now")
            yield Bar(members(self.units), "8e", "{it} fires already")
            yield Bar(~self.joiners(s), "8e", "{it} cannot fire so at this target")

    def everybody(self, s: FranceState) -> Pieces:
        return (*self.units, *listed(self.joiners(s)))

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        if option.verb == "join":
            return None
        units = self.everybody(s) if option.verb == "together" else self.units
        return attack.preview(s, made(s, self.kind(), self.hex, units, self.reacting))

    def battle_board(self, s: FranceState, side: int) -> Fight | None:
        ready = made(s, self.kind(), self.hex, self.units, self.reacting)
        return fights.fight(s, ready, f"{s.turn}-fire-{s.piece_name(self.units[0])}")

    def join(self, s: FranceState, unit: int) -> None:
        s.turn_into(type(self)(self.way, self.hex, (*self.units, unit)))

    def together(self, s: FranceState, value: int) -> None:
        units = self.everybody(s)
        s.pop()
        shoot(s, self.kind(), self.hex, units, self.reacting)

    def shoot(self, s: FranceState, value: int) -> None:
        s.pop()
        shoot(s, self.kind(), self.hex, self.units, self.reacting)
