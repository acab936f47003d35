"""Battles of one's own over HTTP: what can be bought, what the rules say, and a match in what was made."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.kit import BOF, people

GAME = "france_1940"
DESIGN = f"/api/games/{GAME}/design"


def start(client: TestClient, **changes: Any) -> dict[str, Any]:
    """The battle to begin with, changed."""
    found: dict[str, Any] = client.get(DESIGN).json()["start"]
    return found | changes


def designed(client: TestClient, wish: dict[str, Any]) -> Any:
    answer = client.post(DESIGN, json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_game_says_what_can_be_bought(shared: TestClient) -> None:
    found = shared.get(DESIGN).json()
    assert len(found["wares"]) == 103 and [sheet["id"] for sheet in found["sheets"]] == list("ABCDEFGH")
    rifles = next(ware for ware in found["wares"] if ware["id"] == "FR2")
    assert [price["points"] for price in rifles["prices"]] == [19, 22, 17] and rifles["clause"] == "13.FR2"
    assert shared.get(f"/api/games/{GAME}/about").json()["designs"]


def test_a_designed_battle_becomes_a_match(shared: TestClient) -> None:
    made = designed(shared, start(shared, title="Over the mill stream"))
    assert made["flaws"] == [] and made["spent"] == {"german": 70, "allied": 38}
    answer = shared.post("/api/matches", json={"game": GAME, "scenario_text": made["text"]})
    assert answer.status_code == 201, answer.text
    _, held, watcher = people(shared, answer.json())
    head = watcher.get()
    info = shared.get(f"/api/games/{GAME}/settings/{head['scenario']}/info").json()
    assert info["title"] == "Over the mill stream" and held["allied"].scene().choices


def test_objections_come_with_their_clauses_and_without_a_file(shared: TestClient) -> None:
    made = designed(shared, start(shared, hexes=[], turns=9))
    assert made["text"] == ""
    assert {(flaw["clause"], flaw["stops"]) for flaw in made["flaws"]} == {("13d", True), ("13j", False)}


@pytest.mark.parametrize(("sheets", "hexes"), [("A", 240), ("A-B~", 480), ("H.F~", 472), ("A-B.C-D~", 952)])
def test_the_boards_are_drawn_as_they_lie(shared: TestClient, sheets: str, hexes: int) -> None:
    """Where a turned board meets the one above it, half of the hexes of the edge are shared."""
    plan = shared.get(f"{DESIGN}/{sheets}/plan").json()
    assert len(plan["spaces"]) == hexes
    picture = shared.get(f"{DESIGN}/{sheets}/map.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml") and "<svg" in picture.text


@pytest.mark.parametrize("sheets", ["Z", "A-A", "A-B.C", "~", "A-B-C-D-E-F-G-H-A"])
def test_boards_that_cannot_lie_so(shared: TestClient, sheets: str) -> None:
    for what in ("plan", "map.svg"):
        assert shared.get(f"{DESIGN}/{sheets}/{what}").status_code == 404


def test_a_wish_of_another_form_is_refused(shared: TestClient) -> None:
    for wrong in ({}, start(shared, turns=100), start(shared, more=1), start(shared, hexes=["A101"] * 100)):
        assert shared.post(DESIGN, json=wrong).status_code == 422
    assert designed(shared, start(shared, sides={}))["flaws"]


def test_not_every_game_is_designed(shared: TestClient) -> None:
    assert shared.get(f"/api/games/{BOF}/design").status_code == 404
    assert "designs" not in shared.get(f"/api/games/{BOF}/about").json()
