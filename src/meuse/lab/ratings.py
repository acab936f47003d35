"""Ratings by maximum likelihood: how strong each player is, and how much the first camp is worth.

The model is Bradley and Terry's with an advantage for the camp: the chance that A in the first camp beats B in the
second is 1 / (1 + exp(-(a - b + advantage))); a draw counts as half a win for each. Half a game won and half a game
lost against a phantom keeps the rating of a player who never lost finite.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from meuse.lab.statistics import Z

ELO = 400 / log(10)
"""Elo points in one unit of the natural scale."""
ROUNDS = 100
PHANTOM = 0.5

Matrix = list[list[float]]


class Score(NamedTuple):
    """What a player of the first camp got out of some games against one of the second."""

    first: str
    second: str
    points: float
    games: int


class Rating(NamedTuple):
    """A rating on the Elo scale, with half the width of its 95 % interval."""

    name: str
    elo: float
    margin: float


def rate(scores: Sequence[Score]) -> tuple[list[Rating], Rating]:
    """The players, the best first, about a mean of zero; and the advantage of the first camp."""
    names = sorted({name for score in scores for name in (score.first, score.second)})
    place = {name: number for number, name in enumerate(names)}
    size = len(names) + 1
    strength = [0.0] * size
    information: Matrix = []
    for _ in range(ROUNDS):
        slope, information = _derivatives(scores, place, strength)
        step = _solve(information, slope)
        strength = [old + max(-1.0, min(1.0, change)) for old, change in zip(strength, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    share = 1 / len(names)

    def rating(name: str, contrast: list[float]) -> Rating:
        """A sum of strengths with weights, and its uncertainty."""
        value = sum(weight * own for weight, own in zip(contrast, strength, strict=True))
        spread = sum(weight * own for weight, own in zip(contrast, _solve(information, contrast), strict=True))
        return Rating(name, value * ELO, Z * sqrt(max(spread, 0.0)) * ELO)

    rated = [rating(name, [float(name == other) - share for other in names] + [0.0]) for name in names]
    rated.sort(key=lambda rating: -rating.elo)
    return rated, rating("first camp", [0.0] * len(names) + [1.0])


def _derivatives(
    scores: Sequence[Score], place: dict[str, int], strength: Sequence[float]
) -> tuple[list[float], Matrix]:
    """The slope of the likelihood and its information matrix."""
    size = len(strength)
    slope = [0.0] * size
    information = [[0.0] * size for _ in range(size)]

    def count(signs: dict[int, int], points: float, games: float) -> None:
        chance = 1 / (1 + exp(-sum(sign * strength[i] for i, sign in signs.items())))
        for i, sign in signs.items():
            slope[i] += sign * (points - games * chance)
            for j, other in signs.items():
                information[i][j] += sign * other * games * chance * (1 - chance)

    for score in scores:
        if score.first != score.second:
            count({place[score.first]: 1, place[score.second]: -1, size - 1: 1}, score.points, score.games)
        else:
            count({size - 1: 1}, score.points, score.games)
    for number in range(size):
        count({number: 1}, PHANTOM, 2 * PHANTOM)
    return slope, information


def _solve(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    """Solve a small system of linear equations by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [rows[i][-1] / rows[i][i] for i in range(size)]
