"""People at a table: who plays what, a hint, playing on from a moment, talking, and hearing that it is one's turn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.kit import Host, Person, check, click, patiently, sized
from tests.browser.test_pages import serious
from tests.browser.test_playing import GAMES, person

EACH_GAME = pytest.mark.parametrize(
    ("game", "scenario", "side", "size"), [(*GAMES[0], "desk"), (*GAMES[1], "phone")], indirect=["size"]
)
"""Each game at one size: what is done here has nothing to do with how the games differ."""
OTHERS = {"german": ["allied"], "germany": ["france", "britain"]}
NOTICES = """
    window.notices = []; window.asked = 0;
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { window.asked += 1; return (Notification.permission = "granted"); }
        constructor(title, { body }) { window.notices.push([title, body]); }
        close() {}
    };
    document.hasFocus = () => false;
"""
"""Notices of the browser that a test can read; the person there looks at something else."""


@pytest.fixture(params=["desk", "phone"])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(browser: Browser, size: str) -> Page:
    """Instead of the usual one: at each size."""
    return sized(browser, size, service_workers="block")


def two(host: Host, game: str, scenario: str, side: str) -> Any:
    """A match of two people: one side here, all the others there."""
    others = OTHERS[side]
    kind = "person" if len(others) == 1 else "hotseat"
    return host.create(game, scenario, {side: "person"} | dict.fromkeys(others, kind))


def fitting(page: Page) -> None:
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it must be scrolled sideways"


def part(page: Page, title: str) -> Locator:
    return page.get_by_role("group", name="I play").get_by_role("radio", name=re.compile(f"^{title}"))


# who plays what


def test_the_scenario_starts_people_on_the_side_it_is_about(page: Page, shared: Host) -> None:
    page.goto(f"{shared.url}/new/victory_or_defeat")
    click(page.get_by_text("1940: the campaign in the West"))
    expect(part(page, "Germany")).to_be_checked()
    click(page.get_by_text("1939: the French offensive"))
    expect(part(page, "Allies")).to_be_checked()
    click(page.get_by_text("1940: the campaign in the West"))
    check(part(page, "Nobody"))
    click(page.get_by_text("1939: the French offensive"))
    expect(part(page, "Nobody")).to_be_checked()
    fitting(page)


def test_play_now_is_for_the_side_the_scenario_is_about(page: Page, shared: Host) -> None:
    page.goto(shared.url)
    click(page.get_by_role("button", name="Play now: 1939: the French offensive, Allies against the machine"))
    expect(page.get_by_test_id("board")).to_be_visible()
    assert [seat["sides"] for seat in seats(page).values()] == [["allied"]]


def seats(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage.getItem('meuse.seats'))")


@EACH_GAME
def test_one_choice_says_who_plays_what(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    page.goto(f"{shared.url}/new/{game}")
    allies = {"victory_or_defeat": "Allies", "battle_of_france": "The Allies"}[game]
    check(part(page, allies))
    check(page.get_by_role("radio", name="a friend, who gets a link"))
    click(page.get_by_text("Seat by seat"))
    expect(page.get_by_role("combobox", name="Germany")).to_have_value("friend")
    fitting(page)
    page.get_by_role("combobox", name="Germany").select_option("bot:recruit")
    expect(page.get_by_role("group", name="I play").locator(":checked")).to_have_count(0)
    check(part(page, allies))
    click(page.get_by_role("button", name="Set up the match"))
    expect(page.get_by_role("heading", name="The table is set")).to_be_visible()
    expect(page.get_by_label("To play Germany", exact=True)).to_be_visible()
    assert [sorted(seat["sides"]) for seat in seats(page).values()] == [sorted(OTHERS[side])]


@EACH_GAME
def test_alone_at_all_sides_nothing_is_covered(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    page.goto(f"{shared.url}/new/{game}")
    check(part(page, "Both sides, alone"))
    click(page.get_by_role("button", name="Set up the match"))
    expect(page.get_by_test_id("board")).to_be_visible()
    ((match, seat),) = seats(page).items()
    made = {"match": match, "seats": dict.fromkeys(seat["sides"], seat["token"])}
    one = Person(page, shared, made, side, game, scenario)
    acted: set[str] = set()
    while len(acted) < 2:
        acted.add(one.head()["to_act"])
        actions = [choice["action"] for choice in one.choices()]
        one.act("ready" if "ready" in actions else actions[0])
        one.caught_up()
        expect(page.get_by_test_id("cover")).to_be_hidden()
    click(page.get_by_role("button", name="Menu"))
    check(page.get_by_role("checkbox", name="I play these sides alone"), on=False)
    sees = one.scene()["side"]
    other = "Germany" if sees != side else {"german": "Allies", "germany": "Britain"}[side]
    click(page.get_by_role("group", name="Look from").get_by_role("radio", name=other))
    expect(page.get_by_test_id("cover")).to_be_visible()
    assert one.errors == []


# a hint


@EACH_GAME
def test_the_captain_is_asked_and_followed(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    one = person(page, shared, game, scenario, side)
    one.sit()
    one.caught_up()
    with page.expect_response("**/hint*") as answer:
        click(page.get_by_role("button", name="What would the captain do, and why?"))
    advised = answer.value.json()["advised"]
    leaf = page.get_by_test_id("hint")
    expect(leaf).to_contain_text(advised[0]["choice"]["label"])
    for reason in advised[0]["reasons"]:
        expect(leaf).to_contain_text(reason)
    fitting(page)
    revision = one.head()["revision"]
    click(leaf.get_by_role("button", name="Do it"))
    one.moved_on(revision)
    log = shared.ask(f"/api/matches/{one.match}/log?since={revision}", token=one.token)["entries"]
    assert log[0]["action"] == advised[0]["choice"]["action"]
    assert one.errors == []


@pytest.mark.parametrize("size", ["desk"], indirect=True)  # a phone has no keys
def test_the_captain_is_asked_by_a_key(page: Page, shared: Host) -> None:
    one = person(page, shared, *GAMES[1])
    one.sit()
    one.caught_up()
    page.keyboard.press("h")
    leaf = page.get_by_test_id("hint")
    expect(leaf).to_be_visible()
    leaf.get_by_role("button", name="Close").press("Enter")
    expect(leaf).to_be_hidden()


# play from here


@EACH_GAME
def test_a_match_is_played_on_from_a_moment_of_its_replay(
    page: Page, shared: Host, game: str, scenario: str, side: str
) -> None:
    made = shared.create(game, scenario, {})
    one = Person(page, shared, made, side, game, scenario)
    for _ in range(8):
        actions = [choice["action"] for choice in one.choices()]
        one.act("ready" if "ready" in actions else actions[0])
    body = {"revision": one.head()["revision"], "key": "enough"}
    shared.ask(f"/api/matches/{one.match}/resign", body, one.token)
    page.goto(f"{shared.url}/replay/{one.match}")
    here = page.get_by_role("button", name="Play from here")
    slider = page.get_by_role("slider")
    slider.fill("9")
    expect(here).to_be_disabled()
    slider.fill("5")
    click(here)
    dialog = page.get_by_role("dialog", name="Play from here")
    click(dialog.get_by_text("Both sides, alone"))
    fitting(page)
    click(dialog.get_by_role("button", name="Play from here"))
    expect(page.get_by_test_id("board")).to_be_visible()
    page.wait_for_url("**/match/*")
    match = page.url.rsplit("/", 1)[1]
    assert match != one.match
    expect(page.locator("[data-revision='5']")).to_be_visible()
    token = seats(page)[match]["token"]
    old, new = (
        [entry["action"] for entry in shared.ask(f"/api/matches/{played}/log", token=held)["entries"]]
        for played, held in ((one.match, one.token), (match, token))
    )
    assert new == old[:5]
    assert one.errors == []


# talking


@EACH_GAME
def test_people_talk(
    browser: Browser, page: Page, shared: Host, game: str, scenario: str, side: str, size: str
) -> None:
    made = two(shared, game, scenario, side)
    one = Person(page, shared, made, side, game, scenario)
    other = Person(sized(browser, size, service_workers="block"), shared, made, OTHERS[side][0], game, scenario)
    one.sit()
    other.sit()
    click(page.get_by_role("button", name="Chat"))
    line = page.get_by_role("textbox", name="Say something")
    expect(line).to_be_focused()
    page.keyboard.type("Your move, <b>sir</b>")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Your move, <b>sir</b>")
    expect(line).to_have_value("")
    fitting(page)
    revision = one.head()["revision"]
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("chat")).to_be_hidden()
    expect(page.get_by_role("button", name="Chat")).to_be_focused()
    assert one.head()["revision"] == revision
    expect(other.page.get_by_text("Germany: Your move, <b>sir</b>")).to_be_visible()
    click(other.page.get_by_role("button", name="Chat, 1 new"))
    said = other.page.get_by_role("log")
    expect(said).to_contain_text("Your move, <b>sir</b>")
    expect(said.locator("b")).to_have_count(0)
    check(other.page.get_by_role("checkbox", name="Mute"))
    expect(said).to_be_hidden()
    click(other.page.get_by_role("button", name="Close the chat"))
    click(page.get_by_role("button", name="Chat"))
    line.fill("Are you there?")
    line.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Are you there?")
    other.page.reload()
    expect(other.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    expect(other.page.get_by_text("Are you there?")).to_have_count(0)
    assert one.errors == other.errors == []


def test_nobody_talks_to_the_machine(page: Page, shared: Host) -> None:
    one = person(page, shared, "victory_or_defeat", "1940", "german")
    one.sit()
    one.caught_up()
    expect(page.get_by_role("button", name="Chat")).to_have_count(0)


# hearing of one's turn


@EACH_GAME
def test_the_browser_tells_of_ones_turn(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    """Asked for by a button only, and then once for each turn."""
    made = two(shared, game, scenario, side)
    first = shared.ask(f"/api/matches/{made['match']}", token=made["spectator"])["to_act"]
    mine, others = sorted(([side], OTHERS[side]), key=lambda sides: first in sides)
    one = Person(page, shared, made, mine[0], game, scenario)
    there = Person(page.context.new_page(), shared, made, others[0], game, scenario)
    page.add_init_script(NOTICES)
    one.sit()
    assert page.evaluate("window.asked") == 0
    click(page.get_by_role("button", name="Menu"))
    click(page.get_by_role("button", name="Notify me of my turn"))
    click(page.get_by_role("button", name="Notify me", exact=True))
    expect(page.get_by_role("button", name="No more notices")).to_be_visible()
    fitting(page)
    click(page.get_by_role("button", name="Close"))
    assert page.evaluate("window.asked") == 1
    for _ in patiently(page):
        if one.head()["to_act"] in mine:
            break
        actions = [choice["action"] for choice in there.choices()]
        there.act("ready" if "ready" in actions else actions[0])
    for _ in patiently(page):
        notices = page.evaluate("window.notices")
        if notices:
            break
    assert [title.split(": ")[1] for title, _ in notices] == ["it is your turn"]
    expect(page).to_have_title(f"● {one.head()['title']} · Meuse")
    assert one.errors == []


def test_the_server_is_told_where_to_write(page: Page, tmp_path: Path, size: str) -> None:
    words = ("--notify", "--public-url", "http://127.0.0.1", "--smtp-host", "127.0.0.1", "--smtp-from", "m@example.org")
    with Host(tmp_path, *words) as host:
        one = Person(
            page, host, two(host, "victory_or_defeat", "1940", "german"), "german", "victory_or_defeat", "1940"
        )
        one.sit()
        click(page.get_by_role("button", name="Menu"))
        click(page.get_by_role("button", name="Notify me of my turn"))
        page.get_by_label("Webhook").fill("http://127.0.0.1/hook")
        page.get_by_label("E-mail address").fill("me@example.org")
        click(page.get_by_role("button", name="Save"))
        expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
        expect(page.get_by_role("button", name="Save")).to_be_enabled()
        fitting(page)
        page.get_by_label("Webhook").fill("")
        click(page.get_by_role("button", name="Save"))
        expect(page.get_by_role("dialog")).to_be_hidden()
        kept = host.ask(f"/api/matches/{one.match}/notices", token=one.token)
        assert kept == {"webhook": "", "email": "me@example.org"}
