"""Bots in matches: they think in worker processes, never in the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from meuse import games
from meuse.players import Notes
from meuse.players.reasons import Advised
from meuse.server import bot_worker
from meuse.server.errors import Problem
from meuse.server.limits import Limit
from meuse.server.seats import Seat
from meuse.server.service import BotTurn, Service

log = logging.getLogger("meuse.server")

WORKERS = max(1, min(4, (os.cpu_count() or 1) - 1))
TIME_LIMIT = 120.0
"""Seconds a bot may think."""
START_LIMIT = 120.0
"""Seconds a worker may take to start."""
ADVICE_LIMIT = 30.0
"""Seconds somebody waits for a hint, the start of its process included."""
HINTS = (20, 60.0)
"""A seat may ask for so many in so many seconds."""
TRIES = 3
DATABASE_WAIT = 5.0
"""Seconds after which a bot tries again to reach the database."""

KEPT = 1_000
"""The notes of the bots of so many sides are kept."""

Think = Callable[[str, dict[str, Any], str, str, int, Notes], tuple[str, Notes]]


class Worker:
    """One process at a time: when it dies or takes too long, the next question starts another."""

    def __init__(self, think: Callable[..., Any], time_limit: float) -> None:
        self._think = think
        self._time_limit = time_limit
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, *question: Any) -> Any:
        """What it thinks about a question; raises if the process dies or takes too long."""
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), bot_worker.start, (games.laid,))
                await self._ask(START_LIMIT, bot_worker.ready, self._think)
            return await self._ask(self._time_limit, self._think, *question)
        except (BrokenExecutor, TimeoutError, asyncio.CancelledError):
            self.stop()
            raise

    async def _ask(self, limit: float, what: Callable[..., Any], *words: Any) -> Any:
        assert self._pool is not None
        async with asyncio.timeout(limit):  # wait_for forgets a limit from outside if the answer comes in that moment
            return await asyncio.wrap_future(self._pool.submit(what, *words))

    def stop(self) -> None:
        """End the process at once, whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


class Bots:
    """Makes the moves of all bots: one move at a time in each match, the matches taking turns."""

    def __init__(self, service: Service, think: Think = bot_worker.think, time_limit: float = TIME_LIMIT) -> None:
        self._service = service
        self._workers = [Worker(think, time_limit) for _ in range(WORKERS)]
        self._idle = list(self._workers)
        self._line = asyncio.Semaphore(WORKERS)  # first come, first served
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._closed = False
        self._notes: OrderedDict[tuple[str, str], Notes] = OrderedDict()
        self._adviser = Worker(bot_worker.advise, time_limit)
        self._asking = asyncio.Lock()
        self._hints = Limit("hints", *HINTS)

    def poke(self, match: str) -> None:
        """Check whether it is a bot's turn in a match, and let it play for as long as it is."""
        if self._closed:
            return
        if match in self._tasks:
            self._again.add(match)
            return
        task = asyncio.get_running_loop().create_task(self._play(match))
        self._tasks[match] = task
        task.add_done_callback(lambda _: self._ended(match))

    def _ended(self, match: str) -> None:
        self._tasks.pop(match, None)
        if match in self._again:
            self._again.discard(match)
            self.poke(match)

    async def _play(self, match: str) -> None:
        try:
            turn = await asyncio.to_thread(self._service.bot_turn, match)
            while turn is not None:
                self._again.discard(match)  # the turn at hand is newer than any poke so far
                turn = await self._move(turn)
        except Problem as problem:
            if problem.error == "stale":  # another process was first
                self._again.add(match)
            elif problem.error != "broken":
                log.error("a bot cannot go on in match %s: %s", match, problem.reason)
        except SQLAlchemyError as error:
            log.warning("a bot waits for the database in match %s (%s)", match, type(error).__name__)
            await asyncio.sleep(DATABASE_WAIT)
            self._again.add(match)
        except Exception:
            log.exception("a bot cannot go on in match %s", match)

    async def _move(self, turn: BotTurn) -> BotTurn | None:
        """One move by the next free worker; the next decision of a bot in the match."""
        async with self._line:
            worker = self._idle.pop()
            try:
                action = await self._choose(worker, turn)
                if action is None:
                    return None
                began = monotonic()
                following = await asyncio.to_thread(self._service.bot_act, turn, action)
                # bots pause for as long as they have kept the server busy, so that people never wait for them
                await asyncio.sleep(monotonic() - began)
                return following
            finally:
                self._idle.append(worker)

    async def _choose(self, worker: Worker, turn: BotTurn) -> str | None:
        """The bot's choice; a worker that dies or takes too long is replaced and the move tried again."""
        for _ in range(TRIES):
            try:
                notes = self._notes.get((turn.match, turn.side), Notes())
                question = (turn.game, turn.imagined, turn.side, turn.level, turn.seed, notes, turn.scenario_text)
                action, kept = await worker.ask(*question)
                self._remember(turn, kept)
                return str(action)
            except (BrokenExecutor, TimeoutError) as error:
                log.warning("the worker of a bot failed in match %s (%r); starting another", turn.match, error)
        log.error("a bot has made no move in match %s after %d tries", turn.match, TRIES)
        return None

    def _remember(self, turn: BotTurn, notes: Notes) -> None:
        """Keep the notes for the bot's next decision; if they are lost, the bot only has to think again."""
        self._notes[turn.match, turn.side] = notes
        self._notes.move_to_end((turn.match, turn.side))
        while len(self._notes) > KEPT:
            self._notes.popitem(last=False)

    async def advise(self, turn: BotTurn, seat: Seat) -> list[Advised]:
        """What a captain would do; people who ask wait for one another, and never for bots."""
        self._hints.check(seat.token)
        try:
            async with asyncio.timeout(ADVICE_LIMIT), self._asking:
                question = (turn.game, turn.imagined, turn.side, turn.seed, turn.scenario_text)
                advised: list[Advised] = await self._adviser.ask(*question)
                return advised
        except (BrokenExecutor, TimeoutError):
            raise Problem(503, "no_hint", "the captain has found nothing in time; ask again") from None

    async def close(self) -> None:
        """Let no bot begin another move."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in (*self._workers, self._adviser):
            worker.stop()
