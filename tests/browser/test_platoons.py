"""France 1940 at the table: windows of reaction, standing orders, lines of fire and of sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import meuse
from tests.browser.kit import Host, Person, at_rest, click
from tests.browser.test_clicks import Pointer

GAME, SCENARIO = "france_1940", "stonne"
ASK, FIRE = "", '"G1.mg34-1" = "fire within 3"'
"""Standing orders; a unit without one asks."""


def before_the_village(order: str) -> str:
    """The position of the lesson, with another order for the machine-gun."""
    position = meuse.load(GAME).lessons()["stonne"].position
    assert FIRE in position
    return position.replace(FIRE, order)


class Table(Pointer):
    """A hand at the table, and the token of the French."""

    def __init__(self, one: Person, side: str, french: str) -> None:
        super().__init__(one, GAME, SCENARIO)
        self.side, self.french = side, french


def seated(page: Page, host: Host, side: str, order: str = FIRE) -> Table:
    """Somebody at the table."""
    seats = {"german": "person", "allied": "person"}
    made: Any = host.ask("/api/matches/import", {"position": before_the_village(order), "seats": seats})
    one = Person(page, host, made, side, GAME, SCENARIO)
    one.sit()
    one.calm()
    return Table(one, side, made["seats"]["allied"])


def march_to_the_knoll(hand: Table) -> None:
    """The French act past the page, until they are before the muzzle of the machine-gun."""
    actions = ["activate F.Cordier", "move F5.rifle-2", "to B710", "to B709"]
    body = {"revision": 0, "actions": actions, "key": "march"}
    hand.one.host.ask(f"/api/matches/{hand.one.match}/actions", body, hand.french)
    hand.one.shown(len(actions))


def test_a_window_of_reaction_is_answered_on_the_map(page: Page, shared: Host) -> None:
    hand = seated(page, shared, "german", ASK)
    march_to_the_knoll(hand)
    expect(page.get_by_test_id("prompt")).to_contain_text("Rifle 2 of F5 under way in B709")
    hand.one.aim(hand.on("G1.mg34-1"))
    expect(page.locator("[data-testid=shots].aimed line.casing")).to_have_count(1)
    hand.act(hand.click, hand.on("G1.mg34-1"))
    expect(page.get_by_test_id("battle")).to_contain_text("Attack on B709")
    expect(page.get_by_test_id("shots").locator("line.casing")).to_have_count(1)
    before = hand.one.head()["revision"]
    click(hand.one.word("Fire"))
    assert hand.one.moved_on(before)["to_act"] == "allied"
    hand.one.shown(before + 1)
    expect(page.get_by_test_id("log")).to_contain_text("AP attack on B709")
    assert hand.one.errors == []


def test_a_standing_order_answers_without_asking(page: Page, shared: Host) -> None:
    hand = seated(page, shared, "german")
    march_to_the_knoll(hand)
    assert hand.one.head()["to_act"] == "allied" and not hand.one.choices()
    expect(page.get_by_test_id("log")).to_contain_text("AP attack on B709")


def test_fire_goes_by_a_click_on_the_enemy_and_a_unit_in_hand_can_do_something_else(page: Page, shared: Host) -> None:
    hand = seated(page, shared, "allied")
    hand.act(hand.click, hand.on("F.Cordier"))
    hand.one.aim(hand.at("B808"))
    expect(page.get_by_text("What can happen")).to_be_visible()
    hand.act(hand.click, hand.at("B808"))
    hand.act(click, hand.one.word("Fire"))
    expect(page.get_by_test_id("log")).to_contain_text("AP attack on B808 by Rifle 1 of F5, Hotchkiss Mle 1 of F5")
    hand.act(hand.click, hand.on("F5.rifle-3"))
    expect(page.get_by_test_id("prompt")).to_contain_text("Rifle 3 of F5 in B811 with 4 movement points")
    hand.act(click, hand.one.word("Prepare Rifle 3 of F5 for reaction"))
    lying = [piece for stack in hand.one.scene()["stacks"].values() for piece in stack["pieces"]]
    assert "R" in next(piece for piece in lying if piece["id"] == "F5.rifle-3")["badges"]
    assert hand.one.errors == []


@pytest.mark.parametrize("by", ["button", "key"])
def test_a_line_of_sight_and_what_hides_a_hex(page: Page, shared: Host, by: str) -> None:
    hand = seated(page, shared, "german")
    if by == "key":
        page.keyboard.press("x")
    else:
        click(page.get_by_role("button", name="Line of sight"))
    hand.click(hand.at("B708"))
    expect(page.get_by_test_id("sight")).to_be_visible()
    readout = page.locator(".readout")
    hand.one.aim(hand.at("B810"))
    expect(readout).to_contain_text("Seen from B708, and the enemy there is spotted")
    hand.one.aim(hand.at("B811"))
    expect(readout).to_contain_text("Not seen from B708")
    expect(readout).to_contain_text("(6.2")
    page.keyboard.press("x")
    at_rest(page)
    expect(page.get_by_test_id("sight")).to_have_count(0)
    assert hand.one.head()["revision"] == 0, "looking is no action"
