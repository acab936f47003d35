"""Every page at every size: it is there, it is light, nothing serious bars anybody from it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

import meuse
from tests.browser.kit import SIZES, Host, Person, at_rest, click, new_context, seat_of, sized
from tests.browser.test_playing import GAMES, on_the_map, person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
HANDS = {"mouse": ("laptop", "wide"), "finger": ("tablet", "phone")}
"""What one has in the hand, and the windows that go with it: a page is opened once for both, and its window changed."""
EACH_HAND = pytest.mark.parametrize("hand", HANDS)
FIRST_VIEW = 400 * 1024


def readable(clause: str) -> str:
    """A clause's number as the pages write it: "11.10b", "Movement 2"."""
    *words, number = clause.split(".")
    return clause if clause[0].isdigit() else f"{': '.join(word.capitalize() for word in words)} {number}"


def pages() -> list[str]:
    named = [f"/{page}/{game}" for page in ("new", "rules", "data") for game in meuse.games.NAMES]
    designed = [f"/design/{game}" for game in meuse.games.NAMES if meuse.games.load(game).designer() is not None]
    return ["/", "/matches", "/about", *named, *designed]


def serious(page: Page, part: str = "") -> list[str]:
    """What axe-core finds that bars somebody from the page, or from a part of it."""
    if page.evaluate("typeof axe") == "undefined":
        page.add_script_tag(path=AXE)
    found = page.evaluate("part => axe.run(part || document, {resultTypes: ['violations']})", part)["violations"]
    return [
        f"{finding['id']}: {finding['nodes'][0]['html'][:160]}: {finding['nodes'][0]['failureSummary']}"
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ]


def resized(page: Page, size: str) -> None:
    """Give the window a size, and wait until the page is laid out for it."""
    width, height, _ = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("width => innerWidth === width", arg=width)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def in_turn(path: str) -> list[str]:
    """The sizes at which axe reads a page: all of them; of a page that each game has, each game has another."""
    sizes = [size for hand in HANDS.values() for size in hand]
    return [sizes[pages().index(path) % len(sizes)]] if path.startswith(("/new/", "/rules/", "/data/")) else sizes


@EACH_HAND
@pytest.mark.parametrize("path", pages())
def test_every_page_is_open_to_everybody(browser: Browser, shared: Host, path: str, hand: str) -> None:
    page = sized(browser, HANDS[hand][0])
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(shared.url + path)
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    for size in HANDS[hand]:
        resized(page, size)
        assert size not in in_turn(path) or serious(page) == [], size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{size}: it is scrolled sideways"
    assert errors == []


@EACH_HAND
@pytest.mark.parametrize(("game", "scenario", "side"), GAMES)
def test_the_table_is_open_to_everybody(
    browser: Browser, shared: Host, game: str, scenario: str, side: str, hand: str
) -> None:
    page = sized(browser, HANDS[hand][0])
    one = person(page, shared, game, scenario, side)
    one.sit()
    one.caught_up()
    for size in HANDS[hand]:
        resized(page, size)
        at_rest(page)
        tabs = page.get_by_role("tab").all_inner_texts()
        assert {"Log", "Tracks", "Help"} < set(tabs)
        for tab in tabs:
            click(page.get_by_role("tab", name=tab, exact=True))
            if tab == tabs[0]:
                assert serious(page) == [], (size, tab)
            elif size == HANDS[hand][0]:
                assert serious(page, ".panel") == [], (size, tab)
        box = page.get_by_test_id("board").bounding_box()
        width, height, _ = SIZES[size]
        assert box is not None and box["width"] * box["height"] > 0.45 * width * height, "the map is what one looks at"
    assert one.errors == []


@pytest.mark.parametrize(("game", "scenario", "side"), GAMES)
def test_the_first_view_of_a_match_is_light(
    browser: Browser, shared: Host, game: str, scenario: str, side: str
) -> None:
    """Everything a browser fetches that has never been here, as it crosses the wire."""
    page = new_context(browser, viewport={"width": 1280, "height": 800}).new_page()
    one = person(page, shared, game, scenario, side)
    network = page.context.new_cdp_session(page)
    sizes: list[float] = []
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    network.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    one.sit()
    one.caught_up()
    page.wait_for_load_state("networkidle")
    assert 50 * 1024 < sum(sizes) < FIRST_VIEW, f"{sum(sizes) / 1024:.0f} KB"


def test_a_piece_shows_its_reach(page: Page, shared: Host) -> None:
    """Choosing a counter shows where it can go and what that costs."""
    one = person(page, shared, *GAMES[0])
    for action in ("order move_first", "decline"):
        if action in [choice["action"] for choice in one.choices()]:
            one.act(action)
    choice = next(choice for choice in on_the_map(one.choices()) if choice["verb"] == "move")
    one.sit()
    one.caught_up()
    page.get_by_test_id("board").locator(f'[data-key="piece {choice["piece"]}"]').first.dispatch_event("click")
    page.locator(f"[data-revision='{one.head()['revision'] + 1}']").or_(
        page.locator(f"[data-revision='{one.head()['revision']}']")
    ).first.wait_for()
    places = page.get_by_test_id("board").locator('[data-key^="place "]')
    expect(places.first).to_be_attached()
    costs = {other["cost"] for other in one.choices() if other.get("cost")}
    assert costs
    for cost in costs:
        expect(page.get_by_test_id("board").get_by_text(cost, exact=True).first).to_be_attached()


@pytest.mark.parametrize(("game", "scenario", "side"), GAMES)
def test_a_match_is_replayed(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    """The slider goes over the whole match, and each moment is drawn as the side saw it then."""
    made = shared.create(game, scenario, {})
    one = Person(page, shared, made, side, game, scenario)
    random = Random(4)
    for _ in range(60):
        choices = [choice["action"] for choice in one.choices()]
        one.act("ready" if "ready" in choices else random.choice(choices))
    page.goto(f"{shared.url}/replay/{made['match']}")
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    assert slider.get_attribute("max") == "60"
    for at in ("10", "40", "60"):
        slider.fill(at)
        expect(page.locator(f"[data-revision='{at}']")).to_be_visible()
        then = shared.ask(f"/api/matches/{made['match']}/scene?at={at}&side={side}", token=one.token)["scene"]
        expect(page.locator("header")).to_contain_text(then["phase"])
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-revision='59']")).to_be_visible()
    assert one.errors == []


def test_a_seat_is_sent_as_a_link(browser: Browser, shared: Host) -> None:
    """The person who sits down by the link has the seat; the link is used up."""
    made = shared.create("victory_or_defeat", "1940", {"german": "person", "allied": "person"})
    link = f"{shared.url}/join/{made['match']}#{made['seats']['allied']}"
    page = new_context(browser).new_page()
    page.goto(link)
    click(page.get_by_role("button", name="Sit down"))
    expect(page.get_by_test_id("board")).to_be_visible()
    other = new_context(browser).new_page()
    other.goto(link)
    expect(other.get_by_role("button", name="Sit down")).to_be_hidden()
    watching = new_context(browser).new_page()
    watching.add_init_script(seat_of(made, "", "victory_or_defeat", "1940", spectator=True))
    watching.goto(f"{shared.url}/match/{made['match']}")
    expect(watching.get_by_test_id("board")).to_be_visible()


OWN = """
title = "The last week"
players = [["germany"], ["britain", "france"]]
rounds = 3
allies_share = true

[setup.germany]
31 = { infantry = 2, tank = 1 }

[setup.france]
Paris = { infantry = 5 }
"""


def test_a_match_in_a_scenario_of_ones_own(page: Page, shared: Host, tmp_path: Path) -> None:
    """Pasted with mistakes, they are all listed; read from a file without them, it is played, covered between sides."""
    page.goto(f"{shared.url}/new/battle_of_france")
    click(page.get_by_text("A scenario of your own"))
    begin = page.get_by_role("button", name="Set up the match")
    expect(begin).to_be_disabled()
    page.get_by_role("textbox", name="Paste the text").fill(
        OWN.replace("31 =", "99 =").replace("rounds = 3", "rounds = 40")
    )
    click(begin)
    expect(page.get_by_role("alert").get_by_role("listitem")).to_have_text(
        [
            "setup, germany: there is no area 99; see map.toml",
            "rounds: 40 is outside 1 to 19: there is one card for each round",
        ]
    )
    file = tmp_path / "week.toml"
    file.write_text(OWN, encoding="utf-8")
    page.get_by_label("A file with a scenario").set_input_files(file)
    click(page.get_by_text("Both sides, hot seat"))
    click(begin)
    click(page.get_by_test_id("cover").get_by_role("button", name="Go on"))
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.locator("header.bar")).to_contain_text("Round 1 of 3")
    page.goto(f"{shared.url}/matches")
    expect(page.get_by_role("heading", name="Battle of France 1940 · The last week")).to_be_visible()


@pytest.mark.parametrize(("game", "scenario", "side"), GAMES)
def test_a_choice_is_explained_with_its_clause(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    one = person(page, shared, game, scenario, side)
    one.sit()
    one.caught_up()
    explained = one.scene()["help"]
    line = page.get_by_test_id("help")
    name = readable(explained["clause"])
    expect(line).to_have_text(f"{explained['says']} {name}")
    expect(line.get_by_role("link", name=f"Rule {name}")).to_have_attribute(
        "href", f"/rules/{game}#{explained['clause']}"
    )
