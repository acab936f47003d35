"""What a captain would do and why: its ranking of the options, with the sentences of the advice that speak for each."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.engine import Game, Option
from meuse.engine.advice import WeightedAdvice
from meuse.players import captain

MOST = 2
"""The best option and the runner-up."""
MOST_REASONS = 3
LEAST = 0.05
"""A sentence is worth saying if it speaks for at least this share of what speaks most."""
WINS, LOSES = "It wins the match.", "It keeps the match from being lost at once."


class Advised(msgspec.Struct, frozen=True):
    """An option, and the sentences that speak for it, the weightiest first."""

    action: str
    reasons: tuple[str, ...]


class Weighed(float):
    """What a state is worth, with the share of each term: means of such numbers keep the means of the shares."""

    terms: dict[str, float]

    @classmethod
    def of(cls, terms: dict[str, float]) -> Weighed:
        self = cls(sum(terms.values()))
        self.terms = terms
        return self

    def __add__(self, other: float) -> Weighed:
        more = other.terms if isinstance(other, Weighed) else {}
        return Weighed.of({name: self.terms.get(name, 0.0) + more.get(name, 0.0) for name in {**self.terms, **more}})

    def __radd__(self, other: float) -> Weighed:
        return self + other

    def __mul__(self, factor: float) -> Weighed:
        return Weighed.of({name: share * factor for name, share in self.terms.items()})

    def __rmul__(self, factor: float) -> Weighed:
        return self * factor

    def __truediv__(self, factor: float) -> Weighed:
        return self * (1 / factor)


class Weigher(captain.Judge):
    """Judges as a captain does, and remembers what its judgement is made of."""

    advice: WeightedAdvice

    def _worth(self, state: Any) -> float:
        return self.weighed(state)

    def weighed(self, state: Any) -> Weighed:
        if state.outcome is not None:
            return Weighed.of({"": self.advice.outcome(state, self.side)})
        seen, camp = self.advice.survey(state, self.plan), self.advice.camp(self.side)
        return Weighed.of({name: camp * weight * term(seen) for name, weight, term in self.advice.terms})

    def widen(self) -> None:
        """Follow options through until the step that asks is over too: it may be a part of something larger."""
        self._agenda = self._agenda[:-1]

    def advised(self, state: Any, ranked: list[Option]) -> list[Advised]:
        """Options with what speaks for each, against how it stands or against the other one."""
        now = self.weighed(state)
        judged = [self.option(state, option) for option in ranked]
        return [
            Advised(str(option), reasons(self.advice, worth, now, judged[1 - number : 2 - number]))
            for number, (option, worth) in enumerate(zip(ranked, judged, strict=True))
            if isinstance(worth, Weighed)
        ]


def advise(game: Game, dump: dict[str, Any], side: str, seed: int) -> list[Advised]:
    """What a captain would choose for a side, and what else; from the dump of a state imagined for that side."""
    state = game.restore(dump)
    if state.to_act != side:
        raise ValueError(f"{side} has nothing to choose now: {state.to_act or 'nobody'} has")
    advice = game.advice()
    ranked = [option for _, option in captain.ranked(advice, state, game.side(side), seed)[:MOST]]
    if not isinstance(advice, WeightedAdvice):
        return [Advised(str(option), ()) for option in ranked]
    weigher = Weigher(advice, state, game.side(side))
    advised = weigher.advised(state, ranked)
    if advised and not advised[0].reasons:
        weigher.widen()
        advised = weigher.advised(state, ranked)
    return advised


def reasons(advice: WeightedAdvice, worth: Weighed, now: Weighed, others: list[Any]) -> tuple[str, ...]:
    """What gains most against how it stands; if nothing gains, against the other option."""
    for before in (now, *others):
        gains = worth + before * -1.0
        most = sorted(((gain, name) for name, gain in gains.terms.items() if gain > 0), reverse=True)
        if most:
            said = [name for gain, name in most if gain >= LEAST * most[0][0]][:MOST_REASONS]
            return tuple(advice.file.term[name].says if name else _end(worth) for name in said)
    return ()


def _end(worth: Weighed) -> str:
    return WINS if worth.terms.get("", 0.0) > 0 else LOSES
