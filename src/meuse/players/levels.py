"""Who there is to play against, and how a bot is named: ``captain``, or with parameters ``general:5s``."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import msgspec

from meuse.engine import Game, Option
from meuse.players.captain import Captain
from meuse.players.general import General
from meuse.players.notes import Notes


class UnknownLevel(ValueError):
    """A name that no bot has, or parameters that it does not take."""


class Player(Protocol):
    """Someone who decides."""

    def choose(self, state: Any, side: str, seed: int, notes: Notes | None = None) -> Option:
        """The option a side takes; the state is an imagined one, and the same seed and notes give the same choice."""


class Recruit:
    """Takes any option, all alike."""

    def choose(self, state: Any, side: str, seed: int, notes: Notes | None = None) -> Option:
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


SECONDS = 20.0
"""What a general takes for a turn unless it is told otherwise."""
_BUDGET = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)(s?)")


def _general(parameters: str) -> Player:
    """``5s`` is five seconds of thought for each turn; ``5000`` so many imagined actions, the same on every machine."""
    if not parameters:
        return General(SECONDS)
    found = _BUDGET.fullmatch(parameters)
    if found is None or not float(found[1]):
        raise UnknownLevel(f"a general takes seconds for a turn (5s) or a number of actions (5000), not {parameters!r}")
    return General(float(found[1]), clock=bool(found[2]))


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
        Level(
            "general",
            "General",
            "Plays its turn and your answer out in its mind, many times over; it takes up to 20 seconds for a turn.",
            _general,
        ),
    )
}


def make(text: str) -> Player:
    """The bot of that name, with what stands after a colon as its parameters."""
    name, _, parameters = text.partition(":")
    if name not in LEVELS:
        raise UnknownLevel(f"there is no bot {name!r}; bots: {', '.join(LEVELS)}")
    return LEVELS[name].make(parameters)


def choose(
    game: Game, dump: dict[str, Any], side: str, level: str, seed: int, notes: Notes | None = None
) -> tuple[str, Notes]:
    """The action a bot chooses, as records have it, from the dump of a state imagined for its side, and its notes."""
    state = game.restore(dump)
    if state.to_act != side:
        raise ValueError(f"{side} has nothing to choose now: {state.to_act or 'nobody'} has")
    kept = notes or Notes()
    return str(make(level).choose(state, side, seed, kept)), kept
