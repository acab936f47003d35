"""Every number of the rules that is in no counter and no marker, proven against the tables."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from meuse.games.mansteins_war import tables
from meuse.games.mansteins_war.tables import Crt, MoveClass, Result, Stack
from tests.games.kit import clause

from .test_data import CAMPAIGN, LEDGER, TABLES

# terrain and movement


def cost(kind: MoveClass, *rows: str, river: bool = False) -> int:
    """Movement factors for a hex with these features (8.4b), perhaps across a river."""
    costs = [TABLES.terrain[row].cost for row in (*rows, "river")]
    hexes = [table[kind] for table in costs[:-1] if table is not None]
    return max(hexes) + (costs[-1][kind] if river and costs[-1] is not None else 0)


def shift(*rows: str) -> int:
    """Columns of an attack on these features: the best row, and those that are added (R59)."""
    found = [TABLES.terrain[row] for row in rows]
    return min([0, *(row.columns for row in found if not row.added)]) + sum(row.columns for row in found if row.added)


@clause("2.1.1b", "8.4a", "8.4c")
@pytest.mark.parametrize(
    ("rows", "mech", "foot"),
    [
        (("clear",), 1, 1), (("forest",), 2, 1), (("rough",), 3, 2), (("clear", "city"), 1, 1),
        (("clear", "town"), 1, 1), (("forest", "city"), 2, 1), (("clear", "minor_fort"), 2, 2),
        (("clear", "city", "major_fort"), 3, 3), (("rough", "minor_fort"), 3, 2),
    ],
)  # fmt: skip
def test_what_a_hex_costs(rows: tuple[str, ...], mech: int, foot: int) -> None:
    assert (cost("mech", *rows), cost("foot", *rows)) == (mech, foot)


@clause("8.4c")
def test_a_mech_unit_pays_three_to_cross_a_river_into_a_forest() -> None:
    assert cost("mech", "forest", river=True) == 3
    assert cost("foot", "clear", river=True) == 2


@clause("17.0c")
@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (("clear",), 0), (("clear", "town"), 0), (("forest",), -1), (("rough",), -2), (("clear", "city"), -1),
        (("forest", "city"), -1), (("forest", "minor_fort"), -2), (("clear", "city", "major_fort"), -2),
        (("rough", "minor_fort", "river"), -4), (("clear", "river"), -1),
    ],
)  # fmt: skip
def test_what_terrain_gives_the_defender(rows: tuple[str, ...], columns: int) -> None:
    assert shift(*rows) == columns


def test_what_is_closed() -> None:
    assert {name for name, row in TABLES.terrain.items() if row.closed} == {"sea", "lake", "outside", "ocean"}
    assert [name for name, row in TABLES.terrain.items() if row.no_armies] == ["rough"]
    assert set(TABLES.terrain) == {*tables.TERRAIN, *tables.LAID_ON, *tables.HEXSIDES}


def test_where_units_may_go() -> None:
    everywhere = {"germany", "netherlands", "belgium", "luxembourg", "france"}
    enters = {nation: set(countries) for nation, countries in TABLES.movement.enters.items()}
    assert enters == {
        "german": everywhere, "french": everywhere, "british": everywhere, "belgian": {"belgium", "france"},
        "dutch": {"netherlands"},
    }  # fmt: skip
    assert set(TABLES.movement.alliance) == enters["belgian"] | {"luxembourg"}


@clause("8.2a", "15.5a", "16.8b")
@pytest.mark.parametrize(("printed", "halved"), [(6, 3), (5, 3), (3, 2), (1, 1)])
def test_unsupported_units_have_half_their_movement_rounded_up(printed: int, halved: int) -> None:
    assert -(-printed // TABLES.movement.unsupported) == halved
    assert (TABLES.movement.minimum, TABLES.movement.interdiction) == (1, 1)


@clause("6.1a", "6.1b", "6.2a", "6.2b", "6.3a", "6.3b")
def test_stacking_limits() -> None:
    table = TABLES.stacking
    assert table.limit == {"german": Stack(beside_army=1, corps=3), "allied": Stack(beside_army=1, corps=2)}
    assert (table.rough, table.rough_manstein, table.logistics, table.static) == (1, 3, 1, 1)


@clause("9.1a", "9.1b", "9.1c")
def test_railroads() -> None:
    table = TABLES.rail
    assert table.armies == {"german": 3, "allied": 2}
    assert table.weight["army"] == table.weight["none"] == table.parts == 3 * table.weight["corps"]
    two_armies_and_three_corps = 2 * table.weight["army"] + 3 * table.weight["corps"]
    assert two_armies_and_three_corps == table.armies["german"] * table.parts
    assert table.weight["brigade"] == table.weight["corps"]
    assert table.country == {
        "german": "germany", "french": "france", "british": "france", "belgian": "belgium", "dutch": "netherlands",
    }  # fmt: skip


# combat


def column(attack: int, defence: int, *shifts: int) -> str:
    """The column of a combat: percentages without decimals, net shifts (R57, R58)."""
    percentage = 100 * attack // defence
    start = max(number for number, least in enumerate(TABLES.columns.lowest) if percentage >= least)
    return TABLES.columns.names[max(0, min(len(TABLES.columns.names) - 1, start + sum(shifts)))]


@clause("10.4a")
@pytest.mark.parametrize(
    ("attack", "defence", "shifts", "name"),
    [
        (20, 13, (), "150-199%"), (49, 100, (), "49%"), (50, 100, (), "50-99%"), (99, 100, (), "50-99%"),
        (7, 1, (), "700%"), (1, 10, (2,), "100-149%"), (9, 1, (2, -3), "600-699%"), (6, 1, (), "600-699%"),
        (2, 1, (-3,), "50-99%"), (1, 2, (-4,), "49%"),
    ],
)  # fmt: skip
def test_percentage_columns(attack: int, defence: int, shifts: tuple[int, ...], name: str) -> None:
    assert column(attack, defence, *shifts) == name


@clause("22.2b")
def test_no_counterattack_is_resolved_below_the_second_column() -> None:
    assert column(1, 100, TABLES.combat.counterattack) == "50-99%"
    assert column(4, 4, TABLES.combat.counterattack) == "150-199%"


ASSAULT = ("AZ", "AD", "CA", "AA", "ST", "DW", "DA", "DD", "DZ")
MOBILE = ("AD", "AP", "CA", "AA", "MA", "DW", "DP", "OR")
"""Worst for the attacker first."""
BOTH_TABLES = pytest.mark.parametrize(
    ("table", "order"), [(TABLES.assault, ASSAULT), (TABLES.mobile, MOBILE)], ids=["assault", "mobile"]
)


@clause("2.1.1c")
@BOTH_TABLES
def test_a_higher_die_and_a_higher_column_are_never_worse(table: Crt, order: tuple[str, ...]) -> None:
    ranks = [[order.index(cell) for cell in row] for row in table.rows]
    assert [len(row) for row in ranks] == [len(TABLES.columns.names)] * 6
    assert all(left <= right for row in ranks for left, right in pairwise(row))
    assert all(low <= high for rows in pairwise(ranks) for low, high in zip(*rows, strict=True))
    assert {cell for row in table.rows for cell in row} == set(order)


@clause("2.1.1c", "12.1c")
def test_every_result_of_section_22_occurs_and_overruns_are_mobile() -> None:
    assert {*ASSAULT, *MOBILE} == set(get_args(Result)) == set(TABLES.result)
    assert "OR" not in ASSAULT and {"DW", "CA"} <= set(ASSAULT)


RESULTS = {
    "AA": ((1, 0), (0, 0), ""),
    "AD": ((2, 1), (0, 0), ""),
    "AP": ((1, 2), (0, 0), ""),
    "AZ": ((3, 1), (0, 0), ""),
    "CA": ((0, 0), (0, 0), ""),
    "DA": ((0, 0), (1, 0), "cleared"),
    "DD": ((0, 0), (2, 1), "always"),
    "DP": ((0, 0), (2, 2), "always"),
    "DW": ((0, 0), (0, 1), "always"),
    "DZ": ((0, 0), (3, 2), "always"),
    "MA": ((1, 0), (0, 1), "always"),
    "OR": ((0, 0), (3, 3), "always"),
    "ST": ((1, 0), (1, 0), "cleared"),
}
"""Steps and hexes of retreat of the attacker, of the defender, and pursuit."""


@clause("22.1c", "22.1d", "22.1e", "22.1f", "22.1h", "22.1i", "22.1j", "22.1k", "22.1l", "22.1m", "22.1n", "22.1o")
@pytest.mark.parametrize("code", RESULTS)
def test_what_a_result_means(code: Result) -> None:
    row = TABLES.result[code]
    attacker, defender = row.attacker, row.defender
    assert ((attacker.steps, attacker.retreat), (defender.steps, defender.retreat), row.pursuit) == RESULTS[code]
    assert LEDGER.clauses[row.clause].title == code


@clause("22.1k", "22.1n")
def test_results_with_effects_of_their_own() -> None:
    assert {code: row.fort for code, row in TABLES.result.items() if row.fort} == {"CA": "ends", "DW": "ST"}
    assert [code for code, row in TABLES.result.items() if row.counterattack] == ["CA"]
    assert [code for code, row in TABLES.result.items() if row.overrun] == ["OR"]


@clause("10.5f", "10.5g", "10.5j", "15.5c", "20.1b")
def test_shifts() -> None:
    table = TABLES.combat
    assert (table.unsupported_attacker, table.unsupported_defender) == (-1, 1)
    assert (table.naval, table.mountain) == (1, 1)
    assert [name for name, row in TABLES.type.items() if row.mountain] == ["mountain"]


@clause("12.1b", "12.1c", "15.5d", "15.6a")
def test_pursuit() -> None:
    table = TABLES.pursuit
    assert (table.german_mech, table.others) == (2, 1)
    assert (table.german_mech + table.overrun, table.others + table.overrun) == (3, 2)
    assert (table.unsupported, table.cut_off) == (1, 0)
    assert (table.overrun_mech, table.overrun_others) == (2, 1)


# air, special forces, airborne corps

AIR_ORDER = ("AL1", "NE", "BL1", "DL1")


def air(difference: int, *shifts: int) -> list[str]:
    """The column for a difference, as results by die."""
    differences = TABLES.air.differences
    start = max(differences[0], min(differences[-1], difference))
    number = max(0, min(len(differences) - 1, differences.index(start) + sum(shifts)))
    return [row[number] for row in TABLES.air.rows]


@clause("16.9d")
def test_a_higher_die_and_a_greater_difference_are_never_worse_in_the_air() -> None:
    columns = [[AIR_ORDER.index(cell) for cell in air(difference)] for difference in range(-3, 5)]
    assert all(column == sorted(column) for column in columns)
    assert all(left <= right for pair in pairwise(columns) for left, right in zip(*pair, strict=True))
    assert columns[0] == columns[1] and columns[-1] == columns[-2]


def test_the_luftwaffe_marker_moves_one_column_to_the_right() -> None:
    assert air(0, 1) == air(1) != air(0)
    assert air(3, 1) == air(3)


@pytest.mark.parametrize("bomber", [1, 2])
def test_bombing_a_city_can_end_in_every_way(bomber: int) -> None:
    assert set(air(bomber - TABLES.air.city)) == set(AIR_ORDER)


@clause("16.3a", "16.4a", "16.4b", "16.7b", "16.9d")
def test_air_zones() -> None:
    table = TABLES.air
    assert (table.zone_full, table.zone_reduced, table.per_hex, table.support, table.city) == (1, 0, 1, 1, 1)


@clause("18.0b", "18.0e", "19.0d")
def test_how_often_and_how_far() -> None:
    assert (TABLES.airborne.range, TABLES.airborne.landings) == (10, 1)
    assert (TABLES.special_forces.per_attack, TABLES.naval.per_turn) == (1, 1)


# reinforcements, refit, logistics


@clause("13.3a", "13.3d")
def test_where_reinforcements_are_deployed() -> None:
    table = TABLES.entry
    assert table.hexes["german"] == [f"22{row}" for row in range(28, 45)]
    assert table.hexes["british"] == [f"04{row}" for row in range(39, 45)]
    assert [nation for nation, depots in table.depots.items() if not depots] == ["british"]
    assert {nation: edges for nation, edges in table.edges.items() if edges} == {"french": ["east", "south"]}
    assert table.french_west == ["west", "south"]


@clause("14.3b", "14.3e", "14.3f", "2.1.1d")
def test_what_refit_costs() -> None:
    table = TABLES.refit
    assert (table.ground, table.ground_in_zone, table.logistics, table.air) == (1, 2, 1, 2)


@clause("14.1b", "2.1.1e")
@pytest.mark.parametrize(
    ("nation", "points"),
    [
        ("german", "23333322"), ("french", "12222111"), ("british", "01111100"), ("belgian", "01100000"),
        ("dutch", "01000000"),
    ],
)  # fmt: skip
def test_refit_points_by_turn(nation: tables.Nation, points: str) -> None:
    assert TABLES.refit.points[nation] == [int(point) for point in points]


@clause("14.1a", "14.2a", "14.2b", "21.1k", "21.2g", "2.1.1f")
def test_refit_points_at_the_start_and_at_most() -> None:
    assert CAMPAIGN.refit == {"german": 5, "french": 2, "british": 1, "belgian": 0, "dutch": 0}
    assert TABLES.refit.needs == {"german": "Ruhr", "french": "Paris"}
    assert TABLES.refit.maximum == 10 >= max(*CAMPAIGN.refit.values(), *TABLES.rail.armies.values())


@clause("15.2d")
def test_who_is_supported_from_where() -> None:
    table = TABLES.logistics
    assert table.country == {
        "german": ["germany"], "french": ["france"], "british": [], "belgian": ["belgium"], "dutch": ["netherlands"],
    }  # fmt: skip
    own = {nation: [nation] for nation in ("german", "french", "british")}
    assert table.uses == {**own, "belgian": [], "dutch": []}
    assert table.port_units == {"german": 0, "french": 1, "british": 99, "belgian": 0, "dutch": 0}
    assert table.port_by_logistics == ["british"]
    assert set(table.channel_ports) == {"Le Havre", "Dieppe", "Boulogne", "Calais", "Dunkirk", "Ostend"}


# victory


@clause("3.4a", "3.4b", "3.4c", "3.4d")
def test_german_points_for_places() -> None:
    points = TABLES.victory.german
    assert points.places == {"Paris": 10, "Rotterdam": 4, "Antwerp": 4}
    assert (points.depot, points.channel_port, points.fort, points.fort_kind) == (3, 3, 1, "major_fort")
    assert sum(points.places.values()) + 2 * points.depot + 3 * points.channel_port + 4 * points.fort == 37
    assert sum(points.places.values()) + 7 * points.depot + 6 * points.channel_port + 6 * points.fort == 63


@clause("3.5a", "3.5b", "3.5c")
def test_allied_points_for_places() -> None:
    points = TABLES.victory.allied
    assert points.places == {"Ruhr": 5}
    assert (points.depot, points.channel_port, points.fort, points.fort_kind) == (3, 0, 2, "minor_fort")


@clause("3.4e", "3.4f", "3.4g", "3.5d", "3.5e", "3.5f")
def test_points_for_units() -> None:
    german, allied = TABLES.victory.german.units, TABLES.victory.allied.units
    assert (german.mech_corps, german.mech, german.army, german.air) == (2, 0, 1, 1)
    assert (allied.mech_corps, allied.mech, allied.army, allied.air) == (0, 3, 2, 1)
    assert 2 * german.mech_corps + 3 * german.army + german.air == 8


def level(difference: int) -> str:
    ranks = [rank for rank in TABLES.victory.levels if not rank.sudden]
    return next(rank.id for rank in ranks if rank.least is None or difference >= rank.least)


@clause("3.6b", "3.6c", "3.6d", "3.6e", "3.6f", "3.6g", "3.6h")
@pytest.mark.parametrize(
    ("difference", "name"),
    [
        (99, "strategic_german"), (50, "strategic_german"), (49, "operational_german"), (40, "operational_german"),
        (39, "marginal_german"), (30, "marginal_german"), (29, "draw"), (20, "draw"), (19, "marginal_allied"),
        (10, "marginal_allied"), (9, "operational_allied"), (0, "operational_allied"), (-1, "strategic_allied"),
    ],
)  # fmt: skip
def test_levels_of_victory(difference: int, name: str) -> None:
    assert level(difference) == name


@clause("3.1c", "3.4i")
def test_sudden_death_and_the_extension() -> None:
    sudden = {rank.id: rank.winner for rank in TABLES.victory.levels if rank.sudden}
    assert sudden == {"epic_german": "german", "epic_allied": "allied"}
    assert TABLES.victory.german_depots == 2
    assert level(55 + TABLES.victory.extension) == "operational_german"


def test_the_winner_of_a_level_is_in_its_name() -> None:
    for rank in TABLES.victory.levels:
        assert rank.id == "draw" or rank.id.endswith(rank.winner)


@clause("3.8c", "3.8d")
def test_what_makes_a_country_capitulate() -> None:
    assert {name: (row.nation, row.places) for name, row in TABLES.capitulation.items()} == {
        "france": ("french", []),
        "belgium": ("belgian", ["Brussels", "Antwerp", "Eben Emael"]),
        "netherlands": ("dutch", ["Amsterdam", "Rotterdam"]),
    }


# sections 24 to 28


def test_plan_w_and_morale() -> None:
    table = TABLES.options.morale
    assert table.german_places == ["Eben Emael", "Antwerp", "Rotterdam", "Lille", "Sedan", "Paris"]
    assert (table.allied_cities_in, table.per_turn, table.victories) == ("germany", 1, 2)
    assert TABLES.options.plan_w.french_places == 2


@clause("25.4d")
@pytest.mark.parametrize(("place", "points"), [("Paris", 5), ("Antwerp", 2), ("Rotterdam", 2), ("Brussels", 1)])
def test_open_cities_are_worth_half(place: str, points: int) -> None:
    german, table = TABLES.victory.german, TABLES.options.open_cities
    assert place in table.places and len(table.places) == 4
    assert german.places.get(place, german.depot) // table.divisor == points


def test_the_west_edge() -> None:
    assert TABLES.options.edge_evacuation.hexes == TABLES.entry.hexes["british"]
    assert TABLES.options.edge_evacuation.cost == 1


def test_airlift() -> None:
    table = TABLES.options.airlift
    assert (table.supply_radius, table.corps, table.advanced_per_turn) == (1, 1, 1)
    carried = {name: row.airlifted for name, row in TABLES.type.items() if row.airlifted}
    assert carried == {"airborne": "airlift", "infantry": "advanced_airlift", "mountain": "advanced_airlift"}


def test_bridgeheads() -> None:
    assert (TABLES.options.bridgeheads.per_hexside, TABLES.options.bridgeheads.per_side) == (1, 2)


@pytest.mark.parametrize(
    ("option", "side", "points"),
    [
        ("ss_corps", "allied", 1), ("more_special_forces", "allied", 1), ("mountain_corps", "allied", 1),
        ("advanced_airlift", "allied", 1), ("no_netherlands", "german", 5), ("allied_armour", "german", 1),
        ("allied_air_doctrine", "german", 5), ("allied_special_forces", "german", 1), ("colonial_corps", "german", 1),
        ("fighter_command", "german", 3), ("belgian_alliance", "german", 5),
    ],
)  # fmt: skip
def test_points_for_variants(option: str, side: str, points: int) -> None:
    row = TABLES.options.variant[option]
    assert (row.to, row.points) == (side, points)
    assert len(TABLES.options.variant) == 11


def test_numbers_of_other_variants() -> None:
    assert TABLES.options.allied_air_doctrine.air == 2
    assert TABLES.options.allied_air_doctrine.markers == ["1AG", "2AG", "3AG"]
    assert TABLES.options.variable_reinforcements.die == 6
