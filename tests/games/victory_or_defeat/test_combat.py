"""Chapter 11 up to the fall of the die: who attacks what, strengths, odds, shifts, and the two charts of combat."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.engine import Refused
from meuse.engine.preview import Factor, Preview
from meuse.games.victory_or_defeat import combat, strength
from meuse.games.victory_or_defeat.events import Declared, Fought
from meuse.games.victory_or_defeat.setting import ALLIED, GERMAN
from meuse.games.victory_or_defeat.state import WarState
from tests.games.victory_or_defeat.kit import MAP, called, can, choices, clause, do, lay, refusal, steps, where

# 2626 and all six hexes around it are clear and without rivers: 2627, 2726, 2725, 2625, 2525, 2526 going round


def battle(units: str, target: str, *attackers: str, more: str = "", turn: int = 2, side: str = "german") -> WarState:
    """A Combat Phase in which these units have been committed to an attack."""
    s = lay(f'phase = "{side} combat"\nturn = {turn}\nunits = {{ {units} }}\n{more}\n')
    do(s, f"attack {target}", *[f"commit {unit}" for unit in attackers])
    if can(s, "reveal"):
        do(s, "reveal")
    return s


def preview(s: WarState) -> Preview:
    found = s.preview("fight")
    assert found is not None
    return found


def column(s: WarState) -> str:
    return preview(s).title.rpartition(" ")[2]


def results(s: WarState) -> list[str]:
    return [outcome.name for outcome in preview(s).outcomes]


def factor(s: WarState, name: str) -> tuple[str, str] | None:
    return next(((f.value, f.clause) for f in preview(s).factors if f.name == called(name)), None)


def names(s: WarState) -> list[str]:
    return [f.name for f in preview(s).factors]


def hexa(label: str) -> int:
    return MAP.board.place(label)


# the Combat Results Table: one battle for each column, without any shift

CRT = [
    pytest.param("1:5", "G.XXXII:1", "F.VII", "AS AE AE AE AE AE", marks=clause("CRTa")),  # 1 to 5
    pytest.param("1:4", "G.XXXII", "UK.I", "AS AS AE AE AE AE", marks=clause("CRTb")),  # 2 to 8
    pytest.param("1:3", "G.XXXII", "F.VII", "DR AS AS AE AE AE", marks=clause("CRTc")),  # 2 to 5
    pytest.param("1:2", "G.XXIII", "UK.I", "DR DR AS AS AE AE", marks=clause("CRTd")),  # 5 to 8
    pytest.param("1:1", "G.I", "F.VII", "BB DR DR DR DR AS", marks=clause("CRTe")),  # 6 to 5
    pytest.param("2:1", "G.I G.II", "F.VII", "DE BB DR DR DR DR", marks=clause("CRTf")),  # 12 to 5
    pytest.param("3:1", "G.I G.II G.III", "F.VII", "DE DE BB DR DR DR", marks=clause("CRTg")),  # 18 to 5
    pytest.param("4:1", "G.19 G.14", "F.VII", "DE DE DE BB DR DR", marks=clause("CRTh")),  # 21 to 5
    pytest.param("5:1", "G.19 G.15 G.XXXII", "F.VII", "DE DE DE DE BB DR", marks=clause("CRTi")),  # 26 to 5
    pytest.param("6:1", "G.19 G.15 G.I", "F.VII", "DE DE DE DE DE BB", marks=clause("CRTj")),  # 30 to 5
]


@pytest.mark.parametrize(("odds", "attackers", "defender", "row"), CRT)
def test_each_column_of_the_table(odds: str, attackers: str, defender: str, row: str) -> None:
    units = attackers.split()
    listed = ", ".join(f'"{unit}"' for unit in units)
    committed = [unit.partition(":")[0] for unit in units]
    s = battle(f'"2627" = [{listed}], "2626" = ["{defender}"]', "2626", *committed)
    assert preview(s).title == f"attack on 2626 at {odds}"
    assert results(s) == row.split()
    assert [(o.chance, o.rolls) for o in preview(s).outcomes] == [(Fraction(1, 6), (die,)) for die in range(1, 7)]
    for die, result in enumerate(row.split(), 1):
        twin = s.clone()
        fought = next(e for e in do(twin, "fight", rolls=[die]) if isinstance(e, Fought))
        assert (fought.column, fought.die, fought.result) == (odds, die, result)


STEPS = {"AE": "every attacker loses a step", "DE": "every defender loses a step"}
WHOLE_UNIT = "nobody leaves a fort, each side loses a whole unit"
WHOLE = {"AE": "one attacker is eliminated", "DE": "all defenders are eliminated"}
FIELD = ('"2627" = ["G.19"], "2626" = ["F.VII"]', "2626", "G.19")
FORT = ('"2731" = ["G.I", "G.II"], "2632" = ["F.M2632"]', "2632", "G.I", "G.II")
OLD = ('"2136" = ["f.1"], "2237" = ["g.5"]', "2237", "f.1")


@pytest.mark.parametrize(
    ("where", "more", "says"),
    [
        pytest.param(FIELD, "", STEPS, marks=clause("11.6c")),
        pytest.param(OLD, 'scenario = "1939"', WHOLE, marks=clause("11.6a", "11.6b")),
        pytest.param(FORT, "", {**STEPS, "DR": WHOLE_UNIT}, marks=clause("11.3g")),
        pytest.param(FORT, 'options = { fort_dr = "as" }', {**STEPS, "DR": "the attack stalls"}, marks=clause("11.3g")),
    ],
)  # fmt: skip
def test_a_result_is_told_as_what_it_comes_to(where: tuple[str, ...], more: str, says: dict[str, str]) -> None:
    """The same code means another thing in the other scenario, and before a fort."""
    units, target, *attackers = where
    s = battle(units, target, *attackers, more=more, side="allied" if where is OLD else "german")
    told = {outcome.name: outcome.says for outcome in preview(s).outcomes}
    usual = {"AS": "the attack stalls", "BB": "a bloodbath, each side loses a step", "DR": "the defenders retreat"}
    assert told and told.items() <= {**usual, **says}.items()
    for die in range(1, 7):
        twin = s.clone()
        fought = next(e for e in do(twin, "fight", rolls=[die]) if isinstance(e, Fought))
        assert fought.means == told[fought.result] and fought.means in fought.tell(s.setting)


@clause("CRTk", "11.10c")
def test_odds_below_one_to_five_are_an_automatic_ae() -> None:
    s = battle('"2627" = ["G.XXXII:1"], "2626" = ["UK.I"]', "2626", "G.XXXII")  # 1 to 8
    assert preview(s).title == "attack on 2626 at 1:8"
    assert [(o.chance, o.rolls, o.name) for o in preview(s).outcomes] == [(Fraction(1), (), "AE")]
    fought = next(e for e in do(s, "fight") if isinstance(e, Fought))
    assert (fought.die, fought.result, fought.clauses) == (0, "AE", ("11.10c",))
    assert where(s, "G.XXXII") == "dead" and steps(s, "UK.I") == 4 and s.rolls_made == 0


@clause("CRTk", "11.10d")
def test_odds_above_six_to_one_are_an_automatic_de() -> None:
    s = battle('"2627" = ["G.19", "G.15", "G.41"], "2626" = ["F.VII"]', "2626", "G.19", "G.15", "G.41")  # 36 to 5
    assert preview(s).title == "attack on 2626 at 7:1"
    assert [(o.chance, o.name) for o in preview(s).outcomes] == [(Fraction(1), "DE")]
    fought = next(e for e in do(s, "fight") if isinstance(e, Fought))
    assert (fought.attack, fought.defence, fought.die, fought.result) == (36, 5, 0, "DE")
    assert fought.clauses == ("11.10d",) and steps(s, "F.VII") == 1 and s.rolls_made == 0


# odds


@clause("11.10a")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (10, 5, "2:1"), (9, 5, "1:1"), (5, 5, "1:1"), (4, 5, "1:2"), (2, 9, "1:5"), (13, 2, "6:1"), (14, 2, "7:1"),
        (5, 10, "1:2"), (5, 11, "1:3"), (1, 5, "1:5"), (1, 6, "1:6"), (11, 6, "1:1"), (12, 6, "2:1"), (17, 6, "2:1"),
        (3, 1, "3:1"), (1, 1, "1:1"), (1, 2, "1:2"), (0, 4, "1:5"),
    ],
)  # fmt: skip
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    assert strength.ratio(strength.odds_column(attack, defence)) == odds


@clause("11.10a", "11.7a", "11.8b", "11.10b")
def test_an_attack_is_added_up_factor_by_factor() -> None:
    s = battle('"2627" = ["G.I"], "2526" = ["G.XXIII"], "2626" = ["F.VII"]', "2626", "G.I", "G.XXIII")
    assert preview(s).factors == (
        Factor(called("G.I"), "6", "11.7a"),
        Factor(called("G.XXIII"), "5", "11.7a"),
        Factor("attack", "11", "11.10a"),
        Factor("defence", "5", "11.8b"),
        Factor("odds", "2:1", "11.10a"),
        Factor("column", "2:1", "11.10b"),
    )
    assert s.decision is not None
    assert s.decision.prompt == "Attack on 2626: 11 to 5, column 2:1. Add attackers, or fight."


@clause("11.10b", "11.12a")
def test_shifts_come_after_the_odds_and_before_the_die() -> None:
    s = battle('"1922" = ["G.I", "G.II"], "1921" = ["F.VII"]', "1921", "G.I", "G.II")  # rough
    assert factor(s, "odds") == ("2:1", "11.10a") and factor(s, "column") == ("1:1", "11.10b")
    assert results(s) == ["BB", "DR", "DR", "DR", "DR", "AS"]
    fought = next(e for e in do(s, "fight", rolls=[6]) if isinstance(e, Fought))
    assert (fought.column, fought.result, fought.clauses) == ("1:1", "AS", ("11.10b",))
    assert (fought.attack, fought.defence) == (12, 5)
    assert fought.attackers == (MAP.piece("G.I"), MAP.piece("G.II")) and fought.defenders == (MAP.piece("F.VII"),)


def columns(reading: str, start: str, shift: int) -> tuple[str, str]:
    s = lay(f'phase = "german combat"\noptions = {{ crt_ends = "{reading}" }}\n')
    left, _, right = start.partition(":")
    number = int(left) - 1 if right == "1" else 1 - int(right)
    found, automatic = strength.final_column(s, number, shift)
    return strength.ratio(found), automatic


@clause("11.10b", "11.10c", "11.10d", "CRTk")
@pytest.mark.parametrize(
    ("start", "shift", "column", "automatic"),
    [
        ("8:1", -2, "6:1", ""), ("6:1", 1, "7:1", "DE"), ("1:5", -1, "1:6", "AE"), ("1:6", 1, "1:5", ""),
        ("7:1", 0, "7:1", "DE"), ("1:6", 0, "1:6", "AE"), ("6:1", 0, "6:1", ""), ("1:5", 0, "1:5", ""),
        ("1:1", 1, "2:1", ""), ("1:1", -1, "1:2", ""), ("8:1", -1, "7:1", "DE"), ("1:7", 1, "1:6", "AE"),
    ],
)  # fmt: skip
def test_on_the_endless_scale_shifts_come_first(start: str, shift: int, column: str, automatic: str) -> None:
    assert columns("endless", start, shift) == (column, automatic)


@clause("11.10b", "11.10c", "11.10d", "CRTk")
@pytest.mark.parametrize(
    ("start", "shift", "column", "automatic"),
    [
        ("8:1", -1, "5:1", ""), ("8:1", -2, "4:1", ""), ("7:1", -1, "5:1", ""), ("7:1", 0, "7:1", "DE"),
        ("7:1", 1, "7:1", "DE"), ("6:1", 1, "6:1", ""), ("6:1", 3, "6:1", ""), ("1:5", -1, "1:5", ""),
        ("1:6", 0, "1:6", "AE"), ("1:6", -1, "1:6", "AE"), ("1:6", 1, "1:4", ""), ("1:9", 2, "1:3", ""),
        ("3:1", -1, "2:1", ""), ("5:1", 1, "6:1", ""), ("1:4", -1, "1:5", ""), ("1:1", 0, "1:1", ""),
    ],
)  # fmt: skip
def test_on_the_clamped_scale_shifts_start_at_the_last_column(
    start: str, shift: int, column: str, automatic: str
) -> None:
    assert columns("clamp", start, shift) == (column, automatic)


@clause("11.10b", "11.10c", "11.10d", "CRTk")
@pytest.mark.parametrize(
    ("start", "shift", "column", "automatic"),
    [
        ("8:1", -3, "8:1", "DE"), ("7:1", -1, "7:1", "DE"), ("6:1", 2, "6:1", ""), ("6:1", -1, "5:1", ""),
        ("1:6", 2, "1:6", "AE"), ("1:5", -2, "1:5", ""), ("1:5", 1, "1:4", ""), ("2:1", 1, "3:1", ""),
    ],
)  # fmt: skip
def test_automatic_results_first_then_shifts(start: str, shift: int, column: str, automatic: str) -> None:
    assert columns("automatic_first", start, shift) == (column, automatic)


@clause("CRTk")
@pytest.mark.parametrize(("reading", "title"), [("endless", "6:1"), ("clamp", "5:1"), ("automatic_first", "7:1")])
def test_the_reading_of_the_tables_ends_decides_a_battle(reading: str, title: str) -> None:
    units = '"1922" = ["G.19", "G.15", "G.41"], "1921" = ["F.VII"]'  # rough; 36 to 5
    s = battle(units, "1921", "G.19", "G.15", "G.41", more=f'options = {{ crt_ends = "{reading}" }}')
    assert column(s) == title
    assert results(s) == {"6:1": ["DE"] * 5 + ["BB"], "5:1": ["DE"] * 4 + ["BB", "DR"], "7:1": ["DE"]}[title]


@clause("CRTk")
def test_the_limits_of_the_table_are_its_first_and_last_column() -> None:
    assert strength.odds_limits(lay('phase = "german combat"')) == (-4, 5)


# 11.11: concentric attacks


CONCENTRIC = [
    pytest.param("2627 2625", True, marks=clause("11.11a")),
    pytest.param("2726 2525", True, marks=clause("11.11a")),
    pytest.param("2725 2526", True, marks=clause("11.11a")),
    pytest.param("2627 2726 2625", True, marks=clause("11.11a")),
    pytest.param("2627 2725 2525", True, marks=clause("11.11b")),
    pytest.param("2726 2625 2526", True, marks=clause("11.11b")),
    pytest.param("2627 2726 2725 2625", True, marks=clause("11.11c")),
    pytest.param("2627 2726 2725 2526 2525", True, marks=clause("11.11c")),
    pytest.param("2627 2726 2725", False, marks=clause("11.11b")),
    pytest.param("2627 2725", False, marks=clause("11.11a", "11.11b")),
    pytest.param("2627 2726", False, marks=clause("11.11a")),
    pytest.param("2627", False, marks=clause("11.11a")),
]
CORPS = ("G.XXXII", "G.XXXIII", "G.XXXVII", "G.XLV", "G.XXIII", "G.XXIV")


@pytest.mark.parametrize(("hexes", "concentric"), CONCENTRIC)
def test_which_attacks_are_concentric(hexes: str, concentric: bool) -> None:
    placed = dict(zip(hexes.split(), CORPS, strict=False))
    units = ", ".join(f'"{label}" = ["{unit}"]' for label, unit in placed.items())
    s = battle(units + ', "2626" = ["F.VII"]', "2626", *placed.values())
    assert factor(s, "concentric attack") == (("+1", "11.11d") if concentric else None)


@clause("11.11a", "11.11b", "11.11c")
def test_every_set_of_directions_is_judged_rightly() -> None:
    for number in range(64):
        directions = {d for d in range(6) if number >> d & 1}
        opposite = any({d, d + 3} <= directions for d in range(3))
        spaced = len(directions) == 3 and not any({d, (d + 1) % 6} <= directions for d in range(6))
        assert strength.is_concentric(directions) == (opposite or spaced or len(directions) >= 4)


@clause("11.11a")
def test_units_that_stay_out_do_not_make_an_attack_concentric() -> None:
    units = '"2627" = ["G.I"], "2625" = ["G.II"], "2626" = ["F.VII"]'
    assert factor(battle(units, "2626", "G.I"), "concentric attack") is None
    assert factor(battle(units, "2626", "G.I", "G.II"), "concentric attack") == ("+1", "11.11d")


@clause("11.11d")
def test_a_concentric_attack_without_panzers_shifts_one_column() -> None:
    s = battle('"2627" = ["G.I"], "2625" = ["G.II"], "2626" = ["F.VII"]', "2626", "G.I", "G.II")
    assert factor(s, "odds") == ("2:1", "11.10a") and column(s) == "3:1"
    s = battle('"2627" = ["F.I"], "2625" = ["F.II"], "2626" = ["G.I"]', "2626", "F.I", "F.II", side="allied")
    assert factor(s, "concentric attack") == ("+1", "11.11d") and column(s) == "2:1"  # 10 to 6


@clause("11.11e")
def test_one_mechanized_corps_makes_it_two_columns() -> None:
    s = battle('"2627" = ["G.14"], "2625" = ["G.II"], "2626" = ["F.VII"]', "2626", "G.II", "G.14")
    assert factor(s, "concentric attack with mechanized units") == ("+2", "11.11e")
    assert factor(s, "concentric attack") is None
    assert factor(s, "odds") == ("3:1", "11.10a") and column(s) == "5:1"  # 15 to 5


@clause("11.11f", "11.13a", "TECh")
def test_no_concentric_bonus_against_a_city() -> None:
    s = battle('"3527" = ["G.I"], "3525" = ["G.II"], "3526" = ["F.VII"]', "3526", "G.I", "G.II")  # Arras
    assert MAP.terrain_name(hexa("3526")) == "city"
    assert names(s) == [called("G.I"), called("G.II"), "attack", "defence", "odds", "column"] and column(s) == "2:1"


@clause("11.11f", "11.14a", "11.14b", "TECl")
def test_no_concentric_bonus_against_a_fort() -> None:
    units = '"2731" = ["G.I"], "2532" = ["G.II"], "2632" = ["F.M2632"]'  # opposite sides of Longwy, clear
    s = battle(units, "2632", "G.I", "G.II")
    assert [(f.name, f.value, f.clause) for f in preview(s).factors[2:]] == [
        ("attack", "12", "11.10a"),
        ("defence", "2", "11.8b"),
        ("odds", "6:1", "11.10a"),
        ("fortification", "-2", "11.14a"),
        ("column", "4:1", "11.10b"),
    ]


# 11.12: terrain and rivers


@clause("11.12a", "TECb")
def test_rough_shifts_one_column_left() -> None:
    s = battle('"1922" = ["G.I", "G.II", "G.III"], "1921" = ["F.VII"]', "1921", "G.I", "G.II", "G.III")
    assert factor(s, "odds") == ("3:1", "11.10a")
    assert factor(s, "rough") == ("-1", "TECb") and column(s) == "2:1"


@clause("11.12a", "TECc")
def test_the_ardennes_shift_one_column_left() -> None:
    more = 'countries = { belgium = 1 }\ncontrol = { german = ["2831"] }'
    s = battle('"2831" = ["G.I", "G.II"], "2832" = ["F.VII"]', "2832", "G.I", "G.II", more=more)
    assert MAP.terrain_name(hexa("2832")) == "ardennes"
    assert factor(s, "ardennes") == ("-1", "TECc") and column(s) == "1:1"


@clause("TECc")
def test_sickle_cut_lifts_the_shift_of_the_ardennes_on_turn_1_only() -> None:
    units = '"2831" = ["G.19", "G.I"], "2832" = ["F.VII"]'
    more = 'countries = { belgium = 1 }\nsickle = ["G.19"]'
    s = battle(units, "2832", "G.19", "G.I", turn=1, more=more)
    assert factor(s, "ardennes") is None and factor(s, "Sickle Cut surprise") == ("+1", "5.8c")
    s = battle(units, "2832", "G.19", "G.I", turn=2, more=more)
    assert factor(s, "ardennes") == ("-1", "TECc") and factor(s, "Sickle Cut surprise") is None
    s = battle(units, "2832", "G.I", turn=1, more=more)
    assert factor(s, "ardennes") == ("-1", "TECc") and factor(s, "Sickle Cut surprise") is None


@clause("TECb")
def test_sickle_cut_does_not_lift_the_shift_of_rough_ground() -> None:
    s = battle('"1922" = ["G.19"], "1921" = ["F.VII"]', "1921", "G.19", turn=1, more='sickle = ["G.19"]')
    assert factor(s, "rough") == ("-1", "TECb") and factor(s, "Sickle Cut surprise") == ("+1", "5.8c")


@clause("TECa")
def test_clear_terrain_shifts_nothing() -> None:
    s = battle('"2627" = ["G.I"], "2626" = ["F.VII"]', "2626", "G.I")
    assert names(s) == [called("G.I"), "attack", "defence", "odds", "column"]


@clause("11.12b", "TECe")
def test_only_attackers_across_a_river_are_halved_and_rounded_up() -> None:
    # the Marne runs between 2428 and 2528, not between 2428 and 2427
    s = battle('"2427" = ["G.I"], "2528" = ["G.XXIII"], "2428" = ["F.VII"]', "2428", "G.I", "G.XXIII")
    assert factor(s, "G.XXIII across a river") == ("halved", "11.12b")
    assert factor(s, "G.I across a river") is None
    assert factor(s, "G.XXIII") == ("5", "11.7a") and factor(s, "attack") == ("9", "11.10a")  # 6 and 3
    assert strength.halvings(s, MAP.piece("G.XXIII"), hexa("2428")) == 1
    assert strength.halvings(s, MAP.piece("G.I"), hexa("2428")) == 0


@clause("TECe")
def test_a_river_halves_attacks_into_and_out_of_cities_too() -> None:
    s = battle('"2630" = ["G.I"], "2530" = ["F.VII"]', "2530", "G.I")  # Verdun, across the Meuse
    assert factor(s, "attack") == ("3", "11.10a")
    s = battle('"2530" = ["G.I"], "2630" = ["F.VII"]', "2630", "G.I")
    assert factor(s, "attack") == ("3", "11.10a")


@clause("TECe")
def test_a_canal_halves_like_a_river() -> None:
    units = '"3234" = ["G.I"], "3235" = ["B.EE"], "3619" = ["UK.I"]'  # the Albert Canal
    s = battle(units, "3235", "G.I", more="countries = { belgium = 1 }")
    assert factor(s, "G.I across a river") == ("halved", "11.12b")
    assert (factor(s, "G.I"), factor(s, "attack")) == (("6", "11.7a"), ("3", "11.10a"))
    [kind] = {entry.kind for entry in MAP.map.file.hexside if {"3234/3235", "3235/3234"} & set(entry.sides)}
    assert kind == "canal"


# surrounded by 2428, 2529 and 2628 the unit in 2528 is out of supply, and the Marne is before it
CUT_OFF = '"2428" = ["F.VII"], "2529" = ["F.I"], "2628" = ["F.II"]'


@pytest.mark.parametrize(("reading", "total"), [("each", "6"), ("sum", "5")])
@clause("11.12b", "8.3a")
def test_halves_are_rounded_one_by_one_or_together(reading: str, total: str) -> None:
    units = '"2527" = ["G.XXIII"], "2528" = ["G.XXIV"], "2428" = ["F.VII"]'  # both across the Marne
    s = battle(units, "2428", "G.XXIII", "G.XXIV", more=f'options = {{ halving = "{reading}" }}')
    assert factor(s, "attack") == (total, "11.10a")


@pytest.mark.parametrize(("reading", "total"), [("each", "4"), ("sum", "3")])
@clause("11.12b", "8.3a")
def test_river_and_want_of_supply_make_a_quarter(reading: str, total: str) -> None:
    s = battle(
        CUT_OFF + ', "2528" = ["G.XXIII", "G.XXIV"]', "2428", "G.XXIII", "G.XXIV",
        more=f'options = {{ halving = "{reading}" }}',
    )  # fmt: skip
    assert factor(s, "G.XXIII across a river") == ("halved", "11.12b")
    assert factor(s, "G.XXIII out of supply") == ("halved", "8.3a")
    assert strength.halvings(s, MAP.piece("G.XXIII"), hexa("2428")) == 2
    assert factor(s, "attack") == (total, "11.10a")  # 5 is 3 is 2, twice; or 10 quarters


@pytest.mark.parametrize(("reading", "total"), [("each", "12"), ("sum", "11")])
@clause("11.12b")
def test_units_that_are_not_halved_count_in_full_either_way(reading: str, total: str) -> None:
    units = '"2427" = ["G.I"], "2527" = ["G.XXIII"], "2528" = ["G.XXIV"], "2428" = ["F.VII"]'
    s = battle(units, "2428", "G.I", "G.XXIII", "G.XXIV", more=f'options = {{ halving = "{reading}" }}')
    assert factor(s, "attack") == (total, "11.10a")


# 11.13 and 11.14: cities and forts


@clause("11.13b", "TECh")
@pytest.mark.parametrize(("unit", "attack"), [("G.19", "8"), ("G.14", "7"), ("G.I", "6")])
def test_mechanized_corps_attack_a_city_with_their_defence_factor(unit: str, attack: str) -> None:
    s = battle(f'"3527" = ["{unit}"], "3526" = ["F.VII"]', "3526", unit)  # Arras
    assert factor(s, unit) == (attack, "11.7a") and factor(s, "attack") == (attack, "11.10a")
    expected = None if unit == "G.I" else (attack, "11.13b")
    assert factor(s, f"{unit} by defence factor") == expected


@clause("11.13b")
def test_in_open_country_panzers_attack_with_their_attack_factor() -> None:
    s = battle('"2627" = ["G.19"], "2626" = ["F.VII"]', "2626", "G.19")
    assert factor(s, "G.19") == ("12", "11.7a") and factor(s, "G.19 by defence factor") is None


@clause("11.13b", "11.12b")
def test_the_defence_factor_is_taken_before_the_halving() -> None:
    s = battle('"2630" = ["G.14"], "2530" = ["F.VII"]', "2530", "G.14")  # Verdun, across the Meuse: 7 is 4
    assert factor(s, "attack") == ("4", "11.10a")


@clause("TECi")
def test_paris_gives_no_concentric_bonus_and_hampers_panzers() -> None:
    # 3123 and 2922 are opposite; the Seine is before 2922
    s = battle('"3123" = ["G.19"], "2922" = ["G.I"], "3023" = ["F.VII"]', "3023", "G.19", "G.I")
    assert factor(s, "G.19") == ("8", "11.7a") and factor(s, "attack") == ("11", "11.10a")
    assert column(s) == "2:1" and not [n for n in names(s) if "concentric" in n]


@clause("TECj")
def test_the_ruhr_is_a_city_in_combat() -> None:
    # no battle can be fought there (a unit beside it has won), so the strength is asked for directly
    s = lay('phase = "german combat"\nunits = { "3338" = ["G.19", "G.I"] }\n')
    assert MAP.terrain_name(hexa("3339")) == "ruhr" and MAP.cities >> hexa("3339") & 1
    assert strength.attack_strength(s, MAP.piece("G.19"), hexa("3339")) == 8
    assert strength.attack_strength(s, MAP.piece("G.I"), hexa("3339")) == 6
    assert MAP.tables.terrain["ruhr"].shift == 0


@clause("11.14c", "TECl")
@pytest.mark.parametrize(
    ("reading", "unit", "attack"),
    [
        ("mechanized", "G.19", "8"), ("mechanized", "G.14", "7"), ("mechanized", "G.I", "6"),
        ("panzer", "G.19", "8"), ("panzer", "G.14", "9"), ("panzer", "G.I", "6"),
    ],
)  # fmt: skip
def test_who_attacks_a_fort_with_the_defence_factor(reading: str, unit: str, attack: str) -> None:
    units = f'"2731" = ["{unit}"], "2632" = ["F.VII", "F.M2632"]'
    s = battle(units, "2632", unit, more=f'options = {{ fort_df = "{reading}" }}')
    assert factor(s, "attack") == (attack, "11.10a")
    hampered = (attack, "11.14c") if attack in ("7", "8") else None
    assert factor(s, f"{unit} by defence factor") == hampered


@clause("11.14a", "TECl", "11.12a")
def test_the_shift_of_a_fort_adds_to_that_of_the_terrain() -> None:
    units = '"2135" = ["F.I"], "2136" = ["G.W2136"]'  # a West Wall fort in rough country
    s = battle(units, "2136", "F.I", side="allied")
    assert factor(s, "odds") == ("5:1", "11.10a") and column(s) == "3:1"
    assert factor(s, "rough") == ("-1", "TECb") and factor(s, "fortification") == ("-1", "11.14a")


@clause("11.14a", "11.14b")
@pytest.mark.parametrize(
    ("fort", "strength", "odds", "end"), [("F.M2632", 2, "1:2", "1:4"), ("F.M2632:1", 1, "1:1", "1:2")]
)
def test_a_fort_shifts_and_defends_by_its_printed_strength(fort: str, strength: int, odds: str, end: str) -> None:
    s = battle(f'"2731" = ["G.I"], "2632" = ["F.VII", "{fort}"]', "2632", "G.I")
    assert factor(s, "defence") == (str(5 + strength), "11.8b")
    assert factor(s, "fortification") == (f"-{strength}", "11.14a")
    assert factor(s, "odds") == (odds, "11.10a") and column(s) == end


@clause("11.14b")
def test_a_fort_alone_defends_with_its_strength() -> None:
    s = battle('"2731" = ["G.XXXII"], "2632" = ["F.M2632"]', "2632", "G.XXXII")
    assert factor(s, "defence") == ("2", "11.8b") and column(s) == "1:3"


@clause("TECn", "TECl")
def test_in_a_city_with_a_fort_the_line_of_the_fort_holds() -> None:
    # Strasbourg; 1934 has a Maginot fort. With fort_df = panzer the city's line would give 7, the fort's gives 9
    units = '"1933" = ["G.14"], "1934" = ["F.VII", "F.M1934"]'
    assert MAP.terrain_name(hexa("1934")) == "city"
    s = battle(units, "1934", "G.14", more='options = { fort_df = "panzer" }')
    assert factor(s, "attack") == ("9", "11.10a") and factor(s, "fortification") == ("-2", "11.14a")
    s = battle(units, "1934", "G.14")
    assert factor(s, "G.14 by defence factor") == ("7", "11.14c")
    s = battle('"1933" = ["G.14"], "1934" = ["F.VII"]', "1934", "G.14", more='options = { fort_df = "panzer" }')
    assert factor(s, "attack") == ("7", "11.10a") and factor(s, "fortification") is None


# shifts other chapters create: they are all added (11.10b)


@clause("11.10b")
def test_dynamo_shifts_two_columns_against_germans_in_and_next_to_the_port() -> None:
    more = 'dynamo = { turn = 5, port = "3927" }'
    units = '"3827" = ["G.I", "G.II"], "3828" = ["F.VII"], "3927" = ["F.VIII"], "3726" = ["F.IX"], "3725" = ["G.III"]'
    for target, turn, shift in (("3828", 6, True), ("3927", 8, True), ("3828", 9, False), ("3726", 6, False)):
        s = battle(units, target, "G.I", turn=turn, more=more)
        assert factor(s, "Operation Dynamo") == (("-2", "5.13i") if shift else None)
    s = battle('"3828" = ["G.I"], "3827" = ["F.VII"]', "3828", "F.VII", turn=6, more=more, side="allied")
    assert factor(s, "Operation Dynamo") is None


@clause("11.10b")
def test_the_supply_crisis_shifts_for_the_french_and_against_the_germans() -> None:
    units = 'scenario = "1939"\nturn = 3\nunits = { "2136" = ["f.1"], "2237" = ["g.5"] }\n'
    for phase, unit, target, value in (("allied", "f.1", "2237", "+1"), ("german", "g.5", "2136", "-1")):
        s = lay(f'{units}phase = "{phase} combat"\ncrisis = true\n')
        do(s, f"attack {target}", f"commit {unit}")
        assert factor(s, "German supply crisis") == (value, "5.5c")
        s = lay(f'{units}phase = "{phase} combat"\n')
        do(s, f"attack {target}", f"commit {unit}")
        assert factor(s, "German supply crisis") is None


@clause("11.10b")
def test_the_4th_armored_shifts_one_french_attack_a_phase() -> None:
    units = '"2627" = ["F.I"], "2626" = ["G.XXXII"], "2526" = ["G.XXXIII"]'
    s = battle(units + ', "2527" = ["F.II"]', "2626", "F.I", side="allied")
    before = column(s)
    do(s, "support")
    assert factor(s, "4th Armored Division") == ("+1", "5.17b")
    assert (before, column(s)) == ("1:1", "2:1")
    assert refusal(s, "support") == "5.17b"
    do(s, "fight", rolls=[3])
    while s.decision is not None and s.decision.step != "combat":
        do(s, str(s.options[0]))
    do(s, "attack 2526", "commit F.II")
    assert refusal(s, "support") == "5.17b" and s.armored_used


@clause("11.10b")
def test_who_may_have_the_4th_armored() -> None:
    s = battle('"2627" = ["G.I"], "2626" = ["F.VII"]', "2626", "G.I")
    assert refusal(s, "support") == "5.17a"
    s = lay('scenario = "1939"\nphase = "allied combat"\nunits = { "2136" = ["f.1"], "2237" = ["g.5"] }\n')
    do(s, "attack 2237", "commit f.1")
    assert refusal(s, "support") == "5.17a"
    s = battle('"2627" = ["UK.I"], "2626" = ["G.I"]', "2626", "UK.I", side="allied")
    assert refusal(s, "support") == "5.17b"
    s = battle('"2627" = ["UK.I"], "2626" = ["G.I"]', "2626", side="allied")
    assert refusal(s, "support") == "5.17b" and refusal(s, "fight") == "11.2a"
    # a corps in a Maginot hex that is cut off is supplied but does not qualify
    ring = '"2632" = ["F.I", "F.M2632"], "2731" = ["G.I"], "2531" = ["G.II"], "2633" = ["G.III"]'
    s = battle(ring, "2731", "F.I", side="allied", more='countries = { luxembourg = "capitulated" }')
    assert refusal(s, "support") == "5.17b" and factor(s, "F.I out of supply") is None
    # a hidden stack must be looked through first
    s = lay('phase = "allied combat"\nturn = 2\nunits = { "2627" = ["F.I"], "2626" = ["G.I", "G.II"] }\n')
    do(s, "attack 2626", "commit F.I")
    assert refusal(s, "support") == "3.10b" and refusal(s, "fight") == "3.10b"


@clause("11.10b")
def test_an_unqualified_attacker_takes_the_4th_armored_away() -> None:
    units = (
        '"2632" = ["F.I", "F.M2632"], "2731" = ["G.I"], "2531" = ["G.II"], "2633" = ["G.III"], "2732" = ["G.IV"], '
        '"2532" = ["G.V"], "2631" = ["G.VI"], "2730" = ["F.II"]'
    )
    more = 'countries = { luxembourg = "capitulated", belgium = 1 }'
    s = battle(units, "2731", "F.II", side="allied", more=more)
    do(s, "support", "commit F.I")
    assert factor(s, "4th Armored Division") is None
    s = battle(units + ', "2831" = ["F.III"]', "2731", "F.II", side="allied", more=more)
    do(s, "support", "commit F.III")
    assert factor(s, "4th Armored Division") == ("+1", "5.17b")


# who attacks what


@clause("11.0a")
def test_nobody_has_to_attack() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2627" = ["G.I"], "2626" = ["F.VII"] }\n')
    assert can(s, "attack 2626") and can(s, "done")
    do(s, "done")
    assert s.attacked == 0 and s.defended == 0 and s.rolls_made == 0


@clause("11.0a")
def test_the_defender_has_no_say_before_the_die_falls() -> None:
    s = battle('"2627" = ["G.I"], "2626" = ["F.VII"]', "2626", "G.I")
    assert s.to_act == "german" and refusal(s, "retreat F.VII") == "5.0a"
    do(s, "fight", rolls=[6])
    assert s.to_act == "german" and where(s, "F.VII") == "2626"


@clause("11.0b")
def test_a_unit_attacks_once_a_phase() -> None:
    units = '"2627" = ["G.I", "G.II"], "2626" = ["F.VII"], "2526" = ["F.VIII"]'
    s = battle(units, "2626", "G.I")
    do(s, "fight", rolls=[6])
    do(s, "attack 2526")
    assert choices(s, "commit") == {"G.II"} and refusal(s, "commit G.I") == "11.0b"
    do(s, "commit G.II", "fight", rolls=[6])
    assert choices(s, "attack") == set()


@clause("11.0b")
def test_with_all_neighbours_spent_an_attack_is_refused() -> None:
    s = battle('"2627" = ["G.I"], "2626" = ["F.VII"], "2526" = ["F.VIII"]', "2626", "G.I")
    do(s, "fight", rolls=[6])
    assert refusal(s, "attack 2526") == "11.0b"


@clause("11.0b", "11.0c")
def test_a_new_combat_phase_wipes_the_slate() -> None:
    s = battle('"2627" = ["G.I"], "2626" = ["F.VII"]', "2626", "G.I")
    do(s, "fight", rolls=[6])
    assert s.attacked == 1 << MAP.piece("G.I") and s.defended == 1 << MAP.piece("F.VII")
    do(s, "done", "order fight_first")
    assert s.attacked == 0 and s.defended == 0 and can(s, "attack 2627")


@clause("11.0c")
def test_a_hex_is_attacked_once_a_phase() -> None:
    s = battle('"2627" = ["G.I", "G.II"], "2626" = ["F.VII"]', "2626", "G.I")
    do(s, "fight", rolls=[6])
    assert choices(s, "attack") == set() and refusal(s, "attack 2626") == "11.0c"


# 1939 has no zones, so that units can retreat to where further attackers stand; 1741 and its neighbours are clear
RETREAT = 'scenario = "1939"\nphase = "allied combat"\nturn = 2\n'


@clause("11.0d", "11.0c", "11.8b")
def test_retreated_units_do_not_defend_again_but_suffer_the_result() -> None:
    s = lay(
        RETREAT
        + 'units = { "1742" = ["f.1", "f.3"], "1741" = ["g.5"], "1740" = ["g.6"], "1739" = ["f.5", "f.9", "f.12"] }\n'
    )
    do(s, "attack 1741", "commit f.1", "commit f.3", "fight", rolls=[3])  # 8 to 4, halved by want of supply or not
    assert s.decision is not None and s.decision.step == "retreat_to"
    do(s, "to 1740", "advance f.1", "stay")
    assert can(s, "attack 1740")
    do(s, "attack 1740", "commit f.5", "commit f.9", "commit f.12", "reveal")
    assert factor(s, "defence") == ("4", "11.8b")  # g.6 alone
    assert strength.defenders(s, hexa("1740")) == (MAP.piece("g.6"),)
    do(s, "fight", rolls=[1])
    assert where(s, "g.5") == "dead" and where(s, "g.6") == "dead"


@clause("11.0c")
def test_a_hex_in_which_all_have_been_attacked_is_safe() -> None:
    s = lay(RETREAT + 'units = { "1742" = ["f.1", "f.3"], "1741" = ["g.5"], "1739" = ["f.5"] }\n')
    do(s, "attack 1741", "commit f.1", "commit f.3", "fight", rolls=[3])
    do(s, "to 1740", "advance f.1", "stay")
    assert refusal(s, "attack 1740") == "11.0c" and choices(s, "attack") == set()


@clause("11.0e")
def test_an_empty_hex_cannot_be_attacked() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2627" = ["G.I"], "2626" = ["F.VII"] }\n')
    assert choices(s, "attack") == {"2626"}
    assert refusal(s, "attack 2526") == "11.0e"
    assert refusal(s, "attack 2627") == "11.0e"


@clause("11.2a")
def test_an_attack_comes_from_several_hexes_into_one() -> None:
    units = '"2627" = ["G.I"], "2526" = ["G.II"], "2525" = ["G.III"], "2626" = ["F.VII"], "2425" = ["F.VIII"]'
    s = battle(units, "2626", "G.I", "G.II", "G.III")
    assert factor(s, "attack") == ("18", "11.10a")
    assert strength.attack_directions(s, s.agenda[-1].attackers, hexa("2626")) == {0, 5, 4}
    assert refusal(s, "attack 2425") == "5.0a"


@clause("11.2a")
def test_only_neighbours_of_the_target_attack_it() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2628" = ["G.I"], "2627" = ["G.II"], "2626" = ["F.VII"] }\n')
    do(s, "attack 2626")
    assert choices(s, "commit") == {"G.II"} and refusal(s, "commit G.I") == "11.2a"
    assert refusal(s, "fight") == "11.2a"
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2628" = ["G.I"], "2626" = ["F.VII"] }\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 2626") == "11.2a"


@clause("11.2b")
def test_one_allied_nationality_in_an_attack() -> None:
    units = '"2627" = ["F.I"], "2526" = ["UK.I"], "2525" = ["F.II"], "2626" = ["G.I"]'
    s = battle(units, "2626", side="allied")
    assert choices(s, "commit") == {"F.I", "F.II", "UK.I"}
    do(s, "commit F.I")
    assert choices(s, "commit") == {"F.II"} and refusal(s, "commit UK.I") == "11.2b"
    s = battle(units, "2626", "UK.I", side="allied")
    assert choices(s, "commit") == set() and refusal(s, "commit F.I") == "11.2b"


@clause("11.7a")
def test_a_unit_is_committed_once_with_its_whole_factor() -> None:
    s = battle('"2627" = ["G.I:1"], "2626" = ["F.VII:1"], "2526" = ["F.VIII"]', "2626", "G.I")
    assert factor(s, "G.I") == ("3", "11.7a") and factor(s, "defence") == ("3", "11.8b")
    assert refusal(s, "commit G.I") == "11.7a"


@clause("11.8a")
def test_a_stack_may_split_its_attacks() -> None:
    s = battle('"2627" = ["G.I", "G.II", "G.III"], "2626" = ["F.VII"], "2526" = ["F.VIII"]', "2626", "G.I")
    assert factor(s, "attack") == ("6", "11.10a")
    do(s, "fight", rolls=[6])
    do(s, "attack 2526", "commit G.II")
    assert factor(s, "attack") == ("6", "11.10a")
    do(s, "fight", rolls=[6])
    do(s, "done")
    assert not s.attacked >> MAP.piece("G.III") & 1


@clause("11.8b")
def test_all_units_in_the_target_defend_together() -> None:
    s = battle('"2627" = ["G.19"], "2626" = ["F.VII", "F.I", "F.XLI"]', "2626", "G.19")
    assert factor(s, "defence") == ("16", "11.8b") and column(s) == "1:2"  # 5, 6 and 5
    fought = next(e for e in do(s, "fight", rolls=[4]) if isinstance(e, Fought))
    assert set(fought.defenders) == {MAP.piece(unit) for unit in ("F.VII", "F.I", "F.XLI")}
    assert refusal(s, "attack 2626") == "11.0c"


@clause("11.9a", "11.9b")
def test_attacks_are_chosen_one_by_one_in_any_order() -> None:
    units = '"2627" = ["G.I", "G.II"], "2626" = ["F.VII"], "2526" = ["F.VIII"]'
    for first, second in (("2626", "2526"), ("2526", "2626")):
        s = battle(units, first, "G.I")
        assert refusal(s, f"attack {second}") == "5.0a"
        do(s, "fight", rolls=[6])
        assert choices(s, "attack") == {second} and can(s, "done")
        do(s, f"attack {second}", "commit G.II", "fight", rolls=[6])


@clause("11.10e", "11.9a")
def test_a_result_is_carried_out_before_the_next_attack() -> None:
    units = '"2627" = ["G.I", "G.II"], "2626" = ["F.VII"], "2526" = ["F.VIII"]'
    s = battle(units, "2626", "G.I")
    do(s, "fight", rolls=[2])
    assert s.to_act == "allied" and refusal(s, "attack 2526") == "5.0a"
    do(s, "to 2625")
    assert s.to_act == "german" and refusal(s, "attack 2526") == "5.0a"
    do(s, "advance G.I")
    assert can(s, "attack 2526")


@clause("11.10f")
def test_the_attacker_ends_the_phase_by_saying_so() -> None:
    s = battle('"2627" = ["G.I", "G.II"], "2626" = ["F.VII"], "2526" = ["F.VIII"]', "2626", "G.I")
    do(s, "fight", rolls=[6])
    assert s.decision is not None and s.decision.step == "combat"
    do(s, "done")
    assert s.decision is not None and s.decision.step == "order"


# why not


@clause("TECf")
def test_no_combat_across_a_lake() -> None:
    more = 'countries = { switzerland = 1 }\nswiss = "forward"'
    units = '"1236" = ["G.I"], "1235" = ["G.II"], "1135" = ["Sw.I"]'  # Lake Constance is between 1236 and 1135
    s = battle(units, "1135", more=more)
    assert choices(s, "commit") == {"G.II"} and refusal(s, "commit G.I") == "TECf"
    s = lay(f'phase = "german combat"\nturn = 2\nunits = {{ "1236" = ["G.I"], "1135" = ["Sw.I"] }}\n{more}\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 1135") == "11.2a"
    assert refusal(s, "attack 1136") == "TECf"


@clause("TECf")
def test_no_combat_across_the_zuiderzee() -> None:
    units = '"4238" = ["G.I"], "4239" = ["N.I"]'
    s = lay(f'phase = "german combat"\nturn = 2\nunits = {{ {units} }}\ncountries = {{ netherlands = 1 }}\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 4239") == "11.2a"


@clause("TECg", "10.8b")
def test_no_combat_in_the_gap() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2236" = ["G.I"], "2135" = ["F.I"] }\n')
    assert refusal(s, "attack 2235") == "TECg"
    assert not combat.beside(s, hexa("2135")) >> hexa("2235") & 1 and combat.beside(s, hexa("2135")) >> hexa("2236") & 1


@clause("TECm")
def test_a_border_as_such_does_not_matter_in_combat_but_neutrality_does() -> None:
    units = '"3135" = ["G.I"], "3134" = ["B.I"]'  # Aachen and Liège
    s = lay(f'phase = "german combat"\nturn = 2\nunits = {{ {units} }}\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 3134") == "4.3b"
    s = battle(units + ', "3619" = ["UK.I"]', "3134", "G.I", more="countries = { belgium = 1 }")
    assert names(s) == [called("G.I"), "attack", "defence", "odds", "column"]


@clause("11.0e")
def test_reasons_why_a_hex_cannot_be_attacked() -> None:
    s = lay('phase = "allied combat"\nturn = 1\nsickle = ["G.19"]\nunits = { "2831" = ["F.I"], "2832" = ["G.19"] }\n'
            'countries = { belgium = 1 }')  # fmt: skip
    assert choices(s, "attack") == set() and refusal(s, "attack 2832") == "5.8f"
    assert refusal(s, "attack 1331") == "3.6m"  # Basel, neutral
    s = lay('scenario = "1939"\nphase = "german combat"\nturn = 2\nunits = { "2136" = ["g.5"], "2135" = ["f.1"] }\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 2135") == "3.5e"
    assert refusal(s, "attack 3134") == "3.2b"
    s = lay('phase = "german combat"\nturn = 5\nhalted = "full"\nunits = { "2627" = ["G.19"], "2626" = ["F.VII"] }\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 2626") == "5.10e"
    s = lay('phase = "german combat"\nturn = 5\nhalted = "half"\nunits = { "2627" = ["G.19"], "2626" = ["F.VII"] }\n')
    assert choices(s, "attack") == {"2626"}


@clause("11.2a")
def test_reasons_why_a_unit_cannot_be_committed() -> None:
    units = '"2136" = ["G.W2136", "G.I"], "2237" = ["G.19"], "2236" = ["F.I", "F.II"]'
    s = battle(units, "2236", turn=5, more='halted = "full"')
    assert choices(s, "commit") == {"G.I"}
    assert refusal(s, "commit G.V") == "2.1a"
    assert refusal(s, "commit F.I") == "5.0a"
    assert refusal(s, "commit G.W2136") == "2.12c"
    assert refusal(s, "commit G.19") == "5.10e"
    assert refusal(s, "reveal") == "3.10a" and refusal(s, "fight") == "11.2a"
    do(s, "commit G.I")
    assert can(s, "reveal") and not can(s, "fight")
    events = do(s, "reveal")
    assert [e.defenders for e in events if isinstance(e, Declared)] == [(MAP.piece("F.I"), MAP.piece("F.II"))]
    assert can(s, "fight") and refusal(s, "reveal") == "3.10a"
    with pytest.raises(Refused):
        s.undo()


@clause("11.2b")
def test_frozen_neutrals_do_not_attack() -> None:
    units = '"3135" = ["G.I"], "3134" = ["B.I"], "3036" = ["F.I"]'
    s = battle(units, "3135", side="allied")
    assert choices(s, "commit") == {"F.I"} and refusal(s, "commit B.I") == "3.6g"
    s = lay('phase = "allied combat"\nturn = 2\nunits = { "3135" = ["G.I"], "3134" = ["B.I"] }\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 3135") == "3.6g"
    assert combat.ready(s, ALLIED) == [] and combat.ready(s, GERMAN) == [MAP.piece("G.I")]


@clause("11.2b")
def test_former_neutrals_fight_only_in_their_area() -> None:
    # 2831 is next to Belgium, 2830 is not
    units = '"2831" = ["B.I"], "2830" = ["G.I"]'
    s = lay(f'phase = "allied combat"\nturn = 2\ncountries = {{ belgium = 1 }}\nunits = {{ {units} }}\n')
    assert choices(s, "attack") == set() and refusal(s, "attack 2830") == "3.6k"
    s = battle(units + ', "2829" = ["F.I"]', "2830", side="allied", more="countries = { belgium = 1 }")
    assert choices(s, "commit") == {"F.I"} and refusal(s, "commit B.I") == "3.6k"
    do(s, "commit F.I")
    assert refusal(s, "commit B.I") == "11.2b"


@clause("11.9a")
def test_prompts_lead_through_an_attack() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "2627" = ["G.I"], "2626" = ["F.VII", "F.VIII"] }\n')
    assert s.decision is not None and s.decision.prompt.startswith("Combat:")
    do(s, "attack 2626")
    assert s.decision.prompt == "Attack on 2626: choose the first attacking unit."
    do(s, "commit G.I")
    assert "look through the stack" in s.decision.prompt
    do(s, "reveal")
    assert s.decision.prompt.startswith("Attack on 2626: 6 to 10, column 1:2.")


@clause("11.9b")
def test_a_neutral_may_be_declared_in_a_german_combat_phase_only() -> None:
    s = lay('phase = "german combat"\nturn = 2\nunits = { "3135" = ["G.I"], "3134" = ["B.I"], "3619" = ["UK.I"] }\n')
    do(s, "declare belgium")
    assert choices(s, "attack") == {"3134"} and refusal(s, "declare belgium") == "3.6h"
    s = lay('phase = "allied combat"\nturn = 2\nunits = { "3619" = ["UK.I"] }\n')
    assert choices(s, "declare") == set() and refusal(s, "declare belgium") == "4.3b"


@clause("11.2a")
def test_the_first_reason_against_an_attack_is_the_one_given() -> None:
    # far off and in the Ardennes, but not on turn 1; far off on turn 1, but not in the Ardennes
    for turn, label in ((2, "2832"), (1, "2626")):
        units = f'"2520" = ["F.I"], "{label}" = ["G.19"]'
        s = lay(f'phase = "allied combat"\nturn = {turn}\nsickle = ["G.19"]\n'
                f'countries = {{ belgium = 1 }}\nunits = {{ {units} }}\n')  # fmt: skip
        assert refusal(s, f"attack {label}") == "11.2a"
    s = lay('phase = "german combat"\nturn = 1\nsickle = ["G.19"]\ncountries = { belgium = 1 }\n'
            'units = { "2832" = ["F.I"], "2831" = ["G.19"] }\n')  # fmt: skip
    assert can(s, "attack 2832")


@clause("11.14c")
def test_a_fort_elsewhere_does_not_matter() -> None:
    s = battle('"2627" = ["G.19"], "2626" = ["F.VII"], "2731" = ["F.M2731"]', "2626", "G.19")
    assert factor(s, "attack") == ("12", "11.10a")
