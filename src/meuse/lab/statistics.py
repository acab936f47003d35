"""The few statistics the laboratory needs, each with its uncertainty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi, sqrt, tan
from typing import Any

Z = 1.959964
"""Normal quantile of a two-sided interval of 95 %."""


def wilson(count: float, games: int) -> dict[str, Any]:
    """A share with its Wilson interval, which stays accurate near zero and one.

    >>> wilson(0, 20)["high"]
    0.1611
    """
    if not games:
        return {"count": 0, "share": 0.0, "low": 0.0, "high": 1.0}
    share, spread = count / games, Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return {"count": count, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def percent(share: Mapping[str, Any]) -> str:
    """A share with its interval, in words.

    >>> percent({"share": 0.5, "low": 0.4, "high": 0.6})
    '50.0 % (40.0 to 60.0)'
    """
    middle, low, high = (f"{100 * share[name]:.1f}" for name in ("share", "low", "high"))
    return f"{middle} % ({low} to {high})"


def points(difference: Mapping[str, Any]) -> str:
    """A difference of two shares with its interval, in words.

    >>> points({"difference": 0.05, "low": -0.01, "high": 0.11})
    '+5.0 percentage points (-1.0 to +11.0)'
    """
    middle, low, high = (f"{100 * difference[name]:+.1f}" for name in ("difference", "low", "high"))
    return f"{middle} percentage points ({low} to {high})"


def student(freedom: int) -> float:
    """Quantile of Student's t for a two-sided interval of 95 %: what the normal one becomes with few values.

    Exact for one and two degrees of freedom, for more by the series of Cornish and Fisher to the fourth order.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 4, 10, 1000)]
    [12.71, 4.3, 2.78, 2.23, 1.96]
    """
    if freedom == 1:
        return tan(pi * 0.475)
    if freedom == 2:
        return sqrt(2 * 0.95**2 / (1 - 0.95**2))
    n, z = freedom, Z
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean(values: Sequence[float]) -> dict[str, Any]:
    """A mean with its interval by Student's t; a lone value has none.

    >>> mean([1, 2, 3])
    {'games': 3, 'mean': 2.0, 'low': -0.4765, 'high': 4.4765}
    """
    games = len(values)
    if not games:
        return {"games": 0, "mean": None, "low": None, "high": None}
    middle = sum(values) / games
    if games == 1:
        return {"games": 1, "mean": round(middle, 4), "low": None, "high": None}
    half = student(games - 1) * sqrt(sum((value - middle) ** 2 for value in values) / (games - 1) / games)
    return {"games": games, "mean": round(middle, 4), "low": round(middle - half, 4), "high": round(middle + half, 4)}


def quantiles(values: Sequence[float]) -> dict[str, float]:
    """The tenth, quarter, half, three quarters and nine tenths of some values, between neighbours in proportion.

    >>> quantiles([0, 10])["half"]
    5.0
    """
    ordered = sorted(values)
    return {name: round(_quantile(ordered, part), 4) for name, part in QUANTILES.items()} if ordered else {}


QUANTILES = {"tenth": 0.1, "quarter": 0.25, "half": 0.5, "three_quarters": 0.75, "nine_tenths": 0.9}


def _quantile(ordered: Sequence[float], part: float) -> float:
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def difference(before: Sequence[float], after: Sequence[float]) -> dict[str, Any]:
    """The mean difference between games of the same seeds, with its interval."""
    return mean([new - old for old, new in zip(before, after, strict=True)])


def share_difference(before: Sequence[float], after: Sequence[float]) -> dict[str, Any]:
    """The difference between two shares over games of the same seeds; a draw may count half.

    Half a game is added to each of the four cells (Agresti and Min), so that the interval has a width even where no
    game changed: in all two games, of which half a game is gained and half a game lost.

    >>> share_difference([0, 0.5, 1], [1, 1, 1])["difference"]
    0.5
    """
    games = len(before)
    changes = [new - old for old, new in zip(before, after, strict=True)]
    gained, lost = sum(one > 0 for one in changes), sum(one < 0 for one in changes)
    more, squares, total = sum(changes), sum(one**2 for one in changes) + 1, games + 2
    middle = more / total
    half = Z * sqrt(squares - more**2 / total) / total
    return {
        "games": games,
        "gained": gained,
        "lost": lost,
        "difference": round(more / games, 4) if games else 0.0,
        "low": round(max(-1.0, middle - half), 4),
        "high": round(min(1.0, middle + half), 4),
    }
