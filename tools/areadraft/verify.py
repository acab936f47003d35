"""What the map file must fulfil: the drawn borders agree with the lists of neighbours, and the rulebook is obeyed."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

VISIBLE = 0.5  # a border of this length can be seen
Pair = tuple[str, str]


def shared_lengths(areas: list[dict[str, Any]]) -> dict[Pair, float]:
    """How long a border every two areas share."""
    owners = defaultdict(set)
    for area in areas:
        for ring in area["outline"]:
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                low, high = sorted((tuple(a), tuple(b)))
                owners[low, high].add(area["id"])
    found: dict[Pair, float] = defaultdict(float)
    for (a, b), pair in owners.items():
        if len(pair) == 2:
            first, second = sorted(pair)
            found[first, second] += math.dist(a, b)
    return found


def adjacency_failures(areas: list[dict[str, Any]]) -> Iterator[str]:
    """Neighbours without a visible border, and visible borders between others."""
    lengths = shared_lengths(areas)
    listed = {tuple(sorted((area["id"], other))) for area in areas for other in area["adjacent"]}
    for first, second in sorted(listed):
        if lengths.get((first, second), 0.0) < VISIBLE:
            yield f"{first} and {second} are neighbours but share only {lengths.get((first, second), 0.0):.2f}"
    for (first, second), length in sorted(lengths.items()):
        if (first, second) not in listed:
            yield f"{first} and {second} are not neighbours but share {length:.2f}"


def list_failures(areas: list[dict[str, Any]]) -> Iterator[str]:
    """Lists of neighbours that are not mutual or name what is not there."""
    by_id = {area["id"]: area for area in areas}
    for area in areas:
        for other in area["adjacent"]:
            if other not in by_id:
                yield f"{area['id']} names {other}, which is not on the map"
            elif area["id"] not in by_id[other]["adjacent"]:
                yield f"{area['id']} has the neighbour {other}, but not the other way round"


def count_failures(areas: list[dict[str, Any]]) -> Iterator[str]:
    """Numbers of spaces, cities and forests that the rulebook gives."""
    numbers = {area["id"] for area in areas if area["id"].isdigit()}
    counts = Counter(area.get("city") for area in areas)
    facts = {
        "the numbers 1 to 38 once each": numbers == {str(n) for n in range(1, 39)} and len(areas) == 52,
        "five major and four minor cities": counts["major"] == 5 and counts["minor"] == 4,
        "two capitals": tagged(areas, "capital") == {"London", "Paris"},
        "five forest spaces": len(tagged(areas, "forest")) == 5,
        "the solid line in 10 to 13": tagged(areas, "maginot") == {"10", "11", "12", "13"},
        "the dashed line in 6 to 8": tagged(areas, "maginot_extension") == {"6", "7", "8"},
        "sea zones 2, 16, 17, 18, 21, 25, 26": {a["id"] for a in areas if a["kind"] == "sea"}
        == {"2", "16", "17", "18", "21", "25", "26"},
    }
    yield from (fact for fact, holds in facts.items() if not holds)


def tagged(areas: list[dict[str, Any]], tag: str) -> set[str]:
    """The spaces with a tag."""
    return {area["id"] for area in areas if tag in area.get("tags", ())}


def position_failures(areas: list[dict[str, Any]]) -> Iterator[str]:
    """Positions outside their space."""
    for area in areas:
        for key in ("at", "label_at", "city_at"):
            if key in area and not any(inside(area[key], ring) for ring in area["outline"]):
                yield f"{area['id']}: {key} lies outside"


def inside(point: list[float], ring: list[list[float]]) -> bool:
    """Whether a point lies in a closed line."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


def failures(data: dict[str, Any]) -> list[str]:
    """Everything the map file does not fulfil."""
    areas = data["area"]
    checks = (list_failures, count_failures, adjacency_failures, position_failures)
    return [failure for check in checks for failure in check(areas)]


def summary(data: dict[str, Any]) -> str:
    """What was checked, in one line."""
    areas = data["area"]
    lengths = shared_lengths(areas)
    listed = {tuple(sorted((area["id"], other))) for area in areas for other in area["adjacent"]}
    shortest = min((lengths.get((a, b), 0.0), a, b) for a, b in listed)
    points = sum(len(ring) for area in areas for ring in area["outline"])
    return (
        f"{len(areas)} areas, {len(listed)} borders, {points} points; "
        f"shortest border {shortest[1]}-{shortest[2]} {shortest[0]:.2f}"
    )
