"""Chapter 8: supply."""

from __future__ import annotations

import pytest

from meuse.engine import Refused
from meuse.games.victory_or_defeat import supply
from meuse.games.victory_or_defeat.events import Eliminated
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import MAP, called, can, clause, do, lay, refusal, steps, where

# Three enemies on alternate sides of 2626 close it: the hexes between them lie in their zones.
GERMAN_RING = '"2627" = ["G.I"], "2725" = ["G.II"], "2525" = ["G.III"]'
FRENCH_RING = '"2627" = ["F.I"], "2725" = ["F.II"], "2525" = ["F.III"]'

# Belgium in play, cut off from France by seven corps and from Germany by the West Wall; the Netherlands are neutral.
WEST_WALL = ", ".join(f'"{piece.hex}" = ["{piece.id}"]' for piece in MAP.pieces if piece.id.startswith("G.W"))
CUT = (
    f'{WEST_WALL}, "3828" = ["G.I"], "3628" = ["G.II"], "3429" = ["G.III"], "3229" = ["G.IV"], "3030" = ["G.V"], '
    '"2831" = ["G.VI"], "2632" = ["G.VII"]'
)


def place(units: str, phase: str = "allied movement", more: str = "", turn: int = 4) -> WarState:
    scenario = "" if "scenario" in more else 'scenario = "1940"\n'
    return lay(f'{scenario}{more}\nphase = "{phase}"\nturn = {turn}\nunits = {{ {units} }}\n')


def supplied(s: WarState, unit: str) -> bool:
    return supply.is_supplied(s, MAP.piece(unit))


def left(s: WarState, unit: str) -> int:
    return s.left[MAP.piece(unit)]


def attack(s: WarState) -> dict[str, str]:
    found = s.preview("fight")
    assert found is not None
    return {factor.name: factor.value for factor in found.factors}


def dead_by(s: WarState) -> list[tuple[str, tuple[str, ...]]]:
    return [(s.piece_name(e.piece), e.clauses) for e in s.events if isinstance(e, Eliminated)]


@clause("8.0a", "8.1b")
def test_french_british_and_germans_need_supply() -> None:
    assert not supplied(place(GERMAN_RING + ', "2626" = ["F.VII"]'), "F.VII")
    assert not supplied(place(GERMAN_RING + ', "2626" = ["UK.I"]'), "UK.I")
    s = place(FRENCH_RING + ', "2626" = ["G.I", "G.19"]')
    assert not supplied(s, "G.I") and not supplied(s, "G.19")
    s = place('"2626" = ["F.VII"], "2726" = ["UK.I"], "1741" = ["G.I"]')
    assert supplied(s, "F.VII") and supplied(s, "UK.I") and supplied(s, "G.I")


@clause("8.0b")
def test_former_neutrals_are_always_supplied() -> None:
    ring = '"3334" = ["G.I"], "3432" = ["G.II"], "3232" = ["G.III"], "3332" = ["G.IV"], "3433" = ["G.V"]'
    more = "countries = { belgium = 1 }"
    s = place(ring + ', "3333" = ["B.I"], "3619" = ["UK.I"]', more=more, phase="allied combat")
    assert supplied(s, "B.I")
    do(s, "attack 3334", "commit B.I")
    assert attack(s)["attack"] == "3"
    s = place(ring + ', "3333" = ["B.I"], "3619" = ["UK.I"]', more=more, phase="supply check")
    assert where(s, "B.I") == "3333"


@clause("8.0c")
def test_units_die_from_want_of_supply_only_in_the_supply_check() -> None:
    s = place(GERMAN_RING + ', "2626" = ["F.VII"], "2520" = ["F.I"]')
    do(s, "done")
    assert where(s, "F.VII") == "2626"
    do(s, "done")
    assert where(s, "F.VII") == "dead" and where(s, "F.I") == "2520"
    assert dead_by(s) == [("F.VII", ("5.12a", "8.0c"))]


@clause("8.0c")
def test_the_supply_check_of_1939_is_for_the_french() -> None:
    ring = (
        '"1742" = ["g.5"], "1740" = ["g.6"], "1641" = ["g.9"], "1642" = ["g.15"], "1841" = ["g.16"], "1842" = ["g.22"]'
    )
    s = place(ring + ', "1741" = ["f.1"]', more='scenario = "1939"', phase="german movement")
    do(s, "done")
    assert where(s, "f.1") == "1741"
    do(s, "done")
    assert where(s, "f.1") == "dead" and dead_by(s) == [("f.1", ("5.4a", "8.0c"))]


def test_what_the_supply_check_shows_cannot_be_taken_back() -> None:
    """The log names all that lay there, hidden units too."""
    ring = (
        '"1742" = ["g.5"], "1740" = ["g.6"], "1641" = ["g.9"], "1642" = ["g.15"], "1841" = ["g.16"], "1842" = ["g.22"]'
    )
    s = place(ring + ', "1741" = ["f.1", "f.15"]', more='scenario = "1939"', phase="german movement")
    do(s, "done", "done")
    assert where(s, "f.15") == "dead"
    with pytest.raises(Refused, match="cannot be taken back"):
        s.undo()


@clause("8.0d")
def test_supply_for_movement_is_judged_when_the_move_begins() -> None:
    s = place(FRENCH_RING + ', "2626" = ["G.19"]', phase="german movement")
    do(s, "move G.19")
    assert left(s, "G.19") == 6
    do(s, "to 2628")
    assert supplied(s, "G.19") and left(s, "G.19") < 6  # in supply now, but the factor of this move stays
    s = place(FRENCH_RING + ', "2628" = ["G.19"]', phase="german movement")
    do(s, "move G.19")
    assert left(s, "G.19") == 12
    do(s, "to 2626")
    assert not supplied(s, "G.19") and left(s, "G.19") > 6  # out of supply now, and nothing is taken off


@clause("8.0d")
def test_each_unit_is_judged_by_itself_when_it_begins() -> None:
    # G.19 moves to 2526 and so opens the way for G.I behind it
    s = place(FRENCH_RING + ', "2626" = ["G.I", "G.19"]', phase="german movement")
    assert not supplied(s, "G.I")
    do(s, "move G.19", "to 2526", "stop")
    assert supplied(s, "G.I")
    do(s, "move G.I")
    assert left(s, "G.I") == 6


@clause("8.0e", "8.3a")
def test_supply_for_combat_is_judged_at_the_start_of_each_attack() -> None:
    units = FRENCH_RING.replace('"F.I"', '"F.I:1"') + ', "2626" = ["G.I"], "2628" = ["G.19", "G.15"]'
    s = place(units, phase="german combat")
    do(s, "attack 2725", "commit G.I")
    assert attack(s)["attack"] == "3" and attack(s)[called("G.I out of supply")] == "halved"
    s = place(units, phase="german combat")
    do(s, "attack 2627", "commit G.19", "commit G.15", "fight", rolls=[1])  # F.I dies
    assert where(s, "F.I") == "dead"
    do(s, "stay", "attack 2725", "commit G.I")
    assert attack(s)["attack"] == "6" and "G.I out of supply" not in attack(s)


@clause("8.0f")
def test_germans_are_always_supplied_in_1939() -> None:
    ring = (
        '"1742" = ["f.1"], "1740" = ["f.3"], "1641" = ["f.5"], "1642" = ["f.9"], "1841" = ["f.12"], "1842" = ["f.15"]'
    )
    s = place(ring + ', "1741" = ["g.5"]', more='scenario = "1939"\ncrisis = true', phase="german movement")
    assert supplied(s, "g.5")
    do(s, "move g.5")
    assert left(s, "g.5") == 4


@clause("8.1a")
def test_a_supply_line_may_be_of_any_length() -> None:
    s = place('"1922" = ["G.I"], "2434" = ["F.I"], "3138" = ["UK.I"]')  # Germans near Autun, British in Cologne
    assert supplied(s, "G.I") and supplied(s, "F.I") and supplied(s, "UK.I")


@clause("8.1a", "8.6a")
def test_no_line_leads_through_a_neutral_country() -> None:
    # the way from 1333 to France is closed by Germans; Swiss ground lies open but is neutral
    ring = '"1432" = ["g.5"], "1433" = ["g.6"], "1334" = ["g.9"], "1434" = ["g.15"]'
    s = place('"1333" = ["f.1"], ' + ring.replace('"1334" = ["g.9"], ', ""), more='scenario = "1939"')
    assert {MAP.board.label(h) for h in MAP.board.neighbours(MAP.board.place("1333"))} <= {
        "1332", "1334", "1233", "1234", "1433", "1434",
    }  # fmt: skip
    assert not supplied(s, "f.1")


@clause("8.1b")
def test_enemy_units_cut_a_line_even_without_zones() -> None:
    ring = ['"1742" = ["g.5"]', '"1740" = ["g.6"]', '"1641" = ["g.9"]', '"1642" = ["g.15"]', '"1841" = ["g.16"]']
    more = 'scenario = "1939"'
    s = place(", ".join(ring) + ', "1741" = ["f.1"], "1842" = ["g.22"]', more=more)
    assert not supplied(s, "f.1")
    s = place(", ".join(ring) + ', "1741" = ["f.1"]', more=more)
    assert supplied(s, "f.1")


@clause("8.1b")
def test_forts_of_the_enemy_cut_a_line_by_their_presence() -> None:
    assert not supplied(place(CUT + ', "3033" = ["F.I"]', more="countries = { belgium = 1 }"), "F.I")
    open_wall = CUT.replace('"3036" = ["G.W3036"], ', "").replace('"2435" = ["G.W2435"], ', "")
    assert supplied(place(open_wall + ', "3033" = ["F.I"]', more="countries = { belgium = 1 }"), "F.I")


@clause("8.1c", "10.7b")
def test_no_supply_across_the_zuiderzee() -> None:
    more = "countries = { netherlands = 1 }"
    s = place('"4238" = ["F.I"], "4037" = ["G.I"]', more=more)  # 4137 is in the zone of G.I
    assert not supplied(s, "F.I")
    s = place('"4239" = ["F.I"], "4037" = ["G.I"]', more=more)
    assert supplied(s, "F.I")
    s = place('"4238" = ["F.I"]', more=more)
    assert supplied(s, "F.I")


@clause("8.1c")
def test_no_supply_across_a_lake() -> None:
    # Germans in 1135, whose every land neighbour but 1236 (across Lake Constance) is held against them
    more = 'countries = { switzerland = 1 }\nswiss = "forward"'
    units = '"1135" = ["G.I"], "1134" = ["Sw.I"], "1036" = ["Sw.II"], "1234" = ["Sw.III"]'
    assert not supplied(place(units, more=more), "G.I")


@clause("8.1d")
def test_lines_run_through_empty_hexes_the_enemy_controls() -> None:
    around = ", ".join(f'"{label}"' for label in ("2627", "2726", "2725", "2625", "2525", "2526"))
    s = place('"2626" = ["F.I"]', more=f"control = {{ german = [{around}] }}")
    assert supplied(s, "F.I")


@clause("8.1e")
def test_a_city_must_be_controlled_to_trace_through_it() -> None:
    # all neighbours of 1739 hold Germans except Stuttgart, which is empty
    ring = (
        '"1740" = ["g.5"], "1840" = ["g.6"], "1839" = ["g.9"], "1639" = ["g.15"], "1640" = ["g.16"], "1739" = ["f.1"]'
    )
    s = place(ring, more='scenario = "1939"')
    assert MAP.terrain_name(MAP.board.place("1738")) == "city" and not supplied(s, "f.1")
    s = place(ring, more='scenario = "1939"\ncontrol = { allied = ["1738"] }')
    assert supplied(s, "f.1")


@clause("8.1e")
def test_a_source_in_an_enemy_controlled_city_is_none() -> None:
    # F.I in 2620 can reach only Orléans on the west edge
    units = (
        '"2718" = ["G.I"], "2519" = ["G.II"], "2719" = ["G.III"], "2621" = ["G.IV"], "2521" = ["G.V"], "2620" = ["F.I"]'
    )
    assert supplied(place(units), "F.I")
    assert not supplied(place(units, more='control = { german = ["2619"] }'), "F.I")


@clause("8.2a")
def test_out_of_supply_movement_is_halved_and_rounded_up() -> None:
    s = place(FRENCH_RING + ', "2626" = ["G.XXIII", "G.14"]', phase="german movement")
    do(s, "move G.XXIII")
    assert left(s, "G.XXIII") == 3
    do(s, "stop", "move G.14")
    assert left(s, "G.14") == 6
    s = place(GERMAN_RING + ', "2626" = ["UK.I"]')
    do(s, "move UK.I")
    assert left(s, "UK.I") == 3


@clause("8.2a")
def test_a_panzer_halt_and_want_of_supply_halve_twice() -> None:
    s = place(FRENCH_RING + ', "2626" = ["G.19"], "1741" = ["G.15"]', phase="german movement", more='halted = "half"')
    do(s, "move G.19")
    assert left(s, "G.19") == 3
    do(s, "stop", "move G.15")
    assert left(s, "G.15") == 6


@clause("8.3a")
def test_only_the_unsupplied_among_the_attackers_are_halved() -> None:
    units = FRENCH_RING + ', "2626" = ["G.XXIII"], "2628" = ["G.XXIV"]'
    s = place(units, phase="german combat")
    do(s, "attack 2627", "commit G.XXIII", "commit G.XXIV")
    assert attack(s)["attack"] == "6"  # 3 out of supply, 3 across the Marne
    assert attack(s)[called("G.XXIII out of supply")] == "halved" and called("G.XXIV out of supply") not in attack(s)
    assert "G.XXIII across a river" not in attack(s) and attack(s)[called("G.XXIV across a river")] == "halved"


@clause("8.3b")
def test_defence_does_not_suffer_from_want_of_supply() -> None:
    s = place(GERMAN_RING + ', "2626" = ["F.VII"]', phase="german combat")
    do(s, "attack 2626", "commit G.I")
    assert attack(s)["defence"] == "5"


@clause("8.4a")
def test_germans_never_die_from_want_of_supply() -> None:
    s = place(FRENCH_RING + ', "2626" = ["G.I", "G.19"]', phase="supply check", turn=12)
    assert not supplied(s, "G.I") and not supplied(s, "G.19")
    while s.turn == 12 and s.decision is not None and s.decision.step in ("dynamo", "restore"):
        do(s, "decline" if can(s, "decline") else "done")
    assert (where(s, "G.I"), steps(s, "G.I"), steps(s, "G.19")) == ("2626", 2, 4)


@clause("8.5a")
def test_a_player_may_move_out_of_supply() -> None:
    s = place('"4239" = ["UK.I"], "4037" = ["G.I"]', more="countries = { netherlands = 1 }")
    assert supplied(s, "UK.I")
    do(s, "move UK.I", "cross 4238")
    assert where(s, "UK.I") == "4238" and not supplied(s, "UK.I")
    s = place(FRENCH_RING + ', "2628" = ["G.19"]', phase="german movement")
    do(s, "move G.19", "to 2626", "stop")
    assert where(s, "G.19") == "2626" and not supplied(s, "G.19")


@clause("8.6a")
def test_any_french_hex_is_a_source_in_1939() -> None:
    s = place('"2135" = ["f.1"], "2036" = ["g.9"], "2136" = ["g.15"], "2236" = ["g.16"]', more='scenario = "1939"')
    assert supplied(s, "f.1")  # its own hex is in France
    s = place('"2136" = ["f.1"], "2036" = ["g.9"], "2236" = ["g.16"], "2137" = ["g.5"]', more='scenario = "1939"')
    assert supplied(s, "f.1")  # one step from 2135


@clause("8.7a")
def test_german_sources_are_the_ruhr_and_the_east_edge_in_germany() -> None:
    sources = set(MAP.board.names(MAP.german_sources))
    assert {"3240", "3241", "3339", "1044", "2343", "3844"} <= sources
    assert not sources & {"4143", "4044", "3943", "1019", "3138"} and len(sources) == 32
    # cut off in the Ruhr and on the east edge they are supplied, on the Dutch part of the edge not
    ring = '"3340" = ["F.I"], "3439" = ["F.II"], "3239" = ["F.III"], "3339" = ["G.I"]'
    assert supplied(place(ring), "G.I")
    assert supplied(
        place('"3743" = ["F.I"], "3842" = ["F.II"], "3844" = ["G.I"]', more="countries = { netherlands = 1 }"), "G.I"
    )
    s = place('"4142" = ["N.I"], "4044" = ["N.II"], "4143" = ["G.I"]', more="countries = { netherlands = 1 }")
    assert not supplied(s, "G.I")


MAGINOT_RING = '"2633" = ["G.I"], "2731" = ["G.II"], "2531" = ["G.III"]'  # around Longwy, 2632
LUXEMBOURG = 'countries = { luxembourg = "capitulated" }'


@clause("8.8a")
def test_french_units_in_maginot_hexes_are_always_supplied() -> None:
    units = MAGINOT_RING + ', "2732" = ["G.IV"], "2532" = ["G.V"], "2631" = ["G.VI"], "2632" = ["F.I", "F.M2632"]'
    more = 'countries = { luxembourg = "capitulated", belgium = 1 }'
    assert supplied(place(units, more=more), "F.I")
    assert not supplied(place(units.replace(', "F.M2632"', ""), more=more), "F.I")


@clause("8.8a")
@pytest.mark.parametrize(("reading", "fed"), [("trace", False), ("supplied", True)])
def test_british_units_in_maginot_hexes(reading: str, fed: bool) -> None:
    units = MAGINOT_RING + ', "2732" = ["G.IV"], "2532" = ["G.V"], "2631" = ["G.VI"], "2632" = ["UK.I", "F.M2632"]'
    more = f'countries = {{ luxembourg = "capitulated", belgium = 1 }}\noptions = {{ maginot_british = "{reading}" }}'
    assert supplied(place(units, more=more), "UK.I") == fed
    assert not supplied(place(units.replace(', "F.M2632"', ""), more=more), "UK.I")


@clause("8.8b")
def test_a_maginot_hex_is_no_source_for_others() -> None:
    # F.I next to the fort of Longwy; both are cut off
    units = '"2531" = ["F.I"], "2632" = ["F.M2632"], "2733" = ["G.I"], "2730" = ["G.II"], "2430" = ["G.III"]'
    more = 'countries = { luxembourg = "capitulated", belgium = 1 }\ncontrol = { german = ["2432", "2530"] }'
    s = place(units + ', "2433" = ["G.IV"], "2630" = ["G.V"], "2331" = ["G.VI"]', more=more)
    assert not supplied(s, "F.I")


@clause("8.8b", "7.8b")
def test_supply_runs_through_a_maginot_hex() -> None:
    # the ring of 2626 laid around 2533; only 2434 leads out, and only while its fort keeps the zones off
    ring = '"2534" = ["G.I"], "2633" = ["G.II"], "2433" = ["G.III"], "2533" = ["F.I"]'
    assert not supplied(place(ring, more=LUXEMBOURG), "F.I")
    assert supplied(place(ring + ', "2434" = ["F.M2434"]', more=LUXEMBOURG), "F.I")


@clause("8.8c")
def test_port_supply_from_row_31_northward() -> None:
    more = "countries = { belgium = 1 }"
    s = place(CUT + ', "3132" = ["F.I"], "3033" = ["F.II"], "3133" = ["UK.I"]', more=more)
    assert [supplied(s, u) for u in ("F.I", "F.II", "UK.I")] == [True, False, True]
    assert not supply.is_overland(s, MAP.piece("F.I"))
    s = place(CUT + ', "3132" = ["F.I"], "3133" = ["UK.I"]', more=more + '\never_german = ["3929"]')
    assert not supplied(s, "F.I") and not supplied(s, "UK.I")  # Ostend was German once
    s = place(CUT + ', "3132" = ["F.I"]', more=more + '\ncontrol = { german = ["3929"] }')
    assert not supplied(s, "F.I")
    assert {cell[0] for h, cell in MAP.map.numbers.items() if MAP.coastal_area >> h & 1} == set(range(31, 43))


@clause("8.8c")
def test_a_port_that_changed_hands_is_no_port_again() -> None:
    s = place('"3829" = ["G.19"], "3830" = ["B.I"]', phase="german movement", more="countries = { belgium = 1 }")
    ostend = 1 << MAP.board.place("3929")
    assert supply.usable_ports(s) & ostend
    do(s, "move G.19", "to 3929")
    assert not supply.usable_ports(s) & ostend
    s.control = (s.control[0] & ~ostend, s.control[1] | ostend)  # the Allies take it back
    assert not supply.usable_ports(s) & ostend


@clause("8.8d")
def test_overland_sources_are_edge_hexes_in_france_without_germans() -> None:
    # F.I in 3119 reaches 3118, 3219 and 3019 only
    ring = '"3219" = ["G.I"], "3019" = ["G.II"], "3121" = ["G.III"], "3119" = ["F.I"]'
    assert supplied(place(ring), "F.I")  # 3118, in an enemy zone, is the last hex of the line
    assert not supplied(place(ring + ', "3118" = ["G.IV"]'), "F.I")
    sources = set(MAP.board.names(MAP.edge_sources))
    assert {"1019", "1026", "3118", "3619", "2619"} <= sources and not sources & {"1027", "3718", "1044"}
    assert len(sources) == 34


@clause("8.9a", "7.2a")
def test_a_friend_in_an_enemy_zone_lets_supply_through() -> None:
    assert not supplied(place(GERMAN_RING + ', "2626" = ["F.VII"]'), "F.VII")
    s = place(GERMAN_RING + ', "2626" = ["F.VII"], "2625" = ["UK.I"]')
    assert supplied(s, "F.VII") and supplied(s, "UK.I")


@clause("8.9a")
def test_a_line_does_not_go_on_from_an_enemy_zone() -> None:
    # 3118 is an edge hex in the zone of G.I and G.II: a line may end there but not pass
    ring = '"3219" = ["G.I"], "3019" = ["G.II"], "3121" = ["G.III"], "3119" = ["F.I"]'
    s = place(ring)
    assert supplied(s, "F.I")
    s = place(ring.replace('"3119" = ["F.I"]', '"3120" = ["F.I"]').replace("3121", "3221") + ', "3021" = ["G.IV"]')
    assert not supplied(s, "F.I")  # 3119 lies in a zone on the way


@clause("8.10a")
@pytest.mark.parametrize(("turn", "fed"), [(1, True), (2, True), (3, True), (4, False)])
def test_mechanized_corps_are_supplied_on_the_first_three_turns(turn: int, fed: bool) -> None:
    s = place(FRENCH_RING + ', "2626" = ["G.19", "G.14", "G.I"]', phase="german movement", turn=turn)
    assert (supplied(s, "G.19"), supplied(s, "G.14"), supplied(s, "G.I")) == (fed, fed, False)
    do(s, "move G.14")
    assert left(s, "G.14") == (12 if fed else 6)


@clause("8.0c")
@pytest.mark.parametrize(("reading", "place_after"), [("exempt", "2632"), ("needed", "dead")])
def test_whether_maginot_forts_need_supply(reading: str, place_after: str) -> None:
    units = (
        MAGINOT_RING
        + ', "2732" = ["G.IV"], "2532" = ["G.V"], "2631" = ["G.VI"], "2632" = ["F.M2632"], "2334" = ["F.M2334"]'
    )
    more = f'countries = {{ luxembourg = "capitulated", belgium = 1 }}\noptions = {{ fort_supply = "{reading}" }}'
    s = place(units + ', "2136" = ["G.W2136"]', phase="supply check", more=more)
    assert where(s, "F.M2632") == place_after
    assert where(s, "F.M2334") == "2334" and where(s, "G.W2136") == "2136"  # one is connected, the other German


@clause("8.2a", "8.3a")
def test_halves_are_rounded_up() -> None:
    assert [supply.halved(points) for points in range(1, 8)] == [1, 1, 2, 2, 3, 3, 4]


@clause("8.0a")
def test_replacements_are_refused_for_want_of_supply() -> None:
    s = place(
        GERMAN_RING.replace('G.I"', 'G.I:1"') + ', "2626" = ["F.VII:1"], "2520" = ["F.I:1"]', phase="replacements"
    )
    do(s, "done")
    assert s.to_act == "allied" and refusal(s, "replace F.VII") == "9.3a"
