"""Air missions (8.2): who directs them, anti-air fire and the 88 mm gun, location, aim, attacks; rubble (12.11)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine import Event
from meuse.games.france_1940 import air, attack, rubble
from meuse.games.france_1940.events import (
    AirAimed,
    AirMissed,
    AirStruck,
    AntiAirFired,
    Attacked,
    AttackResult,
    FlakJoined,
)
from meuse.games.france_1940.state import FranceState, Sortie

from .kit import ENDING, OWN, can, choices, clause, do, lay, names, own, owned, refusal

FORCES = """
[[force]]
nation = "german"
units = { "G.rifle" = 3, "G.flak36" = 1, "G.sig33" = 1 }
officer = "infantry"
[[force]]
nation = "french"
units = { "F.rifle" = 4, "F.r35" = 1 }
officer = "infantry"
[[battery]]
nation = "german"
calibre = 105
missions = 2
[[air]]
nation = "german"
aircraft = "stuka"
attacks = 2
[[air]]
nation = "german"
aircraft = "he111"
attacks = 1
[[air]]
nation = "german"
aircraft = "hs123"
attacks = 1
turn = 2
[[air]]
nation = "german"
mission = "bombardment"
attacks = 2
[[air]]
nation = "french"
aircraft = "leo451"
attacks = 2
[[air]]
nation = "french"
aircraft = "breguet693"
attacks = 1
"""
PLAIN = own(FORCES)
DEFENDED = own(FORCES, "anti_air = { allied = 7 }")
GERMAN = 'phase = "german activation"\ninitiative = "german"\n'
FRENCH = 'phase = "allied activation"\ninitiative = "allied"\n'
MISSIONS = """
missions = { "G.105mm-1" = 2 }
attacks = { "G.air-1" = 2, "G.air-2" = 1, "G.air-3" = 1, "G.air-4" = 2, "F.air-1" = 2, "F.air-2" = 1 }
aircraft = { "G.air-1" = 1, "G.air-2" = 4, "G.air-3" = 2, "F.air-1" = 7, "F.air-2" = 5 }
leaders = { F1 = "F.Girard", G1 = "G.Apfelbaum" }
"""
OPEN = """
[units]
A813 = ["G.Apfelbaum", "G1.rifle-1"]
A812 = ["G1.rifle-2"]
A809 = ["F1.rifle-1"]
A109 = ["F.Girard", "F1.rifle-2", "F1.rifle-3"]
"""
"""A German officer looks along an open lane at French riflemen four hexes away."""
FIND, MISS = [1, 1], [6, 6]
"""Two dice that find any target, that meet it; and two that do not."""


def place(units: str = OPEN, side: str = GERMAN, more: str = "", scenario: str = PLAIN) -> FranceState:
    return lay(side + MISSIONS + more + units, scenario)


def flown(s: FranceState, dice: list[int], mission: str = "G.air-1", hexa: str = "A809") -> list[Event]:
    """One mission, with the dice that follow once its target is chosen."""
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum", f"mission {mission}")
    return do(s, f"strike {hexa}", rolls=dice)


def attacked(s: FranceState, events: list[Event]) -> list[tuple[str, int]]:
    return [(s.label(event.hex), event.factors) for event in events if isinstance(event, Attacked)]


# who directs


@clause("3.3.2h", "8.2.1b", "8.2.1s")
def test_after_one_air_mission_the_formation_still_acts() -> None:
    s = place()
    flown(s, [*FIND, *FIND, 6, 6])
    assert names(s, s.finished) == {"G.Apfelbaum"} and choices(s, "prepare") == {"G1.rifle-1", "G1.rifle-2"}
    assert s.attacks[0] == 1 and not s.sorties


@clause("8.2.1c", "3.3.2i")
def test_after_two_air_missions_nobody_else_of_the_formation_acts() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "raid G.Apfelbaum")
    assert names(s, s.finished) == {"G1.rifle-1", "G1.rifle-2"} and not can(s, "battery G.105mm-1")
    do(s, "mission G.air-1", "strike A809", "mission G.air-1")
    do(s, "strike A809", rolls=[*MISS, *MISS])
    assert s.attacks[0] == 0 and "G.Apfelbaum" in names(s, s.finished) and s.activator == -1


@clause("8.2.1d")
def test_nobody_fires_at_an_officer_who_directs_aircraft() -> None:
    s = place(more='reaction = ["F1.rifle-1"]\norders = { "F1.rifle-1" = "fire" }\n')
    events = flown(s, MISS)
    assert not attacked(s, events) and names(s, s.reaction) == {"F1.rifle-1"} and not s.moving


@clause("8.2.1e", "8.2.1f")
def test_targets_are_enemies_in_the_officers_line_of_sight() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum", "mission G.air-1")
    assert choices(s, "strike") == {"A809"}
    assert refusal(s, "strike A109") == "8.2.1e" and refusal(s, "strike A810") == "8.2.1f"
    events = do(s, "strike A809", rolls=MISS)
    assert [s.label(event.hex) for event in events if isinstance(event, AirAimed)] == ["A809"]


@clause("8.2a", "8.2.1s")
def test_missions_are_those_that_are_there_and_left() -> None:
    """The Hs 123 come in turn 2; what has been flown is gone, found or not."""
    s = place()
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum")
    assert choices(s, "mission") == {"G.air-1", "G.air-2", "G.air-4"}
    assert refusal(s, "mission G.air-3") == "8.2a" == refusal(s, "mission F.air-1")
    do(s, "mission G.air-2", "strike A809", rolls=MISS)
    assert s.attacks[1] == 0
    s = place(more="turn = 2\n")
    s.attacks[1] = 0
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum")
    assert can(s, "mission G.air-3") and refusal(s, "mission G.air-2") == "8.2.1s"


@clause("8.2.1a", "13.AS3")
@pytest.mark.parametrize(("die", "name"), [(1, "Do 17Z"), (2, "He 111")])
def test_aircraft_are_drawn_from_those_of_the_kind(die: int, name: str) -> None:
    """The scenario gives bombers; which, is drawn when they first come, and stays."""
    s = place()
    do(s, "activate G.Apfelbaum", "raid G.Apfelbaum", "mission G.air-4", "strike A809", rolls=[die])
    do(s, "mission G.air-4")
    assert air.aircraft(s, "G.air-4").name == name
    do(s, "strike A809", rolls=[*MISS, *MISS])


def test_without_a_kind_all_aircraft_of_the_nation_may_come() -> None:
    s = lay(GERMAN, "hannut")
    drawn = [s.setting.charts.aircraft[number - 1].id for number in air.pool(s, 0)]
    assert drawn == ["stuka", "hs123", "do17z", "he111"]


# two missions


@clause("8.2.1g")
def test_missions_of_one_kind_on_one_hex_attack_together() -> None:
    s = place(more="turn = 2\n")
    do(s, "activate G.Apfelbaum", "raid G.Apfelbaum", "mission G.air-1", "strike A809", "mission G.air-3")
    do(s, "strike A809", rolls=[*FIND, *FIND, *FIND, *FIND])
    assert s.to_act == "german" and {option.verb for option in s.options} == {"together", "shoot"}
    events = do(s, "together", rolls=[6, 6])
    assert attacked(s, events) == [("A809", 30)]


@clause("8.2.1g")
def test_missions_of_one_kind_on_one_hex_may_attack_one_after_the_other() -> None:
    """They may form a group, and need not: 20 and 10 factors with dice of their own."""
    s = place(more="turn = 2\n")
    do(s, "activate G.Apfelbaum", "raid G.Apfelbaum", "mission G.air-1", "strike A809", "mission G.air-3")
    do(s, "strike A809", rolls=[*FIND, *FIND, *FIND, *FIND])
    one, two = s.preview("together"), s.preview("shoot")
    assert one is not None and two is not None and sum(outcome.chance for outcome in two.outcomes) == 1
    assert "30" not in [factor.value for factor in two.factors] and "A809" in [factor.name for factor in two.factors]
    events = do(s, "shoot", rolls=[6, 6, 6, 6])
    assert attacked(s, events) == [("A809", 20), ("A809", 10)]


@clause("8.2.1g")
def test_missions_of_two_kinds_attack_one_after_the_other() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "raid G.Apfelbaum", "mission G.air-1", "strike A809", "mission G.air-2")
    events = do(s, "strike A809", rolls=[*FIND, *FIND, *FIND, *FIND, 6, 6, 6, 6])
    assert attacked(s, events) == [("A809", 20), ("A809", 18)]


# anti-air fire


@clause("8.2.1h", "8.2.2a", "8.2.2b", "8.2.2c", "8.2.2d")
@pytest.mark.parametrize(
    ("dice", "modified"), [([4, 4, *FIND, *FIND, 5, 6], [11]), ([3, 4, *FIND, *FIND, 5, 6], [13]), ([3, 3], [])]
)
def test_anti_air_points(dice: list[int], modified: list[int]) -> None:
    """RC17: with 7 points an 8 is harmless, a 7 adds 2 to the attack (11 becomes 13), a 6 aborts; the points stay."""
    s = place(scenario=DEFENDED)
    events = flown(s, dice)
    assert [event.points for event in events if isinstance(event, AntiAirFired)] == [7]
    assert [event.modified for event in events if isinstance(event, AttackResult)] == modified
    assert s.attacks[0] == 1
    assert air.points_against(s, 0, Sortie("G.air-1", 0, 0)) == 7


BOMBED = """
[units]
A809 = ["F.Girard"]
A813 = ["G1.rifle-1", "G1.rifle-2"]
A815 = ["G1.flak36-1", "G.Apfelbaum"]
"""


def bombed(more: str = "", units: str = BOMBED, mission: str = "F.air-1") -> FranceState:
    """French aircraft over German riflemen, with an 88 mm gun behind them."""
    s = place(units, FRENCH, more)
    do(s, "activate F.Girard", "fly F.Girard", f"mission {mission}")
    return s


@clause("8.2.2e", "8.2.2f", "8.2.2g")
@pytest.mark.parametrize(("marker", "points"), [('reaction = ["G1.flak36-1"]\n', 3), ("", 1)])
def test_the_88_fires_at_bombers(marker: str, points: int) -> None:
    s = bombed(marker)
    do(s, "strike A813")
    assert s.decision is not None and s.decision.side == "german" and choices(s, "flak") == {"G1.flak36-1"}
    events = do(s, "flak G1.flak36-1", rolls=[*MISS, *MISS])
    assert [event.points for event in events if isinstance(event, FlakJoined)] == [points]
    assert [event.points for event in events if isinstance(event, AntiAirFired)] == [points]
    assert "G1.flak36-1" in names(s, s.finished) and not s.reaction


@clause("8.2.2e")
def test_the_owner_may_hold_the_gun_back() -> None:
    s = bombed()
    do(s, "strike A813")
    events = do(s, "done", rolls=MISS)
    assert not any(isinstance(event, AntiAirFired) for event in events)
    assert "G1.flak36-1" not in names(s, s.finished)


@clause("8.2.2e")
def test_the_88_leaves_close_support_alone() -> None:
    """G76: only bombardments; and only within five hexes."""
    s = bombed(mission="F.air-2")
    do(s, "strike A813", rolls=MISS)
    assert "G1.flak36-1" not in names(s, s.finished)
    far = bombed(units=BOMBED.replace("A815 =", "A1516 ="))
    do(far, "strike A813", rolls=MISS)
    assert "G1.flak36-1" not in names(far, far.finished)


@clause("8.2.2e")
def test_the_88_fires_at_all_bombers_at_once() -> None:
    s = place(BOMBED, FRENCH, 'reaction = ["G1.flak36-1"]\n')
    do(s, "activate F.Girard", "raid F.Girard", "mission F.air-1", "strike A813", "mission F.air-1", "strike A813")
    events = do(s, "flak G1.flak36-1", rolls=[1, 1, 1, 1])
    assert [event.points for event in events if isinstance(event, AntiAirFired)] == [3, 3]


@clause("8.2.2g")
def test_a_finished_88_adds_nothing() -> None:
    s = bombed('finished = ["G1.flak36-1"]\n')
    do(s, "strike A813", rolls=MISS)
    assert not s.sorties


@pytest.mark.parametrize(("order", "fires"), [("fire", True), ("hold", False), ("fire armour", False)])
def test_the_88_obeys_standing_orders(order: str, fires: bool) -> None:
    s = bombed(f'orders = {{ "G1.flak36-1" = "{order}" }}\n')
    events = do(s, "strike A813", rolls=[6, 6, *MISS] if fires else MISS)
    assert any(isinstance(event, FlakJoined) for event in events) == fires


# location and aim


@clause("8.2.1i", "8.2.1j")
@pytest.mark.parametrize(("hexa", "most"), [("A809", 11), ("A808", 6)])
def test_location_by_terrain_and_whether_the_officer_spots_the_target(hexa: str, most: int) -> None:
    """In the open 11 finds what he spots; in light woods, five hexes away and hidden, 6."""
    s = place(OPEN.replace("A809 =", f"{hexa} ="))
    side, here = 0, s.where[s.setting.piece("G.Apfelbaum")]
    assert air.findable(s, side, here, s.setting.board.place(hexa)) == most
    dice = [(most + 1) // 2, most // 2]
    assert attacked(s, flown(s, [*dice, 1, 1, 6, 6], hexa=hexa)) == [(hexa, 20)]
    lost = place(OPEN.replace("A809 =", f"{hexa} ="))
    assert not attacked(lost, flown(lost, [(most + 2) // 2, (most + 1) // 2], hexa=hexa))


@clause("8.2.1k", "8.2.1l", "8.2.1m", "8.2.1n", "8.2.1o", "8.2.1p")
@pytest.mark.parametrize("mission", ["G.air-1", "G.air-2"])
def test_aim_of_both_kinds(mission: str) -> None:
    """N06: close support 2 to 10, 11, 12; bombardment 2 to 8, 9 and 10, 11 and 12. A hex with French lies beside."""
    found = {}
    for total in range(2, 13):
        s = place(OPEN.replace("A109 = [", 'A908 = ["F1.rifle-4"]\nA109 = ['))
        row = air.aircraft(s, mission)
        s.dice.script([total // 2, total - total // 2])
        hexa = air.aim(s, 0, row, s.setting.board.place("A809"))
        found[total] = "" if hexa is None else s.label(hexa)
    near, far = (range(11, 12), range(12, 13)) if mission == "G.air-1" else (range(9, 11), range(11, 13))
    wanted = {total: "A908" if total in near else "" if total in far else "A809" for total in range(2, 13)}
    assert found == wanted


@clause("8.2.1l", "8.2.1o")
@pytest.mark.parametrize(("mission", "dice"), [("G.air-1", [5, 6]), ("G.air-2", [4, 5])])
def test_what_misses_meets_enemies_then_friends_then_nobody(mission: str, dice: list[int]) -> None:
    """G77: between several hexes a die decides."""
    enemies = 'A908 = ["F1.rifle-4"]\nA810 = ["F1.r35-1"]\nA709 = ["G1.rifle-3"]\n'
    s = place(OPEN.replace("A109 = [", enemies + "A109 = ["))
    events = flown(s, [*FIND, *dice, 2, 6, 6], mission)
    assert attacked(s, events)[0][0] in {"A810", "A908"}
    s = place(OPEN.replace("A109 = [", 'A709 = ["G1.rifle-3"]\nA109 = ['))
    assert [hexa for hexa, _ in attacked(s, flown(s, [*FIND, *dice, 6, 6], mission))] == ["A709"]
    s = place()
    events = flown(s, [*FIND, *dice], mission)
    assert any(isinstance(event, AirMissed) for event in events)
    assert not any(isinstance(event, AirStruck) for event in events)


@clause("8.2.1l", "8.2.1o")
def test_what_misses_does_not_look_for_officers_alone() -> None:
    """V4: an officer is no troops; those of the attacker's own side are hit."""
    alone = OPEN.replace('A109 = ["F.Girard", ', 'A810 = ["F.Girard"]\nA709 = ["G1.rifle-3"]\nA109 = [')
    s = place(alone)
    beside = air.beside(s, 0, s.setting.board.place("A809"))
    assert set(s.setting.board.names(beside)) == {"A709"}


# attacks


@clause("8.2.1q")
def test_an_air_attack_is_artillery_fire_with_the_factors_of_the_aircraft() -> None:
    """20 factors and 7: effect 7, divided by 2 in the open: three hits."""
    s = place()
    events = flown(s, [*FIND, *FIND, 3, 4, 6, 6])  # the last two are the morale of a formation that has lost a unit
    assert attacked(s, events) == [("A809", 20)] and s.where[s.setting.piece("F1.rifle-1")] < 0


@clause("8.2.1r")
def test_bombs_hit_men_before_tanks() -> None:
    """Four hits on a platoon and a tank: three for the platoon, one for the tank, which rolls."""
    s = place(OPEN.replace('A809 = ["F1.rifle-1"]', 'A809 = ["F1.rifle-1", "F1.r35-1"]'))
    flown(s, [*FIND, *FIND, 2, 3, 1, 1, 1])
    assert s.where[s.setting.piece("F1.rifle-1")] < 0 and s.steps[s.setting.piece("F1.r35-1")] == 3


def test_two_aircraft_of_which_one_is_hindered_attack_separately() -> None:
    s = place(scenario=DEFENDED)
    row = air.aircraft(s, "G.air-1")
    runs = [air.Run(5, row, True), air.Run(5, row, False)]
    assert not air.alike(*runs) and air.alike(runs[0], runs[0])
    do(s, "activate G.Apfelbaum", "raid G.Apfelbaum", "mission G.air-1", "strike A809", "mission G.air-1")
    events = do(s, "strike A809", rolls=[3, 4, *FIND, *FIND, 6, 6, *FIND, *FIND, 5, 5, 5, 5])
    assert attacked(s, events) == [("A809", 20), ("A809", 20)]
    assert [event.modified - event.rolled for event in events if isinstance(event, AttackResult)] == [2, 0]


def test_the_odds_of_an_air_mission() -> None:
    """7 points: aborted with 6 or less (15 of 36); found with 11 or less (35); on target with 10 or less (33)."""
    s = place(scenario=DEFENDED)
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum", "mission G.air-1")
    preview = s.preview("strike A809")
    assert preview is not None
    assert preview.chance("aborted by anti-air fire") == Fraction(15, 36)
    assert preview.chance("attacks the target") == Fraction(21, 36) * Fraction(35, 36) * Fraction(33, 36)
    assert sum(outcome.chance for outcome in preview.sums) == 1


def test_the_scene_shows_aircraft_over_their_target() -> None:
    s = bombed()
    do(s, "strike A813")
    for side in ("german", "allied", ""):
        assert [mark.sign for mark in s.scene(side).marks if mark.place == "A813"] == ["AC"]
    assert s.sorties == (Sortie("F.air-1", s.setting.board.place("A813"), 0),)


# rubble (12.11)

TOWN = owned(f'{OWN}boards = [["B"]]\nrubble = true\n{FORCES}{ENDING}'.replace("A510", "B510"))
HAMLET = own(FORCES, "rubble = true")


@clause("12.11a", "12.11b", "12.11c")
def test_a_stuka_on_a_town() -> None:
    """EX34: 3, less 1 for nine steps: effect 10, divided by 5: two steps; 6 + 2 is less than 9, so Rubble +2."""
    units = """
[units]
B706 = ["G.Apfelbaum"]
B707 = ["F1.rifle-1", "F1.rifle-2", "F1.rifle-3"]
B101 = ["F.Girard"]
"""
    s = place(units, scenario=TOWN)
    hexa = s.setting.board.place("B707")
    assert s.setting.ground.terrain[hexa] == "built-up area"
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum", "mission G.air-1")
    do(s, "strike B707", rolls=[*FIND, *FIND, 1, 2, 1, 1, 6])
    assert sorted(s.steps[s.setting.piece(f"F1.rifle-{n}")] for n in (1, 2, 3)) == [2, 2, 3]
    assert s.ruin == {hexa: 2} and not s.rubble
    s.dice.script([6])
    rubble.shake(s, hexa, 20, 1)  # one hit more: 6 + 1 + 2 is 9
    assert s.rubble == 1 << hexa and not s.ruin


@clause("12.11c")
def test_markers_of_rubble_grow() -> None:
    s = place(scenario=TOWN, units="\n")
    hexa = s.setting.board.place("B707")
    s.ruin[hexa] = 2
    s.dice.script([1])
    rubble.shake(s, hexa, 20, 1)
    assert s.ruin == {hexa: 3}


HILL = """
[units]
A1110 = ["G.Apfelbaum"]
A1211 = ["G1.sig33-1"]
A610 = ["F1.rifle-1"]
A101 = ["F.Girard", "F1.rifle-2"]
"""


@clause("12.11a", "12.11b")
@pytest.mark.parametrize(("die", "falls"), [(5, True), (4, False)])
def test_rubble_in_a_hamlet(die: int, falls: bool) -> None:
    """RC41: 12 factors and two hits; 5 + 2 brings dispersed buildings down, 4 + 2 leaves Rubble +2."""
    s = place(HILL, scenario=HAMLET)
    hexa = s.setting.board.place("A610")
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", "gun G1.sig33-1", "shell A610", rolls=[1])
    do(s, "resolve", rolls=[1, 1, die])
    assert (s.rubble == 1 << hexa) == falls and s.ruin == ({} if falls else {hexa: 2})


@clause("12.11a")
@pytest.mark.parametrize("scenario", [HAMLET, PLAIN])
def test_light_shells_and_scenarios_without_rubble_leave_houses_standing(scenario: str) -> None:
    """RC41: 10 factors are too few; and without the option nothing is rolled at all."""
    s = place(HILL, scenario=scenario)
    source = "battery G.105mm-1" if scenario == HAMLET else "gun G1.sig33-1"
    do(s, "activate G.Apfelbaum", "direct G.Apfelbaum", source, "shell A610", rolls=[1])
    do(s, "resolve", rolls=[1, 1])
    assert not s.rubble and not s.ruin


@clause("12.11a", "12.11b")
def test_what_can_become_rubble() -> None:
    """Houses, of 12 factors or more, that are not rubble yet; rubble elsewhere does not matter."""
    s = place(HILL, scenario=HAMLET)
    at = s.setting.board.place
    least, houses = s.setting.charts.markers.rubble_factors, s.setting.charts.markers.rubble["dispersed buildings"]
    for label, factors, needed in (
        ("A610", least, houses), ("A610", least - 1, 0), ("A611", least, 0), ("A410", 99, houses),
    ):  # fmt: skip
        for others in (0, 1 << at("A1509"), 1 << at("A104")):
            s.rubble = others
            assert rubble.threatened(s, at(label), factors) == needed
    s.rubble = 1 << at("A610")
    assert rubble.threatened(s, at("A610"), 99) == 0 and rubble.threatened(s, at("A410"), 99) == houses


@clause("8.2.1i", "8.2.1k", "8.2.2a", "8.2.2c")
def test_the_odds_of_what_an_air_attack_does() -> None:
    """15 of 36 come through unharmed, 6 hindered; 35 find the target and 33 attack it."""
    s = place(OPEN.replace("A109 = [", 'A908 = ["F1.rifle-4"]\nA109 = ['), scenario=DEFENDED)
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum", "mission G.air-1")
    preview = s.preview("strike A809")
    assert preview is not None
    through, found, target = Fraction(21, 36), Fraction(35, 36), Fraction(33, 36)
    assert {outcome.name: outcome.chance for outcome in preview.outcomes} == {
        "aborted by anti-air fire": Fraction(15, 36), "target not found": through * Fraction(1, 36),
        "attacks the target": through * found * target, "attacks a hex beside it": through * found * Fraction(2, 36),
        "lost": through * found * Fraction(1, 36),
    }  # fmt: skip
    row, hexa = air.aircraft(s, "G.air-1"), s.setting.board.place("A809")
    plain, worse = (attack.preview(s, air.against(s, 0, hexa, [row], hindered)) for hindered in (False, True))
    sums = {outcome.name: outcome.chance for outcome in preview.sums}
    assert sums.pop("target not attacked") == 1 - through * found * target
    assert sums == {
        name: found * target * (Fraction(15, 36) * plain.chance(name) + Fraction(6, 36) * worse.chance(name))
        for name in sums
    }
    assert sum(sums.values()) == through * found * target and set(sums) >= {o.name for o in plain.outcomes}
    assert [factor.value for factor in preview.factors][:3] == ["7", "11 or less", "10 or less"]
    assert [factor.clause for factor in preview.factors][:3] == ["8.2.2a", "8.2.1i", "8.2.1k"]


@clause("8.2.2a")
def test_without_anti_air_points_nothing_is_aborted() -> None:
    s = place()
    do(s, "activate G.Apfelbaum", "fly G.Apfelbaum", "mission G.air-1")
    preview = s.preview("strike A809")
    assert preview is not None
    assert {outcome.name: outcome.chance for outcome in preview.outcomes} == {
        "target not found": Fraction(1, 36), "attacks the target": Fraction(35 * 33, 36**2),
        "lost": Fraction(35 * 3, 36**2),
    }  # fmt: skip


@clause("8.2.2e", "8.2.2f")
def test_the_88_adds_to_the_points_against_bombers_in_its_range_alone() -> None:
    """A813 is two hexes from the gun, A806 nine."""
    s = place(BOMBED, FRENCH, 'reaction = ["G1.flak36-1"]\n')
    s.sorties = tuple(Sortie("F.air-1", s.setting.board.place(label), 0) for label in ("A813", "A806"))
    air.fire_flak(s, s.setting.piece("G1.flak36-1"))
    assert [sortie.flak for sortie in s.sorties] == [3, 0]


@clause("8.2.2b", "8.2.2c", "8.2.2d")
@pytest.mark.parametrize(
    ("dice", "tag", "fate"), [([4, 4], "8.2.2b", False), ([3, 4], "8.2.2c", True), ([3, 3], "8.2.2d", None)]
)
def test_which_clause_anti_air_fire_comes_to(dice: list[int], tag: str, fate: bool | None) -> None:
    s = place(scenario=DEFENDED)
    s.dice.script(dice)
    s.events = []
    assert air.anti_air(s, 0, air.aircraft(s, "G.air-1"), Sortie("G.air-1", 0, 0)) is fate
    assert [event.clauses for event in s.events if isinstance(event, AntiAirFired)] == [(tag,)]


@clause("8.2.1g", "10.3.1a")
def test_whom_the_first_of_two_aircraft_routs_the_second_does_not_find() -> None:
    """A step is lost, and morale 7 fails with an 8: both platoons have fled before the second aircraft attacks."""
    units = OPEN.replace('"F1.rifle-1"]', '"F1.rifle-1:1", "F1.rifle-2"]').replace('"F1.rifle-2", "F1.rifle-3"]', "]")
    s = place(units, more="turn = 2\n")
    do(s, "activate G.Apfelbaum", "raid G.Apfelbaum", "mission G.air-1", "strike A809", "mission G.air-3")
    do(s, "strike A809", rolls=[*FIND, *FIND, *FIND, *FIND])
    events = do(s, "shoot", rolls=[6, 6, 4, 4])
    assert attacked(s, events) == [("A809", 20)] and s.to_act == "allied" and choices(s, "rout")
    while s.to_act == "allied" and choices(s, "rout"):
        events = s.apply(next(option for option in s.options if option.verb == "rout"))
    assert ("A809", 10) in attacked(s, events) and not s.stacks.get(s.setting.board.place("A809"))
    assert sum(s.steps[s.setting.piece(f"F1.rifle-{n}")] for n in (1, 2)) == 3
