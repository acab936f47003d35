"""Nobody is ever sent what they may not know."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import meuse
from meuse.engine import Record
from meuse.server.errors import plain
from meuse.server.secrecy import common
from tests.server.kit import BOF, VOD, Person, create, people, service

RECORDS = Path(__file__).parents[1] / "games" / VOD / "records"


def middle_of_a_game(client: TestClient, lines: int) -> tuple[str, dict[str, Person], Person]:
    """Two people and a spectator at a recorded game, after so many actions."""
    text = (RECORDS / "victory_or_defeat-1940-41.meuse").read_text(encoding="utf-8")
    head, _, actions = text.partition("\n\n")
    record = head.replace('"allied: Allied victory"', '"*"') + "\n\n" + "\n".join(actions.splitlines()[:lines]) + "\n"
    seats = {"german": "person", "allied": "person"}
    answer = client.post("/api/matches/import", json={"record": record, "seats": seats})
    assert answer.status_code == 201, answer.text
    return people(client, answer.json())


def ids(text: str) -> set[str]:
    """The mobile units named in a text."""
    known = {piece.id for piece in meuse.load(VOD).pieces}  # type: ignore[attr-defined]
    return {word for word in re.findall(r"[A-Za-z][a-z]?\.[\w-]+", text) if word in known}


def named(entries: list[dict[str, Any]]) -> set[str]:
    """The units that entries of the log name, in words or as data."""
    pieces = meuse.load(VOD).pieces  # type: ignore[attr-defined]
    found = ids(json.dumps([told["text"] for entry in entries for told in entry["told"]]))
    found |= ids(json.dumps([entry["action"] for entry in entries]))
    for told in (told for entry in entries for told in entry["told"]):
        event = told["event"]
        numbers = [*event.get("pieces", ()), *([event["piece"]] if "piece" in event else [])]
        found |= {pieces[number].id for number in numbers}
    return found


def own(side: str) -> set[str]:
    game = meuse.load(VOD)
    return {piece.id for piece in game.pieces if game.sides[piece.side] == side}  # type: ignore[attr-defined]


@pytest.mark.parametrize("lines", [0, 420])
def test_neither_side_hears_of_hidden_units(shared: TestClient, lines: int) -> None:
    """Set-up, then the middle of a game: every view is the same for a state with other hidden units,
    and no entry of the log names an enemy unit that the side has never been able to see."""
    match, held, watcher = middle_of_a_game(shared, lines)
    game = meuse.load(VOD)
    random = Random(lines)
    forts = {piece.id for piece in game.pieces if piece.fort}  # type: ignore[attr-defined]
    seen = {side: own(side) | forts | ids(json.dumps(held[side].get("/view")["view"])) for side in game.sides}
    if lines:
        for side in game.sides:  # what the log of the imported part told
            seen[side] |= named(held[side].get("/log")["entries"])
    hidden_once = False
    for _ in range(40):
        acted = held["german"].act_at_random(random) or held["allied"].act_at_random(random)
        if acted is None:  # the dice, which nobody chose, have ended it
            assert watcher.get()["status"] == "over"
            break
        revision = acted["revision"]
        for number, side in enumerate(game.sides):
            shown = held[side].get("/view")
            with service(shared).tables.at(match) as table:
                state = table.shown(side)
            twin = game.imagine(state, number, random.getrandbits(30))
            assert shown["view"] == plain(game.view(twin, number))
            seen[side] |= ids(json.dumps(shown["view"]))
            entries = held[side].get("/log", since=revision - 1)["entries"]
            assert named(entries) <= seen[side], f"{side} hears of {named(entries) - seen[side]}"
            hidden_once = hidden_once or seen[side] != own("german") | own("allied")
        assert named(watcher.get("/log", since=revision - 1)["entries"]) <= seen["german"] & seen["allied"]
        assert ids(json.dumps(watcher.get("/view"))) <= seen["german"] & seen["allied"]
    assert hidden_once


def everything_shown(person: Person, revision: int) -> list[Any]:
    """The table as somebody sees it now, and in every way as it was after each revision."""
    now = [person.get("/scene")["scene"], person.get("/view")["view"]]
    return now + [person.get("/scene", at=at)["scene"] for at in range(revision + 1)]


def test_a_set_up_by_hand_is_seen_when_it_is_finished(shared: TestClient) -> None:
    """Whatever the others ask for until then, and whatever is taken back, they see no unit of it; nor do they
    afterwards see in which order it was done."""
    _, held, watcher = create(shared, VOD, "1939", german="person", allied="person")
    german, others, random = held["german"], (held["allied"], watcher), Random(5)
    units = {piece.id for piece in meuse.load(VOD).pieces if not piece.fort}  # type: ignore[attr-defined]
    german_units = units & own("german")
    with ExitStack() as channels:
        live = [channels.enter_context(live_channel(person)) for person in others]
        before = [socket.receive_json()["scene"] for socket in live]
        while german.get()["to_act"] == "german":
            revision = german.act_at_random(random)["revision"]
            if revision == 9:
                assert german.post("/undo", revision=revision, actions=3, key="k")[0] == 200
                assert [socket.receive_json()["scene"] for socket in live] == before
            scenes = [socket.receive_json()["scene"] for socket in live]
            if german.get()["to_act"] == "german":
                assert scenes == before
            if revision in (2, 9, 20):
                assert ids(json.dumps(german.get("/scene"))) & german_units
                assert not ids(json.dumps([everything_shown(person, revision) for person in others])) & german_units
                assert german.get("/scene", at=2)["scene"]["stacks"] != before[0]["stacks"]
    assert all(ids(json.dumps(scene)) & german_units for scene in scenes)
    for person in others:
        *_, last = shown = everything_shown(person, revision)
        assert ids(json.dumps(shown)) & german_units == ids(json.dumps(last)) & german_units
        assert not ids(json.dumps(shown[2:-1])) & german_units
    assert held["allied"].post("/resign", revision=held["allied"].get()["revision"], key="r")[0] == 200
    assert watcher.get("/scene", at=8, side="german") == german.get("/scene", at=8)


def live_channel(person: Person) -> Any:
    return person.client.websocket_connect(f"{person.address}/live?token={person.token}")


def test_what_others_did_is_told_not_quoted(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    held["allied"].act_at_random(Random(0))
    for person in (held["german"], watcher):
        (entry,) = person.get("/log")["entries"]
        assert entry["action"] is None and entry["rolls"] is None and entry["side"] == "allied"
        assert person.get("/view")["view"]["decision"] is None
    assert held["allied"].get("/log")["entries"][0]["action"]


def while_orders_are_secret() -> str:
    """The record of a game of areas, up to where a power has bought units that the others do not know of."""
    folder = RECORDS.parents[1] / BOF / "records"
    text = (folder / "battle_of_france-three_players-41.meuse").read_text(encoding="utf-8")
    whole = Record.read(text)
    for number, state in whole.play(meuse.load(BOF)):
        if len(state.orders) > 2:
            return whole._replace(lines=whole.lines[:number]).text()
    raise AssertionError("nobody buys anything")


def test_purchases_stay_secret(shared: TestClient) -> None:
    """The orders of the others, and the money these left, are in no view and no log."""
    seats = dict.fromkeys(("germany", "france", "britain"), "person")
    made = shared.post("/api/matches/import", json={"record": while_orders_are_secret(), "seats": seats}).json()
    match, held, watcher = people(shared, made)
    random, secret = Random(4), 0
    for _ in range(8):
        state = _state(shared, match)
        for number, side in enumerate(state.game.sides):
            twin = state.game.imagine(state, number, random.getrandbits(30))
            secret += twin.orders != state.orders
            assert held[side].get("/view")["view"] == plain(state.game.view(twin, number))
            told = [words for entry in held[side].get("/log")["entries"] for words in entry["told"]]
            assert all(w["event"]["power"] == number for w in told if w["event"]["event"] == "ordered")
        shown = watcher.get("/view")["view"]["tracks"]
        assert not shown["orders"] and not shown["npu"]
        assert not any(w["event"]["event"] == "ordered" for e in watcher.get("/log")["entries"] for w in e["told"])
        assert any(person.act_at_random(random) for person in held.values())
    assert secret


def _state(client: TestClient, match: str) -> Any:
    with service(client).tables.at(match) as table:
        return table.state


def test_what_views_have_in_common() -> None:
    one = {"a": 1, "stack": [{"id": "x"}, {"id": "y"}], "own": {"p": 1, "q": 2}, "decision": None}
    two = {"a": 1, "stack": [{"id": "x"}], "own": {"p": 1, "q": 3}, "decision": {"options": []}, "more": 1}
    assert common([one, two]) == {"a": 1, "stack": [{"id": "x"}], "own": {"p": 1}}
