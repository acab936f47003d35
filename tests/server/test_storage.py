"""What is stored: it outlives the server, two cannot write the same revision, and a broken match is kept."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import meuse
from meuse import games
from meuse.server import creation
from meuse.server.errors import Problem
from meuse.server.requests import Act, NewMatch
from meuse.server.service import Service
from meuse.server.storage import LogRow, Store, Taken
from meuse.server.tables import TABLE
from tests import until
from tests.server.kit import BOF, VOD, Person, create, people, service, serving


def test_a_restart_in_the_middle_of_a_decision_loses_nothing(tmp_path: Path) -> None:
    random = Random(6)
    with serving(tmp_path) as client:
        match, held, watcher = create(client, VOD, "1940", german="person", allied="person")
        for _ in range(21):
            held["allied"].act_at_random(random)
        asked = held["german"].post("/undo", revision=21, key="k")
        before = [person.get(what) for person in (*held.values(), watcher) for what in ("", "/scene", "/log")]
    with serving(tmp_path) as client:
        again = [Person(client, match, person.token) for person in (*held.values(), watcher)]
        assert before == [person.get(what) for person in again for what in ("", "/scene", "/log")]
        german = Person(client, match, held["german"].token)
        assert german.post("/undo", revision=21, key="k") == asked
        assert until(lambda: client.get("/api/health").json()["checked"] == 1)


def test_the_database_is_careful(client: TestClient) -> None:
    with service(client).store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_a_revision_is_written_once(client: TestClient) -> None:
    """Somebody else writes the revision between the look and the write: the request is stale, and nothing is lost."""
    match, held, _ = create(client, VOD, "1940", german="person", allied="person")
    kept = service(client)
    options = held["allied"].options()
    other = Service(Store(str(kept.store.engine.url)))
    real = kept.store.append

    def too_late(rows: list[LogRow]) -> None:
        other.act(other.seat(match, held["allied"].token), Act(revision=0, actions=[options[1]], key="first"))
        real(rows)

    kept.store.append = too_late  # type: ignore[method-assign]
    status, answer = held["allied"].post("/actions", revision=0, actions=[options[0]], key="second")
    kept.store.append = real  # type: ignore[method-assign]
    assert (status, answer["error"], answer["revision"]) == (409, "stale", 1)
    assert held["allied"].get("/log")["entries"][0]["action"] == options[1]
    row = other.store.log(match)[0]
    copy = {name: getattr(row, name) for name in LogRow.__table__.columns.keys()}  # noqa: SIM118
    with pytest.raises(Taken):
        other.store.append([LogRow(**copy)])
    other.store.close()


def test_nothing_is_told_that_is_not_written(client: TestClient) -> None:
    _, held, _ = create(client, VOD, "1940", german="person", allied="person")
    kept = service(client)
    shown = held["allied"].get("/scene")
    real = kept.store.append

    def fails(rows: list[LogRow]) -> None:
        raise OSError("the disk is full")

    kept.store.append = fails  # type: ignore[method-assign]
    option = shown["scene"]["choices"][0]["action"]
    assert held["allied"].post("/actions", revision=0, actions=[option], key="k")[1]["error"] == "fault"
    kept.store.append = real  # type: ignore[method-assign]
    assert held["allied"].get("/scene") == shown
    assert held["allied"].post("/actions", revision=0, actions=[option], key="k")[0] == 200


def test_a_match_that_no_longer_replays_is_reported_and_kept(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        match, held, _ = create(client, VOD, "1940")
        well, others, _ = create(client, VOD, "1939")
        for _ in range(6):
            held["german"].act_at_random(Random(1))
            others["german"].act_at_random(Random(1))
    for change, says in (
        ("UPDATE log SET action = 'done' WHERE revision = 3 AND match = ?", "revision 3 (allied: done)"),
        ("UPDATE matches SET data_hash = 'older' WHERE id = ?", "it began with data older, now"),
    ):
        with sqlite3.connect(tmp_path / "matches.sqlite") as database:
            database.execute(change, (match,))
        database.close()
        with serving(tmp_path) as client:
            health = until(lambda: (h := client.get("/api/health").json())["checked"] == 2 and h)
            assert health["broken"] == [match]
            person = Person(client, match, held["german"].token)
            head = person.get()
            assert head["status"] == "broken" and head["revision"] == 6
            assert says in head["broken"]
            acted = person.post("/actions", revision=6, actions=["done"], key="k")
            for status, answer in (person.try_get("/scene"), acted):
                assert (status, answer["error"]) == (409, "broken")
            assert len(service(client).store.log(match)) == 6
            assert Person(client, well, others["german"].token).get()["status"] == "running"


def test_a_match_says_that_the_game_under_it_has_changed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As long as all that was done replays to the same states it goes on, openly; else it is broken."""
    folder, pack = meuse.load(VOD).data.folder, tmp_path / "pack"
    (pack / "scenarios").mkdir(parents=True)
    with serving(tmp_path) as client:
        match, held, _ = create(client, VOD, "1940")
        held["german"].act_at_random(Random(1))
        head = held["german"].get()
        assert head["changed"] == [] and not caplog.records
    later, broken = (("tables.toml", "crisis = 1", "crisis = 2"), ("scenarios/1940.toml", "german = 8", "german = 9"))
    for (file, old, new), status in ((later, "running"), (broken, "broken")):
        (pack / file).write_text((folder / file).read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        games.lay({VOD: pack})
        try:
            with serving(tmp_path) as client:
                until(lambda client=client: client.get("/api/health").json()["checked"] == 1)
                person, now = Person(client, match, held["german"].token), games.load(VOD).data_hash
                again = person.get()
                assert (again["status"], again["data"]) == (status, head["data"])
                assert now != head["data"]
                if status == "running":
                    assert again["changed"] == [{"what": "data", "began": head["data"], "now": now}]
                    assert f"match {match} goes on with other rules or data" in caplog.text
                    assert person.act_at_random(Random(1))
                else:
                    assert f"data {head['data']}, now {now}" in again["broken"]
        finally:
            games.lay({})


def test_the_cache_is_only_a_cache(tmp_path: Path) -> None:
    kept = Service(Store(f"sqlite:///{tmp_path}/m.sqlite"))
    kept.tables._kept = 2 * TABLE + 10
    made = [creation.create(kept.store, NewMatch(game=BOF, scenario="two_players")) for _ in range(5)]
    for _ in range(2):
        for match in made:
            seat = kept.seat(match.match, match.seats["germany"])
            with kept.tables.at(match.match) as table:
                option, revision = str(table.state.options[0]), table.revision
            kept.act(seat, Act(revision=revision, actions=[option], key=str(revision)))
    assert len(kept.tables._tables) == 2
    with pytest.raises(Problem):
        kept.seat("nothing", "nothing")
    kept.store.close()


# imports

RECORD = Path(__file__).parents[1] / "games" / VOD / "records" / "victory_or_defeat-1940-41.meuse"


def test_a_finished_record_can_be_studied(shared: TestClient) -> None:
    text = RECORD.read_text(encoding="utf-8")
    answer = shared.post("/api/matches/import", json={"record": text})
    assert answer.status_code == 201
    _, held, watcher = people(shared, answer.json())
    head = watcher.get()
    assert head["status"] == "over" and head["result"]["winner"] == "allied"
    data = meuse.load(VOD).data_hash  # a record is written with the data it was replayed with
    assert held["german"].get("/record")["record"] == re.sub(r'\[Data ".*"\]', f'[Data "{data}"]', text)


def test_an_open_record_goes_on_with_other_dice(shared: TestClient) -> None:
    state = meuse.load(BOF).new("two_players", seed=b"known to all")
    random = Random(1)
    while state.actions < 120:
        state.apply(random.choice(state.options))
    text = state.record.text()
    seats = {"germany": "person", "france": "hotseat", "britain": "hotseat"}
    match, held, _ = people(shared, shared.post("/api/matches/import", json={"record": text, "seats": seats}).json())
    row = service(shared).store.match(match)
    assert row is not None and row.seed != b"known to all"
    assert held["germany"].scene(side="germany") == state.scene("germany")
    assert held["france"] is held["britain"]
    match, held, _ = people(shared, shared.post("/api/matches/import", json={"record": text}).json())
    assert held["germany"].get("/record")["record"] == text


POSITIONS = {
    "": "there is no game 'None'",
    "/etc/passwd": "is not valid TOML",
    "game = 'chess'": "there is no game 'chess'",
    f"game = '{VOD}'": "it cannot be read",
    f"{'a.' * 20_000}a = 1": "a key of too many parts",
}


@pytest.mark.parametrize("number", [0, 1])
def test_positions(shared: TestClient, number: int) -> None:
    page = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
    text = re.findall(r"```toml\n(.*?)```", page, re.S)[number]
    for given in (text, re.sub("^game = .*\n", "", text)):
        answer = shared.post("/api/matches/import", json={"position": given})
        assert answer.status_code == 201, answer.text
        _, held, _ = people(shared, answer.json())
        person = next(iter(held.values()))
        assert person.act_at_random(Random(0))
        service(shared).tables.forget(person.match)
        assert person.get()["revision"] == 1


@pytest.mark.parametrize("text", POSITIONS, ids=lambda text: text[:20])
def test_what_is_no_position(shared: TestClient, text: str) -> None:
    answer = shared.post("/api/matches/import", json={"position": text})
    assert answer.status_code in (404, 422) and POSITIONS[text] in answer.json()["reason"]


VOD_HEAD = f'[Meuse "1"]\n[Game "{VOD}"]\n[Scenario "1940"]\n'


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"record": "x", "position": "y"},
        {"record": "nonsense"},
        {"record": '[Meuse "1"]\n[Game "chess"]\n[Scenario "1"]\n[Seed "00"]\n'},
        {"record": VOD_HEAD + '[Seed "zz"]\n'},
        {"record": VOD_HEAD + f'[Seed "{"00" * 99}"]\n\n1. allied: done {{{"9" * 9999}}}\n'},
        {"record": VOD_HEAD + '[Seed "00"]\n\n1. german: done\n'},
        {"position": "[" * 3000},
        {"position": f"game = '{VOD}'\nscenario = '1940'", "seats": {"martian": "person"}},
    ],
)
def test_what_cannot_be_imported(shared: TestClient, body: dict[str, Any]) -> None:
    answer = shared.post("/api/matches/import", json=body)
    assert answer.status_code in (404, 422), answer.text
    assert answer.json()["reason"]
