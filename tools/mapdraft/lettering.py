"""Where the names of rivers stand: beside a straight stretch, clear of places and other lettering."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .georef import Array
from .hexgrid import HexGrid, Side

LETTER = 0.125  # width of a letter
OFFSET = 0.28  # distance of a name from the middle line of its river
LONG = 22  # hexsides from which a river is named twice
ENOUGH = 0.55  # clearance beyond which more does not help


@dataclass
class Lettering:
    """A name on the map."""

    name: str
    at: tuple[float, float]
    kind: str
    angle: int


def course_points(grid: HexGrid, sides: Sequence[Side]) -> Array:
    """The corners along a course in order."""
    ends = [set(grid.side_corners(edge)) for edge in sides]
    first = ends[0] - ends[1] if len(ends) > 1 else {min(ends[0])}
    walk = [first.pop()]
    for pair in ends:
        walk.append((pair - {walk[-1]}).pop())
    return np.array([grid.corner_point(corner) for corner in walk])


def river_names(
    grid: HexGrid, courses: dict[str, list[Side]], shown: dict[str, str], obstacles: list[tuple[float, float]]
) -> list[Lettering]:
    """The names of all courses, as they are shown; one without is not lettered."""
    placed: list[Lettering] = []
    taken = np.array(obstacles)
    lines = {name: course_points(grid, sides) for name, sides in courses.items()}
    for name, line in lines.items():
        if not shown[name]:
            continue
        others = np.concatenate([taken, *(other for key, other in lines.items() if key != name)])
        parts = [line] if len(line) < LONG else [line[: len(line) // 2], line[len(line) // 2 :]]
        for part in parts:
            lettering, spots = best_spot(shown[name], part, np.concatenate([others, line]), len(line))
            placed.append(lettering)
            taken = np.concatenate([taken, spots])
    return placed


def best_spot(name: str, line: Array, obstacles: Array, own: int) -> tuple[Lettering, Array]:
    """The best place of a name along a line; the last `own` obstacles are the river itself."""
    width = len(name) * LETTER + 0.1
    reach = max(2, round(width / 0.5))
    best: tuple[float, Lettering, Array] | None = None
    for first in range(max(1, len(line) - reach)):
        window = line[first : first + reach + 1]
        middle = window.mean(axis=0)
        du, dv = window[-1] - window[0]
        length = math.hypot(du, dv)
        if length < 0.6 * width:
            continue
        turn = math.degrees(math.atan2(dv, du))
        angle = round(turn - 180 * round(turn / 180)) if abs(abs(turn) - 90) > 2 else 90
        step = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
        for sign in (1, -1):
            at = middle + sign * OFFSET * np.array([-step[1], step[0]])
            spots = at + np.linspace(-width / 2, width / 2, 6)[:, None] * step
            far = np.hypot(*(spots[:, None, :] - obstacles[None, :, :]).transpose(2, 0, 1))
            score = min(float(far[:, :-own].min()), ENOUGH) + 1.5 * min(float(far[:, -own:].min()), 0.2)
            score -= 0.15 * abs(angle) / 90
            if best is None or score > best[0]:
                spot = (round(float(at[0]), 2), round(float(at[1]), 2))
                best = (score, Lettering(name, spot, "river", angle), spots)
    if best is None:
        raise ValueError(f"no room for the name {name}")
    return best[1], best[2]
