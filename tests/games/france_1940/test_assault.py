"""Chapter 9, hand-to-hand: declaration, defensive fire, checks, resolution, retreats, continuing assaults, charges."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import aftermath, assault, attack, defence, melee, retreat, rout
from meuse.games.france_1940.events import (
    AssaultContinues,
    Attacked,
    AttackResult,
    FormationChecked,
    Fought,
    GateChecked,
    MinesSprung,
    UnitChecked,
)
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState, Melee

from . import gunnery
from .close import field, hexa, hexes, let, scenario, strengths
from .kit import GAME, can, choices, clause, do, lay, mask_of, names, own, refusal, where

VILLAGE = "A410 G1.rifle-1:2 G1.mg34-1 G.Apfelbaum; A510 F1.rifle-1 F1.rifle-2 F1.rifle-3 F.Moreau"
"""The example of 9.1: three French platoons before the hamlet A410."""
MARKED = 'reaction = ["G1.rifle-1", "G1.mg34-1"]\n'
PLAIN = "A810 F1.rifle-1 F.Moreau; A809 G1.rifle-1"


def launched(s: FranceState, *more: str, officer: str = "F.Moreau", unit: str = "F1.rifle-1") -> None:
    do(s, f"activate {officer}", f"assault {unit}", *more, "launch")


def all_french(s: FranceState) -> None:
    launched(s, "take F1.rifle-2", "take F1.rifle-3")


def steps(s: FranceState) -> set[str]:
    return {option.verb for option in s.options}


# the example of 9.1


@clause("9.1.2a", "9.1.2e", "9.1b", "9c")
def test_defensive_fire_through_smoke() -> None:
    """EX24: 5 + 4 factors, one column left for the smoke, -1 for nine steps, -1 for men who move: no loss."""
    s = field(VILLAGE, MARKED + "[smoke]\nA510 = 4")
    all_french(s)
    assert s.to_act == "german" and choices(s, "repel") == {"G1.rifle-1", "G1.mg34-1"}
    do(s, "repel G1.rifle-1", rolls=[6, 5, *[3, 2, 3, 4, 4, 5]])
    assert not s.reaction & mask_of(s, "G1.rifle-1", "G1.mg34-1") and strengths(s)["F1.rifle-1"] == 3


@clause("9.1.2a", "9.1.2e")
def test_what_defensive_fire_comes_to() -> None:
    s = field(VILLAGE, MARKED + "[smoke]\nA510 = 4")
    all_french(s)
    shot = defence.Volley(hexa(s, "A410"), listed(s), defence.HAND, False, pieces(s, "G1.rifle-1", "G1.mg34-1"))
    made = shot.made(s, "ap_fire", hexa(s, "A510"))
    assert made.factors == 9 and made.shift == -1 and sorted(f.value for f in made.modifiers) == ["-1", "-1"]


def pieces(s: FranceState, *units: str) -> tuple[int, ...]:
    return tuple(s.setting.piece(unit) for unit in units)


def listed(s: FranceState) -> tuple[int, ...]:
    return pieces(s, "F1.rifle-1", "F1.rifle-2", "F1.rifle-3")


@clause("9.1.1a", "9.1.1c", "9e", "10.2b")
def test_pre_assault_checks() -> None:
    """EX25: morale 7 + 2; 5, 7 and 9 pass."""
    s = field(VILLAGE)
    all_french(s)
    events = do(s, "hold", rolls=[2, 3, 3, 4, 4, 5])
    checks = [(e.needed, e.rolled, e.passed) for e in events if isinstance(e, GateChecked)]
    assert checks == [(9, 5, True), (9, 7, True), (9, 9, True)]
    assert choices(s, "lead") == {"F.Moreau"}


@clause("9.1.3a", "9.1.3b")
def test_strengths_and_odds() -> None:
    """EX26: 12 against 3 + 3, 2:1."""
    s = field(VILLAGE)
    do(s, "activate F.Moreau", "assault F1.rifle-1", "take F1.rifle-2", "take F1.rifle-3")
    preview = s.preview("launch")
    assert preview is not None
    told = {factor.name: factor.value for factor in preview.factors}
    assert (told["attackers"], told["defenders"], told["odds"]) == ("12", "6", "2:1")
    assert told["defender in buildings or woods"] == "+1" and preview.chance("1/1R2") * 6 == 1
    assert all(factor.clause for factor in preview.factors)


@clause("9.1.3c", "9.1.3f", "9.1.5a", "9.1e", "9.1.1d", "9b")
def test_hand_to_hand_in_the_village() -> None:
    """EX27: a 2, +1 for the houses: 1/1R2. A French step; the German one is the MG's; they retreat two hexes."""
    s = field(VILLAGE)
    all_french(s)
    do(s, "hold", rolls=[2, 3, 3, 4, 4, 5])
    do(s, "lead F.Moreau")
    assert s.to_act == "german" and s.held[0] & s.held[1] == hexes(s, "A410")
    events = do(s, "hold", rolls=[2, 6, 6, 1, 4, 5])
    fought = next(e for e in events if isinstance(e, Fought))
    assert (fought.odds, fought.rolled, fought.result) == ("2:1", 2, "1/1R2")
    assert strengths(s)["G1.mg34-1"] == 2 and strengths(s)["G1.rifle-1"] == 2
    assert sum(strengths(s)[f"F1.rifle-{n}"] for n in (1, 2, 3)) == 8
    assert choices(s, "retreat") == {"A409", "A309", "A310"}
    do(s, "retreat A310", rolls=[2, 2])
    assert where(s, "G1.mg34-1") == where(s, "G.Apfelbaum") == "A211"
    assert where(s, "F1.rifle-2") == where(s, "F.Moreau") == "A410" and not faults(s)
    assert {"F1.rifle-1", "G1.mg34-1"} <= names(s, s.finished) and not s.stormed


# declaration


@clause("9c", "9a", "3.3.2o", "5.2g")
def test_only_from_adjacent_hexes_into_hexes_with_enemies() -> None:
    s = field("A810 F1.rifle-1; A811 F1.rifle-2 F.Moreau; A809 G1.rifle-1")
    do(s, "activate F.Moreau")
    assert choices(s, "assault") == {"F1.rifle-1"} and refusal(s, "assault F1.rifle-2") == "9c"
    assert refusal(s, "assault F.Moreau") == "9.1.1d"


@clause("9d")
def test_points_are_needed_to_enter() -> None:
    """A mortar has 3 points and enters woods; after a hex of open ground and one of woods it does not."""
    s = field("A808 F1.rifle-1 F.Moreau; A807 G1.rifle-1; A809 F1.rifle-2")
    do(s, "activate F.Moreau")
    assert can(s, "assault F1.rifle-1")
    s.spent[s.setting.piece("F1.rifle-1")] = 2 * 3
    s.ask_again()
    assert refusal(s, "assault F1.rifle-1") == "9d"


@clause("9.1b", "9d")
def test_a_unit_moves_and_then_assaults() -> None:
    s = field("A812 F1.rifle-1 F.Moreau; A809 G1.rifle-1", 'finished = ["G1.rifle-1"]')
    do(s, "activate F.Moreau", "move F1.rifle-1", "to A810", "stop")
    assert refusal(s, "move F1.rifle-1") == "3.3.2a" and can(s, "assault F1.rifle-1")
    do(s, "assault F1.rifle-1", "launch", "hold", rolls=[2, 2])
    assert where(s, "F1.rifle-1") == "A809"


@clause("9.1c")
def test_several_hexes_and_the_defender_chooses() -> None:
    """G48: he fires at one of the hexes from which they come."""
    s = field("A810 F1.rifle-1 F.Moreau; A909 F1.rifle-2; A809 G1.rifle-1", 'reaction = ["G1.rifle-1"]')
    launched(s, "take F1.rifle-2")
    do(s, "alone G1.rifle-1")
    assert choices(s, "ap_fire") == {"A810", "A909"}
    do(s, "ap_fire A909", rolls=[6, 6, 2, 2, 2, 2])
    do(s, "done", rolls=[4])
    assert {"F1.rifle-1", "F1.rifle-2"} <= {s.piece_name(p) for p in s.at(hexa(s, "A809"))}


# defensive fire


@clause("9.1d")
def test_fire_before_or_after_the_checks_not_both() -> None:
    s = field(PLAIN, 'reaction = ["G1.rifle-1"]')
    launched(s)
    do(s, "alone G1.rifle-1", rolls=[6, 6, 2, 2])
    assert "hold" not in steps(s)
    s = field(PLAIN, 'reaction = ["G1.rifle-1"]')
    launched(s)
    do(s, "hold", rolls=[2, 2])
    do(s, "done")
    assert s.to_act == "german" and can(s, "alone G1.rifle-1")


@clause("9.1.2a", "8e")
def test_only_who_fires_the_munition_has_fired() -> None:
    """Rifles fire AP; the mortar with them has none and may still fire its own shells."""
    units = "A810 G1.rifle-1 G.Apfelbaum; A809 F2.rifle-1 F2.mortar-1 F.Landry"
    s = field(units, 'reaction = ["F2.rifle-1", "F2.mortar-1"]', side="german")
    launched(s, officer="G.Apfelbaum", unit="G1.rifle-1")
    do(s, "repel F2.rifle-1", "ap_fire A810", rolls=[6, 6])
    assert names(s, s.finished) == {"F2.rifle-1"} and choices(s, "alone") == {"F2.mortar-1"}
    events = do(s, "alone F2.mortar-1", rolls=[6, 6, 2, 2])
    assert [(e.kind, e.factors) for e in events if isinstance(e, Attacked)] == [("art", 6)]


@clause("9.1.2f", "8.3i")
def test_the_tanks_of_the_defender_do_not_shield_the_attackers() -> None:
    """Fire at those who have come into the hex: -1 for men who move, nothing for the French tank beside the rifles."""
    units = "A810 G1.rifle-1 G.Apfelbaum; A809 F1.rifle-1 F4.h39-1 F.Moreau"
    s = field(units, 'reaction = ["F1.rifle-1"]\nfinished = ["F4.h39-1"]', side="german")
    launched(s, officer="G.Apfelbaum", unit="G1.rifle-1")
    do(s, "hold", rolls=[1, 1])
    events = do(s, "done", "alone F1.rifle-1", rolls=[6, 6])
    assert [e.modified - e.rolled for e in events if isinstance(e, AttackResult)] == [-1]


@clause("9.1.2b")
def test_without_a_marker_at_half_even_when_finished() -> None:
    """G24."""
    for mark, factors in (('finished = ["G1.rifle-1"]', 3), ("", 3), ('reaction = ["G1.rifle-1"]', 6)):
        s = field(PLAIN, mark)
        launched(s)
        volley = defence.Volley(hexa(s, "A809"), pieces(s, "F1.rifle-1"), defence.HAND, False, pieces(s, "G1.rifle-1"))
        assert volley.made(s, "ap_fire", hexa(s, "A810")).factors == factors


ORDERS = '[orders]\n"G1.rifle-1" = "{}"\n"G1.mg34-1" = "{}"\n'


@clause("9.1.2a", "3.4c")
def test_standing_orders_answer_an_assault() -> None:
    """Units told to fire do so at once, as one group; those told to hold are not asked about."""
    s = field(VILLAGE, MARKED + ORDERS.format("fire", "fire"))
    events = do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", rolls=[6, 6, 2, 2])
    shot = [e for e in events if isinstance(e, Attacked)]
    assert [(len(e.shooters), e.factors) for e in shot] == [(2, 9)] and s.to_act == "allied"
    assert names(s, s.finished) == {"G1.rifle-1", "G1.mg34-1"} and choices(s, "lead") == {"F.Moreau"}
    s = field(VILLAGE, ORDERS.format("hold", "hold"))
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", rolls=[6, 6])
    assert names(s, s.finished) == {"F1.rifle-1"} and not s.repelled and not s.stormed


@clause("9.1.2a", "3.4c")
def test_an_order_may_wait_for_a_marker_or_for_armour() -> None:
    """Without a marker "fire full" holds; who is asked is asked after the others have fired."""
    s = field(VILLAGE, ORDERS.format("fire full", "ask"))
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch")
    assert s.to_act == "german" and choices(s, "alone") == {"G1.mg34-1"} and not choices(s, "repel")
    assert refusal(s, "alone G1.rifle-1") == "3.4c"
    s = field(VILLAGE, ORDERS.format("fire", "ask"))
    events = do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", rolls=[6, 6])
    assert [e.factors for e in events if isinstance(e, Attacked)] == [3] and choices(s, "alone") == {"G1.mg34-1"}


@clause("9.1.2b")
def test_half_fire_in_an_assault_has_its_own_clause() -> None:
    s = field(VILLAGE)
    all_french(s)
    volley = defence.Volley(hexa(s, "A410"), listed(s), defence.HAND, False, pieces(s, "G1.mg34-1"))
    made = volley.made(s, "ap_fire", hexa(s, "A510"))
    assert made.factors == 2 and made.reasons[0].clause == "9.1.2b"


@clause("9.1.2c")
def test_routed_units_do_not_fire() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A809 G1.rifle-1 G2.rifle-1", 'routed = ["G1.rifle-1"]')
    launched(s)
    assert choices(s, "alone") == {"G2.rifle-1"} and refusal(s, "alone G1.rifle-1") == "9.1.2c"


@clause("9.1.2d")
def test_units_out_of_command_fire_alone() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A809 G1.rifle-1 G1.rifle-2", 'astray = ["G1.rifle-1", "G1.rifle-2"]')
    launched(s)
    assert choices(s, "alone") == {"G1.rifle-1", "G1.rifle-2"} and refusal(s, "repel G1.rifle-1") == "9.1.2d"


@clause("9.1.2f")
def test_late_fire_hits_those_who_come_in_the_assaulted_hex() -> None:
    """Woods divide by 4, and only the platoon that has passed can be hit."""
    s = field("A808 F1.rifle-1 F1.rifle-2 F.Moreau; A807 G1.rifle-1", 'reaction = ["G1.rifle-1"]')
    launched(s, "take F1.rifle-2")
    do(s, "hold", rolls=[6, 6, 2, 2])
    do(s, "done")
    events = do(s, "alone G1.rifle-1", rolls=[1, 1, 6])
    shot = next(e for e in events if isinstance(e, AttackResult))
    assert shot.divisor == 4 and shot.hits == 1 and strengths(s)["F1.rifle-1"] == 3


# checks


@clause("9.1.1b", "10.2b")
def test_who_fails_stays_and_is_finished() -> None:
    s = field("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A809 G1.rifle-1", 'finished = ["G1.rifle-1"]')
    launched(s, "take F1.rifle-2")
    do(s, "hold", rolls=[5, 5, 2, 2])
    assert where(s, "F1.rifle-1") == "A810" and names(s, s.finished) >= {"F1.rifle-1"}


@clause("9.1.1b")
def test_nobody_passes() -> None:
    s = field(PLAIN)
    launched(s)
    do(s, "hold", rolls=[5, 5])
    assert where(s, "F1.rifle-1") == "A810" and "G1.rifle-1" not in names(s, s.finished) and not s.stormed


@clause("9.1.1e", "9b")
def test_nine_steps_and_no_more() -> None:
    """RC31: the first three pass, the fourth is not checked and is Finished."""
    s = field("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A909 F1.rifle-3 F1.rifle-4; A809 G1.rifle-1:1")
    launched(s, "take F1.rifle-2", "take F1.rifle-3", "take F1.rifle-4")
    do(s, "hold")
    assert choices(s, "test") == {"F1.rifle-1", "F1.rifle-2", "F1.rifle-3", "F1.rifle-4"}
    do(s, "test F1.rifle-4", "test F1.rifle-1", "test F1.rifle-2", rolls=[1, 1, 1, 1, 1, 1])
    assert where(s, "F1.rifle-3") == "A909" and "F1.rifle-3" in names(s, s.finished)


@clause("9.1.5g", "9.1.1e")
def test_who_was_not_checked_took_no_part() -> None:
    """A retreat past a unit for which there was no room is as deadly as past any other enemy."""
    s = field("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A709 F1.rifle-3 F1.rifle-4; A809 G1.rifle-1 G1.rifle-2")
    launched(s, "take F1.rifle-2", "take F1.rifle-3", "take F1.rifle-4")
    do(s, "hold", "test F1.rifle-4", "test F1.rifle-1", "test F1.rifle-2", rolls=[1, 1, 1, 1, 1, 1])
    do(s, "done", "hold", rolls=[1])  # 12 to 8, 1.5:1, 1: 1/2R1
    assert where(s, "F1.rifle-3") == "A709" and refusal(s, "retreat A708") == "9.1.5f"


@clause("9.1.1d")
def test_an_officer_joins_only_units_of_his_that_passed() -> None:
    s = field("A810 F1.rifle-1 F.Moreau F.Landry; A809 G1.rifle-1")
    launched(s)
    do(s, "hold", rolls=[2, 2])
    assert choices(s, "lead") == {"F.Moreau"} and refusal(s, "lead F.Landry") == "9.1.1d"
    do(s, "done", "hold", rolls=[3])
    assert where(s, "F.Moreau") == "A810"


# resolution


@pytest.mark.parametrize(
    ("attack", "defend", "odds"),
    [(5, 6, "1:1.5"), (6, 6, "1:1"), (8, 6, "1:1"), (9, 6, "1.5:1"), (3, 10, "1:3"), (11, 4, "2.5:1")],
)
@clause("9.1.3b")
def test_odds_are_rounded_down(attack: int, defend: int, odds: str) -> None:
    """RC30."""
    chart = field(PLAIN).setting.charts.odds
    assert chart.ratios[chart.column(attack, defend)].name == odds


@clause("9.1.3a", "9.4c")
def test_combat_strengths_by_kind_and_losses() -> None:
    s = field("A810 F1.rifle-1:1 F2.hotchkiss-1:2; A811 F2.mortar-1 F2.sa34-1; A809 G2.stug-1; A709 G3.pz3-1:2")
    values = {s.piece_name(p): melee.value(s, p) for p in range(len(s.where)) if s.where[p] >= 0}
    assert values == {
        "F1.rifle-1": 2, "F2.hotchkiss-1": 2, "F2.mortar-1": 2, "F2.sa34-1": 2, "G2.stug-1": 8, "G3.pz3-1": 6,
    }  # fmt: skip


@clause("9.1.3a")
def test_militia_fights_worse() -> None:
    line = next(row for row in GAME.prices.formation if "I.blackshirts" in row.units)
    s = lay(
        'phase = "german activation"\n[units]\n"A810" = ["I1.blackshirts-1"]',
        own(f'[[force]]\nnation = "italian"\nline = "{line.id}"\nenters = 1'),
    )
    assert melee.value(s, s.setting.piece("I1.blackshirts-1")) == 3


@clause("10.5a")
def test_average_morale_of_the_officers() -> None:
    """G43: Apfelbaum 8 counts, Moreau 7 does not; together with a 7 and an 8 the fraction is dropped."""
    s = field("A809 G1.rifle-1 G2.rifle-1; A810 F1.rifle-1 F2.rifle-1", 'leaders = { G2 = "G.Lorenz" }')
    assert melee.average_morale(s, mask_of(s, "G1.rifle-1")) == 8
    assert melee.average_morale(s, mask_of(s, "G1.rifle-1", "G2.rifle-1")) == 7


@clause("9.1.3c", "12.9i")
def test_modifiers_of_the_die() -> None:
    """Buildings, a crest, a fortification, a good officer: each with its clause."""
    s = field("A510 G1.rifle-1; A509 F1.rifle-1; A610 F1.rifle-2")
    bout = melee.bout(s, hexa(s, "A510"), mask_of(s, "F1.rifle-1"), mask_of(s, "G1.rifle-1"), [hexa(s, "A509")])
    assert [(f.value, f.clause) for f in bout.factors] == [("+1", "9.1.3c")]
    bout = melee.bout(s, hexa(s, "A610"), mask_of(s, "G1.rifle-1"), mask_of(s, "F1.rifle-2"), [hexa(s, "A510")])
    assert sorted(f.value for f in bout.factors) == ["+1", "-1"]
    fort = 'inside = ["G1.rifle-1"]\nforts = [{ hex = "A809", value = 4, arrow = "e", owner = "german" }]'
    s = field(PLAIN, fort)
    bout = melee.bout(s, hexa(s, "A809"), mask_of(s, "F1.rifle-1"), mask_of(s, "G1.rifle-1"))
    assert [(f.value, f.clause) for f in bout.factors] == [("+2", "12.9i")]


@clause("9.1.3g", "10.2e")
def test_one_beaten_unit_checks_alone_several_as_formation() -> None:
    """8 against 4 or 7: the defenders retreat, and one roll is made after it."""
    for more, dice, kind in (("", [4, 1], UnitChecked), (" G1.mg34-1", [1, 1, 1], FormationChecked)):
        s = field(f"A810 F1.rifle-1 F1.rifle-2 F.Moreau; A809 G1.rifle-1{more}")
        launched(s, "take F1.rifle-2")
        do(s, "hold", rolls=[1, 1, 1, 1])
        do(s, "done", "hold", rolls=dice)
        events = do(s, "retreat A808", rolls=[1, 1])
        assert [type(e) for e in events if isinstance(e, UnitChecked | FormationChecked)] == [kind]


# retreats


@clause("9.1.5c")
def test_where_a_defender_retreats() -> None:
    """RC32: opposite the attacker, or next to that."""
    s = field("A310 G1.rifle-1; A311 F1.rifle-1")
    sides = retreat.defenders_sides(s, hexa(s, "A310"), [hexa(s, "A311")])
    assert sides == hexes(s, "A309", "A210", "A410")


@clause("9.1.5b")
def test_where_an_attacker_goes_back() -> None:
    s = field("A310 G1.rifle-1; A311 F1.rifle-1")
    sides = retreat.attackers_sides(s, hexa(s, "A310"), [hexa(s, "A311")])
    assert sides == hexes(s, "A311", "A211", "A411")


def beaten(units: str, left: int = 1, spared: str = "", more: str = "") -> FranceState:
    """Germans who have lost A809 to an attack from A810 go back."""
    s = field(units, more)
    group = tuple(p for p in s.at(hexa(s, "A809")) if s.setting.side_of[p] == 0)
    sides = retreat.defenders_sides(s, hexa(s, "A809"), [hexa(s, "A810")])
    others = mask_of(s, spared) if spared else 0
    retreat.send(s, sum(1 << p for p in group), hexa(s, "A809"), left, sides, others)
    s.advance()
    return s


@clause("9.1.5d")
def test_two_hexes_in_one_direction() -> None:
    s = beaten("A809 G1.rifle-1; A810 F1.rifle-1", 2, "F1.rifle-1")
    assert choices(s, "retreat") == {"A808", "A708", "A908"}
    do(s, "retreat A708")
    assert where(s, "G1.rifle-1") == "A608"


@clause("9.1.5e")
def test_over_the_edge_they_are_lost() -> None:
    s = field("A801 G1.rifle-1; A802 F1.rifle-1")
    sides = retreat.defenders_sides(s, hexa(s, "A801"), [hexa(s, "A802")])
    retreat.send(s, mask_of(s, "G1.rifle-1"), hexa(s, "A801"), 2, sides, mask_of(s, "F1.rifle-1"))
    s.advance()
    assert where(s, "G1.rifle-1") == "dead"


@clause("9.1.5f", "9.1.5g")
def test_past_other_enemies_they_are_lost_unless_friends_are_there() -> None:
    around = "A907 F1.rifle-2; A707 F1.rifle-3; A810 F1.rifle-1"
    assert where(beaten(f"A809 G1.rifle-1; {around}", 1, "F1.rifle-1"), "G1.rifle-1") == "dead"
    s = beaten(f"A809 G1.rifle-1; A808 G2.rifle-1; {around}", 1, "F1.rifle-1")
    assert where(s, "G1.rifle-1") == "A808"
    assert refusal(beaten("A809 G1.rifle-1; A810 F1.rifle-1; A709 F1.rifle-2", 1), "retreat A708") == "9.1.5f"
    s = beaten("A809 G1.rifle-1; A810 F1.rifle-1; A709 F1.rifle-2", 1, "F1.rifle-2")
    assert can(s, "retreat A708")


@clause("4h", "4g")
def test_a_retreat_goes_on_to_where_there_is_room() -> None:
    full = "A808 G1.rifle-2 G1.rifle-3 G1.rifle-4"
    s = beaten(f"A809 G1.rifle-1; {full}; A810 F1.rifle-1", 1, "F1.rifle-1")
    do(s, "retreat A808")
    assert where(s, "G1.rifle-1") == "A807" and not faults(s)


@clause("9.1.2f", "12.9b")
def test_a_gun_that_fires_at_those_who_come_does_not_batter_its_own_fortification() -> None:
    fort = 'forts = [{ hex = "A809", value = 4, arrow = "e", owner = "german" }]\ninside = ["G1.lefh18-1"]'
    s = gunnery.ground("A809 G1.lefh18-1; A810 F1.rifle-1 F.Moreau; A116 G.Apfelbaum", fort, "allied")
    comers, gun = pieces(s, "F1.rifle-1"), pieces(s, "G1.lefh18-1")
    s.shift(comers[0], hexa(s, "A809"))
    made = defence.Volley(hexa(s, "A809"), comers, defence.HAND, True, gun).made(s, "art_fire", hexa(s, "A809"))
    assert names(s, attack.struck(s, made)) == {"F1.rifle-1"} and not made.fort


# assaults that go on

MELEE = (
    'melees = [{ hex = "A809", attacker = "allied", pieces = ["F1.rifle-1", "F.Moreau"], origins = ["A810", "A810"], '
    "attackers_lost = 1, defenders_lost = 0 }]\n"
)
INSIDE = "A809 G1.rifle-1 G.Apfelbaum F1.rifle-1:2 F.Moreau"


@clause("9.1.3e", "9.1.4a", "4d")
def test_without_a_retreat_the_assault_goes_on() -> None:
    s = field(PLAIN, 'finished = ["G1.rifle-1"]')
    launched(s)
    do(s, "hold", rolls=[2, 2])
    events = do(s, "lead F.Moreau", "hold", rolls=[3, 6, 6])
    assert any(isinstance(e, AssaultContinues) for e in events) and not faults(s)
    assert [(m.hex, m.attacker, m.attackers_lost) for m in s.melees] == [(hexa(s, "A809"), 1, 1)]
    scene = s.scene("german")
    assert len(scene.stacks["A809"].pieces) == 3 and [mark.place for mark in scene.marks if mark.sign == "A"] == [
        "A809"
    ]


@clause("9.1.4a", "9.1.4c", "9.1.4d")
def test_an_assault_is_fought_on() -> None:
    """3 against 4: 1:1.5; +1 because the attacker lost more last time."""
    s = field(INSIDE, MELEE)
    do(s, "activate F.Moreau")
    assert steps(s) == {"renew", "withdraw"} and refusal(s, "done") == "9.1.4a"  # it goes on, unless they leave
    events = do(s, "renew F1.rifle-1", rolls=[1, 6, 6, 6, 6])
    fought = next(e for e in events if isinstance(e, Fought))
    assert (fought.odds, fought.result) == ("1:1.5", "1/1") and [m.defenders_lost for m in s.melees] == [1]
    assert {"F1.rifle-1", "G1.rifle-1"} <= names(s, s.finished)


@clause("9.1.4e")
def test_fire_into_an_assault_hits_both_sides() -> None:
    s = field(f"{INSIDE}; A812 F2.rifle-1", MELEE)
    shot = attack.against(s, hexa(s, "A809"), 1, 9, Weapon("ap"), origins=(hexa(s, "A812"),))
    assert names(s, attack.struck(s, shot)) == {"G1.rifle-1", "F1.rifle-1"}


@clause("9.1.4b")
def test_the_attacker_may_leave_under_fire() -> None:
    s = field(INSIDE, MELEE + 'finished = ["G1.rifle-1"]')
    do(s, "activate F.Moreau", "withdraw F1.rifle-1")
    step = s.agenda[-1]
    assert "leaves" in step.prompt(s) and "assaulted" not in step.prompt(s) and step.explained(s).clause == "9.1.4b"
    volley = defence.Volley(hexa(s, "A809"), pieces(s, "F1.rifle-1"), defence.PARTING, True, pieces(s, "G1.rifle-1"))
    assert volley.made(s, "ap_fire", hexa(s, "A809")).factors == 6
    do(s, "hold")
    assert choices(s, "retreat") == {"A810", "A709", "A909"}
    do(s, "retreat A810")
    assert where(s, "F1.rifle-1") == where(s, "F.Moreau") == "A810" and not s.melees and not faults(s)


TWO_WAYS = (
    'melees = [{ hex = "A809", attacker = "allied", pieces = ["F1.rifle-1", "F1.rifle-2"], '
    'origins = ["A810", "A808"], attackers_lost = 0, defenders_lost = 0 }]\n'
)
"""One platoon has come into A809 from the south, the other from the north."""


@clause("9.1.5b", "9.1.3g")
def test_who_came_from_where_is_kept_while_an_assault_goes_on() -> None:
    """Each goes back next to its own way in; the two units of one formation make one formation check."""
    s = field("A809 G1.rifle-1 G1.rifle-2 G1.rifle-3 F1.rifle-1 F1.rifle-2; A1516 F.Moreau", TWO_WAYS)
    s.astray = 0
    do(s, "activate F.Moreau")
    do(s, "renew F1.rifle-1", rolls=[5])
    assert choices(s, "retreat") == {"A808", "A708", "A908"}
    do(s, "retreat A808")
    assert where(s, "F1.rifle-2") == "A807" and choices(s, "retreat") == {"A810", "A709", "A909"}
    events = do(s, "retreat A810", rolls=[1, 1])
    assert [len(e.pieces) for e in events if isinstance(e, FormationChecked)] == [2]
    assert where(s, "F1.rifle-1") == "A811" and not faults(s)


@clause("9.1.4b", "9.1.5b")
def test_attackers_who_leave_go_back_as_they_came() -> None:
    s = field("A809 G1.rifle-1 F1.rifle-1 F1.rifle-2; A1516 F.Moreau", TWO_WAYS + 'routed = ["G1.rifle-1"]\n')
    s.astray = 0
    do(s, "activate F.Moreau", "withdraw F1.rifle-1")
    assert choices(s, "retreat") == {"A808", "A708", "A908"}
    do(s, "retreat A908")
    assert where(s, "F1.rifle-2") == "A908" and choices(s, "retreat") == {"A810", "A709", "A909"}


def test_a_position_says_from_where_each_attacker_came() -> None:
    text = 'phase = "allied activation"\n' + TWO_WAYS + '[units]\nA809 = ["G1.rifle-1", "F1.rifle-1", "F1.rifle-2"]'
    wrong = text.replace('"A810", "A808"', '"A810"')
    head = f'scenario = "{scenario()}"\n'
    assert not GAME.problems(head + text) and any("9.1.5b" in problem for problem in GAME.problems(head + wrong))


@clause("9.1.4a")
def test_the_defender_of_a_continuing_assault_stays() -> None:
    """G58."""
    s = field(INSIDE, MELEE, side="german")
    do(s, "activate G.Apfelbaum")
    assert s.to_act == "allied" and where(s, "G1.rifle-1") == "A809" and "G1.rifle-1" in names(s, s.finished)


# special rules (9.1.7)


@clause("9.1.7a")
def test_guns_that_lose_an_assault_are_lost() -> None:
    """RC33: the mortar is gone, the infantry retreats and checks."""
    s = field(
        "A810 F1.rifle-1 F1.rifle-2 F1.rifle-3 F.Moreau; A809 G1.rifle-1 G1.mortar-1", 'finished = ["G1.rifle-1"]'
    )
    all_french(s)
    do(s, "hold", rolls=[1, 1, 1, 1, 1, 1])
    do(s, "done", "hold", rolls=[1])
    assert where(s, "G1.mortar-1") == "dead" and can(s, "retreat A808")
    events = do(s, "retreat A808", rolls=[1, 1])
    assert strengths(s)["G1.rifle-1"] == 2 and [e.verdict for e in events if isinstance(e, UnitChecked)] == ["holds"]


@clause("9.1.7b", "10.3.4a")
def test_routed_units_surrender_with_their_officer() -> None:
    """RC38: one of two attackers passes; the infantry and its officer are removed, without a fight."""
    s = field("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A809 G1.rifle-1 G.Apfelbaum", 'routed = ["G1.rifle-1"]')
    do(s, "activate F.Moreau", "assault F1.rifle-1", "take F1.rifle-2")
    do(s, "launch", rolls=[6, 6, 2, 2])
    do(s, "done")
    assert where(s, "G1.rifle-1") == where(s, "G.Apfelbaum") == "dead" and where(s, "F1.rifle-2") == "A809"
    assert where(s, "F1.rifle-1") == "A810" and not faults(s)


@clause("9.1.7b")
def test_units_in_order_beside_routed_ones_fight() -> None:
    """G42."""
    s = field("A810 F1.rifle-1 F.Moreau; A809 G1.rifle-1 G1.rifle-2 G.Apfelbaum", 'routed = ["G1.rifle-1"]')
    launched(s)
    do(s, "hold", rolls=[2, 2])
    do(s, "done")
    assert where(s, "G1.rifle-1") == "dead" and where(s, "G.Apfelbaum") == "A809" and s.to_act == "german"


@clause("7.1c")
def test_an_officer_whose_units_all_fall_in_an_assault_is_lost() -> None:
    s = field(
        "A810 F1.rifle-1 F1.rifle-2 F1.rifle-3 F.Moreau; A809 G1.rifle-1:1 G.Apfelbaum; A801 G1.rifle-2 G1.rifle-3"
    )
    all_french(s)
    do(s, "hold", rolls=[1, 1, 1, 1, 1, 1])
    do(s, "done", "hold", rolls=[1])
    assert where(s, "G1.rifle-1") == where(s, "G.Apfelbaum") == "dead" and where(s, "F1.rifle-1") == "A809"


@clause("9.1.7c", "7.1a")
def test_a_lone_officer_is_lost() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A809 G.Apfelbaum; A801 G1.rifle-1")
    do(s, "activate F.Moreau", "assault F1.rifle-1", "launch", rolls=[2, 2])
    do(s, "done", rolls=[1, 1] if s.setting.sight.seen_from(hexa(s, "A809")) >> hexa(s, "A801") & 1 else [])
    assert where(s, "G.Apfelbaum") == "dead" and where(s, "F1.rifle-1") == "A809"


# works in the hex and behind it

FORT = 'inside = ["G1.rifle-1"]\nforts = [{ hex = "A809", value = 4, arrow = "e", owner = "german" }]\n'
TRIO = "A810 F1.rifle-1 F1.rifle-2 F1.rifle-3 F.Moreau"


@clause("12.9h", "12.9i")
def test_those_outside_a_fortification_are_assaulted_first() -> None:
    """12 against 4 in the open, 3:1; then those inside, 12 against 4 with +2: they do not retreat with the others."""
    s = field(f"{TRIO}; A809 G1.rifle-1 G1.rifle-2", FORT)
    do(s, "activate F.Moreau", "assault F1.rifle-1", "take F1.rifle-2", "take F1.rifle-3")
    preview = s.preview("launch")
    told = {factor.name: factor.value for factor in preview.factors} if preview else {}
    assert (told["defenders"], told["odds"]) == ("4", "3:1") and "defender in a fortification" not in told
    do(s, "launch", "hold", rolls=[1, 1] * 3)
    do(s, "done", "hold", rolls=[3])
    assert choices(s, "retreat") == {"A808", "A708", "A908"}
    events = do(s, "retreat A808", rolls=[1, 1, 6, 1, 1, 6, 5])
    fought = [e for e in events if isinstance(e, Fought)]
    assert [(e.defence, e.odds, e.rolled, e.result) for e in fought] == [(4, "3:1", 6, "2/1")]
    assert where(s, "G1.rifle-2") == "A808" and strengths(s)["G1.rifle-2"] == 1
    assert [m.hex for m in s.melees] == [hexa(s, "A809")] and not faults(s)


@clause("12.9a", "9.1.2f")
def test_only_those_inside_a_fortification_fire_through_its_front_alone() -> None:
    s = field("A809 G1.rifle-1 G1.rifle-2; A709 F1.rifle-1; A909 F1.rifle-2", FORT)
    west, east = (hexa(s, label) for label in ("A709", "A909"))
    fire = {
        (unit, place): defence.ways(s, s.setting.piece(unit), place, mask_of(s, "F1.rifle-1", "F1.rifle-2"))
        for unit in ("G1.rifle-1", "G1.rifle-2")
        for place in (west, east)
    }
    assert fire["G1.rifle-1", west] == [] and fire["G1.rifle-1", east] == ["ap"]
    assert fire["G1.rifle-2", west] == fire["G1.rifle-2", east] == ["ap"]


@clause("12.2d", "9.1.5e")
def test_who_must_retreat_into_wire_is_lost() -> None:
    s = beaten("A809 G1.rifle-1; A810 F1.rifle-1", spared="F1.rifle-1")
    assert choices(s, "retreat") == {"A808", "A708", "A908"}
    s = beaten("A809 G1.rifle-1; A810 F1.rifle-1", spared="F1.rifle-1", more='wire = ["A808", "A708"]')
    assert where(s, "G1.rifle-1") == "A908"
    s = beaten("A809 G1.rifle-1; A810 F1.rifle-1", spared="F1.rifle-1", more='wire = ["A808", "A708", "A908"]')
    assert where(s, "G1.rifle-1") == "dead"


MINES = 'mines = [{ hex = "A908", owner = "allied", kind = "ap", density = 2, shown = false }]\n'


@clause("12.7.1g")
def test_who_retreats_into_mines_sets_them_off() -> None:
    """10 factors: a 7 is an effect of 4, two hits."""
    s = beaten("A809 G1.rifle-1; A810 F1.rifle-1", spared="F1.rifle-1", more=MINES)
    events = do(s, "retreat A908", rolls=[3, 4, 1, 1])
    assert [e.hits for e in events if isinstance(e, MinesSprung)] == [2] and strengths(s)["G1.rifle-1"] == 1
    assert s.mines[0].shown


@clause("7.2.1d", "7.1g")
def test_an_assault_goes_on_though_its_officer_has_fallen() -> None:
    """Defensive fire costs two steps and Moreau; his men hold, and check for the assault with his morale alone."""
    s = field(VILLAGE, MARKED)
    all_french(s)
    events = do(s, "repel G1.rifle-1", rolls=[1, 2, 1, 1, 2, 1, *[3] * 11])
    assert where(s, "F.Moreau") == "dead"
    assert [e.passed for e in events if isinstance(e, GateChecked)] == [True, True, True]
    assert where(s, "F1.rifle-1") == "A410"


@clause("5.5h", "5.5m", "9.1.3a")
def test_carried_units_do_not_fight_and_share_the_losses_of_their_transport() -> None:
    """Four against the four of the platoon on foot; a truck alone is worth nothing."""
    ride = '[carriers]\n"G1.rifle-2" = "G.blitz-1"\n'
    s = field("A809 G1.rifle-1 G.blitz-1 G1.rifle-2; A810 F1.rifle-1 F.Moreau", ride)
    do(s, "activate F.Moreau", "assault F1.rifle-1")
    preview = s.preview("launch")
    assert preview is not None and {f.name: f.value for f in preview.factors}["defenders"] == "4"
    there = aftermath.fighters(s, hexa(s, "A809"), 0)
    aftermath.lose(s, hexa(s, "A809"), there, 2, ("9.1.3d",))
    assert [strengths(s)[unit] for unit in ("G1.rifle-1", "G.blitz-1", "G1.rifle-2")] == [2, 2, 2]


# work in the hex


@clause("12.1.1d")
def test_a_position_under_construction_is_lost_in_an_assault() -> None:
    """RC39: once one attacker has passed; a finished one stays and gives no modifier."""
    dug = 'projects = [{ unit = "G1.rifle-1", work = "position", hex = "A809", turn = 1 }]\nfinished = ["G1.rifle-1"]\n'
    s = field(PLAIN, dug)
    launched(s)
    do(s, "hold", rolls=[6, 6])
    assert s.projects
    s = field(PLAIN, dug + 'german_positions = ["A809"]')
    launched(s)
    do(s, "hold", rolls=[2, 2])
    assert not s.projects and s.german_positions == hexes(s, "A809")
    assert not melee.bout(s, hexa(s, "A809"), mask_of(s, "F1.rifle-1"), mask_of(s, "G1.rifle-1")).factors


# officers left among the enemy


@clause("7.1c", "9.1.4e", "4c")
def test_fire_into_an_assault_that_takes_all_units_takes_their_officer() -> None:
    """A hit takes the last French step: the officer who is left alone with the Germans is lost."""
    melee_ = 'melees = [{ hex = "A809", attacker = "allied", pieces = ["F1.rifle-1"], origins = ["A810"], '
    melee_ += "attackers_lost = 0, defenders_lost = 0 }]\n"
    units = "A809 F1.rifle-1:1 F.Moreau G1.rifle-1:1; A811 G1.rifle-3 G.Apfelbaum; A1515 F1.rifle-2"
    s = field(units, melee_, side="german")
    do(s, "activate G.Apfelbaum", "engage A809", "shoot", rolls=[3, 4, 6, 6, 6])
    assert where(s, "F1.rifle-1") == where(s, "F.Moreau") == "dead" and not s.melees and not faults(s)


@clause("10.3.2g", "7.1c")
def test_an_officer_whose_last_companion_cannot_flee_out_of_an_assault_is_lost() -> None:
    """The unit of another formation finds no way out between the Germans all around; he is left alone with them."""
    melee_ = 'melees = [{ hex = "A809", attacker = "allied", pieces = ["F1.rifle-1"], origins = ["A810"], '
    melee_ += "attackers_lost = 0, defenders_lost = 0 }]\n"
    around = "A811 G1.rifle-3; A709 G2.rifle-1; A909 G2.rifle-2; A807 G1.rifle-4"
    s = field(f"A809 F1.rifle-1 F.Landry G1.rifle-1; {around}; A1515 F.Moreau", melee_, side="german")
    let(s, lambda: rout.run(s, mask_of(s, "F1.rifle-1"), -1))
    assert where(s, "F1.rifle-1") == where(s, "F.Landry") == "dead" and not s.melees and not faults(s)


@clause("9.1.1d")
def test_an_officer_leads_a_unit_of_his_that_acts_out_of_command() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A809 G1.rifle-1", 'astray = ["F1.rifle-1"]')
    do(s, "activate F1.rifle-1", "assault F1.rifle-1", "launch", "hold", rolls=[1, 1, 1, 1])
    do(s, "lead F.Moreau")
    assert names(s, s.moving) == {"F1.rifle-1", "F.Moreau"} and not faults(s)


@clause("4c", "9.1.5f", "10.3.2e")
def test_nobody_flees_into_a_hex_with_an_enemy_officer() -> None:
    """An officer alone is no unit that cuts off a retreat, but his hex is the enemy's."""
    s = beaten("A809 G1.rifle-1; A808 F.Moreau; A810 F1.rifle-1", 1, "F1.rifle-1")
    assert refusal(s, "retreat A808") == "9.1.5f" and can(s, "retreat A708")


# what an assault costs, and its odds


@clause("9d", "5.2b")
@pytest.mark.parametrize(("spent", "after"), [(0, 2), (2, 4), (3, 5), (6, 8)])
def test_attackers_pay_for_the_hex_that_they_enter(spent: int, after: int) -> None:
    """In half points: one point for open ground on top of what was spent; the officer who leads them pays, too."""
    s = field(PLAIN, f'finished = ["G1.rifle-1"]\nspent = {{ "F1.rifle-1" = {spent} }}')
    launched(s)
    do(s, "hold", rolls=[1, 1])
    do(s, "lead F.Moreau")
    assert [s.spent[s.setting.piece(name)] for name in ("F1.rifle-1", "F.Moreau")] == [after, 2]


@clause("9.1.1e")
def test_the_odds_of_a_check_before_an_assault() -> None:
    """One of four platoons must stay behind, so that their owner says who checks next: 8 and 1, 30 of 36 throws."""
    s = field(
        "A809 G1.rifle-1 G1.rifle-2 G1.rifle-3 G.Apfelbaum; A710 G1.rifle-4; A810 F1.rifle-1",
        'finished = ["F1.rifle-1"]', side="german",
    )  # fmt: skip
    launched(s, "take G1.rifle-2", "take G1.rifle-3", "take G1.rifle-4", officer="G.Apfelbaum", unit="G1.rifle-1")
    do(s, "hold")
    preview = s.preview("test G1.rifle-2")
    assert preview is not None and preview.chance("it assaults") * 36 == 30
    assert [factor.value for factor in preview.factors] == ["8", "+1"]


@clause("9.1.1a")
def test_the_odds_of_an_assault_name_each_check() -> None:
    """Moreau's 7 and 2 make 9 or less for a full platoon, 8 for one that has lost a step."""
    s = field("A810 F1.rifle-1 F1.rifle-2:2 F.Moreau; A809 G1.rifle-1")
    do(s, "activate F.Moreau", "assault F1.rifle-1", "take F1.rifle-2")
    preview = s.preview("launch")
    assert preview is not None
    checks = [(f.name, f.value) for f in preview.factors if f.clause == "9.1.1a"]
    assert checks == [("check of Rifle 1 of F1: 9 or less", "83 %"), ("check of Rifle 2 of F1: 8 or less", "72 %")]
    assert sum(outcome.chance for outcome in preview.outcomes) == 1


@clause("9.1.1d")
def test_which_officers_can_lead() -> None:
    """Not one who is routed, who rides in a truck, or who stands elsewhere."""
    units = "A810 F1.rifle-1; A909 F2.rifle-1 F.Landry; A811 F.Moreau; A809 G1.rifle-1"
    for more, able in (("", {"F.Landry"}), ('routed = ["F.Landry"]\n', set())):
        s = field(units, 'finished = ["G1.rifle-1"]\n' + more)
        s.turn_into(assault.Lead(hexa(s, "A809"), pieces(s, "F1.rifle-1", "F2.rifle-1"),
                                 (hexa(s, "A810"), hexa(s, "A909")), defence.HAND, 0, 0))  # fmt: skip
        lead = s.agenda[-1]
        assert isinstance(lead, assault.Lead) and names(s, lead.officers(s)) == able


RIVER = 'boards = [["A"]]\nriver = "{}"'


@clause("9.1.3c")
@pytest.mark.parametrize(
    ("river", "froms", "uphill"),
    [
        ("minor", "A1307", True), ("minor", "A1208", True), ("minor", "A1207", False), ("minor", "A1308", False),
        ("minor", "A1208 A1308", False), ("major", "A1208", False), ("dry", "A1208", False),
    ],
)  # fmt: skip
def test_out_of_a_minor_river_the_die_is_worse(river: str, froms: str, uphill: bool) -> None:
    """Only if all attackers come out of it; a hex beside the river is not in it."""
    s = field("A1209 G1.rifle-1; A103 F1.rifle-1", head=RIVER.format(river))
    origins = [hexa(s, label) for label in froms.split()]
    bout = melee.bout(s, hexa(s, "A1209"), mask_of(s, "F1.rifle-1"), mask_of(s, "G1.rifle-1"), origins)
    assert [factor.value for factor in bout.factors] == ["+1"] * uphill


@clause("9.1.3c", "11.9.2c")
def test_from_a_bridge_the_die_is_not_worse() -> None:
    s = field("A903 G1.rifle-1; A103 F1.rifle-1", head=RIVER.format("minor"))
    fight = mask_of(s, "F1.rifle-1"), mask_of(s, "G1.rifle-1")
    for origin, count in (("A902", 0), ("A803", 1), ("A804", 1)):
        assert len(melee.bout(s, hexa(s, "A903"), *fight, [hexa(s, origin)]).factors) == count


@clause("9.1.4d", "10.5a")
@pytest.mark.parametrize(("lost", "values"), [((1, 0), ["+1"]), ((0, 1), ["-1"]), ((1, 1), []), ((0, 0), [])])
def test_modifiers_of_an_assault_that_goes_on(lost: tuple[int, int], values: list[str]) -> None:
    """Who lost more last time; houses and crests do not count any more, a good officer does."""
    s = field("A410 G1.rifle-1; A510 F1.rifle-1")
    row = Melee(hexa(s, "A410"), 1, pieces(s, "F1.rifle-1"), (hexa(s, "A510"),), *lost)
    fight = mask_of(s, "F1.rifle-1"), mask_of(s, "G1.rifle-1")
    assert [f.value for f in melee.bout(s, hexa(s, "A410"), *fight, melee=row).factors] == values
    good = melee.bout(s, hexa(s, "A410"), *fight[::-1], melee=row).factors
    least = s.setting.charts.hand_to_hand.continuing["morale"].least
    assert melee.average_morale(s, fight[1]) == 8 and len(good) == len(values) + (least <= 8)


# who goes back with whom


@clause("9.1.5b")
def test_who_joined_an_assault_later_goes_back_with_the_first() -> None:
    s = field("A809 F1.rifle-1 F1.rifle-2 F.Moreau; A103 G1.rifle-1")
    froms = hexa(s, "A810"), hexa(s, "A808")
    everybody = mask_of(s, "F1.rifle-1", "F1.rifle-2", "F.Moreau")
    ways = list(retreat.ways_back(s, hexa(s, "A809"), pieces(s, "F1.rifle-1", "F1.rifle-2"), froms, everybody))
    assert [(names(s, group), sides) for group, sides in ways] == [
        ({"F1.rifle-1", "F.Moreau"}, hexes(s, "A810", "A709", "A909")),
        ({"F1.rifle-2"}, hexes(s, "A808", "A708", "A908")),
    ]
    one = list(retreat.ways_back(s, hexa(s, "A809"), pieces(s, "F1.rifle-1"), froms[:1], mask_of(s, "F.Moreau")))
    assert [(names(s, group), sides) for group, sides in one] == [({"F.Moreau"}, hexes(s, "A810", "A709", "A909"))]


@clause("9.1.5d")
@pytest.mark.parametrize(
    ("units", "more", "groups"),
    [
        ("F1.rifle-1 F4.h39-1 F.Moreau", "", [{"F1.rifle-1", "F.Moreau"}, {"F4.h39-1"}]),
        ("F4.h39-1 F.Moreau", "", [{"F4.h39-1", "F.Moreau"}]),
        ("F1.rifle-1 F.adk-1", '[carriers]\n"F1.rifle-1" = "F.adk-1"\n', [{"F1.rifle-1", "F.adk-1"}]),
        ("F3.cavalry-1 F3.horses-1", '[carriers]\n"F3.cavalry-1" = "F3.horses-1"\n', [{"F3.cavalry-1", "F3.horses-1"}]),
    ],
)  # fmt: skip
def test_men_and_vehicles_retreat_apart(units: str, more: str, groups: list[set[str]]) -> None:
    s = field(f"A809 {units}; A103 G1.rifle-1", more)
    assert [names(s, group) for group in retreat.parted(s, mask_of(s, *units.split()))] == groups


def fleeing(units: str, place: str, far: int, more: str = "") -> FranceState:
    """Those in a hex have lost an armoured assault, and seek cover."""
    s = field(units, more)
    at = hexa(s, place)
    sides = s.setting.board.around[at]
    retreat.send(s, mask_of(s, "F1.rifle-1"), at, far, sides, 0, overrun=True)
    s.advance()
    return s


@clause("9.2n")
def test_in_cover_they_stop_though_they_could_go_on() -> None:
    """A910 is light woods; A811 is open."""
    s = fleeing("A810 F1.rifle-1; A103 G1.rifle-1", "A810", 3)
    do(s, "retreat A910")
    assert where(s, "F1.rifle-1") == "A910" and not s.passing
    s = fleeing("A810 F1.rifle-1; A103 G1.rifle-1", "A810", 3)
    do(s, "retreat A811")
    assert choices(s, "retreat") == {"A711", "A812", "A911"}


@clause("9.2n")
def test_in_the_open_they_go_no_farther_than_they_may() -> None:
    for far, label in ((1, "A811"), (2, "A812")):
        s = fleeing("A810 F1.rifle-1; A103 G1.rifle-1", "A810", far)
        do(s, *(f"retreat A8{row}" for row in range(11, 11 + far)))
        assert where(s, "F1.rifle-1") == label and not s.passing


@clause("9.2n", "4h")
def test_they_do_not_stop_in_a_full_hex() -> None:
    s = fleeing("A810 F1.rifle-1; A910 F2.rifle-1 F2.rifle-2 F2.hotchkiss-1; A103 G1.rifle-1", "A810", 1)
    do(s, "retreat A910")
    assert s.to_act == "allied" and choices(s, "retreat")


@clause("9.2n")
def test_they_run_for_the_nearest_cover_alone() -> None:
    """From A509 the nearest cover on the way south is A410 or A610, both next to it; A510 is bare."""
    s = fleeing("A508 F1.rifle-1; A103 G1.rifle-1", "A508", 3)
    do(s, "retreat A509")
    cover = {h for h in ("A409", "A410", "A510", "A609", "A610") if s.setting.ground.terrain[hexa(s, h)] != "open"}
    assert choices(s, "retreat") == cover & set(s.setting.board.names(s.setting.board.around[hexa(s, "A509")]))


@clause("9.1.5f")
def test_why_a_retreat_is_closed() -> None:
    s = beaten("A809 G1.rifle-1; A810 F1.rifle-1; A808 F2.rifle-1", 1, "F1.rifle-1")
    assert where(s, "G1.rifle-1") == "dead"
    s = beaten("A809 G1.rifle-1; A708 G2.rifle-1; A810 F1.rifle-1; A808 F.Landry; A907 F2.rifle-1", 1, "F1.rifle-1")
    assert where(s, "G1.rifle-1") == "A708"


@clause("3.4a", "9.1b")
def test_who_assaults_from_where_he_stood_can_be_fired_at_first_whoever_else_has_moved_up() -> None:
    """G21: one platoon has moved up beside another, and nobody fired; the other declares its action only now."""
    units = "A811 F1.rifle-1; A810 F1.rifle-2 F.Moreau; A809 G1.rifle-1; A813 G1.mg34-1"
    s = field(units, 'reaction = ["G1.mg34-1"]\norders = { "G1.rifle-1" = "hold" }')
    do(s, "activate F.Moreau", "move F1.rifle-1", "to A810", "hold", "hold", "stop")
    do(s, "assault F1.rifle-1", "take F1.rifle-2", "launch")
    assert choices(s, "react") == {"G1.mg34-1"}


OUTSIDE = INSIDE + "; A813 G1.mg34-1"


@pytest.mark.parametrize("order", ["", 'orders = { "G1.mg34-1" = "fire" }\n'])
@clause("9.1.4a", "3.4a", "9.1.4e")
def test_who_fights_on_can_be_fired_at_from_outside_first(order: str) -> None:
    """G21. Its owner is asked, whatever the order: the hits are shared with his own platoon."""
    s = field(OUTSIDE, MELEE + order + 'reaction = ["G1.mg34-1"]')
    do(s, "activate F.Moreau", "renew F1.rifle-1")
    assert choices(s, "react") == {"G1.mg34-1"}
    events = do(s, "hold", rolls=[1, 6, 6, 6, 6])
    assert any(isinstance(event, Fought) for event in events) and not s.stormed and not faults(s)


@clause("9.1.4b", "3.4a")
def test_who_leaves_can_be_fired_at_where_he_comes_to() -> None:
    """Held back at first, the machine gun fires at A810, where only the attackers stand."""
    s = field(OUTSIDE, MELEE + 'reaction = ["G1.mg34-1"]\nfinished = ["G1.rifle-1"]')
    do(s, "activate F.Moreau", "withdraw F1.rifle-1", "hold")
    do(s, "hold")
    do(s, "retreat A810")
    assert choices(s, "react") == {"G1.mg34-1"} and where(s, "F1.rifle-1") == "A810"
    do(s, "react G1.mg34-1", "shoot", rolls=[6, 6])
    assert not s.stormed and not s.moving and not faults(s)


@clause("9.1.3d", "9.1.3f")
def test_who_is_left_alone_in_the_hex_does_not_retreat() -> None:
    """A16: 2 against 2, and a 2 is 1/1R1: the last of the attackers are gone, and the machine gun stays."""
    s = field("A810 F1.rifle-1:1 F.Moreau; A116 F1.rifle-2; A809 G1.mg34-1:2; A101 G1.rifle-1 G.Apfelbaum")
    launched(s)
    do(s, "hold", rolls=[1, 1])
    do(s, "done")
    events = do(s, "hold", rolls=[2])
    assert [event.result for event in events if isinstance(event, Fought)] == ["1/1R1"]
    assert where(s, "F1.rifle-1") == "dead" and where(s, "G1.mg34-1") == "A809" and not s.melees
