"""The scenario and its ready set-ups, proven against the rules of set-up and the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from meuse.games.mansteins_war.tables import Deployment, Group
from tests.games.kit import clause

from .test_data import CAMPAIGN, FILE, MARKERS, TABLES, UNITS, starts
from .test_map import BOARD, COUNTRY, FORT, LAND, MAP, at

PLANS: dict[str, Deployment] = {**CAMPAIGN.german, **CAMPAIGN.allied}
EACH_PLAN = pytest.mark.parametrize("plan", PLANS)
ROUGH = MAP.ground("rough")
NATIONS = {"german": ["german"], "allied": ["french", "british", "belgian", "dutch"]}


def hexes(plan: str, options: bool = False) -> dict[str, str]:
    """Where each unit of the side with that plan stands, fortress units with hexes of their own included."""
    ready = PLANS[plan]
    where = {
        unit.id: unit.hex for group, unit in UNITS.values() if unit.hex and group.nation in NATIONS[MARKERS[plan].side]
    }
    for stacks in (ready.units, ready.optional if options else {}):
        where |= {name: label for label, units in stacks.items() for name in units}
    return where


def distance(one: str, other: str) -> int:
    return BOARD.distance(BOARD.place(one), BOARD.place(other))


def source(group: Group, where: dict[str, str]) -> str:
    """The hex of the logistics unit of a group's command; those of the British are placed by the French one."""
    logistics = [g for g in FILE.group if g.type == "logistics" and g.nation in ("german", "french")]
    return next(where[g.units[0].id] for g in logistics if g.command == group.command)


def stacks(plan: str) -> Iterator[tuple[str, list[Group]]]:
    """With all units that options may add."""
    where = hexes(plan, options=True)
    for label in sorted(set(where.values())):
        yield label, [UNITS[name][0] for name in where if where[name] == label]


@clause("21.0a", "21.0b", "21.2b")
def test_length_and_order() -> None:
    assert (CAMPAIGN.turns, CAMPAIGN.extended, CAMPAIGN.first) == (6, 8, "allied")
    assert CAMPAIGN.chooses_first_marker == "german" and len(CAMPAIGN.dates) == CAMPAIGN.extended


def test_there_is_a_ready_set_up_for_every_plan() -> None:
    assert set(PLANS) == {name for name, marker in MARKERS.items() if marker.plan}


@EACH_PLAN
def test_a_ready_set_up_has_every_unit_of_the_start_once(plan: str) -> None:
    listed = [name for units in PLANS[plan].units.values() for name in units]
    nations = NATIONS[MARKERS[plan].side]
    needed = {unit.id for group, unit in UNITS.values() if starts(unit) and not unit.hex and group.nation in nations}
    assert len(listed) == len(set(listed)) and set(listed) == needed
    optional = {name for units in PLANS[plan].optional.values() for name in units}
    assert optional == ({"G.SS"} if nations == ["german"] else {"F.2GC", "UK.1Arm"})


@clause("21.1b", "21.1g", "21.1h", "21.1i", "21.2d")
@EACH_PLAN
def test_units_stand_in_their_country_near_their_logistics_unit(plan: str) -> None:
    where = hexes(plan, options=True)
    for name, label in where.items():
        group, unit = UNITS[name]
        area = CAMPAIGN.range[group.command]
        assert at(label) & LAND & COUNTRY[area.country], name
        if area.within and not unit.hex:
            assert distance(label, source(group, where)) <= area.within, name


@clause("21.1b", "21.2d")
def test_ranges() -> None:
    within = {name: area.within for name, area in CAMPAIGN.range.items()}
    assert within == {
        "HGA": 3, "HGB": 3, "HGC": 3, "PGK": 3, "OKW": 0, "1AG": 2, "2AG": 2, "3AG": 2, "GQG": 0, "BL": 0, "NL": 0,
    }  # fmt: skip


@clause("21.1c", "21.1f")
@EACH_PLAN
def test_fortress_units_stand_in_fortresses_one_in_each(plan: str) -> None:
    places = [label for name, label in hexes(plan).items() if UNITS[name][0].type == "fortress"]
    assert all(at(label) & FORT for label in places)
    assert max(Counter(places).values()) == 1


@clause("21.1e")
def test_every_dutch_fortress_has_its_unit() -> None:
    units = [unit.hex for group, unit in UNITS.values() if group.nation == "dutch" and unit.hex]
    assert sorted(units) == sorted(BOARD.names(FORT & COUNTRY["netherlands"]))
    belgian = [unit.hex for group, unit in UNITS.values() if group.nation == "belgian" and unit.hex]
    assert sorted(belgian) == sorted(BOARD.names(FORT & COUNTRY["belgium"]))


@clause("21.0c")
@EACH_PLAN
def test_ready_set_ups_keep_to_stacking(plan: str) -> None:
    limit = TABLES.stacking.limit[MARKERS[plan].side]
    for label, groups in stacks(plan):
        assert len({group.nation for group in groups}) == 1, label
        sizes = Counter(group.type if group.type in ("fortress", "logistics") else group.size for group in groups)
        corps = sizes["corps"] + sizes["brigade"]
        assert max(sizes["fortress"], sizes["logistics"], sizes["army"]) <= 1, label
        assert corps <= (limit.beside_army if sizes["army"] else limit.corps), label
        if at(label) & ROUGH:
            assert corps <= TABLES.stacking.rough and not sizes["army"], label


def test_a_supported_army_can_be_far_from_its_depot() -> None:
    """What the movement factors of logistics units were chosen for."""
    logistics, army, panzer = UNITS["G.LogA"][1].steps[0][2], UNITS["G.4A"][1].steps[0][2], UNITS["G.19"][1].steps[0][2]
    assert (logistics + army, logistics + panzer) == (9, 12)
    aachen, trier = "1636", "1838"
    assert [distance(aachen, label) for label in ("0941", "0837", "0736")] == [8, 8, 9]
    assert [distance(trier, label) for label in ("0941", "0843")] == [9, 10]


@pytest.mark.parametrize("plan", CAMPAIGN.german)
def test_the_airborne_corps_can_reach_rotterdam_from_a_ready_set_up(plan: str) -> None:
    assert distance(hexes(plan)["G.LLK"], "1333") <= TABLES.airborne.range
