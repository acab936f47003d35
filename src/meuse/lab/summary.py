"""What many games amount to: the accumulators' sums, and the distance from the historical outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meuse.engine import Game
from meuse.engine.chronicle import History
from meuse.lab.accumulators import BUILT_IN, Accumulator, AccumulatorError, Row
from meuse.lab.statistics import mean, wilson

Summary = dict[str, Any]
FEW = 10
"""With fewer games nothing is said about where play lies on average."""


def summarize(game: Game, scenario: str, rows: Sequence[Row], kinds: Sequence[type[Accumulator]] = BUILT_IN) -> Summary:
    """Everything about games of one scenario, as plain data; games that broke are listed and left out of the rest."""
    sound = sorted((row for row in rows if not row["error"]), key=lambda row: row["seed"])
    broken = [row for row in rows if row["error"]]
    first = rows[0] if rows else {}
    chosen = [row["options"].split() for row in rows]
    summary: Summary = {
        "game": game.NAME,
        "scenario": scenario,
        "players": first.get("players", "").split(","),
        "options": " ".join(pair for pair in first.get("options", "").split() if all(pair in one for one in chosen)),
        "varied": any(one != chosen[0] for one in chosen),
        "rules": game.VERSION,
        "data": game.data_hash,
        "advice": first.get("advice", "").split(","),
        "games": len(sound),
        "seeds": [min(row["seed"] for row in rows), max(row["seed"] for row in rows)] if rows else [],
        "errors": [{name: row[name] for name in ("seed", "players", "error")} for row in broken],
    }
    if sound:
        summary |= {kind.name: _merged(kind, sound, game, scenario) for kind in kinds}
        history = game.chronicle(scenario).history
        if history is not None:
            summary["history"] = compare(history, sound)
    return summary


def _merged(kind: type[Accumulator], rows: Sequence[Row], game: Game, scenario: str) -> Summary:
    sums = kind.merge(rows, game, scenario)
    if not isinstance(sums, dict):
        raise AccumulatorError(f"{kind.name}: merge gives {type(sums).__name__}; sums are a dict")
    return sums


def compare(history: History, rows: Sequence[Row]) -> Summary:
    """How far play is from the historical outcome."""
    found: Summary = {"says": history.says, "source": history.source}
    if history.winner is not None:
        same = sum(row["winner"] == history.winner for row in rows)
        found["winner"] = {"history": history.winner or "draw", **wilson(same, len(rows))}
    if history.points is not None:
        found["points"] = points_apart(history.points, [row["points"] for row in rows])
    found["objectives"] = {
        name: {**msgspec.to_builtins(fell), **wilson(sum(name in row["objectives"] for row in rows), len(rows))}
        for name, fell in history.objective.items()
    }
    return found


def points_apart(history: int, points: Sequence[int]) -> Summary:
    """How far play is from history's points, on average and in either direction, and how often it hits them."""
    apart = [abs(total - history) for total in points]
    difference = mean([total - history for total in points])
    return {
        "history": history,
        "difference": difference,
        "distance": mean(apart),
        "same": wilson(apart.count(0), len(points)),
        "tells": lean(difference),
    }


def lean(difference: Summary) -> str:
    """What a mean difference from history proves, in a sentence."""
    low, high = difference["low"], difference["high"]
    if difference["games"] < FEW or low <= 0 <= high:
        return "These games do not tell on which side of history play lies on average."
    return f"On average play scores {'more' if low > 0 else 'less'} than history did."
