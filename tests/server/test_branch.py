"""Play from here: a new match from a moment of another."""

from __future__ import annotations

from random import Random

import pytest
from starlette.testclient import TestClient

from meuse.engine import Record
from tests.server.kit import BOF, VOD, Person, create, people, service
from tests.server.test_wishes import wish


@pytest.mark.parametrize(
    ("game", "scenario"), [(VOD, "1940"), (BOF, "two_players"), (BOF, "three_players"), ("france_1940", "rethel")]
)
def test_a_match_goes_on_from_a_moment_of_another(shared: TestClient, game: str, scenario: str) -> None:
    match, held, _ = create(shared, game, scenario)
    person = next(iter(held.values()))
    if game == VOD:
        wish(person, 0, actions=["ready"])
        wish(person, 1, actions=["ready"])
    random = Random(1)
    while person.get()["revision"] < 60:
        person.act_at_random(random)
    for at in (0, 25, 60):
        status, made = person.post("/branch", at=at, seats=dict.fromkeys(list(held)[:1], "person"))
        assert status == 201
        other, seats, _ = people(shared, made)
        side = person.get("/scene", at=at)["side"]
        then = Person(shared, other, seats[side].token).get("/scene", side=side)["scene"]
        assert then == person.get("/scene", at=at, side=side)["scene"]
        store = service(shared).store
        old, new = store.match(match), store.match(other)
        assert old is not None and new is not None and old.seed[-16:] != new.seed[-16:]
        assert seats[seats[side].get()["to_act"]].act_at_random(random)
        service(shared).tables.forget(other)
        assert service(shared).check(other) is None
    assert person.get()["revision"] == 60


def test_what_was_taken_back_is_not_in_it(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940")
    allied = held["allied"]
    wish(allied, 0, actions=["place B.I", "at 3130"])
    wish(allied, 2, without=[1, 2], actions=["place B.II", "at 3131"])
    for at, lines in ((2, ["place B.I", "at 3130"]), (3, []), (5, ["place B.II", "at 3131"])):
        _, seats, _ = people(shared, allied.post("/branch", at=at)[1])
        assert [line.action for line in Record.read(seats["allied"].get("/record")["record"]).lines] == lines


def test_a_running_match_of_several_people_is_not_continued_elsewhere(shared: TestClient) -> None:
    """It would show what is hidden; once it is over, everybody may."""
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    held["allied"].act_at_random(Random(1))
    for person in (*held.values(), watcher):
        status, answer = person.post("/branch", at=0)
        assert (status, answer["error"]) == (403, "not_over")
    assert held["german"].post("/resign", revision=1, key="k")[0] == 200
    status, made = watcher.post("/branch", at=1, seats={"german": "bot:recruit"})
    assert status == 201 and list(made["seats"]) == ["allied"]


def test_a_moment_that_cannot_be_continued_is_refused(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940")
    assert held["german"].post("/branch", at=1)[1]["error"] == "invalid"
    assert held["german"].post("/branch", at=0, seats={"nobody": "person"})[1]["error"] == "invalid"
    assert held["german"].post("/branch", at=-1)[0] == 422
    assert watcher.post("/branch", at=0)[0] == 403
