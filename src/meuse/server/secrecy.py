"""What each audience may know: a side what the game shows it, spectators only what every side may know."""

from __future__ import annotations

from meuse.engine import Event, Setting, State
from meuse.engine.events import Rolled, Volley
from meuse.server.errors import plain
from meuse.server.responses import Told

Reports = dict[str, tuple[Event, ...]]
"""The events of an action as each audience may know them."""

SPECTATOR = ""
"""The audience that holds no side."""


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


def words(setting: Setting, event: Event) -> Told:
    """An event as it is sent."""
    dice = (event.value,) if isinstance(event, Rolled) else event.values if isinstance(event, Volley) else ()
    return Told(
        text=event.tell(setting),
        clauses=event.clauses,
        event=plain(event),
        places=event.places(setting),
        dice=dice,
        hits=event.hits if isinstance(event, Volley) else (),
        sort=event.sort,
        parties=event.parties(setting),
    )
