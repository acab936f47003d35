"""What the tests of the server share: a server over a fresh database, and people who talk to it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from threading import Event, Thread
from typing import Any

import httpx2
import msgspec
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient

from meuse.engine.scene import Scene
from meuse.server.app import make_app
from meuse.server.process import Server, listen
from meuse.server.service import Service
from tests import LAST, until

FULL = os.environ.get("MEUSE_FULL") == "1"
"""Are the long versions of the tests wanted?"""
VOD = "victory_or_defeat"
BOF = "battle_of_france"
PLAIN: Any = {"timeout": LAST, "verify": False}
"""How the server is asked: without certificates, which take longer to read than most answers."""


@contextmanager
def serving(folder: Path, **more: Any) -> Iterator[TestClient]:
    """A server over the database in a folder."""
    with TestClient(make_app(f"sqlite:///{folder}/matches.sqlite", **more), raise_server_exceptions=False) as client:
        yield client


def service(client: TestClient) -> Service:
    """What is behind the server's doors, for tests that look at what nobody may see."""
    found: Service = client.app.state.service  # type: ignore[attr-defined]
    return found


Http = TestClient | httpx2.Client


class Person:
    """Somebody with a token."""

    def __init__(self, client: Http, match: str, token: str) -> None:
        self.client, self.match, self.token = client, match, token
        self.address = f"/api/matches/{match}"
        self.headers = {"Authorization": f"Bearer {token}"}
        self.heard: list[str] = []

    def get(self, what: str = "", **query: Any) -> Any:
        answer = self.client.get(self.address + what, params=query, headers=self.headers)
        self.heard.append(answer.text)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def try_get(self, what: str = "", **query: Any) -> tuple[int, Any]:
        answer = self.client.get(self.address + what, params=query, headers=self.headers)
        return answer.status_code, answer.json()

    def post(self, what: str, **body: Any) -> tuple[int, Any]:
        answer = self.client.post(self.address + what, json=body, headers=self.headers)
        self.heard.append(answer.text)
        return answer.status_code, answer.json()

    def key(self) -> str:
        return token_urlsafe(9)

    def act(self, action: str, revision: int) -> Any:
        status, answer = self.post("/actions", actions=[action], revision=revision, key=self.key())
        assert status == 200, answer
        return answer

    def scene(self, **query: Any) -> Scene:
        """What this seat sees."""
        return msgspec.convert(self.get("/scene", **query)["scene"], Scene)

    def options(self) -> list[str]:
        """What this seat may choose now."""
        return [choice.action for choice in self.scene().choices]

    def act_at_random(self, random: Random) -> Any:
        """Choose any option; None if it is not this seat's turn."""
        shown = self.get("/scene")
        choices = shown["scene"].get("choices")
        return self.act(random.choice(choices)["action"], shown["revision"]) if choices else None


def create(client: Http, game: str, scenario: str, **seats: str) -> tuple[str, dict[str, Person], Person]:
    """A match, the people at it by side, and a spectator."""
    answer = client.post("/api/matches", json={"game": game, "scenario": scenario, "seats": seats})
    assert answer.status_code == 201, answer.text
    return people(client, answer.json())


def people(client: Http, made: dict[str, Any]) -> tuple[str, dict[str, Person], Person]:
    match = made["match"]
    shared: dict[str, Person] = {}
    held = {
        side: shared.setdefault(token, Person(client, match, token)) for side, token in sorted(made["seats"].items())
    }
    return match, held, Person(client, match, made["spectator"])


@contextmanager
def listening(folder: Path) -> Iterator[tuple[FastAPI, int]]:
    """A server in a thread of its own, to be reached through real sockets at a port."""
    app = make_app(f"sqlite:///{folder}/matches.sqlite")
    listener, up = listen("127.0.0.1", 0), Event()
    config = uvicorn.Config(app, log_level="error", ws_per_message_deflate=False, timeout_graceful_shutdown=1)
    server = Server(config, up.set)
    thread = Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        assert up.wait(LAST)
        yield app, int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()


# a server as a process of its own


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def start(folder: Path, port: int, *words: str) -> subprocess.Popen[bytes]:
    """``meuse serve``, over the database in a folder."""
    python = [sys.executable, "-c", "from meuse.cli import main; main()"]
    given = ["serve", "--port", str(port), "--data", str(folder), *words]
    return subprocess.Popen([*python, *given], stdout=subprocess.DEVNULL)


def wait_for(port: int) -> None:
    """Until a server answers at a port."""
    until(lambda: _answers(port), every=0.1)


def _answers(port: int) -> bool:
    try:
        return httpx2.get(f"http://127.0.0.1:{port}/api/health", **PLAIN).status_code == 200
    except httpx2.HTTPError:
        return False


@contextmanager
def process(folder: Path, *words: str) -> Iterator[str]:
    """The address of a server that runs as a process of its own."""
    port = free_port()
    server = start(folder, port, *words)
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()
