"""What can go wrong with a request, in one shape."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.engine import Refusal
from meuse.server.responses import Error


class Problem(Exception):
    """A request that is not carried out: the HTTP status, a short code, and the reason for a person."""

    def __init__(
        self,
        status: int,
        error: str,
        reason: str,
        clause: str | None = None,
        facts: dict[str, Any] | None = None,
        revision: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.error = error
        self.reason = reason
        self.clause = clause
        self.facts = facts or {}
        self.revision = revision

    def body(self) -> bytes:
        """The answer's body: the same five fields for every problem."""
        return msgspec.json.encode(Error(self.error, self.reason, self.clause, self.facts, self.revision))


def plain(value: Any) -> Any:
    """Engine data as JSON data; what JSON has no type for becomes text."""
    return msgspec.to_builtins(value, enc_hook=str, str_keys=True)


def unknown() -> Problem:
    """There is no such match, or the token opens no seat of it: which of the two is not revealed."""
    return Problem(404, "unknown", "there is no such match, or the token opens no seat of it")


def stale(revision: int) -> Problem:
    """The match has moved on since the request was made."""
    return Problem(409, "stale", f"the match is at revision {revision} now", revision=revision)


def wrong_seat(reason: str, clause: str | None = None) -> Problem:
    """The token is good, but not for this."""
    return Problem(403, "wrong_seat", reason, clause)


def illegal(refusal: Refusal, revision: int | None = None, action: str = "") -> Problem:
    """The rules refuse it; of several actions the facts name the one."""
    facts = plain(refusal.facts) | ({"action": action} if action else {})
    return Problem(422, "illegal", refusal.reason, refusal.clause, facts, revision)


def invalid(reason: str) -> Problem:
    """The request names something that does not exist or cannot be read."""
    return Problem(422, "invalid", reason)
