"""Actions of activated units (3.3.2), reaction and standing orders (3.4)."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import reaction
from meuse.games.france_1940.events import OrdersGiven
from meuse.games.france_1940.kinds import parsed, spelled
from meuse.games.france_1940.state import finish

from .kit import GAME, can, choices, clause, do, lay, mask_of, names, refusal

UNITS = """
[units]
"B708" = ["G1.rifle-1", "G1.rifle-2", "G.Apfelbaum"]
"B808" = ["G1.mg34-1"]
"B702" = ["G3.pak36-1", "G.Kessel"]
"B716" = ["F3.rifle-1", "F.Moreau"]
"""
TURN = 'phase = "german activation"\ninitiative = "german"\n'


@clause("3.3.2a", "3.3.2b", "3.3.2u", "3.4j")
def test_who_prepares_gets_a_reaction_marker_and_no_other_action() -> None:
    """RC46: it carries Reaction, not Finished, and cannot be activated again this turn."""
    s = lay(TURN + UNITS)
    do(s, "activate G.Apfelbaum", "prepare G1.rifle-1")
    assert refusal(s, "prepare G1.rifle-1") == "3.3.2a"
    do(s, "done")
    assert names(s, s.reaction) == {"G1.rifle-1"} == names(s, s.prepared)
    assert names(s, s.finished) == {"G.Apfelbaum", "G1.rifle-2", "G1.mg34-1"}
    do(s, "activate F.Moreau", "done")
    assert refusal(s, "activate G1.rifle-1") == "3.3.2u"


@clause("3.3.2c", "3.3.2d")
def test_units_act_in_any_order_and_each_as_it_likes() -> None:
    s = lay(TURN + UNITS)
    do(s, "activate G.Apfelbaum", "prepare G1.mg34-1", "prepare G1.rifle-2")
    assert choices(s, "prepare") == {"G1.rifle-1"}


@clause("3.3.2u")
def test_officers_and_the_other_side_do_not_prepare() -> None:
    s = lay(TURN + UNITS)
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "prepare G.Apfelbaum") == "3.3.2u"
    assert refusal(s, "prepare G3.pak36-1") == "3.3.1c" and refusal(s, "prepare F3.rifle-1") == "3.3.1a"


@clause("3.5d")
def test_an_older_marker_is_simply_kept() -> None:
    s = lay(TURN + 'turn = 2\nreaction = ["G1.rifle-1"]' + UNITS)
    do(s, "activate G.Apfelbaum")
    assert refusal(s, "prepare G1.rifle-1") == "3.5d"
    do(s, "done")
    assert names(s, s.reaction) == {"G1.rifle-1"} and "G1.rifle-1" not in names(s, s.finished)


@clause("3.3.1b", "3.5d")
def test_who_keeps_an_older_marker_is_not_activated_twice_in_a_turn() -> None:
    """G22b: out of command it passes its check, does nothing and keeps the marker; that was its activation."""
    s = lay(TURN + 'turn = 2\nreaction = ["G1.rifle-1"]\nastray = ["G1.rifle-1"]' + UNITS)
    do(s, "activate G1.rifle-1", rolls=[1, 1])
    do(s, "done", "wait")
    assert s.to_act == "german" and refusal(s, "activate G1.rifle-1") == "3.3.2u"
    assert names(s, reaction.ready(s, 0)) >= {"G1.rifle-1"}


@clause("3.3.2b", "3.5d")
def test_who_has_moved_up_to_the_enemy_without_assaulting_him_keeps_no_marker() -> None:
    """G22b: beside the enemy it could still have assaulted; it has moved all the same, and is Finished."""
    units = '\n[units]\nB810 = ["G1.rifle-1", "G.Apfelbaum"]\nB813 = ["F3.rifle-1"]\nB116 = ["F.Moreau"]'
    s = lay(TURN + 'turn = 2\nreaction = ["G1.rifle-1"]\nfinished = ["F3.rifle-1"]' + units)
    do(s, "activate G.Apfelbaum", "move G1.rifle-1", "to B812", "stop")
    assert names(s, s.poised) == {"G1.rifle-1"}
    do(s, "done")
    assert not s.reaction and "G1.rifle-1" in names(s, s.finished)


UP = '\n[units]\nB810 = ["G1.rifle-1", "G1.rifle-2", "G.Apfelbaum"]\nB813 = ["F3.rifle-1"]\nB116 = ["F.Moreau"]'


@clause("3.3.2d", "9.1b")
def test_who_has_moved_up_to_the_enemy_does_not_wait_for_the_fire_of_others() -> None:
    """Others may move up to assault with it; any other action comes after its own, which is then complete."""
    s = lay(TURN + 'turn = 2\nfinished = ["F3.rifle-1"]' + UP)
    do(s, "activate G.Apfelbaum", "move G1.rifle-1", "to B812", "stop", "move G1.rifle-2", "to B811", "stop")
    assert can(s, "assault G1.rifle-1")
    s = lay(TURN + 'turn = 2\nfinished = ["F3.rifle-1"]' + UP)
    do(s, "activate G.Apfelbaum", "move G1.rifle-1", "to B812", "stop", "prepare G1.rifle-2")
    assert refusal(s, "assault G1.rifle-1") == "3.3.2a" and names(s, s.finished) >= {"G1.rifle-1"} and not s.poised


@clause("3.3.2b")
def test_who_is_finished_has_no_reaction_marker() -> None:
    s = lay(TURN + 'reaction = ["G1.rifle-1"]\nprepared = ["G1.rifle-1"]' + UNITS)
    finish(s, mask_of(s, "G1.rifle-1"))
    assert not s.reaction and not s.prepared and names(s, s.finished) == {"G1.rifle-1"}


def test_who_may_react() -> None:
    """RC27: unactivated in command at half, with a marker at full factor even out of command; others not."""
    more = 'astray = ["G1.rifle-2", "G1.mg34-1"]\nreaction = ["G1.mg34-1"]\nfinished = ["G3.pak36-1"]'
    s = lay('phase = "allied activation"\ninitiative = "allied"\n' + more + UNITS)
    assert names(s, reaction.ready(s, 0)) == {"G1.rifle-1", "G1.mg34-1"}
    s.routed |= mask_of(s, "G1.rifle-1")
    assert names(s, reaction.ready(s, 0)) == {"G1.mg34-1"}


# standing orders


@pytest.mark.parametrize(
    ("order", "distance", "armour", "full", "answer"),
    [
        ("ask", 3, False, True, reaction.ASK), ("hold", 1, True, True, reaction.HOLD),
        ("fire", 9, False, False, reaction.FIRE), ("fire within 3", 3, False, False, reaction.FIRE),
        ("fire within 3", 4, False, False, reaction.HOLD), ("fire armour", 2, False, True, reaction.HOLD),
        ("fire armour", 2, True, True, reaction.FIRE), ("fire full", 2, True, False, reaction.HOLD),
        ("fire within 6 armour full", 6, True, True, reaction.FIRE),
    ],
)  # fmt: skip
def test_what_an_order_answers(order: str, distance: int, armour: bool, full: bool, answer: int) -> None:
    s = lay(TURN + f'orders = {{ "G1.rifle-1" = "{order}" }}' + UNITS)
    assert reaction.answer(s, s.setting.piece("G1.rifle-1"), distance, armour, full) == answer


@pytest.mark.parametrize("words", ["hold", "fire", "fire within 15 armour full", "fire full"])
def test_orders_are_spelled_and_read(words: str) -> None:
    order = parsed(words)
    assert order is not None and spelled(order) == words


@pytest.mark.parametrize("words", ["shoot", "hold within 3", "fire within 16", "fire within", "fire blindly"])
def test_what_is_no_order(words: str) -> None:
    assert parsed(words) is None
    problems = GAME.problems(f'scenario = "stonne"\n{TURN}orders = {{ "G1.rifle-1" = "{words}" }}{UNITS}')
    assert any("is no order" in problem for problem in problems)


def test_orders_are_given_to_a_unit_or_to_a_kind() -> None:
    s = lay(TURN + UNITS)
    do(s, "orders", "order G1.mg34-1", "mode fire", "within 3", "only any", "kind infantry", "mode hold")
    orders = {s.piece_name(piece): spelled(order) for piece, order in enumerate(s.orders) if order}
    assert orders == {"G1.mg34-1": "fire within 3", "G1.rifle-1": "hold", "G1.rifle-2": "hold"}
    assert refusal(s, "order G1.mg34-1") == "3.4c" and can(s, "order G3.pak36-1")
    do(s, "done")
    assert refusal(s, "orders") == "3.4c"


def test_orders_last_and_may_change_after_the_next_activation() -> None:
    s = lay(TURN + UNITS)
    do(s, "orders", "order G1.mg34-1", "mode hold", "done", "activate G.Kessel", "done", "activate F.Moreau", "done")
    assert s.orders[s.setting.piece("G1.mg34-1")] == parsed("hold") and can(s, "orders")


def test_only_the_owner_knows_orders() -> None:
    s = lay(TURN + UNITS)
    before = [s.scene(side) for side in ("allied", "")]
    events = do(s, "orders", "order G1.mg34-1", "mode hold", "done")
    given = next(event for event in events if isinstance(event, OrdersGiven))
    assert GAME.redact(given, s, 0) is given and GAME.redact(given, s, 1) is None
    assert [s.scene(side) for side in ("allied", "")] == before
    assert not any(GAME.imagine(s, 1, 5).orders) and GAME.imagine(s, 0, 5).orders == s.orders
