"""Catalogues of counters: what a file of looks may say."""

from __future__ import annotations

import pytest

from meuse.engine import DataError
from meuse.engine.data import parse
from meuse.mechanics.faces import Paint, complete


def test_a_missing_look_is_named_with_all_that_are_needed() -> None:
    def fault(place: str, problem: str) -> DataError:
        return DataError("faces.toml", place, problem)

    complete(fault, "unit", {"tank": 1, "gun": 2, "more": 3}, ("tank", "gun"))
    with pytest.raises(DataError, match=r"faces.toml: unit: gun is missing; give one for each of tank, gun"):
        complete(fault, "unit", {"tank": 1}, ("tank", "gun"))


@pytest.mark.parametrize("colour", ["#12345", "#1234567", "red", "#ABCDEF"])
def test_a_colour_is_six_small_hexadecimal_digits(colour: str) -> None:
    assert parse('colour = "#a0b1c2"\nink = "#000000"', Paint, "x").colour == "#a0b1c2"
    with pytest.raises(DataError, match="colour"):
        parse(f'colour = "{colour}"\nink = "#000000"', Paint, "x")
