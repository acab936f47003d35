"""The tests; what they all share is here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

LAST = 600.0
"""Seconds after which a test gives up on something that must happen, on any machine however busy. Nothing is decided
by it: a test waits for what it wants to see, and with this only fails instead of waiting for ever."""


def until(what: Callable[[], Any], every: float = 0.02) -> Any:
    """Wait for something to become true."""
    end = time.monotonic() + LAST
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(every)
    raise AssertionError("it did not happen in time")
