"""What stands on small ground, hex by hex: trees, orchards, houses, furrows, stones, ponds.

For maps whose hexes are a few hundred paces wide. Everything is spread with fixed irregularity and clear of paths.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from meuse.board.picture.hexsheet import RADIUS, HexSheet
from meuse.board.picture.lines import Point, bent, noise, within
from meuse.board.picture.paper import clip
from meuse.board.picture.svg import tag

GREENS = ("#4d7039", "#587d41", "#668b4b")
LEAF_EDGE = "#33502a"
ROOFS = ("#b5533c", "#a84a38", "#c0674a", "#8f5a48", "#9c9488")
ROOF_EDGE = "#4e2a20"
FIELDS = (("#dfc878", "#c4a955"), ("#c9ba78", "#a89555"), ("#b9bf74", "#959c50"), ("#cfae7c", "#a98656"))
HEDGE, HEDGEROW = "#6f8a4c", (0.001, 0.05, 0.001, 0.06, 0.001, 0.09)
STONE, STONE_EDGE = "#b9ad98", "#75695a"
GRASS, REED = "#8c9a58", "#4f7a5a"
POND, POND_EDGE = "#9fc3cf", "#5f8fa0"
FOUR = ((-0.2, 0.12), (0.2, 0.16), (-0.16, -0.22), (0.2, -0.17))
FLAT = ("furrows", "meadow", "ponds")
"""Cover that paths run over; all else stands beside them."""
CLEAR = 0.125  # of the middle of a path
APOTHEM = 0.5
Segment = tuple[Point, Point]


def trees(c: HexSheet) -> Iterator[str]:
    """A tree of each green for reuse, where there are any: its shadow, its crown and the light on it."""
    covered = any("cover" in look for look in c.style["terrain"].values())
    for number, green in enumerate(GREENS if covered else ()):
        crown = tag("circle", cx=c.n(0.013), cy=c.n(0.015), r=c.n(0.098), fill=LEAF_EDGE)
        crown += tag("circle", r=c.n(0.082), fill=green)
        crown += tag("circle", cx=c.n(-0.026), cy=c.n(-0.028), r=c.n(0.034), fill="#f4f2c0", fill_opacity=0.28)
        yield tag("g", crown, id=f"tree-{number}")


def draw_cover(c: HexSheet, *, flat: bool) -> None:
    """What lies or stands in all hexes, from the top of the sheet down, so that the nearer covers what is behind."""
    pieces: dict[bool, list[str]] = {True: [], False: []}
    ways = _ways(c)
    covers = {name: str(c.look("terrain", c.terrain[name]).get("cover", "")) for name in c.centres}
    fields, woods = ([name for name, kind in covers.items() if kind == wanted] for wanted in ("furrows", "canopy"))
    edge = [bent(ring, 2) for ring in c.patch(woods)] if woods and not flat else []
    for name, spot in sorted(c.centres.items(), key=lambda entry: (-entry[1][1], entry[1][0])):
        kind = covers[name]
        if kind and (kind in FLAT) == flat:
            margin = edge if any(covers[other] != kind for other in c.neighbours(name)) else ()
            pieces[kind == "furrows"] += cover_in(c, spot, kind, name, ways.get(name, ()), margin)
    if pieces[True]:
        around = "".join(c.rounded_ring(ring) for ring in c.patch(fields))
        c.add(clip(around, "fields"), tag("g", "".join(pieces[True]), clip_path="url(#fields)"), hedge(c, around))
    if pieces[False]:
        c.add(tag("g", "".join(pieces[False])))


def hedge(c: HexSheet, path: str) -> str:
    """A row of bushes along a line."""
    rows = (("#2b3a1f", 0.075, 0.35, 0.02), (HEDGE, 0.06, 1.0, 0.0))
    look = {"d": path, "fill": "none", "stroke_linecap": "round", "stroke_dasharray": c.dashes(HEDGEROW)}
    return "".join(
        tag("path", **look, stroke=green, stroke_width=c.n(width), stroke_opacity=shade,
            transform=f"translate({c.n(away):.1f} {c.n(away):.1f})")
        for green, width, shade, away in rows
    )  # fmt: skip


def cover_in(
    c: HexSheet,
    spot: Point,
    kind: str,
    seed: str,
    ways: Sequence[Segment] = (),
    edge: Sequence[Sequence[Point]] = (),
) -> Iterator[str]:
    """What stands in the hex around a spot, clear of the ways through it; of woods, within their edge."""
    if kind == "canopy":
        spots = [p for p in _spread(c, spot, 0.165, 1.0, seed) if _is_clear(p, ways)]
        if edge:
            near = [ring for ring in edge if _reaches(ring, spot)]
            spots = [p for p in spots if within(p, near)]
        yield from (_tree(c, p, seed, 1.08) for p in spots)
    elif kind == "grove":
        yield from (_tree(c, p, seed, 1.25) for p in _moved_clear(spot, FOUR, ways))
    elif kind == "orchard":
        rows = [(0.19 * (i - 1.5), 0.19 * (j - 1.5)) for j in (3, 2, 1, 0) for i in range(4)]
        inside = [(spot[0] + u, spot[1] + v) for u, v in rows if _within(c, (u, v), 0.86)]
        yield from (_tree(c, p, seed, 0.62) for p in inside if _is_clear(p, ways))
    elif kind == "houses":
        spots = [p for p in _spread(c, spot, 0.225, 0.84, seed) if _is_clear(p, ways)]
        yield from (_house(c, p, seed, 1.12) for p in spots)
    elif kind == "farm":
        yield from (_house(c, p, seed, 1.6) for p in _moved_clear(spot, ((-0.2, 0.13), (0.2, -0.15)), ways))
    elif kind == "furrows":
        yield from _furrows(c, spot, seed)
    elif kind == "stones":
        spots = [p for p in _spread(c, spot, 0.2, 0.85, seed) if _is_clear(p, ways)]
        yield _stones(c, spots)
    elif kind == "meadow":
        spots = [p for p in _spread(c, spot, 0.3, 0.8, seed) if noise(seed, p) > 0.1 and _is_clear(p, ways)]
        yield _tufts(c, spots)
    elif kind == "ponds":
        for u, v in ((-0.18, 0.1), (0.16, -0.16), (0.2, 0.2), (-0.2, -0.22)):
            p = (spot[0] + u + 0.05 * noise(seed, u), spot[1] + v)
            if _is_clear(p, ways):
                yield _pond(c, p, seed)
                x, y = c.px((p[0] + 0.09, p[1] + 0.06))
                yield tag("use", href="#mark-reeds", x=x, y=y, fill="none", stroke=REED, stroke_width=2.2)


# where


def _ways(c: HexSheet) -> dict[str, list[Segment]]:
    """The stretches of paths that touch each hex."""
    found: dict[str, list[Segment]] = {}
    for entry, hexes in zip(c.map.file.path, c.map.paths, strict=True):
        stretches = list(pairwise(c.way(entry, hexes)))
        for name in {c.map.board.labels[hexa] for hexa in hexes}:
            near = [stretch for stretch in stretches if _distance(c.centres[name], stretch) < 0.95]
            found.setdefault(name, []).extend(near)
    return found


def _distance(point: Point, stretch: Segment) -> float:
    (ax, ay), (bx, by) = stretch
    dx, dy = bx - ax, by - ay
    part = max(0.0, min(1.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(point[0] - ax - part * dx, point[1] - ay - part * dy)


def _reaches(ring: Sequence[Point], spot: Point) -> bool:
    """Whether a closed line comes near a hex, or runs around it."""
    us, vs = [u for u, _ in ring], [v for _, v in ring]
    return min(us) - 1 < spot[0] < max(us) + 1 and min(vs) - 1 < spot[1] < max(vs) + 1


def _is_clear(point: Point, ways: Sequence[Segment]) -> bool:
    return all(_distance(point, stretch) > CLEAR for stretch in ways)


def _moved_clear(spot: Point, offsets: Sequence[Point], ways: Sequence[Segment]) -> list[Point]:
    """Spots in a hex, always as many as asked for: each is turned about the middle until it is clear of paths."""
    found: list[Point] = []
    for u, v in offsets:
        turns = [math.radians(15 * k * side) for k in range(12) for side in (1, -1)]
        offers = [
            (spot[0] + u * math.cos(t) - v * math.sin(t), spot[1] + u * math.sin(t) + v * math.cos(t)) for t in turns
        ]
        free = (p for p in offers if _is_clear(p, ways) and all(math.dist(p, other) > 0.2 for other in found))
        found.append(next(free, offers[0]))
    return sorted(found, key=lambda p: -p[1])


def _within(c: HexSheet, offset: Point, part: float) -> bool:
    """Whether an offset from the middle lies within the hex, made smaller to a part of it."""
    turn = 0 if c.shape == "pointy" else 30
    normals = (math.radians(turn + 60 * k) for k in range(6))
    return all(offset[0] * math.cos(a) + offset[1] * math.sin(a) <= part * APOTHEM for a in normals)


def _spread(c: HexSheet, spot: Point, step: float, part: float, seed: str) -> Iterator[Point]:
    """Spots all over a hex, rows from the top down."""
    rows = int(2 * RADIUS / step) + 1
    for j in range(rows, -rows, -1):
        for i in range(-rows, rows):
            u = (i + 0.5 * (j % 2) + 0.25 * noise(seed, i, j, "u")) * step
            v = (j + 0.25 * noise(seed, i, j, "v")) * step * 0.9
            if _within(c, (u, v), part):
                yield spot[0] + u, spot[1] + v


# what


def _tree(c: HexSheet, point: Point, seed: str, size: float) -> str:
    x, y = c.px(point)
    number = int((noise(seed, round(x), round(y)) + 1) * 1.499)
    scale = size * (1 + 0.16 * noise(round(x), round(y)))
    return tag("use", href=f"#tree-{number}", transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


def _house(c: HexSheet, point: Point, seed: str, size: float) -> str:
    """A roof seen from above, with its ridge and its shadow; the houses of a hex stand much the same way."""
    x, y = c.px(point)
    key = (round(x), round(y))
    turn = 40 * noise(seed, "street") + 8 * noise(*key) + (90 if noise(*key, "turn") > 0.3 else 0)
    w, h = (c.n(size * (base + 0.02 * noise(*key, base))) for base in (0.155, 0.095))
    roof = ROOFS[int((noise(*key, "roof") + 1) * 2.499)]
    body = {"x": -w / 2, "y": -h / 2, "width": w, "height": h}
    shadow = tag(
        "rect", **{**body, "x": -w / 2 + c.n(0.02), "y": -h / 2 + c.n(0.022)}, fill="#2b2218", fill_opacity=0.4
    )
    front = tag("rect", **body, fill=roof, stroke=ROOF_EDGE, stroke_width=c.n(0.012))
    light = tag("rect", x=-w / 2, y=-h / 2, width=w, height=h / 2, fill="#fff2dc", fill_opacity=0.22)
    return tag("g", shadow + front + light, transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.0f})")


def _stones(c: HexSheet, points: Sequence[Point]) -> str:
    rings = []
    for x, y in map(c.px, points):
        corners = []
        for k in range(6):
            reach = c.n(0.05 + 0.018 * noise(round(x), round(y), k))
            angle = math.radians(60 * k)
            corners.append(f"{x + reach * math.cos(angle):.1f},{y + 0.75 * reach * math.sin(angle):.1f}")
        rings.append(f"M{'L'.join(corners)}Z")
    return tag("path", d="".join(rings), fill=STONE, stroke=STONE_EDGE, stroke_width=c.n(0.012))


def _tufts(c: HexSheet, points: Sequence[Point]) -> str:
    """Three blades of grass at each spot."""
    tips = ((-0.03, 0.04), (0.0, 0.055), (0.03, 0.04))
    blades = "".join(c.open_path([(u, v), (u + du, v + dv)]) for u, v in points for du, dv in tips)
    return tag("path", d=blades, fill="none", stroke=GRASS, stroke_width=c.n(0.011), stroke_opacity=0.55)


def _pond(c: HexSheet, point: Point, seed: str) -> str:
    x, y = c.px(point)
    rx = c.n(0.1 + 0.025 * noise(seed, point))
    water = {"fill": POND, "stroke": POND_EDGE, "stroke_width": c.n(0.012)}
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=rx * 0.45, **water)


def _furrows(c: HexSheet, spot: Point, seed: str) -> Iterator[str]:
    """A field: two parcels, each of its own crop and ploughed its own way."""
    ring = [(spot[0] + u, spot[1] + v) for u, v in c.ring]
    turn = int((noise(seed, "cut") + 1) * 2.999)
    for half in (0, 1):
        parcel = [ring[(turn + 3 * half + k) % 6] for k in range(4)]
        fill, ink = FIELDS[int((noise(seed, half, "crop") + 1) * 1.999)]
        yield tag("path", d=c.polygon(parcel), fill=fill, fill_opacity=0.85, stroke=ink, stroke_width=c.n(0.012))
        angle = math.radians(30 * int((noise(seed, half, "plough") + 1) * 2.999))
        lines = "".join(c.open_path(line) for line in _hatched(parcel, angle, 0.075))
        yield tag("path", d=lines, fill="none", stroke=ink, stroke_width=c.n(0.016), stroke_opacity=0.8)


def _hatched(ring: Sequence[Point], angle: float, step: float) -> Iterator[Segment]:
    """Parallel lines within a convex ring."""
    du, dv = math.cos(angle), math.sin(angle)
    far = [u * -dv + v * du for u, v in ring]
    count = int((max(far) - min(far)) / step)
    for k in range(1, count + 1):
        here = min(far) + k * step
        cuts = []
        for n, a in enumerate(ring):
            b, low, high = ring[n - 1], far[n], far[n - 1]
            if (low > here) != (high > here):
                part = (here - low) / (high - low)
                cuts.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
        if len(cuts) == 2:
            yield cuts[0], cuts[1]
