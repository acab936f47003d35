"""Straight lines and lines of sight against slow definitions in exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from meuse.board import Grid, HexBoard, Laid, Line, Shadows, Sight, lay, over_heights
from meuse.board.line import CORNERS
from meuse.board.sets import members

SHEET = Grid("flat", "{board}{line}{place:02}", 1, 7, "right", (1, 8), (1, 8), "down", "even", "A")
BOARD = HexBoard(SHEET)
RAGGED = HexBoard(lay(Laid(SHEET), Laid(SHEET._replace(board="B"), 7, 6)))
HEX = st.integers(0, len(BOARD.hexes) - 1)


def inside(board: HexBoard, hexa: int, a: int, b: int) -> tuple[Fraction, Fraction] | None:
    """From where to where, of the whole way, a line lies in a hex or on its rim; None if it only touches it."""
    (qa, ra), (qb, rb), (q, r) = (board.cells[h] for h in (a, b, hexa))
    start, way = (3 * (qa - q), 3 * (ra - r)), (3 * (qb - qa), 3 * (rb - ra))
    first, last = Fraction(0), Fraction(1)
    for k, (x, y) in enumerate(CORNERS):
        dx, dy = x - CORNERS[k - 1][0], y - CORNERS[k - 1][1]
        here = dx * (start[1] - y) - dy * (start[0] - x)  # not negative on the inner side of this edge
        slope = dx * way[1] - dy * way[0]
        if slope == 0:
            if here < 0:
                return None
        elif slope > 0:
            first = max(first, Fraction(-here, slope))
        else:
            last = min(last, Fraction(-here, slope))
    return (first, last) if first < last else None


def slow_parts(board: HexBoard, a: int, b: int) -> list[set[int]]:
    """The hexes of a line in order, together where it is in both at once."""
    stretches: dict[tuple[Fraction, Fraction], set[int]] = {}
    for hexa in board.hexes:
        stretch = inside(board, hexa, a, b)
        if stretch:
            stretches.setdefault(stretch, set()).add(hexa)
    return [stretches[stretch] for stretch in sorted(stretches)]


@pytest.mark.parametrize("board", [BOARD, RAGGED], ids=["sheet", "ragged"])
@given(i=HEX, j=HEX)
@example(i=0, j=2)
@example(i=17, j=0)
@settings(max_examples=80)
def test_a_line_passes_the_hexes_that_share_a_stretch_with_it(board: HexBoard, i: int, j: int) -> None:
    a, b = board.hexes[i], board.hexes[len(board.hexes) - 1 - j]
    if a == b:
        assert board.line(a, b) == Line(((a,),), ())
        return
    line = board.line(a, b)
    assert [set(part) for part in line.parts if part] == slow_parts(board, a, b)
    assert all(y in board.neighbours(x) for x, y in line.crossed)
    back = board.line(b, a)
    assert [set(part) for part in back.parts] == [set(part) for part in line.parts[::-1]]
    assert set(back.crossed) == {(y, x) for x, y in line.crossed}


def test_a_line_along_a_hexside_has_both_its_hexes() -> None:
    board, place = BOARD, BOARD.place
    line = board.line(place("A302"), place("A502"))
    assert [board.names(sum(1 << h for h in part)) for part in line.parts] == [["A302"], ["A401", "A402"], ["A502"]]
    assert [set(pair) for pair in line.along()] == [{place("A401"), place("A402")}]
    assert line.crossed == () and line.between() == line.parts[1:2]


def test_a_line_along_the_edge_of_the_board_leaves_out_what_is_not_there() -> None:
    line = BOARD.line(BOARD.place("A101"), BOARD.place("A301"))
    assert [len(part) for part in line.parts] == [1, 1, 1] and line.crossed == () and line.along() == ()


def test_sight_passes_by_a_hexside_with_nothing_beyond() -> None:
    board, place = BOARD, BOARD.place
    assert board.passed(place("A101"), place("A301")) == ((),)
    assert board.passed(place("A302"), place("A502")) == (tuple(board.line(place("A302"), place("A502")).parts[1]),)
    for a in board.hexes[::5]:
        for b in board.hexes[::7]:
            along = {part for part in board.passed(a, b) if len(part) == 2}
            assert along == set(board.line(a, b).along())
            assert {part for part in board.passed(a, b) if len(part) == 1} <= set(board.line(a, b).parts)


def test_a_line_through_a_corner_goes_from_hex_to_hex() -> None:
    """From (0, 0) to (1, 4) it meets a corner at a third of the way and enters the next hex there."""
    a = BOARD.at[min(BOARD.cells.values(), key=lambda cell: (cell[1], cell[0]))]
    q, r = BOARD.cells[a]
    line = BOARD.line(a, BOARD.at[q + 1, r + 4])
    assert all(len(part) == 1 for part in line.parts)
    assert len(line.crossed) == len(line.parts) - 1


# sight


def heights(board: HexBoard, low: int, high: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(low, high), min_size=board.size, max_size=board.size)


@given(ground=heights(BOARD, 0, 3), cover=heights(BOARD, 0, 1), i=HEX)
@settings(max_examples=25)
def test_sight_over_heights_is_what_the_slow_rule_says(ground: list[int], cover: list[int], i: int) -> None:
    sight = Sight(BOARD, over_heights(BOARD, ground, cover))
    a = BOARD.hexes[i]
    for b in BOARD.hexes:
        hidden = False
        for part in slow_parts(BOARD, a, b)[1:-1] if a != b else []:
            tops = []
            for h in part:
                before, after = BOARD.distance(a, h), BOARD.distance(h, b)
                ray = ground[a] + Fraction((ground[b] - ground[a]) * before, before + after)
                tops.append(ground[h] + cover[h] > ray)
            hidden |= all(tops)
        assert bool(sight.seen_from(a) >> b & 1) == (not hidden)
        assert sight.seen_from(a) >> b & 1 == sight.seen_from(b) >> a & 1


def test_a_rule_of_sight_is_asked_once_for_each_hex() -> None:
    asked: list[Line] = []

    def blocks(line: Line) -> bool:
        asked.append(line)
        return len(line.parts) > 3

    sight = Sight(BOARD, blocks, within=3)
    a = BOARD.place("A404")
    seen = sight.seen_from(a)
    assert sight.seen_from(a) == seen and len(asked) == BOARD.disc(a, 3).bit_count() - 1
    assert BOARD.disc(a, 1) & ~seen == 0 and seen & ~BOARD.disc(a, 2) == 0 and seen >> a & 1


@settings(deadline=None)
@given(HEX, st.sets(HEX), st.sets(HEX))
def test_shadows_are_cast_on_all_hexes_as_on_a_few(i: int, screens: set[int], targets: set[int]) -> None:
    """A part of a line is closed if all its hexes are screens; what is not on the board closes nothing."""
    here, shadows = RAGGED.hexes[i], Shadows(RAGGED)
    screen = members(RAGGED.hexes[number] for number in screens)
    asked = members(RAGGED.hexes[number] for number in targets)
    closed = members(
        there
        for there in RAGGED.hexes
        if there != here and any(part and not members(part) & ~screen for part in RAGGED.passed(here, there))
    )
    assert shadows.behind(here, screen) == closed
    assert shadows.hidden(here, asked, screen) == closed & asked


@given(HEX, HEX)
def test_what_sight_meets_are_the_parts_of_the_line_that_are_whole(i: int, j: int) -> None:
    a, b = RAGGED.hexes[i], RAGGED.hexes[j]
    met = [set(part) for part in RAGGED.passed(a, b) if part]
    assert [part for part in slow_parts(RAGGED, a, b)[1:-1] if part in met] == met
