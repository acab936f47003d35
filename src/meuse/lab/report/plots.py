"""Plots as SVG: each is one figure of a fixed width, drawn for ink on paper and readable without colour."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple

from meuse.board.picture import MapPlan

WIDE = 920
HALF = 440
MARKS = 5
"""How many numbers an axis has at most, besides zero."""
HEAT = ((0.0, (233, 196, 106)), (0.5, (208, 98, 36)), (1.0, (110, 20, 20)))
"""The colours of fighting: from seldom to most."""


class Bar(NamedTuple):
    """A share with its interval, as one line of a chart."""

    name: str
    share: float
    low: float
    high: float
    colour: str
    told: str


class Curve(NamedTuple):
    """A line over turns with the band about it."""

    name: str
    middle: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    colour: str


def svg(width: float, height: float, parts: Iterable[str], title: str) -> str:
    body = "".join(parts)
    label = escape(title, quote=True)
    return f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}">{body}</svg>'


def text(x: float, y: float, said: object, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(str(said))}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<path class="{kind}" d="M{x1:.1f},{y1:.1f}L{x2:.1f},{y2:.1f}"/>'


def rect(x: float, y: float, width: float, height: float, colour: str, more: str = "") -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}" {more}/>'


def steps(most: float) -> list[float]:
    """Some five round numbers from zero to just beyond a value.

    >>> steps(7)
    [0.0, 2.0, 4.0, 6.0, 8.0]
    """
    if most <= 0:
        return [0.0, 1.0]
    size = 10.0 ** math.floor(math.log10(most / MARKS))
    step = next(size * factor for factor in (1, 2, 5, 10) if most / (size * factor) <= MARKS)
    return [step * number for number in range(math.ceil(most / step - 1e-9) + 1)]


def shares(bars: Sequence[Bar], title: str) -> str:
    """Shares as bars to the right, with whiskers for their intervals."""
    left, right, row = 190.0, 150.0, 38.0
    scale = WIDE - left - right
    parts = []
    for part in range(0, 101, 25):
        x = left + scale * part / 100
        parts += [
            line(x, 4, x, row * len(bars) + 6, "grid"),
            text(x, row * len(bars) + 22, f"{part} %", "soft small", "middle"),
        ]
    for number, bar in enumerate(bars):
        y = number * row + 8
        parts += [
            text(left - 12, y + 17, bar.name, "strong", "end"),
            rect(left, y, scale * bar.share, 22, bar.colour),
            *whisker(left + scale * bar.low, left + scale * bar.high, y + 11),
            text(WIDE - right + 14, y + 17, bar.told),
        ]
    parts.append(line(left, 0, left, row * len(bars) + 8, "axis"))
    return svg(WIDE, row * len(bars) + 28, parts, title)


def whisker(low: float, high: float, y: float) -> list[str]:
    return [
        line(low, y, high, y, "whisker"),
        line(low, y - 5, low, y + 5, "whisker"),
        line(high, y - 5, high, y + 5, "whisker"),
    ]


def columns(counts: Mapping[int, int], title: str, colour: str, history: int | None = None) -> str:
    """How often each whole number came, as columns; history is marked where it has one."""
    values = set(counts) | ({history} if history is not None else set())
    low, high = min(values), max(values)
    total = sum(counts.values())
    left, base, top = 44.0, 210.0, 30.0
    marks = steps(100 * max(counts.values()) / total)
    slot = min(64.0, (HALF - left - 10) / (high - low + 1))
    scale = (base - top) / marks[-1]
    parts = []
    for mark in marks:
        y = base - scale * mark
        parts += [line(left, y, HALF, y, "grid"), text(left - 8, y + 4, f"{mark:g} %", "soft small", "end")]
    every = math.ceil((high - low + 1) / 16)
    for value in range(low, high + 1):
        x = left + 6 + slot * (value - low)
        share = 100 * counts.get(value, 0) / total
        if share:
            parts.append(rect(x + slot * 0.1, base - scale * share, slot * 0.8, scale * share, colour))
        if (value - low) % every == 0:
            parts.append(text(x + slot / 2, base + 17, value, "", "middle"))
        if value == history:
            parts += [
                line(x + slot / 2, top - 6, x + slot / 2, base, "history"),
                text(x + slot / 2, top - 12, "history", "past small", "middle"),
            ]
    parts.append(line(left, base, HALF, base, "axis"))
    return svg(HALF, base + 28, parts, title)


def curves(lines: Sequence[Curve], title: str, width: float = WIDE, history: float | None = None) -> str:
    """Lines over the turns, each in its band."""
    turns = max(len(curve.middle) for curve in lines)
    values = [value for curve in lines for value in (*curve.high, *curve.low)] + ([history] if history else [])
    least = min(0.0, math.floor(min(values)))
    marks = [mark + least for mark in steps(max(values) - least)]
    left, right, base, top = 44.0, 120.0 if len(lines) > 1 else 16.0, 230.0, 18.0
    scale = (base - top) / (marks[-1] - marks[0])
    slot = (width - left - right) / max(1, turns - 1)

    def spot(turn: int, value: float) -> str:
        return f"{left + slot * turn:.1f},{base - scale * (value - least):.1f}"

    parts = []
    for mark in marks:
        y = base - scale * (mark - least)
        parts += [line(left, y, width - right, y, "grid"), text(left - 8, y + 4, f"{mark:g}", "soft small", "end")]
    for turn in range(0, turns, math.ceil(turns / (20 if width == WIDE else 13))):
        parts.append(text(left + slot * turn, base + 18, turn + 1, "", "middle"))
    for curve in lines:
        count = len(curve.middle)
        around = [spot(t, curve.high[t]) for t in range(count)] + [
            spot(t, curve.low[t]) for t in reversed(range(count))
        ]
        through = "L".join(spot(t, curve.middle[t]) for t in range(count))
        parts.append(f'<path d="M{"L".join(around)}Z" fill="{curve.colour}" fill-opacity=".18"/>')
        parts.append(f'<path d="M{through}" fill="none" stroke="{curve.colour}" stroke-width="2.4"/>')
        parts += [
            f'<circle cx="{left + slot * t:.1f}" cy="{base - scale * (v - least):.1f}" r="2.6" fill="{curve.colour}"/>'
            for t, v in enumerate(curve.middle)
        ]
    if history is not None:
        y = base - scale * (history - least)
        parts += [line(left, y, width - right, y, "history"), text(left + 6, y - 5, "history", "past small")]
    parts += labels(lines, width - right + 12, lambda value: base - scale * (value - least))
    parts.append(line(left, base, width - right, base, "axis"))
    return svg(width, base + 26, parts, title)


def labels(lines: Sequence[Curve], x: float, height: Any) -> list[str]:
    """The names of lines at their ends, moved apart where they would meet."""
    if len(lines) < 2:
        return []
    placed: list[str] = []
    last = -math.inf
    for curve in sorted(lines, key=lambda curve: -curve.middle[-1]):
        y = max(height(curve.middle[-1]) + 4, last + 17)
        last = y
        placed.append(f'<circle cx="{x + 4:.1f}" cy="{y - 4.5:.1f}" r="4.5" fill="{curve.colour}"/>')
        placed.append(text(x + 14, y, curve.name, "strong"))
    return placed


class Fall(NamedTuple):
    """An objective: how often it fell, when, and what history says."""

    name: str
    share: Bar
    turns: Mapping[int, int]
    games: int
    history: str
    """Empty where nothing is said."""
    turn: int
    """The historical turn; 0 if unknown."""


def falls(objectives: Sequence[Fall], turns: int, title: str) -> str:
    """Every objective as a line: how often it fell, and in which turns; darker means more often."""
    left, bar, row = 250.0, 190.0, 27.0
    start, end = left + bar + 124, WIDE - 76.0
    slot = (end - start) / max(turns, 1)
    parts = [text(start + slot * (turn + 0.5), 14, turn + 1, "soft small", "middle") for turn in range(turns)]
    parts += [text(left, 14, "fell in … of the games", "soft small"), text(end + 12, 14, "history", "past small")]
    for number, fall in enumerate(objectives):
        y = 24 + row * number
        share = fall.share
        parts += [
            line(0, y + row - 4, WIDE, y + row - 4, "grid"),
            text(left - 12, y + 14, fall.name, "", "end"),
            rect(left, y + 3, bar * share.share, 14, share.colour),
            *whisker(left + bar * share.low, left + bar * share.high, y + 10),
            text(left + bar + 12, y + 14, share.told, "small"),
        ]
        for turn, count in fall.turns.items():
            shade = 0.12 + 0.88 * math.sqrt(count / fall.games)
            x = start + slot * (turn - 1)
            hint = f"<title>{escape(fall.name)}: turn {turn}, {count} of {fall.games} games</title>"
            parts.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{slot - 2:.1f}" height="18" rx="1.5" '
                f'fill="{share.colour}" fill-opacity="{shade:.2f}">{hint}</rect>'
            )
        if fall.turn:
            x = start + slot * (fall.turn - 1)
            parts.append(rect(x + 0.5, y + 0.5, slot - 1, 19, "none", 'class="history"'))
        parts.append(text(end + 12, y + 14, fall.history, "past small"))
    return svg(WIDE, 24 + row * len(objectives), parts, title)


def heat_colour(part: float) -> str:
    """The colour of a share of the most fought-over place."""
    for (low, first), (high, second) in pairwise(HEAT):
        if part <= high:
            along = (part - low) / (high - low)
            mixed = (round(a + (b - a) * along) for a, b in zip(first, second, strict=True))
            return "#{:02x}{:02x}{:02x}".format(*mixed)
    return "#{:02x}{:02x}{:02x}".format(*HEAT[-1][1])


def heat_map(plan: MapPlan, picture: str, places: Mapping[str, float], title: str) -> str:
    """The map, with every place coloured by how much it was fought over."""
    parts = [
        f'<image width="{plan.width:g}" height="{plan.height:g}" opacity=".8" '
        f'href="data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"/>'
    ]
    most = max(places.values(), default=0.0)
    for space in plan.spaces:
        count = places.get(space.id, 0.0)
        if count:
            part = math.sqrt(count / most)
            name = f"{space.id} {space.name}".strip() if space.name != space.id else space.id
            where = (
                f'd="{space.path}"'
                if space.path
                else f'd="{plan.outline}" transform="translate({space.x:g},{space.y:g})"'
            )
            parts.append(
                f'<path {where} class="heat" fill="{heat_colour(part)}" fill-opacity="{0.35 + 0.5 * part:.2f}">'
                f"<title>{escape(name)}: {count:.2f} a game</title></path>"
            )
    return svg(plan.width, plan.height, parts, title)


def heat_key(most: float) -> str:
    """What the colours of the map mean."""
    parts = [
        rect(
            8 * number,
            4,
            8.5,
            14,
            heat_colour(math.sqrt(number / 40)),
            f'fill-opacity="{0.3 + 0.5 * math.sqrt(number / 40):.2f}"',
        )
        for number in range(1, 41)
    ]
    marks = [text(8, 34, "seldom", "soft small"), text(328, 34, f"{most:.2f} fights a game", "soft small", "end")]
    return svg(WIDE, 40, [*parts, *marks], "key of the colours")
