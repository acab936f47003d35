"""SVG in sheet units: tags, numbers, paths, rectangles and texts of a picture in the making."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

from meuse.board.picture.lines import Point, middle, sides

Box = tuple[float, float, float, float]

SERIF = "'Libre Caslon Text', 'Palatino Linotype', Palatino, Georgia, 'DejaVu Serif', serif"
SANS = "'Gill Sans', 'Source Sans 3', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
FRAME = 0.55  # paper outside the inner frame


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An SVG element; underscores in attribute names become hyphens, ``None`` leaves one out."""
    inside = ""
    for key, value in attributes.items():
        if value is not None:
            shown = f"{value:.2f}" if isinstance(value, float) else value
            inside += f' {key.strip("_").replace("_", "-")}="{shown}"'
    return f"<{name}{inside}>{content}</{name}>" if content else f"<{name}{inside}/>"


def box(spot: Point, width: float, height: float, anchored: str = "middle") -> Box:
    """The rectangle of a text or piece, its middle line at the spot."""
    left = spot[0] - {"start": 0.0, "middle": width / 2, "end": width}[anchored]
    return left, spot[1] - height / 2, left + width, spot[1] + height / 2


class Drawing:
    """A map on its way to a picture: its scale, its style, its inner frame, and the pieces of SVG drawn so far."""

    def __init__(self, scale: float, style: dict[str, Any], low: Point, high: Point) -> None:
        self.scale = scale
        self.style = style
        self.body: list[str] = []
        self.low, self.high = low, high
        self.width, self.height = ((high[k] - low[k] + 2 * FRAME) * scale for k in (0, 1))

    def colour(self, name: str) -> str:
        """A colour of the style by name, or the colour itself."""
        return str(self.style.get(name, name))

    def add(self, *pieces: str) -> None:
        """Append SVG."""
        self.body.extend(pieces)

    def document(self) -> str:
        """All that was added as a whole SVG document."""
        view = f"0 0 {self.width:.1f} {self.height:.1f}"
        size = {"viewBox": view, "width": round(self.width), "height": round(self.height)}
        return tag("svg", "\n".join(self.body), xmlns="http://www.w3.org/2000/svg", **size)

    # -- numbers ----------------------------------------------------------------------------------

    def px(self, point: Point) -> Point:
        """Sheet units to pixels."""
        return (point[0] - self.low[0] + FRAME) * self.scale, (self.high[1] - point[1] + FRAME) * self.scale

    def xy(self, point: Point) -> str:
        """A sheet position as SVG coordinates."""
        x, y = self.px(point)
        return f"{x:.1f},{y:.1f}"

    def n(self, units: float) -> float:
        """A length in sheet units as pixels."""
        return float(units * self.scale)

    def moved(self, point: Point) -> str:
        """The transform that moves a shape to a sheet position."""
        return f"translate({self.xy(point)})"

    def turned(self, point: Point, angle: float) -> str | None:
        """The transform that turns a shape about a sheet position, counter-clockwise; none for no angle."""
        x, y = self.px(point)
        return f"rotate({-angle:g} {x:.1f} {y:.1f})" if angle else None

    # -- paths ------------------------------------------------------------------------------------

    def open_path(self, points: Sequence[Point]) -> str:
        """An open straight path."""
        return "M" + "L".join(self.xy(point) for point in points)

    def polygon(self, points: Sequence[Point]) -> str:
        """A closed straight path."""
        return f"{self.open_path(points)}Z"

    def rounded_ring(self, points: Sequence[Point]) -> str:
        """A closed path through the middles of its sides, corners rounded."""
        middles = [middle(a, b) for a, b in sides(points)]
        bends = "".join(f"Q{self.xy(p)} {self.xy(m)}" for p, m in zip(points, middles, strict=True))
        return f"M{self.xy(middles[-1])}{bends}Z"

    def rounded_line(self, points: Sequence[Point]) -> str:
        """An open path along points, corners rounded; closed when it returns to its start."""
        if points[0] == points[-1]:
            return self.rounded_ring(points[:-1])
        bends = "".join(f"Q{self.xy(p)} {self.xy(middle(p, q))}" for p, q in pairwise(points[1:]))
        return f"M{self.xy(points[0])}L{self.xy(middle(points[0], points[1]))}{bends}L{self.xy(points[-1])}"

    # -- shapes -----------------------------------------------------------------------------------

    def dashes(self, lengths: Sequence[float]) -> str:
        """A pattern of dashes and gaps."""
        return " ".join(f"{self.n(length):.2f}" for length in lengths)

    def rectangle(self, covers: Box, inset: float = 0.0, /, **attributes: object) -> str:
        """A rectangle given by its left, bottom, right and top in sheet units."""
        x, y = self.px((covers[0] + inset, covers[3] - inset))
        width, height = (self.n(covers[k + 2] - covers[k] - 2 * inset) for k in (0, 1))
        return tag("rect", x=x, y=y, width=width, height=height, **attributes)

    def text(self, point: Point, words: str, size: float, **attributes: object) -> str:
        """A text element at a sheet position."""
        x, y = self.px(point)
        return tag("text", escape(words), x=x, y=y, font_size=self.n(size), **attributes)

    def rim(self, width: float) -> dict[str, object]:
        """Attributes for a light rim around letters."""
        return {
            "paint_order": "stroke",
            "stroke": self.colour("halo"),
            "stroke_width": self.n(width),
            "stroke_linejoin": "round",
            "stroke_opacity": 0.85,
        }
