"""Assaults that go on (9.1.4): the attackers fight another round, or leave the hex."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import Bar, Path, Pieces, Place
from meuse.games.france_1940 import reaction
from meuse.games.france_1940.aftermath import Over
from meuse.games.france_1940.assault import fight
from meuse.games.france_1940.defence import PARTING, Repel
from meuse.games.france_1940.retreat import Retreat, ways_back
from meuse.games.france_1940.state import FranceState, FranceStep, Melee


def pending(s: FranceState) -> int:
    """The activated units that fight on or leave before their activation ends: the assault goes on now (9.1.4a)."""
    if not s.melees:
        return 0
    own = s.pieces_in(members(row.hex for row in s.melees if row.attacker == s.activator))
    fit = s.active & ~s.finished & ~s.prepared & ~s.routed
    return own & fit & s.setting.units & ~s.setting.carriers


def renew_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot fight on, or leave (9.1.4a, 9.1.4b)."""
    own = s.pieces_in(members(row.hex for row in s.melees if row.attacker == s.activator)) if s.melees else 0
    yield Bar(~s.setting.units | s.setting.carriers, "9.1.4a", "{it} is not a unit that fights")
    yield Bar(~own, "9.1.4a", "{it} is not attacking in an assault that goes on")


def withdraw_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot leave: there must be a way out (9.1.4b, 9.1.5b)."""
    yield from renew_bars(s)
    shut = 0
    for row in s.melees:
        if row.attacker == s.activator and not _way_out(s, row):
            shut |= s.pieces_in(1 << row.hex)
    yield Bar(shut, "9.1.5b", "there is no way out for {it}")


def _way_out(s: FranceState, row: Melee) -> bool:
    pieces = s.mates(row.hex, row.attacker)
    for group, sides in ways_back(s, row.hex, row.pieces, row.origins, pieces):
        step = Retreat(listed(group), (row.hex,), 1, listed(sides), _foes(s, row))
        if not step.onward(s, step.terms(s)):
            return False
    return True


def _foes(s: FranceState, row: Melee) -> int:
    return s.mates(row.hex, 1 - row.attacker)


def _row(s: FranceState, unit: int) -> Melee:
    return next(row for row in s.melees if row.hex == s.where[unit])


def renew(s: FranceState, unit: int) -> None:
    """The attackers in a hex fight on; others than those in it may fire at them first (9.1.4a, 3.4a, G21)."""
    row = _row(s, unit)
    s.stormed |= 1 << row.hex
    s.moving = s.mates(row.hex, row.attacker) & s.active
    s.push(Again(row.hex, row.pieces, row.origins))
    reaction.window(s, row.hex)


class Again(FranceStep):
    """Another round (9.1.4a)."""

    target: Place
    group: Pieces
    origins: Path

    def after(self, s: FranceState) -> None:
        side = s.setting.side_of[self.group[0]]
        pieces, foes = s.mates(self.target, side), s.mates(self.target, 1 - side)
        if pieces and foes:
            fight(s, self.target, self.group, self.origins, pieces, foes & s.setting.units)
        else:
            s.push(Over(self.target, members(self.group) | pieces, 0))


def withdraw(s: FranceState, unit: int) -> None:
    """The attackers leave; before they go they may be fired at, and by others where they come to (9.1.4b, 3.4a)."""
    row = _row(s, unit)
    pieces = listed(s.mates(row.hex, row.attacker))
    s.stormed |= 1 << row.hex
    s.moving = members(pieces) & s.active
    s.push(Withdraw(row.hex, row.pieces, row.origins), Repel(row.hex, pieces, PARTING, True, 0))
    reaction.window(s, row.hex)


class Withdraw(FranceStep):
    """Attackers leave the hex of an assault by the way they came (9.1.4b, G58)."""

    target: Place
    group: Pieces
    origins: Path

    def after(self, s: FranceState) -> None:
        side = s.setting.side_of[self.group[0]]
        pieces, foes = s.mates(self.target, side), s.mates(self.target, 1 - side)
        s.push(Over(self.target, members(self.group) | pieces, 0))
        if pieces and foes:
            s.push(Gone(listed(pieces)))
            s.passing |= pieces
            for group, sides in ways_back(s, self.target, self.group, self.origins, pieces):
                s.push(Retreat(listed(group), (self.target,), 1, listed(sides), foes))


class Gone(FranceStep):
    """The enemy may fire at attackers who have left in the hexes that they have come to (3.4a, G21)."""

    group: Pieces

    def after(self, s: FranceState) -> None:
        there = [s.where[piece] for piece in listed(members(self.group) & s.alive & s.moving)]
        for hexa in dict.fromkeys(there):
            reaction.window(s, hexa)
