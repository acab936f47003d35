"""Train a small player against ``recruit`` on the CPU, with nothing but NumPy.

    python examples/learn.py

The policy is linear: each action has a number of its own, and each verb has weights for what lies in the place that the
action is about (whose counters, how strong, who holds it), alone and by how much is in hand. A softmax over the legal
actions chooses; REINFORCE teaches, from ground won as the observation shows it, the game's points, and victory. The
games are played through ``meuse.lab.env``, in as many processes as there are cores.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import meuse.lab
from meuse.lab.pool import cores
from meuse.lab.statistics import wilson

GAME, SCENARIO, LEARNER = "battle_of_france", "two_players", "germany"
BATCH = 16
"""Games between two updates."""
RATE = 0.1
"""How far an update goes."""
GROUND = 0.1
"""What a place won from the enemy is worth beside a city and a victory."""
WON, LOST = 0.5, -0.5
"""A reward beyond these is the end of the game; defeat says little about the last decisions and is not learned from."""
SIGHT = 0.97
"""How much a reward still counts for the decision one earlier."""
TRAINING, MEASURE = 10_000, 1_000_000
"""Seeds: games that are learned from are never those that are measured with."""


@cache
def environment() -> Any:
    """One environment for each process."""
    return meuse.lab.env(GAME, SCENARIO, reward="points")


class Features:
    """What the policy knows of an action: its own number, and for its verb what lies in the place it is about."""

    def __init__(self, env: Any) -> None:
        raw = env.unwrapped
        self.encoding = raw.encoding
        options = raw.vocabulary.options
        verbs = {verb: number for number, verb in enumerate(raw.vocabulary.verbs)}
        places = self.encoding.places
        self.actions = len(options)
        self.verb = np.array([verbs[option.verb] for option in options])
        self.place = np.array([places.get(option.object.rpartition("@")[2], -1) for option in options])
        self.width = 2 * (len(self.encoding.layers) + 1)
        self.size = self.actions + len(verbs) * self.width
        self.focus = self.encoding.layers.index("focus")
        self.held = self.encoding.layers.index(f"{LEARNER} control")

    def look(self, observation: Any, legal: Any) -> Any:
        """What lies where each legal action acts, or where the decision is about: alone, and by what is in hand."""
        board = self.encoding.by_place(observation)
        about = self.place[legal]
        about = np.where(about < 0, board[:, self.focus].argmax(), about)
        seen = np.concatenate([board[about], np.ones((len(legal), 1))], axis=1)
        return np.concatenate([seen, seen * 0.3 * self.encoding.in_hand(observation).sum()], axis=1)

    def ground(self, observation: Any) -> float:
        """How many places the learner's side holds."""
        return float(self.encoding.by_place(observation)[:, self.held].sum())

    def score(self, weights: Any, legal: Any, seen: Any) -> Any:
        by_verb = weights[self.actions :].reshape(-1, self.width)
        return weights[legal] + np.einsum("ij,ij->i", by_verb[self.verb[legal]], seen)

    def add(self, slope: Any, legal: Any, seen: Any, amounts: Any) -> None:
        """Add each action's features to a gradient, so much of each."""
        slope[legal] += amounts
        by_verb = slope[self.actions :].reshape(-1, self.width)
        np.add.at(by_verb, self.verb[legal], amounts[:, None] * seen)


class Choice(NamedTuple):
    """A decision of the learner: what was legal, what lay there, how likely each was, and which was taken."""

    legal: Any
    seen: Any
    chances: Any
    taken: int


class Lesson(NamedTuple):
    """What a game teaches: slopes of the log-likelihood by what came after, the same unweighted, and who won."""

    weighted: Any
    plain: Any
    returns: Any
    won: bool


def play(weights: Any, seed: int) -> Lesson:
    """One game of the policy against a player who takes any legal action."""
    env = environment()
    env.reset(seed=seed)
    features = Features(env)
    random = np.random.default_rng(seed)
    choices: list[Choice] = []
    rewards: list[float] = []
    held = 0.0
    for agent in env.agent_iter():
        mine = agent == LEARNER
        observation, last, over, cut, info = env.last(observe=mine)
        if mine:
            ground = features.ground(observation["observation"])
            if choices:
                rewards.append(10 * (last if last > LOST else 0) + GROUND * (ground - held))
            held = ground
        if over or cut:
            if mine:
                lesson = learn(features, choices, rewards, last > WON)
            env.step(None)
            continue
        legal = np.flatnonzero(info["action_mask"])
        if not mine:
            env.step(int(random.choice(legal)))
            continue
        seen = features.look(observation["observation"], legal)
        chances = softmax(features.score(weights, legal, seen))
        taken = int(random.choice(len(legal), p=chances))
        choices.append(Choice(legal, seen, chances, taken))
        env.step(int(legal[taken]))
    return lesson


def softmax(scores: Any) -> Any:
    grown = np.exp(scores - scores.max())
    return grown / grown.sum()


def learn(features: Features, choices: list[Choice], rewards: list[float], won: bool) -> Lesson:
    """The slopes of one game: how each decision's likelihood changes with the weights, by what came after it."""
    weighted, plain = np.zeros(features.size), np.zeros(features.size)
    returns = np.zeros(len(rewards))
    coming = 0.0
    for number in reversed(range(len(rewards))):
        choice = choices[number]
        coming = returns[number] = rewards[number] + SIGHT * coming
        amounts = -choice.chances
        amounts[choice.taken] += 1
        features.add(weighted, choice.legal, choice.seen, coming * amounts)
        features.add(plain, choice.legal, choice.seen, amounts)
    return Lesson(weighted, plain, returns, won)


def winning(pool: ProcessPoolExecutor, weights: Any, games: int, seed: int) -> dict[str, Any]:
    """The share of games the policy wins."""
    won = sum(lesson.won for lesson in pool.map(play, [weights] * games, range(seed, seed + games)))
    return wilson(won, games)


def train(pool: ProcessPoolExecutor, weights: Any, games: int) -> Iterator[tuple[Any, float]]:
    """Better and better weights, and the share of games won on the way.

    Adam's steps along the slope wander about the best weights: the mean of the later half of them is steadier.
    """
    drift, spread = np.zeros_like(weights), np.zeros_like(weights)
    path: list[Any] = []
    for update in range(1, games // BATCH + 1):
        first = TRAINING + update * BATCH
        lessons = list(pool.map(play, [weights] * BATCH, range(first, first + BATCH)))
        baseline = float(np.concatenate([lesson.returns for lesson in lessons]).mean())
        slope = sum(lesson.weighted - baseline * lesson.plain for lesson in lessons) / BATCH
        drift = 0.8 * drift + 0.2 * slope
        spread = 0.98 * spread + 0.02 * slope**2
        step = (drift / (1 - 0.8**update)) / (np.sqrt(spread / (1 - 0.98**update)) + 1e-2)
        weights = weights + RATE * step
        path.append(weights)
        yield np.mean(path[len(path) // 2 :], axis=0), sum(lesson.won for lesson in lessons) / BATCH


def told(share: dict[str, Any]) -> str:
    return f"{100 * share['share']:.1f} % ({100 * share['low']:.1f} to {100 * share['high']:.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small player against recruit.")
    parser.add_argument("--train", type=int, default=400, help="games to learn from")
    parser.add_argument("--games", type=int, default=200, help="games to measure with, before and after")
    asked = parser.parse_args()
    began = time.monotonic()
    with ProcessPoolExecutor(cores()) as pool:
        weights = np.zeros(Features(environment()).size)
        before = winning(pool, weights, asked.games, MEASURE)
        print(f"{LEARNER} against recruit, untrained: wins {told(before)}", flush=True)
        for update, (better, share) in enumerate(train(pool, weights, asked.train), 1):
            print(f"  {update * BATCH} games: won {100 * share:.0f} % of the last {BATCH}", flush=True)
            weights = better
        after = winning(pool, weights, asked.games, MEASURE)
        print(f"{LEARNER} against recruit, trained: wins {told(after)}")
    print(f"{time.monotonic() - began:.0f} s in all")


if __name__ == "__main__":
    main()
