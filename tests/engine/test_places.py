"""Places beyond those of the board: hexcorners that pieces lie on, and what is an anchor on a map."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import meuse
from meuse.board import Corners
from meuse.engine.kinds import PLACE
from meuse.engine.setting import Setting

HEXES = meuse.load("victory_or_defeat").setting("1940")
AREAS = meuse.load("battle_of_france").setting("two_players")


def with_corners() -> Setting:
    setting: Any = Setting.__new__(Setting)
    setting.board, setting.corners, setting._corners = HEXES.board, Corners(HEXES.board), None
    return setting  # type: ignore[no-any-return]


@pytest.mark.parametrize("label", ["2831", "2831+2832+2931", "0101.4"])
def test_a_place_is_written_and_read_back(label: str) -> None:
    setting = with_corners()
    label = label if label in setting.board.numbers or "+" in label else Corners(HEXES.board).names[0]
    number = setting.place_number(label)
    assert number is not None and setting.place_label(number) == label
    assert PLACE.write(number, SimpleNamespace(setting=setting)) == label  # type: ignore[arg-type]


def test_a_corner_is_no_place_where_nothing_can_lie_on_it() -> None:
    assert HEXES.place_number("2831+2832+2931") is None
    assert with_corners().place_number("2831+2832+2935") is None


def test_a_map_knows_its_hexsides_and_corners() -> None:
    for anchor in ("2831", "2831/2832", "2831+2832+2931"):
        assert HEXES.on_the_map(anchor)
    for anchor in ("9999", "2831/2834", "2831+2832+2834", "2831/2832/2833", ""):
        assert not HEXES.on_the_map(anchor)
    assert AREAS.on_the_map("Paris") and not AREAS.on_the_map("Paris/2")
