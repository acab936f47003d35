"""A whole turn of The Fall of France by mouse and by keyboard: air missions, a landing, skirmishes, combat."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

import meuse
from tests.browser.kit import Host, Person, click, middle, new_context, patiently
from tests.browser.test_clicks import Pointer, lying, verbs

GAME, SCENARIO = "fall_of_france", "historical"
OVER, CORNER = "1109", "1108+1109+1208"
"""A hex and a corner next to the frontier, for two air units."""
SIZES = {"mouse": (1440, 900), "keyboard": (1440, 900)}


def at_the_air_missions() -> Any:
    """The ready set-up, and the Allied air units stay on the ground."""
    state = meuse.load(GAME).new(SCENARIO, 1)
    while state.decision.side != "german" or "assign G.air1" not in map(str, state.options):
        actions = [str(option) for option in state.options]
        state.apply(next(action for action in ("ready", "done", actions[0]) if action in actions))
    return state


class Hand(Pointer):
    """Chooses any choice on the page, in one way only."""

    def __init__(self, one: Person, how: str) -> None:
        super().__init__(one, GAME, SCENARIO)
        self.how, self.side = how, "german"

    def choose(self, action: str) -> None:
        choice = next(choice for choice in self.one.choices() if choice["action"] == action)
        before = self.one.head()["revision"]
        getattr(self, f"_{self.how}")(choice)
        self.one.moved_on(before)
        self.settle()

    def settle(self) -> None:
        """Until it is this side's turn, or it is out of a battle and the other side's."""
        for _ in patiently(self.page):
            if self.one.head()["to_act"] == self.side:
                self.one.calm()
                return
            if "Allied" in self.one.scene()["phase"]:
                return

    def _box(self, choice: dict[str, str]) -> Locator | None:
        counter = self.page.locator(f'.boxes [data-key="piece {choice.get("piece")}"]')
        return counter if counter.count() else None

    def _is_a_button(self, choice: dict[str, str]) -> bool:
        return not choice.get("piece") and not choice.get("place")

    def _spot(self, choice: dict[str, str]) -> Any:
        key = f"piece {choice['piece']}" if choice.get("piece") else f"place {choice['place']}"
        return lambda: middle(self.board.locator(f'[data-key="{key}"]').first)

    def _mouse(self, choice: dict[str, str]) -> None:
        if self._is_a_button(choice):
            click(self.one.word(choice["label"]))
        elif box := self._box(choice):
            click(box)
        else:
            self.click(self._spot(choice))

    def _keyboard(self, choice: dict[str, str]) -> None:
        page = self.page
        if self._is_a_button(choice):
            letter = self.one.word(choice["label"]).get_attribute("aria-keyshortcuts")
            assert letter
            page.keyboard.press(letter)
            return
        page.keyboard.press("/")
        filter_ = page.get_by_label("Find a choice")
        if filter_.count():
            page.keyboard.type(choice["action"])
        rows = page.locator(".choices .choice")
        labels = rows.evaluate_all("rows => rows.map(row => row.getAttribute('aria-label') ?? row.innerText)")
        if len(labels) == 1 and filter_.count():
            page.keyboard.press("Enter")
            return
        rows.nth(next(row for row, label in enumerate(labels) if choice["label"] in label)).press("Enter")


def seated(browser: Browser, host: Host, how: str) -> Hand:
    """At the German air missions of the first turn, against the machine."""
    width, height = SIZES[how]
    record = at_the_air_missions().record.text()
    made = host.ask("/api/matches/import", {"record": record, "seats": {"german": "person", "allied": "bot:recruit"}})
    context = new_context(browser, viewport={"width": width, "height": height})
    hand = Hand(Person(context.new_page(), host, made, "german", GAME, SCENARIO), how)
    hand.one.sit()
    hand.one.calm()
    return hand


def fought_out(hand: Hand, until: str) -> None:
    """Whatever a battle asks is answered, as shortly as it goes, until it is over."""
    while until not in verbs(hand.one) and hand.one.head()["to_act"] == hand.side:
        choices = hand.one.choices()
        plain = [choice for choice in choices if hand._is_a_button(choice)]
        hand.choose((plain or choices)[-1]["action"])


def told(hand: Hand) -> str:
    entries = hand.one.host.ask(f"/api/matches/{hand.one.match}/log", token=hand.one.token)["entries"]
    return "\n".join(line["text"] for entry in entries for line in entry["told"])


@pytest.mark.parametrize("how", SIZES)
def test_a_turn_with_missions_a_landing_skirmishes_and_combat(browser: Browser, shared: Host, how: str) -> None:
    hand = seated(browser, shared, how)
    one, page = hand.one, hand.page

    hand.choose("assign G.air1")
    expect(page.get_by_role("tab", name="Choices")).to_contain_text(str(len(one.choices()) - 1))
    hand.choose(f"fly {OVER}")
    hand.choose("assign G.air2")
    hand.choose(f"interdict {CORNER}")
    where = lying(one.scene())
    assert (where["G.air1"], where["G.air2"]) == (OVER, CORNER)
    expect(hand.board.locator("[data-piece='G.air2']").first).to_be_attached()
    hand.choose("done")

    hand.choose("drop_in G.FSJ")
    enemies = {place for piece, place in lying(one.scene()).items() if not piece.startswith("G.")}
    onto = next(choice["place"] for choice in verbs(one)["land"] if choice["place"] in enemies)
    hand.choose(f"land {onto}")
    expect(page.get_by_test_id("battle")).to_contain_text("Skirmish")
    fought_out(hand, "drop_in")
    assert "skirmish" in told(hand).lower()
    hand.choose("done")

    skirmished = told(hand).lower().count("skirmish")
    front = {piece: place for piece, place in lying(one.scene()).items() if piece.endswith("Pz")}
    for piece in front:
        if f"move {piece}" not in [choice["action"] for choice in one.choices()]:
            continue
        hand.choose(f"move {piece}")
        ways = verbs(one).get("to", [])
        if ways:
            hand.choose(ways[0]["action"])
        fought_out(hand, "move")
        if told(hand).lower().count("skirmish") > skirmished:
            break
    assert told(hand).lower().count("skirmish") > skirmished, "nobody came into an enemy zone"
    hand.choose("done")

    hand.choose(verbs(one)["attack"][0]["action"])
    expect(page.get_by_test_id("battle")).to_contain_text("Attack on")
    fought_out(hand, "attack")
    for _ in patiently(page):
        if "Allied" in one.scene()["phase"]:
            break
        if one.head()["to_act"] == hand.side:
            plain = [choice for choice in one.choices() if hand._is_a_button(choice)]
            hand.choose((plain or one.choices())[-1]["action"])
    assert "Allied" in one.scene()["phase"]
    assert one.errors == []
