"""Why something is not allowed: a reason, the clause behind it, and the facts of the case."""

from __future__ import annotations

from typing import Any, Self

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """A reason in one sentence, the clause that gives it, and the facts that made it so."""

    reason: str
    clause: str
    facts: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})"


class Refused(Exception):
    """Raised when an action that is not allowed is applied; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.reason, self.clause, self.facts = refusal.reason, refusal.clause, refusal.facts

    def __reduce__(self) -> tuple[type[Self], tuple[Refusal]]:
        """Told from one process to another."""
        return type(self), (self.refusal,)
