"""Random play and hot kernels of our own games, on one core, in plain Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import meuse
from meuse.engine.memory import settle
from meuse.games.victory_or_defeat import supply, ways
from meuse.games.victory_or_defeat.game import VictoryOrDefeat


def random_play(name: str, scenario: str, seconds: float) -> dict[str, float]:
    """Uniform random games from the free set-up to the end: decisions per second and per game."""
    game = meuse.load(name)
    settle()  # as the workers of the laboratory do
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
    state = game.new("1940", seed=4)
    state.apply("ready")
    state.apply("ready")
    random = Random(3)
    while state.turn < 3:
        state.apply(random.choice(state.options))
    mechanized = state.setting.is_mechanized
    panzer = next(piece for piece, place in enumerate(state.where) if mechanized[piece] and place >= 0)
    state.left[panzer] = 12
    here = state.where[panzer]

    def trace() -> int:
        state.memo.clear()
        return supply.overland_supply(state)

    def reach() -> object:
        state.memo.clear()
        return ways.group_reach(state, here, (panzer,))

    return {
        "clone": microseconds(state.clone),
        "supply trace": microseconds(trace),
        "reach of 12 points": microseconds(reach),
        "scene": microseconds(lambda: state.scene("german"), 200),
        "hash": microseconds(state.hash, 200),
        "json": microseconds(lambda: json.dumps(state.dump()), 200),
    }


def battles() -> dict[str, float]:
    """The exact odds of whole battles, five against five, and a clone, in Battle of France."""
    game = meuse.load("battle_of_france")
    land = 'units = { "31" = ["G.infantry x2", "G.artillery", "G.tank x2"], "23" = ["B.infantry x3", "B.tank x2"] }'
    sea = """units = { "25" = ["G.battleship", "G.cruiser", "G.submarine x3"],
        "18" = ["B.battleship", "B.destroyer x2", "B.cruiser", "B.submarine"] }""".replace("\n", " ")
    figures = {}
    for name, units, start, goal in (("land", land, "31", "23"), ("sea", sea, "25", "18")):
        state = game.position(f'scenario = "three_players"\nphase = "turn"\n{units}\n')
        state.apply(f"start {start}")
        while takes := [option for option in state.options if option.verb == "take"]:
            state.apply(takes[0])
        figures[f"odds of five against five, {name}"] = microseconds(partial(state.preview, f"to {goal}"), 10)
    full = game.new("two_players", seed=1)
    figures["clone of battle_of_france"] = microseconds(full.clone)
    return figures
