"""Powers, components and the set-up charts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from meuse.engine import DataError
from meuse.games.battle_of_france import FOLDER, make
from meuse.games.battle_of_france.powers import POWERS
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.units import UNITS
from tests.games.battle_of_france.kit import GAME, SETTING, at, choices, clause, do, holder, lay, orders, refusal


def new(scenario: str = "three_players", **options: str) -> BattleState:
    state = GAME.new(scenario, seed=7, options=options)
    assert isinstance(state, BattleState)
    return state


def everything(s: BattleState, power: str) -> Counter[str]:
    """How many units of each type a power has."""
    own = POWERS.index(power)
    return Counter(UNITS[s.unit[p]] for p, area in enumerate(s.where) if area >= 0 and s.power[p] == own)


# the powers


@clause("powers.1", "powers.3")
def test_three_powers_and_games_for_two_or_three_players() -> None:
    assert set(GAME.sides) == {"germany", "france", "britain"} and len(GAME.sides) == 3
    assert set(GAME.scenarios) == {"two_players", "three_players"}
    with pytest.raises(ValueError, match="four_players"):
        GAME.new("four_players")


def purses(s: BattleState, power: str) -> dict[str, int | None]:
    """What a power knows of the NPU that are left."""
    tracks = {track.id: track.number for track in s.scene(power).tracks}
    return {name.removeprefix("npu "): number for name, number in tracks.items() if name.startswith("npu ")}


@clause("powers.2", "powers.3")
def test_with_two_players_the_allies_are_one_hand_and_with_three_they_are_two() -> None:
    position = 'phase = "build"\nnpu = { germany = 3, france = 3, britain = 3 }\n'
    two, three = lay('scenario = "two_players"\n' + position), lay(position)
    for s in (two, three):
        do(s, "build infantry@Mayence", "build infantry@Paris")
        assert s.to_act == "britain"
        assert orders(s, "germany") == {"G.infantry@Mayence"} and orders(s, "france") == {"F.infantry@Paris"}
        assert purses(s, "germany") == {"germany": 0}
    assert orders(two, "britain") == {"F.infantry@Paris"} and orders(three, "britain") == set()
    assert purses(two, "britain") == {"france": 0, "britain": 3} and purses(three, "britain") == {"britain": 3}


@clause("powers.2", "powers.3", "setup.2")
def test_each_power_decides_for_itself_alone() -> None:
    """Also with two players: three seats, and units, cities and NPU of France and Britain stay apart."""
    for scenario in ("two_players", "three_players"):
        s = lay(
            f'scenario = "{scenario}"\npower = "france"\n'
            'units = { "7" = ["F.infantry"], "22" = ["B.infantry"], "31" = ["G.infantry"] }'
        )
        assert s.to_act == "france"
        assert choices(s, "start") == {"7"}
        assert refusal(s, "start 22") == "turn.1"


# what is laid out


@clause("setup.1", "setup.3")
def test_the_board_has_52_spaces_and_only_those_of_the_charts_are_filled() -> None:
    s = new()
    assert SETTING.board.size == 52 and SETTING.sea.bit_count() == 7
    filled = {s.label(area) for area in s.stacks}
    forest = {"A1", "A2", "A3", "A4", "A5"}
    assert filled == set(SETTING.board.labels) - forest
    assert len(filled) == 47 and set(SETTING.board.names(SETTING.forest)) == forest


@pytest.mark.parametrize(
    ("area", "letter", "units"),
    [
        pytest.param("1", "F", "1 infantry", marks=clause("setup.fr.1")),
        pytest.param("2", "F", "1 cruiser, 2 transport", marks=clause("setup.fr.2")),
        pytest.param("3", "F", "1 infantry", marks=clause("setup.fr.3")),
        pytest.param("4", "F", "1 tank", marks=clause("setup.fr.4")),
        pytest.param("5", "F", "1 infantry, 1 artillery", marks=clause("setup.fr.5")),
        pytest.param("6", "F", "2 infantry, 1 artillery", marks=clause("setup.fr.6")),
        pytest.param("7", "F", "2 infantry", marks=clause("setup.fr.7")),
        pytest.param("8", "F", "1 infantry", marks=clause("setup.fr.8")),
        pytest.param("9", "F", "2 mechanized, 1 artillery", marks=clause("setup.fr.9")),
        pytest.param("10", "F", "3 infantry, 1 artillery", marks=clause("setup.fr.10")),
        pytest.param("11", "F", "2 infantry", marks=clause("setup.fr.11")),
        pytest.param("12", "F", "3 infantry, 1 artillery", marks=clause("setup.fr.12")),
        pytest.param("13", "F", "1 tank", marks=clause("setup.fr.13")),
        pytest.param("14", "F", "2 infantry", marks=clause("setup.fr.14")),
        pytest.param("15", "F", "1 infantry, 1 tank", marks=clause("setup.fr.15")),
        pytest.param("Paris", "F", "2 infantry, 1 tank, 1 fighter", marks=clause("setup.fr.paris")),
        pytest.param("Amiens", "F", "1 infantry", marks=clause("setup.fr.amiens")),
        pytest.param("Reims", "F", "2 infantry, 1 aa", marks=clause("setup.fr.reims")),
        pytest.param("16", "B", "1 battleship, 1 destroyer, 1 transport", marks=clause("setup.br.16")),
        pytest.param("17", "B", "1 submarine", marks=clause("setup.br.17")),
        pytest.param("18", "B", "1 destroyer", marks=clause("setup.br.18")),
        pytest.param("19", "B", "2 infantry, 1 tank, 1 fighter", marks=clause("setup.br.19")),
        pytest.param("20", "B", "2 infantry", marks=clause("setup.br.20")),
        pytest.param("21", "B", "1 destroyer", marks=clause("setup.br.21")),
        pytest.param("22", "B", "1 infantry", marks=clause("setup.br.22")),
        pytest.param("23", "B", "1 infantry", marks=clause("setup.br.23")),
        pytest.param("24", "B", "1 infantry", marks=clause("setup.br.24")),
        pytest.param("London", "B", "1 infantry, 1 fighter, 1 aa", marks=clause("setup.br.london")),
        pytest.param("Dunkirk", "B", "2 infantry, 1 aa", marks=clause("setup.br.dunkirk")),
        pytest.param("Brussels", "B", "1 infantry, 1 artillery", marks=clause("setup.br.brussels")),
        pytest.param("25", "G", "2 submarine", marks=clause("setup.ge.25")),
        pytest.param("26", "G", "1 battleship, 1 cruiser, 2 submarine, 1 transport", marks=clause("setup.ge.26")),
        pytest.param("27", "G", "1 infantry, 2 artillery, 1 tank", marks=clause("setup.ge.27")),
        pytest.param("28", "G", "2 infantry", marks=clause("setup.ge.28")),
        pytest.param("29", "G", "1 mechanized, 1 infantry", marks=clause("setup.ge.29")),
        pytest.param("30", "G", "2 infantry, 1 tank", marks=clause("setup.ge.30")),
        pytest.param("31", "G", "1 infantry, 1 artillery", marks=clause("setup.ge.31")),
        pytest.param("32", "G", "1 tank", marks=clause("setup.ge.32")),
        pytest.param("33", "G", "1 mechanized", marks=clause("setup.ge.33")),
        pytest.param("34", "G", "2 infantry, 2 artillery", marks=clause("setup.ge.34")),
        pytest.param("35", "G", "2 infantry, 2 mechanized", marks=clause("setup.ge.35")),
        pytest.param("36", "G", "2 infantry, 1 artillery", marks=clause("setup.ge.36")),
        pytest.param("37", "G", "1 tank", marks=clause("setup.ge.37")),
        pytest.param("38", "G", "1 infantry, 1 artillery, 1 tank", marks=clause("setup.ge.38")),
        pytest.param("Dusseldorf", "G", "1 bomber, 1 aa", marks=clause("setup.ge.dusseldorf")),
        pytest.param("Mayence", "G", "1 infantry, 1 aa", marks=clause("setup.ge.mayence")),
        pytest.param("Luxembourg", "G", "1 fighter, 1 aa", marks=clause("setup.ge.luxembourg")),
    ],
)
def test_a_row_of_the_charts(area: str, letter: str, units: str) -> None:
    wanted: list[str] = []
    for entry in units.split(", "):
        count, unit = entry.split()
        wanted += [f"{letter}.{unit}"] * int(count)
    assert at(new(), area) == sorted(wanted)


@clause("setup.fr.total", "comp.minis.2")
def test_the_french_chart_adds_up() -> None:
    units = everything(new(), "france")
    assert units == {
        "infantry": 24, "mechanized": 2, "artillery": 5, "tank": 4, "fighter": 1, "transport": 2, "cruiser": 1, "aa": 1,
    }  # fmt: skip
    assert units.total() == 40
    assert sum(SETTING.cost[UNITS.index(unit)] * count for unit, count in units.items()) == 145


@clause("setup.br.total", "comp.minis.3")
def test_the_british_chart_adds_up() -> None:
    units = everything(new(), "britain")
    assert units == {
        "infantry": 11, "artillery": 1, "tank": 1, "fighter": 2, "transport": 1, "submarine": 1, "destroyer": 3,
        "battleship": 1, "aa": 2,
    }  # fmt: skip
    assert units.total() == 23
    assert sum(SETTING.cost[UNITS.index(unit)] * count for unit, count in units.items()) == 97


@clause("setup.ge.total", "comp.minis.4")
def test_the_german_chart_adds_up() -> None:
    units = everything(new(), "germany")
    assert units == {
        "infantry": 15, "mechanized": 4, "artillery": 7, "tank": 5, "fighter": 1, "bomber": 1, "transport": 1,
        "submarine": 4, "cruiser": 1, "battleship": 1, "aa": 3,
    }  # fmt: skip
    assert units.total() == 43
    assert sum(SETTING.cost[UNITS.index(unit)] * count for unit, count in units.items()) == 173


MINIATURES = "infantry mechanized artillery tank fighter bomber transport submarine destroyer cruiser battleship aa"


@pytest.mark.parametrize(
    ("power", "counts"),
    [
        pytest.param("france", (26, 2, 5, 4, 1, 0, 1, 0, 0, 1, 0, 1), marks=clause("comp.minis.2")),
        pytest.param("britain", (11, 0, 1, 1, 2, 0, 1, 1, 3, 0, 1, 2), marks=clause("comp.minis.3")),
        pytest.param("germany", (15, 4, 7, 5, 1, 1, 1, 4, 0, 1, 1, 3), marks=clause("comp.minis.4")),
    ],
)
def test_the_list_of_miniatures_agrees_with_the_charts_but_for_france(power: str, counts: tuple[int, ...]) -> None:
    listed = dict(zip(MINIATURES.split(), counts, strict=True))
    table = {unit: count for unit, count in SETTING.tables.miniatures[power].items() if unit != "source"}  # type: ignore[index]
    assert table == listed
    laid = everything(new(), power)
    differing = {unit for unit, count in listed.items() if laid[unit] != count}
    assert differing == ({"infantry", "transport"} if power == "france" else set())


@clause("comp.minis.3")
def test_the_miniatures_do_not_limit_building() -> None:
    """Britain has its one tank on the map and builds another (G68)."""
    s = lay('setup = true\nphase = "build"\nnpu = { britain = 5 }')
    do(s, "build tank@London")
    assert at(s, "London") == ["B.aa", "B.fighter", "B.infantry", "B.tank"]


@clause("setup.3")
def test_every_territory_begins_under_its_owner() -> None:
    s = new()
    assert [SETTING.board.names(mask) for mask in s.control] == [SETTING.board.names(mask) for mask in SETTING.original]
    french = {str(n) for n in range(1, 16) if n != 2} | {"Paris", "Amiens", "Reims", "A1", "A2", "A3", "A4", "A5"}
    british = {"19", "20", "22", "23", "24", "London", "Dunkirk", "Brussels"}
    german = {str(n) for n in range(27, 39)} | {"Dusseldorf", "Luxembourg", "Mayence"}
    for power, names in (("france", french), ("britain", british), ("germany", german)):
        assert {name for name in SETTING.board.names(SETTING.land) if holder(s, name) == power} == names


@clause("setup.4")
def test_all_18_cards_are_in_the_deck_and_any_of_them_may_come_first() -> None:
    s = new()
    assert len(SETTING.cards) == 18 and sorted(s.deck) == list(range(18)) and s.card == -1 and s.lasting == ()
    drawn = set()
    for place in range(1, 19):
        twin = lay('phase = "build"\nnpu = { germany = 3 }')
        do(twin, "done", rolls=[place, 1])
        drawn.add(SETTING.cards[twin.card].id)
    assert drawn == {f"R{number:02}" for number in range(1, 19)}


@clause("setup.5")
def test_the_first_round_is_round_1() -> None:
    assert new().round == 1 and new("two_players").round == 1


@clause("setup.6", "powers.2")
def test_three_chits_go_into_the_bag_with_two_players_too() -> None:
    for scenario in ("two_players", "three_players"):
        firsts = set()
        for seed in range(40):
            s = GAME.new(scenario, seed=seed)
            assert sorted((*s.bag, s.active)) == [0, 1, 2]
            firsts.add(s.active)
        assert firsts == {0, 1, 2}


# the transport printed in territory 14


@clause("setup.fr.14", "setup.fr.2")
@pytest.mark.parametrize(
    ("choice", "land", "sea"),
    [
        ("ship", ["F.infantry"] * 2, ["F.cruiser", "F.transport", "F.transport"]),
        ("none", ["F.infantry"] * 2, ["F.cruiser", "F.transport"]),
        ("four_infantry", ["F.infantry"] * 4, ["F.cruiser", "F.transport"]),
    ],
)
def test_option_territory_14(choice: str, land: list[str], sea: list[str]) -> None:
    s = new(territory_14=choice)
    assert at(s, "14") == land and at(s, "2") == sea
    assert everything(s, "france")["infantry"] == (26 if choice == "four_infantry" else 24)


@clause("setup.fr.14")
def test_territory_14_is_a_ship_unless_the_players_choose() -> None:
    assert new().rulings["territory_14"] == "ship"
    with pytest.raises(ValueError, match="mechanized"):
        new(territory_14="mechanized")


# data packs


def test_all_that_is_wrong_with_a_pack_is_said_at_once(tmp_path: Path) -> None:
    for file, old, new in (
        ("cards", 'areas = ["Brussels"]', 'areas = ["Bruges"]'),
        ("tables", 'capitals = ["Paris", "London"]', 'capitals = ["Paris", "Berlin"]'),
        ("units", 'id = "aa"', 'id = "tank"'),
        ("map", '"yard:germany"', '"yard:italy"'),
    ):
        text = (FOLDER / f"{file}.toml").read_text(encoding="utf-8")
        assert old in text, file
        (tmp_path / f"{file}.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        make(tmp_path)
    for says in (
        "card R07, effects 1, areas: there is no area Bruges; see map.toml",
        "victory, capitals: there is no area Berlin; see map.toml",
        "unit: 'tank' is given twice; give it once",
        "unit: aa is missing; give one for each of infantry, ",
        "map.toml: area: the shipyard of germany is missing; give an area the tag yard:germany",
    ):
        assert says in str(caught.value), caught.value


# scenarios of players' own

OWN = """
title = "The last week"
players = [["germany"], ["britain", "france"]]
rounds = 3
allies_share = true

[setup.germany]
31 = { infantry = 2, tank = 1 }
26 = { submarine = 1 }

[setup.france]
Paris = { infantry = 5, aa = 1, fighter = 1 }
"""


def test_a_scenario_of_ones_own_has_its_own_charts_rounds_and_players() -> None:
    setting = GAME.own_setting(OWN)
    assert setting.info.title == "The last week" and setting.info.players == (("germany",), ("britain", "france"))
    s = GAME.new(setting.name, seed=1)
    assert at(s, "31") == ["G.infantry", "G.infantry", "G.tank"] and at(s, "28") == []
    assert len(at(s, "Paris")) == 7 and s.scene("").turn == "Round 1 of 3"
    assert setting.board is SETTING.board  # what is equal is shared
    random = Random(1)
    while s.options:
        s.apply(random.choice(s.options))
    assert s.result is not None and s.round <= 3


def test_a_match_of_ones_own_scenario_ends_when_it_says() -> None:
    s = lay(f'scenario = "{GAME.own_setting(OWN).name}"\nphase = "victory check"\nround = 3')
    assert s.result is not None and s.result.winner == "allies"
    assert s.result.reason == "the Allies hold both capitals and a minor city after round 3"


def test_all_that_is_wrong_with_a_scenario_is_said_at_once() -> None:
    text = OWN.replace("rounds = 3", "rounds = 40").replace('"britain", "france"', '"britain"')
    text = text.replace("31 =", "99 =").replace("26 = { submarine", "21 = { tank").replace("Paris =", "Mayence =")
    with pytest.raises(DataError) as caught:
        GAME.own_setting(text)
    for part in ("rounds: 40 is outside 1 to 19", "players:", "no area 99", "21: tank", "Mayence belongs to the enemy"):
        assert part in str(caught.value)


@pytest.mark.parametrize("rounds", [-1, 0])
def test_a_match_has_a_round(rounds: int) -> None:
    with pytest.raises(DataError, match=f"rounds: {rounds} is outside 1 to 19"):
        GAME.own_setting(OWN.replace("rounds = 3", f"rounds = {rounds}"))


@pytest.mark.parametrize(
    ("chart", "problem"),
    [
        ("Paris = { infantry = 6 }", "Paris: more than 5 units"),
        ("3 = { aa = 1 }", "3: anti-aircraft guns stand only in cities"),
        ("A1 = { fighter = 1 }", "A1: air units do not stand in the forest"),
        ("Paris = { fighter = 151 }", "setup, france, Paris, fighter: Expected `int` <= 150"),
        ("Paris = { infantry = 0 }", "setup, france, Paris, infantry: Expected `int` >= 1"),
    ],
)
def test_a_chart_must_fit_the_map(chart: str, problem: str) -> None:
    text = OWN.replace("Paris = { infantry = 5, aa = 1, fighter = 1 }", chart)
    with pytest.raises(DataError, match=problem):
        GAME.own_setting(text)


@clause("stacking.1", "special.maginot.2", "victory.3", "build.11", "combat.end.3", "bombard.3")
def test_sentences_take_numbers_and_names_from_the_data(tmp_path: Path) -> None:
    tables = (FOLDER / "tables.toml").read_text()
    for old, new in (
        ("land = 5 ", "land = 6 "),
        ("free_from_round = 4", "free_from_round = 7"),
        ('minor = ["infantry", "artillery"]', 'minor = ["infantry", "tank"]'),
        ('allied_minors = ["Amiens", "Reims", "Dunkirk"]', 'allied_minors = ["Amiens", "Brussels"]'),
        ("battleship = 3", "battleship = 5"),
    ):
        assert old in tables
        tables = tables.replace(old, new)
    (tmp_path / "tables.toml").write_text(tables)
    game = make(tmp_path)
    s = lay('power = "france"\nunits = { "10" = ["F.tank"], "1" = ["F.infantry x6"], "4" = ["F.tank"] }', game)
    assert "before round 7" in str(s.explain("start 10"))
    do(s, "start 4", "take F.tank")
    assert "more than 6 units" in str(s.explain("to 1"))
    s = lay('phase = "build"\nnpu = { france = 9 }', game)
    assert "infantry and tank only" in str(s.explain("build artillery@Reims"))
    s = lay('phase = "victory check"\ncontrol = { germany = ["Amiens", "Brussels"] }', game)
    assert s.result is not None and s.result.reason == "Germany holds Amiens and Brussels"
    s = lay('units = { "25" = ["G.battleship"], "24" = ["B.infantry"] }', game)
    do(s, "bombard 24")
    explained = s.scene("germany").help
    assert explained is not None and "5 or less" in explained.says
