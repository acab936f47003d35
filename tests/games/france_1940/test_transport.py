"""Transported and towed units (5.5), cavalry on its horses (5.6)."""

from __future__ import annotations

from random import Random

import pytest

from meuse.games.france_1940 import transport
from meuse.games.france_1940.events import Dismounted, Limbered, Mounted
from meuse.games.france_1940.setting import FULL
from meuse.games.france_1940.state import FranceState

from . import gunnery
from .kit import GAME, can, choices, clause, do, mask_of, names, own, refusal, where
from .marching import ALLIED, march, points

LEADER = "activate G.Apfelbaum"
RIDE = 'A905 = ["G1.rifle-1", "G.Apfelbaum", "G.blitz-1"]'
ABOARD = '[carriers]\n"G1.rifle-1" = "G.blitz-1"'
TOWED = '[carriers]\n"G2.pak36-1" = "G.blitz-1"'
GUN = 'A905 = ["G2.pak36-1", "G.Brandt", "G.blitz-1"]'


# mounting and dismounting


@clause("5.5i", "3.3.2q", "5.5f")
def test_infantry_mounts_a_truck_that_joins_its_activation() -> None:
    """1 point of the unit, 3 of the truck; then the truck pays for both (G30d)."""
    s = march(RIDE, LEADER, "move G1.rifle-1")
    events = do(s, "mount G.blitz-1")
    assert any(isinstance(event, Mounted) for event in events)
    assert points(s, "G1.rifle-1") == 3 and points(s, "G.blitz-1") == 11 and "G.blitz-1" in names(s, s.active)
    do(s, "to A908", "stop")
    assert where(s, "G1.rifle-1") == "A908" == where(s, "G.blitz-1") and points(s, "G.blitz-1") == 9.5
    assert {"G1.rifle-1", "G.blitz-1"} <= names(s, s.finished)


@clause("5.5i")
def test_both_must_be_in_one_hex() -> None:
    s = march('A905 = ["G1.rifle-1", "G.Apfelbaum"]\nA906 = ["G.blitz-1"]', LEADER, "move G1.rifle-1")
    assert refusal(s, "mount G.blitz-1") == "5.5i"
    do(s, "to A906", "mount G.blitz-1")
    assert points(s, "G1.rifle-1") == 2


@clause("5.5a", "5.5i", "5.5h")
def test_a_truck_drives_up_and_takes_infantry_aboard() -> None:
    """RC14: 14 points, 4 for two hexes, 3 for loading: 7 left; the infantry has spent 1 and does nothing else."""
    s = march(
        'A705 = ["G.blitz-1"]\nA806 = ["G1.rifle-1", "G.Apfelbaum", "G2.pak36-1", "G.Brandt"]', "activate G.blitz-1"
    )
    do(s, "move G.blitz-1", "to A706", "to A806")
    assert points(s, "G.blitz-1") == 10
    assert refusal(s, "carry G2.pak36-1") == "5.5c"
    do(s, "carry G1.rifle-1")
    assert points(s, "G.blitz-1") == 7 and points(s, "G1.rifle-1") == 3
    do(s, "stop")
    assert {"G.blitz-1", "G1.rifle-1"} <= names(s, s.finished)


@clause("5.5a")
def test_a_unit_out_of_command_is_not_fetched() -> None:
    units = 'A905 = ["G.blitz-1", "G1.rifle-1"]\nA101 = ["G.Apfelbaum"]'
    s = march(units, "activate G.blitz-1", "move G.blitz-1", head='astray = ["G1.rifle-1"]')
    assert refusal(s, "carry G1.rifle-1") == "5.5a"


@clause("5.5g", "5.5i")
def test_who_gets_off_goes_on_by_itself_after_the_truck() -> None:
    s = march(f"{RIDE}\n{ABOARD}", LEADER, "move G.blitz-1", "to A906")
    events = do(s, "unload G1.rifle-1")
    assert any(isinstance(event, Dismounted) for event in events) and points(s, "G.blitz-1") == 10.5
    do(s, "to A908", "stop")
    assert s.agenda[-1].group == (s.setting.piece("G1.rifle-1"),) and points(s, "G1.rifle-1") == 3
    do(s, "to A806", "stop")
    assert where(s, "G1.rifle-1") == "A806" and where(s, "G.blitz-1") == "A908"


@clause("5.5h", "5.5f")
def test_a_carried_unit_does_not_move_nor_prepare_by_itself() -> None:
    s = march(f"{RIDE}\n{ABOARD}", LEADER)
    assert refusal(s, "move G1.rifle-1") == "5.5f" and refusal(s, "prepare G1.rifle-1") == "5.5h"
    assert refusal(s, "assault G1.rifle-1") == "5.5h"
    assert can(s, "move G.blitz-1")


@clause("5.5b")
def test_an_empty_truck_is_nobodys_but_a_laden_one_goes_with_its_load() -> None:
    """G98: out of command the carried unit checks its morale before the pair may move."""
    units = 'A905 = ["G1.rifle-1", "G.blitz-1"]\nA115 = ["G.Apfelbaum"]\n'
    s = march(units + ABOARD, head='astray = ["G1.rifle-1"]')
    assert refusal(s, "activate G.blitz-1") == "5.5b"
    do(s, "activate G1.rifle-1", rolls=[1, 1])
    assert can(s, "move G.blitz-1")
    failed = march(units + ABOARD, head='astray = ["G1.rifle-1"]')
    do(failed, "activate G1.rifle-1", rolls=[6, 6])
    assert failed.to_act == "allied" or not can(failed, "move G.blitz-1")


@clause("5.5c")
@pytest.mark.parametrize(("truck", "unit", "fits"), [(3, 3, True), (2, 3, False), (2, 2, True), (1, 2, False)])
def test_a_transport_carries_as_many_steps_as_it_has(truck: int, unit: int, fits: bool) -> None:
    """RC15: a truck with one loss takes at most two steps."""
    on, of = (f":{steps}" if steps < FULL else "" for steps in (truck, unit))
    s = march(f'A905 = ["G1.rifle-1{of}", "G.Apfelbaum", "G.blitz-1{on}"]', LEADER, "move G1.rifle-1")
    assert can(s, "mount G.blitz-1") == fits
    if not fits:
        assert refusal(s, "mount G.blitz-1") == "5.5c"


@clause("5.5c")
def test_machine_guns_and_mortars_ride_but_guns_do_not() -> None:
    s = march(
        'A905 = ["G1.mortar-1", "G1.mg34-1", "G.Apfelbaum", "G.blitz-1", "G.blitz-2"]', LEADER, "move G1.mortar-1"
    )
    assert choices(s, "mount") == {"G.blitz-1", "G.blitz-2"}
    gun = march(GUN, "activate G.Brandt", "move G2.pak36-1")
    assert refusal(gun, "mount G.blitz-1") == "5.5c"


@clause("5.5d", "5.5e")
def test_officers_ride_for_nothing_even_while_a_gun_is_towed() -> None:
    """RC15: any number of officers beside the gun, but no infantry."""
    units = 'A905 = ["G2.pak36-1", "G.Brandt", "G.blitz-1", "G.Apfelbaum", "G1.mortar-1:1"]\n'
    s = march(units + TOWED, "activate G.Brandt", "move G.blitz-1")
    assert refusal(s, "carry G1.mortar-1") == "5.5c"
    do(s, "carry G.Brandt", "carry G.Apfelbaum", "to A908")
    assert points(s, "G.blitz-1") == 12.5
    assert {where(s, who) for who in ("G.Brandt", "G.Apfelbaum", "G2.pak36-1")} == {"A908"}
    do(s, "unload G.Brandt")
    assert "G.Brandt" in names(s, s.finished) and refusal(s, "carry G.Brandt") == "3.3.1b"


@clause("5.5n", "5.5c")
def test_a_halftrack_carries_like_a_truck() -> None:
    s = march('A905 = ["G1.rifle-1", "G.Apfelbaum", "G.sdkfz251-1"]', LEADER, "move G1.rifle-1", "mount G.sdkfz251-1")
    assert points(s, "G.sdkfz251-1") == 9


# guns


@clause("5.5j", "5.5k", "3.3.2r")
def test_limbering_takes_half_the_points_and_the_whole_activation() -> None:
    """RC14: from rest in the gun's hex, 7 of the 14 points; both stay where they are."""
    s = march(GUN, "activate G.Brandt")
    events = do(s, "limber G2.pak36-1")
    assert any(isinstance(event, Limbered) for event in events)
    truck, gun = s.setting.piece("G.blitz-1"), s.setting.piece("G2.pak36-1")
    assert s.carriers[gun] == truck and s.spent[truck] / 2 == 7
    assert {"G.blitz-1", "G2.pak36-1"} <= names(s, s.finished)


@clause("5.5k")
def test_a_truck_that_has_moved_does_not_limber() -> None:
    s = march(GUN, "activate G.Brandt", head='moved = ["G.blitz-1"]')
    assert refusal(s, "limber G2.pak36-1") == "5.5k"


@clause("5.5c")
def test_a_truck_tows_no_more_steps_than_it_has() -> None:
    s = march('A905 = ["G2.pak36-1", "G.Brandt", "G.blitz-1:2"]', "activate G.Brandt")
    assert refusal(s, "limber G2.pak36-1") == "5.5k" and refusal(s, "limber G.Brandt") == "5.5c"


def test_one_of_several_trucks_is_chosen() -> None:
    s = march('A905 = ["G2.pak36-1", "G.Brandt", "G.blitz-1", "G.blitz-2"]', "activate G.Brandt", "limber G2.pak36-1")
    assert choices(s, "tow") == {"G.blitz-1", "G.blitz-2"}
    do(s, "tow G.blitz-2")
    assert s.carriers[s.setting.piece("G2.pak36-1")] == s.setting.piece("G.blitz-2")


@clause("5.5j", "5.5g")
def test_after_unlimbering_the_truck_drives_off_with_the_other_half() -> None:
    s = march(f"{GUN}\n{TOWED}", "activate G.Brandt", "unlimber G2.pak36-1")
    assert "G2.pak36-1" in names(s, s.finished) and points(s, "G.blitz-1") == 7 and can(s, "move G.blitz-1")


@clause("5.5j")
def test_each_half_of_the_points_is_good_for_one_gun() -> None:
    both = '[carriers]\n"G2.pak36-1" = "G.blitz-1"\n"G2.pak36-2" = "G.blitz-1"'
    s = march(f'A905 = ["G2.pak36-1:1", "G2.pak36-2:2", "G.Brandt", "G.blitz-1"]\n{both}', "activate G.Brandt")
    do(s, "unlimber G2.pak36-1", "unlimber G2.pak36-2")
    assert points(s, "G.blitz-1") == 0 and not s.laden and {"G2.pak36-1", "G2.pak36-2"} <= names(s, s.finished)


@clause("5.5j")
def test_a_gun_that_was_towed_is_not_unlimbered() -> None:
    s = march(f"{GUN}\n{TOWED}", "activate G.Brandt", "move G.blitz-1", "to A906")
    assert refusal(s, "unload G2.pak36-1") == "5.5j"
    do(s, "stop")
    assert refusal(s, "unlimber G2.pak36-1") == "3.3.2a"


@clause("5.5c", "5.5e")
@pytest.mark.parametrize(("second", "fits"), [(2, True), (3, False)])
def test_a_truck_tows_several_guns_up_to_its_steps(second: int, fits: bool) -> None:
    """One gun with a single step is in tow: a full truck takes two steps more, but no infantry beside them."""
    of = f":{second}" if second < FULL else ""
    units = f'A905 = ["G2.pak36-1:1", "G2.pak36-2{of}", "G.Brandt", "G.blitz-1", "G2.engineers-1:1"]\n'
    s = march(units + TOWED, "activate G.Brandt")
    assert can(s, "limber G2.pak36-2") == fits
    do(s, "move G2.engineers-1")
    assert refusal(s, "mount G.blitz-1") == "5.5c"


@clause("3.3.2a", "5.5j")
def test_a_halftrack_does_not_fire_and_help_to_unlimber_in_one_activation() -> None:
    """Unlimbering costs it half its movement points, and whoever spends them does not fire."""
    units = 'A809 = ["G2.pak36-1", "G.Brandt", "G.sdkfz251-1"]\nA811 = ["F1.rifle-1"]\nA116 = ["F.Moreau"]\n'
    units += '[carriers]\n"G2.pak36-1" = "G.sdkfz251-1"'
    fired = march(units, "activate G.Brandt", "fire G.sdkfz251-1", "ap_fire A811", head='astray = ["F1.rifle-1"]')
    do(fired, "shoot", rolls=[6, 6])
    assert refusal(fired, "unlimber G2.pak36-1") == "3.3.2a"
    s = march(units, "activate G.Brandt", "unlimber G2.pak36-1", head='astray = ["F1.rifle-1"]')
    assert refusal(s, "fire G.sdkfz251-1") == refusal(s, "prepare G.sdkfz251-1") == "3.3.2a"
    assert not can(s, "engage A811") and can(s, "move G.sdkfz251-1")
    s.reaction |= mask_of(s, "G.sdkfz251-1")
    do(s, "done")
    assert not s.reaction and "G.sdkfz251-1" in names(s, s.finished)


@clause("5.5h", "3.3.2e", "3.3.2k")
def test_an_officer_aboard_a_truck_directs_and_rallies_nobody() -> None:
    units = 'A809 = ["G1.mortar-1", "G1.rifle-1", "G.Apfelbaum", "G.blitz-1"]\nA811 = ["F1.rifle-1", "F.Moreau"]'
    on_foot = march(units, "activate G.Apfelbaum", head='routed = ["G1.rifle-1"]')
    assert can(on_foot, "direct G.Apfelbaum") and can(on_foot, "rally G.Apfelbaum")
    ride = '\n[carriers]\n"G.Apfelbaum" = "G.blitz-1"'
    s = march(units + ride, "activate G.Apfelbaum", head='routed = ["G1.rifle-1"]')
    assert refusal(s, "direct G.Apfelbaum") == refusal(s, "rally G.Apfelbaum") == "5.5h"


@clause("6.1d", "5.5f")
def test_a_truck_that_drives_off_with_who_has_mounted_it_has_moved() -> None:
    """So have those whom it takes aboard in its own activation and lets off elsewhere."""
    s = march(RIDE, LEADER, "move G1.rifle-1", "mount G.blitz-1", "to A908", "stop")
    assert names(s, s.moved) == {"G1.rifle-1", "G.blitz-1"}
    s = march(RIDE, "activate G.blitz-1", "move G.blitz-1", "carry G1.rifle-1", "to A908", "unload G1.rifle-1", "stop")
    assert names(s, s.moved) == {"G1.rifle-1", "G.blitz-1"} and where(s, "G1.rifle-1") == "A908"


@clause("5.5i", "2.3a")
def test_nobody_mounts_a_truck_that_does_not_enter_this_turn() -> None:
    late = ['[[force]]\nnation = "german"\nunits = { "G.blitz" = 1 }\nenters = 3']
    for nation, unit in (("german", "G.rifle"), ("french", "F.rifle")):
        late.append(f'[[force]]\nnation = "{nation}"\nunits = {{ "{unit}" = 1 }}\nofficer = "infantry"\nenters = 1')
    scenario, off = own("\n".join(late)), 'off = ["G1.rifle-1", "G.Apfelbaum", "G.blitz-1"]\nturn = '
    units = 'A1010 = ["F1.rifle-1", "F.Moreau"]'
    s = march(units, LEADER, "move G1.rifle-1", scenario=scenario, head=off + "2")
    assert refusal(s, "mount G.blitz-1") == "5.5i"
    assert can(march(units, LEADER, "move G1.rifle-1", scenario=scenario, head=off + "3"), "mount G.blitz-1")


# cavalry


CAVALRY = 'A905 = ["F2.cavalry-1", "F2.horses-1", "F.Landry"]'
MOUNTED = '[carriers]\n"F2.cavalry-1" = "F2.horses-1"'


@clause("5.6b", "5.6c")
def test_cavalry_rides_with_the_points_of_its_horses() -> None:
    s = march(f"{CAVALRY}\n{MOUNTED}", "activate F.Landry", "move F2.cavalry-1", turn=ALLIED)
    assert points(s, "F2.horses-1") == 8
    do(s, "to A908")
    assert points(s, "F2.horses-1") == 5 and where(s, "F2.cavalry-1") == "A908"
    do(s, "unload F2.cavalry-1")
    assert points(s, "F2.horses-1") == 2 and points(s, "F2.cavalry-1") == 3 and s.mounted == 0
    do(s, "to A907")
    assert where(s, "F2.horses-1") == "A908" and where(s, "F2.cavalry-1") == "A907"


@clause("5.6b", "5.6e")
def test_mounting_horses() -> None:
    s = march(CAVALRY, "activate F.Landry", "move F2.cavalry-1", "mount F2.horses-1", turn=ALLIED)
    assert points(s, "F2.horses-1") == 5 and names(s, s.mounted) == {"F2.cavalry-1"}
    rifles = 'A905 = ["F1.rifle-1", "F.Moreau", "F2.horses-1"]'
    other = march(rifles, "activate F.Moreau", "move F1.rifle-1", turn=ALLIED)
    assert refusal(other, "mount F2.horses-1") == "5.6e"


@clause("5.6k")
def test_after_a_charge_half_the_points_are_left() -> None:
    begun = "activate F.Landry", "move F2.cavalry-1"
    tired = march(f"{CAVALRY}\n{MOUNTED}", *begun, turn=ALLIED, head='blown = ["F2.cavalry-1"]')
    assert points(tired, "F2.horses-1") == 4
    on_foot = march(CAVALRY, *begun, turn=ALLIED, head='blown = ["F2.cavalry-1"]')
    assert points(on_foot, "F2.cavalry-1") == 2
    assert refusal(tired, "hurry") == refusal(on_foot, "hurry") == "5.6k"


@clause("5.1b")
def test_riders_run_like_other_foot_units() -> None:
    s = march(f"{CAVALRY}\n{MOUNTED}", "activate F.Landry", "move F2.cavalry-1", "hurry", turn=ALLIED)
    assert points(s, "F2.horses-1") == 11 and names(s, s.hurried) == {"F2.cavalry-1", "F2.horses-1"}


def test_horses_do_not_move_alone() -> None:
    s = march(CAVALRY, "activate F.Landry", turn=ALLIED, head="")
    assert refusal(s, "move F2.horses-1") in {"3.3.1c", "5.6a"}


# who may be taken aboard, and when


@clause("5.5a", "5.5c", "5.5i")
@pytest.mark.parametrize(
    ("head", "tag"),
    [
        ("", ""), ('finished = ["G1.rifle-1"]', "3.3.1b"), ('prepared = ["G1.rifle-1"]', "3.3.1b"),
        ('routed = ["G1.rifle-1"]', "10.3.1b"), ('rallied = ["G1.rifle-1"]', "10.4.2f"),
        ('spent = { "G.blitz-1" = 22 }', ""), ('spent = { "G.blitz-1" = 23 }', "5.5c"),
        ('spent = { "G1.rifle-1" = 1 }', "5.5c"), ('finished = ["G1.rifle-2"]\nrouted = ["G1.rifle-3"]', ""),
    ],
)  # fmt: skip
def test_whom_a_truck_takes_aboard(head: str, tag: str) -> None:
    """Loading costs three of its 14 points, counted here in halves; who has acted, fled or moved stays."""
    units = 'A905 = ["G1.rifle-1", "G.blitz-1", "G.Apfelbaum"]\nA906 = ["G1.rifle-2", "G1.rifle-3"]'
    s = march(units, "activate G.blitz-1", "move G.blitz-1", head=head)
    assert (refusal(s, "carry G1.rifle-1") if tag else can(s, "carry G1.rifle-1") and "") == tag
    assert refusal(s, "carry G1.rifle-2") == "5.5i" and can(s, "carry G.Apfelbaum")


@clause("5.5i", "5.5c")
@pytest.mark.parametrize(
    ("head", "fits"),
    [
        ('spent = { "G.blitz-1" = 22 }', True), ('spent = { "G.blitz-1" = 23 }', False),
        ('spent = { "G1.rifle-1" = 6 }', True), ('spent = { "G1.rifle-1" = 7 }', False),
        ('routed = ["G.blitz-1"]', False), ('prepared = ["G1.mg34-1"]', True),
    ],
)  # fmt: skip
def test_what_mounting_takes(head: str, fits: bool) -> None:
    s = march(RIDE, LEADER, "move G1.rifle-1", head=head)
    assert can(s, "mount G.blitz-1") == fits


@clause("5.5c", "5.5i")
def test_two_units_mount_a_truck_together_for_six_of_its_points() -> None:
    units = 'A905 = ["G1.rifle-1:1", "G1.mg34-1:{}", "G.Apfelbaum", "G.blitz-1"]'
    both = LEADER, "move G1.rifle-1", "join G1.mg34-1"
    assert refusal(march(units.format(2), *both, head='spent = { "G.blitz-1" = 17 }'), "mount G.blitz-1") == "5.5c"
    s = march(units.format(2), *both, "mount G.blitz-1", head='spent = { "G.blitz-1" = 16 }')
    assert points(s, "G.blitz-1") == 0 and names(s, s.laden) == {"G.blitz-1"}
    assert refusal(march(units.replace(":{}", ""), *both), "mount G.blitz-1") == "5.5c"


@clause("5.5d")
def test_an_officer_aboard_takes_no_room() -> None:
    """A full platoon still fits beside him, and a platoon of one step beside another of two, but no third."""
    s = march(f'{RIDE}\n[carriers]\n"G.Apfelbaum" = "G.blitz-1"\n', LEADER, "move G.blitz-1", "carry G1.rifle-1")
    assert transport.steps_aboard(s, s.setting.piece("G.blitz-1")) == 3
    units = 'A905 = ["G1.rifle-1:2", "G1.rifle-2:1", "G1.rifle-3:1", "G.Apfelbaum", "G.blitz-1"]\n'
    s = march(units + ABOARD, LEADER, "move G.blitz-1", "carry G1.rifle-2")
    assert refusal(s, "carry G1.rifle-3") == "5.5c"


@clause("5.5i")
@pytest.mark.parametrize(
    ("head", "tag"),
    [
        ('spent = { "G.blitz-1" = 22 }', ""), ('spent = { "G.blitz-1" = 23 }', "5.5i"),
        ('spent = { "G1.rifle-1" = 6 }', ""), ('spent = { "G1.rifle-1" = 7 }', "5.5i"),
    ],
)  # fmt: skip
def test_what_getting_off_takes(head: str, tag: str) -> None:
    s = march(f"{RIDE}\n{ABOARD}", LEADER, "move G.blitz-1", head=head)
    assert (refusal(s, "unload G1.rifle-1") if tag else can(s, "unload G1.rifle-1") and "") == tag
    assert refusal(s, "unload G.blitz-1") == refusal(s, "unload G.Apfelbaum") == "5.5i"
    reason = s.explain("unload G.blitz-1")
    assert reason is not None and "not aboard" in reason.reason


@clause("5.5j", "5.5k")
@pytest.mark.parametrize(
    ("head", "fits"),
    [("", True), ('spent = { "G.blitz-1" = 1 }', False), ('finished = ["G.blitz-1"]', False),
     ('prepared = ["G.blitz-1"]', False), ('moved = ["G.blitz-2"]', True)],
)  # fmt: skip
def test_what_limbering_takes(head: str, fits: bool) -> None:
    s = march(GUN, "activate G.Brandt", head=head)
    assert can(s, "limber G2.pak36-1") == fits and refusal(s, "unlimber G2.pak36-1") == "5.5j"
    assert names(s, transport.towers(s, s.setting.piece("G2.pak36-1"))) == ({"G.blitz-1"} if fits else set())


@clause("5.5j")
@pytest.mark.parametrize(("spent", "fits"), [(14, True), (15, False)])
def test_unlimbering_takes_half_the_points(spent: int, fits: bool) -> None:
    s = march(f"{GUN}\n{TOWED}", "activate G.Brandt", head=f'spent = {{ "G.blitz-1" = {spent} }}')
    assert can(s, "unlimber G2.pak36-1") == fits and refusal(s, "limber G2.pak36-1") == "5.5j"


@clause("5.6k", "5.3a", "5.6g")
def test_points_of_movers_in_haste_and_after_a_charge() -> None:
    """Horses have 8: 11 at Double Time, 12 at the gallop, 4 the turn after; others are not touched by it."""
    s = march(f'{CAVALRY}\nA906 = ["F1.rifle-1"]\n{MOUNTED}', turn=ALLIED)
    horses, rider, other = (s.setting.piece(name) for name in ("F2.horses-1", "F2.cavalry-1", "F1.rifle-1"))
    for marks, mine, theirs in (
        ({}, 16, 8), ({"hurried": 1 << horses}, 22, 8), ({"galloping": 1 << horses}, 24, 8),
        ({"blown": 1 << rider}, 8, 8), ({"hurried": 1 << other}, 16, 14), ({"blown": 1 << other}, 16, 4),
    ):  # fmt: skip
        for mark in ("hurried", "galloping", "blown"):
            setattr(s, mark, marks.get(mark, 0))
        assert (transport.capacity(s, horses), transport.capacity(s, other)) == (mine, theirs)
    s.spent[horses] = 99
    assert transport.left(s, horses) == 0


@clause("5.5i", "3.3.2l")
def test_an_officer_who_gets_off_is_no_longer_under_way() -> None:
    ride = '[carriers]\n"G1.rifle-1" = "G.blitz-1"\n"G.Apfelbaum" = "G.blitz-1"\n'
    s = march(f"{RIDE}\n{ride}", LEADER, "move G.blitz-1", "to A906", "unload G.Apfelbaum")
    assert names(s, s.moving) == {"G.blitz-1", "G1.rifle-1"} and where(s, "G.Apfelbaum") == "A906"
    do(s, "unload G1.rifle-1")
    assert names(s, s.moving) == {"G.blitz-1", "G1.rifle-1"} and names(s, s.finished) == {"G.Apfelbaum"}
    do(s, "stop")
    assert names(s, s.moving) == {"G1.rifle-1"}


@clause("5.6b")
def test_horses_that_are_left_are_no_longer_under_way() -> None:
    s = march(f"{CAVALRY}\n{MOUNTED}", "activate F.Landry", "move F2.cavalry-1", "to A906", turn=ALLIED)
    assert names(s, s.moving) == {"F2.cavalry-1", "F2.horses-1"}
    do(s, "unload F2.cavalry-1")
    assert names(s, s.moving) == {"F2.cavalry-1"}


@clause("5.5b")
def test_nobody_mounts_a_truck_with_others_who_are_not_activated() -> None:
    """An officer of another formation sits in it; empty, or with one's own officer, it may join."""
    units = (
        'A905 = ["G1.rifle-1", "G.Apfelbaum", "G.Brandt", "G.blitz-1", "G.blitz-2"]\n[carriers]\n"{}" = "G.blitz-2"\n'
    )
    s = march(units.format("G.Brandt"), LEADER, "move G1.rifle-1")
    assert choices(s, "mount") == {"G.blitz-1"} and refusal(s, "mount G.blitz-2") == "5.5b"
    s = march(units.format("G.Apfelbaum"), LEADER, "move G1.rifle-1")
    assert choices(s, "mount") == {"G.blitz-1", "G.blitz-2"}


@clause("5.3a", "5.6b")
def test_double_time_of_the_horses_is_not_given_to_the_rider_again() -> None:
    """8 points and 3 for the horses; whoever gets off has the 4 of his own, less 1."""
    units = CAVALRY.replace("A905", "A1401")
    s = march(f"{units}\n{MOUNTED}", "activate F.Landry", "move F2.cavalry-1", "hurry", turn=ALLIED)
    assert points(s, "F2.horses-1") == 11
    do(s, "to A1402", "unload F2.cavalry-1")
    assert points(s, "F2.cavalry-1") == 3


@clause("5.6k", "5.5f")
def test_a_truck_is_not_tired_by_a_charge_of_its_passengers() -> None:
    s = march(
        'A905 = ["F2.cavalry-1", "F.Landry", "F.adk-1"]', "activate F.Landry", "move F2.cavalry-1",
        turn=ALLIED, head='blown = ["F2.cavalry-1"]',
    )  # fmt: skip
    assert points(s, "F2.cavalry-1") == 2
    do(s, "mount F.adk-1")
    assert points(s, "F.adk-1") == 14 - 3


FULL_TRENCH = 'A905 = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.rifle-4", "G.Apfelbaum", "G.blitz-1"]'


@clause("4a", "5.5i", "12.8b")
@pytest.mark.parametrize(("spent", "fits"), [(0, True), (22, False)])
def test_nobody_mounts_out_of_a_trench_into_a_full_hex_to_stay_there(spent: int, fits: bool) -> None:
    """Nine steps stand outside: the truck must have points to drive on with those who were inside."""
    head = f'trenches = ["A905"]\ninside = ["G1.rifle-4"]\nspent = {{ "G.blitz-1" = {spent} }}'
    s = march(FULL_TRENCH, LEADER, "move G1.rifle-4", head=head)
    assert can(s, "mount G.blitz-1") == fits
    if fits:
        do(s, "mount G.blitz-1")
        assert refusal(s, "stop") == "4a"
    else:
        assert refusal(s, "mount G.blitz-1") == "4a"
    loading = march(FULL_TRENCH, "activate G.blitz-1", "move G.blitz-1", head=head) if not fits else s
    assert fits or refusal(loading, "carry G1.rifle-4") == "4a"


@clause("4a", "5.5i")
@pytest.mark.parametrize("shut", [True, False])
def test_a_truck_does_not_drive_on_into_enemies_or_full_hexes(shut: bool) -> None:
    """With enemies in five hexes around, and nine steps of friends in the sixth."""
    enemies = {"A805": "F1.rifle-1", "A806": "F1.rifle-2", "A904": "F1.rifle-3", "A1005": "F1.rifle-4"}
    around = "".join(f'\n{hexa} = ["{unit}"]' for hexa, unit in (enemies | {"A1006": "F2.cavalry-1"}).items())
    friends = '"G3.pz3-1", "G3.pz3-2", "G3.pz3-3"' if shut else '"G3.pz3-1"'
    units = f"{FULL_TRENCH}{around}\nA906 = [{friends}]"
    s = march(units, LEADER, "move G1.rifle-4", head='trenches = ["A905"]\ninside = ["G1.rifle-4"]')
    assert can(s, "mount G.blitz-1") == (not shut)
    if shut:
        assert refusal(s, "mount G.blitz-1") == "4a"


@clause("4a", "5.5j", "12.8b")
def test_no_gun_is_limbered_out_of_a_trench_into_a_full_hex() -> None:
    infantry = ['"G1.rifle-1"', '"G1.rifle-2"', '"G1.rifle-3"']
    for count, tag in ((2, ""), (3, "4a")):
        units = f'A905 = [{", ".join(infantry[:count])}, "G2.pak36-1", "G.Brandt", "G.blitz-1"]'
        s = march(units, "activate G.Brandt", head='trenches = ["A905"]\ninside = ["G2.pak36-1"]')
        assert can(s, "limber G2.pak36-1") == (not tag)
        if tag:
            assert refusal(s, "limber G2.pak36-1") == tag


@clause("5.4b", "5.6b")
def test_horses_that_have_spent_points_on_their_rider_have_no_bonus_of_the_road() -> None:
    """Five of their points are left: as far as A810, and not one hex more."""
    s = march(CAVALRY, "activate F.Landry", "move F2.cavalry-1", "mount F2.horses-1", turn=ALLIED)
    assert can(s, "to A810") and not can(s, "to A811")
    mounted = march(f"{CAVALRY}\n{MOUNTED}", "activate F.Landry", "move F2.cavalry-1", turn=ALLIED)
    assert can(mounted, "to A814")


@clause("5.5i")
def test_who_has_spent_his_last_point_does_not_get_off_again() -> None:
    s = march('A905 = ["G1.rifle-1", "G.Apfelbaum", "G.blitz-1"]', LEADER, "move G1.rifle-1", "mount G.blitz-1",
              head='spent = { "G1.rifle-1" = 6 }')  # fmt: skip
    assert points(s, "G1.rifle-1") == 0 and refusal(s, "unload G1.rifle-1") == "5.5i"
    why = s.explain("unload G1.rifle-1")
    assert why is not None and "1 point of the unit" in why.reason


@clause("11.9.1b", "5.5i")
def test_nobody_mounts_across_a_river_and_all_aboard_are_across_together() -> None:
    """The truck comes from the north; rifle 1 stands on the north bank of the river hex, rifle 2 on the south bank."""
    units = 'A1207 = ["G.blitz-1"]\nA1208 = ["G1.rifle-1", "G1.rifle-2"]\nA905 = ["G.Apfelbaum"]'
    south = march('A1207 = ["G1.rifle-1", "G.Apfelbaum"]', LEADER, "move G1.rifle-1", "to A1208", "stop").second_bank
    head = f'second_bank = ["G1.rifle-{2 if south else 1}"]'
    s = march(units, "activate G.blitz-1", "move G.blitz-1", "to A1208", head=head)
    assert refusal(s, "carry G1.rifle-2") == "11.9.1b"
    do(s, "carry G1.rifle-1", "stop")
    assert s.second_bank == (mask_of(s, "G.blitz-1", "G1.rifle-1", "G1.rifle-2") if south else 0)


@clause("11.9.1b", "11.9.2b")
@pytest.mark.parametrize(("river", "lands"), [("minor", True), ("major", False)])
def test_an_officer_who_gets_off_in_a_river_is_across(river: str, lands: bool) -> None:
    units = 'A1207 = ["G.Apfelbaum", "G.blitz-1"]\n[carriers]\n"G.Apfelbaum" = "G.blitz-1"'
    south = march('A1207 = ["G.Apfelbaum"]', LEADER, "move G.Apfelbaum", "to A1208", "stop").second_bank
    s = march(units, LEADER, "move G.blitz-1", "to A1208", river=river)
    assert can(s, "unload G.Apfelbaum") == lands
    if lands:
        do(s, "unload G.Apfelbaum")
        officer = mask_of(s, "G.Apfelbaum")
        assert s.second_bank & officer == (officer if south else 0)
        assert "G.Apfelbaum" in names(s, s.finished) and not s.fording & mask_of(s, "G.Apfelbaum")
    else:
        assert refusal(s, "unload G.Apfelbaum") == "11.9.2b"


@clause("5.3b", "5.6b")
def test_who_has_run_to_his_horses_does_not_ride_up_to_the_enemy() -> None:
    """It is one move: the points of Double Time on foot are part of it."""
    units = 'A901 = ["F2.cavalry-1", "F.Landry"]\nA904 = ["F2.horses-1"]\nA909 = ["G1.rifle-1"]'
    for haste, goals in (((), True), (("hurry",), False)):
        s = march(
            units, "activate F.Landry", "move F2.cavalry-1", *haste, "to A904", "mount F2.horses-1",
            turn=ALLIED, head='finished = ["G1.rifle-1"]',
        )  # fmt: skip
        assert can(s, "to A908") == goals and can(s, "to A907")
        if haste:
            assert refusal(s, "to A908") == "5.3b"


# a transport that is lost on the way


def shot_up(load: str, *actions: str, at: str = "A813", rolls: tuple[int, ...] = (3, 4)) -> FranceState:
    """A truck with one step left carries or tows somebody past a platoon in reaction, which hits it in a hex."""
    units = f"A816 {load} F.Moreau F.adk-1:1; A811 G1.rifle-1; A116 G.Apfelbaum"
    more = f'reaction = ["G1.rifle-1"]\ncarriers = {{ "{load.partition(":")[0]}" = "F.adk-1" }}'
    s = gunnery.ground(units, more, "allied")
    do(s, "activate F.Moreau", *actions)
    while where(s, "F.adk-1") != at:
        do(s, "hold")
    do(s, "react G1.rifle-1", "shoot", rolls=rolls)
    assert where(s, "F.adk-1") == "dead"
    return s


@clause("5.5g", "3.3.2a", "3.4a")
def test_who_loses_his_truck_on_the_way_goes_on_by_foot_and_does_nothing_else() -> None:
    """It is the move of the platoon, too: four points of its own are left, and it does not fire."""
    s = shot_up("F1.rifle-1", "move F.adk-1", "to A813")
    assert not can(s, "fire F1.rifle-1") and points(s, "F1.rifle-1") == 4 and can(s, "to A814")
    do(s, "stop")
    assert "F1.rifle-1" in names(s, s.finished) and not s.moving


@clause("5.5j", "3.3.2a")
def test_a_gun_that_loses_its_truck_on_the_way_has_acted() -> None:
    s = shot_up("F1.m1897-1", "move F.adk-1", "to A813")
    assert "F1.m1897-1" in names(s, s.finished) and not s.moving and choices(s, "move") == {"F.Moreau"}


@clause("5.5g", "3.3.2a", "3.3.2d")
def test_whose_truck_is_lost_out_of_a_stack_goes_on_after_the_others() -> None:
    units = "A816 F1.rifle-1 F1.rifle-2:2 F.Moreau F.adk-1:1; A1516 F1.rifle-3 F1.rifle-4; A811 G1.rifle-1; "
    units += "A116 G.Apfelbaum"
    more = 'reaction = ["G1.rifle-1"]\ncarriers = { "F1.rifle-1" = "F.adk-1" }'
    s = gunnery.ground(units, more, "allied")
    do(s, "activate F.Moreau", "move F1.rifle-2", "join F.adk-1", "to A813")
    while where(s, "F.adk-1") != "A813":
        do(s, "hold")
    do(s, "react G1.rifle-1", "shoot", rolls=[1, 2, 6])  # two hits: the platoon afoot, then one of two equals
    assert where(s, "F.adk-1") == "dead"
    do(s, "to A814", "stop")
    assert where(s, "F1.rifle-2") == "A814" and where(s, "F1.rifle-1") == "A813"
    assert can(s, "to A814") and not can(s, "fire F1.rifle-1")
    do(s, "stop")
    assert mask_of(s, "F1.rifle-1", "F1.rifle-2") & ~s.finished == 0


@clause("5.5j", "3.3.2a", "3.3.2r")
def test_a_gun_whose_truck_is_shot_up_as_it_is_limbered_has_acted() -> None:
    units = "A813 F1.m1897-1:1 F.Moreau F.adk-1:1; A811 G1.rifle-1; A116 G.Apfelbaum"
    s = gunnery.ground(units, 'reaction = ["G1.rifle-1"]', "allied")
    do(s, "activate F.Moreau", "limber F1.m1897-1", "react G1.rifle-1", "shoot", rolls=[3, 4, 4])
    assert where(s, "F.adk-1") == "dead" and "F1.m1897-1" in names(s, s.finished) and not s.moving


@clause("5.5a", "3.3.1c", "3.4a")
def test_whom_a_truck_does_not_live_to_fetch_has_not_been_activated() -> None:
    units = "A813 F1.rifle-1:1 F.adk-1:1; A1516 F.Moreau; A811 G1.rifle-1; A116 G.Apfelbaum"
    s = gunnery.ground(units, 'reaction = ["G1.rifle-1"]', "allied")
    do(s, "activate F.adk-1", "move F.adk-1", "carry F1.rifle-1", "react G1.rifle-1", "shoot", rolls=[4, 4, 4])
    assert where(s, "F.adk-1") == "dead" and s.to_act == "german"
    assert not (s.moving | s.active | s.finished) & mask_of(s, "F1.rifle-1")


@clause("5.5d", "3.3.2a")
def test_an_officer_who_loses_his_truck_on_the_way_has_acted() -> None:
    units = "A816 F.Moreau F.adk-1:1; A811 G1.rifle-1; A116 G.Apfelbaum; A1516 F1.rifle-1"
    s = gunnery.ground(units, 'reaction = ["G1.rifle-1"]\ncarriers = { "F.Moreau" = "F.adk-1" }', "allied")
    do(s, "activate F.Moreau", "move F.adk-1", "to A813")
    while where(s, "F.adk-1") != "A813":
        do(s, "hold")
    do(s, "react G1.rifle-1", "shoot", rolls=[3, 4, 6, 6])
    assert where(s, "F.adk-1") == "dead" and "F.Moreau" in names(s, s.finished) and not s.moving


@clause("5.5g", "5.5j", "5.6b")
@pytest.mark.parametrize("action", ["unlimber G2.pak36-1", "unload G1.rifle-1"])
def test_who_is_let_go_rides_in_nothing(action: str) -> None:
    """It recovers its own way of moving, and the transport is free for somebody else."""
    both = '[carriers]\n"G2.pak36-1" = "G.blitz-1"\n"G1.rifle-1" = "G.blitz-2"'
    units = f'A905 = ["G2.pak36-1", "G1.rifle-1", "G.Brandt", "G.Apfelbaum", "G.blitz-1", "G.blitz-2"]\n{both}'
    unit = action.split()[1]
    begun = ("activate G.Brandt",) if "pak" in unit else (LEADER, "move G.blitz-2")
    s = march(units, *begun, action)
    piece = s.setting.piece(unit)
    assert s.carriers[piece] == -1 and not s.riders >> piece & 1 and s.faults() == []
    assert transport.mover(s, piece) == piece and GAME.position(s.position()).carriers == s.carriers


@clause("4a", "5.5i", "11.9.1b")
def test_who_mounts_out_of_a_trench_by_the_river_rides_on_along_his_own_bank() -> None:
    """Four half points are left to the truck: enough for the open hex beside it, not for the other bank."""
    pieces = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.rifle-4", "G.Apfelbaum", "G.blitz-1"]
    enemies = 'A1207 = ["F1.rifle-1"]\nA1106 = ["F1.rifle-2"]\nA1008 = ["F1.rifle-3"]\nA1108 = ["F1.rifle-4"]'
    for bank in (0, 1):
        own = f"second_bank = {pieces}\n" if bank else ""
        head = f'{own}trenches = ["A1107"]\ninside = ["G1.rifle-4"]\nspent = {{ "G.blitz-1" = 18 }}'.replace("'", '"')
        for free in enemies.splitlines():
            around = "\n".join(row for row in enemies.splitlines() if row != free)
            s = march(f"A1107 = {pieces}\n{around}".replace("'", '"'), LEADER, "move G1.rifle-4", head=head)
            banks = s.setting.waters.banks[s.setting.board.place("A1107")]
            here = (banks.second if bank else banks.first) >> s.setting.board.place(free.split()[0]) & 1 == 1
            open_ground = "A1106" not in free  # light woods
            assert can(s, "mount G.blitz-1") == (here and open_ground), (bank, free)


@clause("5.5f", "3.3.2d")
def test_why_somebody_does_not_come_along() -> None:
    s = march('A905 = ["G1.rifle-1", "G1.mg34-1", "G.Apfelbaum", "G.sdkfz251-1"]\n[carriers]\n'
              '"G1.mg34-1" = "G.sdkfz251-1"', LEADER, "move G1.rifle-1")  # fmt: skip
    assert refusal(s, "join G1.mg34-1") == "5.5f" and can(s, "join G.sdkfz251-1")
    assert refusal(s, "join G1.rifle-1") == "3.3.2d" and "in hand" in str(s.explain("join G1.rifle-1"))


# the rules of getting on once more, in random heaps of men, guns and lorries

HEAP = "G1.rifle-1 G1.rifle-2 G1.mg34-1 G1.mortar-1 G2.pak36-1 G2.engineers-1 G.Apfelbaum G.Brandt"
LORRIES = ("G.blitz-1", "G.blitz-2", "G.sdkfz251-1")


@clause("5.5a", "5.5c", "5.5d", "5.5e", "5.5i", "5.5j", "5.6e")
@pytest.mark.parametrize("seed", range(4))
def test_who_can_mount_what(seed: int) -> None:
    dice, found = Random(seed), 0
    for _ in range(8):
        pieces = dice.sample(HEAP.split(), 5)
        steps = {piece: dice.choice((1, 1, 2, 3)) for piece in pieces}
        if sum(count for piece, count in steps.items() if not piece[2].isupper()) > 9:  # 4a
            continue
        steps |= {lorry: dice.randint(1, 3) for lorry in LORRIES}
        riding = {piece: dice.choice(LORRIES) for piece in dice.sample(pieces, dice.randint(0, 2))}
        if "G2.pak36-1" in riding:  # nobody but officers rides where a gun is towed
            tow = riding["G2.pak36-1"]
            riding = {one: by for one, by in riding.items() if by != tow or one == "G2.pak36-1" or one[2].isupper()}
        rows = [f"{piece}:{count}" if not piece[2].isupper() else piece for piece, count in steps.items()]
        ride = "\n".join(f'"{one}" = "{by}"' for one, by in riding.items())
        s = march(f"A905 = {rows}\n[carriers]\n{ride}".replace("'", '"'))
        number = {name: s.setting.piece(name) for name in steps}
        for name in ("finished", "prepared", "routed", "active"):
            setattr(s, name, sum(1 << number[piece] for piece in LORRIES if dice.random() < 0.3))
        for name in steps:
            s.spent[number[name]] = dice.choice((0, 0, 6, 7, 22, 23) if name in LORRIES else (0, 0, 6, 7))
        for piece in pieces:
            if piece in riding:
                continue
            officer, able = piece[2].isupper(), set[str]()
            for lorry in LORRIES:
                bit, cargo = 1 << number[lorry], [one for one, by in riding.items() if by == lorry]
                load = sum(steps[one] for one in cargo if not one[2].isupper())
                free = not (s.finished | s.prepared | s.routed) & bit and (s.active & bit or not cargo)
                room = "G2.pak36-1" not in cargo and load + steps[piece] <= steps[lorry]
                paid = transport.left(s, number[lorry]) >= 6 and transport.left(s, number[piece]) >= 2
                if free and (officer or (room and paid and piece != "G2.pak36-1")):
                    able.add(lorry)
            assert names(s, transport.mountable(s, (number[piece],))) == able, (rows, riding, piece)
            found += len(able)
    assert found > 3
