"""What lies in each hex of a layout: terrain, levels, crests, ways, rivers and their banks, prices (5.2, 5.4, 11)."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from meuse.board import HexMap, Sides, StepCosts
from meuse.games.france_1940.tables import TERRAIN, MoveClass, Terrain, TerrainCharts, halves


class Banks(NamedTuple):
    """The neighbours of a river hex: those on either bank, and those up and down the river (11.9, G67).

    Along one river the first banks lie on one side of it and the second banks on the other.
    """

    first: int
    second: int
    along: int


class Markers(NamedTuple):
    """What the markers of chapter 12 do to the prices of steps, for one class of movement."""

    closed: int = 0
    """Hexes that may not be entered."""
    added: tuple[tuple[int, int], ...] = ()
    """Hexes and the half movement points that entering them costs on top."""
    rubble: int = 0
    rubble_price: int = 0


NO_MARKERS = Markers()
MANY = 200
"""So many tables of prices are kept for one layout."""


class Ground:
    """A layout as the rules see it; made once for all matches on it."""

    def __init__(self, sheet: HexMap, charts: TerrainCharts) -> None:
        self.map = sheet
        self.charts = charts
        board = self.board = sheet.board
        self.of: dict[Terrain, int] = {kind: sheet.ground(kind) for kind in TERRAIN}  # type: ignore[misc]
        """The hexes of each terrain; orchards are fields (G63)."""
        self.terrain: list[Terrain] = ["open"] * board.size
        for kind, hexes in self.of.items():
            for hexa in board.members(hexes):
                self.terrain[hexa] = kind
        self.level: list[int] = [0] * board.size
        """How many hill levels each hex lies above ground level (11a, 11b)."""
        for word, hexes in sheet.layers["height"].items():
            for hexa in board.members(hexes):
                self.level[hexa] = int(word)
        self.heights: tuple[int, ...] = self._heights()
        """The hexes that lie at least at level 0, 1, 2 and so on."""
        edges = [(high, board.everything & ~high) for high in self.heights[1:]]
        self.crests = _joined([board.sides_between(high, low, one_way=True) for high, low in edges])
        """The crest hexsides of each hex: those toward a lower one (11d)."""
        self.climbs = tuple(board.sides_between(low, high, one_way=True) for high, low in edges)
        """For each level, the steps that climb to it; a step up two levels is in two of them (5.2f)."""
        self.roads, self.trails = sheet.roads("road"), sheet.roads("trail")
        self.banks: dict[int, Banks] = {}
        """Of each river hex (G67)."""
        for entry, course in zip(sheet.file.path, sheet.paths, strict=True):
            if entry.kind == "river":
                self._run(course)
        self.river = sum(1 << hexa for hexa in self.banks)
        self.bridges = sheet.sites("bridge")
        """River hexes that a road crosses (11.9.2c)."""
        self.low, self.high = (self._screens(screen) for screen in ("low", "high"))
        """The hexes that count towards blocking a flat line, and those that block one by themselves (6.2.1)."""
        self._costs: dict[tuple[MoveClass, Markers], StepCosts] = {}

    def costs(self, move: MoveClass, markers: Markers = NO_MARKERS) -> StepCosts:
        """The prices of steps in half movement points, with markers but without rivers (5.2, 5.4a, 5.4c, 5.7, 12).

        Along a road or trail its own price counts in place of that of the terrain, unless that is cheaper (G64);
        climbing is paid in any case, and so is what a marker adds.
        """
        known = self._costs.get((move, markers))
        if known is None:
            if len(self._costs) > MANY:
                self._costs.clear()
            known = self._costs[move, markers] = self._priced(move, markers)
        return known

    def at_level(self, level: int) -> int:
        """The hexes that lie just at a level."""
        above = self.heights[level + 1] if level + 1 < len(self.heights) else 0
        return self.heights[level] & ~above

    def _priced(self, move: MoveClass, markers: Markers) -> StepCosts:
        charts, board = self.charts, self.board
        enter: dict[int, int] = {}
        for kind, row in charts.terrain.items():
            price = halves(row, move)
            if price is not None:
                enter[price] = enter.get(price, 0) | self.of[kind] & ~markers.rubble
        if markers.rubble:
            enter[markers.rubble_price] = enter.get(markers.rubble_price, 0) | markers.rubble
        roads = []
        for way, entry in ((self.roads, charts.way.road), (self.trails, charts.way.trail)):
            price = halves(entry, move) or 0
            cheaper: int = reduce(or_, (hexes for other, hexes in enter.items() if other < price), markers.rubble)
            roads.append((way - self._into(cheaper), price))
        dearer = [(sides, halves(charts.added.uphill, move) or 0) for sides in self.climbs]
        dearer += [(self._into(hexes), more) for hexes, more in markers.added if hexes]
        return board.step_costs(enter, dearer, self._into(markers.closed), roads)

    def _into(self, hexes: int) -> Sides:
        """All steps that lead into some hexes."""
        return self.board.sides_between(self.board.everything, hexes, one_way=True) if hexes else Sides()

    def _heights(self) -> tuple[int, ...]:
        at = [0] * (max(self.level) + 1)
        for hexa in self.board.hexes:
            at[self.level[hexa]] |= 1 << hexa
        return tuple(reduce(or_, at[level:]) for level in range(len(at)))

    def _screens(self, screen: str) -> int:
        return reduce(or_, (self.of[kind] for kind, row in self.charts.terrain.items() if row.sight == screen), 0)

    def _run(self, course: list[int]) -> None:
        """Note the banks along a river; where it ends it is taken to run straight on to the far side of the hex."""
        board = self.board
        for before, hexa, after in zip(course, course[1:], course[2:], strict=False):
            first, second = board.banks(before, hexa, after)
            self.banks[hexa] = Banks(first, second, 1 << before | 1 << after)
        for (hexa, onward), at_source in ((course[:2], True), (course[:-3:-1], False)):
            ahead = board.direction(hexa, onward)
            sides = [0, 0]
            for turn in (1, 2, 4, 5):
                there = board.beside(hexa, (ahead + turn) % 6)
                sides[(turn > 2) != at_source] |= 0 if there is None else 1 << there
            beyond = board.beside(hexa, (ahead + 3) % 6)
            self.banks[hexa] = Banks(sides[0], sides[1], 1 << onward | (0 if beyond is None else 1 << beyond))


def _joined(sides: list[Sides]) -> Sides:
    return reduce(or_, sides, Sides())
