"""Several actions in one request: taken back, done and swept together, or not at all."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from meuse.engine.scene import Sweep
from meuse.games.battle_of_france import movement
from meuse.server.requests import NewMatch
from meuse.server.service import Service
from meuse.server.storage import LogRow, Store, Taken
from tests.server.kit import BOF, VOD, Person, create, service
from tests.server.test_live import channel


def wish(person: Person, revision: int, **body: Any) -> tuple[int, Any]:
    return person.post("/actions", revision=revision, key=person.key(), **body)


def done(answer: dict[str, Any]) -> list[str]:
    return [entry["action"] for entry in answer["entries"]]


def set_up(client: TestClient, **seats: str) -> tuple[str, Person, Person]:
    """A set-up of Victory or Defeat under way: two Belgian corps stand."""
    match, held, _ = create(client, VOD, "1940", **seats)
    allied = held["allied"]
    assert wish(allied, 0, actions=["place B.I", "at 3130", "place B.II", "at 3131"])[0] == 200
    return match, allied, held["german"]


def replays(client: TestClient, match: str) -> bool:
    """Does the log lead a second time to where the match is?"""
    service(client).tables.forget(match)
    return service(client).check(match) is None


def test_actions_are_carried_out_one_after_the_other(shared: TestClient) -> None:
    match, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    actions = ["place B.I", "at 3130", "place B.II", "at 3131"]
    status, answer = wish(held["allied"], 0, actions=actions)
    assert (status, answer["revision"], done(answer)) == (200, 4, actions)
    rows = service(shared).store.log(match)
    assert [(row.revision, row.action) for row in rows] == list(enumerate(actions, 1))
    assert [row.key is not None for row in rows] == [False, False, False, True]
    assert watcher.get()["revision"] == 4
    assert replays(shared, match)


def test_one_that_is_refused_undoes_the_others(shared: TestClient) -> None:
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    allied = held["allied"]
    before = allied.get("/scene")
    status, answer = wish(allied, 0, actions=["place B.I", "at 3130", "place B.I", "at 3131"])
    assert (status, answer["error"], answer["facts"]["action"]) == (422, "illegal", "place B.I")
    assert answer["clause"] and answer["revision"] == 0
    assert allied.get("/scene") == before and service(shared).store.log(match) == []
    assert wish(allied, 0, actions=["place B.I", "at 3130"])[0] == 200
    assert replays(shared, match)


def test_a_wish_is_carried_out_once(shared: TestClient) -> None:
    match, allied, _ = set_up(shared)
    body = {"revision": 4, "key": "k", "actions": ["place B.III"], "without": [3, 4]}
    first = allied.post("/actions", **body)
    assert first[0] == 200 and first[1]["revision"] == 6
    assert allied.post("/actions", **body) == first
    for change in ({"actions": ["place B.IV"]}, {"without": []}, {"revision": 6}, {"actions": []}):
        status, answer = allied.post("/actions", **{**body, **change})
        assert status in (409, 422) and answer["error"] in ("key_used", "malformed"), change
    service(shared).tables.forget(match)
    assert allied.post("/actions", **body) == first
    assert len(service(shared).store.log(match)) == 6


def test_what_was_put_down_can_be_picked_up_again(shared: TestClient) -> None:
    """Everything after it is done again; the log says all of it."""
    match, allied, _ = set_up(shared, german="person", allied="person")
    status, answer = wish(allied, 4, without=[1, 2], actions=["place B.I", "at 3133"])
    assert status == 200
    assert done(answer) == ["undo 4", "place B.II", "at 3131", "place B.I", "at 3133"]
    assert [entry["kind"] for entry in answer["entries"]] == ["undo", *["act"] * 4]
    stacks = allied.get("/scene")["scene"]["stacks"]
    assert "3130" not in stacks and stacks["3131"] and stacks["3133"]
    assert replays(shared, match)
    status, answer = wish(allied, 9, without=[2])
    assert (status, answer["error"]) == (422, "invalid") and "revision 2" in answer["reason"]
    status, answer = wish(allied, 9, without=[8, 9])
    assert (status, done(answer)) == (200, ["undo 2"])


def test_what_follows_from_something_taken_back_is_refused(shared: TestClient) -> None:
    match, allied, _ = set_up(shared)
    before = allied.get("/scene")
    status, answer = wish(allied, 4, without=[1])
    assert (status, answer["error"], answer["facts"]["action"]) == (422, "illegal", "at 3130")
    assert allied.get("/scene") == before and len(service(shared).store.log(match)) == 4


def test_only_ones_own_free_actions_are_taken_back(shared: TestClient) -> None:
    match, _, german = set_up(shared, german="person", allied="person")
    status, answer = wish(german, 4, without=[3, 4])
    assert (status, answer["error"]) == (422, "illegal") and "another side" in answer["reason"]
    assert answer["clause"] and "3131" not in answer["reason"]
    assert len(service(shared).store.log(match)) == 4


def rolled(client: TestClient) -> tuple[str, Person, int]:
    """A hot seat where the last action has rolled dice; the revision before it."""
    match, held, _ = create(client, BOF, "two_players")
    person, random = held["germany"], Random(2)
    while True:
        before = person.get()["revision"]
        person.act_at_random(random)
        if service(client).store.log(match)[-1].rolls:
            return match, person, before


def test_nothing_is_taken_back_from_before_a_roll(shared: TestClient) -> None:
    match, person, before = rolled(shared)
    status, answer = wish(person, before + 1, without=[before])
    assert (status, answer["error"]) == (422, "illegal")
    assert "dice were rolled" in answer["reason"] and answer["clause"]
    assert len(service(shared).store.log(match)) == before + 1


def test_a_wish_ends_where_dice_are_rolled(shared: TestClient) -> None:
    """What follows is not even tried: its refusal would show dice that cost nothing."""
    match, person, before = rolled(shared)
    action = service(shared).store.log(match)[-1].action
    assert person.post("/undo", revision=before + 1, key="back")[0] == 200
    for more in ("nonsense", "done"):
        revision = person.get()["revision"]
        status, answer = wish(person, revision, actions=[action, more])
        assert (status, done(answer)) == (200, [action])
        assert answer["entries"][0]["rolls"]
        assert person.post("/undo", revision=revision + 1, key=f"back {more}")[0] == 200


def test_a_wish_ends_with_the_seats_turn(shared: TestClient) -> None:
    match, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    status, answer = wish(held["allied"], 0, actions=["ready", "sickle no"])
    assert (status, answer["error"]) == (403, "wrong_seat")
    assert service(shared).store.log(match) == []


def test_a_turn_that_is_over_can_be_taken_back_until_another_side_acts(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    allied, german = held["allied"], held["german"]
    assert wish(allied, 0, actions=["ready"])[0] == 200
    assert allied.get()["to_act"] == "german"
    assert done(wish(allied, 1, without=[1])[1]) == ["undo 1"]
    assert wish(allied, 2, actions=["ready"])[0] == 200
    assert wish(german, 3, actions=["sickle no"])[0] == 200
    assert wish(allied, 4, without=[3])[1]["error"] == "illegal"


@pytest.fixture
def swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step where all units of an area can be taken along at once."""
    monkeypatch.setattr(movement.Group, "sweeps", {"take": Sweep("take", "Take all")})


def first_turn(client: TestClient) -> tuple[str, Person]:
    """A hot seat of Battle of France, past the surprise attack if Germany begins."""
    match, held, _ = create(client, BOF, "two_players")
    person = held["germany"]
    if "decline" in person.options():
        person.act("decline", 0)
    return match, person


def test_a_sweep_takes_all(shared: TestClient, swept: None) -> None:
    match, person = first_turn(shared)
    starts = [option for option in person.options() if option.startswith("start ")]
    for start in starts:
        revision = person.get()["revision"]
        status, answer = wish(person, revision, actions=[start], sweep="take")
        assert status == 200
        taken = done(answer)[1:]
        assert all(action.startswith("take ") for action in taken)
        assert not [option for option in person.options() if option.startswith("take ")]
        assert wish(person, answer["revision"], sweep="take")[1]["error"] == "illegal"
        assert wish(person, answer["revision"], without=[revision + 1 + n for n in range(len(taken) + 1)])[0] == 200
    assert replays(shared, match)


def test_a_sweep_never_rolls_dice(shared: TestClient, swept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    _, person = first_turn(shared)
    start = next(option for option in person.options() if option.startswith("start "))
    monkeypatch.setattr(movement.Group, "rolls", ("take",))
    assert done(wish(person, person.get()["revision"], actions=[start], sweep="take")[1]) == [start]


def test_the_ready_set_up_is_placed_unit_by_unit_but_for_the_last(shared: TestClient) -> None:
    match, allied, german = set_up(shared, german="person", allied="person")
    status, answer = wish(allied, 4, sweep="ready_actions")
    placed = done(answer)
    assert status == 200 and len(placed) > 20 and placed[0].startswith("place ") and placed[-1].startswith("at ")
    assert {option.split()[0] for option in allied.options()} == {"place"}, "the last unit waits"
    unit, revision = placed[-6:-4], answer["revision"] - 5
    again = wish(allied, answer["revision"], without=[revision, revision + 1], actions=unit)
    assert again[0] == 200 and done(again[1])[-2:] == unit
    last = wish(allied, again[1]["revision"], sweep="ready_actions")
    assert last[0] == 200 and len(done(last[1])) == 2
    assert not allied.options() and german.options()
    assert replays(shared, match)


def test_the_others_hear_of_all_of_it_at_once(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    with channel(watcher) as socket:
        socket.receive_json()
        wish(held["allied"], 0, actions=["place B.I", "at 3130"])
        message = socket.receive_json()
        assert [entry["revision"] for entry in message["entries"]] == [1, 2]
        assert message["state"]["revision"] == message["revision"] == 2 and message["scene"]


def test_all_is_written_or_nothing(tmp_path: Path) -> None:
    """Another process has taken one of the revisions: whichever it is, none of the entries is written."""
    store = Store(f"sqlite:///{tmp_path}/matches.sqlite")
    kept = Service(store)
    match = kept.create(NewMatch(game=VOD, scenario="1940")).match

    def row(revision: int, key: str | None = None) -> LogRow:
        values = {"kind": "act", "side": "allied", "action": "x", "rolls": [], "sealed": False, "hash": "", "time": 0.0}
        return LogRow(match=match, revision=revision, key=key, **values)

    store.append([row(2, "k")])
    for rows in ([row(1), row(2)], [row(2), row(3)], [row(3), row(4, "k")]):
        with pytest.raises(Taken):
            store.append(rows)
        assert [one.revision for one in store.log(match)] == [2]
    store.append([row(3), row(4)])
    assert [one.revision for one in store.log(match)] == [2, 3, 4]
    store.close()
