"""The georeference of a sheet: longitude and latitude to sheet units, and the geographic layers."""

from __future__ import annotations

import csv
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Georeference:
    """Lambert conformal projection, similarity and smooth warp between the ground and the sheet."""

    projection: dict[str, float]
    similarity: dict[str, float]
    sigma: float
    nodes: Array
    quarters: int
    """Quarter turns to the right from the georeference to the sheet as it is drawn."""

    @classmethod
    def load(cls, folder: Path, name: str, quarters: int) -> Georeference:
        """Read the georeference of a map from the geography folder."""
        data = tomllib.loads((folder / "georef.toml").read_text(encoding="utf-8"))
        sheet = data["maps"][name]
        nodes = np.array([[n["u"], n["v"], n["du"], n["dv"]] for n in sheet["warp"]["nodes"]])
        return cls(data["projection"], sheet["similarity"], float(sheet["warp"]["sigma"]), nodes, quarters)

    def shift(self, uv: Array) -> Array:
        """The warp at sheet positions."""
        squared = ((uv[:, None, :] - self.nodes[None, :, :2]) ** 2).sum(axis=2)
        shift: Array = np.exp(-squared / (2 * self.sigma**2)) @ self.nodes[:, 2:]
        return shift

    def project(self, lonlat: Array) -> Array:
        """Longitude and latitude to projected kilometres."""
        p = self.projection
        lat = np.radians(lonlat[:, 1])
        rho = p["R"] * p["F"] / np.tan(np.pi / 4 + lat / 2) ** p["n"]
        theta = p["n"] * np.radians(lonlat[:, 0] - p["lon_0"])
        return np.stack([rho * np.sin(theta), p["rho0"] - rho * np.cos(theta)], axis=1)

    def to_sheet(self, lonlat: Any) -> Array:
        """Longitude and latitude to sheet units; the warp is undone by iteration."""
        s = self.similarity
        x, y = (self.project(np.asarray(lonlat, dtype=float)) - [s["tx"], s["ty"]]).T / s["hex_km"]
        t = np.radians(s["theta"])
        warped = np.stack([x * np.cos(t) - y * np.sin(t), x * np.sin(t) + y * np.cos(t)], axis=1)
        uv = warped.copy()
        for _ in range(30):
            uv = warped - self.shift(uv)
        for _ in range(self.quarters):
            uv = np.stack([uv[:, 1], -uv[:, 0]], axis=1)
        return uv


def hex_table(folder: Path, name: str) -> dict[str, dict[str, str]]:
    """The table of hexes with shares of sea, lake, owner and regions."""
    with (folder / f"hexes_{name}.csv").open(encoding="utf-8", newline="") as file:
        return {row["hex"]: row for row in csv.DictReader(file)}


def place_table(folder: Path, name: str) -> dict[str, str]:
    """Hex of every place that lies on the map."""
    with (folder / "place_hex.csv").open(encoding="utf-8", newline="") as file:
        return {row["place"]: row[name] for row in csv.DictReader(file) if row[name]}


def features(folder: Path, layer: str) -> list[dict[str, Any]]:
    """The features of one geographic layer."""
    data = json.loads((folder / f"{layer}.geojson").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = data["features"]
    return found


def line_parts(feature: dict[str, Any]) -> list[list[list[float]]]:
    """The single lines of a line feature."""
    geometry = feature["geometry"]
    single = geometry["type"] == "LineString"
    found: list[list[list[float]]] = [geometry["coordinates"]] if single else geometry["coordinates"]
    return found


def rings(feature: dict[str, Any]) -> list[list[list[float]]]:
    """All rings of a polygon feature, holes included."""
    geometry = feature["geometry"]
    polygons = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return [ring for polygon in polygons for ring in polygon]
