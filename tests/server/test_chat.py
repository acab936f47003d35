"""People at a table talk; spectators read."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from meuse.server import service as services
from meuse.server.service import Service
from meuse.server.storage import Store
from tests.server.kit import VOD, Person, create, service, serving
from tests.server.test_live import channel


def said(person: Person, **query: int) -> list[tuple[int, str, str]]:
    return [(line["number"], line["side"], line["text"]) for line in person.get("/chat", **query)["lines"]]


def test_people_talk_and_spectators_read(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    allied, german = held["allied"], held["german"]
    status, line = allied.post("/chat", text="Good\nluck!", key="k")
    assert (status, line["number"], line["text"]) == (200, 1, "Good luck!")
    assert german.post("/chat", text="<b>& you</b>", key="k")[1]["number"] == 2
    assert allied.post("/chat", text="Good luck, again", key="k") == (200, line)
    lines = [(1, "allied", "Good luck!"), (2, "german", "<b>& you</b>")]
    for person in (allied, german, watcher):
        assert said(person) == lines and said(person, since=1) == lines[1:]
        assert person.get()["chat"] is True
    status, answer = watcher.post("/chat", text="Hello", key="k")
    assert (status, answer["error"]) == (403, "wrong_seat")
    assert allied.get()["revision"] == 0


@pytest.mark.parametrize("text", ["", " \n\t ", "\u202e\0", "x" * 501, None, 5, ["x"]])
def test_what_cannot_be_read_is_not_said(shared: TestClient, text: object) -> None:
    _, held, _ = create(shared, VOD, "1940")
    assert held["allied"].post("/chat", text=text, key="k")[0] == 422
    assert said(held["allied"]) == []


def test_what_is_said_comes_with_the_news(shared: TestClient) -> None:
    """Alone if nothing else is new: then without the scene."""
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    allied = held["allied"]
    allied.post("/chat", text="one", key="1")
    with channel(watcher) as socket:
        first = socket.receive_json()
        assert [line["text"] for line in first["chat"]] == ["one"] and first["scene"]
        allied.post("/chat", text="two", key="2")
        news = socket.receive_json()
        assert [line["text"] for line in news["chat"]] == ["two"]
        assert news["scene"] is None and news["state"] is None and news["entries"] == []
        allied.act_at_random(Random(1))
        news = socket.receive_json()
        assert news["revision"] == 1 and news["chat"] == []
    with channel(watcher, "1&chat=1") as socket:
        assert [line["text"] for line in socket.receive_json()["chat"]] == ["two"]
    with channel(watcher, "1&chat=x") as socket:
        assert socket.receive_json()["error"] == "malformed"


def test_what_another_process_wrote_is_heard(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        match, held, _ = create(client, VOD, "1940", german="person", allied="person")
        other = Service(Store(f"sqlite:///{tmp_path}/matches.sqlite"))
        with channel(held["german"]) as socket:
            socket.receive_json()
            seat = other.seat(match, held["allied"].token)
            other.say(seat, services.requests.Say(text="from afar", key="k"))
            assert [line["text"] for line in socket.receive_json()["chat"]] == ["from afar"]
        other.store.close()


def test_nobody_can_flood_a_table(client: TestClient) -> None:
    _, held, _ = create(client, VOD, "1940", german="person", allied="person")
    most = services.LINES[0]
    for number in range(most):
        assert held["allied"].post("/chat", text="!", key=str(number))[0] == 200
    status, answer = held["allied"].post("/chat", text="!", key="more")
    assert (status, answer["error"]) == (429, "too_many")
    assert held["german"].post("/chat", text="?", key="1")[1]["number"] == most + 1


def test_a_server_without_chat(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        match, held, _ = create(client, VOD, "1940")
        held["allied"].post("/chat", text="before", key="k")
    with serving(tmp_path, chat=False) as client:
        allied = Person(client, match, held["allied"].token)
        assert allied.get()["chat"] is False and said(allied) == []
        status, answer = allied.post("/chat", text="after", key="l")
        assert (status, answer["error"]) == (403, "off")
        with channel(allied) as socket:
            assert socket.receive_json()["chat"] == []
        assert len(service(client).store.chat(match, 0, 10)) == 1
