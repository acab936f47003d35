"""The interface itself: what it says of the games, its description, and how it takes nonsense."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import meuse
from meuse import games
from meuse.server import guard
from tests import LAST
from tests.server.kit import VOD, create

ROOT = Path(__file__).parents[2]
ERROR = {"error", "reason", "clause", "facts", "revision"}


@pytest.mark.parametrize("name", games.NAMES)
def test_games_describe_themselves(shared: TestClient, name: str) -> None:
    game = meuse.load(name)
    info = shared.get(f"/api/games/{name}").json()
    assert info in shared.get("/api/games").json()
    assert (info["title"], info["sides"], info["scenarios"]) == (game.TITLE, list(game.sides), list(game.scenarios))
    assert {option["name"] for option in info["options"]} == set(game.ledger.options)
    data = shared.get(f"/api/games/{name}/data").json()
    assert data["data"] == game.data_hash and "units.toml" in data["files"]
    assert "map.toml" in data["files"] or "boards/A.toml" in data["files"]
    rules = shared.get(f"/api/games/{name}/rules").json()
    assert [clause["id"] for clause in rules["clauses"]] == list(game.ledger.clauses)
    assert [ruling["id"] for ruling in rules["rulings"]] == list(game.ledger.rulings)


def test_games_are_read_before_there_are_threads() -> None:
    """Many threads begin at once in a fresh process: none of them is the first to read anything."""
    script = """
import sys, threading
from meuse import games
from meuse.server.creation import warm_up
warm_up()
sys.setswitchinterval(1e-6)
def go():
    for name in games.NAMES:
        game = games.load(name)
        game.problems("game = 'x'\\nscenario = '1'\\n[units]\\n")
        game.new(game.scenarios[0], b"x")
threads = [threading.Thread(target=go) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""
    for _ in range(2):
        assert subprocess.run([sys.executable, "-c", script], timeout=LAST, check=False).returncode == 0


def test_options_shape_a_match(shared: TestClient) -> None:
    body: dict[str, Any] = {"game": VOD, "scenario": "1940", "options": {"gsc": "steep"}}
    made = shared.post("/api/matches", json=body).json()
    headers = {"Authorization": f"Bearer {made['spectator']}"}
    assert shared.get(f"/api/matches/{made['match']}", headers=headers).json()["options"]["gsc"] == "steep"
    for wrong, status in (
        ({"game": "chess"}, 404),
        ({"scenario": "1815"}, 422),
        ({"options": {"luck": "good"}}, 422),
        ({"options": {"gsc": "mild"}}, 422),
        ({"seats": {"martian": "person"}}, 422),
        ({"seats": {"german": "bot:genius"}}, 422),
        ({"pack": "/etc"}, 422),
    ):
        answer = shared.post("/api/matches", json=body | wrong)
        assert answer.status_code == status and set(answer.json()) == ERROR


def test_bodies_are_json_and_not_too_large(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    post = shared.post
    json_type = {"content-type": "application/json"}
    for answer, status in (
        (post("/api/matches", content=b"x" * (guard.LARGEST + 1), headers=json_type), 413),
        (post("/api/matches", content=b"<a/>", headers={"content-type": "text/xml"}), 415),
        (post("/api/matches", content=b"{}"), 415),
        (post("/api/matches", content=b"{", headers=json_type), 400),
        (post("/api/matches", content=b"[" * 100_000, headers=json_type), 400),
        (post("/api/matches", content=b'{"game":' + b"9" * 5000 + b"}", headers=json_type), 400),
        (post("/api/matches", content=b'{"game":"\\ud800","scenario":"\\ud800"}', headers=json_type), 422),
        (post("/api/matches", content=b"\xff\xfe", headers=json_type), 400),
        (post("/api/matches"), 422),
        (shared.get("/api/nothing"), 404),
        (shared.delete("/api/matches"), 405),
    ):
        assert answer.status_code == status, answer.text
        assert set(answer.json()) == ERROR


def test_no_token_is_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    guard.keep_tokens_out_of_logs()
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)  # a server run before may have stopped it
    with caplog.at_level(logging.INFO, "uvicorn.error"):
        logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "me", "/live?token=secret&since=1")
    assert "secret" not in caplog.text and "since=1" in caplog.text


# the description


def operations(client: TestClient) -> list[tuple[str, str, dict[str, Any]]]:
    spec = client.get("/openapi.json").json()
    return [(path, method, what) for path, item in spec["paths"].items() for method, what in item.items()]


def test_the_client_knows_the_description(shared: TestClient) -> None:
    """The client's types are made from a copy of it: ``npm run types`` after a change."""
    kept = json.loads((ROOT / "web" / "src" / "api" / "openapi.json").read_text(encoding="utf-8"))
    assert kept == shared.get("/openapi.json").json()


def test_the_description_is_complete(shared: TestClient) -> None:
    """Every reference resolves, every answer and body has a type, every error the one shape."""
    spec = shared.get("/openapi.json").json()
    assert spec["openapi"].startswith("3.")

    def resolve(node: Any) -> None:
        if isinstance(node, dict):
            if "$ref" in node:
                here = spec
                for step in node["$ref"].removeprefix("#/").split("/"):
                    here = here[step]
            for inner in node.values():
                resolve(inner)
        elif isinstance(node, list):
            for inner in node:
                resolve(inner)

    resolve(spec)
    seen = set()
    for path, method, what in operations(shared):
        assert what["operationId"] not in seen
        seen.add(what["operationId"])
        for status, answer in what["responses"].items():
            kind = "image/svg+xml" if path.endswith("map.svg") and status == "200" else "application/json"
            schema = answer["content"][kind]["schema"]
            assert schema, (path, method, status)
            if not status.startswith("2"):
                assert schema["$ref"] == "#/components/schemas/Error", (path, method, status)
        if "requestBody" in what:
            assert what["requestBody"]["content"]["application/json"]["schema"]
    assert len(seen) >= 18


def test_texts_of_actions_are_never_the_servers_fault(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940")
    person, random = held["german"], Random(8)
    words = sorted(meuse.load(VOD).setting("1940").vocabulary.words)
    for _ in range(60):
        word = random.choice(words)
        place = random.randrange(len(word))
        text = random.choice([word, word[:place] + random.choice("\0 é'%;\u2028") + word[place:], word[place:]])
        for what in ("/explain", "/preview", "/ahead"):
            assert person.try_get(what, action=text)[0] in (200, 422)
        assert person.try_get("/why", piece=text, place=text[::-1])[0] == 200
