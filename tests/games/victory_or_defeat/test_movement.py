"""Chapter 10 and the movement column of the Terrain Effects Chart."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from meuse.engine.preview import Factor
from meuse.games.victory_or_defeat import dynamo, movement, ways, zoc
from meuse.games.victory_or_defeat.events import Evacuated, Exited, Moved, RoadsOfBelgium
from meuse.games.victory_or_defeat.setting import ALLIED, COUNTRIES, GERMAN
from meuse.games.victory_or_defeat.state import CAPITULATED, WarState
from tests.games.victory_or_defeat.kit import GAME, MAP, can, choices, clause, controls, do, lay, refusal, steps, where

FRENCH_RING = '"2627" = ["F.I"], "2725" = ["F.II"], "2525" = ["F.III"]'  # closes 2626
GERMAN_RING = '"2627" = ["G.I"], "2725" = ["G.II"], "2525" = ["G.III"]'
BELGIUM = "countries = { belgium = 1 }"
N1939 = 'scenario = "1939"'


def place(units: str, side: str = "german", more: str = "", turn: int = 4) -> WarState:
    scenario = "" if "scenario" in more else 'scenario = "1940"\n'
    return lay(f'{scenario}{more}\nphase = "{side} movement"\nturn = {turn}\nunits = {{ {units} }}\n')


def left(s: WarState, unit: str) -> int:
    return s.left[MAP.piece(unit)]


def step(s: WarState) -> str:
    assert s.decision is not None
    return s.decision.step


def price(units: str, unit: str, goal: str, side: str = "german", more: str = "", turn: int = 4) -> int:
    """What the cheapest way to a hex costs."""
    s = place(units, side, more, turn)
    do(s, f"move {unit}")
    moved = next(e for e in do(s, f"to {goal}") if isinstance(e, Moved))
    return moved.cost


def way(s: WarState, action: str) -> tuple[list[str], int]:
    moved = next(e for e in do(s, action) if isinstance(e, Moved))
    return [s.label(h) for h in moved.path], moved.cost


def terrain(label: str) -> str:
    return MAP.terrain_name(MAP.board.place(label))


def river(a: str, b: str) -> bool:
    return MAP.board.crosses(MAP.board.place(a), MAP.board.place(b), MAP.rivers)


# 10.0 and 10.1


@clause("10.0a")
def test_any_number_of_units_may_move_or_none() -> None:
    s = place('"2626" = ["G.I"], "2628" = ["G.II"], "1741" = ["G.III"]')
    assert choices(s, "move") == {"G.I", "G.II", "G.III"} and can(s, "done")
    do(s, "move G.II", "to 2728", "stop", "move G.I", "to 2625", "stop")
    assert choices(s, "move") == {"G.III"}
    do(s, "done")
    assert step(s) == "combat" and where(s, "G.III") == "1741"


@clause("10.0b")
def test_neutrals_do_not_move_before_their_country_is_invaded() -> None:
    s = place('"3333" = ["B.I"], "2626" = ["F.I"]', "allied")
    assert choices(s, "move") == {"F.I"} and refusal(s, "move B.I") == "3.6g"
    assert ways.barred(s, MAP.nation[MAP.piece("F.I")]) >> MAP.board.place("3333") & 1


@clause("10.0b")
def test_former_neutrals_keep_to_their_country_and_the_hexes_next_to_it() -> None:
    s = place('"2832" = ["B.I"], "3619" = ["UK.I"]', "allied", "countries = { belgium = 2 }")
    do(s, "move B.I", "roll", rolls=[6])
    assert "2831" in choices(s, "to") and refusal(s, "to 2830") == "3.6k"
    assert all(MAP.area[MAP.nation[MAP.piece("B.I")]] >> MAP.board.place(h) & 1 for h in choices(s, "to"))


@clause("10.0c")
def test_units_move_singly_or_as_stacks() -> None:
    s = place('"2626" = ["G.I", "G.II", "G.III"], "2628" = ["G.IV"]')
    do(s, "move G.I")
    assert choices(s, "join") == {"G.II", "G.III"} and refusal(s, "join G.IV") == "10.0c"
    assert refusal(s, "drop G.I") == "10.0c"
    do(s, "join G.II", "to 2625")
    assert (where(s, "G.I"), where(s, "G.II"), where(s, "G.III")) == ("2625", "2625", "2626")
    assert refusal(s, "join G.III") == "10.0c" and choices(s, "drop") == {"G.I", "G.II"}
    do(s, "drop G.I")
    assert s.moved == 1 << MAP.piece("G.I") and choices(s, "drop") == set()
    do(s, "to 2624", "stop")
    assert where(s, "G.I") == "2625" and where(s, "G.II") == "2624"
    do(s, "move G.III")
    assert can(s, "stop") and choices(s, "join") == set()


@clause("10.0c", "10.1d")
def test_a_unit_that_has_moved_cannot_join() -> None:
    s = place('"2626" = ["G.I", "G.II"]')
    do(s, "move G.I", "stop", "move G.II")
    assert choices(s, "join") == set() and refusal(s, "join G.I") == "10.1d"


@clause("10.0c")
def test_a_group_has_the_points_of_its_slowest_member() -> None:
    s = place('"1741" = ["G.19", "G.I"]')
    do(s, "move G.19", "join G.I")
    assert left(s, "G.19") == 12 and left(s, "G.I") == 6 and s.decision is not None
    assert "with 6 movement points" in s.decision.prompt
    far = choices(s, "to")
    s = place('"1741" = ["G.I"]')
    do(s, "move G.I")
    assert far == choices(s, "to")


@clause("10.0d", "10.5a", "TECa")
def test_each_hex_entered_is_paid_for() -> None:
    s = place('"2626" = ["G.I"]')
    do(s, "move G.I")
    path, cost = way(s, "to 2825")
    assert path == ["2626", "2725", "2825"] and cost == 2 and left(s, "G.I") == 4
    assert refusal(s, "to 2825") == "10.0d" and s.decision is not None and "with 4 movement points" in s.decision.prompt


@clause("10.1a")
def test_units_move_only_in_their_own_movement_phase() -> None:
    s = place('"2626" = ["G.I"], "2520" = ["F.I"]')
    assert choices(s, "move") == {"G.I"} and refusal(s, "move F.I") == "10.1a"
    assert refusal(s, "move G.II") == "2.1a"
    s = lay('phase = "german combat"\nturn = 4\nunits = { "2626" = ["G.I"] }\n')
    assert refusal(s, "move G.I") == "5.0a"


@clause("10.1a")
def test_a_retreat_is_not_movement() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2627" = ["G.I"], "2626" = ["F.VII"] }\n')
    do(s, "attack 2626", "commit G.I", "fight", rolls=[2])
    do(s, "to 2625")
    assert s.moved == 0 and not any(s.left)


@clause("10.1b")
def test_no_unit_spends_more_than_it_has() -> None:
    s = place('"2626" = ["G.I"]')
    do(s, "move G.I")
    reach = ways.group_reach(s, MAP.board.place("2626"), (MAP.piece("G.I"),))
    costs = {reach.cost(h) for h in MAP.board.members(reach.all())}
    assert costs == {1, 2, 3, 4, 5, 6} and set(MAP.board.names(reach.all())) == choices(s, "to")
    farthest = next(h for h in MAP.board.members(reach.all()) if reach.cost(h) == 6)
    do(s, f"to {MAP.board.label(farthest)}")
    assert step(s) == "movement" and left(s, "G.I") == 0


@clause("10.1c")
def test_points_left_over_are_lost() -> None:
    s = place('"2626" = ["G.I", "G.II"]')
    do(s, "move G.I", "to 2625", "stop")
    assert left(s, "G.I") == 0
    do(s, "move G.II")
    assert left(s, "G.II") == 6  # nothing lent
    do(s, "stop", "done", "done", "order move_first", "done", "done")
    while step(s) in ("dynamo", "restore"):
        do(s, "done")
    do(s, "order move_first", rolls=[6])
    do(s, "move G.I")
    assert s.turn == 5 and left(s, "G.I") == 6


@clause("10.1d")
def test_a_unit_moves_once_a_phase() -> None:
    s = place('"2626" = ["G.I"]')
    do(s, "move G.I", "to 2625", "stop")
    assert choices(s, "move") == set() and refusal(s, "move G.I") == "10.1d"


@clause("10.1d")
def test_why_a_unit_cannot_move() -> None:
    s = place('"2832" = ["G.19"], "2435" = ["G.W2435", "G.I"]', more=f'{BELGIUM}\nsickle = ["G.19"]', turn=1)
    assert choices(s, "move") == {"G.I"} and refusal(s, "move G.19") == "5.8a"
    assert refusal(s, "move G.W2435") == "2.12b"
    s = place('"2832" = ["G.19"]', more=f'{BELGIUM}\nsickle = ["G.19"]', turn=2)
    assert choices(s, "move") == {"G.19"}
    s = place('"2626" = ["G.19", "G.I"]', more='halted = "full"')
    assert choices(s, "move") == {"G.I"} and refusal(s, "move G.19") == "5.10e"
    s = place('"2626" = ["G.19", "G.I"]', more='halted = "half"')
    assert choices(s, "move") == {"G.19", "G.I"}
    more = 'countries = { switzerland = 1 }\nswiss = "forward"\noptions = { swiss_forward = "frozen" }'
    s = place('"1032" = ["Sw.I"]', "allied", more)
    assert choices(s, "move") == set() and refusal(s, "move Sw.I") == "4.3i"
    s = place('"1032" = ["Sw.I"]', "allied", more.replace("frozen", "active"))
    assert choices(s, "move") == {"Sw.I"}


@clause("10.0a")
def test_the_owner_orders_his_stacks() -> None:
    s = place('"2626" = ["G.I", "G.II", "G.III"]')
    assert choices(s, "top") == {"G.II", "G.III"} and refusal(s, "top G.I") == "3.10a"
    do(s, "top G.III")
    assert [s.piece_name(p) for p in s.at(MAP.board.place("2626"))] == ["G.III", "G.I", "G.II"]
    assert choices(s, "top") == {"G.I", "G.II"} and s.moved == 0
    do(s, "top G.I", "top G.II")
    assert choices(s, "top") == set() and refusal(s, "top G.III") == "3.10a"


# 10.2 and 10.3: movement factors


@clause("10.2a")
@pytest.mark.parametrize("crisis", ["true", "false"])
def test_germans_have_4_points_in_1939(crisis: str) -> None:
    s = place('"1741" = ["g.5"]', more=f"{N1939}\ncrisis = {crisis}")
    do(s, "move g.5")
    assert left(s, "g.5") == 4 and not can(s, "roll")


@clause("10.2b")
def test_the_french_have_4_points_on_turn_1_of_1939() -> None:
    s = place('"2433" = ["f.1"]', "allied", N1939, turn=1)
    do(s, "move f.1")
    assert left(s, "f.1") == 4 and refusal(s, "roll") == "10.2c"


@clause("10.2c")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4)])
def test_later_they_roll_and_4_is_the_most(die: int, points: int) -> None:
    s = place('"2626" = ["f.1", "f.3", "f.5"]', "allied", N1939, turn=2)
    do(s, "move f.1", "join f.3")
    assert refusal(s, "to 2625") == "10.2c" and refusal(s, "stop") == "10.2c" and s.decision is not None
    assert s.decision.prompt.endswith("roll for movement.")
    found = s.preview("roll")
    assert found is not None and found.factors == ()
    assert [o.name for o in found.outcomes] == ["1 MP", "2 MP", "3 MP", "4 MP", "4 MP", "4 MP"]
    do(s, "roll", rolls=[die])
    assert (left(s, "f.1"), left(s, "f.3"), left(s, "f.5")) == (points, points, 0)
    assert refusal(s, "join f.5") == "10.0c" and refusal(s, "roll") == "10.2c"


@clause("10.2d", "8.2a")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_out_of_supply_the_capped_roll_is_halved(die: int, points: int) -> None:
    ring = (
        '"1742" = ["g.5"], "1740" = ["g.6"], "1641" = ["g.9"], "1642" = ["g.15"], "1841" = ["g.16"], "1842" = ["g.22"]'
    )
    s = place(ring + ', "1741" = ["f.1"]', "allied", N1939, turn=2)
    do(s, "move f.1")
    found = s.preview("roll")
    assert found is not None and found.factors == (Factor("out of supply", "halved", "8.2a"),)
    assert [o.name for o in found.outcomes] == ["1 MP", "1 MP", "2 MP", "2 MP", "2 MP", "2 MP"]
    do(s, "roll", rolls=[die])
    assert left(s, "f.1") == points


@clause("10.3a")
def test_british_and_german_infantry_have_6_points() -> None:
    s = place('"2626" = ["G.I"], "2520" = ["UK.I"]')
    do(s, "move G.I")
    assert left(s, "G.I") == 6 and refusal(s, "roll") == "10.3c"
    s = place('"2520" = ["UK.I"]', "allied")
    do(s, "move UK.I")
    assert left(s, "UK.I") == 6 and refusal(s, "roll") == "10.3c"


@clause("10.3b")
def test_mechanized_corps_have_12_points() -> None:
    for unit in ("G.19", "G.14"):
        s = place(f'"1741" = ["{unit}"]')
        do(s, f"move {unit}")
        assert left(s, unit) == 12


@clause("10.3c")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_french_roll_for_their_points(die: int) -> None:
    s = place('"2626" = ["F.I", "F.II", "F.III"]', "allied", turn=2)
    do(s, "move F.I", "join F.II")
    assert refusal(s, "to 2625") == "10.3c" and refusal(s, "stop") == "10.3c"
    found = s.preview("roll")
    assert found is not None and found.title == "movement" and s.preview("join F.III") is None
    assert [(o.name, o.chance) for o in found.outcomes] == [(f"{n} MP", Fraction(1, 6)) for n in range(1, 7)]
    do(s, "roll", rolls=[die])
    assert (left(s, "F.I"), left(s, "F.II"), left(s, "F.III")) == (die, die, 0)
    assert refusal(s, "roll") == "10.3c" and s.rolls_made == 1
    do(s, "drop F.II", "stop", "move F.III")
    assert can(s, "roll")  # left out, it rolls for itself


@clause("10.3c")
def test_the_die_falls_just_before_the_move_and_once() -> None:
    s = place('"2626" = ["F.I", "F.II"]', "allied", turn=2)
    do(s, "move F.I", "roll", rolls=[2])
    do(s, "to 2725", "to 2825")
    assert step(s) == "movement" and refusal(s, "move F.I") == "10.1d"
    assert s.diced == 1 << MAP.piece("F.I")


@clause("10.3c")
@pytest.mark.parametrize(("reading", "points"), [("table", 4), ("roll", 0)])
def test_the_french_on_turn_1(reading: str, points: int) -> None:
    s = place('"2626" = ["F.I"]', "allied", f'options = {{ first_turn_mf = "{reading}" }}', turn=1)
    do(s, "move F.I")
    assert left(s, "F.I") == points and can(s, "roll") == (reading == "roll")


@clause("10.3c")
def test_a_former_neutral_has_4_on_its_turn_of_entry_and_rolls_later() -> None:
    for turn, roll in ((3, False), (4, True)):
        s = place('"3333" = ["B.I"], "3619" = ["UK.I"]', "allied", "countries = { belgium = 3 }", turn=turn)
        do(s, "move B.I")
        assert can(s, "roll") == roll and left(s, "B.I") == (0 if roll else 4)


@clause("10.3d", "8.2a")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_out_of_supply_french_halve_the_roll(die: int, points: int) -> None:
    s = place(GERMAN_RING + ', "2626" = ["F.I"]', "allied")
    do(s, "move F.I")
    found = s.preview("roll")
    assert found is not None and found.factors == (Factor("out of supply", "halved", "8.2a"),)
    assert [o.name for o in found.outcomes] == ["1 MP", "1 MP", "2 MP", "2 MP", "3 MP", "3 MP"]
    do(s, "roll", rolls=[die])
    assert left(s, "F.I") == points


@clause("10.3d", "8.2a")
def test_out_of_supply_french_have_2_on_turn_1() -> None:
    s = place(GERMAN_RING + ', "2626" = ["F.I"]', "allied", turn=1)
    do(s, "move F.I")
    assert left(s, "F.I") == 2


# far moves


def same_but_for_the_count(one: WarState, other: WarState) -> bool:
    return {**one.dump(), "actions": 0} == {**other.dump(), "actions": 0}


LAST_CITY = """
phase = "german movement"
turn = 2
countries = { belgium = 1 }
control = { german = ["3231", "3232", "3432"] }
units = { "3135" = ["G.I"], "3132" = ["B.I"], "3619" = ["UK.I"] }
"""


@clause("4.3e", "7.3a", "10.0d")
def test_a_country_that_falls_on_the_way_stops_nobody_further_on() -> None:
    """Liège falls, Belgium with it, and 3133 is in nobody's zone any more: in one command as in two."""
    far, near = lay(LAST_CITY), lay(LAST_CITY)
    do(far, "move G.I", "to 3133")
    do(near, "move G.I", "to 3134", "to 3133")
    assert where(far, "B.I") == "off the map" and far.status[COUNTRIES.index("belgium")] == CAPITULATED
    assert same_but_for_the_count(far, near)
    assert where(far, "G.I") == "3133" and can(far, "stop") and choices(far, "to")


@clause("7.3a")
def test_a_country_that_falls_by_the_last_step_has_stopped_the_unit() -> None:
    s = lay(LAST_CITY.replace('"3132" = ["B.I"]', '"3133" = ["B.I"]'))
    do(s, "move G.I", "to 3134")
    assert where(s, "B.I") == "off the map" and s.decision is not None and s.decision.step == "movement"


@clause("4.2a")
def test_a_march_past_the_ruhr_ends_beside_it() -> None:
    text = 'phase = "allied movement"\nturn = 2\nunits = { "3137" = ["UK.I"], "1741" = ["G.I"] }'
    far, near = lay(text), lay(text)
    do(far, "move UK.I", "to 3142")
    do(near, "move UK.I", "to 3138", "to 3139")  # 3139 is the first hex next to the Ruhr
    assert far.result is not None and where(far, "UK.I") == "3139"
    assert same_but_for_the_count(far, near)


@pytest.mark.parametrize("scenario", ["1939", "1940"])
@clause("10.0d", "10.4a")
def test_going_far_is_going_step_by_step(scenario: str) -> None:
    """Costs, control, points, capitulations, the Ruhr: nothing depends on how many commands a march takes."""
    compared = 0
    for seed in range(8):
        s, random = GAME.new(scenario, seed=seed), Random(seed)
        do(s, "ready", "ready")
        while s.options and compared < 60 * (seed + 1):
            option = random.choice(s.options)
            march = s.agenda[-1]
            if isinstance(march, movement.March) and option.verb == "to" and random.random() < 0.3:
                path = ways.group_reach(s, march.hex, march.group).path(option.value)
                far, near = s.clone(), s.clone()
                far.apply(option)
                for hexa in path:
                    if near.result is None:
                        near.apply(f"to {MAP.board.label(hexa)}")
                assert same_but_for_the_count(far, near)
                compared += len(path) > 1
            s.apply(option)
    assert compared > 100


# 10.4, 10.5 and the chart


@clause("10.4a")
def test_there_is_no_minimum_move() -> None:
    # 1921 is rough and costs two points; 2528 lies across the Marne from 2428
    s = place('"1922" = ["F.I"]', "allied")
    do(s, "move F.I", "roll", rolls=[1])
    assert "1821" not in choices(s, "to") and refusal(s, "to 1921") == "10.4a"
    s = place('"2428" = ["F.I"]', "allied")
    do(s, "move F.I", "roll", rolls=[1])
    assert refusal(s, "to 2528") == "10.4a" and can(s, "to 2427")
    reason = s.explain("to 2528")
    assert reason is not None and reason.reason.endswith("cannot reach 2528 with 1 movement point")
    # around 1123 every hex costs two points or more: not even one hex is free
    s = place('"1123" = ["F.I"]', "allied")
    do(s, "move F.I", "roll", rolls=[1])
    assert choices(s, "to") == set() and can(s, "stop")
    around = [MAP.board.label(hexa) for hexa in MAP.board.neighbours(MAP.board.place("1123"))]
    assert {refusal(s, f"to {label}") for label in around} == {"10.4a"}


@clause("10.5a", "TECa")
def test_clear_costs_1() -> None:
    assert terrain("2627") == "clear" and price('"2626" = ["G.I"]', "G.I", "2627") == 1


@clause("TECb")
def test_rough_costs_2() -> None:
    assert terrain("1921") == "rough" and price('"1922" = ["G.I"]', "G.I", "1921") == 2


@clause("TECc")
def test_the_ardennes_cost_2() -> None:
    assert terrain("2832") == "ardennes" and not river("2831", "2832")
    assert price('"2831" = ["G.I"]', "G.I", "2832", more=BELGIUM) == 2


@clause("10.5b", "TECd")
def test_a_river_costs_1_more() -> None:
    assert river("2428", "2528") and price('"2428" = ["G.I"]', "G.I", "2528") == 2
    assert river("3030", "3031") and terrain("3031") == "ardennes"  # the Meuse into the Ardennes
    assert price('"3030" = ["G.I"]', "G.I", "3031", more=BELGIUM) == 3


@clause("TECd")
def test_a_canal_costs_1_more() -> None:
    assert river("3334", "3435") and price('"3334" = ["G.I"]', "G.I", "3435", more=BELGIUM) == 2


@clause("TECd", "TECh")
def test_a_river_is_free_into_and_out_of_a_city() -> None:
    assert river("2630", "2530") and terrain("2530") == "city"  # Verdun on the Meuse
    assert price('"2630" = ["G.I"]', "G.I", "2530") == 1
    assert price('"2530" = ["G.I"]', "G.I", "2630") == 1


@clause("TECd", "TECi")
def test_a_river_is_free_into_and_out_of_paris() -> None:
    assert river("2922", "3022") and terrain("3022") == "paris"
    assert price('"2922" = ["G.I"]', "G.I", "3022") == 1 and price('"3022" = ["G.I"]', "G.I", "2922") == 1


@clause("TECj")
def test_the_ruhr_costs_1() -> None:
    assert terrain("3339") == "ruhr" and price('"3340" = ["G.I"]', "G.I", "3339") == 1


@clause("TECf")
def test_no_movement_into_the_sea_or_across_a_lake() -> None:
    s = place('"3927" = ["G.I"]')
    do(s, "move G.I")
    assert refusal(s, "to 3928") == "TECf" and choices(s, "to") & {"3928", "4028", "4027"} == set()
    # 1236 and 1135 are neighbours across Lake Constance
    s = place(
        '"1236" = ["G.I"], "1235" = ["Sw.I"], "1134" = ["Sw.II"]',
        more='countries = { switzerland = 1 }\nswiss = "forward"',
    )
    do(s, "move G.I")
    assert refusal(s, "to 1135") == "TECf" and refusal(s, "to 1136") == "TECf"


@clause("TECg", "10.8b")
def test_nobody_enters_the_gap() -> None:
    for unit, side in (("G.19", "german"), ("UK.I", "allied")):
        s = place(f'"2134" = ["{unit}"]', side)
        do(s, f"move {unit}")
        assert refusal(s, "to 2235") == "10.8b"
        path, cost = way(s, "to 2234")
        assert "2235" not in path and cost == 2  # the Saar is before it
    s = place('"2233" = ["UK.I"]', "allied")
    do(s, "move UK.I")
    assert "2235" not in way(s, "to 2236")[0]


@clause("TECk")
def test_a_fort_hex_costs_1_while_its_fort_stands() -> None:
    assert terrain("2136") == "rough"
    assert price('"2137" = ["G.I"], "2136" = ["G.W2136"]', "G.I", "2136") == 1
    assert price('"2137" = ["G.I"]', "G.I", "2136") == 2
    s = place('"2134" = ["UK.I"], "2135" = ["F.M2135"]', "allied")  # rough, Maginot
    do(s, "move UK.I")
    assert way(s, "to 2135")[1] == 1
    s = place('"2134" = ["UK.I"]', "allied")
    do(s, "move UK.I")
    assert way(s, "to 2135")[1] == 2


@clause("TECk")
def test_the_river_before_a_fort_is_paid_besides() -> None:
    assert river("2534", "2435") and price('"2534" = ["G.I"], "2435" = ["G.W2435"]', "G.I", "2435") == 2


@clause("TECk", "10.8a")
def test_maginot_hexes_without_forts_cost_their_terrain_in_1939() -> None:
    assert terrain("2135") == "rough" and price('"2134" = ["f.1"]', "f.1", "2135", "allied", N1939, turn=1) == 2


@clause("TECm")
def test_a_border_costs_nothing_but_neutrality_bars() -> None:
    assert price('"2731" = ["G.I"]', "G.I", "2732", more=BELGIUM) == 1
    s = place('"2731" = ["G.I"]')
    do(s, "move G.I")
    assert refusal(s, "to 2732") == "4.3b"
    s = place('"2731" = ["UK.I"]', "allied")
    do(s, "move UK.I")
    assert refusal(s, "to 2732") == "3.6m" and refusal(s, "to 2633") == "3.6m"
    s = place('"2731" = ["f.1"]', "allied", N1939, turn=1)
    do(s, "move f.1")
    assert refusal(s, "to 2732") == "3.2b"
    s = place('"2136" = ["g.5"]', more=N1939)
    do(s, "move g.5")
    assert refusal(s, "to 2135") == "3.5e" and can(s, "to 2137")


# 10.6: Paris


@clause("10.6a", "TECi")
def test_allied_units_pass_through_paris_but_do_not_stop_there() -> None:
    s = place('"3121" = ["UK.I"]', "allied")
    do(s, "move UK.I", "to 3022")
    assert refusal(s, "stop") == "10.6a" and left(s, "UK.I") == 5 and step(s) == "march"
    assert {"2921", "3021", "2922"} <= choices(s, "to")
    do(s, "to 2921", "stop")
    assert where(s, "UK.I") == "2921"


@clause("10.6a")
def test_allied_units_enter_paris_only_if_they_can_go_on() -> None:
    s = place('"3021" = ["F.I"]', "allied")
    do(s, "move F.I", "roll", rolls=[1])
    assert refusal(s, "to 3022") == "10.6a"
    s = place('"3021" = ["F.I"]', "allied")
    do(s, "move F.I", "roll", rolls=[2])
    assert can(s, "to 3022") and not can(s, "to 3023") and not can(s, "to 3122")
    s = place('"3021" = ["F.I"]', "allied")
    do(s, "move F.I", "roll", rolls=[3])
    assert {"3022", "3023", "3122"} <= choices(s, "to")


@clause("10.6a", "10.6c")
def test_allied_units_do_not_enter_paris_in_an_enemy_zone() -> None:
    # 3023 lies in the zone of G.I; one would have to stop there
    s = place('"3021" = ["UK.I"], "3024" = ["G.I"]', "allied")
    assert zoc.zone(s, GERMAN) >> MAP.board.place("3023") & 1
    do(s, "move UK.I")
    assert refusal(s, "to 3023") == "10.6a" and {"3022", "3122"} <= choices(s, "to")


@clause("10.6a")
def test_a_group_in_paris_may_not_be_split_there() -> None:
    s = place('"3121" = ["UK.I", "UK.II"]', "allied")
    do(s, "move UK.I", "join UK.II", "to 3022")
    assert choices(s, "drop") == set() and not can(s, "stop") and refusal(s, "drop UK.I") == "10.0c"


@clause("10.6b", "10.6a")
def test_an_allied_unit_in_paris_must_leave_in_its_movement_phase() -> None:
    s = place('"3022" = ["UK.I"]', "allied")
    assert refusal(s, "done") == "10.6b" and choices(s, "move") == {"UK.I"}
    do(s, "move UK.I")
    assert refusal(s, "stop") == "10.6a"
    do(s, "to 3021", "stop")
    assert can(s, "done")


@clause("10.6b")
def test_an_allied_unit_that_cannot_leave_paris_stays_without_penalty() -> None:
    # every hex around 3022 lies in an enemy zone, and so does 3022 itself
    s = place('"3121" = ["G.I"], "2922" = ["G.II"], "3022" = ["UK.I"]', "allied")
    assert not can(s, "done")
    do(s, "move UK.I")
    assert choices(s, "to") == set() and can(s, "stop")
    do(s, "stop")
    assert step(s) == "movement" and can(s, "done")
    do(s, "done")
    assert where(s, "UK.I") == "3022" and steps(s, "UK.I") == 4 and step(s) == "combat"


@clause("10.6b", "10.6d")
def test_a_german_in_paris_does_not_hold_the_allied_phase_up() -> None:
    s = place(
        '"3121" = ["G.I"], "2921" = ["G.II"], "3023" = ["G.III"], "3022" = ["UK.I"], "2520" = ["UK.II"]', "allied"
    )
    do(s, "move UK.I", "stop")
    assert can(s, "done")  # UK.I has tried; UK.II need not move


@clause("10.6b")
def test_an_allied_unit_may_retreat_into_paris() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "3120" = ["G.I"], "3121" = ["F.VII"] }\n')
    do(s, "attack 3121", "commit G.I", "fight", rolls=[2])
    do(s, "to 3022")
    assert where(s, "F.VII") == "3022"


@clause("10.6c")
def test_zones_of_both_sides_reach_into_paris() -> None:
    s = place('"3121" = ["G.I"], "3024" = ["F.I"]')
    assert zoc.zone(s, GERMAN) >> MAP.board.place("3022") & 1 and zoc.zone(s, ALLIED) >> MAP.board.place("3023") & 1
    assert zoc.zone(s, GERMAN) >> MAP.board.place("3122") & 1


@clause("10.6d")
def test_germans_are_free_to_stay_in_paris() -> None:
    s = place('"3121" = ["G.I"]')
    do(s, "move G.I", "to 3022", "stop")
    assert where(s, "G.I") == "3022" and can(s, "done") and controls(s, "german", "3022")


@clause("10.6a")
def test_in_1939_paris_is_an_ordinary_city() -> None:
    s = place('"3121" = ["f.1"]', "allied", N1939, turn=1)
    do(s, "move f.1", "to 3022", "stop")
    assert where(s, "f.1") == "3022" and can(s, "done")
    s = place('"3022" = ["f.1"]', "allied", N1939, turn=1)
    assert can(s, "done")


# 10.7: the Zuiderzee

HOLLAND = "countries = { netherlands = 1 }"


@clause("10.7a")
@pytest.mark.parametrize(("start", "goal"), [("4238", "4239"), ("4239", "4238")])
def test_a_stack_that_starts_beside_the_zuiderzee_may_cross_it(start: str, goal: str) -> None:
    s = place(f'"{start}" = ["G.19", "G.I"]', more=HOLLAND)
    do(s, "move G.19", "join G.I")
    assert choices(s, "cross") == {goal} and not can(s, f"cross {start}")
    moved = next(e for e in do(s, f"cross {goal}") if isinstance(e, Moved))
    assert moved.clauses == ("10.7a",) and moved.cost == 1
    assert where(s, "G.19") == where(s, "G.I") == goal and controls(s, "german", goal)
    assert step(s) == "movement" and left(s, "G.19") == 0 and refusal(s, "move G.19") == "10.1d"


@clause("10.7a")
def test_a_unit_that_arrives_beside_the_zuiderzee_may_not_cross() -> None:
    s = place('"4137" = ["G.19"]', more=HOLLAND)
    do(s, "move G.19", "to 4238")
    assert choices(s, "cross") == set() and refusal(s, "cross 4239") == "10.7a"
    s = place('"4137" = ["G.19"]', more=HOLLAND)
    do(s, "move G.19")
    assert refusal(s, "cross 4239") == "10.7a"


@clause("10.7a")
def test_the_crossing_needs_an_open_goal() -> None:
    s = place('"4238" = ["G.19"], "4239" = ["N.I"]', more=HOLLAND)
    do(s, "move G.19")
    assert choices(s, "cross") == set()
    # from zone to zone: 4137 holds N.I, 4240 N.II
    s = place('"4238" = ["G.I"], "4137" = ["N.I"], "4240" = ["N.II"]', more=HOLLAND)
    do(s, "move G.I")
    assert choices(s, "cross") == set()
    s = place('"4238" = ["G.19"], "4137" = ["N.I"], "4240" = ["N.II"]', more=HOLLAND)
    do(s, "move G.19")
    assert choices(s, "cross") == {"4239"}


@clause("10.7a", "10.4a")
def test_the_crossing_costs_the_hex_entered() -> None:
    s = place('"4238" = ["N.I"]', "allied", "countries = { netherlands = 3 }")
    do(s, "move N.I", "roll", rolls=[1])
    assert choices(s, "cross") == {"4239"}  # one point for a clear hex, none for the water
    s.left[MAP.piece("N.I")] = 0
    s.advance()
    assert choices(s, "cross") == set()


@clause("10.7b")
def test_no_zone_and_no_supply_cross_the_zuiderzee() -> None:
    s = place('"4238" = ["N.I"], "4239" = ["G.I"]', more=HOLLAND)
    assert not zoc.zone(s, ALLIED) >> MAP.board.place("4239") & 1
    assert not zoc.zone(s, GERMAN) >> MAP.board.place("4238") & 1


# 10.8: the Maginot Line


@clause("10.8a")
def test_the_french_cross_the_moselle_freely_within_the_line() -> None:
    assert river("2532", "2533")  # the Moselle, between two Maginot hexes
    for forts in ("", ', "2533" = ["F.M2533"]'):
        assert price('"2532" = ["F.I"]' + forts, "F.I", "2533", "allied", turn=1) == 1
    assert price('"2532" = ["f.1"]', "f.1", "2533", "allied", N1939, turn=1) == 1
    assert price('"2533" = ["f.1"]', "f.1", "2532", "allied", N1939, turn=1) == 1


@clause("10.8a")
def test_others_pay_for_the_moselle_and_the_french_elsewhere() -> None:
    assert price('"2532" = ["UK.I"]', "UK.I", "2533", "allied") == 2
    assert price('"2532" = ["G.I"]', "G.I", "2533") == 2
    assert river("2532", "2433") and price('"2532" = ["F.I"]', "F.I", "2433", "allied", turn=1) == 2  # not in the line


@clause("10.8b", "10.8a")
def test_the_gap_is_no_maginot_hex() -> None:
    assert len(MAP.board.names(MAP.maginot)) == 15 and "2235" not in MAP.board.names(MAP.maginot)
    moselle = [h for d in range(6) for h in MAP.board.members(MAP.moselle_in_line.masks[d])]
    assert {MAP.board.label(h) for h in moselle} == {"2532", "2533"}


# ways off the map and the roads of Belgium, as far as they are movement


@clause("10.0d")
def test_leaving_the_map_takes_a_point() -> None:
    s = place('"3120" = ["G.19"]')
    do(s, "move G.19", "to 3118")
    assert can(s, "exit west") and refusal(s, "exit south") == "4.6b"
    events = do(s, "exit west")
    assert [(e.clauses, e.edge) for e in events if isinstance(e, Exited)] == [(("4.5a",), "west")]
    assert where(s, "G.19") == "off the map" and s.closed_edges == ("west",) and s.vp == 1
    s = place('"3119" = ["G.I"]')
    do(s, "move G.I", "to 3118")
    assert refusal(s, "exit west") == "4.5a"
    s = place('"1022" = ["G.19", "G.I"]')
    do(s, "move G.19")
    assert can(s, "exit south") and refusal(s, "exit west") == "4.5a"
    do(s, "join G.I")
    assert refusal(s, "exit south") == "4.6b"  # infantry cannot leave
    s = place('"1022" = ["G.19"]')
    events = do(s, "move G.19", "exit south")
    assert [e.clauses for e in events if isinstance(e, Exited)] == [("4.6b",)] and s.closed_edges == ("south",)


@clause("10.0d")
def test_a_corps_without_a_point_left_does_not_leave_the_map() -> None:
    s = place('"3118" = ["G.19"]')
    do(s, "move G.19")
    assert can(s, "exit west")
    s.left[MAP.piece("G.19")] = 0
    s.advance()
    assert not can(s, "exit west")


DYNAMO = 'dynamo = { turn = 5, port = "3927" }'


@clause("10.0d")
def test_the_british_leave_by_land_after_dynamo_was_declared() -> None:
    s = place('"3118" = ["UK.I"]', "allied", turn=6)
    do(s, "move UK.I")
    assert refusal(s, "exit west") == "5.14c"
    s = place('"3118" = ["UK.I"]', "allied", DYNAMO, turn=12)
    do(s, "move UK.I")
    assert can(s, "exit west") and refusal(s, "exit south") == "5.14a"
    events = do(s, "exit west")
    assert [e.clauses for e in events if isinstance(e, Exited)] == [("5.14a",)]
    assert where(s, "UK.I") == "off the map" and s.closed_edges == () and s.vp == 0
    s = place('"3118" = ["UK.I"]', "allied", DYNAMO + '\nclosed_edges = ["west"]', turn=12)
    do(s, "move UK.I")
    assert refusal(s, "exit west") == "5.14d"
    s = place('"3118" = ["F.I"]', "allied", DYNAMO, turn=12)
    do(s, "move F.I", "roll", rolls=[3])
    assert refusal(s, "exit west") == "4.5a" and refusal(s, "evacuate F.I") == "5.13j"


@clause("10.0d")
@pytest.mark.parametrize(("turn", "runs"), [(5, False), (6, True), (8, True), (9, False)])
def test_dynamo_runs_for_three_turns(turn: int, runs: bool) -> None:
    s = place('"3927" = ["UK.I", "UK.II:1"]', "allied", DYNAMO, turn=turn)
    assert dynamo.dynamo_runs(s) == runs
    do(s, "move UK.I")
    assert (can(s, "evacuate UK.I"), can(s, "ship UK.I")) == (runs, runs)
    if not runs:
        assert refusal(s, "evacuate UK.I") == "5.13d" and refusal(s, "ship UK.I") == "5.13d"


@clause("10.0d")
def test_four_steps_leave_by_sea_in_a_turn() -> None:
    s = place('"3927" = ["UK.I", "UK.II:1"], "3926" = ["UK.III"]', "allied", DYNAMO, turn=6)
    do(s, "move UK.I")
    assert refusal(s, "evacuate UK.II") == "5.13e"  # not in hand
    events = do(s, "evacuate UK.I")
    assert [(e.steps, e.left, e.clauses) for e in events if isinstance(e, Evacuated)] == [(4, 0, ("5.13e",))]
    assert s.shipped == 4 and where(s, "UK.I") == "off the map" and step(s) == "movement"
    do(s, "move UK.II")
    assert refusal(s, "evacuate UK.II") == "5.13f" and refusal(s, "ship UK.II") == "5.13f"


@clause("10.0d")
def test_a_unit_sends_off_one_step_a_turn_for_a_point() -> None:
    s = place('"3927" = ["UK.I:3"], "3926" = ["UK.III"]', "allied", DYNAMO, turn=6)
    events = do(s, "move UK.I", "ship UK.I")
    assert [(e.steps, e.left, e.clauses) for e in events if isinstance(e, Evacuated)] == [(1, 2, ("5.13g",))]
    assert (steps(s, "UK.I"), left(s, "UK.I"), s.shipped) == (2, 5, 1)
    assert refusal(s, "ship UK.I") == "5.13g" and refusal(s, "evacuate UK.I") == "5.13g"
    do(s, "stop", "move UK.III", "to 3927")
    assert choices(s, "evacuate") == set() and refusal(s, "evacuate UK.III") == "5.13f" and can(s, "ship UK.III")
    s = place('"3927" = ["UK.I:1"]', "allied", DYNAMO, turn=6)
    do(s, "move UK.I")
    assert can(s, "evacuate UK.I") and refusal(s, "ship UK.I") == "5.13g"  # its last step leaves whole


@clause("10.0b")
@pytest.mark.parametrize(("die", "effect"), [(1, "hesitate"), (2, "normal"), (3, "normal"), (4, "free"), (6, "free")])
def test_the_roll_for_the_roads_of_belgium(die: int, effect: str) -> None:
    units = '"3129" = ["F.I"], "3619" = ["UK.II"]'
    s = lay(f'phase = "allied turn"\nturn = 2\ncountries = {{ belgium = 2 }}\nunits = {{ {units} }}\n')
    events = do(s, "order move_first", rolls=[die])
    assert [e.effect for e in events if isinstance(e, RoadsOfBelgium)] == [effect]
    do(s, "move F.I", "roll", rolls=[6])
    if effect == "hesitate":
        assert refusal(s, "to 3130") == "5.16b" and can(s, "to 3128")
    else:
        assert can(s, "to 3130")


@clause("10.5b")
@pytest.mark.parametrize(
    ("roll", "reading", "start", "goal", "cost"),
    [
        (4, "either", "3030", "3031", 2), (4, "both", "3030", "3031", 3), (3, "either", "3030", "3031", 3),
        (4, "either", "3131", "3132", 1), (4, "both", "3131", "3132", 1), (3, "both", "3131", "3132", 2),
    ],
)  # fmt: skip
def test_rivers_in_belgium_on_a_good_roll(roll: int, reading: str, start: str, goal: str, cost: int) -> None:
    # the Meuse: 3030 is French, 3031, 3131 and 3132 are Belgian
    more = f'{BELGIUM}\noptions = {{ belgian_rivers = "{reading}" }}'
    for unit in ("UK.I", "F.I", "B.I"):
        s = place(f'"{start}" = ["{unit}"], "3619" = ["UK.II"]', "allied", more)
        s.dyle_roll = roll
        do(s, f"move {unit}")
        if can(s, "roll"):
            do(s, "roll", rolls=[6])
        dear = 3 if goal == "3031" else 2
        assert way(s, f"to {goal}")[1] == (dear if unit == "B.I" else cost)


@clause("10.0d")
def test_the_ardennes_are_closed_to_the_allies_on_turn_1_of_sickle_cut() -> None:
    more = f'{BELGIUM}\nsickle = ["G.19"]'
    s = place('"2831" = ["UK.I"], "2933" = ["G.19"]', "allied", more, turn=1)
    do(s, "move UK.I")
    assert refusal(s, "to 2832") == "5.8f"
    s = place('"2831" = ["UK.I"], "2934" = ["G.19"]', "allied", more, turn=2)
    do(s, "move UK.I")
    assert can(s, "to 2832")
    s = place('"2831" = ["G.I"]', more=more, turn=1)
    do(s, "move G.I")
    assert can(s, "to 2832")


@clause("10.0a")
def test_a_neutral_may_be_declared_in_a_german_movement_phase_only() -> None:
    s = place('"3619" = ["UK.I"]')
    assert choices(s, "declare") == {"belgium", "netherlands", "luxembourg", "switzerland"}
    do(s, "declare luxembourg")
    assert refusal(s, "declare luxembourg") == "3.6h"
    s = place('"3619" = ["UK.I"]', "allied")
    assert choices(s, "declare") == set() and refusal(s, "declare belgium") == "4.3b"
    assert refusal(place('"1741" = ["g.5"]', more=N1939), "declare belgium") == "3.2a"


@clause("10.4a")
def test_reasons_why_a_goal_cannot_be_reached() -> None:
    s = place('"2626" = ["G.I"]')
    do(s, "move G.I")
    assert refusal(s, "to 1043") == "10.4a" and refusal(s, "to 3444") == "10.4a"  # far off on either side
    s = place('"2626" = ["F.I"], "3619" = ["UK.I"]', "allied", BELGIUM)
    do(s, "move F.I", "roll", rolls=[2])
    assert refusal(s, "to 3432") == "10.4a"  # Brussels: far, but nobody hesitates
    s.dyle_roll = 1
    assert refusal(s, "to 3432") == "5.16b" and refusal(s, "to 1825") == "10.4a"
    s = place('"3430" = ["F.I"], "3619" = ["UK.I"]', "allied", BELGIUM)
    s.dyle_roll = 1
    do(s, "move F.I", "roll", rolls=[2])
    assert can(s, "to 3431") and refusal(s, "to 3434") == "10.4a"  # in Belgium already


@clause("10.1d")
def test_sickle_cut_holds_only_its_own_corps() -> None:
    s = place('"2832" = ["G.19"], "2626" = ["G.I", "G.15"]', more=f'{BELGIUM}\nsickle = ["G.19"]', turn=1)
    do(s, "move G.I", "stop")
    assert refusal(s, "move G.I") == "10.1d" and refusal(s, "move G.19") == "5.8a"
    do(s, "move G.15")
    assert left(s, "G.15") == 12


@clause("10.1b", "10.0c")
def test_where_the_slowest_can_go_no_further_the_others_may() -> None:
    # 2836 and all its neighbours are rough
    s = place('"2837" = ["G.19", "G.I"]')
    do(s, "move G.19", "join G.I")
    s.left[MAP.piece("G.I")] = 3
    s.advance()
    do(s, "to 2836")
    assert s.moved == 1 << MAP.piece("G.I") and left(s, "G.I") == 0  # one point was left, two were needed
    assert step(s) == "march" and left(s, "G.19") == 10 and "2835" in choices(s, "to")


@clause("10.7a")
def test_reasons_why_the_zuiderzee_cannot_be_crossed() -> None:
    s = place('"4238" = ["G.I"], "4239" = ["N.I"]', more=HOLLAND)
    do(s, "move G.I")
    assert (
        refusal(s, "cross 4239") == "6.2c"
        and refusal(s, "cross 4238") == "10.7a"
        and refusal(s, "cross 2626") == "10.7a"
    )


@clause("10.7a", "7.3c")
def test_the_crossing_is_no_way_from_zone_to_zone() -> None:
    s = place('"4238" = ["G.I"], "4137" = ["N.I"], "4240" = ["N.II"]', more=HOLLAND)
    do(s, "move G.I")
    assert refusal(s, "cross 4239") == "7.3c"


@clause("10.0d", "10.0c")
def test_only_french_units_supplied_overland_deny_the_dyle_breda_line() -> None:
    # 3435 is a hex of the line
    s = place('"3434" = ["F.I", "F.II"], "3619" = ["UK.I"]', "allied", BELGIUM, turn=1)
    do(s, "move F.I", "join F.II", "to 3433", "drop F.II", "to 3434", "to 3435")
    assert s.dyle_denied
    for unit in ("UK.I", "B.I"):
        s = place(f'"3434" = ["{unit}"], "3619" = ["UK.II"]', "allied", BELGIUM, turn=1)
        do(s, f"move {unit}", "to 3435")
        assert not s.dyle_denied


@clause("10.0d")
def test_nobody_leaves_the_map_in_1939() -> None:
    s = place('"3118" = ["f.1"]', "allied", N1939, turn=1)
    do(s, "move f.1")
    assert choices(s, "exit") == set() and refusal(s, "exit west") == "10.1b"


@clause("10.0d")
@pytest.mark.parametrize("label", ["3118", "3219", "3318", "3419", "3518", "3619"])
def test_the_hexes_of_the_western_exit(label: str) -> None:
    s = place(f'"{label}" = ["G.19"]')
    do(s, "move G.19")
    assert can(s, "exit west") and not can(s, "exit south")
    s = place('"3019" = ["G.19"]')
    do(s, "move G.19")
    assert refusal(s, "exit west") == "4.5a"


@clause("10.0d")
def test_one_point_is_enough_to_leave_the_map() -> None:
    s = place('"3118" = ["G.19"]')
    do(s, "move G.19")
    s.left[MAP.piece("G.19")] = 1
    s.advance()
    assert can(s, "exit west")


@clause("10.3c", "10.0c")
def test_units_not_yet_rolled_for_may_join_whoever_else_has_rolled() -> None:
    s = place('"2626" = ["F.I", "F.II", "F.III"]', "allied", turn=2)
    do(s, "move F.III", "roll", rolls=[1])
    do(s, "stop", "move F.I")
    assert choices(s, "join") == {"F.II"}


@clause("10.6b")
def test_allied_units_in_paris_do_not_bind_the_german_phase() -> None:
    assert can(place('"3022" = ["UK.I"], "2626" = ["G.I"]'), "done")


@clause("10.4a", "10.6a")
def test_paris_out_of_reach_is_just_out_of_reach() -> None:
    s = place('"2626" = ["F.I"]', "allied")
    do(s, "move F.I", "roll", rolls=[2])
    assert refusal(s, "to 3022") == "10.4a"


@clause("4.5a")
def test_it_is_said_from_where_a_mechanized_corps_leaves_the_map() -> None:
    s = lay('phase = "german movement"\nturn = 4\nunits = { "2831" = ["G.19"], "3628" = ["F.I"] }')
    do(s, "move G.19")
    says = "a mechanized corps leaves only from a west-edge hex from 3118 to 3619, for 1 movement point (4.5a)"
    assert str(s.explain("exit west")) == says
