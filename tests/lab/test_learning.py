"""The learning environment: PettingZoo's own tests, and that an observation gives nothing away."""

from __future__ import annotations

import subprocess
import sys
import warnings
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import meuse
import meuse.lab
from meuse.engine import Refused
from tests.lab.kit import EVERY

np = pytest.importorskip("numpy")
tests = pytest.importorskip("pettingzoo.test")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_pettingzoo_is_content(name: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tests.api_test(meuse.lab.env(name, scenario, seed=1), num_cycles=150)
        tests.seed_test(lambda: meuse.lab.env(name, scenario), num_cycles=40)


def test_pettingzoo_measures_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its benchmark plays for five seconds; here they pass in two hundred decisions."""
    clock = SimpleNamespace(time=count(0, 0.025).__next__)
    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
    tests.performance_benchmark(meuse.lab.env("battle_of_france", "two_players", seed=1))
    assert "turns per second" in capsys.readouterr().out


def play_out(env: Any, seed: int) -> dict[str, float]:
    """Random play to the end; what each agent got."""
    env.reset(seed=seed)
    random = Random(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last(observe=False)
        total[agent] += reward
        legal = np.flatnonzero(info["action_mask"])
        env.step(None if over or cut else int(random.choice(list(legal))))
    return total


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_the_winners_win_and_the_others_lose(name: str, scenario: str) -> None:
    env = meuse.lab.env(name, scenario)
    got = play_out(env, 5)
    raw = env.unwrapped
    result = raw.match.result
    winners = raw.game.camps[result.winner] if result.winner else raw.game.sides
    won = 1.0 if result.winner else 0.0
    assert got == {side: won if side in winners else -1.0 for side in raw.game.sides}


def test_points_teach_on_the_way() -> None:
    env = meuse.lab.env("victory_or_defeat", "1940", reward="points")
    for seed in range(5):
        got = play_out(env, seed)
        match = env.unwrapped.match
        won = {"german": 1.0, "allied": -1.0, None: 0.0}[match.result.winner]
        assert got["german"] == pytest.approx(won + 0.1 * match.vp)
        assert got["german"] == pytest.approx(-got["allied"])


def test_points_go_to_the_camp_that_strives_for_them() -> None:
    """In 1939 it is the French who take cities."""
    env = meuse.lab.env("victory_or_defeat", "1939", reward="points").unwrapped
    env.reset(seed=1)
    env.chronicle.points = lambda match: 3
    env._judge()
    assert env.rewards == pytest.approx({"german": -0.3, "allied": 0.3})


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_an_observation_gives_nothing_hidden_away(name: str, scenario: str) -> None:
    env = meuse.lab.env(name, scenario).unwrapped
    env.reset(seed=2)
    random = Random(2)
    told = set()
    for number in range(300):
        if env.match.outcome is not None:
            break
        if number % 20 == 0:
            true = env.match
            for side, agent in enumerate(env.possible_agents):
                seen = env.observe(agent)
                told.add(seen["observation"].tobytes())
                env.match = env.game.imagine(true, side, number)
                again = env.observe(agent)
                env.match = true
                assert np.array_equal(seen["observation"], again["observation"])
                assert np.array_equal(seen["action_mask"], again["action_mask"])
        env.step(random.choice(env.match.options).number)
    assert len(told) > 20  # and yet it tells something


def test_an_observation_tells_what_lies_where() -> None:
    env = meuse.lab.env("battle_of_france", "two_players", seed=1).unwrapped
    env.reset(seed=1)
    board = env.encoding.by_place(env.observe("france")["observation"])
    layers = env.encoding.layers
    for power, side in enumerate(env.game.sides):
        lying = sum(1 for piece, place in enumerate(env.match.where) if place >= 0 and env.match.power[piece] == power)
        assert board[:, layers.index(f"{side} counters")].sum() == pytest.approx(0.1 * lying, abs=1e-3)
        held = [env.setting.board.labels[place] for place in env.setting.board.members(env.match.control[power])]
        rows = [env.encoding.places[place] for place in held]
        assert set(np.flatnonzero(board[:, layers.index(f"{side} control")])) == set(rows)


def test_an_illegal_action_is_refused_with_its_clause() -> None:
    env = meuse.lab.env("victory_or_defeat", "1940", seed=1)
    env.reset(seed=1)
    _, _, _, _, info = env.last()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(Refused) as caught:
        env.step(illegal)
    assert caught.value.clause in env.unwrapped.game.ledger.clauses


def test_a_game_without_end_is_cut_off() -> None:
    env = meuse.lab.env("battle_of_france", "two_players", longest=40)
    assert play_out(env, 1) == dict.fromkeys(env.possible_agents, 0.0)
    assert env.unwrapped.match.actions == 40


def test_a_seed_is_the_same_game_here_as_everywhere() -> None:
    world = meuse.lab.env("victory_or_defeat", "1939")
    world.reset(seed=7)
    game = meuse.load("victory_or_defeat")
    assert world.unwrapped.match.dump() == game.new("1939", 7).dump()
    world.reset()
    assert world.unwrapped.match.seed != game.new("1939", 7).seed


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no reward 'pionts'; there are: result, points"):
        meuse.lab.env("victory_or_defeat", "1939", reward="pionts")


def test_the_example_learns_and_measures() -> None:
    script = Path(__file__).parents[2] / "examples" / "learn.py"
    words = [sys.executable, str(script), "--train", "16", "--games", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "untrained: wins" in done.stdout and "16 games: won" in done.stdout and " trained: wins" in done.stdout
