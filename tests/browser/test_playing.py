"""A person plays: by mouse, keyboard or finger alone; slips, refusals and reloads are part of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import meuse
from tests.browser.kit import Host, Person, at_rest, click, middle, new_context, patiently, tap

GAMES = [("victory_or_defeat", "1940", "german"), ("battle_of_france", "two_players", "germany")]
EACH_GAME = pytest.mark.parametrize(("game", "scenario", "side"), GAMES)
TABLES = [
    *GAMES, ("fall_of_france", "historical", "german"), ("mansteins_war", "campaign", "german"),
    ("france_1940", "stonne", "german"),
]  # fmt: skip
EACH_TABLE = pytest.mark.parametrize(("game", "scenario", "side"), TABLES)
"""With the games whose first turns begin in their boxes, with air units, command markers and officers."""
OPENING = {
    "victory_or_defeat": "order move_first", "battle_of_france": "decline", "fall_of_france": "assign G.air1",
    "mansteins_war": "select Manstein", "france_1940": "wait",
}  # fmt: skip
"""By this action a side's own first turn is known: before it, the other side's dice may ask it this or that."""
APART = 500
"""Milliseconds after which a finger on the same spot is no double touch, which the map takes for one."""
ENOUGH = 5
"""So many things are done on the map; then the turn is brought to its end."""


def person(page: Page, host: Host, game: str, scenario: str, side: str) -> Person:
    """At a match against the machine, at the beginning of the person's own turn."""
    others = ["france", "britain"] if game == "battle_of_france" else ["allied"]
    made = host.create(game, scenario, {side: "person"} | dict.fromkeys(others, "bot:recruit"))
    found = Person(page, host, made, side, game, scenario)
    for _ in patiently(page):
        if found.head()["to_act"] == side:
            actions = [choice["action"] for choice in found.choices()]
            if OPENING[game] in actions:
                return found
            ready = [action for action in actions if action in meuse.load(game).READY]
            found.act((ready or actions)[0])
    raise AssertionError("it never became this side's turn")


def on_the_map(choices: list[dict[str, str]]) -> list[dict[str, str]]:
    return [choice for choice in choices if choice.get("piece") or choice.get("place")]


def plain(choices: list[dict[str, str]]) -> list[dict[str, str]]:
    return [choice for choice in choices if not (choice.get("piece") or choice.get("place"))]


def with_the_mouse(one: Person, random: Random, far: bool) -> None:
    """Point and click, as far as the eye sees: at the map, or at a button."""
    one.calm()
    page, choices = one.page, one.choices()
    if plain(choices) and (far or not on_the_map(choices)):
        click(one.word(plain(choices)[-1]["label"]))
        return
    keys = page.get_by_test_id("board").locator("[data-key]")
    names = keys.evaluate_all("rings => rings.map(ring => ring.dataset.key)")
    for name in random.sample(names, len(names)):
        ring = page.get_by_test_id("board").locator(f'[data-key="{name}"]').first
        one.aim(partial(middle, ring))
        if "current" not in (ring.get_attribute("class") or ""):
            continue  # other counters lie over its middle: it does not light up, and one sees that
        page.mouse.down()
        page.mouse.up()
        menu = page.get_by_role("menu")
        if menu.is_visible():
            click(menu.get_by_role("menuitem").first)
        return
    boxed = page.locator('.boxes [data-key^="piece "]')
    expect(boxed.first, "something can be clicked, on the map or in a box").to_be_visible()
    click(boxed.first)


def with_the_keyboard(one: Person, random: Random, far: bool) -> None:
    """Letters for buttons; arrows and Enter on the map."""
    page, choices = one.page, one.choices()
    if plain(choices) and (far or not on_the_map(choices)):
        letter = one.word(plain(choices)[-1]["label"]).get_attribute("aria-keyshortcuts")
        assert letter
        page.keyboard.press(letter)
        return
    page.keyboard.press("m")
    for _ in range(random.randrange(4)):
        page.keyboard.press(random.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    focused = page.evaluate("document.activeElement.dataset.key ?? ''")
    assert focused, "the keyboard finds nothing on the map"
    page.keyboard.press("Enter")
    if page.get_by_role("menu").is_visible():
        page.keyboard.press("Enter")


def with_a_finger(one: Person, random: Random, far: bool) -> None:
    """Tap at the map, twice where a stack spreads or the map comes nearer first, or at what lies beside the map."""
    before = one.calm()["revision"]
    page, choices = one.page, one.choices()
    if plain(choices) and (far or not on_the_map(choices)):
        click(one.word(plain(choices)[-1]["label"]), finger=True)
        return
    keys = page.get_by_test_id("board").locator("[data-key]")
    names = keys.evaluate_all("rings => rings.map(ring => ring.dataset.key)")
    for name in random.sample(names, min(len(names), 5)):
        ring = page.get_by_test_id("board").locator(f'[data-key="{name}"]').first
        for pause in (0, 0, APART):
            page.wait_for_timeout(pause)
            tap(page, *one.sighted(partial(middle, ring)))
            at_rest(page)
            menu = page.get_by_role("menu")
            if menu.is_visible():
                click(menu.get_by_role("menuitem").first, finger=True)
                return
            if one.head()["revision"] > before or page.locator(".warning").count():
                return
        if page.get_by_role("dialog", name="Why not?").is_visible():
            page.keyboard.press("Escape")
    boxed = page.locator('.boxes [data-key^="piece "]')
    expect(boxed.first, "something can be tapped, on the map or in a box").to_be_visible()
    click(boxed.first, finger=True)


TURNS = [(how, *game) for how in (with_the_mouse, with_the_keyboard, with_a_finger) for game in TABLES]


@pytest.mark.parametrize(
    ("how", "game", "scenario", "side"), TURNS, ids=[f"{turn[0].__name__}-{'-'.join(turn[1:])}" for turn in TURNS]
)
def test_a_persons_turn(
    browser: Browser, shared: Host, how: Callable[[Person, Random, bool], None], game: str, scenario: str, side: str
) -> None:
    touch = how is with_a_finger
    size = (1024, 768) if touch else (1280, 800)
    page = new_context(browser, viewport={"width": size[0], "height": size[1]}, has_touch=touch).new_page()
    one = person(page, shared, game, scenario, side)
    one.sit()
    random = Random(5)
    on_map = 0
    for _ in patiently(page):
        head = one.head()
        if head["to_act"] != side:
            if on_map >= ENOUGH or head["status"] == "over":
                break
            continue  # the machine is asked something in the middle of the turn
        head = one.calm()
        choices = one.choices()
        how(one, random, on_map >= ENOUGH)
        one.moved_on(head["revision"])
        on_map += bool(on_the_map(choices))
    assert on_map >= ENOUGH
    assert head["to_act"] != side
    assert one.errors == []


IN_SIGHT = """board => {
  const frame = board.getBoundingClientRect();
  const inside = (x, y) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  return [...board.querySelectorAll("[data-key]")].filter((ring) => {
    const { x, y, width, height } = ring.getBoundingClientRect();
    return inside(x + width / 2, y + height / 2);
  }).length;
}"""
BESIDE = """board => {
  const frame = board.getBoundingClientRect();
  const sheet = board.querySelector(".sheet").getBoundingClientRect();
  const bare = (size, before, after) => Math.max(before, after, 0) / size;
  return Math.max(
    bare(sheet.width, sheet.left - frame.left, frame.right - sheet.right),
    bare(sheet.height, sheet.top - frame.top, frame.bottom - sheet.bottom));
}"""


@EACH_GAME
def test_what_is_asked_comes_into_sight(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    one = person(page, shared, game, scenario, side)
    one.sit()
    one.caught_up()
    board = page.get_by_test_id("board")
    box = board.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + box["height"] - 3)
    for _ in range(20):
        page.mouse.wheel(0, -200)  # into the lower left corner, where nobody has anything to do
        at_rest(page)
    assert not board.evaluate(IN_SIGHT)
    one.act(OPENING[game])
    while not on_the_map(one.choices()):
        one.act(plain(one.choices())[-1]["action"])
    one.caught_up()
    expect(board.locator("[data-key]").first).to_be_attached()
    page.wait_for_function(f"() => ({IN_SIGHT})(document.querySelector('[data-testid=board]')) > 0")
    assert board.evaluate(BESIDE) < 0.05, "the map is not where one looks"


@EACH_GAME
def test_why_not_is_answered_with_the_clause(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    one = person(page, shared, game, scenario, side)
    if game != "battle_of_france":
        one.act(OPENING[game])
    one.sit()
    one.caught_up()
    plan = shared.ask(f"/api/games/{game}/settings/{scenario}/plan")
    open_places = {choice.get("place") for choice in one.choices()}
    for space in plan["spaces"]:
        if space["id"] in open_places or space["id"] in one.scene()["stacks"]:
            continue
        answers = shared.ask(f"/api/matches/{one.match}/why?place={space['id']}", token=one.token)["answers"]
        if answers:
            one.calm()
            page.keyboard.press("0")
            card = page.get_by_role("dialog", name="Why not?")
            one.aim(partial(on_screen, page, space["x"], space["y"]))
            page.mouse.down()
            page.mouse.up()
            expect(card.get_by_role("heading")).to_contain_text(space.get("name", space["id"]))
            expect(card.locator(f'a[href$="#{answers[0]["clause"]}"]')).to_be_attached()
            expect(card).to_contain_text(answers[0]["reason"][1:])
            return
    raise AssertionError("no place is refused")


TO_SCREEN = """(board, [x, y]) => {
  const svg = board.querySelector('svg g[data-map]') ?? board.querySelector('svg');
  const spot = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [spot.x, spot.y];
}"""


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the map is."""
    x, y = page.get_by_test_id("board").evaluate(TO_SCREEN, [x, y])
    return x, y


def test_a_slip_is_taken_back(page: Page, shared: Host) -> None:
    one = person(page, shared, *GAMES[0])
    for action in ("order move_first", "decline"):  # no coup: now the units move
        one.act(action)
    one.sit()
    before, prompt = one.head()["revision"], one.scene()["prompt"]
    one.shown(before)
    with_the_mouse(one, Random(1), far=False)
    one.moved_on(before)
    one.shown(before + 1)
    page.keyboard.press("Escape")
    one.moved_on(before + 1)
    one.shown(before + 2)
    expect(page.get_by_test_id("prompt")).to_have_text(prompt)
    click(page.get_by_role("tab", name="Log"))
    expect(page.get_by_test_id("log")).to_contain_text("taken back")


@EACH_GAME
def test_a_reload_in_the_middle_of_a_decision(page: Page, shared: Host, game: str, scenario: str, side: str) -> None:
    one = person(page, shared, game, scenario, side)
    one.act(OPENING[game])
    if game == "victory_or_defeat":
        one.act("decline")
    one.sit()
    revision = one.head()["revision"]
    one.shown(revision)
    with_the_mouse(one, Random(2), far=False)
    after = one.moved_on(revision)["revision"]
    one.shown(after)
    prompt = page.get_by_test_id("prompt").inner_text()
    assert prompt == one.scene()["prompt"]
    page.reload()
    one.shown(after)
    expect(page.get_by_test_id("prompt")).to_have_text(prompt)
    with_the_mouse(one, Random(3), far=False)
    one.moved_on(after)


def test_from_the_first_page_to_the_first_move(page: Page, shared: Host) -> None:
    """As a newcomer would: one button, and the panzers are there."""
    page.goto(shared.url)
    click(page.get_by_role("button", name="Play now").nth(1))
    expect(page.get_by_test_id("board")).to_be_visible()
    expect(page.get_by_test_id("prompt")).not_to_be_empty()


def test_the_server_is_killed_in_the_middle_of_a_match(context: BrowserContext, host: Host) -> None:
    """As by a power cut: the page waits, and goes on where it was."""
    page = context.new_page()
    one = person(page, host, *GAMES[0])
    one.sit()
    random = Random(9)
    for _ in range(2):
        for _ in patiently(page):
            head = one.head()
            if head["to_act"] == "german":
                break
        one.shown(head["revision"])
        with_the_mouse(one, random, far=False)
        after = one.moved_on(head["revision"])["revision"]
        host.kill()
        page.wait_for_function("() => !document.querySelector('[data-rests]')")  # it has noticed
        host.start()
        assert one.head()["revision"] >= after
        if one.head()["to_act"] == "german":
            one.caught_up()
            expect(page.get_by_test_id("prompt")).to_have_text(one.scene()["prompt"])
    assert one.errors == []
