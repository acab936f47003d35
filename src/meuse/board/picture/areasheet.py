"""An area map on its way to a picture: outlines of areas, and the borders that two of them share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from meuse.board.areamap import AreaMap
from meuse.board.maptables import Area
from meuse.board.picture.lines import Point, Segment, sides, undirected
from meuse.board.picture.svg import Drawing


class AreaSheet(Drawing):
    """The sheet of an area map."""

    def __init__(self, made: AreaMap, scale: float) -> None:
        super().__init__(scale, made.style, (0.0, 0.0), made.file.board.size)
        self.map = made
        self.areas = {area.id: area for area in made.areas}
        self.wet = set(made.board.names(made.tagged("water")))

    def is_land(self, name: str) -> bool:
        """Whether an area is land."""
        return name not in self.wet

    def tagged(self, name: str) -> list[Area]:
        """The areas with a tag of that name."""
        return list(self.map.board.pick(self.map.areas, self.map.tagged(name)))

    def path(self, name: str) -> str:
        """The outline of an area."""
        return "".join(self.polygon(ring) for ring in self.areas[name].outline)

    def ground(self, kind: str) -> list[list[Point]]:
        """The rings of ground of one kind that belongs to no area."""
        return [ring for entry in self.map.file.ground if entry.kind == kind for ring in entry.outline]

    def owner(self, name: str) -> Mapping[str, str]:
        """How an owner looks."""
        look: Mapping[str, str] = self.style["owner"].get(name, {})
        return look

    def label_at(self, area: Area) -> Point:
        """Where the name of an area stands."""
        return area.label_at or area.at


def segments(rings: Iterable[Sequence[Point]]) -> Iterator[Segment]:
    """The sides of closed lines, each with its ends in a fixed order."""
    return (undirected(side) for ring in rings for side in sides(ring))


def border_kinds(c: AreaSheet) -> dict[str, list[Segment]]:
    """All borders by kind: coast, zone (sea from sea), frontier (between regions), inner (within one)."""
    beside: dict[Segment, list[str]] = {}
    for name, area in c.areas.items():
        for segment in segments(area.outline):
            beside.setdefault(segment, []).append(name)
    kinds: dict[str, list[Segment]] = {"coast": [], "zone": [], "frontier": [], "inner": []}
    abroad = set(segments(c.ground("neutral")))
    wet = set(segments(c.ground("water")))
    for segment, names in beside.items():
        kind = border_kind(c, names, segment in abroad, segment in wet)
        if kind:
            kinds[kind].append(segment)
    return kinds


def border_kind(c: AreaSheet, names: Sequence[str], abroad: bool, wet: bool) -> str:
    """The kind of one border; empty for the edge of the sheet."""
    land = [c.is_land(name) for name in names] + [True] * abroad + [False] * wet
    if len(land) < 2:
        return ""
    if land[0] != land[1]:
        return "coast"
    if not land[0]:
        return "zone"
    if abroad or len({c.areas[name].region for name in names}) > 1:
        return "frontier"
    return "inner"
