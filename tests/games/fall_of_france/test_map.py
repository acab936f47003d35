"""Every statement the rules, their example of play and the rulings make about the map, proven against the map file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import meuse.games
from meuse.board import HexMap, Sides, read_hex_map
from meuse.engine.data import DataFolder

DATA = Path(meuse.games.__file__).parent / "fall_of_france" / "data"


def own_map() -> HexMap:
    """The map by itself, without the game."""
    return read_hex_map(DataFolder(DATA))


MAP = own_map()
BOARD = MAP.board
COUNTRY = MAP.country
SEA = MAP.terrain["sea"]
LAND = BOARD.everything & ~SEA & ~MAP.terrain["lake"] & ~MAP.terrain["outside"]
COASTAL = (BOARD.zones(SEA, Sides()) | MAP.sides("sea").touched) & LAND
URBAN = MAP.sites("urban")
LINES = {"minor": MAP.sides("minor_line"), "major": MAP.sides("major_line"), "": Sides()}
RIVERS = {"minor": MAP.sides("minor_river"), "major": MAP.sides("major_river")}
ALLIES = COUNTRY["france"] | COUNTRY["belgium"] | COUNTRY["holland"]
BARS_ARMOUR = MAP.sides("fortified") & MAP.sides("owner:france")


def at(label: str) -> int:
    return 1 << BOARD.place(label)


def hexes(text: str) -> list[str]:
    return text.split()


def pairs(text: str) -> list[tuple[str, str]]:
    return [(pair[:4], pair[5:]) for pair in text.split()]


def word(layer: dict[str, int], label: str) -> str:
    return next(name for name, mask in layer.items() if mask & at(label))


def adjacent(a: str, b: str) -> bool:
    return bool(BOARD.around[BOARD.place(a)] & at(b))


def crosses(a: str, b: str, sides: Sides) -> bool:
    return BOARD.crosses(BOARD.place(a), BOARD.place(b), sides)


def distance(a: str, b: str) -> int:
    return BOARD.distance(BOARD.place(a), BOARD.place(b))


def limit(label: str) -> int:
    return 9 if URBAN & at(label) else 4 if COASTAL & at(label) else 7


def cost(a: str, b: str, mechanised: bool = True) -> int:
    """Movement points of a step in the regular phase, by the terrain effects chart and R31."""
    dear = {"clear": 1, "forest": 2, "hills": 2, "hilly_forest": 3, "swamp": 3, "mountain": 8 if mechanised else 4}
    price = dear[word(MAP.terrain, b)] + crosses(a, b, RIVERS["minor"]) + 2 * crosses(a, b, RIVERS["major"])
    roads = bool(MAP.sites("city") & at(b)) or (mechanised and bool(MAP.sites("town") & at(b)))
    return max(1, price - roads)


def cheapest(start: str, points: int) -> int:
    """The hexes a mechanised unit reaches from Germany with so many points, past intact French lines."""
    best = {start: 0}
    todo = [start]
    while todo:
        here = todo.pop(0)
        for there in BOARD.names(BOARD.around[BOARD.place(here)] & LAND):
            spent = best[here] + cost(here, there)
            if spent <= points and spent < best.get(there, 99) and not crosses(here, there, BARS_ARMOUR):
                best[there] = spent
                todo.append(there)
    return sum(at(label) for label in best)


# the grid (R02, c1)


def test_the_sheet_has_lines_02_to_29_and_places_01_to_24() -> None:
    assert len(BOARD.hexes) == 28 * 24
    assert BOARD.names(BOARD.edge("up") & BOARD.edge("left")) == ["0224"]
    assert BOARD.names(BOARD.edge("down") & BOARD.edge("right")) == ["2901"]


def test_it_is_drawn_with_north_at_the_top() -> None:
    (u, v), (east, _), (_, south) = (BOARD.spot(BOARD.place(label)) for label in ("1510", "1509", "1710"))
    assert east > u and south < v


@pytest.mark.parametrize(
    ("a", "b"),
    pairs(
        "0810-0911 0911-0912 1507-1607 1607-1708 1708-1709 1708-1807 1708-1808 1709-1808 1807-1808 1808-1908 1407-1508 "
        "1508-1607 1510-1610 1610-1611 1610-1710 1610-1711 1611-1612 1410-1411 1411-1512 1512-1612 0312-0411 0810-0910 "
        "1808-1909 0920-1020 0919-1018 0818-0919 1406-1407 1406-1507 1807-1907 1907-1908 1710-1711 1611-1712 1711-1712 "
        "1513-1514"
    ),
)
def test_adjacent(a: str, b: str) -> None:
    assert adjacent(a, b)


@pytest.mark.parametrize(("a", "b"), pairs("0810-0909 1507-1608 1709-1908 1709-1711 1510-1611 1808-1907"))
def test_two_hexes_apart(a: str, b: str) -> None:
    assert distance(a, b) == 2


@pytest.mark.parametrize(
    ("label", "around"),
    [("1708", "1707 1709 1607 1608 1807 1808"), ("1610", "1609 1611 1510 1511 1710 1711")],
)
def test_neighbours(label: str, around: str) -> None:
    assert sorted(BOARD.names(BOARD.around[BOARD.place(label)])) == sorted(hexes(around))


@pytest.mark.parametrize(
    ("a", "b", "far"), [("1510", "1610", 1), ("1510", "1712", 3), ("0920", "0818", 2), ("1117", "1013", 4)]
)
def test_distances(a: str, b: str, far: int) -> None:
    assert distance(a, b) == far


# land, sea and edges (c1, c3)


def test_every_land_hex_can_be_reached_and_every_country_is_in_one_piece() -> None:
    straits = MAP.sides("sea")
    assert BOARD.flood(at("2018"), LAND, straits) == LAND
    for name in ("germany", "france", "belgium", "holland", "luxembourg"):
        own = COUNTRY[name]
        assert own and BOARD.flood(own & -own, own, straits) == own


def test_every_land_hex_has_a_country_and_no_water_has_one() -> None:
    assert sum(COUNTRY[name] for name in COUNTRY if name) & LAND == LAND
    assert COUNTRY[""] == SEA | MAP.terrain["lake"]


def test_west_and_south_edge_are_french_and_the_east_edge_is_german() -> None:
    west, south, east = (BOARD.edge(side) & LAND for side in ("left", "down", "right"))
    assert west.bit_count() == 14 and west & ~COUNTRY["france"] == 0
    assert south.bit_count() == 19 and south & ~COUNTRY["france"] == 0
    assert east and east & ~COUNTRY["germany"] == 0


def test_every_terrain_of_the_chart_is_on_the_map() -> None:
    assert all(MAP.terrain[name] for name in ("clear", "forest", "hills", "hilly_forest", "mountain", "swamp"))
    assert all(len(sides) for sides in RIVERS.values())
    assert not len(RIVERS["minor"] & RIVERS["major"])


def test_switzerland_is_outside_the_game() -> None:
    assert COUNTRY["switzerland"] == MAP.terrain["outside"]


def test_the_north_west_is_sea() -> None:
    assert SEA & BOARD.edge("up") & BOARD.edge("left")
    assert BOARD.names(SEA)[-1] < "1600" and SEA.bit_count() == 95


@pytest.mark.parametrize("label", ["0818", "0920", "1020"])
def test_the_ports_are_french_coastal_towns(label: str) -> None:
    assert MAP.sites("port") & at(label) & COASTAL & URBAN & COUNTRY["france"]
    assert MAP.sites("port").bit_count() == 3


def test_calais_is_no_hex_in_germany() -> None:
    """R03: 0901 is a misprint of the book."""
    assert MAP.places["Calais"] == BOARD.place("0920")
    assert COUNTRY["germany"] & at("0901")


# every hex number of the text (c2)


@pytest.mark.parametrize(
    ("country", "listed"),
    [
        ("holland", "0308 0310 0312 0411 0509 0510 0709 1009"),
        ("belgium", "0810 0812 0911 0912 0913 1010 1012 1013 1110 1111 1309 1208 1308 1410 1510"),
        ("germany", "0607 0908 1207 1307 1406 1407 1506 1507 1603 1606 1703 1704 1901 2503"),
        ("luxembourg", "1508 1607 1708"),
        (
            "france",
            "0818 0920 1016 1018 1020 1117 1215 1216 1313 1512 1514 1610 1611 1612 1709 1710 1711 1712 1806 1807 1808 "
            "1904 1905 1906 1907 1908 2002 2004 2018 2103 2118 2119 2404 2506 2604 2807",
        ),
    ],
)
def test_countries_of_named_hexes(country: str, listed: str) -> None:
    assert [label for label in hexes(listed) if not COUNTRY[country] & at(label)] == []


@pytest.mark.parametrize(
    ("terrain", "listed"),
    [("clear", "0911 0912 1607 1708 1610"), ("hills", "1709 1808"), ("forest", "1508")],
)
def test_terrain_of_named_hexes(terrain: str, listed: str) -> None:
    assert [word(MAP.terrain, label) for label in hexes(listed)] == [terrain] * len(hexes(listed))


@pytest.mark.parametrize("label", hexes("0911 0912 1010 1611 1708 1709 1807 1808 1908 0607 0908 1207 1307"))
def test_no_town_or_city_there(label: str) -> None:
    assert not URBAN & at(label)


@pytest.mark.parametrize("label", hexes("1607 1610"))
def test_a_town_at_most(label: str) -> None:
    assert not MAP.sites("city") & at(label)


@pytest.mark.parametrize("label", hexes("1611 1807 1908"))
def test_nothing_there_ignores_a_retreat(label: str) -> None:
    assert word(MAP.terrain, label) not in ("mountain", "swamp")
    assert not (URBAN | MAP.sites("fortress")) & at(label)


@pytest.mark.parametrize(
    ("a", "b", "river"),
    [
        ("1507", "1607", "minor"), ("1610", "1611", "minor"), ("1610", "1711", "minor"), ("1508", "1607", ""),
        ("1607", "1708", ""), ("1708", "1808", ""), ("0911", "0912", ""), ("0312", "0411", ""), ("1407", "1508", ""),
        ("1610", "1710", ""),
    ],
)  # fmt: skip
def test_rivers_of_the_examples(a: str, b: str, river: str) -> None:
    for kind, sides in RIVERS.items():
        assert (crosses(a, b, sides), crosses(b, a, sides)) == (kind == river, kind == river)


@pytest.mark.parametrize(
    ("a", "b", "line"),
    [
        ("1510", "1610", "minor"), ("1708", "1709", "major"), ("1708", "1807", "major"), ("1708", "1808", "major"),
        ("1808", "1709", ""), ("1709", "1808", ""), ("1808", "1807", ""), ("1807", "1808", ""), ("1908", "1808", ""),
        ("1610", "1611", ""), ("1610", "1710", ""), ("1410", "1411", ""), ("1411", "1512", ""), ("1709", "1708", ""),
    ],
)  # fmt: skip
def test_lines_of_the_examples(a: str, b: str, line: str) -> None:
    """A line bars the step into the hex it belongs to, never the step out of it."""
    for kind in ("minor", "major"):
        assert crosses(a, b, LINES[kind]) == (kind == line)
    if line:
        assert crosses(a, b, MAP.sides("owner:france")) and not crosses(b, a, MAP.sides("owner:france"))


@pytest.mark.parametrize("label", hexes("1709 1807 1808"))
def test_borders_of_1708(label: str) -> None:
    assert word(COUNTRY, label) != word(COUNTRY, "1708")


# cities and towns (c3)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Antwerp", "0812"), ("Ghent", "0915"), ("Bruges", "0716"), ("Ostend", "0717"), ("Mons", "1213"),
        ("Charleroi", "1212"), ("Namur", "1211"), ("Amsterdam", "0210"), ("Utrecht", "0310"), ("The Hague", "0312"),
        ("Rotterdam", "0411"), ("Breda", "0611"), ("Arras", "1217"), ("Cambrai", "1316"), ("Amiens", "1418"),
        ("Abbeville", "1320"), ("Saint-Quentin", "1515"), ("Laon", "1714"), ("Reims", "1813"), ("Sedan", "1610"),
        ("Verdun", "1909"), ("Metz", "1907"), ("Nancy", "2107"), ("Strasbourg", "2103"), ("Épinal", "2307"),
        ("Châlons", "2012"), ("Troyes", "2313"), ("Rouen", "1722"), ("Dunkerque", "0818"), ("Boulogne", "1020"),
        ("Bastogne", "1509"), ("Dinant", "1311"), ("Givet", "1411"), ("Aachen", "1108"), ("Saarbrücken", "1805"),
        ("Brussels", "1013"), ("Lille", "1117"), ("Liège", "1110"), ("Dieppe", "1522"), ("Luxembourg", "1607"),
        ("Eben-Emael", "1010"),
    ],
)  # fmt: skip
def test_places(name: str, label: str) -> None:
    assert MAP.places[name] == BOARD.place(label)


@pytest.mark.parametrize("label", hexes("0411 1013 0812 1117 2103 2018 2118 2119"))
def test_cities(label: str) -> None:
    assert MAP.sites("city") & at(label)


@pytest.mark.parametrize(("country", "least"), [("france", 4), ("belgium", 2), ("holland", 1)])
def test_each_ally_has_cities_of_its_own(country: str, least: int) -> None:
    assert (MAP.sites("city") & COUNTRY[country] & ~MAP.sites("paris")).bit_count() >= least


def test_cities_and_towns_are_few() -> None:
    assert 20 <= MAP.sites("city").bit_count() <= 25
    assert 60 <= MAP.sites("town").bit_count() <= 80
    assert not MAP.sites("city") & MAP.sites("town")
    assert MAP.sites("city") | MAP.sites("town") == URBAN and not URBAN & ~LAND


def test_paris_is_three_hexes_next_to_each_other() -> None:
    assert MAP.sites("paris") == at("2018") | at("2118") | at("2119")
    assert adjacent("2018", "2118") and adjacent("2018", "2119") and adjacent("2118", "2119")


def test_1612_is_nearer_to_a_french_city_than_1611() -> None:
    """Retreats lead toward supply (R84)."""
    cities = BOARD.names(MAP.sites("city") & COUNTRY["france"])
    assert any(distance("1612", city) < distance("1611", city) for city in cities)


# fortifications (c3)


@pytest.mark.parametrize("label", hexes("1313 1215 1709 1806 1807 1905 1906 1904 1016 2404 2604 2807 2002 1009 0510"))
def test_the_hex_of_a_fortress_unit_has_a_fortification_of_its_own(label: str) -> None:
    guarded = MAP.sides("fortified") & MAP.sides(f"owner:{word(COUNTRY, label)}")
    assert any(beyond & at(label) for beyond in guarded.beyond)


def test_the_fortress_of_1010_is_fortified_all_round() -> None:
    assert MAP.sites("fortress") == at("1010")
    assert MAP.sides("fortress_wall") == BOARD.sides_between(BOARD.around[BOARD.place("1010")], at("1010"), True)


def test_the_west_wall_is_the_whole_german_border_and_faces_out() -> None:
    others = ALLIES | COUNTRY["luxembourg"]
    assert MAP.sides("west_wall") == BOARD.sides_between(others, COUNTRY["germany"], one_way=True)


def test_the_maginot_line_has_both_classes_and_ends_before_the_northern_frontier() -> None:
    maginot, belgian = MAP.sides("maginot"), BOARD.sides_between(COUNTRY["belgium"], COUNTRY["france"], one_way=True)
    assert len(maginot & LINES["minor"]) and len(maginot & LINES["major"])
    assert maginot & MAP.sides("owner:france") == maginot
    assert (maginot & belgian).beyond == BOARD.sides(
        [(BOARD.place(a), BOARD.place("1709")) for a in ("1608", "1609")], True
    ).beyond
    assert LINES["major"] & maginot == LINES["major"]


@pytest.mark.parametrize("label", hexes("1901 2001 2102 2202 2303 2402 2503"))
def test_the_german_7th_army_has_the_west_wall_along_the_rhine(label: str) -> None:
    """20.1g; R22: its fortress units are supplied behind a German line."""
    rhine = BOARD.names(BOARD.around[BOARD.place(label)] & COUNTRY["france"])
    assert rhine and COUNTRY["germany"] & at(label)
    assert all(crosses(b, label, MAP.sides("west_wall")) and crosses(b, label, MAP.course("Rhine")) for b in rhine)


def test_every_wall_guards_a_hex_of_its_owner() -> None:
    for owner in ("france", "belgium", "holland", "germany"):
        for beyond in MAP.sides(f"owner:{owner}").beyond:
            assert not beyond & ~COUNTRY[owner]
    owned = [MAP.sides(f"owner:{owner}") for owner in ("france", "belgium", "holland", "germany")]
    assert owned[0] | owned[1] | owned[2] | owned[3] == MAP.sides("fortified")


# movement (B3, e5)


@pytest.mark.parametrize(
    ("a", "b", "infantry"),
    [("1507", "1607", 2), ("1607", "1708", 1), ("1708", "1808", 2), ("1407", "1508", 2), ("1508", "1607", 1)],
)
def test_costs_of_the_example(a: str, b: str, infantry: int) -> None:
    assert cost(a, b, mechanised=False) == infantry


@pytest.mark.parametrize("route", ["1409 1410 1411 1512", "1510 1610 1710"])
def test_half_a_panzers_move_is_enough(route: str) -> None:
    assert sum(cost(a, b) for a, b in pairwise(hexes(route))) <= 4


@pytest.mark.parametrize("start", ["1207", "1307"])
def test_kluge_reaches_1510_and_a_neighbour_of_1410_on_the_first_turn(start: str) -> None:
    reached = cheapest(start, 8)
    assert reached & at("1510")
    assert reached & BOARD.around[BOARD.place("1410")] & ~at("1510") & COUNTRY["belgium"]


@pytest.mark.parametrize("route", ["1207 1308 1408 1509 1510", "1207 1308 1408 1409"])
def test_routes_through_the_ardennes(route: str) -> None:
    assert sum(cost(a, b) for a, b in pairwise(hexes(route))) <= 8


# room for set-up (R96, e5)


def nearer(label: str) -> list[str]:
    """The listed hex and the neighbours in its country that are strictly closer to the frontier."""
    own = word(COUNTRY, label)
    enemies = {"germany": ALLIES | COUNTRY["luxembourg"]}.get(own, LAND & ~ALLIES | COUNTRY["belgium"])
    far = {a: min(distance(a, b) for b in BOARD.names(enemies)) for a in BOARD.names(COUNTRY[own] & LAND)}
    around = BOARD.names(BOARD.around[BOARD.place(label)])
    return [label, *(other for other in around if far.get(other, 99) < far[label])]


@pytest.mark.parametrize(
    ("label", "points", "wanted"),
    [
        ("0607", 12, ""), ("0908", 12, ""), ("1307", 13, ""), ("1207", 13, ""), ("1406", 11, "1507 1407"),
        ("1506", 9, "1606"), ("1603", 12, "1703 1704"), ("2103", 12, ""), ("1018", 12, "1017 0918"),
        ("1216", 13, "1116 1215"), ("1514", 13, "1513 1413"), ("1712", 10, "1611 1711"), ("1907", 14, "1807"),
        ("2004", 6, ""), ("2506", 12, "2505"), ("1117", 11, ""),
    ],
)  # fmt: skip
def test_more_than_half_of_an_army_fits_at_or_before_its_hex(label: str, points: int, wanted: str) -> None:
    found = nearer(label)
    assert set(hexes(wanted)) <= set(found)
    room = limit(label) + sum(limit(other) for other in found[1:])
    assert room > points / 2 and limit(label) >= 7


@pytest.mark.parametrize("label", hexes("0607 0908 1207 1307 2103"))
def test_these_armies_stand_on_the_frontier(label: str) -> None:
    assert nearer(label) == [label]


def test_1908_is_no_nearer_to_the_frontier_than_1907() -> None:
    assert "1908" not in nearer("1907")


@pytest.mark.parametrize(("label", "points"), [("0310", 6), ("0510", 4), ("0312", 3)])
def test_room_for_the_dutch(label: str, points: int) -> None:
    assert limit(label) >= points
    assert not COASTAL & at("0310") and COASTAL & at("0312")
