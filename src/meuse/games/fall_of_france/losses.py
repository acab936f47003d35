"""Disruption, cadres and elimination (16.1, 16.2, 16.5, 16.7), and what the loss of a unit sets off."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Bar, Help, Piece, Pieces, Place
from meuse.engine.steps import Subject
from meuse.games.fall_of_france import control, fortifications, stacking
from meuse.games.fall_of_france.events import Cadred, Disrupted, Eliminated, Retreated, Swapped
from meuse.games.fall_of_france.setting import DEAD, DUTCH, FRENCH, GERMAN, GERMANS, GONE
from meuse.games.fall_of_france.state import IDLE, FallState, FallStep, UnitChoice, members, other
from meuse.games.fall_of_france.ways import barred
from meuse.games.fall_of_france.zoc import enemy_zone


def disrupt(s: FallState, piece: int, clauses: tuple[str, ...]) -> None:
    """A unit is disrupted; a disrupted one is eliminated (16.2)."""
    if s.disrupted >> piece & 1:
        eliminate(s, piece, "second disruption", (*clauses, "16.2a"))
        return
    s.set_disrupted(1 << piece)
    s.events.append(Disrupted(clauses, piece))


def cadre(s: FallState, piece: int, clauses: tuple[str, ...], shaken: bool = False) -> None:
    """An Allied unit becomes a cadre; a cadre is eliminated (16.7). Germans are never cadred (14.4d).

    Optional counters are replaced instead (22.9). ``shaken``: the same result disrupts all units anyway.
    """
    if piece in s.setting.successors:
        swap(s, piece, clauses, shaken)
        return
    if s.setting.side_of[piece] == GERMAN:
        return
    if s.cadred >> piece & 1:
        eliminate(s, piece, "second cadre result", (*clauses, "16.7a"))
        return
    s.set_cadred(1 << piece)
    s.events.append(Cadred(clauses, piece))
    _note_dutch(s, piece)


def eliminate(s: FallState, piece: int, cause: str, clauses: tuple[str, ...], for_good: bool = False) -> None:
    """To the dead pile; what is lost for good can never be rebuilt (R37, R119)."""
    s.lift(piece, DEAD)
    s.disrupted &= ~(1 << piece)
    s.cadred &= ~(1 << piece)
    s.left[piece] = 0
    if for_good:
        s.lost_for_good |= 1 << piece
    s.events.append(Eliminated(clauses, piece, cause))
    _note_dutch(s, piece)
    if s.on("weaker_maginot"):
        _recall(s, piece)


def remove(s: FallState, piece: int) -> None:
    """Out of the game, but not dead: evacuated, traded in, surrendered, called away (R119)."""
    first = s.setting.first_air
    if piece >= first:
        s.missions = tuple([IDLE if unit == piece - first else place for unit, place in enumerate(s.missions)])
    s.lift(piece, GONE)
    s.disrupted &= ~(1 << piece)
    s.cadred &= ~(1 << piece)
    s.left[piece] = 0
    s.back[piece] = 0


def _note_dutch(s: FallState, piece: int) -> None:
    """Holland may surrender once a Dutch unit has been cadred or eliminated (19.2)."""
    if s.setting.nation[piece] == DUTCH:
        s.dutch_hit = True


def _recall(s: FallState, piece: int) -> None:
    """The first French infantry corps that are destroyed come back free of charge, once each (22.5e, R104)."""
    setting, table = s.setting, s.setting.tables.options.weaker_maginot
    corps = setting.infantry & setting.corps & setting.pieces_of[FRENCH] & ~s.returned  # mountain corps too (2.0f)
    recalled = s.returned.bit_count() + setting.first_air - s.back[: setting.first_air].count(0)
    if corps >> piece & 1 and recalled < table.returning:
        s.back[piece] = s.turn + table.delay


# optional counters (22.9)


def swap(s: FallState, piece: int, clauses: tuple[str, ...], shaken: bool) -> None:
    """An optional counter gives way to the ordinary ones for good, in the state it is in (22.9.1b, 22.9.2b).

    Of the two that take the place of the BEF's armoured corps one is disrupted, unless both are anyway.
    """
    setting, hexa, bit = s.setting, s.where[piece], 1 << piece
    others, disrupted = setting.successors[piece], bool(s.disrupted & bit)
    clause = "22.9.1b" if setting.nation[piece] == GERMANS else "22.9.2b"
    remove(s, piece)
    s.events.append(Swapped((*clauses, clause), piece, others, hexa))
    if s.attacked & bit:
        s.attacked |= members(others)
    if len(others) > 1 and not disrupted and not shaken:
        s.push(BreakUp(others))
    for new in others:
        s.steps[new] = setting.full[new]
        if s.crowd[hexa] + setting.points[new] <= s.limits[hexa]:
            s.put(new, hexa)
            if disrupted:
                s.set_disrupted(1 << new)
        else:
            s.push(Resettle(new, hexa, disrupted))


class BreakUp(UnitChoice):
    """One of the units that take the place of the BEF's armoured corps is disrupted (22.9.2b, R108)."""

    group: Pieces

    forced = public = standing = True
    hand = "group"
    heading = "Losses"
    asks = "The armoured corps breaks up: choose the division that is disrupted."
    help = Help("22.9.2b", "The corps is replaced by its two divisions, one of which is disrupted: choose which.")
    words = {"disrupt": "{it} is disrupted"}
    others = "22.9.2b", "{it} was no part of the armoured corps"

    def present(self, s: FallState) -> Pieces:
        return tuple(piece for piece in self.group if s.where[piece] >= 0)

    def disrupt(self, s: FallState, piece: int) -> None:
        s.pop()
        disrupt(s, piece, ("22.9.2b",))


class Resettle(FallStep):
    """A division for which the hex of the armoured corps has no room goes to a neighbouring one (8.5a)."""

    piece: Piece
    hex: Place
    disrupted: bool

    forced = public = True
    hand, spot = "piece", "hex"
    heading = "Losses"
    asks = "There is no room for {piece} in {hex}: choose a hex next to it."
    help = Help("8.5a", "Two divisions need more room than the corps: one of them goes to a neighbouring hex.")
    words = {"fall_back": "Go to {it}"}

    def about(self, s: FallState) -> Subject:
        return (), (self.hex,)

    def rooms(self, s: FallState) -> int:
        """Neighbouring hexes with room, those without an enemy zone if there are any."""
        side, board = self.side(s), s.setting.board
        shut = board.across(self.hex, fortifications.shut(s).steps[side]) | barred(s, side) | s.held[other(side)]
        rooms = board.around[self.hex] & ~shut & ~s.neutral_ground() & ~stacking.without_room(s, (self.piece,))
        return rooms & ~enemy_zone(s, side) or rooms

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~self.rooms(s), "8.5a", "{it} is not next to the hex, has no room or is not the safest choice")

    def fall_back(self, s: FallState, hexa: int) -> None:
        s.pop()
        s.put(self.piece, hexa)
        if self.disrupted:
            s.set_disrupted(1 << self.piece)
        s.events.append(Retreated(("8.5a",), self.piece, (self.hex, hexa)))
        control.enter(s, self.side(s), (hexa,))

    def after(self, s: FallState) -> None:
        """There is no hex it can enter."""
        eliminate(s, self.piece, "no room", ("8.5a",))
