"""The text form of maps: what a ``map.toml`` may say, for hexes and for areas.

Kinds of hexsides, paths, places, terrain and areas are the map's own: each has a name and tags, so that
``canal = ["river"]`` makes every canal count as a river too. Entries may have tags of their own; a tag with a value
is ``name:value``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

import msgspec
import msgspec.structs
from msgspec import UNSET, Meta, UnsetType, field

Point = tuple[float, float]
Tag = Annotated[str, Meta(pattern="^[^:]+(:[^:]+)?$")]
Colour = Annotated[str, Meta(pattern="^[#A-Za-z0-9(),.% -]+$")]
"""A colour as SVG has it, or the name of one of the style."""
Size = Annotated[float, Meta(ge=0)]
T = TypeVar("T")
Maybe: TypeAlias = T | UnsetType
Words = Annotated[str, Meta(pattern=r"^[^{}]*(\{\}[^{}]*)?$")]
"""A text in which {} stands for a name."""
Edge = Literal["", "up", "down", "left", "right"]
"""An edge of a sheet, or none."""


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """The base of all tables: a misspelt field is an error."""


# looks: how kinds and tags are drawn and said; see ``picture``


class TerrainLook(Strict):
    label: Maybe[str] = UNSET
    fill: Maybe[Colour] = UNSET
    mark: Maybe[str] = UNSET
    ink: Maybe[Colour] = UNSET
    water: Maybe[bool] = UNSET
    open: Maybe[bool] = UNSET
    """Open water: places beside it may be ports."""
    cover: Maybe[Literal["canopy", "grove", "orchard", "houses", "farm", "furrows", "stones", "ponds", "meadow"]] = (
        UNSET
    )
    """What stands on it, drawn hex by hex on maps of small ground; see ``picture.hexcover``."""
    opacity: Maybe[Size] = UNSET
    """How much of what lies below is hidden."""


class LineLook(Strict):
    """A line along hexsides, a path through hexes, or a line of an area map."""

    label: Maybe[str] = UNSET
    """In the legend; without one it is not explained."""
    words: Maybe[Words] = UNSET
    """How a hex says what runs along its side."""
    line: Maybe[Literal["river", "canal", "water", "plain", "fortified"]] = UNSET
    colour: Maybe[Colour] = UNSET
    width: Maybe[Size] = UNSET
    dash: Maybe[list[Size]] = UNSET
    rim: Maybe[Colour] = UNSET
    """The colour of both edges of a path."""
    teeth: Maybe[Size] = UNSET
    """How far the teeth of a fortified hexside reach into the hex it guards."""


class PlaceLook(Strict):
    label: Maybe[str] = UNSET
    sign: Maybe[Literal["blocks", "ring", "square", "fort", "bridge", "none"]] = UNSET
    """A bridge lies along the path that is drawn last through its hex."""
    large: Maybe[bool] = UNSET
    port: Maybe[bool] = UNSET
    """It has an anchor if it lies on open water; a place with the tag ``port`` has one in any case."""
    fill: Maybe[Colour] = UNSET
    """The ground of its hexes, over their terrain."""


class BadgeLook(Strict):
    """What is added to the sign of places with a tag, whatever their kind."""

    label: Maybe[str] = UNSET
    """In the legend; without one it is not explained."""
    words: Maybe[Words] = UNSET
    """How a hex says it, with the value of the tag; without them as the legend does."""
    sign: Maybe[Literal["star", "value", "ramparts"]] = UNSET
    """A star on a disc, the value of the tag on a disc, or works all round the hex."""
    at: Maybe[Point] = UNSET
    """Where the disc lies, from the middle of the hex."""
    colour: Maybe[Colour] = UNSET
    width: Maybe[Size] = UNSET
    teeth: Maybe[Size] = UNSET


class CityLook(Strict):
    """The sign of a city of an area map."""

    label: Maybe[str] = UNSET
    fill: Maybe[Colour] = UNSET
    radius: Maybe[Size] = UNSET


class TagLook(Strict):
    """How areas with a tag look, and what is said of them."""

    label: Maybe[str] = UNSET
    words: Maybe[Words] = UNSET
    fill: Maybe[Colour] = UNSET
    mark: Maybe[str] = UNSET
    ink: Maybe[Colour] = UNSET
    star: Maybe[bool] = UNSET
    """Cities with this tag have a star."""


class OwnerLook(Strict):
    label: Maybe[str] = UNSET
    tint: Maybe[Colour] = UNSET
    piece: Maybe[Colour] = UNSET
    ink: Maybe[Colour] = UNSET


class ReliefLook(Strict):
    """Ground of several levels: a layer whose words are whole numbers, tinted level by level, with edges that fall."""

    layer: str
    tints: Annotated[list[Colour], Meta(min_length=1)]
    """Of levels 1, 2 and so on; higher ones have the last."""
    ink: Colour
    label: Words
    """In the legend and in what a hex says, with the level."""


class LetteringLook(Strict):
    size: Maybe[Size] = UNSET
    spacing: Maybe[float] = UNSET
    opacity: Maybe[Size] = UNSET
    weight: Maybe[Colour] = UNSET
    caps: Maybe[bool] = UNSET
    italic: Maybe[bool] = UNSET
    halo: Maybe[bool] = UNSET
    ink: Maybe[Colour] = UNSET


class Style(Strict):
    """How the map is drawn; what is left out is as in ``picture.style``."""

    paper: Maybe[Colour] = UNSET
    land: Maybe[Colour] = UNSET
    ink: Maybe[Colour] = UNSET
    halo: Maybe[Colour] = UNSET
    grid: Maybe[Colour] = UNSET
    number: Maybe[Colour] = UNSET
    number_rim: Maybe[Size] = UNSET
    """How wide hex numbers are rimmed, so that they can be read over lines."""
    water: Maybe[Colour] = UNSET
    deep_water: Maybe[Colour] = UNSET
    shallow: Maybe[Colour] = UNSET
    water_ink: Maybe[Colour] = UNSET
    coast: Maybe[Colour] = UNSET
    river: Maybe[Colour] = UNSET
    river_edge: Maybe[Colour] = UNSET
    border: Maybe[Colour] = UNSET
    city: Maybe[Colour] = UNSET
    age: Maybe[Colour] = UNSET
    neutral: Maybe[Colour] = UNSET
    up_bearing: Maybe[float] = UNSET
    hex_km: Maybe[Size] = UNSET
    title_box: Maybe[tuple[float, float, float, float]] = UNSET
    legend_box: Maybe[tuple[float, float, float, float]] = UNSET
    legend_column: Maybe[Size] = UNSET
    """How wide a column of the legend is, about."""
    compass_at: Maybe[Point] = UNSET
    compass_size: Maybe[Size] = UNSET
    """Its size, of the usual one."""
    scale_at: Maybe[Point] = UNSET
    dots: Maybe[Colour] = UNSET
    """The colour of the dots in the middle of hexes."""
    mottle: Maybe[tuple[Colour, ...]] = UNSET
    """Tints of soft patches over the land, which is never of one colour."""
    relief: Maybe[ReliefLook] = UNSET
    terrain: dict[str, TerrainLook] = {}
    hexside: dict[str, LineLook] = {}
    path: dict[str, LineLook] = {}
    place: dict[str, PlaceLook] = {}
    badge: dict[str, BadgeLook] = {}
    country: dict[Colour, Colour] = {}
    river_width: dict[str, Size] = {}
    lettering: dict[str, LetteringLook] = {}
    overlay: dict[str, Colour] = {}
    owner: dict[str, OwnerLook] = {}
    line: dict[str, LineLook] = {}
    cities: dict[str, CityLook] = {}
    tag: dict[str, TagLook] = {}

    def table(self) -> dict[str, Any]:
        """What the style says, as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class Outline(Strict):
    """Line work in sheet units that belongs to no hex or area."""

    kind: str
    points: Annotated[list[Point], Meta(min_length=3)]
    name: str = ""


# hexes


class LineRange(Strict):
    first: int
    last: int
    runs: Literal["up", "down", "left", "right"]


class PlaceRange(Strict):
    even: tuple[int, int]
    odd: tuple[int, int]
    runs: Literal["up", "down", "left", "right"]


class Numbering(Strict):
    """How the hexes of a sheet are numbered; see ``grid.Grid``."""

    shape: Literal["pointy", "flat"]
    label: str
    lines: LineRange
    places: PlaceRange
    shifted: Literal["odd", "even"]
    source: str
    board: str = ""


class HexKinds(Strict):
    """Every kind on a hex map that a rule or the picture tells apart, and its tags."""

    hexside: dict[str, list[Tag]] = {}
    path: dict[str, list[Tag]] = {}
    place: dict[str, list[Tag]] = {}
    terrain: dict[str, list[Tag]] = {}


class Hexside(Strict):
    """What runs along hexsides: a river, a shore, a wall. ``one_way``: for steps from the first hex to the second."""

    name: str
    kind: str
    sides: list[str]
    source: str
    tags: list[Tag] = []
    one_way: bool = False


class HexPath(Strict):
    """What runs from hex to hex: a road, a railway, a stream.

    ``enters`` and ``leaves``: the edges of the sheet over which it comes to its first hex and goes on from its last. A
    sheet beside that edge may carry it on; see ``hexmap.join_maps``.
    """

    name: str
    kind: str
    hexes: Annotated[list[str], Meta(min_length=2)]
    source: str
    tags: list[Tag] = []
    enters: Edge = ""
    leaves: Edge = ""


class Landmark(Strict):
    """A named hex: a city, a town, a fortress. ``lettered``: its name stands on the picture.

    ``name_at``: on which side of its sign; without it where the name disturbs least.
    """

    hex: str
    name: str
    kind: str
    source: str
    tags: list[Tag] = []
    lettered: bool = True
    name_at: Maybe[Literal["below", "above", "right", "left"]] = UNSET


class Region(Strict):
    """Lettering across the map."""

    name: str
    at: Point
    kind: str
    angle: float = 0.0


class Provenance(Strict):
    layer: str
    source: str
    hexes: list[str] = []


class HexFile(Strict):
    """The whole of a hex map's ``map.toml``."""

    grid: Numbering
    terrain: dict[str, str]
    layers: dict[str, str]
    provenance: list[Provenance]
    countries: dict[str, str] = {}
    legend: dict[str, dict[str, str]] = {}
    """The letters of further layers: name of the layer, then letter to word."""
    kinds: HexKinds = field(default_factory=HexKinds)
    hexside: list[Hexside] = []
    path: list[HexPath] = []
    place: list[Landmark] = []
    region: list[Region] = []
    outline: list[Outline] = []
    style: Style = field(default_factory=Style)
    title: str = ""


class HexFamily(Strict):
    """What several sheets have in common: numbering, letters, kinds and looks."""

    grid: Numbering
    terrain: dict[str, str]
    legend: dict[str, dict[str, str]] = {}
    kinds: HexKinds = field(default_factory=HexKinds)
    style: Style = field(default_factory=Style)


class FamilySheet(Strict):
    """One sheet of a family: its letter and what lies on it. ``grid``: where it has a size of its own."""

    board: str
    title: str
    layers: dict[str, str]
    provenance: list[Provenance]
    hexside: list[Hexside] = []
    path: list[HexPath] = []
    place: list[Landmark] = []
    region: list[Region] = []
    grid: Numbering | None = None

    def whole(self, family: HexFamily) -> HexFile:
        """The sheet with all that its family says."""
        return HexFile(
            grid=msgspec.structs.replace(self.grid or family.grid, board=self.board),
            terrain=family.terrain,
            legend=family.legend,
            kinds=family.kinds,
            style=family.style,
            title=self.title,
            layers=self.layers,
            provenance=self.provenance,
            hexside=self.hexside,
            path=self.path,
            place=self.place,
            region=self.region,
        )


# areas


class AreaSheetTable(Strict):
    kind: Literal["areas"]
    title: str
    size: tuple[float, float]
    source: str


class AreaKinds(Strict):
    area: dict[str, list[Tag]] = {}


class Area(Strict):
    """One area: what it is, where units stand in it, its neighbours and its outline."""

    id: str
    name: str
    kind: str
    owner: str
    region: str
    at: Point
    adjacent: list[str]
    source: str
    label: str = ""
    label_at: Point | None = None
    city_at: Point | None = None
    city: str = ""
    tags: list[Tag] = []
    outline: list[list[Point]] = []


class AreaLine(Strict):
    kind: str
    points: list[Point]
    name: str = ""


class AreaLettering(Strict):
    text: str
    at: Point
    kind: str
    angle: float = 0.0


class Ground(Strict):
    """Land or water that belongs to no area."""

    kind: str
    outline: list[list[Point]]
    name: str = ""


class AreaFile(Strict):
    """The whole of an area map's ``map.toml``."""

    board: AreaSheetTable
    area: list[Area]
    kinds: AreaKinds = field(default_factory=AreaKinds)
    line: list[AreaLine] = []
    lettering: list[AreaLettering] = []
    ground: list[Ground] = []
    style: Style = field(default_factory=Style)
