"""An area board: named places with neighbours, sets of them as integers, distances and reach."""

from __future__ import annotations

from collections.abc import Mapping

from meuse.board.sets import Board


class AreaBoard(Board):
    """Areas on land and sea; the neighbours of each are a mask."""

    def __init__(self, adjacent: Mapping[str, list[str]]) -> None:
        self.labels = list(adjacent)
        self.numbers = {label: number for number, label in enumerate(self.labels)}
        self.size = len(self.labels)
        self.everything = (1 << self.size) - 1
        self.around = [self.set(names) for names in adjacent.values()]
        self._distances: dict[int, list[int]] = {}

    def zones(self, mask: int) -> int:
        """A set and the areas next to it."""
        zone = mask
        for place in self.members(mask):
            zone |= self.around[place]
        return zone

    def flood(self, seeds: int, through: int) -> int:
        """Seeds and all that a chain of areas of ``through`` joins to them."""
        seen = front = seeds
        while front:
            front = self.zones(front) & through & ~seen
            seen |= front
        return seen

    def reach(self, start: int, steps: int, enter: int, stop: int) -> list[int]:
        """For each number of steps, the areas that cannot be had with fewer; from ``stop`` none goes on."""
        levels = [1 << start]
        seen = 1 << start
        for _ in range(steps):
            front = levels[-1] if len(levels) == 1 else levels[-1] & ~stop
            entered = 0
            while front:
                low = front & -front
                entered |= self.around[low.bit_length() - 1]
                front ^= low
            entered &= enter & ~seen
            levels.append(entered)
            seen |= entered
        return levels

    def path(self, levels: list[int], stop: int, goal: int) -> tuple[int, ...]:
        """A shortest way to a reached area: the start left out, the goal last."""
        steps = next(number for number, level in enumerate(levels) if level >> goal & 1)
        way = [goal]
        for number in range(steps - 1, 0, -1):
            before = self.around[way[-1]] & levels[number] & ~stop
            way.append(self.members(before)[0])
        return tuple(reversed(way))

    def distances(self, place: int) -> list[int]:
        """How many steps every area is away, land and sea alike."""
        known = self._distances.get(place)
        if known is None:
            levels = self.reach(place, self.size, self.everything, 0)
            known = [self.size] * self.size
            for steps, level in enumerate(levels):
                for area in self.members(level):
                    known[area] = steps
            self._distances[place] = known
        return known
