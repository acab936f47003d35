"""A server in a process of its own, and what people do on its pages."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests import LAST

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # what Playwright leaves out, for only the last such list counts; and the pages of the address bar that nobody sees,
    # which cost as much as a page of ours for every new context
    "--disable-features=AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,"
    "ThirdPartyStoragePartitioning,WebUIOmniboxAimPopup,WebUIOmniboxPopup",
]  # fmt: skip


THROTTLE = float(os.environ.get("MEUSE_THROTTLE", "1"))
"""How many times slower than this machine the pages are to run."""
PATIENCE = 1000 * LAST
"""Milliseconds that a page may take for anything."""


def patiently(page: Page) -> Iterator[None]:
    """Look again and again for something that must happen, and let the page work in between."""
    end = time.monotonic() + LAST
    while time.monotonic() < end:
        yield
        page.wait_for_timeout(20)


RESTS = """(revision) => {
  if (document.querySelector('[data-broken]')) throw new Error(document.body.innerText);
  const table = document.querySelector('[data-rests]');
  const rests = table && (!revision || table.dataset.revision === String(revision));
  window.rested = rests ? (window.rested ?? 0) + 1 : 0;
  return window.rested > 2;
}"""
"""In three frames on end the match page says that nothing happens by itself: what was drawn has been laid out."""
SLIPS = "document.documentElement.dataset.slips ?? '0'"
"""How many clicks the page has taken for slips, on something that had just appeared or was just clicked."""


def at_rest(page: Page, revision: int = 0) -> None:
    """Wait until nothing moves on a match page, and nothing is under way; at a revision, if it is told."""
    page.evaluate("window.rested = 0")
    page.wait_for_function(RESTS, arg=revision, polling="raf")


def insist(page: Page, click: Callable[[], object]) -> None:
    """Click; as long as the page takes it for a slip do it again, as anybody would."""
    for _ in patiently(page):
        slips = page.evaluate(SLIPS)
        click()
        if page.evaluate(SLIPS) == slips:
            return
    raise AssertionError("the page takes every click for a slip")


def click(control: Locator, finger: bool = False) -> None:
    """On a button, a link, a tab."""
    insist(control.page, control.tap if finger else control.click)


def tap(page: Page, x: float, y: float) -> None:
    """With a finger; back when the page has heard of it, which is later than the finger has left."""
    page.evaluate(
        "window.tapped = 0; addEventListener('click', () => (window.tapped = 1), { once: true, capture: true })"
    )
    page.touchscreen.tap(x, y)
    page.wait_for_function("window.tapped")


def check(box: Locator, on: bool = True) -> None:
    if box.is_checked() != on:
        click(box)
    expect(box).to_be_checked(checked=on)


def double_click(page: Page, x: float, y: float) -> None:
    """Two clicks as quick as a hand's, also if the page is slow to hear of them."""
    hand, begun = page.context.new_cdp_session(page), time.time()
    page.mouse.move(x, y)
    for many in (1, 2):
        for late, kind in enumerate(("mousePressed", "mouseReleased")):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": many}
            hand.send("Input.dispatchMouseEvent", event | {"timestamp": begun + 0.12 * many + 0.05 * late})
    hand.detach()


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of something, on the screen."""
    box = thing.bounding_box()
    assert box is not None, f"{thing} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def rest(page: Page, milliseconds: int) -> None:
    """Let time pass by the page's own clock: what it had put off for less has been done by then, however slow it is."""
    page.evaluate("(time) => new Promise((done) => setTimeout(done, time))", milliseconds)


SIZES = {
    "laptop": (1280, 800, False),
    "desk": (1440, 900, False),
    "wide": (1920, 1080, False),
    "tablet": (1024, 768, True),
    "phone": (390, 844, True),
}
"""Windows: how wide, how high, and whether a finger is what one has there."""


def sized(browser: Browser, size: str, **more: Any) -> Page:
    """A page in a browser of somebody's own, with a window of a size, into which axe can be brought."""
    width, height, touch = SIZES[size]
    viewport = {"width": width, "height": height}
    return new_context(browser, viewport=viewport, has_touch=touch, bypass_csp=True, **more).new_page()


def new_context(browser: Browser, **more: Any) -> BrowserContext:
    """A browser of somebody's own."""
    context = browser.new_context(reduced_motion="reduce", **more)
    context.set_default_timeout(PATIENCE)
    if THROTTLE > 1:
        context.on("page", slow_down)
    return context


def slow_down(page: Page) -> None:
    """As on a machine that is busy with other things."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})


def chromium() -> str | None:
    """The machine's Chromium; none: Playwright's own."""
    names = (os.environ.get("MEUSE_CHROMIUM", "chromium"), "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, names) if path), None)


class Host:
    """``meuse serve`` as anybody would run it, but for its dice: they are the same in every run."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder, self.words = folder, words
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *trouble: object) -> None:
        self.kill()

    def start(self) -> None:
        """Up on the same port as before; back when it listens."""
        program = Path(__file__).with_name("served.py")
        words = ["serve", "--port", str(self.port), "--data", str(self.folder), *self.words]
        self.process = subprocess.Popen([sys.executable, program, *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert "http://" in said, f"the server said {said!r}"
        self.port = int(said.split("http://", 1)[1].split("/")[0].rsplit(":", 1)[1])

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    def ask(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
        """A request past the browser."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = json.dumps(body).encode() if body is not None else None
        with urlopen(Request(self.url + path, data, headers), timeout=LAST) as answer:
            return json.load(answer)

    def create(self, game: str, scenario: str, seats: dict[str, str]) -> Any:
        """A new match: its id and tokens."""
        return self.ask("/api/matches", {"game": game, "scenario": scenario, "seats": seats})


def seat_of(made: Any, side: str, game: str, scenario: str, spectator: bool = False) -> str:
    """A script that lets a browser hold a seat, as if it had made the match."""
    token = made["spectator"] if spectator else made["seats"][side]
    sides = [] if spectator else [other for other, held in made["seats"].items() if held == token]
    seat = {
        "token": token, "sides": sides, "title": "", "game": game, "scenario": scenario,
        "spectator": spectator, "added": 1, "links": [],
    }  # fmt: skip
    seats = json.dumps({made["match"]: seat})
    return f"localStorage.getItem('meuse.seats') || localStorage.setItem('meuse.seats', {json.dumps(seats)})"


FOLLOW = "meuse.follow"
"""Where a browser keeps how somebody wants to follow a match."""


def follows(**wishes: Any) -> str:
    """A script that lets a browser know how somebody wants to follow a match, unless it knows already."""
    return f"localStorage.getItem('{FOLLOW}') || localStorage.setItem('{FOLLOW}', {json.dumps(json.dumps(wishes))})"


GAMES = ["victory_or_defeat", "battle_of_france", "fall_of_france", "mansteins_war", "france_1940"]
AT_ONCE = follows(speed="once", stops=False, recap=False, shown=GAMES)
"""Somebody who wants to see everything at once, and nothing of it twice."""


Spot = Callable[[], tuple[float, float]]
"""Where something is on the screen at this moment."""
AWAY = 2, 2
"""Off the map."""
OPEN = "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[data-testid=board], .boxes')"
"""Does nothing lie over a spot of the map, or of the boxes beside it?"""
PANS = [f"Shift+Arrow{way}" for way in ("Up", "Left", "Down", "Down", "Right", "Right")]
"""These keys show what lies above, and then all around."""
MEANT = "document.querySelector('.warning .button.primary')?.click()"
"""If it is asked at this very moment whether something is meant, it is."""


class Person:
    """Somebody at a match page, who can also look the position up past the page."""

    def __init__(
        self, page: Page, host: Host, made: Any, side: str, game: str, scenario: str, wishes: str = AT_ONCE
    ) -> None:
        self.page, self.host, self.match, self.token = page, host, made["match"], made["seats"][side]
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.add_init_script(seat_of(made, side, game, scenario))
        page.add_init_script(wishes)

    def sit(self) -> None:
        """Open the match and wait until it is there."""
        self.page.goto(f"{self.host.url}/match/{self.match}")
        expect(self.page.get_by_test_id("board").or_(self.page.get_by_test_id("cover")).first).to_be_visible()

    def head(self) -> Any:
        return self.host.ask(f"/api/matches/{self.match}", token=self.token)

    def scene(self) -> Any:
        return self.host.ask(f"/api/matches/{self.match}/scene", token=self.token)["scene"]

    def choices(self) -> list[dict[str, str]]:
        return list(self.scene().get("choices", ()))

    def act(self, action: str) -> None:
        """An action past the page."""
        revision = self.head()["revision"]
        body = {"revision": revision, "actions": [action], "key": f"{action}@{revision}"}
        self.host.ask(f"/api/matches/{self.match}/actions", body, self.token)

    def shown(self, revision: int) -> None:
        """Wait until the page has caught up with a revision."""
        expect(self.page.locator(f"[data-revision='{revision}']")).to_be_visible()

    def caught_up(self) -> Any:
        """Wait until the page shows the match as it stands, also if one action follows another meanwhile."""
        for _ in patiently(self.page):
            head = self.head()
            if self.page.locator(f"[data-revision='{head['revision']}']").count():
                return head
        raise AssertionError("the page never catches up")

    def calm(self) -> Any:
        """Wait until nothing more is done by itself: no machine is to act, the page shows all and rests."""
        for _ in patiently(self.page):
            head = self.head()
            machines = [seat["side"] for seat in head["seats"] if seat["kind"].startswith("bot")]
            if head["to_act"] in machines:
                continue
            at_rest(self.page)
            if self.page.locator(f"[data-revision='{head['revision']}']").count():
                return head
        raise AssertionError("the match does not come to rest")

    def aim(self, spot: Spot) -> tuple[float, float]:
        """Lead the pointer to something, wherever it is when all rests: a stack may spread when one points at it."""
        page = self.page
        page.mouse.move(*AWAY)  # what was spread out closes
        at_rest(page)
        to = self.sighted(spot)
        for _ in patiently(page):
            page.mouse.move(*to)
            at_rest(page)
            there = spot()
            if max(abs(there[0] - to[0]), abs(there[1] - to[1])) < 1:
                return there
            to = there
        raise AssertionError("it never stays where it is")

    def sighted(self, spot: Spot) -> tuple[float, float]:
        """Where something is; if it is off the window or under something else, the map is moved first."""
        for key in ("", "0", *PANS, "+", *PANS):
            if key:
                self.page.keyboard.press(key)
                at_rest(self.page)
            to = spot()
            if self.page.evaluate(OPEN, list(to)):
                return to
        raise AssertionError("it cannot be brought into sight")

    def moved_on(self, revision: int) -> Any:
        """Wait until something was done; what is asked about once more is meant."""
        for _ in patiently(self.page):
            head = self.head()
            if head["revision"] > revision:
                return head
            self.page.evaluate(MEANT)
        self.page.screenshot(path=os.environ.get("MEUSE_SCREENSHOT") or self.host.folder / "failure.png")
        raise AssertionError(f"nothing was done at revision {revision}: {self.scene().get('prompt')}")

    def word(self, label: str) -> Locator:
        return self.page.locator(".words").get_by_role("button", name=label, exact=True)

    def uncover(self) -> None:
        """By keyboard: a click on a button that has just appeared under the pointer is taken for a slip."""
        self.page.get_by_test_id("cover").get_by_role("button", name="Go on").press("Enter")
        expect(self.page.get_by_test_id("cover")).to_be_hidden()
