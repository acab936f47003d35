"""Chapter 11: retreat after combat, and what fortresses (17.0) and enemy zones (7.2) have to do with it."""

from __future__ import annotations

from random import Random

import pytest

from meuse.games.mansteins_war import ground, retreat, stacking
from meuse.games.mansteins_war.events import StoodFirm
from meuse.games.mansteins_war.state import MansteinState

from .battles import ended, segment, strike
from .kit import MAP, can, choices, clause, controls, do, hexes, refusal, steps, where
from .test_logistics import Oracle, neighbours, scattered

ALONE = '0937 = ["F.21"], 0936 = ["G.6A"]'
"""The nearest depot that is not contested is Paris, four hexes to the south."""


def path(hexes: str) -> list[str]:
    return [f"fall_back {hexa}" for hexa in hexes.split()]


# 11.0 and 11.1: how far, and where to


@clause("11.0a", "11.1b", "10.6a")
def test_each_hex_leads_no_farther_from_the_source() -> None:
    """R64: 0837 and 1037 are as far from Paris as 0937, 0938 is nearer."""
    s = strike(segment(ALONE), "0937", "G.6A", code="DW")
    assert s.decision is not None and s.decision.side == "allied"
    assert choices(s, "fall_back") == {"0837", "0938", "1037"}
    assert refusal(s, "fall_back 0836") == "11.1b"
    assert refusal(s, "fall_back 0936") == "11.1d"
    assert refusal(s, "fall_back 0939") == "11.1a"
    do(s, "fall_back 0938")
    assert where(s, "F.21") == "0938" and choices(s, "pursue") == {"G.6A"}


@clause("11.0a")
def test_it_goes_the_whole_way_whatever_its_movement_factor() -> None:
    s = strike(segment('0937 = ["F.1A"], 0936 = ["G.39"]'), "0937", "G.39", code="OR", mobile=True)
    assert steps(s, "F.1A") == 1
    do(s, *path("0938 0939"))
    assert s.scene("allied").focus.places == ("0939",)
    assert choices(s, "fall_back") == {"0839", "0940", "1039"}
    do(s, "fall_back 0940")
    assert where(s, "F.1A") == "0940"


@clause("11.1a")
def test_units_retreat_one_by_one() -> None:
    s = strike(segment('0937 = ["F.21", "F.23"], 0936 = ["G.6A"]'), "0937", "G.6A", code="DW")
    assert choices(s, "retreat") == {"F.21", "F.23"}
    do(s, "retreat F.23", "fall_back 0938", "fall_back 1037")
    assert (where(s, "F.23"), where(s, "F.21")) == ("0938", "1037")


@clause("11.1b")
def test_the_british_fall_back_on_channel_ports() -> None:
    """R64: Calais, Boulogne and Dunkirk are nearer than any depot."""
    s = strike(segment('0937 = ["UK.2"], 0938 = ["G.6A"]'), "0937", "G.6A", code="DW")
    assert choices(s, "fall_back") == {"0836", "0837", "0936", "1036"}
    assert refusal(s, "fall_back 1037") == "11.1b"


@clause("11.1b", "11.1c")
def test_any_direction_if_none_is_right() -> None:
    """Enemies hold all hexes that are no farther from Paris; without any source no hex is better than another."""
    units = '0937 = ["F.21"], 0936 = ["G.6A"], 0837 = ["G.4A"], 0938 = ["G.12A"], 1037 = ["G.16A"]'
    s = strike(segment(units), "0937", "G.6A", code="DW")
    assert choices(s, "fall_back") == {"0836", "1036"}
    s = segment(ALONE, 'control = { german = ["0941", "1036", "1340", "1641", "0843", "1444"] }')
    strike(s, "0937", "G.6A", code="DW")
    assert choices(s, "fall_back") == {"0836", "0837", "0938", "1036", "1037"}


@clause("11.1d")
def test_no_way_out_is_the_end() -> None:
    around = {"0836": "G.4A", "0837": "G.12A", "0936": "G.6A", "0938": "G.16A", "1036": "G.1A", "1037": "G.2A"}
    places = ", ".join(f'{hexa} = ["{unit}"]' for hexa, unit in around.items())
    s = strike(segment(f'0937 = ["F.21"], {places}'), "0937", "G.6A", code="DW")
    assert where(s, "F.21") == "dead" and choices(s, "pursue") == {"G.6A"}


@clause("11.1d", "8.4.1a", "8.5d")
def test_closed_ground() -> None:
    """E22, R51: no army retreats into rough hexes, no Dutch unit into Belgium."""
    s = strike(segment('1841 = ["F.8A"], 1741 = ["G.6A"]'), "1841", "G.6A", code="DW")
    assert choices(s, "fall_back") == {"1742", "1840", "1942"} and refusal(s, "fall_back 1842") == "11.1d"
    held = {"1333": "G.4A", "1233": "G.12A", "1234": "G.16A", "1433": "G.6A", "1434": "G.1A"}
    places = ", ".join(f'{hexa} = ["{unit}"]' for hexa, unit in held.items())
    s = strike(segment(f'1334 = ["N.2"], {places}'), "1334", "G.4A", code="DW")
    assert where(s, "N.2") == "dead"


@clause("2.1b", "11.1d")
def test_no_retreat_across_ocean_hexsides() -> None:
    s = segment('0540 = ["F.21"], 0640 = ["G.6A"]')
    strike(s, "0540", "G.6A", code="DW")
    assert refusal(s, "fall_back 0539") == "11.1d"


@clause("11.1e")
def test_air_and_naval_units_do_not_matter() -> None:
    s = segment(ALONE, 'flying = { "G.air1" = "0938" }\navailable = ["UK.RN"]')
    strike(s, "0937", "G.6A", code="DW")
    do(s, "fall_back 0938")
    assert (where(s, "F.21"), where(s, "G.air1"), where(s, "UK.RN")) == ("0938", "flying", "available")


@clause("11.1f", "11.1g")
def test_a_full_hex_is_passed_through() -> None:
    """E16, R65: it goes on, hex by hex, until there is room."""
    s = segment('0937 = ["F.21"], 0936 = ["G.6A"], 0938 = ["F.1A", "F.23"], 0837 = ["G.4A"], 1037 = ["G.12A"]')
    strike(s, "0937", "G.6A", code="DW")  # 0938 is all that is left, and full
    assert s.agenda[-1].path[-1] == s.setting.board.place("0938")
    assert choices(s, "fall_back") == {"0838", "0939", "1038"}
    do(s, "fall_back 0939")
    assert where(s, "F.21") == "0939" and choices(s, "pursue") == {"G.6A"}


@clause("11.1g", "6.0e")
def test_nor_may_it_end_with_units_of_another_nation() -> None:
    """R43."""
    s = segment('0937 = ["F.21"], 0936 = ["G.6A"], 0938 = ["UK.2"], 0837 = ["G.4A"], 1037 = ["G.12A"]')
    strike(s, "0937", "G.6A", code="DW")
    assert where(s, "F.21") == "0938" and s.agenda[-1].name == "retreat"


@clause("11.1h")
def test_a_retreat_leads_away_from_the_combat() -> None:
    """After two hexes it is two hexes away; it never comes back to a hex of its path."""
    s = strike(segment('0937 = ["F.1A"], 0936 = ["G.39"]'), "0937", "G.39", code="DP", mobile=True)
    do(s, "fall_back 0938")
    assert refusal(s, "fall_back 0837") == refusal(s, "fall_back 1037") == "11.1h"
    assert refusal(s, "fall_back 0937") == "11.1h"
    assert choices(s, "fall_back") == {"0838", "0939", "1038"}
    do(s, "fall_back 0939")
    assert where(s, "F.1A") == "0939"


@clause("11.1i")
def test_a_unit_that_cannot_go_far_enough_is_lost_where_it_is() -> None:
    """Behind 0938 all is held by the enemy, and the other hexes are no way out at all."""
    units = (
        '0937 = ["F.1A"], 0936 = ["G.39"], 0836 = ["G.1A"], 0837 = ["G.4A"], 1036 = ["G.2A"], 1037 = ["G.12A"],'
        '0838 = ["G.16A"], 0939 = ["G.6A"], 1038 = ["G.9A"]'
    )
    s = strike(segment(units), "0937", "G.39", code="DP", mobile=True)
    assert where(s, "F.1A") == "dead" and controls(s, "allied", "0938")
    assert choices(s, "pursue") == {"G.39"}


@clause("11.1i")
def test_a_way_that_can_be_completed_comes_first() -> None:
    """A hex from which the retreat could not go on is closed while there is another way."""
    units = '0937 = ["F.1A"], 0936 = ["G.39"], 0838 = ["G.16A"], 0939 = ["G.6A"], 1038 = ["G.9A"]'
    s = strike(segment(units), "0937", "G.39", code="DP", mobile=True)
    assert refusal(s, "fall_back 0938") == "11.1i"
    assert choices(s, "fall_back") == {"0837", "1037"}


@clause("11.1j", "17.0e")
def test_static_units_do_not_survive_a_retreat_outside_a_fortress() -> None:
    """R66: in an intact fortress of their side they ignore it."""
    s = strike(segment('1537 = ["B.EE"], 1636 = ["G.39"]', 'destroyed = ["1537"]'), "1537", "G.39", code="DW")
    assert where(s, "B.EE") == "dead"
    s = segment('1840 = ["F.Sarre", "F.1A"], 1841 = ["G.39"]')
    strike(s, "1840", "G.39", code="DD")
    do(s, "reduce F.1A", "reduce F.1A")
    assert choices(s, "retreat") == {"F.1A"} and can(s, "hold") and refusal(s, "retreat F.Sarre") == "11.1j"
    do(s, "hold")
    assert (where(s, "F.Sarre"), where(s, "F.1A")) == ("1840", "1840") and ended(s)


# 7.2: enemy zones


@clause("7.2f", "7.2g")
@pytest.mark.parametrize("friends", ["", ', 0938 = ["F.2A"]'])
def test_an_enemy_zone_costs_a_step(friends: str) -> None:
    """E16: each one that is entered does, also where friends stand."""
    s = segment(f'0937 = ["F.21"], 0936 = ["G.6A"], 1038 = ["G.4A"]{friends}')
    strike(s, "0937", "G.6A", code="DW")
    do(s, "fall_back 0938")
    assert steps(s, "F.21") == 1 and where(s, "F.21") == "0938"


@clause("7.2f", "11.1g")
def test_extra_hexes_cost_steps_too() -> None:
    """R65: a unit of one step does not survive a second zone."""
    units = (
        '0937 = ["F.21"], 0936 = ["G.6A"], 0938 = ["F.1A", "F.23"], 0837 = ["G.4A"], 1037 = ["G.12A"], 1039 = ["G.39"]'
    )
    s = strike(segment(units), "0937", "G.6A", code="DW")
    assert steps(s, "F.21") == 1  # 0938 is in the zones of 0837 and 1037
    do(s, "fall_back 0939")
    assert where(s, "F.21") == "dead"


@clause("7.2h")
def test_a_retreat_may_end_in_an_enemy_zone_among_friends() -> None:
    """It can be caught there by the next attack."""
    s = segment('0937 = ["F.21"], 0936 = ["G.6A"], 1038 = ["G.4A"], 0938 = ["F.2A"]')
    strike(s, "0937", "G.6A", code="DW")
    do(s, "fall_back 0938", "done")
    assert choices(s, "attack") == {"0938"}
    do(s, "attack 0938")
    assert s.agenda[-1].name == "attack"


# 17.0: fortresses


@clause("17.0e", "12.2f")
def test_defenders_may_hold_their_fortress() -> None:
    s = strike(segment('1840 = ["F.1A"], 1841 = ["G.39"]'), "1840", "G.39", code="DD")
    assert choices(s, "retreat") == {"F.1A"} and can(s, "hold")
    do(s, "hold")
    assert where(s, "F.1A") == "1840" and steps(s, "F.1A") == 2
    assert ended(s)  # no pursuit


@clause("17.0e")
def test_or_leave_it() -> None:
    s = strike(segment('1840 = ["F.1A"], 1841 = ["G.39"]'), "1840", "G.39", code="DD")
    do(s, "retreat F.1A")
    assert refusal(s, "stop") == "11.0a"  # it has chosen to go
    do(s, f"fall_back {min(choices(s, 'fall_back'))}")
    assert where(s, "F.1A") != "1840" and choices(s, "pursue") == {"G.39"}


@clause("17.0f")
def test_a_fortress_on_the_way_may_end_a_long_retreat() -> None:
    s = strike(segment('1841 = ["F.3A"], 1842 = ["G.39"]'), "1841", "G.39", code="DP", mobile=True)
    assert refusal(s, "stop") == "11.0a"
    do(s, "fall_back 1840", "stop")
    assert where(s, "F.3A") == "1840" and choices(s, "pursue") == {"G.39"}
    full = segment('1841 = ["F.3A"], 1842 = ["G.39"], 1840 = ["F.5A"]')
    strike(full, "1841", "G.39", code="DP", mobile=True)
    do(full, "fall_back 1840")
    assert where(full, "F.3A") == "1740"  # no room for two armies: it goes the only way there is


@clause("17.0f", "11.1i")
def test_a_fortress_that_is_a_dead_end_is_a_way_to_complete_a_long_retreat() -> None:
    """Behind Lille all is German; the army may still end its retreat there, or go by Arras."""
    germans = '1237 = ["G.6A"], 0936 = ["G.15"], 0937 = ["G.41"], 1035 = ["G.19"]'
    s = segment(f'1137 = ["F.1A"], 1036 = ["F.Montmedy"], {germans}')
    strike(s, "1137", "G.6A", code="DP")
    assert {"1036", "1037"} <= choices(s, "fall_back")
    do(s, "fall_back 1036")
    assert where(s, "F.1A") == "1036" and steps(s, "F.1A") == 2


@clause("17.0e")
def test_a_fortress_that_is_held_is_told() -> None:
    s = strike(segment('1840 = ["F.1A"], 1841 = ["G.39"]'), "1840", "G.39", code="DD")
    told = s.agenda[-1].explained(s)
    assert told.clause == "17.0e"
    events = [event for event in do(s, "hold") if isinstance(event, StoodFirm)]
    assert [s.label(event.hex) for event in events] == ["1840"]


@clause("11.0a", "11.1a", "17.0e")
def test_who_need_not_retreat_and_who_cannot_hold() -> None:
    s = strike(segment('0937 = ["F.21", "F.23"], 0936 = ["G.6A"]'), "0937", "G.6A", code="DW")
    assert s.agenda[-1].explained(s).clause == "11.1a" and "Retreat of 1 hex:" in s.agenda[-1].prompt(s)
    assert refusal(s, "hold") == "17.0e" and refusal(s, "retreat G.6A") == "11.0a"
    s = strike(segment('0937 = ["F.1A", "F.23"], 0936 = ["G.39"]'), "0937", "G.39", code="DP", mobile=True)
    while choices(s, "reduce"):
        do(s, f"reduce {sorted(choices(s, 'reduce'))[0]}")
    assert "2 hexes" in s.agenda[-1].prompt(s)


@clause("11.1g")
def test_how_much_farther_a_retreat_goes() -> None:
    s = strike(segment('0937 = ["F.1A"], 0936 = ["G.39"]'), "0937", "G.39", code="OR", mobile=True)
    assert "(3 more hexes)" in s.agenda[-1].prompt(s)
    do(s, *path("0938 0939"))
    assert "(1 more hex)" in s.agenda[-1].prompt(s)
    s = segment('0937 = ["F.21"], 0936 = ["G.6A"], 0938 = ["F.1A", "F.23"], 0837 = ["G.4A"], 1037 = ["G.12A"]')
    strike(s, "0937", "G.6A", code="DW")
    assert "there is no room for it yet" in s.agenda[-1].prompt(s)


# the oracle: hex by hex


def ways(s: MansteinState, piece: int, route: list[str], required: int) -> set[str]:
    """Where a retreat may lead next as a player would find it: away from the combat, and no farther from supply."""
    oracle, here = Oracle(s), route[-1]
    side, nation = MAP.side_of[piece], MAP.nation[piece]
    free = neighbours(here) - oracle.stands(1 - side) - set(route)
    free -= hexes(ground.closed_to(s, piece) & MAP.land)
    far = min(len(route), required)
    free = {label for label in free if distance(label, route[0]) >= far}
    sources = oracle.sources(nation)
    if not sources:
        return free
    limit = min(distance(here, source) for source in sources)
    good = {label for label in free if min(distance(label, source) for source in sources) <= limit}
    return good or free


def ends(s: MansteinState, piece: int, route: list[str], required: int) -> bool:
    """Can a retreat come to an end on this way? Three more hexes are looked at."""
    own = MAP.forts_of[MAP.side_of[piece]] & ~s.destroyed
    place, gone = MAP.board.place(route[-1]), len(route) - 1
    room = not stacking.full_hexes(s, piece) >> place & 1
    if gone >= required + 3 or (room and (gone >= required or own >> place & 1)):
        return True
    return any(ends(s, piece, [*route, label], required) for label in ways(s, piece, route, required))


def distance(one: str, two: str) -> int:
    return MAP.board.distance(MAP.board.place(one), MAP.board.place(two))


@clause("11.1b", "11.1c", "11.1d", "11.1g", "11.1h", "11.1i", "17.0f")
@pytest.mark.parametrize("seed", range(16))
def test_retreats_lead_where_a_player_would_find_a_way(seed: int) -> None:
    random = Random(seed)
    s = scattered(Random(200 + seed))
    units = [piece for piece in range(len(MAP.pieces)) if s.where[piece] >= 0 and MAP.mf[piece]]
    for piece in random.sample(units, min(6, len(units))):
        route, required = [s.label(s.where[piece])], random.randint(1, 3)
        for _ in range(required):
            found = ways(s, piece, route, required)
            complete = {label for label in found if ends(s, piece, [*route, label], required)}
            places = tuple(map(MAP.board.place, route))
            assert hexes(retreat.onward(s, piece, places, required)) == found
            assert hexes(retreat.open_ways(s, piece, places, required)) == (complete or found)
            if not found:
                break
            route.append(random.choice(sorted(complete or found)))


@clause("11.1b", "11.1c")
def test_what_is_said_of_where_a_retreat_may_lead() -> None:
    """Towards the source of supply, or anywhere if no hex is as near to it."""
    back = strike(segment('0937 = ["F.1A"], 0936 = ["G.6A"]'), "0937", "G.6A", code="DW")
    assert back.agenda[-1].explained(back).clause == "11.1b"
    lost = strike(segment('2130 = ["F.1A"], 2131 = ["G.6A"]', 'surrendered = ["france"]\n'), "2130", "G.6A", code="DW")
    assert lost.agenda[-1].explained(lost).clause == "11.1c"


@clause("11.1g", "11.1i")
def test_a_hex_where_others_are_too_many_is_no_end_of_a_retreat() -> None:
    """From Caen no way leads on, and two logistics units are too many there; without sources any direction will do."""
    bombed = 'bombed = ["0941", "1036", "1340", "1641", "0843", "1444"]'
    around = '0540 = ["F.21"], 0640 = ["G.6A"], 0639 = ["G.4A"], 0440 = ["G.12A"]'
    s = strike(segment(f'{around}, 0439 = ["F.Log1", "F.Log2"]', bombed), "0540", "G.6A", code="DW")
    assert where(s, "F.21") == "0541"  # the one way left
    s = strike(segment(f'{around}, 0439 = ["F.Log1"]', bombed), "0540", "G.6A", code="DW")
    assert choices(s, "fall_back") == {"0439", "0541"}
