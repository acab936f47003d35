"""A double click on any button does one thing, and nothing that has just appeared under the pointer takes a click."""

from __future__ import annotations

from playwright.sync_api import Browser, Page

from tests.browser.kit import Host, Person, at_rest, double_click, insist, middle, patiently, rest
from tests.browser.test_clicks import BOF, RICH, VOD, Pointer, begin_german_turn, seat, sit

COUNTED = """
window.clicks = 0;
window.addEventListener('click', (event) => {
  const control = event.target.closest?.('button, a[href], summary, [role=button], input');
  if (control && !control.closest('[data-testid=board]')) window.clicks += 1;
});
"""
"""Counts the clicks on controls that are let through."""
AT_ONCE = """([x, y]) => {
  const under = () => document.elementFromPoint(x, y)?.closest('button');
  const before = under()?.textContent;
  window.clicks = 0;
  window.tried = false;
  const wait = () => {
    const button = under();
    if (!button || button.textContent === before) return requestAnimationFrame(wait);
    const where = { clientX: x, clientY: y, detail: 1, bubbles: true, cancelable: true };
    button.dispatchEvent(new MouseEvent('click', where));
    window.tried = true;
  };
  wait();
}"""
"""Clicks as soon as there is another button at a spot."""
OPEN = "button:visible:enabled:not(dialog *):not([data-again] *)"
AGAIN = 900
"""Milliseconds after which nobody takes two clicks for one."""


def order(browser: Browser, host: Host) -> Pointer:
    """At the first decision of the German: once a second click on its button invaded Switzerland."""
    hand = seat(browser, host, VOD, "1940", "german")
    hand.page.add_init_script(COUNTED)
    hand.one.act("ready")
    sit(hand)
    return hand


def movement(browser: Browser, host: Host) -> Pointer:
    hand = seat(browser, host, VOD, "1940", "german")
    hand.page.add_init_script(COUNTED)
    begin_german_turn(hand)
    return hand


def shop(browser: Browser, host: Host) -> Pointer:
    hand = seat(browser, host, BOF, "two_players", "germany", RICH)
    hand.page.add_init_script(COUNTED)
    sit(hand)
    return hand


def take_back(one: Person, revision: int) -> None:
    """The match as it was, past the page."""
    head = one.head()
    if head["revision"] == revision:
        return
    standing = one.host.ask(f"/api/matches/{one.match}/log?since={revision}", token=one.token)["entries"]
    body = {"revision": head["revision"], "actions": len(standing), "key": f"back from {head['revision']}"}
    one.host.ask(f"/api/matches/{one.match}/undo", body, one.token)


def close_all(page: Page) -> None:
    for _ in patiently(page):
        if not page.locator("dialog[open], .popover, [role=alertdialog]").count():
            return
        page.keyboard.press("Escape")


def test_a_double_click_does_one_thing(browser: Browser, shared: Host) -> None:
    """On every button of three moments; those beside the decision, which are the same at each, at the first."""
    tried: set[str] = set()
    for moment in (order, movement, shop):
        hand = moment(browser, shared)
        before = len(tried)
        double_click_all(hand, tried)
        assert len(tried) > before, f"nothing is to be clicked at {moment.__name__}"
        assert hand.one.errors == []
        hand.page.context.close()
    assert len(tried) > 12


def double_click_all(hand: Pointer, tried: set[str]) -> None:
    """Every button that has not been tried; what was done is taken back."""
    one, page = hand.one, hand.page
    names = page.locator(OPEN).evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label') ?? one.textContent.trim())"
    )
    for index, name in enumerate(names):
        button = page.locator(OPEN).nth(index)
        if name in tried or button.count() == 0 or not button.is_visible():
            continue
        tried.add(name)
        hand.settle()
        before = one.head()["revision"]
        button.scroll_into_view_if_needed()
        rest(page, AGAIN)
        spot = middle(button)
        page.evaluate("window.clicks = 0")
        double_click(page, *spot)
        hand.settle()
        assert page.evaluate("window.clicks") <= 1, f"a double click on {name!r} did two things"
        acted = [e["action"] for e in log_since(one, before) if e["kind"] == "act" and e["side"] == hand.side]
        assert len({action.split()[0] for action in acted}) <= 1, f"a double click on {name!r} did {acted}"
        close_all(page)
        take_back(one, before)
        hand.settle()


def log_since(one: Person, revision: int) -> list[dict[str, str]]:
    return list(one.host.ask(f"/api/matches/{one.match}/log?since={revision}", token=one.token)["entries"])


def test_what_appears_under_the_pointer_takes_no_click_at_first(browser: Browser, shared: Host) -> None:
    """Another decision comes while the hand is over its buttons: a click that was on its way does nothing."""
    hand = order(browser, shared)
    one, page = hand.one, hand.page
    spot = middle(page.locator(".words button").first)
    page.mouse.move(*spot)
    at_rest(page)
    page.evaluate(AT_ONCE, list(spot))
    one.act("order move_first")
    revision = one.head()["revision"]
    page.wait_for_function("() => window.tried")
    assert page.evaluate("window.clicks") == 0
    at_rest(page, revision)
    assert one.head()["revision"] == revision
    insist(page, lambda: page.mouse.click(*spot))
    assert page.evaluate("window.clicks") == 1
