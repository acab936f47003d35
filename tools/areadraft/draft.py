"""The whole draft: outlines, positions for pieces and lettering, lines and ground out of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import arcs, labels, lines
from .arcs import Arc, Pair, Point
from .labels import CELL, Labels, Mask, Raster
from .sheet import Sheet

SHRINK = 0.7  # longest border between spaces that are not neighbours that may be shrunk to a point
RAISED, LOWERED = 0.5, 0.1  # where lettering and pieces go, in radii of the largest circle in the space
LEAST = 0.35  # lettering stands at least so far above the middle
OVER_SIGN, UNDER_NAME = 0.52, 0.95  # the name of a city above its sign; pieces below number or sign
EDGE = 1.6  # pieces keep so far from the sides of the sheet


@dataclass
class Draft:
    """What the map file holds."""

    size: tuple[float, float]
    areas: list[dict[str, Any]]
    ground: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    lettering: list[dict[str, Any]] = field(default_factory=list)


def make_draft(geo: Path, plan: dict[str, Any], look: dict[str, Any]) -> Draft:
    """The draft from the geography, the plan of the spaces and the look."""
    sheet = Sheet.load(geo)
    areas, patches = plan["area"], plan["patch"]
    names = dict.fromkeys([*(area["id"] for area in areas), labels.NEUTRAL, *(patch["area"] for patch in patches)])
    raster = Raster.over(sheet, list(names))
    label = labels.label_map(raster, areas, geo, patches)
    found = borders(raster, label, areas)
    draft = Draft(sheet.size, [entry(raster, label, found, area) for area in areas])
    draft.ground = out_of_play(raster, found, areas)
    draft.ground += [{"name": name, "kind": "lake", "outline": [ring]} for name, ring in lines.lakes(sheet, geo)]
    draft.lines = fortifications(raster, found, areas)
    draft.lines += [
        {"kind": "river", "name": name, "points": points} for name, points in lines.rivers(sheet, geo, look["rivers"])
    ]
    draft.lettering = look["lettering"]
    return draft


def borders(raster: Raster, label: Labels, areas: list[dict[str, Any]]) -> list[Arc]:
    """All borders, shaped, with those between spaces that are not neighbours shrunk to points."""
    found = arcs.find_arcs(label)
    arcs.shape(found, labels.wet_numbers(raster, areas))
    arcs.contract(found, loose_pairs(raster, areas), SHRINK)
    return found


def loose_pairs(raster: Raster, areas: list[dict[str, Any]]) -> set[Pair]:
    """Pairs of spaces that are not neighbours."""
    number = {area["id"]: raster.index(area["id"]) for area in areas}
    close = {(number[area["id"]], number[other]) for area in areas for other in area["adjacent"]}
    return {(a, b) for a in number.values() for b in number.values() if a < b and (a, b) not in close}


def rounded(point: Point) -> Point:
    """A position with two decimals."""
    return round(point[0], 2), round(point[1], 2)


def entry(raster: Raster, label: Labels, found: list[Arc], area: dict[str, Any]) -> dict[str, Any]:
    """The entry of one space."""
    number = raster.index(area["id"])
    middle, radius = roomiest(label == number)
    keys = ("id", "name", "label", "kind", "owner", "region", "city", "tags")
    made: dict[str, Any] = {key: area[key] for key in keys if key in area}
    town = raster.sheet.spot(area["seeds"][0]) if "city" in area else None
    label_at = (town[0], town[1] + OVER_SIGN) if town else (middle[0], middle[1] + max(RAISED * radius, LEAST))
    lowest = (town[1] if town else label_at[1]) - UNDER_NAME
    at = (min(max(middle[0], EDGE), raster.sheet.size[0] - EDGE), min(middle[1] - LOWERED * radius, lowest))
    made |= {"at": area.get("at", rounded(at)), "label_at": area.get("label_at", rounded(label_at))}
    if town:
        made["city_at"] = area.get("city_at", rounded(town))
    made["adjacent"] = area["adjacent"]
    made["source"] = f"rulebook: {area['basis']}; place, neighbours and outline reconstructed"
    made["outline"] = arcs.outlines(found, number)
    return made


def roomiest(mask: Mask) -> tuple[Point, float]:
    """The middle and radius of about the largest circle that fits."""
    radius = 0
    while True:
        smaller = mask & ~labels.grown(np.pad(~mask, 1, constant_values=True))[1:-1, 1:-1]
        if radius % 2:
            smaller = mask & ~widened(np.pad(~mask, 1, constant_values=True))[1:-1, 1:-1]
        if not smaller.any():
            break
        mask, radius = smaller, radius + 1
    rows, cols = np.nonzero(mask)
    middle = ((cols.mean() + 0.5) * CELL, (rows.mean() + 0.5) * CELL)
    return (float(middle[0]), float(middle[1])), radius * CELL


def widened(mask: Mask) -> Mask:
    """A mask and its neighbours, diagonal ones too."""
    out = labels.grown(mask)
    out[1:, 1:] |= mask[:-1, :-1]
    out[1:, :-1] |= mask[:-1, 1:]
    out[:-1, 1:] |= mask[1:, :-1]
    out[:-1, :-1] |= mask[1:, 1:]
    return out


def out_of_play(raster: Raster, found: list[Arc], areas: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Land and water that belong to no space."""
    names = [name for name in raster.names if name not in {area["id"] for area in areas}]
    kinds = {name: "neutral" if name == labels.NEUTRAL else "water" for name in names}
    return [{"name": n, "kind": kinds[n], "outline": arcs.outlines(found, raster.index(n))} for n in names]


def fortifications(raster: Raster, found: list[Arc], areas: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The two parts of the fortified line, just inside the border of the spaces that carry it."""
    made = []
    for part in ("maginot", "maginot_extension"):
        own = {raster.index(area["id"]) for area in areas if part in area.get("tags", ())}
        other = {raster.index(area["id"]) for area in areas if beyond(area, part)}
        for chain in lines.border_chains(found, own, other):
            made.append({"kind": part, "name": "Maginot Line", "points": lines.fortified(chain)})
    return made


def beyond(area: dict[str, Any], part: str) -> bool:
    """Whether a space lies on the far side of a part of the fortified line."""
    if part == "maginot_extension":
        return bool(area["region"] == "belgium")
    return bool(area["owner"] == "germany" or "forest" in area.get("tags", ()))
