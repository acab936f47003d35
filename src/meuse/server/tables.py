"""The tables in memory: a small cache over the store, brought up to date before every use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from meuse.server.errors import Problem, unknown
from meuse.server.storage import Store
from meuse.server.table import Broken, Table

KEPT = 250_000
"""How many entries of logs are kept in memory, at about a kilobyte each; a match not kept is rebuilt from its log."""
TABLE = 50
"""How many entries an empty table weighs as much as."""


class Tables:
    """Finds the table of a match and brings it up to date with what other processes wrote."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self._store = store
        self._kept = kept
        self._lock = Lock()
        self._tables: OrderedDict[str, Table] = OrderedDict()

    @contextmanager
    def at(self, match: str, revision: int | None = None) -> Iterator[Table]:
        """The table of a match, held, and up to date with its log, or with a revision that is known to be in it.

        A match that does not replay is marked and refused.
        """
        table = self._find(match)
        with table.lock:
            try:
                if revision is None or revision > table.revision:
                    table.replay(self._store.log(match, table.revision))
            except Broken as error:
                self.broke(match, str(error))
                raise _refused(str(error)) from None
            yield table

    def at_hand(self, match: str) -> Table | None:
        """The table of a match if it is in memory, without bringing it up to date."""
        with self._lock:
            return self._tables.get(match)

    def _find(self, match: str) -> Table:
        with self._lock:
            table = self._tables.get(match)
            if table is not None:
                self._tables.move_to_end(match)
                return table
        row = self._store.match(match)
        if row is None:
            raise unknown()
        try:
            made = Table(row, self._store.seats(match))
        except Broken as error:
            self.broke(match, str(error))
            raise _refused(str(error)) from None
        with self._lock:
            table = self._tables.setdefault(match, made)
            weight = sum(TABLE + kept.revision for kept in self._tables.values())
            while weight > self._kept and len(self._tables) > 1:
                weight -= TABLE + self._tables.popitem(last=False)[1].revision
        return table

    def forget(self, match: str) -> None:
        """Drop a match from memory; it will be rebuilt from its log."""
        with self._lock:
            self._tables.pop(match, None)

    def broke(self, match: str, reason: str) -> None:
        """Note that a match does not replay; it is kept as it is."""
        self.forget(match)
        self._store.mark(match, reason)


def _refused(reason: str) -> Problem:
    return Problem(409, "broken", f"the match can no longer be replayed and is kept as it is: {reason}")
