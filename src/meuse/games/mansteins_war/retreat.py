"""Chapter 11: retreat after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from meuse.board.sets import listed, members, union
from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Places
from meuse.engine.steps import Subject
from meuse.games.mansteins_war import control, fortresses, ground, landings, logistics, losses, stacking, zoc
from meuse.games.mansteins_war.events import FellBack, StoodFirm
from meuse.games.mansteins_war.losses import alive
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, other

# who retreats


def sheltered(s: MansteinState, piece: int) -> bool:
    """Is a unit in an intact fortress of its side, where it may ignore a retreat (17.0e)?"""
    return bool(fortresses.intact(s, s.setting.side_of[piece]) >> s.where[piece] & 1)


class GiveWay(MansteinStep):
    """Units that survive a combat must retreat so many hexes (11.0a)."""

    units: Pieces
    required: int

    def after(self, s: MansteinState) -> None:
        """A static unit outside a fortress is lost (11.1j, R66).

        One that has landed on enemies stays until it is known whether the hex is cleared (18.2g, R89).
        """
        setting = s.setting
        leaving = [piece for piece in alive(s, self.units) if piece not in landings.opposed(s)]
        for piece in leaving:
            if not setting.mf[piece] and not sheltered(s, piece):
                losses.eliminate(s, piece, ("11.1j",))
        group = alive(s, leaving)
        if group:
            s.push(Retreats(group, self.required))


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


def distance(s: MansteinState, hexa: int, sources: int) -> int:
    """How far the nearest of some sources is, in plain hexes (R64)."""
    between = s.setting.board.distance
    return min([between(hexa, source) for source in listed(sources)])


def passable(s: MansteinState, piece: int, hexa: int) -> int:
    """The hexes beside a hex that a unit can enter: no enemies, no closed ground, no ocean hexside (11.1d, R52)."""
    return s.setting.overland[hexa] & ~ground.closed_to(s, piece)


def ways_back(s: MansteinState, piece: int, hexa: int, avoid: int) -> int:
    """Where a unit may retreat to from a hex in one step: no farther from its supply source if it can (11.1b to 11.1d).

    ``avoid``: hexes that it may not enter besides, such as those it came through (11.1h).
    """
    beside = passable(s, piece, hexa) & ~avoid
    return beside and (beside & no_farther(s, piece, hexa) or beside)


def no_farther(s: MansteinState, piece: int, hexa: int) -> int:
    """The hexes no farther from a unit's nearest source of supply than a hex (11.1b, R64); none if it has none."""
    sources = logistics.sources(s, s.setting.nation[piece])
    if not sources:
        return 0
    disc, here = s.setting.board.disc, distance(s, hexa, sources)
    return union([disc(source, here) for source in listed(sources)])


def too_near(s: MansteinState, path: Places, required: int) -> int:
    """The hexes that are too near to the combat: after so many hexes a retreat has led as far away (11.1h)."""
    return s.setting.board.disc(path[0], min(len(path), required) - 1)


def onward(s: MansteinState, piece: int, path: Places, required: int) -> int:
    """Where a retreat may lead next, a path being what it has come through (11.1b, 11.1h)."""
    return ways_back(s, piece, path[-1], members(path) | too_near(s, path, required))


def leads_out(s: MansteinState, piece: int, path: Places, required: int) -> bool:
    """Can a retreat be brought to an end by a path (11.1g, 17.0f)? So it is taken if stacking makes it very long."""
    here, gone = path[-1], len(path) - 1
    enough = gone >= required or fortresses.intact(s, s.setting.side_of[piece]) >> here & 1
    if gone >= required + MOST_EXTRA or (enough and not stacking.no_place(s, piece) >> here & 1):
        return True
    return any(leads_out(s, piece, (*path, goal), required) for goal in listed(onward(s, piece, path, required)))


def open_ways(s: MansteinState, piece: int, path: Places, required: int) -> int:
    """Where the unit may go next: on a way that it can complete, if there is one (11.1i)."""
    ways = onward(s, piece, path, required)
    complete = members(goal for goal in listed(ways) if leads_out(s, piece, (*path, goal), required))
    return complete or ways


def step_back(s: MansteinState, piece: int, goal: int, clause: str) -> None:
    """A unit retreats by one hex; an enemy zone there costs it a step, friends or not (7.2f, 7.2g)."""
    start = s.where[piece]
    s.shift(piece, goal)
    s.events.append(FellBack((clause,), piece, (start, goal)))
    control.enter(s, (piece,), (goal,))
    losses.claim(s)
    if zoc.enemy_zone(s, s.setting.side_of[piece]) >> goal & 1:
        losses.lose_step(s, piece, ("7.2f",))


MOST_EXTRA = 3
"""So many more hexes that stacking forces on a retreat are looked at beforehand."""


class Retreat(MansteinStep):
    """One unit on its retreat, hex by hex (11.1)."""

    piece: Piece
    required: int
    path: Places
    """From the hex in which it fought to the hex it has reached."""

    forced = public = fought = True
    hand = "piece"
    heading = "Retreat"
    help = Help("11.1b", "No hex may lead it farther from its source of supply; an enemy zone costs a step.")
    words = {"fall_back": "Retreat to {it}", "stop": "Stop in this fortress"}

    def explained(self, s: MansteinState) -> Help:
        """Where no way leads back any will do (11.1c)."""
        here = self.path[-1]
        if no_farther(s, self.piece, here) & onward(s, self.piece, self.path, self.required):
            return self.help
        says = "No hex is as near to a source of supply as this one: it may go anywhere; an enemy zone costs a step."
        return Help("11.1c", says)

    def prompt(self, s: MansteinState) -> str:
        left = self.required - len(self.path) + 1
        more = f"{left} more hex{'' if left == 1 else 'es'}" if left > 0 else "there is no room for it yet"
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
        options = s.setting.vocabulary.named("fall_back", open_ways(s, self.piece, self.path, self.required))
        return options + s.setting.say["stop"] if self.may_stop(s) else options

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "stop":
            if not self.may_stop(s):
                yield Bar(ALL, "11.0a", "it must go on: only a fortress with room for it ends a retreat early")
            return
        piece, path, required = self.piece, self.path, self.required
        yield Bar(~s.setting.board.around[path[-1]], "11.1a", "{it} is not next to the unit")
        yield Bar(s.held[other(s.setting.side_of[piece])], "11.1d", "enemy ground units are in {it}")
        yield Bar(members(path), "11.1h", "{it} is on the path already")
        yield Bar(~passable(s, piece, path[-1]), "11.1d", "the unit cannot enter {it}")
        yield Bar(too_near(s, path, required), "11.1h", "{it} is too near to the place of the combat")
        yield Bar(~onward(s, piece, path, required), "11.1b", "{it} is farther from the unit's source of supply")
        yield Bar(~open_ways(s, piece, path, required), "11.1i", "the retreat could not be completed through {it}")

    def fall_back(self, s: MansteinState, hexa: int) -> None:
        s.turn_into(replace(self, path=(*self.path, hexa)))
        step_back(s, self.piece, hexa, "11.1a")

    def stop(self, s: MansteinState, value: int) -> None:
        s.pop()

    def after(self, s: MansteinState) -> None:
        """A unit that cannot go as far as it must is eliminated where it is (11.1d, 11.1i)."""
        if s.where[self.piece] >= 0 and not self.finished(s):
            losses.eliminate(s, self.piece, ("11.1d" if len(self.path) == 1 else "11.1i",))
