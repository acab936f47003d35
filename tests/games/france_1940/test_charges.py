"""Cavalry charges (5.6g to 5.6k, 9.1.6, G50): the gallop, what it is worth, and whom riders may charge."""

from __future__ import annotations

import pytest

from meuse.engine.playout import RandomGame, play
from meuse.games.france_1940 import flight, movement
from meuse.games.france_1940.events import GateChecked
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.state import FranceState

from .close import field, hexa, scenario
from .kit import GAME, can, choices, clause, do, mask_of, names, refusal, rolls_of, where
from .marching import cost, points, way

MOUNTED = '[carriers]\n"F3.cavalry-1" = "F3.horses-1"\n'
PAIR = MOUNTED + '"F3.cavalry-2" = "F3.horses-2"\n'
TIRED = 'finished = ["G1.rifle-1"]\n'
"""A German platoon in the open that can only fire defensively."""


def riders(place: str, more: str = "", enemy: str = "A809 G1.rifle-1", *actions: str) -> FranceState:
    """A platoon of cavalry before a German one, taken in hand."""
    s = field(f"{place} F3.cavalry-1 F3.horses-1 F.Girard; {enemy}", TIRED + more + MOUNTED)
    do(s, "activate F.Girard", "move F3.cavalry-1", *actions)
    return s


@clause("5.6g")
def test_the_gallop_gives_half_as_many_points_again() -> None:
    """From A1216 it is 9 points to A810; horses have 8, and 12 at the gallop."""
    s = riders("A1216")
    assert points(s, "F3.horses-1") == 8 and not can(s, "to A810")
    do(s, "gallop")
    assert points(s, "F3.horses-1") == 12 and cost(s, "A810") == 9 and way(s, "A810")[-1] == "A810"


@clause("5.6g")
def test_who_gallops_stops_only_where_he_can_charge() -> None:
    s = riders("A1216", "", "A809 G1.rifle-1", "gallop")
    assert refusal(s, "stop") == "5.6g" and refusal(s, "to A812") == "5.6g"
    assert refusal(s, "hurry") == "5.6g" and not can(s, "unload F3.cavalry-1")
    do(s, "to A1116")
    assert refusal(s, "stop") == "5.6g"
    do(s, "to A810", "stop")
    assert choices(s, "assault") == {"F3.cavalry-1"}
    assert refusal(s, "done") == refusal(s, "direct F.Girard") == refusal(s, "engage A809") == "5.6g"


@clause("5.6g")
def test_nobody_gallops_without_somebody_to_charge() -> None:
    """In woods, in vehicles, out of reach; nor after Double Time, nor on foot."""
    for enemy in ("A807 G1.rifle-1", "A809 G.blitz-1", "A101 G1.rifle-1"):
        assert refusal(riders("A1016", "", enemy), "gallop") == "5.6g"
    assert refusal(riders("A1216", "", "A809 G1.rifle-1", "hurry"), "gallop") == "5.6g"
    s = field("A1016 F3.cavalry-1 F.Girard; A809 G1.rifle-1", TIRED)
    do(s, "activate F.Girard", "move F3.cavalry-1")
    assert refusal(s, "gallop") == "5.6g"


@clause("5.6g", "5.4b")
def test_no_bonus_of_the_road_at_the_gallop() -> None:
    """Horses that have spent all along the road gain a hex by it, but then cannot gallop on."""
    s = riders("A1016")
    s.spent[s.setting.piece("F3.horses-1")] = 16
    s.byways = 1 << s.setting.piece("F3.horses-1")
    s.ask_again()
    assert refusal(s, "gallop") == "5.6g"


@clause("9.1.6c", "9.1.6d", "5.6i")
def test_at_the_gallop_no_check_and_a_better_die() -> None:
    """9 points to A810 and one into A809: two more than the horses' own 8."""
    s = riders("A1216", "", "A809 G1.rifle-1", "gallop", "to A810", "stop", "assault F3.cavalry-1")
    preview = s.preview("launch")
    assert preview is not None and {f.name: f.value for f in preview.factors}["charge at the gallop"] == "-1"
    events = do(s, "launch", "hold")
    assert not any(isinstance(event, GateChecked) for event in events)
    do(s, "hold", rolls=[3])
    assert where(s, "F3.cavalry-1") == where(s, "F3.horses-1") == "A809" and names(s, s.charged) == {"F3.cavalry-1"}


@clause("9.1.6c", "9.1.6d")
def test_a_charge_within_the_usual_points_needs_a_check() -> None:
    """7 points to A810 and one into A809 are the horses' own 8, gallop or not."""
    for spur in ((), ("gallop",)):
        s = riders("A1016", "", "A809 G1.rifle-1", *spur, "to A810", "stop", "assault F3.cavalry-1")
        preview = s.preview("launch")
        assert preview is not None and "charge at the gallop" not in {f.name for f in preview.factors}
        events = do(s, "launch", "hold", rolls=[6, 6])
        assert rolls_of(events, "assault") == [6, 6] and where(s, "F3.cavalry-1") == "A810"
        assert names(s, s.charged) == {"F3.cavalry-1"}


@clause("9.1.6d")
def test_a_roadblock_on_the_way_takes_the_swing_out_of_a_charge() -> None:
    """It costs a point more, too: 10 to A810; the charge is possible, but is checked."""
    s = riders("A1216", 'roadblocks = ["A811"]\n', "A809 G1.rifle-1", "gallop")
    hexes = "A1116 A1016 A915 A815 A814 A813 A812 A811 A810"
    do(s, *[f"to {hexa}" for hexa in hexes.split()], "stop", "assault F3.cavalry-1")
    assert points(s, "F3.horses-1") == 2
    preview = s.preview("launch")
    assert preview is not None and "charge at the gallop" not in {f.name for f in preview.factors}


@clause("5.6h", "5.7a")
def test_no_charge_over_prohibited_ground() -> None:
    """Wire is closed to horses: the way goes around it, and nobody in wire is charged."""
    s = riders("A1216", 'wire = ["A811"]\n', "A809 G1.rifle-1", "gallop")
    assert "A811" not in way(s, "A810")
    assert refusal(riders("A1216", 'wire = ["A809"]\n'), "gallop") == "5.6g"
    s = field("A810 F3.cavalry-1 F3.horses-1 F.Girard; A809 G1.rifle-1", 'wire = ["A809"]\n' + MOUNTED)
    do(s, "activate F.Girard")
    assert refusal(s, "assault F3.cavalry-1") == "5.7a"


@clause("5.6g", "9.1.1d")
def test_two_platoons_gallop_together() -> None:
    s = field("A1216 F3.cavalry-1 F3.horses-1 F3.cavalry-2 F3.horses-2 F.Girard; A809 G1.rifle-1", TIRED + PAIR)
    do(s, "activate F.Girard", "move F3.cavalry-1", "join F3.cavalry-2", "gallop", "to A810", "stop")
    do(s, "assault F3.cavalry-1", "take F3.cavalry-2")
    preview = s.preview("launch")
    told = {f.name: f.value for f in preview.factors} if preview else {}
    assert (told["attackers"], told["odds"], told["charge at the gallop"]) == ("8", "2:1", "-1")


@clause("5.6g")
def test_an_officer_on_foot_does_not_gallop_along() -> None:
    s = riders("A1216")
    do(s, "join F.Girard")
    assert refusal(s, "gallop") == "5.6g"


@clause("3.4a", "5.6g")
def test_a_charge_that_fire_has_broken_need_not_be_ridden() -> None:
    """Fire on the way routs the platoon: its horses go back with it, and the activation can end."""
    s = riders("A1216", 'reaction = ["G1.rifle-2"]\n', "A809 G1.rifle-1 G1.rifle-2", "gallop", "to A810")
    assert s.to_act == "german"
    do(s, "react G1.rifle-2", "shoot", rolls=[1, 1, 6, 6])
    while s.to_act == "allied" and choices(s, "rout"):
        do(s, f"rout {min(choices(s, 'rout'))}")
    assert "F3.cavalry-1" not in names(s, s.alive & ~s.routed) and not can(s, "assault F3.cavalry-1")


@clause("9.1.6a", "5.6j")
def test_cavalry_does_not_charge_into_woods_and_houses() -> None:
    s = field("A808 F3.cavalry-1 F3.horses-1 F.Girard; A807 G1.rifle-1; A803 G1.rifle-2", MOUNTED)
    do(s, "activate F.Girard")
    assert refusal(s, "assault F3.cavalry-1") == "9.1.6a"


@clause("9.1.6b", "5.6c")
def test_dismounted_cavalry_assaults_as_infantry() -> None:
    s = field("A808 F3.cavalry-1 F.Girard; A807 G1.rifle-1")
    do(s, "activate F.Girard", "assault F3.cavalry-1", "launch")
    do(s, "hold", rolls=[2, 2])
    assert can(s, "lead F.Girard") and not s.charged


@clause("5.6k", "3.3.2p")
def test_no_second_charge_in_the_next_turn() -> None:
    blown = 'blown = ["F3.cavalry-1"]\n'
    s = field("A810 F3.cavalry-1 F3.horses-1 F.Girard; A809 G1.rifle-1", blown + MOUNTED)
    do(s, "activate F.Girard")
    assert refusal(s, "assault F3.cavalry-1") == "5.6k"
    assert refusal(riders("A811", blown), "gallop") == "5.6k"


@clause("5.6f", "4c")
def test_horses_without_riders_are_lost_when_their_hex_is_assaulted() -> None:
    s = field("A809 F3.horses-1; A1516 F3.cavalry-1 F.Girard; A808 G1.rifle-1 G.Apfelbaum", side="german")
    do(s, "activate G.Apfelbaum", "assault G1.rifle-1")
    do(s, "launch", "done", rolls=[1, 1])
    assert where(s, "G1.rifle-1") == "A809" and where(s, "F3.horses-1") == "dead" and not faults(s)


@clause("5.6f", "9.1.5f", "10.3.2e")
def test_horses_without_riders_cut_nobody_off() -> None:
    """V6: a rout past them is no rout past enemies; with a rider, or beside another unit, it is."""
    place, mounted = "A809 F3.horses-1", "A809 F3.horses-1 F3.cavalry-1"
    for units, more, cut in ((place, "", False), (mounted, MOUNTED, True), (f"{place} F1.rifle-1", "", True)):
        s = field(f"{units}; A811 G1.rifle-1; A1516 F.Moreau F.Girard; A116 G.Apfelbaum", more)
        terms = flight.terms(s, 0, mask_of(s, "G1.rifle-1"))
        assert bool(terms.exposed >> hexa(s, "A810") & 1) == cut


def test_random_games_with_cavalry() -> None:
    played = play(GAME, RandomGame(scenario(), 3), share=0.3)
    assert played.error == "" and played.result != "unfinished"


@clause("5.6g", "5.6h")
@pytest.mark.parametrize(("spent", "usual", "spurred"), [(0, True, False), (14, True, False), (15, False, True)])
def test_cavalry_among_enemies_charges_from_where_it_stands(spent: int, usual: bool, spurred: bool) -> None:
    """They are all around it: 8 points for one more hex of open ground, or the 4 that the gallop gives."""
    ring = "A805 G1.rifle-1; A806 G1.rifle-2; A904 G1.rifle-3; A906 G1.rifle-4; A1005 G1.mg34-1; A1006 G1.mortar-1"
    s = field(f"A905 F3.cavalry-1 F3.horses-1 F.Girard; {ring}", MOUNTED)
    horses = s.setting.piece("F3.horses-1")
    s.spent[horses] = spent
    assert movement.may_charge(s, (horses,)) == usual
    assert movement.may_charge(s, (horses,), spurred=True) == spurred == movement.could_charge(s, (horses,))
    s.galloping = 1 << horses
    s.touch()
    assert movement.may_charge(s, (horses,)) and not movement.goals(s, (horses,)).all()
