"""The referee's situations, one test for each (E01 to E76)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from meuse.engine import Event
from meuse.engine.events import Rolled
from meuse.games.battle_of_france import combat
from meuse.games.battle_of_france.events import (
    AntiAircraft,
    CardDrawn,
    CombatBegan,
    Destroyed,
    Fired,
    Mobilized,
    RoundBegan,
    TurnBegan,
)
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import GAME, SETTING, at, can, choices, clause, do, holder, lay, orders, refusal

ALLIED = 1
BRITAIN = 2
NOBODY_BUILDS = ("done", "done", "done")
"""Germany, France and Britain buy nothing."""


def step(s: BattleState) -> str:
    """Who must decide what, as "power: step"."""
    assert s.decision is not None
    return f"{s.to_act}: {s.decision.step}"


def group(s: BattleState, area: str, *units: str) -> None:
    """A group of units in hand; units are written without their power's letter."""
    letter = "GFB"[s.active]
    do(s, f"start {area}", *(f"take {letter}.{unit}" for unit in units))


def send(s: BattleState, area: str, units: str, goal: str, *more: str, rolls: Sequence[int] = ()) -> list[Event]:
    """A group (units parted by blanks) goes somewhere; then more actions; the dice of all of it."""
    group(s, area, *units.split())
    return do(s, f"to {goal}", *more, rolls=rolls)


def away(start: str, goal: str) -> int:
    return SETTING.board.distances(SETTING.board.place(start))[SETTING.board.place(goal)]


def battle_in(s: BattleState) -> str:
    return s.label(s.battle.area) if s.battle else ""


def volleys(events: Sequence[Event]) -> list[tuple[tuple[int, ...], int]]:
    """What was fired: the values and the hits of each volley."""
    return [(event.needed, len(event.hits)) for event in events if isinstance(event, Fired)]


# land combat


@clause(
    "movement.1", "combat.1", "combat.fire.1", "combat.hit.1", "unit.infantry", "unit.artillery",
    "capture.3", "capture.4", "combat.end.1", "movement.4",
)  # fmt: skip
def test_e01_plain_attack_and_capture() -> None:
    """Artillery hits on 2, infantry does not; the winners take 23 and have moved."""
    s = lay('units = { "31" = ["G.infantry", "G.artillery"], "23" = ["B.infantry"] }')
    events = send(s, "31", "infantry artillery", "23", rolls=[2, 2, 3])
    assert volleys(events) == [((1, 2), 1), ((2,), 0)]
    assert at(s, "23") == ["G.artillery", "G.infantry"] and at(s, "31") == []
    assert holder(s, "23") == "germany"
    assert refusal(s, "start 23") == "movement.4"


@clause("land.5", "combat.5", "combat.casualties.1", "combat.casualties.2", "combat.end.4")
def test_e02_both_sides_eliminated() -> None:
    """Both fire and both hit: nobody is left, and 23 stays with the power that had it."""
    s = lay('units = { "32" = ["G.tank"], "23" = ["B.infantry"] }')
    send(s, "32", "tank", "23", rolls=[3, 2])
    assert at(s, "23") == [] and at(s, "32") == []
    assert holder(s, "23") == "britain" and holder(s, "31") == "germany"
    s = lay('units = { "6" = ["F.tank"], "23" = ["G.infantry"] }\npower = "france"')
    send(s, "6", "tank", "23", rolls=[3, 2])
    assert at(s, "23") == [] and holder(s, "23") == "germany"  # who had it, not whose it was at first


@clause("capture.1", "land.4", "combat.6", "movement.2")
def test_e03_walking_through_the_vacant_space() -> None:
    """Infantry takes the space the dead left, fails in Brussels, and goes back where it came from."""
    s = lay(
        'units = { "32" = ["G.tank"], "31" = ["G.infantry"], '
        '"23" = ["B.infantry"], "Brussels" = ["B.infantry", "B.artillery"] }'
    )
    send(s, "32", "tank", "23", rolls=[3, 2])
    group(s, "31", "infantry")
    for way in (["to Brussels"], ["to 23", "to Brussels"]):  # in one go, or space by space
        walk = s.clone()
        do(walk, *way, rolls=[4, 6, 6])
        assert holder(walk, "23") == "germany" and step(walk) == "germany: press"
        do(walk, "withdraw")
        assert at(walk, "31") == ["G.infantry"] and at(walk, "23") == []
        assert holder(walk, "23") == "germany" and holder(walk, "Brussels") == "britain"
        assert at(walk, "Brussels") == ["B.artillery", "B.infantry"]


@clause("tank.1", "tank.2", "unit.tank")
@pytest.mark.parametrize(
    ("power", "start", "attacker", "goal", "tank", "hit"),
    [
        ("britain", "22", "B.infantry", "23", "G.tank", True),
        ("germany", "23", "G.infantry", "8", "F.tank", False),
        ("germany", "31", "G.infantry", "23", "B.tank", False),
    ],
)
def test_e04_defence_dice_of_tanks(power: str, start: str, attacker: str, goal: str, tank: str, hit: bool) -> None:
    """A 3 is a hit for a German tank in defence, not for a French or British one."""
    s = lay(f'power = "{power}"\nunits = {{ "{start}" = ["{attacker}"], "{goal}" = ["{tank}"] }}')
    send(s, start, "infantry", goal, rolls=[6, 3])
    assert at(s, start) == ([] if hit else [attacker])
    assert at(s, goal) == [tank]
    assert step(s) == (f"{power}: turn" if hit else f"{power}: press")


@clause("unit.mechanized", "combat.hit.1", "combat.end.1")
def test_e05_value_zero_cannot_hit() -> None:
    """A mechanized unit has no attack and dies to a defence of 1; the defender keeps the space."""
    s = lay('units = { "23" = ["G.mechanized"], "8" = ["F.mechanized"] }')
    send(s, "23", "mechanized", "8", rolls=[1])
    assert at(s, "8") == ["F.mechanized"] and at(s, "23") == []
    assert holder(s, "8") == "france"
    assert s.dice.made == 1


@clause("combat.2", "unit.fighter", "combat.casualties.5", "capture.3")
def test_e06_fighter_as_defender() -> None:
    """A fighter alone in Paris must fight, hits on 4 and is shot; the other infantry takes the city."""
    s = lay('units = { "4" = ["G.infantry x2"], "Paris" = ["F.fighter"] }')
    send(s, "4", "infantry infantry", "Paris", rolls=[1, 5, 4])
    assert at(s, "Paris") == ["G.infantry"] and at(s, "4") == []
    assert holder(s, "Paris") == "germany"


@clause("combat.casualties.1", "combat.casualties.2", "combat.casualties.5")
@pytest.mark.parametrize("french", ["infantry", "artillery"])
@pytest.mark.parametrize("german", ["infantry", "artillery", "tank"])
def test_e07_owner_chooses_casualties(french: str, german: str) -> None:
    """One hit each: both owners are asked, the defender first, and every unit may be chosen."""
    s = lay('units = { "23" = ["G.infantry", "G.artillery", "G.tank"], "8" = ["F.infantry", "F.artillery"] }')
    send(s, "23", "infantry artillery tank", "8", rolls=[3, 1, 6, 2, 5])
    assert step(s) == "france: casualties" and choices(s, "lose") == {"F.infantry", "F.artillery"}
    do(s, f"lose F.{french}")
    assert step(s) == "germany: casualties" and choices(s, "lose") == {"G.infantry", "G.artillery", "G.tank"}
    do(s, f"lose G.{german}")
    assert at(s, "8") == sorted({"F.infantry", "F.artillery"} - {f"F.{french}"})
    assert at(s, "23") == sorted({"G.infantry", "G.artillery", "G.tank"} - {f"G.{german}"})
    assert step(s) == "germany: press"


@clause("combat.6", "combat.7", "movement.4")
def test_e08_attacker_decides_first() -> None:
    """The attacker who breaks off ends the combat; the defender is not asked and keeps the space."""
    s = lay('units = { "23" = ["G.infantry x2"], "8" = ["F.infantry"] }')
    send(s, "23", "infantry", "8", rolls=[6, 6])
    assert step(s) == "germany: press" and not can(s, "retreat Reims")
    pressed = s.clone()
    do(s, "withdraw")
    assert step(s) == "germany: turn"
    assert at(s, "23") == ["G.infantry"] * 2 and at(s, "8") == ["F.infantry"] and holder(s, "8") == "france"
    group(s, "23", "infantry")  # the one that stayed behind
    assert refusal(s, "take G.infantry") == "movement.4"
    do(pressed, "press")
    assert step(pressed) == "france: stand"


SEDAN = '"A5" = ["G.tank x2"], "9" = ["F.mechanized x2", "F.artillery"]'


@clause("combat.7", "combat.8", "stacking.3", "capture.3")
def test_e09_defender_retreats_attacker_captures() -> None:
    """Three French units join two in Reims, its gun not counted; the tanks take 9."""
    s = lay(f'units = {{ {SEDAN}, "Reims" = ["F.infantry x2", "F.aa"] }}')
    send(s, "A5", "tank tank", "9", "press", rolls=[6, 6, 6, 6, 6])
    assert step(s) == "france: stand"
    do(s, "retreat Reims")
    assert at(s, "Reims") == ["F.aa", "F.artillery", "F.infantry", "F.infantry", "F.mechanized", "F.mechanized"]
    assert at(s, "9") == ["G.tank", "G.tank"] and holder(s, "9") == "germany"
    assert step(s) == "germany: turn" and refusal(s, "start 9") == "movement.4"


@clause("combat.7", "combat.8")
def test_e10_retreat_blocked_by_stacking() -> None:
    """Six units would be too many for Reims; 8 has room, and all of them go there together."""
    s = lay(f'units = {{ {SEDAN}, "Reims" = ["F.infantry x3", "F.aa"], "8" = ["F.infantry"] }}')
    send(s, "A5", "tank tank", "9", "press", rolls=[6, 6, 6, 6, 6])
    assert refusal(s, "retreat Reims") == "combat.8"
    assert choices(s, "retreat") == {"8", "10", "A4"}
    do(s, "retreat 8")
    assert at(s, "8") == ["F.artillery", "F.infantry", "F.mechanized", "F.mechanized"]
    assert at(s, "9") == ["G.tank", "G.tank"] and len(at(s, "Reims")) == 4


@clause("singularity.1", "singularity.2", "movement.3")
def test_e11_no_joint_attack_from_two_territories() -> None:
    """Units of 28 cannot join those of 27; they attack afterwards, in a combat of their own."""
    s = lay(
        'units = { "27" = ["G.infantry", "G.artillery x2", "G.tank"], "28" = ["G.infantry x2"], "24" = ["B.infantry"] }'
    )
    group(s, "27", "infantry", "artillery", "artillery", "tank")
    assert refusal(s, "take G.infantry") == "movement.2" and not can(s, "start 28")
    first = do(s, "to 24", rolls=[6, 6, 6, 6, 6])
    assert not can(s, "start 28") and not can(s, "take G.infantry")
    do(s, "withdraw")
    second = send(s, "28", "infantry infantry", "24", rolls=[1, 6, 6])
    sizes = [len(event.attackers) for event in (*first, *second) if isinstance(event, CombatBegan)]
    assert sizes == [4, 2]
    assert at(s, "24") == ["G.infantry", "G.infantry"] and len(at(s, "27")) == 4


@clause("singularity.2", "combat.2")
def test_e12_damage_carries_over_between_waves() -> None:
    """The second wave meets what the first left: one mechanized unit and the artillery."""
    s = lay('units = { "A5" = ["G.tank"], "A4" = ["G.tank"], "9" = ["F.mechanized x2", "F.artillery"] }')
    send(s, "A5", "tank", "9", "lose F.mechanized", "withdraw", rolls=[1, 6, 6, 6])
    assert at(s, "9") == ["F.artillery", "F.mechanized"]
    events = send(s, "A4", "tank", "9", rolls=[6, 6, 6])
    assert [len(event.defenders) for event in events if isinstance(event, CombatBegan)] == [2]
    assert [values for values, _ in volleys(events)] == [(3,), (1, 2)]


NORTH = (
    '"27" = ["G.tank"], "29" = ["G.mechanized", "G.infantry"], '
    '"22" = ["B.infantry"], "23" = ["B.infantry"], "24" = ["B.infantry"]'
)


@clause("blitz.2", "blitz.3", "land.4")
def test_e13_blitzkrieg_with_a_different_group() -> None:
    """Once 24 has fallen, units of 29 pass through it and attack 22; infantry alone could, too."""
    s = lay(f"units = {{ {NORTH} }}")
    early = s.clone()
    group(early, "29", "mechanized", "infantry")
    assert refusal(early, "to 22") == "capture.2"
    send(s, "27", "tank", "24", rolls=[1, 6])
    on_foot = s.clone()
    group(on_foot, "29", "infantry")
    assert can(on_foot, "to 22")
    send(s, "29", "mechanized infantry", "22", rolls=[6, 6])
    assert step(s) == "germany: press" and battle_in(s) == "22"


@clause("movement.4", "blitz.3")
def test_e14_same_group_may_not_go_on() -> None:
    """The tank that took 24 has used one space of three, but it has fought and stays."""
    s = lay(f"units = {{ {NORTH} }}")
    send(s, "27", "tank", "24", rolls=[1, 6])
    assert at(s, "24") == ["G.tank"] and step(s) == "germany: turn"
    assert refusal(s, "start 24") == "movement.4"


@clause("capture.2")
def test_e15_enemy_units_block_the_path() -> None:
    """A tank in 24 cannot pass the infantry in 22 to reach Dunkirk: it stops and fights."""
    s = lay('setup = true\nunits = { "24" = ["G.tank"], "22" = ["B.infantry"], "Dunkirk" = ["B.infantry"] }')
    group(s, "24", "tank")
    assert away("24", "Dunkirk") == 2
    assert refusal(s, "to Dunkirk") == "capture.2"
    do(s, "to 22", "fight", rolls=[6, 6])
    assert battle_in(s) == "22" and step(s) == "germany: press"


RHINE = 'units = { "29" = ["G.mechanized", "G.infantry x3"] }'


@clause("unit.mechanized.1", "land.4", "land.5")
def test_e16_mechanized_unit_carries_infantry() -> None:
    """One mechanized unit takes two infantry along three spaces, not three; infantry alone goes two."""
    s = lay(RHINE)
    send(s, "29", "mechanized infantry infantry", "35")
    assert at(s, "35") == ["G.infantry", "G.infantry", "G.mechanized"] and at(s, "29") == ["G.infantry"]
    s = lay(RHINE)
    group(s, "29", "mechanized", "infantry", "infantry", "infantry")
    assert refusal(s, "to 35") == "land.4" and can(s, "to 34")
    s = lay(RHINE)
    group(s, "29", "infantry")
    assert refusal(s, "to 35") == "land.4" and can(s, "to 34")


@clause("unit.mechanized.1", "unit.mechanized", "combat.casualties.5")
def test_e17_carried_infantry_fights_normally() -> None:
    """Carried infantry rolls its own dice; if the mechanized unit is lost, it stays and holds the space."""
    s = lay(
        'units = { "29" = ["G.mechanized", "G.infantry x2"], "8" = ["F.infantry"] }\ncontrol = { germany = ["23"] }'
    )
    assert away("29", "8") == 3
    events = send(s, "29", "mechanized infantry infantry", "8", rolls=[1, 2, 2])
    assert volleys(events) == [((1, 1), 1), ((2,), 1)]
    assert choices(s, "lose") == {"G.infantry", "G.mechanized"}
    do(s, "lose G.mechanized")
    assert at(s, "8") == ["G.infantry", "G.infantry"] and holder(s, "8") == "germany"


@clause("stacking.1", "stacking.2", "air.5")
def test_e18_stacking_of_one_power() -> None:
    """A fifth land unit fits, a sixth does not; aircraft do not count."""
    text = (
        'units = { "34" = ["G.infantry x4", "G.fighter x2"], "35" = ["G.infantry x2"], "Luxembourg" = ["G.fighter"] }'
    )
    s = lay(text)
    group(s, "35", "infantry", "infantry")
    assert refusal(s, "to 34") == "stacking.1"
    s = lay(text)
    send(s, "35", "infantry", "34", "stop")
    send(s, "Luxembourg", "fighter", "34")
    assert at(s, "34") == ["G.fighter"] * 3 + ["G.infantry"] * 5


@clause("stacking.1")
def test_e19_stacking_of_two_allies() -> None:
    """Both Allies share the five places; guests do not change who controls the city."""
    text = (
        'power = "france"\nunits = { "Brussels" = ["B.infantry", "B.artillery", "B.tank"], "23" = ["F.infantry x3"] }'
    )
    s = lay(text)
    group(s, "23", "infantry", "infantry", "infantry")
    assert refusal(s, "to Brussels") == "stacking.1"
    s = lay(text)
    send(s, "23", "infantry infantry", "Brussels")
    assert at(s, "Brussels") == ["B.artillery", "B.infantry", "B.tank", "F.infantry", "F.infantry"]
    assert holder(s, "Brussels") == "britain"


@clause("combat.1", "combat.2", "combat.casualties.5")
@pytest.mark.parametrize(("lost", "left"), [("B.infantry", "F.infantry"), ("F.infantry", "B.infantry")])
def test_e20_two_allied_powers_defend_together(lost: str, left: str) -> None:
    """Both Allies fire; the power that controls the space chooses whose unit is lost."""
    s = lay('units = { "23" = ["G.tank x2"], "8" = ["F.infantry", "B.infantry"] }')
    events = send(s, "23", "tank tank", "8", rolls=[2, 4, 5, 2])
    assert volleys(events) == [((3, 3), 1), ((2, 2), 1)]
    assert step(s) == "france: casualties" and choices(s, "lose") == {"F.infantry", "B.infantry"}
    do(s, f"lose {lost}")
    assert at(s, "8") == [left] and at(s, "23") == ["G.tank"]
    assert step(s) == "germany: press"


# the Ardennes and the Maginot Line


@clause("special.ardennes.4", "combat.hit.1")
def test_e21_forest_penalty() -> None:
    """In the forest infantry cannot hit, artillery needs 1, tanks 2; the defender has his full value."""
    s = lay('units = { "35" = ["G.infantry", "G.artillery", "G.tank"], "A3" = ["F.infantry"] }')
    events = send(s, "35", "infantry artillery tank", "A3", rolls=[2, 2, 2])
    assert volleys(events) == [((1, 2), 1), ((2,), 1)]
    assert choices(s, "lose") == {"G.infantry", "G.artillery", "G.tank"}
    do(s, "lose G.infantry")
    assert at(s, "A3") == ["G.artillery", "G.tank"] and holder(s, "A3") == "germany"


@clause("special.ardennes.4", "unit.mechanized", "combat.end.1")
def test_e22_attack_out_of_the_forest_has_no_penalty() -> None:
    """Out of A5 infantry hits on 1 and the tank on 3; both fall, and one Frenchman holds 9."""
    s = lay('units = { "A5" = ["G.infantry", "G.tank"], "9" = ["F.mechanized x2", "F.artillery"] }')
    events = send(s, "A5", "infantry tank", "9", rolls=[1, 3, 2, 1, 2])
    assert volleys(events) == [((1, 3), 2), ((1, 1, 2), 2)]
    do(s, "lose F.mechanized")
    assert choices(s, "lose") == {"F.mechanized", "F.artillery"}
    do(s, "lose F.mechanized", "lose G.infantry")
    assert at(s, "9") == ["F.artillery"] and holder(s, "9") == "france"
    assert at(s, "A5") == [] and holder(s, "A5") == "germany"


@clause("special.ardennes.3", "capture.1")
def test_e23_one_space_into_the_forest() -> None:
    """A unit that enters the forest may do nothing else: only units next to it get in."""
    text = 'units = { "34" = ["G.infantry"], "33" = ["G.tank"], "35" = ["G.infantry"] }'
    s = lay(text)
    group(s, "34", "infantry")
    assert refusal(s, "to A1") == "special.ardennes.3"
    do(s, "to 35")
    assert refusal(s, "to A1") == "special.ardennes.3"
    s = lay(text)
    group(s, "33", "tank")
    assert refusal(s, "to A3") == "special.ardennes.3"
    do(s, "to 35")
    assert refusal(s, "to A3") == "special.ardennes.3"
    s = lay(text)
    send(s, "35", "infantry", "A1")
    assert at(s, "A1") == ["G.infantry"] and holder(s, "A1") == "germany"
    assert refusal(s, "start A1") == "movement.4"


@clause("special.ardennes.3", "capture.1")
def test_e24_one_space_out_of_the_forest() -> None:
    """A tank leaves the forest for 8 and captures it; it may not go on to 7, at once or afterwards."""
    s = lay('units = { "A4" = ["G.tank"] }')
    group(s, "A4", "tank")
    assert refusal(s, "to 7") == "special.ardennes.3"
    do(s, "to 8")
    assert at(s, "8") == ["G.tank"] and holder(s, "8") == "germany"
    assert not can(s, "to 7")
    assert holder(s, "7") == "france"


@clause("special.ardennes.5", "special.ardennes.6")
def test_e25_no_air_in_the_forest() -> None:
    """Aircraft neither fight nor land in the forest, but they fly over it."""
    s = lay(
        'control = { germany = ["A3"] }\nunits = { "A5" = ["F.infantry"], "9" = ["F.infantry"], '
        '"Luxembourg" = ["G.tank", "G.fighter"], "Dusseldorf" = ["G.bomber"] }'
    )
    called = s.clone()
    send(called, "Luxembourg", "tank", "A5", rolls=[6, 6])  # nobody asks for aircraft
    assert step(called) == "germany: press" and not can(called, "call fighter@Luxembourg")
    bomber = s.clone()
    group(bomber, "Dusseldorf", "bomber")
    assert refusal(bomber, "to A5") == "special.ardennes.6"
    group(s, "Luxembourg", "fighter")
    assert refusal(s, "to A5") == "special.ardennes.6"
    assert refusal(s, "to A3") == "special.ardennes.5"
    assert away("Luxembourg", "9") == 2
    do(s, "to 9", "fight", rolls=[3, 6])
    assert at(s, "9") == [] and at(s, "Luxembourg") == ["G.fighter", "G.tank"]


@clause("surprise.1", "surprise.2", "aa.2", "special.ardennes.5", "special.ardennes.4")
def test_e26_surprise_transfer() -> None:
    """Units of one territory appear in A5 and may attack out of it; aircraft, guns and others may not come."""
    text = 'phase = "surprise"\nsetup = true'
    s = lay(text)
    group(s, "27", "infantry", "artillery", "artillery", "tank")
    do(s, "to A5")
    assert at(s, "A5") == ["G.artillery", "G.artillery", "G.infantry", "G.tank"] and at(s, "27") == []
    assert holder(s, "A5") == "germany" and step(s) == "germany: turn"
    group(s, "A5", "infantry", "artillery", "artillery", "tank")
    assert can(s, "to 10")
    events = do(s, "to 9", "fight", rolls=[6, 6, 6, 6, 6, 6, 6])
    assert volleys(events)[0] == ((1, 2, 2, 3), 0)
    s = lay(text)
    assert refusal(s, "start Dusseldorf") == "surprise.2"
    do(s, "start Mayence")
    assert choices(s, "take") == {"G.infantry"} and refusal(s, "take G.aa") == "surprise.2"
    s = lay(text)
    do(s, "start 27", "take G.tank", "take G.infantry")
    assert refusal(s, "take G.infantry") == "surprise.2"  # the infantry of 35
    assert refusal(s, "start 35") == "surprise.2"
    assert choices(s, "to") == {"A1", "A2", "A3", "A4", "A5"}


@clause("surprise.1")
def test_e27_surprise_only_once_and_only_before_the_first_turn() -> None:
    """Declined is gone: in round 2 the German turn begins without the offer."""
    s = lay('phase = "surprise"\nsetup = true')
    assert step(s) == "germany: surprise"
    do(s, "decline", "done", *NOBODY_BUILDS, rolls=[1, 1])
    assert s.round == 2 and step(s) == "germany: turn"
    assert not can(s, "decline")
    group(s, "27", "tank")
    assert refusal(s, "to A5") == "special.ardennes.3"


@clause("special.maginot.2")
@pytest.mark.parametrize(("number", "frozen"), [(1, True), (2, True), (3, True), (4, False)])
def test_e28_maginot_freeze(number: int, frozen: bool) -> None:
    """A garrison nobody attacked stays through round 3, even from 10 to 11, and is free in round 4."""
    s = lay(f'round = {number}\npower = "france"\nunits = {{ "10" = ["F.infantry"] }}')
    if frozen:
        assert refusal(s, "start 10") == "special.maginot.2"
        return
    group(s, "10", "infantry")
    assert can(s, "to 11")
    do(s, "to Reims", "stop")
    assert at(s, "Reims") == ["F.infantry"]


@clause("special.maginot.3", "special.maginot.2", "movement.4", "init.1")
def test_e29_freed_by_attack() -> None:
    """The garrison of 11 was attacked and may leave in the same round; that of 12 stays."""
    s = lay(
        'to_come = ["france", "britain"]\n'
        'units = { "36" = ["G.infantry"], "11" = ["F.infantry x2"], "12" = ["F.infantry"] }'
    )
    send(s, "36", "infantry", "11", "withdraw", "done", rolls=[6, 6, 6, 1])
    assert step(s) == "france: turn" and s.round == 1
    assert refusal(s, "start 12") == "special.maginot.2"
    send(s, "11", "infantry infantry", "15", "stop")
    assert at(s, "15") == ["F.infantry", "F.infantry"] and at(s, "11") == []


FRENCH_FRONT = (
    'round = 6\npower = "france"\nunits = { "11" = ["F.infantry", "F.fighter"], "23" = ["F.infantry"], '
    '"A3" = ["F.infantry"], "36" = ["G.infantry"], "34" = ["G.infantry"], "10" = ["F.infantry"] }'
)


@clause("special.maginot.5")
@pytest.mark.parametrize(
    ("start", "unit", "goal"),
    [("11", "infantry", "36"), ("23", "infantry", "34"), ("A3", "infantry", "Luxembourg"), ("11", "fighter", "36")],
)
def test_e30_french_may_not_attack_germany(start: str, unit: str, goal: str) -> None:
    """No French unit attacks, by land or air, or walks into what was German at the start."""
    s = lay(FRENCH_FRONT)
    group(s, start, unit)
    assert refusal(s, f"to {goal}") == "special.maginot.5"


@clause("special.maginot.6", "capture.3", "capture.4")
def test_e31_french_may_fight_in_belgium() -> None:
    """The French take 23 for themselves in round 1, and enter British Flanders without taking it."""
    s = lay('power = "france"\nunits = { "7" = ["F.infantry x2"], "6" = ["F.infantry"], "23" = ["G.infantry"] }')
    send(s, "7", "infantry infantry", "23", rolls=[1, 6, 6])
    assert at(s, "23") == ["F.infantry", "F.infantry"] and holder(s, "23") == "france"
    send(s, "6", "infantry", "22", "stop")
    assert at(s, "22") == ["F.infantry"] and holder(s, "22") == "britain"


@clause("special.maginot.5", "special.maginot.2")
def test_e32_british_are_not_bound() -> None:
    """A British tank leaves 11 in round 2 and takes 36."""
    s = lay('round = 2\npower = "britain"\nunits = { "11" = ["B.tank"], "36" = ["G.infantry"] }')
    send(s, "11", "tank", "36", rolls=[3, 6])
    assert at(s, "36") == ["B.tank"] and holder(s, "36") == "britain"


# air and anti-aircraft


@clause("air.2", "air.4", "air.6", "singularity.4")
def test_e33_range_and_landing() -> None:
    """A fighter of Luxembourg reaches Reims and 9 and comes back; Amiens and Brussels are too far."""
    assert [away("Luxembourg", goal) for goal in ("Reims", "Amiens", "Brussels", "9")] == [2, 4, 4, 2]
    s = lay("setup = true")
    group(s, "Luxembourg", "fighter")
    assert can(s, "to Reims") and can(s, "to 9")
    assert refusal(s, "to Amiens") == "air.4" and refusal(s, "to Brussels") == "air.4"
    s = lay('setup = true\nunits = { "10" = [], "Luxembourg" = ["G.tank", "G.fighter"], "Dusseldorf" = [] }')
    send(s, "Luxembourg", "tank", "Reims", "call fighter@Luxembourg", rolls=[6, 6, 6, 6, 6])
    assert battle_in(s) == "Reims"
    do(s, "withdraw")  # 10, taken on the way, is no place to land
    assert at(s, "Luxembourg") == ["G.fighter", "G.tank"] and holder(s, "10") == "germany"


@clause("air.4", "air.7")
def test_e34_bomber_range() -> None:
    """Dusseldorf to Brussels and back to 31 is 5 of 6; London is 5 away and has no field near."""
    assert [away("Dusseldorf", "Brussels"), away("Brussels", "31"), away("Dusseldorf", "London")] == [3, 2, 5]
    s = lay("setup = true")
    group(s, "Dusseldorf", "bomber")
    assert refusal(s, "to London") == "air.4"
    do(s, "to Brussels", rolls=[6, 6, 6])
    assert battle_in(s) == "Brussels"
    do(s, "withdraw")
    assert choices(s, "land") == {area for area in SETTING.board.names(s.landing) if away("Brussels", area) <= 3}
    assert "31" in choices(s, "land")


@clause("air.2", "air.4")
def test_e35_no_landing_in_fresh_conquests() -> None:
    """Amiens is in range only if 23 was German when the turn began, not if it fell a moment ago."""
    assert [away("Dusseldorf", "Amiens"), away("Amiens", "31"), away("Amiens", "23")] == [4, 3, 2]
    units = 'units = { "31" = ["G.infantry"], "Dusseldorf" = ["G.bomber"], "Amiens" = ["F.infantry"] }'
    s = lay(units)
    send(s, "31", "infantry", "23", "stop")
    assert holder(s, "23") == "germany"
    group(s, "Dusseldorf", "bomber")
    assert refusal(s, "to Amiens") == "air.4"
    s = lay(f'control = {{ germany = ["23"] }}\n{units}')
    send(s, "Dusseldorf", "bomber", "Amiens", rolls=[1, 6])
    assert at(s, "Amiens") == [] and at(s, "23") == ["G.bomber"]


@clause("air.1", "capture.1", "air.2")
def test_e36_air_cannot_capture() -> None:
    """Aircraft clear 9 and fly home; it stays French until a land unit walks in."""
    s = lay('units = { "Luxembourg" = ["G.bomber", "G.fighter"], "9" = ["F.infantry"], "A5" = ["G.infantry"] }')
    send(s, "Luxembourg", "bomber fighter", "9", "land Luxembourg", rolls=[4, 6, 5])
    assert at(s, "9") == [] and holder(s, "9") == "france"
    assert at(s, "Luxembourg") == ["G.bomber", "G.fighter"]
    send(s, "A5", "infantry", "9")
    assert at(s, "9") == ["G.infantry"] and holder(s, "9") == "germany"
    assert s.dice.made == 3


@clause("singularity.4", "unit.bomber", "combat.casualties.5", "air.2", "air.7")
def test_e37_air_support_from_elsewhere() -> None:
    """The bomber joins the attack on 23, may be the casualty, and lands within the 4 spaces it has left."""
    s = lay('units = { "31" = ["G.infantry", "G.artillery"], "23" = ["B.infantry"], "Dusseldorf" = ["G.bomber"] }')
    events = send(s, "31", "infantry artillery", "23", "call bomber@Dusseldorf", rolls=[6, 6, 4, 1])
    assert volleys(events) == [((1, 2, 4), 1), ((2,), 1)]
    assert choices(s, "lose") == {"G.infantry", "G.artillery", "G.bomber"}
    do(s, "lose G.infantry")
    assert at(s, "23") == ["G.artillery"] and holder(s, "23") == "germany"
    german = set(SETTING.board.names(SETTING.original[0]))
    assert choices(s, "land") == {area for area in german if away("23", area) <= 4} != german
    assert refusal(s, "land 23") == "air.2" and refusal(s, "land 38") == "air.4"
    do(s, "land Mayence")
    assert at(s, "Mayence") == ["G.bomber"]


DUNKIRK = 'units = { "22" = ["G.infantry x2"], "Dunkirk" = ["B.infantry x2", "B.aa"], "Dusseldorf" = ["G.bomber"] }'


@clause("aa.3", "unit.aa", "unit.aa.1", "combat.5", "combat.casualties.5", "capture.3")
def test_e38_aa_fire_is_simultaneous_and_hits_air_units() -> None:
    """The bomber hits and is shot down; both infantry fall before the gun, which is lost with the city."""
    s = lay(DUNKIRK)
    events = send(s, "22", "infantry infantry", "Dunkirk", "call bomber@Dusseldorf", rolls=[1, 4, 4, 2, 5, 1])
    assert volleys(events) == [((1, 1, 4), 2), ((2, 2), 1)]
    fallen = [(event.power, event.unit) for event in events if isinstance(event, Destroyed)]
    assert fallen == [(2, 0), (2, 0), (0, 0), (0, 6), (2, 4)]
    assert at(s, "Dunkirk") == ["G.infantry"] and holder(s, "Dunkirk") == "germany"
    assert at(s, "22") == [] and at(s, "Dusseldorf") == []
    assert step(s) == "germany: turn"


@clause("aa.3")
def test_e39_aa_fires_only_in_the_first_combat_round() -> None:
    """Six dice in the first combat round, one of them the gun's; five in the second."""
    s = lay(DUNKIRK)
    first = send(s, "22", "infantry infantry", "Dunkirk", "call bomber@Dusseldorf", rolls=[6] * 6)
    assert s.dice.made == 6
    second = do(s, "press", "stand", rolls=[6, 6, 6, 6, 6])
    assert s.dice.made == 11
    shots = [[event for event in events if isinstance(event, AntiAircraft)] for events in (first, second)]
    assert [len(shot) for shot in shots] == [1, 0]
    assert step(s) == "germany: press"


@clause("aa.4", "unit.aa.1")
def test_e40_aa_does_not_shoot_at_overflight_or_at_land_units() -> None:
    """The gun of Reims is silent when a bomber passes to Paris, and against infantry."""
    assert [away("Luxembourg", "Reims"), away("Luxembourg", "Paris")] == [2, 3]
    s = lay('units = { "Luxembourg" = ["G.bomber"], "Reims" = ["F.aa"], "Paris" = ["F.infantry"] }')
    send(s, "Luxembourg", "bomber", "Paris", rolls=[6, 6])
    assert s.dice.made == 2 and battle_in(s) == "Paris"
    do(s, "withdraw")
    assert at(s, "Luxembourg") == ["G.bomber"]
    s = lay('units = { "9" = ["G.infantry x2"], "Reims" = ["F.infantry", "F.aa"] }')
    send(s, "9", "infantry infantry", "Reims", rolls=[6, 6, 6])
    assert s.dice.made == 3
    do(s, "press", "stand", rolls=[6, 6, 6])
    assert s.dice.made == 6


# sea


@clause("sea.4", "sea.battleship.1", "sea.cruiser.1", "sea.5", "unit.destroyer", "unit.battleship", "unit.cruiser")
@pytest.mark.parametrize(
    ("bearer", "left"),
    [("G.battleship", ["G.battleship-1", "G.cruiser"]), ("G.cruiser", ["G.battleship", "G.cruiser-1"])],
)
def test_e41_battleship_absorbs_a_hit(bearer: str, left: list[str]) -> None:
    """A hit damages the battleship or the cruiser, and nothing repairs it."""
    s = lay('units = { "26" = ["G.battleship", "G.cruiser"], "25" = ["G.submarine x2"], "18" = ["B.destroyer"] }')
    events = send(s, "26", "battleship cruiser", "18", rolls=[4, 5, 3])
    assert volleys(events) == [((4, 3), 1), ((3,), 1)]
    assert choices(s, "lose") == {"G.battleship", "G.cruiser"}
    do(s, f"lose {bearer}")
    assert at(s, "18") == left and at(s, "26") == []
    do(s, "done", *NOBODY_BUILDS, rolls=[1, 1])
    assert s.round == 2 and at(s, "18") == left


@clause("sea.battleship.1", "sea.cruiser.1", "combat.casualties.5")
@pytest.mark.parametrize(
    ("bearer", "left"), [("G.battleship-2", ["G.cruiser"]), ("G.cruiser", ["G.battleship-2", "G.cruiser-1"])]
)
def test_e42_third_hit_sinks(bearer: str, left: list[str]) -> None:
    """With two old hits the battleship sinks at the next, unless the cruiser takes it."""
    s = lay('power = "britain"\nunits = { "25" = ["G.battleship-2", "G.cruiser"], "18" = ["B.destroyer"] }')
    send(s, "18", "destroyer", "25", rolls=[2, 6, 6])
    assert step(s) == "germany: casualties" and choices(s, "lose") == {"G.battleship-2", "G.cruiser"}
    do(s, f"lose {bearer}")
    assert at(s, "25") == left


@clause("combat.casualties.3", "sea.battleship.1")
def test_e43_warships_before_transports() -> None:
    """Two hits fall on battleship and destroyer as Britain likes, not on the transport."""
    s = lay('units = { "17" = ["G.battleship", "G.cruiser"], "16" = ["B.battleship", "B.destroyer", "B.transport"] }')
    send(s, "17", "battleship cruiser", "16", rolls=[4, 3, 6, 6])
    assert step(s) == "britain: casualties" and choices(s, "lose") == {"B.battleship", "B.destroyer"}
    assert refusal(s, "lose B.transport") == "combat.casualties.3"
    both = s.clone()
    do(s, "lose B.battleship")
    assert refusal(s, "lose B.transport") == "combat.casualties.3"
    do(s, "lose B.battleship-1")
    assert at(s, "16") == ["B.battleship-2", "B.destroyer", "B.transport"]
    do(both, "lose B.destroyer")
    assert at(both, "16") == ["B.battleship-1", "B.transport"]


@clause("combat.casualties.4", "sea.transport.6")
def test_e44_lone_transport_is_lost() -> None:
    """The submarine misses, but no warship protects the transport: it goes down with all aboard."""
    s = lay('units = { "17" = ["G.submarine"], "16" = ["B.transport+B.infantry+B.infantry"] }')
    send(s, "17", "submarine", "16", "fire", rolls=[6])
    assert at(s, "16") == ["G.submarine"] and at(s, "17") == []
    assert [piece for piece, area in enumerate(s.where) if area >= 0 and s.power[piece] == BRITAIN] == []
    assert s.dice.made == 1 and step(s) == "germany: turn"


@clause("combat.fire.4", "sea.destroyer.1")
def test_e45_submerging() -> None:
    """The submarine dives before any die and both stay; a destroyer makes it fight; once it fires it can be hit."""
    text = 'units = { "2" = ["G.cruiser"], "17" = ["B.submarine"] }'
    s = lay(text)
    send(s, "2", "cruiser", "17")
    assert step(s) == "britain: dive" and s.dice.made == 0
    fires = s.clone()
    do(s, "submerge")
    assert at(s, "17") == ["B.submarine", "G.cruiser"] and at(s, "2") == []
    assert s.dice.made == 0 and step(s) == "germany: turn"
    do(fires, "fire", rolls=[1, 3])
    assert at(fires, "17") == ["G.cruiser"] and fires.dice.made == 2
    s = lay('units = { "2" = ["G.cruiser", "G.destroyer"], "17" = ["B.submarine"] }')
    send(s, "2", "cruiser destroyer", "17", rolls=[6, 6, 6])
    assert s.dice.made == 3 and step(s) == "germany: press"


@clause("sea.submarine.1", "sea.destroyer.1", "sea.4")
def test_e46_passing_through() -> None:
    """A submarine slips past a battleship; a destroyer stops it and makes it fight."""
    s = lay('units = { "25" = ["G.submarine"], "18" = ["B.battleship"] }')
    send(s, "25", "submarine", "21")
    assert at(s, "21") == ["G.submarine"] and at(s, "18") == ["B.battleship"] and s.dice.made == 0
    s = lay('units = { "25" = ["G.submarine"], "18" = ["B.destroyer"] }')
    group(s, "25", "submarine")
    assert refusal(s, "to 21") == "capture.2"
    do(s, "to 18", rolls=[6, 6])
    assert battle_in(s) == "18" and step(s) == "germany: press"


@clause("capture.2", "sea.3")
def test_e47_surface_ships_cannot_pass() -> None:
    """A lone submarine in 18 is enough to stop a cruiser there."""
    s = lay('units = { "25" = ["G.cruiser"], "18" = ["B.submarine"] }')
    group(s, "25", "cruiser")
    assert refusal(s, "to 21") == "capture.2"
    do(s, "to 18", "fire", rolls=[6, 6])
    assert battle_in(s) == "18" and step(s) == "germany: press"


@clause("sea.transport.2", "sea.3")
def test_e48_unescorted_transport() -> None:
    """One transport or two may not enter a hostile zone; with a submarine beside it one may."""
    text = 'units = { "25" = ["G.transport x2", "G.submarine"], "18" = ["B.destroyer"] }'
    s = lay(text)
    group(s, "25", "transport")
    assert refusal(s, "to 18") == "sea.transport.2"
    do(s, "take G.transport")
    assert refusal(s, "to 18") == "sea.transport.2"
    s = lay(text)
    send(s, "25", "transport submarine", "18", rolls=[6, 6])
    assert battle_in(s) == "18" and step(s) == "germany: press"


@clause("land.6", "sea.transport.3", "sea.transport.8", "sea.transport.9", "sea.transport.10", "movement.4")
def test_e49_load_now_unload_next_round() -> None:
    """Two infantry board and sail to 25; they land in 24 in the next round, if no enemy ship is there."""
    s = lay('units = { "26" = ["G.transport"], "27" = ["G.infantry x2"], "24" = ["B.infantry"] }')
    send(s, "27", "infantry infantry", "26")
    laden = "transport+G.infantry+G.infantry"
    assert at(s, "26") == [f"G.{laden}"]
    send(s, "26", laden, "25", "stop")
    assert at(s, "25") == [f"G.{laden}"]
    assert refusal(s, "start 25") == "movement.4"
    do(s, "done", *NOBODY_BUILDS, rolls=[1, 1])
    assert s.round == 2 and step(s) == "germany: turn"
    send(s, "25", "infantry infantry", "24", rolls=[1, 6, 6])
    assert at(s, "24") == ["G.infantry", "G.infantry"] and holder(s, "24") == "germany"
    assert at(s, "25") == ["G.transport"]
    s = lay(f'round = 2\nunits = {{ "25" = ["G.{laden}", "B.submarine"], "24" = ["B.infantry"] }}')
    group(s, "25", "infantry", "infantry")
    assert refusal(s, "to 24") == "sea.transport.10"


@clause("sea.transport.3", "sea.transport.7")
def test_e50_capacity_and_transfer() -> None:
    """A full transport takes nobody else aboard, and cargo does not change ships."""
    full = "G.transport+G.infantry+G.artillery"
    s = lay(f'units = {{ "26" = ["{full}"], "27" = ["G.tank"] }}')
    group(s, "27", "tank")
    assert refusal(s, "to 26") == "sea.transport.3"
    s = lay(f'units = {{ "26" = ["{full}", "G.transport"], "27" = ["G.tank"] }}')
    cargo = s.clone()
    send(s, "27", "tank", "26")
    assert at(s, "26") == [full, "G.transport+G.tank"]
    group(cargo, "26", "artillery")
    assert refusal(cargo, "to 26") in ("sea.transport.7", "sea.transport.8")
    assert not can(cargo, "aboard G.transport") and choices(cargo, "to") == {"24", "27"}


@clause("sea.transport.9", "bombard.6", "sea.transport.4")
def test_e51_zone_must_be_cleared() -> None:
    """The destroyer is sunk, the tanks land in London and take it; the cruiser fought and may not bombard."""
    s = lay(
        'round = 2\nunits = { "18" = ["G.transport+G.tank+G.tank", "G.cruiser"], '
        '"21" = ["B.destroyer"], "London" = ["B.infantry", "B.aa"] }'
    )
    send(s, "18", "transport+G.tank+G.tank cruiser", "21", rolls=[2, 5])
    assert at(s, "21") == ["G.cruiser", "G.transport+G.tank+G.tank"]
    assert refusal(s, "bombard London") == "bombard.6"
    send(s, "21", "tank tank", "London", rolls=[1, 6, 6])
    assert at(s, "London") == ["G.tank", "G.tank"] and holder(s, "London") == "germany"
    assert at(s, "21") == ["G.cruiser", "G.transport"]


@clause("bombard.1", "bombard.2", "bombard.3", "bombard.4", "bombard.5", "sea.2", "sea.battleship.2", "sea.cruiser.2")
def test_e52_bombardment() -> None:
    """A 3 hits for the battleship, not for the cruiser; the infantry dies without a die, and 24 stays British."""
    s = lay('units = { "25" = ["G.battleship", "G.cruiser"], "24" = ["B.infantry"] }')
    do(s, "bombard 24", "take G.battleship", "take G.cruiser", "fire", rolls=[3, 3])
    assert at(s, "24") == [] and holder(s, "24") == "britain"
    assert s.dice.made == 2 and at(s, "25") == ["G.battleship", "G.cruiser"]
    assert refusal(s, "start 25") == "movement.4"


@clause("bombard.3", "bombard.4")
@pytest.mark.parametrize(("ship", "die"), [("G.battleship", 4), ("G.cruiser", 3)])
def test_e53_bombardment_values_are_not_sea_values(ship: str, die: int) -> None:
    """What would hit at sea misses on land."""
    s = lay(f'units = {{ "25" = ["{ship}"], "24" = ["B.infantry"] }}')
    do(s, "bombard 24", f"take {ship}", "fire", rolls=[die])
    assert at(s, "24") == ["B.infantry"]


# the round, economy, victory


@clause("order.1", "order.2", "order.3", "order.4", "init.1", "init.2", "init.3", "cards.1", "setup.6")
def test_e54_order_of_a_round() -> None:
    """Three turns as drawn, then building; no card in round 1, one before the first chit of round 2."""
    new = GAME.new("two_players", 3)
    assert new.round == 1 and new.card == -1
    assert [event.sides for event in new.events if isinstance(event, Rolled)] == [3]
    s = lay('scenario = "two_players"\npower = "britain"\nto_come = ["germany", "france"]')
    acting = [step(s)]
    for rolls in ([1], [], []):
        do(s, "done", rolls=rolls)
        acting.append(step(s))
    assert acting == ["britain: turn", "germany: turn", "france: turn", "germany: build"]
    assert s.round == 1 and s.card == -1
    events = do(s, *NOBODY_BUILDS, rolls=[4, 2])
    told = [event for event in events if isinstance(event, (RoundBegan, CardDrawn, TurnBegan))]
    assert [type(event) for event in told] == [RoundBegan, CardDrawn, TurnBegan]
    assert [event.purpose for event in events if isinstance(event, Rolled)] == ["card", "initiative"]
    assert s.round == 2 and step(s) == "france: turn"


@clause("turn.1")
def test_e55_only_the_active_power_moves() -> None:
    """In the French turn British units stay, alone or beside French ones."""
    s = lay(
        'scenario = "two_players"\npower = "france"\n'
        'units = { "22" = ["B.infantry"], "6" = ["F.infantry", "B.infantry"] }'
    )
    assert refusal(s, "start 22") == "turn.1"
    do(s, "start 6")
    assert refusal(s, "take B.infantry") == "turn.1" and can(s, "take F.infantry")


@clause("build.3", "build.4", "build.6", "build.7")
def test_e56_income_follows_control() -> None:
    """Germany with Brussels 25, Britain 11, France 15; the new city's money is there at once."""
    s = lay('phase = "victory check"\ncontrol = { germany = ["Brussels"] }')
    assert s.npu == (25, 15, 11)
    do(s, *["build tank@Brussels"] * 5)
    assert s.npu[0] == 0 and step(s) == "france: build"


@clause("capture.4", "combat.end.1", "build.3", "build.10", "build.8")
def test_e57_ally_retakes_a_city() -> None:
    """Brussels goes to France, which took it back: 22 NPU against 11, and all land and air units there."""
    s = lay('power = "france"\nunits = { "23" = ["F.infantry"], "Brussels" = ["G.infantry"] }')
    send(s, "23", "infantry", "Brussels", rolls=[1, 6])
    assert holder(s, "Brussels") == "france"
    do(s, "done")
    assert s.npu == (18, 22, 11)
    do(s, "done")
    assert step(s) == "france: build"
    there = {choice.split("@")[0] for choice in choices(s, "build") if choice.endswith("@Brussels")}
    assert there == {"infantry", "artillery", "tank", "mechanized", "fighter", "bomber", "aa"}
    do(s, "done")
    assert step(s) == "britain: build" and refusal(s, "build infantry@Brussels") == "build.8"


@clause("build.8", "build.10", "build.11", "build.12", "aa.1")
def test_e58_what_may_be_built_where() -> None:
    """Dunkirk builds infantry and artillery, Brussels and London all, ships appear in 21."""
    s = lay('phase = "build"\nnpu = { britain = 18 }')
    assert step(s) == "britain: build"
    assert refusal(s, "build tank@Dunkirk") == "build.11" and refusal(s, "build aa@Dunkirk") == "build.11"
    assert {choice for choice in choices(s, "build") if choice.startswith("destroyer")} == {"destroyer@21"}
    assert refusal(s, "build destroyer@18") == "build.12" and refusal(s, "build destroyer@26") == "build.12"
    for order in ("infantry@Dunkirk", "fighter@Brussels", "aa@London", "destroyer@21"):
        assert can(s, f"build {order}")


@clause("unit.tank", "unit.artillery", "unit.infantry", "build.5")
def test_e59_spending_limit_and_no_saving() -> None:
    """18 NPU buy 2 tanks and 2 artillery, not 3 tanks and 1 artillery; what is kept is lost."""
    text = 'phase = "build"\nnpu = { germany = 18 }'
    s = lay(text)
    do(s, *["build tank@Dusseldorf"] * 2, *["build artillery@Dusseldorf"] * 2)
    assert at(s, "Dusseldorf") == ["G.artillery", "G.artillery", "G.tank", "G.tank"]
    s = lay(text)
    do(s, *["build tank@Dusseldorf"] * 3)
    assert s.npu[0] == 3 and refusal(s, "build artillery@Dusseldorf") == "build.5"
    s = lay(text)
    do(s, *["build infantry@Dusseldorf"] * 5)
    assert s.npu[0] == 3
    do(s, "done", rolls=[1, 1])
    assert s.npu == (0, 0, 0) and at(s, "Dusseldorf") == ["G.infantry"] * 5
    do(s, "done", "done", "done", rolls=[1])
    assert step(s) == "germany: build" and s.npu[0] == 18


@clause("build.14", "build.15", "stacking.3")
def test_e60_surplus_is_lost() -> None:
    """Mayence has room for one more beside its gun: the second infantry is lost, and so is its price."""
    s = lay('phase = "build"\nnpu = { germany = 6 }\nunits = { "Mayence" = ["G.infantry x4", "G.aa"] }')
    events = do(s, "build infantry@Mayence", "build infantry@Mayence")
    assert [event.placed for event in events if isinstance(event, Mobilized)] == [True, False]
    assert at(s, "Mayence") == ["G.aa", *["G.infantry"] * 5] and s.npu == (0, 0, 0)


@clause("victory.2", "build.1")
def test_e61_capital_held_only_for_a_moment() -> None:
    """Paris falls and is retaken in the same round: nobody wins, and the powers build."""
    s = lay(
        'round = 3\nto_come = ["britain", "france"]\n'
        'units = { "4" = ["G.tank"], "Paris" = ["F.infantry"], "1" = ["F.tank"] }'
    )
    send(s, "4", "tank", "Paris", rolls=[1, 6])
    assert holder(s, "Paris") == "germany" and s.result is None
    do(s, "done", "done", rolls=[1])
    assert step(s) == "france: turn"
    send(s, "1", "tank", "Paris", rolls=[1, 6])
    do(s, "done")
    assert s.result is None and step(s) == "germany: build" and s.round == 3


@clause("victory.2", "build.1", "war.7")
def test_e62_capital_held() -> None:
    """Paris in German hands at the check of round 3 ends the game; nothing is built."""
    s = lay('round = 3\nunits = { "4" = ["G.tank"], "Paris" = ["F.infantry"] }')
    send(s, "4", "tank", "Paris", rolls=[1, 6])
    assert s.result is None
    do(s, "done")
    assert s.result is not None
    assert (s.result.winner, s.result.clause) == ("germany", "victory.2")
    assert s.npu == (0, 0, 0) and s.round == 3


@clause("victory.3", "war.8")
def test_e63_three_minors_in_different_rounds() -> None:
    """Dunkirk falls in round 6 as the last of the three, and Germany wins; with two it did not."""
    held = 'control = { germany = ["Amiens", "Reims"] }\n'
    assert lay(f'phase = "victory check"\nround = 5\n{held}').result is None
    s = lay(f'round = 6\n{held}units = {{ "22" = ["G.tank"], "Dunkirk" = ["B.infantry"] }}')
    send(s, "22", "tank", "Dunkirk", rolls=[1, 6])
    do(s, "done")
    assert s.result is not None and s.round == 6
    assert (s.result.winner, s.result.clause) == ("germany", "victory.3")


@clause("victory.4", "war.5", "victory.1")
def test_e64_two_minors_are_not_enough() -> None:
    """After round 10 the Allies hold both capitals and Dunkirk: they win, Brussels or not."""
    held = 'control = { germany = ["Amiens", "Reims", "Brussels"] }'
    assert lay(f'phase = "victory check"\nround = 9\n{held}').result is None
    s = lay(f'phase = "victory check"\nround = 10\n{held}')
    assert s.result is not None
    assert (s.result.winner, s.result.clause) == ("allies", "victory.4")


@clause("victory.5", "war.6", "war.7")
def test_e65_original_german_city() -> None:
    """Paris does not help a Germany that lost Luxembourg in the same round: the Allies win."""
    s = lay('round = 5\npower = "britain"\nunits = { "10" = ["B.tank"], "Paris" = ["G.infantry"] }')
    send(s, "10", "tank", "Luxembourg", "stop")
    assert holder(s, "Luxembourg") == "britain" and holder(s, "Paris") == "germany"
    do(s, "done")
    assert s.result is not None
    assert (s.result.winner, s.result.clause) == ("allies", "victory.5")


# further procedure


@clause("singularity.3", "land.3", "stacking.1")
def test_e66_reinforcing_a_capture() -> None:
    """Four units of 34 follow into 23, which is then full: the tank of 32 finds no room."""
    s = lay(
        'units = { "31" = ["G.artillery"], "23" = ["B.infantry"], '
        '"34" = ["G.infantry x2", "G.artillery x2"], "32" = ["G.tank"] }'
    )
    send(s, "31", "artillery", "23", rolls=[1, 6])
    send(s, "34", "infantry infantry artillery artillery", "23", "stop")
    assert at(s, "23") == ["G.artillery"] * 3 + ["G.infantry"] * 2 and s.dice.made == 2
    group(s, "32", "tank")
    assert refusal(s, "to 23") == "stacking.1" and can(s, "to 31")


@clause("land.1", "sea.1")
def test_e67_land_stays_on_land_ships_stay_at_sea() -> None:
    """Infantry does not walk over the Strait, and a destroyer does not sail into London."""
    s = lay('power = "britain"\nunits = { "19" = ["B.infantry"], "21" = ["B.destroyer"] }')
    ship = s.clone()
    group(s, "19", "infantry")
    assert choices(s, "to") == {"20", "London"}
    assert refusal(s, "to 21") in ("land.1", "sea.transport.3")
    assert refusal(s, "to Dunkirk") == "land.1"
    group(ship, "21", "destroyer")
    assert refusal(ship, "to London") == "sea.1"
    assert choices(ship, "to") == {"2", "16", "17", "18", "25"}


@clause("sea.transport.1", "sea.transport.5", "unit.transport", "unit.destroyer")
def test_e68_cargo_in_a_sea_battle() -> None:
    """Only cruiser and destroyer roll; tanks aboard neither fire nor bear hits."""
    s = lay('units = { "25" = ["G.cruiser"], "18" = ["B.destroyer", "B.transport+B.tank+B.tank"] }')
    events = send(s, "25", "cruiser", "18", rolls=[6, 4])
    assert volleys(events) == [((3,), 0), ((3,), 0)] and s.dice.made == 2
    assert [s.name(piece) for piece in combat.can_be_lost(s, combat.DEFENCE)] == ["B.destroyer"]
    assert step(s) == "germany: press"
    assert at(s, "18") == ["B.destroyer", "B.transport+B.tank+B.tank"] and at(s, "25") == ["G.cruiser"]


@clause("combat.3", "combat.4", "combat.5", "combat.9", "combat.fire.3", "capture.3")
def test_e69_two_combat_rounds() -> None:
    """Nothing in the first round, a hit each in the second; who is hit still fires."""
    s = lay('units = { "23" = ["G.infantry x2"], "8" = ["F.infantry"] }')
    send(s, "23", "infantry infantry", "8", rolls=[3, 4, 5])
    assert at(s, "23") == ["G.infantry", "G.infantry"] and at(s, "8") == ["F.infantry"]
    do(s, "press", "stand", rolls=[1, 6, 2])
    assert at(s, "8") == ["G.infantry"] and at(s, "23") == []
    assert holder(s, "8") == "germany" and s.dice.made == 6


@clause("movement.2", "singularity.1")
def test_e70_finish_one_group_before_the_next() -> None:
    """While a combat lasts no other group moves and no land unit joins it."""
    s = lay('units = { "23" = ["G.infantry"], "A4" = ["G.tank"], "8" = ["F.infantry"] }')
    send(s, "23", "infantry", "8", rolls=[6, 6])
    assert {option.verb for option in s.options} == {"press", "withdraw"}
    for action in ("start A4", "take G.tank", "to 8"):
        assert refusal(s, action) == "turn.1"
    do(s, "press", "stand", rolls=[6, 6])
    assert len(combat.attackers(s)) == 1 and not can(s, "start A4")


@clause("build.2", "build.9", "build.14", "order.4")
def test_e71_new_units_move_in_the_next_round() -> None:
    """What is bought appears together, counts for stacking and moves in round 2, not before."""
    s = lay('phase = "build"\nnpu = { germany = 5, britain = 6 }')
    do(s, "build tank@Dusseldorf")
    assert at(s, "Dusseldorf") == [] and step(s) == "britain: build"
    events = do(s, "build infantry@London", "build infantry@London", rolls=[1, 1])
    told = [type(event) for event in events if isinstance(event, (Mobilized, RoundBegan, TurnBegan))]
    assert told == [Mobilized, Mobilized, Mobilized, RoundBegan, TurnBegan]
    assert at(s, "Dusseldorf") == ["G.tank"] and at(s, "London") == ["B.infantry", "B.infantry"]
    assert s.stacking(SETTING.board.place("London"), ALLIED) == 2
    assert s.round == 2 and step(s) == "germany: turn"
    send(s, "Dusseldorf", "tank", "31", "stop", "done", rolls=[2])
    assert at(s, "31") == ["G.tank"] and step(s) == "britain: turn"
    send(s, "London", "infantry infantry", "20", "stop")
    assert at(s, "20") == ["B.infantry", "B.infantry"]


@clause("cards.2", "cards.3", "cards.4", "land.5")
def test_e72_a_card_changes_a_range_then_expires() -> None:
    """Under R02 a tank goes four spaces to Brussels; the next card ends that, and R02 does not come back."""
    s = lay('round = 2\ncard = "R02"\nunits = { "30" = ["G.tank"] }\ncontrol = { germany = ["23", "Brussels"] }')
    assert away("30", "Brussels") == 4
    later = s.clone()
    send(s, "30", "tank", "Brussels")
    assert at(s, "Brussels") == ["G.tank"]
    do(later, "done", *NOBODY_BUILDS, rolls=[1, 1])
    assert later.round == 3 and SETTING.cards[later.card].id == "R01"
    assert later.lasting == () and "R02" not in {SETTING.cards[card].id for card in later.deck}
    group(later, "30", "tank")
    assert refusal(later, "to Brussels") == "land.5" and can(later, "to 23")


@clause("blitz.1", "blitz.2", "blitz.3", "land.4", "special.maginot.6")
def test_e73_allied_sequential_attacks() -> None:
    """The French, too, take 23 with one group and send another through it against Brussels."""
    s = lay(
        'round = 2\npower = "france"\nunits = { "7" = ["F.infantry x2"], "6" = ["F.infantry x2", "F.artillery"], '
        '"22" = ["G.infantry"], "23" = ["G.infantry"], "Brussels" = ["G.infantry"] }'
    )
    early = s.clone()
    group(early, "6", "infantry", "infantry", "artillery")
    assert refusal(early, "to Brussels") == "capture.2"
    send(s, "7", "infantry infantry", "23", rolls=[1, 6, 6])
    assert holder(s, "23") == "france"
    send(s, "6", "infantry infantry artillery", "Brussels", rolls=[6, 6, 6, 6])
    assert battle_in(s) == "Brussels" and step(s) == "france: press"


@clause("powers.1", "powers.2", "powers.3")
def test_e74_who_plays_what() -> None:
    """Two players: one has both Allies and sees what both buy; three: one power each; no other number."""
    assert GAME.sides == ("germany", "france", "britain")
    seen = {}
    for players in ("two_players", "three_players"):
        assert GAME.new(players, 1).scenario == players
        s = lay(f'scenario = "{players}"\nphase = "build"\nnpu = {{ germany = 3, france = 6, britain = 6 }}')
        do(s, "build infantry@Dusseldorf", "build infantry@Paris")
        seen[players] = {power: orders(s, power) for power in GAME.sides}
    german, french = {"G.infantry@Dusseldorf"}, {"F.infantry@Paris"}
    assert seen["two_players"] == {"germany": german, "france": french, "britain": french}
    assert seen["three_players"] == {"germany": german, "france": french, "britain": set()}
    for players in ("one_player", "four_players"):
        with pytest.raises(ValueError, match="two_players, three_players"):
            GAME.new(players, 1)


@clause("combat.casualties.5", "unit.aa.1", "capture.3")
def test_e75_aa_are_the_last_casualties() -> None:
    """Guns roll nothing against tanks and are not given up for infantry; with the last infantry they are lost."""
    s = lay('units = { "Reims" = ["G.tank x3"], "Paris" = ["F.infantry x2", "F.aa x2"] }')
    send(s, "Reims", "tank tank tank", "Paris", rolls=[1, 5, 6, 6, 6])
    assert at(s, "Paris") == ["F.aa", "F.aa", "F.infantry"] and s.dice.made == 5
    do(s, "press", "stand", rolls=[1, 6, 6, 6])
    assert at(s, "Paris") == ["G.tank", "G.tank", "G.tank"] and holder(s, "Paris") == "germany"
    assert s.dice.made == 9


@clause("capture.1", "land.6", "sea.transport.8", "movement.4")
def test_e76_unloading_into_vacant_enemy_land() -> None:
    """Cargo lands in 24 or in 20 and takes it without combat; that is its whole move."""
    text = 'round = 2\nunits = { "25" = ["G.transport+G.infantry+G.artillery"] }'
    s = lay(text)
    send(s, "25", "infantry artillery", "24")
    assert at(s, "24") == ["G.artillery", "G.infantry"] and holder(s, "24") == "germany"
    s = lay(text)
    group(s, "25", "infantry", "artillery")
    assert refusal(s, "to London") == "sea.transport.8"
    do(s, "to 20")
    assert holder(s, "20") == "germany" and s.dice.made == 0
    assert step(s) == "germany: turn" and refusal(s, "start 20") == "movement.4"


def test_every_situation_has_its_test() -> None:
    """E01 to E76."""
    found = {int(match[1]) for match in (re.match(r"test_e(\d\d)_", name) for name in globals()) if match}
    assert found == set(range(1, 77))
