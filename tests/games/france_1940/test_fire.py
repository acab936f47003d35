"""Attacks and open fire (8, 8.3): targets, ranges, columns, modifiers, defence values, groups."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine.preview import added
from meuse.games.france_1940 import attack, charts, fire, losses
from meuse.games.france_1940.attack import AttackKind
from meuse.games.france_1940.events import Attacked, AttackResult
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.setting import OFF, Way

from .close import hexa, let, strengths
from .gunnery import aims, counts, ground, refused, shot
from .kit import GAME, can, choices, clause, do, mask_of, names, refusal, rolls_of, where

CHARTS = GAME.charts
FAR = "A1516 F.Moreau; A116 G.Apfelbaum"
"""Officers out of the way."""


# officers (7.1b)


@clause("7.1b", "5.6f")
def test_an_officer_among_horses_without_riders_is_alone() -> None:
    s = ground("A812 G1.rifle-1 G1.pak36-1; A810 F3.horses-1 F.Girard; A116 G.Apfelbaum")
    assert aims(s, "G1.rifle-1", "ap") == {"A810"} and not aims(s, "G1.pak36-1", "at")
    made = shot(s, "ap", "A810", "G1.rifle-1")
    assert names(s, attack.struck(s, made)) == {"F.Girard"}
    let(s, lambda: attack.resolve(s, made), [1, 1])
    assert where(s, "F.Girard") == "dead" and where(s, "F3.horses-1") == "A810"
    s = ground("A812 G1.rifle-1; A810 F3.horses-1 F3.cavalry-1 F.Girard; A116 G.Apfelbaum")
    assert names(s, attack.struck(s, shot(s, "ap", "A810", "G1.rifle-1"))) == {"F3.cavalry-1"}


# columns (2.3, 2.4, 8.3h)


@clause("2.3c", "2.3d")
@pytest.mark.parametrize(("unit", "column"), [("G1", "10"), ("G4", "12"), ("G3", "9")])
def test_veterans_and_green_troops_use_other_columns(unit: str, column: str) -> None:
    """EX02: with 10 factors regulars use column 10, veterans 12, green troops 9."""
    s = ground(f"A811 {unit}.rifle-1:2 {unit}.rifle-2:2; A810 F1.rifle-1; {FAR}")
    assert counts(s, shot(s, "ap", "A810", f"{unit}.rifle-1", f"{unit}.rifle-2"))[:2] == (10, column)


@clause("2.3d", "8.3h")
def test_a_group_of_different_troops_fires_like_the_worst_of_it() -> None:
    """G13: one veteran and one green platoon shift to the left."""
    s = ground(f"A811 G4.rifle-1:2 G3.rifle-1:2; A810 F1.rifle-1; {FAR}")
    assert shot(s, "ap", "A810", "G4.rifle-1", "G3.rifle-1").shift == -1


@clause("2.4a", "8.3k")
def test_fractions_of_hits_are_dropped() -> None:
    """EX04: 1.5 hits are one, 0.8 none."""
    assert [charts.hits(3, 2), charts.hits(4, 5), charts.hits(4, 4)] == [1, 0, 1]


@clause("2.4b")
def test_fractions_of_factors_are_rounded_up() -> None:
    """EX05: half of 5 is 3; several halvings are rounded once (G04)."""
    assert [charts.halved(5), charts.halved(5, 2), charts.halved(6), charts.halved(5, 0)] == [3, 2, 3, 5]


@clause("8.3h")
def test_a_missing_column_is_the_next_lower_one() -> None:
    """EX20: 7 factors use column 6, more than 36 the last, and left of the first nothing happens (G13)."""
    chart = CHARTS.combat
    assert [chart.columns[chart.column(n)] for n in (7, 11, 40)] == [6, 10, 36]
    assert chart.columns[chart.column(7, 1)] == 8 and chart.column(1, -1) == -1 and chart.effect(-1, 2) == 0
    assert chart.columns[chart.column(36, 2)] == 36


# worked examples


@clause("8e", "8.3a", "8.3b", "8.3g", "8.3i", "8.3j", "8.3k", "8.3l")
def test_two_platoons_fire_at_a_hamlet() -> None:
    """EX14: FF 10, roll 5, effect 5, divided by 4: one hit, on one of the two units by die (G01)."""
    units = "A211 F1.rifle-1; A311 F1.rifle-2 F.Moreau; A410 G1.rifle-1 G1.mg34-1; A116 G.Apfelbaum"
    s = ground(units, side="allied")
    assert counts(s, shot(s, "ap", "A410", "F1.rifle-1", "F1.rifle-2")) == (10, "10", 0, 4)
    do(s, "activate F.Moreau", "fire F1.rifle-1", "ap_fire A410", "join F1.rifle-2")
    events = do(s, "shoot", rolls=[2, 3, 4])
    (said,) = [event for event in events if isinstance(event, AttackResult)]
    assert (said.rolled, said.effect, said.divisor, said.hits) == (5, 5, 4, 1)
    assert strengths(s) | {} == {"F1.rifle-1": 3, "F1.rifle-2": 3, "G1.rifle-1": 3, "G1.mg34-1": 2}
    assert names(s, s.finished) >= {"F1.rifle-1", "F1.rifle-2"}


@clause("8.3i", "8.3j", "8.3k")
def test_fire_on_the_woods() -> None:
    """EX28: FF 10, -1 for six steps of infantry, a 6 becomes 5: effect 5, divided by 4, one hit."""
    s = ground("A606 G1.rifle-1 G1.mg34-1 G.Apfelbaum; A807 F1.rifle-1 F1.rifle-2; A1516 F.Moreau")
    assert counts(s, shot(s, "ap", "A807", "G1.rifle-1", "G1.mg34-1")) == (10, "10", -1, 4)
    do(s, "activate G.Apfelbaum", "engage A807")
    (said,) = [e for e in do(s, "shoot", rolls=[3, 3, 1]) if isinstance(e, AttackResult)]
    assert (said.rolled, said.modified, said.effect, said.hits) == (6, 5, 5, 1)


@clause("8.1.5f", "8.3i")
def test_fire_through_smoke_at_a_crowd_that_moves() -> None:
    """EX24: FF 9 shifted from column 9 to 8, -1 for nine steps and -1 for moving: 11 becomes 9, no losses."""
    units = "A410 G1.rifle-1:2 G1.mg34-1; A510 F1.rifle-1 F1.rifle-2 F1.rifle-3; A1516 F.Moreau; A116 G.Apfelbaum"
    more = 'reaction = ["G1.rifle-1", "G1.mg34-1"]\nmoved = ["F1.rifle-1"]\nsmoke = { A510 = 4 }'
    s = ground(units, more)
    made = shot(s, "ap", "A510", "G1.rifle-1", "G1.mg34-1", reacting=True)
    assert counts(s, made)[:3] == (9, "8", -2)
    (said,) = [e for e in let(s, lambda: attack.resolve(s, made), [5, 6]) if isinstance(e, AttackResult)]
    assert (said.modified, said.effect, said.hits) == (9, 1, 0)


# ranges and halvings (8)


@clause("8f", "8g", "8h")
def test_normal_and_extended_range() -> None:
    """EX16: FF 5 at 1 and 2 hexes, 3 at 3 and 4, no attack at 5 (G03)."""
    for distance, factors in ((1, 5), (2, 5), (3, 3), (4, 3)):
        s = ground(f"A813 F1.rifle-1; A{813 - distance} G1.rifle-1; {FAR}")
        assert shot(s, "ap", f"A{813 - distance}", "F1.rifle-1").factors == factors
        assert aims(s, "F1.rifle-1", "ap") == {f"A{813 - distance}"}
    s = ground(f"A813 F1.rifle-1; A808 G1.rifle-1; {FAR}")
    assert refused(s, "F1.rifle-1", "ap", "A808") == "8h"


@clause("8g", "8.3g", "2.4b")
def test_each_platoon_is_halved_by_itself() -> None:
    """RC01: 3 + 3 = 6, not 10 / 2."""
    s = ground(f"A813 F1.rifle-1 F1.rifle-2; A810 G1.rifle-1; {FAR}")
    made = shot(s, "ap", "A810", "F1.rifle-1", "F1.rifle-2")
    assert counts(s, made)[:2] == (6, "6")
    assert [(row.value, row.clause) for row in made.reasons[:2]] == [("3", "8g"), ("3", "8g")]


@clause("5.6d")
def test_mounted_and_far_away() -> None:
    """RC02: a quarter of 5 is 2."""
    s = ground(
        f"A813 F3.cavalry-1 F3.horses-1; A809 G1.rifle-1; {FAR}", 'carriers = { "F3.cavalry-1" = "F3.horses-1" }'
    )
    assert shot(s, "ap", "A809", "F3.cavalry-1").factors == 2


@clause("8.4.4a", "8.4.4b", "8.4.4c", "8.4.4d", "8.4.4e", "3.4i")
def test_a_loss_counts_before_halvings() -> None:
    """RC03: MG34 FF 8 with a loss reacts without marker: 8 - 2 = 6, halved 3 (G05)."""
    s = ground(f"A812 G1.mg34-heavy-1:2; A810 F1.rifle-1; {FAR}")
    assert [shot(s, "ap", "A810", "G1.mg34-heavy-1", reacting=r).factors for r in (False, True)] == [6, 3]


@clause("8.4.4a", "8.4.4b", "8.4.4c", "8.4.4d")
def test_what_a_first_loss_takes() -> None:
    """N05."""
    for full, after in ((4, 3), (6, 5), (7, 5), (11, 9), (12, 9), (15, 12), (16, 12), (20, 16)):
        assert full - next(row.less for row in CHARTS.loss if full <= row.up_to) == after


# what a munition can hurt (8)


@clause("8a", "8b", "8c")
def test_the_matrix_of_munitions() -> None:
    """N03: AT nothing on men, AP nothing on AFVs, ART both, but the calibre must do."""
    s = ground(f"A810 F1.rifle-1:2 F1.sa34-1:1 F.adk-1 F4.ft17-1 F4.charb1-1; {FAR}")
    here = s.all_in(hexa(s, "A810"))
    men, light, heavy = {"F1.rifle-1", "F1.sa34-1", "F.adk-1"}, {"F4.ft17-1"}, {"F4.charb1-1"}
    for weapon, struck in (
        (Weapon("ap"), men), (Weapon("at", through=0), light | heavy), (Weapon("art", calibre=75), men | light),
        (Weapon("art", calibre=155), men | light | heavy), (Weapon("air", air=8), men | light),
    ):  # fmt: skip
        assert names(s, attack.vulnerable(s, here, weapon)) == struck


@clause("8d", "5.5o", "5.5l", "8.4.2h")
def test_fire_at_halftracks() -> None:
    """RC16: AP fire does nothing to it and its riders; a machine gun attacks it as AT, and only a 6 costs a step."""
    s = ground("A812 F1.rifle-1 F1.hotchkiss-1 F.Moreau; A810 G.sdkfz251-1 G1.rifle-1; A116 G.Apfelbaum",
               'carriers = { "G1.rifle-1" = "G.sdkfz251-1" }', "allied")  # fmt: skip
    assert refused(s, "F1.rifle-1", "ap", "A810") == refused(s, "F1.hotchkiss-1", "ap", "A810") == "8b"
    assert aims(s, "F1.hotchkiss-1", "mg") == {"A810"}
    do(s, "activate F.Moreau", "fire F1.hotchkiss-1")
    assert choices(s, "at_fire") == {"A810"} and not choices(s, "ap_fire")
    do(s, "at_fire A810")
    (said,) = [e for e in do(s, "shoot", rolls=[1, 1, 6, 5]) if isinstance(e, Attacked)]
    assert said.kind == "at" and strengths(s)["G.sdkfz251-1"] == strengths(s)["G1.rifle-1"] == 2


@clause("8d")
def test_machine_guns_do_nothing_to_real_armour() -> None:
    s = ground(f"A812 F1.hotchkiss-1; A810 G2.pz1-1; {FAR}")
    assert refused(s, "F1.hotchkiss-1", "mg", "A810") == "8b"
    s = ground(f"A812 F1.hotchkiss-1; A810 G2.sdkfz221-1; {FAR}")
    assert aims(s, "F1.hotchkiss-1", "mg") == {"A810"}


@clause("5.5h", "5.5p")
def test_what_is_carried_cannot_fire_but_its_halftrack_can() -> None:
    s = ground("A812 G.sdkfz251-1 G1.rifle-1 G.Apfelbaum; A810 F1.rifle-1; A1516 F.Moreau",
               'carriers = { "G1.rifle-1" = "G.sdkfz251-1" }')  # fmt: skip
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "fire G1.rifle-1") == "5.5h" and can(s, "fire G.sdkfz251-1")


@clause("5.5l", "5.6f")
def test_what_rides_or_is_towed_is_no_target_of_its_own() -> None:
    carried = 'carriers = { "F1.rifle-1" = "F.adk-1", "F3.cavalry-1" = "F3.horses-1" }'
    s = ground(f"A810 F.adk-1 F1.rifle-1; A811 F3.cavalry-1 F3.horses-1; {FAR}", carried)
    assert names(s, attack.vulnerable(s, s.alive, Weapon("ap")) & ~mask_of(s, "G1.rifle-1")) == {
        "F.adk-1", "F3.cavalry-1",
    }  # fmt: skip


# spotting, friends, the nearest enemy (8.3)


@clause("8.3c", "8.3d")
def test_unspotted_targets() -> None:
    """RC24: infantry in woods 4 hexes away is out of sight for AP fire; ART fires at half."""
    s = ground(f"A308 G1.mg34-1 G1.mortar-1; A312 F1.rifle-1; {FAR}")
    assert s.setting.ground.terrain[hexa(s, "A312")] == "woods"
    assert refused(s, "G1.mg34-1", "ap", "A312") == "8.3c" and aims(s, "G1.mortar-1", "art") == {"A312"}
    made = shot(s, "art", "A312", "G1.mortar-1")
    assert made.factors == 3 and made.reasons[0].clause == "8.3d"
    s.moved |= mask_of(s, "F1.rifle-1")
    assert aims(s, "G1.mg34-1", "ap") == {"A312"} and shot(s, "art", "A312", "G1.mortar-1").factors == 6


@clause("8.3c")
def test_who_is_spotted_exposes_the_others_of_his_hex() -> None:
    """G12: the moved platoon is seen, and both share the hits; a spotted tank does not help AP fire."""
    s = ground(f"A308 G1.mg34-1; A312 F1.rifle-1 F1.rifle-2; {FAR}", 'moved = ["F1.rifle-1"]')
    assert names(s, attack.struck(s, shot(s, "ap", "A312", "G1.mg34-1"))) == {"F1.rifle-1", "F1.rifle-2"}
    s = ground(f"A308 G1.mg34-1; A312 F1.rifle-1 F4.ft17-1; {FAR}", 'moved = ["F4.ft17-1"]')
    assert refused(s, "G1.mg34-1", "ap", "A312") == "8.3c"


@clause("8.3e", "6.2d")
def test_fire_past_friends() -> None:
    """RC22: AP, AT and direct ART fire is refused, though the line of sight is there; officers alone do not block."""
    s = ground(f"A813 G1.mg34-1 G1.mortar-1; A812 G1.rifle-1; A810 F1.rifle-1; {FAR}")
    assert s.setting.sight.seen_from(hexa(s, "A813")) >> hexa(s, "A810") & 1
    assert refused(s, "G1.mg34-1", "ap", "A810") == refused(s, "G1.mortar-1", "art", "A810") == "8.3e"
    s = ground("A813 G1.pak36-1; A812 G.Apfelbaum; A810 F4.ft17-1; A1516 F.Moreau")
    assert aims(s, "G1.pak36-1", "at") == {"A810"}


@clause("6.1c", "6.1a", "5.6c")
@pytest.mark.parametrize(("riding", "seen"), [(True, {"A714"}), (False, set())])
def test_mounted_cavalry_is_seen_from_farther_off(riding: bool, seen: set[str]) -> None:
    """In fields five hexes away: a small target is seen up to 4 hexes, a medium one up to 6."""
    carried = 'carriers = { "F3.cavalry-1" = "F3.horses-1" }' if riding else ""
    s = ground("A709 G1.mg34-1; A714 F3.cavalry-1 F3.horses-1; A101 F.Landry; A116 G.Apfelbaum", carried)
    assert aims(s, "G1.mg34-1", "ap") == seen
    assert riding or refused(s, "G1.mg34-1", "ap", "A714") == "8.3c"


@clause("8.3e", "2.2.1.1f")
@pytest.mark.parametrize("friend", ["G2.pz1-1", "G.blitz-1", "G.sdkfz251-1"])
def test_transports_stand_in_the_line_of_fire_like_all_units(friend: str) -> None:
    s = ground(f"A813 G1.pak36-1; A812 {friend}; A810 F4.ft17-1; {FAR}")
    assert refused(s, "G1.pak36-1", "at", "A810") == "8.3e"


@clause("8.3e")
def test_along_a_hexside_friends_must_stand_on_both_sides() -> None:
    """G10: from A812 to A910 the line runs between A911 and A811."""
    s = ground(f"A812 G1.mg34-1; A811 G1.rifle-1; A910 F1.rifle-1; {FAR}")
    assert aims(s, "G1.mg34-1", "ap") == {"A910"}
    s = ground(f"A812 G1.mg34-1; A811 G1.rifle-1; A911 G1.rifle-2; A910 F1.rifle-1; {FAR}")
    assert refused(s, "G1.mg34-1", "ap", "A910") == "8.3e"


@clause("8.3f")
def test_the_nearest_enemy_first() -> None:
    """RC23: on level ground the nearer of two in one line; AT fire looks for armour only (G11)."""
    s = ground(f"A812 G1.mg34-1 G1.pak36-1; A811 F1.rifle-1; A810 F1.rifle-2 F4.ft17-1; {FAR}")
    assert refused(s, "G1.mg34-1", "ap", "A810") == "8.3f" and aims(s, "G1.mg34-1", "ap") == {"A811"}
    assert aims(s, "G1.pak36-1", "at") == {"A810"}


@clause("8.3f")
def test_a_lone_officer_shields_nobody_behind_him() -> None:
    """V4: he may be fired at, and so may the platoon behind him."""
    s = ground("A812 G1.mg34-1; A811 F.Moreau; A810 F1.rifle-1; A116 G.Apfelbaum")
    assert aims(s, "G1.mg34-1", "ap") == {"A811", "A810"}


@clause("8.3f")
def test_up_and_down_slopes_the_nearest_need_not_be_attacked() -> None:
    """RC23: A510 lies one level higher than the firer."""
    s = ground(f"A507 G1.mg34-1; A509 F1.rifle-1; A510 F1.rifle-2; {FAR}")
    assert s.setting.ground.level[hexa(s, "A510")] == 1
    assert aims(s, "G1.mg34-1", "ap") == {"A509", "A510"}


@clause("8.3b", "8.1.1b")
def test_no_fire_without_a_line_of_sight() -> None:
    s = ground(f"A806 G1.mg34-1 G1.mortar-1; A809 F1.rifle-1; {FAR}")
    assert refused(s, "G1.mg34-1", "ap", "A809") == refused(s, "G1.mortar-1", "art", "A809") == "8.3b"
    s = ground(f"A812 G1.mg34-1; A810 F1.rifle-1; {FAR}", "smoke = { A811 = 5 }")
    assert refused(s, "G1.mg34-1", "ap", "A810") == "8.3b"


@clause("8.3a")
def test_empty_hexes_are_not_fired_at() -> None:
    s = ground(f"A812 G1.mg34-1; A810 F1.rifle-1; {FAR}")
    assert refused(s, "G1.mg34-1", "ap", "A811") == "8.3a" and refused(s, "G1.mg34-1", "at", "A810") == "8c"


# smoke (8.1.5)


@clause("8.1.5f", "8.1.5g")
def test_smoke_shifts_add_up() -> None:
    """RC21: out of one grey hex and across another: three columns, 10 to 6; with FF 2 nothing is left (G13, G14)."""
    s = ground(f"A812 G1.rifle-1 G1.mg34-1; A810 F1.rifle-1; {FAR}", "smoke = { A812 = 4, A811 = 2 }")
    assert counts(s, shot(s, "ap", "A810", "G1.rifle-1", "G1.mg34-1"))[:2] == (10, "6")
    weak = shot(s, "ap", "A810", "G1.mg34-1")._replace(factors=2)
    assert attack.column_name(s, weak) == "none" and attack.preview(s, weak).chance("no effect") == 1


# modifiers (8.3i, 11.2, 12.1)


@clause("11.2c", "11.7b")
def test_fire_across_fields() -> None:
    """RC44: one or two field hexes cost AP fire 1, three close the line; AT and ART fire does not care."""
    for target, crossed in (("A713", 1), ("A714", 2)):
        s = ground(f"A711 G1.mg34-1 G1.mortar-1 G1.pak36-1; {target} F1.rifle-1 F4.ft17-1; {FAR}")
        ways: tuple[tuple[Way, str], ...] = (("ap", "G1.mg34-1"), ("at", "G1.pak36-1"), ("art", "G1.mortar-1"))
        named = {way: {row.name for row in shot(s, way, target, unit).modifiers} for way, unit in ways}
        assert [("across rough or field hexes" in rows) for rows in named.values()] == [True, False, False], crossed
    s = ground(f"A711 G1.mg34-1; A715 F1.rifle-1; {FAR}")
    assert refused(s, "G1.mg34-1", "ap", "A715") == "8.3b"


CROWD, WALKS, RIDES, TANKS, DUG, DRIVES = (
    "6 or more steps of troops", "on foot and moving", "mounted cavalry", "AFVs among the infantry",
    "improved position", "vehicle that has moved",
)  # fmt: skip


@clause("8.3i", "12.1.1b")
@pytest.mark.parametrize(
    ("there", "more", "ap", "at", "art"),
    [
        ("F1.rifle-1 F1.rifle-2", "", {CROWD}, set(), {CROWD}),
        ("F1.rifle-1 F1.hotchkiss-1", "", set(), set(), set()),
        ("F1.rifle-1 F1.rifle-2:2", "", set(), set(), set()),
        ("F1.rifle-1", 'moved = ["F1.rifle-1"]', {WALKS}, set(), {WALKS}),
        ("F3.cavalry-1 F3.horses-1", 'carriers = { "F3.cavalry-1" = "F3.horses-1" }', {RIDES}, set(), {RIDES}),
        (
            "F3.cavalry-1 F3.horses-1",
            'carriers = { "F3.cavalry-1" = "F3.horses-1" }\nmoved = ["F3.cavalry-1"]',
            {RIDES, WALKS}, set(), {RIDES, WALKS},
        ),
        ("F1.rifle-1 F4.ft17-1", "", {TANKS}, set(), set()),
        ("F1.rifle-1 F.adk-1", "", set(), set(), set()),
        ("F1.rifle-1", 'allied_positions = ["A810"]', {DUG}, set(), {DUG}),
        ("F1.rifle-1", 'german_positions = ["A810"]', set(), set(), set()),
        ("F4.ft17-1", 'moved = ["F4.ft17-1"]', set(), {DRIVES}, set()),
    ],
)  # fmt: skip
def test_modifiers_of_the_dice(there: str, more: str, ap: set[str], at: set[str], art: set[str]) -> None:
    """R3, G06 to G08: each kind of attack has its own."""
    s = ground(f"A812 G1.rifle-1 G1.pak36-1 G1.mortar-1; A810 {there}; {FAR}", more)
    ways: tuple[tuple[Way, str, set[str]], ...] = (
        ("ap", "G1.rifle-1", ap), ("at", "G1.pak36-1", at), ("art", "G1.mortar-1", art),
    )  # fmt: skip
    for way, unit, expected in ways:
        assert {row.name for row in shot(s, way, "A810", unit).modifiers} == expected


# defence values (8.3k, 11f, 12.8, 12.9)


@clause("8.3k", "8.1.4a")
def test_defence_values_by_terrain() -> None:
    """R2: the value for AP, AT and ART fire; an air attack uses that for ART."""
    s = ground(FAR + "; A809 G1.rifle-1")
    for label, values in {
        "A810": (2, 2, 2), "A807": (4, 4, 3), "A410": (4, 3, 4), "A1009": (3, 3, 3), "A805": (3, 3, 3),
        "A712": (2, 2, 2),
    }.items():  # fmt: skip
        kinds: tuple[AttackKind, ...] = ("ap", "at", "art", "air")
        found = [added(attack.defence(s, hexa(s, label), kind)) for kind in kinds]
        assert found == [*values, values[2]], label


@clause("11f", "11e")
def test_a_crest_helps_against_fire_from_below() -> None:
    """From A509 up to A510: 3 instead of 2; not from as high, nor against indirect fire or aircraft."""
    s = ground(f"A509 G1.rifle-1 G1.mortar-1; A510 F1.rifle-1; {FAR}")
    here, there = hexa(s, "A509"), hexa(s, "A510")
    assert shot(s, "ap", "A510", "G1.rifle-1").divisor == shot(s, "art", "A510", "G1.mortar-1").divisor == 3
    assert added(attack.defence(s, there, "art", (here,), indirect=True)) == 2
    assert added(attack.defence(s, there, "air", (here,))) == added(attack.defence(s, here, "ap", (there,))) == 2


@clause("12.8e")
def test_a_trench_protects_those_inside() -> None:
    """5 against AP and ART; while somebody is outside, only he is hit, by the value of the ground."""
    more = 'trenches = ["A810"]\ninside = ["F1.rifle-1"]'
    s = ground(f"A812 G1.rifle-1 G1.mortar-1; A810 F1.rifle-1; {FAR}", more)
    assert shot(s, "ap", "A810", "G1.rifle-1").divisor == shot(s, "art", "A810", "G1.mortar-1").divisor == 5
    s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1 F1.rifle-2; {FAR}", more)
    made = shot(s, "ap", "A810", "G1.rifle-1")
    assert made.divisor == 2 and names(s, attack.struck(s, made)) == {"F1.rifle-2"}


@clause("9.1.4e", "12.8b")
def test_in_an_assault_that_goes_on_a_trench_keeps_nobody_from_sharing_the_hits() -> None:
    melee = 'melees = [{ hex = "A810", attacker = "german", pieces = ["G1.rifle-2"], origins = ["A811"], '
    more = 'trenches = ["A810"]\ninside = ["F1.rifle-1"]\n' + melee + "attackers_lost = 0, defenders_lost = 0 }]"
    s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1 G1.rifle-2; {FAR}", more)
    made = shot(s, "ap", "A810", "G1.rifle-1")
    assert made.divisor == 2 and names(s, attack.struck(s, made)) == {"F1.rifle-1", "G1.rifle-2"}


FORT = 'forts = [{{ hex = "A810", value = {value}, arrow = "{arrow}", owner = "allied" }}]\ninside = ["F1.rifle-1"]'


@clause("12.9f", "12.9a")
def test_ap_fire_hurts_those_in_a_fortification_from_its_front_only() -> None:
    """Divided by its value, 3 at least; A812 lies south of A810 (R15, G78)."""
    for arrow, value, divisor in (("sse", 4, 4), ("ssw", 2, 3)):
        s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1; {FAR}", FORT.format(value=value, arrow=arrow))
        assert aims(s, "G1.rifle-1", "ap") == {"A810"} and shot(s, "ap", "A810", "G1.rifle-1").divisor == divisor
    s = ground(f"A812 G1.rifle-1 G1.pak36-1; A810 F1.rifle-1; {FAR}", FORT.format(value=4, arrow="nne"))
    assert refused(s, "G1.rifle-1", "ap", "A810") == "12.9f"


@clause("12.9a")
def test_four_of_six_neighbours_lie_before_a_fortification() -> None:
    s = ground(FAR + "; A809 G1.rifle-1")
    front = s.setting.front(hexa(s, "A810"), "nne")
    assert set(s.setting.board.names(front & s.setting.board.around[hexa(s, "A810")])) == {
        "A809",
        "A909",
        "A910",
        "A709",
    }


@clause("12.9a")
def test_those_inside_fire_only_through_the_front() -> None:
    s = ground(f"A810 F1.rifle-1; A812 G1.rifle-1; A809 G1.rifle-2; {FAR}", FORT.format(value=4, arrow="nne"))
    assert aims(s, "F1.rifle-1", "ap") == {"A809"} and refused(s, "F1.rifle-1", "ap", "A812") == "12.9a"


@clause("12.9g", "12.9c")
def test_units_outside_a_fortification_shield_those_inside() -> None:
    s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1 F1.rifle-2; {FAR}", FORT.format(value=4, arrow="sse"))
    made = shot(s, "ap", "A810", "G1.rifle-1")
    assert names(s, attack.struck(s, made)) == {"F1.rifle-2"} and made.divisor == 2


@clause("12.9f")
def test_light_artillery_reaches_the_inside_indirectly_only() -> None:
    s = ground(f"A812 G1.mortar-1 G1.lefh18-1; A810 F1.rifle-1; {FAR}", FORT.format(value=4, arrow="sse"))
    place, light = hexa(s, "A810"), Weapon("art", calibre=81)
    assert not attack.reach(s, place, light, (), indirect=False).victims
    assert names(s, attack.reach(s, place, light, (), indirect=True).victims) == {"F1.rifle-1"}
    assert refused(s, "G1.mortar-1", "art", "A810") == "12.9f" and aims(s, "G1.lefh18-1", "art") == {"A810"}


# choosing


@clause("8e", "3.3.2m")
def test_only_units_in_command_of_one_formation_fire_together() -> None:
    units = "A812 G1.rifle-1 G1.rifle-2 G1.mg34-1 G.Apfelbaum; A813 G3.rifle-1; A810 F1.rifle-1; A1516 F.Moreau"
    s = ground(units, 'astray = ["G1.rifle-2"]')
    do(s, "activate G.Apfelbaum", "fire G1.rifle-1", "ap_fire A810")
    assert choices(s, "join") == {"G1.mg34-1"} and refusal(s, "join G3.rifle-1") == "8e" == refusal(
        s, "join G1.rifle-2"
    )


@clause("8e")
def test_a_unit_out_of_command_fires_alone() -> None:
    s = ground("A812 G1.rifle-1 G1.rifle-2; A810 F1.rifle-1; A1516 F.Moreau; A106 G.Apfelbaum",
               'astray = ["G1.rifle-1", "G1.rifle-2"]')  # fmt: skip
    do(s, "activate G1.rifle-1", rolls=[1, 1])
    do(s, "fire G1.rifle-1", "ap_fire A810")
    assert not choices(s, "join") and refusal(s, "together") == "8e" and can(s, "shoot")


@clause("8e", "7.3c")
def test_formations_that_coordinate_fire_as_one() -> None:
    """G29."""
    s = ground("A812 G1.rifle-1 G.Apfelbaum; A813 G3.rifle-1 G.Brandt; A811 F1.rifle-1; A1516 F.Moreau",
               'leaders = { G3 = "G.Brandt" }')  # fmt: skip
    do(s, "activate G.Apfelbaum", "fire G1.rifle-1", "ap_fire A811")
    assert not choices(s, "join")
    s = ground("A812 G1.rifle-1 G.Apfelbaum; A712 G3.rifle-1 G.Brandt; A811 F1.rifle-1; A1516 F.Moreau",
               'leaders = { G3 = "G.Brandt" }')  # fmt: skip
    do(s, "coordinate G.Apfelbaum", "second G.Brandt", rolls=[1])
    do(s, "fire G1.rifle-1", "ap_fire A811")
    assert choices(s, "join") == {"G3.rifle-1"}


@clause("8e", "8.1.1a")
def test_a_click_on_the_target_offers_the_best_attack() -> None:
    """Rifles and machine guns together: FF 10. The mortar fires another munition and cannot join."""
    s = ground("A812 G1.rifle-1 G1.mg34-1 G1.mortar-1 G.Apfelbaum; A810 F1.rifle-1; A1516 F.Moreau")
    do(s, "activate G.Apfelbaum")
    assert choices(s, "engage") == {"A810"} and refusal(s, "engage A811") == "8.3b"
    odds = s.preview("engage A810")
    assert odds is not None and odds.chance("no effect") == Fraction(3, 36)  # with 12, and 11 divided by 2
    do(s, "engage A810")
    step = s.agenda[-1]
    assert isinstance(step, fire.Group) and {s.piece_name(unit) for unit in step.units} == {"G1.rifle-1", "G1.mg34-1"}
    assert step.way == "ap" and [str(option) for option in s.options] == ["shoot"]


@clause("8e")
def test_the_best_group_leaves_out_who_makes_it_worse() -> None:
    """Beside the S-35 (armour 4) a 37 mm gun goes through, the 105 mm (3) does not: with it none would (G13)."""
    s = ground("A812 G1.pak36-1 G1.pak36-2 G1.lefh18-1 G.Apfelbaum; A811 F4.s35-1; A1516 F.Moreau")
    guns = [s.setting.piece(unit) for unit in ("G1.pak36-1", "G1.lefh18-1", "G1.pak36-2")]
    worth, group = fire.best(s, "at", hexa(s, "A811"), guns)
    assert worth > 0 and {s.piece_name(unit) for unit in group} == {"G1.pak36-1", "G1.pak36-2"}


@clause("3.3.2a", "3.3.2b")
def test_who_has_fired_is_finished() -> None:
    s = ground("A812 G1.rifle-1 G1.mg34-1 G.Apfelbaum; A810 F1.rifle-1; A1516 F.Moreau", 'reaction = ["G1.rifle-1"]')
    do(s, "activate G.Apfelbaum", "fire G1.rifle-1", "ap_fire A810")
    do(s, "shoot", rolls=[6, 6])
    assert "G1.rifle-1" in names(s, s.finished) and not s.reaction and refusal(s, "fire G1.rifle-1") == "3.3.2a"
    assert can(s, "fire G1.mg34-1")


@clause("3.3.2m")
def test_officers_and_the_unarmed_do_not_fire() -> None:
    s = ground("A812 G1.rifle-1 G.Apfelbaum; A810 F1.rifle-1; A1516 F.Moreau")
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "fire G.Apfelbaum") == "3.3.2m" and refusal(s, "fire G1.rifle-2") == "3.3.1c"


@clause("9.1.4a", "9.1.4e")
def test_fire_into_a_continuing_assault_hits_both_sides() -> None:
    """Who is in it cannot fire; others may fire in, and all units there share the hits."""
    melee = (
        'melees = [{ hex = "A810", attacker = "german", pieces = ["G1.rifle-2"], '
        'origins = ["A811"], attackers_lost = 0, defenders_lost = 0 }]'
    )
    s = ground("A812 G1.rifle-1 G.Apfelbaum; A810 F1.rifle-1 G1.rifle-2; A1516 F.Moreau", melee)
    assert names(s, attack.struck(s, shot(s, "ap", "A810", "G1.rifle-1"))) == {"F1.rifle-1", "G1.rifle-2"}
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "fire G1.rifle-2") == "9.1.4a"
    do(s, "fire G1.rifle-1", "ap_fire A810")
    do(s, "shoot", rolls=[2, 3])  # 6 factors, -1 for six steps of both sides: effect 4, two hits
    assert (strengths(s)["F1.rifle-1"], strengths(s)["G1.rifle-2"]) == (2, 2)


# odds and boards


@clause("8.3i")
def test_the_odds_are_exact() -> None:
    """FF 6 on open ground: by the chart of 36 throws, and every part with its clause."""
    s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1; {FAR}")
    odds = attack.preview(s, shot(s, "ap", "A810", "G1.rifle-1"))
    table = CHARTS.combat
    hits = [table.effect(5, a + b) // 2 for a in range(1, 7) for b in range(1, 7)]
    for count, name in ((1, "1 hit"), (2, "2 hits")):
        assert odds.chance(name) == Fraction(hits.count(count), 36)
    assert sum(outcome.chance for outcome in odds.outcomes) == 1
    assert {row.clause for row in odds.factors} == {"8f", "8.3h", "8.3k"}


@clause("8.4.2h")
def test_odds_of_hits_that_armour_may_withstand() -> None:
    """A machine gun at a halftrack: each of two hits costs a step with one chance in six."""
    s = ground(f"A812 F1.hotchkiss-1; A810 G.sdkfz251-1; {FAR}")
    odds = attack.preview(s, shot(s, "mg", "A810", "F1.hotchkiss-1"))
    two = sum(o.chance for o in odds.outcomes if o.name.startswith("2 hits"))
    assert two > 0 and odds.chance("2 hits") == two / 36 and odds.chance("2 hits, 1 step lost") == two * 10 / 36


@clause("8.3a")
def test_the_battle_board_shows_what_counts() -> None:
    s = ground("A812 G1.rifle-1 G1.mg34-1 G.Apfelbaum; A810 F1.rifle-1 F1.rifle-2; A1516 F.Moreau")
    do(s, "activate G.Apfelbaum", "fire G1.rifle-1", "ap_fire A810", "join G1.mg34-1")
    board = s.scene("allied").fight
    assert board is not None and board.places == ("A810", "A812") and board.odds == "column 10"
    assert board.lit is not None and (board.lit.chart, board.lit.column) == ("combat", "10")
    assert [piece.id for piece in board.attacker.pieces] == ["G1.rifle-1", "G1.mg34-1"]
    assert {piece.id for piece in board.defender.pieces} == {"F1.rifle-1", "F1.rifle-2"}
    assert (board.attacker.strength, board.defender.strength) == ("10 factors", "divides by 2")
    assert ("6 or more steps of troops", "-1") in {(row.says, row.value) for row in board.weights}
    assert sum(chance.share for chance in board.chances) == pytest.approx(1)


def test_dice_are_rolled_once_for_each_attack() -> None:
    s = ground("A812 G1.rifle-1 G.Apfelbaum; A810 F1.rifle-1; A1516 F.Moreau")
    do(s, "activate G.Apfelbaum", "fire G1.rifle-1", "ap_fire A810")
    assert rolls_of(do(s, "shoot", rolls=[6, 5])) == [6, 5]


@clause("8.3h", "8.1.5f")
def test_the_column_that_counts_is_lit() -> None:
    """From the first one on; left of it there is none."""
    s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1; {FAR}")
    made = shot(s, "ap", "A810", "G1.rifle-1")
    first = s.setting.charts.combat.columns[0]
    for factors, shift, column in ((6, 0, "6"), (first, 0, str(first)), (first, -1, None), (0, 0, None)):
        lit = attack.preview(s, made._replace(factors=factors, shift=shift)).lit
        assert (lit.column if lit else None) == column


@clause("8.4.1g", "8.4.2c")
@pytest.mark.parametrize(
    ("units", "way", "shooters"),
    [
        ("A812 G1.rifle-1; A810 F1.rifle-1", "ap", "G1.rifle-1"),
        ("A812 F1.hotchkiss-1; A810 G.sdkfz251-1", "mg", "F1.hotchkiss-1"),
        ("A812 G1.rifle-1 G1.mg34-1; A810 F.Landry", "ap", "G1.rifle-1 G1.mg34-1"),
        ("A812 G1.pak36-1; A810 F4.ft17-1:1", "at", "G1.pak36-1"),
    ],
)  # fmt: skip
def test_what_an_attack_costs_on_the_average_follows_from_its_odds(units: str, way: Way, shooters: str) -> None:
    s = ground(f"{units}; {FAR}")
    made = shot(s, way, "A810", *shooters.split())
    mean = Fraction(0)
    for outcome in attack.preview(s, made).outcomes:
        hits, _, lost = outcome.name.partition(", ")
        said = (lost or hits).split()[0]
        mean += outcome.chance * (0 if said == "no" else int(said))
    assert mean > 0 and attack.expected(s, made) == pytest.approx(float(mean))


@clause("10.3.2a")
def test_an_attack_comes_from_the_nearest_of_those_who_fire() -> None:
    s = ground(f"A812 G1.rifle-1; A811 G1.rifle-2; A813 G1.mg34-1; A810 F1.rifle-1; {FAR}")
    made = shot(s, "ap", "A810", "G1.rifle-1", "G1.mg34-1", "G1.rifle-2")
    assert attack.origin(s, made) == hexa(s, "A811") and attack.origin(s, made._replace(shooters=())) == -1
    s.lift(s.setting.piece("G1.rifle-2"), OFF)
    assert attack.origin(s, made) == hexa(s, "A812")


@clause("12.1.1b")
def test_only_a_position_of_ones_own_protects() -> None:
    for side, counts_ in (("allied", True), ("german", False)):
        s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1; {FAR}")
        setattr(s, f"{side}_positions", 1 << hexa(s, "A810") | 1 << hexa(s, "A816"))
        clauses = [row.clause for row in shot(s, "ap", "A810", "G1.rifle-1").modifiers]
        assert ("12.1.1b" in clauses) == counts_, clauses
        setattr(s, f"{side}_positions", 1 << hexa(s, "A816"))
        assert not shot(s, "ap", "A810", "G1.rifle-1").modifiers


@clause("8.4.1a")
def test_the_dead_share_no_hits() -> None:
    s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1 F1.rifle-2; {FAR}")
    made = shot(s, "ap", "A810", "G1.rifle-1")
    assert names(s, attack.struck(s, made)) == {"F1.rifle-1", "F1.rifle-2"}
    losses.eliminate(s, mask_of(s, "F1.rifle-1"), ("2.2.1g",))
    assert names(s, attack.struck(s, made)) == {"F1.rifle-2"}


@pytest.mark.parametrize(
    ("side", "attacker", "piece"), [("allied", "german", "G1.rifle-2"), ("german", "allied", "F1.rifle-1")]
)
@clause("12.1.1b", "9.1.4e")
def test_in_an_assault_that_goes_on_the_position_of_either_side_counts(side: str, attacker: str, piece: str) -> None:
    """All in the hex share the hits, and the position is in the hex."""
    melee = f'melees = [{{ hex = "A810", attacker = "{attacker}", pieces = ["{piece}"], origins = ["A809"], '
    more = f'{side}_positions = ["A810"]\n{melee}attackers_lost = 0, defenders_lost = 0 }}]'
    s = ground("A812 G1.rifle-1; A810 F1.rifle-1 G1.rifle-2; A1516 F5.rifle-1", more)
    assert "improved position" in {row.name for row in shot(s, "ap", "A810", "G1.rifle-1").modifiers}


@clause("12.9g", "12.9b", "12.9f")
def test_armour_outside_a_fortification_shields_those_inside_too() -> None:
    """A heavy tank cannot be hurt by rifles or small shells, but as long as it stands outside nobody inside is hit."""
    units = f"A812 G1.rifle-1 G1.mortar-1 G1.lefh18-1; A810 F1.rifle-1 F4.charb1-1; {FAR}"
    s = ground(units, FORT.format(value=4, arrow="sse"))
    assert refused(s, "G1.rifle-1", "ap", "A810") == "12.9g" == refused(s, "G1.mortar-1", "art", "A810")
    made = shot(s, "art", "A810", "G1.lefh18-1")  # it batters the fortification, on the ground of the hex
    assert made.fort and not attack.struck(s, made) and made.divisor == 2
    alone = ground(units.replace(" F4.charb1-1", ""), FORT.format(value=4, arrow="sse"))
    assert shot(alone, "art", "A810", "G1.lefh18-1").divisor == 4


@clause("11f")
def test_no_crest_helps_against_fire_from_above() -> None:
    """A405 lies one level above A510, whose far neighbours are lower than it."""
    s = ground(f"A405 G1.mortar-1; A510 F1.rifle-1; {FAR}")
    level = s.setting.ground.level
    here, there = hexa(s, "A405"), hexa(s, "A510")
    assert (level[here], level[there], level[hexa(s, "A509")]) == (2, 1, 0)
    assert not attack.over_crest(s, here, there) and attack.over_crest(s, hexa(s, "A507"), there)


@clause("8.3b", "8.3e")
def test_fire_that_friends_stand_in_is_not_called_out_of_sight() -> None:
    """The reason names friends in the line, too."""
    s = ground(
        "A813 G1.mg34-1 G.Apfelbaum; A812 G1.rifle-1; A811 F1.rifle-1; A1516 F.Moreau", 'finished = ["G1.rifle-1"]'
    )
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "fire G1.mg34-1") == "8.3b" and "past friends" in str(s.explain("fire G1.mg34-1"))


@clause("8.3i", "5.5l")
def test_men_in_a_lorry_count_among_the_crowd() -> None:
    """Three steps beside it and three in it; in a halftrack they are no part of what AP fire hits."""
    riding = 'carriers = {{ "{}" = "{}" }}'
    s = ground(f"A812 G1.rifle-1; A810 F1.rifle-1 F1.rifle-2 F.adk-1; {FAR}", riding.format("F1.rifle-2", "F.adk-1"))
    assert {row.name for row in shot(s, "ap", "A810", "G1.rifle-1").modifiers} == {CROWD}
    assert not shot(s, "ap", "A810", "G1.rifle-1").modifiers[1:]
    s = ground("A812 F1.rifle-1; A810 G1.rifle-1 G1.rifle-2 G.sdkfz251-1; A116 G.Apfelbaum",
               riding.format("G1.rifle-2", "G.sdkfz251-1"), "allied")  # fmt: skip
    assert not shot(s, "ap", "A810", "F1.rifle-1").modifiers
    s = ground("A812 F1.rifle-1; A810 G1.rifle-1 G1.rifle-2 G.blitz-1; A116 G.Apfelbaum", "", "allied")
    assert {row.name for row in shot(s, "ap", "A810", "F1.rifle-1").modifiers} == {CROWD}
    s = ground("A812 F1.rifle-1; A810 G1.rifle-1:2 G1.rifle-2 G.blitz-1; A116 G.Apfelbaum",
               riding.format("G1.rifle-2", "G.blitz-1"), "allied")  # fmt: skip
    assert not shot(s, "ap", "A810", "F1.rifle-1").modifiers


@clause("9.1.4a", "8.3a")
def test_nobody_fires_at_the_hex_in_which_he_stands() -> None:
    melee = 'melees = [{ hex = "A810", attacker = "german", pieces = ["G1.rifle-2"], origins = ["A811"], '
    more = melee + "attackers_lost = 0, defenders_lost = 0 }]"
    s = ground(f"A810 F1.rifle-1 G1.rifle-2 G1.mortar-1; A809 F1.rifle-2; {FAR}", more)
    assert aims(s, "G1.rifle-2", "ap") == {"A809"} and aims(s, "F1.rifle-1", "ap") == set()
    assert refused(s, "G1.rifle-2", "ap", "A810") == refused(s, "G1.mortar-1", "art", "A810") == "8.3a"


@clause("8e", "8.4.2f")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_a_gun_that_goes_through_comes_before_a_stronger_one_that_does_not(order: tuple[int, int, int]) -> None:
    """5 and 5 factors of 37 mm beside 6 of 105 mm; and for a target that all go through, all of them."""
    s = ground("A812 G1.pak36-1:2 G1.pak36-2:2 G1.lefh18-1 G.Apfelbaum; A811 F4.s35-1; A1516 F.Moreau")
    guns = [("G1.pak36-1", "G1.lefh18-1", "G1.pak36-2")[n] for n in order]
    _, group = fire.best(s, "at", hexa(s, "A811"), map(s.setting.piece, guns))
    assert {s.piece_name(unit) for unit in group} == {"G1.pak36-1", "G1.pak36-2"}
    s = ground("A812 G1.pak36-1:2 G1.pak36-2:2 G1.lefh18-1 G.Apfelbaum; A811 F4.ft17-1; A1516 F.Moreau")
    _, group = fire.best(s, "at", hexa(s, "A811"), map(s.setting.piece, guns))
    assert {s.piece_name(unit) for unit in group} == set(guns)
