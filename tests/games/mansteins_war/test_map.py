"""Every statement the rules, their examples and the rulings make about the map, proven against the map file."""

from __future__ import annotations

from functools import reduce
from operator import or_
from pathlib import Path

import pytest

import meuse.games
from meuse.board import HexMap, Sides, read_hex_map
from meuse.engine.data import DataFolder

DATA = Path(meuse.games.__file__).parent / "mansteins_war" / "data"


def own_map() -> HexMap:
    """The map by itself, without the game."""
    return read_hex_map(DataFolder(DATA))


MAP = own_map()
BOARD = MAP.board
COUNTRY = MAP.country
SEA = MAP.ground("sea")
OCEAN = MAP.sides("ocean")
LAND = BOARD.everything & ~MAP.ground("barred")
COASTAL = (BOARD.zones(SEA, Sides()) | OCEAN.touched) & LAND
URBAN, DEPOT, PORT, FORT = (MAP.sites(tag) for tag in ("urban", "depot", "port", "fort"))
ALLIED = COUNTRY["france"] | COUNTRY["belgium"] | COUNTRY["netherlands"] | COUNTRY["luxembourg"]
NATIONS = ("germany", "netherlands", "belgium", "luxembourg", "france")

GAZETTEER = {
    "germany": """1934 Ruhr *D, 1835 Cologne *D, 1636 Aachen *Dm, 1838 Trier *D, 1739 Orscholz m, 2139 Mannheim *D,
        2241 Stuttgart *D, 1839 Saarbrücken *m, 1633 Kleve tm, 1738 Bitburg m, 1940 Pirmasens m, 2040 Landau m,
        2041 Kehl m, 2043 Freiburg tm, 2138 Frankfurt *, 1937 Koblenz *, 1836 Bonn t, 1735 Mönchengladbach t,
        1734 Wesel t, 1933 Münster t, 1932 Lingen t, 2032 Osnabrück t, 2130 Bremen *, 1829 Emden tC,
        2039 Kaiserslautern t, 2140 Karlsruhe t, 2035 Siegen t, 2134 Paderborn t""",
    "netherlands": """1432 Amsterdam *DC, 1333 Rotterdam *DPC, 1533 Utrecht *m, 1530 Kornwerderzand mC, 1632 Arnhem t,
        1631 Zwolle t, 1730 Groningen t, 1534 Eindhoven t, 1434 Breda t, 1234 Vlissingen tC, 1430 Den_Helder tC,
        1634 Venlo t, 1635 Maastricht t, 1332 The_Hague tC""",
    "belgium": """1336 Brussels *D, 1335 Antwerp *DPm, 1537 Eben_Emael *m, 1436 Namur *m, 1034 Ostend *PC,
        1135 Bruges tC, 1235 Ghent *, 1337 Charleroi t, 1236 Mons t, 1536 Hasselt t, 1437 Dinant t, 1538 Bastogne t,
        1539 Arlon t, 1035 Ypres t""",
    "luxembourg": "1639 Luxembourg *, 1638 Clervaux -",
    "france": """0941 Paris *D, 1036 Lille *Dm, 1340 Reims *D, 1641 Nancy *D, 0843 Orléans *D, 1444 Dijon *D,
        0539 Le_Havre *PC, 0738 Dieppe tPC, 0736 Boulogne tPC, 0835 Calais tPC, 0935 Dunkirk tPC, 0739 Rouen *,
        0938 Amiens *, 0837 Abbeville t, 1037 Arras t, 1237 Maubeuge tm, 1138 Saint-Quentin t, 1239 Laon t,
        1039 Compiègne t, 1140 Soissons t, 1341 Châlons t, 1439 Sedan t, 1540 Verdun tm, 1640 Metz *M,
        1740 Thionville tM, 1840 Sarreguemines M, 1941 Bitche M, 1942 Strasbourg *M, 1943 Colmar tM, 1944 Mulhouse tm,
        1844 Belfort *m, 1743 Épinal t, 1744 Vesoul t, 1441 Saint-Dizier t, 1541 Bar-le-Duc t, 1543 Chaumont t,
        1544 Langres t, 1242 Troyes t, 1144 Auxerre t, 1041 Melun t, 1043 Montargis t, 0742 Chartres t, 0740 Évreux t,
        0543 Le_Mans *, 0644 Blois t, 0439 Caen tC""",
}
PLACES = [(nation, *entry.split()) for nation, text in GAZETTEER.items() for entry in text.split(",")]


def at(label: str) -> int:
    return 1 << BOARD.place(label)


def mask(labels: str) -> int:
    return reduce(or_, map(at, labels.split()), 0)


def named(*names: str) -> int:
    return reduce(or_, (1 << MAP.places[name] for name in names))


def distance(a: str, b: str) -> int:
    return BOARD.distance(BOARD.place(a), BOARD.place(b))


def crosses(a: str, b: str, sides: Sides) -> bool:
    return BOARD.crosses(BOARD.place(a), BOARD.place(b), sides)


# the grid (c1)


def test_the_sheet_has_columns_04_to_22_and_rows_28_to_44() -> None:
    assert len(BOARD.hexes) == 19 * 17 == 323
    assert BOARD.names(BOARD.edge("left") & BOARD.edge("up")) == ["0428"]
    assert at("0444") & BOARD.edge("left") & BOARD.edge("down") and at("2244") & BOARD.edge("right")
    assert "2245" not in BOARD.numbers


@pytest.mark.parametrize(
    ("label", "around"),
    [
        ("0539", "0538 0540 0438 0439 0638 0639"),
        ("1537", "1536 1538 1436 1437 1636 1637"),
        ("1636", "1635 1637 1536 1537 1736 1737"),
    ],
)
def test_odd_columns_lie_half_a_hex_further_north(label: str, around: str) -> None:
    assert BOARD.around[BOARD.place(label)] == mask(around)


def test_it_is_drawn_with_north_at_the_top() -> None:
    (u, v), (east, _), (_, south) = (BOARD.spot(BOARD.place(label)) for label in ("0941", "1934", "0944"))
    assert east > u and south < v
    assert MAP.file.style.hex_km == pytest.approx(40, abs=2)


def test_the_west_edge_in_france_is_0439_to_0444() -> None:
    assert BOARD.edge("left") & COUNTRY["france"] == mask("0439 0440 0441 0442 0443 0444")
    assert BOARD.edge("left") & LAND == BOARD.edge("left") & COUNTRY["france"]


def test_the_east_edge_is_german_from_2228_to_2244() -> None:
    assert BOARD.edge("right") == BOARD.edge("right") & COUNTRY["germany"] & LAND
    assert BOARD.names(BOARD.edge("right")) == [f"22{row}" for row in range(28, 45)]


def test_the_south_edge_is_french_then_swiss_then_german() -> None:
    south = [f"{column:02}44" for column in range(4, 23)]
    assert mask(" ".join(south)) & ~BOARD.edge("down") == 0
    assert COUNTRY["france"] & BOARD.edge("down") == mask(" ".join(south[:16]))
    assert COUNTRY["switzerland"] == mask("2044 2144") and COUNTRY["germany"] & at("2244")


# sea, coast and countries (c1, c2)


@pytest.mark.parametrize(("a", "b"), [("0539", "0540"), ("0539", "0439")])
def test_the_mouth_of_the_seine_is_ocean_between_usable_hexes(a: str, b: str) -> None:
    assert crosses(a, b, OCEAN) and crosses(b, a, OCEAN)
    assert LAND & at(a) and LAND & at(b)


def test_a_unit_walks_round_the_mouth_of_the_seine() -> None:
    assert BOARD.flood(at("0539"), LAND, OCEAN) & mask("0439 0540") == mask("0439 0540")


def test_every_land_hex_can_be_reached_and_every_country_is_in_one_piece() -> None:
    assert BOARD.flood(at("0941"), LAND, OCEAN) == LAND
    for nation in NATIONS:
        own = COUNTRY[nation]
        assert own and BOARD.flood(own & -own, own, OCEAN) == own


def test_every_land_hex_has_a_country_of_the_game() -> None:
    assert reduce(or_, (COUNTRY[nation] for nation in NATIONS)) == LAND
    assert COUNTRY[""] == SEA


def test_nobody_enters_england_and_switzerland() -> None:
    assert COUNTRY["england"] | COUNTRY["switzerland"] == MAP.terrain["outside"]
    assert MAP.terrain["outside"] | SEA == MAP.ground("barred")
    assert BOARD.zones(COUNTRY["england"], Sides()) & LAND == 0


@pytest.mark.parametrize(
    ("nation", "labels"),
    [("france", "0935 1237"), ("netherlands", "1635"), ("luxembourg", "1638 1639"), ("germany", "1633 1738 2244")],
)
def test_countries_of_hexes_on_the_borders(nation: str, labels: str) -> None:
    assert mask(labels) & ~COUNTRY[nation] == 0


def test_luxembourg_is_two_hexes_and_switzerland_lies_between_france_and_germany() -> None:
    assert COUNTRY["luxembourg"].bit_count() == 2
    beside = BOARD.zones(COUNTRY["switzerland"], Sides())
    assert beside & COUNTRY["france"] and beside & COUNTRY["germany"]


@pytest.mark.parametrize("nation", ["netherlands", "belgium", "luxembourg", "france"])
def test_the_front_line_runs_along_the_german_border(nation: str) -> None:
    assert BOARD.zones(COUNTRY["germany"], OCEAN) & COUNTRY[nation]


def test_france_has_coast_and_inland_hexes() -> None:
    assert COASTAL & COUNTRY["france"] == mask("0439 0539 0540 0638 0736 0738 0835 0836 0837 0935")


def test_what_is_marked_coastal_touches_the_sea() -> None:
    assert [name for _, label, name, flags in PLACES if "C" in flags and not COASTAL & at(label)] == []


def test_towns_inland_are_not_coastal() -> None:
    """R22: Antwerp is a port, though not on the sea; Abbeville and Zwolle touch water on this map."""
    found = [name for _, label, name, flags in PLACES if "C" not in flags and COASTAL & at(label)]
    assert sorted(found) == ["Abbeville", "Zwolle"]


# places (c3, c11)


@pytest.mark.parametrize(("nation", "label", "name", "flags"), PLACES)
def test_places(nation: str, label: str, name: str, flags: str) -> None:
    here = at(label)
    assert MAP.places[name.replace("_", " ")] == BOARD.place(label)
    assert here & COUNTRY[nation] & LAND
    kinds = {"*": "city", "t": "town", "D": "depot", "P": "port", "M": "major_fort", "m": "minor_fort"}
    assert {flag for flag, tag in kinds.items() if MAP.sites(tag) & here} == set(flags) - {"C", "-"}


def test_there_are_no_other_places() -> None:
    assert sorted(MAP.places) == sorted(name.replace("_", " ") for _, _, name, _ in PLACES)
    assert len({place.hex for place in MAP.landmarks}) == len(PLACES) == 104


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Ruhr", "1934"), ("Paris", "0941"), ("Eben Emael", "1537"), ("Saarbrücken", "1839"), ("Aachen", "1636"),
        ("Kleve", "1633"), ("Bitburg", "1738"),
    ],
)  # fmt: skip
def test_hexes_of_the_text(name: str, label: str) -> None:
    place = next(place for place in MAP.landmarks if place.name == name)
    assert place.hex == label and place.source.startswith("text")


def test_railways_are_not_drawn_and_run_between_cities_and_towns() -> None:
    assert MAP.paths == [] and MAP.sites("city") | MAP.sites("town") == URBAN
    for nation in NATIONS:
        assert MAP.sites("city") & COUNTRY[nation]
    assert not MAP.sites("city") & MAP.sites("town") and not MAP.sites("locality") & URBAN


def test_depots() -> None:
    assert DEPOT & COUNTRY["france"] == named("Paris", "Lille", "Reims", "Nancy", "Orléans", "Dijon")
    assert DEPOT & COUNTRY["belgium"] == named("Brussels", "Antwerp")
    assert DEPOT & COUNTRY["netherlands"] == named("Amsterdam", "Rotterdam")
    assert (DEPOT & COUNTRY["germany"]).bit_count() == 6 and DEPOT & ~URBAN == 0


def test_channel_ports_are_the_french_ones_and_ostend() -> None:
    """R22."""
    assert MAP.sites("channel_port") == PORT & COUNTRY["france"] | named("Ostend")
    assert PORT & ~MAP.sites("channel_port") == named("Antwerp", "Rotterdam")
    assert MAP.sites("channel_port") & ~COASTAL == 0 and PORT & ~URBAN == 0


def test_capitulation() -> None:
    assert MAP.sites("surrender") & COUNTRY["france"] == DEPOT & COUNTRY["france"]
    assert MAP.sites("surrender") & COUNTRY["belgium"] == named("Brussels", "Antwerp", "Eben Emael")
    assert MAP.sites("surrender") & COUNTRY["netherlands"] == named("Amsterdam", "Rotterdam")
    assert MAP.sites("surrender") & ~ALLIED == 0


def test_open_cities_and_morale() -> None:
    assert MAP.sites("open_city") == named("Rotterdam", "Antwerp", "Brussels", "Paris")
    assert MAP.sites("morale") == named("Eben Emael", "Antwerp", "Rotterdam", "Lille", "Sedan", "Paris")
    assert MAP.sites("open_city") & ~MAP.sites("city") == 0


# fortifications (c4)


def test_the_westwall() -> None:
    assert MAP.sites("westwall") == mask("1633 1636 1738 1739 1839 1940 2040 2041 2043")
    assert FORT & COUNTRY["germany"] == MAP.sites("westwall") == MAP.sites("german_fort")


def test_the_maginot_line() -> None:
    line = MAP.sites("maginot")
    assert line == MAP.sites("major_fort") == mask("1640 1740 1840 1941 1942 1943")
    assert line & ~BOARD.zones(COUNTRY["germany"], Sides()) == at("1640")


def test_forts_by_country_and_kind() -> None:
    counts = {nation: (FORT & COUNTRY[nation]).bit_count() for nation in NATIONS}
    assert counts == {"germany": 9, "netherlands": 2, "belgium": 3, "luxembourg": 0, "france": 11}
    assert MAP.sites("major_fort") | MAP.sites("minor_fort") == FORT
    assert not MAP.sites("major_fort") & (MAP.sites("minor_fort") | COUNTRY["germany"])
    assert MAP.sites("allied_fort") == FORT & ALLIED


def test_allied_fortresses_with_units() -> None:
    assert FORT & COUNTRY["belgium"] == named("Eben Emael", "Antwerp", "Namur")
    assert FORT & COUNTRY["netherlands"] == named("Utrecht", "Kornwerderzand")


@pytest.mark.parametrize(
    ("supply", "forts"),
    [
        ("1138", "1036 1237"), ("1339", "1237 1540"), ("1740", "1640 1740 1840 1941"), ("1843", "1942 1844"),
    ],
)  # fmt: skip
def test_fortress_units_find_forts_within_two_hexes(supply: str, forts: str) -> None:
    """21.1d: two fortress units of 1AG, four of 2AG, two of 3AG."""
    assert COUNTRY["france"] & at(supply)
    near = BOARD.disc(BOARD.place(supply), 2) & FORT & COUNTRY["france"]
    assert mask(forts) & ~near == 0


def test_lille_lets_the_first_army_group_face_belgium() -> None:
    """e: without it both fortress units fit only with the supply unit at 1339 or farther east."""
    forts = FORT & COUNTRY["france"]
    west = BOARD.members(COUNTRY["france"] & MAP.lines(4, 12))
    assert any((BOARD.disc(hexa, 2) & forts).bit_count() > 1 for hexa in west)
    assert not any((BOARD.disc(hexa, 2) & forts & ~named("Lille")).bit_count() > 1 for hexa in west)


# victory points (3.4, 3.5)


@pytest.mark.parametrize(
    ("points", "names"),
    [
        ("10", ["Paris"]), ("4", ["Antwerp", "Rotterdam"]),
        ("3", ["Brussels", "Amsterdam", "Lille", "Reims", "Nancy", "Orléans", "Dijon", "Le Havre", "Dieppe", "Boulogne",
               "Calais", "Dunkirk", "Ostend"]),
        ("1", ["Metz", "Thionville", "Sarreguemines", "Bitche", "Strasbourg", "Colmar"]),
    ],
)  # fmt: skip
def test_what_the_germans_score(points: str, names: list[str]) -> None:
    assert MAP.sites(f"vp:{points}") & ALLIED == named(*names)


@pytest.mark.parametrize(
    ("points", "hexes"),
    [
        ("5", at("1934")),
        ("3", DEPOT & COUNTRY["germany"] & ~at("1934")),
        ("2", MAP.sites("westwall") & ~DEPOT),
    ],
)
def test_what_the_allies_score(points: str, hexes: int) -> None:
    """3.5g: Aachen is a depot and a Westwall hex, and scores as a depot."""
    assert MAP.sites(f"vp:{points}") & COUNTRY["germany"] == hexes


def test_all_the_german_objectives_are_worth_63() -> None:
    assert sum(n * (MAP.sites(f"vp:{n}") & ALLIED).bit_count() for n in (10, 4, 3, 1)) == 63
    assert sum(MAP.sites(f"vp:{n}").bit_count() for n in range(1, 11)) == 22 + 14


# terrain (c5, c11)


@pytest.mark.parametrize(
    ("terrain", "labels"),
    [
        ("rough", "1437 1538 1637 1638 1737 1738 1842 1843 2035 2036 2141 2142 2143"),
        ("forest", "1440 1439 1438 1539 1938 1939 1633 1039 1632"),
    ],
)
def test_rough_and_forest(terrain: str, labels: str) -> None:
    assert MAP.terrain[terrain] == mask(labels)


def test_the_rest_is_clear() -> None:
    assert MAP.terrain["clear"] == LAND & ~MAP.terrain["rough"] & ~MAP.terrain["forest"]


def test_armies_of_every_country_stand_clear_of_rough_ground() -> None:
    """8.4.1: the Ardennes bar armies, but there is a way round them."""
    open_ground = LAND & ~MAP.terrain["rough"]
    assert BOARD.flood(at("0941"), open_ground, OCEAN) == open_ground


# rivers (c11)


@pytest.mark.parametrize(
    ("river", "labels"),
    [
        ("Rhine", "2138 1937 1835 1734 1632 1944 1943 1942"), ("Lek", "1533 1333"),
        ("Meuse", "1540 1439 1437 1436 1537 1635 1634"), ("Moselle", "1743 1641 1640 1740 1838 1937"),
        ("Scheldt", "1235 1335"), ("Albert Canal", "1335 1536"), ("Somme", "1038 0938 0837"), ("Oise", "1039 0941"),
        ("Aisne", "1140 1039"), ("Marne", "1341 0941"), ("Seine", "1242 0941 0739 0539"), ("Loire", "0843 0644"),
        ("IJssel", "1632 1631"),
    ],
)  # fmt: skip
def test_rivers_pass_their_towns(river: str, labels: str) -> None:
    course = MAP.course(river)
    assert mask(labels) & ~course.touched == 0
    assert course & MAP.sides("river") == course


def test_these_are_all_the_rivers() -> None:
    assert len({entry.name for entry in MAP.file.hexside if entry.kind != "sea"}) == 13
    assert not len(MAP.sides("river") & OCEAN) and MAP.sides("river").touched & ~(LAND | at("2044")) == 0


def test_the_rhine_is_the_border_from_row_41_south() -> None:
    border = BOARD.sides_between(mask("1941 1942 1943 1944"), mask("2041 2042 2043 2044"))
    assert MAP.course("Rhine") & border == border and len(border) == 7


def test_a_river_lies_before_a_forest() -> None:
    """W4: a unit crosses the Meuse into the woods of Sedan."""
    assert crosses("1438", "1439", MAP.sides("river")) and MAP.terrain["forest"] & at("1439")


# distances (e, examples)


@pytest.mark.parametrize(
    ("a", "b", "far"),
    [
        ("Aachen", "Paris", 8), ("Trier", "Paris", 9), ("Aachen", "Abbeville", 8), ("Aachen", "Boulogne", 9),
        ("Trier", "Orléans", 10), ("Aachen", "Eben Emael", 1), ("Ruhr", "Paris", 12),
    ],
)  # fmt: skip
def test_distances(a: str, b: str, far: int) -> None:
    assert BOARD.distance(MAP.places[a], MAP.places[b]) == far


def test_airborne_troops_reach_rotterdam_from_cologne_but_not_from_stuttgart() -> None:
    """18.0e: ten hexes."""
    assert distance("1835", "1333") <= 10 < distance("2241", "1333")


def test_an_air_zone_over_dunkirk_is_seven_hexes_with_the_sea() -> None:
    zone = BOARD.disc(BOARD.place("0935"), 1)
    assert zone.bit_count() == 7 and zone & SEA


# provenance


@pytest.mark.parametrize("layer", ["terrain", "country"])
def test_every_hex_says_where_it_comes_from(layer: str) -> None:
    told = [label for entry in MAP.file.provenance if entry.layer == layer for label in entry.hexes]
    assert sorted(told) == sorted(BOARD.numbers)


def test_every_place_and_river_says_where_it_comes_from() -> None:
    sources = [place.source for place in MAP.landmarks] + [entry.source for entry in MAP.file.hexside]
    assert all(source.startswith(("text", "reconstructed")) for source in sources)
