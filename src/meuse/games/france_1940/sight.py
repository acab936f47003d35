"""Lines of sight (6.2): over flat ground, along slopes, through smoke; what is seen from each hex, and why not.

A line goes from centre to centre. Where it runs along a hexside it is as free as the more open of the two hexes beside
it (6.2.1b, S1). What is seen without smoke is worked out once for all hexes and kept as a set for each.

All lines that go equally far the same way are judged together: they are the set of the hexes where they begin. What
lies on them is then a set of hexes moved back to the beginnings, and a rule that closes lines takes some out of a set.
"""

from __future__ import annotations

from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from meuse.board import Shadows
from meuse.board.grid import STEPS, Cell
from meuse.board.line import cells_between
from meuse.board.sets import falling, union
from meuse.games.france_1940.ground import Ground

Part = tuple[int, ...]
"""A hex on a line, or the two hexes beside a hexside along which it runs; empty at the edge of the board."""
MOST = 4000
"""So many views through smoke are kept."""


class Hidden(NamedTuple):
    """Why one hex cannot be seen from another: the hexes that hide it, the clause, and a sentence."""

    by: Part
    clause: str
    says: str


class Closed(NamedTuple):
    """Lines that a rule closes: where they begin, which of their parts hides the rest, the clause, and a sentence."""

    starts: int
    part: int
    """-1: the hex where they begin."""
    clause: str
    says: str


class Judged(NamedTuple):
    """What has become of lines: those that are open, those of them that cross rough or field hexes, and the others."""

    open: int
    veiled: int
    closed: list[Closed]


class Slopes:
    """The ground with other numbers for its hexes, in rows so wide that a step of any length is a shift of sets."""

    def __init__(self, ground: Ground) -> None:
        cells = ground.board.cells
        qs, rs = [q for q, _ in cells.values()], [r for _, r in cells.values()]
        left, low = min(qs), min(rs)
        self.width, self.depth = max(qs) - left, max(rs) - low
        """How far the board goes from its first hex to its last, each way."""
        self.row = 2 * self.width + 3
        self.number = {h: q - left + (r - low) * self.row for h, (q, r) in cells.items()}
        self.hex = {number: h for h, number in self.number.items()}
        self.above = [self.set(ground, hexes) for hexes in ground.heights]
        """The hexes at least so high, by level; nothing is as high as the last."""
        self.above.append(0)
        self.at = [self.above[level] & ~self.above[level + 1] for level in range(len(ground.heights))]
        """The hexes just so high."""
        self.high, self.rough = self.set(ground, ground.high), self.set(ground, ground.low)
        self.crest = {step: self._falls(step) for step in STEPS}
        """The hexes with a crest toward a neighbour, by the step to it (11d)."""

    def set(self, ground: Ground, hexes: int) -> int:
        return sum([1 << self.number[h] for h in ground.board.members(hexes)])

    def back(self, hexes: int, cell: Cell) -> int:
        """Where lines begin that have one of some hexes so far on their way."""
        by = cell[0] + cell[1] * self.row
        return hexes >> by if by >= 0 else hexes << -by

    def all(self, hexes: int, part: tuple[Cell, ...]) -> int:
        """Where lines begin whose part lies in some hexes; of two hexes both, so nothing at the edge of the board."""
        found = self.back(hexes, part[0])
        return found & self.back(hexes, part[1]) if len(part) > 1 else found

    def any(self, hexes: int, part: tuple[Cell, ...]) -> int:
        """The same, but one of two hexes is enough."""
        found = self.back(hexes, part[0])
        return found | self.back(hexes, part[1]) if len(part) > 1 else found

    def _falls(self, step: Cell) -> int:
        """The hexes whose neighbour by a step is lower."""
        everything, found = self.above[0], 0
        for high in self.above[1:]:
            found |= high & self.back(everything & ~high, step)
        return found


class Sight:
    """What can be seen on a ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.shadows = Shadows(ground.board)
        """For friends in the line of fire and the nearest enemy too (8.3e, 8.3f, G10)."""
        self._slopes = Slopes(ground)
        self._seen: dict[int, tuple[int, int]] = {}
        self._smoky: dict[tuple[int, int], int] = {}
        self._within: dict[tuple[int, int], int] = {}

    # what is seen

    def seen_from(self, hexa: int) -> int:
        """All hexes in the line of sight of a hex, itself among them, as if there were no smoke (6a, 6.2b)."""
        return (self._seen or self._looked())[hexa][0]

    def veiled_from(self, hexa: int) -> int:
        """Those of them whose line crosses rough or field hexes, which costs AP fire (11.2c, 11.7b)."""
        return (self._seen or self._looked())[hexa][1]

    def within(self, hexa: int, distance: int) -> int:
        """The hexes in the line of sight of a hex up to a distance, as if there were no smoke."""
        known = self._within.get((hexa, distance))
        if known is None:
            known = self._within[hexa, distance] = self.seen_from(hexa) & self.ground.board.disc(hexa, distance)
        return known

    def seen_through(self, hexa: int, black: int) -> int:
        """All hexes seen from a hex when there is black smoke in some (8.1.5, G16)."""
        if not black:
            return self.seen_from(hexa)
        known = self._smoky.get((hexa, black))
        if known is None:
            if len(self._smoky) > MOST:
                self._smoky.clear()
            known = 1 << hexa
            if not black >> hexa & 1:
                known |= self.seen_from(hexa) & ~black & ~self._behind_smoke(hexa, black)
            self._smoky[hexa, black] = known
        return known

    def smoky(self, hexa: int, other: int, grey: int) -> tuple[int, int]:
        """How many ends of a line lie in grey smoke, and how many smoke hexes it crosses (8.1.5, G14)."""
        if hexa == other:
            return grey >> hexa & 1, 0
        crossed = sum(self._is_smoky(hexa, other, part, grey) for part in self.ground.board.passed(hexa, other))
        return (grey >> hexa & 1) + (grey >> other & 1), crossed

    # why not

    def why(self, hexa: int, other: int, black: int = 0) -> Hidden | None:
        """Why one hex cannot be seen from another; None if it can."""
        if hexa == other:
            return None
        hidden = self._blocked(hexa, other)
        if hidden is not None:
            names = dict.fromkeys(self.ground.charts.terrain[self.ground.terrain[h]].name for h in hidden.by)
            return hidden._replace(says=hidden.says.format(terrain=" and ".join(names)))
        for end in (hexa, other):
            if black >> end & 1:
                return Hidden((end,), "8.1.5e", "nothing is seen into or out of black smoke")
        for part in self.ground.board.passed(hexa, other):
            if self._is_smoky(hexa, other, part, black):
                return Hidden(part, "8.1.5e", "black smoke lies in between")
        return None

    # smoke

    def _is_smoky(self, hexa: int, other: int, part: Part, smoke: int) -> bool:
        """Does a line between two hexes pass through smoke here? Not where both ends lie above it (G16)."""
        level, height = self.ground.level, self.ground.charts.smoke_height
        lower = min(level[hexa], level[other])
        return bool(part) and all(smoke >> h & 1 and lower <= level[h] + height for h in part)

    def _behind_smoke(self, hexa: int, black: int) -> int:
        ground = self.ground
        height = ground.charts.smoke_height
        lowest = min(ground.level[smoke] for smoke in ground.board.members(black))
        if ground.level[hexa] <= lowest + height:
            return self.shadows.behind(hexa, black)
        hidden = 0
        for other in ground.board.members(self.shadows.behind(hexa, black)):
            parts = ground.board.passed(hexa, other)
            if any(self._is_smoky(hexa, other, part, black) for part in parts):
                hidden |= 1 << other
        return hidden

    # terrain

    def _looked(self) -> dict[int, tuple[int, int]]:
        """All lines of the board, one way after the other; those down a slope from above, for sight is mutual."""
        slopes, seen, veiled = self._slopes, dict[int, int](), dict[int, int]()
        for h in self.ground.board.hexes:
            seen[h], veiled[h] = 1 << h, 0
        for q in range(-slopes.width, slopes.width + 1):
            for r in range(-slopes.depth, slopes.depth + 1):
                starts = slopes.above[0] & slopes.back(slopes.above[0], (q, r))
                if not starts or (q, r) == (0, 0):
                    continue
                found = self._down((q, r), starts)
                flat = self._flat((q, r), starts) if (q, r) > (0, 0) else Judged(0, 0, [])
                _note(slopes, (q, r), found.open | flat.open, seen)
                _note(slopes, (q, r), found.veiled | flat.veiled, veiled)
        self._seen = {h: (seen[h], veiled[h]) for h in seen}
        return self._seen

    def _blocked(self, a: int, b: int) -> Hidden | None:
        """What hides two hexes from each other."""
        board, level, parts = self.ground.board, self.ground.level, self.ground.board.passed(a, b)
        if level[a] < level[b]:
            a, b, parts = b, a, parts[::-1]
        (qa, ra), (qb, rb) = board.cells[a], board.cells[b]
        judge = self._flat if level[a] == level[b] else self._down
        for rule in judge((qb - qa, rb - ra), 1 << self._slopes.number[a]).closed:
            return Hidden((a,) if rule.part < 0 else parts[rule.part], rule.clause, rule.says)
        return None

    def _flat(self, way: Cell, starts: int) -> Judged:
        """Lines between hexes of one level (6.2.1): higher ground and high terrain at that level block (G62).

        Rough and field hexes count at that level only (S2).
        """
        slopes, most, closed = self._slopes, self.ground.charts.blocking_count, list[Closed]()
        parts, open_, veiled = cells_between(*way)[0][1:-1], 0, 0
        for level, here in enumerate(slopes.at):
            left = starts & here & slopes.back(here, way)
            if not left:
                continue
            higher, rough = slopes.above[level + 1], here & slopes.rough
            high, crossed = higher | here & slopes.high, [0] * most
            for n, part in enumerate(parts):
                blocked = left & slopes.all(high, part)
                if blocked:
                    hills = blocked & slopes.any(higher, part)
                    closed.append(Closed(hills, n, "6.2.1a", "higher ground lies in between"))
                    closed.append(Closed(blocked & ~hills, n, "6.2.1a", "{terrain} in between blocks the line"))
                    left &= ~blocked
                met = left & slopes.all(high | rough, part)
                if met:
                    for count in range(most - 1, 0, -1):
                        crossed[count] |= crossed[count - 1] & met
                    crossed[0] |= met
                    many = left & crossed[-1]
                    closed.append(Closed(many, n, "6.2.1c", "the line crosses too many rough or field hexes"))
                    left &= ~many
                if not left:
                    break
            open_ |= left
            veiled |= left & crossed[0]
        return Judged(open_, veiled, [rule for rule in closed if rule.starts])

    def _down(self, way: Cell, starts: int) -> Judged:
        """Lines along a slope, from its higher end (6.2.2, G61); a steep view looks over all but hills (G61)."""
        slopes, tops, left, steep = self._slopes, list[tuple[int, int]](), 0, 0
        distance = max(abs(way[0]), abs(way[1]), abs(way[0] + way[1]))
        for level, here in enumerate(slopes.at):
            from_top = starts & here & slopes.back(slopes.above[0] & ~slopes.above[level], way)
            if not from_top:
                continue
            tops.append((level, from_top))
            left |= from_top
            if level >= distance:
                steep |= from_top & slopes.back(slopes.above[0] & ~slopes.above[level - distance + 1], way)
        if not left:
            return Judged(0, 0, [])
        parts = cells_between(*way)[0]
        leaving = left & self._leaves_by_crest(parts[1])
        closed = [Closed(left & ~leaving, -1, "6.2.2a", "the higher hex has no crest on this line")]
        left, veiled = leaving, 0
        for n, part in enumerate(parts[1:-1]):
            if not left:
                break
            last = n == len(parts) - 3
            tops = [(level, top) for level, top in tops if top & left]
            hill, block, blind = left, left, left
            for cell in part:
                tall = union([top & slopes.back(slopes.above[level], cell) for level, top in tops])
                wooded = slopes.back(slopes.high, cell) & left & ~steep
                crest = self._on_crest(cell, parts[n], parts[n + 2]) & ~steep if wooded or last else 0
                hill &= tall
                block &= tall | wooded & crest
                blind &= tall | wooded | crest
            if block:
                closed.append(Closed(hill, n, "6.2.2e", "ground as high as the higher hex lies in between"))
                closed.append(Closed(block & ~hill, n, "6.2.2d", "a crest with {terrain} on it lies in between"))
                left &= ~block
            if last:
                hidden, woods = left & blind, slopes.all(slopes.high, part)
                closed.append(Closed(hidden & woods, n, "6.2.2b", "{terrain} hides the hex behind it"))
                closed.append(Closed(hidden & ~woods, n, "6.2.2c", "a crest hides the hex behind it"))
                left &= ~hidden
            veiled |= slopes.all(slopes.rough, part)
        return Judged(left, left & veiled, [rule for rule in closed if rule.starts])

    def _leaves_by_crest(self, first: tuple[Cell, ...]) -> int:
        """Where a line that goes on so crosses a crest of its higher hex (6.2.2a, 11e).

        At a corner one crest of two is enough (S3).
        """
        return reduce(or_, [self._slopes.crest[cell] for cell in first])

    def _on_crest(self, cell: Cell, before: tuple[Cell, ...], behind: tuple[Cell, ...]) -> int:
        """Where lines begin that pass a crest in a hex: all that lies before it is lower, or all behind it."""
        crest, (q, r) = self._slopes.crest, cell
        sides = [reduce(and_, [crest[cq - q, cr - r] for cq, cr in part]) for part in (before, behind)]
        return self._slopes.back(sides[0] | sides[1], cell)


def _note(slopes: Slopes, way: Cell, starts: int, seen: dict[int, int]) -> None:
    """Note for both ends of some lines that one is seen from the other."""
    by = way[0] + way[1] * slopes.row
    for start in falling(starts):
        a, b = slopes.hex[start], slopes.hex[start + by]
        seen[a] |= 1 << b
        seen[b] |= 1 << a
