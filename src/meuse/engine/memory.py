"""The memory of a process that reads games and plays many matches."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

GARBAGE = (100_000, 5, 10_000)
"""Games and matches in memory are very many objects and no garbage: a full collection would stop everything for a long
time, so objects that have survived for a while are hardly ever examined again."""


def settle() -> None:
    """What is there now never goes away, and garbage is looked for seldom."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)


@contextmanager
def keeping_all() -> Iterator[None]:
    """While this lasts nothing is looked for as garbage: what is read and made is all there to stay."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()
