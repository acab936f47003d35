"""Spotting (6.1): distances of the chart, levels, and sets of hexes."""

from __future__ import annotations

from itertools import product

import pytest

from meuse.games.france_1940.spotting import Spotting
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.tables import Size

from .kit import GAME, clause, ground, own, sight, small

SIZES: tuple[Size, ...] = ("small", "medium", "large")


def limits(letter: str, size: Size, spotter: int, target: int) -> tuple[int, int]:
    """For a stationary and a moving target, from one level to another."""
    made = Spotting(small(3, 3, {"303": letter}, {"101": spotter, "303": target}))
    here, there = (made.ground.board.place(label) for label in ("101", "303"))
    return made.limit(here, there, size, moving=False), made.limit(here, there, size, moving=True)


@clause("6.1a", "6.1d", "6.1e")
@pytest.mark.parametrize(
    ("letter", "size", "levels", "far"),
    [
        (".", "small", 0, (7, 10)), (".", "small", 1, (8, 12)), (".", "small", 2, (9, 14)),
        (".", "large", 1, (14, 22)), ("w", "medium", 2, (8, 14)), ("d", "small", 2, (5, 9)), ("o", "small", 0, (4, 6)),
    ],
)  # fmt: skip
def test_examples(letter: str, size: Size, levels: int, far: tuple[int, int]) -> None:
    """EX09, RC45: infantry in the open and vehicles, from above or below (G60)."""
    assert limits(letter, size, levels, 0) == limits(letter, size, 0, levels) == far


@clause("6.1f")
def test_a_scenario_may_say_what_the_weather_does() -> None:
    """In fog, three hexes less: infantry in the open is seen 4 hexes away, 7 if it moves; never less than none."""
    force = '[[force]]\nnation = "french"\nunits = { "F.rifle" = 1 }\nofficer = "infantry"\nenters = 1\n'
    s = GAME.new(own(force, "spotting = -3"), 0)
    assert isinstance(s, FranceState)
    made, place = s.setting.spotting, s.setting.board.place
    assert [made.limit(place("A813"), place("A809"), "small", moving) for moving in (False, True)] == [4, 7]
    assert made.near(place("A813"), "small", False) >> place("A809") & 1
    assert not made.near(place("A814"), "small", False) >> place("A809") & 1
    assert Spotting(small(3, 3, {"303": "B"}, {}), -9).limit(0, 8, "small", moving=False) == 0


@clause("6b", "6.1b")
def test_infantry_in_woods_four_hexes_away_is_seen_only_moving() -> None:
    made = Spotting(small(9, 9, {"506": "w"}, {}))
    here, there = made.ground.board.place("502"), 1 << made.ground.board.place("506")
    assert not made.near(here, "small", False) & there and made.near(here, "small", True) & there


@clause("6.1a")
def test_girard_spots_the_hamlet_from_the_hill() -> None:
    """A610 from A1110, two levels above and five hexes away: 3 + 2 is just enough for a stationary platoon."""
    made, view = Spotting(ground("A")), sight("A")
    here, there = (made.ground.board.place(label) for label in ("A1110", "A610"))
    assert made.limit(here, there, "small", moving=False) == 5 == made.ground.board.distance(here, there)
    assert view.seen_from(here) & made.near(here, "small", False) & 1 << there


@clause("6.1a")
@pytest.mark.parametrize("letter", "AG")
def test_the_sets_are_the_limits(letter: str) -> None:
    made = Spotting(ground(letter))
    board = made.ground.board
    for here, size, moving in product(board.hexes[::41], SIZES, (False, True)):
        for there in board.hexes:
            near = board.distance(here, there) <= made.limit(here, there, size, moving)
            assert bool(made.near(here, size, moving) >> there & 1) == near
