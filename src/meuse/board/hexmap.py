"""A hex map: a board with what is printed on it, read from its file and checked, or joined from several sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise
from typing import NamedTuple, NoReturn, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from meuse.board.grid import Grid, Laid, lay
from meuse.board.hexboard import HexBoard, Sides
from meuse.board.mapstyle import DEFAULT_STYLE, MARKS, merged
from meuse.board.maptables import Edge, HexFile, HexKinds, HexPath, Landmark, Numbering, Point, Style

MOST_LINES = 200
"""Sheets have fewer lines, and fewer places along a line."""

Fault = Callable[[str, str], Exception]
"""Makes the error for (place in the file, what is wrong there)."""
Layers = dict[str, dict[str, int]]
T = TypeVar("T")


class HexMap:
    """Terrain, countries and further layers, hexsides and paths by tag and by name, and named hexes."""

    def __init__(
        self, board: HexBoard, numbers: dict[int, tuple[int, int]], layers: Layers, file: HexFile, fault: Fault
    ) -> None:
        self.board = board
        self.numbers = numbers
        """The line and place of each hex on its own sheet."""
        self.layers = layers
        """The hexes of each word of each layer."""
        self.terrain: dict[str, int] = layers["terrain"]
        self.country: dict[str, int] = layers.get("country", {})
        self.file = file
        self.style = merged(DEFAULT_STYLE, file.style.table())
        self._fault = fault
        kinds = file.kinds
        self._ground: dict[str, int] = {}
        for word, hexes in self.terrain.items():
            for tag in (word, *kinds.terrain.get(word, ())):
                self._ground[tag] = self._ground.get(tag, 0) | hexes
        self.hexsides: list[list[tuple[int, int]]] = []
        """The neighbours on either side of each hexside of each ``[[hexside]]``."""
        self._sides: dict[str, Sides] = {}
        self._courses: dict[str, Sides] = {}
        for number, entry in enumerate(file.hexside, 1):
            where = f"hexside {number} ({entry.name})"
            pairs = [self._pair(text, where) for text in entry.sides]
            self.hexsides.append(pairs)
            sides = board.sides(pairs, entry.one_way)
            _add(self._courses, [entry.name], sides)
            _add(self._sides, self._tags(kinds.hexside, "hexside", entry.kind, entry.tags, where), sides)
        self.paths: list[list[int]] = []
        """The hexes of each ``[[path]]``."""
        self._roads: dict[str, Sides] = {}
        for number, way in enumerate(file.path, 1):
            where = f"path {number} ({way.name})"
            hexes_on_it = self._chain(way.hexes, where)
            self.paths.append(hexes_on_it)
            tags = self._tags(kinds.path, "path", way.kind, way.tags, where)
            _add(self._roads, tags, board.sides(pairwise(hexes_on_it)))
        self.places: dict[str, int] = {}
        self._sites: dict[str, int] = {}
        for site in file.place:
            where = f"place {site.name!r}"
            hexa = self.places.setdefault(site.name, self._hex(site.hex, where))
            for tag in self._tags(kinds.place, "place", site.kind, site.tags, where):
                self._sites[tag] = self._sites.get(tag, 0) | 1 << hexa

    # by tag and by name

    @property
    def grid(self) -> Grid:
        """The numbering of the sheet; of the first one where several lie together."""
        return grid_of(self.file.grid)

    @property
    def landmarks(self) -> list[Landmark]:
        return self.file.place

    def ground(self, tag: str) -> int:
        """The hexes whose terrain is of that name or has that tag."""
        return self._ground.get(tag, 0)

    def sites(self, tag: str) -> int:
        """The hexes with a place of that kind or with that tag."""
        return self._sites.get(tag, 0)

    def sides(self, tag: str) -> Sides:
        """The hexsides of that kind or with that tag."""
        return self._sides.get(tag, Sides())

    def course(self, name: str) -> Sides:
        """The hexsides of that name."""
        return self._courses.get(name, Sides())

    def roads(self, tag: str) -> Sides:
        """The hexsides crossed by paths of that kind or with that tag."""
        return self._roads.get(tag, Sides())

    def lines(self, first: int, last: int) -> int:
        """The hexes on these lines of their sheet."""
        return sum(1 << h for h, (line, _) in self.numbers.items() if first <= line <= last)

    # checks

    def _stop(self, where: str, what: str) -> NoReturn:
        raise self._fault(where, what)

    def _tags(self, kinds: Mapping[str, list[str]], what: str, kind: str, own: list[str], where: str) -> list[str]:
        if kind not in kinds:
            self._stop(where, f"there is no kind {kind!r}; kinds: {', '.join(kinds)}; or add it to [kinds.{what}]")
        return [*dict.fromkeys((kind, *kinds[kind], *own))]

    def _hex(self, label: str, where: str) -> int:
        try:
            return self.board.place(label)
        except KeyError as error:
            self._stop(where, str(error.args[0]))

    def _pair(self, text: str, where: str) -> tuple[int, int]:
        first, slash, second = text.partition("/")
        if not slash:
            self._stop(where, f"{text!r} is no hexside: write two neighbouring hexes, such as 2532/2533")
        a, b = self._hex(first, where), self._hex(second, where)
        if not self.board.around[a] >> b & 1:
            self._stop(where, f"{first} and {second} are not neighbours, so {text!r} is no hexside")
        return a, b

    def _chain(self, labels: list[str], where: str) -> list[int]:
        hexes = [self._hex(label, where) for label in labels]
        for a, b in pairwise(hexes):
            if not self.board.around[a] >> b & 1:
                pair = " and ".join((self.board.labels[a], self.board.labels[b]))
                self._stop(where, f"{pair} are not neighbours; name every hex it passes")
        return hexes


def _add(table: dict[str, Sides], keys: Iterable[str], sides: Sides) -> None:
    for key in keys:
        table[key] = table.get(key, Sides()) | sides


# reading


def grid_of(table: Numbering) -> Grid:
    lines, places = table.lines, table.places
    return Grid(
        table.shape, table.label, lines.first, lines.last, lines.runs,
        places.even, places.odd, places.runs, table.shifted, table.board,
    )  # fmt: skip


def hex_map(file: HexFile, fault: Fault) -> HexMap:
    """The map of one sheet; ``fault`` makes the error that names the file."""
    grid, board = _board(file.grid, fault)
    _check_names(file, fault)
    numbers = {board.numbers[grid.name(line, at)]: (line, at) for line in grid.lines() for at in grid.places(line)}
    layers = {name: _layer(board, grid, name, text, file, fault) for name, text in file.layers.items()}
    if "terrain" not in layers:
        raise fault("layers", "the layer terrain is missing; give each hex a letter of [terrain]")
    made = HexMap(board, numbers, layers, file, fault)
    for number, entry in enumerate(file.provenance, 1):
        for label in entry.hexes:
            made._hex(label, f"provenance {number} ({entry.layer})")
    return made


def _board(table: Numbering, fault: Fault) -> tuple[Grid, HexBoard]:
    """The board of a grid, or what is wrong with the grid."""
    lines, places = table.lines, table.places
    if not 0 <= lines.first <= lines.last < lines.first + MOST_LINES:
        problem = f"{lines.first} to {lines.last} cannot be: first to last, from 0, at most {MOST_LINES} lines"
        raise fault("grid, lines", problem)
    for name, (first, last) in (("even", places.even), ("odd", places.odd)):
        if not 0 <= first <= last < first + MOST_LINES:
            problem = f"{first} to {last} cannot be: first to last, from 0, at most {MOST_LINES} places"
            raise fault(f"grid, places, {name}", problem)
    if abs(places.even[0] - places.odd[0]) > 1 or abs(places.even[1] - places.odd[1]) > 1:
        raise fault("grid, places", "even and odd lines must begin and end within one place of each other")
    upright = ("up", "down")
    if (lines.runs in upright) != (table.shape == "pointy") or (places.runs in upright) == (lines.runs in upright):
        problem = f"{table.shape} hexes: lines run {lines.runs}, places {places.runs}; " + (
            "pointy hexes have lines that run up or down and places that run left or right; flat ones the reverse"
        )
        raise fault("grid", problem)
    grid = grid_of(table)
    try:
        board = HexBoard(grid)
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        problem = f"{table.label!r} makes no names ({error}); write such as '{{line:02}}{{place:02}}'"
        raise fault("grid, label", problem) from None
    if len(board.numbers) != len(board.hexes):
        raise fault("grid, label", f"{table.label!r} gives two hexes one name; use {{line}} and {{place}}")
    for label in board.numbers:
        if not label.isalnum():
            raise fault("grid, label", f"{table.label!r} makes the name {label!r}; only letters and digits will do")
    return grid, board


def _layer(board: HexBoard, grid: Grid, name: str, text: str, file: HexFile, fault: Fault) -> dict[str, int]:
    """Read a text grid: each line its number, then one letter per place."""
    legends = {"terrain": file.terrain, "country": file.countries | {"-": ""}} | file.legend
    if name not in legends:
        raise fault(f"layers.{name}", f"its letters are not explained; add [legend.{name}]")
    legend = legends[name]
    layer: dict[str, int] = dict.fromkeys(legend.values(), 0)
    seen: set[int] = set()
    for row in filter(None, (row.split() for row in text.splitlines())):
        where = f"layers.{name}, line {row[0]}"
        if not row[0].isdecimal() or len(row[0]) > 4 or int(row[0]) not in grid.lines():
            raise fault(where, f"no such line: lines run from {grid.first_line} to {grid.last_line}")
        line, letters = int(row[0]), row[1:]
        if line in seen:
            raise fault(where, "this line is given twice")
        seen.add(line)
        places = grid.places(line)
        if len(letters) != len(places):
            raise fault(where, f"{len(letters)} letters, but the line has {len(places)} hexes")
        for place, letter in zip(places, letters, strict=True):
            if letter not in legend:
                known = " ".join(sorted(legend))
                raise fault(f"{where}, hex {grid.name(line, place)}", f"unknown letter {letter!r}; known: {known}")
            layer[legend[letter]] |= 1 << board.numbers[grid.name(line, place)]
    missing = sorted(set(grid.lines()) - seen)
    if missing:
        raise fault(f"layers.{name}", f"line {missing[0]} is missing")
    return layer


def _check_names(file: HexFile, fault: Fault) -> None:
    """Places with names of their own, a title with a head, marks that exist and have an ink, a relief of numbers."""
    names = [place.name for place in file.place]
    for name in names:
        if names.count(name) > 1:
            raise fault(f"place {name!r}", "this name is given twice; give each place one of its own")
    if file.title.startswith(":"):
        raise fault("title", f"{file.title!r} has nothing before the colon; write 'title: subtitle'")
    for name, look in file.style.terrain.items():
        where, usual = f"style.terrain.{name}", DEFAULT_STYLE["terrain"].get(name, {})
        if look.mark is not UNSET and look.mark not in MARKS:
            raise fault(where, f"there is no mark {look.mark!r}; marks: {', '.join(MARKS)}")
        if look.mark is not UNSET and look.ink is UNSET and "ink" not in usual:
            raise fault(where, "a mark needs an ink; give one, such as ink = '#56734a'")

    relief = file.style.relief
    if relief is not UNSET:
        words = file.legend.get(relief.layer, {}).values()
        if relief.layer not in file.layers or not all(word.isdecimal() for word in words):
            raise fault("style.relief", f"{relief.layer!r} must be a layer whose words are whole numbers from 0")


# several sheets


class LaidMap(NamedTuple):
    """A map of one sheet on the table; see ``grid.Laid``."""

    map: HexMap
    line: int = 0
    place: int = 0
    turned: bool = False

    def laid(self) -> Laid:
        return Laid(self.map.grid, self.line, self.place, self.turned)


def join_maps(sheets: list[LaidMap], title: str = "", overlap: bool = False) -> HexMap:
    """Several maps as one, each hex with what its own sheet says; see ``grid.lay``.

    Paths of one kind that leave two sheets over a common edge, in neighbouring hexes, are carried on into each other.
    """
    table = HexBoard(lay(*(sheet.laid() for sheet in sheets), overlap=overlap))
    layers: Layers = {}
    numbers: dict[int, tuple[int, int]] = {}
    for sheet in sheets:
        board = sheet.map.board
        there = {h: table.numbers[board.labels[h]] for h in board.hexes}
        own = {h for h, hexa in there.items() if table.labels[hexa] == board.labels[h]}
        numbers |= {there[h]: numbered for h, numbered in sheet.map.numbers.items() if h in own}
        for name, layer in sheet.map.layers.items():
            joined = layers.setdefault(name, {})
            for word, hexes in layer.items():
                joined[word] = joined.get(word, 0) | sum(1 << there[h] for h in board.members(hexes) if h in own)
    return HexMap(table, numbers, layers, _join_files(sheets, table, title), _unexpected)


def _join_files(sheets: list[LaidMap], table: HexBoard, title: str) -> HexFile:
    files = [sheet.map.file for sheet in sheets]
    regions, outlines = [], []
    for sheet, file in zip(sheets, files, strict=True):
        shift, frame = sheet.laid().shift(), sheet.map.board.frame

        def moved(point: Point) -> Point:
            return shift.spot(point, frame, table.frame)  # noqa: B023 - called in this round only

        regions += [replace(region, at=moved(region.at)) for region in file.region]
        outlines += [replace(outline, points=[moved(point) for point in outline.points]) for outline in file.outline]
    return replace(
        files[0],
        hexside=_all(file.hexside for file in files),
        path=_join_paths(sheets, table),
        place=_all(file.place for file in files),
        provenance=_all(file.provenance for file in files),
        region=regions,
        outline=outlines,
        kinds=HexKinds(
            hexside=_joined(file.kinds.hexside for file in files),
            path=_joined(file.kinds.path for file in files),
            place=_joined(file.kinds.place for file in files),
            terrain=_joined(file.kinds.terrain for file in files),
        ),
        style=_join_styles([file.style for file in files]),
        title=title,
    )


OPPOSITE: dict[Edge, Edge] = {"": "", "up": "down", "down": "up", "left": "right", "right": "left"}


def _join_paths(sheets: list[LaidMap], table: HexBoard) -> list[HexPath]:
    """The paths of all sheets, and short ones that join those which meet at a common edge."""
    paths: list[HexPath] = []
    sheet_of: list[int] = []
    for number, sheet in enumerate(sheets):
        for path in sheet.map.file.path:
            ways = (OPPOSITE[path.enters], OPPOSITE[path.leaves]) if sheet.turned else (path.enters, path.leaves)
            paths.append(replace(path, enters=ways[0], leaves=ways[1]))
            sheet_of.append(number)
    loose = [(n, first) for n, path in enumerate(paths) for first in (True, False) if _end(path, first)[1]]
    met: list[HexPath] = []
    for (n, first), (m, other) in combinations(loose, 2):
        (here, edge), (there, facing) = _end(paths[n], first), _end(paths[m], other)
        a, b = table.numbers[here], table.numbers[there]
        apart = edge and sheet_of[n] != sheet_of[m] and paths[n].kind == paths[m].kind and facing == OPPOSITE[edge]
        if apart and (a == b or table.around[a] >> b & 1):
            if a != b:
                met.append(replace(paths[n], hexes=[here, there], enters="", leaves=""))
            paths[n], paths[m] = _closed(paths[n], first), _closed(paths[m], other)
    return paths + met


def _end(path: HexPath, first: bool) -> tuple[str, Edge]:
    return (path.hexes[0], path.enters) if first else (path.hexes[-1], path.leaves)


def _closed(path: HexPath, first: bool) -> HexPath:
    return replace(path, enters="") if first else replace(path, leaves="")


def _join_styles(styles: list[Style]) -> Style:
    """The style of the first sheet with all kinds of the others; title, legend and compass are left out."""
    return replace(
        styles[0],
        terrain=_joined(style.terrain for style in styles),
        hexside=_joined(style.hexside for style in styles),
        path=_joined(style.path for style in styles),
        place=_joined(style.place for style in styles),
        badge=_joined(style.badge for style in styles),
        country=_joined(style.country for style in styles),
        title_box=UNSET,
        legend_box=UNSET,
        compass_at=UNSET,
        scale_at=UNSET,
    )


def _all(lists: Iterable[list[T]]) -> list[T]:
    return [entry for entries in lists for entry in entries]


def _joined(tables: Iterable[dict[str, T]]) -> dict[str, T]:
    joined: dict[str, T] = {}
    for table in tables:
        joined = table | joined
    return joined


def _unexpected(where: str, what: str) -> Exception:
    return ValueError(f"{where}: {what}")
