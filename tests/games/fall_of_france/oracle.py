"""Supply and zones worked out slowly, from the rules' words: the check of ``supply.network``."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

from meuse.games.fall_of_france.setting import ALLIED, BRITISH, COUNTRIES, FRENCH, GERMAN, NEUTRAL, FallSetting
from meuse.games.fall_of_france.state import FallState


class Found(NamedTuple):
    """The units that are cut off, and the ground zone of each side."""

    cut: set[int]
    zones: tuple[set[int], set[int]]


class Oracle:
    """One position, hex by hex and unit by unit."""

    def __init__(self, s: FallState) -> None:
        self.s, self.m = s, s.setting
        self.units = [piece for piece, place in enumerate(s.where) if place >= 0 and not s.setting.pieces[piece].air]
        self.side = {hexa: self.m.side_of[pieces[0]] for hexa, pieces in s.stacks.items()}
        self.neutral = {hexa for hexa in self.m.board.hexes if s.status[country(self.m, hexa)] == NEUTRAL}
        self.skies = [self.interdicted(side) for side in (GERMAN, ALLIED)]
        self.zones: tuple[set[int], set[int]] = (set(), set())
        self.reached: dict[tuple[int, int], set[int]] = {}

    # steps and zones

    def walled(self, side: int, one: int, two: int) -> bool:
        """Does water or an intact enemy fortification bar the step of a side from one hex to the next?"""
        board = self.m.board
        if board.crosses(one, two, self.m.sea_sides):
            return True
        owner = GERMAN if self.m.germany >> two & 1 else ALLIED
        back = board.direction(two, one)
        return owner != side and any(six[back] >> two & 1 for six in self.s.walls)

    def prohibited(self, side: int, hexa: int) -> bool:
        return side == ALLIED and self.s.open_city and bool(self.m.paris >> hexa & 1)

    def zone(self, side: int, units: set[int]) -> set[int]:
        found = set()
        for unit in units:
            here = self.s.where[unit]
            if self.m.side_of[unit] != side or self.s.cadred >> unit & 1 or (side == ALLIED and here in self.neutral):
                continue
            for there in near(self.m, here):
                border = self.s.turn <= 1 and country(self.m, here) != country(self.m, there)
                enemy = self.side.get(there, side) != side
                if not (border or enemy or self.walled(side, here, there) or self.prohibited(side, there)):
                    found.add(there)
        return found

    def interdicted(self, side: int) -> set[int]:
        found, first = set[int](), self.m.board.size
        for unit, place in zip(self.m.air, self.s.missions, strict=True):
            if place >= first and self.m.side_of[unit] == side:
                found |= set(self.m.board.members(self.m.corners.hexes[place - first]))
        return found

    # paths

    def reach(self, side: int, start: int) -> set[int]:
        """All hexes that a supply path of a side leads to."""
        if (side, start) not in self.reached:
            seen, todo = {start}, [start]
            shut = self.zones[1 - side], self.skies[1 - side]
            while todo:
                here = todo.pop()
                for there in near(self.m, here):
                    owner = self.side.get(there)
                    closed = (
                        there in seen
                        or owner == 1 - side
                        or (there in shut[0] and owner is None)
                        or there in shut[1]
                        or there in self.neutral
                        or there in self.s.refugees
                        or self.prohibited(side, there)
                        or self.walled(side, here, there)
                    )
                    if not closed:
                        seen.add(there)
                        todo.append(there)
            self.reached[side, start] = seen
        return self.reached[side, start]

    def sources(self, unit: int) -> set[int]:
        s, m = self.s, self.m
        piece = m.pieces[unit]
        if m.side_of[unit] == GERMAN:
            hqs = [hq for hq in self.units if m.is_hq[hq] and hq != unit and superior(m, hq, unit)]
            germany = m.board.members(m.germany & m.land) if piece.type == "hq" else []
            return {s.where[hq] for hq in hqs} | set(germany)
        home = {FRENCH: "france", BRITISH: "france"}.get(piece.nation, "belgium" if piece.id[0] == "B" else "holland")
        cities = m.cities & m.country[COUNTRIES.index(home)] & ~s.taken
        if s.open_city:
            cities &= ~m.paris
        found = set(m.board.members(cities))
        if piece.nation in (FRENCH, BRITISH) and self.claims(unit):
            limited = m.ports if piece.nation == BRITISH else m.west_edge | m.south_edge
            found |= set(m.board.members(limited & ~s.taken))
        return found

    def claims(self, unit: int) -> bool:
        """Does the stack of a unit draw limited supply?"""
        for units in self.s.claims:
            places = [self.s.where[u] for u in units if self.s.where[u] >= 0]
            if places and self.m.nation[units[0]] == self.m.nation[unit]:
                most = max(Counter(places).values())
                if self.s.where[unit] == min(p for p in places if places.count(p) == most):
                    return True
        return False

    def supplied(self, unit: int) -> bool:
        m, here = self.m, self.s.where[unit]
        side = m.side_of[unit]
        if side == ALLIED and here in self.neutral:
            return True
        own = (GERMAN if m.germany >> here & 1 else ALLIED) == side
        if m.pieces[unit].type == "fortress" and own and any(mask >> here & 1 for six in self.s.walls for mask in six):
            return True
        return bool(self.reach(side, here) & self.sources(unit))

    # R17

    def traced(self, exerting: set[int]) -> set[int]:
        """One pass: the units that are supplied if only some have zones."""
        self.zones = self.zone(GERMAN, exerting), self.zone(ALLIED, exerting)
        self.reached = {}
        return {unit for unit in self.units if self.supplied(unit)}

    def passes(self) -> list[set[int]]:
        made = [self.traced(set(self.units))]
        while True:
            made.append(self.traced(made[-1]))
            if made[-1] == made[-2]:
                return made
            if len(made) > 2 and made[-1] == made[-3]:
                return made[:-1] if len(made) % 2 else made

    def found(self) -> Found:
        last = self.passes()[-1]
        return Found(set(self.units) - last, (self.zone(GERMAN, last), self.zone(ALLIED, last)))


@cache
def near(m: FallSetting, hexa: int) -> list[int]:
    """The land hexes next to a hex."""
    return [two for d in range(6) if (two := m.board.beside(hexa, d)) is not None and m.land >> two & 1]


@cache
def country(m: FallSetting, hexa: int) -> int:
    return next((c for c in range(len(COUNTRIES)) if m.country[c] >> hexa & 1), 0)


GROUPS = {"A": ("4", "12", "16", "Kluge"), "B": ("6", "18"), "C": ("1", "7")}


def superior(m: FallSetting, hq: int, unit: int) -> bool:
    """Is an HQ one that a unit draws supply from (7.2, R08, R09)?"""
    above, below = m.pieces[hq].formation, m.pieces[unit].formation
    if m.is_hq[unit]:
        return below in GROUPS.get(above, ())
    return above == below or below in GROUPS.get(above, ()) or above in GROUPS.get(below, ()) or below in ("OKW", "LW")
