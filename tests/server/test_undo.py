"""Taking actions back: free, by consent, declined; and rematches."""

from __future__ import annotations

from random import Random

from starlette.testclient import TestClient

from tests.server.kit import BOF, VOD, Person, create, service
from tests.server.test_secrecy import middle_of_a_game


def sealed_point(allied: Person, german: Person, client: TestClient) -> int:
    """Play until an action has been sealed; the revision."""
    random = Random(11)
    while True:
        done = german.act_at_random(random) or allied.act_at_random(random)
        if service(client).store.log(allied.match)[-1].sealed:
            return int(done["revision"])


def test_free_undo_is_for_whoever_acted(shared: TestClient) -> None:
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    allied, german = held["allied"], held["german"]
    before = allied.get("/scene")["scene"]
    allied.act_at_random(Random(1))
    allied.act_at_random(Random(1))
    status, asked = german.post("/undo", revision=2, key="a")
    assert (status, asked["entries"][-1]["kind"]) == (200, "ask")
    status, done = allied.post("/undo", revision=3, actions=2, key="b")
    assert (status, done["entries"][-1]["kind"], done["entries"][-1]["action"]) == (200, "undo", "undo 2")
    assert allied.get("/scene")["scene"] == before
    assert allied.get()["undo"] is None
    assert allied.post("/undo", revision=3, actions=2, key="b") == (status, done)
    status, answer = allied.post("/undo", revision=4, key="c")
    assert (status, answer["error"]) == (422, "illegal")
    assert [row.kind for row in service(shared).store.log(match)] == ["act", "act", "ask", "undo"]


def test_sealed_actions_are_taken_back_by_consent(shared: TestClient) -> None:
    _, held, watcher = middle_of_a_game(shared, 420)
    allied, german = held["allied"], held["german"]
    revision = sealed_point(allied, german, shared)
    history = allied.get("/scene")["scene"]
    assert allied.post("/undo/answer", revision=revision, consent=True, key="x")[1]["error"] == "not_asked"
    status, asked = german.post("/undo", revision=revision, key="please")
    assert (status, asked["entries"][-1]["kind"]) == (200, "ask")
    assert watcher.get()["undo"] == {"side": "german", "actions": 1, "waiting_for": ["allied"]}
    assert german.post("/undo/answer", revision=revision + 1, consent=True, key="self")[0] == 403
    assert german.post("/undo", revision=revision + 1, key="again")[1]["error"] == "asked"
    status, answer = allied.post("/undo/answer", revision=revision + 1, consent=False, key="no")
    assert (status, answer["entries"][-1]["kind"]) == (200, "decline")
    assert allied.get()["undo"] is None and allied.get("/scene")["scene"] == history
    assert german.post("/undo", revision=revision + 2, key="please again")[0] == 200
    status, answer = allied.post("/undo/answer", revision=revision + 3, consent=True, key="yes")
    assert (status, answer["entries"][-1]["kind"], answer["entries"][-1]["action"]) == (200, "undo", "undo 1")
    assert allied.post("/undo/answer", revision=revision + 3, consent=True, key="yes") == (status, answer)
    assert allied.get("/scene")["scene"] != history
    service(shared).tables.forget(allied.match)
    assert allied.get()["revision"] == revision + 4


def test_all_the_others_must_consent(shared: TestClient) -> None:
    _, held, _ = create(shared, BOF, "three_players", germany="person", france="person", britain="person")
    first = next(side for side in held if held[side].options())
    held[first].act_at_random(Random(1))
    others = [side for side in held if side != first]
    assert held[others[0]].post("/undo", revision=1, key="k")[1]["entries"][-1]["kind"] == "ask"
    assert (
        held[others[1]].post("/undo/answer", revision=2, consent=True, key="k")[1]["entries"][-1]["kind"] == "consent"
    )
    assert held[first].get()["undo"]["waiting_for"] == [first]
    assert held[first].post("/undo/answer", revision=3, consent=True, key="k2")[1]["entries"][-1]["kind"] == "undo"


def test_bots_never_mind(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="bot:recruit", allied="person")
    held["allied"].act_at_random(Random(1))
    assert held["allied"].post("/undo", revision=1, key="k")[1]["entries"][-1]["kind"] == "undo"


def test_a_rematch_is_opened_by_the_same_tokens(shared: TestClient) -> None:
    match, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    assert held["german"].post("/rematch", swap=True)[1]["error"] == "running"
    assert held["german"].post("/resign", revision=0, key="k")[0] == 200
    status, made = held["german"].post("/rematch", swap=True)
    assert status == 200
    assert held["allied"].post("/rematch") == (200, made)
    assert watcher.get()["rematch"] == made["match"]
    again = Person(shared, made["match"], held["german"].token)
    assert again.get("/scene")["side"] == "allied"
    store = service(shared).store
    old, new = store.match(match), store.match(made["match"])
    assert old is not None and new is not None and old.seed != new.seed
    tokens = {"tokens": [held["german"].token, watcher.token, "nonsense"]}
    listed = shared.post("/api/matches/list", json=tokens).json()["matches"]
    assert [head["id"] for head in listed] == [made["match"], match]
    assert [[seat["side"] for seat in head["seats"] if seat["yours"]] for head in listed] == [["allied"], ["german"]]
    assert watcher.post("/rematch")[0] == 403
