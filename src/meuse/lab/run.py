"""Many games: on the cores of this machine, resumable, and unaffected by the death of a process."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from meuse.engine.memory import settle
from meuse.lab.accumulators import BUILT_IN, Accumulator, Row
from meuse.lab.match import Plan, broken, key, play, watched
from meuse.lab.pool import cores
from meuse.lab.store import Store, StoreError

TRIES = 3
"""How often a game is started whose process dies."""

Kinds = Sequence[type[Accumulator]]
Players = Callable[[Iterable[Plan], Kinds], Iterator[Row]]
"""What plays plans and gives rows back as games end: the cores of this machine, or a cluster."""


class Lab(msgspec.Struct, frozen=True):
    """Where games are played and who looks on."""

    play: Players
    kinds: tuple[type[Accumulator], ...] = BUILT_IN

    def run(self, plans: Sequence[Plan], store: Store | None = None) -> Iterator[Row]:
        """The rows of all plans as they come: those in the store at once, the others as they are played."""
        known = store.rows if store is not None else {}
        if store is not None:
            _check_same(plans, store, watched(self.kinds))
        left = []
        for plan in plans:
            row = known.get(key(plan.heading()))
            if row is None or row["error"]:
                left.append(plan)
            else:
                yield row
        for row in self.play(left, self.kinds) if left else ():
            if store is not None:
                store.add(row)
            yield row


def _check_same(plans: Sequence[Plan], store: Store, watchers: str) -> None:
    """A file holds the games of one experiment: the same but for the seeds."""
    wanted = {key(plan.heading())[:-1] for plan in plans}
    for row in store.rows.values():
        if key(row)[:-1] not in wanted:
            what = f"{row['game']} {row['scenario']}, {row['players']}, {row['options'] or 'no options'}"
            marks = f"rules {row['rules']}, data {row['data']}, advice {row['advice'] or 'none'}"
            raise StoreError(f"{store.path}: it holds games of another experiment ({what}; {marks}); name another file")
        if not row["error"] and row["watched"] != watchers:
            others = f"other accumulators looked on there ({row['watched']}, now {watchers})"
            raise StoreError(f"{store.path}: {others}; name another file")


def on_cores(jobs: int | None = None) -> Players:
    """Plays in that many processes, by default one for each core."""

    def play_all(plans: Iterable[Plan], kinds: Kinds) -> Iterator[Row]:
        waiting = deque(plans)
        count = min(jobs or cores(), len(waiting))
        if count > 1:
            return Crew(count, kinds).play(waiting)
        return (play(plan, kinds) for plan in waiting)

    return play_all


class Worker:
    """A process that plays one game after the other."""

    def __init__(self, kinds: Kinds) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, tuple(kinds)), daemon=True)
        self.process.start()
        theirs.close()
        self.plan: Plan | None = None

    def give(self, plan: Plan) -> None:
        self.plan = plan
        self.pipe.send(plan)

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection, kinds: Kinds) -> None:
    """What runs in the process; Ctrl-C is left to the parent, and when the parent is gone the process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settle()
    try:
        while True:
            pipe.send(play(pipe.recv(), kinds))
    except (EOFError, OSError):
        return


class Crew:
    """Some workers and the games that wait for them; a worker that dies is replaced and its game started again."""

    def __init__(self, count: int, kinds: Kinds) -> None:
        self.kinds = kinds
        self.workers = [Worker(kinds) for _ in range(count)]
        self.deaths: dict[Plan, int] = {}

    def play(self, waiting: deque[Plan]) -> Iterator[Row]:
        try:
            for worker in self.workers:
                self._next(worker, waiting)
            while busy := {worker.pipe: worker for worker in self.workers if worker.plan is not None}:
                for pipe in connection.wait(list(busy)):
                    yield from self._answer(busy[pipe], waiting)  # type: ignore[index]
        finally:
            for worker in self.workers:
                worker.stop()

    def _next(self, worker: Worker, waiting: deque[Plan]) -> None:
        worker.plan = None
        if waiting:
            try:
                worker.give(waiting.popleft())
            except OSError:  # dead already: noticed and replaced when its answer is read
                return

    def _answer(self, worker: Worker, waiting: deque[Plan]) -> Iterator[Row]:
        try:
            row: Any = worker.pipe.recv()
        except (EOFError, OSError):
            row = self._replace(worker, waiting)
        else:
            self._next(worker, waiting)
        if row is not None:
            yield row

    def _replace(self, worker: Worker, waiting: deque[Plan]) -> Row | None:
        """Replace a dead worker; a game that has killed several is given up."""
        plan = worker.plan
        assert plan is not None
        worker.stop()
        successor = Worker(self.kinds)
        self.workers[self.workers.index(worker)] = successor
        deaths = self.deaths[plan] = self.deaths.get(plan, 0) + 1
        if deaths < TRIES:
            waiting.appendleft(plan)
        self._next(successor, waiting)
        if deaths < TRIES:
            return None
        return broken(plan, f"the process that played it died {TRIES} times")
