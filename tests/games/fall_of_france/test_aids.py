"""The charts beside the map: made from the tables, and true to them."""

from __future__ import annotations

import pytest

from meuse.engine.scene import Chart
from tests.games.fall_of_france.kit import GAME, MAP, clause

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
        "crt", "shifts", "skirmish", "skirmish_modifiers", "terrain", "breach", "air_combat", "recovery",
        "replacements", "air_reinforcements", "victory", "turns", "units",
    ]  # fmt: skip


@clause("CRTa", "CRT0", "CRT7")
def test_the_combat_results() -> None:
    crt = CHARTS["crt"]
    assert crt.columns[1:] == tuple(MAP.tables.crt.columns)
    assert rows("crt")["0"][0] == "1D/CD" and rows("crt")["7"][-1] == "-/4D"


@clause("11.4g")
def test_the_skirmish_table_in_words() -> None:
    assert rows("skirmish")["-1 or less"] == ("attacker: one unit disrupted and retreat",)
    assert rows("skirmish")["2"] == ("attacker: stalled",)
    assert rows("skirmish")["5"] == ("defender: one unit disrupted or retreat",)


@clause("11.3c", "11.3d", "TECd", "TECk")
def test_what_changes_the_die_of_a_skirmish() -> None:
    die = rows("skirmish_modifiers")
    assert die["the attack is greater than the defence"] == ("+1", "11.3c")
    assert die["the defence is at least 2 times the attack"] == ("-1", "11.3d")
    assert die["the hex entered is city"] == ("-1", "TECd")
    assert die["all defenders across a major river"] == ("-1", "TECk")


@clause("TECc", "TECg", "TECj", "TECq", "TECr")
def test_terrain_in_words() -> None:
    terrain = rows("terrain")
    assert terrain["Clear"] == ("1", "", "")
    assert terrain["Town"][0] == "no effect; mechanised -1"
    assert terrain["Minor river"] == ("+1", "no bonus for mechanised attackers", "-1 on the die; no mechanised assault")
    assert terrain["Fortress"][2] == "defence x2; defenders may ignore a retreat; a cadre result only disrupts"
    assert "all points" in terrain["Mountain"][0] and "closed in mechanised operations" in terrain["Mountain"][0]


@clause("9.3k")
def test_the_assault_on_fortifications() -> None:
    assert rows("breach")["4"] == ("breach", "disrupted")
    assert rows("breach")["0 or less"] == ("no breach", "disrupted")
    assert any("major fortified line -1" in note.lower() for note in CHARTS["breach"].notes)


@clause("13.1b", "RECa", "RPb")
def test_air_combat_recovery_and_replacements() -> None:
    assert [rows("air_combat")[str(die)][0] for die in (1, 3, 5, 6)] == ["none", "aborted", "damaged", "eliminated"]
    assert rows("recovery")["1"] == ("eliminated", "2 replacement points")
    assert CHARTS["replacements"].rows[0] == ("turn 2", "German", "9", "1")
    assert rows("air_reinforcements")["RAF 1"][:2] == ("from turn 1", "3 or more")


@clause("3.0b", "18.3d")
def test_the_turn_track_says_what_is_due() -> None:
    turns = rows("turns")
    assert len(turns) == MAP.scenario.turns
    assert "return from the dead pile" in turns["5"][1] and "3 German corps" in turns["5"][1]
    assert "German replacement points: 9 infantry and 1 armour" in turns["2"][1]
    assert turns["13"][1].endswith("the last turn: victory is judged")


@clause("21.0g")
def test_the_levels_of_victory_and_what_paris_makes_of_them() -> None:
    victory = rows("victory")
    assert victory["major Allied victory"][1] == "minor Allied victory"
    assert victory["minor German victory"][1] == "substantial German victory"
