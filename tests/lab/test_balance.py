"""Changed numbers: what is asked for is changed, nothing else, and the difference is told."""

from __future__ import annotations

import tomllib

import pytest

import meuse
from meuse.lab import Lab, Source, on_cores
from meuse.lab.balance import Change, ChangeError, change, compare, to_toml
from tests.lab.kit import plans

AREAS = Source("battle_of_france")


@pytest.mark.parametrize("name", meuse.games.NAMES)
def test_every_data_file_survives_being_written_again(name: str) -> None:
    data = meuse.load(name).data
    for file in data.names(""):
        table = data.load(file, dict)
        assert tomllib.loads(to_toml(table)) == table


def test_texts_with_odd_letters_survive() -> None:
    table = {"a b": 'quote " and \\ and\ttab, \x7f and é', "n": [1, 2.5, True, {"x": []}]}
    assert tomllib.loads(to_toml(table)) == table


def test_a_change_changes_one_number() -> None:
    changed = change(AREAS, Change.read("units.toml: unit.tank.cost = 6"))
    assert changed.before == [5]
    before, after = AREAS.load(), changed.source.load()
    assert after.data_hash != before.data_hash
    old, new = (list(game.setting("two_players").cost) for game in (before, after))
    assert [(a, b) for a, b in zip(old, new, strict=True) if a != b] == [(5, 6)]


def test_entries_of_lists_have_names_or_numbers() -> None:
    text = 'units.toml: group."German panzer corps".steps.1.2 = 9'
    source = change(Source("victory_or_defeat"), Change.read(text)).source
    assert source.load().setting("1940").pieces[0].strengths[-1][1] == 9


def test_changes_go_together() -> None:
    wanted = [*Change.read("tables.toml: income.major = 9"), *Change.read("tables.toml: income.minor = 1")]
    changed = change(AREAS, wanted)
    assert changed.before == [7, 4]
    income = changed.source.load().setting("two_players").tables.income
    assert (income.major, income.minor) == (9, 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("units.toml", "write FILE: path = value"),
        ("units.toml: cost", "no assignment"),
        ("weather.toml: rain = 1", "no such data file"),
        ("units.toml: unit.zeppelin.cost = 1", "unit has no 'zeppelin'; it has infantry"),
        ("units.toml: unit.tank.price = 1", "unit.tank has no 'price'"),
        ("units.toml: unit.tank.cost.much = 1", "nothing below it"),
        ("units.toml: unit.tank.cost = 'dear'", "cannot become"),
    ],
)
def test_what_cannot_be_changed_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ChangeError, match=problem):
        change(AREAS, Change.read(text))


def test_arms_of_the_same_seeds_are_compared() -> None:
    """A number that plays no part in a scenario changes nothing in it: the seeds are the same, so are the games."""
    source = Source("victory_or_defeat")
    weak = change(source, Change.read("tables.toml: capitulation.belgium_cities = 3")).source
    lab = Lab(on_cores(1))
    before, after = list(lab.run(plans(4))), list(lab.run(plans(4, source=weak)))
    found = compare(source.load(), "1939", before, after)
    assert found["games"] == 4
    assert found["wins"]["german"]["difference"] == 0  # Belgium plays no part in 1939
    assert found["turns"] == {"games": 4, "mean": 0.0, "low": 0.0, "high": 0.0}


def test_what_was_before_and_what_came_after_are_not_mixed_up() -> None:
    game = meuse.load("battle_of_france")
    row = {"seed": 1, "error": "", "level": "", "clause": "", "points": 0, "turns": 4, "winner": "germany"}
    lost = {f"losses_{side}": 3 for side in game.sides}
    before = [row | lost | {"seed": seed} for seed in range(12)]
    after = [one | {"winner": "allies", "turns": 9, "losses_france": 1} for one in before]
    found = compare(game, "two_players", before, after)
    assert (found["wins"]["allies"]["difference"], found["wins"]["germany"]["difference"]) == (1, -1)
    assert (found["before"]["camps"]["germany"]["count"], found["after"]["camps"]["germany"]["count"]) == (12, 0)
    assert (found["turns"]["mean"], found["losses"]["france"]["mean"]) == (5, -2)


def test_a_change_that_decides_games_is_seen() -> None:
    """Ten rounds are the Allies' whole defence: after one round against recruits they have won them all at once."""
    source = Source("battle_of_france")
    short = change(source, Change.read("scenarios/two_players.toml: rounds = 1")).source
    lab = Lab(on_cores(1))
    before = list(lab.run(plans(2, "battle_of_france", "two_players")))
    after = list(lab.run(plans(2, "battle_of_france", "two_players", source=short)))
    found = compare(source.load(), "two_players", before, after)
    assert found["turns"]["mean"] < -3
    assert {row["turns"] for row in after} == {1}
