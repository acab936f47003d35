"""What a client draws from: scenes now and then, what lies ahead, and why something cannot be chosen."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

import meuse
from meuse.engine import dice
from meuse.engine.scene import Scene
from tests.server.kit import BOF, VOD, create, service
from tests.server.test_secrecy import middle_of_a_game


def test_a_scene_is_what_the_game_shows(shared: TestClient) -> None:
    match, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    with service(shared).tables.at(match) as table:
        state = table.state
    for side, person in (("german", held["german"]), ("allied", held["allied"]), ("", watcher)):
        shown = person.get("/scene")
        assert (shown["match"], shown["revision"], shown["side"]) == (match, 0, side)
        assert msgspec.convert(shown["scene"], Scene) == state.scene(side)
    assert held["allied"].options() == [str(o) for o in state.options]
    assert held["german"].try_get("/scene", side="allied")[0] == 403


@pytest.mark.parametrize(("game", "scenario"), [(VOD, "1940"), (BOF, "two_players")])
def test_every_earlier_moment_can_be_seen_again(shared: TestClient, game: str, scenario: str) -> None:
    """Also those that were taken back since; each as the side saw it then."""
    _, held, _ = create(shared, game, scenario)
    person, random = next(iter(held.values())), Random(3)
    side = meuse.load(game).sides[0]
    seen = [person.get("/scene", side=side)]
    for number in range(90):
        shown = person.get("/scene")
        if number % 30 == 29:
            assert person.post("/undo", revision=shown["revision"], actions=7, key=str(number))[0] == 200
        else:
            person.act(random.choice(shown["scene"]["choices"])["action"], shown["revision"])
        seen.append(person.get("/scene", side=side))
    for at in random.sample(range(len(seen)), 25):
        assert person.get("/scene", side=side, at=at) == seen[at]
    assert person.try_get("/scene", at=len(seen))[0] == 422


def test_when_it_is_over_everybody_sees_everything_and_nobody_decides(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    held["allied"].act_at_random(Random(0))
    before = held["allied"].get("/scene")["scene"]
    assert watcher.try_get("/scene", side="allied")[0] == 403
    assert held["german"].post("/resign", revision=1, key="k")[0] == 200
    for person in (held["german"], watcher):
        shown = person.scene(side="allied")
        assert (shown.choices, shown.prompt, shown.to_act) == ((), "", "")
        assert person.get("/scene", side="allied", at=1)["scene"] == before
        assert person.get("/overlays", side="allied")["side"] == "allied"
        assert person.get("/log", side="allied")["entries"][0]["action"]
    assert held["allied"].get("/why", place="2831")["answers"][0]["reason"] == "the match is over: Germany resigned"
    assert held["allied"].try_get("/ahead", action="done")[0] == 403


def test_what_lies_ahead_is_what_comes(shared: TestClient) -> None:
    """Where nothing is rolled or revealed and the same side decides on; else nothing is said."""
    _, held, _ = create(shared, BOF, "two_players")
    person, random, foreseen, dark = held["germany"], Random(2), 0, 0
    while not (foreseen > 20 and dark > 3):
        shown = person.get("/scene")
        assert shown["revision"] < 400
        choice = random.choice(shown["scene"]["choices"])
        ahead = person.get("/ahead", action=choice["action"])
        assert person.get("/scene") == shown
        person.act(choice["action"], shown["revision"])
        after = person.get("/scene")["scene"]
        sealed = service(shared).store.log(person.match)[-1].sealed
        if sealed or after.get("to_act") != shown["side"]:
            assert (ahead["choices"], ahead["prompt"]) == ([], "")
            dark += 1
        else:
            assert (ahead["choices"], ahead["prompt"]) == (after["choices"], after["prompt"])
            assert ahead["focus"] == after.get("focus", {})
            foreseen += 1


def test_looking_ahead_says_nothing_about_the_dice(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is answered, and what is computed for it, is the same whatever the seed; the real dice stay as they are."""
    match, held, _ = middle_of_a_game(shared, 420)
    random = Random(1)
    while True:
        person, scene = next((p, s) for p in held.values() if (s := p.get("/scene")["scene"]).get("choices"))
        if any(choice.get("odds") for choice in scene["choices"]):
            break
        person.act_at_random(random)
    actions = [choice["action"] for choice in scene["choices"]]
    rolled: list[bytes] = []
    real = dice.roll
    monkeypatch.setattr(dice, "roll", lambda seed, *more: rolled.append(seed) or real(seed, *more))
    with service(shared).tables.at(match) as table:
        state = table.state
    before, seed, answers, used = state.dump(), state.seed, [], []
    for state.seed in (b"one", b"another", seed):
        rolled.clear()
        answers.append([person.get("/ahead", action=action) for action in actions])
        used.append(list(rolled))
    assert state.dump() == before
    assert used[0] and seed not in used[0]
    assert answers[0] == answers[1] == answers[2] and used[0] == used[1] == used[2]


def test_what_is_ahead_of_nothing(shared: TestClient) -> None:
    _, held, watcher = create(shared, VOD, "1940", german="person", allied="person")
    option = held["allied"].get("/scene")["scene"]["choices"][0]["action"]
    assert held["german"].try_get("/ahead", action=option)[0] == 403
    assert watcher.try_get("/ahead", action=option)[0] == 403
    for action, error in (("fly home", "invalid"), ("to 2831", "illegal")):
        status, answer = held["allied"].try_get("/ahead", action=action)
        assert (status, answer["error"]) == (422, error)


def test_why_not(shared: TestClient) -> None:
    """Each thing that touching could mean is answered with a reason and a clause, but only to the side to act."""
    _, held, watcher = middle_of_a_game(shared, 420)
    clauses = {clause["id"] for clause in shared.get(f"/api/games/{VOD}/rules").json()["clauses"]}
    actor, other = sorted(held.values(), key=lambda person: "choices" not in person.get("/scene")["scene"])
    scene = actor.scene()
    offered = {choice.action for choice in scene.choices}
    told = 0
    for place, stack in list(scene.stacks.items())[:40]:
        for answer in actor.get("/why", place=place, piece=stack.pieces[0].id if stack.pieces else "")["answers"]:
            assert answer["action"] not in offered
            assert answer["reason"] and answer["clause"] in clauses
            told += 1
    assert told > 10
    assert actor.get("/why", piece="nonsense/+/", place="nowhere")["answers"] == []
    (answer,) = other.get("/why", place="2831")["answers"]
    assert (answer["action"], answer["reason"]) == ("", f"not now: {scene.to_act} must decide first")
    assert watcher.try_get("/why", place="2831")[0] == 403


def test_the_log_of_a_hot_seat_through_either_pair_of_eyes(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940")
    person, random = held["german"], Random(4)
    for _ in range(6):
        person.act_at_random(random)
    sides = [entry["side"] for entry in person.get("/log")["entries"]]
    assert set(sides) == {"allied"}
    assert all(entry["action"] for entry in person.get("/log")["entries"])
    assert all(entry["action"] for entry in person.get("/log", side="allied")["entries"])
    assert not any(entry["action"] for entry in person.get("/log", side="german")["entries"])


def test_what_is_told_has_places_and_dice(shared: TestClient) -> None:
    _, held, _ = middle_of_a_game(shared, 420)
    plan = {space["id"] for space in shared.get(f"/api/games/{VOD}/settings/1940/plan").json()["spaces"]}
    told = [words for entry in held["allied"].get("/log")["entries"] for words in entry["told"]]
    assert any(words["dice"] for words in told)
    assert any(words["places"] for words in told)
    assert {place for words in told for place in words["places"]} <= plan
    for words in told:
        if words["event"]["event"] == "rolled":
            assert words["dice"] == [words["event"]["value"]]


def test_what_is_seen_from_a_hex_and_what_hides_the_rest(shared: TestClient) -> None:
    """Below the plateau of Stonne the crest hides the village; a spectator has no eyes there."""
    _, held, watcher = create(shared, "france_1940", "stonne", german="person", allied="person")
    shown = held["german"].get("/sight", place="B708")["outlook"]
    assert shown["place"] == "B708" and "B810" in shown["seen"] and "spotted" not in shown
    assert shown["hidden"]["B811"]["clause"].startswith("6.2")
    assert not set(shown["seen"]) & set(shown["hidden"])
    assert held["german"].try_get("/sight", place="B9999")[0] == 422
    assert held["german"].try_get("/sight", place="B708", side="allied")[0] == 403
    assert watcher.try_get("/sight", place="B708")[0] == 403


def test_a_game_without_lines_of_sight_says_so(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940", german="person", allied="person")
    assert held["german"].try_get("/sight", place="1514")[0] == 422
