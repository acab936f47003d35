"""How many times somebody must click, drag or tap for what is done in every match: counted on the real page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Locator

from tests.browser.kit import Host, Person, Spot, at_rest, click, middle, new_context, patiently
from tests.browser.test_playing import on_screen

VOD, BOF = "victory_or_defeat", "battle_of_france"
SIDES = {VOD: ("german", "allied"), BOF: ("germany", "france", "britain")}


class Pointer:
    """A hand that counts what it does: a click, a drag, a press with the shift key are one each."""

    def __init__(self, one: Person, game: str, scenario: str) -> None:
        self.one, self.page, self.count = one, one.page, 0
        self.moved: set[str] = set()
        plan = one.host.ask(f"/api/games/{game}/settings/{scenario}/plan")
        self.spaces = {space["id"]: (space["x"], space["y"]) for space in plan["spaces"]}

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    def click(self, spot: Spot, shift: bool = False, twice: bool = False) -> None:
        self.count += 1
        x, y = self.one.aim(spot)
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(x, y, click_count=2 if twice else 1)
        if shift:
            self.page.keyboard.up("Shift")

    def at(self, place: str) -> Spot:
        """Where a place is on the screen."""
        return partial(on_screen, self.page, *self.spaces[place])

    def on(self, piece: str) -> Spot:
        """Where a counter is on the screen: its ring, if it has one, else the counter itself."""
        return partial(middle, self.board.locator(f'[data-key="piece {piece}"], [data-piece="{piece}"]').last)

    def press(self, button: Locator) -> None:
        self.count += 1
        click(button)

    def word(self, label: str) -> None:
        """Press a button; if it is asked about once more, press it again."""
        before = self.one.head()["revision"]
        self.press(self.one.word(label))
        asked = self.page.get_by_role("alertdialog")
        for _ in patiently(self.page):
            if self.one.head()["revision"] > before:
                break
            if asked.is_visible():
                self.press(asked.get_by_role("button", name=label, exact=True))
                break
        self.one.moved_on(before)
        self.settle()

    def drag(self, start: Spot, end: Spot) -> None:
        self.count += 1
        at_rest(self.page)
        self.one.sighted(end)
        x, y = self.one.aim(start)
        self.page.mouse.down()
        self.page.mouse.move(x + 8, y + 8)
        self.page.mouse.move(*end(), steps=4)
        self.page.mouse.up()

    def act(self, how: Callable[..., object], *arguments: Any) -> None:
        """Do something, and wait until the page shows what came of it and rests."""
        before = self.one.head()["revision"]
        how(*arguments)
        self.one.moved_on(before)
        self.settle()

    def bought(self, action: str) -> int:
        """How often something that begins so was done and stands."""
        log = self.one.host.ask(f"/api/matches/{self.one.match}/log", token=self.one.token)["entries"]
        return len([entry for entry in log if (entry["action"] or "").startswith(action)])

    def settle(self) -> None:
        """Wait until nothing more happens by itself and it is this side's turn, or nobody's."""
        for _ in patiently(self.page):
            if self.one.calm()["to_act"] in (self.side, None):
                return
        raise AssertionError("it never becomes this side's turn")

    side = ""


def seat(browser: Browser, host: Host, game: str, scenario: str, side: str, position: str = "", **more: Any) -> Pointer:
    """Somebody at a match against the machine, in a browser of 1440 by 900."""
    context = new_context(browser, **({"viewport": {"width": 1440, "height": 900}} | more))
    seats = dict.fromkeys(SIDES[game], "bot:recruit") | {side: "person"}
    if position:
        made = host.ask("/api/matches/import", {"position": position, "seats": seats})
    else:
        made = host.create(game, scenario, seats)
    hand = Pointer(Person(context.new_page(), host, made, side, game, scenario), game, scenario)
    hand.side = side
    for _ in patiently(hand.page):
        if hand.one.head()["to_act"] == side:
            break
    return hand


def sit(hand: Pointer) -> None:
    """Open the page and put the leaves aside that lie there at first."""
    hand.one.sit()
    hand.settle()
    if hand.page.get_by_role("heading", name="How to win").is_visible():
        hand.page.keyboard.press("g")


def verbs(one: Person) -> dict[str, list[dict[str, str]]]:
    """The choices of the page's decision by their verbs."""
    found: dict[str, list[dict[str, str]]] = {}
    for choice in one.choices():
        found.setdefault(choice["verb"], []).append(choice)
    return found


def begin_german_turn(hand: Pointer, by_hand: bool = False) -> None:
    """To the movement of the first turn; the page is opened at the end of it, or at its beginning."""
    one = hand.one
    one.act("ready")
    if by_hand:
        sit(hand)
    while "move" not in verbs(one):
        choice = one.choices()[0 if "order" in verbs(one) else -1]
        if by_hand:
            hand.word(choice["label"])
        else:
            one.act(choice["action"])
    if not by_hand:
        sit(hand)


def lying(scene: dict[str, Any]) -> dict[str, str]:
    """Where each counter lies."""
    return {piece["id"]: place for place, stack in scene["stacks"].items() for piece in stack.get("pieces", ())}


def march(hand: Pointer, movable: list[str]) -> None:
    """The next unit is taken, which puts down the last one, and goes half its way, to a hex where nobody stands."""
    one = hand.one
    while movable:
        piece, scene = movable.pop(0), one.scene()
        reached = {choice["place"] for choice in scene["choices"] if choice["verb"] == "to"}
        if lying(scene)[piece] in reached and not hand.moved:
            continue
        hand.act(hand.click, hand.on(piece))
        assert one.scene()["focus"]["pieces"] == [piece], f"{piece} was not taken"
        free = [c for c in one.choices() if c["verb"] == "to" and c["place"] not in scene["stacks"]]
        if free:
            free.sort(key=lambda choice: (int(choice["cost"]), choice["place"]))
            goal = free[len(free) // 2]["place"]
            hand.act(hand.click, hand.at(goal))
            assert lying(one.scene())[piece] == goal
            hand.moved.add(piece)
            return
    raise AssertionError("nobody is left to move")


def attack(hand: Pointer) -> None:
    """A target, everybody who can joins by himself, dice, and all go in."""
    one = hand.one
    target = verbs(one)["attack"][0]["place"]
    hand.act(hand.click, hand.at(target))
    assert "commit" not in verbs(one), "not everybody has joined"
    while "attack" not in verbs(one) and one.head()["to_act"] == hand.side:
        sweeps = [sweep["label"] for sweep in one.scene().get("sweeps", ())]
        plain = [choice for choice in one.choices() if not choice.get("piece") and not choice.get("place")]
        if sweeps and one.word(sweeps[0]).count():
            hand.word(sweeps[0])
        elif plain:
            hand.word(plain[0]["label"])
        else:
            choice = one.choices()[0]
            piece = choice.get("piece", "")
            hand.act(hand.click, hand.on(piece) if piece else hand.at(choice["place"]))


def test_the_german_first_turn_of_1940(browser: Browser, shared: Host) -> None:
    """From the ready set-up 14 units move and 3 attacks are made: at most 60 clicks."""
    hand = seat(browser, shared, VOD, "1940", "german")
    begin_german_turn(hand, by_hand=True)
    one, scene = hand.one, hand.one.scene()
    tops = [stack["pieces"][0]["id"] for stack in scene["stacks"].values() if stack.get("pieces")]
    movable = [choice["piece"] for choice in verbs(one)["move"] if choice["piece"] in tops]
    for _ in range(14):
        march(hand, movable)
    if one.scene().get("focus", {}).get("pieces"):
        hand.word("Stop here")
    hand.word("End the movement phase")
    hand.settle()
    for _ in range(3):
        attack(hand)
    assert len(hand.moved) == 14
    assert hand.count <= 60, hand.count
    assert one.errors == []


RICH = """
game = "battle_of_france"
scenario = "two_players"
phase = "build"
setup = true
round = 3
npu = { germany = 30 }
"""


def at_the_shop(browser: Browser, host: Host) -> Pointer:
    """Germany has money for ten units."""
    hand = seat(browser, host, BOF, "two_players", "germany", RICH)
    sit(hand)
    assert hand.one.scene()["purse"]["left"] == 30
    return hand


def test_a_build_phase_of_eight_units(browser: Browser, shared: Host) -> None:
    """Eight units in several places are bought one by one and the phase is closed: at most 10 clicks."""
    hand = at_the_shop(browser, shared)
    one, page = hand.one, hand.page
    shop = page.get_by_test_id("shop")
    for _ in range(8):
        wares, left = verbs(one)["build"], one.scene()["purse"]["left"]
        cheap = min(wares, key=lambda choice: (int(choice["cost"]), hand.bought(choice["action"])))
        hand.act(hand.press, shop.get_by_role("button", name=f"{cheap['label']}, {cheap['cost']}"))
        assert one.scene()["purse"]["left"] == left - int(cheap["cost"])
    assert hand.bought("build ") == 8
    hand.word("Buy no more")
    assert hand.count <= 10, hand.count
    assert one.errors == []


def test_several_of_a_kind_are_bought_at_once(browser: Browser, shared: Host) -> None:
    """With the shift key five, by a number as many: one request, and no more than can be paid for."""
    hand = at_the_shop(browser, shared)
    one, page = hand.one, hand.page
    shop = page.get_by_test_id("shop")
    cheap = min(verbs(one)["build"], key=lambda choice: (int(choice["cost"]), choice["action"]))
    button = shop.get_by_role("button", name=f"{cheap['label']}, {cheap['cost']}")
    page.keyboard.down("Shift")
    hand.act(hand.press, button)
    page.keyboard.up("Shift")
    assert hand.bought("build ") == 5
    button.focus()
    hand.act(page.keyboard.press, "2")
    assert hand.bought("build ") == 7
    button.focus()
    end = one.head()["revision"]
    page.keyboard.press("9")
    one.moved_on(end)
    assert hand.bought("build ") == 30 // int(cheap["cost"])
    assert one.errors == []


def test_a_set_up_from_the_ready_one_with_three_changes(browser: Browser, shared: Host) -> None:
    """Everything is placed as history did; three units are picked up again and placed elsewhere: at most 12 clicks."""
    hand = seat(browser, shared, VOD, "1940", "german")
    one = hand.one
    sit(hand)
    hand.word("Place the rest as in the ready set-up")
    changed = dict[str, str]()
    for stack in list(one.scene()["stacks"].values()):
        piece = stack.get("pieces", [{"id": ""}])[0]["id"]
        if len(changed) == 3 or not piece.startswith("G.") or stack.get("more"):
            continue
        before = one.head()["revision"]
        hand.click(hand.on(piece))
        if not taken(hand, before):
            hand.count -= 1  # it was there from the beginning: a fort
            hand.page.keyboard.press("Escape")
            continue
        free = [choice["place"] for choice in verbs(one)["at"] if choice["place"] not in one.scene()["stacks"]]
        hand.act(hand.click, hand.at(free[0]))
        changed[piece] = free[0]
    assert len(changed) == 3
    assert changed.items() <= lying(one.scene()).items()
    assert "order" in verbs(one)
    assert hand.count <= 12, hand.count
    assert one.errors == []


def taken(hand: Pointer, before: int) -> bool:
    """Has something come into the hand, or is one told why not?"""
    for _ in patiently(hand.page):
        if hand.one.head()["revision"] > before:
            hand.settle()
            return True
        if hand.page.get_by_role("dialog", name="Why not?").is_visible():
            return False
    raise AssertionError("nothing happens")
