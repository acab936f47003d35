"""The laboratory plays a player's own scenario file, in every process and with every command."""

from __future__ import annotations

import html
import pickle
import re
import shlex
from pathlib import Path

import pytest

import meuse.lab
from meuse.cli.random_play import describe
from meuse.engine.playout import Played
from meuse.lab import Lab, Plan, Source, on_cores, seats
from meuse.lab.store import read
from tests.lab.kit import OWN
from tests.lab.test_commands import data, fails, run

GAME = "battle_of_france"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "one round.toml"
    path.write_text(OWN, encoding="utf-8")
    return path


def words(command: str, own: Path, jobs: int = 1) -> tuple[object, ...]:
    return command, GAME, "--scenario", own, "--jobs", jobs


def test_its_text_travels_to_other_processes() -> None:
    source = Source(GAME, own=(("mine.toml", OWN),))
    game = pickle.loads(pickle.dumps(source)).load()
    name = game.own_setting(OWN).name
    assert (source.asked(name), source.asked("two_players")) == ("mine.toml", "two_players")
    held = seats(game, name, 2)
    plans = [Plan(source, name, ("recruit", "recruit"), held, seed) for seed in range(3)]
    rows = list(Lab(on_cores(2)).run(plans))
    assert [(row["error"], row["turns"], row["scenario"]) for row in rows] == [("", 1, name)] * 3


def test_it_travels_to_a_cluster() -> None:
    ray = pytest.importorskip("ray")
    from meuse.lab.cluster import on_cluster

    source = Source(GAME, own=(("mine.toml", OWN),))
    game = source.load()
    name = game.own_setting(OWN).name
    try:
        plan = Plan(source, name, ("recruit", "recruit"), seats(game, name, 2), 1)
        [row] = Lab(on_cluster("local", 1)).run([plan])
    finally:
        ray.shutdown()
    assert (row["error"], row["turns"]) == ("", 1)


def test_simulate_plays_it_in_several_processes(own: Path, tmp_path: Path) -> None:
    more = ("--players", "recruit,recruit", "--games", 4, "--records", tmp_path / "records")
    report = tmp_path / "report.html"
    found = data(*words("simulate", own, jobs=2), *more, "--out", tmp_path / "rows.csv", "--report", report)
    assert (found["games"], found["errors"], found["length"]["turns"]["mean"]) == (4, [], 1)
    assert {row["scenario"] for row in read(tmp_path / "rows.csv")} == {found["scenario"]}
    for record in (tmp_path / "records").iterdir():
        assert run("verify", record).exit_code == 0
    text = html.unescape(report.read_text(encoding="utf-8"))
    assert "One round" in text
    [command] = re.findall(r"<code>(meuse simulate .*?)</code>", text)
    again = data(*shlex.split(command)[1:], "--jobs", 1)
    assert again["result"] == found["result"]


def test_random_play_plays_it(own: Path) -> None:
    found = data(*words("random", own, jobs=2), "--games", 4)
    [results] = found["results"].values()
    assert sum(results.values()) == 4
    assert found["errors"] == []


def test_an_error_of_random_play_names_the_file() -> None:
    source = Source(GAME, own=(("one round.toml", OWN),))
    name = source.load().own_setting(OWN).name
    broken = Played(name, 7, {}, 3, 1, "unfinished", "it broke")
    assert "--scenario 'one round.toml' --games 1 --seed 7" in describe(source, broken, None)["repeat"]


def test_balance_and_tournament_play_it(own: Path) -> None:
    change = ("--change", "units.toml: unit.tank.cost = 6", "--players", "recruit,recruit")
    found = data(*words("balance", own), "--games", 2, *change)
    assert (found["games"], found["errors"], found["turns"]["mean"]) == (2, [], 0)
    found = data(*words("tournament", own), "--games", 1, "--players", "recruit,captain")
    assert (found["games"], found["errors"]) == (2, [])


def test_tuning_plays_it(own: Path, tmp_path: Path) -> None:
    pytest.importorskip("cmaes")
    target = tmp_path / "advice.toml"
    more = ("--generations", 1, "--population", 4, "--games", 2, "--check", 2, "--only", "bold", "--out", target)
    found = data(*words("tune", own), *more)
    assert (found["errors"], found["check"]["games"]) == ([], 2)
    assert f"--scenario '{own}'" in found["source"]


def test_a_learning_environment_plays_it(own: Path) -> None:
    pytest.importorskip("pettingzoo")
    for scenario in (own, str(own)):
        env = meuse.lab.env(GAME, scenario, seed=1)
        env.reset(seed=1)
        for agent in env.agent_iter():
            _, _, over, cut, info = env.last(observe=False)
            env.step(None if over or cut else int(info["action_mask"].argmax()))
            assert agent in env.possible_agents
        assert env.unwrapped.match.result is not None and env.unwrapped.match.round == 1


@pytest.mark.parametrize("command", ["simulate", "random", "tournament"])
def test_a_file_with_defects_is_refused_in_one_line(command: str, own: Path) -> None:
    own.write_text(OWN.replace("rounds = 1", "rounds = -1"), encoding="utf-8")
    assert "rounds" in fails(*words(command, own))
    assert "cannot be read" in fails(*words(command, own.with_name("none.toml")))
