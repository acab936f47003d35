"""The text form of an area map: areas with neighbours, outlines and lettering, each with its provenance."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Area(msgspec.Struct, forbid_unknown_fields=True):
    """One area: what it is, where units stand in it, its neighbours and its outline."""

    id: str
    name: str
    kind: Literal["land", "sea"]
    owner: str
    region: str
    at: tuple[float, float]
    adjacent: list[str]
    source: str
    label: str = ""
    label_at: tuple[float, float] | None = None
    city_at: tuple[float, float] | None = None
    city: Literal["", "major", "minor"] = ""
    capital: bool = False
    maginot: Literal["", "solid", "dashed"] = ""
    forest: bool = False
    sea_build: str = ""
    outline: list[list[tuple[float, float]]] = []


class AreaTable(msgspec.Struct, forbid_unknown_fields=True):
    """The whole of an area map's ``map.toml``; what only the picture needs is left as it is."""

    board: dict[str, Any]
    area: list[Area]
    line: list[dict[str, Any]] = []
    lettering: list[dict[str, Any]] = []
    ground: list[dict[str, Any]] = []
    style: dict[str, Any] = {}
