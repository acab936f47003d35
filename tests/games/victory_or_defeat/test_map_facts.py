"""Every statement the rulebook makes about the map, proven against the data."""

from __future__ import annotations

import pytest

from meuse.board import Sides
from meuse.games.victory_or_defeat.setting import (
    ARMY,
    BELGIUM,
    FRANCE,
    FRENCH,
    GERMANS,
    GERMANY,
    LUXEMBOURG,
    NETHERLANDS,
    NEUTRALS,
    SWITZERLAND,
)
from tests.games.victory_or_defeat.kit import GAME, MAP, clause

BOARD = MAP.board


def at(label: str) -> int:
    return 1 << BOARD.place(label)


def country(label: str) -> int | None:
    return MAP.country_of(BOARD.place(label))


def touching(hexes: int) -> int:
    return BOARD.zones(hexes, Sides()) & ~hexes


# the grid


def test_rows_run_from_10_to_42_and_odd_rows_begin_a_column_earlier() -> None:
    """1.2, 4.5: corners 1019, 1044, 4219, 4244; 3118 and 3619 both lie on the west edge."""
    assert len(BOARD.hexes) == 858
    assert BOARD.names(MAP.west & MAP.south) == ["1019"]
    assert BOARD.names(MAP.east & MAP.south) == ["1044"]
    assert BOARD.names(MAP.west & MAP.north) == ["4219"]
    assert BOARD.names(MAP.east & MAP.north) == ["4244"]
    assert MAP.west & at("3118") and MAP.west & at("3619") and not MAP.west & at("3119")


@pytest.mark.parametrize(("a", "b"), [("4238", "4239"), ("1431", "1432"), ("2731", "2732"), ("3633", "3634")])
def test_hexes_the_text_treats_as_neighbours_are_neighbours(a: str, b: str) -> None:
    assert BOARD.around[BOARD.place(a)] & at(b)


def test_the_dyle_breda_hexes_form_one_chain_that_ends_beside_eben_emael() -> None:
    """4.4: only this stagger makes 3633 to 3335 unbroken."""
    line = MAP.dyle_breda
    assert BOARD.names(line) == ["3335", "3435", "3436", "3534", "3633", "3634"]
    assert BOARD.flood(at("3633"), line, Sides()) == line
    assert touching(MAP.eben_emael) & line


# named hexes


@clause("3.6e")
def test_named_places_stand_where_the_text_puts_them() -> None:
    assert country("1043") == GERMANY and MAP.map.places["Munich"] == BOARD.place("1043")
    assert MAP.cities & at("1043")
    assert country("3633") == BELGIUM and MAP.map.places["Antwerp"] == BOARD.place("3633")
    assert country("3235") == BELGIUM and not MAP.ardennes & at("3235")
    assert country("2732") == BELGIUM and not MAP.ardennes & at("2732")
    assert country("2235") == FRANCE and MAP.gap == at("2235")
    assert country("2731") == country("1431") == FRANCE
    assert country("2534") == country("3538") == country("1432") == GERMANY


def test_liege_aachen_and_cologne_lie_in_row_31_from_west_to_east() -> None:
    """8.8 names the row by them."""
    labels = [BOARD.label(MAP.map.places[name]) for name in ("Liège", "Aachen", "Cologne")]
    assert [label[:2] for label in labels] == ["31", "31", "31"]
    assert labels == sorted(labels)


def test_french_units_can_enter_the_dyle_breda_hexes() -> None:
    assert not MAP.dyle_breda & ~MAP.land


@clause("4.5a")
def test_the_brittany_exit_is_six_land_hexes_of_france() -> None:
    assert BOARD.names(MAP.brittany) == ["3118", "3219", "3318", "3419", "3518", "3619"]
    assert not MAP.brittany & ~MAP.country[FRANCE]


def test_the_south_edge_is_french_in_the_west_and_swiss_further_east() -> None:
    """4.3, 4.6."""
    french = [int(label) for label in BOARD.names(MAP.south & MAP.country[FRANCE])]
    swiss = [int(label) for label in BOARD.names(MAP.south & MAP.country[SWITZERLAND])]
    assert french and swiss and max(french) < min(swiss)


@clause("8.7a")
def test_the_east_edge_has_german_hexes() -> None:
    assert MAP.east & MAP.country[GERMANY] & MAP.land


@clause("10.7a", "10.7b")
def test_the_zuiderzee_parts_two_land_hexes_of_the_north_edge() -> None:
    assert not MAP.zuiderzee & ~(MAP.land & MAP.north)
    assert BOARD.crosses(BOARD.place("4238"), BOARD.place("4239"), MAP.water)


# frontiers and forts


def fort_hexes(nation: int, scenario: str) -> int:
    forts = [p for p in GAME.setting(scenario).army if p.fort and p.nation == nation]
    hexes = sum({at(piece.hex) for piece in forts})
    assert hexes.bit_count() == len(forts)
    return hexes


@clause("3.7c")
def test_one_maginot_fort_in_every_french_border_hex_from_2731_to_1431_but_the_gap() -> None:
    """3.7 with 4.8: 15 counters, a chain that only the gap interrupts."""
    line = fort_hexes(FRENCH, "1940")
    assert line.bit_count() == 15 and line == MAP.maginot
    assert line & at("2731") and line & at("1431") and not line & MAP.gap
    chain = line | MAP.gap
    assert BOARD.flood(at("2731"), chain, Sides()) == chain
    north_east = MAP.country[GERMANY] | MAP.country[LUXEMBOURG] | MAP.country[BELGIUM]
    frontier = touching(north_east) & MAP.country[FRANCE]
    between = frontier & touching(MAP.country[GERMANY] | MAP.country[LUXEMBOURG])
    assert not between & ~chain
    assert all(touching(at(label)) & north_east for label in BOARD.names(chain))


def abroad() -> int:
    return MAP.country[FRANCE] | MAP.country[LUXEMBOURG] | MAP.country[BELGIUM] | MAP.country[NETHERLANDS]


def border_from(start: str, end: str) -> int:
    """German hexes touching the west, from one end to the other along the frontier."""
    frontier = touching(abroad()) & MAP.country[GERMANY]
    ends = {BOARD.place(start), BOARD.place(end)}
    assert all(frontier >> h & 1 for h in ends)
    rows = range(int(end[:2]), int(start[:2]) + 1)
    return sum(1 << h for h in BOARD.members(frontier) if int(BOARD.label(h)[:2]) in rows)


@clause("3.3b", "3.8d")
def test_one_west_wall_fort_in_every_german_border_hex() -> None:
    wall = fort_hexes(GERMANS, "1940")
    border = border_from("3538", "1432")
    beyond = {BOARD.place(label) for label in ("3539", "3540") if border & at(label)}  # the Dutch frontier past 3538
    assert set(BOARD.members(border)) - set(BOARD.members(wall)) <= beyond
    assert not wall & ~border
    assert fort_hexes(GERMANS, "1939") == wall & border_from("2534", "1432")


def test_the_moselle_runs_between_two_maginot_hexes_north_of_the_gap() -> None:
    """10.8."""
    assert len(MAP.moselle_in_line) >= 1
    rows = [int(label[:2]) for label in BOARD.names(MAP.moselle_in_line.touched)]
    assert min(rows) > 22


def test_no_fort_faces_switzerland_and_none_of_the_french_ones_belgium_alone() -> None:
    for nation in (FRENCH, GERMANS):
        for label in BOARD.names(fort_hexes(nation, "1940")):
            around = touching(at(label))
            assert around & ~(MAP.country[SWITZERLAND] | MAP.country[FRANCE if nation == FRENCH else GERMANY])


# countries and cities


def test_the_ardennes_have_room_for_three_corps_in_belgium_and_luxembourg() -> None:
    """3.8."""
    assert MAP.ardennes & MAP.country[BELGIUM]
    assert MAP.ardennes & MAP.country[LUXEMBOURG]


def test_each_neutral_has_room_for_its_army_one_unit_per_hex() -> None:
    """3.6."""
    for home, nation in ARMY.items():
        room = MAP.country[home] & MAP.land
        if home == BELGIUM:
            room &= ~(MAP.ardennes | MAP.belgian_ban)
        assert room.bit_count() >= sum(p.nation == nation and not p.fort for p in MAP.pieces)


def test_cities_the_rules_need() -> None:
    cities = [MAP.cities & hexes for hexes in MAP.country]
    assert MAP.paris.bit_count() == 3 and not MAP.paris & ~MAP.country[FRANCE]  # 4.7
    assert MAP.ruhr.bit_count() >= 2 and not MAP.ruhr & ~MAP.country[GERMANY]  # 4.1
    assert MAP.mediterranean.bit_count() == 2 and not MAP.mediterranean & ~cities[FRANCE]  # 4.6
    assert cities[NETHERLANDS].bit_count() >= 2  # 4.3
    assert cities[BELGIUM].bit_count() >= 4
    assert cities[SWITZERLAND].bit_count() >= 1
    assert {"Munich", "Aachen", "Cologne"} <= {p.name for p in MAP.map.file.place if cities[GERMANY] & at(p.hex)}


def test_ports_are_coastal_cities_and_dunkirk_is_one() -> None:
    """5.13, 8.8; the Zuiderzee is a lake, so Amsterdam is none."""
    names = {p.name for p in MAP.map.file.place if p.kind == "city" and MAP.ports & at(p.hex)}
    assert names == {
        "Dunkirk", "Calais", "Boulogne", "Dieppe", "Le Havre", "Ostend", "Rotterdam", "The Hague",
    }  # fmt: skip
    assert MAP.ports & MAP.coastal_area & MAP.country[FRANCE]


def test_the_ruhr_is_out_of_reach_of_neutral_soil() -> None:
    """A48: former neutrals may step one hex beyond their country and must not win by it."""
    for label in BOARD.names(MAP.ruhr):
        near = BOARD.disc(BOARD.place(label), 2)
        assert not any(near & MAP.country[neutral] for neutral in NEUTRALS)


def test_lakes_exist_and_every_land_hex_can_be_reached() -> None:
    assert len(MAP.map.sides("lake")) > 1  # 7.1
    mainland = BOARD.flood(at("3022"), MAP.land, MAP.water)
    assert mainland == MAP.land


def test_only_water_belongs_to_no_country_and_every_part_has_its_provenance() -> None:
    everyone = sum(MAP.country)
    assert everyone == MAP.land | MAP.gap
    layers = {entry.layer for entry in MAP.map.file.provenance}
    assert {"terrain", "country"} <= layers
    for entries in (MAP.map.file.provenance, MAP.map.file.hexside, MAP.map.file.place):
        assert all(entry.source for entry in entries)


# counters


def test_there_are_228_counters() -> None:
    """2.0, 2.13."""
    units = sum(group.counters * len(group.units) for group in GAME.unit_file.group)
    markers = sum(marker.count for marker in GAME.unit_file.marker)
    assert (units + markers, markers) == (228, 10)
    assert all(group.source for group in GAME.unit_file.group)


def test_counters_the_text_describes() -> None:
    mechanized = [p for p in MAP.pieces if p.mechanized]
    assert len(mechanized) == 5 and all(p.full == 4 for p in mechanized)  # 2.11
    assert {p.type for p in mechanized} == {"panzer", "panzergrenadier"}  # 2.5
    assert {"G.39", "G.41"} <= {p.id for p in mechanized}
    assert all(attack > defence for p in mechanized if p.type == "panzer" for attack, defence in p.strengths)
    british = [p for p in MAP.pieces if p.nation == 2]
    assert len(british) == 3 and all(p.full == 4 for p in british)
    forts = {p.id[:3]: p.strengths for p in MAP.pieces if p.fort}
    assert [d for _, d in forts["F.M"]] == [1, 2]  # 2.12: two steps
    assert len(forts["G.W"]) == len(forts["B.E"]) == 1
    assert all(d in (1, 2) for strengths in forts.values() for _, d in strengths)  # 11.14
    for piece in GAME.setting("1939").army:
        assert piece.full == 1 and piece.size in ("division", "fort") and not piece.mechanized
        assert piece.nation in (GERMANS, FRENCH)
    assert all(p.size in ("corps", "fort") for p in GAME.setting("1940").army)
    assert {"light_mechanized", "light_cavalry", "north_african", "colonial"} <= {p.type for p in MAP.pieces}
    for nation in (GERMANS, FRENCH):
        two_step = [p for p in GAME.setting("1940").army if p.nation == nation and p.full == 2 and not p.fort]
        assert len(two_step) > 8  # replacements have something to restore (9.1, 9.3)


def test_reduced_units_are_weaker() -> None:
    """2.10: the stronger face is the full one."""
    for piece in MAP.pieces:
        for weaker, stronger in zip(piece.strengths, piece.strengths[1:], strict=False):
            assert weaker[0] <= stronger[0] and weaker[1] < stronger[1]


def test_tracks() -> None:
    """4.2, A56, 3.9."""
    assert (GAME.setting("1940").scenario.turns, GAME.setting("1939").scenario.turns) == (13, 7)
    assert GAME.setting("1940").scenario.replacements == {"german": 8, "french": 17}
    gsc = GAME.setting("1939").scenario.crisis
    assert gsc is not None
    for ranges in (gsc.steady, gsc.steep):
        assert ranges[:2] == [0, 0] and all(1 <= highest <= 6 for highest in ranges[2:])
