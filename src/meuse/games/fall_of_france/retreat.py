"""Chapter 17: retreats."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count

from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Place, Places
from meuse.engine.steps import Subject
from meuse.games.fall_of_france import control, fortifications, losses, stacking, supply
from meuse.games.fall_of_france.events import Pushed, Retreated
from meuse.games.fall_of_france.setting import ALLIED, BRITISH, FRENCH, GERMAN
from meuse.games.fall_of_france.state import FallState, FallStep, UnitChoice, members, other
from meuse.games.fall_of_france.ways import barred
from meuse.games.fall_of_france.zoc import enemy_zone

# where to


def refuges(s: FallState, unit: int) -> int:
    """The supply points a unit retreats toward: valid sources, or if there is none its nearest home city (R84)."""
    setting, here = s.setting, 1 << s.where[unit]
    if setting.side_of[unit] == GERMAN:
        return (supply.german_sources(s, unit) | setting.germany & setting.land) & ~here
    nation = setting.nation[unit]
    sources = supply.cities_of(s, nation)
    if nation in (FRENCH, BRITISH):
        sources |= supply.limited_sources(s, nation)
    home = setting.country[setting.home[nation]] & setting.land
    return sources & ~here or nearest(s, s.where[unit], setting.cities & home & ~here)


def nearest(s: FallState, hexa: int, hexes: int) -> int:
    """Those of some hexes that are nearest to a hex."""
    rings = (s.setting.board.ring(hexa, radius) & hexes for radius in count(1))
    return next(filter(None, rings)) if hexes else 0


def nearer(s: FallState, unit: int) -> int:
    """The neighbouring hexes that are nearer to some supply point (17.1a)."""
    hexa, goals = s.where[unit], refuges(s, unit)
    return sum(1 << n for n, toward in s.setting.toward(hexa) if toward & goals)


def enterable(s: FallState, unit: int, hexes: int) -> int:
    """Those of some neighbours that a unit could retreat into, were there room."""
    side, hexa = s.setting.side_of[unit], s.where[unit]
    shut = s.setting.board.across(hexa, fortifications.shut(s).steps[side])
    return hexes & ~(barred(s, side) | s.neutral_ground() | s.held[other(side)] | shut)


def retreat_hexes(s: FallState, unit: int) -> tuple[int, int]:
    """Where a unit may retreat, and where it could if others made room (17.1, R84, R85).

    Germans retreat into open Paris only if nothing else is left, not even a hex in an enemy zone (19.4c, R145). A hex
    without an enemy zone must be taken if there is one.
    """
    side = s.setting.side_of[unit]
    ways = enterable(s, unit, nearer(s, unit))
    free = ways & ~stacking.without_room(s, (unit,))
    if s.open_city and side == GERMAN and free & ~s.setting.paris:
        free &= ~s.setting.paris
    zone = enemy_zone(s, side)
    if free & ~zone:
        free &= ~zone
    return free, ways if not free else 0


class Retreat(UnitChoice):
    """Units that must leave their hex, one by one in the order their owner likes (17.0a)."""

    hex: Place
    group: Pieces

    forced = public = True
    hand, spot = "group", "hex"
    heading = "Retreat"
    asks = "Retreat from {hex}: choose the unit that goes next."
    help = Help("17.0a", "Each unit retreats one hex toward a source of supply; choose which goes first.")
    words = {"withdraw": "{it} retreats"}
    others = "17.0a", "{it} does not have to retreat"

    def present(self, s: FallState) -> Pieces:
        return tuple(piece for piece in self.group if s.where[piece] == self.hex)

    def withdraw(self, s: FallState, piece: int) -> None:
        s.turn_into(self.but(group=tuple(p for p in self.group if p != piece)))
        s.push(FallBack(piece))


class Rout(UnitChoice):
    """Units of several stacks that must leave their hexes, one by one in the order their owner likes (4.0a, 17.0a)."""

    group: Pieces
    bases: Places
    """Where each of them stands."""

    forced = public = True
    hand = "group"
    heading = "Retreat"
    asks = "Several stacks retreat: choose the unit that goes next."
    help = Retreat.help
    words = Retreat.words
    others = Retreat.others

    def present(self, s: FallState) -> Pieces:
        """Those who have not gone yet; one that made room for another has."""
        return tuple(p for p, base in zip(self.group, self.bases, strict=True) if s.where[p] == base)

    def about(self, s: FallState) -> Subject:
        return self.present(s), sorted(set(self.bases))

    def withdraw(self, s: FallState, piece: int) -> None:
        s.push(FallBack(piece))


class FallBack(FallStep):
    """One unit retreats: where to (17.1)."""

    piece: Piece

    forced = public = standing = True
    hand = "piece"
    heading = "Retreat"
    asks = "{piece} retreats: choose a hex."
    help = Help("17.1a", "It must come nearer to a source of supply, and avoid enemy zones if it can.")
    words = {"fall_back": "Retreat to {it}"}

    def options(self, s: FallState) -> list[Option]:
        if s.where[self.piece] < 0:
            return []
        free, crowded = retreat_hexes(s, self.piece)
        return s.setting.vocabulary.named("fall_back", free or pushable(s, self.piece, crowded))

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        side = s.setting.side_of[self.piece]
        yield Bar(~s.setting.board.around[s.where[self.piece]], "17.1a", "{it} is not next to the unit")
        yield Bar(~nearer(s, self.piece), "17.1a", "{it} is not nearer to a source of supply")
        yield Bar(~enterable(s, self.piece, ALL), "17.1e", "the unit cannot enter {it}")
        free, crowded = retreat_hexes(s, self.piece)
        open_ = free or pushable(s, self.piece, crowded)
        if s.open_city and side == GERMAN:
            says = "{it} is Paris, an Open City, and there is another way to go"
            yield Bar(s.setting.paris & ~open_, "19.4c", says)
        yield Bar(enemy_zone(s, side) & ~open_, "17.1b", "{it} is in an enemy zone, and there is a hex that is not")
        yield Bar(~open_, "8.5a", "{it} has no room for the unit")

    def fall_back(self, s: FallState, hexa: int) -> None:
        s.pop()
        free, _ = retreat_hexes(s, self.piece)
        if free >> hexa & 1:
            go_back(s, self.piece, hexa)
        else:
            s.push(MakeRoom(self.piece, hexa))

    def after(self, s: FallState) -> None:
        """There is no hex it can enter (17.1e)."""
        if s.where[self.piece] >= 0:
            losses.eliminate(s, self.piece, "no way to retreat", ("17.1e",))


def go_back(s: FallState, piece: int, hexa: int) -> None:
    """A unit retreats into a hex; an enemy zone there disrupts it (17.1b)."""
    side, start = s.setting.side_of[piece], s.where[piece]
    zone = enemy_zone(s, side) >> hexa & 1
    s.shift(piece, hexa)
    s.events.append(Retreated(("17.1a",), piece, (start, hexa)))
    control.enter(s, side, (hexa,))
    if zone:
        losses.disrupt(s, piece, ("17.1b",))


# pushing others out (17.1c, 17.1d, R85)


def shelters(s: FallState, piece: int, vacated: int) -> int:
    """Where a unit that makes room may go: next to it, free of enemy zones, with room (17.1d).

    Not to the hex that the retreat must leave empty.
    """
    side = s.setting.side_of[piece]
    ways = enterable(s, piece, s.setting.board.around[s.where[piece]] & ~(1 << vacated))
    return ways & ~stacking.without_room(s, (piece,)) & ~enemy_zone(s, side)


def movable(s: FallState, hexa: int, vacated: int) -> tuple[int, ...]:
    """The units of a hex that could make room for one that leaves another hex."""
    return tuple(piece for piece in s.stacks.get(hexa, ()) if shelters(s, piece, vacated))


def makes_room(s: FallState, unit: int, hexa: int, leaving: Pieces) -> bool:
    """Would a unit fit into a hex if some of those there left?"""
    stay = tuple(piece for piece in s.at(hexa) if piece not in leaving)
    points = stacking.points_of(s, stay) + s.setting.points[unit]
    return points <= s.limits[hexa] and stacking.together(s, (*stay, unit))


def pushable(s: FallState, unit: int, hexes: int) -> int:
    """Those of some hexes that enough units could leave to let a unit in."""
    start = s.where[unit]
    return sum(1 << h for h in s.setting.board.members(hexes) if makes_room(s, unit, h, movable(s, h, start)))


class MakeRoom(FallStep):
    """Units leave a hex so that a retreating one can enter it, no more of them than it takes (R85)."""

    piece: Piece
    hex: Place

    forced = public = True
    hand, spot = "piece", "hex"
    heading = "Retreat"
    asks = "{piece} must get into {hex}: choose a unit that makes room."
    help = Help("17.1c", "Every hex is full: units in one of them make room, and the newcomer is disrupted.")
    words = {"push": "{it} makes room"}

    def about(self, s: FallState) -> Subject:
        return (self.piece, *s.at(self.hex)), (self.hex,)

    def options(self, s: FallState) -> list[Option]:
        if s.where[self.piece] < 0 or makes_room(s, self.piece, self.hex, ()):
            return []
        return [s.setting.say["push"][piece] for piece in sorted(self._enough(s))]

    def _enough(self, s: FallState) -> set[int]:
        """The units that belong to one of the smallest sets whose leaving makes room."""
        units = movable(s, self.hex, s.where[self.piece])
        for number in range(1, len(units) + 1):
            sets = [leaving for leaving in combinations(units, number) if makes_room(s, self.piece, self.hex, leaving)]
            if sets:
                return {piece for leaving in sets for piece in leaving}
        return set()

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~members(self._enough(s)), "17.1d", "{it} cannot make room here, or fewer units would do")

    def push(self, s: FallState, piece: int) -> None:
        s.push(StepAside(piece, s.where[self.piece]))

    def after(self, s: FallState) -> None:
        """There is room now: the unit comes in, disrupted, an Allied one cadred too (17.1c)."""
        piece = self.piece
        if s.where[piece] < 0:
            return
        if not makes_room(s, piece, self.hex, ()):
            losses.eliminate(s, piece, "no way to retreat", ("17.1e",))
            return
        go_back(s, piece, self.hex)
        if s.where[piece] >= 0:
            losses.disrupt(s, piece, ("17.1c",))
        if s.where[piece] >= 0 and s.setting.side_of[piece] == ALLIED:
            losses.cadre(s, piece, ("17.1c",))


class StepAside(FallStep):
    """A unit that makes room goes to a neighbouring hex, unharmed (17.1d)."""

    piece: Piece
    vacated: Place
    """The hex that the retreating unit leaves."""

    forced = public = standing = True
    hand = "piece"
    heading = "Retreat"
    asks = "{piece} makes room: choose a hex."
    help = Help("17.1d", "It goes to a hex next to it that no enemy zone covers and that has room.")
    words = {"fall_back": "Make room and go to {it}"}

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        shut = ~shelters(s, self.piece, self.vacated)
        yield Bar(shut, "17.1d", "{it} is not free of enemy zones and with room, next to the unit")

    def fall_back(self, s: FallState, hexa: int) -> None:
        s.pop()
        start, side = s.where[self.piece], s.setting.side_of[self.piece]
        s.shift(self.piece, hexa)
        s.events.append(Pushed(("17.1c",), self.piece, (start, hexa)))
        control.enter(s, side, (hexa,))
