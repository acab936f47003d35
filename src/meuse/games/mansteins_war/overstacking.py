"""What happens to hexes that are over-stacked when a segment closes (6.0a, 6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from meuse.board.sets import listed, members, union
from meuse.engine import ALL, Bar, Help, Option, Piece, PieceSet, Place, Side, closed
from meuse.games.mansteins_war import control, losses, retreat, stacking
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, SideStep, other


class CheckStacks(SideStep):
    """A Movement or Combat Segment closes: limits bind both sides now, no matter who is operating (6.0a, 6.5a)."""

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


class Removal(NamedTuple):
    """As few units as possible whose going makes a hex legal: all of some nations, and so many of each size of the
    others."""

    nations: int
    """The units that go because others stay."""
    sizes: tuple[tuple[int, int], ...]
    """Units of one size, and how many of them go."""

    def allows(self, going: int) -> bool:
        """Can some units be among those that go?"""
        rest = going & ~self.nations
        return all((rest & units).bit_count() <= number for units, number in self.sizes)

    def open(self, going: int) -> int:
        """The units that can go besides; none once all have been named."""
        sizes = [units for units, number in self.sizes if (going & units).bit_count() < number]
        return (self.nations | union(sizes)) & ~going


def removals(s: MansteinState, side: int, hexa: int) -> list[Removal]:
    """The ways to clear a hex of units of a side that are too many; the owner chooses which nation stays (R45)."""
    setting, table = s.setting, s.setting.tables.stacking
    units = members([unit for unit in s.stacks.get(hexa, ()) if setting.side_of[unit] == side])
    found = []
    for nations in companies(s, {setting.nation[unit] for unit in listed(units)}):
        staying = units & union([setting.pieces_of[nation] for nation in nations])
        armies, corps = staying & s.sizes.armies, staying & s.sizes.corps
        trains, statics = staying & setting.trains, staying & setting.fortress_units
        besides = [(trains, table.logistics), (statics, table.static)]
        spare = [(some, max(some.bit_count() - limit, 0)) for some, limit in besides]
        kept = [
            (big, small)
            for big in range(armies.bit_count() + 1)
            for small in range(corps.bit_count() + 1)
            if stacking.room(s, side, hexa, big, small)
        ]
        most = max(map(sum, kept))
        for big, small in kept:
            if big + small == most:
                going = [(armies, armies.bit_count() - big), (corps, corps.bit_count() - small), *spare]
                found.append(Removal(units & ~staying, tuple(going)))
    return found


def companies(s: MansteinState, nations: set[int]) -> list[set[int]]:
    """The largest groups of some nations whose units may all share a hex (6.0e)."""
    if len(nations) == 1:
        return [nations]
    groups: list[set[int]] = []
    for number in range(len(nations), 0, -1):
        for some in map(set, combinations(sorted(nations), number)):
            friends = not any(two in stacking.strangers(s, one) for one in some for two in some)
            if friends and not any(some <= group for group in groups):
                groups.append(some)
    return groups


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

    def _open(self, s: MansteinState) -> int:
        """The units that can go besides those named so far; none once they are enough."""
        ways = [way.open(self.going) for way in removals(s, self.owner, self.hex) if way.allows(self.going)]
        return union(ways) if all(ways) else 0

    def options(self, s: MansteinState) -> list[Option]:
        return s.setting.vocabulary.named("displace", self._open(s))

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        yield Bar(~members(s.stacks.get(self.hex, ())), "6.5a", "{it} is not in the hex")
        yield Bar(self.going, "6.5a", "{it} has to go already")
        yield Bar(~self._open(s), "6.5a", "no more units have to go than it takes")

    def displace(self, s: MansteinState, piece: int) -> None:
        s.turn_into(Excess(self.owner, self.hex, self.going | 1 << piece))

    def after(self, s: MansteinState) -> None:
        for piece in listed(self.going):
            losses.lose_step(s, piece, ("6.5a",))
            if s.on_map(piece):
                s.push(Displaced(piece))
        control.check(s)


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
        name, full, here = s.spoken(self.piece), stacking.no_place(s, self.piece), s.where[self.piece]
        yield Bar(~s.setting.board.around[here], "6.5b", f"{{it}} is not next to {name}")
        yield Bar(~retreat.passable(s, self.piece, here), "11.1d", f"{name} cannot enter {{it}}")
        yield Bar(full, "6.5b", f"{{it}} has no room for {name}")
        if not s.setting.mf[self.piece]:
            yield Bar(ALL, "11.1j", f"{name} cannot move")
        ways = retreat.ways_back(s, self.piece, here, full)
        yield Bar(~ways, "11.1b", f"{{it}} is farther from the source of supply of {name}")

    def fall_back(self, s: MansteinState, goal: int) -> None:
        s.pop()
        retreat.step_back(s, self.piece, goal, "6.5b")
        control.check(s)

    def after(self, s: MansteinState) -> None:
        """Nowhere to go (R45)."""
        if s.on_map(self.piece):
            losses.eliminate(s, self.piece, ("6.5b", "11.1d"))
            control.check(s)
