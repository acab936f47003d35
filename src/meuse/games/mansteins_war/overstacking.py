"""What happens to hexes that are over-stacked when a segment closes (6.0a, 6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from meuse.engine import Bar, Help, Option, Piece, PieceSet, Place, Side, closed
from meuse.games.mansteins_war import capitulation, losses, retreat, stacking
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep, other
from meuse.mechanics.sets import listed, members


@dataclass
class CheckStacks(SideStep):
    """A Movement or Combat Segment closes: limits bind both sides now, whoever is operating (6.0a, 6.5a)."""

    automatic = True

    def after(self, s: MansteinState) -> None:
        crowded = stacking.overstacked(s)
        if not crowded:
            return
        hexa = listed(crowded)[0]
        s.push(CheckStacks(self.mover))
        side_of = s.setting.side_of
        for side in (self.mover, other(self.mover)):
            if not stacking.fits(s, hexa, [unit for unit in s.stacks[hexa] if side_of[unit] == side]):
                s.push(Excess(side, hexa, 0))
                return


def excess(s: MansteinState, side: int, hexa: int, gone: int) -> int:
    """The units that can be among the fewest whose going makes a hex legal, besides those named already (R45)."""
    side_of = s.setting.side_of
    units = [unit for unit in s.stacks.get(hexa, ()) if side_of[unit] == side and not gone >> unit & 1]
    for number in range(len(units)):
        fewest = 0
        for going in combinations(units, number):
            if stacking.fits(s, hexa, [unit for unit in units if unit not in going]):
                fewest |= members(going)
                if not number:
                    return 0
        if fewest:
            return fewest
    return 0


@dataclass
class Excess(MansteinStep):
    """The owner names the units that are too many: each loses a step and has to go (6.5a, R45)."""

    owner: Side
    hex: Place
    going: PieceSet
    """Those named so far."""

    spot = "hex"
    forced = True
    heading = "Over-stacking"
    asks = "{hex} is over-stacked: choose a unit that has to go."
    help = Help("6.5a", "Each unit beyond the limit loses a step, and your opponent moves it to a hex beside this one.")
    words = {"displace": "{it} goes"}
    public = True

    def side(self, s: MansteinState) -> int:
        return self.owner

    def options(self, s: MansteinState) -> list[Option]:
        return s.setting.vocabulary.open("displace", ~excess(s, self.owner, self.hex, self.going))

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        units = members(s.stacks.get(self.hex, ()))
        yield Bar(~units, "6.5a", "{it} is not in the hex")
        yield Bar(self.going, "6.5a", "{it} has to go already")
        yield Bar(~excess(s, self.owner, self.hex, self.going), "6.5a", "as few units as possible have to go")

    def displace(self, s: MansteinState, piece: int) -> None:
        s.turn_into(Excess(self.owner, self.hex, self.going | 1 << piece))

    def after(self, s: MansteinState) -> None:
        for piece in listed(self.going):
            losses.lose_step(s, piece, ("6.5a",))
            if s.on_map(piece):
                s.push(Displaced(piece))


@dataclass
class Displaced(MansteinStep):
    """The enemy moves a unit that was too many to a hex beside, where it fits (6.5b, R45)."""

    piece: Piece

    hand = "piece"
    forced = True
    heading = "Over-stacking"
    asks = "Choose a hex for {piece}, which has to leave its own."
    help = Help("6.5b", "An enemy unit that was over-stacked is moved by you to a hex beside it that has room.")
    words = {"fall_back": "Move it to {it}"}
    public = True

    def side(self, s: MansteinState) -> int:
        return other(s.setting.side_of[self.piece])

    def options(self, s: MansteinState) -> list[Option]:
        if not s.on_map(self.piece):
            return []
        return s.setting.vocabulary.open("fall_back", closed(self.bars(s, "fall_back")))

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if not s.on_map(self.piece):
            return
        name, full = s.spoken(self.piece), stacking.full_hexes(s, self.piece)
        yield Bar(full, "6.5b", f"{{it}} has no room for {name}")
        ways = retreat.ways_back(s, self.piece, s.where[self.piece], full)
        yield Bar(~ways, "11.1b", f"{name} cannot retreat to {{it}}")

    def fall_back(self, s: MansteinState, goal: int) -> None:
        s.pop()
        retreat.step_back(s, self.piece, goal, "6.5b")
        capitulation.check(s)

    def after(self, s: MansteinState) -> None:
        """Nowhere to go (R45)."""
        if s.on_map(self.piece):
            losses.eliminate(s, self.piece, ("6.5b", "11.1d"))
