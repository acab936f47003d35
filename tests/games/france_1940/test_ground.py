"""Terrain charts (5.2, 6.1, R2) and the prices of steps (5.1d, 5.4, 5.7)."""

from __future__ import annotations

import msgspec
import pytest

from meuse.games.france_1940.ground import Ground
from meuse.games.france_1940.tables import Column, MoveClass, PriceRow, Size, Terrain, TerrainRow, Wheels, halves

from .kit import CHARTS, clause, ground, small

CLASSES: tuple[Wheels, ...] = ("foot", "wheeled", "tracked")


def price(made: Ground, move: MoveClass, here: str, there: str) -> float | None:
    """What a step costs, in movement points; None if it is barred."""
    board = made.board
    a, b = board.place(here), board.place(there)
    direction = board.direction(a, b)
    found = [cost for cost, masks in made.costs(move).prices if masks[direction] >> a & 1]
    assert len(found) < 2
    return found[0] / 2 if found else None


@clause("5.2t1", "5.2t2", "5.2t3", "5.2t4", "5.2t5", "5.2t9", "5.2t10", "5.2t13", "5.7a")
@pytest.mark.parametrize(
    ("kind", "letter", "costs"),
    [
        ("open", ".", (1, 2, 2)), ("rough", "r", (2, 4, 3)), ("built-up area", "B", (0.5, 0.5, 0.5)),
        ("woods", "w", (2, 6, 4)), ("light woods", "l", (2, 4, 3)), ("dispersed buildings", "d", (2, 1, 1)),
        ("marsh", "m", (2, None, None)), ("fields", "f", (1.5, 3, 2)), ("fields", "o", (1.5, 3, 2)),
    ],
)  # fmt: skip
def test_movement_chart(kind: Terrain, letter: str, costs: tuple[float | None, ...]) -> None:
    """N01: the rows of the Movement Chart that are terrain."""
    made = small(3, 3, {"202": letter}, {})
    assert made.terrain[made.board.place("202")] == kind
    assert tuple(price(made, move, "201", "202") for move in CLASSES) == costs


@clause("5.2t6", "5.2t7", "5.2t8", "5.2t12", "5.2t14", "5.2f")
def test_ways_and_what_is_added() -> None:
    """N01: the other rows."""

    def row(entry: PriceRow) -> tuple[float, ...]:
        return tuple((halves(entry, move) or 0) / 2 for move in CLASSES)

    assert row(CHARTS.way.road) == (1, 0.5, 0.5) and row(CHARTS.way.trail) == (1, 1, 1)
    assert row(CHARTS.added.uphill) == (1, 6, 4) and row(CHARTS.added.river) == (2, 4, 2)
    assert row(CHARTS.way.pontoon) == (2, 1.5, 1.5)


@clause("6.1t1", "6.1t2", "6.1t3", "6.1t4", "6.1t5", "6.1t6")
@pytest.mark.parametrize(
    ("kinds", "small_", "medium", "large"),
    [
        (("open",), (7, 10), (8, 12), (12, 18)),
        (("rough", "marsh"), (5, 8), (7, 9), (9, 14)),
        (("woods", "dispersed buildings"), (3, 5), (4, 6), (4, 8)),
        (("light woods", "fields"), (4, 6), (6, 8), (6, 10)),
        (("built-up area",), (2, 4), (3, 5), (3, 6)),
    ],
)
def test_spotting_chart(kinds: tuple[Terrain, ...], small_: object, medium: object, large: object) -> None:
    """N02: all rows of the Spotting Chart."""
    for kind in kinds:
        assert CHARTS.terrain[kind].spot == {"small": small_, "medium": medium, "large": large}
    assert CHARTS.crest.spot == {"small": (1, 2), "medium": (2, 4), "large": (2, 4)}


@clause("6.2e")
def test_a_terrain_must_say_whether_it_blocks_sight() -> None:
    row = msgspec.to_builtins(CHARTS.terrain["rough"])
    assert msgspec.convert(row | {"sight": "high"}, TerrainRow).sight == "high"
    with pytest.raises(msgspec.ValidationError, match="sight"):
        msgspec.convert({name: value for name, value in row.items() if name != "sight"}, TerrainRow)


def test_defence_values_of_the_examples() -> None:
    """AP: open 2 and woods 4 (9.4), dispersed buildings 4 (7.3); ART: built-up 5 (12.11)."""
    stated: list[tuple[Terrain, Column, int]] = [
        ("open", "ap", 2), ("woods", "ap", 4), ("dispersed buildings", "ap", 4), ("built-up area", "art", 5),
    ]  # fmt: skip
    for kind, column, value in stated:
        assert CHARTS.terrain[kind].defence[column] == value
    assert "at" not in CHARTS.terrain["marsh"].defence and len(CHARTS.terrain) == 8


def test_every_size_is_seen_farther_moving_and_in_the_open() -> None:
    sizes: tuple[Size, ...] = ("small", "medium", "large")
    for row in CHARTS.terrain.values():
        for size in sizes:
            still, moving = row.spot[size]
            assert still < moving and still <= CHARTS.terrain["open"].spot[size][0]


@clause("5.2t8", "5.2f")
@pytest.mark.parametrize(("level", "costs"), [(1, (2, 8, 6)), (2, (3, 14, 10))])
def test_each_level_climbed_is_paid(level: int, costs: tuple[int, ...]) -> None:
    made = small(3, 3, {}, {"202": level})
    assert tuple(price(made, move, "201", "202") for move in CLASSES) == costs
    assert tuple(price(made, move, "202", "201") for move in CLASSES) == (1, 2, 2)


@clause("5.2f")
def test_examples_of_climbing() -> None:
    """An 18-pounder from A509 to A510 pays 2 + 6; on foot A1412 to A1311 costs 2 + 1."""
    assert price(ground("A"), "wheeled", "A509", "A510") == 8
    assert price(ground("A"), "foot", "A1412", "A1311") == 3


@clause("5.4a", "5.4c")
def test_a_road_counts_only_along_it() -> None:
    """D409: light woods with a road that does not come from D309; along the road it costs a truck half a point."""
    made = ground("D")
    assert price(made, "foot", "D309", "D409") == 2 and price(made, "wheeled", "D309", "D409") == 4
    assert price(made, "wheeled", "D408", "D409") == 0.5 and price(made, "foot", "D408", "D409") == 1


@clause("5.4a")
def test_a_road_uphill_costs_the_climb() -> None:
    made = ground("G")
    assert price(made, "tracked", "G803", "G804") == 0.5 + 4 and price(made, "tracked", "G804", "G803") == 0.5


@clause("5.1d")
def test_guns_pushed_by_their_crew() -> None:
    """Road 1, dispersed buildings 2, open 2, light woods 4; a truck pays 0.5, 1, 2 and 4."""
    rows: list[TerrainRow | PriceRow] = [CHARTS.way.road]
    rows += [CHARTS.terrain["dispersed buildings"], CHARTS.terrain["open"], CHARTS.terrain["light woods"]]
    assert [halves(row, "crew") for row in rows] == [2, 4, 4, 8]
    assert [halves(row, "wheeled") for row in rows] == [1, 2, 4, 8]
    assert halves(CHARTS.terrain["marsh"], "crew") is None


@clause("11.8a", "11c")
def test_only_foot_units_leave_the_causeway() -> None:
    made = ground("E")
    assert price(made, "wheeled", "E811", "E812") == 0.5 and price(made, "foot", "E711", "E812") == 2
    assert price(made, "wheeled", "E711", "E812") is None and price(made, "tracked", "E711", "E812") is None


@clause("11d")
def test_heights_are_sets() -> None:
    made = small(3, 3, {}, {"202": 2, "201": 1})
    board = made.board
    assert [board.names(high) for high in made.heights[1:]] == [["201", "202"], ["202"]]
    assert board.names(board.across(board.place("202"), made.crests)) == sorted(
        board.names(board.around[board.place("202")]), key=board.place
    )
    assert len(made.climbs) == 2
