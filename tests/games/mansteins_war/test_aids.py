"""The charts beside the map: made from the tables, and true to them."""

from __future__ import annotations

import pytest

from meuse.engine.scene import Chart
from tests.games.mansteins_war.battles import segment
from tests.games.mansteins_war.kit import GAME, MAP, clause, do

CHARTS = {chart.id: chart for chart in MAP.player_aids()}


def rows(name: str) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in CHARTS[name].rows}


@pytest.mark.parametrize("chart", CHARTS.values(), ids=list(CHARTS))
def test_every_chart_has_a_clause_a_source_and_even_rows(chart: Chart) -> None:
    clauses = GAME.ledger.clauses
    assert chart.clause in clauses and chart.source and chart.title
    assert {len(row) for row in chart.rows} == {len(chart.columns)}
    cited = [row[chart.columns.index("clause")] for row in chart.rows] if "clause" in chart.columns else []
    assert set(cited) <= set(clauses)


def test_the_charts_that_lie_beside_the_map() -> None:
    assert list(CHARTS) == [
        "assault", "mobile", "results", "shifts", "terrain", "stacking", "air_warfare", "markers_german",
        "markers_allied", "refit", "refit_costs", "logistics", "victory", "points", "turns", "units",
    ]  # fmt: skip


@clause("10.2a", "10.4a")
def test_both_combat_tables() -> None:
    assert CHARTS["assault"].columns[1:] == CHARTS["mobile"].columns[1:] == tuple(MAP.tables.columns.names)
    assert (rows("assault")["1"][0], rows("assault")["6"][-1]) == ("AZ", "DZ")
    assert (rows("mobile")["1"][0], rows("mobile")["6"][-1]) == ("AD", "OR")


@clause("10.4a")
def test_a_preview_lights_the_column_of_its_table() -> None:
    s = segment('"0936" = ["G.19"], "0937" = ["F.21"]')
    do(s, "attack 0937")
    for option in s.options:
        preview = s.preview(option)
        if preview is not None:
            assert preview.lit is not None
            assert preview.lit.chart == option.verb and preview.lit.column in CHARTS[option.verb].columns


@clause("22.1d", "22.1g", "22.1k", "22.1n")
def test_results_in_words() -> None:
    results = rows("results")
    assert results["AD"] == ("attacker defeated", "2 steps lost, retreat 1", "", "", "22.1d")
    assert results["OR"][2:4] == ("3 steps lost, retreat 3", "pursuit, farther for Mech units")
    assert results["DW"][3] == "pursuit; against an intact fortification a stalemate"
    assert "counterattacks" in results["CA"][3]


@clause("10.5f", "10.5g", "22.2b")
def test_shifts_of_columns() -> None:
    shifts = rows("shifts")
    assert shifts["each attacking unit that is unsupported"] == ("1 column left", "10.5f")
    assert shifts["each defending unit that is unsupported"] == ("1 column right", "10.5g")
    assert shifts["a counterattack, in which nothing else counts"] == ("1 column right", "22.2b")


@clause("8.4a", "8.4.1a", "8.0e")
def test_terrain_in_words() -> None:
    terrain = rows("terrain")
    assert terrain["Clear"][:3] == ("1", "1", "")
    assert terrain["Rough"][:3] == ("3", "2; no armies", "2 columns left")
    assert terrain["All sea"][:2] == ("closed", "closed")


@clause("6.1a", "6.2a", "6.3b")
def test_stacking_limits() -> None:
    stacking = rows("stacking")
    assert stacking["German units in a hex"][0] == "1 army and 1 corps, or 3 corps"
    assert stacking["Allied units in a hex"][0] == "1 army and 1 corps, or 2 corps"
    assert stacking["rough hexes, Germans after the Manstein Plan"][0] == "3 corps"
    assert stacking["besides these"] == ("1 logistics and 1 fortress unit", "6.1b")


@clause("16.6d")
def test_the_air_warfare_table() -> None:
    assert CHARTS["air_warfare"].columns == ("die", "-2 or less", "-1", "0", "+1", "+2", "+3 or more")
    assert rows("air_warfare")["6"] == ("BL1", "BL1", "DL1", "DL1", "DL1", "DL1")


@clause("5.1j", "5.1m", "5.1ac", "23.0a")
def test_command_markers() -> None:
    german, allied = rows("markers_german"), rows("markers_allied")
    assert german["Manstein Plan*"][1:] == ("turn 1, if it is the plan chosen", "5.1j")
    assert german["Guderian*"] == (
        "activates up to 2 Mech corps; air units: 2; attacks gain 1R", "from turn 2, once", "5.1m",
    )  # fmt: skip
    assert german["Army Group A"][1] == "every turn" and allied["Belgium"][1] == "every turn"
    assert "no attacks" in allied["Evacuation*"][0]


@clause("14.1b", "14.2a", "14.3b")
def test_refit_points_and_what_they_buy() -> None:
    assert rows("refit")["German"][:3] == ("5", "2", "3")
    assert any("German: none without control of Ruhr" in note for note in CHARTS["refit"].notes)
    assert rows("refit_costs")["the same in an enemy zone of control"] == ("2", "14.3b")


@clause("3.6b", "3.6d", "3.6e", "3.6h", "3.1c")
def test_levels_of_victory() -> None:
    levels = rows("victory")
    assert [row[0] for row in list(levels.values())[1:]] == [
        "50 or more", "40 to 49", "30 to 39", "20 to 29", "10 to 19", "0 to 9", "less than 0",
        "at once, with 2 German depots",
    ]  # fmt: skip


@clause("3.4a", "3.4b", "3.5d")
def test_what_scores() -> None:
    points = rows("points")
    assert points["German control of Paris"] == ("10", "3.4a")
    assert points["German control of Antwerp"] == ("4", "3.4b")
    assert points["each German mechanized unit eliminated"] == ("-3", "3.5d")


@clause("13.1a", "3.4j")
def test_the_turn_track_says_what_is_due() -> None:
    turns = rows("turns")
    assert len(turns) == 8 and turns["1"][0] == "10-16 May"
    assert "2nd Armour Group arrives with 1 step" in turns["2"][1] and "Guderian can be put" in turns["2"][1]
    assert turns["6"][1] == "the last turn, unless the Germans extend the game"


@clause("2.2.5a")
def test_units_by_command() -> None:
    units = rows("units")
    number, names = units["Panzer Group Kleist"][1:]
    assert number == "5" and names.startswith("19th Panzer Corps 7\u20115\u20116 (4\u20113)")
    assert units["Army Group C"][1] == "4"
