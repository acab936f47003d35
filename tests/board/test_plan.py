"""The plan of a map lies exactly over its picture, and says in words what is printed there."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

import meuse
from meuse.board import AreaMap, Corners, GameMap, HexMap
from meuse.board.hexmap import hex_map
from meuse.board.picture import Anchors, Space, area_chart, hex_chart, plan
from meuse.board.picture.lines import within

HEXES: HexMap = meuse.load("victory_or_defeat").setting("1940").map
RECTANGLE = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
AREAS: AreaMap = meuse.load("battle_of_france").setting("two_players").map


def spaces(made: GameMap, scale: float | None = None) -> dict[str, Space]:
    return {space.id: space for space in plan(made, scale).spaces}


def test_hexes_lie_where_the_picture_draws_them() -> None:
    svg = hex_chart(HEXES, scale=30)
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


@pytest.mark.parametrize(("made", "svg"), [(HEXES, hex_chart(HEXES)), (AREAS, area_chart(AREAS))])
def test_title_and_legend_lie_where_the_picture_draws_them(made: GameMap, svg: str) -> None:
    drawn = {tuple(map(float, found)) for found in re.findall(RECTANGLE, svg)}
    furniture = plan(made).furniture
    assert len(furniture) == 2
    assert all(any(box == pytest.approx(other, abs=0.2) for other in drawn) for box in furniture)


def test_the_room_of_an_area_is_free_of_its_borders() -> None:
    for space in plan(AREAS).spaces:
        rings = [
            [(float(x), float(y)) for x, y in re.findall(r"([\d.]+),([\d.]+)", ring)] for ring in space.path.split("M")
        ]
        rim = [
            (space.x + dx * space.room * 0.9, space.y + dy * space.room * 0.9) for dx, dy in ((1, 0), (0, 1), (-1, 0))
        ]
        assert all(within(spot, rings[1:]) for spot in ((space.x, space.y), *rim)), space.id


@pytest.mark.parametrize("made", [HEXES, AREAS])
def test_everything_grows_with_the_scale(made: GameMap) -> None:
    small, large = plan(made, 20), plan(made, 40)
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
    file = replace(HEXES.file, style=replace(HEXES.file.style, up_bearing=0.0))
    upright = hex_map(file, lambda place, problem: ValueError(place, problem))
    assert "River Meuse to the south-west and west" in spaces(upright)["2831"].info


def test_an_area_says_what_is_printed_in_it() -> None:
    found = spaces(AREAS)
    assert found["Paris"].info == ("Land", "French at the start", "Major city, capital")
    assert found["2"].info == ("Sea", "Building zone: France")


def test_anchors_of_hexes_hexsides_and_corners() -> None:
    anchors, found = Anchors(HEXES), spaces(HEXES)
    trio = [found[name] for name in ("2831", "2832", "2931")]
    assert anchors.spot("2831") == (trio[0].x, trio[0].y)
    half = ((trio[0].x + trio[1].x) / 2, (trio[0].y + trio[1].y) / 2)
    third = (sum(space.x for space in trio) / 3, sum(space.y for space in trio) / 3)
    assert anchors.spot("2831/2832") == pytest.approx(half, abs=0.1)
    assert anchors.spot("2831+2832+2931") == pytest.approx(third, abs=0.1)
    with pytest.raises(KeyError, match="no hex '9999'"):
        anchors.spot("9999")
    with pytest.raises(KeyError, match="no hexside"):
        anchors.spot("2831/2834")


def test_corners_on_the_edge_lie_where_the_plan_has_them() -> None:
    anchors, found, corners = Anchors(HEXES), spaces(HEXES), plan(HEXES).corners
    names = [name for name in Corners(HEXES.board).names if "." in name]
    assert len(corners) == 6 and len(names) > 100
    for name in names:
        hexa, _, number = name.partition(".")
        x, y = corners[int(number)]
        assert anchors.spot(name) == pytest.approx((found[hexa].x + x, found[hexa].y + y), abs=0.11)
    assert plan(AREAS).corners == ()
