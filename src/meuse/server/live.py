"""The live channel: a WebSocket that sends a seat what it may know, from any revision on."""

from __future__ import annotations

from contextlib import suppress

import anyio
import anyio.to_thread
import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from meuse.server import responses
from meuse.server.bots import Bots
from meuse.server.errors import Problem
from meuse.server.hub import Hub, Message, Watcher
from meuse.server.routing import encoder
from meuse.server.service import Service

router = APIRouter()

SEND_LIMIT = 10.0
"""Seconds a client may take to accept a message; then it is dropped."""
GONE = (TimeoutError, WebSocketDisconnect, RuntimeError, OSError)
"""What is raised when a client no longer accepts messages."""


@router.websocket("/api/matches/{match}/live")
async def live(socket: WebSocket, match: str, token: str = "", since: str = "0", chat: str = "0") -> None:
    """Send what is new until the client leaves; an error is sent in the usual shape, then the channel closes."""
    await socket.accept()
    async with anyio.create_task_group() as group:
        group.start_soon(_until_gone, socket, group.cancel_scope)
        with suppress(*GONE):
            try:
                await _send_news(socket, match, token, _number("since", since), _number("chat", chat))
            except Problem as problem:
                await _send(socket, problem.body().decode())
        group.cancel_scope.cancel()
    with suppress(*GONE), anyio.fail_after(SEND_LIMIT):
        await socket.close()


async def _until_gone(socket: WebSocket, scope: anyio.CancelScope) -> None:
    """What a client sends is ignored; that it leaves is noticed."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
    scope.cancel()


async def _send_news(socket: WebSocket, match: str, token: str, since: int, said: int) -> None:
    service: Service = socket.app.state.service
    hub: Hub = socket.app.state.hub
    bots: Bots = socket.app.state.bots
    last: responses.Match | None = None
    with hub.watching(match, since, said) as watcher:
        while True:
            watcher.news.clear()
            message = watcher.take()
            if message is None:
                message = await anyio.to_thread.run_sync(_look, service, watcher, match, token)
            if last is None:  # a bot that gave up, or whose process is gone, goes on when somebody comes to look
                bots.poke(match)
            update, before = message.update, last
            last, watcher.revision = update.state, update.revision
            if update.entries or update.state != before:
                await _send(socket, message.text)
            elif update.chat:
                alone = msgspec.structs.replace(update, state=None, scene=None)
                await _send(socket, encoder.encode(alone).decode())
            if last is not None and not watcher.ready and not watcher.talk:
                await watcher.news.wait()


async def _send(socket: WebSocket, text: str) -> None:
    with anyio.fail_after(SEND_LIMIT):
        await socket.send_text(text)


def _look(service: Service, watcher: Watcher, match: str, token: str) -> Message:
    """All that is new. The seat is looked up again: a token may have become void."""
    watcher.seat = service.seat(match, token)
    update = service.update(watcher.seat, watcher.revision)
    if watcher.talk:
        watcher.talk = False
        update.chat = service.chat(watcher.seat, watcher.said).lines
        watcher.said = update.chat[-1].number if update.chat else watcher.said
    return Message(watcher.revision, update, encoder.encode(update).decode())


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Problem(422, "malformed", f"{name} must be a number")
    return int(text)
