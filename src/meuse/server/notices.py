"""Notices: who asked for it is notified when it is his turn. They are sent aside and never hold up play."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from meuse.server import post
from meuse.server.errors import Problem
from meuse.server.limits import Limit
from meuse.server.post import News, Notify, Unsent
from meuse.server.service import Service

log = logging.getLogger("meuse.server")

SENDERS = 4
PER_HOUR = 12
"""Messages to one address, from all tables together."""
MOST = 10_000
"""Seats that wait for a notice."""


class Notices:
    """Waits a little when it has become somebody's turn, and then notifies him once if it still is."""

    def __init__(self, service: Service, notify: Notify) -> None:
        self._service, self._notify = service, notify
        self.waiting: dict[tuple[str, str], asyncio.Task[None]] = {}
        self.sent: dict[tuple[str, str], float] = {}
        self._limit = Limit("messages", PER_HOUR, 3600.0)
        self._senders = ThreadPoolExecutor(SENDERS, "notices")

    def turn(self, match: str, side: str) -> None:
        """It has become a side's turn; called in the event loop."""
        seat = match, side
        if seat in self.waiting or len(self.waiting) >= MOST:
            return
        now = monotonic()
        self.sent = {seat: then for seat, then in self.sent.items() if then + self._notify.every > now}
        last = self.sent.get(seat)
        pause = max(self._notify.delay, last + self._notify.every - now if last is not None else 0.0)
        task = asyncio.get_running_loop().create_task(self._later(match, side, pause))
        self.waiting[seat] = task
        task.add_done_callback(lambda _: self.waiting.pop(seat, None))

    async def _later(self, match: str, side: str, pause: float) -> None:
        await asyncio.sleep(pause)
        try:
            if await asyncio.get_running_loop().run_in_executor(self._senders, self._send, match, side):
                self.sent[match, side] = monotonic()
        except Exception:
            log.exception("no notice could be sent for match %s", match)

    def _send(self, match: str, side: str) -> bool:
        """Was there somebody to notify?"""
        awaited = self._service.awaited(match, side)
        if awaited is None or not (awaited.webhook or awaited.email):
            return False
        title = f"Your turn: {awaited.title}"
        text = f"It is for {awaited.side_title} to decide in {awaited.title}."
        news = News(match, side, title, text, f"{self._notify.public.rstrip('/')}/match/{match}")
        mail = self._notify.mail
        try:
            if awaited.webhook:
                self._limit.check(awaited.webhook)
                post.send_webhook(awaited.webhook, news, self._notify.inside)
            if awaited.email and mail is not None:
                self._limit.check(awaited.email)
                post.send_email(mail, awaited.email, news)
        except (Unsent, Problem) as error:
            log.warning("a notice for match %s was not sent: %s", match, error)
        return True

    async def close(self) -> None:
        """Send nothing more."""
        tasks = list(self.waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._senders.shutdown(wait=False, cancel_futures=True)
