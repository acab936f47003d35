"""A unit that is chosen shows where it can go with the answer itself: no timer, frame or request comes in between.

How long that takes is the machine's affair. What made it long once is looked for here: the map was drawn without its
rings while the answer was under way, and the page was laid out in the middle of drawing the answer.
"""

from __future__ import annotations

from playwright.sync_api import Browser, Route

from tests.browser.kit import Host, patiently
from tests.browser.test_clicks import VOD, begin_german_turn, seat
from tests.browser.test_hands import in_hand, movable

WATCH = """
window.laid = [];
const noting = (kind, name) => {
  const { get, value, ...rest } = Object.getOwnPropertyDescriptor(kind, name);
  const note = (read) => function (...words) {
    if (window.drawing) window.laid.push(name);
    return read.apply(this, words);
  };
  Object.defineProperty(kind, name, get ? { ...rest, get: note(get) } : { ...rest, value: note(value) });
};
for (const name of ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight', 'scrollTop', 'getBoundingClientRect'])
  noting(Element.prototype, name);
for (const name of ['offsetWidth', 'offsetHeight', 'offsetTop', 'offsetLeft', 'innerText'])
  noting(HTMLElement.prototype, name);
noting(Document.prototype, 'elementFromPoint');
noting(window, 'getComputedStyle');

const { get, set, ...rest } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
const heard = (hear) => async (event) => {
  window.drawing = true;
  hear(event);
  for (let turn = 0; turn < 500; turn += 1) await null;
  window.drawing = false;
  window.reach = document.querySelectorAll('[data-testid=board] [data-key^="place "]').length;
};
Object.defineProperty(WebSocket.prototype, 'onmessage', { ...rest, get, set(hear) { set.call(this, heard(hear)); } });
"""
"""Notes what is asked of the layout while news are drawn, and what can be reached when that is done: in the same task,
for nothing else has its turn between promises that are kept already."""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
RINGS = "rings => rings.map((ring) => ring.outerHTML)"


def test_the_reach_is_shown_with_the_answer(browser: Browser, shared: Host) -> None:
    hand = seat(browser, shared, VOD, "1940", "german")
    page = hand.page
    page.add_init_script(WATCH)
    begin_german_turn(hand)
    piece = movable(hand)[0]
    x, y = hand.one.aim(hand.on(piece))
    rings = hand.board.locator(".ring")
    before = rings.evaluate_all(RINGS)
    asked: list[Route] = []
    page.route("**/actions", lambda route: asked.append(route))
    page.mouse.click(x, y)
    for _ in patiently(page):
        if asked:
            break
    page.evaluate(FRAMES)
    assert len(before) > 10
    assert rings.evaluate_all(RINGS) == before, "the map is drawn again before there is an answer"
    page.evaluate("[window.laid, window.reach] = [[], undefined]")
    asked[0].continue_()
    page.wait_for_function("() => window.reach !== undefined")
    assert page.evaluate("window.reach") > 1, "the reach is not shown with the answer"
    assert page.evaluate("window.laid") == []
    assert in_hand(hand) == [piece]
    assert hand.one.errors == []
