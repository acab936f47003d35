"""Matches of bots watched in the browser to the result: one from its first decision, the others in their last turns."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

import meuse
from tests.browser.kit import AT_ONCE, Host, click, seat_of

WHOLE = "mansteins_war"
"""The game whose random matches are the shortest."""
SCENARIOS = [(name, meuse.load(name).scenarios[-1]) for name in meuse.games.NAMES]
LAST_ACTIONS = 150


def near_the_end(game: str, scenario: str) -> str:
    """The position of a random match so many actions before its end."""
    random = Random(1)
    state = meuse.load(game).new(scenario, 1)
    while state.options:
        state.apply(random.choice(state.options))
    length, random = state.actions, Random(1)
    state = meuse.load(game).new(scenario, 1)
    while state.actions < length - LAST_ACTIONS:
        state.apply(random.choice(state.options))
    return state.position()


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_a_match_of_bots_is_watched_to_the_end(page: Page, shared: Host, game: str, scenario: str) -> None:
    seats = dict.fromkeys(meuse.load(game).sides, "bot:recruit")
    if game == WHOLE:
        made = shared.create(game, scenario, seats)
    else:
        page.add_init_script(AT_ONCE)  # it may be over before anything can be chosen on the page
        made = shared.ask("/api/matches/import", {"position": near_the_end(game, scenario), "seats": seats})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(seat_of(made, "", game, scenario, spectator=True))
    page.goto(f"{shared.url}/match/{made['match']}")
    if game == WHOLE:
        page.get_by_label("Speed of following").select_option("All at once")
    expect(page.get_by_test_id("result")).to_be_visible()
    head = shared.ask(f"/api/matches/{made['match']}", token=made["spectator"])
    assert head["status"] == "over"
    expect(page.get_by_test_id("result")).to_contain_text(head["result"]["reason"])
    click(page.get_by_role("tab", name="Log"))
    assert page.get_by_test_id("log").locator("li").count() > (20 if game == WHOLE else 0)
    assert errors == []
