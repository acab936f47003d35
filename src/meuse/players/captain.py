"""The captain: looks one small step ahead, to where it is decided, and takes what the advice values most."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from meuse.engine import DataError, Game, Option, Preview
from meuse.engine.advice import Advice, WeightedAdvice, read_advice
from meuse.players.notes import Notes

WIDTH = 8
"""How many options of the shortlist are judged."""
INNER_WIDTH = 3
"""How many of them when a step is followed through."""
REACH = 24
"""How many small decisions a step is followed through at most."""
SAMPLES = 4
"""How many rolls are sampled where the outcomes cannot be enumerated."""
MOST_DICE = 2
"""For up to so many dice all outcomes are enumerated."""


class Captain:
    """Carries out every promising option on a copy and judges the outcome, with exact odds where dice are rolled."""

    def __init__(self, path: Path | None = None) -> None:
        """A captain that uses the game's own advice, or the numbers of a file in the same form."""
        self._path = path
        self._file = read_advice(path) if path is not None else None
        self._advice: dict[Game, Advice] = {}

    def advice(self, game: Game) -> Advice:
        """The advice this captain uses in a game; a ``DataError`` if its file is not for that game."""
        if game not in self._advice:
            advice = game.advice()
            if self._file is not None:
                if not isinstance(advice, WeightedAdvice):
                    raise DataError(str(self._path), "", f"{game.NAME} has no advice that numbers could change")
                advice = advice.by(self._file, str(self._path))
            self._advice[game] = advice
        return self._advice[game]

    def goes_by(self, game: Game) -> str:
        return self.advice(game).fingerprint

    def choose(self, state: Any, side: str, seed: int, notes: Notes | None = None) -> Option:
        return best(self.advice(state.game), state, state.game.side(side), seed)


def best(advice: Advice, state: Any, side: int, seed: int) -> Option:
    """The best option according to some advice; the seed decides between equals."""
    return ranked(advice, state, side, seed)[0][1]


def ranked(advice: Advice, state: Any, side: int, seed: int) -> list[tuple[float, Option]]:
    """The options of the shortlist with their worth, the best first; the seed decides between equals."""
    options = list(advice.shortlist(state))[:WIDTH]
    if len(options) == 1:
        return [(0.0, options[0])]
    judge = Judge(advice, state, side)
    worth = [(judge.option(state, option), option) for option in options]
    most = max(value for value, _ in worth)
    ties = [number for number, (value, _) in enumerate(worth) if value >= most - 1e-9]
    first = worth.pop(ties[int(Random(seed).random() * len(ties))])
    return [first, *sorted(worth, key=lambda judged: -judged[0])]


class Judge:
    """Judges the options of one decision for one side.

    A step is followed through as long as the step that asks lies on the agenda with something on top of it.
    """

    def __init__(self, advice: Advice, state: Any, side: int) -> None:
        self.advice = advice
        self.side = side
        self.plan = advice.plan(state, side)
        self._others: Advice = state.game.advice()
        self._agenda = list(state.agenda)

    def option(self, state: Any, option: Option, reach: int = REACH) -> float:
        """What an option is worth: the mean over what the dice can do, if they are rolled."""
        after = state.clone()
        after.apply(option)
        if not after.rolled:
            return self._follow(after, reach - 1)
        outcomes = _outcomes(state.preview(option)) if len(after.rolled) <= MOST_DICE else []
        if outcomes:
            return sum(chance * self._forced(state, option, rolls, reach) for chance, rolls in outcomes)
        values = [self._follow(after, reach - 1, rolled=True)]
        values += [self._sampled(state, option, number, reach) for number in range(1, SAMPLES)]
        return sum(values) / len(values)

    def _forced(self, state: Any, option: Option, rolls: tuple[int, ...], reach: int) -> float:
        after = state.clone()
        after.script = rolls
        after.apply(option)
        after.script = ()
        return self._follow(after, reach - 1, rolled=True)

    def _sampled(self, state: Any, option: Option, number: int, reach: int) -> float:
        after = state.imagined(int.from_bytes(state.seed) + number)
        after.apply(option)
        return self._follow(after, reach - 1, rolled=True)

    def _follow(self, state: Any, reach: int, rolled: bool = False) -> float:
        """What a state is worth once the step that led to it is over.

        All sides go on by heuristics: the others by those of the game's own advice, while the judging side takes what
        is worth most at once. The outcomes of dice are enumerated only where they are rolled for the first time.
        """
        while reach > 0 and self._under_way(state):
            mine = state.game.side(state.to_act) == self.side
            options = (self.advice if mine else self._others).shortlist(state)[:INNER_WIDTH]
            if mine and len(options) > 1:
                state = max((_after(state, option) for option in options), key=self._worth)
            else:
                after = _after(state, options[0])
                if after.rolled and not rolled:
                    return self.option(state, options[0], reach)
                state = after
            reach -= 1
        return self._worth(state)

    def _under_way(self, state: Any) -> bool:
        height = len(self._agenda)
        return state.outcome is None and len(state.agenda) > height and state.agenda[:height] == self._agenda

    def _worth(self, state: Any) -> float:
        return self.advice.worth(state, self.side, self.plan)


def _after(state: Any, option: Option) -> Any:
    after = state.clone()
    after.apply(option)
    return after


def _outcomes(preview: Preview | None) -> list[tuple[float, tuple[int, ...]]]:
    """The outcomes of the dice with their chances, where they can be enumerated; otherwise none."""
    if preview is None or not all(outcome.rolls for outcome in preview.outcomes):
        return []
    return [(float(outcome.chance), outcome.rolls) for outcome in preview.outcomes]
