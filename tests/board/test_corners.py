"""Hexcorners: names, what lies around them, and where they lie."""

from __future__ import annotations

import math

import pytest

from meuse.board import Corners, Grid, HexBoard, Laid, lay

SHEET = Grid("pointy", "{board}{line:02}{place:02}", 1, 5, "down", (1, 6), (1, 6), "left", "even")
BOARDS = {
    "sheet": HexBoard(SHEET),
    "ragged": HexBoard(lay(Laid(SHEET._replace(board="A")), Laid(SHEET._replace(board="B"), 5, 4, turned=True))),
}


@pytest.mark.parametrize("name", BOARDS)
def test_every_hex_has_six_corners_around_its_middle(name: str) -> None:
    board = BOARDS[name]
    corners = Corners(board)
    for h in board.hexes:
        for k, corner in enumerate(corners.of[h]):
            assert math.dist(corners.spot(corner), board.spot(h)) == pytest.approx(1 / math.sqrt(3))
            others = {board.beside(h, k), board.beside(h, (k + 1) % 6)} - {None}
            assert set(board.members(corners.hexes[corner])) == {h} | others


@pytest.mark.parametrize("name", BOARDS)
def test_neighbours_of_a_corner_lie_a_hexside_away(name: str) -> None:
    corners = Corners(BOARDS[name])
    for corner, around in enumerate(corners.around):
        assert 2 <= len(around) <= 3
        for other in around:
            assert corner in corners.around[other]
            assert math.dist(corners.spot(corner), corners.spot(other)) == pytest.approx(1 / math.sqrt(3))


@pytest.mark.parametrize("name", BOARDS)
def test_every_corner_has_a_name_of_its_own_that_finds_it(name: str) -> None:
    board = BOARDS[name]
    corners = Corners(board)
    assert len(set(corners.names)) == len(corners.points)
    for corner, label in enumerate(corners.names):
        assert corners.corner(label) == corner
        assert (corners.hexes[corner].bit_count() == 3) == ("+" in label)


def test_the_hexes_of_a_corner_may_be_named_in_any_order() -> None:
    board = BOARDS["sheet"]
    corners = Corners(board)
    assert corners.names[corners.corner("0303+0202+0203")] == "0202+0203+0303"
    assert board.names(corners.hexes[corners.corner("0203+0303+0202")]) == ["0202", "0203", "0303"]
    for wrong in ("0101+0103+0505", "0101+0102", "9999+0101+0102", "0101.7"):
        with pytest.raises(KeyError, match=r"no corner .*; name the hexes that meet there, such as 0101\+0102"):
            corners.corner(wrong)
