"""The server as a process: it takes its port, prints its address, and opens the browser if asked to."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from threading import Thread

import uvicorn
from fastapi import FastAPI

from meuse.engine.memory import settle
from meuse.server.guard import keep_tokens_out_of_logs

PATIENCE = 5
"""Seconds that open requests have when the server stops."""


class Server(uvicorn.Server):
    """Calls a function when it is up."""

    def __init__(self, config: uvicorn.Config, up: Callable[[], None]) -> None:
        super().__init__(config)
        self._up = up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settle()
            self._up()


def listen(host: str, port: int) -> socket.socket:
    """The port, taken before anything is said; raises ``OSError`` if it cannot be had."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()  # two servers can be bound to one port, but not listen on it
    except OSError:
        listener.close()
        raise
    return listener


def address(host: str, listener: socket.socket) -> str:
    """Where a browser finds the server."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listener.getsockname()[1]}/"


def run(app: FastAPI, listener: socket.socket, up: Callable[[], None]) -> None:
    """Serve until interrupted."""
    keep_tokens_out_of_logs()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        ws_ping_interval=20,
        ws_per_message_deflate=True,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )
    Server(config, up).run(sockets=[listener])


def open_browser(where: str) -> None:
    """In a thread: some browsers block the program that starts them."""
    Thread(target=webbrowser.open, args=(where,), daemon=True).start()
