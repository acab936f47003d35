"""Whole matches of bots, watched in the browser from the first decision to the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import meuse
from tests.browser.kit import Host, click, seat_of

SCENARIOS = [(name, meuse.load(name).scenarios[-1]) for name in meuse.games.NAMES]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_match_of_bots_is_watched_to_the_end(page: Page, shared: Host, game: str, scenario: str) -> None:
    made = shared.create(game, scenario, dict.fromkeys(meuse.load(game).sides, "bot:recruit"))
    page.add_init_script(seat_of(made, "", game, scenario, spectator=True))
    page.goto(f"{shared.url}/match/{made['match']}")
    page.get_by_label("Speed of following").select_option("All at once")
    expect(page.get_by_test_id("result")).to_be_visible()
    head = shared.ask(f"/api/matches/{made['match']}", token=made["spectator"])
    assert head["status"] == "over"
    expect(page.get_by_test_id("result")).to_contain_text(head["result"]["reason"])
    click(page.get_by_role("tab", name="Log"))
    assert page.get_by_test_id("log").locator("li").count() > 20
