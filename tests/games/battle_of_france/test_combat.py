"""Conduct combat: fire, submerging, casualties, retreats, the end of a combat, and the unique attack rules."""

from __future__ import annotations

import pytest

from meuse.engine import Event
from meuse.engine.events import Volley
from meuse.games.battle_of_france import combat
from meuse.games.battle_of_france.events import (
    Called,
    Captured,
    CombatBegan,
    Damaged,
    Destroyed,
    Fired,
    Retreated,
    Submerged,
)
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import SETTING, at, can, choices, clause, do, holder, lay, refusal


def war(units: str, more: str = "") -> BattleState:
    return lay(f"{more}\nunits = {{ {units} }}")


def attack(s: BattleState, start: str, units: list[str], goal: str, rolls: list[int] | None = None) -> list[Event]:
    return do(s, f"start {start}", *(f"take {unit}" for unit in units), f"to {goal}", rolls=rolls or [])


def asked(s: BattleState) -> tuple[str, str]:
    """Who must decide now, and in which step."""
    assert s.decision is not None
    return s.decision.side, s.decision.step


def fired(events: list[Event]) -> list[tuple[tuple[int, ...], int]]:
    """The values and the hits of each side's dice."""
    return [(event.needed, len(event.hits)) for event in events if isinstance(event, Fired)]


def deaths(events: list[Event]) -> list[tuple[str, str]]:
    """What was destroyed, with the first clause that says so."""
    units = {number: unit.id for number, unit in enumerate(SETTING.units)}
    return [
        (f"{'GFB'[event.power]}.{units[event.unit]}", event.clauses[0])
        for event in events
        if isinstance(event, Destroyed)
    ]


def zone(name: str) -> int:
    return SETTING.board.place(name)


# when there is combat, and who is in it


@clause("combat.1")
def test_combat_begins_when_units_enter_a_space_of_the_enemy() -> None:
    s = war('"31" = ["G.infantry"], "23" = ["B.infantry"]')
    events = attack(s, "31", ["G.infantry"], "23", [6, 6])
    began = next(event for event in events if isinstance(event, CombatBegan))
    assert (began.area, len(began.attackers), len(began.defenders)) == (zone("23"), 1, 1)
    assert asked(s) == ("germany", "press") and holder(s, "23") == "britain"


@clause("combat.1")
def test_no_combat_without_enemies() -> None:
    s = war('"31" = ["G.infantry"]')
    events = attack(s, "31", ["G.infantry"], "23")
    assert not any(isinstance(event, CombatBegan) for event in events) and s.battle is None
    assert holder(s, "23") == "germany"


@clause("combat.1")
def test_ships_that_enter_a_hostile_zone_fight_whatever_is_in_it() -> None:
    for enemy, rolls in (("B.cruiser", [6, 6]), ("B.destroyer", [6, 6]), ("F.transport", [6])):
        s = war(f'"25" = ["G.cruiser"], "18" = ["{enemy}"]')
        events = attack(s, "25", ["G.cruiser"], "18", rolls)
        assert any(isinstance(event, CombatBegan) for event in events)


@clause("combat.1", "combat.2", "combat.casualties.5")
def test_both_allied_powers_defend_together_and_the_controller_chooses() -> None:
    for control, chooser in (("", "france"), ('control = { britain = ["7"] }', "britain")):
        s = war('"23" = ["G.tank x2"], "7" = ["F.infantry", "B.infantry"]', control)
        events = attack(s, "23", ["G.tank", "G.tank"], "7", [2, 4, 5, 2])
        began = next(event for event in events if isinstance(event, CombatBegan))
        assert sorted(s.power[piece] for piece in began.defenders) == [1, 2]
        assert fired(events) == [((3, 3), 1), ((2, 2), 1)]
        assert asked(s) == (chooser, "casualties") and choices(s, "lose") == {"F.infantry", "B.infantry"}
        do(s, "lose B.infantry")
        assert at(s, "7") == ["F.infantry"] and at(s, "23") == ["G.tank"]  # one German tank was lost as well
        do(s, "press")
        assert asked(s) == (chooser, "stand")


@clause("combat.2", "combat.casualties.5")
def test_at_sea_the_power_with_more_ships_chooses_and_britain_on_a_tie() -> None:
    fleet = '"25" = ["G.battleship x2"], "18" = '
    for ships, chooser, dice in (
        ('["F.cruiser x2", "B.destroyer"]', "france", 3),
        ('["F.cruiser", "B.destroyer"]', "britain", 2),
        ('["F.cruiser", "F.transport", "B.destroyer"]', "france", 2),
        ('["F.cruiser", "B.destroyer x2"]', "britain", 3),
    ):
        s = war(fleet + ships)
        attack(s, "25", ["G.battleship", "G.battleship"], "18", [4, 5] + [6] * dice)
        assert asked(s) == (chooser, "casualties")
        assert choices(s, "lose") == {"F.cruiser", "B.destroyer"}


@clause("combat.2", "combat.fire.3")
def test_every_unit_in_the_space_must_defend() -> None:
    s = war('"31" = ["G.infantry"], "23" = ["B.infantry", "B.artillery", "B.tank", "B.mechanized", "F.fighter"]')
    events = attack(s, "31", ["G.infantry"], "23", [6, 3, 3, 3, 2, 5])
    assert fired(events) == [((1,), 0), ((2, 2, 2, 1, 4), 0)]


# fire


@clause("combat.3", "combat.fire.1", "combat.fire.3")
def test_the_attacker_rolls_all_his_dice_then_the_defender_all_of_his() -> None:
    s = war('"31" = ["G.infantry", "G.tank"], "23" = ["B.infantry x2"]')
    events = attack(s, "31", ["G.infantry", "G.tank"], "23", [6, 4, 5, 6])
    volleys = [(event.purpose, event.values) for event in events if isinstance(event, Volley)]
    assert volleys == [("attack", (6, 4)), ("defence", (5, 6))]


@clause("combat.3", "combat.5")
def test_casualties_come_only_after_both_sides_have_rolled() -> None:
    s = war('"31" = ["G.infantry"], "23" = ["B.infantry"]')
    events = attack(s, "31", ["G.infantry"], "23", [1, 2])
    kinds = [type(event) for event in events if isinstance(event, Fired | Destroyed)]
    assert kinds == [Fired, Fired, Destroyed, Destroyed]
    assert at(s, "31") == [] and at(s, "23") == []


@clause("combat.4", "combat.casualties.1", "combat.casualties.2")
def test_as_many_casualties_as_hits() -> None:
    s = war('"31" = ["G.infantry x4"], "23" = ["B.infantry x4"]')
    events = attack(s, "31", ["G.infantry"] * 4, "23", [1, 2, 1, 1, 2, 3, 2, 6])
    assert fired(events) == [((1,) * 4, 3), ((2,) * 4, 2)]
    assert at(s, "23") == ["B.infantry"] and at(s, "31") == ["G.infantry"] * 2
    assert deaths(events) == [("B.infantry", "combat.casualties.1")] * 3 + [("G.infantry", "combat.casualties.2")] * 2


@clause("combat.4")
def test_hits_beyond_the_last_unit_are_lost() -> None:
    s = war('"31" = ["G.tank x3"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.tank"] * 3, "23", [1, 1, 1, 6])
    assert at(s, "23") == ["G.tank"] * 3 and s.toll == (0, 0)


ATTACKS = {"infantry": 1, "artillery": 2, "tank": 3, "fighter": 3, "bomber": 4}
DEFENCES = {"infantry": 2, "artillery": 2, "mechanized": 1, "fighter": 4, "bomber": 1}


@clause("combat.hit.1", "combat.fire.1")
@pytest.mark.parametrize(("unit", "value"), ATTACKS.items())
def test_an_attack_die_hits_on_the_value_or_less(unit: str, value: int) -> None:
    for die in range(1, 7):
        s = war(f'"31" = ["G.{unit}"], "23" = ["B.infantry x2"]')
        events = attack(s, "31", [f"G.{unit}"], "23", [die, 6, 6])
        assert fired(events)[0] == ((value,), int(die <= value))
        assert len(at(s, "23")) == (1 if die <= value else 2)


@clause("combat.hit.1", "combat.fire.3")
@pytest.mark.parametrize(("unit", "value"), DEFENCES.items())
def test_a_defence_die_hits_on_the_value_or_less(unit: str, value: int) -> None:
    for die in range(1, 7):
        s = war(f'"31" = ["G.infantry x2"], "23" = ["B.{unit}"]')
        events = attack(s, "31", ["G.infantry"] * 2, "23", [6, 6, die])
        assert fired(events)[1] == ((value,), int(die <= value))
        assert len(at(s, "31")) == (1 if die <= value else 2)


@clause("combat.hit.1", "combat.fire.1", "combat.fire.3")
@pytest.mark.parametrize(
    ("unit", "attacks", "defends"), [("battleship", 4, 4), ("cruiser", 3, 3), ("destroyer", 2, 3), ("submarine", 2, 2)]
)
def test_ships_fire_with_their_values(unit: str, attacks: int, defends: int) -> None:
    fire = ["fire"] if unit == "submarine" else []
    for die in range(1, 7):
        s = war(f'"25" = ["G.{unit}"], "18" = ["B.cruiser"]')
        events = do(s, "start 25", f"take G.{unit}", "to 18", *fire, rolls=[die, 6])
        assert fired(events)[0] == ((attacks,), int(die <= attacks))
        s = war(f'"25" = ["G.cruiser"], "18" = ["B.{unit}"]')
        events = do(s, "start 25", "take G.cruiser", "to 18", *fire, rolls=[6, die])
        assert fired(events)[1] == ((defends,), int(die <= defends))


@clause("combat.fire.1", "combat.fire.3")
def test_each_unit_rolls_against_its_own_value() -> None:
    s = war('"31" = ["G.infantry", "G.artillery", "G.tank"], "23" = ["B.fighter", "B.infantry"]')
    events = attack(s, "31", ["G.tank", "G.infantry", "G.artillery"], "23", [3, 2, 3, 4, 3])
    assert fired(events) == [((3, 1, 2), 1), ((4, 2), 1)]
    assert [event.power for event in events if isinstance(event, Fired)] == [0, 2]


@clause("combat.fire.1", "combat.hit.1")
def test_units_without_a_value_take_part_but_roll_no_die() -> None:
    s = war('"31" = ["G.mechanized", "G.infantry"], "23" = ["B.infantry"]')
    events = attack(s, "31", ["G.mechanized", "G.infantry"], "23", [6, 2])
    assert fired(events)[0] == ((1,), 0)
    assert choices(s, "lose") == {"G.infantry", "G.mechanized"}  # it can bear hits
    s = war('"31" = ["G.mechanized"], "23" = ["B.mechanized"]')
    events = attack(s, "31", ["G.mechanized"], "23", [1])
    assert fired(events) == [((1,), 1)] and at(s, "31") == [] and holder(s, "23") == "britain"


# tanks


@clause("tank.1", "tank.2")
@pytest.mark.parametrize(
    ("power", "start", "goal", "tank", "value"),
    [
        ("britain", "22", "23", "G.tank", 3),
        ("germany", "31", "23", "B.tank", 2),
        ("germany", "31", "23", "F.tank", 2),
    ],
)
def test_german_tanks_defend_with_three_allied_tanks_with_two(
    power: str, start: str, goal: str, tank: str, value: int
) -> None:
    own = "B" if power == "britain" else "G"
    for die in range(1, 7):
        s = war(f'"{start}" = ["{own}.infantry"], "{goal}" = ["{tank}"]', f'power = "{power}"')
        events = attack(s, start, [f"{own}.infantry"], goal, [6, die])
        assert fired(events)[1] == ((value,), int(die <= value))
        assert at(s, start) == ([] if die <= value else [f"{own}.infantry"])


@clause("tank.1", "tank.2")
def test_the_tanks_of_both_allies_use_their_own_value_also_together_and_all_attack_with_three() -> None:
    s = war('"31" = ["G.tank"], "23" = ["B.tank", "F.tank"]')
    events = attack(s, "31", ["G.tank"], "23", [4, 3, 3])
    assert fired(events) == [((3,), 0), ((2, 2), 0)]
    for power, tank in (("france", "F.tank"), ("britain", "B.tank")):
        s = war(f'"22" = ["{tank}"], "23" = ["G.tank"]', f'power = "{power}"')
        assert fired(attack(s, "22", [tank], "23", [4, 4])) == [((3,), 0), ((3,), 0)]


# submarines


@clause("combat.fire.4")
def test_a_defending_submarine_may_submerge_before_any_die_and_both_stay() -> None:
    s = war('"2" = ["G.cruiser"], "17" = ["B.submarine"]')
    attack(s, "2", ["G.cruiser"], "17")
    assert asked(s) == ("britain", "dive") and s.dice.made == 0 and choices(s, "submerge") == {""}
    events = do(s, "submerge")
    assert [event.clauses for event in events if isinstance(event, Submerged)] == [("combat.fire.4",)]
    assert s.dice.made == 0 and s.battle is None and s.submerged == 0
    assert at(s, "17") == ["B.submarine", "G.cruiser"] and asked(s) == ("germany", "turn")
    assert refusal(s, "start 17") == "movement.4"


@clause("combat.fire.4")
def test_a_defending_submarine_that_rolls_can_be_hit() -> None:
    s = war('"2" = ["G.cruiser"], "17" = ["B.submarine"]')
    attack(s, "2", ["G.cruiser"], "17")
    events = do(s, "fire", rolls=[1, 3])
    assert fired(events) == [((3,), 1), ((2,), 0)] and at(s, "17") == ["G.cruiser"]


@clause("combat.fire.2")
def test_each_power_says_which_of_its_own_submarines_dive() -> None:
    """Defenders of both Allied powers are one force, but a submarine is its owner's to dive with (G42)."""
    s = war('"25" = ["G.cruiser"], "18" = ["F.submarine", "B.submarine x2"]')
    attack(s, "25", ["G.cruiser"], "18")
    assert asked(s) == ("britain", "dive")
    do(s, "submerge", "fire")
    assert asked(s) == ("france", "dive") and s.dice.made == 0
    events = do(s, "submerge", rolls=[6, 6])
    assert [len(e.pieces) for e in events if isinstance(e, Fired)] == [1, 1]
    assert asked(s) == ("germany", "press") and at(s, "18") == ["B.submarine", "B.submarine", "F.submarine"]


@clause("combat.fire.2", "combat.fire.4")
def test_an_attacking_submarine_may_submerge_and_stays_in_the_zone() -> None:
    s = war('"25" = ["G.submarine"], "18" = ["B.cruiser"]')
    attack(s, "25", ["G.submarine"], "18")
    assert asked(s) == ("germany", "dive")
    events = do(s, "submerge")
    assert [event.clauses for event in events if isinstance(event, Submerged)] == [("combat.fire.2",)]
    assert s.dice.made == 0 and at(s, "18") == ["B.cruiser", "G.submarine"] and at(s, "25") == []


@clause("combat.fire.2", "combat.fire.4")
def test_the_attackers_submarines_choose_first_and_each_for_itself() -> None:
    s = war('"25" = ["G.submarine x2", "G.cruiser"], "18" = ["B.submarine x2"]')
    attack(s, "25", ["G.submarine", "G.submarine", "G.cruiser"], "18")
    assert asked(s) == ("germany", "dive")
    do(s, "submerge", "fire")
    assert asked(s) == ("britain", "dive") and s.dice.made == 0
    events = do(s, "submerge", "fire", rolls=[6, 6, 6])
    assert fired(events) == [((2, 3), 0), ((2,), 0)]


@clause("combat.fire.2", "combat.fire.4")
def test_a_submerged_submarine_neither_rolls_nor_bears_hits() -> None:
    s = war('"25" = ["G.submarine", "G.battleship"], "18" = ["B.submarine", "B.cruiser"]')
    attack(s, "25", ["G.submarine", "G.battleship"], "18")
    events = do(s, "submerge", "submerge", rolls=[4, 3])
    assert fired(events) == [((4,), 1), ((3,), 1)]
    assert at(s, "18") == ["B.cruiser-1", "B.submarine"] and at(s, "25")[0] == "G.battleship-1"
    events = do(s, "press", "stand", rolls=[4, 6])  # down for good: neither is asked again
    assert fired(events) == [((4,), 1), ((3,), 0)]
    assert at(s, "18") == ["B.submarine", "G.battleship-1", "G.submarine"]


@clause("combat.fire.2", "combat.6")
def test_a_submerged_submarine_stays_in_the_zone_when_the_others_break_off() -> None:
    s = war('"25" = ["G.submarine", "G.battleship"], "18" = ["B.cruiser"]')
    attack(s, "25", ["G.submarine", "G.battleship"], "18")
    do(s, "submerge", rolls=[6, 6])
    do(s, "withdraw")
    assert at(s, "25") == ["G.battleship"] and at(s, "18") == ["B.cruiser", "G.submarine"]


@clause("combat.fire.2", "combat.fire.4")
def test_enemy_destroyers_keep_submarines_from_submerging() -> None:
    s = war('"25" = ["G.submarine"], "18" = ["B.destroyer"]')
    attack(s, "25", ["G.submarine"], "18", [6, 6])
    assert asked(s) == ("germany", "press")
    s = war('"25" = ["G.destroyer"], "18" = ["B.submarine"]')
    attack(s, "25", ["G.destroyer"], "18", [6, 6])
    assert asked(s) == ("germany", "press")
    s = war('"25" = ["G.submarine", "G.destroyer"], "18" = ["B.submarine", "F.cruiser"]')
    attack(s, "25", ["G.submarine", "G.destroyer"], "18")
    assert asked(s) == ("germany", "dive")  # one's own destroyer is no hindrance
    events = do(s, "fire", rolls=[6, 6, 6, 6])  # and the British are not asked
    assert fired(events) == [((2, 2), 0), ((2, 3), 0)]


@clause("combat.fire.2")
def test_a_destroyer_lost_in_an_earlier_combat_round_no_longer_counts() -> None:
    s = war('"25" = ["G.battleship", "G.submarine"], "18" = ["B.destroyer", "B.cruiser"]')
    attack(s, "25", ["G.battleship", "G.submarine"], "18", [4, 6, 6, 6])
    do(s, "lose B.destroyer", "press", "stand")
    assert asked(s) == ("germany", "dive")
    events = do(s, "submerge", rolls=[6, 6])
    assert fired(events) == [((4,), 0), ((3,), 0)]


@clause("combat.fire.4", "combat.casualties.4")
def test_a_submerged_submarine_does_not_protect_transports() -> None:
    s = war('"25" = ["G.cruiser"], "18" = ["B.submarine", "B.transport+B.tank"]')
    attack(s, "25", ["G.cruiser"], "18")
    do(s, "submerge", rolls=[6])
    assert at(s, "18") == ["B.submarine", "G.cruiser"] and s.aboard(zone("18")) == []


@clause("combat.fire.4")
def test_in_the_fire_step_the_defenders_submarines_know_how_the_attacker_rolled() -> None:
    option = 'options = { submerge = "fire_step" }'
    s = war('"2" = ["G.cruiser"], "17" = ["B.submarine"]', option)
    events = attack(s, "2", ["G.cruiser"], "17", [1])
    assert asked(s) == ("britain", "dive") and fired(events) == [((3,), 1)]
    do(s, "submerge")  # the hit finds nobody
    assert at(s, "17") == ["B.submarine", "G.cruiser"] and s.battle is None and s.toll == (0, 0)
    s = war('"2" = ["G.cruiser"], "17" = ["B.submarine"]', option)
    attack(s, "2", ["G.cruiser"], "17", [4])
    events = do(s, "fire", rolls=[2])
    assert fired(events) == [((2,), 1)] and at(s, "2") == ["G.cruiser-1"]


@clause("combat.fire.2")
def test_in_the_fire_step_the_attackers_submarines_still_choose_before_their_dice() -> None:
    s = war('"25" = ["G.submarine", "G.cruiser"], "18" = ["B.submarine"]', 'options = { submerge = "fire_step" }')
    attack(s, "25", ["G.submarine", "G.cruiser"], "18")
    assert asked(s) == ("germany", "dive") and s.dice.made == 0
    do(s, "fire", rolls=[6, 6])
    assert asked(s) == ("britain", "dive")
    do(s, "fire", rolls=[6])
    assert asked(s) == ("germany", "press")


@clause("combat.fire.4")
def test_before_the_dice_both_sides_choose_before_the_attacker_rolls() -> None:
    s = war('"25" = ["G.submarine", "G.cruiser"], "18" = ["B.submarine"]', 'options = { submerge = "before_dice" }')
    attack(s, "25", ["G.submarine", "G.cruiser"], "18")
    do(s, "fire")
    assert asked(s) == ("britain", "dive") and s.dice.made == 0


# casualties


@clause("combat.casualties.1", "combat.casualties.2", "combat.casualties.5")
def test_each_side_chooses_its_own_losses_the_defender_first() -> None:
    s = war('"23" = ["G.infantry", "G.artillery", "G.tank"], "7" = ["F.infantry", "F.artillery"]')
    attack(s, "23", ["G.infantry", "G.artillery", "G.tank"], "7", [3, 1, 6, 2, 5])
    assert asked(s) == ("france", "casualties") and choices(s, "lose") == {"F.infantry", "F.artillery"}
    assert refusal(s, "lose F.tank") == "combat.casualties.5" and refusal(s, "lose G.tank") == "combat.casualties.5"
    do(s, "lose F.artillery")
    assert asked(s) == ("germany", "casualties") and choices(s, "lose") == {"G.infantry", "G.artillery", "G.tank"}
    do(s, "lose G.tank")
    assert at(s, "7") == ["F.infantry"] and at(s, "23") == ["G.artillery", "G.infantry"]


@clause("combat.casualties.1", "combat.casualties.2")
def test_big_ships_absorb_hits_for_good() -> None:
    s = war('"25" = ["G.battleship"], "18" = ["B.cruiser"]')
    events = attack(s, "25", ["G.battleship"], "18", [4, 3])
    assert [(type(e).__name__, e.clauses[0], e.hits) for e in events if isinstance(e, Damaged)] == [
        ("Damaged", "sea.cruiser.1", 1),
        ("Damaged", "sea.battleship.1", 1),
    ]
    assert at(s, "18") == ["B.cruiser-1"] and at(s, "25") == ["G.battleship-1"]
    do(s, "press", "stand", rolls=[5, 3])
    assert at(s, "25") == ["G.battleship-2"]
    do(s, "press", "stand", rolls=[4, 3])  # the second hit sinks the cruiser, the third the battleship
    assert at(s, "25") == [] and at(s, "18") == []


@clause("combat.casualties.2", "combat.casualties.5")
def test_the_owner_spreads_hits_among_ships_and_aircraft_as_he_likes() -> None:
    s = war('"25" = ["G.battleship-2", "G.cruiser"], "27" = ["G.bomber"], "18" = ["B.destroyer x2"]')
    attack(s, "25", ["G.battleship-2", "G.cruiser"], "18")
    do(s, "call bomber@27", rolls=[6, 6, 6, 3, 3])
    assert choices(s, "lose") == {"G.battleship-2", "G.cruiser", "G.bomber"}
    do(s, "lose G.cruiser")
    assert choices(s, "lose") == {"G.battleship-2", "G.cruiser-1", "G.bomber"}
    do(s, "lose G.bomber")
    assert at(s, "25") == ["G.battleship-2", "G.cruiser-1"] and at(s, "27") == []


@clause("combat.casualties.3")
def test_warships_bear_hits_before_transports() -> None:
    s = war('"25" = ["G.battleship x2"], "18" = ["B.battleship", "B.destroyer", "B.transport"]')
    attack(s, "25", ["G.battleship", "G.battleship"], "18", [4, 4, 6, 6])
    assert asked(s) == ("britain", "casualties") and choices(s, "lose") == {"B.battleship", "B.destroyer"}
    assert refusal(s, "lose B.transport") == "combat.casualties.3"
    do(s, "lose B.destroyer")
    assert at(s, "18") == ["B.battleship-1", "B.transport"]  # the only warship left had to take the second


@clause("combat.casualties.3")
def test_the_attackers_warships_bear_hits_before_his_transports_too() -> None:
    s = war('"25" = ["G.cruiser", "G.submarine", "G.transport"], "18" = ["B.destroyer"]')
    attack(s, "25", ["G.cruiser", "G.submarine", "G.transport"], "18", [6, 6, 3])
    assert asked(s) == ("germany", "casualties") and choices(s, "lose") == {"G.cruiser", "G.submarine"}
    assert refusal(s, "lose G.transport") == "combat.casualties.3"


@clause("combat.casualties.4")
def test_transports_alone_are_lost_without_a_hit_and_their_cargo_with_them() -> None:
    s = war('"17" = ["G.cruiser"], "16" = ["B.transport+B.infantry+B.infantry", "B.transport"]')
    events = attack(s, "17", ["G.cruiser"], "16", [6])
    assert deaths(events) == [
        ("B.infantry", "sea.transport.6"),
        ("B.infantry", "sea.transport.6"),
        ("B.transport", "combat.casualties.4"),
        ("B.transport", "combat.casualties.4"),
    ]
    assert at(s, "16") == ["G.cruiser"] and s.aboard(zone("16")) == []


@clause("combat.casualties.4")
def test_transports_are_lost_with_the_last_warship_and_not_before() -> None:
    s = war('"25" = ["G.battleship x2"], "18" = ["B.destroyer x2", "B.transport+B.tank"]')
    attack(s, "25", ["G.battleship", "G.battleship"], "18", [4, 6, 6, 6])
    assert at(s, "18") == ["B.destroyer", "B.transport+B.tank"]
    do(s, "press", "stand", rolls=[6, 4, 6])
    assert at(s, "18") == ["G.battleship", "G.battleship"]


@clause("combat.casualties.4")
def test_both_sides_lose_their_transports_if_both_lose_their_last_warship() -> None:
    s = war('"25" = ["G.destroyer", "G.transport"], "18" = ["B.destroyer", "B.transport"]')
    attack(s, "25", ["G.destroyer", "G.transport"], "18", [2, 3])
    assert at(s, "25") == [] and at(s, "18") == []


@clause("combat.casualties.4")
def test_the_attackers_unprotected_transports_are_lost_while_the_defender_stays() -> None:
    s = war('"25" = ["G.destroyer", "G.transport+G.tank"], "18" = ["B.destroyer", "B.transport"]')
    attack(s, "25", ["G.destroyer", "G.transport+G.tank"], "18", [6, 3])
    assert at(s, "25") == [] and s.aboard(zone("25")) == [] and at(s, "18") == ["B.destroyer", "B.transport"]


@clause("combat.casualties.4")
def test_aircraft_are_no_protection_for_transports() -> None:
    s = war('"25" = ["G.destroyer", "G.transport"], "27" = ["G.fighter"], "18" = ["B.cruiser"]')
    attack(s, "25", ["G.destroyer", "G.transport"], "18")
    do(s, "call fighter@27", rolls=[6, 6, 3])
    do(s, "lose G.destroyer")
    assert at(s, "25") == [] and asked(s) == ("germany", "press")  # the fighter fights on
    events = do(s, "press", "stand", rolls=[6, 6])
    assert fired(events) == [((3,), 0), ((3,), 0)]


# anti-aircraft guns as casualties


@clause("combat.casualties.5")
def test_anti_aircraft_guns_are_lost_last() -> None:
    s = war('"22" = ["G.tank x2"], "Dunkirk" = ["B.infantry", "B.artillery", "B.aa"]')
    attack(s, "22", ["G.tank"] * 2, "Dunkirk", [3, 4, 6, 6])
    assert choices(s, "lose") == {"B.infantry", "B.artillery"} and refusal(s, "lose B.aa") == "combat.casualties.5"
    do(s, "lose B.infantry")
    assert at(s, "Dunkirk") == ["B.aa", "B.artillery"]
    events = do(s, "press", "stand", rolls=[3, 4, 6])
    assert deaths(events) == [("B.artillery", "combat.casualties.1"), ("B.aa", "capture.3")]  # alone, it is overrun
    assert at(s, "Dunkirk") == ["G.tank"] * 2 and holder(s, "Dunkirk") == "germany"


@clause("combat.casualties.5")
def test_anti_aircraft_guns_may_be_given_up_freely_if_the_players_rule_so() -> None:
    s = war(
        '"22" = ["G.tank x2"], "Dunkirk" = ["B.infantry", "B.artillery", "B.aa"]',
        'options = { aa_casualties = "free" }',
    )
    attack(s, "22", ["G.tank"] * 2, "Dunkirk", [3, 4, 6, 6])
    assert choices(s, "lose") == {"B.infantry", "B.artillery", "B.aa"}
    do(s, "lose B.aa")
    assert at(s, "Dunkirk") == ["B.artillery", "B.infantry"] and asked(s) == ("germany", "press")


@clause("combat.casualties.5", "combat.end.1")
def test_guns_alone_fall_to_land_units_without_a_die() -> None:
    for option in ("last", "free"):
        s = war('"22" = ["G.mechanized"], "Dunkirk" = ["B.aa x2"]', f'options = {{ aa_casualties = "{option}" }}')
        events = attack(s, "22", ["G.mechanized"], "Dunkirk")
        assert deaths(events) == [("B.aa", "capture.3")] * 2 and s.dice.made == 0
        assert at(s, "Dunkirk") == ["G.mechanized"] and holder(s, "Dunkirk") == "germany"


@clause("combat.casualties.5")
def test_guns_alone_fire_once_if_aircraft_help_and_fall_then() -> None:
    s = war('"22" = ["G.mechanized", "G.fighter"], "Dunkirk" = ["B.aa"]')
    attack(s, "22", ["G.mechanized"], "Dunkirk")
    do(s, "call fighter@22", rolls=[4, 1])  # the fighter misses, the gun hits; then it is overrun
    assert at(s, "Dunkirk") == ["G.mechanized"] and at(s, "22") == []


@clause("combat.casualties.5", "combat.end.1")
def test_guns_alone_against_aircraft_alone_must_be_hit() -> None:
    s = war('"22" = ["G.fighter"], "Dunkirk" = ["B.aa"]')
    attack(s, "22", ["G.fighter"], "Dunkirk", [4, 2])
    assert asked(s) == ("germany", "press") and at(s, "Dunkirk") == ["B.aa"]
    do(s, "press")
    assert choices(s, "retreat") == set()  # guns stay
    do(s, "stand", rolls=[3])  # no second shot of the gun
    assert asked(s) == ("germany", "landing")
    do(s, "land 22")
    assert at(s, "Dunkirk") == [] and holder(s, "Dunkirk") == "britain" and at(s, "22") == ["G.fighter"]


@clause("combat.casualties.5", "combat.5")
def test_an_aircraft_hit_by_guns_cannot_bear_another_hit_but_has_fired() -> None:
    s = war('"22" = ["G.infantry x2", "G.bomber"], "Dunkirk" = ["B.infantry x2", "B.aa"]')
    attack(s, "22", ["G.infantry"] * 2, "Dunkirk")
    events = do(s, "call bomber@22", rolls=[6, 6, 4, 2, 5, 1])
    assert fired(events) == [((1, 1, 4), 1), ((2, 2), 1)]
    assert deaths(events) == [
        ("B.infantry", "combat.casualties.1"),
        ("G.infantry", "combat.casualties.2"),
        ("G.bomber", "aa.3"),
    ]
    assert at(s, "22") == ["G.infantry"] and at(s, "Dunkirk") == ["B.aa", "B.infantry"]


# the attacker breaks off


@clause("combat.6")
def test_the_attacker_goes_back_to_where_he_started_and_has_used_his_turn() -> None:
    s = war('"31" = ["G.infantry", "G.tank"], "Brussels" = ["B.infantry"]')
    events = attack(s, "31", ["G.infantry", "G.tank"], "Brussels", [2, 4, 2])
    assert not any(isinstance(event, Retreated) for event in events)
    do(s, "lose G.infantry")
    assert asked(s) == ("germany", "press")
    events = do(s, "withdraw")
    assert [(e.clauses, e.area) for e in events if isinstance(e, Retreated)] == [(("combat.6",), zone("31"))]
    assert at(s, "31") == ["G.tank"] and at(s, "23") == [] and at(s, "Brussels") == ["B.infantry"]
    assert holder(s, "23") == "germany" and holder(s, "Brussels") == "britain"  # what fell on the way stays taken
    assert asked(s) == ("germany", "turn") and refusal(s, "start 31") == "movement.4" and s.battle is None


@clause("combat.6")
def test_a_group_that_moved_in_two_steps_goes_back_to_the_first_space() -> None:
    s = war('"32" = ["G.tank"], "23" = ["B.infantry"]')
    do(s, "start 32", "take G.tank", "to 31", "to 23", rolls=[6, 6])
    do(s, "withdraw")
    assert at(s, "32") == ["G.tank"] and at(s, "31") == []


@clause("combat.6", "combat.7")
def test_the_attacker_decides_before_the_defender_who_is_not_asked_if_he_leaves() -> None:
    s = war('"31" = ["G.tank"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.tank"], "23", [6, 6])
    assert asked(s) == ("germany", "press")
    twin = s.clone()
    do(s, "press")
    assert asked(s) == ("britain", "stand")
    do(twin, "withdraw")
    assert asked(twin) == ("germany", "turn") and at(twin, "23") == ["B.infantry"]


@clause("combat.6")
def test_nobody_leaves_before_the_first_combat_round() -> None:
    s = war('"31" = ["G.tank", "G.fighter"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.tank"], "23")
    assert asked(s) == ("germany", "support")
    assert refusal(s, "withdraw") == "turn.1" and refusal(s, "retreat 22") == "turn.1"


@clause("combat.6")
def test_landed_troops_go_back_aboard() -> None:
    s = war('"25" = ["G.transport+G.infantry+G.tank"], "24" = ["B.infantry x2"]')
    attack(s, "25", ["G.infantry", "G.tank"], "24", [6, 6, 6, 6])
    do(s, "withdraw")
    assert at(s, "25") == ["G.transport+G.infantry+G.tank"] and at(s, "24") == ["B.infantry"] * 2


@clause("combat.6")
def test_ships_go_back_to_their_zone_with_transports_and_cargo() -> None:
    s = war('"26" = ["G.cruiser", "G.transport+G.infantry"], "18" = ["B.destroyer"]')
    attack(s, "26", ["G.cruiser", "G.transport+G.infantry"], "18", [6, 6])
    do(s, "withdraw")
    assert at(s, "26") == ["G.cruiser", "G.transport+G.infantry"] and at(s, "18") == ["B.destroyer"]
    do(s, "start 26")
    assert choices(s, "take") == {"G.infantry"} and refusal(s, "take G.cruiser") == "movement.4"  # the cargo may go


@clause("combat.6")
def test_aircraft_that_break_off_land() -> None:
    s = war('"31" = ["G.infantry", "G.fighter"], "23" = ["B.infantry x2"]')
    attack(s, "31", ["G.infantry"], "23")
    do(s, "call fighter@31", rolls=[6, 6, 6, 6])
    do(s, "withdraw")
    assert asked(s) == ("germany", "landing") and at(s, "31") == ["G.fighter", "G.infantry"]
    assert "34" in choices(s, "land") and "23" not in choices(s, "land")
    do(s, "land 34")
    assert at(s, "34") == ["G.fighter"] and at(s, "31") == ["G.infantry"]


@clause("combat.6")
def test_ships_that_attack_in_their_own_zone_withdraw_to_a_free_neighbour() -> None:
    units = '"18" = ["G.submarine", "B.cruiser"]'
    s = war(units)
    do(s, "start 18", "take G.submarine", "to 18", "fire", rolls=[6, 6])
    do(s, "withdraw")
    assert asked(s) == ("germany", "sail_off") and choices(s, "to") == {"21", "25"}
    assert refusal(s, "to 26") == "combat.6"
    events = do(s, "to 25")
    assert [(e.clauses, e.area) for e in events if isinstance(e, Retreated)] == [(("combat.6",), zone("25"))]
    assert at(s, "25") == ["G.submarine"] and at(s, "18") == ["B.cruiser"]
    s = war(units + ', "21" = ["B.transport"], "25" = ["G.submarine x5"]')  # one hostile, the other full
    do(s, "start 18", "take G.submarine", "to 18", "fire", rolls=[6, 6])
    assert refusal(s, "withdraw") == "combat.6" and can(s, "press")
    s = war(units + ', "21" = ["B.transport"], "25" = ["G.submarine x4"]')
    do(s, "start 18", "take G.submarine", "to 18", "fire", rolls=[6, 6])
    do(s, "withdraw")
    assert at(s, "25") == ["G.submarine"] * 5


@clause("combat.6")
def test_aircraft_left_alone_over_a_zone_may_always_go_home() -> None:
    ships = '"18" = ["G.submarine", "B.cruiser x2"], "21" = ["B.transport"], "25" = ["B.transport"]'
    s = war(ships + ', "27" = ["G.fighter"]')
    do(s, "start 18", "take G.submarine", "to 18", "call fighter@27", "fire", rolls=[6, 6, 3, 6])
    do(s, "lose G.submarine")
    assert asked(s) == ("germany", "press") and can(s, "withdraw")
    do(s, "withdraw", "land 27")
    assert at(s, "27") == ["G.fighter"] and at(s, "18") == ["B.cruiser"] * 2 and s.battle is None


# the defender retreats


@clause("combat.7")
def test_the_defender_retreats_one_space_to_friendly_ground_and_the_attacker_takes_the_space() -> None:
    s = war('"A5" = ["G.tank x2"], "9" = ["F.mechanized x2", "F.artillery"], "10" = ["G.infantry"]')
    attack(s, "A5", ["G.tank"] * 2, "9", [6, 6, 6, 6, 6])
    do(s, "press")
    assert asked(s) == ("france", "stand") and choices(s, "retreat") == {"8", "Reims", "A4"}  # the forest too
    assert refusal(s, "retreat 4") == "combat.7"  # two spaces
    events = do(s, "retreat Reims")
    assert [(e.clauses, e.area, len(e.pieces)) for e in events if isinstance(e, Retreated)] == [
        (("combat.7",), zone("Reims"), 3)
    ]
    assert at(s, "Reims") == ["F.artillery", "F.mechanized", "F.mechanized"]
    assert at(s, "9") == ["G.tank"] * 2 and holder(s, "9") == "germany"
    assert [(e.clauses[0], e.area) for e in events if isinstance(e, Captured)] == [("capture.3", zone("9"))]


@clause("combat.7")
def test_no_retreat_into_ground_of_the_attacker_even_if_it_is_empty() -> None:
    s = war('"31" = ["G.tank"], "23" = ["B.infantry"]', 'control = { germany = ["22", "Brussels", "A1", "A2", "A4"] }')
    attack(s, "31", ["G.tank"], "23", [6, 6])
    do(s, "press")
    assert choices(s, "retreat") == {"6", "7", "8", "24"}  # an ally's ground is friendly


@clause("combat.7")
def test_no_retreat_onto_ships_or_at_all_where_nothing_is_friendly() -> None:
    s = war('"31" = ["G.tank"], "24" = ["B.infantry"], "18" = ["B.transport"]', 'control = { germany = ["22", "23"] }')
    attack(s, "31", ["G.tank"], "24", [6, 6])
    do(s, "press")
    assert choices(s, "retreat") == set() and refusal(s, "retreat 18") == "combat.7"
    assert refusal(s, "retreat 23") == "combat.7"
    do(s, "stand", rolls=[6, 6])
    assert asked(s) == ("germany", "press")


@clause("combat.7")
def test_retreated_defenders_have_not_used_their_own_turn() -> None:
    s = war('"31" = ["G.tank"], "23" = ["B.infantry"]', 'to_come = ["britain"]')
    attack(s, "31", ["G.tank"], "23", [6, 6])
    do(s, "press", "retreat 22", "done")
    assert s.active == 2 and can(s, "start 22")


@clause("combat.7")
def test_defending_aircraft_retreat_with_the_others_but_not_into_the_forest() -> None:
    units = '"A5" = ["G.tank"], "9" = ["F.infantry", "F.fighter"]'
    s = war(units)
    attack(s, "A5", ["G.tank"], "9", [6, 6, 6])
    do(s, "press", "retreat 8")
    assert at(s, "8") == ["F.fighter", "F.infantry"]
    s = war(units)
    attack(s, "A5", ["G.tank"], "9", [6, 6, 6])
    do(s, "press", "retreat A4")
    assert asked(s) == ("france", "scatter") and choices(s, "land") == {"8", "10", "Reims"}
    assert at(s, "A4") == ["F.infantry"] and refusal(s, "land 4") == "combat.7"
    do(s, "land Reims")
    assert at(s, "Reims") == ["F.fighter"] and at(s, "9") == ["G.tank"]
    assert asked(s) == ("germany", "turn")


@clause("combat.7")
def test_aircraft_that_cannot_follow_into_the_forest_go_one_by_one() -> None:
    s = war('"A5" = ["G.tank"], "9" = ["F.infantry", "F.fighter x2"]')
    attack(s, "A5", ["G.tank"], "9", [6, 6, 6, 6])
    do(s, "press", "retreat A4")
    first = [event for event in do(s, "land Reims") if isinstance(event, Retreated)]
    assert [len(event.pieces) for event in first] == [1] and at(s, "Reims") == ["F.fighter"]
    do(s, "land 8")
    assert at(s, "8") == at(s, "Reims") == ["F.fighter"]


@clause("combat.7", "special.ardennes.5")
def test_a_lone_fighter_does_not_retreat_into_the_forest() -> None:
    s = war('"34" = ["G.tank x2"], "9" = ["F.fighter"]', "round = 4")
    attack(s, "34", ["G.tank"], "9", rolls=[6, 6])
    do(s, "press")
    assert asked(s) == ("france", "stand") and refusal(s, "retreat A5") == "special.ardennes.5"


@clause("combat.7", "special.ardennes.5")
def test_defending_aircraft_without_a_field_are_lost_when_the_others_go_into_the_forest() -> None:
    s = war('"A5" = ["G.tank"], "9" = ["F.infantry", "F.fighter"]', 'control = { germany = ["8", "10", "Reims"] }')
    attack(s, "A5", ["G.tank"], "9", [6, 6, 6])
    do(s, "press")
    assert choices(s, "retreat") == {"A4"}
    events = do(s, "retreat A4")
    assert deaths(events) == [("F.fighter", "air.3")] and at(s, "A4") == ["F.infantry"] and at(s, "9") == ["G.tank"]


@clause("combat.7", "special.ardennes.5")
def test_aircraft_alone_do_not_retreat_into_the_forest_and_need_no_room() -> None:
    s = war('"A5" = ["G.tank"], "9" = ["F.fighter"], "8" = ["F.infantry x5"]')
    attack(s, "A5", ["G.tank"], "9", [6, 6])
    do(s, "press")
    assert choices(s, "retreat") == {"8", "10", "Reims"}
    do(s, "retreat 8")
    assert at(s, "8") == ["F.fighter"] + ["F.infantry"] * 5


@clause("combat.7")
def test_anti_aircraft_guns_do_not_retreat() -> None:
    s = war('"22" = ["G.tank"], "Dunkirk" = ["B.infantry", "B.aa"]')
    attack(s, "22", ["G.tank"], "Dunkirk", [6, 6])
    do(s, "press")
    events = do(s, "retreat 6")
    assert at(s, "6") == ["B.infantry"] and deaths(events) == [("B.aa", "capture.3")]
    assert at(s, "Dunkirk") == ["G.tank"] and holder(s, "Dunkirk") == "germany"


@clause("combat.7")
def test_guns_left_behind_by_a_retreat_from_aircraft_must_still_be_hit() -> None:
    s = war('"22" = ["G.fighter"], "Dunkirk" = ["B.infantry", "B.aa"]')
    attack(s, "22", ["G.fighter"], "Dunkirk", [6, 6, 6])
    do(s, "press", "retreat 6", rolls=[4])  # the gun has had its shot
    assert at(s, "Dunkirk") == ["B.aa"] and at(s, "6") == ["B.infantry"] and asked(s) == ("germany", "press")
    do(s, "press", "stand", rolls=[3])
    do(s, "land 22")
    assert at(s, "Dunkirk") == [] and holder(s, "Dunkirk") == "britain" and s.battle is None


@clause("combat.7")
def test_a_space_left_to_aircraft_alone_is_not_captured() -> None:
    s = war('"31" = ["G.fighter"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.fighter"], "23", [6, 6])
    do(s, "press", "retreat 22")
    do(s, "land 31")
    assert holder(s, "23") == "britain" and at(s, "23") == [] and at(s, "22") == ["B.infantry"]


@clause("combat.7", "combat.8")
def test_ships_retreat_to_an_adjacent_zone_without_enemies_and_with_room() -> None:
    fleets = '"18" = ["G.cruiser", "G.submarine"], "21" = ["B.destroyer", "B.transport+B.tank"], '
    s = war(fleets + '"17" = ["F.cruiser x3"]')
    attack(s, "18", ["G.cruiser"], "21", [6, 6])
    do(s, "press")
    assert choices(s, "retreat") == {"17"} and refusal(s, "retreat 18") == "combat.7"
    assert refusal(s, "retreat 16") == "combat.7"
    do(s, "retreat 17")
    assert at(s, "17") == ["B.destroyer", "B.transport+B.tank"] + ["F.cruiser"] * 3 and at(s, "21") == ["G.cruiser"]
    for more, reason in (('"17" = ["F.cruiser x4"]', "combat.8"), ('"17" = ["G.submarine"]', "combat.7")):
        s = war(fleets + more)
        attack(s, "18", ["G.cruiser"], "21", [6, 6])
        do(s, "press")
        assert choices(s, "retreat") == set() and refusal(s, "retreat 17") == reason


@clause("combat.7")
def test_ships_do_not_retreat_ashore() -> None:
    s = war('"18" = ["G.cruiser"], "21" = ["B.destroyer"]')
    attack(s, "18", ["G.cruiser"], "21", [6, 6])
    do(s, "press")
    assert refusal(s, "retreat London") == "combat.7"


@clause("combat.7")
def test_the_zone_that_all_attackers_left_is_free_of_them() -> None:
    s = war('"18" = ["G.cruiser"], "21" = ["B.destroyer"]')
    attack(s, "18", ["G.cruiser"], "21", [6, 6])
    do(s, "press")
    assert choices(s, "retreat") == {"17", "18"}
    do(s, "retreat 18")
    assert at(s, "18") == ["B.destroyer"] and at(s, "21") == ["G.cruiser"]


@clause("combat.8")
def test_all_who_retreat_must_find_room_in_one_space() -> None:
    units = '"A5" = ["G.tank x2"], "9" = ["F.mechanized x2", "F.artillery"], "8" = ["F.infantry"], '
    for garrison, allowed in (('["F.infantry x2", "F.aa"]', True), ('["F.infantry x3", "F.aa"]', False)):
        s = war(units + f'"Reims" = {garrison}')
        attack(s, "A5", ["G.tank"] * 2, "9", [6, 6, 6, 6, 6])
        do(s, "press")
        assert ("Reims" in choices(s, "retreat")) is allowed and "8" in choices(s, "retreat")
        if not allowed:
            assert refusal(s, "retreat Reims") == "combat.8"
    s = war(units + '"Reims" = ["B.infantry x3"]')  # allies count together
    attack(s, "A5", ["G.tank"] * 2, "9", [6, 6, 6, 6, 6])
    do(s, "press")
    assert refusal(s, "retreat Reims") == "combat.8"


@clause("combat.8")
def test_aircraft_and_guns_take_no_room_in_a_retreat() -> None:
    s = war('"9" = ["G.tank"], "Reims" = ["F.infantry", "F.fighter", "F.aa"], "4" = ["F.infantry x4", "F.fighter"]')
    attack(s, "9", ["G.tank"], "Reims", [6, 6, 6])
    do(s, "press")
    do(s, "retreat 4")
    assert at(s, "4") == ["F.fighter"] * 2 + ["F.infantry"] * 5 and at(s, "Reims") == ["G.tank"]


@clause("combat.8")
def test_a_full_space_is_refused_for_want_of_room_even_if_it_is_the_only_one() -> None:
    s = war('"31" = ["G.tank"], "24" = ["B.infantry"], "22" = ["B.infantry x5"]', 'control = { germany = ["23"] }')
    attack(s, "31", ["G.tank"], "24", [6, 6])
    do(s, "press")
    assert choices(s, "retreat") == set()
    assert refusal(s, "retreat 22") == "combat.8"


@clause("combat.7")
def test_hostile_ground_is_refused_because_it_is_not_friendly() -> None:
    s = war('"31" = ["G.tank"], "24" = ["B.infantry"]', 'control = { germany = ["23"] }')
    attack(s, "31", ["G.tank"], "24", [6, 6])
    do(s, "press")
    assert choices(s, "retreat") == {"22"}
    assert refusal(s, "retreat 23") == "combat.7" and refusal(s, "retreat 27") == "combat.7"


# round after round


@clause("combat.9")
def test_a_combat_goes_on_as_long_as_both_stay() -> None:
    s = war('"31" = ["G.infantry x2"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.infantry"] * 2, "23", [6, 6, 6])
    for _ in range(11):
        do(s, "press", "stand", rolls=[6, 6, 6])
        assert asked(s) == ("germany", "press")
    assert s.battle and s.battle.rounds == 12
    do(s, "press", "stand", rolls=[1, 6, 2])  # the defender fires although he is hit
    assert at(s, "23") == ["G.infantry"] and holder(s, "23") == "germany"


@clause("combat.9", "combat.6")
def test_the_card_of_exhausted_troops_ends_a_combat_after_two_rounds() -> None:
    s = war('"31" = ["G.infantry"], "23" = ["B.infantry"]', 'round = 2\ncard = "R18"')
    attack(s, "31", ["G.infantry"], "23", [6, 6])
    assert asked(s) == ("germany", "press")
    do(s, "press", "stand", rolls=[6, 6])
    assert asked(s) == ("germany", "turn") and at(s, "31") == ["G.infantry"] and at(s, "23") == ["B.infantry"]


@clause("combat.9")
def test_no_other_group_moves_while_a_combat_lasts() -> None:
    s = war('"31" = ["G.tank"], "34" = ["G.tank"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.tank"], "23", [6, 6])
    assert refusal(s, "start 34") == "turn.1"
    do(s, "press")
    assert refusal(s, "start 34") == "turn.1"


# the end of a combat


@clause("combat.end.1", "combat.end.2")
def test_the_side_with_units_left_takes_the_space_or_keeps_it() -> None:
    s = war('"31" = ["G.infantry", "G.artillery"], "23" = ["B.infantry"]')
    events = attack(s, "31", ["G.infantry", "G.artillery"], "23", [2, 2, 3])
    assert at(s, "23") == ["G.artillery", "G.infantry"] and holder(s, "23") == "germany"
    assert [(e.clauses[0], e.power, e.area) for e in events if isinstance(e, Captured)] == [
        ("capture.3", 0, zone("23"))
    ]
    s = war('"31" = ["G.infantry"], "23" = ["B.infantry"]')
    events = attack(s, "31", ["G.infantry"], "23", [2, 2])
    assert at(s, "23") == ["B.infantry"] and holder(s, "23") == "britain" and at(s, "31") == []
    assert not any(isinstance(event, Captured) for event in events) and asked(s) == ("germany", "turn")


@clause("combat.end.1")
def test_victorious_ships_stay_in_the_zone() -> None:
    s = war('"25" = ["G.cruiser", "G.transport+G.tank"], "18" = ["B.destroyer"]')
    attack(s, "25", ["G.cruiser", "G.transport+G.tank"], "18", [3, 6])
    assert at(s, "18") == ["G.cruiser", "G.transport+G.tank"] and at(s, "25") == []


@clause("combat.end.1")
def test_aircraft_alone_clear_a_space_but_do_not_take_it() -> None:
    s = war('"31" = ["G.infantry", "G.bomber"], "34" = ["G.infantry"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.infantry"], "23")
    do(s, "call bomber@31", rolls=[6, 4, 2])
    do(s, "lose G.infantry")
    do(s, "land 31")
    assert at(s, "23") == [] and holder(s, "23") == "britain"
    attack(s, "34", ["G.infantry"], "23")  # a later group walks in
    assert holder(s, "23") == "germany"


@clause("combat.end.2")
def test_an_ally_who_retakes_a_space_keeps_it_and_an_owner_gets_his_own_back() -> None:
    s = war('"7" = ["F.tank"], "23" = ["G.infantry"]', 'power = "france"')
    attack(s, "7", ["F.tank"], "23", [3, 6])
    assert holder(s, "23") == "france"  # British at the start
    s = war('"6" = ["F.tank"], "7" = ["G.infantry"]', 'power = "france"')
    attack(s, "6", ["F.tank"], "7", [3, 6])
    assert holder(s, "7") == "france"
    s = war('"23" = ["G.tank"], "31" = ["B.infantry"]', 'control = { germany = ["23"], britain = ["31"] }')
    attack(s, "23", ["G.tank"], "31", [3, 6])
    assert holder(s, "31") == "germany"


@clause("combat.end.3")
def test_more_than_five_victors_shed_the_surplus_to_a_friendly_neighbour() -> None:
    ships = '"25" = ["G.transport+G.infantry+G.tank", "G.transport+G.infantry+G.tank", "G.transport+G.infantry+G.tank"]'
    force = ["G.infantry"] * 3 + ["G.tank"] * 3
    s = war(ships + ', "24" = ["B.infantry"], "23" = ["B.infantry"], "29" = ["G.infantry x5"]')
    attack(s, "25", force, "24", [1, 6, 6, 6, 6, 6, 6])
    assert asked(s) == ("germany", "surplus") and choices(s, "shed") == {"G.infantry", "G.tank"}
    assert refusal(s, "shed G.artillery") == "combat.end.3" and holder(s, "24") == "germany"
    do(s, "shed G.tank")
    assert choices(s, "to") == {"27", "28", "31"}  # 22 and 23 are British, 29 is full
    assert refusal(s, "to 29") == "combat.end.3" and refusal(s, "to 22") == "combat.end.3"
    do(s, "to 27")
    assert at(s, "27") == ["G.tank"] and at(s, "24") == ["G.infantry"] * 3 + ["G.tank"] * 2
    assert asked(s) == ("germany", "turn") and refusal(s, "start 27") == "movement.4"


@clause("combat.end.3")
def test_five_victors_stay_and_a_surplus_without_room_is_lost() -> None:
    ships = '"25" = ["G.transport+G.infantry+G.tank", "G.transport+G.infantry+G.tank", "G.transport+G.infantry+G.tank"]'
    force = ["G.infantry"] * 3 + ["G.tank"] * 3
    s = war(ships + ', "24" = ["B.infantry"]')
    attack(s, "25", force, "24", [1, 6, 6, 6, 6, 6, 2])
    do(s, "lose G.infantry")
    assert asked(s) == ("germany", "turn") and len(at(s, "24")) == 5
    full = ", ".join(f'"{area}" = ["G.infantry x5"]' for area in ("27", "28", "29", "31"))
    s = war(f'{ships}, "24" = ["B.infantry"], {full}')
    attack(s, "25", force, "24", [1, 6, 6, 6, 6, 6, 6])
    events = do(s, "shed G.infantry")
    assert deaths(events) == [("G.infantry", "combat.end.3")] and len(at(s, "24")) == 5


@clause("combat.end.4")
def test_if_both_are_wiped_out_the_controller_keeps_the_space() -> None:
    s = war('"32" = ["G.tank"], "23" = ["B.infantry"]')
    attack(s, "32", ["G.tank"], "23", [3, 2])
    assert at(s, "23") == [] and at(s, "32") == [] and holder(s, "23") == "britain"
    s = war('"7" = ["F.tank"], "23" = ["G.infantry"]', 'power = "france"')  # taken by Germany before
    assert holder(s, "23") == "germany"
    attack(s, "7", ["F.tank"], "23", [3, 2])
    assert at(s, "23") == [] and holder(s, "23") == "germany"  # not the owner by colour


# blitzkrieg


@clause("blitz.1", "blitz.2", "blitz.3")
def test_another_group_attacks_on_through_what_was_just_captured() -> None:
    s = war('"27" = ["G.tank"], "29" = ["G.mechanized", "G.infantry"], "24" = ["B.infantry"], "22" = ["B.infantry"]')
    do(s, "start 29", "take G.infantry")
    assert refusal(s, "to 22") == "capture.2"  # the way is barred as long as 24 is held
    s = war('"27" = ["G.tank"], "29" = ["G.mechanized", "G.infantry"], "24" = ["B.infantry"], "22" = ["B.infantry"]')
    attack(s, "27", ["G.tank"], "24", [3, 6])
    attack(s, "29", ["G.mechanized", "G.infantry"], "22", [1, 6])
    assert at(s, "22") == ["G.infantry", "G.mechanized"] and holder(s, "22") == "germany"


@clause("blitz.1")
@pytest.mark.parametrize(("power", "letter"), [("france", "F"), ("britain", "B")])
def test_every_power_may_attack_one_space_after_the_other(power: str, letter: str) -> None:
    s = war(
        f'"7" = ["{letter}.tank"], "6" = ["{letter}.artillery"], "23" = ["G.infantry"], "Brussels" = ["G.infantry"]',
        f'power = "{power}"\nround = 2',
    )
    attack(s, "7", [f"{letter}.tank"], "23", [3, 6])
    attack(s, "6", [f"{letter}.artillery"], "Brussels", [2, 6])
    assert holder(s, "23") == power and at(s, "Brussels") == [f"{letter}.artillery"]


@clause("blitz.2")
def test_captured_ground_is_a_gateway_within_the_groups_own_range() -> None:
    units = '"27" = ["G.tank"], "28" = ["G.infantry", "G.tank"], "24" = ["B.infantry"], "Dunkirk" = ["B.infantry"]'
    s = war(units)
    attack(s, "27", ["G.tank"], "24", [3, 6])
    do(s, "start 28", "take G.infantry")
    assert can(s, "to 22") and refusal(s, "to Dunkirk") == "land.4"
    s = war(units)
    attack(s, "27", ["G.tank"], "24", [3, 6])
    attack(s, "28", ["G.tank"], "Dunkirk", [3, 6])
    assert holder(s, "22") == "germany" and at(s, "Dunkirk") == ["G.tank"]


@clause("blitz.3")
def test_the_group_that_fought_stops() -> None:
    s = war('"27" = ["G.tank x2"], "24" = ["B.infantry"], "22" = ["B.infantry"]')
    attack(s, "27", ["G.tank"], "24", [3, 6])
    assert asked(s) == ("germany", "turn") and refusal(s, "start 24") == "movement.4"
    attack(s, "27", ["G.tank"], "22", [3, 6])  # the rest of its starting space may
    assert at(s, "22") == ["G.tank"] and at(s, "24") == ["G.tank"]


@clause("blitz.3")
def test_the_same_group_goes_on_with_the_range_it_has_left_if_the_players_rule_so() -> None:
    option = 'options = { blitz = "same_group" }'
    s = war('"27" = ["G.tank"], "24" = ["B.infantry"], "22" = ["B.infantry"]', option)
    attack(s, "27", ["G.tank"], "24", [3, 6])
    assert {"22", "Brussels", "31"} <= choices(s, "to") and choices(s, "take") == set()
    assert refusal(s, "to Dunkirk") == "capture.2"  # behind 22
    twin = s.clone()
    do(s, "to 22", rolls=[6, 6])
    do(s, "withdraw")
    assert at(s, "27") == ["G.tank"] and asked(s) == ("germany", "turn")  # back to where the move began
    assert holder(s, "24") == "germany" and holder(s, "22") == "britain"
    do(twin, "to Brussels")
    assert at(twin, "Brussels") == ["G.tank"] and holder(twin, "23") == holder(twin, "Brussels") == "germany"
    s = war('"27" = ["G.infantry"], "24" = ["B.infantry"]', option)
    attack(s, "27", ["G.infantry"], "24", [1, 6])
    assert choices(s, "to") == {"22", "23", "27", "28", "29", "31"}  # one space of two is left
    do(s, "stop")
    assert at(s, "24") == ["G.infantry"] and refusal(s, "start 24") == "movement.4"
    s = war('"28" = ["G.infantry"], "22" = ["B.infantry"]', option)
    attack(s, "28", ["G.infantry"], "22", [1, 6])
    assert asked(s) == ("germany", "turn")  # none is left


@clause("blitz.3")
def test_the_same_group_may_go_on_after_each_combat_it_wins() -> None:
    s = war('"27" = ["G.tank"], "24" = ["B.infantry"], "22" = ["B.infantry"]', 'options = { blitz = "same_group" }')
    attack(s, "27", ["G.tank"], "24", [3, 6])
    do(s, "to 22", rolls=[3, 6])
    assert at(s, "22") == ["G.tank"]  # one space of three is left
    assert choices(s, "to") == {"6", "23", "24", "Brussels", "Dunkirk"}


@clause("blitz.3", "cards.4")
def test_a_card_moves_a_group_only_if_its_own_range_moves_it_less_far() -> None:
    both = 'options = { blitz = "same_group" }\nround = 5\ncard = "R04"'
    s = war('"29" = ["G.tank"], "23" = ["B.infantry"]', both)
    attack(s, "29", ["G.tank"], "23", [3, 6])  # by 31: one space of three is left, and the card gives one
    assert asked(s) == ("germany", "group") and s.dashes == 0


@clause("blitz.3", "special.ardennes.3")
def test_the_same_group_does_not_go_on_into_or_out_of_the_forest() -> None:
    option = 'options = { blitz = "same_group" }'
    s = war('"31" = ["G.tank"], "23" = ["B.infantry"]', option)
    attack(s, "31", ["G.tank"], "23", [3, 6])
    assert "22" in choices(s, "to") and not choices(s, "to") & {"A1", "A2", "A4"}
    s = war('"A5" = ["G.tank"], "9" = ["F.infantry"]', option)
    attack(s, "A5", ["G.tank"], "9", [3, 6])
    assert asked(s) == ("germany", "turn")
    s = war('"35" = ["G.tank"], "A1" = ["F.infantry"]', option)
    attack(s, "35", ["G.tank"], "A1", [2, 6])
    assert asked(s) == ("germany", "turn")


@clause("blitz.3")
def test_the_ghost_division_goes_on_one_space_once() -> None:
    units = '"31" = ["G.tank"], "23" = ["B.infantry"], "29" = ["G.tank"], "24" = ["B.infantry"], "22" = ["B.infantry"]'
    s = war(units, 'round = 2\ncard = "R04"')
    attack(s, "31", ["G.tank"], "23", [3, 6])
    assert choices(s, "to") == {"6", "7", "8", "22", "24", "31", "34", "Brussels"}  # no forest
    assert refusal(s, "to A1") == "blitz.3" and refusal(s, "to Dunkirk") == "blitz.3"
    twin = s.clone()
    do(s, "to Brussels")
    assert at(s, "Brussels") == ["G.tank"] and holder(s, "Brussels") == "germany" and asked(s) == ("germany", "turn")
    attack(s, "29", ["G.tank"], "24", [3, 6])
    assert asked(s) == ("germany", "turn")
    do(twin, "to 22", rolls=[3, 6])
    assert at(twin, "22") == ["G.tank"] and holder(twin, "22") == "germany" and asked(twin) == ("germany", "turn")
    s = war(units, 'round = 2\ncard = "R04"')
    attack(s, "31", ["G.tank"], "23", [3, 6])
    do(s, "stop")
    assert at(s, "23") == ["G.tank"] and refusal(s, "start 23") == "movement.4"


# divisional singularity


@clause("singularity.1")
def test_units_of_two_territories_do_not_attack_together() -> None:
    s = war('"27" = ["G.tank", "G.fighter"], "28" = ["G.infantry x2"], "24" = ["B.infantry"]')
    do(s, "start 27", "take G.tank")
    assert refusal(s, "take G.infantry") == "movement.2" and choices(s, "take") == set()
    do(s, "to 24")
    assert asked(s) == ("germany", "support") and choices(s, "call") == {"fighter@27"}  # air units only
    assert refusal(s, "start 28") == "turn.1" and refusal(s, "take G.infantry") == "turn.1"


@clause("singularity.1")
def test_troops_of_two_sea_zones_do_not_land_together() -> None:
    s = war('"25" = ["G.transport+G.infantry"], "26" = ["G.transport+G.tank"], "24" = ["B.infantry"]')
    do(s, "start 25", "take G.infantry")
    assert refusal(s, "take G.tank") == "movement.2"


@clause("singularity.2")
def test_the_next_set_attacks_whatever_is_left_in_a_new_combat() -> None:
    s = war('"27" = ["G.tank"], "28" = ["G.infantry x2"], "24" = ["B.infantry x2"]')
    attack(s, "27", ["G.tank"], "24", [3, 6, 6])
    do(s, "withdraw")
    events = attack(s, "28", ["G.infantry"] * 2, "24", [1, 6, 6])
    began = next(event for event in events if isinstance(event, CombatBegan))
    assert len(began.attackers) == 2 and len(began.defenders) == 1
    assert at(s, "24") == ["G.infantry"] * 2 and at(s, "27") == ["G.tank"]


@clause("singularity.2")
def test_damage_carries_over_to_the_next_wave() -> None:
    s = war('"25" = ["G.cruiser x2"], "18" = ["B.battleship"]')
    attack(s, "25", ["G.cruiser"], "18", [3, 6])
    do(s, "withdraw")
    attack(s, "25", ["G.cruiser"], "18", [3, 6])
    assert at(s, "18") == ["B.battleship-2"]


@clause("singularity.3")
def test_further_units_reinforce_a_capture_within_the_limit() -> None:
    s = war('"31" = ["G.artillery"], "23" = ["B.infantry"], "34" = ["G.infantry x4"], "32" = ["G.tank"]')
    attack(s, "31", ["G.artillery"], "23", [2, 6])
    do(s, "start 34", *["take G.infantry"] * 4, "to 23", "stop")
    assert at(s, "23") == ["G.artillery"] + ["G.infantry"] * 4 and s.dice.made == 2
    do(s, "start 32", "take G.tank")
    assert refusal(s, "to 23") == "stacking.1"


# air support


@clause("singularity.4")
def test_aircraft_from_several_bases_join_an_attack_from_elsewhere() -> None:
    s = war('"31" = ["G.infantry"], "Dusseldorf" = ["G.bomber"], "34" = ["G.fighter x2"], "23" = ["B.infantry x2"]')
    attack(s, "31", ["G.infantry"], "23")
    assert asked(s) == ("germany", "support") and choices(s, "call") == {"bomber@Dusseldorf", "fighter@34"}
    events = do(s, "call bomber@Dusseldorf")
    assert [(e.clauses, e.area) for e in events if isinstance(e, Called)] == [(("singularity.4",), zone("23"))]
    assert choices(s, "call") == {"fighter@34"} and refusal(s, "call bomber@Dusseldorf") == "air.4"
    do(s, "call fighter@34")
    events = do(s, "fight", rolls=[6, 4, 4, 6, 1])
    assert fired(events) == [((1, 4, 3), 1), ((2, 2), 1)]
    assert asked(s) == ("germany", "casualties") and choices(s, "lose") == {"G.infantry", "G.bomber", "G.fighter"}
    do(s, "lose G.fighter")
    assert at(s, "34") == ["G.fighter"] and asked(s) == ("germany", "press")
    do(s, "press", "stand", rolls=[1, 6, 6])  # nobody is called in later
    assert asked(s) == ("germany", "landing")
    do(s, "land Dusseldorf")
    assert refusal(s, "start Dusseldorf") == "movement.4" and can(s, "start 34")
    assert at(s, "23") == ["G.infantry"] and holder(s, "23") == "germany"


@clause("singularity.4")
def test_only_own_unused_aircraft_in_range_can_be_called_in() -> None:
    units = '"31" = ["G.tank"], "23" = ["B.infantry"], "24" = ["B.fighter"]'
    for base, inside in (("37", False), ("36", True), ("34", True)):  # 36-33-34-23 and back to 34: 4 spaces
        s = war(f'{units}, "{base}" = ["G.fighter"]')
        do(s, "start 31", "take G.tank")
        if inside:
            do(s, "to 23")
            assert choices(s, "call") == {f"fighter@{base}"}
        else:
            do(s, "to 23", rolls=[6, 6])
            assert asked(s) == ("germany", "press")
    s = war(units + ', "35" = ["G.fighter"]')
    do(s, "start 35", "take G.fighter", "to 34")
    do(s, "start 31", "take G.tank", "to 23", rolls=[6, 6])  # it has flown
    assert asked(s) == ("germany", "press")
    s = war('"22" = ["B.tank"], "23" = ["G.infantry"], "6" = ["F.fighter"], "Dunkirk" = ["B.fighter"]',
            'power = "britain"')  # fmt: skip
    attack(s, "22", ["B.tank"], "23")
    assert choices(s, "call") == {"fighter@Dunkirk"}


@clause("singularity.4")
def test_aircraft_support_landings_and_sea_combats() -> None:
    s = war('"25" = ["G.transport+G.infantry"], "27" = ["G.fighter"], "24" = ["B.infantry"]')
    attack(s, "25", ["G.infantry"], "24")
    assert choices(s, "call") == {"fighter@27"}
    s = war('"25" = ["G.cruiser"], "27" = ["G.fighter"], "18" = ["B.destroyer"]')
    attack(s, "25", ["G.cruiser"], "18")
    events = do(s, "call fighter@27", rolls=[6, 3, 6])
    assert fired(events) == [((3, 3), 1), ((3,), 0)] and at(s, "18") == ["G.cruiser"]


@clause("singularity.4")
def test_aircraft_attack_alone_from_several_bases() -> None:
    s = war('"31" = ["G.fighter"], "Dusseldorf" = ["G.bomber"], "23" = ["B.infantry x2"]')
    attack(s, "31", ["G.fighter"], "23")
    events = do(s, "call bomber@Dusseldorf", rolls=[3, 4, 6, 6])
    assert fired(events)[0] == ((3, 4), 2) and at(s, "23") == []


# functions the odds rest on


@clause("combat.hit.1")
def test_values_by_role() -> None:
    s = war('"31" = ["G.tank", "G.mechanized", "G.bomber"], "23" = ["B.tank"]')
    tank, mech, bomber = s.at(zone("31"))
    (british,) = s.at(zone("23"))
    attacks = [combat.value(s, piece, combat.ATTACK, zone("23")) for piece in (tank, mech, bomber, british)]
    assert attacks == [3, 0, 4, 3]
    defends = [combat.value(s, piece, combat.DEFENCE, zone("23")) for piece in (tank, mech, bomber, british)]
    assert defends == [3, 1, 1, 2]


@clause("combat.6", "singularity.4")
def test_each_aircraft_lands_for_itself() -> None:
    s = war('"31" = ["G.fighter x2", "G.bomber"], "23" = ["B.infantry"]')
    attack(s, "31", ["G.fighter", "G.fighter", "G.bomber"], "23", [3, 6, 6, 6])
    assert "37" not in choices(s, "land") and refusal(s, "land 37") == "air.4"
    assert refusal(s, "land 22") == "air.2"
    do(s, "land 34", "land 32")
    assert "37" in choices(s, "land")  # the bomber has 5 left
    do(s, "land 37")
    assert [at(s, area) for area in ("34", "32", "37", "31")] == [["G.fighter"], ["G.fighter"], ["G.bomber"], []]
    assert holder(s, "23") == "britain"
