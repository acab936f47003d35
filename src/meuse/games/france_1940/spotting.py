"""Spotting (6.1): how far away a target is seen, by its size and terrain, whether it moves, and levels between."""

from __future__ import annotations

from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.tables import Size


class Spotting:
    """The Spotting Chart on a ground: for each hex the set of hexes in which a target would be near enough."""

    def __init__(self, ground: Ground, weather: int = 0) -> None:
        self.ground = ground
        self.weather = weather
        """What a scenario adds to all distances (6.1f)."""
        self._near: dict[tuple[int, Size, bool], int] = {}

    def limit(self, hexa: int, target: int, size: Size, moving: bool) -> int:
        """The greatest distance at which a target in one hex is spotted from another (6.1a, 6.1d to 6.1f).

        Each level of difference, up or down, adds the modifiers of the crest line (G60).
        """
        ground, charts = self.ground, self.ground.charts
        levels = abs(ground.level[hexa] - ground.level[target])
        far = charts.terrain[ground.terrain[target]].spot[size][moving] + levels * charts.crest.spot[size][moving]
        return max(far + self.weather, 0)

    def near(self, hexa: int, size: Size, moving: bool) -> int:
        """The hexes in which a target is spotted from a hex, if they are in its line of sight (6b, 6.1a).

        A target in any other hex that is seen is hidden (6.1b).
        """
        known = self._near.get((hexa, size, moving))
        if known is None:
            ground, board = self.ground, self.ground.board
            known = 0
            for kind, hexes in ground.of.items():
                for level in range(len(ground.heights)):
                    there = hexes & ground.at_level(level)
                    if there:
                        row, levels = ground.charts.terrain[kind], abs(ground.level[hexa] - level)
                        far = row.spot[size][moving] + levels * ground.charts.crest.spot[size][moving]
                        known |= there & board.disc(hexa, max(far + self.weather, 0))
            self._near[hexa, size, moving] = known
        return known
