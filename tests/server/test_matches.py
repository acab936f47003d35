"""Whole matches over HTTP: seats, revisions, undo, resignation, records."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import meuse
from meuse.engine import Record
from meuse.engine.dice import commitment
from tests import until
from tests.server.kit import BOF, VOD, Person, create, people, service


@pytest.mark.parametrize(("game", "scenario"), [("france_1940", "montcornet"), (BOF, "three_players")])
def test_bots_play_a_whole_match_and_its_record_verifies(shared: TestClient, game: str, scenario: str) -> None:
    sides = meuse.load(game).sides
    made = shared.post(
        "/api/matches", json={"game": game, "scenario": scenario, "seats": dict.fromkeys(sides, "bot:recruit")}
    ).json()
    _, held, watcher = people(shared, made)
    assert held == {}
    head = until(lambda: (h := watcher.get())["status"] == "over" and h, every=0.3)
    assert head["result"]["reason"] and head["to_act"] is None
    assert commitment(bytes.fromhex(head["seed"])) == made["commitment"] == head["commitment"]
    record = watcher.get("/record")["record"]
    state, complaints = Record.read(record).verify(meuse.load(game))
    assert complaints == []
    assert state.actions == head["revision"] == len(watcher.get("/log")["entries"])


def test_a_person_plays_a_bot(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="bot:recruit")
    person, random, acted = held["german"], Random(1), 0
    while acted < 15:
        until(lambda: person.get()["to_act"] == "german")
        acted += person.act_at_random(random) is not None
    assert {entry["side"] for entry in person.get("/log")["entries"]} == {"german", "allied"}


def test_the_seed_and_the_record_stay_closed_until_the_end(shared: TestClient) -> None:
    match, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    row = service(shared).store.match(match)
    assert row is not None and len(row.seed) == 16
    held["allied"].act_at_random(Random(0))
    for person in (*held.values(), watcher):
        assert person.get()["seed"] is None
        assert person.try_get("/record")[0] == 403
        for what in ("", "/scene", "/log"):
            assert row.seed.hex() not in str(person.get(what))
    status, done = held["german"].post("/resign", revision=1, key="enough")
    assert status == 200 and done["entries"][-1]["kind"] == "resign"
    for person in (*held.values(), watcher):
        head = person.get()
        assert head["seed"] == row.seed.hex()
        assert head["result"]["winner"] == "allied" and head["result"]["level"] == "resignation"
        assert not person.options()
        assert '[Termination "Germany resigned"]' in person.get("/record")["record"]
    assert held["allied"].post("/actions", revision=2, actions=["done"], key="late")[1]["error"] == "over"


def test_everything_a_hot_seat_needs(shared: TestClient) -> None:
    """One token for both sides; the record at any time; the scene of whichever side is wanted."""
    _, held, watcher = create(shared, VOD, "1940")
    person = held["german"]
    assert held["allied"] is person
    for _ in range(5):
        assert person.act_at_random(Random(2))
    assert person.get("/scene", side="german")["side"] == "german"
    assert person.get("/scene", side="allied")["scene"]["side"] == "allied"
    assert person.get("/overlays", side="german")["overlays"]["forts"]
    assert len(Record.read(person.get("/record")["record"]).lines) == 5
    assert watcher.try_get("/record")[0] == 403


def test_seats_are_checked(shared: TestClient) -> None:
    match, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    option = held["allied"].options()[0]
    for person in (held["german"], watcher):
        status, answer = person.post("/actions", revision=0, actions=[option], key="k")
        assert (status, answer["error"]) == (403, "wrong_seat")
    stranger = Person(shared, match, "no such token")
    assert stranger.try_get()[0] == 404
    assert Person(shared, "nothing", held["german"].token).try_get("/scene")[0] == 404
    assert shared.get(f"/api/matches/{match}/scene").status_code == 401
    assert held["german"].try_get("/scene", side="allied")[0] == 403
    for what, query in (("/overlays", {}), ("/explain", {"action": "done"}), ("/preview", {"action": "done"})):
        assert watcher.try_get(what, **query)[0] == 403
    assert watcher.post("/resign", revision=0, key="k")[0] == 403
    assert watcher.post("/undo", revision=0, key="k")[0] == 403
    assert service(shared).store.log(match) == []


def test_joining_makes_the_link_void(shared: TestClient) -> None:
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    status, joined = held["german"].post("/join")
    assert status == 200 and joined["sides"] == ["german"]
    assert held["german"].try_get("/scene")[0] == 404
    assert held["german"].post("/join")[0] == 404
    assert Person(shared, match, joined["token"]).get("/scene")["side"] == "german"


def test_tokens_are_stored_as_hashes(shared: TestClient) -> None:
    match, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    store = service(shared).store
    stored = {seat.token for seat in store.seats(match)} | {store.match(match).spectator}  # type: ignore[union-attr]
    assert len(stored) == 3
    for person in (*held.values(), watcher):
        assert len(person.token) >= 32 and person.token not in stored


def test_stale_and_doubled_requests(shared: TestClient) -> None:
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    person = held["allied"]
    option = person.options()[0]
    first = person.post("/actions", revision=0, actions=[option], key="one")
    assert first[0] == 200 and first[1]["revision"] == 1
    assert person.post("/actions", revision=0, actions=[option], key="one") == first
    status, answer = person.post("/actions", revision=0, actions=[option], key="two")
    assert (status, answer["error"], answer["revision"]) == (409, "stale", 1)
    assert person.post("/actions", revision=7, actions=[option], key="two")[0] == 409
    status, answer = person.post("/actions", revision=1, actions=["done"], key="one")
    assert (status, answer["error"]) == (409, "key_used")
    person.act(person.options()[0], 1)
    assert person.post("/actions", revision=0, actions=[option], key="one") == first
    assert len(service(shared).store.log(match)) == 2


def test_illegal_actions_name_the_clause(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    person = held["allied"]
    clauses = {clause["id"] for clause in shared.get(f"/api/games/{VOD}/rules").json()["clauses"]}
    status, answer = person.post("/actions", revision=0, actions=["to 2831"], key="k")
    assert (status, answer["error"]) == (422, "illegal")
    assert answer["clause"] in clauses and answer["reason"]
    why = person.get("/explain", action="to 2831")
    assert (why["allowed"], why["clause"], why["reason"]) == (False, answer["clause"], answer["reason"])
    option = person.options()[0]
    assert person.get("/explain", action=option)["allowed"]
    assert held["german"].get("/explain", action=option)["reason"] == "not now: allied must decide first"
    assert person.try_get("/explain", action="fly home")[0] == 422


def test_previews_give_exact_odds(shared: TestClient) -> None:
    _, held, _ = create(shared, BOF, "two_players")
    person, random, seen = held["germany"], Random(3), 0
    for _ in range(200):
        shown = person.get("/scene")
        option = random.choice(shown["scene"]["choices"])["action"]
        odds = person.get("/preview", action=option)["preview"]
        if odds is not None:
            seen += 1
            assert sum(outcome["share"] for outcome in odds["outcomes"]) == pytest.approx(1)
        person.act(option, shown["revision"])
        if seen > 3:
            break
    assert seen
    assert person.try_get("/preview", action="fly home")[0] == 422


def test_who_joins_may_choose_the_token(shared: TestClient) -> None:
    """So that a lost answer loses no seat: a request with the new token finds it good."""
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    chosen = "0123456789abcdef" * 2
    status, joined = held["german"].post("/join", token=chosen)
    assert status == 200 and joined["token"] == chosen
    assert Person(shared, match, chosen).get("/scene")["side"] == "german"
    for bad in ("short", "x" * 101, "no blanks, please, not even here", 7):
        assert held["allied"].post("/join", token=bad)[0] == 422
    assert held["allied"].get("/scene")["side"] == "allied"


def test_a_seat_taken_over_meanwhile_does_not_spoil_the_list(
    shared: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    other, others, _ = create(shared, VOD, "1940", german="person", allied="person")
    store = service(shared).store
    opened = store.opened_by

    def renewed(secrets: set[str]) -> Any:
        found = list(opened(secrets))
        held["german"].post("/join")
        return found

    monkeypatch.setattr(store, "opened_by", renewed)
    tokens = [held["german"].token, others["german"].token]
    answer = shared.post("/api/matches/list", json={"tokens": tokens})
    assert [match["id"] for match in answer.json()["matches"]] == [other]


def test_no_match_has_such_a_name(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    assert shared.get("/api/matches/%00", headers=held["german"].headers).status_code == 404
