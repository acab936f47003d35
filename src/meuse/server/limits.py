"""How often something may be asked for."""

from __future__ import annotations

from collections import OrderedDict, deque
from math import ceil
from threading import Lock
from time import monotonic

from meuse.server.errors import Problem

KEPT = 10_000
"""So many who asked are remembered."""


class Limit:
    """At most so many requests of one kind by one seat within some seconds."""

    def __init__(self, what: str, most: int, seconds: float) -> None:
        self._what, self._most, self._seconds = what, most, seconds
        self._asked: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def check(self, who: str) -> None:
        """Count a request; refused if it is one too many."""
        now = monotonic()
        with self._lock:
            asked = self._asked.setdefault(who, deque(maxlen=self._most))
            self._asked.move_to_end(who)
            if len(self._asked) > KEPT:
                self._asked.popitem(last=False)
            left = asked[0] + self._seconds - now if len(asked) == self._most else 0.0
            if left <= 0:
                asked.append(now)
                return
        raise Problem(429, "too_many", f"too many {self._what} in a short time; try again in {ceil(left)} seconds")
