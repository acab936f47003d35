"""The battle boards: what a skirmish or a combat looks like from declaration to end."""

from __future__ import annotations

from typing import Any

from meuse.engine.scene import Fight
from meuse.games.fall_of_france.state import FallState


def skirmish(s: FallState, step: Any, side: int) -> Fight | None:
    """The board of the skirmish a step belongs to."""
    return None


def combat(s: FallState, step: Any, side: int) -> Fight | None:
    """The board of the combat a step belongs to, from the choice of its target to the last advance."""
    return None
