"""Chapter 20.2: the last minute shift of one Allied army, and its neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board import Reach
from meuse.engine import ALL, Bar, Help, Piece, Places
from meuse.games.fall_of_france import stacking, ways
from meuse.games.fall_of_france.events import Moved, Shifted
from meuse.games.fall_of_france.setting import ALLIED, BELGIUM, BRITISH, FRANCE, FRENCH, HOLLAND, FallSetting
from meuse.games.fall_of_france.state import FallState, FallStep, listed, members, union
from meuse.games.fall_of_france.zoc import enemy_zone


def able_to_shift(setting: FallSetting) -> int:
    """The units of formations that may shift: the French armies and the BEF (20.2a)."""
    return union(
        setting.pieces_in_formation[group]
        for group, (nation, formation) in enumerate(setting.formations)
        if nation == BRITISH or (nation == FRENCH and formation != "white")
    )


def army_name(setting: FallSetting, group: int) -> str:
    nation, formation = setting.formations[group]
    return "BEF" if nation == BRITISH else f"French {ORDINALS.get(formation, f'{formation}th')} Army"


ORDINALS = {"1": "1st", "2": "2nd", "3": "3rd"}


def own_ground(s: FallState) -> int:
    """Ground that is neither neutral nor the enemy's (R99, R137)."""
    setting = s.setting
    ground = union(setting.country[country] for country in (FRANCE, BELGIUM, HOLLAND) if s.at_war(country))
    return ground & setting.land & ~s.taken & ~enemy_zone(s, ALLIED)


def reach(s: FallState, unit: int, points: int) -> Reach:
    """All that a unit can reach on own ground with some movement points."""
    group = (unit,)
    entry = ways.entry(s, group) & own_ground(s)
    return s.setting.board.reach(s.where[unit], points, ways.costs(s, group, False), entry, 0, ALL)


class ShiftStep(FallStep):
    """A step of the shift: the Allied player's."""

    decides = ALLIED
    heading = "Last minute shift"
    help = Help("20.2a", "One French army, or the whole BEF, may make one normal move before the first turn.")


class Shift(ShiftStep):
    """Choose the army that shifts, by its first unit to move, or leave everything as it is."""

    coming = "Last minute shift"
    asks = "Last minute shift: choose a unit of the army that is to move, or leave them all."
    words = {"move": "Shift the army of {it}", "done": "Leave all armies where they are"}
    takes_up = "move"

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            return
        setting = s.setting
        able = able_to_shift(setting)
        yield Bar(~s.standing, "1.4a", "{it} is not on the map")
        yield Bar(~able, "20.2a", "{it} belongs to no French army and not to the BEF")

    def move(self, s: FallState, piece: int) -> None:
        group = s.setting.formation[piece]
        s.moved = 0
        s.events.append(Shifted(("20.2a",), army_name(s.setting, group)))
        s.turn_into(Shifting(piece, tuple(s.setting.board.members(s.masks[group]))))
        s.push(Relocate(piece))


class Shifting(ShiftStep):
    """The units of the shifting army move one after the other."""

    first: Piece
    """The unit by which the army was chosen."""
    stood: Places
    """Where its units stood."""

    asks = "Last minute shift: choose the next unit of the army, or end its move."
    words = {"move": "Move {it}", "done": "End the shift"}
    takes_up = "move"

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            return
        yield Bar(~s.standing, "1.4a", "{it} is not on the map")
        army = s.setting.pieces_in_formation[s.setting.formation[self.first]]
        yield Bar(~able_to_shift(s.setting), "20.2a", "{it} belongs to no French army and not to the BEF")
        yield Bar(~army, "20.2a", "{it} belongs to another army: only one may shift")
        yield Bar(s.moved, "9.1c", "{it} has moved")

    def move(self, s: FallState, piece: int) -> None:
        s.push(Relocate(piece))

    def done(self, s: FallState, value: int) -> None:
        """When a French army has shifted, its neighbours may close up (20.2b)."""
        s.moved = 0
        group = s.setting.formation[self.first]
        left = members(self.stood) & ~s.masks[group]
        if s.setting.formations[group][0] == FRENCH and left:
            s.turn_into(Follow(self.first, tuple(s.setting.board.members(left))))
        else:
            s.pop()


class Relocate(ShiftStep):
    """Where a unit of the shifting army goes."""

    piece: Piece

    hand = "piece"
    asks = "Choose where {piece} goes."
    words = {"to": "Move to {it}", "stay": "Leave it where it is"}
    puts_down = "stay"

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "stay":
            return
        yield from ground_bars(s, self.piece)
        points = ways.allowance(s, self.piece, False)
        far = ~(reach(s, self.piece, points).all() | reach_next(s, self.piece))
        yield Bar(far, "9.1c", f"{s.spoken(self.piece)} cannot reach {{it}} with {points} movement points")

    def to(self, s: FallState, hexa: int) -> None:
        s.pop()
        relocate(s, self.piece, hexa, ways.allowance(s, self.piece, False), "20.2a")

    def stay(self, s: FallState, value: int) -> None:
        s.pop()
        s.moved |= 1 << self.piece


class Follow(ShiftStep):
    """Units of neighbouring armies move one hex into the area that the army left."""

    first: Piece
    left: Places
    """The hexes the army has left."""

    asks = "Units of neighbouring armies may close up: choose one, or end the shift."
    help = Help("20.2b", "Units of neighbouring armies may each move one hex, into a hex that the army has left.")
    words = {"move": "Move {it}", "done": "End the shift"}
    idle = "done"
    takes_up = "move"

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "done":
            return
        setting = s.setting
        yield Bar(~s.standing, "1.4a", "{it} is not on the map")
        able = able_to_shift(setting)
        yield Bar(~able, "20.2b", "{it} belongs to no French army and not to the BEF")
        own = setting.pieces_in_formation[setting.formation[self.first]]
        yield Bar(own, "20.2b", "{it} belongs to the army that has shifted")
        yield Bar(s.moved, "20.2b", "{it} has moved its one hex")
        near = setting.board.zones(members(self.left), setting.sea_sides)
        units = s.pieces_in(near & s.held[ALLIED]) & able & ~own & ~s.moved
        stuck = members(unit for unit in listed(units) if not goals(s, unit, self.left))
        yield Bar(~units | stuck, "20.2b", "{it} cannot reach a hex that the army has left with one step")

    def move(self, s: FallState, piece: int) -> None:
        s.push(CloseUp(piece, self.left))

    def after(self, s: FallState) -> None:
        s.moved = 0


class CloseUp(ShiftStep):
    """Which of the hexes that the army left a neighbouring unit moves into."""

    piece: Piece
    left: Places

    hand = "piece"
    asks = "Choose the hex that {piece} moves into."
    help = Follow.help
    words = {"to": "Move to {it}"}

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~members(self.left), "20.2b", "{it} is not a hex that the army has left")
        yield from ground_bars(s, self.piece)
        yield Bar(~goals(s, self.piece, self.left), "20.2b", "{it} is more than one hex away")

    def to(self, s: FallState, hexa: int) -> None:
        s.pop()
        relocate(s, self.piece, hexa, 0, "20.2b")


def ground_bars(s: FallState, piece: int) -> Iterator[Bar]:
    """Where no unit goes in the shift."""
    yield Bar(1 << s.where[piece], "20.2a", "{it} is where it stands")
    yield Bar(~own_ground(s), "20.2a", "{it} is neutral, or the enemy's: the shift is made on own ground")
    yield from stacking.room_bars(s, (piece,))


def reach_next(s: FallState, unit: int) -> int:
    """The hexes a unit can enter with one step, whatever they cost (9.1d)."""
    entry = ways.entry(s, (unit,)) & own_ground(s)
    board, here = s.setting.board, s.where[unit]
    return board.around[here] & entry & ~board.across(here, s.setting.sea_sides)


def goals(s: FallState, unit: int, left: Places) -> int:
    """The hexes that an army left which a neighbouring unit can move into (20.2b)."""
    return reach_next(s, unit) & members(left)


def relocate(s: FallState, piece: int, hexa: int, points: int, clause: str) -> None:
    """A unit moves before the first turn."""
    ways_there, start = reach(s, piece, points), s.where[piece]
    cost = ways_there.cost(hexa) if points else None
    path = (start, *ways_there.path(hexa)) if cost is not None else (start, hexa)
    s.shift(piece, hexa)
    s.moved |= 1 << piece
    s.events.append(Moved((clause,), (piece,), path, cost or 0))
