"""What helps at the table: charts, sweeps, warnings, and the ready set-up unit by unit."""

from __future__ import annotations

import pytest

from meuse.engine.scene import Chart, Scene, Sweep
from meuse.engine.staging import READY
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import GAME, MAP, do, lay, where

CHARTS = {scenario: {chart.id: chart for chart in GAME.setting(scenario).player_aids()} for scenario in GAME.scenarios}
QUIET = '"3628" = ["UK.I"]'


def rows(chart: Chart) -> dict[str, tuple[str, ...]]:
    return {head: rest for head, *rest in map(list, chart.rows)}


def scene(s: WarState) -> Scene:
    assert s.to_act is not None
    return s.scene(s.to_act)


def warnings(s: WarState) -> dict[str, str]:
    return {choice.action: choice.warning for choice in scene(s).choices if choice.warning}


def sweep(s: WarState, verb: str) -> None:
    """As the server does it: all options of a verb, one after the other."""
    while offered := s.offered(verb):
        do(s, str(offered[0]))


# charts


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_chart_has_a_clause_a_source_and_even_rows(scenario: str) -> None:
    assert list(CHARTS[scenario]) == ["crt", "shifts", "terrain", "movement", "turns", "units"]
    for chart in CHARTS[scenario].values():
        assert chart.clause in GAME.ledger.clauses and chart.source and chart.title
        assert {len(row) for row in chart.rows} == {len(chart.columns)}


def test_the_combat_results_table_is_that_of_the_data() -> None:
    table, chart = GAME.tables.crt, CHARTS["1940"]["crt"]
    assert chart.columns[1:] == table.columns
    assert tuple(row[1:] for row in chart.rows) == table.rows and [row[0] for row in chart.rows] == list("123456")
    assert "AE: every attacker loses a step" in chart.notes
    assert "AE: one attacker is eliminated" in CHARTS["1939"]["crt"].notes


def test_terrain_movement_and_shifts_are_those_of_the_scenario() -> None:
    terrain = rows(CHARTS["1940"]["terrain"])
    assert terrain["Ardennes"] == ["2", "1 column left"] and terrain["Sea"][0] == "closed"
    assert terrain["River or canal"] == ["+1, not into or out of a city", "attackers across it are halved"]
    assert rows(CHARTS["1940"]["movement"])["German mechanized corps"] == ["12"]
    assert CHARTS["1939"]["movement"].rows == (
        ("German", "4"), ("French", "one die, at most 4; 4 without a roll on the first turn"),
    )  # fmt: skip
    assert [row[2] for row in CHARTS["1939"]["shifts"].rows] == ["11.11d", "5.5c"]
    assert rows(CHARTS["1940"]["shifts"])["Operation Dynamo"] == ["2 columns left", "5.13i"]


def test_the_turn_track_says_what_is_due_when() -> None:
    turns = CHARTS["1940"]["turns"]
    assert turns.rows[7] == ("8", "3-6 June", "XXXIX Panzer Corps arrives") and len(turns.rows) == 13
    assert turns.notes == (
        "Each turn: German turn, Allied turn, victory check, supply check, Operation Dynamo, replacements.",
    )
    due = [row[2] for row in CHARTS["1939"]["turns"].rows]
    assert due[1:4] == ["", "supply crisis on a 1", "supply crisis on 1 to 2"]


def test_units_are_listed_by_groups_of_the_scenario() -> None:
    units = rows(CHARTS["1940"]["units"])
    assert units["German panzer corps"] == ["4", "12-8, 9-6, 6-4, 3-2"] and units["Maginot Line"] == ["15", "2, 1"]
    assert sum(int(row[1]) for row in CHARTS["1940"]["units"].rows) == len(MAP.army)


# wishes


def test_everybody_joins_an_attack_as_soon_as_its_target_is_chosen() -> None:
    s = lay(f'phase = "german combat"\nturn = 4\nunits = {{ "2627" = ["G.I", "G.II"], "2626" = ["F.VII"], {QUIET} }}')
    do(s, "attack 2626")
    assert scene(s).sweeps == (Sweep("commit", "Everybody joins the attack", True),)
    sweep(s, "commit")
    assert [piece.id for piece in scene(s).fight.attacker.pieces] == ["G.I", "G.II"]  # type: ignore[union-attr]
    do(s, "fight", rolls=[3])
    do(s, *map(str, s.offered("to")[:1]))
    assert s.scene("german").sweeps == (Sweep("advance", "Advance with all"),)
    sweep(s, "advance")
    assert where(s, "G.I") == where(s, "G.II") == "2626"


def test_a_march_takes_the_stack_along_and_is_put_down() -> None:
    s = lay(f'phase = "german movement"\nturn = 4\nunits = {{ "2935" = ["G.I", "G.II", "G.III"], {QUIET} }}')
    assert scene(s).puts_down == "" and not scene(s).sweeps
    do(s, "move G.I")
    assert scene(s).puts_down == "stop" and scene(s).sweeps == (Sweep("join", "Take the whole stack along"),)
    sweep(s, "join")
    assert scene(s).focus.pieces == ("G.I", "G.II", "G.III")


# warnings


def test_violating_a_neutral_asks_once() -> None:
    units = f'units = {{ "2935" = ["G.I"], "3737" = ["N.II"], {QUIET} }}'
    for phase in ("movement", "combat"):
        s = lay(f'phase = "german {phase}"\nturn = 4\n{units}')
        assert warnings(s)["declare netherlands"] == (
            "The Netherlands joins the Allies with 1 unit and stays at war to the end."
        )
        assert warnings(s)["declare luxembourg"] == "Luxembourg joins the Allies and stays at war to the end."


def test_ending_movement_asks_only_if_nobody_has_moved() -> None:
    s = lay(f'phase = "german movement"\nturn = 4\nunits = {{ "2935" = ["G.I"], {QUIET} }}')
    assert warnings(s)["done"] == "No unit has moved in this phase."
    do(s, "move G.I", "to 2936", "stop")
    assert "done" not in warnings(s)


@pytest.mark.parametrize(("defenders", "warning"), [
    ('"F.VII"', "Units of yours can still attack at good odds: 2626 at 2:1."),
    ('"F.VII", "F.I"', ""),  # what lies below is not known
    ('"F.I"', "Units of yours can still attack at good odds: 2626 at 2:1."),
    ('"UK.II"', ""),  # 12 to 8
])  # fmt: skip
def test_ending_combat_asks_if_somebody_can_still_fight_at_good_odds(defenders: str, warning: str) -> None:
    units = f'"2627" = ["G.I", "G.II"], "2626" = [{defenders}], {QUIET}'
    s = lay(f'phase = "german combat"\nturn = 4\nunits = {{ {units} }}')
    assert warnings(s).get("done", "") == warning


def test_what_comes_once_or_brings_nothing_asks() -> None:
    s = lay(f'phase = "coup"\nturn = 1\nunits = {{ "2935" = ["G.I"], {QUIET} }}')
    assert warnings(s) == {"decline": "The coup can be made now or never."}
    text = f'phase = "german movement"\nturn = 6\nunits = {{ "3118" = ["G.19"], {QUIET} }}'
    for scored, warned in (('points = ["brittany"]', True), ("", False)):
        s = lay(f"{scored}\n{text}")
        do(s, "move G.19")
        assert ("exit west" in warnings(s)) == warned


# set-up


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_the_ready_set_up_can_be_laid_unit_by_unit(scenario: str) -> None:
    """Neutrals, armies and Sickle Cut: the same position as by one action."""
    at_once, singly = GAME.new(scenario, seed=1), GAME.new(scenario, seed=1)
    while at_once.offered("ready"):
        assert READY in scene(singly).sweeps
        do(singly, *singly.agenda[-1].ready_actions(singly))
        do(at_once, "ready")
        assert singly.position() == at_once.position()
    assert singly.turn == 1


def test_what_is_placed_by_hand_stays_and_the_rest_follows() -> None:
    s = GAME.new("1939", seed=1)
    do(s, "place g.5", "at 2335")
    actions = s.agenda[-1].ready_actions(s)
    assert "place g.5" not in actions and len(actions) == 68
    do(s, *actions)
    assert where(s, "g.5") == "2335" and s.to_act == "allied"


def test_what_has_no_room_any_more_is_left_to_the_player() -> None:
    s = GAME.new("1940", seed=1)
    do(s, "ready", "sickle no")
    actions = s.agenda[-1].ready_actions(s)
    assert "at 2931" not in actions  # in the Ardennes, closed without Sickle Cut
    do(s, "place G.I", "at 2734", "place G.II", "at 2734", "place G.III", "at 2734")
    actions = s.agenda[-1].ready_actions(s)
    assert "at 2734" not in actions and "place G.14" not in actions
    do(s, *actions)
    assert {option.object for option in s.offered("place")} == {"G.14", "G.15", "G.19", "G.41", "G.XVIII", "G.XXIII"}
    assert not s.agenda[-1].ready_actions(s)


def test_three_corps_open_sickle_cut_and_no_more() -> None:
    s = GAME.new("1940", seed=1)
    do(s, "ready", "sickle yes", "place G.14", "at 3032")
    do(s, *s.agenda[-1].ready_actions(s))
    assert s.sickle.bit_count() == 3 and {option.object for option in s.offered("place")} == {"G.15"}
