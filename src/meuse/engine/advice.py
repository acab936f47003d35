"""Advice: what a position is worth to a side, and which options deserve a closer look.

A game that wants good opponents derives its own advice; the weights of its terms stand in its
``advice.toml``, each beside the sentence a player would say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from meuse.engine.data import DataFolder, Strict
from meuse.engine.options import Option

WON = 10_000.0
"""What a match won is worth: more than all that can be had in one."""

TermFunction = Callable[[Any], float]
"""A term: how much of something a survey of the state shows, for the first side positive."""


class Term(Strict):
    """One thing that counts: what a player would say about it, and how much it counts."""

    says: str
    weight: float


class AdviceFile(Strict):
    """``advice.toml``: the terms of the game's advice, and numbers its rules of thumb use."""

    source: str
    term: dict[str, Term]
    thumb: dict[str, float] = {}


class Advice:
    """What a bot may ask about a game; this one knows only who has won."""

    def plan(self, state: Any, side: int) -> Any:
        """What a side is after in a state; it stays the measure while the outcomes of one decision are compared."""
        return None

    def worth(self, state: Any, side: int, plan: Any) -> float:
        """What a state is worth to a side; more is better."""
        return self.outcome(state, side)

    def shortlist(self, state: Any) -> Sequence[Option]:
        """The options of the side that decides which deserve a closer look, the most promising first; never empty."""
        return list(state.options)

    def outcome(self, state: Any, side: int) -> float:
        """What the end of a match is worth, nothing before it."""
        result = state.result
        if result is None or result.winner is None:
            return 0.0
        return WON if self.has_won(state, side) else -WON

    def has_won(self, state: Any, side: int) -> bool:
        return bool(state.result.winner == state.game.sides[side])


class WeightedAdvice(Advice):
    """Terms weighed and added up; what is good for one camp is bad for the other."""

    def __init__(self, data: DataFolder, terms: dict[str, TermFunction]) -> None:
        file = data.load("advice.toml", AdviceFile)
        fault = data.fault("advice.toml")
        for name in terms:
            if name not in file.term:
                raise fault("term", f"{name} is missing")
        for name in file.term:
            if name not in terms:
                raise fault(f"term, {name}", f"there is no such term; terms: {', '.join(terms)}")
        self.file = file
        self.thumb = file.thumb
        self.terms = [(name, file.term[name].weight, term) for name, term in terms.items() if file.term[name].weight]

    def camp(self, side: int) -> int:
        """1 if what counts for the first side counts for this one, -1 if against it."""
        return 1 if side == 0 else -1

    def survey(self, state: Any, plan: Any) -> Any:
        """What all terms look at, worked out once."""
        raise NotImplementedError

    def worth(self, state: Any, side: int, plan: Any) -> float:
        if state.outcome is not None:
            return self.outcome(state, side)
        seen = self.survey(state, plan)
        total = 0.0
        for _, weight, term in self.terms:
            total += weight * term(seen)
        return total * self.camp(side)

    def breakdown(self, state: Any, side: int) -> dict[str, float]:
        """Each term's share of what a state is worth to the first side, if a side were to decide on its plan now."""
        seen = self.survey(state, self.plan(state, side))
        return {name: weight * term(seen) for name, weight, term in self.terms}
