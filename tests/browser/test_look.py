"""How the table looks: fronts, blocks, fans, the bar, the panel, charts, the shop; on both games, at three sizes."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.kit import SIZES, Host, Person, at_rest, click, middle, new_context, patiently, sized
from tests.browser.test_pages import serious
from tests.browser.test_playing import EACH_TABLE, TABLES, on_the_map, person, plain

WINDOWS = ["desk", "tablet", "phone"]
EACH_SIZE = pytest.mark.parametrize("size", WINDOWS)
FONTS = 80 * 1024
LEGIBLE = 8.5
"""Pixels that a number on the map must have at least."""


def until(one: Person, wanted: Any) -> Any:
    """Play past the page until the scene is as wanted; what is done is the last button, or anything."""
    for _ in patiently(one.page):
        if one.head()["to_act"] is None:
            break
        scene = one.scene()
        if wanted(scene):
            return scene
        if scene.get("choices"):
            one.act((plain(scene["choices"]) or scene["choices"])[-1]["action"])
    raise AssertionError("the match never came to it")


def afield(scene: Any) -> bool:
    """Is something to be chosen on the map itself? What lies in boxes alone is shown there."""
    standing = {piece["id"] for stack in scene["stacks"].values() for piece in stack["pieces"]}
    return any(
        choice.get("piece", "") in standing or not choice.get("piece") for choice in on_the_map(scene["choices"])
    )


FAR_APART = ("france_1940",)
"""Games whose sides have not met when something can first be chosen on the map: there is no front yet."""


def in_turn(game: str, after: int = 0) -> str:
    """The size at which axe reads something that each game has: each game has another."""
    return WINDOWS[([table[0] for table in TABLES].index(game) + after) % len(WINDOWS)]


@EACH_SIZE
@EACH_TABLE
def test_the_table_can_be_read(browser: Browser, shared: Host, game: str, scenario: str, side: str, size: str) -> None:
    """Where several things can be chosen on the map."""
    page = sized(browser, size)
    one = person(page, shared, game, scenario, side)
    scene = until(one, lambda scene: len(on_the_map(scene.get("choices", []))) > 3 and afield(scene))
    one.sit()
    one.caught_up()
    if game not in FAR_APART:
        the_front_is_drawn_in_the_colours_of_the_sides(one, game)
    the_whole_map_is_legible(page, size)
    choices_are_counters_by_place(page, scene)
    assert size != in_turn(game) or serious(page, ".panel") == []
    charts_lie_beside_the_map(one, game, scenario)
    assert size != in_turn(game, 1) or serious(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Charts")).to_be_hidden()
    if size == "phone":
        folding_the_panel_frees_the_map(page)
    assert one.errors == []


def the_front_is_drawn_in_the_colours_of_the_sides(one: Person, game: str) -> None:
    colours = {info["id"]: info["colour"] for info in one.host.ask(f"/api/games/{game}/about")["sides"]}
    bands = one.page.locator(".control .band")
    expect(bands).to_have_count(len(one.scene()["control"]))
    assert set(bands.evaluate_all("bands => bands.map(band => band.getAttribute('stroke'))")) <= set(colours.values())
    front = one.page.locator(".control .front").get_attribute("d") or ""
    assert front.count("M") > 3


def the_whole_map_is_legible(page: Page, size: str) -> None:
    """Either strengths can be read on the counters, or each stack is one block with one number."""
    page.keyboard.press("0")
    at_rest(page)
    far = page.locator(".sheet").get_attribute("data-detail") == "0"
    numbers = page.locator(".blocks text" if far else ".counters .strength")
    expect(numbers.first).to_be_visible()
    heights = numbers.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    least = 0.6 * LEGIBLE if size == "phone" else LEGIBLE
    assert min(heights) >= least, min(heights)


def folding_the_panel_frees_the_map(page: Page) -> None:
    click(page.get_by_role("button", name="Fold panel"))
    strip = page.locator(".strip")
    expect(strip).to_be_visible()
    board, cover = page.get_by_test_id("board").bounding_box(), strip.bounding_box()
    assert board and cover
    assert cover["height"] < 0.25 * board["height"]
    assert board["height"] - cover["height"] > 0.6 * SIZES["phone"][1]
    assert serious(page) == []


def choices_are_counters_by_place(page: Page, scene: Any) -> None:
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    click(page.get_by_role("tab", name="Choices"))
    choices = page.locator(".choices .choice")
    expect(choices).to_have_count(len(on_the_map(scene["choices"])))
    expect(choices.locator("svg").first).to_be_visible()
    for word in plain(scene["choices"]):
        expect(page.locator(".choices").get_by_text(word["label"], exact=True)).to_have_count(0)


def charts_lie_beside_the_map(one: Person, game: str, scenario: str) -> None:
    page = one.page
    charts = one.host.ask(f"/api/games/{game}/settings/{scenario}/charts")["charts"]
    page.keyboard.press("c")
    sheet = page.get_by_role("dialog", name="Charts")
    for chart in charts:
        click(sheet.get_by_role("button", name=chart["title"], exact=True))
        expect(sheet.get_by_role("columnheader")).to_have_text(list(chart["columns"]))
        expect(sheet.locator("tbody tr")).to_have_count(len(chart["rows"]))
    click(sheet.get_by_role("button", name="Counters"))
    expect(sheet.locator("li svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it must be scrolled sideways"


@EACH_TABLE
def test_the_bar_and_the_log(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    """After some actions."""
    one = person(page, shared, game, scenario, side)
    began = one.head()["revision"]
    scene = until(one, lambda scene: scene.get("choices") and one.head()["revision"] > began + 30)
    one.sit()
    one.caught_up()
    the_log_can_be_filtered(page)
    the_bar_cuts_nothing(page, scene)


def the_bar_cuts_nothing(page: Page, scene: Any) -> None:
    bar = page.locator("header.bar")
    for width in (1024, 1280, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        at_rest(page)
        expect(bar).to_contain_text(scene["turn"])
        expect(bar).to_contain_text(scene["phase"])
        for name in ("Charts", "Menu", "Fold panel"):
            expect(bar.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        cut = bar.locator("h1, .when *, .chips *").evaluate_all(
            "all => all.filter(one => one.offsetParent && one.scrollWidth > one.clientWidth + 1 "
            "&& getComputedStyle(one).overflow !== 'visible').map(one => one.textContent)"
        )
        assert cut == [], width
        for chip in bar.locator(".chips li").all():
            expect(chip).to_be_in_viewport(ratio=1)


def the_log_can_be_filtered(page: Page) -> None:
    click(page.get_by_role("tab", name="Log"))
    log = page.get_by_test_id("log")
    expect(log.locator("ol > li").nth(4)).to_be_attached()
    everything = log.locator("ol > li").count()
    expect(log.locator("ol > li").last).to_be_in_viewport()
    click(log.locator(".filters").get_by_role("button", name="Battles"))
    expect(log.locator("ol > li")).not_to_have_count(everything)
    click(log.locator(".filters").get_by_role("button", name="Mine"))
    expect(log.locator(".filters").get_by_role("button", name="Mine")).to_have_attribute("aria-pressed", "true")
    click(log.locator(".filters").get_by_role("button", name="All"))
    expect(log.locator("ol > li")).to_have_count(everything)


@EACH_SIZE
def test_the_shop(browser: Browser, shared: Host, size: str) -> None:
    """Each click buys one; what is left to spend and what would be lost is always in sight."""
    page = sized(browser, size)
    one = person(page, shared, "battle_of_france", "two_players", "germany")
    scene = until(one, lambda scene: scene.get("purse") and len(scene["choices"]) > 2)
    one.sit()
    one.caught_up()
    shop = page.get_by_test_id("shop")
    purse = scene["purse"]
    expect(shop.get_by_role("status")).to_contain_text(str(purse["left"]))
    expect(shop.get_by_role("status")).to_contain_text(purse["says"])
    offers = [choice for choice in scene["choices"] if choice.get("cost")]
    expect(shop.locator(".where button")).to_have_count(len(offers))
    assert serious(page) == []
    cheapest = min(offers, key=lambda choice: int(choice["cost"]))
    for times in (1, 2):
        before = one.head()["revision"]
        click(shop.get_by_role("button", name=cheapest["label"]))
        one.moved_on(before)
        left = purse["left"] - times * int(cheapest["cost"])
        expect(shop.get_by_role("status")).to_contain_text(str(left))
    expect(shop.locator(".many").first).to_contain_text("2")
    before = one.head()["revision"]
    click(page.get_by_role("button", name="Take back"))
    one.moved_on(before)
    expect(shop.get_by_role("status")).to_contain_text(str(left + int(cheapest["cost"])))


def test_a_stack_is_spread_beside_itself(page: Page, shared: Host) -> None:
    """The fan lies beside its stack and shows strengths."""
    one = person(page, shared, "victory_or_defeat", "1940", "german")
    scene = until(one, lambda scene: sum(choice["verb"] == "move" for choice in scene.get("choices", [])) > 5)
    movable = {choice.get("piece") for choice in scene["choices"]}
    stacks = [(place, [piece["id"] for piece in stack.get("pieces", ())]) for place, stack in scene["stacks"].items()]
    stack = next(place for place, pieces in stacks if len(pieces) > 1 and pieces[0] in movable)
    one.sit()
    one.caught_up()
    page.keyboard.press("+")
    at_rest(page)
    x, y = one.aim(partial(middle, page.locator(f'[data-heap="{stack}"]')))
    cloth = page.locator(".fan .cloth")
    expect(cloth).to_be_visible()
    expect(page.locator(".fan .strength").first).to_be_visible()
    lies = cloth.bounding_box()
    assert lies is not None
    assert not (lies["x"] < x < lies["x"] + lies["width"] and lies["y"] < y < lies["y"] + lies["height"])


def test_the_fonts_are_the_packages_own(browser: Browser, shared: Host) -> None:
    page = new_context(browser).new_page()
    page.goto(shared.url)
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("document.fonts.ready")
    used = page.evaluate("[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)")
    assert {name.strip('"') for name in used} == {"Meuse Sans", "Meuse Serif"}
    sizes = page.evaluate(
        "performance.getEntriesByType('resource')"
        ".filter(({name}) => name.endsWith('woff2')).map(one => one.encodedBodySize)"
    )
    assert 0 < sum(sizes) < FONTS
    page.goto(f"{shared.url}/about")
    licence = page.get_by_role("link", name="SIL Open Font License").get_attribute("href") or ""
    assert "SIL OPEN FONT LICENSE" in page.request.get(shared.url + licence).text()


def test_leaving_a_page_asks_for_nothing_without_a_name(page: Page, shared: Host) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{shared.url}/new/battle_of_france")
    expect(page.locator("h1")).to_have_text("New match")
    click(page.get_by_role("link", name="Meuse").first)
    expect(page.locator("h1")).not_to_have_text("New match")
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "/games//" in url]


def test_what_is_found_in_the_rules_is_read_from_its_beginning(page: Page, shared: Host) -> None:
    page.goto(f"{shared.url}/rules/victory_or_defeat")
    page.locator("#rulings").scroll_into_view_if_needed()
    page.mouse.wheel(0, 20000)
    page.get_by_role("searchbox", name="Search the rules").fill("supply")
    first = page.locator(".text section h2").first
    expect(first).to_be_in_viewport()
