"""What can be done with matches, independent of HTTP: create them, act, take back, resign.

Every method may be called from any thread. An entry is on the disk before anybody is notified.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from hashlib import blake2b
from secrets import token_urlsafe
from time import time
from typing import Any, NamedTuple

from meuse.engine import Refusal
from meuse.engine.scene import Choice
from meuse.server import creation, post, requests, responses
from meuse.server.draft import Draft, fits, held_fast
from meuse.server.errors import Problem, illegal, invalid, stale, unknown, wrong_seat
from meuse.server.limits import Limit
from meuse.server.post import Notify
from meuse.server.queries import Queries, decider
from meuse.server.responses import Kind
from meuse.server.seats import Seat
from meuse.server.storage import Notice, Store, Taken, hashed
from meuse.server.table import Broken, Kept, Table
from meuse.server.views import chat_line

log = logging.getLogger("meuse.server")

LINES = (20, 60.0)
"""A seat may say so many lines in so many seconds."""
ADDRESSES = (10, 600.0)
"""And say so often where it wants to be notified."""


class BotTurn(NamedTuple):
    """A decision that a bot must make: a state it could be in for all it knows, and the seed of its choice."""

    match: str
    revision: int
    side: str
    level: str
    game: str
    imagined: dict[str, Any]
    seed: int
    scenario_text: str
    """The file of a player's own scenario; empty for one of the game's."""


class Change(NamedTuple):
    """A match has changed; if its table is still locked, messages for those with valid tokens can be made at once."""

    match: str
    bot: bool = False
    """May a bot have to move now?"""
    talk: bool = False
    """Has somebody said something?"""
    turn: str = ""
    """The side whose turn it has become by what another one did here."""
    table: Table | None = None
    since: int = 0
    """The revision before it."""
    good: frozenset[str] = frozenset()


class Awaited(NamedTuple):
    """Somebody whose turn it is: what the game and the side are called, and where to notify him."""

    title: str
    side_title: str
    webhook: str
    email: str


class Service(Queries):
    """All matches of one database."""

    def __init__(
        self,
        store: Store,
        changed: Callable[[Change], None] = lambda change: None,
        chat: bool = True,
        notify: Notify | None = None,
    ) -> None:
        super().__init__(store, chat, notify)
        self._lines = Limit("lines", *LINES)
        self._addresses = Limit("addresses", *ADDRESSES)
        self.changed = changed
        self.checked: set[str] = set()
        self.broken: set[str] = set()

    # creating

    def create(self, wish: requests.NewMatch) -> responses.Created:
        made = creation.create(self.store, wish)
        self.changed(Change(made.match, bot=True))
        return made

    def take_over(self, wish: requests.Import) -> responses.Created:
        made = creation.take_over(self.store, wish)
        self.changed(Change(made.match, bot=True))
        return made

    def branch(self, seat: Seat, wish: requests.Branch) -> responses.Created:
        """A new match from a moment of this one."""
        then = self.moment(seat, wish.at)
        if then.outcome is not None:
            raise invalid(f"at revision {wish.at} the match is over; choose an earlier one")
        made = creation.branch(self.store, then, wish.seats)
        self.changed(Change(made.match, bot=True))
        return made

    def rematch(self, seat: Seat, swap: bool) -> responses.Rematch:
        """The next match of the same people, with the same tokens."""
        seat.player()
        with self.tables.at(seat.match, seat.revision) as table:
            if not table.over:
                raise Problem(409, "running", "the match is not over yet", revision=table.revision)
            made = creation.rematch(self.store, table, list(self.store.seats(seat.match)), swap)
        self.changed(Change(made, bot=True))
        self.changed(Change(seat.match))
        return responses.Rematch(made)

    def join(self, seat: Seat, chosen: str | None) -> responses.Joined:
        """Take a seat over: it gets a new token, so that the person who sent the link can no longer use it."""
        seat.player()
        token = chosen or token_urlsafe(24)
        if not self.store.renew(seat.match, seat.token, hashed(token)):
            raise unknown()
        self.changed(Change(seat.match))
        return responses.Joined(seat.match, seat.sides, token)

    # acting

    def act(self, seat: Seat, body: requests.Act) -> responses.Done:
        """Carry out actions of the side to act, all or none."""
        with self.tables.at(seat.match, seat.revision) as table:
            end = table.keys.get(seat.key(body.key))
            if end is not None:
                entries = table.entries[body.revision : end]
                if not entries or not fits(body, entries):
                    raise _key_used(table)
                return _done(table, entries)
            self._check(table, body.revision)
            return self._write(table, lambda draft: draft.carry_out(seat, body), seat.key(body.key), seat.good)

    def undo(self, seat: Seat, body: requests.Undo) -> responses.Done:
        """Take actions back: at once where that is free or all others are bots, otherwise by asking."""
        side = seat.player()
        with self.tables.at(seat.match, seat.revision) as table:
            words = f"undo {body.actions}"
            repeated = self._repeated(table, seat, body.key, ("undo", "ask"), words)
            if repeated is not None:
                return repeated
            self._check(table, body.revision)
            if body.actions > table.state.actions:
                reason = f"only {table.state.actions} actions have been done"
                raise illegal(Refusal(reason, table.game.SEQUENCE_CLAUSE), table.revision)
            alone = all(kind.startswith("bot:") or other in seat.sides for other, kind in table.kinds.items())
            free = alone or held_fast(table, seat, body.actions) is None
            if not free and table.asked is not None:
                raise Problem(409, "asked", "a request to take actions back is open already", revision=table.revision)
            kind: Kind = "undo" if free else "ask"
            return self._write(table, lambda draft: draft.add(kind, side, words), seat.key(body.key), seat.good)

    def answer_undo(self, seat: Seat, body: requests.UndoAnswer) -> responses.Done:
        """Agree to another side's request to take actions back, or decline it."""
        with self.tables.at(seat.match, seat.revision) as table:
            kinds = ("undo", "consent") if body.consent else ("decline",)
            repeated = self._repeated(table, seat, body.key, kinds)
            if repeated is not None:
                return repeated
            self._check(table, body.revision)
            asked = table.asked
            if asked is None:
                raise Problem(409, "not_asked", "nobody has asked to take anything back", revision=table.revision)
            side = next((side for side in table.waiting_for() if side in seat.sides), None)
            if side is None:
                raise wrong_seat("this seat is not asked")
            kind: Kind = "decline"
            if body.consent:
                kind = "undo" if set(table.waiting_for()) <= table.together(side) else "consent"
            words = f"undo {asked.actions}"
            return self._write(table, lambda draft: draft.add(kind, side, words), seat.key(body.key), seat.good)

    def resign(self, seat: Seat, body: requests.Resign) -> responses.Done:
        """Give up, for all sides of the seat."""
        side = seat.player()
        with self.tables.at(seat.match, seat.revision) as table:
            repeated = self._repeated(table, seat, body.key, ("resign",))
            if repeated is not None:
                return repeated
            self._check(table, body.revision)
            words = f"resign {' '.join(seat.sides)}"
            return self._write(table, lambda draft: draft.add("resign", side, words), seat.key(body.key), seat.good)

    @staticmethod
    def _check(table: Table, revision: int) -> None:
        if revision != table.revision:
            raise stale(table.revision)
        if table.over:
            raise Problem(409, "over", "the match is over", revision=table.revision)

    @staticmethod
    def _repeated(
        table: Table, seat: Seat, key: str, kinds: Sequence[str], action: str | None = None
    ) -> responses.Done | None:
        """The answer given before, if this request was carried out already."""
        revision = table.keys.get(seat.key(key))
        if revision is None:
            return None
        kept = table.entries[revision - 1]
        if kept.kind not in kinds or (action is not None and kept.action != action):
            raise _key_used(table)
        return _done(table, [kept])

    def _write(
        self, table: Table, work: Callable[[Draft], None], key: str | None, good: frozenset[str] = frozenset()
    ) -> responses.Done:
        """Carry it out, commit it, announce it: in this order, and all of it or nothing."""
        draft = Draft(table)
        try:
            work(draft)
        except Problem:
            draft.drop()
            raise
        except BaseException:
            table.reset()
            raise
        rows = draft.rows
        rows[-1].key = key
        try:
            self.store.append(rows)
        except Taken:
            table.reset()
            raise stale(self.store.revisions([table.id]).get(table.id, 0)) from None
        except BaseException:
            table.reset()
            raise
        since = table.revision
        for entry in draft.entries:
            table.remember(*entry)
        self.changed(Change(table.id, table.bot_to_act, turn=_passed(table), table=table, since=since, good=good))
        return _done(table, table.entries[since:])

    def hear(self, match: str, notices: Sequence[Notice]) -> bool:
        """Apply what another process wrote to a match and pass it on; False if it must be read from the log."""
        table = self.tables.at_hand(match)
        rows = [notice.row for notice in notices if notice.row is not None]
        if table is None or len(rows) < len(notices):
            return False
        with table.lock:
            since = table.revision
            if since != rows[0].revision - 1:
                return False
            try:
                table.replay(rows)
            except Broken:
                self.tables.forget(match)
                return False
            self.changed(Change(match, table=table, since=since, good=frozenset(notices[-1].good or ())))
            return True

    # talking

    def say(self, seat: Seat, wish: requests.Say) -> responses.ChatLine:
        """Say something to everybody at the table."""
        side = seat.player()
        if not self.chat_is_on:
            raise Problem(403, "off", "nobody can talk here: the chat is switched off on this server")
        words = "".join(sign for sign in " ".join(wish.text.split()) if sign.isprintable())
        if not words:
            raise invalid("there is nothing to read in it")
        self._lines.check(seat.token)
        line = chat_line(self.store.say(seat.match, side, words, seat.key(wish.key), time()))
        self.changed(Change(seat.match, talk=True))
        return line

    # notices

    def notices(self, seat: Seat) -> responses.Notices:
        """Where the holder of a seat is notified."""
        side = seat.player()
        row = next(row for row in self.store.seats(seat.match) if row.side == side)
        return responses.Notices(row.webhook, row.email)

    def set_notices(self, seat: Seat, wish: requests.NoticesWish) -> responses.Notices:
        """Note where the holder of a seat wants to be notified of his turn."""
        seat.player()
        if self.notify is None:
            raise Problem(403, "off", "this server sends no notices")
        if wish.email and self.notify.mail is None:
            raise invalid("this server sends no e-mail; give a webhook")
        self._addresses.check(seat.token)
        try:
            if wish.email:
                post.check_email(wish.email)
            if wish.webhook:
                post.check_webhook(wish.webhook, self.notify.inside)
        except post.Unsent as error:
            raise invalid(str(error)) from None
        self.store.notify(seat.match, seat.token, wish.webhook, wish.email)
        return responses.Notices(wish.webhook, wish.email)

    def awaited(self, match: str, side: str) -> Awaited | None:
        """Whom to notify if it is still a side's turn."""
        with self.tables.at(match) as table:
            if table.to_act != side:
                return None
            title = next(one.title for one in table.game.about().sides if one.id == side)
            row = next(row for row in self.store.seats(match) if row.side == side)
            return Awaited(table.game.TITLE, title, row.webhook, row.email)

    # bots

    def bot_turn(self, match: str) -> BotTurn | None:
        """The decision a bot must make now, if it is a bot's turn and nobody asks for an undo."""
        with self.tables.at(match) as table:
            return self._bot_turn(table)

    def question(self, seat: Seat, level: str) -> tuple[BotTurn, dict[str, Choice]]:
        """The decision of a seat as a bot would be asked to make it, and the choices by their actions."""
        with self.tables.at(seat.match, seat.revision) as table:
            side = decider(seat, table)
            turn = self._imagined(table, side, level)
            return turn, {choice.action: choice for choice in table.state.scene(side).choices}

    @classmethod
    def _bot_turn(cls, table: Table) -> BotTurn | None:
        side = table.to_act
        if side is None or not table.bot_to_act:
            return None
        return cls._imagined(table, side, table.kinds[side].removeprefix("bot:"))

    @staticmethod
    def _imagined(table: Table, side: str, level: str) -> BotTurn:
        material = f"{level} {table.id} {table.revision}".encode()
        seed = int.from_bytes(blake2b(material, key=table.row.seed[-64:], digest_size=8).digest())
        imagined = table.game.imagine(table.state, table.game.side(side), seed)
        row = table.row
        return BotTurn(table.id, table.revision, side, level, row.game, imagined.dump(), seed, row.scenario_text)

    def bot_act(self, turn: BotTurn, action: str) -> BotTurn | None:
        """Carry a bot's choice out, unless the match has moved on; the next decision of a bot."""
        with self.tables.at(turn.match) as table:
            if table.revision == turn.revision and not table.over and table.asked is None:
                self._write(table, lambda draft: draft.add("act", turn.side, action), None)
            return self._bot_turn(table)

    # checking

    def check(self, match: str) -> str | None:
        """Replay a stored match; the reason if it no longer can be."""
        try:
            with self.tables.at(match) as table:
                if table.row.broken is not None:
                    self.store.mark(match, None)
                    table.row.broken = None
                self.broken.discard(match)
                if table.changed and not table.over:
                    log.warning("match %s goes on with other rules or data than it began with", match)
                return None
        except Problem as problem:
            self.broken.add(match)
            return problem.reason
        finally:
            self.checked.add(match)


def _passed(table: Table) -> str:
    """The side to act, if a person holds it and the last entry was another's."""
    side, last = table.to_act, table.entries[-1]
    if side is None or table.kinds[side].startswith("bot:") or last.side in table.together(side):
        return ""
    return side if last.kind in ("act", "undo") else ""


def _key_used(table: Table) -> Problem:
    return Problem(409, "key_used", "this key was used for another request", revision=table.revision)


def _done(table: Table, entries: Sequence[Kept]) -> responses.Done:
    """What was done, for the sides that did it."""
    return responses.Done(table.id, entries[-1].revision, [table.entry(kept, kept.side) for kept in entries])
