"""What the tests of the laboratory share: short games between recruits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import meuse
from meuse.engine import Decision, Event, Option
from meuse.lab import Accumulator, Plan, Row, Source, seats

SHORT = ("victory_or_defeat", "1939")
"""A game that is over in no time."""
OWN = """
title = "One round"
about = "Who has more after a single round?"
players = [["germany"], ["france", "britain"]]
length = "one round"
rounds = 1
allies_share = true
clause = "powers.2"
source = "made for a test"
"""
"""A player's own scenario of Battle of France: over after one round."""
EVERY = [(name, scenario) for name in meuse.games.NAMES for scenario in meuse.load(name).scenarios]


def plans(
    count: int,
    game: str = SHORT[0],
    scenario: str = SHORT[1],
    first: int = 0,
    players: str = "",
    source: Source | None = None,
) -> list[Plan]:
    """Games between recruits, one for each seed; a bot for each seat that people usually share."""
    rules = meuse.load(game)
    usual = next(info.players for info in rules.about().scenarios if info.id == scenario)
    names = tuple(players.split(",")) if players else ("recruit",) * len(usual)
    held = seats(rules, scenario, len(names))
    return [Plan(source or Source(game), scenario, names, held, seed) for seed in range(first, first + count)]


def timeless(rows: Sequence[Row]) -> list[Row]:
    """Rows in the order of their seeds, without the columns that no seed settles: how long, and who looked on."""
    ordered = sorted(rows, key=lambda row: (row["data"], row["players"], row["seed"]))
    return [{name: value for name, value in row.items() if name not in ("seconds", "watched")} for row in ordered]


class Verbs(Accumulator):
    """An accumulator of one's own: how often each verb was used."""

    name = "verbs"

    def start(self, state: Any) -> None:
        self.used: dict[str, int] = {}

    def step(self, decision: Decision, option: Option, events: Sequence[Event], state: Any) -> None:
        self.used[option.verb] = self.used.get(option.verb, 0) + 1

    def finish(self, state: Any) -> Row:
        return {"verbs": self.used}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Any, scenario: str) -> dict[str, Any]:
        return {"verbs a game": sum(sum(row["verbs"].values()) for row in rows) / len(rows)}
