"""How maps look unless their file says otherwise: colours, lettering, marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEFAULT_STYLE: dict[str, Any] = {
    "paper": "#ece3cc",
    "land": "#f4edd9",
    "ink": "#3b332b",
    "halo": "#f7f1e1",
    "grid": "#8d8069",
    "number": "#6d604c",
    "water": "#bcd3da",
    "deep_water": "#a9c4cf",
    "shallow": "#c4d9de",
    "water_ink": "#2f6485",
    "coast": "#4f7389",
    "river": "#5b95b8",
    "river_edge": "#37698c",
    "border": "#9c3b2e",
    "city": "#4a3a34",
    "age": "#7a5c2e",
    "up_bearing": 0.0,
    "hex_km": 0.0,
    "terrain": {
        "clear": {"label": "Clear"},
        "rough": {"fill": "#dcc9a0", "mark": "hills", "ink": "#9a7b4c", "label": "Rough"},
        "hills": {"fill": "#dcc9a0", "mark": "hills", "ink": "#9a7b4c", "label": "Hills"},
        "mountain": {"fill": "#cbb491", "mark": "peaks", "ink": "#7d6442", "label": "Mountain"},
        "forest": {"fill": "#c6cfa6", "mark": "trees", "ink": "#5f7a4d", "label": "Forest"},
        "woods": {"fill": "#c6cfa6", "mark": "trees", "ink": "#5f7a4d", "label": "Woods"},
        "marsh": {"fill": "#d5dccb", "mark": "reeds", "ink": "#6d8f8f", "label": "Marsh"},
        "city": {"label": "City"},
        "sea": {"water": True, "open": True, "label": "Sea"},
        "lake": {"water": True, "label": "Lake"},
    },
    "hexside": {
        "river": {"label": "River", "words": "River {}", "line": "river"},
        "canal": {"label": "Canal", "line": "canal"},
        "lake": {"label": "Lake hexside", "words": "{} (lake)", "line": "water"},
        "sea": {"label": "Sea hexside", "words": "{} (sea)", "line": "water"},
    },
    "path": {},
    "place": {
        "city": {"label": "City", "sign": "blocks", "large": True, "port": True},
        "town": {"label": "Town", "sign": "ring"},
    },
    "badge": {},
    "country": {},
    "river_width": {},
    "lettering": {},
    "overlay": {},
}
AREA_STYLE: dict[str, Any] = {
    "neutral": "#e3dac2",
    "owner": {},
    "line": {"river": {"line": "river"}},
    "cities": {},
    "tag": {},
}
HEX_LETTERING: dict[str, dict[str, Any]] = {
    "country": {"size": 0.85, "spacing": 0.45, "opacity": 0.32, "weight": "bold", "caps": True},
    "sea": {"size": 0.62, "spacing": 0.3, "italic": True, "ink": "water_ink", "opacity": 0.75},
    "river": {"size": 0.185, "spacing": 0.03, "italic": True, "ink": "water_ink", "halo": True},
    "lake": {"size": 0.2, "spacing": 0.02, "italic": True, "ink": "water_ink"},
    "mountains": {"size": 0.36, "spacing": 0.2, "italic": True, "opacity": 0.85, "halo": True},
    "hills": {"size": 0.3, "spacing": 0.12, "italic": True, "opacity": 0.85, "halo": True},
    "province": {"size": 0.28, "spacing": 0.12, "opacity": 0.42, "caps": True},
    "forest": {"size": 0.38, "spacing": 0.22, "italic": True, "opacity": 0.85, "halo": True},
}
AREA_LETTERING: dict[str, dict[str, Any]] = {
    "sea": {"size": 0.95, "spacing": 0.35, "opacity": 0.55, "ink": "water_ink"},
    "country": {"size": 1.0, "spacing": 0.38, "opacity": 0.3, "caps": True},
    "neutral": {"size": 0.6, "spacing": 0.25, "opacity": 0.6},
    "lake": {"size": 0.36, "spacing": 0.04, "opacity": 0.8, "ink": "water_ink"},
}
MARKS: dict[str, tuple[int, tuple[str, ...]]] = {
    # how many of the paths are filled; paths in hundredths of a hex, y down
    "hills": (1, ("M-13,6C-9,-3 -4,-7 0,-7C5,-7 9,-2 14,6", "M2,-4L5,4", "M6,-2L9,4", "M9,1L11,5")),
    "peaks": (1, ("M-14,8L-2,-12L4,-3L8,-8L16,8", "M-2,-12L2,5", "M8,-8L11,5", "M-2,-5L0,6")),
    "wooded_hills": (2, ("M-16,8C-11,-1 -6,-4 -1,-4C5,-4 9,1 14,8", "M2,-17L-4,-8H-1L-6,-1H10L5,-8H8Z", "M2,-1V4")),
    "trees": (1, ("M0,-13L-6,-3H-3L-8,5H8L3,-3H6Z", "M0,5V10")),
    "reeds": (0, ("M-10,4H10", "M-5,4V-4", "M0,4V-7", "M5,4V-4")),
    "blocks": (3, ("M-9,-7H-1V1H-9Z", "M1,-4H9V6H1Z", "M-6,3H-1V8H-6Z")),
    "hatch": (0, ("M-24,24L24,-24", "M-10,28L28,-10", "M-28,10L10,-28", "M6,30L30,6", "M-30,-6L-6,-30")),
}
OVERLAY_COLOURS = ("#c0392b", "#2a6f97", "#5b8c3a", "#8e5ea2", "#c98a1b")


def merged(base: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Two nested tables as one; the second wins."""
    out = dict(base)
    for name, value in extra.items():
        old = out.get(name)
        out[name] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return out
