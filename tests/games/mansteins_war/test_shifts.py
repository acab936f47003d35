"""10.4, 10.5 and 25.1: percentages, columns and shifts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.mansteins_war import shifts
from meuse.games.mansteins_war.state import MansteinState

from .battles import column, odds, segment, shifted
from .kit import MAP, clause, do, where

OPEN = '0937 = ["F.1A"], 0936 = ["G.6A"]'


# 10.4: percentages


@clause("10.4a", "10.3c")
def test_decimals_of_the_percentage_are_dropped() -> None:
    """W5: 20 against 13 are 153%."""
    s = segment('0937 = ["UK.BEF", "UK.2"], 0936 = ["G.6A"], 1037 = ["G.16A:3", "G.14"]')
    total = odds(s, "0937", "G.6A", "G.16A", "G.14")
    assert (total.attack, total.defence, total.text) == (20, 13, "150-199%")
    assert ("percentage", "153%") in {(factor.name, factor.value) for factor in total.factors}


@clause("10.4a", "10.5c")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (49, 100, "49%"), (1, 100, "49%"), (50, 100, "50-99%"), (99, 100, "50-99%"), (100, 100, "100-149%"),
        (7, 1, "700%"), (699, 100, "600-699%"), (70, 1, "700%"), (5, 0, "700%"),
    ],
)  # fmt: skip
def test_columns(attack: int, defence: int, name: str) -> None:
    """F32, R57, R62."""
    s = segment(OPEN)
    assert MAP.tables.columns.names[shifts.column_of(s, attack, defence)] == name


# 10.5: shifts


@clause("10.5a", "10.5b", "10.5c", "16.7f")
@pytest.mark.parametrize(
    ("start", "columns", "net", "in_turn"),
    [
        (0, [2], 2, 2),  # F33: 10%, 2R
        (9, [2, -3], 8, 6),  # E15: 900%, 2R, 3L
        (4, [1, -2], 3, 3),
        (1, [1, -4], 0, 0),
        (9, [5], 9, 9),
    ],
)
def test_shifts_are_netted_or_made_in_turn(start: int, columns: list[int], net: int, in_turn: int) -> None:
    """R58: both readings; they differ only at the ends of the table."""
    for reading, result in (("net", net), ("in_turn", in_turn)):
        s = segment(OPEN, f'options = {{ shift_order = "{reading}" }}')
        assert shifts.shifted(s, start, columns) == result


@clause("10.5d", "17.0c")
@pytest.mark.parametrize(
    ("target", "unit", "base", "expected"),
    [
        ("0937", "F.1A", "0936", {}),
        ("1440", "F.1A", "1441", {"forest": "1L"}),
        ("1538", "B.1", "1638", {"rough": "2L"}),
        ("1340", "F.1A", "1240", {"city": "1L"}),
        ("1840", "F.1A", "1839", {"major fortification": "1L"}),
        ("1537", "B.1", "1636", {"city": "1L", "minor fortification": "1L"}),
        ("1738", "G.Eifel", "1638", {"rough": "2L", "minor fortification": "1L"}),
    ],
)
def test_terrain_helps_the_defender(target: str, unit: str, base: str, expected: dict[str, str]) -> None:
    """F56, R59: the best of the ground, and one column more for an intact fortification of either kind."""
    side, attacker = ("allied", "F.21") if unit.startswith("G") else ("german", "G.39")
    s = segment(f'{target} = ["{unit}"], {base} = ["{attacker}"]', side=side)
    assert shifted(s, target, attacker) == expected


@clause("10.5d", "22.4c")
def test_the_best_ground_counts_and_a_bombed_city_is_none() -> None:
    assert shifted(segment('1942 = ["F.1A"], 1841 = ["G.39"]'), "1942", "G.39") == {
        "city": "1L", "major fortification": "1L",
    }  # fmt: skip
    bombed = segment('1942 = ["F.1A"], 1841 = ["G.39"]', 'bombed = ["1942"]')
    assert shifted(bombed, "1942", "G.39") == {"major fortification": "1L"}


@clause("17.0c", "10.5d")
def test_a_destroyed_or_an_enemy_fortification_does_not_help() -> None:
    s = segment('1840 = ["F.1A"], 1839 = ["G.39"]', 'destroyed = ["1840"]')
    assert shifted(s, "1840", "G.39") == {}
    s = segment('1941 = ["G.1A"], 1841 = ["F.21"]', side="allied")  # the Germans are in the Maginot Line
    assert shifted(s, "1941", "F.21") == {}


RIVER = '1442 = ["F.1A"], 1441 = ["G.39"], 1443 = ["G.15"], 1542 = ["G.19"]'


@clause("10.5e")
def test_a_river_counts_if_every_attacker_crosses_one() -> None:
    """F37, R60: not necessarily the same."""
    s = segment(RIVER)
    assert shifted(s, "1442", "G.39") == {"river": "1L"}
    assert shifted(s, "1442", "G.39", "G.19") == {"river": "1L"}
    assert shifted(s, "1442", "G.39", "G.15") == {}


@clause("22.4e")
def test_bombing_leaves_the_river_of_a_city() -> None:
    s = segment('1340 = ["F.1A"], 1440 = ["G.39"]', 'bombed = ["1340"]')
    assert shifted(s, "1340", "G.39") == {"river": "1L"}


@clause("10.5f", "15.5c")
def test_each_unsupported_attacker_costs_a_column() -> None:
    """F34: three of them, 3L."""
    s = segment('0937 = ["F.1A"], 0936 = ["G.39", "G.19", "G.15"]', 'landed = ["F.1A"]', supported=False)
    made = odds(s, "0937", "G.39", "G.19", "G.15")
    assert [factor.value for factor in made.factors if factor.clause == "10.5f"] == ["1L"] * 3
    assert (made.start, made.column) == (4, 1)  # 18 to 8


@clause("10.5g", "15.5c")
def test_each_unsupported_defender_is_worth_a_column() -> None:
    s = segment('0937 = ["F.1A", "F.21"], 0936 = ["G.6A"], 1037 = ["G.4A"], 0838 = ["G.12A"]', supported=False)
    factors = odds(s, "0937", "G.6A").factors
    assert [factor.value for factor in factors if factor.clause == "10.5g"] == ["1R", "1R"]


@clause("10.5f", "15.2d")
def test_one_french_unit_by_a_port_is_counted_once() -> None:
    """R78: of two who could use Dunkirk one is supported, and what a preview asks uses nothing up."""
    s = segment('0936 = ["F.23", "F.21"], 0937 = ["G.6A"]', side="allied", supported=False)
    factors = [factor.name for factor in odds(s, "0937", "F.23", "F.21").factors if factor.clause == "10.5f"]
    assert factors == [f"{s.spoken(MAP.piece('F.21'))} unsupported"]
    assert not s.port_users
    do(s, "attack 0937", "commit F.23", "commit F.21", "assault", rolls=[1])
    assert s.port_users == 1 << MAP.piece("F.23")


@clause("10.5h", "10.5i", "16.7b", "16.7d", "16.7e")
def test_one_air_unit_of_each_side_counts() -> None:
    """F35: 3 and 2 against 1 is a net 2R."""
    flying = 'flying = { "G.air8" = "0937", "G.air1" = "0936", "UK.BAFF" = "0938" }'
    s = segment(OPEN, flying)
    assert shifted(s, "0937", "G.6A") == {"German air support": "3R", "Allied air support": "1L"}
    assert odds(s, "0937", "G.6A").column == odds(segment(OPEN), "0937", "G.6A").column + 2


@clause("10.5j", "20.1b", "20.1e")
def test_ships_shift_a_column_for_the_allies() -> None:
    """F36, R61."""
    s = segment('0936 = ["G.6A"], 0935 = ["F.1A"]', 'flying = { "F.ZOAN" = "0935" }')
    assert shifted(s, "0935", "G.6A", ships=True) == {"naval support": "1L", "Allied air support": "2L"}
    s = segment('0936 = ["G.6A"], 0935 = ["F.1A"]', side="allied")
    assert shifted(s, "0936", "F.1A", ships=True) == {"naval support": "1R"}


@clause("10.5k", "19.1d")
def test_special_forces_end_the_shift_of_a_fortification() -> None:
    s = segment('1537 = ["B.EE"], 1636 = ["G.39"]', 'available = ["G.BB"]')
    do(s, "attack 1537", "done", "send G.BB", rolls=[3])
    assert shifted(s, "1537", "G.39") == {"city": "1L"}
    assert where(s, "B.EE") == "1537"


@clause("10.5l", "5.6a", "5.6b")
def test_markers_shift_attacks_of_their_forces() -> None:
    s = segment(OPEN, 'marker = ["OKHMod"]\ncommands = ["HGB"]')
    assert shifted(s, "0937", "G.6A") == {"OKH Mod Plan": "1R"}
    s = segment(OPEN, 'marker = ["HGB"]\ncommands = ["HGB"]')
    assert shifted(s, "0937", "G.6A") == {}


@clause("5.1k", "5.6a")
def test_manstein_helps_panzer_group_kleist_all_turn() -> None:
    """E1, E2, R33: from its pick on, never backwards."""
    units = '0937 = ["F.1A"], 0936 = ["G.19"]'
    pgk = 'marker = ["PGK"]\ncommands = ["PGK"]\n'
    assert shifted(segment(units, pgk + 'manstein = 2\nplayed = ["Manstein"]'), "0937", "G.19") == {
        "Manstein Plan": "2R"
    }
    assert shifted(segment(units, pgk), "0937", "G.19") == {}


# 25.1: mountain units


def mountains(units: str, target: str, attacker: str, side: str = "german", option: str = "yes") -> dict[str, str]:
    options = f'options = {{ mountain_units = "{option}", mountain_corps = "yes", colonial_corps = "yes" }}'
    made: MansteinState = segment(units, options, side)
    return {name: value for name, value in shifted(made, target, attacker).items() if name != "rough"}


@clause("25.1a", "25.1b")
def test_mountain_units_in_rough_hexes() -> None:
    """F61, R108: attack 1R, defence 1L; a fortress unit beside them is no mountain unit."""
    attack, defence = {"mountain units attack": "1R"}, {"mountain units defend": "1L"}
    assert mountains('1842 = ["F.21"], 1841 = ["G.GbK"]', "1842", "G.GbK") == attack
    assert mountains('1842 = ["F.Col"], 1841 = ["G.39"]', "1842", "G.39") == defence
    assert mountains('1842 = ["F.Col"], 1841 = ["G.GbK"]', "1842", "G.GbK") == attack | defence
    assert mountains('1842 = ["F.Col", "F.Log1"], 1841 = ["G.39"]', "1842", "G.39") == {}
    assert mountains('1841 = ["F.21"], 1842 = ["G.GbK"]', "1841", "G.GbK") == {}  # no rough hex
    assert mountains('1842 = ["F.21"], 1841 = ["G.GbK"]', "1842", "G.GbK", option="no") == {}


# previews


@clause("10.3d", "10.5a")
def test_the_preview_is_exact() -> None:
    """10 against 8 are 125%: one row of the Assault table for each die."""
    s = segment(OPEN)
    do(s, "attack 0937")  # the only unit that can attack is committed
    preview = s.preview("assault")
    assert preview is not None
    assert [outcome.name for outcome in preview.outcomes] == ["AD", "AD", "CA", "AA", "AA", "ST"]
    assert preview.chance("AA") == Fraction(1, 3)
    assert column(s, "0937", "G.6A") == "100-149%"
