"""Every statement of the rules about counters and markers, proven against the data files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import meuse.games
from meuse.board import read_hex_map
from meuse.engine.data import DataFolder
from meuse.engine.ledger import Ledger
from meuse.engine.names import Names, defects
from meuse.engine.offer import read_about
from meuse.games.mansteins_war.tables import CommandMarker, Group, MarkerFile, Scenario, Tables, Unit, UnitFile
from tests.games.kit import clause

DATA = DataFolder(Path(meuse.games.__file__).parent / "mansteins_war" / "data")
LEDGER = Ledger(DATA)
FILE = DATA.load("units.toml", UnitFile)
MARKER_FILE = DATA.load("markers.toml", MarkerFile)
TABLES = DATA.load("tables.toml", Tables)
CAMPAIGN = DATA.load("scenarios/campaign.toml", Scenario)
UNITS: dict[str, tuple[Group, Unit]] = {unit.id: (group, unit) for group in FILE.group for unit in group.units}
MARKERS: dict[str, CommandMarker] = {marker.id: marker for marker in MARKER_FILE.marker}
OTHERS = [
    *(air.id for air in FILE.air), *(naval.id for naval in FILE.naval), *(force.id for force in FILE.special_forces),
]  # fmt: skip
ALLIES = ("french", "british", "belgian", "dutch")


def of(nation: str, **wanted: str) -> list[str]:
    """The ground units of a nation whose group has these values."""
    return [
        name for name, (group, _) in UNITS.items()
        if group.nation == nation and all(getattr(group, key) == value for key, value in wanted.items())
    ]  # fmt: skip


def starts(unit: Unit) -> bool:
    return not unit.arrives and not unit.option


# the files as a whole


def test_every_name_in_the_files_is_known() -> None:
    sheet = read_hex_map(DATA)
    land = sheet.board.everything & ~sheet.ground("barred")
    names = {
        "unit": Names(UNITS, "units.toml"), "marker": Names(MARKERS, "markers.toml"),
        "land hex": Names(sheet.board.names(land), "map.toml"), "place": Names(list(sheet.places), "map.toml"),
        **LEDGER.names,
    }  # fmt: skip
    for table in (FILE, MARKER_FILE, TABLES, CAMPAIGN):
        assert list(defects(table, names)) == []


def test_the_sides_and_scenarios_are_offered() -> None:
    about = read_about(DATA, ("german", "allied"))
    assert about.scenarios == ("campaign",) and about.secrets


def test_every_entry_says_where_it_comes_from() -> None:
    entries = [*FILE.group, *FILE.air, *FILE.naval, *FILE.special_forces, *FILE.command.values()]
    markers = [*MARKER_FILE.marker, *MARKER_FILE.admin]
    assert all(len(entry.source) > 8 for entry in [*entries, *markers])


def test_clauses_and_rulings_name_each_other() -> None:
    for ruling in LEDGER.rulings.values():
        assert ruling.clauses and ruling.readings
        assert all(ruling.id in LEDGER.clauses[name].rulings for name in ruling.clauses), ruling.id
    for entry in LEDGER.clauses.values():
        assert all(entry.id in LEDGER.rulings[name].clauses for name in entry.rulings), entry.id


def test_rulings_are_numbered_and_options_belong_to_one_each() -> None:
    assert list(LEDGER.rulings) == [f"R{number}" for number in range(1, 118)]
    for name, option in LEDGER.options.items():
        assert LEDGER.rulings[option.ruling].option == name
    assert len({option.ruling for option in LEDGER.options.values()}) == len(LEDGER.options) == 42


def test_optional_rules_and_variants_are_off_unless_chosen() -> None:
    optional = {name for name, option in LEDGER.options.items() if option.title.endswith(")")}
    assert len(optional) == 19
    assert all(LEDGER.options[name].default == "no" for name in optional)
    assert set(TABLES.options.variant) == {name for name in optional if "(28." in LEDGER.options[name].title} - {
        "variable_reinforcements"
    }


@clause("2.2.2a", "13.1a")
def test_each_optional_counter_comes_with_the_rule_that_names_it() -> None:
    optional = {unit.id: unit.option for _, unit in UNITS.values() if unit.option}
    optional |= {air.id: air.option for air in FILE.air if air.option}
    optional |= {force.id: force.option for force in FILE.special_forces if force.option}
    optional |= {marker.id: marker.option for marker in MARKERS.values() if marker.option}
    assert optional == {
        "G.SS": "ss_corps", "G.GbK": "mountain_corps", "F.Col": "colonial_corps", "G.Lift": "airlift",
        "UK.FC": "fighter_command", "G.BB2": "more_special_forces", "F.CF": "allied_special_forces",
        "FallRot": "extra_markers", "GMorale": "extra_markers", "PlanW": "extra_markers", "AMorale": "extra_markers",
    }  # fmt: skip


# counters

ORDER_OF_BATTLE = """
G.6A        HGB army     infantry     10-10-3/8-8-3/5-5-3/3-3-3
G.18A       HGB army     infantry     7-7-3/5-5-3/2-3-3
G.16        HGB corps    armour       7-5-6/4-3-6
G.LLK       HGB corps    airborne     4-4-3/2-2-3
G.4A        HGA army     infantry     9-9-3/7-7-3/5-5-3/2-2-3
G.12A       HGA army     infantry     9-9-3/7-7-3/5-5-3/2-2-3
G.16A       HGA army     infantry     8-8-3/6-6-3/4-4-3/2-2-3
G.15        HGA corps    armour       6-4-6/3-2-6
G.1A        HGC army     infantry     7-8-3/5-6-3/4-4-3/2-2-3
G.7A        HGC army     infantry     4-6-3/3-4-3/1-2-3
G.19        PGK corps    armour       7-5-6/4-3-6
G.41        PGK corps    armour       6-4-6/3-2-6
G.14        PGK corps    motorized    4-4-6/2-2-6
G.GrD       PGK brigade  motorized    2-2-6
G.2A        OKW army     infantry     7-8-3/5-6-3/4-4-3/2-2-3
G.39        OKW corps    armour       5-4-6/3-2-6
G.9A        OKW army     infantry     7-8-3/5-6-3/4-4-3/2-2-3
G.SS        OKW corps    motorized    4-4-6/2-2-6
G.GbK       OKW corps    mountain     4-4-3/2-2-3
G.Saar      HGC corps    fortress     0-3-0
G.Aachen    HGB corps    fortress     0-3-0
G.Rhine     HGB corps    fortress     0-3-0
G.Eifel     HGA corps    fortress     0-3-0
G.LogA      HGA none     logistics    0-1-6
G.LogB      HGB none     logistics    0-1-6
G.LogC      HGC none     logistics    0-1-6
G.LogK      PGK none     logistics    0-1-6
F.1A        1AG army     infantry     7-8-3/5-6-3/4-4-3/2-2-3
F.7A        1AG army     infantry     6-6-4/4-4-4/2-2-4
F.9A        1AG army     infantry     4-6-3/3-4-3/1-2-3
F.2A        1AG army     infantry     4-6-3/3-4-3/1-2-3
F.2GC       1AG corps    armour       5-4-5/3-2-5
F.DLM       1AG corps    mech_cavalry 4-4-6/2-2-6
F.3A        2AG army     infantry     6-8-3/4-6-3/3-4-3/1-2-3
F.4A        2AG army     infantry     5-7-3/3-5-3/2-2-3
F.5A        2AG army     infantry     6-8-3/4-6-3/3-4-3/1-2-3
F.8A        3AG army     infantry     4-6-3/3-4-3/1-2-3
F.6A        3AG army     infantry     5-5-3/3-3-3
F.10A       3AG army     infantry     5-5-3/3-3-3
F.1GC       GQG corps    armour       5-4-5/2-2-5
F.21        GQG corps    infantry     3-3-3/1-2-3
F.23        GQG corps    infantry     3-3-3/1-2-3
F.Col       GQG corps    mountain     3-4-3/2-2-3
F.Maubeuge  1AG corps    fortress     0-2-0
F.Montmedy  1AG corps    fortress     0-3-0
F.Thionville 2AG corps   fortress     0-4-0
F.Boulay    2AG corps    fortress     0-4-0
F.Sarre     2AG corps    fortress     0-3-0
F.Haguenau  2AG corps    fortress     0-4-0
F.BasRhin   3AG corps    fortress     0-3-0
F.PFB       3AG corps    fortress     0-3-0
F.Log1      1AG none     logistics    0-1-5
F.Log2      2AG none     logistics    0-1-5
F.Log3      3AG none     logistics    0-1-5
F.LogR      GQG none     logistics    0-1-5
UK.BEF      1AG army     infantry     8-9-4/6-7-4/4-5-4/2-3-4
UK.1Arm     1AG corps    armour       4-3-5/2-2-5
UK.2        1AG corps    infantry     3-4-4/2-2-4
UK.GHQ      1AG none     logistics    0-1-5
B.1         BL  corps    infantry     2-3-3/1-2-3
B.2         BL  corps    infantry     2-3-3/1-2-3
B.3         BL  corps    infantry     2-3-3/1-2-3
B.4         BL  corps    infantry     2-3-3/1-2-3
B.5         BL  corps    infantry     2-3-3/1-2-3
B.Cav       BL  corps    cavalry      2-2-4
B.GPK       BL  corps    infantry     1-2-4
B.EE        BL  corps    fortress     0-4-0
B.Antwerp   BL  corps    fortress     0-3-0
B.Namur     BL  corps    fortress     0-3-0
N.2         NL  corps    infantry     1-2-2
N.3         NL  corps    infantry     1-2-2
N.4         NL  corps    infantry     1-2-2
N.L         NL  brigade  cavalry      2-1-4
N.VH        NL  corps    fortress     0-3-0
N.K         NL  corps    fortress     0-2-0
"""
LINES = [line.split() for line in ORDER_OF_BATTLE.strip().splitlines()]


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_the_order_of_battle(line: list[str]) -> None:
    name, command, size, kind, factors = line
    group, unit = UNITS[name]
    assert (group.command, group.size, group.type) == (command, size, kind)
    assert "/".join("-".join(map(str, step)) for step in unit.steps) == factors


def test_the_order_of_battle_is_complete() -> None:
    assert {line[0] for line in LINES} == set(UNITS)


@clause("2.0a")
def test_the_sheet_has_176_counters() -> None:
    nations = Counter[str]()
    for group in FILE.group:
        nations[group.nation] += group.counters * len(group.units)
    assert nations == {"german": 36, "french": 36, "british": 5, "belgian": 10, "dutch": 6}
    others = len(FILE.air) + len(FILE.naval) + len(FILE.special_forces)
    administrative = sum(marker.count for marker in MARKER_FILE.admin)
    assert (others, len(MARKERS), administrative) == (17, 25, 41)
    assert nations.total() + others + len(MARKERS) + administrative == 176


def test_no_counter_is_there_twice() -> None:
    ids = [unit.id for group in FILE.group for unit in group.units] + OTHERS
    assert len(ids) == len(set(ids)) == len(UNITS) + 17


@clause("2.2.6a", "2.2.6b")
@pytest.mark.parametrize("name", UNITS)
def test_units_have_one_to_four_steps_and_a_second_counter_for_more_than_two(name: str) -> None:
    group, unit = UNITS[name]
    assert 1 <= len(unit.steps) <= 4
    assert group.counters == (2 if len(unit.steps) > 2 else 1)
    assert unit.steps == sorted(unit.steps, reverse=True), "a step is never stronger than the one before"
    assert len({movement for _, _, movement in unit.steps}) == 1


@clause("2.2.3a", "2.2.1c")
def test_mech_class_units_are_the_fast_ones() -> None:
    mech = {name for name, row in TABLES.type.items() if row.moves_as == "mech"}
    assert mech == {"armour", "motorized", "mech_cavalry"}
    for group, unit in UNITS.values():
        if group.type != "logistics":
            assert (group.type in mech) is (unit.steps[0][2] >= 5), unit.id


@clause("5.8b")
def test_static_units_have_no_movement_and_no_attack() -> None:
    for group, unit in UNITS.values():
        assert (group.type == "fortress") is (unit.steps[0][2] == 0) is not TABLES.type[group.type].mobile
        assert (unit.steps[0][0] == 0) is (group.type in ("fortress", "logistics"))
    assert len([name for name in UNITS if UNITS[name][0].type == "fortress"]) == 4 + 8 + 3 + 2


def test_who_has_mobile_logistics_units() -> None:
    logistics = Counter((group.nation, group.command) for group in FILE.group if group.type == "logistics")
    german = {("german", name): 1 for name in ("HGA", "HGB", "HGC", "PGK")}
    french = {("french", name): 1 for name in ("1AG", "2AG", "3AG", "GQG")}
    assert logistics == {**german, **french, ("british", "1AG"): 1}
    assert {len(unit.steps) for group, unit in UNITS.values() if group.type == "logistics"} == {1}


def test_the_counter_that_the_rules_show_is_an_army_detachment() -> None:
    bracketed = {unit.id: unit.steps for group, unit in UNITS.values() if group.bracketed}
    assert set(bracketed) == {"F.6A", "F.10A", "B.GPK"}
    assert bracketed["F.6A"] == bracketed["F.10A"] == [(5, 5, 3), (3, 3, 3)]


@clause("5.8a")
def test_commands_that_the_rules_state() -> None:
    assert {UNITS[name][0].command for name in of("british")} == {"1AG"}
    assert UNITS["G.LLK"][0].command == "HGB" and TABLES.type["airborne"].moves_as == "foot"
    assert [name for name, row in TABLES.type.items() if row.landing] == ["airborne"]
    assert UNITS["F.2GC"][0].command == "1AG"
    assert {group.command for group in FILE.group if group.nation == "belgian"} == {"BL"}
    assert {group.command for group in FILE.group if group.nation == "dutch"} == {"NL"}
    for name in ("G.SS", "G.GbK"):
        assert UNITS[name][0].command == "OKW"
    assert UNITS["F.Col"][0].command == "GQG"


@clause("2.2.5a", "2.2.5b")
def test_commands_of_both_sides() -> None:
    sides = {side: [name for name, row in FILE.command.items() if row.side == side] for side in ("german", "allied")}
    assert sides == {"german": ["HGA", "HGB", "HGC", "PGK", "OKW"], "allied": ["1AG", "2AG", "3AG", "GQG", "BL", "NL"]}
    assert [name for name, row in FILE.command.items() if row.code == "Res"] == ["OKW", "GQG"]
    groups = [name for name, row in FILE.command.items() if row.army_group]
    assert groups == ["HGA", "HGB", "HGC", "1AG", "2AG", "3AG"]
    for group in FILE.group:
        assert FILE.command[group.command].side == ("german" if group.nation == "german" else "allied")


@clause("2.2.8b")
@pytest.mark.parametrize(
    ("command", "colour"),
    [
        ("HGA", "green"), ("HGB", "gray"), ("HGC", "blue"), ("PGK", "dark blue"), ("OKW", "dark gray"), ("1AG", "tan"),
        ("2AG", "light blue"), ("3AG", "white"), ("GQG", "red"), ("BL", "green"), ("NL", "orange"),
    ],
)  # fmt: skip
def test_commands_are_told_apart_by_colour(command: str, colour: str) -> None:
    assert FILE.command[command].colour == colour  # type: ignore[index]


@clause("21.1p", "21.1q", "21.2m")
def test_who_arrives_when_and_with_how_many_steps() -> None:
    arriving = {name: (unit.arrives, unit.arrives_with) for name, (_, unit) in UNITS.items() if unit.arrives}
    assert arriving == {
        "G.2A": (2, 0), "G.39": (3, 0), "G.9A": (4, 0), "G.GbK": (3, 0), "F.2GC": (2, 1), "F.DLM": (2, 0),
        "UK.1Arm": (2, 1), "F.6A": (3, 0), "F.10A": (4, 0), "UK.2": (5, 0), "F.Col": (3, 0),
    }  # fmt: skip


@clause("21.2e", "21.1d", "21.1e")
def test_fortress_units_with_hexes_of_their_own() -> None:
    assert {name: unit.hex for name, (_, unit) in UNITS.items() if unit.hex} == {
        "G.Saar": "1839", "G.Aachen": "1636", "G.Rhine": "1633", "G.Eifel": "1738", "B.EE": "1537",
        "B.Antwerp": "1335", "B.Namur": "1436", "N.VH": "1533", "N.K": "1530",
    }  # fmt: skip


def test_steps_on_the_map_at_the_start() -> None:
    steps = Counter[str]()
    for group, unit in UNITS.values():
        steps[group.nation] += len(unit.steps) if starts(unit) else 0
    assert steps == {"german": 47, "french": 45, "british": 5, "belgian": 15, "dutch": 6}
    assert sum(steps[nation] for nation in ALLIES) == 71


@clause("2.2.9a")
def test_the_abbreviated_units_are_there() -> None:
    ids = {*UNITS, *OTHERS}
    german = {"G.BB", "G.GbK", "G.GrD", "G.LLK", "G.Koch", "G.Saar", "G.SS"}
    british = {"UK.BAFF", "UK.BEF", "UK.FC", "UK.GHQ"}
    french = {"F.CF", "F.Col", "F.DLM", "F.1GC", "F.2GC", "F.PFB", "F.ZOAE", "F.ZOAN", "F.ZOAS"}
    assert ids >= german | british | french | {"B.EE", "B.GPK", "N.K", "N.L", "N.VH"}


# air, naval and special forces units


@clause("2.3a", "2.3b", "21.1j", "21.2f")
def test_air_and_naval_units() -> None:
    ready = [air for air in FILE.air if not air.option]
    assert Counter(air.nation for air in ready) == {"german": 6, "french": 3, "british": 1}
    assert [(air.id, air.strength) for air in FILE.air if air.airlift] == [("G.Lift", [0])]
    assert [(air.id, air.arrives) for air in FILE.air if air.arrives] == [("UK.FC", 3)]
    assert [(naval.nation, naval.factor) for naval in FILE.naval] == [("british", 1)]


@pytest.mark.parametrize(
    ("name", "strength"),
    [
        ("G.air8", [3, 2]), ("G.air1", [2, 1]), ("G.air2", [2, 1]), ("G.air4", [2, 1]), ("G.air5", [2, 1]),
        ("G.air9", [2, 1]), ("F.ZOAN", [2, 1]), ("F.ZOAE", [1, 1]), ("F.ZOAS", [1, 1]), ("UK.BAFF", [1, 1]),
        ("UK.FC", [3, 2]),
    ],
)  # fmt: skip
def test_air_strengths(name: str, strength: list[int]) -> None:
    assert {air.id: air.strength for air in FILE.air}[name] == strength


@clause("2.4a", "21.2f")
def test_special_forces() -> None:
    assert {force.id: force.succeeds for force in FILE.special_forces} == {
        "G.Koch": 4, "G.BB": 3, "G.BB2": 3, "F.CF": 3,
    }  # fmt: skip
    assert [force.id for force in FILE.special_forces if not force.option] == ["G.Koch", "G.BB"]


# command markers

CHART = """
HGA         HGA              1  0  3   0  1
HGB         HGB              1  0  3   0  1
HGC         HGC              1  0  3   0  1
PGK         PGK              1  0  3   0  1
OKH         HGA,HGB,HGC      2  0  2   0  1
OKHMod      HGA,HGB,HGC      1  0  3   1  1
Manstein    PGK              1  0  4   2  1
Guderian    -                0  2  2   1  2
Hoth        -                0  2  1   1  2
Rommel      -                0  1  1   1  2
Luftwaffe   -                0  0  all 1  2
FallRot     HGA,HGB,HGC,PGK  2  0  4   0  1
GMorale     HGA,HGB,HGC,PGK  1  0  1   1  1
1AG         1AG              1  0  2   0  1
2AG         2AG              1  0  1   0  1
3AG         3AG              1  0  1   0  1
Belgium     BL               1  0  0   0  1
Netherlands NL               1  0  0   0  1
PlanD       1AG,2AG,3AG      1  0  2   1  1
PlanE       1AG,2AG,3AG      2  0  1   0  1
PlanR       1AG,2AG,3AG      1  0  1   2  1
DeGaulle    -                0  1  1   1  2
Evac        1AG,2AG,3AG      1  0  2   0  2
PlanW       1AG,2AG,3AG      2  0  2   0  1
AMorale     1AG,2AG,3AG      1  0  1   1  1
"""
"""Marker, sub-commands to choose from, how many, Mech corps, air units, shift, first turn."""
ROWS = [line.split() for line in CHART.strip().splitlines()]


@clause(
    "2.1.1a", "5.1d", "5.1e", "5.1f", "5.1g", "5.1h", "5.1i", "5.1j", "5.1m", "5.1n", "5.1o", "5.1s", "5.1t", "5.1u",
    "5.1y", "5.1z", "5.1aa", "5.1ab", "5.1ac", "21.1n", "21.2j", "21.2k", "23.0a", "23.0b", "23.0c", "23.0d", "23.0e",
    "23.0f", "23.0g", "23.0h", "23.0i", "23.0j",
)  # fmt: skip
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_what_a_command_marker_activates(row: list[str]) -> None:
    marker = MARKERS[row[0]]
    air = "all" if marker.all_air else str(marker.air)
    numbers = [str(marker.commands), str(marker.corps), air, str(marker.shift), str(marker.from_turn)]
    assert [",".join(marker.of) or "-", *numbers] == row[1:]


def those(**wanted: object) -> list[str]:
    return [name for name, marker in MARKERS.items() if all(getattr(marker, key) == v for key, v in wanted.items())]


def test_there_are_13_german_and_12_allied_command_markers() -> None:
    assert set(MARKERS) == {row[0] for row in ROWS}
    assert [len(those(side=side)) for side in ("german", "allied")] == [13, 12]


def test_regular_markers_must_be_in_the_bin_and_special_ones_have_an_asterisk() -> None:
    assert those(side="german", always=True) == ["HGA", "HGB", "HGC", "PGK"]
    assert those(side="allied", always=True) == ["1AG", "2AG", "3AG", "Belgium", "Netherlands"]
    assert those(always=False, special=False) == ["GMorale", "AMorale"]


def test_each_side_has_three_plans() -> None:
    assert those(side="german", plan=True) == ["OKH", "OKHMod", "Manstein"]
    assert those(side="allied", plan=True) == ["PlanD", "PlanE", "PlanR"]
    assert those(plan=True, special=False) == []


@clause("5.1aa")
def test_effects_that_single_markers_have() -> None:
    assert those(shift_lasts="turn") == those(rough_stacking=True) == ["Manstein"]
    assert those(shift_when="air") == those(all_air=True) == ["Luftwaffe"]
    assert those(shift_when="maginot") == ["PlanR"]
    assert those(no_attacks=True) == those(evacuates=True) == ["Evac"]
    corps = {name: MARKERS[name].corps_of for name in MARKERS if MARKERS[name].corps}
    assert corps == {"Guderian": ["german"], "Hoth": ["german"], "Rommel": ["german"], "DeGaulle": ["french"]}


def test_markers_that_activate_army_groups_take_reserves_along() -> None:
    groups = {name for name, row in FILE.command.items() if row.army_group}
    for marker in MARKERS.values():
        assert marker.reserves is bool(groups & set(marker.of))
    assert not {"PGK", "Manstein", "Guderian", "Hoth", "Rommel", "Luftwaffe", "Belgium"} & set(those(reserves=True))


def test_markers_that_leave_with_their_country() -> None:
    assert those(country="france") == ["2AG", "3AG", "PlanD", "PlanE", "PlanR", "DeGaulle", "PlanW"]
    assert (those(country="belgium"), those(country="netherlands")) == (["Belgium"], ["Netherlands"])


def test_markers_with_conditions() -> None:
    conditions = {marker.id: marker.condition for marker in MARKERS.values() if marker.condition}
    assert conditions == {
        "FallRot": "belgium", "PlanW": "french_towns", "GMorale": "morale", "AMorale": "morale", "Evac": "evacuation",
    }  # fmt: skip


@clause("2.6c")
def test_only_bridgeheads_are_limited_by_their_counters() -> None:
    counts = {marker.id: marker.count for marker in MARKER_FILE.admin}
    assert counts == {
        "turn": 2, "rail": 2, "refit": 5, "reserve": 8, "bombed": 10, "open_city": 4, "bridgehead": 4, "control": 6,
    }  # fmt: skip
    assert [marker.id for marker in MARKER_FILE.admin if marker.limited] == ["bridgehead"]
    assert counts["bridgehead"] == 2 * TABLES.options.bridgeheads.per_side
