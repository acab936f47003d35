"""Chapter 7: zones of control."""

from __future__ import annotations

from meuse.games.victory_or_defeat import zoc
from meuse.games.victory_or_defeat.events import Moved
from meuse.games.victory_or_defeat.setting import ALLIED, GERMAN
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import MAP, can, choices, clause, controls, do, lay, refusal, steps, where

AROUND_2626 = {"2627", "2726", "2725", "2625", "2525", "2526"}


def place(units: str, phase: str = "german movement", more: str = "", turn: int = 2) -> WarState:
    scenario = "" if "scenario" in more else 'scenario = "1940"\n'
    return lay(f'{scenario}{more}\nphase = "{phase}"\nturn = {turn}\nunits = {{ {units} }}\n')


def zone(s: WarState, side: int) -> set[str]:
    return set(MAP.board.names(zoc.zone(s, side)))


def hexa(label: str) -> int:
    return MAP.board.place(label)


def way(s: WarState, action: str) -> list[str]:
    """The hexes a move goes through."""
    moved = next(e for e in do(s, action) if isinstance(e, Moved))
    return [s.label(h) for h in moved.path]


def step(s: WarState) -> str:
    assert s.decision is not None
    return s.decision.step


@clause("7.0a")
def test_there_are_no_zones_in_1939() -> None:
    s = place('"1741" = ["g.5"], "1739" = ["f.1"], "1642" = ["f.3"]', more='scenario = "1939"')
    assert zone(s, GERMAN) == set() and zone(s, ALLIED) == set()
    do(s, "move g.5", "to 1740")  # next to f.1, and on past it
    do(s, "to 1840")
    assert where(s, "g.5") == "1840"


@clause("7.0b")
def test_a_mobile_unit_exerts_a_zone_into_its_own_and_the_six_adjacent_hexes() -> None:
    s = place('"2626" = ["F.I"], "3420" = ["UK.I"], "1741" = ["G.I"]')
    assert zone(s, ALLIED) == AROUND_2626 | {"2626"} | {"3420", "3421", "3520", "3519", "3419", "3319", "3320"}
    assert zone(s, GERMAN) == {"1741", "1742", "1842", "1841", "1740", "1641", "1642"}
    assert zoc.enemy_zone(s, GERMAN) == zoc.zone(s, ALLIED) and zoc.enemy_zone(s, ALLIED) == zoc.zone(s, GERMAN)


@clause("7.0d")
def test_a_zone_does_not_change_control() -> None:
    s = place('"2628" = ["G.I"]')
    do(s, "move G.I", "to 2627", "stop")
    assert controls(s, "german", "2627") and "2626" in zone(s, GERMAN)
    assert controls(s, "allied", "2626") and not controls(s, "german", "2626")


@clause("7.1a")
def test_lakes_stop_zones_and_rivers_do_not() -> None:
    s = place('"1236" = ["G.I"]', more='countries = { switzerland = 1 }\nswiss = "forward"')
    assert "1235" in zone(s, GERMAN)  # across the Rhine
    assert "1135" not in zone(s, GERMAN)  # across Lake Constance
    s = place('"4238" = ["N.I"]', more="countries = { netherlands = 1 }")
    assert "4239" not in zone(s, ALLIED) and "4137" in zone(s, ALLIED)


@clause("7.1b")
def test_units_out_of_supply_exert_their_zone() -> None:
    s = place('"2626" = ["F.I"], "2627" = ["G.I"], "2725" = ["G.II"], "2525" = ["G.III"]')
    assert zone(s, ALLIED) >= AROUND_2626


@clause("7.1c")
def test_several_zones_are_no_more_than_one() -> None:
    # 2626 is next to all three Germans; a corps leaves it for a free hex as it would leave a single zone
    s = place('"2626" = ["F.I"], "2627" = ["G.I"], "2526" = ["G.II", "G.III"]', phase="allied movement")
    do(s, "move F.I", "roll", rolls=[1])
    assert choices(s, "to") == {"2625", "2725"} and refusal(s, "to 2726") == "7.3c"
    do(s, "to 2725")
    assert where(s, "F.I") == "2725"


@clause("7.1d")
def test_both_sides_can_hold_a_hex_in_their_zones() -> None:
    s = place('"2626" = ["F.I"], "2628" = ["G.I"]')
    assert "2627" in zone(s, GERMAN) & zone(s, ALLIED)


@clause("7.2a", "7.3d")
def test_a_friend_in_the_hex_does_not_lift_the_zone_for_movement() -> None:
    s = place('"2527" = ["G.I"], "2526" = ["G.II"], "2626" = ["F.I"]')
    assert zoc.enemy_zone(s, GERMAN) >> hexa("2526") & 1
    do(s, "move G.I", "to 2526")
    assert step(s) == "movement" and s.moved >> MAP.piece("G.I") & 1  # it had to stop beside G.II


@clause("7.3d", "7.3c")
def test_no_move_from_zone_to_zone_into_a_friends_hex() -> None:
    s = place('"2627" = ["F.I"], "2526" = ["F.II"], "2626" = ["G.I"]', phase="allied movement")
    do(s, "move F.I", "roll", rolls=[1])
    assert refusal(s, "to 2526") == "7.3c"


@clause("7.3a")
def test_a_unit_stops_in_the_first_enemy_zone_it_enters() -> None:
    # 2628, 2627, 2626 would cost three points (the Marne before 2627), a way round more
    s = place('"2628" = ["F.I"], "2726" = ["G.I"]', phase="allied movement")
    do(s, "move F.I", "roll", rolls=[3])
    assert "2627" in choices(s, "to") and refusal(s, "to 2626") == "7.3a"
    do(s, "to 2627")
    assert step(s) == "movement" and s.moved >> MAP.piece("F.I") & 1 and s.left[MAP.piece("F.I")] == 0
    assert refusal(s, "move F.I") == "10.1d"


@clause("7.3a", "4.3d")
def test_a_zone_stops_a_unit_even_if_its_country_falls_by_this_step() -> None:
    units = '"4036" = ["G.X"], "4137" = ["N.I"]'
    s = place(units, more='countries = { netherlands = 1 }\ncontrol = { german = ["3837"] }')
    do(s, "move G.X", "to 4037")  # Amsterdam, the second Dutch city, beside the Dutch corps
    assert where(s, "N.I") != "4137" and step(s) == "movement" and refusal(s, "move G.X") == "10.1d"
    s = place(f'{units}, "4035" = ["G.19"]', more='countries = { netherlands = 1 }\ncontrol = { german = ["3837"] }')
    do(s, "move G.19", "to 4037")
    assert step(s) == "march"  # a panzer corps heeds no zone


@clause("7.3a", "7.3b")
def test_a_way_around_the_zone_is_taken() -> None:
    # straight on from 2625 would lead through 2626, in the zone of F.I
    s = place('"2625" = ["G.I"], "2526" = ["F.I"]')
    do(s, "move G.I")
    path = way(s, "to 2726")
    assert path == ["2625", "2725", "2726"]


@clause("7.3b")
def test_a_unit_leaves_a_zone_only_into_a_free_hex_and_stops_in_the_next() -> None:
    s = place('"2625" = ["G.I"], "2626" = ["F.I"]')
    do(s, "move G.I")
    path = way(s, "to 2525")  # a neighbour, but in the zone: out of it first
    zone_now = zoc.enemy_zone(s, GERMAN)
    assert len(path) > 2 and not any(zone_now >> hexa(label) & 1 for label in path[1:-1])
    assert step(s) == "movement" and s.moved >> MAP.piece("G.I") & 1


@clause("7.3c")
def test_no_step_leads_directly_from_zone_to_zone() -> None:
    s = place('"2627" = ["F.I"], "2626" = ["G.I"]', phase="allied movement")
    do(s, "move F.I", "roll", rolls=[1])
    assert refusal(s, "to 2526") == "7.3c" and refusal(s, "to 2726") == "7.3c"
    s = place('"2627" = ["F.I"], "2726" = ["G.XXXII"]', phase="allied movement")
    do(s, "move F.I", "roll", rolls=[1])
    assert choices(s, "to") == {"2526"}  # 2626 is in the zone, the others lie across the Marne


@clause("7.4a")
def test_no_retreat_into_an_enemy_zone_even_to_a_friend() -> None:
    s = place('"2627" = ["G.I"], "2626" = ["F.VII"], "2526" = ["F.VIII"]', phase="german combat")
    do(s, "attack 2626", "commit G.I", "fight", rolls=[2])
    assert choices(s, "to") == {"2725", "2625", "2525"}
    assert refusal(s, "to 2526") == "7.4a" and refusal(s, "to 2726") == "7.4a"
    do(s, "to 2625")  # out of a zone: allowed
    assert where(s, "F.VII") == "2625" and steps(s, "F.VII") == 2


@clause("7.5a")
def test_an_advance_heeds_no_zone() -> None:
    s = place('"2627" = ["G.I"], "2626" = ["F.VII"], "2725" = ["F.I"]', phase="german combat")
    do(s, "attack 2626", "commit G.I", "fight", rolls=[2])
    do(s, "to 2625")
    assert zoc.enemy_zone(s, GERMAN) >> MAP.board.place("2626") & 1 and can(s, "advance G.I")
    do(s, "advance G.I")
    assert where(s, "G.I") == "2626"


@clause("7.6a")
def test_zones_end_at_the_edge_of_the_map() -> None:
    s = place('"1019" = ["F.I"], "3118" = ["F.II"], "1044" = ["G.I"], "2343" = ["G.II"]')
    assert zone(s, ALLIED) == {"1019", "1020", "1118", "1119", "3118", "3119", "3219", "3019"}
    assert zone(s, GERMAN) == {"1044", "1043", "1143", "2343", "2342", "2443", "2444", "2243", "2244"}


@clause("7.7a")
def test_mechanized_corps_ignore_zones_when_they_move() -> None:
    s = place('"2627" = ["G.19", "G.14"], "2626" = ["F.I"]')
    do(s, "move G.19", "to 2726")
    assert step(s) == "march" and s.left[MAP.piece("G.19")] == 11
    do(s, "to 2725", "to 2624", "stop")
    assert where(s, "G.19") == "2624"
    do(s, "move G.14", "to 2526")
    assert step(s) == "march"


@clause("7.7a")
def test_mechanized_corps_ignore_zones_even_out_of_supply() -> None:
    s = place('"2626" = ["G.19"], "2627" = ["F.I"], "2725" = ["F.II"], "2525" = ["F.III"]', turn=4)
    do(s, "move G.19")
    assert s.left[MAP.piece("G.19")] == 6 and {"2726", "2625", "2526", "2624"} <= choices(s, "to")


@clause("7.7a", "7.3a")
def test_infantry_in_the_group_binds_the_panzers_until_it_stops() -> None:
    s = place('"2625" = ["G.19", "G.I"], "2627" = ["F.I"]')
    do(s, "move G.19", "join G.I", "to 2626")
    assert step(s) == "march" and s.moved == 1 << MAP.piece("G.I")  # G.I stops, G.19 may go on
    assert s.left[MAP.piece("G.19")] == 11 and s.left[MAP.piece("G.I")] == 0 and "2726" in choices(s, "to")
    units = '"2625" = ["G.19", "G.I"], "2627" = ["F.I"], "2527" = ["F.II"]'  # 2528 is six points away through the zones
    s = place(units)
    do(s, "move G.19", "join G.I")
    assert refusal(s, "to 2528") == "7.3a"
    s = place(units)
    do(s, "move G.19")
    assert can(s, "to 2528")


@clause("7.7b")
def test_mechanized_corps_are_bound_by_zones_in_retreat() -> None:
    units = '"2627" = ["F.I"], "2725" = ["F.II"], "2525" = ["F.III"], "2626" = ["G.19:1"]'
    s = place(units, phase="allied combat")
    do(s, "attack 2626", "commit F.I", "fight", rolls=[6])  # 5 to 2: DR
    assert where(s, "G.19") == "dead"  # no free hex


@clause("7.8a")
def test_forts_exert_no_zone() -> None:
    s = place('"2632" = ["F.M2632"], "2435" = ["G.W2435"], "3235" = ["B.EE"]', more="countries = { belgium = 1 }")
    assert zone(s, GERMAN) == set() and zone(s, ALLIED) == set()
    s = place('"2435" = ["G.W2435"]', more='scenario = "1939"')
    assert zone(s, GERMAN) == set()


@clause("7.8b")
def test_no_zone_reaches_into_a_fort_hex() -> None:
    s = place('"2434" = ["F.I"], "2435" = ["G.W2435"], "2534" = ["G.W2534"]')
    assert {"2435", "2534"} & zone(s, ALLIED) == set() and "2333" in zone(s, ALLIED)
    s = place('"2434" = ["F.I"]')
    assert {"2435", "2534"} <= zone(s, ALLIED)


@clause("7.8b", "7.3a", "7.3c")
def test_units_move_from_fort_to_fort_beside_the_enemy() -> None:
    s = place('"2435" = ["G.I", "G.W2435"], "2434" = ["F.I"], "2534" = ["G.W2534"]')
    do(s, "move G.I", "to 2534")
    assert step(s) == "march" and s.left[MAP.piece("G.I")] == 4  # a fort for 1, the Saar for 1
    s = place('"2435" = ["G.I"], "2434" = ["F.I"]')  # without the forts one must go round
    do(s, "move G.I")
    assert len(way(s, "to 2534")) > 2 and step(s) == "movement"


@clause("7.8b")
def test_a_unit_leaves_a_fort_hex_for_an_enemy_zone_and_stops_there() -> None:
    s = place('"2532" = ["UK.I", "F.M2532"], "2631" = ["G.I"]', phase="allied movement")
    do(s, "move UK.I", "to 2531")  # in the zone of G.I
    assert step(s) == "movement" and s.moved >> MAP.piece("UK.I") & 1


@clause("7.8b", "7.4a")
def test_a_unit_may_retreat_into_a_friendly_fort_hex_beside_the_enemy() -> None:
    s = place('"2731" = ["F.VII"], "2732" = ["G.I"], "2632" = ["F.M2632"]', phase="german combat",
              more="countries = { belgium = 1 }")  # fmt: skip
    do(s, "attack 2731", "commit G.I", "fight", rolls=[2])
    assert "2632" in choices(s, "to")  # next to G.I, but a fort hex
    assert refusal(s, "to 2832") == "7.4a"


@clause("7.8c", "7.0b")
def test_a_unit_inside_a_fort_exerts_no_zone() -> None:
    s = place('"2632" = ["F.I", "F.M2632"]')
    assert zone(s, ALLIED) == set()
    s = place('"2632" = ["F.I"]')
    assert zone(s, ALLIED) == {"2632", "2633", "2732", "2731", "2631", "2531", "2532"}


@clause("7.9a", "7.9b")
def test_neutrals_exert_zones_from_the_instant_of_the_declaration() -> None:
    s = place('"3640" = ["N.I"], "3641" = ["G.I"], "3619" = ["UK.I"]')
    assert zone(s, ALLIED) == {"3619", "3620", "3519", "3518", "3718", "3719"}
    assert not zoc.enemy_zone(s, GERMAN) >> MAP.board.place("3641") & 1
    do(s, "declare netherlands")
    assert {"3640", "3641", "3540", "3539", "3639", "3739", "3740"} <= zone(s, ALLIED)
    do(s, "move G.I")
    assert len(way(s, "to 3540")) > 2 and step(s) == "movement"  # before, one step and on


@clause("7.9a")
def test_beside_a_neutral_one_moves_freely() -> None:
    s = place('"3640" = ["N.I"], "3641" = ["G.I"]')
    do(s, "move G.I", "to 3540")
    assert step(s) == "march" and s.left[MAP.piece("G.I")] == 5
