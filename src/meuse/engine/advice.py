"""Advice: what a position is worth to a side, and which options deserve a closer look.

A game that wants good opponents derives its own advice; the weights of its terms stand in its
``advice.toml``, each beside the sentence a player would say.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from meuse.engine.data import DataError, Strict, parse
from meuse.engine.steps import Step
from meuse.engine.vocabulary import Option

if TYPE_CHECKING:
    from meuse.engine.game import Game

WON = 10_000.0
"""What a match won is worth: more than all that can be had in one."""

TermFunction = Callable[[Any], float]
"""A term: how much of something a survey of the state shows, for the first side positive."""


class Term(Strict):
    """One thing that counts: what a player would say about it, and how much it counts."""

    says: str
    weight: float


class Posture(Strict, omit_defaults=True):
    """A way to play a turn: what a player would say of it, and by which factors it changes terms and heuristics."""

    says: str
    sides: tuple[str, ...]
    """Who might think of it."""
    scenarios: tuple[str, ...] = ()
    """Where it makes sense; everywhere, if nothing is said."""
    usual: bool = False
    """Is it what those sides do who think ahead, unless something else proves better?"""
    term: dict[str, float] = {}
    heuristic: dict[str, float] = {}
    source: str = ""
    """Where the factors come from, if not from where the file does."""


class AdviceFile(Strict):
    """``advice.toml``: the terms of the game's advice, numbers its heuristics use, and ways to play a turn."""

    source: str
    stake: float
    """What it is worth to win, in the measure of the terms, to one who weighs a won match against a better position."""
    term: dict[str, Term]
    heuristic: dict[str, float] = {}
    posture: dict[str, Posture] = {}

    def times(self, term: Mapping[str, float], heuristic: Mapping[str, float]) -> Self:
        """The same with some numbers multiplied."""
        terms = {
            name: msgspec.structs.replace(entry, weight=entry.weight * term.get(name, 1.0))
            for name, entry in self.term.items()
        }
        heuristics = {name: number * heuristic.get(name, 1.0) for name, number in self.heuristic.items()}
        return msgspec.structs.replace(self, term=terms, heuristic=heuristics)


def read_advice(path: Path) -> AdviceFile:
    """A file of advice by its path, in the form of a game's own."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from None
    return parse(text, AdviceFile, str(path))


class PlayerTurn(NamedTuple):
    """A player turn: a key that no other one of the match has, and the number of the side whose turn it is."""

    key: Hashable
    side: int
    main: bool = True
    """Is it a turn proper, and not a mere phase in which the side decides something?"""
    round: Hashable = None
    """The round of turns it is part of, where a side has several in one."""
    ahead: bool = False
    """Is something decided here for all turns of the round that follow?"""


class Seen(NamedTuple):
    """What terms look at, where a game works out nothing else for them."""

    state: Any
    plan: Any


class Advice:
    """What a bot may ask about a game; this one knows only who has won."""

    name = ""
    """The posture this advice is given in, if any."""
    stake = WON
    """What it is worth to win, to one who weighs it against a better position."""

    def __init__(self, game: Any = None) -> None:
        self.game = game

    @property
    def fingerprint(self) -> str:
        """A mark of the numbers it goes by: advice of which nothing but the words differs has the same."""
        return ""

    def plan(self, state: Any, side: int) -> Any:
        """What a side is after in a state; it stays the measure while the outcomes of one decision are compared."""
        return None

    def worth(self, state: Any, side: int, plan: Any) -> float:
        """What a state is worth to a side; more is better."""
        return self.outcome(state, side)

    def shortlist(self, state: Any) -> Sequence[Option]:
        """The options of the side that decides which deserve a closer look, the most promising first; never empty."""
        return list(state.options)

    def player_turn(self, state: Any) -> PlayerTurn:
        """The player turn under way; where a game has none, each decision is one."""
        return PlayerTurn(state.actions, state.game.side(state.to_act))

    def remembering(self) -> Advice:
        """The same advice for one course of play that is only thought of: it may keep what it had to work out."""
        return self

    def postures(self, state: Any, side: int) -> Sequence[Advice]:
        """Ways in which a side might play its turn, each as advice; the usual one comes first."""
        return [self]

    def outcome(self, state: Any, side: int) -> float:
        """What the end of a match is worth, nothing before it."""
        result = state.result
        if result is None or result.winner is None:
            return 0.0
        return WON if self.has_won(state, side) else -WON

    def has_won(self, state: Any, side: int) -> bool:
        return bool(state.result.winner == state.game.camp_of(state.game.sides[side]))

    def position(self, state: Any, side: int, plan: Any) -> float:
        """What a state would be worth to a side if the match were not over."""
        return 0.0

    def by_a_roll(self, state: Any) -> bool:
        """Has a mere roll ended the match? Who thinks ahead goes by the position that was rolled for."""
        return False


class WeightedAdvice(Advice):
    """Terms weighed and added up; what is good for one camp is bad for the other."""

    rules: Mapping[type[Step[Any]], Callable[[Any, Any], Sequence[Option]]] = {}
    """Heuristics by the step that asks: given advice and state, the options worth judging, if it knows any."""

    def __init__(self, game: Game, terms: dict[str, TermFunction]) -> None:
        super().__init__(game)
        self._functions = terms
        self.memory: dict[Any, Any] | None = None
        """What was worked out earlier in one imagined course of play; None where nothing is remembered."""
        file = game.data.load("advice.toml", AdviceFile)
        self._use(file, file.heuristic, str(game.data.path("advice.toml")))

    def _use(self, file: AdviceFile, heuristic: Mapping[str, float], path: str) -> None:
        """Go by a file, if it has all terms and the given heuristics and no others."""
        for kind, there, wanted in (("term", file.term, self._functions), ("heuristic", file.heuristic, heuristic)):
            for name in wanted:
                if name not in there:
                    raise DataError(path, kind, f"{name} is missing")
            for name in there:
                if name not in wanted:
                    raise DataError(path, f"{kind}, {name}", f"there is no such {kind}; there are: {', '.join(wanted)}")
        for name, posture in file.posture.items():
            self._check(posture, file, path, f"posture, {name}")
        self.file = file
        self.stake = file.stake
        self._weigh({}, {})
        self._varied: dict[str, Self] = {}

    def _check(self, posture: Posture, file: AdviceFile, path: str, where: str) -> None:
        """Refuse a posture that names what does not exist, or has factors that turn good into bad."""
        game = self.game
        named = (posture.sides, game.sides), (posture.scenarios, game.scenarios)
        for entries, known in (*named, (posture.term, file.term), (posture.heuristic, file.heuristic)):
            for entry in entries:
                if entry not in known:
                    raise DataError(path, where, f"there is no {entry}; there are: {', '.join(known)}")
        for entry, factor in [*posture.term.items(), *posture.heuristic.items()]:
            if factor < 0:
                raise DataError(path, where, f"{entry} is multiplied by {factor:g}; a factor is never negative")

    def _weigh(self, term: Mapping[str, float], heuristic: Mapping[str, float]) -> None:
        """The numbers of the file, some of them multiplied."""
        file = self.file.times(term, heuristic)
        weights = {name: entry.weight for name, entry in file.term.items()}
        self.terms = [(name, weights[name], function) for name, function in self._functions.items() if weights[name]]
        self.heuristic = file.heuristic

    def varied(self, name: str, term: Mapping[str, float], heuristic: Mapping[str, float]) -> Self:
        """The same advice with some numbers multiplied."""
        other = copy(self)
        other.name = name
        other._weigh(term, heuristic)
        other._varied = {}
        return other

    def remembering(self) -> Self:
        other = copy(self)
        other.memory = {}
        return other

    def by(self, file: AdviceFile, path: str) -> Self:
        """The same advice with the numbers and postures of another file; a ``DataError`` if it is not for this game."""
        other = copy(self)
        other._use(file, self.file.heuristic, path)
        return other

    def shortlist(self, state: Any) -> Sequence[Option]:
        rule = self.rules.get(type(state.agenda[-1]))
        return (rule(self, state) if rule is not None else None) or state.options

    def postures(self, state: Any, side: int) -> Sequence[Self]:
        mine = state.game.sides[side]
        wanted = [
            (name, posture)
            for name, posture in self.file.posture.items()
            if mine in posture.sides and state.scenario in (posture.scenarios or (state.scenario,))
        ]
        for name, posture in wanted:
            if name not in self._varied:
                self._varied[name] = self.varied(name, posture.term, posture.heuristic)
        wanted.sort(key=lambda entry: not entry[1].usual)
        usual = sum(posture.usual for _, posture in wanted)
        found = [self._varied[name] for name, _ in wanted]
        return [*found[:usual], self, *found[usual:]]

    @property
    def fingerprint(self) -> str:
        postures = {
            name: (posture.sides, posture.scenarios, posture.usual, posture.term, posture.heuristic)
            for name, posture in self.file.posture.items()
        }
        numbers = {name: weight for name, weight, _ in self.terms}, self.heuristic, self.stake, postures
        return blake2b(msgspec.json.encode(numbers), digest_size=4).hexdigest()

    def camp(self, side: int) -> int:
        """1 if what counts for the first side counts for this one, -1 if against it."""
        return 1 if side == 0 else -1

    def survey(self, state: Any, plan: Any) -> Any:
        """What all terms look at, worked out once: at least state and plan."""
        return Seen(state, plan)

    def worth(self, state: Any, side: int, plan: Any) -> float:
        return self.outcome(state, side) if state.outcome is not None else self.position(state, side, plan)

    def position(self, state: Any, side: int, plan: Any) -> float:
        seen = self.survey(state, plan)
        total = 0.0
        for _, weight, term in self.terms:
            total += weight * term(seen)
        return total * self.camp(side)

    def breakdown(self, state: Any, side: int) -> dict[str, float]:
        """Each term's share of what a state is worth to a side that decides on its plan now."""
        seen, camp = self.survey(state, self.plan(state, side)), self.camp(side)
        return {name: camp * weight * term(seen) for name, weight, term in self.terms}
