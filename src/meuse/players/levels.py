"""Who there is to play against, and how a bot is named: ``captain``, or with parameters ``general:5s``."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import msgspec

from meuse.engine import Game, Option
from meuse.players.captain import Captain


class UnknownLevel(ValueError):
    """A name that no bot has, or parameters that it does not take."""


class Player(Protocol):
    """Someone who decides."""

    def choose(self, state: Any, side: str, seed: int) -> Option:
        """The option a side takes; the state is an imagined one, and the same seed gives the same choice."""


class Recruit:
    """Takes any option, all alike."""

    def choose(self, state: Any, side: str, seed: int) -> Option:
        options: list[Option] = state.options
        return options[int(Random(seed).random() * len(options))]


class Level(msgspec.Struct, frozen=True):
    """A bot as it is offered: its name, a title, an honest line, and how it is made from its parameters."""

    name: str
    title: str
    about: str
    make: Callable[[str], Player]


def _plain(kind: Callable[[], Player]) -> Callable[[str], Player]:
    """A maker for a bot that takes no parameters."""

    def make_plain(parameters: str) -> Player:
        if parameters:
            raise UnknownLevel(f"this bot takes no parameters: {parameters!r}")
        return kind()

    return make_plain


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("recruit", "Recruit", "Plays at random and at once: somebody to learn the rules with.", _plain(Recruit)),
        Level(
            "captain",
            "Captain",
            "Weighs each step by rules of thumb and exact odds, in a blink; hard on blunders, but has no long plan.",
            _plain(Captain),
        ),
    )
}


def make(text: str) -> Player:
    """The bot of that name, with what stands after a colon as its parameters."""
    name, _, parameters = text.partition(":")
    if name not in LEVELS:
        raise UnknownLevel(f"there is no bot {name!r}; bots: {', '.join(LEVELS)}")
    return LEVELS[name].make(parameters)


def choose(game: Game, dump: dict[str, Any], side: str, level: str, seed: int) -> str:
    """The action a bot chooses, as records have it, from the dump of a state imagined for its side."""
    state = game.restore(dump)
    if state.to_act != side:
        raise ValueError(f"{side} has nothing to choose now: {state.to_act or 'nobody'} has")
    return str(make(level).choose(state, side, seed))
