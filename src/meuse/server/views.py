"""What is shown of matches: each seat sees what its sides may know, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.engine import State
from meuse.engine.dice import commitment
from meuse.server import responses, seats
from meuse.server.errors import Problem, invalid, unknown
from meuse.server.post import Notify
from meuse.server.seats import Seat
from meuse.server.storage import ChatRow, Store, hashed
from meuse.server.table import Table
from meuse.server.tables import Tables

CHUNK = 200
"""At most so many entries of the log, or lines of the chat, in one live message."""


class Views:
    """Everything that is shown of the matches of one database; nothing here changes a match."""

    def __init__(self, store: Store, chat: bool = True, notify: Notify | None = None) -> None:
        self.store = store
        self.tables = Tables(store)
        self.chat_is_on = chat
        self.notify = notify

    def seat(self, match: str, token: str) -> Seat:
        """The seat that a token belongs to."""
        return seats.find(self.store, match, hashed(token))

    def head(self, seat: Seat) -> responses.Match:
        """What everybody at the table knows about a match."""
        try:
            with self.tables.at(seat.match, seat.revision) as table:
                return self._head(seat, table)
        except Problem as problem:
            if problem.error != "broken":
                raise
            return self._head(seat, None)

    def _head(self, seat: Seat, table: Table | None) -> responses.Match:
        row = table.row if table is not None else self.store.match(seat.match)
        if row is None:
            raise unknown()
        kinds = table.kinds if table is not None else {s.side: s.kind for s in self.store.seats(seat.match)}
        over = table is not None and table.over
        asked = table.asked if table is not None else None
        return responses.Match(
            id=row.id,
            game=row.game,
            title=table.game.TITLE if table is not None else row.game,
            scenario=row.scenario,
            options=row.options,
            rules=row.rules,
            data=row.data_hash,
            commitment=commitment(row.seed),
            seed=row.seed.hex() if over else None,
            created=row.created,
            seats=[responses.SeatInfo(side, kind, side in seat.sides) for side, kind in kinds.items()],
            spectator=seat.spectator,
            status="broken" if table is None else "over" if over else "running",
            broken=row.broken if table is None else None,
            changed=table.changed if table is not None else [],
            revision=table.revision if table is not None else seat.revision,
            to_act=table.to_act if table is not None else None,
            result=table.result() if table is not None else None,
            undo=responses.UndoAsked(asked.side, asked.actions, table.waiting_for())
            if asked is not None and table is not None
            else None,
            rematch=self.store.rematch(row.id) if over else None,
            lesson=row.lesson,
            chat=self.chat_is_on,
            notices=self.notify.ways if self.notify is not None else [],
        )

    def listing(self, tokens: Sequence[str]) -> responses.Matches:
        """The matches that tokens give access to, each once, the newest first."""
        heads: dict[str, responses.Match] = {}
        for match, secret in self.store.opened_by({hashed(token) for token in tokens}):
            try:
                seat = seats.find(self.store, match, secret)
            except Problem:  # somebody took the seat over just now
                continue
            if match not in heads or seat.sides:
                heads[match] = self.head(seat)
        return responses.Matches(sorted(heads.values(), key=lambda head: -head.created))

    def scene(self, seat: Seat, side: str | None, at: int | None) -> responses.SceneShown:
        """The match as a side sees it, now or as it was after a revision."""
        with self.tables.at(seat.match, seat.revision) as table:
            audience = seat.audience(table, side)
            if at is None or at == table.revision:
                return responses.SceneShown(table.id, table.revision, audience, table.scene(audience))
            then = _at(table, at)
        return responses.SceneShown(table.id, at, audience, then.scene(audience))

    def log(self, seat: Seat, side: str | None, since: int) -> responses.Log:
        """What was reported to a side after a revision or, if none is named, to the side of the seat that acted."""
        with self.tables.at(seat.match, seat.revision) as table:
            audience = seat.audience(table, side)
            own = seat.sides if side is None else ()
            seen = ((kept, kept.side if kept.side in own else audience) for kept in table.entries[since:])
            return responses.Log(table.id, table.revision, [table.entry(*pair) for pair in seen])

    def update(self, seat: Seat, since: int) -> responses.Update:
        """The next live message for a seat: entries after a revision and, with the last, the status and scene."""
        with self.tables.at(seat.match, seat.revision) as table:
            return self.update_from(table, seat, since)

    def update_from(self, table: Table, seat: Seat, since: int) -> responses.Update:
        """The same for a thread that has locked the table already."""
        audience = seat.audience(table, None)
        kept = table.entries[since : since + CHUNK]
        last = kept[-1].revision if kept else table.revision
        done = last == table.revision
        return responses.Update(
            match=table.id,
            revision=last,
            entries=[table.entry(entry, audience) for entry in kept],
            state=self._head(seat, table) if done else None,
            scene=table.scene(audience) if done else None,
        )

    def chat(self, seat: Seat, since: int) -> responses.Chat:
        """The last lines that were said after a number."""
        rows = self.store.chat(seat.match, since, CHUNK) if self.chat_is_on else ()
        return responses.Chat(seat.match, [chat_line(row) for row in rows])

    def overlays(self, seat: Seat, side: str | None) -> responses.Overlays:
        """Named sets of places that can be shown to a side."""
        with self.tables.at(seat.match, seat.revision) as table:
            chosen = seat.audience(table, side) or seat.player()
            return responses.Overlays(table.id, table.revision, chosen, table.state.overlays(chosen))

    def sight(self, seat: Seat, side: str | None, place: str) -> responses.Sight:
        """What a side would see from a place."""
        with self.tables.at(seat.match, seat.revision) as table:
            chosen = seat.audience(table, side) or seat.player()
            try:
                return responses.Sight(table.id, table.revision, table.state.outlook(chosen, place))
            except ValueError as error:
                raise invalid(str(error)) from None

    def record(self, seat: Seat) -> responses.RecordText:
        """The record: for everybody once the match is over, before that only where one seat holds all sides."""
        with self.tables.at(seat.match, seat.revision) as table:
            _all_open(seat, table, "the record contains what is hidden; it is available when the match is over")
            record = table.state.record
            ending = table.result() if table.resigned else None
        if ending is not None:
            record = record._replace(headers=record.headers | {"Termination": ending.reason})
        return responses.RecordText(seat.match, record.text())

    def moment(self, seat: Seat, at: int) -> State:
        """The match as it was after a revision, with all that is hidden: for those who may have the record."""
        with self.tables.at(seat.match, seat.revision) as table:
            _all_open(seat, table, "a match can be continued elsewhere when it is over, or from a hot seat")
            return _at(table, at)


def chat_line(row: ChatRow) -> responses.ChatLine:
    return responses.ChatLine(row.number, row.side, row.text, row.time)


def _all_open(seat: Seat, table: Table, reason: str) -> None:
    """Is nothing hidden from this seat any more?"""
    if not table.over and (seat.spectator or not table.hot_seat):
        raise Problem(403, "not_over", reason, revision=table.revision)


def _at(table: Table, revision: int) -> State:
    if revision > table.revision:
        raise invalid(f"the match has not reached revision {revision}; it is at {table.revision}")
    return table.at(revision)
