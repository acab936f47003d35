"""Control of hexes, definitions and choices: chapters 2 and 4."""

from __future__ import annotations

from meuse.games.fall_of_france import control, odds, supply
from meuse.games.fall_of_france.events import Took
from meuse.games.fall_of_france.setting import ALLIED, GERMAN
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import MAP, clause, controls, do, lay, supplied, where

HQ = '"0506" = ["G.AHQ", "G.12HQ"]'


def place(units: str, more: str = "", phase: str = "german movement", turn: int = 4) -> FallState:
    return lay(f'phase = "{phase}"\nturn = {turn}\n{more}\nunits = {{ {units} }}')


def types(name: str) -> set[str]:
    """The types of units for which a flag of the setting holds."""
    flags = getattr(MAP, name)
    return {MAP.types[piece] for piece in range(MAP.first_air) if flags[piece]}


@clause("2.0a", "6.0d")
def test_each_side_controls_its_own_countries_at_the_start() -> None:
    s = place("", turn=1)
    assert s.taken == (MAP.germany | MAP.country[4]) & MAP.land
    assert controls(s, "german", "1607") and controls(s, "allied", "1013") and controls(s, "allied", "0310")


@clause("2.0b")
def test_a_hex_stays_taken_when_it_is_left_and_is_won_back_by_entering() -> None:
    s = place(f'"2420" = ["G.III"], "2523" = ["F.X"], {HQ}')
    events = do(s, "move G.III", "to 2421", "to 2420", "to 2419", "stop")
    assert [controls(s, "german", label) for label in ("2419", "2420", "2421", "2422")] == [
        True,
        True,
        True,
        False,
    ]  # a zone takes nothing
    assert {h for event in events if isinstance(event, Took) for h in event.hexes} == {
        MAP.board.place(label) for label in ("2419", "2421")
    }
    do(s, "done", "done", "move F.X", "to 2422", "to 2421")
    assert controls(s, "allied", "2421") and controls(s, "german", "2420")


@clause("2.0b")
def test_the_first_french_city_to_fall_is_noted() -> None:
    s = place(f'"2519" = ["G.III"], "1012" = ["G.II"], {HQ}', turn=6)
    do(s, "move G.II", "to 1013", "stop")
    assert s.city_fell == 0  # a Belgian one
    do(s, "move G.III", "to 2520")
    assert s.city_fell == 6


@clause("2.0b", "7.3a")
def test_a_city_that_is_taken_supplies_nobody() -> None:
    lost = 'control = { german = ["0812", "0915", "1110"] }'
    s = place(f'"1112" = ["G.III"], "1309" = ["B.Cav"], {HQ}', lost)
    assert supplied(s, "B.Cav")
    do(s, "move G.III", "to 1013")
    assert not supplied(s, "B.Cav") and supply.network(s).zones[ALLIED] == 0


@clause("2.0d", "9.3g", "9.3i")
def test_an_enemy_inside_opens_all_hexsides_of_a_fortified_hex() -> None:
    s = place(f'"1710" = ["G.III"], {HQ}')
    assert any(mask >> MAP.board.place("1610") & 1 for six in s.walls for mask in six)
    do(s, "move G.III", "to 1610")  # from behind
    assert not any(mask >> MAP.board.place("1610") & 1 for six in s.walls for mask in six)
    assert any(mask >> MAP.board.place("1709") & 1 for six in s.walls for mask in six)
    friend = place('"1710" = ["F.X"]', phase="allied movement")
    do(friend, "move F.X", "to 1610")
    assert any(mask >> MAP.board.place("1610") & 1 for six in friend.walls for mask in six)


@clause("2.0d")
def test_fortifications_are_fortresses_and_lines_of_two_classes() -> None:
    walls = MAP.fortifications(place("").rulings)
    assert [len([d for d in range(6) if six[d]]) > 0 for six in walls] == [True] * 3
    assert all(mask >> MAP.board.place("1010") & 1 for mask in walls[2])


@clause("2.0e")
def test_every_hexside_of_the_german_border_is_a_minor_line() -> None:
    board, walls = MAP.board, MAP.fortifications(place("").rulings)
    outside = MAP.land & ~MAP.germany
    for hexa in board.members(MAP.germany & MAP.land):
        for beyond in board.members(board.around[hexa] & outside):
            if not board.crosses(hexa, beyond, MAP.sea_sides):
                assert walls[0][board.direction(hexa, beyond)] >> hexa & 1, (board.labels[hexa], board.labels[beyond])


@clause("2.0f", "2.0g")
def test_infantry_and_mechanised_units() -> None:
    assert types("is_infantry") == {"infantry", "mountain", "motorized", "airborne", "glider", "fortress"}
    assert types("is_mechanized") == {"motorized", "armour"}


@clause("2.0c")
def test_white_units_belong_to_any_formation_of_their_army() -> None:
    white = MAP.formation[MAP.piece("F.1DCR")]
    mates = {MAP.formation_names[g] for g in range(len(MAP.formations)) if g not in MAP.strangers[0][white]}
    assert mates == {name for name in MAP.formation_names if name.startswith("french")} | {"british"}
    army_group = MAP.formation[MAP.piece("G.XL")]
    mates = {MAP.formation_names[g] for g in range(len(MAP.formations)) if g not in MAP.strangers[0][army_group]}
    assert mates == {f"german-{name}" for name in ("A", "4", "12", "16", "Kluge", "OKW", "LW")}


@clause("4.0c")
def test_what_is_not_on_a_counter_is_rounded_down() -> None:
    columns = MAP.tables.crt.columns
    names = [odds.column_name(columns, odds.column_of(columns, *forces)) for forces in ((17, 3), (39, 10), (3, 10))]
    assert names == ["5-1", "3-1", "1-4"]


@clause("6.0c")
def test_a_unit_of_the_allies_entering_ground_invades_nobody() -> None:
    s = place('"1514" = ["F.X"]', 'countries = { holland = "neutral" }', "allied movement")
    control.enter(s, ALLIED, (MAP.board.place("1412"),))
    assert not s.at_war(3) and controls(s, "allied", "1412")
    control.enter(s, GERMAN, (MAP.board.place("0709"),))
    assert s.at_war(3) and where(s, "F.X") == "1514"
