"""Matches in scenarios that players bring along: the text is stored with the match, and everything follows from it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from starlette.testclient import TestClient

from meuse import games
from meuse.engine import Record
from meuse.server import storage
from meuse.server.storage import Store, connect
from tests import until
from tests.server.kit import BOF, VOD, Person, create, people, process, service, serving

SCENARIO = """
title = "The last week"
players = [["germany"], ["britain", "france"]]
rounds = 3
allies_share = true

[setup.germany]
31 = { infantry = 2, tank = 1 }

[setup.france]
Paris = { infantry = 5, aa = 1, fighter = 1 }
"""
SIDES = ("germany", "france", "britain")


def own(client: Any, text: str = SCENARIO, **seats: str) -> tuple[str, dict[str, Person], Person]:
    """A match in a scenario of one's own."""
    answer = client.post("/api/matches", json={"game": BOF, "scenario_text": text, "seats": seats})
    assert answer.status_code == 201, answer.text
    return people(client, answer.json())


def test_a_match_in_a_scenario_of_ones_own(shared: TestClient) -> None:
    _, held, watcher = own(shared)
    head = watcher.get()
    assert head["scenario"].startswith("own-") and head["status"] == "running"
    scene = held["germany"].scene(side="germany")
    assert scene.turn == "Round 1 of 3"
    assert {piece.face for piece in scene.stacks["31"].pieces} == {"G.infantry", "G.tank"}
    info = shared.get(f"/api/games/{BOF}/settings/{head['scenario']}/info").json()
    assert (info["title"], info["players"]) == ("The last week", [["germany"], ["britain", "france"]])
    assert not any(one["title"] == info["title"] for one in shared.get(f"/api/games/{BOF}/about").json()["scenarios"])


def test_all_problems_of_a_scenario_are_listed_at_once(shared: TestClient) -> None:
    text = SCENARIO.replace("rounds = 3", "rounds = 40").replace("31 =", "99 =").replace('"britain", ', "")
    answer = shared.post("/api/matches", json={"game": BOF, "scenario_text": text})
    assert (answer.status_code, answer.json()["error"]) == (422, "invalid")
    problems = answer.json()["facts"]["problems"]
    for says in ("rounds: 40 is outside 1 to 19", "setup, germany: there is no area 99", "players: "):
        assert sum(problem.startswith(says) for problem in problems) == 1, problems
    assert answer.json()["reason"] == f"scenario: {'; '.join(problems)}"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "give the name of a scenario, or the text"),
        ({"scenario": "two_players", "scenario_text": SCENARIO}, "give the name of a scenario, or the text"),
        ({"scenario_text": "/etc/passwd"}, "is not valid TOML"),
        ({"scenario_text": f"{'a.' * 20_000}a = 1"}, "a key of too many parts"),
        ({"scenario_text": "x" * 300_000}, "at most 262144 characters"),
        ({"scenario": "own-0123456789abcdef"}, "has no scenario"),
    ],
)
def test_what_is_no_scenario(shared: TestClient, body: dict[str, str], says: str) -> None:
    answer = shared.post("/api/matches", json={"game": BOF, **body})
    assert answer.status_code == 422 and says in answer.json()["reason"]


def test_it_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next process knows nothing but the database; so does one whose memory of scenarios has been used up."""
    with serving(tmp_path) as client:
        match, held, _ = own(client)
        person, random = held["germany"], Random(3)
        for _ in range(12):
            person.act_at_random(random)
        before = [person.get("/scene", side=side, at=at) for side in SIDES for at in (0, 5, 12)]
    forget(monkeypatch)
    with serving(tmp_path) as client:
        again = Person(client, match, person.token)
        assert before == [again.get("/scene", side=side, at=at) for side in SIDES for at in (0, 5, 12)]
        games.load(BOF)._own.clear()
        assert again.act_at_random(random) and again.get("/scene", side="france", at=5) == before[4]
        assert service(client).check(match) is None


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the process were a new one: no scenario of a player's own has been read."""
    monkeypatch.setattr(games.load(BOF), "_own", {})


def test_a_bot_plays_in_it_to_the_end(client: TestClient) -> None:
    _, _, watcher = own(client, **dict.fromkeys(SIDES, "bot:recruit"))
    head = until(lambda: (found := watcher.get())["status"] == "over" and found)
    assert head["result"]["winners"] == list(games.load(BOF).camps.get(head["result"]["winner"], ()))


def test_its_record_carries_the_text(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever editor wrote it: lines that end in blanks and carriage returns come to the same scenario."""
    _, held, _ = own(shared, SCENARIO.replace("\n", "  \r\n") + "\n\n")
    person = held["germany"]
    for _ in range(5):
        person.act_at_random(Random(1))
    text, scenario = person.get("/record")["record"], person.get()["scenario"]
    assert '> title = "The last week"\n' in text and f'[Scenario "{scenario}"]' in text
    forget(monkeypatch)
    state, complaints = Record.read(text).verify(games.load(BOF))
    assert complaints == [] and state.setting.name == scenario
    forget(monkeypatch)
    _, again, _ = people(shared, shared.post("/api/matches/import", json={"record": text}).json())
    assert again["germany"].get()["scenario"] == scenario
    assert again["germany"].get("/record")["record"] == text


def test_a_rematch_is_played_in_it_too(shared: TestClient) -> None:
    _, held, _ = own(shared)
    assert held["germany"].post("/resign", revision=0, key="k")[0] == 200
    status, made = held["germany"].post("/rematch")
    again = Person(shared, made["match"], held["germany"].token)
    assert status == 200 and again.get()["scenario"] == held["germany"].get()["scenario"]
    assert again.scene().turn == "Round 1 of 3"


def test_another_process_serves_its_map_and_counters(tmp_path: Path) -> None:
    """One that has not loaded it, over the same database."""
    with process(tmp_path) as address, serving(tmp_path) as client:
        _, held, _ = own(client)
        scenario = held["germany"].get()["scenario"]
        for what in ("faces", "plan", "map.svg", "info"):
            path = f"/api/games/{BOF}/settings/{scenario}/{what}"
            answer = httpx2.get(f"{address}{path}")
            assert answer.status_code == 200 and answer.content == client.get(path).content
        assert httpx2.get(f"{address}/api/games/{VOD}/settings/{scenario}/plan").status_code == 404


# databases of before


def test_a_database_from_before_there_were_such_scenarios(tmp_path: Path) -> None:
    """It is brought up to date when the server starts; its matches go on."""
    with serving(tmp_path) as client:
        match, held, _ = create(client, VOD, "1940")
        held["german"].act_at_random(Random(1))
        before = held["german"].get("/scene")
    file = tmp_path / "matches.sqlite"
    engine, config = connect(f"sqlite:///{file}"), Config()
    config.set_main_option("script_location", str(Path(storage.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    engine.dispose()
    with sqlite3.connect(file) as database:
        assert "scenario_text" not in [row[1] for row in database.execute("PRAGMA table_info(matches)")]
    database.close()
    with serving(tmp_path) as client:
        again = Person(client, match, held["german"].token)
        assert again.get("/scene") == before and again.act_at_random(Random(1))
        assert service(client).store.match(match).scenario_text == ""  # type: ignore[union-attr]
        assert own(client)[1]["germany"].get()["status"] == "running"


def test_the_tables_are_what_the_migrations_make(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/m.sqlite")
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), storage.Base.metadata) == []
    store.close()
