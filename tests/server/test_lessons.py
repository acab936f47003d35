"""Lessons over HTTP: what is offered, and the ordinary match that goes with one."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from meuse import games
from tests.server.kit import BOF, VOD, people


@pytest.mark.parametrize("game", games.NAMES)
def test_lessons_are_listed_and_told_step_by_step(shared: TestClient, game: str) -> None:
    listed = shared.get(f"/api/games/{game}/lessons").json()
    assert [one["id"] for one in listed] == list(games.load(game).lessons())
    for one in listed:
        told = shared.get(f"/api/games/{game}/lessons/{one['id']}").json()
        assert (told["title"], told["side"], len(told["steps"])) == (one["title"], one["side"], one["steps"])
        assert any(step["ways"] for step in told["steps"])
    assert not any(name.startswith("lessons/") for name in shared.get(f"/api/games/{game}/data").json()["files"])
    assert shared.get(f"/api/games/{game}/lessons/none").status_code == 404


def test_a_lesson_makes_an_ordinary_match_with_its_seed(shared: TestClient) -> None:
    answer = shared.post("/api/matches", json={"game": VOD, "lesson": "1940"})
    assert answer.status_code == 201, answer.text
    match, held, watcher = people(shared, answer.json())
    told = shared.get(f"/api/games/{VOD}/lessons/1940").json()
    head = watcher.get()
    assert (head["id"], head["lesson"], head["scenario"], head["revision"]) == (match, "1940", "1940", told["begins"])
    assert {seat["side"]: seat["kind"] for seat in head["seats"]} == {"german": "hotseat", "allied": "bot:captain"}
    me, revision = held["german"], head["revision"]
    for action in ("ready", "order move_first", "coup 3235"):
        me.act(action, revision)
        revision += 1
    assert me.get("/log")["entries"][-1]["rolls"] == [4]
    again = shared.post("/api/matches", json={"game": VOD, "lesson": "1940"}).json()
    assert (again["match"] != match, again["commitment"]) == (True, answer.json()["commitment"])


def test_other_matches_have_no_lesson(shared: TestClient) -> None:
    answer = shared.post("/api/matches", json={"game": BOF, "scenario": "two_players"})
    assert people(shared, answer.json())[2].get()["lesson"] == ""


@pytest.mark.parametrize("more", [{"scenario": "1940"}, {"options": {"a": "b"}}, {"seats": {"german": "person"}}])
def test_a_lesson_says_it_all(shared: TestClient, more: dict[str, object]) -> None:
    answer = shared.post("/api/matches", json={"game": VOD, "lesson": "1940", **more})
    assert answer.status_code == 422
    assert "a lesson has its own" in answer.json()["reason"]


def test_there_is_no_such_lesson(shared: TestClient) -> None:
    answer = shared.post("/api/matches", json={"game": VOD, "lesson": "1941"})
    assert answer.status_code == 404
    assert "lessons: 1939, 1940" in answer.json()["reason"]
