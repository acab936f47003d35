"""Spotting (6.1): how far away a target is seen, by its size and terrain, whether it moves, and levels between."""

from __future__ import annotations

from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.tables import Size, Terrain


class Spotting:
    """The Spotting Chart on a ground: for each hex the set of hexes in which a target would be near enough."""

    def __init__(self, ground: Ground, weather: int = 0, by_one: bool = False) -> None:
        self.ground = ground
        self.weather = weather
        """What a scenario adds to all distances (6.1f)."""
        self.by_one = by_one
        """Does each level beyond the first add one only, instead of what the first adds (G60)?"""
        self._near: dict[tuple[int, Size, bool], int] = {}
        self._far: dict[tuple[int, Size, bool], tuple[tuple[int, int], ...]] = {}

    def limit(self, hexa: int, target: int, size: Size, moving: bool) -> int:
        """The greatest distance at which a target in one hex is spotted from another (6.1a, 6.1d to 6.1f)."""
        ground = self.ground
        return self._limit(ground.terrain[target], abs(ground.level[hexa] - ground.level[target]), size, moving)

    def near(self, hexa: int, size: Size, moving: bool) -> int:
        """The hexes in which a target is spotted from a hex, if they are in its line of sight (6b, 6.1a).

        A target in any other hex that is seen is hidden (6.1b).
        """
        known = self._near.get((hexa, size, moving))
        if known is None:
            disc, known = self.ground.board.disc, 0
            for far, hexes in self._limits(self.ground.level[hexa], size, moving):
                known |= hexes & disc(hexa, far)
            self._near[hexa, size, moving] = known
        return known

    def _limits(self, level: int, size: Size, moving: bool) -> tuple[tuple[int, int], ...]:
        """The greatest distances at which a target is spotted from a level, and the hexes in which it then is."""
        known = self._far.get((level, size, moving))
        if known is None:
            ground, found = self.ground, dict[int, int]()
            for other in range(len(ground.heights)):
                for kind, hexes in ground.of.items():
                    far = self._limit(kind, abs(level - other), size, moving)
                    found[far] = found.get(far, 0) | hexes & ground.at_level(other)
            known = self._far[level, size, moving] = tuple([row for row in found.items() if row[1]])
        return known

    def _limit(self, kind: Terrain, levels: int, size: Size, moving: bool) -> int:
        """Each level of difference, up or down, adds the modifiers of the crest line (6.1e, G60)."""
        charts = self.ground.charts
        far, more = charts.terrain[kind].spot[size][moving], charts.crest.spot[size][moving]
        if levels:
            far += more + (levels - 1) * (charts.crest.further if self.by_one else more)
        return max(far + self.weather, 0)
