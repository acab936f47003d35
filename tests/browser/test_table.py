"""At the table: what is taken back, asked and covered, where the focus goes, and what is told if something is wrong."""

from __future__ import annotations

import sqlite3
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.kit import Host, Person, at_rest, click, new_context, patiently
from tests.browser.test_playing import GAMES, person
from tests.browser.test_secrets import own_browser

VOD, BOF = "victory_or_defeat", "battle_of_france"


def log(one: Person) -> list[dict[str, Any]]:
    return list(one.host.ask(f"/api/matches/{one.match}/log", token=one.token)["entries"])


def focused(page: Page) -> Locator:
    return page.locator(":focus")


def test_taking_back_takes_what_the_machine_did_since(page: Page, shared: Host) -> None:
    """One's own last action is what one wants back, not the bot's."""
    game, scenario, side = GAMES[1]
    one = person(page, shared, game, scenario, side)
    chosen_from: list[str] = []
    for _ in patiently(page):
        head = one.head()
        if head["to_act"] == side:
            if chosen_from and log(one)[-1]["side"] != side:
                break
            chosen_from = [choice["action"] for choice in one.choices()]
            one.act("done" if "done" in chosen_from else chosen_from[-1])
    revision = one.head()["revision"]
    acted = max(entry["revision"] for entry in log(one) if entry["side"] == side)
    one.sit()
    one.shown(revision)
    page.keyboard.press("Escape")
    one.moved_on(revision)
    one.shown(revision + 1)
    assert log(one)[-1]["action"] == f"undo {revision - acted + 1}"
    assert [choice["action"] for choice in one.choices()] == chosen_from
    assert one.errors == []


def test_a_seat_taken_elsewhere_is_told(page: Page, shared: Host) -> None:
    """The seat went to another browser: this one says so, instead of showing a dead table."""
    one = person(page, shared, *GAMES[0])
    one.sit()
    one.caught_up()
    click(page.get_by_role("button", name="Menu"))
    click(page.get_by_role("button", name="Links to the seats"))
    own = page.get_by_label("Your own seat, for another browser; it leaves this one", exact=True)
    assert own.input_value() == f"{shared.url}/join/{one.match}#{one.token}"
    shared.ask(f"/api/matches/{one.match}/join", {}, one.token)
    expect(page.get_by_role("heading", name="This table is closed to you")).to_be_visible()
    expect(page.get_by_text("If you took the seat in another browser, it is there now.")).to_be_visible()
    expect(page.get_by_test_id("board")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("heading", name="This table is closed to you")).to_be_visible()


def test_a_game_that_has_changed_under_its_match_is_announced(page: Page, host: Host) -> None:
    """To everybody at the table, until they have read it; the match goes on."""
    one = person(page, host, *GAMES[0])
    with sqlite3.connect(host.folder / "matches.sqlite") as database:
        database.execute("UPDATE matches SET data_hash = 'aaaaaaaabbbbbbbb'")
    database.close()
    host.kill()
    host.start()
    one.sit()
    notice = page.get_by_test_id("changed")
    expect(notice).to_contain_text("aaaaaaaa when it began")
    click(notice.get_by_role("button", name="Play on"))
    expect(notice).to_be_hidden()
    assert one.head()["status"] == "running" and one.errors == []


def test_what_is_said_over_a_dialog_is_above_it(page: Page, shared: Host) -> None:
    one = person(page, shared, *GAMES[0])
    one.sit()
    click(page.get_by_role("button", name="Menu"))
    click(page.get_by_role("button", name="Links to the seats"))
    click(page.get_by_role("button", name="Copy: Your own seat"))
    said = page.get_by_role("button", name="(dismiss)")  # the copy under the dialog is not there for anybody
    click(said)
    expect(said).to_have_count(0)
    expect(page.get_by_role("dialog", name="Links to the seats")).to_be_visible()
    assert one.errors == []


def test_rivals_at_one_screen_are_covered_although_a_bot_acts_between_them(page: Page, shared: Host) -> None:
    made = shared.create(BOF, "three_players", {"germany": "hotseat", "france": "hotseat", "britain": "bot:recruit"})
    one = Person(page, shared, made, "germany", BOF, "three_players")
    one.sit()
    cover = page.get_by_test_id("cover")
    titles = {"germany": "Germany", "france": "France"}
    sitting = ""
    crossed: set[tuple[str, str]] = set()
    for _ in patiently(page):
        head = one.head()
        acting = head["to_act"]
        if acting not in titles:
            continue
        one.shown(head["revision"])
        if acting != sitting:
            expect(cover).to_contain_text(titles[acting])
            assert page.locator("[data-piece]").count() == 0
            crossed |= {(entry["side"], acting) for entry in log(one)[-1:]}
            one.uncover()
            sitting = acting
        expect(cover).to_be_hidden()
        if ("britain", "germany") in crossed and len(crossed) > 1:
            break
        actions = [choice["action"] for choice in one.choices()]
        one.act("done" if "done" in actions else actions[-1])
    assert ("britain", "germany") in crossed
    assert one.errors == []


def test_a_slip_that_passed_the_seat_is_taken_back(page: Page, shared: Host) -> None:
    made = shared.create(VOD, "1940", {})
    one = Person(page, shared, made, "german", VOD, "1940")
    one.sit()
    cover = page.get_by_test_id("cover")
    expect(cover.get_by_role("button", name="Take back")).to_be_hidden()
    one.uncover()
    one.word("Take the ready set-up").focus()
    page.keyboard.down("Enter")
    expect(cover).to_contain_text("Germany")
    for _ in range(3):
        page.keyboard.down("Enter")  # held: it must not go on as the next one
    page.keyboard.up("Enter")
    expect(cover).to_contain_text("Germany")
    click(cover.get_by_role("button", name="Take back the last action"))
    expect(cover).to_contain_text("Allies")
    one.uncover()
    expect(one.word("Take the ready set-up")).to_be_visible()
    click(page.get_by_role("tab", name="Log"))
    expect(page.get_by_test_id("log")).to_contain_text("taken back")
    assert one.errors == []


def test_a_question_put_aside_is_not_declined(browser: Browser, shared: Host) -> None:
    made = shared.create(VOD, "1940", {"german": "person", "allied": "person"})
    german, allied = (own_browser(browser, shared, made, side, VOD, "1940") for side in ("german", "allied"))
    allied.act("ready")
    german.act("ready")
    allied.sit()
    german.sit()
    revision = german.head()["revision"]
    allied.shown(revision)
    page = allied.page
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_contain_text("the last 2 actions needs the others' consent")
    click(page.get_by_role("button", name="Ask", exact=True))
    expect(page.get_by_role("status").filter(has_text="Waiting for Germany to agree")).to_be_visible()
    page = german.page
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("asks to take back the last 2 actions")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    click(page.get_by_role("button", name="Answer"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert german.head()["undo"] is not None
    click(page.get_by_role("button", name="Answer"))
    click(page.get_by_role("button", name="Agree"))
    german.shown(revision + 2)
    assert german.head()["to_act"] == "allied"
    assert german.errors == allied.errors == []


def test_dialogs_give_the_focus_back(page: Page, shared: Host) -> None:
    one = person(page, shared, *GAMES[0])
    one.sit()
    one.caught_up()
    menu = page.get_by_role("button", name="Menu")
    menu.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Check the dice").press("Enter")
    expect(page.get_by_role("dialog", name="Check the dice")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(menu).to_be_focused()
    assert one.errors == []


def test_why_not_is_asked_at_the_keyboard(page: Page, shared: Host) -> None:
    one = person(page, shared, *GAMES[0])
    for action in ("order move_first", "decline"):
        one.act(action)
    one.sit()
    one.caught_up()
    page.keyboard.press("m")
    key = focused(page).get_attribute("data-key")
    assert key
    card = page.get_by_role("dialog", name="Why not?")
    page.keyboard.press("v")
    expect(card).to_be_focused()
    expect(card).to_contain_text("this can be chosen")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(focused(page)).to_have_attribute("data-key", key)
    page.keyboard.press("v")
    page.keyboard.press("v")
    expect(card).to_be_hidden()
    page.keyboard.press("ArrowRight")
    readout = page.locator(".readout strong")
    expect(readout).to_be_visible()
    place = readout.inner_text()
    revision = one.head()["revision"]
    at_rest(page)
    page.keyboard.press("Enter")
    expect(card.get_by_role("heading")).to_have_text(place)
    assert one.head()["revision"] == revision
    assert one.errors == []


def test_the_list_keeps_the_focus(page: Page, shared: Host) -> None:
    one = person(page, shared, *GAMES[0])
    for action in ("order move_first", "decline"):
        one.act(action)
    one.sit()
    revision = one.head()["revision"]
    one.shown(revision)
    page.keyboard.press("/")
    expect(page.get_by_label("Find a choice")).to_be_focused()
    page.keyboard.type("a")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    one.moved_on(revision)
    one.caught_up()
    expect(page.locator(".choice:focus")).to_be_visible()
    assert one.errors == []


def test_a_browser_that_keeps_nothing_says_so(context: BrowserContext, shared: Host) -> None:
    page = context.new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }")
    page.goto(shared.url)
    click(page.get_by_role("button", name="Play now").nth(1))
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("prompt")).not_to_be_empty()
    note = page.get_by_text("This browser keeps nothing")
    expect(note).to_be_visible()
    click(page.get_by_role("button", name="Understood"))
    expect(note).to_be_hidden()


def test_the_replay_has_its_slider_on_a_phone(browser: Browser, shared: Host) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    one = person(context.new_page(), shared, *GAMES[0])
    page = one.page
    last = one.head()["revision"]
    page.goto(f"{shared.url}/replay/{one.match}")
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None and box["width"] > 300
    slider.fill(str(last))
    one.shown(last)
    for name in ("Turn before", "Play", "Next turn"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Speed")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert one.errors == []
