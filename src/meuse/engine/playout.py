"""Random play to the end, with all promises checked on the way. A seed repeats a game exactly."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from meuse.engine.game import Game
from meuse.engine.promises import Fault, apply_thoroughly, check_lightly

SHARE = 0.02
"""After what share of the actions one of the costly checks is made."""
LONGEST = 100_000
"""A game that is not over after so many actions never will be."""


class RandomGame(msgspec.Struct, frozen=True):
    """One game to be played: the seed settles the dice and every choice."""

    scenario: str
    seed: int
    options: dict[str, str] = {}


class Played(msgspec.Struct, frozen=True):
    """One game played: how it ended, or what went wrong after which action."""

    scenario: str
    seed: int
    options: dict[str, str]
    decisions: int
    turns: int
    result: str
    error: str = ""


def vary(game: Game, seed: int) -> dict[str, str]:
    """Options of the game drawn at random, the same for the same seed."""
    random = Random(f"options {seed}")
    return {name: random.choice(option.allowed()) for name, option in sorted(game.ledger.options.items())}


def play(game: Game, plan: RandomGame, check: bool = True, share: float = SHARE, keep: Path | None = None) -> Played:
    """Play a game at random to its end; with ``keep``, write its record into that folder."""
    state = game.new(plan.scenario, plan.seed, plan.options)
    error = ""
    try:
        _play_out(game, state, plan, share if check else None)
    except Exception as problem:
        error = str(problem) if isinstance(problem, Fault) else f"{type(problem).__name__}: {problem}"
    result = state.result
    ending = "unfinished" if result is None else f"{result.winner or 'draw'}: {result.level}"
    played = Played(plan.scenario, plan.seed, plan.options, state.actions, _turn(game, state), ending, error)
    if keep is not None:
        name = f"{game.NAME}-{plan.scenario}-{plan.seed}.meuse"
        (keep / name).write_text(state.record.text(), encoding="utf-8")
    return played


def _turn(game: Game, state: Any) -> int:
    """The turn a state has come to, where the game counts turns."""
    try:
        return game.chronicle(state.scenario).turn(state)
    except Exception:  # a broken state: the error that broke it is what counts
        return 0


def _play_out(game: Game, state: Any, plan: RandomGame, share: float | None) -> None:
    """Choose and apply until the game is over; ``share`` None: without any check."""
    choose = Random(f"{plan.scenario} {plan.seed}").random
    sampler = Random(f"checks {plan.scenario} {plan.seed}")
    while state.outcome is None:
        options = state.options
        option = options[int(choose() * len(options))]
        if share is None:
            state.apply(option)
        elif sampler.random() < share:
            apply_thoroughly(game, state, option, sampler)
        else:
            state.apply(option)
            check_lightly(game, state, option)
        if state.actions > LONGEST:
            raise Fault(f"the game is not over after {LONGEST} actions")
