"""What each audience may know: a side what the game shows it, spectators only what every side may know."""

from __future__ import annotations

from typing import Any

from meuse.engine import Event, Game, State
from meuse.engine.events import Rolled, Volley
from meuse.server.errors import plain
from meuse.server.responses import Told

Reports = dict[str, tuple[Event, ...]]
"""The events of an action as each audience may know them."""

SPECTATOR = ""
"""The audience that holds no side."""

_ABSENT = object()


def reports(state: State) -> Reports:
    """What just happened, for each audience."""
    game = state.game
    events: dict[str, list[Event]] = {side: [] for side in (*game.sides, SPECTATOR)}
    for event in state.events:
        seen = [game.redact(event, state, side) for side in range(len(game.sides))]
        for side, version in zip(game.sides, seen, strict=True):
            if version is not None:
                events[side].append(version)
        first = seen[0]
        if first is not None and all(other == first for other in seen):
            events[SPECTATOR].append(first)
    return {audience: tuple(known) for audience, known in events.items()}


def words(game: Game, event: Event) -> Told:
    """An event as it is sent."""
    dice = (event.value,) if isinstance(event, Rolled) else event.values if isinstance(event, Volley) else ()
    return Told(game.tell(event), event.clauses, plain(event), game.places(event), dice)


def view(state: State, audience: str) -> dict[str, Any]:
    """The match as an audience may see it; spectators see what all sides see alike, and no decision."""
    if audience != SPECTATOR:
        return dict(plain(state.view(audience)))
    shared = common([plain(state.view(side)) for side in state.game.sides])
    return {**(shared if isinstance(shared, dict) else {}), "side": None, "decision": None}


def common(values: list[Any]) -> Any:
    """What several views agree on: entries of tables, and items of lists, that are in all of them."""
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) for value in values):
        parts = {key: common([value[key] for value in values]) for key in first if all(key in v for v in values)}
        return {key: part for key, part in parts.items() if part is not _ABSENT}
    if all(isinstance(value, list) for value in values):
        return [item for item in first if all(item in value for value in values)]
    return _ABSENT
