"""Chapter 11: skirmish battles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.fall_of_france import strength
from meuse.games.fall_of_france.events import Retreated, SkirmishEnded, StoodFirm
from meuse.games.fall_of_france.skirmish import Clash, Modifiers, result_of
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import MAP, can, choices, clause, disrupted, do, lay, refusal, where

HQ = '"0506" = ["G.AHQ", "G.12HQ"]'
KEMPEN = '"0810" = ["G.XI", "G.3Pz", "G.4Pz"], "0912" = ["B.V"], "0908" = ["G.6HQ"]'


def place(units: str, more: str = "", phase: str = "german movement", turn: int = 4) -> FallState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{more}\nunits = {{ {units} }}')


def step(s: FallState) -> str:
    assert s.decision is not None
    return s.decision.step


def odds(s: FallState) -> Modifiers:
    clash = s.agenda[-1]
    assert isinstance(clash, Clash)
    return clash.modifiers(s)


def enter(units: str, actions: str, more: str = "", turn: int = 4) -> FallState:
    """A position after a march into an enemy zone, before the die."""
    s = place(f"{units}, {HQ}", more, turn=turn)
    do(s, *actions.split(", "))
    return s


def meet(goal: str, attackers: str, enemies: str, start: str, more: str = "") -> Modifiers:
    """What counts when a stack enters a hex."""
    units = attackers.split()
    quoted = ", ".join(f'"{unit}"' for unit in units)
    s = enter(
        f'"{start}" = [{quoted}], {enemies}',
        ", ".join([f"move {units[0]}", *(f"join {unit}" for unit in units[1:]), f"to {goal}"]),
        more,
    )
    while step(s) == "muster":
        do(s, f"defend {min(choices(s, 'defend'))}")
    return odds(s)


# 11.0


@clause("11.0a", "11.0b")
def test_moving_into_a_zone_starts_a_skirmish_that_is_fought_at_once() -> None:
    s = enter('"2418" = ["G.III"], "2422" = ["F.X"], "2524" = ["G.VI"]', "move G.III, to 2420")
    assert step(s) == "march"
    do(s, "to 2421")
    assert step(s) == "clash" and choices(s, "move") == set() and s.to_act == "german"
    do(s, "fight", rolls=[3])
    assert step(s) == "march"


@clause("11.0c")
def test_coming_back_to_the_same_foes_means_a_skirmish_only_if_the_defender_agrees() -> None:
    s = enter('"2419" = ["G.III"], "2421" = ["F.X"]', "move G.III, to 2420")
    do(s, "fight", "to 2419", "to 2420", rolls=[3])
    assert step(s) == "consent" and s.to_act == "allied"
    agreed = s.clone()
    do(s, "decline")
    assert step(s) == "march" and where(s, "G.III") == "2420"
    do(agreed, "accept")
    assert step(agreed) == "clash"


@clause("11.0c")
def test_foes_not_met_there_before_need_no_agreement() -> None:
    s = enter('"2419" = ["G.5Pz"], "2421" = ["F.X"], "2321" = ["F.I"], "0507" = ["G.4HQ"]', "move G.5Pz, to 2420")
    do(s, "defend 2421", "done", "fight", "to 2419", "to 2420", rolls=[3])
    assert step(s) == "muster"
    do(s, "defend 2321", "done", "fight", "to 2419", "to 2420", rolls=[4])
    assert step(s) == "consent"  # both have been fought here, one after the other


@clause("11.0e")
def test_a_hex_with_friends_is_entered_without_a_skirmish() -> None:
    """C08."""
    units = '"2420" = ["G.5Pz", "G.7Pz"], "2419" = ["G.II"], "2421" = ["F.X"], "0507" = ["G.4HQ"]'
    s = enter(units, "move G.II, to 2420")
    assert step(s) == "march" and where(s, "G.II") == "2420"


@clause("11.0e", "11.1d", "12.2a")
def test_interdiction_is_felt_among_friends() -> None:
    """C08, variant: exactly one skirmish, with a plain die."""
    units = '"2420" = ["G.5Pz", "G.7Pz"], "2419" = ["G.II"], "2421" = ["F.X"], "0507" = ["G.4HQ"]'
    s = enter(units, "move G.II, to 2420", 'missions = { "F.air1" = "2420+2421+2321" }')
    assert step(s) == "air_skirmish"
    events = do(s, "fight", rolls=[3])
    assert [event.die for event in events if isinstance(event, SkirmishEnded)] == [3]
    assert step(s) == "march"


# 11.1


@clause("11.1a", "11.0d")
def test_a_unit_skirmishes_as_often_as_it_enters_zones() -> None:
    s = enter('"2419" = ["G.5Pz"], "2422" = ["F.X"], "0507" = ["G.4HQ"]', "move G.5Pz, to 2421")
    do(s, "fight", "to 2522", "fight", "to 2523", "fight", "to 2423", "fight", rolls=[3, 3, 3, 3])
    assert where(s, "G.5Pz") == "2423" and len(s.met) == 4


@clause("11.1b", "11.1c", "4.0a")
def test_the_defender_chooses_the_stacks_for_one_skirmish() -> None:
    """C07: the hex of A13 a turn later."""
    units = '"1507" = ["G.III", "G.VI", "G.12HQ"], "1709" = ["F.MTY"], "1807" = ["F.CAC", "F.THIO"]'
    s = place(units, turn=2)
    do(s, "move G.III", "join G.VI", "join G.12HQ", "to 1607", "to 1708")
    assert step(s) == "muster" and s.to_act == "allied" and choices(s, "defend") == {"1709", "1807"}
    assert refusal(s, "done") == "11.1c" and refusal(s, "defend 1808") == "11.1c"
    one = s.clone()
    do(one, "defend 1709", "done")
    assert (odds(one).attack, odds(one).defence) == (9, 2)
    do(s, "defend 1709", "defend 1807")
    assert (odds(s).attack, odds(s).defence, odds(s).die) == (9, 7, 1)
    do(s, "fight", rolls=[3])
    assert step(s) == "march"  # one skirmish, no matter who took part


@clause("11.1c", "11.4f", "11.3g", "TECi")
def test_the_example_at_the_major_line() -> None:
    """Nine against seven, +1, a 4 becomes a 5: the French choose a retreat that they can ignore."""
    units = '"1507" = ["G.III", "G.VI", "G.12HQ"], "1709" = ["F.MTY"], "1807" = ["F.CAC", "F.THIO"]'
    s = place(units, turn=2)
    do(
        s,
        "move G.III",
        "join G.VI",
        "join G.12HQ",
        "to 1607",
        "to 1708",
        "defend 1709",
        "defend 1807",
        "fight",
        rolls=[4],
    )
    assert step(s) == "yield" and s.to_act == "allied"
    events = do(s, "retreat")
    assert len([event for event in events if isinstance(event, StoodFirm)]) == 2 and not disrupted(s)
    assert where(s, "F.MTY") == "1709" and where(s, "F.CAC") == "1807" and step(s) == "march"


@clause("11.1c")
def test_only_stacks_whose_zone_it_is_may_be_named() -> None:
    more = 'cadred = ["F.I"]'
    s = enter('"2419" = ["G.III"], "2421" = ["F.X"], "2520" = ["F.I"]', "move G.III, to 2420", more)
    assert step(s) == "clash" and odds(s).defence == 4


@clause("11.1d", "11.1e")
def test_the_air_unit_is_fought_first_and_the_ground_skirmish_follows_even_if_stalled() -> None:
    s = enter(
        '"2419" = ["G.III"], "2421" = ["F.X"]', "move G.III, to 2420", 'missions = { "F.air1" = "2420+2421+2321" }'
    )
    assert step(s) == "air_skirmish"
    do(s, "fight", rolls=[2])  # stalled
    assert step(s) == "clash"
    do(s, "fight", rolls=[4])
    assert step(s) == "movement" and refusal(s, "move G.III") == "9.1c"


# 11.2 and 11.3


@clause("11.2a", "11.3c", "11.3e", "11.3b", "TECb")
def test_the_simple_example() -> None:
    """A03 and A04."""
    s = place(KEMPEN)
    do(s, "move G.XI", "join G.3Pz", "join G.4Pz", "to 0911")
    made = odds(s)
    assert (made.attack, made.defence, made.die) == (9, 5, 2)
    signed = {(factor.value, factor.clause) for factor in made.factors if factor.value[0] in "+-"}
    assert signed == {("+1", "11.3c"), ("+1", "11.3e")}
    preview = s.preview(next(option for option in s.options if option.verb == "fight"))
    assert preview is not None
    assert sum(outcome.chance for outcome in preview.outcomes if outcome.name == "no effect") == Fraction(1, 3)
    do(s, "fight", rolls=[2])  # 4: no effect
    assert step(s) == "march" and not disrupted(s) and s.left[MAP.piece("G.XI")] == 3


@clause("11.3a")
@pytest.mark.parametrize(
    ("missions", "die"),
    [
        ("", 1),
        ('"F.air1" = "2420"', 0),
        ('"F.air1" = "2420", "F.air2" = "2420"', 0),
        ('"F.air1" = "2421"', 1),  # not over the hex entered
        ('"G.air1" = "2420"', 1),
    ],
)
def test_air_support_of_the_defender_takes_the_bonus_of_strength(missions: str, die: int) -> None:
    assert meet("2420", "G.III G.VI", '"2421" = ["F.X"]', "2419", f"missions = {{ {missions} }}").die == die


@clause("11.3a", "11.3d")
@pytest.mark.parametrize(("missions", "die"), [("", -1), ('"G.air1" = "2420"', 0), ('"F.air1" = "2420"', -1)])
def test_a_defender_twice_as_strong(missions: str, die: int) -> None:
    made = meet("2420", "G.1Mtn", '"2421" = ["F.X"]', "2419", f"missions = {{ {missions} }}")
    assert (made.attack, made.defence, made.die) == (2, 4, die)


@clause("11.3c", "11.3d")
def test_strength_between_equal_and_double_changes_nothing() -> None:
    assert meet("2420", "G.III", '"2421" = ["F.X"]', "2419").die == 0
    assert meet("2420", "G.III", '"2421" = ["F.X", "F.2A1"]', "2419").die == 0  # 4 to 6
    assert meet("2420", "G.III", '"2421" = ["F.X", "F.XVIII"]', "2419").die == -1  # 4 to 8


@clause("11.3b", "16.1b", "16.5b", "7.4a")
def test_what_counts_in_a_stack() -> None:
    """Disrupted defenders in full, all cadres together one, those out of supply half; disrupted movers nothing."""
    units = '"2410" = ["F.1DLM", "F.9Mot", "F.25Mot", "F.1DCR"], "2421" = ["F.X"]'  # C11
    s = place(units, 'cadred = ["F.1DLM", "F.9Mot", "F.25Mot"]\ndisrupted = ["F.X"]')
    assert strength.stack_defence(s, MAP.board.place("2410")) == 2 + 1
    assert strength.stack_defence(s, MAP.board.place("2421")) == 4
    assert (
        strength.attack_total(s, (MAP.piece("F.X"), MAP.piece("F.9Mot"), MAP.piece("F.1DCR")), MAP.board.place("2411"))
        == 2
    )


@clause("16.8a")
def test_a_unit_both_cadred_and_disrupted_has_the_worse_of_each() -> None:
    s = place('"2421" = ["F.X"]', 'cadred = ["F.X"]\ndisrupted = ["F.X"]')
    assert strength.stack_defence(s, MAP.board.place("2421")) == 1
    assert strength.attack_total(s, (MAP.piece("F.X"),), MAP.board.place("2420")) == 0


@clause("11.3e")
def test_half_of_the_points_is_no_mechanised_majority() -> None:
    foes = '"2421" = ["F.X", "F.2A1"]'
    hq = ', "0507" = ["G.KlugeHQ"]'
    assert meet("2420", "G.1Pz G.2Pz G.13Mot", foes + hq, "2419").die == 1  # 6 to 6
    assert meet("2420", "G.1Pz G.FSJ", foes + hq, "2419").die == 0  # 4 to 6, 2 of 4 points
    assert meet("2420", "G.1Pz G.GD G.FSJ", foes + hq, "2419").die == 1  # 5 to 6, 3 of 5


@clause("11.3e", "TECn", "11.3f")
def test_forest_takes_the_mechanised_bonus() -> None:
    assert meet("2414", "G.1Pz G.2Pz", '"2515" = ["F.X"]', "2413").die == 0
    made = meet("2414", "G.1Pz G.2Pz", '"2515" = ["F.X"]', "2413")
    assert any(factor.clause == "11.3e" and factor.value == "+0" for factor in made.factors)


@clause("11.3f", "TECo", "TECd", "TECp", "TECt")
def test_the_die_is_changed_by_the_hex_entered() -> None:
    assert meet("2406", "G.III", '"2307" = ["F.X"]', "2506").die == -1  # hills; the defender's town does not count
    assert meet("2520", "G.III", '"2521" = ["F.X"]', "2519").die == -1  # a city
    assert meet("2104", "G.III", '"2004" = ["F.X"]', "2105").die == -1  # hilly forest
    assert meet("2104", "G.1Pz G.2Pz", '"2004" = ["F.X"]', "2105").die == -1  # and no mechanised bonus
    assert meet("2012", "G.III", '"2013" = ["F.X"]', "1912").die == 0  # a town


@clause("11.3h", "TECj", "11.3e")
def test_a_river_counts_if_all_defenders_are_across_it_and_never_against_the_mover() -> None:
    panzers = "G.1Pz G.2Pz"
    assert meet("1610", panzers, '"1611" = ["F.2A1", "F.2A2"]', "1510", 'breached = ["1510/1610"]').die == 0
    assert meet("2413", panzers, '"2414" = ["F.X"]', "2412").die == 1  # the river is behind the panzers
    both = '"1611" = ["F.2A1"], "1710" = ["F.XVIII"]'  # 1710 is on the near bank
    assert meet("1610", "G.1Pz G.2Pz G.6Pz", both, "1510", 'breached = ["1510/1610"]').die == 1


@clause("TECk", "11.3b")
def test_a_major_river_costs_one_and_doubles_the_stack_behind_it() -> None:
    made = meet("2618", "G.III G.VI", '"2619" = ["F.X"]', "2518")
    assert (made.attack, made.defence, made.die) == (8, 8, -1)
    plain = meet("2618", "G.III G.VI", '"2619" = ["F.X"]', "2518", 'options = { skirmish_multipliers = "no" }')
    assert (plain.attack, plain.defence, plain.die) == (8, 4, 0)
    both = meet("2618", "G.III G.VI", '"2619" = ["F.X"], "2518" = ["F.2A1"]', "2519")
    assert (both.defence, both.die) == (8 + 2, 0)


@clause("TECr", "11.3b", "TECa")
def test_mountains_change_strength() -> None:
    assert meet("2405", "G.2Mot", '"2404" = ["F.IX"]', "2406").attack == 1
    assert meet("2405", "G.1Mtn", '"2404" = ["F.IX"]', "2406").attack == 4
    made = meet("2404", "G.III", '"2405" = ["F.XIV", "F.1DCR"]', "2304")
    assert made.defence == 9 + 1  # mountain infantry three times, armour half
    plain = meet("2404", "G.III", '"2405" = ["F.XIV", "F.1DCR"]', "2304", 'options = { skirmish_multipliers = "no" }')
    assert plain.defence == 5


@clause("TECm", "TECg")
def test_swamp_and_fortress_double_a_stack() -> None:
    swamp = meet("0609", "G.III", '"0608" = ["N.I"]', "0610")
    assert swamp.defence == 8
    fort = meet("1011", "G.III", '"1010" = ["B.III"]', "1012")
    assert fort.defence == 10


# 11.4


@clause("11.4g", "11.4d")
@pytest.mark.parametrize(
    ("die", "attacker", "defender"),
    [
        (-3, "DR", ""),
        (-1, "DR", ""),
        (0, "DS", ""),
        (1, "S", ""),
        (2, "S", ""),
        (3, "", ""),
        (4, "", ""),
        (5, "", "D|R"),
        (6, "", "D|R"),
        (7, "", "DR"),
        (9, "", "DR"),
    ],
)
def test_the_table(die: int, attacker: str, defender: str) -> None:
    row = result_of(place(""), die)
    assert (row.attacker, row.defender) == (attacker, defender)


@clause("11.4a", "11.4e", "4.0a")
def test_on_five_or_six_the_defender_chooses_and_one_unit_is_disrupted() -> None:
    """A01."""
    s = enter('"2419" = ["G.III"], "2421" = ["F.X", "F.2A1"]', "move G.III, to 2420")
    do(s, "fight", rolls=[5])
    assert step(s) == "yield" and s.to_act == "allied"
    assert {str(option) for option in s.options} == {"disrupt F.X", "disrupt F.2A1", "retreat"}
    do(s, "disrupt F.2A1")
    assert disrupted(s) == {"F.2A1"} and where(s, "F.X") == "2421" and step(s) == "march"


@clause("11.4b", "11.4e")
def test_a_retreat_empties_the_hex_and_nobody_follows() -> None:
    s = enter('"2419" = ["G.III"], "2421" = ["F.X"]', "move G.III, to 2420")
    do(s, "fight", rolls=[6])
    do(s, "retreat")
    if step(s) == "fall_back":
        do(s, f"fall_back {min(choices(s, 'fall_back'))}")
    assert where(s, "F.X") != "2421" and where(s, "G.III") == "2420" and not disrupted(s)
    assert step(s) == "march" and can(s, "to 2421")


@clause("11.4a", "11.4b", "11.4g")
def test_seven_disrupts_one_unit_and_drives_all_back() -> None:
    s = enter('"2419" = ["G.III", "G.VI"], "2421" = ["F.2A1", "F.2A2"]', "move G.III, join G.VI, to 2420")
    do(s, "fight", rolls=[6])  # stronger: 7
    assert step(s) == "one_disrupted"
    events = do(s, "disrupt F.2A1")
    while step(s) in ("retreat", "fall_back"):
        events += do(s, str(s.options[0]))
    assert disrupted(s) == {"F.2A1"} and len([event for event in events if isinstance(event, Retreated)]) == 2


@clause("11.4c")
def test_stalled_units_go_no_further_but_those_left_behind_do() -> None:
    s = enter(
        '"2418" = ["G.III", "G.1Mtn"], "2421" = ["F.X"]', "move G.III, join G.1Mtn, to 2419, drop G.1Mtn, to 2420"
    )
    do(s, "fight", rolls=[2])
    assert step(s) == "movement" and refusal(s, "move G.III") == "9.1c"
    do(s, "move G.1Mtn")
    assert s.left[MAP.piece("G.1Mtn")] == 4


@clause("11.4a", "11.4c")
def test_zero_disrupts_one_mover_and_stalls_all() -> None:
    s = enter('"2419" = ["G.III", "G.1Mtn"], "2421" = ["F.X", "F.XVIII"], "2520" = ["F.I", "F.XVI"]',
              "move G.III, join G.1Mtn, to 2420")  # fmt: skip
    do(s, "defend 2421", "defend 2520", "fight", rolls=[1])  # 6 to 16: 0
    assert step(s) == "mover_disrupted" and s.to_act == "german"
    do(s, "disrupt G.1Mtn")
    assert disrupted(s) == {"G.1Mtn"} and refusal(s, "move G.III") == "9.1c" and where(s, "G.III") == "2420"


@clause("11.4b", "11.4g")
def test_minus_one_disrupts_one_mover_and_throws_all_back() -> None:
    s = enter('"2519" = ["G.1Mtn"], "2521" = ["F.X", "F.XVIII"]', "move G.1Mtn, to 2520")
    do(s, "fight", rolls=[1])  # 2 to 8, and a city: -1
    while step(s) in ("retreat", "fall_back"):
        do(s, str(s.options[0]))
    assert disrupted(s) == {"G.1Mtn"} and where(s, "G.1Mtn") != "2520" and step(s) == "movement"


@clause("11.4f", "11.3g")
@pytest.mark.parametrize(
    ("goal", "start", "stack", "firm", "row"),
    [
        ("2013", "2014", "2012", True, "TECc"),
        ("2519", "2518", "2520", True, "TECd"),
        ("1011", "1012", "1010", True, "TECf"),
        ("1510", "1509", "1610", True, "TECh"),
        ("1708", "1607", "1709", True, "TECi"),
        ("2404", "2304", "2405", True, "TECr"),
        ("1710", "1709", "1610", True, "TECc"),  # no line on that side, but Sedan is a town
        ("2420", "2419", "2421", False, "TECb"),
        ("2413", "2412", "2414", False, "TECn"),
        ("2618", "2518", "2619", False, "TECk"),
    ],
)
def test_who_may_ignore_a_retreat(goal: str, start: str, stack: str, firm: bool, row: str) -> None:
    """Town, city, fortress, mountain, and the hexside toward the hex entered; rivers and forest do not help."""
    s = enter(f'"{start}" = ["G.III", "G.VI"], "{stack}" = ["F.IX"]', f"move G.III, join G.VI, to {goal}")
    do(s, "fight", rolls=[5 - odds(s).die])
    do(s, "retreat")
    while step(s) in ("retreat", "fall_back"):
        do(s, str(s.options[0]))
    assert (where(s, "F.IX") == stack) == firm, row


@clause("4.0a", "11.4b", "17.0a")
def test_of_several_stacks_the_owner_chooses_who_retreats_first() -> None:
    """R142: unit by unit, whatever hex they stand in."""
    units = '"2324" = ["G.III", "G.12HQ"], "2523" = ["F.X"], "2422" = ["F.I"], "2118" = ["F.VII"]'
    for first, other in (("F.X", "F.I"), ("F.I", "F.X")):
        s = place(units)
        do(s, "move G.III", "to 2423", "defend 2422", "defend 2523", "fight", rolls=[6])
        do(s, "retreat")
        assert step(s) == "rout" and choices(s, "withdraw") == {"F.X", "F.I"}
        do(s, f"withdraw {first}")
        assert choices(s, "fall_back") and not can(s, f"withdraw {other}")
        do(s, str(s.options[0]))
        assert s.agenda[-1].name == "fall_back" and s.agenda[-1].piece == MAP.piece(other)


@clause("11.3g")
def test_each_stack_is_judged_by_its_own_terrain() -> None:
    s = enter('"2518" = ["G.III", "G.VI"], "2520" = ["F.I"], "2619" = ["F.X"]', "move G.III, join G.VI, to 2519")
    do(s, "defend 2520", "defend 2619", "fight", rolls=[6])
    if step(s) == "yield":
        do(s, "retreat")
    while step(s) in ("one_disrupted", "retreat", "fall_back"):
        do(s, str(s.options[0]))
    assert where(s, "F.I") == "2520" and where(s, "F.X") != "2619"


# the example of play


def test_the_half_move_at_sedan() -> None:
    """Two panzers over the breach: no mechanised bonus across the river, air against doubling; then 1710 (A20)."""
    units = '"1510" = ["G.6Pz", "G.10Pz"], "1611" = ["F.2A1", "F.2A2"], "1711" = ["F.XVIII"], "1509" = ["G.KlugeHQ"]'
    more = 'breached = ["1510/1610"]\nmissions = { "G.air1" = "1610" }'
    s = place(units, more, "mech ops", turn=1)
    do(s, "move G.6Pz", "join G.10Pz", "to 1610")
    assert choices(s, "defend") == {"1611", "1711"}
    all_of_them = s.clone()
    do(all_of_them, "defend 1611", "defend 1711")
    assert (odds(all_of_them).attack, odds(all_of_them).defence, odds(all_of_them).die) == (4, 8, 0)
    do(s, "defend 1611", "done")
    assert (odds(s).attack, odds(s).defence, odds(s).die) == (4, 4, 0)
    do(s, "fight", "retreat", rolls=[5])
    assert step(s) == "retreat"
    do(s, "withdraw F.2A1")
    assert "1612" in choices(s, "fall_back")
    do(s, "fall_back 1612", "fall_back 1612")
    do(s, "to 1710")
    assert step(s) == "clash" and odds(s).defence == 4
    do(s, "fight", rolls=[3 - min(odds(s).die, 0)])
    assert not disrupted(s) and where(s, "G.6Pz") == "1710"


# 22.11


@clause("22.11a")
@pytest.mark.parametrize(
    ("turn", "left", "open_"), [(3, "", True), (4, "", False), (3, "commandos = { belgium = 0 }", False)]
)
def test_brandenburgers_add_one_once_in_their_country_in_the_first_three_turns(
    turn: int, left: str, open_: bool
) -> None:
    rules = f'options = {{ brandenburgers = "yes" }}\n{left}'
    s = place(f"{KEMPEN}, {HQ}", rules, turn=turn)
    do(s, "move G.XI", "join G.3Pz", "join G.4Pz", "to 0911")
    before = odds(s).die
    assert can(s, "accept") == open_
    if open_:
        do(s, "accept")
        assert odds(s).die == before + 1
        assert not can(s, "accept")
        assert s.commandos[2] == 0 and s.commandos[1] == 2


@clause("22.11a")
def test_the_allies_have_no_brandenburgers() -> None:
    s = place(
        '"1012" = ["B.V"], "0812" = ["B.I"], "0810" = ["G.XI"], "0908" = ["G.6HQ"]',
        'options = { brandenburgers = "yes" }',
        "allied movement",
        turn=2,
    )
    do(s, "move B.V", "to 0911")
    assert step(s) == "clash" and not can(s, "accept")
