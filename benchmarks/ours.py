"""Random play and hot kernels of our own games, on one core, in plain Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

import meuse
from meuse.games.victory_or_defeat import movement, supply
from meuse.games.victory_or_defeat.game import VictoryOrDefeat


def random_play(name: str, scenario: str, seconds: float) -> dict[str, float]:
    """Uniform random games from the free set-up to the end: decisions per second and per game."""
    game = meuse.load(name)
    decisions = games = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = game.new(scenario, seed=games)
        random = Random(games)
        while state.options:
            state.apply(random.choice(state.options))
        decisions += state.actions
        games += 1
    elapsed = perf_counter() - start
    return {"decisions_per_second": decisions / elapsed, "decisions_per_game": decisions / games}


def microseconds(work: Callable[[], Any], repeat: int = 2000) -> float:
    """The best of five runs: microseconds per call."""
    best = float("inf")
    for _ in range(5):
        start = perf_counter()
        for _ in range(repeat):
            work()
        best = min(best, perf_counter() - start)
    return best / repeat * 1e6


def kernels() -> dict[str, float]:
    """Clone, supply trace and reach in a full 1940 position, a few turns into the game."""
    game = meuse.load("victory_or_defeat")
    assert isinstance(game, VictoryOrDefeat)
    state = game.new("1940", seed=3)
    state.apply("ready")
    state.apply("ready")
    random = Random(3)
    while state.turn < 3:
        state.apply(random.choice(state.options))
    panzer = next(p for p in game.mechanized if state.where[p] >= 0)
    state.left[panzer] = 12
    here = state.where[panzer]

    def trace() -> int:
        state.memo.clear()
        return supply.overland_supply(state)

    def reach() -> object:
        state.memo.clear()
        return movement.group_reach(state, here, (panzer,))

    return {
        "clone": microseconds(state.clone),
        "supply trace": microseconds(trace),
        "reach of 12 points": microseconds(reach),
        "view": microseconds(lambda: state.view("german"), 200),
        "hash": microseconds(state.hash, 200),
        "json": microseconds(lambda: json.dumps(state.dump()), 200),
    }
