"""The code that runs in the bots' worker processes."""

from __future__ import annotations

import os
import signal
from multiprocessing import connection, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from meuse import games, players
from meuse.engine import Game
from meuse.players import reasons
from meuse.players.reasons import Advised


def start(packs: dict[str, Path]) -> None:
    """Lay the server's data packs; leave Ctrl-C to the server, and exit when it is gone.

    A game is read when a bot first thinks about it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()
    games.lay(packs)


def ready(think: Any) -> None:
    """Returns when the process has started and has imported what ``think`` needs."""


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def think(
    game: str, imagined: dict[str, Any], side: str, level: str, seed: int, notes: players.Notes, scenario_text: str = ""
) -> tuple[str, players.Notes]:
    """The action a bot chooses, and what it wants to remember."""
    return players.choose(_rules(game, scenario_text), imagined, side, level, seed, notes)


def advise(game: str, imagined: dict[str, Any], side: str, seed: int, scenario_text: str = "") -> list[Advised]:
    """What a captain would choose, and why."""
    return reasons.advise(_rules(game, scenario_text), imagined, side, seed)


def _rules(game: str, scenario_text: str) -> Game:
    rules = games.load(game)
    if scenario_text:
        rules.own_setting(scenario_text)
    return rules
