"""The checkable facts of the game: numbers, charts and counts, one test for each (F01 to F21)."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from meuse.games.battle_of_france import cards, combat
from meuse.games.battle_of_france.combat import ATTACK, DEFENCE
from meuse.games.battle_of_france.events import CardDrawn, RoundBegan, TurnBegan
from meuse.games.battle_of_france.powers import POWERS
from meuse.games.battle_of_france.production import income
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.units import SEA, UNITS
from meuse.mechanics.odds import hit_counts
from tests.games.battle_of_france.kit import GAME, SETTING, at, can, choices, clause, do, lay, refusal

BOARD = SETTING.board
GERMANY, FRANCE, BRITAIN = range(3)


def names(mask: int) -> set[str]:
    return set(BOARD.names(mask))


def chart(power: str) -> Counter[str]:
    """The units of a power's set-up chart, as printed."""
    found: Counter[str] = Counter()
    for units in SETTING.charts[power].values():  # type: ignore[index]
        found.update({str(unit): count for unit, count in units.items()})
    return found


def worth(units: Counter[str]) -> int:
    return sum(SETTING.cost[UNITS.index(unit)] * count for unit, count in units.items())


def strength(s: BattleState, area: str, role: int) -> list[int]:
    """What the units in an area hit with if they fight in A3."""
    return [combat.value(s, piece, role, BOARD.place("A3")) for piece in s.at(BOARD.place(area))]


@pytest.mark.parametrize(
    ("unit", "cost", "movement", "attack", "defence", "hits"),
    [
        pytest.param("infantry", 3, 2, 1, 2, 1, marks=clause("unit.infantry")),
        pytest.param("artillery", 4, 2, 2, 2, 1, marks=clause("unit.artillery")),
        pytest.param("tank", 5, 3, 3, 2, 1, marks=clause("unit.tank", "tank.1", "tank.2")),
        pytest.param("mechanized", 4, 3, 0, 1, 1, marks=clause("unit.mechanized")),
        pytest.param("bomber", 7, 6, 4, 1, 1, marks=clause("unit.bomber")),
        pytest.param("fighter", 6, 4, 3, 4, 1, marks=clause("unit.fighter")),
        pytest.param("battleship", 10, 2, 4, 4, 3, marks=clause("unit.battleship", "sea.battleship.1")),
        pytest.param("cruiser", 6, 2, 3, 3, 2, marks=clause("unit.cruiser", "sea.cruiser.1")),
        pytest.param("destroyer", 6, 2, 2, 3, 1, marks=clause("unit.destroyer")),
        pytest.param("submarine", 4, 2, 2, 2, 1, marks=clause("unit.submarine")),
        pytest.param("transport", 5, 2, 0, 0, 1, marks=clause("unit.transport")),
        pytest.param("aa", 3, 0, 0, 1, 1, marks=clause("unit.aa")),
    ],
)
def test_f00_table_of_units(unit: str, cost: int, movement: int, attack: int, defence: int, hits: int) -> None:
    """Cost, range, values and hits of every type for every power; German tanks alone defend with 3."""
    s = lay("")
    kind, clear = UNITS.index(unit), BOARD.place("34")
    assert SETTING.hits[kind] == hits
    for power in range(3):
        assert s.law.prices[power][kind] == cost
        assert s.law.ranges[power][kind] == movement
        assert cards.combat_value(s, power, kind, "attack", clear) == attack
        better = unit == "tank" and power == GERMANY
        assert cards.combat_value(s, power, kind, "defence", clear) == defence + better


@clause("bombard.3", "bombard.4")
@pytest.mark.parametrize(("ship", "most"), [("G.battleship", 3), ("G.cruiser", 2)])
def test_f01_bombardment_numbers(ship: str, most: int) -> None:
    """Off a coast a battleship hits on 3 or less, a cruiser on 2 or less."""
    for die in range(1, 7):
        s = lay(f'units = {{ "25" = ["{ship}"], "24" = ["B.infantry"] }}')
        do(s, "bombard 24", f"take {ship}", "fire", rolls=[die])
        assert at(s, "24") == ([] if die <= most else ["B.infantry"])


@clause("special.ardennes.4")
def test_f02_values_in_the_forest() -> None:
    """Attackers in the forest have 1 less but never less than 0; defenders keep what they have."""
    stack = '"35" = ["G.infantry", "G.artillery", "G.tank", "G.mechanized"]'
    s = lay(f'units = {{ {stack}, "A1" = ["F.infantry", "F.artillery", "F.tank", "F.mechanized"] }}')
    assert strength(s, "35", ATTACK) == [0, 1, 2, 0]
    assert strength(s, "35", DEFENCE) == [2, 2, 3, 1]
    assert strength(s, "A1", DEFENCE) == [2, 2, 2, 1]
    clear = BOARD.place("9")
    assert [combat.value(s, piece, ATTACK, clear) for piece in s.at(BOARD.place("35"))] == [1, 2, 3, 0]


@clause("combat.hit.1", "bombard.3", "bombard.4")
def test_f03_chances_of_a_hit() -> None:
    """The chance of a hit is the value in sixths."""
    s = lay("")
    clear = BOARD.place("34")

    def chance(unit: str, role: str) -> Fraction:
        value = cards.combat_value(s, GERMANY, UNITS.index(unit), role, clear)
        miss, hit = hit_counts([value], 6)
        assert miss + hit == 6
        return Fraction(hit, 6)

    assert chance("infantry", "attack") == Fraction(1, 6)
    assert chance("tank", "attack") == Fraction(1, 2)
    assert chance("bomber", "attack") == Fraction(2, 3)
    assert chance("fighter", "defence") == Fraction(2, 3)
    for ship, hits in (("G.battleship", Fraction(1, 2)), ("G.cruiser", Fraction(1, 3))):
        s = lay(f'units = {{ "25" = ["{ship}"], "24" = ["B.infantry"] }}')
        do(s, "bombard 24", f"take {ship}")
        preview = s.preview("fire")
        assert preview is not None
        assert sum(outcome.chance for outcome in preview.outcomes if outcome.name == "1 hit") == hits


@clause("war.1", "war.2", "war.3", "war.4", "build.6", "build.7")
def test_f04_nine_cities() -> None:
    """Five major cities at 7 NPU and four minor ones at 4: 51 in all."""
    kinds = {BOARD.labels[area]: kind for area, kind in SETTING.cities.items()}
    major = {"Paris", "London", "Brussels", "Luxembourg", "Dusseldorf"}
    minor = {"Amiens", "Reims", "Dunkirk", "Mayence"}
    assert {name for name, kind in kinds.items() if kind == "major"} == major
    assert {name for name, kind in kinds.items() if kind == "minor"} == minor
    quoted = ", ".join(f'"{name}"' for name in sorted(major | minor))
    for power, name in enumerate(POWERS):
        assert income(lay(f"control = {{ {name} = [{quoted}] }}"), power) == 51
    for name in ("Paris", "London", "Brussels", "Amiens", "Reims", "Dunkirk"):
        s = lay(f'control = {{ germany = ["{name}"] }}')
        assert income(s, GERMANY) == 18 + (7 if name in major else 4)
    for name in ("Luxembourg", "Dusseldorf", "Mayence"):
        s = lay(f'control = {{ britain = ["{name}"] }}')
        assert income(s, GERMANY) == 18 - (7 if name in major else 4)


@clause("build.16", "build.2", "build.3")
def test_f05_starting_income() -> None:
    """France 15, Britain 18, Germany 18 with the cities of the start."""
    s = lay('phase = "victory check"\nsetup = true')
    assert s.npu == (18, 15, 18)


@clause("setup.3")
def test_f06_rows_of_the_charts() -> None:
    """18, 12 and 17 rows; each number from 1 to 38 occurs once."""
    setup = SETTING.charts
    assert {power: len(rows) for power, rows in setup.items()} == {"france": 18, "britain": 12, "germany": 17}
    rows = [label for rows in setup.values() for label in rows]
    assert sorted(int(label) for label in rows if label.isdigit()) == list(range(1, 39))
    assert sorted(label for label in rows if not label.isdigit()) == sorted(
        BOARD.labels[area] for area in SETTING.cities
    )


@clause("setup.fr.total", "setup.br.total", "setup.ge.total")
@pytest.mark.parametrize(("power", "count", "npu"), [("france", 40, 145), ("britain", 23, 97), ("germany", 43, 173)])
def test_f07_starting_forces(power: str, count: int, npu: int) -> None:
    """40, 23 and 43 units, worth 145, 97 and 173 NPU, on the chart and on the map."""
    assert chart(power).total() == count
    assert worth(chart(power)) == npu
    s = lay("setup = true")
    own = [piece for area in s.stacks for piece in s.at(area) if s.power[piece] == POWERS.index(power)]
    assert Counter(UNITS[s.unit[piece]] for piece in own) == chart(power)


@clause("comp.minis.2", "setup.fr.total")
def test_f08_french_chart_and_miniatures() -> None:
    """The French chart, and the list of miniatures with 2 infantry more and a transport less."""
    french = chart("france")
    assert french == {
        "infantry": 24, "mechanized": 2, "artillery": 5, "tank": 4, "fighter": 1, "transport": 2, "cruiser": 1, "aa": 1,
    }  # fmt: skip
    listed = {unit: SETTING.tables.miniatures["france"][unit] for unit in UNITS}
    assert listed == {**dict.fromkeys(UNITS, 0), **french, "infantry": 26, "transport": 1}


@clause("setup.br.total", "comp.minis.3")
def test_f09_british_chart() -> None:
    """The British chart, which agrees with the list of miniatures."""
    british = chart("britain")
    assert british == {
        "infantry": 11, "artillery": 1, "tank": 1, "fighter": 2, "transport": 1,
        "submarine": 1, "destroyer": 3, "battleship": 1, "aa": 2,
    }  # fmt: skip
    assert {unit: SETTING.tables.miniatures["britain"][unit] for unit in UNITS if british[unit]} == british


@clause("setup.ge.total", "comp.minis.4")
def test_f10_german_chart() -> None:
    """The German chart, which agrees with the list of miniatures."""
    german = chart("germany")
    assert german == {
        "infantry": 15, "mechanized": 4, "artillery": 7, "tank": 5, "fighter": 1, "bomber": 1,
        "transport": 1, "submarine": 4, "cruiser": 1, "battleship": 1, "aa": 3,
    }  # fmt: skip
    assert {unit: SETTING.tables.miniatures["germany"][unit] for unit in UNITS if german[unit]} == german


@clause("stacking.1", "setup.ge.26")
def test_f11_largest_stacks() -> None:
    """Sea zone 26 starts with 5 ships; no land space starts with more than 4 units that count."""
    s = lay("setup = true")
    ships = {BOARD.labels[zone]: max(s.stacking(zone, 0), s.stacking(zone, 1)) for zone in BOARD.members(SETTING.sea)}
    assert ships.pop("26") == 5 and max(ships.values()) == 3
    assert at(s, "26") == ["G.battleship", "G.cruiser", "G.submarine", "G.submarine", "G.transport"]
    assert max(s.stacking(area, side) for area in BOARD.members(SETTING.land) for side in (0, 1)) == 4


@clause("setup.fr.2", "setup.fr.14")
@pytest.mark.parametrize(
    ("choice", "bay", "brittany"),
    [
        ("ship", ["F.cruiser", "F.transport", "F.transport"], 2),
        ("none", ["F.cruiser", "F.transport"], 2),
        ("four_infantry", ["F.cruiser", "F.transport"], 4),
    ],
)
def test_f12_the_transport_of_territory_14(choice: str, bay: list[str], brittany: int) -> None:
    """The ship printed in 14 starts in zone 2; the options leave it out or make it 2 infantry."""
    s = GAME.new("three_players", 1, {"territory_14": choice})
    assert at(s, "2") == bay
    assert at(s, "14") == ["F.infantry"] * brittany
    default = GAME.new("three_players", 1)
    assert at(default, "2") == ["F.cruiser", "F.transport", "F.transport"] and len(at(default, "14")) == 2


def idle(s: BattleState) -> list[object]:
    """Everything that happens until the game ends, if nobody moves or buys."""
    found: list[object] = []
    while s.result is None:
        found += s.apply("decline" if can(s, "decline") else "done")
    return found


@clause("comp.cards.1", "order.2", "cards.1", "setup.4")
def test_f13_cards_of_a_game() -> None:
    """18 cards, none in round 1, one in each of rounds 2 to 10, none twice."""
    assert len(SETTING.cards) == 18 and len({card.id for card in SETTING.cards}) == 18
    s = GAME.new("three_players", 5)
    assert s.card == -1 and len(s.deck) == 18
    happened = [event for event in idle(s) if isinstance(event, (RoundBegan, CardDrawn))]
    assert [event.round for event in happened[::2]] == list(range(2, 11))
    drawn = [event.card for event in happened[1::2]]
    assert len(drawn) == 9 and len(set(drawn)) == 9
    assert len(s.deck) == 9 and not {SETTING.cards[card].id for card in s.deck} & set(drawn)


@clause("victory.1", "init.3", "order.3")
def test_f14_rounds_and_turns() -> None:
    """Ten rounds of three turns each, every power once a round; each is first with one chance in three."""
    s = GAME.new("three_players", 7)
    turns = [event for event in s.events if isinstance(event, TurnBegan)]
    turns += [event for event in idle(s) if isinstance(event, TurnBegan)]
    assert s.round == 10 and len(turns) == 30
    for number in range(0, 30, 3):
        assert {turn.power for turn in turns[number : number + 3]} == {GERMANY, FRANCE, BRITAIN}
    first = []
    for die in (1, 2, 3):
        s = lay('phase = "build"\nnpu = { germany = 3 }')
        do(s, "done", rolls=[1, die])
        assert [event.sides for event in s.events if getattr(event, "purpose", "") == "initiative"] == [3]
        first.append(s.to_act)
    assert sorted(first) == ["britain", "france", "germany"]


@clause("build.12")
@pytest.mark.parametrize(("power", "zone"), [("britain", "21"), ("germany", "26"), ("france", "2")])
def test_f15_shipyards(power: str, zone: str) -> None:
    """Ships are built in 21, 26 and 2, each power in its own zone only."""
    s = lay(f'phase = "build"\nnpu = {{ {power} = 10 }}')
    ships = {choice for choice in choices(s, "build") if UNITS.index(choice.split("@")[0]) in SEA}
    assert ships == {f"{UNITS[kind]}@{zone}" for kind in SEA}
    for other in {"21", "26", "2", "18"} - {zone}:
        assert refusal(s, f"build submarine@{other}") == "build.12"


@clause("special.ardennes.1", "comp.map.1", "war.1")
def test_f16_spaces_of_the_map() -> None:
    """7 sea zones, 31 numbered land spaces, 9 cities and 5 forest spaces: 52."""
    assert names(SETTING.sea) == {"2", "16", "17", "18", "21", "25", "26"}
    assert len([label for label in names(SETTING.land) if label.isdigit()]) == 31
    assert names(SETTING.forest) == {"A1", "A2", "A3", "A4", "A5"}
    assert len(SETTING.cities) == 9 and BOARD.size == 52
    assert names(SETTING.forest) <= names(SETTING.original[FRANCE])


@clause("special.maginot.1", "special.maginot.2", "setup.fr.10", "setup.fr.11", "setup.fr.12", "setup.fr.13")
def test_f17_frozen_garrisons() -> None:
    """10, 11, 12 and 13 hold 4, 2, 4 and 1 French units that stay: 8 infantry, 2 artillery, 1 tank."""
    assert names(SETTING.maginot) == {"10", "11", "12", "13"}
    s = lay('setup = true\npower = "france"')
    assert [len(at(s, area)) for area in ("10", "11", "12", "13")] == [4, 2, 4, 1]
    garrison = Counter(name for area in ("10", "11", "12", "13") for name in at(s, area))
    assert garrison == {"F.infantry": 8, "F.artillery": 2, "F.tank": 1}
    free = lay('setup = true\npower = "france"\nround = 4')
    frozen = choices(free, "start") - choices(s, "start")
    assert frozen == {"10", "11", "12", "13"}


@clause("sea.transport.3", "unit.mechanized.1", "stacking.1")
def test_f18_capacities() -> None:
    """A transport carries 2 land units, a mechanized unit 2 infantry; 5 units fill a space."""
    s = lay('units = { "26" = ["G.transport"], "27" = ["G.infantry x3"] }')
    do(s, "start 27", "take G.infantry", "take G.infantry")
    assert can(s, "to 26")
    do(s, "take G.infantry")
    assert refusal(s, "to 26") == "sea.transport.3"
    s = lay('units = { "29" = ["G.mechanized", "G.infantry x3"] }')
    do(s, "start 29", "take G.mechanized", "take G.infantry", "take G.infantry")
    assert can(s, "to 35")
    do(s, "take G.infantry")
    assert refusal(s, "to 35") == "land.4"
    s = lay('units = { "34" = ["G.infantry x4"], "35" = ["G.infantry x2"] }')
    do(s, "start 35", "take G.infantry")
    assert can(s, "to 34")
    do(s, "take G.infantry")
    assert refusal(s, "to 34") == "stacking.1"


@clause("special.maginot.2")
def test_f19_first_round_of_free_movement() -> None:
    """Garrisons that nobody attacked may move from round 4 on."""
    able = [number for number in range(1, 11) if "10" in choices(garrison_in(number), "start")]
    assert able == [4, 5, 6, 7, 8, 9, 10]


def garrison_in(number: int) -> BattleState:
    return lay(f'round = {number}\npower = "france"\nunits = {{ "10" = ["F.infantry"] }}')


@clause("build.6", "build.7", "build.3")
def test_f20_brussels_in_german_hands() -> None:
    """Germany with Brussels earns 25, Britain without it 11."""
    s = lay('phase = "victory check"\ncontrol = { germany = ["Brussels"] }')
    assert s.npu == (25, 15, 11)


@clause("unit.infantry", "build.5", "build.16")
@pytest.mark.parametrize(
    ("power", "city", "most"), [("france", "Paris", 5), ("britain", "London", 6), ("germany", "Dusseldorf", 6)]
)
def test_f21_most_infantry_of_the_first_income(power: str, city: str, most: int) -> None:
    """The first income buys 5, 6 and 6 infantry and nothing more."""
    s = lay('phase = "victory check"')
    while s.to_act != power:
        do(s, "done")
    do(s, *[f"build infantry@{city}"] * (most - 1))
    assert s.to_act == power and s.npu[POWERS.index(power)] == 3
    assert refusal(s, f"build artillery@{city}") == "build.5"
    do(s, f"build infantry@{city}")
    assert s.npu[POWERS.index(power)] == 0 and not can(s, f"build infantry@{city}")


def test_every_fact_has_its_test() -> None:
    """F01 to F21, and the table of units in front of them."""
    found = {int(match[1]) for match in (re.match(r"test_f(\d\d)_", name) for name in globals()) if match}
    assert found == set(range(22))
