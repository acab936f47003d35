"""``meuse serve`` with dice that are the same in every run: a page test that fails fails again.

The dice of a match do not depend on the matches before it, so a test may also run alone.
"""

from __future__ import annotations

import hashlib
import threading

from meuse.cli import main
from meuse.engine import Game, Record
from meuse.server import creation

with_other_dice = creation._with_other_dice


class Continuing(threading.local):
    """Is a match being continued, rather than a new one made?"""

    now = False


continuing = Continuing()


def seed(size: int) -> bytes:
    """The same for each new match, and another one for each that goes on from a record."""
    return hashlib.shake_128(b"2" if continuing.now else b"0").digest(size)


def continued(record: Record, game: Game) -> Record:
    continuing.now = True
    try:
        return with_other_dice(record, game)
    finally:
        continuing.now = False


if __name__ == "__main__":
    creation.token_bytes, creation._with_other_dice = seed, continued
    main()
