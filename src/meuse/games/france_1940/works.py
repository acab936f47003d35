"""Chapter 12: mines that go off, trenches and fortifications entered, left and taken, work that an enemy disturbs.

What units build over two turns is in ``building``; wire, roadblocks and mines cleared are in ``obstacles``. Prices of
markers for those who move are in ``costs``, what they are worth against fire in ``attack``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from meuse.board.sets import listed, members
from meuse.engine import Bar, Outcome, Piece, Preview
from meuse.engine.preview import Factor
from meuse.games.france_1940 import charts, flight, hits, morale, reaction, stacking
from meuse.games.france_1940.events import LeftShelter, MinesSprung, TookShelter, WorkLost
from meuse.games.france_1940.scenarios import MineKind
from meuse.games.france_1940.setting import CREW, FranceSetting
from meuse.games.france_1940.state import FranceState, FranceStep, Minefield, finish

# acting: what building, clearing and sheltering have in common


def among(s: FranceState, hexes: int) -> int:
    """The activated pieces that stand in some hexes."""
    where = s.where
    return members([piece for piece in listed(s.active & s.alive) if hexes >> where[piece] & 1]) if hexes else 0


def hands(s: FranceState) -> Iterator[Bar]:
    """Who cannot work with his hands now: officers, transports and horses, and units that are carried or mounted."""
    setting = s.setting
    yield Bar(~setting.units, "3.3.2s", "{it} is an officer: his units do the work")
    yield Bar(setting.carriers, "3.3.2s", "{it} only carries others")
    yield Bar(~s.alive, "3.3.2s", "{it} is not on the board yet")
    yield Bar(s.riders, "5.5h", "{it} is carried, towed or mounted")


def engineers(s: FranceState, clause: str) -> Iterator[Bar]:
    """Work that only engineers do."""
    yield Bar(~s.setting.engineers, clause, "{it} is not a unit of engineers")
    yield from hands(s)


def declare(s: FranceState, unit: int, step: FranceStep) -> None:
    """A unit sets about something: the enemy may fire at it first, then the step carries it out (3.4a, G22)."""
    s.push(step)
    s.moving = 1 << unit
    reaction.window(s, s.where[unit])


def able(s: FranceState, unit: int) -> bool:
    """Can a unit still do what it has set about: is it there, and has fire not driven it off?"""
    return bool(s.alive & ~s.routed & ~s.finished & 1 << unit)


def relocate(s: FranceState, unit: int, hexa: int) -> None:
    """A unit goes into a hex by its action, where the enemy may fire at it again; then it is Finished."""
    waters, here = s.setting.waters, s.where[unit]
    beside = s.setting.board.around[here] >> hexa & 1
    bank = waters.bank_after(here, s.second_bank >> unit & 1, hexa) if beside else 0
    s.moved |= 1 << unit
    s.shift(unit, hexa)
    if bank != (waters.minor and waters.plain >> hexa & 1):  # who stops in a river has crossed it (11.9.1b)
        s.second_bank |= 1 << unit
    s.push(Acted(unit))


def exposed(s: FranceState, unit: int) -> None:
    """The enemy may fire at a unit in the hex that it has just entered (3.4a)."""
    if able(s, unit):
        reaction.window(s, s.where[unit])


class Acted(FranceStep):
    """A unit has performed its action (3.3.2b)."""

    unit: Piece

    def after(self, s: FranceState) -> None:
        finish(s, 1 << self.unit & s.alive)
        s.moving = 0


def odds_of_gate(s: FranceState, unit: int, title: str, passed: str, failed: str) -> Preview:
    """How likely a unit passes the morale check that an action demands (10.2b)."""
    needed = morale.of_unit(s, unit)
    ways = sum(a + b <= needed for a in range(1, 7) for b in range(1, 7))
    outcomes = tuple(
        Outcome(Fraction(count, 36), (), name) for name, count in ((passed, ways), (failed, 36 - ways)) if count
    )
    return Preview(title, outcomes, (Factor("morale", str(needed), "10.2b"),))


# mines (12.7)


def factors(s: FranceState, mine: Minefield) -> int:
    """The fire factor of a minefield by its density (12.7.1a)."""
    table = s.setting.charts.minefield
    return (table.dispersed, table.normal, table.concentrated)[mine.density]


def mined(s: FranceState) -> int:
    """The hexes with mines."""
    return members([mine.hex for mine in s.mines])


def endangered(s: FranceState, kind: MineKind | str, pieces: int) -> int:
    """Those of some pieces that a kind of mines attacks (12.7.1c to 12.7.1e).

    What something carries or tows does not touch the ground; horses suffer with their riders (5.6f).
    """
    setting = s.setting
    treading = pieces & ~setting.horses & ~(s.riders & ~s.mounted)
    if kind == "mixed":
        return treading
    vehicles = setting.armour | setting.transports
    if kind == "at":
        return treading & vehicles
    crews = setting.those(move == CREW for move in setting.move)
    return treading & (setting.on_foot | crews) & ~vehicles


def spring(s: FranceState, pieces: int, hexa: int, back: int = -1) -> None:
    """Mines in a hex attack those of the pieces that have entered it whom they endanger, and are revealed (12.7.1g).

    ``back``: where they are counted if they go into the hex only to come back, as those do who assault armour (9.3i).
    """
    for number, mine in enumerate(s.mines):
        if mine.hex == hexa:
            victims = endangered(s, mine.kind, pieces & s.alive)
            if victims:
                _go_off(s, number, victims, back if back >= 0 else hexa)


flight.TRODDEN.append(spring)


def _go_off(s: FranceState, number: int, victims: int, hexa: int) -> None:
    """2d6 in the column of the minefield's factor; every hit is a step, armour does not help (12.7.1h, 12.7.1i)."""
    mine, setting = s.mines[number], s.setting
    shown = mine._replace(shown=True)
    s.mines = (*s.mines[:number], shown, *s.mines[number + 1 :])
    combat, strength = setting.charts.combat, factors(s, mine)
    rolled = sum(s.roll(f"mines in {s.label(mine.hex)}", ("12.7.1h",)) for _ in range(2))
    effect = combat.effect(combat.column(strength), rolled)
    count = charts.hits(effect, setting.charts.defence.mines)
    s.events.append(MinesSprung(("12.7.1g",), mine.hex, mine.kind, strength, rolled, count))
    hits.take_losses(s, hexa, victims & setting.units or victims, count, ("12.7.1h", "12.7.1i"))


# trenches and fortifications (12.8, 12.9)


def shelters(s: FranceState, side: int) -> int:
    """The hexes with a trench, or with a fortification of a side."""
    return s.trenches | members([fort.hex for fort in s.forts if fort.owner == side])


def garrisons(setting: FranceSetting) -> int:
    """Who can be inside a trench or fortification: neither vehicles nor horses; officers can (12.8b, 12.9d)."""
    return setting.units & ~setting.armour & ~setting.carriers | setting.officers


def shelter_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot go into the trench or fortification of its hex (12.8b, 12.8d, 12.9d)."""
    setting = s.setting
    yield Bar(~garrisons(setting), "12.9d", "{it} cannot be inside a trench or fortification")
    yield Bar(~s.alive, "12.8d", "{it} is not on the board yet")
    yield Bar(s.riders, "5.5h", "{it} is carried, towed or mounted")
    here = among(s, shelters(s, s.activator))
    yield Bar(~here, "12.8d", "there is no trench or fortification for {it} in its hex")
    yield Bar(s.inside, "12.8d", "{it} is inside")
    crowded = members([piece for piece in listed(here & garrisons(setting)) if not stacking.room_inside(s, piece)])
    yield Bar(crowded, "12.8b", f"more than {setting.charts.stacking.inside} steps would be inside")


def emerge_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot come out of a trench or fortification and stay in the hex (12.8b, 12.9d)."""
    yield Bar(~s.inside, "12.8b", "{it} is not inside a trench or fortification")
    yield stacking.full_outside(s, s.active & s.inside)


class Shelter(FranceStep):
    """A unit goes into the trench or fortification of its hex, or comes out, as its action (12.8d)."""

    unit: Piece
    inside: bool

    def after(self, s: FranceState) -> None:
        unit = self.unit
        if able(s, unit):
            s.moved |= 1 << unit
            s.shelter(unit, self.inside)
            event = TookShelter if self.inside else LeftShelter
            s.events.append(event(("12.8d",), unit, s.where[unit]))
            Acted(unit).after(s)


# work that is lost


def disturb(s: FranceState, hexa: int) -> None:
    """An enemy assaults a hex, having passed his check: a position that is being dug there is lost (12.1.1d)."""
    lost = [project for project in s.projects if project.hex == hexa and project.work == "position"]
    if lost:
        s.projects = tuple([project for project in s.projects if project not in lost])
        s.events.extend(WorkLost(("12.1.1d",), project.unit, project.hex) for project in lost)


def lapse(s: FranceState) -> None:
    """At the end of a turn, work that was not finished in the turn after its first is lost.

    (12.1.1c, 12.3d, 12.4c, G79)
    """
    stale = [project for project in s.projects if project.turn < s.turn]
    if stale:
        s.projects = tuple([project for project in s.projects if project.turn >= s.turn])
        clauses = {"position": "12.1.1c", "pontoon": "12.4c"}
        s.events.extend(WorkLost((clauses.get(work.work, "12.3d"),), work.unit, work.hex) for work in stale)


def sites(s: FranceState, side: int, works: Iterable[str]) -> int:
    """The hexes in which units of a side are at some kinds of work."""
    side_of = s.setting.side_of
    return members([p.hex for p in s.projects if p.work in works and side_of[p.unit] == side]) if s.projects else 0
