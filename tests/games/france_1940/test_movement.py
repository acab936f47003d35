"""Chapter 5: capacity, prices, Double Time, roads, stacks, prohibited terrain; entry, exit, stacking at the end (4)."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import movement
from meuse.games.france_1940.events import Moved
from meuse.games.france_1940.march import Walk
from meuse.games.france_1940.state import FranceState

from .kit import GAME, can, choices, clause, do, names, own, refusal, where
from .marching import ALLIED, FORCES, cost, ground, march, points, way

RIFLE = '"G1.rifle-1"'
LEADER = "activate G.Apfelbaum"
TANKS = "activate G.Hartung"
TANK = '"G3.pz3-1", "G.Hartung"'
IN_TANK = '[carriers]\n"G.Hartung" = "G3.pz3-1"'


def rifle(hexa: str, *actions: str, more: str = "", head: str = "", river: str = "minor") -> FranceState:
    """A rifle platoon in hand."""
    return march(
        f'{hexa} = [{RIFLE}, "G.Apfelbaum"]\n{more}', LEADER, "move G1.rifle-1", *actions, head=head, river=river
    )


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
