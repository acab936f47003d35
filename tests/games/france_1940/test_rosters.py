"""Units, officers and prices: every statement of the rulebook about them, proven on the data."""

from __future__ import annotations

import re

import pytest

from meuse.games.france_1940.charts import halved, hits
from meuse.games.france_1940.rosters import NATIONS, FormationRow, UnitRow, Weapon
from meuse.games.france_1940.setting import SIDE_OF_NATION, SIDES

from .kit import GAME, clause

TYPES = GAME.unit_types
CHARTS = GAME.charts
LINES = list(GAME.lines.values())


def weapons(row: UnitRow) -> list[Weapon]:
    return [weapon for weapon in (row.ap, row.at, row.art) if weapon is not None]


@clause("2.2.1i")
def test_a_unit_has_one_or_two_fire_factors() -> None:
    assert max(len(weapons(row)) for row in TYPES.values()) == 2
    unarmed = {row.kind for row in TYPES.values() if not weapons(row)}
    assert unarmed == {"transport", "horses", "afv"} and not weapons(TYPES["G.minesweeper"])


@clause("8.4.4a", "8.4.4b", "8.4.4c", "8.4.4d", "8.4.4e", "2.2.1h")
@pytest.mark.parametrize("row", TYPES.values(), ids=lambda row: row.id)
def test_fire_factors_after_losses(row: UnitRow) -> None:
    for weapon in weapons(row):
        full, hit, reduced = weapon.ff
        assert full - hit == (1 if full <= 6 else 2 if full <= 11 else 3 if full <= 15 else 4)
        assert reduced == -(-full // 2)


@pytest.mark.parametrize(
    ("full", "left"), [(4, 3), (6, 5), (7, 5), (11, 9), (12, 9), (15, 12), (16, 12), (20, 16)]
)  # fmt: skip
@clause("8.4.4a", "8.4.4b", "8.4.4c", "8.4.4d")
def test_what_the_first_loss_takes(full: int, left: int) -> None:
    assert full - next(row.less for row in CHARTS.loss if full <= row.up_to) == left


@pytest.mark.parametrize(
    ("gun", "distance", "through"), [("105mm", 6, 1), ("flak36", 7, 7), ("sa18", 24, 0), ("25mm", 25, -1)]
)
def test_penetration(gun: str, distance: int, through: int) -> None:
    assert CHARTS.penetration.through(gun, distance) == through


def test_every_at_weapon_has_its_gun() -> None:
    assert {row.id for row in TYPES.values() if bool(row.at) != bool(row.gun)} == set()
    assert all(row.calibre for row in TYPES.values() if row.art)


def test_values_that_examples_state() -> None:
    assert TYPES["F.rifle"].ap == Weapon((5, 4, 3), 2) and TYPES["G.rifle"].ap == Weapon((6, 5, 3), 2)
    assert TYPES["G.mg34"].ap == Weapon((4, 3, 2), 3) and TYPES["G.mg34-heavy"].ap == Weapon((8, 6, 4), 3)
    assert (TYPES["G.pz1"].armour, TYPES["G.pz2"].armour, TYPES["F.ft17"].class_) == (1, 2, "light")
    assert TYPES["B.18pdr"].mp < 8 and TYPES["B.18pdr"].crew and TYPES["G.lefh18"].crew


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.clause)
def test_prices_are_those_of_the_clauses(line: FormationRow) -> None:
    """The sums of the units' prices too; only one line of the 25 mm gun differs (G85)."""
    says = GAME.ledger.clauses[line.clause].says
    assert int(re.findall(r"costs (\d+) point", says)[0]) == line.points
    counted = re.sub(r"^\w+: (1 x Officer, )?", "", says)
    assert sum(map(int, re.findall(r"(\d) x ", counted))) == sum(line.units.values())
    assert ("Officer" in says) == (line.officer is not None)
    total = sum(TYPES[unit].points * number for unit, number in line.units.items())
    assert total == line.points - (line.id == "FR4")


LINE_CLAUSES = [
    f"13.{nation}{n}"
    for nation, most in (("BR", 14), ("FR", 24), ("GE", 28), ("BE", 2), ("IT", 2))
    for n in range(1, most + 1)
]


@clause(
    "13.BR1", "13.BR2", "13.BR3", "13.BR4", "13.BR5", "13.BR6", "13.BR7", "13.BR8", "13.BR9", "13.BR10", "13.BR11",
    "13.BR12", "13.BR13", "13.BR14", "13.FR1", "13.FR2", "13.FR3", "13.FR4", "13.FR5", "13.FR6", "13.FR7", "13.FR8",
    "13.FR9", "13.FR10", "13.FR11", "13.FR12", "13.FR13", "13.FR14", "13.FR15", "13.FR16", "13.FR17", "13.FR18",
    "13.FR19", "13.FR20", "13.FR21", "13.FR22", "13.FR23", "13.FR24", "13.GE1", "13.GE2", "13.GE3", "13.GE4",
    "13.GE5", "13.GE6", "13.GE7", "13.GE8", "13.GE9", "13.GE10", "13.GE11", "13.GE12", "13.GE13", "13.GE14",
    "13.GE15", "13.GE16", "13.GE17", "13.GE18", "13.GE19", "13.GE20", "13.GE21", "13.GE22", "13.GE23", "13.GE24",
    "13.GE25", "13.GE26", "13.GE27", "13.GE28", "13.BE1", "13.BE2", "13.IT1", "13.IT2",
)  # fmt: skip
def test_every_line_of_the_price_list_is_there() -> None:
    assert [line.clause for line in LINES] == LINE_CLAUSES
    assert {line.id for line in LINES} == {name[3:] for name in LINE_CLAUSES}


@clause("13.OB1", "13.OB2", "13.OB3", "13.OB4", "13.OB5", "13.OB6", "13.AS1")
def test_prices_of_batteries_and_air_missions() -> None:
    prices = {
        (row.calibre, row.strength): tuple(row.points[side] for side in ("german", "allied"))
        for row in GAME.prices.battery
    }
    assert prices == {
        (75, "full"): (7, 8), (75, "depleted"): (6, 7), (105, "full"): (9, 11), (105, "depleted"): (8, 10),
        (155, "full"): (13, 16), (155, "depleted"): (11, 14),
    }  # fmt: skip
    assert GAME.prices.air.points == {"german": 10, "allied": 15}


@clause("13.FO1", "13.FO2", "13.FO3", "13.FO4", "13.FO5", "13.FO6")
def test_prices_of_works() -> None:
    assert [row.points for row in GAME.prices.work.values()] == [3, 3, 3, 3, 5, 9]


@clause("2.2.1.1a", "2.2.1.1b", "7.2a")
def test_officers() -> None:
    drawn = [row for row in GAME.officers if not row.replacement]
    assert {row.kind for row in drawn} == {"infantry", "support", "tank", "senior"}
    known = {row.id: (row.morale, row.leadership, row.range, row.coordination) for row in drawn}
    assert known["F.Moreau"] == (7, 2, 2, 2) and known["F.Landry"][2:] == (2, 1) and known["G.Apfelbaum"][0] == 8
    assert sum((row.nation, row.kind) == ("french", "support") for row in drawn) == 2
    kinds = [(row.nation, row.kind) for row in GAME.officers if row.replacement]
    assert all(kinds.count((nation, "infantry")) == 2 for nation in ("german", "french", "british"))


# charts against the numbers that examples print


@clause("8.3h", "8.3j", "2.3c", "2.3d")
def test_combat_chart() -> None:
    chart = CHARTS.combat
    assert chart.columns[chart.column(7)] == 6
    assert [chart.columns[chart.column(10, shift)] for shift in (-1, 0, 1)] == [9, 10, 12]
    assert chart.effect(chart.column(10), 5) == 5 and chart.effect(chart.column(9), 7) == 3
    assert chart.effect(chart.column(20), 2) == 10 and chart.effect(chart.column(9, -1), 9) == 1
    assert chart.columns[chart.column(10, -3)] == 6 and chart.column(2, -3) == -1 and chart.effect(-1, 2) == 0
    assert chart.columns[chart.column(99, 2)] == 36 and chart.column(0) == -1


def test_more_fire_and_lower_dice_never_do_less() -> None:
    rows = CHARTS.combat.rows
    assert len(rows) == 13 and all(len(row) == len(CHARTS.combat.columns) for row in rows)
    assert all(row == sorted(row) for row in rows)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*rows, strict=True))


@clause("9.1.3b")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(11, 4, "2.5:1"), (12, 6, "2:1"), (15, 7, "2:1"), (5, 6, "1:1.5"), (6, 6, "1:1"), (8, 6, "1:1"), (9, 6, "1.5:1"),
     (3, 10, "1:3"), (1, 20, "1:3"), (30, 1, "5:1")],
)  # fmt: skip
def test_odds(attack: int, defence: int, odds: str) -> None:
    assert CHARTS.odds.ratios[CHARTS.odds.column(attack, defence)].name == odds


def test_hand_to_hand_chart() -> None:
    chart = CHARTS.hand_to_hand
    two = CHARTS.odds.column(2, 1)
    assert chart.result(two, 2) == ((1, 0), (2, 1)) and chart.result(two, 3) == ((1, 0), (1, 2))
    assert all(len(row) == len(CHARTS.odds.ratios) for row in chart.rows) and len(chart.rows) == 10
    assert chart.result(two, -9) == chart.result(two, -1) and chart.result(two, 12) == chart.result(two, 8)


def test_values_of_assault_and_batteries() -> None:
    assert CHARTS.assault.troops == (4, 3, 2) and CHARTS.assault.mg[0] == 3 and CHARTS.assault.medium[0] == 8
    assert (CHARTS.off_board["105"].full, CHARTS.off_board["105"].depleted) == (10, 6)


@clause("8.1.5t1", "8.1.5t2", "8.1.5t3", "8.1.5t4", "8.1.5t5", "12.7.1a")
def test_smoke_and_mines() -> None:
    smoke, mines = CHARTS.smoke, CHARTS.minefield
    assert (smoke.off_board.full, smoke.off_board.reduced, smoke.on_board.full, smoke.on_board.reduced) == (8, 6, 6, 4)
    assert smoke.mortar.full == 4 < smoke.black
    assert (mines.dispersed, mines.normal, mines.concentrated) == (3, 6, 10)


@clause("2.4b")
def test_halved_fire_factors_are_rounded_up() -> None:
    """EX05, RC01, RC02, RC03."""
    assert [halved(5), halved(10), 2 * halved(5), halved(5, 2), halved(6)] == [3, 5, 6, 2, 3]
    assert all(halved(halved(n)) == halved(n, 2) for n in range(1, 40))


@clause("2.4a")
def test_fractions_of_hits_are_dropped() -> None:
    """EX04, EX14: 5 / 4 is one hit, 3 / 4 none."""
    assert [hits(5, 4), hits(3, 4), hits(3, 2), hits(10, 5)] == [1, 0, 1, 2]


@clause("2.2.1a", "2.2.1b", "2.2.1c")
def test_nations_and_their_sides() -> None:
    """G96: Belgians are Allied, Italians fight on the German side."""
    sides = {nation: row.side for nation, row in GAME.units.nation.items()}
    assert [SIDES.index(sides[nation]) for nation in NATIONS] == list(SIDE_OF_NATION)
    assert sides["belgian"] == "allied" and sides["italian"] == "german"
