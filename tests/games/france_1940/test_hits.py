"""Hits (8.4): who takes them, which of them cost steps, fortifications (12.9), and officers (7.1)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from meuse.board.sets import listed, members
from meuse.games.france_1940 import attack, hits, rout
from meuse.games.france_1940.events import (
    AttackResult,
    Eliminated,
    FormationChecked,
    OfficerChecked,
    OfficerMoved,
    UnitChecked,
    Withstood,
)
from meuse.games.france_1940.hits import NEVER, PLAIN, SURE, Weapon
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState

from .close import field, hexa, let, strengths
from .gunnery import FORCES, ground, shot
from .kit import clause, do, lay, mask_of, names, own, rolls_of, stand, where

FAR = "A1516 F.Moreau; A116 G.Apfelbaum"
AP, GUN = Weapon("ap"), Weapon("at", through=9)


def hit(s: FranceState, count: int, weapon: Weapon, rolls: list[int], place: str = "A810") -> list[object]:
    """So many hits on a hex by a weapon."""
    there = attack.reach(s, hexa(s, place), weapon, (), True)
    return list(let(s, lambda: hits.inflict(s, hexa(s, place), there.victims, count, weapon, fort=there.fort), rolls))


# sharing (8.4.1)


@clause("8.4.1a", "8.4.2a", "8.4.2f")
def test_at_hits_on_a_mixed_hex() -> None:
    """EX21: two hits, one for each AFV, none for the infantry."""
    s = ground(f"A810 F4.ft17-1 F4.ft17-2 F1.rifle-1; {FAR}")
    hit(s, 2, GUN, [])
    assert strengths(s) == {"F4.ft17-1": 2, "F4.ft17-2": 2, "F1.rifle-1": 3}


@clause("8.4.1f", "8.4.1g")
def test_losses_are_kept_equal() -> None:
    """EX22: two hits for the unit at full strength, then any of the three by die; it is eliminated."""
    s = ground(f"A810 F1.rifle-1:1 F1.rifle-2:1 F1.rifle-3; A811 F1.hotchkiss-1; {FAR}")
    hit(s, 3, AP, [3, 2, 1])  # the die of 3 or 4 is the second unit; then its formation checks and holds
    assert where(s, "F1.rifle-2") == "dead" and strengths(s)["F1.rifle-3"] == strengths(s)["F1.rifle-1"] == 1


@clause("8.4.1g")
@pytest.mark.parametrize(("die", "unit"), [(3, "F1.rifle-1"), (4, "F1.rifle-2")])
def test_between_two_equals_a_die_decides(die: int, unit: str) -> None:
    """1 to 3 for the first, 4 to 6 for the second (G01)."""
    s = ground(f"A810 F1.rifle-1 F1.rifle-2; {FAR}")
    hit(s, 1, AP, [die])
    assert strengths(s)[unit] == 2


@clause("8.4.1d")
def test_a_lone_unit_takes_all() -> None:
    s = ground(f"A810 F1.rifle-1; A811 F1.rifle-2; {FAR}")
    hit(s, 2, AP, [])
    assert strengths(s) == {"F1.rifle-1": 1, "F1.rifle-2": 3}


@clause("8.4.1e")
def test_green_troops_are_hit_before_veterans() -> None:
    s = ground(f"A810 F2.rifle-1:2 F5.rifle-1; {FAR}")
    hit(s, 1, AP, [])
    assert strengths(s) == {"F2.rifle-1": 1, "F5.rifle-1": 3}
    s = ground(f"A810 F2.rifle-1:2 F1.rifle-1; {FAR}")
    hit(s, 1, AP, [])
    assert strengths(s) == {"F2.rifle-1": 2, "F1.rifle-1": 2}


@clause("8.4.1b", "8.4.1a")
def test_an_afv_that_a_calibre_cannot_hurt_is_left_out() -> None:
    """Three hits of a 75 mm gun on a heavy tank and two platoons: all for the infantry (G02)."""
    s = ground(f"A810 F4.charb1-1 F1.rifle-1 F1.rifle-2; {FAR}")
    hit(s, 3, Weapon("art", calibre=75), [1])
    assert strengths(s) == {"F4.charb1-1": 3, "F1.rifle-1": 1, "F1.rifle-2": 2}


@clause("8.4.1c", "8.4.2g")
def test_a_gun_may_hit_armour_it_does_not_go_through() -> None:
    """A 105 mm gun 6 hexes off goes through 1: the reduced Pz I dies, the hit on the Pz II is wasted (G02)."""
    s = ground(f"A810 G2.pz1-1:1 G2.pz2-1:1; A816 F1.rifle-1; {FAR}")
    through = s.setting.charts.penetration.through("105mm", 6)
    events = hit(s, 2, Weapon("at", through=through), [1, 1])  # the formation checks and holds
    assert through == 1 and where(s, "G2.pz1-1") == "dead" and strengths(s)["G2.pz2-1"] == 1
    assert [s.piece_name(e.piece) for e in events if isinstance(e, Withstood)] == ["G2.pz2-1"]


@clause("8.4.1f")
def test_a_wasted_hit_counts_as_a_loss_while_hits_are_shared() -> None:
    """G02: the second of two hits goes to the other tank, though the first cost nothing."""
    s = ground(f"A810 G2.pz1-1 G2.pz2-1; {FAR}")
    hit(s, 2, Weapon("at", through=1), [])
    assert strengths(s) == {"G2.pz1-1": 2, "G2.pz2-1": 3}


@clause("8.4.1h")
def test_air_attacks_hit_men_before_armour() -> None:
    s = ground(f"A810 F4.ft17-1 F1.rifle-1:1; A811 F1.rifle-2; {FAR}")
    hit(s, 1, Weapon("air", air=20), [1, 1])
    assert where(s, "F1.rifle-1") == "dead" and strengths(s)["F4.ft17-1"] == 3


@clause("8.4.1f", "8.4.1g")
@pytest.mark.parametrize(("die", "left"), [(3, 1), (4, 2)])
def test_after_a_wasted_hit_both_are_hit_alike(die: int, left: int) -> None:
    """G02: the third hit is for either, by a die: one step lost and one hit withstood weigh the same."""
    s = ground(f"A810 G2.pz1-1 G2.pz2-1; {FAR}")
    hit(s, 3, Weapon("at", through=1), [die])
    assert strengths(s) == {"G2.pz1-1": left, "G2.pz2-1": 3}


# what costs a step (8.4.2)


@clause("8.4.2a", "8.4.2b", "8.4.2c")
@pytest.mark.parametrize(("die", "left"), [(6, 2), (5, 3)])
def test_a_mortar_on_a_mixed_hex(die: int, left: int) -> None:
    """EX23: one hit each; the FT-17 loses a step on a 6 only."""
    s = ground(f"A810 F4.ft17-1 F1.rifle-1 F1.rifle-2; {FAR}")
    hit(s, 3, Weapon("art", calibre=81), [die])
    assert strengths(s) == {"F4.ft17-1": left, "F1.rifle-1": 2, "F1.rifle-2": 2}


@clause("8.4.2c", "8.4.2d", "8.4.2e")
@pytest.mark.parametrize(
    ("weapon", "needs"),
    [
        (Weapon("art", calibre=81), (6, NEVER, NEVER)), (Weapon("art", calibre=105), (5, 6, NEVER)),
        (Weapon("art", calibre=120), (5, 6, NEVER)), (Weapon("art", calibre=155), (4, 5, 6)),
        (Weapon("air", air=8), (6, NEVER, NEVER)), (Weapon("air", air=9), (5, 6, NEVER)),
        (Weapon("air", air=16), (5, 6, NEVER)), (Weapon("air", air=17), (4, 5, 6)),
    ],
)  # fmt: skip
def test_calibres_against_classes_of_armour(weapon: Weapon, needs: tuple[int, int, int]) -> None:
    """N07, with the classes of air attacks (G18): light, medium, heavy."""
    s = ground(f"A810 F4.ft17-1; A811 F4.s35-1; A812 F4.charb1-1; {FAR}")
    tanks = ("F4.ft17-1", "F4.s35-1", "F4.charb1-1")
    assert tuple(hits.needed(s, s.setting.piece(tank), weapon) for tank in tanks) == needs


@clause("8.4.2f")
def test_penetration_equal_to_the_armour_is_enough() -> None:
    s = ground(f"A810 F4.ft17-1; {FAR}")  # armour 2
    needs = [hits.needed(s, s.setting.piece("F4.ft17-1"), Weapon("at", through=n)) for n in (1, 2, 3)]
    assert needs == [NEVER, SURE, SURE]


@clause("8.4.2h", "5.5m")
def test_machine_guns_on_a_halftrack() -> None:
    """RC16: of two hits only the 6 costs a step, and its rider one with it."""
    s = ground(f"A810 G.sdkfz251-1 G1.rifle-1; {FAR}", 'carriers = { "G1.rifle-1" = "G.sdkfz251-1" }')
    hit(s, 2, Weapon("at", mg=True), [6, 5])
    assert strengths(s) == {"G.sdkfz251-1": 2, "G1.rifle-1": 2}


@clause("5.5m")
def test_hits_on_a_transport_are_hits_on_what_it_carries() -> None:
    s = ground(f"A810 F.adk-1 F1.rifle-1; {FAR}", 'carriers = { "F1.rifle-1" = "F.adk-1" }')
    hit(s, 2, AP, [])
    assert strengths(s) == {"F.adk-1": 1, "F1.rifle-1": 1}


def test_plain_losses_need_no_test_of_armour() -> None:
    """Mines and anti-armour assaults (G54)."""
    s = ground(f"A810 F4.charb1-1; {FAR}")
    let(s, lambda: hits.take_losses(s, hexa(s, "A810"), mask_of(s, "F4.charb1-1"), 2, ("12.7.1h",)))
    assert strengths(s) == {"F4.charb1-1": 1} and hits.needed(s, s.setting.piece("F4.charb1-1"), PLAIN) == SURE


@clause("5.6f")
def test_horses_fall_with_their_riders() -> None:
    s = ground(f"A810 F3.cavalry-1:1 F3.horses-1; {FAR}", 'carriers = { "F3.cavalry-1" = "F3.horses-1" }')
    hit(s, 1, AP, [])
    assert where(s, "F3.cavalry-1") == where(s, "F3.horses-1") == "dead"


@clause("8.4.3a")
def test_losses_are_to_be_seen_on_the_counter() -> None:
    s = ground(f"A810 F1.rifle-1:2 F1.rifle-2; {FAR}")
    shown = {piece.id: (piece.steps, piece.full, piece.text) for piece in s.scene("german").stacks["A810"].pieces}
    assert shown == {"F1.rifle-1": (2, 3, "AP4"), "F1.rifle-2": (3, 3, "AP5")}


# fortifications (12.9)


FORT = 'forts = [{ hex = "A810", value = 2, arrow = "sse", owner = "allied" }]\ninside = ["F1.rifle-1"]'
HEAVY = Weapon("art", calibre=105)


@clause("12.9b", "12.9e")
def test_heavy_hits_take_from_a_fortification_and_spare_those_inside() -> None:
    s = ground(f"A810 F1.rifle-1; {FAR}", FORT)
    hit(s, 1, HEAVY, [])
    assert s.forts[0].value == 1 and strengths(s)["F1.rifle-1"] == 3
    hit(s, 2, HEAVY, [])
    assert not s.forts and not s.inside and strengths(s)["F1.rifle-1"] == 3


@clause("12.9c")
def test_units_outside_are_hit_before_the_fortification() -> None:
    """Two platoons outside: two hits are theirs, the third is for the fortification (G78)."""
    for count, value in ((2, 2), (3, 1)):
        s = ground(f"A810 F1.rifle-1 F1.rifle-2 F1.rifle-3; {FAR}", FORT)
        hit(s, count, HEAVY, [])
        assert s.forts[0].value == value
        assert strengths(s) == {"F1.rifle-1": 3, "F1.rifle-2": 2, "F1.rifle-3": 2}


@clause("12.9b")
@pytest.mark.parametrize(
    ("weapon", "batters"),
    [
        (Weapon("art", calibre=104), False), (Weapon("art", calibre=105), True),
        (Weapon("art", calibre=155), True), (Weapon("air", air=8), False), (Weapon("air", air=9), True),
        (Weapon("air", air=20), True), (Weapon("ap"), False), (Weapon("at", calibre=105, through=3), False),
    ],
)  # fmt: skip
def test_what_is_heavy_enough_for_a_fortification(weapon: Weapon, batters: bool) -> None:
    s = ground(f"A810 F1.rifle-1; {FAR}", FORT)
    assert attack.reach(s, hexa(s, "A810"), weapon, (), True).fort == batters


# morale (8.3m, 8.3n)


@clause("8.3m", "8.4.3b")
def test_a_unit_lost_calls_for_a_check() -> None:
    s = ground(f"A810 F1.rifle-1:1 F1.rifle-2; {FAR}")
    events = hit(s, 3, AP, [1, 1])
    assert where(s, "F1.rifle-1") == "dead" and any(isinstance(e, FormationChecked | UnitChecked) for e in events)


@clause("8.3n")
def test_each_loss_beyond_the_number_of_units_calls_for_a_check() -> None:
    """Two units with two losses together: two more steps are two checks (G09)."""
    s = ground(f"A810 F2.rifle-1:2 F2.rifle-2:2; {FAR}")
    assert len(rolls_of(hit(s, 2, AP, [1, 1, 1, 1]), "morale")) == 4  # type: ignore[arg-type]
    s = ground(f"A810 F2.rifle-1 F2.rifle-2; {FAR}")
    assert not rolls_of(hit(s, 2, AP, []))  # type: ignore[arg-type]


@clause("8.3m", "8.3n", "7.1g")
def test_a_unit_that_breaks_because_its_officer_fell_is_no_loss_of_the_attack() -> None:
    """One step is lost and Moreau falls: both who see it check once, the first breaks, and nobody checks for that."""
    s = ground("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A101 F1.rifle-3; A116 G.Apfelbaum")
    events = hit(s, 1, AP, [1, 1, 1, 6, 6, 1, 1])
    checked = [s.piece_name(event.piece) for event in events if isinstance(event, UnitChecked)]
    assert checked == ["F1.rifle-1", "F1.rifle-2"] and where(s, "F1.rifle-1") == where(s, "F.Moreau") == "dead"


@clause("10.3.3b")
def test_routed_units_under_fire_with_an_effect_rout_again() -> None:
    """RC37: effect 1 in woods is no hit, but they rout again; effect 0 does nothing."""
    s = ground("A606 G1.rifle-1 G.Apfelbaum; A807 F1.rifle-1; A1516 F.Moreau", 'routed = ["F1.rifle-1"]')
    made = shot(s, "ap", "A807", "G1.rifle-1")
    let(s, lambda: attack.resolve(s, made), [4, 5])
    assert type(s.agenda[-1]).__name__ == "Rerout" and strengths(s)["F1.rifle-1"] == 3
    s = ground("A606 G1.rifle-1 G.Apfelbaum; A807 F1.rifle-1; A1516 F.Moreau", 'routed = ["F1.rifle-1"]')
    let(s, lambda: attack.resolve(s, made), [6, 5])
    assert where(s, "F1.rifle-1") == "A807" and type(s.agenda[-1]).__name__ == "Choose"


@clause("10.3.3a", "10.3.3b", "5.5l")
def test_routed_passengers_drive_on_when_their_lorry_is_under_fire() -> None:
    """An effect of 1 in the open is no hit; the lorry takes them farther."""
    ride = 'routed = ["G1.rifle-3"]\n[carriers]\n"G1.rifle-3" = "G.blitz-1"'
    s = ground("A809 G1.rifle-3 G.blitz-1; A811 F1.rifle-1 F.Moreau; A1516 G.Apfelbaum", ride, "allied")
    made = shot(s, "ap", "A809", "F1.rifle-1")
    let(s, lambda: attack.resolve(s, made), [4, 4])
    assert type(s.agenda[-1]).__name__ == "Rerout" and s.to_act == "german" and strengths(s)["G.blitz-1"] == 3
    do(s, "rout A808")
    assert where(s, "G1.rifle-3") == where(s, "G.blitz-1") == "A808"


# officers (7.1)


@clause("7.1b")
@pytest.mark.parametrize(("dice", "effect", "fate"), [([4, 4], 3, "A312"), ([2, 4], 4, "dead")])
def test_a_lone_officer_under_fire(dice: list[int], effect: int, fate: str) -> None:
    """RC18: in woods effect 3 is no hit, effect 4 is one, and he falls."""
    s = ground("A310 G1.mg34-heavy-1:1 G1.rifle-1:2; A312 F.Moreau; A1415 F1.rifle-1; A116 G.Apfelbaum")
    made = shot(s, "ap", "A312", "G1.mg34-heavy-1", "G1.rifle-1")
    assert made.factors == 9 and made.divisor == 4
    (said,) = [e for e in let(s, lambda: attack.resolve(s, made), dice) if isinstance(e, AttackResult)]
    assert said.effect == effect and where(s, "F.Moreau") == fate


@clause("7.1g")
def test_the_formation_of_a_fallen_officer_checks_at_once() -> None:
    """RC18: morale 7 without Moreau's leadership of 2 (G33)."""
    s = ground("A810 F.Moreau; A811 F1.rifle-1; A116 G.Apfelbaum")
    events = hit(s, 1, AP, [3, 4])
    (check,) = [e for e in events if isinstance(e, FormationChecked | UnitChecked)]
    assert check.needed == 7 and names(s, s.astray) == {"F1.rifle-1"}


@clause("7.1d")
@pytest.mark.parametrize(("dice", "fate"), [([1, 2], "dead"), ([2, 2], "A810")])
def test_two_hits_and_the_officer(dice: list[int], fate: str) -> None:
    """RC19: two steps lost: a 3 becomes 1 and kills, a 4 becomes 2 and does not (G32)."""
    s = ground("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A116 G.Apfelbaum")
    events = hit(s, 2, AP, [*dice, *([1, 1] if fate == "dead" else [])])
    (check,) = [e for e in events if isinstance(e, OfficerChecked)]
    assert (check.rolled, check.hits, check.survived) == (sum(dice), 2, fate != "dead") and where(s, "F.Moreau") == fate


@clause("7.1d")
def test_hits_on_others_concern_an_officer_only_if_he_is_with_them_alone() -> None:
    """G31: with units of his own the hits on those count; with only units of others, the hits on them."""
    s = ground("A810 F1.rifle-1:2 F2.rifle-1 F.Moreau; A116 G.Apfelbaum")
    assert not [e for e in hit(s, 1, AP, []) if isinstance(e, OfficerChecked)]
    s = ground("A810 F2.rifle-1 F.Moreau; A811 F1.rifle-1; A116 G.Apfelbaum")
    assert [e.hits for e in hit(s, 1, AP, [6, 6]) if isinstance(e, OfficerChecked)] == [1]


@clause("7.1d")
def test_hits_that_cost_nothing_do_not_endanger_an_officer() -> None:
    """G32."""
    s = ground(f"A810 F4.charb1-1 F.Aubry; {FAR}", 'carriers = { "F.Aubry" = "F4.charb1-1" }')
    assert not [e for e in hit(s, 2, Weapon("at", through=1), []) if isinstance(e, OfficerChecked)]


@clause("7.1c")
def test_an_officer_falls_with_his_companions_in_an_assault_not_under_fire() -> None:
    units = "A810 F1.rifle-1:1 F.Moreau; A812 F1.rifle-2; A116 G.Apfelbaum"
    s = ground(units)
    let(s, lambda: hits.take_losses(s, hexa(s, "A810"), mask_of(s, "F1.rifle-1"), 1, ("9.1.3d",), assault=True),
        [1, 1, 1, 1])  # fmt: skip
    assert where(s, "F.Moreau") == "dead"
    s = ground(units)
    hit(s, 1, AP, [6, 6, 1, 1])
    assert where(s, "F1.rifle-1") == "dead" and where(s, "F.Moreau") == "A810"


TANKS = 'carriers = { "F.Aubry" = "F4.ft17-1" }'


@clause("7.1e", "7.1f")
def test_a_tank_officer_who_survives_goes_to_the_nearest_tank() -> None:
    s = ground("A810 F4.ft17-1:1 F.Aubry; A812 F4.ft17-2; A816 F4.s35-1; A116 G.Apfelbaum", TANKS)
    hit(s, 1, GUN, [6, 6, 1, 1])
    assert where(s, "F.Aubry") == "A812" and s.carriers[s.setting.piece("F.Aubry")] == s.setting.piece("F4.ft17-2")


@clause("7.1f")
def test_between_tanks_as_near_his_owner_chooses() -> None:
    s = ground("A810 F4.ft17-1:1 F.Aubry; A811 F4.ft17-2; A809 F4.s35-1; A813 F4.charb1-1; A116 G.Apfelbaum", TANKS)
    hit(s, 1, GUN, [6, 6])
    assert s.to_act == "allied" and {str(o) for o in s.options} == {"board F4.ft17-2", "board F4.s35-1"}
    s.apply("board F4.s35-1", rolls=[1, 1])
    assert where(s, "F.Aubry") == "A809"


@clause("7.1f", "8.3m")
def test_he_has_chosen_before_the_formation_checks() -> None:
    """The tanks that are left fail with 10 against 8 and rout, and he with the one that he has chosen."""
    s = ground("A810 F4.ft17-1:1 F.Aubry; A811 F4.ft17-2; A809 F4.s35-1; A813 F4.charb1-1; A116 G.Apfelbaum", TANKS)
    hit(s, 1, GUN, [6, 6])
    assert not s.routed
    s.apply("board F4.s35-1", rolls=[6, 4])
    assert names(s, s.routed) == {"F4.ft17-2", "F4.s35-1", "F4.charb1-1", "F.Aubry"}


@clause("7.1f", "8.3m")
def test_he_is_in_his_new_tank_before_the_formation_checks() -> None:
    """The tanks that are left fail with 10 against 8 and rout, and he with the one that he has boarded."""
    s = ground("A810 F4.ft17-1:1 F.Aubry; A811 F4.s35-1; A813 F4.ft17-2; A116 G.Apfelbaum", TANKS)
    hit(s, 1, GUN, [6, 6, 6, 4])
    assert s.carriers[s.setting.piece("F.Aubry")] == s.setting.piece("F4.s35-1")
    assert names(s, s.routed) == {"F4.s35-1", "F4.ft17-2", "F.Aubry"}


@clause("7.1f")
def test_without_a_tank_he_is_out() -> None:
    s = ground("A810 F4.ft17-1:1 F.Aubry; A1516 F.Moreau; A116 G.Apfelbaum", TANKS)
    events = hit(s, 1, GUN, [6, 6])
    assert where(s, "F.Aubry") == "dead"
    assert [e.clauses for e in events if isinstance(e, Eliminated)][-1] == ("7.1f",)


@clause("7.1f")
@pytest.mark.parametrize(("roll", "found"), [([6, 6], "A811"), ([4, 1], "A810")])
def test_a_tank_that_disintegrates_leaves_its_officer_to_another(roll: list[int], found: str) -> None:
    """Reduced to one step its morale is 8 - 2 = 6: 12 exceeds that by 6; with 5 it stands, and he stays."""
    s = ground("A810 F4.ft17-1:1 F.Aubry; A811 F4.ft17-2; A813 F4.s35-1; A116 G.Apfelbaum", TANKS)
    let(s, lambda: rout.check_units(s, mask_of(s, "F4.ft17-1"), -1), roll)
    ridden = s.carriers[s.setting.piece("F.Aubry")]
    assert where(s, "F.Aubry") == found == s.label(s.where[ridden])


# odds


@clause("8.4.1g")
def test_odds_of_losses() -> None:
    """Two hits of an 81 mm mortar on an FT-17 and a platoon: one each, and a sixth for the tank."""
    s = ground(f"A810 F4.ft17-1 F1.rifle-1; {FAR}")
    there = mask_of(s, "F4.ft17-1", "F1.rifle-1")
    assert hits.odds(s, there, 2, Weapon("art", calibre=81)) == {2: Fraction(1, 6), 1: Fraction(5, 6)}
    assert hits.odds(s, there, 1, Weapon("art", calibre=81)) == {1: Fraction(7, 12), 0: Fraction(5, 12)}


def test_a_hex_can_lose_no_more_than_it_has() -> None:
    s = ground(f"A810 F1.rifle-1:1; {FAR}")
    assert hits.odds(s, mask_of(s, "F1.rifle-1"), 3, AP) == {1: Fraction(1)}
    assert len(listed(hits.vehicles(s, s.setting.piece("F.Moreau"), hexa(s, "A810")))) == 0


@clause("8.4.1e", "8.4.1f")
def test_odds_where_green_troops_are_hit_first() -> None:
    """A green platoon with one step dies, a veteran one beside it takes the rest."""
    s = ground(f"A810 F2.rifle-1:1 F5.rifle-1; {FAR}")
    there = mask_of(s, "F2.rifle-1", "F5.rifle-1")
    assert hits.odds(s, there, 1, AP) == {1: Fraction(1)} and hits.odds(s, there, 5, AP) == {4: Fraction(1)}
    assert hits.mean_losses(s, there, 5, AP) == [0, 1, 2, 3, 4, 4]


@clause("8.4.2c", "8.4.2d")
def test_odds_of_hits_that_armour_may_withstand() -> None:
    """A light tank with two steps loses one with 5 or 6 each time: (4/9, 4/9, 1/9); a heavy one never."""
    s = ground(f"A810 F4.ft17-1:2; A811 F4.charb1-1; {FAR}")
    shell = Weapon("art", calibre=105)
    chances = {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    assert hits.odds(s, mask_of(s, "F4.ft17-1"), 2, shell) == chances
    assert hits.odds(s, mask_of(s, "F4.charb1-1"), 2, shell) == {0: Fraction(1)}
    assert hits.mean_losses(s, mask_of(s, "F4.ft17-1"), 2, shell) == [0, Fraction(1, 3), Fraction(2, 3)]


@clause("7.1e")
def test_an_officer_of_infantry_does_not_board_a_gun_carriage() -> None:
    """Only officers of tanks ride; Brandt stays on foot when his StuG or his men are hit."""
    s = field("A810 G2.stug-1 G2.rifle-1 G.Brandt; A816 F1.rifle-1")
    there = mask_of(s, "G2.rifle-1")
    let(s, lambda: hits.inflict(s, hexa(s, "A810"), there, 1, AP), [6, 6])
    assert strengths(s)["G2.rifle-1"] == 2 and s.carriers[s.setting.piece("G.Brandt")] == -1


@clause("7.1f")
def test_only_the_nearest_afvs_of_his_own_formation_count() -> None:
    s = ground("A810 F4.ft17-1:1 F.Aubry; A815 F4.ft17-2; A813 F4.s35-1; A811 G2.pz3-1; A116 G.Apfelbaum", TANKS)
    officer = s.setting.piece("F.Aubry")
    assert names(s, hits.vehicles(s, officer, hexa(s, "A810"))) == {"F4.ft17-1"}
    assert names(s, hits.vehicles(s, officer, hexa(s, "A814"))) == {"F4.ft17-2", "F4.s35-1"}
    assert names(s, hits.vehicles(s, officer, hexa(s, "A816"))) == {"F4.ft17-2"}


@clause("7.1d", "7.1b")
def test_each_officer_answers_for_the_hits_on_his_own_men() -> None:
    """Two platoons of two formations are hit; both officers check, each with one hit."""
    s = ground("A810 F1.rifle-1 F2.rifle-1 F.Moreau F.Landry; A116 G.Apfelbaum")
    events = hit(s, 2, AP, [6, 6, 6, 6])
    found = [(s.piece_name(e.officer), e.hits) for e in events if isinstance(e, OfficerChecked)]
    assert sorted(found) == [("F.Landry", 1), ("F.Moreau", 1)]


@clause("8.4.3a", "5.5m")
def test_what_an_attack_has_cost_is_told() -> None:
    """A truck and its rider lose two steps each; a platoon of one step dies; walls take hits of their own."""
    ride = 'carriers = { "F1.rifle-2" = "F.adk-1" }'
    s = ground(f"A810 F.adk-1 F1.rifle-2; A811 F1.rifle-1:1 F1.rifle-3; {FAR}", ride)
    found: list[hits.Losses] = []
    let(s, lambda: found.append(hits.inflict(s, hexa(s, "A810"), mask_of(s, "F.adk-1"), 2, AP)))
    assert found.pop() == hits.Losses(4, 0, 0)
    dead = mask_of(s, "F1.rifle-1")
    let(s, lambda: found.append(hits.inflict(s, hexa(s, "A811"), dead, 1, AP)), [1, 1])
    assert found.pop() == hits.Losses(1, dead, 0)
    s = ground(f"A810 F1.rifle-1; {FAR}", FORT)
    let(s, lambda: found.append(hits.inflict(s, hexa(s, "A810"), 0, 1, HEAVY, fort=True)))
    assert found.pop() == hits.Losses(0, 0, 1)


@clause("12.9e", "12.9d", "4f")
def test_a_hex_may_be_overfull_when_its_fortification_falls() -> None:
    """Nine steps outside and three inside: twelve ordinary steps, as the text of a position says, too."""
    fort = 'hex = "A810"\nvalue = 1\narrow = "sse"\nside = "allied"\n'
    scenario = own(f"{FORCES}[[works.forts]]\n{fort}")
    units = "A810 F1.rifle-1 F1.rifle-2 F1.rifle-3 F1.rifle-4; A103 G1.rifle-1 G.Apfelbaum; A1516 F.Moreau"
    s = stand(units, scenario, "german", 'inside = ["F1.rifle-4"]\n')
    let(s, lambda: hits.inflict(s, hexa(s, "A810"), 0, 1, HEAVY, fort=True))
    assert not s.forts and not s.inside and not faults(s)
    assert not faults(lay(s.position(), scenario))


@clause("7.1e", "7.1f", "7.1d")
def test_an_officer_whose_tank_is_only_damaged_stays_in_it() -> None:
    """He has survived the hit, and nobody moves."""
    s = ground("A810 F4.ft17-1 F.Aubry; A811 F4.ft17-2; A812 F4.s35-1; A116 G.Apfelbaum", TANKS)
    events = hit(s, 1, GUN, [3, 3])
    assert s.carriers[s.setting.piece("F.Aubry")] == s.setting.piece("F4.ft17-1")
    assert not [event for event in events if isinstance(event, OfficerMoved)] and strengths(s)["F4.ft17-1"] == 2


# the rules of sharing once more, one hit after the other


def shared(rows: tuple[tuple[bool, int, int, int, int], ...], count: int) -> dict[int, Fraction]:
    """How likely so many hits cost so many steps; a row: armoured, quality, losses, steps left, the die it takes."""
    alive = [n for n, row in enumerate(rows) if row[3]]
    if not count or not alive:
        return {0: Fraction(1)}
    soft = [n for n in alive if not rows[n][0]] or alive  # 8.4.1h
    green = [n for n in soft if rows[n][1] < 0]
    veterans = any(rows[n][1] > 0 for n in soft)
    open_ = green if veterans and green else soft  # 8.4.1e, F2
    fewest = min(rows[n][2] for n in open_)
    hit = [n for n in open_ if rows[n][2] == fewest]  # 8.4.1f, 8.4.1g
    found = dict[int, Fraction]()
    for n in hit:
        armoured, quality, lost, steps, needs = rows[n]
        for die in range(1, 7):
            cost = int(die >= needs)  # else the hit is wasted, and counts as a loss (G02)
            after = (*rows[:n], (armoured, quality, lost + 1, steps - cost, needs), *rows[n + 1 :])
            for more, chance in shared(after, count - 1).items():
                found[more + cost] = found.get(more + cost, Fraction(0)) + chance / len(hit) / 6
    return found


@clause("8.4.1e", "8.4.1f", "8.4.1g", "8.4.1h", "8.4.2c")
@pytest.mark.parametrize("seed", range(6))
def test_odds_of_shared_hits(seed: int) -> None:
    dice = Random(seed)
    for _ in range(6):
        stack = []
        for _ in range(dice.randint(1, 3)):
            steps, armoured = dice.randint(1, 3), dice.random() < 0.4
            needs = dice.choice((1, 4, 5, 6, 7)) if armoured else 1
            stack.append((armoured, dice.choice((-1, 0, 1)), 3 - steps, steps, needs))
        rows = tuple(sorted(hits.Standing(*row) for row in stack))
        for count in range(4):
            found = {steps: chance for steps, chance in hits._odds(rows, count).items() if chance}
            assert found == {steps: chance for steps, chance in shared(tuple(stack), count).items() if chance}, stack


@clause("8.4.1a", "8.4.1d", "8.4.1f", "8.4.2a")
@pytest.mark.parametrize("seed", range(4))
def test_hits_are_shared_as_evenly_as_can_be(seed: int) -> None:
    """Whoever chance chooses: nobody has lost two steps more than another who was hurt by it and lives."""
    dice = Random(seed)
    for _ in range(5):
        steps = [dice.randint(1, 3) for _ in range(3)]
        units = [f"F1.rifle-{n}:{count}" for n, count in enumerate(steps, 1)]
        count = dice.randint(1, 6)
        s = ground(f"A810 {' '.join(units)}; A812 G1.rifle-1; {FAR}")
        s.dice.script([])
        pieces = [s.setting.piece(f"F1.rifle-{n}") for n in (1, 2, 3)]
        walls = hits._share(s, hexa(s, "A810"), members(pieces), count, AP, ("8.4.2a",), False)
        after = [s.steps[piece] for piece in pieces]
        assert not walls and sum(steps) - sum(after) == min(count, sum(steps))
        for before, left in zip(steps, after, strict=True):
            if left < before:  # it was hit, so none had lost fewer before
                assert left + 1 >= max(after)


@clause("7.1d")
@pytest.mark.parametrize(("officer", "units"), [
    ("G.Apfelbaum", "G3.rifle-1 G4.rifle-1 G1.rifle-1"), ("G.Seidel", "G1.rifle-1:2 G3.rifle-1 G4.rifle-1"),
])  # fmt: skip
def test_hits_on_green_troops_of_others_do_not_endanger_an_officer(officer: str, units: str) -> None:
    """One hit goes to the green platoon of G3; the officer of G1, or of G4, has a platoon of his own there."""
    leaders = f'leaders = {{ {"G1" if officer == "G.Apfelbaum" else "G4"} = "{officer}" }}'
    s = ground(f"A810 {units} {officer}; A812 F1.rifle-1; A1516 F.Moreau", leaders)
    events = hit(s, 1, AP, [])
    assert not [event for event in events if isinstance(event, OfficerChecked)]
    assert strengths(s)["G3.rifle-1"] == 2


@clause("12.9b")
@pytest.mark.parametrize("place", ["A810", "A1010"])
def test_heavy_hits_on_one_fortification_leave_the_others_alone(place: str) -> None:
    row = '{{ hex = "{}", value = 4, arrow = "sse", owner = "allied" }}'
    more = f'forts = [{row.format("A810")}, {row.format("A910")}, {row.format("A1010")}]\ninside = ["F1.rifle-1"]'
    s = ground(f"{place} F1.rifle-1; A116 G.Apfelbaum; A1516 F.Moreau", more)
    hit(s, 1, Weapon("art", calibre=105), [], place)
    assert {s.label(fort.hex): fort.value for fort in s.forts} == {"A810": 4, "A910": 4, "A1010": 4} | {place: 3}
