"""A round robin: everybody against everybody, in both camps, with ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

from meuse.engine import Game
from meuse.lab.accumulators import Row
from meuse.lab.match import Plan, Source
from meuse.lab.ratings import Rating, Score, rate
from meuse.lab.statistics import wilson


def pairings(
    source: Source, scenario: str, players: Sequence[str], seeds: Iterable[int], options: tuple[tuple[str, str], ...]
) -> list[Plan]:
    """Every player in each camp against every other, with the same seeds for all of them."""
    camps = tuple(source.load().camps.values())
    if len(camps) != 2:
        raise ValueError(f"a round robin needs two camps; this game has {len(camps)}")
    return [
        Plan(source, scenario, pair, camps, number, options) for number in seeds for pair in permutations(players, 2)
    ]


def standings(game: Game, scenario: str, rows: Sequence[Row]) -> dict[str, Any]:
    """Ratings with intervals, and every pairing with its share of wins."""
    first, second = game.camps
    sound = [row for row in rows if not row["error"]]
    met: dict[tuple[str, str], list[str]] = {}
    for row in sound:
        one, other = row["players"].split(",")
        met.setdefault((one, other), []).append(row["winner"])
    scores = [
        Score(one, other, winners.count(first) + winners.count("") / 2, len(winners))
        for (one, other), winners in met.items()
    ]
    ratings, advantage = rate(scores) if scores else ([], Rating("", 0.0, 0.0))
    return {
        "game": game.NAME,
        "scenario": scenario,
        "camps": [first, second],
        "games": len(sound),
        "ratings": [_rating(rating) | _record(rating.name, scores) for rating in ratings],
        "advantage": _rating(advantage) | {"name": first},
        "pairings": [
            {
                first: one,
                second: other,
                "games": len(winners),
                "draws": winners.count(""),
                **wilson(winners.count(first), len(winners)),
            }
            for (one, other), winners in sorted(met.items())
        ],
        "errors": [{name: row[name] for name in ("seed", "players", "error")} for row in rows if row["error"]],
    }


def _rating(rating: Rating) -> dict[str, Any]:
    return {"name": rating.name, "elo": round(rating.elo, 1), "margin": round(rating.margin, 1)}


def _record(name: str, scores: Sequence[Score]) -> dict[str, Any]:
    """How many points a player has from how many games."""
    points = sum(score.points for score in scores if score.first == name)
    points += sum(score.games - score.points for score in scores if score.second == name)
    return {"points": points, "games": sum(score.games for score in scores if name in (score.first, score.second))}
