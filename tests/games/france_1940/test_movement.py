"""Chapter 5: capacity, prices, Double Time, roads, stacks, prohibited terrain; entry, exit, stacking at the end (4)."""

from __future__ import annotations

from random import Random

import pytest

from meuse.board.sets import listed
from meuse.games.france_1940 import costs, movement
from meuse.games.france_1940.events import Moved
from meuse.games.france_1940.march import March, Walk
from meuse.games.france_1940.setting import FOOT, TRACKED, WHEELED
from meuse.games.france_1940.state import FranceState

from .kit import GAME, can, choices, clause, do, names, own, refusal, where
from .marching import ALLIED, FORCES, cost, ground, march, points, way

RIFLE = '"G1.rifle-1"'
LEADER = "activate G.Apfelbaum"
TANKS = "activate G.Hartung"
TANK = '"G3.pz3-1", "G.Hartung"'
IN_TANK = '[carriers]\n"G.Hartung" = "G3.pz3-1"'


def rifle(
    hexa: str, *actions: str, more: str = "", head: str = "", river: str = "minor", leaving: str = ""
) -> FranceState:
    """A rifle platoon in hand; ``leaving``: what the scenario counts."""
    units = f'{hexa} = [{RIFLE}, "G.Apfelbaum"]\n{more}'
    return march(units, LEADER, "move G1.rifle-1", *actions, head=head, river=river, more=leaving)


# capacity and prices


@clause("3.3.2n", "5.2b", "5.2e")
def test_a_unit_pays_for_every_hex_and_need_not_spend_all() -> None:
    s = rifle("A905")
    assert cost(s, "A906") == 1 and cost(s, "A806") == 1 and cost(s, "A807") == 3
    assert cost(s, "A808") == 4 and refusal(s, "to A708") == "5.2b"
    do(s, "to A806")
    assert where(s, "G1.rifle-1") == "A806" and points(s, "G1.rifle-1") == 3
    do(s, "stop")
    assert names(s, s.finished) == {"G1.rifle-1"} and names(s, s.moved) == {"G1.rifle-1"} and not s.moving


@clause("5.2d")
def test_points_are_not_kept() -> None:
    s = rifle("A905", "to A906", "stop", "done")
    assert not any(s.spent) and points(s, "G1.rifle-1") == 4


@clause("5.2b")
def test_step_by_step_and_at_once_mean_the_same() -> None:
    far, near = rifle("A905"), rifle("A905")
    path = way(far, "A607")
    assert path == ["A806", "A706", "A607"] and cost(far, "A607") == 3
    do(far, "to A607")
    do(near, *(f"to {hexa}" for hexa in path))
    assert (far.where, far.spent, far.byways, far.german_ground) == (
        near.where,
        near.spent,
        near.byways,
        near.german_ground,
    )
    assert far.options == near.options


def test_the_direct_step_to_a_neighbour_is_always_meant() -> None:
    """A808 is light woods beside A809: 2 points straight, though a road leads past it."""
    s = rifle("A809")
    assert way(s, "A808") == ["A808"] and cost(s, "A808") == 2


def test_a_whole_way_is_one_event() -> None:
    s = rifle("A905")
    (moved,) = [event for event in do(s, "to A607") if isinstance(event, Moved)]
    assert [s.label(hexa) for hexa in moved.path] == ["A905", "A806", "A706", "A607"]
    assert moved.tell(s.setting) == "Rifle 1 of G1 moves from A905 to A607."


@clause("5.2f", "5.2t8")
def test_on_foot_up_into_light_woods() -> None:
    """5.2: from A1412 to A1311 costs 2 for the light woods and 1 for the slope."""
    assert cost(rifle("A1412"), "A1311") == 3


@clause("5.2c", "5.2f")
def test_a_gun_is_pushed_uphill() -> None:
    """EX07: an 18-pounder has fewer than the 8 points of A510, spends all it has, and stops there."""
    s = march('A509 = ["B1.18pdr-1", "B.Whitby"]', "activate B.Whitby", "move B1.18pdr-1", turn=ALLIED)
    gun, place = s.setting.piece("B1.18pdr-1"), s.setting.board.place
    assert movement.price(s, gun, place("A509"), place("A510")) / 2 == 8 and points(s, "B1.18pdr-1") == 2
    do(s, "to A510")
    assert where(s, "B1.18pdr-1") == "A510" and "B1.18pdr-1" in names(s, s.finished)


@clause("5.2c")
def test_the_last_resort_is_for_wheels_and_tracks_at_rest() -> None:
    """RC09: an FT-17 with 5 points enters A404 for 2 and 4 for the slope, from rest only; foot units never do."""
    free = ground('river = "dry"\nnational = { armour = false }', "")  # else it stays with its officer (14.1b)
    s = march('A503 = ["F3.ft17-1", "F.Girard"]', "activate F.Girard", "move F3.ft17-1", turn=ALLIED, scenario=free)
    tank, place = s.setting.piece("F3.ft17-1"), s.setting.board.place
    assert movement.price(s, tank, place("A503"), place("A404")) / 2 == 6 and cost(s, "A404") == 5
    do(s, "to A403")
    assert points(s, "F3.ft17-1") == 3 and refusal(s, "to A404") == "5.2b"
    on_foot = rifle("A1412", "to A1413", "to A1412", river="dry")
    assert points(on_foot, "G1.rifle-1") == 2 and refusal(on_foot, "to A1311") == "5.2b"


@clause("5.7a", "11.8a", "5.2t10")
def test_marsh_is_closed_to_vehicles_even_as_a_last_resort() -> None:
    s = march(f"A1005 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1", river="dry")
    assert refusal(s, "to A1006") == "5.7a"
    assert cost(rifle("A1005", river="dry"), "A1006") == 2


@clause("5.2t13")
def test_fields_on_foot() -> None:
    """RC10: two hexes of fields for 3 of 4 points; a third is refused, open ground is not."""
    s = rifle("A712", "to A713", "to A714")
    assert points(s, "G1.rifle-1") == 1 and refusal(s, "to A715") == "5.2b" and can(s, "to A815")


@clause("5.2g", "3.3.2o")
def test_enemies_close_a_hex() -> None:
    s = rifle("A905", more='A907 = ["F1.rifle-1", "F.Moreau"]\nA805 = ["F.Landry"]', head='finished = ["F1.rifle-1"]')
    assert refusal(s, "to A907") == "5.2g" == refusal(s, "to A805") and can(s, "to A906")


# Double Time


@clause("5.3a", "5.3c")
def test_double_time_adds_three_points_and_not_twice_running() -> None:
    s = rifle("A905", "hurry")
    assert points(s, "G1.rifle-1") == 7 and refusal(s, "hurry") == "5.3a"
    do(s, "to A907", "stop")
    assert names(s, s.hurried) == {"G1.rifle-1"}
    tired = rifle("A905", head='tired = ["G1.rifle-1"]')
    assert refusal(tired, "hurry") == "5.3c"


@clause("5.3b")
def test_double_time_keeps_away_from_the_enemy() -> None:
    """RC13: a hex beside the enemy can neither be entered nor passed; beside him nobody begins to run."""
    enemy = 'A1009 = ["F1.rifle-1", "F.Moreau"]'
    s = rifle("A905", "hurry", more=enemy, head='finished = ["F1.rifle-1"]')
    assert refusal(s, "to A909") == "5.3b" == refusal(s, "to A908") and can(s, "to A809")
    assert "A908" not in way(s, "A810")
    assert refusal(rifle("A908", more=enemy), "hurry") == "5.3b"


@clause("5.3b", "5.6f")
@pytest.mark.parametrize(("near", "runs"), [("F2.horses-1", True), ("F.Landry", True), ("F.adk-1", False)])
def test_horses_without_riders_and_lone_officers_keep_nobody_from_running(near: str, runs: bool) -> None:
    """V4, V6; a truck is a unit like any other."""
    s = rifle("A905", more=f'A906 = ["{near}"]\nA1516 = ["F.Moreau"]')
    assert can(s, "hurry") == runs


@clause("5.3a")
def test_only_foot_units_run() -> None:
    assert refusal(march(f"A905 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1"), "hurry") == "5.3a"


# roads


@clause("5.4c")
def test_entering_a_road_hex_off_the_road() -> None:
    """EX08: D409 is light woods; the road there does not come from D309."""
    scenario = own(FORCES, 'boards = [["A", "D"]]')
    s = march('D309 = ["G1.rifle-1", "G.Apfelbaum"]', LEADER, "move G1.rifle-1", scenario=scenario)
    assert cost(s, "D409") == 2


@clause("5.4b", "5.2t6")
def test_the_road_is_good_for_one_hex_more() -> None:
    """RC11: four hexes of road and one more; a first hex off the road, and the bonus is gone."""
    s = rifle("A906")
    assert way(s, "A811") == ["A907", "A908", "A809", "A810", "A811"] and cost(s, "A811") == 4
    do(s, "to A907", "to A908", "to A809", "to A810")
    assert points(s, "G1.rifle-1") == 0 and choices(s, "to") == {"A811", "A809"}
    do(s, "to A811")
    assert where(s, "G1.rifle-1") == "A811" and "G1.rifle-1" in names(s, s.finished)
    off = rifle("A806", "to A906", "to A907", "to A908", "to A809")
    assert "G1.rifle-1" in names(off, off.finished)


@clause("5.4b")
def test_no_bonus_for_vehicles_nor_on_trails() -> None:
    trail = rifle("A1305", river="dry")
    assert "A1301" in choices(trail, "to") and len(way(trail, "A1301")) == 4
    tank = march(f"A906 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1")
    assert all(len(way(tank, goal)) <= 22 for goal in choices(tank, "to"))
    assert cost(tank, "A816") == 0.5 * len(way(tank, "A816"))


@clause("5.4b", "5.2t3")
def test_half_a_point_saved_in_a_town_does_not_cost_the_bonus() -> None:
    """From C808 through the town of C809 for half a point and on for three: all the way is road, and C912 is next."""
    unit = 'C808 = ["G1.rifle-1", "G.Apfelbaum"]'
    s = march(unit, LEADER, "move G1.rifle-1", scenario=ground('boards = [["C", "A"]]', ""))
    assert way(s, "C912") == ["C809", "C810", "C910", "C911", "C912"] and cost(s, "C912") == 4
    do(s, "to C809", "to C810", "to C910", "to C911")
    assert points(s, "G1.rifle-1") == 0.5 and choices(s, "to") == {"C910", "C912"}
    do(s, "to C912")
    assert where(s, "G1.rifle-1") == "C912" and points(s, "G1.rifle-1") == 0


@clause("5.4b")
def test_double_time_and_the_road_go_together() -> None:
    s = rifle("A902", "hurry")
    assert len(way(s, "A810")) == 8 and cost(s, "A810") == 7


@clause("5.4a")
def test_a_truck_ignores_the_woods_beside_its_road() -> None:
    s = march('A709 = ["G.blitz-1"]', "activate G.blitz-1", "move G.blitz-1")
    assert cost(s, "A410") == 1.5 and cost(s, "A708") == 6


@clause("5.1c", "5.1d")
def test_a_gun_and_a_truck_pay_differently() -> None:
    """RC12: road 1 and hamlet 2 for a gun pushed by its crew, 0.5 and 1 for a truck."""
    s = march('A509 = ["G2.pak36-1", "G.Brandt", "G.blitz-1"]')
    gun, truck, place = s.setting.piece("G2.pak36-1"), s.setting.piece("G.blitz-1"), s.setting.board.place
    for here, there, pushed, driven in (("A509", "A410", 1, 0.5), ("A609", "A610", 2, 1), ("A609", "A709", 1, 0.5)):
        assert movement.price(s, gun, place(here), place(there)) / 2 == pushed
        assert movement.price(s, truck, place(here), place(there)) / 2 == driven
    assert movement.price(s, gun, place("A709"), place("A710")) / 2 == 2


# stacks


STACK = 'A905 = ["G1.rifle-1", "G1.rifle-2", "G1.mortar-1", "G.Apfelbaum"]'


@clause("3.3.2d", "3.3.2l")
def test_units_that_begin_together_may_go_together() -> None:
    """Each pays its own price, and the stack stops when one cannot pay (G30b): a mortar has 3 points."""
    s = march(STACK, LEADER, "move G1.rifle-1", "join G.Apfelbaum", "join G1.mortar-1")
    assert refusal(s, "join G1.rifle-1") == "3.3.2d" and can(s, "join G1.rifle-2")
    do(s, "to A908")
    assert {where(s, who) for who in ("G1.rifle-1", "G1.mortar-1", "G.Apfelbaum")} == {"A908"}
    assert where(s, "G1.rifle-2") == "A905" and can(s, "to A809")  # the mortar may have one hex more of the road
    assert refusal(s, "to A807") == "5.2b"


@clause("3.3.2d")
def test_nobody_joins_a_move_that_has_begun() -> None:
    s = march(STACK, LEADER, "move G1.rifle-1", "to A906")
    assert refusal(s, "join G1.rifle-2") == "3.3.2a"


def test_infantry_and_a_gun_carriage_pay_each_their_own() -> None:
    """The march of 9.4: on foot 1, 1 and 2 points, on tracks 2, 2 and 4."""
    units = 'A605 = ["G2.engineers-1", "G2.stug-1", "G.Brandt"]'
    begun = "activate G.Brandt", "move G2.engineers-1", "join G2.stug-1"
    s = march(units, *begun, "to A705", "to A806", river="dry")
    assert (points(s, "G2.engineers-1"), points(s, "G2.stug-1")) == (2, 7)
    far = march(units, *begun, "to A806", river="dry")
    assert far.spent == s.spent and where(far, "G2.stug-1") == "A806"


# stacking at the end of a move (4)


@clause("4a", "4e", "4f", "4b")
def test_a_full_hex_may_be_passed_but_not_stopped_in() -> None:
    """RC07: 6 steps and a truck with 3 more: a unit with one step goes through, officers stay."""
    units = 'A906 = ["G1.rifle-2", "G1.rifle-3", "G.blitz-1", "G1.rifle-4"]\nA905 = ["G1.rifle-1:1", "G.Apfelbaum"]'
    loaded = '\n[carriers]\n"G1.rifle-4" = "G.blitz-1"'
    s = march(units + loaded, LEADER, "move G1.rifle-1")
    assert can(s, "to A906") and way(s, "A907") == ["A906", "A907"]
    do(s, "to A906")
    assert refusal(s, "stop") == "4a"
    do(s, "to A907", "stop", "move G.Apfelbaum", "to A906", "stop")
    assert where(s, "G.Apfelbaum") == "A906"


@clause("4a")
def test_tanks_fill_a_hex() -> None:
    """RC08: beside three full tanks there is no room for infantry, but for an officer."""
    units = 'A906 = ["G3.pz3-1", "G3.pz3-2", "G3.pz3-3"]\nA905 = ["G1.rifle-1", "G.Apfelbaum"]'
    s = march(units, LEADER, "move G1.rifle-1", "to A906")
    assert refusal(s, "stop") == "4a"
    officer = march(units, LEADER, "move G.Apfelbaum", "to A906")
    assert can(officer, "stop")


# officers


@clause("7.1e")
def test_a_tank_officer_goes_where_his_tank_goes() -> None:
    s = march(f"A905 = [{TANK}]\n{IN_TANK}", TANKS)
    assert refusal(s, "move G.Hartung") == "7.1e"
    do(s, "move G3.pz3-1", "to A908", "stop")
    assert where(s, "G.Hartung") == "A908" and "G.Hartung" not in names(s, s.finished)


# the edges of the board


def test_units_enter_over_their_edge_and_go_on() -> None:
    s = march("", LEADER, "move G1.rifle-1", head='off = ["G1.rifle-1", "G.Apfelbaum"]')
    assert cost(s, "A801") == 1 and way(s, "A902") == ["A901", "A902"] and cost(s, "A401") == 1
    do(s, "to A801")
    assert points(s, "G1.rifle-1") == 3 and choices(s, "to") >= {"A802", "A902"}
    do(s, "stop")
    assert refusal(s, "move G1.rifle-1") == "3.3.2a"


def test_a_tank_enters_with_its_officer_at_the_price_of_the_road() -> None:
    s = march(IN_TANK, TANKS, "move G3.pz3-1", head='off = ["G3.pz3-1", "G.Hartung"]')
    assert cost(s, "A801") == 0.5 and cost(s, "A401") == 2
    do(s, "to A801")
    assert where(s, "G.Hartung") == "A801" and points(s, "G3.pz3-1") == 10.5


EXITING = """
[victory.count.gone]
kind = "exited"
side = "german"
says = "gone"
"""


def test_units_leave_only_where_that_is_counted() -> None:
    units = f"A815 = [{TANK}]\n{IN_TANK}"
    s = march(units, TANKS, "move G3.pz3-1", more=EXITING)
    assert refusal(s, "exit") == "2.3k"
    do(s, "to A816", "exit")
    assert where(s, "G3.pz3-1") == "exited" == where(s, "G.Hartung")
    held = march(units, TANKS, "move G3.pz3-1", "to A816")
    assert refusal(held, "exit") == "2.3k"


# markers (12)


@clause("12.2b", "12.2e", "5.7b")
def test_wire_stops_all_but_full_tracks_which_crush_it() -> None:
    """RC40: a tank pays one point more and the wire is gone; a half-track, a truck and infantry stay out."""
    wire = 'wire = ["A906"]'
    s = march(f"A905 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1", head=wire)
    assert cost(s, "A906") == 1.5
    do(s, "to A907")
    assert where(s, "G3.pz3-1") == "A907"
    direct = march(f"A905 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1", "to A906", head=wire)
    assert not direct.wire and points(direct, "G3.pz3-1") == 9.5
    for carrier in ("G.sdkfz251-1", "G.blitz-1"):
        s = march(f'A905 = ["{carrier}"]', f"activate {carrier}", f"move {carrier}", head=wire)
        assert refusal(s, "to A906") == "12.2b"
    assert refusal(rifle("A905", head=wire), "to A906") == "12.2b"


@pytest.mark.parametrize(
    ("marker", "tag", "on_foot"), [("roadblocks", "12.3a", 2), ("ditches", "12.5b", 3), ("teeth", "12.6a", 2)]
)
@clause("12.3a", "12.5b", "12.6a")
def test_obstacles_cost_men_points_and_close_a_hex_to_vehicles(marker: str, tag: str, on_foot: float) -> None:
    head = f'{marker} = ["A906"]'
    assert cost(rifle("A905", head=head), "A906") == on_foot
    tank = march(f"A905 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1", head=head)
    assert refusal(tank, "to A906") == tag
    gun = march('A905 = ["G2.pak36-1", "G.Brandt"]', "activate G.Brandt", "move G2.pak36-1", head=head)
    assert refusal(gun, "to A906") == tag


@clause("12.5c")
def test_a_crossing_opens_the_ditch_for_two_points() -> None:
    s = march(f"A905 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1", head='ditches = ["A906"]\ncrossings = ["A906"]')
    assert cost(s, "A906") == 2.5


@clause("12.11d")
def test_rubble_has_its_own_prices() -> None:
    head = 'rubble = ["A906"]'
    assert cost(rifle("A905", head=head), "A906") == 2
    tank = march(f"A905 = [{TANK}]\n{IN_TANK}", TANKS, "move G3.pz3-1", head=head)
    assert cost(tank, "A906") == 3
    truck = march('A905 = ["G.blitz-1"]', "activate G.blitz-1", "move G.blitz-1", head=head)
    assert refusal(truck, "to A906") == "12.11d"


TRENCHES = 'trenches = ["A905", "A906"]\n'


@clause("12.8d", "12.8e")
def test_a_trench_costs_one_point_more_than_its_hex() -> None:
    s = rifle("A904", "to A905", head=TRENCHES)
    assert not s.inside
    do(s, "shelter G1.rifle-1")
    assert names(s, s.inside) == {"G1.rifle-1"} and points(s, "G1.rifle-1") == 2
    spent = rifle("A901", "to A905", head=TRENCHES, river="dry")
    assert where(spent, "G1.rifle-1") == "A905" and points(spent, "G1.rifle-1") == 0
    assert refusal(spent, "shelter G1.rifle-1") == "12.8d" and not spent.inside


@clause("12.8c")
def test_from_trench_to_trench_for_one_point() -> None:
    s = rifle("A905", "along A906", head=TRENCHES + 'inside = ["G1.rifle-1"]')
    assert where(s, "G1.rifle-1") == "A906" and names(s, s.inside) == {"G1.rifle-1"} and points(s, "G1.rifle-1") == 3
    outside = rifle("A905", head=TRENCHES)
    assert refusal(outside, "along A906") == "12.8c"
    left_it = rifle("A905", "to A904", head=TRENCHES + 'inside = ["G1.rifle-1"]')
    assert not left_it.inside


# control


def test_who_passes_controls() -> None:
    s = rifle("A905", "to A908", head='allied_ground = ["A906", "A907", "A908"]')
    board = s.setting.board
    assert board.set(["A906", "A907", "A908"]) & ~s.german_ground == 0 and not s.allied_ground


@clause("12.1.1e")
def test_a_way_at_once_leaves_behind_what_hex_by_hex_does() -> None:
    """Ground is taken, an empty position is lost, and one with a unit in it stays."""
    head = 'german_positions = ["A706", "A806"]\nallied_ground = ["A806"]'
    at_once, each = (rifle("A905", more='A706 = ["G1.rifle-2"]', head=head) for _ in range(2))
    board, unit = at_once.setting.board, at_once.setting.piece("G1.rifle-1")
    hexes = [board.place(label) for label in ("A806", "A706", "A607")]
    at_once.pass_through((unit,), hexes)
    for hexa in hexes:
        each.shift(unit, hexa)
    assert at_once.dump() == each.dump() and not at_once.faults() and at_once.held == each.held
    assert at_once.german_positions == board.set(["A706"]) and not at_once.allied_ground
    assert board.set(["A806", "A706", "A607"]) & ~at_once.german_ground == 0


@pytest.mark.parametrize("name", ["hannut", "sedan"])
def test_going_from_hex_to_hex_at_once_is_leaving_one_and_coming_to_the_other(name: str) -> None:
    """In the middle of random games: markers, control, load and stacks are the same, and as worked out afresh."""
    s, random = GAME.new(name, seed=3), Random(3)
    while s.options and s.actions < 800:
        s.apply(random.choice(s.options))
        if s.actions < 300 or s.actions % 20:
            continue
        unit = random.choice([unit for unit in listed(s.alive) if not s.cargo(unit) and not s.inside >> unit & 1])
        free = listed(s.setting.board.everything & ~s.masks[1 - s.setting.side_of[unit]])
        goal = random.choice((s.where[unit], *random.sample(free, 3)))
        at_once, apart, fresh = s.clone(), s.clone(), s.clone()
        at_once.shift(unit, goal)
        apart.lift(unit, goal)
        apart.put(unit, goal)
        assert at_once.dump() == apart.dump()
        fresh.where, fresh.stacks = at_once.where, at_once.stacks
        fresh.derive()
        for sum_ in s.SUMS:
            assert getattr(at_once, sum_) == getattr(apart, sum_) == getattr(fresh, sum_), sum_


@pytest.mark.parametrize("more", ["", 'A805 = ["F1.rifle-1"]', "mines"])
def test_a_way_is_uneventful_where_nobody_watches_and_nothing_lies(more: str) -> None:
    mined = 'mines = [{ hex = "A806", owner = "allied", kind = "ap", density = 1, shown = false }]'
    s = rifle("A905", more="" if more == "mines" else more, head=mined if more == "mines" else "")
    assert movement.uneventful(s) >> s.setting.board.place("A806") & 1 == (not more)


# reaction and mines on the way


def test_fire_on_the_way_lets_the_mover_think_again() -> None:
    enemy = 'A909 = ["F1.rifle-1", "F.Moreau"]'
    s = march(
        f'A905 = [{RIFLE}, "G.Apfelbaum"]\n{enemy}\n[orders]\n"F1.rifle-1" = "fire within 2"', LEADER, "move G1.rifle-1"
    )
    do(s, "to A908", rolls=[6, 6])
    assert where(s, "G1.rifle-1") == "A907" and s.to_act == "german" and can(s, "to A908") and can(s, "stop")


def test_mines_stop_the_way() -> None:
    mine = 'mines = [{ hex = "A906", owner = "allied", kind = "ap", density = 0, shown = false }]'
    s = rifle("A905", head=mine)
    do(s, "to A908", rolls=[6, 6])
    assert where(s, "G1.rifle-1") == "A906" and can(s, "to A908") and s.mines[0].shown


def test_reach_can_be_laid_over_the_map() -> None:
    s = march(f'A905 = [{RIFLE}, "G.Apfelbaum"]\nA815 = ["F1.rifle-1"]', head='finished = ["F1.rifle-1"]')
    shown = s.overlays("german")
    assert "A901" in shown["reach"] and "A912" not in shown["reach"] and shown["enemy reach"] == []
    assert s.overlays("allied")["enemy reach"] == shown["reach"]


def test_the_enemy_does_not_know_where_a_move_is_to_end() -> None:
    enemy = 'A909 = ["F1.rifle-1", "F.Moreau"]'
    s = march(f'A905 = [{RIFLE}, "G.Apfelbaum"]\n{enemy}', LEADER, "move G1.rifle-1", "to A908")
    assert s.to_act == "allied" and any(isinstance(step, Walk) for step in s.agenda)
    assert not any(isinstance(step, Walk) for step in GAME.imagine(s, 1, 3).agenda)
    assert any(isinstance(step, Walk) for step in GAME.imagine(s, 0, 3).agenda)


# the way that is shown


def before(s: FranceState, goal: str) -> str:
    """The hex before a goal on the way of the group in hand; empty if it is one step away."""
    step = s.agenda[-1]
    assert isinstance(step, March)
    found = movement.hex_before(movement.goals(s, step.present(s)), s.setting.board.place(goal))
    return s.label(found) if found >= 0 else ""


@clause("5.2b", "5.4b")
def test_the_hex_before_a_goal_is_that_of_the_way_there() -> None:
    """One step away there is none; else the last but one of the way, along the road and on its bonus, too."""
    s = rifle("A906")
    for goal in choices(s, "to"):
        path = way(s, goal)
        assert before(s, goal) == (path[-2] if len(path) > 1 else ""), goal
    assert before(s, "A811") == "A810" and before(s, "A907") == "" and before(s, "A806") == ""


def test_the_hex_before_a_goal_for_those_who_enter() -> None:
    """Over the edge into A801 there is none, into A902 it is A901; the same for a stack with different prices."""
    s = march("", LEADER, "move G1.rifle-1", head='off = ["G1.rifle-1", "G.Apfelbaum"]')
    assert before(s, "A801") == before(s, "A401") == "" and before(s, "A902") == "A901"
    off = 'off = ["G2.engineers-1", "G2.stug-1", "G.Brandt"]'
    mixed = march("", "activate G.Brandt", "move G2.engineers-1", "join G2.stug-1", head=off, river="dry")
    assert before(mixed, "A801") == "" and before(mixed, "A902") == "A901" == way(mixed, "A902")[0]
    assert cost(mixed, "A801") == 1 and cost(mixed, "A902") == 2 and cost(mixed, "A401") == 2


def test_what_is_shown_beside_a_hex_is_its_price_and_the_hex_before() -> None:
    s = rifle("A905")
    shown = {choice.place: (choice.cost, choice.via) for choice in s.scene("german").choices if choice.verb == "to"}
    assert shown["A607"] == ("3", "A706") and shown["A806"] == ("1", "A905") and shown["A906"] == ("1", "A905")


# stacks with different prices, and rivers

MIXED = "activate G.Brandt", "move G2.engineers-1", "join G2.stug-1"


@clause("11.9.1a", "5.2t12")
def test_a_mixed_stack_crosses_a_minor_river_if_all_can_pay() -> None:
    """On foot 1, 2 and 1; on tracks 2, 2 and 2: six points of the StuG are the most."""
    units = 'A1207 = ["G2.engineers-1", "G2.stug-1", "G.Brandt"]'
    s = march(units, *MIXED)
    assert way(s, "A1209") == ["A1208", "A1209"] and cost(s, "A1209") == 6 and can(s, "to A1208")
    do(s, "to A1209")
    assert points(s, "G2.engineers-1") == 0
    s = march(units, *MIXED)
    for spent, river in ((2, True), (3, False)):
        s.spent[s.setting.piece("G2.engineers-1")] = spent
        s.touch()
        s.ask_again()
        assert can(s, "to A1208") == river and refusal(s, "to A1209") == "5.2b" and can(s, "to A1107") == river


@clause("11.9.2b")
def test_a_mixed_stack_does_not_stop_in_a_major_river() -> None:
    s = march('A1308 = ["G2.engineers-1", "G2.stug-1", "G.Brandt"]', *MIXED, river="major")
    assert refusal(s, "to A1208") == "11.9.2b" and can(s, "to A1209")


@clause("11.9.1b")
def test_crossing_where_one_stops_is_paid_for() -> None:
    """A point for the hex and two for the river; a tank two and two."""
    s = rifle("A1207", "to A1208", "stop")
    assert points(s, "G1.rifle-1") == 1 and not s.fording
    units, steps = f'A1405 = ["G3.pz3-2"]\n{{}} = [{TANK}]\n{IN_TANK}', ("move G3.pz3-1", "to A1208", "stop")
    tank = march(units.format("A1207"), TANKS, *steps)
    assert points(tank, "G3.pz3-1") == 7 and names(tank, tank.second_bank) == set()
    back = march(units.format("A1209"), TANKS, *steps)
    assert names(back, back.second_bank) == {"G3.pz3-1", "G.Hartung"}


@clause("4a", "3.3.2d")
def test_a_stack_stops_only_where_there_is_room_for_all() -> None:
    units = 'A905 = ["G2.engineers-1", "G2.stug-1", "G.Brandt"]\nA906 = ["G1.rifle-1", "G1.rifle-2:{}"]'
    crowded = march(units.format(1), *MIXED, river="dry")
    assert refusal(crowded, "to A906") == "4a" and way(crowded, "A907") == ["A906", "A907"]
    single = march(units.format(1), *MIXED[:2], river="dry")
    assert can(single, "to A906")


# nothing happens on the way


@pytest.mark.parametrize(
    "head",
    [
        'wire = ["A806"]', 'roadblocks = ["A806"]',
        'forts = [{ hex = "A806", value = 2, arrow = "sse", owner = "german" }]',
    ],
)  # fmt: skip
def test_a_way_is_not_uneventful_over_markers(head: str) -> None:
    s = rifle("A905", head=head)
    free, place = movement.uneventful(s), s.setting.board.place
    assert not free >> place("A806") & 1 and free >> place("A706") & 1 and not free >> place("A804") & 1


# leaving the board


@clause("2.3k")
@pytest.mark.parametrize(
    ("unit", "spent", "leaves"), [("A816", 6, True), ("A816", 7, False), ("A616", 5, True), ("A616", 6, False)]
)
def test_leaving_costs_as_much_as_entering(unit: str, spent: int, leaves: bool) -> None:
    """By the road of A816 one point, from the fields of A616 one and a half; a platoon has four."""
    head = f'spent = {{ "G1.rifle-1" = {spent} }}'
    s = march(f'{unit} = [{RIFLE}, "G.Apfelbaum"]', LEADER, "move G1.rifle-1", head=head, more=EXITING)
    assert can(s, "exit") == leaves


WATCHER = 'A814 = ["F1.rifle-1", "F.Moreau"]'
"""Two hexes from A816."""


@clause("3.4a", "2.3k")
def test_the_enemy_may_fire_at_who_leaves_the_board() -> None:
    s = rifle("A816", "exit", more=WATCHER, head='reaction = ["F1.rifle-1"]', leaving=EXITING)
    assert s.to_act == "allied" and where(s, "G1.rifle-1") == "A816"
    do(s, "react F1.rifle-1", "shoot", rolls=[6, 6])
    assert where(s, "G1.rifle-1") == "exited" and can(s, "move G.Apfelbaum")


@clause("3.4a", "12.8d")
def test_the_enemy_may_fire_at_who_goes_under_cover() -> None:
    """He is not inside yet; after the fire he goes on with the points that are left."""
    s = rifle("A816", "shelter G1.rifle-1", more=WATCHER, head='reaction = ["F1.rifle-1"]\ntrenches = ["A816"]')
    assert s.to_act == "allied" and not s.inside
    do(s, "react F1.rifle-1", "shoot", rolls=[6, 6])
    assert names(s, s.inside) == {"G1.rifle-1"} and points(s, "G1.rifle-1") == 3


# who may go on to assault


@clause("9.1b", "9d")
def test_who_stops_beside_enemies_may_assault_if_he_can_pay() -> None:
    """Infantry and AFVs; not a gun, nor who is carried, nor who has too few points left."""
    enemy = 'A909 = ["F1.rifle-1"]\n'
    units = 'A908 = ["G1.rifle-1", "G1.mg34-1", "G.blitz-1", "G1.rifle-2:2", "G.Apfelbaum"]\n'
    s = march(f'{units}{enemy}[carriers]\n"G1.rifle-2" = "G.blitz-1"', head='finished = ["F1.rifle-1"]')
    group = [s.setting.piece(name) for name in ("G1.rifle-1", "G1.mg34-1", "G.blitz-1")]
    assert names(s, movement.poised(s, tuple(group))) == {"G1.rifle-1", "G1.mg34-1"}
    s.spent[group[0]] = 5
    assert names(s, movement.poised(s, tuple(group))) == {"G1.mg34-1"}
    s.spent[group[0]] = 4
    assert names(s, movement.poised(s, (group[0],))) == {"G1.rifle-1"}
    assert not movement.poised(march('A905 = ["G1.rifle-1"]'), (group[0],))


@clause("9.1b", "5.6b")
def test_cavalry_that_stops_beside_enemies_keeps_its_horses() -> None:
    units = 'A810 = ["F2.cavalry-1", "F2.horses-1", "F.Landry"]\nA809 = ["G1.rifle-1"]\n'
    s = march(units + '[carriers]\n"F2.cavalry-1" = "F2.horses-1"', turn=ALLIED, head='finished = ["G1.rifle-1"]')
    assert names(s, movement.poised(s, (s.setting.piece("F2.horses-1"),))) == {"F2.cavalry-1", "F2.horses-1"}


# who may come along


@clause("3.3.2d", "11.9.1b")
def test_a_stack_begins_on_one_bank() -> None:
    units = 'A1208 = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3:1", "G.Apfelbaum"]'
    s = march(units, LEADER, "move G1.rifle-1", head='second_bank = ["G1.rifle-1", "G1.rifle-3"]')
    assert choices(s, "join") == {"G1.rifle-3"} and refusal(s, "join G1.rifle-2") == "11.9.1b"
    s = march(units, LEADER, "move G1.rifle-2", head='second_bank = ["G1.rifle-1", "G1.rifle-3"]')
    assert choices(s, "join") == {"G.Apfelbaum"}


@clause("3.3.2d")
def test_who_has_spent_points_or_is_carried_does_not_come_along() -> None:
    units = 'A905 = ["G1.rifle-1:2", "G1.rifle-2:1", "G1.rifle-3", "G1.mg34-1:1", "G.blitz-1", "G.Apfelbaum"]\n'
    s = march(
        units + '[carriers]\n"G1.rifle-3" = "G.blitz-1"', LEADER, "move G1.rifle-1",
        head='spent = { "G1.rifle-2" = 1 }',
    )  # fmt: skip
    assert choices(s, "join") == {"G1.mg34-1", "G.blitz-1", "G.Apfelbaum"}
    do(s, "hurry")
    assert refusal(s, "join G1.mg34-1") == "3.3.2d"


# over the edge past markers


@clause("12.2b", "12.3a", "12.5b", "12.5c", "12.6a", "12.11d", "5.4a")
@pytest.mark.parametrize(
    ("head", "on_foot", "tank", "truck"),
    [
        ("", 1, 0.5, 0.5), ('wire = ["A801"]', 0, 1.5, 0), ('roadblocks = ["A801"]', 2, 0, 0),
        ('ditches = ["A801"]', 3, 0, 0), ('ditches = ["A801"]\ncrossings = ["A801"]', 3, 2.5, 2.5),
        ('teeth = ["A801"]', 2, 0, 0), ('rubble = ["A801"]', 2, 3, 0),
        ('wire = ["A802"]\nteeth = ["A601"]', 1, 0.5, 0.5),
    ],
)  # fmt: skip
def test_the_price_of_the_edge_with_markers(head: str, on_foot: float, tank: float, truck: float) -> None:
    """By the road of A801; 0 stands for a hex that is closed."""
    s = march('A1516 = ["F1.rifle-1"]', head=f'{head}\noff = ["G1.rifle-1"]')
    asked = [costs.edge_price(s, way, s.setting.board.place("A801")) for way in (FOOT, TRACKED, WHEELED)]
    assert [(price or 0) / 2 for price in asked] == [on_foot, tank, truck]


@clause("12.8c")
def test_trenches_lead_only_along_one_level_to_where_there_is_room() -> None:
    """A509 and A609 lie at the foot of the hill A510; six steps are inside at most."""
    head = 'trenches = ["A509", "A510", "A609"]\ninside = [{}]'
    inside = '"G1.rifle-1"'
    s = rifle("A509", head=head.format(inside))
    assert choices(s, "along") == {"A609"} and refusal(s, "along A510") == "12.8c"
    others = 'A609 = ["G1.rifle-2", "G1.rifle-3:{}"]'
    for steps, room in ((1, False), (2, False)):
        full = rifle("A509", more=others.format(steps), head=head.format(f'{inside}, "G1.rifle-2", "G1.rifle-3"'))
        assert can(full, "along A609") == room
    single = rifle("A509", more='A609 = ["G1.rifle-2"]', head=head.format(f'{inside}, "G1.rifle-2"'))
    assert can(single, "along A609") == (single.setting.charts.stacking.inside >= 6)
    for spent, able in ((6, True), (7, False)):
        s.spent[s.setting.piece("G1.rifle-1")] = spent
        s.touch()
        s.ask_again()
        assert can(s, "along A609") == able


@clause("5.4b")
def test_a_step_off_the_road_is_noted() -> None:
    """It costs the bonus of the road: along it nothing is noted, nor when a unit comes in over the edge."""
    assert not rifle("A906", "to A907").byways
    s = rifle("A806", "to A906")
    assert names(s, s.byways) == {"G1.rifle-1"}
    stack = march(STACK, LEADER, "move G1.rifle-1", "join G1.mortar-1", "to A806")
    assert names(stack, stack.byways) == {"G1.rifle-1", "G1.mortar-1"}
    entered = march("", LEADER, "move G1.rifle-1", "to A401", head='off = ["G1.rifle-1", "G.Apfelbaum"]')
    assert not entered.byways


@clause("5.7a", "5.4a")
@pytest.mark.parametrize(("start", "goal", "spent", "tag"), [
    ("E711", "E712", 0, "5.7a"),  # marsh and nothing else
    ("E711", "E812", 18, "5.7a"),  # marsh with a road, from beside the road
    ("E805", "E813", 20, "5.2b"),  # the same along the road, but too far
    ("E811", "E813", 0, ""),
])  # fmt: skip
def test_a_road_through_marsh_is_closed_from_beside_only(start: str, goal: str, spent: int, tag: str) -> None:
    units = f'{start} = ["G3.pz3-1", "G.Hartung"]\n{IN_TANK}'
    far = f'spent = {{ "G3.pz3-1" = {spent} }}'
    scenario = ground('boards = [["E", "A"]]', "")
    s = march(units, TANKS, "move G3.pz3-1", scenario=scenario, head=far)
    assert can(s, f"to {goal}") == (not tag)
    if tag:
        assert refusal(s, f"to {goal}") == tag


@clause("3.3.2d", "5.3a")
def test_nobody_joins_a_stack_in_haste() -> None:
    s = march('A1401 = ["G1.rifle-1", "G1.rifle-2", "G.Apfelbaum"]', LEADER, "move G1.rifle-1", "hurry")
    assert refusal(s, "join G1.rifle-2") == "3.3.2d"
    why = s.explain("join G1.rifle-2")
    assert why is not None and "hurries" in why.reason


@clause("12.2b", "5.2b")
def test_wire_too_far_away_is_not_what_keeps_a_tank_from_it() -> None:
    units = 'A905 = ["G3.pz3-1", "G.Hartung", "G.sdkfz251-1"]'
    s = march(units, "activate G.Hartung", "move G3.pz3-1", head='wire = ["A1515", "A906"]')
    assert refusal(s, "to A1515") == "5.2b" and can(s, "to A906")
    s = march(units, "activate G.sdkfz251-1", "move G.sdkfz251-1", head='wire = ["A1515", "A906"]')
    assert refusal(s, "to A1515") == "12.2b" == refusal(s, "to A906")


@clause("4a", "4f")
def test_who_is_in_an_overfull_hex_need_not_leave_it_at_once() -> None:
    """Its trench is gone and twelve steps stand there: a platoon that is taken in hand may be put down again."""
    units = 'A905 = ["G1.rifle-1", "G1.rifle-2", "G1.rifle-3", "G1.rifle-4", "G.Apfelbaum"]'
    s = march(units, "activate G.Apfelbaum", head='trenches = ["A905"]\ninside = ["G1.rifle-4"]')
    s.shelter(s.setting.piece("G1.rifle-4"), False)
    do(s, "move G1.rifle-1")
    assert can(s, "stop") and can(s, "to A906")
