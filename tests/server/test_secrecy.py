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


def pieces() -> Any:
    """The units of the game and its forts, by number."""
    return meuse.load(VOD).setting("1940").pieces


def ids(text: str) -> set[str]:
    """The mobile units named in a text."""
    known = {piece.id for piece in pieces()}
    return {word for word in re.findall(r"[A-Za-z][a-z]?\.[\w-]+", text) if word in known}


def named(entries: list[dict[str, Any]]) -> set[str]:
    """The units that entries of the log name, in words or as data."""
    found = ids(json.dumps([told["text"] for entry in entries for told in entry["told"]]))
    found |= ids(json.dumps([entry["action"] for entry in entries]))
    for told in (told for entry in entries for told in entry["told"]):
        event = told["event"]
        numbers = [*event.get("pieces", ()), *([event["piece"]] if "piece" in event else [])]
        found |= {pieces()[number].id for number in numbers}
    return found


def own(side: str) -> set[str]:
    number = meuse.load(VOD).side(side)
    return {piece.id for piece in pieces() if piece.side == number}


@pytest.mark.parametrize("lines", [0, 420])
def test_neither_side_hears_of_hidden_units(shared: TestClient, lines: int) -> None:
    """Set-up, then the middle of a game: every scene is the same for a state with other hidden units,
    and no entry of the log names an enemy unit that the side has never been able to see."""
    match, held, watcher = middle_of_a_game(shared, lines)
    game = meuse.load(VOD)
    random = Random(lines)
    forts = {piece.id for piece in pieces() if piece.fort}
    seen = {side: own(side) | forts | ids(json.dumps(held[side].get("/scene"))) for side in game.sides}
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
            twin = game.imagine(state_of(shared, match), number, random.getrandbits(30))
            assert held[side].scene() == twin.scene(side)
            seen[side] |= ids(held[side].heard[-1])
            entries = held[side].get("/log", since=revision - 1)["entries"]
            assert named(entries) <= seen[side], f"{side} hears of {named(entries) - seen[side]}"
            hidden_once = hidden_once or seen[side] != own("german") | own("allied")
        assert named(watcher.get("/log", since=revision - 1)["entries"]) <= seen["german"] & seen["allied"]
        assert ids(json.dumps(watcher.get("/scene"))) <= seen["german"] & seen["allied"]
    assert hidden_once


def everything_shown(person: Person, revision: int) -> list[Any]:
    """The table as somebody sees it now, and as it was after each revision, and the log."""
    scenes = [person.get("/scene")["scene"], *(person.get("/scene", at=at)["scene"] for at in range(revision + 1))]
    told = [entry | {"time": 0} for entry in person.get("/log")["entries"]]
    return [*scenes, told]


def veiled(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene without what a set-up shows all the same: the fort that has but one place, and what comes next."""
    stacks = {place: stack for place, stack in scene["stacks"].items() if stack["pieces"][0]["id"] != "B.EE"}
    return scene | {"stacks": stacks, "tracks": [track for track in scene["tracks"] if track["id"] != "coming"]}


def questions(person: Person) -> list[Any]:
    """What somebody hears who asks about units and hexes while another side sets up."""
    asked = [person.get("/why", place=place) for place in ("2831", "3332")]
    asked += [person.get("/why", piece=piece.id) for piece in pieces()[::40]]
    return [*asked, *(person.get("/explain", action=action) for action in ("at 2831", "place G.19", "ready"))]


BY_HAND = [("1939", "german", ()), ("1940", "allied", ()), ("1940", "german", ("ready", "sickle yes"))]
"""Scenarios, the side that sets up, and what is done before it begins."""
LUXEMBOURG = ("at 2834",)
"""Corps that open Sickle Cut there violate a neutral country: not even that shows before the set-up is finished."""


@pytest.mark.parametrize(("scenario", "side", "opening"), BY_HAND)
def test_a_set_up_by_hand_is_seen_when_it_is_finished(
    shared: TestClient, scenario: str, side: str, opening: tuple[str, ...]
) -> None:
    """Whatever the others ask for until then, and whatever is taken back, they see no unit of it; nor do they
    afterwards see in which order it was done."""
    _, held, watcher = create(shared, VOD, scenario, german="person", allied="person")
    for number, action in enumerate(opening):
        next(person for person in held.values() if person.options()).act(action, number)
    actor, enemy, random = held[side], next(held[other] for other in held if other != side), Random(5)
    others = (enemy, watcher)
    with ExitStack() as channels:
        live = [channels.enter_context(live_channel(person)) for person in others]
        before = [veiled(socket.receive_json()["scene"]) for socket in live]
        units = own(side) - ids(json.dumps(before)) - {"B.EE"}
        unanswered = questions(enemy)
        revision, phase = len(opening), f"{side.title()} set-up"
        while actor.scene().phase == phase:
            options = [option for option in actor.options() if option != "ready"]
            here = [option for option in options if option in LUXEMBOURG]
            revision = actor.act(random.choice(here or options), revision)["revision"]
            if revision == 9:
                assert actor.post("/undo", revision=revision, actions=3, key="k")[0] == 200
                revision += 1
                assert [veiled(socket.receive_json()["scene"]) for socket in live] == before
            scenes = [socket.receive_json()["scene"] for socket in live]
            if scenes[0]["phase"] == phase:
                assert list(map(veiled, scenes)) == before
            if revision in (4, 10, 20):
                assert ids(json.dumps(actor.get("/scene")["scene"]["stacks"])) & units
                assert not ids(json.dumps([everything_shown(person, revision) for person in others])) & units
                assert questions(enemy) == unanswered
    assert all(ids(json.dumps(scene)) & units for scene in scenes)
    for person in others:
        now, *then, told = everything_shown(person, revision)
        assert then[-1] == now == scenes[others.index(person)]
        assert all(veiled(scene) == before[others.index(person)] for scene in then[len(opening) : -1])
        assert {told["event"]["event"] for entry in told[len(opening) : -1] for told in entry["told"]} <= {"placed"}
        assert not named(told) & units
    assert enemy.post("/resign", revision=revision, key="r")[0] == 200
    assert watcher.get("/scene", at=8, side=side) == actor.get("/scene", at=8)


def live_channel(person: Person) -> Any:
    return person.client.websocket_connect(f"{person.address}/live?token={person.token}")


def test_what_others_did_is_told_not_quoted(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    held["allied"].act_at_random(Random(0))
    for person in (held["german"], watcher):
        (entry,) = person.get("/log")["entries"]
        assert entry["action"] is None and entry["rolls"] is None and entry["side"] == "allied"
        assert not person.options()
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
    """The orders of the others, and the money these left, are in no scene and no log."""
    seats = dict.fromkeys(("germany", "france", "britain"), "person")
    made = shared.post("/api/matches/import", json={"record": while_orders_are_secret(), "seats": seats}).json()
    match, held, watcher = people(shared, made)
    random, secret = Random(4), 0
    for _ in range(8):
        state = state_of(shared, match)
        for number, side in enumerate(state.game.sides):
            twin = state.game.imagine(state, number, random.getrandbits(30))
            secret += twin.orders != state.orders
            assert held[side].scene() == twin.scene(side)
            told = [words for entry in held[side].get("/log")["entries"] for words in entry["told"]]
            assert all(w["event"]["power"] == number for w in told if w["event"]["event"] == "ordered")
        outside = watcher.get("/scene")["scene"]
        ids = [one["id"] for one in (*outside.get("boxes", ()), *outside["tracks"])]
        assert not any(name.startswith(("orders ", "npu ")) for name in ids)
        assert not any(w["event"]["event"] == "ordered" for e in watcher.get("/log")["entries"] for w in e["told"])
        assert any(person.act_at_random(random) for person in held.values())
    assert secret


def state_of(client: TestClient, match: str) -> Any:
    with service(client).tables.at(match) as table:
        return table.state
