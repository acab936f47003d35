"""Chapter 9.1 and the movement column of the Terrain Effects Chart."""

from __future__ import annotations

from random import Random

import pytest

from meuse.engine.promises import check_bars
from meuse.games.fall_of_france import ways
from meuse.games.fall_of_france.events import Moved
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import GAME, MAP, can, choices, clause, disrupted, do, lay, moving, refusal, where
from tests.games.fall_of_france.test_supply import scattered, wander

HQ = '"0506" = ["G.AHQ", "G.12HQ"]'
TWELFTH = '"1507" = ["G.III", "G.VI", "G.12HQ"], "1709" = ["F.MTY"], "1807" = ["F.CAC", "F.THIO"]'


def place(units: str, more: str = "", phase: str = "german movement", turn: int = 4) -> FallState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{more}\nunits = {{ {units} }}')


def left(s: FallState, *units: str) -> list[int]:
    return [s.left[MAP.piece(unit)] for unit in units]


def step(s: FallState) -> str:
    assert s.decision is not None
    return s.decision.step


def price(unit: str, way: str, mech_ops: bool = False, more: str = "") -> int:
    """What a step costs a unit; 99 if it takes the whole allowance, or is closed."""
    s = place(f'"2420" = ["{unit}"]', more)
    s.left[MAP.piece(unit)] = 99
    one, two = (MAP.board.place(label) for label in way.split("-"))
    return ways.price_of(s, MAP.piece(unit), (one, two), mech_ops)


# 9.1


@clause("9.1a", "9.1b")
def test_units_move_hex_by_hex_with_the_points_of_their_counter() -> None:
    s = place(f'"2418" = ["G.III"], "2424" = ["G.1Mtn"], {HQ}')
    assert choices(s, "move") == {"G.III", "G.1Mtn", "G.AHQ", "G.12HQ"} and can(s, "done")
    do(s, "move G.III")
    assert left(s, "G.III") == [5] and {"2419", "2423"} <= choices(s, "to") and "2424" not in choices(s, "to")
    events = do(s, "to 2423")
    moved = next(event for event in events if isinstance(event, Moved))
    assert [s.label(h) for h in moved.path] == ["2418", "2419", "2420", "2421", "2422", "2423"] and moved.cost == 5
    assert step(s) == "movement" and refusal(s, "move G.III") == "9.1c"


@clause("9.1b", "9.1c", "TECj")
def test_a_stack_pays_unit_by_unit() -> None:
    """A12: one point for the clear hex and one for the river."""
    s = place(TWELFTH, turn=1)
    do(s, "move G.III", "join G.VI", "join G.12HQ", "to 1607")
    assert left(s, "G.III", "G.VI", "G.12HQ") == [3, 3, 2]


@clause("9.1b", "10.1e", "TECb", "TECs")
def test_no_skirmish_across_the_border_on_turn_one() -> None:
    """A13."""
    s = place(TWELFTH, turn=1)
    do(s, "move G.III", "join G.VI", "join G.12HQ", "to 1607", "to 1708")
    assert step(s) == "march" and left(s, "G.III", "G.VI", "G.12HQ") == [2, 2, 1]


@clause("9.1c", "9.1d", "TECo")
def test_the_example_from_the_breach_on() -> None:
    """A14 to A16: the HQ stays for want of points, and having moved it has no minimum move; the corps goes in."""
    more = 'missions = { "G.air1" = "1808" }'
    s = place(TWELFTH + ', "1908" = ["F.VI", "F.XLII"]', more, turn=1)
    do(
        s,
        "move G.III",
        "join G.VI",
        "join G.12HQ",
        "to 1607",
        "to 1708",
        "assault 1808",
        "commit G.VI",
        "fight",
        rolls=[3],
    )
    assert disrupted(s) == {"G.VI"} and left(s, "G.III", "G.VI", "G.12HQ") == [2, 0, 1]
    assert refusal(s, "to 1808") == "9.1c"
    do(s, "drop G.12HQ", "to 1808")
    assert left(s, "G.III") == [0] and step(s) == "muster" and choices(s, "defend") == {"1709", "1807", "1908"}
    assert not any(mask >> MAP.board.place("1808") & 1 for six in s.walls for mask in six)
    do(s, "defend 1908", "done", "fight", rolls=[3])  # hills -1: stalled
    do(s, "move G.12HQ")
    assert refusal(s, "to 1808") == "9.1c"


@clause("9.1c")
def test_slower_units_drop_out_and_may_go_on_later() -> None:
    s = place('"2418" = ["G.5Pz", "G.II"], "0506" = ["G.4HQ"]')
    do(s, "move G.II", "join G.5Pz", "to 2421", "drop G.II", "to 2424", "stop")
    assert (where(s, "G.5Pz"), where(s, "G.II")) == ("2424", "2421") and refusal(s, "move G.5Pz") == "9.1c"
    do(s, "move G.II")
    assert left(s, "G.II") == [2] and "2423" in choices(s, "to") and "2424" not in choices(s, "to")


@clause("9.1c", "8.5a")
def test_a_stack_that_is_stuck_goes_on_in_parts() -> None:
    """Every hex around is too full for both, and each could go on alone: neither loses its points."""
    around = MAP.board.names(MAP.board.around[MAP.board.place("2422")])
    corps = ("G.I", "G.XVII", "G.XXXVIII", "G.XLII", "G.XLIII", "G.XL")
    full = ", ".join(f'"{label}" = ["{unit}"]' for label, unit in zip(around, corps, strict=True))
    s = lay(f"""
turn = 4
left = {{ "G.III" = 1, "G.XVIII" = 1 }}
begun = ["G.III", "G.XVIII"]
stack = [
    {{ step = "movement", mover = "german", mech_ops = false }},
    {{ step = "march", hex = "2422", group = ["G.III", "G.XVIII"], mech_ops = false, begun = true }},
]
units = {{ "2422" = ["G.III", "G.XVIII"], {full}, {HQ} }}""")
    assert {str(option) for option in s.options} == {"drop G.III", "drop G.XVIII", "stop"}
    do(s, "drop G.III")
    assert choices(s, "to") >= {"2421", "2423"}
    do(s, "to 2421")
    assert where(s, "G.XVIII") == "2421" and can(s, "move G.III")


@clause("9.1d")
def test_a_unit_may_always_move_one_hex_for_all_its_points() -> None:
    s = place('"1402" = ["G.12HQ"]')  # hilly forest beyond a major river: 5
    do(s, "move G.12HQ")
    assert "1403" in choices(s, "to")
    do(s, "to 1403")
    assert where(s, "G.12HQ") == "1403" and left(s, "G.12HQ") == [0] and step(s) == "movement"
    s = place('"1401" = ["G.12HQ"]')  # not as a second hex
    do(s, "move G.12HQ", "to 1402")
    assert refusal(s, "to 1403") == "9.1c"


@clause("9.1d")
def test_there_is_no_minimum_move_in_mechanised_operations_nor_into_forbidden_hexes() -> None:
    s = place('"1402" = ["G.5Pz"], "0506" = ["G.4HQ"]', phase="mech ops")
    do(s, "move G.5Pz")
    assert left(s, "G.5Pz") == [4] and refusal(s, "to 1403") == "9.1c"
    s = place(f'"1708" = ["G.III"], "1709" = ["F.MTY"], {HQ}')
    do(s, "move G.III")
    assert refusal(s, "to 1709") == "9.1f" and refusal(s, "to 1808") == "9.3a"
    s = place('"1120" = ["F.I"]', phase="allied movement")
    do(s, "move F.I")
    assert refusal(s, "to 1121") == "TECa"


@clause("9.1e")
def test_points_are_neither_kept_nor_lent() -> None:
    s = place('"2418" = ["G.5Pz"], "0506" = ["G.4HQ"]')
    do(s, "move G.5Pz", "to 2419", "stop")
    assert left(s, "G.5Pz") == [0]
    do(s, "done")
    assert step(s) == "movement"
    do(s, "move G.5Pz")
    assert left(s, "G.5Pz") == [4]


@clause("9.1f")
def test_no_unit_moves_into_an_enemy_hex_not_even_of_cadres() -> None:
    s = place(f'"2418" = ["G.III"], "2420" = ["F.I"], {HQ}', 'cadred = ["F.I"]')
    do(s, "move G.III")
    assert refusal(s, "to 2420") == "9.1f" and "2419" in choices(s, "to")


@clause("16.1a", "16.1c")
def test_disrupted_units_do_not_move() -> None:
    s = place(f'"2418" = ["G.5Pz"], "2420" = ["G.III"], {HQ}, "0507" = ["G.4HQ"]', 'disrupted = ["G.5Pz"]')
    assert refusal(s, "move G.5Pz") == "16.1a"
    do(s, "move G.III")
    assert "2418" not in choices(s, "join")
    s = place('"2418" = ["G.5Pz"], "0507" = ["G.4HQ"]', 'disrupted = ["G.5Pz"]', "mech ops")
    assert refusal(s, "move G.5Pz") == "16.1a"


@clause("16.5a")
def test_cadres_move_with_half_their_points_and_out_of_enemy_zones() -> None:
    units = f'"2421" = ["F.I"], "2418" = ["G.III"], {HQ}'
    s = place(units, 'cadred = ["F.I"]', "allied movement")
    do(s, "move F.I")
    assert left(s, "F.I") == [3] and refusal(s, "to 2419") == "16.5a" and can(s, "to 2420")
    s = place(units, "", "allied movement")
    do(s, "move F.I")
    assert left(s, "F.I") == [5] and can(s, "to 2419")


@clause("16.5a", "7.4a")
def test_an_unsupplied_cadre_has_a_quarter_rounded_once() -> None:
    s = place('"2421" = ["B.Cav"]', 'cadred = ["B.Cav"]\ncontrol = { german = ["1013", "0812", "0915", "1110"] }',
              "allied movement")  # fmt: skip
    do(s, "move B.Cav")
    assert left(s, "B.Cav") == [2]  # 6 / 4 = 1.5


@clause("16.8a")
def test_a_unit_cadred_and_disrupted_does_not_move() -> None:
    s = place('"2421" = ["F.I"]', 'cadred = ["F.I"]\ndisrupted = ["F.I"]', "allied movement")
    assert refusal(s, "move F.I") == "16.1a"


@clause("22.9.2c")
def test_of_the_allies_only_the_bef_armour_moves_in_mechanised_operations() -> None:
    """French armour is mechanised as well, so that is not why it stays."""
    s = moving(
        'options = { bef_armour = "german_rules" }\nunits = { 2523 = ["UK.ArmCorps"], 2522 = ["F.1DLM"] }',
        "allied",
        mech_ops=True,
    )
    assert choices(s, "move") == {"UK.ArmCorps"} and refusal(s, "move F.1DLM") == "22.9.2c"


@clause("15.2a", "15.0a", "16.5c")
def test_the_half_move() -> None:
    s = place(f'"2418" = ["G.1Pz", "G.2Mot"], "2524" = ["G.III"], {HQ}', phase="mech ops")
    assert choices(s, "move") == {"G.1Pz", "G.2Mot"} and refusal(s, "move G.III") == "15.0a"
    do(s, "move G.1Pz")
    assert left(s, "G.1Pz") == [4]
    assert "2422" in choices(s, "to") and "2423" not in choices(s, "to")


# the Terrain Effects Chart (B3)

COSTS = [
    ("2420-2421", "G.III", 1, "TECb"),
    ("2412-2413", "G.III", 2, "TECj"),
    ("2618-2619", "G.III", 3, "TECk"),
    ("2413-2414", "G.III", 2, "TECn"),
    ("2407-2406", "G.III", 2, "TECo"),
    ("2105-2104", "G.III", 3, "TECp"),
    ("2105-2104", "G.1Mtn", 2, "TECp"),
    ("2105-2104", "G.1Pz", 3, "TECp"),
    ("1402-1403", "G.III", 5, "TECa"),
    ("0609-0608", "G.III", 3, "TECl"),
    ("0609-0608", "G.1Pz", 3, "TECl"),
    ("2406-2405", "G.III", 4, "TECq"),
    ("2406-2405", "G.1Mtn", 3, "TECq"),
    ("2406-2405", "G.12HQ", 99, "TECq"),
    ("2406-2405", "G.2Mot", 99, "TECq"),
    ("2216-2217", "G.III", 2, "TECc"),
    ("2216-2217", "G.1Pz", 1, "TECc"),
    ("2216-2217", "G.12HQ", 2, "TECc"),
    ("2013-2012", "G.1Pz", 1, "TECc"),
    ("2519-2520", "G.III", 1, "TECd"),
    ("2519-2520", "G.1Pz", 1, "TECd"),
    ("2108-2107", "G.III", 1, "TECd"),
    ("2118-2119", "G.III", 2, "TECd"),
]


@clause("TECa", "9.3a")
def test_water_is_not_taken_for_a_fortification() -> None:
    """The Western Scheldt parts 0614 from 0714 and 0715; the Maas line bars the way from 0609 into 0510."""
    s = moving('turn = 4\nunits = { "0614" = ["N.I"] }', mover="allied")
    do(s, "move N.I")
    reason = s.explain("to 0714")
    assert reason is not None and (reason.clause, "only sea" in reason.reason) == ("TECa", True)
    s = moving('turn = 4\nunits = { "0715" = ["N.Lt"] }', mover="allied")
    do(s, "move N.Lt")
    assert can(s, "to 0614")  # a motorised division drives around the water
    s = moving('turn = 4\nunits = { "0609" = ["G.IV"], "0506" = ["G.6HQ"] }')
    do(s, "move G.IV")
    reason = s.explain("to 0510")
    assert reason is not None and (reason.clause, "fortification" in reason.reason) == ("9.3a", True)


@clause("TECa", "TECb", "TECc", "TECd", "TECj", "TECk", "TECl", "TECn", "TECo", "TECp", "TECq")
@pytest.mark.parametrize(("way", "unit", "points", "row"), COSTS)
def test_movement_costs(way: str, unit: str, points: int, row: str) -> None:
    assert price(unit, way) == points, row


@clause("TECc", "TECd")
def test_towns_and_cities_may_cost_more_by_ruling() -> None:
    dear = 'options = { urban_mp = "penalty" }'
    assert [price(u, "2519-2520", more=dear) for u in ("G.III", "G.1Pz")] == [2, 2]
    assert [price(u, "2216-2217", more=dear) for u in ("G.III", "G.1Pz")] == [2, 3]


@clause("TECl")
def test_a_swamp_takes_the_whole_half_move() -> None:
    s = place('"0610" = ["G.9Pz"], "0506" = ["G.BHQ"]', phase="mech ops")
    do(s, "move G.9Pz", "to 0609")
    assert refusal(s, "to 0608") == "9.1c"
    s = place('"0609" = ["G.9Pz"], "0506" = ["G.BHQ"]', phase="mech ops")
    do(s, "move G.9Pz", "to 0608")
    assert where(s, "G.9Pz") == "0608" and left(s, "G.9Pz") == [0]


@clause("TECq")
def test_mountains_take_all_points_of_hqs_and_mechanised_units_and_are_closed_in_mechanised_operations() -> None:
    s = place(f'"2407" = ["G.1Pz"], "2406" = ["G.2Mot"], {HQ}')
    do(s, "move G.2Mot", "to 2405")
    assert left(s, "G.2Mot") == [0]
    do(s, "move G.1Pz", "to 2406")
    assert refusal(s, "to 2405") == "9.1c"
    s = place(f'"2406" = ["G.2Mot"], {HQ}', phase="mech ops")
    do(s, "move G.2Mot")
    assert refusal(s, "to 2405") == "TECq"


@clause("7.4b")
def test_infantry_out_of_supply_keeps_out_of_a_swamp_in_an_enemy_zone_for_want_of_supply() -> None:
    s = place('"0609" = ["G.III"], "0708" = ["F.I"]')
    do(s, "move G.III")
    assert refusal(s, "to 0608") == "7.4b"


@clause("TECl", "TECr")
def test_armour_does_not_skirmish_in_swamp_or_mountain() -> None:
    for start, goal, enemy, row in (("0609", "0608", "0708", "TECl"), ("2406", "2405", "2404", "TECr")):
        s = place(f'"{start}" = ["G.1Pz", "G.2Mot"], "{enemy}" = ["F.I"], {HQ}')
        do(s, "move G.1Pz")
        assert refusal(s, f"to {goal}") == row
        do(s, "stop", "move G.2Mot")
        assert can(s, f"to {goal}")
        s = place(f'"{start}" = ["G.1Pz"], {HQ}')
        do(s, "move G.1Pz")
        assert can(s, f"to {goal}")


@clause("TECf", "TECh", "TECi")
def test_fortifications_bar_their_enemy_and_nobody_else() -> None:
    others = '"1511" = ["G.II"], "1609" = ["G.V"]'  # so that nobody gets behind the line
    for outside, inside in (("1009", "1010"), ("1510", "1610"), ("1708", "1808")):
        s = place(f'"{outside}" = ["G.III"], {others}, {HQ}')
        do(s, "move G.III")
        assert refusal(s, f"to {inside}") == "9.3a"
        s = place(f'"{outside}" = ["F.I"]', phase="allied movement")
        do(s, "move F.I")
        assert can(s, f"to {inside}")
        s = place(f'"{inside}" = ["G.1Pz"], {HQ}')  # the way out is open
        do(s, "move G.1Pz")
        assert can(s, f"to {outside}")


# marches and zones that change on the way (R127)


@clause("10.2a", "11.0a")
def test_a_march_that_cuts_an_enemy_off_meets_no_zone_of_his() -> None:
    """On its way the panzer takes the last Belgian city: the corps at the end of it has no zone any more."""
    lost = 'control = { german = ["1013", "0812", "1110"] }'
    units = '"0716" = ["G.9Pz"], "1016" = ["B.I"], "0506" = ["G.BHQ"]'
    s = place(units, lost)
    do(s, "move G.9Pz")
    at_once, by_hex = s.clone(), s.clone()
    do(at_once, "to 1015")
    do(by_hex, "to 0915", "to 1015")
    for march in (at_once, by_hex):
        assert step(march) == "march" and where(march, "G.9Pz") == "1015"
    do(s, "to 0917")  # in the zone as well, but not past the city: a skirmish
    assert step(s) == "clash"


TOLD = ("where", "left", "taken", "walls", "status", "met", "begun", "moved", "timid", "disrupted", "stack", "claims")


@clause("9.1b", "10.2a")
@pytest.mark.parametrize("seed", range(6))
def test_marching_far_leaves_what_marching_hex_by_hex_does(seed: int) -> None:
    """In scattered positions with many units cut off; and options are what no bar closes."""
    random, compared = Random(seed), 0
    s = scattered(random)
    do(s, "done")
    for _ in range(250):
        check_bars(GAME, s)
        goals = [option for option in s.options if option.verb == "to"]
        if step(s) == "march" and goals:
            compared += compare(s, str(random.choice(goals)))
        if not wander(s, random):
            break
    assert compared > 20


def compare(s: FallState, action: str) -> bool:
    """March at once and hex by hex; False if the way is not the same."""
    once, by_hex = s.clone(), s.clone()
    path = next(event for event in do(once, action) if isinstance(event, Moved)).path
    for number, hexa in enumerate(path[1:], 1):
        if not can(by_hex, f"to {s.label(hexa)}"):
            return False
        moved = next(event for event in do(by_hex, f"to {s.label(hexa)}") if isinstance(event, Moved))
        if len(moved.path) > 2:
            return False
        if step(by_hex) != "march" and number < len(path) - 1:
            assert step(once) == step(by_hex)
    one, two = once.dump(), by_hex.dump()
    for name in TOLD:
        assert one[name] == two[name], (action, name)
    return True


@clause("10.2a", "16.5a", "7.2a")
def test_a_march_ends_before_a_zone_that_it_has_brought_about() -> None:
    """The cadre alone parts III corps from its HQ; once it has left, the corps has a zone that no cadre may enter."""
    ring = '"2524" = ["F.I"], "2723" = ["F.III"], "2620" = ["F.II"], "2321" = ["F.VII"], "2223" = ["F.XIII"]'
    s = place(
        f'"2523" = ["G.III"], "2521" = ["G.12HQ"], "2522" = ["F.2A1"], {ring}', 'cadred = ["F.2A1"]', "allied movement"
    )
    do(s, "move F.2A1")
    assert "2423" in choices(s, "to")
    events = do(s, "to 2423")
    moved = next(event for event in events if isinstance(event, Moved))
    assert [s.label(h) for h in moved.path] == ["2522", "2422"] and where(s, "F.2A1") == "2422"
