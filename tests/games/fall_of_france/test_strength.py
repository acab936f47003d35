"""What units are worth in combat: supply, state, terrain (7.4, 16, 14.1, TEC)."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import strength
from meuse.games.fall_of_france.engagement import factors_of, odds_of, rows_facing
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.battles import battle, cited, column, combat, drm, factors, hexa, spoken
from tests.games.fall_of_france.kit import MAP, clause, supplied


def facing(s: FallState, target: str, *attackers: str) -> set[str]:
    """The rows of the Terrain Effects Chart that count against an attack."""
    return set(rows_facing(s, tuple(MAP.piece(unit) for unit in attackers), hexa(target)))


def totals(s: FallState, target: str, *attackers: str) -> tuple[int, int]:
    total = odds_of(s, tuple(MAP.piece(unit) for unit in attackers), hexa(target))
    return total.attack, total.defence


def defence(s: FallState, target: str) -> int:
    return strength.stack_defence(s, hexa(target))


# supply and state

CUT = '2523 = ["F.X"], 2423 = ["G.XVIII"], 2524 = ["G.XI"]'
"""German corps without headquarters: nobody supplies them."""


@clause("7.4a", "4.0b")
def test_each_unsupplied_unit_is_halved_by_itself() -> None:
    """C09: 5 and 5 are 3 and 3, not 5 together; a defender of 1 stays 1."""
    s = battle(CUT, "2523", "G.XVIII", "G.XI")
    assert not supplied(s, "G.XVIII") and not supplied(s, "G.XI")
    assert factors(s)["attack"] == "6" and cited(s, f"{spoken('G.XVIII')} out of supply") == "7.4a"
    s = combat('2523 = ["G.GD"], 2423 = ["F.X"]', side="allied")
    assert not supplied(s, "G.GD") and defence(s, "2523") == 1


@clause("16.1b")
def test_disruption_takes_the_attack_and_leaves_the_defence() -> None:
    s = combat('2523 = ["F.X"], 2423 = ["G.III", "G.VI"], 2324 = ["G.12HQ"]', 'disrupted = ["F.X", "G.VI"]')
    assert totals(s, "2523", "G.III", "G.VI") == (4, 4)


@clause("16.5b", "14.1c", "16.5d")
def test_all_cadres_of_a_hex_defend_with_one_point() -> None:
    """C11: three cadres and a sound division in a town: 2 + 1, against 6 the 2-1 column with one off the die."""
    town = '2518 = ["F.2A1", "F.2DCR", "F.3DCR", "F.4DCR"], 2417 = ["G.III", "G.1Mtn"], 2317 = ["G.12HQ"]'
    s = battle(town, "2518", "G.III", "G.1Mtn", more='cadred = ["F.2DCR", "F.3DCR", "F.4DCR"]')
    assert (factors(s)["attack"], factors(s)["defence"], column(s), drm(s)) == ("6", "3", "2-1", -1)
    assert s.crowd[hexa("2518")] == 8
    assert cited(s, "all cadres together") == "16.5b"


@clause("16.8a")
def test_a_disrupted_cadre_shares_the_one_point() -> None:
    s = combat(
        '2523 = ["F.X", "F.2A1"], 2423 = ["G.III"], 2324 = ["G.12HQ"]',
        'cadred = ["F.X", "F.2A1"]\ndisrupted = ["F.X"]',
    )
    assert defence(s, "2523") == 1


# terrain of the hex

PLACES = [
    pytest.param("2523", "2423", {"clear"}, "1-1", 0, marks=clause("TECb")),
    pytest.param("2518", "2417", {"clear", "town"}, "1-1", -1, marks=clause("TECc")),
    pytest.param("2520", "2419", {"clear", "city"}, "1-1.5", 0, marks=clause("TECe")),
    pytest.param("2414", "2314", {"forest"}, "1-1", -1, marks=clause("TECn")),
    pytest.param("2609", "2509", {"hills"}, "1-1.5", 0, marks=clause("TECo")),
    pytest.param("2104", "2003", {"hilly_forest"}, "1-1.5", 0, marks=clause("TECp")),
    pytest.param("2305", "2304", {"mountain"}, "1-1", 0, marks=clause("TECr")),
    pytest.param("0608", "0609", {"swamp"}, "1-2", 0, marks=clause("TECm")),
    pytest.param("1010", "1011", {"clear", "fortress"}, "1-2", 0, marks=clause("TECg")),
    pytest.param("1217", "1117", {"hills", "town"}, "1-1.5", -1, marks=clause("TECa", "TECu")),
]


@pytest.mark.parametrize(("target", "base", "rows", "at", "die"), PLACES)
def test_each_row_of_the_chart_in_combat(target: str, base: str, rows: set[str], at: str, die: int) -> None:
    """Four against four: what the defender's hex changes."""
    s = battle(f'{target} = ["F.X"], {base} = ["G.III", "G.12HQ"]', target, "G.III")
    assert facing(s, target, "G.III") == rows
    assert (column(s), drm(s)) == (at, die)


@clause("TECr")
def test_mechanised_units_are_halved_in_the_mountains_and_mountain_troops_multiplied() -> None:
    """Both sides, by the defender's hex (R121); halved twice a number is rounded once (R05)."""
    s = combat('2305 = ["F.XIV", "F.1DCR"], 2304 = ["G.1Mtn", "G.12HQ"], 2204 = ["G.2Pz", "G.KlugeHQ"]')
    assert totals(s, "2305", "G.1Mtn", "G.2Pz") == (2 * 2 + 1, 3 * 3 + 1)
    s = combat('2523 = ["G.1Mtn"], 2305 = ["G.5Pz"], 2304 = ["F.X"]', side="allied")
    assert not supplied(s, "G.5Pz") and defence(s, "2305") == 1  # a quarter of 2, rounded up


@pytest.mark.parametrize(
    ("target", "changed"),
    [
        ("2305", {"G.1Mtn": "x2", "G.2Pz": "halved", "F.XIV": "x3", "F.1DCR": "halved"}),
        ("2405", {"G.1Mtn": "x2", "G.2Pz": "halved", "F.XIV": "x3", "F.1DCR": "halved"}),
        ("2306", {}),
        ("2523", {}),
    ],
)
@clause("TECr")
def test_what_the_mountains_change_is_told_of_these_units_alone(target: str, changed: dict[str, str]) -> None:
    around = iter(MAP.board.names(MAP.board.around[hexa(target)] & MAP.land))
    german = ", ".join(
        f'{next(around)} = ["{unit}", "{hq}"]' for unit, hq in (("G.1Mtn", "G.12HQ"), ("G.2Pz", "G.KlugeHQ"))
    )
    s = combat(f'{target} = ["F.XIV", "F.1DCR", "F.2A1"], {german}')
    attackers = tuple(MAP.piece(unit) for unit in ("G.1Mtn", "G.2Pz", "G.12HQ"))
    shown = factors_of(s, attackers, hexa(target), odds_of(s, attackers, hexa(target)))
    mountains = " in the mountains"
    found = {factor.name.removesuffix(mountains): factor.value for factor in shown if factor.name.endswith(mountains)}
    assert found == {spoken(unit): value for unit, value in changed.items()}


@clause("TECr", "TECb", "4.0b")
def test_every_counter_in_the_mountains_and_on_clear_ground() -> None:
    """Armour and motorised units are halved, halves up; mountain units doubled attacking and tripled defending."""
    s = combat('2523 = ["F.X"], 2423 = ["G.III", "G.12HQ"]')
    clear, mountain = (MAP.tables.tec[name].combat for name in ("clear", "mountain"))
    times = {"mountain": (2.0, 3.0), "motorized": (0.5, 0.5), "armour": (0.5, 0.5)}
    for piece, unit in enumerate(MAP.pieces[: MAP.first_air]):
        attacking, defending = times.get(unit.type, (1.0, 1.0))
        assert strength.attack_of(s, piece, clear, supplied=True) == unit.attack
        assert strength.defence_of(s, piece, clear) == unit.defence
        assert strength.attack_of(s, piece, mountain, supplied=True) == int(unit.attack * attacking + 0.5), unit.id
        assert strength.defence_of(s, piece, mountain) == int(unit.defence * defending + 0.5), unit.id


@pytest.mark.parametrize(
    ("target", "rows"),
    [
        ("2523", []), ("2414", []), ("2609", []), ("2104", []), ("2305", []), ("0608", [("swamp", 2)]),
        ("1010", [("fortress", 2)]), ("2518", []), ("2520", []),
    ],
)  # fmt: skip
@clause("TECg", "TECk", "TECm")
def test_only_what_multiplies_a_defence_is_named(target: str, rows: list[tuple[str, int]]) -> None:
    s = combat('2523 = ["F.X"], 2423 = ["G.III", "G.12HQ"]')
    assert strength.multipliers(s, hexa(target), False) == rows
    assert strength.multipliers(s, hexa(target), True) == [*rows, ("major_river", 2)]


@clause("TECa")
def test_two_doublings_multiply_or_add() -> None:
    """R69: a swamp behind a major river."""
    units = '0608 = ["N.I"], 0509 = ["G.X", "G.BHQ"]'
    for ruling, expected in (("multiply", 16), ("add", 12)):
        s = combat(units, f'options = {{ multipliers = "{ruling}" }}')
        assert facing(s, "0608", "G.X") == {"swamp", "major_river"}
        assert totals(s, "0608", "G.X") == (4, expected)


# hexsides

RIVERS = '2021 = ["F.X"], 2121 = ["F.2A1"], 2022 = ["G.III"], 1921 = ["G.VI", "G.12HQ"], 2020 = ["G.1Mtn"]'


@clause("TECj", "TECk", "TECv")
def test_a_river_counts_only_if_all_attackers_cross_it() -> None:
    """R70: a minor river on one side, a major one on the other; where they are mixed the minor one counts."""
    s = combat(RIVERS)
    assert facing(s, "2021", "G.III") == {"clear", "minor_river"}
    assert facing(s, "2021", "G.VI") == {"clear", "major_river"}
    assert facing(s, "2021", "G.III", "G.VI") == {"clear", "minor_river"}
    assert facing(s, "2021", "G.III", "G.VI", "G.1Mtn") == {"clear"}
    assert totals(s, "2021", "G.VI") == (4, 8)
    assert totals(s, "2021", "G.III", "G.VI") == (8, 4)


@clause("TECj")
def test_a_minor_river_takes_one_off_the_die() -> None:
    s = battle(RIVERS, "2021", "G.III")
    assert (column(s), drm(s), cited(s, "minor river")) == ("1-1", -1, "TECj")


LINES = '1905 = ["F.VI"], 1805 = ["G.XII"], 1804 = ["G.XXX", "G.1HQ"], 1906 = ["F.XX"]'


@clause("TECh", "TECi")
def test_fortified_lines() -> None:
    """A minor line is one off the die, a major one a column."""
    s = battle(LINES, "1905", "G.XII")
    assert facing(s, "1905", "G.XII") == {"clear", "minor_line"}
    assert (column(s), drm(s), cited(s, "minor fortified line")) == ("1-1", -1, "TECh")
    s = battle(LINES, "1906", "G.XII")
    assert facing(s, "1906", "G.XII") == {"clear", "major_line"}
    assert (column(s), drm(s), cited(s, "major fortified line")) == ("1-1.5", 0, "TECi")


@clause("TECa")
def test_a_river_and_a_line_on_one_hexside_add_up() -> None:
    """R122."""
    s = battle(LINES, "1905", "G.XXX")
    assert facing(s, "1905", "G.XXX") == {"clear", "minor_line", "minor_river"}
    assert drm(s) == -2


@clause("TECv")
def test_a_breached_hexside_protects_nobody() -> None:
    """One that all others attack over is not enough either: some attacker is free of it."""
    s = combat(LINES, 'breached = ["1805/1905"]')
    assert facing(s, "1905", "G.XII") == {"clear"}
    assert facing(s, "1905", "G.XII", "G.XXX") == {"clear"}
    s = combat('1709 = ["F.MTY"], 1708 = ["G.III", "G.12HQ"], 1608 = ["G.VI"]')
    assert facing(s, "1709", "G.III") == {"hills", "major_line"}
    assert facing(s, "1709", "G.III", "G.VI") == {"hills", "minor_line"}
