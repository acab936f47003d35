"""Games of so many turns, each with its date: scenario files, the turn track, and the chart of what is due when."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meuse.engine import staging
from meuse.engine.data import Note, Positive
from meuse.engine.offer import ScenarioFile
from meuse.engine.scene import Chart, Track


class TurnsFile(ScenarioFile, kw_only=True):
    """A scenario file with a track of turns."""

    turns: Positive
    dates: list[str]
    summary: str = ""
    history: str = ""


def check_dates(scenario: TurnsFile, fault: Note) -> None:
    """Every turn has a date."""
    if len(scenario.dates) != scenario.turns:
        fault("dates", f"{len(scenario.dates)} dates for {scenario.turns} turns")


def turn_words(s: Any) -> str:
    """The turn and its date."""
    scenario = s.setting.scenario
    return f"Turn {s.turn} of {scenario.turns} · {scenario.dates[s.turn - 1]}" if s.turn else "Before the first turn"


def turn_track(s: Any, clause: str) -> Track:
    at, dates = s.turn - 1 if s.turn else None, tuple(s.setting.scenario.dates)
    return Track("turn", "Game turn", turn_words(s), at, dates, clause, main=True, number=s.turn)


def coming_track(s: Any, clause: str) -> Track:
    return Track("coming", "Still to come this turn", ", ".join(staging.coming(s)) or "nothing", clause=clause)


def turns_chart(scenario: TurnsFile, due: Iterable[tuple[int, str]], clause: str, *notes: str) -> Chart:
    """The turn track, with what is due on which turn."""
    by_turn: dict[int, list[str]] = {turn: [] for turn in range(1, scenario.turns + 1)}
    for turn, what in due:
        by_turn.get(turn, []).append(what)
    rows = tuple((str(turn), scenario.dates[turn - 1], "; ".join(by_turn[turn])) for turn in by_turn)
    return Chart("turns", "Turns", ("turn", "date", "due"), rows, clause, notes, scenario.source)
