"""Artillery that officers direct (8.1): who fires at what, accuracy, concentrated and dispersed fire, smoke, wire."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine import Event
from meuse.engine.events import Rolled
from meuse.games.france_1940 import artillery, attack, nations, smoke
from meuse.games.france_1940.events import Attacked, AttackResult, MissionDrifted, MissionLost
from meuse.games.france_1940.hits import Weapon
from meuse.games.france_1940.state import FranceState, Target

from . import gunnery
from .kit import ENDING, OWN, can, choices, clause, do, lay, names, own, owned, refusal

FORCES = """
[[force]]
nation = "french"
units = { "F.rifle" = 3, "F.mortar" = 1, "F.cm36" = 1 }
officer = "infantry"
[[force]]
nation = "french"
units = { "F.rifle" = 2, "F.mortar" = 1 }
officer = "infantry"
[[force]]
nation = "french"
units = { "F.rifle" = 1 }
officer = "infantry"
[[force]]
nation = "german"
units = { "G.rifle" = 4, "G.pz1" = 1 }
officer = "infantry"
[[force]]
nation = "german"
units = { "G.mortar" = 2 }
officer = "support"
[[battery]]
nation = "german"
calibre = 105
missions = 3
smoke = 1
[[battery]]
nation = "german"
calibre = 105
strength = "depleted"
missions = 1
smoke = 1
[[battery]]
nation = "french"
calibre = 105
missions = 3
[[battery]]
nation = "french"
calibre = 75
missions = 2
[[air]]
nation = "german"
aircraft = "stuka"
attacks = 2
"""
MAY = own(FORCES, "smoke = { german = 1, allied = 1 }")
GERMAN = 'phase = "german activation"\ninitiative = "german"\n'
FRENCH = 'phase = "allied activation"\ninitiative = "allied"\n'
GUNS = 'missions = { "G.105mm-1" = 3, "G.105mm-2" = 1, "F.105mm-1" = 3, "F.75mm-2" = 2 }\n'
GUNS += 'smoke_missions = { "G.105mm-1" = 1, "G.105mm-2" = 1 }\n'
GUNS += 'attacks = { "G.air-1" = 2 }\naircraft = { "G.air-1" = 1 }\n'
LEADERS = 'leaders = { F1 = "F.Girard", F2 = "F.Moreau", F3 = "F.Landry", G1 = "G.Apfelbaum", G2 = "G.Kessel" }\n'
OPEN = """
[units]
A813 = ["G.Apfelbaum", "G1.rifle-1"]
A812 = ["G1.rifle-2"]
A809 = ["F1.rifle-1", "F1.rifle-2"]
A109 = ["F.Girard"]
A1509 = ["F.Moreau"]
"""
"""A German officer looks along an open lane at French riflemen four hexes away."""


def place(units: str = OPEN, side: str = GERMAN, more: str = "", scenario: str = MAY) -> FranceState:
    return lay(side + GUNS + LEADERS + more + units, scenario)


def labelled(s: FranceState, events: list[Event]) -> dict[str, int]:
    """The hexes attacked, with the factors."""
    return {s.label(event.hex): event.factors for event in events if isinstance(event, Attacked)}


# who directs


@clause("3.3.2e", "8.1.1c")
def test_after_one_mission_the_formation_still_acts() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "shell A809", rolls=[4])
    do(s, "resolve", rolls=[6, 6])
    assert names(s, s.finished) == {"G.Apfelbaum"} and choices(s, "prepare") == {"G1.rifle-1", "G1.rifle-2"}
    assert refusal(s, "direct G.Apfelbaum") == "3.3.2a" and s.missions[0] == 2


@clause("3.3.2g", "8.1.1d", "3.3.2i", "8.1.1f")
def test_after_two_missions_nobody_else_of_the_formation_acts() -> None:
    """RC25: all units of the formation are Finished at once, also out of command; artillery and air do not mix."""
    s = place(OPEN.replace("[units]", '[units]\nA101 = ["G1.rifle-3"]'), more='astray = ["G1.rifle-3"]\n')
    do(s, "activate G.Apfelbaum", "barrage G.Apfelbaum")
    assert names(s, s.finished) == {"G1.rifle-1", "G1.rifle-2", "G1.rifle-3"}
    do(s, "battery G.105mm-1", "shell A809")
    assert not can(s, "mission G.air-1") and not can(s, "fly G.Apfelbaum")
    do(s, "battery G.105mm-2", "spread A809", rolls=[1, 1])
    do(s, "resolve", "keep", rolls=[6, 6])
    assert s.activator == -1 and "G.Apfelbaum" in names(s, s.finished)  # nobody was left to act


@clause("3.3.2g", "8.1.1f")
def test_two_missions_come_before_all_else() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "prepare G1.rifle-1")
    assert refusal(s, "barrage G.Apfelbaum") == "3.3.2g" == refusal(s, "raid G.Apfelbaum")
    do(s, "direct G.Apfelbaum", "battery G.105mm-1", "shell A809", rolls=[1])
    do(s, "keep")
    assert refusal(s, "fly G.Apfelbaum") == "3.3.2a"


@clause("3.3.2g")
def test_no_two_missions_when_a_unit_has_moved_up_to_the_enemy() -> None:
    """It could still assault, but it has acted; one mission is left to the officer."""
    s = place(OPEN.replace("A812 =", "A811 ="))
    do(s, "activate G.Apfelbaum", "move G1.rifle-2", "to A810", "hold", "hold", "stop")
    assert names(s, s.poised) == {"G1.rifle-2"}
    assert refusal(s, "barrage G.Apfelbaum") == "3.3.2g" == refusal(s, "raid G.Apfelbaum")
    assert can(s, "direct G.Apfelbaum") and can(s, "assault G1.rifle-2")


@clause("7a")
def test_a_higher_officer_directs_one_mission_at_a_time() -> None:
    senior = '[[force]]\nnation = "german"\nofficer = "senior"\nenters = 1\n'
    s = place(OPEN.replace("A813 = [", 'A813 = ["G.Hagen", '), scenario=own(FORCES + senior))
    do(s, "activate G.Hagen")
    assert can(s, "direct G.Hagen") and refusal(s, "barrage G.Hagen") == "7a" == refusal(s, "raid G.Hagen")


@clause("3.3.2g")
def test_of_two_missions_the_second_may_be_left_out() -> None:
    """The formation is Finished all the same, also a mortar that did not fire."""
    s = place(OPEN.replace("A813 =", 'A814 = ["G2.mortar-1", "G2.mortar-2", "G.Kessel"]\nA813 ='))
    do(s, "activate G.Kessel", "barrage G.Kessel", "gun G2.mortar-1", "shell A809", "done", rolls=[2])
    do(s, "resolve", rolls=[6, 6])
    assert {"G2.mortar-1", "G2.mortar-2", "G.Kessel"} <= names(s, s.finished)


@clause("8.1.1g")
def test_nobody_fires_at_an_officer_who_directs_artillery() -> None:
    s = place(more='reaction = ["F1.rifle-1"]\norders = { "F1.rifle-1" = "fire", "F1.rifle-2" = "fire" }\n')
    do(s, "activate G.Apfelbaum")
    events = do(s, "direct G.Apfelbaum", "battery G.105mm-1", "shell A809", rolls=[1])
    assert not labelled(s, events) and s.decision is not None and s.decision.side == "german"
    assert names(s, s.reaction) == {"F1.rifle-1"} and not s.moving


def test_only_officers_who_see_something_direct() -> None:
    """Apfelbaum looks into the woods: he could lay smoke, but without any there is nothing to direct."""
    units = OPEN.replace("A813", "A101")
    s = place(units)
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "direct G1.rifle-1") == "3.3.2e" and can(s, "direct G.Apfelbaum")
    s = lay(GERMAN + GUNS.replace("smoke_missions", "# ") + LEADERS + units, MAY)
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "direct G.Apfelbaum") == "3.3.2e"


@clause("5.5h", "3.3.2e", "3.3.2h")
def test_an_officer_in_a_truck_directs_nothing() -> None:
    """He can do nothing while he is carried, nor can he rally anybody."""
    truck = own(FORCES + '[[force]]\nnation = "german"\nunits = { "G.blitz" = 1 }\n')
    units = OPEN.replace('"G.Apfelbaum", "G1.rifle-1"', '"G.Apfelbaum", "G1.rifle-1", "G.blitz-1"')
    s = place(units + '\n[carriers]\n"G.Apfelbaum" = "G.blitz-1"\n', more='routed = ["G1.rifle-1"]\n', scenario=truck)
    do(s, "activate G.Apfelbaum")
    for verb in ("direct", "barrage", "fly", "raid", "rally"):
        assert refusal(s, f"{verb} G.Apfelbaum") == "5.5h"
    s = place(units, more='routed = ["G1.rifle-1"]\n', scenario=truck)
    do(s, "activate G.Apfelbaum")
    assert can(s, "direct G.Apfelbaum") and can(s, "fly G.Apfelbaum") and can(s, "rally G.Apfelbaum")


# who fires


@clause("8.1.3a")
def test_batteries_are_those_of_the_scenario_and_of_the_side() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum")
    assert choices(s, "battery") == {"G.105mm-1", "G.105mm-2"} and refusal(s, "battery F.105mm-1") == "8.1.3a"
    assert not s.setting.game.setting("arras").batteries


@clause("8.1.3.1a")
def test_a_battery_without_missions_is_silent() -> None:
    s = lay(GERMAN + GUNS.replace('"G.105mm-1" = 3, ', "") + LEADERS + OPEN, MAY)
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "shell A809", rolls=[4])  # the other one is the only choice
    assert s.targets[0].battery == "G.105mm-2"
    do(s, "resolve", rolls=[6, 6])
    assert list(s.missions) == [0, 0, 3, 2]


GIRARD = """
[units]
A1110 = ["F.Girard"]
A1211 = ["F1.mortar-1", "F1.cm36-1"]
A1210 = ["F1.rifle-1"]
A914 = ["F2.mortar-1", "F.Moreau"]
A610 = ["G1.rifle-1"]
A101 = ["G.Apfelbaum"]
A1516 = ["G.Kessel"]
"""
"""Girard on his hill, two levels above the hamlet A610; his guns stand behind him."""


@clause("8.1.1e", "3.3.2f", "8.1.1i")
def test_guns_of_the_formation_beside_the_officer_fire_at_what_only_he_sees() -> None:
    s = place(GIRARD, FRENCH)
    mortar = s.where[s.setting.piece("F1.mortar-1")]
    assert not s.setting.sight.seen_from(mortar) >> s.setting.board.place("A610") & 1
    do(s, "activate F.Girard", "direct F.Girard")
    assert choices(s, "gun") == {"F1.mortar-1", "F1.cm36-1"} and refusal(s, "gun F2.mortar-1") == "8.1.1e"
    assert refusal(s, "gun F1.rifle-1") == "8.1.1a"
    do(s, "gun F1.mortar-1")
    assert can(s, "shell A610") and choices(s, "join") == {"F1.cm36-1"}
    do(s, "join F1.cm36-1", "shell A610", rolls=[1])
    events = do(s, "resolve", rolls=[6, 6])
    assert labelled(s, events) == {"A610": 16} and {"F1.mortar-1", "F1.cm36-1"} <= names(s, s.finished)


@clause("7.3c", "8.1.1e")
def test_an_officer_directs_the_mortar_of_who_acts_with_him() -> None:
    """G29: as long as both act, their units are one formation."""
    together = GIRARD.replace('"F1.cm36-1"]', '"F1.cm36-1", "F2.mortar-1", "F.Moreau"]')
    s = place(together.replace('A914 = ["F2.mortar-1", "F.Moreau"]\n', ""), FRENCH)
    do(s, "coordinate F.Girard", "second F.Moreau", rolls=[1])
    do(s, "direct F.Girard")
    assert choices(s, "gun") == {"F1.mortar-1", "F1.cm36-1", "F2.mortar-1"}
    do(s, "gun F2.mortar-1", "shell A610", rolls=[1])
    assert labelled(s, do(s, "resolve", rolls=[6, 6])) == {"A610": 6} and "F2.mortar-1" in names(s, s.finished)


@clause("12.9a", "8.1.1i")
@pytest.mark.parametrize(("arrow", "fires"), [("w", True), ("e", False)])
def test_a_mortar_inside_a_fortification_fires_to_its_front_only(arrow: str, fires: bool) -> None:
    """R15: the hamlet lies west of it."""
    fort = f'forts = [{{ hex = "A1211", value = 4, arrow = "{arrow}", owner = "allied" }}]\ninside = ["F1.mortar-1"]\n'
    s = place(GIRARD, FRENCH, fort)
    officer, mortar, hamlet = s.setting.piece("F.Girard"), s.setting.piece("F1.mortar-1"), s.setting.board.place("A610")
    assert bool(artillery.field_of(s, officer, mortar) >> hamlet & 1) == fires
    clauses = {bar.clause for bar in artillery.gun_bars(s, officer, (mortar,)) if bar.closed >> hamlet & 1}
    assert clauses == (set() if fires else {"12.9a"})


@clause("8.1.1i")
def test_a_gun_away_from_its_officer_must_see_the_target_itself() -> None:
    units = GIRARD.replace('A1211 = ["F1.mortar-1", "F1.cm36-1"]', 'A1112 = ["F1.mortar-1"]\nA909 = ["F1.cm36-1"]')
    s = place(units, FRENCH)
    do(s, "activate F.Girard", "direct F.Girard")
    twin = s.clone()
    do(s, "gun F1.mortar-1")
    assert refusal(s, "shell A610") == "8.1.1i" == refusal(s, "screen A610") and can(s, "screen A712")
    do(twin, "gun F1.cm36-1")
    assert can(twin, "shell A610") and can(twin, "screen A1004")


@clause("8.1.1h")
def test_the_officer_must_see_the_target() -> None:
    s = place(GIRARD.replace('A610 = ["G1.rifle-1"]', 'A610 = ["G1.rifle-1"]\nA810 = ["G1.rifle-2"]'), FRENCH)
    do(s, "activate F.Girard", "direct F.Girard", "battery F.105mm-1")
    assert choices(s, "shell") == {"A610"} and refusal(s, "shell A810") == "8.1.1h"
    assert refusal(s, "shell A710") == "8.1.2a" and refusal(s, "screen A710") == "8.1.5c"


@clause("8.1.1j")
def test_no_indirect_fire_out_of_woods_across_woods() -> None:
    """A mortar in woods fires past open neighbours, not across the wooded one beside it."""
    units = """
[units]
A313 = ["F1.mortar-1", "F.Girard"]
A310 = ["G1.rifle-1"]
A315 = ["G1.rifle-2"]
A101 = ["G.Apfelbaum"]
"""
    s = place(units, FRENCH)
    board = s.setting.board
    officer, mortar = s.setting.piece("F.Girard"), s.setting.piece("F1.mortar-1")

    def shut() -> list[str]:
        """Which of A310, A312 and A315 the woods close: A312 beside the mortar is woods, A314 light woods."""
        closed = sum(bar.closed for bar in artillery.gun_bars(s, officer, (mortar,)) if bar.clause == "8.1.1j")
        return [label for label in ("A310", "A312", "A315") if closed >> board.place(label) & 1]

    assert shut() == ["A310", "A315"]
    s.shift(mortar, board.place("A213"))  # open ground
    assert shut() == []


@clause("8.1.1j", "8.1.1i")
def test_what_a_gun_in_woods_sees_itself_is_open_to_it() -> None:
    """The rule is about targets out of the gun's own sight: from the wooded hill A505 it sees A805 over woods below."""
    s = place('[units]\nA505 = ["F1.mortar-1", "F.Girard"]\nA805 = ["G1.rifle-1"]\nA101 = ["G.Apfelbaum"]\n', FRENCH)
    board, (here, there) = s.setting.board, (s.setting.board.place("A505"), s.setting.board.place("A805"))
    woods = s.setting.ground.of["woods"] | s.setting.ground.of["light woods"]
    assert s.setting.sight.shadows.behind(here, woods & board.around[here]) >> there & 1
    do(s, "activate F.Girard", "direct F.Girard", "gun F1.mortar-1")
    assert can(s, "shell A805")


@clause("8h")
def test_indirect_fire_reaches_as_far_as_direct_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    """G03: with the other reading nobody fires at exactly twice his range, directed or not."""
    s = place(GIRARD, FRENCH)
    officer, mortar, far = s.setting.piece("F.Girard"), s.setting.piece("F1.mortar-1"), s.setting.board.place("A610")
    monkeypatch.setattr(s.setting, "art_range", bytes([3] * len(s.setting.pieces)))
    assert s.setting.board.distance(s.where[mortar], far) == 6
    assert artillery.field_of(s, officer, mortar) >> far & 1
    s.rulings = s.rulings | {"long_range": "less"}
    assert not artillery.field_of(s, officer, mortar) >> far & 1


@clause("8.1.2c", "2.3c")
def test_a_battery_does_not_fire_like_the_veterans_beside_it() -> None:
    """G13: veteran mortars alone shift a column to the right, together with a battery they do not."""
    veterans = FORCES.replace('units = { "G.mortar" = 2 }', 'quality = "veteran"\nunits = { "G.mortar" = 2 }')
    s = place(LANE, scenario=own(veterans))
    hexa, officer = s.setting.board.place("A809"), s.setting.piece("G.Kessel")
    mortar = Target(hexa, hexa, "concentrated", "", (s.setting.piece("G2.mortar-1"),))
    battery = Target(hexa, hexa, "concentrated", "G.105mm-1", ())
    shifts = [artillery.shots(s, officer, fired)[0].attack.shift for fired in ([mortar], [battery], [mortar, battery])]
    assert shifts == [1, 0, 0]


LANE = """
[units]
A814 = ["G2.mortar-1", "G2.mortar-2", "G.Kessel"]
A812 = ["G1.rifle-2"]
A811 = ["F1.rifle-3"]
A809 = ["F1.rifle-1"]
A109 = ["F.Girard"]
A101 = ["G.Apfelbaum"]
"""


@clause("8.1.1a", "8.1.1b")
def test_guns_on_the_board_fire_directly_at_what_they_see() -> None:
    """They are activated as other units are, and may fire in groups; batteries beyond the board never do so."""
    s = place(LANE.replace("A814", "A813").replace('A812 = ["G1.rifle-2"]\nA811 = ["F1.rifle-3"]\n', ""))
    do(s, "activate G.Kessel", "fire G2.mortar-1")
    assert refusal(s, "art_fire A109") == "8.3b" and not can(s, "battery G.105mm-1")
    do(s, "art_fire A809", "join G2.mortar-2")
    assert labelled(s, do(s, "shoot", rolls=[6, 6])) == {"A809": 12}


def test_indirect_fire_goes_over_friends_and_past_the_nearest_enemy() -> None:
    """RC22, RC23: a German platoon stands in the lane, and a French one nearer than the target."""
    s = place(LANE)
    do(s, "activate G.Kessel")
    assert refusal(s, "fire G2.mortar-1") == "8.3b"
    do(s, "direct G.Kessel", "gun G2.mortar-1")
    assert {"A809", "A811"} <= choices(s, "shell")


# concentrated and dispersed


@clause("8.1.2a", "8.1.2b", "8.1.3.1b", "8.1.3.2b")
@pytest.mark.parametrize(("battery", "full", "half"), [("G.105mm-1", 10, 5), ("G.105mm-2", 6, 3)])
def test_strengths_of_105_mm_batteries(battery: str, full: int, half: int) -> None:
    """EX17: full 10 and 5, depleted 6 and 3."""
    for verb, factors in (("shell", full), ("spread", half)):
        s = place(OPEN.replace("A812 = ", "A808 = "))
        do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", f"battery {battery}", f"{verb} A809", rolls=[1])
        dice = [6, 6] * (2 if verb == "spread" else 1)
        events = do(s, "resolve", rolls=dice)
        hexes = {"A809", "A808"} if verb == "spread" else {"A809"}  # of the seven only those where somebody is
        assert labelled(s, events) == dict.fromkeys(hexes, factors)


@clause("8.1.3.1c", "8.1.2b")
def test_the_hexes_of_dispersed_fire() -> None:
    s = place()
    target = Target(s.setting.board.place("A714"), s.setting.board.place("A714"), "dispersed", "G.105mm-1", ())
    hexes = {s.label(hexa) for hexa in artillery.footprint(s, target)}
    assert hexes == {"A714", "A713", "A814", "A815", "A715", "A615", "A614"}


@clause("8.1.2b")
def test_dispersed_fire_rolls_once_for_accuracy_and_for_each_hex_and_hits_friends() -> None:
    """G75: two hexes with French, one with Germans; a 2 costs those in the open two steps."""
    units = """
[units]
A813 = ["G.Apfelbaum", "G1.rifle-2"]
A810 = ["G1.rifle-1"]
A809 = ["F1.rifle-1"]
A909 = ["F1.rifle-2"]
A109 = ["F.Girard", "F1.rifle-3", "F1.mortar-1"]
"""
    s = place(units)
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "spread A809", rolls=[3])
    events = do(s, "resolve", rolls=[1, 1, 1, 1, 1, 1])
    assert labelled(s, events) == {"A809": 5, "A810": 5, "A909": 3}  # the officer does not see A909
    steps = {name: s.steps[s.setting.piece(name)] for name in ("F1.rifle-1", "F1.rifle-2", "G1.rifle-1")}
    assert steps["F1.rifle-1"] == 1 and steps["G1.rifle-1"] == 1 and steps["F1.rifle-2"] == 2  # A909 is light woods


@clause("8.1.2c", "8.1.3.2a")
def test_missions_on_one_hex_add_their_factors() -> None:
    """A whole battery concentrated and a depleted one dispersed: 10 + 3 in the middle, 3 beside it."""
    s = place(OPEN.replace('A809 = ["F1.rifle-1", "F1.rifle-2"]', 'A809 = ["F1.rifle-1"]\nA810 = ["F1.rifle-2"]'))
    do(s, "activate G.Apfelbaum", "barrage G.Apfelbaum", "battery G.105mm-1", "shell A809", "battery G.105mm-2")
    do(s, "spread A809", rolls=[1, 2])
    assert [s.label(target.hex) for target in s.targets] == ["A809", "A809"]
    events = do(s, "resolve", "resolve", rolls=[6, 6, 6, 6])
    assert labelled(s, events) == {"A809": 13, "A810": 3}


def test_of_two_missions_one_may_be_kept() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "barrage G.Apfelbaum", "battery G.105mm-1", "shell A809", "battery G.105mm-1")
    do(s, "shell A809", rolls=[1, 1])
    events = do(s, "keep", "resolve", rolls=[6, 6])
    assert labelled(s, events) == {"A809": 10} and s.missions[0] == 2 and not s.targets


def test_hidden_enemies_cost_half_the_factors() -> None:
    """RC24: stationary riflemen in woods four hexes away."""
    units = OPEN.replace('A809 = ["F1.rifle-1", "F1.rifle-2"]', 'A808 = ["F1.rifle-1"]')
    s = place(units)
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "shell A808", rolls=[3])
    assert labelled(s, do(s, "resolve", rolls=[6, 6])) == {"A808": 5}


@clause("8.1.1i")
def test_a_mortar_fires_at_half_beyond_its_range() -> None:
    """At six hexes 6; fifteen hexes away half of that, and half again because the officer does not see who is there."""
    s = place(GIRARD, FRENCH)
    officer, mortar, board = s.setting.piece("F.Girard"), s.setting.piece("F1.mortar-1"), s.setting.board
    found = []
    for hexa in map(board.place, ("A610", "A101")):
        (shot,) = artillery.shots(s, officer, [Target(hexa, hexa, "concentrated", "", (mortar,))])
        found.append((board.distance(s.where[mortar], hexa), shot.attack.factors))
    assert found == [(6, 6), (15, 2)]


# accuracy


@clause("8.1.4a", "8.1.4b")
def test_girard_directs_the_mortar() -> None:
    """EX18: he spots the platoon in the hamlet five hexes away, two levels below; 4 lands there, 5 and 6 drift."""
    s = place(GIRARD, FRENCH)
    do(s, "activate F.Girard", "direct F.Girard", "gun F1.mortar-1")
    preview = s.preview("shell A610")
    assert preview is not None and preview.chance("on target") == Fraction(2, 3)
    assert not [factor for factor in preview.factors if factor.clause in ("8.1.4b", "14.4a")]
    for die in (5, 6):
        twin = s.clone()
        assert any(isinstance(event, MissionDrifted) for event in do(twin, "shell A610", rolls=[die, 4]))
    do(s, "shell A610", rolls=[4])
    events = do(s, "resolve", rolls=[6, 6])
    assert labelled(s, events) == {"A610": 6}


@clause("8.1.4b")
def test_hidden_enemies_are_harder_to_meet() -> None:
    """R12: +1 if the officer sees the hex, but none of the enemies in it."""
    s = place(OPEN.replace('A809 = ["F1.rifle-1", "F1.rifle-2"]', 'A808 = ["F1.rifle-1"]'))
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1")
    preview = s.preview("shell A808")
    assert preview is not None and preview.chance("on target") == Fraction(1, 2)
    do(s, "shell A808", rolls=[4, 4])
    assert s.label(s.targets[0].hex) == "A809"


@clause("8.1.4a", "2.1c")
@pytest.mark.parametrize(
    ("die", "hexa"), [(1, "A808"), (2, "A908"), (3, "A909"), (4, "A810"), (5, "A709"), (6, "A708")]
)
def test_drift_runs_clockwise_from_the_north(die: int, hexa: str) -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1")
    events = do(s, "shell A809", rolls=[5, die])
    assert [s.label(event.to) for event in events if isinstance(event, MissionDrifted)] == [hexa]


@clause("8.1.4c")
def test_a_mission_may_be_kept_whether_it_drifted_or_not() -> None:
    """G74: the officer has acted, the battery has its mission still, and the target is free again."""
    for dice in ([1], [6, 4]):
        s = place()
        do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "shell A809", rolls=dice)
        do(s, "keep")
        assert s.missions[0] == 3 and not s.targets and "G.Apfelbaum" in names(s, s.finished)


@clause("8.1.4c")
def test_a_gun_that_is_held_back_is_finished() -> None:
    s = place(GIRARD, FRENCH)
    do(s, "activate F.Girard", "direct F.Girard", "gun F1.mortar-1", "screen A710", rolls=[1])
    do(s, "keep")
    assert "F1.mortar-1" in names(s, s.finished) and s.smoke_left == (1, 1)


@clause("8.1.4d")
def test_fire_out_of_sight_is_lost() -> None:
    """The officer sees A808 behind light woods' edge, not A807 behind it: what drifts there is lost."""
    s = place(OPEN.replace('A809 = ["F1.rifle-1", "F1.rifle-2"]', 'A808 = ["F1.rifle-1"]'))
    apfelbaum = s.where[s.setting.piece("G.Apfelbaum")]
    assert not s.setting.sight.seen_from(apfelbaum) >> s.setting.board.place("A807") & 1
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1")
    events = do(s, "shell A808", rolls=[6, 1])
    assert any(isinstance(event, MissionLost) for event in events) and s.missions[0] == 2 and not s.targets
    assert can(s, "prepare G1.rifle-1")  # the activation goes on


@clause("8.1.4d")
def test_fire_off_the_board_is_lost() -> None:
    units = OPEN.replace("A809 =", "A801 =").replace('A813 = ["G.Apfelbaum", "G1.rifle-1"]', 'A804 = ["G.Apfelbaum"]')
    s = place(units)
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "shell A801", rolls=[6, 1])
    assert s.missions[0] == 2 and not s.targets


# French batteries (14.4)


@clause("14.4a", "14.4b", "14.4c")
@pytest.mark.parametrize(
    ("day", "heavy", "light"),
    [("1940-06-11", 5, 5), ("1940-06-12", 4, 4), ("1940-06-15", 4, 4), ("1940-06-16", 3, 4)],
)
def test_french_batteries_by_the_day(day: str, heavy: int, light: int) -> None:
    """The highest die on target: -1 before 12 June, +1 after 15 June but for the 75 mm, mortars as ever (G92)."""
    text = f'{OWN}boards = [["A"]]\n{FORCES}{ENDING}'.replace("1940-05-12", day)
    s = place(GIRARD, FRENCH, scenario=owned(text))
    do(s, "activate F.Girard", "direct F.Girard")
    best = {}
    for source in ("battery F.105mm-1", "battery F.75mm-2", "gun F1.mortar-1"):
        twin = s.clone()
        do(twin, source)
        preview = twin.preview("shell A610")
        assert preview is not None
        best[source] = preview.chance("on target") * 6
    assert best == {"battery F.105mm-1": heavy, "battery F.75mm-2": light, "gun F1.mortar-1": 4}


@clause("14.4a")
def test_without_the_national_rule_french_batteries_are_like_others() -> None:
    s = place(GIRARD, FRENCH, scenario=own("[national]\nartillery = false\n" + FORCES))
    assert nations.accuracy(s, 2) == 0


# smoke (8.1.5)


@clause("8.1.5a", "8.1.5i", "8.1.5t5")
def test_mortar_smoke_lands() -> None:
    """EX15: a 3, and grey smoke stands at 4; nobody is hit."""
    s = place(GIRARD, FRENCH)
    do(s, "activate F.Girard", "direct F.Girard", "gun F1.mortar-1", "screen A610", rolls=[3])
    events = do(s, "resolve")
    assert s.smoke == {s.setting.board.place("A610"): 4} and smoke.grey(s) and not smoke.black(s)
    assert not labelled(s, events) and not any(isinstance(event, AttackResult | Rolled) for event in events)


@clause("8.1.5i")
def test_smoke_rises_where_the_mission_drifts() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "screen A809", rolls=[5, 4])
    do(s, "resolve")
    assert s.smoke == {s.setting.board.place("A810"): 8}


@clause("8.1.5b")
def test_smoke_falls_on_one_hex() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "screen A810", rolls=[1])
    do(s, "resolve")
    assert len(s.smoke) == 1 and artillery.footprint(s, Target(0, 0, "smoke", "G.105mm-1", ())) == (0,)


@clause("8.1.5c")
def test_smoke_missions_are_counted() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "barrage G.Apfelbaum", "battery G.105mm-1", "screen A810", "battery G.105mm-1")
    assert refusal(s, "screen A811") == "8.1.5c"
    do(s, "shell A809", rolls=[1, 1])
    do(s, "resolve", "resolve", rolls=[6, 6])
    assert s.missions[0] == 1 and s.smoke_missions[0] == 0 and s.smoke_left == (1, 1)


@clause("8.1.2c", "8.1.5e")
def test_smoke_does_not_hide_the_target_of_shells_fired_with_it() -> None:
    """Two missions are fired at one time: the shells have the factors that the preview said, then the smoke rises."""
    s = place()
    do(s, "activate G.Apfelbaum", "barrage G.Apfelbaum", "battery G.105mm-1", "screen A810", "battery G.105mm-1")
    do(s, "shell A809", rolls=[1, 1])
    do(s, "resolve")
    preview = s.preview("resolve")
    assert preview is not None and "10" in [factor.value for factor in preview.factors if factor.name == "column"]
    events = do(s, "resolve", rolls=[6, 6])
    assert labelled(s, events) == {"A809": 10} and s.smoke == {s.setting.board.place("A810"): 8}


@clause("8.1.5c")
def test_smoke_of_guns_on_the_board_is_counted_by_side() -> None:
    s = place(GIRARD, FRENCH)
    do(s, "activate F.Girard", "direct F.Girard", "gun F1.mortar-1", "screen A610", rolls=[1])
    do(s, "resolve")
    assert s.smoke_left == (1, 0)


@clause("8.1.5t1", "8.1.5t2", "8.1.5t3", "8.1.5t4", "8.1.5t5")
@pytest.mark.parametrize(
    ("battery", "guns", "steps", "number"),
    [
        ("G.105mm-1", (), 3, 8), ("G.105mm-2", (), 3, 6), ("", ("F1.cm36-1",), 3, 6), ("", ("F1.cm36-1",), 2, 6),
        ("", ("F1.cm36-1",), 1, 4), ("", ("F1.mortar-1",), 3, 4), ("", ("F1.mortar-1",), 1, 4),
        ("", ("F1.mortar-1", "F1.cm36-1"), 3, 6),
    ],
)  # fmt: skip
def test_with_which_number_smoke_begins(battery: str, guns: tuple[str, ...], steps: int, number: int) -> None:
    """N04; guns are reduced when they have been turned over, not before."""
    s = place(GIRARD, FRENCH)
    for gun in guns:
        s.set_steps(s.setting.piece(gun), steps)
    assert smoke.start(s, Target(0, 0, "smoke", battery, tuple(map(s.setting.piece, guns)))) == number


@clause("8.1.5h", "8.1.5j", "8.1.5l", "8.1.5m")
def test_the_life_of_mortar_smoke() -> None:
    """EX19: 4 at the end of its own activation, then 3, 2 (a coordinated one counts once), 1, over the turn, gone."""
    s = place(GIRARD.replace("A914 =", 'A1012 = ["F.Landry"]\nA914 ='), FRENCH)
    hexa, seen = s.setting.board.place("A610"), []
    do(s, "activate F.Girard", "direct F.Girard", "gun F1.mortar-1", "screen A610", rolls=[1])
    do(s, "resolve")
    for actions, dice in (
        (["done"], []), (["activate G.Apfelbaum", "done"], []),
        (["coordinate F.Moreau", "second F.Landry", "done"], [3]),
        (["activate G.Kessel", "done"], [6, 1]),  # the turn ends, and the German side wins the initiative again
    ):  # fmt: skip
        do(s, *actions, rolls=dice)
        seen.append(s.smoke[hexa])
    assert seen == [4, 3, 2, 1] and s.turn == 2
    do(s, "activate G.Apfelbaum", "done")
    assert not s.smoke


@clause("8.1.5e", "8.1.5k")
def test_smoke_of_a_gun_turns_grey() -> None:
    """RC20: 6, then 5, both black; 4 is grey."""
    s = place(GIRARD, FRENCH)
    hexa = s.setting.board.place("A710")
    do(s, "activate F.Girard", "direct F.Girard", "gun F1.cm36-1", "screen A710", rolls=[1])
    do(s, "resolve")
    seen = []
    for _ in range(3):
        smoke.fade(s)
        seen.append((s.smoke[hexa], bool(smoke.black(s))))
    assert seen == [(6, True), (5, True), (4, False)]


@clause("12.10a", "8.1.5e")
def test_an_officer_does_not_see_through_black_smoke() -> None:
    s = place(OPEN + "\n[smoke]\nA811 = 5\n")
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1")
    assert refusal(s, "screen A809") == "8.1.1h"


@clause("8.1.5f")
def test_grey_smoke_shifts_indirect_fire_into_it_and_out_of_it() -> None:
    def shift(*smoky: str) -> int:
        s = place(GIRARD + "\n[smoke]\n" + "\n".join(f"{hexa} = 4" for hexa in smoky), FRENCH)
        hexa = s.setting.board.place("A610")
        target = Target(hexa, hexa, "concentrated", "", (s.setting.piece("F1.mortar-1"),))
        (shot,) = artillery.shots(s, s.setting.piece("F.Girard"), [target])
        told = [factor.name for factor in shot.attack.reasons if "smoke" in factor.name]
        assert len(told) == -shot.attack.shift
        return shot.attack.shift

    assert [shift(), shift("A610"), shift("A1211"), shift("A610", "A1211"), shift("A910")] == [0, -1, -1, -2, 0]


@clause("8.1.5f", "8.1.5g")
def test_grey_smoke_on_the_line_of_direct_fire() -> None:
    """RC21: out of one grey hex and across another three columns, from 10 to 6; 2 factors come to nothing."""
    s = place(OPEN + "\n[smoke]\nA813 = 4\nA811 = 2\n")
    hexa, here = s.setting.board.place("A809"), s.setting.board.place("A813")
    for factors, column in ((10, "6"), (2, "none")):
        made = attack.against(s, hexa, 0, factors, Weapon("ap"), origins=(here,))
        assert made.shift == -3 and attack.column_name(s, made) == column


# wire (12.2)


@clause("12.2f")
@pytest.mark.parametrize(
    ("verb", "dice", "stands"), [("shell", [4, 4], False), ("shell", [4, 5], True), ("spread", [1, 1], True)]
)
def test_batteries_shell_wire_away(verb: str, dice: list[int], stands: bool) -> None:
    """RC40: an effect of 3 does it (10 factors and 8), of 2 not (9), nor does dispersed fire."""
    units = OPEN.replace('A809 = ["F1.rifle-1", "F1.rifle-2"]', 'A809 = ["F1.rifle-1"]')
    s = place(units, more='wire = ["A809"]\n')
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", f"{verb} A809", rolls=[1])
    do(s, "resolve", rolls=dice)
    assert bool(s.wire) == stands


@clause("12.2f")
def test_wire_where_nobody_is_can_be_shelled_by_batteries_only() -> None:
    """RC40: guns on the board leave wire alone."""
    s = place(GIRARD, FRENCH, more='wire = ["A710"]\n')
    do(s, "activate F.Girard", "direct F.Girard")
    twin = s.clone()
    do(twin, "gun F1.cm36-1")
    assert refusal(twin, "shell A710") == "8.1.2a"
    do(s, "battery F.105mm-1", "shell A710", rolls=[5])
    do(s, "resolve", rolls=[4, 4])
    assert not s.wire


@clause("8.1.2a")
def test_an_empty_bunker_can_be_shelled() -> None:
    """105 mm are heavy enough: 10 factors and a 2 are an effect of 7, divided by 4 one hit."""
    forts = 'forts = [{ hex = "A809", value = 4, arrow = "nne", owner = "allied" }]\n'
    units = OPEN.replace('A809 = ["F1.rifle-1", "F1.rifle-2"]\n', "")
    s = place(units, more=forts)
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1")
    assert choices(s, "shell") == {"A809"}
    do(s, "shell A809", rolls=[1])
    do(s, "resolve", rolls=[1, 1])
    assert [fort.value for fort in s.forts] == [3]


# what people are shown


def test_the_scene_shows_targets_and_the_odds() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "shell A809", rolls=[1])
    for side in ("german", "allied", ""):
        scene = s.scene(side)
        assert [mark.sign for mark in scene.marks if mark.place == "A809"] == ["C"]
        assert scene.fight is not None and scene.fight.places[0] == "A809"
    preview = s.preview("resolve")
    assert preview is not None and sum(outcome.chance for outcome in preview.outcomes) == 1
    # column 10, -1 for six steps of riflemen, divided by 2 in the open: no hit with 12, which becomes 11
    assert preview.chance("no effect") == Fraction(1, 36)


def test_the_odds_of_dispersed_fire_are_those_of_all_hexes() -> None:
    s = place(OPEN.replace('A809 = ["F1.rifle-1", "F1.rifle-2"]', 'A809 = ["F1.rifle-1"]\nA810 = ["F1.rifle-2"]'))
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "battery G.105mm-1", "spread A809", rolls=[1])
    preview = s.preview("resolve")
    assert preview is not None and sum(outcome.chance for outcome in preview.outcomes) == 1
    # column 5 in the open: no hit with 8 or more on the dice, 15 of 36
    assert preview.chance("0 hits") == Fraction(15, 36) ** 2


def test_missions_are_known_to_both_sides() -> None:
    s = place()
    tracks = {track.id: track for track in s.scene("allied").tracks}
    assert tracks["german batteries"].value.startswith("105 mm battery 1: 3 missions")
    assert tracks["german smoke"].number == 1


@clause("8.3d", "6.1b", "8.1.4b", "7.1b")
def test_an_officer_who_joins_troops_in_the_woods_does_not_betray_them() -> None:
    """He has moved and could be seen; but he is no target of his own, neither for direct fire nor for a mission."""
    s = gunnery.ground("A308 G1.mortar-1 G.Apfelbaum; A312 F1.rifle-1 F.Moreau", 'moved = ["F.Moreau"]')
    officer, mortar, place_ = (s.setting.piece(name) for name in ("G.Apfelbaum", "G1.mortar-1", "F1.rifle-1"))
    hexa = s.where[place_]
    target = Target(hexa, hexa, artillery.CONCENTRATED, "", (mortar,))
    assert gunnery.shot(s, "art", "A312", "G1.mortar-1").factors == 3
    assert [row.clause for row in artillery.accuracy(s, officer, target)] == ["8.1.4b"]
    assert [shot.attack.factors for shot in artillery.shots(s, officer, [target])] == [3]
    s.moved = 1 << place_
    assert gunnery.shot(s, "art", "A312", "G1.mortar-1").factors == 6
    assert not artillery.accuracy(s, officer, target)
    assert [shot.attack.factors for shot in artillery.shots(s, officer, [target])] == [6]


@clause("8.1.5c")
def test_smoke_that_one_gun_is_about_to_fire_is_not_there_for_another() -> None:
    """The side has one smoke mission left: the second gun may only shell."""
    s = place(GIRARD, FRENCH)
    do(s, "activate F.Girard", "barrage F.Girard", "gun F1.mortar-1", "screen A610", "gun F1.cm36-1")
    assert artillery.smoke_left(s, 1, "") == 0
    assert refusal(s, "screen A610") == "8.1.5c" and can(s, "shell A610")
    s = place(GIRARD, FRENCH, "smoke_left = { allied = 2 }\n")
    do(s, "activate F.Girard", "barrage F.Girard", "gun F1.mortar-1", "screen A610", "gun F1.cm36-1")
    assert artillery.smoke_left(s, 1, "") == 1 and can(s, "screen A610")
