"""Where units that rout or retreat may go (4g, 9.1.5, 10.3.2): ground, enemies beside them, their own lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from meuse.board.sets import listed, members
from meuse.games.france_1940 import costs, stacking
from meuse.games.france_1940.events import WireCrushed
from meuse.games.france_1940.setting import FOOT, TRACKED
from meuse.games.france_1940.state import FranceState

MOST = 8
"""So many hexes farther than it must a rout or retreat is followed in search of room (4h)."""


class Terms(NamedTuple):
    """What bounds a flight, as sets of hexes."""

    forbidden: int
    """Ground that one of the units may never enter."""
    hostile: int
    """Hexes with enemies, a lone officer among them (4c, 5.2g)."""
    exposed: int
    """Hexes beside enemies without friendly troops."""
    crowded: int
    """Hexes in which the units may not stop (4h)."""

    def legal(self, s: FranceState) -> int:
        return s.setting.board.everything & ~self.forbidden & ~self.hostile & ~self.exposed


def forbidden(s: FranceState, pieces: int) -> int:
    """The hexes that one of some pieces may never enter: terrain, markers, a major river, hexes out of play (5.7a).

    What carries them counts, not who is carried.
    """
    setting = s.setting
    found = setting.closed | (setting.waters.plain if setting.waters.major else 0)
    for way in {setting.gait[piece] for piece in listed(pieces & ~s.riders)}:
        found |= costs.markers(s, way).closed
        if way != FOOT:
            found |= setting.ground.of["marsh"]
    return found


def hostile(s: FranceState, side: int, spared: int = 0) -> int:
    """The hexes with enemy units of a side; those whose enemies are all spared do not count (9.1.5f)."""
    if not spared:
        return s.manned(1 - side)
    enemies = s.setting.pieces_on[1 - side] & s.setting.units & ~s.setting.horses & s.alive & ~spared
    return members(s.where[unit] for unit in listed(enemies))


def terms(s: FranceState, side: int, pieces: int, spared: int = 0) -> Terms:
    """What bounds the flight of some pieces of a side; ``spared``: the enemies who do them no more harm."""
    beside = s.setting.board.within(hostile(s, side, spared), 1)
    steps = sum(stacking.weight(s, piece) for piece in listed(pieces & s.alive))
    crowded = stacking.crowded(s, side, steps)
    for hexa in {s.where[piece] for piece in listed(pieces & s.alive)}:  # there they count already
        over = s.load[side][hexa] > s.setting.charts.stacking.hex
        crowded = crowded | 1 << hexa if over else crowded & ~(1 << hexa)
    return Terms(forbidden(s, pieces), s.masks[1 - side], beside & ~s.manned(side), crowded)


def leads_on(s: FranceState, here: int, left: int, legal: int, crowded: int, more: int = MOST) -> bool:
    """Can units in a hex go on for so many hexes over legal ones, never twice over one, and then stop (4h)?"""
    if left <= 0 and not crowded >> here & 1:
        return True
    if left <= -more:
        return False
    legal &= ~(1 << here)
    onward = legal & s.setting.board.around[here]
    return any(leads_on(s, there, left - 1, legal, crowded, more) for there in listed(onward))


def price(s: FranceState, pieces: int, here: int, there: int) -> int:
    """What the step to a neighbour costs the one of some pieces that pays most; 0 if one of them cannot take it."""
    most = 0
    for piece in listed(pieces & ~s.riders):
        net = costs.net(s, s.setting.gait[piece])
        paid = net.price(here, s.second_bank >> piece & 1, there)
        if paid < 0:
            return 0
        most = max(most, paid)
    return most


def go(s: FranceState, pieces: int, there: int) -> None:
    """Bring pieces and what they carry into a hex; in a river hex they stand on the bank by which they came.

    However they come to move, they have moved this turn (6.1d).
    """
    waters = s.setting.waters
    s.moved |= pieces
    crush(s, listed(pieces & ~s.riders), there)
    for piece in listed(pieces & ~carried(s, pieces)):
        here, bank = s.where[piece], s.second_bank >> piece & 1
        s.shift(piece, there)
        s.moved |= members(s.cargo(piece))
        if waters.bank_after(here, bank, there):
            s.second_bank |= members((piece, *s.cargo(piece)))


def crush(s: FranceState, movers: Iterable[int], there: int) -> None:
    """Fully tracked vehicles that come into a hex roll its wire flat, in a move, an assault or a flight (12.2e)."""
    if s.wire >> there & 1 and any(s.setting.gait[who] == TRACKED for who in movers):
        s.wire &= ~(1 << there)
        s.touch()
        s.events.append(WireCrushed(("12.2e",), there))


TRODDEN: list[Callable[[FranceState, int, int], None]] = []
"""What befalls pieces that come into a hex: chapter 12 adds its mines, which the chapters of flight cannot import."""


def flee(s: FranceState, pieces: int, there: int) -> None:
    """Pieces rout or retreat into a hex, and tread on whatever lies there (12.7.1g)."""
    go(s, pieces, there)
    for befall in TRODDEN:
        befall(s, pieces, there)


def present(s: FranceState, group: Iterable[int], here: int) -> tuple[int, ...]:
    """Those of a group in flight who are in a hex with it: not an officer who rides in another tank by now (7.1f)."""
    group = tuple(group)
    by = s.carriers
    return tuple([piece for piece in group if s.where[piece] == here and (by[piece] < 0 or by[piece] in group)])


def carried(s: FranceState, pieces: int) -> int:
    """Those of some pieces that another of them carries."""
    return members(piece for piece in listed(pieces & s.riders) if pieces >> s.carriers[piece] & 1)
