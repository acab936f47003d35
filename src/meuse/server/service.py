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

from meuse.engine import Refusal, Refused
from meuse.engine.game import UnknownAction
from meuse.server import creation, requests, responses
from meuse.server.errors import Problem, illegal, stale, unknown, wrong_seat
from meuse.server.queries import Queries
from meuse.server.responses import Kind
from meuse.server.seats import Seat
from meuse.server.storage import LogRow, Notice, Store, Taken, hashed
from meuse.server.table import Broken, Table

log = logging.getLogger("meuse.server")


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
    table: Table | None = None
    good: frozenset[str] = frozenset()


class Service(Queries):
    """All matches of one database."""

    def __init__(self, store: Store, changed: Callable[[Change], None] = lambda change: None) -> None:
        super().__init__(store)
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
        """Carry out an action of the side to act."""
        with self.tables.at(seat.match, seat.revision) as table:
            repeated = self._repeated(table, seat, body.key, ("act",), body.action)
            if repeated is not None:
                return repeated
            self._check(table, body.revision)
            side = table.to_act
            assert side is not None
            if side not in seat.sides:
                raise wrong_seat(f"it is for {side} to decide", table.game.SEQUENCE_CLAUSE)
            return self._write(table, "act", side, body.action, seat.key(body.key), seat.good)

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
            free = alone or self._free(table, seat, body.actions)
            if not free and table.asked is not None:
                raise Problem(409, "asked", "a request to take actions back is open already", revision=table.revision)
            return self._write(table, "undo" if free else "ask", side, words, seat.key(body.key), seat.good)

    @staticmethod
    def _free(table: Table, seat: Seat, actions: int) -> bool:
        """Are the last actions all this seat's own, with nothing rolled or revealed?"""
        last = table.state.history
        for _ in range(actions):
            if last is None or last.sealed or table.game.sides[last.side] not in seat.sides:
                return False
            last = last.before
        return True

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
            return self._write(table, kind, side, f"undo {asked.actions}", seat.key(body.key), seat.good)

    def resign(self, seat: Seat, body: requests.Resign) -> responses.Done:
        """Give up, for all sides of the seat."""
        side = seat.player()
        with self.tables.at(seat.match, seat.revision) as table:
            repeated = self._repeated(table, seat, body.key, ("resign",))
            if repeated is not None:
                return repeated
            self._check(table, body.revision)
            words = f"resign {' '.join(seat.sides)}"
            return self._write(table, "resign", side, words, seat.key(body.key), seat.good)

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
            raise Problem(409, "key_used", "this key was used for another request", revision=table.revision)
        return _done(table, revision)

    def _write(
        self, table: Table, kind: Kind, side: str, action: str, key: str | None, good: frozenset[str] = frozenset()
    ) -> responses.Done:
        """Carry it out, commit it, announce it: in this order."""
        try:
            reports = table.carry_out(kind, side, action)
        except Refused as refused:
            raise illegal(refused.refusal, table.revision) from None
        except UnknownAction as error:
            raise Problem(422, "illegal", str(error), table.game.SEQUENCE_CLAUSE, revision=table.revision) from None
        except BaseException:
            table.reset()
            raise
        state = table.state
        acted = kind == "act"
        row = LogRow(
            match=table.id,
            revision=table.revision + 1,
            kind=kind,
            side=side,
            action=action,
            rolls=list(state.rolled) if acted else [],
            sealed=acted and state.sealed,
            key=key,
            hash=state.hash(),
            time=time(),
        )
        try:
            self.store.append(row)
        except Taken:
            table.reset()
            raise stale(self.store.revisions([table.id]).get(table.id, 0)) from None
        except BaseException:
            table.reset()
            raise
        table.remember(row, reports)
        self.changed(Change(table.id, table.bot_to_act, table, good))
        return _done(table, row.revision)

    def hear(self, notice: Notice) -> bool:
        """Apply what another process wrote and pass it on; False if it must be read from the log."""
        table = self.tables.at_hand(notice.match)
        if table is None or notice.row is None:
            return False
        with table.lock:
            if table.revision != notice.row.revision - 1:
                return False
            try:
                table.replay([notice.row])
            except Broken:
                self.tables.forget(notice.match)
                return False
            self.changed(Change(table.id, table=table, good=frozenset(notice.good or ())))
            return True

    # bots

    def bot_turn(self, match: str) -> BotTurn | None:
        """The decision a bot must make now, if it is a bot's turn and nobody asks for an undo."""
        with self.tables.at(match) as table:
            return self._bot_turn(table)

    @staticmethod
    def _bot_turn(table: Table) -> BotTurn | None:
        side = table.to_act
        if side is None or not table.bot_to_act:
            return None
        level = table.kinds[side].removeprefix("bot:")
        material = f"{level} {table.id} {table.revision}".encode()
        seed = int.from_bytes(blake2b(material, key=table.row.seed[:64], digest_size=8).digest())
        imagined = table.game.imagine(table.state, table.game.side(side), seed)
        row = table.row
        return BotTurn(table.id, table.revision, side, level, row.game, imagined.dump(), seed, row.scenario_text)

    def bot_act(self, turn: BotTurn, action: str) -> BotTurn | None:
        """Carry a bot's choice out, unless the match has moved on; the next decision of a bot."""
        with self.tables.at(turn.match) as table:
            if table.revision == turn.revision and not table.over and table.asked is None:
                self._write(table, "act", turn.side, action, None)
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


def _done(table: Table, revision: int) -> responses.Done:
    """What was done, for the side that did it."""
    kept = table.entries[revision - 1]
    return responses.Done(table.id, revision, table.entry(kept, kept.side))
