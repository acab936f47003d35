"""The games: one package per rulebook.

Each package carries out its rulebook chapter by chapter over data files with provenance.
No other room knows a rule of any game, and no game knows another.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meuse.engine import Game

NAMES = ("victory_or_defeat", "battle_of_france", "fall_of_france", "mansteins_war", "france_1940")

laid: dict[str, Path] = {}
"""The data packs laid over games in this process, for all who load them."""
_loaded: dict[str, Game] = {}
_loading = Lock()
"""Data types must not be read for the first time by two threads at once."""


def load(name: str, pack: str | Path | None = None) -> Game:
    """A game by its name, with a data pack laid over its data if one is given, or lies there for all."""
    if name not in NAMES:
        raise ValueError(f"there is no game {name!r}; games: {', '.join(NAMES)}")
    with _loading:
        if pack is None and name in _loaded:
            return _loaded[name]
        from meuse.engine.memory import keeping_all  # here, because the engine is only needed for games

        with keeping_all():
            module = import_module(f"meuse.games.{name}")
            game: Game = module.make(Path(pack) if pack is not None else laid.get(name))
        if pack is None:
            _loaded[name] = game
        return game


def lay(packs: Mapping[str, Path]) -> None:
    """Lay data packs over games for everybody in this process; others are as they come."""
    laid.clear()
    laid.update(packs)
    _loaded.clear()
