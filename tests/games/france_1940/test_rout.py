"""Chapter 10: checks of formations and units, rout, rout again under fire, rally, guns lost."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import flight, losses, morale, rally, retreat, rout
from meuse.games.france_1940.events import Attacked, FormationChecked, RoutMoved, UnitChecked
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState

from .close import field, hexa, let, strengths
from .kit import can, choices, clause, do, force, mask_of, names, refusal, rolls_of, where

F1, F2, F4 = 3, 4, 6
PLAIN = "A810 F1.rifle-1 F1.rifle-2 F1.rifle-3 F.Moreau; A103 G1.rifle-1 G.Apfelbaum"


def checked(s: FranceState, rolls: list[int], number: int = F1, at: str = "A810", cause: str = "A807") -> None:
    let(s, lambda: rout.check_formation(s, number, hexa(s, at), hexa(s, cause)), rolls)


# formations and units (10.1, 10.2)


@clause("10b", "10.1b")
def test_losses_beyond_the_number_of_units_count() -> None:
    """EX30: four units, six steps lost, one of them a whole unit: the formation's morale is 2 lower."""
    dead = 'dead = ["F1.rifle-4"]'
    s = field("A810 F1.rifle-1:2 F1.rifle-2:2 F1.rifle-3:2 F.Moreau; A103 G1.rifle-1", dead)
    assert morale.strain(s, F1) == 2 and morale.of_formation(s, F1) == 7 + 2 - 2


@pytest.mark.parametrize(
    ("dice", "routed", "end"),
    [
        ([3, 3], "", "holds"), ([6, 4], "", "routs"), ([6, 5], "", "disintegrates"), ([6, 6], "", "disintegrates"),
        ([4, 4], "F1.rifle-1", "routs"), ([5, 4], "F1.rifle-1", "disintegrates"), ([4, 2], "F1.rifle-1", "holds"),
    ],
)  # fmt: skip
@clause("10.1b", "10.1c", "10.1d", "10.1e")
def test_formation_check(dice: list[int], routed: str, end: str) -> None:
    """RC05, N08: morale 6. By 1 to 4: rout; by 5 or more: gone; already routed: gone by 3."""
    more = 'leaders = { F1 = "" }\nfallen = { F1 = "F.Fournel" }\n' + (f'routed = ["{routed}"]' if routed else "")
    s = field("A810 F1.rifle-1; A103 G1.rifle-1", more)
    assert morale.of_formation(s, F1) == 6
    events = let(s, lambda: rout.check_formation(s, F1, hexa(s, "A810"), hexa(s, "A807")), dice)
    found = next(event for event in events if isinstance(event, FormationChecked))
    assert (found.needed, found.verdict) == (6, end)
    assert (where(s, "F1.rifle-1") == "dead") == (end == "disintegrates")


@pytest.mark.parametrize(
    ("dice", "routed", "end"),
    [
        ([6, 3], "", "holds"), ([6, 4], "", "routs"), ([4, 4], "routed", "holds"), ([6, 5], "routed", "routs"),
        ([6, 6], "routed", "disintegrates"),
    ],
)  # fmt: skip
@clause("10.2a", "10.2e", "10.2f", "10.2j")
def test_unit_check(dice: list[int], routed: str, end: str) -> None:
    """N08, in command: 7 + 2."""
    s = field(PLAIN, 'routed = ["F1.rifle-1"]' if routed else "")
    events = let(s, lambda: rout.lost_assault(s, mask_of(s, "F1.rifle-1"), hexa(s, "A809")), dice)
    found = next(event for event in events if isinstance(event, UnitChecked))
    assert (found.needed, found.verdict) == (9, end)


@clause("10.2i", "10d")
def test_a_unit_that_fails_by_five_is_gone() -> None:
    """G36: morale 7 without command and losses of its own."""
    s = field("A810 F1.rifle-1:2; A103 G1.rifle-1; A216 F.Moreau")
    let(s, lambda: rout.lost_assault(s, mask_of(s, "F1.rifle-1"), hexa(s, "A809")), [6, 5])
    assert where(s, "F1.rifle-1") == "dead" and where(s, "F.Moreau") == "A216"


@clause("10.1a", "10.2a")
def test_a_scattered_formation_checks_by_units_who_see_it() -> None:
    """G37: one behind the wood neither suffers nor sees it, so the others roll for themselves."""
    s = field("A810 F1.rifle-1; A811 F1.rifle-2; A414 F1.rifle-3; A103 G1.rifle-1; A812 F.Moreau")
    events = let(s, lambda: rout.check_formation(s, F1, hexa(s, "A810"), -1), [1, 1, 2, 2])
    assert [s.piece_name(e.piece) for e in events if isinstance(e, UnitChecked)] == ["F1.rifle-1", "F1.rifle-2"]
    s = field("A810 F1.rifle-1; A811 F1.rifle-2; A103 G1.rifle-1; A812 F.Moreau")
    events = let(s, lambda: rout.check_formation(s, F1, hexa(s, "A810"), -1), [1, 1])
    assert [e.pieces for e in events if isinstance(e, FormationChecked)]


@clause("8.3m", "8.3n", "8.4.3b")
def test_how_many_checks_losses_cause() -> None:
    """G09: one for a dead unit, one for each step beyond the number of units, never both for one."""

    def hurt(steps: str, lost: dict[str, int]) -> int:
        s = field(f"A810 {steps} F.Moreau; A103 G1.rifle-1")
        s.dice.script([1] * 12)
        s.events = []
        before = rout.tally(s)
        for unit, count in lost.items():
            losses.lose(s, s.setting.piece(unit), count, ("8.4.2a",))
        rout.after_losses(s, hexa(s, "A810"), rout.checks_due(s, before))
        return len(rolls_of(s.events, "morale")) // 2

    assert hurt("F1.rifle-1 F1.rifle-2 F1.rifle-3", {"F1.rifle-1": 2}) == 0
    assert hurt("F1.rifle-1:1 F1.rifle-2 F1.rifle-3", {"F1.rifle-1": 1}) == 1
    assert hurt("F1.rifle-1:2 F1.rifle-2:1 F1.rifle-3", {"F1.rifle-1": 1, "F1.rifle-3": 1}) == 2
    assert hurt("F1.rifle-1:1 F1.rifle-2:1 F1.rifle-3", {"F1.rifle-1": 1, "F1.rifle-3": 2}) == 3


@clause("10.2h", "9.1.7a")
def test_guns_that_would_rout_are_lost() -> None:
    """G38: the mortar and the anti-tank gun go, the others rout, and no further check follows."""
    s = field("A810 F2.rifle-1 F2.mortar-1 F2.sa34-1; A103 G1.rifle-1; A811 F.Landry")
    checked(s, [6, 3], F2)
    assert names(s, s.routed) == {"F2.rifle-1"}
    assert where(s, "F2.mortar-1") == where(s, "F2.sa34-1") == "dead"


@clause("10.2g")
def test_an_officer_routs_with_all_his_units_in_the_hex() -> None:
    """G41: not with some of them, nor with units elsewhere."""
    s = field("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A103 G1.rifle-1")
    let(s, lambda: rout.check_units(s, mask_of(s, "F1.rifle-1"), hexa(s, "A807")), [6, 6])
    assert names(s, s.routed) == {"F1.rifle-1"}
    s = field("A810 F1.rifle-1 F1.rifle-2 F.Moreau; A103 G1.rifle-1")
    checked(s, [6, 6])
    assert names(s, s.routed) == {"F1.rifle-1", "F1.rifle-2", "F.Moreau"}
    s = field("A810 F1.rifle-1 F1.rifle-2; A811 F.Moreau; A103 G1.rifle-1")
    checked(s, [6, 6])
    assert "F.Moreau" not in names(s, s.routed)


@clause("7.1g", "10.1d")
def test_a_formation_that_disintegrates_takes_its_officer_along() -> None:
    s = field("A810 F1.rifle-1:1 F1.rifle-2:1 F1.rifle-3 F.Moreau; A103 G1.rifle-1", 'dead = ["F1.rifle-4"]')
    assert morale.of_formation(s, F1) == 6
    checked(s, [6, 5])
    assert where(s, "F1.rifle-3") == where(s, "F.Moreau") == "dead" and not faults(s)


# rout movement (10.3)


@clause("10.3.1a", "10.3.2a", "10.3.2b", "10.3.2c")
def test_rout_goes_three_hexes_toward_the_own_lines() -> None:
    """N09: across one of the three sides nearest to the south; the owner chooses."""
    s = field(PLAIN)
    checked(s, [6, 4])
    assert choices(s, "rout") == {"A710", "A811", "A910"} and s.to_act == "allied"
    assert refusal(s, "rout A809") == "10.3.2f" and refusal(s, "rout A812") == "10.3.2a"
    assert refusal(s, "rout A709") == "10.3.2b"
    do(s, "rout A811", "rout A812", "rout A813")
    assert {where(s, unit) for unit in ("F1.rifle-1", "F1.rifle-2", "F1.rifle-3", "F.Moreau")} == {"A813"}
    assert s.decision is not None and s.decision.step == "choose" and not s.passing and not faults(s)


@clause("4c", "10.3.2e")
def test_nobody_routs_into_the_hex_of_a_lone_enemy_officer() -> None:
    """Past him they may go: he is no unit beside which they would be lost (V4)."""
    s = field("A810 F1.rifle-1 F1.rifle-2 F1.rifle-3 F.Moreau; A103 G1.rifle-1; A811 G.Apfelbaum")
    checked(s, [6, 4])
    assert choices(s, "rout") == {"A710", "A910"} and refusal(s, "rout A811") == "10.3.2e"


@clause("6.1d")
def test_who_has_routed_has_moved() -> None:
    """In the open a platoon at rest is seen 7 hexes away, one that has moved 10."""
    s = field(PLAIN)
    checked(s, [6, 4])
    assert s.moved == 0
    do(s, f"rout {sorted(choices(s, 'rout'))[0]}")
    assert names(s, s.moved) == {"F1.rifle-1", "F1.rifle-2", "F1.rifle-3", "F.Moreau"}


@clause("10.3.2b")
def test_vehicles_rout_five_hexes() -> None:
    """N09. Their officer is in one of them."""
    s = field("A809 F4.h39-1 F.Aubry; A103 G1.rifle-1", '[carriers]\n"F.Aubry" = "F4.h39-1"')
    let(s, lambda: rout.check_units(s, mask_of(s, "F4.h39-1"), -1), [6, 6])
    do(s, *(f"rout A{hexa}" for hexa in (810, 811, 812, 813, 814)))
    assert where(s, "F4.h39-1") == where(s, "F.Aubry") == "A814" and names(s, s.routed) == {"F4.h39-1", "F.Aubry"}


@clause("10.3.2e")
def test_rout_keeps_away_from_enemies_unless_friends_are_there() -> None:
    s = field("A810 F1.rifle-1; A711 G1.rifle-2; A103 G1.rifle-1")
    checked(s, [6, 6])
    assert where(s, "F1.rifle-1") == "A910" and refusal(s, "rout A811") == "10.3.2e"
    s = field("A810 F1.rifle-1; A811 F2.rifle-1; A711 G1.rifle-2; A103 G1.rifle-1")
    checked(s, [6, 6])
    assert can(s, "rout A811")


@clause("10.3.2d", "10.3.2f")
def test_at_the_edge_units_turn_aside() -> None:
    """G40: an alternate route of the same length, not nearer to the enemy who caused it."""
    s = field("A815 F1.rifle-1; A103 G1.rifle-1")
    checked(s, [6, 6], at="A815", cause="A812")
    do(s, "rout A816")
    assert choices(s, "rout") == {"A716", "A916"}
    do(s, "rout A916", "rout A1016")
    assert where(s, "F1.rifle-1") == "A1016" and not s.passing


@clause("10.3.2g")
def test_without_a_legal_route_they_are_lost() -> None:
    ring = "A708 G1.rifle-2; A711 G1.rifle-3; A911 G1.rifle-4; A908 G2.rifle-1"
    s = field(f"A810 F1.rifle-1 F.Moreau; {ring}; A103 G1.rifle-1")
    checked(s, [6, 6])
    assert where(s, "F1.rifle-1") == where(s, "F.Moreau") == "dead"


@clause("10.3.2d", "5.7a")
def test_rout_does_not_enter_prohibited_ground() -> None:
    """Tanks do not enter the marsh A1006; men do."""
    for unit, open_ in (("F4.h39-1", False), ("F1.rifle-1", True)):
        s = field(f"A1005 {unit}; A103 G1.rifle-1")
        let(s, lambda s=s, unit=unit: rout.check_units(s, mask_of(s, unit), -1), [5, 5])  # type: ignore[misc]
        assert can(s, "rout A1006") == open_


@clause("4g", "4h")
def test_a_rout_goes_on_to_where_there_is_room() -> None:
    """G83: it may pass through a full hex and does not end there."""
    full = "A813 F2.rifle-1 F2.rifle-2 F2.hotchkiss-1"
    s = field(f"A810 F1.rifle-1; {full}; A103 G1.rifle-1")
    checked(s, [6, 6])
    do(s, "rout A811", "rout A812", "rout A813")
    assert choices(s, "rout") == {"A713", "A814", "A913"}
    do(s, "rout A814")
    assert where(s, "F1.rifle-1") == "A814" and not s.passing and not faults(s)


@clause("10.3.1b", "10.3.1c")
def test_routed_units_and_officers_do_nothing() -> None:
    s = field(PLAIN, 'routed = ["F1.rifle-1", "F1.rifle-2", "F1.rifle-3", "F.Moreau"]\nastray = ["F1.rifle-1"]')
    assert refusal(s, "activate F1.rifle-1") == "10.3.1b"
    do(s, "activate F.Moreau")
    assert {option.verb for option in s.options} == {"rally", "done"}
    s = field(PLAIN, 'routed = ["F.Moreau"]')
    do(s, "activate F.Moreau")
    assert choices(s, "prepare") == set()


@clause("10.3.1a")
def test_rout_takes_the_reaction_marker_off() -> None:
    s = field(PLAIN, 'reaction = ["F1.rifle-1"]\nprepared = ["F1.rifle-1"]')
    checked(s, [6, 4])
    assert not s.reaction and not s.prepared


@clause("10.3.3a", "10.3.3b")
def test_fire_on_routed_units_makes_them_rout_again() -> None:
    """RC37: with all their points, paid for the ground; who is not routed stays."""
    s = field("A807 F1.rifle-1 F1.rifle-2; A103 G1.rifle-1", 'routed = ["F1.rifle-1"]')
    let(s, lambda: rout.under_fire(s, hexa(s, "A807"), mask_of(s, "F1.rifle-1"), hexa(s, "A804")))
    do(s, "rout A808", "rout A809", "rout A810")
    assert where(s, "F1.rifle-1") == "A810" and where(s, "F1.rifle-2") == "A807"


@clause("10.3.3a")
def test_one_attack_makes_units_rout_once() -> None:
    s = field("A810 F1.rifle-1; A103 G1.rifle-1", 'routed = ["F1.rifle-1"]')

    def fired_on() -> None:
        rout.check_units(s, mask_of(s, "F1.rifle-1"), -1)
        rout.under_fire(s, hexa(s, "A810"), mask_of(s, "F1.rifle-1"))

    let(s, fired_on, [4, 4])
    events = do(s, "rout A811", "rout A812", "rout A813")
    assert len([e for e in events if isinstance(e, RoutMoved)]) == 3 and where(s, "F1.rifle-1") == "A813"


# rally (10.4)

SCATTERED = 'dead = ["F1.rifle-4"]\nrouted = ["F1.rifle-1"]'


@clause("10.4.1a", "10.4.2a", "10.4.2e", "10.4.2f", "3.3.2k")
def test_an_officer_rallies_units_in_range() -> None:
    """The example of 10.4.2: 7 + 1, less 2 for the formation and 1 for the unit: 5 rallies. G28, G39."""
    more = f'{SCATTERED}\nleaders = {{ F1 = "F.Landry" }}'
    units = "A810 F1.rifle-1:2 F.Landry; A811 F1.rifle-2:2; A812 F1.rifle-3:2; A103 G1.rifle-1 G.Apfelbaum"
    s = field(units, more)
    do(s, "activate F.Landry", "rally F.Landry")
    preview = s.preview("rouse F1.rifle-1")
    assert preview is not None and preview.chance("it rallies") * 36 == 10
    assert [factor.value for factor in preview.factors] == ["7", "+1", "-2", "-1"]
    do(s, "rouse F1.rifle-1", rolls=[2, 3])
    assert not s.routed and names(s, s.rallied) == {"F1.rifle-1"}
    assert refusal(s, "rally F.Landry") == "3.3.2a" and can(s, "prepare F1.rifle-2")
    do(s, "done", "activate G.Apfelbaum", "done")
    assert not s.rallied and not s.finished >> s.setting.piece("F1.rifle-1") & 1


@clause("10.4.2f", "3.3.1a")
def test_who_has_rallied_acts_without_its_officer_later_in_the_turn() -> None:
    """A15: Moreau is Finished; after an enemy activation the platoon, which is in command, is activated by itself."""
    s = field("A816 F1.rifle-1 F1.rifle-2 F.Moreau; A103 G1.rifle-1 G.Apfelbaum", 'routed = ["F1.rifle-1"]')
    do(s, "activate F.Moreau", "rally F.Moreau", "rouse F1.rifle-1", "done", rolls=[1, 1])
    assert s.to_act == "german" and not s.recovered
    do(s, "activate G.Apfelbaum", "done")
    assert choices(s, "activate") == {"F1.rifle-1"} and refusal(s, "activate F1.rifle-2") == "3.3.1b"
    do(s, "activate F1.rifle-1", "prepare F1.rifle-1")
    assert names(s, s.reaction) == {"F1.rifle-1"} and not s.recovered & ~s.prepared


@clause("10.4.2f")
def test_who_has_rallied_waits_for_an_enemy_activation() -> None:
    s = field(
        "A816 F1.rifle-1 F.Moreau; A103 G1.rifle-1 G.Apfelbaum", 'rallied = ["F1.rifle-1"]\nastray = ["F1.rifle-1"]'
    )
    assert refusal(s, "activate F1.rifle-1") == "10.4.2f"


@clause("10.4.2g")
def test_who_fails_to_rally_is_finished() -> None:
    s = field(PLAIN, 'routed = ["F1.rifle-1", "F1.rifle-2"]')
    do(s, "activate F.Moreau", "rally F.Moreau")
    do(s, "rouse F1.rifle-1", rolls=[6, 4])
    assert names(s, s.routed) == {"F1.rifle-1", "F1.rifle-2"} and names(s, s.finished) == {"F1.rifle-1"}
    assert refusal(s, "rouse F1.rifle-1") == "10.4.2g"
    do(s, "done")
    assert names(s, s.finished) == {"F1.rifle-1", "F.Moreau"}


@clause("10.4.2a")
def test_units_out_of_range_do_not_rally() -> None:
    s = field("A810 F1.rifle-1 F.Moreau; A813 F1.rifle-2; A103 G1.rifle-1", 'routed = ["F1.rifle-2"]')
    do(s, "activate F.Moreau")
    assert refusal(s, "rally F.Moreau") == "10.4.2a" and refusal(s, "rally F1.rifle-1") == "10.4.1a"


@clause("10.4.2a", "10.4.2f")
def test_units_that_are_finished_rally_too() -> None:
    """A14: a unit that fired and was then routed rallies, and stays Finished for this turn."""
    s = field(PLAIN, 'routed = ["F1.rifle-1", "F1.rifle-2"]\nfinished = ["F1.rifle-1"]')
    do(s, "activate F.Moreau", "rally F.Moreau")
    assert choices(s, "rouse") == {"F1.rifle-1", "F1.rifle-2"}
    do(s, "rouse F1.rifle-1", rolls=[3, 3])
    assert names(s, s.routed) == {"F1.rifle-2"} and "F1.rifle-1" in names(s, s.finished)


@clause("10.4.1a", "10.4.2b", "10.4.2c", "3.3.2j")
def test_a_routed_officer_first_rallies_himself() -> None:
    """His printed morale, 7, without leadership."""
    s = field(PLAIN, 'routed = ["F1.rifle-1", "F.Moreau"]')
    do(s, "activate F.Moreau", "rally F.Moreau")
    assert refusal(s, "rouse F1.rifle-1") == "10.4.2b" and choices(s, "rouse") == {"F.Moreau"}
    preview = s.preview("rouse F.Moreau")
    assert preview is not None and preview.chance("it rallies") * 36 == 21
    do(s, "rouse F.Moreau", rolls=[3, 4])
    assert choices(s, "rouse") == {"F1.rifle-1"}
    s = field(PLAIN, 'routed = ["F1.rifle-1", "F.Moreau"]')
    do(s, "activate F.Moreau", "rally F.Moreau", "rouse F.Moreau", rolls=[4, 4])
    assert names(s, s.routed) == {"F1.rifle-1", "F.Moreau"} and names(s, s.finished) == {"F.Moreau"}


@clause("10.4.1b", "10.4.2d")
def test_a_higher_officer_rallies_officers_and_units_of_others() -> None:
    """His 8 + 2 is the base: 10 for an officer, 9 for a unit that has lost a step."""
    senior = '[[force]]\nnation = "french"\nofficer = "senior"\nenters = 1\n'
    routed = 'routed = ["F1.rifle-1", "F.Moreau"]'
    s = field("A810 F1.rifle-1:2 F.Moreau; A811 F.Vasseur; A103 G1.rifle-1", routed, forces=senior)
    do(s, "activate F.Vasseur", "rally F.Vasseur")
    assert choices(s, "rouse") == {"F1.rifle-1", "F.Moreau"}
    chances = [s.preview(f"rouse {piece}") for piece in ("F.Moreau", "F1.rifle-1")]
    assert [preview and preview.chance("it rallies") * 36 for preview in chances] == [33, 30]
    do(s, "rouse F.Moreau", "rouse F1.rifle-1", rolls=[5, 5, 5, 5])
    assert names(s, s.routed) == {"F1.rifle-1"}


@clause("12.7.1g", "10.3.2a")
def test_who_routs_into_mines_sets_them_off() -> None:
    """A dispersed field: a 5 in the column of 3 factors is an effect of 2, one hit."""
    mines = 'mines = [{ hex = "A808", owner = "allied", kind = "ap", density = 0, shown = false }]'
    s = field("A809 G1.rifle-1; A811 F1.rifle-1", mines)
    let(s, lambda: rout.run(s, 1 << s.setting.piece("G1.rifle-1"), hexa(s, "A811")))
    s.routed |= 1 << s.setting.piece("G1.rifle-1")
    do(s, "rout A808", rolls=[2, 3])
    assert strengths(s)["G1.rifle-1"] == 2 and s.mines[0].shown and where(s, "G1.rifle-1") == "A808"
    assert choices(s, "rout")


@clause("12.2e", "12.2d")
def test_tanks_that_flee_or_assault_roll_wire_flat() -> None:
    """Wire stops men who flee; fully tracked vehicles pass through it, and it is gone."""
    wire = 'wire = ["A807", "A707", "A708", "A907", "A908"]'
    s = field("A808 G3.pz3-1 G1.rifle-1; A810 F1.rifle-1", wire)
    let(s, lambda: rout.run(s, mask_of(s, "G1.rifle-1"), hexa(s, "A810")))
    assert where(s, "G1.rifle-1") == "dead"
    let(s, lambda: rout.run(s, mask_of(s, "G3.pz3-1"), hexa(s, "A810")))
    do(s, "rout A807")
    assert not s.wire >> hexa(s, "A807") & 1 and s.wire >> hexa(s, "A707") & 1
    more = 'wire = ["A809"]\nfinished = ["G1.rifle-1"]\ncarriers = { "F.Aubry" = "F4.h39-1" }'
    s = field("A810 F4.h39-1 F.Aubry; A809 G1.rifle-1", more)
    do(s, "activate F.Aubry", "assault F4.h39-1", "launch", "hold", rolls=[6, 6])
    assert not s.wire


# ways that are closed, banks, who goes with whom


@clause("10.3.3a", "10.3.2e")
def test_who_routs_again_turns_aside_if_all_ways_home_are_closed() -> None:
    """Germans stand beside A710, A811 and A910."""
    s = field("A810 F1.rifle-1; A711 G1.rifle-1; A911 G1.rifle-2", 'routed = ["F1.rifle-1"]')
    let(s, lambda: rout.under_fire(s, hexa(s, "A810"), mask_of(s, "F1.rifle-1")))
    assert choices(s, "rout") == {"A709", "A809", "A909"} and refusal(s, "rout A811") == "10.3.2e"


@clause("10.3.3a")
def test_who_routs_again_takes_what_he_can_pay_for_on_the_way_home() -> None:
    """Four points: one for A812, one and a half for the fields of A712 and of A713; with none left it stops there."""
    s = field("A811 F1.rifle-1; A103 G1.rifle-1", 'routed = ["F1.rifle-1"]')
    let(s, lambda: rout.under_fire(s, hexa(s, "A811"), mask_of(s, "F1.rifle-1")))
    left = []
    for label in ("A812", "A712", "A713"):
        left += [step.left for step in s.agenda if isinstance(step, rout.Rerout)]
        do(s, f"rout {label}")
    assert left == [8, 6, 3] and where(s, "F1.rifle-1") == "A713" and not s.passing


RIVER = 'boards = [["A"]]\nriver = "minor"'


@clause("11.9.1c", "10.3.2a")
@pytest.mark.parametrize("bank", [0, 1])
def test_who_flees_along_a_river_stays_on_his_bank(bank: int) -> None:
    """So does what he carries."""
    ride = '[carriers]\n"F1.rifle-1" = "F.adk-1"\n'
    there = 'second_bank = ["F.adk-1", "F1.rifle-1"]\n' if bank else ""
    s = field("A1208 F.adk-1 F1.rifle-1; A103 G1.rifle-1", there + ride, head=RIVER)
    flight.go(s, mask_of(s, "F.adk-1"), hexa(s, "A1307"))
    assert names(s, s.second_bank) == ({"F.adk-1", "F1.rifle-1"} if bank else set())
    assert where(s, "F1.rifle-1") == "A1307" and names(s, s.moved) == {"F.adk-1", "F1.rifle-1"}


@clause("11.9a")
@pytest.mark.parametrize(("here", "second"), [("A1207", True), ("A1209", False)])
def test_who_flees_into_a_river_stands_on_the_bank_by_which_he_came(here: str, second: bool) -> None:
    s = field(f"{here} F1.rifle-1; A103 G1.rifle-1", head=RIVER)
    flight.go(s, mask_of(s, "F1.rifle-1"), hexa(s, "A1208"))
    assert names(s, s.second_bank) == ({"F1.rifle-1"} if second else set())


@clause("5.7a", "12.2d")
def test_ground_that_stops_what_carries_them_stops_all() -> None:
    """Marsh, a roadblock, a major river: a truck turns where its riders alone would not; wire stops both."""
    more = 'wire = ["A907"]\nroadblocks = ["A906"]\n[carriers]\n"F1.rifle-1" = "F.adk-1"\n'
    s = field("A905 F.adk-1 F1.rifle-1 F1.rifle-2; A103 G1.rifle-1", more, head=RIVER.replace("minor", "major"))
    riding, walking = (flight.forbidden(s, mask_of(s, unit)) for unit in ("F.adk-1", "F1.rifle-2"))
    for label, stops in (("A907", 3), ("A906", 1), ("A1006", 3), ("A1506", 3), ("A1001", 3), ("A902", 0), ("A908", 0)):
        assert (riding >> hexa(s, label) & 1) + 2 * (walking >> hexa(s, label) & 1) == stops, label
    assert flight.forbidden(s, mask_of(s, "F.adk-1", "F1.rifle-1")) == riding
    dry = field("A905 F.adk-1 F1.rifle-2; A103 G1.rifle-1", head=RIVER.replace("minor", "dry"))
    riding, walking = (flight.forbidden(dry, mask_of(dry, unit)) for unit in ("F.adk-1", "F1.rifle-2"))
    assert riding >> hexa(dry, "A1006") & 1 and not walking


@clause("10.3.2b")
def test_who_routs_leaves_a_vehicle_in_which_others_stay() -> None:
    ride = '[carriers]\n"G1.rifle-1" = "G.blitz-1"\n"G1.mg34-1" = "G.blitz-1"\n'
    s = field("A810 G.blitz-1 G1.rifle-1:1 G1.mg34-1:2; A816 F1.rifle-1", ride)
    let(s, lambda: rout.run(s, mask_of(s, "G1.rifle-1"), hexa(s, "A816")))
    assert s.carriers[s.setting.piece("G1.rifle-1")] == -1 and names(s, s.passing) == {"G1.rifle-1"}
    assert [step.left for step in s.agenda if isinstance(step, rout.Rout)] == [3]
    do(s, "rout A809")
    assert where(s, "G1.rifle-1") == "A809" and where(s, "G.blitz-1") == where(s, "G1.mg34-1") == "A810"


@clause("10.3.2b")
@pytest.mark.parametrize(
    ("units", "parts"),
    [
        ("F1.rifle-1 F4.h39-1 F.Moreau", {("F1.rifle-1", "F.Moreau"): 3, ("F4.h39-1",): 5}),
        ("F4.h39-1 F.Moreau", {("F4.h39-1", "F.Moreau"): 5}),
    ],
)  # fmt: skip
def test_an_officer_flees_with_men_on_foot_if_there_are_any(units: str, parts: dict[tuple[str, ...], int]) -> None:
    s = field(f"A810 {units}; A103 G1.rifle-1")
    let(s, lambda: rout.run(s, mask_of(s, *units.split()), -1))
    found = [step for step in s.agenda if isinstance(step, rout.Rout)]
    assert {tuple(s.piece_name(piece) for piece in step.group): step.left for step in found} == parts


@clause("4h")
def test_a_rout_is_not_followed_for_ever_in_search_of_room() -> None:
    s = field("A810 F1.rifle-1; A103 G1.rifle-1")
    everything = s.setting.board.everything
    column = sum(1 << hexa(s, f"A8{row:02}") for row in range(1, 17))
    full = column & ~(1 << hexa(s, "A806"))
    for far, found in ((3, False), (4, True)):
        assert flight.leads_on(s, hexa(s, "A810"), 0, column, full, far) == found
    assert not flight.leads_on(s, hexa(s, "A810"), 1, 0, 0) and flight.leads_on(s, hexa(s, "A810"), 0, 0, 0)
    assert flight.leads_on(s, hexa(s, "A810"), 3, everything, 0)


# who rallies whom

SENIORS = force("british", "B.rifle 1") + "".join(
    f'[[force]]\nnation = "{nation}"\nofficer = "senior"\nenters = 1\n' for nation in ("french", "british")
)  # fmt: skip


@clause("10.4.1b")
def test_a_higher_officer_rallies_only_his_own_nation() -> None:
    routed = 'routed = ["F1.rifle-1", "B1.rifle-1"]'
    for nation, unit in (("F", "F1.rifle-1"), ("B", "B1.rifle-1")):
        s = field("A103 G1.rifle-1; A810 F1.rifle-1; A811 B1.rifle-1", routed, forces=SENIORS)
        senior = next(p for p in s.leaders if p >= 0 and s.setting.seniors >> p & 1 and s.piece_name(p)[0] == nation)
        s.put(senior, hexa(s, "A810"))
        assert names(s, rally.rousable(s, senior)) == {unit}


@clause("10.4.2d", "10d", "10b")
def test_what_a_higher_officer_must_roll_for_others_and_for_his_own() -> None:
    """His 8 + 2, less 1 for a step and 1 for the losses of its formation beyond its units: four units, five steps."""
    senior = '[[force]]\nnation = "french"\nunits = { "F.rifle" = 1 }\nofficer = "senior"\nenters = 1\n'
    routed = 'routed = ["F1.rifle-1", "F5.rifle-1"]\ndead = ["F1.rifle-3"]\n'
    units = "A810 F1.rifle-1:2 F1.rifle-2:2 F1.rifle-4; A811 F.Vasseur F5.rifle-1:2; A103 G1.rifle-1; A1516 F.Moreau"
    s = field(units, routed, forces=senior)
    do(s, "activate F.Vasseur", "rally F.Vasseur")
    other, own = (s.preview(f"rouse {unit}") for unit in ("F1.rifle-1", "F5.rifle-1"))
    assert other is not None and own is not None
    assert [f.value for f in other.factors] == ["10", "-2"] and other.chance("it rallies") * 36 == 26
    assert [f.name for f in own.factors] == ["morale of the officer", "leadership", "its own losses"]
    assert [f.value for f in own.factors] == ["8", "+2", "-1"] and own.chance("it rallies") * 36 == 30


@clause("10.1e", "10.1d")
@pytest.mark.parametrize(("routed", "end"), [(1, "routs"), (2, "disintegrates")])
def test_a_formation_counts_as_routed_if_all_of_it_is(routed: int, end: str) -> None:
    """Morale 6; a 9 exceeds it by 3."""
    listed = ", ".join(f'"F1.rifle-{n}"' for n in range(1, routed + 1))
    more = f'leaders = {{ F1 = "" }}\nfallen = {{ F1 = "F.Fournel" }}\nrouted = [{listed}]'
    s = field("A810 F1.rifle-1 F1.rifle-2; A103 G1.rifle-1; A1516 G3.pz3-1", more + '\nfinished = ["G3.pz3-1"]')
    events = let(s, lambda: rout.check_formation(s, F1, hexa(s, "A810"), -1), [5, 4])
    assert [event.verdict for event in events if isinstance(event, FormationChecked)] == [end]


@clause("8.3n", "10.1e", "10.2j")
@pytest.mark.parametrize(
    ("units", "dice", "ends"),
    [
        ("A810 F1.rifle-1 F.Moreau", [5, 5, 6, 6], ["routs", "disintegrates"]),
        ("A810 F1.rifle-1 F.Moreau", [5, 4, 5, 5, 1, 1], ["holds", "routs"]),
        ("A810 F1.rifle-1 F.Moreau; A414 F1.rifle-2", [5, 5, 6, 6], ["routs", "disintegrates"]),
        ("A810 F1.rifle-1 F.Moreau; A414 F1.rifle-2", [1, 1, 5, 5], ["holds", "routs"]),
    ],
)  # fmt: skip
def test_several_checks_one_after_the_other(units: str, dice: list[int], ends: list[str]) -> None:
    """Morale 9: a 10 routs; then a 12 exceeds it by 3, which is too much for the routed. One more check is no worse."""
    s = field(f"{units}; A103 G1.rifle-1")
    times = len(dice) // 2
    events = let(s, lambda: rout.check_formation(s, F1, hexa(s, "A810"), -1, times=times), dice)
    found = [event.verdict for event in events if isinstance(event, FormationChecked | UnitChecked)]
    assert found[: len(ends)] == ends and len(found) == times
    assert (where(s, "F1.rifle-1") == "dead") == (ends[-1] == "disintegrates")
    assert bool(s.routed >> s.setting.piece("F1.rifle-1") & 1) == (ends[-1] == "routs")


@clause("10.4.2a", "3.1b")
def test_units_at_the_edge_of_the_command_range_rally() -> None:
    s = field("A808 F1.rifle-1; A810 F1.rifle-2; A811 F1.rifle-3; A812 F1.rifle-4; A809 F.Moreau; A103 G1.rifle-1",
              'routed = ["F1.rifle-1", "F1.rifle-2", "F1.rifle-3", "F1.rifle-4"]')  # fmt: skip
    officer = s.setting.piece("F.Moreau")
    far = s.setting.command_range[officer]
    near = {f"F1.rifle-{n}" for n, away in ((1, 1), (2, 1), (3, 2), (4, 3)) if away <= far}
    assert far == 2 and names(s, rally.rousable(s, officer)) == near


@clause("10.3.2f", "10.3.2g")
def test_no_hex_is_gone_over_twice() -> None:
    """Between two hexes nobody flees three; from the first of three hexes in a row there is a way of two."""
    s = field("A810 F1.rifle-1; A103 G1.rifle-1")
    two, three = (sum(1 << hexa(s, f"A8{row}") for row in range(10, last)) for last in (12, 13))
    assert [flight.leads_on(s, hexa(s, "A810"), far, two, 0) for far in (1, 2, 3)] == [True, False, False]
    assert [flight.leads_on(s, hexa(s, "A810"), far, three, 0) for far in (1, 2, 3)] == [True, True, False]


@clause("10.3.1a", "3.4a", "12.7.1g")
def test_whom_mines_rout_on_the_move_is_gone_before_enemies_fire_at_the_others() -> None:
    """One platoon of a stack loses a step and routs; the enemy, who fires at three hexes, waits until it has fled."""
    more = 'mines = [{ hex = "A809", owner = "allied", kind = "ap", density = 2, shown = false }]\n'
    more += 'reaction = ["F1.rifle-1"]\norders = { "F1.rifle-1" = "fire within 3" }\n'
    units = "A808 G1.rifle-1:2 G1.rifle-2:2 G.Apfelbaum; A101 G1.rifle-3:1; A812 F1.rifle-1 F.Moreau"
    s = field(units, more, side="german")
    do(s, "activate G.Apfelbaum", "move G1.rifle-1", "join G1.rifle-2")
    events = do(s, "to A809", rolls=[5, 5, 1, 6, 2, 1, 1])
    assert names(s, s.routed) == {"G1.rifle-1"} and choices(s, "rout")
    assert not any(isinstance(event, Attacked) for event in events)
    do(s, onward(s))
    do(s, onward(s))
    events = do(s, onward(s), rolls=[6, 6])
    assert where(s, "G1.rifle-1") == "A507" and any(isinstance(event, Attacked) for event in events)


def onward(s: FranceState) -> str:
    return f"rout {min(choices(s, 'rout'))}"


@pytest.mark.parametrize("kind", [retreat.Retreat, rout.Rout])
@clause("7.1f", "7.1e", "12.7.1g")
def test_an_officer_who_finds_another_tank_on_the_way_flees_no_farther(kind: type) -> None:
    """Mines take his tank in A811, where another of his stands: he rides in that, and stays with it."""
    more = 'mines = [{ hex = "A811", owner = "german", kind = "at", density = 1, shown = true }]\n'
    more += '[carriers]\n"F.Aubry" = "F4.h39-1"\n'
    s = field("A810 F4.h39-1:1 F.Aubry; A811 F4.h39-2; A103 G1.rifle-1 G.Apfelbaum", more)
    group = tuple(s.setting.piece(name) for name in ("F4.h39-1", "F.Aubry"))
    start, mined = hexa(s, "A810"), hexa(s, "A811")
    if kind is rout.Rout:
        s.push(rout.Rout(group, hexa(s, "A809"), (start,), 5))
    else:
        s.push(retreat.Retreat(group, (start,), 2, (mined,), 0))
    s.ask_again()
    let(s, lambda: getattr(s.agenda[-1], kind.__name__.lower())(s, mined), [1, 1, 6, 6, 1, 1])
    assert where(s, "F4.h39-1") == "dead" and where(s, "F.Aubry") == where(s, "F4.h39-2") == "A811" and not faults(s)
    assert not choices(s, kind.__name__.lower())
