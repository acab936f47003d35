"""Two servers on one PostgreSQL; skipped where there is none. MEUSE_TEST_POSTGRES names one to be used."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from glob import glob
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from meuse.server import hub, storage
from meuse.server.app import make_app
from tests import until
from tests.server.kit import BOF, VOD, Person, create, service
from tests.server.test_live import channel

psycopg = pytest.importorskip("psycopg")


def tool(name: str) -> str | None:
    """A program of PostgreSQL; Debian keeps them apart."""
    folders = [os.environ.get("PATH", ""), *sorted(glob("/usr/lib/postgresql/*/bin"))]
    return shutil.which(name, path=os.pathsep.join(folders))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    given = os.environ.get("MEUSE_TEST_POSTGRES")
    if given:
        yield given
        return
    make, control = tool("initdb"), tool("pg_ctl")
    if not (make and control and (os.getuid() or shutil.which("runuser"))):
        pytest.skip("no PostgreSQL here")
    folder = Path(tempfile.mkdtemp(prefix="meuse"))
    user = [] if os.getuid() else ["runuser", "-u", "postgres", "--"]
    if user:
        shutil.chown(folder, "postgres")
    data, options = folder / "data", f"-k {folder} -c listen_addresses= -c fsync=off"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run([*user, make, "-A", "trust", "-U", "meuse", "-N", "-D", str(data)], check=True, **quiet)
    subprocess.run([*user, control, "-D", str(data), "-o", options, "-w", "start"], check=True, **quiet)
    yield f"postgresql://meuse@/postgres?host={folder}"
    subprocess.run([*user, control, "-D", str(data), "-m", "immediate", "stop"], check=True, **quiet)
    shutil.rmtree(folder)


def test_news_travel_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nobody looking at the log, the other server still hears of it."""
    monkeypatch.setattr(hub.Hub, "look", lambda hub: asyncio.Event().wait())
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, _ = create(here, BOF, "two_players")
        with channel(Person(there, match, held["germany"].token)) as socket:
            socket.receive_json()
            held["germany"].act_at_random(Random(1))
            assert socket.receive_json()["revision"] == 1


def test_news_bring_the_entry_with_them(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A watcher at the other server gets the news without a query to the database."""
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, outside = create(here, BOF, "two_players", germany="person", france="person", britain="hotseat")
        tokens = (held["germany"].token, held["france"].token, outside.token)
        with ExitStack() as stack:
            sockets = [stack.enter_context(channel(Person(there, match, token))) for token in tokens]
            for socket in sockets:
                socket.receive_json()
            for question in ("log", "standing"):
                monkeypatch.setattr(service(there).store, question, None)
            held[outside.get()["to_act"]].act_at_random(Random(1))
            for socket in sockets:
                told = socket.receive_json()
                assert told["revision"] == 1 and told["scene"] and told["state"]
            monkeypatch.undo()


def test_a_wish_of_several_actions_travels_whole(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is written whole: of two servers that are asked at the same moment, one carries all of it out."""
    monkeypatch.setattr(hub.Hub, "look", lambda hub: asyncio.Event().wait())
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, _ = create(here, VOD, "1940", german="person", allied="person")
        allied = held["allied"]
        guest = Person(there, match, allied.token)
        wish = {"revision": 0, "actions": ["place B.I", "at 3130", "place B.II"]}
        with channel(guest) as socket, ThreadPoolExecutor(2) as both:
            socket.receive_json()
            asked = [both.submit(who.post, "/actions", key=who.key(), **wish) for who in (allied, guest)]
            assert sorted(answer.result()[0] for answer in asked) == [200, 409]
            heard: list[int] = []
            while len(heard) < 3:
                heard += [entry["revision"] for entry in socket.receive_json()["entries"]]
            assert heard == [1, 2, 3]
            assert [row.action for row in service(here).store.log(match)] == wish["actions"]
            done = allied.post("/actions", revision=3, key="k", without=[3], actions=["place B.III"])
            assert done[0] == 200 and [e["action"] for e in done[1]["entries"]] == ["undo 1", "place B.III"]
            while len(heard) < 5:
                heard += [entry["revision"] for entry in socket.receive_json()["entries"]]


def test_an_entry_too_long_to_be_brought_is_read(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "LONGEST_NOTICE", 10)
    monkeypatch.setattr(hub, "LOOK_ANYWAY", 1000.0)
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, outside = create(here, BOF, "two_players", germany="person", france="person", britain="hotseat")
        with channel(Person(there, match, held["germany"].token)) as socket:
            socket.receive_json()
            held[outside.get()["to_act"]].act_at_random(Random(1))
            assert socket.receive_json()["revision"] == 1


def test_a_void_token_hears_nothing_at_the_other_server(url: str) -> None:
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, outside = create(here, BOF, "two_players", germany="person", france="person", britain="hotseat")
        with channel(Person(there, match, held["germany"].token)) as socket:
            socket.receive_json()
            status, joined = held["germany"].post("/join")
            assert status == 200
            held["germany"] = Person(here, match, joined["token"])
            held[outside.get()["to_act"]].act_at_random(Random(1))
            assert socket.receive_json()["error"] == "unknown"


def test_a_rematch_is_heard_at_the_other_server(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOK_ANYWAY", 1000.0)
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, _ = create(here, BOF, "two_players", germany="person", france="person", britain="hotseat")
        held["germany"].post("/resign", revision=0, key="k")
        with channel(Person(there, match, held["france"].token)) as socket:
            while socket.receive_json()["state"]["status"] != "over":
                pass
            made = held["germany"].post("/rematch")[1]["match"]
            assert socket.receive_json()["state"]["rematch"] == made


def test_two_servers_serve_one_match(url: str) -> None:
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, _ = create(here, BOF, "two_players", germany="hotseat", france="hotseat", britain="bot:recruit")
        person = held["germany"]
        guest = Person(there, match, person.token)
        with channel(guest) as socket:
            socket.receive_json()
            until(lambda: person.get()["to_act"] != "britain")
            person.act_at_random(Random(1))
            reached = person.get()["revision"]
            while socket.receive_json()["revision"] < reached:
                pass
        for _ in range(12):
            until(lambda: person.get()["to_act"] != "britain")
            revision, options = person.get()["revision"], person.options()
            with ThreadPoolExecutor(2) as both:
                answers = [
                    both.submit(who.post, "/actions", revision=revision, actions=[option], key=who.key())
                    for who, option in ((person, options[0]), (guest, options[-1]))
                ]
                assert sorted(answer.result()[0] for answer in answers) == [200, 409]
        rows = service(here).store.log(match)
        assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
        service(there).tables.forget(match)
        assert service(there).check(match) is None
