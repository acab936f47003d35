"""Random games in many processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

from meuse.engine import Game
from meuse.engine.memory import settle
from meuse.engine.playout import Played, RandomGame, play

_game: Game | None = None
"""The game of a worker process."""


def _start_worker(load: Callable[[], Game]) -> None:
    """Read the game once per process; Ctrl-C is left to the parent."""
    global _game
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _game = load()
    settle()


def _work(plan: RandomGame, check: bool, keep: Path | None) -> Played:
    assert _game is not None
    return play(_game, plan, check, keep=keep)


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_many(
    load: Callable[[], Game], plans: Iterator[RandomGame], jobs: int, check: bool = True, keep: Path | None = None
) -> Iterator[Played]:
    """Play all the plans in that many processes; games come back as they end."""
    if jobs == 1:
        game = load()
        for plan in plans:
            yield play(game, plan, check, keep=keep)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (load,))
    waiting: set[Future[Played]] = set()
    try:
        for plan in plans:
            waiting.add(pool.submit(_work, plan, check, keep))
            if len(waiting) >= 4 * jobs:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
