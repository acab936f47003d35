"""Obstacles cleared and passed: wire, roadblocks and mines (12.2, 12.3f, 12.7.2). Each attempt is a whole action."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Option, Outcome, Piece, Place, Preview
from meuse.engine.preview import Factor
from meuse.games.france_1940 import costs, morale, stacking, works
from meuse.games.france_1940.events import Cleared, CrossedWire, MinesSwept
from meuse.games.france_1940.scenarios import MINES
from meuse.games.france_1940.setting import FOOT
from meuse.games.france_1940.state import FranceState, FranceStep, Minefield


def closed_to(s: FranceState, unit: int, clears: bool = False) -> int:
    """Hexes that a unit cannot enter or stay in as things stand: terrain, a major river, markers (5.7a, 11.9.2a, 12).

    ``clears``: wire does not count, because the unit removes it.
    """
    setting, way = s.setting, s.setting.gait[unit]
    shut = costs.markers(s, way).closed & ~(s.wire if clears else 0) | setting.closed
    if setting.waters.major:
        shut |= setting.waters.plain
    return shut if way == FOOT else shut | setting.ground.of["marsh"]


def goal_bars(s: FranceState, unit: int, clears: bool = False) -> Iterator[Bar]:
    """Hexes into which a unit cannot go by its action; ``clears``: wire does not count."""
    side = s.setting.side_of[unit]
    yield Bar(s.held[1 - side] | s.masks[1 - side], "4c", "{it} holds enemies")
    yield from stacking.bars(s, side, stacking.weight(s, unit))
    yield Bar(closed_to(s, unit, clears), "5.7a", "{it} cannot be entered")


def _near(s: FranceState, units: int, hexes: int) -> int:
    """The activated ones of some units that stand beside one of the hexes."""
    around = s.setting.board.around
    return members([unit for unit in listed(s.active & s.alive & units) if around[s.where[unit]] & hexes])


def _into(s: FranceState, unit: int, hexes: int, clears: bool) -> int:
    """Those of some hexes beside a unit that it can go into."""
    found = hexes & s.setting.board.around[s.where[unit]]
    for bar in goal_bars(s, unit, clears):
        found &= ~bar.closed
    return found


# engineers remove wire and roadblocks (12.2g, 12.3f)


def removable(s: FranceState) -> int:
    """The hexes with wire or a roadblock."""
    return s.wire | s.roadblocks


def clear_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot remove wire or a roadblock (12.2g, 12.3f)."""
    yield from works.engineers(s, "12.2g")
    near = _near(s, s.setting.engineers, removable(s))
    yield Bar(~near, "12.2g", "{it} is not beside wire or a roadblock")
    free = members(unit for unit in listed(near) if _into(s, unit, removable(s), True))
    yield Bar(~free, "12.2g", "{it} could not be placed where wire or a roadblock is")


class Clear(FranceStep):
    """Engineers choose the wire or roadblock that they remove (12.2g, 12.3f)."""

    unit: Piece

    hand = "unit"
    standing = True
    asks = "Choose the wire or the roadblock that {unit} removes."
    help = Help("12.2g", "If the unit passes a morale check the marker is gone and the unit stands in its place.")
    words = {"at": "Remove what lies in {it}"}
    rolls = ("at",)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~s.setting.board.around[s.where[self.unit]], "12.2g", "{it} is not beside the engineers")
        yield Bar(~removable(s), "12.2g", "{it} has neither wire nor a roadblock")
        yield from goal_bars(s, self.unit, clears=True)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return works.odds_of_gate(s, self.unit, "Removing an obstacle", "it is removed", "it stays")

    def at(self, s: FranceState, hexa: int) -> None:
        s.pop()
        works.declare(s, self.unit, Clearing(self.unit, hexa))


class Clearing(FranceStep):
    """The morale check; who passes stands where the marker was (12.2g)."""

    unit: Piece
    hex: Place

    def after(self, s: FranceState) -> None:
        unit, hexa = self.unit, self.hex
        if not works.able(s, unit) or not morale.gate(s, unit, "removing an obstacle", ("12.2g", "10.2b")):
            s.moving = 0
            return
        marker = "wire" if s.wire >> hexa & 1 else "roadblock"
        s.wire, s.roadblocks = s.wire & ~(1 << hexa), s.roadblocks & ~(1 << hexa) if marker != "wire" else s.roadblocks
        s.touch()
        s.events.append(Cleared(("12.2g",) if marker == "wire" else ("12.3f", "12.2g"), unit, marker, hexa))
        works.relocate(s, unit, hexa)
        works.spring(s, 1 << unit, hexa)
        works.exposed(s, unit)


# infantry gets across wire (12.2c)


def beyond(s: FranceState, unit: int) -> int:
    """The hexes on the far side of wire beside a unit in which it could be placed, but not in a river (12.2c)."""
    board, here = s.setting.board, s.where[unit]
    far, near = 0, board.around[here] | 1 << here
    for hexa in board.members(board.around[here] & s.wire):
        far |= board.around[hexa] & ~near
    for bar in goal_bars(s, unit):
        far &= ~bar.closed
    return far & ~s.setting.waters.plain


def scramble_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot try to get across wire (12.2c); cavalry on foot is infantry (5.6c)."""
    yield Bar(~s.setting.troops, "12.2c", "{it} is not infantry")
    yield from works.hands(s)
    near = _near(s, s.setting.troops, s.wire)
    yield Bar(~near, "12.2c", "{it} is not beside wire")
    yield Bar(~members(unit for unit in listed(near) if beyond(s, unit)), "12.2c", "no hex beyond the wire is free")


class Scramble(FranceStep):
    """Infantry chooses the hex behind the wire to which it tries to get (12.2c)."""

    unit: Piece

    hand = "unit"
    standing = True
    asks = "Choose the hex behind the wire for {unit}."
    help = Help(
        "12.2c", "The unit gets across if it passes a morale check, or stays where it is. Either way it is Finished."
    )
    words = {"at": "Across the wire to {it}"}
    rolls = ("at",)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield from goal_bars(s, self.unit)
        yield Bar(~beyond(s, self.unit), "12.2c", "{it} is not on the far side of the wire")

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return works.odds_of_gate(s, self.unit, "Crossing wire", "it gets across", "it stays")

    def at(self, s: FranceState, hexa: int) -> None:
        s.pop()
        works.declare(s, self.unit, Scrambling(self.unit, hexa))


class Scrambling(FranceStep):
    """The morale check; who passes is placed behind the wire (12.2c)."""

    unit: Piece
    hex: Place

    def after(self, s: FranceState) -> None:
        unit, hexa = self.unit, self.hex
        if not works.able(s, unit) or not morale.gate(s, unit, "crossing wire", ("12.2c", "10.2b")):
            s.moving = 0
            return
        s.events.append(CrossedWire(("12.2c",), unit, hexa))
        works.relocate(s, unit, hexa)
        works.spring(s, 1 << unit, hexa)
        works.exposed(s, unit)


# mines are swept (12.7.2)


def sweepers(s: FranceState) -> int:
    """The units that can sweep mines: engineers and minesweeping vehicles (12.7.2a)."""
    return s.setting.engineers | s.setting.sweepers


def sweep_bars(s: FranceState) -> Iterator[Bar]:
    """Who cannot sweep a minefield (12.7.2a)."""
    yield Bar(~sweepers(s), "12.7.2a", "{it} is neither engineers nor a minesweeping vehicle")
    yield from works.hands(s)
    fields = works.mined(s)
    near = _near(s, sweepers(s), fields)
    yield Bar(~near, "12.7.2a", "{it} is not beside a minefield")
    yield Bar(~members(unit for unit in listed(near) if _into(s, unit, fields, False)), "12.7.2a", "{it} cannot go in")


class Sweep(FranceStep):
    """A unit chooses the minefield that it enters to sweep it (12.7.2a)."""

    unit: Piece

    hand = "unit"
    standing = True
    asks = "Choose the minefield that {unit} sweeps."
    help = Help("12.7.2b", "A low die sets the mines off if they can harm the unit; otherwise they become thinner.")
    words = {"at": "Sweep the mines in {it}"}
    rolls = ("at",)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(~s.setting.board.around[s.where[self.unit]], "12.7.2a", "{it} is not beside the unit")
        yield Bar(~works.mined(s), "12.7.2a", "there are no mines in {it}")
        yield from goal_bars(s, self.unit)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        """As far as the side knows the mines (12.7.1g)."""
        mine = _mine(s, option.value)
        known = mine.shown or mine.owner == self.side(s)
        danger, harmless = touchy(s, self.unit)
        if known and mine.kind == harmless:
            danger = 0
        doubt = "" if known else f", unless they are {MINES[harmless]} mines"
        share = Fraction(danger, 6)
        outcomes = [Outcome(share, (), f"the mines go off{doubt}")] if danger else []
        outcomes.append(Outcome(1 - share, (), "the mines are swept"))
        return Preview("Sweeping mines", tuple(outcomes), (Factor("goes off up to", str(danger), "12.7.2b"),))

    def at(self, s: FranceState, hexa: int) -> None:
        s.pop()
        works.declare(s, self.unit, Sweeping(self.unit, hexa))


def touchy(s: FranceState, unit: int) -> tuple[int, str]:
    """The highest die with which mines go off under a unit that sweeps, and the kind that never does (12.7.2b)."""
    table = s.setting.charts.minefield_sweep
    return (table.engineers, "at") if s.setting.engineers >> unit & 1 else (table.vehicles, "ap")


def _mine(s: FranceState, hexa: int) -> Minefield:
    return next(mine for mine in s.mines if mine.hex == hexa)


class Sweeping(FranceStep):
    """The unit goes in: the mines go off, or they become thinner (12.7.2b, 12.7.2c)."""

    unit: Piece
    hex: Place

    def after(self, s: FranceState) -> None:
        unit, hexa = self.unit, self.hex
        if not works.able(s, unit):
            s.moving = 0
            return
        works.relocate(s, unit, hexa)
        danger, harmless = touchy(s, unit)
        rolled = s.roll(f"sweeping mines in {s.label(hexa)}", ("12.7.2b",))
        sprung = rolled <= danger and _mine(s, hexa).kind != harmless
        s.events.append(MinesSwept(("12.7.2b",) if sprung else ("12.7.2c",), unit, hexa, rolled, not sprung))
        if sprung:
            works.spring(s, 1 << unit, hexa)
        else:
            swept = _mine(s, hexa)
            s.mines = tuple([left for mine in s.mines for left in (_thinned(mine) if mine is swept else [mine])])
        works.exposed(s, unit)


def _thinned(mine: Minefield) -> list[Minefield]:
    """A minefield after it was swept: one level less dense, or gone (12.7.2c)."""
    return [mine._replace(density=mine.density - 1)] if mine.density else []
