"""Catalogues of counters: what a file of looks may say."""

from __future__ import annotations

import pytest

from meuse.engine import DataError
from meuse.engine.data import parse
from meuse.mechanics.faces import Paint


@pytest.mark.parametrize("colour", ["#12345", "#1234567", "red", "#ABCDEF"])
def test_a_colour_is_six_small_hexadecimal_digits(colour: str) -> None:
    assert parse('colour = "#a0b1c2"\nink = "#000000"', Paint, "x").colour == "#a0b1c2"
    with pytest.raises(DataError, match="colour"):
        parse(f'colour = "{colour}"\nink = "#000000"', Paint, "x")
