"""The plan of a map lies exactly over its picture, and says in words what is printed there."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import pytest

import meuse
from meuse.board.picture import Space, area_chart, chart, plan
from meuse.board.picture.lines import within

HEXES: dict[str, Any] = meuse.load("victory_or_defeat").map_file()
AREAS: dict[str, Any] = meuse.load("battle_of_france").map_file()


def spaces(table: dict[str, Any], scale: float | None = None) -> dict[str, Space]:
    return {space.id: space for space in plan(table, scale).spaces}


def test_hexes_lie_where_the_picture_draws_them() -> None:
    svg = chart(HEXES, scale=30)
    drawn = {
        name: (float(x), float(y))
        for x, y, name in re.findall(r'<use href="#hex" x="([\d.]+)" y="([\d.]+)" data-hex="(\w+)"', svg)
    }
    found = spaces(HEXES, 30)
    assert found.keys() == drawn.keys()
    assert all(abs(found[name].x - x) < 0.1 and abs(found[name].y - y) < 0.1 for name, (x, y) in drawn.items())
    assert f'd="{plan(HEXES, 30).outline}"' in svg


def test_areas_have_the_outlines_of_the_picture() -> None:
    svg = area_chart(AREAS, scale=20)
    found = spaces(AREAS, 20)
    assert found.keys() == set(re.findall(r'data-area="([^"]+)"', svg))
    assert all(f'd="{space.path}"' in svg for space in found.values())


def test_the_room_of_an_area_is_free_of_its_borders() -> None:
    for space in plan(AREAS).spaces:
        rings = [
            [(float(x), float(y)) for x, y in re.findall(r"([\d.]+),([\d.]+)", ring)] for ring in space.path.split("M")
        ]
        rim = [
            (space.x + dx * space.room * 0.9, space.y + dy * space.room * 0.9) for dx, dy in ((1, 0), (0, 1), (-1, 0))
        ]
        assert all(within(spot, rings[1:]) for spot in ((space.x, space.y), *rim)), space.id


@pytest.mark.parametrize("table", [HEXES, AREAS])
def test_everything_grows_with_the_scale(table: dict[str, Any]) -> None:
    small, large = plan(table, 20), plan(table, 40)
    assert large.width == pytest.approx(2 * small.width, abs=0.2)
    assert large.height == pytest.approx(2 * small.height, abs=0.2)
    for a, b in zip(small.spaces, large.spaces, strict=True):
        assert (b.x, b.y, b.room) == pytest.approx((2 * a.x, 2 * a.y, 2 * a.room), abs=0.3)


def test_a_hex_says_what_is_printed_in_it_and_along_its_sides() -> None:
    found = spaces(HEXES)
    sedan, ostend, sea = found["2831"], found["3929"], found["4219"]
    assert (sedan.name, sedan.kind) == ("Sedan", "clear")
    assert sedan.info == (
        "Clear", "Town", "France", "Frontier of Belgium to the north-east and north",
        "River Meuse to the south and south-west",
    )  # fmt: skip
    assert ostend.info[:3] == ("City", "Port", "Belgium")
    assert sea.info == ("Sea",)


def test_directions_are_true_even_if_north_is_not_up() -> None:
    upright = deepcopy(HEXES)
    upright["style"]["up_bearing"] = 0.0
    assert "River Meuse to the south-west and west" in spaces(upright)["2831"].info


def test_an_area_says_what_is_printed_in_it() -> None:
    found = spaces(AREAS)
    assert found["Paris"].info == ("Land", "French at the start", "Major city, capital")
    assert found["2"].info == ("Sea", "Building zone: France")
