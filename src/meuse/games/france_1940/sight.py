"""Lines of sight (6.2): over flat ground, along slopes, through smoke; what is seen from each hex, and why not.

A line goes from centre to centre. Where it runs along a hexside it is as free as the more open of the two hexes beside
it (6.2.1b, S1). What is seen without smoke is worked out once for each hex and kept as a set.
"""

from __future__ import annotations

from typing import NamedTuple

from meuse.board import Shadows
from meuse.games.france_1940.ground import Ground

Part = tuple[int, ...]
"""A hex on a line, or the two hexes beside a hexside along which it runs; empty at the edge of the board."""

OPEN, LOW, HIGH = range(3)
"""What a hex does to a flat line: nothing, it counts as rough or field, it blocks."""
CLEAR, BLIND, BLOCK = range(3)
"""What a hex does to a line down a slope: nothing, it hides the hex behind it, it hides all behind it."""
MOST = 4000
"""So many views through smoke are kept."""


class Hidden(NamedTuple):
    """Why one hex cannot be seen from another: the hexes that hide it, the clause, and a sentence."""

    by: Part
    clause: str
    says: str


class Sight:
    """What can be seen on a ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.shadows = Shadows(ground.board)
        """For friends in the line of fire and the nearest enemy too (8.3e, 8.3f, G10)."""
        self._screens = [self._screening(level) for level in range(len(ground.heights))]
        """What each hex does to a flat line, by the level of the line."""
        self._seen: dict[int, tuple[int, int]] = {}
        self._smoky: dict[tuple[int, int], int] = {}
        self._within: dict[tuple[int, int], int] = {}

    # what is seen

    def seen_from(self, hexa: int) -> int:
        """All hexes in the line of sight of a hex, itself among them, as if there were no smoke (6a, 6.2b)."""
        return (self._seen.get(hexa) or self._looked(hexa))[0]

    def veiled_from(self, hexa: int) -> int:
        """Those of them whose line crosses rough or field hexes, which costs AP fire (11.2c, 11.7b)."""
        return (self._seen.get(hexa) or self._looked(hexa))[1]

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
        hidden, _ = self._judged(hexa, other)
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

    def _looked(self, hexa: int) -> tuple[int, int]:
        seen = 1 << hexa
        veiled = 0
        for other in self.ground.board.hexes:
            back = self._seen.get(other)
            if back is not None:  # sight is mutual
                seen |= (back[0] >> hexa & 1) << other
                veiled |= (back[1] >> hexa & 1) << other
            elif other != hexa:
                hidden, crossed = self._judged(hexa, other)
                if hidden is None:
                    seen |= 1 << other
                    if crossed:
                        veiled |= 1 << other
        made = self._seen[hexa] = seen, veiled
        return made

    def _judged(self, a: int, b: int) -> tuple[Hidden | None, int]:
        """What hides two hexes from each other, and how many rough or field hexes their line crosses."""
        level = self.ground.level
        parts = self.ground.board.passed(a, b)
        if level[a] == level[b]:
            return self._flat(parts, level[a])
        if level[a] > level[b]:
            return self._down(a, b, parts)
        return self._down(b, a, parts[::-1])

    def _flat(self, parts: tuple[Part, ...], level: int) -> tuple[Hidden | None, int]:
        """A line between hexes of one level (6.2.1): higher ground and high terrain at that level block (G62).

        Rough and field hexes count at that level only (S2).
        """
        ground, table, crossed = self.ground, self._screens[level], 0
        for part in parts:
            screens = table[part[0]] if part else OPEN
            if screens and len(part) > 1:
                screens = min(screens, table[part[1]])
            if screens == HIGH:
                if max(ground.level[h] for h in part) > level:
                    return Hidden(part, "6.2.1a", "higher ground lies in between"), crossed
                return Hidden(part, "6.2.1a", "{terrain} in between blocks the line"), crossed
            if screens == LOW:
                crossed += 1
                if crossed == ground.charts.blocking_count:
                    return Hidden(part, "6.2.1c", "the line crosses too many rough or field hexes"), crossed
        return None, crossed

    def _screening(self, level: int) -> bytes:
        """What each hex does to a line at a level: nothing if it lies lower; if it is higher, it blocks (6.2.1)."""
        made, ground = bytearray(self.ground.board.size), self.ground
        for h in ground.board.hexes:
            if ground.level[h] == level:
                made[h] = HIGH if ground.high >> h & 1 else LOW if ground.low >> h & 1 else OPEN
            elif ground.level[h] > level:
                made[h] = HIGH
        return bytes(made)

    def _down(self, high: int, low: int, parts: tuple[Part, ...]) -> tuple[Hidden | None, int]:
        """A line along a slope, from its higher end (6.2.2, G61)."""
        ground = self.ground
        level = ground.level
        top = level[high]
        if not self._leaves_by_crest(high, low, parts[0] if parts else (low,)):
            return Hidden((high,), "6.2.2a", "the higher hex has no crest on this line"), 0
        steep = top - level[low] >= ground.board.distance(high, low)
        crossed = 0
        for n, part in enumerate(parts):
            before = parts[n - 1] if n else (high,)
            behind = parts[n + 1] if n + 1 < len(parts) else (low,)
            does = min([self._on_slope(h, top, steep, before, behind) for h in part], default=CLEAR)
            if does == BLOCK:
                if all(level[h] >= top for h in part):
                    return Hidden(part, "6.2.2e", "ground as high as the higher hex lies in between"), crossed
                return Hidden(part, "6.2.2d", "a crest with {terrain} on it lies in between"), crossed
            if does == BLIND and behind == (low,):
                if all(ground.high >> h & 1 for h in part):
                    return Hidden(part, "6.2.2b", "{terrain} hides the hex behind it"), crossed
                return Hidden(part, "6.2.2c", "a crest hides the hex behind it"), crossed
            if part and all(ground.low >> h & 1 for h in part):
                crossed += 1
        return None, crossed

    def _leaves_by_crest(self, high: int, low: int, first: Part) -> bool:
        """Does the line cross a crest of the higher hex (6.2.2a, 11e)? At a corner one crest of two is enough (S3)."""
        level = self.ground.level
        beside = first or self.ground.board.line(high, low).parts[1]
        return any(level[h] < level[high] for h in beside)

    def _on_slope(self, hexa: int, top: int, steep: bool, before: Part, behind: Part) -> int:
        """What one hex does to a line down a slope (6.2.2b to 6.2.2e); a steep view looks over all but hills (G61)."""
        ground = self.ground
        level = ground.level
        here = level[hexa]
        if here >= top:
            return BLOCK
        if steep:
            return CLEAR
        wooded = ground.high >> hexa & 1
        crest = any(part and max([level[h] for h in part]) < here for part in (before, behind))
        return BLOCK if wooded and crest else BLIND if wooded or crest else CLEAR
