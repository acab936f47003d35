"""Chapter 16: disruption, cadres, recovery and emergency recovery."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import losses, strength, zoc
from meuse.games.fall_of_france.setting import ALLIED, FRENCH, GERMANS
from meuse.games.fall_of_france.state import FallState

from .kit import MAP, cadred, can, choices, clause, disrupted, do, lay, refusal, where

CORPS = '"1406" = ["G.III", "G.12HQ"], "1405" = ["G.2Pz", "G.2Mot"]'
"""A corps, a panzer and a motorised division in Germany."""


def pool(s: FallState, nation: int) -> tuple[int, int]:
    """Infantry and armour points of a nation."""
    return s.pools[2 * nation], s.pools[2 * nation + 1]


def recovering(unit: str, points: str = "", turn: int = 5, more: str = "") -> FallState:
    pools = f"pools = {{ german = {{ {points} }} }}\n" if points else ""
    return lay(f'phase = "recovery"\nturn = {turn}\ndisrupted = ["{unit}"]\n{pools}{more}\nunits = {{ {CORPS} }}')


# what disruption and cadres do


@clause("16.1a")
def test_a_disrupted_unit_does_not_move() -> None:
    s = lay(f'phase = "german movement"\ndisrupted = ["G.III"]\nunits = {{ {CORPS} }}')
    assert refusal(s, "move G.III") == "16.1a" and can(s, "move G.12HQ")


@clause("16.1b")
def test_a_disrupted_unit_has_no_attack_but_its_full_defence() -> None:
    s = lay('phase = "german combat"\ndisrupted = ["G.III"]\nunits = { "1406" = ["G.III", "G.VI"] }')
    hexa, clear = MAP.board.place("1406"), MAP.tables.tec["clear"].combat
    assert strength.attack_of(s, MAP.piece("G.III"), clear, supplied=True) == 0
    assert strength.attack_of(s, MAP.piece("G.VI"), clear, supplied=True) == 4
    assert strength.stack_defence(s, hexa) == 2 * 2  # both halved: they have no HQ


@clause("16.1c")
def test_a_disrupted_panzer_takes_no_part_in_mechanised_operations() -> None:
    s = lay('phase = "mech ops"\ndisrupted = ["G.2Pz"]\nunits = { "1405" = ["G.2Pz", "G.1Pz", "G.KlugeHQ"] }')
    assert can(s, "move G.1Pz") and refusal(s, "move G.2Pz") == "16.1a"


@clause("16.5a")
def test_a_cadre_has_half_its_movement_points_and_shuns_enemy_zones() -> None:
    s = lay(
        'phase = "allied movement"\nturn = 2\ncadred = ["F.X"]\n'
        'units = { "1915" = ["F.X"], "1917" = ["G.III", "G.12HQ"], "1919" = ["G.AHQ"], "2018" = ["F.VII"] }'
    )
    do(s, "move F.X")
    assert s.left[MAP.piece("F.X")] == 3  # half of 5
    assert refusal(s, "to 1916") == "16.5a" and can(s, "to 1914")


@clause("16.5b", "16.5d")
def test_cadres_have_no_attack_and_one_defence_point_in_all_but_full_stacking_points() -> None:
    s = lay('phase = "allied combat"\ncadred = ["F.X", "F.XVIII"]\nunits = { "2018" = ["F.X", "F.XVIII", "F.2A1"] }')
    hexa = MAP.board.place("2018")
    assert strength.stack_defence(s, hexa) == 2 + 1
    assert strength.attack_total(s, s.stacks[hexa], hexa) == 2
    assert s.crowd[hexa] == 3 + 3 + 2


@clause("16.5c")
@pytest.mark.parametrize(("marks", "zone"), [("", True), ('cadred = ["F.X"]', False), ('disrupted = ["F.X"]', True)])
def test_a_cadre_has_no_zone_of_control_but_a_disrupted_unit_has(marks: str, zone: bool) -> None:
    s = lay(f'phase = "german movement"\nturn = 2\n{marks}\nunits = {{ "2018" = ["F.X"], "1406" = ["G.III"] }}')
    assert bool(zoc.zone(s, ALLIED) >> MAP.board.place("1918") & 1) is zone


@clause("16.8a")
def test_a_disrupted_cadre_suffers_the_worse_of_each() -> None:
    s = lay(
        'phase = "allied movement"\nturn = 2\ncadred = ["F.X"]\ndisrupted = ["F.X"]\n'
        'units = { "2018" = ["F.X", "F.2A1"] }'
    )
    assert refusal(s, "move F.X") == "16.1a"
    assert strength.stack_defence(s, MAP.board.place("2018")) == 2 + 1
    s = lay('phase = "german movement"\ncadred = ["F.X"]\ndisrupted = ["F.X"]\nunits = { "2018" = ["F.X"] }')
    assert not zoc.zone(s, ALLIED)


@clause("16.2a", "16.7a")
def test_a_second_disruption_or_cadre_result_eliminates() -> None:
    s = lay('phase = "german movement"\nunits = { "2018" = ["F.X", "F.XVIII"] }')
    corps = MAP.piece("F.X")
    losses.disrupt(s, corps, ("11.4a",))
    losses.cadre(s, corps, ("14.4d",))
    assert (disrupted(s), cadred(s)) == ({"F.X"}, {"F.X"})
    losses.disrupt(s, corps, ("11.4a",))
    assert where(s, "F.X") == "dead" and (disrupted(s), cadred(s)) == (set(), set())
    losses.cadre(s, MAP.piece("F.XVIII"), ("14.4d",))
    losses.cadre(s, MAP.piece("F.XVIII"), ("14.4d",))
    assert where(s, "F.XVIII") == "dead"


# recovery


@clause("RECc", "16.3a")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_a_roll_of_4_to_6_removes_the_disruption(die: int) -> None:
    s = recovering("G.III")
    do(s, "recover G.III", rolls=[die])
    assert disrupted(s) == set() and where(s, "G.III") == "1406"


@clause("RECb")
@pytest.mark.parametrize("die", [2, 3])
def test_a_roll_of_2_or_3_leaves_a_unit_disrupted_if_nobody_can_pay(die: int) -> None:
    s = recovering("G.III")
    do(s, "recover G.III", rolls=[die])
    assert disrupted(s) == {"G.III"}


@clause("RECb", "18.1c")
def test_a_point_recovers_a_unit_that_rolled_a_2() -> None:
    s = recovering("G.III", "infantry = 1")
    do(s, "recover G.III", rolls=[2])
    assert {str(option) for option in s.options} == {"pay", "stay"} and refusal(s, "lose") == "RECb"
    do(s, "pay")
    assert disrupted(s) == set() and pool(s, GERMANS) == (0, 0)
    s = recovering("G.III", "infantry = 1")
    do(s, "recover G.III", "stay", rolls=[3])
    assert disrupted(s) == {"G.III"} and pool(s, GERMANS) == (1, 0)


@clause("RECa", "RECd", "16.3b")
@pytest.mark.parametrize(
    ("unit", "gained"), [("G.III", (2, 0)), ("G.2Mot", (1, 0)), ("G.2Pz", (0, 1)), ("G.12HQ", (0, 0))]
)
def test_a_roll_of_1_eliminates_a_unit_and_yields_points_by_size_and_kind(unit: str, gained: tuple[int, int]) -> None:
    s = recovering(unit)
    do(s, "recover " + unit, rolls=[1])
    assert where(s, unit) == "dead" and pool(s, GERMANS) == gained


@clause("RECa")
def test_two_points_save_and_recover_a_unit_that_rolled_a_1() -> None:
    s = recovering("G.III", "infantry = 2")
    do(s, "recover G.III", "pay", rolls=[1])
    assert where(s, "G.III") == "1406" and disrupted(s) == set() and pool(s, GERMANS) == (0, 0)
    s = recovering("G.III", "infantry = 2")
    do(s, "recover G.III", rolls=[1])
    assert refusal(s, "stay") == "RECa"
    do(s, "lose")
    assert where(s, "G.III") == "dead" and pool(s, GERMANS) == (4, 0)
    assert not can(recovering("G.III", "infantry = 1"), "pay")


@pytest.mark.parametrize(
    ("die", "says"),
    [
        (1, "is eliminated unless you pay 2 replacement points of 3."),
        (2, "stays disrupted unless you pay 1 replacement point of 3."),
        (3, "stays disrupted unless you pay 1 replacement point of 3."),
    ],
)
@clause("RECa", "RECb")
def test_who_may_pay_is_told_what_happens_otherwise(die: int, says: str) -> None:
    s = recovering("G.III", "infantry = 3")
    do(s, "recover G.III", rolls=[die])
    assert s.agenda[-1].prompt(s) == f"A {die}: {s.spoken(MAP.piece('G.III'))} {says}"


@clause("RECa")
def test_by_ruling_two_points_only_save_it() -> None:
    s = recovering("G.III", "infantry = 2", more='options = { pay_two = "saves" }')
    do(s, "recover G.III", "pay", rolls=[1])
    assert where(s, "G.III") == "1406" and disrupted(s) == {"G.III"} and pool(s, GERMANS) == (0, 0)


@clause("18.1d", "16.3a", "RECa")
def test_the_wrong_kind_of_points_cannot_pay() -> None:
    s = recovering("G.2Pz", "infantry = 5")  # C16
    do(s, "recover G.2Pz", rolls=[1])
    assert where(s, "G.2Pz") == "dead" and pool(s, GERMANS) == (5, 1)
    s = recovering("G.2Mot", "infantry = 5")
    do(s, "recover G.2Mot", rolls=[1])
    assert can(s, "pay") and can(s, "lose")
    do(s, "pay")
    assert disrupted(s) == set() and pool(s, GERMANS) == (3, 0)


@clause("16.3a", "5.0g")
def test_both_sides_roll_once_for_each_unit_if_they_like_the_germans_first() -> None:
    s = lay(
        f'phase = "recovery"\nturn = 2\ndisrupted = ["G.III", "G.2Pz", "F.X"]\nunits = {{ {CORPS}, "2018" = ["F.X"] }}'
    )
    assert s.to_act == "german" and choices(s, "recover") == {"G.III", "G.2Pz"}
    do(s, "recover G.III", rolls=[2])
    assert refusal(s, "recover G.III") == "16.3a" and choices(s, "recover") == {"G.2Pz"}
    do(s, "done")
    assert s.to_act == "allied" and choices(s, "recover") == {"F.X"} and refusal(s, "recover G.2Pz") == "16.3a"
    do(s, "done")
    assert s.turn == 3 and disrupted(s) == {"G.III", "G.2Pz", "F.X"}


@clause("16.3a")
def test_the_odds_of_a_roll_say_what_can_be_paid() -> None:
    preview = recovering("G.III", "infantry = 1").preview("recover G.III")
    assert preview is not None
    assert [outcome.name for outcome in preview.outcomes] == [
        "eliminated", "stays disrupted or pay 1", "stays disrupted or pay 1", "recovers", "recovers", "recovers",
    ]  # fmt: skip


# emergency recovery


def emergency(turn: int, hexes: str = '"1406" = ["G.III", "G.12HQ"]', points: int = 9) -> FallState:
    return lay(
        f'phase = "german air"\nturn = {turn}\npools = {{ german = {{ infantry = {points} }} }}\n'
        f'disrupted = ["G.III"]\nunits = {{ {hexes}, "2018" = ["F.VII"] }}'
    )


@clause("16.4a", "RPd")
def test_a_point_buys_an_extra_roll_before_movement() -> None:
    s = emergency(2)  # C17
    do(s, "recover G.III", rolls=[5])
    assert disrupted(s) == set() and pool(s, GERMANS) == (8, 0) and can(s, "move G.III")
    s = emergency(2)
    do(s, "recover G.III", "pay", rolls=[1])
    assert disrupted(s) == set() and pool(s, GERMANS) == (6, 0)
    s = emergency(2)
    do(s, "recover G.III", "stay", rolls=[3])
    assert disrupted(s) == {"G.III"} and s.agenda[-1].name == "movement"  # once for each unit


@clause("16.4b", "5.0i")
def test_there_is_no_emergency_recovery_on_turn_1() -> None:
    assert emergency(1).agenda[-1].name == "movement"
    assert emergency(2).agenda[-1].name == "recover"
    allied = 'pools = { french = { infantry = 3 } }\ndisrupted = ["F.VII"]\nunits = { "2018" = ["F.VII", "F.XIII"] }'
    assert lay(f'phase = "allied air"\nturn = 1\n{allied}').agenda[-1].name == "movement"
    assert lay(f'phase = "allied air"\nturn = 2\n{allied}').agenda[-1].name == "recover"


@clause("7.4d", "10.3b")
def test_a_unit_out_of_supply_has_no_emergency_recovery() -> None:
    s = lay(
        'phase = "german air"\nturn = 2\npools = { german = { infantry = 9 } }\ndisrupted = ["G.III", "G.II"]\n'
        'units = { "1406" = ["G.III", "G.12HQ"], "1306" = ["G.II"] }'  # the 4th Army has no HQ here
    )
    assert choices(s, "recover") == {"G.III"} and refusal(s, "recover G.II") == "7.4d"


@clause("16.4a", "18.1a")
def test_without_points_of_its_nation_and_kind_there_is_no_extra_roll() -> None:
    assert emergency(2, points=0).agenda[-1].name == "movement"
    s = lay(
        'phase = "allied air"\nturn = 2\npools = { french = { infantry = 1 } }\n'
        'disrupted = ["UK.I", "F.VII", "F.XIII"]\n'
        'units = { "2018" = ["UK.I"], "2118" = ["F.VII", "F.XIII"] }'
    )
    assert choices(s, "recover") == {"F.VII", "F.XIII"} and refusal(s, "recover UK.I") == "16.4a"
    do(s, "recover F.VII", rolls=[6])
    assert pool(s, FRENCH) == (0, 0) and s.agenda[-1].name == "movement"


# cadres


@clause("16.6a", "RPd")
def test_two_points_rebuild_a_cadre_even_out_of_supply() -> None:
    s = lay(
        'phase = "reinforcement"\nturn = 2\npools = { french = { infantry = 3, armour = 1 } }\n'
        'cadred = ["F.X", "F.1DLM", "UK.I"]\n'
        'units = { "1406" = ["F.X"], "1405" = ["G.III"], "2018" = ["F.1DLM"], "2118" = ["UK.I"] }'
    )
    assert choices(s, "restore") == {"F.X"} and refusal(s, "restore F.1DLM") == refusal(s, "restore UK.I") == "16.6a"
    do(s, "restore F.X")
    assert cadred(s) == {"F.1DLM", "UK.I"} and pool(s, FRENCH) == (1, 1) and s.agenda[-1].name != "restore"
