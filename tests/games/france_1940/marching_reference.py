"""Movement by the words of chapters 5 and 11, step by step with whole points; nothing of the game's own search is used.

Roads, rivers and terrain are read from the board's file, and the printed chart is repeated here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, NamedTuple

from .kit import DATA
from .reference import Hex, centre

Half = Fraction
HALF = Half(1, 2)
CHART: dict[str, tuple[Half | None, Half | None, Half | None]] = {
    ".": (Half(1), Half(2), Half(2)), "r": (Half(2), Half(4), Half(3)), "B": (HALF, HALF, HALF),
    "w": (Half(2), Half(6), Half(4)), "l": (Half(2), Half(4), Half(3)), "d": (Half(2), Half(1), Half(1)),
    "m": (Half(2), None, None), "f": (Half(3, 2), Half(3), Half(2)), "o": (Half(3, 2), Half(3), Half(2)),
}  # fmt: skip
"""Foot, wheeled, tracked (5.2)."""
ROAD, TRAIL = (Half(1), HALF, HALF), (Half(1), Half(1), Half(1))
UPHILL, RIVER = (Half(1), Half(6), Half(4)), (Half(2), Half(4), Half(2))
FOOT, WHEELED, TRACKED = range(3)
RING = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""Where the neighbours of a hex lie, clockwise from the north."""


class Mover(NamedTuple):
    """Who goes: his column, a red T or not, and his points."""

    column: int
    crew: bool
    capacity: Half
    spent: Half = Half(0)
    on_road: bool = True
    """Has he spent all of it along the road?"""
    halftrack: bool = False

    @property
    def left(self) -> Half:
        return self.capacity - self.spent


Movers = list[Mover]
Stand = tuple[Hex, int]
"""A hex and the arc of its river on which one stands: 0 where there is none."""
Joint = tuple[Stand, tuple[Half, ...]]
"""Where a stack is, and what each has spent."""
MARKERS = {
    "roadblocks": (Half(1), None, None, None), "ditches": (Half(2), None, None, None),
    "crossings": (Half(2), Half(2), Half(2), Half(2)), "teeth": (Half(1), None, None, None),
    "wire": (None, None, Half(1), None),
}  # fmt: skip
"""What a marker adds for foot, wheels, tracks and half-tracks; None: it closes the hex (12.2 to 12.6)."""
RUBBLE = (Half(2), None, Half(3))


class Country:
    """A board as its file has it, with a river that is minor, major or dry."""

    def __init__(self, letter: str, river: str) -> None:
        file: dict[str, Any] = tomllib.loads(DATA.text(f"boards/{letter}.toml"))
        self.river = river
        self.terrain, self.level = (self._layer(file["layers"][name]) for name in ("terrain", "height"))
        self.heights = {hexa: int(word) for hexa, word in self.level.items()}
        paths = [(row["kind"], [self.numbers(label) for label in row["hexes"]]) for row in file["path"]]
        self.roads = {pair for kind, row in paths if kind == "road" for pair in self._pairs(row)}
        self.trails = {pair for kind, row in paths if kind == "trail" for pair in self._pairs(row)}
        self.paved = {hexa for kind, row in paths if kind == "road" for hexa in row}
        rivers = [row for kind, row in paths if kind == "river"] if river != "dry" else []
        self.ends = {hexa: self._ends(row, n) for row in rivers for n, hexa in enumerate(row)}
        """The two ways by which the river leaves a hex."""
        self.connected = {pair for row in rivers for pair in self._pairs(row)}
        self.bridges = {self.numbers(row["hex"]) for row in file["place"] if row["kind"] == "bridge"}
        self.markers: dict[Hex, str] = {}
        """One marker in a hex, or rubble."""
        self.prey: set[Hex] | None = None
        """For cavalry at the gallop: whom it may charge."""

    @staticmethod
    def numbers(label: str) -> Hex:
        digits = label.lstrip("ABCDEFGH")
        return int(digits[:-2]), int(digits[-2:])

    @staticmethod
    def _layer(text: str) -> dict[Hex, str]:
        rows = [line.split() for line in text.strip().splitlines()]
        return {(int(row[0]), n): word for row in rows for n, word in enumerate(row[1:], 1)}

    @staticmethod
    def _pairs(row: list[Hex]) -> Iterator[tuple[Hex, Hex]]:
        for one, other in pairwise(row):
            yield one, other
            yield other, one

    def _ends(self, row: list[Hex], n: int) -> tuple[int, int]:
        """Directions; at its source and mouth the river goes straight on."""
        before = self.toward(row[n], row[n - 1]) if n else None
        after = self.toward(row[n], row[n + 1]) if n + 1 < len(row) else None
        if before is None:
            assert after is not None
            return (after + 3) % 6, after
        return before, (before + 3) % 6 if after is None else after

    @staticmethod
    def toward(here: Hex, there: Hex) -> int:
        (ax, ay), (bx, by) = centre(here), centre(there)
        return RING.index((bx - ax, by - ay))

    def around(self, hexa: Hex) -> Iterator[Hex]:
        x, y = centre(hexa)
        for u, v in RING:
            column = (x + u) // 3
            there = column, (y + v - column % 2) // 2
            if there in self.terrain:
                yield there

    # banks: the arc clockwise from where the river comes in to where it goes out is 1, the other 2

    def arc(self, hexa: Hex, there: Hex) -> int:
        """On which arc of a river hex a neighbour lies; 0: up or down the river."""
        first, second = self.ends[hexa]
        way = self.toward(hexa, there)
        if way in (first, second):
            return 0
        return 1 if (way - first) % 6 < (second - first) % 6 else 2

    def lands(self, here: Stand, there: Hex) -> int:
        """On which arc one comes into a hex."""
        hexa, arc = here
        if there not in self.ends:
            return 0
        if (hexa, there) in self.connected:
            return arc
        found = self.arc(there, hexa)
        return found or 2  # from beyond a pond in which a river rises or ends: the right bank, as rivers are listed

    def price(self, mover: Mover, here: Stand, there: Hex) -> Half | None:
        """What a step costs; None: it is not to be had (5.2, 5.4, 11.9)."""
        hexa, arc = here
        column, ground = mover.column, self.terrain[there]
        found = CHART[ground][FOOT if mover.crew and ground == "d" else column]
        if (hexa, there) in self.roads:
            road = ROAD[FOOT if mover.crew else column]
            found = road if found is None else min(found, road) if ground == "B" else road
        elif (hexa, there) in self.trails:
            found = TRAIL[column] if found is None or ground != "B" else min(found, TRAIL[column])
        extra = self.marker(mover, there)
        if self.markers.get(there) == "rubble":
            found = RUBBLE[column]
        if found is None or extra is None:
            return None
        found += extra + UPHILL[column] * max(self.heights[there] - self.heights[hexa], 0)
        if hexa in self.ends and hexa not in self.bridges and (hexa, there) not in self.connected:
            out = self.arc(hexa, there)
            if out and out != arc:
                if self.river == "major":
                    return None
                found += RIVER[column]
        return found

    def marker(self, mover: Mover, there: Hex) -> Half | None:
        row = MARKERS.get(self.markers.get(there, ""))
        return Half(0) if row is None else row[3 if mover.halftrack else mover.column]

    def entry(self, mover: Mover, there: Hex) -> Half | None:
        """What it costs to come over the edge into a hex: on a road the road's price (V1)."""
        column, ground, extra = mover.column, self.terrain[there], self.marker(mover, there)
        found = CHART[ground][FOOT if mover.crew and ground == "d" else column]
        if there in self.paved:
            found = ROAD[FOOT if mover.crew else column] if found is None or ground != "B" else found
        if self.markers.get(there) == "rubble":
            found = RUBBLE[column]
        return None if found is None or extra is None else found + extra

    # where one can go

    def reached(self, mover: Mover, start: Stand, shut: set[Hex], at: Half | None = None) -> dict[Stand, Half]:
        """The least that one has spent in each hex that may be entered."""
        begun = mover.spent if at is None else at
        found, heap = dict[Stand, Half](), [(begun, start)]
        while heap:
            spent, here = heappop(heap)
            if here in found:
                continue
            found[here] = spent
            for there in self.around(here[0]):
                asked = self.price(mover, here, there)
                if there not in shut and asked is not None and spent + asked <= mover.capacity:
                    heappush(heap, (spent + asked, (there, self.lands(here, there))))
        return found

    def stops(self, mover: Mover, here: Stand, spent: Half, full: set[Hex]) -> bool:
        """May one end a move there (4a, 11.9.1b, 11.9.2b)? At the gallop only where one can charge from (5.6g)."""
        hexa, _ = here
        if hexa in full:
            return False
        if hexa in self.ends and hexa not in self.bridges:
            spent += RIVER[mover.column]
            if self.river != "minor" or spent > mover.capacity:
                return False
        return self.prey is None or self.charges(mover, here, spent)

    def charges(self, mover: Mover, here: Stand, spent: Half) -> bool:
        prey = set(self.around(here[0])) & (self.prey or set())
        asked = [self.price(mover, here, there) for there in prey]
        return any(price is not None and spent + price <= mover.capacity for price in asked)

    def goals(self, mover: Mover, start: Stand, shut: set[Hex], full: set[Hex]) -> set[Hex]:
        """Where one can stop, and the neighbours through which one can go on to where one can."""
        found = self.reached(mover, start, shut)
        stops = {here[0] for here, spent in found.items() if self.stops(mover, here, spent, full)} - {start[0]}
        near = set()
        for there in self.around(start[0]):
            asked = self.price(mover, start, there)
            if there in shut or asked is None:
                continue
            landing = there, self.lands(start, there)
            if mover.spent + asked <= mover.capacity:
                onward = self.reached(mover, landing, shut, mover.spent + asked)
                ends = {h for h, spent in onward.items() if h[0] != there and self.stops(mover, h, spent, full)}
                if ends or self.stops(mover, landing, mover.spent + asked, full):
                    near.add(there)
            if not mover.spent and mover.column != FOOT and there not in full:  # 5.2c
                wet = there in self.ends and there not in self.bridges
                if not wet or self.river == "minor":
                    near.add(there)
        return stops | near | self.bonus(mover, start, shut, full)

    def together(self, movers: Movers, begun: Iterable[Joint], shut: set[Hex]) -> set[Joint]:
        """All hexes to which movers of different kinds get by one way, with what each has spent (G30b)."""
        todo, found = list(begun), set[Joint]()
        while todo:
            joint = todo.pop()
            if joint in found:
                continue
            found.add(joint)
            here, paid = joint
            for there in self.around(here[0]):
                asked = [self.price(mover, here, there) for mover in movers]
                if there in shut or None in asked:
                    continue
                after = tuple(p + a for p, a in zip(paid, asked, strict=True) if a is not None)
                if all(p <= mover.capacity for p, mover in zip(after, movers, strict=True)):
                    todo.append(((there, self.lands(here, there)), after))
        return found

    def joint_goals(self, movers: Movers, start: Stand | None, shut: set[Hex], full: set[Hex]) -> set[Hex]:
        """Where such a stack can stop; from off the board it comes over the edge at the top."""
        if start is None:
            edge = {h: [self.entry(mover, h) for mover in movers] for h in self.edge() if h not in shut}
            rows = {h: tuple(p for p in row if p is not None) for h, row in edge.items() if None not in row}
            begun = [
                ((h, 0), row) for h, row in rows.items()
                if all(p <= m.capacity for p, m in zip(row, movers, strict=True))
            ]  # fmt: skip
        else:
            begun = [(start, tuple(mover.spent for mover in movers))]
        stops = set()
        for here, paid in self.together(movers, begun, shut):
            if all(self.stops(mover, here, spent, full) for mover, spent in zip(movers, paid, strict=True)):
                stops.add(here[0])
        if start is None:
            return stops
        for there in set(self.around(start[0])) - shut - full:
            asked = [self.price(mover, start, there) for mover in movers]
            wet = there in self.ends and there not in self.bridges
            if None in asked or (wet and self.river == "major"):
                continue
            bill = [(m, (a or 0) + (RIVER[m.column] if wet else 0)) for m, a in zip(movers, asked, strict=True)]
            if all(a <= m.left or (not m.spent and m.column != FOOT) for m, a in bill):
                stops.add(there)
        return stops - {start[0]}

    def edge(self) -> list[Hex]:
        """The northern edge; nobody enters through a river without a bridge (V1)."""
        return [(c, 1) for c in range(1, 16) if (c, 1) not in self.ends or (c, 1) in self.bridges]

    def bonus(self, mover: Mover, start: Stand, shut: set[Hex], full: set[Hex]) -> set[Hex]:
        """One hex more along the road for who has spent all along it on foot (5.4b, G65)."""
        if mover.column != FOOT or not mover.on_road or self.prey is not None or start[0] not in self.paved:
            return set()
        seen, heap, found = set[Stand](), [(mover.spent, start)], set[Hex]()
        while heap:
            spent, here = heappop(heap)
            if here in seen:
                continue
            seen.add(here)
            for there in self.around(here[0]):
                if (here[0], there) not in self.roads or there in shut:
                    continue
                asked = self.price(mover, here, there)
                if asked is None:
                    continue
                if spent + asked <= mover.capacity:
                    heappush(heap, (spent + asked, (there, self.lands(here, there))))
                elif mover.capacity - spent < ROAD[FOOT] and there not in full:
                    if there not in self.ends or there in self.bridges:
                        found.add(there)
        return found - {start[0]}
