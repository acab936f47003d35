"""What each audience is told: a side what it may know, spectators only what every side may know."""

from __future__ import annotations

from meuse.engine import Event, Setting, State
from meuse.engine.events import Rolled, Volley
from meuse.server.errors import plain
from meuse.server.responses import Told

Heard = dict[str, tuple[Event, ...]]
"""What each audience was told of an action."""

SPECTATOR = ""
"""The audience that holds no side."""


def told(state: State) -> Heard:
    """What just happened, for each audience."""
    game = state.game
    found: dict[str, list[Event]] = {side: [] for side in (*game.sides, SPECTATOR)}
    for event in state.events:
        seen = [game.redact(event, state, side) for side in range(len(game.sides))]
        for side, version in zip(game.sides, seen, strict=True):
            if version is not None:
                found[side].append(version)
        first = seen[0]
        if first is not None and all(other == first for other in seen):
            found[SPECTATOR].append(first)
    return {audience: tuple(events) for audience, events in found.items()}


def words(setting: Setting, event: Event) -> Told:
    """An event in words."""
    dice = (event.value,) if isinstance(event, Rolled) else event.values if isinstance(event, Volley) else ()
    return Told(event.tell(setting), event.clauses, plain(event), event.places(setting), dice)
