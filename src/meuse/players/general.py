"""The general: plays out its turn in imagination, again and again, until the time for it is used up.

It thinks in player turns. First it settles on a posture, a way to play until its next turn: the usual one, unless
another wins more matches that are played on to their end. Then, wherever its heuristics leave a choice, it tries
each option out: from there it plays its own turn and the enemy's reply by heuristics and judges the result.
Dice and hidden things are guessed again each time, and the same guesses are made for all that is
compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any

from meuse.engine import Game, Option
from meuse.engine.advice import Advice
from meuse.players import captain
from meuse.players.notes import Notes

WIDTH = 5
"""How many options of the shortlist are tried out."""
POSTURE_SHARE = 0.25
"""How much of the time for a turn goes into the choice of a posture."""
FEWEST, MOST = 3, 32
"""How often a thing is tried out at least, and at most."""
DOUBT = 1.0
"""Something is given up when it is worse than the best by more than so many standard errors."""
CAUTION = 1.5
"""An option is preferred to the favourite when it is better by more than so many standard errors."""
STEADY = 3.0
"""The same for a posture: of many plans one always seems better by luck."""
SOUND = 8
"""How often a posture is tried out at least: rather few of them well than all of them badly."""
TRUST = 6.0
"""How many trials the captain's judgement of an option counts for."""
HASTE = 2.0
"""How many times its even share of the time that is left a decision may take: later ones often need none."""


class Mind:
    """One decision in progress: it plays on from it and keeps track of the cost."""

    def __init__(self, state: Any, side: int, seed: int, clock: bool) -> None:
        self.state = state
        self.side = side
        self.advice: Advice = state.game.advice()
        """The advice that all others use."""
        self.postures = self.advice.postures(state, side)
        self.judge: Advice = self.postures[0]
        """The advice by which results are judged."""
        self.plan = self.judge.plan(state, side)
        self._now: float = self.judge.position(state, side, self.plan)
        self.turn = self.advice.player_turn(state)
        self.decisions = 1
        """How many decisions the turn still had when it was last played on."""
        self.cost = 0.0
        """The cost of playing it on."""
        self.seed = seed
        self._clock = clock
        self._began = process_time()
        self._actions = 0

    @property
    def spent(self) -> float:
        """Seconds or, without a clock, imagined actions."""
        return process_time() - self._began if self._clock else self._actions

    def play_on(self, own: Advice, option: Option | None, number: int, to_the_end: bool = False) -> float:
        """The value of an option if this side uses some advice, with guess ``number`` at what nobody knows.

        It does so until its next turn, where the trial ends; what it decides ahead for a whole round shows only after
        that. Played to the end, it goes on in its usual posture.
        """
        game, before = self.state.game, self.spent
        state = game.imagine(self.state, self.side, self.seed + number)
        key, now, decisions = self.turn.key, True, 0
        own, others = own.remembering(), self.advice.remembering()
        while state.outcome is None:
            turn = self.advice.player_turn(state)
            if turn.key != key:
                key, now = turn.key, False
                if turn.main and turn.side == self.side:
                    if not to_the_end and not (self.turn.ahead and turn.round == self.turn.round):
                        break
                    own = self.judge.remembering()
            if option is None:
                mine = game.side(state.to_act) == self.side
                shortlist = (own if mine else others).shortlist(state)
                decisions += now and mine and len(shortlist) > 1
                option = shortlist[0]
            state.apply(option)
            self._actions += 1
            option = None
        self.decisions, self.cost = decisions, self.spent - before
        return self._value(state)

    def _value(self, state: Any) -> float:
        """The value of a state; a match won or lost counts as the stake more or less than the value now."""
        if state.outcome is None or self.judge.by_a_roll(state):
            return self.judge.position(state, self.side, self.plan)
        won = self.judge.outcome(state, self.side)
        return self._now + (self.judge.stake if won > 0 else -self.judge.stake if won < 0 else 0.0)

    def best(
        self,
        trials: Sequence[Callable[[int], float]],
        until: float,
        lead: Sequence[float],
        trust: float,
        caution: float = CAUTION,
        fewest: int = FEWEST,
    ) -> int:
        """Which of several trials turns out best; the first is the favourite.

        ``lead`` is by how much each was thought better than the favourite beforehand, which counts as much as
        ``trust`` trials do. What is clearly worse is given up, the favourite never: the others are measured by it, and
        must be better by ``caution`` standard errors.
        """
        gaps: list[list[float]] = [[] for _ in trials]
        score = list(lead)
        alive = list(range(1, len(trials)))
        for number in range(MOST):
            if not alive or (number >= fewest and self.spent >= until):
                break
            favourite = trials[0](number)
            for trial in alive:
                gaps[trial].append(trials[trial](number) - favourite)
            for trial in alive:
                score[trial] = (trust * lead[trial] + sum(gaps[trial])) / (trust + number + 1)
            if number + 1 >= fewest:
                most = max(score)
                alive = [trial for trial in alive if score[trial] + DOUBT * _error(gaps[trial], trust) >= most]
        sure = [0.0, *(score[n] - caution * _error(gaps[n], trust) for n in range(1, len(trials)))]
        return sure.index(max(sure))


def _error(gaps: Sequence[float], trust: float) -> float:
    """The standard error of a score."""
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return float((variance * len(gaps)) ** 0.5 / (trust + len(gaps)))


class General:
    """Chooses a posture for the turn and then every option by trying it out, within the time for a turn."""

    def __init__(self, budget: float, clock: bool = True) -> None:
        self._budget = budget
        self._clock = clock

    def goes_by(self, game: Game) -> str:
        return game.advice().fingerprint

    def choose(self, state: Any, side: str, seed: int, notes: Notes | None = None) -> Option:
        notes = notes or Notes()
        mind = Mind(state, state.game.side(side), seed, self._clock)
        ours = mind.turn.side == mind.side
        if ours and mind.turn.main and notes.turn != repr(mind.turn.key):
            self._take_posture(mind, notes)
        own = next((a for a in mind.postures if a.name == notes.posture), mind.judge) if notes.turn else mind.judge
        if not ours or not notes.turn:
            return captain.best(own, state, mind.side, seed)
        judged = captain.ranked(own, state, mind.side, seed)[:WIDTH]
        chosen = judged[0][1] if len(judged) == 1 else self._try_out(mind, own, judged, notes)
        notes.spent += mind.spent
        return chosen

    def _take_posture(self, mind: Mind, notes: Notes) -> None:
        """At the beginning of a turn: the best of the usual one and as many others as there is time for."""
        usual, *others = mind.postures
        notes.turn, notes.spent = repr(mind.turn.key), 0.0
        mind.play_on(usual, None, 0)
        notes.decisions, notes.cost = mind.decisions, mind.cost
        if not others:
            notes.posture = usual.name
            return
        mind.play_on(usual, None, 0, to_the_end=True)
        share = POSTURE_SHARE * self._budget
        affordable = int(share / (SOUND * mind.cost)) if mind.cost else len(others) + 1
        Random(mind.seed).shuffle(others)
        tried = [usual, *others][: max(1, affordable)]
        trials = [lambda number, own=own: mind.play_on(own, None, number, to_the_end=True) for own in tried]
        notes.posture = tried[mind.best(trials, share, [0.0] * len(tried), 0.0, STEADY, SOUND)].name

    def _try_out(self, mind: Mind, own: Advice, judged: Sequence[tuple[float, Option]], notes: Notes) -> Option:
        """The best option, as far as the time left for the turn can show; the captain's favourite is first."""
        left = self._budget - notes.spent - mind.spent
        share = left * min(1.0, HASTE / max(1, notes.decisions))
        notes.decisions -= 1
        affordable = int(share / (FEWEST * notes.cost)) if notes.cost else len(judged)
        if affordable < 2:
            return judged[0][1]
        judged = judged[:affordable]
        until = mind.spent + share
        trials = [lambda number, option=option: mind.play_on(own, option, number) for _, option in judged]
        best = mind.best(trials, until, [value - judged[0][0] for value, _ in judged], TRUST)
        notes.decisions, notes.cost = mind.decisions, mind.cost
        return judged[best][1]
