"""A hex board: names and numbers of hexes, neighbours, distances, hexsides, floods and reach."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from operator import and_, or_

from meuse.board import kernels
from meuse.board.grid import STEPS, Cell, Sheet, Spot
from meuse.board.kernels import NOWHERE, Layout, Reach, Six, StepCosts
from meuse.board.line import Line, cells_between
from meuse.board.sets import Board

ANYWHERE = (1 << 4096) - 1
"""More hexes than any board has."""


class Sides:
    """A set of hexsides: for each direction, the hexes whose side in that direction belongs to it.

    Who steps from a to b crosses a's side toward b, in ``zones``, ``flood`` and ``reach`` alike. A hexside that is
    felt both ways belongs to the set twice, as a's side and as b's; one that faces one way only once.
    """

    __slots__ = ("beyond", "enterable", "masks", "passable", "touched")

    def __init__(self, masks: Six = NOWHERE, beyond: Six = NOWHERE) -> None:
        self.masks = masks
        self.beyond = beyond
        """For each direction, the hexes entered by crossing one of these sides in that direction."""
        self.touched = masks[0] | masks[1] | masks[2] | masks[3] | masks[4] | masks[5]
        self.passable = _six([ANYWHERE ^ mask for mask in masks])
        """For each direction, the hexes that can be left in that direction without crossing one of these sides."""
        self.enterable = _six([ANYWHERE ^ mask for mask in beyond])
        """For each direction, the hexes that can be entered so."""

    def __or__(self, other: Sides) -> Sides:
        return Sides(_six(map(or_, self.masks, other.masks)), _six(map(or_, self.beyond, other.beyond)))

    def __and__(self, other: Sides) -> Sides:
        return Sides(_six(map(and_, self.masks, other.masks)), _six(map(and_, self.beyond, other.beyond)))

    def __sub__(self, other: Sides) -> Sides:
        a, b = (self.masks, self.beyond), (other.masks, other.beyond)
        return Sides(*(_six(x & ~y for x, y in zip(p, q, strict=True)) for p, q in zip(a, b, strict=True)))

    def reverse(self) -> Sides:
        """The same hexsides, crossed the other way."""
        return Sides(self.beyond[3:] + self.beyond[:3], self.masks[3:] + self.masks[:3])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sides) and self.masks == other.masks

    def __hash__(self) -> int:
        return hash(self.masks)

    def __len__(self) -> int:
        """How many hexsides, however they face."""
        return sum((self.masks[d] | self.beyond[d + 3]).bit_count() for d in range(3))


def _six(masks: Iterable[int]) -> Six:
    a, b, c, d, e, f = masks
    return a, b, c, d, e, f


class HexBoard(Board):
    """Hexes as bits of an integer, with uniform shifts for the six directions.

    A hex is its bit's number; a set of hexes is an ``int``. Directions 0 to 5 go round the hex: 0 is one place on along
    the line, 1 and 2 lead to the next line, 3 to 5 are their opposites. The board is one sheet (a ``Grid``) or several
    laid together (see ``grid.lay``); it may have any outline, and holes.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.frame = sheet.frame
        labels = sheet.cells()
        self.stride = _stride(labels)
        index = _numbered(labels, self.stride)
        self.cells: dict[int, Cell] = {h: cell for cell, h in index.items()}
        self.at: dict[Cell, int] = index
        self.hexes: list[int] = sorted(self.cells)
        self.size = self.hexes[-1] + 1
        assert self.size <= ANYWHERE.bit_length(), "a board this large needs a larger ANYWHERE"
        self.labels: list[str] = [""] * self.size
        for cell, h in index.items():
            self.labels[h] = labels[cell]
        self.numbers: dict[str, int] = {self.labels[h]: h for h in self.hexes}
        self.numbers |= {label: index[cell] for label, cell in sheet.covered().items()}
        self.everything = sum(1 << h for h in self.hexes)
        self.around: list[int] = [0] * self.size
        for h in self.hexes:
            self.around[h] = (kernels.spread(1 << h, self.stride) & self.everything) & ~(1 << h)
        self.layout = Layout(self.stride, self.everything, self.around)
        self._direction = {q + r * self.stride: direction for direction, (q, r) in enumerate(STEPS)}
        self._upward = [_upward({h: (q, r, q + r)[axis] for h, (q, r) in self.cells.items()}) for axis in range(3)]
        self._discs: dict[tuple[int, int], int] = {}
        self._lay_slots()

    def place(self, label: str) -> int:
        """The hex of that name; a ``KeyError`` with the remedy if there is none."""
        try:
            return self.numbers[label]
        except KeyError:
            first, last = self.labels[self.hexes[0]], self.labels[self.hexes[-1]]
            raise KeyError(f"no hex {label!r} on this board (hexes run from {first} to {last})") from None

    # geometry

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour."""
        direction = self._direction.get(b - a)
        if direction is None:
            raise ValueError(f"{self.labels[a]} and {self.labels[b]} are not adjacent")
        return direction

    def beside(self, hexa: int, direction: int) -> int | None:
        """The neighbour in a direction, None beyond the edge."""
        bit = kernels.shift(1 << hexa, direction, self.stride) & self.everything
        return bit.bit_length() - 1 if bit else None

    def spot(self, hexa: int) -> Spot:
        """Where the middle of a hex lies on the sheet: units to the right and up, one unit a hex across flats."""
        return self.frame.spot(*self.cells[hexa])

    def distance(self, a: int, b: int) -> int:
        """How many steps lie between two hexes, whatever lies there."""
        (qa, ra), (qb, rb) = self.cells[a], self.cells[b]
        dq, dr = qb - qa, rb - ra
        return max(abs(dq), abs(dr), abs(dq + dr))

    def disc(self, hexa: int, radius: int) -> int:
        """All hexes within a distance."""
        known = self._discs.get((hexa, radius))
        if known is None:
            q, r = self.cells[hexa]
            known = self.everything
            for axis, value in enumerate((q, r, q + r)):
                known &= self._at_least(axis, value - radius) & ~self._at_least(axis, value + radius + 1)
            self._discs[hexa, radius] = known
        return known

    def toward(self, hexa: int, beside: int) -> int:
        """All hexes that are nearer to a neighbour of a hex than to the hex itself.

        A step changes two of the three coordinates q, r and q + r by one. It leads nearer to what lies beyond the hex
        in both, and to nothing else.
        """
        (q, r), (dq, dr) = self.cells[hexa], STEPS[self.direction(hexa, beside)]
        nearer = self.everything
        for axis, (value, change) in enumerate(((q, dq), (r, dr), (q + r, dq + dr))):
            if change:
                beyond = self._at_least(axis, value + (change > 0))
                nearer &= beyond if change > 0 else ~beyond
        return nearer

    def _at_least(self, axis: int, value: int) -> int:
        """The hexes whose coordinate on an axis (q, r or q + r) is not below a value."""
        lowest, hexes = self._upward[axis]
        return hexes[min(max(value - lowest, 0), len(hexes) - 1)]

    def ring(self, hexa: int, radius: int) -> int:
        """All hexes at just that distance."""
        return self.disc(hexa, radius) & ~self.disc(hexa, radius - 1)

    def within(self, hexes: int, steps: int) -> int:
        """Some hexes and all that lie at most so many steps away, each of them on the board."""
        for _ in range(steps):
            hexes = kernels.spread(hexes, self.stride) & self.everything
        return hexes

    def line(self, a: int, b: int) -> Line:
        """What the straight line from centre to centre passes."""
        (q, r), (qb, rb) = self.cells[a], self.cells[b]
        at = self.at
        parts, steps = (
            tuple([tuple([at[cell] for dq, dr in cells if (cell := (q + dq, r + dr)) in at]) for cells in shape])
            for shape in cells_between(qb - q, rb - r)
        )
        return Line(parts, tuple([(step[0], step[1]) for step in steps if len(step) == 2]))

    def passed(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """What lies between two hexes on the straight line from centre to centre, as sight meets it, in order.

        Each part is one hex, or the two hexes beside a hexside along which the line runs. It is empty where the line
        runs along the edge of the board or beyond it: nothing stands there on both sides.
        """
        start, slots = self._slot_of[a], self._slots
        way = self._slot_of[b] - start
        shape = self._shapes.get(way)
        if shape is None:
            shape = self._shapes[way] = self._shape(a, b)
        return tuple([slots[start + i] if i == j else _pair(slots[start + i], slots[start + j]) for i, j in shape])

    def _lay_slots(self) -> None:
        """Note the hexes in a table with so wide rows that each way from hex to hex is another difference of slots."""
        qs, rs = zip(*self.cells.values(), strict=True)
        left, low = min(qs) - 1, min(rs) - 1
        self._row = 2 * (max(qs) - min(qs)) + 3
        self._slot_of = {h: q - left + (r - low) * self._row for h, (q, r) in self.cells.items()}
        self._slots: list[tuple[int, ...]] = [()] * (self._row * (max(rs) - low + 2))
        for h, slot in self._slot_of.items():
            self._slots[slot] = (h,)
        self._shapes: dict[int, tuple[tuple[int, int], ...]] = {}
        """By the difference of two slots, what the line between them passes: one slot, or two, seen from the first."""

    def _shape(self, a: int, b: int) -> tuple[tuple[int, int], ...]:
        (q, r), (qb, rb) = self.cells[a], self.cells[b]
        parts = cells_between(qb - q, rb - r)[0][1:-1]
        slots = [[dq + dr * self._row for dq, dr in part] for part in parts]
        return tuple([(part[0], part[-1]) for part in slots])

    def banks(self, before: int, hexa: int, after: int) -> tuple[int, int]:
        """The neighbours on either side of a river or road that comes from one neighbour and goes on to another.

        The first bank lies in the directions that follow that of ``before``, the second in those that precede it.
        """
        start, end = self.direction(hexa, before), self.direction(hexa, after)
        turn = (end - start) % 6
        banks = [0, 0]
        for step in range(1, 6):
            if step != turn:
                bit = kernels.shift(1 << hexa, (start + step) % 6, self.stride) & self.everything
                banks[step > turn] |= bit
        return banks[0], banks[1]

    def edge(self, side: str) -> int:
        """Hexes without a neighbour toward a side of the table: ``up``, ``down``, ``left`` or ``right``."""
        mask = self.everything
        for direction in self.frame.toward(side):
            mask &= ~kernels.shift(self.everything, (direction + 3) % 6, self.stride)
        return mask

    # hexsides

    def sides(self, pairs: Iterable[tuple[int, int]], one_way: bool = False) -> Sides:
        """The set of the hexsides between these neighbours; ``one_way``: for steps from the first to the second."""
        masks = [0] * 6
        for a, b in pairs:
            direction = self.direction(a, b)
            masks[direction] |= 1 << a
            if not one_way:
                masks[(direction + 3) % 6] |= 1 << b
        return self.sides_in(masks)

    def sides_between(self, here: int, there: int, one_way: bool = False) -> Sides:
        """All hexsides between a hex of one set and a hex of the other; ``one_way``: for steps from here to there."""
        masks = [0] * 6
        for direction in range(6):
            back = (direction + 3) % 6
            masks[direction] = here & kernels.shift(there, back, self.stride)
            if not one_way:
                masks[direction] |= there & kernels.shift(here, back, self.stride)
        return self.sides_in(masks)

    def sides_in(self, masks: list[int]) -> Sides:
        """The set of hexsides that has, for each direction, these hexes' sides in that direction."""
        beyond = (kernels.shift(mask, direction, self.stride) for direction, mask in enumerate(masks))
        return Sides(_six(masks), _six(beyond))

    def crosses(self, a: int, b: int, sides: Sides) -> bool:
        """Does the step from a hex to its neighbour cross one of these hexsides?"""
        return bool(sides.masks[self.direction(a, b)] >> a & 1)

    def across(self, hexa: int, sides: Sides) -> int:
        """The neighbours that are entered across one of these hexsides."""
        bit = 1 << hexa
        mask = 0
        for direction in range(6):
            if sides.masks[direction] & bit:
                mask |= kernels.shift(bit, direction, self.stride)
        return mask & self.everything

    # the kernels

    def zones(self, mask: int, walls: Sides) -> int:
        """A set and the hexes adjacent to it, except across walls."""
        return kernels.zones(mask, self.layout, walls.passable, walls.touched)

    def flood(self, seeds: int, through: int, walls: Sides, wanted: int = -1) -> int:
        """Seeds and all that a chain of hexes of ``through`` joins to them, at least until all that is wanted is."""
        return kernels.flood(seeds, through, self.layout, walls.enterable, wanted)

    def step_costs(
        self,
        enter: dict[int, int],
        surcharges: Iterable[tuple[Sides, int]],
        walls: Sides,
        roads: Iterable[tuple[Sides, int]] = (),
    ) -> StepCosts:
        """Prices of steps: by the hex entered (price to set of hexes), with surcharges for hexsides crossed.

        A road has its own price in place of that of the hex it leads to, be it dear or closed; of several roads across
        one hexside the first named counts. Surcharges add up, on roads too: leave bridges out of the rivers.
        """
        surcharges, roads = tuple(surcharges), tuple(roads)
        table: dict[int, list[int]] = {}
        for direction in range(6):
            left = self.everything & ~walls.masks[direction]
            priced: list[tuple[int, int]] = []
            for sides, price in roads:
                priced.append((price, left & sides.masks[direction]))
                left &= ~sides.masks[direction]
            for price, there in enter.items():
                priced.append((price, left & kernels.shift(there, (direction + 3) % 6, self.stride)))
            for sides, extra in surcharges:
                dear = sides.masks[direction]
                cheap = [(price, mask & ~dear) for price, mask in priced]
                priced = cheap + [(price + extra, mask & dear) for price, mask in priced]
            for price, mask in priced:
                table.setdefault(price, [0] * 6)[direction] |= mask
        prices = tuple((price, _six(table[price])) for price in sorted(table) if any(table[price]))
        return StepCosts(prices, self.layout)

    def without_entry(self, costs: StepCosts, closed: int) -> StepCosts:
        """The same prices, but no step leads into a set of hexes from outside it."""
        entering = [kernels.shift(closed, (d + 3) % 6, self.stride) & ~closed for d in range(6)]
        return StepCosts(
            tuple(
                (price, _six(mask & ~outside for mask, outside in zip(masks, entering, strict=True)))
                for price, masks in costs.prices
            ),
            self.layout,
        )

    def without_steps(self, costs: StepCosts, closed: Sides) -> StepCosts:
        """The same prices without some steps."""
        left0, left1, left2, left3, left4, left5 = closed.passable
        return StepCosts(
            tuple(
                [
                    (price, (m0 & left0, m1 & left1, m2 & left2, m3 & left3, m4 & left4, m5 & left5))
                    for price, (m0, m1, m2, m3, m4, m5) in costs.prices
                ]
            ),
            self.layout,
            costs,
            closed.touched,
        )

    def reach(self, start: int, points: int, costs: StepCosts, enter: int, stop: int, first: int) -> Reach:
        """All that ``points`` can reach from a hex; see ``kernels.reach``."""
        levels = kernels.reach(1 << start, points, costs, enter, stop, first, self.layout, costs.near(start))
        return Reach(levels, costs, stop, first, self.layout)

    def reach_of(self, starts: int, points: int, costs: StepCosts, enter: int, stop: int, first: int) -> Reach:
        """All that ``points`` can reach from any hex of a set."""
        levels = kernels.reach(starts, points, costs, enter, stop, first, self.layout)
        return Reach(levels, costs, stop, first, self.layout)


# the layout


def _rows(cells: Iterable[Cell]) -> dict[int, tuple[int, int]]:
    """The first and the last place of each line."""
    rows: dict[int, tuple[int, int]] = {}
    for q, r in cells:
        low, high = rows.get(r, (q, q))
        rows[r] = min(low, q), max(high, q)
    return rows


def _upward(coordinates: dict[int, int]) -> tuple[int, list[int]]:
    """The lowest of some coordinates, and from it upward the hexes whose coordinate is at least that; at last none."""
    lowest, highest = min(coordinates.values()), max(coordinates.values())
    hexes = [0] * (highest - lowest + 2)
    for h, value in coordinates.items():
        hexes[value - lowest] |= 1 << h
    for below in range(len(hexes) - 2, -1, -1):
        hexes[below] |= hexes[below + 1]
    return lowest, hexes


def _stride(cells: Iterable[Cell]) -> int:
    """The least distance of two lines in the integer at which shifts lead to neighbours and to nothing else."""
    cells = list(cells)
    widest = max(last - first + 1 for first, last in _rows(cells).values())
    return next(stride for stride in count(widest + 1) if _shifts_hold(_numbered(cells, stride), stride))


def _numbered(cells: Iterable[Cell], stride: int) -> dict[Cell, int]:
    index = {(q, r): q + r * stride for q, r in cells}
    low = min(index.values())
    return {cell: h - low for cell, h in index.items()}


def _shifts_hold(index: dict[Cell, int], stride: int) -> bool:
    cell_of = {h: cell for cell, h in index.items()}
    if len(cell_of) < len(index):
        return False
    for (q, r), h in index.items():
        for dq, dr in STEPS:
            beside = (q + dq, r + dr)
            if cell_of.get(h + dq + dr * stride, beside) != beside:
                return False
    return True


def _pair(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Two hexes beside a line, if both are there."""
    return one + other if one and other else ()
