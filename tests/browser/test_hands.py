"""What a hand does at the table: takes, puts down, drags, takes along, takes back; by mouse and by finger."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.kit import Host, at_rest, click, middle
from tests.browser.test_clicks import VOD, Pointer, begin_german_turn, lying, seat, sit, verbs


def table(browser: Browser, host: Host, **more: Any) -> Pointer:
    """At the German movement of the first turn."""
    hand = seat(browser, host, VOD, "1940", "german", **more)
    begin_german_turn(hand)
    return hand


def in_hand(hand: Pointer) -> list[str]:
    return list(hand.one.scene().get("focus", {}).get("pieces", ()))


def actions(hand: Pointer) -> list[str]:
    """What the log says was done by this side, the taking back included."""
    log = hand.one.host.ask(f"/api/matches/{hand.one.match}/log", token=hand.one.token)["entries"]
    return [entry["action"] for entry in log if entry["side"] == hand.side]


def movable(hand: Pointer) -> list[str]:
    """Units on top of their stacks that can move, those that stand alone first."""
    stacks = hand.one.scene()["stacks"].values()
    able = {choice["piece"] for choice in verbs(hand.one)["move"]}
    tops = sorted((len(stack["pieces"]), stack["pieces"][0]["id"]) for stack in stacks if stack.get("pieces"))
    return [piece for _, piece in tops if piece in able]


def out_of_reach(hand: Pointer, pieces: list[str]) -> str:
    """A unit that does not stand where the one in hand could go."""
    scene = hand.one.scene()
    reach = {choice["place"] for choice in scene["choices"] if choice["verb"] == "to"}
    return next(piece for piece in pieces if lying(scene)[piece] not in reach and piece not in in_hand(hand))


def stack_of(hand: Pointer, many: int) -> list[str]:
    """The units of a stack that can move, where there are several."""
    able = {choice["piece"] for choice in verbs(hand.one)["move"]}
    stacks = [[piece["id"] for piece in stack.get("pieces", ())] for stack in hand.one.scene()["stacks"].values()]
    return next(pieces for stack in stacks if len(pieces := [piece for piece in stack if piece in able]) >= many)


def test_another_unit_is_taken_and_the_first_is_not_spent(browser: Browser, shared: Host) -> None:
    hand = table(browser, shared)
    first, *others = movable(hand)
    hand.act(hand.click, hand.on(first))
    assert in_hand(hand) == [first]
    before, second = hand.one.head()["revision"], out_of_reach(hand, others)
    hand.act(hand.click, hand.on(second))
    assert in_hand(hand) == [second]
    assert actions(hand)[-2:] == ["undo 1", f"move {second}"]
    assert hand.one.head()["revision"] == before + 2
    hand.act(hand.page.keyboard.press, "Escape")
    assert in_hand(hand) == []
    assert first in movable(hand) and second in movable(hand)
    assert hand.one.errors == []


@pytest.mark.parametrize("how", ["shift", "double"])
def test_the_whole_stack_is_taken(browser: Browser, shared: Host, how: str) -> None:
    hand = table(browser, shared)
    pieces = stack_of(hand, 2)
    place = lying(hand.one.scene())[pieces[0]]
    hand.act(hand.click, hand.at(place), how == "shift", how == "double")
    assert sorted(in_hand(hand)) == sorted(pieces)
    hand.page.mouse.move(2, 2)
    hand.act(hand.page.keyboard.press, "Escape")
    assert in_hand(hand) == []
    assert hand.one.errors == []


def test_a_unit_is_dragged(browser: Browser, shared: Host) -> None:
    """To a hex within reach; elsewhere it is put down unspent, and one is told why."""
    hand = table(browser, shared)
    piece = movable(hand)[0]
    start = lying(hand.one.scene())[piece]
    far = max(hand.spaces, key=lambda place: abs(hand.spaces[place][0] - hand.spaces[start][0]))
    hand.act(hand.drag, hand.on(piece), hand.at(far))
    card = hand.page.get_by_role("dialog", name="Why not?")
    expect(card).to_be_visible()
    assert in_hand(hand) == [] and piece in movable(hand)
    hand.page.keyboard.press("Escape")
    ahead = hand.one.host.ask(f"/api/matches/{hand.one.match}/ahead?action=move%20{piece}", token=hand.one.token)
    goal = next(
        c["place"] for c in ahead["choices"] if c["verb"] == "to" and c["place"] not in hand.one.scene()["stacks"]
    )
    hand.act(hand.drag, hand.on(piece), hand.at(goal))
    assert lying(hand.one.scene())[piece] == goal
    assert hand.one.errors == []


def test_attackers_are_clicked_out_and_in(browser: Browser, shared: Host) -> None:
    """All who can attack are there at once; a click takes one out, as if he had never been asked."""
    hand = table(browser, shared)
    hand.word("End the movement phase")
    for choice in verbs(hand.one)["attack"]:
        hand.act(hand.click, hand.at(choice["place"]))
        everybody = in_hand(hand)
        if len(everybody) > 1:
            break
        hand.act(hand.page.keyboard.press, "Escape")
    assert len(everybody) > 1 and "commit" not in verbs(hand.one)
    for piece in (everybody[-1], everybody[0]):
        hand.act(hand.click, hand.on(piece))
        assert sorted(in_hand(hand)) == sorted(one for one in everybody if one != piece)
        hand.act(hand.click, hand.on(piece))
        assert sorted(in_hand(hand)) == sorted(everybody)
    hand.act(hand.page.keyboard.press, "Escape")
    assert "attack" in verbs(hand.one)
    assert hand.one.errors == []


def test_after_a_reload_the_hand_still_knows_what_it_took(browser: Browser, shared: Host) -> None:
    hand = table(browser, shared)
    first, *others = movable(hand)
    hand.act(hand.click, hand.on(first))
    hand.page.reload()
    hand.settle()
    expect(hand.page.get_by_role("button", name="Put down")).to_be_visible()
    second = out_of_reach(hand, others)
    hand.act(hand.click, hand.on(second))
    assert in_hand(hand) == [second]
    assert hand.one.errors == []


TOUCH = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}


def test_a_finger_takes_and_drags_and_asks_by_resting(browser: Browser, shared: Host) -> None:
    hand = table(browser, shared, **TOUCH)
    page = hand.page
    click(page.get_by_role("button", name="Nearer"))
    click(page.get_by_role("button", name="Nearer"))
    at_rest(page)
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in spots]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def spot(of: str) -> tuple[float, float]:
        return middle(hand.board.locator(f'[data-piece="{of}"]').first)

    frame = hand.board.bounding_box()
    assert frame is not None

    def inside(x: float, y: float) -> bool:
        return (
            frame["x"] + 40 < x < frame["x"] + frame["width"] - 90
            and frame["y"] + 90 < y < frame["y"] + frame["height"] - 60
        )

    def free(of: str) -> list[str]:
        ahead = hand.one.host.ask(f"/api/matches/{hand.one.match}/ahead?action=move%20{of}", token=hand.one.token)
        return [
            c["place"] for c in ahead["choices"] if c["verb"] == "to" and c["place"] not in hand.one.scene()["stacks"]
        ]

    near = (one for one in movable(hand) if inside(*spot(one)))
    piece, goal = next((one, place) for one in near for place in free(one) if inside(*hand.at(place)()))
    revision = hand.one.head()["revision"]
    finger("touchStart", spot(piece))
    expect(page.get_by_role("dialog", name="Why not?")).to_be_visible()  # while it rests
    finger("touchEnd")
    assert hand.one.head()["revision"] == revision
    page.keyboard.press("Escape")

    def drag() -> None:
        at_rest(page)
        (x, y), end = spot(piece), hand.at(goal)()
        finger("touchStart", (x, y))
        finger("touchMove", (x + 9, y + 9))
        finger("touchMove", (x + 18, y + 18))
        finger("touchMove", end)
        finger("touchEnd")

    hand.act(drag)
    assert lying(hand.one.scene())[piece] == goal
    assert hand.one.errors == []


def setting_up(browser: Browser, host: Host, **more: Any) -> Pointer:
    """The German sets his army up by hand."""
    hand = seat(browser, host, VOD, "1940", "german", **more)
    hand.one.act("sickle no")
    sit(hand)
    return hand


def boxed(hand: Pointer, piece: str) -> Locator:
    """A counter in its box."""
    counter = hand.page.locator(f'.boxes [data-key="piece {piece}"]')
    counter.scroll_into_view_if_needed()
    return counter


def free_places(hand: Pointer) -> list[str]:
    stacks = hand.one.scene()["stacks"]
    return [choice["place"] for choice in verbs(hand.one)["at"] if choice["place"] not in stacks]


def test_set_up_from_the_box(browser: Browser, shared: Host) -> None:
    """Dragged from the box; the next comes by itself until it is put back; several of a kind in one place."""
    hand = setting_up(browser, shared)
    first = verbs(hand.one)["place"][0]["piece"]
    home = "2839"
    hand.act(hand.drag, partial(middle, boxed(hand, first)), hand.at(home))
    assert lying(hand.one.scene())[first] == home
    [following] = in_hand(hand)
    goal = free_places(hand)[0]
    hand.act(hand.click, hand.at(goal))
    assert lying(hand.one.scene())[following] == goal
    assert len(in_hand(hand)) == 1
    hand.act(hand.page.keyboard.press, "Escape")
    assert in_hand(hand) == []
    hand.act(hand.click, hand.on(first))
    assert in_hand(hand) == [first], "what was placed is picked up again"
    goal = free_places(hand)[-1]
    hand.act(hand.click, hand.at(goal))
    assert lying(hand.one.scene())[first] == goal
    assert in_hand(hand) == [], "after a change the next one stays in its box"
    assert hand.one.errors == []


def test_several_of_a_kind_are_placed_together(browser: Browser, shared: Host) -> None:
    hand = setting_up(browser, shared)
    piece = verbs(hand.one)["place"][0]["piece"]
    hand.act(hand.press, boxed(hand, piece))
    goal = free_places(hand)[0]
    hand.act(hand.click, hand.at(goal), True)
    together = [one for one, place in lying(hand.one.scene()).items() if place == goal]
    assert piece in together and len(together) > 1
    assert goal not in [choice.get("place") for choice in hand.one.choices()], "there is room for more"
    assert hand.one.errors == []
