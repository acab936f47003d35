"""Build your own battle: laid, bought and begun in the browser, and sent on as a link."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.kit import Host, click, new_context

READY = re.compile("The battle is ready")


def workshop(browser: Browser, host: Host) -> Page:
    page = new_context(browser, viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{host.url}/design/france_1940")
    expect(verdict(page)).to_have_text(READY)
    return page


def verdict(page: Page) -> Locator:
    return page.locator("[data-ready]")


def force(page: Page, side: str) -> Locator:
    return page.locator(f'[data-side="{side}"]')


def buy(page: Page, side: str, ware: str) -> None:
    """Found by its name, bought by the keyboard alone."""
    search = force(page, side).get_by_role("searchbox")
    search.fill(ware)
    button = force(page, side).get_by_role("button", name=re.compile(f"^Buy {re.escape(ware)}"))
    button.focus()
    page.keyboard.press("Enter")
    search.fill("")


def test_a_battle_is_built_and_begun(browser: Browser, shared: Host) -> None:
    page = workshop(browser, shared)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.get_by_label("Name of the battle").fill("The long afternoon")
    page.get_by_label("Size").select_option("1x2")
    page.get_by_role("group", name="Row 1, column 2").get_by_label("turned upside down").check()
    buy(page, "german", "Officer, 3 Engineers")
    buy(page, "allied", "Concentrated minefield")
    expect(force(page, "german").locator(".purse")).to_have_text(re.compile("91 of 300"))
    expect(force(page, "allied").locator(".purse")).to_have_text(re.compile("47 of 150"))
    page.locator('svg [data-hex="A610"]').click()
    expect(page.get_by_label("Objectives", exact=True)).to_have_value("A609 A610")
    buy(page, "german", "Wire")
    expect(force(page, "german")).to_contain_text("Only a defender buys works")
    expect(page.get_by_role("button", name="Set up a match")).to_be_disabled()
    click(page.get_by_role("button", name="Remove Wire"))
    expect(verdict(page)).to_have_text(READY)
    link = page.get_by_role("textbox", name="A link to this battle").input_value()

    click(page.get_by_role("link", name="Set up a match"))
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_value(re.compile(r'boards = \[\["A", "B turned"\]\]'))
    page.get_by_label("Both sides, alone").check()
    click(page.get_by_role("button", name="Set up the match"))
    expect(page.locator("body")).to_contain_text("Set up your units")

    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_label("Name of the battle")).to_have_value("The long afternoon")
    expect(force(page, "german").locator(".purse")).to_have_text(re.compile("91 of 300"))
    assert errors == []
    page.context.close()


def test_a_meeting_engagement_gives_both_sides_the_same(browser: Browser, shared: Host) -> None:
    page = workshop(browser, shared)
    page.get_by_text("Meeting engagement").click()
    for side in ("german", "allied"):
        expect(force(page, side).get_by_label("Points", exact=True)).to_have_value("150")
        expect(force(page, side).get_by_label("Before the battle")).to_have_value("enters")
    expect(page.get_by_label("Turns", exact=True)).to_have_value("10")
    expect(verdict(page)).to_have_text(READY)
    page.context.close()
