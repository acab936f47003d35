"""Chapter 3: sudden death, points, levels of victory and capitulation."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war import capitulation, logistics, victory
from meuse.games.mansteins_war.setting import ALLIED, BELGIUM, FRANCE, GERMAN, NETHERLANDS
from meuse.games.mansteins_war.state import MansteinState

from .kit import MAP, bins, clause, do, hexes, lay, where

BARE = 'stack = [{ step = "extend" }]\nturn = 6\n'


def labels(mask: int) -> str:
    return str(MAP.board.names(mask))


def held(german: int = 0, allied: int = 0, more: str = "") -> MansteinState:
    return lay(BARE + f"control = {{ german = {labels(german)}, allied = {labels(allied)} }}\n{more}")


def points(s: MansteinState, side: int, kind: str = "of_hexes") -> int:
    return sum(score.points for score in getattr(victory, kind)(s, side))


def some(mask: int, number: int) -> int:
    return MAP.board.set(MAP.board.names(mask)[:number])


# points

NAMED = MAP.places(["Paris", "Rotterdam", "Antwerp"])
OTHERS = MAP.depots & ~MAP.germany & ~NAMED & ~MAP.channel_ports & ~MAP.maginot
PLAIN_PORTS = MAP.channel_ports & ~MAP.depots


@clause("3.4a", "3.4b", "3.4c", "3.4d", "3.2b")
def test_german_hexes() -> None:
    maginot = some(MAP.maginot & ~MAP.depots & ~MAP.channel_ports, 4)
    s = held(NAMED | some(OTHERS, 2) | some(PLAIN_PORTS, 3) | maginot)
    assert points(s, GERMAN) == 10 + 4 + 4 + 6 + 9 + 4


@clause("3.5a", "3.5b", "3.5c")
def test_allied_hexes() -> None:
    walls = some(MAP.westwall & ~MAP.depots, 2)
    s = held(allied=1 << MAP.ruhr | some(MAP.depots & MAP.germany & ~(1 << MAP.ruhr) & ~MAP.westwall, 1) | walls)
    assert points(s, ALLIED) == 5 + 3 + 4


@clause("3.5g")
def test_only_the_best_value_of_a_hex_counts() -> None:
    """Aachen is a depot and a hex of the Westwall."""
    assert points(held(allied=MAP.places(["Aachen"])), ALLIED) == 3


@clause("3.4d", "17.1a")
def test_a_destroyed_maginot_hex_counts() -> None:
    assert points(lay(BARE + 'units = { 1840 = ["G.15"] }'), GERMAN) == 1


@clause("3.2b", "7.2a")
def test_a_contested_hex_counts_for_nobody_and_by_another_reading_only_units_count() -> None:
    german = MAP.places(["Paris"])
    assert points(held(german), GERMAN) == 10
    assert points(held(german, more='units = { 0940 = ["F.21"] }'), GERMAN) == 0
    assert points(held(german, more='options = { victory_control = "occupy" }'), GERMAN) == 0


@clause("25.4d")
@pytest.mark.parametrize(("place", "left"), [("Paris", 5), ("Antwerp", 2), ("Rotterdam", 2), ("Brussels", 1)])
def test_open_cities_count_half(place: str, left: int) -> None:
    hexa = MAP.places([place])
    assert points(held(hexa, more=f"open_cities = {labels(hexa)}"), GERMAN) == left


@clause("3.4e", "3.4f", "3.4g", "3.4h", "3.5h")
def test_allied_losses() -> None:
    dead = '"F.1GC", "F.DLM", "F.1A", "F.2A", "UK.BEF", "UK.BAFF", "F.21", "B.1", "B.EE", "F.PFB", "F.Log1"'
    s = lay(BARE + f'dead = [{dead}]\nunits = {{ 1036 = ["F.7A:1"] }}')
    assert points(s, GERMAN, "of_units") == 4 + 3 + 1


@clause("3.5d", "3.5e", "3.5f")
def test_german_losses() -> None:
    s = lay(BARE + 'dead = ["G.19", "G.GrD", "G.4A", "G.air1", "G.LLK", "G.Saar"]')
    assert points(s, ALLIED, "of_units") == 3 + 3 + 2 + 1


@clause("3.6a", "28.1a", "28.1e", "28.2e", "28.2f")
def test_variants_give_points_to_the_other_side() -> None:
    chosen = ("ss_corps", "no_netherlands", "belgian_alliance", "fighter_command")
    options = ", ".join(f'{name} = "yes"' for name in chosen)
    s = lay(BARE + f"options = {{ {options} }}")
    assert (victory.total(s, GERMAN), victory.total(s, ALLIED)) == (5 + 5 + 3, 1)


@clause("3.6b", "3.6c", "3.6d", "3.6e", "3.6f", "3.6g", "3.6h")
@pytest.mark.parametrize(
    ("difference", "level"),
    [
        (50, "strategic_german"), (49, "operational_german"), (40, "operational_german"), (39, "marginal_german"),
        (30, "marginal_german"), (29, "draw"), (20, "draw"), (19, "marginal_allied"), (10, "marginal_allied"),
        (9, "operational_allied"), (0, "operational_allied"), (-1, "strategic_allied"),
    ],
)  # fmt: skip
def test_levels(difference: int, level: str) -> None:
    assert victory.level_at(MAP, difference).id == level


@clause("3.2a", "3.0a", "21.0f", "3.4i")
def test_the_end_of_the_last_turn() -> None:
    german = MAP.places(["Paris", "Rotterdam", "Antwerp"]) | OTHERS
    s = lay(f'phase = "end of turn"\nturn = 6\ncontrol = {{ german = {labels(german)} }}')
    do(s, "decline")
    assert s.result is not None and s.result.winner == "german" and s.result.level == "German Marginal Victory"
    late = held(german, more="extended = true")
    assert victory.total(late, GERMAN) == victory.total(held(german), GERMAN) - 10


# at once


@clause("3.1a", "3.1b")
def test_all_depots_and_ports_of_france_win_at_once() -> None:
    wanted = (MAP.depots | MAP.ports) & MAP.country[FRANCE]
    missing = held(wanted & ~some(MAP.ports & MAP.country[FRANCE], 1), more=f"bombed = {labels(some(wanted, 1))}")
    capitulation.check(missing)
    assert missing.outcome is None and missing.surrendered >> FRANCE & 1
    s = held(wanted, more=f"bombed = {labels(some(wanted, 1))}")
    capitulation.check(s)
    assert s.result is not None and s.result.level == "German Epic Victory"


@clause("3.1c")
def test_two_german_depots_win_at_once() -> None:
    for number, over in ((1, False), (2, True)):
        s = held(allied=some(MAP.depots & MAP.germany, number))
        capitulation.check(s)
        assert (s.outcome is not None) == over


# capitulation


@clause("3.8a", "3.8b", "3.8c", "3.8d")
@pytest.mark.parametrize(
    ("places", "country", "falls"),
    [
        (["Brussels", "Antwerp"], BELGIUM, False),
        (["Brussels", "Antwerp", "Eben Emael"], BELGIUM, True),
        (["Amsterdam"], NETHERLANDS, False),
        (["Amsterdam", "Rotterdam"], NETHERLANDS, True),
        (["Paris"], FRANCE, False),
    ],
)
def test_when_countries_capitulate(places: list[str], country: int, falls: bool) -> None:
    s = held(MAP.places(places))
    capitulation.check(s)
    assert bool(s.surrendered >> country & 1) == falls


FALLEN = """
bin = ["1AG", "2AG", "3AG", "Belgium", "DeGaulle"]
points = { french = 3, british = 2 }
waiting = ["F.10A", "UK.2"]
due = { "F.10A" = 7, "UK.2" = 7 }
available = ["F.ZOAN", "UK.BAFF"]
flying = { "F.ZOAE" = "1138" }
[units]
1036 = ["F.1A"]
1037 = ["UK.BEF"]
1840 = ["F.Sarre", "F.3A:1"]
1537 = ["B.EE"]
"""


@clause("3.7a", "3.7b", "3.7c", "3.7d", "3.7g", "5.7e")
def test_what_is_lost_with_france() -> None:
    s = held(MAP.depots_of[FRANCE], more=FALLEN)
    capitulation.capitulate(s, FRANCE)
    assert bins(s) == {"1AG", "Belgium"}
    gone = {unit: where(s, unit) for unit in ("F.1A", "F.Sarre", "F.3A", "F.ZOAN", "F.ZOAE", "F.10A")}
    assert gone == dict.fromkeys(gone, "dead") | {"F.10A": "gone"}
    assert [where(s, unit) for unit in ("UK.BEF", "UK.BAFF", "UK.2", "B.EE")] == [
        "1037",
        "available",
        "waiting",
        "1537",
    ]
    assert list(s.points) == [0, 0, 2, 0, 0]
    assert points(s, GERMAN, "of_units") == 2 + 2


@clause("3.7e", "3.7f")
def test_depots_of_a_fallen_country_work_no_more_but_ports_do() -> None:
    s = lay(BARE + 'surrendered = ["france"]')
    assert logistics.depots(s, 1) == 0
    assert hexes(logistics.channel_ports(s)) == hexes(MAP.channel_ports)
