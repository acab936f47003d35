"""Pieces laid on a map: counters in hexes, chips in areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meuse.board.picture.areasheet import AreaSheet
from meuse.board.picture.hexsheet import HexSheet
from meuse.board.picture.lines import Point
from meuse.board.picture.svg import SANS, Box, box, tag

CHIP = 0.66  # height of a chip
WIDEST = 0.86  # of a line on a counter: so many letters of this size fill it


def draw_counters(c: HexSheet, counters: Sequence[Mapping[str, Any]]) -> None:
    """Counters: ``hex`` (or a corner), ``colour``, optional ``ink`` and the texts ``top``, ``middle``, ``bottom``."""
    height: dict[str, int] = {}
    pieces = []
    for counter in counters:
        depth = height.get(counter["hex"], 0)
        height[counter["hex"]] = depth + 1
        u, v = c.centre(counter["hex"])
        pieces.append(counter_piece(c, (u + 0.05 * depth, v + 0.05 * depth), counter))
    c.add(tag("g", "".join(pieces), font_family=SANS, text_anchor="middle", font_weight="bold"))


def counter_piece(c: HexSheet, spot: Point, counter: Mapping[str, Any]) -> str:
    """One counter with its shadow."""
    u, v = spot
    ink = str(counter.get("ink", "#1d1a17"))
    piece, shadow = (box(at, 0.66, 0.66) for at in (spot, (u + 0.03, v - 0.04)))
    rim = {"stroke": ink, "stroke_width": c.n(0.02)}
    pieces = [
        c.rectangle(shadow, rx=c.n(0.05), fill="#000", fill_opacity=0.28),
        c.rectangle(piece, rx=c.n(0.05), fill=counter["colour"], **rim),
    ]
    for name, dv, size in (("top", 0.17, 0.16), ("middle", -0.05, 0.2), ("bottom", -0.26, 0.2)):
        words = str(counter.get(name) or "")
        if words:
            pieces.append(c.text((u, v + dv), words, min(size, WIDEST / len(words)), fill=ink))
    return "".join(pieces)


def draw_chips(c: AreaSheet, pieces: Sequence[Mapping[str, Any]]) -> None:
    """Pieces as chips in rows of two from the place of each area down: ``area``, ``power`` and ``text``.

    Pieces alike make one chip with their number, so that a full stack covers little of the map.
    """
    stacks: dict[str, list[Mapping[str, Any]]] = {}
    alike = Counter((piece["area"], piece["power"], str(piece["text"])) for piece in pieces)
    for (name, power, text), count in alike.items():
        stacks.setdefault(name, []).append({"power": power, "text": f"{count} {text}" if count > 1 else text})
    chips: list[str] = []
    for name, stack in stacks.items():
        rows = [stack[i : i + 2] for i in range(0, len(stack), 2)]
        x, y = c.areas[name].at
        for i, row in enumerate(rows):
            chips += chip_row(c, (x, y - i * (CHIP + 0.1)), row)
    c.add(tag("g", "".join(chips), font_family=SANS, font_weight="bold", text_anchor="middle"))


def chip_row(c: AreaSheet, spot: Point, row: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Chips side by side, centred on a spot."""
    widths = [0.36 + 0.25 * len(str(piece["text"])) for piece in row]
    left = spot[0] - (sum(widths) + 0.1 * (len(row) - 1)) / 2
    for piece, width in zip(row, widths, strict=True):
        yield chip(c, box((left, spot[1]), width, CHIP, "start"), piece)
        left += width + 0.1


def chip(c: AreaSheet, covers: Box, piece: Mapping[str, Any]) -> str:
    """One piece with its shadow."""
    left, bottom, right, top = covers
    look = c.owner(piece["power"])
    ink = look.get("ink", c.colour("halo"))
    shadow = (left + 0.05, bottom - 0.07, right + 0.05, top - 0.07)
    rim = {"stroke": ink, "stroke_width": c.n(0.05), "rx": c.n(0.14)}
    body = c.rectangle(shadow, fill="#000", fill_opacity=0.3, rx=c.n(0.14))
    body += c.rectangle(covers, fill=look.get("piece", c.colour("ink")), **rim)
    return body + c.text(((left + right) / 2, (bottom + top) / 2 - 0.14), str(piece["text"]), 0.4, fill=ink)
