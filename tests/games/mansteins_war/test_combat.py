"""Chapter 10: who attacks whom, in which order, on which table; landings among enemies, ships, special forces."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.mansteins_war import combat, landings
from meuse.games.mansteins_war.commands import EndImpulse
from meuse.games.mansteins_war.setting import GERMAN
from meuse.games.mansteins_war.state import MansteinState

from .battles import column, ended, odds, segment, strike
from .kit import MAP, can, choices, clause, controls, do, refusal, steps, units, where

OPEN = '0937 = ["F.1A"], 0936 = ["G.6A", "G.39"], 1037 = ["G.4A"]'


# 10.0: who attacks


@clause("10.0a", "10.0b", "7.2e")
def test_attacks_are_optional_and_the_operating_side_makes_them() -> None:
    s = segment(OPEN)
    assert s.decision is not None and s.decision.side == "german"
    assert choices(s, "attack") == {"0937"}
    do(s, "done")
    assert steps(s, "F.1A") == 4 and s.agenda[-1].name == "extend"
    assert choices(segment(OPEN, side="allied"), "attack") == {"0936", "1037"}


@clause("10.0b")
def test_only_activated_units_beside_the_enemy_attack() -> None:
    s = segment(OPEN, 'marker = ["HGB"]\ncommands = ["HGB"]')
    do(s, "attack 0937")
    assert choices(s, "commit") == set()  # the only unit of Army Group B attacks alone
    assert refusal(s, "commit G.4A") == refusal(s, "commit G.39") == "10.0b"
    far = segment('0937 = ["F.1A"], 0935 = ["G.6A"]')
    assert ended(far) and not choices(far, "attack")


@clause("10.0c", "2.2.1c")
def test_units_without_an_attack_factor_cannot_attack() -> None:
    s = segment('0937 = ["F.1A"], 0936 = ["G.LogA"], 1037 = ["G.4A", "G.Saar"]')
    do(s, "attack 0937")
    assert refusal(s, "commit G.LogA") == refusal(s, "commit G.Saar") == "10.0c"
    assert ended(segment('0937 = ["F.1A"], 0936 = ["G.LogA"]'))


@clause("10.0d")
def test_a_combat_is_finished_before_the_next_begins() -> None:
    s = segment('0937 = ["F.1A"], 0936 = ["G.6A"], 1037 = ["G.4A"], 1036 = ["F.2A"]', 'destroyed = ["1036"]')
    assert choices(s, "attack") == {"0937", "1036"}
    do(s, "attack 1036", "commit G.6A")
    assert refusal(s, "attack 0937") == "4.1a"
    do(s, "assault", rolls=[5])  # AA: 10 against 6, less one column for the city
    assert choices(s, "attack") == {"0937"}


# 10.1: restrictions


@clause("10.1a", "10.1h", "10.1i")
def test_a_unit_attacks_once_in_a_segment_and_one_hex_only() -> None:
    s = segment('0937 = ["F.1A"], 0936 = ["G.6A"], 1037 = ["G.4A"], 1036 = ["F.2A"]')
    do(s, "attack 0937", "commit G.6A", "assault", rolls=[5])
    assert units(s, s.attacked) == {"G.6A"}
    assert choices(s, "attack") == {"1036"}
    do(s, "attack 1036")
    assert refusal(s, "commit G.6A") == "10.1a"


@clause("10.1b")
def test_a_unit_is_attacked_once_in_an_impulse() -> None:
    s = segment(OPEN)
    do(s, "attack 0937", "commit G.6A", "assault", rolls=[5])  # AA
    assert steps(s, "G.6A") == 3
    assert ended(s) and refusal(s, "attack 0937") == "4.1a"  # G.4A and G.39 could attack nothing else
    assert units(s, s.defended) == {"F.1A"}


@clause("10.1j")
def test_in_the_next_impulse_both_fight_again() -> None:
    s = segment(OPEN, 'attacked = ["G.6A"]\ndefended = ["F.1A"]')
    assert ended(s)
    EndImpulse(GERMAN).after(s)
    s.operator, s.active = GERMAN, MAP.pieces_on[GERMAN]
    s.push(combat.OpenCombat(GERMAN))
    s.advance()
    do(s, "attack 0937", "commit G.6A", "assault", rolls=[5])
    assert units(s, s.attacked) == {"G.6A"} and units(s, s.defended) == {"F.1A"}


@clause("10.1c", "7.2h")
def test_a_retreated_unit_is_caught_again() -> None:
    """W6, R54: it adds nothing to the defence, but may lose steps and retreats with the others."""
    s = segment('0937 = ["F.1A", "F.21"], 0936 = ["G.6A"]', 'defended = ["F.21"]')
    assert odds(s, "0937", "G.6A").defence == 8
    strike(s, "0937", "G.6A", code="DD")
    assert choices(s, "reduce") == {"F.1A", "F.21"}
    do(s, "reduce F.21", "reduce F.1A")
    assert choices(s, "retreat") == {"F.1A", "F.21"}


@clause("10.1b", "10.1c")
def test_a_hex_with_none_but_caught_units_cannot_be_attacked() -> None:
    assert ended(segment('0937 = ["F.21"], 0936 = ["G.6A"]', 'defended = ["F.21"]'))
    s = segment('0937 = ["F.21"], 0936 = ["G.6A"], 0836 = ["F.1A"]', 'defended = ["F.21"]')
    assert refusal(s, "attack 0937") == "10.1b"


@clause("10.1d", "10.1e")
def test_attackers_from_all_sides_make_one_attack() -> None:
    around = ["0836", "0837", "0936", "0938", "1036", "1037"]
    attackers = ["G.19", "G.16", "G.15", "G.41", "G.14", "G.39"]
    places = ", ".join(f'{hexa} = ["{unit}"]' for hexa, unit in zip(around, attackers, strict=True))
    s = segment(f'0937 = ["F.1A"], {places}')
    do(s, "attack 0937", *(f"commit {unit}" for unit in attackers))
    assert odds(s, "0937", *attackers).attack == 35
    assert column(s, "0937", *attackers) == "400-499%"


@clause("10.1f")
def test_units_of_a_stack_may_attack_different_hexes() -> None:
    s = segment('0937 = ["F.1A"], 0936 = ["G.6A", "G.39"], 1036 = ["F.2A"]')
    do(s, "attack 0937", "commit G.6A", "assault", rolls=[5])
    do(s, "attack 1036", "assault", rolls=[5])
    assert units(s, s.attacked) == {"G.6A", "G.39"}


@clause("10.1g")
def test_a_stack_defends_as_one() -> None:
    s = segment('0937 = ["UK.BEF", "UK.2", "UK.GHQ"], 0936 = ["G.6A"]')
    assert odds(s, "0937", "G.6A").defence == 9 + 4 + 1


@clause("2.1b")
def test_no_attack_across_ocean_hexsides() -> None:
    """E29, R52."""
    s = segment('0539 = ["G.39"], 0540 = ["F.21"], 0639 = ["F.2A"]')
    assert choices(s, "attack") == {"0639"}
    assert refusal(s, "attack 0540") == "2.1b"


@clause("8.5c", "8.5d")
def test_belgians_and_dutch_attack_across_borders() -> None:
    """F29."""
    s = segment('1537 = ["B.1"], 1636 = ["G.Aachen"], 1632 = ["N.2"], 1733 = ["G.39"]', side="allied")
    assert choices(s, "attack") == {"1636", "1733"}


@clause("18.1b")
def test_a_unit_that_has_landed_without_enemies_attacks_with_others() -> None:
    """R88."""
    s = segment('0937 = ["F.1A"], 0936 = ["G.LLK"], 1037 = ["G.6A"]', 'jumped = ["G.LLK"]')
    do(s, "attack 0937", "commit G.LLK", "commit G.6A")
    assert odds(s, "0937", "G.LLK", "G.6A").attack == 14


@clause("20.2e", "5.1ac")
@pytest.mark.parametrize(("reading", "hexes"), [("nobody", set()), ("others", {"0937"})])
def test_nobody_attacks_in_the_impulse_of_the_evacuation(reading: str, hexes: set[str]) -> None:
    """R41: by the other reading those of other commands may."""
    more = (
        f'marker = ["Evac"]\ncommands = ["1AG"]\nactive = ["F.1A", "F.21"]\noptions = {{ evac_attacks = "{reading}" }}'
    )
    s = segment('0937 = ["G.6A"], 0936 = ["F.1A"], 1037 = ["F.21"]', more, side="allied")
    assert choices(s, "attack") == hexes


@clause("10.0b")
def test_ending_the_combats_warns_of_good_odds() -> None:
    """16 to 2 are 700%, where no roll costs the attacker anything; 10 to 8 are no such odds."""
    s = segment('0937 = ["B.Cav"], 0936 = ["G.6A", "G.15"]')
    assert s.agenda[-1].warning(s, s.option("done")) == "Units of yours can still attack at good odds: 0937 at 700%."
    s = segment('0937 = ["F.1A"], 0936 = ["G.6A"]')
    assert s.agenda[-1].warning(s, s.option("done")) == ""


# 10.2 and 10.3: tables and steps


@clause("10.2a", "10.2b")
def test_only_mech_units_may_use_the_mobile_table() -> None:
    """F38."""
    s = segment(OPEN)
    do(s, "attack 0937", "commit G.39")
    assert can(s, "assault") and can(s, "mobile")
    do(s, "commit G.6A")
    assert can(s, "assault") and refusal(s, "mobile") == "10.2b"


@clause("10.2c", "17.0d")
def test_a_fortress_must_be_assaulted_while_it_stands() -> None:
    """F38."""
    s = segment('1840 = ["F.1A"], 1841 = ["G.39"]')
    do(s, "attack 1840")
    assert refusal(s, "mobile") == "10.2c"
    s = segment('1840 = ["F.1A"], 1841 = ["G.39"]', 'destroyed = ["1840"]')
    do(s, "attack 1840")
    assert can(s, "mobile")


@clause("10.3a", "10.3b", "10.3d")
def test_the_steps_of_a_combat_in_their_order() -> None:
    """Declaration, special forces, table, die and result."""
    s = segment('1537 = ["B.EE"], 1636 = ["G.39"]', 'available = ["G.BB", "G.Koch"]')
    do(s, "attack 1537")
    assert refusal(s, "assault") == "10.3b"
    do(s, "done")
    assert choices(s, "send") == {"G.BB", "G.Koch"}
    assert s.preview("send G.Koch").chance("success") == Fraction(2, 3)  # type: ignore[union-attr]
    do(s, "send G.BB", rolls=[4])
    assert where(s, "G.BB") == "gone" and refusal(s, "mobile") == "10.2c"
    do(s, "assault", rolls=[1])  # 5 to 4 less two columns: 49%, AZ
    assert where(s, "G.39") == "dead" and ended(s)


@clause("10.3b", "19.1d", "22.1k", "11.1j")
def test_a_destroyed_fortress_opens_the_mobile_table() -> None:
    """E9: then a withdrawal is none the less a retreat, which a fortress unit does not survive."""
    s = segment('1537 = ["B.EE"], 1636 = ["G.39", "G.19"], 1637 = ["G.16"]', 'available = ["G.BB"]')
    do(s, "attack 1537", "commit G.39", "commit G.19", "commit G.16", "done", "send G.BB", rolls=[1])
    assert column(s, "1537", "G.39", "G.19", "G.16") == "300-399%"  # 19 to 4, less one for the city
    do(s, "mobile", rolls=[4])  # DW
    assert where(s, "B.EE") == "dead"
    assert choices(s, "pursue") == {"G.39", "G.19", "G.16"}


@clause("10.3b")
def test_special_forces_may_be_kept() -> None:
    s = segment('1537 = ["B.EE"], 1636 = ["G.39"]', 'available = ["G.BB"]')
    do(s, "attack 1537", "done", "decline")
    assert where(s, "G.BB") == "available" and can(s, "assault")


# 20.1: ships


SHIPS = 'available = ["UK.RN"]'


@clause("20.1a", "20.1b", "20.1c", "10.5j")
def test_ships_support_a_defence_on_the_coast() -> None:
    """F36, R61: after the choice of the table, before the die."""
    s = segment('0936 = ["G.6A"], 0935 = ["F.1A"]', SHIPS)
    do(s, "attack 0935", "assault")
    assert s.decision is not None and s.decision.side == "allied"
    with_ships, without = s.preview("support"), s.preview("decline")
    assert with_ships is not None and without is not None
    assert [outcome.name for outcome in with_ships.outcomes] == ["AZ", "AD", "AD", "CA", "AA", "AA"]
    assert [outcome.name for outcome in without.outcomes] == ["AD", "AD", "CA", "AA", "AA", "ST"]
    do(s, "support", rolls=[5])
    assert where(s, "UK.RN") == "utilized"
    s = segment('0936 = ["G.6A"], 0935 = ["F.1A"]', 'utilized = ["UK.RN"]')
    do(s, "attack 0935", "assault", rolls=[5])  # nobody is asked
    assert steps(s, "G.6A") == 3


@clause("20.1a", "20.1d")
def test_ships_support_an_attack_from_the_coast() -> None:
    s = segment('0936 = ["G.6A"], 0935 = ["F.1A"], 0937 = ["F.21"]', SHIPS, side="allied")
    do(s, "attack 0936", "commit F.1A", "commit F.21", "assault", "support", rolls=[1])
    assert where(s, "UK.RN") == "utilized"  # 10 to 10 and one column: 150-199%, AD
    s = segment('0936 = ["G.6A"], 0937 = ["F.21"]', SHIPS, side="allied")
    do(s, "attack 0936", "assault", rolls=[6])  # not from inland
    assert where(s, "UK.RN") == "available"


# 18.2: landings among enemies


def landed(defenders: str, hexa: str = "1537", more: str = "") -> MansteinState:
    return segment(f'{hexa} = [{defenders}, "G.LLK"], 1636 = ["G.39"]', f'dropped = ["G.LLK"]\n{more}')


@clause("18.2a", "18.2b", "10.0b")
def test_a_unit_that_has_landed_among_enemies_must_attack_them_alone() -> None:
    s = landed('"B.1"')
    assert choices(s, "attack") == {"1537"} and refusal(s, "done") == "18.2a"
    do(s, "attack 1537")
    assert s.agenda[-1].attackers == (MAP.piece("G.LLK"),)


@clause("18.2a", "10.0d")
def test_it_may_attack_after_others() -> None:
    s = segment('1537 = ["B.1", "G.LLK"], 1636 = ["G.39"], 1536 = ["B.2"]', 'dropped = ["G.LLK"]')
    assert choices(s, "attack") == {"1537", "1536"}
    do(s, "attack 1536", "assault", rolls=[1])
    assert refusal(s, "done") == "18.2a"


@clause("18.2c", "18.2e", "18.2f")
def test_no_terrain_helps_against_it_but_air_and_ships_do() -> None:
    s = landed('"B.1"', more='flying = { "G.air8" = "1537", "UK.BAFF" = "1436" }')
    total = odds(s, "1537", "G.LLK")
    assert (total.attack, total.defence) == (4, 3)
    assert total.column - total.start == 3 - 1


@clause("18.2g", "18.2e", "17.0e")
def test_it_is_lost_if_a_fortress_is_held_against_it() -> None:
    """E13: two steps are lost, the retreat is ignored, so an enemy is still there."""
    s = landed('"F.7A"')
    do(s, "attack 1537", "assault", rolls=[1])
    assert where(s, "G.LLK") == "dead"  # AD against it
    s = landed('"F.7A"')
    s.push(landings.Settlement(MAP.piece("G.LLK"), MAP.eben_emael))
    strike(s, "1537", "G.LLK", code="DD")
    assert can(s, "hold")
    do(s, "hold")
    assert steps(s, "F.7A") == 1 and where(s, "G.LLK") == "dead"
    assert not s.destroyed


@clause("18.2g", "17.1a")
def test_it_stays_if_it_clears_the_hex() -> None:
    """E14: the fort is destroyed then, and there is no pursuit."""
    s = landed('"B.Cav"')
    do(s, "attack 1537", "assault", rolls=[6])  # 4 to 2: DA
    assert (where(s, "B.Cav"), where(s, "G.LLK")) == ("dead", "1537")
    assert s.destroyed >> MAP.eben_emael & 1 and controls(s, "german", "1537")
    assert not choices(s, "pursue")


@clause("18.2g", "22.1g")
def test_a_counterattack_result_against_an_intact_fort_ends_it() -> None:
    """R89."""
    s = landed('"B.1"')
    do(s, "attack 1537", "assault", rolls=[3])  # 133%: CA
    assert where(s, "G.LLK") == "dead" and steps(s, "B.1") == 2


@clause("18.2g", "22.2a")
def test_defenders_counterattack_in_their_own_hex() -> None:
    """Without a fort: 3 to 4 and one column, and their own defeat leaves the hex to the lander."""
    s = landed('"F.23"', more='destroyed = ["1537"]')
    do(s, "attack 1537", "assault", rolls=[3, 1])  # CA, then 75% and 1R: AD, two steps
    assert (where(s, "F.23"), where(s, "G.LLK")) == ("dead", "1537")
    s = landed('"F.23"', more='destroyed = ["1537"]')
    do(s, "attack 1537", "assault", rolls=[3, 6])  # ST: one step each
    assert (steps(s, "F.23"), where(s, "G.LLK")) == (1, "dead")


@clause("18.2a")
def test_an_opposed_lander_attacks_nobody_else() -> None:
    s = segment('1537 = ["B.1", "G.LLK"], 1536 = ["B.2"], 1635 = ["G.39"]', 'dropped = ["G.LLK"]')
    do(s, "attack 1536")
    assert refusal(s, "commit G.LLK") == "18.2a"
