"""Chapter 5: the sequence of play in both scenarios, supply crisis, panzer halts, movement factors."""

from __future__ import annotations

import pytest

from meuse.engine import Event
from meuse.engine.events import Rolled
from meuse.games.victory_or_defeat import strength, supply
from meuse.games.victory_or_defeat.events import CrisisBegan, Eliminated, Fought, Halted, Ordered
from meuse.games.victory_or_defeat.state import WarState

from .kit import GAME, MAP, can, choices, clause, do, lay, refusal, steps, where

BOARD = MAP.board


def asked(s: WarState) -> tuple[str, str]:
    """Who decides now, and in which step."""
    assert s.decision is not None
    return s.decision.side, s.decision.step


def rolled(events: list[Event]) -> list[str]:
    return [event.purpose for event in events if isinstance(event, Rolled)]


def points(s: WarState, unit: str) -> int:
    return s.left[MAP.piece(unit)]


# 1939

EARLY = 'scenario = "1939"\nunits = { "2437" = ["g.5"], "2226" = ["f.1"] }\n'


@clause("5.0a")
def test_nobody_acts_outside_his_phase() -> None:
    text = 'units = { "2437" = ["G.I"], "2436" = ["F.I"], "2226" = ["F.II"] }\nturn = 2\n'
    s = lay(text + 'phase = "german movement"')
    assert s.to_act == "german"
    for action in ("attack 2436", "order move_first", "coup 2436", "roll", "dynamo 3927", "replace G.I", "ready"):
        assert refusal(s, action) == "5.0a"
    assert refusal(s, "move F.I") == "10.1a"
    s = lay(text + 'phase = "german combat"')
    for action in ("move G.I", "to 2438", "order move_first", "replace G.I"):
        assert refusal(s, action) == "5.0a"


@clause("5.0b", "5.1b", "5.1c", "5.2a", "5.2b")
def test_a_turn_of_1939() -> None:
    s = lay(EARLY + 'phase = "begin turn"\nturn = 1')
    assert s.turn == 1 and asked(s) == ("allied", "combat")
    do(s, "done")
    assert asked(s) == ("allied", "movement")
    do(s, "done")
    assert asked(s) == ("german", "order")
    do(s, "order move_first")
    assert asked(s) == ("german", "movement")
    do(s, "done")
    assert asked(s) == ("german", "combat")
    do(s, "done")
    assert s.turn == 2 and asked(s) == ("allied", "combat") and s.dice.made == 0


@clause("5.2a", "5.1c")
@pytest.mark.parametrize(("order", "first", "second"), [
    ("move_first", "movement", "combat"),
    ("fight_first", "combat", "movement"),
])  # fmt: skip
@pytest.mark.parametrize("turn", [1, 2])
def test_the_german_chooses_his_order_every_turn_of_1939(order: str, first: str, second: str, turn: int) -> None:
    s = lay(EARLY + f'phase = "german turn"\nturn = {turn}')
    assert asked(s) == ("german", "order") and choices(s, "order") == {"move_first", "fight_first"}
    events = do(s, f"order {order}")
    assert [e.clauses for e in events if isinstance(e, Ordered)] == [("5.2a",)]
    assert asked(s) == ("german", first)
    do(s, "done")
    assert asked(s) == ("german", second)
    do(s, "done")
    assert s.turn == turn + 1 and s.to_act == "allied"


@clause("5.2b", "5.1b")
def test_the_french_fight_first_until_the_crisis() -> None:
    s = lay(EARLY + 'phase = "allied turn"\nturn = 5')
    assert asked(s) == ("allied", "combat")
    do(s, "done")
    assert asked(s) == ("allied", "movement")


@clause("5.5e", "5.1b")
@pytest.mark.parametrize(("order", "first", "second"), [
    ("move_first", "movement", "combat"),
    ("fight_first", "combat", "movement"),
])  # fmt: skip
def test_the_french_choose_their_order_during_the_crisis(order: str, first: str, second: str) -> None:
    s = lay(EARLY + 'phase = "allied turn"\nturn = 5\ncrisis = true')
    assert asked(s) == ("allied", "order")
    events = do(s, f"order {order}")
    assert [e.clauses for e in events if isinstance(e, Ordered)] == [("5.5e",)]
    assert asked(s) == ("allied", first)
    do(s, "done")
    assert asked(s) == ("allied", second)
    do(s, "done")
    assert asked(s) == ("allied", "order")  # for the German


@clause("5.5d")
def test_the_french_choose_the_german_order_during_the_crisis() -> None:
    s = lay(EARLY + 'phase = "german turn"\nturn = 5\ncrisis = true')
    assert asked(s) == ("allied", "order")
    events = do(s, "order fight_first")
    assert [(e.clauses, e.side, e.chooser) for e in events if isinstance(e, Ordered)] == [(("5.5d",), 0, 1)]
    assert asked(s) == ("german", "combat")


@clause("5.1a", "5.5a")
@pytest.mark.parametrize(("turn", "checked"), [(1, False), (2, False), (3, True), (4, True), (7, True)])
def test_the_crisis_is_checked_from_turn_3(turn: int, checked: bool) -> None:
    if turn == 1:
        s = lay(EARLY + 'phase = "begin turn"\nturn = 1')
        assert s.dice.made == 0
        return
    s = lay(EARLY + f'phase = "german combat"\nturn = {turn - 1}')
    events = do(s, "done", rolls=[6] if checked else [])
    assert s.turn == turn and rolled(events) == (["supply crisis"] if checked else [])


@clause("5.5b")
@pytest.mark.parametrize(("gsc", "turn", "highest"), [
    ("steady", 3, 1), ("steady", 4, 2), ("steady", 5, 3), ("steady", 6, 4), ("steady", 7, 5),
    ("steep", 3, 2), ("steep", 4, 3), ("steep", 5, 4), ("steep", 6, 5), ("steep", 7, 6),
])  # fmt: skip
def test_the_ranges_of_the_supply_crisis(gsc: str, turn: int, highest: int) -> None:
    for die in (highest, highest + 1):
        if die > 6:
            continue
        s = lay(EARLY + f'phase = "german combat"\nturn = {turn - 1}\noptions = {{ gsc = "{gsc}" }}')
        events = do(s, "done", rolls=[die])
        assert s.crisis == (die == highest)
        assert len([e for e in events if isinstance(e, CrisisBegan)]) == int(s.crisis)
        assert asked(s) == ("allied", "order" if s.crisis else "combat")  # it works at once


@clause("5.5b")
def test_the_crisis_lasts_and_is_not_rolled_for_again() -> None:
    s = lay(EARLY + 'phase = "german combat"\nturn = 3\ncrisis = true')
    do(s, "done")
    assert s.turn == 4 and s.crisis and s.dice.made == 0


@clause("5.5c")
@pytest.mark.parametrize(("crisis", "french", "german"), [(False, "1:1", "1:2"), (True, "2:1", "1:3")])
def test_the_crisis_shifts_every_combat_one_column_for_the_french(crisis: bool, french: str, german: str) -> None:
    text = f"""
scenario = "1939"
turn = 4
crisis = {str(crisis).lower()}
units = {{ "2437" = ["g.5"], "2436" = ["f.1"] }}
"""
    s = lay(text + 'phase = "allied combat"')
    events = do(s, "attack 2437", "commit f.1", "fight", rolls=[5])
    assert [(e.attack, e.defence, e.column) for e in events if isinstance(e, Fought)] == [(4, 4, french)]
    s = lay(text + 'phase = "german combat"')
    events = do(s, "attack 2436", "commit g.5", "fight", rolls=[3])
    assert [(e.attack, e.defence, e.column) for e in events if isinstance(e, Fought)] == [(3, 4, german)]


@clause("5.5c")
def test_the_crisis_shift_is_listed_with_its_clause() -> None:
    s = lay("""
scenario = "1939"
phase = "allied combat"
turn = 4
crisis = true
units = { "2437" = ["g.5"], "2436" = ["f.1"] }
""")
    found = strength.shifts(s, (MAP.piece("f.1"),), BOARD.place("2437"), False)
    assert [(factor.value, factor.clause) for factor in found] == [("+1", "5.5c")]


# a French division in Frankfurt (2441) with Germans all round it
CUT_OFF = """
scenario = "1939"
phase = "german combat"
turn = 1
units = { "2441" = ["f.1"], "2440" = ["g.5"], "2442" = ["g.6"], "2541" = ["g.9"], "2540" = ["g.15"], "2340" = ["g.16"], "2341" = ["g.22"], "2226" = ["f.3"] }
"""  # noqa: E501


@clause("5.1d", "5.1e", "5.3a", "5.4a")
def test_the_victory_check_comes_before_the_supply_check_of_1939() -> None:
    s = lay(CUT_OFF)
    events = do(s, "done", rolls=[2])  # one city is held; a 2 is not enough
    assert [type(e) for e in events if isinstance(e, Rolled | Eliminated)] == [Rolled, Eliminated]
    assert rolled(events) == ["overthrow"]
    assert where(s, "f.1") == "dead" and where(s, "f.3") == "2226"
    assert [e.clauses[0] for e in events if isinstance(e, Eliminated)] == ["5.4a"]
    assert s.turn == 2


@clause("5.4a")
def test_germans_are_not_removed_in_1939() -> None:
    s = lay("""
scenario = "1939"
phase = "german combat"
turn = 1
units = { "2441" = ["g.5"], "2440" = ["f.1"], "2442" = ["f.3"], "2541" = ["f.5"], "2540" = ["f.9"], "2340" = ["f.12"], "2341" = ["f.15"] }
""")  # noqa: E501
    do(s, "done")
    assert where(s, "g.5") == "2441"


# 1940


@clause("5.0c", "5.6a", "5.6b", "5.7a", "5.7b")
def test_the_first_turn_of_1940() -> None:
    s = lay("""
phase = "begin turn"
turn = 1
forts = true
units = { "2437" = ["G.I"], "2226" = ["F.I"], "3628" = ["UK.I"], "3432" = ["B.I"] }
""")
    seen = [asked(s)]
    for action in ("order fight_first", "decline", "done", "done", "order move_first", "done", "done"):
        do(s, action)
        seen.append(asked(s))
    assert seen == [
        ("german", "order"), ("german", "coup"), ("german", "combat"), ("german", "movement"),
        ("allied", "order"), ("allied", "movement"), ("allied", "combat"),
        ("german", "order"),
    ]  # fmt: skip
    assert s.turn == 2 and s.dice.made == 0


@clause("5.6c", "5.6d", "5.6e", "5.6f", "5.11a", "5.12a", "5.15a")
def test_the_phases_after_the_player_turns_of_1940() -> None:
    """Victory check, supply check, Dynamo, replacements: each leaves its trace, in this order."""
    s = lay("""
phase = "allied combat"
turn = 5
forts = true
control = { allied = ["1634"] }
units = { "2437" = ["G.I:1"], "2226" = ["F.I:1"], "3628" = ["UK.I"], "2441" = ["F.II"], "2440" = ["G.II"], "2442" = ["G.III"], "2541" = ["G.IV"], "2540" = ["G.V"], "2340" = ["G.VI"], "2341" = ["G.VII"] }
""")  # noqa: E501
    events = do(s, "done", rolls=[3])  # two German cities are held, 1634 and 2441
    assert [type(e) for e in events if isinstance(e, Rolled | Eliminated)] == [Rolled, Eliminated]
    assert rolled(events) == ["overthrow"] and where(s, "F.II") == "dead"
    assert asked(s) == ("allied", "dynamo")
    do(s, "decline")
    assert asked(s) == ("german", "restore") and choices(s, "replace") == {"G.I"}
    do(s, "done")
    assert asked(s) == ("allied", "restore") and choices(s, "replace") == {"F.I"}
    do(s, "done")
    assert s.turn == 6 and asked(s) == ("german", "order")


@clause("5.6e")
@pytest.mark.parametrize(("turn", "held"), [(4, False), (5, True), (13, True)])
def test_the_dynamo_phase_is_held_from_turn_5(turn: int, held: bool) -> None:
    s = lay(f'phase = "allied combat"\nturn = {turn}\nforts = true\nunits = {{ "2437" = ["G.I"], "3628" = ["UK.I"] }}')
    do(s, "done")
    assert (asked(s) == ("allied", "dynamo")) == held


@clause("5.7a")
@pytest.mark.parametrize("turn", [1, 2, 13])
def test_the_german_chooses_his_order_every_turn_of_1940(turn: int) -> None:
    for order, first in (("move_first", "movement"), ("fight_first", "combat")):
        s = lay(f'phase = "german turn"\nturn = {turn}\nunits = {{ "2437" = ["G.I"], "3628" = ["UK.I"] }}')
        assert asked(s) == ("german", "order") and choices(s, "order") == {"move_first", "fight_first"}
        events = do(s, f"order {order}")
        assert [(e.clauses, e.first) for e in events if isinstance(e, Ordered)] == [(("5.7a",), order)]
        if turn == 1:
            do(s, "decline")
        assert asked(s) == ("german", first)


@clause("5.7b", "5.7c", "5.6b")
@pytest.mark.parametrize(("turn", "chooser", "letter"), [
    (1, "allied", "b"), (2, "german", "c"), (3, "german", "c"), (13, "german", "c"),
])  # fmt: skip
def test_who_chooses_the_allied_order(turn: int, chooser: str, letter: str) -> None:
    for order, first, second in (("move_first", "movement", "combat"), ("fight_first", "combat", "movement")):
        s = lay(f'phase = "allied turn"\nturn = {turn}\nunits = {{ "2437" = ["G.I"], "3628" = ["UK.I"] }}')
        assert asked(s) == (chooser, "order") and choices(s, "order") == {"move_first", "fight_first"}
        events = do(s, f"order {order}")
        assert [(e.clauses, GAME.sides[e.side]) for e in events if isinstance(e, Ordered)] == [
            ((f"5.7{letter}",), "allied")
        ]
        assert asked(s) == ("allied", first)
        do(s, "done")
        assert asked(s) == ("allied", second)


# panzer halts

PANZERS = """
units = { "2437" = ["G.19", "G.14", "G.I"], "2226" = ["F.I"] }
"""


@clause("5.10a", "5.6a")
@pytest.mark.parametrize(("turn", "checked"), [(2, False), (3, False), (4, True), (5, True), (13, True)])
def test_halts_are_checked_from_turn_4(turn: int, checked: bool) -> None:
    s = lay(PANZERS + f'phase = "german turn"\nturn = {turn}')
    events = do(s, "order move_first", rolls=[6] if checked else [])
    assert rolled(events) == (["panzer halt"] if checked else [])


@clause("5.10a")
@pytest.mark.parametrize(("value", "british", "checked"), [
    ("no_british", False, True),
    ("no_british", True, False),
    ("british", False, False),
    ("british", True, True),
])  # fmt: skip
def test_halts_and_the_british_with_the_option_panzer_halt(value: str, british: bool, checked: bool) -> None:
    text = PANZERS.replace('["F.I"]', '["UK.I:1"]') if british else PANZERS
    s = lay(text + f'phase = "german turn"\nturn = 4\noptions = {{ panzer_halt = "{value}" }}')
    events = do(s, "order move_first", rolls=[6] if checked else [])
    assert rolled(events) == (["panzer halt"] if checked else [])


@clause("5.10b")
def test_the_order_is_declared_before_the_halt_is_rolled() -> None:
    s = lay(PANZERS + 'phase = "german turn"\nturn = 4')
    assert s.dice.made == 0 and asked(s) == ("german", "order")
    events = do(s, "order fight_first", rolls=[6])
    assert [type(e) for e in events if isinstance(e, Ordered | Rolled)] == [Ordered, Rolled]
    assert asked(s) == ("german", "combat")


@clause("5.10c", "MF40b")
@pytest.mark.parametrize(("die", "factor"), [(1, 6), (2, 6), (3, 12), (6, 12)])
def test_a_first_halt_halves_the_movement_of_mechanized_corps(die: int, factor: int) -> None:
    s = lay(PANZERS + 'phase = "german turn"\nturn = 4')
    events = do(s, "order move_first", rolls=[die])
    halted = factor == 6
    assert [(e.kind, e.clauses) for e in events if isinstance(e, Halted)] == [("half", ("5.10c",))] * halted
    assert s.halts == int(halted)
    for unit, expected in (("G.19", factor), ("G.14", factor), ("G.I", 6)):
        do(s, f"move {unit}")
        assert points(s, unit) == expected
        do(s, "stop")


@clause("5.10c")
def test_a_halted_corps_out_of_supply_has_three_points_and_may_attack() -> None:
    text = """
turn = 5
halted = "half"
units = { "2226" = ["G.19"], "2227" = ["F.I"], "2225" = ["F.II"], "2126" = ["F.III"], "2326" = ["F.IV"] }
"""
    s = lay(text + 'phase = "german movement"')
    assert not supply.is_supplied(s, MAP.piece("G.19"))
    do(s, "move G.19")
    assert points(s, "G.19") == 3
    s = lay(text + 'phase = "german combat"')
    do(s, "attack 2227")
    assert choices(s, "commit") == {"G.19"}


@clause("5.10c", "5.10e")
@pytest.mark.parametrize("kind", ["half", "full"])
def test_a_halt_ends_with_the_player_turn(kind: str) -> None:
    s = lay(PANZERS + f'phase = "german combat"\nturn = 4\nhalts = 1\nhalted = "{kind}"\npoints = ["maginot"]')
    do(s, "done")
    assert s.halted == ""
    do(s, "order move_first", "done", "done")
    do(s, "order move_first", "move G.19", rolls=[6])
    assert points(s, "G.19") == 12


@clause("5.10d")
@pytest.mark.parametrize(("die", "kind"), [(1, "full"), (2, ""), (6, "")])
def test_later_halts_come_only_on_a_1(die: int, kind: str) -> None:
    s = lay(PANZERS + 'phase = "german turn"\nturn = 6\nhalts = 1')
    events = do(s, "order move_first", rolls=[die])
    assert s.halted == kind and rolled(events) == ["panzer halt"]
    assert s.halts == (2 if kind else 1)
    assert [e.clauses for e in events if isinstance(e, Halted)] == [("5.10e",)] * bool(kind)


@clause("5.10d")
def test_the_first_halt_makes_the_next_one_a_later_one() -> None:
    s = lay(PANZERS + 'phase = "german turn"\nturn = 4\npoints = ["maginot"]')
    do(s, "order move_first", rolls=[2])
    assert (s.halted, s.halts) == ("half", 1)
    do(s, "done", "done", "order move_first", "done", "done")
    do(s, "order move_first", rolls=[2])
    assert (s.turn, s.halted, s.halts) == (5, "", 1)
    do(s, "done", "done", "order move_first", "done", "done")
    do(s, "order move_first", rolls=[1])
    assert (s.turn, s.halted, s.halts) == (6, "full", 2)


@clause("5.10e")
def test_a_later_halt_stops_movement_and_attacks_of_mechanized_corps() -> None:
    text = """
turn = 6
halts = 1
points = ["maginot"]
units = { "2437" = ["G.19", "G.14", "G.I"], "2436" = ["F.I"] }
phase = "german turn"
"""
    s = lay(text)
    do(s, "order move_first", rolls=[1])
    assert choices(s, "move") == {"G.I"}
    assert refusal(s, "move G.19") == "5.10e" and refusal(s, "move G.14") == "5.10e"
    do(s, "move G.I")
    assert not choices(s, "join")
    do(s, "stop", "done", "attack 2436")
    assert choices(s, "commit") == {"G.I"}
    assert refusal(s, "commit G.19") == "5.10e"


@clause("5.10e")
def test_a_halted_army_of_panzers_has_nothing_to_attack_with() -> None:
    s = lay("""
phase = "german combat"
turn = 6
halts = 2
halted = "full"
units = { "2437" = ["G.19"], "2436" = ["F.I"] }
""")
    assert not choices(s, "attack")
    assert refusal(s, "attack 2436") == "5.10e"


@clause("5.10e")
def test_halted_corps_defend_normally() -> None:
    s = lay("""
phase = "german combat"
turn = 6
halts = 2
halted = "full"
points = ["maginot", "paris"]
units = { "2437" = ["G.19"], "2436" = ["F.I"] }
""")
    do(s, "done", "order fight_first")
    events = do(s, "attack 2437", "commit F.I", "fight", rolls=[3])
    assert [(e.attack, e.defence) for e in events if isinstance(e, Fought)] == [(5, 8)]


# supply check


@clause("5.12a", "5.6d")
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_french_and_british_out_of_supply_are_removed_with_all_their_steps(turn: int) -> None:
    s = lay(f"""
phase = "allied combat"
turn = {turn}
forts = true
countries = {{ belgium = 1 }}
units = {{ "2441" = ["F.II"], "2440" = ["G.II"], "2442" = ["G.III"], "2541" = ["G.IV"], "2540" = ["G.V"], "2340" = ["G.VI"], "2341" = ["G.VII"], "2226" = ["F.I"], "3432" = ["B.I"], "3628" = ["UK.I"] }}
""")  # noqa: E501
    events = do(s, "done", rolls=[6])  # the overthrow roll for Frankfurt
    assert [(MAP.pieces[e.piece].id, e.cause, e.clauses[0]) for e in events if isinstance(e, Eliminated)] == [
        ("F.II", "supply", "5.12a")
    ]
    assert steps(s, "F.II") == 0
    assert (where(s, "F.I"), where(s, "B.I"), where(s, "UK.I")) == ("2226", "3432", "3628")


@clause("5.12a")
def test_germans_and_former_neutrals_stay_on_the_map_out_of_supply() -> None:
    s = lay("""
phase = "allied combat"
turn = 4
forts = true
countries = { belgium = 1 }
units = { "2226" = ["G.I"], "2227" = ["F.I"], "2225" = ["F.II"], "2126" = ["F.III"], "2326" = ["F.IV"], "3432" = ["B.I"], "3431" = ["G.II"], "3433" = ["G.III"], "3332" = ["G.IV"], "3531" = ["G.V"], "3628" = ["UK.I"] }
""")  # noqa: E501
    assert not supply.is_supplied(s, MAP.piece("G.I"))
    do(s, "done")
    assert where(s, "G.I") == "2226" and where(s, "B.I") == "3432"


# movement factors


@clause("MF39a")
@pytest.mark.parametrize("turn", [1, 2, 7])
def test_german_divisions_of_1939_have_four_points(turn: int) -> None:
    s = lay(EARLY + f'phase = "german movement"\nturn = {turn}')
    do(s, "move g.5")
    assert points(s, "g.5") == 4 and not can(s, "roll")


@clause("MF39b")
@pytest.mark.parametrize(("die", "factor"), [(1, 1), (3, 3), (4, 4), (5, 4), (6, 4)])
def test_french_divisions_of_1939_roll_up_to_four_points(die: int, factor: int) -> None:
    s = lay(EARLY + 'phase = "allied movement"\nturn = 2')
    do(s, "move f.1", "roll", rolls=[die])
    assert points(s, "f.1") == factor


@clause("MF40a", "MF40b")
@pytest.mark.parametrize(("unit", "factor"), [("G.I", 6), ("G.XXXII", 6), ("G.19", 12), ("G.14", 12)])
def test_the_movement_factors_of_the_germans(unit: str, factor: int) -> None:
    s = lay(f'phase = "german movement"\nturn = 4\nunits = {{ "2437" = ["{unit}"] }}')
    do(s, f"move {unit}")
    assert points(s, unit) == factor and s.dice.made == 0


@clause("MF40a")
@pytest.mark.parametrize("turn", [1, 2, 13])
def test_the_movement_factor_of_the_british(turn: int) -> None:
    s = lay(f'phase = "allied movement"\nturn = {turn}\nunits = {{ "2226" = ["UK.I"] }}')
    do(s, "move UK.I")
    assert points(s, "UK.I") == 6 and not can(s, "roll")


NATIONS = """
phase = "allied movement"
countries = { belgium = 2, netherlands = 3, switzerland = 2 }
swiss = "forward"
units = { "2226" = ["F.I"], "3432" = ["B.I"], "3837" = ["N.I"], "1232" = ["Sw.I"], "3628" = ["UK.I"] }
"""


@clause("MF40c")
@pytest.mark.parametrize("unit", ["F.I", "B.I", "N.I", "Sw.I"])
@pytest.mark.parametrize("die", [1, 5, 6])
def test_french_and_former_neutrals_roll_for_their_movement(unit: str, die: int) -> None:
    s = lay(NATIONS + "turn = 4")
    do(s, f"move {unit}")
    assert not choices(s, "to")
    do(s, "roll", rolls=[die])
    assert points(s, unit) == die


@clause("MF40d")
@pytest.mark.parametrize(("turn", "automatic"), [(1, {"F.I"}), (2, {"B.I", "Sw.I"}), (3, {"N.I"}), (4, set())])
def test_the_first_turn_of_a_nation_gives_four_points_without_a_roll(turn: int, automatic: set[str]) -> None:
    text = NATIONS if turn > 1 else NATIONS.replace("belgium = 2, netherlands = 3, switzerland = 2", "luxembourg = 1")
    for unit in ("F.I", "B.I", "N.I", "Sw.I") if turn > 1 else ("F.I",):
        s = lay(text + f"turn = {max(turn, 3) if turn > 1 else 1}")
        s.turn = turn
        do(s, f"move {unit}")
        assert can(s, "roll") == (unit not in automatic)
        assert points(s, unit) == (4 if unit in automatic else 0)


@clause("MF40d")
@pytest.mark.parametrize(("value", "roll"), [("table", False), ("roll", True)])
def test_the_option_first_turn_mf(value: str, roll: bool) -> None:
    s = lay(f'phase = "allied movement"\noptions = {{ first_turn_mf = "{value}" }}\nunits = {{ "2226" = ["F.I"] }}')
    do(s, "move F.I")
    assert can(s, "roll") == roll and points(s, "F.I") == (0 if roll else 4)
    s = lay(NATIONS + f'turn = 3\noptions = {{ first_turn_mf = "{value}" }}')
    do(s, "move N.I")
    assert can(s, "roll") == roll and points(s, "N.I") == (0 if roll else 4)


@clause("MF40d")
def test_cut_off_french_have_two_points_on_turn_1() -> None:
    s = lay("""
phase = "allied movement"
units = { "2226" = ["F.I"], "2227" = ["G.I"], "2325" = ["G.II"], "2125" = ["G.III"] }
""")
    assert not supply.is_supplied(s, MAP.piece("F.I"))
    do(s, "move F.I")
    assert points(s, "F.I") == 2
