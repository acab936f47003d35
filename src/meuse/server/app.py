"""The application: puts the parts together, starts and stops them, and gives every error one shape."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from platformdirs import user_data_path
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import meuse
from meuse import games
from meuse.server import live, responses, routes_games, routes_matches
from meuse.server.bot_worker import think as bots_think
from meuse.server.bots import TIME_LIMIT, Bots, Think
from meuse.server.client import FOLDER, client
from meuse.server.creation import warm_up
from meuse.server.errors import Problem
from meuse.server.guard import Guard
from meuse.server.hub import Hub
from meuse.server.notices import Notices
from meuse.server.post import Notify
from meuse.server.routing import JSON, FreshRoute, describe
from meuse.server.service import Change, Service
from meuse.server.storage import THREADS, Store

log = logging.getLogger("meuse.server")
health = APIRouter(tags=["server"], route_class=FreshRoute)


def default_database(folder: Path | None = None) -> str:
    """A SQLite file in the user's data folder, or in the folder given."""
    where = folder if folder is not None else user_data_path("meuse", appauthor=False)
    return f"sqlite:///{(where / 'matches.sqlite').absolute()}"


def make_app(
    database: str,
    think: Think = bots_think,
    time_limit: float = TIME_LIMIT,
    pages: Path = FOLDER,
    chat: bool = True,
    notify: Notify | None = None,
) -> FastAPI:
    """The server over one database; bots think with ``think``, at most so many seconds; the client is in ``pages``."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        warm_up()
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        store = await asyncio.to_thread(Store, database)
        loop = asyncio.get_running_loop()
        hub = Hub(store)
        service = Service(store, lambda change: _pass_on(loop, change, service, hub, bots, notices), chat, notify)
        bots = Bots(service, think, time_limit)
        notices = Notices(service, notify) if notify is not None else None
        app.state.service, app.state.hub, app.state.bots, app.state.notices = service, hub, bots, notices
        tasks = [asyncio.create_task(hub.look()), asyncio.create_task(_check_all(service, bots))]
        if store.postgresql:
            tasks.append(asyncio.create_task(hub.listen(service)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await bots.close()
            if notices is not None:
                await notices.close()
            store.close()

    app = FastAPI(title="Meuse", version=meuse.__version__, lifespan=lifespan, description=__doc__, redoc_url=None)
    app.add_middleware(Guard)
    routers = [routes_matches.router, live.router, routes_games.router, routes_games.workshop, health, client(pages)]
    for router in routers:
        app.include_router(router)
    app.openapi = describe(app, routers)  # type: ignore[method-assign]
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(SQLAlchemyError, _storage)
    app.add_exception_handler(Exception, _unforeseen)
    return app


def _pass_on(
    loop: asyncio.AbstractEventLoop, change: Change, service: Service, hub: Hub, bots: Bots, notices: Notices | None
) -> None:
    """A match has changed: its clients, a bot that must move, and somebody whose turn it is should know.

    Called in the thread that did it.
    """
    try:
        ready = hub.prepare(service, change)
    except Exception:  # it is committed; clients will fetch it themselves
        log.exception("no message could be made for match %s", change.match)
        ready = {}
    with suppress(RuntimeError):  # the server has stopped; the entry is committed
        loop.call_soon_threadsafe(hub.tell, change.match, ready, change.talk)
        if change.bot:
            loop.call_soon_threadsafe(bots.poke, change.match)
        if change.turn and notices is not None:
            loop.call_soon_threadsafe(notices.turn, change.match, change.turn)


async def _check_all(service: Service, bots: Bots) -> None:
    """Replay every stored match once, one after the other, and let bots go on where they were."""
    for match in await asyncio.to_thread(service.store.matches):
        began = monotonic()
        try:
            reason = await asyncio.to_thread(service.check, match)
        except Exception:
            log.exception("match %s could not be checked", match)
            reason = None  # its bots will find out
        await asyncio.sleep(monotonic() - began)  # requests of players go first
        if reason is None:
            bots.poke(match)
        else:
            log.warning("match %s: %s", match, reason)


@health.get("/api/health")
def health_report(request: Request) -> responses.Health:
    """The state of the server and of the stored matches."""
    service: Service = request.app.state.service
    return responses.Health(
        status="ok",
        version=meuse.__version__,
        games=games.NAMES,
        matches=len(service.store.matches()),
        checked=len(service.checked),
        broken=sorted(service.broken),
    )


# errors


def _answer(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    return Response(problem.body(), problem.status, headers, JSON)


def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return _answer(error)


def _malformed(request: Request, error: Exception) -> Response:
    """A body that is not JSON (400) or does not have the required form (422): where and what."""
    assert isinstance(error, RequestValidationError)
    errors: list[dict[str, Any]] = list(error.errors())
    status = 400 if any(part["type"] == "json_invalid" for part in errors) else 422
    parts = [f"{'.'.join(str(step) for step in part['loc'])}: {part['msg']}" for part in errors[:10]]
    return _answer(Problem(status, "malformed", _printable("; ".join(parts))))


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    names = {404: "unknown", 405: "method"}
    problem = Problem(error.status_code, names.get(error.status_code, "malformed"), _printable(str(error.detail)))
    return _answer(problem, dict(error.headers or {}))


def _storage(request: Request, error: Exception) -> Response:
    log.error("the database failed: %s", type(error).__name__)
    return _answer(Problem(503, "storage", "the database cannot be reached; nothing was changed, try again"))


def _unforeseen(request: Request, error: Exception) -> Response:
    return _answer(Problem(500, "fault", "an error in the server; nothing was changed"))


def _printable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
