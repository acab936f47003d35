"""What a bot keeps in mind from one decision of a side to the next."""

from __future__ import annotations

import msgspec


class Notes(msgspec.Struct):
    """A bot may write here; its caller keeps the notes, one object for each side of a match."""

    turn: str = ""
    """The player turn that the rest is about."""
    posture: str = ""
    """How that turn is to be played."""
    spent: float = 0.0
    """How much of the time for it is used up."""
    decisions: int = 1
    """How many decisions it seemed to have left."""
    cost: float = 0.0
    """What it takes to play it on once."""
