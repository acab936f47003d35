"""Learn by playing: a lesson from the first page to its end, and what the guide does when somebody strays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.kit import AT_ONCE, Host, click, new_context, patiently

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BIG, SMALL = pytest.param(DESK, id="1440x900"), pytest.param(PHONE, id="390x844")


@pytest.fixture
def learner(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = new_context(browser, **request.param)
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []


def begin(page: Page, host: Host, lesson: str) -> Locator:
    """Start a lesson from the first page; its card."""
    page.goto(f"{host.url}/")
    click(page.get_by_role("region", name="Learn by playing").locator(f'[data-lesson="{lesson}"]'))
    card = page.get_by_test_id("lesson")
    expect(card).to_be_visible()
    return card


def press(card: Locator, name: str) -> Locator:
    return card.get_by_role("button", name=name, exact=True)


def begin_fighting(page: Page, host: Host) -> Locator:
    """The lesson on 1939 after its first action: the French fight first."""
    card = begin(page, host, "1939")
    for step in ("1", "2"):
        click(press(card, "Next"))
        expect(card).to_have_attribute("data-step", step)
    click(press(card, "Do it for me"))
    expect(card).to_have_attribute("data-step", "3")
    return card


def told(host: Host, game: str, lesson: str) -> list[Any]:
    steps: list[Any] = host.ask(f"/api/games/{game}/lessons/{lesson}")["steps"]
    return steps


def take_step(page: Page, card: Locator) -> None:
    """What the card asks for: by its own button if the table has one, else by the guide; or go on reading.

    By keyboard, because a click on what has just appeared may be taken for a slip; then the page must have moved on.
    """
    named = card.locator(".todo b")
    button = page.locator(".words .button", has_text=named.inner_text()) if named.count() else card.locator(".none")
    if press(card, "Next").count():
        button = press(card, "Next")
    elif not (button.count() == 1 and button.is_enabled() and not named.inner_text().startswith("End")):
        button = press(card, "Do it for me")
    if not button.is_enabled():
        return
    before = whereabouts(page, card)
    button.press("Enter")
    for _ in patiently(page):
        if whereabouts(page, card) != before:
            expect(card).to_have_attribute("aria-busy", "false")
            return


def whereabouts(page: Page, card: Locator) -> tuple[str | None, str | None]:
    """The step of the lesson, and the moment of the match that the page shows."""
    return card.get_attribute("data-step"), page.locator("[data-revision]").get_attribute("data-revision")


@pytest.mark.parametrize(
    ("game", "lesson", "learner"),
    [
        pytest.param("victory_or_defeat", "1939", DESK, id="1939-1440x900"),
        pytest.param("battle_of_france", "two_players", PHONE, id="two_players-390x844"),
        pytest.param("fall_of_france", "historical", DESK, id="historical-1440x900"),
    ],
    indirect=["learner"],
)
def test_a_lesson_is_played_to_its_end(learner: Page, shared: Host, game: str, lesson: str) -> None:
    card = begin(learner, shared, lesson)
    steps = told(shared, game, lesson)
    seen: list[int] = []
    for _ in patiently(learner):
        expect(card).to_have_attribute("aria-busy", "false")
        at = int(card.get_attribute("data-step") or 0)
        if at not in seen:
            seen.append(at)
            expect(card.get_by_test_id("says")).to_contain_text(steps[at]["says"])
            before = steps[at - 1]["then"] if at else ""
            if before:
                expect(card.get_by_test_id("came")).to_have_text(before)
        if press(card, "Finish").count():
            break
        take_step(learner, card)
    assert seen == list(range(len(steps)))
    expect(card.get_by_test_id("aside")).to_have_count(0)
    click(press(card, "Finish"))
    expect(card).to_contain_text("The lesson is over, and the match goes on")
    expect(learner.get_by_test_id("prompt")).not_to_be_empty()


@pytest.mark.parametrize("learner", [BIG, SMALL], indirect=True)
def test_the_card_leaves_the_map_alone_and_points_at_places(learner: Page, shared: Host) -> None:
    card = begin(learner, shared, "1940")
    board, frame = learner.get_by_test_id("board").bounding_box(), card.bounding_box()
    assert board is not None and frame is not None
    assert frame["x"] >= board["x"] + board["width"] - 1 or frame["y"] >= board["y"] + board["height"] - 1
    expect(learner.get_by_test_id("pointed")).to_have_count(1)
    click(card.get_by_role("button", name="The lesson"))
    expect(learner.get_by_test_id("pointed")).to_have_count(0)
    expect(card.get_by_test_id("says")).to_have_count(0)
    click(card.get_by_role("button", name="The lesson"))
    expect(card.get_by_test_id("says")).to_be_visible()
    for button in card.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= (44 if learner.viewport_size and learner.viewport_size["width"] < 500 else 36)


@pytest.mark.parametrize("learner", [BIG], indirect=True)
def test_one_can_look_back_and_come_again(learner: Page, shared: Host) -> None:
    """By keyboard: the steps that are only read, back to the first, and on; the page may be left meanwhile."""
    card = begin(learner, shared, "1939")
    for step in ("1", "2"):
        press(card, "Next").focus()
        learner.keyboard.press("Enter")
        expect(card).to_have_attribute("data-step", step)
    learner.reload()
    expect(card).to_have_attribute("data-step", "2")
    press(card, "Back").focus()
    learner.keyboard.press("Enter")
    learner.keyboard.press("Enter")
    expect(card).to_have_attribute("data-step", "0")
    click(press(card, "Next"))
    click(press(card, "Next"))
    expect(card).to_have_attribute("data-step", "2")
    expect(press(card, "Do it for me")).to_be_enabled()


@pytest.mark.parametrize("learner", [BIG], indirect=True)
def test_who_strays_is_told_so_kindly_and_may_take_it_back(learner: Page, shared: Host) -> None:
    card = begin_fighting(learner, shared)
    click(press(card, "Next"))
    expect(card).to_have_attribute("data-step", "4")
    click(learner.get_by_role("tab", name="Choices"))
    click(learner.locator(".choices .choice", has_text="Attack 1432"))
    aside = card.get_by_test_id("aside")
    expect(aside).to_contain_text("The lesson waits")
    click(press(card, "Take it back"))
    expect(aside).to_have_count(0)
    expect(card).to_have_attribute("data-step", "4")
    click(press(card, "Do it for me"))
    expect(card).to_have_attribute("data-step", "5")


@pytest.mark.parametrize("learner", [BIG], indirect=True)
def test_who_goes_a_way_of_his_own_is_met_at_the_next_step_that_fits(learner: Page, shared: Host) -> None:
    """The combat phase is ended without the battle: the lesson goes on with the marches that are still possible."""
    card = begin_fighting(learner, shared)
    click(learner.locator(".words .button", has_text="End the combat phase"))
    click(learner.get_by_role("alertdialog").get_by_role("button", name="End the combat phase"))
    expect(card).to_have_attribute("data-step", "11")
