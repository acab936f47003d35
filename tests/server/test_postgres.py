"""Two servers on one PostgreSQL; skipped where there is none. MEUSE_TEST_POSTGRES names one to be used."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from meuse.server import hub
from meuse.server.app import make_app
from tests.server.kit import BOF, Person, create, service, until
from tests.server.test_live import channel

psycopg = pytest.importorskip("psycopg")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    given = os.environ.get("MEUSE_TEST_POSTGRES")
    if given:
        yield given
        return
    if not (shutil.which("initdb") and shutil.which("pg_ctl") and (os.getuid() or shutil.which("runuser"))):
        pytest.skip("no PostgreSQL here")
    folder = Path(tempfile.mkdtemp(prefix="meuse"))
    user = [] if os.getuid() else ["runuser", "-u", "postgres", "--"]
    if user:
        shutil.chown(folder, "postgres")
    data, options = folder / "data", f"-k {folder} -c listen_addresses= -c fsync=off"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run([*user, "initdb", "-A", "trust", "-U", "meuse", "-N", "-D", str(data)], check=True, **quiet)
    subprocess.run([*user, "pg_ctl", "-D", str(data), "-o", options, "-w", "start"], check=True, **quiet)
    yield f"postgresql://meuse@/postgres?host={folder}"
    subprocess.run([*user, "pg_ctl", "-D", str(data), "-m", "immediate", "stop"], check=True, **quiet)
    shutil.rmtree(folder)


def test_news_travel_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nobody looking at the log, the other server still hears of it."""
    monkeypatch.setattr(hub, "LOOK_EVERY", 30.0)
    with TestClient(make_app(url)) as here, TestClient(make_app(url)) as there:
        match, held, _ = create(here, BOF, "two_players")
        with channel(Person(there, match, held["germany"].token)) as socket:
            socket.receive_json()
            began = time.monotonic()
            held["germany"].act_at_random(Random(1))
            assert socket.receive_json()["revision"] == 1
            assert time.monotonic() - began < 10
        monkeypatch.undo()
        held["germany"].act_at_random(Random(1))  # ends the listeners' long wait


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
            shown = person.get("/view")
            options = shown["view"]["decision"]["options"]
            with ThreadPoolExecutor(2) as both:
                answers = [
                    both.submit(who.post, "/actions", revision=shown["revision"], action=option, key=who.key())
                    for who, option in ((person, options[0]), (guest, options[-1]))
                ]
                assert sorted(answer.result()[0] for answer in answers) == [200, 409]
        rows = service(here).store.log(match)
        assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
        service(there).tables.forget(match)
        assert service(there).check(match) is None
