"""What a browser may not know never reaches it: every byte of the traffic is looked at."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect

import meuse
from meuse.engine import State
from tests.browser.kit import Host, Person, click, new_context, patiently
from tests.browser.test_playing import with_the_mouse


class Wire:
    """All that a page is sent: answers and live messages, in order."""

    def __init__(self, page: Page) -> None:
        self.messages: list[str] = []
        self.bodies: list[Any] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        page.on("response", lambda response: self.bodies.append(response))

    def _frame(self, payload: str | bytes) -> None:
        self.messages.append(payload if isinstance(payload, str) else payload.decode())

    def texts(self) -> list[str]:
        answers = [
            response.text()
            for response in self.bodies
            if "/api/matches/" in response.url
            and response.headers.get("content-type", "").startswith("application/json")
        ]
        return self.messages + answers


def scenes(texts: list[str]) -> list[tuple[int, Any]]:
    """The scenes among messages, with the revision they belong to."""
    found = [json.loads(text) for text in texts]
    return [(message["revision"], message["scene"]) for message in found if message.get("scene")]


def states(host: Host, made: Any, game: str, scenario: str) -> list[State]:
    """The true states of a match after each revision, from the seed and the log, when it is over."""
    token = made["spectator"]
    head = host.ask(f"/api/matches/{made['match']}", token=token)
    state = meuse.load(game).new(scenario, bytes.fromhex(head["seed"]), head["options"])
    found = [state.clone()]
    for entry in host.ask(f"/api/matches/{made['match']}/log", token=token)["entries"]:
        if entry["kind"] == "act":
            state.apply(entry["action"], entry["rolls"])
        found.append(state.clone())
    return found


def units(state: State, side: str, place: str) -> set[str]:
    """The counters of a place that a side may see."""
    return {piece.id for piece in state.scene(side).stacks[place].pieces}


def own_browser(browser: Browser, host: Host, made: Any, side: str, game: str, scenario: str) -> Person:
    """Somebody with a browser of their own."""
    context = new_context(browser, viewport={"width": 1280, "height": 800})
    return Person(context.new_page(), host, made, side, game, scenario)


def test_two_browsers_and_the_fog_between_them(browser: Browser, shared: Host) -> None:
    """The enemy's lower counters: none is ever named to the other browser before it may be seen."""
    game, scenario = "victory_or_defeat", "1940"
    made = shared.create(game, scenario, {"german": "person", "allied": "person"})
    german, allied = (own_browser(browser, shared, made, side, game, scenario) for side in ("german", "allied"))
    wires = [Wire(german.page), Wire(allied.page)]
    german.sit()
    allied.sit()
    click(allied.word("Take the ready set-up"))
    click(german.word("Take the ready set-up"))
    _few_moves(german, allied)
    _end(shared, made, german, allied)
    truth = states(shared, made, game, scenario)
    for side, wire in (("german", wires[0]), ("allied", wires[1])):
        seen = scenes(wire.texts())
        assert len(seen) > 5
        for revision, scene in seen:
            for place, stack in scene["stacks"].items():
                named = {piece["id"] for piece in stack.get("pieces", ())}
                assert named <= units(truth[revision], side, place), (revision, place)
    hidden = [
        unit
        for place in truth[2].scene("german").stacks
        for unit in units(truth[2], "german", place) - units(truth[2], "allied", place)
    ]
    assert hidden, "nothing is hidden in this position, so nothing is tested"
    early = "".join(text for text in wires[1].texts() if json.loads(text).get("revision", 99) == 2)
    assert not [unit for unit in hidden if f'"{unit}"' in early]


def _few_moves(german: Person, allied: Person, count: int = 8) -> None:
    random = Random(3)
    for _ in range(count):
        head = _both_calm(german, allied)
        one = german if head["to_act"] == "german" else allied
        with_the_mouse(one, random, far=False)
        one.moved_on(head["revision"])


def _both_calm(german: Person, allied: Person) -> Any:
    """One touch may be several actions: wait until nothing of the last one is under way on either page."""
    german.calm()
    return allied.calm()


def _end(host: Host, made: Any, german: Person, allied: Person) -> None:
    """Resign, so that the seed and the log lie open."""
    head = _both_calm(german, allied)
    host.ask(f"/api/matches/{made['match']}/resign", {"revision": head["revision"], "key": "end"}, german.token)


BUILDING = """
game = "battle_of_france"
scenario = "two_players"
phase = "build"
round = 3
power = "germany"
to_come = ["france", "britain"]

[units]
Dusseldorf = ["G.infantry x2"]
Paris = ["F.infantry x3"]
London = ["B.infantry"]
"""


def test_two_browsers_and_the_purchases(browser: Browser, shared: Host) -> None:
    """What Germany orders changes nothing in what the Allies, or spectators, are sent."""
    game, scenario = "battle_of_france", "two_players"
    seats = {"germany": "person", "france": "hotseat", "britain": "hotseat"}
    made = shared.ask("/api/matches/import", {"position": BUILDING, "seats": seats})
    german, allied = (own_browser(browser, shared, made, side, game, scenario) for side in ("germany", "france"))
    wire = Wire(allied.page)
    german.sit()
    allied.sit()
    allied.page.get_by_test_id("prompt").wait_for()
    watching = f"/api/matches/{made['match']}/scene"
    before = shared.ask(watching, token=made["spectator"])["scene"]
    orders = 0
    while german.head()["to_act"] == "germany" and orders < 4:
        revision = german.head()["revision"]
        german.shown(revision)
        click(german.page.get_by_role("tab", name="Shop"))
        click(german.page.get_by_role("tabpanel").locator(".where button").first)
        german.moved_on(revision)
        allied.shown(revision + 1)
        assert shared.ask(watching, token=made["spectator"])["scene"] == before
        orders += 1
    assert orders >= 2
    messages = [json.loads(text) for text in wire.messages]
    sent = [message["scene"] for message in messages if message.get("scene")]
    assert len(sent) >= orders
    assert all(scene == sent[0] for scene in sent[: orders + 1])
    assert not [entry for message in messages for entry in message["entries"] if entry["action"] or entry["told"]]


def test_the_hot_seat_is_covered_between_the_sides(page: Page, shared: Host) -> None:
    game, scenario = "victory_or_defeat", "1940"
    made = shared.create(game, scenario, {})
    one = Person(page, shared, made, "german", game, scenario)
    one.sit()
    cover = page.get_by_test_id("cover")
    expect(cover).to_contain_text("Allies")
    expect(page.get_by_test_id("board").locator("[data-key]")).to_have_count(0)
    one.uncover()
    click(one.word("Take the ready set-up"))
    expect(cover).to_contain_text("Germany")
    assert "Gort" not in page.content()
    one.uncover()
    expect(page.get_by_test_id("prompt")).not_to_be_empty()


def test_the_plan_kept_at_a_hot_seat_is_known_to_its_owner_alone(page: Page, shared: Host) -> None:
    game, scenario = "mansteins_war", "campaign"
    made = shared.create(game, scenario, {})
    one = Person(page, shared, made, "allied", game, scenario)
    one.sit()
    cover, boxes = page.get_by_test_id("cover"), page.locator(".boxes")
    plans = boxes.locator(", ".join(f'[aria-label*="Plan {letter}"]' for letter in "DER"))
    expect(cover).to_contain_text("Allies")
    expect(plans).to_have_count(0)
    one.uncover()
    expect(plans).to_have_count(3)
    click(boxes.locator('[data-key="piece PlanE"]'))
    click(one.word("Take the ready set-up"))
    expect(cover).to_contain_text("Germany")
    assert "Plan E" not in page.content()
    one.uncover()
    click(boxes.locator('[data-key="piece Manstein"]'))
    expect(plans, "as far as Germany knows, it may be any of them").to_have_count(3)
    click(one.word("Take the ready set-up"))
    expect(cover).to_contain_text("Allies")
    one.uncover()
    expect(plans).to_have_count(1)


def test_one_player_with_two_sides_needs_no_cover(page: Page, shared: Host) -> None:
    """With two players one person leads France and Britain and knows what both do."""
    game, scenario = "battle_of_france", "two_players"
    made = shared.create(game, scenario, {"germany": "bot:recruit", "france": "hotseat", "britain": "hotseat"})
    one = Person(page, shared, made, "france", game, scenario)
    one.sit()
    sides = set()
    for _ in patiently(page):
        head = one.head()
        if head["to_act"] in ("france", "britain"):
            sides.add(head["to_act"])
            one.shown(head["revision"])
            expect(page.get_by_test_id("cover")).to_be_hidden()
            expect(page.get_by_test_id("prompt")).to_have_text(one.scene()["prompt"])
            actions = [choice["action"] for choice in one.choices()]
            one.act("done" if "done" in actions else actions[-1])
        if len(sides) == 2 or head["status"] == "over":
            break
    assert sides == {"france", "britain"}
