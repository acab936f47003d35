"""The bots by name: ``captain``, or with parameters ``general:5s``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec

from meuse.engine import DataError, Game, Option
from meuse.players.captain import Captain
from meuse.players.general import General
from meuse.players.notes import Notes


class UnknownLevel(ValueError):
    """A name that no bot has, or parameters that it does not take."""


class Player(Protocol):
    """Someone who decides."""

    def choose(self, state: Any, side: str, seed: int, notes: Notes | None = None) -> Option:
        """The option a side takes; the state is an imagined one, and the same seed and notes give the same choice."""

    def goes_by(self, game: Game) -> str:
        """The fingerprint of the advice it uses in a game, if any; a ``DataError`` if that is not for the game."""


class Recruit:
    """Takes any option with equal chance and looks at nothing else."""

    def goes_by(self, game: Game) -> str:
        return ""

    def choose(self, state: Any, side: str, seed: int, notes: Notes | None = None) -> Option:
        return self.pick(state.options, seed)

    def pick(self, options: Sequence[Option], seed: int) -> Option:
        return options[int(Random(seed).random() * len(options))]


def decide(player: Player, state: Any, seed: int, notes: Notes) -> Option:
    """What a player does in a match: it is given a state imagined for its side or, if it wants no more, the options."""
    if isinstance(player, Recruit):
        return player.pick(state.options, seed)
    game, side = state.game, state.to_act
    return player.choose(game.imagine(state, game.side(side), seed), side, seed, notes)


class Level(msgspec.Struct, frozen=True):
    """A bot: its name, and how it is made from its parameters."""

    name: str
    make: Callable[[str], Player]
    reads: bool = False
    """Do its parameters name a file? Then only the user of the command line may give them."""


def _plain(kind: Callable[[], Player]) -> Callable[[str], Player]:
    """A maker for a bot that takes no parameters."""

    def make_plain(parameters: str) -> Player:
        if parameters:
            raise UnknownLevel(f"this bot takes no parameters: {parameters!r}")
        return kind()

    return make_plain


SECONDS = 20.0
"""The time a general takes for a turn by default."""
MOST_SECONDS, MOST_ACTIONS = 120, 100_000
_BUDGET = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)(s?)")


def _general(parameters: str) -> Player:
    """``5s`` is five seconds of thought for each turn; ``5000`` so many imagined actions, the same on every machine."""
    if not parameters:
        return General(SECONDS)
    budget = _BUDGET.fullmatch(parameters)
    amount = float(budget[1]) if budget is not None else 0.0
    clock = budget is not None and bool(budget[2])
    if not 0 < amount <= (MOST_SECONDS if clock else MOST_ACTIONS):
        wanted = f"seconds for a turn (5s, at most {MOST_SECONDS}s) or imagined actions (5000, at most {MOST_ACTIONS})"
        raise UnknownLevel(f"a general takes {wanted}, not {parameters!r}")
    return General(amount, clock)


def _captain(parameters: str) -> Player:
    """A captain; a parameter is the file of the advice it uses."""
    if not parameters:
        return Captain()
    try:
        return Captain(Path(parameters))
    except DataError as error:
        raise UnknownLevel(f"the captain's advice: {error}") from None


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("recruit", _plain(Recruit)),
        Level("captain", _captain, reads=True),
        Level("general", _general),
    )
}


class Offer(msgspec.Struct, frozen=True):
    """A bot as it is offered to people: its name, a title, and an honest description."""

    level: str
    title: str
    about: str


OFFERS = (
    Offer("recruit", "Recruit", "Plays at random and at once: an opponent to learn the rules with."),
    Offer(
        "captain",
        "Captain",
        "Weighs each step by heuristics and exact odds, in an instant; punishes blunders, but has no long-term plan.",
    ),
    Offer(
        "general:2s",
        "General in haste",
        "Plays out its turn and your reply in imagination, many times over; takes about 2 seconds for a turn.",
    ),
    Offer(
        "general",
        "General",
        f"Thinks like the one in haste, but for up to {SECONDS:.0f} seconds a turn; the gain is not measured.",
    ),
)
"""The weakest first."""


def make(text: str, files: bool = False) -> Player:
    """The bot of that name; what follows a colon are its parameters, which may name a file only if ``files`` is set."""
    name, _, parameters = text.partition(":")
    if name not in LEVELS:
        raise UnknownLevel(f"there is no bot {name!r}; bots: {', '.join(LEVELS)}")
    level = LEVELS[name]
    if parameters and level.reads and not files:
        raise UnknownLevel(f"{name} takes no parameters here: {parameters!r}")
    return level.make(parameters)


def choose(
    game: Game, dump: dict[str, Any], side: str, level: str, seed: int, notes: Notes | None = None
) -> tuple[str, Notes]:
    """The action a bot chooses, as records have it, from the dump of a state imagined for its side, and its notes."""
    state = game.restore(dump)
    if state.to_act != side:
        raise ValueError(f"{side} has nothing to choose now: {state.to_act or 'nobody'} has")
    kept = notes or Notes()
    return str(make(level).choose(state, side, seed, kept)), kept
