"""The memory of a process that plays many matches."""

from __future__ import annotations

import gc

GARBAGE = (10_000, 5, 10_000)
"""Games and matches in memory are very many objects and no garbage: a full collection would stop everything for a long
time, so objects that have survived for a while are hardly ever examined again."""


def settle() -> None:
    """What is there now never goes away, and garbage is looked for seldom."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)
