"""A table one can follow: the others' turn, the battle board, the recap, the goals, the alarms and the cards."""

from __future__ import annotations

import re
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import meuse
from tests.browser.kit import Host, Person, at_rest, check, click, follows, patiently, sized
from tests.browser.test_pages import serious

VOD, BOF, FOF, MW = "victory_or_defeat", "battle_of_france", "fall_of_france", "mansteins_war"
SIZES = ["desk", "tablet", "phone"]
EACH_SIZE = pytest.mark.parametrize("size", SIZES)


SKIP = "document.querySelector('.pace button[title^=Show]:not(:disabled)')?.click()"
"""If there is something to skip at this very moment it is skipped."""


ON_THE_MAP = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-testid=board]')"
"""Is a spot on the map, and nothing lies over it?"""


class Stage(NamedTuple):
    """A match just before one side attacks another."""

    scenario: str
    attacker: str
    defender: str
    opening: tuple[str, ...]
    attack: tuple[str, ...]
    """It declares the attack."""
    fights: str
    """It lets the dice decide."""
    marches: tuple[str, ...]
    """Moves besides."""


STAGES = {
    VOD: Stage(
        "1940", "german", "allied", ("ready", "ready", "order move_first", "decline"),
        ("done", "attack 1834", "commit G.XXXII"), "fight", ("move G.I", "move G.II"),
    ),
    BOF: Stage(
        "two_players", "germany", "britain", ("decline",),
        ("start 31", "take G.infantry", "to 23"), "fight", ("start 33", "take", "start 37", "take"),
    ),
    FOF: Stage(
        "historical", "german", "allied", ("ready", "ready", "enter 0818", "done", "done", "done"),
        ("done", "attack 2103", "commit G.XXV"), "fight", ("move G.AHQ", "move G.BHQ"),
    ),
    MW: Stage(
        "campaign", "german", "allied",
        ("keep PlanD", "ready", "keep Manstein", "ready", "decline", "select HGB", "done"),
        ("done", "attack 1536", "commit G.6A"), "assault", ("move G.18A", "move G.LogB"),
    ),
}  # fmt: skip
EACH_GAME = pytest.mark.parametrize("game", STAGES)


def each_game_and_size(shift: int) -> pytest.MarkDecorator:
    """Every game and every size; with the shifts 0, 1 and 2 each game at each size."""
    pairs = [(game, SIZES[(number + shift) % len(SIZES)]) for number, game in enumerate(STAGES)]
    return pytest.mark.parametrize(("game", "size"), pairs)


def prepared(host: Host, game: str, state: Any) -> Any:
    """A match that goes on from a state, a person on every side: its id and tokens."""
    seats = dict.fromkeys(meuse.load(game).sides, "person")
    return host.ask("/api/matches/import", {"record": state.record.text(), "seats": seats})


def staged(host: Host, game: str) -> Any:
    state = meuse.load(game).new(STAGES[game].scenario, 1)
    for action in STAGES[game].opening:
        state.apply(action)
    return prepared(host, game, state)


def person(browser: Browser, host: Host, made: Any, game: str, side: str, size: str, **wishes: Any) -> Person:
    """Somebody with a browser of a size, who follows the others as wished."""
    wishes = {"speed": "quick", "shown": [game]} | wishes
    return Person(sized(browser, size), host, made, side, game, STAGES[game].scenario, follows(**wishes))


def marched(one: Person, game: str) -> None:
    """Two units move, whichever way they can go."""
    for word in STAGES[game].marches:
        actions = [choice["action"] for choice in one.choices()]
        one.act(next(action for action in actions if action.startswith(word)))
        actions = [choice["action"] for choice in one.choices()]
        ways = [action for action in actions if action.startswith("to ")]
        if ways and not word.startswith("start"):
            one.act(ways[-1])
            ends = [choice["action"] for choice in one.choices() if choice["verb"] in ("stop", "halt", "end")]
            if ends:
                one.act(ends[0])


def asked(one: Person, made: Any, side: str) -> Any:
    """The scene of any side, past the page."""
    return one.host.ask(f"/api/matches/{one.match}/scene?side={side}", token=made["seats"][side])["scene"]


def answered(one: Person, made: Any, sides: tuple[str, ...], only_fights: bool = False) -> bool:
    """If something is asked of one of some sides, it is answered as shortly as it goes."""
    head = one.head()
    side = head["to_act"]
    scene = asked(one, made, side) if side in sides else {}
    if not scene or (only_fights and not scene.get("fight")):
        return False
    actions = [choice["action"] for choice in scene["choices"]]
    action = "done" if "done" in actions else actions[-1]
    body = {"revision": head["revision"], "actions": [action], "key": f"{action}@{head['revision']}"}
    one.host.ask(f"/api/matches/{one.match}/actions", body, made["seats"][side])
    return True


def others(made: Any, side: str) -> tuple[str, ...]:
    return tuple(other for other in made["seats"] if other != side)


def press(one: Person, button: Locator) -> None:
    """With a finger where there is one."""
    (button.tap if one.page.evaluate("navigator.maxTouchPoints > 0") else button.click)()


def percentages(board: Locator) -> int:
    """The sum of all that can happen, as it is written."""
    texts = board.locator(".prospects b").all_inner_texts()
    return sum(int(text.strip("<>%")) for text in texts if text != "<1%")


@each_game_and_size(0)
def test_the_others_turn_is_followed_and_summed_up(browser: Browser, shared: Host, game: str, size: str) -> None:
    stage = STAGES[game]
    made = staged(shared, game)
    attacker = person(browser, shared, made, game, stage.attacker, size)
    one = person(browser, shared, made, game, stage.defender, size)
    page = one.page
    one.sit()
    one.caught_up()
    marched(attacker, game)
    for action in stage.attack:
        attacker.act(action)
    declared = attacker.head()["revision"]

    bar = page.get_by_role("group", name="Following")
    expect(bar.get_by_role("status")).to_contain_text("A battle begins")
    expect(page.get_by_test_id("prompt")).to_contain_text("Following")
    board = page.get_by_test_id("battle")
    expect(board).to_be_visible()
    expect(board.get_by_role("region", name="Attacker").or_(board.locator("[aria-label^=Attacker]"))).to_be_visible()
    assert serious(page) == []
    press(one, bar.get_by_role("button", name="Go on"))
    one.shown(declared)

    attacker.act(stage.fights)
    expect(board.locator(".die").first).to_be_visible()
    recap = page.get_by_test_id("recap")
    for _ in patiently(page):  # what is asked of the defender in the battle itself is no time to sum up
        if recap.is_visible():
            break
        answered(one, made, others(made, stage.defender))
        answered(one, made, (stage.defender,), only_fights=True)
        page.evaluate(SKIP)
    # a counterattack is a battle, too
    expect(recap).to_contain_text(re.compile(r"2 moves, (1 battle|[2-9] battles)\b"))
    assert page.locator(".telling polyline.casing").count() >= 2
    expect(recap.locator(".die").first).to_be_visible()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.keyboard.press("Escape")
    expect(recap).to_be_hidden()
    expect(page.locator(".telling")).to_have_count(0)
    page.keyboard.press("r")
    press(one, recap.get_by_role("button", name="Replay this turn"))
    for _ in patiently(page):
        stopped = bar.get_by_role("status").inner_text()
        if "A battle begins" in stopped:
            break
        if stopped:
            press(one, bar.get_by_role("button", name="Go on"))
    expect(board).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("prompt")).to_contain_text(one.scene()["prompt"])
    expect(recap).to_be_hidden()
    assert one.errors == []


@each_game_and_size(1)
def test_the_attacker_reads_the_odds_and_the_dice_stay(browser: Browser, shared: Host, game: str, size: str) -> None:
    stage = STAGES[game]
    made = staged(shared, game)
    one = person(browser, shared, made, game, stage.attacker, size)
    for action in stage.attack:
        one.act(action)
    page = one.page
    one.sit()
    board = page.get_by_test_id("battle")
    expect(board).to_be_visible()
    fight = one.scene()["fight"]
    expect(board.get_by_role("heading", level=2)).to_contain_text(fight["title"])
    assert board.locator("[aria-label^=Attacker] svg").count() == len(fight["attacker"]["pieces"])
    expect(board.locator(".prospects").first).to_contain_text(fight["chances"][0]["says"])
    assert percentages(board) == 100
    expect(board.locator(".exact")).to_have_count(0)
    press(one, board.get_by_role("button", name="Exact chances"))
    expect(board.locator(".exact").first).to_be_visible()
    at_rest(page)
    place = page.locator(f"[data-heap='{fight['places'][0]}']").first.bounding_box()
    assert place is not None
    assert page.evaluate(ON_THE_MAP, [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2])
    assert serious(page) == []

    bad = page.locator(".words").get_by_role("button").filter(has_text="Fight")
    own = sum(chance["share"] for chance in fight["chances"] if chance.get("good") == stage.attacker)
    assert ("primary" in (bad.first.get_attribute("class") or "").split()) is False or own > 0.5
    press(one, bad.first)
    expect(board.locator("ol .die").first).to_be_visible()
    dice = board.locator("ol .die").count()
    for key in ("m", "ArrowRight", "0"):
        page.keyboard.press(key)
    assert board.locator("ol .die").count() >= dice
    for _ in patiently(page):  # to the end of the battle
        if board.get_by_role("button", name="Close").count():
            break
        answered(one, made, tuple(made["seats"]), only_fights=True)
        goes_on = page.get_by_role("button", name="Go on")
        if goes_on.count():
            press(one, goes_on)
    expect(board).to_contain_text("over")
    press(one, board.get_by_role("button", name="Close"))
    expect(board).to_be_hidden()
    assert one.errors == []


@EACH_GAME
def test_following_pauses_steps_and_keeps_its_speed(browser: Browser, shared: Host, game: str) -> None:
    stage = STAGES[game]
    made = staged(shared, game)
    attacker = person(browser, shared, made, game, stage.attacker, "desk")
    one = person(browser, shared, made, game, stage.defender, "desk")
    page = one.page
    one.sit()
    first = one.head()["revision"]
    one.shown(first)
    bar = page.get_by_role("group", name="Following")
    click(bar.get_by_role("button", name="Pause"))
    bar.get_by_label("Speed of following").select_option("Slowly")
    marched(attacker, game)
    last = attacker.head()["revision"]
    expect(page.get_by_text(f"{last - first} to come")).to_be_visible()
    page.keyboard.press(".")
    one.shown(first + 1)
    click(bar.get_by_role("button", name="Step"))
    one.shown(first + 2)
    page.keyboard.press("Escape")
    one.shown(last)
    page.reload()
    expect(bar.get_by_label("Speed of following")).to_have_value("slow")
    assert one.errors == []


def test_the_end_is_not_thought_about(browser: Browser, shared: Host) -> None:
    """While the last moves of a finished match are shown nobody is said to think about more."""
    made = staged(shared, VOD)
    attacker = person(browser, shared, made, VOD, "german", "desk")
    one = person(browser, shared, made, VOD, "allied", "desk")
    page = one.page
    one.sit()
    one.caught_up()
    click(page.get_by_role("button", name="Pause"))
    marched(attacker, VOD)
    head = attacker.head()
    shared.ask(f"/api/matches/{one.match}/resign", {"revision": head["revision"], "key": "r"}, attacker.token)
    expect(page.get_by_test_id("prompt")).to_have_text("The last moves of the match")
    expect(page.get_by_test_id("result")).to_be_hidden()
    click(page.get_by_role("button", name="Skip"))
    expect(page.get_by_test_id("result")).to_be_visible()


@each_game_and_size(2)
def test_how_to_win_is_shown_once_and_on_demand(browser: Browser, shared: Host, game: str, size: str) -> None:
    stage = STAGES[game]
    one = person(browser, shared, staged(shared, game), game, stage.attacker, size, shown=[])
    page = one.page
    one.sit()
    card = page.get_by_test_id("goals")
    expect(card).to_be_visible()
    goals = one.scene()["goals"]
    for goal in goals:
        expect(card).to_contain_text(goal["says"])
    assert serious(page) == []
    shown = next(goal for goal in goals if goal.get("places"))
    press(one, card.get_by_role("button", name=shown["title"], exact=True))
    expect(page.locator(".flash")).not_to_have_attribute("d", "")
    page.reload()
    one.caught_up()
    expect(card).to_be_hidden()
    page.keyboard.press("g")
    expect(card).to_be_visible()
    page.keyboard.press("g")
    expect(card).to_be_hidden()
    press(one, page.get_by_role("button", name="How to win"))
    expect(card).to_be_visible()
    assert one.errors == []


def alarmed(game: str) -> Any:
    """Somewhere in a match something is at stake for the side to decide."""
    for seed in range(20):
        random = Random(seed)
        state = meuse.load(game).new(STAGES[game].scenario, seed)
        for _ in range(1500):
            if state.outcome is not None:
                break
            side = state.decision.side
            if state.scene(side).alarms and state.scene(side).alarms[0].places:
                return state
            actions = [str(option) for option in state.options]
            state.apply("ready" if "ready" in actions else random.choice(actions))
    raise AssertionError("nothing was ever at stake")


@pytest.mark.parametrize(("game", "size"), [(VOD, "phone"), (BOF, "desk"), (BOF, "tablet")])
# of The Fall of France random play meets no alarm that has a place
def test_alarms_are_in_plain_sight(browser: Browser, shared: Host, game: str, size: str) -> None:
    state = alarmed(game)
    one = person(browser, shared, prepared(shared, game, state), game, state.decision.side, size)
    page = one.page
    one.sit()
    alarm = one.scene()["alarms"][0]
    count = page.get_by_role("button", name="alarm")
    expect(count).to_have_attribute("aria-expanded", str(size != "phone").lower())
    box = count.bounding_box()
    assert box is not None and box["height"] <= 48, "one line"
    if size == "phone":
        press(one, count)
    shown = page.get_by_test_id("alarms")
    expect(shown).to_contain_text(alarm["says"])
    expect(shown.locator(f'a[href$="#{alarm["clause"]}"]').first).to_be_visible()
    assert (shown.locator("li.grave").count() > 0) is any(one.get("grave") for one in one.scene()["alarms"])
    assert serious(page) == []
    press(one, shown.get_by_role("button").first)
    expect(page.locator(".flash")).not_to_have_attribute("d", "")
    press(one, count)
    expect(shown).to_be_hidden()
    assert one.errors == []


@EACH_SIZE
def test_a_card_is_shown_large_and_its_effect_stays(browser: Browser, shared: Host, size: str) -> None:
    made = staged(shared, BOF)
    one = person(browser, shared, made, BOF, "germany", size)
    page = one.page
    one.sit()
    card = page.get_by_test_id("card")
    for _ in patiently(page):
        if one.scene().get("cards"):
            break
        answered(one, made, tuple(made["seats"]))
    held = one.scene()["cards"][0]
    for _ in patiently(page):
        if card.count():
            break
        goes_on = page.get_by_role("button", name="Go on")
        if goes_on.count():
            press(one, goes_on)
    expect(card).to_contain_text(held["says"])
    assert serious(page) == []
    press(one, card.get_by_role("button", name="Understood"))
    expect(card).to_be_hidden()
    press(one, page.get_by_role("button", name=f"In force: {held['title']}"))
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert one.errors == []


def test_somebody_who_wants_no_stops_and_no_recap_gets_none(browser: Browser, shared: Host) -> None:
    made = staged(shared, VOD)
    attacker = person(browser, shared, made, VOD, "german", "desk")
    one = person(browser, shared, made, VOD, "allied", "desk")
    page: Page = one.page
    one.sit()
    one.caught_up()
    click(page.get_by_role("button", name="Menu"))
    check(page.get_by_label("Stop at battles, losses and objectives"), on=False)
    check(page.get_by_label("Sum it up when it is my turn"), on=False)
    page.keyboard.press("Escape")
    marched(attacker, VOD)
    for action in (*STAGES[VOD].attack, "fight"):
        attacker.act(action)
    while answered(attacker, made, ("german",)):
        pass
    one.shown(attacker.head()["revision"])
    expect(page.get_by_test_id("prompt")).to_contain_text(one.scene()["prompt"])
    expect(page.get_by_test_id("recap")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.get_by_test_id("recap")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("recap")).to_be_hidden()
    assert one.errors == []
