"""Chapter 11: retreat after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Places
from meuse.engine.steps import Subject
from meuse.games.mansteins_war import control, fortresses, ground, logistics, losses, stacking, zoc
from meuse.games.mansteins_war.events import Retreated, StoodFirm
from meuse.games.mansteins_war.losses import alive
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, other
from meuse.mechanics.sets import members

# who retreats


def sheltered(s: MansteinState, piece: int) -> bool:
    """Is a unit in an intact fortress of its side, where it may ignore a retreat (17.0e)?"""
    return bool(fortresses.intact(s, s.setting.side_of[piece]) >> s.where[piece] & 1)


@dataclass
class GiveWay(MansteinStep):
    """Units that survive a combat must retreat so many hexes (11.0a)."""

    units: Pieces
    required: int

    automatic = True

    def after(self, s: MansteinState) -> None:
        """A static unit outside a fortress is lost (11.1j, R66).

        One that has landed on enemies stays until it is known whether the hex is cleared (18.2g, R89).
        """
        setting = s.setting
        leaving = [piece for piece in alive(s, self.units) if not s.dropped >> piece & 1]
        for piece in leaving:
            if not setting.mf[piece] and not sheltered(s, piece):
                losses.eliminate(s, piece, ("11.1j",))
        group = alive(s, leaving)
        if group:
            s.push(Retreats(group, self.required))


@dataclass
class Retreats(MansteinStep):
    """Units must retreat, one by one in the order their owner likes; those in a fortress may hold it (11.1a, 17.0e)."""

    group: Pieces
    required: int

    forced = public = fought = True
    hand = "group"
    heading = "Retreat"
    words = {"retreat": "{it} retreats", "hold": "Hold the fortress and ignore the retreat"}

    def prompt(self, s: MansteinState) -> str:
        hexes = "1 hex" if self.required == 1 else f"{self.required} hexes"
        return f"Retreat of {hexes}: choose the unit that goes next."

    def explained(self, s: MansteinState) -> Help:
        if any(sheltered(s, piece) for piece in self.units(s)):
            return Help("17.0e", "Units in an intact fortress of their side may ignore the retreat; others may not.")
        return Help("11.1a", "Each unit retreats by itself; choose which goes first.")

    def units(self, s: MansteinState) -> Pieces:
        return alive(s, self.group)

    def about(self, s: MansteinState) -> Subject:
        units = self.units(s)
        return units, sorted({s.where[piece] for piece in units})

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        units, setting = self.units(s), s.setting
        if verb == "retreat":
            yield Bar(~members(units), "11.0a", "{it} does not have to retreat")
            yield Bar(~setting.mobile, "11.1j", "{it} cannot move: it holds its fortress")
        elif verb == "hold" and not any(sheltered(s, piece) for piece in units):
            yield Bar(ALL, "17.0e", "nobody who must retreat is in an intact fortress of its side")

    def retreat(self, s: MansteinState, piece: int) -> None:
        s.turn_into(replace(self, group=tuple(unit for unit in self.group if unit != piece)))
        s.push(Retreat(piece, self.required, (s.where[piece],)))

    def hold(self, s: MansteinState, value: int) -> None:
        holding = [piece for piece in self.units(s) if sheltered(s, piece)]
        s.turn_into(replace(self, group=tuple(unit for unit in self.group if unit not in holding)))
        for hexa in sorted({s.where[piece] for piece in holding}):
            s.events.append(StoodFirm(("17.0e",), hexa))


# where to


class Ways:
    """The hexes a unit can retreat through; it stands in the last hex of its path, the first is where it fought."""

    def __init__(self, s: MansteinState, piece: int, required: int) -> None:
        setting = s.setting
        self.board, self.ocean, self.required = setting.board, setting.ocean, required
        self.shut = ground.closed_to(s, piece)
        self.full = stacking.full_hexes(s, piece)
        self.forts = fortresses.intact(s, setting.side_of[piece])
        self.sources = setting.board.members(logistics.sources(s, setting.nation[piece]))
        self.distances: dict[int, int] = {}

    def passable(self, path: Places) -> int:
        """The neighbours it can enter at all: no enemies, no closed ground, no ocean hexside, no hex of its path."""
        here = path[-1]
        return self.board.around[here] & ~self.board.across(here, self.ocean) & ~self.shut & ~members(path)

    def away(self, path: Places) -> int:
        """Those of them that are as far from the combat as the retreat must have led by then (11.1h)."""
        least = min(len(path), self.required)
        return self.passable(path) & ~self.board.disc(path[0], least - 1)

    def toward(self, path: Places) -> int:
        """Those of them that lead no farther from the nearest source; all, if none does (11.1b, 11.1c, R64)."""
        away = self.away(path)
        if not self.sources:
            return away
        far = self.distance(path[-1])
        near = members(hexa for hexa in self.board.members(away) if self.distance(hexa) <= far)
        return near or away

    def distance(self, hexa: int) -> int:
        """How far it is to the nearest source, in plain hexes."""
        known = self.distances.get(hexa)
        if known is None:
            known = self.distances[hexa] = min(self.board.distance(hexa, source) for source in self.sources)
        return known

    def ends(self, path: Places) -> bool:
        """May the retreat end here: far enough, or in a fortress, and within stacking limits (11.1g, 17.0f)?"""
        here = path[-1]
        enough = len(path) > self.required or self.forts >> here & 1
        return bool(enough and not self.full >> here & 1)

    def leads_out(self, path: Places) -> bool:
        """Can the retreat be brought to an end this way? It is taken for granted if stacking makes it very long."""
        if self.ends(path) or len(path) > self.required + MOST_EXTRA:
            return True
        return any(self.leads_out((*path, hexa)) for hexa in self.board.members(self.toward(path)))

    def open(self, path: Places) -> int:
        """Where the unit may go next: on a way that it can complete, if there is one (11.1i)."""
        ways = self.toward(path)
        complete = members(hexa for hexa in self.board.members(ways) if self.leads_out((*path, hexa)))
        return complete or ways


MOST_EXTRA = 3
"""So many more hexes that stacking forces on a retreat are looked at beforehand."""


@dataclass
class Retreat(MansteinStep):
    """One unit on its retreat, hex by hex (11.1)."""

    piece: Piece
    required: int
    path: Places
    """From the hex in which it fought to the hex it has reached."""

    forced = public = fought = True
    hand = "piece"
    heading = "Retreat"
    help = Help("11.1b", "Each hex must lead no farther from its source of supply; an enemy zone costs a step.")
    words = {"fall_back": "Retreat to {it}", "stop": "Stop in this fortress"}

    def prompt(self, s: MansteinState) -> str:
        left = self.required - len(self.path) + 1
        more = f"{left} more" if left > 0 else "stacking forces it on"
        return f"{s.spoken(self.piece)} retreats ({more}): choose a hex."

    def about(self, s: MansteinState) -> Subject:
        return (self.piece,), (self.path[-1],)

    def finished(self, s: MansteinState) -> bool:
        """Has it gone far enough, to a hex with room (11.1g)?"""
        return len(self.path) > self.required and self.has_room(s)

    def has_room(self, s: MansteinState) -> bool:
        side_of = s.setting.side_of
        friends = [unit for unit in s.at(self.path[-1]) if side_of[unit] == side_of[self.piece]]
        return stacking.fits(s, self.path[-1], friends)

    def may_stop(self, s: MansteinState) -> bool:
        """A fortress of its side on the way, with room for it, may end the retreat (17.0f)."""
        return len(self.path) > 1 and sheltered(s, self.piece) and self.has_room(s)

    def options(self, s: MansteinState) -> list[Option]:
        if s.where[self.piece] < 0 or self.finished(s):
            return []
        ways = Ways(s, self.piece, self.required).open(self.path)
        options = s.setting.vocabulary.open("fall_back", ~ways)
        return options + s.setting.say["stop"] if self.may_stop(s) else options

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "stop":
            if not self.may_stop(s):
                yield Bar(ALL, "11.0a", "it must go on: only a fortress with room for it ends a retreat early")
            return
        ways, here = Ways(s, self.piece, self.required), self.path[-1]
        enemies = s.held[other(s.setting.side_of[self.piece])]
        yield Bar(~ways.board.around[here], "11.1a", "{it} is not next to the unit")
        yield Bar(enemies, "11.1d", "enemy ground units are in {it}")
        yield Bar(members(self.path), "11.1h", "{it} is on the path already")
        yield Bar(~ways.passable(self.path), "11.1d", "the unit cannot enter {it}")
        yield Bar(~ways.away(self.path), "11.1h", "{it} is too near to the place of the combat")
        yield Bar(~ways.toward(self.path), "11.1b", "{it} is farther from the unit's source of supply")
        yield Bar(~ways.open(self.path), "11.1i", "the retreat could not be completed through {it}")

    def fall_back(self, s: MansteinState, hexa: int) -> None:
        """Every enemy zone that it enters costs a step, also where friends stand (7.2f, 7.2g)."""
        start = self.path[-1]
        costly = zoc.enemy_zone(s, s.setting.side_of[self.piece]) >> hexa & 1
        s.turn_into(replace(self, path=(*self.path, hexa)))
        s.shift(self.piece, hexa)
        s.events.append(Retreated(("11.1a",), self.piece, (start, hexa)))
        control.enter(s, (self.piece,), (hexa,))
        losses.claim(s)
        if costly:
            losses.lose_step(s, self.piece, ("7.2f",))

    def stop(self, s: MansteinState, value: int) -> None:
        s.pop()

    def after(self, s: MansteinState) -> None:
        """A unit that cannot go as far as it must is eliminated where it is (11.1d, 11.1i)."""
        if s.where[self.piece] >= 0 and not self.finished(s):
            losses.eliminate(s, self.piece, ("11.1d" if len(self.path) == 1 else "11.1i",))
