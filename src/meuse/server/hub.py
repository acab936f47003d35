"""Live updates: which clients must be notified that a match has changed, by this process or another.

A client has no queue that could grow: it is only notified that there is something new, and fetches all of it at once
when it is ready. For clients that are waiting, which is nearly all, the message is made by the thread that made the
change. What other processes wrote is announced by PostgreSQL, and found by polling the log now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event
from time import monotonic
from typing import NamedTuple

from meuse.server import responses
from meuse.server.routing import encoder
from meuse.server.seats import Seat
from meuse.server.service import Change, Service
from meuse.server.storage import EVERYBODY, Notice, Store

log = logging.getLogger("meuse.server")

LOOK_EVERY = 0.5
"""Seconds between two looks at the log for what other processes wrote."""
LOOK_ANYWAY = 5.0
"""The same while PostgreSQL announces everything new by itself."""
READY = 4
"""How many messages may be ready for a client; a slower one gets all that it missed in one."""
NOTHING: Mapping[Watcher, Message] = {}


class Message(NamedTuple):
    """A message for clients that have everything up to a revision."""

    since: int
    update: responses.Update
    text: str


class Watcher:
    """A client of the live channel: what it has been sent, and what is ready for it."""

    def __init__(self, revision: int, said: int = 0) -> None:
        self.news = asyncio.Event()
        self.revision = revision
        self.said = said
        """The last line of the chat it has been sent."""
        self.talk = True
        """May there be more of them?"""
        self.seat: Seat | None = None
        """The seat as it was last looked up."""
        self.ready: deque[Message] = deque(maxlen=READY)

    def take(self) -> Message | None:
        """The next message that is ready, if it continues where the client is."""
        while self.ready:
            message = self.ready.popleft()
            if message.since == self.revision:
                return message
        return None


class Hub:
    """The clients that watch matches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watchers: dict[str, set[Watcher]] = {}
        self._listening = False

    def watchers(self, match: str) -> tuple[Watcher, ...]:
        """The clients that watch a match now."""
        return tuple(self._watchers.get(match, ()))

    def tell(self, match: str, ready: Mapping[Watcher, Message] = NOTHING, talk: bool = False) -> None:
        """Wake all clients that watch a match; for some a message is ready."""
        for watcher in self.watchers(match):
            watcher.talk |= talk
            if watcher in ready:
                watcher.ready.append(ready[watcher])
            watcher.news.set()

    def heard(self, news: Iterable[tuple[str, int, int]]) -> None:
        """Wake the clients that have not been sent a revision, or a line of the chat, of their match."""
        for match, revision, said in news:
            for watcher in self.watchers(match):
                watcher.talk |= watcher.said < said
                if watcher.talk or (watcher.revision < revision and not watcher.ready):
                    watcher.news.set()

    def prepare(self, service: Service, change: Change) -> dict[Watcher, Message]:
        """Messages for clients with valid tokens, made while the changed table is locked."""
        table, since = change.table, change.since
        if table is None:
            return {}
        made: dict[tuple[str, ...], Message] = {}
        messages = {}
        for watcher in self.watchers(change.match):
            seat = watcher.seat
            if seat is None or not (seat.spectator or seat.token in change.good):
                continue
            if seat.sides not in made:
                update = service.update_from(table, seat, since)
                made[seat.sides] = Message(since, update, encoder.encode(update).decode())
            messages[watcher] = made[seat.sides]
        return messages

    @contextmanager
    def watching(self, match: str, revision: int, said: int = 0) -> Iterator[Watcher]:
        """A client that is woken whenever the match has changed."""
        watcher = Watcher(revision, said)
        self._watchers.setdefault(match, set()).add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[match].discard(watcher)
            if not self._watchers[match]:
                del self._watchers[match]

    async def listen(self, service: Service) -> None:
        """Listen to PostgreSQL for what other processes wrote, until cancelled; polling goes on in case this fails."""
        loop = asyncio.get_running_loop()
        stop = Event()
        try:
            await asyncio.to_thread(self._hear, service, loop, stop)
        finally:
            stop.set()

    def _hear(self, service: Service, loop: asyncio.AbstractEventLoop, stop: Event) -> None:
        while not stop.is_set():
            try:
                with self._store.notices() as wait:
                    self._listening = True
                    while not stop.is_set():
                        self._pass_on(service, loop, wait(LOOK_EVERY))
            except Exception as error:
                self._listening = False
                if not stop.wait(LOOK_EVERY):
                    log.warning("cannot listen to PostgreSQL (%s); trying again", type(error).__name__)

    def _pass_on(self, service: Service, loop: asyncio.AbstractEventLoop, notices: Iterable[Notice]) -> None:
        """What came together for a match is passed on together."""
        news: dict[str, list[Notice]] = {}
        for notice in notices:
            if self.watchers(notice.match):
                news.setdefault(notice.match, []).append(notice)
        unread = [match for match, heard in news.items() if not service.hear(match, heard)]
        if unread:
            last = [(match, max(notice.revision for notice in news[match])) for match in unread]
            loop.call_soon_threadsafe(self.heard, [(match, at, at if at == EVERYBODY else 0) for match, at in last])

    async def look(self) -> None:
        """Poll for what other processes wrote, until cancelled."""
        looked = 0.0
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if not self._watchers or (self._listening and monotonic() - looked < LOOK_ANYWAY):
                continue
            looked = monotonic()
            try:
                news = await asyncio.to_thread(self._store.news, list(self._watchers))
            except Exception:
                log.exception("the log could not be looked at; trying again")
                continue
            self.heard(news)
