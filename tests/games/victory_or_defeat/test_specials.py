"""Chapter 5: Sickle Cut, the airborne coup, Operation Dynamo, the roads of Belgium, the 4th Armored."""

from __future__ import annotations

import pytest

from meuse.engine import Event
from meuse.engine.events import Rolled
from meuse.games.victory_or_defeat import dynamo, strength, supply, ways, zoc
from meuse.games.victory_or_defeat.events import CoupMade, DynamoDeclared, Evacuated, Fought, RoadsOfBelgium
from meuse.games.victory_or_defeat.setting import ALLIED, BELGIUM, FRANCE, GERMAN, GERMANY, SWITZERLAND
from meuse.games.victory_or_defeat.state import IN_PLAY, NEUTRAL, WarState

from .kit import GAME, MAP, can, choices, clause, controls, do, lay, refusal, steps, where

BOARD = MAP.board


def asked(s: WarState) -> tuple[str, str]:
    """Who decides now, and in which step."""
    assert s.decision is not None
    return s.decision.side, s.decision.step


def rolled(events: list[Event]) -> list[str]:
    return [event.purpose for event in events if isinstance(event, Rolled)]


def shifts(s: WarState, target: str, *attackers: str, armored: bool = False) -> list[tuple[str, str]]:
    found = strength.shifts(s, tuple(MAP.piece(name) for name in attackers), BOARD.place(target), armored)
    return [(factor.value, factor.clause) for factor in found]


def column(s: WarState, target: str, *attackers: str) -> str:
    return strength.odds(s, tuple(MAP.piece(name) for name in attackers), BOARD.place(target)).text


# Sickle Cut: 2931 and 3031 are Belgian Ardennes, 3030 French Ardennes; 2831 is clear, next to 2931 and 2832

SICKLE = """
turn = TURN
forts = true
sickle = ["G.19", "G.41", "G.15"]
countries = { belgium = 1 }
units = { "2931" = ["G.19"], "3031" = ["G.41"], "2832" = ["G.15"], "2635" = ["G.14", "G.I"], "3130" = ["G.II"], "2831" = ["F.I"], "3030" = ["F.II"], "3628" = ["UK.I"] }
"""  # noqa: E501


def sickle(phase: str, turn: int = 1, text: str = "") -> WarState:
    return lay(SICKLE.replace("TURN", str(turn)) + f'phase = "{phase}"\n{text}')


@clause("5.8a")
@pytest.mark.parametrize("order", ["move_first", "fight_first"])
def test_sickle_cut_corps_do_not_move_on_turn_1(order: str) -> None:
    s = sickle("german movement", 1, f'order = "{order}"')
    assert choices(s, "move") == {"G.14", "G.I", "G.II"}
    for unit in ("G.19", "G.41", "G.15"):
        assert refusal(s, f"move {unit}") == "5.8a"
    s = sickle("german movement", 2, f'order = "{order}"')
    assert choices(s, "move") == {"G.14", "G.I", "G.II", "G.19", "G.41", "G.15"}


@clause("5.8a")
def test_nobody_takes_a_sickle_cut_corps_along_on_turn_1() -> None:
    s = lay("""
phase = "german movement"
sickle = ["G.19", "G.41", "G.15"]
countries = { belgium = 1 }
units = { "2931" = ["G.19", "G.14"], "3628" = ["UK.I"] }
""")
    do(s, "move G.14")
    assert not choices(s, "join")


@clause("5.8b")
def test_sickle_cut_corps_attack_on_turn_1() -> None:
    s = sickle("german combat")
    assert {"2831", "3030"} <= choices(s, "attack")
    do(s, "attack 2831")
    assert choices(s, "commit") == {"G.19", "G.15"}


@clause("5.8c")
def test_the_surprise_shift_of_turn_1() -> None:
    s = sickle("german combat")
    assert shifts(s, "2831", "G.19") == [("+1", "5.8c")]
    events = do(s, "attack 2831", "commit G.19", "fight", rolls=[6])  # 12 to 6 is 2:1, with the shift 3:1
    assert [(e.attack, e.defence, e.column) for e in events if isinstance(e, Fought)] == [(12, 6, "3:1")]
    s = sickle("german combat", 2)
    assert shifts(s, "2831", "G.19") == [] and column(s, "2831", "G.19") == "2:1"


@clause("5.8c")
def test_the_ardennes_do_not_help_against_the_surprise() -> None:
    s = sickle("german combat")
    # 12 halved across the Meuse is 6 against 6
    assert shifts(s, "3030", "G.41") == [("+1", "5.8c")] and column(s, "3030", "G.41") == "2:1"
    s = sickle("german combat", 2)
    assert shifts(s, "3030", "G.41") == [("-1", "TECc")] and column(s, "3030", "G.41") == "1:2"


@clause("5.8c")
def test_a_fort_keeps_its_shifts_against_the_surprise() -> None:
    s = sickle("german combat")
    assert sorted(shifts(s, "2731", "G.15")) == [("+1", "5.8c"), ("-2", "11.14a")]


@clause("5.8c")
@pytest.mark.parametrize(("value", "mixed", "at"), [
    ("any", [("+1", "5.8c")], "3:1"),
    ("all", [("-1", "TECc")], "1:1"),
])  # fmt: skip
def test_the_option_sickle_shift(value: str, mixed: list[tuple[str, str]], at: str) -> None:
    s = sickle("german combat", 1, f'options = {{ sickle_shift = "{value}" }}')
    assert shifts(s, "3030", "G.41", "G.II") == mixed and column(s, "3030", "G.41", "G.II") == at
    assert shifts(s, "3030", "G.II", "G.41") == mixed
    assert shifts(s, "3030", "G.41") == [("+1", "5.8c")]
    assert shifts(s, "2831", "G.19", "G.15") == [("+1", "5.8c")]
    assert shifts(s, "3030", "G.II") == [("-1", "TECc")]


@clause("5.8d")
def test_sickle_cut_corps_advance_on_turn_1() -> None:
    s = lay(SICKLE.replace("TURN", "1").replace('["F.I"]', '["F.I:1"]') + 'phase = "german combat"')
    do(s, "attack 2831", "commit G.19", "fight", rolls=[1])  # 12 to 3 is 4:1, with the shift 5:1: DE
    assert where(s, "F.I") == "dead" and choices(s, "advance") == {"G.19"}
    do(s, "advance G.19")
    assert where(s, "G.19") == "2831"


@clause("5.8e")
def test_other_germans_enter_and_attack_the_ardennes_on_turn_1() -> None:
    s = sickle("german movement", 1, "")
    do(s, "move G.II")
    assert can(s, "to 3031")  # into the Ardennes, to join the corps there
    s = lay("""
phase = "german movement"
sickle = ["G.19", "G.41", "G.15"]
countries = { belgium = 1 }
units = { "3135" = ["G.I"], "3628" = ["UK.I"] }
""")
    do(s, "move G.I")
    assert {"3035", "3034", "2934"} <= choices(s, "to")
    s = sickle("german combat")
    assert shifts(s, "3030", "G.II") == [("-1", "TECc")] and column(s, "3030", "G.II") == "1:2"


@clause("5.8f")
def test_the_allies_neither_move_nor_attack_into_the_ardennes_on_turn_1() -> None:
    text = (
        SICKLE.replace('"2832" = ["G.15"], ', "").replace('"3130" = ["G.II"], ', "").replace(', "3030" = ["F.II"]', "")
    )
    s = lay(text.replace("TURN", "1") + 'phase = "allied combat"')
    assert not choices(s, "attack")
    assert refusal(s, "attack 2931") == "5.8f"
    s = lay(text.replace("TURN", "2") + 'phase = "allied combat"')
    assert choices(s, "attack") == {"2931"}
    for unit, start, goal in (("F.III", "2929", "3030"), ("UK.II", "2929", "3030"), ("B.I", "3133", "3034")):
        units = f'units = {{ "{start}" = ["{unit}"], "3628" = ["UK.I"] }}\n'
        head = 'sickle = ["G.19", "G.41", "G.15"]\ncountries = { belgium = 1 }\nphase = "allied movement"\n'
        s = lay(head + units)
        do(s, f"move {unit}")
        assert refusal(s, f"to {goal}") == "5.8f"
        assert not choices(s, "to") & set(BOARD.names(MAP.ardennes))
        s = lay(head + units + "turn = 2")
        do(s, f"move {unit}", *(["roll"] if unit != "UK.II" else []), rolls=[4] if unit != "UK.II" else [])
        assert can(s, f"to {goal}")


@clause("5.8g")
def test_without_sickle_cut_the_ardennes_are_open_and_nobody_is_surprised() -> None:
    text = """
turn = 1
countries = { belgium = 1 }
units = { "2931" = ["G.19"], "3031" = ["G.41"], "2831" = ["F.I"], "3030" = ["F.II"], "3628" = ["UK.I"] }
"""
    s = lay(text + 'phase = "german movement"')
    assert {"G.19", "G.41"} <= choices(s, "move")
    s = lay(text + 'phase = "german combat"')
    assert shifts(s, "2831", "G.19") == [] and shifts(s, "3030", "G.41") == [("-1", "TECc")]
    s = lay(text + 'phase = "allied combat"')
    assert {"2931", "3031"} <= choices(s, "attack")
    assert shifts(s, "2931", "F.I") == [("-1", "TECc")]
    s = lay('phase = "allied movement"\ncountries = { belgium = 1 }\nunits = { "2929" = ["F.I"], "3628" = ["UK.I"] }')
    do(s, "move F.I")
    assert can(s, "to 3030")


# the airborne coup

DROP = """
phase = "coup"
turn = 1
units = { "3235" = ["B.EE"], "2731" = ["F.I", "F.II", "F.M2731"], "2532" = ["F.M2532"], "2226" = ["F.III"], "1331" = ["Sw.I"], "4035" = ["N.I"], "3628" = ["UK.I"], "2437" = ["G.I"], "2534" = ["G.W2534"] }
"""  # noqa: E501


@clause("5.9a", "5.9b", "5.6a")
@pytest.mark.parametrize("order", ["move_first", "fight_first"])
def test_the_coup_comes_before_the_first_german_phase_of_turn_1_only(order: str) -> None:
    text = DROP.replace('phase = "coup"\nturn = 1', 'phase = "german turn"')
    s = lay(text + "turn = 1")
    do(s, f"order {order}")
    assert asked(s) == ("german", "coup")
    do(s, "decline")
    first = "movement" if order == "move_first" else "combat"
    assert asked(s) == ("german", first) and s.dice.made == 0
    s = lay(text + "turn = 2")
    do(s, f"order {order}")
    assert asked(s) == ("german", first)
    assert refusal(s, "coup 3235") == "5.0a"


@clause("5.9b", "5.9k")
@pytest.mark.parametrize("use", ["decline", "coup 2226"])
def test_there_is_no_second_coup(use: str) -> None:
    s = lay(DROP + 'forts = true\noptions = { ruhr_arrival = "any" }')
    do(s, use, rolls=[6] if use != "decline" else [])
    assert asked(s) == ("german", "movement") and not choices(s, "coup")
    do(s, "done", "done", "order move_first", "done", "done")
    assert s.turn == 2
    do(s, "order move_first")
    assert asked(s) == ("german", "movement")


@clause("5.9d")
def test_the_drop_hex_holds_an_allied_or_neutral_unit_or_fort() -> None:
    s = lay(DROP)
    assert choices(s, "coup") == {"3235", "2731", "2532", "2226", "1331", "4035", "3628"}
    assert s.to_act == "german"
    for label in ("2437", "2534", "2227", "3134"):
        assert refusal(s, f"coup {label}") == "5.9d"


@clause("5.9c")
@pytest.mark.parametrize(("die", "fort"), [(6, "3235"), (5, "dead")])
def test_a_drop_violates_neutrality_whatever_its_outcome(die: int, fort: str) -> None:
    s = lay(DROP)
    do(s, "coup 3235", rolls=[die])
    assert s.status[BELGIUM] == IN_PLAY and s.violated[BELGIUM] == 1 and controls(s, "allied", "3432")
    assert where(s, "B.EE") == fort
    assert s.status[SWITZERLAND] == NEUTRAL


@clause("5.9c")
def test_a_drop_in_france_violates_nobody() -> None:
    s = lay(DROP)
    do(s, "coup 2226", rolls=[6])
    assert all(s.status[country] == NEUTRAL for country in range(2, 6))


@clause("5.9c", "5.9e")
def test_the_swiss_strategy_is_rolled_before_the_coup() -> None:
    s = lay(DROP)
    events = do(s, "coup 1331", rolls=[4])  # redoubt: the target is gone and the marker spent
    assert rolled(events) == ["Swiss strategy"] and where(s, "Sw.I") == "off the map"
    assert asked(s) == ("german", "movement")
    s = lay(DROP)
    events = do(s, "coup 1331", rolls=[1, 4])
    assert rolled(events) == ["Swiss strategy", "airborne coup"]
    assert [(e.modified, e.success) for e in events if isinstance(e, CoupMade)] == [(5, True)]
    assert asked(s) == ("allied", "displace")


@clause("ACTa", "ACTb", "ACTc", "ACTd", "5.9e")
@pytest.mark.parametrize(("label", "die", "modified"), [
    ("3235", 1, 1), ("3235", 5, 5), ("3235", 6, 6),  # Eben Emael: no modifier
    ("2532", 4, 5), ("2532", 5, 6),  # a Maginot fort: +1
    ("2226", 4, 5), ("2226", 5, 6),  # one unit: +1
    ("2731", 2, 5), ("2731", 3, 6),  # fort and two units: +3
    ("4035", 4, 5), ("4035", 5, 6),  # a neutral unit counts like an Allied one
])  # fmt: skip
def test_the_airborne_coup_table(label: str, die: int, modified: int) -> None:
    s = lay(DROP)
    events = do(s, f"coup {label}", rolls=[die])
    success = modified <= 5
    assert [(e.modified, e.success, e.clauses[0]) for e in events if isinstance(e, CoupMade)] == [
        (modified, success, "ACTa" if success else "ACTb")
    ]


@clause("5.9e", "ACTc", "ACTd")
@pytest.mark.parametrize(("label", "sixths"), [
    ("3235", {"success": 5, "failure": 1}),
    ("2731", {"success": 2, "failure": 4}),
    ("1331", {"Swiss redoubt": 3, "success": 2, "failure": 1}),  # the Swiss roll comes first
])  # fmt: skip
def test_the_odds_of_the_coup(label: str, sixths: dict[str, int]) -> None:
    s = lay(DROP)
    odds = s.preview(f"coup {label}")
    assert odds is not None
    assert {outcome.name: 6 * odds.chance(outcome.name) for outcome in odds.outcomes} == sixths
    assert s.preview("decline") is None


@clause("5.9f")
def test_a_failed_coup_changes_nothing_in_the_hex() -> None:
    s = lay(DROP)
    do(s, "coup 2731", rolls=[3])
    assert (where(s, "F.M2731"), where(s, "F.I"), where(s, "F.II")) == ("2731", "2731", "2731")
    assert steps(s, "F.M2731") == 2 and asked(s) == ("german", "movement")
    assert controls(s, "allied", "2731")


@clause("5.9g")
def test_a_coup_kills_a_fort_with_all_its_steps() -> None:
    s = lay(DROP)
    assert steps(s, "F.M2532") == 2
    do(s, "coup 2532", rolls=[4])
    assert where(s, "F.M2532") == "dead" and controls(s, "allied", "2532")
    assert asked(s) == ("german", "movement")


@clause("5.9h")
def test_the_allied_player_moves_the_whole_stack_to_one_hex() -> None:
    s = lay(DROP)
    do(s, "coup 2731", rolls=[2])
    assert where(s, "F.M2731") == "dead"
    assert asked(s) == ("allied", "displace")
    assert choices(s, "to") == {"2831", "2730", "2631", "2632"}  # 2732 and 2832 are neutral
    assert refusal(s, "to 2832") == "3.6m"
    assert refusal(s, "to 2226") == "5.9h"
    do(s, "to 2730")
    assert where(s, "F.I") == where(s, "F.II") == "2730" and steps(s, "F.I") == 2
    assert [s.piece_name(p) for p in s.at(BOARD.place("2730"))] == ["F.I", "F.II"]
    assert asked(s) == ("german", "movement")


@clause("5.9h")
def test_a_displaced_stack_needs_room_and_its_own_nation() -> None:
    s = lay("""
phase = "coup"
units = { "2226" = ["F.I", "F.II"], "2227" = ["F.III", "F.IV"], "2326" = ["F.V"], "2325" = ["UK.I"], "2225" = ["F.VI"] }
""")
    do(s, "coup 2226", rolls=[3])
    assert choices(s, "to") == {"2326", "2225", "2125", "2126"}


@clause("5.9h")
def test_with_sickle_cut_nobody_is_driven_into_the_ardennes() -> None:
    text = 'phase = "coup"\ncountries = { belgium = 1 }\nunits = { "2930" = ["F.I"], "3628" = ["UK.I"] }\n'
    s = lay(text + 'sickle = ["G.19", "G.41", "G.15"]')
    do(s, "coup 2930", rolls=[4])
    assert choices(s, "to") == {"2929", "2830", "2831"}
    s = lay(text)
    do(s, "coup 2930", rolls=[4])
    assert choices(s, "to") == {"2929", "2830", "2831", "2931", "3031", "3030"}


@clause("5.9i")
def test_zones_do_not_restrict_the_displacement() -> None:
    s = lay('phase = "coup"\nunits = { "2226" = ["F.I"], "2228" = ["G.I"], "2124" = ["G.II"], "2425" = ["G.III"] }')
    around = {"2227", "2326", "2325", "2225", "2125", "2126"}
    zone = set(BOARD.names(zoc.zone(s, GERMAN)))
    assert {"2227", "2325", "2225", "2125"} <= zone
    do(s, "coup 2226", rolls=[4])
    assert choices(s, "to") == around


@clause("5.9j")
def test_nobody_is_driven_into_germany() -> None:
    # 1431: Germany in 1432, neutral Switzerland in the south; the two French hexes are held by the British
    text = 'phase = "coup"\nunits = { "1431" = ["F.I"], BRITISH }'
    s = lay(text.replace("BRITISH", '"1530" = ["UK.I"]'))
    do(s, "coup 1431", rolls=[1])
    assert where(s, "F.I") == "1531"  # the only hex left
    s = lay(text.replace("BRITISH", '"1530" = ["UK.I"], "1531" = ["UK.II"]'))
    assert MAP.country[GERMANY] >> BOARD.place("1432") & 1 and not s.at(BOARD.place("1432"))
    do(s, "coup 1431", rolls=[1])
    assert where(s, "F.I") == "dead" and asked(s) == ("german", "movement")


@clause("5.9j")
def test_germany_is_refused_by_name() -> None:
    s = lay('phase = "coup"\nunits = { "1431" = ["F.I"] }')
    do(s, "coup 1431", rolls=[1])
    assert choices(s, "to") == {"1531", "1530"}
    assert refusal(s, "to 1432") == "5.9j"


@clause("5.9k")
def test_the_marker_is_spent_on_success() -> None:
    s = lay(DROP)
    do(s, "coup 2532", rolls=[1])
    assert asked(s) == ("german", "movement")
    assert refusal(s, "coup 2226") == "5.0a"


# Operation Dynamo


def dynamo_phase(turn: int, text: str = "") -> WarState:
    return lay(f'phase = "allied combat"\nturn = {turn}\npoints = ["maginot"]\n{text}')


BEF = 'units = { "2437" = ["G.I"], "3628" = ["UK.I"] }\n'


@clause("5.13a")
@pytest.mark.parametrize(("turn", "offered"), [(4, False), (5, True), (12, True), (13, True)])
def test_dynamo_is_declared_from_turn_5(turn: int, offered: bool) -> None:
    s = dynamo_phase(turn, BEF)
    do(s, "done")
    assert (asked(s) == ("allied", "dynamo")) == offered
    assert can(s, "dynamo 3927") == offered


@clause("5.13a")
def test_dynamo_may_wait() -> None:
    s = dynamo_phase(5, BEF)
    do(s, "done", "decline")
    assert s.dynamo_turn == 0 and s.turn == 6
    do(s, "order move_first", "done", "done", "order move_first", "done", "done")
    assert asked(s) == ("allied", "dynamo")


@clause("5.13b")
def test_dynamo_is_declared_once() -> None:
    s = dynamo_phase(6, BEF + 'dynamo = { turn = 5, port = "3927" }')
    do(s, "done")
    assert s.turn == 7


@clause("5.13b")
def test_without_the_british_there_is_no_dynamo() -> None:
    s = dynamo_phase(5, BEF.replace("UK.I", "F.I"))
    do(s, "done")
    assert s.turn == 6


@clause("5.13c")
@pytest.mark.parametrize("value", ["coastal", "any_city"])
def test_the_active_port_and_the_option_dynamo_port(value: str) -> None:
    text = f'control = {{ german = ["3926", "3425"] }}\noptions = {{ dynamo_port = "{value}" }}\n'
    s = dynamo_phase(5, BEF + text)
    do(s, "done")
    coast = {"3619", "3722", "3925", "3927"}
    inland = set(BOARD.names(MAP.cities & MAP.country[FRANCE] & ~MAP.paris)) - coast - {"3926", "3425"}
    assert choices(s, "dynamo") - {"3022", "3023", "3122"} == (coast if value == "coastal" else coast | inland)
    assert refusal(s, "dynamo 3926") == "5.13c"  # German
    assert refusal(s, "dynamo 3827") == "5.13c"  # no city
    assert refusal(s, "dynamo 3023") == "10.6a"  # Paris
    assert can(s, "dynamo 3628") == (value == "any_city")
    events = do(s, "dynamo 3927")
    assert s.dynamo_turn == 5 and s.label(s.dynamo_port) == "3927"
    assert [s.label(e.port) for e in events if isinstance(e, DynamoDeclared)] == ["3927"]


@clause("5.13c")
@pytest.mark.parametrize(("countries", "ostend"), [("", False), ("countries = { belgium = 1 }", True)])
def test_a_belgian_port_serves_once_belgium_is_in_play(countries: str, ostend: bool) -> None:
    s = dynamo_phase(5, BEF + countries)
    do(s, "done")
    assert can(s, "dynamo 3929") == ostend


@clause("5.13d", "5.13e")
@pytest.mark.parametrize(("turn", "runs"), [(6, True), (7, True), (8, True), (9, False)])
def test_dynamo_runs_for_the_three_turns_after_its_declaration(turn: int, runs: bool) -> None:
    s = lay(f"""
phase = "allied movement"
turn = {turn}
dynamo = {{ turn = 5, port = "3927" }}
units = {{ "3927" = ["UK.I"] }}
""")
    do(s, "move UK.I")
    assert can(s, "evacuate UK.I") == can(s, "ship UK.I") == runs
    if not runs:
        assert refusal(s, "evacuate UK.I") == "5.13d"


@clause("5.13d")
def test_dynamo_does_not_run_on_the_turn_it_is_declared() -> None:
    s = dynamo_phase(5, BEF)
    do(s, "done", "dynamo 3927")
    assert s.turn == 6 and dynamo.dynamo_runs(s)
    s.turn = 5
    assert not dynamo.dynamo_runs(s)


PORT = """
phase = "allied movement"
turn = 6
dynamo = { turn = 5, port = "3927" }
points = ["maginot"]
"""


@clause("5.13e", "5.13h")
def test_the_british_leave_by_the_port_and_are_not_lost() -> None:
    s = lay(PORT + 'units = { "3927" = ["UK.I"], "3628" = ["UK.II"] }')
    events = do(s, "move UK.I", "evacuate UK.I")
    assert where(s, "UK.I") == "off the map" and (s.british_lost, s.vp) == (0, 1)
    assert s.shipped == 4
    assert [(e.steps, e.left) for e in events if isinstance(e, Evacuated)] == [(4, 0)]
    assert refusal(s, "move UK.I") == "2.1a"


@clause("5.13e")
def test_only_the_active_port_serves() -> None:
    s = lay(PORT + 'units = { "3926" = ["UK.I"] }')
    do(s, "move UK.I")
    assert not choices(s, "evacuate") and not choices(s, "ship")
    assert refusal(s, "evacuate UK.I") == "5.13e"
    do(s, "to 3927")
    assert choices(s, "evacuate") == {"UK.I"}


@clause("5.13e")
@pytest.mark.parametrize(("start", "left"), [("3427", 1), ("3426", 0)])
def test_leaving_by_sea_costs_a_point(start: str, left: int) -> None:
    # of six points the way to Dunkirk takes five from 3427 and six from 3426
    s = lay(PORT + f'units = {{ "{start}" = ["UK.I"], "2226" = ["UK.II"] }}')
    do(s, "move UK.I", "to 3927")
    assert s.left[MAP.piece("UK.I")] == left
    assert can(s, "evacuate UK.I") == can(s, "ship UK.I") == bool(left)


@clause("5.13e")
def test_a_port_in_german_hands_serves_nobody() -> None:
    s = lay(PORT + 'units = { "3927" = ["UK.I"], "3628" = ["UK.II"] }')
    piece = MAP.piece("UK.I")
    do(s, "move UK.I")
    assert can(s, "evacuate UK.I")
    hexa = 1 << BOARD.place("3927")
    s = lay(PORT + 'units = { "3926" = ["UK.I"], "3628" = ["UK.II"] }\ncontrol = { german = ["3927"] }')
    assert not s.control[ALLIED] & hexa
    do(s, "move UK.I", "to 3927")
    assert s.control[ALLIED] & hexa and s.where[piece] == BOARD.place("3927")


@clause("5.13e")
def test_a_unit_stopped_by_a_zone_cannot_leave_but_one_that_began_there_can() -> None:
    s = lay(PORT + 'units = { "3926" = ["UK.I"], "3927" = ["UK.II"], "3828" = ["G.I"] }')
    assert zoc.zone(s, GERMAN) >> BOARD.place("3927") & 1
    do(s, "move UK.I", "to 3927")
    assert asked(s) == ("allied", "movement") and not can(s, "move UK.I")
    do(s, "move UK.II")
    assert can(s, "evacuate UK.II")


@clause("5.13f")
def test_four_steps_leave_in_a_turn() -> None:
    s = lay(PORT + 'units = { "3927" = ["UK.I:3", "UK.II:2", "UK.III:1"] }')
    do(s, "move UK.I", "evacuate UK.I", "move UK.II")
    assert refusal(s, "evacuate UK.II") == "5.13f"
    do(s, "ship UK.II", "stop")
    assert s.shipped == 4
    do(s, "move UK.III")
    assert refusal(s, "evacuate UK.III") == "5.13f"


@clause("5.13f")
@pytest.mark.parametrize(
    ("shipped", "evacuate", "ship"), [(0, True, True), (1, False, True), (3, False, True), (4, False, False)]
)
def test_the_limit_of_four_steps(shipped: int, evacuate: bool, ship: bool) -> None:
    s = lay(PORT.replace('"3927" }', f'"3927", shipped = {shipped} }}') + 'units = { "3927" = ["UK.I"] }')
    do(s, "move UK.I")
    assert (can(s, "evacuate UK.I"), can(s, "ship UK.I")) == (evacuate, ship)
    if not ship:
        assert refusal(s, "ship UK.I") == "5.13f"


@clause("5.13f")
def test_the_count_of_steps_begins_anew_every_turn() -> None:
    s = lay(PORT.replace('"3927" }', '"3927", shipped = 4 }') + 'units = { "3927" = ["UK.I"], "2437" = ["G.I"] }')
    do(s, "done", "done")
    assert s.turn == 7 and s.shipped == 0


@clause("5.13g")
def test_a_corps_sends_off_one_step_for_one_point() -> None:
    s = lay(PORT + 'units = { "3927" = ["UK.I"] }')
    events = do(s, "move UK.I", "ship UK.I")
    assert steps(s, "UK.I") == 3 and s.left[MAP.piece("UK.I")] == 5 and s.shipped == 1
    assert [(e.steps, e.left) for e in events if isinstance(e, Evacuated)] == [(1, 3)]
    assert refusal(s, "ship UK.I") == "5.13g"
    assert refusal(s, "evacuate UK.I") == "5.13g"
    do(s, "to 3926")
    assert where(s, "UK.I") == "3926"


@clause("5.13g")
def test_the_last_step_leaves_only_as_a_whole_unit() -> None:
    s = lay(PORT + 'units = { "3927" = ["UK.I:1"] }')
    do(s, "move UK.I")
    assert choices(s, "evacuate") == {"UK.I"} and not choices(s, "ship")


@clause("5.13g", "5.13h")
def test_steps_leave_over_several_turns_and_are_not_rebuilt() -> None:
    s = lay(PORT + 'units = { "3927" = ["UK.I:3"], "2437" = ["G.I"] }\nforts = true')
    do(s, "move UK.I", "ship UK.I", "stop", "done", "done")
    do(s, "order move_first", "done", "done", "order move_first", "move UK.I", "ship UK.I", "stop")
    assert s.turn == 7 and steps(s, "UK.I") == 1 and (s.british_lost, s.vp) == (0, 1)


@clause("5.13i")
@pytest.mark.parametrize(("turn", "target", "shifted"), [
    (6, "3927", True),  # the port
    (8, "3827", True),  # next to it
    (6, "3726", False),  # two hexes away
    (5, "3827", False),
    (9, "3827", False),
])  # fmt: skip
def test_dynamo_shields_the_port_and_the_hexes_around_it(turn: int, target: str, shifted: bool) -> None:
    base = {"3927": "3828", "3827": "3726", "3726": "3626"}[target]
    s = lay(f"""
phase = "german combat"
turn = {turn}
dynamo = {{ turn = 5, port = "3927" }}
units = {{ "{target}" = ["F.I"], "{base}" = ["G.I"], "3619" = ["UK.I"] }}
""")
    assert shifts(s, target, "G.I") == ([("-2", "5.13i")] if shifted else [])


@clause("5.13i")
def test_dynamo_shields_every_ally_by_two_columns_and_no_german() -> None:
    text = """
turn = 6
dynamo = { turn = 5, port = "3927" }
countries = { belgium = 1 }
units = { "3828" = ["B.I"], "3829" = ["G.I", "G.II"], "3827" = ["F.I"], "3619" = ["UK.I"] }
"""
    s = lay(text + 'phase = "german combat"')
    assert column(s, "3828", "G.I", "G.II") == "1:2"  # 12 to 5 is 2:1
    s = lay(text.replace('"3828" = ["B.I"], "3829" = ["G.I", "G.II"]', '"3828" = ["G.I"]') + 'phase = "allied combat"')
    assert shifts(s, "3828", "F.I") == []


@clause("5.13i")
def test_the_shield_stays_when_the_port_is_lost() -> None:
    s = lay("""
phase = "german combat"
turn = 6
dynamo = { turn = 5, port = "3927" }
control = { german = ["3927"] }
units = { "3827" = ["F.I"], "3726" = ["G.I"], "3619" = ["UK.I"] }
""")
    assert shifts(s, "3827", "G.I") == [("-2", "5.13i")]


@clause("5.13j")
@pytest.mark.parametrize("unit", ["F.I", "B.I"])
def test_only_the_british_are_evacuated(unit: str) -> None:
    port = "3929" if unit == "B.I" else "3927"
    s = lay(f"""
phase = "allied movement"
turn = 6
countries = {{ belgium = 1 }}
dynamo = {{ turn = 5, port = "{port}" }}
units = {{ "{port}" = ["{unit}"], "3628" = ["UK.I"] }}
""")
    do(s, f"move {unit}", "roll", rolls=[6])
    assert not choices(s, "evacuate") and not choices(s, "ship") and not choices(s, "exit")
    assert refusal(s, f"evacuate {unit}") == "5.13j"
    assert refusal(s, f"ship {unit}") == "5.13j"


# evacuation over land


@clause("5.14a", "5.14b")
@pytest.mark.parametrize(("label", "edge"), [("2019", "west"), ("3118", "west"), ("1022", "south"), ("1040", "south")])
@pytest.mark.parametrize("turn", [6, 12])
def test_british_stacks_leave_over_land_without_limit(label: str, edge: str, turn: int) -> None:
    s = lay(f"""
phase = "allied movement"
turn = {turn}
dynamo = {{ turn = 5, port = "3927", shipped = 4 }}
points = ["maginot"]
units = {{ "{label}" = ["UK.I", "UK.II", "UK.III"] }}
""")
    do(s, "move UK.I", "join UK.II", "join UK.III")
    assert choices(s, "exit") == {edge}
    do(s, f"exit {edge}")
    assert {where(s, f"UK.{number}") for number in ("I", "II", "III")} == {"off the map"}
    assert (s.british_lost, s.vp, s.shipped) == (0, 1, 4)


@clause("5.14a")
def test_leaving_over_land_takes_a_point_and_an_edge_hex() -> None:
    s = lay(PORT + 'units = { "2020" = ["UK.I"], "2024" = ["UK.II"] }')
    do(s, "move UK.I")
    assert refusal(s, "exit west") == "5.14a"
    do(s, "to 2019")
    assert can(s, "exit west") and refusal(s, "exit south") == "5.14a"
    do(s, "exit west")
    assert where(s, "UK.I") == "off the map" and where(s, "UK.II") == "2024"


@clause("5.14a")
@pytest.mark.parametrize(("start", "left"), [("2022", 1), ("2122", 0)])
def test_the_last_point_takes_a_corps_over_the_edge(start: str, left: int) -> None:
    s = lay(PORT + f'units = {{ "{start}" = ["UK.I"] }}')
    do(s, "move UK.I", "to 2019")
    assert s.left[MAP.piece("UK.I")] == left
    assert can(s, "exit west") == bool(left)


@clause("5.14c")
def test_nobody_leaves_over_land_before_dynamo_is_declared() -> None:
    s = lay('phase = "allied movement"\nturn = 6\nunits = { "2019" = ["UK.I"], "1022" = ["UK.II"] }')
    do(s, "move UK.I")
    assert not choices(s, "exit")
    assert refusal(s, "exit west") == "5.14c"
    do(s, "stop", "move UK.II")
    assert refusal(s, "exit south") == "5.14c"


@clause("5.14d")
@pytest.mark.parametrize(("closed", "corner"), [
    ([], {"west", "south"}), (["west"], {"south"}), (["south"], {"west"}), (["west", "south"], set()),
])  # fmt: skip
def test_an_edge_a_panzer_corps_has_used_is_closed(closed: list[str], corner: set[str]) -> None:
    text = PORT + f"closed_edges = {closed}\n".replace("'", '"')
    s = lay(text + 'units = { "2019" = ["UK.I"], "1022" = ["UK.II"], "1019" = ["UK.III"] }')
    do(s, "move UK.I")
    assert choices(s, "exit") == {"west"} - set(closed)
    if "west" in closed:
        assert refusal(s, "exit west") == "5.14d"
    do(s, "stop", "move UK.II")
    assert choices(s, "exit") == {"south"} - set(closed)
    do(s, "stop", "move UK.III")
    assert choices(s, "exit") == corner


@clause("5.14d")
@pytest.mark.parametrize(("label", "edge"), [("3118", "west"), ("1026", "south")])
def test_a_german_exit_closes_the_edge(label: str, edge: str) -> None:
    s = lay(f'phase = "german movement"\nturn = 6\nunits = {{ "{label}" = ["G.19"], "2226" = ["UK.I"] }}')
    assert s.closed_edges == ()
    do(s, "move G.19", f"exit {edge}")
    assert s.closed_edges == (edge,)


@clause("5.14e")
@pytest.mark.parametrize("value", ["never", "british"])
def test_the_option_edge_retreat(value: str) -> None:
    # 12 against 8 is 1:1: a 2 is DR; every hex around 3118 is German
    text = f"""
phase = "german combat"
turn = 2
points = ["maginot"]
options = {{ edge_retreat = "{value}" }}
units = {{ "3118" = ["UK.I"], "3119" = ["G.19"], "3219" = ["G.I"], "3019" = ["G.II"], "3628" = ["UK.II"] }}
"""
    s = lay(text)
    do(s, "attack 3118", "commit G.19", "fight", rolls=[2])
    if value == "never":
        assert where(s, "UK.I") == "3118" and steps(s, "UK.I") == 3
    else:
        assert where(s, "UK.I") == "dead"
    assert (s.vp, s.british_lost) == (1, 0)  # an edge hex of France is a source of supply
    s = lay(text.replace("UK.I", "F.I").replace("F.II", "UK.II"))
    do(s, "attack 3118", "commit G.19", "fight", rolls=[4])  # 12 against 6 is 2:1
    assert where(s, "F.I") == "3118" and steps(s, "F.I") == 1  # only the British are forced off


@clause("5.14e")
def test_a_british_unit_forced_off_the_map_out_of_supply_gives_a_point() -> None:
    # 1040 on the south edge of Germany: 1041, 1140, 1139 and 1039 around it
    text = """
phase = "german combat"
turn = 2
points = ["maginot"]
options = { edge_retreat = "british" }
units = { "1040" = ["UK.I"], "1041" = ["G.19"], "1140" = ["G.I"], "1139" = ["G.II"], "1039" = ["G.III"] }
"""
    s = lay(text)
    assert not supply.is_supplied(s, MAP.piece("UK.I"))
    do(s, "attack 1040", "commit G.19", "fight", rolls=[2])
    assert where(s, "UK.I") == "dead" and (s.vp, s.british_lost) == (2, 1)


@clause("5.14e")
def test_a_british_unit_inland_is_not_forced_off_the_map() -> None:
    s = lay("""
phase = "german combat"
turn = 2
options = { edge_retreat = "british" }
units = { "2226" = ["UK.I"], "2227" = ["G.19"], "2325" = ["G.I"], "2125" = ["G.II"], "3628" = ["UK.II"] }
""")
    do(s, "attack 2226", "commit G.19", "fight", rolls=[2])  # DR, and every hex around is in a German zone
    assert where(s, "UK.I") == "2226" and steps(s, "UK.I") == 3


@clause("5.14e")
def test_a_british_unit_with_a_way_out_retreats_even_at_the_edge() -> None:
    s = lay("""
phase = "german combat"
turn = 2
options = { edge_retreat = "british" }
units = { "3118" = ["UK.I"], "3219" = ["G.19"], "3628" = ["UK.II"] }
""")
    do(s, "attack 3118", "commit G.19", "fight", rolls=[2])
    assert where(s, "UK.I") == "3019"  # 3119 is in the zone of the attackers


@clause("5.15a")
def test_the_replacement_phase_is_first_the_germans_then_the_allies() -> None:
    s = lay("""
phase = "replacements"
turn = 3
units = { "2437" = ["G.I:1"], "2226" = ["F.I:1"] }
""")
    assert asked(s) == ("german", "restore")
    do(s, "replace G.I")
    assert steps(s, "G.I") == 2 and (s.german_replacements, s.french_replacements) == (7, 17)
    assert asked(s) == ("allied", "restore")
    do(s, "replace F.I")
    assert steps(s, "F.I") == 2 and (s.german_replacements, s.french_replacements) == (7, 16)
    assert s.turn == 4


# the roads of Belgium: 3528 is French; 3529 across a river and 3629 are Belgian; the river from 3629 to 3729 is Belgian

ROADS = """
turn = 2
countries = { belgium = VIOLATED }
units = { "3528" = ["UK.I", "F.I"], "3629" = ["UK.II"], "3531" = ["F.II"], "3432" = ["B.I"], "2437" = ["G.I"] }
"""


def roads(die: int, text: str = "") -> WarState:
    body = ROADS.replace("VIOLATED", "2").replace('["UK.I", "F.I"]', '["UK.I"], "3527" = ["F.I"]')
    s = lay(body + f'phase = "allied turn"\n{text}')
    do(s, "order move_first", rolls=[die])
    return s


def price(s: WarState, unit: str, goal: str) -> int | None:
    """The cost of a hex for a unit in hand."""
    piece = MAP.piece(unit)
    return ways.group_reach(s, s.where[piece], (piece,)).cost(BOARD.place(goal))


@clause("5.16a")
@pytest.mark.parametrize(("countries", "made"), [
    ("belgium = 2", True), ("belgium = 1", False), ("netherlands = 2", False),
])  # fmt: skip
@pytest.mark.parametrize("order", ["move_first", "fight_first"])
def test_the_roads_of_belgium_are_rolled_for_on_the_turn_of_the_violation(
    countries: str, made: bool, order: str
) -> None:
    s = lay(f"""
phase = "allied turn"
turn = 2
countries = {{ {countries} }}
units = {{ "3628" = ["UK.I"], "2437" = ["G.I"] }}
""")
    if order == "fight_first":
        do(s, "order fight_first")
        assert s.dice.made == 0 and asked(s) == ("allied", "combat")
        events = do(s, "done", rolls=[5] if made else [])
    else:
        events = do(s, "order move_first", rolls=[5] if made else [])
    assert asked(s) == ("allied", "movement")
    assert rolled(events) == (["roads of Belgium"] if made else [])
    assert s.dyle_roll == (5 if made else 0)


@clause("5.16a")
def test_sickle_cut_is_a_violation_on_turn_1() -> None:
    s = GAME.new("1940", 1)
    do(s, "ready", "ready", "order move_first", "decline", "done", "done")
    events = do(s, "order move_first", rolls=[2])
    assert rolled(events) == ["roads of Belgium"]


@clause("5.16a", "5.16d")
def test_the_roads_serve_for_one_turn_only() -> None:
    s = roads(6, 'points = ["maginot"]')
    do(s, "done", "done")
    assert s.turn == 3
    do(s, "order move_first", "done", "done", "order move_first")
    assert s.dyle_roll == 0
    do(s, "move UK.II")
    assert price(s, "UK.II", "3729") == 2


@clause("5.16b")
def test_on_a_1_the_french_do_not_enter_belgium_but_the_british_do() -> None:
    s = roads(1)
    do(s, "move F.I", "roll", rolls=[6])
    assert not choices(s, "to") & set(BOARD.names(MAP.country[BELGIUM]))
    assert refusal(s, "to 3629") == "5.16b"
    do(s, "stop", "move UK.I")
    assert {"3529", "3629"} <= choices(s, "to") and price(s, "UK.I", "3529") == 2
    do(s, "stop", "move UK.II")
    assert price(s, "UK.II", "3729") == 2


@clause("5.16b")
def test_on_a_1_the_french_already_in_belgium_move_there() -> None:
    s = roads(1)
    do(s, "move F.II", "roll", rolls=[3])
    assert "3431" in choices(s, "to")


@clause("5.16b", "5.16c")
@pytest.mark.parametrize(("die", "effect"), [
    (1, "hesitate"), (2, "normal"), (3, "normal"), (4, "free"), (5, "free"), (6, "free"),
])  # fmt: skip
def test_what_each_roll_means(die: int, effect: str) -> None:
    s = lay(ROADS.replace("VIOLATED", "2").replace('["UK.I", "F.I"]', '["UK.I"]') + 'phase = "allied turn"')
    events = do(s, "order move_first", rolls=[die])
    clauses = {"hesitate": "5.16b", "normal": "5.16c", "free": "5.16d"}
    found = [(e.effect, e.clauses) for e in events if isinstance(e, RoadsOfBelgium)]
    assert found == [(effect, (clauses[effect],))]


@clause("5.16c", "5.16d")
@pytest.mark.parametrize(("die", "across"), [(2, 2), (3, 2), (4, 1), (6, 1)])
def test_rivers_in_belgium_are_free_on_a_4(die: int, across: int) -> None:
    s = roads(die)
    do(s, "move F.I", "roll", rolls=[6])
    assert "3629" in choices(s, "to")
    assert price(s, "F.I", "3529") == 1 + across  # over 3528
    do(s, "stop", "move UK.I")
    assert price(s, "UK.I", "3529") == across
    do(s, "stop", "move UK.II")
    assert price(s, "UK.II", "3729") == across


@clause("5.16d")
@pytest.mark.parametrize(("value", "frontier"), [("either", 1), ("both", 2)])
def test_the_option_belgian_rivers(value: str, frontier: int) -> None:
    s = roads(4, f'options = {{ belgian_rivers = "{value}" }}')
    do(s, "move UK.I")
    assert price(s, "UK.I", "3529") == frontier
    do(s, "stop", "move UK.II")
    assert price(s, "UK.II", "3729") == 1


@clause("5.16d")
def test_the_roads_do_not_help_belgians_nor_rivers_elsewhere() -> None:
    # 3530 to 3630: a river in Belgium; 3627 to 3727: a river in France
    s = lay("""
phase = "allied turn"
turn = 2
countries = { belgium = 2 }
units = { "3530" = ["B.I"], "3627" = ["UK.I"], "2437" = ["G.I"] }
""")
    do(s, "order move_first", rolls=[6])
    do(s, "move B.I")
    assert price(s, "B.I", "3630") == 2
    do(s, "stop", "move UK.I")
    assert price(s, "UK.I", "3727") == 2


@clause("5.16b")
@pytest.mark.parametrize(("value", "start", "advances"), [
    ("entry", "3528", False),
    ("movement", "3528", True),
    ("entry", "3630", True),  # already in Belgium
])  # fmt: skip
def test_the_option_hesitation(value: str, start: str, advances: bool) -> None:
    # 5 against 2 is 2:1: a 1 is DE
    s = lay(f"""
phase = "allied turn"
turn = 2
countries = {{ belgium = 2 }}
options = {{ hesitation = "{value}" }}
units = {{ "{start}" = ["F.I"], "3629" = ["G.XXXII:1"], "3619" = ["UK.I"] }}
""")
    do(s, "order move_first", "done", rolls=[1])
    do(s, "attack 3629", "commit F.I", "fight", rolls=[1])
    assert where(s, "G.XXXII") == "dead"
    assert choices(s, "advance") == ({"F.I"} if advances else set())


@clause("5.16b")
def test_without_hesitation_the_french_advance_into_belgium() -> None:
    s = lay("""
phase = "allied turn"
turn = 2
countries = { belgium = 2 }
units = { "3528" = ["F.I"], "3629" = ["G.XXXII:1"], "3619" = ["UK.I"] }
""")
    do(s, "order move_first", "done", rolls=[2])
    do(s, "attack 3629", "commit F.I", "fight", rolls=[1])
    assert choices(s, "advance") == {"F.I"} and not can(s, "stay")


# the 4th Armored Division

FRENCH_ATTACK = """
phase = "allied combat"
turn = 4
points = ["maginot", "paris"]
units = { "2326" = ["F.I", "F.II", "F.III"], "2327" = ["G.I"], "2226" = ["UK.I"], "2129" = ["F.IV"], "2130" = ["G.II"] }
"""


@clause("5.17b")
def test_the_4th_armored_shifts_one_french_attack_one_column() -> None:
    s = lay(FRENCH_ATTACK)
    do(s, "attack 2327", "commit F.I")
    assert can(s, "support")
    do(s, "support")
    assert refusal(s, "support") == "5.17b"
    events = do(s, "fight", rolls=[3])  # 5 to 6 is 1:2, with the shift 1:1
    assert [(e.attack, e.defence, e.column) for e in events if isinstance(e, Fought)] == [(5, 6, "1:1")]


@clause("5.17b")
def test_without_the_4th_armored_there_is_no_shift() -> None:
    s = lay(FRENCH_ATTACK)
    events = do(s, "attack 2327", "commit F.I", "fight", rolls=[3])
    assert [e.column for e in events if isinstance(e, Fought)] == ["1:2"]
    assert shifts(s, "2130", "F.IV", armored=True) == [("+1", "5.17b")]
    do(s, "attack 2130", "commit F.IV")
    assert can(s, "support")  # not used yet


@clause("5.17b")
def test_the_4th_armored_supports_one_attack_in_a_phase() -> None:
    s = lay(FRENCH_ATTACK)
    do(s, "attack 2327", "commit F.I", "support", "fight", rolls=[6])  # AS
    do(s, "attack 2130", "commit F.IV")
    assert not can(s, "support") and refusal(s, "support") == "5.17b"


@clause("5.17b")
def test_the_4th_armored_supports_only_the_french() -> None:
    s = lay(FRENCH_ATTACK.replace('"2327"', '"2227"'))
    do(s, "attack 2227")
    assert refusal(s, "support") == "5.17b"
    do(s, "commit UK.I")
    assert refusal(s, "support") == "5.17b"


# Dunkirk again: 3828 is supplied by its port alone, 3726 over land
CUT = """
phase = "allied combat"
turn = 4
points = ["maginot"]
units = { "3828" = ["F.I"], "3827" = ["G.I"], "3727" = ["G.II"], "3726" = ["F.II"], "3619" = ["UK.I"] }
"""


@clause("5.17b")
def test_the_4th_armored_needs_supply_over_land_for_every_attacker() -> None:
    s = lay(CUT)
    assert supply.is_supplied(s, MAP.piece("F.I")) and not supply.is_overland(s, MAP.piece("F.I"))
    assert supply.is_overland(s, MAP.piece("F.II"))
    do(s, "attack 3827", "commit F.I")
    assert refusal(s, "support") == "5.17b"
    do(s, "commit F.II")
    assert refusal(s, "support") == "5.17b"
    s = lay(CUT)
    do(s, "attack 3827", "commit F.II", "support", "commit F.I")
    events = do(s, "fight", rolls=[3])
    assert [e.column for e in events if isinstance(e, Fought)] == ["1:1"]  # 5 and 3 (a river) to 6, no shift


@clause("5.17a")
def test_the_4th_armored_appears_only_in_allied_combat_phases_of_1940() -> None:
    s = lay(FRENCH_ATTACK.replace("allied combat", "german combat"))
    do(s, "attack 2326", "commit G.I", "reveal")
    assert not can(s, "support") and refusal(s, "support") == "5.17a"
    s = lay('scenario = "1939"\nphase = "allied combat"\nunits = { "2437" = ["g.5"], "2436" = ["f.1"] }')
    do(s, "attack 2437", "commit f.1")
    assert not can(s, "support") and refusal(s, "support") == "5.17a"
    s = lay(FRENCH_ATTACK.replace("allied combat", "allied movement"))
    assert refusal(s, "support") == "5.0a"
    assert not any("rmored" in piece.name for piece in MAP.pieces)


@clause("5.17c")
def test_the_4th_armored_is_never_lost_and_comes_back_every_phase() -> None:
    s = lay(
        FRENCH_ATTACK.replace('["G.I"]', '["G.I", "G.III", "G.IV"]').replace('["F.I", "F.II", "F.III"]', '["F.I:1"]')
    )
    do(s, "attack 2327", "commit F.I", "reveal", "support")
    do(s, "fight")  # 2 to 18: beyond the table, AE; the corps alone dies
    assert where(s, "F.I") == "dead" and s.dice.made == 0
    do(s, "done", "order move_first", "done", "done", "order fight_first", "attack 2130", "commit F.IV")
    assert s.turn == 5 and can(s, "support")


@clause("5.17c")
def test_a_loss_falls_on_the_corps_and_not_on_the_4th_armored() -> None:
    s = lay(FRENCH_ATTACK)
    do(s, "attack 2327", "commit F.I", "commit F.II", "support")
    do(s, "fight", rolls=[2])  # 10 to 6 is 1:1, with the shift 2:1: BB
    assert asked(s) == ("allied", "loss") and choices(s, "lose") == {"F.I", "F.II"}


@clause("5.17d")
def test_the_4th_armored_takes_no_room() -> None:
    s = lay(FRENCH_ATTACK)  # three corps in 2326
    do(s, "attack 2327", "commit F.I", "commit F.II", "commit F.III", "support")
    do(s, "fight", rolls=[6])  # 15 to 6 is 2:1, with the shift 3:1: DR
    do(s, "to 2428", "advance F.I", "advance F.II", "advance F.III", "done")
    assert where(s, "F.I") == where(s, "F.II") == where(s, "F.III") == "2327"
    assert not choices(s, "remove")
