"""Chapter 18: airborne landings."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Piece, Pieces, Place, closed
from meuse.games.mansteins_war import air, airlift, control, logistics, losses, variants
from meuse.games.mansteins_war.events import Landed, LandingSettled
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, other


def begin(s: MansteinState, mover: int) -> None:
    """The Ground Movement Segment begins: which units could start a landing, supported in Germany (18.0d, R90)?

    Air supply does not count (26.1b).
    """
    setting = s.setting
    units = setting.airborne & s.standing & s.active & ~s.jumped & setting.pieces_on[mover]
    at_home = [unit for unit in listed(units) if setting.germany >> s.where[unit] & 1]
    s.landers = members([unit for unit in at_home if logistics.refit_supported(s, unit)])


def bars(s: MansteinState, piece: int) -> Iterator[Bar]:
    """The hexes in which a unit cannot land by air, and why (18.0)."""
    setting, start = s.setting, s.where[piece]
    if not setting.airborne >> piece & 1:
        yield Bar(ALL, "18.0a", f"{s.spoken(piece)} is no airborne unit")
        return
    if s.jumped >> piece & 1:
        yield Bar(ALL, "18.0b", f"{s.spoken(piece)} has made its landing")
    if s.moved >> piece & 1:
        yield Bar(ALL, "18.0c", f"{s.spoken(piece)} has moved")
    if not s.landers >> piece & 1:
        yield Bar(ALL, "18.0d", f"{s.spoken(piece)} did not begin the segment activated and supported in Germany")
    if airlift.in_force(s) and airlift.carrier(s, piece) is None:
        yield Bar(ALL, "26.2a", "no airlift that was activated in this impulse is over the hex")
    yield Bar(~setting.board.disc(start, setting.tables.airborne.range), "18.0e", "{it} is too far away")
    yield Bar(1 << start, "18.0f", f"{s.spoken(piece)} is in {{it}} already")
    yield Bar(~setting.land, "18.0f", "{it} cannot be entered")
    yield Bar(variants.out_of_play(s), "28.1e", "{it} is out of play")


def targets(s: MansteinState, piece: int) -> int:
    """The hexes in which a unit can land now; those with enemies are among them (18.0e, 18.0f, R87).

    As for all movement, there must be room when the segment ends (6.0a).
    """
    if not s.landers >> piece & 1:
        return 0
    return s.setting.board.everything & ~closed(bars(s, piece))


def land(s: MansteinState, piece: int, hexa: int) -> None:
    """A unit lands: all its movement of the segment, and its one landing of the game (18.0b, 18.0c).

    Among enemies it has no zone, and controls nothing yet (18.2a, 18.2d, R13).
    """
    bit, start = 1 << piece, s.where[piece]
    if airlift.in_force(s):
        carrier = airlift.carrier(s, piece)
        assert carrier is not None
        air.withdraw(s, carrier, "26.2a")
    s.jumped |= bit
    s.moved |= bit
    s.landed |= bit
    s.landers &= ~bit
    s.events.append(Landed(("18.0e",), piece, (start, hexa)))
    if s.held[other(s.setting.side_of[piece])] >> hexa & 1:
        s.dropped |= bit
        s.shift(piece, hexa)
    else:
        s.shift(piece, hexa)
        control.enter(s, (piece,), (hexa,))
    control.check(s)


# landings among enemies


def opposed(s: MansteinState) -> Pieces:
    """The units that have landed among enemies and must attack them (18.2a)."""
    side_of = s.setting.side_of
    return tuple(unit for unit in listed(s.dropped & s.standing) if s.held[other(side_of[unit])] >> s.where[unit] & 1)


class Settlement(MansteinStep):
    """The combat of a landing is over: the unit holds the hex alone, or is lost (18.2g, R89).

    Then it is time to see who has won or given in, even if nobody is left of either side (R20).
    """

    unit: Piece
    hex: Place

    def after(self, s: MansteinState) -> None:
        if s.where[self.unit] >= 0:
            self._settle(s)
        control.check(s)

    def _settle(self, s: MansteinState) -> None:
        unit, hexa = self.unit, self.hex
        cleared = not s.held[other(s.setting.side_of[unit])] >> hexa & 1
        s.events.append(LandingSettled(("18.2g",), unit, hexa, cleared))
        if cleared:
            control.enter(s, (unit,), (hexa,))
        else:
            losses.eliminate(s, unit, ("18.2g",))
