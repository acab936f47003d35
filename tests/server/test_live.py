"""The live channel."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from meuse.server import live, views
from tests import LAST, until
from tests.server.kit import BOF, VOD, Person, create, listening, service, serving


def channel(person: Person, since: Any = 0) -> Any:
    return person.client.websocket_connect(f"{person.address}/live?token={person.token}&since={since}")


def test_news_come_as_they_happen_and_to_each_what_it_may_know(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    with channel(held["german"]) as german, channel(held["allied"]) as allied, channel(watcher) as outside:
        for socket in (german, allied, outside):
            first = socket.receive_json()
            assert first["revision"] == 0 and first["entries"] == [] and first["state"]["status"] == "running"
        done = held["allied"].act_at_random(Random(1))
        news = [socket.receive_json() for socket in (german, allied, outside)]
        assert [message["revision"] for message in news] == [1, 1, 1]
        assert [message["entries"][0]["action"] for message in news] == [None, done["entries"][-1]["action"], None]
        scenes = [message["scene"] for message in news]
        assert [scene["side"] for scene in scenes] == ["german", "allied", ""]
        assert scenes[1]["choices"] and not any("choices" in scene for scene in (scenes[0], scenes[2]))
        assert scenes[1] == held["allied"].get("/scene")["scene"]


def test_a_client_goes_on_where_it_was(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    person, random = held["allied"], Random(1)
    for _ in range(4):
        person.act_at_random(random)
    with channel(person, 2) as socket:
        assert [entry["revision"] for entry in socket.receive_json()["entries"]] == [3, 4]
    for _ in range(3):
        person.act_at_random(random)
    monkeypatch.setattr(views, "CHUNK", 2)
    with channel(person, 4) as socket:
        messages = [socket.receive_json(), socket.receive_json()]
        assert [entry["revision"] for message in messages for entry in message["entries"]] == [5, 6, 7]
        assert messages[0]["scene"] is None and messages[1]["scene"]


def test_strangers_and_nonsense_are_refused(shared: TestClient) -> None:
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    for person, since, error in (
        (Person(shared, match, "nonsense"), 0, "unknown"),
        (Person(shared, "nothing", held["german"].token), 0, "unknown"),
        (held["german"], "-1", "malformed"),
        (held["german"], "9" * 30, "malformed"),
    ):
        with channel(person, since) as socket:
            assert socket.receive_json()["error"] == error
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()


def test_a_void_token_ends_the_channel(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    with channel(held["german"]) as socket:
        socket.receive_json()
        held["german"].post("/join")
        assert socket.receive_json()["error"] == "unknown"


def test_a_client_that_hangs_up_hurts_nobody(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    with channel(held["german"]) as dead:
        dead.receive_json()
        dead.close()
        with channel(held["allied"]) as socket:
            socket.receive_json()
            socket.send_text("whatever a client says")
            held["allied"].act_at_random(Random(1))
            assert socket.receive_json()["revision"] == 1


def test_a_client_that_takes_nothing_hurts_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads no byte of what it is sent: the others act and hear as ever, and after a while it is dropped."""
    monkeypatch.setattr(live, "SEND_LIMIT", LAST)
    with listening(tmp_path) as (app, port), httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=LAST) as client:
        match, held, watcher = create(client, VOD, "1940", german="person", allied="person")
        hub, random = app.state.hub, Random(1)

        def act() -> int:
            assert held["allied"].act_at_random(random) or held["german"].act_at_random(random)
            revision: int = json.loads(channel.recv(timeout=LAST))["revision"]
            return revision

        with connect(f"ws://127.0.0.1:{port}{path(held['allied'])}") as channel:
            channel.recv()
            with deaf(port, held["german"]):
                until(lambda: len(hub.watchers(match)) == 2)
                while act() < min(one.revision for one in hub.watchers(match)) + 10:
                    pass  # it has been stuck for ten actions, and nobody minds
            until(lambda: len(hub.watchers(match)) == 1)
            monkeypatch.setattr(live, "SEND_LIMIT", 0.5)
            with deaf(port, held["german"]):
                until(lambda: len(hub.watchers(match)) == 2)
                until(lambda: len(hub.watchers(match)) == 1 or not act())
            assert watcher.get()["status"] == "running"


def path(person: Person) -> str:
    return f"{person.address}/live?token={person.token}&since=0"


@contextmanager
def deaf(port: int, person: Person) -> Iterator[None]:
    """A client that opens the live channel and never reads from it."""
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.connect(("127.0.0.1", port))
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        raw.sendall(f"GET {path(person)} HTTP/1.1\r\nHost: x\r\n{upgrade}{key}\r\n".encode())
        yield


def test_a_hot_seat_sees_with_the_eyes_of_the_side_to_act(shared: TestClient) -> None:
    _, held, _ = create(shared, BOF, "two_players")
    person, random, seen = held["germany"], Random(5), set()
    with channel(person) as socket:
        message = socket.receive_json()
        while message["revision"] < 60 or len(seen) < 2:  # the dice, which nobody chose, say whose turn is next
            scene = message["scene"]
            assert scene["side"] == scene["to_act"] == message["state"]["to_act"]
            seen.add(scene["side"])
            acted = person.act(random.choice(scene["choices"])["action"], message["revision"])
            assert acted["entries"][-1]["action"]
            message = socket.receive_json()
            (entry,) = message["entries"]
            assert (entry["action"] is None) == (entry["side"] != message["scene"]["side"])
            assert message["revision"] < 2000


def test_several_clients_of_a_side_cost_one_scene(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    with service(shared).tables.at(match) as table:
        made: list[int] = []
        real = table.game.table
        monkeypatch.setattr(table.game, "table", lambda state, side: made.append(side) or real(state, side))
    people = [held["german"], held["german"], held["allied"], watcher, watcher]
    with ExitStack() as stack:
        sockets = [stack.enter_context(channel(person)) for person in people]
        for socket in sockets:
            socket.receive_json()
        made.clear()
        held["allied"].act(str(table.state.options[0]), 0)
        news = [socket.receive_json() for socket in sockets]
    assert sorted(made) == [-1, 0, 1]
    assert [message["scene"]["side"] for message in news] == ["german", "german", "allied", "", ""]
    assert [bool(message["entries"][0]["action"]) for message in news] == [False, False, True, False, False]


def test_a_token_made_void_elsewhere_hears_nothing_more(tmp_path: Path) -> None:
    """Somebody takes the seat over at another process; the next action here is not told to the old token."""
    with serving(tmp_path) as here, serving(tmp_path) as there:
        match, held, _ = create(here, VOD, "1940", german="person", allied="person")
        with channel(held["german"]) as old:
            old.receive_json()
            assert Person(there, match, held["german"].token).post("/join")[0] == 200
            held["allied"].act_at_random(Random(1))
            assert old.receive_json()["error"] == "unknown"


def test_news_from_another_process(tmp_path: Path) -> None:
    """Two servers over one database: what is done at one is heard at the other, and only one of two can act."""
    with serving(tmp_path) as here, serving(tmp_path) as there:
        match, held, _ = create(here, VOD, "1940", german="person", allied="person")
        guest = Person(there, match, held["allied"].token)
        options = guest.options()
        with channel(guest) as socket:
            socket.receive_json()
            held["allied"].act(options[0], 0)
            message = socket.receive_json()
            while message["revision"] == 0:
                message = socket.receive_json()
            assert message["revision"] == 1
        assert guest.post("/actions", revision=0, actions=[options[0]], key="mine")[1]["error"] == "stale"
        guest.act(guest.options()[0], 1)
        assert held["allied"].get()["revision"] == 2


def test_what_lies_ready_is_told_though_it_came_together(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two messages are made before the client is woken: it gets both, and waits for nothing that is there already."""
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    watched, late = shared.app.state.hub, []  # type: ignore[attr-defined]
    tell = type(watched).tell

    def together(hub: Any, *news: Any) -> None:
        late.append(news)
        if len(late) == 2:
            for one in late:
                tell(hub, *one)

    with channel(held["german"]) as socket:
        socket.receive_json()
        monkeypatch.setattr(type(watched), "tell", together)
        for revision in range(2):
            held["allied"].act(held["allied"].options()[0], revision)
        assert [socket.receive_json()["revision"] for _ in range(2)] == [1, 2]
