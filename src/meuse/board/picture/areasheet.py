"""An area map on its way to a picture: outlines of areas, and the borders that two of them share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meuse.board.picture.lines import Point, Segment, as_points, sides, undirected
from meuse.board.picture.svg import Sheet


@dataclass
class AreaSheet(Sheet):
    """The sheet of an area map."""

    def __post_init__(self) -> None:
        width, height = self.data["board"]["size"]
        self.span((0.0, 0.0), (width, height))
        self.areas = {area["id"]: area for area in self.entries("area")}
        self.rings = {name: [as_points(ring) for ring in area["outline"]] for name, area in self.areas.items()}

    def is_land(self, name: str) -> bool:
        """Whether an area is land."""
        return bool(self.areas[name]["kind"] == "land")

    def path(self, name: str) -> str:
        """The outline of an area."""
        return "".join(self.polygon(ring) for ring in self.rings[name])

    def ground(self, kind: str) -> list[list[Point]]:
        """The rings of ground of one kind that belongs to no area."""
        found = (entry["outline"] for entry in self.entries("ground") if entry["kind"] == kind)
        return [as_points(ring) for outline in found for ring in outline]

    def owner(self, name: str) -> Mapping[str, str]:
        """How an owner looks."""
        found: Mapping[str, str] = self.style["owner"].get(name, {})
        return found

    def at(self, name: str, key: str = "at") -> Point:
        """A position of an area."""
        x, y = self.areas[name][key]
        return x, y


def segments(rings: Iterable[Sequence[Point]]) -> Iterator[Segment]:
    """The sides of closed lines, each with its ends in a fixed order."""
    return (undirected(side) for ring in rings for side in sides(ring))


def border_kinds(c: AreaSheet) -> dict[str, list[Segment]]:
    """All borders by kind: coast, zone (sea from sea), frontier (between regions), inner (within one)."""
    beside: dict[Segment, list[str]] = {}
    for name, rings in c.rings.items():
        for segment in segments(rings):
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
    if abroad or len({c.areas[name]["region"] for name in names}) > 1:
        return "frontier"
    return "inner"
