"""Intervals and ratings against values known otherwise."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from meuse.lab.ratings import ELO, Score, rate
from meuse.lab.statistics import mean, quantiles, share_difference, wilson


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (190, 200, 0.9104, 0.9726)],
)
def test_wilson(count: int, games: int, low: float, high: float) -> None:
    found = wilson(count, games)
    assert found["low"] == pytest.approx(low, abs=1e-4)
    assert found["high"] == pytest.approx(high, abs=1e-4)


def test_wilson_covers_the_truth_about_as_often_as_it_says() -> None:
    random = Random(1)
    hits = 0
    for _ in range(1000):
        found = wilson(sum(random.random() < 0.9 for _ in range(50)), 50)
        hits += found["low"] <= 0.9 <= found["high"]
    assert 0.92 < hits / 1000 < 0.98


def test_means_and_quantiles() -> None:
    assert mean([]) == {"games": 0, "mean": None, "low": None, "high": None}
    assert mean([4])["low"] is None
    assert quantiles([5, 1, 3]) == {
        "tenth": 1.4, "quarter": 2.0, "half": 3.0, "three_quarters": 4.0, "nine_tenths": 4.6,
    }  # fmt: skip


def test_a_change_that_changes_nothing_has_an_interval_about_nought() -> None:
    found = share_difference([True, False] * 20, [True, False] * 20)
    assert found["difference"] == 0
    assert found["low"] < 0 < found["high"]


def test_a_change_that_turns_every_game_is_seen() -> None:
    found = share_difference([False] * 40, [True] * 40)
    assert (found["gained"], found["lost"], found["difference"]) == (40, 0, 1.0)
    assert found["low"] > 0.8


def test_a_draw_counts_half_in_a_difference() -> None:
    found = share_difference([0.0, 0.5, 1.0, 0.5], [0.5, 1.0, 0.0, 0.5])
    assert (found["gained"], found["lost"], found["difference"]) == (2, 1, 0.0)
    drawn, won = (share_difference([0.0] * 40, [result] * 40) for result in (0.5, 1.0))
    assert (drawn["difference"], won["difference"]) == (0.5, 1.0)
    assert 0.4 < drawn["low"] < 0.5 < drawn["high"] < won["low"]


def test_a_difference_of_shares_is_that_of_agresti_and_min() -> None:
    """12 games gained, 5 lost and 43 unchanged: (12 - 5) / 62, and the formula of the four cells for its interval."""
    before, after = [False] * 12 + [True] * 5 + [True] * 43, [True] * 12 + [False] * 5 + [True] * 43
    found = share_difference(before, after)
    half = 1.959964 * (12.5 + 5.5 - 49 / 62) ** 0.5 / 62
    assert (found["low"], found["high"]) == (round(7 / 62 - half, 4), round(7 / 62 + half, 4))


def test_ratings_find_the_strengths_games_were_drawn_from() -> None:
    strength = {"a": 0.8, "b": 0.0, "c": -0.8}
    scores = [
        Score(one, other, 4000 / (1 + exp(-(strength[one] - strength[other] + 0.3))), 4000)
        for one in strength
        for other in strength
        if one != other
    ]
    rated, advantage = rate(scores)
    assert [rating.name for rating in rated] == ["a", "b", "c"]
    for rating in rated:
        assert rating.elo == pytest.approx(strength[rating.name] * ELO, abs=1)
        assert 0 < rating.margin < 12
    assert advantage.elo == pytest.approx(0.3 * ELO, abs=1)


def test_a_player_who_never_lost_has_a_finite_rating() -> None:
    rated, _ = rate([Score("a", "b", 50, 50), Score("b", "a", 0, 50)])
    assert 400 < rated[0].elo - rated[1].elo < 4000
