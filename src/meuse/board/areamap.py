"""An area map: a board of areas with what is printed on it, read from its file and checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from msgspec import UNSET

from meuse.board.areaboard import AreaBoard
from meuse.board.hexmap import Fault
from meuse.board.mapstyle import AREA_STYLE, DEFAULT_STYLE, MARKS, merged
from meuse.board.maptables import Area, AreaFile


class AreaMap:
    """Areas by name, and sets of them by kind and tag."""

    def __init__(self, file: AreaFile, fault: Fault) -> None:
        self.file = file
        self.style = merged(merged(DEFAULT_STYLE, AREA_STYLE), file.style.table())
        self._fault = fault
        self.areas = file.area
        self._check_neighbours()
        self.board = AreaBoard({area.id: area.adjacent for area in file.area})
        self._tagged: dict[str, int] = {}
        for number, area in enumerate(file.area):
            for tag in self._tags(area):
                self._tagged[tag] = self._tagged.get(tag, 0) | 1 << number
        self._check_look()

    def tagged(self, tag: str) -> int:
        """The areas of that kind or with that tag; of a tag with a value, ``name:value``, or all by its name."""
        return self._tagged.get(tag, 0)

    def valued(self, name: str) -> dict[str, int]:
        """The areas with each value of a tag ``name:value``."""
        start = f"{name}:"
        return {tag.removeprefix(start): areas for tag, areas in self._tagged.items() if tag.startswith(start)}

    def _tags(self, area: Area) -> Iterator[str]:
        kinds = self.file.kinds.area
        if area.kind not in kinds:
            known = ", ".join(kinds)
            self._stop(f"area {area.id}", f"there is no kind {area.kind!r}; kinds: {known}; or add it to [kinds.area]")
        for tag in (area.kind, *kinds[area.kind], *area.tags):
            yield tag
            if ":" in tag:
                yield tag.partition(":")[0]

    def _check_neighbours(self) -> None:
        neighbours: dict[str, list[str]] = {}
        for area in self.areas:
            if area.id in neighbours:
                self._stop(f"area {area.id}", "this id is given twice; give each area one of its own")
            neighbours[area.id] = area.adjacent
        for area in self.areas:
            for name in area.adjacent:
                if name not in neighbours:
                    self._stop(f"area {area.id}, adjacent", f"there is no area {name}")
                if area.id not in neighbours[name]:
                    self._stop(f"area {area.id}, adjacent", f"{name} does not name {area.id} in turn")

    def _check_look(self) -> None:
        """Cities have a place for their sign and a look, marks exist."""
        style = self.file.style
        for area in self.areas:
            if area.city and area.city not in style.cities:
                known = ", ".join(style.cities)
                self._stop(f"area {area.id}, city", f"no look for {area.city!r}; known: {known}; or add [style.cities]")
            if area.city and area.city_at is None:
                self._stop(f"area {area.id}", "its city has no place; give one, such as city_at = [1.5, 2.0]")
        for name, look in style.tag.items():
            if look.mark is not UNSET and look.mark not in MARKS:
                self._stop(f"style.tag.{name}", f"there is no mark {look.mark!r}; marks: {', '.join(MARKS)}")

    def _stop(self, where: str, what: str) -> NoReturn:
        raise self._fault(where, what)
