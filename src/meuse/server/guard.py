"""Checks before a request is read (its size and type), and headers and logs that give nothing away."""

from __future__ import annotations

import json
import logging
import re

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meuse.server.errors import Problem

LARGEST = 4 * 1024 * 1024
"""Bytes of a request's body; the longest records have a tenth of it."""

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a page may load: only what comes from here; styles may stand in the SVG that they colour."""
SAFE = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # addresses of seats stay here
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
FOREIGN = "/docs"
"""The page that shows the interface gets its scripts from elsewhere."""

_TOKEN = re.compile(r"(token=)[^&\s\"']+")


class Guard:
    """ASGI middleware that reads a request's body up to the limit and checks that it is said to be JSON."""

    def __init__(self, app: ASGIApp, largest: int = LARGEST) -> None:
        self._app = app
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(scope["path"], send)
        headers = {name.lower(): value for name, value in scope["headers"]}
        body = await self._read(receive)
        if body is None:
            await _refuse(send, Problem(413, "too_large", f"a request has at most {self._largest} bytes"))
            return
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if body and kind != b"application/json":
            await _refuse(send, Problem(415, "not_json", "the body must be application/json"))
            return
        if body and (name := _said_twice(body)) is not None:
            await _refuse(send, Problem(400, "malformed", f"{name[:60]!r} is given twice"))
            return
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, replay, send)

    async def _read(self, receive: Receive) -> bytes | None:
        body, more = bytearray(), True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._largest:
                return None
        return bytes(body)


def _with_headers(path: str, send: Send) -> Send:
    """Say with every answer what a browser may do with it."""
    added = [*SAFE]
    if not path.startswith(FOREIGN):
        added.append((b"content-security-policy", POLICY.encode()))
    if path.startswith("/api/matches"):
        added.append((b"cache-control", b"no-store"))

    async def polite(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await send(message)

    return polite


class _Twice(Exception):
    """A field of a body is given twice: which one is meant nobody can know."""


def _said_twice(body: bytes) -> str | None:
    """The first field that an object of a body has again; whether it is JSON at all is for others to find out."""

    def once(pairs: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _Twice(name)
            seen.add(name)

    try:
        json.loads(body, object_pairs_hook=once)
    except _Twice as error:
        return str(error)
    except (ValueError, RecursionError):
        pass
    return None


async def _refuse(send: Send, problem: Problem) -> None:
    content = problem.body()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


class NoTokens(logging.Filter):
    """Takes tokens out of what is logged (the live channel has its token in the address)."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = _hide(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(_hide(part) for part in record.args)
        return True


def _hide(part: object) -> object:
    return _TOKEN.sub(r"\1...", part) if isinstance(part, str) else part


def keep_tokens_out_of_logs() -> None:
    """From now on, for all that uvicorn logs."""
    for name in ("uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        if not any(isinstance(present, NoTokens) for present in logger.filters):
            logger.addFilter(NoTokens())
