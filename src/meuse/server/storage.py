"""The stored matches: who sits where, and the append-only log of what was done.

Two processes can never both write the same revision: the log's key forbids it. Tokens are stored as hashes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, NamedTuple, cast

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    JSON,
    Boolean,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, sessionmaker

from meuse.server.responses import Kind

CHANNEL = "meuse"
"""On PostgreSQL, the channel on which processes notify one another of changes."""

LONGEST_NOTICE = 7_900
"""Bytes; PostgreSQL takes no longer ones."""

THREADS = 8
"""How many requests are worked on at once; each may need a connection."""


class Base(DeclarativeBase):
    """The tables."""


class MatchRow(Base):
    """What a match began with; nothing here changes but ``broken``."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    scenario: Mapped[str] = mapped_column(String(64), index=True)
    scenario_text: Mapped[str] = mapped_column(Text, server_default="")
    """The scenario's file, if it is a player's own."""
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    origin: Mapped[str] = mapped_column(Text)
    seed: Mapped[bytes] = mapped_column(LargeBinary)
    rules: Mapped[str] = mapped_column(String(32))
    data_hash: Mapped[str] = mapped_column(String(32))
    spectator: Mapped[str] = mapped_column(String(64), index=True)
    rematch_of: Mapped[str | None] = mapped_column(String(32), unique=True)
    lesson: Mapped[str] = mapped_column(String(64), server_default="")
    """The lesson it is played by, if any."""
    broken: Mapped[str | None] = mapped_column(Text)
    created: Mapped[float] = mapped_column(Float)


class SeatRow(Base):
    """A side of a match: a person, one of several sides at one hot seat, or a bot; bots have no token."""

    __tablename__ = "seats"

    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    side: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(32))
    token: Mapped[str | None] = mapped_column(String(64), index=True)
    webhook: Mapped[str] = mapped_column(Text, server_default="")
    email: Mapped[str] = mapped_column(Text, server_default="")
    """Where the holder of the seat is notified of his turn, if he wants that."""


class LogRow(Base):
    """One entry: an action with its rolls, or an undo, a request for one, an answer to it, a resignation."""

    __tablename__ = "log"
    __table_args__ = (UniqueConstraint("match", "key"),)

    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[Kind] = mapped_column(String(16))
    side: Mapped[str] = mapped_column(String(32))
    action: Mapped[str] = mapped_column(Text)
    rolls: Mapped[list[int]] = mapped_column(JSON)
    sealed: Mapped[bool] = mapped_column(Boolean)
    key: Mapped[str | None] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(16))
    time: Mapped[float] = mapped_column(Float)


class ChatRow(Base):
    """One line of what people at a table say."""

    __tablename__ = "chat"
    __table_args__ = (UniqueConstraint("match", "key"),)

    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    side: Mapped[str] = mapped_column(String(32))
    text: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(String(64))
    time: Mapped[float] = mapped_column(Float)


class Standing(NamedTuple):
    """What a request must know of a match before anything else: who sits there, and how far it has gone."""

    game: str
    spectator: str
    revision: int
    tokens: dict[str, str | None]


class NewRow(msgspec.Struct):
    """An entry of the log as another process sends it: with the fields of ``LogRow``."""

    match: str
    revision: int
    kind: Kind
    side: str
    action: str
    rolls: list[int]
    sealed: bool
    key: str | None
    hash: str
    time: float


EVERYBODY = 2**31 - 1
"""The revision in a notice that belongs to no entry (a rematch, a line said): higher than any; every client looks."""


class Notice(msgspec.Struct):
    """What PostgreSQL sends to all processes about a new entry: who wrote it and, unless it is too long, all of it."""

    writer: str
    match: str
    revision: int
    row: NewRow | None = None
    good: list[str] | None = None
    """The tokens that open the seats of the match."""


class Taken(Exception):
    """Another process has written this revision, or used this key, in the meantime."""


def hashed(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def connect(url: str, **more: Any) -> Engine:
    """The database of that URL; SQLite keeps a write-ahead log and waits for the disk at every commit."""
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_size=THREADS, max_overflow=THREADS, **more)
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, pool_size=THREADS, max_overflow=THREADS, connect_args={"timeout": 20})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables to their newest form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":  # one process at a time
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1940)")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


_LOG = Base.metadata.tables[LogRow.__tablename__]
_COLUMNS = [column.name for column in _LOG.columns]
_NAMES = ", ".join(_COLUMNS)
_APPEND = sqlite.insert(_LOG).on_conflict_do_nothing().returning(_LOG.c.revision)
_APPEND_ALL = f"""
    WITH new AS (
        INSERT INTO log ({_NAMES})
        SELECT {_NAMES} FROM json_populate_recordset(CAST(NULL AS log), CAST(:rows AS json))
        {{otherwise}} RETURNING {_NAMES}
    ), notice AS (
        SELECT match, revision, CAST(json_build_object(
            'writer', CAST(:writer AS text),
            'match', match,
            'revision', revision,
            'row', row_to_json(new),
            'good', (SELECT json_agg(seats.token) FROM seats WHERE seats.match = new.match AND seats.token IS NOT NULL)
        ) AS text) AS whole FROM new
    )
    SELECT match, revision, pg_notify('{CHANNEL}', CASE
        WHEN octet_length(whole) < :longest THEN whole
        ELSE CAST(json_build_object('writer', CAST(:writer AS text), 'match', match, 'revision', revision) AS text)
    END) FROM notice
"""
"""On PostgreSQL, everything in one statement; the other processes are notified when, and only if, it is committed."""
_APPEND_NEW = text(_APPEND_ALL.format(otherwise="ON CONFLICT DO NOTHING"))
_APPEND_TOGETHER = text(_APPEND_ALL.format(otherwise=""))
_SINCE = (
    select(_LOG)
    .where(_LOG.c.match == bindparam("match"), _LOG.c.revision > bindparam("after"))
    .order_by(_LOG.c.revision)
)
_LAST = select(func.max(LogRow.revision)).where(LogRow.match == MatchRow.id).correlate(MatchRow).scalar_subquery()
_LAST_SAID = select(func.max(ChatRow.number)).where(ChatRow.match == MatchRow.id).correlate(MatchRow).scalar_subquery()
_STANDING = (
    select(
        MatchRow.game,
        MatchRow.spectator,
        _LAST,
        SeatRow.side,
        SeatRow.token,
    )
    .join(SeatRow, SeatRow.match == MatchRow.id)
    .where(MatchRow.id == bindparam("match"))
)


def _values(row: LogRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _COLUMNS}


class Store:
    """Reads and writes matches; every method is one transaction."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        migrate(self.engine)
        self._name = token_hex(8)
        # SQLite lets one thread write at a time and the others sleep and retry: a lock of our own is faster
        self._line = Lock()
        self._waiting: deque[tuple[Sequence[LogRow], Future[None]]] = deque()
        self._session = sessionmaker(self.engine, expire_on_commit=False)
        # on PostgreSQL, every statement a transaction of its own: that saves two round trips
        self._single = connect(url, isolation_level="AUTOCOMMIT") if self.postgresql else self.engine
        self._reading = sessionmaker(self._single, expire_on_commit=False)

    def close(self) -> None:
        for engine in (self.engine, self._single):
            engine.dispose()

    @property
    def postgresql(self) -> bool:
        return self.engine.dialect.name == "postgresql"

    @contextmanager
    def notices(self) -> Iterator[Callable[[float], list[Notice]]]:
        """Listen on PostgreSQL: a function that waits at most so many seconds and says what other processes wrote."""
        connection = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            driver: Any = connection.connection.driver_connection

            def wait(seconds: float) -> list[Notice]:
                news = driver.notifies(timeout=seconds, stop_after=1)
                notices = [msgspec.json.decode(notice.payload, type=Notice) for notice in news]
                return [notice for notice in notices if notice.writer != self._name]

            yield wait
        finally:
            connection.detach()
            connection.close()

    # writing

    def add(self, match: MatchRow, seats: Iterable[SeatRow], log: Iterable[LogRow] = ()) -> None:
        """A new match, whole or not at all."""
        try:
            with self._line, self._session.begin() as session:
                session.add(match)
                session.flush()
                session.add_all(seats)
                session.add_all(log)
                if match.rematch_of:
                    self._announce(session, match.rematch_of)
        except IntegrityError:
            raise Taken from None

    def _announce(self, session: Session, match: str) -> None:
        """Let the clients of other processes look at a match."""
        if self.postgresql:
            notice = msgspec.json.encode(Notice(self._name, match, EVERYBODY)).decode()
            session.execute(select(func.pg_notify(CHANNEL, notice)))

    def say(self, match: str, side: str, words: str, key: str, time: float) -> ChatRow:
        """Write a line of the chat; the one that was written with this key, if there is one."""
        while True:
            try:
                with self._line, self._session.begin() as session:
                    said = session.scalar(select(ChatRow).where(ChatRow.match == match, ChatRow.key == key))
                    if said is None:
                        last = session.scalar(select(func.max(ChatRow.number)).where(ChatRow.match == match)) or 0
                        said = ChatRow(match=match, number=last + 1, side=side, text=words, key=key, time=time)
                        session.add(said)
                        self._announce(session, match)
                    return said
            except IntegrityError:  # another process was first
                continue

    def append(self, rows: Sequence[LogRow]) -> None:
        """Write what a request has done, all of it or nothing; when this returns it is on the disk.

        The first thread writes for all that are waiting, so the disk is waited for once.
        """
        written: Future[None] = Future()
        self._waiting.append((rows, written))
        with self._line:
            if not written.done():
                batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
                self._write([(rows[0], written) for rows, written in batch if len(rows) == 1])
                for several, written_too in batch:
                    if len(several) > 1:
                        self._write_together(several, written_too)
        written.result()

    def _write(self, batch: list[tuple[LogRow, Future[None]]]) -> None:
        """Single entries in one transaction; one that comes too late does not hold up the others."""
        rows = {(row.match, row.revision): row for row, _ in reversed(batch)}
        try:
            # in one order, so that two processes never wait for each other
            new = self._insert([rows[key] for key in sorted(rows)]) if rows else set()
        except BaseException as error:
            for _, written in batch:
                written.set_exception(error)
            return
        for row, written in batch:
            if rows[row.match, row.revision] is row and (row.match, row.revision) in new:
                written.set_result(None)
            else:
                written.set_exception(Taken())

    def _insert(self, rows: Sequence[LogRow]) -> set[tuple[str, int]]:
        """Those of the entries whose revisions and keys were not taken."""
        with self._single.begin() as connection:
            if self.postgresql:
                written = connection.execute(_APPEND_NEW, self._announced(rows)).all()
                return {(match, revision) for match, revision, _ in written}
            new = [connection.execute(_APPEND, _values(row)).first() is not None for row in rows]
            return {(row.match, row.revision) for row, written in zip(rows, new, strict=True) if written}

    def _write_together(self, rows: Sequence[LogRow], written: Future[None]) -> None:
        """Several entries of one request in a transaction of their own."""
        try:
            with self._single.begin() as connection:
                if self.postgresql:
                    connection.execute(_APPEND_TOGETHER, self._announced(rows))
                else:
                    connection.execute(insert(_LOG), [_values(row) for row in rows])
        except IntegrityError:
            written.set_exception(Taken())
        except BaseException as error:
            written.set_exception(error)
        else:
            written.set_result(None)

    def _announced(self, rows: Sequence[LogRow]) -> dict[str, Any]:
        entries = msgspec.json.encode([_values(row) for row in rows]).decode()
        return {"rows": entries, "writer": self._name, "longest": LONGEST_NOTICE}

    def mark(self, match: str, broken: str | None) -> None:
        """Note why a match no longer replays, or that it does again."""
        with self._line, self._session.begin() as session:
            session.execute(update(MatchRow).where(MatchRow.id == match).values(broken=broken))

    def renew(self, match: str, old: str, new: str) -> bool:
        """Give a seat another token; False if the old one opens none (any more)."""
        with self._line, self._session.begin() as session:
            held = session.scalars(
                select(SeatRow).where(SeatRow.match == match, SeatRow.token == old).with_for_update()
            ).all()
            for seat in held:
                seat.token, seat.webhook, seat.email = new, "", ""
            return bool(held)

    def notify(self, match: str, token: str, webhook: str, email: str) -> None:
        """Note where the holder of a seat is notified."""
        held = update(SeatRow).where(SeatRow.match == match, SeatRow.token == token)
        with self._line, self._session.begin() as session:
            session.execute(held.values(webhook=webhook, email=email))

    # reading

    def standing(self, match: str) -> Standing | None:
        """Who sits at a match, and how far it has gone: needed for every request, so it is one query."""
        with self._single.connect() as connection:
            rows = connection.execute(_STANDING, {"match": match}).all()
        if not rows:
            return None
        game, spectator, revision, _, _ = rows[0]
        return Standing(game, spectator, revision or 0, {side: token for *_, side, token in rows})

    def scenario_text(self, game: str, scenario: str) -> str:
        """The file of a player's own scenario that a match is played in; empty if there is no such match."""
        wanted = select(MatchRow.scenario_text).where(MatchRow.game == game, MatchRow.scenario == scenario).limit(1)
        with self._session() as session:
            return session.scalar(wanted) or ""

    def match(self, match: str) -> MatchRow | None:
        with self._reading() as session:
            return session.get(MatchRow, match)

    def rematch(self, match: str) -> str | None:
        """The match that was made as the rematch of this one."""
        with self._reading() as session:
            return session.scalar(select(MatchRow.id).where(MatchRow.rematch_of == match))

    def seats(self, match: str) -> Sequence[SeatRow]:
        with self._reading() as session:
            return session.scalars(select(SeatRow).where(SeatRow.match == match)).all()

    def log(self, match: str, after: int = 0) -> Sequence[LogRow]:
        """The log after a revision: rows with the fields of entries."""
        with self._single.connect() as connection:
            return cast("Sequence[LogRow]", connection.execute(_SINCE, {"match": match, "after": after}).all())

    def chat(self, match: str, after: int, most: int) -> Sequence[ChatRow]:
        """The last lines of a chat after a number, in order."""
        wanted = select(ChatRow).where(ChatRow.match == match, ChatRow.number > after)
        with self._reading() as session:
            return session.scalars(wanted.order_by(ChatRow.number.desc()).limit(most)).all()[::-1]

    def news(self, matches: Iterable[str]) -> list[tuple[str, int, int]]:
        """The last revision and the last line of the chat of each of these matches."""
        query = select(MatchRow.id, _LAST, _LAST_SAID).where(MatchRow.id.in_(list(matches)))
        with self._single.connect() as connection:
            return [(match, revision or 0, said or 0) for match, revision, said in connection.execute(query)]

    def revisions(self, matches: Iterable[str]) -> dict[str, int]:
        """The last revision of each of these matches that has any."""
        query = select(MatchRow.id, _LAST).where(MatchRow.id.in_(list(matches)))
        with self._single.connect() as connection:
            return {match: revision for match, revision in connection.execute(query) if revision is not None}

    def matches(self) -> Sequence[str]:
        """All matches, the newest first."""
        with self._reading() as session:
            return session.scalars(select(MatchRow.id).order_by(MatchRow.created.desc())).all()

    def opened_by(self, tokens: Iterable[str]) -> list[tuple[str, str]]:
        """The matches that these (hashed) tokens open, each with the token."""
        wanted = list(tokens)
        seats = select(SeatRow.match, SeatRow.token).where(SeatRow.token.in_(wanted)).distinct()
        watched = select(MatchRow.id, MatchRow.spectator).where(MatchRow.spectator.in_(wanted))
        with self._reading() as session:
            return [(m, t) for query in (seats, watched) for m, t in session.execute(query) if t is not None]
