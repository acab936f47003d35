"""A hex board: names and numbers of hexes, neighbours, distances, hexsides, floods and reach."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import NamedTuple

from meuse.board import kernels
from meuse.board.kernels import NOWHERE, Layout, Reach, Six, StepCosts
from meuse.board.places import Places

ROOT3_2 = 0.8660254037844386


class Grid(NamedTuple):
    """The numbering of a printed hex sheet.

    Lines are rows where hexes stand on a point and columns where they lie flat; places count
    along a line. Lines of parity ``shifted`` lie half a hex further toward higher places.
    """

    shape: str
    label: str
    first_line: int
    last_line: int
    lines_run: str
    even_places: tuple[int, int]
    odd_places: tuple[int, int]
    places_run: str
    shifted: str
    board: str = ""

    def lines(self) -> range:
        return range(self.first_line, self.last_line + 1)

    def places(self, line: int) -> range:
        first, last = self.odd_places if line % 2 else self.even_places
        return range(first, last + 1)

    def is_shifted(self, line: int) -> bool:
        return (line % 2 == 1) == (self.shifted == "odd")

    def name(self, line: int, place: int) -> str:
        return self.label.format(line=line, place=place, board=self.board)

    def sheet(self, line: int, place: int) -> tuple[float, float]:
        """Where the hex lies on the sheet: units to the right and up, one unit a hex across flats."""
        along = place + (0.5 if self.is_shifted(line) else 0.0)
        across = line * ROOT3_2
        if self.places_run in ("left", "down"):
            along = -along
        if self.lines_run in ("left", "down"):
            across = -across
        return (along, across) if self.shape == "pointy" else (across, along)


class Sides:
    """A set of hexsides: for each direction, the hexes whose side in that direction belongs to it."""

    __slots__ = ("masks", "touched")

    def __init__(self, masks: Six = NOWHERE) -> None:
        self.masks = masks
        self.touched = masks[0] | masks[1] | masks[2] | masks[3] | masks[4] | masks[5]

    def __or__(self, other: Sides) -> Sides:
        return Sides(_six(a | b for a, b in zip(self.masks, other.masks, strict=True)))

    def __and__(self, other: Sides) -> Sides:
        return Sides(_six(a & b for a, b in zip(self.masks, other.masks, strict=True)))

    def __sub__(self, other: Sides) -> Sides:
        return Sides(_six(a & ~b for a, b in zip(self.masks, other.masks, strict=True)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sides) and self.masks == other.masks

    def __hash__(self) -> int:
        return hash(self.masks)

    def __len__(self) -> int:
        return sum(mask.bit_count() for mask in self.masks) // 2


def _six(masks: Iterable[int]) -> Six:
    a, b, c, d, e, f = masks
    return a, b, c, d, e, f


class HexBoard(Places):
    """The hexes of one sheet as bits of an integer, with uniform shifts for the six directions.

    A hex is its bit's number; a set of hexes is an ``int``. Directions 0 to 5 go round the hex:
    0 is one place on along the line, 1 and 2 lead to the next line, 3 to 5 are their opposites.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._lay_out()
        self.everything = sum(1 << h for h in self.hexes)
        self.layout = Layout(self.stride, self.everything)
        self.around: list[int] = [0] * self.size
        for h in self.hexes:
            self.around[h] = (kernels.spread(1 << h, self.stride) & self.everything) & ~(1 << h)
        self._discs: dict[tuple[int, int], int] = {}

    def _lay_out(self) -> None:
        grid = self.grid
        cells = [(line, place) for line in grid.lines() for place in grid.places(line)]
        widest = max(len(grid.places(line)) for line in grid.lines())
        for stride in count(widest + 1):
            index = {cell: self._index(cell, stride) for cell in cells}
            low = min(index.values())
            index = {cell: h - low for cell, h in index.items()}
            if len(set(index.values())) == len(cells) and self._shifts_hold(index, stride):
                break
        self.stride = stride
        self.cells = {h: cell for cell, h in index.items()}
        self.hexes: list[int] = sorted(self.cells)
        self.size = self.hexes[-1] + 1
        self.labels: list[str] = [""] * self.size
        for h, (line, place) in self.cells.items():
            self.labels[h] = grid.name(line, place)
        self.numbers: dict[str, int] = {self.labels[h]: h for h in self.hexes}

    def _index(self, cell: tuple[int, int], stride: int) -> int:
        line, place = cell
        ordinal = line - self.grid.first_line
        lead = int(self.grid.is_shifted(self.grid.first_line))
        drift = (int(self.grid.is_shifted(line)) - ordinal + lead) // 2
        return ordinal * stride + place + drift

    def _shifts_hold(self, index: dict[tuple[int, int], int], stride: int) -> bool:
        cell_of = {h: cell for cell, h in index.items()}
        for cell, h in index.items():
            for direction, step in enumerate((1, stride, stride - 1, -1, -stride, 1 - stride)):
                if cell_of.get(h + step, self._beside(cell, direction)) != self._beside(cell, direction):
                    return False
        return True

    def _beside(self, cell: tuple[int, int], direction: int) -> tuple[int, int]:
        line, place = cell
        if direction in (0, 3):
            return line, place + (1 if direction == 0 else -1)
        higher = direction in (1, 5)
        ahead = 1 if direction in (1, 2) else -1
        if self.grid.is_shifted(line):
            return line + ahead, place + (1 if higher else 0)
        return line + ahead, place - (0 if higher else 1)

    def place(self, label: str) -> int:
        """The hex of that name; a ``KeyError`` with the remedy if there is none."""
        try:
            return self.numbers[label]
        except KeyError:
            first, last = self.labels[self.hexes[0]], self.labels[self.hexes[-1]]
            raise KeyError(f"no hex {label!r} on this board (hexes run from {first} to {last})") from None

    hex = place

    # geometry

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour."""
        for direction in range(6):
            if self.beside(a, direction) == b:
                return direction
        raise ValueError(f"{self.labels[a]} and {self.labels[b]} are not adjacent")

    def beside(self, hexa: int, direction: int) -> int | None:
        """The neighbour in a direction, None beyond the edge."""
        bit = kernels.shift(1 << hexa, direction, self.stride) & self.everything
        return bit.bit_length() - 1 if bit else None

    def _axial(self, hexa: int) -> tuple[int, int]:
        line, place = self.cells[hexa]
        ordinal = line - self.grid.first_line
        return self._index((line, place), 0), ordinal

    def distance(self, a: int, b: int) -> int:
        """How many steps lie between two hexes, whatever the terrain."""
        (qa, ra), (qb, rb) = self._axial(a), self._axial(b)
        dq, dr = qb - qa, rb - ra
        return max(abs(dq), abs(dr), abs(dq + dr))

    def disc(self, hexa: int, radius: int) -> int:
        """All hexes within a distance."""
        known = self._discs.get((hexa, radius))
        if known is None:
            known = 1 << hexa
            for _ in range(radius):
                known = kernels.spread(known, self.stride) & self.everything
            self._discs[hexa, radius] = known
        return known

    def ring(self, hexa: int, radius: int) -> int:
        """All hexes at just that distance."""
        members = self.members(self.disc(hexa, radius))
        return sum(1 << h for h in members if self.distance(hexa, h) == radius)

    def line(self, a: int, b: int) -> list[int]:
        """The hexes a straight line from centre to centre passes, both ends included."""
        steps = self.distance(a, b)
        (qa, ra), (qb, rb) = self._axial(a), self._axial(b)
        by_axial = {self._axial(h): h for h in self.hexes}
        found = []
        for i in range(steps + 1):
            t = i / steps if steps else 0.0
            q, r = qa + (qb - qa) * t, ra + (rb - ra) * t
            # a hair off the exact line, so that a line along a hexside keeps to one side of it: the one on the board
            for hair in (1e-6, -1e-6):
                cell = _round_axial(q + hair, r + 2 * hair)
                if cell in by_axial:
                    found.append(by_axial[cell])
                    break
        return found

    def edge(self, side: str) -> int:
        """Hexes on an edge of the sheet: ``up``, ``down``, ``left`` or ``right``."""
        grid = self.grid
        across = {"up", "down"} if grid.shape == "pointy" else {"left", "right"}
        mask = 0
        for h, (line, place) in self.cells.items():
            if side in across:
                wanted = grid.last_line if side == grid.lines_run else grid.first_line
                if line == wanted:
                    mask |= 1 << h
            else:
                places = grid.places(line)
                if place == (places[-1] if side == grid.places_run else places[0]):
                    mask |= 1 << h
        return mask

    # hexsides

    def sides(self, pairs: Iterable[tuple[int, int]]) -> Sides:
        """The set of the hexsides between these neighbours."""
        masks = [0] * 6
        for a, b in pairs:
            direction = self.direction(a, b)
            masks[direction] |= 1 << a
            masks[(direction + 3) % 6] |= 1 << b
        return Sides(_six(masks))

    def sides_between(self, here: int, there: int) -> Sides:
        """All hexsides between a hex of one set and a hex of the other."""
        masks = [0] * 6
        for direction in range(6):
            back = (direction + 3) % 6
            masks[direction] = (here & kernels.shift(there, back, self.stride)) | (
                there & kernels.shift(here, back, self.stride)
            )
        return Sides(_six(masks))

    def crosses(self, a: int, b: int, sides: Sides) -> bool:
        """Does the step between two neighbours cross one of these hexsides?"""
        return bool(sides.masks[self.direction(a, b)] >> a & 1)

    def across(self, hexa: int, sides: Sides) -> int:
        """The neighbours that lie across one of these hexsides."""
        bit = 1 << hexa
        mask = 0
        for direction in range(6):
            if sides.masks[direction] & bit:
                mask |= kernels.shift(bit, direction, self.stride)
        return mask & self.everything

    # the kernels

    def zones(self, mask: int, walls: Sides) -> int:
        """A set and the hexes adjacent to it, except across walls."""
        return kernels.zones(mask, self.layout, walls.masks, walls.touched)

    def flood(self, seeds: int, through: int, walls: Sides) -> int:
        """Seeds and all that a chain of hexes of ``through`` joins to them."""
        return kernels.flood(seeds, through, self.layout, walls.masks)

    def step_costs(self, enter: dict[int, int], surcharges: Iterable[tuple[Sides, int]], walls: Sides) -> StepCosts:
        """Prices of steps: by the hex entered (price to set of hexes) and by the hexside crossed."""
        table: dict[int, list[int]] = {}
        for price, there in enter.items():
            for direction in range(6):
                sources = kernels.shift(there, (direction + 3) % 6, self.stride) & self.everything
                sources &= ~walls.masks[direction]
                for sides, extra in surcharges:
                    dear = sources & sides.masks[direction]
                    table.setdefault(price + extra, [0] * 6)[direction] |= dear
                    sources &= ~dear
                table.setdefault(price, [0] * 6)[direction] |= sources
        return StepCosts(tuple((price, _six(table[price])) for price in sorted(table) if any(table[price])))

    def without_entry(self, costs: StepCosts, closed: int) -> StepCosts:
        """The same prices, but no step leads into a set of hexes from outside it."""
        entering = [kernels.shift(closed, (d + 3) % 6, self.stride) & ~closed for d in range(6)]
        return StepCosts(
            tuple(
                (price, _six(mask & ~outside for mask, outside in zip(masks, entering, strict=True)))
                for price, masks in costs.prices
            )
        )

    def reach(self, start: int, points: int, costs: StepCosts, enter: int, stop: int, first: int) -> Reach:
        """All that ``points`` can reach from a hex; see ``kernels.reach``."""
        return self.reach_of(1 << start, points, costs, enter, stop, first)

    def reach_of(self, starts: int, points: int, costs: StepCosts, enter: int, stop: int, first: int) -> Reach:
        """All that ``points`` can reach from any hex of a set."""
        levels = kernels.reach(starts, points, costs, enter, stop, first, self.layout)
        return Reach(levels, costs, stop, first, self.layout)


def _round_axial(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr
