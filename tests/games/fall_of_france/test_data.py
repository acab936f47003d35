"""Every statement of the rules and their examples about counters, tables and set-up, proven against the data files."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import meuse.games
from meuse.engine.data import DataFolder
from meuse.engine.ledger import Ledger
from meuse.engine.names import Names, defects
from meuse.games.fall_of_france import tables
from meuse.games.fall_of_france.tables import (
    CombatTerrain,
    Group,
    LevelId,
    Looks,
    MoveClass,
    Scenario,
    SkirmishTerrain,
    Tables,
    Unit,
    UnitFile,
)
from tests.games.kit import clause

DATA = DataFolder(Path(meuse.games.__file__).parent / "fall_of_france" / "data")
LEDGER = Ledger(DATA)
FILE = DATA.load("units.toml", UnitFile)
TABLES = DATA.load("tables.toml", Tables)
SCENARIOS = {name: DATA.load(f"scenarios/{name}.toml", Scenario) for name in ("historical", "last_minute")}
UNITS: dict[str, tuple[Group, Unit]] = {unit.id: (group, unit) for group in FILE.group for unit in group.units}
STANDARD = {name: (group, unit) for name, (group, unit) in UNITS.items() if not unit.optional}
EACH_SCENARIO = pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)


def ratings(name: str) -> tuple[int, int, int]:
    unit = UNITS[name][1]
    return unit.attack, unit.defence, unit.mp


def attack(*names: str) -> int:
    return sum(UNITS[name][1].attack for name in names)


def defence(*names: str) -> int:
    return sum(UNITS[name][1].defence for name in names)


def points(*names: str) -> int:
    return sum(TABLES.stacking.points[UNITS[name][0].size] for name in names)


def of(nation: str, formation: str | None = None) -> list[str]:
    """The counters of a nation, or of one of its formations, without those of the optional rules."""
    return [
        name for name, (group, _) in STANDARD.items()
        if group.nation == nation and formation in (None, group.formation)
    ]  # fmt: skip


# the files as a whole


def test_every_name_in_the_files_is_known() -> None:
    names = {"unit": Names(UNITS, "units.toml"), "land hex": Anything(), "place": Anything(), **LEDGER.names}
    looks = DATA.load("faces.toml", Looks)
    for table in (FILE, TABLES, looks, *SCENARIOS.values()):
        assert list(defects(table, names)) == []  # type: ignore[arg-type]


class Anything:
    """Hexes and places are the map's; they are compared with it when the game is loaded."""

    file = "map.toml"

    @property
    def names(self) -> Anything:
        return self

    def __contains__(self, name: object) -> bool:
        return True


def test_no_counter_is_there_twice() -> None:
    ids = [unit.id for group in FILE.group for unit in group.units] + [air.id for air in FILE.air]
    assert len(ids) == len(set(ids)) == len(UNITS) + 11


def test_clauses_and_rulings_name_each_other() -> None:
    for ruling in LEDGER.rulings.values():
        assert ruling.clauses
        assert all(ruling.id in LEDGER.clauses[name].rulings for name in ruling.clauses), ruling.id
    for entry in LEDGER.clauses.values():
        assert all(entry.id in LEDGER.rulings[name].clauses for name in entry.rulings), entry.id


@clause("22.0a")
def test_every_optional_rule_is_an_option_that_is_off_unless_chosen() -> None:
    ours = {name for name, option in LEDGER.options.items() if "(22." in option.title}
    assert len(ours) == 14
    assert all(LEDGER.options[name].default == "no" for name in ours)
    assert LEDGER.options["bef_armour"].allowed() == ["no", "yes", "german_rules"]
    everything = {name: LEDGER.options[name].allowed()[-1] for name in ours}
    assert LEDGER.settle(everything).items() >= everything.items()


# counters


def test_the_counters_of_the_example_have_the_ratings_it_shows() -> None:
    assert ratings("G.III") == ratings("G.VI") == (4, 4, 5)
    assert ratings("G.12HQ") == (1, 1, 4)
    assert ratings("G.XVIII")[0] == 5 and ratings("G.XVIII")[2] == 4
    assert attack("G.III", "G.VI", "G.12HQ") == 9 and defence("F.MTY", "F.THIO", "F.CAC") == 2 + 2 + 3
    assert attack("G.III", "G.XVIII", "G.12HQ") == 10 == 5 * defence("F.MTY")
    assert attack("G.FSJ") == 2 and defence("N.I") == 4
    assert defence("F.VI", "F.XLII") >= attack("G.III")
    assert ratings("G.1Mtn")[2] >= 3


def test_the_simple_skirmish_is_nine_against_five_with_most_of_it_armour() -> None:
    stack = ("G.XI", "G.3Pz", "G.4Pz")
    assert attack(*stack) == 9 and defence("B.V") == 5
    assert points(*stack) == 7 and points("G.3Pz", "G.4Pz") == 4
    assert {UNITS[name][0].formation for name in stack} == {"6"}


def test_the_mechanised_example_holds() -> None:
    assert defence("F.2A1", "F.2A2") == attack("G.6Pz", "G.10Pz")
    assert defence("F.2A1", "F.2A2", "F.XVIII") == 2 * attack("G.6Pz", "G.10Pz")
    assert {"G.2Pz", "G.6Pz", "G.8Pz", "G.10Pz", "G.2Mot"} <= set(of("german", "Kluge"))
    assert UNITS["G.2Mot"][0].type == "motorized"
    assert [name for name in of("french", "2") if UNITS[name][1].short == "2A"] == ["F.2A1", "F.2A2"]


@clause("1.4a")
def test_headquarters_have_one_combat_rating() -> None:
    headquarters = [name for name, (group, _) in UNITS.items() if group.type == "hq"]
    assert all(attack(name) == defence(name) for name in headquarters)
    assert {UNITS[name][0].formation for name in headquarters} == {"1", "4", "6", "12", "16", "Kluge", "A", "B", "C"}


def test_armies_belong_to_their_army_groups() -> None:
    assert FILE.army_group == {"A": ["4", "12", "16", "Kluge"], "B": ["6", "18"], "C": ["1", "7"]}
    for group in FILE.group:
        if group.nation == "german" and group.formation not in ("OKW", "LW"):
            assert group.formation in (group.group, *FILE.army_group[group.group or "A"])
        else:
            assert group.group == ""
    assert [(UNITS[name][0].type, UNITS[name][0].size) for name in of("german", "7")] == [("fortress", "division")] * 2


def test_ordinary_panzers_are_all_alike_and_optional_ones_are_not() -> None:
    ordinary = {name for name in STANDARD if UNITS[name][1].special == "panzer"}
    optional = [unit for _, unit in UNITS.values() if unit.optional == "22.9.1"]
    assert len(ordinary) == 10 and {ratings(name) for name in ordinary} == {(2, 2, 8)}
    assert {unit.replaces for unit in optional} == ordinary and len(optional) == 10
    assert len({ratings(unit.id) for unit in optional}) > 1
    for unit in optional:
        assert UNITS[unit.id][0].formation == UNITS[unit.replaces][0].formation


def test_one_armoured_corps_stands_for_two_british_divisions() -> None:
    table = TABLES.options.bef_armour
    assert table.corps == "UK.ArmCorps" and UNITS[table.corps][0].size == "corps"
    assert [UNITS[name][1].special for name in table.originals] == ["bef_arm", "bef_mot"]
    assert [UNITS[name][0].type for name in table.originals] == ["armour", "motorized"]


@clause("2.0f", "2.0g")
def test_what_is_infantry_and_what_is_mechanised() -> None:
    infantry = {name for name, row in TABLES.type.items() if row.infantry}
    assert infantry == {"infantry", "mountain", "motorized", "airborne", "glider", "fortress"}
    assert {name for name, row in TABLES.type.items() if row.mechanized} == {"motorized", "armour"}


def test_only_armour_is_paid_for_with_armour_points() -> None:
    assert [name for name, row in TABLES.type.items() if row.points == "armour"] == ["armour"]


def test_only_leg_infantry_can_be_rebuilt() -> None:
    assert [name for name, row in TABLES.type.items() if row.leg] == ["infantry"]


def test_the_forces_have_the_sizes_that_politics_counts_on() -> None:
    early = [name for name in of("french") if not UNITS[name][1].arrives and not UNITS[name][1].emergency]
    assert attack(*of("german")) == 154
    assert defence(*of("french")) == 153 and defence(*early) == 131
    assert [defence(*of(nation)) for nation in ("british", "belgian", "dutch")] == [20, 40, 26]
    assert [len(of(nation)) for nation in ("british", "belgian")] == [6, 9]


def test_the_german_army_is_the_one_of_history() -> None:
    sorts = Counter((UNITS[name][0].type, UNITS[name][0].size) for name in of("german"))
    assert sorts == {
        ("infantry", "corps"): 26, ("armour", "division"): 10, ("hq", "hq"): 9, ("motorized", "division"): 5,
        ("motorized", "brigade"): 1, ("mountain", "division"): 1, ("cavalry", "division"): 1,
        ("fortress", "division"): 2, ("airborne", "division"): 1, ("glider", "division"): 1,
    }  # fmt: skip


def test_like_types_of_all_nations_move_alike() -> None:
    for kind in ("armour", "motorized"):
        assert {unit.mp for group, unit in UNITS.values() if group.type == kind} == {8}


def test_who_arrives_later_and_from_where() -> None:
    arriving = {name: unit.arrives for name, (_, unit) in STANDARD.items() if unit.arrives}
    assert arriving == {
        "UK.1Arm": 1, "F.1DCR": 2, "F.2DCR": 2, "F.XXI": 2, "F.3DCR": 4, "F.4DCR": 4, "F.XXIII": 4,
    }  # fmt: skip
    assert [name for name, (_, unit) in STANDARD.items() if unit.emergency] == ["F.XIV", "F.XV"]
    table = TABLES.arrivals
    assert (table.bef_edges, table.gcq_edges, table.alpes_edges) == (["west"], ["west", "south"], ["south"])
    assert (table.alpes_delay, table.german_turn, table.german_corps) == (1, 5, 3)


def test_air_units() -> None:
    assert Counter(air.nation for air in FILE.air) == {"german": 5, "french": 3, "british": 2, "dutch_belgian": 1}
    assert [air.id for air in FILE.air if air.nation != "german" and not air.rolled] == ["DB.air"]
    table = TABLES.air_reinforcements
    for nation, rows in (("french", table.french), ("british", table.british)):
        assert [air.rolled for air in FILE.air if air.nation == nation] == list(range(1, len(rows) + 1))


# terrain


def cost(kind: MoveClass, terrain: str, *more: str) -> int | None:
    """Movement points of a hex, with what is laid on it and the hexside; none: the whole allowance."""
    row = TABLES.tec[terrain]
    assert row.cost is not None
    if kind in row.all:
        return None
    extra = [TABLES.tec[name].extra or {} for name in more]
    return max(TABLES.movement.least, row.cost[kind] + sum(table.get(kind, 0) for table in extra))


@clause("TECb", "TECj", "TECk", "TECn", "TECo", "TECp", "TECl", "TECq")
def test_what_terrain_costs() -> None:
    assert [cost("infantry", "clear", *side) for side in ((), ("minor_river",), ("major_river",))] == [1, 2, 3]
    assert [cost("infantry", name) for name in ("forest", "hills", "hilly_forest", "swamp", "mountain")] == [
        2,
        2,
        3,
        3,
        4,
    ]
    assert [cost("mountain", name) for name in ("hilly_forest", "mountain")] == [2, 3]
    assert [cost(kind, "mountain") for kind in ("hq", "mechanized")] == [None, None]
    assert cost("infantry", "hilly_forest", "major_river") == 5
    assert (TABLES.tec["swamp"].mech_ops, TABLES.tec["mountain"].mech_ops) == ("all", "closed")
    assert [name for name, row in TABLES.tec.items() if row.mech_ops] == ["mountain", "swamp"]


@clause("TECc", "TECd")
def test_roads_of_towns_and_cities_save_a_point_but_no_hex_is_free() -> None:
    assert cost("mechanized", "forest", "town") == 1 and cost("infantry", "forest", "town") == 2
    classes: tuple[MoveClass, ...] = ("infantry", "mountain", "mechanized", "hq")
    assert {cost(kind, terrain, "city") for kind in classes for terrain in ("clear", "forest")} == {1}
    assert cost("infantry", "clear", "city", "minor_river") == 1


@clause("TECf", "TECh", "TECi")
def test_fortifications_are_closed_and_cost_nothing_extra() -> None:
    closed = {name for name, row in TABLES.tec.items() if row.prohibited}
    assert closed == {"fortress", "minor_line", "major_line"}
    assert all(TABLES.tec[name].extra is None for name in closed)


def test_every_row_of_the_chart_is_of_one_kind() -> None:
    assert set(TABLES.tec) == {*tables.TERRAIN, *tables.LAID_ON, *tables.HEXSIDES}
    assert {name for name in tables.TERRAIN if TABLES.tec[name].cost is None} == {"sea", "lake", "outside"}
    assert all(TABLES.tec[name].cost is None for name in (*tables.LAID_ON, *tables.HEXSIDES))


SKIRMISH = {
    "forest": SkirmishTerrain(no_mech_bonus=True),
    "hills": SkirmishTerrain(die=-1),
    "hilly_forest": SkirmishTerrain(no_mech_bonus=True, die=-1),
    "mountain": SkirmishTerrain(no_armour=True, ignore_retreat=True),
    "swamp": SkirmishTerrain(no_armour=True),
    "town": SkirmishTerrain(ignore_retreat=True),
    "city": SkirmishTerrain(ignore_retreat=True, die=-1),
    "fortress": SkirmishTerrain(ignore_retreat=True),
    "minor_line": SkirmishTerrain(ignore_retreat=True),
    "major_line": SkirmishTerrain(ignore_retreat=True),
    "minor_river": SkirmishTerrain(no_mech_bonus=True),
    "major_river": SkirmishTerrain(no_mech_bonus=True, die=-1),
}
COMBAT = {
    "forest": CombatTerrain(no_mech_assault=True, die=-1),
    "hills": CombatTerrain(columns=-1),
    "hilly_forest": CombatTerrain(no_mech_assault=True, columns=-1),
    "mountain": CombatTerrain(mechanized_half=True, mountain_attack=2, mountain_defence=3),
    "swamp": CombatTerrain(no_mech_assault=True, defence=2, ignore_retreat=True),
    "town": CombatTerrain(die=-1),
    "city": CombatTerrain(columns=-1, stays_for_disruption=True),
    "fortress": CombatTerrain(defence=2, ignore_retreat=True, cadre_is_disruption=True),
    "minor_line": CombatTerrain(ignore_retreat=True, die=-1),
    "major_line": CombatTerrain(ignore_retreat=True, columns=-1),
    "minor_river": CombatTerrain(no_mech_assault=True, die=-1),
    "major_river": CombatTerrain(no_mech_assault=True, defence=2, ignore_retreat=True),
}


@clause(
    "TECb", "TECc", "TECd", "TECe", "TECf", "TECg", "TECh", "TECi", "TECj", "TECk", "TECl", "TECm", "TECn", "TECo",
    "TECp", "TECr",
)  # fmt: skip
@pytest.mark.parametrize("name", sorted(TABLES.tec))
def test_what_terrain_does_in_skirmish_and_combat(name: str) -> None:
    row = TABLES.tec[name]
    assert row.skirmish == SKIRMISH.get(name, SkirmishTerrain())
    assert row.combat == COMBAT.get(name, CombatTerrain())


def test_every_row_cites_its_clauses() -> None:
    for name, row in TABLES.tec.items():
        if name not in ("sea", "lake", "outside"):
            assert row.clauses.movement and row.clauses.skirmish and row.clauses.combat
            assert all(LEDGER.clauses[cited].kind == "table" for cited in (row.clauses.movement, row.clauses.combat))


# skirmishes, assaults, air combat


def test_the_skirmish_results_that_the_examples_show() -> None:
    shown = {row.die: (row.attacker, row.defender) for row in TABLES.skirmish.results}
    assert [shown[die] for die in (0, 2, 4, 5, 6)] == [("DS", ""), ("S", ""), ("", ""), ("", "D|R"), ("", "D|R")]
    assert list(shown) == list(range(-1, 8))


def test_the_skirmish_modifiers_that_the_examples_show() -> None:
    table = TABLES.skirmish
    assert (table.stronger, table.doubled, table.doubled_from, table.mechanized) == (1, -1, 2, 1)


def test_the_assault_that_the_example_shows() -> None:
    table = TABLES.breach
    rows = {row.die: (row.breach, row.disrupted) for row in table.results}
    assert rows[3 + table.air + table.headquarters + table.against["major_line"]] == (True, True)
    assert list(rows) == list(range(8))
    chances = {kind: sum(rows[max(0, die + shift)][0] for die in range(1, 7)) for kind, shift in table.against.items()}
    assert chances == {"minor_line": 3, "major_line": 2, "fortress": 1}


def test_the_air_combat_that_the_example_shows() -> None:
    table = TABLES.air_combat
    assert (table.results[3 - 1], table.results[5 - 1], table.damaged_turns) == ("aborted", "damaged", 3)
    severity = ["none", "aborted", "damaged", "eliminated"]
    assert sorted(table.results, key=severity.index) == list(table.results)
    assert set(table.results) == set(severity)


# combat


@clause("CRTb")
def test_odds_rise_from_left_to_right() -> None:
    ratios = [Fraction(column.split("-")[0]) / Fraction(column.split("-")[1]) for column in TABLES.crt.columns]
    assert all(low < high for low, high in pairwise(ratios))
    assert (ratios[0], ratios[3], ratios[-1]) == (Fraction(1, 4), Fraction(2, 3), Fraction(4))
    assert len(TABLES.crt.rows) == 8 and {len(row) for row in TABLES.crt.rows} == {10}


@clause("CRT0", "CRT1", "CRT2", "CRT3", "CRT4", "CRT5", "CRT6", "CRT7")
@pytest.mark.parametrize("die", range(8))
def test_the_combat_table_is_the_printed_one(die: int) -> None:
    """The clause of each row states its ten cells."""
    said = LEDGER.clauses[f"CRT{die}"].says.partition(": ")[2].rstrip(".").split(", ")
    assert TABLES.crt.rows[die] == said


@clause("CRT0", "CRT1", "CRT2", "CRT3", "CRT4", "CRT5", "CRT6", "CRT7")
@pytest.mark.parametrize(
    ("column", "die", "cell"),
    [
        ("1-4", 0, "1D/CD"), ("1-4", 4, "*R"), ("1-3", 7, "C/DR"), ("1-2", 4, "-/R"), ("1-1.5", 7, "CD/DR"),
        ("1-1", 5, "-/R"), ("1.5-1", 6, "-/CD"), ("2-1", 2, "-/R"), ("2.5-1", 4, "-/1CDR"), ("3-1", 0, "CD/1DR"),
        ("4-1", 7, "-/4D"), ("4-1", 5, "-/3"), ("2.5-1", 5, "-/2DR"), ("3-1", 5, "D/2CD"), ("1.5-1", 1, "*R"),
    ],
)  # fmt: skip
def test_cells_of_the_combat_table(column: str, die: int, cell: str) -> None:
    assert TABLES.crt.rows[die][TABLES.crt.columns.index(column)] == cell


def test_modifiers_of_combat() -> None:
    table = TABLES.combat
    assert (table.air, table.headquarters, table.mechanized_columns, table.mechanized_die) == (1, 1, 1, 1)
    assert table.cadres == 1


# recovery, reinforcements, stacking, supply


def test_the_recovery_table() -> None:
    rows = {row.die: (row.result, row.pay) for row in TABLES.recovery.results}
    assert rows[1] == ("eliminated", 2) and rows[2] == rows[3] == ("disrupted", 1)
    assert rows[4] == rows[5] == rows[6] == ("recovered", 0)
    assert TABLES.recovery.emergency_from == 2


@clause("RECd")
def test_what_a_failed_recovery_yields() -> None:
    assert TABLES.recovery.yields == {"corps": 2, "division": 1, "brigade": 0, "hq": 0}


@clause("RPa", "RPb", "RPd")
def test_replacement_points() -> None:
    table = TABLES.replacements
    pool, german = 0, {}
    for grant in sorted(table.schedule, key=lambda grant: grant.turn):
        pool += grant.infantry if grant.nation == "german" else 0
        german[grant.turn] = pool
    assert [german[turn] for turn in (2, 3, 4, 9)] == [9, 15, 17, 29]
    others = [(g.turn, g.nation, g.infantry, g.armour) for g in table.schedule if g.nation != "german" or g.armour]
    assert others == [(2, "german", 9, 1), (3, "french", 2, 0), (8, "french", 1, 1), (8, "british", 2, 0)]
    assert table.alpes == {"infantry": 3, "armour": 0}
    assert (table.costs.corps, table.costs.cadre, table.costs.emergency) == (4, 2, 1)


@clause("AIRa", "AIRb")
def test_when_air_units_are_rolled_for() -> None:
    table = TABLES.air_reinforcements
    assert [(row.turn, row.needs) for row in table.french] == [(5, 5), (8, 4), (12, 4)]
    assert [(row.turn, row.needs) for row in table.british] == [(1, 3), (6, 4)]


@clause("8.1a")
def test_stacking_points_and_limits() -> None:
    assert TABLES.stacking.points == {"corps": 3, "division": 2, "brigade": 1, "hq": 0}
    assert TABLES.stacking.limits == {"inland": 7, "coastal": 4, "urban": 9}
    assert points("G.VI", "G.12HQ", "G.XVIII") == 6 <= 7 < points("G.VI", "G.12HQ", "G.XVIII", "G.1Mtn") == 8
    assert points("N.II", "N.IV") == 6 and points("N.Holl", "N.MAA") == 4


def test_sources_of_supply() -> None:
    table = TABLES.supply
    assert table.ports == ["Calais", "Dunkerque", "Boulogne"]
    assert table.home == {"french": "france", "british": "france", "belgian": "belgium", "dutch": "holland"}
    assert (table.british_stacks, table.french_stacks, table.french_edges) == (1, 3, ["south", "west"])


# politics, victory, optional rules


def test_numbers_of_politics() -> None:
    table = TABLES.politics
    assert (table.withdrawal_distance, table.evacuated, table.brussels) == (2, 1, "Brussels")
    assert (table.open_distance, table.open_corps) == (2, 5)
    assert Fraction(*table.french_ratio) == Fraction("1.5") and table.french_edges == ["west"]


def test_levels_of_victory_and_what_paris_makes_of_them() -> None:
    table = TABLES.victory
    german: list[LevelId] = ["decisive_german", "substantial_german", "minor_german"]
    allied: list[LevelId] = ["major_allied", "minor_allied", "draw"]
    assert [level.id for level in table.levels] == [*german, *allied]
    after = {level.id: level.after_paris for level in table.levels}
    assert [after[name] for name in german] == ["decisive_german", "decisive_german", "substantial_german"]
    assert [after[name] for name in allied] == ["minor_allied", "draw", "draw"]
    assert (table.bef_corps, table.paris_combats) == (2, 2)
    assert len([name for name in of("british") if UNITS[name][0].size == "corps"]) >= table.bef_corps


def test_numbers_of_the_first_optional_rules() -> None:
    table = TABLES.options
    assert (table.refugees.odd_turns, table.refugees.even_turns, table.refugees.extra) == (1, 2, 1)
    assert table.refugees.edges == ["south", "west"]
    assert table.cooperation_supply.cities == ["Brussels", "Antwerp"]
    assert table.belgian_alliance.formations == ["1", "7"]
    maginot = table.weaker_maginot
    assert maginot.removed == ["F.101", "F.ESC", "F.FLA"]
    assert (maginot.air_turn, maginot.returning, maginot.delay) == (2, 2, 1)
    assert (table.fortress_paris.outer, table.fortress_paris.inner) == ("major_line", "minor_line")
    assert (table.rundstedt.uses, table.rundstedt.apart) == (2, 2)


def test_numbers_of_the_other_optional_rules() -> None:
    table = TABLES.options
    assert [UNITS[name][1].special for name in table.sealion.holland.units] == ["fsj", "glider"]
    removals = [(removal.air, removal.infantry) for removal in (table.sealion.belgium, table.sealion.bef)]
    assert removals == [(1, 2), (1, 1)] and table.sealion.no_points_on == 9
    bought = table.fortifications
    assert (bought.fortresses_for_unit, bought.lines_for_unit, bought.line) == (1, 2, "minor_line")
    assert bought.armour_first == ["french", "german"]
    assert table.brandenburgers.counters == {"belgium": 1, "holland": 1, "france": 2}
    assert (table.brandenburgers.last_turn, table.brandenburgers.die) == (3, 1)
    crackers = table.fortress_crackers
    assert (crackers.hex, crackers.turn, crackers.needs) == ("1010", 1, 4)
    assert (crackers.garrisoned, crackers.air) == (-1, 2)
    assert UNITS[table.ss_recklessness.unit][1].special == "ss" and table.ss_recklessness.columns == 1


# scenarios


def listed(scenario: Scenario) -> dict[str, str]:
    return {army.name: army.hex for army in scenario.army}


@EACH_SCENARIO
@clause("3.0a")
def test_thirteen_turns_of_three_days(scenario: Scenario) -> None:
    assert scenario.turns == len(scenario.dates) == 13
    assert (scenario.dates[0], scenario.dates[7], scenario.dates[12]) == ("10-12 May", "31 May-2 June", "15-17 June")


def test_what_distinguishes_the_scenarios() -> None:
    told = {name: (scenario.neutrals, scenario.shift) for name, scenario in SCENARIOS.items()}
    assert told == {"historical": ([], False), "last_minute": (["belgium", "holland"], True)}


@EACH_SCENARIO
@clause("20.1b", "20.1c", "20.1d", "20.1e", "20.1g")
def test_armies_are_listed_where_the_rules_put_them(scenario: Scenario) -> None:
    places = listed(scenario)
    french = {"1st": "1216", "2nd": "1712", "3rd": "1907", "4th": "2004", "5th": "2103", "7th": "1018", "8th": "2506"}
    assert {f"French {army} Army": hexa for army, hexa in (french | {"9th": "1514"}).items()}.items() <= places.items()
    assert places["BEF"] == "1117"
    dutch = {"1st": "0312", "2nd": "0310", "3rd": "0509", "4th": "0310", "Holl": "0510", "Ijsel": "0308", "Lt": "0709"}
    assert {f"Dutch {name}": hexa for name, hexa in dutch.items()}.items() <= places.items()
    corps = ["1110", "1012", "1010", "0913", "0912", "0812", "1111", "1013", "1309"]
    names = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "GHQ", "Cav"]
    assert [places[f"Belgian {name}"] for name in names] == corps
    german = {"1st": "1603", "4th": "1307", "6th": "0908", "12th": "1406", "16th": "1506", "18th": "0607"}
    assert {f"{army} Army": hexa for army, hexa in german.items()}.items() <= places.items()
    assert places["Kluge"] == "1207"
    army = {army.name: army for army in scenario.army}
    assert army["7th Army"].between == ["1901", "2503"] and army["French 3rd Army"].units == ["UK.51"]


@clause("20.1f")
def test_fortress_units_stand_where_the_rules_put_them() -> None:
    places = {unit.short: unit.hex for group, unit in UNITS.values() if unit.hex}
    assert places == {
        "101": "1313", "ESC": "1215", "MTY": "1709", "BOU": "1806", "THIO": "1807", "SAR": "1905", "FAU": "1906",
        "ROH": "1904", "FLA": "1016", "ALT": "2404", "MON": "2604", "BEL": "2807", "HAG": "2002", "MST": "1009",
        "MAA": "0510",
    }  # fmt: skip
    assert Counter(group.nation for group, unit in UNITS.values() if unit.hex) == {"french": 13, "dutch": 2}
    assert all(group.type == "fortress" for group, unit in UNITS.values() if unit.hex)


@EACH_SCENARIO
def test_german_units_without_an_army(scenario: Scenario) -> None:
    army = {army.name: army for army in scenario.army}
    assert [army[f"Army Group {name}"].beside for name in "ABC"] == ["group"] * 3
    assert (army["OKW"].beside, army["OKW"].off_map) == ("nation", False)
    assert (army["Luftwaffe"].beside, army["Luftwaffe"].off_map) == ("nation", True)
    assert scenario.luxembourg_depth == 1


def members(scenario: Scenario) -> dict[str, list[str]]:
    """The units that each entry of a scenario sets up."""
    late = {name for name, (_, unit) in STANDARD.items() if unit.arrives or unit.emergency}
    armies = {army.name: (of(army.nation, army.formation) if army.formation else []) for army in scenario.army}
    return {
        army.name: [name for name in (*armies[army.name], *army.units) if name not in late] for army in scenario.army
    }


@EACH_SCENARIO
def test_every_unit_is_set_up_by_one_entry(scenario: Scenario) -> None:
    told = Counter(name for names in members(scenario).values() for name in names)
    waiting = {name for name, (_, unit) in STANDARD.items() if unit.arrives or unit.emergency or unit.hex}
    assert set(told) == set(STANDARD) - waiting and set(told.values()) == {1}


@EACH_SCENARIO
def test_the_ready_set_up_places_every_unit_once(scenario: Scenario) -> None:
    placed = Counter(
        name for side in scenario.setup.values() for names in (*side.units.values(), side.off_map) for name in names
    )
    assert set(placed) == {name for names in members(scenario).values() for name in names}
    assert set(placed.values()) == {1}
    assert scenario.setup["german"].off_map == ["G.FSJ", "G.22"]


@EACH_SCENARIO
def test_the_ready_set_up_mixes_no_formations(scenario: Scenario) -> None:
    groups = set(FILE.army_group)
    for side in scenario.setup.values():
        for hexa, names in side.units.items():
            armies = {UNITS[name][0].formation for name in names} - {"", "white", "OKW"}
            assert len(armies - groups) <= 1, hexa
            assert len({UNITS[name][0].group for name in names} - {""}) <= 1, hexa


@EACH_SCENARIO
def test_the_ready_set_up_has_the_places_of_the_example(scenario: Scenario) -> None:
    german, allied = scenario.setup["german"].units, scenario.setup["allied"].units
    assert set(german["1507"]) == {"G.III", "G.VI", "G.12HQ"} and set(german["1407"]) == {"G.XVIII", "G.1Mtn"}
    assert allied["1807"] == ["F.CAC"] and set(allied["1908"]) == {"F.VI", "F.XLII"}
    assert set(allied["1611"]) == {"F.2A1", "F.2A2"} and allied["1711"] == ["F.XVIII"]
    assert [points(*german[hexa]) for hexa in ("1507", "1407")] == [6, 5]
    assert [points(*allied["1807"], "F.THIO"), points(*allied["1908"])] == [5, 6]


@EACH_SCENARIO
def test_most_of_each_army_can_be_in_its_listed_hex_if_that_touches_the_frontier(scenario: Scenario) -> None:
    """Where nothing is nearer to the frontier more than half must fit in: at most 13 points for a limit of 7 (R96)."""
    sizes = {name: points(*units) for name, units in members(scenario).items()}
    assert [sizes[name] for name in ("18th Army", "6th Army", "4th Army", "Kluge", "French 5th Army")] == [
        12,
        12,
        13,
        13,
        12,
    ]
    ready = scenario.setup["german"].units
    for name, hexa in (("18th Army", "0607"), ("6th Army", "0908"), ("4th Army", "1307"), ("Kluge", "1207")):
        assert sizes[name] < 2 * points(*ready[hexa]) <= 2 * TABLES.stacking.limits["inland"]
    assert sizes["French 5th Army"] < 2 * points(*scenario.setup["allied"].units["2103"])
