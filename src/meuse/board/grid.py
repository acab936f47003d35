"""How hexes are numbered and where they lie: one printed sheet, or several laid together.

A cell is an axial pair ``(q, r)``: ``r`` counts lines, ``q`` places along a line that slants by half a hex with every
line. Its neighbours are the six cells of ``STEPS`` away, whatever the shape or the numbering of the sheet.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

ROOT3_2 = 0.8660254037844386

Cell = tuple[int, int]
Spot = tuple[float, float]

STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The directions 0 to 5 in order round the hex: one place on, then the next line, then their opposites."""


class Frame(NamedTuple):
    """How cells lie on the table: their shape, and where lines and places run."""

    shape: str
    lines_run: str
    places_run: str
    first: int = 0
    """The number of the line of cell (0, 0)."""
    lead: int = 0
    """How many half places that line is shifted."""

    def spot(self, q: float, r: float) -> Spot:
        """Where a cell lies: units to the right and up, one unit a hex across flats."""
        along, across = (2 * q + r - self.lead) / 2, (r + self.first) * ROOT3_2
        if self.places_run in ("left", "down"):
            along = -along
        if self.lines_run in ("left", "down"):
            across = -across
        return (along, across) if self.shape == "pointy" else (across, along)

    def toward(self, side: str) -> tuple[int, ...]:
        """The directions that lead toward a side of the table: ``up``, ``down``, ``left`` or ``right``."""
        if (side in ("up", "down")) == (self.shape == "pointy"):
            return (1, 2) if side == self.lines_run else (4, 5)
        return (0,) if side == self.places_run else (3,)


class Sheet(Protocol):
    """What a hex board is made of."""

    @property
    def frame(self) -> Frame: ...

    def cells(self) -> dict[Cell, str]:
        """Every cell and its label."""

    def covered(self) -> dict[str, Cell]:
        """Further labels of cells: those of hexes that lie under another sheet."""


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

    @property
    def frame(self) -> Frame:
        lead = int(self.is_shifted(self.first_line))
        return Frame(self.shape, self.lines_run, self.places_run, self.first_line, lead)

    def cell(self, line: int, place: int) -> Cell:
        r = line - self.first_line
        return place + (int(self.is_shifted(line)) + int(self.is_shifted(self.first_line)) - r) // 2, r

    def cells(self) -> dict[Cell, str]:
        return {self.cell(line, place): self.name(line, place) for line in self.lines() for place in self.places(line)}

    def covered(self) -> dict[str, Cell]:
        return {}


class Laid(NamedTuple):
    """A sheet on the table: its lowest line and place lie at ``line`` and ``place``, or half a place further on.

    ``turned``: by half a turn, so that what was up is down.
    """

    grid: Grid
    line: int = 0
    place: int = 0
    turned: bool = False

    def shift(self) -> Shift:
        """How the cells of the sheet come to lie on the table."""
        sign = -1 if self.turned else 1
        cells = [(sign * q, sign * r) for q, r in self.grid.cells()]
        lines = self.line - min(r for _, r in cells)
        half_places = min(2 * q + r for q, r in cells) + lines
        return Shift(sign, -((half_places - 2 * self.place) // 2), lines)


class Shift(NamedTuple):
    """A turn by half or none (``sign``), and then a move."""

    sign: int
    q: int
    r: int

    def cell(self, cell: Cell) -> Cell:
        return self.sign * cell[0] + self.q, self.sign * cell[1] + self.r

    def spot(self, spot: Spot, sheet: Frame, table: Frame) -> Spot:
        """Where a spot of the sheet, at the same scale, comes to lie on the table."""
        (x, y), (u, v) = sheet.spot(0, 0), table.spot(self.q, self.r)
        return u + self.sign * (spot[0] - x), v + self.sign * (spot[1] - y)


class Joined(NamedTuple):
    """Several sheets as one: what a board is made of when they lie side by side."""

    frame: Frame
    labels: dict[Cell, str]
    under: dict[str, Cell]

    def cells(self) -> dict[Cell, str]:
        return self.labels

    def covered(self) -> dict[str, Cell]:
        return self.under


def lay(*sheets: Laid, overlap: bool = False) -> Joined:
    """Sheets laid together; a ``ValueError`` where they do not fit.

    ``overlap``: a hex may lie under that of an earlier sheet, as half hexes at the edge of printed boards do; it is the
    same hex then, and both names find it.
    """
    first = sheets[0].grid
    labels: dict[Cell, str] = {}
    under: dict[str, Cell] = {}
    for laid in sheets:
        grid, shift = laid.grid, laid.shift()
        if (grid.shape, grid.lines_run, grid.places_run) != (first.shape, first.lines_run, first.places_run):
            raise ValueError(f"sheets {first.board} and {grid.board} run different ways and cannot lie together")
        for cell, label in grid.cells().items():
            there = shift.cell(cell)
            if there not in labels:
                labels[there] = label
            elif overlap:
                under[label] = there
            else:
                raise ValueError(f"{labels[there]} and {label} would lie on each other; move or leave out a sheet")
    if len({*labels.values(), *under}) < len(labels) + len(under):
        raise ValueError("two hexes have one name; give each sheet a letter of its own, and {board} in its labels")
    return Joined(Frame(first.shape, first.lines_run, first.places_run), labels, under)
