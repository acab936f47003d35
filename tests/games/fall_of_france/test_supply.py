"""Chapter 7: supply."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meuse.board import HexBoard
from meuse.engine import closed
from meuse.games.fall_of_france import air, assault, control, losses, movement, stacking, strength, supply
from meuse.games.fall_of_france.events import Moved
from meuse.games.fall_of_france.setting import ALLIED, BRITISH, FRENCH, GERMAN
from meuse.games.fall_of_france.state import FallState, Trace, listed
from tests.games.fall_of_france.kit import MAP, can, choices, clause, do, lay, refusal, supplied
from tests.games.fall_of_france.oracle import Oracle

FRENCH_RING = '"1917" = ["F.I"], "1815" = ["F.III"], "2015" = ["F.II"]'  # closes 1916
GERMAN_RING = '"1917" = ["G.III"], "1815" = ["G.VII"], "2015" = ["G.II"], "1814" = ["G.AHQ"]'
FRENCH_CITIES = '"2018", "2118", "2119", "1117", "1418", "1722", "1813", "1907", "2107", "2103", "2520", "2810"'
FALLEN = f"control = {{ german = [{FRENCH_CITIES}] }}"


def place(units: str, more: str = "", phase: str = "german movement", turn: int = 4) -> FallState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{more}\nunits = {{ {units} }}')


def allied(units: str, more: str = "") -> FallState:
    return place(units, more, "allied movement")


def piece(unit: str) -> int:
    return MAP.piece(unit)


def at(label: str) -> int:
    return MAP.board.place(label)


def attack(s: FallState, units: str, into: str = "2216") -> int:
    return strength.attack_total(s, map(piece, units.split()), at(into))


def zone(s: FallState, side: int, label: str) -> bool:
    return bool(supply.network(s).zones[side] >> at(label) & 1)


# 7.1


@clause("7.1a", "4.0b", "7.4a")
def test_a_unit_keeps_the_points_it_had_when_it_began_to_move() -> None:
    """A02: 5 points halved are 3; coming to its HQ on the way does not change that."""
    s = place('"1916" = ["G.III"], "2018" = ["F.X"]')
    do(s, "move G.III")
    assert s.left[piece("G.III")] == 3
    s = place('"1916" = ["G.III"], "1914" = ["G.12HQ"], "1816" = ["F.X"], "1815" = ["F.I"], "2015" = ["F.II"]')
    assert not supplied(s, "G.III")
    do(s, "move G.III")
    assert s.left[piece("G.III")] == 3


@clause("7.1b", "7.4b")
def test_supply_is_checked_again_before_each_skirmish() -> None:
    """C10: a panzer cut off enters the zone where it finds supply, and fights at full strength there."""
    s = place('"1916" = ["G.1Pz"], "1914" = ["G.KlugeHQ"], "1817" = ["F.X"], "2015" = ["F.II"], "1815" = ["F.I"]')
    assert not supplied(s, "G.1Pz")
    do(s, "move G.1Pz")
    assert s.left[piece("G.1Pz")] == 4
    assert can(s, "to 1915") and refusal(s, "to 1816") == "7.4b"
    do(s, "to 1915", "defend 1815")
    assert supplied(s, "G.1Pz") and attack(s, "G.1Pz") == 2
    assert s.left[piece("G.1Pz")] == 3


# 7.2


@clause("7.2a", "2.0h")
def test_any_length_of_path_to_a_superior_hq_supplies_a_unit() -> None:
    assert supplied(place('"2722" = ["G.III"], "0203" = ["G.12HQ"]'), "G.III")
    s = place('"2722" = ["G.III"], "0201" = ["G.12HQ"]')  # the first hex of the map
    assert supplied(s, "G.III") and supply.german_sources(s, piece("G.III")) == 1 << at("0201")
    assert not supplied(place('"2722" = ["G.III"]'), "G.III")
    assert not supplied(place(f'"1916" = ["G.III"], "1714" = ["G.12HQ"], {FRENCH_RING}'), "G.III")


@clause("7.2b", "2.0c")
@pytest.mark.parametrize(
    ("unit", "hq", "fed"),
    [
        ("G.III", "G.12HQ", True),
        ("G.III", "G.AHQ", True),
        ("G.III", "G.16HQ", False),
        ("G.III", "G.BHQ", False),
        ("G.XL", "G.AHQ", True),
        ("G.XL", "G.4HQ", True),
        ("G.XL", "G.BHQ", False),
        ("G.1Pz", "G.KlugeHQ", True),
        ("G.I", "G.1HQ", True),
        ("G.22", "G.6HQ", True),
    ],
)
def test_superior_hqs_are_those_of_formation_and_army_group(unit: str, hq: str, fed: bool) -> None:
    assert supplied(place(f'"2412" = ["{unit}"], "1906" = ["{hq}"]'), unit) == fed


@clause("7.2c")
def test_the_18th_army_is_supplied_by_army_group_b() -> None:
    assert supplied(place('"0810" = ["G.X"], "0607" = ["G.BHQ"]'), "G.X")
    assert not supplied(place('"0810" = ["G.X"], "0607" = ["G.6HQ"]'), "G.X")


@clause("7.2d")
def test_the_fortress_units_of_the_7th_army() -> None:
    s = place('"2102" = ["G.XXV"], "1501" = ["G.XXXIII"]')
    assert supplied(s, "G.XXV") and not supplied(s, "G.XXXIII")
    assert supplied(place('"1501" = ["G.XXXIII"], "2001" = ["G.CHQ"]'), "G.XXXIII")
    assert not supplied(place('"2102" = ["G.XXV"]', 'breached = ["2102"]'), "G.XXV")
    half_open = place('"2102" = ["G.XXV"]', 'breached = ["2103/2102"]')
    assert supplied(half_open, "G.XXV")


@clause("7.2e", "7.2f")
def test_an_hq_traces_to_the_hq_above_it_or_to_germany_and_supplies_even_when_cut_off() -> None:
    s = place(f'"1916" = ["G.12HQ", "G.III"], {FRENCH_RING}')
    assert not supplied(s, "G.12HQ") and supplied(s, "G.III")
    s = place(f'"1916" = ["G.12HQ", "G.III", "G.AHQ"], {FRENCH_RING}')
    assert supplied(s, "G.12HQ") and not supplied(s, "G.AHQ") and supplied(s, "G.III")
    assert supplied(place('"2722" = ["G.12HQ"]'), "G.12HQ")


@clause("7.2a")
def test_germany_cut_in_two_from_the_air_feeds_each_part_by_itself() -> None:
    """A unit joined to one part of Germany is not joined to an HQ in the other."""
    units = '"2502" = ["G.XXX"], "1501" = ["G.1HQ", "G.CHQ"]'
    assert supplied(place(units), "G.XXX")
    cut = place(units, 'missions = { "F.air1" = "2101+2102+2201" }')
    assert not supplied(cut, "G.XXX") and supplied(cut, "G.1HQ")


# 7.3


@clause("7.3a", "7.3b")
def test_allied_units_trace_to_cities_of_their_home_and_the_bef_to_french_ones() -> None:
    units = '"1514" = ["B.I"], "1515" = ["F.X"], "1516" = ["UK.I"], "1512" = ["N.I"]'
    s = allied(units)
    assert [supplied(s, u) for u in ("B.I", "F.X", "UK.I", "N.I")] == [True] * 4
    s = allied(units, 'control = { german = ["1013", "0812", "0915", "1110"] }')
    assert [supplied(s, u) for u in ("B.I", "F.X", "UK.I", "N.I")] == [False, True, True, True]
    s = allied(units, FALLEN)
    assert [supplied(s, u) for u in ("B.I", "F.X", "UK.I", "N.I")] == [True, False, False, True]


@clause("7.3a", "10.3a")
def test_a_ring_of_german_zones_cuts_allied_units_off() -> None:
    assert not supplied(allied(f'"1916" = ["F.X"], {GERMAN_RING}'), "F.X")
    assert supplied(allied(f'"1916" = ["F.X"], {GERMAN_RING}'.replace(', "2015" = ["G.II"]', "")), "F.X")


@clause("7.3.22a", "2.0d")
def test_fortress_units_are_supplied_in_fortifications_not_wholly_breached() -> None:
    s = allied('"1709" = ["F.MTY", "F.X"], "2020" = ["F.THIO"]', FALLEN)
    assert supplied(s, "F.MTY") and not supplied(s, "F.X") and not supplied(s, "F.THIO")
    assert supplied(allied('"1709" = ["F.MTY"]', FALLEN + '\nbreached = ["1708/1709"]'), "F.MTY")
    assert not supplied(allied('"1709" = ["F.MTY"]', FALLEN + '\nbreached = ["1709"]'), "F.MTY")


BEF = '"1318" = ["UK.I", "UK.51"], "1220" = ["UK.II"]'
FOUR = '"2020" = ["F.I", "F.XVI"], "2222" = ["F.III"], "2412" = ["F.II"], "2614" = ["F.9A1"]'


@clause("7.3.23a")
def test_one_stack_of_the_bef_is_supplied_through_a_channel_port() -> None:
    s = allied(BEF, FALLEN)
    supply.claim_what_is_left(s)
    assert supplied(s, "UK.I") and supplied(s, "UK.51") and not supplied(s, "UK.II")
    s = allied(BEF, FALLEN.replace('"2018"', '"0818", "0920", "1020", "2018"'))
    supply.claim_what_is_left(s)
    assert not supplied(s, "UK.I") and s.claims == ()


@clause("7.3.23b")
def test_three_french_stacks_are_supplied_from_the_west_and_south_edges() -> None:
    s = allied(FOUR, FALLEN)
    supply.claim_what_is_left(s)
    fed = {s.piece_name(u) for u in listed(MAP.pieces_of[FRENCH] & s.standing) if supply.is_supplied(s, u)}
    assert fed == {"F.I", "F.XVI", "F.III", "F.II"} and supply.claims_of(s, FRENCH) == 3
    east = MAP.board.edge("right") & MAP.land
    assert not supply.limited_sources(s, FRENCH) & east
    assert supply.limited_sources(s, FRENCH) == (MAP.west_edge | MAP.south_edge)


@clause("7.3.23a", "7.3.23b")
@pytest.mark.parametrize(("french", "claims"), [("", ()), (f", {FRENCH_CITIES}", ("UK.II",))])
def test_belgians_and_dutch_draw_no_limited_supply(french: str, claims: tuple[str, ...]) -> None:
    lost = '"1013", "0812", "0915", "1110", "0210", "0310", "0312", "0411"'
    units = '"1318" = ["B.I"], "2020" = ["N.I"], "1220" = ["UK.II"]'
    s = allied(units, f"control = {{ german = [{lost}{french}] }}")
    supply.claim_what_is_left(s)
    assert s.claims == tuple((piece(unit),) for unit in claims)
    assert [supplied(s, unit) for unit in ("B.I", "N.I", "UK.II")] == [False, False, True]


@clause("7.3.23a", "7.3.23b")
def test_limited_supply_is_drawn_by_those_a_path_leads_to_and_counted_by_nation() -> None:
    units = f'"1916" = ["UK.III", "F.X"], "1220" = ["UK.II"], "2222" = ["F.III"], {GERMAN_RING}'
    s = allied(units, FALLEN)
    assert not any(supplied(s, unit) for unit in ("UK.III", "F.X", "UK.II", "F.III"))
    assert supply.claimants(s, BRITISH) == [at("1220")] and supply.claimants(s, FRENCH) == [at("2222")]
    supply.claim_what_is_left(s)
    assert [supplied(s, unit) for unit in ("UK.III", "F.X", "UK.II", "F.III")] == [False, False, True, True]
    assert supply.claimed(s, BRITISH) == 1 << at("1220") and supply.claimed(s, FRENCH) == 1 << at("2222")
    assert supply.claims_of(s, BRITISH) == supply.claims_of(s, FRENCH) == 1


@clause("7.3.23c")
def test_no_more_stacks_than_that_draw_limited_supply_in_a_phase() -> None:
    s = allied(BEF, FALLEN + '\nclaims = [["UK.II"]]')
    assert supplied(s, "UK.II") and not supplied(s, "UK.I")
    do(s, "move UK.II", "to 1219", "stop")  # its supply moves with it
    assert supplied(s, "UK.II") and not supplied(s, "UK.I")
    assert not supply.may_claim(s, piece("UK.I")) and supply.may_claim(s, piece("UK.II"))
    s.claims = ()
    s.touch()
    assert not supplied(s, "UK.II") and supply.claims_of(s, BRITISH) == 0


@clause("7.3.23c")
def test_a_stack_that_is_cut_off_by_a_march_draws_what_is_left() -> None:
    open_city = FALLEN.replace('"2520", ', "")  # Orléans still French
    s = place('"2412" = ["F.II"], "2422" = ["G.III"], "0506" = ["G.12HQ"]', open_city)
    assert supplied(s, "F.II") and not s.claims
    do(s, "move G.III", "to 2520", "stop")
    assert s.claims == ((piece("F.II"),),) and supplied(s, "F.II")


@clause("7.3.23b", "7.1b", "10.1a")
def test_a_stack_cut_off_by_a_march_draws_it_before_the_skirmish() -> None:
    """R20: before the last step, so it keeps its zone, and before the strengths are compared."""
    open_city = FALLEN.replace('"2520", ', "")  # Orléans still French
    for way in (("to 2520",), ("to 2421", "to 2420", "to 2520")):
        s = place('"2619" = ["F.II"], "2422" = ["G.III"], "0506" = ["G.12HQ"]', open_city)
        do(s, "move G.III", *way)
        assert s.agenda[-1].name == "clash" and s.claims == ((piece("F.II"),),)
    preview = s.preview("fight")
    assert preview is not None and preview.factors[0].value == "4 to 8"  # doubled by the Loire, not halved
    no_more = open_city + '\nclaims = [["F.I"], ["F.III"], ["F.IV"]]'
    s = place('"2619" = ["F.II"], "2422" = ["G.III"], "0506" = ["G.12HQ"]', no_more)
    do(s, "move G.III", "to 2520")
    assert s.agenda[-1].name == "march" and not supplied(s, "F.II")


# 7.4


@clause("7.4a", "4.0b")
def test_factors_of_unsupplied_units_are_halved_one_by_one() -> None:
    """C09."""
    s = place('"2216" = ["G.XI"], "2315" = ["G.V"], "2316" = ["G.1HQ", "G.CHQ"]')
    assert attack(s, "G.XI G.V", "2215") == 3 + 3
    assert attack(place('"2216" = ["G.XI"], "2315" = ["G.V"], "2316" = ["G.6HQ"]'), "G.XI G.V", "2215") == 5 + 3
    s = allied('"2020" = ["F.X", "F.2A1"], "1709" = ["F.MTY"], "2222" = ["F.VII"]', FALLEN)
    assert strength.stack_defence(s, at("2020")) == 2 + 1
    assert strength.stack_defence(s, at("2222")) == 2  # 3 halved is 1.5
    assert strength.stack_defence(s, at("1709")) == 2  # supplied by its fortress


@clause("7.4a")
def test_two_halvings_are_rounded_once() -> None:
    assert [supply.halved(n, 2) for n in (1, 2, 5, 6, 8)] == [0, 1, 1, 2, 2]
    assert [supply.halved(n) for n in (1, 2, 3, 5)] == [1, 1, 2, 3]


@clause("7.4b")
def test_units_out_of_supply_keep_away_from_enemy_zones() -> None:
    lost = 'control = { german = ["1013", "0812", "0915", "1110"] }'
    s = allied('"2222" = ["B.I"], "2220" = ["G.III"], "0506" = ["G.12HQ"]', lost)
    do(s, "move B.I")
    assert refusal(s, "to 2221") == "7.4b" and can(s, "to 2223")


@clause("7.4b", "7.3.23b")
def test_a_zone_may_be_entered_where_limited_supply_can_be_drawn() -> None:
    """Two stacks have drawn; what is left of the third allowance would reach the unit in the hex it enters."""
    units = '"2316" = ["F.X"], "2317" = ["G.II"], "2415" = ["G.III"], "2215" = ["G.VII"], "0506" = ["G.AHQ"]'
    s = allied(units, FALLEN)
    do(s, "move F.X")
    open_ = choices(s, "to")
    s = allied(units + ', "2020" = ["F.I"], "2222" = ["F.III"], "2614" = ["F.II"]',
               FALLEN + '\nclaims = [["F.I"], ["F.III"], ["F.II"]]')  # fmt: skip
    do(s, "move F.X")
    assert open_ > choices(s, "to")


@clause("7.4b", "7.3.22a")
def test_a_fortress_unit_may_enter_a_zone_in_its_own_fortifications() -> None:
    """R24: there it is supplied. Other units are not, and the zone over open ground is closed to both."""
    lost = 'control = { german = ["0210", "0310", "0312", "0411"] }'
    s = allied('"0610" = ["N.MAA", "N.I"], "0410" = ["G.X"], "0306" = ["G.BHQ"]', lost)
    assert not supplied(s, "N.MAA") and not supplied(s, "N.I") and zone(s, GERMAN, "0510") and zone(s, GERMAN, "0511")
    assert MAP.board.names(supply.would_be_supplied(s, piece("N.I"))) == []
    assert supply.would_be_supplied(s, piece("N.MAA")) == supply.own_forts(s, ALLIED)
    fort, corps = s.clone(), s
    do(fort, "move N.MAA")
    do(corps, "move N.I")
    assert can(fort, "to 0510") and refusal(fort, "to 0511") == "7.4b"
    assert refusal(corps, "to 0510") == refusal(corps, "to 0511") == "7.4b"


@clause("7.4c")
def test_an_unsupplied_hq_lends_no_support() -> None:
    units = '"1708" = ["G.VI", "G.12HQ"]'
    assert assault.modifiers(place(units), GERMAN, at("1808"), 1).die == 0  # major line -1, HQ +1
    ring = ', "1607" = ["F.X"], "1608" = ["F.I"], "1707" = ["F.III"], "1709" = ["F.MTY"], "1807" = ["F.CAC"]'
    cut = place(units + ring, 'disrupted = ["F.X"]')
    assert not supplied(cut, "G.12HQ") and assault.modifiers(cut, GERMAN, at("1808"), 1).die == -1


@clause("7.4e")
def test_unsupplied_units_take_no_part_in_mechanised_operations() -> None:
    units = '"2216" = ["G.1Pz"], "2316" = ["G.5Pz"], "2414" = ["G.4HQ"]'
    s = place(units, phase="mech ops")
    assert refusal(s, "move G.1Pz") == "7.4e" and can(s, "move G.5Pz")
    s = place(units, 'options = { unsupplied_mech = "quarter" }', phase="mech ops")
    do(s, "move G.1Pz")
    assert s.left[piece("G.1Pz")] == 2


@clause("7.1a", "7.4e")
def test_a_unit_cut_off_after_it_began_its_half_move_may_go_on() -> None:
    s = place('"2216" = ["G.5Pz", "G.7Pz"], "2414" = ["G.4HQ"]', phase="mech ops")
    do(s, "move G.5Pz", "join G.7Pz", "to 2215", "drop G.7Pz", "stop")
    s.lift(piece("G.4HQ"), -1)
    assert not supplied(s, "G.7Pz")
    assert not closed(movement.idle_bars(s, GERMAN, True)) >> piece("G.7Pz") & 1


# supply and zones together (R17)


@clause("10.1a", "10.3a")
def test_stopping_after_two_passes_would_go_wrong_in_a_chain() -> None:
    """C21: the panzer has no HQ and so no zone; the corps beside it is supplied, and so cuts the HQ off."""
    s = place('"2316" = ["F.2A2"], "2317" = ["G.CHQ"], "2318" = ["F.XX"], "2319" = ["G.8Pz"]')
    assert [supplied(s, u) for u in ("F.2A2", "G.CHQ", "F.XX", "G.8Pz")] == [True, False, True, False]
    assert not zone(s, GERMAN, "2217") and zone(s, ALLIED, "2217")
    assert len(Oracle(s).passes()) == 4


@clause("10.1a")
def test_stacks_that_only_cut_each_other_are_both_supplied_and_have_zones() -> None:
    """C21, variant."""
    s = place('"1814" = ["G.FSJ"], "1815" = ["F.HAG"], "1816" = ["G.4HQ"], "1817" = ["F.XVI"]')
    assert all(supplied(s, unit) for unit in ("G.FSJ", "F.HAG", "G.4HQ", "F.XVI"))
    assert zone(s, GERMAN, "1716") and zone(s, ALLIED, "1716")


def scattered(random: Random) -> FallState:
    """Units anywhere, some of them cadres, air units everywhere, half of the cities in German hands."""
    s = lay(f'phase = "german movement"\nturn = {random.choice((1, 3))}')
    board, hexes = MAP.board, MAP.board.members(MAP.land)
    for unit in random.sample(range(MAP.first_air), random.choice((30, 60, 90))):
        hexa, side = random.choice(hexes), MAP.side_of[unit]
        if (s.held[1 - side] | stacking.without_room(s, (unit,))) >> hexa & 1 or MAP.pieces[unit].optional:
            continue
        s.put(unit, hexa)
        s.taken = s.taken & ~(1 << hexa) if side == ALLIED else s.taken | 1 << hexa
        if side == ALLIED and random.random() < 0.2:
            s.set_cadred(1 << unit)
    for city in board.members(MAP.cities & ~s.held[ALLIED]):
        s.taken |= random.getrandbits(1) << city
    skies = len(MAP.corners.names)
    s.missions = tuple(random.choice((-1, board.size + random.randrange(skies))) for _ in s.missions)
    s.touch()
    return s


def compare(s: FallState) -> None:
    found, net = Oracle(s).found(), supply.network(s)
    assert {s.piece_name(u) for u in listed(net.cut[0] | net.cut[1])} == {s.piece_name(u) for u in found.cut}
    for side in (GERMAN, ALLIED):
        zones = MAP.board.set([s.label(hexa) for hexa in found.zones[side]])
        assert not (zones ^ net.zones[side]) & ~s.held[side]


@clause("7.2a", "7.3a", "10.1a", "10.3a")
@pytest.mark.parametrize("seed", range(5))
def test_supply_and_zones_are_those_of_a_slow_count(seed: int) -> None:
    """In positions scattered at random, and as units march and fight on from there."""
    random = Random(seed)
    s = scattered(random)
    compare(s)
    for number in range(40):
        if not wander(s, random):
            break
        if not number % 12:
            compare(s)


def wander(s: FallState, random: Random) -> bool:
    """Do something at random, ending a phase only if nothing else is left; False at the end of the position."""
    choices = [option for option in s.options if option.verb != "done"] or s.options
    if len(s.agenda) == 1 and choices == s.options[:1]:
        return False
    s.apply(random.choice(choices))
    return True


@clause("7.2a", "10.3a")
def test_a_stack_that_leaves_may_join_enemies_that_were_cut_off_from_each_other() -> None:
    """Only the zone of the cavalry in 2422 lies between III corps and its HQ: its march goes hex by hex (R127)."""
    ring = '"2524" = ["F.I"], "2723" = ["F.III"], "2620" = ["F.II"], "2321" = ["F.VII"], "2223" = ["F.XIII"]'
    s = allied(f'"2523" = ["G.III"], "2521" = ["G.12HQ"], "2422" = ["F.2A1"], {ring}')
    assert not supplied(s, "G.III") and not supplied(s, "G.12HQ")
    assert supply.may_free(s, ALLIED, (piece("F.2A1"),), at("2422"))
    do(s, "move F.2A1", "to 2323")
    assert supplied(s, "G.III") and not supplied(s, "G.12HQ") and zone(s, GERMAN, "2422")


@clause("7.3a", "2.0b")
def test_a_city_that_is_taken_in_passing_supplies_nobody() -> None:
    """The panzer ends its march so far from the city that it lies in no zone and stays open ground."""
    lost = 'control = { german = ["1013", "0812", "1110"] }'
    s = place('"0913" = ["G.9Pz"], "0506" = ["G.BHQ"], "1417" = ["B.I"]', lost)
    assert supplied(s, "B.I")
    moved = next(event for event in do(s, "move G.9Pz", "to 0917") if isinstance(event, Moved))
    assert at("0915") in moved.path and supply.open_ground(s, ALLIED, s.net.zones[GERMAN]) >> at("0915") & 1
    assert not supplied(s, "B.I")


@clause("7.3a", "10.1a", "10.2a")
def test_a_stack_that_leaves_may_open_the_city_beside_it() -> None:
    """The corps has supply and a zone again before the panzer comes to it: a march is judged hex by hex (R127)."""
    lost = 'control = { german = ["0915", "0812", "1110"] }'
    s = place('"1113" = ["G.9Pz"], "0506" = ["G.BHQ"], "1315" = ["B.I"]', lost)
    assert not supplied(s, "B.I") and supply.may_free(s, GERMAN, (piece("G.9Pz"),), at("1113"))
    do(s, "move G.9Pz", "to 1415")
    assert supplied(s, "B.I") and s.agenda[-1].name == "clash" and s.label(s.where[piece("G.9Pz")]) == "1314"


@clause("7.2a", "12.2a")
def test_when_interdiction_ends_a_way_leads_through_units_that_stay_cut_off() -> None:
    """III corps has no way but through IV corps, whose own HQ is shut in."""
    ring = '"2422" = ["F.I"], "2622" = ["F.III"], "2524" = ["F.II"], "2822" = ["F.VII"], "2921" = ["F.XIII"]'
    units = (
        f'"2523" = ["G.III"], "2423" = ["G.IV"], "2324" = ["G.12HQ"], "2922" = ["G.6HQ"], "2923" = ["F.XLIV"], {ring}'
    )
    s = place(units, 'missions = { "F.air1" = "2422+2423+2523" }')
    assert not supplied(s, "G.III") and not supplied(s, "G.IV")
    air.suffer(s, piece("F.air1"), "aborted")
    assert supplied(s, "G.III") and not supplied(s, "G.IV")


@clause("7.2a", "7.3a", "10.1a")
@pytest.mark.parametrize("seed", range(2))
def test_what_is_remembered_of_supply_is_what_is_found_without_memory(seed: int) -> None:
    random, s = Random(seed), MAP.game.new("historical", seed=seed)
    s.apply("ready")
    s.apply("ready")
    for _ in range(800):
        s.apply(random.choice(s.options))
        afresh = s.clone()
        afresh.net, afresh.firsts, afresh.spreads = None, [None, None], [None] * 4
        afresh.traces, afresh.wilds = [Trace()] * 4, [Trace()] * 2
        assert supply.network(s) == supply.network(afresh)


def brittle(random: Random) -> FallState:
    """Few sources and many enemies close together, so that nearly every change cuts somebody off."""
    land = [hexa for hexa in MAP.board.members(MAP.board.disc(at("2420"), 3)) if MAP.land >> hexa & 1]
    random.shuffle(land)
    units = (
        "G.12HQ G.AHQ G.III G.VI G.XVIII G.1Mtn G.XL G.FSJ G.VII G.16HQ F.X F.XVIII F.2A1 F.II F.9A1 F.XIV F.IX F.BEL "
        "UK.I UK.III UK.51 B.I"
    )
    stacks = ", ".join(f'"{MAP.board.labels[land.pop()]}" = ["{unit}"]' for unit in units.split())
    cities = FRENCH_CITIES.replace('"2520", ', "").replace('"2118", ', "")
    return place(stacks, f'control = {{ german = [{cities}] }}\nready = ["G.air1", "G.air2", "F.air1"]')


def shake(s: FallState, random: Random) -> None:
    """One random change of what supply and zones depend on."""
    unit = random.choice(listed(s.standing))
    match random.randrange(12):
        case 0:
            flier = random.choice(["G.air1", "G.air2", "F.air1"])
            near = MAP.board.disc(s.where[unit], 1)
            corners = [place for place in MAP.board.members(MAP.crossings) if MAP.covered[place] & near]
            air.send(s, piece(flier), random.choice([*corners, s.where[unit]]))
        case 1:
            weak = s.cadred or 1 << unit & MAP.pieces_on[ALLIED]
            s.set_cadred(weak, not s.cadred)
        case 2:
            s.taken ^= 1 << at(random.choice(["2520", "2118"]))
            s.touch()
        case 3:
            s.refugees = () if s.refugees else (s.where[unit], at("2419"))
            s.touch()
        case 4:
            s.claims = () if s.claims else ((piece("UK.I"),), (piece("F.X"),))
            s.touch()
        case _:
            side = MAP.side_of[unit]
            goals = MAP.board.around[s.where[unit]] & MAP.land & ~s.held[1 - side]
            goals &= ~stacking.without_room(s, (unit,))
            if goals:
                s.shift(unit, random.choice(list(MAP.board.members(goals))))


@clause("7.2a", "7.3a", "10.1a", "10.3a")
@pytest.mark.parametrize("seed", range(8))
def test_whatever_changes_supply_is_what_a_fresh_look_finds(seed: int) -> None:
    random = Random(seed)
    s, found = brittle(random), set()
    for _ in range(150):
        shake(s, random)
        fresh = s.clone()
        fresh.net, fresh.firsts, fresh.spreads, fresh.quiet, fresh.astir = None, [None, None], [None] * 4, {}, 0
        fresh.traces, fresh.wilds, fresh.stirred = [Trace()] * 4, [Trace()] * 2, [0, 0]
        assert supply.network(s) == supply.network(fresh)
        found.add(s.net.cut)
    assert len(found) > 5
    compare(s)


# how little is looked for


FRONT = (
    '"0506" = ["G.AHQ"], "0606" = ["G.BHQ"], "1406" = ["G.12HQ", "G.III"], "1407" = ["G.VI"], "0607" = ["G.X"], '
    '"1605" = ["G.16HQ", "G.VII"], "1712" = ["F.X"], "1714" = ["F.XVIII"], "1812" = ["F.2A1"], "1012" = ["B.II"], '
    '"1014" = ["B.I"], "0310" = ["N.II"], "1117" = ["UK.I"], "1118" = ["UK.II"]'
)
POCKETS = (
    '"0506" = ["G.AHQ"], "0606" = ["G.BHQ"], "1406" = ["G.12HQ", "G.III"], "1407" = ["G.VI"], "2420" = ["G.FSJ"], '
    '"1814" = ["F.XVIII"], "1915" = ["F.II"], "0919" = ["UK.I"], "1019" = ["G.X"], "0918" = ["G.XXVI"], '
    '"0917" = ["F.I"], "1018" = ["G.IX"], "0210" = ["N.I"]'
)


def change(s: FallState, what: str) -> None:
    """Something happens that supply could depend on."""
    verb, unit, *goal = what.split()
    match verb:
        case "move":
            s.shift(piece(unit), at(goal[0]))
        case "come":
            s.put(piece(unit), at(goal[0]))
        case "die":
            losses.eliminate(s, piece(unit), "combat", ("14.4e",))
        case "disrupt":
            s.set_disrupted(1 << piece(unit))
        case "cadre":
            s.set_cadred(1 << piece(unit))
        case "fly":
            air.send(s, piece(unit), at(goal[0]))
        case "take":
            control.enter(s, GERMAN, (at(unit),))


@pytest.mark.parametrize(("units", "what", "most"), [
    *[(FRONT, what, 0) for what in (
        "move G.III 1405", "move F.XVIII 1715", "move G.VI 1508", "move B.I 1015", "move N.II 0309", "move UK.II 1218",
        "move G.12HQ 1405", "come F.2A2 1815", "die F.2A1", "disrupt F.X", "cadre F.X", "fly G.air1 2523", "take 1508",
    )],
    (FRONT, "move G.VI 1710", 1), (FRONT, "take 1013", 1),
    *[(POCKETS, what, 0) for what in ("move G.III 1405", "move G.12HQ 1405", "disrupt F.I", "cadre N.I")],
    *[(POCKETS, what, 1) for what in ("move F.XVIII 1815", "move N.I 0309", "move G.FSJ 2421", "move F.II 2320")],
    (POCKETS, "move F.I 0816", 2), (POCKETS, "move G.XXVI 1017", 3),
])  # fmt: skip
def test_what_a_change_does_not_touch_is_not_traced_again(
    units: str, what: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many floods over the map at most; what is found is what is found from scratch."""
    pocket = 'claims = [["UK.I"]]\ncontrol = { german = ["1117"] }'
    s = place(units, f'ready = ["G.air1"]\n{pocket if units == POCKETS else ""}', turn=5)
    supply.network(s)
    flood, looked = HexBoard.flood, []

    def counted(board: HexBoard, *arguments: Any) -> int:
        looked.append(arguments)
        return flood(board, *arguments)

    monkeypatch.setattr(HexBoard, "flood", counted)
    change(s, what)
    net = supply.network(s)
    assert len(looked) <= most
    monkeypatch.undo()
    fresh = lay(s.position())
    assert supply.network(fresh).cut == net.cut and supply.network(fresh).zones == net.zones


@clause("10.1a", "10.2a")
@pytest.mark.parametrize(("units", "mover", "frees"), [
    ('"2421" = ["G.III"], "1406" = ["G.12HQ"], "2521" = ["F.X"]', "G.III", False),  # nobody is cut off
    ('"1406" = ["G.12HQ", "G.III"], "2420" = ["B.I"]', "G.III", False),  # far from all who are
    ('"1406" = ["G.12HQ", "G.III"], "2420" = ["B.I"]', "G.12HQ", True),  # an HQ: the side's own supply hangs on it
    ('"2421" = ["G.III"], "1406" = ["G.12HQ"], "2521" = ["F.X"], "2620" = ["B.I"]', "G.III", True),  # beside a zone
])  # fmt: skip
def test_whose_leaving_may_give_an_enemy_supply(units: str, mover: str, frees: bool) -> None:
    s = place(units, 'control = { german = ["0812", "0915", "1013", "1110"] }')
    assert supply.may_free(s, GERMAN, (piece(mover),), s.where[piece(mover)]) == frees
